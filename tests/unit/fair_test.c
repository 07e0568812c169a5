/* fair_test.c: fair deals: the figures that others can compute too (tests/fair/vectors.json), what a
 * record proves and how a stacked one is found out, and that the deal cannot be computed from what is
 * public while the game is on. */
#include "test.h"

#include <jansson.h>
#include <sodium.h>

#include "base/str.h"
#include "games/registry.h"
#include "hosts/server/fair.h"

static void hex_of(const uint8_t bytes[SRV_FAIR_BYTES], char hex[SRV_FAIR_HEX])
{
    sodium_bin2hex(hex, SRV_FAIR_HEX, bytes, SRV_FAIR_BYTES);
}

static void contribute(srv_fair *f, spk_seat seat, const char *hex)
{
    spk_why why = {0};
    if (srv_fair_contribute(f, seat, hex, &why) != SPK_OK)
        fail_msg("'%s': %s", hex, why.text);
}

/* Chance is no friend of tests: a seed that comes back. */
static void init_with(srv_fair *f, const char *table, int n_seats, int seed)
{
    srv_fair_init(f, table, n_seats);
    memset(f->seed, seed, sizeof f->seed);
}

static spk_rng chance_of(const srv_fair *f)
{
    uint8_t key[SRV_FAIR_BYTES];
    spk_rng rng;
    srv_fair_key(f, SRV_FAIR_CHANCE, key);
    srv_fair_rng(key, 0, &rng);
    return rng;
}

/* -- The figures ------------------------------------------------------------------------------- */

static const char *text_in(const json_t *v, const char *name)
{
    return json_string_value(json_object_get(v, name));
}

static void check_vector(const json_t *v)
{
    srv_fair f;
    uint8_t key[SRV_FAIR_BYTES];
    char hex[SRV_FAIR_HEX];
    spk_buf text = {0};
    srv_fair_init(&f, text_in(v, "table"), (int)json_integer_value(json_object_get(v, "seats")));
    sodium_hex2bin(f.seed, sizeof f.seed, text_in(v, "seed"), 64, NULL, NULL, NULL);
    json_t *given = json_object_get(v, "contributions");
    for (size_t seat = 0; seat < json_array_size(given); seat++)
        if (json_is_string(json_array_get(given, seat)))
            contribute(&f, (spk_seat)seat, json_string_value(json_array_get(given, seat)));
    srv_fair_commitment(&f, hex);
    CHECK_STR(hex, text_in(v, "commitment"));
    srv_fair_text(&f, SRV_FAIR_CHANCE, &text);
    CHECK_STR(spk_buf_text(&text), text_in(v, "text"));
    srv_fair_key(&f, SRV_FAIR_BOTS, key);
    hex_of(key, hex);
    CHECK_STR(hex, text_in(v, "bots_key"));
    srv_fair_key(&f, SRV_FAIR_CHANCE, key);
    hex_of(key, hex);
    CHECK_STR(hex, text_in(v, "chance_key"));
    spk_rng rng = chance_of(&f);
    json_t *words = json_object_get(v, "chance_words");
    CHECK(json_array_size(words) > SPK_RNG_WORDS);
    for (size_t i = 0; i < json_array_size(words); i++)
        CHECK_INT(spk_rng_next(&rng), json_integer_value(json_array_get(words, i)));
    spk_buf_release(&text);
}

TEST(the_figures_are_those_that_others_compute)
{
    json_error_t error;
    json_t *all = json_load_file("tests/fair/vectors.json", JSON_REJECT_DUPLICATES, &error);
    CHECK(all != NULL);
    CHECK_INT(json_array_size(all), 8);
    for (size_t i = 0; i < json_array_size(all); i++)
        check_vector(json_array_get(all, i));
    json_decref(all);
}

TEST(a_generator_is_found_again_by_its_number_of_words)
{
    uint8_t key[SRV_FAIR_BYTES] = {1, 2, 3};
    spk_rng rng;
    srv_fair_rng(key, 0, &rng);
    for (uint64_t n = 0; n < 300; n++) {
        spk_rng again;
        CHECK_INT(srv_fair_n_words(&rng), n);
        srv_fair_rng(key, n, &again);
        CHECK_INT(srv_fair_n_words(&again), n);
        spk_rng ahead = rng;
        for (int i = 0; i < 70; i++)
            CHECK_INT(spk_rng_next(&again), spk_rng_next(&ahead));
        spk_rng_next(&rng);
    }
}

/* -- Contributions ----------------------------------------------------------------------------- */

