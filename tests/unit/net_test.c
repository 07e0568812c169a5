/* net_test.c: a net says what its file says: checked against a plain second way to do the sums, and file by
 * broken file. What nets have learned is the arena's business (docs/strength.md). */
#include "ai/net.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/rng.h"
#include "engine/box.h"
#include "games/registry.h"
#include "test.h"

enum { SUMS = 32, HIDDEN = 16 };

static const spk_game *game_with_features(int nth)
{
    for (int i = 0; i < spk_n_games; i++)
        if (spk_games[i]->hints && spk_games[i]->hints->features && nth-- == 0)
            return spk_games[i];
    return NULL;
}

static void add_short(spk_buf *out, int n)
{
    int16_t word = (int16_t)n;
    spk_buf_add(out, (const char *)&word, sizeof word);
}

static void add_long(spk_buf *out, int n)
{
    int32_t word = n;
    spk_buf_add(out, (const char *)&word, sizeof word);
}

/* A net of random weights, as large as they may be. */
static void make_net(spk_buf *out, const spk_box *box, uint64_t seed, int most)
{
    const spk_features *f = box->game->hints->features;
    uint64_t hash = spk_features_hash(f);
    uint32_t range = 2 * (uint32_t)most + 1;
    spk_rng rng;
    spk_rng_init(&rng, seed, 0);
    spk_buf_add(out, "spknet1\n", 8);
    spk_buf_add(out, (const char *)&hash, sizeof hash);
    add_short(out, box->n_seats), add_short(out, f->n_features), add_short(out, f->n_slots);
    add_short(out, SUMS), add_short(out, HIDDEN);
    add_short(out, 12), add_short(out, 10), add_short(out, 9);
    for (int i = 0; i < (f->n_features + 1 + HIDDEN) * SUMS + HIDDEN; i++)
        add_short(out, (int)spk_rng_below(&rng, range) - most);
    while (out->n % 4)
        spk_buf_putc(out, 0);
    for (int i = 0; i < HIDDEN + 1; i++)
        add_long(out, (int)spk_rng_below(&rng, 200001) - 100000);
}

static void use(spk_box *box, const spk_buf *file)
{
    box->net = (spk_net_file){(const unsigned char *)file->bytes, file->n, box->n_seats};
}

/* The same sums, from the file's numbers one by one. */
static int64_t clipped(int64_t x) { return x < 0 ? 0 : x > SPK_NET_CLIP ? SPK_NET_CLIP : x; }

static int64_t plainly(const spk_net *net, const uint16_t *row)
{
    int64_t in[SUMS], hidden[HIDDEN], out = *net->third_bias;
    for (int k = 0; k < SUMS; k++) {
        int64_t sum = net->first_bias[k];
        for (int i = 0; i < net->features->n_slots; i++)
            if (row[i] != SPK_NO_FEATURE)
                sum += net->first[(size_t)row[i] * SUMS + (size_t)k];
        in[k] = clipped(sum >> (net->sum_shift - 7));
    }
    for (int h = 0; h < HIDDEN; h++) {
        int64_t sum = net->second_bias[h];
        for (int k = 0; k < SUMS; k++)
            sum += in[k] * net->second[h * SUMS + k];
        hidden[h] = clipped(sum >> net->hidden_shift);
    }
    for (int h = 0; h < HIDDEN; h++)
        out += hidden[h] * net->third[h];
    return out >> (net->result_shift - 1);
}

