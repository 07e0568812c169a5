/* work_test.c: bot workers (server/work/) without a network: a thought as text gives the same answer as at home, tells no
 * more than its seat may know, and nonsense changes nothing; a worker's cores are shared fairly; who is there and who is
 * gone. tests/server/serve_work_test.py does it with real processes and NATS. */
#include "test.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/arena/errand.h"
#include "hosts/box_text.h"
#include "hosts/room/talk.h"
#include "hosts/server/work/desk.h"
#include "hosts/server/work/head.h"
#include "hosts/server/work/work.h"

/* -- Thoughts --------------------------------------------------------------------------------------- */

enum { ITERATIONS = 40 };

typedef struct table {
    spk_box box;
    spk_match *match;
    spk_rng chance;
    uint8_t dice[SRV_DICE_BYTES];
} table;

static void open_table(table *t, const spk_game *game, int n_seats, uint64_t seed)
{
    CHECK_INT(spk_box_open(&t->box, game, &(spk_choice){.n_seats = n_seats}, NULL), SPK_OK);
    t->match = spk_match_new(&t->box);
    spk_rng_init(&t->chance, seed, 1);
    spk_match_deal(t->match, &t->chance);
}

static void close_table(table *t)
{
    spk_match_free(t->match);
    spk_box_close(&t->box);
}

static void throw_dice(table *t)
{
    for (int i = 0; i < SRV_DICE_BYTES; i++)
        t->dice[i] = (uint8_t)spk_rng_next(&t->chance);
}

/* As a server does it: a new bot that hears the whole game again. */
static spk_bot *new_bot(const table *t, const spk_bot_kind *kind, spk_seat seat)
{
    spk_rng rng;
    spk_rng_init_key(&rng, t->dice, 0);
    spk_bot *bot = spk_bot_new(kind, &t->box, seat, &rng);
    spk_bot_know_self(bot, 77);
    spk_match *again = spk_match_new(&t->box);
    for (int i = 0; t->box.game->talk && i < spk_match_n_entries(t->match); i++) {
        spk_buf line = {0};
        spk_match_entry_print(t->match, i, &line);
        CHECK_INT(spk_match_entry_add(again, spk_buf_text(&line), NULL), SPK_OK);
        room_bot_listen(bot, again, seat);
        spk_buf_release(&line);
    }
    spk_match_free(again);
    return bot;
}

static void think_at_home(const table *t, const spk_bot_kind *kind, room_thought *thought)
{
    host_budget budget = {.iterations = ITERATIONS};
    spk_bot *bot = new_bot(t, kind, thought->seat);
    budget = host_budget_share(&budget, room_thought_begin(thought, bot));
    host_think(bot, &budget);
    room_thought_end(thought, bot);
    spk_bot_free(bot);
}

static void print_question(const table *t, const spk_bot_kind *kind, const room_thought *thought,
                           spk_buf *out)
{
    spk_buf memory = {0};
    spk_bot *bot = new_bot(t, kind, thought->seat);
    spk_bot_print_memory(bot, &memory);
    spk_bot_free(bot);
    srv_question_print(&(srv_question){.thought = thought,
                                       .kind = kind,
                                       .budget = {.iterations = ITERATIONS},
                                       .dice = t->dice,
                                       .memory = spk_buf_text(&memory)},
                       out);
    spk_buf_release(&memory);
}

static void think_away(const char *question, size_t n, spk_buf *answer)
{
    atomic_bool stop = false;
    spk_why why = {0};
    void *self = srv_work_thought.begin(question, n, &why);
    if (!self)
        fail_msg("%s\n%s", why.text, question);
    while (!srv_work_thought.work(self, &stop, answer))
        ;
    srv_work_thought.end(self);
}

static int n_same, n_words, n_hints, n_remembered;

static void check_thought(table *t, const spk_bot_kind *kind, spk_seat seat, room_asked what,
                          char text[SPK_MOVE_TEXT])
{
    room_thought here, away;
    spk_buf question = {0}, answer = {0};
    spk_why why = {0};
    throw_dice(t);
    room_thought_ask(&here, t->match, seat, what);
    room_thought_ask(&away, t->match, seat, what);
    print_question(t, kind, &away, &question);
    think_at_home(t, kind, &here);
    think_away(spk_buf_text(&question), question.n, &answer);
    if (srv_answer_take(spk_buf_text(&answer), &away, &why) != SPK_OK)
        fail_msg("%s", why.text);
    CHECK_STR(away.text, here.text);
    CHECK_INT(away.n_lines, here.n_lines);
    CHECK_INT(away.visits, here.visits);
    CHECK_INT(away.looked, here.looked);
    for (int i = 0; i < here.n_lines; i++) {
        CHECK_INT(away.lines[i].move, here.lines[i].move);
        CHECK_INT(away.lines[i].visits, here.lines[i].visits);
        CHECK_INT(away.lines[i].value, here.lines[i].value);
    }
    n_same++;
    n_words += what == ROOM_ASK_WORDS && *here.text;
    n_hints += here.n_lines > 1;
    n_remembered += strstr(spk_buf_text(&question), "\npledge ") != NULL;
    memcpy(text, here.text, SPK_MOVE_TEXT);
    room_thought_release(&here);
    room_thought_release(&away);
    spk_buf_release(&question);
    spk_buf_release(&answer);
}

