/* room_undo_test.c: taking moves back at a table. Somebody who plays bots alone goes back to any decision of their own; with other
 * people nothing that was shown is taken back. What the log says is what happened, whoever reads it. */
#include "room_kit.h"

#include "base/mem.h"
#include "engine/record.h"
#include "games/registry.h"
#include "hosts/server/fair.h"

static spk_box box;
static spk_rng rng, chance;
static spk_why why;
static room *r;
static int64_t now;
static const uint8_t key[SRV_FAIR_BYTES] = {7};

static void sit(spk_seat seat, room_kind kind)
{
    room_sitter who = {.kind = kind, .here = true};
    snprintf(who.name, sizeof who.name, "Seat %d", seat);
    strcpy(who.bot, kind == ROOM_BOT ? "random" : "");
    room_sit(r, seat, &who);
}

/* A table of this game; the first 'people' seats are people's, all others bots'. */
static void set_table(const spk_game *game, int n_seats, int people, const char *clock)
{
    room_plan plan = {.undo = true, .pause = true};
    now = 1000;
    spk_rng_init(&rng, 7, 0);
    srv_fair_rng(key, 0, &chance);
    CHECK_INT(spk_clock_rule_parse(clock, &plan.clock, NULL), SPK_OK);
    CHECK_INT(spk_box_open(&box, game, &(spk_choice){.n_seats = n_seats}, &why), SPK_OK);
    r = room_new(&plan, &box);
    for (spk_seat seat = 0; seat < n_seats; seat++)
        sit(seat, seat < people ? ROOM_PERSON : ROOM_BOT);
    CHECK_INT(room_start(r, &chance, now, &why), SPK_OK);
}

static void clear_table(void)
{
    room_free(r);
    spk_box_close(&box);
}

static spk_err act(spk_seat seat, room_deed deed)
{
    why = (spk_why){0};
    deed.n = -1;
    now += 1000;
    return room_act(r, seat, &deed, &chance, now, &why);
}

/* Somebody who is asked makes any move; who it was. */
static spk_seat move_any(void)
{
    spk_move moves[SPK_MAX_MOVES];
    char text[SPK_MOVE_TEXT];
    spk_actors actors = spk_match_actors(room_match(r));
    spk_seat seat = spk_actors_first(actors);
    int n = spk_match_moves(room_match(r), seat, moves);
    spk_move_text(&box, moves[spk_rng_below(&rng, (uint32_t)n)], text);
    CHECK_INT(act(seat, (room_deed){.kind = ROOM_MOVE, .text = text}), SPK_OK);
    return seat;
}

static bool is_on(void) { return room_status_of(r) == ROOM_PLAYING; }

/* Play until this seat is asked for a move. */
static bool play_to(spk_seat seat)
{
    while (is_on() && spk_actors_first(spk_match_actors(room_match(r))) != seat)
        move_any();
    return is_on();
}

static void print_state(spk_buf *out)
{
    spk_buf_clear(out);
    box.game->print_state(&box, spk_match_state(room_match(r)), out);
}

/* The log tells every position again, whether it is read or replayed, and a record of it is the same match. */
static void check_log(void)
{
    const spk_match *m = room_match(r);
    spk_match *again = spk_match_new(&box);
    spk_rerun run;
    spk_buf line = {0};
    spk_match_rerun(m, &run);
    for (int i = 0; i < spk_match_n_entries(m); i++) {
        spk_buf_clear(&line);
        spk_match_entry_print(m, i, &line);
        CHECK_INT(spk_match_entry_add(again, spk_buf_text(&line), NULL), SPK_OK);
        spk_match_rerun_step(m, &run);
        CHECK(spk_state_eq(&box, &run.state, spk_match_state(again)));
    }
    CHECK(spk_state_eq(&box, spk_match_state(m), spk_match_state(again)));
    spk_buf_release(&line);
    spk_match_free(again);
}

/* Nothing is drawn twice and nothing is drawn again: every card and die of the log follows from the key, in order. */
static void check_fair(void)
{
    spk_rng again;
    srv_fair_fault fault;
    srv_fair_rng(key, 0, &again);
    CHECK(srv_fair_replay(room_match(r), &again, &fault) >= 0);
    CHECK(srv_fair_n_words(&again) == srv_fair_n_words(&chance));
}

static void check_restored(void)
{
    room *copy = kit_restore(r, now);
    kit_check_same(r, copy, now);
    room_free(copy);
}

