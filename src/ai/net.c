/* net.c: see net.h. The loops are written for a compiler to turn into SIMD: fixed steps, no branches,
 * 16-bit products added up in 32 bits. No sum can overflow: 256 * 32,768 < 2^24 in the first layer, and
 * 64 * 511 * 32,768 < 2^30 in the others. */
#include "ai/net.h"

#include <string.h>

#include "base/err.h"
#include "base/hash.h"

/* -- The file ---------------------------------------------------------------------------------- */

uint64_t spk_blocks_hash(const spk_block *blocks)
{
    uint64_t h = SPK_HASH_START;
    for (const spk_block *b = blocks; b->name; b++) {
        int32_t sizes[2] = {b->n_slots, b->size};
        h = spk_hash(h, b->name, strlen(b->name) + 1);
        h = spk_hash(h, sizes, sizeof sizes);
    }
    return h;
}

uint64_t spk_features_hash(const spk_features *features)
{
    return spk_blocks_hash(features->blocks);
}

/* 16-bit numbers before the padding. */
static size_t n_shorts(const spk_features *f, int n_sums, int n_hidden)
{
    return (size_t)f->n_features * (size_t)n_sums + (size_t)n_sums +
           (size_t)n_hidden * (size_t)n_sums + (size_t)n_hidden;
}

size_t spk_net_size(const spk_features *features, int n_sums, int n_hidden)
{
    size_t shorts = n_shorts(features, n_sums, n_hidden);
    return SPK_NET_HEADER + 2 * (shorts + shorts % 2) + 4 * ((size_t)n_hidden + 1);
}

size_t spk_net_taste_size(const spk_move_features *moves)
{
    size_t shorts = moves ? (size_t)moves->n_features : 0;
    return moves ? sizeof(uint64_t) + 2 * (shorts + shorts % 2) : 0;
}

static spk_err no_net(spk_why *why, const char *what)
{
    return spk_malformed(why, 0, "This is no net for this table: %s", what);
}

/* Where everything is; the header was checked. */
static void find_parts(spk_net *net, const unsigned char *bytes)
{
    const int16_t *at = (const int16_t *)(const void *)(bytes + SPK_NET_HEADER);
    size_t shorts = n_shorts(net->features, net->n_sums, net->n_hidden);
    net->first = at;
    net->first_bias = net->first + (size_t)net->features->n_features * (size_t)net->n_sums;
    net->second = net->first_bias + net->n_sums;
    net->third = net->second + (size_t)net->n_hidden * (size_t)net->n_sums;
    net->second_bias = (const int32_t *)(const void *)(at + shorts + shorts % 2);
    net->third_bias = net->second_bias + net->n_hidden;
}

static spk_err read_header(spk_net *net, const spk_box *box, spk_why *why)
{
    const spk_features *f = box->game->hints ? box->game->hints->features : NULL;
    uint64_t hash;
    uint16_t n[8];
    if (!f)
        return no_net(why, "the game names no features");
    if (box->net.size < SPK_NET_HEADER || memcmp(box->net.bytes, "spknet1\n", 8) != 0)
        return no_net(why, "it does not begin as a net does");
    memcpy(&hash, box->net.bytes + 8, sizeof hash);
    memcpy(n, box->net.bytes + 16, sizeof n);
    if (hash != spk_features_hash(f) || n[1] != f->n_features || n[2] != f->n_slots)
        return no_net(why, "it was trained on other features");
    if (n[0] != box->n_seats)
        return no_net(why, "it was trained for another number of players");
    *net = (spk_net){f, n[0], n[3], n[4], n[5], n[6], n[7], 0, 0, 0, 0, 0, 0, 0};
    if (n[3] == 0 || n[3] > SPK_NET_SUMS || n[3] % 16 || n[4] == 0 || n[4] > SPK_NET_HIDDEN)
        return no_net(why, "it is too large");
    if (n[5] < 7 || n[5] > 15 || n[6] > 15 || n[7] < 1 || n[7] > 15)
        return no_net(why, "its scales make no sense");
    size_t size = spk_net_size(f, n[3], n[4]);
    if (box->net.size != size && box->net.size != size + spk_net_taste_size(f->moves))
        return no_net(why, "its length is wrong");
    return SPK_OK;
}

/* What it has learned about moves, if anything. */
static spk_err find_taste(spk_net *net, const spk_box *box, spk_why *why)
{
    size_t size = spk_net_size(net->features, net->n_sums, net->n_hidden);
    uint64_t hash;
    if (box->net.size == size)
        return SPK_OK;
    memcpy(&hash, box->net.bytes + size, sizeof hash);
    if (hash != spk_blocks_hash(net->features->moves->blocks))
        return no_net(why, "it was trained on other features of moves");
    net->taste = (const int16_t *)(const void *)(box->net.bytes + size + sizeof hash);
    return SPK_OK;
}

/* With the largest sum of products, 2^30, a bias must stay below 2^31. */
static bool has_large_bias(const spk_net *net)
{
    const int32_t most = 1 << 30;
    for (int i = 0; i < net->n_hidden; i++)
        if (net->second_bias[i] > most || net->second_bias[i] < -most)
            return true;
    return *net->third_bias > most || *net->third_bias < -most;
}

spk_err spk_net_open(spk_net *net, const spk_box *box, spk_why *why)
{
    spk_err err = read_header(net, box, why);
    if (err != SPK_OK)
        return err;
    find_parts(net, box->net.bytes);
    err = find_taste(net, box, why);
    if (err != SPK_OK)
        return err;
    return has_large_bias(net) ? no_net(why, "its weights are too large") : SPK_OK;
}

/* -- From a row to a number -------------------------------------------------------------------- */