/* Everybody who may speak does, once or twice. */
static void talk(table *t, const spk_bot_kind *kind)
{
    char text[SPK_MOVE_TEXT];
    for (int i = 0; i < 6 && t->box.game->talk; i++) {
        spk_actors who = spk_match_speakers(t->match);
        if (!who)
            return;
        spk_seat seat = spk_actors_first(who);
        check_thought(t, kind, seat, ROOM_ASK_WORDS, text);
        if (spk_match_talk(t->match, seat, *text ? text : "pass", NULL) != SPK_OK)
            return;
    }
}

static void play(table *t, const spk_bot_kind *kind, int n_moves)
{
    char text[SPK_MOVE_TEXT], hint[SPK_MOVE_TEXT];
    for (int i = 0; i < n_moves && !spk_match_is_over(t->match); i++) {
        spk_seat seat = spk_actors_first(spk_match_actors(t->match));
        talk(t, kind);
        check_thought(t, kind, seat, ROOM_ASK_MOVE, text);
        if (i % 5 == 0)
            check_thought(t, kind, seat, ROOM_ASK_HINT, hint);
        CHECK_INT(spk_match_play(t->match, seat, text, NULL), SPK_OK);
        spk_match_deal(t->match, &t->chance);
    }
}

TEST(a_worker_thinks_as_the_house_does_in_all_games_and_levels)
{
    static const char *const bots[] = {"easy", "normal", "hard", "boss", "random", "greedy"};
    for (int i = 0; i < spk_n_games; i++)
        for (int n = spk_games[i]->min_seats; n <= spk_games[i]->max_seats; n++)
            for (size_t k = 0; k < sizeof bots / sizeof *bots; k++) {
                table t;
                open_table(&t, spk_games[i], n, 7 * k + (uint64_t)n);
                play(&t, spk_bot_find(bots[k]), 12);
                close_table(&t);
            }
    CHECK(n_same > 500);
    CHECK(n_words > 20);
    CHECK(n_hints > 20);
    CHECK(n_remembered > 20);
}

/* -- Secrets ----------------------------------------------------------------------------------------- */

/* Another world that looks the same to this seat: what it may not know is dealt anew. */
static void check_twin(table *t, spk_seat seat)
{
    const spk_bot_kind *kind = spk_bot_find("hard");
    room_thought one, two;
    spk_buf first = {0}, second = {0};
    spk_state world;
    room_thought_ask(&one, t->match, seat, ROOM_ASK_MOVE);
    memcpy(&world, spk_match_state(t->match), t->box.game->state_size);
    spk_redact(&t->box, &world, seat);
    spk_resample(&t->box, &world, seat, &t->chance);
    two = one;
    spk_redact(&t->box, &world, seat);
    two.view = world;
    print_question(t, kind, &one, &first);
    print_question(t, kind, &two, &second);
    CHECK_STR(spk_buf_text(&first), spk_buf_text(&second));
    spk_buf_release(&first);
    spk_buf_release(&second);
}

TEST(two_tables_that_differ_in_what_a_seat_may_not_know_ask_the_same)
{
    for (int i = 0; i < spk_n_games; i++) {
        table t;
        open_table(&t, spk_games[i], spk_games[i]->max_seats, 3);
        for (int n = 0; n < 30 && !spk_match_is_over(t.match); n++) {
            spk_move moves[SPK_MAX_MOVES];
            spk_seat seat = spk_actors_first(spk_match_actors(t.match));
            throw_dice(&t);
            check_twin(&t, seat);
            int n_moves = spk_match_moves(t.match, seat, moves);
            spk_match_move(t.match, seat, spk_bot_pick(moves, n_moves, true, &t.chance), NULL);
            spk_match_deal(t.match, &t.chance);
        }
        close_table(&t);
    }
}

/* -- Nonsense ---------------------------------------------------------------------------------------- */

