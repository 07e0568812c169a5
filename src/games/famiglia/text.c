/* text.c: moves and positions to text and back. Nothing is decided here. JSON is in json.c, the table
 * as people see it in board.c. The spelling of every move:
 *
 *     start 1                 chance: the seat that begins
 *     draw F2                 chance: the next card of the pile
 *     refresh F2*             put that street card away; '*': a new card
 *     end_refresh
 *     play_accountant A2      skip_exchange
 *     take M2    stop         give B0
 *     play_brute B2 F3* 2     Brute, street card, by how much       skip_intimidate
 *     recruit F0              free
 *     recruit F3* exhaust F2  showing two, exhausting that one
 *     recruit F3-2 exhaust F0 the F3 that a Brute lowered by 2
 *     pass                                                                                      */
#include <stddef.h>
#include <string.h>

#include "base/str.h"
#include "games/famiglia/state.h"

/* -- Cards ------------------------------------------------------------------------------------- */

static void print_card(spk_buf *out, famiglia_card card)
{
    spk_buf_putc(out, famiglia_letters[famiglia_family(card)]);
    spk_buf_putc(out, (char)('0' + famiglia_rank(card)));
}

/* A street card: its mark and how far it is lowered. */
static void print_street_card(spk_buf *out, famiglia_card card, bool is_new, int amount)
{
    print_card(out, card);
    if (is_new)
        spk_buf_putc(out, '*');
    if (amount)
        spk_buf_printf(out, "-%d", amount);
}

/* The card at the start of 'word'; what follows it is in *rest. */
static bool card_at(const char *word, famiglia_card *card, const char **rest)
{
    const char *letter = *word ? strchr(famiglia_letters, *word) : NULL;
    if (!letter || word[1] < '0' || word[1] >= '0' + FAMIGLIA_RANKS)
        return false;
    *card = famiglia_card_of((int)(letter - famiglia_letters), word[1] - '0');
    *rest = word + 2;
    return true;
}

bool famiglia_card_parse(const char *word, famiglia_card *card)
{
    const char *rest;
    return card_at(word, card, &rest) && !*rest;
}

static bool parse_street_card(const char *word, famiglia_card *card, bool *is_new, int *amount)
{
    const char *rest;
    if (!card_at(word, card, &rest))
        return false;
    *is_new = *rest == '*';
    rest += *is_new;
    *amount = 0;
    if (!*rest)
        return true;
    return *rest == '-' && spk_str_int(rest + 1, 1, famiglia_rank(*card), amount);
}

/* -- Moves ------------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    enum { PLAIN, IDLE, SEAT, CARD, STREET_CARD, BRUTE, RECRUIT } form;
} spelling[FAMIGLIA_OP_COUNT] = {
    [FAMIGLIA_START_SEAT] = {"start", SEAT},
    [FAMIGLIA_DRAW_CARD] = {"draw", CARD},
    [FAMIGLIA_REFRESH_CARD] = {"refresh", STREET_CARD},
    [FAMIGLIA_END_REFRESH] = {"end_refresh", IDLE},
    [FAMIGLIA_PLAY_ACCOUNTANT] = {"play_accountant", CARD},
    [FAMIGLIA_SKIP_EXCHANGE] = {"skip_exchange", IDLE},
    [FAMIGLIA_TAKE_CARD] = {"take", CARD},
    [FAMIGLIA_STOP] = {"stop", PLAIN},
    [FAMIGLIA_GIVE_CARD] = {"give", CARD},
    [FAMIGLIA_PLAY_BRUTE] = {"play_brute", BRUTE},
    [FAMIGLIA_SKIP_INTIMIDATE] = {"skip_intimidate", IDLE},
    [FAMIGLIA_RECRUIT_CARD] = {"recruit", RECRUIT},
    [FAMIGLIA_PASS] = {"pass", IDLE},
};

static void print_recruit(spk_move move, spk_buf *out)
{
    print_street_card(out, famiglia_move_card(move), famiglia_move_new(move),
                      famiglia_move_amount(move));
    if (famiglia_move_other(move) == FAMIGLIA_NONE)
        return;
    spk_buf_puts(out, " exhaust ");
    print_card(out, famiglia_move_other(move));
}

static void print_brute(spk_move move, spk_buf *out)
{
    print_card(out, famiglia_move_other(move));
    spk_buf_putc(out, ' ');
    print_street_card(out, famiglia_move_card(move), famiglia_move_new(move), 0);
    spk_buf_printf(out, " %d", famiglia_move_amount(move));
}

/* A number that is no card at all still prints: as something that will not parse. */
static bool cards_exist(spk_move move)
{
    return famiglia_move_card(move) < FAMIGLIA_TYPES &&
           (famiglia_move_other(move) < FAMIGLIA_TYPES ||
            famiglia_move_other(move) == FAMIGLIA_NONE);
}

