/* fake_loop.h: the half of a made-up world (world.h) that is time: a clock that moves when it is told to, calls that are due
 * later, jobs that wait for a thread, and random bytes by seed. fake_world.h adds people to it, bench/interference
 * a viewer.
 *
 *     fake_loop loop = {.start_ms = 1000000};
 *     srv_world world = FAKE_LOOP(&loop, .net = ..., .reply = ...);
 *     fake_dice(7);                                everything random comes from this seed now
 *     while (fake_loop_is_busy(&loop))             what the house has to do before time passes
 *         fake_loop_step(&loop, house);
 *     fake_loop_call(&loop, house);                the next call that is due: time goes on to it
 *     fake_loop_free(&loop); */
#ifndef FAKE_LOOP_H
#define FAKE_LOOP_H

#include <sodium.h>

#include "base/mem.h"
#include "base/rng.h"
#include "hosts/server/server.h"

typedef struct fake_call {
    struct fake_call *next;
    int64_t due_ms;
    void (*run)(void *context);
    void *context;
} fake_call;

typedef struct fake_loop {
    int64_t start_ms; /* of the wall clock */
    int64_t now_ms, wall_shift;
    fake_call *calls; /* in the order they are due */
    srv_job *jobs;
    bool woken, closed;
} fake_loop;

/* -- What the house is given -------------------------------------------------------------------------- */

static inline int64_t fake_wall(void *loop)
{
    const fake_loop *l = loop;
    return l->start_ms + l->now_ms + l->wall_shift;
}

static inline uint64_t fake_now(void *loop)
{
    return (uint64_t)((fake_loop *)loop)->now_ms * 1000000u;
}
static inline void fake_wait(void *loop, int ms) { ((fake_loop *)loop)->now_ms += ms; }
static inline void fake_wake(void *loop) { ((fake_loop *)loop)->woken = true; }
static inline void fake_closed(void *loop) { ((fake_loop *)loop)->closed = true; }

static inline void fake_later(void *loop, int ms, void (*run)(void *context), void *context)
{
    fake_loop *l = loop;
    fake_call *c = spk_alloc(sizeof *c), **at = &l->calls;
    *c = (fake_call){.due_ms = l->now_ms + ms, .run = run, .context = context};
    while (*at && (*at)->due_ms <= c->due_ms)
        at = &(*at)->next;
    c->next = *at;
    *at = c;
}

static inline void fake_give(void *loop, srv_job *job, srv_rank rank)
{
    srv_job **at = &((fake_loop *)loop)->jobs;
    (void)rank;
    while (*at)
        at = &(*at)->next;
    job->next = NULL;
    *at = job;
}

/* A world with this loop; the rest is the network. */
#define FAKE_LOOP(l, ...)                                                                          \
    ((srv_world){.loop = (l),                                                                      \
                 .wall_ms = fake_wall,                                                             \
                 .now_ns = fake_now,                                                               \
                 .wait = fake_wait,                                                                \
                 .later = fake_later,                                                              \
                 .give = fake_give,                                                                \
                 .wake = fake_wake,                                                                \
                 .closed = fake_closed,                                                            \
                 __VA_ARGS__})

/* -- One event after the other ------------------------------------------------------------------------ */

static inline bool fake_loop_is_busy(const fake_loop *l) { return l->woken || l->jobs; }

static inline void fake_loop_step(fake_loop *l, srv_house *house)
{
    srv_job *job = l->woken ? NULL : l->jobs;
    l->woken = false;
    if (job) {
        l->jobs = job->next;
        job->work(job);
        job->done(job, false);
    } else
        srv_server_poll(house);
    srv_server_turn(house);
}

static inline void fake_loop_call(fake_loop *l, srv_house *house)
{
    fake_call *c = l->calls;
    l->calls = c->next;
    l->now_ms = c->due_ms > l->now_ms ? c->due_ms : l->now_ms;
    c->run(c->context);
    spk_free(c);
    srv_server_turn(house);
}

static inline void fake_loop_free(fake_loop *l)
{
    for (fake_call *c = l->calls, *next; c; c = next) {
        next = c->next;
        spk_free(c);
    }
    l->calls = NULL;
}

/* -- Random bytes by seed: what libsodium would take from the system ---------------------------------- */

static spk_rng fake_rng;
static inline const char *fake_dice_name(void) { return "dice"; }
static inline uint32_t fake_dice_random(void) { return (uint32_t)spk_rng_next(&fake_rng); }

static inline void fake_dice_buf(void *const bytes, const size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)spk_rng_next(&fake_rng);
}

static inline void fake_dice(uint64_t seed)
{
    static randombytes_implementation seeded = {
        .implementation_name = fake_dice_name, .random = fake_dice_random, .buf = fake_dice_buf};
    SPK_BUG_IF(sodium_init() < 0);
    spk_rng_init(&fake_rng, seed, 0);
    randombytes_set_implementation(&seeded);
}

#endif
