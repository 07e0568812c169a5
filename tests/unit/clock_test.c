/* clock_test.c: clocks. Exact figures with Famiglia, where everything is public; private steps and
 * sealed answers with random matches of Chicago Gangsters, which has both; and that nobody's clock
 * tells anybody else anything about them. */
#include "test.h"

#include "base/str.h"
#include "engine/clock.h"
#include "games/registry.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND };

static spk_clock_rule rule(const char *text)
{
    spk_clock_rule r;
    spk_why why;
    if (spk_clock_rule_parse(text, &r, &why) != SPK_OK)
        fail_msg("'%s': %s", text, why.text);
    return r;
}

/* -- House time -------------------------------------------------------------------------------- */

TEST(house_time_neither_jumps_nor_goes_back)
{
    spk_time t;
    spk_time_start(&t, 1000, 5000000);
    CHECK_INT(spk_time_now(&t, 5000000), 1000);
    CHECK_INT(spk_time_now(&t, 5000700), 1700);
    CHECK_INT(spk_time_now(&t, 5000700 + 3600000),
              1700 + SPK_TIME_STEP_MS);         /* asleep for an hour */
    CHECK_INT(spk_time_now(&t, 5000000), 6700); /* put back: nothing passes ... */
    CHECK_INT(spk_time_now(&t, 5001000), 7700); /* ... and then it goes on from there */
    CHECK_INT(spk_time_now(&t, INT64_MAX), 12700);
    CHECK_INT(spk_time_now(&t, INT64_MIN), 12700);
    CHECK_INT(spk_time_now(&t, INT64_MAX), 17700);
    CHECK_INT(spk_time_now(&t, INT64_MAX), 17700);
}

/* -- Rules ------------------------------------------------------------------------------------- */

TEST(a_rule_is_read_and_printed)
{
    static const char *const same[] = {
        "none safe",       "none bot",          "move 5s safe",      "move 90s bot",
        "move 3d safe",    "move 90d bot",      "bank 15m+10s safe", "bank 1h+0s bot",
        "bank 2d+12h bot", "bank 61s+61s safe",
    };
    char room[SPK_CLOCK_RULE];
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        spk_clock_rule r = rule(same[i]);
        CHECK_STR(spk_clock_rule_print(&r, room), same[i]);
    }
    spk_clock_rule r = rule("move 120s");
    CHECK_STR(spk_clock_rule_print(&r, room), "move 2m safe");
    r = rule("bank 3600s+60s bot");
    CHECK_STR(spk_clock_rule_print(&r, room), "bank 1h+1m bot");
    CHECK_INT(r.time_s, 3600);
    CHECK_INT(r.more_s, 60);
}

TEST(what_is_no_rule_is_refused)
{
    static const char *const bad[] = {
        "",
        "clock",
        "move",
        "move 4s",
        "move 0s",
        "move 91d",
        "move 90",
        "move s",
        "move -5s",
        "move 05s",
        "move 5s 5s",
        "move 5ms",
        "move 1.5m",
        "move 5S",
        "bank 5s",
        "bank 5s+",
        "bank +5s",
        "bank 5s+5",
        "bank 4s+5s",
        "bank 5s+91d",
        "move 5s+5s",
        "none 5s",
        "none safe x",
        "move 5s dog",
        "move 99999999999999999999s",
        "bank 7776001s+0s",
        "none safe bot",
        "Move 5s",
    };
    spk_clock_rule r = {.time_s = 77};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        spk_why why = {0};
        if (spk_clock_rule_parse(bad[i], &r, &why) != SPK_EMALFORMED || !why.text[0])
            fail_msg("'%s' was read", bad[i]);
    }
    CHECK_INT(r.time_s, 77);
}

/* -- Famiglia ---------------------------------------------------------------------------------- */

static spk_box box;
static spk_match *match;
static spk_clock clock;
static int64_t now;

static void add(const char *line)
{
    spk_why why;
    if (spk_match_entry_add(match, line, &why) != SPK_OK)
        fail_msg("'%s': %s", line, why.text);
}