void famiglia_print_move(const spk_box *box, spk_move move, spk_buf *out)
{
    (void)box;
    if (famiglia_move_op(move) >= FAMIGLIA_OP_COUNT || !cards_exist(move)) {
        spk_buf_puts(out, "?");
        return;
    }
    spk_buf_puts(out, spelling[famiglia_move_op(move)].word);
    if (spelling[famiglia_move_op(move)].form > IDLE)
        spk_buf_putc(out, ' ');
    switch (spelling[famiglia_move_op(move)].form) {
    case PLAIN:
    case IDLE: break;
    case SEAT: spk_buf_printf(out, "%d", famiglia_move_card(move)); break;
    case CARD: print_card(out, famiglia_move_card(move)); break;
    case STREET_CARD:
        print_street_card(out, famiglia_move_card(move), famiglia_move_new(move), 0);
        break;
    case BRUTE:
        if (famiglia_move_other(move) == FAMIGLIA_NONE)
            spk_buf_putc(out, '?');
        else
            print_brute(move, out);
        break;
    case RECRUIT: print_recruit(move, out); break;
    }
}

/* A line being read: its words one after the other. */
typedef struct line {
    spk_words words;
    char word[16];
    spk_why *why;
} line;

static bool next(line *l) { return spk_words_next(&l->words, l->word, sizeof l->word); }

static bool want_card(line *l, famiglia_card *card)
{
    return next(l) && famiglia_card_parse(l->word, card);
}

static bool want_street_card(line *l, famiglia_card *card, bool *is_new, int *amount)
{
    return next(l) && parse_street_card(l->word, card, is_new, amount);
}

static spk_err no_card(line *l)
{
    return spk_refuse_as(l->why, SPK_EMALFORMED,
                         "A card is a letter F A B M and a rank 0 to 4, such as B2.");
}

static spk_err parse_recruit(line *l, spk_move *move)
{
    famiglia_card card, exhausted = FAMIGLIA_NONE;
    bool is_new;
    int amount;
    if (!want_street_card(l, &card, &is_new, &amount))
        return no_card(l);
    if (next(l)) {
        if (!spk_str_eq(l->word, "exhaust"))
            return spk_refuse_as(l->why, SPK_EMALFORMED,
                                 "After the card comes nothing, or 'exhaust' and a card.");
        if (!want_card(l, &exhausted))
            return no_card(l);
    }
    *move = famiglia_move(FAMIGLIA_RECRUIT_CARD, card, is_new, amount, exhausted);
    return SPK_OK;
}

static spk_err parse_brute(line *l, spk_move *move)
{
    famiglia_card brute, card;
    bool is_new;
    int amount;
    if (!want_card(l, &brute) || !want_street_card(l, &card, &is_new, &amount) || amount)
        return no_card(l);
    if (!next(l) || !spk_str_int(l->word, 0, 7, &amount))
        return spk_refuse_as(l->why, SPK_EMALFORMED,
                             "Say by how much the card is lowered: play_brute B2 F3 2.");
    *move = famiglia_move(FAMIGLIA_PLAY_BRUTE, card, is_new, amount, brute);
    return SPK_OK;
}

static spk_err parse_card_move(line *l, famiglia_op op, spk_move *move)
{
    famiglia_card card;
    if (!want_card(l, &card))
        return no_card(l);
    *move = famiglia_move(op, card, false, 0, 0);
    return SPK_OK;
}

