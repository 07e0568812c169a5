/* run.c: tournaments in memory: found, read, changed, one thing at a time.
 *
 *     visit: a task waits --> read what is new --> tasks run, until one writes --> written: 'after' --> the next task
 *                             (a house alone:                    |                      |
 *                              only at first)                    |                 failed: what is in memory goes, and is read again
 *                                                                v
 *                                                nothing waits: a look, if something may follow (look.c)
 *
 * In memory a tournament may be ahead of the store only while it is busy writing, and then nobody is shown it. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/tournament/inside.h"

enum {
    SWEEP_MS = 500, /* how often times are looked at */
    LIST_SWEEPS =
        20, /* ... and how many such times until all of them are looked for in the store */
    LIST_SWEEPS_OF_NODE = 4,
    IDLE_MS = 60000, /* how long one that is over stays in memory */
};

/* -- Which there are ------------------------------------------------------------------------------------ */

srv_tournament *srv_tournament_find(srv_house *h, const char *id)
{
    srv_tournament *t = h->tournaments->first;
    while (t && !spk_str_eq(t->id, id))
        t = t->next;
    return t;
}

static srv_tournament *find_or_add(srv_house *h, const char *id)
{
    srv_tournament *t = srv_tournament_find(h, id);
    if (!t) {
        t = srv_tournament_new(h, id);
        t->next = h->tournaments->first;
        h->tournaments->first = t;
    }
    t->used_ms = srv_house_ms(h);
    return t;
}

static void drop(srv_tournament *t)
{
    srv_tournament **at = &t->house->tournaments->first;
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    srv_tournament_free(t);
}

static bool is_live(const srv_tournament *t)
{
    return t->t && tournament_state(t->t) != TOURNAMENT_OVER;
}

int srv_tournaments_live(const srv_house *h, const char *maker)
{
    int n = 0;
    for (const srv_tournament *t = h->tournaments->first; t; t = t->next)
        n += is_live(t) && (!maker || spk_str_eq(t->setup.maker, maker));
    return n;
}

bool srv_tournament_is_stale(const srv_tournament *t)
{
    int64_t day = 86400000;
    return tournament_state(t->t) == TOURNAMENT_OPEN && !t->setup.start &&
           srv_house_wall(t->house) >= t->setup.created + SRV_TOURNAMENT_WAITS_DAYS * day;
}

/* -- Asking --------------------------------------------------------------------------------------------- */

static srv_tournament_task *pop(srv_tournament *t)
{
    srv_tournament_task *task = t->first;
    t->first = task->next;
    if (!t->first)
        t->last = NULL;
    return task;
}

/* Nobody who waits can be helped now. Whatever is in memory is not to be relied on. */
void srv_tournament_trouble(srv_tournament *t, spk_err err, const char *text)
{
    spk_why why = {0};
    srv_tournament_task *first = t->first;
    spk_fail(&why, err, "%s", text);
    srv_tournament_empty(t);
    t->first = t->last = NULL;
    t->is_busy = false;
    while (first) {
        srv_tournament_task *task = first;
        first = task->next;
        task->run(task, NULL, &why);
    }
}

void srv_tournament_ask(srv_tournament *t, const srv_query *query, srv_done *done)
{
    t->is_busy = true;
    spk_err err = srv_store_ask(t->house->store, query, done, t);
    if (err == SPK_OK)
        srv_house_begin(t->house);
    else
        srv_tournament_trouble(t, err, spk_err_words(err));
}

/* -- Reading what is new ---------------------------------------------------------------------------------- */

static void ask_entrants(srv_tournament *t);

static void on_entrants(void *context, const srv_answer *answer)
{
    srv_tournament *t = context;
    int before = t->n_entrants;
    srv_house_end(t->house);
    if (answer->err != SPK_OK) {
        srv_tournament_trouble(t, answer->err, answer->why);
        return;
    }
    for (int i = 0; i < answer->n_notes; i++)
        srv_tournament_read_entrant(t, &answer->notes[i]);
    if (answer->more && t->n_entrants > before) {
        ask_entrants(t);
        return;
    }
    srv_tournament_complete(t);
    t->is_busy = false;
    t->is_fresh = true;
    srv_tournament_settle(t);
}

