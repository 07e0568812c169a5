/* search_test.c: the search on games so small that the right answer is known.
 *
 * Each toy is a spk_game with just the functions a search asks for. A state is four bytes:
 *     0 whose turn or what phase   1 first answer   2 second answer   3 what is hidden */
#include "ai/search.h"

#include "ai/bot.h"
#include "ai/tree.h"
#include "engine/box.h"
#include "games/registry.h"
#include "test.h"
#include <stdlib.h>

typedef struct toy {
    uint8_t phase, first, second, hidden;
} toy;

enum { UNSEEN = 255, TOY_OVER = 9 };

static uint32_t turn(const spk_box *box, const void *state)
{
    (void)box;
    return ((const toy *)state)->phase;
}

static void open_redact(const spk_box *box, void *state, spk_seat seat)
{
    (void)box, (void)state, (void)seat;
}

static void open_resample(const spk_box *box, void *view, spk_seat seat, spk_rng *rng)
{
    (void)box, (void)view, (void)seat, (void)rng;
}

/* -- Toy 1: three doors and a die. Door k wins with (k + 1) of 6; one decision, one chance ------- */

static spk_actors doors_actors(const spk_box *box, const void *state)
{
    (void)box;
    switch (((const toy *)state)->phase) {
    case 0: return SPK_ACTOR(0);
    case 1: return SPK_CHANCE_ACTS;
    default: return 0;
    }
}

static int three_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    (void)box, (void)state, (void)seat;
    for (int i = 0; i < 3; i++)
        out[i] = (spk_move)i;
    return 3;
}

static int die(const spk_box *box, const void *state, spk_outcome *out)
{
    (void)box, (void)state;
    for (int i = 0; i < 6; i++)
        out[i] = (spk_outcome){(spk_move)i, 1};
    return 6;
}

static void doors_apply(const spk_box *box, void *state, spk_seat seat, spk_move move)
{
    toy *s = state;
    (void)box;
    if (seat == SPK_SEAT_CHANCE)
        s->second = (uint8_t)move, s->phase = TOY_OVER;
    else
        s->first = (uint8_t)move, s->phase = 1;
}

static void doors_result(const spk_box *box, const void *state, spk_result *result)
{
    const toy *s = state;
    *result = (spk_result){.n_seats = box->n_seats};
    result->winners = s->second <= s->first ? 1 : 2;
}

static const spk_game doors = {
    .key = "doors",
    .state_size = sizeof(toy),
    .actors = doors_actors,
    .moves = three_moves,
    .chance = die,
    .apply = doors_apply,
    .result = doors_result,
    .redact = open_redact,
    .resample = open_resample,
    .turn = turn,
};

static spk_search *search;
static spk_box table;
static spk_rng rng;

static void sit(const spk_game *game, const spk_style *style, const void *view, uint64_t seed)
{
    table = (spk_box){.game = game, .n_seats = 2};
    spk_rng_init(&rng, seed, 0);
    search = spk_search_new(&table, 0, style);
    spk_search_begin(search, view, &rng);
}

static int value_of(spk_move move)
{
    spk_line lines[16];
    int n = spk_search_lines(search, lines, 16);
    for (int i = 0; i < n; i++)
        if (lines[i].move == move)
            return lines[i].value;
    return -1;
}

TEST(chance_is_averaged_and_the_best_door_found)
{
    sit(&doors, &(spk_style){0}, &(toy){0}, 1);
    spk_search_run(search, 6000);
    CHECK_INT((int)spk_search_best(search), 2);
    CHECK(abs(value_of(2) - 5000) < 300);
    CHECK(value_of(0) < value_of(1) && value_of(1) < value_of(2));
    spk_search_free(search);
}

/* -- Five doors: door k wins with k of 6, so the first never does ------------------------------- */

static int five_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    (void)box, (void)state, (void)seat;
    for (int i = 0; i < 5; i++)
        out[i] = (spk_move)i;
    return 5;
}

static void five_doors_result(const spk_box *box, const void *state, spk_result *result)
{
    const toy *s = state;
    *result = (spk_result){.n_seats = box->n_seats};
    result->winners = s->second < s->first ? 1 : 2;
}

