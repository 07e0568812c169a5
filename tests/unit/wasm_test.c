/* wasm_test.c: what the page may call, called natively, so that the sanitizers look on: whole games with bots,
 * tables that go on from a record, wrong calls at wrong times, and plans that are no plans. The module itself is
 * tested in Node and in a browser: tests/web/wasm_test.mjs. */
#include "hosts/wasm/wasm.h"

#include "base/rng.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/wasm/table.h"
#include "test.h"

#define SEED "seed 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n"

static void put(const char *text)
{
    size_t n = strlen(text);
    memcpy(wasm_in((uint32_t)n), text, n);
}

static bool open(const char *plan)
{
    put(plan);
    return wasm_table_open(0);
}

static bool says(const char *words) { return strstr(wasm_out(), words) != NULL; }

static bool act(const char *deed, const char *text, int32_t seat, int32_t n)
{
    spk_buf line = {0};
    spk_buf_printf(&line, "%s%s%s", deed, *text ? " " : "", text);
    put(spk_buf_text(&line));
    spk_buf_release(&line);
    return wasm_table_act(seat, n, 0);
}

static void check_refused(const char *plan, const char *words)
{
    CHECK(!open(plan));
    if (!says(words))
        fail_msg("'%s' was answered %s", plan, wasm_out());
    CHECK(wasm_the_table() == NULL);
    CHECK(!wasm_table_view(0, 0, 0) && says("There is no table."));
}

/* -- Plans ------------------------------------------------------------------------------------- */

TEST(a_table_is_dealt_as_its_plan_says)
{
    CHECK(open(SEED "game famiglia\nplayers 2\noption start_player=seat_2\nseat person Ann Lee\n"
                    "seat bot easy Lucky"));
    CHECK(wasm_table_facts());
    CHECK(says("\"name\":\"Ann Lee\"") && says("\"kind\":\"bot\"") && says("\"bot\":\"easy\""));
    CHECK(says("\"start_player\":\"seat_2\"") && says("\"status\":\"playing\""));
    CHECK_INT(wasm_table_asked(), 1 << 1);
    CHECK(wasm_table_due(1, 0, 0, 0) && says("{\"kind\":\"moves\",\"seat\":-1,\"seats\":[1],"));
    wasm_table_close();
    CHECK_INT(wasm_table_asked(), 0);
}

TEST(plans_that_are_none_are_refused)
{
    check_refused("", "A table needs a game.");
    check_refused("game poker\n", "no such game");
    check_refused("game famiglia\nplayers 9\n", "cannot be read");
    check_refused("game famiglia\nplayers 3\nseat person A\nseat person B\nseat person C\n",
                  "2 players");
    check_refused("game famiglia\nseat person A\n", "This table has 2 seats, not 1.");
    check_refused("game famiglia\nseat person A\nseat bot oracle B\n", "no such bot");
    check_refused("game famiglia\nseat person A\nseat bot\n", "no such bot");
    check_refused("game famiglia\nseat open\n", "A seat is a person, a hotseat or a bot.");
    check_refused("game famiglia\nseat person \n", "A name has 1 to 39 bytes.");
    check_refused("game famiglia\noption colour=red\nseat person A\nseat person B\n", "colour");
    check_refused("seed 0011\n", "cannot be read");
    check_refused("seed " SEED, "cannot be read");
    check_refused("dance\n", "cannot be read");
    check_refused("seat person A\nrecord\nspeakeasy-play 1\n", "MALFORMED");
}

