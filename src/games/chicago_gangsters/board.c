/* board.c: the table as lines of text for a person in a seat, made from that seat's view. At most 80
 * columns with the default edition; letters only, colours are the host's. */
#include <stdio.h>
#include <string.h>

#include "games/chicago_gangsters/state.h"

/* -- Words ------------------------------------------------------------------------------------- */

/* "reporter 2 (blackmail)": the name, the value, and what it unlocks or acts as, which is edition
 * data. */
static void person(const cg_config *c, spk_buf *out, int p)
{
    for (const char *letter = cg_person_names[p]; *letter; letter++)
        spk_buf_putc(out, *letter == '_' ? ' ' : *letter);
    spk_buf_printf(out, " %d", cg_person_value[p]);
    if (c->means_of[p] < CG_MEANS_COUNT)
        spk_buf_printf(out, " (%s)", cg_means_names[c->means_of[p]]);
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

/* "players 1, 3" */
static void players(spk_buf *out, uint32_t seats)
{
    spk_buf_puts(out, seats & (seats - 1) ? "players " : "player ");
    for (const char *gap = ""; seats; seats &= seats - 1, gap = ", ")
        spk_buf_printf(out, "%s%d", gap, __builtin_ctz(seats) + 1);
}

/* Spoken claims are heard as they come: "player 2 may claim to be Godfather. Claimed by: player 1". */
static void head_spoken(const cg_state *s, spk_buf *out)
{
    spk_buf_puts(out, "may claim to be Godfather");
    if (s->claimed) {
        spk_buf_puts(out, ". Claimed by: ");
        players(out, s->claimed);
    }
}

/* What happens, behind whoever does it: "player 2 lays cards". */
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
        [CG_X_LAY] = "lays cards as Mr. X and joins a side",
        [CG_CLAIM] = "who will be Godfather? Asked: ",
        [CG_DUEL] = "duel for the Godfather. Asked: ",
        [CG_LAY] = "lays cards",
        [CG_SHOW] = "lays cards and may show some",
        [CG_USE_THUG] = "may use the thug",
        [CG_KEEP_HIDDEN] = "may leave a card face down",
        [CG_PACKAGE] = "chooses a package",
        [CG_COMPENSATION] = "pays the ousted partner",
        [CG_ROUND_END] = "draws and may use persons",
        [CG_DRAW] = "a card is drawn",
        [CG_OVER] = "the game is over",
    };
    if (s->active != CG_NOBODY && s->phase != CG_DRAW)
        spk_buf_printf(out, "player %d ", s->active + 1);
    if (cg_is_spoken(s))
        head_spoken(s, out);
    else
        spk_buf_puts(out, doing[s->phase]);
    if ((s->phase == CG_CLAIM && !cg_is_spoken(s)) || s->phase == CG_DUEL)
        players(out, s->asked & ~s->answered);
    spk_buf_puts(out, ".\n");
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
    spk_buf_printf(out, "%s%s: ", on ? ", " : "", on ? stage[s->stage] : "");
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
        spk_buf_printf(out, " (player %d, ousted)", s->holder[clan] + 1);
    else
        spk_buf_printf(out, " (player %d)", s->holder[clan] + 1);
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
        spk_buf_putc(out, '\n');
    }
}

/* As announced: what is still face down is not in it. Then how it ended. */
static void board_strength(const cg_state *s, spk_buf *out)
{
    int challengers = s->strength[CG_CHALLENGER], defenders = s->strength[CG_DEFENDER];
    if (s->stage == CG_CHALLENGER_TURN || s->coalition >= CG_COALITIONS)
        return;
    spk_buf_puts(out, "  strength    ");
    if (s->stage == CG_DEFENDER_TURN) {
        spk_buf_printf(out, "challengers %d%s", challengers,
                       s->keeper != CG_NOBODY ? " + a hidden card" : "");
        if (s->mr_x_side == CG_CHALLENGER)
            spk_buf_puts(out, " + Mr. X");
    } else {
        bool first = s->winner == CG_CHALLENGER;
        spk_buf_printf(out, "%s won, %d to %d; %s", first ? "challengers" : "defenders",
                       first ? challengers : defenders, first ? defenders : challengers,
                       cg_entitled(s, !s->winner) ? "the losers get loot too"
                                                  : "no loot for the losers");
    }
    spk_buf_putc(out, '\n');
}

static void board_godfather(const cg_config *c, const cg_state *s, spk_buf *out)
{
    if (!c->godfather || s->phase < CG_COALITION)
        return;
    spk_buf_puts(out, "  Godfather   ");
    if (s->godfather == CG_NOBODY)
        spk_buf_puts(out, "nobody yet\n");
    else
        spk_buf_printf(out, "player %d%s\n", s->godfather + 1,
                       s->new_godfather == CG_NOBODY ? "" : ", new: fights alone");
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
    person(c, out, s->offer);
    spk_buf_putc(out, '\n');
}