static const spk_game five_doors = {
    .key = "five_doors",
    .state_size = sizeof(toy),
    .actors = doors_actors,
    .moves = five_moves,
    .chance = die,
    .apply = doors_apply,
    .result = five_doors_result,
    .redact = open_redact,
    .resample = open_resample,
    .turn = turn,
};

static void count_doors(const spk_game *game, const spk_style *style, int n[5])
{
    sit(game, style, &(toy){0}, 1);
    CHECK(spk_search_draws_lots(search));
    spk_search_run(search, 6000);
    for (int i = 0; i < 1000; i++)
        n[spk_search_best(search)]++;
    spk_search_free(search);
}

/* The best door is overlooked in 400 of 1000 cases, the second then in 400 of 1000 again, and so on; who sees none looks
 * once more: 606, 242, 97, 39 and 15. Always the same for a seed. */
TEST(a_search_overlooks_the_best_as_often_as_its_style_says)
{
    int n[5] = {0}, again[5] = {0};
    spk_style style = {.overlooks = 400, .notices = SPK_WIN};
    count_doors(&five_doors, &style, n);
    count_doors(&five_doors, &style, again);
    CHECK(n[4] > 575 && n[4] < 670 && n[3] > 200 && n[3] < 290 && n[1] + n[2] > 95);
    assert_memory_equal(n, again, sizeof n);
}

/* Whatever a search misses, it does not go through the door that never wins. */
TEST(from_something_to_nothing_is_always_noticed)
{
    int n[5] = {0};
    count_doors(&five_doors, &(spk_style){.overlooks = 900, .notices = SPK_WIN}, n);
    CHECK_INT(n[0], 0);
    CHECK(n[1] > 100 && n[2] > 100 && n[3] > 100);
}

/* The same five doors, but the best is to stay outside. */
static int four_moves_and_stop(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    five_moves(box, state, seat, out);
    out[4] |= SPK_MOVE_IDLE;
    return 5;
}

static void doors_or_stop_apply(const spk_box *box, void *state, spk_seat seat, spk_move move)
{
    doors_apply(box, state, seat, move & ~SPK_MOVE_IDLE);
}

TEST(nobody_overlooks_that_one_may_stop)
{
    spk_game game = five_doors;
    game.moves = four_moves_and_stop;
    game.apply = doors_or_stop_apply;
    sit(&game, &(spk_style){.overlooks = 600, .notices = SPK_WIN}, &(toy){0}, 1);
    spk_search_run(search, 6000);
    for (int i = 0; i < 200; i++)
        CHECK(spk_search_best(search) & SPK_MOVE_IDLE);
    spk_search_free(search);
}

TEST(nobody_overlooks_one_of_three)
{
    int n[5] = {0};
    count_doors(&doors, &(spk_style){.overlooks = 900, .notices = SPK_WIN}, n);
    CHECK_INT(n[2], 1000);
}

/* The best doors win with 3333, 5000 and 6667 of 10,000: the first of these is too much worse, the second is not. */
TEST(nobody_overlooks_what_costs_too_much)
{
    int n[5] = {0}, none[5] = {0};
    count_doors(&five_doors, &(spk_style){.overlooks = 400, .notices = 2500}, n);
    CHECK(n[0] + n[1] + n[2] == 0 && n[3] > 200 && n[3] < 290);
    count_doors(&five_doors, &(spk_style){.overlooks = 900, .notices = 1000}, none);
    CHECK_INT(none[4], 1000);
}

/* -- A sure share or a die: the first door is a win with the rival, the second wins with 'hidden' of 6 -- */

static int two_doors(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    (void)box, (void)state, (void)seat;
    out[0] = 0, out[1] = 1;
    return 2;
}

static void gamble_result(const spk_box *box, const void *state, spk_result *result)
{
    const toy *s = state;
    *result = (spk_result){.n_seats = box->n_seats};
    result->winners = s->first == 0 ? 3 : s->second < s->hidden ? 1 : 2;
}

