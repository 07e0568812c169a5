/* net.c: see net.h. The loops are written for a compiler to turn into SIMD: fixed steps, no branches,
 * 16-bit products added up in 32 bits. No sum can overflow: 256 * 32,768 < 2^24 in the first layer, and
 * 64 * 511 * 32,768 < 2^30 in the others. So the order of additions does not matter, and what a machine with
 * wider registers (AVX2) does differently gives the same bits. */
#include "ai/net.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define HAS_WIDE 1
#define WIDE     __attribute__((target("avx2,bmi,bmi2")))
#else
#define HAS_WIDE 0
#define WIDE
#endif

/* Compiled into its caller, with what that may use. */
#define INSIDE static inline __attribute__((always_inline))

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
    *net = (spk_net){.features = f,
                     .n_seats = n[0],
                     .n_sums = n[3],
                     .n_hidden = n[4],
                     .sum_shift = n[5],
                     .hidden_shift = n[6],
                     .result_shift = n[7]};
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

/* How many sums of wholes a memo has room for. */
static int room_for(const spk_net *net)
{
    int n = SPK_NET_KNOWN;
    while (n * net->n_seats * net->n_sums > SPK_NET_WORTHS)
        n /= 2;
    return n;
}

/* The tables of all bags' digits, one behind the other. */
static void place_digits(spk_net *net)
{
    const spk_wording *f = net->features->words;
    for (int i = 0, at = 0; f && i < f->n_bags; i++) {
        net->first_digit[i] = (uint16_t)at;
        at += 64 / f->digit_bits[i] << f->digit_bits[i];
    }
}

static bool machine_is_wide(void)
{
#if HAS_WIDE
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
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
    net->n_known = room_for(net);
    place_digits(net);
    net->wide = net->n_hidden % 16 == 0 && machine_is_wide();
    return has_large_bias(net) ? no_net(why, "its weights are too large") : SPK_OK;
}

/* -- First layer: what comes and what goes ----------------------------------------------------- */

/* Features that come and go, as their weights; and what wholes add up to (worth_of): of seat 0, others follow. */
typedef struct changes {
    const int16_t *comes[SPK_MAX_SLOTS], *goes[SPK_MAX_SLOTS];
    const int32_t *whole_comes[SPK_MAX_WORDS], *whole_goes[SPK_MAX_WORDS];
    int n_comes, n_goes, n_whole_comes, n_whole_goes;
} changes;

static void forget(changes *c) { c->n_comes = c->n_goes = c->n_whole_comes = c->n_whole_goes = 0; }

INSIDE const int16_t *weights_of(const spk_net *net, int feature)
{
    return net->first + feature * net->n_sums;
}

/* All of them, for the seat whose numbers begin at 'at' in the sums of wholes. */
static void apply_plainly(const spk_net *net, const changes *c, int at, int32_t *sum)
{
    int n = net->n_sums;
    for (int k = 0; k < c->n_comes; k++)
        for (int i = 0; i < n; i++)
            sum[i] += c->comes[k][i];
    for (int k = 0; k < c->n_goes; k++)
        for (int i = 0; i < n; i++)
            sum[i] -= c->goes[k][i];
    for (int k = 0; k < c->n_whole_comes; k++)
        for (int i = 0; i < n; i++)
            sum[i] += c->whole_comes[k][at + i];
    for (int k = 0; k < c->n_whole_goes; k++)
        for (int i = 0; i < n; i++)
            sum[i] -= c->whole_goes[k][at + i];
}

#if HAS_WIDE

WIDE INSIDE __m256i load(const void *at) { return _mm256_loadu_si256((const __m256i *)at); }

WIDE INSIDE __m256i load_short(const int16_t *at)
{
    return _mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)(const void *)at));
}

