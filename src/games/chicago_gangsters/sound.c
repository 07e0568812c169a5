/* sound.c: whether a position can be true: the ledger's invariants, and all that play relies on. A
 * hand-made position that passes can be played to the end. */
#include <string.h>

#include "games/chicago_gangsters/state.h"

/* -- Numbers in their range -------------------------------------------------------------------- */

static bool is_seat(const spk_box *box, int seat) { return seat < box->n_seats; }
static bool seat_or_none(const spk_box *box, int seat)
{
    return seat == CG_NOBODY || is_seat(box, seat);
}
static bool side_or_none(int side) { return side == CG_NOBODY || side < CG_SIDES; }
static bool card_or_none(int card, int n) { return card == CG_NO_CARD || card < n; }

/* What a seat has, and that seats which are not there have nothing. */
static bool seat_fits(const spk_box *box, const cg_state *s, spk_seat seat)
{
    bool there = is_seat(box, seat);
    if (s->unseen[seat] || s->down[seat])
        return false;
    if (!there)
        return !s->hand[seat] && !s->known[seat] && !s->laid[seat] && !s->shown[seat] &&
               !s->persons[seat] && !s->alcohol[seat] && !s->godfather_points[seat] &&
               !s->points[seat] && !s->bid[seat];
    return s->godfather_points[seat] <= 12 && s->points[seat] <= 182 &&
           cg_bid_card(s, seat) <= CG_KINDS && cg_bid_place(s, seat) <= CG_CLANS &&
           (s->persons[seat] & ~CG_ALL_PERSONS) == 0;
}

static bool bits_fit(const spk_box *box, unsigned bits) { return bits >> box->n_seats == 0; }

static bool fields_fit(const spk_box *box, const cg_state *s)
{
    for (spk_seat seat = 0; seat < CG_SEATS; seat++)
        if (!seat_fits(box, s, seat))
            return false;
    for (int i = 0; i < 4; i++)
        if (!seat_or_none(box, s->member[i / 2][i % 2]))
            return false;
    for (int i = 0; i < 2; i++)
        if (!(seat_or_none(box, s->drawer[i]) || s->phase == CG_DEAL_PERSONS) || s->due[i] > 20 ||
            s->strength[i] > 200)
            return false;
    return s->phase < CG_PHASE_COUNT && s->stage < CG_STAGE_COUNT && seat_or_none(box, s->active) &&
           s->rounds <= 12 && !s->pile_unseen && side_or_none(s->mr_x_side) &&
           bits_fit(box, s->asked | s->answered | s->claimed | s->has_laid | s->covered) &&
           s->contested < 2 && seat_or_none(box, s->godfather) &&
           seat_or_none(box, s->new_godfather) && seat_or_none(box, s->ousted) && s->deferred < 2 &&
           s->floor < CG_KINDS && s->thug_used < 2 && seat_or_none(box, s->keeper) &&
           side_or_none(s->winner) && side_or_none(s->sharing) && seat_or_none(box, s->starter) &&
           s->exchanged < 2 && s->turns_ended < box->n_seats && s->used <= CG_USED_ALL &&
           card_or_none(s->district, CG_DISTRICTS) && card_or_none(s->loot, CG_LOOTS) &&
           card_or_none(s->offer, CG_PERSON_COUNT) && card_or_none(s->coalition, CG_GAME_END + 1);
}

/* -- Means ------------------------------------------------------------------------------------- */

static bool bag_fits(cg_bag bag) { return bag >> 40 == 0 && cg_holds(CG_ALL_CARDS, bag); }

/* Every zone is a bag of cards that exist, and all zones together are the 48. */
static bool means_add_up(const spk_box *box, const cg_state *s)
{
    cg_bag left = CG_ALL_CARDS, zones[2 * CG_SEATS + 2] = {s->pile, s->discard};
    int n = 2;
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        zones[n++] = s->hand[seat];
        zones[n++] = s->laid[seat];
    }
    for (int i = 0; i < n; i++) {
        if (!bag_fits(zones[i]) || !cg_holds(left, zones[i]))
            return false;
        left -= zones[i];
    }
    return left == 0;
}

