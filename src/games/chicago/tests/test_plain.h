/* test_plain.h: the README a second time, over plain arrays. It knows the game only by its texts:
 * a position is read from its printed line, moves are their spellings, and the city is drawn here
 * from the README's map and table. What the game does and what is written here must agree.
 *
 *     plain p = plain_now();                    the position on the table, read from its text
 *     rules r = rules_of(4, "chip_limit=on");   who plays, by what options
 *     plain_moves(&p, &r, &list);               every spelling the decision table allows
 *     plain_play(&p, &r, "step 1,5 Y11");       what becomes of p
 *     plain_payout(&p, &r, YELLOW);             in thousands, as all money here
 *
 * Slow and simple on purpose. A field is row * 20 + column, also for buildings. */
#ifndef CHICAGO_TEST_PLAIN_H
#define CHICAGO_TEST_PLAIN_H

#include <stdlib.h>

#include "games/chicago/tests/test_table.h"

enum { FIELDS = 400, BLOCKS = 92, MAX_LIST = 200 };

/* -- The city ---------------------------------------------------------------------------------- */

static const char *const city_map[20] = {
    "H##1#2#3#EE#2#1##1.H", "........#,,........#", "1.1#.21#4,,###1.21.#", "#.2C.#21#,,3#2#.C#.1",
    "#........,,#.......#", "1.1#.3#.5,,#5#3.#2.2", "#.#2.##5#,,4###.21.#", "2.##.5#::::::5..1#.3",
    "#.#3##4:o::o:#5.#4##", "E,,,,,,::::::,,,,,,E", "E,,,,,,::::::,,,,,,E", "##4#.5#:o::o:4##3#.#",
    "3.#1..5::::::#5.##.2", "#.12.###4,,#5##.2#.#", "2.2#.3#5#,,5.#3.#1.1", "#.......#,,........#",
    "1.#C.#2#3,,#12#.C2.#", "#.12.1###,,4#12.#1.1", "#........,,#........", "H.1##1#2#EE#3#2#1##H"};

/* The yellow quarter: field, value, yellow's print, doors. */
static const struct {
    int row, col, value, printed, doors[2][2];
} quarter_table[23] = {
    {3, 3, 20, 1, {{3, 4}, {4, 3}}}, {0, 0, 1, 1, {{1, 0}, {1, 0}}}, {0, 3, 1, 1, {{1, 3}, {1, 3}}},
    {2, 0, 1, 1, {{2, 1}, {2, 1}}},  {2, 2, 1, 1, {{1, 2}, {1, 2}}}, {5, 0, 1, 1, {{5, 1}, {5, 1}}},
    {5, 2, 1, 1, {{4, 2}, {4, 2}}},  {3, 2, 2, 1, {{3, 1}, {3, 1}}}, {2, 5, 2, 1, {{2, 4}, {2, 4}}},
    {2, 6, 1, 0, {{1, 6}, {1, 6}}},  {3, 7, 1, 0, {{4, 7}, {4, 7}}}, {0, 5, 2, 0, {{1, 5}, {1, 5}}},
    {3, 6, 2, 0, {{4, 6}, {4, 6}}},  {6, 3, 2, 0, {{6, 4}, {6, 4}}}, {7, 0, 2, 0, {{7, 1}, {7, 1}}},
    {0, 7, 3, 0, {{1, 7}, {1, 7}}},  {5, 5, 3, 0, {{4, 5}, {4, 5}}}, {8, 3, 3, 0, {{9, 3}, {9, 3}}},
    {2, 8, 4, 0, {{2, 9}, {2, 9}}},  {8, 6, 4, 0, {{8, 7}, {8, 7}}}, {5, 8, 5, 0, {{4, 8}, {4, 8}}},
    {7, 5, 5, 0, {{7, 4}, {7, 4}}},  {6, 7, 5, 0, {{5, 7}, {7, 7}}}};

static struct {
    int field[BLOCKS], value[BLOCKS], printed[BLOCKS], doors[BLOCKS][2]; /* by number */
    int block[FIELDS];                                                   /* at a field, or -1 */
    int n_beside[FIELDS], beside[FIELDS][10];
} town;

static inline int turned(int field) { return field % 20 * 20 + 19 - field / 20; }

static inline bool is_street(int field)
{
    return strchr(".,:E", city_map[field / 20][field % 20]) != NULL;
}

