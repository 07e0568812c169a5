/* famiglia.c: Famiglia on a screen: the street, both gangs, and what ranks are worth. Things are "s:F3*" (in the street,
 * marked as in the moves), "h:F3" (in one's hand) and "d:F3" (exhausted, one's own). */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "hosts/tui/boards/boards.h"

enum { CARD_COLS = 7, STREET_LINES = 2, HAND_LINES = 2, MOST_CARDS = 64 };

static const char families[] = "FABM";

static tui_style colour_of(char family)
{
    static const tui_style colours[] = {TUI_RED, TUI_BLUE, TUI_YELLOW, TUI_GREEN};
    const char *at = family ? strchr(families, family) : NULL;
    return at ? colours[at - families] : TUI_PLAIN;
}

/* -- Drawing ------------------------------------------------------------------------------------------ */

static void street_code(const json_t *card, char *code, size_t cap)
{
    int less = tui_int(card, "reduction");
    char lowered[8] = "";
    if (less)
        snprintf(lowered, sizeof lowered, "-%d", less);
    snprintf(code, cap, "%s%s%s", tui_str(card, "card"), tui_flag(card, "new") ? "*" : "", lowered);
}

static int draw_street(tui_pane *p, int row)
{
    const json_t *street = tui_get(p->table->json, "street");
    tui_card cards[MOST_CARDS];
    int n = tui_len(street) < MOST_CARDS ? tui_len(street) : MOST_CARDS;
    for (int i = 0; i < n; i++) {
        char code[10];
        street_code(tui_nth(street, i), code, sizeof code);
        snprintf(cards[i].thing, sizeof cards[i].thing, "s:%s", code);
        snprintf(cards[i].text, sizeof cards[i].text, "%s", code);
        cards[i].style = colour_of(code[0]);
    }
    return tui_pane_cards(p, row, 1, CARD_COLS, STREET_LINES, cards, n);
}

/* "42 cards in the pile (1/2) · 3 cards put away": the first or the second time through it. */
static void draw_piles(tui_pane *p, int row, int col)
{
    const tui_table *t = p->table;
    spk_buf text = {0};
    bool first = spk_str_eq(tui_str(t->json, "deck_pass"), "first");
    tui_count(t, &text, tui_int(t->json, "pile_size"), N_("one card in the pile"),
              N_("{n} cards in the pile"));
    spk_buf_printf(&text, " (%d/2) · ", first ? 1 : 2);
    tui_count(t, &text, tui_len(tui_get(t->json, "discard")), N_("one card put away"),
              N_("{n} cards put away"));
    tui_pane_put(p, row, col, p->area.cols - col, spk_buf_text(&text), TUI_DIM);
    spk_buf_release(&text);
}

/* Cards in one row of text, which are not for choosing. */
static void draw_list(tui_pane *p, int row, int col, const json_t *cards)
{
    for (int i = 0; i < tui_len(cards); i++) {
        const char *card = tui_text_at(cards, i);
        tui_pane_put(p, row, col + 3 * i, 3, card, colour_of(card[0]));
    }
    if (tui_len(cards) == 0)
        tui_pane_put(p, row, col, 2, "–", TUI_DIM);
}

static void draw_name(tui_pane *p, int row, spk_seat seat)
{
    const tui_table *t = p->table;
    const json_t *player = tui_nth(tui_get(t->json, "players"), seat),
                 *score = tui_get(player, "score");
    spk_buf text = {0};
    tui_put_player(t, seat, &text);
    if (score) {
        int n = tui_int(player, "score");
        spk_buf_puts(&text, " · ");
        tui_count(t, &text, n, N_("one point"), N_("{n} points"));
    }
    tui_pane_label(p, row, 0, p->area.cols, spk_buf_text(&text));
    spk_buf_release(&text);
}