/* 'n' eights of sums, from 'i' on, stay in registers while all changes pass by. */
WIDE INSIDE void apply_to(const changes *c, int at, int32_t *sum, int i, int n)
{
    __m256i x[4];
    for (int e = 0; e < n; e++)
        x[e] = load(sum + i + 8 * e);
    for (int k = 0; k < c->n_comes; k++)
        for (int e = 0; e < n; e++)
            x[e] = _mm256_add_epi32(x[e], load_short(c->comes[k] + i + 8 * e));
    for (int k = 0; k < c->n_goes; k++)
        for (int e = 0; e < n; e++)
            x[e] = _mm256_sub_epi32(x[e], load_short(c->goes[k] + i + 8 * e));
    for (int k = 0; k < c->n_whole_comes; k++)
        for (int e = 0; e < n; e++)
            x[e] = _mm256_add_epi32(x[e], load(c->whole_comes[k] + at + i + 8 * e));
    for (int k = 0; k < c->n_whole_goes; k++)
        for (int e = 0; e < n; e++)
            x[e] = _mm256_sub_epi32(x[e], load(c->whole_goes[k] + at + i + 8 * e));
    for (int e = 0; e < n; e++)
        _mm256_storeu_si256((__m256i *)(void *)(sum + i + 8 * e), x[e]);
}

/* The nets we ship have 32 sums: all of them at once. */
WIDE static void apply_widely(const spk_net *net, const changes *c, int at, int32_t *sum)
{
    if (net->n_sums == 32)
        apply_to(c, at, sum, 0, 4);
    else
        for (int i = 0; i < net->n_sums; i += 16)
            apply_to(c, at, sum, i, 2);
}

static void apply(const spk_net *net, const changes *c, int at, int32_t *sum)
{
    if (net->wide)
        apply_widely(net, c, at, sum);
    else
        apply_plainly(net, c, at, sum);
}

#else

static void apply(const spk_net *net, const changes *c, int at, int32_t *sum)
{
    apply_plainly(net, c, at, sum);
}

#endif

static void add_bias(const spk_net *net, int32_t *sum)
{
    for (int i = 0; i < net->n_sums; i++)
        sum[i] = net->first_bias[i];
}

/* -- First layer: from a row to sums ----------------------------------------------------------- */

static void add_row(const spk_net *net, const uint16_t *row, int32_t *sum)
{
    changes c;
    forget(&c);
    add_bias(net, sum);
    for (int i = 0; i < net->features->n_slots; i++)
        if (row[i] != SPK_NO_FEATURE)
            c.comes[c.n_comes++] = weights_of(net, row[i]);
    apply(net, &c, 0, sum);
}

INSIDE void change_slot(const spk_net *net, uint16_t old, uint16_t new, changes *c)
{
    if (old == new)
        return;
    if (old != SPK_NO_FEATURE)
        c->goes[c->n_goes++] = weights_of(net, old);
    if (new != SPK_NO_FEATURE)
        c->comes[c->n_comes++] = weights_of(net, new);
}

/* Four slots are compared at a time. */
static void change_row(const spk_net *net, const uint16_t *old, const uint16_t *new, int32_t *sum)
{
    changes c;
    int n = net->features->n_slots, i = 0;
    forget(&c);
    for (uint64_t a, b; i + 4 <= n; i += 4) {
        memcpy(&a, old + i, sizeof a);
        memcpy(&b, new + i, sizeof b);
        for (int k = i; a != b && k < i + 4; k++)
            change_slot(net, old[k], new[k], &c);
    }
    for (; i < n; i++)
        change_slot(net, old[i], new[i], &c);
    apply(net, &c, 0, sum);
}

static void remember_row(const spk_net *net, const spk_box *box, const void *state, spk_seat seat,
                         spk_net_memo *memo)
{
    uint16_t row[SPK_MAX_SLOTS];
    net->features->read(box, state, seat, row);
    if (memo->has_sum[seat])
        change_row(net, memo->row[seat], row, memo->sum[seat]);
    else
        add_row(net, row, memo->sum[seat]);
    memcpy(memo->row[seat], row, (size_t)net->features->n_slots * sizeof *row);
    memo->has_sum[seat] = true;
}

/* -- First layer: from words to sums ----------------------------------------------------------- */

#if HAS_WIDE

/* A bit for each word that is not the same; both lists have room for SPK_MAX_WORDS. */
WIDE static uint32_t differing_widely(const uint64_t *a, const uint64_t *b)
{
    uint32_t same = 0;
    for (int i = 0; i < SPK_MAX_WORDS; i += 4) {
        __m256i equal = _mm256_cmpeq_epi64(load(a + i), load(b + i));
        same |= (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(equal)) << i;
    }
    return ~same;
}

#endif

_Static_assert(SPK_MAX_WORDS == 32, "a bit for each word");

