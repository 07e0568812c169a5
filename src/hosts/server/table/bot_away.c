/* bot_away.c: bots that think elsewhere, with bot workers (work/work.h). The queue stays here: a worker gets a thought
 * when it has a core free, for a slice, and then the bot waits for its next turn like any other, at that worker.
 *
 *     share.h    next_at(places)      -> srv_away_give -> the worker thinks for a slice -> on_errand -> srv_bot_back
 *                  HERE | AWAY           a new one: to whoever has most room
 *                  the worker's bit      one that has begun there: it goes on there
 *                  HERE                  one that has begun here, or that workers have lost twice
 *
 * A bot that talks must be told what it has heard, and no worker may read the log: so it hears the log here, on another
 * thread, and what it remembers goes with the question. */
#include "base/mem.h"
#include "hosts/server/table/bot_turn.h"

enum {
    BEAT_MS = 100,
    LOST_MS = 1700, /* beyond its budget: what a worker's death may cost */
    LEAST_MS = 50,  /* a bot thinks for so long, however late it is */
};

uint64_t srv_away_places(const srv_house *h)
{
    const srv_staff *staff = h->tables->staff;
    uint64_t places = staff ? srv_staff_places(staff, false) : 0;
    bool for_new = places && srv_staff_n_free(staff, false) > h->tables->n_preparing;
    return places | (for_new ? SRV_PLACE_AWAY : 0);
}

void srv_away_want(srv_house *h)
{
    if (h->tables->staff && h->tables->shares.n_waiting > 0)
        srv_staff_want(h->tables->staff, false);
}

/* -- What becomes of it ------------------------------------------------------------------------------- */

/* It begins anew, at a place that is left to it. What it may still think is what is left until its table should have heard
 * of it. */
static void start_over(srv_bot_job *b)
{
    int64_t left = b->answer_by - srv_house_ms(b->house);
    b->wait.places = b->n_lost > 1 ? SRV_PLACE_HERE : SRV_PLACE_HERE | SRV_PLACE_AWAY;
    if (b->budget.ms && left < b->budget.ms)
        b->budget.ms = left > LEAST_MS           ? (int)left
                       : b->budget.ms < LEAST_MS ? b->budget.ms
                                                 : LEAST_MS;
}

static void lose(srv_bot_job *b, int n)
{
    b->errand = NULL;
    b->n_lost += n;
    b->house->figures.thoughts_lost++;
    start_over(b);
}

static bool take_answer(srv_bot_job *b, const char *text)
{
    spk_why why = {0};
    b->errand = NULL;
    b->ended = srv_answer_take(text, &b->thought, &why) == SPK_OK;
    if (b->ended)
        b->house->figures.thoughts_away++;
    else
        lose(b, 1);
    return b->ended;
}

/* It may wait for its turn at a worker when that one dies: then it is in the queue already. */
static bool on_errand(void *context, srv_fate fate, const char *text, double took_ms)
{
    srv_bot_job *b = context;
    bool fine = true;
    switch (fate) {
    case SRV_FATE_MORE: b->wait.places = srv_errand_place(b->errand); break;
    case SRV_FATE_BUSY:
        if (b->wait.places & SRV_PLACE_AWAY)
            b->errand = NULL; /* it has not begun */
        break;
    case SRV_FATE_DONE: fine = take_answer(b, text); break;
    case SRV_FATE_LOST: lose(b, 1); break;
    case SRV_FATE_BAD:
        srv_log_event(b->house->log, SRV_EVENT_WORKER_FAILED, SRV_KEY("table", b->table),
                      SRV_KEY("why", text));
        lose(b, 2);
        break;
    case SRV_FATE_COUNT: SPK_BUG_IF(true);
    }
    if (b->is_served)
        srv_bot_back(b, took_ms, false);
    return fine;
}

/* -- Sending it ----------------------------------------------------------------------------------------- */

static bool send_out(srv_bot_job *b)
{
    spk_buf text = {0};
    srv_question_print(&(srv_question){.thought = &b->thought,
                                       .kind = b->kind,
                                       .budget = b->budget,
                                       .dice = b->dice,
                                       .memory = spk_buf_text(&b->memory)},
                       &text);
    b->errand = srv_staff_give(b->house->tables->staff, srv_work_thought.name, false,
                               spk_buf_text(&text), text.n, on_errand, b);
    if (b->errand && !b->answer_by)
        b->answer_by = srv_house_ms(b->house) + b->budget.ms + LOST_MS;
    if (!b->errand && srv_staff_n_free(b->house->tables->staff, false) > 0)
        b->wait.places = SRV_PLACE_HERE; /* too long for the bus, or the bus takes nothing */
    spk_buf_release(&text);
    return b->errand != NULL;
}

