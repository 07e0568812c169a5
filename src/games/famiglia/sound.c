/* sound.c: whether a position can be true: the ledger's invariants, by their numbers. Nothing is mended
 * and no move is judged here: legal moves are in rules.c. */
#include <string.h>

#include "games/famiglia/state.h"

static famiglia_bag under_bag(const famiglia_state *s)
{
    famiglia_bag bag = 0;
    for (int i = 0; i < s->n_under; i++)
        bag += FAMIGLIA_ONE(s->under[i]);
    return bag;
}

static bool bag_fits(famiglia_bag bag)
{
    for (famiglia_card t = 0; t < FAMIGLIA_TYPES; t++)
        if (famiglia_count(bag, t) > famiglia_copies[famiglia_rank(t)])
            return false;
    return bag >> 60 == 0;
}

/* Every number is one that can be: what a hand-made position may get wrong first. */
static bool fields_fit(const famiglia_state *s)
{
    static const uint8_t spare[sizeof s->spare];
    const famiglia_bag zones[] = {s->hand[0],    s->hand[1],    s->display[0],
                                  s->display[1], s->street_old, s->street_new,
                                  s->pile,       s->discard,    s->taken};
    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++)
        if (!bag_fits(zones[i]))
            return false;
    for (int i = 0; i < FAMIGLIA_UNDER; i++)
        if (s->under[i] >= FAMIGLIA_TYPES || (i >= s->n_under && s->under[i]))
            return false;
    return s->n_under <= FAMIGLIA_UNDER && s->phase < FAMIGLIA_PHASE_COUNT && s->active < 2 &&
           s->start < 2 && s->second_pass < 2 && s->passed < 2 && s->refreshed < 2 &&
           s->due <= FAMIGLIA_STREET && s->due_new < 2 && s->accountant < FAMIGLIA_RANKS &&
           s->floor < FAMIGLIA_TYPES && s->to_give < FAMIGLIA_RANKS && s->brute < FAMIGLIA_RANKS &&
           s->lowered < FAMIGLIA_TYPES && s->lowered_new < 2 && s->lowered_by < FAMIGLIA_RANKS &&
           s->turns <= 107 && s->double_pass < 2 && memcmp(s->spare, spare, sizeof spare) == 0;
}

static bool cards_add_up(const famiglia_state *s)
{
    famiglia_bag zones[] = {s->hand[0],    s->hand[1], s->display[0], s->display[1], s->street_old,
                            s->street_new, s->pile,    s->discard,    under_bag(s)};
    for (famiglia_card t = 0; t < FAMIGLIA_TYPES; t++) {
        int n = 0;
        for (size_t i = 0; i < sizeof zones / sizeof *zones; i++)
            n += famiglia_count(zones[i], t);
        if (n != famiglia_copies[famiglia_rank(t)])
            return false;
    }
    return true;
}

/* A card of each type of the starter set is still owned. */
static bool starters_owned(const famiglia_config *c, const famiglia_state *s, spk_seat seat)
{
    for (famiglia_card t = 0; t < FAMIGLIA_TYPES; t++)
        if (famiglia_count(famiglia_owned(s, seat), t) < famiglia_count(c->starter[seat], t))
            return false;
    return true;
}

static const char *broken_cards(const famiglia_config *c, const famiglia_state *s)
{
    int middle = famiglia_size(s->street_old) + famiglia_size(s->street_new) +
                 famiglia_size(s->pile) + s->n_under + famiglia_size(s->discard);
    if (!cards_add_up(s))
        return "FA-I1: the cards of some type are not all there, or too many.";
    if (middle + s->recruited[0] + s->recruited[1] != FAMIGLIA_COMMON)
        return "FA-I2: street, piles and recruitments do not make 52.";
    for (spk_seat seat = 0; seat < 2; seat++) {
        if (famiglia_size(famiglia_owned(s, seat)) != 4 + s->recruited[seat])
            return "FA-I3: a player owns more or fewer cards than were recruited.";
        if (!starters_owned(c, s, seat))
            return "FA-I4: a starter card has left its owner.";
    }
    return NULL;
}

/* The ranks of all cards in a bag, added up. */
static int ranks(famiglia_bag bag)
{
    int n = 0;
    for (famiglia_card t = 0; t < FAMIGLIA_TYPES; t++)
        n += famiglia_rank(t) * famiglia_count(bag, t);
    return n;
}

