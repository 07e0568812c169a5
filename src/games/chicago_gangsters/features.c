/* features.c: what a net sees of Chicago Gangsters: bottles, hands and persons against the others', and
 * in a fight what everybody brings, could still bring, and would get if it ended now.
 * docs/games/chicago_gangsters.md lists the blocks. Nothing here is a rule, and nothing is worth
 * anything by itself: that is learned (speakeasy train).
 *
 * The states are whole: in a search the hands are guesses (view.c, cg_resample), never the real ones. */
#include <string.h>

#include "games/chicago_gangsters/hints.h"

enum {
    RIVALS = CG_SEATS - 1,
    LEFT = CG_ROUNDS + 1, /* rounds to come */
    STAGES = 4,           /* the same, coarsely */
    BOTTLES = 9,          /* a lead beyond this makes no difference; the same for what follows */
    RIVAL_BOTTLES = 10,
    KIND_LEAD = 8,
    KIND_POINTS = 21,
    HAND_POINTS = 32,
    PERSONS_LEAD = 3,
    FORCES = 14, /* values of persons */
    MARGIN = 16,
    HALF = 10,
    FIRST = 8,
    COULD = 13,   /* in twos */
    OUTCOMES = 8, /* won or lost, as first, second, third; nothing; takes no part */
    MOMENTS = 12, /* of a fight: players who have not laid (or Mr. X has not), on which side */
    OFFERS = CG_PERSON_COUNT + 1,
};

#define SPAN(most) (2 * (most) + 1)

/* The blocks in the order of their features, and of their slots in a row. */
#define BLOCKS(X)                                                                                  \
    X(lead, 1, LEFT *SPAN(BOTTLES))                                                                \
    X(ahead, RIVALS, (LEFT + 1) / 2 * SPAN(RIVAL_BOTTLES))                                         \
    X(hand_points, 1, STAGES *HAND_POINTS)                                                         \
    X(rival_hand_points, RIVALS, STAGES *HAND_POINTS / 2)                                          \
    X(hand_cards, 1, STAGES *(CG_HAND + 1))                                                        \
    X(kind_lead, CG_MEANS_COUNT, (LEFT + 1) / 2 * SPAN(KIND_LEAD))                                 \
    X(kind_points, CG_MEANS_COUNT, STAGES *KIND_POINTS)                                            \
    X(persons_lead, 1, (LEFT + 1) / 2 * SPAN(PERSONS_LEAD))                                        \
    X(persons, CG_PERSON_COUNT, STAGES *CG_PERSON_COUNT)                                           \
    X(rival_persons, CG_PERSON_COUNT, STAGES *CG_PERSON_COUNT)                                     \
    X(forces, 1, STAGES *FORCES)                                                                   \
    X(rival_forces, RIVALS, STAGES *FORCES)                                                        \
    X(mr_x, 1, (LEFT + 1) / 2)                                                                     \
    X(turn, 1, 2 * CG_PHASE_COUNT)                                                                 \
    X(to_draw, 1, 2)                                                                               \
    X(margin, 1, MOMENTS *SPAN(MARGIN))                                                            \
    X(half, 1, MOMENTS *SPAN(HALF))                                                                \
    X(first, 1, MOMENTS *SPAN(FIRST))                                                              \
    X(could, 1, MOMENTS *COULD)                                                                    \
    X(mate_could, 1, MOMENTS *COULD)                                                               \
    X(rivals_could, 1, MOMENTS *COULD)                                                             \
    X(outcome, 1, MOMENTS *OUTCOMES)                                                               \
    X(gets_bottles, 1, MOMENTS * 3)                                                                \
    X(gets_means, 1, MOMENTS * 4)                                                                  \
    X(gets_person, 1, OFFERS)                                                                      \
    X(rival_gets_bottles, RIVALS, MOMENTS * 3)                                                     \
    X(rival_gets_means, RIVALS, MOMENTS * 4)                                                       \
    X(rival_gets_person, RIVALS, OFFERS)                                                           \
    X(prize_bottles, 4, 2 * 4 * 3)                                                                 \
    X(prize_person, 1, 2 * 4 * OFFERS)                                                             \
    X(asked, 1, 2 * CG_HAND)

#include "engine/blocks.h"

_Static_assert(sizeof(struct slots) <= SPK_MAX_SLOTS, "a row has room for them");

/* A number from -most to most, as a feature. */
static int around(int x, int most) { return most + within(x, -most, most); }

/* -- The table --------------------------------------------------------------------------------- */

