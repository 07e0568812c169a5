/* room_talk_test.c: who may speak, what bots have to do, and how long they wait for whom (talk.h, room.h "Bots'
 * turns"), and a bot that is asked (thought.h). Time is a number here. */
#include "room_kit.h"

#include "games/registry.h"

static spk_box box;
static room *r;
static spk_rng rng;
static spk_why why;
static int64_t now;
static spk_clock_rule the_clock; /* of tables that are set */

enum { TALK_MS = 6000, MOVE_MS = 400 };

/* 'kinds': a letter each seat: p a person, b a bot that talks, m one that does not. */
static void set_table(const char *game, const char *kinds)
{
    room_plan plan = {.undo = true, .clock = the_clock};
    spk_choice choice = {.n_seats = (int)strlen(kinds)};
    now = 1000;
    CHECK_INT(spk_box_open(&box, spk_game_find(game), &choice, &why), SPK_OK);
    spk_rng_init(&rng, 1, 0);
    r = room_new(&plan, &box);
    for (spk_seat seat = 0; seat < box.n_seats; seat++) {
        room_sitter who = {
            .kind = kinds[seat] == 'p' ? ROOM_PERSON : ROOM_BOT, .name = "A", .here = true};
        strcpy(who.bot, kinds[seat] == 'b' ? "easy@5it" : kinds[seat] == 'm' ? "random" : "");
        room_sit(r, seat, &who);
    }
    CHECK_INT(room_start(r, &rng, now, &why), SPK_OK);
}

static void clear_table(void)
{
    room_free(r);
    spk_box_close(&box);
}

static spk_err act(spk_seat seat, room_deed_kind kind, const char *text)
{
    room_deed deed = {.kind = kind, .text = text, .n = -1};
    return room_act(r, seat, &deed, &rng, now, &why);
}

static room_due due_for(spk_actors people)
{
    room_pace pace = {.people = people, .talk_ms = TALK_MS, .hurry = true, .move_ms = MOVE_MS};
    return room_due_now(r, &pace, now);
}

static room_due due(void) { return due_for(~(spk_actors)0); }

/* Everybody who may speak now, one after the other: who comes first? */
static spk_seat first(void) { return spk_actors_first(room_speakers(r)); }

static bool heard(const char *words) { return kit_shows(r, SPK_SEAT_ONLOOKER, now, words); }

/* -- Who may speak --------------------------------------------------------------------------------- */

TEST(the_silent_pass_only_when_somebody_speaks)
{
    set_table("chicago_gangsters", "pppp");
    spk_seat speaker = first(), next = (speaker + 1) % 4;
    clear_table();
    char kinds[] = "pppp";
    kinds[speaker] = 'm';
    set_table("chicago_gangsters", kinds);
    next = first();
    CHECK(next != speaker && !spk_actors_has(spk_match_speakers(room_match(r)), next));
    CHECK(!heard("\"kind\":\"talk\""));
    CHECK_INT(act(next, ROOM_SAY, "nonsense"), SPK_EMALFORMED);
    CHECK(!heard("\"kind\":\"talk\"")); /* nobody passes for words that are refused */
    CHECK_INT(act(next, ROOM_SAY, "aim win"), SPK_OK);
    CHECK(heard("\"kind\":\"talk\",\"text\":\"pass\",") && heard("\"text\":\"aim win\","));
    CHECK_INT(spk_match_entry(room_match(r), spk_match_n_entries(room_match(r)) - 2).seat, speaker);
    clear_table();
}

