/* text.c: moves to text and back. Nothing is decided here; positions are in text_state.c, JSON in json.c,
 * the table for people in board.c. The spelling of every move:
 *
 *     mr_x 3                        chance: the first Mr. X
 *     deal_person 0 thief           chance: seat, person
 *     deal 0 W4                     chance: seat, card; every card drawn, at setup and later
 *     coalition C05                 chance: the four cards of a round; C13 is the game-end card
 *     district uptown    loot L07    person senator
 *     lay W2 B5 defender            Mr. X: cards, side
 *     claim    pass    duel W4      sealed
 *     lay W4 W4 B5                  the number of face-down cards will be seen
 *     lay W4 W4 B5 cover            it will not
 *     lay -     lay - cover         nothing, openly; nothing, covered
 *     defer
 *     show W4   done
 *     use_thug yes                  use_thug no
 *     keep_hidden E5                keep_hidden none
 *     choose_package 1
 *     compensation means            or alcohol, or person
 *     draw      bonus_draw
 *     convert informer B5 E1
 *     swap_one fence W2             swap_one mr_x W2
 *     poker_swap W2 B5 for B2 B5    two given, two taken
 *     end_turn
 *
 * Cards are always named in kind order: W2 W4 B1 B2 B3 B4 B5 E1 E3 E5. */
#include <string.h>

#include "base/str.h"
#include "games/chicago_gangsters/state.h"

/* -- Cards ------------------------------------------------------------------------------------- */

void cg_print_kind(spk_buf *out, cg_kind kind) { spk_buf_puts(out, cg_kind_names[kind]); }

void cg_print_bag(spk_buf *out, cg_bag bag)
{
    const char *gap = "";
    if (!bag)
        spk_buf_putc(out, '-');
    for (cg_kind kind = 0; kind < CG_KINDS; kind++)
        for (int copy = 0; copy < cg_count(bag, kind); copy++, gap = " ")
            spk_buf_printf(out, "%s%s", gap, cg_kind_names[kind]);
}

bool cg_parse_kind(const char *word, cg_kind *kind)
{
    int found = spk_str_find(word, cg_kind_names, CG_KINDS);
    if (found < 0)
        return false;
    *kind = found;
    return true;
}

/* -- Printing ---------------------------------------------------------------------------------- */

/* What follows the verb. */
typedef enum form {
    NONE,
    SEAT,
    SEAT_PERSON,
    SEAT_CARD,
    COALITION,
    DISTRICT,
    LOOT,
    PERSON,
    CARDS_SIDE,
    CARD,
    CARDS_COVER,
    YES_NO,
    CARD_OR_NONE,
    PACKAGE,
    ITEM,
    PERSON_CARDS,
    RIGHT_CARD,
    POKER,
} form;

static const struct {
    const char *verb;
    form form;
    bool idle;
} spelling[CG_OP_COUNT] = {
    [CG_OP_MR_X] = {"mr_x", SEAT, false},
    [CG_OP_DEAL_PERSON] = {"deal_person", SEAT_PERSON, false},
    [CG_OP_DEAL] = {"deal", SEAT_CARD, false},
    [CG_OP_COALITION] = {"coalition", COALITION, false},
    [CG_OP_DISTRICT] = {"district", DISTRICT, false},
    [CG_OP_LOOT] = {"loot", LOOT, false},
    [CG_OP_PERSON] = {"person", PERSON, false},
    [CG_OP_X_LAY] = {"lay", CARDS_SIDE, false},
    [CG_OP_CLAIM] = {"claim", NONE, false},
    [CG_OP_PASS] = {"pass", NONE, true},
    [CG_OP_DUEL] = {"duel", CARD, false},
    [CG_OP_LAY] = {"lay", CARDS_COVER, false},
    [CG_OP_DEFER] = {"defer", NONE, false},
    [CG_OP_SHOW] = {"show", CARD, false},
    [CG_OP_DONE] = {"done", NONE, false},
    [CG_OP_THUG] = {"use_thug", YES_NO, false},
    [CG_OP_HIDE] = {"keep_hidden", CARD_OR_NONE, false},
    [CG_OP_PACKAGE] = {"choose_package", PACKAGE, false},
    [CG_OP_PAY] = {"compensation", ITEM, false},
    [CG_OP_DRAW] = {"draw", NONE, false},
    [CG_OP_BONUS] = {"bonus_draw", NONE, false},
    [CG_OP_CONVERT] = {"convert", PERSON_CARDS, false},
    [CG_OP_SWAP] = {"swap_one", RIGHT_CARD, false},
    [CG_OP_POKER] = {"poker_swap", POKER, false},
    [CG_OP_END] = {"end_turn", NONE, true},
};

