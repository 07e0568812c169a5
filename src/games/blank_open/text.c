/* text.c: moves and positions of Blank Open as text, as JSON and as a board for people. */
#include <string.h>

#include "base/str.h"
#include "games/blank_open/state.h"

/* -- Moves: "one", "two", and chance's "dice 4" ------------------------------------------------ */

void blank_open_print_move(const spk_box *box, spk_move move, spk_buf *out)
{
    (void)box;
    if (move > BLANK_OPEN_DICE)
        spk_buf_printf(out, "dice %d", (int)(move - BLANK_OPEN_DICE));
    else
        spk_buf_puts(out, move == BLANK_OPEN_ONE ? "one" : "two");
}

spk_err blank_open_parse_move(const spk_box *box, const char *text, spk_move *move, spk_why *why)
{
    int sum;
    (void)box;
    if (spk_str_eq(text, "one"))
        *move = BLANK_OPEN_ONE;
    else if (spk_str_eq(text, "two"))
        *move = BLANK_OPEN_TWO;
    else if (strncmp(text, "dice ", 5) == 0 && spk_str_int(text + 5, 1, 12, &sum))
        *move = BLANK_OPEN_DICE + (unsigned)sum;
    else
        return spk_malformed(why, 0, "A move is 'one' or 'two'.");
    return SPK_OK;
}

/* -- Positions: "turn 5; dice 2; score 12 0 21" ------------------------------------------------ */

void blank_open_print_state(const spk_box *box, const void *state, spk_buf *out)
{
    const blank_open_state *s = state;
    spk_buf_printf(out, "turn %d; dice %d; score", s->turn, s->dice);
    for (int i = 0; i < box->n_seats; i++)
        spk_buf_printf(out, " %d", s->score[i]);
}

/* The next number of a text, from 0 to 'most'; words before it are skipped. */
static bool next_number(spk_words *words, int most, uint8_t *number)
{
    char word[16];
    int n = -1;
    while (n < 0 && spk_words_next(words, word, sizeof word)) {
        word[strcspn(word, ";")] = '\0';
        spk_str_int(word, 0, most, &n);
    }
    *number = (uint8_t)n;
    return n >= 0;
}

/* What is printed again as it was written was written well. */
spk_err blank_open_parse_state(const spk_box *box, const char *text, void *state, spk_why *why)
{
    blank_open_state s = {0};
    spk_words words = spk_words_of(text);
    char room[SPK_MOVE_TEXT];
    spk_buf again = SPK_BUF_OVER(room);
    bool read = next_number(&words, BLANK_OPEN_TURNS * box->n_seats, &s.turn) &&
                next_number(&words, 2, &s.dice);
    for (int i = 0; i < box->n_seats; i++)
        read = read && next_number(&words, BLANK_OPEN_MOST, &s.score[i]);
    blank_open_print_state(box, &s, &again);
    if (!read || !spk_str_eq(text, spk_buf_text(&again)))
        return spk_malformed(why, 0, "That is not a position.");
    memcpy(state, &s, sizeof s);
    return SPK_OK;
}

/* -- For programs and for people --------------------------------------------------------------- */

void blank_open_json(const spk_box *box, const void *view, spk_seat viewer, spk_json *out)
{
    const blank_open_state *s = view;
    (void)viewer; /* everybody sees the same */
    spk_json_open(out, '{');
    spk_json_key(out, "turn"), spk_json_int(out, s->turn);
    spk_json_key(out, "dice"), spk_json_int(out, s->dice);
    spk_json_key(out, "score"), spk_json_open(out, '[');
    for (int i = 0; i < box->n_seats; i++)
        spk_json_int(out, s->score[i]);
    spk_json_close(out, ']'), spk_json_close(out, '}');
}

void blank_open_board(const spk_box *box, const void *view, spk_seat viewer, spk_buf *out)
{
    const blank_open_state *s = view;
    spk_buf_printf(out, "%d of %d turns taken\n", s->turn, BLANK_OPEN_TURNS * box->n_seats);
    for (int i = 0; i < box->n_seats; i++)
        spk_buf_printf(out, "player %d%s: %d points\n", i + 1, i == viewer ? " (you)" : "",
                       s->score[i]);
}
