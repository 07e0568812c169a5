/* phrases.c: Chicago in sentences for people: what happened, what can be done, what things are called.
 * Formats and the things that fill them; a host translates and words them (base/phrase.h). The codes of
 * things:
 *
 *     1,5  Y11      a field in words: "street 1,5", "bar Y11 (2k)"         @1,5  @Y11     just where
 *     yellow        a gang: its player, and with two gangs to a player also which
 *     m3            a man with three rings
 *     goal_casinos  why the game ended, as in the result's reason                                */
#include <string.h>

#include "base/str.h"
#include "games/chicago/rules.h"

enum { FEW = 512 }; /* room for the items of a list */

static const char *man(int rings)
{
    static const char *const codes[] = {"m1", "m2", "m3", "m4"};
    return codes[rings < 1 || rings > CHICAGO_STRENGTHS ? 0 : rings - 1];
}

/* "@Y11": where, without saying what is there. */
static chicago_code spot(const chicago_config *c, int node)
{
    chicago_code code = {0};
    spk_buf out = SPK_BUF_OVER(code.text);
    spk_buf_putc(&out, '@');
    chicago_print_node(c, node, &out);
    return code;
}

/* "25k" */
static chicago_code money(int k)
{
    chicago_code code = {0};
    spk_buf out = SPK_BUF_OVER(code.text);
    spk_buf_printf(&out, "%dk", k);
    return code;
}

/* -- What happened: an event's text, part by part ---------------------------------------------- */

/* An event being explained. */
typedef struct told {
    const chicago_config *c;
    const char *text;
    spk_move move;
    spk_arg name; /* whose event it is */
} told;

/* The words of one part: "won yellow 3 40000" is {"yellow", "3", "40000"} behind "won". */
typedef struct part {
    char room[SPK_TOLD_TEXT];
    spk_words left;
    char word[16];
} part;

static bool find(const told *t, const char *word, part *p)
{
    if (!spk_part_find(t->text, word, p->room))
        return false;
    p->left = spk_words_of(p->room);
    return true;
}

static bool next(part *p) { return spk_words_next(&p->left, p->word, sizeof p->word); }

static int next_number(part *p, int most)
{
    int n = 0;
    return next(p) && spk_str_int(p->word, 0, most, &n) ? n : 0;
}

/* A gang by its name; "" if the text has something else there. */
static const char *next_gang(part *p)
{
    int gang = next(p) ? spk_str_find(p->word, chicago_gang_names, CHICAGO_GANGS) : -1;
    return gang < 0 ? "" : chicago_gang_names[gang];
}

static int rings_told(const told *t)
{
    part p;
    return find(t, "man", &p) ? next_number(&p, CHICAGO_STRENGTHS) : 1;
}

/* "4 men with one ring": people are counted as one speaks of them. */
static void list_alike(int n, int rings, spk_buf *items)
{
    if (n == 1 && rings == 1)
        spk_say(items, N_("a man with one ring"));
    else if (n == 1)
        spk_say(items, N_("a man with {rings} rings"), SPK_NUM("rings", rings));
    else if (n > 1 && rings == 1)
        spk_say(items, N_("{n} men with one ring"), SPK_NUM("n", n));
    else if (n > 1)
        spk_say(items, N_("{n} men with {rings} rings"), SPK_NUM("n", n), SPK_NUM("rings", rings));
}

static void list_men(const int n[3], spk_buf *items)
{
    for (int rings = 1; rings <= 3; rings++)
        list_alike(n[rings - 1], rings, items);
}

static void explain_hire(const told *t, spk_buf *out)
{
    int n[] = {chicago_move_a(t->move), chicago_move_b(t->move), chicago_move_c(t->move)};
    char room[FEW] = "";
    spk_buf items = SPK_BUF_OVER(room);
    list_men(n, &items);
    if (n[0] + n[1] + n[2] == 0)
        spk_say(out, N_("{name} hires nobody."), t->name);
    else
        spk_say(out, N_("{name} hires {men}."), t->name, SPK_LIST("men", room));
}

/* That nobody enters is not worth a line. */
static void explain_enter(const told *t, spk_buf *out)
{
    spk_arg who = SPK_THING("man", man(chicago_move_c(t->move)));
    if (chicago_move_a(t->move) == CHICAGO_WAY_BUY)
        spk_say(out, N_("{name} buys a {man}, who enters the home bar."), t->name, who);
    if (chicago_move_a(t->move) == CHICAGO_WAY_WAIT)
        spk_say(out, N_("{name}: a {man} enters the home bar."), t->name, who);
}