static bool fighting(const cg_state *s)
{
    return s->phase >= CG_X_LAY && s->phase <= CG_KEEP_HIDDEN;
}

static const char *broken_means(const spk_box *box, const cg_state *s)
{
    if (!means_add_up(box, s))
        return "CG-I1: the means cards are not the 48, or are in two places.";
    if (!bag_fits(s->shuffled) || !cg_holds(s->shuffled, s->pile))
        return "CG-I1: the draw pile holds a card that was not shuffled into it.";
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        if (!bag_fits(s->shown[seat]) || !cg_holds(s->laid[seat], s->shown[seat]))
            return "CG-I1: an open card is not among the laid ones.";
        bool published = s->phase != CG_SHOW || s->active != seat;
        cg_bag secret = s->hand[seat] + s->laid[seat] - (published ? s->shown[seat] : 0);
        if (!bag_fits(s->known[seat]) || !cg_holds(secret, s->known[seat]))
            return "CG-I1: a card is known to be where it is not.";
        if (cg_size(s->hand[seat]) + cg_size(s->laid[seat]) > CG_HAND)
            return "CG-I4: a hand is above the limit.";
        bool laying = fighting(s) || (s->phase == CG_DRAW && s->stage < CG_LOOT_SHARE);
        if (s->laid[seat] && !laying)
            return "CG-I14: a laid card outside the fight.";
    }
    return NULL;
}

/* -- Persons, decks, roles --------------------------------------------------------------------- */

static const char *broken_persons(const spk_box *box, const cg_state *s)
{
    uint32_t placed = s->person_deck;
    if (s->person_deck & ~CG_ALL_PERSONS)
        return "CG-I2: a person that does not exist.";
    if (s->offer != CG_NO_CARD) {
        if (placed >> s->offer & 1)
            return "CG-I2: a person is in two places.";
        placed |= CG_BIT(s->offer);
    }
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        if (placed & s->persons[seat])
            return "CG-I2: a person is in two places.";
        placed |= s->persons[seat];
    }
    return NULL;
}

/* Cards of a round lie there from their reveal on. */
static bool round_cards_fit(const cg_state *s)
{
    bool on = s->phase > CG_PERSON && s->phase < CG_OVER;
    bool c = on || (s->phase > CG_COALITION && s->phase <= CG_PERSON);
    bool d = on || (s->phase > CG_DISTRICT && s->phase <= CG_PERSON);
    bool l = on || s->phase == CG_PERSON;
    if (s->phase == CG_OVER)
        return s->coalition == CG_GAME_END && s->district == CG_NO_CARD && s->loot == CG_NO_CARD &&
               s->offer == CG_NO_CARD;
    return (s->coalition < CG_COALITIONS) == c && (s->coalition == CG_NO_CARD) == !c &&
           (s->district != CG_NO_CARD) == d && (s->loot != CG_NO_CARD) == l &&
           (s->offer == CG_NO_CARD ? !on || s->stage >= CG_LOOT_SHARE : on);
}

