/* analysis_test.c: the analysis on games so small that every verdict is certain.
 *
 * Each toy is a spk_game with just the functions that a match and a search ask for. */
#include "ai/analysis.h"

#include "ai/analysis_inside.h"
#include "ai/luck.h"
#include "ai/narrow.h"
#include "ai/rollouts.h"
#include "base/str.h"
#include "contract/contract.h"
#include "engine/record.h"
#include "games/registry.h"
#include "test.h"
#include <stdlib.h>

typedef struct toy {
    uint8_t phase, weather, first, second, n_steps, n_right, winner, spare;
} toy;

enum { UNSEEN = 255, OVER = 9, ITERATIONS = 400 };

/* A move is its number in words: "3". */
static void print_move(const spk_box *box, spk_move move, spk_buf *out)
{
    (void)box;
    spk_buf_printf(out, "%d", (int)move);
}

static spk_err parse_move(const spk_box *box, const char *text, spk_move *move, spk_why *why)
{
    int n;
    (void)box;
    if (!spk_str_int(text, 0, 100, &n))
        return spk_fail(why, SPK_EMALFORMED, "That is no move.");
    *move = (spk_move)n;
    return SPK_OK;
}

static void setup(const spk_box *box, void *state)
{
    (void)box;
    memset(state, 0, sizeof(toy));
}

static uint32_t turn(const spk_box *box, const void *state)
{
    (void)box, (void)state;
    return 1;
}

static void result(const spk_box *box, const void *state, spk_result *out)
{
    const toy *s = state;
    *out = (spk_result){.n_seats = box->n_seats};
    if (s->phase != OVER)
        return;
    out->score[s->winner] = 1;
    out->reason = "over";
    spk_rank_by_score(out);
}

#define TOY                                                                                        \
    .min_seats = 2, .max_seats = 3, .state_size = sizeof(toy), .max_moves = 3, .max_outcomes = 4,  \
    .max_steps = 50, .setup = setup, .turn = turn, .result = result, .print_move = print_move,     \
    .parse_move = parse_move

/* -- Toy 1: the gate. Chance draws sun (1 of 4) or rain. In the sun seat 0 may walk through and win (1);
 * it may always toss a coin (2), or give up (3): then seat 1 has only to take the win ---------------- */

enum { SUN = 1, RAIN = 2, WALK = 1, TOSS = 2, GIVE_UP = 3, TAKE = 4, HEADS = 5, TAILS = 6 };

static spk_actors gate_actors(const spk_box *box, const void *state)
{
    (void)box;
    switch (((const toy *)state)->phase) {
    case 0:
    case 2: return SPK_CHANCE_ACTS;
    case 1: return SPK_ACTOR(0);
    case 3: return SPK_ACTOR(1);
    default: return 0;
    }
}

static int gate_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    const toy *s = state;
    int n = 0;
    (void)box;
    if (seat == 1) {
        out[0] = TAKE;
        return 1;
    }
    if (s->weather == SUN)
        out[n++] = WALK;
    out[n++] = TOSS;
    out[n++] = GIVE_UP;
    return n;
}

static int gate_chance(const spk_box *box, const void *state, spk_outcome *out)
{
    bool deal = ((const toy *)state)->phase == 0;
    (void)box;
    out[0] = (spk_outcome){deal ? SUN : HEADS, 1};
    out[1] = (spk_outcome){deal ? RAIN : TAILS, deal ? 3 : 1};
    return 2;
}

static void gate_apply(const spk_box *box, void *state, spk_seat seat, spk_move move)
{
    toy *s = state;
    (void)box, (void)seat;
    switch (move) {
    case WALK:
    case TOSS:
        if (s->phase == 0)
            s->weather = (uint8_t)move, s->phase = 1;
        else
            s->phase = move == WALK ? OVER : 2, s->winner = 0;
        break;
    case GIVE_UP: s->phase = 3; break;
    case HEADS: s->phase = OVER, s->winner = 0; break;
    default: s->phase = OVER, s->winner = 1;
    }
}