/* One step, or a host's text for a whole walk: it may end where it began. */
static void explain_step(const told *t, spk_buf *out)
{
    int from = chicago_move_a(t->move), to = chicago_move_b(t->move);
    chicago_code a = spot(t->c, from), b = spot(t->c, to);
    if (from == to)
        spk_say(out, N_("{name} takes a walk and is back on {place}."), t->name,
                SPK_THING("place", b.text));
    else
        spk_say(out, N_("{name} goes from {from} to {to}."), t->name, SPK_THING("from", a.text),
                SPK_THING("to", b.text));
}

static void explain_throw(const told *t, spk_buf *out)
{
    part p;
    if (!find(t, "duel", &p))
        return;
    const char *attacker = next_gang(&p);
    next(&p);
    spk_say(out, N_("{a} throws {x}, {b} {y}."), SPK_THING("a", attacker),
            SPK_NUM("x", chicago_move_a(t->move)), SPK_THING("b", next_gang(&p)),
            SPK_NUM("y", chicago_move_b(t->move)));
}

static void explain_deed(const told *t, spk_buf *out)
{
    int a = chicago_move_a(t->move), b = chicago_move_b(t->move), c = chicago_move_c(t->move);
    switch (chicago_move_op(t->move)) {
    case CHICAGO_OP_HIRE: explain_hire(t, out); break;
    case CHICAGO_OP_PLACE:
        spk_say(out, N_("{name} places a {man} in {place}."), t->name,
                SPK_THING("man", man(rings_told(t))),
                SPK_THING("place", chicago_code_of(t->c, a).text));
        break;
    case CHICAGO_OP_ENTER: explain_enter(t, out); break;
    case CHICAGO_OP_ROLL: spk_say(out, N_("{name} rolls {n}."), t->name, SPK_NUM("n", a)); break;
    case CHICAGO_OP_STEP: explain_step(t, out); break;
    case CHICAGO_OP_THROW: explain_throw(t, out); break;
    case CHICAGO_OP_REINFORCE:
        spk_say(out, N_("{name} brings a {man} from {from} into the fight."), t->name,
                SPK_THING("man", man(c)), SPK_THING("from", spot(t->c, a).text));
        break;
    case CHICAGO_OP_FIGHT: spk_say(out, N_("{name} begins the fight."), t->name); break;
    case CHICAGO_OP_PAIR:
        spk_say(out, N_("{name}: {a} against {b}."), t->name, SPK_THING("a", man(a)),
                SPK_THING("b", man(b)));
        break;
    case CHICAGO_OP_PASS:
    case CHICAGO_OP_END:
    case CHICAGO_OP_STOP:
    case CHICAGO_OP_COUNT: break;
    }
}

static void explain_meeting(const told *t, spk_buf *out)
{
    char room[FEW] = "";
    spk_buf foes = SPK_BUF_OVER(room);
    part p;
    if (!find(t, "meets", &p))
        return;
    const char *foe = next_gang(&p);
    int n[CHICAGO_STRENGTHS + 1] = {0};
    for (int rings; (rings = next_number(&p, CHICAGO_STRENGTHS)) > 0;)
        n[rings]++;
    for (int rings = CHICAGO_STRENGTHS; rings > 0; rings--)
        list_alike(n[rings], rings, &foes);
    if (!*foe || !foes.n)
        return;
    spk_arg us = t->name;
    us.gap = "a";
    spk_say(out, N_("Fight: {a}, {am}, against {b}, {bm}."), us,
            SPK_THING("am", man(rings_told(t))), SPK_THING("b", foe), SPK_LIST("bm", room));
}

static void explain_win(const char *winner, const char *loser, int rings, int prize, spk_buf *out)
{
    spk_arg name = SPK_THING("name", winner), foe = SPK_THING("foe", loser);
    if (prize)
        spk_say(out, N_("{name} wins and gets {money}; {foe} loses the man."), name,
                SPK_TEXT("money", money(prize / 1000).text), foe);
    else
        spk_say(out, N_("{name} wins; {foe} loses the man."), name, foe);
    if (rings == 1)
        spk_say(out, N_("The winner has one ring now."));
    else
        spk_say(out, N_("The winner has {n} rings now."), SPK_NUM("n", rings));
}

/* What a throw decided. */
static void explain_duel(const told *t, spk_buf *out)
{
    part even, dead, won;
    if (find(t, "even", &even))
        spk_say(out, N_("Even: each loses a ring."));
    if (!find(t, "dead", &dead))
        return;
    if (!find(t, "won", &won)) {
        spk_say(out, N_("Both men are dead."));
        return;
    }
    const char *winner = next_gang(&won), *loser = next_gang(&dead);
    int rings = next_number(&won, CHICAGO_STRENGTHS);
    if (*winner && *loser)
        explain_win(winner, loser, rings, next_number(&won, 1000 * CHICAGO_MAX_CASH_K), out);
}