static void ask_entrants(srv_tournament *t)
{
    srv_tournament_ask(t,
                       &(srv_query){.what = SRV_ASK_NOTES,
                                    .kind = SRV_TOURNAMENT_ENTRANTS,
                                    .list = t->id,
                                    .within = true,
                                    .low_rank = t->n_entrants + 1,
                                    .high_rank = INT64_MAX},
                       on_entrants);
}

static void ask_log(srv_tournament *t);

static void on_log(void *context, const srv_answer *answer)
{
    srv_tournament *t = context;
    bool well = answer->err == SPK_OK;
    srv_house_end(t->house);
    for (int i = 0; well && i < answer->n_notes; i++)
        well = srv_tournament_read_log(t, &answer->notes[i]);
    if (!well)
        srv_tournament_trouble(t, answer->err == SPK_OK ? SPK_EIO : answer->err,
                               "This tournament cannot be read.");
    else if (answer->more)
        ask_log(t);
    else if (t->n_entrants < tournament_entrants(t->t))
        ask_entrants(t);
    else {
        t->is_busy = false;
        t->is_fresh = true;
        srv_tournament_settle(t);
    }
}

static void ask_log(srv_tournament *t)
{
    srv_tournament_ask(t,
                       &(srv_query){.what = SRV_ASK_NOTES,
                                    .kind = SRV_TOURNAMENT_LOG,
                                    .list = t->id,
                                    .within = true,
                                    .low_rank = t->n_log + 1,
                                    .high_rank = INT64_MAX},
                       on_log);
}

static void on_head(void *context, const srv_answer *answer)
{
    srv_tournament *t = context;
    spk_why why = {0};
    srv_house_end(t->house);
    if (answer->err == SPK_EUNKNOWN) {
        t->wants_look = false;
        srv_tournament_trouble(t, SPK_EUNKNOWN, N_("There is no such tournament."));
        if (!t->first && !t->is_busy)
            drop(t);
    } else if (answer->err != SPK_OK)
        srv_tournament_trouble(t, answer->err, answer->why);
    else if (srv_tournament_read_head(t, &answer->notes[0], &why))
        ask_log(t);
    else
        srv_tournament_trouble(t, SPK_EIO, why.text);
}

static void read_new(srv_tournament *t)
{
    if (t->t)
        ask_log(t);
    else
        srv_tournament_ask(
            t, &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_TOURNAMENTS, .key = t->id}, on_head);
}

/* -- Tasks ---------------------------------------------------------------------------------------------- */

static void run_tasks(srv_tournament *t)
{
    static const spk_why none;
    while (t->first && !t->is_busy && t->is_fresh) {
        srv_tournament_task *task = pop(t);
        task->run(task, t, &none);
    }
}

/* What one of several servers knows may be old as soon as nobody waits for it any more. */
void srv_tournament_settle(srv_tournament *t)
{
    if (t->in_settle || t->is_busy)
        return;
    t->in_settle = true;
    run_tasks(t);
    t->in_settle = false;
    bool wants = t->first || (t->wants_look && !t->house->closing);
    if (t->is_busy)
        return;
    if (wants && !t->is_fresh)
        read_new(t);
    else if (wants)
        srv_tournament_look_now(t);
    else if (t->house->node)
        t->is_fresh = false;
}

void srv_tournament_visit(srv_house *h, const char *id, srv_tournament_task *task)
{
    spk_why why = {0};
    if (h->closing)
        spk_fail(&why, SPK_EBUSY, "The house is closing.");
    else if (!h->tournaments || !srv_is_id(id))
        spk_fail(&why, SPK_EUNKNOWN, "There is no such tournament.");
    if (why.err != SPK_OK) {
        task->run(task, NULL, &why);
        return;
    }
    srv_tournament *t = find_or_add(h, id);
    task->next = NULL;
    if (t->last)
        t->last->next = task;
    else
        t->first = task;
    t->last = task;
    srv_tournament_settle(t);
}

