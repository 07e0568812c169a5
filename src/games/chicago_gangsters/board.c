/* board.c: the table as lines of text for a person in a seat, made from that seat's view. At most 80
 * columns with the default edition; letters only, colours are the host's. */
#include <string.h>

#include "games/chicago_gangsters/state.h"

/* -- Words ------------------------------------------------------------------------------------- */

static void person(spk_buf *out, int p)
{
    char name[24];
    size_t n = 0;
    for (const char *c = cg_person_names[p]; *c; c++)
        name[n++] = *c == '_' ? ' ' : *c;
    name[n] = '\0';
    spk_buf_printf(out, "%s %d", name, cg_person_value[p]);
}

static const char *role_name(const cg_config *c, int role)
{
    return role == CG_MR_X ? "Mr. X" : c->clan[role];
}

static int role_at(const cg_state *s, spk_seat seat)
{
    for (int role = 0; role < CG_ROLES; role++)
        if (s->holder[role] == seat)
            return role;
    return CG_MR_X;
}

static void package(spk_buf *out, const cg_package *p)
{
    const char *gap = "";
    if (p->alcohol)
        spk_buf_printf(out, "%dA", p->alcohol), gap = " ";
    if (p->person)
        spk_buf_printf(out, "%sP", gap), gap = " ";
    if (p->means)
        spk_buf_printf(out, "%s%dM", gap, p->means);
}

/* -- The head ---------------------------------------------------------------------------------- */

static void head_doing(const cg_state *s, spk_buf *out)
{
    static const char *const doing[CG_PHASE_COUNT] = {
        [CG_FIRST_MR_X] = "lots are drawn for Mr. X",
        [CG_DEAL_PERSONS] = "persons are dealt",
        [CG_DEAL_MEANS] = "means cards are dealt",
        [CG_COALITION] = "the coalition card is turned up",
        [CG_DISTRICT] = "the district card is turned up",
        [CG_LOOT] = "the loot card is turned up",
        [CG_PERSON] = "the person card is turned up",
        [CG_X_LAY] = "Mr. X lays cards and joins a side",
        [CG_CLAIM] = "who wants to be the Godfather? (sealed)",
        [CG_DUEL] = "duel of the claimants (sealed)",
        [CG_LAY] = "lays cards",
        [CG_SHOW] = "lays cards, and may show some",
        [CG_USE_THUG] = "use the thug?",
        [CG_KEEP_HIDDEN] = "leave a card face down?",
        [CG_PACKAGE] = "chooses a package",
        [CG_COMPENSATION] = "pays the ousted partner",
        [CG_ROUND_END] = "round end",
        [CG_DRAW] = "a card is drawn",
        [CG_OVER] = "the game is over",
    };
    bool one = s->active != CG_NOBODY && s->phase != CG_DRAW;
    if (one)
        spk_buf_printf(out, "seat %d: ", s->active);
    spk_buf_printf(out, "%s.\n", doing[s->phase]);
}

static void head(const cg_state *s, spk_buf *out)
{
    static const char *const stage[] = {"challengers' turn", "defenders' turn", "loot",
                                        "round end"};
    bool on = s->phase > CG_PERSON && s->phase < CG_OVER;
    if (s->phase == CG_OVER)
        spk_buf_printf(out, "After %d rounds", s->rounds);
    else
        spk_buf_printf(out, "Round %d", s->rounds + 1);
    spk_buf_printf(out, "%s%s; ", on ? ", " : "", on ? stage[s->stage] : "");
    head_doing(s, out);
}

/* -- The four cards of the round --------------------------------------------------------------- */

static void clan(const cg_config *c, const cg_state *s, const cg_coalition *card, int side, int i,
                 spk_buf *out)
{
    int clan = card->member[side][i];
    spk_buf_printf(out, "%s%s%s", c->clan[clan], clan == card->hidden ? "?" : "", i ? "" : "*");
    if (s->holder[clan] == CG_NOBODY)
        spk_buf_puts(out, " (missing)");
    else if (s->holder[clan] == s->ousted)
        spk_buf_printf(out, " (%d, ousted)", s->holder[clan]);
    else
        spk_buf_printf(out, " (%d)", s->holder[clan]);
}

