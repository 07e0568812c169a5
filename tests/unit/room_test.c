/* room_test.c: a table's life, deed by deed: names, seats, the deal, stale and refused moves, taking back
 * and its limit, talk and its limit, pauses, absence, bots, time, coming back from what was written, and
 * what a room weighs. Whole games are in room_games_test.c. */
#include "unit/room_kit.h"

#include <malloc.h>

#include "engine/box.h"
#include "games/registry.h"

extern const spk_game spk_game_blank;

static spk_box box;
static spk_rng rng;
static spk_why why;
static room *r;
static int64_t now;

/* -- The table --------------------------------------------------------------------------------- */

/* Famiglia for two: Ann and Bob, everything is allowed. */
static room_plan plan_of(const char *clock)
{
    room_plan plan = {.undo = true, .chat = true, .pause = true, .onlookers = true};
    CHECK_INT(spk_clock_rule_parse(clock, &plan.clock, NULL), SPK_OK);
    return plan;
}

static void sit(spk_seat seat, room_kind kind, const char *name, const char *bot)
{
    room_sitter who = {.kind = kind, .here = true};
    strcpy(who.name, name);
    strcpy(who.bot, bot);
    room_sit(r, seat, &who);
}

static void set_table(const char *key, int n_seats, const room_plan *plan)
{
    const spk_game *game = spk_game_find(key);
    why = (spk_why){0};
    now = 1000;
    spk_rng_init(&rng, 7, 0);
    CHECK_INT(spk_box_open(&box, game, &(spk_choice){.n_seats = n_seats}, &why), SPK_OK);
    r = room_new(plan, &box);
    for (spk_seat seat = 0; seat < n_seats; seat++)
        sit(seat, ROOM_PERSON, seat ? "Bob" : "Ann", "");
}

static void start(const char *clock)
{
    room_plan plan = plan_of(clock);
    set_table("famiglia", 2, &plan);
    CHECK_INT(room_start(r, &rng, now, &why), SPK_OK);
}

static void clear_table(void)
{
    room_free(r);
    spk_box_close(&box);
}

static spk_err act(spk_seat seat, room_deed_kind kind, const char *text)
{
    why = (spk_why){0};
    return room_act(r, seat, &(room_deed){.kind = kind, .text = text, .n = -1}, &rng, now, &why);
}

/* Who is asked, and what they may do first that does not end the turn, or does. */
static spk_seat asked(void) { return spk_actors_first(spk_match_actors(room_match(r))); }

static const char *a_move(bool ends, char text[SPK_MOVE_TEXT])
{
    spk_move moves[SPK_MAX_MOVES];
    int n = spk_match_moves(room_match(r), asked(), moves);
    for (int i = 0; i < n; i++)
        if (spk_match_ends_turn(room_match(r), asked(), moves[i]) == ends)
            return spk_move_text(&box, moves[i], text);
    return NULL;
}

/* Play on until the one who is asked could make a move that ends the turn, or one that does not and
 * that can be taken back. */
static spk_seat play_until(bool ends, char text[SPK_MOVE_TEXT])
{
    for (;;) {
        spk_seat seat = asked();
        if (a_move(ends, text)) {
            if (ends)
                return seat;
            CHECK_INT(act(seat, ROOM_MOVE, text), SPK_OK);
            if (act(seat, ROOM_UNDO, NULL) == SPK_OK)
                return seat;
        } else {
            CHECK_INT(act(seat, ROOM_MOVE, a_move(!ends, text)), SPK_OK);
        }
        CHECK_INT(room_status_of(r), ROOM_PLAYING);
    }
}

static void play_to_the_end(void)
{
    while (room_status_of(r) == ROOM_PLAYING) {
        spk_seat seat = asked();
        spk_move moves[SPK_MAX_MOVES];
        char text[SPK_MOVE_TEXT];
        int n = spk_match_moves(room_match(r), seat, moves);
        spk_move_text(&box, moves[spk_rng_below(&rng, (uint32_t)n)], text);
        CHECK_INT(act(seat, ROOM_MOVE, text), SPK_OK);
    }
}

/* -- Names ------------------------------------------------------------------------------------- */

static spk_err read_name(const char *bytes, char name[ROOM_NAME])
{
    strcpy(name, "untouched");
    why = (spk_why){0};
    spk_err err = room_name_read(bytes, strlen(bytes), name, &why);
    CHECK((err == SPK_OK) == !why.text[0]);
    CHECK(err == SPK_OK || spk_str_eq(name, "untouched"));
    return err;
}

