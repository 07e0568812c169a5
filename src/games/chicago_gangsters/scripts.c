/* scripts.c: players with one plan, to measure bots by (spk_script). They stay as they are and ask
 * nothing of hints.c; they see the own hand, what lies open, and how many cards the others hold.
 *
 *     just_enough   guesses what the others bring, looks what each number of points would get it (the
 *                   win, half the strength, the first choice), and lays exactly the points that pay best
 *     free_rider    lays nothing and lives on what its partners win; only a hand that is nearly full
 *                   gives its smallest cards
 *
 * Neither of them talks. Worths are in hundredths of a bottle. */
#include "games/chicago_gangsters/state.h"

enum { BOTTLE = 100, MOST_POINTS = 60 };

/* -- What things are worth ---------------------------------------------------------------------- */

static int rounds_left(const cg_state *s)
{
    int played = s->rounds + (s->stage >= CG_LOOT_SHARE);
    return played < CG_COALITIONS ? CG_COALITIONS - played : 0;
}

/* A person counts in the showdown, and in the fights to come by its value. */
static int package_worth(const cg_state *s, const cg_package *p)
{
    int worth = BOTTLE * p->alcohol + 36 * p->means;
    if (p->person && s->offer < CG_PERSON_COUNT)
        worth += 30 + (45 + 40 * cg_person_value[s->offer]) * rounds_left(s) / CG_COALITIONS;
    return worth;
}

/* A point that is laid is missing in later fights and in the showdown. */
static int point_cost(const cg_state *s) { return 5 + 10 * rounds_left(s) / CG_COALITIONS; }

/* -- Cards -------------------------------------------------------------------------------------- */

/* Cards worth so many points, or as few more as there are; all of them if there are not enough. */
static cg_bag exactly(cg_bag from, int points)
{
    cg_bag reach[MOST_POINTS + 1] = {0};
    bool can[MOST_POINTS + 1] = {true};
    for (cg_bag left = from; left; left -= CG_ONE(cg_lowest(cg_present(left)))) {
        cg_kind kind = cg_lowest(cg_present(left));
        for (int p = MOST_POINTS - cg_kind_value[kind]; p >= 0; p--)
            if (can[p] && !can[p + cg_kind_value[kind]]) {
                can[p + cg_kind_value[kind]] = true;
                reach[p + cg_kind_value[kind]] = reach[p] + CG_ONE(kind);
            }
    }
    for (int p = points; p <= MOST_POINTS; p++)
        if (can[p])
            return reach[p];
    return from;
}

/* The smallest or the largest card of a bag, which has one. */
static cg_kind extreme(cg_bag bag, bool largest)
{
    cg_kind best = cg_lowest(cg_present(bag));
    for (cg_bag left = cg_present(bag); left; left &= left - 1) {
        int more = cg_kind_value[cg_lowest(left)] - cg_kind_value[best];
        if (largest ? more > 0 : more < 0)
            best = cg_lowest(left);
    }
    return best;
}

/* -- Guessing the others ------------------------------------------------------------------------ */

/* How much of the 144 points may be laid here, in tenths of a point a card: a card is worth 3. */
static int tenths_allowed(const spk_box *box, const cg_state *s)
{
    const cg_config *c = box->config;
    int points = 0;
    for (int means = 0; means < CG_MEANS_COUNT; means++)
        points += c->district[s->district].allowed & cg_means_bits[means] ? 10 : 0;
    return points;
}

/* What a seat brings: what is open for certain; a hand that has not laid yet gives two fifths of what
 * it could, and a card that lies face down is thought to be meant, mostly. */
static int guess(const spk_box *box, const cg_state *s, spk_seat seat)
{
    if (seat == CG_NOBODY)
        return 0;
    int open = cg_contribution(box, s, seat, s->shown[seat] & cg_usable(box, s, seat));
    int f = cg_lone(box, s) == seat ? 2 : 1, allowed = tenths_allowed(box, s);
    int down = cg_size(s->laid[seat] - s->shown[seat]) + s->down[seat];
    if (seat == s->holder[CG_MR_X] || (s->has_laid >> seat & 1 && !(s->covered >> seat & 1)))
        return open + f * down * 17 / 10;
    return open + f * cg_hand_size(s, seat) * allowed * 4 / 100;
}

typedef struct fight {
    int own;          /* what the seat brings without a card */
    int f;            /* and how often a card's points count */
    int mates, first; /* what the others of its side bring; the strongest of them */
    int enemies;
} fight;

