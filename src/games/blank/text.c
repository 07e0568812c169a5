/* text.c: moves and positions to text and back. docs/games/blank.md lists the spelling of every move.
 * Nothing is decided here: legal moves are in rules.c. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "games/blank/state.h"

/* -- Moves ------------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    bool has_seat, has_card; /* the numbers behind the word, in this order */
} spelling[BLANK_OP_COUNT] = {
    [BLANK_DEAL_CARD] = {"deal", true, true},  [BLANK_DRAW_PRIZE] = {"prize", false, true},
    [BLANK_SEAL_CARD] = {"seal", false, true}, [BLANK_TAKE_POT] = {"take", false, false},
    [BLANK_PASS] = {"pass", false, false},
};

void blank_print_move(const spk_box *box, spk_move move, spk_buf *out)
{
    (void)box;
    blank_op op = blank_move_op(move);
    if (op >= BLANK_OP_COUNT) {
        spk_buf_puts(out, "?"); /* a number that is no move prints as what will not parse */
        return;
    }
    spk_buf_puts(out, spelling[op].word);
    if (spelling[op].has_seat)
        spk_buf_printf(out, " %d", blank_move_seat(move));
    if (spelling[op].has_card)
        spk_buf_printf(out, " %d", blank_move_card(move));
}

static bool next_number(spk_words *words, int lo, int hi, int *number)
{
    char word[8];
    return spk_words_next(words, word, sizeof word) && spk_str_int(word, lo, hi, number);
}

/* The one spelling of a move is what it prints as: read generously, print, compare. */
static spk_err check_spelling(const spk_box *box, const char *text, spk_move read, spk_why *why)
{
    char spelled[SPK_MOVE_TEXT];
    if (!spk_str_eq(text, spk_move_text(box, read, spelled)))
        return spk_malformed(why, 0, "That is spelled '%s'.", spelled);
    return SPK_OK;
}

spk_err blank_parse_move(const spk_box *box, const char *text, spk_move *move, spk_why *why)
{
    spk_words words = spk_words_of(text);
    char verb[8] = "";
    int op = 0, seat = 0, card = 0;
    spk_words_next(&words, verb, sizeof verb);
    while (op < BLANK_OP_COUNT && !spk_str_eq(verb, spelling[op].word))
        op++;
    if (op == BLANK_OP_COUNT)
        return spk_malformed(why, 0, "'%s' is not a move in Blank.", verb);
    if (spelling[op].has_seat && !next_number(&words, 0, box->n_seats - 1, &seat))
        return spk_malformed(why, 0, "'%s' needs a seat, from 0.", verb);
    if (spelling[op].has_card && !next_number(&words, 1, BLANK_CARDS, &card))
        return spk_malformed(why, 0, "'%s' needs a number from 1 to %d.", verb, BLANK_CARDS);
    spk_move read = blank_move((blank_op)op, card, seat);
    spk_err err = check_spelling(box, text, read, why);
    if (err == SPK_OK)
        *move = read;
    return err;
}

/* -- A position as one line: "phase=2 dealt=6 ... hand0=2,9,14 ..." ---------------------------- */

#define BYTES(name, member, n)                                                                     \
    {                                                                                              \
        name, offsetof(blank_state, member), n                                                     \
    }
#define SET(name, member)                                                                          \
    {                                                                                              \
        name, offsetof(blank_state, member), 0                                                     \
    }
static const struct {
    const char *name;
    size_t offset;
    int n; /* that many bytes; 0: a set of cards */
} fields[] = {
    BYTES("phase", phase, 1),
    BYTES("dealt", dealt, 1),
    BYTES("round", round, 1),
    BYTES("winner", winner, 1),
    BYTES("pot", pot, 1),
    BYTES("bag", bag, BLANK_PRIZES),
    BYTES("score", score, BLANK_SEATS),
    BYTES("sealed", sealed, BLANK_SEATS),
    BYTES("shown", shown, BLANK_SEATS),
    SET("hand0", hand[0]),
    SET("hand1", hand[1]),
    SET("hand2", hand[2]),
    SET("hand3", hand[3]),
    SET("unseen", unseen),
};
enum { N_FIELDS = sizeof fields / sizeof *fields };

void blank_print_set(blank_set set, spk_buf *out)
{
    if (!set)
        spk_buf_putc(out, '-');
    for (const char *comma = ""; set; set &= set - 1, comma = ",")
        spk_buf_printf(out, "%s%d", comma, blank_lowest(set));
}

static void print_bytes(const uint8_t *bytes, int n, spk_buf *out)
{
    for (int i = 0; i < n; i++)
        spk_buf_printf(out, "%s%d", i ? "," : "", bytes[i]);
}

void blank_print_state(const spk_box *box, const void *state, spk_buf *out)
{
    (void)box;
    for (int i = 0; i < N_FIELDS; i++) {
        const void *at = (const uint8_t *)state + fields[i].offset;
        spk_buf_printf(out, "%s%s=", i ? " " : "", fields[i].name);
        if (fields[i].n)
            print_bytes(at, fields[i].n, out);
        else
            blank_print_set(*(const blank_set *)at, out);
    }
}

/* One "name=number,number" into the state; what is spelled oddly is found by printing it again. */
static bool read_field(const char *word, int i, uint8_t *state)
{
    size_t length = strlen(fields[i].name);
    if (strncmp(word, fields[i].name, length) != 0 || word[length] != '=')
        return false;
    blank_set set = 0;
    int n = 0;
    for (const char *at = word + length; *at == ',' || *at == '='; n++) {
        char *end;
        unsigned long number = strtoul(at + 1, &end, 10);
        if (number > (fields[i].n ? UINT8_MAX : BLANK_CARDS))
            return false;
        if (n < fields[i].n)
            state[fields[i].offset + (size_t)n] = (uint8_t)number;
        else if (fields[i].n == 0 && end > at + 1)
            set |= BLANK_ONE(number);
        at = end;
    }
    if (!fields[i].n)
        memcpy(state + fields[i].offset, &set, sizeof set);
    return true;
}

spk_err blank_parse_state(const spk_box *box, const char *text, void *state, spk_why *why)
{
    blank_state fresh = {0};
    spk_words words = spk_words_of(text);
    char word[128] = "", room[512];
    for (int i = 0; i < N_FIELDS; i++)
        if (!spk_words_next(&words, word, sizeof word) || !read_field(word, i, (uint8_t *)&fresh))
            return spk_malformed(why, 0, "Expected '%s=' and its numbers, not '%.40s'.",
                                 fields[i].name, word);
    spk_buf again = SPK_BUF_OVER(room);
    blank_print_state(box, &fresh, &again);
    if (!spk_str_eq(text, spk_buf_text(&again)))
        return spk_malformed(why, 0, "The position is spelled '%.200s'.", spk_buf_text(&again));
    memcpy(state, &fresh, sizeof fresh);
    return SPK_OK;
}