static void gate_values(const spk_box *box, const void *state, int value[SPK_MAX_SEATS])
{
    const toy *s = state;
    (void)box;
    value[0] = s->phase == 0   ? 6250
               : s->phase == 1 ? (s->weather == SUN ? SPK_WIN : 5000)
               : s->phase == 2 ? 5000
               : s->phase == 3 ? 0
                               : (s->winner == 0) * SPK_WIN;
    value[1] = SPK_WIN - value[0];
}

static const spk_hints gate_hints = {.values = gate_values};
static const spk_game gate = {TOY,
                              .key = "gate",
                              .actors = gate_actors,
                              .moves = gate_moves,
                              .chance = gate_chance,
                              .apply = gate_apply,
                              .hints = &gate_hints};
static const spk_game blind_gate = {TOY,
                                    .key = "blind_gate",
                                    .actors = gate_actors,
                                    .moves = gate_moves,
                                    .chance = gate_chance,
                                    .apply = gate_apply};

/* -- A game and its analysis ------------------------------------------------------------------------ */

static spk_box box;
static spk_match *match;
static spk_analysis *analysis;
static spk_summary sum;

/* Whoever acts, these are the moves; 0 takes the last one back. */
static void play(const spk_game *game, const int *moves, int n)
{
    spk_seat last = 0;
    box = (spk_box){.game = game, .n_seats = 2, .rules_version = 1};
    match = spk_match_new(&box);
    for (int i = 0; i < n; i++) {
        spk_why why = {0};
        spk_actors who = spk_match_actors(match);
        spk_seat seat = who == SPK_CHANCE_ACTS ? SPK_SEAT_CHANCE : spk_actors_first(who);
        spk_err err = moves[i] ? spk_match_move(match, seat, (spk_move)moves[i], &why)
                               : spk_match_undo(match, last, &why);
        if (err != SPK_OK)
            fail_msg("move %d: %s", i, why.text);
        last = seat;
    }
}

#define PLAY(game, ...)                                                                            \
    play(&(game), (const int[]){__VA_ARGS__},                                                      \
         (int)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int)))

static void analyse(const char *bot, int iterations)
{
    analysis = spk_analysis_new(match, spk_bot_find(bot), 1);
    while (spk_analysis_step(analysis, iterations))
        continue;
    spk_analysis_sum(analysis, &sum);
}

static const spk_step *step_of(int entry)
{
    int n;
    const spk_step *s = spk_analysis_steps(analysis, &n);
    for (int i = 0; i < n; i++)
        if (s[i].entry == entry)
            return &s[i];
    fail_msg("entry %d is no step", entry);
    return NULL;
}

static void leave(void)
{
    spk_analysis_free(analysis);
    spk_match_free(match);
}

static int luck_of(int64_t luck) { return (int)(luck / (SPK_LUCK_UNIT / SPK_WIN)); }

TEST(a_forced_win_thrown_away_is_a_blunder)
{
    PLAY(gate, SUN, GIVE_UP, TAKE);
    analyse("hard", ITERATIONS);
    const spk_step *s = step_of(1);
    CHECK_INT(s->verdict, SPK_BLUNDER);
    CHECK_INT(s->best, WALK);
    CHECK_INT(s->lost, SPK_WIN);
    CHECK_INT(s->before[0], SPK_WIN);
    CHECK_INT(s->after[0], 0);
    CHECK_INT(s->after[1], SPK_WIN);
    CHECK_INT(sum.seat[0].n[SPK_BLUNDER], 1);
    CHECK_INT(sum.seat[0].lost, SPK_WIN);
    leave();
}

TEST(a_lucky_draw_is_luck_and_not_skill)
{
    PLAY(gate, RAIN, TOSS, HEADS);
    analyse("hard", ITERATIONS);
    CHECK_INT(step_of(1)->verdict, SPK_BEST);
    CHECK_INT(luck_of(step_of(0)->luck[0]), -1250); /* 5,000 of 6,250 */
    CHECK_INT(luck_of(step_of(2)->luck[0]), 5000);
    CHECK_INT(luck_of(step_of(2)->luck[1]), -5000);
    CHECK_INT(sum.seat[0].result, SPK_WIN);
    CHECK_INT(luck_of(sum.seat[0].luck), 3750);
    CHECK_INT(sum.seat[0].lost, 0);
    CHECK(sum.has_luck && sum.is_over);
    leave();
}

