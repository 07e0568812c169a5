/* text_state.c: a whole position, or a view, as one line of text: "field values; field values; ...".
 *
 * Printing writes every field. Reading takes any of them in any order and fills in what is left out,
 * so that a test names only what matters: roles by seat, the sides of the coalition card, decks of as
 * many cards as the round needs, and a draw pile of all means cards that are nowhere else. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "games/chicago_gangsters/state.h"

typedef enum value_kind {
    PHASE,
    STAGE,
    NUMBER,  /* uint8_t */
    NUMBERS, /* uint8_t for each seat */
    TWO,     /* uint8_t [2] */
    SEAT,    /* or '-' */
    TWO_SEATS,
    MEMBERS, /* uint8_t [2][2]: seats */
    ROLES,   /* a seat for each role */
    SEATS,   /* bits in a uint8_t */
    DUEL,    /* the cards of the bids */
    SPOKEN,  /* the seats that bid, in the order they spoke */
    SIDE,    /* or '-' */
    BAG,
    BAGS, /* for each seat: hand0 ... */
    PERSONS,
    PERSONS_EACH, /* uint32_t for each seat: persons0 ... */
    DECK_C,       /* bits in a uint16_t */
    DECK_D,
    DECK_L,
    CARD_C, /* an index, or '-' */
    CARD_D,
    CARD_L,
    CARD_P,
} value_kind;

#define FIELD(name, kind, member)                                                                  \
    {                                                                                              \
        name, kind, offsetof(cg_state, member)                                                     \
    }
static const struct {
    const char *name;
    value_kind kind;
    size_t offset;
} fields[] = {
    FIELD("phase", PHASE, phase),
    FIELD("stage", STAGE, stage),
    FIELD("active", SEAT, active),
    FIELD("rounds", NUMBER, rounds),
    FIELD("coalition", CARD_C, coalition),
    FIELD("district", CARD_D, district),
    FIELD("loot", CARD_L, loot),
    FIELD("offer", CARD_P, offer),
    FIELD("holders", ROLES, holder),
    FIELD("members", MEMBERS, member),
    FIELD("mr_x_side", SIDE, mr_x_side),
    FIELD("hand", BAGS, hand),
    FIELD("known", BAGS, known),
    FIELD("laid", BAGS, laid),
    FIELD("shown", BAGS, shown),
    FIELD("persons", PERSONS_EACH, persons),
    FIELD("alcohol", NUMBERS, alcohol),
    FIELD("godfather_points", NUMBERS, godfather_points),
    FIELD("points", NUMBERS, points),
    FIELD("strength", TWO, strength),
    FIELD("pile", BAG, pile),
    FIELD("discard", BAG, discard),
    FIELD("shuffled", BAG, shuffled),
    FIELD("returned", BAG, returned),
    FIELD("person_deck", PERSONS, person_deck),
    FIELD("coalition_deck", DECK_C, coalition_deck),
    FIELD("district_deck", DECK_D, district_deck),
    FIELD("loot_deck", DECK_L, loot_deck),
    FIELD("drawers", TWO_SEATS, drawer),
    FIELD("due", TWO, due),
    FIELD("asked", SEATS, asked),
    FIELD("answered", SEATS, answered),
    FIELD("claimed", SEATS, claimed),
    FIELD("announced", SPOKEN, bid),
    FIELD("duel", DUEL, bid),
    FIELD("contested", NUMBER, contested),
    FIELD("godfather", SEAT, godfather),
    FIELD("new_godfather", SEAT, new_godfather),
    FIELD("ousted", SEAT, ousted),
    FIELD("has_laid", SEATS, has_laid),
    FIELD("covered", SEATS, covered),
    FIELD("deferred", NUMBER, deferred),
    FIELD("floor", NUMBER, floor),
    FIELD("thug_used", NUMBER, thug_used),
    FIELD("keeper", SEAT, keeper),
    FIELD("winner", SIDE, winner),
    FIELD("sharing", SIDE, sharing),
    FIELD("starter", SEAT, starter),
    FIELD("exchanged", NUMBER, exchanged),
    FIELD("turns_ended", NUMBER, turns_ended),
    FIELD("used", NUMBER, used),
    FIELD("unseen", NUMBERS, unseen),
    FIELD("down", NUMBERS, down),
    FIELD("pile_unseen", NUMBER, pile_unseen),
};
enum { N_FIELDS = sizeof fields / sizeof *fields };

