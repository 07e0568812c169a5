/* seats_test.c: who plays a seat: handing over, absence and coming back, at tables of a whole house on made-up time
 * (fake_world.h). Ann made the table and sits at seat 0, Bob at seat 1; the others are bots. */
#include "hosts/server/table/inside.h"
#include "server/fake_world.h"

enum { ANN, BOB, MINUTE = 60000, HOUR = 60 * MINUTE };

static fake f;
static char table[SRV_ID + 1], host[64];

/* -- The table ------------------------------------------------------------------------------------- */

static const char *path_of(const char *rest)
{
    static char path[100];
    snprintf(path, sizeof path, "/api/tables/%s%s", table, rest);
    return path;
}

/* With the rules given, as JSON: "\"clock\":\"none\"". Both are there. */
static void set_table(const char *rules)
{
    char body[400];
    snprintf(
        body, sizeof body,
        "{\"game\":\"gangster\",\"players\":3,%s,\"seats\":[{\"kind\":\"me\",\"name\":\"Ann\"},"
        "{\"kind\":\"open\"},{\"kind\":\"bot\",\"bot\":\"random\"}]}",
        rules);
    f = (fake){0};
    fake_open(&f, 7);
    ask(&f, SRV_POST, "/api/tables", body, NULL);
    CHECK_INT(f.status, 201);
    snprintf(table, sizeof table, "%s", json_string_value(json_object_get(f.reply, "id")));
    snprintf(host, sizeof host, "%s", json_string_value(json_object_get(f.reply, "host")));
    keep_token(&f.people[ANN], json_array_get(json_object_get(f.reply, "seats"), 0));
    ask(&f, SRV_POST, path_of("/seats/1"), "{\"name\":\"Bob\"}", NULL);
    CHECK_INT(f.status, 200);
    keep_token(&f.people[BOB], f.reply);
    come(&f, ANN, table);
    come(&f, BOB, table);
}

static void clear_table(void)
{
    fake_shut(&f);
    spk_buf_release(&f.said);
}

static void hand_over(int seat, const char *token)
{
    char rest[20];
    snprintf(rest, sizeof rest, "/seats/%d", seat);
    ask(&f, SRV_DELETE, path_of(rest), "", token);
}

static const char *reason(void) { return json_string_value(json_object_get(f.reply, "text")); }

/* As the table says over HTTP. */
static const json_t *facts(void)
{
    ask(&f, SRV_GET, path_of(""), "", NULL);
    CHECK_INT(f.status, 200);
    return f.reply;
}

static bool is_away(int seat)
{
    const json_t *seats = json_object_get(facts(), "seats");
    return json_is_true(json_object_get(json_array_get(seats, (size_t)seat), "away"));
}

/* What the person is told of themselves: true before the others hear of it. */
static bool is_played_for(int who)
{
    return json_is_true(json_object_get(f.people[who].view, "away"));
}

static bool is_asleep(void) { return json_is_true(json_object_get(facts(), "asleep")); }

static bool is_status(const char *status)
{
    return spk_str_eq(json_string_value(json_object_get(facts(), "status")), status);
}

static void move(int who)
{
    person *p = &f.people[who];
    char text[SPK_MOVE_TEXT + 80];
    CHECK(*p->move);
    snprintf(text, sizeof text, "{\"t\":\"move\",\"ref\":\"r%d\",\"n\":%d,\"text\":\"%s\"}",
             p->n_moves++, p->n, p->move);
    p->move[0] = '\0';
    say(&f, who, text);
    CHECK_STR(p->refused, "");
}

/* Both move until it is this one's turn; a bot's move takes no time. */
static void play_until_asked(int who)
{
    for (int i = 0; i < 20 && !*f.people[who].move; i++) {
        if (*f.people[1 - who].move)
            move(1 - who);
        wait(&f, 100);
    }
    CHECK(*f.people[who].move);
}

/* -- Handing over ------------------------------------------------------------------------------------ */