static void board_coalition(const cg_config *c, const cg_state *s, spk_buf *out)
{
    if (s->coalition >= CG_COALITIONS)
        return;
    const cg_coalition *card = &c->coalition[s->coalition];
    for (int side = 0; side < CG_SIDES; side++) {
        spk_buf_printf(out, "  %-11s ", side == CG_CHALLENGER ? "challengers" : "defenders");
        clan(c, s, card, side, 0, out);
        spk_buf_puts(out, ", ");
        clan(c, s, card, side, 1, out);
        if (s->mr_x_side == side)
            spk_buf_puts(out, ", Mr. X");
        if (s->strength[side] || s->stage > side)
            spk_buf_printf(out, "   strength %d%s%s", s->strength[side],
                           side == CG_CHALLENGER && s->keeper != CG_NOBODY ? " + a hidden card"
                                                                           : "",
                           s->winner == side ? ", won" : "");
        spk_buf_putc(out, '\n');
    }
}

static void board_district(const cg_config *c, const cg_state *s, spk_buf *out)
{
    if (s->district == CG_NO_CARD)
        return;
    const cg_district *d = &c->district[s->district];
    spk_buf_printf(out, "  district    %s:", d->name);
    for (int means = 0; means < CG_MEANS_COUNT; means++)
        if (d->allowed & cg_means_bits[means])
            spk_buf_printf(out, " %s", cg_means_names[means]);
    spk_buf_puts(out, d->persons ? ", persons\n" : ", no persons\n");
}

static void board_loot(const cg_config *c, const cg_state *s, spk_buf *out)
{
    if (s->loot != CG_NO_CARD) {
        spk_buf_puts(out, "  loot        ");
        for (int i = 0; i < 4; i++) {
            spk_buf_puts(out, i == 0 ? "winners 1: " : i == 2 ? "   losers 1: " : "  2: ");
            package(out, &c->loot[s->loot].package[i / 2][i % 2]);
        }
        spk_buf_putc(out, '\n');
    }
    if (s->offer == CG_NO_CARD)
        return;
    spk_buf_puts(out, "  person      ");
    person(out, s->offer);
    spk_buf_putc(out, '\n');
}

/* Eight kinds a line would do; a pile of 40 cards is told by numbers: "3xW2 W4". */
static void board_pile(const cg_state *s, spk_buf *out)
{
    if (s->phase == CG_FIRST_MR_X || s->phase == CG_DEAL_PERSONS)
        return;
    spk_buf_printf(out, "  piles       draw %d; discard", cg_pile_size(s));
    if (!s->discard)
        spk_buf_puts(out, " -");
    for (cg_kind kind = 0; kind < CG_KINDS; kind++)
        if (cg_count(s->discard, kind) > 1)
            spk_buf_printf(out, " %dx%s", cg_count(s->discard, kind), cg_kind_names[kind]);
        else if (cg_count(s->discard, kind))
            spk_buf_printf(out, " %s", cg_kind_names[kind]);
    spk_buf_putc(out, '\n');
}

/* -- The players ------------------------------------------------------------------------------- */

static void player_line(const spk_box *box, const cg_state *s, spk_seat seat, spk_seat viewer,
                        spk_buf *out)
{
    const cg_config *c = box->config;
    spk_buf_printf(out, "  seat %d  %-9s %2d alcohol", seat, role_name(c, role_at(s, seat)),
                   s->alcohol[seat]);
    if (c->godfather)
        spk_buf_printf(out, "  %d godfather%s", s->godfather_points[seat],
                       s->godfather == seat ? "*" : "");
    if (s->points[seat])
        spk_buf_printf(out, "  contributed %d", s->points[seat]);
    if (seat == viewer)
        spk_buf_puts(out, "  (you)");
    spk_buf_putc(out, '\n');
}