static const char *broken_decks(const spk_box *box, const cg_state *s)
{
    int c = s->rounds + (s->coalition < CG_COALITIONS), d = s->rounds + (s->district != CG_NO_CARD);
    int l = s->rounds + (s->loot != CG_NO_CARD);
    int p = s->rounds + (s->phase > CG_PERSON && s->phase < CG_OVER);
    if (!round_cards_fit(s))
        return "CG-I3: the cards of the round do not fit its phase.";
    if (s->coalition_deck >> CG_COALITIONS || s->district_deck >> CG_DISTRICTS ||
        s->loot_deck >> CG_LOOTS || __builtin_popcount(s->coalition_deck) != CG_COALITIONS - c ||
        __builtin_popcount(s->district_deck) != CG_DISTRICTS - d ||
        __builtin_popcount(s->loot_deck) != CG_LOOTS - l)
        return "CG-I3: a deck has not shrunk by one card a round.";
    if ((s->coalition < CG_COALITIONS && s->coalition_deck >> s->coalition & 1) ||
        (s->district != CG_NO_CARD && s->district_deck >> s->district & 1) ||
        (s->loot != CG_NO_CARD && s->loot_deck >> s->loot & 1))
        return "CG-I3: a card lies on the table and in its deck.";
    int dealt = s->phase == CG_FIRST_MR_X     ? 0
                : s->phase == CG_DEAL_PERSONS ? s->drawer[0]
                                              : box->n_seats;
    if (__builtin_popcount(s->person_deck) != CG_PERSON_COUNT - dealt - p)
        return "CG-I3: the person deck has not shrunk by one card a round.";
    return NULL;
}

static const char *broken_roles(const spk_box *box, const cg_state *s)
{
    unsigned seats = 0;
    for (int role = 0; role < CG_ROLES; role++) {
        bool held = role == CG_MR_X ? box->n_seats == 5 : role < box->n_seats;
        if (held != (s->holder[role] != CG_NOBODY))
            return "CG-I7: a role is held that is not in play, or not held.";
        if (!held)
            continue;
        if (!is_seat(box, s->holder[role]) || seats >> s->holder[role] & 1)
            return "CG-I7: a player holds two roles.";
        seats |= CG_BIT(s->holder[role]);
    }
    return NULL;
}

/* -- The first deal ---------------------------------------------------------------------------- */

static const char *broken_deal(const spk_box *box, const cg_state *s)
{
    bool before_cards = s->phase <= CG_DEAL_PERSONS;
    if (s->phase > CG_DEAL_MEANS)
        return NULL;
    if (s->rounds || s->discard || s->shuffled != CG_ALL_CARDS)
        return "CG-I6: cards were played before the deal was over.";
    if (s->phase == CG_FIRST_MR_X &&
        (box->n_seats != CG_SEATS || box->option[CG_OPT_FIRST_MR_X] || s->drawer[0] != 0))
        return "CG-I7: lots are drawn for a Mr. X that is not sought.";
    if (!is_seat(box, s->drawer[0]))
        return "CG-I6: a card is dealt to nobody.";
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        int persons = !before_cards || (s->phase == CG_DEAL_PERSONS && seat < s->drawer[0]);
        int cards = before_cards || seat > s->drawer[0] ? 0
                    : seat < s->drawer[0]               ? 4
                                                        : 4 - s->due[0];
        if (__builtin_popcount(s->persons[seat]) != persons ||
            s->persons[seat] & ~CG_DEALT_PERSONS || cg_size(s->hand[seat]) != cards ||
            s->known[seat] || s->alcohol[seat])
            return "CG-I6: the first deal gives each a person of value 1 to 3 and four cards.";
    }
    if ((s->phase == CG_DEAL_MEANS) != (s->due[0] > 0) || s->due[0] > 4 || s->due[1])
        return "CG-I6: a wrong number of cards is to be dealt.";
    return NULL;
}

/* -- The round --------------------------------------------------------------------------------- */

static bool in_round(const cg_state *s) { return s->phase > CG_PERSON && s->phase < CG_OVER; }

/* Between rounds nothing of a round is left. */
static bool is_clean(const cg_state *s)
{
    static const uint8_t none[CG_SEATS];
    const uint8_t nobody[] = {CG_NOBODY, CG_NOBODY, CG_NOBODY, CG_NOBODY};
    return memcmp(s->points, none, sizeof none) == 0 && memcmp(s->bid, none, sizeof none) == 0 &&
           memcmp(s->member, nobody, sizeof nobody) == 0 && !s->strength[0] && !s->strength[1] &&
           s->stage == CG_CHALLENGER_TURN && s->active == CG_NOBODY && s->mr_x_side == CG_NOBODY &&
           !s->asked && !s->answered && !s->claimed && !s->contested &&
           s->new_godfather == CG_NOBODY && s->ousted == CG_NOBODY && !s->has_laid && !s->covered &&
           !s->deferred && !s->floor && !s->thug_used && s->keeper == CG_NOBODY &&
           s->winner == CG_NOBODY && s->sharing == CG_NOBODY && s->starter == CG_NOBODY &&
           !s->exchanged && !s->turns_ended && !s->used;
}

