/* table.h: a table as one guest's screen knows it: the state that the messages of docs/protocol.md make. A table in
 * this process (cli/full.c) and one on a server (hosts/join) send the same messages, so there is one way in:
 *
 *     tui_table t;
 *     tui_table_init(&t, &box, HOST_GERMAN);
 *     err = tui_table_hear(&t, bytes, n, now_ms, &kind, &why);      hello, facts, view, chat, ok, no, bye
 *     ... t.moves, t.json, t.log ...
 *     tui_table_release(&t);
 *
 * Messages may come from anybody. One that is malformed or too large is refused and changes nothing. A view is
 * taken from its 'position', the seat's view as text: the engine reads it, and moves and what a board is drawn from
 * (t.json) are made here, by the same rules that the server has.
 *
 * No file, socket, clock or terminal is used here. */
#ifndef TUI_TABLE_H
#define TUI_TABLE_H

#include <jansson.h>

#include "engine/game.h"
#include "engine/ledger.h"
#include "hosts/room/room.h"
#include "hosts/words.h"

enum {
    TUI_LINES = 2000,    /* of the log; older ones are forgotten */
    TUI_SAID = 256,      /* messages since the last move */
    TUI_SENTENCE = 1200, /* bytes of one line of the log, terminator included */
    TUI_HINTS = 5,
    TUI_MESSAGE_MOST = 1 << 20, /* bytes of one message */
};

typedef enum tui_line_kind {
    TUI_LINE_EVENT,
    TUI_LINE_TALK,
    TUI_LINE_CHAT,
    TUI_LINE_NOTE
} tui_line_kind;

/* One line of the log, in the reader's language. */
typedef struct tui_line {
    tui_line_kind kind;
    spk_seat seat; /* who; SPK_SEAT_CHANCE */
    int n;         /* the event's number; 0: none */
    char *text;
} tui_line;

typedef struct tui_sitter {
    room_kind kind;
    char name[ROOM_NAME];
    char bot[ROOM_WORD];
    bool here, away;
} tui_sitter;

typedef struct tui_promise {
    int n;
    spk_seat seat;
    spk_vow_state state;
} tui_promise;

/* What a message was, for those who act on it. */
typedef enum tui_heard {
    TUI_HEARD_NOTHING,
    TUI_HEARD_HELLO,
    TUI_HEARD_FACTS,
    TUI_HEARD_VIEW,
    TUI_HEARD_CHAT,
    TUI_HEARD_OK,
    TUI_HEARD_NO,
    TUI_HEARD_BYE,
    TUI_HEARD_GAP, /* a view that some events are missing before: ask with 'since' */
} tui_heard;

typedef struct tui_table {
    const spk_box *box; /* borrowed */
    host_language language;
    bool no_remarks; /* of bots: the reader does not want them; set after init */
    spk_seat me;     /* SPK_SEAT_ONLOOKER: nobody's seat */
    bool host;

    /* Facts */
    char id[24], rematch[24];
    room_status status;
    bool asleep;
    spk_seat paused_by; /* -1: nobody */
    spk_actors closing;
    tui_sitter sitter[SPK_MAX_SEATS];
    bool may_chat, may_hint, may_undo, may_pause;

    /* The view */
    int n; /* the latest event */
    bool dealt;
    spk_state view;
    json_t *json; /* the view as the game prints it; NULL before the deal */
    json_t *data; /* the box as the game prints it */
    spk_actors actors, speakers;
    spk_move moves[SPK_MAX_MOVES];
    bool ends[SPK_MAX_MOVES]; /* that move ends the turn */
    int n_moves;
    bool undo, away;
    int64_t left_ms[SPK_MAX_SEATS]; /* of the clocks, when the message came; -1: no limit */
    bool running[SPK_MAX_SEATS];
    bool has_clocks;
    int64_t clocks_at;
    bool over;
    spk_result result;
    tui_promise promises[64];
    int n_promises;
    spk_said said[TUI_SAID]; /* since the last move; texts are owned */
    int n_said;

    /* What was told */
    tui_line log[TUI_LINES]; /* a ring: line i of all is log[i % TUI_LINES] */
    int n_lines;             /* ever */
    int n_chats;             /* the newest chat's number */

    /* The last answer */
    char ref[48];
    spk_why refused; /* err is SPK_OK: nothing was refused since the last change */
    char refusal[TUI_SENTENCE];
    spk_move hint[TUI_HINTS];
    int hint_value[TUI_HINTS]; /* of SPK_WIN; -1: there was no choice */
    int n_hints;               /* 0: none was asked for since the last change */
    bool allowed;              /* the last 'why' was answered: that is allowed */
    char goodbye[TUI_SENTENCE];
} tui_table;

void tui_table_init(tui_table *t, const spk_box *box, host_language language);
void tui_table_release(tui_table *t);

/* One message, n bytes. Refused (SPK_EMALFORMED): nothing has changed. */
spk_err tui_table_hear(tui_table *t, const char *bytes, size_t n, int64_t now_ms, tui_heard *kind,
                       spk_why *why);

/* A line of our own in the log: "The line is lost.". */
void tui_table_note(tui_table *t, const char *text);

/* -- In words ----------------------------------------------------------------------------------------- */

/* A text of ours in the reader's language; tools/words finds it by this name. Borrowed. */
const char *tui_tr(const tui_table *t, const char *english) __attribute__((format_arg(2)));

/* Phrases in words, with the names of seats and things. */
void tui_render(const tui_table *t, const char *phrases, spk_buf *out);
void tui_describe(const tui_table *t, int move, spk_buf *out); /* one of t->moves */
void tui_name_thing(const tui_table *t, const char *code, spk_buf *out);
const char *tui_seat_name(const tui_table *t, spk_seat seat); /* borrowed */

/* One phrase of ours. */
#define tui_say(t, out, format, ...) tui_say_args(t, out, format, SPK_ARGS(__VA_ARGS__))
void tui_say_args(const tui_table *t, spk_buf *out, const char *format, const spk_arg *args, int n);

/* A number of things: 'one', which has no gap, or 'many' with its {n}. */
void tui_count(const tui_table *t, spk_buf *out, int n, const char *one, const char *many);

/* -- Asking ------------------------------------------------------------------------------------------- */

bool tui_is_player(const tui_table *t); /* has a seat here */
bool tui_my_turn(const tui_table *t);
bool tui_may_speak(const tui_table *t);
int tui_n_people(const tui_table *t);

/* What a clock shows now; -1: no limit. */
int64_t tui_clock_left(const tui_table *t, spk_seat seat, int64_t now_ms);

/* PHRASES of the protocol as phrases of ours. False: it is none, or one whose gaps and arguments do not fit. */
bool tui_phrases_read(const json_t *phrases, spk_buf *out);

#endif