/* It won all the same: that was the coin. */
TEST(a_blunder_that_turned_out_well_is_still_one)
{
    PLAY(gate, SUN, TOSS, HEADS);
    analyse("hard", ITERATIONS);
    const spk_step *s = step_of(1);
    CHECK_INT(s->verdict, SPK_BLUNDER);
    CHECK(s->margin < 3000 && abs(s->lost - 5000) <= s->margin); /* a coin is not that exact */
    CHECK_INT(luck_of(sum.seat[0].luck), 3750 + 5000);
    CHECK_INT(sum.n_points, 3); /* sun, the toss, heads */
    CHECK_INT(sum.point[1].turn, 0);
    CHECK_INT(sum.point[1].step, 1);
    CHECK_INT(sum.point[2].turn, -1);
    CHECK_INT(sum.point[2].change, 5000);
    leave();
}

TEST(a_single_move_is_not_judged)
{
    PLAY(gate, RAIN, GIVE_UP, TAKE);
    analyse("hard", ITERATIONS);
    CHECK_INT(step_of(2)->n_moves, 1);
    CHECK_INT(step_of(2)->verdict, SPK_UNJUDGED);
    CHECK_INT(spk_analysis_progress(analysis).n_asked, 1);
    CHECK_INT(spk_analysis_progress(analysis).n_done, 1);
    CHECK_INT(sum.seat[1].n[SPK_UNJUDGED], 1);
    leave();
}

TEST(what_was_taken_back_never_happened)
{
    int n;
    PLAY(gate, SUN, GIVE_UP, 0, WALK);
    analyse("hard", ITERATIONS);
    spk_analysis_steps(analysis, &n);
    CHECK_INT(n, 2);
    CHECK_INT(step_of(3)->verdict, SPK_BEST);
    CHECK_INT(sum.seat[0].lost, 0);
    leave();
}

TEST(a_game_without_hints_is_judged_by_its_rules)
{
    PLAY(blind_gate, SUN, GIVE_UP, TAKE);
    analyse("hard", ITERATIONS);
    CHECK_INT(step_of(1)->verdict, SPK_BLUNDER);
    CHECK(!sum.has_luck);
    CHECK_INT(sum.seat[0].luck, 0);
    leave();
}

TEST(a_game_that_is_not_over_says_how_it_stands)
{
    PLAY(gate, SUN, TOSS);
    analyse("hard", ITERATIONS);
    CHECK(!sum.is_over);
    CHECK_INT(sum.seat[0].result, step_of(1)->after[0]);
    leave();
    PLAY(gate, SUN);
    analyse("hard", ITERATIONS);
    CHECK_INT(sum.seat[0].result, SPK_WIN / 2);
    leave();
}

/* -- Toy 2: the shell game. Chance hides a pea under shell 1 or 2, nobody sees it, and seat 0 guesses.
 * Toy 3 is the same, but seat 1 hides it, while seat 0 guesses: a sealed decision ------------------- */

static spk_actors shell_actors(const spk_box *b, const void *state)
{
    (void)b;
    switch (((const toy *)state)->phase) {
    case 0: return SPK_CHANCE_ACTS;
    case 1: return SPK_ACTOR(0);
    default: return 0;
    }
}

static spk_actors sealed_actors(const spk_box *b, const void *state)
{
    const toy *s = state;
    (void)b;
    if (s->phase == OVER)
        return 0;
    return (s->first ? 0 : SPK_ACTOR(0)) | (s->second ? 0 : SPK_ACTOR(1));
}

static int two_moves(const spk_box *b, const void *state, spk_seat seat, spk_move *out)
{
    (void)b, (void)state, (void)seat;
    out[0] = 1, out[1] = 2;
    return 2;
}

static int two_shells(const spk_box *b, const void *state, spk_outcome *out)
{
    (void)b, (void)state;
    out[0] = (spk_outcome){1, 1}, out[1] = (spk_outcome){2, 1};
    return 2;
}

static void shell_apply(const spk_box *b, void *state, spk_seat seat, spk_move move)
{
    toy *s = state;
    (void)b;
    if (seat == 0)
        s->first = (uint8_t)move;
    else
        s->second = (uint8_t)move, s->phase = 1;
    if (s->first && s->second)
        s->phase = OVER, s->winner = s->first != s->second;
}

