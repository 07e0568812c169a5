/* json.c: a position or a view as one JSON object. docs/games/chicago_gangsters.md lists the fields. */
#include "games/chicago_gangsters/state.h"

SPK_JSON_HELPER number(spk_json *out, const char *key, int value)
{
    spk_json_key(out, key);
    spk_json_int(out, value);
}

static void text(spk_json *out, const char *key, const char *value)
{
    spk_json_key(out, key);
    if (value)
        spk_json_str(out, value);
    else
        spk_json_null(out);
}

SPK_JSON_HELPER flag(spk_json *out, const char *key, bool value)
{
    spk_json_key(out, key);
    spk_json_bool(out, value);
}

static void seat_of(spk_json *out, const char *key, int seat)
{
    spk_json_key(out, key);
    if (seat == CG_NOBODY)
        spk_json_null(out);
    else
        spk_json_int(out, seat);
}

static void side_of(spk_json *out, const char *key, int side)
{
    text(out, key, side < CG_SIDES ? cg_side_names[side] : NULL);
}

static void seats(spk_json *out, const char *key, unsigned bits)
{
    spk_json_key(out, key), spk_json_open(out, '[');
    for (; bits; bits &= bits - 1)
        spk_json_int(out, __builtin_ctz(bits));
    spk_json_close(out, ']');
}

static void bag(spk_json *out, const char *key, cg_bag cards)
{
    spk_json_key(out, key), spk_json_open(out, '[');
    for (cg_kind kind = 0; kind < CG_KINDS; kind++)
        for (int copy = 0; copy < cg_count(cards, kind); copy++)
            spk_json_str(out, cg_kind_names[kind]);
    spk_json_close(out, ']');
}

static void persons(spk_json *out, const char *key, uint32_t bits)
{
    spk_json_key(out, key), spk_json_open(out, '[');
    for (; bits; bits &= bits - 1)
        spk_json_str(out, cg_person_names[__builtin_ctz(bits)]);
    spk_json_close(out, ']');
}

/* -- The parts --------------------------------------------------------------------------------- */

static const char *role_of(const cg_state *s, spk_seat seat)
{
    for (int role = 0; role < CG_ROLES; role++)
        if (s->holder[role] == seat)
            return cg_clan_ids[role];
    return NULL;
}

/* The kinds of means that count for this player here; none before there is a district. */
static void json_usable(const spk_box *box, const cg_state *s, spk_seat seat, spk_json *out)
{
    cg_bag usable = s->district == CG_NO_CARD ? 0 : cg_usable(box, s, seat);
    spk_json_key(out, "usable"), spk_json_open(out, '[');
    for (int means = 0; means < CG_MEANS_COUNT; means++)
        if (usable & cg_means_bits[means])
            spk_json_str(out, cg_means_names[means]);
    spk_json_close(out, ']');
}

/* What a player brings to the fight with the cards that lie there, as far as they are in this view: of
 * the others' a view has only the open ones. */
static void json_brings(const spk_box *box, const cg_state *s, spk_seat seat, spk_json *out)
{
    bool fights = s->district != CG_NO_CARD && s->winner == CG_NOBODY && seat != s->ousted;
    spk_json_key(out, "brings");
    if (!fights) {
        spk_json_null(out);
        return;
    }
    cg_sum sum = cg_brings(box, s, seat, s->laid[seat]);
    spk_json_open(out, '{');
    number(out, "cards", sum.cards);
    number(out, "acting", sum.acting);
    number(out, "thug", sum.thug);
    number(out, "persons", sum.persons);
    number(out, "total", sum.total);
    number(out, "lost", cg_size(s->laid[seat] & ~cg_usable(box, s, seat)));
    number(out, "in_sight", cg_brings(box, s, seat, s->shown[seat]).total);
    spk_json_close(out, '}');
}