TEST(names_are_what_can_be_seen)
{
    char name[ROOM_NAME];
    CHECK_INT(read_name("  Al Capone ", name), SPK_OK);
    CHECK_STR(name, "Al Capone");
    CHECK_INT(read_name("J\xc3\xb6rg \"die <b>\\", name), SPK_OK);
    CHECK_STR(name, "J\xc3\xb6rg \"die <b>\\");
    CHECK_INT(read_name("\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x92", name),
              SPK_OK); /* one picture */
    CHECK_INT(read_name("123456789012345678901234567890123456789", name), SPK_OK);
    CHECK_INT(read_name("1234567890123456789012345678901234567890", name), SPK_EMALFORMED);
    static const char *const bad[] = {
        "",
        "   ",
        "a\nb",
        "a\tb",
        "a\rb",
        "a\x01",
        "\x7f",
        "a\x1b[31m",
        "\xff",
        "a\xc3",            /* cut */
        "\xc0\xaf",         /* overlong */
        "\xed\xa0\x80",     /* half of a pair */
        "\xf4\x90\x80\x80", /* beyond the last */
        "\xc2\x85",         /* C1 */
        "\xc2\xa0",         /* nothing but a blank */
        "a\xe2\x80\xae",    /* turns the rest round */
        "a\xe2\x81\xa6",    /* isolates it */
        "\xe2\x80\x8b",     /* nothing at all */
        "a\xe2\x80\xa8",    /* a line end */
        "\xef\xbb\xbf",     /* a mark */
        "A\xcd\x8fnn",      /* U+034F: joins without a trace */
        "\xe1\x9e\xb4nn",   /* U+17B4: a vowel without a shape */
        "A\xe1\xa0\x8bnn",  /* U+180B, U+180F: variants of nothing */
        "A\xe1\xa0\x8fnn",
        "Ann\xe2\xa0\x80",     /* U+2800: Braille without a dot */
        "A\xef\xbf\xb9nn",     /* U+FFF9: a note between the lines */
        "A\xf0\x9b\xb2\xa0nn", /* U+1BCA0: of shorthand */
        "A\xf0\x9d\x85\xb3nn", /* U+1D173, U+1D17A: of music */
        "A\xf0\x9d\x85\xbann",
        "\xe2\x80\x8d",          /* nothing that is joined */
        "\xef\xb8\x8f \xcc\x81", /* nothing that varies, no letter below the accent */
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_INT(read_name(bad[i], name), SPK_EMALFORMED);
    CHECK_INT(room_name_read("a\0b", 3, name, &why), SPK_EMALFORMED);
}

/* -- What is printed ---------------------------------------------------------------------------- */

TEST(facts_are_spelled_as_the_protocol_says)
{
    room_plan plan = plan_of("bank 15m+10s bot");
    spk_buf out = {0};
    set_table("famiglia", 2, &plan);
    sit(0, ROOM_PERSON, "Ann \"A\"", "");
    sit(1, ROOM_OPEN, "", "hard");
    kit_facts(r, &out);
    const char *facts = spk_buf_text(&out);
    CHECK(strstr(facts,
                 "{\"game\":\"famiglia\",\"name\":\"Famiglia\",\"players\":2,\"rules_version\":1,"
                 "\"options\":{\""));
    CHECK(strstr(facts, "},\"edition\":{\"name\":\"default\",\"hash\":\""));
    CHECK(strstr(facts,
                 "\",\"reconstruction\":true},\"status\":\"open\",\"asleep\":false,\"paused_by\":"
                 "null,\"closing\":[],\"seats\":["
                 "{\"seat\":0,\"kind\":\"person\",\"name\":\"Ann \\\"A\\\"\",\"bot\":\"\","
                 "\"here\":true,\"away\":false},"
                 "{\"seat\":1,\"kind\":\"open\",\"name\":\"\",\"bot\":\"hard\",\"here\":true,"
                 "\"away\":false}],"
                 "\"rules\":{\"clock\":\"bank 15m+10s bot\",\"undo\":true,\"chat\":true,"
                 "\"hints\":false,\"pause\":true,\"onlookers\":true,\"talk\":false,\"absence\":"
                 "null,\"pause_limit\":\"15m\"}}"));
    spk_buf_release(&out);
    clear_table();
}

TEST(before_the_deal_there_is_nothing_to_see)
{
    room_plan plan = plan_of("move 90s");
    spk_buf out = {0};
    set_table("famiglia", 2, &plan);
    kit_view(r, 0, 5, now, &out);
    CHECK_STR(
        spk_buf_text(&out),
        "{\"n\":0,\"first\":0,\"events\":[],\"view\":null,\"actors\":[],\"moves\":[],\"ends\":[],"
        "\"undo\":false,\"speakers\":[],\"away\":false,\"clocks\":[],\"result\":null}");
    CHECK_INT(act(0, ROOM_MOVE, "pass"), SPK_EREFUSED);
    CHECK_INT(act(0, ROOM_LEAVE, NULL), SPK_EREFUSED);
    CHECK_INT(act(0, ROOM_PAUSE, NULL), SPK_EREFUSED);
    CHECK(room_walk_new(r, 0) == NULL);
    spk_buf_release(&out);
    clear_table();
}

TEST(all_seats_must_be_taken)
{
    room_plan plan = plan_of("none");
    set_table("famiglia", 2, &plan);
    sit(1, ROOM_OPEN, "", "");
    CHECK(!room_is_full(r));
    CHECK_INT(room_start(r, &rng, now, &why), SPK_EREFUSED);
    CHECK_INT(room_status_of(r), ROOM_WAITING);
    sit(1, ROOM_HOTSEAT, "Bea", "");
    CHECK(room_is_full(r));
    CHECK_INT(room_start(r, &rng, now, &why), SPK_OK);
    CHECK_INT(room_start(r, &rng, now, &why), SPK_EREFUSED);
    CHECK(kit_states(r, "\"status\":\"playing\""));
    clear_table();
}

TEST(events_go_on_where_they_were_seen)
{
    spk_buf out = {0};
    char text[SPK_MOVE_TEXT], want[300];
    start("none");
    play_until(false, text);
    spk_seat seat = asked();
    int n = room_n_events(r, seat);
    CHECK_INT(act(seat, ROOM_MOVE, text), SPK_OK);
    CHECK_INT(act(seat, ROOM_UNDO, NULL), SPK_OK);
    kit_view(r, 1 - seat, n, now, &out);
    snprintf(want, sizeof want,
             "{\"n\":%d,\"first\":%d,\"events\":[{\"n\":%d,\"seat\":%d,\"kind\":\"move\",\"text\":"
             "\"%s\"},"
             "{\"n\":%d,\"seat\":%d,\"kind\":\"undo\",\"text\":\"\"}],\"view\":{",
             n + 2, n, n + 1, seat, text, n + 2, seat);
    CHECK(strncmp(spk_buf_text(&out), want, strlen(want)) == 0);
    kit_view(r, SPK_SEAT_ONLOOKER, n + 2, now, &out);
    CHECK(strstr(spk_buf_text(&out), "\"events\":[],") &&
          strstr(spk_buf_text(&out), "\"moves\":[],"));
    kit_view(r, SPK_SEAT_ONLOOKER, n + 3, now, &out); /* of another time: everything */
    CHECK(strstr(spk_buf_text(&out), "\"first\":0,\"events\":[{\"n\":1,\"seat\":\"chance\""));
    spk_buf_release(&out);
    clear_table();
}

/* Places count from 0, in the list of moves. */
TEST(ends_are_places_of_moves)
{
    char text[SPK_MOVE_TEXT], want[40];
    start("none");
    spk_seat seat = play_until(true, text);
    spk_move moves[SPK_MAX_MOVES];
    int n = spk_match_moves(room_match(r), seat, moves), first = 0;
    while (!spk_match_ends_turn(room_match(r), seat, moves[first]))
        first++;
    CHECK(first < n);
    snprintf(want, sizeof want, "\"ends\":[%d", first);
    CHECK(kit_shows(r, seat, now, want));
    CHECK(kit_shows(r, 1 - seat, now, "\"ends\":[]"));
    clear_table();
}

/* -- Refusals ------------------------------------------------------------------------------------ */

TEST(who_has_not_seen_the_newest_is_stale)
{
    char text[SPK_MOVE_TEXT];
    start("none");
    spk_seat seat = asked();
    int n = room_n_events(r, seat), n_entries = spk_match_n_entries(room_match(r));
    CHECK(a_move(false, text) || a_move(true, text));
    room_deed deed = {.kind = ROOM_MOVE, .text = text};
    for (deed.n = n - 2; deed.n <= n + 1; deed.n++)
        if (deed.n != n && deed.n != -1)
            CHECK_INT(room_act(r, seat, &deed, &rng, now, &why), SPK_ESTALE);
    CHECK_INT(spk_match_n_entries(room_match(r)), n_entries);
    deed.n = n;
    CHECK_INT(room_act(r, seat, &deed, &rng, now, &why), SPK_OK);
    deed.kind = ROOM_UNDO;
    CHECK_INT(room_act(r, seat, &deed, &rng, now, &why), SPK_ESTALE);
    clear_table();
}

TEST(refusals_name_the_rule_and_are_text)
{
    char text[SPK_MOVE_TEXT];
    start("none");
    spk_seat seat = asked();
    CHECK(a_move(false, text) || a_move(true, text));
    CHECK_INT(act(1 - seat, ROOM_MOVE, text), SPK_EREFUSED);
    CHECK_STR(why.rule, box.game->turn_rule);
    CHECK_INT(room_why(r, 1 - seat, text, &why), SPK_EREFUSED);
    CHECK_INT(room_why(r, seat, text, &why), SPK_OK);
    CHECK_INT(act(SPK_SEAT_ONLOOKER, ROOM_MOVE, text), SPK_EREFUSED);
    CHECK_INT(act(2, ROOM_PAUSE, NULL), SPK_EREFUSED);
    CHECK_INT(room_why(r, SPK_SEAT_CHANCE, text, &why), SPK_EREFUSED);
    CHECK_INT(act(seat, ROOM_MOVE, NULL), SPK_EMALFORMED);
    CHECK_INT(act(seat, ROOM_SAY, "hello"), SPK_EREFUSED); /* no talk in this game */
    clear_table();
}

/* A refusal quotes what was sent and may cut it anywhere. */
TEST(refusals_are_utf8_however_long_the_word)
{
    char text[600];
    size_t bad;
    start("none");
    for (int shift = 0; shift < 4; shift++) {
        memset(text, 'x', sizeof text);
        for (size_t i = (size_t)shift; i + 3 < sizeof text; i += 3)
            memcpy(text + i, "\xe2\x82\xac", 3);
        text[sizeof text - 1 - (sizeof text - 1 - (size_t)shift) % 3] = '\0';
        CHECK_INT(act(asked(), ROOM_MOVE, text), SPK_EMALFORMED);
        CHECK(spk_str_is_clean(why.text, strlen(why.text), &bad));
        CHECK_INT(room_why(r, asked(), text, &why), SPK_EMALFORMED);
        CHECK(spk_str_is_clean(why.text, strlen(why.text), &bad));
    }
    clear_table();
}

TEST(after_the_end_nothing_goes_but_looking)
{
    start("bank 1h+0s");
    play_to_the_end();
    CHECK_INT(room_status_of(r), ROOM_FINISHED);
    CHECK(kit_states(r, "\"status\":\"finished\""));
    CHECK(kit_shows(r, 0, now, "\"result\":{\"scores\":["));
    CHECK(kit_shows(r, 0, now, "\"actors\":[],\"moves\":[],\"ends\":[],\"undo\":false"));
    CHECK_INT(act(0, ROOM_MOVE, "pass"), SPK_EREFUSED);
    CHECK_STR(why.rule, box.game->over_rule);
    CHECK_INT(act(0, ROOM_UNDO, NULL), SPK_EREFUSED);
    CHECK_INT(act(0, ROOM_PAUSE, NULL), SPK_EREFUSED);
    CHECK_INT(act(0, ROOM_LEAVE, NULL), SPK_EREFUSED);
    CHECK_INT(act(0, ROOM_SAFE, NULL), SPK_ESTALE);
    CHECK(!room_time_out(r, now + 100000000));
    clear_table();
}

TEST(a_closed_table_is_closed_for_good)
{
    start("bank 1h+0s");
    room_close(r, now);
    CHECK(kit_states(r, "\"status\":\"closed\""));
    CHECK(kit_shows(r, 0, now, "\"view\":{") && kit_shows(r, asked(), now, "\"moves\":[]"));
    for (room_deed_kind kind = 0; kind < ROOM_DEED_COUNT; kind++)
        CHECK(act(asked(), kind, "pass") != SPK_OK);
    CHECK(room_deadline(r) == SPK_NEVER);
    room *copy = kit_restore(r, now);
    kit_check_same(r, copy, now);
    room_free(copy);
    clear_table();
    room_plan plan = plan_of("move 90s"); /* before the deal */
    set_table("famiglia", 2, &plan);
    room_close(r, now);
    CHECK_INT(room_start(r, &rng, now, &why), SPK_EREFUSED);
    CHECK(kit_shows(r, 0, now, "\"view\":null"));
    clear_table();
}

/* -- Taking back ---------------------------------------------------------------------------------- */

TEST(so_many_moves_can_be_taken_back_in_a_turn)
{
    char text[SPK_MOVE_TEXT];
    start("none");
    spk_seat seat = play_until(false, text); /* took one back already */
    for (int i = 1; i < ROOM_UNDOS; i++) {
        CHECK_INT(act(seat, ROOM_MOVE, text), SPK_OK);
        CHECK(kit_shows(r, seat, now, "\"undo\":true"));
        CHECK_INT(act(seat, ROOM_UNDO, NULL), SPK_OK);
    }
    CHECK_INT(act(seat, ROOM_MOVE, text), SPK_OK);
    CHECK(kit_shows(r, seat, now, "\"undo\":false"));
    CHECK_INT(act(seat, ROOM_UNDO, NULL), SPK_EREFUSED);
    CHECK(strstr(why.text, "36") != NULL);
    room *copy = kit_restore(r, now);
    kit_check_same(r, copy, now);
    CHECK_INT(room_act(copy, seat, &(room_deed){.kind = ROOM_UNDO, .n = -1}, &rng, now, &why),
              SPK_EREFUSED);
    room_free(copy);
    CHECK_INT(act(play_until(true, text), ROOM_MOVE, text), SPK_OK);
    play_until(false, text); /* another turn: and took one back */
    clear_table();
}

TEST(where_moves_stand_nothing_is_taken_back)
{
    char text[SPK_MOVE_TEXT];
    room_plan plan = plan_of("none");
    plan.undo = false;
    set_table("famiglia", 2, &plan);
    CHECK_INT(room_start(r, &rng, now, &why), SPK_OK);
    while (!a_move(false, text))
        CHECK_INT(act(asked(), ROOM_MOVE, a_move(true, text)), SPK_OK);
    spk_seat seat = asked();
    CHECK_INT(act(seat, ROOM_MOVE, text), SPK_OK);
    CHECK(kit_shows(r, seat, now, "\"undo\":false"));
    CHECK_INT(act(seat, ROOM_UNDO, NULL), SPK_EREFUSED);
    clear_table();
}

/* -- Talk ------------------------------------------------------------------------------------------ */

/* The template with talk that never ends. */
static spk_actors all_speak(const spk_box *b, const void *state, const spk_said *said, int n)
{
    (void)state, (void)said, (void)n;
    return (1u << b->n_seats) - 1;
}

static spk_err say_anything(const spk_box *b, const void *state, const spk_said *said, int n,
                            spk_seat seat, const char *text, spk_why *reason)
{
    (void)b, (void)state, (void)said, (void)n, (void)seat, (void)text, (void)reason;
    return SPK_OK;
}

TEST(so_much_can_be_said_in_a_turn)
{
    static const spk_talk endless = {.speakers = all_speak, .judge = say_anything};
    spk_game chatty = spk_game_blank;
    room_plan plan = plan_of("none");
    chatty.talk = &endless;
    CHECK_INT(spk_box_open(&box, &chatty, &(spk_choice){0}, &why), SPK_OK);
    spk_rng_init(&rng, 7, 0);
    r = room_new(&plan, &box);
    for (spk_seat seat = 0; seat < box.n_seats; seat++)
        sit(seat, ROOM_PERSON, "Ann", "");
    CHECK_INT(room_start(r, &rng, now, &why), SPK_OK);
    for (int i = 0; i < ROOM_SAYS; i++) {
        CHECK(kit_shows(r, 0, now, "\"speakers\":[0,1"));
        CHECK_INT(act(0, ROOM_SAY, "\"hello\""), SPK_OK);
    }
    CHECK(kit_shows(r, 0, now, "\"speakers\":[1"));
    CHECK(kit_shows(r, 1, now, "\"kind\":\"talk\",\"text\":\"\\\"hello\\\"\"}"));
    CHECK_INT(act(0, ROOM_SAY, "hello"), SPK_EREFUSED);
    CHECK_INT(act(1, ROOM_SAY, "hello"), SPK_OK);
    room *copy = kit_restore(r, now);
    kit_check_same(r, copy, now);
    room_free(copy);
    clear_table();
}

/* -- Pauses ---------------------------------------------------------------------------------------- */

TEST(a_pause_stops_the_clocks_and_everybody)
{
    char text[SPK_MOVE_TEXT];
    start("bank 1m+0s");
    spk_seat seat = asked();
    now += 10000;
    CHECK_INT(act(1 - seat, ROOM_PAUSE, NULL), SPK_OK);
    CHECK_INT(act(seat, ROOM_PAUSE, NULL), SPK_OK); /* is so already */
    now += 500000;
    CHECK(kit_states(r, "\"status\":\"paused\""));
    CHECK(kit_shows(r, seat, now, "{\"left\":50000,\"running\":false}"));
    CHECK(kit_shows(r, seat, now, "\"moves\":[],\"ends\":[],\"undo\":false"));
    CHECK(a_move(true, text) || a_move(false, text));
    CHECK_INT(act(seat, ROOM_MOVE, text), SPK_EREFUSED);
    CHECK_INT(room_why(r, seat, text, &why), SPK_EREFUSED);
    CHECK(!room_time_out(r, now));
    room *copy = kit_restore(r, now);
    kit_check_same(r, copy, now);
    room_free(copy);
    CHECK_INT(act(seat, ROOM_RESUME, NULL), SPK_OK);
    CHECK(kit_shows(r, seat, now, "{\"left\":50000,\"running\":true}"));
    CHECK_INT(act(seat, ROOM_MOVE, text), SPK_OK);
    clear_table();
}

/* With a clock a pause is time to think: three of them, and each ends by itself. */
TEST(with_a_clock_pauses_are_counted_and_end)
{
    start("bank 5m+0s");
    CHECK(kit_states(r, "\"pause_limit\":\"10m\""));
    for (int i = 0; i < ROOM_PAUSES; i++) {
        CHECK_INT(act(0, ROOM_PAUSE, NULL), SPK_OK);
        CHECK(room_pauser(r) == 0 && room_deadline(r) == now + 600000);
        CHECK_INT(act(1, ROOM_PAUSE, NULL), SPK_OK); /* it is so already: nobody's pause but his */
        CHECK(room_pauser(r) == 0 && kit_states(r, "\"paused_by\":0"));
        room *copy = kit_restore(r, now + 1000); /* over a restart too */
        CHECK(room_pauser(copy) == 0 && room_deadline(copy) == now + 600000);
        room_free(copy);
        now += 599999;
        CHECK(!room_time_out(r, now) && room_status_of(r) == ROOM_PAUSED);
        now++;
        CHECK(room_time_out(r, now) && room_status_of(r) == ROOM_PLAYING);
        CHECK(room_pauser(r) == -1 && room_deadline(r) == now + 300000);
    }
    CHECK_INT(act(0, ROOM_PAUSE, NULL), SPK_EREFUSED);
    CHECK_STR(why.text, "You have used all 3 pauses for this game.");
    room *copy = kit_restore(r, now);
    room_deed pause = {.kind = ROOM_PAUSE, .n = -1};
    CHECK_INT(room_act(copy, 0, &pause, &rng, now, &why), SPK_EREFUSED);
    CHECK_INT(room_act(copy, 1, &pause, &rng, now, &why), SPK_OK);
    room_free(copy);
    clear_table();
    start("move 3d"); /* by mail one goes on holiday */
    CHECK(kit_states(r, "\"pause_limit\":\"3d\""));
    clear_table();
    start("none"); /* nobody gains anything */
    for (int i = 0; i < 20; i++) {
        CHECK_INT(act(0, ROOM_PAUSE, NULL), SPK_OK);
        CHECK(room_deadline(r) == SPK_NEVER && kit_states(r, "\"pause_limit\":null"));
        CHECK_INT(act(0, ROOM_RESUME, NULL), SPK_OK);
    }
    clear_table();
}

TEST(pauses_that_were_saved_badly_are_refused)
{
    static const char *const bad[] = {";",
                                      "; pauses",
                                      "; pauses 1",
                                      "; pauses 1 2 3",
                                      "; pauses 1 256",
                                      "; pauses 1 2 paused",
                                      "; pauses 1 2 closing",
                                      "; pauses 1 2 closing 4",
                                      "; pauses 1 2 paused 3 4",
                                      "; pauses 1 -2",
                                      "; breaks 1 2",
                                      "; pauses 1 2 paused 1 2 3"};
    spk_buf text = {0};
    start("move 1m");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        room *copy = kit_copy_log(r);
        spk_buf_clear(&text);
        spk_clock_save(room_clock(r), &text); /* alone it is what older rooms saved */
        CHECK(i || room_restore(copy, ROOM_PLAYING, spk_buf_text(&text), now, &why) == SPK_OK);
        spk_buf_puts(&text, bad[i]);
        CHECK_INT(room_restore(copy, ROOM_PLAYING, spk_buf_text(&text), now, &why), SPK_EMALFORMED);
        room_free(copy);
    }
    spk_buf_release(&text);
    clear_table();
}