static const spk_game gamble = {
    .key = "gamble",
    .state_size = sizeof(toy),
    .actors = doors_actors,
    .moves = two_doors,
    .chance = die,
    .apply = doors_apply,
    .result = gamble_result,
    .redact = open_redact,
    .resample = open_resample,
    .turn = turn,
};

/* Which door somebody with this taste takes. */
static int door_of(spk_risk risk, uint8_t wins)
{
    sit(&gamble, &(spk_style){.risk = risk}, &(toy){.hidden = wins}, 1);
    spk_search_run(search, 3000);
    int door = (int)spk_search_best(search);
    spk_search_free(search);
    return door;
}

TEST(the_careful_take_a_sure_share_and_the_bold_a_gamble_that_brings_as_much)
{
    CHECK_INT(door_of(SPK_CAREFUL, 3), 0);
    CHECK_INT(door_of(SPK_BOLD, 3), 1);
}

/* A third of a win more or less is nobody's taste. */
TEST(nobody_pays_much_for_a_taste)
{
    for (int risk = 0; risk < SPK_RISK_COUNT; risk++) {
        CHECK_INT(door_of((spk_risk)risk, 4), 1);
        CHECK_INT(door_of((spk_risk)risk, 2), 0);
    }
}

TEST(the_lines_are_sorted_and_their_visits_add_up)
{
    spk_line lines[3];
    sit(&doors, &(spk_style){0}, &(toy){0}, 1);
    spk_search_run(search, 500);
    CHECK_INT(spk_search_lines(search, lines, 3), 3);
    CHECK(lines[0].visits >= lines[1].visits && lines[1].visits >= lines[2].visits);
    CHECK_INT((int)(lines[0].visits + lines[1].visits + lines[2].visits), 500);
    CHECK_INT(spk_search_lines(search, lines, 1), 1);
    CHECK_INT((int)lines[0].move, 2);
    spk_search_free(search);
}

/* Whether the first line is not the most visited. With more than two players none that was visited a tenth as often as the most
 * visited has brought more than the first; what is decided anyway says nothing. */
static bool is_by_value(const spk_box *box, const spk_state *view, spk_seat seat,
                        const spk_style *style, spk_rng *dice)
{
    spk_line lines[SPK_MAX_MOVES];
    spk_search *s = spk_search_new(box, seat, style);
    spk_search_begin(s, view, dice);
    spk_search_run(s, 200);
    int n = spk_search_lines(s, lines, SPK_MAX_MOVES);
    CHECK(spk_search_best(s) == lines[0].move);
    CHECK(n < 2 || lines[1].visits >= lines[n - 1].visits);
    uint32_t most = n > 1 && lines[1].visits > lines[0].visits ? lines[1].visits : lines[0].visits;
    bool open = spk_search_has_choice(s) && lines[0].value > SPK_WIN / 100 &&
                lines[0].value < SPK_WIN - SPK_WIN / 100; /* else points decide */
    for (int i = 1; i < n && box->n_seats > 2 && open; i++)
        CHECK(lines[i].visits * 10 < most || lines[i].value <= lines[0].value ||
              lines[i].value == 0);
    bool other = open && lines[0].visits < most;
    spk_search_free(s);
    return other;
}

/* A random game, thought about now and then: how often the move to make is not the most visited. */
static int count_by_value(const spk_box *box, uint64_t seed)
{
    static const spk_style learned = {.knows = true, .learned = true, .sets = true};
    spk_state state;
    spk_move moves[SPK_MAX_MOVES];
    spk_rng dice;
    spk_actors who;
    int n_other = 0;
    spk_rng_init(&dice, seed, 0);
    box->game->setup(box, &state);
    while ((who = box->game->actors(box, &state)) != 0) {
        spk_seat seat = spk_actors_first(who);
        if (who == SPK_CHANCE_ACTS) {
            box->game->apply(box, &state, seat, spk_chance_draw(box, &state, &dice));
            continue;
        }
        int n = box->game->moves(box, &state, seat, moves);
        if (n > 1 && spk_rng_below(&dice, 4) == 0)
            n_other += is_by_value(box, &state, seat, &learned, &dice);
        box->game->apply(box, &state, seat, spk_bot_pick(moves, n, false, &dice));
    }
    return n_other;
}

