/* play.h: a table in the terminal: a room (hosts/room) with one screen and one keyboard. play.c sets it and does
 * what is due, person.c is a person's turn, typed.c finds the move that was meant, talk.c is words and chat,
 * bots.c who else plays. Whose turn it is, what may be undone and who may speak the room decides. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include <stdio.h>

#include "hosts/cli/cli.h"
#include "hosts/player/player.h"
#include "hosts/room/room.h"

typedef struct cli_seat {
    bool is_bot; /* false: a person */
    host_spec spec;
    host_player *player; /* of a bot */
    int heard;           /* how much of its history (spk_match_seq) this seat has been shown */
    int n_chats;         /* and how much of the chat */
} cli_seat;

/* One line of the chat, which is no part of the match and of no record. */
typedef struct cli_chat {
    spk_seat seat;
    char text[ROOM_CHAT_BYTES + 1];
} cli_chat;

typedef struct cli_table {
    room *room;
    const spk_match *match; /* the room's */
    const spk_box *box;
    spk_rng chance;
    cli_seat seats[SPK_MAX_SEATS];
    int n_people;
    host_budget budget; /* of every bot that has none of its own */
    FILE *bot_log;      /* what programs log; NULL: nowhere */
    bool ask_talk;      /* everybody is asked for their words before a bot moves */
    cli_chat *chats;    /* the last ROOM_CHATS */
    int n_chats;        /* ever: number n is at n % ROOM_CHATS */
    spk_seat shown;     /* whose side is on the screen; -1: nobody's */
    spk_why refused;    /* why the last input was refused; err is SPK_OK if it was not */
    spk_buf file;       /* where the game was loaded from or saved to: may be written again */
    spk_buf line;       /* what was typed last */
    bool full;          /* on a full screen (full.c): nothing is printed ... */
    spk_buf notices;    /* ... and what bots did wrong is collected here */
} cli_table;

typedef enum cli_ending { CLI_GOES_ON, CLI_QUIT, CLI_END_OF_INPUT } cli_ending;

/* -- play.c ------------------------------------------------------------------------------------ */

/* What bots have to do now. At a keyboard nobody is in a hurry: no clock runs, and a person is waited for until
 * they have spoken or listened. */
room_due cli_due(const cli_table *t);

/* A deed of a seat; if it is refused t->refused says why. */
spk_err cli_act(cli_table *t, spk_seat seat, room_deed_kind kind, const char *text);

/* -- person.c ---------------------------------------------------------------------------------- */

/* Show a person the table and take one move from them. */
cli_ending cli_person_move(cli_table *t, spk_seat seat);

/* Whether this seat is shown what others are not: the game has secrets, or this table leaves hands to memory. */
bool cli_has_own_view(const cli_table *t, spk_seat seat);

/* Write the game to a file, which it then is known by. */
spk_err cli_save(cli_table *t, const char *file, spk_why *why);

/* Show a person the table and hear what they have to say, until they listen: no move is theirs. */
cli_ending cli_person_talk(cli_table *t, spk_seat seat);

/* -- talk.c: words that are part of the game, and free chat --------------------------------------- */

/* What was said since the last move, under the board; nothing if nothing was. */
void cli_talk_said(const cli_table *t, spk_seat seat);

/* Tell a person at the prompt whether they may speak; nothing where nobody may. */
void cli_talk_show(const cli_table *t, spk_seat seat);

/* List what the seat can say now, with its words. False: it may not speak, or the game offers nothing. */
bool cli_talk_offers(cli_table *t, spk_seat seat);

/* What stands behind 'say': words of the seat at the keyboard, or "2: words" for another person.
 * False: refused, and t->refused says why. */
bool cli_talk_say(cli_table *t, spk_seat seat, const char *rest);

/* What stands behind 'chat', in the same way; nothing: all of the chat is shown again. */
bool cli_chat_say(cli_table *t, spk_seat seat, const char *rest);

/* One line of the chat, if the room allows it. */
spk_err cli_chat_add(cli_table *t, spk_seat speaker, const char *text, spk_why *why);

/* The lines of the chat that this seat has not been shown. */
void cli_chat_show_news(cli_table *t, spk_seat seat);

/* -- bots.c ------------------------------------------------------------------------------------ */

/* --budget and --bot-log. 0, or CLI_WRONG after one line; so do the next two. */
int cli_bots_prepare(cli_table *t, const cli_args *args);

/* What stands behind --seat and is not a person; later, with the bot's own generator, it is opened.
 * A seat that is a person's is left alone. */
int cli_bot_take(cli_seat *seat, const char *text);
int cli_bot_open(cli_table *t, spk_seat seat, const spk_rng *rng);
void cli_bots_close(cli_table *t);

/* "bot:hard, ...", "exec:./mybot" */
void cli_bot_describe(const cli_table *t, spk_seat seat, spk_buf *out);

/* Wait for programs to get ready. */
void cli_bots_get_ready(cli_table *t);

/* Let a bot move; what it does wrong is told in a line. */
void cli_bot_move(cli_table *t, spk_seat seat);

/* The second half of that, after host_player_ask and host_player_think: what it answered is said and done. */
void cli_bot_answer(cli_table *t, spk_seat seat);

/* A bot is asked for its words, and says them or listens. */
void cli_bot_speak(cli_table *t, spk_seat seat);

/* Let bots that talk speak, until nobody else but people may. */
void cli_bots_talk(cli_table *t);

/* Bots hear what has happened: after every change. */
void cli_bots_listen(cli_table *t);

/* -- hint.c -------------------------------------------------------------------------------------- */

/* What bot:hard would do in this seat, and what it expects; with the reason, also what the move
 * changes for everybody. */
void cli_hint(const cli_table *t, spk_seat seat, bool reason);

/* The thought behind it; give it to room_thought_release. The seat is to move. */
void cli_hint_think(const cli_table *t, spk_seat seat, room_thought *hint);

/* -- typed.c ----------------------------------------------------------------------------------- */

/* The same words, whatever the case and the blanks. */
bool cli_same_words(const char *a, const char *b);

/* The legal move that was typed, as its number or as its words; false: none was. */
bool cli_typed_move(const cli_table *t, spk_seat seat, const char *line, spk_move *move);

/* For a move that is not legal: the line as the game's own reader can read it, or as typed if it
 * cannot. Into 'out'; returns it. */
const char *cli_typed_spelling(const cli_table *t, const char *line, char *out, size_t cap);

#endif