static void follow_game(spk_box *box, const spk_net *net, uint64_t seed)
{
    const spk_features *f = net->features;
    spk_net plain = *net;
    spk_net_memo *memo = spk_alloc(sizeof *memo), *other = spk_alloc(sizeof *other);
    spk_state state;
    plain.wide = false;
    spk_rng rng;
    spk_actors who;
    spk_rng_init(&rng, seed, 1);
    box->game->setup(box, &state);
    while ((who = box->game->actors(box, &state)) != 0) {
        spk_move moves[SPK_MAX_MOVES], move;
        spk_seat seat = spk_actors_first(who);
        if (who == SPK_CHANCE_ACTS) {
            move = spk_chance_draw(box, &state, &rng);
        } else {
            uint16_t row[SPK_MAX_SLOTS];
            f->read(box, &state, seat, row);
            CHECK_INT(spk_net_standing(net, box, &state, seat, memo), plainly(net, row));
            CHECK_INT(spk_net_standing(&plain, box, &state, seat, other), plainly(net, row));
            CHECK_INT(spk_net_row(net, row), plainly(net, row));
            int n = box->game->moves(box, &state, seat, moves);
            move = moves[spk_rng_below(&rng, (uint32_t)n)];
        }
        box->game->apply(box, &state, seat, move);
    }
    spk_free(memo), spk_free(other);
}

static void open_box(spk_box *box, const spk_game *game, int n_seats)
{
    spk_why why;
    CHECK(spk_box_open(box, game, &(spk_choice){.n_seats = n_seats}, &why) == SPK_OK);
}

TEST(sums_kept_from_move_to_move_are_those_of_the_file)
{
    const spk_game *game;
    for (int nth = 0; (game = game_with_features(nth)) != NULL; nth++)
        for (int n_seats = game->min_seats; n_seats <= game->max_seats; n_seats++)
            for (int most = 40; most <= 32767; most = most * 28 + 7) {
                spk_box box;
                spk_buf file = {0};
                spk_net net;
                spk_why why;
                open_box(&box, game, n_seats);
                make_net(&file, &box, (uint64_t)nth, most);
                use(&box, &file);
                CHECK(spk_net_open(&net, &box, &why) == SPK_OK);
                follow_game(&box, &net, 5);
                spk_buf_release(&file);
                spk_box_close(&box);
            }
}

/* Bags' digits are looked up in one table; and a row has a place for whatever a word means. */
TEST(words_keep_to_their_limits)
{
    const spk_game *game;
    for (int nth = 0; (game = game_with_features(nth)) != NULL; nth++) {
        const spk_wording *f = game->hints->features->words;
        int n_digits = 0;
        if (!f)
            continue;
        CHECK(f->n <= SPK_MAX_WORDS && f->n_bags <= f->n);
        for (int i = 0; i < f->n_bags; i++)
            n_digits += 64 / f->digit_bits[i] << f->digit_bits[i];
        CHECK(n_digits <= SPK_MAX_DIGITS);
    }
}

/* Every position's prospects add up, whoever acts. */
TEST(prospects_add_up)
{
    const spk_game *game;
    for (int nth = 0; (game = game_with_features(nth)) != NULL; nth++) {
        spk_box box;
        spk_buf file = {0};
        spk_net net;
        spk_why why;
        spk_net_memo *memo = spk_alloc(sizeof *memo);
        spk_state state;
        spk_rng rng;
        int value[SPK_MAX_SEATS], sum = 0;
        open_box(&box, game, game->max_seats);
        make_net(&file, &box, 3, 300);
        use(&box, &file);
        CHECK(spk_net_open(&net, &box, &why) == SPK_OK);
        spk_rng_init(&rng, 1, 1);
        game->setup(&box, &state);
        while (game->actors(&box, &state) == SPK_CHANCE_ACTS)
            game->apply(&box, &state, SPK_SEAT_CHANCE, spk_chance_draw(&box, &state, &rng));
        spk_net_values(&net, &box, &state, memo, value);
        for (spk_seat seat = 0; seat < box.n_seats; seat++)
            sum += value[seat];
        CHECK_INT(sum, SPK_WIN);
        spk_free(memo);
        spk_buf_release(&file);
        spk_box_close(&box);
    }
}

/* -- Files that are none ----------------------------------------------------------------------- */

