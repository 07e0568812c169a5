/* secrets_test.c: what a seat may not know never reaches it, and what a bot is given in its place is a
 * fair guess. At every node of random matches of every game, for every seat and the onlooker:
 *
 *     state --redact--> view --resample--> worlds that could be the truth
 *       |                 |                    |
 *       +-- same moves, same judgement --------+-- and the same view again
 *
 * Whether the guess is fair is measured: a sampler that draws worlds as often as they are true hits the
 * truth exactly as often as it hits its own previous draw. One that favours some worlds repeats itself
 * more often than it is right. */
#include "contract/contract.h"

enum {
    MATCHES = 4,        /* at each table, for the promises */
    FAIR_MATCHES = 150, /* at each table, for the measure */
    MANY_WORLDS = 100,  /* at one node in MANY_ONE_IN ... */
    FEW_WORLDS = 2,     /* ... and at the others */
    MANY_ONE_IN = 12,
    BAD_MOVES = 4,
    EARS = 40,
    FAIR_DRAWS = 20, /* even: draws are compared in pairs */
};

/* -- A view says as much as the state ---------------------------------------------------------- */

static bool same_list(const contract_table *t, const void *a, const void *b, spk_seat seat)
{
    static spk_move in_a[SPK_MAX_MOVES], in_b[SPK_MAX_MOVES];
    int n = t->box.game->moves(&t->box, a, seat, in_a);
    return t->box.game->moves(&t->box, b, seat, in_b) == n &&
           memcmp(in_a, in_b, (size_t)n * sizeof *in_a) == 0;
}

static bool same_judgement(const contract_table *t, const void *a, const void *b, spk_seat seat,
                           spk_move move)
{
    spk_why why_a = {0}, why_b = {0};
    spk_err err_a = spk_judge(&t->box, a, seat, move, &why_a);
    spk_err err_b = spk_judge(&t->box, b, seat, move, &why_b);
    return err_a == err_b && spk_str_eq(why_a.rule, why_b.rule) &&
           spk_str_eq(why_a.text, why_b.text);
}

/* For the seat the two are one: turn, list, refusals, default. */
static void check_same_for(contract_table *t, const void *a, const void *b, spk_seat seat)
{
    spk_actors who = t->box.game->actors(&t->box, a);
    PROMISE(t, t->box.game->actors(&t->box, b) == who);
    for (int i = 0; i < BAD_MOVES && seat != SPK_SEAT_ONLOOKER; i++) {
        spk_move any = (spk_move)spk_rng_next(&t->rng) << (i % 2 ? 32 : 0) | spk_rng_next(&t->rng);
        PROMISE(t, same_judgement(t, a, b, seat, i % 2 ? any : any & 0x1fff));
    }
    if (!spk_actors_has(who, seat))
        return;
    PROMISE(t, same_list(t, a, b, seat));
    PROMISE(t, spk_safe(&t->box, a, seat) == spk_safe(&t->box, b, seat));
}

/* A view goes through text: a bot in another process (`speakeasy bot`) is given it so. It is told
 * nothing else, so worlds that look alike must read alike; they do, because the text is made from the
 * view and the views are the same bytes (check_world). */
static void check_view_text(contract_table *t, const spk_state *view)
{
    spk_buf text = {0};
    spk_state again;
    spk_why why = {0};
    t->box.game->print_state(&t->box, view, &text);
    memset(&again, 0xa5, sizeof again);
    PROMISE(t, text.n > 0 && !strpbrk(text.bytes, "\n\r"));
    PROMISE(t, t->box.game->parse_state(&t->box, text.bytes, &again, &why) == SPK_OK);
    PROMISE(t, contract_same(t, &again, view));
    spk_buf_release(&text);
}

/* -- Worlds ------------------------------------------------------------------------------------ */

static void play_on(contract_table *t, spk_state *world)
{
    int step = t->step;
    spk_actors who;
    while ((who = t->box.game->actors(&t->box, world)) != 0) {
        PROMISE(t, step++ < t->box.game->max_steps);
        spk_seat seat = contract_actor(t, who);
        t->box.game->apply(&t->box, world, seat, contract_choose(t, world, seat));
        PROMISE(t, spk_unsound(&t->box, world) == NULL);
    }
}

