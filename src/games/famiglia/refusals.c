/* refusals.c: why a move is not there, in the rules' numbers and in words for the player. Whether
 * it is there is decided by the lists of rules.c alone; this file only has to find the best reason,
 * the nearest to what the player meant, and may look only at what everybody sees. */
#include "base/str.h"
#include "games/famiglia/state.h"

/* "F2": two calls' answers may be used in one sentence. */
typedef struct name {
    char text[3];
} name;

static name name_of(famiglia_card card)
{
    return (name){
        {famiglia_letters[famiglia_family(card)], (char)('0' + famiglia_rank(card)), '\0'}};
}

static famiglia_bag street(const famiglia_state *s) { return s->street_old + s->street_new; }

static int in_hand(const famiglia_state *s, famiglia_card card)
{
    return famiglia_count(s->hand[s->active], card);
}

/* -- The right move at the wrong time (FA-2.2) ------------------------------------------------- */

static spk_err wrong_action(const famiglia_state *s, spk_why *why)
{
    static const char *const now[FAMIGLIA_PHASE_COUNT] = {
        [FAMIGLIA_REFRESH] = N_("This is action 1: refresh a street card, or end it."),
        [FAMIGLIA_EXCHANGE] = N_("This is action 2: play an Accountant, or skip it."),
        [FAMIGLIA_TAKE] = N_("An exchange has begun: take a card from your display."),
        [FAMIGLIA_GIVE] = N_("An exchange has begun: give a card from your hand."),
        [FAMIGLIA_INTIMIDATE] = N_("This is action 3: play a Brute, or skip it."),
        [FAMIGLIA_RECRUIT] = N_("This is action 4: recruit a street card, or pass."),
    };
    return spk_refuse(why, "FA-2.2", now[s->phase]);
}

/* -- Action 1 ---------------------------------------------------------------------------------- */

static spk_err why_no_refresh(const famiglia_state *s, spk_move move, spk_why *why)
{
    famiglia_card card = famiglia_move_card(move);
    bool is_new = famiglia_move_new(move);
    if (street(s) & 7 * FAMIGLIA_ZEROS)
        return spk_refuse(why, s->second_pass ? "FA-5.1" : "FA-3.1",
                          "No refresh while a 0 lies in the street.");
    if (famiglia_pile_is_empty(s))
        return spk_refuse(why, "FA-R18", "No refresh: the draw pile is empty.");
    if (!street(s))
        return spk_refuse(why, "FA-R18", "No refresh: the street is empty.");
    if (s->second_pass && s->refreshed)
        return spk_refuse(why, "FA-5.2", "Only one refresh a turn after the reshuffle.");
    if (!famiglia_count(is_new ? s->street_new : s->street_old, card))
        return spk_refuse(why, "FA-3.3",
                          is_new ? N_("No new card {card} lies in the street.")
                                 : N_("No old card {card} lies in the street."),
                          SPK_THING("card", name_of(card).text));
    return wrong_action(s, why);
}

/* -- Action 2 ---------------------------------------------------------------------------------- */

static spk_err why_no_accountant(const famiglia_state *s, spk_move move, spk_why *why)
{
    famiglia_card card = famiglia_move_card(move);
    if (s->accountant)
        return spk_refuse(why, "FA-2.5", "The Accountants' ability is used up this turn.");
    if (famiglia_family(card) != FAMIGLIA_ACCOUNTANTS)
        return spk_refuse(why, famiglia_family(card) == FAMIGLIA_MERCENARIES ? "FA-R45" : "FA-6.1",
                          "{card} is not an Accountant.", SPK_THING("card", name_of(card).text));
    if (famiglia_rank(card) == 0)
        return spk_refuse(why, "FA-2.7", "Cards of rank 0 have no ability.");
    if (!in_hand(s, card))
        return spk_refuse(why, "FA-6.1", "{card} is not in your hand.",
                          SPK_THING("card", name_of(card).text));
    if (s->phase >= FAMIGLIA_EXCHANGE && !s->display[s->active])
        return spk_refuse(why, "FA-R30", "Your display is empty: nothing to take back.");
    if (famiglia_size(s->hand[s->active]) == 1)
        return spk_refuse(why, "FA-R30", "You have no other card to give.");
    if (s->phase == FAMIGLIA_EXCHANGE)
        return spk_refuse(why, "FA-R32", "Only cards of the same type could be exchanged.");
    famiglia_bag rest = famiglia_present(s->hand[s->active] - FAMIGLIA_ONE(card));
    famiglia_bag display = famiglia_present(s->display[s->active]);
    if (rest == display && (rest & (rest - 1)) == 0)
        return spk_refuse(why, "FA-R32", "Only cards of the same type could be exchanged.");
    return wrong_action(s, why);
}