static bool is_refused(spk_box *box, const spk_buf *file, const char *words)
{
    spk_net net;
    spk_why why = {0};
    use(box, file);
    return spk_net_open(&net, box, &why) != SPK_OK && strstr(why.text, words) != NULL;
}

/* The file with one 16-bit number changed. */
static bool is_refused_with(spk_box *box, size_t at, int n, const char *words)
{
    spk_buf file = {0};
    int16_t word = (int16_t)n;
    make_net(&file, box, 1, 100);
    memcpy(file.bytes + at, &word, sizeof word);
    bool refused = is_refused(box, &file, words);
    spk_buf_release(&file);
    return refused;
}

TEST(a_file_that_is_no_net_for_this_table_is_refused)
{
    spk_box box;
    spk_buf file = {0};
    open_box(&box, game_with_features(0), 0);
    make_net(&file, &box, 1, 100);
    file.n--;
    CHECK(is_refused(&box, &file, "length"));
    file.n = 20;
    CHECK(is_refused(&box, &file, "begin"));
    file.n = 0;
    CHECK(is_refused(&box, &file, "begin"));
    spk_buf_release(&file);
    CHECK(is_refused_with(&box, 0, 0x7370, "begin"));
    CHECK(is_refused_with(&box, 8, 1, "features"));
    CHECK(is_refused_with(&box, 16, 7, "players"));
    CHECK(is_refused_with(&box, 18, 7, "features"));
    CHECK(is_refused_with(&box, 22, 0, "large"));
    CHECK(is_refused_with(&box, 22, 40, "large"));
    CHECK(is_refused_with(&box, 22, 128, "large"));
    CHECK(is_refused_with(&box, 24, 65, "large"));
    CHECK(is_refused_with(&box, 26, 6, "scales"));
    CHECK(is_refused_with(&box, 26, 16, "scales"));
    CHECK(is_refused_with(&box, 30, 0, "scales"));
    size_t last = spk_net_size(box.game->hints->features, SUMS, HIDDEN) - 2;
    CHECK(is_refused_with(&box, last, 0x7000, "weights"));
    spk_box_close(&box);
}

TEST(a_net_names_its_features_by_hash)
{
    static const spk_block one[] = {{"a", 1, 2}, {"b", 1, 3}, {0}};
    static const spk_block other[] = {{"b", 1, 3}, {"a", 1, 2}, {0}};
    static const spk_block larger[] = {{"a", 1, 2}, {"b", 1, 4}, {0}};
    uint64_t hash = spk_features_hash(&(spk_features){.blocks = one});
    CHECK(hash != spk_features_hash(&(spk_features){.blocks = other}));
    CHECK(hash != spk_features_hash(&(spk_features){.blocks = larger}));
    CHECK(hash == spk_features_hash(&(spk_features){.blocks = one}));
}

/* Every net we ship opens at its table. */
TEST(the_nets_that_come_with_the_games_fit)
{
    for (int i = 0; i < spk_n_games; i++)
        for (int n = spk_games[i]->min_seats; n <= spk_games[i]->max_seats; n++) {
            spk_box box;
            spk_net net;
            spk_why why = {0};
            open_box(&box, spk_games[i], n);
            if (box.net.bytes && spk_net_open(&net, &box, &why) != SPK_OK)
                fail_msg("%s, %d players: %s", spk_games[i]->key, n, why.text);
            spk_box_close(&box);
        }
}

/* -- Taste ------------------------------------------------------------------------------------- */

static const spk_game *game_with_taste(void)
{
    const spk_game *game;
    for (int nth = 0; (game = game_with_features(nth)) != NULL; nth++)
        if (game->hints->features->moves)
            return game;
    return NULL;
}

static void add_taste(spk_buf *out, const spk_move_features *f, int each)
{
    uint64_t hash = spk_blocks_hash(f->blocks);
    spk_buf_add(out, (const char *)&hash, sizeof hash);
    for (int i = 0; i < f->n_features + f->n_features % 2; i++)
        add_short(out, i % 7 * each);
}

