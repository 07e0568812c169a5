/* test_play.h: longer strides for the tests of Chicago Gangsters, on top of test_table.h: whole fights,
 * due draws, random games.
 *
 *     FIGHT(4, NULL, C01 "district uptown; hand0 B5; hand2 B3", .of = {[0] = "B5", [2] = "B3"});
 *     deals();                                          whatever is due from the pile
 *     CHECK_INT(s->strength[0], 5); */
#ifndef CHICAGO_GANGSTERS_TEST_PLAY_H
#define CHICAGO_GANGSTERS_TEST_PLAY_H

#include "games/chicago_gangsters/tests/test_table.h"

/* C01: challengers seat 0 with the "?" and seat 1 with the marker, against seat 2 with the marker and
 * seat 3. So seat 1 lays first, then 0; seat 2 before 3. */
#define C01 "phase lay; active 1; coalition C01; loot L03; offer senator; "

/* Three players, C09: clan_c? clan_d* against clan_a* clan_b. clan_d is missing, so seat 2 is alone. */
#define LONE "phase lay; active 2; coalition C09; loot L01; offer senator; "

/* The winners choose: seat 0 before seat 1. L01: 2A | P 1M, losers 1A | 2M. */
#define SHARING                                                                                    \
    "phase choose_package; stage loot_share; active 0; starter 0; winner challenger; sharing "     \
    "challenger; coalition C01; district uptown; loot L01; offer senator; points 5 0 0 0; "        \
    "strength 5 0; has_laid 0 1 2 3; "

/* Seat 0's round end, first of all. */
#define ENDING                                                                                     \
    "phase round_end; stage round_end; active 0; starter 0; winner challenger; coalition C01; "    \
    "district uptown; loot L01; has_laid 0 1 2 3; "

static const cg_state *const s = (const cg_state *)&now;

static inline bool is_legal_for(spk_seat seat, const char *text)
{
    spk_move move;
    return spk_move_read(&box, &now, seat, text, &move, NULL) == SPK_OK;
}

static inline bool is_legal(const char *text) { return is_legal_for(actor(), text); }

static inline int n_moves(void)
{
    static spk_move moves[SPK_MAX_MOVES];
    return box.game->moves(&box, &now, actor(), moves);
}

/* Chance takes the first card there is, as long as draws are due. */
static inline void deals(void)
{
    while (s->phase == CG_DRAW) {
        spk_outcome outcomes[SPK_MAX_OUTCOMES];
        box.game->chance(&box, &now, outcomes);
        box.game->apply(&box, &now, SPK_SEAT_CHANCE, outcomes[0].move);
    }
}

/* What each seat lays in a fight; NULL: nothing, covered. 'hide' is the card the "?" player keeps
 * down, 'thug' whether he is used; both may be left out. */
typedef struct lays {
    const char *of[CG_SEATS];
    const char *hide;
    bool thug;
} lays;

static inline void fight_step(const lays *l, const char *file, int line)
{
    char text[SPK_MOVE_TEXT];
    spk_seat seat = actor();
    if (s->phase == CG_LAY) {
        lay_down(l->of[seat] ? l->of[seat] : "- cover", file, line);
    } else if (s->phase == CG_USE_THUG) {
        play_one(seat, l->thug ? "use_thug yes" : "use_thug no", file, line);
    } else {
        snprintf(text, sizeof text, "keep_hidden %s", l->hide ? l->hide : "none");
        play_one(seat, text, file, line);
    }
}

/* From the first lay to the loot. */
static inline void fight_on(const lays *l, const char *file, int line)
{
    while (s->phase == CG_LAY || s->phase == CG_USE_THUG || s->phase == CG_KEEP_HIDDEN)
        fight_step(l, file, line);
}

#define FIGHT_ON(...) fight_on(&(lays){__VA_ARGS__}, __FILE__, __LINE__)
#define FIGHT(n_seats, options, position, ...)                                                     \
    (put(n_seats, options, position, __FILE__, __LINE__), FIGHT_ON(__VA_ARGS__))

/* -- Random games ------------------------------------------------------------------------------ */

/* One random step; what was done. Lays are kept small, so that hands last, and half of the claims are
 * claims. */
typedef struct step {
    spk_seat seat;
    spk_move move;
} step;

static inline step random_step(spk_rng *rng)
{
    static spk_move moves[SPK_MAX_MOVES];
    spk_actors who = box.game->actors(&box, &now);
    step made = {.seat = spk_actors_first(who)};
    if (who == SPK_CHANCE_ACTS) {
        made.move = spk_chance_draw(&box, &now, rng);
    } else {
        for (uint32_t skip = spk_rng_below(rng, (uint32_t)__builtin_popcount(who)); skip; skip--)
            who &= who - 1;
        made.seat = spk_actors_first(who);
        int n = box.game->moves(&box, &now, made.seat, moves);
        made.move = moves[spk_rng_below(rng, (uint32_t)n)];
    }
    box.game->apply(&box, &now, made.seat, made.move);
    return made;
}

/* Look at every step of some random games of every kind of table. */
typedef void (*look)(const cg_state *before, step made);

static inline void watch_game(int n_seats, const char *options, uint64_t seed, look at)
{
    spk_rng rng;
    spk_rng_init(&rng, seed, 7);
    new_game(n_seats, options);
    while (!spk_is_over(&box, &now)) {
        cg_state before = *s;
        step made = random_step(&rng);
        at(&before, made);
    }
}

static inline void watch_games(int n_games, look at)
{
    static const struct {
        int n_seats;
        const char *options;
    } tables[] = {{3, NULL},
                  {4, NULL},
                  {5, NULL},
                  {3, "godfather=on thug_lone_order=thug_first"},
                  {4, "godfather=on thug_doubles_persons=no"},
                  {5, "mr_x_bonus=staying_only first_mr_x=seat_2"},
                  {4, "godfather=on ousted_round_end=none thug_in_barred=no"},
                  {3, "godfather=on claims=spoken"},
                  {4, "godfather=on claims=spoken"}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (int k = 0; k < n_games; k++)
            watch_game(tables[i].n_seats, tables[i].options, (uint64_t)(100 * i) + (uint64_t)k, at);
}

#endif