static inline bool are_beside(int a, int b)
{
    int rows = abs(a / 20 - b / 20), cols = abs(a % 20 - b % 20);
    for (int swap = 0; swap < 2; swap++) {
        int house = swap ? b : a, street = swap ? a : b;
        if (town.block[house] >= 0)
            return town.doors[town.block[house]][0] == street ||
                   town.doors[town.block[house]][1] == street;
    }
    if (!is_street(a) || !is_street(b) || a == b)
        return false;
    bool edges = city_map[a / 20][a % 20] == 'E' && city_map[b / 20][b % 20] == 'E';
    return edges || rows + cols == 1;
}

static inline void build_town(void)
{
    for (int f = 0; f < FIELDS; f++)
        town.block[f] = -1;
    for (int b = 0; b < BLOCKS; b++) {
        int k = b % 23;
        town.field[b] = quarter_table[k].row * 20 + quarter_table[k].col;
        for (int i = 0; i < 2; i++)
            town.doors[b][i] = quarter_table[k].doors[i][0] * 20 + quarter_table[k].doors[i][1];
        for (int turns = 0; turns < b / 23; turns++) {
            town.field[b] = turned(town.field[b]);
            for (int i = 0; i < 2; i++)
                town.doors[b][i] = turned(town.doors[b][i]);
        }
        town.value[b] = quarter_table[k].value;
        town.printed[b] = quarter_table[k].printed ? b / 23 : -1;
        town.block[town.field[b]] = b;
    }
    memset(town.n_beside, 0, sizeof town.n_beside);
    for (int a = 0; a < FIELDS; a++)
        for (int b = 0; b < FIELDS; b++)
            if (are_beside(a, b))
                town.beside[a][town.n_beside[a]++] = b;
}

/* "1,5", "Y05", "YC" */
static inline int field_named(const char *name)
{
    static const char letters[] = "YRGB";
    const char *gang = strchr(letters, *name), *comma = strchr(name, ',');
    if (comma)
        return atoi(name) * 20 + atoi(comma + 1);
    int k = name[1] == 'C' ? 0 : name[1] == 'H' ? 1 : atoi(name + 1);
    return gang ? town.field[23 * (gang - letters) + k] : -1;
}

typedef struct field_text {
    char s[8];
} field_text;

static inline field_text name_of(int field)
{
    field_text t;
    int b = town.block[field];
    if (b < 0)
        snprintf(t.s, sizeof t.s, "%d,%d", field / 20 % 20, field % 20);
    else if (b % 23 < 2)
        snprintf(t.s, sizeof t.s, "%c%c", "YRGB"[b / 23 % 4], "CH"[b % 23]);
    else
        snprintf(t.s, sizeof t.s, "%c%02d", "YRGB"[b / 23 % 4], b % 23);
    return t;
}

/* -- The table's choices ----------------------------------------------------------------------- */

typedef struct rules {
    int players, n_gangs;
    bool present[4];
    int seat[4], ally[4]; /* ally: -1 if there is none */
    bool stacking, presence, chips, no_prize, by_gang, by_wealth;
    int scope; /* 0 purchase, 1 phase, 2 game */
    int most;  /* the die's highest number */
} rules;

static inline bool chosen(const char *options, const char *option)
{
    return strstr(options, option) != NULL;
}

static inline rules rules_of(int players, const char *options)
{
    rules r = {.players = players, .most = 12};
    const char *colours = "YRGB";
    r.stacking = chosen(options, "variant_stacking=on");
    r.presence = chosen(options, "variant_casino_presence=on");
    r.chips = chosen(options, "chip_limit=on");
    r.no_prize = chosen(options, "survivor_prize=off");
    r.by_gang = chosen(options, "fours_scope=gang");
    r.by_wealth = chosen(options, "goal_tie=wealth");
    r.scope =
        chosen(options, "balance_scope=phase") ? 1 : chosen(options, "balance_scope=game") * 2;
    if (chosen(options, "movement_die="))
        r.most = chosen(options, "scale22") ? 22 : chosen(options, "3d6") ? 18 : 12;
    if (chosen(options, "colours="))
        colours = strstr(options, "colours=") + strlen("colours=");
    for (int gang = 0; gang < 4; gang++) {
        bool adjacent = chosen(options, "pairing=adjacent");
        const char *at = strchr(colours, "YRGB"[gang]);
        r.present[gang] = players == 2 || at - colours < players;
        r.seat[gang] = players == 2 ? (adjacent ? gang > 1 : gang % 2) : (int)(at - colours);
        r.ally[gang] = players > 2 ? -1 : adjacent ? gang ^ 1 : (gang + 2) % 4;
        r.n_gangs += r.present[gang];
    }
    return r;
}

/* The gang in this place of the phase's order. */
static inline int gang_in_turn(const rules *r, int phase, int turn)
{
    int gang = phase;
    for (;; gang = (gang + 1) % 4)
        if (r->present[gang] && turn-- == 0)
            return gang;
}