/* The sides are those of the card, less an ousted partner. With a changed Mr. X only their number can
 * be checked. (CG-I8) */
static bool sides_fit(const spk_box *box, const cg_state *s)
{
    cg_state card = *s;
    unsigned seen = 0;
    cg_form_sides(box, &card);
    for (int i = 0; i < 4; i++) {
        int seat = s->member[i / 2][i % 2], printed = card.member[i / 2][i % 2];
        if (seat != CG_NOBODY && seen >> seat & 1)
            return false;
        seen |= seat == CG_NOBODY ? 0 : CG_BIT(seat);
        if (!s->exchanged && seat != (printed == s->ousted ? CG_NOBODY : printed))
            return false;
        if (s->exchanged && seat == CG_NOBODY)
            return false;
    }
    return true;
}

/* The most a player can have: two packages and two converts in every finished round, what was given
 * out in this one, and the showdown. (CG-I5) */
static int most_alcohol(const spk_box *box, const cg_state *s, spk_seat seat)
{
    int most = 6 * s->rounds + (s->phase == CG_OVER ? 9 : 0);
    int side = cg_side_of(s, seat == s->ousted ? s->new_godfather : seat);
    bool drawing = s->phase == CG_DRAW;
    if (s->stage == CG_LOOT_SHARE)
        return most + 4 * (side == s->winner ? drawing || s->sharing != s->winner
                                             : drawing && s->sharing != s->winner);
    if (s->stage != CG_ENDING)
        return most;
    int turn = (seat + box->n_seats - s->starter) % box->n_seats;
    int used = turn == s->turns_ended ? __builtin_popcount(s->used & 3u) : 0;
    return most + 4 + (turn < s->turns_ended ? 2 : used);
}

static const char *broken_alcohol(const spk_box *box, const cg_state *s)
{
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        if (s->alcohol[seat] > most_alcohol(box, s, seat))
            return "CG-I5: more alcohol than that many rounds can give.";
    return NULL;
}

static const char *broken_points(const spk_box *box, const cg_state *s)
{
    const cg_config *c = box->config;
    int points = 0;
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        points += s->godfather_points[seat];
    if (!c->godfather && (s->godfather != CG_NOBODY || s->contested || points))
        return "CG-I18: a godfather without the expert rule.";
    if (points > s->rounds || (points && s->godfather == CG_NOBODY))
        return "CG-I18: more godfather points than finished rounds with a godfather.";
    return NULL;
}

static const char *broken_godfather(const spk_box *box, const cg_state *s)
{
    if ((s->new_godfather == CG_NOBODY) != (s->ousted == CG_NOBODY))
        return "CG-I19: a new godfather ousts the partner, and nobody else does.";
    if (s->new_godfather == CG_NOBODY)
        return NULL;
    if (s->new_godfather != s->godfather || !s->contested)
        return "CG-I18: the new godfather does not hold the card.";
    if (cg_side_of(s, s->new_godfather) == CG_NOBODY || s->new_godfather == cg_lone(box, s) ||
        s->ousted == cg_lone(box, s))
        return "CG-I9: the lone player cannot become godfather or be ousted.";
    cg_state both = *s;
    cg_form_sides(box, &both);
    if (cg_side_of(&both, s->ousted) != cg_side_of(s, s->new_godfather) || s->laid[s->ousted] ||
        s->points[s->ousted] || s->has_laid >> s->ousted & 1)
        return "CG-I19: the ousted player was no partner, or takes part.";
    return NULL;
}

