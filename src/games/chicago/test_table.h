/* test_table.h: what Chicago's tests are written with, so that they look like the table.
 *
 *     TABLE(4, "");                          a new game for four
 *     TABLE(2, "pairing=adjacent");          ... with options, apart by one blank
 *     AT("stage step; points 5; yellow at 4,7:4");      a position; see below
 *     CHECK_MOVES("step 4,7 4,6; step 4,7 4,8; ...");
 *     REFUSED("step 4,7 5,8", "CH-R14");     and not a byte has changed
 *     PLAY("step 4,7 5,7");                  whoever's turn it is; chance too: "roll 7", "throw 5 3"
 *     HOLDS("points 4");                     these fields of the printed position
 *     GANG("yellow", "cash 125 reserve 19"); these words among what the gang has
 *
 * AT makes a sound position out of a partial one: round 1 unless said, figures that are nowhere are
 * in reserve, rings that are nowhere in the bank, and buildings that nobody names belong to the gang
 * whose colour they bear, unless somebody stands in them. It must be sound then; AT_ANY takes a
 * position as it is written. */
#ifndef CHICAGO_TEST_TABLE_H
#define CHICAGO_TEST_TABLE_H

#include "test.h"

#include "base/str.h"
#include "engine/box.h"
#include "games/chicago/state.h"

extern const spk_game spk_game_chicago;

static spk_box box;
static spk_state room_for_state;
static chicago_state *const now = (chicago_state *)&room_for_state;
static spk_why why;

static inline const chicago_config *city(void) { return box.config; }

/* -- Boxes ------------------------------------------------------------------------------------- */

/* Options apart by one blank; an edition or NULL. */
static inline spk_err open_box(int n_seats, const char *options, const char *edition)
{
    char words[SPK_MAX_OPTIONS][64];
    const char *list[SPK_MAX_OPTIONS];
    int n = 0;
    spk_words left = spk_words_of(options);
    while (n < SPK_MAX_OPTIONS && spk_words_next(&left, words[n], sizeof words[n])) {
        list[n] = words[n];
        n++;
    }
    spk_box_close(&box);
    why = (spk_why){0};
    spk_choice choice = {.n_seats = n_seats,
                         .options = list,
                         .n_options = n,
                         .edition_text = edition,
                         .edition_length = edition ? strlen(edition) : 0};
    return spk_box_open(&box, &spk_game_chicago, &choice, &why);
}

static inline void new_table(int n_seats, const char *options, const char *file, int line)
{
    if (open_box(n_seats, options, NULL) != SPK_OK) {
        print_error("'%s': %s\n", options, why.text);
        _fail(file, line);
    }
    memset(&room_for_state, 0, sizeof room_for_state);
    box.game->setup(&box, now);
}

#define TABLE(n_seats, options) new_table(n_seats, options, __FILE__, __LINE__)

/* -- Positions --------------------------------------------------------------------------------- */

static inline void show(void)
{
    spk_buf out = {0};
    box.game->print_state(&box, now, &out);
    print_error("%s\n", spk_buf_text(&out));
    spk_buf_release(&out);
}

static inline void put_any(const char *position, const char *file, int line)
{
    if (box.game->parse_state(&box, position, now, &why) != SPK_OK) {
        print_error("'%s': %s\n", position, why.text);
        _fail(file, line);
    }
}

/* Buildings nobody names: who stands in them, who fights for them, whose colour they bear. */
static inline void fill_owners(void)
{
    for (int b = 0; b < CHICAGO_BUILDINGS; b++) {
        bool battle = now->stage == CHICAGO_DUEL || now->stage == CHICAGO_REINFORCE ||
                      now->stage == CHICAGO_PAIR;
        bool owned = false;
        for (int gang = 0; gang < CHICAGO_GANGS; gang++)
            owned |= chicago_has(now->gang[gang].owned, b);
        if (owned)
            continue;
        if (battle && now->battle_at == b)
            chicago_put(now->gang[now->defender].owned, b);
        else if (now->on[b])
            chicago_put(now->gang[now->on[b] - 1].owned, b);
        else
            for (int gang = 0; gang < CHICAGO_GANGS; gang++)
                if (chicago_has(city()->printed[gang], b))
                    chicago_put(now->gang[gang].owned, b);
    }
}

static inline int rings_in_use(int gang)
{
    const chicago_gang *g = &now->gang[gang];
    int n = 0;
    for (int i = 0; i < g->n_members; i++)
        n += chicago_rings_of(g->member[i]);
    for (int i = 0; i < CHICAGO_STRENGTHS; i++)
        n += (i + 1) * g->waiting[i];
    return n;
}

/* What is nowhere is in reserve or in the bank, unless the position said how much is there. */
static inline void fill_supply(void)
{
    int rings = now->rings[0] + now->rings[1], attackers = 0;
    for (int i = 0; i < CHICAGO_STRENGTHS; i++) {
        rings += (i + 1) * now->attackers[i];
        attackers += now->attackers[i];
    }
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        chicago_gang *g = &now->gang[gang];
        int n = g->n_members + chicago_n_waiting(g) + g->dead + g->reserve;
        bool on_turn = gang == chicago_on_turn(city(), now);
        rings += rings_in_use(gang);
        if (on_turn)
            n += attackers + (now->stage == CHICAGO_DUEL);
        else if (gang == now->defender)
            n += now->stage == CHICAGO_DUEL;
        if (city()->present[gang])
            g->reserve = (uint8_t)(g->reserve + CHICAGO_FIGURES - n);
    }
    now->bank = (uint8_t)(CHICAGO_RINGS - rings);
}