/* -- A position -------------------------------------------------------------------------------- */

typedef struct plain {
    char stage[12];
    int phase, round, turn, points, bank, events;
    int since[4][3]; /* by seat and goal; -1: not held */
    int battle;      /* field, or -1 */
    int defender, assault, right;
    int attackers[5]; /* by rings */
    int rings[2], before[2];
    int cash[4], reserve[4], dead[4], bought[4][2], waiting[4][5];
    int n[4], at[4][20], strength[4][20]; /* members: buildings by number, streets row by row */
    int owner[BLOCKS];                    /* -1: nobody */
} plain;

static const char *const goals[] = {"goal_casinos", "goal_square", "goal_fours"};

static inline bool plain_is(const plain *p, const char *stage) { return !strcmp(p->stage, stage); }

/* The next word of a text; "" at its end. A ';' is a word of its own. */
static inline const char *word_of(const char **text)
{
    static char words[4][40];
    static int which;
    char *word = words[which = (which + 1) % 4];
    size_t n = 0;
    while (**text == ' ')
        ++*text;
    while (**text && **text != ' ' && (**text != ';' || n == 0) && n < 39) {
        word[n++] = *(*text)++;
        if (word[0] == ';')
            break;
    }
    word[n] = '\0';
    return word;
}

static inline int number_of(const char **text) { return atoi(word_of(text)); }

static inline int gang_named(const char *word)
{
    static const char *const names[] = {"yellow", "red", "green", "blue"};
    for (int gang = 0; gang < 4; gang++)
        if (!strcmp(word, names[gang]))
            return gang;
    return -1;
}

static inline void read_battle(plain *p, const char **text)
{
    p->battle = field_named(word_of(text));
    for (const char *w = word_of(text); *w && *w != ';'; w = word_of(text)) {
        if (!strcmp(w, "defender")) {
            p->defender = gang_named(word_of(text));
        } else if (!strcmp(w, "right")) {
            p->assault = 1;
            p->right = !strcmp(word_of(text), "defender");
        } else if (!strcmp(w, "rings")) {
            p->rings[0] = number_of(text), p->rings[1] = number_of(text);
        } else if (!strcmp(w, "before")) {
            p->before[0] = number_of(text), p->before[1] = number_of(text);
        } else if (strcmp(w, "attackers") != 0) {
            p->attackers[atoi(w)]++;
        }
    }
}

static inline void read_gang(plain *p, int g, const char **text)
{
    const char *part = "";
    for (const char *w = word_of(text); *w && *w != ';'; w = word_of(text)) {
        if (!strcmp(w, "cash"))
            p->cash[g] = number_of(text);
        else if (!strcmp(w, "reserve"))
            p->reserve[g] = number_of(text);
        else if (!strcmp(w, "dead"))
            p->dead[g] = number_of(text);
        else if (!strcmp(w, "bought"))
            p->bought[g][0] = number_of(text), p->bought[g][1] = number_of(text);
        else if (!strcmp(w, "waiting") || !strcmp(w, "at") || !strcmp(w, "owns"))
            part = !strcmp(w, "waiting") ? "waiting" : !strcmp(w, "at") ? "at" : "owns";
        else if (!strcmp(part, "waiting"))
            p->waiting[g][atoi(w)]++;
        else if (!strcmp(part, "owns"))
            p->owner[town.block[field_named(w)]] = g;
        else {
            p->at[g][p->n[g]] = field_named(w);
            p->strength[g][p->n[g]++] = atoi(strchr(w, ':') + 1);
        }
    }
}

static inline plain plain_of(const char *text)
{
    plain p;
    memset(&p, 0, sizeof p);
    memset(p.owner, -1, sizeof p.owner);
    memset(p.since, -1, sizeof p.since);
    p.battle = -1;
    if (!town.n_beside[0])
        build_town();
    for (const char *w = word_of(&text); *w; w = word_of(&text)) {
        if (!strcmp(w, "stage"))
            snprintf(p.stage, sizeof p.stage, "%s", word_of(&text));
        else if (!strcmp(w, "phase"))
            p.phase = *word_of(&text) - 'A';
        else if (!strcmp(w, "round"))
            p.round = number_of(&text);
        else if (!strcmp(w, "turn"))
            p.turn = number_of(&text);
        else if (!strcmp(w, "points"))
            p.points = number_of(&text);
        else if (!strcmp(w, "bank"))
            p.bank = number_of(&text);
        else if (!strcmp(w, "events"))
            p.events = number_of(&text);
        else if (!strcmp(w, "holds")) {
            int seat = number_of(&text), goal = 0;
            for (w = word_of(&text); strcmp(w, goals[goal]) != 0;)
                goal++;
            p.since[seat][goal] = number_of(&text);
        } else if (!strcmp(w, "battle"))
            read_battle(&p, &text);
        else if (gang_named(w) >= 0)
            read_gang(&p, gang_named(w), &text);
    }
    return p;
}