static void refuses(const char *question, const char *from, const char *to, const char *words)
{
    spk_buf text = {0};
    spk_why why = {0};
    const char *at = strstr(question, from);
    CHECK(at != NULL);
    spk_buf_add(&text, question, (size_t)(at - question));
    spk_buf_puts(&text, to);
    spk_buf_puts(&text, at + strlen(from));
    void *self = srv_work_thought.begin(spk_buf_text(&text), text.n, &why);
    if (self || !strstr(why.text, words))
        fail_msg("'%s' -> '%s': %s", from, to, self ? "accepted" : why.text);
    spk_buf_release(&text);
}

TEST(a_question_that_is_none_is_refused)
{
    table t;
    room_thought thought;
    spk_buf question = {0};
    spk_why why = {0};
    open_table(&t, spk_game_find("famiglia"), 2, 5);
    throw_dice(&t);
    spk_seat seat = spk_actors_first(spk_match_actors(t.match));
    room_thought_ask(&thought, t.match, seat, ROOM_ASK_MOVE);
    print_question(&t, spk_bot_find("hard"), &thought, &question);
    const char *text = spk_buf_text(&question);
    refuses(text, "game famiglia", "game poker", "no game");
    refuses(text, "bot hard", "bot exec:touch owned", "no bot");
    refuses(text, "bot hard", "bot harder", "no bot");
    refuses(text, "ask move", "ask everything", "nobody asks");
    refuses(text, "it\n", "x\n", "no budget");
    refuses(text, "dice ", "dice x", "no dice");
    refuses(text, seat ? "seat 1" : "seat 0", seat ? "seat 0" : "seat 1",
            ""); /* not its view, not its turn */
    refuses(text, "state ", "state x", "");
    refuses(text, "state ", "state \x01", "is not text");
    refuses(text, "state ", "trust 0 101 0 0\nstate ", ""); /* it does not talk here */
    refuses(text, "seats 2", "seats 5", "");
    CHECK(!srv_work_thought.begin("", 0, &why));
    spk_buf_release(&question);
    close_table(&t);
}

TEST(an_answer_that_is_none_changes_nothing)
{
    static const char *const bad[] = {
        "",
        "visits 0\nlooked 0\n",
        "text recruit F9 and more\nvisits 0\nlooked 0\n",
        "text \nvisits 0\nlooked 0\n",
        "text %s\ntext %s\n",
        "text %s\nvisits -1\nlooked 0\n",
        "text %s\nvisits 99999999999999999999\nlooked 0\n",
        "text %s\nline 10 5000 %s\nvisits 10\nlooked 10\n", /* of a move, not of a hint */
        "text %s\nvisits 0\nlooked 0",                      /* cut off */
        "text %s\nrm 1\n",
    };
    table t;
    room_thought thought, before;
    spk_move moves[SPK_MAX_MOVES];
    char move[SPK_MOVE_TEXT], text[400];
    open_table(&t, spk_game_find("famiglia"), 2, 5);
    spk_seat seat = spk_actors_first(spk_match_actors(t.match));
    room_thought_ask(&thought, t.match, seat, ROOM_ASK_MOVE);
    spk_match_moves(t.match, seat, moves);
    spk_move_text(&t.box, moves[0], move);
    before = thought;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, bad[i], move, move);
        if (srv_answer_take(text, &thought, NULL) == SPK_OK)
            fail_msg("accepted: %s", text);
        CHECK(memcmp(&thought, &before, sizeof thought) == 0);
    }
    snprintf(text, sizeof text, "text %s\nvisits 3\nlooked 4\n", move);
    CHECK_INT(srv_answer_take(text, &thought, NULL), SPK_OK);
    CHECK_STR(thought.text, move);
    close_table(&t);
}

TEST(a_bot_remembers_only_what_it_can_have_heard)
{
    static const char *const bad[] = {
        "",
        "trust",
        "trust 3 50 0 0",
        "trust 0 101 0 0",
        "trust 0 50 0 0 0",
        "trust 0 50 0 -1",
        "pledge 0 50 1",
        "pledge 0 50 1 0",
        "pledge 0 50 4294967296 1",
        "pledge 0 50 1 99999999999999999999",
        "pledge 0 50 1 65283",        /* HAND of no such means */
        "pledge 0 50 1 429496729604", /* PACKAGE with a person who is none */
        "pledge 0 50 1 255",
        "mood",
        "mood 1",
        "mood 1 0",
        "mood 4294967296 1",
        "promise 0 50 1 1"};
    spk_box box;
    spk_rng rng;
    CHECK_INT(spk_box_open(&box, spk_game_find("chicago_gangsters"), &(spk_choice){0}, NULL),
              SPK_OK);
    spk_rng_init(&rng, 1, 1);
    spk_bot *bot = spk_bot_new(spk_bot_find("hard"), &box, 0, &rng);
    spk_buf before = {0}, after = {0};
    CHECK_INT(spk_bot_take_memory(bot, "trust 1 40 2 1", NULL), SPK_OK);
    CHECK_INT(spk_bot_take_memory(bot, "pledge 2 40 3 1", NULL), SPK_OK); /* POINTS */
    spk_bot_print_memory(bot, &before);
    CHECK_STR(spk_buf_text(&before), "trust 1 40 2 1\npledge 2 40 3 1\n");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (spk_bot_take_memory(bot, bad[i], NULL) == SPK_OK)
            fail_msg("remembered: %s", bad[i]);
    spk_bot_print_memory(bot, &after);
    CHECK_STR(spk_buf_text(&after), spk_buf_text(&before));
    spk_buf_release(&before);
    spk_buf_release(&after);
    spk_bot_free(bot);
    spk_box_close(&box);
}