static void shell_redact(const spk_box *b, void *state, spk_seat seat)
{
    toy *s = state;
    (void)b;
    if (s->phase == OVER)
        return;
    if (s->second && (seat != 1 || s->spare == 0))
        s->second = UNSEEN;
    if (s->first && seat != 0)
        s->first = UNSEEN;
}

static void shell_resample(const spk_box *b, void *view, spk_seat seat, spk_rng *rng)
{
    toy *s = view;
    (void)b, (void)seat;
    if (s->first == UNSEEN)
        s->first = (uint8_t)(1 + spk_rng_below(rng, 2));
    if (s->second == UNSEEN)
        s->second = (uint8_t)(1 + spk_rng_below(rng, 2));
}

static bool shell_heard(const spk_box *b, const void *before, spk_seat actor, spk_move move,
                        spk_seat viewer, spk_buf *out)
{
    (void)b, (void)before;
    if (viewer == actor || viewer == SPK_SEAT_ALL_SEEING)
        spk_buf_printf(out, "%d", (int)move);
    return viewer == actor || viewer == SPK_SEAT_ALL_SEEING;
}

static const spk_hints shell_hints = {.values = spk_share_end};
#define SHELL                                                                                      \
    TOY, .moves = two_moves, .chance = two_shells, .apply = shell_apply, .redact = shell_redact,   \
         .resample = shell_resample, .heard = shell_heard
static const spk_game shell = {SHELL, .key = "shell", .actors = shell_actors};
static const spk_game sealed = {SHELL, .key = "sealed", .actors = sealed_actors,
                                .hints = &shell_hints};

TEST(nobody_is_blamed_for_what_they_could_not_know)
{
    for (int guess = 1; guess <= 2; guess++) {
        PLAY(shell, 2, guess);
        analyse("hard", 4 * ITERATIONS);
        CHECK(step_of(1)->verdict == SPK_BEST || step_of(1)->verdict == SPK_GOOD);
        CHECK(abs(step_of(1)->after[0] - 5000) < 800);
        leave();
    }
}

TEST(a_sealed_answer_is_compared_with_the_mixture)
{
    for (int guess = 1; guess <= 2; guess++) {
        PLAY(sealed, guess, 1);
        analyse("hard", 4 * ITERATIONS);
        for (int entry = 0; entry < 2; entry++) {
            CHECK(step_of(entry)->verdict == SPK_BEST || step_of(entry)->verdict == SPK_GOOD);
            CHECK(abs(step_of(entry)->lost) < 1000);
        }
        leave();
    }
}

/* -- Toy 4: the walk. Seat 0 goes six steps left (1) or right (2), and wins if it went right often enough.
 * In which order does not matter. Then seat 1 acknowledges that --------------------------------------- */

static spk_actors walk_actors(const spk_box *b, const void *state)
{
    const toy *s = state;
    (void)b;
    return s->phase == OVER ? 0 : SPK_ACTOR(s->n_steps == 6);
}

static int walk_moves(const spk_box *b, const void *state, spk_seat seat, spk_move *out)
{
    return seat == 1 ? (out[0] = TAKE, 1) : two_moves(b, state, seat, out);
}

static void walk_apply(const spk_box *b, void *state, spk_seat seat, spk_move move)
{
    toy *s = state;
    (void)b;
    if (seat == 1) {
        s->phase = OVER, s->winner = s->n_right < 3;
        return;
    }
    s->n_steps++;
    if (move == 2)
        s->n_right++;
}

static const spk_game walk = {TOY, .key = "walk", .actors = walk_actors, .moves = walk_moves,
                              .apply = walk_apply};

TEST(a_long_walk_that_gets_there_in_another_order_loses_nothing)
{
    PLAY(walk, 1, 1, 1, 2, 2, 2, TAKE);
    analyse("hard", ITERATIONS);
    CHECK(abs(sum.seat[0].lost) < 500);
    CHECK_INT(sum.seat[0].n[SPK_BLUNDER] + sum.seat[0].n[SPK_MISTAKE], 0);
    leave();
}