static inline plain plain_now(void)
{
    spk_buf out = {0};
    box.game->print_state(&box, &now, &out);
    plain p = plain_of(spk_buf_text(&out));
    spk_buf_release(&out);
    return p;
}

/* -- Small questions --------------------------------------------------------------------------- */

static inline int on_turn(const plain *p, const rules *r)
{
    return gang_in_turn(r, p->phase, p->turn);
}

static inline int n_waiting(const plain *p, int g)
{
    return p->waiting[g][1] + p->waiting[g][2] + p->waiting[g][3] + p->waiting[g][4];
}

/* The gang whose members stand there; -1: none. Who fights stands nowhere. */
static inline int who_is_at(const plain *p, int field)
{
    for (int g = 0; g < 4; g++)
        for (int i = 0; i < p->n[g]; i++)
            if (p->at[g][i] == field)
                return g;
    return -1;
}

static inline int count_at(const plain *p, int g, int field, int rings)
{
    int n = 0;
    for (int i = 0; i < p->n[g]; i++)
        n += p->at[g][i] == field && (!rings || p->strength[g][i] == rings);
    return n;
}

static inline bool is_fighting(const plain *p) { return p->battle >= 0; }

/* -- Money and goals --------------------------------------------------------------------------- */

static const int price[] = {0, 10, 25, 40, 50};

static inline int plain_payout(const plain *p, const rules *r, int g)
{
    int sum = 0, ones = 0, twos = 0;
    for (int b = 0; b < BLOCKS; b++) {
        if (p->owner[b] != g)
            continue;
        bool casino = town.value[b] == 20;
        if (!casino || !r->presence || who_is_at(p, town.field[b]) == g)
            sum += town.value[b];
        ones += b / 23 == g && town.value[b] == 1;
        twos += b / 23 == g && town.value[b] == 2;
    }
    return sum + (ones == 8 ? 16 : 0) + (twos == 6 ? 24 : 0);
}

static inline int plain_wealth(const plain *p, const rules *r, int seat)
{
    int sum = 0;
    for (int g = 0; g < 4; g++) {
        if (!r->present[g] || r->seat[g] != seat)
            continue;
        sum += p->cash[g];
        for (int rings = 1; rings <= 4; rings++)
            sum += price[rings] * p->waiting[g][rings];
        for (int i = 0; i < p->n[g]; i++)
            sum += price[p->strength[g][i]];
    }
    return sum;
}

static inline int goal_count(const plain *p, int g, int goal)
{
    int n = goal == 2 ? p->waiting[g][4] : 0;
    for (int b = 0; b < BLOCKS; b++)
        n += p->owner[b] == g && (goal == 0   ? b % 23 == 0
                                  : goal == 1 ? b % 23 == 19 || b % 23 == 22
                                              : 0);
    for (int i = 0; goal == 2 && i < p->n[g]; i++)
        n += p->strength[g][i] == 4;
    return n;
}

/* Outside a battle: who fights is in no list here. */
static inline bool plain_holds(const plain *p, const rules *r, int seat, int goal)
{
    int need = goal == 0 ? (r->players == 2 ? 4 : 3) : goal == 1 ? 8 : 5, sum = 0, best = 0;
    for (int g = 0; g < 4; g++)
        if (r->present[g] && r->seat[g] == seat) {
            int n = goal_count(p, g, goal);
            sum += n;
            best = n > best ? n : best;
        }
    return (goal == 2 && r->by_gang ? best : sum) >= need;
}

/* -- The decision table (D1 to D6) ------------------------------------------------------------- */

typedef struct list {
    int n;
    char text[MAX_LIST][32];
} list;

#define ADD(l, ...) snprintf((l)->text[(l)->n++], sizeof *(l)->text, __VA_ARGS__)

static inline bool is_even(const plain *p, int g, int n1, int n2)
{
    return abs(p->bought[g][0] + n1 - p->bought[g][1] - n2) <= 1;
}

static inline void add_hires(const plain *p, const rules *r, list *l)
{
    int g = on_turn(p, r);
    for (int n1 = 0; n1 <= 20; n1++)
        for (int n2 = 0; n2 <= 20; n2++)
            for (int n3 = 0; n3 <= 1; n3++)
                if (is_even(p, g, n1, n2) && 10 * n1 + 25 * n2 + 40 * n3 <= p->cash[g] &&
                    n1 + n2 + n3 <= p->reserve[g] && n1 + 2 * n2 + 3 * n3 <= p->bank)
                    ADD(l, "hire %d %d %d", n1, n2, n3);
}

