/* table.c: tables in memory: finding, loading and letting go, and the queue of what is to be done at one.
 * How a table changes is change.c, how it comes out of the store restore.c.
 *
 * All of it runs on the house's thread, so nothing is locked; what keeps two things from happening at one table at once
 * is its state (table.h) and its queue:
 *
 *      a request, a message, a bot's answer             the store's answers (srv_store_poll)
 *                     |                                        |                   |
 *      srv_table_visit: load it if it is not here              | loaded            | written
 *                     v                                        v                   v
 *      srv_table_queue: push --> work_off  <---------- srv_table_go_on <------- on_written (change.c)
 *                                READY only                 = READY
 *
 * A table that is asked for by name may have gone in the meantime. So whoever waits for something (a bot's job, a
 * timer) keeps its id and asks for it again; only the store's own answers carry the pointer, and a table with one of
 * those under way is never dropped. */
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/table/inside.h"

/* -- The map ----------------------------------------------------------------------------------- */

static srv_table **place_of(srv_house *h, const char *id)
{
    srv_table **at = &h->tables->bucket[spk_hash(SPK_HASH_START, id, strlen(id)) &
                                        (uint64_t)(h->tables->n_buckets - 1)];
    while (*at && !spk_str_eq((*at)->id, id))
        at = &(*at)->next;
    return at;
}

static void grow(srv_house *h)
{
    srv_table **old = h->tables->bucket;
    int n = h->tables->n_buckets;
    h->tables->n_buckets = n ? 2 * n : 64;
    h->tables->bucket = spk_alloc((size_t)h->tables->n_buckets * sizeof *h->tables->bucket);
    for (int i = 0; i < n; i++)
        for (srv_table *table = old[i], *next; table; table = next) {
            next = table->next;
            table->next = NULL;
            *place_of(h, table->id) = table;
        }
    spk_free(old);
}

srv_table *srv_table_find(srv_house *h, const char *id)
{
    return h->tables->n_live ? *place_of(h, id) : NULL;
}

/* In LOADING, which is 0: it has a place in the map, and no room until it is equipped or restored. */
srv_table *srv_table_new(srv_house *h, const char *id)
{
    if (h->tables->n_live >= h->tables->n_buckets)
        grow(h);
    srv_table *table = spk_alloc(sizeof *table);
    *table = (srv_table){.house = h,
                         .maker = -1,
                         .due = SPK_NEVER,
                         .wake = SPK_NEVER,
                         .written_pauser = -1,
                         .touched = srv_house_ms(h)};
    memcpy(table->id, id, strlen(id) + 1);
    srv_id_new(table->next_id);
    *place_of(h, id) = table;
    h->tables->n_live++;
    h->figures.tables_live = h->tables->n_live;
    return table;
}

void srv_table_set_text(char **field, const char *text)
{
    spk_free(*field);
    *field = NULL;
    if (text && *text) {
        size_t n = strlen(text) + 1;
        *field = memcpy(spk_alloc(n), text, n);
    }
}

void srv_table_equip(srv_table *table, srv_box *box, const room_plan *plan)
{
    table->box = box;
    table->n_seats = srv_box_of(box)->n_seats;
    table->room = room_new(plan, srv_box_of(box));
    table->places = spk_alloc((size_t)table->n_seats * sizeof *table->places);
    if (!table->viewers) /* loaded again: its guests are still there, with what they were shown */
        table->viewers = spk_alloc((size_t)(table->n_seats + 1) * sizeof *table->viewers);
}

/* Everything that the store knows goes. Guests, viewers, waiting tasks and bots that think stay: they belong to the table's
 * name and not to its room, and find the new one. */
void srv_table_empty(srv_table *table)
{
    for (int i = 0; table->places && i < table->n_seats; i++) {
        spk_free(table->places[i].account);
        spk_free(table->places[i].nonce);
        spk_free(table->places[i].refs);
    }
    for (int i = 0; i < table->n_chats; i++)
        spk_free(table->chats[i]);
    spk_free(table->places);
    spk_free(table->chats);
    spk_free(table->edition);
    room_free(table->room);
    srv_boxes_give_back(table->house->tables->boxes, table->box);
    table->places = NULL;
    table->chats = NULL;
    table->n_chats = table->last_chat = 0;
    table->edition = NULL;
    table->room = NULL;
    table->box = NULL;
    table->n_words = 0;
    table->due = table->wake = SPK_NEVER;
}

static void leave_dirty(srv_table *table)
{
    srv_table **at = &table->house->tables->dirty;
    while (table->is_dirty && *at != table)
        at = &(*at)->next_dirty;
    if (table->is_dirty)
        *at = table->next_dirty;
}

