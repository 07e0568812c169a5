/* words.c: see words.h. */
#include "hosts/player/words.h"

#include <inttypes.h>

#include "base/mem.h"
#include "hosts/box_text.h"

void host_words_greet(const spk_box *box, spk_seat seat, spk_buf *out)
{
    char value[32];
    const spk_game *game = box->game;
    spk_buf_printf(out, HOST_BOT_VERSION "\ngame %s\nseats %d\nseat %d\n", game->key, box->n_seats,
                   seat);
    for (int i = 0; i < game->n_options; i++)
        spk_buf_printf(out, "option %s %s\n", game->options[i].name,
                       spk_box_option_text(box, i, value));
    spk_buf_printf(out, "edition %s %016" PRIx64 "\ntalk %s\nstart\n", box->edition_name,
                   box->edition_hash, game->talk ? "yes" : "no");
}

void host_words_engine(const spk_box *box, uint64_t seed, spk_buf *out)
{
    const char *edition = box->edition_text ? box->edition_text : box->game->edition_text;
    spk_buf_printf(out, "rules %d\nseed %" PRIu64 "\n", box->rules_version, seed);
    if (edition)
        host_lines_print("edition_text", edition, out);
}

void host_words_state(const spk_match *m, spk_seat seat, spk_buf *out)
{
    const spk_box *box = spk_match_box(m);
    spk_state view;
    int n;
    const spk_said *said = spk_match_said(m, &n);
    for (int i = 0; i < n; i++)
        spk_buf_printf(out, "said %d %s\n", said[i].seat, said[i].text);
    spk_match_view(m, seat, &view);
    spk_buf_puts(out, "state ");
    box->game->print_state(box, &view, out);
    spk_buf_putc(out, '\n');
}

void host_words_table(const spk_match *m, spk_seat seat, int first, spk_buf *out)
{
    spk_buf heard = {0};
    spk_json json = {.out = out};
    spk_match_history(m, seat, first, &heard);
    host_lines_print("heard", spk_buf_text(&heard), out);
    spk_buf_release(&heard);
    spk_buf_puts(out, "view ");
    spk_match_json(m, seat, &json);
    spk_buf_putc(out, '\n');
}

void host_words_board(const spk_match *m, spk_seat seat, spk_buf *out)
{
    spk_buf board = {0};
    spk_match_board(m, seat, &board);
    host_lines_print("board", spk_buf_text(&board), out);
    spk_buf_release(&board);
}

void host_words_legal(const spk_match *m, spk_seat seat, spk_buf *out)
{
    spk_move *moves = spk_alloc(SPK_MAX_MOVES * sizeof *moves);
    char text[SPK_MOVE_TEXT];
    int n = spk_match_moves(m, seat, moves);
    for (int i = 0; i < n; i++)
        spk_buf_printf(out, "legal %s\n", spk_move_text(spk_match_box(m), moves[i], text));
    spk_free(moves);
}

static void add_numbers(spk_json *j, const char *key, const int *numbers, int n)
{
    spk_json_key(j, key);
    spk_json_open(j, '[');
    for (int i = 0; i < n; i++)
        spk_json_int(j, numbers[i]);
    spk_json_close(j, ']');
}

void host_words_result(const spk_match *m, spk_buf *out)
{
    spk_result r;
    spk_json j = {.out = out};
    int winners[SPK_MAX_SEATS], n = 0;
    spk_match_result(m, &r);
    for (int seat = 0; seat < r.n_seats; seat++)
        if (r.winners >> seat & 1)
            winners[n++] = seat;
    spk_buf_puts(out, "result ");
    spk_json_open(&j, '{');
    add_numbers(&j, "scores", r.score, r.n_seats);
    add_numbers(&j, "ranks", r.rank, r.n_seats);
    add_numbers(&j, "winners", winners, n);
    spk_json_key(&j, "reason");
    spk_json_str(&j, r.reason);
    spk_json_close(&j, '}');
    spk_buf_putc(out, '\n');
}

void host_words_refused(const spk_why *why, spk_buf *out)
{
    spk_buf_printf(out, "refused %s %s\n", *why->rule ? why->rule : "-", why->text);
}