static void to_first_choice(const spk_box *box, spk_state *state, spk_rng *rng)
{
    spk_move moves[SPK_MAX_MOVES];
    spk_actors who;
    box->game->setup(box, state);
    while ((who = box->game->actors(box, state)) == SPK_CHANCE_ACTS ||
           box->game->moves(box, state, spk_actors_first(who), moves) < 3) {
        spk_seat seat = spk_actors_first(who);
        spk_move move = who == SPK_CHANCE_ACTS ? spk_chance_draw(box, state, rng) : moves[0];
        box->game->apply(box, state, seat, move);
    }
}

/* Weights of 1 become powers of two of what the features say, the largest 2^20. */
TEST(a_net_with_taste_weighs_moves_by_their_features)
{
    spk_box box;
    spk_buf file = {0};
    spk_net net;
    spk_rng rng;
    spk_state state;
    spk_move moves[SPK_MAX_MOVES];
    static uint16_t rows[SPK_MAX_MOVES * SPK_MAX_MOVE_SLOTS];
    static uint32_t weight[SPK_MAX_MOVES];
    open_box(&box, game_with_taste(), 0);
    const spk_move_features *f = box.game->hints->features->moves;
    make_net(&file, &box, 1, 100);
    add_taste(&file, f, SPK_NET_DOUBLING);
    use(&box, &file);
    CHECK(spk_net_open(&net, &box, NULL) == SPK_OK && net.taste);
    spk_rng_init(&rng, 4, 0);
    to_first_choice(&box, &state, &rng);
    spk_seat seat = spk_actors_first(box.game->actors(&box, &state));
    int n = box.game->moves(&box, &state, seat, moves), best = 0;
    for (int i = 0; i < n; i++)
        weight[i] = 1;
    spk_net_weigh(&net, &box, &state, seat, moves, n, rows, weight);
    int sum[SPK_MAX_MOVES] = {0};
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < f->n_slots; k++)
            if (rows[i * f->n_slots + k] != SPK_NO_FEATURE) {
                CHECK(rows[i * f->n_slots + k] < f->n_features);
                sum[i] += rows[i * f->n_slots + k] % 7;
            }
        best = sum[i] > best ? sum[i] : best;
    }
    for (int i = 0; i < n; i++)
        CHECK_INT((int)weight[i], best - sum[i] > 20 ? 1 : 1 << (20 - best + sum[i]));
    spk_buf_release(&file);
    spk_box_close(&box);
}

TEST(a_net_has_taste_or_not_and_only_for_the_features_it_knows)
{
    spk_box box;
    spk_buf file = {0};
    spk_net net;
    spk_why why;
    open_box(&box, game_with_taste(), 0);
    const spk_move_features *f = box.game->hints->features->moves;
    make_net(&file, &box, 1, 100);
    use(&box, &file);
    CHECK(spk_net_open(&net, &box, &why) == SPK_OK && !net.taste);
    size_t before = file.n;
    add_taste(&file, f, 1);
    CHECK_INT((int)(file.n - before), (int)spk_net_taste_size(f));
    use(&box, &file);
    file.bytes[before] ^= 1;
    CHECK(spk_net_open(&net, &box, &why) == SPK_EMALFORMED && strstr(why.text, "moves"));
    box.net.size -= 2;
    CHECK(spk_net_open(&net, &box, &why) == SPK_EMALFORMED && strstr(why.text, "length"));
    spk_buf_release(&file);
    spk_box_close(&box);
}