/* In every game: back to the decision before, as it was; on from there; and so to the end. */
static void play_solo(const spk_game *game, int n_seats)
{
    spk_buf before = {0}, after = {0};
    int n_back = 0;
    set_table(game, n_seats, 1, "none");
    CHECK(room_is_solo(r));
    for (int i = 0; play_to(0); i++) {
        print_state(&before);
        move_any();
        if (i % 3 || !play_to(0) || n_back == 30)
            continue;
        CHECK(room_can_undo(r, 0, NULL));
        CHECK_INT(act(0, (room_deed){.kind = ROOM_UNDO}), SPK_OK);
        print_state(&after);
        CHECK_STR(spk_buf_text(&after), spk_buf_text(&before));
        CHECK(kit_shows(r, 0, now, "\"kind\":\"undo\",\"text\":\"\""));
        if (n_back++ % 10 == 0)
            check_restored();
    }
    CHECK(n_back > 3);
    check_log();
    check_fair();
    CHECK_INT(act(0, (room_deed){.kind = ROOM_UNDO}),
              SPK_EREFUSED); /* over is over: the seed is out */
    spk_buf_release(&before);
    spk_buf_release(&after);
    clear_table();
}

TEST(who_plays_bots_alone_goes_back_whatever_has_happened)
{
    for (int i = 0; i < spk_n_games; i++) {
        play_solo(spk_games[i], spk_games[i]->min_seats);
        play_solo(spk_games[i], spk_games[i]->max_seats);
    }
}

/* A whole walk, or a whole turn, by the number of its first event. */
TEST(several_moves_are_taken_back_as_one)
{
    spk_buf before = {0}, after = {0};
    set_table(spk_game_find("chicago"), 2, 1, "none");
    CHECK(play_to(0));
    print_state(&before);
    int first = room_n_events(r, 0) + 1;
    for (int i = 0; i < 3 || !play_to(0); i++)
        move_any();
    CHECK_INT(act(0, (room_deed){.kind = ROOM_UNDO, .to = first}), SPK_OK);
    print_state(&after);
    CHECK_STR(spk_buf_text(&after), spk_buf_text(&before));
    check_log();
    check_restored();
    CHECK_INT(act(0, (room_deed){.kind = ROOM_UNDO, .to = first}), SPK_EREFUSED); /* it is gone */
    CHECK_INT(act(0, (room_deed){.kind = ROOM_UNDO, .to = 9999}), SPK_EREFUSED);
    spk_buf_release(&before);
    spk_buf_release(&after);
    clear_table();
}

/* With another person at the table a move stands as soon as a card has come of it or somebody has acted. */
TEST(with_people_nothing_that_was_shown_is_taken_back)
{
    int n_stood = 0;
    set_table(spk_game_find("gangster"), 3, 3, "none");
    CHECK(!room_is_solo(r));
    for (int i = 0; i < 200 && is_on(); i++) {
        int n = spk_match_n_entries(room_match(r));
        spk_seat seat = move_any();
        bool drawn = false;
        for (; n < spk_match_n_entries(room_match(r)); n++)
            drawn |= spk_match_entry(room_match(r), n).seat == SPK_SEAT_CHANCE;
        if (!drawn || !is_on())
            continue;
        n_stood++;
        CHECK(!room_can_undo(r, seat, &why) && why.text[0]);
        CHECK(kit_shows(r, seat, now, "\"undo\":false"));
        CHECK_INT(act(seat, (room_deed){.kind = ROOM_UNDO}), SPK_EREFUSED);
        CHECK_INT(act(seat, (room_deed){.kind = ROOM_UNDO, .to = room_n_events(r, seat)}),
                  SPK_EREFUSED);
    }
    CHECK(n_stood > 5);
    clear_table();
}

/* Two who share a device are two people; and a bot never goes back. */
TEST(only_one_person_among_bots_is_alone)
{
    set_table(spk_game_find("gangster"), 3, 1, "none");
    CHECK(room_is_solo(r));
    sit(1, ROOM_HOTSEAT);
    CHECK(!room_is_solo(r));
    sit(1, ROOM_BOT);
    CHECK(play_to(0));
    move_any();
    CHECK(play_to(0));
    CHECK(!room_can_undo(r, 1, NULL) && room_can_undo(r, 0, NULL));
    clear_table();
}

TEST(who_goes_back_gets_the_time_of_a_new_decision)
{
    set_table(spk_game_find("famiglia"), 2, 1, "move 90s");
    CHECK(play_to(0));
    move_any();
    CHECK(play_to(0));
    now += 60000;
    CHECK_INT(act(0, (room_deed){.kind = ROOM_UNDO}), SPK_OK);
    CHECK(kit_shows(r, 0, now, "{\"left\":90000,\"running\":true}"));
    check_restored();
    clear_table();
}

TEST(there_is_an_end_to_going_back)
{
    int n = 0;
    set_table(spk_game_find("gangster"), 3, 1, "none");
    CHECK(play_to(0));
    for (; n < 2 * SPK_REWINDS; n++) {
        move_any();
        CHECK(play_to(0));
        if (act(0, (room_deed){.kind = ROOM_UNDO}) != SPK_OK)
            break;
    }
    CHECK(n >= SPK_REWINDS && strstr(why.text, "99"));
    clear_table();
}

TEST_MAIN()