/* Some time passes, then this happens. */
static void after(int64_t ms, const char *line)
{
    now += ms;
    add(line);
    spk_clock_follow(&clock, match, now);
}

static int64_t left(spk_seat seat)
{
    return spk_clock_show(&clock, SPK_SEAT_ALL_SEEING, seat, now).left_ms;
}

static bool runs(spk_seat seat)
{
    return spk_clock_show(&clock, SPK_SEAT_ALL_SEEING, seat, now).running;
}

/* Both have played their first turn; seat 0 stands before action 1. */
static void open_famiglia(const char *text)
{
    static const char *const lines[] = {"chance draw A0", "chance draw A1", "chance draw F0",
                                        "chance draw F1", "chance draw B1", "chance draw M1",
                                        "0 recruit A0",   "1 recruit F0"};
    const char *options[] = {"start_player=seat_1"};
    spk_choice choice = {.options = options, .n_options = 1};
    spk_clock_rule r = rule(text);
    CHECK(spk_box_open(&box, spk_game_find("famiglia"), &choice, NULL) == SPK_OK);
    match = spk_match_new(&box);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        add(lines[i]);
    now = 1000000;
    spk_clock_start(&clock, &r, match, now);
}

static void put_away(void)
{
    spk_match_free(match);
    spk_box_close(&box);
    match = NULL;
}

TEST(each_decision_has_its_limit)
{
    open_famiglia("move 60s");
    CHECK(runs(0) && !runs(1));
    CHECK_INT(spk_clock_deadline(&clock), now + MINUTE);
    now += 20 * SECOND;
    CHECK_INT(left(0), 40 * SECOND);
    CHECK_INT(left(1), 60 * SECOND);
    after(10 * SECOND, "0 end_refresh"); /* its turn goes on: a new decision */
    CHECK_INT(left(0), 60 * SECOND);
    after(59 * SECOND, "0 recruit A1 exhaust A0");
    CHECK(!runs(0) && runs(1));
    CHECK_INT(left(1), 60 * SECOND);
    now += 60 * SECOND - 1;
    CHECK_INT(spk_clock_out(&clock, now), 0);
    CHECK_INT(spk_clock_deadline(&clock), now + 1);
    now++;
    CHECK_INT(spk_clock_out(&clock, now), SPK_ACTOR(1));
    CHECK_INT(left(1), 0);
    put_away();
}

TEST(a_bank_is_for_the_whole_game)
{
    open_famiglia("bank 2m+5s");
    after(30 * SECOND, "0 end_refresh");
    CHECK_INT(left(0), 95 * SECOND);
    after(15 * SECOND, "0 recruit A1 exhaust A0");
    CHECK_INT(left(0), 85 * SECOND);
    CHECK_INT(left(1), 120 * SECOND);
    after(2 * MINUTE - SECOND, "1 end_refresh");
    CHECK_INT(left(1), 6 * SECOND);
    CHECK_INT(left(0), 85 * SECOND);
    now += 6 * SECOND;
    CHECK_INT(spk_clock_out(&clock, now), SPK_ACTOR(1));
    put_away();
}

TEST(no_clock_never_runs_out)
{
    open_famiglia("none bot");
    now += (int64_t)1 << 50;
    CHECK_INT(spk_clock_out(&clock, now), 0);
    CHECK(spk_clock_deadline(&clock) == SPK_NEVER);
    CHECK_INT(left(0), -1);
    CHECK(!runs(0));
    spk_clock_leave(&clock, 0, now); /* one can leave all the same */
    CHECK_INT(spk_clock_away_actors(&clock), SPK_ACTOR(0));
    put_away();
}

TEST(days_are_long_minutes)
{
    open_famiglia("move 90d");
    now += (int64_t)89 * 86400 * SECOND;
    CHECK_INT(spk_clock_out(&clock, now), 0);
    CHECK_INT(left(0), (int64_t)86400 * SECOND);
    now += (int64_t)86400 * SECOND;
    CHECK_INT(spk_clock_out(&clock, now), SPK_ACTOR(0));
    put_away();
}

