/* scripts.c: a player with one plan, to measure bots by (spk_script). It stays as it is and asks nothing
 * of hints.c.
 *
 *     line_counter   tries every move on a copy of the map and counts all twelve lines exactly:
 *
 *                    what was scored        in full
 *                    what would be scored   more, the fuller the line is
 *                    the next player's      the best line that he can complete with what lies open
 *                    answer                 to him now
 *                    a tile to be drawn     the average of the best that each unseen one could do */
#include "games/gangster/state.h"

enum { POINT = 100 }; /* a point that is scored */

/* To a seat, from its own side: a rival's points count against it, less where there are several. */
static int sign(const spk_box *box, spk_seat seat, int owner, int points)
{
    if (owner < 0)
        return 0;
    return owner == seat ? points : -points / (box->n_seats - 1);
}

static int owner_of_line(const spk_box *box, const int power[GANGSTER_GANGS], int *points)
{
    const gangster_config *c = box->config;
    gangster_award award = gangster_judge_line(power, c->all_equal);
    *points = award.points;
    return award.gang < 0 ? -1 : c->owner_of[award.gang];
}

/* -- The next player's answer ------------------------------------------------------------------- */

/* What a line with one gap would bring its filler who lays this tile. */
static int answer_with(const spk_box *box, const int power[GANGSTER_GANGS], gangster_tile tile,
                       spk_seat next)
{
    int filled[GANGSTER_GANGS], points;
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        filled[gang] = power[gang];
    filled[gangster_gang(tile)] += gangster_power(tile);
    int owner = owner_of_line(box, filled, &points);
    return sign(box, next, owner, points);
}

/* The best answer of the next player to this line: with a tile of his own, or an open one. */
static int answer_to(const spk_box *box, const gangster_state *s, const int power[GANGSTER_GANGS],
                     spk_seat next)
{
    const gangster_config *c = box->config;
    int best = 0;
    for (int own = 1; own <= GANGSTER_SUPPLY; own++) {
        gangster_tile tile = gangster_tile_of(c->gang_of[next], own);
        int gain = s->supply[next] >> (own - 1) & 1 ? answer_with(box, power, tile, next) : 0;
        best = gain > best ? gain : best;
    }
    for (int slot = 0; slot < 2; slot++) {
        int gain = s->open[slot] ? answer_with(box, power, s->open[slot], next) : 0;
        best = gain > best ? gain : best;
    }
    return best;
}

/* -- Counting ----------------------------------------------------------------------------------- */

/* What a line that is not full yet promises a gang: by its tiles, and by how far the gang is ahead of the
 * strongest other one, or behind. The fuller a line, the more a lead is worth. */
static int promise(const int power[GANGSTER_GANGS], int gang, int n_tiles)
{
    static const int ahead[GANGSTER_SIDE] = {0, 6, 12, 18, 26, 38};
    static const int behind[GANGSTER_SIDE] = {0, 10, 16, 16, 14, 9};
    int other = 0;
    for (int i = 0; i < GANGSTER_GANGS; i++)
        if (i != gang && power[i] > other)
            other = power[i];
    int lead = power[gang] - other;
    return lead * (lead > 0 ? ahead : behind)[n_tiles];
}

static int count_lines(const spk_box *box, const gangster_state *s, spk_seat seat)
{
    const gangster_config *c = box->config;
    gangster_cells taken = gangster_occupied(s);
    int sum = 0, threat = 0, power[GANGSTER_GANGS];
    for (int line = 0; line < GANGSTER_LINES; line++) {
        int n = gangster_size(taken & gangster_line(line));
        if (n == GANGSTER_SIDE)
            continue;
        gangster_powers(s, gangster_line(line), power);
        for (spk_seat i = 0; i < box->n_seats; i++)
            sum += sign(box, seat, i, promise(power, c->gang_of[i], n));
        bool open = n == GANGSTER_SIDE - 1 && s->active != seat;
        int answer = open ? answer_to(box, s, power, s->active) : 0;
        threat = answer > threat ? answer : threat;
    }
    return sum - threat * POINT * 2 / 3 / (box->n_seats - 1);
}

static int count(const spk_box *box, const gangster_state *s, spk_seat seat)
{
    /* bullets and strong own tiles are kept for when they decide something */
    int sum = 40 * s->bullets[seat] + 12 * s->supply[seat];
    for (spk_seat i = 0; i < box->n_seats; i++)
        sum += sign(box, seat, i, POINT * s->points[i]);
    if (s->phase == GANGSTER_OVER) {
        spk_result result;
        gangster_result(box, s, &result);
        return result.winners == SPK_ACTOR(seat) ? 100000 : -100000;
    }
    return sum + count_lines(box, s, seat);
}

static int best_lay(const spk_box *box, const gangster_state *s, spk_seat seat)
{
    spk_move moves[GANGSTER_MOVES];
    int n = gangster_moves(box, s, seat, moves), best = INT32_MIN;
    for (int i = 0; i < n; i++) {
        gangster_state after = *s;
        gangster_apply(box, &after, seat, moves[i]);
        int score = count(box, &after, seat);
        best = score > best ? score : best;
    }
    return best;
}

/* A drawn tile may be any that nobody has seen: the average of the best that each could do. */
static int score_of_draw(const spk_box *box, const gangster_state *drawing, spk_seat seat)
{
    spk_outcome tiles[GANGSTER_KINDS];
    int n = gangster_chance(box, drawing, tiles);
    int64_t sum = 0, total = 0;
    for (int i = 0; i < n; i++) {
        gangster_state after = *drawing;
        gangster_apply(box, &after, SPK_SEAT_CHANCE, tiles[i].move);
        sum += (int64_t)tiles[i].weight * best_lay(box, &after, seat);
        total += tiles[i].weight;
    }
    return (int)(sum / total) - 1; /* of two equal ones the certain one */
}

static int score_of(const spk_box *box, const gangster_state *s, spk_seat seat, spk_move move)
{
    gangster_state after = *s;
    gangster_apply(box, &after, seat, move);
    if (gangster_move_op(move) == GANGSTER_DRAW)
        return score_of_draw(box, &after, seat);
    return count(box, &after, seat);
}

static spk_move count_exactly(const spk_box *box, const void *view, spk_seat seat, spk_rng *rng)
{
    spk_move moves[GANGSTER_MOVES], best = 0;
    int n = gangster_moves(box, view, seat, moves), top = INT32_MIN, ties = 0;
    for (int i = 0; i < n; i++) {
        int score = score_of(box, view, seat, moves[i]);
        ties = score > top ? 1 : score == top ? ties + 1 : ties;
        if (score > top || (score == top && spk_rng_below(rng, (uint32_t)ties) == 0))
            top = score, best = moves[i];
    }
    return best;
}

const spk_script gangster_scripts[GANGSTER_SCRIPTS] = {
    {"line_counter",
     N_("counts every row and column exactly, and what the next player could make of it"),
     count_exactly},
};