TEST(a_long_walk_that_misses_is_one_blunder)
{
    PLAY(walk, 1, 1, 1, 1, 2, 2, TAKE);
    analyse("hard", ITERATIONS);
    CHECK_INT(sum.seat[0].n[SPK_BLUNDER], 1);
    CHECK(sum.seat[0].lost > 9000 && sum.seat[0].lost < 11000);
    const spk_turn *turns = analysis->turns;
    CHECK_INT(analysis->n_turns, 2);
    CHECK_INT(turns[0].n_asked, 6);
    CHECK_INT(turns[0].verdict, SPK_BLUNDER);
    CHECK_INT(turns[0].lost, sum.seat[0].lost);
    CHECK_INT(sum.n_points, 1);
    CHECK_INT(sum.point[0].turn, 0);
    leave();
}

/* -- Promises ----------------------------------------------------------------------------------------- */

static void print(spk_buf *out)
{
    spk_json j = {.out = out};
    spk_buf_clear(out);
    spk_json_open(&j, '{');
    spk_analysis_print(analysis, &j);
    spk_json_close(&j, '}');
}

static void play_famiglia(void)
{
    spk_rng rng;
    spk_choice choice = {.n_seats = 2};
    CHECK_INT(spk_box_open(&box, spk_game_find("famiglia"), &choice, NULL), SPK_OK);
    match = spk_match_new(&box);
    spk_rng_init(&rng, 5, 0);
    spk_match_deal(match, &rng);
    for (int i = 0; i < 20; i++) {
        spk_move moves[SPK_MAX_MOVES];
        spk_seat seat = spk_actors_first(spk_match_actors(match));
        int n = spk_match_moves(match, seat, moves);
        CHECK_INT(spk_match_move(match, seat, spk_bot_pick(moves, n, true, &rng), NULL), SPK_OK);
        spk_match_deal(match, &rng);
    }
}

/* Games that were played at a table, by the strongest bot. In Chicago with two players it chooses among whole walks, and has no line for a
 * step that begins none. */
TEST(boss_judges_recorded_games_of_every_game)
{
    static const char *const files[] = {
        "src/games/chicago/plays/two_both_variants.play",
        "src/games/chicago/plays/four_three_casinos.play",
        "src/games/chicago_gangsters/plays/three_players.play",
        "src/games/chicago_gangsters/plays/five_with_mr_x.play",
        "src/games/famiglia/plays/all_cards_open.play",
        "src/games/gangster/plays/three_at_thirteen.play",
    };
    for (int i = 0; i < (int)(sizeof files / sizeof *files); i++) {
        spk_record record;
        spk_buf text = {0};
        read_file(files[i], &text);
        CHECK_INT(spk_record_load(&record, spk_buf_text(&text), text.n, spk_game_find, NULL, NULL),
                  SPK_OK);
        analysis = spk_analysis_new(record.match, spk_bot_find("boss"), 1);
        while (spk_analysis_step(analysis, 4))
            ;
        print(&text); /* every sentence and every figure */
        spk_progress p = spk_analysis_progress(analysis);
        CHECK_INT(p.n_done, p.n_asked);
        spk_analysis_free(analysis);
        spk_record_release(&record);
        spk_buf_release(&text);
    }
}

/* Who reads that a move wins less often has learned nothing: some mistakes cost points, or give the rival some, and the next player had an
 * answer. */
TEST(a_mistake_has_a_reason)
{
    int n, n_scores = 0, n_answers = 0;
    play_famiglia();
    analysis = spk_analysis_new(match, spk_bot_find("boss"), 1);
    while (spk_analysis_step(analysis, 100))
        ;
    const spk_step *steps = spk_analysis_steps(analysis, &n);
    for (int i = 0; i < n; i++) {
        const ai_reason *why = &analysis->reasons[i];
        bool bad = steps[i].verdict >= SPK_INACCURATE && steps[i].verdict <= SPK_BLUNDER;
        CHECK(bad || !why->has_scores);
        CHECK(!why->has_scores || why->own[0] > why->own[1] || why->rivals[0] < why->rivals[1]);
        n_scores += why->has_scores;
        int answer = bad ? ai_answer_to(analysis, i) : -1;
        CHECK(answer < 0 || steps[answer].seat != steps[i].seat);
        n_answers += answer >= 0;
    }
    CHECK(n_scores > 0);
    CHECK(n_answers > 0);
    spk_analysis_free(analysis);
    spk_match_free(match);
    spk_box_close(&box);
}