/* A game that adds up for itself what moves' features are worth says what its rows say. */
static void check_sums(const spk_box *box, const spk_state *state, const int16_t *worth)
{
    const spk_move_features *f = box->game->hints->features->moves;
    static spk_move moves[SPK_MAX_MOVES];
    static uint16_t rows[SPK_MAX_MOVES * SPK_MAX_MOVE_SLOTS];
    static int32_t sum[SPK_MAX_MOVES];
    spk_seat seat = spk_actors_first(box->game->actors(box, state));
    int n = box->game->moves(box, state, seat, moves);
    f->read(box, state, seat, moves, n, rows);
    f->add(box, state, seat, moves, n, worth, sum);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < f->n_slots; k++)
            if (rows[i * f->n_slots + k] != SPK_NO_FEATURE)
                sum[i] -= worth[rows[i * f->n_slots + k]];
        CHECK_INT(sum[i], 0);
    }
}

static void check_sums_of_a_match(const spk_box *box, const int16_t *worth, spk_rng *rng)
{
    spk_state state;
    static spk_move moves[SPK_MAX_MOVES];
    spk_actors who;
    box->game->setup(box, &state);
    while ((who = box->game->actors(box, &state)) != 0) {
        spk_seat seat = spk_actors_first(who);
        spk_move move;
        if (who == SPK_CHANCE_ACTS)
            move = spk_chance_draw(box, &state, rng);
        else {
            check_sums(box, &state, worth);
            int n = box->game->moves(box, &state, seat, moves);
            move = moves[spk_rng_below(rng, (uint32_t)n)];
        }
        box->game->apply(box, &state, seat, move);
    }
}

TEST(what_moves_are_worth_is_added_up_as_their_rows_say)
{
    spk_rng rng;
    spk_rng_init(&rng, 9, 0);
    for (int nth = 0; game_with_features(nth); nth++) {
        const spk_game *game = game_with_features(nth);
        const spk_move_features *f = game->hints->features->moves;
        for (int n = game->min_seats; f && f->add && n <= game->max_seats; n++) {
            spk_box box;
            int16_t *worth = spk_alloc((size_t)f->n_features * sizeof *worth);
            for (int i = 0; i < f->n_features; i++)
                worth[i] = (int16_t)((int)spk_rng_below(&rng, 65536) - 32768);
            open_box(&box, game, n);
            for (int i = 0; i < 5; i++)
                check_sums_of_a_match(&box, worth, &rng);
            spk_box_close(&box);
            spk_free(worth);
        }
    }
}

/* In whole numbers: the highest bit, and the eight below it. */
static int log_in_whole_numbers(uint32_t weight)
{
    int whole = 31 - __builtin_clz(weight);
    uint64_t rest = weight - ((uint32_t)1 << whole);
    return SPK_NET_DOUBLING * whole + (int)(rest * SPK_NET_DOUBLING >> whole);
}

TEST(logarithms_round_down_whatever_the_weight)
{
    for (uint64_t weight = 1; weight <= UINT32_MAX; weight += 1 + weight / 5000) {
        CHECK_INT(spk_net_log((uint32_t)weight), log_in_whole_numbers((uint32_t)weight));
        CHECK_INT(spk_net_log((uint32_t)~weight | 1), log_in_whole_numbers((uint32_t)~weight | 1));
    }
    for (int i = 0; i < 31 * SPK_NET_DOUBLING; i++) {
        uint64_t part = SPK_NET_DOUBLING + (uint64_t)i % SPK_NET_DOUBLING;
        CHECK(spk_net_power(i) == (part << i / SPK_NET_DOUBLING) / SPK_NET_DOUBLING);
    }
}

TEST(logarithms_and_powers_are_each_others_opposite)
{
    for (int i = 0; i <= 20 * SPK_NET_DOUBLING; i++) {
        int back = spk_net_log(spk_net_power(i));
        CHECK(back <= i && (back == i || i < 8 * SPK_NET_DOUBLING));
    }
    CHECK_INT((int)spk_net_power(10 * SPK_NET_DOUBLING), 1024);
    CHECK_INT(spk_net_log(3), SPK_NET_DOUBLING + SPK_NET_DOUBLING / 2);
}

TEST_MAIN()