static uint32_t differing(const spk_net *net, const uint64_t *a, const uint64_t *b)
{
#if HAS_WIDE
    if (net->wide)
        return differing_widely(a, b);
#endif
    uint32_t set = 0;
    for (int i = 0; i < net->features->words->n; i++)
        set |= (uint32_t)(a[i] != b[i]) << i;
    return set;
}

/* A position in words as these seats are told it: one of two, or all of more. */
typedef struct telling {
    const spk_net *net;
    const spk_box *box;
    spk_seat from, to; /* seats; the last one is not among them */
    spk_net_memo *memo;
    changes c;
} telling;

static void flush(telling *t)
{
    for (spk_seat seat = t->from; seat < t->to; seat++)
        apply(t->net, &t->c, seat * t->net->n_sums, t->memo->sum[seat]);
    forget(&t->c);
}

static bool is_among(const int32_t *worth, const int32_t *const *list, int n)
{
    int i = 0;
    while (i < n && list[i] != worth)
        i++;
    return i < n;
}

/* A word that was not met before, or was forgotten for another, which may still be among the changes: then these
 * are made first. */
__attribute__((noinline)) static void learn_word(telling *t, int i, uint64_t word, int32_t *worth)
{
    const spk_net *net = t->net;
    spk_meaning means[SPK_MAX_MEANINGS];
    changes c;
    if (is_among(worth, t->c.whole_goes, t->c.n_whole_goes) ||
        is_among(worth, t->c.whole_comes, t->c.n_whole_comes))
        flush(t);
    memset(worth, 0, (size_t)(net->n_seats * net->n_sums) * sizeof *worth);
    for (spk_seat seat = 0; seat < net->n_seats; seat++, worth += net->n_sums) {
        forget(&c);
        for (int n = net->features->words->mean(t->box, i, word, seat, means); n > 0; n--)
            c.comes[c.n_comes++] = weights_of(net, means[n - 1].feature);
        apply(net, &c, 0, worth);
    }
}

/* What the i-th word adds up to. */
INSIDE const int32_t *worth_of(telling *t, int i, uint64_t word)
{
    uint64_t at = (word * UINT64_C(0x9e3779b97f4a7c15)) >> 40 & ((uint64_t)t->net->n_known - 1);
    int32_t *worth = t->memo->worth + at * (uint64_t)(t->net->n_seats * t->net->n_sums);
    if (__builtin_expect(t->memo->known[at] != word, 0)) {
        learn_word(t, i, word, worth);
        t->memo->known[at] = word;
    }
    return worth;
}

static void change_wholes(telling *t, const uint64_t *old, const uint64_t *new, uint32_t differ)
{
    for (; differ; differ &= differ - 1) {
        int i = __builtin_ctz(differ);
        const int32_t *worth;
        if (old[i])
            worth = worth_of(t, i, old[i]), t->c.whole_goes[t->c.n_whole_goes++] = worth;
        if (new[i])
            worth = worth_of(t, i, new[i]), t->c.whole_comes[t->c.n_whole_comes++] = worth;
    }
}

/* 1 + the feature that a digit, in a bag with nothing else in it, is to a seat. What is not in the bag means
 * nothing: any will do. */
__attribute__((noinline, cold)) static uint16_t learn_digit(const telling *t, spk_seat seat, int i,
                                                            uint64_t word)
{
    spk_meaning means[SPK_MAX_MEANINGS];
    if (!word)
        return 1;
    SPK_BUG_IF(t->net->features->words->mean(t->box, i, word, seat, means) != 1);
    return (uint16_t)(1 + means[0].feature);
}

/* One row of weights goes and another comes, in sums that lie where they are changed best. */
typedef void change_sums(void *sums, const int16_t *goes, const int16_t *comes);

/* The lowest bit of every digit that is not 0. */
INSIDE uint64_t lowest_bits(uint64_t word, int bits)
{
    uint64_t most = UINT64_MAX >> 64 % bits, ones = most / (((uint64_t)1 << bits) - 1), any = 0;
    for (int k = 0; k < bits; k++)
        any |= word >> k;
    return any & ones;
}

/* A bag as a seat is told it: the weights of each digit that is not the same go, and others come; nothing, a row of
 * zeros, where there is none, since nobody can foresee where that is. */