static fight foresee(const spk_box *box, const cg_state *s, spk_seat seat, int side)
{
    fight v = {.own = cg_contribution(box, s, seat, 0), .f = cg_lone(box, s) == seat ? 2 : 1};
    spk_seat mr_x = s->holder[CG_MR_X];
    for (int i = 0; i < 3; i++) {
        spk_seat mate = i < 2 ? s->member[side][i] : s->mr_x_side == side ? mr_x : CG_NOBODY;
        int brings = mate != seat ? guess(box, s, mate) : 0;
        v.mates += brings;
        v.first = brings > v.first ? brings : v.first;
        spk_seat foe = i < 2 ? s->member[!side][i] : s->mr_x_side == !side ? mr_x : CG_NOBODY;
        v.enemies += foe != seat ? guess(box, s, foe) : 0;
    }
    if (s->stage == CG_DEFENDER_TURN) /* announced; a hidden card may come on top */
        v.enemies = s->strength[CG_CHALLENGER] + (s->keeper != CG_NOBODY ? 3 : 0);
    return v;
}

/* What so many points would get: the better package, the other one, or nothing. */
static int prize(const spk_box *box, const cg_state *s, const fight *v, int side, int points)
{
    const cg_config *c = box->config;
    int mine = v->own + v->f * points, ours = mine + v->mates;
    bool wins = ours > v->enemies || (ours == v->enemies && side == CG_CHALLENGER);
    if (!wins && 2 * ours < v->enemies)
        return 0;
    const cg_package *p = c->loot[s->loot].package[!wins];
    int a = package_worth(s, &p[0]), b = package_worth(s, &p[1]);
    bool chooses = mine > v->first || (mine == v->first && points > 0);
    return (a > b) == chooses ? a : b;
}

/* The points that pay best on that side, and what they bring. */
static int best_points(const spk_box *box, const cg_state *s, spk_seat seat, int side, int *most)
{
    cg_bag usable = s->hand[seat] & cg_usable(box, s, seat);
    fight v = foresee(box, s, seat, side);
    int all = cg_points(usable), best = 0;
    *most = INT32_MIN;
    for (int points = 0; points <= all && points <= MOST_POINTS; points++) {
        int gain = prize(box, s, &v, side, points) - point_cost(s) * points;
        if (gain > *most)
            *most = gain, best = points;
    }
    return best;
}

/* -- Laying ------------------------------------------------------------------------------------- */

static spk_move lay(cg_bag cards)
{
    return cards ? cg_move(CG_OP_LAY, 1, 0, cards) : cg_idle(CG_OP_LAY, 1);
}

static spk_move lay_just_enough(const spk_box *box, const cg_state *s, spk_seat seat)
{
    int most, points = best_points(box, s, seat, (int)s->stage, &most);
    cg_bag usable = s->hand[seat] & cg_usable(box, s, seat);
    return lay(points ? exactly(usable, points) : 0);
}

static spk_move join_just_enough(const spk_box *box, const cg_state *s, spk_seat seat)
{
    cg_bag usable = s->hand[seat] & cg_usable(box, s, seat);
    int most[CG_SIDES], points[CG_SIDES];
    for (int side = 0; side < CG_SIDES; side++)
        points[side] = best_points(box, s, seat, side, &most[side]);
    int side = most[CG_DEFENDER] > most[CG_CHALLENGER] ? CG_DEFENDER : CG_CHALLENGER;
    return cg_move(CG_OP_X_LAY, side, 0, points[side] ? exactly(usable, points[side]) : 0);
}

/* What a hand that is nearly full can spare: it could not draw, and would lose the card. */
static cg_bag spare_cards(const spk_box *box, const cg_state *s, spk_seat seat)
{
    cg_bag usable = s->hand[seat] & cg_usable(box, s, seat), spare = 0;
    for (int n = cg_size(s->hand[seat]); n > CG_HAND - 2 && usable; n--) {
        cg_kind kind = extreme(usable, false);
        usable -= CG_ONE(kind);
        spare += CG_ONE(kind);
    }
    return spare;
}

/* Mr. X joins whoever looks stronger. */
static spk_move join_the_stronger(const spk_box *box, const cg_state *s, spk_seat seat)
{
    fight v = foresee(box, s, seat, CG_CHALLENGER);
    int side = v.mates >= v.enemies ? CG_CHALLENGER : CG_DEFENDER;
    return cg_move(CG_OP_X_LAY, side, 0, spare_cards(box, s, seat));
}