TEST(a_head_goes_round_and_nonsense_is_refused)
{
    static const char *const bad[] = {"",
                                      "speakeasy-work 1",
                                      "speakeasy-work 2\n\n",
                                      "speakeasy-work 1\nid XYZ\n\n",
                                      "speakeasy-work 1\nid 0123456789abcdef0123456789\n\n",
                                      "speakeasy-work 1\nfree 1\n\n",
                                      "speakeasy-work 1\ncores 100000\n\n",
                                      "speakeasy-work 1\nwhat else\n\n",
                                      "speakeasy-work 1\nversion 1\n\n",
                                      "speakeasy-work 1\njob -1\n\n",
                                      "speakeasy-work 1\n\x02\n\n"};
    srv_head h = {.id = "0123abcd",
                  .version = "1.2",
                  .fingerprint = 0xfeedfacecafebeef,
                  .what = SRV_WORK_MORE,
                  .kind = "thought",
                  .job = 77,
                  .goes_on = true,
                  .n_cores = 4,
                  .n_free = 2,
                  .n_spare = 1,
                  .took_us = 100123,
                  .body = "a\n\nb",
                  .n_body = 4},
             again;
    spk_buf text = {0}, twice = {0};
    srv_head_print(&h, &text);
    CHECK_INT(srv_head_parse(spk_buf_text(&text), text.n, &again, NULL), SPK_OK);
    srv_head_print(&again, &twice);
    CHECK_STR(spk_buf_text(&text), spk_buf_text(&twice));
    CHECK_STR(again.body, "a\n\nb");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (srv_head_parse(bad[i], strlen(bad[i]), &again, NULL) == SPK_OK)
            fail_msg("accepted: %s", bad[i]);
    spk_buf_release(&text);
    spk_buf_release(&twice);
}

/* -- Boxes ------------------------------------------------------------------------------------------- */

/* Lines to a box again: a built-in edition by its hash, any other one whole. */
TEST(a_box_travels_with_its_options_and_edition)
{
    for (int i = 0; i < spk_n_games; i++) {
        const spk_game *game = spk_games[i];
        for (int own = 0; own < 2 && game->edition_text; own++) {
            spk_buf edition = {0}, text = {0}, twice = {0};
            spk_choice choice = {.n_seats = game->max_seats, .preset = SPK_PRESET_LETTER};
            spk_box box, again;
            host_box_text lines = {0};
            spk_err err = SPK_OK;
            spk_buf_puts(&edition, game->edition_text);
            char *name = own ? strstr(edition.bytes, "default") : NULL;
            if (name)
                memcpy(name, "another", 7);
            if (own) {
                choice.edition_text = spk_buf_text(&edition);
                choice.edition_length = edition.n;
            }
            CHECK_INT(spk_box_open(&box, game, &choice, NULL), SPK_OK);
            host_box_print(&box, &text);
            CHECK((strstr(spk_buf_text(&text), "edition_text") != NULL) ==
                  (spk_game_edition(game, box.edition_hash) == NULL));
            for (char *line = text.bytes, *end; (end = strchr(line, '\n')); line = end + 1) {
                *end = '\0';
                CHECK(host_box_take(&lines, line, &err, NULL));
                CHECK_INT(err, SPK_OK);
                *end = '\n';
            }
            CHECK_INT(host_box_open(&lines, &again, NULL), SPK_OK);
            CHECK(again.edition_hash == box.edition_hash);
            CHECK(memcmp(again.option, box.option, sizeof box.option) == 0);
            host_box_print(&again, &twice);
            CHECK_STR(spk_buf_text(&twice), spk_buf_text(&text));
            host_box_release(&lines);
            spk_box_close(&again);
            spk_box_close(&box);
            spk_buf_release(&edition);
            spk_buf_release(&text);
            spk_buf_release(&twice);
        }
    }
}

