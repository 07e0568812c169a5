/* house.c: a house's life: opened on the world that is made here, killed or closed, opened again. The house is the
 * real one (server.h); what it is given is simulated time, jobs that are done one after the other, and net.c.
 *
 * A CRASH. The moment it happens the disk decides what survives (disk.c), and from then on sim->dead says that nothing
 * counts: the house is closed in good order, so that its memory is freed, but whatever it sends is dropped and
 * whatever it writes is undone. */
#include <sodium.h>
#include <stdio.h>

#include "base/mem.h"
#include "sim.h"

/* -- Calls into the house -------------------------------------------------------------------------------- */

static void on_turn(sim *s, void *what, uint64_t life)
{
    (void)what;
    if (life != s->life || !s->house)
        return;
    s->turns = false;
    srv_server_turn(s->house);
}

/* The writer takes its time: what comes meanwhile goes into the same group. */
void sim_house_writes(sim *s)
{
    if (s->turns || s->dead)
        return;
    bool slow = sim_has(s, SIM_SLOW) && s->slow_ms > s->now_ms;
    s->turns = true;
    sim_at(s, sim_below(s, SIM_DICE, slow ? 3000 : s->plan.write_ms), on_turn, NULL, s->life);
}

void sim_house_writes_next(sim *s)
{
    if (s->turns || s->dead)
        return;
    s->turns = true;
    sim_at(s, 1, on_turn, NULL, s->life);
}

static void on_poll(sim *s, void *what, uint64_t life)
{
    (void)what;
    if (life != s->life || !s->house)
        return;
    s->polls = false;
    if (s->ends_unheard && !s->calm) {
        sim_house_crash(s, s->ends_by_power);
        return;
    }
    srv_server_poll(s->house);
}

/* -- The world: clock and threads -------------------------------------------------------------------------- */

static int64_t wall_ms(void *loop) { return ((sim *)loop)->now_ms + ((sim *)loop)->wall_ms; }
static uint64_t now_ns(void *loop) { return (uint64_t)((sim *)loop)->now_ms * 1000000u; }

/* One thread does everything: while it waits, nothing else happens. */
static void wait_ms(void *loop, int ms) { ((sim *)loop)->now_ms += ms; }

static void wake(void *loop)
{
    sim *s = loop;
    if (s->polls || s->dead)
        return;
    s->polls = true;
    sim_at(s, sim_below(s, SIM_DICE, 3), on_poll, NULL, s->life);
}

static void closed(void *loop) { ((sim *)loop)->closed = true; }

typedef struct timer {
    void (*run)(void *context);
    void *context;
} timer;

static void on_timer(sim *s, void *what, uint64_t life)
{
    timer t = *(timer *)what;
    spk_free(what);
    if (life == s->life && s->house)
        t.run(t.context);
}

/* A loop that has much to do calls late. */
static void later(void *loop, int ms, void (*run)(void *context), void *context)
{
    sim *s = loop;
    if (s->dead)
        return;
    timer *t = spk_alloc(sizeof *t);
    *t = (timer){run, context};
    int64_t late = ms >= 100 ? s->plan.beat_ms : 0;
    sim_at(s, ms + late, on_timer, t, s->life);
}

typedef struct sim_job {
    struct sim_job *next;
    srv_job *job;
} sim_job;

static srv_job *take_job(sim *s)
{
    sim_job *j = s->jobs;
    srv_job *job = j->job;
    s->jobs = j->next;
    spk_free(j);
    return job;
}

/* One worker; jobs come back in the order they were given. */
static void on_job(sim *s, void *what, uint64_t life)
{
    (void)what;
    if (life != s->life || !s->house || !s->jobs)
        return;
    srv_job *job = take_job(s);
    job->work(job);
    job->done(job, false);
}

static void give(void *loop, srv_job *job, srv_rank rank)
{
    sim *s = loop;
    sim_job **at = &s->jobs;
    (void)rank;
    while (*at)
        at = &(*at)->next;
    *at = spk_alloc(sizeof **at);
    **at = (sim_job){.job = job};
    if (!s->dead)
        sim_at(s, 1 + sim_below(s, SIM_DICE, 400), on_job, NULL, s->life);
}

static void make_world(sim *s)
{
    s->world = (srv_world){.loop = s,
                           .wall_ms = wall_ms,
                           .now_ns = now_ns,
                           .wait = wait_ms,
                           .later = later,
                           .give = give,
                           .wake = wake,
                           .closed = closed,
                           .n_workers = (int)sim_below(s, SIM_DICE, 4),
                           .net = s};
    sim_net_world(&s->world);
}

/* -- Random bytes: libsodium's, by seed ---------------------------------------------------------------------- */

static const char *dice_name(void) { return "sim"; }
static uint32_t dice_random(void) { return spk_rng_next(&sim_here->dice[SIM_DICE]); }

static void dice_buf(void *const bytes, const size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)spk_rng_next(&sim_here->dice[SIM_DICE]);
}

static randombytes_implementation seeded = {
    .implementation_name = dice_name, .random = dice_random, .buf = dice_buf};

/* -- Opening ---------------------------------------------------------------------------------------------- */