/* -- Writing --------------------------------------------------------------------------------------------- */

static void on_written(void *context, const srv_answer *answer)
{
    srv_tournament *t = context;
    spk_why why = {0};
    srv_house_end(t->house);
    t->is_busy = false;
    if (answer->err != SPK_OK) {
        spk_fail(&why, answer->err, "%s", answer->why);
        srv_tournament_empty(t);
    }
    srv_wrote *wrote = t->wrote;
    t->wrote = NULL;
    t->in_settle = true; /* nothing runs before it has been told */
    if (wrote)
        wrote(t->wrote_context, t, &why);
    t->in_settle = false;
    t->wants_look = true;
    if (why.err == SPK_OK || why.err == SPK_ESTALE)
        srv_tournament_settle(t);
    else if (t->first) /* whoever waits tries again; a look waits for the sweep */
        srv_tournament_settle(t);
}

static void count_lines(srv_house *h, const char *lines)
{
    for (const char *line = lines, *end; (end = strchr(line, '\n')); line = end + 1) {
        h->figures.tournament_rounds += strncmp(line, "round ", 6) == 0;
        h->figures.tournaments_ended += strncmp(line, "end\n", 4) == 0;
    }
}

spk_err srv_tournament_write(srv_tournament *t, const srv_edit *edit, srv_wrote *after,
                             void *context, spk_why *why)
{
    srv_house *h = t->house;
    srv_written w;
    size_t before = t->log.n;
    SPK_BUG_IF(t->is_busy);
    spk_err err = srv_written_make(t, edit, srv_house_wall(h), &w, why);
    bool changed = t->log.n != before;
    if (err == SPK_OK) {
        err = srv_store_write(
            h->store, &(srv_change){.at = srv_house_wall(h), .n_notes = w.n, .notes = w.notes},
            on_written, t);
        if (err != SPK_OK)
            spk_fail(why, err, "%s", spk_err_words(err));
    }
    srv_written_release(&w);
    if (err != SPK_OK) {
        if (changed)
            srv_tournament_empty(t);
        return err;
    }
    srv_house_begin(h);
    t->is_busy = true;
    t->wrote = after;
    t->wrote_context = context;
    count_lines(h, edit->lines);
    return SPK_OK;
}

/* -- A new one ------------------------------------------------------------------------------------------- */

typedef struct making {
    srv_tournament_done *done;
    void *context;
} making;

static void on_made(void *context, srv_tournament *t, const spk_why *why)
{
    making *m = context;
    t->house->figures.tournaments_made += why->err == SPK_OK;
    m->done(m->context, t->id, why);
    spk_free(m);
}

static void enter_bots(srv_tournament *t, spk_buf *lines, srv_entrant *bots)
{
    for (int i = 0; i < t->setup.bots; i++) {
        bots[i] = (srv_entrant){0};
        snprintf(bots[i].bot, sizeof bots[i].bot, "%s", t->setup.bot);
        srv_tournament_bot_name(t, i + 1, t->setup.bot, bots[i].name);
        spk_buf_puts(lines, "join\n");
    }
}

void srv_tournament_make(srv_house *h, const srv_setup *setup, srv_tournament_done *done,
                         void *context)
{
    char id[SRV_ID + 1];
    spk_buf lines = {0};
    srv_entrant *bots = spk_alloc((size_t)(setup->bots + 1) * sizeof *bots);
    making *m = spk_alloc(sizeof *m);
    tournament_plan plan;
    spk_why why = {0};
    *m = (making){done, context};
    srv_id_new(id);
    srv_tournament *t = find_or_add(h, id);
    t->setup = *setup;
    srv_tournament_plan(setup, &plan);
    t->t = tournament_new(&plan, &why);
    SPK_BUG_IF(!t->t); /* srv_setup_read has tried it */
    t->is_fresh = true;
    enter_bots(t, &lines, bots);
    if (srv_tournament_write(
            t,
            &(srv_edit){.lines = spk_buf_text(&lines), .entrants = bots, .n_entrants = setup->bots},
            on_made, m, &why) != SPK_OK) {
        done(context, id, &why);
        spk_free(m);
        drop(t);
    }
    spk_buf_release(&lines);
    spk_free(bots);
}