/* -- The desk ---------------------------------------------------------------------------------------- */

TEST(cores_go_to_whoever_asks_while_there_are_some)
{
    srv_desk d = {.n_cores = 2};
    CHECK(srv_desk_take(&d, "a", 0));
    CHECK(srv_desk_take(&d, "a", 0));
    CHECK(!srv_desk_take(&d, "b", 0));
    CHECK_INT(srv_desk_n_free(&d, 0), 0);
    srv_desk_back(&d, "a", 10);
    CHECK(srv_desk_take(&d, "b", 1));
    srv_desk_back(&d, "nobody", 10); /* nothing of that one's is here */
    CHECK_INT(srv_desk_n_free(&d, 1), 0);
}

/* One house asks without end, and knows first when its own thought is done; another has as much to ask. */
static void compete(int greedy_thoughts, int64_t *used_greedy, int64_t *used_other)
{
    srv_desk d = {.n_cores = 1};
    char who[SRV_WORK_ID];
    *used_greedy = *used_other = 0;
    CHECK(srv_desk_take(&d, "a", 0));
    for (int ms = 100; ms <= 100 * greedy_thoughts; ms += 100) {
        bool is_a = d.asker[0].n_served > 0;
        srv_desk_back(&d, is_a ? "a" : "b", 100);
        *(is_a ? used_greedy : used_other) += 100;
        srv_desk_want(&d, "a", ms);
        srv_desk_want(&d, "b", ms);
        CHECK(srv_desk_offer(&d, ms, who));
        CHECK(!srv_desk_offer(&d, ms, who));      /* there is one core only */
        bool a_took = srv_desk_take(&d, "a", ms); /* it always tries */
        CHECK(a_took == spk_str_eq(who, "a"));
        if (!a_took)
            CHECK(srv_desk_take(&d, "b", ms));
    }
}

TEST(two_houses_get_equal_parts_of_a_core)
{
    int64_t a, b;
    compete(100, &a, &b);
    CHECK_INT(a + b, 100 * 100);
    CHECK(a - b <= 100 && b - a <= 100);
}

TEST(an_offer_that_nobody_takes_goes_to_the_next)
{
    srv_desk d = {.n_cores = 1};
    char who[SRV_WORK_ID];
    srv_desk_want(&d, "a", 0);
    srv_desk_want(&d, "b", 0);
    CHECK(srv_desk_offer(&d, 0, who));
    CHECK_STR(who, "a");
    CHECK(!srv_desk_take(&d, "b", 1)); /* kept for a */
    CHECK(srv_desk_offer(&d, SRV_DESK_KEPT_MS + 1, who));
    CHECK_STR(who, "b");
    CHECK(srv_desk_take(&d, "b", SRV_DESK_KEPT_MS + 2));
    srv_desk_back(&d, "b", 5);
    CHECK(!srv_desk_offer(&d, SRV_DESK_WANT_MS + 1000, who)); /* nobody has wanted one for long */
}

TEST(who_rests_saves_nothing_up_and_many_askers_are_no_harm)
{
    srv_desk d = {.n_cores = 1};
    char name[SRV_WORK_ID], who[SRV_WORK_ID];
    for (int i = 0; i < 1000; i++) { /* a works for long, alone; hundreds look in */
        CHECK(srv_desk_take(&d, "a", i));
        snprintf(name, sizeof name, "%x", i + 16);
        CHECK(!srv_desk_take(&d, name, i));
        srv_desk_back(&d, "a", 100);
    }
    CHECK_INT(d.n_askers, SRV_DESK_ASKERS);
    int n_late = 0;
    for (int ms = 2000; ms < 3000; ms += 10) {
        srv_desk_want(&d, "a", ms);
        srv_desk_want(&d, "fade", ms);
        CHECK(srv_desk_offer(&d, ms, who));
        CHECK(srv_desk_take(&d, who, ms));
        n_late += spk_str_eq(who, "fade");
        srv_desk_back(&d, who, 10);
    }
    CHECK(n_late >= 45 && n_late <= 60);
}

/* -- The staff, on a bus in the process and by a clock of ours ------------------------------------------ */

static double clock_ms;

static uint64_t tell_time(void *self)
{
    (void)self;
    return (uint64_t)(clock_ms * 1e6);
}

static void let_pass(void *self, int ms)
{
    (void)self;
    clock_ms += ms;
}

static const host_clock hand_clock = {.now_ns = tell_time, .wait = let_pass};

