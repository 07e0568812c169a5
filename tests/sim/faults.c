/* faults.c: when things go wrong. One fault after the other, of those that the plan has, at times that it decides. What
 * people do to themselves (send twice, lie, race) is in people.c; what happens to a request in net.c. */
#include "sim.h"

const char *const sim_fault_words[SIM_FAULT_COUNT] = {
#define FAULT(name, word, words) word,
#include "faults.def"
#undef FAULT
};

static void on_disk_well(sim *s, void *what, uint64_t n)
{
    (void)what, (void)n;
    if (s->ending)
        return;
    sim_disk_set(s, SIM_DISK_WELL);
    s->well_ms = s->up_ms;
    sim_tell(s, "The disk is well again.");
}

static void trouble_disk(sim *s, sim_trouble trouble)
{
    if (!sim_disk_is_well(s))
        return;
    sim_tell(s, trouble == SIM_DISK_FULL ? "The disk is full." : "Writes begin to fail.");
    sim_count_fault(s, trouble == SIM_DISK_FULL ? SIM_FULL : SIM_WRITE);
    sim_disk_set(s, trouble);
    sim_at(s, sim_around(s, SIM_DICE_FAULTS, 10000), on_disk_well, NULL, 0);
}

static void slow_disk(sim *s)
{
    s->slow_ms = s->now_ms + sim_around(s, SIM_DICE_FAULTS, 20000);
    sim_tell(s, "The disk is slow for %d s.", (int)((s->slow_ms - s->now_ms) / 1000));
    sim_count_fault(s, SIM_SLOW);
}

/* The machine sleeps: no time of the house passes, or a few seconds of it. */
static void freeze(sim *s)
{
    int64_t ms = sim_around(s, SIM_DICE_FAULTS, 600000);
    sim_tell(s, "The machine sleeps for %d s.", (int)(ms / 1000));
    sim_count_fault(s, SIM_FREEZE);
    s->now_ms += ms;
    s->n_naps++;
}

static void jump(sim *s)
{
    static const int64_t far[] = {2000, 60000, 3600000, 86400000};
    int64_t most = far[sim_below(s, SIM_DICE_FAULTS, 4)];
    int64_t ms = sim_below(s, SIM_DICE_FAULTS, 2 * most) - most;
    sim_tell(s, "The wall clock is set %s by %lld s.", ms < 0 ? "back" : "forward",
             (long long)(ms < 0 ? -ms : ms) / 1000);
    sim_count_fault(s, SIM_JUMP);
    s->wall_ms += ms;
}

static sim_conn *some_conn(sim *s)
{
    int64_t n = 0;
    for (sim_conn *c = s->conns; c; c = c->next)
        n += c->user && c->who && !c->half;
    n = sim_below(s, SIM_DICE_FAULTS, n);
    for (sim_conn *c = s->conns; c; c = c->next)
        if (c->user && c->who && !c->half && n-- == 0)
            return c;
    return NULL;
}

static void hurt_connection(sim *s, sim_fault fault)
{
    sim_conn *c = some_conn(s);
    if (!c)
        return;
    sim_tell(s, "Connection %d of %s: %s.", (int)c->ticket, c->who->name, sim_fault_words[fault]);
    sim_count_fault(s, fault);
    if (fault == SIM_CUT)
        sim_cut(s, c);
    else if (fault == SIM_HALF)
        sim_half_open(s, c);
    else
        sim_stall(s, c, sim_around(s, SIM_DICE_FAULTS, 30000));
}

/* Between two steps; after a commit and before its answer; or at some operation of the disk: soon, or when a checkpoint is
 * being made. */
static void crash(sim *s, bool power)
{
    static const int64_t ops[] = {0, -1, 6, 40, 400};
    int64_t most = ops[sim_below(s, SIM_DICE_FAULTS, 5)];
    if (!most)
        sim_house_crash(s, power);
    else if (most < 0) {
        s->ends_unheard = true;
        s->ends_by_power = power;
    } else if (!sim_disk_is_armed(s))
        sim_disk_arm(s, 1 + sim_below(s, SIM_DICE_FAULTS, most), power);
}

/* Closing empties the log into the file: a good moment for a power failure. */
static void restart(sim *s)
{
    bool power = sim_has(s, SIM_POWER);
    if (s->house && (power || sim_has(s, SIM_KILL)) && !sim_disk_is_armed(s) &&
        sim_percent(s, SIM_DICE_FAULTS, 40))
        sim_disk_arm(s, 1 + sim_below(s, SIM_DICE_FAULTS, 120), power);
    sim_house_close(s);
}

static void happen(sim *s, sim_fault fault)
{
    switch (fault) {
    case SIM_KILL: crash(s, false); break;
    case SIM_POWER: crash(s, true); break;
    case SIM_RESTART: restart(s); break;
    case SIM_FREEZE: freeze(s); break;
    case SIM_JUMP: jump(s); break;
    case SIM_WRITE: trouble_disk(s, SIM_DISK_FAILS); break;
    case SIM_FULL: trouble_disk(s, SIM_DISK_FULL); break;
    case SIM_SLOW: slow_disk(s); break;
    case SIM_CUT:
    case SIM_HALF:
    case SIM_STALL: hurt_connection(s, fault); break;
    case SIM_LOST:
    case SIM_TWICE:
    case SIM_RACE:
    case SIM_LIE:
    case SIM_FAULT_COUNT: break;
    }
}

static void on_fault(sim *s, void *what, uint64_t n)
{
    (void)what, (void)n;
    if (s->ending || s->calm)
        return;
    sim_at(s, sim_around(s, SIM_DICE_FAULTS, s->plan.fault_ms), on_fault, NULL, 0);
    /* Crashes are what most promises are about. */
    int64_t dice = sim_below(s, SIM_DICE_FAULTS, 100);
    sim_fault fault = (sim_fault)sim_below(s, SIM_DICE_FAULTS, SIM_FAULT_COUNT);
    fault = dice < 15 ? SIM_KILL : dice < 30 ? SIM_POWER : fault;
    if (sim_has(s, fault))
        happen(s, fault);
}

void sim_faults_start(sim *s)
{
    sim_at(s, sim_around(s, SIM_DICE_FAULTS, s->plan.fault_ms), on_fault, NULL, 0);
}