static const char *const yes_no[] = {"no", "yes"};
static const char *const rights[] = {"fence", "mr_x"};

static bool below(int i, int n) { return i >= 0 && i < n; }

/* Whether the numbers in a move name things that exist. Any number may be asked about. */
static bool has_words(spk_move m)
{
    int a = cg_move_a(m), b = cg_move_b(m);
    cg_bag cards = cg_move_cards(m);
    bool no_cards = cards == 0, no_b = b == 0;
    switch (spelling[cg_move_op(m)].form) {
    case NONE: return a == 0 && no_b && no_cards;
    case SEAT: return below(a, CG_SEATS) && no_b && no_cards;
    case SEAT_PERSON: return below(a, CG_PERSON_COUNT) && below(b, CG_SEATS) && no_cards;
    case SEAT_CARD: return below(a, CG_KINDS) && below(b, CG_SEATS) && no_cards;
    case COALITION: return below(a, CG_COALITIONS + 1) && no_b && no_cards;
    case DISTRICT: return below(a, CG_DISTRICTS) && no_b && no_cards;
    case LOOT: return below(a, CG_LOOTS) && no_b && no_cards;
    case PERSON: return below(a, CG_PERSON_COUNT) && no_b && no_cards;
    case CARDS_SIDE:
    case CARDS_COVER: return below(a, 2) && no_b && cg_size(cards) <= CG_HAND;
    case CARD: return below(a, CG_KINDS) && no_b && no_cards;
    case YES_NO:
    case PACKAGE: return below(a, 2) && no_b && no_cards;
    case CARD_OR_NONE: return below(a, CG_KINDS + 1) && no_b && no_cards;
    case ITEM: return below(a, CG_ITEM_COUNT) && no_b && no_cards;
    case PERSON_CARDS: return below(a, CG_PERSON_COUNT) && no_b && cg_size(cards) <= CG_HAND;
    case RIGHT_CARD: return below(a, CG_KINDS) && below(b, 2) && no_cards;
    case POKER: break;
    }
    for (int i = 0; i < 4; i++)
        if (cg_poker_kind(m, i) >= CG_KINDS)
            return false;
    return a == 0 && no_b && cards >> 16 == 0 && cg_poker_kind(m, 0) <= cg_poker_kind(m, 1) &&
           cg_poker_kind(m, 2) <= cg_poker_kind(m, 3);
}