typedef struct yard {
    srv_bus *house, *other; /* 'other' plays the workers */
    srv_staff *staff;
    int n_news[SRV_STAFF_NEWS_COUNT], n_fate[SRV_FATE_COUNT], n_free, n_refused;
    char last[400];
    char job_reply[SRV_BUS_SUBJECT];
    srv_head asked;
    bool says_no;
    int do_sub;
} yard;

static void on_free(void *context) { ((yard *)context)->n_free++; }

static void on_news(void *context, srv_staff_news news, const char *worker, const char *detail)
{
    yard *y = context;
    (void)worker, (void)detail;
    y->n_news[news]++;
}

static bool on_errand(void *context, srv_fate fate, const char *text, double took_ms)
{
    yard *y = context;
    (void)took_ms;
    y->n_fate[fate]++;
    snprintf(y->last, sizeof y->last, "%s", text);
    return !y->says_no;
}

static void on_do(void *context, const srv_bus_message *message)
{
    yard *y = context;
    CHECK_INT(srv_head_parse(message->bytes, message->n, &y->asked, NULL), SPK_OK);
    snprintf(y->job_reply, sizeof y->job_reply, "%s", message->reply);
    snprintf(y->last, sizeof y->last, "%s", y->asked.body);
    if (spk_str_eq(y->asked.kind, "probe"))
        srv_bus_answer(y->other, message, "pong", 4);
}

static void on_refuse(void *context, const srv_bus_message *message)
{
    (void)message;
    ((yard *)context)->n_refused++;
}

static void poll_all(yard *y)
{
    for (int i = 0; i < 4; i++) {
        srv_bus_poll(y->house);
        srv_bus_poll(y->other);
    }
}

static void open_yard(yard *y)
{
    *y = (yard){0};
    clock_ms = 1000;
    y->house = srv_bus_open(&(srv_bus_options){.clock = hand_clock}, NULL);
    y->other = srv_bus_open(&(srv_bus_options){.beside = y->house, .clock = hand_clock}, NULL);
    y->staff = srv_staff_open(&(srv_staff_options){.bus = y->house,
                                                   .version = "1.0",
                                                   .fingerprint = 7,
                                                   .clock = hand_clock,
                                                   .on_free = on_free,
                                                   .on_news = on_news,
                                                   .context = y},
                              NULL);
    CHECK(y->staff != NULL);
    y->do_sub = srv_bus_subscribe(y->other, "work.do.aa", NULL, on_do, y, NULL);
    CHECK(srv_bus_subscribe(y->other, "work.refuse.*", NULL, on_refuse, y, NULL));
}

static void close_yard(yard *y)
{
    srv_staff_close(y->staff);
    srv_bus_close(y->other);
    srv_bus_close(y->house);
}

static void say_here(yard *y, const char *id, const char *version, int n_cores, int n_free)
{
    srv_head h = {.fingerprint = 7, .n_cores = n_cores, .n_free = n_free, .n_spare = n_free};
    spk_buf text = {0};
    snprintf(h.id, sizeof h.id, "%s", id);
    snprintf(h.version, sizeof h.version, "%s", version);
    srv_head_print(&h, &text);
    srv_bus_publish(y->other, "work.here", spk_buf_text(&text), text.n);
    spk_buf_release(&text);
    poll_all(y);
}

static void reply(yard *y, srv_work_what what, const char *body)
{
    srv_head h = {.id = "aa",
                  .what = what,
                  .job = y->asked.job,
                  .n_cores = 1,
                  .n_free = 1,
                  .n_spare = 1,
                  .took_us = 5000,
                  .body = body,
                  .n_body = strlen(body)};
    spk_buf text = {0};
    srv_head_print(&h, &text);
    srv_bus_publish(y->other, y->job_reply, spk_buf_text(&text), text.n);
    spk_buf_release(&text);
    poll_all(y);
}

static srv_errand *give(yard *y, const char *text)
{
    srv_errand *e = srv_staff_give(y->staff, "thought", false, text, strlen(text), on_errand, y);
    poll_all(y);
    return e;
}