/* What a screen is told of a table comes from the table's own edition. */
TEST(a_table_is_opened_and_resumed_with_an_edition_of_its_own)
{
    static const char *edition = "edition 9\ngame famiglia\nedition mine\ncopies 5 4 3 2 1\n"
                                 "points la_famiglia 2 4 7 11 77\npoints accountants 0 1 3 6 10\n"
                                 "points brutes 0 1 3 6 10\npoints mercenaries 0 1 3 6 10\n"
                                 "starter 1 la_famiglia_0 accountant_0 brute_0 mercenary_0\n"
                                 "starter 2 la_famiglia_0 accountant_0 brute_0 mercenary_0\n";
    spk_buf plan = {0};
    spk_buf_printf(&plan, SEED "%sstreet_size 6\ngame famiglia\nseat person A\nseat person B\n",
                   edition);
    check_refused(spk_buf_text(&plan), "cannot be read"); /* one line too few is the edition's */
    spk_buf_clear(&plan);
    spk_buf_printf(&plan, SEED "edition 10%s", edition + strlen("edition 9"));
    spk_buf_puts(&plan, "street_size 6\nseat person A\nseat person B\n");
    size_t n = plan.n;
    spk_buf_puts(&plan, "game famiglia\n");
    CHECK(open(spk_buf_text(&plan)) && wasm_table_box());
    CHECK(says("\"edition\":{\"name\":\"mine\"") && says("\"F\":[2,4,7,11,77]"));
    CHECK(wasm_table_save());
    plan.n = n;
    spk_buf_printf(&plan, "record\n%s", wasm_out());
    CHECK(open(spk_buf_text(&plan)) && wasm_table_box() && says("\"F\":[2,4,7,11,77]"));
    char *bare = strstr(plan.bytes, "seat person"); /* the record has the edition, too */
    CHECK(open(bare) && wasm_table_box() && says("\"F\":[2,4,7,11,77]"));
    memcpy(strstr(bare, "2 4 7 11 77"), "2 4 7 11 78", 11);
    check_refused(bare, "OTHER_EDITION");
    CHECK(!wasm_table_box() && says("There is no table."));
    spk_buf_release(&plan);
}

TEST(too_many_and_too_long_is_refused)
{
    spk_buf plan = {0};
    for (int i = 0; i < 9; i++)
        spk_buf_puts(&plan, "seat person A\n");
    check_refused(spk_buf_text(&plan), "at most 8 seats");
    spk_buf_clear(&plan);
    for (int i = 0; i < 13; i++)
        spk_buf_puts(&plan, "option a=b\n");
    check_refused(spk_buf_text(&plan), "at most 12 options");
    spk_buf_clear(&plan);
    for (int i = 0; i < 300; i++)
        spk_buf_puts(&plan, "x");
    check_refused(spk_buf_text(&plan), "too long");
    spk_buf_release(&plan);
    CHECK(wasm_in(WASM_IN_BYTES + 1) == NULL);
    CHECK(wasm_in(WASM_IN_BYTES) != NULL);
    wasm_in(0);
}

/* A good plan with some bytes changed, to likely ones or to any: a table or a reason, never harm. */
TEST(damaged_plans_do_no_harm)
{
    const char plan[] = SEED "game gangster\nplayers 3\noption tie_rule=top_only\nseat person Ann\n"
                             "seat hotseat Bea\nseat bot easy Lucky\n";
    const char likely[] = "0123456789abcdef";
    char text[sizeof plan];
    spk_rng rng;
    spk_rng_init(&rng, 1, 0);
    int n_open = 0;
    for (int i = 0; i < 3000; i++) {
        memcpy(text, plan, sizeof plan);
        uint32_t any = 1 + spk_rng_below(&rng, 255), at = spk_rng_below(&rng, sizeof plan - 1);
        text[at] = i % 2 ? (char)any : likely[any % 16];
        if (open(text))
            n_open++;
        else
            CHECK(says("\"error\":\"") && says("\"text\":\""));
    }
    CHECK(n_open > 500 && n_open < 2500);
    wasm_table_close();
}

/* -- Play -------------------------------------------------------------------------------------- */

static void plan_for(const spk_game *game, int n_seats, spk_buf *plan)
{
    spk_buf_clear(plan);
    spk_buf_printf(plan, SEED "game %s\nplayers %d\nseat person Ann\n", game->key, n_seats);
    for (int i = 1; i < n_seats; i++)
        spk_buf_printf(plan, "seat bot easy Bot %d\n", i);
}