TEST(a_game_ends_without_a_result_when_all_players_agree)
{
    char text[SPK_MOVE_TEXT];
    start("none");
    uint64_t facts = room_facts_stamp(r);
    CHECK_INT(act(0, ROOM_CLOSE, NULL), SPK_OK);
    CHECK(room_closers(r) == SPK_ACTOR(0) && kit_states(r, "\"closing\":[0]"));
    CHECK(room_facts_stamp(r) != facts && room_status_of(r) == ROOM_PLAYING);
    room *copy = kit_restore(r, now); /* whoever agreed has agreed, over a restart too */
    kit_check_same(r, copy, now);
    room_free(copy);
    CHECK(a_move(false, text) || a_move(true, text));
    CHECK_INT(act(asked(), ROOM_MOVE, text), SPK_OK); /* it goes on: nobody has agreed to that */
    CHECK(room_closers(r) == 0 && kit_states(r, "\"closing\":[]"));
    CHECK_INT(act(1, ROOM_LEAVE, NULL), SPK_OK);
    CHECK_INT(act(0, ROOM_CLOSE, NULL), SPK_OK);
    CHECK_INT(room_status_of(r), ROOM_PLAYING); /* who is away may be winning */
    CHECK_INT(act(1, ROOM_CLOSE, NULL), SPK_OK);
    CHECK_INT(room_status_of(r), ROOM_CLOSED);
    room_walk *walk = room_walk_new(r, 0); /* what there was can be looked at */
    CHECK(walk);
    room_walk_free(walk);
    CHECK_INT(act(0, ROOM_CLOSE, NULL), SPK_EREFUSED);
    clear_table();
}

