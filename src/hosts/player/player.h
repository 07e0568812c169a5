/* player.h: whoever answers for a seat that is not a person: a built-in bot, or a program of
 * somebody else's that speaks the protocol of docs/bot-protocol.md. A host cannot tell them apart:
 *
 *     host_spec spec;
 *     if (host_spec_read("exec:./mybot --bold", &spec, &why) != SPK_OK) ... why.text
 *     host_player *p = host_player_open(&spec, &box, seat, &rng, &why);     NULL: see why.text
 *     while (...)
 *         if (it is the seat's turn && !host_player_move(p, match, &budget))
 *             ... host_player_news(p) says what it did wrong; the safe default was played
 *     host_player_close(p, match);
 *
 * What a player is told is made from its seat's view and history and from nothing else. Whatever a
 * program does - crash, stall, lie, flood, refuse to die - a call comes back in the time that is
 * stated for it, memory stays bounded and no process is left behind.
 *
 * A player belongs to one match, and to one thread at a time. Nothing here prints. */
#ifndef HOST_PLAYER_H
#define HOST_PLAYER_H

#include "engine/match.h"
#include "hosts/budget.h"

/* -- Who: from a word of the command line ------------------------------------------------------ */

/* "hard", "bot:hard", "hard@50ms", "hard*2@1s", "exec:./mybot --bold", "exec@2s:./mybot". What
 * follows the '@' is the player's own budget, whatever the others get; an anchor (mcts-1000) has one
 * anyway. "*2": two searches on two threads whose visits are added up (team.h). */
typedef struct host_spec {
    const spk_bot_kind *kind; /* NULL: a program */
    const char *command;      /* of a program; borrowed from the text */
    host_budget budget;       /* its own; {0}: the table's */
    int n_searches;           /* of a bot, at the same time; 0: one */
    int start_ms;             /* how long a program may take to get ready; 0: HOST_START_MS */
} host_spec;

/* Refuses what is no bot (and names one that was probably meant, or all there are), no budget or no
 * command. The text is borrowed. */
spk_err host_spec_read(const char *text, host_spec *spec, spk_why *why);

/* A command in words, as execvp takes them: blanks part them, quotes ('...' or "...") and '\' keep
 * them together, and nothing else has a meaning. One piece of memory: yours to spk_free. NULL: an
 * open quote or no word at all. */
char **host_command_split(const char *command, spk_why *why);

/* -- A player's life --------------------------------------------------------------------------- */

typedef struct host_player host_player;

enum { HOST_SAY_ROOM = 201 }; /* for any message and its end */

/* The box is borrowed and must outlive the player; the generator is copied. A program is started
 * here and greeted, and refused if it cannot be; its getting ready is waited for at its first
 * decision, so that several can do it at once. */
host_player *host_player_open(const host_spec *spec, const spk_box *box, spk_seat seat,
                              const spk_rng *rng, spk_why *why);

/* Wait until it is ready, HOST_START_MS at most; it need not be waited for. False: it is out. */
bool host_player_is_ready(host_player *p);

/* Tell it how the match ended (if it has, and is not NULL) and let it go. Takes at most
 * HOST_QUIT_MS + 2 * HOST_TERM_MS; after that a program and its children are no more. */
void host_player_close(host_player *p, const spk_match *m);

/* -- One decision ------------------------------------------------------------------------------ */

/* Ask, think and act in one. The seat must be among the actors. False: the player forfeited the
 * decision and the game's safe default was played for it. Takes at most the budget and the grace;
 * HOST_START_MS more for a program's first decision, 2 * HOST_TERM_MS more if it is put out. */
bool host_player_move(host_player *p, spk_match *m, const host_budget *budget);

/* The same in three steps, for a host that lets players think on another thread: 'ask' takes from
 * the match what this seat may know, 'think' needs no match, and 'act' plays the answer, or the
 * safe default. Between 'ask' and 'act' nobody may act but seats whose answers are sealed. */
void host_player_ask(host_player *p, const spk_match *m);
void host_player_think(host_player *p, const host_budget *budget);
bool host_player_act(host_player *p, spk_match *m);

/* The answer as a text, for a host that has a door of its own; NULL: it forfeited. */
const char *host_player_answer(const host_player *p, char room[SPK_MOVE_TEXT]);

/* -- Talk, in games that have it --------------------------------------------------------------- */

/* Whether it wants to be asked for its words; known once it is ready. */
bool host_player_talks(const host_player *p);

/* Take note of what everybody has seen and heard: after every move and message. A program is told
 * with its next question anyway. */
void host_player_listen(host_player *p, const spk_match *m);

/* It may speak: its message, into 'room'. NULL: it has nothing to say. The host says it, or passes
 * for it, as it does for people. */
const char *host_player_words(host_player *p, const spk_match *m, const host_budget *budget,
                              char room[HOST_SAY_ROOM]);

/* Its words were refused: it is told with the next question. */
void host_player_refused(host_player *p, const spk_why *why);

/* -- Asking ------------------------------------------------------------------------------------ */

/* "hard@50ms", "exec:./mybot --bold" (cut if it is long). */
const char *host_player_name(const host_player *p);

/* What it did wrong since this was last asked, in one line for people: "no answer within 50 ms".
 * NULL: nothing. A program that left the table is reported once. */
const char *host_player_news(host_player *p);

/* The built-in bot, for asking what it found and measured; NULL: a program. */
spk_bot *host_player_bot(const host_player *p);

int host_player_forfeits(const host_player *p); /* decisions it left to the safe default */
bool host_player_is_out(const host_player *p);  /* it left the table: all that follow are, too */

/* Where a program's `log` lines go, and what it writes to stderr; else they are dropped. One line
 * without its end, printable; at most HOST_LOG_BYTES of them. */
typedef void host_player_log(void *context, spk_seat seat, const char *line);
void host_player_on_log(host_player *p, host_player_log *log, void *context);

/* Kill all programs at once, of all players: for the handler of a signal that ends the host. */
void host_players_kill(void);

/* -- Limits (docs/bot-protocol.md) ------------------------------------------------------------- */

enum {
    HOST_START_MS = 10000,    /* from its start to `ready` */
    HOST_GRACE_MS = 100,      /* beyond the budget, plus a tenth of the budget */
    HOST_UNTIMED_MS = 5000,   /* a program's budget where others count iterations */
    HOST_STALLS = 3,          /* decisions in a row without an answer: it is out */
    HOST_FLOOD_BYTES = 65536, /* of stdout at one decision: more and it is out */
    HOST_QUIT_MS = 500,       /* from `quit` to SIGTERM ... */
    HOST_TERM_MS = 200,       /* ... and from that to SIGKILL, and to giving up on it */
    HOST_SAYS = 4,            /* messages before one move; more are refused */
    HOST_LOG_BYTES = 1 << 20,
};

#endif