/* Taken back and made again: neither a new limit nor another increment, however often. */
TEST(nobody_gains_time_by_undoing)
{
    open_famiglia("move 60s");
    after(10 * SECOND, "0 end_refresh");
    after(10 * SECOND, "0 undo");
    CHECK_INT(left(0), 50 * SECOND);
    after(10 * SECOND, "0 end_refresh");
    CHECK_INT(left(0), 40 * SECOND);
    for (int i = 0; i < 20; i++) {
        after(SECOND, "0 undo");
        after(SECOND, "0 end_refresh");
    }
    CHECK_INT(left(0), 0);
    CHECK_INT(spk_clock_out(&clock, now), SPK_ACTOR(0));
    after(0, "0 recruit A1 exhaust A0");
    CHECK_INT(left(1), 60 * SECOND);
    put_away();

    open_famiglia("bank 2m+5s");
    for (int i = 0; i < 20; i++) {
        after(SECOND, "0 end_refresh");
        after(SECOND, "0 undo");
    }
    CHECK_INT(left(0), 120 * SECOND - 40 * SECOND + 5 * SECOND);
    put_away();
}

TEST(chance_costs_nobody_time)
{
    open_famiglia("bank 2m+0s");
    after(10 * SECOND, "0 refresh B1");
    CHECK(!runs(0) && !runs(1)); /* a card is to be drawn */
    CHECK(spk_clock_deadline(&clock) == SPK_NEVER);
    after(10 * SECOND, "chance draw M2");
    CHECK(runs(0));
    CHECK_INT(left(0), 110 * SECOND);
    CHECK_INT(left(1), 120 * SECOND);
    put_away();
}

TEST(a_pause_costs_nobody_time)
{
    open_famiglia("move 60s");
    now += 10 * SECOND;
    spk_clock_stop(&clock, now);
    CHECK(spk_clock_deadline(&clock) == SPK_NEVER);
    now += 100 * MINUTE;
    CHECK_INT(spk_clock_out(&clock, now), 0);
    CHECK_INT(left(0), 50 * SECOND);
    CHECK(!runs(0));
    spk_clock_go(&clock, now);
    CHECK_INT(spk_clock_deadline(&clock), now + 50 * SECOND);
    put_away();
}

TEST(a_clock_that_is_put_back_takes_nothing)
{
    open_famiglia("bank 2m+0s");
    now += 10 * SECOND;
    spk_clock_follow(&clock, match, now);
    now -= 100 * MINUTE;
    CHECK_INT(left(0), 110 * SECOND);
    spk_clock_follow(&clock, match, now);
    CHECK_INT(left(0), 110 * SECOND);
    now += 10 * SECOND;
    CHECK_INT(left(0), 100 * SECOND);
    put_away();
}

TEST(who_is_away_does_not_keep_the_others_waiting)
{
    open_famiglia("bank 2m+5s bot");
    now += 2 * MINUTE;
    CHECK_INT(spk_clock_out(&clock, now), SPK_ACTOR(0));
    spk_clock_leave(&clock, 0, now);
    CHECK_INT(spk_clock_out(&clock, now), 0);
    CHECK_INT(spk_clock_away_actors(&clock), SPK_ACTOR(0));
    CHECK(spk_clock_deadline(&clock) == SPK_NEVER);
    after(SECOND, "0 safe end_refresh");
    CHECK_INT(left(0), 0); /* no increment for what was played for an absent seat */
    CHECK_INT(spk_clock_away_actors(&clock), SPK_ACTOR(0));
    after(SECOND, "0 pass");
    CHECK_INT(spk_clock_away_actors(&clock), 0);
    CHECK(spk_clock_show(&clock, 1, 0, now).away);
    spk_clock_back(&clock, 0, now);
    CHECK(!spk_clock_show(&clock, 1, 0, now).away);
    CHECK_INT(left(0), SPK_CLOCK_GRACE_MS);
    CHECK_INT(left(1), 2 * MINUTE);
    put_away();
}

