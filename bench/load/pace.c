/* pace.c: which table moves when (load.h). Flat out, a table moves as soon as it can. Else there is a plan:
 * the k-th move of all is due k / rate seconds after the start, and tables take turns; one move every five
 * seconds at each of 5,000 tables is a thousand moves a second. Late is late: the plan does not wait for
 * the server, and moves that were due meanwhile are sent at once. A table that is not ready when its
 * turn comes, because its game has just ended, lets the next one go before. */
#include "load.h"

static bool is_flat(const load *l) { return l->options.rate <= 0; }

void load_pace_ready(load_table *t)
{
    load *l = t->l;
    if (is_flat(l) && (l->phase == LOAD_WARMING || l->phase == LOAD_MEASURING))
        load_table_move(t);
}

static load_table *next_ready(load *l)
{
    for (int tried = 0; tried < l->options.tables; tried++) {
        load_table *t = &l->tables[l->turn];
        l->turn = (l->turn + 1) % l->options.tables;
        if (t->ready)
            return t;
    }
    return NULL;
}

static void on_beat(uv_timer_t *timer)
{
    load *l = timer->data;
    const double step_ns = 1e9 / l->options.rate;
    for (;;) {
        uint64_t now = uv_hrtime(),
                 due = l->pace_start + (uint64_t)((double)l->n_planned * step_ns);
        if (due > now)
            return;
        l->n_planned++;
        load_table *t = next_ready(l);
        if (t)
            load_table_move(t);
        if (l->phase == LOAD_MEASURING) {
            load_times_add(&l->tally.behind, now - due);
            l->tally.missed += t == NULL;
        }
    }
}

void load_pace_start(load *l)
{
    if (is_flat(l)) {
        for (int i = 0; i < l->options.tables; i++)
            if (l->tables[i].ready)
                load_table_move(&l->tables[i]);
        return;
    }
    l->pace_start = uv_hrtime();
    uv_timer_init(&l->loop, &l->beat);
    l->beat.data = l;
    uv_timer_start(&l->beat, on_beat, 1, 1);
}

void load_pace_stop(load *l)
{
    if (!is_flat(l))
        uv_close((uv_handle_t *)&l->beat, NULL);
}
