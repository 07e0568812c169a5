/* hints_play.c: a sensible move at once. It is how a search thinks the others will play, so it looks
 * at nothing that the player in that seat could not see: the own hand, what lies open, how many cards
 * the others hold. */
#include "games/chicago_gangsters/hints.h"

/* Found by hill climbing: 150 small changes, each tried alone among three players without it over 4,000
 * games and, if it won, over 8,000 others. Together they win 33.9 % of such games (4,000; fair: 25 %). */
enum {
    LAID_TENTHS = 18, /* that a card in hand adds to a fight, were all kinds allowed */
    MEANS = 570,      /* a card of a package */
    PERSON_PERCENT = 135,
    TO_CONVERT = 22, /* points in hand, from which cards are made bottles */
    POINT_EARLY = 204,
    POINT_MIDDLE = 160,
    POINT_LATE = 188,
};

const uint8_t cg_falling[CG_KINDS] = {9, 6, 1, 5, 8, 4, 0, 3, 7, 2};

static bool chance(spk_rng *rng, uint32_t percent) { return spk_rng_below(rng, 100) < percent; }

/* -- Cards and packages ------------------------------------------------------------------------ */

/* Cards worth so many points, or as little more as the largest-first rule finds; all if there are not
 * enough. */
cg_bag cg_fit(cg_bag from, int points)
{
    cg_bag taken = 0;
    for (int i = 0; i < CG_KINDS && points > 0; i++) {
        cg_kind kind = cg_falling[i];
        int n = cg_count(from, kind), most = points / cg_kind_value[kind];
        n = n < most ? n : most;
        taken += (cg_bag)n << 4 * kind;
        from -= (cg_bag)n << 4 * kind;
        points -= n * cg_kind_value[kind];
    }
    for (int i = CG_KINDS - 1; i >= 0 && points > 0; i--)
        if (cg_count(from, cg_falling[i]))
            return taken + CG_ONE(cg_falling[i]);
    return taken;
}

int cg_package_worth(const cg_state *s, const cg_package *package, int left)
{
    int worth = CG_BOTTLE * package->alcohol + MEANS * package->means;
    if (package->person && s->offer < CG_PERSON_COUNT)
        worth += cg_person_worth((cg_person)s->offer, left) * PERSON_PERCENT / 100;
    return worth;
}

/* -- What a lay is for ------------------------------------------------------------------------- */

static int allowed_kinds(const spk_box *box, const cg_state *s)
{
    const cg_config *c = box->config;
    cg_bag allowed = c->district[s->district].allowed;
    return !!(allowed & CG_WEAPON_BITS) + !!(allowed & CG_BRIBE_BITS) +
           !!(allowed & CG_BLACKMAIL_BITS);
}

/* Cards that lie face down before a player, as far as their number is public. */
static int down_cards(const cg_state *s, spk_seat seat)
{
    return cg_size(s->laid[seat] - s->shown[seat]) + s->down[seat];
}

/* What another clan member may bring: persons, what lies open, and so many tenths of a point for
 * each card that may be laid, were all kinds allowed. The same for a view. */
static int guess_member(const spk_box *box, const cg_state *s, spk_seat seat, int tenths)
{
    if (seat == CG_NOBODY)
        return 0;
    int open = cg_contribution(box, s, seat, s->shown[seat] & cg_usable(box, s, seat));
    int f = cg_lone(box, s) == seat ? 2 : 1, size = cg_hand_size(s, seat);
    if (!(s->has_laid >> seat & 1))
        return open + f * size * tenths * allowed_kinds(box, s) / 30;
    if (s->covered >> seat & 1)
        return open + f * (size + down_cards(s, seat)) * 4 * allowed_kinds(box, s) / 30;
    return open + f * down_cards(s, seat) * 13 / 10;
}

static int guess_mr_x(const spk_box *box, const cg_state *s)
{
    spk_seat seat = s->holder[CG_MR_X];
    return cg_contribution(box, s, seat, 0) + down_cards(s, seat) * 14 / 10;
}