static void check_world(contract_table *t, const contract_sight *seen, spk_seat viewer)
{
    spk_state world;
    contract_sight again = {0};
    spk_state_copy(&t->box, &world, &seen->view);
    spk_resample(&t->box, &world, viewer, &t->rng);
    PROMISE(t, spk_unsound(&t->box, &world) == NULL);
    contract_look(t, &world, viewer, &again);
    PROMISE(t, contract_looks_alike(t, seen, &again));
    spk_buf_release(&again.text);
    check_same_for(t, &seen->view, &world, viewer);
    if (contract_one_in(t, 50))
        play_on(t, &world);
}

static void check_viewer(contract_table *t, const spk_state *state, spk_seat viewer)
{
    contract_sight seen = {0};
    spk_state twice;
    contract_look(t, state, viewer, &seen);
    spk_state_copy(&t->box, &twice, &seen.view);
    spk_redact(&t->box, &twice, viewer);
    PROMISE(t, contract_same(t, &twice, &seen.view));
    check_view_text(t, &seen.view);
    check_same_for(t, state, &seen.view, viewer);
    bool open = contract_same(t, state, &seen.view); /* nothing is hidden: there is one world */
    int n = !open && contract_one_in(t, MANY_ONE_IN) ? MANY_WORLDS : FEW_WORLDS;
    for (int i = 0; i < n; i++)
        check_world(t, &seen, viewer);
    spk_buf_release(&seen.text);
}

static void play_match(contract_table *t)
{
    spk_state state;
    spk_actors who;
    t->state = &state;
    t->box.game->setup(&t->box, &state);
    do {
        bool look = contract_one_in(t, t->thin);
        for (int v = 0; look && v <= t->box.n_seats; v++)
            check_viewer(t, &state, contract_viewer(t, v));
        who = t->box.game->actors(&t->box, &state);
        if (who) {
            spk_seat seat = contract_actor(t, who);
            t->box.game->apply(&t->box, &state, seat, contract_choose(t, &state, seat));
            t->step++;
        }
    } while (who);
    t->state = NULL;
}

TEST(every_game_shows_a_view_and_nothing_else) { contract_for_each_table(play_match, MATCHES); }

/* -- Eyes and ears agree ------------------------------------------------------------------------
 * Two moves that a viewer hears alike look alike to that viewer afterwards, or the view leaks; two
 * that look alike although they lead to different positions are heard alike, or the telling does. A
 * move that openly reveals something (the last sealed answer) is excused. */

static void hear(const contract_table *t, const void *before, spk_seat actor, spk_move move,
                 spk_seat viewer, spk_buf *out)
{
    char effects[SPK_TOLD_TEXT];
    spk_buf_clear(out);
    spk_effects_text(&t->box, before, actor, move, effects);
    if (!spk_event_text(&t->box, before, actor, move, viewer, effects, out))
        spk_buf_puts(out, "(nothing)");
}

static void check_pair(contract_table *t, const void *before, spk_seat actor, spk_move a,
                       spk_move b, spk_seat viewer)
{
    char room_a[256] = "", room_b[256] = "";
    spk_buf heard_a = SPK_BUF_OVER(room_a), heard_b = SPK_BUF_OVER(room_b);
    spk_state after_a, after_b;
    spk_state_copy(&t->box, &after_a, before);
    spk_state_copy(&t->box, &after_b, before);
    t->box.game->apply(&t->box, &after_a, actor, a);
    t->box.game->apply(&t->box, &after_b, actor, b);
    bool differ = !contract_same(t, &after_a, &after_b);
    spk_redact(&t->box, &after_a, viewer);
    spk_redact(&t->box, &after_b, viewer);
    bool look_alike = contract_same(t, &after_a, &after_b);
    hear(t, before, actor, a, viewer, &heard_a);
    hear(t, before, actor, b, viewer, &heard_b);
    bool sound_alike = spk_str_eq(room_a, room_b);
    PROMISE(t, !sound_alike || look_alike);
    PROMISE(t, !(differ && look_alike) || sound_alike);
}

static bool reveals(const contract_table *t, const void *before, spk_seat seat, spk_move move)
{
    const spk_game *game = t->box.game;
    return seat != SPK_SEAT_CHANCE && game->reveals && game->reveals(&t->box, before, seat, move);
}

