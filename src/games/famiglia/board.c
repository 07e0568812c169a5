/* board.c: the table as people see it in a terminal, made from a view. Nothing is decided here: pages
 * and programs read json.c, sentences about moves are in phrases.c, whose hand is shown in view.c. */
#include <string.h>

#include "games/famiglia/state.h"

static void board_head(const famiglia_state *s, spk_buf *out)
{
    static const char *const doing[FAMIGLIA_PHASE_COUNT] = {
        [FAMIGLIA_START] = "choosing the start player",
        [FAMIGLIA_DRAW] = "laying out cards",
        [FAMIGLIA_REFRESH] = "action 1, refresh the street",
        [FAMIGLIA_EXCHANGE] = "action 2, exchange with an Accountant",
        [FAMIGLIA_TAKE] = "action 2, take cards back",
        [FAMIGLIA_GIVE] = "action 2, give as many",
        [FAMIGLIA_INTIMIDATE] = "action 3, intimidate with a Brute",
        [FAMIGLIA_RECRUIT] = "action 4, recruit",
        [FAMIGLIA_OVER] = "the game is over",
    };
    spk_buf_printf(out, "Turn %d, player %d: %s.\n", s->turns + (s->phase != FAMIGLIA_OVER),
                   s->active + 1, doing[s->phase]);
    if (famiglia_end_triggered(s) && s->phase != FAMIGLIA_OVER)
        spk_buf_puts(out, "  All cards are open: this round is the last.\n");
    if (s->passed && s->phase != FAMIGLIA_OVER && !famiglia_end_triggered(s))
        spk_buf_puts(out, "  The other player has just passed: a pass now ends the game.\n");
}

static void board_piles(const famiglia_state *s, spk_buf *out)
{
    int left = famiglia_size(s->pile) + s->n_under;
    spk_buf_printf(out, "  pile      %d card%s, %s pass\n", left, left == 1 ? "" : "s",
                   s->second_pass ? "second" : "first");
    if (s->n_under) {
        spk_buf_puts(out, "  under it ");
        famiglia_print_under(out, s);
        spk_buf_puts(out, "  (in this order, at the bottom)\n");
    }
    if (s->discard) {
        spk_buf_puts(out, "  discard  ");
        famiglia_print_bag(out, s->discard);
        spk_buf_putc(out, '\n');
    }
}

static void board_player(const spk_box *box, const famiglia_state *s, spk_seat seat,
                         spk_seat viewer, int score, spk_buf *out)
{
    bool open = famiglia_shows_hand(box, viewer, seat);
    spk_buf_printf(out, "  player %d%s%s", seat + 1, seat == viewer ? ", you" : "",
                   seat == s->start ? ", began" : "");
    if (open)
        spk_buf_printf(out, ": %d point%s", score, score == 1 ? "" : "s");
    spk_buf_putc(out, '\n');
    int n = famiglia_size(s->hand[seat]);
    spk_buf_puts(out, "    hand     ");
    if (open)
        famiglia_print_bag(out, s->hand[seat]);
    else
        spk_buf_printf(out, " %d card%s", n, n == 1 ? "" : "s");
    spk_buf_puts(out, "\n    display  ");
    famiglia_print_bag(out, s->display[seat]);
    spk_buf_putc(out, '\n');
}

/* What a card is worth by its rank; families that are worth the same share their figures. */
static void board_worth(const famiglia_config *config, spk_buf *out)
{
    const int *points = config->points;
    const size_t row = FAMIGLIA_RANKS * sizeof *points;
    spk_buf_puts(out, "  worth     by rank 0 1 2 3 4:");
    for (int f = 0, told = 0; f < FAMIGLIA_FAMILY_COUNT; f++) {
        if (told >> f & 1)
            continue;
        spk_buf_puts(out, told ? ";" : "");
        for (int g = f; g < FAMIGLIA_FAMILY_COUNT; g++)
            if (memcmp(points + FAMIGLIA_RANKS * f, points + FAMIGLIA_RANKS * g, row) == 0) {
                spk_buf_printf(out, " %c", famiglia_letters[g]);
                told |= 1 << g;
            }
        for (int rank = 0; rank < FAMIGLIA_RANKS; rank++)
            spk_buf_printf(out, " %d", points[famiglia_card_of(f, rank)]);
    }
    spk_buf_putc(out, '\n');
}

static void board_legend(const spk_box *box, spk_buf *out)
{
    spk_buf_puts(out, "  cards     F La Famiglia, A Accountants, B Brutes, M Mercenaries, and the "
                      "rank\n");
    board_worth(box->config, out);
    spk_buf_puts(out, "  price     a 0 is free; else show two of its family, one rank lower, and\n"
                      "            exhaust one of them (a higher Mercenary may stand for one)\n");
}

void famiglia_board(const spk_box *box, const void *view, spk_seat viewer, spk_buf *out)
{
    const famiglia_state *s = view;
    spk_result result;
    famiglia_result(box, s, &result);
    board_head(s, out);
    spk_buf_puts(out, "  street   ");
    famiglia_print_street(out, s);
    spk_buf_puts(out, s->street_new ? "   (* new this turn)\n" : "\n");
    board_piles(s, out);
    for (spk_seat seat = 0; seat < 2; seat++)
        board_player(box, s, seat, viewer, result.score[seat], out);
    board_legend(box, out);
}