static void add(int32_t *restrict sum, const int16_t *restrict weight, int n)
{
    for (int i = 0; i < n; i++)
        sum[i] += weight[i];
}

static void subtract(int32_t *restrict sum, const int16_t *restrict weight, int n)
{
    for (int i = 0; i < n; i++)
        sum[i] -= weight[i];
}

static void add_row(const spk_net *net, const uint16_t *row, int32_t *sum)
{
    for (int i = 0; i < net->n_sums; i++)
        sum[i] = net->first_bias[i];
    for (int i = 0; i < net->features->n_slots; i++)
        if (row[i] != SPK_NO_FEATURE)
            add(sum, net->first + row[i] * net->n_sums, net->n_sums);
}

static void change_slot(const spk_net *net, uint16_t old, uint16_t new, int32_t *sum)
{
    if (old == new)
        return;
    if (old != SPK_NO_FEATURE)
        subtract(sum, net->first + old * net->n_sums, net->n_sums);
    if (new != SPK_NO_FEATURE)
        add(sum, net->first + new * net->n_sums, net->n_sums);
}

/* Four slots are compared at a time. */
static void change_row(const spk_net *net, const uint16_t *old, const uint16_t *new, int32_t *sum)
{
    int n = net->features->n_slots, i = 0;
    for (uint64_t a, b; i + 4 <= n; i += 4) {
        memcpy(&a, old + i, sizeof a);
        memcpy(&b, new + i, sizeof b);
        for (int k = i; a != b && k < i + 4; k++)
            change_slot(net, old[k], new[k], sum);
    }
    for (; i < n; i++)
        change_slot(net, old[i], new[i], sum);
}

static void clip(const int32_t *restrict sum, int shift, int16_t *restrict out, int n)
{
    for (int i = 0; i < n; i++) {
        int x = sum[i] >> shift;
        out[i] = (int16_t)(x < 0 ? 0 : x > SPK_NET_CLIP ? SPK_NET_CLIP : x);
    }
}

static int32_t dot(const int16_t *restrict a, const int16_t *restrict b, int n)
{
    int32_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static int finish(const spk_net *net, const int32_t *sum)
{
    int16_t in[SPK_NET_SUMS], hidden[SPK_NET_HIDDEN];
    clip(sum, net->sum_shift - 7, in, net->n_sums);
    for (int h = 0; h < net->n_hidden; h++) {
        int32_t x = net->second_bias[h] +
                    dot(net->second + (size_t)h * (size_t)net->n_sums, in, net->n_sums);
        x >>= net->hidden_shift;
        hidden[h] = (int16_t)(x < 0 ? 0 : x > SPK_NET_CLIP ? SPK_NET_CLIP : x);
    }
    return (*net->third_bias + dot(net->third, hidden, net->n_hidden)) >> (net->result_shift - 1);
}

int spk_net_row(const spk_net *net, const uint16_t *row)
{
    int32_t sum[SPK_NET_SUMS];
    add_row(net, row, sum);
    return finish(net, sum);
}

int spk_net_standing(const spk_net *net, const spk_box *box, const void *state, spk_seat seat,
                     spk_net_memo *memo)
{
    uint16_t row[SPK_MAX_SLOTS];
    net->features->read(box, state, seat, row);
    if (memo->has_row[seat])
        change_row(net, memo->row[seat], row, memo->sum[seat]);
    else
        add_row(net, row, memo->sum[seat]);
    memcpy(memo->row[seat], row, (size_t)net->features->n_slots * sizeof *row);
    memo->has_row[seat] = true;
    return finish(net, memo->sum[seat]);
}

void spk_net_values(const spk_net *net, const spk_box *box, const void *state, spk_net_memo *memo,
                    int value[SPK_MAX_SEATS])
{
    int standing[SPK_MAX_SEATS] = {0};
    spk_seat actor = net->features->on_turn ? net->features->on_turn(box, state)
                                            : spk_actors_first(box->game->actors(box, state));
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        if (box->n_seats > 2 || seat == actor)
            standing[seat] = spk_net_standing(net, box, state, seat, memo);
    spk_share_wins(box, standing, SPK_NET_DOUBLING, value);
}

/* -- Moves ------------------------------------------------------------------------------------- */

int spk_net_log(uint32_t weight)
{
    int whole = 31 - __builtin_clz(weight);
    uint64_t rest = weight - ((uint32_t)1 << whole);
    return SPK_NET_DOUBLING * whole + (int)(rest * SPK_NET_DOUBLING >> whole);
}

uint32_t spk_net_power(int doublings)
{
    int whole = doublings / SPK_NET_DOUBLING;
    uint64_t part = SPK_NET_DOUBLING + (uint64_t)(doublings % SPK_NET_DOUBLING);
    return (uint32_t)((part << whole) / SPK_NET_DOUBLING);
}

/* The best move weighs 2^20, and no move less than 1. */
void spk_net_weigh(const spk_net *net, const spk_box *box, const void *state, spk_seat seat,
                   const spk_move *moves, int n, uint16_t *rows, uint32_t *weight)
{
    const spk_move_features *f = net->features->moves;
    int32_t best = INT32_MIN, most = 20 * SPK_NET_DOUBLING;
    f->read(box, state, seat, moves, n, rows);
    for (int i = 0; i < n; i++) {
        int32_t sum = spk_net_log(weight[i]);
        for (int k = 0; k < f->n_slots; k++)
            if (rows[i * f->n_slots + k] != SPK_NO_FEATURE)
                sum += net->taste[rows[i * f->n_slots + k]];
        weight[i] = (uint32_t)sum;
        best = sum > best ? sum : best;
    }
    for (int i = 0; i < n; i++) {
        int32_t log = most + ((int32_t)weight[i] - best);
        weight[i] = log > 0 ? spk_net_power(log) : 1;
    }
}