TEST(whoever_plays_bots_ends_the_game_alone)
{
    room_plan plan = plan_of("none");
    set_table("famiglia", 2, &plan);
    CHECK_INT(act(0, ROOM_CLOSE, NULL), SPK_EREFUSED); /* nothing is dealt */
    sit(1, ROOM_BOT, "Lucky", "easy");
    CHECK_INT(room_start(r, &rng, now, &why), SPK_OK);
    CHECK_INT(act(1, ROOM_CLOSE, NULL), SPK_EREFUSED);
    CHECK_INT(act(0, ROOM_CLOSE, NULL), SPK_OK);
    CHECK_INT(room_status_of(r), ROOM_CLOSED);
    clear_table();
}

TEST(without_pauses_nobody_pauses)
{
    room_plan plan = plan_of("none");
    plan.pause = false;
    set_table("famiglia", 2, &plan);
    CHECK_INT(room_start(r, &rng, now, &why), SPK_OK);
    CHECK_INT(act(0, ROOM_PAUSE, NULL), SPK_EREFUSED);
    CHECK_INT(room_status_of(r), ROOM_PLAYING);
    clear_table();
}

/* -- Absence ---------------------------------------------------------------------------------------- */

TEST(for_who_leaves_a_bot_plays_until_they_move_again)
{
    char text[SPK_MOVE_TEXT];
    start("none");
    spk_seat seat = asked();
    CHECK_INT(act(seat, ROOM_SAFE, NULL), SPK_ESTALE);
    CHECK_INT(act(seat, ROOM_LEAVE, NULL), SPK_OK);
    CHECK(room_is_away(r, seat) && !room_is_away(r, 1 - seat));
    CHECK(kit_shows(r, seat, now, "\"away\":true") &&
          kit_shows(r, 1 - seat, now, "\"away\":false"));
    CHECK(room_bot_turns(r) == SPK_ACTOR(seat));
    CHECK_STR(room_bot_of(r, seat), "");
    CHECK_INT(act(seat, ROOM_SAFE, NULL), SPK_OK);
    CHECK(room_is_away(r, seat));
    CHECK(kit_states(r, "\"away\":true"));
    while (asked() != seat)
        CHECK_INT(act(asked(), ROOM_MOVE, a_move(true, text) ? text : a_move(false, text)), SPK_OK);
    CHECK_INT(act(seat, ROOM_MOVE, "nonsense"), SPK_EMALFORMED);
    CHECK(room_is_away(r, seat)); /* a refusal changes nothing: the host says that they are back */
    CHECK(a_move(false, text) || a_move(true, text));
    CHECK_INT(act(seat, ROOM_MOVE, text), SPK_OK);
    CHECK(!room_is_away(r, seat) && room_bot_turns(r) == 0);
    CHECK(!kit_states(r, "\"away\":true"));
    clear_table();
}