static void print_words(const cg_config *c, spk_move m, spk_buf *out)
{
    int a = cg_move_a(m), b = cg_move_b(m);
    switch (spelling[cg_move_op(m)].form) {
    case NONE: break;
    case SEAT: spk_buf_printf(out, " %d", a); break;
    case SEAT_PERSON: spk_buf_printf(out, " %d %s", b, cg_person_names[a]); break;
    case SEAT_CARD: spk_buf_printf(out, " %d %s", b, cg_kind_names[a]); break;
    case COALITION:
        spk_buf_printf(out, " %s", a == CG_GAME_END ? c->game_end : c->coalition[a].id);
        break;
    case DISTRICT: spk_buf_printf(out, " %s", c->district[a].id); break;
    case LOOT: spk_buf_printf(out, " %s", c->loot[a].id); break;
    case PERSON: spk_buf_printf(out, " %s", cg_person_names[a]); break;
    case CARDS_SIDE:
    case CARDS_COVER:
        spk_buf_putc(out, ' ');
        cg_print_bag(out, cg_move_cards(m));
        if (cg_move_op(m) == CG_OP_X_LAY)
            spk_buf_printf(out, " %s", cg_side_names[a]);
        else
            spk_buf_puts(out, a ? " cover" : "");
        break;
    case CARD: spk_buf_printf(out, " %s", cg_kind_names[a]); break;
    case YES_NO: spk_buf_printf(out, " %s", yes_no[a]); break;
    case CARD_OR_NONE: spk_buf_printf(out, " %s", a < CG_KINDS ? cg_kind_names[a] : "none"); break;
    case PACKAGE: spk_buf_printf(out, " %d", a + 1); break;
    case ITEM: spk_buf_printf(out, " %s", cg_item_names[a]); break;
    case PERSON_CARDS:
        spk_buf_printf(out, " %s ", cg_person_names[a]);
        cg_print_bag(out, cg_move_cards(m));
        break;
    case RIGHT_CARD: spk_buf_printf(out, " %s %s", rights[b], cg_kind_names[a]); break;
    case POKER:
        spk_buf_printf(out, " %s %s for %s %s", cg_kind_names[cg_poker_kind(m, 0)],
                       cg_kind_names[cg_poker_kind(m, 1)], cg_kind_names[cg_poker_kind(m, 2)],
                       cg_kind_names[cg_poker_kind(m, 3)]);
        break;
    }
}

/* Which moves carry the idle bit follows from what they are. */
static spk_move with_idle(spk_move m)
{
    cg_op op = cg_move_op(m);
    bool idle = spelling[op].idle || (op == CG_OP_LAY && !cg_move_cards(m)) ||
                (op == CG_OP_THUG && !cg_move_a(m)) ||
                (op == CG_OP_HIDE && cg_move_a(m) == CG_KINDS);
    return (m & ~SPK_MOVE_IDLE) | (idle ? SPK_MOVE_IDLE : 0);
}

/* A number that is no move still prints: as something that will not parse. */
void cg_print_move(const spk_box *box, spk_move move, spk_buf *out)
{
    if (cg_move_op(move) >= CG_OP_COUNT || !has_words(move) || with_idle(move) != move) {
        spk_buf_putc(out, '?');
        return;
    }
    spk_buf_puts(out, spelling[cg_move_op(move)].verb);
    print_words(box->config, move, out);
}

/* -- Parsing ----------------------------------------------------------------------------------- */

/* A line being read: its words one after the other. */
typedef struct line {
    const spk_box *box;
    spk_words words;
    char word[32];
    spk_why *why;
} line;

static bool next(line *l) { return spk_words_next(&l->words, l->word, sizeof l->word); }

static spk_err want(line *l, const char *const *names, int n, int *found, const char *what)
{
    *found = next(l) ? spk_str_find(l->word, names, n) : -1;
    return *found >= 0 ? SPK_OK : spk_refuse_as(l->why, SPK_EMALFORMED, what);
}

static spk_err want_card(line *l, int *kind)
{
    if (next(l) && cg_parse_kind(l->word, kind))
        return SPK_OK;
    return spk_refuse_as(l->why, SPK_EMALFORMED, "A card is one of W2 W4 B1 B2 B3 B4 B5 E1 E3 E5.");
}

static spk_err want_number(line *l, int lo, int hi, int *value, const char *what)
{
    if (next(l) && spk_str_int(l->word, lo, hi, value))
        return SPK_OK;
    return spk_refuse_as(l->why, SPK_EMALFORMED, what, SPK_NUM("a", lo), SPK_NUM("b", hi));
}

/* Cards, or '-' for none, up to the end or to a word that is no card, which is left in l->word; ""
 * at the end. */
