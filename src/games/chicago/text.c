/* text.c: moves and positions to text and back, and JSON. Nothing is decided here; the table as
 * people see it is drawn in board.c. A street field is written row,column and a building by its id.
 * The spelling of every move:
 *
 *     hire 3 2 1              how many of 1, 2, 3 rings
 *     place Y05               the strongest waiting member goes there
 *     enter buy 2             into the home bar: a new member of 2 rings
 *     enter wait 3            ... or a waiting one          enter none
 *     roll 7                  chance: the movement die
 *     step 1,5 Y11            from, to                      step Y11 1,5 4   variant I: rings too
 *     throw 5 3               chance: the attacker's die, the defender's
 *     reinforce 1,6 2         variant I: from, rings        fight
 *     pair 4 3                variant I: the attacker's rings, the defender's                  */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "games/chicago/state.h"

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
    [CHICAGO_OP_HIRE] = "hire", [CHICAGO_OP_PLACE] = "place",         [CHICAGO_OP_ENTER] = "enter",
    [CHICAGO_OP_ROLL] = "roll", [CHICAGO_OP_STEP] = "step",           [CHICAGO_OP_THROW] = "throw",
    [CHICAGO_OP_PAIR] = "pair", [CHICAGO_OP_REINFORCE] = "reinforce", [CHICAGO_OP_FIGHT] = "fight",
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

/* A line being read: its words one after the other. */
typedef struct line {
    const chicago_config *c;
    spk_words words;
    char word[16];
    spk_why *why;
} line;

static bool next(line *l) { return spk_words_next(&l->words, l->word, sizeof l->word); }

static bool want_number(line *l, int lo, int hi, int *value)
{
    return next(l) && spk_str_int(l->word, lo, hi, value);
}

static bool want_node(line *l, int *node)
{
    return next(l) && chicago_parse_node(l->c, l->word, node);
}

static spk_err no_field(line *l)
{
    return spk_malformed(l->why, 0,
                         "'%s' is no field: write row,column for a street field and the id of a "
                         "building, such as 1,5 or Y05.",
                         l->word);
}

static spk_err no_rings(line *l)
{
    return spk_malformed(l->why, 0, "A member's strength is a number from 1 to 4.");
}

static spk_err parse_hire(line *l, spk_move *move)
{
    int n[3];
    for (int i = 0; i < 3; i++)
        if (!want_number(l, 0, 99, &n[i]))
            return spk_malformed(l->why, 0,
                                 "Say how many members of 1, 2 and 3 rings: hire 3 2 1.");
    *move = chicago_hire_move(n[0], n[1], n[2]);
    return SPK_OK;
}

static spk_err parse_enter(line *l, spk_move *move)
{
    int way = next(l) ? spk_str_find(l->word, ways, 3) : -1, rings = 0;
    if (way < 0)
        return spk_malformed(l->why, 0, "It is 'enter buy 1', 'enter wait 1' or 'enter none'.");
    if (way != CHICAGO_WAY_NONE && !want_number(l, 1, CHICAGO_STRENGTHS, &rings))
        return no_rings(l);
    *move = chicago_enter_move((chicago_way)way, rings);
    return SPK_OK;
}

static spk_err parse_step(line *l, spk_move *move)
{
    int from, to, rings = 0;
    if (!want_node(l, &from) || !want_node(l, &to))
        return no_field(l);
    if (l->c->stacking && !want_number(l, 1, CHICAGO_STRENGTHS, &rings))
        return spk_malformed(l->why, 0,
                             "With variant I a step names the member's strength: step 1,5 1,6 4.");
    *move = chicago_move(CHICAGO_OP_STEP, from, to, rings);
    return SPK_OK;
}

static spk_err parse_place_move(line *l, spk_move *move)
{
    int node;
    if (!want_node(l, &node))
        return no_field(l);
    *move = chicago_move(CHICAGO_OP_PLACE, node, 0, 0);
    return SPK_OK;
}

static spk_err parse_reinforce(line *l, spk_move *move)
{
    int from, rings;
    if (!want_node(l, &from))
        return no_field(l);
    if (!want_number(l, 1, CHICAGO_STRENGTHS, &rings))
        return no_rings(l);
    *move = chicago_move(CHICAGO_OP_REINFORCE, from, 0, rings);
    return SPK_OK;
}

