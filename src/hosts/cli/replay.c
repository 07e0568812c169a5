/* replay.c: `speakeasy replay`: a record played again: its log and the table at the end of it, or
 * as a trace. Everything is shown; the file holds it all anyway. */
#include <stdio.h>
#include <string.h>

#include "hosts/cli/cli.h"

static void print_people(const spk_match *m, int to)
{
    const spk_box *box = spk_match_box(m);
    spk_state state;
    spk_result result = {0};
    spk_buf board = {0}, edition = {0}, head = {0};
    cli_edition_print(box, &edition);
    spk_match_state_at(m, to, &state);
    box->game->result(box, &state, &result);
    box->game->board(box, &state, SPK_SEAT_ALL_SEEING, &board);
    spk_buf_printf(&head, cli_tr("%d players, edition %s: entry %d of %d"), box->n_seats,
                   spk_buf_text(&edition), to, spk_match_n_entries(m));
    printf("%s%s%s, ", cli_paint(CLI_BOLD), box->game->name, cli_paint(CLI_PLAIN));
    cli_wrap(spk_buf_text(&head), cli_columns(box->game->name, strlen(box->game->name)) + 2, 2);
    putchar('\n');
    cli_show_log(m, to);
    putchar('\n');
    cli_put_board(spk_buf_text(&board), box->game->tints);
    putchar('\n');
    cli_show_result(box, &result);
    spk_buf_release(&edition);
    spk_buf_release(&head);
    spk_buf_release(&board);
}

/* An entry that is no move has a line of its own kind; talk leaves the state as it is. */
static void other_line(const spk_match *m, int i, const void *state, bool views, spk_buf *line)
{
    const spk_box *box = spk_match_box(m);
    spk_entry entry = spk_match_entry(m, i);
    bool back = entry.kind == SPK_ENTRY_REWIND, undo = back || entry.kind == SPK_ENTRY_UNDO;
    spk_json j = {.out = line};
    spk_buf_clear(line);
    spk_json_open(&j, '{');
    spk_json_key(&j, "type"), spk_json_str(&j, undo ? "undo" : "talk");
    spk_json_key(&j, "n"), spk_json_int(&j, i + 1);
    spk_json_key(&j, "actor"), spk_json_int(&j, entry.seat);
    if (back)
        spk_json_key(&j, "back"), spk_json_int(&j, entry.first + 1);
    if (!undo)
        spk_json_key(&j, "text"), spk_json_str(&j, entry.text + strlen("say "));
    spk_json_key(&j, "state"), box->game->json(box, state, SPK_SEAT_ALL_SEEING, &j);
    if (views)
        cli_trace_views(&j, box, state);
    spk_json_close(&j, '}');
    spk_buf_putc(line, '\n');
}

static void print_trace(const spk_match *m, int to, bool views)
{
    const spk_box *box = spk_match_box(m);
    spk_rerun r;
    spk_state before;
    spk_buf line = {0};
    spk_match_rerun(m, &r);
    cli_trace_start(box, &r.state, views, &line);
    fputs(spk_buf_text(&line), stdout);
    while (r.n < to) {
        spk_entry entry = spk_match_entry(m, r.n);
        spk_state_copy(box, &before, &r.state);
        spk_match_rerun_step(m, &r);
        if (entry.kind == SPK_ENTRY_MOVE || entry.kind == SPK_ENTRY_SAFE)
            cli_trace_step(box, &before, &r.state, r.n, entry.seat,
                           spk_match_entry_move(m, r.n - 1), views, &line);
        else
            other_line(m, r.n - 1, &r.state, views, &line);
        fputs(spk_buf_text(&line), stdout);
    }
    cli_trace_end(box, &r.state, &line);
    fputs(spk_buf_text(&line), stdout);
    spk_buf_release(&line);
}

static int run(const cli_args *args)
{
    spk_record record;
    cli_language_take(args);
    int code = cli_record_load(&record, args->word[0], args);
    if (code)
        return code;
    int n = spk_match_n_entries(record.match);
    uint64_t to = cli_number(args, "to", (uint64_t)n);
    if (to > (uint64_t)n)
        code = cli_error("%s has %d entries; --to %llu is beyond its end", args->word[0], n,
                         (unsigned long long)to);
    else if (cli_has(args, "views") && !cli_has(args, "json"))
        code = cli_error("--views needs --json");
    else if (cli_has(args, "json"))
        print_trace(record.match, (int)to, cli_has(args, "views"));
    else
        print_people(record.match, (int)to);
    spk_record_release(&record);
    return code;
}

static const cli_option options[] = {
    {"to", "N", CLI_NUMBER, 0, 1000000, "stop after entry N of the log (0: before the first)"},
    {"json", NULL, CLI_FLAG, 0, 0, "print a trace (docs/trace.md) instead of log and table"},
    {"views", NULL, CLI_FLAG, 0, 0, "with --json: include what each seat and an onlooker see"},
    {"edition", "FILE", CLI_TEXT, 0, 0, "the edition the record was played with"},
    CLI_LANG_OPTION,
    {0},
};

extern const cli_command cli_replay;
const cli_command cli_replay = {
    .name = "replay",
    .about = "replay a saved game: its log and the table",
    .words = "FILE",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .help = "Every line is checked as if it were played now. A file that is cut off, has a\n"
            "move out of turn or belongs to another edition is refused with the line and\n"
            "the reason. Moves count seats from 0: player 1 is seat 0.\n",
    .run = run,
};