static const char *broken_piles(const famiglia_state *s)
{
    famiglia_bag zeros = 7 * FAMIGLIA_ZEROS;
    if (s->discard & zeros || famiglia_size(s->discard) > 30 || (s->second_pass && s->discard))
        return "FA-I5: the discard pile holds a 0, too much, or anything in the second pass.";
    if (under_bag(s) & zeros || (s->second_pass && s->pile & zeros))
        return "FA-I6: the second draw pile holds a 0.";
    if (famiglia_pile_is_empty(s) && !s->second_pass)
        return "FA-I7: the first draw pile is empty and was not replaced.";
    if (s->n_under && !s->second_pass)
        return "FA-I7: a card lies under the first draw pile.";
    int laid_out = FAMIGLIA_COMMON - famiglia_size(s->pile) + s->due - ranks(s->discard);
    if (!s->second_pass && (laid_out < FAMIGLIA_STREET || laid_out % FAMIGLIA_STREET != 0))
        return "FA-I12: the first pile did not go by sixes and the ranks of the discards.";
    return NULL;
}

static bool in_a_turn(const famiglia_state *s)
{
    return s->phase >= FAMIGLIA_REFRESH && s->phase <= FAMIGLIA_RECRUIT;
}

static const char *broken_marks(const famiglia_state *s)
{
    famiglia_bag marked = s->lowered_new ? s->street_new : s->street_old;
    bool refreshing = s->phase == FAMIGLIA_DRAW && s->due_new;
    if (s->due_new && s->due >= FAMIGLIA_RANKS)
        return "FA-I12: a refresh draws at most four cards.";
    if (s->street_new && !in_a_turn(s) && !refreshing)
        return "FA-I9: a new mark outside a turn.";
    if ((s->accountant || s->brute) && !in_a_turn(s))
        return "FA-I9: an ability in use outside a turn.";
    if (s->brute && s->phase != FAMIGLIA_RECRUIT)
        return "FA-I10: a Brute was played and action 4 is not asked.";
    if (s->brute &&
        !famiglia_count(s->display[s->active], famiglia_card_of(FAMIGLIA_BRUTES, s->brute)))
        return "FA-I14: the Brute played is not in the display.";
    if (!s->lowered_by != !s->brute || (!s->lowered_by && (s->lowered || s->lowered_new)))
        return "FA-I10: a lowered card without a Brute, or the other way round.";
    if (s->lowered_by && (s->lowered_by > s->brute || s->lowered_by > famiglia_rank(s->lowered) ||
                          !famiglia_count(marked, s->lowered)))
        return "FA-I10: a card is lowered too far, or is not in the street.";
    if (s->refreshed && (!s->second_pass || !(s->street_new || refreshing)))
        return "FA-I11: a refresh without a new card.";
    return NULL;
}

/* The floor is the last type taken or, later, given. */
static const char *broken_floor(const famiglia_state *s, int n_taken)
{
    famiglia_bag above = s->floor + 1 < FAMIGLIA_TYPES ? s->taken >> 3 * (s->floor + 1) : 0;
    bool taken = famiglia_count(s->taken, s->floor) > 0;
    bool first = s->phase == FAMIGLIA_TAKE ? n_taken == 0 : s->to_give == n_taken;
    if (first ? s->floor != 0 : (s->phase == FAMIGLIA_TAKE) != taken)
        return "FA-I14: the order of an exchange does not fit its cards.";
    if (s->phase == FAMIGLIA_TAKE && above)
        return "FA-I14: cards were taken out of order.";
    if (!first &&
        !famiglia_count(s->phase == FAMIGLIA_TAKE ? s->hand[s->active] : s->display[s->active],
                        s->floor))
        return "FA-I14: the last card of an exchange is not where it went.";
    return NULL;
}