TEST(nobody_hands_over_a_seat_whose_player_is_there)
{
    set_table("\"clock\":\"none\"");
    play_until_asked(BOB);
    wait(&f, HOUR); /* he thinks */
    const char *const tokens[] = {host, f.people[ANN].token};
    for (int i = 0; i < 2; i++) {
        hand_over(BOB, tokens[i]);
        CHECK_INT(f.status, 422);
        CHECK_STR(reason(), "Player 2 is at the table: nobody else plays for them.");
    }
    CHECK(!is_away(BOB) && !is_played_for(BOB));
    CHECK_INT(f.house->figures.safe_moves, 0);
    move(BOB);
    hand_over(BOB, f.people[BOB].token); /* one's own: that is leaving */
    CHECK_INT(f.status, 200);
    CHECK(is_played_for(BOB));
    clear_table();
}

TEST(without_a_clock_an_absent_player_is_waited_for_as_long_as_the_table_says)
{
    set_table("\"absence\":\"2m\"");
    CHECK_STR(json_string_value(json_object_get(json_object_get(facts(), "rules"), "absence")),
              "2m");
    go(&f, BOB);
    wait(&f, MINUTE);
    hand_over(BOB, host);
    CHECK_INT(f.status, 422);
    CHECK_STR(reason(), "Wait another minute for player 2.");
    hand_over(BOB, NULL);
    CHECK_INT(f.status, 401);
    wait(&f, MINUTE);
    hand_over(BOB, host);
    CHECK_INT(f.status, 200);
    CHECK(is_away(BOB));
    clear_table();
}

TEST(ten_minutes_if_the_table_says_nothing)
{
    set_table("\"clock\":\"none\"");
    CHECK_STR(json_string_value(json_object_get(json_object_get(facts(), "rules"), "absence")),
              "10m");
    go(&f, BOB);
    wait(&f, 10 * MINUTE - 1000);
    hand_over(BOB, host);
    CHECK_INT(f.status, 422);
    come(&f, BOB, table); /* a short visit, and the wait begins anew */
    go(&f, BOB);
    wait(&f, 2000);
    hand_over(BOB, host);
    CHECK_INT(f.status, 422);
    CHECK_STR(reason(), "Wait another 10 minutes for player 2.");
    clear_table();
}

TEST(an_absence_is_a_minute_at_least)
{
    static const char *const bad[] = {"\"59s\"", "\"0m\"", "\"91d\"", "\"soon\"", "600"};
    char body[100];
    set_table("\"clock\":\"none\"");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(body, sizeof body, "{\"game\":\"gangster\",\"absence\":%s}", bad[i]);
        ask(&f, SRV_POST, "/api/tables", body, NULL);
        CHECK_INT(f.status, 400);
    }
    clear_table();
}

/* Whoever made the table may be the one who is missing. */
TEST(any_player_may_hand_over_and_nobody_else)
{
    set_table("\"absence\":\"1m\"");
    go(&f, ANN);
    wait(&f, 2 * MINUTE);
    hand_over(ANN, NULL);
    CHECK_INT(f.status, 401);
    hand_over(ANN, f.people[BOB].token);
    CHECK_INT(f.status, 200);
    CHECK(is_away(ANN));
    clear_table();
}

/* -- Coming back ------------------------------------------------------------------------------------- */

static void lose_seat(int who)
{
    go(&f, who);
    wait(&f, 2 * MINUTE);
    hand_over(who, host);
    CHECK_INT(f.status, 200);
    come(&f, who, table);
    CHECK(is_played_for(who)); /* being there is not acting */
}