/* What is said of the last decision of a recorded game. */
static spk_step last_of(const char *file, int iterations)
{
    spk_record record;
    spk_buf text = {0};
    int n;
    read_file(file, &text);
    CHECK_INT(spk_record_load(&record, spk_buf_text(&text), text.n, spk_game_find, NULL, NULL),
              SPK_OK);
    analysis = spk_analysis_new(record.match, spk_bot_find("boss"), 1);
    while (spk_analysis_step(analysis, iterations))
        ;
    const spk_step *steps = spk_analysis_steps(analysis, &n);
    spk_step last = steps[n - 1];
    spk_analysis_free(analysis);
    spk_record_release(&record);
    spk_buf_release(&text);
    return last;
}

/* Score the row first, or the column. Both win, and a judge that stops at the first sure win has not looked at the other. */
TEST(of_two_sure_wins_neither_is_a_blunder)
{
    spk_step last = last_of("src/games/gangster/plays/either_order_wins.play", 100);
    CHECK(last.verdict == SPK_BEST || last.verdict == SPK_GOOD);
    CHECK(last.lost < 100);
    CHECK(last.after[last.seat] > SPK_WIN / 100 * 99);
}

/* The last lay of that game brings nothing: the partner has promised more than enough, and laid it unseen. Who did not hear the promise
 * takes the free ride for a mistake. */
TEST(whoever_relies_on_a_promise_is_judged_by_who_has_heard_it)
{
    spk_step last = last_of("tests/unit/begun/four_free_ride.play", 300);
    CHECK(last.verdict == SPK_BEST || last.verdict == SPK_GOOD);
}

/* In one go or in portions of any size, the same verdicts to the last byte. */
TEST(portions_change_nothing)
{
    spk_buf whole = {0}, parts = {0};
    play_famiglia();
    analyse("hard", 120);
    print(&whole);
    spk_analysis_free(analysis);
    analysis = spk_analysis_new(match, spk_bot_find("hard"), 1);
    for (int percent; (percent = spk_analysis_begin(analysis)) != 0; spk_analysis_end(analysis))
        for (int left = spk_analysis_share(120, percent), n = 1; left > 0 && n > 0; left -= n)
            n = spk_analysis_think(analysis, left < 7 ? left : 7);
    print(&parts);
    CHECK_STR(spk_buf_text(&parts), spk_buf_text(&whole));
    CHECK(whole.n > 1000);
    spk_buf_release(&whole);
    spk_buf_release(&parts);
    leave();
    spk_box_close(&box);
}

TEST(stopped_early_it_tells_what_was_looked_at)
{
    play_famiglia();
    analysis = spk_analysis_new(match, spk_bot_find("hard"), 1);
    for (int i = 0; i < 3; i++)
        CHECK(spk_analysis_step(analysis, 50));
    spk_analysis_sum(analysis, &sum);
    int judged = 0;
    for (int v = SPK_BEST; v < SPK_VERDICT_COUNT; v++)
        judged += sum.seat[0].n[v] + sum.seat[1].n[v];
    CHECK_INT(judged, 3);
    CHECK_INT(spk_analysis_progress(analysis).n_done, 3);
    leave();
    spk_box_close(&box);
}

/* The prospects of all seats always add up to a win. */
TEST(prospects_add_up)
{
    spk_rng rng;
    spk_choice choice = {.n_seats = 3};
    int n;
    CHECK_INT(spk_box_open(&box, spk_game_find("gangster"), &choice, NULL), SPK_OK);
    match = spk_match_new(&box);
    spk_rng_init(&rng, 5, 0);
    spk_match_deal(match, &rng);
    for (int i = 0; i < 12; i++) {
        spk_move moves[SPK_MAX_MOVES];
        spk_seat seat = spk_actors_first(spk_match_actors(match));
        int n_moves = spk_match_moves(match, seat, moves);
        CHECK_INT(spk_match_move(match, seat, spk_bot_pick(moves, n_moves, true, &rng), NULL),
                  SPK_OK);
        spk_match_deal(match, &rng);
    }
    analyse("hard", 60);
    const spk_step *s = spk_analysis_steps(analysis, &n);
    for (int i = 0; i < n; i++)
        if (s[i].verdict != SPK_UNJUDGED) {
            CHECK_INT(s[i].before[0] + s[i].before[1] + s[i].before[2], SPK_WIN);
            CHECK_INT(s[i].after[0] + s[i].after[1] + s[i].after[2], SPK_WIN);
        }
    leave();
    spk_box_close(&box);
}