/* Else one could run out and come back for ever while a bot is thinking. */
TEST(the_grace_comes_once_a_decision)
{
    open_famiglia("move 60s bot");
    after(0, "0 end_refresh");
    after(0, "0 undo");
    for (int i = 0; i < 2; i++) {
        now = spk_clock_deadline(&clock);
        CHECK_INT(spk_clock_out(&clock, now), SPK_ACTOR(0));
        spk_clock_overrun(&clock, 0, now);
        spk_clock_back(&clock, 0, now);
        CHECK_INT(left(0), i ? 0 : SPK_CLOCK_GRACE_MS);
        if (i == 0)
            after(0, "0 end_refresh"); /* public, but it is the same decision again */
        if (i == 0)
            after(0, "0 undo");
    }
    CHECK_INT(now, 1000000 + 60 * SECOND + SPK_CLOCK_GRACE_MS);
    CHECK_INT(spk_clock_away_actors(&clock), SPK_ACTOR(0)); /* lost, whatever they do now ... */
    after(0, "0 safe end_refresh");
    after(0, "0 safe pass");
    CHECK(!spk_clock_show(&clock, 1, 0, now).away); /* ... and the next one is theirs */
    put_away();
}

/* Seat 0 runs out of time and the safe default is played; what seat 1 does is public too. */
static void overrun(const char *safe)
{
    now = spk_clock_deadline(&clock);
    CHECK_INT(spk_clock_out(&clock, now), SPK_ACTOR(0));
    spk_clock_overrun(&clock, 0, now);
    CHECK_INT(spk_clock_away_actors(&clock), SPK_ACTOR(0));
    after(0, safe);
}

TEST(running_out_costs_one_decision)
{
    open_famiglia("move 60s bot");
    overrun("0 safe end_refresh");
    CHECK_INT(spk_clock_away_actors(&clock), 0);
    CHECK(!spk_clock_show(&clock, 0, 0, now).away && !spk_clock_show(&clock, 1, 0, now).away);
    CHECK(runs(0) && left(0) == 60 * SECOND);
    CHECK(clock.late[0] == 1 && clock.shown_late == 1);
    after(SECOND, "0 recruit A1 exhaust A0");
    spk_clock_back(&clock, 0, now); /* as whoever plays a move */
    after(SECOND, "1 end_refresh");
    CHECK(clock.late[0] == 0 && clock.shown_late == 0);
    put_away();
}

TEST(an_empty_bank_has_the_grace_for_the_next_decision)
{
    open_famiglia("bank 60s+5s bot");
    overrun("0 safe end_refresh");
    CHECK(runs(0) && left(0) == SPK_CLOCK_GRACE_MS);
    CHECK_INT(spk_clock_show(&clock, 1, 0, now).left_ms, SPK_CLOCK_GRACE_MS);
    put_away();
}

TEST(after_three_in_a_row_the_seat_is_away_until_its_player_acts)
{
    open_famiglia("move 60s bot");
    overrun("0 safe end_refresh");
    overrun("0 safe pass");
    after(SECOND, "1 end_refresh");
    after(SECOND, "1 recruit F1 exhaust F0");
    CHECK_INT(spk_clock_away_actors(&clock), 0);
    overrun("0 safe end_refresh");
    CHECK_INT(spk_clock_away_actors(&clock), SPK_ACTOR(0));
    CHECK(clock.late[0] == SPK_CLOCK_LATES && spk_clock_show(&clock, 1, 0, now).away);
    spk_clock_back(&clock, 0, now);
    CHECK(spk_clock_away_actors(&clock) == 0 && clock.late[0] == 0 && left(0) == 60 * SECOND);
    put_away();
}

TEST(leaving_and_coming_back_gains_nothing)
{
    open_famiglia("move 60s bot");
    now += 40 * SECOND;
    for (int i = 0; i < 5; i++) {
        spk_clock_leave(&clock, 0, now);
        spk_clock_back(&clock, 0, now);
        spk_clock_back(&clock, 0, now);
    }
    CHECK_INT(left(0), 20 * SECOND);
    put_away();
}