/* The person makes any of the moves the engine lists. */
static void play_person(wasm_table *t, spk_rng *rng)
{
    spk_move moves[SPK_MAX_MOVES];
    char text[SPK_MOVE_TEXT];
    int n = spk_match_moves(room_match(t->room), 0, moves);
    CHECK(act("move", spk_move_text(&t->record.box, moves[spk_rng_below(rng, (uint32_t)n)], text),
              0, wasm_table_n(0)));
}

static int ask_bot(spk_seat seat, const char *what)
{
    put(what);
    return wasm_bot_ask(seat);
}

static void play_bot(spk_seat seat)
{
    CHECK(ask_bot(seat, "a song") == -1 && ask_bot(seat, "hint") == -1);
    CHECK_INT(ask_bot(seat, "move"), 100);
    CHECK(wasm_bot_think(seat, 5) <= 5);
    CHECK(wasm_bot_answer(seat, 0));
    CHECK(!wasm_bot_answer(seat, 0) && says("STALE"));
}

static void say_bot(spk_seat seat)
{
    int percent = ask_bot(seat, "words");
    CHECK(percent == 0 || percent == ROOM_WORDS_PERCENT);
    CHECK(wasm_bot_think(seat, percent ? 5 : 0) <= 5);
    CHECK(wasm_bot_answer(seat, 0));
    CHECK(!wasm_bot_answer(seat, 0));
}

/* One step of anybody; nobody waits for the person. False: the game is over. */
static bool step(spk_rng *rng)
{
    wasm_table *t = wasm_the_table();
    room_due due = room_due_now(t->room, &(room_pace){0}, 0);
    CHECK(wasm_table_due(0, 0, 0, 0) && says(room_due_words[due.kind]));
    if (due.kind == ROOM_DUE_WORDS)
        say_bot(due.seat);
    else if (due.kind == ROOM_DUE_MOVES)
        play_bot(spk_actors_first(due.seats));
    else if (wasm_table_asked())
        play_person(t, rng);
    else
        return false;
    return true;
}

/* The view without those who may speak: who listens is in no record, and after a restart bots are asked again. */
static void view_without_speakers(spk_buf *view)
{
    CHECK(wasm_table_view(0, 1 << 30, 0));
    const char *at = strstr(wasm_out(), "\"speakers\":[");
    spk_buf_add(view, wasm_out(), (size_t)(at - wasm_out()));
    spk_buf_puts(view, strchr(at, ']'));
}

/* A table that goes on from its own record shows what it showed. */
static void check_going_on(spk_buf *plan, int n_seats)
{
    spk_buf view = {0}, again = {0};
    view_without_speakers(&view);
    CHECK(wasm_table_save());
    spk_buf_clear(plan);
    spk_buf_puts(plan, SEED "seat person Ann\n");
    for (int i = 1; i < n_seats; i++)
        spk_buf_printf(plan, "seat bot easy Bot %d\n", i);
    spk_buf_printf(plan, "record\n%s", wasm_out());
    CHECK(open(spk_buf_text(plan)));
    view_without_speakers(&again);
    CHECK_STR(spk_buf_text(&again), spk_buf_text(&view));
    spk_buf_release(&view);
    spk_buf_release(&again);
}

static void play_game(const spk_game *game, int n_seats)
{
    spk_buf plan = {0};
    spk_rng rng;
    spk_rng_init(&rng, 3, (uint64_t)n_seats);
    plan_for(game, n_seats, &plan);
    CHECK(open(spk_buf_text(&plan)));
    for (int i = 0; i < 30; i++)
        CHECK(step(&rng));
    check_going_on(&plan, n_seats);
    CHECK(!wasm_table_replay(SPK_SEAT_ALL_SEEING) && says("This game is not over."));
    for (int i = 0; step(&rng); i++)
        CHECK(i < game->max_steps);
    CHECK(wasm_table_replay(SPK_SEAT_ALL_SEEING) && says("\"t\":\"facts\"") &&
          says("{\"result\":{"));
    wasm_table_close();
    spk_buf_release(&plan);
}