static bool is_asked(const spk_box *box, const cg_state *s, spk_seat seat)
{
    bool defender = cg_side_of(s, seat) == CG_DEFENDER;
    return seat != s->godfather && seat != cg_lone(box, s) &&
           (s->stage == CG_CHALLENGER_TURN || defender);
}

/* Spoken claims ask one player at a time and remember the order of the claimants; sealed answers know
 * neither. (CG-R43) */
static bool is_asking(const spk_box *box, const cg_state *s)
{
    bool spoken = box->option[CG_OPT_CLAIMS];
    unsigned announced = 0, places = 0;
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        if (cg_bid_place(s, seat)) {
            announced |= CG_BIT(seat);
            places |= CG_BIT(cg_bid_place(s, seat) - 1);
        }
    if (announced != (spoken ? s->claimed : 0u) ||
        places != CG_BIT(__builtin_popcount(announced)) - 1)
        return false;
    if (!spoken || s->phase == CG_DUEL)
        return s->active == CG_NOBODY;
    return s->active != CG_NOBODY && (s->asked & ~s->answered) >> s->active & 1;
}

static const char *broken_claims(const spk_box *box, const cg_state *s)
{
    const cg_config *c = box->config;
    bool sealed = s->phase == CG_CLAIM || s->phase == CG_DUEL;
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        if (!sealed ? s->bid[seat] : cg_bid_card(s, seat) && s->phase != CG_DUEL)
            return "CG-I18: a duel card without a duel.";
    if (!sealed)
        return s->asked || s->answered || s->claimed ? "CG-I18: claims outside a window." : NULL;
    if (!c->godfather || s->contested || s->stage > CG_DEFENDER_TURN || !is_asking(box, s))
        return "CG-I18: a window of claims that is closed.";
    if (s->answered & ~s->asked || s->answered == s->asked)
        return "CG-I18: all have answered, or somebody who was not asked.";
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        bool asked = s->asked >> seat & 1, claimed = s->claimed >> seat & 1;
        int size = cg_size(s->hand[seat]);
        if (s->phase == CG_CLAIM &&
            (asked != is_asked(box, s, seat) || (claimed && !(s->answered >> seat & 1)) ||
             cg_bid_card(s, seat)))
            return "CG-I18: a claim of somebody who may not.";
        if (s->phase == CG_CLAIM)
            continue;
        bool in = s->answered >> seat & 1 || (claimed && size == 1);
        if ((claimed && !is_asked(box, s, seat)) || asked != (claimed && size >= 2) ||
            (cg_bid_card(s, seat) != 0) != in ||
            (cg_bid_card(s, seat) && !cg_count(s->hand[seat], cg_bid_card(s, seat) - 1)))
            return "CG-I18: a duel card that is not in hand, or nobody's.";
    }
    return s->phase == CG_DUEL && !(s->claimed & (s->claimed - 1)) ? "CG-I18: a duel of one."
                                                                   : NULL;
}

/* What was announced follows from what lies there; after the evaluation only the sums can be checked,
 * and with a changed Mr. X only the sum of both sides. */
static const char *broken_strengths(const spk_box *box, const cg_state *s)
{
    int sum[CG_SIDES] = {0}, rest = 0;
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        int side = cg_side_of(s, seat);
        bool mr_x = s->holder[CG_MR_X] == seat;
        bool announced = s->stage == CG_DEFENDER_TURN && side == CG_CHALLENGER && !mr_x;
        int points = announced ? cg_contribution(box, s, seat, s->shown[seat]) : 0;
        if (s->stage < CG_LOOT_SHARE && s->points[seat] != points)
            return "CG-I13: a contribution that does not follow from the cards.";
        if (side < CG_SIDES)
            sum[side] += s->points[seat];
        else
            rest += s->points[seat];
    }
    int all = sum[0] + sum[1] + rest;
    if (all != s->strength[0] + s->strength[1] ||
        (!s->exchanged && (rest || sum[0] != s->strength[0])))
        return "CG-I13: the strengths are not the sums of the contributions.";
    return NULL;
}