TEST(after_the_end_no_clock_runs)
{
    open_famiglia("move 60s");
    after(SECOND, "0 end_refresh");
    after(SECOND, "0 pass");
    after(SECOND, "1 end_refresh");
    after(SECOND, "1 pass");
    CHECK(spk_match_is_over(match));
    CHECK(!runs(0) && !runs(1));
    CHECK(spk_clock_deadline(&clock) == SPK_NEVER);
    put_away();
}

/* -- Keeping ----------------------------------------------------------------------------------- */

static void check_text_and_back(const spk_clock *c, int n_entries)
{
    spk_clock again;
    char room[SPK_CLOCK_TEXT];
    spk_buf line = SPK_BUF_OVER(room), second = {0};
    spk_clock_save(c, &line);
    CHECK(!line.overflow);
    CHECK(spk_clock_load(&again, room, c->n_seats, n_entries, NULL) == SPK_OK);
    spk_clock_save(&again, &second);
    CHECK_STR(spk_buf_text(&second), room);
    for (spk_seat seat = 0; seat < c->n_seats; seat++)
        for (spk_seat viewer = 0; viewer < c->n_seats; viewer++) {
            spk_clock_face a = spk_clock_show(c, viewer, seat, c->at_ms + 777);
            spk_clock_face b = spk_clock_show(&again, viewer, seat, c->at_ms + 777);
            CHECK(a.running == b.running && a.away == b.away && a.left_ms == b.left_ms);
        }
    spk_buf_release(&second);
}

TEST(a_clock_is_one_line_of_text)
{
    char room[SPK_CLOCK_TEXT];
    spk_buf line = SPK_BUF_OVER(room);
    open_famiglia("bank 15m+10s bot");
    after(30 * SECOND, "0 end_refresh");
    spk_clock_save(&clock, &line);
    CHECK_STR(room,
              "bank 15m+10s bot at 1030000 log 9 1 1 sets 1 0 0 0 0 1 0 go left 880000 880000 "
              "900000 900000 late 0 0 0 0 0 0");
    spk_clock_stop(&clock, now + 5);
    check_text_and_back(&clock, 9);
    put_away();
}

/* As after a restart, if the clock had not been worth writing. */
TEST(a_move_from_before_the_clock_began_can_be_taken_back)
{
    spk_clock_rule r = rule("move 60s");
    spk_why why;
    open_famiglia("move 60s");
    add("0 end_refresh");
    spk_clock_start(&clock, &r, match, now);
    after(10 * SECOND, "0 undo");
    check_text_and_back(&clock, 10);
    after(10 * SECOND, "0 end_refresh");
    CHECK_INT(left(0), 40 * SECOND); /* nothing is gained by it */
    check_text_and_back(&clock, 11);
    after(0, "0 recruit A1 exhaust A0");
    CHECK_INT(left(1), 60 * SECOND);
    put_away();

    spk_clock old; /* as such a clock was saved once */
    static const char below[] =
        "none safe at 1700000096300 log 32 -1 0 sets 2 0 0 0 0 2 0 go left 0 0 0 0";
    CHECK(spk_clock_load(&old, below, 2, 32, &why) == SPK_OK);
    CHECK(old.level == 0 && old.top_level == 1);
    CHECK(spk_clock_load(&old, "none safe at 1 log 1 -1 1 sets 0 0 0 0 0 0 0 go left 0 0 0 0", 2, 1,
                         &why) == SPK_EMALFORMED);
}

/* What was saved longest fits. */
TEST(no_saved_clock_is_too_long)
{
    spk_clock c = {.rule = rule("bank 7775999s+7775999s safe"), .n_seats = SPK_MAX_SEATS};
    c.at_ms = 999999999999999;
    c.n_entries = c.level = c.top_level = INT32_MAX;
    c.asked = c.away = c.moved = c.touched = c.graced = c.shown = c.shown_away = 255;
    c.stopped = true;
    for (spk_seat seat = 0; seat < SPK_MAX_SEATS; seat++)
        c.left_ms[seat] = c.shown_ms[seat] = (int64_t)1 << 48, c.late[seat] = 1 << 20;
    c.lent = c.shown_late = 255;
    check_text_and_back(&c, INT32_MAX);
}