/* Nobody may hold it any more. In WRITING the store would answer to a table that is gone; a bot that thinks asks for the
 * table by its id and finds none. */
void srv_table_drop(srv_table *table)
{
    srv_house *h = table->house;
    SPK_BUG_IF(table->guests || table->first_task || table->state == SRV_WRITING);
    *place_of(h, table->id) = table->next;
    leave_dirty(table);
    srv_table_empty(table);
    spk_free(table->viewers);
    spk_free(table);
    h->tables->n_live--;
    h->figures.tables_live = h->tables->n_live;
}

/* -- Who is who -------------------------------------------------------------------------------- */

srv_viewer *srv_table_viewer(srv_table *table, spk_seat seat)
{
    return &table->viewers[seat >= 0 && seat < table->n_seats ? seat : table->n_seats];
}

/* All are looked at, so that the time taken does not tell how far it came. */
spk_seat srv_table_seat_of(const srv_table *table, const uint8_t hash[SRV_HASH])
{
    spk_seat found = -1;
    for (spk_seat seat = 0; seat < table->n_seats; seat++)
        if (table->places[seat].has_token && srv_hash_eq(table->places[seat].token, hash))
            found = seat;
    return found;
}

spk_seat srv_table_seat_of_account(const srv_table *table, const char *account, spk_seat wish)
{
    spk_seat found = -1;
    for (spk_seat seat = table->n_seats - 1; seat >= 0; seat--)
        if (table->places[seat].account && spk_str_eq(table->places[seat].account, account) &&
            (wish < 0 || seat == wish))
            found = seat;
    return found;
}

bool srv_table_may_look(const srv_table *table, spk_seat seat)
{
    return (room_plan_of(table->room)->onlookers && !srv_table_is_sealed(table)) ||
           (seat >= 0 && seat < table->n_seats);
}

bool srv_table_is_over(const srv_table *table)
{
    room_status status = room_status_of(table->room);
    return status == ROOM_FINISHED || (status == ROOM_CLOSED && room_is_dealt(table->room));
}

/* -- The queue --------------------------------------------------------------------------------- */

static void push(srv_table *table, srv_task *task)
{
    task->next = NULL;
    if (table->last_task)
        table->last_task->next = task;
    else
        table->first_task = task;
    table->last_task = task;
}

static srv_task *pop(srv_table *table)
{
    srv_task *task = table->first_task;
    table->first_task = task->next;
    if (!table->first_task)
        table->last_task = NULL;
    return task;
}

/* Tasks run one by one while the table is READY. One that commits makes it WRITING, and the rest waits for srv_table_go_on.
 * A task may queue another one at this table, so 'in_queue' keeps the loop from being entered twice. */
static void work_off(srv_table *table)
{
    static const spk_why none;
    if (table->in_queue)
        return; /* a task that is being run has asked for it: it goes on below */
    table->in_queue = true;
    while (table->state == SRV_READY && table->first_task) {
        srv_task *task = pop(table);
        task->run(task, table, &none);
    }
    table->in_queue = false;
}

void srv_table_queue(srv_table *table, srv_task *task)
{
    table->touched = srv_house_ms(table->house);
    push(table, task);
    work_off(table);
}

/* From LOADING (it is there) or ANSWERED (it is written). In this order: people see what happened, then they may act, and
 * only if nobody did are bots asked. */
void srv_table_settle(srv_table *table)
{
    table->state = SRV_READY;
    srv_table_show(table);
    srv_beat_due(table);
}

void srv_table_go_on(srv_table *table)
{
    work_off(table); /* people first: what they do may make a bot's thoughts needless */
    if (table->state == SRV_READY)
        srv_bot_turns_call(table);
}

/* The end of a table that cannot be had. Its tasks are told with table NULL; what they ask for then must find no trace of
 * it, so it is dropped last and takes no task meanwhile. */
void srv_table_fail(srv_table *table, const spk_why *why)
{
    bool gone = why->err == SPK_EUNKNOWN, moved = why->err == SPK_ELOST;
    srv_table_send_all_away(table,
                            gone    ? 4404
                            : moved ? SRV_MOVED
                                    : 1001,
                            gone    ? "there is no such table"
                            : moved ? "this table has moved: come again"
                                    : "this table cannot be opened: come again");
    table->in_queue = true; /* what a task brings now must not run at this table */
    while (table->first_task) {
        srv_task *task = pop(table);
        task->run(task, NULL, why);
    }
    srv_table_drop(table);
}

/* -- Loading ----------------------------------------------------------------------------------- */