static void draw_other(tui_pane *p, int row, spk_seat seat)
{
    const tui_table *t = p->table;
    const json_t *player = tui_nth(tui_get(t->json, "players"), seat),
                 *hand = tui_get(player, "hand");
    const char *held = tui_tr(t, N_("In hand")), *used = tui_tr(t, N_("Exhausted"));
    int wide = tui_width(held) > tui_width(used) ? tui_width(held) : tui_width(used);
    draw_name(p, row, seat);
    tui_pane_put(p, row + 1, 2, wide, held, TUI_DIM);
    if (hand)
        draw_list(p, row + 1, 4 + wide, hand);
    else
        tui_pane_printf(p, row + 1, 4 + wide, 20, TUI_PLAIN, "%d ×  ?",
                        tui_int(player, "hand_size"));
    tui_pane_put(p, row + 2, 2, wide, used, TUI_DIM);
    draw_list(p, row + 2, 4 + wide, tui_get(player, "display"));
}

static void draw_own(tui_pane *p, int row, spk_seat seat)
{
    const json_t *player = tui_nth(tui_get(p->table->json, "players"), seat);
    const json_t *hand = tui_get(player, "hand"), *used = tui_get(player, "display");
    tui_card cards[MOST_CARDS];
    int n = tui_len(hand) < MOST_CARDS ? tui_len(hand) : MOST_CARDS;
    draw_name(p, row, seat);
    for (int i = 0; i < n; i++) {
        snprintf(cards[i].thing, sizeof cards[i].thing, "h:%.4s", tui_text_at(hand, i));
        snprintf(cards[i].text, sizeof cards[i].text, "%.4s", tui_text_at(hand, i));
        cards[i].style = colour_of(cards[i].text[0]);
    }
    row += 1 + tui_pane_cards(p, row + 1, 1, CARD_COLS, HAND_LINES, cards, n);
    int col = 4 + tui_pane_put(p, row, 2, 20, tui_tr(p->table, N_("Exhausted")), TUI_DIM);
    for (int i = 0; i < tui_len(used); i++) {
        char thing[12];
        const char *card = tui_text_at(used, i);
        int per_row = (p->area.cols - col) / 5;
        snprintf(thing, sizeof thing, "d:%.4s", card);
        tui_pane_thing(p, row + i / per_row, col + 5 * (i % per_row), 5, thing, card,
                       colour_of(card[0]));
    }
    if (tui_len(used) == 0)
        tui_pane_put(p, row, col + 1, 2, "–", TUI_DIM);
}

/* What the letters mean and the ranks are worth, from the table's edition. */
static void draw_worth(tui_pane *p, int row)
{
    static const char *const names[] = {N_("La Famiglia"), N_("Accountants"), N_("Brutes"),
                                        N_("Mercenaries")};
    const tui_table *t = p->table;
    const json_t *points = tui_get(t->data, "points");
    int each = p->area.cols / 4;
    for (int f = 0; f < 4; f++) {
        char key[2] = {families[f], '\0'};
        const json_t *worth = tui_get(points, key);
        spk_buf text = {0};
        for (int rank = 0; rank < tui_len(worth); rank++)
            spk_buf_printf(&text, "%s%d", rank ? " " : "",
                           (int)json_integer_value(tui_nth(worth, rank)));
        tui_pane_printf(p, row, each * f, each, colour_of(families[f]), "%c %s", families[f],
                        tui_tr(t, names[f]));
        tui_pane_put(p, row + 1, each * f + 2, each - 2, spk_buf_text(&text), TUI_DIM);
        spk_buf_release(&text);
    }
}

static void draw(tui_pane *p)
{
    spk_seat me = tui_seat_from_me(p->table, 0), other = tui_seat_from_me(p->table, 1);
    int end = p->area.rows;
    const char *street = tui_tr(p->table, N_("The street"));
    tui_pane_label(p, 0, 0, 30, street);
    draw_piles(p, 0, tui_width(street) + 3);
    int row = 1 + draw_street(p, 1);
    row += row + 14 < end;
    draw_other(p, row, other);
    row += 3 + (row + 13 < end);
    draw_own(p, row, me);
    draw_worth(p, end - 2);
}

/* -- Choosing ----------------------------------------------------------------------------------------- */