INSIDE void change_digits(const telling *t, spk_seat seat, int i, uint64_t old, uint64_t new,
                          int bits, change_sums *change, void *sums)
{
    static const int16_t nothing[SPK_NET_SUMS];
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    uint16_t *table = t->memo->digit[seat] + t->net->first_digit[i];
    for (uint64_t left = lowest_bits(old ^ new, bits); left; left &= left - 1) {
        unsigned shift = (unsigned)__builtin_ctzll(left);
        uint16_t *known = table + (shift / (unsigned)bits << bits);
        uint64_t was = old >> shift & mask, is = new >> shift &mask;
        if (__builtin_expect(!known[was], 0))
            known[was] = learn_digit(t, seat, i, was << shift);
        if (__builtin_expect(!known[is], 0))
            known[is] = learn_digit(t, seat, i, is << shift);
        const int16_t *goes = weights_of(t->net, known[was] - 1);
        const int16_t *comes = weights_of(t->net, known[is] - 1);
        change(sums, was ? goes : nothing, is ? comes : nothing);
    }
}

/* These bags. Digits of three and of six bits, which the games have, are known beforehand: nothing is divided. */
INSIDE void change_bags(const telling *t, spk_seat seat, const uint64_t *old, const uint64_t *new,
                        uint32_t differ, change_sums *change, void *sums)
{
    for (; differ; differ &= differ - 1) {
        int i = __builtin_ctz(differ), bits = t->net->features->words->digit_bits[i];
        if (bits == 3)
            change_digits(t, seat, i, old[i], new[i], 3, change, sums);
        else if (bits == 6)
            change_digits(t, seat, i, old[i], new[i], 6, change, sums);
        else
            change_digits(t, seat, i, old[i], new[i], bits, change, sums);
    }
}

typedef struct plain_sums {
    int32_t *sum;
    int n;
} plain_sums;

INSIDE void change_plain(void *sums, const int16_t *goes, const int16_t *comes)
{
    plain_sums *s = sums;
    for (int i = 0; i < s->n; i++)
        s->sum[i] += comes[i] - goes[i];
}

static void change_bags_plainly(const telling *t, spk_seat seat, const uint64_t *old,
                                const uint64_t *new, uint32_t differ)
{
    plain_sums sums = {t->memo->sum[seat], t->net->n_sums};
    change_bags(t, seat, old, new, differ, change_plain, &sums);
}

#if HAS_WIDE

/* All 32 sums of the nets we ship stay in registers. */
WIDE INSIDE void change_32(void *sums, const int16_t *goes, const int16_t *comes)
{
    __m256i *x = sums;
    for (int e = 0; e < 4; e++)
        x[e] = _mm256_sub_epi32(_mm256_add_epi32(x[e], load_short(comes + 8 * e)),
                                load_short(goes + 8 * e));
}

WIDE static void change_bags_widely(const telling *t, spk_seat seat, const uint64_t *old,
                                    const uint64_t *new, uint32_t differ)
{
    int32_t *sum = t->memo->sum[seat];
    __m256i x[4];
    for (int e = 0; e < 4; e++)
        x[e] = load(sum + 8 * e);
    change_bags(t, seat, old, new, differ, change_32, x);
    for (int e = 0; e < 4; e++)
        _mm256_storeu_si256((__m256i *)(void *)(sum + 8 * e), x[e]);
}

#endif

static void tell_bags(const telling *t, const uint64_t *old, const uint64_t *new, uint32_t differ)
{
    for (spk_seat seat = t->from; seat < t->to; seat++) {
#if HAS_WIDE
        if (t->net->wide && t->net->n_sums == 32) {
            change_bags_widely(t, seat, old, new, differ);
            continue;
        }
#endif
        change_bags_plainly(t, seat, old, new, differ);
    }
}