/* No button has to be found: whatever a player does, refused or not, the seat is theirs again. */
TEST(any_act_takes_a_seat_back)
{
    static const char *const acts[] = {
        "{\"t\":\"chat\",\"ref\":\"a%d\",\"text\":\"I was on the phone\"}",
        "{\"t\":\"move\",\"ref\":\"b%d\",\"n\":1,\"text\":\"draw\"}",
        "{\"t\":\"move\",\"ref\":\"c%d\",\"n\":0,\"text\":\"fly\"}",
        "{\"t\":\"undo\",\"ref\":\"d%d\",\"n\":1}",
        "{\"t\":\"why\",\"ref\":\"e%d\",\"text\":\"draw\"}",
        "{\"t\":\"hint\",\"ref\":\"f%d\"}",
        "{\"t\":\"say\",\"ref\":\"g%d\",\"text\":\"pass\"}",
        "{\"t\":\"resume\",\"ref\":\"h%d\"}",
    };
    char text[100];
    set_table("\"absence\":\"1m\"");
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        lose_seat(BOB);
        snprintf(text, sizeof text, acts[i], (int)i);
        say(&f, BOB, "{\"t\":\"ping\"}");
        say(&f, BOB, "{\"t\":\"since\",\"n\":0}");
        CHECK(is_played_for(BOB)); /* programs say that */
        say(&f, BOB, text);
        if (is_played_for(BOB))
            fail_msg("%s did not take the seat back", text);
    }
    play_until_asked(BOB);
    move(BOB);
    clear_table();
}

/* -- Clocks -------------------------------------------------------------------------------------------- */

/* Bob sits there and says nothing until he has lost a decision. */
static void let_bob_lose(void)
{
    int64_t before = f.house->figures.time_outs;
    play_until_asked(BOB);
    for (int i = 0; i < 40 && f.house->figures.time_outs == before; i++)
        wait(&f, 1000);
    CHECK_INT(f.house->figures.time_outs, before + 1);
    wait(&f, 200);
}

TEST(running_out_of_time_costs_one_decision)
{
    set_table("\"clock\":\"move 30s\"");
    let_bob_lose();
    CHECK_INT(f.house->figures.safe_moves, 1);
    CHECK(!is_away(BOB) && !is_played_for(BOB));
    play_until_asked(BOB); /* the next one is his */
    move(BOB);
    let_bob_lose();
    let_bob_lose();
    CHECK(!is_played_for(BOB));
    let_bob_lose(); /* the third in a row */
    CHECK(is_played_for(BOB) && is_away(BOB));
    say(&f, BOB, "{\"t\":\"chat\",\"ref\":\"x\",\"text\":\"here I am\"}");
    CHECK(!is_played_for(BOB));
    clear_table();
}

/* The clock as it is stored. */
static spk_clock stored_clock(void)
{
    spk_clock clock;
    srv_found found = {0};
    char text[SPK_CLOCK_TEXT];
    CHECK_INT(
        srv_store_ask_now(f.house->store, &(srv_query){.what = SRV_ASK_TABLE, .id = table}, &found),
        SPK_OK);
    const srv_row *row = found.answer.tables;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(row->clock, ";"), row->clock);
    CHECK_INT(spk_clock_load(&clock, text, row->players, row->n_entries, NULL), SPK_OK);
    srv_found_release(&found);
    return clock;
}

/* Time passes and the store answers, but no bot gets to think. */
static void wait_without_bots(int64_t ms)
{
    int64_t end = f.loop.now_ms + ms;
    while (f.loop.woken || (f.loop.calls && f.loop.calls->due_ms <= end))
        if (f.loop.woken)
            fake_loop_step(&f.loop, f.house);
        else
            fake_loop_call(&f.loop, f.house);
    f.loop.now_ms = end;
}

/* Out of time for one decision, and while the bot still thinks about it they leave for good: the same seats are away, and yet there
 * is something to write. */
TEST(whoever_leaves_after_running_out_of_time_has_left)
{
    static const char LEAVE[] = "{\"t\":\"leave\",\"ref\":\"go\"}";
    set_table("\"clock\":\"move 30s bot\"");
    play_until_asked(BOB);
    wait_without_bots(32000);
    CHECK_INT(stored_clock().lent, 1 << BOB);
    srv_server_message(f.house, f.people[BOB].user, LEAVE, strlen(LEAVE));
    srv_server_turn(f.house);
    wait_without_bots(0);
    CHECK(stored_clock().away >> BOB & 1);
    CHECK_INT(stored_clock().lent, 0);
    settle(&f);
    clear_table();
}

