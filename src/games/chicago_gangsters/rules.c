/* rules.c: what moves do, and how a round goes on by itself between two decisions:
 *
 *     reveal -> (Mr. X lays) -> (claims, duel) -> challengers: lay, thug, hidden card, reveal
 *            -> (claims, duel) -> defenders: lay, thug, reveal -> evaluation
 *            -> winners' packages -> losers' packages -> round end of each player -> next round
 *
 * Every enter_... function goes to the next point where somebody must be asked, past all that is
 * decided already: the automatic steps of 8.3. Which moves there are is moves.c's, strengths and reveals
 * are computed in fight.c, claims and duels are in godfather.c. */
#include <string.h>

#include "games/chicago_gangsters/state.h"

static void enter_defence(const spk_box *box, cg_state *s);
static void enter_loot(const spk_box *box, cg_state *s, int side);
static void after_loot(const spk_box *box, cg_state *s);
static void round_end_goes_on(const spk_box *box, cg_state *s);

void cg_ask(cg_state *s, cg_phase phase, spk_seat seat)
{
    s->phase = (uint8_t)phase;
    s->active = (uint8_t)seat;
}

/* -- The draw pile ----------------------------------------------------------------------------- */

/* The discard pile becomes the draw pile, and everybody knows what is in it. (CG-7.5) */
static void shuffle(cg_state *s)
{
    s->pile = s->shuffled = s->discard;
    s->discard = 0;
}

/* The next due draw: by chance, or on with the round if none is due or possible any more. Excess over
 * the hand limit lapses (CG-6.11), and so does a draw from two empty piles (CG-R18). */
static void draws_go_on(const spk_box *box, cg_state *s)
{
    for (int i = 0; i < 2; i++) {
        if (s->due[0] && cg_size(s->hand[s->drawer[0]]) < CG_HAND && cg_card_available(s)) {
            if (!s->pile)
                shuffle(s); /* CG-R17 (b) */
            s->phase = CG_DRAW;
            return;
        }
        s->drawer[0] = s->drawer[1], s->due[0] = s->due[1];
        s->drawer[1] = CG_NOBODY, s->due[1] = 0;
    }
    switch ((cg_stage)s->stage) {
    case CG_CHALLENGER_TURN: cg_enter_side(box, s, CG_CHALLENGER); break; /* a duel card replaced */
    case CG_DEFENDER_TURN: cg_enter_side(box, s, CG_DEFENDER); break;
    case CG_LOOT_SHARE: after_loot(box, s); break;
    case CG_ENDING: round_end_goes_on(box, s); break;
    case CG_STAGE_COUNT: break;
    }
}

static void owe(cg_state *s, int i, spk_seat seat, int n)
{
    s->drawer[i] = (uint8_t)(n ? seat : CG_NOBODY);
    s->due[i] = (uint8_t)n;
}

/* One player draws n cards, then another m. */
void cg_start_draws(const spk_box *box, cg_state *s, spk_seat seat, int n, spk_seat next, int m)
{
    owe(s, 0, seat, n);
    owe(s, 1, next, m);
    draws_go_on(box, s);
}

static void draw_card(const spk_box *box, cg_state *s, cg_kind kind)
{
    s->pile -= CG_ONE(kind);
    s->hand[s->drawer[0]] += CG_ONE(kind);
    s->due[0]--;
    if (!s->pile && s->discard)
        shuffle(s); /* CG-R17 (a) */
    draws_go_on(box, s);
}

/* -- Setup and reveal (CG-1, CG-2) ------------------------------------------------------------- */

static void choose_mr_x(cg_state *s, spk_seat mr_x)
{
    cg_give_clans(s, mr_x);
    s->phase = CG_DEAL_PERSONS;
}

static void deal_person(const spk_box *box, cg_state *s, cg_person person)
{
    s->person_deck &= ~CG_BIT(person);
    s->persons[s->drawer[0]] = CG_BIT(person);
    if (++s->drawer[0] < box->n_seats)
        return;
    s->phase = CG_DEAL_MEANS;
    owe(s, 0, 0, 4); /* CG-1.7 */
}

static void deal_card(const spk_box *box, cg_state *s, cg_kind kind)
{
    s->pile -= CG_ONE(kind);
    s->hand[s->drawer[0]] += CG_ONE(kind);
    if (--s->due[0] > 0)
        return;
    bool last = s->drawer[0] + 1 == box->n_seats;
    owe(s, 0, s->drawer[0] + 1, last ? 0 : 4);
    if (last)
        s->phase = CG_COALITION;
}