/* LOADING -> READY, or gone. The state stays LOADING while the room is made, so that nothing runs at half a table. */
static void open_loaded(srv_table *table)
{
    srv_house *h = table->house;
    h->figures.tables_loaded++;
    srv_log_event(h->log, SRV_EVENT_TABLE_LOADED, SRV_KEY("table", table->id));
    if (table->is_taken && room_is_dealt(table->room)) {
        srv_table_take_over(table);
        return;
    }
    srv_table_settle(table);
    srv_table_go_on(table);
}

static void on_loaded(void *context, const srv_answer *answer)
{
    srv_table *table = context;
    srv_house *h = table->house;
    spk_why why = {.err = answer->err};
    h->tables->n_busy--;
    table->asked = false;
    if (table->is_lost)
        spk_fail(&why, SPK_ELOST, "This table has moved.");
    else if (answer->err == SPK_OK)
        srv_table_restore(table, &answer->tables[0], &why);
    else
        spk_fail(&why, answer->err, "%s", answer->why);
    if (why.err == SPK_OK) {
        open_loaded(table);
        return;
    }
    if (why.err != SPK_EUNKNOWN && why.err != SPK_ELOST)
        srv_log_event(h->log, SRV_EVENT_TABLE_BROKEN, SRV_KEY("table", table->id),
                      SRV_KEY("why", why.text));
    srv_table_fail(table, &why);
}

/* From nothing (somebody visits), from ANSWERED (the write failed) or from READY (the operator changed it): whatever the
 * room was, what the store says counts. The old room is there until the answer comes, but nobody is shown it. */
static void ask_for(srv_table *table)
{
    srv_house *h = table->house;
    srv_query query = {.what = SRV_ASK_TABLE, .id = table->id};
    table->asked = srv_store_ask(h->store, &query, on_loaded, table) == SPK_OK;
    h->tables->n_busy += table->asked; /* else the beat asks again */
}

static void note_owner(srv_table *table, const srv_owner *owner)
{
    table->epoch = owner->epoch;
    table->is_taken |= owner->taken;
    if (owner->taken)
        table->left_at = owner->left_at;
}

void srv_table_open(srv_house *h, const char *id, const srv_owner *owner)
{
    if (srv_table_find(h, id) || srv_tables_are_full(h))
        return; /* who visits it is told */
    srv_table *table = srv_table_new(h, id);
    note_owner(table, owner);
    ask_for(table);
}

/* A node opens no table that is not its own: what it read could be old. Another's is not here, whatever somebody believed. */
static void on_claimed(void *context, const srv_answer *answer)
{
    srv_table *table = context;
    srv_house *h = table->house;
    spk_why why = {0};
    h->tables->n_busy--;
    table->asked = false;
    if (answer->err == SPK_OK && !table->is_lost) {
        note_owner(table, answer->owner);
        ask_for(table);
        return;
    }
    bool elsewhere = answer->err == SPK_ETAKEN || answer->err == SPK_ELOST || table->is_lost;
    spk_fail(&why, elsewhere ? SPK_ELOST : answer->err, "%s",
             elsewhere ? "This table has moved. Try again." : answer->why);
    if (answer->err == SPK_ELOST)
        srv_house_lost(h);
    srv_table_fail(table, &why);
}

void srv_table_load(srv_table *table)
{
    srv_house *h = table->house;
    srv_lease lease = {.what = SRV_CLAIM, .table = table->id};
    table->state = SRV_LOADING;
    if (!h->node) {
        ask_for(table);
        return;
    }
    table->asked = srv_store_lease(h->store, &lease, on_claimed, table) == SPK_OK;
    h->tables->n_busy += table->asked;
}

static void refuse_task(srv_task *task, spk_err err, const char *text)
{
    spk_why why = {0};
    spk_fail(&why, err, "%s", text);
    task->run(task, NULL, &why);
}

/* The door for everybody but the store: whoever wants something at a table comes through here, in order. */
void srv_table_visit(srv_house *h, const char *id, srv_task *task)
{
    srv_table *table = srv_is_id(id) ? srv_table_find(h, id) : NULL;
    if (h->closing)
        refuse_task(task, SPK_EBUSY, "The house is closing.");
    else if (!srv_is_id(id))
        refuse_task(task, SPK_EUNKNOWN, "There is no such table.");
    else if (!table && srv_tables_are_full(h))
        refuse_task(task, SPK_EBUSY, "Too many tables are in use. Try again later.");
    else {
        if (!table)
            srv_table_load(table = srv_table_new(h, id));
        srv_table_queue(table, task);
    }
}

void srv_table_look(srv_house *h, const char *id, srv_task *task)
{
    srv_table *table = srv_is_id(id) && !h->closing ? srv_table_find(h, id) : NULL;
    spk_why why = {0};
    if (table && table->state == SRV_WRITING && table->is_hidden)
        task->run(task, table, &why);
    else
        srv_table_visit(h, id, task);
}