/* What a seat would get if the fight ended now. */
typedef struct share {
    int outcome;            /* of OUTCOMES */
    const cg_package *loot; /* NULL: nothing */
} share;

/* A position as one seat sees it. */
typedef struct sight {
    const spk_box *box;
    const cg_config *c;
    const cg_state *s;
    spk_seat seat;
    int n, left, stage;
    cg_bag hand[CG_SEATS]; /* what comes back after the fight included */
    int brings[CG_SEATS], could[CG_SEATS];
    int side[CG_SEATS];
    int now[CG_SIDES], moment;
    share gets[CG_SEATS];
} sight;

static int stage_of(int left) { return left == 0 ? 0 : left <= 3 ? 1 : left <= 7 ? 2 : 3; }

static int force(const sight *v, spk_seat seat)
{
    int sum = 0;
    for (uint32_t rest = v->s->persons[seat]; rest; rest &= rest - 1)
        sum += cg_person_value[__builtin_ctz(rest)];
    return within(sum, 0, FORCES - 1);
}

static int followers(const sight *v, spk_seat seat)
{
    return __builtin_popcount(v->s->persons[seat]) + cg_controls(v->s, seat, CG_PRIEST);
}

/* The most any rival has. */
static int best_rival(const sight *v, const int *has)
{
    int best = 0;
    for (spk_seat other = 0; other < v->n; other++)
        if (other != v->seat && has[other] > best)
            best = has[other];
    return best;
}

static void read_hands(const sight *v, uint16_t *row)
{
    int points[CG_SEATS] = {0}, own = cg_points(v->hand[v->seat]), size = cg_size(v->hand[v->seat]);
    PUT(row, hand_points, 0, v->stage * HAND_POINTS + within(own, 0, HAND_POINTS - 1));
    PUT(row, hand_cards, 0, v->stage * (CG_HAND + 1) + within(size, 0, CG_HAND));
    for (int means = 0; means < CG_MEANS_COUNT; means++) {
        for (spk_seat seat = 0; seat < v->n; seat++)
            points[seat] = cg_points(v->hand[seat] & cg_means_bits[means]);
        own = points[v->seat];
        PUT(row, kind_lead, means,
            (v->left + 1) / 2 * SPAN(KIND_LEAD) + around(own - best_rival(v, points), KIND_LEAD));
        PUT(row, kind_points, means, v->stage * KIND_POINTS + within(own, 0, KIND_POINTS - 1));
    }
}

static void read_persons(const sight *v, uint16_t *row)
{
    int has[CG_SEATS] = {0};
    uint32_t others = 0;
    for (spk_seat seat = 0; seat < v->n; seat++) {
        has[seat] = followers(v, seat);
        others |= seat == v->seat ? 0 : v->s->persons[seat];
    }
    PUT(row, persons_lead, 0,
        (v->left + 1) / 2 * SPAN(PERSONS_LEAD) +
            around(has[v->seat] - best_rival(v, has), PERSONS_LEAD));
    for (uint32_t rest = v->s->persons[v->seat]; rest; rest &= rest - 1)
        PUT(row, persons, __builtin_ctz(rest), v->stage * CG_PERSON_COUNT + __builtin_ctz(rest));
    for (uint32_t rest = others; rest; rest &= rest - 1)
        PUT(row, rival_persons, __builtin_ctz(rest),
            v->stage * CG_PERSON_COUNT + __builtin_ctz(rest));
    PUT(row, forces, 0, v->stage * FORCES + force(v, v->seat));
}

static void read_rivals(const sight *v, uint16_t *row)
{
    int bottles[CG_SEATS] = {0};
    for (spk_seat seat = 0; seat < v->n; seat++)
        bottles[seat] = v->s->alcohol[seat];
    int own = bottles[v->seat];
    PUT(row, lead, 0, v->left * SPAN(BOTTLES) + around(own - best_rival(v, bottles), BOTTLES));
    for (int i = 0; i < v->n - 1; i++) {
        spk_seat rival = (v->seat + 1 + i) % v->n;
        int points = within(cg_points(v->hand[rival]) / 2, 0, HAND_POINTS / 2 - 1);
        PUT(row, ahead, i,
            (v->left + 1) / 2 * SPAN(RIVAL_BOTTLES) + around(own - bottles[rival], RIVAL_BOTTLES));
        PUT(row, rival_hand_points, i, v->stage * HAND_POINTS / 2 + points);
        PUT(row, rival_forces, i, v->stage * FORCES + force(v, rival));
    }
}