TEST(a_bot_is_too_late_when_the_person_is_back)
{
    char text[SPK_MOVE_TEXT];
    start("none");
    spk_seat seat = asked();
    sit(seat, ROOM_PERSON, "Ann", "hard@50ms");
    CHECK(a_move(false, text) || a_move(true, text));
    CHECK_INT(act(seat, ROOM_LEAVE, NULL), SPK_OK);
    CHECK_STR(room_bot_of(r, seat), "hard@50ms");
    CHECK_INT(act(seat, ROOM_BACK, NULL), SPK_OK);
    CHECK_INT(act(seat, ROOM_BOT_MOVE, text), SPK_ESTALE);
    CHECK_INT(act(seat, ROOM_LEAVE, NULL), SPK_OK);
    room_deed late = {.kind = ROOM_BOT_MOVE, .text = text, .n = room_n_events(r, seat) - 1};
    CHECK_INT(room_act(r, seat, &late, &rng, now, &why), SPK_ESTALE);
    CHECK_INT(act(seat, ROOM_BOT_MOVE, text), SPK_OK);
    CHECK(room_is_away(r, seat));
    clear_table();
}

TEST(it_is_always_the_bots_turn_where_bots_sit)
{
    room_plan plan = plan_of("bank 5s+0s");
    set_table("famiglia", 2, &plan);
    sit(0, ROOM_BOT, "Lucky", "easy");
    sit(1, ROOM_BOT, "Dutch", "");
    CHECK_INT(room_start(r, &rng, now, &why), SPK_OK);
    CHECK(room_bot_turns(r) == spk_match_actors(room_match(r)));
    CHECK_STR(room_bot_of(r, 0), "easy");
    CHECK_STR(room_bot_of(r, 1), ROOM_STAND_IN);
    CHECK(!room_is_away(r, 0) && !kit_states(r, "\"away\":true"));
    CHECK(room_deadline(r) == SPK_NEVER);
    CHECK_INT(act(0, ROOM_LEAVE, NULL), SPK_EREFUSED);
    while (room_status_of(r) == ROOM_PLAYING)
        CHECK_INT(act(asked(), ROOM_SAFE, NULL), SPK_OK);
    clear_table();
}

