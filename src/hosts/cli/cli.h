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
#include "hosts/words.h"

enum { CLI_DONE = 0, CLI_WRONG = 2 }; /* exit codes */

/* help.c: the manual, from the tables of the commands. */
extern const cli_command *const cli_commands[];
extern const int cli_n_commands;
void cli_help(void);
void cli_help_for(const cli_command *command);
void cli_help_json(void); /* for tools/manuals */

/* -- Saying what is wrong (terminal.c): each prints one line and returns CLI_WRONG ------------- */

int cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What the engine refused; 'file' is NULL or the file it was about. */
int cli_refused(const char *file, const spk_why *why);

/* -- The table (table.c) ----------------------------------------------------------------------- */

/* What every command that opens a box takes. */
#define CLI_BOX_OPTIONS                                                                            \
    {"players", "N", CLI_NUMBER, 1, SPK_MAX_SEATS, "number of players (default: the minimum)"},    \
        {"preset",   "ours|letter",                                                                \
         CLI_CHOICE, 0,                                                                            \
         0,          "all table options at once: our readings (the default), or to the letter"},   \
        {"option", "K=V", CLI_LIST,                                                                \
         0,        0,     "set a table option; repeatable ('speakeasy games' lists them)"},        \
    {                                                                                              \
        "edition", "FILE", CLI_TEXT, 0, 0, "use this edition file instead of the built-in one"     \
    }

#define CLI_POLICY_OPTION                                                                          \
    {                                                                                              \
        "policy", "uniform|busy", CLI_CHOICE, 0, 0,                                                \
            "uniform (default): any legal move; busy: pass or skip only when there is no other "   \
            "move"                                                                                 \
    }

#define CLI_SEED_OPTION                                                                            \
    {                                                                                              \
        "seed", "S", CLI_NUMBER, 0, UINT64_MAX, "random seed (default: 1)"                         \
    }

/* The game of that name; NULL after one line that says there is none. */
const spk_game *cli_game(const char *name);

/* Open the box that --players, --preset, --option and --edition describe. 0, or CLI_WRONG after one line. */
int cli_box_open(spk_box *box, const spk_game *game, const cli_args *args);

/* The net of --net FILE, if it is given, for the bots at this table; 'bytes' must outlive the box's use of it. 0, or
 * CLI_WRONG after one line. */
int cli_net_take(spk_box *box, spk_buf *bytes, const cli_args *args);

/* Load a record; --edition names the edition it was played with. 0, or CLI_WRONG after one line. */
int cli_record_load(spk_record *record, const char *file, const cli_args *args);

/* The same, but if the log has an illegal entry, load the entries before it. Then stopped->line is its
 * line, and stopped->text the reason; otherwise the line is 0. */
int cli_record_load_played(spk_record *record, const char *file, const cli_args *args,
                           spk_why *stopped);

/* -- Files (file.c) ---------------------------------------------------------------------------- */

/* Read a file of at most 'limit' bytes into *out; release it in any case. 0, or CLI_WRONG after one
 * line. */
int cli_file_read(const char *file, size_t limit, spk_buf *out);

/* Whether a file can be created or replaced: only ordinary, writable files can. */
spk_err cli_file_check(const char *file, spk_why *why);

/* Write a file completely or not at all: into a temporary file beside it, which is then renamed.
 * What cli_file_check refuses is refused; a link's target is written. */
spk_err cli_file_write(const char *file, const spk_buf *text, spk_why *why);
bool cli_file_exists(const char *file);

/* -- The terminal (terminal.c) ----------------------------------------------------------------- */

typedef enum cli_ink { CLI_PLAIN, CLI_BOLD, CLI_DIM, CLI_NOTE, CLI_ALARM, CLI_INK_COUNT } cli_ink;

/* The escape sequence that starts an ink; "" if colour is not wanted (no terminal, NO_COLOR,
 * dumb). */
const char *cli_paint(cli_ink ink);

bool cli_is_dialogue(void); /* a person at both ends: stdin and stdout are terminals */
void cli_clear(void);       /* wipes a terminal, scrollback too; prints a line elsewhere */
int cli_width(void);        /* columns to wrap at: 80 where there is no terminal */
int cli_columns(const char *text, size_t n); /* characters, not bytes */

/* Whether these n bytes are text without terminal control sequences. */
bool cli_is_printable(const char *text, size_t n);