static bool each_seat(int i) { return fields[i].kind == BAGS || fields[i].kind == PERSONS_EACH; }

static void *at(const cg_state *s, int i) { return (char *)s + fields[i].offset; }

/* -- Printing ---------------------------------------------------------------------------------- */

static void print_seat(spk_buf *out, int seat)
{
    if (seat == CG_NOBODY)
        spk_buf_puts(out, " -");
    else
        spk_buf_printf(out, " %d", seat);
}

static void print_bits(spk_buf *out, unsigned bits)
{
    if (!bits)
        spk_buf_puts(out, " -");
    for (; bits; bits &= bits - 1)
        spk_buf_printf(out, " %d", __builtin_ctz(bits));
}

static void print_duel(const spk_box *box, const cg_state *s, spk_buf *out)
{
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        spk_buf_printf(out, " %d", cg_bid_card(s, seat));
}

static void print_spoken(const cg_state *s, spk_buf *out)
{
    spk_seat order[CG_CLANS];
    int n = cg_announced(s, order);
    if (!n)
        spk_buf_puts(out, " -");
    for (int i = 0; i < n; i++)
        spk_buf_printf(out, " %d", order[i]);
}

static cg_op deck_of(value_kind k)
{
    switch (k) {
    case DECK_C:
    case CARD_C: return CG_OP_COALITION;
    case DECK_D:
    case CARD_D: return CG_OP_DISTRICT;
    case DECK_L:
    case CARD_L: return CG_OP_LOOT;
    default: return CG_OP_PERSON;
    }
}

static const char *card_name(const cg_config *c, cg_op deck, int card)
{
    if (deck == CG_OP_COALITION)
        return card == CG_GAME_END ? c->game_end : c->coalition[card].id;
    if (deck == CG_OP_DISTRICT)
        return c->district[card].id;
    return deck == CG_OP_LOOT ? c->loot[card].id : cg_person_names[card];
}

static void print_cards(const spk_box *box, spk_buf *out, cg_op deck, uint32_t bits)
{
    if (!bits)
        spk_buf_puts(out, " -");
    for (; bits; bits &= bits - 1)
        spk_buf_printf(out, " %s", card_name(box->config, deck, __builtin_ctz(bits)));
}

static void print_numbers(spk_buf *out, const uint8_t *number, int n, bool seats)
{
    for (int i = 0; i < n; i++)
        if (seats)
            print_seat(out, number[i]);
        else
            spk_buf_printf(out, " %d", number[i]);
}

static void print_side(spk_buf *out, int side)
{
    spk_buf_printf(out, " %s", side < CG_SIDES ? cg_side_names[side] : "-");
}

static void print_value(const spk_box *box, const cg_state *s, int i, spk_seat seat, spk_buf *out)
{
    const uint8_t *byte = at(s, i);
    switch (fields[i].kind) {
    case PHASE: spk_buf_printf(out, " %s", cg_phase_names[*byte]); break;
    case STAGE: spk_buf_printf(out, " %s", cg_stage_names[*byte]); break;
    case NUMBER: print_numbers(out, byte, 1, false); break;
    case NUMBERS: print_numbers(out, byte, box->n_seats, false); break;
    case TWO: print_numbers(out, byte, 2, false); break;
    case SEAT: print_numbers(out, byte, 1, true); break;
    case TWO_SEATS: print_numbers(out, byte, 2, true); break;
    case MEMBERS: print_numbers(out, byte, 4, true); break;
    case ROLES: print_numbers(out, byte, CG_ROLES, true); break;
    case SEATS: print_bits(out, *byte); break;
    case DUEL: print_duel(box, s, out); break;
    case SPOKEN: print_spoken(s, out); break;
    case SIDE: print_side(out, *byte); break;
    case BAG:
    case BAGS:
        spk_buf_putc(out, ' ');
        cg_print_bag(out, ((const cg_bag *)at(s, i))[seat]);
        break;
    case PERSONS:
    case PERSONS_EACH:
        print_cards(box, out, CG_OP_PERSON, ((const uint32_t *)at(s, i))[seat]);
        break;
    case DECK_C:
    case DECK_D:
    case DECK_L: print_cards(box, out, deck_of(fields[i].kind), *(const uint16_t *)at(s, i)); break;
    case CARD_C:
    case CARD_D:
    case CARD_L:
    case CARD_P:
        print_cards(box, out, deck_of(fields[i].kind), *byte == CG_NO_CARD ? 0 : CG_BIT(*byte));
        break;
    }
}

