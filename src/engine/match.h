/* match.h: one game being played. It stands between the games and the hosts: turn order, log, undo,
 * absent players, talk, saving and loading are written here once, for every game and every host.
 *
 * A match is its log. Every entry is one line of text - a move of a seat, an outcome of chance, a
 * message, a move taken back - and the state is what playing the entries again gives. So a record
 * needs no seed, and whoever has the lines has the match.
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

typedef struct spk_match spk_match;

spk_match *spk_match_new(const spk_box *box);
void spk_match_free(spk_match *m);

/* -- Playing: every call adds to the log, or refuses and changes nothing ----------------------- */

/* A seat's move by its text: the one door for people and bots. */
spk_err spk_match_play(spk_match *m, spk_seat seat, const char *text, spk_why *why);

/* The same for a move that is at hand as a number (chance's outcomes too). */
spk_err spk_match_move(spk_match *m, spk_seat seat, spk_move move, spk_why *why);

/* Let chance act as long as it is chance's turn. */
void spk_match_deal(spk_match *m, spk_rng *rng);

/* Play the game's safe default for a seat whose player is absent. The log marks it. */
spk_err spk_match_play_safe(spk_match *m, spk_seat seat, spk_why *why);

/* Take back a seat's last move. Allowed while it is still the turn in which it was made and since
 * then nobody else acted, chance did not, and the move showed nobody anything hidden. What others
 * did in secret, not knowing of this move either (sealed answers), does not count: or the refusal
 * would tell of it. The log keeps both the move and the line that took it back. */
spk_err spk_match_undo(spk_match *m, spk_seat seat, spk_why *why);
bool spk_match_can_undo(const spk_match *m, spk_seat seat, spk_why *why);

/* Whether this move, legal now, would end the turn: clients ask for a confirmation before it. As far as
 * the seat can know: found in a world that fits its view, always the same one, so that the answer tells
 * nothing about what is hidden. */
bool spk_match_ends_turn(const spk_match *m, spk_seat seat, spk_move move);

/* The same for all of a seat's n moves as spk_match_moves lists them: the places of those that would end
 * the turn into 'places', which has room for n; says how many there are. */
int spk_match_ending_moves(const spk_match *m, spk_seat seat, const spk_move *moves, int n,
                           int *places);

/* Say something at the table, in a game that declares talk (spk_talk): one line of 1 to 200 bytes
 * of UTF-8. Never touches the state. */
spk_err spk_match_talk(spk_match *m, spk_seat seat, const char *text, spk_why *why);
spk_actors spk_match_speakers(const spk_match *m);

/* What was said since the last move that everybody heard of, oldest first: all that 'speakers' goes
 * by besides the position. Borrowed until the match changes. */
const spk_said *spk_match_said(const spk_match *m, int *n);

/* -- Asking ------------------------------------------------------------------------------------ */

const spk_box *spk_match_box(const spk_match *m);
const void *spk_match_state(const spk_match *m); /* the whole truth: for the house only */
spk_actors spk_match_actors(const spk_match *m);
bool spk_match_is_over(const spk_match *m);
void spk_match_result(const spk_match *m, spk_result *result);

/* -- Looking: what leaves the engine towards a seat or an onlooker ------------------------------
 * A viewer is a seat of the table, SPK_SEAT_ONLOOKER or SPK_SEAT_HOUSE; any other number sees and
 * hears what an onlooker does. */

/* The seat's view into *view. Bots get this. */
void spk_match_view(const spk_match *m, spk_seat viewer, spk_state *view);
void spk_match_board(const spk_match *m, spk_seat viewer, spk_buf *out); /* lines of text */
void spk_match_json(const spk_match *m, spk_seat viewer, spk_json *out); /* one object */

/* The moves a seat may make now; 0 if it may make none. 'out' has room for SPK_MAX_MOVES. */
int spk_match_moves(const spk_match *m, spk_seat seat, spk_move *out);

/* What the viewer heard from number 'first' (from 1) on, a line each: "12 0 recruit F0". Numbers
 * are the viewer's own count (spk_match_seq), so there is no gap where something happened in
 * secret; the house hears everything. */
void spk_match_history(const spk_match *m, spk_seat viewer, int first, spk_buf *out);

/* A viewer's own count of what has happened: it rises by one with every entry the viewer hears and
 * by nothing else, so that it tells nothing about what others did in secret. For "stale" answers.
 */
int spk_match_seq(const spk_match *m, spk_seat viewer);

/* -- The log ----------------------------------------------------------------------------------- */

typedef enum spk_entry_kind {
    SPK_ENTRY_MOVE, /* of a seat or of chance */
    SPK_ENTRY_SAFE, /* a safe default, for an absent seat */
    SPK_ENTRY_UNDO, /* the seat's last move was taken back */
    SPK_ENTRY_TALK,
    SPK_ENTRY_KIND_COUNT
} spk_entry_kind;

typedef struct spk_entry {
    spk_entry_kind kind;
    spk_seat seat;
    spk_move move;    /* of MOVE and SAFE */
    const char *text; /* the words after the actor: "recruit F0", "safe pass", "undo", "say ...";
                       * borrowed until the match changes */
} spk_entry;

int spk_match_n_entries(const spk_match *m);
spk_entry spk_match_entry(const spk_match *m, int i); /* from 0 */

/* Whether the viewer heard of entry i at all; the house hears everything. */
bool spk_match_entry_heard(const spk_match *m, int i, spk_seat viewer);

/* Entry i as the viewer heard it, without the number of the move; text is NULL if it did not. */
spk_entry spk_match_entry_as(const spk_match *m, int i, spk_seat viewer);

/* One entry as a record spells it, without its number: "0 recruit F0", "0 safe pass", "1 undo",
 * "1 say boast high". So no game may begin a move with the words undo, safe or say. */
void spk_match_entry_print(const spk_match *m, int i, spk_buf *out);

/* Add one such line, judged like everything else. What spk_record_load and a server's store use. */
spk_err spk_match_entry_add(spk_match *m, const char *line, spk_why *why);

/* The state as it was after the first n entries, n from 0 to n_entries, into *state: played again
 * from the first position. */
void spk_match_state_at(const spk_match *m, int n, spk_state *state);

#endif
