/* player_answer_test.c: a bot told in lines decides as the same bot told in memory (answer.h), at every
 * decision of whole games, and its words too. tests/cli/bot.sh does it with real programs. */
#include "base/str.h"
#include "games/registry.h"
#include "hosts/player/answer.h"
#include "hosts/player/words.h"
#include "hosts/room/talk.h"
#include "hosts/team.h"
#include "test.h"

enum { SEED = 11, ITERATIONS = 20 };

typedef struct table {
    spk_box box;
    spk_match *match;
    room_talk talk;
    spk_rng chance;
    host_team *inside[SPK_MAX_SEATS];
    host_answerer *outside[SPK_MAX_SEATS];
    int n_moves, n_words;
} table;

/* -- Telling it -------------------------------------------------------------------------------- */

/* Every line of a text; the answer of the last that has one. */
static void tell(host_answerer *a, const char *text, spk_buf *out)
{
    spk_why why = {0};
    char line[8192];
    spk_buf_clear(out);
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        CHECK(n < sizeof line);
        memcpy(line, text, n);
        line[n] = '\0';
        if (host_answerer_take(a, line, out, &why) != SPK_OK)
            fail_msg("'%s': %s", line, why.text);
    }
}

static void tell_state(table *t, spk_seat seat, const char *question, spk_buf *out)
{
    spk_buf text = {0};
    host_words_state(t->match, seat, &text);
    spk_buf_puts(&text, question);
    tell(t->outside[seat], spk_buf_text(&text), out);
    spk_buf_release(&text);
}

static void sit_down(table *t, const spk_bot_kind *kind, spk_seat seat)
{
    const host_spec spec = {.kind = kind};
    spk_buf text = {0}, answer = {0};
    spk_rng rng;
    spk_rng_init(&rng, SEED, (uint64_t)seat + 1);
    t->inside[seat] = host_team_new(kind, &t->box, seat, &rng, 1);
    t->outside[seat] = host_answerer_new(&spec, NULL);
    host_words_greet(&t->box, seat, &text);
    tell(t->outside[seat], spk_buf_text(&text), &answer);
    bool talks = kind->talks && t->box.game->talk;
    CHECK_STR(spk_buf_text(&answer), talks ? "ready engine talk\n" : "ready engine\n");
    spk_buf_clear(&text);
    host_words_engine(&t->box, SEED, &text);
    tell(t->outside[seat], spk_buf_text(&text), &answer);
    CHECK_STR(spk_buf_text(&answer), "");
    spk_buf_release(&text);
    spk_buf_release(&answer);
}

/* -- One game ---------------------------------------------------------------------------------- */

static const char *think(table *t, spk_seat seat, room_asked what, room_thought *thought)
{
    host_budget budget = {.iterations = ITERATIONS};
    room_thought_ask(thought, t->match, seat, what);
    host_team_think(t->inside[seat], thought, &budget);
    room_thought_release(thought);
    return thought->text;
}

static void listen(table *t)
{
    spk_buf none = {0};
    room_talk_note(&t->talk, t->match, 0);
    for (spk_seat i = 0; i < t->box.n_seats; i++) {
        host_team_listen(t->inside[i], t->match, i);
        tell_state(t, i, "", &none);
    }
    spk_buf_release(&none);
}

static void move(table *t, spk_seat seat)
{
    room_thought thought;
    char expected[SPK_MOVE_TEXT + 8];
    spk_buf answer = {0};
    snprintf(expected, sizeof expected, "move %s\n", think(t, seat, ROOM_ASK_MOVE, &thought));
    tell_state(t, seat, "iterations 20\nbudget 5000\ngo\n", &answer);
    CHECK_STR(spk_buf_text(&answer), expected);
    CHECK_INT(spk_match_play(t->match, seat, thought.text, NULL), SPK_OK);
    spk_buf_release(&answer);
    t->n_moves++;
}