/* Print text in lines that fit the width, each indented by 'indent' spaces. 'at' columns of the
 * first line are already used. */
void cli_wrap(const char *text, int at, int indent);

/* Print lines that are already laid out (a board): only lines that are too wide are broken, and
 * continue below the text after their label. On a colour terminal pieces get the colours of 'tints'
 * (spk_game, may be NULL). */
void cli_put_board(const char *text, const char *tints);

/* What 'print' prints, as text of at most 'cols' columns and without colours, into *out instead. */
void cli_capture(int cols, void (*print)(void *ctx), void *ctx, spk_buf *out);

/* Print a prompt and read one line, trimmed, into *line. False at the end of input, or when nobody
 * can read the question (stdout fails). Input that does not come from a terminal is echoed, so that
 * the transcript reads like a game. */
bool cli_ask(const char *prompt, spk_buf *line);

/* The same for a password at a terminal: nothing of it is shown, and it is not trimmed. False too if the
 * person thinks better of it (Ctrl-C, Ctrl-D). Whoever asked wipes the line afterwards: cli_wipe. */
bool cli_ask_secret(const char *prompt, spk_buf *line);
void cli_wipe(spk_buf *line);

/* -- Languages (words.c): English until cli_language_take ------------------------------------- */

#define CLI_LANG_OPTION                                                                            \
    {                                                                                              \
        "lang", "en|de|nl", CLI_CHOICE, 0, 0,                                                      \
            "English, German or Dutch (default: the system's, else English)"                       \
    }

/* What --lang says; without it LC_ALL, LC_MESSAGES or LANG, the first that is set. */
void cli_language_take(const cli_args *args);

host_language cli_language(void);

/* A text of ours in that language; tools/words finds it by this name. Borrowed. */
const char *cli_tr(const char *english) __attribute__((format_arg(1)));

/* That one of the three which is in the reader's language. */
const char *cli_pick_text(const char *english, const char *german, const char *dutch);

/* Phrases in words (base/phrase.h), with the names that the game has for its things. */
void cli_render(const spk_box *box, const char *phrases, spk_buf *out);
void cli_render_why(const spk_box *box, const spk_why *why, spk_buf *out);

/* "player 1", "chance": what people call a seat. Valid until the language changes. */
const char *cli_seat_name(spk_seat seat);

struct room; /* hosts/room/room.h */

/* -- What happened (log.c) --------------------------------------------------------------------- */

/* What the viewer heard, from number 'first' of their own count (spk_match_seq) on, in sentences, and what bots had to say to
 * it. False: nothing that is worth a line. */
bool cli_show_history(const struct room *r, spk_seat viewer, int first);

/* The first n entries with their numbers, with everything open. */
void cli_show_log(const spk_match *m, int n_entries);

/* -- Showing a match (show.c) ------------------------------------------------------------------ */

/* A move in words: "Lay red 3 on c4"; its own text where the game describes none. */
void cli_describe(const spk_box *box, const spk_state *view, spk_seat seat, spk_move move,
                  spk_buf *out);

/* A seat's moves by number: those that begin with 'word' ("": all), in words or as they are typed; at
 * most 'limit' of them, and then how many more there are. */
void cli_show_moves(const spk_match *m, spk_seat seat, const char *word, int limit);
void cli_show_board(const spk_match *m, spk_seat viewer);
void cli_show_result(const spk_box *box, const spk_result *result);

/* "default (reconstruction)": an edition as people are told of it. */
void cli_edition_print(const spk_box *box, spk_buf *out);

/* -- Rules (rules.c) --------------------------------------------------------------------------- */

/* Print what the game's rules say under an ID ("FA-3.8", "fa-r12", "3"). False: nothing. */
bool cli_rule_show(const spk_game *game, const char *id, int indent);

/* The game in a minute: that section of its rule text, or else its opening. */
void cli_rules_short(const spk_game *game);

/* -- Traces (trace.c): the JSON lines of docs/trace.md ----------------------------------------- */

void cli_trace_start(const spk_box *box, const void *state, bool views, spk_buf *line);
void cli_trace_step(const spk_box *box, const void *before, const void *after, int n, spk_seat seat,
                    spk_move move, bool views, spk_buf *line);
void cli_trace_views(spk_json *j, const spk_box *box, const void *state); /* the field "views" */
void cli_trace_end(const spk_box *box, const void *state, spk_buf *line);
void cli_json_unsigned(spk_json *j, uint64_t value);

#endif
