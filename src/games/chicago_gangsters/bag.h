/* bag.h: a bag of means cards, in one 64-bit word.
 *
 * Copies of a card are interchangeable in every rule (7.6), so a hand, a pile or a lay is a bag:
 * how many there are of each of the ten card kinds, four bits per kind, in kind order:
 *
 *     kind     W2  W4 | B1  B2  B3  B4  B5 | E1  E3  E5
 *     bits      0   4    8  12  16  20  24   28  32  36
 *               weapons |       bribe      | blackmail
 *
 * Adding a card is an addition, the usable part of a lay is one AND, and a lay's value takes two
 * multiplications. */
#ifndef CHICAGO_GANGSTERS_BAG_H
#define CHICAGO_GANGSTERS_BAG_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t cg_bag;
typedef int cg_kind; /* of a card: 0 to 9 */

enum { CG_KINDS = 10, CG_CARDS = 48, CG_HAND = 10 /* the hand limit, CG-6.12 */ };

/* The three kinds of means a card, a district or a person may belong to. */
typedef enum cg_means { CG_WEAPONS, CG_BRIBE, CG_BLACKMAIL, CG_MEANS_COUNT } cg_means;

#define CG_ONE(kind)      ((cg_bag)1 << 4 * (kind))
#define CG_ALL_CARDS      0x5653343388u /* the 48 cards, a hexadecimal digit a kind */
#define CG_EACH           0x1111111111u /* one of each kind */
#define CG_BAG_BITS       0xffffffffffu
#define CG_WEAPON_BITS    0x00000000ffu
#define CG_BRIBE_BITS     0x000fffff00u
#define CG_BLACKMAIL_BITS 0xfff0000000u

static inline int cg_count(cg_bag bag, cg_kind kind) { return (int)(bag >> 4 * kind & 15); }

/* One of each kind that the bag holds. */
static inline cg_bag cg_present(cg_bag bag)
{
    bag |= bag >> 2;
    return (bag | bag >> 1) & CG_EACH;
}

/* Walk over the kinds in a bag of single cards, lowest first:
 *     for (cg_bag left = cg_present(bag); left; left &= left - 1)
 *         kind = cg_lowest(left);                                                              */
static inline cg_kind cg_lowest(cg_bag present) { return __builtin_ctzll(present) >> 2; }

/* How many cards. Digits are added in pairs, then a multiplication adds the five pairs up. */
static inline int cg_size(cg_bag bag)
{
    const uint64_t low = 0x0f0f0f0f0fu;
    return (int)(((bag & low) + (bag >> 4 & low)) * 0x0101010101u >> 32 & 0xff);
}

/* What the cards are worth. A product with the values in reverse order has the sum of count times
 * value in its fifth byte; no byte below it exceeds 240, so nothing carries over. */
static inline int cg_points(cg_bag bag)
{
    const uint64_t low = 0x0f0f0f0f0fu;
    uint64_t even = (bag & low) * 0x0201030503u;     /* E3 B5 B3 B1 W2, from the lowest byte */
    uint64_t odd = (bag >> 4 & low) * 0x0402040105u; /* E5 E1 B4 B2 W4 */
    return (int)((even + odd) >> 32 & 0xff);
}

/* Kind by kind: a minus b, but not below zero. */
static inline cg_bag cg_less(cg_bag a, cg_bag b)
{
    for (cg_bag left = cg_present(b); left && a; left &= left - 1) {
        cg_kind kind = cg_lowest(left);
        int n = cg_count(a, kind) < cg_count(b, kind) ? cg_count(a, kind) : cg_count(b, kind);
        a -= (cg_bag)n << 4 * kind;
    }
    return a;
}

/* Kind by kind: the larger number. */
static inline cg_bag cg_most(cg_bag a, cg_bag b) { return a + cg_less(b, a); }

static inline bool cg_holds(cg_bag bag, cg_bag part) { return cg_less(part, bag) == 0; }

#endif