static void remember_words(const spk_net *net, const spk_box *box, const void *state, spk_seat from,
                           spk_seat to, spk_net_memo *memo)
{
    const spk_wording *f = net->features->words;
    uint64_t new[SPK_MAX_WORDS], *old = memo->words[from];
    const void *last = memo->has_sum[from] ? &memo->last[from] : NULL;
    telling t;
    t.net = net, t.box = box, t.from = from, t.to = to, t.memo = memo;
    forget(&t.c);
    for (spk_seat seat = from; seat < to && !last; seat++)
        add_bias(net, memo->sum[seat]);
    memcpy(new, old, sizeof new);
    f->say(box, state, last, new);
    uint32_t bags = ((uint32_t)1 << f->n_bags) - 1, differ = differing(net, old, new);
    change_wholes(&t, old, new, differ & ~bags);
    flush(&t);
    if (differ & bags)
        tell_bags(&t, old, new, differ & bags);
    memcpy(old, new, sizeof new);
    memcpy(&memo->last[from], state, box->game->state_size);
    memo->has_sum[from] = true;
}

/* -- The other layers -------------------------------------------------------------------------- */

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

static int finish_plainly(const spk_net *net, const int32_t *sum)
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

#if HAS_WIDE

/* Two times eight numbers, clipped, as sixteen. */
WIDE INSIDE __m256i clip_wide(__m256i low, __m256i high, int shift)
{
    const __m256i most = _mm256_set1_epi16(SPK_NET_CLIP);
    __m128i by = _mm_cvtsi32_si128(shift);
    __m256i all = _mm256_packs_epi32(_mm256_sra_epi32(low, by), _mm256_sra_epi32(high, by));
    all = _mm256_permute4x64_epi64(all, 0xd8); /* packed half by half: back in order */
    return _mm256_max_epi16(_mm256_min_epi16(all, most), _mm256_setzero_si256());
}

WIDE INSIDE __m256i dot_wide(const int16_t *weight, const __m256i *in, int n)
{
    __m256i sum = _mm256_madd_epi16(load(weight), in[0]);
    for (int i = 1; i < n; i++)
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(load(weight + 16 * i), in[i]));
    return sum;
}

WIDE INSIDE __m256i add_pairs(__m256i a, __m256i b, __m256i c, __m256i d)
{
    return _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
}

/* Eight hidden sums: of each the eight parts are added up in a tree. 'n' is how many sixteens there are in
 * the layer below. */
WIDE INSIDE __m256i eight_sums(const int16_t *w, const __m256i *in, int n)
{
    __m256i a = add_pairs(dot_wide(w, in, n), dot_wide(w + 16 * n, in, n),
                          dot_wide(w + 32 * n, in, n), dot_wide(w + 48 * n, in, n));
    __m256i b = add_pairs(dot_wide(w + 64 * n, in, n), dot_wide(w + 80 * n, in, n),
                          dot_wide(w + 96 * n, in, n), dot_wide(w + 112 * n, in, n));
    return _mm256_add_epi32(_mm256_permute2x128_si256(a, b, 0x20),
                            _mm256_permute2x128_si256(a, b, 0x31));
}

WIDE INSIDE int32_t add_across(__m256i x)
{
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0xb1));
    return _mm_cvtsi128_si32(four);
}

/* With so many sixteens of sums. */
WIDE INSIDE int finish_with(const spk_net *net, const int32_t *sum, int n)
{
    __m256i in[SPK_NET_SUMS / 16], out = _mm256_setzero_si256();
    for (int i = 0; i < n; i++)
        in[i] = clip_wide(load(sum + 16 * i), load(sum + 16 * i + 8), net->sum_shift - 7);
    for (int h = 0; h < net->n_hidden; h += 16) {
        const int16_t *w = net->second + h * 16 * n;
        __m256i low = _mm256_add_epi32(load(net->second_bias + h), eight_sums(w, in, n));
        __m256i high =
            _mm256_add_epi32(load(net->second_bias + h + 8), eight_sums(w + 128 * n, in, n));
        __m256i hidden = clip_wide(low, high, net->hidden_shift);
        out = _mm256_add_epi32(out, _mm256_madd_epi16(load(net->third + h), hidden));
    }
    return (*net->third_bias + add_across(out)) >> (net->result_shift - 1);
}

/* The nets we ship have two sixteens: known beforehand, the loops become straight lines. */
WIDE static int finish_widely(const spk_net *net, const int32_t *sum)
{
    return net->n_sums == 32 ? finish_with(net, sum, 2) : finish_with(net, sum, net->n_sums / 16);
}

static int finish(const spk_net *net, const int32_t *sum)
{
    return net->wide ? finish_widely(net, sum) : finish_plainly(net, sum);
}

#else

static int finish(const spk_net *net, const int32_t *sum) { return finish_plainly(net, sum); }

