/* text.c: fields and moves to text and back; position.c does the same for whole positions. Nothing is
 * decided here. A street field is written row,column and a building by its id. The spelling of every
 * move:
 *
 *     hire 3 2 1              how many of 1, 2, 3 rings
 *     place Y05               the strongest waiting member goes there
 *     enter buy 2             into the home bar: a new member of 2 rings
 *     enter wait 3            ... or a waiting one          enter none
 *     roll 7                  chance: the movement die
 *     step 1,5 Y11            from, to                      step Y11 1,5 4   variant I: rings too
 *     throw 5 3               chance: the attacker's die, the defender's
 *     reinforce 1,6 2         variant I: from, rings        fight
 *     pair 4 3                variant I: the attacker's rings, the defender's
 *     pass   end   stop       understood and never legal: refused with the rule of the moment    */
#include <string.h>

#include "base/str.h"
#include "games/chicago/line.h"

/* -- Fields ------------------------------------------------------------------------------------ */

static void print_building(int node, spk_buf *out)
{
    int k = node % CHICAGO_PER_QUARTER;
    spk_buf_putc(out, chicago_letters[chicago_quarter(node)]);
    if (k == CHICAGO_CASINO_K || k == CHICAGO_HOME_K)
        spk_buf_putc(out, k == CHICAGO_CASINO_K ? 'C' : 'H');
    else
        spk_buf_printf(out, "%02d", k);
}

void chicago_print_node(const chicago_config *c, int node, spk_buf *out)
{
    if (node < CHICAGO_BUILDINGS)
        print_building(node, out);
    else if (node < c->n_nodes)
        spk_buf_printf(out, "%d,%d", c->row[node], c->col[node]);
    else
        spk_buf_putc(out, '?');
}

chicago_code chicago_code_of(const chicago_config *c, int node)
{
    chicago_code code = {0};
    spk_buf out = SPK_BUF_OVER(code.text);
    chicago_print_node(c, node, &out);
    return code;
}

/* "1,5". A building's field is understood too; the caller insists on the one spelling. */
static bool parse_place(const chicago_config *c, const char *word, int *node)
{
    char row[3];
    int r, col;
    const char *comma = strchr(word, ',');
    if (!comma || comma - word > 2)
        return false;
    memcpy(row, word, (size_t)(comma - word));
    row[comma - word] = '\0';
    if (!spk_str_int(row, 0, c->rows - 1, &r) || !spk_str_int(comma + 1, 0, c->cols - 1, &col))
        return false;
    *node = c->node_at[r][col];
    return *node >= 0;
}

/* "Y05", "YC", "YH" */
static bool parse_building(const char *word, int *node)
{
    const char *letter = *word ? strchr(chicago_letters, *word) : NULL;
    int k = -1;
    if (!letter)
        return false;
    if (spk_str_eq(word + 1, "C"))
        k = CHICAGO_CASINO_K;
    else if (spk_str_eq(word + 1, "H"))
        k = CHICAGO_HOME_K;
    else if (strlen(word) == 3 && word[1] >= '0' && word[1] <= '2' && word[2] >= '0' &&
             word[2] <= '9')
        k = 10 * (word[1] - '0') + word[2] - '0';
    bool by_number = word[1] >= '0' && word[1] <= '9';
    if (k < (by_number ? 2 : 0) || k >= CHICAGO_PER_QUARTER)
        return false;
    *node = (int)(letter - chicago_letters) * CHICAGO_PER_QUARTER + k;
    return true;
}

bool chicago_parse_node(const chicago_config *c, const char *word, int *node)
{
    return parse_building(word, node) || parse_place(c, word, node);
}

/* -- Moves ------------------------------------------------------------------------------------- */

static const char *const verbs[CHICAGO_OP_COUNT] = {
    [CHICAGO_OP_HIRE] = "hire",   [CHICAGO_OP_PLACE] = "place",
    [CHICAGO_OP_ENTER] = "enter", [CHICAGO_OP_ROLL] = "roll",
    [CHICAGO_OP_STEP] = "step",   [CHICAGO_OP_THROW] = "throw",
    [CHICAGO_OP_PAIR] = "pair",   [CHICAGO_OP_REINFORCE] = "reinforce",
    [CHICAGO_OP_FIGHT] = "fight", [CHICAGO_OP_PASS] = "pass",
    [CHICAGO_OP_END] = "end",     [CHICAGO_OP_STOP] = "stop",
};

