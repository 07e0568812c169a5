/* cli.h: what the commands share.
 *
 * Each command is one constant cli_command in a file of its own (commands.def lists them). Whatever
 * goes wrong before a command has printed anything - a wrong word, a number out of range, a file
 * that cannot be read - is one line on stderr and exit code 2:
 *
 *     return cli_error("there is no bot '%s'", name);
 */
#ifndef CLI_H
#define CLI_H

#include "engine/match.h"
#include "engine/record.h"
#include "hosts/cli/args.h"

enum { CLI_DONE = 0, CLI_WRONG = 2 }; /* exit codes */

/* help.c: the manual, from the tables of the commands. */
extern const cli_command *const cli_commands[];
extern const int cli_n_commands;
void cli_help(void);
void cli_help_for(const cli_command *command);

/* -- Saying what is wrong (terminal.c): each prints one line and returns CLI_WRONG ------------- */

int cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What the engine refused; 'file' is NULL or the file it was about. */
int cli_refused(const char *file, const spk_why *why);

/* -- The table (table.c) ----------------------------------------------------------------------- */

/* What every command that opens a box takes. */
#define CLI_BOX_OPTIONS                                                                            \
    {"players", "N", CLI_NUMBER, 1, SPK_MAX_SEATS, "seats at the table; else the fewest"},         \
        {"option", "K=V", CLI_LIST, 0, 0, "a table option; may be repeated ('speakeasy games')"},  \
    {                                                                                              \
        "edition", "FILE", CLI_TEXT, 0, 0, "an edition file instead of the default"                \
    }

#define CLI_POLICY_OPTION                                                                          \
    {                                                                                              \
        "policy", "uniform|busy", CLI_CHOICE, 0, 0,                                                \
            "uniform (the default): any legal move; busy: idle moves only when nothing else is"    \
    }

#define CLI_SEED_OPTION                                                                            \
    {                                                                                              \
        "seed", "S", CLI_NUMBER, 0, UINT64_MAX, "seed of all chance and choices; else 1"           \
    }

/* The game of that name; NULL after the line that says there is none. */
const spk_game *cli_game(const char *name);

/* Open the box that --players, --option and --edition describe. 0, or CLI_WRONG after one line. */
int cli_box_open(spk_box *box, const spk_game *game, const cli_args *args);

/* Load a record; --edition names the edition it was played with. 0, or CLI_WRONG after one line. */
int cli_record_load(spk_record *record, const char *file, const cli_args *args);

/* -- Files (file.c) ---------------------------------------------------------------------------- */

/* A whole file of at most 'limit' bytes into *out, which is yours to release in any case. 0, or
 * CLI_WRONG after one line. */
int cli_file_read(const char *file, size_t limit, spk_buf *out);

/* Whether a file can be made or replaced: only ordinary files that may be written are. */
spk_err cli_file_check(const char *file, spk_why *why);

/* Write a file as a whole or not at all: into a temporary file beside it, then renamed over it. What
 * cli_file_check refuses is refused; through a link its target is written. */
spk_err cli_file_write(const char *file, const spk_buf *text, spk_why *why);
bool cli_file_exists(const char *file);

/* -- The terminal (terminal.c) ----------------------------------------------------------------- */

typedef enum cli_ink { CLI_PLAIN, CLI_BOLD, CLI_DIM, CLI_NOTE, CLI_ALARM, CLI_INK_COUNT } cli_ink;

/* The escape that starts an ink; "" where colour is not wanted (no terminal, NO_COLOR, dumb). */
const char *cli_paint(cli_ink ink);

bool cli_is_dialogue(void); /* a person at both ends: stdin and stdout are terminals */
void cli_clear(void);       /* wipes a terminal, scrollback too; prints a line elsewhere */
int cli_width(void);        /* columns to wrap at: 80 where there is no terminal */
int cli_columns(const char *text, size_t n); /* characters, not bytes */

/* Whether these n bytes are text that no terminal takes for a command. */
bool cli_is_printable(const char *text, size_t n);

/* Text in lines that fit the width, each behind 'indent' blanks. 'at' columns of the first line are
 * used already: 0 at its start. */
void cli_wrap(const char *text, int at, int indent);

/* Lines that are laid out already (a board): only those that are too wide are broken, and go on
 * under what follows their label. Where the terminal has colours, pieces have those of 'tints'
 * (spk_game, may be NULL). */
void cli_put_board(const char *text, const char *tints);

/* Ask with a prompt and read one line, blanks trimmed, into *line. False at the end of the input, or
 * when nobody can read the question (stdout fails). An input that is no terminal is echoed, so that
 * the transcript reads like a game. */
bool cli_ask(const char *prompt, spk_buf *line);

/* -- Showing a match (show.c) ------------------------------------------------------------------ */

/* "player 1", "chance": how people call a seat. */
const char *cli_seat_name(spk_seat seat);

void cli_show_history(const spk_match *m, spk_seat viewer, int first);

/* A seat's moves by number: those that begin with 'word' ("": all), at most 'limit' of them and then
 * how many more there are. */
void cli_show_moves(const spk_match *m, spk_seat seat, const char *word, int limit);
void cli_show_board(const spk_match *m, spk_seat viewer);
void cli_show_result(const spk_box *box, const spk_result *result);

/* -- Rules (rules.c) --------------------------------------------------------------------------- */

/* Print what the game's rule text says under an ID ("FA-3.8", "fa-r12", "3"). False: nothing. */
bool cli_rule_show(const spk_game *game, const char *id, int indent);

/* The game in a minute: that section of its rule text, or else its opening. */
void cli_rules_short(const spk_game *game);

/* -- Traces (trace.c): the JSON lines of docs/trace.md ----------------------------------------- */

void cli_trace_start(const spk_box *box, const void *state, bool views, spk_buf *line);
void cli_trace_step(const spk_box *box, const void *before, const void *after, int n, spk_seat seat,
                    spk_move move, bool views, spk_buf *line);
void cli_trace_end(const spk_box *box, const void *state, spk_buf *line);
void cli_json_unsigned(spk_json *j, uint64_t value);

#endif
