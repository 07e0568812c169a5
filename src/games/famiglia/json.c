/* json.c: a position and the box for pages and programs; docs/games/famiglia.md lists the fields. The
 * table for people is in board.c, positions as text are in text.c. Whose hand is shown is decided in
 * view.c. */
#include "games/famiglia/state.h"

/* -- The position ------------------------------------------------------------------------------ */

static void json_card(spk_json *out, famiglia_card card)
{
    char name[3] = {famiglia_letters[famiglia_family(card)], (char)('0' + famiglia_rank(card)),
                    '\0'};
    spk_json_word(out, name, 2);
}

static void json_cards(spk_json *out, famiglia_bag bag)
{
    spk_json_open(out, '[');
    for (famiglia_bag left = famiglia_present(bag); left; left &= left - 1) {
        famiglia_card t = (famiglia_card)(__builtin_ctzll(left) / 3);
        for (int copy = 0; copy < famiglia_count(bag, t); copy++)
            json_card(out, t);
    }
    spk_json_close(out, ']');
}

SPK_JSON_HELPER json_bag(spk_json *out, const char *key, famiglia_bag bag)
{
    spk_json_key(out, key), json_cards(out, bag);
}

static void json_street_card(void *to, famiglia_card card, bool is_new, int amount)
{
    spk_json *out = to;
    spk_json_open(out, '{');
    spk_json_key(out, "card"), json_card(out, card);
    spk_json_key(out, "new"), spk_json_bool(out, is_new);
    spk_json_key(out, "reduction"), spk_json_int(out, amount);
    spk_json_close(out, '}');
}

SPK_JSON_HELPER json_number(spk_json *out, const char *key, int value)
{
    spk_json_key(out, key);
    spk_json_int(out, value);
}

static void json_player(const spk_box *box, const famiglia_state *s, spk_seat seat, spk_seat viewer,
                        const spk_result *result, spk_json *out)
{
    spk_json_open(out, '{');
    if (famiglia_shows_hand(box, viewer, seat))
        json_bag(out, "hand", s->hand[seat]);
    json_number(out, "hand_size", famiglia_size(s->hand[seat]));
    json_bag(out, "display", s->display[seat]);
    if (famiglia_shows_hand(box, viewer, seat))
        json_number(out, "score", result->score[seat]);
    json_number(out, "recruited", s->recruited[seat]);
    spk_json_close(out, '}');
}

/* What is left in the pile would tell the hand that a table with show_hands=off leaves to memory. */
static void json_piles(const spk_box *box, const famiglia_state *s, spk_seat viewer, spk_json *out)
{
    json_number(out, "pile_size", famiglia_size(s->pile) + s->n_under);
    if (famiglia_shows_hand(box, viewer, 0) && famiglia_shows_hand(box, viewer, 1))
        json_bag(out, "pile", s->pile);
    spk_json_key(out, "under"), spk_json_open(out, '[');
    for (int i = 0; i < s->n_under; i++)
        json_card(out, s->under[i]);
    spk_json_close(out, ']');
    json_bag(out, "discard", s->discard);
}

static void json_turn(const famiglia_state *s, spk_json *out)
{
    spk_json_key(out, "phase"), spk_json_str(out, famiglia_phase_names[s->phase]);
    json_number(out, "turns", s->turns);
    json_number(out, "active", s->active);
    json_number(out, "start", s->start);
    spk_json_key(out, "deck_pass"), spk_json_str(out, s->second_pass ? "second" : "first");
    spk_json_key(out, "end_triggered"), spk_json_bool(out, famiglia_end_triggered(s));
    spk_json_key(out, "last_turn_was_pass"), spk_json_bool(out, s->passed);
    json_number(out, "second_pass_refreshes", s->refreshed);
    json_number(out, "due", s->due);
    spk_json_key(out, "due_new"), spk_json_bool(out, s->due_new);
    json_number(out, "accountant", s->accountant);
    json_bag(out, "taken", s->taken);
    json_number(out, "to_give", s->to_give);
    spk_json_key(out, "floor");
    if (s->phase == FAMIGLIA_TAKE || s->phase == FAMIGLIA_GIVE)
        json_card(out, s->floor);
    else
        spk_json_null(out);
    json_number(out, "brute", s->brute);
    spk_json_key(out, "double_pass"), spk_json_bool(out, s->double_pass);
}

void famiglia_json(const spk_box *box, const void *view, spk_seat viewer, spk_json *out)
{
    const famiglia_state *s = view;
    spk_result result;
    famiglia_result(box, s, &result);
    spk_json_open(out, '{');
    json_turn(s, out);
    spk_json_key(out, "players"), spk_json_open(out, '[');
    for (spk_seat seat = 0; seat < 2; seat++)
        json_player(box, s, seat, viewer, &result, out);
    spk_json_close(out, ']');
    spk_json_key(out, "street"), spk_json_open(out, '[');
    famiglia_walk_street(s, json_street_card, out);
    spk_json_close(out, ']');
    json_piles(box, s, viewer, out);
    spk_json_close(out, '}');
}

/* -- The box ----------------------------------------------------------------------------------- */

/* What the cards are worth, by family: {"points": {"F": [1, 3, 6, 10, 15], ...}}. */
void famiglia_json_box(const spk_box *box, spk_json *out)
{
    const famiglia_config *c = box->config;
    spk_json_key(out, "points"), spk_json_open(out, '{');
    for (int family = 0; family < FAMIGLIA_FAMILY_COUNT; family++) {
        spk_json_key(out, (char[]){famiglia_letters[family], '\0'}), spk_json_open(out, '[');
        for (int rank = 0; rank < FAMIGLIA_RANKS; rank++)
            spk_json_int(out, c->points[famiglia_card_of(family, rank)]);
        spk_json_close(out, ']');
    }
    spk_json_close(out, '}');
}
