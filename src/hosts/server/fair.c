/* fair.c: seed, commitment, contributions, and the stream of chance that follows from them. See fair.h.
 * When they are published, and to whom, is the table's business; what `speakeasy verify` says about
 * them, cli/verify.c's. */
#include "hosts/server/fair.h"

#include <sodium.h>
#include <stdio.h>

#include "base/str.h"

_Static_assert(crypto_hash_sha256_BYTES == SRV_FAIR_BYTES, "a commitment");
_Static_assert(crypto_auth_hmacsha256_BYTES == SRV_FAIR_BYTES, "a key");
_Static_assert(crypto_auth_hmacsha256_KEYBYTES == SRV_FAIR_BYTES, "a seed");

static const char method[] = "sha256-hmac-chacha20-1";

/* -- Hex --------------------------------------------------------------------------------------- */

static void print_hex(const uint8_t *bytes, size_t n, char *room)
{
    sodium_bin2hex(room, 2 * n + 1, bytes, n);
}

/* Pairs of digits, small or capital, and nothing between them. Returns how many bytes; 0: no hex, or
 * more than there is room for. */
static size_t read_hex(const char *hex, uint8_t bytes[SRV_FAIR_BYTES])
{
    size_t n = strlen(hex), n_bytes = 0;
    if (n == 0 || n >= SRV_FAIR_HEX || n % 2 || strspn(hex, "0123456789abcdefABCDEF") != n)
        return 0;
    SPK_BUG_IF(sodium_hex2bin(bytes, SRV_FAIR_BYTES, hex, n, NULL, &n_bytes, NULL) != 0);
    return n_bytes;
}

/* -- Before the deal --------------------------------------------------------------------------- */