static const char *const ways[] = {"none", "buy", "wait"};

static void print_enter(spk_move move, spk_buf *out)
{
    int way = chicago_move_a(move);
    spk_buf_printf(out, " %s", way <= CHICAGO_WAY_WAIT ? ways[way] : "?");
    if (way != CHICAGO_WAY_NONE)
        spk_buf_printf(out, " %d", chicago_move_c(move));
}

/* A number that is no move at all still prints: as something that will not parse to it. */
void chicago_print_move(const spk_box *box, spk_move move, spk_buf *out)
{
    const chicago_config *config = box->config;
    int a = chicago_move_a(move), b = chicago_move_b(move), c = chicago_move_c(move);
    if (chicago_move_op(move) >= CHICAGO_OP_COUNT) {
        spk_buf_putc(out, '?');
        return;
    }
    spk_buf_puts(out, verbs[chicago_move_op(move)]);
    switch (chicago_move_op(move)) {
    case CHICAGO_OP_HIRE: spk_buf_printf(out, " %d %d %d", a, b, c); break;
    case CHICAGO_OP_ENTER: print_enter(move, out); break;
    case CHICAGO_OP_ROLL: spk_buf_printf(out, " %d", a); break;
    case CHICAGO_OP_THROW:
    case CHICAGO_OP_PAIR: spk_buf_printf(out, " %d %d", a, b); break;
    case CHICAGO_OP_PLACE:
    case CHICAGO_OP_STEP:
    case CHICAGO_OP_REINFORCE:
        spk_buf_putc(out, ' ');
        chicago_print_node(config, a, out);
        break;
    case CHICAGO_OP_FIGHT:
    case CHICAGO_OP_PASS:
    case CHICAGO_OP_END:
    case CHICAGO_OP_STOP:
    case CHICAGO_OP_COUNT: break;
    }
    if (chicago_move_op(move) == CHICAGO_OP_STEP) {
        spk_buf_putc(out, ' ');
        chicago_print_node(config, b, out);
    }
    if ((chicago_move_op(move) == CHICAGO_OP_STEP && c) ||
        chicago_move_op(move) == CHICAGO_OP_REINFORCE)
        spk_buf_printf(out, " %d", c);
}

static spk_err no_rings(chicago_line *l)
{
    return spk_refuse_as(l->why, SPK_EMALFORMED, "A member's strength is a number from 1 to 4.");
}

static spk_err parse_hire(chicago_line *l, spk_move *move)
{
    int n[3];
    for (int i = 0; i < 3; i++)
        if (!chicago_want_number(l, 0, 99, &n[i]))
            return spk_refuse_as(l->why, SPK_EMALFORMED,
                                 "Say how many members of 1, 2 and 3 rings: hire 3 2 1.");
    *move = chicago_hire_move(n[0], n[1], n[2]);
    return SPK_OK;
}

static spk_err parse_enter(chicago_line *l, spk_move *move)
{
    int way = chicago_line_next(l) ? spk_str_find(l->word, ways, 3) : -1, rings = 0;
    if (way < 0)
        return spk_refuse_as(l->why, SPK_EMALFORMED,
                             "It is 'enter buy 1', 'enter wait 1' or 'enter none'.");
    if (way != CHICAGO_WAY_NONE && !chicago_want_number(l, 1, CHICAGO_STRENGTHS, &rings))
        return no_rings(l);
    *move = chicago_enter_move((chicago_way)way, rings);
    return SPK_OK;
}

static spk_err parse_step(chicago_line *l, spk_move *move)
{
    int from, to, rings = 0;
    if (!chicago_want_node(l, &from) || !chicago_want_node(l, &to))
        return chicago_no_field(l);
    if (l->c->stacking && !chicago_want_number(l, 1, CHICAGO_STRENGTHS, &rings))
        return spk_refuse_as(l->why, SPK_EMALFORMED,
                             "With variant I a step names the member's strength: step 1,5 1,6 4.");
    *move = chicago_move(CHICAGO_OP_STEP, from, to, rings);
    return SPK_OK;
}

static spk_err parse_place_move(chicago_line *l, spk_move *move)
{
    int node;
    if (!chicago_want_node(l, &node))
        return chicago_no_field(l);
    *move = chicago_move(CHICAGO_OP_PLACE, node, 0, 0);
    return SPK_OK;
}

