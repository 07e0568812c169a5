/* bots.c: seats of `speakeasy play` that are no people: built-in bots and other people's programs
 * (hosts/player). Whatever they do wrong is one line for the person at the screen. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "hosts/cli/play.h"

/* -- Sitting down ------------------------------------------------------------------------------ */

int cli_bots_prepare(cli_table *t, const cli_args *args)
{
    const char *budget = cli_text(args, "budget"), *log = cli_text(args, "bot-log");
    t->budget = (host_budget){.ms = 1000};
    if (budget && !host_budget_parse(budget, &t->budget))
        return cli_error("--budget takes 20ms, 1.5s, 20cpu, 1000it or the like, not '%s'", budget);
    t->bot_log = log ? fopen(log, "we") : NULL;
    if (log && !t->bot_log)
        return cli_error("%s: %s", log, strerror(errno));
    if (t->bot_log)
        setvbuf(t->bot_log, NULL, _IOLBF, 0); /* for those who watch it */
    return 0;
}

int cli_bot_take(cli_seat *seat, const char *text)
{
    spk_why why = {0};
    seat->is_bot = true;
    if (host_spec_read(text, &seat->spec, &why) == SPK_OK)
        return 0;
    return cli_error("--seat takes human or a bot, not '%s': %s", text, why.text);
}

static void add_log(void *table, spk_seat seat, const char *line)
{
    const cli_table *t = table;
    fprintf(t->bot_log, "player %d: %s\n", seat + 1, line);
}

/* A program is in no group of ours: what ends us from the keyboard has to be handed on. */
static void end_all(int signal_number)
{
    host_players_kill();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void watch_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction now, then = {.sa_handler = end_all};
    for (int i = 0; i < 3; i++)
        if (sigaction(signals[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            sigaction(signals[i], &then, NULL);
}

int cli_bot_open(cli_table *t, spk_seat seat, const spk_rng *rng)
{
    spk_why why = {0};
    cli_seat *s = &t->seats[seat];
    if (!s->is_bot)
        return 0;
    s->player = host_player_open(&s->spec, t->box, seat, rng, &why);
    if (!s->player)
        return cli_refused(NULL, &why);
    if (t->bot_log)
        host_player_on_log(s->player, add_log, t);
    if (s->spec.command)
        watch_signals();
    return 0;
}

void cli_bots_close(cli_table *t)
{
    for (spk_seat seat = 0; seat < SPK_MAX_SEATS; seat++)
        host_player_close(t->seats[seat].player, t->match);
    if (t->bot_log)
        fclose(t->bot_log);
}

void cli_bot_describe(const cli_table *t, spk_seat seat, spk_buf *out)
{
    const cli_seat *s = &t->seats[seat];
    if (s->spec.command) {
        spk_buf_puts(out, host_player_name(s->player));
        return;
    }
    const char *about =
        s->spec.script ? s->spec.script->about : spk_bot_about(s->spec.kind, t->box->game);
    const char *risk = s->spec.script ? NULL : spk_bot_risk(s->spec.kind, t->box->game);
    spk_buf_printf(out, "bot:%s, %s", host_player_name(s->player), cli_tr(about));
    if (risk)
        spk_buf_printf(out, "; %s", cli_tr(risk));
}

/* -- Playing ----------------------------------------------------------------------------------- */

static void tell_fault(cli_table *t, spk_seat seat, const char *then)
{
    host_player *p = t->seats[seat].player;
    const char *fault = host_player_fault(p);
    spk_buf text = {0};
    if (!fault)
        return;
    spk_buf_printf(&text, "%s (%s): %s%s", cli_seat_name(seat), host_player_name(p), fault, then);
    if (t->full) {
        spk_buf_clear(&t->notices);
        spk_buf_puts(&t->notices, spk_buf_text(&text));
        spk_buf_release(&text);
        return;
    }
    fputs(cli_paint(CLI_ALARM), stdout);
    cli_wrap(spk_buf_text(&text), 0, 2);
    fputs(cli_paint(CLI_PLAIN), stdout);
    fflush(stdout);
    spk_buf_release(&text);
}

void cli_bots_get_ready(cli_table *t)
{
    for (spk_seat seat = 0; seat < t->box->n_seats; seat++)
        if (t->seats[seat].is_bot && !host_player_is_ready(t->seats[seat].player))
            tell_fault(t, seat, cli_tr(", and safe defaults are played for it."));
}

/* What a program has to say with its move. */
static void say_first(cli_table *t, spk_seat seat)
{
    host_player *p = t->seats[seat].player;
    for (const char *words; (words = host_player_next_say(p));)
        if (cli_act(t, seat, ROOM_SAY, words) != SPK_OK)
            host_player_refused(p, &t->refused);
}

void cli_bot_move(cli_table *t, spk_seat seat)
{
    host_player *p = t->seats[seat].player;
    host_player_ask(p, t->match);
    host_player_think(p, &t->budget);
    cli_bot_answer(t, seat);
}

void cli_bot_answer(cli_table *t, spk_seat seat)
{
    host_player *p = t->seats[seat].player;
    char text[SPK_MOVE_TEXT];
    say_first(t, seat);
    const char *move = host_player_answer(p, text);
    SPK_BUG_IF(cli_act(t, seat, move ? ROOM_BOT_MOVE : ROOM_SAFE, move) != SPK_OK);
    tell_fault(t, seat,
               host_player_is_out(p) ? cli_tr(", and safe defaults are played for it.")
                                     : cli_tr("; the safe default is played."));
}

/* Words cost a program its seat as moves do: it may be at fault. */
void cli_bot_speak(cli_table *t, spk_seat seat)
{
    host_player *p = t->seats[seat].player;
    char text[HOST_SAY_ROOM];
    const char *words = host_player_words(p, t->match, &t->budget, text);
    bool said = words && cli_act(t, seat, ROOM_SAY, words) == SPK_OK;
    if (words && !said)
        host_player_refused(p, &t->refused);
    if (!said)
        room_listen(t->room, seat);
    tell_fault(t, seat, ".");
}

/* A game limits its talk; if it did not, two programs would talk for ever. */
void cli_bots_talk(cli_table *t)
{
    enum { MOST = 64 };
    room_due due = cli_due(t);
    for (int i = 0; i < MOST && due.kind == ROOM_DUE_WORDS; i++, due = cli_due(t))
        cli_bot_speak(t, due.seat);
}

/* Whether a program wants to talk is known once it is ready; one that is out says no more. */
void cli_bots_listen(cli_table *t)
{
    for (spk_seat seat = 0; seat < t->box->n_seats; seat++)
        if (t->seats[seat].is_bot) {
            host_player_listen(t->seats[seat].player, t->match);
            room_set_mute(t->room, seat, !t->ask_talk || !host_player_talks(t->seats[seat].player));
        }
}