/* Whoever takes a bot's place has its clock, and the other way round. */
TEST(a_seat_may_change_hands)
{
    start("bank 1m+0s");
    spk_seat seat = asked();
    sit(seat, ROOM_BOT, "Lucky", "hard");
    CHECK(room_bot_turns(r) == SPK_ACTOR(seat) && room_deadline(r) == SPK_NEVER);
    sit(seat, ROOM_PERSON, "Cleo", "");
    CHECK(room_bot_turns(r) == 0 && room_deadline(r) == now + 60000);
    room_set_here(r, seat, false, now);
    CHECK(kit_states(r, "\"here\":false"));
    clear_table();
}

TEST(time_runs_out_and_the_stand_in_decides)
{
    start("bank 1m+0s bot");
    spk_seat seat = asked();
    uint64_t stamp = room_stamp(r, 1 - seat), own = room_stamp(r, seat);
    CHECK(room_deadline(r) == 61000);
    CHECK(!room_time_out(r, 60999));
    now = 61000;
    CHECK(room_time_out(r, now));
    CHECK(room_stamp(r, 1 - seat) == stamp && room_stamp(r, seat) != own);
    CHECK(room_bot_turns(r) == SPK_ACTOR(seat));
    CHECK_STR(room_bot_of(r, seat), ROOM_STAND_IN);
    CHECK(room_deadline(r) == SPK_NEVER);
    CHECK_INT(act(seat, ROOM_BACK, NULL), SPK_OK);
    CHECK(room_deadline(r) == now + SPK_CLOCK_GRACE_MS);
    CHECK(kit_shows(r, seat, now + 1, "{\"left\":29999,\"running\":true}"));
    clear_table();
}

/* -- Nobody there ------------------------------------------------------------------------------------ */

static void start_waiting(const char *game, const char *clock)
{
    room_plan plan = plan_of(clock);
    plan.absence_s = ROOM_ABSENCE_S;
    set_table(game, 2, &plan);
    CHECK_INT(room_start(r, &rng, now, &why), SPK_OK);
}

static void everybody(bool here)
{
    room_set_here(r, 0, here, now);
    room_set_here(r, 1, here, now);
}

TEST(who_is_there_cannot_be_handed_over)
{
    start_waiting("famiglia", "none");
    now += 3600000;
    for (spk_seat seat = 0; seat < 2; seat++) {
        CHECK_INT(room_hand_over(r, seat, now, &why), SPK_EREFUSED);
        CHECK(!room_is_away(r, seat));
    }
    CHECK_STR(why.text, "Player 2 is at the table: nobody else plays for them.");
    clear_table();
}

TEST(without_a_clock_a_seat_is_handed_over_after_the_absence_that_was_agreed)
{
    start_waiting("famiglia", "none");
    room_set_here(r, 1, false, now);
    CHECK_INT(room_hand_over(r, 1, now, &why), SPK_EREFUSED);
    CHECK_STR(why.text, "Wait another 10 minutes for player 2.");
    now += 600000 - 1;
    CHECK_INT(room_hand_over(r, 1, now, &why), SPK_EREFUSED);
    CHECK_STR(why.text, "Wait another minute for player 2.");
    now++;
    CHECK_INT(act(0, ROOM_PAUSE, NULL), SPK_OK); /* a pause is no absence */
    CHECK_INT(room_hand_over(r, 1, now, &why), SPK_EREFUSED);
    CHECK_INT(act(0, ROOM_RESUME, NULL), SPK_OK);
    CHECK_INT(room_hand_over(r, 1, now, &why), SPK_OK);
    CHECK(room_is_away(r, 1));
    room_set_here(r, 1, true, now); /* being there is not acting ... */
    CHECK(room_is_away(r, 1));
    CHECK_INT(act(1, ROOM_PAUSE, NULL), SPK_OK); /* ... anything they do is */
    CHECK(!room_is_away(r, 1));
    clear_table();
}

TEST(with_a_clock_it_is_handed_over_only_after_that_ran_out)
{
    start_waiting("famiglia", "move 1m");
    spk_seat seat = asked();
    room_set_here(r, seat, false, now);
    now += 59000;
    CHECK_INT(room_hand_over(r, seat, now, &why), SPK_EREFUSED);
    CHECK(strstr(why.text, "'s clock has not run out."));
    now += 1000;
    CHECK(room_time_out(r, now));
    CHECK_INT(room_hand_over(r, seat, now, &why), SPK_EREFUSED); /* nobody has heard of it yet */
    CHECK_INT(act(seat, ROOM_SAFE, NULL), SPK_OK);
    CHECK(!room_is_away(r, seat)); /* one move: the next is theirs */
    CHECK_INT(room_hand_over(r, seat, now, &why), SPK_OK);
    CHECK(room_is_away(r, seat));
    clear_table();
}

