/* refusals.c: why a move is not there, in the rules' numbers and in words for the player. Whether it is
 * there is decided by the lists of moves.c alone; this file only has to find the best reason, the
 * nearest to what the player meant. It looks at the player's own cards and at what everybody sees,
 * and at nothing else. */
#include "base/str.h"
#include "games/chicago_gangsters/state.h"

/* -- The right move at the wrong time ---------------------------------------------------------- */

static spk_err wrong_phase(const cg_state *s, spk_why *why)
{
    static const struct {
        const char *rule, *text;
    } now[CG_PHASE_COUNT] = {
        [CG_X_LAY] = {"CG-10.5", N_("Mr. X lays cards now and says which side he joins: 'lay W2 "
                                    "defender'.")},
        [CG_CLAIM] = {"CG-11.4", N_("Godfather or not: claim or pass.")},
        [CG_DUEL] = {"CG-11.5", N_("All claimants play one means card: 'duel W4'.")},
        [CG_LAY] = {"CG-3.1", N_("Lay cards now; cover them to hide their number.")},
        [CG_SHOW] = {"CG-3.4", N_("Your cards are laid: show one of them openly, or finish.")},
        [CG_USE_THUG] = {"CG-13.11", N_("The thug: use him, or not.")},
        [CG_KEEP_HIDDEN] = {"CG-3.8", N_("One card may stay face down: choose which, or none.")},
        [CG_PACKAGE] = {"CG-6.2", N_("Choose a package: the first or the second.")},
        [CG_COMPENSATION] = {"CG-11.15",
                             N_("Pay your ousted partner: a bottle, a card or the person.")},
        [CG_ROUND_END] = {"CG-7.2", N_("This is your round end: draw, use your persons, end it.")},
    };
    return spk_refuse(why, now[s->phase].rule, now[s->phase].text);
}

static spk_err not_in_hand(const char *rule, spk_why *why)
{
    return spk_refuse(why, rule, "You do not hold these cards.");
}

/* -- Laying ------------------------------------------------------------------------------------ */

static spk_err why_no_lay(const cg_state *s, spk_seat seat, spk_move move, spk_why *why)
{
    if (s->phase == CG_SHOW)
        return spk_refuse(why, "CG-R63", "You have laid your cards: what is laid is laid.");
    if (s->phase == CG_X_LAY)
        return spk_refuse(why, "CG-10.5", "Mr. X must join a side: challengers or defenders.");
    if (s->phase != CG_LAY)
        return wrong_phase(s, why);
    if (!cg_holds(s->hand[seat], cg_move_cards(move)))
        return not_in_hand("CG-3.1", why);
    return spk_refuse(why, "CG-V45", "With an empty hand you can only lay nothing, covered.");
}

static spk_err why_no_x_lay(const cg_state *s, spk_seat seat, spk_move move, spk_why *why)
{
    if (s->phase == CG_LAY)
        return spk_refuse(why, "CG-2.3",
                          "The coalition card decides your side; only Mr. X chooses.");
    if (s->phase != CG_X_LAY)
        return wrong_phase(s, why);
    if (!cg_holds(s->hand[seat], cg_move_cards(move)))
        return not_in_hand("CG-10.5", why);
    return wrong_phase(s, why);
}

static spk_err why_no_defer(const cg_state *s, spk_seat seat, spk_why *why)
{
    if (s->phase == CG_SHOW)
        return spk_refuse(why, "CG-R63", "You have laid your cards: what is laid is laid.");
    if (s->phase != CG_LAY)
        return wrong_phase(s, why);
    if (s->deferred)
        return spk_refuse(why, "CG-R61", "Deferring is possible once.");
    if (seat != s->member[s->stage][0])
        return spk_refuse(why, "CG-R61",
                          "Only the clan with the marker may let the other lay first.");
    return spk_refuse(why, "CG-R61", "You have no partner in this round to let lay first.");
}

