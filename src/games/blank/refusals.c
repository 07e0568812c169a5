/* refusals.c: why a move is not there, and what may be said at the table. Whether a move is there is
 * decided by the list of rules.c alone; this file finds the best reason for the player, and looks
 * only at what that player may see. */
#include "base/str.h"
#include "games/blank/state.h"

spk_err blank_refuse(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                     spk_why *why)
{
    const blank_state *s = state;
    (void)box, (void)seat;
    if (s->phase == BLANK_TAKE)
        return spk_refuse(why, "BL-2.4", "You have won the round: take the pot, or pass.");
    if (blank_move_op(move) != BLANK_SEAL_CARD)
        return spk_refuse(why, "BL-2.2", "Every player seals a card now.");
    return spk_refuse(why, "BL-2.2", "You do not hold the {n}.",
                      SPK_NUM("n", blank_move_card(move)));
}

/* -- Talk: "claim 7" --------------------------------------------------------------------------- */

static bool has_spoken(const spk_said *said, int n, spk_seat seat)
{
    for (int i = 0; i < n; i++)
        if (said[i].seat == seat)
            return true;
    return false;
}

/* BL-4.1, BL-4.2 */
static spk_actors speakers(const spk_box *box, const void *state, const spk_said *said, int n)
{
    const blank_state *s = state;
    spk_actors who = 0;
    for (spk_seat seat = 0; s->phase == BLANK_SEAL && seat < box->n_seats; seat++)
        if (!has_spoken(said, n, seat))
            who |= SPK_ACTOR(seat);
    return who;
}

/* One spelling: the text is what printing the number would give. */
static bool read_claim(const char *text, int *card)
{
    static const char verb[] = "claim ";
    for (int i = 0; verb[i]; i++)
        if (text[i] != verb[i])
            return false;
    return spk_str_int(text + sizeof verb - 1, 0, 99, card);
}

static spk_err judge(const spk_box *box, const void *state, const spk_said *said, int n,
                     spk_seat seat, const char *text, spk_why *why)
{
    const blank_state *s = state;
    const blank_config *c = box->config;
    int card;
    if (!read_claim(text, &card))
        return spk_malformed(why, 0, "What can be said is 'claim' and a card, such as claim 7.");
    if (s->phase != BLANK_SEAL)
        return spk_refuse(why, "BL-4.1", "Claims are made while cards are sealed.");
    if (has_spoken(said, n, seat))
        return spk_refuse(why, "BL-4.2", "You have claimed a card; wait for the next move.");
    if (card > BLANK_CARDS || !(c->cards & BLANK_ONE(card)))
        return spk_refuse(why, "BL-R3", "There is no card {n}.", SPK_NUM("n", card));
    return SPK_OK;
}

const spk_talk blank_talk = {.speakers = speakers, .judge = judge};