static void read_turn(const sight *v, uint16_t *row)
{
    const cg_state *s = v->s;
    PUT(row, turn, 0, 2 * s->phase + (s->active == v->seat));
    if (s->holder[CG_MR_X] == v->seat)
        PUT(row, mr_x, 0, (v->left + 1) / 2);
    if (s->phase == CG_ROUND_END) {
        int away = (v->seat - s->starter + v->n) % v->n;
        bool waits = away > s->turns_ended ||
                     (away == s->turns_ended && cg_open_skills(v->box, s) & CG_USED_DRAW);
        PUT(row, to_draw, 0, waits);
    }
}

/* -- The fight --------------------------------------------------------------------------------- */

static bool in_fight(const cg_state *s)
{
    return s->stage < CG_LOOT_SHARE && s->district < CG_DISTRICTS && s->loot < CG_LOOTS;
}

static bool is_member(const cg_state *s, spk_seat seat)
{
    for (int side = 0; side < CG_SIDES; side++)
        if (s->member[side][0] == seat || s->member[side][1] == seat)
            return true;
    return false;
}

static int moment_of(const sight *v, int n_to_lay)
{
    int side = v->side[v->seat];
    int to_lay = v->s->phase == CG_X_LAY ? 5 : within(n_to_lay, 0, 4);
    return side == CG_NOBODY ? to_lay : to_lay + side * MOMENTS / 2;
}

/* What lies before everybody, and what those who have not laid could add. */
static void measure(sight *v)
{
    const cg_state *s = v->s;
    spk_seat lone = cg_lone(v->box, s);
    int n_to_lay = 0;
    for (spk_seat seat = 0; seat < v->n; seat++) {
        cg_bag usable = cg_usable(v->box, s, seat);
        bool waits = is_member(s, seat) && !(s->has_laid >> seat & 1) &&
                     !(s->phase == CG_SHOW && s->active == seat);
        v->side[seat] = cg_side_of(s, seat);
        v->brings[seat] = cg_contribution(v->box, s, seat, s->laid[seat] & usable);
        v->could[seat] = waits ? (lone == seat ? 2 : 1) * cg_points(s->hand[seat] & usable) : 0;
        v->hand[seat] = s->hand[seat] + (s->laid[seat] & ~usable);
        n_to_lay += waits;
        if (v->side[seat] != CG_NOBODY)
            v->now[v->side[seat]] += v->brings[seat];
    }
    v->moment = moment_of(v, n_to_lay);
}

/* Who of a side would get which package; the first takes what is worth most. */
static void share_out(sight *v, const cg_state *end, int side)
{
    spk_seat order[3];
    int n = cg_rank(end, side, order), lost = side != end->winner;
    const cg_package *p = v->c->loot[v->s->loot].package[lost];
    bool second = cg_package_worth(v->s, &p[1], v->left) > cg_package_worth(v->s, &p[0], v->left);
    for (int i = 0; i < n; i++) {
        bool paid = i < 2 && cg_entitled(end, side);
        int outcome = !cg_entitled(end, side) ? OUTCOMES - 2 : 3 * lost + i;
        v->gets[order[i]] = (share){outcome, paid ? &p[i == 0 ? second : !second] : NULL};
    }
}

/* The fight as if nobody laid any more. */
static void end_fight(sight *v)
{
    cg_state end = *v->s;
    for (spk_seat seat = 0; seat < v->n; seat++) {
        v->gets[seat] = (share){OUTCOMES - 1, NULL};
        end.points[seat] = (uint8_t)v->brings[seat];
    }
    for (int side = 0; side < CG_SIDES; side++)
        end.strength[side] = (uint8_t)v->now[side];
    end.winner = v->now[CG_CHALLENGER] >= v->now[CG_DEFENDER] ? CG_CHALLENGER : CG_DEFENDER;
    for (int side = 0; side < CG_SIDES; side++)
        share_out(v, &end, side);
}

static int person_of(const sight *v, const cg_package *loot)
{
    return loot && loot->person && v->s->offer < CG_PERSON_COUNT ? v->s->offer : CG_PERSON_COUNT;
}

