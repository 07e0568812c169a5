/* chicago_gangsters.c: Chicago Gangsters on a screen: district and loot, the two sides, and one's own cards. Things are
 * "h:W2" (in one's hand), "d:W2" (laid face down by oneself), "x:W2" (in the discard pile) and "p:1" (a package). */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "hosts/tui/boards/boards.h"

enum { CARD_COLS = 6, MOST_CARDS = 24, HALF = 40, SIDES_ROW = 5 };

static const char *const kinds[] = {"weapons", "bribe", "blackmail"};

static tui_style colour_of(char kind)
{
    return kind == 'W' ? TUI_RED : kind == 'B' ? TUI_GREEN : kind == 'E' ? TUI_BLUE : TUI_PLAIN;
}

/* -- What it is about --------------------------------------------------------------------------------- */

static void put_kind(const tui_table *t, const char *kind, spk_buf *out)
{
    static const char *const words[] = {N_("weapons"), N_("bribe money"), N_("blackmail")};
    int i = spk_str_find(kind, kinds, 3);
    spk_buf_puts(out, i < 0 ? tui_tr(t, N_("persons")) : tui_tr(t, words[i]));
}

static void draw_district(tui_pane *p, int row)
{
    static const char *const what[] = {"weapons", "bribe", "blackmail", "persons"};
    const tui_table *t = p->table;
    const json_t *district = tui_get(t->json, "district");
    spk_buf text = {0};
    tui_say(t, &text, N_("Round {n}"), SPK_NUM("n", tui_int(t->json, "rounds") + 1));
    if (!json_is_object(district)) {
        spk_buf_printf(&text, " · %s", tui_tr(t, N_("No district yet")));
        tui_pane_label(p, row, 1, p->area.cols - 2, spk_buf_text(&text));
        spk_buf_release(&text);
        return;
    }
    spk_buf_puts(&text, " · ");
    tui_name_thing(t, tui_str(district, "card"), &text);
    int col = 1 + tui_pane_put(p, row, 1, 30, spk_buf_text(&text), TUI_BOLD) + 2;
    for (int i = 0; i < 4; i++) {
        bool fine = tui_flag(district, what[i]);
        spk_buf_clear(&text);
        spk_buf_puts(&text, fine ? "✓ " : "✗ ");
        put_kind(t, what[i], &text);
        col += tui_pane_put(p, row, col, p->area.cols - col, spk_buf_text(&text),
                            fine ? TUI_BOLD : TUI_DIM) +
               2;
    }
    spk_buf_release(&text);
}

/* "2 bottles, 1 card" */
static void put_package(const tui_table *t, const json_t *package, spk_buf *out)
{
    int alcohol = tui_int(package, "alcohol"), means = tui_int(package, "means");
    size_t before = out->n;
    if (alcohol)
        tui_count(t, out, alcohol, N_("one bottle"), N_("{n} bottles"));
    if (means) {
        spk_buf_puts(out, out->n > before ? ", " : "");
        tui_count(t, out, means, N_("one card"), N_("{n} cards"));
    }
    if (tui_flag(package, "person")) {
        spk_buf_puts(out, out->n > before ? ", " : "");
        spk_buf_puts(out, tui_tr(t, N_("the person")));
    }
    if (out->n == before)
        spk_buf_puts(out, "–");
}