static void turn_coalition(const spk_box *box, cg_state *s, int card)
{
    if (card == CG_GAME_END) {
        cg_showdown(box, s); /* CG-2.9, CG-R57 */
        return;
    }
    s->coalition_deck &= (uint16_t)~CG_BIT(card);
    s->coalition = (uint8_t)card;
    s->phase = CG_DISTRICT;
}

/* -- Laying (D2, D5, D6, D7) ------------------------------------------------------------------- */

static void enter_reveal(const spk_box *box, cg_state *s, cg_bag kept)
{
    int side = s->stage;
    cg_reveal_side(box, s, side, kept);
    if (side == CG_CHALLENGER) {
        enter_defence(box, s);
        return;
    }
    cg_evaluate(box, s);
    s->stage = CG_LOOT_SHARE;
    enter_loot(box, s, s->winner);
}

/* The "?" player is asked unless no card lies face down; the reveal follows at once. (CG-R5) */
static void enter_hide(const spk_box *box, cg_state *s)
{
    spk_seat seat = s->stage == CG_CHALLENGER_TURN ? cg_may_hide(box, s) : CG_NOBODY;
    if (seat != CG_NOBODY && s->laid[seat] != s->shown[seat])
        cg_ask(s, CG_KEEP_HIDDEN, seat);
    else
        enter_reveal(box, s, 0);
}

/* Always asked, whatever was laid: CG-R70. */
static void enter_thug(const spk_box *box, cg_state *s)
{
    spk_seat seat = cg_thug_at(s, s->stage);
    if (seat != CG_NOBODY)
        cg_ask(s, CG_USE_THUG, seat);
    else
        enter_hide(box, s);
}

static bool still_lays(const cg_state *s, spk_seat seat)
{
    return seat != CG_NOBODY && !(s->has_laid >> seat & 1);
}

/* Who lays next: the marker clan, or the other one if that has deferred. (CG-R61) */
static spk_seat next_to_lay(const cg_state *s)
{
    spk_seat first = s->member[s->stage][0], second = s->member[s->stage][1];
    if (still_lays(s, first) && !(s->deferred && still_lays(s, second)))
        return first;
    return still_lays(s, second) ? second : CG_NOBODY;
}

/* The lay is published: what lies open is no longer among the cards that might be in hand. */
static void finish_lay(cg_state *s, spk_seat seat)
{
    s->known[seat] = cg_less(s->known[seat], s->shown[seat]);
    s->has_laid |= (uint8_t)CG_BIT(seat);
    s->floor = 0;
}

static void lays_go_on(const spk_box *box, cg_state *s)
{
    spk_seat seat;
    while ((seat = next_to_lay(s)) != CG_NOBODY) {
        cg_ask(s, CG_LAY, seat);
        if (s->hand[seat] || cg_can_defer(s))
            return;
        s->covered |= (uint8_t)CG_BIT(seat); /* an empty hand lays nothing: CG-V45 */
        finish_lay(s, seat);
    }
    s->deferred = 0;
    enter_thug(box, s);
}

void cg_enter_side(const spk_box *box, cg_state *s, int side)
{
    s->stage = (uint8_t)(side == CG_CHALLENGER ? CG_CHALLENGER_TURN : CG_DEFENDER_TURN);
    lays_go_on(box, s);
}

static void enter_defence(const spk_box *box, cg_state *s)
{
    const cg_config *c = box->config;
    if (c->godfather && !s->contested)
        cg_enter_claims(box, s, CG_DEFENDER_TURN);
    else
        cg_enter_side(box, s, CG_DEFENDER);
}

/* Something more could be shown; if not, the lay is done. (8.3) */
static void shows_go_on(const spk_box *box, cg_state *s, spk_seat seat)
{
    cg_bag from = CG_BAG_BITS << 4 * s->floor & CG_BAG_BITS;
    if ((s->laid[seat] - s->shown[seat]) & from) {
        s->phase = CG_SHOW;
        return;
    }
    finish_lay(s, seat);
    lays_go_on(box, s);
}

