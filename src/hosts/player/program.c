/* program.c: see program.h. */
#include "hosts/player/program.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/player/words.h"

/* -- Its log ----------------------------------------------------------------------------------- */

static void add_log(void *context, const char *line)
{
    host_program *g = context;
    if (!g->log || g->n_logged > HOST_LOG_BYTES)
        return;
    g->n_logged += strlen(line) + 1;
    g->log(g->log_context, g->seat,
           g->n_logged > HOST_LOG_BYTES ? "(it says more than is kept)" : line);
}

/* -- Leaving the table ------------------------------------------------------------------------- */

/* Put it out, for a reason that is in 'text' already. */
static bool put_out(host_program *g, spk_buf *text, spk_why *why)
{
    if (*g->process.last_words)
        spk_buf_printf(text, ", last words '%s'", g->process.last_words);
    spk_fail(why, SPK_EIO, "%s", spk_buf_text(text));
    spk_buf_release(text);
    host_process_end(&g->process, 0, HOST_TERM_MS);
    g->is_out = true;
    return false;
}

/* It forfeits; too often in a row, or before it was ready, it is out. */
static bool stalled(host_program *g, const char *what, int ms, spk_why *why)
{
    spk_buf text = {0};
    spk_buf_printf(&text, "%s within %d ms", what, ms);
    if (*g->before)
        spk_buf_printf(&text, " (it wrote '%s')", g->before);
    if (g->is_ready && ++g->n_stalls < HOST_STALLS) {
        spk_fail(why, SPK_EIO, "%s", spk_buf_text(&text));
        spk_buf_release(&text);
        return false;
    }
    if (g->is_ready)
        spk_buf_printf(&text, ", %d times in a row", g->n_stalls);
    return put_out(g, &text, why);
}

/* What became of it while something was expected: 'missing' within 'ms'. */
static bool failed(host_program *g, host_event event, const char *missing, int ms, spk_why *why)
{
    spk_buf text = {0};
    switch (event) {
    case HOST_HEARD:
    case HOST_LATE: return stalled(g, missing, ms, why);
    case HOST_FLOOD:
        spk_buf_printf(&text, "wrote more than %d bytes at one decision", HOST_FLOOD_BYTES);
        break;
    case HOST_DEAF:
    case HOST_GONE:
        if (!host_process_fate(&g->process, &text))
            spk_buf_printf(&text, "closed its %s", event == HOST_DEAF ? "input" : "output");
        break;
    }
    return put_out(g, &text, why);
}

/* -- Getting ready ----------------------------------------------------------------------------- */

spk_err host_program_start(host_program *g, const host_spec *spec, const spk_box *box,
                           spk_seat seat, spk_why *why)
{
    spk_buf greeting = {0};
    *g = (host_program){.seat = seat};
    char **argv = host_command_split(spec->command, why);
    if (!argv)
        return SPK_EMALFORMED;
    spk_err err = host_process_start(&g->process, argv, why);
    spk_free(argv);
    if (err != SPK_OK)
        return err;
    g->start_ms = spec->start_ms ? spec->start_ms : HOST_START_MS;
    g->start_until = host_now_ms() + g->start_ms;
    g->process.most = HOST_FLOOD_BYTES;
    g->process.on_error = add_log;
    g->process.context = g;
    host_words_greet(box, seat, &greeting);
    host_process_send(&g->process, spk_buf_text(&greeting));
    spk_buf_release(&greeting);
    return SPK_OK;
}

/* `ready` may be followed by what it would like besides; words we do not know are for later
 * versions. */
static void take_wishes(host_program *g, const char *text)
{
    char word[16];
    for (spk_words w = spk_words_of(text); spk_words_next(&w, word, sizeof word);) {
        g->wants_board |= spk_str_eq(word, "board");
        g->wants_talk |= spk_str_eq(word, "talk");
        g->wants_engine |= spk_str_eq(word, "engine");
    }
}

static void note_nonsense(host_program *g, const host_line *line)
{
    const char *word = host_word_name(line->word);
    snprintf(g->before, sizeof g->before, "%s%s%.60s", word, *word ? " " : "", line->text);
    host_line_clean(g->before, strlen(g->before)); /* cut within a character */
}