/* Every move, or some of very many, against one other, for every viewer. */
static void check_ears(contract_table *t, const void *state, spk_seat seat)
{
    static spk_move moves[SPK_MAX_MOVES];
    int n = contract_list(t, state, seat, moves);
    int stride = 1 + n / EARS;
    for (int i = 1; i < n; i += stride) {
        int other = (int)spk_rng_below(&t->rng, (uint32_t)i);
        if (reveals(t, state, seat, moves[i]) || reveals(t, state, seat, moves[other]))
            continue;
        for (int v = 0; v <= t->box.n_seats; v++)
            check_pair(t, state, seat, moves[i], moves[other], contract_viewer(t, v));
    }
}

static void listen_to_match(contract_table *t)
{
    spk_state state;
    spk_actors who;
    t->state = &state;
    t->box.game->setup(&t->box, &state);
    while ((who = t->box.game->actors(&t->box, &state)) != 0) {
        bool listen = contract_one_in(t, t->thin);
        for (spk_actors left = listen ? who : 0; left; left &= left - 1)
            check_ears(t, &state, spk_actors_first(left));
        spk_seat seat = contract_actor(t, who);
        t->box.game->apply(&t->box, &state, seat, contract_choose(t, &state, seat));
        t->step++;
    }
    t->state = NULL;
}

TEST(every_game_tells_what_it_shows) { contract_for_each_table(listen_to_match, MATCHES); }

/* -- Fair guesses ------------------------------------------------------------------------------ */

/* One number per match: how much oftener the truth was drawn than the previous draw. Nodes of one
 * match are not independent; matches are. */
typedef struct fairness {
    int n_matches;
    double sum, sum_of_squares;
} fairness;

static fairness fair;

/* Draws at one node for one viewer: hits of the truth, less hits of each other (per draw). */
static double excess_at(contract_table *t, const spk_state *state, spk_seat viewer)
{
    spk_state view, world[2];
    int truths = 0, repeats = 0;
    spk_state_copy(&t->box, &view, state);
    spk_redact(&t->box, &view, viewer);
    int n_draws = contract_same(t, state, &view) ? 2 : FAIR_DRAWS; /* open: one world, twice */
    for (int i = 0; i < n_draws; i++) {
        spk_state_copy(&t->box, &world[i % 2], &view);
        spk_resample(&t->box, &world[i % 2], viewer, &t->rng);
        truths += contract_same(t, &world[i % 2], state);
        if (i % 2)
            repeats += 2 * contract_same(t, &world[0], &world[1]);
    }
    return (double)(truths - repeats) / n_draws;
}

static void measure_match(contract_table *t)
{
    spk_state state;
    spk_actors who;
    double excess = 0;
    t->state = &state;
    t->busy = false; /* hidden answers are drawn as a uniform player gives them */
    t->box.game->setup(&t->box, &state);
    while ((who = t->box.game->actors(&t->box, &state)) != 0) {
        bool look = contract_one_in(t, t->thin);
        for (int v = 0; look && v <= t->box.n_seats; v++)
            excess += excess_at(t, &state, contract_viewer(t, v));
        spk_seat seat = contract_actor(t, who);
        t->box.game->apply(&t->box, &state, seat, contract_choose(t, &state, seat));
        t->step++;
    }
    fair.n_matches++;
    fair.sum += excess;
    fair.sum_of_squares += excess * excess;
    t->state = NULL;
}

/* Within five standard errors of nothing. */
static void check_fair(const spk_game *game, int n_seats)
{
    double n = fair.n_matches, mean = fair.sum / n;
    double variance = (fair.sum_of_squares - n * mean * mean) / (n - 1);
    if (mean * mean > 25 * variance / n)
        fail_msg("%s for %d: resample hits the truth %+.4f times a match more than its own last "
                 "draw, in %d matches (variance %.4f): it is not the distribution of the worlds "
                 "that fit the view",
                 game->key, n_seats, mean, fair.n_matches, variance);
}

static void check_fairness_of(const spk_game *game)
{
    for (int n_seats = game->min_seats; n_seats <= game->max_seats; n_seats++) {
        fair = (fairness){0};
        contract_sit(game, n_seats, "", measure_match, contract_times(FAIR_MATCHES));
        check_fair(game, n_seats);
    }
}

TEST(every_game_guesses_fairly)
{
    for (int i = 0; i < contract_n_games(); i++)
        if (spk_has_secrets(contract_game(i)) && contract_is_wanted(contract_game(i)))
            check_fairness_of(contract_game(i));
}

TEST_MAIN()