TEST(with_more_than_two_players_what_moves_brought_decides)
{
    spk_box box;
    int n[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        CHECK_INT(
            spk_box_open(&box, spk_game_find("gangster"), &(spk_choice){.n_seats = 2 + k}, NULL),
            SPK_OK);
        for (uint64_t seed = 0; seed < 3; seed++)
            n[k] += count_by_value(&box, seed);
        spk_box_close(&box);
    }
    CHECK_INT(n[0], 0);
    CHECK(n[1] > 0);
}

/* -- Toy 2: two hands shown at once. Both zero: seat 0 wins 3 of 4 times; both one: always; else
 * seat 1 wins. The equilibrium plays zero with 4/7 -------------------------------------------------- */

static spk_actors hands_actors(const spk_box *box, const void *state)
{
    const toy *s = state;
    (void)box;
    if (s->phase == 1)
        return SPK_CHANCE_ACTS;
    if (s->phase == TOY_OVER)
        return 0;
    return (s->first ? 0 : SPK_ACTOR(0)) | (s->second ? 0 : SPK_ACTOR(1));
}

static int two_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    (void)box, (void)state, (void)seat;
    out[0] = 1, out[1] = 2;
    return 2;
}

static void hands_apply(const spk_box *box, void *state, spk_seat seat, spk_move move)
{
    toy *s = state;
    (void)box;
    if (seat == SPK_SEAT_CHANCE)
        s->hidden = (uint8_t)move, s->phase = TOY_OVER;
    else if (seat == 0)
        s->first = (uint8_t)move;
    else
        s->second = (uint8_t)move;
    if (s->phase == 0 && s->first && s->second)
        s->phase = 1;
}

static int quarter(const spk_box *box, const void *state, spk_outcome *out)
{
    (void)box, (void)state;
    out[0] = (spk_outcome){0, 1}, out[1] = (spk_outcome){1, 3};
    return 2;
}

static void hands_redact(const spk_box *box, void *state, spk_seat seat)
{
    toy *s = state;
    (void)box;
    if (s->phase == 0 && seat != 0 && s->first)
        s->first = UNSEEN;
    if (s->phase == 0 && seat != 1 && s->second)
        s->second = UNSEEN;
}

static void hands_resample(const spk_box *box, void *view, spk_seat seat, spk_rng *r)
{
    toy *s = view;
    (void)box, (void)seat;
    if (s->first == UNSEEN)
        s->first = (uint8_t)(1 + spk_rng_below(r, 2));
    if (s->second == UNSEEN)
        s->second = (uint8_t)(1 + spk_rng_below(r, 2));
}

static void hands_result(const spk_box *box, const void *state, spk_result *result)
{
    const toy *s = state;
    *result = (spk_result){.n_seats = box->n_seats};
    bool same = s->first == s->second, wins = same && (s->first == 2 || s->hidden == 1);
    result->winners = wins ? 1 : 2;
}

static const spk_hints hands_hints = {.values = spk_share_end, .rival_worlds = 2};

static const spk_game hands = {
    .key = "hands",
    .state_size = sizeof(toy),
    .actors = hands_actors,
    .moves = two_moves,
    .chance = quarter,
    .apply = hands_apply,
    .result = hands_result,
    .redact = hands_redact,
    .resample = hands_resample,
    .turn = turn,
    .hints = &hands_hints,
};

TEST(sealed_answers_become_a_mixture)
{
    spk_style style = {.knows = true, .sets = true};
    spk_line lines[2];
    sit(&hands, &style, &(toy){0}, 3);
    spk_search_run(search, 40000);
    CHECK_INT(spk_search_lines(search, lines, 2), 2);
    double zero = (double)lines[lines[0].move == 2].visits / 40000;
    CHECK(zero > 4.0 / 7 - 0.08 && zero < 4.0 / 7 + 0.08);
    spk_search_free(search);
}

TEST(a_sealed_move_is_drawn_as_often_as_it_was_looked_at)
{
    spk_style style = {.knows = true, .sets = true};
    int n[3] = {0};
    sit(&hands, &style, &(toy){0}, 3);
    spk_search_run(search, 4000);
    for (int i = 0; i < 1000; i++)
        n[spk_search_best(search)]++;
    CHECK(n[1] > 300 && n[2] > 200 && n[1] + n[2] == 1000);
    spk_search_free(search);
}

