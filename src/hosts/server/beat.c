/* beat.c: what happens though nobody does anything: clocks run out, tables nobody visits leave memory, and
 * house time is written down. */
#include <stdio.h>
#include <unistd.h>

#include "hosts/server/house_inside.h"
#include "hosts/server/news.h"

enum {
    BEAT_MS = 100,
    ASK_DUE_MS = 2000, /* how often the store is asked for clocks of tables asleep */
    LOOK_MS = 1000,    /* how often idle tables are looked for */
};

/* -- Clocks ------------------------------------------------------------------------------------ */

void srv_beat_due(srv_live *live)
{
    int64_t deadline = room_deadline(live->room);
    live->due = deadline < live->wake ? deadline : live->wake;
    if (live->due < live->house->next_due)
        live->house->next_due = live->due;
}

static void attend(srv_live *live)
{
    live->wake = SPK_NEVER;
    srv_live_time_out(live);
    if (live->state == SRV_READY)
        srv_deputies_call(live);
    if (live->state == SRV_READY)
        srv_beat_due(live);
}

/* All whose clock has run out; a table that is being written looks by itself when that is done. */
static void look_at_clocks(srv_house *h)
{
    int64_t now = srv_house_now(h), next = SPK_NEVER;
    if (now < h->next_due)
        return;
    for (int i = 0; i < h->n_buckets; i++)
        for (srv_live *live = h->bucket[i]; live; live = live->next) {
            if (live->due <= now && live->state == SRV_READY)
                attend(live);
            if (live->due < next)
                next = live->due > now ? live->due : now + 1;
        }
    h->next_due = next;
}

/* -- Tables asleep ----------------------------------------------------------------------------- */

static void wake_table(srv_house *h, const char *id)
{
    if (!srv_is_id(id) || srv_live_find(h, id) || h->n_live >= h->config->max_tables)
        return;
    srv_live_load(srv_live_new(h, id));
}

static void on_due(void *context, const srv_answer *a)
{
    srv_house *h = context;
    h->n_asks--;
    h->asks_due = false;
    for (int i = 0; i < a->n_tables && a->err == SPK_OK && !h->closing; i++)
        wake_table(h, a->tables[i].id);
    if (a->more)
        h->asked_due = 0;
}

static void ask_for_due(srv_house *h, int64_t wall)
{
    srv_query query = {.what = SRV_ASK_DUE, .at = srv_house_now(h)};
    if (h->asks_due || wall - h->asked_due < ASK_DUE_MS)
        return;
    h->asked_due = wall;
    h->asks_due = srv_store_ask(h->store, &query, on_due, h) == SPK_OK;
    h->n_asks += h->asks_due;
}

static bool is_idle(const srv_live *live, int64_t wall)
{
    return live->state == SRV_READY && !live->guests && !live->first_task && !live->thinking &&
           !live->in_queue && !room_deputed(live->room) &&
           wall - live->touched > live->house->config->house.sleep_ms;
}

static void let_go(srv_house *h, int64_t wall)
{
    if (wall - h->looked < LOOK_MS)
        return;
    h->looked = wall;
    srv_news_read(h);
    srv_guests_tire(h);
    for (int i = 0; i < h->n_buckets; i++)
        for (srv_live *live = h->bucket[i], *next; live; live = next) {
            next = live->next;
            if (live->state == SRV_LOADING && !live->asked)
                srv_live_load(live); /* the store had no time for the question */
            else if (is_idle(live, wall)) {
                srv_log_event(h->log, SRV_EVENT_TABLE_ASLEEP, SRV_KEY("table", live->id));
                srv_live_drop(live);
            }
        }
}

/* -- The beat ---------------------------------------------------------------------------------- */

static void keep_time(srv_house *h)
{
    char text[24];
    int n = snprintf(text, sizeof text, "%020lld\n", (long long)srv_house_now(h));
    if (h->time_file >= 0 && pwrite(h->time_file, text, (size_t)n, 0) != n)
        srv_log_event(h->log, SRV_EVENT_TROUBLE, SRV_KEY("why", "house time cannot be written"));
}

static void on_beat(uv_timer_t *timer)
{
    srv_house *h = timer->data;
    int64_t wall = srv_house_wall(h);
    srv_house_now(h);
    if (wall / 1000 != h->looked / 1000)
        keep_time(h);
    if (h->closing)
        return;
    look_at_clocks(h);
    let_go(h, wall);
    ask_for_due(h, wall);
}

void srv_beat_start(srv_house *h)
{
    uv_timer_init(h->loop, &h->beat);
    h->beat.data = h;
    uv_timer_start(&h->beat, on_beat, 0, BEAT_MS);
}

void srv_beat_stop(srv_house *h)
{
    if (h->beat.data) {
        keep_time(h);
        uv_close((uv_handle_t *)&h->beat, NULL);
    }
}