TEST(a_damaged_line_is_refused_and_changes_nothing)
{
    static const char good[] =
        "bank 15m+10s bot at 1030000 log 9 8 9 sets 1 0 0 0 0 1 0 go left 880000 1 900000 2";
    spk_clock c = {.n_seats = 77};
    spk_why why;
    CHECK(spk_clock_load(&c, good, 2, 9, &why) == SPK_OK); /* from before anybody was late */
    static const char *const bad[] = {" late",
                                      " late 0 0 0 0 1",
                                      " late 0 0 0 0 1 2 3",
                                      " late 0 4 0 0 1 2",
                                      " late 0 0 2 0 1 2",
                                      " later 0 0 0 0 0 0"};
    char longer[sizeof good + 40];
    snprintf(longer, sizeof longer, "%s late 0 1 0 2 2 0", good);
    CHECK(spk_clock_load(&c, longer, 2, 9, &why) == SPK_OK && c.late[0] == 2);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(longer, sizeof longer, "%s%s", good, bad[i]);
        CHECK(spk_clock_load(&c, longer, 2, 9, &why) == SPK_EMALFORMED);
    }
    c.n_seats = 77;
    CHECK(spk_clock_load(&c, good, 2, 8, &why) == SPK_EMALFORMED); /* a shorter log */
    CHECK(spk_clock_load(&c, good, 3, 9, &why) == SPK_EMALFORMED); /* another table */
    CHECK(spk_clock_load(&c, good, 1, 9, &why) == SPK_EMALFORMED);
    for (size_t cut = 0; cut + 1 < sizeof good; cut++) {
        char text[sizeof good];
        snprintf(text, sizeof text, "%.*s", (int)cut, good);
        if (spk_clock_load(&c, text, 2, 9, &why) == SPK_OK)
            fail_msg("'%s' was loaded", text);
    }
    static const char *const wrong[][2] = {{"9 8 9", "9 9 8"},
                                           {"9 8 9", "9 8 10"},
                                           {"sets 1", "sets 4"},
                                           {"sets 1", "sets -1"},
                                           {"go", "no"},
                                           {"880000", "088"},
                                           {"at 1030000", "at 1030000000000000"},
                                           {"bot", ""},
                                           {"left", "right"},
                                           {" 2", " 2 3"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[sizeof good + 40];
        const char *at = strstr(good, wrong[i][0]);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, wrong[i][1],
                 at + strlen(wrong[i][0]));
        if (spk_clock_load(&c, text, 2, 9, &why) != SPK_EMALFORMED)
            fail_msg("'%s' was loaded", text);
    }
    CHECK_INT(c.n_seats, 77);
}

/* -- Chicago Gangsters: private steps and sealed answers ---------------------------------------- */

/* A match with its clock. */
typedef struct table {
    spk_match *match;
    spk_clock clock;
} table;

static void follow(table *t, int64_t ms) { spk_clock_follow(&t->clock, t->match, ms); }

static table sit_down(const char *clock_text)
{
    const char *options[] = {"godfather=on", "talk_limit=0"};
    spk_choice choice = {.n_seats = 4, .options = options, .n_options = 2};
    spk_clock_rule r = rule(clock_text);
    CHECK(spk_box_open(&box, spk_game_find("chicago_gangsters"), &choice, NULL) == SPK_OK);
    table t = {.match = spk_match_new(&box)};
    spk_clock_start(&t.clock, &r, t.match, 0);
    return t;
}

static table fork_table(const table *t)
{
    table fork = {.match = spk_match_new(&box), .clock = t->clock};
    for (int i = 0; i < spk_match_n_entries(t->match); i++) {
        spk_buf line = {0};
        spk_match_entry_print(t->match, i, &line);
        CHECK(spk_match_entry_add(fork.match, spk_buf_text(&line), NULL) == SPK_OK);
        spk_buf_release(&line);
    }
    return fork;
}