/* -- Toy 3: a hidden coin. Seat 0 holds heads or tails (0 or 1) and says "safe" (0) or "call" (1).
 * Safe: seat 0 wins one time in three. Call: seat 1, who cannot see the coin, guesses it; right:
 * seat 1 wins. A rival who knew the coin would always be right, and calling hopeless; a rival who
 * does not is right half the time, and calling is better ----------------------------------------- */

static spk_actors coin_actors(const spk_box *box, const void *state)
{
    (void)box;
    switch (((const toy *)state)->phase) {
    case 0: return SPK_ACTOR(0);
    case 1: return SPK_ACTOR(1);
    case 2: return SPK_CHANCE_ACTS;
    default: return 0;
    }
}

static void coin_apply(const spk_box *box, void *state, spk_seat seat, spk_move move)
{
    toy *s = state;
    (void)box;
    if (seat == 0)
        s->first = (uint8_t)move, s->phase = move == 2 ? 1 : 2;
    else
        s->second = (uint8_t)move, s->phase = TOY_OVER;
}

static int third(const spk_box *box, const void *state, spk_outcome *out)
{
    (void)box, (void)state;
    out[0] = (spk_outcome){5, 1}, out[1] = (spk_outcome){6, 2};
    return 2;
}

static void coin_redact(const spk_box *box, void *state, spk_seat seat)
{
    toy *s = state;
    (void)box;
    if (seat != 0 && s->phase != TOY_OVER)
        s->hidden = UNSEEN;
}

static void coin_resample(const spk_box *box, void *view, spk_seat seat, spk_rng *r)
{
    toy *s = view;
    (void)box, (void)seat;
    if (s->hidden == UNSEEN)
        s->hidden = (uint8_t)(1 + spk_rng_below(r, 2));
}

static void coin_result(const spk_box *box, const void *state, spk_result *result)
{
    const toy *s = state;
    *result = (spk_result){.n_seats = box->n_seats};
    bool wins = s->first == 1 ? s->second == 5 : s->second != s->hidden;
    result->winners = wins ? 1 : 2;
}

static const spk_game coin = {
    .key = "coin",
    .state_size = sizeof(toy),
    .actors = coin_actors,
    .moves = two_moves,
    .chance = third,
    .apply = coin_apply,
    .result = coin_result,
    .redact = coin_redact,
    .resample = coin_resample,
    .turn = turn,
    .hints = &hands_hints,
};

TEST(a_rival_in_the_tree_does_not_know_the_searchers_coin)
{
    spk_style style = {.knows = true, .sets = true, .rival_worlds = true};
    for (uint8_t side = 1; side <= 2; side++) {
        sit(&coin, &style, &(toy){.hidden = side}, 7 + side);
        spk_search_run(search, 4000);
        CHECK_INT((int)spk_search_best(search), 2);
        CHECK(value_of(2) > 4000);
        spk_search_free(search);
    }
}

/* The same search without rival worlds learns to answer the true coin: that is what they are for. */
TEST(without_rival_worlds_the_rival_would_know)
{
    spk_style style = {.knows = true, .sets = true};
    sit(&coin, &style, &(toy){.hidden = 1}, 8);
    spk_search_run(search, 4000);
    CHECK(value_of(2) < 1500);
    CHECK_INT((int)spk_search_best(search), 1);
    spk_search_free(search);
}

/* -- Toy 4: stones. Take one to three; who takes the last one wins. Whoever moves with a multiple of four on
 * the table has lost. 'first' is what lies there, 'hidden' who moves; with 'second' a die is thrown after
 * every move, which changes nothing ------------------------------------------------------------ */

static spk_actors stones_actors(const spk_box *box, const void *state)
{
    const toy *s = state;
    (void)box;
    return s->phase == TOY_OVER ? 0 : s->phase == 1 ? SPK_CHANCE_ACTS : SPK_ACTOR(s->hidden);
}