bool srv_fair_is_table(const char *table)
{
    size_t n = strspn(table, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
    return n > 0 && n <= SRV_FAIR_TABLE && !table[n];
}

void srv_fair_init(srv_fair *f, const char *table, int n_seats)
{
    SPK_BUG_IF(!srv_fair_is_table(table) || n_seats < 1 || n_seats > SPK_MAX_SEATS);
    SPK_BUG_IF(sodium_init() < 0); /* no randomness to be had: better no house than a fixed one */
    *f = (srv_fair){.n_seats = n_seats};
    snprintf(f->table, sizeof f->table, "%s", table);
    randombytes_buf(f->seed, sizeof f->seed);
}

spk_err srv_fair_contribute(srv_fair *f, spk_seat seat, const char *hex, spk_why *why)
{
    uint8_t bytes[SRV_FAIR_BYTES];
    size_t n = read_hex(hex, bytes);
    if (seat < 0 || seat >= f->n_seats)
        return spk_malformed(why, 0, "Only a seat of the table can contribute to its deal.");
    if (n == 0)
        return spk_malformed(why, 0, "A contribution is 1 to %d bytes in hex digits.",
                             SRV_FAIR_BYTES);
    print_hex(bytes, n, f->given[seat]); /* one spelling: small letters */
    return SPK_OK;
}

int srv_fair_n_given(const srv_fair *f)
{
    int n = 0;
    for (spk_seat seat = 0; seat < f->n_seats; seat++)
        n += f->given[seat][0] != '\0';
    return n;
}

void srv_fair_commitment(const srv_fair *f, char hex[SRV_FAIR_HEX])
{
    uint8_t hash[SRV_FAIR_BYTES];
    crypto_hash_sha256(hash, f->seed, sizeof f->seed);
    print_hex(hash, sizeof hash, hex);
}

/* -- The stream -------------------------------------------------------------------------------- */

void srv_fair_text(const srv_fair *f, srv_fair_use use, spk_buf *out)
{
    static const char *const uses[SRV_FAIR_USE_COUNT] = {"chance", "bots"};
    spk_buf_printf(out, "speakeasy-deal 1\n%s\ntable %s\nseats %d\n", uses[use], f->table,
                   f->n_seats);
    for (spk_seat seat = 0; seat < f->n_seats; seat++)
        spk_buf_printf(out, "seat %d %s\n", seat, f->given[seat][0] ? f->given[seat] : "-");
}

void srv_fair_key(const srv_fair *f, srv_fair_use use, uint8_t key[SRV_FAIR_BYTES])
{
    spk_buf text = {0};
    srv_fair_text(f, use, &text);
    crypto_auth_hmacsha256(key, (const uint8_t *)spk_buf_text(&text), text.n, f->seed);
    spk_buf_release(&text);
}

void srv_fair_rng(const uint8_t key[SRV_FAIR_BYTES], uint64_t n_words, spk_rng *rng)
{
    spk_rng_init_key(rng, key, 0);
    rng->counter = n_words / SPK_RNG_WORDS * (SPK_RNG_WORDS / 16); /* a block has sixteen words */
    rng->used = (uint32_t)(n_words % SPK_RNG_WORDS);
}

uint64_t srv_fair_n_words(const spk_rng *rng)
{
    return rng->counter * 16 - (SPK_RNG_WORDS - rng->next) + rng->used;
}

/* -- Proof ------------------------------------------------------------------------------------- */

static void add_line(spk_buf *proof, const char *key, const char *value)
{
    SPK_BUG_IF(spk_proof_add(proof, key, value, NULL) != SPK_OK);
}

static void print_key(spk_seat seat, char key[8]) { snprintf(key, 8, "seat%d", seat & 7); }

void srv_fair_prove(const srv_fair *f, bool with_seed, spk_buf *proof)
{
    char hex[SRV_FAIR_HEX], key[8];
    add_line(proof, "method", method);
    add_line(proof, "table", f->table);
    srv_fair_commitment(f, hex);
    add_line(proof, "commitment", hex);
    for (spk_seat seat = 0; seat < f->n_seats; seat++) {
        print_key(seat, key);
        if (f->given[seat][0])
            add_line(proof, key, f->given[seat]);
    }
    if (!with_seed)
        return;
    print_hex(f->seed, sizeof f->seed, hex);
    add_line(proof, "seed", hex);
}

static spk_err read_given(srv_fair *f, const spk_buf *proof, spk_why *why)
{
    char key[8], value[SPK_PROOF_VALUE + 1];
    for (spk_seat seat = 0; seat < SPK_MAX_SEATS; seat++) {
        print_key(seat, key);
        if (!spk_proof_value(proof, key, value))
            continue;
        spk_err err = srv_fair_contribute(f, seat, value, why);
        if (err != SPK_OK)
            return err;
        if (!spk_str_eq(value, f->given[seat]))
            return spk_malformed(why, 0, "The contribution of seat %d is not in small letters.",
                                 seat);
    }
    return SPK_OK;
}

static spk_err read_facts(srv_fair *f, const spk_buf *proof, spk_why *why)
{
    char value[SPK_PROOF_VALUE + 1];
    if (!spk_proof_value(proof, "method", value) || !spk_str_eq(value, method))
        return spk_malformed(why, 0, "The proof is of a method that is not known here.");
    if (!spk_proof_value(proof, "table", value) || !srv_fair_is_table(value))
        return spk_malformed(why, 0, "The proof does not name the table.");
    snprintf(f->table, sizeof f->table, "%.*s", SRV_FAIR_TABLE, value);
    return read_given(f, proof, why);
}

static spk_err read_seed(srv_fair *f, const spk_buf *proof, spk_why *why)
{
    char seed[SPK_PROOF_VALUE + 1], commitment[SPK_PROOF_VALUE + 1], hash[SRV_FAIR_HEX];
    uint8_t unread[SRV_FAIR_BYTES];
    if (!spk_proof_value(proof, "commitment", commitment) ||
        read_hex(commitment, unread) != SRV_FAIR_BYTES)
        return spk_malformed(why, 0, "The proof has no commitment of %d bytes.", SRV_FAIR_BYTES);
    if (!spk_proof_value(proof, "seed", seed))
        return spk_fail(why, SPK_EUNKNOWN, "The seed is not published yet.");
    if (read_hex(seed, f->seed) != SRV_FAIR_BYTES)
        return spk_malformed(why, 0, "The seed is not %d bytes in hex.", SRV_FAIR_BYTES);
    srv_fair_commitment(f, hash);
    if (!spk_str_eq(hash, commitment))
        return spk_refuse(why, "", "The seed is not the one that was committed to.");
    return SPK_OK;
}

spk_err srv_fair_read(srv_fair *f, const spk_buf *proof, int n_seats, spk_why *why)
{
    srv_fair fresh = {.n_seats = n_seats};
    if (proof->n == 0)
        return spk_fail(why, SPK_EUNKNOWN, "The record has no proof.");
    spk_err err = read_facts(&fresh, proof, why);
    if (err == SPK_OK)
        err = read_seed(&fresh, proof, why);
    if (err == SPK_OK)
        *f = fresh;
    return err;
}

/* -- Playing it again -------------------------------------------------------------------------- */

static bool is_as_drawn(const spk_match *m, spk_move found, spk_rng *rng, srv_fair_fault *fault)
{
    const spk_box *box = spk_match_box(m);
    spk_move expected = spk_chance_draw(box, spk_match_state(m), rng);
    if (expected == found)
        return true;
    spk_move_text(box, expected, fault->expected);
    spk_move_text(box, found, fault->found);
    return false;
}

/* Chance never draws again what was taken back, so its events stand in the log in the order they were drawn. */
int srv_fair_replay(const spk_match *m, spk_rng *rng, srv_fair_fault *fault)
{
    spk_match *again = spk_match_new(spk_match_box(m));
    spk_buf line = {0};
    int n_events = 0;
    for (int i = 0; i < spk_match_n_entries(m) && n_events >= 0; i++) {
        fault->entry = i;
        if (spk_match_entry(m, i).seat == SPK_SEAT_CHANCE)
            n_events =
                is_as_drawn(again, spk_match_entry_move(m, i), rng, fault) ? n_events + 1 : -1;
        spk_buf_clear(&line);
        spk_match_entry_print(m, i, &line);
        SPK_BUG_IF(spk_match_entry_add(again, spk_buf_text(&line), NULL) != SPK_OK);
    }
    spk_buf_release(&line);
    spk_match_free(again);
    return n_events;
}