/* Who has laid, and what may lie there. */
static const char *broken_lays(const spk_box *box, const cg_state *s)
{
    bool over = s->stage >= CG_LOOT_SHARE;
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        int side = cg_side_of(s, seat);
        bool mr_x = s->holder[CG_MR_X] == seat, has_laid = s->has_laid >> seat & 1;
        bool laying = s->phase == CG_SHOW && s->active == seat;
        if (s->laid[seat] && !mr_x && !has_laid && !laying)
            return "CG-I10: cards of a player who has not laid.";
        if (!over && has_laid && (mr_x || side == CG_NOBODY || side > (int)s->stage))
            return "CG-I10: somebody has laid out of turn.";
        if (s->covered >> seat & 1 && !(has_laid && side == (int)s->stage) && !laying)
            return "CG-I10: a covered lay that was not laid.";
        bool open = (has_laid && side < (int)s->stage) || over;
        if (s->laid[seat] != s->shown[seat] && open && !mr_x && s->keeper != seat)
            return "CG-I10: a face-down card after the reveal.";
        if (s->shown[seat] && mr_x)
            return "CG-I10: Mr. X's cards lie open before the evaluation.";
        bool claims = s->phase == CG_CLAIM || s->phase == CG_DUEL ||
                      (s->phase == CG_DRAW && s->stage < CG_LOOT_SHARE) || s->phase == CG_X_LAY;
        if (claims && has_laid && side == (int)s->stage)
            return "CG-I10: somebody has laid before the turn began.";
        if (!over && side == CG_CHALLENGER && s->stage == CG_DEFENDER_TURN && !mr_x && !has_laid)
            return "CG-I10: a challenger has not laid.";
        if (!mr_x && open && s->shown[seat] & ~cg_usable(box, s, seat))
            return "CG-I15: a card that does not count lies there after the reveal.";
    }
    return NULL;
}

static const char *broken_marks(const spk_box *box, const cg_state *s)
{
    if (s->keeper != CG_NOBODY &&
        (s->stage != CG_DEFENDER_TURN || s->keeper != cg_may_hide(box, s) ||
         cg_size(s->laid[s->keeper] - s->shown[s->keeper]) != 1))
        return "CG-I10: the hidden card is not one card of the \"?\" challenger.";
    if (s->keeper == CG_NOBODY
            ? s->returned != 0
            : !bag_fits(s->returned) || !cg_holds(s->hand[s->keeper], s->returned) ||
                  !cg_holds(s->known[s->keeper], s->returned) ||
                  s->returned & cg_usable(box, s, s->keeper))
        return "CG-I15: what came back at the reveal is not in hand, or would have counted.";
    if (s->thug_used) {
        spk_seat seat = cg_thug_at(s, CG_CHALLENGER);
        if (seat == CG_NOBODY)
            seat = cg_thug_at(s, CG_DEFENDER);
        if (seat == CG_NOBODY || s->stage >= CG_LOOT_SHARE)
            return "CG-I14: a used thug whom nobody active controls.";
        int side = cg_side_of(s, seat);
        if (side > (int)s->stage || (side == (int)s->stage && s->phase != CG_KEEP_HIDDEN))
            return "CG-I14: the thug was used before his side has laid.";
    }
    bool five = box->n_seats == CG_SEATS;
    if (five && (s->mr_x_side == CG_NOBODY) != (s->phase == CG_X_LAY))
        return "CG-I7: Mr. X has no side, or one too early.";
    if (!five && (s->mr_x_side != CG_NOBODY || s->exchanged))
        return "CG-I7: a Mr. X without five players.";
    if (s->exchanged && s->stage != CG_ENDING)
        return "CG-I20: Mr. X has changed too early.";
    bool lays = s->phase == CG_LAY || s->phase == CG_SHOW;
    if (s->deferred && (!lays || s->member[s->stage & 1][0] == CG_NOBODY ||
                        s->member[s->stage & 1][1] == CG_NOBODY))
        return "CG-I8: somebody deferred to nobody.";
    return NULL;
}