/* On another thread. */
static void remember(srv_job *job)
{
    srv_bot_job *b = (srv_bot_job *)job;
    spk_rng rng;
    spk_rng_init_key(&rng, b->dice, 0);
    spk_bot *bot = spk_bot_new(b->kind, srv_box_of(b->box), b->thought.seat, &rng);
    srv_bot_hear_all(b, bot);
    spk_bot_print_memory(bot, &b->memory);
    spk_bot_free(bot);
}

static void on_remembered(srv_job *job, bool stopped)
{
    srv_bot_job *b = (srv_bot_job *)job;
    srv_house *h = b->house;
    *job = b->kept_job;
    b->remembers = !stopped;
    h->tables->n_preparing--;
    bool away = !stopped && !h->closing && h->tables->staff && send_out(b);
    if (!away)
        srv_bot_back(b, 0, stopped);
    srv_house_end(h);
    if (!stopped && !h->closing)
        srv_bots_serve(h);
}

/* Its log is heard first. On a thread beside the bots' own, which may be thinking. */
static void prepare(srv_bot_job *b)
{
    const srv_world *world = b->house->world;
    b->kept_job = b->job;
    b->job = (srv_job){.work = remember, .done = on_remembered};
    b->house->tables->n_preparing++;
    srv_house_begin(b->house);
    world->give(world->loop, &b->job, SRV_RANK_ASIDE);
}

bool srv_away_give(srv_bot_job *b)
{
    if (!b->errand && b->log.n && !b->remembers) {
        prepare(b);
        return true;
    }
    if (!b->errand)
        return send_out(b);
    if (srv_staff_go_on(b->errand))
        return true;
    srv_staff_drop(b->errand);
    lose(b, 2); /* the bus takes nothing */
    return false;
}

/* -- The staff -------------------------------------------------------------------------------------------- */

static void on_free(void *context)
{
    srv_house *h = context;
    srv_staff_figures figures;
    srv_staff_look(h->tables->staff, &figures);
    h->figures.workers = figures.n_workers;
    h->figures.worker_cores = figures.n_cores;
    if (!h->closing)
        srv_bots_serve(h);
}

static void on_news(void *context, srv_staff_news news, const char *worker, const char *detail)
{
    static const srv_event events[SRV_STAFF_NEWS_COUNT] = {
        [SRV_STAFF_CAME] = SRV_EVENT_WORKER_CAME,
        [SRV_STAFF_LEFT] = SRV_EVENT_WORKER_LEFT,
        [SRV_STAFF_DIED] = SRV_EVENT_WORKER_DIED,
        [SRV_STAFF_OTHER] = SRV_EVENT_WORKER_OTHER,
        [SRV_STAFF_NONSENSE] = SRV_EVENT_WORKER_NONSENSE,
    };
    bool version = news == SRV_STAFF_CAME || news == SRV_STAFF_OTHER;
    srv_house *h = context;
    if (*detail)
        srv_log_event(h->log, events[news], SRV_KEY("worker", worker),
                      SRV_KEY(version ? "version" : "why", detail));
    else
        srv_log_event(h->log, events[news], SRV_KEY("worker", worker));
}

static void on_beat(void *context)
{
    srv_house *h = context;
    if (!h->tables || !h->tables->staff)
        return;
    srv_staff_tick(h->tables->staff);
    srv_away_want(h);
    h->world->later(h->world->loop, BEAT_MS, on_beat, h);
}

static host_clock clock_of(const srv_world *world)
{
    return (host_clock){.self = world->loop, .now_ns = world->now_ns, .wait = world->wait};
}

/* A bus that does not let us ask workers is no reason to stay closed. */
void srv_away_open(srv_house *h)
{
    spk_why why = {0};
    if (!h->bus)
        return;
    h->tables->staff = srv_staff_open(&(srv_staff_options){.bus = h->bus,
                                                           .version = SPK_VERSION,
                                                           .fingerprint = srv_work_fingerprint(),
                                                           .clock = clock_of(h->world),
                                                           .on_free = on_free,
                                                           .on_news = on_news,
                                                           .context = h},
                                      &why);
    if (h->tables->staff)
        h->world->later(h->world->loop, BEAT_MS, on_beat, h);
    else
        srv_log_event(h->log, SRV_EVENT_CONFIG, SRV_KEY("why", why.text));
}

void srv_away_close(srv_house *h)
{
    srv_staff *staff = h->tables->staff;
    h->closing = true;
    h->tables->staff = NULL;
    srv_staff_close(staff);
}