static void lay(const spk_box *box, cg_state *s, spk_seat seat, cg_bag cards, bool cover)
{
    s->hand[seat] -= cards;
    s->laid[seat] = cards;
    if (cover)
        s->covered |= (uint8_t)CG_BIT(seat);
    shows_go_on(box, s, seat);
}

static void show(const spk_box *box, cg_state *s, spk_seat seat, cg_kind kind)
{
    s->shown[seat] += CG_ONE(kind);
    s->floor = (uint8_t)kind;
    shows_go_on(box, s, seat);
}

static void done(const spk_box *box, cg_state *s, spk_seat seat)
{
    finish_lay(s, seat);
    lays_go_on(box, s);
}

static void defer(const spk_box *box, cg_state *s)
{
    s->deferred = 1;
    lays_go_on(box, s);
}

/* CG-10.5. Mr. X's cards lie face down and are counted. */
static void lay_mr_x(const spk_box *box, cg_state *s, cg_bag cards, int side)
{
    spk_seat seat = s->active;
    s->hand[seat] -= cards;
    s->laid[seat] = cards;
    s->mr_x_side = (uint8_t)side;
    cg_enter_side(box, s, CG_CHALLENGER);
}

static void hide(const spk_box *box, cg_state *s, spk_seat seat, int kind)
{
    if (kind < CG_KINDS)
        s->keeper = (uint8_t)seat;
    enter_reveal(box, s, kind < CG_KINDS ? CG_ONE(kind) : 0);
}

/* The four cards lie there: who is first? (8.2) */
static void begin_round(const spk_box *box, cg_state *s)
{
    const cg_config *c = box->config;
    cg_form_sides(box, s);
    if (box->n_seats == CG_SEATS)
        cg_ask(s, CG_X_LAY, s->holder[CG_MR_X]);
    else if (c->godfather)
        cg_enter_claims(box, s, CG_CHALLENGER_TURN);
    else
        cg_enter_side(box, s, CG_CHALLENGER);
}

/* -- Loot (CG-6) ------------------------------------------------------------------------------- */

static void take_person(cg_state *s, spk_seat seat)
{
    s->persons[seat] |= CG_BIT(s->offer);
    s->offer = CG_NO_CARD;
}

static void take_goods(cg_state *s, spk_seat seat, int alcohol, bool person)
{
    s->alcohol[seat] = (uint8_t)(s->alcohol[seat] + alcohol);
    if (person)
        take_person(s, seat);
}

/* The first takes that package, the second, if there is one, the other; the first draws first
 * (CG-R12). A lone player's other package lapses (CG-9.6). */
static void choose_package(const spk_box *box, cg_state *s, int chosen)
{
    const cg_package *first = &cg_packages(box, s)[chosen],
                     *other = &cg_packages(box, s)[1 - chosen];
    spk_seat order[3];
    int n = cg_rank(s, s->sharing, order);
    take_goods(s, order[0], first->alcohol, first->person);
    if (n >= 2)
        take_goods(s, order[1], other->alcohol, other->person);
    cg_start_draws(box, s, order[0], first->means, n >= 2 ? order[1] : CG_NOBODY,
                   n >= 2 ? other->means : 0);
}

/* The new godfather takes both packages but what is paid; the ousted partner draws first. (CG-11.14
 * to CG-11.18, CG-R52) */
static void pay(const spk_box *box, cg_state *s, cg_item item)
{
    const cg_package *p = cg_packages(box, s);
    int alcohol = p[0].alcohol + p[1].alcohol, means = p[0].means + p[1].means;
    bool person = p[0].person || p[1].person;
    take_goods(s, s->ousted, item == CG_ITEM_ALCOHOL, item == CG_ITEM_PERSON);
    take_goods(s, s->new_godfather, alcohol - (item == CG_ITEM_ALCOHOL),
               person && item != CG_ITEM_PERSON);
    int paid = item == CG_ITEM_MEANS;
    cg_start_draws(box, s, s->ousted, paid, s->new_godfather, means - paid);
}

static void enter_loot(const spk_box *box, cg_state *s, int side)
{
    spk_seat order[3];
    s->sharing = (uint8_t)side;
    cg_rank(s, side, order);
    if (side == s->winner)
        s->starter = (uint8_t)order[0]; /* CG-7.1 */
    bool alone = order[0] == s->new_godfather;
    cg_ask(s, alone ? CG_COMPENSATION : CG_PACKAGE, order[0]);
    unsigned items = alone ? cg_payable(box, s) : 0;
    if (items && !(items & (items - 1)))
        pay(box, s, (cg_item)__builtin_ctz(items)); /* no choice: 8.3 */
}