static spk_err parse_refresh(line *l, spk_move *move)
{
    famiglia_card card;
    bool is_new;
    int amount;
    if (!want_street_card(l, &card, &is_new, &amount) || amount)
        return no_card(l);
    *move = famiglia_move(FAMIGLIA_REFRESH_CARD, card, is_new, 0, 0);
    return SPK_OK;
}

static spk_err parse_start(line *l, spk_move *move)
{
    int seat;
    if (!next(l) || !spk_str_int(l->word, 0, 1, &seat))
        return spk_refuse_as(l->why, SPK_EMALFORMED, "A seat is 0 or 1.");
    *move = famiglia_move(FAMIGLIA_START_SEAT, seat, false, 0, 0);
    return SPK_OK;
}

static spk_err parse_rest(line *l, famiglia_op op, spk_move *move)
{
    switch (spelling[op].form) {
    case PLAIN: *move = famiglia_move(op, 0, false, 0, 0); return SPK_OK;
    case IDLE: *move = famiglia_idle(op); return SPK_OK;
    case SEAT: return parse_start(l, move);
    case CARD: return parse_card_move(l, op, move);
    case STREET_CARD: return parse_refresh(l, move);
    case BRUTE: return parse_brute(l, move);
    case RECRUIT: return parse_recruit(l, move);
    }
    return SPK_EMALFORMED;
}

/* Words too many after a move that could be read: what did the player try? */
static spk_err refuse_rest(const line *l, famiglia_op op)
{
    if (op == FAMIGLIA_REFRESH_CARD)
        return spk_refuse(
            l->why, "FA-3.4",
            "You cannot choose what or how much to draw: the pile and the card's rank decide.");
    return spk_refuse_as(l->why, SPK_EMALFORMED, "There are too many words after '{word}'.",
                         SPK_TEXT("word", spelling[op].word));
}

spk_err famiglia_parse_move(const spk_box *box, const char *text, spk_move *move, spk_why *why)
{
    line l = {.words = spk_words_of(text), .why = why};
    spk_move read = 0;
    (void)box;
    char verb[20] = "";
    spk_words_next(&l.words, verb, sizeof verb);
    for (int op = 0; op < FAMIGLIA_OP_COUNT; op++) {
        if (!spk_str_eq(verb, spelling[op].word))
            continue;
        spk_err err = parse_rest(&l, (famiglia_op)op, &read);
        if (err == SPK_OK && !spk_words_end(&l.words))
            err = refuse_rest(&l, (famiglia_op)op);
        if (err != SPK_OK)
            return err;
        char spelled[SPK_MOVE_TEXT];
        if (!spk_str_eq(text, spk_move_text(box, read, spelled)))
            return spk_refuse_as(why, SPK_EMALFORMED, "That is spelled '{move}'.",
                                 SPK_TEXT("move", spelled));
        *move = read;
        return SPK_OK;
    }
    return spk_refuse_as(why, SPK_EMALFORMED, "'{word}' is not a move in {game}.",
                         SPK_TEXT("word", verb), SPK_TEXT("game", "Famiglia"));
}

/* -- A position as one line: "field values; field values; ..." --------------------------------- */

void famiglia_print_bag(spk_buf *out, famiglia_bag bag)
{
    if (!bag)
        spk_buf_puts(out, " -");
    for (famiglia_card t = 0; t < FAMIGLIA_TYPES; t++)
        for (int copy = 0; copy < famiglia_count(bag, t); copy++) {
            spk_buf_putc(out, ' ');
            print_card(out, t);
        }
}

void famiglia_walk_street(const famiglia_state *s, famiglia_each_street_card *visit, void *to)
{
    for (int is_new = 0; is_new < 2; is_new++)
        for (famiglia_card t = 0; t < FAMIGLIA_TYPES; t++) {
            int n = famiglia_count(is_new ? s->street_new : s->street_old, t);
            bool lowered = s->lowered_by && s->lowered == t && s->lowered_new == is_new;
            for (int copy = 1; copy <= n; copy++)
                visit(to, t, is_new, lowered && copy == n ? s->lowered_by : 0);
        }
}

