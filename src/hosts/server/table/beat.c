/* beat.c: what happens though nobody does anything: clocks run out, tables nobody visits leave memory, and
 * house time is written down. */
#include "base/str.h"
#include "hosts/server/table/inside.h"

enum {
    BEAT_MS = 100,
    ASK_DUE_MS = 2000, /* how often the store is asked for clocks of tables asleep */
    LOOK_MS = 1000,    /* how often idle tables are looked for */
};

/* -- Clocks ------------------------------------------------------------------------------------ */

void srv_beat_due(srv_table *table)
{
    int64_t deadline = room_deadline(table->room);
    table->due = deadline < table->wake ? deadline : table->wake;
    if (table->due < table->house->tables->next_due)
        table->house->tables->next_due = table->due;
}

static void attend(srv_table *table)
{
    table->wake = SPK_NEVER;
    srv_table_time_out(table);
    if (table->state == SRV_READY)
        srv_bot_turns_call(table);
    if (table->state == SRV_READY)
        srv_beat_due(table);
}

/* All whose clock has run out; a table that is being written looks by itself when that is done. */
static void look_at_clocks(srv_house *h)
{
    int64_t now = srv_house_now(h), next = SPK_NEVER;
    if (now < h->tables->next_due)
        return;
    for (int i = 0; i < h->tables->n_buckets; i++)
        for (srv_table *table = h->tables->bucket[i]; table; table = table->next) {
            if (table->due <= now && table->state == SRV_READY)
                attend(table);
            if (table->due < next)
                next = table->due > now ? table->due : now + 1;
        }
    h->tables->next_due = next;
}

/* -- Tables asleep ----------------------------------------------------------------------------- */

static void wake_table(srv_house *h, const char *id)
{
    if (!srv_is_id(id) || srv_table_find(h, id) || h->tables->n_live >= h->config->max_tables)
        return;
    srv_table_load(srv_table_new(h, id));
}

static void on_due(void *context, const srv_answer *a)
{
    srv_house *h = context;
    srv_house_end(h);
    h->tables->asks_due = false;
    for (int i = 0; i < a->n_tables && a->err == SPK_OK && !h->closing; i++)
        wake_table(h, a->tables[i].id);
    if (a->more)
        h->tables->asked_due_ms -= ASK_DUE_MS;
}

static void ask_for_due(srv_house *h, int64_t now_ms)
{
    srv_query query = {
        .what = SRV_ASK_DUE, .at = srv_house_now(h), .id = h->node ? h->config->node : NULL};
    if (h->tables->asks_due || now_ms - h->tables->asked_due_ms < ASK_DUE_MS)
        return;
    h->tables->asked_due_ms = now_ms;
    h->tables->asks_due = srv_store_ask(h->store, &query, on_due, h) == SPK_OK;
    if (h->tables->asks_due)
        srv_house_begin(h);
}

/* For so long. */
static bool is_idle(const srv_table *table, int64_t ms)
{
    return table->state == SRV_READY && !table->guests && !table->first_task && !table->thinking &&
           !table->in_queue && !srv_bot_turns(table) &&
           srv_house_ms(table->house) - table->touched > ms;
}

/* How long a table stays though nobody is there. In a full house not at all: else whoever looks at enough old ones keeps
 * people from their own. */
static int64_t patience(const srv_house *h)
{
    return srv_tables_are_full(h) ? 0 : h->config->house.sleep_ms;
}

/* The operator told one server; the others hear of it from that one. */
static void on_notice(void *house, const char *what, const char *id)
{
    srv_table_notice(house, what, id);
    srv_house_tell(house, spk_str_eq(what, "account") ? SRV_TELL_ACCOUNT : SRV_TELL_TABLE, id);
}

/* A house in memory alone has no file that an operator could change. */
static void read_notices(srv_house *h)
{
    spk_buf path = {0};
    if (srv_config_store_path(h->config, false, &path, NULL) == SPK_OK && path.n)
        srv_notices_read(spk_buf_text(&path), on_notice, h);
    spk_buf_release(&path);
}

static void let_go(srv_house *h, int64_t now_ms)
{
    if (now_ms - h->tables->looked_ms < LOOK_MS)
        return;
    h->tables->looked_ms = now_ms;
    read_notices(h);
    srv_house_watch_store(h);
    srv_guests_tire(h);
    int64_t idle_ms = patience(h);
    for (int i = 0; i < h->tables->n_buckets; i++)
        for (srv_table *table = h->tables->bucket[i], *next; table; table = next) {
            next = table->next;
            srv_guests_expire(table);
            if (table->state == SRV_LOADING && !table->asked)
                srv_table_load(table); /* the store had no time for the question */
            else if (is_idle(table, idle_ms) && !srv_table_rest(table)) {
                srv_log_event(h->log, SRV_EVENT_TABLE_ASLEEP, SRV_KEY("table", table->id));
                srv_table_drop(table);
            }
        }
}

/* -- The beat ---------------------------------------------------------------------------------- */

/* By a clock that nobody sets: an operator who puts the time right must not stop tables' clocks for an hour.
 * It goes on while the house closes, since tables may still be written; then the world calls nobody any more. */
static void on_beat(void *context)
{
    srv_house *h = context;
    int64_t now_ms = srv_house_ms(h);
    srv_house_now(h);
    h->world->later(h->world->loop, BEAT_MS, on_beat, h);
    if (now_ms / 1000 != h->tables->looked_ms / 1000)
        srv_house_keep_time(h);
    if (h->closing)
        return;
    look_at_clocks(h);
    let_go(h, now_ms);
    ask_for_due(h, now_ms);
}

void srv_tables_start(srv_house *h)
{
    srv_away_open(h);
    h->world->later(h->world->loop, 0, on_beat, h);
}
