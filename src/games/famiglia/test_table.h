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

#include "test.h"

#include <stdlib.h>

#include "base/str.h"
#include "engine/box.h"
#include "games/registry.h"

static spk_box box;
static spk_state now;
static spk_why why;

/* -- Boxes and positions ----------------------------------------------------------------------- */

static inline spk_err open_box(int n_seats, const char *option, const char *edition)
{
    spk_box_close(&box);
    why = (spk_why){0};
    spk_choice choice = {.n_seats = n_seats,
                         .options = &option,
                         .n_options = option != NULL,
                         .edition_text = edition,
                         .edition_length = edition ? strlen(edition) : 0};
    return spk_box_open(&box, spk_game_find("famiglia"), &choice, &why);
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
    if (box.game->parse_state(&box, position, &now, &why) != SPK_OK) {
        print_error("'%s': %s\n", position, why.text);
        _fail(file, line);
    }
}

#define AT(position)              put(NULL, position, __FILE__, __LINE__)
#define AT_WITH(option, position) put(option, position, __FILE__, __LINE__)

static inline spk_seat actor(void)
{
    spk_actors who = box.game->actors(&box, &now);
    return who ? spk_actors_first(who) : 0;
}

/* -- Moves ------------------------------------------------------------------------------------- */

static inline void play(const char *const *texts, const char *file, int line)
{
    for (; *texts; texts++) {
        spk_move move;
        spk_err err = spk_move_read(&box, &now, actor(), *texts, &move, &why);
        if (err == SPK_OK)
            err = spk_apply(&box, &now, actor(), move, &why);
        if (err != SPK_OK) {
            print_error("'%s' refused: %s %s\n", *texts, why.rule, why.text);
            _fail(file, line);
        }
    }
}

#define PLAY(...) play((const char *const[]){__VA_ARGS__, NULL}, __FILE__, __LINE__)

/* The rule is "" for a text that is no move at all. */
static inline void refused(spk_seat seat, const char *text, const char *rule, const char *file,
                           int line)
{
    spk_state before = now;
    spk_move move;
    why = (spk_why){0};
    spk_err err = spk_move_read(&box, &now, seat, text, &move, &why);
    if (err == SPK_OK || !spk_str_eq(why.rule, rule) || !why.text[0]) {
        print_error("'%s': %s '%s' %s, expected %s\n", text, spk_err_name(err), why.rule, why.text,
                    rule);
        _fail(file, line);
    }
    assert_memory_equal(&before, &now, box.game->state_size);
}

#define REFUSED(text, rule)          refused(actor(), text, rule, __FILE__, __LINE__)
#define REFUSED_TO(seat, text, rule) refused(seat, text, rule, __FILE__, __LINE__)

static inline bool is_legal(const char *text)
{
    spk_move move;
    return spk_move_read(&box, &now, actor(), text, &move, NULL) == SPK_OK;
}

static inline int list_moves(spk_move *moves)
{
    return spk_is_over(&box, &now) || actor() == SPK_SEAT_CHANCE
               ? 0
               : box.game->moves(&box, &now, actor(), moves);
}

static inline void check_moves(const char *want, const char *file, int line)
{
    spk_move moves[SPK_MAX_MOVES];
    char text[SPK_MOVE_TEXT];
    spk_buf got = {0};
    int n = list_moves(moves);
    for (int i = 0; i < n; i++)
        spk_buf_printf(&got, "%s%s", i ? "; " : "", spk_move_text(&box, moves[i], text));
    bool same = spk_str_eq(spk_buf_text(&got), want);
    if (!same)
        print_error("moves are '%s',\nnot '%s'\n", spk_buf_text(&got), want);
    spk_buf_release(&got);
    if (!same)
        _fail(file, line);
}

#define CHECK_MOVES(want) check_moves(want, __FILE__, __LINE__)

/* What chance can do now: "3 draw F0; 1 draw M2". */
static inline void check_chance(const char *want, const char *file, int line)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    char text[SPK_MOVE_TEXT], room[2000];
    spk_buf got = SPK_BUF_OVER(room);
    spk_buf_clear(&got);
    int n = actor() == SPK_SEAT_CHANCE ? box.game->chance(&box, &now, outcomes) : 0;
    for (int i = 0; i < n; i++)
        spk_buf_printf(&got, "%s%u %s", i ? "; " : "", (unsigned)outcomes[i].weight,
                       spk_move_text(&box, outcomes[i].move, text));
    if (!spk_str_eq(spk_buf_text(&got), want)) {
        print_error("chance is '%s',\nnot '%s'\n", spk_buf_text(&got), want);
        _fail(file, line);
    }
}

#define CHECK_CHANCE(want) check_chance(want, __FILE__, __LINE__)

/* -- Looking ----------------------------------------------------------------------------------- */

/* Whether the printed position has this field with exactly these values. */
static inline bool has_field(const char *printed, const char *field, size_t n)
{
    for (const char *at = printed; at; at = strstr(at, "; ") ? strstr(at, "; ") + 2 : NULL)
        if (strncmp(at, field, n) == 0 && (at[n] == ';' || at[n] == '\0'))
            return true;
    return false;
}

static inline void holds(const char *fields, const char *file, int line)
{
    char room[2000];
    spk_buf printed = SPK_BUF_OVER(room);
    spk_buf_clear(&printed);
    box.game->print_state(&box, &now, &printed);
    for (const char *at = fields; at; at = strstr(at, "; ") ? strstr(at, "; ") + 2 : NULL) {
        size_t n = strcspn(at, ";");
        if (!has_field(room, at, n)) {
            print_error("'%.*s' is not in\n%s\n", (int)n, at, room);
            _fail(file, line);
        }
    }
}

#define HOLDS(fields) holds(fields, __FILE__, __LINE__)

static inline spk_result result(void)
{
    spk_result r;
    box.game->result(&box, &now, &r);
    return r;
}

#define CHECK_SCORE(first, second)                                                                 \
    do {                                                                                           \
        CHECK_INT(result().score[0], first);                                                       \
        CHECK_INT(result().score[1], second);                                                      \
    } while (0)

static inline bool is_over(void) { return spk_is_over(&box, &now); }

#define CHECK_OVER(why_it_ended)                                                                   \
    do {                                                                                           \
        CHECK(is_over());                                                                          \
        CHECK_STR(result().reason, why_it_ended);                                                  \
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
