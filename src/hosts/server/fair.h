/* fair.h: deals that nobody can stack, and how anybody can check that afterwards. docs/fairness.md tells
 * it to players; this is the same for the one who writes a table:
 *
 *     srv_fair_init(&fair, "k7-1", n_seats);          32 random bytes: the seed. Each match has its own
 *     srv_fair_commitment(&fair, hex);                SHA-256 of it: publish that before anybody gives
 *     srv_fair_contribute(&fair, seat, "00ff", &why)  each person's contribution, in any order
 *     srv_fair_key(&fair, SRV_FAIR_CHANCE, key);      now it is closed: contribute no more
 *     srv_fair_rng(key, 0, &rng);                     all of chance: spk_match_deal(match, &rng)
 *     ...
 *     srv_fair_prove(&fair, true, &proof);            at the end: the lines for the record, seed among
 *                                                     them. With 'false', while the game is on: without
 *
 * The key is HMAC-SHA256 with the seed as its key over this text, lines ended by a line feed:
 *
 *     speakeasy-deal 1
 *     chance                                          or: bots
 *     table k7-1
 *     seats 2
 *     seat 0 00ff                                     a line for each seat; '-' where nobody gave
 *     seat 1 -
 *
 * No two different sets of facts give the same text, since an id has no line feed and every seat has
 * its line. Chance is stream 0 of the key (rng.h). Bots draw from a key of their own, so that nothing of
 * chance can be learnt from how they play. Before the seed is out, both keys are as unknown as it is: the
 * commitment, the contributions and the time of day give nothing away. */
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
    char given[SPK_MAX_SEATS][SRV_FAIR_HEX]; /* hex in small letters; "": none */
} srv_fair;

/* A new seed from the system's generator. The table's id is checked by us, not by guests: a bug if it
 * is none. */
void srv_fair_init(srv_fair *f, const char *table, int n_seats);
bool srv_fair_is_table(const char *table);

/* A person's contribution: 1 to 32 bytes in hex. A second one of the same seat takes the place of the
 * first, until the key is made. */
spk_err srv_fair_contribute(srv_fair *f, spk_seat seat, const char *hex, spk_why *why);
int srv_fair_n_given(const srv_fair *f);

void srv_fair_commitment(const srv_fair *f, char hex[SRV_FAIR_HEX]);

typedef enum srv_fair_use { SRV_FAIR_CHANCE, SRV_FAIR_BOTS, SRV_FAIR_USE_COUNT } srv_fair_use;

/* The text that is signed, for whoever wants to see it; and the key. */
void srv_fair_text(const srv_fair *f, srv_fair_use use, spk_buf *out);
void srv_fair_key(const srv_fair *f, srv_fair_use use, uint8_t key[SRV_FAIR_BYTES]);

/* The stream of chance from its n-th word on, and how many words were used: a table that sleeps keeps a
 * key and a number instead of a generator. */
void srv_fair_rng(const uint8_t key[SRV_FAIR_BYTES], uint64_t n_words, spk_rng *rng);
uint64_t srv_fair_n_words(const spk_rng *rng);

/* -- Proof --------------------------------------------------------------------------------------- */

/* The lines for a record: method, table, commitment, seat0 ... of those who gave, and the seed if the
 * game is over. */
void srv_fair_prove(const srv_fair *f, bool with_seed, spk_buf *proof);

/* What a record's proof says, for a match of so many seats. SPK_EUNKNOWN: there is no proof, or its seed
 * is not out yet (why says which). SPK_EMALFORMED: it cannot be read. SPK_EREFUSED: the seed is not the
 * one that was committed to. */
spk_err srv_fair_read(srv_fair *f, const spk_buf *proof, int n_seats, spk_why *why);

/* The first chance event that is not what the stream gives. */
typedef struct srv_fair_fault {
    int entry; /* of the log, from 0 */
    char expected[SPK_MOVE_TEXT], found[SPK_MOVE_TEXT];
} srv_fair_fault;

/* Play a match again beside its log and draw every chance event from the stream. Returns how many there
 * were; -1: one is another, see *fault. The generator stands behind the last of them: so a server that
 * comes back goes on dealing. */
int srv_fair_replay(const spk_match *m, spk_rng *rng, srv_fair_fault *fault);

#endif