bool host_program_is_ready(host_program *g, spk_why *why)
{
    host_line line = {0};
    host_event event;
    while (!g->is_ready) {
        event = host_process_wait(&g->process, g->start_until, &line);
        if (event != HOST_HEARD)
            return failed(g, event, "did not say 'ready'", g->start_ms, why);
        if (line.word == HOST_READY)
            take_wishes(g, line.text);
        else if (line.word == HOST_LOG)
            add_log(g, line.text);
        else
            note_nonsense(g, &line);
        g->is_ready = line.word == HOST_READY;
    }
    return true;
}

/* -- Questions and answers --------------------------------------------------------------------- */

static bool is_answer(const host_program *g, const host_line *line)
{
    if (!g->owes)
        return false;
    if (g->asked == ROOM_ASK_MOVE)
        return line->word == HOST_MOVE;
    return line->word == HOST_SAY || line->word == HOST_LISTEN;
}

/* A message before a move; judged when the move is made. */
static void keep_say(host_program *g, const char *text)
{
    spk_why why = {0};
    size_t n = strlen(text) + 1;
    if (g->n_says == HOST_SAYS)
        spk_fail(&why, SPK_EREFUSED, "At most %d messages before a move.", HOST_SAYS);
    else if (n > HOST_SAY_ROOM)
        spk_fail(&why, SPK_EREFUSED, "A message has at most %d bytes.", HOST_SAY_ROOM - 1);
    if (why.err == SPK_OK)
        memcpy(g->says[g->n_says++], text, n);
    else if (g->refused.n < HOST_FLOOD_BYTES)
        host_words_refused(&why, &g->refused);
}

/* Hear lines until one answers what is owed. 'until' in the past: only what is there already. */
static host_event hear_answer(host_program *g, double until, host_line *line)
{
    for (;;) {
        host_event event = host_process_wait(&g->process, until, line);
        if (event != HOST_HEARD || is_answer(g, line))
            return event;
        if (line->word == HOST_LOG)
            add_log(g, line->text);
        else if (line->word == HOST_SAY && g->owes && g->asked == ROOM_ASK_MOVE)
            keep_say(g, line->text);
        else
            note_nonsense(g, line);
    }
}

/* Before a question: the answer to the last one, if it is owed, which comes too late, and whatever
 * else lies in the pipe. */
static bool clear_pipe(host_program *g, double until, int budget_ms, host_line *line, spk_why *why)
{
    host_event event = HOST_HEARD;
    if (g->owes)
        event = hear_answer(g, until, line);
    g->n_says = 0;
    if (event != HOST_HEARD)
        return failed(g, event, "still no answer to the last question", budget_ms, why);
    g->owes = false;
    event = hear_answer(g, 0, line);
    return event == HOST_LATE || failed(g, event, "", 0, why);
}

static void send_question(host_program *g, room_asked what, const char *table, int budget_ms)
{
    spk_buf_puts(&g->refused, table);
    spk_buf_printf(&g->refused, "budget %d\n%s\n", budget_ms,
                   what == ROOM_ASK_MOVE ? "go" : "speak");
    host_process_send(&g->process, spk_buf_text(&g->refused));
    spk_buf_clear(&g->refused);
    g->owes = true;
    g->asked = what;
    g->n_says = 0;
    *g->before = '\0';
}

bool host_program_ask(host_program *g, room_asked what, const char *table,
                      const host_budget *budget, host_line *answer, bool *sent, spk_why *why)
{
    int told = budget->ms ? budget->ms : HOST_UNTIMED_MS;
    int wait_ms = budget->cpu && told < HOST_UNTIMED_MS ? HOST_UNTIMED_MS : told;
    double end = host_now_ms() + wait_ms, until = end + HOST_GRACE_MS + wait_ms / 10.0;
    bool owed = g->owes;
    g->process.n_heard = 0;
    *sent = clear_pipe(g, end, wait_ms, answer, why);
    if (!*sent)
        return false;
    int left = (int)(end - host_now_ms());
    send_question(g, what, table, !owed || left > told ? told : left > 0 ? left : 1);
    host_event event = hear_answer(g, until, answer);
    if (event != HOST_HEARD)
        return failed(g, event, "no answer", wait_ms, why);
    g->owes = false;
    g->n_stalls = 0;
    return true;
}

void host_program_end(host_program *g, const char *text)
{
    if (!g->is_out) {
        host_process_send(&g->process, text);
        host_process_send(&g->process, "quit\n");
        host_process_end(&g->process, HOST_QUIT_MS, HOST_TERM_MS);
    }
    g->is_out = true;
    spk_buf_release(&g->refused);
}