TEST(what_is_no_contribution_is_refused)
{
    static const char *const bad[] = {"",    "0",    "0g", "00 00", "0x00",
                                      " 00", "00\n", "-1", "+1",    "00:11"};
    char too_long[2 * SRV_FAIR_BYTES + 3];
    srv_fair f;
    spk_why why;
    srv_fair_init(&f, "k7", 2);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(srv_fair_contribute(&f, 0, bad[i], &why) == SPK_EMALFORMED && why.text[0]);
    memset(too_long, '0', sizeof too_long);
    too_long[sizeof too_long - 1] = '\0';
    CHECK(srv_fair_contribute(&f, 0, too_long, NULL) == SPK_EMALFORMED);
    CHECK(srv_fair_contribute(&f, 0, too_long + 2, NULL) == SPK_OK);
    CHECK(srv_fair_contribute(&f, 2, "00", &why) == SPK_EMALFORMED);
    CHECK(srv_fair_contribute(&f, -1, "00", &why) == SPK_EMALFORMED);
    CHECK_INT(srv_fair_n_given(&f), 1);
    contribute(&f, 0, "ABcd"); /* the newest counts, in one spelling */
    CHECK_STR(f.given[0], "abcd");
    CHECK_INT(srv_fair_n_given(&f), 1);
}