static void add_prizes(const spk_box *box, const cg_state *s, cg_plan *plan)
{
    const cg_config *c = box->config;
    int left = cg_rounds_left(s);
    for (int side = 0; side < 2; side++) {
        const cg_package *p = c->loot[s->loot].package[side];
        int a = cg_package_worth(s, &p[0], left), b = cg_package_worth(s, &p[1], left);
        plan->prize[side][0] = a > b ? a : b;
        plan->prize[side][1] = a > b ? b : a;
    }
}

static int points_for(int strength, int f) { return strength > 0 ? (strength + f - 1) / f : 0; }

/* What each other member of a side may bring, Mr. X included; how many they are. */
static int guess_mates(const spk_box *box, const cg_state *s, spk_seat seat, int side, int mates[2])
{
    int n = 0;
    for (int i = 0; i < 2; i++)
        if (s->member[side][i] != seat && s->member[side][i] != CG_NOBODY)
            mates[n++] = guess_member(box, s, s->member[side][i], 5);
    if (s->mr_x_side == side && s->holder[CG_MR_X] != seat)
        mates[n++] = guess_mr_x(box, s);
    return n;
}

static int guess_enemies(const spk_box *box, const cg_state *s, int side, int tenths)
{
    int sum = s->mr_x_side == 1 - side ? guess_mr_x(box, s) : 0;
    if (s->stage == CG_DEFENDER_TURN)
        return sum + s->strength[CG_CHALLENGER] + (s->keeper != CG_NOBODY ? 3 : 0);
    for (int i = 0; i < 2; i++)
        sum += guess_member(box, s, s->member[1 - side][i], tenths);
    return sum;
}

/* 'tenths': how much of their hands enemies are thought to lay who have not yet. */
cg_plan cg_plan_lay(const spk_box *box, const cg_state *s, spk_seat seat, int side, int tenths)
{
    cg_plan plan = {.usable = s->hand[seat] & cg_usable(box, s, seat)};
    int mates[2] = {0, 0}, n = guess_mates(box, s, seat, side, mates);
    int enemies = guess_enemies(box, s, side, tenths);
    int f = cg_lone(box, s) == seat ? 2 : 1, own = cg_contribution(box, s, seat, 0);
    int all = own + mates[0] + mates[1], more = mates[1] > mates[0];
    plan.points = cg_points(plan.usable);
    plan.win = points_for(enemies + (side == CG_DEFENDER) - all, f);
    plan.half = points_for((enemies + 1) / 2 - all, f);
    plan.first = points_for(mates[more] - own, f);
    plan.second = n == 2 ? points_for(mates[1 - more] - own, f) : 0;
    add_prizes(box, s, &plan);
    return plan;
}

/* -- What pays -------------------------------------------------------------------------------- */

/* What somebody brings: this much for certain, and perhaps this much more. */
typedef struct guess {
    int sure, perhaps;
} guess;

static guess guess_of(const spk_box *box, const cg_state *s, spk_seat seat)
{
    int f = cg_lone(box, s) == seat ? 2 : 1, size = cg_hand_size(s, seat),
        down = down_cards(s, seat);
    guess g = {cg_contribution(box, s, seat, s->shown[seat] & cg_usable(box, s, seat)), 0};
    if (seat == s->holder[CG_MR_X])
        g.perhaps = down * 16 / 10;
    else if (!(s->has_laid >> seat & 1))
        g.perhaps = f * size * LAID_TENTHS * allowed_kinds(box, s) / 30;
    else if (s->covered >> seat & 1)
        g.perhaps = f * (size + down) * LAID_TENTHS * allowed_kinds(box, s) / 30;
    else
        g.perhaps = f * down * 20 / 10;
    return g;
}

/* A fight as one player foresees it. */
typedef struct outlook {
    cg_plan plan;
    guess mate[2], enemies;
    int n_mates, own, f;
    bool tie_first, tie_wins;
} outlook;

