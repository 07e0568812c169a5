/* study.c: finished games judged by the house (ai/analysis.h), for guests whose device is too slow for it. The
 * worker threads do it, one decision at a time, and one of them at most: so bots that are being waited for lose
 * little, and games take turns.
 *
 *     GET analysis -> find it      done: the analysis        being worked on: 202, and how far it is
 *                  -> or begin it  202: ask again in a second
 *
 * What was found is kept for whoever asks next, until it has to make room: the ones nobody asked about for longest go
 * first. */
#include "ai/analysis.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/server/http/inside.h"

enum {
    ITERATIONS = 200, /* a decision */
    KEPT = 32,        /* games, those that are being worked on included */
    WORKED_ON = 8,    /* at a time, by turns */
    SEED = 1,
};

typedef struct study {
    srv_job job;
    srv_house *house;
    struct study *next; /* the ring is a list: whose turn it was goes to its end */
    char table[SRV_ID + 1];
    uint64_t network; /* where the guest came from who began it */
    int64_t asked_ms; /* last */

    /* Of the house's thread, which looks while a worker has a turn: as of the last turn that is over. */
    spk_progress progress;
    bool is_done;

    /* Of the worker while a turn is under way, of the house's thread otherwise. */
    srv_box *box;
    room_plan plan;
    spk_buf log;
    room *room;
    spk_analysis *analysis;
    bool was_last; /* turn */
    spk_buf out;
} study;

struct srv_studies {
    study *first;
    bool is_busy; /* a worker has one */
};

/* -- On a worker ------------------------------------------------------------------------------- */

static void print(study *s)
{
    char budget[16];
    spk_json j = {.out = &s->out};
    snprintf(budget, sizeof budget, "%dit", ITERATIONS);
    spk_json_open(&j, '{');
    spk_analysis_print(s->analysis, &j);
    spk_json_key(&j, "budget"), spk_json_str(&j, budget);
    spk_json_close(&j, '}');
}

/* The first turn sets the game up, the last one prints. */
static void work(srv_job *job)
{
    study *s = (study *)job;
    if (!s->room) {
        s->room = srv_room_again(s->box, &s->plan, &s->log);
        s->analysis = spk_analysis_new(room_match(s->room), spk_bot_find("boss"), SEED);
    }
    s->was_last = !spk_analysis_step(s->analysis, ITERATIONS);
    if (s->was_last)
        print(s);
}

/* -- Whose turn it is -------------------------------------------------------------------------- */

/* All but the answer. */
static void release_work(study *s)
{
    spk_analysis_free(s->analysis);
    if (s->room)
        room_free(s->room);
    if (s->box)
        srv_boxes_give_back(srv_tables_boxes(s->house), s->box);
    spk_buf_release(&s->log);
    s->analysis = NULL, s->room = NULL, s->box = NULL;
}

static void drop(struct srv_studies *all, study *s)
{
    study **at = &all->first;
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    release_work(s);
    spk_buf_release(&s->out);
    spk_free(s);
}

static void append(struct srv_studies *all, study *s)
{
    study **at = &all->first;
    while (*at)
        at = &(*at)->next;
    *at = s;
    s->next = NULL;
}

static void on_worked(srv_job *job, bool stopped);

/* The next turn, if there is work and nobody has a turn. */
static void go_on(srv_house *h)
{
    struct srv_studies *all = h->http->studies;
    study *s = all->first;
    while (s && s->is_done)
        s = s->next;
    if (!s || all->is_busy)
        return;
    all->is_busy = true;
    s->job = (srv_job){.work = work, .done = on_worked};
    srv_house_begin(h); /* a house that closes waits for it */
    h->world->give(h->world->loop, &s->job, SRV_RANK_WORKER);
}

static void on_worked(srv_job *job, bool stopped)
{
    study *s = (study *)job;
    srv_house *h = s->house;
    struct srv_studies *all = h->http->studies;
    all->is_busy = false;
    s->is_done = s->was_last;
    if (s->analysis)
        s->progress = spk_analysis_progress(s->analysis);
    if (s->is_done)
        release_work(s);
    for (study **at = &all->first; *at; at = &(*at)->next)
        if (*at == s) {
            *at = s->next;
            break;
        }
    append(all, s);
    if (!stopped)
        go_on(h);
    srv_house_end(h);
}