static void print_one(void *to, famiglia_card card, bool is_new, int amount)
{
    spk_buf *out = to;
    spk_buf_putc(out, ' ');
    print_street_card(out, card, is_new, amount);
}

void famiglia_print_street(spk_buf *out, const famiglia_state *s)
{
    if (!(s->street_old | s->street_new))
        spk_buf_puts(out, " -");
    famiglia_walk_street(s, print_one, out);
}

void famiglia_print_under(spk_buf *out, const famiglia_state *s)
{
    if (!s->n_under)
        spk_buf_puts(out, " -");
    for (int i = 0; i < s->n_under; i++) {
        spk_buf_putc(out, ' ');
        print_card(out, s->under[i]);
    }
}

/* The fields, in the order they are printed. A bag, a number, or one of the three odd ones. */
#define BAG(name, member)                                                                          \
    {                                                                                              \
        name, F_BAG, offsetof(famiglia_state, member)                                              \
    }
#define NUMBER(name, member)                                                                       \
    {                                                                                              \
        name, F_NUMBER, offsetof(famiglia_state, member)                                           \
    }
static const struct {
    const char *name;
    enum { F_PHASE, F_NUMBER, F_BAG, F_STREET, F_UNDER } kind;
    size_t offset;
} fields[] = {
    {"phase", F_PHASE, 0},
    NUMBER("turns", turns),
    NUMBER("active", active),
    NUMBER("start", start),
    NUMBER("second_pass", second_pass),
    NUMBER("passed", passed),
    NUMBER("refreshed", refreshed),
    NUMBER("due", due),
    NUMBER("due_new", due_new),
    NUMBER("accountant", accountant),
    NUMBER("floor", floor),
    NUMBER("to_give", to_give),
    NUMBER("brute", brute),
    NUMBER("recruited0", recruited[0]),
    NUMBER("recruited1", recruited[1]),
    NUMBER("double_pass", double_pass),
    BAG("hand0", hand[0]),
    BAG("display0", display[0]),
    BAG("hand1", hand[1]),
    BAG("display1", display[1]),
    {"street", F_STREET, 0},
    BAG("pile", pile),
    {"under", F_UNDER, 0},
    BAG("discard", discard),
    BAG("taken", taken),
};
enum { N_FIELDS = sizeof fields / sizeof *fields };

static uint8_t *number_of(const famiglia_state *s, int i)
{
    return (uint8_t *)s + fields[i].offset;
}
static famiglia_bag *bag_of(const famiglia_state *s, int i)
{
    return (famiglia_bag *)((char *)s + fields[i].offset);
}

void famiglia_print_state(const spk_box *box, const void *state, spk_buf *out)
{
    const famiglia_state *s = state;
    (void)box;
    for (int i = 0; i < N_FIELDS; i++) {
        spk_buf_puts(out, i ? "; " : "");
        spk_buf_puts(out, fields[i].name);
        switch (fields[i].kind) {
        case F_PHASE: spk_buf_printf(out, " %s", famiglia_phase_names[s->phase]); break;
        case F_NUMBER: spk_buf_printf(out, " %d", *number_of(s, i)); break;
        case F_BAG: famiglia_print_bag(out, *bag_of(s, i)); break;
        case F_STREET: famiglia_print_street(out, s); break;
        case F_UNDER: famiglia_print_under(out, s); break;
        }
    }
}

static spk_err add_to_bag(famiglia_bag *bag, line *l)
{
    famiglia_card card;
    if (!famiglia_card_parse(l->word, &card))
        return no_card(l);
    if (famiglia_count(*bag, card) == famiglia_copies[famiglia_rank(card)])
        return spk_malformed(l->why, 0, "FA-I1: there are not that many cards %s.", l->word);
    *bag += FAMIGLIA_ONE(card);
    return SPK_OK;
}