static spk_err why_no_take(const famiglia_state *s, spk_move move, spk_why *why)
{
    famiglia_card card = famiglia_move_card(move);
    if (s->phase == FAMIGLIA_GIVE && famiglia_size(s->taken) == s->accountant)
        return spk_refuse(why, "FA-6.2", "The Accountant takes back at most {n}.",
                          SPK_NUM("n", s->accountant));
    if (s->phase != FAMIGLIA_TAKE)
        return wrong_action(s, why);
    int lying = famiglia_count(s->display[s->active], card);
    bool played = card == famiglia_card_of(FAMIGLIA_ACCOUNTANTS, s->accountant);
    if (lying == 0)
        return spk_refuse(why, "FA-6.2", "{card} is not in your display.",
                          SPK_THING("card", name_of(card).text));
    if (lying == 1 && played)
        return spk_refuse(why, "FA-6.4", "The Accountant just played cannot be taken back.");
    if (card < s->floor)
        return spk_refuse(why, "FA-R32", "Cards are taken in rising order; {card} comes too late.",
                          SPK_THING("card", name_of(card).text));
    return spk_refuse(why, "FA-R30", "You would not have enough other cards to give for {card}.",
                      SPK_THING("card", name_of(card).text));
}

static spk_err why_no_stop(const famiglia_state *s, spk_why *why)
{
    if (s->phase == FAMIGLIA_GIVE)
        return spk_refuse(why, "FA-6.3", "As many cards are given as were taken: {n} more.",
                          SPK_NUM("n", s->to_give));
    if (s->phase != FAMIGLIA_TAKE)
        return wrong_action(s, why);
    return spk_refuse(why, "FA-R30", "An exchange takes at least one card.");
}

static spk_err why_no_give(const famiglia_state *s, spk_move move, spk_why *why)
{
    famiglia_card card = famiglia_move_card(move);
    if (s->phase > FAMIGLIA_GIVE && s->accountant)
        return spk_refuse(why, "FA-6.3", "As many cards were given as were taken.");
    if (s->phase != FAMIGLIA_GIVE)
        return wrong_action(s, why);
    if (famiglia_count(s->taken, card))
        return spk_refuse(why, "FA-R32", "{card} was taken in this exchange; give another type.",
                          SPK_THING("card", name_of(card).text));
    if (!in_hand(s, card))
        return spk_refuse(why, "FA-6.3", "{card} is not in your hand.",
                          SPK_THING("card", name_of(card).text));
    if (card < s->floor)
        return spk_refuse(why, "FA-R32", "Cards are given in rising order; {card} comes too late.",
                          SPK_THING("card", name_of(card).text));
    return spk_refuse(why, "FA-6.3", "Too few cards would be left to give: as many as were taken.");
}

/* -- Action 3 ---------------------------------------------------------------------------------- */

static spk_err why_not_that_brute(const famiglia_state *s, famiglia_card brute, spk_why *why)
{
    if (famiglia_family(brute) != FAMIGLIA_BRUTES)
        return spk_refuse(why, famiglia_family(brute) == FAMIGLIA_MERCENARIES ? "FA-R45" : "FA-7.1",
                          "{card} is not a Brute.", SPK_THING("card", name_of(brute).text));
    if (famiglia_rank(brute) == 0)
        return spk_refuse(why, "FA-2.7", "Cards of rank 0 have no ability.");
    if (!in_hand(s, brute))
        return spk_refuse(why, "FA-7.1", "{card} is not in your hand.",
                          SPK_THING("card", name_of(brute).text));
    return SPK_OK;
}