static void speak(table *t, spk_seat seat)
{
    room_thought thought;
    char expected[SPK_MOVE_TEXT + 8] = "listen\n";
    spk_buf answer = {0};
    const char *words = think(t, seat, ROOM_ASK_WORDS, &thought);
    if (*words)
        snprintf(expected, sizeof expected, "say %s\n", words);
    tell_state(t, seat, "iterations 20\nbudget 5000\nspeak\n", &answer);
    CHECK_STR(spk_buf_text(&answer), expected);
    if (!*words || room_talk_say(&t->talk, t->match, 0, seat, words, NULL) != SPK_OK)
        room_talk_listen(&t->talk, seat);
    spk_buf_release(&answer);
    t->n_words += *words != '\0';
}

static void play(table *t)
{
    spk_actors who;
    while (!spk_match_is_over(t->match)) {
        spk_match_deal(t->match, &t->chance);
        listen(t);
        for (; (who = room_talk_speakers(&t->talk, t->match, 0)) != 0; listen(t))
            speak(t, spk_actors_first(who));
        if ((who = spk_match_actors(t->match)) != 0)
            move(t, spk_actors_first(who));
    }
}

static void play_game(const char *key, int n_seats, const char *bot, table *t)
{
    *t = (table){0};
    spk_choice choice = {.n_seats = n_seats};
    CHECK_INT(spk_box_open(&t->box, spk_game_find(key), &choice, NULL), SPK_OK);
    t->match = spk_match_new(&t->box);
    room_talk_init(&t->talk);
    spk_rng_init(&t->chance, SEED, 0);
    for (spk_seat i = 0; i < n_seats; i++)
        sit_down(t, spk_bot_find(bot), i);
    play(t);
    for (spk_seat i = 0; i < n_seats; i++) {
        spk_buf none = {0};
        tell(t->outside[i], "view {}\nresult {}\nquit", &none);
        CHECK(host_answerer_is_done(t->outside[i]));
        host_answerer_free(t->outside[i]);
        host_team_free(t->inside[i]);
        spk_buf_release(&none);
    }
    spk_match_free(t->match);
    spk_box_close(&t->box);
    CHECK(t->n_moves > 10);
}

TEST(told_in_lines_it_decides_as_told_in_memory)
{
    table t;
    play_game("famiglia", 2, "hard", &t);
    play_game("gangster", 4, "normal", &t);
    play_game("chicago", 2, "greedy", &t);
    play_game("chicago_gangsters", 3, "normal", &t);
    CHECK(t.n_words > 5);
    play_game("chicago_gangsters", 5, "silent", &t);
    CHECK_INT(t.n_words, 0);
}

/* -- What it refuses --------------------------------------------------------------------------- */

static void check_refusal(const char *lines, const char *words)
{
    const host_spec spec = {.kind = spk_bot_find("random")};
    host_answerer *a = host_answerer_new(&spec, NULL);
    spk_buf out = {0};
    spk_why why = {0};
    spk_err err = SPK_OK;
    char line[200];
    for (size_t n; *lines && err == SPK_OK; lines += n + 1) {
        n = strcspn(lines, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, lines);
        err = host_answerer_take(a, line, &out, &why);
    }
    CHECK(err != SPK_OK && strstr(why.text, words));
    spk_buf_release(&out);
    host_answerer_free(a);
}

#define GREETING "speakeasy-bot 1\ngame famiglia\nseats 2\nseat 0\n"

TEST(it_says_what_it_cannot_play)
{
    check_refusal("speakeasy-bot 2\n", "expected 'speakeasy-bot 1'");
    check_refusal("speakeasy-bot 1\nseats two\n", "not a number");
    check_refusal(GREETING "option tie_break\n", "no value");
    check_refusal(GREETING "seed 1x\n", "not a seed");
    check_refusal(GREETING "said 0\n", "nothing a seat can have said");
    check_refusal(GREETING "rules 99\nstate x\n", "");
    check_refusal(GREETING "option poker on\nstate x\n", "");
    check_refusal(GREETING "edition_text nonsense\nstate x\n", "");
    check_refusal(GREETING "budget 0\n", "not a number");
}

TEST_MAIN()