static void set(srv_config *c, const char *name, const char *value)
{
    spk_why why = {0};
    if (srv_config_set(c, name, &value, 1, &why) != SPK_OK)
        spk_bug(__FILE__, __LINE__, why.text);
}

/* libsodium takes a few bytes when it is set up, once: those are nobody's. */
void sim_house_dice(void)
{
    randombytes_set_implementation(&seeded);
    SPK_BUG_IF(sodium_init() < 0);
}

void sim_house_set_up(sim *s)
{
    spk_why why = {0};
    char *const nothing[] = {NULL};
    srv_config_init(&s->config);
    set(&s->config, "data", sim_disk_dir());
    set(&s->config, "durability", s->plan.full ? "full" : "normal");
    set(&s->config, "limit", "tables_per_hour=100000");
    set(&s->config, "limit", "seats_per_minute=100000");
    if (srv_config_finish(&s->config, nothing, &why) != SPK_OK)
        spk_bug(__FILE__, __LINE__, why.text);
    s->config.bot_budget = "20it"; /* not by the clock: the same moves every time */
    make_world(s);
}

static void on_open(sim *s, void *what, uint64_t n)
{
    (void)what, (void)n;
    if (!s->ending)
        sim_house_open(s);
}

/* A disk in trouble may keep a house from opening: its keeper tries again. A well one may not. */
void sim_house_open(sim *s)
{
    spk_why why = {0};
    if (s->house)
        return;
    s->life++;
    s->closed = s->drained = s->closing = s->polls = s->turns = s->told_lost = false;
    s->house = srv_server_open(&s->world, &s->config, NULL, &why);
    if (s->dead)
        return;
    if (!s->house) {
        sim_tell(s, "The house cannot be opened: %s", why.text);
        if (sim_disk_is_well(s))
            sim_fail(s, "the house does not open on a disk that is well: %s", why.text);
        sim_at(s, 1000 + sim_below(s, SIM_DICE, 4000), on_open, NULL, 0);
        return;
    }
    sim_tell(s, "The house opens.");
    s->well_ms = s->up_ms;
    s->open_ms = srv_house_now(s->house);
    sim_audit(s);
}

/* -- Ending ------------------------------------------------------------------------------------------------ */

static void stop_jobs(sim *s)
{
    while (s->jobs) {
        srv_job *job = take_job(s);
        job->done(job, true);
    }
}

/* Everything it would still do, at once and for nobody. */
static void take_apart(sim *s)
{
    srv_server_close(s->house);
    sim_net_crash(s);
    stop_jobs(s);
    srv_server_drained(s->house);
    for (int i = 0; i < 100 && !s->closed; i++) {
        srv_server_turn(s->house);
        srv_server_poll(s->house);
    }
    srv_server_free(s->house);
    s->house = NULL;
}

/* The rest of this step is for nobody. */
void sim_house_strike(sim *s, bool power)
{
    sim_tell(s, power ? "The power fails." : "The house is killed.");
    sim_count_fault(s, power ? SIM_POWER : SIM_KILL);
    sim_disk_crash(s, power);
    s->may_lose |= power && !s->plan.full;
    s->dead = s->struck = true;
    s->ends_unheard = false;
}

/* Answers on their way arrive within 200 ms: whoever opens again finds nothing of the old house about. At times the
 * new one is hit while it opens. */
void sim_house_bury(sim *s)
{
    if (s->house)
        take_apart(s);
    s->dead = s->struck = false;
    sim_disk_restore(s);
    sim_ledger_crash(s);
    if (sim_has(s, SIM_KILL) && sim_percent(s, SIM_DICE_FAULTS, 20))
        sim_disk_arm(s, 1 + sim_below(s, SIM_DICE_FAULTS, 40),
                     sim_has(s, SIM_POWER) && sim_percent(s, SIM_DICE_FAULTS, 50));
    sim_at(s, 200 + sim_around(s, SIM_DICE_FAULTS, 5000), on_open, NULL, 0);
}

void sim_house_crash(sim *s, bool power)
{
    if (!s->house)
        return;
    sim_house_strike(s, power);
    sim_house_bury(s);
}

/* -- Closing in good order ------------------------------------------------------------------------------------ */

static void finish_closing(sim *s)
{
    stop_jobs(s);
    srv_server_free(s->house);
    s->house = NULL;
    s->closing = false;
    sim_tell(s, "The house has closed.");
    sim_ledger_crash(s);
    sim_at(s, 200 + sim_around(s, SIM_DICE_FAULTS, 5000), on_open, NULL, 0);
}

static void on_closing(sim *s, void *what, uint64_t life)
{
    (void)what;
    if (life != s->life || !s->house)
        return;
    if (s->closed) {
        finish_closing(s);
        return;
    }
    sim_at(s, 10, on_closing, NULL, life);
}

void sim_house_close(sim *s)
{
    if (!s->house || s->closing)
        return;
    sim_tell(s, "The house closes in good order.");
    sim_count_fault(s, SIM_RESTART);
    s->closing = true;
    srv_server_close(s->house);
    sim_at(s, 10, on_closing, NULL, s->life);
}

void sim_house_end(sim *s)
{
    s->dead = true;
    if (s->house)
        take_apart(s);
    srv_config_release(&s->config);
    s->dead = false;
}