/* Own faces; of others the number and what all know is there. */
static void hand_line(const cg_state *s, spk_seat seat, spk_seat viewer, spk_buf *out)
{
    int size = cg_hand_size(s, seat);
    bool open = seat == viewer || viewer == SPK_SEAT_HOUSE || s->phase == CG_OVER;
    if (s->phase < CG_DEAL_MEANS)
        return;
    spk_buf_printf(out, "          hand    %d: ", size);
    if (open) {
        cg_print_bag(out, s->hand[seat]);
    } else {
        int known = cg_size(s->known[seat]);
        if (known)
            cg_print_bag(out, s->known[seat]);
        for (int i = known; i < size + s->down[seat] && i < known + size; i++)
            spk_buf_printf(out, "%s?", i ? " " : "");
        if (known)
            spk_buf_puts(out, s->down[seat] ? "   (known, in hand or face down)" : "   (known)");
    }
    spk_buf_putc(out, '\n');
}

static void table_line(const cg_state *s, spk_seat seat, spk_seat viewer, spk_buf *out)
{
    bool open = seat == viewer || viewer == SPK_SEAT_HOUSE;
    bool covered = s->covered >> seat & 1;
    cg_bag down = s->laid[seat] - s->shown[seat];
    int n_down = cg_size(down) + s->down[seat];
    if (!s->laid[seat] && !n_down && !covered)
        return;
    spk_buf_puts(out, "          laid    ");
    cg_print_bag(out, s->shown[seat]);
    if (open && down) {
        spk_buf_puts(out, ", face down ");
        cg_print_bag(out, down);
    } else if (n_down && !covered) {
        spk_buf_printf(out, ", %d face down", n_down);
    }
    spk_buf_puts(out, covered ? ", covered with the hand\n" : "\n");
}

static void persons_line(const cg_state *s, spk_seat seat, spk_buf *out)
{
    const char *gap = "";
    if (!s->persons[seat])
        return;
    spk_buf_puts(out, "          persons ");
    size_t start = out->n;
    for (uint32_t left = s->persons[seat]; left; left &= left - 1) {
        if (out->n - start > 44) {
            spk_buf_puts(out, ",\n                  ");
            start = out->n;
            gap = "";
        }
        spk_buf_puts(out, gap);
        person(out, __builtin_ctz(left));
        gap = ", ";
    }
    spk_buf_putc(out, '\n');
}

/* -- The end ----------------------------------------------------------------------------------- */

static void board_showdown(const spk_box *box, const cg_state *s, spk_buf *out)
{
    static const char *const what[] = {"most weapons", "most bribe", "most blackmail",
                                       "most persons", "most godfather points"};
    uint32_t winners;
    for (int i = 0, award; (award = cg_awards(box, s, i, &winners)) != 0; i++) {
        if (!winners)
            continue;
        spk_buf_printf(out, "  %-22s +%d alcohol:", what[i], award);
        for (uint32_t left = winners; left; left &= left - 1)
            spk_buf_printf(out, " seat %d%s", __builtin_ctz(left), left & (left - 1) ? "," : "");
        spk_buf_putc(out, '\n');
    }
}

void cg_board(const spk_box *box, const void *view, spk_seat viewer, spk_buf *out)
{
    const cg_config *c = box->config;
    const cg_state *s = view;
    head(s, out);
    board_coalition(c, s, out);
    board_district(c, s, out);
    board_loot(c, s, out);
    board_pile(s, out);
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        player_line(box, s, seat, viewer, out);
        hand_line(s, seat, viewer, out);
        table_line(s, seat, viewer, out);
        persons_line(s, seat, out);
    }
    if (s->phase == CG_OVER)
        board_showdown(box, s, out);
}