void cg_print_state(const spk_box *box, const void *state, spk_buf *out)
{
    for (int i = 0; i < N_FIELDS; i++)
        for (spk_seat seat = 0; seat < (each_seat(i) ? box->n_seats : 1); seat++) {
            spk_buf_printf(out, "%s%s", i ? "; " : "", fields[i].name);
            if (each_seat(i))
                spk_buf_printf(out, "%d", seat);
            print_value(box, state, i, seat, out);
        }
}

/* -- Reading ----------------------------------------------------------------------------------- */

typedef struct field {
    const spk_box *box;
    int i;         /* which */
    spk_seat seat; /* of a field for each seat, else 0 */
    spk_words words;
    char word[32];
    spk_why *why;
} field;

static bool next(field *f) { return spk_words_next(&f->words, f->word, sizeof f->word); }

static spk_err wrong(const field *f)
{
    return spk_malformed(f->why, 0, "'%s' cannot be read in field '%s'.", f->word,
                         fields[f->i].name);
}

static bool is_none(const char *word) { return spk_str_eq(word, "-"); }

static spk_err read_name(field *f, uint8_t *to, const char *const *names, int n)
{
    int found = next(f) ? spk_str_find(f->word, names, n) : -1;
    if (found < 0 && fields[f->i].kind == SIDE && is_none(f->word))
        found = CG_NOBODY;
    if (found < 0)
        return wrong(f);
    *to = (uint8_t)found;
    return SPK_OK;
}

static spk_err read_numbers(field *f, uint8_t *to, int n, bool seats)
{
    for (int i = 0; i < n; i++) {
        int value = CG_NOBODY;
        if (!next(f) || (!(seats && is_none(f->word)) &&
                         !spk_str_int(f->word, 0, seats ? f->box->n_seats - 1 : 255, &value)))
            return wrong(f);
        to[i] = (uint8_t)value;
    }
    return SPK_OK;
}

static spk_err read_bits(field *f, uint8_t *to)
{
    int seat;
    while (next(f)) {
        if (is_none(f->word) && !*to)
            continue;
        if (!spk_str_int(f->word, 0, f->box->n_seats - 1, &seat))
            return wrong(f);
        *to |= (uint8_t)CG_BIT(seat);
    }
    return SPK_OK;
}

static spk_err read_duel(field *f, cg_state *s)
{
    uint8_t card[CG_SEATS];
    spk_err err = read_numbers(f, card, f->box->n_seats, false);
    for (spk_seat seat = 0; err == SPK_OK && seat < f->box->n_seats; seat++) {
        if (card[seat] > CG_KINDS)
            return wrong(f);
        cg_bid(s, seat, card[seat], cg_bid_place(s, seat));
    }
    return err;
}

static spk_err read_spoken(field *f, cg_state *s)
{
    int n = 0, seat;
    while (next(f)) {
        if (is_none(f->word) && !n)
            continue;
        if (n == CG_CLANS || !spk_str_int(f->word, 0, f->box->n_seats - 1, &seat) ||
            cg_bid_place(s, seat))
            return wrong(f);
        cg_bid(s, seat, cg_bid_card(s, seat), ++n);
    }
    return SPK_OK;
}

static spk_err read_bag(field *f, cg_bag *to)
{
    cg_kind kind;
    while (next(f)) {
        if (is_none(f->word) && !*to)
            continue;
        if (!cg_parse_kind(f->word, &kind))
            return wrong(f);
        if (cg_count(*to, kind) == cg_count(CG_ALL_CARDS, kind))
            return spk_malformed(f->why, 0, "CG-I1: there are not that many cards %s.", f->word);
        *to += CG_ONE(kind);
    }
    return SPK_OK;
}