static spk_err want_cards(line *l, cg_bag *cards)
{
    cg_kind kind;
    bool any = next(l), none = any && spk_str_eq(l->word, "-");
    *cards = 0;
    if (!any || (!none && !cg_parse_kind(l->word, &kind)))
        return spk_refuse_as(l->why, SPK_EMALFORMED, "Name cards such as W2 B5, or '-' for none.");
    for (; any && cg_parse_kind(l->word, &kind); any = next(l)) {
        if (cg_size(*cards) == CG_HAND)
            return spk_refuse_as(l->why, SPK_EMALFORMED, "Nobody holds more than {n} cards.",
                                 SPK_NUM("n", CG_HAND));
        *cards += CG_ONE(kind);
    }
    if (none)
        any = next(l);
    if (!any)
        l->word[0] = '\0';
    return SPK_OK;
}

/* "lay" is Mr. X's if a side follows the cards. */
static spk_err parse_lay(line *l, spk_move *m)
{
    cg_bag cards;
    spk_err err = want_cards(l, &cards);
    if (err != SPK_OK)
        return err;
    int side = spk_str_find(l->word, cg_side_names, CG_SIDES);
    bool cover = spk_str_eq(l->word, "cover");
    if (l->word[0] && side < 0 && !cover)
        return spk_refuse_as(l->why, SPK_EMALFORMED,
                             "After the cards comes nothing, 'cover', or Mr. X's side: "
                             "'challenger' or 'defender'.");
    *m = side >= 0 ? cg_move(CG_OP_X_LAY, side, 0, cards) : cg_move(CG_OP_LAY, cover, 0, cards);
    return SPK_OK;
}

static spk_err parse_convert(line *l, spk_move *m)
{
    int person;
    cg_bag cards;
    spk_err err =
        want(l, cg_person_names, CG_PERSON_COUNT, &person, N_("The person is missing or unknown."));
    if (err == SPK_OK)
        err = want_cards(l, &cards);
    if (err == SPK_OK && l->word[0])
        err = spk_refuse_as(l->why, SPK_EMALFORMED, "'{word}' is not a card.",
                            SPK_TEXT("word", l->word));
    if (err == SPK_OK)
        *m = cg_move(CG_OP_CONVERT, person, 0, cards);
    return err;
}

static spk_err parse_poker(line *l, spk_move *m)
{
    int kind[4];
    for (int i = 0; i < 4; i++) {
        if (i == 2 && !(next(l) && spk_str_eq(l->word, "for")))
            return spk_refuse_as(l->why, SPK_EMALFORMED,
                                 "Exactly two cards for two: poker_swap W2 B5 for B2 B5.");
        spk_err err = want_card(l, &kind[i]);
        if (err != SPK_OK)
            return err;
    }
    *m = cg_poker(kind[0], kind[1], kind[2], kind[3]);
    return SPK_OK;
}

static int find_coalition(const cg_config *c, const char *word)
{
    for (int i = 0; i < CG_COALITIONS; i++)
        if (spk_str_eq(c->coalition[i].id, word))
            return i;
    return spk_str_eq(c->game_end, word) ? CG_GAME_END : -1;
}

/* A card of the edition by its name; -1: none. */
int cg_find_card(const spk_box *box, cg_op deck, const char *word)
{
    const cg_config *c = box->config;
    if (deck == CG_OP_COALITION)
        return find_coalition(c, word);
    if (deck == CG_OP_PERSON)
        return spk_str_find(word, cg_person_names, CG_PERSON_COUNT);
    for (int i = 0; i < (deck == CG_OP_DISTRICT ? CG_DISTRICTS : CG_LOOTS); i++)
        if (spk_str_eq(deck == CG_OP_DISTRICT ? c->district[i].id : c->loot[i].id, word))
            return i;
    return -1;
}