TEST(whole_games_of_every_game)
{
    for (int i = 0; i < spk_n_games; i++)
        for (int n = spk_games[i]->min_seats; n <= spk_games[i]->max_seats; n++)
            play_game(spk_games[i], n);
}

/* -- Wrong calls -------------------------------------------------------------------------------- */

TEST(calls_without_a_table_are_answered)
{
    wasm_table_close();
    CHECK(!act("move", "pass", 0, -1) && says("There is no table."));
    CHECK(!wasm_table_why(0) && !wasm_table_facts() && !wasm_table_save() && !wasm_table_replay(0));
    CHECK(!wasm_table_due(1, 0, 0, 0) && says("There is no table."));
    CHECK(ask_bot(0, "move") == -1 && ask_bot(0, "words") == -1);
    CHECK(wasm_bot_think(0, 9) == 0 && !wasm_bot_answer(0, 0));
    CHECK(!wasm_hint_begin(0) && wasm_hint_think(9) == 0 && !wasm_hint_print());
    CHECK_INT(wasm_table_n(0), 0);
    CHECK(wasm_table_stamp(0) == 0 && wasm_table_facts_stamp() == 0);
}

TEST(wrong_seats_and_deeds_are_refused)
{
    CHECK(
        open(SEED "game famiglia\noption start_player=seat_1\nseat person Ann\nseat bot easy B\n"));
    for (int i = 0; i < 4; i++) {
        static const int32_t seats[] = {-1, 2, 31, INT32_MAX};
        CHECK(!act("move", "pass", seats[i], -1) && says("REFUSED"));
        CHECK(!wasm_table_why(seats[i]));
        CHECK(ask_bot(seats[i], "move") == -1 && wasm_bot_think(seats[i], 5) == 0);
        CHECK(ask_bot(seats[i], "words") == -1 && !wasm_bot_answer(seats[i], 0));
        CHECK(!wasm_hint_begin(seats[i]));
        CHECK(wasm_table_view(seats[i], -5, 0) && says("\"moves\":[]"));
    }
    CHECK(!act("dance", "", 0, -1) && says("There is no such deed."));
    CHECK(!act("", "", 0, -1) && says("There is no such deed."));
    CHECK(!act("bot_move", "pass", 0, -1) && says("There is no such deed."));
    CHECK(!act("safe", "", 0, -1) && says("STALE"));
    CHECK_INT(ask_bot(0, "move"), -1); /* a person sits there */
    CHECK_INT(ask_bot(1, "move"), -1); /* it is not its turn */
    CHECK(ask_bot(1, "hint") == -1 && ask_bot(1, "") == -1);
    CHECK(!wasm_hint_begin(1));
    wasm_table_close();
}

TEST(a_hint_is_forgotten_when_the_table_moves_on)
{
    CHECK(open(SEED
               "game gangster\noption start_player=seat_1\nseat person Ann\nseat hotseat Bea\n"));
    CHECK(wasm_hint_begin(0));
    CHECK(wasm_hint_think(20) > 0);
    CHECK(wasm_hint_print() && says("[{\"text\":\"") && says("\"share\":"));
    CHECK(!wasm_hint_print() && says("STALE")); /* once */
    CHECK(wasm_hint_begin(0));
    spk_rng rng;
    spk_rng_init(&rng, 1, 0);
    while (wasm_table_asked() == SPK_ACTOR(0))
        play_person(wasm_the_table(), &rng);
    CHECK(wasm_hint_think(20) == 0);
    CHECK(!wasm_hint_print() && says("STALE"));
    CHECK(wasm_hint_begin(1) && wasm_hint_print());
    wasm_table_close();
}

TEST(somebody_who_leaves_is_played_for)
{
    CHECK(
        open(SEED "game famiglia\noption start_player=seat_1\nseat person Ann\nseat bot easy B\n"));
    CHECK(act("leave", "", 0, -1));
    CHECK(wasm_table_due(1, 0, 0, 0) && says("\"seats\":[0]"));
    CHECK_INT(ask_bot(0, "move"), -1); /* no bot was named for Ann */
    CHECK(act("safe", "", 0, -1));
    CHECK(act("back", "", 0, -1));
    wasm_table_close();
}