static void explain_house(const told *t, spk_buf *out)
{
    part p;
    int node;
    if (!find(t, "took", &p) || !next(&p) || !chicago_parse_node(t->c, p.word, &node))
        return;
    chicago_code place = chicago_code_of(t->c, node);
    if (!next(&p)) /* "from" */
        spk_say(out, N_("{name} takes {place}."), t->name, SPK_THING("place", place.text));
    else
        spk_say(out, N_("{name} takes {place} from {foe}."), t->name,
                SPK_THING("place", place.text), SPK_THING("foe", next_gang(&p)));
}

/* "holds 0 goal_casinos", "lost 1 goal_fours"; there may be several. */
static void explain_goals(const told *t, spk_buf *out)
{
    static const char *const goals[] = {N_("casinos"), N_("square"), N_("four rings")};
    const char *at = t->text;
    for (part p; spk_part_next(&at, p.room);) {
        p.left = spk_words_of(p.room);
        bool holds = next(&p) && spk_str_eq(p.word, "holds");
        if (!holds && !spk_str_eq(p.word, "lost"))
            continue;
        int seat = next_number(&p, CHICAGO_GANGS - 1);
        int goal = next(&p) ? spk_str_find(p.word, chicago_goal_names, CHICAGO_GOAL_COUNT) : -1;
        if (goal >= 0)
            spk_say(out,
                    holds ? N_("{name} now holds a goal: {goal}.")
                          : N_("{name} no longer holds a goal: {goal}."),
                    SPK_WHO("name", seat), SPK_WORD("goal", goals[goal]));
    }
}

static void explain_pay(const told *t, spk_buf *out)
{
    char phases[16], room[FEW] = "";
    spk_buf list = SPK_BUF_OVER(room);
    part p;
    if (!find(t, "paid", &p) || !next(&p))
        return;
    memcpy(phases, p.word, sizeof phases);
    for (const char *gang; *(gang = next_gang(&p));)
        spk_say(&list, "{name} +{money}", SPK_THING("name", gang),
                SPK_TEXT("money", money(next_number(&p, 1000 * CHICAGO_MAX_CASH_K) / 1000).text));
    if (list.n)
        spk_say(out, N_("Phase {phase} is over. The bank pays: {list}."), SPK_TEXT("phase", phases),
                SPK_LIST("list", room));
}

void chicago_explain(const spk_box *box, spk_seat actor, const char *text, spk_buf *out)
{
    told t = {.c = box->config, .text = text, .name = SPK_WHO("name", actor)};
    char move[SPK_TOLD_TEXT];
    const char *at = text;
    part gang;
    if (!spk_part_next(&at, move) || chicago_parse_move(box, move, &t.move, NULL) != SPK_OK)
        return;
    if (find(&t, "gang", &gang))
        t.name = SPK_THING("name", next_gang(&gang));
    else if (actor == SPK_SEAT_CHANCE)
        return;
    explain_deed(&t, out);
    explain_meeting(&t, out);
    explain_duel(&t, out);
    explain_house(&t, out);
    explain_goals(&t, out);
    explain_pay(&t, out);
}

/* -- What can be done -------------------------------------------------------------------------- */

static void describe_hire(spk_move move, spk_buf *out)
{
    int n[] = {chicago_move_a(move), chicago_move_b(move), chicago_move_c(move)};
    char room[FEW] = "";
    spk_buf items = SPK_BUF_OVER(room);
    list_men(n, &items);
    if (n[0] + n[1] + n[2] == 0)
        spk_say(out, N_("Hire nobody"));
    else
        spk_say(out, N_("Hire {men}"), SPK_LIST("men", room));
}

static void describe_enter(spk_move move, spk_buf *out)
{
    int rings = chicago_move_c(move);
    if (chicago_move_a(move) == CHICAGO_WAY_NONE)
        spk_say(out, N_("Nobody enters"));
    else if (chicago_move_a(move) == CHICAGO_WAY_BUY)
        spk_say(out, N_("Buy a {man} for {price}"), SPK_THING("man", man(rings)),
                SPK_TEXT("price", money(chicago_price_k[rings]).text));
    else
        spk_say(out, N_("A waiting {man} enters"), SPK_THING("man", man(rings)));
}

static void describe_step(const chicago_config *c, spk_move move, spk_buf *out)
{
    chicago_code from = chicago_code_of(c, chicago_move_a(move));
    chicago_code to = chicago_code_of(c, chicago_move_b(move));
    if (chicago_move_c(move))
        spk_say(out, N_("From {from} to {to}, {man}"), SPK_THING("from", from.text),
                SPK_THING("to", to.text), SPK_THING("man", man(chicago_move_c(move))));
    else
        spk_say(out, N_("From {from} to {to}"), SPK_THING("from", from.text),
                SPK_THING("to", to.text));
}