static spk_err parse_deck_card(line *l, cg_op op, int *a)
{
    *a = next(l) ? cg_find_card(l->box, op, l->word) : -1;
    return *a >= 0 ? SPK_OK
                   : spk_refuse_as(l->why, SPK_EMALFORMED, "That card is not in this edition.");
}

static spk_err parse_words(line *l, cg_op op, spk_move *m)
{
    int a = 0, b = 0;
    spk_err err = SPK_OK;
    switch (spelling[op].form) {
    case NONE: break;
    case SEAT:
        err = want_number(l, 0, CG_SEATS - 1, &a, N_("A seat is a number from {a} to {b}."));
        break;
    case SEAT_PERSON:
    case SEAT_CARD:
        err = want_number(l, 0, CG_SEATS - 1, &b, N_("A seat is a number from {a} to {b}."));
        if (err == SPK_OK)
            err = spelling[op].form == SEAT_CARD ? want_card(l, &a)
                                                 : want(l, cg_person_names, CG_PERSON_COUNT, &a,
                                                        N_("The person is missing or unknown."));
        break;
    case COALITION:
    case DISTRICT:
    case LOOT:
    case PERSON: err = parse_deck_card(l, op, &a); break;
    case CARDS_SIDE:
    case CARDS_COVER: return parse_lay(l, m);
    case CARD: err = want_card(l, &a); break;
    case YES_NO: err = want(l, yes_no, 2, &a, N_("Say 'yes' or 'no'.")); break;
    case CARD_OR_NONE:
        if (!next(l) || (!cg_parse_kind(l->word, &a) && !spk_str_eq(l->word, "none")))
            return spk_refuse_as(l->why, SPK_EMALFORMED,
                                 "Name the card that stays face down, or 'none'.");
        if (spk_str_eq(l->word, "none"))
            a = CG_KINDS;
        break;
    case PACKAGE:
        err = want_number(l, 1, 2, &a, N_("A package is a number from {a} to {b}."));
        a--;
        break;
    case ITEM:
        err = want(l, cg_item_names, CG_ITEM_COUNT, &a, N_("Say 'alcohol', 'means' or 'person'."));
        break;
    case PERSON_CARDS: return parse_convert(l, m);
    case RIGHT_CARD:
        err = want(l, rights, 2, &b, N_("Say 'fence' or 'mr_x'."));
        if (err == SPK_OK)
            err = want_card(l, &a);
        break;
    case POKER: return parse_poker(l, m);
    }
    *m = cg_move(op, a, b, 0);
    return err;
}

spk_err cg_parse_move(const spk_box *box, const char *text, spk_move *move, spk_why *why)
{
    line l = {.box = box, .words = spk_words_of(text), .why = why};
    spk_move read = 0;
    char verb[24] = "", spelled[SPK_MOVE_TEXT];
    spk_words_next(&l.words, verb, sizeof verb);
    int op = 0;
    while (op < CG_OP_COUNT && !spk_str_eq(verb, spelling[op].verb))
        op++;
    if (op == CG_OP_COUNT)
        return spk_refuse_as(why, SPK_EMALFORMED, "'{word}' is not a move in {game}.",
                             SPK_TEXT("word", verb), SPK_TEXT("game", "Chicago Gangsters"));
    spk_err err = parse_words(&l, (cg_op)op, &read);
    if (err != SPK_OK)
        return err;
    if (!spk_words_end(&l.words))
        return spk_refuse_as(why, SPK_EMALFORMED, "There are too many words after '{word}'.",
                             SPK_TEXT("word", verb));
    read = with_idle(read);
    if (spk_str_eq(spk_move_text(box, read, spelled), "?"))
        return spk_refuse_as(why, SPK_EMALFORMED,
                             "The cards are named in order, such as W2 B1 B5 E3.");
    if (!spk_str_eq(text, spelled))
        return spk_refuse_as(why, SPK_EMALFORMED, "That is spelled '{move}'.",
                             SPK_TEXT("move", spelled));
    *move = read;
    return SPK_OK;
}