static void draw_loot(tui_pane *p, int row)
{
    const tui_table *t = p->table;
    const json_t *loot = tui_get(t->json, "loot");
    bool losers = spk_str_eq(tui_str(t->json, "sharing"), tui_str(t->json, "winner")) == false &&
                  *tui_str(t->json, "sharing");
    for (int side = 0; side < 2; side++) {
        const json_t *packages = tui_get(loot, side ? "losers" : "winners");
        int col = 1, line = row + side;
        col += tui_pane_put(p, line, col, 12,
                            side ? tui_tr(t, N_("losers")) : tui_tr(t, N_("winners")), TUI_BOLD) +
               1;
        for (int i = 0; i < tui_len(packages); i++) {
            spk_buf text = {0};
            char thing[16];
            spk_buf_printf(&text, "%d: ", i + 1);
            put_package(t, tui_nth(packages, i), &text);
            snprintf(thing, sizeof thing, "p:%d", i + 1);
            int wide = tui_width(spk_buf_text(&text)) + 2;
            if (side == losers)
                tui_pane_thing(p, line, col, wide, thing, spk_buf_text(&text), TUI_PLAIN);
            else
                tui_pane_put(p, line, col + 1, wide, spk_buf_text(&text), TUI_PLAIN);
            col += wide + 1;
            spk_buf_release(&text);
        }
    }
}

static void put_person(const tui_table *t, const char *person, spk_buf *out)
{
    const json_t *facts = tui_get(tui_get(t->data, "persons"), person);
    tui_name_thing(t, person, out);
    spk_buf_printf(out, " %d", tui_int(facts, "value"));
    if (*tui_str(facts, "kind")) {
        spk_buf_puts(out, " (");
        put_kind(t, tui_str(facts, "kind"), out);
        spk_buf_puts(out, ")");
    }
}

static void draw_person(tui_pane *p, int row)
{
    const tui_table *t = p->table;
    spk_buf text = {0};
    if (*tui_str(t->json, "person")) {
        spk_buf_printf(&text, "%s: ", tui_tr(t, N_("the person")));
        put_person(t, tui_str(t->json, "person"), &text);
    }
    tui_pane_put(p, row, 1, 51, spk_buf_text(&text), TUI_PLAIN);
    spk_buf_clear(&text);
    tui_count(t, &text, tui_int(t->json, "pile_size"), N_("draw pile, one card"),
              N_("draw pile, {n} cards"));
    tui_pane_put(p, row, 53, p->area.cols - 53, spk_buf_text(&text), TUI_DIM);
    spk_buf_release(&text);
}

/* -- The two sides ------------------------------------------------------------------------------------ */

/* 0: challengers, 1: defenders, 2: neither. */
static int side_of(const tui_table *t, spk_seat seat)
{
    const json_t *sides = tui_get(t->json, "sides");
    const json_t *player = tui_nth(tui_get(t->json, "players"), seat);
    for (int i = 0; i < tui_len(sides); i++)
        for (int k = 0; k < 2; k++) {
            const json_t *holder = tui_get(tui_nth(sides, i), k ? "other" : "marker");
            if (json_is_integer(holder) && json_integer_value(holder) == seat)
                return i;
        }
    if (spk_str_eq(tui_str(player, "role"), "mr_x") && *tui_str(t->json, "mr_x_side"))
        return spk_str_eq(tui_str(t->json, "mr_x_side"), "defender");
    return 2;
}

static void put_role(const tui_table *t, const json_t *player, spk_buf *out)
{
    const char *role = tui_str(player, "role"), *clan = tui_str(tui_get(t->data, "clans"), role);
    spk_buf_printf(out, " · %s", *clan ? clan : tui_tr(t, N_("Mr. X")));
    const json_t *coalition = tui_get(t->json, "coalition");
    if (*role && spk_str_eq(tui_str(coalition, "hidden_mark"), role))
        spk_buf_puts(out, " ?");
    if (*role && (spk_str_eq(tui_text_at(tui_get(coalition, "challengers"), 0), role) ||
                  spk_str_eq(tui_text_at(tui_get(coalition, "defenders"), 0), role)))
        spk_buf_puts(out, " ♠");
}

/* "3×W2 B1": equal cards lie together. */
static void put_counted(const json_t *cards, spk_buf *out)
{
    for (int i = 0, same; i < tui_len(cards); i += same) {
        const char *card = tui_text_at(cards, i);
        for (same = 1; spk_str_eq(tui_text_at(cards, i + same), card); same++)
            ;
        spk_buf_puts(out, out->n ? " " : "");
        if (same > 1)
            spk_buf_printf(out, "%d×", same);
        spk_buf_puts(out, card);
    }
}