static spk_err why_no_show(const cg_state *s, spk_seat seat, spk_move move, spk_why *why)
{
    cg_kind kind = cg_move_a(move);
    if (s->phase != CG_SHOW)
        return s->phase == CG_LAY
                   ? spk_refuse(why, "CG-R61", "First lay the cards, then show some of them.")
                   : wrong_phase(s, why);
    if (!cg_count(s->laid[seat], kind))
        return spk_refuse(why, "CG-R65", "You have laid no {card}.",
                          SPK_THING("card", cg_kind_names[kind]));
    if (cg_count(s->laid[seat], kind) == cg_count(s->shown[seat], kind))
        return spk_refuse(why, "CG-R65", "All the {card} that you laid lie open.",
                          SPK_THING("card", cg_kind_names[kind]));
    return spk_refuse(why, "CG-R61", "Cards are shown in kind order; {card} comes too late.",
                      SPK_THING("card", cg_kind_names[kind]));
}

static spk_err why_no_thug(const spk_box *box, const cg_state *s, spk_seat seat, spk_why *why)
{
    const cg_config *c = box->config;
    if (!cg_controls(s, seat, CG_THUG))
        return spk_refuse(why, "CG-13.10", "You do not control the thug.");
    if (s->phase != CG_USE_THUG)
        return s->phase == CG_LAY || s->phase == CG_SHOW || s->phase == CG_X_LAY
                   ? spk_refuse(why, "CG-13.11",
                                "You are asked about the thug when your side has laid.")
                   : wrong_phase(s, why);
    if (box->option[CG_OPT_THUG_IN_BARRED] && !c->district[s->district].persons)
        return spk_refuse(why, "CG-R25", "The thug does not work where persons are barred.");
    return spk_refuse(why, "CG-R27", "The thug needs at least one laid card.");
}

static spk_err why_no_hide(const spk_box *box, const cg_state *s, spk_seat seat, spk_move move,
                           spk_why *why)
{
    int kind = cg_move_a(move);
    if (s->phase != CG_KEEP_HIDDEN) {
        bool fight = s->phase >= CG_X_LAY && s->phase <= CG_USE_THUG;
        if (fight && s->stage == CG_DEFENDER_TURN)
            return spk_refuse(why, "CG-3.12", "Defenders leave no card face down.");
        if (fight && cg_may_hide(box, s) != seat)
            return spk_refuse(why, "CG-R42",
                              "Only the challenger whose own clan has the \"?\" may.");
        return wrong_phase(s, why);
    }
    if (cg_count(s->laid[seat], kind))
        return spk_refuse(why, "CG-R6", "A card that lies open cannot stay face down.");
    return spk_refuse(why, "CG-3.8", "Only a card that you laid can stay face down.");
}

/* -- The Godfather ----------------------------------------------------------------------------- */

static spk_err why_no_claim(const spk_box *box, const cg_state *s, spk_seat seat, spk_why *why)
{
    const cg_config *c = box->config;
    if (!c->godfather)
        return spk_refuse(why, "CG-11", "There is no Godfather in this game.");
    if (seat == s->godfather)
        return spk_refuse(why, "CG-11.11", "You are the Godfather.");
    if (seat == cg_lone(box, s))
        return spk_refuse(why, "CG-11.23", "The lone player cannot become Godfather.");
    if (s->contested)
        return spk_refuse(why, "CG-R75", "The matter is closed for this round.");
    return spk_refuse(why, "CG-11.4", "It is too late for that: your side has begun.");
}

static spk_err why_no_duel(const cg_state *s, spk_seat seat, spk_move move, spk_why *why)
{
    if (s->phase == CG_DUEL && !cg_count(s->hand[seat], cg_move_a(move)))
        return not_in_hand("CG-11.5", why);
    return wrong_phase(s, why);
}

/* -- Loot -------------------------------------------------------------------------------------- */

static spk_err why_no_package(const cg_state *s, spk_why *why)
{
    if (s->phase == CG_COMPENSATION)
        return spk_refuse(why, "CG-11.14", "You take both packages; say what your partner gets.");
    return wrong_phase(s, why);
}