static void add_guess(guess *to, guess g) { to->sure += g.sure, to->perhaps += g.perhaps; }

static outlook foresee(const spk_box *box, const cg_state *s, spk_seat seat, int side)
{
    outlook o = {.own = cg_contribution(box, s, seat, 0), .f = cg_lone(box, s) == seat ? 2 : 1};
    spk_seat mr_x = s->holder[CG_MR_X];
    o.tie_wins = side == CG_CHALLENGER;
    o.tie_first = seat == mr_x || s->member[side][0] == seat;
    for (int i = 0; i < 3; i++) {
        spk_seat mate = i < 2 ? s->member[side][i] : s->mr_x_side == side ? mr_x : CG_NOBODY;
        spk_seat foe = i < 2 ? s->member[!side][i] : s->mr_x_side == !side ? mr_x : CG_NOBODY;
        if (mate != CG_NOBODY && mate != seat && o.n_mates < 2)
            o.mate[o.n_mates++] = guess_of(box, s, mate);
        if (foe != CG_NOBODY && foe != seat && (i == 2 || s->stage == CG_CHALLENGER_TURN))
            add_guess(&o.enemies, guess_of(box, s, foe));
    }
    if (s->stage == CG_DEFENDER_TURN)
        add_guess(&o.enemies, (guess){s->strength[CG_CHALLENGER], s->keeper != CG_NOBODY ? 3 : 0});
    o.plan.usable = s->hand[seat] & cg_usable(box, s, seat);
    o.plan.points = cg_points(o.plan.usable);
    add_prizes(box, s, &o.plan);
    return o;
}

/* What so many points would bring if mates and enemies bring so many tenths of what they may. */
static int prize_if(const outlook *o, int points, int mates, int enemies)
{
    int mine = o->own + o->f * points, ours = mine, rank = 0;
    for (int i = 0; i < o->n_mates; i++) {
        int brings = o->mate[i].sure + o->mate[i].perhaps * mates / 10;
        ours += brings;
        rank += brings > mine || (brings == mine && !o->tie_first);
    }
    int theirs = o->enemies.sure + o->enemies.perhaps * enemies / 10;
    bool wins = ours > theirs || (ours == theirs && o->tie_wins);
    if (rank > 1 || (!wins && 2 * ours < theirs))
        return 0;
    return o->plan.prize[!wins][rank];
}

static int expect(const outlook *o, int points)
{
    static const int mates[] = {0, 8, 20}, enemies[] = {3, 9, 17};
    int sum = 0;
    for (int m = 0; m < 3; m++)
        for (int e = 0; e < 3; e++)
            sum += prize_if(o, points, mates[m], enemies[e]);
    return sum / 9;
}

/* What a point is worth that is not laid: by the rounds to come. */
static int point_cost(const cg_state *s)
{
    int left = cg_rounds_left(s);
    if (left >= 6)
        return POINT_MIDDLE + (POINT_EARLY - POINT_MIDDLE) * (left - 6) / 6;
    return POINT_LATE + (POINT_MIDDLE - POINT_LATE) * left / 6;
}

/* How many points pay best, and what they bring. */
static int best_points(const outlook *o, int cost, int *most)
{
    int best = 0;
    *most = INT32_MIN;
    for (int points = 0; points <= o->plan.points; points++) {
        int gain = expect(o, points) - cost * points;
        if (gain > *most)
            *most = gain, best = points;
    }
    return best;
}

/* -- What others will have laid ---------------------------------------------------------------- */

/* The face-down cards of a seat, if it laid them to win or to save: players lay what pays, and what does
 * not count here only to deceive. In hundredths. */
