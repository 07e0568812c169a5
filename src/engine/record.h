/* record.h: a match as a text file, .play.
 *
 *     speakeasy-play 1
 *     game famiglia
 *     seats 2
 *     rules 2                               version of the game's rules; missing: 1
 *     edition default 5ac0d5a1f7d5e2c1      name, and a hash of what the edition says
 *     text game famiglia                    the edition's lines, where it is not built in
 *     text ...
 *     option start_player random            one line per option, in the game's order; one that is
 *     option ...                            missing has its default
 *     proof commitment 9f86d0...            lines of the host, kept as they are; optional
 *     log
 *     1 chance start 0                      the entries, numbered, chance's own among them
 *     2 chance draw F2
 *     8 0 recruit F0
 *     9 1 undo
 *     end 9                                 how many; without this line the file is truncated
 *
 * Lines end with a line feed (a carriage return before it is read, never written); words are
 * separated by one space; nothing follows the last line.
 *
 * Loading judges every line as if it were played now. Nothing is trusted: a move out of turn, an
 * entry missing or truncated, another edition, an impossible draw are refused with the line and
 * the reason, and nothing is loaded.
 *
 * Records outlive versions of the program. An option that was added later has its default; an edition
 * is found by its hash, also after the default was corrected (game.h, former_editions), or is in the
 * record; and a match is judged by the version of the rules it was played by, which an engine keeps
 * for ever. Only what a newer program wrote is refused.
 *
 * The proof lines are how a server shows that its deals were fair (docs/fairness.md). The engine keeps
 * them without interpreting them: KEY is a lower-case letter and up to 23 more lower-case letters,
 * digits or '_', each key at most once; VALUE is 1 to 128 printable ASCII characters without spaces;
 * there are at most 32 such lines. */
#ifndef SPK_ENGINE_RECORD_H
#define SPK_ENGINE_RECORD_H

#include "engine/match.h"

enum { SPK_RECORD_BYTES = 4 << 20, SPK_RECORD_LINE = 400 };

enum { SPK_PROOF_LINES = 32, SPK_PROOF_KEY = 24, SPK_PROOF_VALUE = 128 };

void spk_record_save(const spk_match *m, spk_buf *out);

/* The same with proof lines, made by spk_proof_add. Lines of any other form are a bug. */
void spk_record_save_proved(const spk_match *m, const spk_buf *proof, spk_buf *out);

/* One more line "KEY VALUE" of a proof. A line that breaks the limits above is refused and nothing
 * is added. */
spk_err spk_proof_add(spk_buf *proof, const char *key, const char *value, spk_why *why);

/* The value of a key, written into 'room', which is returned. NULL: there is no such line. */
const char *spk_proof_value(const spk_buf *proof, const char *key, char room[SPK_PROOF_VALUE + 1]);

/* What a loaded record consists of. The match borrows the box, so the struct stays where it was
 * loaded. Give it to spk_record_release. */
typedef struct spk_record {
    spk_box box;
    spk_match *match;
    spk_buf proof; /* "KEY VALUE", one per line; may be empty */
} spk_record;

/* 'find' is the host's list of games (registry.h). 'edition' gives an edition's text as in spk_choice
 * (its other fields are ignored); NULL: the text in the record, or the built-in edition of that hash.
 * On refusal *record is empty and why->line is the line in the record. Another edition than the
 * record names is refused with SPK_EOTHER_EDITION. */
spk_err spk_record_load(spk_record *record, const char *text, size_t length,
                        const spk_game *(*find)(const char *key), const spk_choice *edition,
                        spk_why *why);
void spk_record_release(spk_record *record);

#endif