/* Of the three on Mr. X's side, the one who got nothing is Mr. X from now on. (CG-10.13, CG-10.14) */
static void exchange_mr_x(cg_state *s)
{
    spk_seat order[3], old = s->holder[CG_MR_X];
    if (s->mr_x_side == CG_NOBODY || !cg_entitled(s, s->mr_x_side)) /* CG-R32 */
        return;
    if (cg_rank(s, s->mr_x_side, order) < 3 || order[2] == old)
        return;
    for (int clan = 0; clan < CG_CLANS; clan++)
        if (s->holder[clan] == order[2])
            s->holder[clan] = (uint8_t)old;
    s->holder[CG_MR_X] = (uint8_t)order[2];
    s->exchanged = 1;
}

static void after_loot(const spk_box *box, cg_state *s)
{
    int losers = 1 - s->winner;
    if (s->sharing == s->winner && cg_entitled(s, losers)) {
        enter_loot(box, s, losers);
        return;
    }
    exchange_mr_x(s);
    s->sharing = CG_NOBODY;
    s->stage = CG_ENDING;
    cg_ask(s, CG_ROUND_END, s->starter);
    round_end_goes_on(box, s);
}

/* -- Round end (CG-7) -------------------------------------------------------------------------- */

/* The round's cards leave the game; nothing of it is left. (CG-7.6, CG-7.7, CG-11.21) */
static void end_round(cg_state *s)
{
    if (s->godfather != CG_NOBODY)
        s->godfather_points[s->godfather]++;
    s->rounds++;
    s->coalition = s->district = s->loot = s->offer = CG_NO_CARD;
    memset(s->points, 0, sizeof s->points);
    memset(s->member, CG_NOBODY, sizeof s->member);
    memset(s->strength, 0, sizeof s->strength);
    s->new_godfather = s->ousted = s->mr_x_side = CG_NOBODY;
    s->winner = s->starter = CG_NOBODY;
    s->contested = s->has_laid = s->covered = s->exchanged = 0;
    s->turns_ended = s->used = 0;
    s->stage = CG_CHALLENGER_TURN;
    cg_ask(s, CG_COALITION, CG_NOBODY);
}

static void draw(const spk_box *box, cg_state *s, unsigned right)
{
    s->used |= (uint8_t)right;
    cg_start_draws(box, s, s->active, 1, CG_NOBODY, 0);
}

/* On to the next player; true if there is one. */
static bool next_player(const spk_box *box, cg_state *s)
{
    s->used = 0;
    do {
        if (++s->turns_ended >= box->n_seats)
            return false;
        s->active = (uint8_t)((s->active + 1) % box->n_seats);
    } while (s->active == s->ousted && box->option[CG_OPT_OUSTED_ROUND_END]); /* CG-R49 */
    return true;
}

/* Ask the active player if there is anything to decide; else draw and end for them. Skills are judged
 * by what all can see, so an informer's player with two cards is asked even if they are worth too
 * little. (8.3) */
static void round_end_goes_on(const spk_box *box, cg_state *s)
{
    for (;;) {
        unsigned skills = cg_open_skills(box, s);
        s->phase = CG_ROUND_END;
        if (skills & ~(unsigned)CG_USED_DRAW)
            return;
        if (skills) {
            draw(box, s, CG_USED_DRAW);
            return;
        }
        if (!next_player(box, s)) {
            end_round(s);
            return;
        }
    }
}

static void end_turn(const spk_box *box, cg_state *s)
{
    if (next_player(box, s))
        round_end_goes_on(box, s);
    else
        end_round(s);
}

/* Openly: what was known to be there may be what went. */
static void discard(cg_state *s, spk_seat seat, cg_bag cards)
{
    s->hand[seat] -= cards;
    s->known[seat] = cg_less(s->known[seat], cards);
    s->discard += cards;
}

static void convert(const spk_box *box, cg_state *s, cg_person person, cg_bag cards)
{
    discard(s, s->active, cards);
    s->alcohol[s->active]++;
    s->used |= (uint8_t)(person == CG_INFORMER ? CG_USED_INFORMER : CG_USED_SMUGGLER);
    round_end_goes_on(box, s);
}