/* What the letters and marks above mean, as long as the cards lie there. */
static void board_legend(const cg_state *s, spk_buf *out)
{
    if (s->loot != CG_NO_CARD)
        spk_buf_puts(out, "              * first if equal, ? may hide a card; "
                          "A alcohol, P person, M means\n");
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
    bool fight = s->phase > CG_PERSON && s->phase < CG_OVER;
    char who[40] = "";
    if (s->phase != CG_FIRST_MR_X)
        snprintf(who, sizeof who, "%s", role_name(c, role_at(s, seat)));
    spk_buf_printf(out, "  player %d  %s%s%*s%2d alcohol", seat + 1, who,
                   seat == viewer ? " (you)" : "",
                   (int)(15 - strlen(who) - (seat == viewer ? 6 : 0)), "", s->alcohol[seat]);
    if (c->godfather)
        spk_buf_printf(out, "  %d godfather point%s", s->godfather_points[seat],
                       s->godfather_points[seat] == 1 ? "" : "s");
    if (s->points[seat])
        spk_buf_printf(out, "  contributed %d", s->points[seat]);
    else if (fight && s->stage < CG_LOOT_SHARE && seat == cg_lone(box, s))
        spk_buf_puts(out, "  alone: counts double");
    spk_buf_putc(out, '\n');
}

/* Of others the number, and what all know is there. */
static void unseen_hand(const cg_state *s, spk_seat seat, spk_buf *out)
{
    int size = cg_hand_size(s, seat), known = cg_size(s->known[seat]);
    bool back = s->keeper == seat && s->known[seat] == s->returned; /* since a card lies hidden */
    bool in_hand = (!s->down[seat] && !(s->covered >> seat & 1)) || back;
    if (in_hand && known)
        cg_print_bag(out, s->known[seat]);
    for (int i = in_hand ? known : 0; i < size; i++)
        spk_buf_printf(out, "%s?", i ? " " : "");
    if (known && !in_hand) {
        spk_buf_puts(out, "   in hand or face down: ");
        cg_print_bag(out, s->known[seat]);
    }
}

static void hand_line(const cg_state *s, spk_seat seat, spk_seat viewer, spk_buf *out)
{
    bool open = seat == viewer || viewer == SPK_SEAT_ALL_SEEING || s->phase == CG_OVER;
    bool known = s->known[seat] && !open;
    if (s->phase < CG_DEAL_MEANS)
        return;
    spk_buf_printf(out, "            hand    %d", cg_hand_size(s, seat));
    if (cg_hand_size(s, seat) || known)
        spk_buf_puts(out, ": ");
    if (open && s->hand[seat])
        cg_print_bag(out, s->hand[seat]);
    else if (!open)
        unseen_hand(s, seat, out);
    spk_buf_putc(out, '\n');
}

/* What lies before a player: the open cards, then those face down. */
static void table_line(const cg_state *s, spk_seat seat, spk_seat viewer, spk_buf *out)
{
    bool open = seat == viewer || viewer == SPK_SEAT_ALL_SEEING;
    bool covered = s->covered >> seat & 1;
    bool fight = s->stage < CG_LOOT_SHARE && s->has_laid >> seat & 1;
    cg_bag down = s->laid[seat] - s->shown[seat];
    int n_down = cg_size(down) + s->down[seat];
    const char *gap = "";
    if (!s->laid[seat] && !n_down && !fight)
        return;
    spk_buf_puts(out, "            laid    ");
    if (s->shown[seat]) {
        cg_print_bag(out, s->shown[seat]);
        gap = ", ";
    }
    if (open && down) {
        spk_buf_printf(out, "%sface down ", gap), gap = ", ";
        cg_print_bag(out, down);
    } else if (n_down && !covered) {
        spk_buf_printf(out, "%s%d face down", gap, n_down), gap = ", ";
    } else if (!*gap && (open || !covered)) {
        spk_buf_puts(out, "nothing"), gap = ", ";
    }
    spk_buf_printf(out, "%s%s\n", covered ? gap : "", covered ? "covered with the hand" : "");
}

/* As many in a line as fit. */
static void persons_line(const cg_config *c, const cg_state *s, spk_seat seat, spk_buf *out)
{
    enum { FIT = 57 };
    size_t used = 0;
    if (!s->persons[seat])
        return;
    spk_buf_puts(out, "            persons ");
    for (uint32_t left = s->persons[seat]; left; left &= left - 1) {
        char room[60] = "";
        spk_buf one = SPK_BUF_OVER(room);
        person(c, &one, __builtin_ctz(left));
        bool fits = used + one.n + 2 <= FIT;
        if (used)
            spk_buf_puts(out, fits ? ", " : ",\n                    ");
        used = fits ? used + one.n + 2 : one.n;
        spk_buf_puts(out, room);
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
        spk_buf_printf(out, "  %-22s +%d alcohol: ", what[i], award);
        players(out, winners);
        spk_buf_putc(out, '\n');
    }
}

void cg_board(const spk_box *box, const void *view, spk_seat viewer, spk_buf *out)
{
    const cg_config *c = box->config;
    const cg_state *s = view;
    head(s, out);
    board_coalition(c, s, out);
    board_strength(s, out);
    board_godfather(c, s, out);
    board_district(c, s, out);
    board_loot(c, s, out);
    board_legend(s, out);
    board_pile(s, out);
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        player_line(box, s, seat, viewer, out);
        hand_line(s, seat, viewer, out);
        table_line(s, seat, viewer, out);
        persons_line(c, s, seat, out);
    }
    if (s->phase == CG_OVER)
        board_showdown(box, s, out);
}
