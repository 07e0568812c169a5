/* question.c: see question.h. Printing is for the house, reading and thinking for the worker, taking the answer for the
 * house again. */
#include "hosts/server/work/question.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/box_text.h"
#include "hosts/player/player.h"

enum { MOST_SAID = 256, MOST_MEMORY = 64 };

/* -- The question ---------------------------------------------------------------------------------- */

void srv_question_print(const srv_question *q, spk_buf *out)
{
    const room_thought *t = q->thought;
    char room[16];
    host_box_print(t->box, out);
    spk_buf_printf(out, "seat %d\nbot %s\nask %s\nbudget %s\ndice ", t->seat, q->kind->name,
                   room_asked_words[t->what], host_budget_print(&q->budget, room));
    for (int i = 0; i < SRV_DICE_BYTES; i++)
        spk_buf_printf(out, "%02x", q->dice[i]);
    spk_buf_putc(out, '\n');
    if (q->memory)
        spk_buf_puts(out, q->memory);
    for (int i = 0; i < t->n_said; i++)
        spk_buf_printf(out, "said %d %s\n", t->said[i].seat, t->said[i].text);
    spk_buf_puts(out, "state ");
    t->box->game->print_state(t->box, &t->view, out);
    spk_buf_putc(out, '\n');
}

host_budget srv_slice_of(const host_budget *left)
{
    host_budget slice = {.ms = SRV_SLICE_MS, .iterations = SRV_SLICE_ITERATIONS};
    if (left->ms < SRV_SLICE_MS * 3 / 2)
        slice.ms = left->ms;
    if (left->iterations < SRV_SLICE_ITERATIONS * 3 / 2)
        slice.iterations = left->iterations;
    return slice;
}

/* -- On the worker: the question -------------------------------------------------------------------- */

typedef struct thinker {
    char *lines; /* the question, cut into lines; texts point into it */
    host_box_text text;
    spk_box box;
    bool has_box;
    int seat;
    const spk_bot_kind *kind;
    int what; /* room_asked */
    host_budget budget;
    uint8_t dice[SRV_DICE_BYTES];
    bool has_dice;
    const char *memory[MOST_MEMORY];
    int n_memory;
    spk_said said[MOST_SAID];
    int n_said;
    const char *state;
    room_thought thought;
    spk_bot *bot;
} thinker;

static spk_err take_seat(thinker *t, const char *rest, spk_why *why)
{
    return host_number_take(rest, 0, SPK_MAX_SEATS - 1, &t->seat, why);
}

/* A bot of ours by its name alone: nothing that comes over the bus may name a program to run. */
static spk_err take_bot(thinker *t, const char *rest, spk_why *why)
{
    t->kind = spk_bot_find(rest);
    return t->kind ? SPK_OK : spk_fail(why, SPK_EUNKNOWN, "there is no bot '%.40s'", rest);
}

static spk_err take_ask(thinker *t, const char *rest, spk_why *why)
{
    t->what = spk_str_find(rest, room_asked_words, ROOM_ASKED_COUNT);
    return t->what >= 0 ? SPK_OK : spk_fail(why, SPK_EUNKNOWN, "nobody asks '%.40s'", rest);
}

