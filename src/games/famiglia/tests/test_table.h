/* test_table.h: what Famiglia's tests are written with, so that they look like the table.
 *
 *     AT("phase recruit; hand0 F2 M3; street F3 A1");       a position; what is left out is empty
 *     CHECK_MOVES("recruit F3 exhaust F2; recruit F3 exhaust M3; pass");
 *     REFUSED("recruit A1 exhaust A0", "FA-8.2");           and not a byte has changed
 *     PLAY("recruit F3 exhaust F2");                        whoever's turn it is; chance too: "draw A3"
 *     HOLDS("hand0 F3 M3; display0 F2");                    these fields, whatever the others say
 *
 * Positions are partial, as the README's vectors are: they need not be sound. AT takes a fresh box
 * with the default options, AT_WITH("tie_break=descending", "...") one with another option.
 *
 * The second half is a 'plain' table: the printed position read back into arrays of counts by code
 * that shares nothing with the game's own. Checks that must not trust the game count there. */
#ifndef FAMIGLIA_TEST_TABLE_H
#define FAMIGLIA_TEST_TABLE_H

#include <stdlib.h>

#include "games/registry.h"

#include "table.h"

/* -- Boxes and positions ----------------------------------------------------------------------- */

static inline spk_err open_box(int n_seats, const char *options, const char *edition)
{
    return open_table(spk_game_find("famiglia"), n_seats, options, edition);
}

/* A new game, nothing drawn yet. */
static inline void new_game(const char *option)
{
    CHECK_INT(open_box(2, option, NULL), SPK_OK);
    box.game->setup(&box, &now);
}

static inline void put(const char *option, const char *position, const char *file, int line)
{
    new_game(option);
    lay_out(position, file, line);
}

#define AT(position)              put(NULL, position, __FILE__, __LINE__)
#define AT_WITH(option, position) put(option, position, __FILE__, __LINE__)

/* -- Moves and what came of them --------------------------------------------------------------- */

static inline bool is_legal(const char *text)
{
    spk_move move;
    return spk_move_read(&box, &now, actor(), text, &move, NULL) == SPK_OK;
}

#define CHECK_MOVES(want) check_moves("", want, __FILE__, __LINE__)
#define HOLDS(fields)     check_fields(&now, fields, __FILE__, __LINE__)

#define CHECK_SCORE(first, second)                                                                 \
    do {                                                                                           \
        CHECK_INT(result().score[0], first);                                                       \
        CHECK_INT(result().score[1], second);                                                      \
    } while (0)

/* One step of a random game: chance by its weights, a seat uniformly, but idle only if it must. */
static inline void step(spk_rng *rng)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    spk_move moves[SPK_MAX_MOVES], move;
    spk_seat seat = actor();
    if (seat == SPK_SEAT_CHANCE) {
        move = spk_outcome_draw(outcomes, box.game->chance(&box, &now, outcomes), rng);
    } else {
        int n = box.game->moves(&box, &now, seat, moves), busy = n;
        while (busy > 0 && moves[busy - 1] & SPK_MOVE_IDLE)
            busy--;
        bool may_idle = busy == 0 || spk_rng_below(rng, 16) == 0;
        move = moves[spk_rng_below(rng, (uint32_t)(may_idle ? n : busy))];
    }
    box.game->apply(&box, &now, seat, move);
}

/* -- The plain table --------------------------------------------------------------------------- */

enum { TYPES = 20 };

typedef struct plain {
    char phase[20];
    int turns, active, start, second_pass, passed, refreshed, due, due_new, accountant, floor;
    int to_give, brute, recruited[2], double_pass;
    int hand[2][TYPES], display[2][TYPES];
    int street[2][TYPES]; /* old, new */
    int lowered, lowered_new, lowered_by;
    int pile[TYPES], discard[TYPES], taken[TYPES];
    int under[60], n_under;
} plain;

static inline int plain_type(const char *card)
{
    return 5 * (int)(strchr("FABM", card[0]) - "FABM") + card[1] - '0';
}

static inline void plain_street(plain *p, const char *card)
{
    int is_new = card[2] == '*', t = plain_type(card);
    p->street[is_new][t]++;
    if (strchr(card, '-')) {
        p->lowered = t;
        p->lowered_new = is_new;
        p->lowered_by = atoi(strchr(card, '-') + 1);
    }
}

static inline void plain_value(plain *p, const char *field, const char *value)
{
    struct {
        const char *name;
        int *number;
    } numbers[] = {{"turns", &p->turns},
                   {"active", &p->active},
                   {"start", &p->start},
                   {"second_pass", &p->second_pass},
                   {"passed", &p->passed},
                   {"refreshed", &p->refreshed},
                   {"due", &p->due},
                   {"due_new", &p->due_new},
                   {"accountant", &p->accountant},
                   {"floor", &p->floor},
                   {"to_give", &p->to_give},
                   {"brute", &p->brute},
                   {"recruited0", &p->recruited[0]},
                   {"recruited1", &p->recruited[1]},
                   {"double_pass", &p->double_pass}};
    struct {
        const char *name;
        int *counts;
    } bags[] = {{"hand0", p->hand[0]},       {"hand1", p->hand[1]}, {"display0", p->display[0]},
                {"display1", p->display[1]}, {"pile", p->pile},     {"discard", p->discard},
                {"taken", p->taken}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (spk_str_eq(field, numbers[i].name))
            *numbers[i].number = atoi(value);
    if (value[0] == '-')
        return;
    for (size_t i = 0; i < sizeof bags / sizeof *bags; i++)
        if (spk_str_eq(field, bags[i].name))
            bags[i].counts[plain_type(value)]++;
    if (spk_str_eq(field, "street"))
        plain_street(p, value);
    if (spk_str_eq(field, "under"))
        p->under[p->n_under++] = plain_type(value);
    if (spk_str_eq(field, "phase"))
        snprintf(p->phase, sizeof p->phase, "%s", value);
}

/* The position as it stands, by way of its text. */
static inline plain plain_now(void)
{
    char room[2000], field[20] = "", word[24];
    plain p = {0};
    spk_buf printed = SPK_BUF_OVER(room);
    spk_buf_clear(&printed);
    box.game->print_state(&box, &now, &printed);
    spk_words words = spk_words_of(room);
    bool first = true;
    while (spk_words_next(&words, word, sizeof word)) {
        size_t n = strlen(word);
        bool last = word[n - 1] == ';';
        if (last)
            word[n - 1] = '\0';
        if (first)
            snprintf(field, sizeof field, "%.19s", word);
        else
            plain_value(&p, field, word);
        first = last;
    }
    return p;
}

static inline int sum(const int counts[TYPES])
{
    int n = 0;
    for (int t = 0; t < TYPES; t++)
        n += counts[t];
    return n;
}

static inline int sum_zeros(const int counts[TYPES])
{
    return counts[0] + counts[5] + counts[10] + counts[15];
}

static inline int plain_pile(const plain *p) { return sum(p->pile) + p->n_under; }
static inline int plain_street_size(const plain *p)
{
    return sum(p->street[0]) + sum(p->street[1]);
}
static inline bool plain_is(const plain *p, const char *phase)
{
    return spk_str_eq(p->phase, phase);
}
/* All cards are open: the draw pile of the second pass is used up. */
static inline bool plain_end(const plain *p) { return p->second_pass && plain_pile(p) == 0; }

#endif