static int stones_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    const toy *s = state;
    int n = s->first < 3 ? s->first : 3;
    (void)box, (void)seat;
    for (int i = 0; i < n; i++)
        out[i] = (spk_move)(i + 1);
    return n;
}

static void stones_apply(const spk_box *box, void *state, spk_seat seat, spk_move move)
{
    toy *s = state;
    (void)box;
    if (seat == SPK_SEAT_CHANCE) {
        s->phase = s->first ? 0 : TOY_OVER;
        return;
    }
    s->first = (uint8_t)(s->first - move);
    s->hidden = !s->hidden;
    s->phase = s->second ? 1 : s->first ? 0 : TOY_OVER;
}

static void stones_result(const spk_box *box, const void *state, spk_result *result)
{
    const toy *s = state;
    *result = (spk_result){.n_seats = box->n_seats, .winners = s->hidden ? 1 : 2};
}

static const spk_hints stones_hints = {.values = NULL};

static const spk_game stones = {
    .key = "stones",
    .state_size = sizeof(toy),
    .actors = stones_actors,
    .moves = stones_moves,
    .chance = die,
    .apply = stones_apply,
    .result = stones_result,
    .turn = turn,
    .hints = &stones_hints,
};

static const spk_style learned = {.knows = true, .learned = true};

TEST(a_sure_win_is_found_and_ends_the_thinking)
{
    spk_line lines[3];
    int value[SPK_MAX_SEATS];
    sit(&stones, &learned, &(toy){.first = 7}, 1);
    spk_search_run(search, 4000);
    CHECK(!spk_search_has_choice(search));
    CHECK_INT((int)spk_search_best(search), 3);
    CHECK(spk_search_prospects(search, value) && value[0] == SPK_WIN && value[1] == 0);
    CHECK_INT(spk_search_lines(search, lines, 3), 3);
    CHECK(lines[0].move == 3 && lines[0].value == SPK_WIN);
    spk_search_free(search);
}

TEST(a_sure_loss_is_known_too_and_a_later_decision_at_once)
{
    int value[SPK_MAX_SEATS];
    sit(&stones, &learned, &(toy){.first = 8}, 1);
    spk_search_run(search, 4000);
    CHECK(!spk_search_has_choice(search));
    CHECK(spk_search_prospects(search, value) && value[0] == 0 && value[1] == SPK_WIN);
    spk_search_begin(search, &(toy){.first = 5}, &rng); /* the rival has taken the wrong number */
    CHECK_INT((int)spk_search_best(search), 1);
    spk_search_free(search);
}

TEST(what_chance_may_change_is_not_decided)
{
    sit(&stones, &learned, &(toy){.first = 7, .second = 1}, 1);
    spk_search_run(search, 4000);
    CHECK(spk_search_has_choice(search));
    CHECK_INT((int)spk_search_best(search), 3);
    spk_search_free(search);
}

TEST(only_a_search_that_has_learned_keeps_book_of_what_is_certain)
{
    sit(&stones, &(spk_style){.knows = true}, &(toy){.first = 7}, 1);
    spk_search_run(search, 4000);
    CHECK(spk_search_has_choice(search));
    spk_search_free(search);
}

/* -- Memory ------------------------------------------------------------------------------------ */

TEST(a_decision_met_again_is_still_known)
{
    spk_line lines[3];
    sit(&doors, &(spk_style){0}, &(toy){0}, 1);
    spk_search_run(search, 100);
    spk_search_begin(search, &(toy){0}, &rng);
    spk_search_run(search, 100);
    spk_search_lines(search, lines, 3);
    CHECK_INT((int)(lines[0].visits + lines[1].visits + lines[2].visits), 200);
    spk_search_free(search);
}

/* -- Toy 5: twelve stakes, a card nobody has seen, and a die. A stake is worth its number, card and die a hundred
 * times as much. After the die a round is over, though chance would go on for ever ------------------- */

static spk_actors stakes_actors(const spk_box *box, const void *state)
{
    (void)box;
    return ((const toy *)state)->phase == 0 ? SPK_ACTOR(0) : SPK_CHANCE_ACTS;
}