static spk_err why_no_payment(const cg_state *s, spk_seat seat, spk_move move, spk_why *why)
{
    if (s->phase == CG_COMPENSATION)
        return spk_refuse(why, "CG-11.16", "The two packages contain no {item}.",
                          SPK_THING("item", cg_item_names[cg_move_a(move)]));
    if (s->new_godfather != seat)
        return spk_refuse(why, "CG-11.15", "Only a new Godfather pays a compensation.");
    return wrong_phase(s, why);
}

/* -- Round end --------------------------------------------------------------------------------- */

static spk_err why_no_draw(const cg_state *s, spk_seat seat, const char *rule, spk_why *why)
{
    if (cg_size(s->hand[seat]) == CG_HAND)
        return spk_refuse(why, "CG-6.12", "You hold ten cards: the hand limit.");
    if (!cg_card_available(s))
        return spk_refuse(why, "CG-R18", "Both piles are empty.");
    return spk_refuse(why, rule, "You have drawn that card already.");
}

static spk_err why_no_bonus(const spk_box *box, const cg_state *s, spk_seat seat, spk_why *why)
{
    if (s->holder[CG_MR_X] != seat)
        return spk_refuse(why, "CG-10.15", "Only Mr. X may draw once more.");
    if (!cg_has_bonus(box, s, seat))
        return spk_refuse(why, "CG-R31", "Only a Mr. X who has stayed Mr. X may draw once more.");
    return why_no_draw(s, seat, "CG-10.15", why);
}

static spk_err why_no_convert(const cg_state *s, spk_seat seat, spk_move move, spk_why *why)
{
    cg_person person = (cg_person)cg_move_a(move);
    if (person != CG_INFORMER && person != CG_WHISKEY_SMUGGLER)
        return spk_refuse(why, "CG-13.1",
                          "Only informer and whiskey_smuggler turn cards into "
                          "alcohol.");
    const char *rule = person == CG_INFORMER ? "CG-13.1" : "CG-13.2";
    if (!cg_controls(s, seat, person))
        return spk_refuse(why, rule, "You do not control {person}.",
                          SPK_THING("person", cg_person_names[person]));
    if (s->used & (person == CG_INFORMER ? CG_USED_INFORMER : CG_USED_SMUGGLER))
        return spk_refuse(why, rule, "{person} has done that this round.",
                          SPK_THING("person", cg_person_names[person]));
    if (!cg_holds(s->hand[seat], cg_move_cards(move)))
        return not_in_hand(rule, why);
    return spk_refuse(why, "CG-13.1", "Cards worth {n} are not enough: 6 or more.",
                      SPK_NUM("n", cg_points(cg_move_cards(move))));
}

static spk_err why_no_swap(const spk_box *box, const cg_state *s, spk_seat seat, spk_move move,
                           spk_why *why)
{
    bool mr_x = cg_move_b(move);
    const char *rule = mr_x ? "CG-10.16" : "CG-13.7";
    if (mr_x ? s->holder[CG_MR_X] != seat : !cg_controls(s, seat, CG_FENCE))
        return spk_refuse(why, rule,
                          mr_x ? N_("You are not Mr. X.") : N_("You do not control the fence."));
    if (mr_x && !cg_has_bonus(box, s, seat))
        return spk_refuse(why, "CG-R31", "Only a Mr. X who has stayed Mr. X may swap.");
    if (s->used & (mr_x ? CG_USED_SWAP : CG_USED_FENCE))
        return spk_refuse(why, mr_x ? rule : "CG-R16", "That was done this round.");
    return not_in_hand(rule, why);
}