/* Everybody is told the same, worded in the window in which it was said, now and later. */
TEST(what_is_said_is_told_in_words)
{
    const char *aim = "\"text\":\"aim win\",\"phrase\":[{\"format\":\"Let us win this.\",";
    const char *yes = "\"text\":\"accept 1\",\"phrase\":[{\"format\":\"Agreed, {name}";
    set_table("chicago_gangsters", "ppp");
    CHECK(heard("\"said\":0,"));
    CHECK_INT(act(first(), ROOM_SAY, "aim win"), SPK_OK);
    CHECK_INT(act(first(), ROOM_SAY, "accept 1"), SPK_OK);
    CHECK(heard(aim) && heard(yes) && heard("\"said\":2,"));
    for (spk_seat seat = 0; seat < 3; seat++)
        CHECK(kit_shows(r, seat, now, aim) && kit_shows(r, seat, now, yes));
    while (heard("\"said\":2,")) { /* a move that everybody hears of ends the talk */
        spk_move moves[SPK_MAX_MOVES];
        char text[SPK_MOVE_TEXT];
        spk_seat seat = spk_actors_first(spk_match_actors(room_match(r)));
        CHECK(spk_match_moves(room_match(r), seat, moves) > 0);
        CHECK_INT(act(seat, ROOM_MOVE, spk_move_text(&box, moves[0], text)), SPK_OK);
    }
    CHECK(heard("\"said\":0,") && heard(aim) && heard(yes));
    clear_table();
    set_table("famiglia", "pp");
    CHECK(!heard("\"said\""));
    clear_table();
}

/* Somebody who is there is never passed for; whoever left is. */
TEST(nobody_passes_for_a_person_who_is_there)
{
    set_table("chicago_gangsters", "pppp");
    spk_seat speaker = first(), other = (speaker + 1) % 4;
    CHECK_INT(act(other, ROOM_SAY, "aim win"), SPK_EREFUSED);
    CHECK(!room_may_speak(r, other) && room_may_speak(r, speaker));
    uint64_t stamp = room_stamp(r, SPK_SEAT_ONLOOKER);
    CHECK_INT(act(speaker, ROOM_LEAVE, NULL), SPK_OK);
    CHECK(first() != speaker && room_stamp(r, SPK_SEAT_ONLOOKER) != stamp);
    CHECK_INT(act(first(), ROOM_SAY, "aim win"), SPK_OK);
    clear_table();
}

/* Whoever listens is silent until everybody has heard something new. */
TEST(a_seat_listens_until_something_happens)
{
    set_table("chicago_gangsters", "bbbb");
    spk_seat speaker = first();
    uint64_t stamp = room_stamp(r, 0);
    room_listen(r, speaker);
    CHECK(first() != speaker && room_stamp(r, 0) != stamp);
    CHECK(room_may_speak(r, speaker)); /* if it wanted to */
    spk_seat second = first();
    CHECK_INT(act(second, ROOM_SAY, "aim win"), SPK_OK);
    while (room_speakers(r) && first() != speaker)
        room_listen(r, first());
    CHECK_INT(first(), speaker); /* there is something to answer to */
    clear_table();
}

TEST(no_talk_where_there_is_none_or_no_time_for_it)
{
    set_table("famiglia", "pb");
    CHECK(room_speakers(r) == 0 && !room_may_speak(r, 0));
    clear_table();
    room_plan plan = {.pause = true};
    CHECK_INT(
        spk_box_open(&box, spk_game_find("chicago_gangsters"), &(spk_choice){.n_seats = 3}, &why),
        SPK_OK);
    r = room_new(&plan, &box);
    CHECK(room_speakers(r) == 0); /* nothing is dealt */
    for (spk_seat seat = 0; seat < 3; seat++)
        room_sit(r, seat, &(room_sitter){.kind = ROOM_PERSON, .name = "A", .here = true});
    CHECK_INT(room_start(r, &rng, now, &why), SPK_OK);
    CHECK(room_speakers(r) != 0);
    CHECK_INT(act(0, ROOM_PAUSE, NULL), SPK_OK);
    CHECK(room_speakers(r) == 0);
    clear_table();
}

/* -- What is due ----------------------------------------------------------------------------------- */

TEST(bots_speak_then_people_have_some_time_then_bots_move)
{
    set_table("chicago_gangsters", "pbbb");
    int n_words = 0;
    room_due d;
    while ((d = due()).kind == ROOM_DUE_WORDS) {
        CHECK(d.seat != 0 && n_words++ < 4);
        room_listen(r, d.seat);
    }
    CHECK(n_words > 0 && spk_actors_has(room_bot_turns(r), spk_actors_first(room_bot_turns(r))));
    CHECK(d.kind == ROOM_DUE_PERSON && d.seat == 0 && d.until == now + TALK_MS);
    now += TALK_MS - 1;
    CHECK(due().kind == ROOM_DUE_PERSON);
    CHECK_INT(act(0, ROOM_SAY, "aim win"), SPK_OK); /* new words, new time */
    while ((d = due()).kind == ROOM_DUE_WORDS)
        room_listen(r, d.seat);
    CHECK(d.kind == ROOM_DUE_PERSON && d.until == now + TALK_MS);
    now += TALK_MS;
    d = due();
    CHECK(d.kind == ROOM_DUE_MOVES && d.seats == room_bot_turns(r));
    CHECK(d.until == now - TALK_MS + MOVE_MS);
    clear_table();
}