/* -- Talk --------------------------------------------------------------------------------------- */

static void field_of(const char *key, char *value, size_t cap)
{
    const char *at = strstr(wasm_out(), key);
    CHECK(at != NULL);
    at += strlen(key);
    size_t n = strcspn(at, "\"");
    CHECK(n < cap);
    memcpy(value, at, n), value[n] = '\0';
}

static void look_talk(spk_seat seat, const char *position, const char *said)
{
    spk_buf in = {0};
    spk_buf_printf(&in, "%s\n%s", position, said);
    put(spk_buf_text(&in));
    spk_buf_release(&in);
    wasm_look_talk(seat);
}

/* Seats 0 to 2 talk from the one that 'first' is on; each position is the seat's own view. */
TEST(what_can_be_said_is_offered_from_a_view_and_what_was_said)
{
    char position[3][2000], said[200];
    const char *game = "game chicago_gangsters\nplayers 3\n";
    put(game);
    CHECK(wasm_look_open());
    CHECK(open(SEED
               "game chicago_gangsters\nplayers 3\nseat person A\nseat person B\nseat person C\n"));
    wasm_table *t = wasm_the_table();
    for (spk_seat seat = 0; seat < 3; seat++) {
        CHECK(wasm_table_view(seat, 0, 0));
        field_of("\"position\":\"", position[seat], sizeof position[seat]);
    }
    spk_seat first = spk_actors_first(room_speakers(t->room)), next = (first + 1) % 3;
    look_talk(first, position[first], "");
    CHECK(says("{\"text\":\"pass\",\"phrase\":[{\"format\":\"Nothing to say.\""));
    CHECK(says("\"text\":\"aim win\"") && !says("\"text\":\"accept"));
    look_talk(next, position[next], ""); /* once the first has passed */
    CHECK(says("\"text\":\"aim win\""));
    snprintf(said, sizeof said, "%d aim win\n", first);
    look_talk(next, position[next], said);
    CHECK(says("{\"text\":\"accept 1\",\"phrase\":[{\"format\":\"Agreed, {name}"));
    look_talk(first, position[first], said); /* once the others have passed */
    CHECK(says("\"text\":\"aim win\"") && !says("\"text\":\"accept"));
    /* It is no position, nobody's seat, nothing that was said: nothing is offered. */
    look_talk(next, "no position", said), CHECK(spk_str_eq(wasm_out(), "[]"));
    look_talk(3, position[next], said), CHECK(spk_str_eq(wasm_out(), "[]"));
    look_talk(-1, position[next], said), CHECK(spk_str_eq(wasm_out(), "[]"));
    look_talk(next, position[next], "nine lives\n"), CHECK(spk_str_eq(wasm_out(), "[]"));
    wasm_table_close();
    put("game famiglia\nplayers 2\n");
    CHECK(wasm_look_open());
    look_talk(0, position[0], ""), CHECK(spk_str_eq(wasm_out(), "[]"));
}

/* -- Games -------------------------------------------------------------------------------------- */

TEST(all_games_and_bots_are_named)
{
    wasm_games();
    for (int i = 0; i < spk_n_games; i++)
        CHECK(says(spk_games[i]->name) && says(spk_games[i]->hints->level[SPK_HARD].name));
    for (int i = 0; i < spk_n_bot_kinds; i++)
        CHECK(says(spk_bot_kinds[i]->about));
    CHECK_INT(wasm_out_length(), strlen(wasm_out()));
    put("poker");
    CHECK(!wasm_digest() && !wasm_simulate(2, 1, false, 1));
    put("famiglia");
    CHECK(!wasm_simulate(5, 1, false, 1));
    CHECK(wasm_simulate(2, 3, true, 1) && says("\"games\":3"));
}

TEST_MAIN()