/* Who is asked is the one whose turn it is. */
static bool right_one_lays(const cg_state *s)
{
    if (s->stage > CG_DEFENDER_TURN)
        return false;
    const uint8_t *member = s->member[s->stage];
    bool first = member[0] != CG_NOBODY && !(s->has_laid >> member[0] & 1);
    bool second = member[1] != CG_NOBODY && !(s->has_laid >> member[1] & 1);
    int due = first && !(s->deferred && second) ? member[0] : second ? member[1] : CG_NOBODY;
    return due != CG_NOBODY && s->active == due;
}

static bool side_has_laid(const cg_state *s)
{
    for (int i = 0; i < 2; i++)
        if (s->member[s->stage][i] != CG_NOBODY && !(s->has_laid >> s->member[s->stage][i] & 1))
            return false;
    return true;
}

static const char *broken_asking(const spk_box *box, const cg_state *s)
{
    bool turn = s->stage <= CG_DEFENDER_TURN;
    const char *wrong = "CG-I8: somebody is asked whose turn it is not.";
    cg_bag from = CG_BAG_BITS << 4 * s->floor & CG_BAG_BITS;
    if (s->floor && s->phase != CG_SHOW)
        return "CG-I8: a lay that is not going on.";
    switch ((cg_phase)s->phase) {
    case CG_X_LAY:
        return s->active == s->holder[CG_MR_X] && s->stage == CG_CHALLENGER_TURN && !s->has_laid &&
                       !s->laid[s->active]
                   ? NULL
                   : wrong;
    case CG_LAY:
        return right_one_lays(s) && (s->hand[s->active] || cg_can_defer(s)) && !s->laid[s->active]
                   ? NULL
                   : wrong;
    case CG_SHOW:
        return right_one_lays(s) && (s->laid[s->active] - s->shown[s->active]) & from &&
                       !(s->shown[s->active] >> 4 >> 4 * s->floor) &&
                       (!s->floor || cg_count(s->shown[s->active], s->floor))
                   ? NULL
                   : wrong;
    case CG_USE_THUG:
        return turn && side_has_laid(s) && s->active == cg_thug_at(s, s->stage) && !s->thug_used
                   ? NULL
                   : wrong;
    case CG_KEEP_HIDDEN:
        return s->stage == CG_CHALLENGER_TURN && side_has_laid(s) &&
                       s->active == cg_may_hide(box, s) && s->laid[s->active] != s->shown[s->active]
                   ? NULL
                   : wrong;
    default: return NULL;
    }
}

/* Loot and round end. */
static const char *broken_ending(const spk_box *box, const cg_state *s)
{
    spk_seat order[3];
    bool sharing = s->stage == CG_LOOT_SHARE, ending = s->stage == CG_ENDING;
    bool asks = s->phase == CG_PACKAGE || s->phase == CG_COMPENSATION;
    if ((s->winner != CG_NOBODY) != (sharing || ending) || (s->sharing != CG_NOBODY) != sharing ||
        (s->starter != CG_NOBODY) != (sharing || ending))
        return "CG-I12: a winner without evaluation, or the other way round.";
    if ((asks || s->phase == CG_ROUND_END) && !(asks ? sharing : ending))
        return "CG-I12: loot or round end at the wrong time.";
    if (!sharing && !ending)
        return s->turns_ended || s->used ? "CG-I17: a round-end turn before the round end." : NULL;
    if ((s->strength[CG_CHALLENGER] >= s->strength[CG_DEFENDER]) != (s->winner == CG_CHALLENGER))
        return "CG-I11: the weaker side has won.";
    if (sharing && (s->turns_ended || s->used || !cg_entitled(s, s->sharing)))
        return "CG-I12: losers with less than half share loot.";
    if (sharing) {
        int n = cg_rank(s, s->sharing, order);
        if (n == 0 || (s->sharing == s->winner && s->starter != order[0]) || s->active != order[0])
            return "CG-I12: the wrong player chooses.";
        if (asks && (s->phase == CG_COMPENSATION) != (order[0] == s->new_godfather))
            return "CG-I12: a package for a godfather, or compensation from another.";
        const cg_loot *loot = &((const cg_config *)box->config)->loot[s->loot];
        bool first = s->sharing == s->winner;
        for (int i = 0; i < 4; i++) { /* the packages that are still to be taken */
            bool to_come = i < 2 ? first && asks : first || asks;
            if (to_come && loot->package[i / 2][i % 2].person && s->offer == CG_NO_CARD)
                return "CG-I12: the person was given away before.";
        }
        return NULL;
    }
    if (s->active != (s->starter + s->turns_ended) % box->n_seats)
        return "CG-I17: the wrong player has the round-end turn.";
    if (s->phase == CG_ROUND_END && !(cg_open_skills(box, s) & ~(unsigned)CG_USED_DRAW))
        return "CG-I17: a round-end turn with nothing to decide.";
    return NULL;
}