void chicago_describe(const spk_box *box, const void *view, spk_seat seat, spk_move move,
                      spk_buf *out)
{
    const chicago_config *c = box->config;
    const chicago_state *s = view;
    int a = chicago_move_a(move), b = chicago_move_b(move);
    (void)seat;
    switch (chicago_move_op(move)) {
    case CHICAGO_OP_HIRE: describe_hire(move, out); break;
    case CHICAGO_OP_PLACE:
        spk_say(out, N_("Place the {man} in {place}"),
                SPK_THING("man", man(chicago_next_waiting(&s->gang[chicago_on_turn(c, s)]))),
                SPK_THING("place", chicago_code_of(c, a).text));
        break;
    case CHICAGO_OP_ENTER: describe_enter(move, out); break;
    case CHICAGO_OP_STEP: describe_step(c, move, out); break;
    case CHICAGO_OP_REINFORCE:
        spk_say(out, N_("{man} joins from {from}"), SPK_THING("man", man(chicago_move_c(move))),
                SPK_THING("from", chicago_code_of(c, a).text));
        break;
    case CHICAGO_OP_FIGHT: spk_say(out, N_("Fight with those who are here")); break;
    case CHICAGO_OP_PAIR:
        spk_say(out, N_("{a} against {b}"), SPK_THING("a", man(a)), SPK_THING("b", man(b)));
        break;
    case CHICAGO_OP_ROLL:
    case CHICAGO_OP_THROW:
    case CHICAGO_OP_PASS:
    case CHICAGO_OP_END:
    case CHICAGO_OP_STOP:
    case CHICAGO_OP_COUNT: break;
    }
}

/* -- What things are called -------------------------------------------------------------------- */

static void name_gang(const spk_box *box, int gang, spk_buf *out)
{
    const chicago_config *c = box->config;
    if (!c->present[gang])
        spk_say(out, "{gang}", SPK_WORD("gang", chicago_gang_names[gang]));
    else if (c->ally[gang] == gang)
        spk_say(out, "{name}", SPK_WHO("name", c->seat_of[gang]));
    else
        spk_say(out, "{name} ({gang})", SPK_WHO("name", c->seat_of[gang]),
                SPK_WORD("gang", chicago_gang_names[gang]));
}

/* "bar Y11 (2k)". The spot is a thing of its own, so that a screen whose map is marked otherwise can say
 * it in its own way. */
static void name_place(const chicago_config *c, int node, spk_buf *out)
{
    char room[64] = "";
    spk_buf place = SPK_BUF_OVER(room);
    chicago_code id = spot(c, node);
    if (node >= CHICAGO_BUILDINGS) {
        spk_say(out, N_("street {field}"), SPK_THING("field", id.text));
        return;
    }
    int k = node % CHICAGO_PER_QUARTER;
    spk_say(&place,
            k == CHICAGO_CASINO_K ? N_("casino {id}")
            : k == CHICAGO_HOME_K ? N_("home bar {id}")
                                  : N_("bar {id}"),
            SPK_THING("id", id.text));
    spk_say(out, "{place} ({money})", SPK_LIST("place", room),
            SPK_TEXT("money", money(c->value_k[node]).text));
}

static void name_man(int rings, spk_buf *out)
{
    if (rings == 1)
        spk_say(out, N_("man with one ring"));
    else
        spk_say(out, N_("man with {n} rings"), SPK_NUM("n", rings));
}

/* Why it ended; NULL: that is no reason. */
static const char *reason(const char *code)
{
    static const char *const goals[] = {
        [CHICAGO_GOAL_CASINOS] = N_("Enough casinos were held at the end of a phase."),
        [CHICAGO_GOAL_SQUARE] = N_("The bars at the square were held at the end of a phase."),
        [CHICAGO_GOAL_FOURS] = N_("Five men had four rings at the end of a phase."),
    };
    int goal = spk_str_find(code, chicago_goal_names, CHICAGO_GOAL_COUNT);
    if (spk_str_eq(code, "wealth"))
        return N_("Phase D is over: the greatest wealth wins.");
    return goal < 0 ? NULL : goals[goal];
}

void chicago_name_thing(const spk_box *box, const char *code, spk_buf *out)
{
    const chicago_config *c = box->config;
    int gang = spk_str_find(code, chicago_gang_names, CHICAGO_GANGS), n;
    if (reason(code))
        spk_say(out, reason(code));
    else if (gang >= 0)
        name_gang(box, gang, out);
    else if (code[0] == 'm' && spk_str_int(code + 1, 1, CHICAGO_STRENGTHS, &n))
        name_man(n, out);
    else if (code[0] == '@' && chicago_parse_node(c, code + 1, &n))
        spk_say(out, "{field}", SPK_TEXT("field", code + 1));
    else if (chicago_parse_node(c, code, &n))
        name_place(c, n, out);
}