/* Which zone the first card of a move is in: of the second it is the hand. */
static const struct {
    const char *word, *first;
} zones[] = {{"refresh", "s:"}, {"play_accountant", "h:"}, {"take", "d:"},
             {"give", "h:"},    {"recruit", "s:"},         {"play_brute", "h:"}};

static void parts(const tui_table *t, const char *move, tui_parts *out)
{
    char word[24], first[16], second[16], third[16];
    spk_words w = spk_words_of(move);
    (void)t;
    spk_words_next(&w, word, sizeof word);
    if (!spk_words_next(&w, first, sizeof first)) {
        tui_part(out, "=", word);
        return;
    }
    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++)
        if (spk_str_eq(zones[i].word, word))
            tui_part(out, zones[i].first, first);
    if (!spk_words_next(&w, second, sizeof second))
        return;
    if (spk_str_eq(word, "play_brute"))
        tui_part(out, "s:", second);
    else if (spk_words_next(&w, third, sizeof third))
        tui_part(out, "h:", third);
}

static bool meant(const tui_table *t, const tui_choice *c, const char *thing, spk_buf *out)
{
    static const struct {
        const char *phase, *zone, *word;
    } ways[] = {{"refresh", "s:", "refresh"},
                {"exchange", "h:", "play_accountant"},
                {"exchange_take", "d:", "take"},
                {"exchange_give", "h:", "give"},
                {"recruit", "s:", "recruit"}};
    const char *phase = tui_str(t->json, "phase");
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (spk_str_eq(phase, ways[i].phase) && strncmp(thing, ways[i].zone, 2) == 0) {
            spk_buf_printf(out, "%s %s", ways[i].word, thing + 2);
            return true;
        }
    if (spk_str_eq(phase, "recruit") && c->picked.n == 1 && strncmp(thing, "h:", 2) == 0) {
        spk_buf_printf(out, "recruit %s exhaust %s", c->picked.part[0] + 2, thing + 2);
        return true;
    }
    if (spk_str_eq(phase, "intimidate") && c->picked.n == 1 && thing[0] == 's') {
        spk_buf_printf(out, "play_brute %s %s 1", c->picked.part[0] + 2, thing + 2);
        return true;
    }
    return false;
}

static void name(const tui_table *t, const char *thing, spk_buf *out)
{
    char card[3] = {0};
    snprintf(card, sizeof card, "%s", thing + 2);
    tui_name_thing(t, card, out);
    const json_t *worth = tui_get(tui_get(t->data, "points"), (char[]){card[0], '\0'});
    int points = (int)json_integer_value(tui_nth(worth, card[1] - '0'));
    spk_buf_puts(out, ", ");
    tui_count(t, out, points, N_("one point"), N_("{n} points"));
}

static void headline(const tui_table *t, spk_buf *out)
{
    static const struct {
        const char *phase, *text;
    } lines[] = {
        {"refresh", N_("Action 1: put a street card away for new ones, or go on.")},
        {"exchange", N_("Action 2: play an Accountant, or go on.")},
        {"exchange_take", N_("Action 2: take exhausted cards back.")},
        {"intimidate", N_("Action 3: play a Brute on a street card, or go on.")},
    };
    const char *phase = tui_str(t->json, "phase");
    int give = tui_int(t->json, "to_give");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (spk_str_eq(phase, lines[i].phase))
            spk_buf_puts(out, tui_tr(t, lines[i].text));
    if (spk_str_eq(phase, "exchange_give"))
        tui_count(t, out, give, N_("Action 2: give one card from your hand for it."),
                  N_("Action 2: give {n} cards from your hand."));
    if (spk_str_eq(phase, "recruit"))
        spk_buf_puts(out, tui_tr(t, tui_flag(t->json, "last_turn_was_pass")
                                        ? N_("Action 4: recruit somebody. If you recruit nobody "
                                             "too, the game ends.")
                                        : N_("Action 4: recruit somebody from the street.")));
}

const tui_board tui_board_famiglia = {.game = "famiglia",
                                      .headline = headline,
                                      .draw = draw,
                                      .parts = parts,
                                      .meant = meant,
                                      .name = name};