/* Faces only where the viewer sees them: a view has none of the others'. */
static void json_player(const spk_box *box, const cg_state *s, spk_seat seat, bool faces,
                        spk_json *out)
{
    spk_json_open(out, '{');
    text(out, "role", role_of(s, seat));
    number(out, "alcohol", s->alcohol[seat]);
    number(out, "godfather_points", s->godfather_points[seat]);
    persons(out, "persons", s->persons[seat]);
    number(out, "hand_size", cg_hand_size(s, seat));
    if (faces)
        bag(out, "hand", s->hand[seat]);
    bag(out, "known", s->known[seat]);
    bag(out, "shown", s->shown[seat]);
    if (faces)
        bag(out, "face_down", s->laid[seat] - s->shown[seat]);
    bool counted = faces || !(s->covered >> seat & 1);
    spk_json_key(out, "n_face_down");
    if (counted)
        spk_json_int(out, cg_size(s->laid[seat] - s->shown[seat]) + s->down[seat]);
    else
        spk_json_null(out);
    flag(out, "covered", s->covered >> seat & 1);
    flag(out, "has_laid", s->has_laid >> seat & 1);
    json_usable(box, s, seat, out);
    json_brings(box, s, seat, out);
    number(out, "contribution", s->points[seat]);
    if (faces)
        text(out, "duel", cg_bid_card(s, seat) ? cg_kind_names[cg_bid_card(s, seat) - 1] : NULL);
    spk_json_close(out, '}');
}

static void json_package(const cg_package *p, spk_json *out)
{
    spk_json_open(out, '{');
    number(out, "alcohol", p->alcohol);
    number(out, "means", p->means);
    flag(out, "person", p->person);
    spk_json_close(out, '}');
}

static void json_clans(const cg_coalition *card, spk_json *out)
{
    for (int side = 0; side < CG_SIDES; side++) {
        spk_json_key(out, side == CG_CHALLENGER ? "challengers" : "defenders");
        spk_json_open(out, '[');
        spk_json_str(out, cg_clan_ids[card->member[side][0]]);
        spk_json_str(out, cg_clan_ids[card->member[side][1]]);
        spk_json_close(out, ']');
    }
}

static void json_coalition(const cg_config *c, const cg_state *s, spk_json *out)
{
    spk_json_key(out, "coalition");
    if (s->coalition == CG_NO_CARD || s->coalition == CG_GAME_END) {
        if (s->coalition == CG_NO_CARD)
            spk_json_null(out);
        else
            spk_json_str(out, "game_end");
        return;
    }
    const cg_coalition *card = &c->coalition[s->coalition];
    spk_json_open(out, '{');
    text(out, "card", card->id);
    json_clans(card, out);
    text(out, "hidden_mark", cg_clan_ids[card->hidden]);
    spk_json_close(out, '}');
}

static void json_district(const cg_config *c, const cg_state *s, spk_json *out)
{
    spk_json_key(out, "district");
    if (s->district == CG_NO_CARD) {
        spk_json_null(out);
        return;
    }
    const cg_district *d = &c->district[s->district];
    spk_json_open(out, '{');
    text(out, "card", d->id);
    for (int means = 0; means < CG_MEANS_COUNT; means++)
        flag(out, cg_means_names[means], d->allowed & cg_means_bits[means]);
    flag(out, "persons", d->persons);
    spk_json_close(out, '}');
}

static void json_loot(const cg_config *c, const cg_state *s, spk_json *out)
{
    spk_json_key(out, "loot");
    if (s->loot == CG_NO_CARD) {
        spk_json_null(out);
        return;
    }
    const cg_loot *loot = &c->loot[s->loot];
    spk_json_open(out, '{');
    text(out, "card", loot->id);
    for (int side = 0; side < CG_SIDES; side++) {
        spk_json_key(out, side ? "losers" : "winners"), spk_json_open(out, '[');
        json_package(&loot->package[side][0], out);
        json_package(&loot->package[side][1], out);
        spk_json_close(out, ']');
    }
    spk_json_close(out, '}');
}