/* "W2 W4 +2░": shown, and how many lie face down. */
static void put_laid(const tui_table *t, const json_t *player, spk_buf *out)
{
    const json_t *shown = tui_get(player, "shown"), *down = tui_get(player, "n_face_down");
    put_counted(shown, out);
    if (json_is_null(down))
        spk_buf_printf(out, "%s%s", out->n ? " " : "", tui_tr(t, N_("covered")));
    else if (json_integer_value(down) > 0)
        spk_buf_printf(out, "%s+%d░", out->n ? " " : "", (int)json_integer_value(down));
}

static void put_persons(const tui_table *t, const json_t *persons, bool kinds_too, spk_buf *out)
{
    for (int i = 0; i < tui_len(persons); i++) {
        const char *person = tui_text_at(persons, i);
        spk_buf_puts(out, i ? ", " : "");
        if (kinds_too) {
            put_person(t, person, out);
            continue;
        }
        tui_name_thing(t, person, out);
        spk_buf_printf(out, " %d", tui_int(tui_get(tui_get(t->data, "persons"), person), "value"));
    }
}

/* Who they are, as far as there is room; else how many: whoever points at the name reads them all. */
static void draw_persons(tui_pane *p, int row, int col, int rows, const json_t *persons)
{
    const tui_table *t = p->table;
    spk_buf text = {0};
    put_persons(t, persons, false, &text);
    if (tui_count_lines(spk_buf_text(&text), HALF - 3) > rows) {
        spk_buf_clear(&text);
        tui_count(t, &text, tui_len(persons), N_("one person"), N_("{n} persons"));
    }
    tui_put_lines(p->grid, tui_inside(p->area, row, col + 1, rows, HALF - 3), 0,
                  spk_buf_text(&text), TUI_DIM);
    spk_buf_release(&text);
}

static void draw_member(tui_pane *p, int row, int col, int rows, spk_seat seat)
{
    const tui_table *t = p->table;
    const json_t *player = tui_nth(tui_get(t->json, "players"), seat),
                 *brings = tui_get(player, "brings");
    char thing[TUI_PART];
    spk_buf text = {0};
    tui_put_player(t, seat, &text);
    put_role(t, player, &text);
    int wide = tui_pane_put(p, row, col, HALF - 1, spk_buf_text(&text), TUI_BOLD);
    snprintf(thing, sizeof thing, "seat%d", seat);
    tui_pane_spot(p, row, col, 1, wide, thing);
    spk_buf_clear(&text);
    tui_count(t, &text, tui_int(player, "alcohol"), N_("one bottle"), N_("{n} bottles"));
    spk_buf_puts(&text, " · ");
    tui_count(t, &text, tui_int(player, "hand_size"), N_("one card"), N_("{n} cards"));
    if (json_is_object(brings)) {
        spk_buf_puts(&text, " · ");
        tui_say(t, &text, N_("brings {n}"), SPK_NUM("n", tui_int(brings, "total")));
    }
    tui_pane_put(p, row + 1, col + 1, HALF - 2, spk_buf_text(&text), TUI_PLAIN);
    spk_buf_clear(&text);
    put_laid(t, player, &text);
    bool laid = text.n > 0; /* where there is one row for both, it comes first */
    tui_pane_put(p, row + 2, col + 1, HALF - 2, spk_buf_text(&text), TUI_BOLD);
    spk_buf_release(&text);
    if (!laid || rows > 3)
        draw_persons(p, row + 2 + laid, col, rows - 2 - laid, tui_get(player, "persons"));
}

/* Where each sits on the screen: their side, or the one with more room if they are in no fight. */
static int column_of(const tui_table *t, spk_seat seat, const int n_on[2])
{
    int side = side_of(t, seat);
    return side < 2 ? side : n_on[1] < n_on[0];
}

