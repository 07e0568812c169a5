/* tell.c: what came of an event, for logs and screens. Nothing in Gangster is hidden, so everybody
 * hears the same: the move as it is spelled, then what it did that its words do not say.
 *
 *     lay_open 1 c4; tile B3; line c red 5 seat 0 now 12; line 4 none; passed 2
 *
 * The words are listed in docs/games/gangster.md. */
#include <string.h>

#include "games/gangster/state.h"

/* The tile that this move lays, moves or shoots; 0: it touches none. */
static gangster_tile touched(const spk_box *box, const gangster_state *s, spk_move move)
{
    const gangster_config *c = box->config;
    int arg = gangster_move_arg(move);
    switch (gangster_move_op(move)) {
    case GANGSTER_LAY_OWN: return gangster_tile_of(c->gang_of[s->active], arg);
    case GANGSTER_LAY_OPEN: return s->open[arg - 1];
    case GANGSTER_LAY_DRAWN: return s->drawn;
    case GANGSTER_MOVE:
    case GANGSTER_SHOOT: return gangster_at(s, gangster_move_cell(move));
    default: return 0;
    }
}

/* What one line paid. The points are what they were before it, and then what they are behind it. */
static void tell_line(const spk_box *box, const gangster_state *s, int line,
                      uint8_t points[GANGSTER_SEATS], spk_buf *out)
{
    const gangster_config *c = box->config;
    int power[GANGSTER_GANGS];
    gangster_powers(s, gangster_line(line), power);
    gangster_award award = gangster_judge_line(power, c->all_equal);
    spk_buf_printf(spk_effect(out), "line %c ", gangster_line_name(line));
    if (award.gang < 0) {
        spk_buf_puts(out, "none");
        return;
    }
    int owner = c->owner_of[award.gang];
    spk_buf_puts(out, gangster_colours[award.gang]);
    if (owner < 0) {
        spk_buf_printf(out, " %d", award.points); /* lost (GB-6.8) */
        return;
    }
    int before = points[owner];
    points[owner] = (uint8_t)gangster_raised(before, award.points);
    spk_buf_printf(out, " %d seat %d now %d", points[owner] - before, owner, points[owner]);
}

/* The lines that were scored, in their order: two only after a choice (GB-6.10). */
static void tell_lines(const spk_box *box, const gangster_state *before,
                       const gangster_state *after, spk_move move, spk_buf *out)
{
    bool column_first = gangster_move_op(move) == GANGSTER_ORDER && gangster_move_arg(move) == 1;
    unsigned scored = after->scored & ~before->scored;
    uint8_t points[GANGSTER_SEATS];
    memcpy(points, before->points, sizeof points);
    for (int i = 0; i < GANGSTER_LINES; i++) {
        int line = column_first ? (i + GANGSTER_SIDE) % GANGSTER_LINES : i;
        if (scored >> line & 1)
            tell_line(box, after, line, points, out);
    }
}

/* Who was passed over before the turn that begins now (GB-2.5), in their order. */
static void tell_passed(const spk_box *box, const gangster_state *after, spk_buf *out)
{
    if (after->phase != GANGSTER_ACTION || !after->skipped)
        return;
    spk_buf_puts(spk_effect(out), "passed");
    for (int i = 1; i <= box->n_seats; i++) {
        int seat = (after->active + i) % box->n_seats;
        if (after->skipped >> seat & 1)
            spk_buf_printf(out, " %d", seat);
    }
}

void gangster_effects(const spk_box *box, const void *before, spk_seat actor, spk_move move,
                      spk_buf *out)
{
    const gangster_state *s = before;
    gangster_state after = *s;
    gangster_tile tile = touched(box, s, move);
    gangster_apply(box, &after, actor, move);
    if (tile) {
        spk_buf_puts(spk_effect(out), "tile ");
        gangster_print_tile(out, tile);
    }
    if (s->phase == GANGSTER_REVEAL)
        spk_buf_puts(spk_effect(out), "drawn");
    tell_lines(box, s, &after, move, out);
    tell_passed(box, &after, out);
}