/* 'throw' and 'pair' name two numbers up to 'most'. */
static spk_err parse_two(line *l, chicago_op op, int most, spk_move *move)
{
    int a, b;
    if (!want_number(l, 1, most, &a) || !want_number(l, 1, most, &b))
        return spk_malformed(l->why, 0,
                             "'%s' needs two numbers from 1 to %d: the attacker's, the "
                             "defender's.",
                             verbs[op], most);
    *move = chicago_move(op, a, b, 0);
    return SPK_OK;
}

static spk_err parse_roll(line *l, spk_move *move)
{
    int points;
    if (!want_number(l, 1, CHICAGO_TRACK, &points))
        return spk_malformed(l->why, 0, "A roll is a number from 1 to %d.", CHICAGO_TRACK);
    *move = chicago_move(CHICAGO_OP_ROLL, points, 0, 0);
    return SPK_OK;
}

static spk_err parse_rest(line *l, chicago_op op, spk_move *move)
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
    case CHICAGO_OP_FIGHT: *move = chicago_move(op, 0, 0, 0); return SPK_OK;
    case CHICAGO_OP_COUNT: break;
    }
    return SPK_EMALFORMED;
}

/* Words that players try and no rule provides: they get the rule, not a shrug. */
static spk_err no_such_verb(const char *verb, spk_why *why)
{
    static const struct {
        const char *verb, *rule, *words;
    } known[] = {
        {"pass", "CH-8.4", "Nobody may pass: all movement points must be used."},
        {"end", "CH-8.4", "A turn ends by itself when all movement points are used."},
        {"stop", "CH-8.4", "A turn ends by itself when all movement points are used."},
        {"give", "CH-R35", "Money, rings, figures and chips never change hands."},
        {"pay", "CH-R35", "Money, rings, figures and chips never change hands."},
        {"lend", "CH-R35", "Money, rings, figures and chips never change hands."},
        {"trade", "CH-R35", "Money, rings, figures and chips never change hands."},
        {"transfer", "CH-R35", "Money, rings, figures and chips never change hands."},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (spk_str_eq(verb, known[i].verb))
            return spk_refuse(why, known[i].rule, "%s", known[i].words);
    return spk_malformed(why, 0, "'%s' is no move of Chicago.", verb);
}

spk_err chicago_parse_move(const spk_box *box, const char *text, spk_move *move, spk_why *why)
{
    line l = {.c = box->config, .words = spk_words_of(text), .why = why};
    spk_move read = 0;
    char verb[16] = "", spelled[SPK_MOVE_TEXT];
    spk_words_next(&l.words, verb, sizeof verb);
    int op = spk_str_find(verb, verbs, CHICAGO_OP_COUNT);
    if (op < 0)
        return no_such_verb(verb, why);
    spk_err err = parse_rest(&l, (chicago_op)op, &read);
    if (err == SPK_OK && !spk_words_end(&l.words))
        err = spk_malformed(why, 0, "There are words too many after '%s'.", verb);
    if (err != SPK_OK)
        return err;
    if (!spk_str_eq(text, spk_move_text(box, read, spelled)))
        return spk_malformed(why, 0, "That is spelled '%s'.", spelled);
    *move = read;
    return SPK_OK;
}

/* -- A position as one line: "field values; field values; ..." --------------------------------- */

static void print_gang(const chicago_config *c, const chicago_state *s, int gang, spk_buf *out)
{
    const chicago_gang *g = &s->gang[gang];
    spk_buf_printf(out, "; %s cash %d reserve %d dead %d bought %d %d waiting",
                   chicago_gang_names[gang], g->cash_k, g->reserve, g->dead, g->bought[0],
                   g->bought[1]);
    for (int rings = CHICAGO_STRENGTHS; rings > 0; rings--)
        for (int i = 0; i < g->waiting[rings - 1]; i++)
            spk_buf_printf(out, " %d", rings);
    spk_buf_puts(out, " at");
    for (int i = 0; i < g->n_members; i++) {
        spk_buf_putc(out, ' ');
        chicago_print_node(c, chicago_node_of(g->member[i]), out);
        spk_buf_printf(out, ":%d", chicago_rings_of(g->member[i]));
    }
    spk_buf_puts(out, " owns");
    for (int b = 0; b < CHICAGO_BUILDINGS; b++)
        if (chicago_has(g->owned, b)) {
            spk_buf_putc(out, ' ');
            chicago_print_node(c, b, out);
        }
}

static void print_battle(const chicago_config *c, const chicago_state *s, spk_buf *out)
{
    spk_buf_puts(out, "; battle ");
    chicago_print_node(c, s->battle_at, out);
    spk_buf_printf(out, " defender %s", chicago_gang_names[s->defender]);
    if (s->assault) {
        spk_buf_printf(out, " right %s attackers", s->right ? "defender" : "attacker");
        for (int rings = CHICAGO_STRENGTHS; rings > 0; rings--)
            for (int i = 0; i < s->attackers[rings - 1]; i++)
                spk_buf_printf(out, " %d", rings);
    }
    if (s->stage == CHICAGO_DUEL)
        spk_buf_printf(out, " rings %d %d before %d %d", s->rings[0], s->rings[1],
                       s->rings_before[0], s->rings_before[1]);
}

static bool in_battle(const chicago_state *s)
{
    return s->stage == CHICAGO_DUEL || s->stage == CHICAGO_REINFORCE || s->stage == CHICAGO_PAIR;
}

void chicago_print_state(const spk_box *box, const void *state, spk_buf *out)
{
    const chicago_config *c = box->config;
    const chicago_state *s = state;
    spk_buf_printf(out, "stage %s; phase %c; round %d; turn %d; points %d; bank %d; events %d",
                   chicago_stage_names[s->stage], 'A' + s->phase, s->round, s->turn, s->points,
                   s->bank, s->events);
    for (spk_seat seat = 0; seat < CHICAGO_GANGS; seat++)
        for (int goal = 0; goal < CHICAGO_GOAL_COUNT; goal++)
            if (s->since[seat][goal])
                spk_buf_printf(out, "; holds %d %s %d", seat, chicago_goal_names[goal],
                               s->since[seat][goal] - 1);
    if (in_battle(s))
        print_battle(c, s, out);
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        if (c->present[gang])
            print_gang(c, s, gang, out);
}

/* A position being read. 'seen' has a bit for every field that was given. */
typedef struct position {
    line l;
    chicago_state s;
    uint32_t seen;
} position;

enum { LONGEST_FIELD = 1024 };

static spk_err bad_value(position *p, const char *name)
{
    return spk_malformed(p->l.why, 0, "'%s' cannot be '%s'.", name, p->l.word);
}

/* A count that fits its byte or its two bytes. */
static spk_err read_u8(position *p, const char *name, int most, uint8_t *value)
{
    int number;
    p->l.word[0] = '\0';
    if (!want_number(&p->l, 0, most, &number))
        return bad_value(p, name);
    *value = (uint8_t)number;
    return SPK_OK;
}

static spk_err read_u16(position *p, const char *name, int most, uint16_t *value)
{
    int number;
    p->l.word[0] = '\0';
    if (!want_number(&p->l, 0, most, &number))
        return bad_value(p, name);
    *value = (uint16_t)number;
    return SPK_OK;
}

/* The words up to the next one that is no strength, counted by strength. */
static spk_err read_strengths(position *p, uint8_t counts[CHICAGO_STRENGTHS])
{
    int rings;
    for (;;) {
        line before = p->l;
        if (!want_number(&p->l, 1, CHICAGO_STRENGTHS, &rings)) {
            p->l = before;
            return SPK_OK;
        }
        if (counts[rings - 1] == CHICAGO_FIGURES)
            return spk_malformed(p->l.why, 0, "CH-I2: a gang has no more than twenty figures.");
        counts[rings - 1]++;
    }
}

static spk_err read_members(position *p, int gang)
{
    for (;;) {
        line before = p->l;
        char *colon = next(&p->l) ? strchr(p->l.word, ':') : NULL;
        int node, rings;
        if (!colon) {
            p->l = before;
            return SPK_OK;
        }
        *colon = '\0';
        if (!chicago_parse_node(p->l.c, p->l.word, &node) ||
            !spk_str_int(colon + 1, 1, CHICAGO_STRENGTHS, &rings))
            return spk_malformed(p->l.why, 0, "A member is a field and its rings, such as 1,5:4.");
        if (p->s.gang[gang].n_members == CHICAGO_FIGURES)
            return spk_malformed(p->l.why, 0, "CH-I2: a gang has no more than twenty figures.");
        chicago_add_member(&p->s, gang, node, rings);
    }
}

static spk_err read_owned(position *p, chicago_gang *g)
{
    for (;;) {
        line before = p->l;
        int node;
        if (!want_node(&p->l, &node) || node >= CHICAGO_BUILDINGS) {
            p->l = before;
            return SPK_OK;
        }
        chicago_put(g->owned, node);
    }
}

static spk_err read_gang_fact(position *p, int gang)
{
    chicago_gang *g = &p->s.gang[gang];
    if (spk_str_eq(p->l.word, "cash"))
        return read_u16(p, "cash", CHICAGO_MAX_CASH_K, &g->cash_k);
    if (spk_str_eq(p->l.word, "reserve"))
        return read_u8(p, "reserve", CHICAGO_FIGURES, &g->reserve);
    if (spk_str_eq(p->l.word, "dead"))
        return read_u8(p, "dead", CHICAGO_FIGURES, &g->dead);
    if (spk_str_eq(p->l.word, "bought")) {
        spk_err err = read_u8(p, "bought", CHICAGO_FIGURES, &g->bought[0]);
        return err != SPK_OK ? err : read_u8(p, "bought", CHICAGO_FIGURES, &g->bought[1]);
    }
    if (spk_str_eq(p->l.word, "waiting"))
        return read_strengths(p, g->waiting);
    if (spk_str_eq(p->l.word, "at"))
        return read_members(p, gang);
    if (spk_str_eq(p->l.word, "owns"))
        return read_owned(p, g);
    return spk_malformed(p->l.why, 0, "'%s' is nothing a gang has.", p->l.word);
}

static spk_err read_battle_fact(position *p)
{
    static const char *const sides[] = {"attacker", "defender"};
    chicago_state *s = &p->s;
    spk_err err = SPK_OK;
    int which;
    if (spk_str_eq(p->l.word, "defender")) {
        which = next(&p->l) ? spk_str_find(p->l.word, chicago_gang_names, CHICAGO_GANGS) : -1;
        s->defender = (uint8_t)(which < 0 ? 0 : which);
        return which < 0 ? bad_value(p, "defender") : SPK_OK;
    }
    if (spk_str_eq(p->l.word, "right")) {
        which = next(&p->l) ? spk_str_find(p->l.word, sides, 2) : -1;
        s->assault = 1;
        s->right = which == 1;
        return which < 0 ? bad_value(p, "right") : SPK_OK;
    }
    if (spk_str_eq(p->l.word, "attackers"))
        return read_strengths(p, s->attackers);
    if (spk_str_eq(p->l.word, "rings") || spk_str_eq(p->l.word, "before")) {
        uint8_t *rings = spk_str_eq(p->l.word, "rings") ? s->rings : s->rings_before;
        for (int side = 0; err == SPK_OK && side < 2; side++)
            err = read_u8(p, "rings", CHICAGO_STRENGTHS, &rings[side]);
        return err;
    }
    return spk_malformed(p->l.why, 0, "'%s' is nothing a battle has.", p->l.word);
}

static spk_err read_battle(position *p)
{
    int node;
    if (!want_node(&p->l, &node))
        return no_field(&p->l);
    p->s.battle_at = (uint16_t)node;
    spk_err err = SPK_OK;
    while (err == SPK_OK && next(&p->l))
        err = read_battle_fact(p);
    return err;
}

static spk_err read_gang(position *p, int gang)
{
    spk_err err = SPK_OK;
    while (err == SPK_OK && next(&p->l))
        err = read_gang_fact(p, gang);
    return err;
}

/* "holds 0 goal_casinos 410": one for each goal that a seat holds. */
static spk_err read_hold(position *p)
{
    int seat, goal, event;
    p->l.word[0] = '\0';
    if (!want_number(&p->l, 0, CHICAGO_GANGS - 1, &seat))
        return bad_value(p, "holds");
    goal = next(&p->l) ? spk_str_find(p->l.word, chicago_goal_names, CHICAGO_GOAL_COUNT) : -1;
    if (goal < 0 || p->s.since[seat][goal])
        return bad_value(p, "holds");
    if (!want_number(&p->l, 0, CHICAGO_MAX_EVENTS - 1, &event))
        return bad_value(p, "holds");
    p->s.since[seat][goal] = (uint16_t)(event + 1);
    return SPK_OK;
}

static spk_err read_stage(position *p)
{
    int stage =
        next(&p->l) ? spk_str_find(p->l.word, chicago_stage_names, CHICAGO_STAGE_COUNT) : -1;
    if (stage < 0)
        return bad_value(p, "stage");
    p->s.stage = (uint8_t)stage;
    return SPK_OK;
}

static spk_err read_phase(position *p)
{
    if (!next(&p->l) || p->l.word[0] < 'A' || p->l.word[0] >= 'A' + CHICAGO_PHASES || p->l.word[1])
        return bad_value(p, "phase");
    p->s.phase = (uint8_t)(p->l.word[0] - 'A');
    return SPK_OK;
}

enum { F_STAGE, F_PHASE, F_ROUND, F_TURN, F_POINTS, F_BANK, F_EVENTS, F_HOLDS, F_BATTLE, F_GANG };

static spk_err read_value(position *p, int field)
{
    chicago_state *s = &p->s;
    switch (field) {
    case F_STAGE: return read_stage(p);
    case F_PHASE: return read_phase(p);
    case F_ROUND: return read_u8(p, "round", CHICAGO_ROUNDS, &s->round);
    case F_TURN: return read_u8(p, "turn", CHICAGO_GANGS - 1, &s->turn);
    case F_POINTS: return read_u8(p, "points", CHICAGO_TRACK, &s->points);
    case F_BANK: return read_u8(p, "bank", CHICAGO_RINGS, &s->bank);
    case F_EVENTS: return read_u16(p, "events", CHICAGO_MAX_EVENTS, &s->events);
    case F_HOLDS: return read_hold(p);
    case F_BATTLE: return read_battle(p);
    }
    return read_gang(p, field - F_GANG);
}

static spk_err read_field(position *p, const char *text)
{
    static const char *const names[] = {"stage", "phase",  "round", "turn",   "points",
                                        "bank",  "events", "holds", "battle", "yellow",
                                        "red",   "green",  "blue"};
    p->l.words = spk_words_of(text);
    if (!next(&p->l))
        return spk_malformed(p->l.why, 0, "A field is missing between two ';'.");
    int field = spk_str_find(p->l.word, names, sizeof names / sizeof *names);
    if (field < 0)
        return spk_malformed(p->l.why, 0, "'%s' is no field of a position.", p->l.word);
    if (p->seen >> field & 1 && field != F_HOLDS)
        return spk_malformed(p->l.why, 0, "Field '%s' is given twice.", names[field]);
    p->seen |= 1u << field;
    spk_err err = read_value(p, field);
    if (err == SPK_OK && !spk_words_end(&p->l.words))
        err = spk_malformed(p->l.why, 0, "There are words too many in field '%s'.", names[field]);
    return err;
}

/* Fields that are left out are empty or 0: a test names only what matters. */
spk_err chicago_parse_state(const spk_box *box, const char *text, void *state, spk_why *why)
{
    position p = {.l = {.c = box->config, .why = why}};
    for (const char *at = text;; at++) {
        char field[LONGEST_FIELD];
        size_t n = strcspn(at, ";");
        if (n >= sizeof field)
            return spk_malformed(why, 0, "A field is longer than any position needs.");
        memcpy(field, at, n);
        field[n] = '\0';
        spk_err err = read_field(&p, field);
        if (err != SPK_OK)
            return err;
        at += n;
        if (!*at)
            break;
    }
    memcpy(state, &p.s, sizeof p.s);
    return SPK_OK;
}

/* -- JSON: docs/games/chicago.md lists the fields ---------------------------------------------- */

static void json_number(spk_json *out, const char *key, int value)
{
    spk_json_key(out, key), spk_json_int(out, value);
}

static void json_node(const chicago_config *c, spk_json *out, int node)
{
    char room[16];
    spk_buf text = SPK_BUF_OVER(room);
    spk_buf_clear(&text);
    chicago_print_node(c, node, &text);
    spk_json_str(out, room);
}

static void json_strengths(spk_json *out, const char *key, const uint8_t counts[CHICAGO_STRENGTHS])
{
    spk_json_key(out, key), spk_json_open(out, '[');
    for (int rings = CHICAGO_STRENGTHS; rings > 0; rings--)
        for (int i = 0; i < counts[rings - 1]; i++)
            spk_json_int(out, rings);
    spk_json_close(out, ']');
}

static void json_members(const chicago_config *c, const chicago_gang *g, spk_json *out)
{
    spk_json_key(out, "members"), spk_json_open(out, '[');
    for (int i = 0; i < g->n_members; i++) {
        spk_json_open(out, '{');
        spk_json_key(out, "field"), json_node(c, out, chicago_node_of(g->member[i]));
        json_number(out, "rings", chicago_rings_of(g->member[i]));
        spk_json_close(out, '}');
    }
    spk_json_close(out, ']');
    spk_json_key(out, "buildings"), spk_json_open(out, '[');
    for (int b = 0; b < CHICAGO_BUILDINGS; b++)
        if (chicago_has(g->owned, b))
            json_node(c, out, b);
    spk_json_close(out, ']');
}

static void json_gang(const spk_box *box, const chicago_state *s, int gang, spk_json *out)
{
    const chicago_config *c = box->config;
    const chicago_gang *g = &s->gang[gang];
    spk_json_open(out, '{');
    spk_json_key(out, "gang"), spk_json_str(out, chicago_gang_names[gang]);
    json_number(out, "seat", c->seat_of[gang]);
    json_number(out, "cash", 1000 * g->cash_k);
    json_number(out, "reserve", g->reserve);
    json_number(out, "dead", g->dead);
    json_strengths(out, "waiting", g->waiting);
    json_number(out, "bought_1", g->bought[0]);
    json_number(out, "bought_2", g->bought[1]);
    json_members(c, g, out);
    json_number(out, "payout", 1000 * chicago_payout_k(c, s, gang));
    spk_json_close(out, '}');
}

static void json_battle(const chicago_config *c, const chicago_state *s, spk_json *out)
{
    static const char *const sides[] = {"attacker", "defender"};
    spk_json_key(out, "battle");
    if (!in_battle(s)) {
        spk_json_null(out);
        return;
    }
    spk_json_open(out, '{');
    spk_json_key(out, "field"), json_node(c, out, s->battle_at);
    spk_json_key(out, "attacker"), spk_json_str(out, chicago_gang_names[chicago_on_turn(c, s)]);
    spk_json_key(out, "defender"), spk_json_str(out, chicago_gang_names[s->defender]);
    spk_json_key(out, "assault"), spk_json_bool(out, s->assault);
    spk_json_key(out, "right"), spk_json_str(out, sides[s->right]);
    json_strengths(out, "attackers", s->attackers);
    for (int side = 0; side < 2; side++) {
        char key[32];
        snprintf(key, sizeof key, "%s_rings", sides[side]);
        json_number(out, key, s->rings[side]);
        snprintf(key, sizeof key, "%s_rings_before", sides[side]);
        json_number(out, key, s->rings_before[side]);
    }
    spk_json_close(out, '}');
}

static void json_player(const spk_box *box, const chicago_state *s, spk_seat seat, int wealth,
                        spk_json *out)
{
    spk_json_open(out, '{');
    json_number(out, "wealth", wealth);
    for (int goal = 0; goal < CHICAGO_GOAL_COUNT; goal++) {
        spk_json_key(out, chicago_goal_names[goal]), spk_json_open(out, '{');
        json_number(out, "has", chicago_goal_count(box, s, seat, (chicago_goal)goal));
        json_number(out, "needs", chicago_goal_need(box, (chicago_goal)goal));
        spk_json_key(out, "since");
        if (s->since[seat][goal])
            spk_json_int(out, s->since[seat][goal] - 1);
        else
            spk_json_null(out);
        spk_json_close(out, '}');
    }
    spk_json_close(out, '}');
}

static void json_clock(const chicago_config *c, const chicago_state *s, spk_json *out)
{
    char phase[2] = {(char)('A' + s->phase), '\0'};
    spk_json_key(out, "stage"), spk_json_str(out, chicago_stage_names[s->stage]);
    spk_json_key(out, "phase"), spk_json_str(out, phase);
    json_number(out, "round", s->round);
    json_number(out, "turn", s->turn);
    spk_json_key(out, "order"), spk_json_open(out, '[');
    for (int i = 0; i < c->n_gangs; i++)
        spk_json_str(out, chicago_gang_names[c->order[s->phase][i]]);
    spk_json_close(out, ']');
    spk_json_key(out, "gang_on_turn"), spk_json_str(out, chicago_gang_names[chicago_on_turn(c, s)]);
    json_number(out, "points", s->points);
    json_number(out, "bank_rings", s->bank);
    json_number(out, "events", s->events);
}

void chicago_json(const spk_box *box, const void *view, spk_seat viewer, spk_json *out)
{
    const chicago_config *c = box->config;
    const chicago_state *s = view;
    spk_result result;
    (void)viewer;
    chicago_result(box, s, &result);
    spk_json_open(out, '{');
    json_clock(c, s, out);
    json_battle(c, s, out);
    spk_json_key(out, "players"), spk_json_open(out, '[');
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        json_player(box, s, seat, result.score[seat], out);
    spk_json_close(out, ']');
    spk_json_key(out, "gangs"), spk_json_open(out, '[');
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        if (c->present[gang])
            json_gang(box, s, gang, out);
    spk_json_close(out, ']');
    spk_json_close(out, '}');
}
