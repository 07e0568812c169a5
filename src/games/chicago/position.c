/* position.c: a position as one line, "field values; field values; ...", and back. A building is
 * written by its id, a street field row,column, money in thousands. Nothing is decided here; whether a
 * position can be true is asked in sound.c. */
#include <string.h>

#include "games/chicago/line.h"
#include "games/chicago/rules.h"

/* -- Writing ----------------------------------------------------------------------------------- */

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
    if (chicago_in_battle(s))
        print_battle(c, s, out);
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        if (c->present[gang])
            print_gang(c, s, gang, out);
}

/* -- Reading ----------------------------------------------------------------------------------- */

/* A position being read. 'seen' has a bit for every field that was given. */
typedef struct position {
    chicago_line l;
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
    if (!chicago_want_number(&p->l, 0, most, &number))
        return bad_value(p, name);
    *value = (uint8_t)number;
    return SPK_OK;
}

static spk_err read_u16(position *p, const char *name, int most, uint16_t *value)
{
    int number;
    p->l.word[0] = '\0';
    if (!chicago_want_number(&p->l, 0, most, &number))
        return bad_value(p, name);
    *value = (uint16_t)number;
    return SPK_OK;
}

/* The words up to the next one that is no strength, counted by strength. */
static spk_err read_strengths(position *p, uint8_t counts[CHICAGO_STRENGTHS])
{
    int rings;
    for (;;) {
        chicago_line before = p->l;
        if (!chicago_want_number(&p->l, 1, CHICAGO_STRENGTHS, &rings)) {
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
        chicago_line before = p->l;
        char *colon = chicago_line_next(&p->l) ? strchr(p->l.word, ':') : NULL;
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
        chicago_line before = p->l;
        int node;
        if (!chicago_want_node(&p->l, &node) || node >= CHICAGO_BUILDINGS) {
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
        which = chicago_line_next(&p->l)
                    ? spk_str_find(p->l.word, chicago_gang_names, CHICAGO_GANGS)
                    : -1;
        s->defender = (uint8_t)(which < 0 ? 0 : which);
        return which < 0 ? bad_value(p, "defender") : SPK_OK;
    }
    if (spk_str_eq(p->l.word, "right")) {
        which = chicago_line_next(&p->l) ? spk_str_find(p->l.word, sides, 2) : -1;
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
    if (!chicago_want_node(&p->l, &node))
        return chicago_no_field(&p->l);
    p->s.battle_at = (uint16_t)node;
    spk_err err = SPK_OK;
    while (err == SPK_OK && chicago_line_next(&p->l))
        err = read_battle_fact(p);
    return err;
}

static spk_err read_gang(position *p, int gang)
{
    spk_err err = SPK_OK;
    while (err == SPK_OK && chicago_line_next(&p->l))
        err = read_gang_fact(p, gang);
    return err;
}

/* "holds 0 goal_casinos 410": one for each goal that a seat holds. */
static spk_err read_hold(position *p)
{
    int seat, goal, event;
    p->l.word[0] = '\0';
    if (!chicago_want_number(&p->l, 0, CHICAGO_GANGS - 1, &seat))
        return bad_value(p, "holds");
    goal = chicago_line_next(&p->l)
               ? spk_str_find(p->l.word, chicago_goal_names, CHICAGO_GOAL_COUNT)
               : -1;
    if (goal < 0 || p->s.since[seat][goal])
        return bad_value(p, "holds");
    if (!chicago_want_number(&p->l, 0, CHICAGO_MAX_EVENTS - 1, &event))
        return bad_value(p, "holds");
    p->s.since[seat][goal] = (uint16_t)(event + 1);
    return SPK_OK;
}

static spk_err read_stage(position *p)
{
    int stage = chicago_line_next(&p->l)
                    ? spk_str_find(p->l.word, chicago_stage_names, CHICAGO_STAGE_COUNT)
                    : -1;
    if (stage < 0)
        return bad_value(p, "stage");
    p->s.stage = (uint8_t)stage;
    return SPK_OK;
}

static spk_err read_phase(position *p)
{
    if (!chicago_line_next(&p->l) || p->l.word[0] < 'A' || p->l.word[0] >= 'A' + CHICAGO_PHASES ||
        p->l.word[1])
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
    if (!chicago_line_next(&p->l))
        return spk_malformed(p->l.why, 0, "A field is missing between two ';'.");
    int field = spk_str_find(p->l.word, names, sizeof names / sizeof *names);
    if (field < 0)
        return spk_malformed(p->l.why, 0, "'%s' is not a field of a position.", p->l.word);
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