TEST(a_thought_goes_out_in_slices_and_comes_back)
{
    yard y;
    open_yard(&y);
    CHECK(!give(&y, "hello")); /* nobody is there */
    say_here(&y, "aa", "1.0", 1, 1);
    CHECK_INT(y.n_news[SRV_STAFF_CAME], 1);
    CHECK(y.n_free > 0);
    srv_errand *e = give(&y, "hello");
    CHECK(e != NULL);
    CHECK_STR(y.last, "hello");
    CHECK(!y.asked.goes_on);
    CHECK(!give(&y, "too many"));
    say_here(&y, "aa", "1.0", 1,
             1); /* said before it heard of the thought: still nothing is free */
    CHECK(!srv_staff_places(y.staff, false));
    reply(&y, SRV_WORK_MORE, "");
    CHECK_INT(y.n_fate[SRV_FATE_MORE], 1);
    CHECK(srv_staff_places(y.staff, false) == srv_errand_place(e));
    CHECK(srv_staff_go_on(e));
    poll_all(&y);
    CHECK(y.asked.goes_on);
    reply(&y, SRV_WORK_BUSY, "");
    CHECK_INT(y.n_fate[SRV_FATE_BUSY], 1); /* it waits on */
    CHECK(srv_staff_go_on(e));
    poll_all(&y);
    reply(&y, SRV_WORK_DONE, "answer");
    CHECK_INT(y.n_fate[SRV_FATE_DONE], 1);
    CHECK_STR(y.last, "answer");
    reply(&y, SRV_WORK_DONE, "again"); /* nobody waits for that */
    CHECK_INT(y.n_fate[SRV_FATE_DONE], 1);
    close_yard(&y);
}

TEST(a_silent_worker_is_dead_and_a_late_answer_is_none)
{
    yard y;
    open_yard(&y);
    say_here(&y, "aa", "1.0", 1, 1);
    CHECK(give(&y, "hello"));
    clock_ms += SRV_WORK_SILENT_MS;
    srv_staff_tick(y.staff); /* it is asked, and lives, but does not say so */
    poll_all(&y);
    CHECK_INT(y.n_fate[SRV_FATE_LOST], 0);
    clock_ms += 1;
    srv_staff_tick(y.staff);
    CHECK_INT(y.n_fate[SRV_FATE_LOST], 1);
    CHECK_INT(y.n_news[SRV_STAFF_DIED], 1);
    reply(&y, SRV_WORK_DONE, "late"); /* SIGSTOP, SIGCONT */
    CHECK_INT(y.n_fate[SRV_FATE_DONE], 0);
    say_here(&y, "aa", "1.0", 1, 1);
    CHECK(give(&y, "hello")); /* it may come back */
    close_yard(&y);
    CHECK_INT(y.n_fate[SRV_FATE_LOST], 2); /* the house closes */
}

/* kill -9: the message server knows at once. */
TEST(a_worker_that_left_the_bus_is_found_out_sooner)
{
    yard y;
    open_yard(&y);
    say_here(&y, "aa", "1.0", 2, 2);
    CHECK(give(&y, "hello"));
    srv_bus_unsubscribe(y.other, y.do_sub);
    clock_ms += SRV_WORK_SILENT_MS / 2 + 1;
    srv_staff_tick(y.staff);
    poll_all(&y);
    CHECK_INT(y.n_fate[SRV_FATE_LOST], 1);
    say_here(&y, "aa", "1.0", 2, 2);
    CHECK(give(&y, "hello")); /* who asks it hears of it at once */
    CHECK_INT(y.n_fate[SRV_FATE_LOST], 2);
    close_yard(&y);
}

TEST(another_version_is_refused_once)
{
    yard y;
    open_yard(&y);
    for (int i = 0; i < 3; i++)
        say_here(&y, "aa", "2.0", 1, 1);
    CHECK_INT(y.n_news[SRV_STAFF_OTHER], 1);
    CHECK_INT(y.n_refused, 1);
    CHECK(!give(&y, "hello"));
    close_yard(&y);
}

TEST(nonsense_on_the_bus_changes_nothing)
{
    static const char *const subjects[] = {"work.here", "work.want", "work.who", "work.offer.aa",
                                           "work.drop.aa"};
    yard y;
    open_yard(&y);
    say_here(&y, "aa", "1.0", 1, 1);
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        srv_bus_publish(y.other, subjects[i], "\xff\0\n\n", 4);
        srv_bus_publish(y.other, subjects[i], "speakeasy-work 1\ncores 0\n\n", 26);
        srv_bus_publish(y.other, subjects[i], NULL, 0);
    }
    poll_all(&y);
    CHECK_INT(y.n_news[SRV_STAFF_LEFT], 0);
    CHECK(give(&y, "hello"));
    srv_bus_publish(y.other, y.job_reply, "rubbish", 7);
    poll_all(&y);
    CHECK_INT(y.n_fate[SRV_FATE_LOST], 1);
    CHECK_INT(y.n_news[SRV_STAFF_NONSENSE], 1);
    CHECK(!give(&y, "hello")); /* not asked for a minute */
    clock_ms += 61000;
    say_here(&y, "aa", "1.0", 1, 1);
    CHECK(give(&y, "hello"));
    y.says_no = true;
    reply(&y, SRV_WORK_DONE, "an illegal move");
    CHECK_INT(y.n_news[SRV_STAFF_NONSENSE], 2);
    CHECK(!give(&y, "hello"));
    close_yard(&y);
}