TEST(with_a_clock_only_that_decides_when_a_seat_is_handed_over)
{
    set_table("\"clock\":\"move 30s\",\"absence\":\"1m\"");
    play_until_asked(ANN);
    go(&f, BOB);
    for (int i = 0; i < 4 && !*f.people[BOB].move; i++) {
        wait(&f, 25000); /* nobody is asked for long, and Bob not at all */
        hand_over(BOB, host);
        CHECK_INT(f.status, 422);
        CHECK_STR(reason(), "Player 2's clock has not run out.");
        if (*f.people[ANN].move)
            break;
    }
    move(ANN);
    wait(&f, 31000);
    CHECK_INT(f.house->figures.time_outs, 1);
    hand_over(BOB, host);
    CHECK_INT(f.status, 200);
    CHECK(is_away(BOB));
    clear_table();
}

/* -- Nobody there -------------------------------------------------------------------------------------- */

TEST(without_anybody_no_bot_plays_on)
{
    set_table("\"clock\":\"none\"");
    go(&f, ANN);
    go(&f, BOB);
    hand_over(ANN, f.people[ANN].token); /* each their own */
    hand_over(BOB, f.people[BOB].token);
    wait(&f, 1000);
    CHECK(is_asleep() && is_status("playing"));
    int64_t moves = f.house->figures.moves;
    wait(&f, 2 * HOUR);
    CHECK_INT(f.house->figures.moves, moves);
    CHECK(is_asleep() && is_status("playing"));
    come(&f, ANN, table); /* they look on: that is what they asked for */
    CHECK(!is_asleep());
    wait(&f, 1000);
    CHECK(f.house->figures.moves > moves);
    clear_table();
}

TEST(by_mail_the_clock_goes_on_but_nothing_is_played)
{
    set_table("\"clock\":\"move 1d\"");
    go(&f, ANN);
    go(&f, BOB);
    for (int day = 0; day < 8; day++)
        wait(&f, 24 * HOUR);
    CHECK_INT(f.house->figures.time_outs, 1); /* of the decision that ran */
    CHECK_INT(f.house->figures.safe_moves, 0);
    CHECK(is_asleep() && is_status("playing"));
    CHECK(f.house->figures.tables_loaded < 20); /* it sleeps in the store, and is left there */
    come(&f, ANN, table);
    CHECK_INT(f.house->figures.safe_moves, 1); /* now somebody sees it */
    come(&f, BOB, table);
    CHECK(!is_asleep() && (*f.people[ANN].move || *f.people[BOB].move));
    move(*f.people[ANN].move ? ANN : BOB);
    clear_table();
}

/* -- Pauses ---------------------------------------------------------------------------------------------- */

TEST(a_pause_ends_by_itself_where_a_clock_runs)
{
    char text[60];
    set_table("\"clock\":\"move 30s\"");
    play_until_asked(ANN);
    for (int i = 0; i < ROOM_PAUSES; i++) {
        snprintf(text, sizeof text, "{\"t\":\"pause\",\"ref\":\"p%d\"}", i);
        say(&f, ANN, text);
        CHECK_INT(json_integer_value(json_object_get(facts(), "paused_by")), ANN);
        wait(&f, 10 * MINUTE - 1000);
        CHECK(is_status("paused"));
        wait(&f, 1200);
        CHECK(is_status("playing"));
    }
    say(&f, ANN, "{\"t\":\"pause\",\"ref\":\"once\"}");
    CHECK_STR(f.people[ANN].refused, "You have used all 3 pauses for this game.");
    wait(&f, 31000); /* she has thought long enough */
    CHECK_INT(f.house->figures.time_outs, 1);
    clear_table();
}

/* -- Ending it --------------------------------------------------------------------------------------------- */