TEST(a_table_without_a_clock_sleeps_while_nobody_is_there)
{
    start_waiting("famiglia", "none");
    spk_seat seat = asked();
    CHECK_INT(act(seat, ROOM_LEAVE, NULL), SPK_OK);
    CHECK(room_bot_turns(r) == SPK_ACTOR(seat) && !room_is_asleep(r));
    uint64_t facts = room_facts_stamp(r);
    everybody(false);
    CHECK(room_is_asleep(r) && room_bot_turns(r) == 0 && kit_states(r, "\"asleep\":true"));
    CHECK(room_facts_stamp(r) != facts);
    CHECK_INT(act(seat, ROOM_SAFE, NULL), SPK_ESTALE);
    room *copy = kit_restore(r, now); /* a restart wakes nobody */
    CHECK(room_is_asleep(copy) && room_bot_turns(copy) == 0);
    room_set_here(copy, 0, true, now);
    CHECK(room_bot_turns(copy) == SPK_ACTOR(seat));
    room_free(copy);
    room_set_here(r, 1 - seat, true, now);
    CHECK(!room_is_asleep(r) && room_bot_turns(r) == SPK_ACTOR(seat));
    clear_table();
}

/* The safe default for whoever runs out of time, until the table sleeps; how many. */
static int run_out(int most)
{
    int n = 0;
    for (; n < most && room_deadline(r) != SPK_NEVER; n++) {
        now = room_deadline(r);
        CHECK(room_time_out(r, now));
        while (room_bot_turns(r))
            CHECK_INT(act(spk_actors_first(room_bot_turns(r)), ROOM_SAFE, NULL), SPK_OK);
    }
    return n;
}

/* By mail people come and go: a clock goes on without them, but nothing is played while they are gone. */
TEST(a_clock_costs_people_who_are_gone_the_decision_that_ran_and_no_more)
{
    const int64_t days = (int64_t)3 * 86400000;
    start_waiting("gangster", "move 3d bot");
    spk_seat late = asked();
    everybody(false);
    CHECK(!room_is_asleep(r) && room_deadline(r) == now + days);
    int n = spk_match_n_entries(room_match(r));
    CHECK_INT(run_out(100), 1);
    CHECK(room_is_asleep(r) && room_is_away(r, late));
    CHECK_INT(act(late, ROOM_SAFE, NULL), SPK_ESTALE); /* not even the move that is lost */
    room *copy = kit_restore(r, now);
    CHECK(room_is_asleep(copy) && room_bot_turns(copy) == 0 && room_deadline(copy) == SPK_NEVER);
    room_free(copy);
    now += 10 * days;
    CHECK_INT(spk_match_n_entries(room_match(r)), n);
    room_set_here(r, 1 - late, true, now); /* nobody pays for the month */
    CHECK(!room_is_asleep(r) && room_bot_turns(r) == SPK_ACTOR(late));
    while (room_bot_turns(r))
        CHECK_INT(act(spk_actors_first(room_bot_turns(r)), ROOM_SAFE, NULL), SPK_OK);
    CHECK(room_deadline(r) == now + days);
    clear_table();
}

/* While a bot is to move nobody's clock runs: the table sleeps as soon as the last player has gone. */
TEST(with_a_clock_too_no_bot_moves_while_nobody_is_there)
{
    char text[SPK_MOVE_TEXT];
    room_plan plan = plan_of("move 1m bot");
    plan.absence_s = ROOM_ABSENCE_S;
    set_table("gangster", 3, &plan);
    sit(0, ROOM_PERSON, "Ann", "");
    sit(1, ROOM_PERSON, "Bob", "");
    sit(2, ROOM_BOT, "Lucky", "random");
    everybody(true);
    CHECK_INT(room_start(r, &rng, now, &why), SPK_OK);
    for (int i = 0; i < 200 && !room_bot_turns(r); i++)
        CHECK_INT(act(asked(), ROOM_MOVE, a_move(true, text) ? text : a_move(false, text)), SPK_OK);
    CHECK(room_bot_turns(r) == SPK_ACTOR(2) && room_deadline(r) == SPK_NEVER);
    room_set_here(r, 0, false, now);
    CHECK(room_bot_turns(r) == SPK_ACTOR(2) && !room_is_asleep(r)); /* somebody is there */
    room_set_here(r, 1, false, now);
    CHECK(room_is_asleep(r) && room_bot_turns(r) == 0);
    CHECK_INT(act(2, ROOM_SAFE, NULL), SPK_ESTALE); /* nor what it thought meanwhile */
    room_set_here(r, 1, true, now);
    CHECK(!room_is_asleep(r) && room_bot_turns(r) == SPK_ACTOR(2));
    clear_table();
}

/* An open tab answers pings; its owner may have gone to bed. */
TEST(an_open_tab_is_nobody)
{
    start_waiting("gangster", "move 1m bot");
    int n = run_out(100);
    CHECK(n >= SPK_CLOCK_LATES && n <= 2 * SPK_CLOCK_LATES);
    CHECK(room_is_asleep(r) && room_status_of(r) == ROOM_PLAYING);
    CHECK_INT(act(0, ROOM_BACK, NULL), SPK_OK);
    CHECK(!room_is_asleep(r));
    clear_table();
}

/* -- Stamps ------------------------------------------------------------------------------------------ */

TEST(stamps_tell_what_changed)
{
    char text[SPK_MOVE_TEXT];
    start("none");
    uint64_t facts = room_facts_stamp(r), view = room_stamp(r, SPK_SEAT_ONLOOKER);
    room_set_here(r, 0, true, now);
    CHECK(room_facts_stamp(r) == facts);
    CHECK(a_move(false, text) || a_move(true, text));
    CHECK_INT(act(asked(), ROOM_MOVE, text), SPK_OK);
    CHECK(room_facts_stamp(r) == facts && room_stamp(r, SPK_SEAT_ONLOOKER) != view);
    view = room_stamp(r, SPK_SEAT_ONLOOKER);
    sit(0, ROOM_PERSON, "Anna", "");
    CHECK(room_facts_stamp(r) != facts && room_stamp(r, SPK_SEAT_ONLOOKER) == view);
    facts = room_facts_stamp(r);
    CHECK_INT(act(0, ROOM_PAUSE, NULL), SPK_OK);
    CHECK(room_facts_stamp(r) != facts && room_stamp(r, SPK_SEAT_ONLOOKER) != view);
    clear_table();
}

/* -- Chat --------------------------------------------------------------------------------------------- */

