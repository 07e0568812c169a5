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

    /* The question, and a bot's answer */
    room_thought thought;
    int seq;                     /* of what it has heard, with this question */
    int heard;                   /* and what it has been told */
    spk_buf table, board, legal; /* for a program */

    /* For a program that contains this engine; the seed is for its own random numbers */
    uint64_t seed;
    bool introduced;       /* it was told what the engine needs to know once */
    spk_buf states, state; /* what it has not been told yet, and the last of these */

    /* The answer */
    bool moved;
    spk_move move; /* of a program */
    int n_said;    /* of its messages, those that the host has taken */

    bool has_fault;
    char fault[320];
};

/* -- Its life ---------------------------------------------------------------------------------- */

static void name_player(host_player *p, const host_spec *spec)
{
    char room[16], at[20] = "", star[16] = "";
    if (spec->n_searches > 1)
        snprintf(star, sizeof star, "*%d", spec->n_searches);
    if (spec->budget.ms || spec->budget.iterations)
        snprintf(at, sizeof at, "@%s", host_budget_print(&spec->budget, room));
    if (host_spec_name(spec))
        snprintf(p->name, sizeof p->name, "%s%s%s", host_spec_name(spec), star, at);
    else
        snprintf(p->name, sizeof p->name, "exec%s:%s", at, spec->command);
    host_line_clean(p->name, strlen(p->name)); /* cut within a character */
}

/* A number of the player's own stream. The key of that stream is the table's too, and is told to nobody. */
static uint64_t draw_seed(const spk_rng *rng)
{
    spk_rng own = *rng;
    uint64_t high = spk_rng_next(&own);
    return high << 32 | spk_rng_next(&own);
}

host_player *host_player_open(const host_spec *spec, const spk_box *box, spk_seat seat,
                              const spk_rng *rng, spk_why *why)
{
    host_player *p = spk_alloc(sizeof *p);
    *p = (host_player){.box = box, .seat = seat, .own = host_spec_budget(spec, &(host_budget){0})};
    name_player(p, spec);
    if (!spec->command)
        p->team = host_spec_sit(spec, box, seat, rng, why);
    if (p->team)
        return p;
    p->seed = draw_seed(rng);
    p->program = spk_alloc(sizeof *p->program);
    if (spec->command && host_program_start(p->program, spec, box, seat, why) == SPK_OK)
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
    spk_buf_release(&p->states);
    spk_buf_release(&p->state);
    spk_free(p);
}

/* -- Asking and thinking ----------------------------------------------------------------------- */

/* A new position for a program that contains this engine. Whether it does is known once it is ready. */
static void note_state(host_player *p, const spk_match *m)
{
    const host_program *g = p->program;
    spk_buf now = {0};
    if (g->is_out || (g->is_ready && !g->wants_engine))
        return;
    host_words_state(m, p->seat, &now);
    if (!spk_str_eq(spk_buf_text(&now), spk_buf_text(&p->state))) {
        spk_buf_puts(&p->states, spk_buf_text(&now));
        spk_buf_clear(&p->state);
        spk_buf_puts(&p->state, spk_buf_text(&now));
    }
    spk_buf_release(&now);
}

/* What a program is told is worded now; whether it wants the board is known once it is ready. */
static void word_table(host_player *p, const spk_match *m)
{
    const host_program *g = p->program;
    spk_buf_clear(&p->table);
    spk_buf_clear(&p->board);
    spk_buf_clear(&p->legal);
    if (g->is_out)
        return;
    note_state(p, m);
    p->seq = spk_match_seq(m, p->seat);
    host_words_table(m, p->seat, p->heard + 1, &p->table);
    if (!g->is_ready || g->wants_board)
        host_words_board(m, p->seat, &p->board);
}

