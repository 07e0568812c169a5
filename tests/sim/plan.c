/* plan.c: what a seed decides, and a run from its first moment to its last:
 *
 *     people come, play, and things go wrong      plan.play_ms
 *     calm: the faults stop; every game goes on, and some are played to their end
 *     the disk is read once more, and everything is taken apart */
#include <jansson.h>
#include <stdio.h>

#include "base/mem.h"
#include "sim.h"

sim *sim_here;

/* Two kinds of evening: a few fast tables where much goes wrong, and many slow ones, played over days. */
void sim_plan_make(sim_plan *plan, uint64_t seed)
{
    spk_rng dice;
    spk_rng_init(&dice, seed, 99);
    bool slow = spk_rng_below(&dice, 6) == 0;
    *plan = (sim_plan){.seed = seed, .faults = (1u << SIM_FAULT_COUNT) - 1};
    plan->n_tables = slow ? 20 + (int)spk_rng_below(&dice, 60) : 1 + (int)spk_rng_below(&dice, 4);
    plan->n_to_end = slow ? 1 : plan->n_tables;
    plan->pace_ms =
        slow ? 1800000 + spk_rng_below(&dice, 4 * 3600000) : 300 + spk_rng_below(&dice, 15000);
    plan->play_ms = slow ? 20 * plan->pace_ms : 100 * plan->pace_ms;
    plan->fault_ms = plan->play_ms / (slow ? 60 : 30);
    plan->beat_ms = slow ? 4500 : spk_rng_below(&dice, 2) ? 0 : (int)spk_rng_below(&dice, 500);
    plan->full = spk_rng_below(&dice, 3) > 0;
    plan->write_ms = spk_rng_below(&dice, 2) ? 4 : 4 + (int)spk_rng_below(&dice, 400);
    if (spk_rng_below(&dice, 2)) /* some seeds know only some faults */
        plan->faults &= spk_rng_next(&dice);
}

void sim_plan_print(const sim_plan *plan, spk_buf *out)
{
    spk_buf_printf(out, "--seed %llu", (unsigned long long)plan->seed);
    sim_plan own;
    sim_plan_make(&own, plan->seed);
    if (plan->n_tables != own.n_tables)
        spk_buf_printf(out, " --tables %d", plan->n_tables);
    if (plan->play_ms != own.play_ms)
        spk_buf_printf(out, " --play-ms %lld", (long long)plan->play_ms);
    for (int i = 0; i < SIM_FAULT_COUNT; i++)
        if ((own.faults & ~plan->faults) >> i & 1)
            spk_buf_printf(out, " --without %s", sim_fault_words[i]);
}

/* -- A run ------------------------------------------------------------------------------------------------- */

static void on_look(sim *s, void *what, uint64_t n)
{
    (void)what, (void)n;
    if (s->ending)
        return;
    sim_check_clocks(s);
    sim_check_silence(s);
    sim_at(s, s->plan.pace_ms < 20000 ? 5000 : 120000, on_look, NULL, 0);
}

static void start(sim *s, const sim_plan *plan, sim_figures *figures, bool trace)
{
    *s = (sim){.plan = *plan, .figures = figures, .trace = trace, .wall_ms = 1700000000000};
    sim_here = s;
    sim_house_dice();
    for (int i = 0; i < SIM_STREAMS; i++)
        spk_rng_init(&s->dice[i], plan->seed, (uint64_t)i);
    json_object_seed(1);
    sim_disk_start(s);
    sim_house_set_up(s);
    sim_house_open(s);
    sim_people_start(s);
    sim_faults_start(s);
    sim_at(s, 1000, on_look, NULL, 0);
}

static void end(sim *s)
{
    s->figures->seeds++;
    sim_house_end(s);
    s->ending = true;
    while (sim_step(s))
        ;
    sim_net_end(s);
    sim_ledger_end(s);
    sim_people_end(s);
    sim_forget_events(s);
    sim_disk_end(s);
}

/* The faults stop: a house that is down opens again by itself, people come. */
static void calm_down(sim *s)
{
    s->calm = true;
    s->slow_ms = 0;
    sim_disk_arm(s, 0, false);
    if (!sim_disk_is_well(s))
        s->well_ms = s->up_ms;
    sim_disk_set(s, SIM_DISK_WELL);
    sim_tell(s, "The faults stop.");
    sim_people_calm(s);
}

bool sim_run(sim *s, const sim_plan *plan, sim_figures *figures, bool trace)
{
    start(s, plan, figures, trace);
    while (!s->failed && s->now_ms < plan->play_ms && sim_step(s))
        ;
    if (!s->failed)
        calm_down(s);
    while (!s->failed && !(s->house && sim_people_done(s)))
        for (int i = 0; i < 200 && !s->failed && sim_step(s); i++)
            ;
    if (!s->failed)
        sim_audit(s);
    bool well = !s->failed;
    end(s);
    return well;
}
