/* trace.c: `speakeasy trace`: one game as JSON lines with everything in them, for an independent
 * checker. docs/trace.md is the format; replay --json prints the same lines for a record. */
#include <inttypes.h>
#include <stdio.h>

#include "hosts/cli/cli.h"
#include "hosts/cli/walk.h"

void cli_json_unsigned(spk_json *j, uint64_t value)
{
    if (j->comma)
        spk_buf_putc(j->out, ',');
    spk_buf_printf(j->out, "%" PRIu64, value);
    j->comma = true;
}

/* -- The fields -------------------------------------------------------------------------------- */

static void put_state(spk_json *j, const spk_box *box, const void *state)
{
    spk_json_key(j, "state");
    box->game->json(box, state, SPK_SEAT_ALL_SEEING, j);
}

static void put_view(spk_json *j, const spk_box *box, const void *state, spk_seat viewer)
{
    spk_state view;
    spk_state_copy(box, &view, state);
    spk_redact(box, &view, viewer);
    box->game->json(box, &view, viewer, j);
}

void cli_trace_views(spk_json *j, const spk_box *box, const void *state)
{
    spk_json_key(j, "views");
    spk_json_open(j, '[');
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        put_view(j, box, state, seat);
    put_view(j, box, state, SPK_SEAT_ONLOOKER);
    spk_json_close(j, ']');
}

static void put_options(spk_json *j, const spk_box *box)
{
    char room[32];
    spk_json_key(j, "options");
    spk_json_open(j, '{');
    for (int i = 0; i < box->game->n_options; i++) {
        spk_json_key(j, box->game->options[i].name);
        if (box->game->options[i].values)
            spk_json_str(j, spk_box_option_text(box, i, room));
        else
            spk_json_int(j, box->option[i]);
    }
    spk_json_close(j, '}');
}

static void put_move(spk_json *j, const spk_box *box, spk_move move)
{
    char text[SPK_MOVE_TEXT];
    spk_json_str(j, spk_move_text(box, move, text));
}

static void put_outcomes(spk_json *j, const spk_box *box, const void *state)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    int n = box->game->chance(box, state, outcomes);
    for (int i = 0; i < n; i++) {
        spk_json_open(j, '{');
        spk_json_key(j, "move"), put_move(j, box, outcomes[i].move);
        spk_json_key(j, "weight"), spk_json_int(j, outcomes[i].weight);
        spk_json_close(j, '}');
    }
}

static void put_moves(spk_json *j, const spk_box *box, const void *state, spk_seat seat)
{
    spk_move moves[SPK_MAX_MOVES];
    int n = box->game->moves(box, state, seat, moves);
    for (int i = 0; i < n; i++)
        put_move(j, box, moves[i]);
}

static void put_legal(spk_json *j, const spk_box *box, const void *state, spk_seat seat)
{
    spk_json_key(j, "legal");
    spk_json_open(j, '[');
    if (seat == SPK_SEAT_CHANCE)
        put_outcomes(j, box, state);
    else
        put_moves(j, box, state, seat);
    spk_json_close(j, ']');
}

static void put_ints(spk_json *j, const char *key, const int *values, int n)
{
    spk_json_key(j, key);
    spk_json_open(j, '[');
    for (int i = 0; i < n; i++)
        spk_json_int(j, values[i]);
    spk_json_close(j, ']');
}

static void put_result(spk_json *j, const spk_result *result)
{
    spk_json_key(j, "result");
    spk_json_open(j, '{');
    put_ints(j, "scores", result->score, result->n_seats);
    put_ints(j, "ranks", result->rank, result->n_seats);
    spk_json_key(j, "winners");
    spk_json_open(j, '[');
    for (spk_seat seat = 0; seat < result->n_seats; seat++)
        if (result->winners >> seat & 1)
            spk_json_int(j, seat);
    spk_json_close(j, ']');
    spk_json_close(j, '}');
}

/* -- The lines --------------------------------------------------------------------------------- */

