/* player.h: a player that is not a person: a built-in bot, or an external program that speaks the
 * protocol of docs/bot-protocol.md. A host treats both alike:
 *
 *     host_spec spec;
 *     if (host_spec_read("exec:./mybot --bold", &spec, &why) != SPK_OK) ... why.text
 *     host_player *p = host_player_open(&spec, &box, seat, &rng, &why);     NULL: see why.text
 *     while (...)
 *         if (it is the seat's turn && !host_player_move(p, match, &budget))
 *             ... host_player_fault(p) says what it did wrong; the safe default was played
 *     host_player_close(p, match);
 *
 * What a player is told is made from its seat's view and history and from nothing else. Whatever a
 * program does (crash, stall, lie, flood, refuse to die), every call returns within its stated
 * time, memory stays bounded and no process is left behind.
 *
 * A player belongs to one match, and to one thread at a time. Nothing here prints. */
#ifndef HOST_PLAYER_H
#define HOST_PLAYER_H

#include "engine/match.h"
#include "hosts/budget.h"
#include "hosts/team.h"

/* -- Which player: from a word on the command line --------------------------------------------- */

/* "hard", "bot:hard", "hard@50ms", "hard*2@1s", "square_rusher", "exec:./mybot --bold",
 * "exec@2s:./mybot". After '@' comes the player's own budget, independent of the others'; an anchor
 * (mcts-1000) has one built in. "*2": two searches on two threads whose visits are added up
 * (team.h). A script belongs to one game and answers at once. */
typedef struct host_spec {
    const spk_bot_kind *kind; /* one of these three is set */
    const spk_script *script;
    const char *command; /* of a program; borrowed from the text */
    host_budget budget;  /* its own; {0}: the table's */
    int n_searches;      /* of a bot, at the same time; 0: one */
    int start_ms;        /* how long a program may take to get ready; 0: HOST_START_MS */
} host_spec;

/* Refuses an unknown bot (and suggests the one probably meant, or lists them all), a malformed
 * budget and an empty command. The text is borrowed. */
spk_err host_spec_read(const char *text, host_spec *spec, spk_why *why);

/* "hard", "square_rusher"; NULL: a program, which has none. */
const char *host_spec_name(const host_spec *spec);

/* Whether it is a bot that answers at once, and takes no budget. */
bool host_spec_is_quick(const host_spec *spec);

/* How long it thinks: its own budget, the one in its name (mcts-1000), or else the table's. */
host_budget host_spec_budget(const host_spec *spec, const host_budget *tables);

/* Split a command into words for execvp, at spaces; quotes ('...' or "...") and '\' keep a word
 * together, and nothing else has a special meaning. One block of memory: release it with spk_free.
 * NULL: an unclosed quote or no word at all. */
char **host_command_split(const char *command, spk_why *why);

/* -- A player's life --------------------------------------------------------------------------- */

typedef struct host_player host_player;

/* The bot of a spec that is no program, for this seat. NULL: a script of another game. */
host_team *host_spec_sit(const host_spec *spec, const spk_box *box, spk_seat seat,
                         const spk_rng *rng, spk_why *why);

enum { HOST_SAY_ROOM = 201 }; /* for any message and its terminator */

/* The box is borrowed and must outlive the player; the generator is copied. A program is started
 * and greeted here; if that fails it is refused. The host waits for it to get ready only at its
 * first decision, so that several can start up at once. */
host_player *host_player_open(const host_spec *spec, const spk_box *box, spk_seat seat,
                              const spk_rng *rng, spk_why *why);

/* Wait until it is ready, at most HOST_START_MS; calling this is optional. False: it is out. */
bool host_player_is_ready(host_player *p);

/* Tell it how the match ended (if it has; m may be NULL) and end it. Takes at most HOST_QUIT_MS + 2
 * * HOST_TERM_MS; after that a program and its children are gone. */
void host_player_close(host_player *p, const spk_match *m);

/* -- One decision ------------------------------------------------------------------------------ */

/* Ask, think and act in one. The seat must be among the actors. False: the player forfeited the
 * decision and the game's safe default was played for it. Takes at most the budget plus the grace
 * time, HOST_START_MS more for a program's first decision and 2 * HOST_TERM_MS more if it is thrown
 * out. */
bool host_player_move(host_player *p, spk_match *m, const host_budget *budget);

/* The same in steps, for a host that makes the move itself (room_act) or lets players think on
 * another thread: 'ask' copies what this seat may know from the match, 'think' needs no match.
 * Between 'ask' and playing the answer only seats whose answers are sealed may act. */
void host_player_ask(host_player *p, const spk_match *m);
void host_player_think(host_player *p, const host_budget *budget);

/* What it says before its move (programs may), one message per call; NULL: no more. */
const char *host_player_next_say(host_player *p);

/* The move as text. NULL: it forfeits; the host plays the safe default. */
const char *host_player_answer(host_player *p, char room[SPK_MOVE_TEXT]);

/* -- Talk, in games that have it --------------------------------------------------------------- */

/* Whether it wants to be asked for its words; known once it is ready. */
bool host_player_talks(const host_player *p);

/* Let it note what everybody has seen and heard: call it after every move and message. A program is
 * told with its next question anyway. */
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

/* What it did wrong since the last call, in one line for people: "no answer within 50 ms". NULL:
 * nothing. A program that left the table is reported once. */
const char *host_player_fault(host_player *p);

/* The built-in bot, for its findings and figures; NULL: a program. */
spk_bot *host_player_bot(const host_player *p);

bool host_player_is_out(
    const host_player *p); /* it left the table: it forfeits all further decisions */

/* Receives a program's `log` lines and its stderr; without it they are dropped. Each call is one
 * printable line without a line end; at most HOST_LOG_BYTES in total. */
typedef void host_player_log(void *context, spk_seat seat, const char *line);
void host_player_on_log(host_player *p, host_player_log *log, void *context);

/* Kill the programs of all players at once: for a signal handler that ends the host. */
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