static int likely_lay(const spk_box *box, const cg_state *s, spk_seat seat)
{
    enum { HALF = 500, UNUSABLE = 3 }; /* a lay that pays so much less is half as likely */
    cg_bag usable = cg_usable(box, s, seat), down = s->laid[seat] - s->shown[seat];
    int wasted = cg_size(down & ~usable), percent = 100, most;
    for (; wasted > 0; wasted--)
        percent /= UNUSABLE;
    if (seat == s->keeper)
        return percent ? percent : 1; /* the rest of this lay is open */
    cg_state before = *s;
    before.hand[seat] += down;
    before.laid[seat] -= down;
    before.has_laid &= (uint8_t)~CG_BIT(seat);
    outlook o = foresee(box, &before, seat, cg_side_of(s, seat));
    int cost = point_cost(s), points = cg_points(down & usable);
    best_points(&o, cost, &most);
    int less = most - (expect(&o, points) - cost * points);
    percent = percent * HALF / (HALF + (less > 0 ? less : 0));
    return percent ? percent : 1;
}

int cg_likely(const spk_box *box, const void *world, spk_seat seat)
{
    const cg_state *s = world;
    int percent = 100;
    if (s->stage >= CG_LOOT_SHARE || s->district >= CG_DISTRICTS || s->loot >= CG_LOOTS)
        return percent;
    for (spk_seat other = 0; other < box->n_seats; other++) {
        bool lies = s->has_laid >> other & 1 || s->holder[CG_MR_X] == other;
        if (other != seat && lies && cg_side_of(s, other) != CG_NOBODY &&
            (s->laid[other] != s->shown[other] || s->covered >> other & 1))
            percent = percent * likely_lay(box, s, other) / 100;
    }
    return percent ? percent : 1;
}

/* -- Laying ------------------------------------------------------------------------------------ */

/* Any part of a bag by card kinds, as somebody lays who does not count. */
static cg_bag any_part(cg_bag bag, spk_rng *rng)
{
    cg_bag part = 0;
    for (cg_bag left = cg_present(bag); left; left &= left - 1) {
        cg_kind kind = cg_lowest(left);
        part += (cg_bag)spk_rng_below(rng, (uint32_t)cg_count(bag, kind) + 1) << 4 * kind;
    }
    return part;
}

/* Some lay without counting, since not everybody at a table counts; and nobody sees the same worth in a
 * card. */
static cg_bag choose_cards(const spk_box *box, const cg_state *s, spk_seat seat, int side,
                           spk_rng *rng, int *gain)
{
    *gain = 0;
    if (chance(rng, 8))
        return any_part(s->hand[seat], rng);
    outlook o = foresee(box, s, seat, side);
    int cost = point_cost(s) * (60 + (int)spk_rng_below(rng, 81)) / 100;
    int points = best_points(&o, cost, gain);
    return points ? cg_fit(o.plan.usable, points) : 0;
}

static spk_move lay(const spk_box *box, const cg_state *s, spk_seat seat, spk_rng *rng)
{
    int gain;
    cg_bag cards = s->hand[seat] ? choose_cards(box, s, seat, s->stage, rng, &gain) : 0;
    return cards ? cg_move(CG_OP_LAY, 1, 0, cards) : cg_idle(CG_OP_LAY, 1);
}

static spk_move lay_mr_x(const spk_box *box, const cg_state *s, spk_seat seat, spk_rng *rng)
{
    int gain[CG_SIDES];
    cg_bag cards[CG_SIDES];
    for (int side = 0; side < CG_SIDES; side++)
        cards[side] = choose_cards(box, s, seat, side, rng, &gain[side]);
    int side = gain[CG_DEFENDER] > gain[CG_CHALLENGER];
    return cg_move(CG_OP_X_LAY, side, 0, cards[side]);
}

/* The largest card of a bag, which has one. */
static cg_kind largest(cg_bag bag)
{
    int i = 0;
    while (!cg_count(bag, cg_falling[i]))
        i++;
    return cg_falling[i];
}

static spk_move use_thug(const spk_box *box, const cg_state *s, spk_seat seat)
{
    const cg_config *c = box->config;
    bool barred = box->option[CG_OPT_THUG_IN_BARRED] && !c->district[s->district].persons;
    if (!barred && cg_points(s->laid[seat] & cg_usable(box, s, seat)) >= 4)
        return cg_move(CG_OP_THUG, 1, 0, 0);
    return cg_idle(CG_OP_THUG, 0);
}

