/* match.h: one game being played. It stands between the games and the hosts: turn order, log, undo,
 * absent players, talk, saving and loading are implemented here once for every game and host.
 *
 * A match is its log. Every entry is one line of text - a move of a seat, an outcome of chance, a
 * message, a move taken back - and replaying the entries gives the state. So a record needs no
 * seed: the lines are the whole match.
 *
 *     spk_match *m = spk_match_new(&box);
 *     spk_match_deal(m, &rng);                          chance acts until a seat is asked
 *     while (!spk_match_is_over(m)) {
 *         err = spk_match_play(m, seat, "recruit F0", &why);
 *         if (err != SPK_OK) ... why.rule, why.text     nothing has changed
 *         spk_match_deal(m, &rng);
 *     }
 *     spk_match_free(m);
 *
 * The box is borrowed: it must outlive the match. Everything shown to a person or a bot is made by
 * the calls under "Looking", from that seat's view and from nothing else. */
#ifndef SPK_ENGINE_MATCH_H
#define SPK_ENGINE_MATCH_H

#include "engine/box.h"
#include "engine/game.h"
#include "engine/ledger.h"

typedef struct spk_match spk_match;

spk_match *spk_match_new(const spk_box *box);
void spk_match_free(spk_match *m);

/* -- Playing: every call adds to the log, or refuses and changes nothing ----------------------- */

/* A seat's move by its text: people and bots both play through this call. */
spk_err spk_match_play(spk_match *m, spk_seat seat, const char *text, spk_why *why);

/* The same for a move given as a number (chance outcomes too). */
spk_err spk_match_move(spk_match *m, spk_seat seat, spk_move move, spk_why *why);

/* Let chance act as long as it is chance's turn. */
void spk_match_deal(spk_match *m, spk_rng *rng);

/* Play the game's safe default for a seat whose player is absent. The log marks it. */
spk_err spk_match_play_safe(spk_match *m, spk_seat seat, spk_why *why);

/* Take back a seat's last move. Allowed during the turn in which it was made, as long as neither
 * another seat nor chance has acted since and the move revealed nothing hidden. What others did in
 * secret (sealed answers) does not count: a refusal would give it away. The log keeps both the move
 * and the line that took it back. */
spk_err spk_match_undo(spk_match *m, spk_seat seat, spk_why *why);
bool spk_match_can_undo(const spk_match *m, spk_seat seat, spk_why *why);

/* How many of the seat's newest moves spk_match_undo could take back, one after the other. */
int spk_match_n_undos(const spk_match *m, spk_seat seat);

/* Go back to how it stood before a seat's own move, whatever has happened since: that move and everything after it, chance and
 * talk included, no longer counts. The log keeps it all, and a line that says so. Nothing is drawn again: chance goes on in its
 * stream, so nobody knows what comes next. Whether a seat may do this is for the host to say: at a table with other people it
 * would be cheating (docs/decisions/0011). 'first' is the place of the move in the log, from 0. */
spk_err spk_match_rewind(spk_match *m, spk_seat seat, int first, spk_why *why);
bool spk_match_can_rewind(const spk_match *m, spk_seat seat, int first, spk_why *why);
enum {
    SPK_REWINDS = 99
}; /* in one match: it limits the log, and the time that reading one takes */

/* The place of the seat's newest move that stands; -1: none. */
int spk_match_last_own(const spk_match *m, spk_seat seat);

/* Whether this move, legal now, would end the turn: clients ask for a confirmation first. The
 * answer is as good as the seat's knowledge: it is found in one fixed world that fits the seat's
 * view, so it reveals nothing hidden. */
bool spk_match_ends_turn(const spk_match *m, spk_seat seat, spk_move move);

/* The same for all of a seat's n moves as spk_match_moves lists them: the indexes of those that
 * would end the turn go into 'places', which has room for n. Returns how many there are. */
int spk_match_ending_moves(const spk_match *m, spk_seat seat, const spk_move *moves, int n,
                           int *places);

/* Say something at the table, in a game that declares talk (spk_talk): one line of 1 to 200 bytes
 * of UTF-8. Never touches the state. */
spk_err spk_match_talk(spk_match *m, spk_seat seat, const char *text, spk_why *why);
spk_actors spk_match_speakers(const spk_match *m);

/* What was said since the last public move, oldest first. Together with the position it decides who
 * may speak. Borrowed until the match changes. */
const spk_said *spk_match_said(const spk_match *m, int *n);

/* What was promised so far, oldest first, and whether everybody has seen it kept or broken (ledger.h). It
 * is the same for all viewers, but for 'n': the message's number as that viewer counts. */
typedef struct spk_given {
    int n;
    spk_seat seat;
    spk_vow_state state;
} spk_given;

int spk_match_n_promises(const spk_match *m);
spk_given spk_match_promise(const spk_match *m, int i, spk_seat viewer); /* from 0 */
int spk_match_promise_decided(const spk_match *m, int i); /* by which entry; -1: it is open */