static inline void add_places(const plain *p, const rules *r, list *l)
{
    int g = on_turn(p, r);
    for (int b = 0; b < BLOCKS && n_waiting(p, g); b++)
        if (p->owner[b] == g && (r->stacking || who_is_at(p, town.field[b]) < 0))
            ADD(l, "place %s", name_of(town.field[b]).s);
}

static inline void add_enters(const plain *p, const rules *r, list *l)
{
    int g = on_turn(p, r), home = 23 * g + 1;
    ADD(l, "enter none");
    if (p->owner[home] != g || (!r->stacking && who_is_at(p, town.field[home]) >= 0))
        return;
    for (int rings = 1; rings <= 2; rings++)
        if (p->cash[g] >= price[rings] && p->bank >= rings && p->reserve[g] > 0 &&
            is_even(p, g, rings == 1, rings == 2))
            ADD(l, "enter buy %d", rings);
    for (int rings = 1; rings <= 4; rings++)
        if (p->waiting[g][rings])
            ADD(l, "enter wait %d", rings);
}

static inline int chips_out(const plain *p, int g)
{
    int n = 0;
    for (int b = 0; b < BLOCKS; b++)
        n += p->owner[b] == g && town.printed[b] != g;
    return n;
}

static inline bool may_step(const plain *p, const rules *r, int g, int to)
{
    int b = town.block[to], there = who_is_at(p, to);
    if (there >= 0 && there == r->ally[g])
        return false;
    if (there == g)
        return r->stacking && b >= 0;
    bool chip = b >= 0 && p->owner[b] != g && town.printed[b] != g;
    return !(r->chips && chip && chips_out(p, g) >= 20);
}

static inline void add_steps(const plain *p, const rules *r, list *l)
{
    int g = on_turn(p, r);
    for (int i = 0; i < p->n[g]; i++) {
        int from = p->at[g][i], rings = p->strength[g][i];
        if (i > 0 && p->at[g][i - 1] == from && p->strength[g][i - 1] == rings)
            continue;
        for (int j = 0; j < town.n_beside[from]; j++) {
            int to = town.beside[from][j];
            if (!may_step(p, r, g, to))
                continue;
            if (r->stacking)
                ADD(l, "step %s %s %d", name_of(from).s, name_of(to).s, rings);
            else
                ADD(l, "step %s %s", name_of(from).s, name_of(to).s);
        }
    }
}

/* The shortest way of a member into the building that is fought for, over empty streets. */
static inline int way_length(const plain *p, int from)
{
    static int length[FIELDS], queue[FIELDS];
    int n = 0;
    memset(length, -1, sizeof length);
    length[from] = 0;
    queue[n++] = from;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < town.n_beside[queue[i]]; j++) {
            int to = town.beside[queue[i]][j];
            if (to == p->battle)
                return length[queue[i]] + 1;
            if (length[to] >= 0 || !is_street(to) || who_is_at(p, to) >= 0)
                continue;
            length[to] = length[queue[i]] + 1;
            queue[n++] = to;
        }
    return 1000;
}

static inline void add_reinforcements(const plain *p, const rules *r, list *l)
{
    int g = on_turn(p, r);
    ADD(l, "fight");
    for (int i = 0; i < p->n[g]; i++) {
        int from = p->at[g][i], rings = p->strength[g][i];
        if (i > 0 && p->at[g][i - 1] == from && p->strength[g][i - 1] == rings)
            continue;
        if (way_length(p, from) <= p->points)
            ADD(l, "reinforce %s %d", name_of(from).s, rings);
    }
}

static inline void add_pairs(const plain *p, list *l)
{
    for (int a = 1; a <= 4; a++)
        for (int d = 1; d <= 4; d++)
            if (p->attackers[a] && count_at(p, p->defender, p->battle, d))
                ADD(l, "pair %d %d", a, d);
}

static inline void plain_moves(const plain *p, const rules *r, list *l)
{
    l->n = 0;
    if (plain_is(p, "hire"))
        add_hires(p, r, l);
    else if (plain_is(p, "place"))
        add_places(p, r, l);
    else if (plain_is(p, "enter"))
        add_enters(p, r, l);
    else if (plain_is(p, "step"))
        add_steps(p, r, l);
    else if (plain_is(p, "reinforce"))
        add_reinforcements(p, r, l);
    else if (plain_is(p, "pair"))
        add_pairs(p, l);
}