static spk_move hide(const spk_box *box, const cg_state *s, spk_seat seat, spk_rng *rng)
{
    cg_bag down = (s->laid[seat] - s->shown[seat]) & cg_usable(box, s, seat);
    if (!down || chance(rng, 50))
        return cg_idle(CG_OP_HIDE, CG_KINDS);
    return cg_move(CG_OP_HIDE, largest(down), 0, 0);
}

/* -- Loot and round end ------------------------------------------------------------------------ */

static spk_move choose_package(const spk_box *box, const cg_state *s)
{
    const cg_package *p = cg_packages(box, s);
    int left = cg_rounds_left(s);
    bool second = cg_package_worth(s, &p[1], left) > cg_package_worth(s, &p[0], left);
    return cg_move(CG_OP_PACKAGE, second, 0, 0);
}

/* What is worth least, to a partner who is a rival in the end. */
static spk_move compensate(const spk_box *box, const cg_state *s)
{
    unsigned items = cg_payable(box, s);
    cg_package one[] = {{.alcohol = 1}, {.means = 1}, {.person = 1}};
    int best = -1, least = 0, left = cg_rounds_left(s);
    for (int item = 0; item < CG_ITEM_COUNT; item++) {
        int worth = cg_package_worth(s, &one[item], left);
        if (items >> item & 1 && (best < 0 || worth < least))
            best = item, least = worth;
    }
    return cg_move(CG_OP_PAY, best, 0, 0);
}

static spk_move swap_smallest(cg_bag hand, unsigned skills)
{
    for (int i = CG_KINDS - 1; i >= 0 && cg_kind_value[cg_falling[i]] <= 2; i--)
        if (cg_count(hand, cg_falling[i]))
            return cg_move(CG_OP_SWAP, cg_falling[i], skills & CG_USED_SWAP ? 1 : 0, 0);
    return cg_idle(CG_OP_END, 0);
}

static spk_move end_round(const spk_box *box, const cg_state *s, spk_seat seat)
{
    unsigned skills = cg_open_skills(box, s);
    cg_bag hand = s->hand[seat];
    if (skills & CG_USED_BONUS)
        return CG_MOVE(CG_OP_BONUS);
    if (skills & CG_USED_DRAW)
        return CG_MOVE(CG_OP_DRAW);
    if (skills & (CG_USED_INFORMER | CG_USED_SMUGGLER) && cg_points(hand) >= TO_CONVERT)
        return cg_move(CG_OP_CONVERT, skills & CG_USED_INFORMER ? CG_INFORMER : CG_WHISKEY_SMUGGLER,
                       0, cg_fit(hand, 6));
    if (skills & (CG_USED_FENCE | CG_USED_SWAP))
        return swap_smallest(hand, skills);
    return cg_idle(CG_OP_END, 0);
}

/* -- All --------------------------------------------------------------------------------------- */

spk_move cg_rollout(const spk_box *box, const void *state, spk_seat seat, spk_rng *rng)
{
    const cg_state *s = state;
    switch ((cg_phase)s->phase) {
    case CG_X_LAY: return lay_mr_x(box, s, seat, rng);
    case CG_CLAIM: return chance(rng, 40) ? CG_MOVE(CG_OP_CLAIM) : cg_idle(CG_OP_PASS, 0);
    case CG_DUEL: return cg_move(CG_OP_DUEL, largest(s->hand[seat]), 0, 0);
    case CG_LAY: return lay(box, s, seat, rng);
    case CG_SHOW: return CG_MOVE(CG_OP_DONE);
    case CG_USE_THUG: return use_thug(box, s, seat);
    case CG_KEEP_HIDDEN: return hide(box, s, seat, rng);
    case CG_PACKAGE: return choose_package(box, s);
    case CG_COMPENSATION: return compensate(box, s);
    default: return end_round(box, s, seat);
    }
}