static spk_err add_to_street(famiglia_state *s, line *l)
{
    famiglia_card card;
    bool is_new;
    int amount;
    if (!parse_street_card(l->word, &card, &is_new, &amount))
        return no_card(l);
    if (amount && s->lowered_by)
        return spk_malformed(l->why, 0, "FA-I10: two street cards are lowered.");
    if (amount) {
        s->lowered = (uint8_t)card;
        s->lowered_new = is_new;
        s->lowered_by = (uint8_t)amount;
    }
    char plain[3] = {l->word[0], l->word[1], '\0'};
    memcpy(l->word, plain, sizeof plain);
    return add_to_bag(is_new ? &s->street_new : &s->street_old, l);
}

static spk_err add_under(famiglia_state *s, line *l)
{
    famiglia_card card;
    if (!famiglia_card_parse(l->word, &card))
        return no_card(l);
    if (s->n_under == FAMIGLIA_UNDER)
        return spk_malformed(l->why, 0, "FA-I2: more cards lie under the pile than there are.");
    s->under[s->n_under++] = (uint8_t)card;
    return SPK_OK;
}

static spk_err read_number(famiglia_state *s, int i, line *l)
{
    int value;
    if (!spk_str_int(l->word, 0, 255, &value))
        return spk_malformed(l->why, 0, "'%s' needs a number, not '%s'.", fields[i].name, l->word);
    *number_of(s, i) = (uint8_t)value;
    return SPK_OK;
}

static spk_err read_phase(famiglia_state *s, line *l)
{
    int phase = spk_str_find(l->word, famiglia_phase_names, FAMIGLIA_PHASE_COUNT);
    if (phase < 0)
        return spk_malformed(l->why, 0, "'%s' is not a phase.", l->word);
    s->phase = (uint8_t)phase;
    return SPK_OK;
}

static spk_err read_value(famiglia_state *s, int i, line *l)
{
    switch (fields[i].kind) {
    case F_PHASE: return read_phase(s, l);
    case F_NUMBER: return read_number(s, i, l);
    case F_BAG: return add_to_bag(bag_of(s, i), l);
    case F_STREET: return add_to_street(s, l);
    case F_UNDER: return add_under(s, l);
    }
    return SPK_EMALFORMED;
}

static spk_err read_field(famiglia_state *s, const char *text, uint32_t *seen, spk_why *why)
{
    line l = {.words = spk_words_of(text), .why = why};
    if (!next(&l))
        return spk_malformed(why, 0, "A field is missing between two ';'.");
    int i = 0;
    while (i < N_FIELDS && !spk_str_eq(fields[i].name, l.word))
        i++;
    if (i == N_FIELDS)
        return spk_malformed(why, 0, "'%s' is not a field of a position.", l.word);
    if (*seen >> i & 1)
        return spk_malformed(why, 0, "Field '%s' is given twice.", fields[i].name);
    *seen |= 1u << i;
    bool single = fields[i].kind <= F_NUMBER;
    if (single && spk_words_end(&l.words))
        return spk_malformed(why, 0, "Field '%s' needs a value.", fields[i].name);
    for (int n = 0; next(&l); n++) {
        if (!single && n == 0 && spk_str_eq(l.word, "-") && spk_words_end(&l.words))
            break;
        if (single && n > 0)
            return spk_malformed(why, 0, "Field '%s' has one value.", fields[i].name);
        spk_err err = read_value(s, i, &l);
        if (err != SPK_OK)
            return err;
    }
    return SPK_OK;
}

/* Fields that are left out are empty or 0: a test names only what matters. */
spk_err famiglia_parse_state(const spk_box *box, const char *text, void *state, spk_why *why)
{
    famiglia_state s = {0};
    uint32_t seen = 0;
    (void)box;
    for (const char *at = text;; at++) {
        char field[320];
        size_t n = strcspn(at, ";");
        if (n >= sizeof field)
            return spk_malformed(why, 0, "A field is longer than any position needs.");
        memcpy(field, at, n);
        field[n] = '\0';
        spk_err err = read_field(&s, field, &seen, why);
        if (err != SPK_OK)
            return err;
        at += n;
        if (!*at)
            break;
    }
    memcpy(state, &s, sizeof s);
    return SPK_OK;
}