/* -- Now and then ------------------------------------------------------------------------------------------ */

static void ask_list(srv_tournaments *all);

static void on_list(void *context, const srv_answer *answer)
{
    srv_tournaments *all = context;
    srv_house *h = all->house;
    srv_house_end(h);
    all->is_listing = false;
    if (answer->err != SPK_OK || h->closing)
        return;
    for (int i = 0; i < answer->n_notes; i++) {
        const srv_note *note = &answer->notes[i];
        all->after_at = note->rank;
        snprintf(all->after_id, sizeof all->after_id, "%s", note->key);
        if (!srv_is_id(note->key))
            continue;
        srv_tournament *t = find_or_add(h, note->key);
        t->is_fresh = t->is_busy && t->is_fresh; /* a tool may have changed it */
        srv_tournament_look(t);
    }
    if (answer->more)
        ask_list(all);
    else
        all->after_id[0] = '\0';
}

static void ask_list(srv_tournaments *all)
{
    srv_query query = {.what = SRV_ASK_NOTES,
                       .kind = SRV_TOURNAMENTS,
                       .list = SRV_TOURNAMENT_LIVE_LIST,
                       .after_at = all->after_at,
                       .after_id = *all->after_id ? all->after_id : NULL};
    if (all->is_listing || srv_store_ask(all->house->store, &query, on_list, all) != SPK_OK)
        return;
    all->is_listing = true;
    srv_house_begin(all->house);
}

/* Whether the time has come for something that nobody does. */
static bool is_due(const srv_tournament *t)
{
    int64_t now = srv_house_wall(t->house), minute = 60000;
    if (!is_live(t))
        return false;
    if (tournament_state(t->t) == TOURNAMENT_OPEN)
        return (t->setup.start && now >= t->setup.start) || srv_tournament_is_stale(t);
    if (t->setup.kind == TOURNAMENT_ARENA && tournament_state(t->t) == TOURNAMENT_RUNNING &&
        now >= t->began_at + t->setup.minutes * minute)
        return true;
    for (int i = t->n_pairings; i >= 1; i--)
        if (!t->pairings[i - 1].is_made && !tournament_table_at(t->t, i)->is_over)
            return true;
    return false;
}

static void on_sweep(void *context)
{
    srv_house *h = context;
    srv_tournaments *all = h->tournaments;
    int period = h->node ? LIST_SWEEPS_OF_NODE : LIST_SWEEPS, n_live = 0;
    if (h->closing)
        return;
    h->world->later(h->world->loop, SWEEP_MS, on_sweep, h);
    if (all->n_sweeps++ % period == 0)
        ask_list(all);
    for (srv_tournament *t = all->first, *next; t; t = next) {
        next = t->next;
        n_live += is_live(t);
        bool is_idle =
            !t->is_busy && !t->first && !is_live(t) && srv_house_ms(h) - t->used_ms > IDLE_MS;
        if (is_due(t) || (t->wants_look && !t->is_busy))
            srv_tournament_look(t);
        else if (is_idle)
            drop(t);
    }
    h->figures.tournaments_live = n_live;
}

void srv_tournament_look(srv_tournament *t)
{
    t->wants_look = true;
    srv_tournament_settle(t);
}

static void on_table_over(srv_house *h, const char *id) { srv_tournament_look(find_or_add(h, id)); }

void srv_tournaments_open(srv_house *h)
{
    if (h->config->tournaments == SRV_TOURNAMENTS_OFF)
        return;
    h->tournaments = spk_alloc(sizeof *h->tournaments);
    h->tournaments->house = h;
    h->table_over = on_table_over;
    h->world->later(h->world->loop, 0, on_sweep, h);
}

void srv_tournaments_free(srv_house *h)
{
    srv_tournaments *all = h->tournaments;
    while (all && all->first) {
        srv_tournament *t = all->first;
        all->first = t->next;
        srv_tournament_free(t);
    }
    spk_free(all);
    h->tournaments = NULL;
}