/* As Chicago Gangsters' ledger counts (8.6): characters, not bytes. */
TEST(chat_has_a_limit_and_a_table_may_have_none)
{
    char text[2 * ROOM_CHAT_CHARACTERS + 3];
    room_plan plan = plan_of("none");
    plan.chat = true;
    set_table("famiglia", 2, &plan);
    for (int i = 0; i <= ROOM_CHAT_CHARACTERS; i++)
        memcpy(text + 2 * i, "\u00fc", 3);
    CHECK_INT(room_check_chat(r, 0, text, &why), SPK_EMALFORMED);
    CHECK_STR(why.text, "A message has 1 to 200 characters and no control characters.");
    text[2 * ROOM_CHAT_CHARACTERS] = '\0';
    CHECK_INT(room_check_chat(r, 0, text, &why), SPK_OK);
    CHECK_INT(room_check_chat(r, 0, "", &why), SPK_EMALFORMED);
    CHECK_INT(room_check_chat(r, 0, "a\033b", &why), SPK_EMALFORMED);
    CHECK_INT(room_check_chat(r, 0, "a\xcd\x8f", &why), SPK_EMALFORMED);     /* U+034F */
    CHECK_INT(room_check_chat(r, 0, "a\xe2\xa0\x80", &why), SPK_EMALFORMED); /* U+2800 */
    CHECK_INT(room_check_chat(r, 0, "\xe2\x80\x8d", &why), SPK_EMALFORMED);  /* U+200D alone */
    CHECK_INT(room_check_chat(r, 0, " \xc2\xa0", &why), SPK_EMALFORMED);
    clear_table();
    plan.chat = false;
    set_table("famiglia", 2, &plan);
    CHECK_INT(room_check_chat(r, 0, "hello", &why), SPK_EREFUSED);
    clear_table();
}

/* Chicago Gangsters for five: Mr. X gives no hints while his cards lie face down (CG-10.7). */
TEST(what_the_game_closes_is_refused_with_its_rule)
{
    room_plan plan = plan_of("none");
    set_table("chicago_gangsters", 5, &plan);
    for (spk_seat seat = 0; seat < 5; seat++)
        CHECK_INT(room_check_chat(r, seat, "hello", &why), SPK_OK); /* nothing is dealt */
    CHECK_INT(room_start(r, &rng, now, &why), SPK_OK);
    spk_seat mr_x = asked();
    for (int paused = 0; paused < 2; paused++) {
        for (spk_seat seat = 0; seat < 5; seat++)
            CHECK_INT(room_check_chat(r, seat, "I lay two W4", &why),
                      seat == mr_x ? SPK_EREFUSED : SPK_OK);
        CHECK_STR(why.rule, "CG-10.7");
        CHECK_INT(act(mr_x, ROOM_PAUSE, NULL), SPK_OK); /* a pause opens nothing */
    }
    CHECK_INT(room_check_chat(r, SPK_SEAT_ONLOOKER, "hello", &why), SPK_OK);
    room_close(r, now);
    CHECK_INT(room_check_chat(r, mr_x, "it was two W4", &why), SPK_OK);
    clear_table();
}

/* -- Coming back -------------------------------------------------------------------------------------- */

TEST(what_does_not_fit_together_is_not_restored)
{
    char text[SPK_MOVE_TEXT];
    start("bank 1m+0s");
    CHECK(a_move(false, text) || a_move(true, text));
    CHECK_INT(act(asked(), ROOM_MOVE, text), SPK_OK);
    room *copy = kit_copy_log(r);
    CHECK_INT(room_restore(copy, ROOM_WAITING, NULL, now, &why), SPK_EMALFORMED);
    CHECK_INT(room_restore(copy, ROOM_FINISHED, NULL, now, &why), SPK_EMALFORMED);
    CHECK_INT(room_restore(copy, ROOM_PLAYING, "nonsense", now, &why), SPK_EMALFORMED);
    CHECK(room_restore_entry(copy, "0 fly", &why) != SPK_OK);
    CHECK(room_restore_entry(copy, "chance draw F2", &why) != SPK_OK);
    CHECK_INT(room_restore(copy, ROOM_PLAYING, NULL, now, &why), SPK_OK);
    CHECK(room_deadline(copy) == now + 60000); /* a new clock */
    room_free(copy);
    copy = room_new(room_plan_of(r), &box);
    CHECK_INT(room_restore(copy, ROOM_PLAYING, NULL, now, &why),
              SPK_EMALFORMED); /* chance is due */
    room_free(copy);
    clear_table();
}

TEST(who_was_away_is_away_after_a_restart)
{
    start("none");
    spk_seat seat = asked();
    CHECK_INT(act(seat, ROOM_LEAVE, NULL), SPK_OK);
    room *copy = kit_restore(r, now);
    CHECK(room_is_away(copy, seat) && room_bot_turns(copy) == SPK_ACTOR(seat));
    room_free(copy);
    clear_table();
}

/* -- Weight -------------------------------------------------------------------------------------------- */

/* 0 where it is not counted: a sanitizer has an allocator of its own. */
static size_t bytes_in_use(void)
{
#if HAS_SANITIZER || !defined(__GLIBC__)
    return 0;
#else
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#endif
}

/* A match in which much is taken back, until its log is so long. */
static room *long_room(const room_plan *plan, int n_entries)
{
    char text[SPK_MOVE_TEXT];
    spk_rng_init(&rng, 7, 0); /* one that lasts so long */
    r = room_new(plan, &box);
    sit(0, ROOM_PERSON, "Ann", ""), sit(1, ROOM_PERSON, "Bob", "hard");
    CHECK_INT(room_start(r, &rng, now, &why), SPK_OK);
    while (spk_match_n_entries(room_match(r)) < n_entries) {
        spk_seat seat = asked();
        bool stays = a_move(false, text) != NULL;
        CHECK_INT(act(seat, ROOM_MOVE, stays ? text : a_move(true, text)), SPK_OK);
        if (stays && act(seat, ROOM_UNDO, NULL) == SPK_OK)
            CHECK_INT(act(seat, ROOM_MOVE, text), SPK_OK);
        CHECK_INT(room_status_of(r), ROOM_PLAYING);
    }
    return r;
}

/* A server keeps thousands: 10 KB are for a table in all, with what the house itself remembers of it. */
TEST(a_room_is_light)
{
    enum { ENTRIES = 150, ROOMS = 100 };
    room *rooms[ROOMS];
    room_plan plan = plan_of("bank 15m+10s bot");
    set_table("famiglia", 2, &plan);
    room_free(r);
    size_t before = bytes_in_use();
    for (int i = 0; i < ROOMS; i++)
        rooms[i] = long_room(&plan, ENTRIES);
    size_t weight = (bytes_in_use() - before) / ROOMS;
    print_message("# %zu bytes a room with %d entries\n", weight, ENTRIES);
    CHECK(weight < 8000);
    for (int i = 1; i < ROOMS; i++)
        room_free(rooms[i]);
    r = rooms[0];
    clear_table();
}

TEST_MAIN()
