/* features_known.c: what a seat knows for certain, card by card: its own cards, what lies open, how many the
 * others hold and which of them everybody has seen them take. Nets see whole states and need none of it
 * (features.c); an observation (ai/env.h) is made of a view, in which hands are numbers. docs/games/chicago_gangsters.md
 * lists the blocks. Works on a seat's view. */
#include <string.h>

#include "games/chicago_gangsters/hints.h"

enum {
    RIVALS = CG_SEATS - 1,
    COPIES = 9,      /* of a card kind, none to eight */
    HELD = 21,       /* cards of a player; more make no difference */
    AWAY = CG_SEATS, /* seats, counted from the own one on ... */
    WHO = AWAY + 1,  /* ... or nobody */
    SIDES = CG_SIDES + 1,
    ANSWERS = 4, /* not asked, asked, has answered, has claimed */
};

#define BLOCKS(X)                                                                                  \
    X(own_cards, CG_KINDS, CG_KINDS *COPIES)                                                       \
    X(own_laid, CG_KINDS, CG_KINDS *COPIES)                                                        \
    X(discard, CG_KINDS, CG_KINDS *COPIES)                                                         \
    X(rival_cards, RIVALS, RIVALS *HELD)                                                           \
    X(rival_down, RIVALS, RIVALS *HELD)                                                            \
    X(rival_known, RIVALS *CG_KINDS, RIVALS *CG_KINDS *COPIES)                                     \
    X(rival_shown, RIVALS *CG_KINDS, RIVALS *CG_KINDS *COPIES)                                     \
    X(answers, CG_SEATS, CG_SEATS *ANSWERS)                                                        \
    X(pile, 1, CG_CARDS + 1)                                                                       \
    X(roles, CG_ROLES, CG_ROLES *WHO)                                                              \
    X(coalition, 1, CG_COALITIONS)                                                                 \
    X(district, 1, CG_DISTRICTS)                                                                   \
    X(loot, 1, CG_LOOTS)                                                                           \
    X(offer, 1, CG_PERSON_COUNT)                                                                   \
    X(round, 1, CG_ROUNDS + 1)                                                                     \
    X(phase, 1, CG_PHASE_COUNT)                                                                    \
    X(acting, 1, WHO)                                                                              \
    X(mr_x_side, 1, SIDES)                                                                         \
    X(godfather, 1, WHO)

#include "engine/blocks.h"

/* Which seat, counted from the own one; AWAY: nobody. */
static int away(const spk_box *box, spk_seat from, int seat)
{
    return seat < box->n_seats ? (seat - from + box->n_seats) % box->n_seats : AWAY;
}

/* A bag, kind by kind; 'first' is the place of its first kind in a block of several bags. */
static void put_bag(uint16_t *row, size_t slot, size_t feature, int first, cg_bag bag)
{
    for (cg_kind kind = 0; kind < CG_KINDS; kind++) {
        int n = within(cg_count(bag, kind), 0, COPIES - 1);
        row[slot + (size_t)(first + kind)] =
            (uint16_t)(feature + (size_t)((first + kind) * COPIES + n));
    }
}

#define PUT_BAG(row, block, first, bag) put_bag(row, SLOT(block), FEATURE(block), first, bag)

static void read_rivals(const spk_box *box, const cg_state *s, spk_seat seat, uint16_t *row)
{
    for (int i = 0; i < box->n_seats - 1; i++) {
        spk_seat rival = (seat + 1 + i) % box->n_seats;
        PUT(row, rival_cards, i, i * HELD + within(cg_hand_size(s, rival), 0, HELD - 1));
        PUT(row, rival_down, i, i * HELD + within(s->down[rival], 0, HELD - 1));
        PUT_BAG(row, rival_known, i * CG_KINDS, s->known[rival]);
        PUT_BAG(row, rival_shown, i * CG_KINDS, s->shown[rival]);
    }
}

/* Claims that a view does not show (sealed ones of others) are answers like any. */
static void read_answers(const spk_box *box, const cg_state *s, spk_seat seat, uint16_t *row)
{
    for (spk_seat other = 0; other < box->n_seats; other++) {
        int i = away(box, seat, other), bit = 1 << other;
        int answer = s->claimed & bit ? 3 : s->answered & bit ? 2 : s->asked & bit ? 1 : 0;
        PUT(row, answers, i, i * ANSWERS + answer);
    }
}

static void read_round(const spk_box *box, const cg_state *s, spk_seat seat, uint16_t *row)
{
    for (int role = 0; role < CG_ROLES; role++)
        PUT(row, roles, role, role * WHO + away(box, seat, s->holder[role]));
    if (s->coalition < CG_COALITIONS)
        PUT(row, coalition, 0, s->coalition);
    if (s->district < CG_DISTRICTS)
        PUT(row, district, 0, s->district);
    if (s->loot < CG_LOOTS)
        PUT(row, loot, 0, s->loot);
    if (s->offer < CG_PERSON_COUNT)
        PUT(row, offer, 0, s->offer);
    PUT(row, round, 0, within(s->rounds, 0, CG_ROUNDS));
    PUT(row, phase, 0, s->phase);
    PUT(row, acting, 0, away(box, seat, s->active));
    PUT(row, mr_x_side, 0, within(s->mr_x_side, 0, SIDES - 1));
    PUT(row, godfather, 0, away(box, seat, s->godfather));
}

static void read_row(const spk_box *box, const void *view, spk_seat seat, uint16_t *row)
{
    const cg_state *s = view;
    memset(row, 0xff, sizeof(struct slots) * sizeof *row);
    PUT_BAG(row, own_cards, 0, s->hand[seat]);
    PUT_BAG(row, own_laid, 0, s->laid[seat]);
    PUT_BAG(row, discard, 0, s->discard);
    PUT(row, pile, 0, within(cg_pile_size(s), 0, CG_CARDS));
    read_rivals(box, s, seat, row);
    read_answers(box, s, seat, row);
    read_round(box, s, seat, row);
}

const spk_features cg_known_features = {
    .blocks = blocks,
    .n_slots = sizeof(struct slots),
    .n_features = sizeof(struct features),
    .read = read_row,
};