static void draw_sides(tui_pane *p, int row, int rows)
{
    const tui_table *t = p->table;
    const json_t *sides = tui_get(t->json, "sides");
    int n_on[2] = {0, 0}, at[2] = {row + 1, row + 1};
    for (int side = 0; side < 2; side++) {
        spk_buf text = {0};
        int strength = tui_int(tui_nth(sides, side), "strength");
        spk_buf_puts(&text, side ? tui_tr(t, N_("Defenders")) : tui_tr(t, N_("Challengers")));
        if (strength) {
            spk_buf_puts(&text, " · ");
            tui_say(t, &text, N_("strength {n}"), SPK_NUM("n", strength));
        }
        tui_pane_put(p, row, side * HALF, HALF - 1, spk_buf_text(&text), TUI_BOLD | TUI_UNDERLINE);
        spk_buf_release(&text);
    }
    int column[SPK_MAX_SEATS];
    for (int group = 0; group < 2; group++) /* those in the fight first */
        for (spk_seat seat = 0; seat < t->box->n_seats; seat++)
            if ((side_of(t, seat) == 2) == group) {
                column[seat] = column_of(t, seat, n_on);
                n_on[column[seat]]++;
            }
    int most = n_on[0] > n_on[1] ? n_on[0] : n_on[1], each = (rows - 1) / (most > 2 ? most : 2);
    each = each > 6 ? 6 : each;
    for (int group = 0; group < 2; group++)
        for (int i = 0; i < t->box->n_seats; i++) {
            spk_seat seat = tui_seat_from_me(t, i);
            if ((side_of(t, seat) == 2) != group)
                continue;
            draw_member(p, at[column[seat]], column[seat] * HALF, each, seat);
            at[column[seat]] += each;
        }
}

/* -- One's own cards ---------------------------------------------------------------------------------- */

static int list_cards(const json_t *cards, char zone, tui_card *out, int n)
{
    for (int i = 0; i < tui_len(cards) && n < MOST_CARDS; i++, n++) {
        snprintf(out[n].thing, sizeof out[n].thing, "%c:%.4s", zone, tui_text_at(cards, i));
        snprintf(out[n].text, sizeof out[n].text, "%.4s", tui_text_at(cards, i));
        out[n].style = colour_of(out[n].text[0]);
    }
    return n;
}

static bool is_usable(const json_t *player, char kind)
{
    const json_t *usable = tui_get(player, "usable");
    for (int i = 0; i < tui_len(usable); i++)
        if ((kind == 'W' && spk_str_eq(tui_text_at(usable, i), "weapons")) ||
            (kind == 'B' && spk_str_eq(tui_text_at(usable, i), "bribe")) ||
            (kind == 'E' && spk_str_eq(tui_text_at(usable, i), "blackmail")))
            return true;
    return false;
}

/* The hand; those that do not count here are marked below. */
static void draw_hand(tui_pane *p, int row)
{
    const tui_table *t = p->table;
    const json_t *player = tui_nth(tui_get(t->json, "players"), t->me);
    tui_card cards[MOST_CARDS];
    int n = list_cards(tui_get(player, "hand"), 'h', cards, 0), n_hand = n;
    tui_pane_label(p, row, 1, 30, tui_tr(t, N_("Your hand")));
    n = list_cards(tui_get(player, "face_down"), 'd', cards, n);
    int after = 1 + CARD_COLS * n_hand, label = 1 + tui_width(tui_tr(t, N_("Your hand")));
    int down_col = (after > label ? after : label) + 2;
    for (int i = 0; i < n; i++) {
        bool down = i >= n_hand;
        int col = down ? down_col + CARD_COLS * (i - n_hand) : 1 + CARD_COLS * i;
        tui_pane_card(p, row + 1, col, CARD_COLS, cards[i].thing, cards[i].text, cards[i].style);
        if (json_is_object(tui_get(t->json, "district")) && !is_usable(player, cards[i].text[0]))
            tui_pane_put(p, row + 3, col + 2, 2, "✗", TUI_DIM);
    }
    if (n > n_hand)
        tui_pane_label(p, row, down_col, 30, tui_tr(t, N_("face down")));
}

