/* deeds.c: what a player has done between two positions of a turn, in phrases: buildings taken, goals completed or broken, guards
 * posted or withdrawn, men hired, a fight begun. For the analysis, which tells two walks apart by it. A walk goes through many streets and
 * doors; what counts is what has changed at its end. */
#include "games/chicago/hints.h"
#include "games/chicago/rules.h"

enum { MOST_PLACES = 3 }; /* of one kind that are named */

typedef struct change {
    const spk_box *box;
    const chicago_config *c;
    const chicago_state *before, *after;
    spk_seat seat;
    spk_buf *out;
} change;

static bool is_own(const change *d, int gang)
{
    return gang >= 0 && d->c->present[gang] && d->c->seat_of[gang] == d->seat;
}

#define PLACE(d, node) SPK_THING("place", chicago_code_of((d)->c, node).text)

/* -- Buildings ----------------------------------------------------------------------------------- */

static bool is_taken(const change *d, int b)
{
    return is_own(d, chicago_owner_of(d->after, b)) && !is_own(d, chicago_owner_of(d->before, b));
}

static void say_taken(const change *d)
{
    for (int b = 0, n = 0; b < CHICAGO_BUILDINGS && n < MOST_PLACES; b++) {
        int from = chicago_owner_of(d->before, b);
        if (!is_taken(d, b))
            continue;
        n++;
        if (from < 0)
            spk_say(d->out, N_("take {place}"), PLACE(d, b));
        else
            spk_say(d->out, N_("take {place} from {foe}"), PLACE(d, b),
                    SPK_THING("foe", chicago_gang_names[from]));
    }
}

static bool stands_at(const change *d, const chicago_state *s, int node)
{
    return is_own(d, s->on[node] - 1);
}

/* Of the buildings that are run for, those which the player has had all along. */
static void say_guards(const change *d)
{
    for (int b = 0; b < CHICAGO_BUILDINGS; b++) {
        bool was = stands_at(d, d->before, b), is = stands_at(d, d->after, b);
        bool run_for = chicago_has(d->c->casinos, b) || chicago_has(d->c->square, b);
        if (!run_for || was == is || !is_own(d, chicago_owner_of(d->before, b)) ||
            d->after->stage == CHICAGO_DUEL)
            continue;
        if (is)
            spk_say(d->out, N_("stand guard in {place}"), PLACE(d, b));
        else
            spk_say(d->out, N_("leave {place} without a guard"), PLACE(d, b));
    }
}

/* -- Goals --------------------------------------------------------------------------------------- */

static void say_own_goal(const change *d, chicago_goal goal, spk_arg name)
{
    int was = chicago_goal_count(d->box, d->before, d->seat, goal);
    int is = chicago_goal_count(d->box, d->after, d->seat, goal);
    int need = chicago_goal_need(d->box, goal);
    if (is >= need && was < need)
        spk_say(d->out, N_("complete a goal: {goal}"), name);
    else if (is > was && is + 1 == need)
        spk_say(d->out, N_("come to {n} of {need} for a goal: {goal}"), SPK_NUM("n", is),
                SPK_NUM("need", need), name);
}

static void say_goals(const change *d)
{
    static const char *const names[] = {N_("casinos"), N_("square"), N_("four rings")};
    for (int goal = 0; goal < CHICAGO_GOAL_COUNT; goal++) {
        spk_arg name = SPK_WORD("goal", names[goal]);
        say_own_goal(d, (chicago_goal)goal, name);
        for (spk_seat foe = 0; foe < d->box->n_seats; foe++)
            if (foe != d->seat && chicago_holds(d->box, d->before, foe, (chicago_goal)goal) &&
                !chicago_holds(d->box, d->after, foe, (chicago_goal)goal))
                spk_say(d->out, N_("break a goal of {foe}: {goal}"), SPK_WHO("foe", foe), name);
    }
}

/* -- Men ----------------------------------------------------------------------------------------- */

static int men_of(const change *d, const chicago_state *s, int *cash_k)
{
    int n = 0;
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        const chicago_gang *g = &s->gang[gang];
        if (!is_own(d, gang))
            continue;
        n += g->n_members + g->waiting[0] + g->waiting[1] + g->waiting[2] + g->waiting[3];
        *cash_k += g->cash_k;
    }
    return n;
}

static void say_hired(const change *d)
{
    int was_k = 0, is_k = 0, was = men_of(d, d->before, &was_k), is = men_of(d, d->after, &is_k);
    char room[16];
    spk_buf money = SPK_BUF_OVER(room);
    if (d->before->stage != CHICAGO_HIRE && d->before->stage != CHICAGO_ENTER)
        return;
    spk_buf_printf(&money, "%dk", is > was ? was_k - is_k : is_k);
    if (is == was + 1)
        spk_say(d->out, N_("hire a man for {money}"), SPK_TEXT("money", room));
    else if (is > was)
        spk_say(d->out, N_("hire {n} men for {money}"), SPK_NUM("n", is - was),
                SPK_TEXT("money", room));
    else if (is_k == was_k)
        spk_say(d->out, N_("keep the {money}"), SPK_TEXT("money", room));
}

/* Dice decide; what they say mostly can be told beforehand where it is one against one. */
static void say_fight(const change *d)
{
    const chicago_state *s = d->after;
    bool fights = s->stage == CHICAGO_DUEL || s->stage == CHICAGO_REINFORCE;
    if (!fights || d->before->stage != CHICAGO_STEP)
        return;
    spk_arg foe = SPK_THING("foe", chicago_gang_names[s->defender]);
    if (s->stage == CHICAGO_DUEL && !s->assault)
        spk_say(d->out, N_("fight {foe} at {place}, which is won {n} times in 100"), foe,
                PLACE(d, s->battle_at), SPK_NUM("n", chicago_duel_wins[s->rings[0]][s->rings[1]]));
    else
        spk_say(d->out, N_("fight {foe} at {place}"), foe, PLACE(d, s->battle_at));
}

/* -- Nothing of that ----------------------------------------------------------------------------- */

static int count_men_at(const change *d, const chicago_state *s, int node)
{
    int n = 0;
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        for (int i = 0; i < s->gang[gang].n_members; i++)
            n += is_own(d, gang) && chicago_node_of(s->gang[gang].member[i]) == node;
    return n;
}

/* A single step says that itself. */
static void say_way(const change *d)
{
    int from = -1, to = -1;
    if (d->before->stage != CHICAGO_STEP || d->before->points < d->after->points + 2)
        return;
    for (int node = 0; node < d->c->n_nodes; node++) {
        int more = count_men_at(d, d->after, node) - count_men_at(d, d->before, node);
        from = more < 0 ? node : from;
        to = more > 0 ? node : to;
    }
    if (from >= 0 && to >= 0)
        spk_say(d->out, N_("go from {from} to {to}"),
                SPK_THING("from", chicago_code_of(d->c, from).text),
                SPK_THING("to", chicago_code_of(d->c, to).text));
    else
        spk_say(d->out, N_("walk and be back where it began"));
}

void chicago_deeds(const spk_box *box, const void *before, const void *after, spk_seat seat,
                   spk_buf *out)
{
    change d = {box, box->config, before, after, seat, out};
    size_t n = out->n;
    say_taken(&d);
    say_goals(&d);
    say_fight(&d);
    say_guards(&d);
    say_hired(&d);
    if (out->n == n)
        say_way(&d);
}