static spk_err parse_reinforce(chicago_line *l, spk_move *move)
{
    int from, rings;
    if (!chicago_want_node(l, &from))
        return chicago_no_field(l);
    if (!chicago_want_number(l, 1, CHICAGO_STRENGTHS, &rings))
        return no_rings(l);
    *move = chicago_move(CHICAGO_OP_REINFORCE, from, 0, rings);
    return SPK_OK;
}

/* 'throw' and 'pair' name two numbers up to 'most'. */
static spk_err parse_two(chicago_line *l, chicago_op op, int most, spk_move *move)
{
    int a, b;
    if (!chicago_want_number(l, 1, most, &a) || !chicago_want_number(l, 1, most, &b))
        return spk_refuse_as(
            l->why, SPK_EMALFORMED,
            "'{word}' needs two numbers from 1 to {n}: the attacker's, the defender's.",
            SPK_TEXT("word", verbs[op]), SPK_NUM("n", most));
    *move = chicago_move(op, a, b, 0);
    return SPK_OK;
}

static spk_err parse_roll(chicago_line *l, spk_move *move)
{
    int points;
    if (!chicago_want_number(l, 0, CHICAGO_TRACK, &points))
        return spk_refuse_as(l->why, SPK_EMALFORMED, "A roll is a number from 0 to {n}.",
                             SPK_NUM("n", CHICAGO_TRACK));
    *move = chicago_move(CHICAGO_OP_ROLL, points, 0, 0);
    return SPK_OK;
}

static spk_err parse_rest(chicago_line *l, chicago_op op, spk_move *move)
{
    switch (op) {
    case CHICAGO_OP_HIRE: return parse_hire(l, move);
    case CHICAGO_OP_PLACE: return parse_place_move(l, move);
    case CHICAGO_OP_ENTER: return parse_enter(l, move);
    case CHICAGO_OP_ROLL: return parse_roll(l, move);
    case CHICAGO_OP_STEP: return parse_step(l, move);
    case CHICAGO_OP_THROW: return parse_two(l, op, 6, move);
    case CHICAGO_OP_REINFORCE: return parse_reinforce(l, move);
    case CHICAGO_OP_PAIR: return parse_two(l, op, CHICAGO_STRENGTHS, move);
    case CHICAGO_OP_FIGHT:
    case CHICAGO_OP_PASS:
    case CHICAGO_OP_END:
    case CHICAGO_OP_STOP: *move = chicago_move(op, 0, 0, 0); return SPK_OK;
    case CHICAGO_OP_COUNT: break;
    }
    return SPK_EMALFORMED;
}

/* Words that players try and no rule provides: they get the rule, not a shrug. */
static spk_err no_such_verb(const char *verb, spk_why *why)
{
    static const char *const trades[] = {"give", "pay", "lend", "trade", "transfer"};
    if (spk_str_find(verb, trades, sizeof trades / sizeof *trades) >= 0)
        return spk_refuse(why, "CH-R35", "Money, rings, figures and chips never change hands.");
    return spk_refuse_as(why, SPK_EMALFORMED, "'{word}' is not a move in {game}.",
                         SPK_TEXT("word", verb), SPK_TEXT("game", "Chicago"));
}

spk_err chicago_parse_move(const spk_box *box, const char *text, spk_move *move, spk_why *why)
{
    chicago_line l = {.c = box->config, .words = spk_words_of(text), .why = why};
    spk_move read = 0;
    char verb[16] = "", spelled[SPK_MOVE_TEXT];
    spk_words_next(&l.words, verb, sizeof verb);
    int op = spk_str_find(verb, verbs, CHICAGO_OP_COUNT);
    if (op < 0)
        return no_such_verb(verb, why);
    spk_err err = parse_rest(&l, (chicago_op)op, &read);
    if (err == SPK_OK && !spk_words_end(&l.words))
        err = spk_refuse_as(why, SPK_EMALFORMED, "There are too many words after '{word}'.",
                            SPK_TEXT("word", verb));
    if (err != SPK_OK)
        return err;
    if (!spk_str_eq(text, spk_move_text(box, read, spelled)))
        return spk_refuse_as(why, SPK_EMALFORMED, "That is spelled '{move}'.",
                             SPK_TEXT("move", spelled));
    *move = read;
    return SPK_OK;
}