#endif

/* -- What it says ------------------------------------------------------------------------------ */

int spk_net_row(const spk_net *net, const uint16_t *row)
{
    int32_t sum[SPK_NET_SUMS];
    add_row(net, row, sum);
    return finish(net, sum);
}

/* The sums of these seats: of one of two, or of all. */
static void remember(const spk_net *net, const spk_box *box, const void *state, spk_seat from,
                     spk_seat to, spk_net_memo *memo)
{
    if (net->features->words)
        remember_words(net, box, state, from, to, memo);
    else
        for (spk_seat seat = from; seat < to; seat++)
            remember_row(net, box, state, seat, memo);
}

int spk_net_standing(const spk_net *net, const spk_box *box, const void *state, spk_seat seat,
                     spk_net_memo *memo)
{
    bool alone = net->n_seats == 2 || !net->features->words;
    remember(net, box, state, alone ? seat : 0, alone ? seat + 1 : net->n_seats, memo);
    return finish(net, memo->sum[seat]);
}

void spk_net_values(const spk_net *net, const spk_box *box, const void *state, spk_net_memo *memo,
                    int value[SPK_MAX_SEATS])
{
    int standing[SPK_MAX_SEATS] = {0};
    spk_seat from = 0, to = box->n_seats;
    if (to == 2) {
        from = net->features->on_turn ? net->features->on_turn(box, state)
                                      : spk_actors_first(box->game->actors(box, state));
        to = from + 1;
    }
    remember(net, box, state, from, to, memo);
    for (spk_seat seat = from; seat < to; seat++)
        standing[seat] = finish(net, memo->sum[seat]);
    spk_share_wins(box, standing, SPK_NET_DOUBLING, value);
}

/* -- Moves ------------------------------------------------------------------------------------- */

/* The exponent of a float and the first eight bits of its fraction are that logarithm. A float holds 24 bits exactly. */
INSIDE int log_of(uint32_t weight)
{
    int shift = weight >> 24 ? 8 : 0;
    float number = (float)(int32_t)(weight >> shift);
    int32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (bits >> 15) + SPK_NET_DOUBLING * (shift - 127);
}

INSIDE uint32_t power_of(int doublings)
{
    int32_t bits = (int32_t)((uint32_t)(doublings + 127 * SPK_NET_DOUBLING) << 15);
    float number;
    memcpy(&number, &bits, sizeof number);
    return (uint32_t)(int32_t)number;
}

_Static_assert(SPK_NET_DOUBLING == 256, "eight bits of a fraction");

int spk_net_log(uint32_t weight) { return log_of(weight); }
uint32_t spk_net_power(int doublings) { return power_of(doublings); }

/* What a row's features are worth together. */
INSIDE int32_t taste_of(const int16_t *taste, const uint16_t *row, int n_slots)
{
    int32_t sum = 0;
    for (int k = 0; k < n_slots; k++)
        sum += row[k] == SPK_NO_FEATURE ? 0 : taste[row[k]];
    return sum;
}

static void add_tastes(const spk_net *net, const spk_box *box, const void *state, spk_seat seat,
                       const spk_move *moves, int n, uint16_t *rows, int32_t *sum)
{
    const spk_move_features *f = net->features->moves;
    if (f->add) {
        f->add(box, state, seat, moves, n, net->taste, sum);
        return;
    }
    f->read(box, state, seat, moves, n, rows);
    for (int i = 0; i < n; i++)
        sum[i] = taste_of(net->taste, rows + i * f->n_slots, f->n_slots);
}

/* The best move weighs 2^20, and no move less than 1. */
void spk_net_weigh(const spk_net *net, const spk_box *box, const void *state, spk_seat seat,
                   const spk_move *moves, int n, uint16_t *rows, uint32_t *weight)
{
    int32_t log[SPK_MAX_MOVES], best = INT32_MIN, most = 20 * SPK_NET_DOUBLING;
    add_tastes(net, box, state, seat, moves, n, rows, log);
    for (int i = 0; i < n; i++) {
        log[i] += log_of(weight[i]);
        best = log[i] > best ? log[i] : best;
    }
    for (int i = 0; i < n; i++) {
        int32_t left = most + (log[i] - best);
        weight[i] = power_of(left > 0 ? left : 0);
    }
}