static spk_err why_no_poker(const cg_state *s, spk_seat seat, spk_move move, spk_why *why)
{
    cg_bag given = CG_ONE(cg_poker_kind(move, 0)) + CG_ONE(cg_poker_kind(move, 1));
    cg_bag taken = CG_ONE(cg_poker_kind(move, 2)) + CG_ONE(cg_poker_kind(move, 3));
    if (!cg_controls(s, seat, CG_POKER_PLAYER))
        return spk_refuse(why, "CG-13.8", "You do not control the poker player.");
    if (s->used & CG_USED_POKER)
        return spk_refuse(why, "CG-R16", "The poker player has done that this round.");
    if (!cg_holds(s->hand[seat], given))
        return not_in_hand("CG-13.8", why);
    if (!cg_holds(s->discard + given, taken))
        return spk_refuse(why, "CG-R21", "These cards are not in the discard pile.");
    return spk_refuse(why, "CG-13.8", "You give {n} points and may not take {m}.",
                      SPK_NUM("n", cg_points(given)), SPK_NUM("m", cg_points(taken)));
}

static spk_err why_no_action(const spk_box *box, const cg_state *s, spk_seat seat, spk_move move,
                             spk_why *why)
{
    if (s->phase != CG_ROUND_END)
        return wrong_phase(s, why);
    switch (cg_move_op(move)) {
    case CG_OP_DRAW: return why_no_draw(s, seat, "CG-7.2", why);
    case CG_OP_BONUS: return why_no_bonus(box, s, seat, why);
    case CG_OP_CONVERT: return why_no_convert(s, seat, move, why);
    case CG_OP_SWAP: return why_no_swap(box, s, seat, move, why);
    case CG_OP_POKER: return why_no_poker(s, seat, move, why);
    default: return spk_refuse(why, "CG-R14", "Draw your card before you end your turn.");
    }
}

/* -- The door ---------------------------------------------------------------------------------- */

/* Whether the number is a move at all: the spelling that print_move and parse_move know. */
static bool is_a_move(const spk_box *box, spk_move move)
{
    char text[SPK_MOVE_TEXT];
    return cg_move_op(move) < CG_OP_COUNT && !spk_str_eq(spk_move_text(box, move, text), "?");
}

spk_err cg_refuse(const spk_box *box, const void *state, spk_seat seat, spk_move move, spk_why *why)
{
    const cg_state *s = state;
    if (!is_a_move(box, move))
        return spk_refuse_as(why, SPK_EMALFORMED, "That is not a move in Chicago Gangsters.");
    switch (cg_move_op(move)) {
    case CG_OP_MR_X: return spk_refuse(why, "CG-R30", "Mr. X is chosen by lot before the deal.");
    case CG_OP_DEAL_PERSON:
    case CG_OP_DEAL:
    case CG_OP_COALITION:
    case CG_OP_DISTRICT:
    case CG_OP_LOOT:
    case CG_OP_PERSON: return spk_refuse(why, "CG-1.5", "What comes is up to the shuffled decks.");
    case CG_OP_X_LAY: return why_no_x_lay(s, seat, move, why);
    case CG_OP_CLAIM:
    case CG_OP_PASS: return why_no_claim(box, s, seat, why);
    case CG_OP_DUEL: return why_no_duel(s, seat, move, why);
    case CG_OP_LAY: return why_no_lay(s, seat, move, why);
    case CG_OP_DEFER: return why_no_defer(s, seat, why);
    case CG_OP_SHOW: return why_no_show(s, seat, move, why);
    case CG_OP_DONE:
        return s->phase == CG_LAY ? spk_refuse(why, "CG-R61", "First lay your cards.")
                                  : wrong_phase(s, why);
    case CG_OP_THUG: return why_no_thug(box, s, seat, why);
    case CG_OP_HIDE: return why_no_hide(box, s, seat, move, why);
    case CG_OP_PACKAGE: return why_no_package(s, why);
    case CG_OP_PAY: return why_no_payment(s, seat, move, why);
    case CG_OP_DRAW:
    case CG_OP_BONUS:
    case CG_OP_CONVERT:
    case CG_OP_SWAP:
    case CG_OP_POKER:
    case CG_OP_END: return why_no_action(box, s, seat, move, why);
    case CG_OP_COUNT: break;
    }
    return wrong_phase(s, why);
}
