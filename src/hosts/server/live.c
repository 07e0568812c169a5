/* live.c: tables in memory: finding, loading and letting go, and the queue of what is to be done at one.
 * How a table changes is change.c, how it comes out of the store restore.c. */
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/house_inside.h"

/* -- The map ----------------------------------------------------------------------------------- */

static srv_live **place_of(srv_house *h, const char *id)
{
    srv_live **at =
        &h->bucket[spk_hash(SPK_HASH_START, id, strlen(id)) & (uint64_t)(h->n_buckets - 1)];
    while (*at && !spk_str_eq((*at)->id, id))
        at = &(*at)->next;
    return at;
}

static void grow(srv_house *h)
{
    srv_live **old = h->bucket;
    int n = h->n_buckets;
    h->n_buckets = n ? 2 * n : 64;
    h->bucket = spk_alloc((size_t)h->n_buckets * sizeof *h->bucket);
    for (int i = 0; i < n; i++)
        for (srv_live *live = old[i], *next; live; live = next) {
            next = live->next;
            live->next = NULL;
            *place_of(h, live->id) = live;
        }
    spk_free(old);
}

srv_live *srv_live_find(srv_house *h, const char *id)
{
    return h->n_live ? *place_of(h, id) : NULL;
}

srv_live *srv_live_new(srv_house *h, const char *id)
{
    if (h->n_live >= h->n_buckets)
        grow(h);
    srv_live *live = spk_alloc(sizeof *live);
    *live = (srv_live){
        .house = h, .maker = -1, .due = SPK_NEVER, .wake = SPK_NEVER, .touched = srv_house_wall(h)};
    memcpy(live->id, id, strlen(id) + 1);
    *place_of(h, id) = live;
    h->n_live++;
    h->figures.tables_live = h->n_live;
    return live;
}

void srv_live_set_text(char **field, const char *text)
{
    spk_free(*field);
    *field = NULL;
    if (text && *text) {
        size_t n = strlen(text) + 1;
        *field = memcpy(spk_alloc(n), text, n);
    }
}

void srv_live_equip(srv_live *live, srv_box *box, const room_plan *plan)
{
    live->box = box;
    live->n_seats = srv_box_of(box)->n_seats;
    live->room = room_new(plan, srv_box_of(box));
    live->places = spk_alloc((size_t)live->n_seats * sizeof *live->places);
    if (!live->viewers)
        live->viewers = spk_alloc((size_t)(live->n_seats + 1) * sizeof *live->viewers);
}

void srv_live_empty(srv_live *live)
{
    for (int i = 0; live->places && i < live->n_seats; i++) {
        spk_free(live->places[i].account);
        spk_free(live->places[i].nonce);
    }
    for (int i = 0; i < live->n_chats; i++)
        spk_free(live->chats[i]);
    spk_free(live->places);
    spk_free(live->chats);
    spk_free(live->refs);
    spk_free(live->edition);
    room_free(live->room);
    srv_shelf_give_back(live->house->shelf, live->box);
    srv_talk_free(live->talk);
    live->places = NULL;
    live->chats = NULL;
    live->n_chats = live->last_chat = 0;
    live->refs = NULL;
    live->n_refs = live->next_ref = live->cap_refs = 0;
    live->edition = NULL;
    live->room = NULL;
    live->box = NULL;
    live->talk = NULL;
    live->n_words = 0;
    live->due = live->wake = SPK_NEVER;
}

static void leave_dirty(srv_live *live)
{
    srv_live **at = &live->house->dirty;
    while (live->is_dirty && *at != live)
        at = &(*at)->next_dirty;
    if (live->is_dirty)
        *at = live->next_dirty;
}

void srv_live_drop(srv_live *live)
{
    srv_house *h = live->house;
    SPK_BUG_IF(live->guests || live->first_task || live->state == SRV_WRITING);
    *place_of(h, live->id) = live->next;
    leave_dirty(live);
    srv_live_empty(live);
    spk_free(live->viewers);
    spk_free(live);
    h->n_live--;
    h->figures.tables_live = h->n_live;
}

/* -- Who is who -------------------------------------------------------------------------------- */

srv_viewer *srv_live_viewer(srv_live *live, spk_seat seat)
{
    return &live->viewers[seat >= 0 && seat < live->n_seats ? seat : live->n_seats];
}

/* All are looked at, so that the time taken does not tell how far it came. */
spk_seat srv_live_seat_of(const srv_live *live, const uint8_t hash[SRV_HASH])
{
    spk_seat found = -1;
    for (spk_seat seat = 0; seat < live->n_seats; seat++)
        if (live->places[seat].has_token && srv_hash_eq(live->places[seat].token, hash))
            found = seat;
    return found;
}

