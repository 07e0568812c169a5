/* score.c: the showdown and the result (CG-8). Whether a position can be true is asked in sound.c. */
#include "games/chicago_gangsters/state.h"

/* -- The showdown ------------------------------------------------------------------------------ */

enum { PERSONS = CG_MEANS_COUNT, GODFATHER, CATEGORIES };

/* What a player has to show: points of one kind of means, persons, or godfather points. */
static int showing(const cg_state *s, spk_seat seat, int category)
{
    if (category < PERSONS)
        return cg_points(s->hand[seat] & cg_means_bits[category]); /* CG-8.4, CG-R74 */
    if (category == PERSONS)
        return __builtin_popcount(s->persons[seat]) +
               cg_controls(s, seat, CG_PRIEST); /* CG-8.6, CG-8.7 */
    return s->godfather_points[seat];
}

/* The alcohol that each best player of a category gets, and who they are. Categories are the three
 * kinds of means, the persons, the godfather; 0 after the last. Nobody wins with nothing: CG-R54,
 * CG-R55. */
int cg_awards(const spk_box *box, const cg_state *s, int category, uint32_t *winners)
{
    int best = 0;
    *winners = 0;
    if (category >= CATEGORIES)
        return 0;
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        if (showing(s, seat, category) > best)
            best = showing(s, seat, category);
    for (spk_seat seat = 0; best && seat < box->n_seats; seat++)
        if (showing(s, seat, category) == best)
            *winners |= SPK_ACTOR(seat);
    return category == GODFATHER ? 1 : 2; /* CG-11.22 */
}

/* All hands are laid open and compared; the game is over. */
void cg_showdown(const spk_box *box, cg_state *s)
{
    uint32_t winners;
    for (int category = 0, award; (award = cg_awards(box, s, category, &winners)) != 0; category++)
        for (uint32_t left = winners; left; left &= left - 1)
            s->alcohol[__builtin_ctz(left)] = (uint8_t)(s->alcohol[__builtin_ctz(left)] + award);
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        s->known[seat] = s->hand[seat];
    s->coalition = CG_GAME_END;
    s->phase = CG_OVER;
}

/* -- The result -------------------------------------------------------------------------------- */

/* The most alcohol wins, and is shared by all who have it. (CG-8.9, CG-R56) */
void cg_result(const spk_box *box, const void *state, spk_result *result)
{
    const cg_state *s = state;
    *result = (spk_result){.n_seats = box->n_seats};
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        result->score[seat] = s->alcohol[seat];
        result->rank[seat] = 1;
        for (spk_seat other = 0; other < box->n_seats; other++)
            result->rank[seat] += s->alcohol[other] > s->alcohol[seat];
        if (result->rank[seat] == 1)
            result->winners |= SPK_ACTOR(seat);
    }
    if (s->phase == CG_OVER)
        result->reason = "game_end";
}