static spk_err take_budget(thinker *t, const char *rest, spk_why *why)
{
    if (host_budget_parse(rest, &t->budget))
        return SPK_OK;
    return spk_fail(why, SPK_EMALFORMED, "'%.40s' is no budget", rest);
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static spk_err take_dice(thinker *t, const char *rest, spk_why *why)
{
    t->has_dice = strlen(rest) == 2 * SRV_DICE_BYTES;
    for (int i = 0; i < SRV_DICE_BYTES && t->has_dice; i++) {
        int high = hex_digit(rest[2 * i]), low = hex_digit(rest[2 * i + 1]);
        t->has_dice = high >= 0 && low >= 0;
        t->dice[i] = (uint8_t)(high * 16 + low);
    }
    return t->has_dice ? SPK_OK : spk_fail(why, SPK_EMALFORMED, "'%.40s' are no dice", rest);
}

/* "2 aim win" */
static spk_err take_said(thinker *t, const char *rest, spk_why *why)
{
    char seat[8];
    int number;
    spk_words words = spk_words_of(rest);
    if (!spk_words_next(&words, seat, sizeof seat) ||
        !spk_str_int(seat, 0, SPK_MAX_SEATS - 1, &number) || *words.at != ' ' ||
        t->n_said == MOST_SAID || strlen(words.at + 1) >= HOST_SAY_ROOM)
        return spk_fail(why, SPK_EMALFORMED, "'%.40s' is nothing a seat can have said", rest);
    t->said[t->n_said++] = (spk_said){number, words.at + 1};
    return SPK_OK;
}

static spk_err take_state(thinker *t, const char *rest, spk_why *why)
{
    (void)why;
    t->state = rest;
    return SPK_OK;
}

/* Memory needs the bot, which needs the box: until then it is kept. */
static spk_err take_memory(thinker *t, const char *line, spk_why *why)
{
    if (t->n_memory == MOST_MEMORY)
        return spk_fail(why, SPK_ERANGE, "a bot does not remember that much");
    t->memory[t->n_memory++] = line;
    return SPK_OK;
}

static spk_err take_line(thinker *t, const char *line, spk_why *why)
{
    static const struct {
        const char *word;
        spk_err (*take)(thinker *t, const char *rest, spk_why *why);
        bool whole; /* it wants its word, too */
    } words[] = {
        {"seat", take_seat, false},     {"bot", take_bot, false},     {"ask", take_ask, false},
        {"budget", take_budget, false}, {"dice", take_dice, false},   {"said", take_said, false},
        {"state", take_state, false},   {"trust", take_memory, true}, {"pledge", take_memory, true},
        {"mood", take_memory, true},
    };
    size_t n = strcspn(line, " ");
    spk_err err = SPK_OK;
    if (host_box_take(&t->text, line, &err, why))
        return err;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == n && memcmp(words[i].word, line, n) == 0)
            return words[i].take(t, words[i].whole ? line : line + n + (line[n] == ' '), why);
    return spk_fail(why, SPK_EMALFORMED, "'%.40s' is no line of a question", line);
}

static spk_err take_lines(thinker *t, const char *text, size_t n, spk_why *why)
{
    spk_err err = SPK_OK;
    size_t bad_at;
    if (!spk_str_is_clean(text, n, &bad_at))
        return spk_fail(why, SPK_EMALFORMED, "byte %zu is not text", bad_at);
    t->lines = memcpy(spk_alloc(n + 1), text, n);
    t->lines[n] = '\0';
    for (char *line = t->lines; *line && err == SPK_OK;) {
        size_t length = strcspn(line, "\n");
        bool last = !line[length];
        line[length] = '\0';
        err = take_line(t, line, why);
        line += length + !last;
    }
    return err;
}

/* -- On the worker: sitting down --------------------------------------------------------------------- */

/* Whether this is what the seat sees of some position that can arise: positions that fit it are guessed, as a search does
 * all the time, and looked at. */
static bool is_view(const thinker *t, const spk_state *view)
{
    enum { GUESSES = 8 };
    const spk_game *game = t->box.game;
    spk_state again = *view;
    spk_rng rng;
    spk_redact(&t->box, &again, t->seat);
    bool fine = spk_state_eq(&t->box, &again, view) &&
                (t->what == ROOM_ASK_WORDS || spk_actors_has(game->actors(&t->box, view), t->seat));
    spk_rng_init_key(&rng, t->dice, 1);
    for (int i = 0; i < GUESSES && fine; i++) {
        spk_state world = *view;
        spk_resample(&t->box, &world, t->seat, &rng);
        fine = !spk_unsound(&t->box, &world);
        spk_redact(&t->box, &world, t->seat);
        fine = fine && spk_state_eq(&t->box, &world, view);
    }
    return fine;
}

/* A game takes it for granted that a view is one: what somebody has made up, or cut off, may stop it or keep it busy for
 * ever. So a child looks first, and may die of it. It is a copy of this one thread, touches nothing but its stack, and
 * takes about a millisecond. */