/* -- Asking ------------------------------------------------------------------------------------ */

static study *find(const struct srv_studies *all, const char *table)
{
    study *s = all->first;
    while (s && strcmp(s->table, table) != 0)
        s = s->next;
    return s;
}

/* Room for one more: the finished one that nobody asked about for longest goes. */
static void make_room(struct srv_studies *all)
{
    study *oldest = NULL;
    int n = 0;
    for (study *s = all->first; s; s = s->next, n++)
        if (s->is_done && (!oldest || s->asked_ms < oldest->asked_ms))
            oldest = s;
    if (n >= KEPT && oldest)
        drop(all, oldest);
}

/* Whether another game may be begun for a guest from there; else it has been refused. */
static bool may_begin(srv_visit *v, const struct srv_studies *all, uint64_t network)
{
    srv_house *h = v->house;
    uint32_t most = h->config->house.replays_per_minute;
    int n = 0;
    bool own = false;
    for (const study *s = all->first; s; s = s->next)
        if (!s->is_done)
            n++, own |= s->network == network;
    if (own)
        srv_refuse(h, v->ask, SRV_TOO_MANY, "One analysis at a time.");
    else if (n >= WORKED_ON)
        srv_refuse(h, v->ask, SRV_BUSY, "The server is busy. Try again.");
    else if (!srv_rates_take(h->http->replayed, v->peer, most, most / 60.0, srv_house_ms(h)))
        srv_refuse(h, v->ask, SRV_TOO_MANY, "You have opened many replays. Wait a while.");
    else
        return true;
    return false;
}

static study *begin(srv_visit *v, srv_table *table, uint64_t network)
{
    study *s = spk_alloc(sizeof *s);
    *s = (study){.house = v->house,
                 .network = network,
                 .box = srv_boxes_take(table->box),
                 .plan = *room_plan_of(table->room)};
    memcpy(s->table, table->id, sizeof s->table);
    srv_table_print_log(table, &s->log);
    make_room(v->house->http->studies);
    append(v->house->http->studies, s);
    return s;
}

static void reply_progress(srv_visit *v, const study *s)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    spk_json_key(&j, "done"), spk_json_int(&j, s->progress.n_done);
    spk_json_key(&j, "decisions"), spk_json_int(&j, s->progress.n_asked);
    spk_json_close(&j, '}');
    srv_reply(v->house->world, v->ask,
              &(srv_response){.status = 202,
                              .type = "application/json",
                              .body = out.bytes,
                              .n_body = out.n,
                              .retry_after_s = 1});
    spk_buf_release(&out);
}

static void reply(srv_visit *v, srv_table *table)
{
    struct srv_studies *all = v->house->http->studies;
    uint64_t network = srv_network_of(v->peer);
    if (!srv_visit_is_over(v, table))
        return;
    study *s = find(all, table->id);
    if (!s && !may_begin(v, all, network))
        return;
    if (!s)
        s = begin(v, table, network);
    s->asked_ms = srv_house_ms(v->house);
    if (s->is_done)
        srv_reply(v->house->world, v->ask,
                  &(srv_response){.status = 200,
                                  .type = "application/json",
                                  .body = s->out.bytes,
                                  .n_body = s->out.n});
    else
        reply_progress(v, s);
    go_on(v->house);
}

static void get_analysis(srv_house *h, const srv_request *r, char *const *word)
{
    srv_visit_start(h, r, word[0], NULL, -1, reply);
}

/* -- All of them ------------------------------------------------------------------------------- */

struct srv_studies *srv_studies_new(void) { return spk_alloc(sizeof(struct srv_studies)); }

void srv_studies_free(struct srv_studies *all)
{
    while (all && all->first)
        drop(all, all->first);
    spk_free(all);
}

extern const srv_route srv_study_routes[];
const srv_route srv_study_routes[] = {
    {SRV_GET, "/api/tables/*/analysis", get_analysis},
    {0},
};