/* -- What moves do ----------------------------------------------------------------------------- */

static inline int place_in_list(int field)
{
    return town.block[field] >= 0 ? town.block[field] : 92 + field;
}

static inline void put_member(plain *p, int g, int field, int rings)
{
    int i = p->n[g]++;
    for (; i > 0 && (place_in_list(p->at[g][i - 1]) > place_in_list(field) ||
                     (p->at[g][i - 1] == field && p->strength[g][i - 1] > rings));
         i--) {
        p->at[g][i] = p->at[g][i - 1];
        p->strength[g][i] = p->strength[g][i - 1];
    }
    p->at[g][i] = field;
    p->strength[g][i] = rings;
}

/* Rings 0: whoever is there. The answer: its rings. */
static inline int take_member(plain *p, int g, int field, int rings)
{
    int i = 0;
    while (p->at[g][i] != field || (rings && p->strength[g][i] != rings))
        if (++i >= p->n[g])
            fail_msg("nobody at %s", name_of(field).s);
    rings = p->strength[g][i];
    p->n[g]--;
    for (; i < p->n[g]; i++) {
        p->at[g][i] = p->at[g][i + 1];
        p->strength[g][i] = p->strength[g][i + 1];
    }
    p->at[g][i] = p->strength[g][i] = 0;
    return rings;
}

/* One event: holds that begin are stamped with the counter, then it goes on. */
static inline void count_event(plain *p, const rules *r)
{
    for (int seat = 0; seat < r->players; seat++)
        for (int goal = 0; goal < 3; goal++) {
            bool held = plain_holds(p, r, seat, goal);
            p->since[seat][goal] = !held                      ? -1
                                   : p->since[seat][goal] < 0 ? p->events
                                                              : p->since[seat][goal];
        }
    p->events++;
}

static inline bool anybody_holds(const plain *p)
{
    for (int i = 0; i < 12; i++)
        if (p->since[i / 3][i % 3] >= 0)
            return true;
    return false;
}

static inline void set_stage(plain *p, const char *stage)
{
    memset(p->stage, 0, sizeof p->stage);
    snprintf(p->stage, sizeof p->stage, "%s", stage);
}

/* CH-12, CH-13 */
static inline void finish_phase(plain *p, const rules *r)
{
    set_stage(p, "over");
    p->turn = r->n_gangs - 1;
    if (anybody_holds(p))
        return;
    for (int g = 0; g < 4; g++)
        p->cash[g] += plain_payout(p, r, g);
    if (p->phase == 3)
        return;
    for (int g = 0; g < 4; g++)
        if (r->scope == 1)
            p->bought[g][0] = p->bought[g][1] = 0;
    set_stage(p, "hire");
    p->phase++;
    p->round = 1;
    p->turn = 0;
}

/* From here to the next question that has to be asked: the README's sequence. */
static inline void find_question(plain *p, const rules *r)
{
    for (;;) {
        list l;
        if (p->turn == r->n_gangs) {
            p->turn = 0;
            if (plain_is(p, "hire"))
                set_stage(p, "place");
            else if (plain_is(p, "place"))
                set_stage(p, "enter");
            else if (p->round < 6)
                p->round++;
            else
                finish_phase(p, r);
            if (plain_is(p, "over"))
                return;
            continue;
        }
        int g = on_turn(p, r);
        plain_moves(p, r, &l);
        bool out = !p->n[g] && !n_waiting(p, g) && !p->reserve[g];
        if (plain_is(p, "hire")    ? !out
            : plain_is(p, "enter") ? l.n > 1
            : plain_is(p, "roll")  ? p->n[g] > 0
            : plain_is(p, "step")  ? p->points > 0 && l.n > 0
                                   : l.n > 0)
            return;
        if (plain_is(p, "enter")) {
            if (r->scope == 0)
                p->bought[g][0] = p->bought[g][1] = 0;
            set_stage(p, "roll");
            continue;
        }
        if (plain_is(p, "roll") || plain_is(p, "step")) {
            p->points = 0;
            set_stage(p, "enter");
        }
        p->turn++;
    }
}

static inline void play_hire(plain *p, const rules *r, const int n[3])
{
    int g = on_turn(p, r);
    for (int i = 0; i < 3; i++) {
        p->cash[g] -= price[i + 1] * n[i];
        p->reserve[g] -= n[i];
        p->bank -= (i + 1) * n[i];
        p->waiting[g][i + 1] += n[i];
        if (i < 2 && r->scope)
            p->bought[g][i] += n[i];
    }
    p->turn++;
}