static inline void put(const char *position, const char *file, int line)
{
    put_any(position, file, line);
    now->round = now->round ? now->round : 1;
    fill_owners();
    fill_supply();
    const char *broken = box.game->unsound(&box, now);
    if (broken) {
        print_error("'%s': %s\n", position, broken);
        show();
        _fail(file, line);
    }
}

#define AT(position)     put(position, __FILE__, __LINE__)
#define AT_ANY(position) put_any(position, __FILE__, __LINE__)

/* -- Moves ------------------------------------------------------------------------------------- */

static inline spk_seat actor(void)
{
    spk_actors who = box.game->actors(&box, now);
    return who ? spk_actors_first(who) : 0;
}

/* Every position on the way must be sound. */
static inline void play(const char *const *texts, const char *file, int line)
{
    for (; *texts; texts++) {
        spk_move move;
        spk_err err = spk_move_read(&box, now, actor(), *texts, &move, &why);
        if (err == SPK_OK)
            err = spk_apply(&box, now, actor(), move, &why);
        const char *broken = err == SPK_OK ? box.game->unsound(&box, now) : NULL;
        if (err != SPK_OK || broken) {
            print_error("'%s': %s %s\n", *texts, why.rule, broken ? broken : why.text);
            show();
            _fail(file, line);
        }
    }
}

#define PLAY(...) play((const char *const[]){__VA_ARGS__, NULL}, __FILE__, __LINE__)

/* The rule is "" for a text that is no move at all. */
static inline void refused(spk_seat seat, const char *text, const char *rule, const char *file,
                           int line)
{
    spk_state before = room_for_state;
    spk_move move;
    why = (spk_why){0};
    spk_err err = spk_move_read(&box, now, seat, text, &move, &why);
    if (err == SPK_OK || !spk_str_eq(why.rule, rule) || !why.text[0]) {
        print_error("'%s': %s '%s' %s, expected %s\n", text, spk_err_name(err), why.rule, why.text,
                    rule);
        _fail(file, line);
    }
    assert_memory_equal(&before, &room_for_state, sizeof before);
}

#define REFUSED(text, rule)          refused(actor(), text, rule, __FILE__, __LINE__)
#define REFUSED_TO(seat, text, rule) refused(seat, text, rule, __FILE__, __LINE__)

static inline bool is_legal(const char *text)
{
    spk_move move;
    return spk_move_read(&box, now, actor(), text, &move, NULL) == SPK_OK;
}

static inline int n_moves(void)
{
    spk_move moves[SPK_MAX_MOVES];
    return box.game->moves(&box, now, actor(), moves);
}

static inline void check_moves(const char *want, const char *file, int line)
{
    spk_move moves[SPK_MAX_MOVES];
    char text[SPK_MOVE_TEXT];
    spk_buf got = {0};
    int n = box.game->moves(&box, now, actor(), moves);
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

/* -- Looking ----------------------------------------------------------------------------------- */

/* Whether 'words' stand in 'text' as whole words, in one run. */
static inline bool has_words(const char *text, const char *words)
{
    size_t n = strlen(words);
    for (const char *at = text; (at = strstr(at, words)); at++)
        if ((at == text || at[-1] == ' ') && (!at[n] || at[n] == ' ' || at[n] == ';'))
            return true;
    return false;
}

/* In the printed position: in the field that begins with 'name', or anywhere. */
static inline void check_words(const char *name, const char *words, const char *file, int line)
{
    spk_buf out = {0};
    char field[2048];
    box.game->print_state(&box, now, &out);
    const char *start = strstr(spk_buf_text(&out), name);
    start = start ? start + strlen(name) : "";
    snprintf(field, sizeof field, "%.*s", (int)(*name ? strcspn(start, ";") : strlen(start)),
             start);
    spk_buf_release(&out);
    if (!has_words(field, words)) {
        print_error("'%s' is not in '%s'\n", words, field);
        _fail(file, line);
    }
}

#define HOLDS(words)      check_words("", words, __FILE__, __LINE__)
#define GANG(name, words) check_words("; " name " ", words, __FILE__, __LINE__)

static inline int node(const char *name)
{
    int n = -1;
    if (!chicago_parse_node(city(), name, &n))
        fail_msg("'%s' is no field", name);
    return n;
}

/* The owner of a building, "none" if nobody is. */
static inline const char *owner(const char *building)
{
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        if (chicago_has(now->gang[gang].owned, node(building)))
            return chicago_gang_names[gang];
    return "none";
}

static inline spk_result result(void)
{
    spk_result r;
    box.game->result(&box, now, &r);
    return r;
}

static inline int payout(int gang) { return 1000 * chicago_payout_k(city(), now, gang); }

enum { YELLOW, RED, GREEN, BLUE };

/* One step of a random game. */
static inline void random_step(spk_rng *rng)
{
    spk_move moves[SPK_MAX_MOVES], move;
    spk_seat seat = actor();
    if (seat == SPK_SEAT_CHANCE)
        move = spk_chance_draw(&box, now, rng);
    else
        move = moves[spk_rng_below(rng, (uint32_t)box.game->moves(&box, now, seat, moves))];
    box.game->apply(&box, now, seat, move);
}

#endif