static void swap(const spk_box *box, cg_state *s, cg_kind kind, bool mr_x)
{
    discard(s, s->active, CG_ONE(kind));
    draw(box, s, mr_x ? CG_USED_SWAP : CG_USED_FENCE);
}

/* What is taken was open to all, so it is known. (CG-13.8) */
static void poker(const spk_box *box, cg_state *s, spk_move move)
{
    cg_bag taken = CG_ONE(cg_poker_kind(move, 2)) + CG_ONE(cg_poker_kind(move, 3));
    discard(s, s->active, CG_ONE(cg_poker_kind(move, 0)) + CG_ONE(cg_poker_kind(move, 1)));
    s->discard -= taken;
    s->hand[s->active] += taken;
    s->known[s->active] += taken;
    s->used |= CG_USED_POKER;
    round_end_goes_on(box, s);
}

/* -- All --------------------------------------------------------------------------------------- */

static void apply_chance(const spk_box *box, cg_state *s, spk_move move)
{
    int a = cg_move_a(move);
    switch (cg_move_op(move)) {
    case CG_OP_MR_X: choose_mr_x(s, a); break;
    case CG_OP_DEAL_PERSON: deal_person(box, s, (cg_person)a); break;
    case CG_OP_DEAL:
        if (s->phase == CG_DEAL_MEANS)
            deal_card(box, s, a);
        else
            draw_card(box, s, a);
        break;
    case CG_OP_COALITION: turn_coalition(box, s, a); break;
    case CG_OP_DISTRICT:
        s->district_deck &= (uint16_t)~CG_BIT(a);
        s->district = (uint8_t)a;
        s->phase = CG_LOOT;
        break;
    case CG_OP_LOOT:
        s->loot_deck &= (uint16_t)~CG_BIT(a);
        s->loot = (uint8_t)a;
        s->phase = CG_PERSON;
        break;
    case CG_OP_PERSON:
        s->person_deck &= ~CG_BIT(a);
        s->offer = (uint8_t)a;
        begin_round(box, s);
        break;
    default: break;
    }
}

void cg_apply(const spk_box *box, void *state, spk_seat seat, spk_move move)
{
    cg_state *s = state;
    int a = cg_move_a(move);
    cg_bag cards = cg_move_cards(move);
    switch (cg_move_op(move)) {
    case CG_OP_X_LAY: lay_mr_x(box, s, cards, a); break;
    case CG_OP_CLAIM: cg_answer_claim(box, s, seat, true); break;
    case CG_OP_PASS: cg_answer_claim(box, s, seat, false); break;
    case CG_OP_DUEL: cg_answer_duel(box, s, seat, a); break;
    case CG_OP_LAY: lay(box, s, seat, cards, a); break;
    case CG_OP_DEFER: defer(box, s); break;
    case CG_OP_SHOW: show(box, s, seat, a); break;
    case CG_OP_DONE: done(box, s, seat); break;
    case CG_OP_THUG:
        s->thug_used = (uint8_t)a;
        enter_hide(box, s);
        break;
    case CG_OP_HIDE: hide(box, s, seat, a); break;
    case CG_OP_PACKAGE: choose_package(box, s, a); break;
    case CG_OP_PAY: pay(box, s, (cg_item)a); break;
    case CG_OP_DRAW: draw(box, s, CG_USED_DRAW); break;
    case CG_OP_BONUS: draw(box, s, CG_USED_BONUS); break;
    case CG_OP_CONVERT: convert(box, s, (cg_person)a, cards); break;
    case CG_OP_SWAP: swap(box, s, a, cg_move_b(move)); break;
    case CG_OP_POKER: poker(box, s, move); break;
    case CG_OP_END: end_turn(box, s); break;
    default: apply_chance(box, s, move); break;
    }
}

/* For undo: a player's turn is a lay with all its steps, a round end with all its actions, or one
 * answer. */
uint32_t cg_turn(const spk_box *box, const void *state)
{
    const cg_state *s = state;
    int what = s->phase == CG_SHOW ? CG_LAY : s->phase;
    if (s->phase == CG_DRAW && s->stage == CG_ENDING)
        what = CG_ROUND_END; /* a draw asked for: until chance acts it is the same turn */
    (void)box;
    return ((uint32_t)s->rounds << 16) + ((uint32_t)s->stage << 12) + ((uint32_t)what << 4) +
           s->active;
}