/* -- Asking ------------------------------------------------------------------------------------ */

const spk_box *spk_match_box(const spk_match *m);
const void *spk_match_state(const spk_match *m); /* the full state: never to be shown to a player */
spk_actors spk_match_actors(const spk_match *m);
bool spk_match_is_over(const spk_match *m);
void spk_match_result(const spk_match *m, spk_result *result);

/* -- Looking: what leaves the engine towards a seat or an onlooker ------------------------------
 * A viewer is a seat of the table, SPK_SEAT_ONLOOKER or SPK_SEAT_ALL_SEEING; any other number is treated
 * as an onlooker. */

/* The seat's view into *view. Bots get this. */
void spk_match_view(const spk_match *m, spk_seat viewer, spk_state *view);
void spk_match_board(const spk_match *m, spk_seat viewer, spk_buf *out); /* lines of text */
void spk_match_json(const spk_match *m, spk_seat viewer, spk_json *out); /* one object */

/* The moves a seat may make now; 0 if it may make none. 'out' has room for SPK_MAX_MOVES. */
int spk_match_moves(const spk_match *m, spk_seat seat, spk_move *out);

/* The entries the viewer heard, from number 'first' (counted from 1) on, one per line:
 * "12 0 recruit F0". The numbers are the viewer's own count (spk_match_seq), so they have no gap where
 * something happened in secret. The all-seeing viewer hears everything. */
void spk_match_history(const spk_match *m, spk_seat viewer, int first, spk_buf *out);

/* How many entries the viewer has heard. It counts nothing else, so it reveals nothing about what
 * others did in secret. A server compares it to detect stale moves. */
int spk_match_seq(const spk_match *m, spk_seat viewer);

/* -- The log ----------------------------------------------------------------------------------- */

typedef enum spk_entry_kind {
    SPK_ENTRY_MOVE, /* of a seat or of chance */
    SPK_ENTRY_SAFE, /* a safe default, for an absent seat */
    SPK_ENTRY_UNDO, /* the seat's last move was taken back */
    SPK_ENTRY_TALK,
    SPK_ENTRY_REWIND, /* the seat went back to before one of its moves */
    SPK_ENTRY_KIND_COUNT
} spk_entry_kind;

typedef struct spk_entry {
    spk_entry_kind kind;
    spk_seat seat;
    const char *text;   /* the words after the actor: "recruit F0", "safe pass", "undo", "say ...",
                       * "undo 41"; borrowed until the match changes */
    const char *phrase; /* of TALK: the message for people (spk_talk.sentence), from what everybody
                         * could see when it was said; "": none. Borrowed like the text */
    bool undone;        /* of MOVE, SAFE and TALK: a later entry takes it back */
    int first;          /* of REWIND: the first entry that no longer counts, from 0 */
} spk_entry;

int spk_match_n_entries(const spk_match *m);
spk_entry spk_match_entry(const spk_match *m, int i);     /* from 0 */
spk_move spk_match_entry_move(const spk_match *m, int i); /* of MOVE and SAFE: read from its text */

/* Whether entry i is a move that still counted after the first n entries. */
bool spk_match_stands_at(const spk_match *m, int i, int n);

/* Whether the viewer heard of entry i at all; the all-seeing viewer hears everything. */
bool spk_match_entry_heard(const spk_match *m, int i, spk_seat viewer);

/* Entry i as the viewer heard it, without 'move' and 'undone'; text is NULL if the viewer did not hear it. */
spk_entry spk_match_entry_as(const spk_match *m, int i, spk_seat viewer);

/* One entry as a record spells it, without its number: "0 recruit F0", "0 safe pass", "1 undo",
 * "1 say boast high", "0 undo 41". So no game may begin a move with the words undo, safe or say. */
void spk_match_entry_print(const spk_match *m, int i, spk_buf *out);

/* Add one such line; it is judged like any move. For spk_record_load and for restoring a table from
 * a store. */
spk_err spk_match_entry_add(spk_match *m, const char *line, spk_why *why);

/* Replay the log entry by entry, each at the cost of playing it once:
 *
 *     for (spk_match_rerun(m, &r); r.n < spk_match_n_entries(m); spk_match_rerun_step(m, &r))
 *         ... r.state is the state after the first r.n entries ... */
typedef struct spk_rerun {
    int n;
    spk_state state;
    int base_n; /* no undo goes back beyond the first base_n entries; 'base' is the state after them */
    spk_state base;
} spk_rerun;

void spk_match_rerun(const spk_match *m, spk_rerun *r);
void spk_match_rerun_step(const spk_match *m, spk_rerun *r);

/* The state as it was after the first n entries, n from 0 to n_entries, into *state. */
void spk_match_state_at(const spk_match *m, int n, spk_state *state);

/* What had been said by then since the last public move, oldest first, at most 'cap' messages; returns how many. The texts are
 * borrowed until the match changes. */
int spk_match_said_at(const spk_match *m, int n, spk_said *said, int cap);

#endif