static bool is_view_for_sure(const thinker *t, const spk_state *view)
{
    enum { PATIENCE_S = 2 };
    static const int deadly[] = {SIGALRM, SIGABRT, SIGSEGV, SIGBUS,
                                 SIGFPE,  SIGILL,  SIGTERM, SIGINT};
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
            signal(deadly[i], SIG_DFL);
        close(STDERR_FILENO); /* its last words would be taken for ours */
        alarm(PATIENCE_S);
        _exit(is_view(t, view) ? 0 : 1);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static spk_err read_view(thinker *t, spk_why *why)
{
    spk_state *view = &t->thought.view;
    spk_err err = t->box.game->parse_state(&t->box, t->state, view, why);
    if (err == SPK_OK && !is_view_for_sure(t, view))
        err = spk_fail(why, SPK_EMALFORMED,
                       "no position looks like this to seat %d when it is asked", t->seat);
    return err;
}

static spk_err sit_down(thinker *t, spk_why *why)
{
    spk_rng rng;
    if (!t->kind || t->what < 0 || !t->state || !t->has_dice || t->seat < 0)
        return spk_fail(why, SPK_EMALFORMED, "a question has bot, ask, seat, dice and state");
    spk_err err = host_box_open(&t->text, &t->box, why);
    t->has_box = err == SPK_OK;
    if (err == SPK_OK && t->seat >= t->box.n_seats)
        err = spk_fail(why, SPK_ERANGE, "there is no seat %d", t->seat);
    for (int i = 0; i < t->n_said && err == SPK_OK; i++)
        if (t->said[i].seat >= t->box.n_seats)
            err = spk_fail(why, SPK_ERANGE, "there is no seat %d", t->said[i].seat);
    t->thought = (room_thought){.what = (room_asked)t->what,
                                .seat = t->seat,
                                .box = &t->box,
                                .said = t->said,
                                .n_said = t->n_said};
    if (err == SPK_OK)
        err = read_view(t, why);
    if (err != SPK_OK)
        return err;
    spk_rng_init_key(&rng, t->dice, 0);
    t->bot = spk_bot_new(t->kind, &t->box, t->seat, &rng);
    for (int i = 0; i < t->n_memory && err == SPK_OK; i++)
        err = spk_bot_take_memory(t->bot, t->memory[i], why);
    return err;
}

static void end_thinking(void *self)
{
    thinker *t = self;
    spk_bot_free(t->bot);
    if (t->has_box)
        spk_box_close(&t->box);
    host_box_release(&t->text);
    spk_free(t->lines);
    spk_free(t);
}

static void *begin_thinking(const char *text, size_t n, spk_why *why)
{
    thinker *t = spk_alloc(sizeof *t);
    *t = (thinker){.seat = -1, .what = -1};
    if (take_lines(t, text, n, why) == SPK_OK && sit_down(t, why) == SPK_OK) {
        t->budget = host_budget_share(&t->budget, room_thought_begin(&t->thought, t->bot));
        return t;
    }
    end_thinking(t);
    return NULL;
}

/* -- On the worker: thinking -------------------------------------------------------------------------- */

static void print_answer(const room_thought *t, spk_buf *out)
{
    char text[SPK_MOVE_TEXT];
    spk_buf_printf(out, "text %s\nvisits %" PRIu64 "\nlooked %" PRIu64 "\n", t->text, t->visits,
                   t->looked);
    for (int i = 0; i < t->n_lines; i++)
        spk_buf_printf(out, "line %" PRIu32 " %d %s\n", t->lines[i].visits, t->lines[i].value,
                       spk_move_text(t->box, t->lines[i].move, text));
}

static bool think(void *self, const atomic_bool *stop, spk_buf *out)
{
    thinker *t = self;
    host_budget slice = srv_slice_of(&t->budget);
    bool more = host_think(t->bot, &slice);
    t->budget.ms -= slice.ms;
    t->budget.iterations -= slice.iterations;
    if ((more && t->budget.ms + t->budget.iterations > 0) || *stop)
        return false;
    room_thought_end(&t->thought, t->bot);
    print_answer(&t->thought, out);
    return true;
}

const srv_work_kind srv_work_thought = {
    .name = "thought", .begin = begin_thinking, .work = think, .end = end_thinking};

/* -- The answer -------------------------------------------------------------------------------------- */

/* A move of the seat, as its view shows the game. */
static bool read_move(const room_thought *t, const char *text, spk_move *move)
{
    return strlen(text) < SPK_MOVE_TEXT &&
           spk_move_read(t->box, &t->view, t->seat, text, move, NULL) == SPK_OK;
}

static bool take_text(room_thought *t, const char *rest)
{
    spk_move move;
    bool fine =
        t->what == ROOM_ASK_WORDS ? strlen(rest) < SPK_TALK_TEXT : read_move(t, rest, &move);
    if (fine)
        memcpy(t->text, rest, strlen(rest) + 1);
    return fine;
}

static bool take_count(const char *rest, uint64_t *count)
{
    return strlen(rest) <= 18 && strspn(rest, "0123456789") == strlen(rest) &&
           sscanf(rest, "%" SCNu64, count) == 1;
}

/* "1200 5400 recruit F0" */
static bool take_hint(room_thought *t, const char *rest)
{
    spk_line *line = &t->lines[t->n_lines];
    char visits[12], value[8];
    int n_visits = 0, n_value = 0;
    spk_words w = spk_words_of(rest);
    if (t->what != ROOM_ASK_HINT || t->n_lines == ROOM_HINT_LINES ||
        !spk_words_next(&w, visits, sizeof visits) ||
        !spk_str_int(visits, 1, INT32_MAX, &n_visits) || !spk_words_next(&w, value, sizeof value) ||
        !spk_str_int(value, 0, SPK_WIN, &n_value) || *w.at != ' ' ||
        !read_move(t, w.at + 1, &line->move))
        return false;
    line->visits = (uint32_t)n_visits;
    line->value = n_value;
    t->n_lines++;
    return true;
}

static bool take_answer_line(room_thought *t, const char *line, bool *has_text)
{
    size_t n = strcspn(line, " ");
    const char *rest = line + n + 1;
    if (!line[n])
        return false;
    if (n == 4 && memcmp(line, "text", 4) == 0 && !*has_text)
        return *has_text = take_text(t, rest);
    if (n == 6 && memcmp(line, "visits", 6) == 0)
        return take_count(rest, &t->visits);
    if (n == 6 && memcmp(line, "looked", 6) == 0)
        return take_count(rest, &t->looked);
    return n == 4 && memcmp(line, "line", 4) == 0 && take_hint(t, rest);
}

/* Whoever prints a hint divides by the visits. */
static bool adds_up(const room_thought *t)
{
    uint64_t sum = 0;
    for (int i = 0; i < t->n_lines; i++)
        sum += t->lines[i].visits;
    return sum <= t->visits;
}

spk_err srv_answer_take(const char *text, room_thought *t, spk_why *why)
{
    enum { LINE = SPK_MOVE_TEXT + 40 };
    room_thought fresh = *t;
    bool has_text = false;
    char line[LINE];
    fresh.n_lines = 0;
    fresh.visits = fresh.looked = 0;
    while (*text) {
        size_t n = strcspn(text, "\n");
        bool fine = n < LINE && text[n];
        if (fine) {
            memcpy(line, text, n);
            line[n] = '\0';
            fine = take_answer_line(&fresh, line, &has_text);
        }
        if (!fine)
            return spk_fail(why, SPK_EMALFORMED, "'%.*s' is no line of an answer",
                            (int)(n < 60 ? n : 60), text);
        text += n + 1;
    }
    if (!has_text || !adds_up(&fresh))
        return spk_fail(why, SPK_EMALFORMED, "the answer is not whole");
    *t = fresh;
    return SPK_OK;
}

/* -- Who may think for whom ----------------------------------------------------------------------------- */

static uint64_t add_text(uint64_t h, const char *text)
{
    return spk_hash(h, text, strlen(text) + 1);
}

uint64_t srv_work_fingerprint(void)
{
    uint64_t h = SPK_HASH_START;
    for (int i = 0; i < spk_n_games; i++) {
        const spk_game *game = spk_games[i];
        int rules = spk_game_rules_version(game);
        h = add_text(h, game->key);
        h = spk_hash(h, &rules, sizeof rules);
        h = add_text(h, game->edition_text ? game->edition_text : "");
        const spk_net_file *net = game->hints ? game->hints->nets : NULL;
        for (; net && net->bytes; net++)
            h = spk_hash_words(h, net->bytes, net->size);
    }
    for (int i = 0; i < spk_n_bot_kinds; i++)
        h = add_text(h, spk_bot_kinds[i]->name);
    return h;
}