static spk_err why_no_brute(const famiglia_state *s, spk_move move, spk_why *why)
{
    famiglia_card card = famiglia_move_card(move), brute = famiglia_move_other(move);
    bool is_new = famiglia_move_new(move);
    int amount = famiglia_move_amount(move);
    if (s->brute)
        return spk_refuse(why, "FA-2.5", "The Brutes' ability is used up this turn.");
    spk_err err = why_not_that_brute(s, brute, why);
    if (err != SPK_OK)
        return err;
    if (s->phase < FAMIGLIA_INTIMIDATE)
        return wrong_action(s, why);
    if (!famiglia_count(is_new ? s->street_new : s->street_old, card))
        return spk_refuse(why, "FA-7.2",
                          is_new ? N_("No new card {card} lies in the street.")
                                 : N_("No old card {card} lies in the street."),
                          SPK_THING("card", name_of(card).text));
    if (famiglia_rank(card) == 0)
        return spk_refuse(why, "FA-R35", "A 0 cannot be lowered.");
    if (amount < 1 || amount > famiglia_rank(brute))
        return spk_refuse(why, "FA-R34", "{card} lowers by 1 to {n}.",
                          SPK_THING("card", name_of(brute).text),
                          SPK_NUM("n", famiglia_rank(brute)));
    if (amount > famiglia_rank(card))
        return spk_refuse(why, "FA-7.3", "{card} cannot be lowered below 0.",
                          SPK_THING("card", name_of(card).text));
    return wrong_action(s, why);
}

/* -- Action 4 ---------------------------------------------------------------------------------- */

/* The card is not there in that form: wrong type, wrong mark, wrong reduction. */
static spk_err why_not_that_card(const famiglia_state *s, spk_move move, spk_why *why)
{
    famiglia_card card = famiglia_move_card(move);
    bool is_new = famiglia_move_new(move);
    int amount = famiglia_move_amount(move);
    int n = famiglia_count(is_new ? s->street_new : s->street_old, card);
    bool lowered = s->lowered_by && s->lowered == card && s->lowered_new == is_new;
    if (!famiglia_count(street(s), card))
        return spk_refuse(why, "FA-2.4", "{card} does not lie in the street.",
                          SPK_THING("card", name_of(card).text));
    if (!is_new && s->street_new)
        return spk_refuse(why, "FA-3.8", "After a refresh only a new card (*) may be taken.");
    if (n == 0)
        return spk_refuse(why, "FA-2.4", "{card} is not new this turn.",
                          SPK_THING("card", name_of(card).text));
    if (amount == 0 && lowered && n == 1)
        return spk_refuse(why, "FA-R38", "{card} is lowered: its printed price is not open now.",
                          SPK_THING("card", name_of(card).text));
    if (amount != 0 && !(lowered && s->lowered_by == amount))
        return spk_refuse(why, "FA-7.4", "{card} is not lowered by {n}.",
                          SPK_THING("card", name_of(card).text), SPK_NUM("n", amount));
    return SPK_OK;
}

/* Two cards to show are missing, whatever would be exhausted. */
static spk_err why_not_payable(const famiglia_state *s, famiglia_card natural, int e, spk_why *why)
{
    int n = in_hand(s, natural);
    famiglia_card least = famiglia_card_of(FAMIGLIA_MERCENARIES, e);
    famiglia_bag jokers = famiglia_present(s->hand[s->active]) >> 3 * least;
    if (n >= 2 || (n == 1 && jokers))
        return SPK_OK;
    if (n == 0 && famiglia_count(s->display[s->active], natural))
        return spk_refuse(why, "FA-8.3", "{card} lies exhausted in your display and cannot pay.",
                          SPK_THING("card", name_of(natural).text));
    if (n == 0 && jokers)
        return spk_refuse(why, "FA-8.7",
                          "A Mercenary can stand in for one card only: {card} is missing.",
                          SPK_THING("card", name_of(natural).text));
    if (n == 1 &&
        famiglia_present(s->hand[s->active]) >> 3 * famiglia_card_of(FAMIGLIA_MERCENARIES, 1))
        return spk_refuse(why, "FA-8.6",
                          "The Mercenary for the second {card} needs rank {n} or more.",
                          SPK_THING("card", name_of(natural).text), SPK_NUM("n", e));
    return spk_refuse(why, "FA-8.2", "It costs showing two {card}.",
                      SPK_THING("card", name_of(natural).text));
}