spk_seat srv_live_seat_of_account(const srv_live *live, const char *account, spk_seat wish)
{
    spk_seat found = -1;
    for (spk_seat seat = live->n_seats - 1; seat >= 0; seat--)
        if (live->places[seat].account && spk_str_eq(live->places[seat].account, account) &&
            (wish < 0 || seat == wish))
            found = seat;
    return found;
}

bool srv_live_may_look(const srv_live *live, spk_seat seat)
{
    return room_plan_of(live->room)->onlookers || (seat >= 0 && seat < live->n_seats);
}

/* -- The queue --------------------------------------------------------------------------------- */

static void push(srv_live *live, srv_task *task)
{
    task->next = NULL;
    if (live->last_task)
        live->last_task->next = task;
    else
        live->first_task = task;
    live->last_task = task;
}

static srv_task *pop(srv_live *live)
{
    srv_task *task = live->first_task;
    live->first_task = task->next;
    if (!live->first_task)
        live->last_task = NULL;
    return task;
}

static void work_off(srv_live *live)
{
    spk_why why = {0};
    if (live->in_queue)
        return; /* a task that is being run has asked for it: it goes on below */
    live->in_queue = true;
    while (live->state == SRV_READY && live->first_task) {
        srv_task *task = pop(live);
        task->run(task, live, &why);
    }
    live->in_queue = false;
}

void srv_live_queue(srv_live *live, srv_task *task)
{
    live->touched = srv_house_wall(live->house);
    push(live, task);
    work_off(live);
}

void srv_live_settle(srv_live *live)
{
    live->state = SRV_READY;
    srv_live_show(live);
    srv_beat_due(live);
    work_off(live); /* people first: what they do may make a bot's thoughts needless */
    if (live->state == SRV_READY)
        srv_deputies_call(live);
}

void srv_live_fail(srv_live *live, const spk_why *why)
{
    srv_house *h = live->house;
    bool gone = why->err == SPK_EUNKNOWN;
    while (live->guests) {
        srv_guest *guest = live->guests;
        srv_guest_rise(guest);
        srv_ws_close(h->net, guest->ws, gone ? 4404 : 1001,
                     gone ? "there is no such table" : "this table cannot be opened: come again");
    }
    live->in_queue = true; /* what a task brings now must not run at this table */
    while (live->first_task) {
        srv_task *task = pop(live);
        task->run(task, NULL, why);
    }
    srv_live_drop(live);
}

/* -- Loading ----------------------------------------------------------------------------------- */

static void on_loaded(void *context, const srv_answer *answer)
{
    srv_live *live = context;
    srv_house *h = live->house;
    spk_why why = {.err = answer->err};
    h->n_busy--;
    live->asked = false;
    if (answer->err == SPK_OK)
        srv_live_restore(live, &answer->tables[0], &why);
    else
        spk_fail(&why, answer->err, "%s", answer->why);
    if (why.err == SPK_OK) {
        h->figures.tables_loaded++;
        srv_log_event(h->log, SRV_EVENT_TABLE_LOADED, SRV_KEY("table", live->id));
        srv_live_settle(live);
        return;
    }
    if (why.err != SPK_EUNKNOWN)
        srv_log_event(h->log, SRV_EVENT_TABLE_BROKEN, SRV_KEY("table", live->id),
                      SRV_KEY("why", why.text));
    srv_live_fail(live, &why);
}

void srv_live_load(srv_live *live)
{
    srv_house *h = live->house;
    srv_query query = {.what = SRV_ASK_TABLE, .id = live->id};
    live->state = SRV_LOADING;
    live->asked = srv_store_ask(h->store, &query, on_loaded, live) == SPK_OK;
    h->n_busy += live->asked; /* else the beat asks again */
}

static void refuse_task(srv_task *task, spk_err err, const char *text)
{
    spk_why why = {0};
    spk_fail(&why, err, "%s", text);
    task->run(task, NULL, &why);
}

void srv_house_visit(srv_house *h, const char *table, srv_task *task)
{
    srv_live *live = srv_is_id(table) ? srv_live_find(h, table) : NULL;
    if (h->closing)
        refuse_task(task, SPK_EBUSY, "The house is closing.");
    else if (!srv_is_id(table))
        refuse_task(task, SPK_EUNKNOWN, "There is no such table.");
    else if (!live && h->n_live >= h->config->max_tables)
        refuse_task(task, SPK_EBUSY, "Too many tables are in use: come again.");
    else {
        if (!live)
            srv_live_load(live = srv_live_new(h, table));
        srv_live_queue(live, task);
    }
}