static spk_move use_thug(const spk_box *box, const cg_state *s, spk_seat seat)
{
    const cg_config *c = box->config;
    bool barred = box->option[CG_OPT_THUG_IN_BARRED] && !c->district[s->district].persons;
    bool pays = cg_points(s->laid[seat] & cg_usable(box, s, seat)) >= 5;
    return pays && !barred ? cg_move(CG_OP_THUG, 1, 0, 0) : cg_idle(CG_OP_THUG, 0);
}

/* The defenders are to count without it. */
static spk_move hide_largest(const spk_box *box, const cg_state *s, spk_seat seat)
{
    cg_bag down = (s->laid[seat] - s->shown[seat]) & cg_usable(box, s, seat);
    return down ? cg_move(CG_OP_HIDE, extreme(down, true), 0, 0) : cg_idle(CG_OP_HIDE, CG_KINDS);
}

/* -- Loot and round end ------------------------------------------------------------------------- */

static spk_move take_package(const spk_box *box, const cg_state *s)
{
    const cg_package *p = cg_packages(box, s);
    return cg_move(CG_OP_PACKAGE, package_worth(s, &p[1]) > package_worth(s, &p[0]), 0, 0);
}

static spk_move pay_least(const spk_box *box, const cg_state *s)
{
    static const cg_package one[CG_ITEM_COUNT] = {{.alcohol = 1}, {.means = 1}, {.person = 1}};
    unsigned items = cg_payable(box, s);
    int best = -1;
    for (int item = 0; item < CG_ITEM_COUNT; item++)
        if (items >> item & 1 &&
            (best < 0 || package_worth(s, &one[item]) < package_worth(s, &one[best])))
            best = item;
    return cg_move(CG_OP_PAY, best, 0, 0);
}

/* Draws first; then cards into bottles, if enough are left to fight with; then a small card for an
 * unknown one, which is better on average. */
static spk_move end_round(const spk_box *box, const cg_state *s, spk_seat seat)
{
    unsigned skills = cg_open_skills(box, s);
    cg_bag hand = s->hand[seat];
    if (skills & CG_USED_BONUS)
        return CG_MOVE(CG_OP_BONUS);
    if (skills & CG_USED_DRAW)
        return CG_MOVE(CG_OP_DRAW);
    if (skills & (CG_USED_INFORMER | CG_USED_SMUGGLER) && cg_points(hand) >= 10)
        return cg_move(CG_OP_CONVERT, skills & CG_USED_INFORMER ? CG_INFORMER : CG_WHISKEY_SMUGGLER,
                       0, exactly(hand, 6));
    bool small = hand && cg_kind_value[extreme(hand, false)] <= 2;
    if (skills & (CG_USED_FENCE | CG_USED_SWAP) && small)
        return cg_move(CG_OP_SWAP, extreme(hand, false), skills & CG_USED_SWAP ? 1 : 0, 0);
    return cg_idle(CG_OP_END, 0);
}

/* -- A decision --------------------------------------------------------------------------------- */

static spk_move decide(const spk_box *box, const cg_state *s, spk_seat seat, bool rides)
{
    switch ((cg_phase)s->phase) {
    case CG_X_LAY: return rides ? join_the_stronger(box, s, seat) : join_just_enough(box, s, seat);
    case CG_CLAIM: return cg_idle(CG_OP_PASS, 0);
    case CG_DUEL: return cg_move(CG_OP_DUEL, extreme(s->hand[seat], !rides), 0, 0);
    case CG_LAY: return rides ? lay(spare_cards(box, s, seat)) : lay_just_enough(box, s, seat);
    case CG_SHOW: return CG_MOVE(CG_OP_DONE);
    case CG_USE_THUG: return use_thug(box, s, seat);
    case CG_KEEP_HIDDEN: return hide_largest(box, s, seat);
    case CG_PACKAGE: return take_package(box, s);
    case CG_COMPENSATION: return pay_least(box, s);
    default: return end_round(box, s, seat);
    }
}

static spk_move give_just_enough(const spk_box *box, const void *view, spk_seat seat, spk_rng *rng)
{
    (void)rng;
    return decide(box, view, seat, false);
}

static spk_move ride(const spk_box *box, const void *view, spk_seat seat, spk_rng *rng)
{
    (void)rng;
    return decide(box, view, seat, true);
}

const spk_script cg_scripts[CG_SCRIPTS] = {
    {"just_enough", N_("guesses what the others bring and lays exactly the points that pay best"),
     give_just_enough},
    {"free_rider", N_("lays nothing as long as it can and lives on what its partners win"), ride},
};