static inline void play_enter(plain *p, const rules *r, const char *way, int rings)
{
    int g = on_turn(p, r), home = town.field[23 * g + 1];
    if (!strcmp(way, "none")) {
        if (r->scope == 0)
            p->bought[g][0] = p->bought[g][1] = 0;
        set_stage(p, "roll");
        return;
    }
    if (!strcmp(way, "buy")) {
        p->cash[g] -= price[rings];
        p->reserve[g]--;
        p->bank -= rings;
        p->bought[g][rings - 1]++;
    } else {
        p->waiting[g][rings]--;
    }
    put_member(p, g, home, rings);
}

static inline void begin_duel(plain *p, int attacker, int defender)
{
    p->rings[0] = p->before[0] = attacker;
    p->rings[1] = p->before[1] = defender;
    set_stage(p, "duel");
}

static inline void play_pair(plain *p, int attacker, int defender)
{
    p->attackers[attacker]--;
    take_member(p, p->defender, p->battle, defender);
    p->right = !p->right;
    begin_duel(p, attacker, defender);
}

/* Asked, or the only pair there is. */
static inline void next_duel(plain *p)
{
    list l = {0};
    int a, d;
    add_pairs(p, &l);
    set_stage(p, "pair");
    if (l.n == 1 && sscanf(l.text[0], "pair %d %d", &a, &d) == 2)
        play_pair(p, a, d);
}

static inline void play_step(plain *p, const rules *r, int from, int to, int rings)
{
    int g = on_turn(p, r), b = town.block[to], foe = who_is_at(p, to);
    rings = take_member(p, g, from, rings);
    p->points--;
    if (foe < 0 || foe == g) {
        put_member(p, g, to, rings);
        if (b >= 0)
            p->owner[b] = g;
        count_event(p, r);
        return;
    }
    p->battle = to;
    p->defender = foe;
    if (r->stacking && b >= 0) {
        p->assault = 1;
        p->attackers[rings] = 1;
        set_stage(p, "reinforce");
    } else {
        begin_duel(p, rings, take_member(p, foe, to, 0));
    }
}

/* The dead and the prize; then those with rings stand again. */
static inline void end_duel(plain *p, const rules *r, bool by_ties)
{
    int gangs[2] = {on_turn(p, r), p->defender};
    for (int side = 0; side < 2; side++) {
        if (p->rings[side])
            continue;
        p->dead[gangs[side]]++;
        if (!p->rings[!side] || (by_ties && r->no_prize))
            continue;
        p->cash[gangs[!side]] += price[p->before[side]];
        if (p->rings[!side] < 4) {
            p->rings[!side]++;
            p->bank--;
        }
    }
    if (p->rings[1])
        put_member(p, p->defender, p->battle, p->rings[1]);
    if (p->rings[0])
        p->attackers[p->rings[0]]++;
    memset(p->rings, 0, sizeof p->rings);
    memset(p->before, 0, sizeof p->before);
}

/* The duels are over: whoever attacks and still stands is in. */
static inline void end_battle(plain *p, const rules *r)
{
    for (int rings = 1; rings <= 4; rings++)
        for (; p->attackers[rings]; p->attackers[rings]--) {
            put_member(p, on_turn(p, r), p->battle, rings);
            if (town.block[p->battle] >= 0)
                p->owner[town.block[p->battle]] = on_turn(p, r);
        }
    p->battle = -1;
    p->assault = p->right = p->defender = 0;
    set_stage(p, "step");
}

static inline int n_attackers(const plain *p)
{
    return p->attackers[1] + p->attackers[2] + p->attackers[3] + p->attackers[4];
}

/* Attackers of an assault that wait inside count for the goal of five 4-ring members. */
static inline void count_duel(plain *p, const rules *r)
{
    plain whole = *p;
    for (int rings = 1; rings <= 4; rings++)
        whole.waiting[on_turn(p, r)][rings] += p->attackers[rings];
    count_event(&whole, r);
    memcpy(p->since, whole.since, sizeof p->since);
    p->events++;
}

static inline void play_throw(plain *p, const rules *r, int attack, int defence)
{
    bool tie = attack == defence;
    if (tie) {
        p->rings[0]--, p->rings[1]--;
        p->bank += 2;
        if (p->rings[0] && p->rings[1])
            return;
    } else {
        int loser = attack < defence ? 0 : 1;
        p->bank += p->rings[loser];
        p->rings[loser] = 0;
    }
    end_duel(p, r, tie);
    if (n_attackers(p) && count_at(p, p->defender, p->battle, 0)) {
        count_duel(p, r);
        next_duel(p);
    } else {
        end_battle(p, r);
        count_event(p, r);
    }
}

