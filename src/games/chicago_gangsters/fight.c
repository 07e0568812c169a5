/* fight.c: the two sides of a round, what their members contribute, and what happens when cards are
 * turned up. Everything CG-4 and CG-5 say, the ranks of CG-6.2 and CG-10.11, and what everybody
 * learns from a reveal (known, see state.h). Whose turn it is lives in rules.c. */
#include <string.h>

#include "games/chicago_gangsters/state.h"

/* -- Sides ------------------------------------------------------------------------------------- */

/* The clans of the coalition card, by the seats that hold them now. (CG-2.3) */
void cg_form_sides(const spk_box *box, cg_state *s)
{
    const cg_config *c = box->config;
    const cg_coalition *card = &c->coalition[s->coalition];
    for (int side = 0; side < CG_SIDES; side++)
        for (int place = 0; place < 2; place++)
            s->member[side][place] = s->holder[card->member[side][place]];
}

/* With three players, the one whose partner is missing. (CG-9.3) */
spk_seat cg_lone(const spk_box *box, const cg_state *s)
{
    const cg_config *c = box->config;
    if (box->n_seats != 3 || s->coalition >= CG_COALITIONS)
        return CG_NOBODY;
    return s->holder[c->coalition[s->coalition].lone];
}

/* The active member of a side who controls the thug; Mr. X counts with the side he joined. (D6) */
spk_seat cg_thug_at(const cg_state *s, int side)
{
    spk_seat mr_x = s->mr_x_side == side ? s->holder[CG_MR_X] : CG_NOBODY;
    spk_seat members[] = {s->member[side][0], s->member[side][1], mr_x};
    for (int i = 0; i < 3; i++)
        if (members[i] != CG_NOBODY && cg_controls(s, members[i], CG_THUG))
            return members[i];
    return CG_NOBODY;
}

/* The active challenger whose clan has the "?". (CG-3.8, CG-9.5, CG-R42) */
spk_seat cg_may_hide(const spk_box *box, const cg_state *s)
{
    const cg_config *c = box->config;
    spk_seat seat = s->holder[c->coalition[s->coalition].hidden];
    bool active = s->member[CG_CHALLENGER][0] == seat || s->member[CG_CHALLENGER][1] == seat;
    return active ? seat : CG_NOBODY;
}

/* Who speaks first after the reveal: the "?" clan, or, if nobody holds it, the challenging clan that the
 * card lists first and that is in play. (8.6) */
spk_seat cg_first_speaker(const spk_box *box, const cg_state *s)
{
    const cg_config *c = box->config;
    const cg_coalition *card = &c->coalition[s->coalition];
    const uint8_t *clan = card->member[CG_CHALLENGER];
    int other = clan[0] == card->first ? clan[1] : clan[0];
    if (s->holder[card->hidden] != CG_NOBODY)
        return s->holder[card->hidden];
    return s->holder[card->first] != CG_NOBODY ? s->holder[card->first] : s->holder[other];
}

/* -- Strength (CG-4) --------------------------------------------------------------------------- */

/* The bits of the cards that count for this player: allowed here, or unlocked. (CG-3.2, CG-13.4) */
cg_bag cg_usable(const spk_box *box, const cg_state *s, spk_seat seat)
{
    const cg_config *c = box->config;
    cg_bag usable = c->district[s->district].allowed;
    for (uint32_t left = s->persons[seat] & CG_UNLOCKING; left; left &= left - 1)
        usable |= c->unlocks[__builtin_ctz(left)];
    return usable;
}

static int person_values(uint32_t persons)
{
    return __builtin_popcount(persons & CG_VALUE_1) + 2 * __builtin_popcount(persons & CG_VALUE_2) +
           3 * __builtin_popcount(persons & CG_VALUE_3) +
           4 * __builtin_popcount(persons & CG_VALUE_4);
}