static void json_decks(const cg_config *c, const cg_state *s, bool all, spk_json *out)
{
    number(out, "pile_size", cg_pile_size(s));
    if (all)
        bag(out, "pile", s->pile);
    bag(out, "shuffled", s->shuffled);
    bag(out, "discard", s->discard);
    persons(out, "person_deck", s->person_deck);
    spk_json_key(out, "coalition_deck"), spk_json_open(out, '[');
    for (uint32_t left = s->coalition_deck; left; left &= left - 1)
        spk_json_str(out, c->coalition[__builtin_ctz(left)].id);
    spk_json_close(out, ']');
    spk_json_key(out, "district_deck"), spk_json_open(out, '[');
    for (uint32_t left = s->district_deck; left; left &= left - 1)
        spk_json_str(out, c->district[__builtin_ctz(left)].id);
    spk_json_close(out, ']');
    spk_json_key(out, "loot_deck"), spk_json_open(out, '[');
    for (uint32_t left = s->loot_deck; left; left &= left - 1)
        spk_json_str(out, c->loot[__builtin_ctz(left)].id);
    spk_json_close(out, ']');
}

static void number_or_null(spk_json *out, const char *key, bool is_there, int value)
{
    spk_json_key(out, key);
    if (is_there)
        spk_json_int(out, value);
    else
        spk_json_null(out);
}

/* What there is to reach is said while it can be reached, who gets loot when it is decided. */
static void json_prospects(const cg_state *s, int side, spk_json *out)
{
    bool answers = side == CG_DEFENDER && s->stage == CG_DEFENDER_TURN;
    number_or_null(out, "to_win", answers, cg_to_win(s));
    number_or_null(out, "to_get_loot", answers, cg_to_get_loot(s));
    spk_json_key(out, "gets_loot");
    if (s->winner < CG_SIDES)
        spk_json_bool(out, cg_entitled(s, side));
    else
        spk_json_null(out);
}

static void json_sides(const spk_box *box, const cg_state *s, spk_json *out)
{
    spk_json_key(out, "sides"), spk_json_open(out, '[');
    for (int side = 0; side < CG_SIDES; side++) {
        spk_json_open(out, '{');
        seat_of(out, "marker", s->member[side][0]);
        seat_of(out, "other", s->member[side][1]);
        number(out, "strength", s->strength[side]);
        json_prospects(s, side, out);
        spk_json_close(out, '}');
    }
    spk_json_close(out, ']');
    side_of(out, "mr_x_side", s->mr_x_side);
    seat_of(out, "lone", cg_lone(box, s));
}

static void json_used(const cg_state *s, spk_json *out)
{
    static const char *const names[] = {"informer",  "whiskey_smuggler", "fence", "poker_player",
                                        "mr_x_swap", "bonus_draw",       "draw"};
    spk_json_key(out, "used"), spk_json_open(out, '[');
    for (int i = 0; i < 7; i++)
        if (s->used >> i & 1)
            spk_json_str(out, names[i]);
    spk_json_close(out, ']');
}

static void json_draws(const cg_state *s, spk_json *out)
{
    spk_json_key(out, "draws"), spk_json_open(out, '[');
    for (int i = 0; i < 2; i++) {
        if (s->drawer[i] == CG_NOBODY)
            continue;
        spk_json_open(out, '{');
        number(out, "seat", s->drawer[i]);
        number(out, "cards", s->due[i]);
        spk_json_close(out, '}');
    }
    spk_json_close(out, ']');
}

static void json_announced(const cg_state *s, spk_json *out)
{
    spk_seat order[CG_CLANS];
    int n = cg_announced(s, order);
    spk_json_key(out, "announced"), spk_json_open(out, '[');
    for (int i = 0; i < n; i++)
        spk_json_int(out, order[i]);
    spk_json_close(out, ']');
}