static void read_shares(const sight *v, uint16_t *row)
{
    for (int i = -1; i < v->n - 1; i++) {
        spk_seat seat = (v->seat + 1 + i) % v->n;
        const cg_package *loot = v->gets[seat].loot;
        int bottles = v->moment * 3 + (loot ? within(loot->alcohol, 0, 2) : 0);
        int means = v->moment * 4 + (loot ? within(loot->means, 0, 3) : 0);
        if (i < 0) {
            PUT(row, outcome, 0, v->moment * OUTCOMES + v->gets[seat].outcome);
            PUT(row, gets_bottles, 0, bottles);
            PUT(row, gets_means, 0, means);
            PUT(row, gets_person, 0, person_of(v, loot));
        } else {
            PUT(row, rival_gets_bottles, i, bottles);
            PUT(row, rival_gets_means, i, means);
            PUT(row, rival_gets_person, i, person_of(v, loot));
        }
    }
}

/* What there is to be had on either side of the seat's fate. */
static void read_prizes(const sight *v, uint16_t *row)
{
    int late = v->moment % (MOMENTS / 2) < 2;
    for (int i = 0; i < 4; i++) {
        const cg_package *p = &v->c->loot[v->s->loot].package[i / 2][i % 2];
        PUT(row, prize_bottles, i, (late * 4 + i) * 3 + within(p->alcohol, 0, 2));
        if (p->person)
            PUT(row, prize_person, 0, (late * 4 + i) * OFFERS + person_of(v, p));
    }
}

/* The strengths, as the seat's side sees them. */
static void read_sides(const sight *v, uint16_t *row)
{
    int side = v->side[v->seat], mate = 0, mate_could = 0, rivals_could = 0;
    if (side == CG_NOBODY)
        return;
    for (spk_seat seat = 0; seat < v->n; seat++) {
        if (seat == v->seat)
            continue;
        if (v->side[seat] == side) {
            mate = v->brings[seat] > mate ? v->brings[seat] : mate;
            mate_could += v->could[seat];
        } else
            rivals_could += v->could[seat];
    }
    int ours = v->now[side], theirs = v->now[1 - side], m = v->moment;
    int ahead = ours - theirs + (side == CG_CHALLENGER); /* a tie is theirs */
    PUT(row, margin, 0, m * SPAN(MARGIN) + around(ahead, MARGIN));
    PUT(row, half, 0, m * SPAN(HALF) + around(2 * ours - theirs, HALF));
    PUT(row, first, 0, m * SPAN(FIRST) + around(v->brings[v->seat] - mate, FIRST));
    PUT(row, could, 0, m * COULD + within(v->could[v->seat] / 2, 0, COULD - 1));
    PUT(row, mate_could, 0, m * COULD + within(mate_could / 2, 0, COULD - 1));
    PUT(row, rivals_could, 0, m * COULD + within(rivals_could / 4, 0, COULD - 1));
    PUT(row, asked, 0,
        (side == CG_CHALLENGER) * CG_HAND + within(cg_size(v->s->laid[v->seat]), 0, CG_HAND - 1));
}

/* -- A row ------------------------------------------------------------------------------------- */

static void read_row(const spk_box *box, const void *state, spk_seat seat, uint16_t *row)
{
    const cg_state *s = state;
    sight v = {.box = box, .c = box->config, .s = s, .seat = seat, .n = box->n_seats};
    v.left = cg_rounds_left(s);
    v.stage = stage_of(v.left);
    memset(row, 0xff, sizeof(struct slots) * sizeof *row);
    for (spk_seat other = 0; other < v.n; other++)
        v.hand[other] = s->hand[other] + s->laid[other];
    if (in_fight(s)) {
        measure(&v);
        end_fight(&v);
        read_shares(&v, row);
        read_prizes(&v, row);
        read_sides(&v, row);
    }
    read_hands(&v, row);
    read_persons(&v, row);
    read_rivals(&v, row);
    read_turn(&v, row);
}

/* A fight that has begun is better played on than judged: what wins it is exact, and a net is not. Best of all is the moment
 * before the next coalition. */
static bool is_settled(const spk_box *box, const void *state)
{
    const cg_state *s = state;
    bool begins =
        s->stage == CG_CHALLENGER_TURN && !s->has_laid && !s->deferred && s->mr_x_side == CG_NOBODY;
    (void)box;
    return s->phase == CG_COALITION || s->phase == CG_ROUND_END ||
           (begins && (s->phase == CG_LAY || s->phase == CG_X_LAY));
}

/* The nets have not seen a godfather. */
static bool covers(const spk_box *box) { return !((const cg_config *)box->config)->godfather; }

const spk_features cg_features = {
    .blocks = blocks,
    .n_slots = sizeof(struct slots),
    .n_features = sizeof(struct features),
    .read = read_row,
    .is_settled = is_settled,
    .covers = covers,
};