/* The exchange in progress agrees with itself. */
static const char *broken_exchange(const famiglia_state *s)
{
    bool exchanging = s->phase == FAMIGLIA_TAKE || s->phase == FAMIGLIA_GIVE;
    int n_taken = famiglia_size(s->taken);
    if (!exchanging && (s->taken || s->to_give || s->floor))
        return "FA-I14: cards of an exchange that is not going on.";
    if (s->accountant && s->phase < FAMIGLIA_TAKE)
        return "FA-I14: an Accountant was played before action 2.";
    if (s->accountant && !famiglia_count(s->display[s->active],
                                         famiglia_card_of(FAMIGLIA_ACCOUNTANTS, s->accountant)))
        return "FA-I14: the Accountant played is not in the display.";
    if (!exchanging)
        return NULL;
    if (!s->accountant || n_taken > s->accountant || s->to_give > n_taken)
        return "FA-I14: an exchange of more cards than the Accountant's rank.";
    if ((s->phase == FAMIGLIA_GIVE) != (s->to_give > 0))
        return "FA-I14: nothing is to be given, or too early.";
    for (famiglia_card t = 0; t < FAMIGLIA_TYPES; t++)
        if (famiglia_count(s->taken, t) > famiglia_count(s->hand[s->active], t))
            return "FA-I14: a card was taken and is not in hand.";
    return broken_floor(s, n_taken);
}

/* Between recruitments there is at most one pass, but for the last two or three (FA-R27). */
static bool turns_fit(const famiglia_state *s)
{
    int n = s->recruited[0] + s->recruited[1];
    int turns_of_start = (s->turns + 1) / 2;
    int own = s->recruited[s->start], other = s->recruited[1 - s->start];
    if (own > turns_of_start || other > s->turns / 2 || (s->turns == 0 && s->passed))
        return false;
    if (s->phase == FAMIGLIA_OVER)
        return s->turns <= 2 * n + (s->double_pass ? 2 : 3);
    bool last_turn = famiglia_end_triggered(s) && s->active != s->start;
    return s->turns <= 2 * n + s->passed + (s->passed && last_turn);
}

static const char *broken_course(const famiglia_state *s)
{
    if ((s->phase <= FAMIGLIA_DRAW) != (s->due > 0) || (s->due_new && !s->due))
        return "FA-I7: cards are due although none are drawn, or none although some are.";
    if (s->phase == FAMIGLIA_DRAW && !s->pile)
        return "FA-I7: cards are due and none is left.";
    if (s->phase == FAMIGLIA_START && (s->turns || s->street_old || s->due != FAMIGLIA_STREET))
        return "FA-I7: the start player is chosen before anything is laid out.";
    if (in_a_turn(s) && !(s->street_old | s->street_new) && !famiglia_pile_is_empty(s))
        return "FA-I8: a turn begins with an empty street and a draw pile.";
    if (s->double_pass && (s->phase != FAMIGLIA_OVER || !s->passed || famiglia_end_triggered(s)))
        return "FA-I16: a double pass that cannot have been one.";
    if (s->phase == FAMIGLIA_OVER && !s->double_pass && !famiglia_end_triggered(s))
        return "FA-I16: the game is over for no reason.";
    if (!turns_fit(s))
        return "FA-I17: too many turns for so few recruitments, or too few.";
    bool owner_begins = s->active == s->start;
    if (s->phase != FAMIGLIA_OVER && (s->turns % 2 == 0) != owner_begins)
        return "FA-I16: it is the other player's turn.";
    return NULL;
}

/* Actions 1 to 3 are asked only where something can be done; then there is always a move. */
static const char *broken_choice(const spk_box *box, const famiglia_state *s)
{
    spk_move moves[FAMIGLIA_MAX_MOVES];
    if (!in_a_turn(s) || s->phase == FAMIGLIA_RECRUIT)
        return NULL;
    if (s->phase == FAMIGLIA_REFRESH && ((s->street_old + s->street_new) & 7 * FAMIGLIA_ZEROS ||
                                         famiglia_pile_is_empty(s) || s->refreshed))
        return "FA-I19: action 1 is asked and is not allowed.";
    int n = famiglia_moves(box, s, s->active, moves);
    if (n == 0 || moves[0] & SPK_MOVE_IDLE || famiglia_move_op(moves[0]) == FAMIGLIA_STOP)
        return "FA-I19: an action is asked in which nothing can be done.";
    return NULL;
}

const char *famiglia_unsound(const spk_box *box, const void *state)
{
    const famiglia_state *s = state;
    if (!fields_fit(s))
        return "FA-I1: a number is out of its range.";
    const char *broken = broken_cards(box->config, s);
    if (!broken)
        broken = broken_piles(s);
    if (!broken)
        broken = broken_marks(s);
    if (!broken)
        broken = broken_exchange(s);
    if (!broken)
        broken = broken_course(s);
    if (!broken)
        broken = broken_choice(box, s);
    return broken;
}