/* It could be paid, but not by exhausting that card. */
static spk_err why_not_exhaust(const famiglia_state *s, famiglia_card natural, int e,
                               famiglia_card exhausted, spk_why *why)
{
    if (exhausted == FAMIGLIA_NONE)
        return spk_refuse(why, "FA-8.4",
                          "Say which card is exhausted: 'exhaust {card}' or a Mercenary.",
                          SPK_TEXT("card", name_of(natural).text));
    if (famiglia_family(exhausted) != FAMIGLIA_MERCENARIES)
        return spk_refuse(why, "FA-8.8", "{card} is not part of the payment.",
                          SPK_THING("card", name_of(exhausted).text));
    if (!in_hand(s, exhausted))
        return spk_refuse(why, "FA-8.5", "{card} is not in your hand.",
                          SPK_THING("card", name_of(exhausted).text));
    if (famiglia_rank(exhausted) < e)
        return spk_refuse(why, "FA-8.6", "{card} cannot stand for rank {n}.",
                          SPK_THING("card", name_of(exhausted).text), SPK_NUM("n", e - 1));
    return spk_refuse(why, "FA-R43", "With two natural cards no Mercenary may stand in here.");
}

static spk_err why_no_recruit(const famiglia_state *s, spk_move move, spk_why *why)
{
    famiglia_card card = famiglia_move_card(move), exhausted = famiglia_move_other(move);
    int e = famiglia_rank(card) - famiglia_move_amount(move);
    if (s->phase != FAMIGLIA_RECRUIT)
        return wrong_action(s, why);
    spk_err err = why_not_that_card(s, move, why);
    if (err != SPK_OK)
        return err;
    if (e == 0)
        return spk_refuse(why, "FA-8.1", "It is free: nothing is exhausted.");
    famiglia_card natural = famiglia_card_of(famiglia_family(card), e - 1);
    if (exhausted == famiglia_card_of(FAMIGLIA_MERCENARIES, 0) && exhausted != natural)
        return spk_refuse(why, "FA-2.7", "Cards of rank 0 have no ability: M0 is not a joker.");
    err = why_not_payable(s, natural, e, why);
    return err != SPK_OK ? err : why_not_exhaust(s, natural, e, exhausted, why);
}

/* -- The door ---------------------------------------------------------------------------------- */

/* Whether the number is a move at all: the spelling that print_move and parse_move know. */
static bool is_a_move(const spk_box *box, spk_move move)
{
    char text[SPK_MOVE_TEXT];
    spk_move again;
    if (famiglia_move_op(move) >= FAMIGLIA_OP_COUNT)
        return false;
    return famiglia_parse_move(box, spk_move_text(box, move, text), &again, NULL) == SPK_OK &&
           again == move;
}

spk_err famiglia_refuse(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                        spk_why *why)
{
    const famiglia_state *s = state;
    (void)seat;
    if (!is_a_move(box, move))
        return spk_malformed(why, 0, "That is not a move in Famiglia.");
    switch (famiglia_move_op(move)) {
    case FAMIGLIA_START_SEAT:
        return spk_refuse(why, "FA-1.6", "The start player is chosen before the first turn.");
    case FAMIGLIA_DRAW_CARD: return spk_refuse(why, "FA-3.4", "What is drawn is up to the pile.");
    case FAMIGLIA_REFRESH_CARD: return why_no_refresh(s, move, why);
    case FAMIGLIA_PLAY_ACCOUNTANT: return why_no_accountant(s, move, why);
    case FAMIGLIA_TAKE_CARD: return why_no_take(s, move, why);
    case FAMIGLIA_STOP: return why_no_stop(s, why);
    case FAMIGLIA_GIVE_CARD: return why_no_give(s, move, why);
    case FAMIGLIA_PLAY_BRUTE: return why_no_brute(s, move, why);
    case FAMIGLIA_RECRUIT_CARD: return why_no_recruit(s, move, why);
    case FAMIGLIA_END_REFRESH:
    case FAMIGLIA_SKIP_EXCHANGE:
    case FAMIGLIA_SKIP_INTIMIDATE:
    case FAMIGLIA_PASS:
    case FAMIGLIA_OP_COUNT: break;
    }
    return wrong_action(s, why);
}