/* Points of the persons that act as means cards, where persons are barred. (CG-13.13, CG-R39) */
static int acting_persons(const cg_config *c, uint32_t persons, cg_bag usable)
{
    int points = 0;
    for (uint32_t left = persons & CG_VALUE_2; left; left &= left - 1)
        if (usable & cg_means_bits[c->means_of[__builtin_ctz(left)]])
            points += 2;
    return points;
}

/* T of CG-4.2 with the options of CG-R24 and CG-R26: cards worth c, persons acting for p, doubled
 * f times. */
static int thug_points(const spk_box *box, int c, int p, int f)
{
    bool thug_first = box->option[CG_OPT_THUG_LONE_ORDER];
    int base = box->option[CG_OPT_THUG_DOUBLES_PERSONS] ? c : c + p;
    if (thug_first)
        return f * (base < 10 ? base : 10);
    return f * base < 10 ? f * base : 10;
}

/* What a player contributes with these cards, all of them usable, by its parts. (CG-4.2) */
static inline cg_sum sum_of(const spk_box *box, const cg_state *s, spk_seat seat, cg_bag cards)
{
    const cg_config *config = box->config;
    const cg_district *district = &config->district[s->district];
    int f = cg_lone(box, s) == seat ? 2 : 1;
    int c = cg_points(cards), acting = 0, persons = 0;
    if (district->persons)
        persons = f * person_values(s->persons[seat]);
    else if (s->persons[seat] & CG_VALUE_2)
        acting = acting_persons(config, s->persons[seat], cg_usable(box, s, seat));
    int thug = s->thug_used && cg_controls(s, seat, CG_THUG) ? thug_points(box, c, acting, f) : 0;
    return (cg_sum){f * c, f * acting, thug, persons, f * (c + acting) + thug + persons};
}

int cg_contribution(const spk_box *box, const cg_state *s, spk_seat seat, cg_bag cards)
{
    return sum_of(box, s, seat, cards).total;
}

cg_sum cg_brings(const spk_box *box, const cg_state *s, spk_seat seat, cg_bag cards)
{
    return sum_of(box, s, seat, cards & cg_usable(box, s, seat));
}

/* -- Reveals ----------------------------------------------------------------------------------- */

/* Turn up a player's face-down cards but 'keep'. What is not usable goes back to hand (CG-3.9), and
 * everybody has seen it: of such a kind at least the larger of what was known and what was turned up
 * is there, and what had lain open comes on top. */
static void turn_up(cg_state *s, spk_seat seat, cg_bag usable, cg_bag keep)
{
    cg_bag turned = s->laid[seat] - s->shown[seat] - keep;
    cg_bag back = (s->laid[seat] - keep) & ~usable;
    cg_bag known = cg_less(s->known[seat], turned & usable);
    s->known[seat] = cg_most(known, turned & ~usable) + (s->shown[seat] & ~usable);
    if (keep)
        s->returned = back; /* so it is not the one that lies there */
    s->hand[seat] += back;
    s->laid[seat] -= back;
    s->shown[seat] = s->laid[seat] - keep;
    s->covered &= (uint8_t)~CG_BIT(seat);
}

/* All at once but the card that the keeper leaves lying; then the open strength is announced.
 * (CG-3.7, CG-3.8, CG-3.11, CG-3.13) */
void cg_reveal_side(const spk_box *box, cg_state *s, int side, cg_bag kept)
{
    int strength = 0;
    for (int i = 0; i < 2; i++) {
        spk_seat seat = s->member[side][i];
        if (seat == CG_NOBODY)
            continue;
        turn_up(s, seat, cg_usable(box, s, seat), seat == s->keeper ? kept : 0);
        s->points[seat] = (uint8_t)cg_contribution(box, s, seat, s->shown[seat]);
        strength += s->points[seat];
    }
    s->strength[side] = (uint8_t)strength;
}

/* -- Evaluation (CG-5) ------------------------------------------------------------------------- */

