/* json.c: a view for pages and programs; docs/games/blank.md lists the fields. The table for people is
 * in board.c, positions as text are in text.c. Whose hand is shown is decided in view.c. */
#include "games/blank/state.h"

static void json_bytes(const char *key, const uint8_t *bytes, int n, spk_json *out)
{
    spk_json_key(out, key), spk_json_open(out, '[');
    for (int i = 0; i < n; i++)
        spk_json_int(out, bytes[i]);
    spk_json_close(out, ']');
}

static void json_set(blank_set set, spk_json *out)
{
    spk_json_open(out, '[');
    for (; set; set &= set - 1)
        spk_json_int(out, blank_lowest(set));
    spk_json_close(out, ']');
}

/* A card of each seat: 0 is null. */
static void json_cards(const char *key, const uint8_t *cards, int n, spk_json *out)
{
    spk_json_key(out, key), spk_json_open(out, '[');
    for (int i = 0; i < n; i++)
        if (cards[i] == 0)
            spk_json_null(out);
        else if (cards[i] == BLANK_HIDDEN)
            spk_json_str(out, "hidden");
        else
            spk_json_int(out, cards[i]);
    spk_json_close(out, ']');
}

static void json_hands(const blank_state *s, int n_seats, spk_seat viewer, spk_json *out)
{
    spk_json_key(out, "hands"), spk_json_open(out, '[');
    for (spk_seat seat = 0; seat < n_seats; seat++)
        if (blank_shows_hand(viewer, seat))
            json_set(s->hand[seat], out);
        else
            spk_json_null(out);
    spk_json_close(out, ']');
}

void blank_json(const spk_box *box, const void *view, spk_seat viewer, spk_json *out)
{
    const blank_state *s = view;
    spk_json_open(out, '{');
    spk_json_key(out, "phase"), spk_json_str(out, blank_phase_names[s->phase]);
    spk_json_key(out, "dealt"), spk_json_int(out, s->dealt);
    spk_json_key(out, "round"), spk_json_int(out, s->round);
    spk_json_key(out, "winner");
    if (s->phase == BLANK_TAKE)
        spk_json_int(out, s->winner);
    else
        spk_json_null(out);
    spk_json_key(out, "pot"), spk_json_int(out, s->pot);
    json_bytes("bag", s->bag, BLANK_PRIZES, out);
    json_bytes("score", s->score, box->n_seats, out);
    json_hands(s, box->n_seats, viewer, out);
    json_cards("sealed", s->sealed, box->n_seats, out);
    json_cards("shown", s->shown, box->n_seats, out);
    spk_json_key(out, "unseen"), json_set(s->unseen, out);
    spk_json_close(out, '}');
}
