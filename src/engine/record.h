/* record.h: a match as a text file, .play.
 *
 *     speakeasy-play 1
 *     game famiglia
 *     seats 2
 *     edition default 5ac0d5a1f7d5e2c1      name, and a hash of what the edition says
 *     option start_player random            one line per option, all of them, in the game's order
 *     option ...
 *     proof commitment 9f86d0...            lines of the host's, kept as they are; may be missing
 *     log
 *     1 chance start 0                      the entries, numbered, chance's own among them
 *     2 chance draw F2
 *     8 0 recruit F0
 *     9 1 undo
 *     end 9                                 how many; without this line the file is cut
 *
 * Lines end with a line feed (a carriage return before it is read, never written); words stand
 * apart by one blank; nothing follows the last line.
 *
 * Loading judges every line as if it were played now. Nothing is believed: a move out of turn, an
 * entry missing or cut anywhere, another edition, an impossible draw are refused with the line and
 * the reason, and nothing is loaded.
 *
 * The proof lines are how a server shows that its deals were fair (docs/fairness.md). The engine keeps
 * them and knows nothing of what they mean: KEY is a small letter and up to 23 more small letters,
 * digits or '_', no key stands twice; VALUE is 1 to 128 printable characters of ASCII, no blank among
 * them; there are at most 32 such lines. */
#ifndef SPK_ENGINE_RECORD_H
#define SPK_ENGINE_RECORD_H

#include "engine/match.h"

enum { SPK_RECORD_BYTES = 4 << 20, SPK_RECORD_LINE = 400 };

enum { SPK_PROOF_LINES = 32, SPK_PROOF_KEY = 24, SPK_PROOF_VALUE = 128 };

void spk_record_save(const spk_match *m, spk_buf *out);

/* The same with the lines of a proof, made by spk_proof_add. Lines of any other form are a bug. */
void spk_record_save_proved(const spk_match *m, const spk_buf *proof, spk_buf *out);

/* One more line "KEY VALUE" of a proof. Refuses what is said above, and adds nothing then. */
spk_err spk_proof_add(spk_buf *proof, const char *key, const char *value, spk_why *why);

/* The value of a key, into room for SPK_PROOF_VALUE + 1 characters; returns that room. NULL: there is
 * no such line. */
const char *spk_proof_value(const spk_buf *proof, const char *key, char room[SPK_PROOF_VALUE + 1]);

/* What a loaded record consists of. The match borrows the box, so the struct stays where it was
 * loaded. Give it to spk_record_release. */
typedef struct spk_record {
    spk_box box;
    spk_match *match;
    spk_buf proof; /* "KEY VALUE", a line each; empty where there is none */
} spk_record;

/* 'find' is the host's list of games (registry.h); 'edition' is NULL or names another edition's
 * text than the default, as in spk_choice (its other fields are not read). On refusal *record is
 * empty and why->line is the record's line. A record of another edition than the one at hand is
 * SPK_EOTHER_EDITION. */
spk_err spk_record_load(spk_record *record, const char *text, size_t length,
                        const spk_game *(*find)(const char *key), const spk_choice *edition,
                        spk_why *why);
void spk_record_release(spk_record *record);

#endif