static void json_course(const cg_state *s, spk_json *out)
{
    text(out, "phase", cg_phase_names[s->phase]);
    text(out, "stage", cg_stage_names[s->stage]);
    number(out, "rounds", s->rounds);
    seat_of(out, "active", s->active);
    seats(out, "asked", s->asked);
    seats(out, "answered", s->answered);
    seats(out, "claimed", s->claimed);
    json_announced(s, out);
    flag(out, "contested", s->contested);
    seat_of(out, "godfather", s->godfather);
    seat_of(out, "new_godfather", s->new_godfather);
    seat_of(out, "ousted", s->ousted);
    flag(out, "deferred", s->deferred);
    text(out, "show_from", s->phase == CG_SHOW ? cg_kind_names[s->floor] : NULL);
    flag(out, "thug_used", s->thug_used);
    seat_of(out, "keeper", s->keeper);
    bag(out, "returned", s->returned);
    side_of(out, "winner", s->winner);
    side_of(out, "sharing", s->sharing);
    seat_of(out, "starter", s->starter);
    flag(out, "mr_x_changed", s->exchanged);
    number(out, "turns_ended", s->turns_ended);
    json_used(s, out);
    json_draws(s, out);
}

void cg_json(const spk_box *box, const void *view, spk_seat viewer, spk_json *out)
{
    const cg_config *c = box->config;
    const cg_state *s = view;
    bool all = viewer == SPK_SEAT_ALL_SEEING || s->phase == CG_OVER;
    spk_json_open(out, '{');
    json_course(s, out);
    json_coalition(c, s, out);
    json_district(c, s, out);
    json_loot(c, s, out);
    text(out, "person", s->offer == CG_NO_CARD ? NULL : cg_person_names[s->offer]);
    json_sides(box, s, out);
    spk_json_key(out, "players"), spk_json_open(out, '[');
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        json_player(box, s, seat, all || seat == viewer, out);
    spk_json_close(out, ']');
    json_decks(c, s, all, out);
    spk_json_close(out, '}');
}

/* -- The box ----------------------------------------------------------------------------------- */

static void json_clan_names(const cg_config *c, spk_json *out)
{
    spk_json_key(out, "clans"), spk_json_open(out, '{');
    for (int clan = 0; clan < CG_CLANS; clan++)
        text(out, cg_clan_ids[clan], c->clan[clan]);
    spk_json_close(out, '}');
}

static void json_persons(const cg_config *c, spk_json *out)
{
    spk_json_key(out, "persons"), spk_json_open(out, '{');
    for (int person = 0; person < CG_PERSON_COUNT; person++) {
        int means = c->means_of[person];
        spk_json_key(out, cg_person_names[person]), spk_json_open(out, '{');
        number(out, "value", cg_person_value[person]);
        text(out, "kind", means < CG_MEANS_COUNT ? cg_means_names[means] : NULL);
        flag(out, "unlocks", c->unlocks[person]);
        spk_json_close(out, '}');
    }
    spk_json_close(out, '}');
}

static void json_coalitions(const cg_config *c, spk_json *out)
{
    spk_json_key(out, "coalitions"), spk_json_open(out, '{');
    for (int card = 0; card < CG_COALITIONS; card++) {
        spk_json_key(out, c->coalition[card].id), spk_json_open(out, '{');
        json_clans(&c->coalition[card], out);
        spk_json_close(out, '}');
    }
    spk_json_close(out, '}');
}

/* What the edition says and no move changes: names, values, kinds. */
void cg_json_box(const spk_box *box, spk_json *out)
{
    const cg_config *c = box->config;
    spk_json_key(out, "cards"), spk_json_open(out, '[');
    for (cg_kind kind = 0; kind < CG_KINDS; kind++)
        spk_json_str(out, cg_kind_names[kind]);
    spk_json_close(out, ']');
    json_clan_names(c, out);
    json_persons(c, out);
    json_coalitions(c, out);
    spk_json_key(out, "districts"), spk_json_open(out, '{');
    for (int card = 0; card < CG_DISTRICTS; card++)
        text(out, c->district[card].id, c->district[card].name);
    spk_json_close(out, '}');
}