static room_due after_words(spk_actors people)
{
    room_due d;
    while ((d = due_for(people)).kind == ROOM_DUE_WORDS)
        room_listen(r, d.seat);
    return d;
}

/* Nobody waits for the only person but bots: they have all the time they want, or as much as the clock of the table gives. */
TEST(one_person_among_bots_is_not_hurried)
{
    room_pace pace = {.people = ~(spk_actors)0, .talk_ms = TALK_MS, .move_ms = MOVE_MS};
    set_table("chicago_gangsters", "pbbb");
    CHECK(after_words(1).kind == ROOM_DUE_PERSON);
    CHECK(room_due_now(r, &pace, now).until == SPK_NEVER);
    CHECK(room_due_now(r, &pace, now + 1000 * TALK_MS).kind == ROOM_DUE_PERSON);
    room_listen(r, 0); /* nothing to say */
    CHECK(room_due_now(r, &pace, now).kind == ROOM_DUE_MOVES);
    clear_table();
    set_table("chicago_gangsters", "pbbp");
    CHECK(after_words(~(spk_actors)0).kind == ROOM_DUE_PERSON);
    CHECK(room_due_now(r, &pace, now).until == now + TALK_MS); /* another person waits too */
    clear_table();
    the_clock = (spk_clock_rule){.kind = SPK_CLOCK_MOVE, .time_s = 90};
    set_table("chicago_gangsters", "pbbb");
    the_clock = (spk_clock_rule){0};
    CHECK(after_words(1).kind == ROOM_DUE_PERSON);
    CHECK(room_due_now(r, &pace, now).until == now + 90000);
    clear_table();
}

/* Not connected, without the device, away, or everything said: nobody waits for them. */
TEST(a_bot_does_not_wait_for_a_person_who_cannot_speak)
{
    set_table("chicago_gangsters", "pbbb");
    CHECK(after_words(1).kind == ROOM_DUE_PERSON);
    CHECK(after_words(0).kind == ROOM_DUE_MOVES);
    room_set_here(r, 0, false, 0);
    CHECK(after_words(1).kind == ROOM_DUE_MOVES);
    room_set_here(r, 0, true, 0);
    room_listen(r, 0);
    CHECK(after_words(1).kind == ROOM_DUE_MOVES);
    clear_table();
    set_table("chicago_gangsters", "pbbb");
    CHECK_INT(act(0, ROOM_LEAVE, NULL), SPK_OK);
    CHECK(after_words(1).kind == ROOM_DUE_MOVES);
    clear_table();
}

TEST(people_are_never_held_up)
{
    set_table("famiglia", "pp");
    CHECK(due().kind == ROOM_DUE_NOTHING && due().seat == -1);
    clear_table();
    set_table("chicago_gangsters", "pppp");
    CHECK(due().kind == ROOM_DUE_NOTHING); /* they may speak, but no bot waits for it */
    clear_table();
}

TEST(a_mute_bot_is_never_asked_for_words)
{
    set_table("chicago_gangsters", "bbbb");
    for (spk_seat seat = 0; seat < 4; seat++)
        room_set_mute(r, seat, true);
    CHECK(due().kind == ROOM_DUE_MOVES);
    room_set_mute(r, 2, false);
    CHECK(due().kind == ROOM_DUE_WORDS && due().seat == 2);
    clear_table();
}