static spk_err read_cards(field *f, uint32_t *to)
{
    *to = 0;
    while (next(f)) {
        if (is_none(f->word) && !*to)
            continue;
        int card = cg_find_card(f->box, deck_of(fields[f->i].kind), f->word);
        if (card < 0 || *to >> card & 1)
            return wrong(f);
        *to |= CG_BIT(card);
    }
    return SPK_OK;
}

static spk_err read_one_card(field *f, uint8_t *to)
{
    uint32_t bits;
    spk_err err = read_cards(f, &bits);
    if (err == SPK_OK && bits & (bits - 1))
        return wrong(f);
    *to = (uint8_t)(bits ? __builtin_ctz(bits) : CG_NO_CARD);
    return err;
}

static spk_err read_deck(field *f, uint16_t *to)
{
    uint32_t bits;
    spk_err err = read_cards(f, &bits);
    *to = (uint16_t)bits;
    return err;
}

static spk_err read_value(field *f, cg_state *s)
{
    uint8_t *byte = at(s, f->i);
    switch (fields[f->i].kind) {
    case PHASE: return read_name(f, byte, cg_phase_names, CG_PHASE_COUNT);
    case STAGE: return read_name(f, byte, cg_stage_names, CG_STAGE_COUNT);
    case SIDE: return read_name(f, byte, cg_side_names, CG_SIDES);
    case NUMBER: return read_numbers(f, byte, 1, false);
    case NUMBERS: return read_numbers(f, byte, f->box->n_seats, false);
    case TWO: return read_numbers(f, byte, 2, false);
    case SEAT: return read_numbers(f, byte, 1, true);
    case TWO_SEATS: return read_numbers(f, byte, 2, true);
    case MEMBERS: return read_numbers(f, byte, 4, true);
    case ROLES: return read_numbers(f, byte, CG_ROLES, true);
    case SEATS: return read_bits(f, byte);
    case DUEL: return read_duel(f, s);
    case SPOKEN: return read_spoken(f, s);
    case BAG:
    case BAGS: return read_bag(f, (cg_bag *)at(s, f->i) + f->seat);
    case PERSONS:
    case PERSONS_EACH: return read_cards(f, (uint32_t *)at(s, f->i) + f->seat);
    case DECK_C:
    case DECK_D:
    case DECK_L: return read_deck(f, at(s, f->i));
    case CARD_C:
    case CARD_D:
    case CARD_L:
    case CARD_P: return read_one_card(f, byte);
    }
    return SPK_EMALFORMED;
}

/* "hand2" is field hand of seat 2. */
static bool find_field(field *f)
{
    size_t n = strlen(f->word);
    for (f->i = 0; f->i < N_FIELDS; f->i++) {
        size_t length = strlen(fields[f->i].name);
        if (memcmp(f->word, fields[f->i].name, length < n ? length : n) != 0)
            continue;
        if (!each_seat(f->i) && n == length)
            return true;
        if (each_seat(f->i) && n == length + 1 &&
            spk_str_int(f->word + length, 0, f->box->n_seats - 1, &f->seat))
            return true;
    }
    return false;
}

static spk_err read_field(const spk_box *box, cg_state *s, const char *text, uint8_t seen[N_FIELDS],
                          spk_why *why)
{
    field f = {.box = box, .words = spk_words_of(text), .why = why};
    if (!next(&f))
        return spk_malformed(why, 0, "A field is missing between two ';'.");
    if (!find_field(&f))
        return spk_malformed(why, 0, "'%s' is not a field of a position.", f.word);
    if (seen[f.i] >> f.seat & 1)
        return spk_malformed(why, 0, "Field '%s' is given twice.", f.word);
    seen[f.i] |= (uint8_t)CG_BIT(f.seat);
    if (spk_words_end(&f.words))
        return spk_malformed(why, 0, "Field '%s' says nothing.", f.word);
    spk_err err = read_value(&f, s);
    if (err == SPK_OK && !spk_words_end(&f.words))
        return spk_malformed(why, 0, "Field '%s' says too much.", fields[f.i].name);
    return err;
}