static int stakes_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    (void)box, (void)state, (void)seat;
    for (int i = 0; i < 12; i++)
        out[i] = (spk_move)(i + 1);
    return 12;
}

static void stakes_apply(const spk_box *box, void *state, spk_seat seat, spk_move move)
{
    toy *s = state;
    (void)box;
    if (seat == SPK_SEAT_CHANCE)
        s->second = (uint8_t)move, s->phase = 2;
    else
        s->first = (uint8_t)move, s->phase = 1;
}

static void stakes_redact(const spk_box *box, void *state, spk_seat seat)
{
    (void)box, (void)seat;
    ((toy *)state)->hidden = UNSEEN;
}

static void stakes_resample(const spk_box *box, void *view, spk_seat seat, spk_rng *r)
{
    (void)box, (void)seat;
    ((toy *)view)->hidden = (uint8_t)spk_rng_below(r, 6);
}

static void stakes_values(const spk_box *box, const void *state, int value[SPK_MAX_SEATS])
{
    const toy *s = state;
    (void)box;
    value[0] = 600 * (s->hidden + s->second) + 6 * s->first;
    value[1] = SPK_WIN - value[0];
}

static bool stakes_settled(const spk_box *box, const void *state)
{
    (void)box;
    return ((const toy *)state)->phase == 2;
}

static const spk_features stakes_features = {.is_settled = stakes_settled};
static const spk_hints stakes_hints = {
    .values = stakes_values, .horizon = 1, .compares = true, .features = &stakes_features};

static const spk_game stakes = {
    .key = "stakes",
    .state_size = sizeof(toy),
    .actors = stakes_actors,
    .moves = stakes_moves,
    .chance = die,
    .apply = stakes_apply,
    .redact = stakes_redact,
    .resample = stakes_resample,
    .turn = turn,
    .hints = &stakes_hints,
};

/* A tree would have to look a million times to tell the last two stakes apart. */
TEST(moves_that_meet_the_same_luck_are_told_apart_at_once)
{
    spk_style style = {.knows = true, .sets = true, .rival_worlds = true};
    for (uint64_t seed = 0; seed < 20; seed++) {
        sit(&stakes, &style, &(toy){.hidden = UNSEEN}, seed);
        spk_search_run(search, 60);
        CHECK_INT((int)spk_search_best(search), 12);
        CHECK(value_of(12) > value_of(11));
        spk_search_free(search);
    }
}

TEST(a_comparison_stops_where_the_round_is_over_and_visits_the_best_most)
{
    spk_style style = {.knows = true, .sets = true};
    spk_search_figures figures;
    spk_line lines[12];
    int value[SPK_MAX_SEATS];
    sit(&stakes, &style, &(toy){.hidden = UNSEEN}, 3);
    CHECK(!spk_search_prospects(search, value));
    spk_search_run(search, 1000);
    spk_search_measure(search, &figures);
    CHECK_INT((int)figures.transitions, 2 * 1000);
    CHECK_INT(spk_search_lines(search, lines, 12), 12);
    CHECK_INT((int)lines[0].move, 12);
    CHECK(lines[0].visits > 2 * lines[11].visits && lines[11].visits >= 4);
    CHECK(spk_search_prospects(search, value));
    CHECK_INT(value[0] + value[1], SPK_WIN);
    spk_search_free(search);
}

/* What was found of a decision once is not mixed with what is found later, in other worlds. */
TEST(a_comparison_begins_anew_with_every_decision)
{
    spk_style style = {.knows = true, .sets = true};
    spk_line line;
    sit(&stakes, &style, &(toy){.hidden = UNSEEN}, 3);
    spk_search_run(search, 500);
    spk_search_begin(search, &(toy){.hidden = UNSEEN}, &rng);
    spk_search_run(search, 24);
    CHECK_INT(spk_search_lines(search, &line, 1), 1);
    CHECK_INT((int)line.visits, 2);
    spk_search_free(search);
}

