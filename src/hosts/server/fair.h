/* fair.h: deals that nobody can rig, and how anybody can check them afterwards. docs/fairness.md
 * explains it to players; this is how a table uses it:
 *
 *     srv_fair_init(&fair, "k7-1", n_seats);          32 random bytes: the seed, one per match
 *     srv_fair_commitment(&fair, hex);                its SHA-256: publish it before anybody contributes
 *     srv_fair_contribute(&fair, seat, "00ff", &why)  each person's contribution, in any order
 *     srv_fair_key(&fair, SRV_FAIR_CHANCE, key);      from here on no more contributions
 *     srv_fair_rng(key, 0, &rng);                     all of chance: spk_match_deal(match, &rng)
 *     ...
 *     srv_fair_prove(&fair, true, &proof);            at the end: the lines for the record, with the
 *                                                     seed. 'false' while the game is on: without it
 *
 * The key is HMAC-SHA256 with the seed as its key over this text, lines ended by a line feed:
 *
 *     speakeasy-deal 1
 *     chance                                          or: bots
 *     table k7-1
 *     seats 2
 *     seat 0 00ff                                     one line per seat; '-': no contribution
 *     seat 1 -
 *
 * Different facts never give the same text, because an id contains no line feed and every seat has
 * its line. Chance is stream 0 of the key (rng.h). Bots draw from a separate key, so their play
 * reveals nothing about chance. Until the seed is published both keys are as secret as the seed:
 * the commitment, the contributions and the time of day reveal nothing. */
#ifndef SRV_FAIR_H
#define SRV_FAIR_H

#include "engine/record.h"

enum {
    SRV_FAIR_BYTES = 32, /* of seed, commitment, key; and of a contribution, at most */
    SRV_FAIR_HEX = 2 * SRV_FAIR_BYTES + 1, /* room for one of them as text */
    SRV_FAIR_TABLE = 64, /* letters, digits, '-' and '_' of a table's id, at most */
};

typedef struct srv_fair {
    uint8_t seed[SRV_FAIR_BYTES];
    char table[SRV_FAIR_TABLE + 1];
    int n_seats;
    char given[SPK_MAX_SEATS][SRV_FAIR_HEX]; /* lower-case hex; "": none */
} srv_fair;

/* A new seed from the system's generator. The table's id is ours, not a guest's: a malformed one is
 * a bug. */
void srv_fair_init(srv_fair *f, const char *table, int n_seats);
bool srv_fair_is_table(const char *table);

/* A person's contribution: 1 to 32 bytes in hex. A later one from the same seat replaces the
 * earlier, until the key is made. */
spk_err srv_fair_contribute(srv_fair *f, spk_seat seat, const char *hex, spk_why *why);
int srv_fair_n_given(const srv_fair *f);

void srv_fair_commitment(const srv_fair *f, char hex[SRV_FAIR_HEX]);

typedef enum srv_fair_use { SRV_FAIR_CHANCE, SRV_FAIR_BOTS, SRV_FAIR_USE_COUNT } srv_fair_use;

/* The text above, for anybody who wants to see it, and the key. */
void srv_fair_text(const srv_fair *f, srv_fair_use use, spk_buf *out);
void srv_fair_key(const srv_fair *f, srv_fair_use use, uint8_t key[SRV_FAIR_BYTES]);

/* The chance stream from its n-th word on, and how many words have been used: a table that is not
 * in memory keeps a key and a number instead of a generator. */
void srv_fair_rng(const uint8_t key[SRV_FAIR_BYTES], uint64_t n_words, spk_rng *rng);
uint64_t srv_fair_n_words(const spk_rng *rng);

/* -- Proof --------------------------------------------------------------------------------------- */

/* The lines for a record: method, table, commitment, seat0 ... for each contribution, and the seed
 * if the game is over. */
void srv_fair_prove(const srv_fair *f, bool with_seed, spk_buf *proof);

/* Read a record's proof, for a match with n_seats seats. SPK_EUNKNOWN: there is no proof, or its
 * seed is not published yet (why says which). SPK_EMALFORMED: it cannot be parsed. SPK_EREFUSED:
 * the seed does not match the commitment. */
spk_err srv_fair_read(srv_fair *f, const spk_buf *proof, int n_seats, spk_why *why);

/* The first chance event that differs from the stream. */
typedef struct srv_fair_fault {
    int entry; /* of the log, from 0 */
    char expected[SPK_MOVE_TEXT], found[SPK_MOVE_TEXT];
} srv_fair_fault;

/* Replay a match from its log, drawing every chance event from the stream. Returns how many there
 * were; -1: one differs, see *fault. Afterwards the generator stands after the last event, so a
 * restarted server can go on dealing. */
int srv_fair_replay(const spk_match *m, spk_rng *rng, srv_fair_fault *fault);

#endif