/* -- What is left out -------------------------------------------------------------------------- */

static bool was_given(const uint8_t *seen, const void *member, const cg_state *s)
{
    for (int i = 0; i < N_FIELDS; i++)
        if (at(s, i) == member)
            return seen[i] != 0;
    return false;
}

/* The last cards that are not on the table, as many as are left after so many rounds have begun. */
static uint16_t rest_of_deck(int size, int card, int n_left)
{
    uint32_t deck = CG_BIT(size) - 1;
    if (card < size)
        deck &= ~CG_BIT(card);
    while (__builtin_popcount(deck) > (n_left > 0 ? n_left : 0))
        deck &= deck - 1;
    return (uint16_t)deck;
}

static uint32_t rest_of_persons(const spk_box *box, const cg_state *s, int n_left)
{
    uint32_t deck = CG_ALL_PERSONS & ~(s->offer < CG_PERSON_COUNT ? CG_BIT(s->offer) : 0);
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        deck &= ~s->persons[seat];
    while (__builtin_popcount(deck) > (n_left > 0 ? n_left : 0))
        deck &= deck - 1;
    return deck;
}

static cg_bag rest_of_means(const spk_box *box, const cg_state *s)
{
    cg_bag rest = cg_less(CG_ALL_CARDS, s->discard);
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        rest = cg_less(cg_less(rest, s->hand[seat]), s->laid[seat]);
    return rest;
}

static void fill_rest(const spk_box *box, cg_state *s, const uint8_t *seen)
{
    int begun = s->rounds, on_table = s->phase > CG_PERSON && s->phase < CG_OVER;
    int c = begun + (s->coalition < CG_COALITIONS), l = begun + (s->loot < CG_LOOTS);
    if (!was_given(seen, &s->coalition_deck, s))
        s->coalition_deck = rest_of_deck(CG_COALITIONS, s->coalition, CG_COALITIONS - c);
    if (!was_given(seen, &s->district_deck, s))
        s->district_deck = rest_of_deck(CG_DISTRICTS, s->district,
                                        CG_DISTRICTS - begun - (s->district < CG_DISTRICTS));
    if (!was_given(seen, &s->loot_deck, s))
        s->loot_deck = rest_of_deck(CG_LOOTS, s->loot, CG_LOOTS - l);
    if (!was_given(seen, &s->person_deck, s))
        s->person_deck = rest_of_persons(box, s, CG_PERSON_COUNT - box->n_seats - begun - on_table);
    if (!was_given(seen, &s->pile, s))
        s->pile = rest_of_means(box, s);
    if (!was_given(seen, &s->shuffled, s))
        s->shuffled = CG_ALL_CARDS;
    if (!was_given(seen, s->member, s) && on_table && s->coalition < CG_COALITIONS) {
        cg_form_sides(box, s);
        for (int i = 0; i < 4; i++)
            if (s->member[i / 2][i % 2] == s->ousted)
                s->member[i / 2][i % 2] = CG_NOBODY;
    }
}

spk_err cg_parse_state(const spk_box *box, const char *text, void *state, spk_why *why)
{
    cg_state s;
    uint8_t seen[N_FIELDS] = {0};
    cg_setup(box, &s); /* roles and nobodies */
    s.pile = s.shuffled = 0;
    s.person_deck = s.coalition_deck = s.district_deck = s.loot_deck = 0;
    s.phase = CG_COALITION;
    s.drawer[0] = CG_NOBODY;
    for (const char *from = text;; from++) {
        char one[512];
        size_t n = strcspn(from, ";");
        if (n >= sizeof one)
            return spk_malformed(why, 0, "A field is longer than any position needs.");
        memcpy(one, from, n);
        one[n] = '\0';
        spk_err err = read_field(box, &s, one, seen, why);
        if (err != SPK_OK)
            return err;
        from += n;
        if (!*from)
            break;
    }
    fill_rest(box, &s, seen);
    memcpy(state, &s, sizeof s);
    return SPK_OK;
}