static spk_seat any_of(spk_actors who, spk_rng *rng)
{
    for (uint32_t skip = spk_rng_below(rng, (uint32_t)__builtin_popcount(who)); skip; skip--)
        who &= who - 1;
    return spk_actors_first(who);
}

/* A move of this seat, or one taken back. True: everybody heard. */
static bool act(table *t, spk_seat seat, spk_rng *rng)
{
    static spk_move moves[SPK_MAX_MOVES];
    int n = spk_match_moves(t->match, seat, moves);
    CHECK(n > 0);
    spk_move move = moves[spk_rng_below(rng, (uint32_t)n)];
    CHECK(spk_match_move(t->match, seat, move, NULL) == SPK_OK);
    return spk_match_entry_heard(t->match, spk_match_n_entries(t->match) - 1, SPK_SEAT_ONLOOKER);
}

static int64_t left_at(const table *t, spk_seat seat, int64_t ms)
{
    return spk_clock_show(&t->clock, SPK_SEAT_ALL_SEEING, seat, ms).left_ms;
}

/* One clock for the whole of a lay (D5, 8.5 of the rules): it does not start again with its second step. */
TEST(private_steps_are_one_decision)
{
    int n_private = 0, n_lays = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        spk_rng rng;
        spk_rng_init(&rng, seed, 0);
        table t = sit_down(seed % 2 ? "move 10m" : "bank 20m+1m");
        int64_t ms = 0, limit = seed % 2 ? 10 * MINUTE : 20 * MINUTE;
        for (spk_match_deal(t.match, &rng); !spk_match_is_over(t.match);) {
            follow(&t, ms);
            spk_seat seat = any_of(spk_match_actors(t.match), &rng);
            int64_t before = left_at(&t, seat, ms), used = spk_rng_below(&rng, 2 * SECOND);
            ms += used;
            bool heard = act(&t, seat, &rng);
            follow(&t, ms);
            bool again = spk_actors_has(spk_match_actors(t.match), seat);
            n_private += !heard;
            n_lays += !heard && again;
            if (!heard) /* no new limit, no increment: neither for a step nor for a sealed answer */
                CHECK_INT(left_at(&t, seat, ms), before - used);
            else if (!(seed % 2)) /* one increment for all the steps */
                CHECK_INT(left_at(&t, seat, ms), before - used + MINUTE);
            else if (again)
                CHECK_INT(left_at(&t, seat, ms), limit);
            check_text_and_back(&t.clock, spk_match_n_entries(t.match));
            if (!heard && spk_rng_below(&rng, 2)) { /* nor for taking it back */
                CHECK(spk_match_undo(t.match, seat, NULL) == SPK_OK);
                follow(&t, ms);
                CHECK_INT(left_at(&t, seat, ms), before - used);
            }
            spk_match_deal(t.match, &rng);
        }
        spk_match_free(t.match);
        spk_box_close(&box);
    }
    CHECK(n_private > 100 && n_lays > 50);
}

/* All faces that a viewer has before it, and the text a host would make of them. */
static void faces(const table *t, spk_seat viewer, int64_t ms, spk_buf *out)
{
    for (spk_seat seat = 0; seat < t->clock.n_seats; seat++) {
        spk_clock_face f = spk_clock_show(&t->clock, viewer, seat, ms);
        spk_buf_printf(out, "%d %d %lld; ", f.running, f.away, (long long)f.left_ms);
    }
}

static void check_alike(const table *a, const table *b, spk_seat secret, int64_t ms)
{
    for (int v = 0; v <= 4; v++) {
        spk_seat viewer = v < 4 ? v : SPK_SEAT_ONLOOKER;
        spk_buf in_a = {0}, in_b = {0};
        faces(a, viewer, ms, &in_a);
        faces(b, viewer, ms, &in_b);
        if (viewer != secret)
            CHECK_STR(spk_buf_text(&in_a), spk_buf_text(&in_b));
        spk_buf_release(&in_a);
        spk_buf_release(&in_b);
    }
}