static int count_of(const json_t *cards, const char *card)
{
    int n = 0;
    for (int i = 0; i < tui_len(cards); i++)
        n += spk_str_eq(tui_text_at(cards, i), card);
    return n;
}

/* The poker player takes two: of the pile, or of what he has just discarded (CG-13.8). */
static void draw_discard(tui_pane *p, int row)
{
    const tui_table *t = p->table;
    const json_t *discard = tui_get(t->json, "discard");
    bool choosable =
        tui_choice_offers(p->choice, "=poker_swap") || tui_choice_times(p->choice, "=poker_swap");
    int col = 1 + tui_pane_put(p, row, 1, 24, tui_tr(t, N_("discard pile")), TUI_DIM) + 1;
    if (!choosable) {
        spk_buf text = {0};
        put_counted(discard, &text);
        tui_pane_put(p, row, col, p->area.cols - col, text.n ? spk_buf_text(&text) : "–", TUI_DIM);
        spk_buf_release(&text);
        return;
    }
    const json_t *all = tui_get(t->data, "cards");
    const json_t *hand = tui_get(tui_nth(tui_get(t->json, "players"), t->me), "hand");
    for (int i = 0; i < tui_len(all); i++) {
        const char *card = tui_text_at(all, i);
        char thing[TUI_PART];
        int n = count_of(discard, card) + count_of(hand, card);
        snprintf(thing, sizeof thing, "x:%.4s", card);
        for (int k = 0; k < n && k < 2; k++, col += 3)
            tui_pane_thing(p, row, col, 3, thing, card, colour_of(card[0]));
    }
}

static void draw(tui_pane *p)
{
    int hand = p->area.rows - 5;
    draw_district(p, 0);
    draw_loot(p, 1);
    draw_person(p, 3);
    draw_sides(p, SIDES_ROW - 1, hand - SIDES_ROW + 1);
    if (tui_is_player(p->table))
        draw_hand(p, hand);
    draw_discard(p, p->area.rows - 1);
}

/* -- Choosing ----------------------------------------------------------------------------------------- */

static bool is_card(const char *word)
{
    return strlen(word) == 2 && strchr("WBE", word[0]) && word[1] >= '1' && word[1] <= '9';
}

static void parts(const tui_table *t, const char *move, tui_parts *out)
{
    spk_words w = spk_words_of(move);
    char verb[24], word[32], button[40] = "=";
    const char *zone = "h:";
    (void)t;
    spk_words_next(&w, verb, sizeof verb);
    if (spk_str_eq(verb, "choose_package")) {
        spk_words_next(&w, word, sizeof word);
        tui_part(out, "p:", word);
        return;
    }
    if (spk_str_eq(verb, "show") || spk_str_eq(verb, "keep_hidden"))
        zone = "d:";
    snprintf(button + 1, sizeof button - 1, "%.20s", verb);
    while (spk_words_next(&w, word, sizeof word)) {
        if (spk_str_eq(word, "for"))
            zone = "x:";
        else if (is_card(word))
            tui_part(out, zone, word);
        else if (!spk_str_eq(word, "-"))
            snprintf(button + 1, sizeof button - 1, "%.20s", word);
    }
    bool needs = !spk_str_eq(verb, "duel") && !spk_str_eq(verb, "show") &&
                 !(spk_str_eq(verb, "keep_hidden") && out->n);
    if (needs)
        tui_part(out, "", button);
}

