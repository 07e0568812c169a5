/* player.c: a built-in bot and a program behind one interface. See player.h. */
#include "hosts/player/player.h"

#include <stdio.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/player/program.h"
#include "hosts/player/words.h"
#include "hosts/team.h"

struct host_player {
    const spk_box *box;
    spk_seat seat;
    host_budget own; /* {0}: the table's */
    char name[80];
    host_team *team;       /* a built-in bot, perhaps several searches; NULL: a program */
    host_program *program; /* NULL: a bot */

    /* The question */
    spk_state view;
    int seq;                     /* of what it has heard, with this question */
    int heard;                   /* and what it has been told */
    spk_buf table, board, legal; /* for a program */

    /* The answer */
    bool moved;
    spk_move move;

    int n_forfeits;
    bool has_news;
    char news[320];
};

/* -- Its life ---------------------------------------------------------------------------------- */

static void name_player(host_player *p, const host_spec *spec)
{
    char room[16], at[20] = "", star[16] = "";
    if (spec->n_searches > 1)
        snprintf(star, sizeof star, "*%d", spec->n_searches);
    if (spec->budget.ms || spec->budget.iterations)
        snprintf(at, sizeof at, "@%s", host_budget_print(&spec->budget, room));
    if (spec->kind)
        snprintf(p->name, sizeof p->name, "%s%s%s", spec->kind->name, star, at);
    else
        snprintf(p->name, sizeof p->name, "exec%s:%s", at, spec->command);
    host_line_clean(p->name, strlen(p->name)); /* cut within a character */
}

host_player *host_player_open(const host_spec *spec, const spk_box *box, spk_seat seat,
                              const spk_rng *rng, spk_why *why)
{
    host_player *p = spk_alloc(sizeof *p);
    *p = (host_player){.box = box, .seat = seat, .own = spec->budget};
    name_player(p, spec);
    if (spec->kind) {
        p->team = host_team_new(spec->kind, box, seat, rng, spec->n_searches);
        if (!p->own.ms && !p->own.iterations) /* an anchor thinks as long as its name says */
            p->own.iterations = spec->kind->iterations;
        return p;
    }
    p->program = spk_alloc(sizeof *p->program);
    if (host_program_start(p->program, spec, box, seat, why) == SPK_OK)
        return p;
    spk_free(p->program);
    spk_free(p);
    return NULL;
}

static void tell_end(host_player *p, const spk_match *m)
{
    spk_buf text = {0};
    spk_buf_puts(&text, spk_buf_text(&p->program->refused));
    if (m && spk_match_is_over(m)) {
        host_words_table(m, p->seat, p->heard + 1, &text);
        host_words_result(m, &text);
    }
    host_program_end(p->program, spk_buf_text(&text));
    spk_buf_release(&text);
}

void host_player_close(host_player *p, const spk_match *m)
{
    if (!p)
        return;
    if (p->program)
        tell_end(p, m);
    spk_free(p->program);
    host_team_free(p->team);
    spk_buf_release(&p->table);
    spk_buf_release(&p->board);
    spk_buf_release(&p->legal);
    spk_free(p);
}

/* -- Asking and thinking ----------------------------------------------------------------------- */

/* What a program is told is worded now; whether it wants the board is known once it is ready. */
static void word_table(host_player *p, const spk_match *m)
{
    const host_program *g = p->program;
    spk_buf_clear(&p->table);
    spk_buf_clear(&p->board);
    spk_buf_clear(&p->legal);
    if (g->is_out)
        return;
    p->seq = spk_match_seq(m, p->seat);
    host_words_table(m, p->seat, p->heard + 1, &p->table);
    if (!g->is_ready || g->wants_board)
        host_words_board(m, p->seat, &p->board);
}

void host_player_ask(host_player *p, const spk_match *m)
{
    SPK_BUG_IF(!spk_actors_has(spk_match_actors(m), p->seat));
    p->moved = false;
    spk_match_view(m, p->seat, &p->view);
    if (!p->program)
        return;
    word_table(p, m);
    if (!p->program->is_out)
        host_words_legal(m, p->seat, &p->legal);
}

static host_budget budget_of(const host_player *p, const host_budget *tables)
{
    return p->own.ms || p->own.iterations ? p->own : *tables;
}

static bool report(host_player *p, const spk_why *why)
{
    const char *rest = p->program->is_out ? "; it is out" : "";
    snprintf(p->news, sizeof p->news, "%s%s%s%s%s", why->text, *why->rule ? " [" : "", why->rule,
             *why->rule ? "]" : "", rest);
    p->has_news = true;
    return false;
}

bool host_player_is_ready(host_player *p)
{
    spk_why why = {0};
    if (!p->program)
        return true;
    if (p->program->is_out)
        return false;
    return host_program_is_ready(p->program, &why) || report(p, &why);
}

/* Ask the program. False: no answer, and the news say why. */
static bool ask_program(host_player *p, host_asked what, const host_budget *budget,
                        host_line *answer)
{
    host_program *g = p->program;
    spk_why why = {0};
    bool sent = false;
    if (!host_player_is_ready(p))
        return false;
    if (g->wants_board)
        spk_buf_puts(&p->table, spk_buf_text(&p->board));
    spk_buf_puts(&p->table, spk_buf_text(&p->legal));
    int ms = budget_of(p, budget).ms;
    bool answered = host_program_ask(g, what, spk_buf_text(&p->table), ms ? ms : HOST_UNTIMED_MS,
                                     answer, &sent, &why);
    if (sent)
        p->heard = p->seq;
    return answered || report(p, &why);
}