/* Moves from this entry on that stand. */
static int n_standing(const spk_match *m, int from)
{
    int n = 0;
    for (; from < spk_match_n_entries(m); from++)
        n += spk_match_entry(m, from).kind == SPK_ENTRY_UNDO ? -1 : 1;
    return n;
}

/* The seat does one thing that nobody hears of: a step, or one taken back that it made since 'from'. Out
 * of time it is put away, and sometimes comes back. What would be heard is left undone. */
static void act_in_private(table *t, spk_seat seat, int from, int64_t ms, spk_rng *rng)
{
    if (spk_actors_has(spk_clock_out(&t->clock, ms), seat))
        spk_clock_overrun(&t->clock, seat, ms);
    else if (spk_rng_below(rng, 3) == 0)
        spk_clock_back(&t->clock, seat, ms);
    if (spk_rng_below(rng, 3) == 0 && n_standing(t->match, from) > 0) {
        CHECK(spk_match_undo(t->match, seat, NULL) == SPK_OK);
        follow(t, ms);
        return;
    }
    if (!spk_actors_has(spk_match_actors(t->match), seat))
        return;
    table trial = fork_table(t);
    if (!act(&trial, seat, rng)) {
        spk_match_free(t->match);
        *t = trial;
    } else {
        spk_match_free(trial.match);
    }
    follow(t, ms);
}

/* The same table twice; in one the seat acts in private at once and often, in the other otherwise and
 * at other times. Nobody else's faces tell them apart. Returns how many private acts were compared. */
static int check_pair(const table *t, spk_seat seat, int64_t ms, spk_rng *rng)
{
    table a = fork_table(t), b = fork_table(t);
    int from = spk_match_n_entries(t->match), n;
    for (int i = 0; i < 12; i++) {
        ms += spk_rng_below(rng, 40 * SECOND);
        if (spk_rng_below(rng, 2))
            act_in_private(&a, seat, from, ms, rng);
        if (spk_rng_below(rng, 4) == 0)
            act_in_private(&b, seat, from, ms, rng);
        check_alike(&a, &b, seat, ms);
        check_alike(&a, t, seat, ms); /* nor from a table where it did nothing at all */
        check_alike(&a, &b, seat, ms + spk_rng_below(rng, 60 * SECOND));
    }
    n = spk_match_n_entries(a.match) + spk_match_n_entries(b.match) - 2 * from;
    spk_match_free(a.match);
    spk_match_free(b.match);
    return n;
}

/* The nodes of a random match where somebody can act in private: a lay, a claim, a duel. */
static int check_secrets(const char *clock_text, uint64_t seed)
{
    spk_rng rng;
    spk_rng_init(&rng, seed, 1);
    table t = sit_down(clock_text);
    int64_t ms = 0;
    int n_private = 0;
    for (spk_match_deal(t.match, &rng); !spk_match_is_over(t.match);) {
        follow(&t, ms);
        spk_seat seat = any_of(spk_match_actors(t.match), &rng);
        table trial = fork_table(&t);
        bool heard = act(&trial, seat, &rng);
        spk_match_free(trial.match);
        if (!heard)
            n_private += check_pair(&t, seat, ms, &rng);
        ms += spk_rng_below(&rng, 20 * SECOND);
        act(&t, seat, &rng);
        spk_match_deal(t.match, &rng);
    }
    spk_match_free(t.match);
    spk_box_close(&box);
    return n_private;
}

TEST(nobodys_clock_tells_of_sealed_answers_or_private_steps)
{
    int n = 0;
    for (uint64_t seed = 0; seed < 4; seed++) {
        n += check_secrets("move 60s bot", seed);
        n += check_secrets("bank 30m+10s", seed);
        n += check_secrets("bank 60s+0s", seed);
    }
    CHECK(n > 500);
}

TEST_MAIN()