/* The card left lying counts if it is usable, and is lost either way. (CG-5.2, CG-5.3) */
static void turn_up_hidden(const spk_box *box, cg_state *s)
{
    spk_seat seat = s->keeper;
    cg_bag card = s->laid[seat] - s->shown[seat];
    s->known[seat] = cg_most(cg_less(s->known[seat], card), s->returned);
    s->returned = 0;
    int before = s->points[seat];
    if (card & cg_usable(box, s, seat)) {
        s->points[seat] = (uint8_t)cg_contribution(box, s, seat, s->laid[seat]);
        s->strength[CG_CHALLENGER] =
            (uint8_t)(s->strength[CG_CHALLENGER] + s->points[seat] - before);
    }
    s->shown[seat] = s->laid[seat];
}

/* CG-10.9, CG-10.10 */
static void turn_up_mr_x(const spk_box *box, cg_state *s)
{
    spk_seat seat = s->holder[CG_MR_X];
    turn_up(s, seat, cg_usable(box, s, seat), 0);
    s->points[seat] = (uint8_t)cg_contribution(box, s, seat, s->laid[seat]);
    s->strength[s->mr_x_side] = (uint8_t)(s->strength[s->mr_x_side] + s->points[seat]);
}

/* Cards to the discard pile, a used thug out of the game. (CG-5.6, CG-R8, CG-13.10) */
static void clear_table(const spk_box *box, cg_state *s)
{
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        s->discard += s->laid[seat];
        s->laid[seat] = s->shown[seat] = 0;
        if (s->thug_used)
            s->persons[seat] &= ~CG_BIT(CG_THUG);
    }
    s->thug_used = 0;
    s->keeper = CG_NOBODY;
}

void cg_evaluate(const spk_box *box, cg_state *s)
{
    if (s->keeper != CG_NOBODY)
        turn_up_hidden(box, s);
    if (s->mr_x_side != CG_NOBODY)
        turn_up_mr_x(box, s);
    bool challengers = s->strength[CG_CHALLENGER] >= s->strength[CG_DEFENDER]; /* CG-5.5 */
    s->winner = challengers ? CG_CHALLENGER : CG_DEFENDER;
    clear_table(box, s);
}

/* -- Who chooses (CG-6) ------------------------------------------------------------------------ */

/* The members of a side, largest contribution first; on a tie Mr. X, then the marker clan. Returns
 * how many there are. (CG-6.2, CG-6.3, CG-10.12, CG-R11) */
int cg_rank(const cg_state *s, int side, spk_seat order[3])
{
    spk_seat mr_x = s->mr_x_side == side ? s->holder[CG_MR_X] : CG_NOBODY;
    spk_seat members[] = {mr_x, s->member[side][0], s->member[side][1]};
    int n = 0;
    for (int i = 0; i < 3; i++) {
        if (members[i] == CG_NOBODY)
            continue;
        int at = n++;
        for (; at > 0 && s->points[order[at - 1]] < s->points[members[i]]; at--)
            order[at] = order[at - 1];
        order[at] = members[i];
    }
    return n;
}

/* The losers only with at least half the winners' strength. (CG-6.5) */
bool cg_entitled(const cg_state *s, int side)
{
    return side == s->winner || 2 * s->strength[side] >= s->strength[1 - side];
}

/* What the defenders need against the strength that is announced: more, since a tie is the challengers' (CG-5.5); and for the
 * losers' loot. */
int cg_to_win(const cg_state *s) { return s->strength[CG_CHALLENGER] + 1; }
int cg_to_get_loot(const cg_state *s) { return (s->strength[CG_CHALLENGER] + 1) / 2; }

/* The two packages that are being shared. */
const cg_package *cg_packages(const spk_box *box, const cg_state *s)
{
    const cg_config *c = box->config;
    return c->loot[s->loot].package[s->sharing != s->winner];
}
