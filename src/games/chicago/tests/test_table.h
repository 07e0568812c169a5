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

#include "games/chicago/rules.h"

#include "table.h"

extern const spk_game spk_game_chicago;

static chicago_state *const here = (chicago_state *)&now;

static inline const chicago_config *city(void) { return box.config; }

/* -- Boxes ------------------------------------------------------------------------------------- */

static inline spk_err open_box(int n_seats, const char *options, const char *edition)
{
    return open_table(&spk_game_chicago, n_seats, options, edition);
}

static inline void new_table(int n_seats, const char *options, const char *file, int line)
{
    if (open_box(n_seats, options, NULL) != SPK_OK) {
        print_error("'%s': %s\n", options, why.text);
        _fail(file, line);
    }
    memset(&now, 0, sizeof now);
    box.game->setup(&box, &now);
}

#define TABLE(n_seats, options) new_table(n_seats, options, __FILE__, __LINE__)

/* -- Positions --------------------------------------------------------------------------------- */

/* Buildings nobody names: who stands in them, who fights for them, whose colour they bear. */
static inline void fill_owners(void)
{
    for (int b = 0; b < CHICAGO_BUILDINGS; b++) {
        bool battle = here->stage == CHICAGO_DUEL || here->stage == CHICAGO_REINFORCE ||
                      here->stage == CHICAGO_PAIR;
        bool owned = false;
        for (int gang = 0; gang < CHICAGO_GANGS; gang++)
            owned |= chicago_has(here->gang[gang].owned, b);
        if (owned)
            continue;
        if (battle && here->battle_at == b)
            chicago_put(here->gang[here->defender].owned, b);
        else if (here->on[b])
            chicago_put(here->gang[here->on[b] - 1].owned, b);
        else
            for (int gang = 0; gang < CHICAGO_GANGS; gang++)
                if (chicago_has(city()->printed[gang], b))
                    chicago_put(here->gang[gang].owned, b);
    }
}

static inline int rings_in_use(int gang)
{
    const chicago_gang *g = &here->gang[gang];
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
    int rings = here->rings[0] + here->rings[1], attackers = 0;
    for (int i = 0; i < CHICAGO_STRENGTHS; i++) {
        rings += (i + 1) * here->attackers[i];
        attackers += here->attackers[i];
    }
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        chicago_gang *g = &here->gang[gang];
        int n = g->n_members + chicago_n_waiting(g) + g->dead + g->reserve;
        bool on_turn = gang == chicago_on_turn(city(), here);
        rings += rings_in_use(gang);
        if (on_turn)
            n += attackers + (here->stage == CHICAGO_DUEL);
        else if (gang == here->defender)
            n += here->stage == CHICAGO_DUEL;
        if (city()->present[gang])
            g->reserve = (uint8_t)(g->reserve + CHICAGO_FIGURES - n);
    }
    here->bank = (uint8_t)(CHICAGO_RINGS - rings);
}

static inline void put(const char *position, const char *file, int line)
{
    lay_out(position, file, line);
    here->round = here->round ? here->round : 1;
    fill_owners();
    fill_supply();
    must_be_sound(file, line);
}

#define AT(position)     put(position, __FILE__, __LINE__)
#define AT_ANY(position) lay_out(position, __FILE__, __LINE__)

/* -- Moves ------------------------------------------------------------------------------------- */

static inline bool is_legal(const char *text)
{
    spk_move move;
    return spk_move_read(&box, &now, actor(), text, &move, NULL) == SPK_OK;
}

static inline int n_moves(void)
{
    spk_move moves[SPK_MAX_MOVES];
    return legal_moves(moves);
}

#define CHECK_MOVES(want) check_moves("", want, __FILE__, __LINE__)

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
    box.game->print_state(&box, &now, &out);
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
        if (chicago_has(here->gang[gang].owned, node(building)))
            return chicago_gang_names[gang];
    return "none";
}

static inline int payout(int gang) { return 1000 * chicago_payout_k(city(), here, gang); }

enum { YELLOW, RED, GREEN, BLUE };

/* One step of a random game. */
static inline void random_step(spk_rng *rng)
{
    spk_move moves[SPK_MAX_MOVES], move;
    spk_seat seat = actor();
    if (seat == SPK_SEAT_CHANCE)
        move = spk_chance_draw(&box, &now, rng);
    else
        move = moves[spk_rng_below(rng, (uint32_t)box.game->moves(&box, &now, seat, moves))];
    box.game->apply(&box, &now, seat, move);
}

#endif