static spk_json open_line(spk_buf *line, const char *type)
{
    spk_buf_clear(line);
    spk_json j = {.out = line};
    spk_json_open(&j, '{');
    spk_json_key(&j, "type");
    spk_json_str(&j, type);
    return j;
}

static void close_line(spk_json *j)
{
    spk_json_close(j, '}');
    spk_buf_putc(j->out, '\n');
}

void cli_trace_start(const spk_box *box, const void *state, bool views, spk_buf *line)
{
    spk_json j = open_line(line, "start");
    spk_json_key(&j, "game"), spk_json_str(&j, box->game->key);
    spk_json_key(&j, "players"), spk_json_int(&j, box->n_seats);
    put_options(&j, box);
    spk_json_key(&j, "edition"), spk_json_str(&j, box->edition_name);
    put_state(&j, box, state);
    if (views)
        cli_trace_views(&j, box, state);
    close_line(&j);
}

void cli_trace_step(const spk_box *box, const void *before, const void *after, int n, spk_seat seat,
                    spk_move move, bool views, spk_buf *line)
{
    spk_json j = open_line(line, "step");
    spk_json_key(&j, "n"), spk_json_int(&j, n);
    spk_json_key(&j, "actor");
    if (seat == SPK_SEAT_CHANCE)
        spk_json_str(&j, "chance");
    else
        spk_json_int(&j, seat);
    spk_json_key(&j, "move"), put_move(&j, box, move);
    put_legal(&j, box, before, seat);
    put_state(&j, box, after);
    if (views)
        cli_trace_views(&j, box, after);
    close_line(&j);
}

void cli_trace_end(const spk_box *box, const void *state, spk_buf *line)
{
    spk_result result = {0};
    box->game->result(box, state, &result);
    spk_json j = open_line(line, "end");
    put_result(&j, &result);
    spk_json_key(&j, "reason");
    if (result.reason)
        spk_json_str(&j, result.reason);
    else
        spk_json_null(&j);
    close_line(&j);
}

/* -- The command ------------------------------------------------------------------------------- */

static void trace(cli_walk *w, bool views)
{
    spk_buf line = {0};
    spk_state before;
    cli_trace_start(w->box, &w->state, views, &line);
    fputs(spk_buf_text(&line), stdout);
    for (int n = 1; cli_walk_choose(w); n++) {
        SPK_BUG_IF(n > w->game->max_steps);
        spk_state_copy(w->box, &before, &w->state);
        cli_walk_make(w);
        cli_trace_step(w->box, &before, &w->state, n, w->seat, w->move, views, &line);
        fputs(spk_buf_text(&line), stdout);
    }
    cli_trace_end(w->box, &w->state, &line);
    fputs(spk_buf_text(&line), stdout);
    spk_buf_release(&line);
}

static int run(const cli_args *args)
{
    const spk_game *game = cli_game(args->word[0]);
    spk_box box;
    cli_walk walk;
    if (!game || cli_box_open(&box, game, args) != 0)
        return CLI_WRONG;
    cli_walk_start(&walk, &box, cli_number(args, "policy", 0), cli_number(args, "seed", 1), 0);
    trace(&walk, cli_has(args, "views"));
    spk_box_close(&box);
    return CLI_DONE;
}

static const cli_option options[] = {
    CLI_BOX_OPTIONS,
    CLI_POLICY_OPTION,
    CLI_SEED_OPTION,
    {"views", NULL, CLI_FLAG, 0, 0, "include what each seat and an onlooker see after each step"},
    {0},
};

extern const cli_command cli_trace;
const cli_command cli_trace = {
    .name = "trace",
    .about = "print a random game as JSON lines, to check our rules",
    .words = "<game>",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .help = "Each step holds the actor, the move, all legal moves (or outcomes with their\n"
            "weights) before it and the full state after it. docs/trace.md describes every\n"
            "field. The game is the first one that 'speakeasy simulate' plays with the same\n"
            "seed and policy.\n",
    .run = run,
};