static inline void plain_play(plain *p, const rules *r, const char *move)
{
    const char *verb = word_of(&move), *first = word_of(&move), *second = word_of(&move),
               *third = word_of(&move);
    int n[3] = {atoi(first), atoi(second), atoi(third)}, g = on_turn(p, r);
    if (!strcmp(verb, "hire")) {
        play_hire(p, r, n);
    } else if (!strcmp(verb, "place")) {
        int rings = 4;
        while (!p->waiting[g][rings])
            rings--;
        p->waiting[g][rings]--;
        put_member(p, g, field_named(first), rings);
    } else if (!strcmp(verb, "enter")) {
        play_enter(p, r, first, n[1]);
    } else if (!strcmp(verb, "roll")) {
        p->points = n[0];
        set_stage(p, "step");
    } else if (!strcmp(verb, "step")) {
        play_step(p, r, field_named(first), field_named(second), n[2]);
    } else if (!strcmp(verb, "throw")) {
        play_throw(p, r, n[0], n[1]);
    } else if (!strcmp(verb, "reinforce")) {
        p->points -= way_length(p, field_named(first));
        p->attackers[take_member(p, g, field_named(first), n[1])]++;
    } else if (!strcmp(verb, "fight")) {
        next_duel(p);
    } else if (!strcmp(verb, "pair")) {
        play_pair(p, n[0], n[1]);
    }
    if (!is_fighting(p))
        find_question(p, r);
}

/* Nineteen chips of every gang lie in the next quarter: the limit is near. */
#define MANY_CHIPS                                                                                 \
    "stage roll; yellow cash 50 at 7,4:2 YC:1 6,9:3 owns YC YH R02 R03 R04 R05 R06 R07 R08 R09 "   \
    "R10 R11 R12 R13 R14 R15 R16 R17 R18 R19 R20; red cash 50 at 4,12:2 RC:1 9,13:3 owns RC RH "   \
    "G02 G03 G04 G05 G06 G07 G08 G09 G10 G11 G12 G13 G14 G15 G16 G17 G18 G19 G20; "                \
    "green cash 50 at 12,15:2 GC:1 13,10:3 owns GC GH B02 B03 B04 B05 B06 B07 B08 B09 B10 B11 "    \
    "B12 B13 B14 B15 B16 B17 B18 B19 B20; blue cash 50 at 15,7:2 BC:1 10,6:3 owns BC BH Y02 Y03 "  \
    "Y04 Y05 Y06 Y07 Y08 Y09 Y10 Y11 Y12 Y13 Y14 Y15 Y16 Y17 Y18 Y19 Y20"

/* -- Games with fights ---------------------------------------------------------------------------- */

/* Points from a node to the nearest foe, or to the nearest building that the gang does not own. */
static inline int hunger(int from, bool for_blood)
{
    int gang = chicago_on_turn(city(), here), best = 255;
    for (int to = 0; to < (for_blood ? city()->n_nodes : CHICAGO_BUILDINGS); to++) {
        bool foe = chicago_foe_at(city(), here, gang, to) >= 0;
        bool prey = for_blood ? foe : !foe && !chicago_has(here->gang[gang].owned, to);
        if (prey && city()->distance[from][to] < best)
            best = city()->distance[from][to];
    }
    return best;
}

/* Of the steps there are, one that leads nearest to what its gang is after. */
static inline spk_move hungry_step(const spk_move *moves, int n, bool for_blood, spk_rng *rng)
{
    int best = 256, first = (int)spk_rng_below(rng, (uint32_t)n);
    spk_move move = moves[first];
    for (int i = 0; i < n; i++) {
        spk_move other = moves[(first + i) % n];
        int way = hunger(chicago_move_b(other), for_blood);
        if (way < best) {
            best = way;
            move = other;
        }
    }
    return move;
}

/* A move to play: the dice's, or any of those there are. Random walkers would hardly ever meet, so
 * most steps hunt: in odd rounds foes, in even ones buildings. Who hires, hires. */
static inline spk_move hunting_move(spk_rng *rng)
{
    spk_move moves[SPK_MAX_MOVES];
    spk_seat seat = actor();
    if (seat == SPK_SEAT_CHANCE)
        return spk_chance_draw(&box, &now, rng);
    int n = box.game->moves(&box, &now, seat, moves);
    if (here->stage == CHICAGO_STEP && spk_rng_below(rng, 5))
        return hungry_step(moves, n, here->round % 2, rng);
    int idle = n > 1 && moves[n - 1] & SPK_MOVE_IDLE && spk_rng_below(rng, 4);
    return moves[spk_rng_below(rng, (uint32_t)(n - idle))];
}

#endif