TEST(no_search_takes_more_memory_than_it_was_given)
{
    spk_search_figures f;
    for (size_t bytes = (size_t)1 << 20; bytes <= (size_t)1 << 24; bytes *= 4) {
        sit(&doors, &(spk_style){.memory = bytes}, &(toy){0}, 1);
        spk_search_run(search, 1000);
        spk_search_measure(search, &f);
        CHECK(f.bytes <= bytes + (128 << 10));
        spk_search_free(search);
    }
}

TEST(a_tree_doubles_up_to_its_limit_and_keeps_what_it_holds)
{
    ai_tree t;
    uint64_t n = 0, key = 0x9e3779b97f4a7c15u;
    ai_tree_init(&t, 1 << 20);
    CHECK(!ai_tree_grow(&t)); /* there is room */
    for (ai_node *node; (node = ai_tree_find(&t, key * ++n, 1)) != NULL; ai_tree_grow(&t))
        node->visits = (uint32_t)n;
    CHECK(t.bytes <= 1 << 20 && t.bytes > 1 << 19);
    CHECK(n > 8192);
    for (uint64_t i = 1; i < n; i++)
        CHECK_INT((int)ai_tree_find(&t, key * i, 1)->visits, (int)i);
    ai_tree_release(&t);
}

/* A node begins with a few edges; a longer row knows what the shorter one learned. */
TEST(a_longer_row_of_edges_keeps_what_the_shorter_one_learned)
{
    spk_move moves[20];
    uint32_t weights[20];
    ai_tree t;
    ai_tree_init(&t, 1 << 20);
    ai_node *node = ai_tree_find(&t, 5, 0);
    for (int i = 0; i < 20; i++)
        moves[i] = (spk_move)(100 + i), weights[i] = (uint32_t)(i * 7 % 20 + 1);
    CHECK(ai_tree_open(&t, node, moves, weights, 20, 4) && node->more);
    for (int i = 0; i < 4; i++) {
        ai_edge *edge = &ai_tree_edges(&t, node)[i];
        CHECK_INT((int)weights[edge->move - 100], 20 - i);
        edge->visits = (uint32_t)(10 + i), edge->sum = 1000 * i;
    }
    CHECK(ai_tree_open(&t, node, moves, weights, 20, 16) && node->more && node->n_edges == 16);
    for (int i = 0; i < 16; i++) {
        const ai_edge *edge = &ai_tree_edges(&t, node)[i];
        CHECK_INT((int)weights[edge->move - 100], 20 - i);
        CHECK_INT((int)edge->visits, i < 4 ? 10 + i : 0);
    }
    CHECK(ai_tree_open(&t, node, moves, weights, 20, 64) && !node->more && node->n_edges == 20);
    ai_tree_release(&t);
}

TEST(a_full_tree_refuses_and_a_tidied_one_has_room_again)
{
    ai_tree t;
    uint64_t n = 0;
    ai_tree_init(&t, 1 << 18);
    while (ai_tree_find(&t, 0x9e3779b97f4a7c15u * ++n, 0))
        CHECK(n < 1 << 16);
    CHECK(ai_tree_find(&t, 0x9e3779b97f4a7c15u * 1, 0)); /* what is there is still found */
    ai_tree_tidy(&t);
    CHECK_INT((int)t.n_nodes, 0);
    CHECK(ai_tree_find(&t, 1, 0));
    ai_tree_release(&t);
}

TEST(edges_stand_by_weight_and_the_lightest_fall_off)
{
    ai_tree t;
    spk_move moves[5] = {10, 11, 12, 13, 14};
    uint32_t weights[5] = {1, 7, 3, 7, 2};
    ai_tree_init(&t, 1 << 18);
    ai_node *node = ai_tree_find(&t, 42, 1);
    CHECK(ai_tree_open(&t, node, moves, weights, 5, 4));
    ai_edge *edge = ai_tree_edges(&t, node);
    CHECK_INT(node->n_edges, 4);
    for (int i = 1; i < 4; i++)
        ai_tree_rank(&edge[i], 4 - i);
    CHECK(edge[0].move == 11 && edge[1].move == 13 && edge[2].move == 12 && edge[3].move == 14);
    CHECK(edge[0].prior > 0.34f && edge[0].prior < 0.36f); /* 7 of 20 */
    ai_tree_release(&t);
}

TEST_MAIN()