/* The same calls at the same times, the same dues: a host with simulated time can do it all again. */
TEST(the_same_again)
{
    char said[2][2000] = {"", ""};
    for (int again = 0; again < 2; again++) {
        set_table("chicago_gangsters", "pbmb");
        for (int i = 0; i < 40 && room_status_of(r) == ROOM_PLAYING; i++) {
            room_due d = due();
            snprintf(said[again] + strlen(said[again]), 40, "%s %d %d;", room_due_words[d.kind],
                     d.seat, (int)d.seats);
            if (d.kind == ROOM_DUE_WORDS)
                room_listen(r, d.seat);
            else if (d.kind == ROOM_DUE_PERSON)
                now = d.until;
            else
                CHECK_INT(act(spk_actors_first(spk_match_actors(room_match(r))),
                              d.kind == ROOM_DUE_MOVES ? ROOM_SAFE : ROOM_LEAVE, NULL),
                          SPK_OK);
        }
        clear_table();
    }
    CHECK_STR(said[0], said[1]);
    CHECK(strstr(said[0], "words") && strstr(said[0], "moves"));
}

/* -- A bot is asked -------------------------------------------------------------------------------- */

static spk_bot *new_bot(const char *kind, spk_seat seat)
{
    spk_rng own;
    spk_rng_init(&own, 3, 0);
    return spk_bot_new(spk_bot_find(kind), &box, seat, &own);
}

/* In portions or at once, here or on another thread: the same answer. */
TEST(a_thought_is_the_same_in_portions)
{
    char moves[2][SPK_MOVE_TEXT];
    for (int portions = 0; portions < 2; portions++) {
        room_thought t;
        set_table("gangster", "bb");
        spk_seat seat = spk_actors_first(room_bot_turns(r));
        spk_bot *bot = new_bot("hard", seat);
        room_thought_ask(&t, room_match(r), seat, ROOM_ASK_MOVE);
        CHECK_INT(room_thought_begin(&t, bot), 100);
        for (int i = 0; i < (portions ? 20 : 1); i++)
            spk_bot_think(bot, portions ? 5 : 100);
        room_thought_end(&t, bot);
        CHECK(!room_thought_is_stale(&t, room_match(r)));
        strcpy(moves[portions], t.text);
        CHECK_INT(act(seat, ROOM_BOT_MOVE, t.text), SPK_OK);
        CHECK(room_thought_is_stale(&t, room_match(r)));
        room_thought_release(&t);
        spk_bot_free(bot);
        clear_table();
    }
    CHECK_STR(moves[0], moves[1]);
}

/* Words are stale when others have spoken; a move is not, as long as the seat sees the same table. */
TEST(words_are_stale_when_somebody_else_has_spoken)
{
    room_thought words, mine;
    set_table("chicago_gangsters", "bbbb");
    spk_seat seat = first(), mover = spk_actors_first(room_bot_turns(r));
    spk_bot *bot = new_bot("easy", seat);
    room_thought_ask(&words, room_match(r), seat, ROOM_ASK_WORDS);
    room_thought_ask(&mine, room_match(r), mover, ROOM_ASK_MOVE);
    int percent = room_thought_begin(&words, bot);
    CHECK(percent == 0 || percent == ROOM_WORDS_PERCENT);
    spk_bot_think(bot, 5);
    room_thought_end(&words, bot);
    CHECK(strcmp(words.text, "pass") != 0);
    CHECK(!room_thought_is_stale(&words, room_match(r)));
    CHECK_INT(act(seat, ROOM_SAY, "aim win"), SPK_OK);
    CHECK(room_thought_is_stale(&words, room_match(r)));
    CHECK(!room_thought_is_stale(&mine, room_match(r)));
    room_thought_release(&words);
    room_thought_release(&mine);
    spk_bot_free(bot);
    clear_table();
}

TEST(a_hint_tells_what_was_looked_at)
{
    room_thought t;
    spk_buf out = {0};
    set_table("gangster", "pp");
    spk_seat seat = spk_actors_first(spk_match_actors(room_match(r)));
    spk_bot *bot = new_bot("hard", seat);
    room_thought_ask(&t, room_match(r), seat, ROOM_ASK_HINT);
    room_thought_begin(&t, bot);
    spk_bot_think(bot, 200);
    room_thought_end(&t, bot);
    CHECK(t.n_lines > 0 && t.n_lines <= ROOM_HINT_LINES && t.visits > 0 && t.looked == 200);
    room_thought_print_hint(&t, &(spk_json){.out = &out});
    CHECK(strstr(spk_buf_text(&out), "[{\"text\":\"") && strstr(spk_buf_text(&out), "\"value\":"));
    spk_buf_release(&out);
    room_thought_release(&t);
    spk_bot_free(bot);
    clear_table();
}

TEST_MAIN()
