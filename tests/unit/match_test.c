/* match_test.c: the match: log, undo, safe defaults, talk, and what leaves it towards a seat.
 * Played with Famiglia, and with Envelopes, a toy made here that has what Famiglia has not: moves
 * that others do not hear, simultaneous answers, a move that shows something, and talk. */
#include "test.h"

#include "base/str.h"
#include "engine/match.h"
#include "engine/record.h"
#include "games/registry.h"

/* -- Help -------------------------------------------------------------------------------------- */

static void open_famiglia(spk_box *box)
{
    const char *options[] = {"start_player=seat_1"};
    spk_choice choice = {.options = options, .n_options = 1};
    CHECK(spk_box_open(box, spk_game_find("famiglia"), &choice, NULL) == SPK_OK);
}

static void add(spk_match *m, const char *const *lines, int n)
{
    for (int i = 0; i < n; i++) {
        spk_why why = {0};
        if (spk_match_entry_add(m, lines[i], &why) != SPK_OK)
            fail_msg("'%s': %s %s", lines[i], why.rule, why.text);
    }
}
#define ADD(m, ...)                                                                                \
    add(m, (const char *const[]){__VA_ARGS__},                                                     \
        (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

/* A match whose state and log are kept, to see that a refusal changed neither. */
typedef struct photo {
    spk_state state;
    int n_entries;
} photo;

static photo photo_of(const spk_match *m)
{
    photo p = {.n_entries = spk_match_n_entries(m)};
    spk_state_copy(spk_match_box(m), &p.state, spk_match_state(m));
    return p;
}

static bool unchanged(const spk_match *m, const photo *p)
{
    return spk_match_n_entries(m) == p->n_entries &&
           spk_state_eq(spk_match_box(m), &p->state, spk_match_state(m));
}

static bool state_is_replay(const spk_match *m)
{
    spk_state replay;
    spk_match_state_at(m, spk_match_n_entries(m), &replay);
    return spk_state_eq(spk_match_box(m), &replay, spk_match_state(m));
}

static void check_history(const spk_match *m, spk_seat viewer, int first, const char *want)
{
    spk_buf out = {0};
    spk_match_history(m, viewer, first, &out);
    CHECK_STR(spk_buf_text(&out), want);
    spk_buf_release(&out);
}

/* Seat 0 has A1 in hand and A0 in its display and stands before action 1 of its third turn. */
static spk_match *before_an_exchange(const spk_box *box)
{
    spk_match *m = spk_match_new(box);
    ADD(m, "chance draw A0", "chance draw A1", "chance draw F0", "chance draw F1", "chance draw B1",
        "chance draw M1", "0 recruit A0", "1 recruit F0", "0 end_refresh",
        "0 recruit A1 exhaust A0", "1 end_refresh", "1 recruit F1 exhaust F0");
    return m;
}

/* -- Famiglia: playing and refusing ------------------------------------------------------------ */

TEST(fa_2_1_out_of_turn_is_refused_and_changes_nothing)
{
    spk_box box;
    spk_why why;
    open_famiglia(&box);
    spk_match *m = before_an_exchange(&box);
    photo before = photo_of(m);
    CHECK(spk_match_play(m, 1, "pass", &why) == SPK_EREFUSED);
    CHECK_STR(why.rule, "FA-2.1");
    CHECK(spk_match_play(m, SPK_SEAT_CHANCE, "draw F0", &why) == SPK_EREFUSED);
    CHECK_STR(why.rule, "FA-2.1");
    CHECK(spk_match_play_safe(m, 1, &why) == SPK_EREFUSED);
    CHECK_STR(why.rule, "FA-2.1");
    for (spk_seat seat = -1; seat <= 40; seat++)
        if (seat != 0)
            CHECK(spk_match_play(m, seat, "end_refresh", NULL) == SPK_EREFUSED);
    CHECK(unchanged(m, &before));
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(a_refused_move_changes_nothing_and_says_why)
{
    spk_box box;
    spk_why why;
    open_famiglia(&box);
    spk_match *m = before_an_exchange(&box);
    photo before = photo_of(m);
    CHECK(spk_match_play(m, 0, "recruit", &why) == SPK_EMALFORMED);
    CHECK(spk_match_play(m, 0, "", &why) == SPK_EMALFORMED);
    CHECK(spk_match_play(m, 0, "refresh F4", &why) == SPK_EREFUSED);
    CHECK_STR(why.rule, "FA-3.3");
    CHECK(spk_match_move(m, 0, 0xffffffffffffffffu, &why) != SPK_OK);
    CHECK(spk_match_play(m, 0, "refresh F4", NULL) == SPK_EREFUSED);
    CHECK(unchanged(m, &before));
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(fa_10_nothing_after_the_end)
{
    spk_box box;
    spk_why why;
    open_famiglia(&box);
    spk_match *m = before_an_exchange(&box);
    ADD(m, "0 safe end_refresh", "0 safe skip_exchange", "0 pass", "1 end_refresh", "1 pass");
    CHECK(spk_match_is_over(m));
    CHECK_INT(spk_match_actors(m), 0);
    photo before = photo_of(m);
    CHECK(spk_match_play(m, 0, "pass", &why) == SPK_EREFUSED);
    CHECK_STR(why.rule, "FA-10");
    CHECK(spk_match_play_safe(m, 1, &why) == SPK_EREFUSED);
    CHECK_STR(why.rule, "FA-10");
    CHECK(spk_match_undo(m, 1, &why) == SPK_EREFUSED);
    CHECK_STR(why.rule, "");
    CHECK(strstr(why.text, "over"));
    CHECK(unchanged(m, &before));
    spk_result result;
    spk_match_result(m, &result);
    CHECK_STR(result.reason, "double_pass");
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(talk_is_refused_where_a_game_has_none)
{
    spk_box box;
    spk_why why;
    open_famiglia(&box);
    spk_match *m = before_an_exchange(&box);
    photo before = photo_of(m);
    CHECK(spk_match_talk(m, 0, "hello", &why) == SPK_EREFUSED);
    CHECK_STR(why.text, "This game has no table talk.");
    CHECK(spk_match_entry_add(m, "0 say hello", NULL) == SPK_EREFUSED);
    CHECK_INT(spk_match_speakers(m), 0);
    CHECK(unchanged(m, &before));
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(the_log_spells_every_entry_and_reads_it_back)
{
    spk_box box;
    spk_buf line = {0};
    open_famiglia(&box);
    spk_match *m = before_an_exchange(&box);
    CHECK(spk_match_play_safe(m, 0, NULL) == SPK_OK);
    CHECK(spk_match_undo(m, 0, NULL) == SPK_OK);
    int n = spk_match_n_entries(m);
    CHECK_INT(n, 14);
    spk_entry safe = spk_match_entry(m, n - 2), undo = spk_match_entry(m, n - 1);
    CHECK(safe.kind == SPK_ENTRY_SAFE && safe.seat == 0);
    CHECK_STR(safe.text, "safe end_refresh");
    CHECK(undo.kind == SPK_ENTRY_UNDO && undo.seat == 0);
    spk_match_entry_print(m, 0, &line);
    spk_buf_putc(&line, '/');
    spk_match_entry_print(m, n - 2, &line);
    spk_buf_putc(&line, '/');
    spk_match_entry_print(m, n - 1, &line);
    CHECK_STR(spk_buf_text(&line), "chance draw A0/0 safe end_refresh/0 undo");

    spk_match *again = spk_match_new(&box);
    for (int i = 0; i < n; i++) {
        spk_buf_clear(&line);
        spk_match_entry_print(m, i, &line);
        CHECK(spk_match_entry_add(again, spk_buf_text(&line), NULL) == SPK_OK);
    }
    CHECK(spk_state_eq(&box, spk_match_state(m), spk_match_state(again)));
    spk_buf_release(&line);
    spk_match_free(again);
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(an_entry_that_cannot_be_read_is_refused)
{
    static const char *const bad[] = {
        "",
        "0",
        "pass",
        "2 pass",
        "-1 pass",
        "00 end_refresh",
        "house pass",
        "onlooker pass",
        " 0 end_refresh",
        "0",
        "0 ",
        "0  end_refresh x",
        "0 safe",
        "0 safe refresh B1",
        "chance safe end_refresh",
        "chance undo",
        "0 undo ",
        "1 undo",
        "0 undo",
    };
    spk_box box;
    open_famiglia(&box);
    spk_match *m = before_an_exchange(&box);
    photo before = photo_of(m);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (spk_match_entry_add(m, bad[i], NULL) == SPK_OK)
            fail_msg("'%s' was taken", bad[i]);
    CHECK(unchanged(m, &before));
    spk_match_free(m);
    spk_box_close(&box);
}

/* -- Famiglia: undo ---------------------------------------------------------------------------- */

TEST(moves_of_a_turn_are_taken_back_one_by_one)
{
    spk_box box;
    spk_why why;
    open_famiglia(&box);
    spk_match *m = before_an_exchange(&box);
    photo step[4];
    const char *moves[] = {"end_refresh", "play_accountant A1", "take A0"};
    for (int i = 0; i < 3; i++) {
        step[i] = photo_of(m);
        CHECK(spk_match_play(m, 0, moves[i], NULL) == SPK_OK);
    }
    for (int i = 2; i >= 0; i--) {
        CHECK(spk_match_can_undo(m, 0, NULL));
        CHECK(!spk_match_can_undo(m, 1, NULL));
        CHECK(spk_match_undo(m, 0, NULL) == SPK_OK);
        CHECK(spk_state_eq(&box, &step[i].state, spk_match_state(m)));
        CHECK(state_is_replay(m));
    }
    photo back = photo_of(m);
    CHECK(spk_match_undo(m, 0, &why) == SPK_EREFUSED); /* the turn began after the other's move */
    CHECK(strstr(why.text, "somebody else"));
    CHECK_STR(why.rule, "");
    CHECK(unchanged(m, &back));
    CHECK_INT(spk_match_n_entries(m), 12 + 3 + 3);
    ADD(m, "0 end_refresh", "0 skip_exchange", "0 undo", "0 play_accountant A1", "0 take A0",
        "0 give B0"); /* and all again, otherwise */
    CHECK(state_is_replay(m));
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(no_undo_after_cards_came_or_the_turn_ended_or_another_acted)
{
    spk_box box;
    spk_why why;
    open_famiglia(&box);
    spk_match *m = before_an_exchange(&box);
    CHECK(spk_match_play(m, 0, "refresh B1", NULL) == SPK_OK);
    CHECK(spk_match_play(m, SPK_SEAT_CHANCE, "draw A0", NULL) == SPK_OK);
    CHECK(spk_match_undo(m, 0, &why) == SPK_EREFUSED);
    CHECK(strstr(why.text, "cards or dice"));
    ADD(m, "0 skip_exchange");
    CHECK(spk_match_can_undo(m, 0, NULL)); /* made after the draw */
    CHECK(spk_match_undo(m, 1, &why) == SPK_EREFUSED);
    CHECK(strstr(why.text, "somebody else"));
    ADD(m, "0 recruit A0*");
    CHECK(spk_match_undo(m, 0, &why) == SPK_EREFUSED);
    CHECK(strstr(why.text, "your turn is over"));
    ADD(m, "1 end_refresh");
    CHECK(spk_match_undo(m, 0, &why) == SPK_EREFUSED);
    CHECK(strstr(why.text, "somebody else"));
    CHECK(spk_match_undo(m, SPK_SEAT_CHANCE, &why) == SPK_EREFUSED);
    CHECK(strstr(why.text, "Only a player"));
    CHECK(spk_match_undo(m, 2, NULL) == SPK_EREFUSED);
    CHECK(spk_match_undo(m, -1, NULL) == SPK_EREFUSED);
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(nothing_to_take_back_at_the_start)
{
    spk_box box;
    spk_why why;
    open_famiglia(&box);
    spk_match *m = spk_match_new(&box);
    CHECK(spk_match_undo(m, 0, &why) == SPK_EREFUSED);
    CHECK(strstr(why.text, "not made a move"));
    CHECK_INT(spk_match_n_entries(m), 0);
    spk_match_free(m);
    spk_box_close(&box);
}

/* Ten thousand moves taken back cost no more than as many moves. */
TEST(taking_back_for_ever_stays_cheap)
{
    spk_box box;
    open_famiglia(&box);
    spk_match *m = before_an_exchange(&box);
    for (int i = 0; i < 10000; i++)
        ADD(m, "0 end_refresh", "0 undo");
    CHECK_INT(spk_match_n_entries(m), 20012);
    CHECK(state_is_replay(m));
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(ends_turn_tells_the_last_move_of_a_turn)
{
    spk_box box;
    spk_move move;
    open_famiglia(&box);
    spk_match *m = before_an_exchange(&box);
    photo before = photo_of(m);
    CHECK(box.game->parse_move(&box, "end_refresh", &move, NULL) == SPK_OK);
    CHECK(!spk_match_ends_turn(m, 0, move));
    CHECK(!spk_match_ends_turn(m, 1, move)); /* not legal for that seat */
    CHECK(box.game->parse_move(&box, "pass", &move, NULL) == SPK_OK);
    CHECK(!spk_match_ends_turn(m, 0, move)); /* not legal yet */
    CHECK(unchanged(m, &before));
    ADD(m, "0 end_refresh", "0 skip_exchange");
    CHECK(spk_match_ends_turn(m, 0, move));
    CHECK(!spk_match_is_over(m));
    spk_match_free(m);
    spk_box_close(&box);
}

/* -- Famiglia: random matches ------------------------------------------------------------------ */

/* After a move of 'seat' from a position of turn 'turn': what the policy says about taking back. */
static bool may_take_back(const spk_match *m, uint32_t turn)
{
    const spk_box *box = spk_match_box(m);
    return !spk_match_is_over(m) && box->game->turn(box, spk_match_state(m)) == turn;
}

/* One decision of a random match: undo agrees with the policy, and leads back to where it was. */
static void check_decision(spk_match *m, spk_rng *rng)
{
    const spk_box *box = spk_match_box(m);
    spk_move moves[SPK_MAX_MOVES];
    spk_seat seat = spk_actors_first(spk_match_actors(m));
    int n = spk_match_moves(m, seat, moves);
    CHECK(n > 0);
    CHECK_INT(spk_match_moves(m, 1 - seat, moves + n), 0);
    int busy = n > 1 && moves[n - 1] & SPK_MOVE_IDLE ? n - 1 : n;
    spk_move move = moves[spk_rng_below(rng, (uint32_t)busy)];
    photo before = photo_of(m);
    uint32_t turn = box->game->turn(box, spk_match_state(m));
    bool ends = spk_match_ends_turn(m, seat, move);
    CHECK(spk_match_move(m, seat, move, NULL) == SPK_OK);
    CHECK(ends == !may_take_back(m, turn));
    CHECK(spk_match_can_undo(m, seat, NULL) == may_take_back(m, turn));
    if (spk_match_undo(m, seat, NULL) != SPK_OK)
        return;
    CHECK(spk_state_eq(box, &before.state, spk_match_state(m)));
    CHECK(spk_match_move(m, seat, move, NULL) == SPK_OK);
}

static void check_states_at(const spk_match *m, const spk_state *states)
{
    for (int n = 0; n <= spk_match_n_entries(m); n += 7) {
        spk_state then;
        spk_match_state_at(m, n, &then);
        CHECK(spk_state_eq(spk_match_box(m), &then, &states[n]));
    }
}

TEST(random_matches_replay_to_every_state_they_had)
{
    enum { MAX_ENTRIES = 8000 };
    static spk_state states[MAX_ENTRIES]; /* after n entries, taken as the log is added again */
    spk_box box;
    open_famiglia(&box);
    for (uint64_t seed = 0; seed < 60; seed++) {
        spk_rng rng;
        spk_rng_init(&rng, seed, 0);
        spk_match *m = spk_match_new(&box), *again = spk_match_new(&box);
        for (spk_match_deal(m, &rng); !spk_match_is_over(m); spk_match_deal(m, &rng))
            check_decision(m, &rng);
        CHECK(state_is_replay(m));
        CHECK(spk_match_n_entries(m) < MAX_ENTRIES);
        spk_state_copy(&box, &states[0], spk_match_state(again));
        for (int i = 0; i < spk_match_n_entries(m); i++) {
            spk_buf line = {0};
            spk_match_entry_print(m, i, &line);
            CHECK(spk_match_entry_add(again, spk_buf_text(&line), NULL) == SPK_OK);
            spk_state_copy(&box, &states[i + 1], spk_match_state(again));
            spk_buf_release(&line);
        }
        check_states_at(m, states);
        spk_match_free(again);
        spk_match_free(m);
    }
    spk_box_close(&box);
}

TEST(absent_players_reach_the_end)
{
    spk_box box;
    spk_rng rng;
    open_famiglia(&box);
    spk_rng_init(&rng, 1, 0);
    spk_match *m = spk_match_new(&box);
    for (spk_match_deal(m, &rng); !spk_match_is_over(m); spk_match_deal(m, &rng))
        CHECK(spk_match_play_safe(m, spk_actors_first(spk_match_actors(m)), NULL) == SPK_OK);
    for (int i = 0; i < spk_match_n_entries(m); i++) {
        spk_entry e = spk_match_entry(m, i);
        CHECK((e.seat == SPK_SEAT_CHANCE) == (e.kind == SPK_ENTRY_MOVE));
    }
    CHECK(spk_match_play_safe(m, SPK_SEAT_CHANCE, NULL) == SPK_EREFUSED);
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(everybody_hears_everything_in_an_open_game)
{
    spk_box box;
    spk_buf full = {0}, part = {0};
    open_famiglia(&box);
    spk_match *m = before_an_exchange(&box);
    spk_match_history(m, SPK_SEAT_ALL_SEEING, 1, &full);
    for (spk_seat viewer = -1; viewer <= 33; viewer++) {
        CHECK_INT(spk_match_seq(m, viewer), 12);
        spk_buf_clear(&part);
        spk_match_history(m, viewer, 1, &part);
        CHECK_STR(spk_buf_text(&part), spk_buf_text(&full));
    }
    check_history(m, 0, 12, "12 1 recruit F1 exhaust F0\n");
    check_history(m, 0, 13, "");
    spk_buf_clear(&part);
    spk_match_history(m, 1, -5, &part);
    CHECK_STR(spk_buf_text(&part), spk_buf_text(&full));
    spk_buf_release(&part);
    spk_buf_release(&full);
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(a_number_that_is_no_viewer_sees_as_an_onlooker)
{
    spk_choice choice = {.options = (const char *const[]){"show_hands=off"}, .n_options = 1};
    spk_box box;
    CHECK(spk_box_open(&box, spk_game_find("famiglia"), &choice, NULL) == SPK_OK);
    spk_match *m = spk_match_new(&box);
    spk_buf want = {0}, got = {0};
    spk_json want_json = {.out = &want}, got_json = {.out = &got};
    spk_match_board(m, SPK_SEAT_ONLOOKER, &want);
    spk_match_json(m, SPK_SEAT_ONLOOKER, &want_json);
    for (spk_seat viewer = -2; viewer < 40; viewer++) {
        bool other = viewer == 0 || viewer == 1 || viewer == SPK_SEAT_ALL_SEEING;
        spk_buf_clear(&got);
        got_json.comma = false;
        spk_match_board(m, viewer, &got);
        spk_match_json(m, viewer, &got_json);
        CHECK((strcmp(spk_buf_text(&got), spk_buf_text(&want)) != 0) == other);
    }
    spk_buf_release(&want);
    spk_buf_release(&got);
    spk_match_free(m);
    spk_box_close(&box);
}

/* -- Envelopes: all seats put a number into an envelope at the same time, then seat 0 may wait,
 * peek into another's, or end it ------------------------------------------------------------- */

typedef struct envelopes {
    uint8_t put[3]; /* 0: not yet; HIDDEN: something */
    uint8_t step;   /* 0: putting, 1: seat 0 decides, 2: over */
    uint8_t acts;   /* waits and peeks */
} envelopes;

enum { HIDDEN = 9, PUT = 1, PEEK = 4, WAIT, DONE, MAX_ACTS = 20 };
static const char *const words[] = {"", "put 1", "put 2", "put 3", "peek", "wait", "done"};

static spk_err env_configure(spk_box *box, spk_edition *edition, spk_why *why)
{
    (void)box, (void)edition, (void)why;
    return SPK_OK;
}
static void env_setup(const spk_box *box, void *state)
{
    (void)box;
    memset(state, 0, sizeof(envelopes));
}
static spk_actors env_actors(const spk_box *box, const void *state)
{
    const envelopes *s = state;
    spk_actors who = 0;
    if (s->step == 0)
        for (spk_seat seat = 0; seat < box->n_seats; seat++)
            who |= s->put[seat] ? 0 : SPK_ACTOR(seat);
    return s->step == 1 ? SPK_ACTOR(0) : who;
}
static int env_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out)
{
    const envelopes *s = state;
    (void)box, (void)seat;
    if (s->step == 1 && s->acts == MAX_ACTS) {
        out[0] = DONE;
        return 1;
    }
    for (spk_move i = 0; i < 3; i++)
        out[i] = (s->step == 0 ? PUT : PEEK) + i;
    return 3;
}
static int env_chance(const spk_box *box, const void *state, spk_outcome *out)
{
    (void)box, (void)state, (void)out;
    return 0;
}
static spk_err env_refuse(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                          spk_why *why)
{
    (void)box, (void)state, (void)seat, (void)move;
    return spk_refuse(why, "E-1", "Not now.");
}
static void env_apply(const spk_box *box, void *state, spk_seat seat, spk_move move)
{
    envelopes *s = state;
    if (s->step == 0) {
        s->put[seat] = (uint8_t)move;
        s->step = env_actors(box, s) == 0;
    } else if (move == DONE) {
        s->step = 2;
    } else {
        s->acts++;
    }
}
static spk_move env_safe(const spk_box *box, const void *state, spk_seat seat)
{
    const envelopes *s = state;
    (void)box, (void)seat;
    return s->step == 0 ? PUT : DONE;
}
static void env_result(const spk_box *box, const void *state, spk_result *result)
{
    (void)box, (void)state;
    *result = (spk_result){.n_seats = 2};
}
static const char *env_unsound(const spk_box *box, const void *state)
{
    const envelopes *s = state;
    (void)box;
    return s->acts > MAX_ACTS ? "E-I1: too many acts" : NULL;
}
static void env_redact(const spk_box *box, void *state, spk_seat seat)
{
    envelopes *s = state;
    (void)box;
    for (spk_seat other = 0; other < 3; other++)
        if (other != seat && s->put[other])
            s->put[other] = HIDDEN;
}
static uint32_t env_turn(const spk_box *box, const void *state)
{
    (void)box;
    return ((const envelopes *)state)->step;
}
static bool env_reveals(const spk_box *box, const void *before, spk_seat seat, spk_move move)
{
    (void)box, (void)before, (void)seat;
    return move == PEEK;
}
/* A rival does not even hear that something was put; an onlooker hears that, but not what. */
static bool env_heard(const spk_box *box, const void *before, spk_seat actor, spk_move move,
                      spk_seat viewer, spk_buf *out)
{
    (void)box, (void)before;
    if (move >= PEEK || viewer == actor)
        spk_buf_puts(out, words[move]);
    else if (viewer == SPK_SEAT_ONLOOKER)
        spk_buf_puts(out, "put ?");
    else
        return false;
    return true;
}
static void env_print_move(const spk_box *box, spk_move move, spk_buf *out)
{
    (void)box;
    spk_buf_puts(out, words[move]);
}
static spk_err env_parse_move(const spk_box *box, const char *text, spk_move *move, spk_why *why)
{
    (void)box;
    int i = spk_str_find(text, words, 7);
    if (i < 1)
        return spk_malformed(why, 0, "No such move.");
    *move = (spk_move)i;
    return SPK_OK;
}
/* Two messages between two moves, from either seat, once both envelopes are closed. */
static spk_actors env_speakers(const spk_box *box, const void *state, const spk_said *said, int n)
{
    (void)box;
    for (int i = 0; i < n; i++)
        CHECK(said[i].text[0] != '\0' && said[i].seat >= 0);
    return ((const envelopes *)state)->step == 1 && n < 2 ? SPK_ACTOR(0) | SPK_ACTOR(1) : 0;
}
static spk_err env_judge(const spk_box *box, const void *state, const spk_said *said, int n,
                         spk_seat seat, const char *text, spk_why *why)
{
    (void)box, (void)state, (void)seat;
    for (int i = 0; i < n; i++)
        if (spk_str_eq(said[i].text, text))
            return spk_refuse(why, "E-2", "That was said.");
    return SPK_OK;
}

static const spk_talk env_talk = {.speakers = env_speakers, .judge = env_judge};
static const spk_game envelopes_game = {
    .key = "envelopes",
    .name = "Envelopes",
    .min_seats = 2,
    .max_seats = 3,
    .state_size = sizeof(envelopes),
    .edition_text = "game envelopes\nedition default\n",
    .seats_rule = "E-0",
    .turn_rule = "E-1",
    .over_rule = "E-9",
    .configure = env_configure,
    .setup = env_setup,
    .actors = env_actors,
    .moves = env_moves,
    .chance = env_chance,
    .refuse = env_refuse,
    .apply = env_apply,
    .safe = env_safe,
    .result = env_result,
    .unsound = env_unsound,
    .redact = env_redact,
    .heard = env_heard,
    .turn = env_turn,
    .reveals = env_reveals,
    .print_move = env_print_move,
    .parse_move = env_parse_move,
    .talk = &env_talk,
};

static const spk_game *find_envelopes(const char *key)
{
    return spk_str_eq(key, "envelopes") ? &envelopes_game : NULL;
}

static spk_match *open_envelopes(spk_box *box)
{
    CHECK(spk_box_open(box, &envelopes_game, &(spk_choice){0}, NULL) == SPK_OK);
    return spk_match_new(box);
}

TEST(what_a_seat_did_not_hear_leaves_no_trace)
{
    spk_box box;
    spk_match *m = open_envelopes(&box);
    ADD(m, "1 put 2", "1 undo", "1 safe put 1");
    check_history(m, 0, 1, ""); /* neither the move nor that it was taken back */
    CHECK_INT(spk_match_seq(m, 0), 0);
    check_history(m, 1, 1, "1 1 put 2\n2 1 undo\n3 1 safe put 1\n");
    CHECK_INT(spk_match_seq(m, 1), 3);
    check_history(m, SPK_SEAT_ONLOOKER, 1, "1 1 put ?\n2 1 undo\n3 1 safe put ?\n");
    ADD(m, "0 put 3", "0 wait");
    check_history(m, 0, 1, "1 0 put 3\n2 0 wait\n"); /* own numbers, no gap */
    check_history(m, 0, 2, "2 0 wait\n");
    check_history(m, 1, 4, "4 0 wait\n");
    check_history(m, 7, 4, "4 0 put ?\n5 0 wait\n");
    check_history(m, SPK_SEAT_ALL_SEEING, 3, "3 1 safe put 1\n4 0 put 3\n5 0 wait\n");
    CHECK_INT(spk_match_seq(m, SPK_SEAT_ALL_SEEING), 5);
    CHECK_INT(spk_match_seq(m, SPK_SEAT_ONLOOKER), 5);
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(a_view_hides_and_moves_come_from_the_view)
{
    spk_box box;
    spk_state view;
    spk_move moves[SPK_MAX_MOVES];
    spk_match *m = open_envelopes(&box);
    ADD(m, "1 put 2");
    spk_match_view(m, 0, &view);
    CHECK_INT(((envelopes *)&view)->put[1], HIDDEN);
    spk_match_view(m, 1, &view);
    CHECK_INT(((envelopes *)&view)->put[1], 2);
    spk_match_view(m, SPK_SEAT_ALL_SEEING, &view);
    CHECK_INT(((envelopes *)&view)->put[1], 2);
    spk_match_view(m, 12, &view);
    CHECK_INT(((envelopes *)&view)->put[1], HIDDEN);
    CHECK_INT(spk_match_moves(m, 0, moves), 3);
    CHECK_INT(spk_match_moves(m, 1, moves), 0); /* has answered */
    CHECK_INT(spk_match_moves(m, SPK_SEAT_CHANCE, moves), 0);
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(a_sealed_answer_stands_once_all_are_in)
{
    spk_box box;
    spk_why why;
    spk_match *m = open_envelopes(&box);
    ADD(m, "0 put 1", "0 undo", "0 put 2");
    CHECK(spk_match_can_undo(m, 0, NULL));
    ADD(m, "1 put 3");
    for (spk_seat seat = 0; seat < 2; seat++) {
        CHECK(!spk_match_can_undo(m, seat, &why)); /* the putting is over */
        CHECK(strstr(why.text, "turn"));
    }
    spk_match_free(m);
    spk_box_close(&box);
}

/* Whether somebody else has answered must not be seen, so it must not matter either. */
TEST(a_sealed_answer_is_taken_back_whether_or_not_others_have_answered)
{
    spk_box box;
    CHECK(spk_box_open(&box, &envelopes_game, &(spk_choice){.n_seats = 3}, NULL) == SPK_OK);
    spk_match *alone = spk_match_new(&box), *m = spk_match_new(&box);
    ADD(alone, "1 put 3");
    ADD(m, "0 put 1", "1 put 3");
    CHECK(spk_match_can_undo(m, 0, NULL) && spk_match_can_undo(m, 1, NULL));
    ADD(m, "0 undo");
    CHECK(spk_state_eq(&box, spk_match_state(alone), spk_match_state(m)));
    CHECK(state_is_replay(m));
    ADD(m, "0 put 2", "1 undo", "0 undo");
    CHECK_INT(spk_match_actors(m), 7);
    CHECK(state_is_replay(m));
    CHECK(!spk_match_can_undo(m, 0, NULL) && !spk_match_can_undo(m, 1, NULL));
    spk_match_free(alone);
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(a_move_that_showed_something_stands)
{
    spk_box box;
    spk_why why;
    spk_match *m = open_envelopes(&box);
    ADD(m, "0 put 1", "1 put 3", "0 wait", "0 peek");
    CHECK(spk_match_undo(m, 0, &why) == SPK_EREFUSED);
    CHECK(strstr(why.text, "hidden"));
    ADD(m, "0 wait", "0 undo");
    CHECK(spk_match_undo(m, 0, &why) == SPK_EREFUSED); /* back to the peek and no further */
    CHECK(strstr(why.text, "hidden"));
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(talk_is_heard_by_all_and_does_not_touch_the_state)
{
    spk_box box;
    spk_why why;
    spk_match *m = open_envelopes(&box);
    CHECK_INT(spk_match_speakers(m), 0);
    CHECK(spk_match_talk(m, 0, "early", &why) == SPK_EREFUSED);
    ADD(m, "0 put 1", "1 put 3");
    photo before = photo_of(m);
    CHECK_INT(spk_match_speakers(m), 3);
    ADD(m, "1 say I have a three", "0 say \xc3\xa4h");
    CHECK(spk_state_eq(&box, &before.state, spk_match_state(m)));
    CHECK_INT(spk_match_speakers(m), 0); /* two were said */
    before = photo_of(m);
    CHECK(spk_match_talk(m, 0, "a third", &why) == SPK_EREFUSED);
    CHECK(spk_match_talk(m, 0, "\xc3\xa4h", &why) == SPK_EREFUSED);
    CHECK_STR(why.rule, "E-2");
    CHECK(unchanged(m, &before));
    check_history(m, 0, 2, "2 1 say I have a three\n3 0 say \xc3\xa4h\n");
    spk_entry said = spk_match_entry(m, 3);
    CHECK(said.kind == SPK_ENTRY_TALK && said.seat == 0);
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(talk_does_not_stop_undo_and_undo_does_not_reopen_talk)
{
    spk_box box;
    spk_match *m = open_envelopes(&box);
    ADD(m, "0 put 1", "1 put 3", "1 say one", "0 wait");
    CHECK_INT(spk_match_speakers(m), 3); /* a new window */
    ADD(m, "1 say two", "0 undo");
    CHECK_INT(spk_match_speakers(m), 0); /* both belong to the window before the wait */
    ADD(m, "0 wait");
    CHECK_INT(spk_match_speakers(m), 3);
    CHECK(state_is_replay(m));
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(a_message_is_one_clean_line)
{
    char long_text[202];
    spk_box box;
    spk_why why;
    spk_match *m = open_envelopes(&box);
    ADD(m, "0 put 1", "1 put 3");
    photo before = photo_of(m);
    memset(long_text, 'x', sizeof long_text);
    long_text[201] = '\0';
    const char *bad[] = {"", "a\nb", "a\rb", "a\tb", "\xff", "\xc3", "\x01", "\x7f", long_text};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(spk_match_talk(m, 0, bad[i], &why) == SPK_EMALFORMED);
    CHECK(spk_match_talk(m, 2, "hello", &why) == SPK_EREFUSED);
    CHECK(spk_match_talk(m, SPK_SEAT_ONLOOKER, "hello", &why) == SPK_EREFUSED);
    CHECK(unchanged(m, &before));
    long_text[200] = '\0';
    CHECK(spk_match_talk(m, 0, long_text, &why) == SPK_OK);
    spk_match_free(m);
    spk_box_close(&box);
}

TEST(a_record_keeps_talk_undo_and_safe_moves)
{
    spk_box box;
    spk_record record;
    spk_buf text = {0}, again = {0};
    spk_match *m = open_envelopes(&box);
    ADD(m, "0 put 1", "0 undo", "0 safe put 1", "1 put 3", "1 say  two blanks  ", "0 wait",
        "0 say end 7", "0 undo", "0 done");
    spk_record_save(m, &text);
    CHECK(spk_record_load(&record, text.bytes, text.n, find_envelopes, NULL, NULL) == SPK_OK);
    CHECK(spk_state_eq(&box, spk_match_state(m), spk_match_state(record.match)));
    spk_record_save(record.match, &again);
    CHECK_STR(spk_buf_text(&again), spk_buf_text(&text));
    spk_record_release(&record);
    spk_buf_release(&text);
    spk_buf_release(&again);
    spk_match_free(m);
    spk_box_close(&box);
}

TEST_MAIN()