/* The program's answer, judged by what its seat can see. */
static void think_outside(host_player *p, const host_budget *budget)
{
    host_line answer;
    spk_why why = {0}, told = {0};
    if (!ask_program(p, HOST_ASKED_MOVE, budget, &answer))
        return;
    p->moved = spk_move_read(p->box, &p->view, p->seat, answer.text, &p->move, &why) == SPK_OK;
    if (p->moved)
        return;
    host_words_refused(&why, &p->program->refused);
    spk_fail(&told, why.err, "'%.40s' was refused: %.150s", answer.text, why.text);
    memcpy(told.rule, why.rule, sizeof told.rule);
    report(p, &told);
}

void host_player_think(host_player *p, const host_budget *budget)
{
    if (p->program) {
        think_outside(p, budget);
        return;
    }
    host_budget own = budget_of(p, budget);
    p->move = host_team_choose(p->team, &p->view, &own);
    p->moved = true;
}

/* -- Acting ------------------------------------------------------------------------------------ */

const char *host_player_answer(const host_player *p, char room[SPK_MOVE_TEXT])
{
    return p->moved ? spk_move_text(p->box, p->move, room) : NULL;
}

bool host_player_act(host_player *p, spk_match *m)
{
    char room[SPK_MOVE_TEXT];
    spk_why why = {0};
    for (int i = 0; p->program && i < p->program->n_says; i++)
        if (spk_match_talk(m, p->seat, p->program->says[i], &why) != SPK_OK)
            host_player_refused(p, &why);
    if (p->program)
        p->program->n_says = 0;
    if (p->moved) {
        SPK_BUG_IF(spk_match_play(m, p->seat, host_player_answer(p, room), NULL) != SPK_OK);
        return true;
    }
    p->n_forfeits++;
    SPK_BUG_IF(spk_match_play_safe(m, p->seat, NULL) != SPK_OK);
    return false;
}

bool host_player_move(host_player *p, spk_match *m, const host_budget *budget)
{
    host_player_ask(p, m);
    host_player_think(p, budget);
    return host_player_act(p, m);
}

/* -- Talk -------------------------------------------------------------------------------------- */

bool host_player_talks(const host_player *p)
{
    if (p->team)
        return host_team_talks(p->team);
    return p->program && !p->program->is_out && p->program->wants_talk && p->box->game->talk;
}

void host_player_refused(host_player *p, const spk_why *why)
{
    if (p->program && !p->program->is_out)
        host_words_refused(why, &p->program->refused);
}

void host_player_listen(host_player *p, const spk_match *m)
{
    spk_state view;
    int n;
    if (!p->team || !host_team_talks(p->team))
        return;
    spk_match_view(m, p->seat, &view);
    const spk_said *said = spk_match_said(m, &n);
    host_team_listen(p->team, &view, said, n);
}

/* A bot plans for a quarter of the time that its move will take. "pass" is nothing. */
static const char *bot_words(host_player *p, const spk_match *m, const host_budget *budget,
                             char *room)
{
    enum { PART = 4 };
    host_budget own = budget_of(p, budget);
    spk_state view;
    int n;
    own.ms = own.ms ? 1 + own.ms / PART : 0;
    own.iterations = own.iterations ? 1 + own.iterations / PART : 0;
    spk_match_view(m, p->seat, &view);
    const spk_said *said = spk_match_said(m, &n);
    host_team_say(p->team, &view, said, n, &own, room);
    return spk_str_eq(room, "pass") ? NULL : room;
}

const char *host_player_words(host_player *p, const spk_match *m, const host_budget *budget,
                              char room[HOST_SAY_ROOM])
{
    host_line answer;
    spk_why why = {0};
    if (!host_player_is_ready(p) || !host_player_talks(p))
        return NULL;
    if (p->team)
        return bot_words(p, m, budget, room);
    word_table(p, m);
    if (!ask_program(p, HOST_ASKED_WORDS, budget, &answer) || answer.word != HOST_SAY)
        return NULL;
    size_t n = strlen(answer.text) + 1;
    if (n <= HOST_SAY_ROOM)
        return memcpy(room, answer.text, n);
    spk_fail(&why, SPK_EREFUSED, "A message has at most %d bytes.", HOST_SAY_ROOM - 1);
    host_player_refused(p, &why);
    return NULL;
}

/* -- Asking about it --------------------------------------------------------------------------- */

const char *host_player_name(const host_player *p) { return p->name; }

const char *host_player_news(host_player *p)
{
    bool has_news = p->has_news;
    p->has_news = false;
    return has_news ? p->news : NULL;
}

int host_player_forfeits(const host_player *p) { return p->n_forfeits; }

bool host_player_is_out(const host_player *p) { return p->program && p->program->is_out; }

spk_bot *host_player_bot(const host_player *p) { return p->team ? host_team_bot(p->team) : NULL; }

void host_player_on_log(host_player *p, host_player_log *log, void *context)
{
    if (!p->program)
        return;
    p->program->log = log;
    p->program->log_context = context;
}

void host_players_kill(void) { host_process_kill_all(); }
