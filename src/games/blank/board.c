/* board.c: the table as people see it in a terminal, made from a view. Pages and programs read json.c;
 * whose hand is shown is decided in view.c. */
#include "games/blank/state.h"

static void board_seat(const spk_box *box, const blank_state *s, spk_seat seat, spk_seat viewer,
                       spk_buf *out)
{
    int score = s->score[seat], n = blank_hand_size(s, box->n_seats, seat);
    spk_buf_printf(out, "player %d%s  %d point%s  ", seat + 1, seat == viewer ? ", you" : "", score,
                   score == 1 ? "" : "s");
    if (blank_shows_hand(viewer, seat)) {
        spk_buf_puts(out, "hand ");
        blank_print_set(s->hand[seat], out);
    } else
        spk_buf_printf(out, "%d card%s", n, n == 1 ? "" : "s");
    if (s->sealed[seat] == BLANK_HIDDEN)
        spk_buf_puts(out, "  sealed");
    else if (s->sealed[seat])
        spk_buf_printf(out, "  sealed %d", s->sealed[seat]);
    if (s->shown[seat])
        spk_buf_printf(out, "  showed %d last", s->shown[seat]);
    if (s->phase == BLANK_TAKE && s->winner == seat)
        spk_buf_puts(out, "  won the round");
    spk_buf_putc(out, '\n');
}

void blank_board(const spk_box *box, const void *view, spk_seat viewer, spk_buf *out)
{
    const blank_state *s = view;
    spk_buf_printf(out, "round %d of %d  pot %d  goal %d  prizes left: %d of 1, %d of 2, %d of 3\n",
                   s->round + (s->phase == BLANK_PRIZE || s->phase == BLANK_SEAL), BLANK_HAND,
                   s->pot, box->option[BLANK_OPT_GOAL], s->bag[0], s->bag[1], s->bag[2]);
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        board_seat(box, s, seat, viewer, out);
}