TEST(a_worker_that_leaves_answers_what_it_has_begun)
{
    yard y;
    open_yard(&y);
    say_here(&y, "aa", "1.0", 2, 2);
    CHECK(give(&y, "waits"));
    reply(&y, SRV_WORK_MORE, "");
    CHECK(give(&y, "runs"));
    say_here(&y, "aa", "1.0", 0, 0);
    CHECK_INT(y.n_fate[SRV_FATE_LOST], 1);
    CHECK(!give(&y, "new"));
    reply(&y, SRV_WORK_DONE, "well");
    CHECK_INT(y.n_fate[SRV_FATE_DONE], 1);
    say_here(&y, "aa", "1.0", 0, 0);
    CHECK_INT(y.n_news[SRV_STAFF_LEFT], 1);
    close_yard(&y);
}

/* Nobody can fill a house's memory with workers that are none. */
TEST(no_more_workers_than_there_is_room_for)
{
    yard y;
    char id[SRV_WORK_ID];
    srv_staff_figures figures;
    open_yard(&y);
    for (int i = 0; i < 300; i++) {
        snprintf(id, sizeof id, "%x", 0xb000 + i);
        say_here(&y, id, "1.0", 1, 1);
    }
    srv_staff_look(y.staff, &figures);
    CHECK_INT(figures.n_workers, 62);
    close_yard(&y);
}

/* -- Games of an arena -------------------------------------------------------------------------------- */

TEST(a_game_elsewhere_is_the_same_game)
{
    for (int i = 0; i < spk_n_games; i++) {
        spk_box box;
        host_budget budget = {.iterations = 10};
        arena_plan plan = {.box = &box, .seed = 9};
        atomic_bool stop = false;
        arena_game here = {.bot = {0, 1, 0, 1, 0}}, away = here;
        arena_effort *one = spk_alloc(2 * ARENA_MAX_BOTS * sizeof *one),
                     *two = one + ARENA_MAX_BOTS;
        spk_buf text = {0}, answer = {0}, record = {0};
        spk_why why = {0};
        memset(one, 0, 2 * ARENA_MAX_BOTS * sizeof *one);
        CHECK_INT(spk_box_open(&box, spk_games[i], &(spk_choice){0}, NULL), SPK_OK);
        arena_entrant_parse("hard", &budget, &plan.bot[plan.n_bots++], NULL);
        arena_entrant_parse("greedy", &budget, &plan.bot[plan.n_bots++], NULL);
        CHECK_INT(arena_errand_check(&plan, &why), SPK_OK);
        CHECK(arena_game_play(&plan, 3, 1, &stop, &here, one));
        arena_errand_print(&plan, 3, 1, &away, &text);
        arena_errand *e = arena_errand_read(spk_buf_text(&text), text.n, &why);
        if (!e)
            fail_msg("%s", why.text);
        CHECK(arena_errand_play(e, &stop, &answer));
        if (arena_errand_take(&plan, spk_buf_text(&answer), &away, two, &record, &why) != SPK_OK)
            fail_msg("%s", why.text);
        CHECK(memcmp(&here, &away, sizeof here) == 0);
        for (int b = 0; b < 2; b++) {
            CHECK_INT(one[b].iterations, two[b].iterations);
            CHECK_INT(one[b].transitions, two[b].transitions);
            CHECK_INT(one[b].times.n, two[b].times.n);
        }
        arena_errand_free(e);
        spk_buf_release(&text);
        spk_buf_release(&answer);
        spk_buf_release(&record);
        spk_free(one);
        spk_box_close(&box);
    }
}

TEST(nobody_starts_a_program_for_others)
{
    static const char head[] = "game famiglia\nseats 2\nseed 1\nset 0\nnumber 0\n",
                      tail[] = "sits 0\nsits 0\n";
    static const char *const bad[] = {"bot none exec:touch owned\n", "bot 20ms exec@20ms:sh\n",
                                      "bot none\n", "bot 1it nobody\n", ""};
    spk_buf text = {0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        spk_buf_clear(&text);
        spk_buf_printf(&text, "%s%s%s", head, bad[i], tail);
        CHECK(!arena_errand_read(spk_buf_text(&text), text.n, NULL));
    }
    spk_buf_clear(&text);
    spk_buf_printf(&text, "%sbot none greedy\n%s", head, tail);
    arena_errand *e = arena_errand_read(spk_buf_text(&text), text.n, NULL);
    CHECK(e != NULL);
    arena_errand_free(e);
    spk_buf_release(&text);
}

TEST_MAIN()