static bool meant(const tui_table *t, const tui_choice *c, const char *thing, spk_buf *out)
{
    const char *phase = tui_str(t->json, "phase");
    (void)c;
    if (thing[0] == 'h' && spk_str_eq(phase, "show"))
        spk_buf_printf(out, "show %s", thing + 2);
    else if (thing[0] == 'd' && spk_str_eq(phase, "show"))
        spk_buf_printf(out, "show %s", thing + 2);
    else if (thing[0] == 'h' && spk_str_eq(phase, "duel"))
        spk_buf_printf(out, "duel %s", thing + 2);
    else if (thing[0] == 'p')
        spk_buf_printf(out, "choose_package %s", thing + 2);
    return out->n > 0;
}

static void name(const tui_table *t, const char *thing, spk_buf *out)
{
    if (strncmp(thing, "seat", 4) == 0) {
        const json_t *player = tui_nth(tui_get(t->json, "players"), thing[4] - '0');
        spk_buf_printf(out, "%s: ", tui_seat_name(t, thing[4] - '0'));
        put_persons(t, tui_get(player, "persons"), true, out);
        return;
    }
    if (thing[0] == 'p') {
        tui_say(t, out, N_("package {n}"), SPK_NUM("n", thing[2] - '0'));
        return;
    }
    tui_name_thing(t, thing + 2, out);
    const json_t *player = tui_is_player(t) ? tui_nth(tui_get(t->json, "players"), t->me) : NULL;
    if (thing[0] == 'h' && json_is_object(tui_get(t->json, "district")) &&
        !is_usable(player, thing[2]))
        spk_buf_printf(out, " (%s)", tui_tr(t, N_("does not count here")));
}

/* Buttons that want cards first say what they are for. */
static bool label(const tui_table *t, const char *part, spk_buf *out)
{
    if (spk_str_eq(part, "=poker_swap"))
        tui_name_thing(t, "poker_player", out);
    else if (spk_str_eq(part, "=fence") || spk_str_eq(part, "=informer") ||
             spk_str_eq(part, "=whiskey_smuggler") || spk_str_eq(part, "=mr_x"))
        tui_name_thing(t, part + 1, out);
    return out->n > 0;
}

static void headline(const tui_table *t, spk_buf *out)
{
    static const struct {
        const char *phase, *text;
    } lines[] = {
        {"mr_x_lay", N_("You are Mr. X: choose cards, then the side you join.")},
        {"claim", N_("Do you want to be the Godfather and fight alone this round?")},
        {"duel", N_("The duel: play one card. The highest is Godfather.")},
        {"show", N_("Your cards lie face down. Show some to the table, or finish.")},
        {"use_thug", N_("Use the thug? He doubles your cards once, and leaves the game.")},
        {"keep_hidden", N_("You have the “?”: keep one of your cards hidden, or none.")},
        {"choose_package", N_("You brought most: choose a package.")},
        {"compensation", N_("You take both packages. What does your ousted partner get?")},
        {"round_end", N_("Round end: draw a card, use your persons, end your turn.")},
    };
    const char *phase = tui_str(t->json, "phase");
    const json_t *lone = tui_get(t->json, "lone");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (spk_str_eq(phase, lines[i].phase))
            spk_buf_puts(out, tui_tr(t, lines[i].text));
    if (!spk_str_eq(phase, "lay"))
        return;
    if (json_is_integer(lone) && json_integer_value(lone) == t->me)
        spk_buf_puts(out, tui_tr(t, N_("You stand alone and count double: lay cards.")));
    else if (side_of(t, t->me) == 1)
        tui_say(t, out, N_("You defend: lay cards against {n} points."),
                SPK_NUM("n", tui_int(tui_nth(tui_get(t->json, "sides"), 0), "strength")));
    else
        spk_buf_puts(out, tui_tr(t, N_("You challenge: lay cards with your partner.")));
}

const tui_board tui_board_chicago_gangsters = {.game = "chicago_gangsters",
                                               .headline = headline,
                                               .draw = draw,
                                               .parts = parts,
                                               .meant = meant,
                                               .name = name,
                                               .label = label};