/* With a result there is one in the store; without, there still is a record, and the seed. */
static void check_record(void)
{
    ask(&f, SRV_GET, path_of("/record"), "", NULL);
    CHECK_INT(f.status, 200);
    CHECK(json_is_object(json_object_get(facts(), "proof")));
    ask(&f, SRV_GET, path_of("/replay"), "", NULL);
    CHECK_INT(f.status, 200);
}

TEST(a_losing_host_cannot_close_the_game)
{
    set_table("\"clock\":\"none\"");
    const char *const tokens[] = {host, f.people[ANN].token};
    for (int i = 0; i < 2; i++) {
        ask(&f, SRV_PATCH, path_of(""), "{\"close\":true}", tokens[i]);
        CHECK_INT(f.status, 422);
        CHECK_STR(
            reason(),
            "During a game only all players together can close the table: each has to agree.");
    }
    CHECK(is_status("playing"));
    ask(&f, SRV_GET, path_of("/record"), "", NULL);
    CHECK_INT(f.status, 422); /* nobody may see the seed yet */
    say(&f, ANN, "{\"t\":\"close\",\"ref\":\"c1\"}");
    CHECK(is_status("playing"));
    wait(&f, 100);
    CHECK_INT(json_array_size(json_object_get(f.people[BOB].facts, "closing")), 1);
    say(&f, BOB, "{\"t\":\"close\",\"ref\":\"c2\"}");
    CHECK(is_status("closed"));
    check_record();
    clear_table();
}

/* -- Taking a seat ------------------------------------------------------------------------------------------- */

static void take_seat(const char *body, int status)
{
    ask(&f, SRV_POST, path_of("/seats/1"), body, NULL);
    CHECK_INT(f.status, status);
}

/* The answer was lost: the same key gets the same seat, any other nothing. */
TEST(a_seat_is_taken_once_however_often_it_is_asked_for)
{
    static const char mine[] =
        "{\"name\":\"Cleo\",\"key\":\"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\"}";
    static const char again[] =
        "{\"name\":\"Cleo's friend\",\"key\":\"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\"}";
    static const char other[] =
        "{\"name\":\"Dora\",\"key\":\"BBECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\"}";
    char token[64];
    set_table("\"clock\":\"none\"");
    ask(&f, SRV_POST, "/api/tables", "{\"game\":\"gangster\",\"players\":3}", NULL);
    snprintf(table, sizeof table, "%s", json_string_value(json_object_get(f.reply, "id")));
    take_seat("{\"key\":\"short\"}", 400);
    take_seat(mine, 200);
    snprintf(token, sizeof token, "%s", json_string_value(json_object_get(f.reply, "token")));
    CHECK(!strstr(mine, token)); /* a key is not the token */
    take_seat(mine, 200);
    CHECK_STR(json_string_value(json_object_get(f.reply, "token")), token);
    CHECK_INT(json_integer_value(json_object_get(f.reply, "seat")), 1);
    take_seat(other, 409);
    take_seat("{}", 409);
    ask(&f, SRV_POST, path_of("/seats/2"), mine, NULL); /* nobody is there twice */
    CHECK_INT(f.status, 422);
    ask(&f, SRV_POST, path_of("/seats/2"), again, NULL); /* another seat is another token */
    CHECK_INT(f.status, 200);
    CHECK(!spk_str_eq(json_string_value(json_object_get(f.reply, "token")), token));
    take_seat(mine, 200); /* the cards are dealt meanwhile: it is still hers */
    CHECK_STR(json_string_value(json_object_get(f.reply, "token")), token);
    clear_table();
}

/* -- The host's rights ------------------------------------------------------------------------------------------ */

static int list_as(const char *token)
{
    ask(&f, SRV_PATCH, path_of(""), "{\"listed\":true}", token);
    return f.status;
}