/* -- Parts -------------------------------------------------------------------------------------------- */

TEST(a_narrow_box_offers_only_those_moves_and_only_there)
{
    spk_narrow narrow;
    spk_move moves[SPK_MAX_MOVES];
    toy here = {.phase = 1, .weather = SUN}, there = {.phase = 1, .weather = RAIN};
    box = (spk_box){.game = &gate, .n_seats = 2};
    spk_narrow_make(&narrow, &box, &here, 0, (const spk_move[]){GIVE_UP, WALK}, 2);
    CHECK_INT(narrow.game.moves(&narrow.box, &here, 0, moves), 2);
    CHECK_INT(moves[0], WALK); /* in the game's order */
    CHECK_INT(moves[1], GIVE_UP);
    CHECK_INT(narrow.game.moves(&narrow.box, &there, 0, moves), 2);
    CHECK_INT(moves[0], TOSS);
    spk_narrow_pin(&narrow, &there, GIVE_UP);
    CHECK_INT(narrow.game.moves(&narrow.box, &there, 0, moves), 1);
    CHECK_INT(moves[0], GIVE_UP);
}

static int think_about(const spk_box *table, const spk_state *view, spk_line *lines, int cap)
{
    spk_rng rng;
    spk_rng_init(&rng, 1, 0);
    spk_bot *boss = spk_bot_new(spk_bot_find("boss"), table, 0, &rng);
    spk_bot_begin(boss, view);
    for (int left = 100; left > 0;)
        left -= spk_bot_think(boss, left);
    int n = spk_bot_lines(boss, lines, cap);
    spk_bot_free(boss);
    return n;
}

/* Of what a net thinks nothing of, a comparison would otherwise know nothing, and call that a certain loss. */
TEST(moves_in_question_are_tried_whatever_a_net_likes)
{
    spk_rng rng;
    spk_choice choice = {.n_seats = 3};
    spk_line lines[SPK_SEARCH_WIDE];
    spk_narrow narrow;
    CHECK_INT(spk_box_open(&box, spk_game_find("gangster"), &choice, NULL), SPK_OK);
    match = spk_match_new(&box);
    spk_rng_init(&rng, 5, 0);
    spk_match_deal(match, &rng);
    CHECK(spk_match_actors(match) == 1); /* seat 0 */
    spk_state here;
    spk_match_view(match, 0, &here);
    int n = think_about(&box, &here, lines, SPK_SEARCH_WIDE);
    CHECK_INT(lines[n - 1].visits, 0);
    spk_narrow_make(&narrow, &box, &here, 0, (const spk_move[]){lines[0].move, lines[n - 1].move},
                    2);
    CHECK_INT(think_about(&narrow.box, &here, lines, SPK_SEARCH_WIDE), 2);
    CHECK(lines[0].visits >= 10 && lines[1].visits >= 10);
    spk_match_free(match);
    spk_box_close(&box);
}

TEST(rollouts_have_honest_intervals)
{
    spk_rollouts coin = {0}, sure = {0};
    toy here = {.phase = 1, .weather = SUN};
    int low, high;
    box = (spk_box){.game = &gate, .n_seats = 2};
    spk_rollouts_add(&coin, &box, &here, 0, TOSS, 1000, 1);
    spk_rollouts_add(&sure, &box, &here, 0, WALK, 10, 1);
    int mean = spk_rollouts_mean(&coin, &low, &high);
    CHECK(low < 5000 && 5000 < high && low < mean && mean < high && high - low < 700);
    CHECK_INT(spk_rollouts_mean(&sure, &low, &high), SPK_WIN);
    CHECK(low > 6000 && low < 9000); /* ten games prove little */
}

TEST_MAIN()