void host_player_ask(host_player *p, const spk_match *m)
{
    SPK_BUG_IF(!spk_actors_has(spk_match_actors(m), p->seat));
    p->moved = false;
    p->n_said = 0;
    room_thought_ask(&p->thought, m, p->seat, ROOM_ASK_MOVE);
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
    snprintf(p->fault, sizeof p->fault, "%s%s%s%s%s", why->text, *why->rule ? " [" : "", why->rule,
             *why->rule ? "]" : "", rest);
    p->has_fault = true;
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

/* All that a program has asked for, in the order of docs/bot-protocol.md. */
static void add_wishes(host_player *p, const host_budget *budget)
{
    const host_program *g = p->program;
    if (g->wants_board)
        spk_buf_puts(&p->table, spk_buf_text(&p->board));
    if (g->wants_engine && !p->introduced)
        host_words_engine(p->box, p->seed, &p->table);
    if (g->wants_engine)
        spk_buf_puts(&p->table, spk_buf_text(&p->states));
    spk_buf_puts(&p->table, spk_buf_text(&p->legal));
    if (g->wants_engine && budget->iterations)
        spk_buf_printf(&p->table, "iterations %d\n", budget->iterations);
}

static void note_sent(host_player *p)
{
    p->heard = p->seq;
    p->introduced = true;
    spk_buf_clear(&p->states);
}

/* Ask the program. False: no answer, and p->fault says why. */
static bool ask_program(host_player *p, room_asked what, const host_budget *budget,
                        host_line *answer)
{
    host_program *g = p->program;
    spk_why why = {0};
    bool sent = false;
    if (!host_player_is_ready(p))
        return false;
    host_budget own = budget_of(p, budget);
    add_wishes(p, &own);
    bool answered = host_program_ask(g, what, spk_buf_text(&p->table), &own, answer, &sent, &why);
    if (sent)
        note_sent(p);
    return answered || report(p, &why);
}

/* The program's answer, judged by what its seat can see. */
static void think_outside(host_player *p, const host_budget *budget)
{
    host_line answer;
    spk_why why = {0}, told = {0};
    if (!ask_program(p, ROOM_ASK_MOVE, budget, &answer))
        return;
    p->moved =
        spk_move_read(p->box, &p->thought.view, p->seat, answer.text, &p->move, &why) == SPK_OK;
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
    host_team_think(p->team, &p->thought, &own);
    p->moved = true;
}

/* -- Acting ------------------------------------------------------------------------------------ */

const char *host_player_next_say(host_player *p)
{
    if (p->program && p->n_said < p->program->n_says)
        return p->program->says[p->n_said++];
    if (p->program)
        p->program->n_says = 0;
    return NULL;
}

const char *host_player_answer(host_player *p, char room[SPK_MOVE_TEXT])
{
    if (!p->moved)
        return NULL;
    return p->program ? spk_move_text(p->box, p->move, room) : p->thought.text;
}

/* For hosts that play in a match of their own. */
static bool play(host_player *p, spk_match *m)
{
    char room[SPK_MOVE_TEXT];
    spk_why why = {0};
    for (const char *words; (words = host_player_next_say(p));)
        if (spk_match_talk(m, p->seat, words, &why) != SPK_OK)
            host_player_refused(p, &why);
    const char *move = host_player_answer(p, room);
    spk_err err =
        move ? spk_match_play(m, p->seat, move, NULL) : spk_match_play_safe(m, p->seat, NULL);
    SPK_BUG_IF(err != SPK_OK);
    return move != NULL;
}

bool host_player_move(host_player *p, spk_match *m, const host_budget *budget)
{
    host_player_ask(p, m);
    host_player_think(p, budget);
    return play(p, m);
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
    if (p->team)
        host_team_listen(p->team, m, p->seat);
    else if (p->box->game->talk)
        note_state(p, m);
}

static const char *bot_words(host_player *p, const spk_match *m, const host_budget *budget,
                             char *room)
{
    host_budget own = budget_of(p, budget);
    room_thought_ask(&p->thought, m, p->seat, ROOM_ASK_WORDS);
    host_team_think(p->team, &p->thought, &own);
    room_thought_release(&p->thought);
    return *p->thought.text ? strcpy(room, p->thought.text) : NULL;
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
    if (!ask_program(p, ROOM_ASK_WORDS, budget, &answer) || answer.word != HOST_SAY)
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

const char *host_player_fault(host_player *p)
{
    bool has_fault = p->has_fault;
    p->has_fault = false;
    return has_fault ? p->fault : NULL;
}

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
