/* net.h: learned values: a small net of whole numbers that says how a seat stands.
 *
 *     a position, as a seat sees it
 *       -> a row of features (spk_features, game.h), about a hundred of them
 *       -> sums:    every feature has a row of weights; the rows are added up
 *       -> hidden:  the sums, clipped, times a matrix
 *       -> one number: the seat's standing; how the seats stand to each other gives their prospects
 *
 * From one position to the next few features change, so the sums are kept and only the difference is
 * added (spk_net_memo). Where a game tells its positions in words (spk_wording), only words are compared, and
 * what a word adds up to is looked up among those met before.
 * Everything is integer arithmetic that cannot overflow: the same position has the same value on every
 * machine, in the browser, with or without SIMD, and whatever was asked before.
 *
 *     spk_net net;
 *     if (spk_net_open(&net, box, &why) != SPK_OK) ...        the table's net: box->net
 *     spk_net_memo *memo = spk_alloc(sizeof *memo);
 *     spk_net_values(&net, box, &state, memo, value);         somebody is to act
 *
 * With two seats the position is seen by the one who acts; with more, by each of them in turn.
 *
 * A net may also have taste: what it has learned about moves. Every move has a few features of its own
 * (spk_move_features); what they are worth is added up and multiplies the weight that the game's hints
 * give the move, so that a search looks at the right ones first (spk_net_weigh). A game may add them up by
 * itself, where moves share what they are made of.
 *
 * The file is what `speakeasy train` writes. All numbers are little-endian and lie where they can be used
 * as they are, so a net costs no memory per bot:
 *
 *     bytes  0  "spknet1\n"
 *            8  hash of the features' blocks (64 bits): a net fits only the features it was trained on
 *           16  seats, features, slots, sums, hidden, shift of the sums, of the hidden, of the result (16 bits each)
 *           32  first layer  (int16: features x sums)          1.0 is 2^shift of the sums
 *               its bias     (int16: sums)
 *               second layer (int16: hidden x sums)            1.0 is 2^shift of the hidden
 *               third layer  (int16: hidden)                   256 / doubling of the odds: 2^shift of the result
 *               padding to a multiple of 4
 *               bias of the second layer (int32: hidden), of the third (int32)
 *
 * and, if it has taste:
 *
 *               hash of the moves' blocks (64 bits)
 *               taste (int16: features of moves)                1.0 doubles a weight: SPK_NET_DOUBLING
 *               padding to a multiple of 4
 *
 * Clipped numbers are 0 to 511, where 128 stands for 1.0. */
#ifndef SPK_AI_NET_H
#define SPK_AI_NET_H

#include "engine/game.h"

enum {
    SPK_NET_SUMS = 64,   /* at most; a multiple of 16 */
    SPK_NET_HIDDEN = 64, /* at most */
    SPK_NET_HEADER = 32, /* bytes */
    SPK_NET_ONE = 128,   /* 1.0 as a clipped number ... */
    SPK_NET_CLIP = 511,  /* ... and the largest */
    SPK_NET_DOUBLING = 256,
    SPK_NET_WORTHS = 1 << 19, /* numbers kept about words that were met ... */
    SPK_NET_KNOWN = 1 << 13,  /* ... of so many words, at most; a power of two */
};

typedef struct spk_net {
    const spk_features *features;
    int n_seats, n_sums, n_hidden;
    int sum_shift, hidden_shift, result_shift;
    int n_known;                         /* words whose sums a memo has room for: a power of two */
    uint16_t first_digit[SPK_MAX_WORDS]; /* of every bag, in a memo's table */
    const int16_t *first, *first_bias, *second, *third; /* borrowed from the file */
    const int32_t *second_bias, *third_bias;
    const int16_t *taste; /* NULL: it has none */
    bool wide; /* sixteen numbers at a time (AVX2), where this machine can: the same results */
} spk_net;

/* The last position that each seat was asked about, and its sums: its row, or its words. And what words mean:
 * the sums of wholes, seat by seat, each at the place that its hash names, and the features of bags' digits.
 * All zeros: nothing yet. */
typedef struct spk_net_memo {
    int32_t sum[SPK_MAX_SEATS][SPK_NET_SUMS];
    bool has_sum[SPK_MAX_SEATS];
    uint16_t row[SPK_MAX_SEATS][SPK_MAX_SLOTS];
    uint64_t words[SPK_MAX_SEATS][SPK_MAX_WORDS];
    spk_state last[SPK_MAX_SEATS];                 /* the position that the words are about */
    uint64_t known[SPK_NET_KNOWN];                 /* 0: none here */
    int32_t worth[SPK_NET_WORTHS];                 /* n_seats * n_sums of each */
    uint16_t digit[SPK_MAX_SEATS][SPK_MAX_DIGITS]; /* 1 + its feature; 0: not asked yet */
} spk_net_memo;

/* Use the net of the table. SPK_EMALFORMED: it is no net, or one for other features or another number of
 * seats. The bytes are borrowed and must be aligned to 4. */
spk_err spk_net_open(spk_net *net, const spk_box *box, spk_why *why);

/* The size of a file with so many sums and hidden units, without taste; and what that adds. */
size_t spk_net_size(const spk_features *features, int n_sums, int n_hidden);
size_t spk_net_taste_size(const spk_move_features *moves);

/* Identifies blocks of features, names and order included. */
uint64_t spk_blocks_hash(const spk_block *blocks);
uint64_t spk_features_hash(const spk_features *features);

/* What the net says to a row of features. */
int spk_net_row(const spk_net *net, const uint16_t *row);

/* How a seat stands, in SPK_NET_DOUBLINGs: so much more, and the odds double. */
int spk_net_standing(const spk_net *net, const spk_box *box, const void *state, spk_seat seat,
                     spk_net_memo *memo);

/* Every seat's prospects, as spk_hints.values gives them. Somebody is to act. */
void spk_net_values(const spk_net *net, const spk_box *box, const void *state, spk_net_memo *memo,
                    int value[SPK_MAX_SEATS]);

/* The weights of a decision's moves, as spk_hints.weigh gave them (at least 1), become what the net thinks
 * of them. 'rows' has room for the rows of all moves. Only with taste. */
void spk_net_weigh(const spk_net *net, const spk_box *box, const void *state, spk_seat seat,
                   const spk_move *moves, int n, uint16_t *rows, uint32_t *weight);

/* The logarithm of a weight in SPK_NET_DOUBLINGs, and back: both in straight lines between powers of two. */
int spk_net_log(uint32_t weight);
uint32_t spk_net_power(int doublings);

#endif