TEST(a_table_is_a_word)
{
    CHECK(srv_fair_is_table("k7-1") && srv_fair_is_table("A_z"));
    CHECK(!srv_fair_is_table("") && !srv_fair_is_table("k 7") && !srv_fair_is_table("k\n7"));
    CHECK(!srv_fair_is_table("k/7") && !srv_fair_is_table("k\xc3\xa4"));
    CHECK(!srv_fair_is_table("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
}

/* Whatever is changed, the key is another. */
TEST(every_fact_has_a_say_in_the_deal)
{
    enum { CHANGES = 9 };
    char hex[CHANGES][SRV_FAIR_HEX];
    srv_fair first;
    srv_fair_init(&first, "k7", 3);
    contribute(&first, 1, "0011");
    for (int i = 0; i < CHANGES; i++) {
        srv_fair f = first;
        uint8_t key[SRV_FAIR_BYTES];
        switch (i) {
        case 1: f.seed[31] ^= 1; break;
        case 2: f.table[1] = '8'; break;
        case 3: f.n_seats = 4; break;
        case 4: contribute(&f, 1, "0012"); break;
        case 5: contribute(&f, 1, "001100"); break;
        case 6: contribute(&f, 0, "00"); break;
        case 7: f.given[1][0] = '\0', contribute(&f, 0, "0011"); break;
        }
        srv_fair_key(&f, i == 8 ? SRV_FAIR_BOTS : SRV_FAIR_CHANCE, key);
        hex_of(key, hex[i]);
        for (int other = 0; other < i; other++)
            CHECK(!spk_str_eq(hex[i], hex[other]));
    }
}

/* -- Whole games ------------------------------------------------------------------------------- */

/* A random match: chance from the stream, the players from a generator of their own. */
static void play_on(spk_match *m, spk_rng *chance, spk_rng *players, int n_moves)
{
    static spk_move moves[SPK_MAX_MOVES];
    spk_match_deal(m, chance);
    for (; n_moves > 0 && !spk_match_is_over(m); n_moves--) {
        spk_seat seat = spk_actors_first(spk_match_actors(m));
        int n = spk_match_moves(m, seat, moves);
        while (n > 1 && moves[n - 1] & SPK_MOVE_IDLE)
            n--;
        spk_move move = moves[spk_rng_below(players, (uint32_t)n)];
        CHECK(spk_match_move(m, seat, move, NULL) == SPK_OK);
        if (spk_rng_below(players, 5) == 0 && spk_match_undo(m, seat, NULL) == SPK_OK)
            CHECK(spk_match_play_safe(m, seat, NULL) == SPK_OK);
        spk_match_deal(m, chance);
    }
}

static int n_chance(const spk_match *m)
{
    int n = 0;
    for (int i = 0; i < spk_match_n_entries(m); i++)
        n += spk_match_entry(m, i).seat == SPK_SEAT_CHANCE;
    return n;
}

static void check_proved(const spk_match *m, const srv_fair *f)
{
    spk_buf proof = {0}, text = {0};
    spk_record record;
    srv_fair read;
    srv_fair_fault fault;
    srv_fair_prove(f, true, &proof);
    spk_record_save_proved(m, &proof, &text);
    CHECK(spk_record_load(&record, text.bytes, text.n, spk_game_find, NULL, NULL) == SPK_OK);
    CHECK(srv_fair_read(&read, &record.proof, record.box.n_seats, NULL) == SPK_OK);
    spk_buf_clear(&proof);
    srv_fair_prove(&read, true, &proof);
    CHECK_STR(spk_buf_text(&proof), spk_buf_text(&record.proof));
    spk_rng rng = chance_of(&read);
    CHECK_INT(srv_fair_replay(record.match, &rng, &fault), n_chance(m));
    spk_record_release(&record);
    spk_buf_release(&proof);
    spk_buf_release(&text);
}

TEST(every_game_is_proved_from_its_record)
{
    for (int g = 0; g < spk_n_games; g++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            const spk_game *game = spk_games[g];
            spk_choice choice = {.n_seats = seed % 2 ? game->max_seats : game->min_seats};
            spk_box box;
            spk_rng players;
            srv_fair f;
            CHECK(spk_box_open(&box, game, &choice, NULL) == SPK_OK);
            init_with(&f, "k7-3", box.n_seats, (int)seed);
            contribute(&f, 0, "00112233");
            spk_rng chance = chance_of(&f);
            spk_rng_init(&players, seed, 0);
            spk_match *m = spk_match_new(&box);
            play_on(m, &chance, &players, game->max_steps);
            CHECK(spk_match_is_over(m) && n_chance(m) > 5);
            check_proved(m, &f);
            spk_match_free(m);
            spk_box_close(&box);
        }
}

/* A server that comes back in the middle deals on as if it had never been away. */
TEST(a_replay_leaves_the_generator_where_the_deal_goes_on)
{
    spk_box box;
    srv_fair f;
    srv_fair_fault fault;
    CHECK(spk_box_open(&box, spk_game_find("famiglia"), &(spk_choice){0}, NULL) == SPK_OK);
    init_with(&f, "k7", 2, 1);
    spk_rng chance = chance_of(&f), again = chance, players;
    spk_rng_init(&players, 1, 0);
    spk_match *m = spk_match_new(&box);
    play_on(m, &chance, &players, 20);
    CHECK(!spk_match_is_over(m));
    CHECK(srv_fair_replay(m, &again, &fault) == n_chance(m));
    CHECK_INT(srv_fair_n_words(&again), srv_fair_n_words(&chance));
    play_on(m, &again, &players, box.game->max_steps);
    CHECK(spk_match_is_over(m));
    check_proved(m, &f);
    spk_match_free(m);
    spk_box_close(&box);
}

/* A match like m up to entry i, where chance does something else that is possible; then it goes on, fair
 * again. NULL: nothing else was possible. */
static spk_match *stacked_at(const spk_match *m, int i, spk_rng *players)
{
    const spk_box *box = spk_match_box(m);
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    spk_match *other = spk_match_new(box);
    spk_rng rng = *players;
    for (int k = 0; k < i; k++) {
        spk_buf line = {0};
        spk_match_entry_print(m, k, &line);
        CHECK(spk_match_entry_add(other, spk_buf_text(&line), NULL) == SPK_OK);
        spk_buf_release(&line);
    }
    int n = box->game->chance(box, spk_match_state(other), outcomes);
    spk_move was = spk_match_entry_move(m, i);
    spk_move now = outcomes[n - 1].move == was ? outcomes[0].move : outcomes[n - 1].move;
    if (now == was) {
        spk_match_free(other);
        return NULL;
    }
    CHECK(spk_match_move(other, SPK_SEAT_CHANCE, now, NULL) == SPK_OK);
    play_on(other, &rng, players, 10);
    return other;
}

/* One game, with every one of its draws stacked in turn. Returns how many. */
static int check_stacked(const spk_box *box, int seed)
{
    srv_fair f;
    int n_stacked = 0;
    init_with(&f, "k7", 2, seed);
    spk_rng chance = chance_of(&f), players;
    spk_rng_init(&players, 2, 0);
    spk_match *m = spk_match_new(box);
    play_on(m, &chance, &players, box->game->max_steps);
    for (int i = 0; i < spk_match_n_entries(m); i++) {
        srv_fair_fault fault = {0};
        char text[SPK_MOVE_TEXT];
        spk_entry e = spk_match_entry(m, i);
        spk_match *other = e.seat == SPK_SEAT_CHANCE ? stacked_at(m, i, &players) : NULL;
        if (!other)
            continue;
        spk_rng rng = chance_of(&f);
        CHECK_INT(srv_fair_replay(other, &rng, &fault), -1);
        CHECK_INT(fault.entry, i);
        CHECK_STR(fault.expected, e.text);
        CHECK_STR(fault.found, spk_move_text(box, spk_match_entry_move(other, i), text));
        spk_match_free(other);
        n_stacked++;
    }
    spk_match_free(m);
    return n_stacked;
}

TEST(a_stacked_draw_is_found_where_it_is)
{
    spk_box box;
    int n_stacked = 0;
    CHECK(spk_box_open(&box, spk_game_find("famiglia"), &(spk_choice){0}, NULL) == SPK_OK);
    for (int seed = 1; seed <= 6; seed++)
        n_stacked += check_stacked(&box, seed);
    CHECK(n_stacked > 100);
    spk_box_close(&box);
}

/* -- Proofs that are none ---------------------------------------------------------------------- */

static void check_no_proof(const char *from, const char *to, spk_err err, const char *words)
{
    srv_fair f, read;
    spk_buf proof = {0}, changed = {0};
    spk_why why = {0};
    init_with(&f, "k7", 2, 7);
    contribute(&f, 1, "0a0b");
    srv_fair_prove(&f, true, &proof);
    const char *text = spk_buf_text(&proof), *at = strstr(text, from);
    CHECK(at != NULL);
    spk_buf_add(&changed, text, (size_t)(at - text));
    spk_buf_puts(&changed, to);
    spk_buf_puts(&changed, at + strlen(from));
    spk_err got = srv_fair_read(&read, &changed, 2, &why);
    if (got != err || !strstr(why.text, words))
        fail_msg("'%s' -> '%s': %s %s", from, to, spk_err_name(got), why.text);
    spk_buf_release(&proof);
    spk_buf_release(&changed);
}

TEST(a_proof_with_something_missing_or_changed_is_none)
{
    check_no_proof("seed 0707", "seed 0708", SPK_EREFUSED, "committed");
    check_no_proof("commitment ", "commitment 0", SPK_EMALFORMED, "commitment");
    check_no_proof("commitment ", "other ", SPK_EMALFORMED, "commitment");
    check_no_proof("\nseed ", "\nweed ", SPK_EUNKNOWN, "not published");
    check_no_proof("seed 0707", "seed 07", SPK_EMALFORMED, "32 bytes");
    check_no_proof("method ", "other ", SPK_EMALFORMED, "method");
    check_no_proof("method sha256", "method md5", SPK_EMALFORMED, "method");
    check_no_proof("table k7", "table k/7", SPK_EMALFORMED, "table");
    check_no_proof("table k7\n", "", SPK_EMALFORMED, "table");
    check_no_proof("seat1 0a0b", "seat1 0a0", SPK_EMALFORMED, "contribution");
    check_no_proof("seat1 0a0b", "seat1 0A0B", SPK_EMALFORMED, "small letters");
    check_no_proof("seat1 0a0b", "seat2 0a0b", SPK_EMALFORMED, "seat of the table");
    srv_fair f;
    spk_why why = {0};
    CHECK(srv_fair_read(&f, &(spk_buf){0}, 2, &why) == SPK_EUNKNOWN);
    CHECK(strstr(why.text, "no proof"));
}

/* -- Attacks -----------------------------------------------------------------------------------
 * What a guest knows while the game is on: when the table was made, its id, the commitment, all
 * contributions, and every card so far. From these the guest guesses generators and looks whether one
 * of them gives the cards that came. The same attacks find out a dealer who seeds with the time. */

typedef struct guest {
    const spk_match *match;
    spk_buf facts; /* the proof so far, without the seed */
    uint64_t created_ms;
    srv_fair public; /* as the guest knows it: no seed in it */
    int n_tries, n_hits;
} guest;

static void try_rng(guest *g, spk_rng rng)
{
    srv_fair_fault fault;
    g->n_tries++;
    g->n_hits += srv_fair_replay(g->match, &rng, &fault) >= 0;
}

static void try_key(guest *g, const uint8_t key[SRV_FAIR_BYTES])
{
    for (uint64_t stream = 0; stream < 4; stream++) {
        spk_rng rng;
        spk_rng_init_key(&rng, key, stream);
        try_rng(g, rng);
    }
}

/* Some bytes as a key, hashed to a key, as the seed of the true method and as the key of a HMAC. */
static void try_bytes(guest *g, const void *bytes, size_t n)
{
    uint8_t key[SRV_FAIR_BYTES] = {0};
    memcpy(key, bytes, n < sizeof key ? n : sizeof key);
    for (int hashed = 0; hashed < 2; hashed++) {
        srv_fair f = g->public;
        try_key(g, key);
        memcpy(f.seed, key, sizeof f.seed);
        try_rng(g, chance_of(&f));
        crypto_hash_sha256(key, bytes, n);
    }
}

static void try_numbers(guest *g, uint64_t number)
{
    char digits[24];
    spk_rng rng;
    int n = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    spk_rng_init(&rng, number, 0);
    try_rng(g, rng);
    try_bytes(g, &number, sizeof number);
    try_bytes(g, digits, (size_t)n);
}

static void attack(guest *g)
{
    char value[SPK_PROOF_VALUE + 1];
    uint8_t bytes[SRV_FAIR_BYTES] = {0};
    spk_buf text = {0};
    for (int64_t d = -150; d <= 150; d++) /* the clock is known to a fraction of a second */
        try_numbers(g, g->created_ms + (uint64_t)d);
    for (uint64_t s = g->created_ms / 1000 - 5; s < g->created_ms / 1000 + 5; s++)
        try_numbers(g, s);
    for (const char *line = spk_buf_text(&g->facts); *line; line += strcspn(line, "\n") + 1)
        try_bytes(g, strchr(line, ' ') + 1, strcspn(strchr(line, ' ') + 1, "\n"));
    CHECK(spk_proof_value(&g->facts, "commitment", value) != NULL);
    sodium_hex2bin(bytes, sizeof bytes, value, 64, NULL, NULL, NULL);
    try_bytes(g, bytes, sizeof bytes);
    sodium_hex2bin(bytes, sizeof bytes, g->public.given[0], 8, NULL, NULL, NULL);
    try_bytes(g, bytes, 4);
    srv_fair_text(&g->public, SRV_FAIR_CHANCE, &text);
    try_bytes(g, spk_buf_text(&text), text.n);
    try_bytes(g, spk_buf_text(&g->facts), g->facts.n);
    spk_buf_release(&text);
}

static guest watch(const spk_match *m, const srv_fair *f, uint64_t created_ms)
{
    guest g = {.match = m, .created_ms = created_ms, .public = *f};
    memset(g.public.seed, 0, sizeof g.public.seed);
    srv_fair_prove(f, false, &g.facts);
    return g;
}

TEST(nobody_computes_the_deal_from_what_is_public)
{
    const uint64_t created_ms = 1750000000123;
    spk_box box;
    srv_fair f;
    spk_rng players;
    CHECK(spk_box_open(&box, spk_game_find("famiglia"), &(spk_choice){0}, NULL) == SPK_OK);
    srv_fair_init(&f, "k7", 2);
    contribute(&f, 0, "c0ffee00");
    contribute(&f, 1, "01");

    /* A dealer as they are elsewhere: the attack works. */
    spk_match *naive = spk_match_new(&box);
    spk_rng chance;
    spk_rng_init(&chance, created_ms + 17, 0);
    spk_rng_init(&players, 3, 0);
    play_on(naive, &chance, &players, 8);
    guest g = watch(naive, &f, created_ms);
    attack(&g);
    CHECK(g.n_hits > 0);
    spk_buf_release(&g.facts);
    spk_match_free(naive);

    /* Ours: it does not, */
    spk_match *m = spk_match_new(&box);
    chance = chance_of(&f);
    play_on(m, &chance, &players, 8);
    g = watch(m, &f, created_ms);
    char seed[SRV_FAIR_HEX];
    hex_of(f.seed, seed);
    CHECK(strstr(spk_buf_text(&g.facts), seed) == NULL);
    attack(&g);
    CHECK(g.n_tries > 5000);
    CHECK_INT(g.n_hits, 0);
    /* not even for one who has the bots' key; */
    uint8_t bots[SRV_FAIR_BYTES];
    srv_fair_key(&f, SRV_FAIR_BOTS, bots);
    try_bytes(&g, bots, sizeof bots);
    CHECK_INT(g.n_hits, 0);
    /* and with the seed it is open to everybody. */
    try_bytes(&g, f.seed, sizeof f.seed);
    CHECK_INT(g.n_hits, 1);
    spk_buf_release(&g.facts);
    spk_match_free(m);
    spk_box_close(&box);
}

/* Tables made at the same moment, with the same name, have nothing in common. */
TEST(every_table_has_a_seed_of_its_own)
{
    enum { TABLES = 500 };
    static srv_fair f[TABLES];
    int ones = 0;
    for (int i = 0; i < TABLES; i++) {
        srv_fair_init(&f[i], "k7", 2);
        for (int other = 0; other < i; other++)
            CHECK(memcmp(f[i].seed, f[other].seed, 8) != 0);
        for (int byte = 0; byte < SRV_FAIR_BYTES; byte++)
            ones += __builtin_popcount(f[i].seed[byte]);
    }
    /* 128,000 bits, half of them ones: six standard deviations are 1,073. */
    CHECK(ones > 64000 - 1073 && ones < 64000 + 1073);
}

TEST_MAIN()