/* Also when the table has been asleep in between. */
TEST(whoever_takes_the_seat_of_the_maker_is_not_the_host)
{
    char maker[64], token[64];
    set_table("\"clock\":\"none\"");
    ask(&f, SRV_POST, "/api/tables", "{\"game\":\"gangster\",\"players\":3}", NULL);
    snprintf(table, sizeof table, "%s", json_string_value(json_object_get(f.reply, "id")));
    snprintf(host, sizeof host, "%s", json_string_value(json_object_get(f.reply, "host")));
    const json_t *seat = json_array_get(json_object_get(f.reply, "seats"), 0);
    snprintf(maker, sizeof maker, "%s", json_string_value(json_object_get(seat, "token")));
    CHECK_INT(list_as(maker), 200);
    hand_over(0, maker);
    CHECK_INT(f.status, 200);
    ask(&f, SRV_POST, path_of("/seats/0"), "{\"name\":\"Mallory\"}", NULL);
    CHECK_INT(f.status, 200);
    snprintf(token, sizeof token, "%s", json_string_value(json_object_get(f.reply, "token")));
    CHECK_INT(list_as(token), 403);
    wait(&f, 2 * MINUTE);
    CHECK_INT(list_as(token), 403);
    CHECK_INT(list_as(host), 200);
    CHECK(json_is_null(json_object_get(facts(), "maker")));
    clear_table();
}

/* -- A table that is closed ------------------------------------------------------------------------------------- */

/* What is refused at once is never sent to the store, which would refuse it too: then the whole table would be read again. */
TEST(nothing_of_a_closed_table_is_written)
{
    char claim[120], session[64];
    set_table("\"clock\":\"none\"");
    say(&f, ANN, "{\"t\":\"close\",\"ref\":\"c1\"}");
    say(&f, BOB, "{\"t\":\"close\",\"ref\":\"c2\"}");
    CHECK(is_status("closed"));
    say(&f, ANN, "{\"t\":\"chat\",\"ref\":\"c3\",\"text\":\"Good night\"}");
    CHECK_STR(f.people[ANN].refused, "The table is closed.");
    ask(&f, SRV_POST, "/api/accounts", "{\"name\":\"Ann\",\"password\":\"correct horse\"}", NULL);
    CHECK_INT(f.status, 201);
    snprintf(session, sizeof session, "%s", json_string_value(json_object_get(f.reply, "session")));
    snprintf(claim, sizeof claim, "{\"table\":\"%s\",\"token\":\"%s\"}", table,
             f.people[ANN].token);
    ask(&f, SRV_POST, "/api/me/seats", claim, session);
    CHECK_INT(f.status, 422);
    CHECK_STR(reason(), "The table is closed.");
    CHECK_INT(f.house->figures.writes_failed, 0);
    clear_table();
}

/* -- Playing again --------------------------------------------------------------------------------------------- */

/* What follows from what is published after the end can be computed by anybody who watched. */
TEST(nobody_can_compute_where_the_next_game_is_played)
{
    uint8_t seed[32], bytes[32];
    char guess[SRV_ID + 1];
    set_table("\"clock\":\"none\"");
    hand_over(ANN,
              f.people[ANN].token); /* both leave, and the game plays itself out while they watch */
    hand_over(BOB, f.people[BOB].token);
    wait(&f, 1000);
    CHECK(is_status("finished"));
    const char *hex = json_string_value(json_object_get(json_object_get(facts(), "proof"), "seed"));
    CHECK_INT(sodium_hex2bin(seed, sizeof seed, hex, strlen(hex), NULL, NULL, NULL), 0);
    srv_token_derive(seed, "next table", table, bytes);
    srv_id_print(bytes, guess);
    say(&f, ANN, "{\"t\":\"rematch\",\"ref\":\"m1\"}");
    char next[SRV_ID + 1];
    snprintf(next, sizeof next, "%s", json_string_value(json_object_get(facts(), "rematch")));
    CHECK(srv_is_id(next) && !spk_str_eq(next, guess));
    say(&f, BOB, "{\"t\":\"rematch\",\"ref\":\"m2\"}");
    CHECK_STR(json_string_value(json_object_get(facts(), "rematch")), next);
    clear_table();
}

TEST_MAIN()
