/* replay.c: `speakeasy replay`: a record played again: its log and the table at the end of it, or
 * as a trace. Everything is shown as the house sees it; the file holds it all anyway. */
#include <stdio.h>
#include <string.h>

#include "hosts/cli/cli.h"

static void print_log(const spk_match *m, int to)
{
    for (int i = 0; i < to; i++) {
        spk_buf line = {0};
        spk_match_entry_print(m, i, &line);
        const char *text = spk_buf_text(&line);
        while (*text && *text != ' ') /* the seat: said in people's words */
            text++;
        printf("%5d  %-9s%s\n", i + 1, cli_seat_name(spk_match_entry(m, i).seat), text);
        spk_buf_release(&line);
    }
}

static void print_people(const spk_match *m, int to)
{
    const spk_box *box = spk_match_box(m);
    spk_state state;
    spk_result result = {0};
    spk_buf board = {0};
    spk_match_state_at(m, to, &state);
    box->game->result(box, &state, &result);
    box->game->board(box, &state, SPK_SEAT_HOUSE, &board);
    printf("%s%s%s, %d players, edition %s: entry %d of %d\n\n", cli_paint(CLI_BOLD),
           box->game->name, cli_paint(CLI_PLAIN), box->n_seats, box->edition_name, to,
           spk_match_n_entries(m));
    print_log(m, to);
    putchar('\n');
    cli_put_board(spk_buf_text(&board), box->game->tints);
    putchar('\n');
    cli_show_result(box, &result);
    spk_buf_release(&board);
}

/* An entry that is no move has a line of its own kind; talk leaves the state as it is. */
static void other_line(const spk_match *m, int i, const void *state, spk_buf *line)
{
    const spk_box *box = spk_match_box(m);
    spk_entry entry = spk_match_entry(m, i);
    bool undo = entry.kind == SPK_ENTRY_UNDO;
    spk_json j = {.out = line};
    spk_buf_clear(line);
    spk_json_open(&j, '{');
    spk_json_key(&j, "type"), spk_json_str(&j, undo ? "undo" : "talk");
    spk_json_key(&j, "n"), spk_json_int(&j, i + 1);
    spk_json_key(&j, "actor"), spk_json_int(&j, entry.seat);
    if (!undo)
        spk_json_key(&j, "text"), spk_json_str(&j, entry.text + strlen("say "));
    spk_json_key(&j, "state"), box->game->json(box, state, SPK_SEAT_HOUSE, &j);
    spk_json_close(&j, '}');
    spk_buf_putc(line, '\n');
}

static void print_trace(const spk_match *m, int to)
{
    const spk_box *box = spk_match_box(m);
    spk_state before, after;
    spk_buf line = {0};
    spk_match_state_at(m, 0, &after);
    cli_trace_start(box, &after, false, &line);
    fputs(spk_buf_text(&line), stdout);
    for (int i = 0; i < to; i++) {
        spk_entry entry = spk_match_entry(m, i);
        before = after;
        spk_match_state_at(m, i + 1, &after);
        if (entry.kind == SPK_ENTRY_MOVE || entry.kind == SPK_ENTRY_SAFE)
            cli_trace_step(box, &before, &after, i + 1, entry.seat, entry.move, false, &line);
        else
            other_line(m, i, &after, &line);
        fputs(spk_buf_text(&line), stdout);
    }
    cli_trace_end(box, &after, &line);
    fputs(spk_buf_text(&line), stdout);
    spk_buf_release(&line);
}

static int run(const cli_args *args)
{
    spk_record record;
    int code = cli_record_load(&record, args->word[0], args);
    if (code)
        return code;
    int n = spk_match_n_entries(record.match);
    uint64_t to = cli_number(args, "to", (uint64_t)n);
    if (to > (uint64_t)n)
        code = cli_error("%s has %d entries; --to %llu is beyond its end", args->word[0], n,
                         (unsigned long long)to);
    else if (cli_has(args, "json"))
        print_trace(record.match, (int)to);
    else
        print_people(record.match, (int)to);
    spk_record_release(&record);
    return code;
}

static const cli_option options[] = {
    {"to", "N", CLI_NUMBER, 0, 1000000, "stop after entry N of the log; 0 is before the first"},
    {"json", NULL, CLI_FLAG, 0, 0, "a trace (docs/trace.md) instead of log and table"},
    {"edition", "FILE", CLI_TEXT, 0, 0, "the edition the record was played with"},
    {0},
};

extern const cli_command cli_replay;
const cli_command cli_replay = {
    .name = "replay",
    .about = "a saved game played again: its log and the table",
    .words = "FILE",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .help = "Every line is judged again as if it were played now: a file that is cut, has a\n"
            "move out of turn or belongs to another edition is refused with its line and\n"
            "the reason. Moves count seats from 0: player 1 is seat 0.\n",
    .run = run,
};
