/* team.c: see team.h. */
#include "hosts/team.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

typedef struct member {
    spk_bot *bot;
    pthread_t thread;
    bool started;
    const host_budget *budget;
} member;

struct host_team {
    int n;
    member member[HOST_TEAM_MAX];
};

/* Member 0 has the caller's stream itself, so that a team of one plays as the bot alone does. */
host_team *host_team_new(const spk_bot_kind *kind, const spk_box *box, spk_seat seat,
                         const spk_rng *rng, int n)
{
    host_team *team = spk_alloc(sizeof *team);
    spk_rng seeds = *rng;
    team->n = n < 1 || kind->choose ? 1 : n > HOST_TEAM_MAX ? HOST_TEAM_MAX : n;
    for (int i = 0; i < team->n; i++) {
        spk_rng own = *rng;
        if (i > 0)
            spk_rng_init(&own, (uint64_t)spk_rng_next(&seeds) << 32 | spk_rng_next(&seeds),
                         (uint64_t)i);
        team->member[i].bot = spk_bot_new(kind, box, seat, &own);
    }
    return team;
}

host_team *host_team_of(spk_bot *bot)
{
    host_team *team = spk_alloc(sizeof *team);
    team->n = 1;
    team->member[0].bot = bot;
    return team;
}

void host_team_free(host_team *team)
{
    for (int i = 0; team && i < team->n; i++)
        spk_bot_free(team->member[i].bot);
    spk_free(team);
}

spk_bot *host_team_bot(const host_team *team) { return team->member[0].bot; }

static void *think(void *arg)
{
    member *m = arg;
    host_think(m->bot, m->budget);
    return NULL;
}

/* A member whose thread cannot be started does not think this time. */
static void think_together(host_team *team, const host_budget *budget)
{
    for (int i = 1; i < team->n; i++) {
        member *m = &team->member[i];
        m->budget = budget;
        m->started = pthread_create(&m->thread, NULL, think, m) == 0;
    }
    host_think(team->member[0].bot, budget);
    for (int i = 1; i < team->n; i++)
        if (team->member[i].started)
            pthread_join(team->member[i].thread, NULL);
}

static void add_line(spk_line *out, int *n, const spk_line *line)
{
    int at = 0;
    while (at < *n && out[at].move != line->move)
        at++;
    if (at == *n)
        out[(*n)++] = (spk_line){.move = line->move};
    uint64_t visits = (uint64_t)out[at].visits + line->visits;
    if (visits)
        out[at].value =
            (int)(((int64_t)out[at].value * out[at].visits + (int64_t)line->value * line->visits) /
                  (int64_t)visits);
    out[at].visits = (uint32_t)visits;
}

static int by_visits(const void *a, const void *b)
{
    const spk_line *x = a, *y = b;
    if (x->visits != y->visits)
        return x->visits < y->visits ? 1 : -1;
    if (x->value != y->value)
        return x->value < y->value ? 1 : -1;
    return x->move < y->move ? -1 : x->move > y->move;
}

/* All members know the same moves, so there are no more lines than the first has. */
int host_team_lines(const host_team *team, spk_line *out, int cap)
{
    static _Thread_local spk_line own[SPK_MAX_MOVES], all[SPK_MAX_MOVES];
    int n = 0;
    for (int i = 0; i < team->n; i++) {
        int n_own = spk_bot_lines(team->member[i].bot, own, SPK_MAX_MOVES);
        for (int k = 0; k < n_own && n < SPK_MAX_MOVES; k++)
            add_line(all, &n, &own[k]);
    }
    qsort(all, (size_t)n, sizeof *all, by_visits);
    n = n < cap ? n : cap;
    memcpy(out, all, (size_t)n * sizeof *out);
    return n;
}

/* One bot decides by itself. Of several, the bot whose turn it would be to be careless or to draw
 * lots does so; else the move with the most visits of all. */
static void add_up(const host_team *team, room_thought *thought)
{
    spk_bot *first = team->member[0].bot;
    spk_line lines[SPK_SEARCH_WIDE];
    int n = 0;
    if (!spk_bot_draws_lots(first))
        n = host_team_lines(team, lines, SPK_SEARCH_WIDE);
    if (n)
        spk_move_text(thought->box, spk_bot_keep_word(first, lines, n, lines[0].move),
                      thought->text);
}

void host_team_think(host_team *team, room_thought *thought, const host_budget *budget)
{
    spk_bot *first = team->member[0].bot;
    int percent = room_thought_begin(thought, first);
    host_budget own = host_budget_share(budget, percent);
    bool together = thought->what != ROOM_ASK_WORDS;
    for (int i = 1; together && i < team->n; i++)
        room_thought_begin(thought, team->member[i].bot);
    if (together)
        think_together(team, &own);
    else
        host_think(first, &own);
    room_thought_end(thought, first);
    if (together && team->n > 1)
        add_up(team, thought);
}

/* -- Talk -------------------------------------------------------------------------------------- */

bool host_team_talks(const host_team *team) { return spk_bot_talks(team->member[0].bot); }

void host_team_listen(host_team *team, const spk_match *m, spk_seat seat)
{
    for (int i = 0; i < team->n; i++)
        room_bot_listen(team->member[i].bot, m, seat);
}

void host_team_hear(host_team *team, const spk_state *view, const spk_said *said, int n)
{
    for (int i = 0; i < team->n; i++)
        if (spk_bot_talks(team->member[i].bot))
            spk_bot_listen(team->member[i].bot, view, said, n);
}