static const char *broken_draws(const spk_box *box, const cg_state *s)
{
    bool dealing = s->phase <= CG_DEAL_MEANS;
    for (int i = 0; i < 2 && !dealing; i++)
        if ((s->drawer[i] != CG_NOBODY) != (s->due[i] > 0))
            return "CG-I16: a draw of nobody, or of nothing.";
    if (dealing)
        return s->due[1] || s->drawer[1] != CG_NOBODY ? "CG-I16: two deals at once." : NULL;
    if (s->phase != CG_DRAW)
        return s->due[0] || s->due[1] ? "CG-I16: a draw is due and not made." : NULL;
    if (!s->due[0] || !s->pile || cg_size(s->hand[s->drawer[0]]) >= CG_HAND)
        return "CG-I16: a draw that cannot be made.";
    if (s->stage == CG_ENDING && (s->drawer[0] != s->active || s->due[0] != 1 || s->due[1]))
        return "CG-I16: a round-end draw of another player.";
    if (s->stage <= CG_DEFENDER_TURN &&
        (s->drawer[0] != s->new_godfather || s->due[0] != 1 || s->due[1] || s->active != CG_NOBODY))
        return "CG-I16: a duel card is replaced for somebody else.";
    (void)box;
    return NULL;
}

static const char *broken_round(const spk_box *box, const cg_state *s)
{
    if (!in_round(s))
        return is_clean(s) ? NULL : "CG-I8: something of a round is left between rounds.";
    static const struct {
        const char *(*check)(const spk_box *, const cg_state *);
    } checks[] = {{broken_godfather}, {broken_claims}, {broken_lays},   {broken_strengths},
                  {broken_marks},     {broken_ending}, {broken_asking}, {broken_draws}};
    if (s->rounds >= 12 || !sides_fit(box, s))
        return "CG-I8: the sides are not those of the coalition card.";
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const char *broken = checks[i].check(box, s);
        if (broken)
            return broken;
    }
    return NULL;
}

const char *cg_unsound(const spk_box *box, const void *state)
{
    static const struct {
        const char *(*check)(const spk_box *, const cg_state *);
    } checks[] = {{broken_means},  {broken_persons}, {broken_roles}, {broken_decks},
                  {broken_points}, {broken_deal},    {broken_round}, {broken_alcohol}};
    const cg_state *s = state;
    if (!fields_fit(box, s))
        return "CG-I1: a number is out of its range.";
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const char *broken = checks[i].check(box, s);
        if (broken)
            return broken;
    }
    if (s->phase == CG_OVER && s->rounds < CG_FIRST_ROUNDS)
        return "CG-I21: the game ends after 10, 11 or 12 rounds.";
    if (s->phase == CG_COALITION && s->rounds > 12)
        return "CG-I21: there is no round after the twelfth.";
    return in_round(s) ? NULL : broken_draws(box, s);
}
