/* queue.c: the calls of store.h: what waits, the threads that work it off, and the way back.
 * What is written and how is the backend's business (backend.h).
 *
 *     srv_store_write -> [given] -> go -> [changes] -> writer thread: begin, apply ..., commit -\
 *                                                                                 [answered] -> poll
 *     srv_store_ask   ------------------> [queries] -> reader thread: ask ----------------------/
 *
 * What is given is the owner's until srv_store_go, so that a group is a whole turn of the owner's and
 * not what the writer found half-way through one. One lock guards the other three lists and the
 * figures, and is never held while the backend works. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/server/store/backend.h"

enum {
    MAX_QUEUED = 50000,
    MAX_QUEUED_BYTES = 256 << 20,
    MAX_GROUP = 1000 /* so that the first of a flood is not answered with the last */
};

const double srv_late_ms[SRV_LATE_BUCKETS - 1] = {0.5, 1, 2, 5, 10, 20, 50, 100, 250, 1000, 5000};

/* A change or a query on its way. It lives in its own pool, and so do its parts and its answer. */
typedef struct item {
    struct item *next;
    srv_pool pool;
    const srv_change *change; /* one of the three is not NULL */
    const srv_query *query;
    const srv_lease *lease;
    srv_done *done;
    void *context;
    double since_ms;
    srv_answer answer;
} item;

typedef struct list {
    item *first, **end;
    int n;
    size_t n_bytes;
} list;

/* A thread, and what waits for it. */
typedef struct lane {
    srv_store *store;
    void (*work)(srv_store *store, list *todo); /* takes from its list, answers, and returns */
    int take;                                   /* how many at once, at most */
    list todo;
    pthread_t thread;
    pthread_cond_t some;
    bool started;
    bool stop; /* when the list is empty */
} lane;

struct srv_store {
    const srv_backend *backend;
    void *self;
    srv_store_options options;
    bool is_node;
    lane writes, reads;
    list given; /* changes since the last srv_store_go; the owner's thread alone looks at it */
    list answered;
    list polled; /* taken from 'answered', not yet told; the owner's thread alone looks at it */
    char failure[240]; /* of the last write, if the disk refused it; "": it went well */
    srv_store_figures figures;
    pthread_mutex_t lock;
    pthread_mutex_t writing, reading; /* who has that side of the backend */
};

/* -- Lists -------------------------------------------------------------------------------------- */

static void list_add(list *l, item *i)
{
    if (!l->first)
        l->end = &l->first;
    i->next = NULL;
    *l->end = i;
    l->end = &i->next;
    l->n++;
    l->n_bytes += i->pool.n_bytes;
}

static void list_push(list *l, item *i)
{
    i->next = l->first;
    if (!l->first)
        l->end = &i->next;
    l->first = i;
    l->n++;
    l->n_bytes += i->pool.n_bytes;
}

static item *list_take(list *l)
{
    item *i = l->first;
    l->first = i->next;
    l->n--;
    l->n_bytes -= i->pool.n_bytes;
    return i;
}

/* All of 'more' behind 'l', which takes no longer for many. */
static void list_join(list *l, list *more)
{
    if (!more->first)
        return;
    if (!l->first)
        l->end = &l->first;
    *l->end = more->first;
    l->end = more->end;
    l->n += more->n;
    l->n_bytes += more->n_bytes;
    *more = (list){0};
}

static item *item_new(const srv_store *store, srv_done *done, void *context)
{
    srv_pool pool = {0};
    item *i = srv_pool_get(&pool, sizeof *i);
    i->pool = pool;
    i->done = done;
    i->context = context;
    i->since_ms = host_clock_ms(&store->options.clock);
    i->answer.why = "";
    return i;
}

static void item_free(item *i)
{
    srv_pool pool = i->pool;
    srv_pool_release(&pool);
}

static void settle(item *i, spk_err err, const spk_why *why)
{
    i->answer.err = err;
    i->answer.why = err == SPK_OK ? "" : srv_pool_text(&i->pool, why->text);
}

/* -- Answers ------------------------------------------------------------------------------------ */

static int bucket_of(double ms)
{
    int i = 0;
    while (i < SRV_LATE_BUCKETS - 1 && ms > srv_late_ms[i])
        i++;
    return i;
}

/* A write that was refused for its content says nothing about the disk. */
static void note_failure(srv_store *store, const item *i)
{
    if (i->change && i->answer.err == SPK_OK)
        store->failure[0] = '\0';
    else if (i->change && i->answer.err == SPK_EIO)
        snprintf(store->failure, sizeof store->failure, "%s", i->answer.why);
}

static void count_answer(srv_store_figures *f, const item *i, double now_ms)
{
    if (!i->change) {
        f->n_asked += i->query != NULL;
        return;
    }
    spk_err err = i->answer.err;
    if (err == SPK_OK)
        f->n_written++;
    else if (err == SPK_EIO || err == SPK_EBUSY)
        f->n_failed++;
    else
        f->n_refused++;
    f->late[bucket_of(now_ms - i->since_ms)]++;
    f->late_ms_sum += now_ms - i->since_ms;
}

/* Hand all of a list to whoever polls. One call of 'wake' is enough until the next poll. */
static void answer(srv_store *store, list *done)
{
    double now_ms = host_clock_ms(&store->options.clock);
    pthread_mutex_lock(&store->lock);
    bool wake = store->answered.n == 0 && done->n > 0;
    while (done->first) {
        item *i = list_take(done);
        count_answer(&store->figures, i, now_ms);
        note_failure(store, i);
        list_add(&store->answered, i);
    }
    pthread_mutex_unlock(&store->lock);
    if (wake && store->options.wake)
        store->options.wake(store->options.wake_context);
}

static void take_answers(srv_store *store)
{
    pthread_mutex_lock(&store->lock);
    list_join(&store->polled, &store->answered);
    pthread_mutex_unlock(&store->lock);
}

/* What 'done' asks for is answered in a later call: 'polled' gets nothing while it is worked off. */
int srv_store_poll_some(srv_store *store, int most)
{
    int n = 0;
    if (!store->polled.first)
        take_answers(store);
    for (; n < most && store->polled.first; n++) {
        item *i = list_take(&store->polled);
        if (i->done)
            i->done(i->context, &i->answer);
        item_free(i);
    }
    return n;
}

int srv_store_poll(srv_store *store)
{
    take_answers(store);
    return srv_store_poll_some(store, store->polled.n);
}

/* -- Writing ------------------------------------------------------------------------------------ */

static void fail_from(item *i, spk_err err, const spk_why *why)
{
    for (; i; i = i->next)
        if (i->answer.err == SPK_OK)
            settle(i, err, why);
}

/* A node's lease must be renewed in time, and a renewal waits for the group before it. So a group of slow changes (claims,
 * new tables: each asks the database something) ends early, and the rest of it waits behind the renewal. */
static bool takes_long(const srv_store *store, double since_ms)
{
    int lease_ms = store->options.lease_ms > 0 ? store->options.lease_ms : SRV_LEASE_MS;
    return store->is_node && host_clock_ms(&store->options.clock) - since_ms > lease_ms / 10.0;
}

/* The list ends with this one; the others go to 'rest'. */
static void cut_behind(list *l, const item *last, list *rest)
{
    list before = {0};
    item *i;
    do {
        i = list_take(l);
        list_add(&before, i);
    } while (i != last);
    list_join(rest, l);
    *l = before;
}

/* One transaction, of the first of a list; the others wait in 'rest'. False: nothing of it was written, and every change that
 * was not refused anyway has the reason. */
static bool write_group(srv_store *store, list *todo, list *rest)
{
    double since_ms = host_clock_ms(&store->options.clock);
    item *first = todo->first;
    const srv_backend *b = store->backend;
    spk_why why = {0};
    spk_err err = b->begin(store->self, &why);
    for (item *i = first; err == SPK_OK && i; i = i->next) {
        spk_err one = i->lease ? b->lease(store->self, i->lease, &i->pool, &i->answer, &why)
                               : b->apply(store->self, i->change, &why);
        settle(i, one, &why);
        if (one != SPK_OK && b->is_broken(store->self))
            err = one;
        if (i->next && takes_long(store, since_ms))
            cut_behind(todo, i, rest);
    }
    if (err == SPK_OK)
        err = b->commit(store->self, &why);
    if (err == SPK_OK)
        return true;
    b->rollback(store->self);
    fail_from(first, err, &why);
    return false;
}

static void write_one(srv_store *store, item *i)
{
    list one = {0}, none = {0};
    list_add(&one, i);
    write_group(store, &one, &none);
}

/* After a group has failed as a whole: its changes one by one, so that what can be written is. */
static void write_singly(srv_store *store, list *todo, list *done, list *rest)
{
    double since_ms = host_clock_ms(&store->options.clock);
    while (todo->first && !takes_long(store, since_ms)) {
        item *i = list_take(todo);
        i->answer = (srv_answer){.why = ""};
        write_one(store, i);
        list_add(done, i);
    }
    for (item *i = todo->first; i; i = i->next)
        i->answer = (srv_answer){.why = ""};
    list_join(todo, rest);
    list_join(rest, todo);
}

/* To the front again, behind renewals. */
static void give_back(srv_store *store, list *rest)
{
    list all = {0}, *todo = &store->writes.todo;
    pthread_mutex_lock(&store->lock);
    while (todo->first && todo->first->lease && todo->first->lease->what == SRV_RENEW)
        list_add(&all, list_take(todo));
    list_join(&all, rest);
    list_join(&all, todo);
    list_join(todo, &all);
    pthread_mutex_unlock(&store->lock);
}

static void write_all(srv_store *store, list *todo)
{
    list done = {0}, rest = {0};
    pthread_mutex_lock(&store->writing);
    bool well = write_group(store, todo, &rest);
    int n = todo->n;
    if (!well && n > 1)
        write_singly(store, todo, &done, &rest);
    pthread_mutex_unlock(&store->writing);
    give_back(store, &rest);
    pthread_mutex_lock(&store->lock);
    store->figures.n_groups++;
    if (n > store->figures.largest_group)
        store->figures.largest_group = n;
    pthread_mutex_unlock(&store->lock);
    answer(store, done.n > 0 ? &done : todo);
}

/* -- Reading ------------------------------------------------------------------------------------ */

static void read_one(srv_store *store, item *i)
{
    spk_why why = {0};
    pthread_mutex_lock(&store->reading);
    spk_err err = store->backend->ask(store->self, i->query, &i->pool, &i->answer, &why);
    pthread_mutex_unlock(&store->reading);
    settle(i, err, &why);
}

static void read_all(srv_store *store, list *todo)
{
    for (item *i = todo->first; i; i = i->next)
        read_one(store, i);
    answer(store, todo);
}

/* -- Threads ------------------------------------------------------------------------------------ */

static list take_group(lane *l)
{
    list taken = {0};
    if (l->todo.n <= l->take)
        list_join(&taken, &l->todo);
    while (l->todo.first && taken.n < l->take)
        list_add(&taken, list_take(&l->todo));
    return taken;
}

static void *run_lane(void *arg)
{
    lane *l = arg;
    srv_store *store = l->store;
    pthread_mutex_lock(&store->lock);
    for (;;) {
        while (l->todo.n == 0 && !l->stop)
            pthread_cond_wait(&l->some, &store->lock);
        if (l->todo.n == 0)
            break;
        list taken = take_group(l);
        pthread_mutex_unlock(&store->lock);
        l->work(store, &taken);
        pthread_mutex_lock(&store->lock);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

static bool start_lane(srv_store *store, lane *l, void (*work)(srv_store *, list *), int take)
{
    *l = (lane){.store = store, .work = work, .take = take};
    pthread_cond_init(&l->some, NULL);
    l->started = store->options.threads && pthread_create(&l->thread, NULL, run_lane, l) == 0;
    return l->started || !store->options.threads;
}

static void end_lane(srv_store *store, lane *l)
{
    pthread_mutex_lock(&store->lock);
    l->stop = true;
    pthread_cond_signal(&l->some);
    pthread_mutex_unlock(&store->lock);
    if (l->started)
        pthread_join(l->thread, NULL);
    pthread_cond_destroy(&l->some);
}

/* Without threads: everything that waits, in groups as the writer would make them. */
static void work_off(srv_store *store, lane *l)
{
    while (l->todo.first) {
        list taken = take_group(l);
        l->work(store, &taken);
    }
}

/* Have a lane do what is in 'more': its thread, or where there are none we. */
static void hand_over(srv_store *store, lane *l, list *more)
{
    pthread_mutex_lock(&store->lock);
    bool idle = l->todo.n == 0;
    list_join(&l->todo, more);
    if (idle && store->options.threads)
        pthread_cond_signal(&l->some);
    pthread_mutex_unlock(&store->lock);
    if (!store->options.threads)
        work_off(store, l);
}

static void hand_one(srv_store *store, lane *l, item *i)
{
    list one = {0};
    list_add(&one, i);
    hand_over(store, l, &one);
}

void srv_store_go(srv_store *store)
{
    if (store->given.first)
        hand_over(store, &store->writes, &store->given);
}

static bool is_full(srv_store *store, const lane *l)
{
    const list *given = l == &store->writes ? &store->given : &(list){0};
    pthread_mutex_lock(&store->lock);
    bool full = l->todo.n + given->n >= store->options.max_queued ||
                l->todo.n_bytes + given->n_bytes >= MAX_QUEUED_BYTES;
    pthread_mutex_unlock(&store->lock);
    return full;
}

spk_err srv_store_write(srv_store *store, const srv_change *change, srv_done *done, void *context)
{
    if (is_full(store, &store->writes))
        return SPK_EBUSY;
    item *i = item_new(store, done, context);
    i->change = srv_change_copy(change, &i->pool);
    if (store->options.held)
        list_add(&store->given, i);
    else
        hand_one(store, &store->writes, i);
    return SPK_OK;
}

spk_err srv_store_ask(srv_store *store, const srv_query *query, srv_done *done, void *context)
{
    if (is_full(store, &store->reads))
        return SPK_EBUSY;
    item *i = item_new(store, done, context);
    i->query = srv_query_copy(query, &i->pool);
    hand_one(store, &store->reads, i);
    return SPK_OK;
}

/* A renewal does not wait for what is queued or held: the lease may be over by then. */
static void hand_first(srv_store *store, item *i)
{
    pthread_mutex_lock(&store->lock);
    list_push(&store->writes.todo, i);
    if (store->options.threads)
        pthread_cond_signal(&store->writes.some);
    pthread_mutex_unlock(&store->lock);
    if (!store->options.threads)
        work_off(store, &store->writes);
}

spk_err srv_store_lease(srv_store *store, const srv_lease *lease, srv_done *done, void *context)
{
    if (!store->is_node)
        return SPK_EREFUSED;
    if (is_full(store, &store->writes) && lease->what != SRV_RENEW)
        return SPK_EBUSY;
    item *i = item_new(store, done, context);
    i->lease = srv_lease_copy(lease, &i->pool);
    if (lease->what == SRV_RENEW)
        hand_first(store, i);
    else if (store->options.held)
        list_add(&store->given, i);
    else
        hand_one(store, &store->writes, i);
    return SPK_OK;
}

/* -- Life --------------------------------------------------------------------------------------- */

bool srv_store_is_url(const char *path)
{
    return strncmp(path, "postgresql://", 13) == 0 || strncmp(path, "postgres://", 11) == 0;
}

/* A store that is opened for the first time by somebody who is not alone is refused before it is touched. */
static spk_err check_node(const srv_backend *backend, const srv_store_options *o, spk_why *why)
{
    size_t n = o->node ? strlen(o->node) : 1;
    if (o->node && !backend->lease)
        return spk_fail(why, SPK_EREFUSED,
                        "A store in a file has one server. Several need a PostgreSQL database.");
    if (n == 0 || n >= SRV_ID_ROOM)
        return spk_fail(why, SPK_ERANGE, "A node's name has 1 to %d bytes.", SRV_ID_ROOM - 1);
    if (o->node && o->alone)
        return spk_fail(why, SPK_EREFUSED, "A node is one of several: it cannot be alone.");
    return SPK_OK;
}

srv_store *srv_store_open(const srv_store_options *options, spk_why *why)
{
    const srv_backend *backend = !options->path                    ? &srv_backend_mem
                                 : srv_store_is_url(options->path) ? &srv_backend_postgres
                                                                   : &srv_backend_sqlite;
    SPK_BUG_IF(!options->clock.now_ns || !options->clock.wait);
    if (check_node(backend, options, why) != SPK_OK)
        return NULL;
    void *self = backend->open(options, why);
    if (!self)
        return NULL;
    srv_store *store = spk_alloc(sizeof *store);
    store->backend = backend;
    store->self = self;
    store->options = *options;
    store->options.path = store->options.node = NULL; /* borrowed */
    store->is_node = options->node != NULL;
    if (options->max_queued <= 0)
        store->options.max_queued = MAX_QUEUED;
    pthread_mutex_init(&store->lock, NULL);
    pthread_mutex_init(&store->writing, NULL);
    pthread_mutex_init(&store->reading, NULL);
    bool writes = start_lane(store, &store->writes, write_all, MAX_GROUP);
    bool reads = start_lane(store, &store->reads, read_all, 1);
    if (writes && reads)
        return store;
    spk_fail(why, SPK_EBUSY, "The system allows no more threads.");
    srv_store_close(store);
    return NULL;
}

/* Nothing is taken any more, so that this comes to an end whatever the 'done' functions do. */

void srv_store_close(srv_store *store)
{
    if (!store)
        return;
    store->options.max_queued = 0;
    srv_store_go(store);
    end_lane(store, &store->writes);
    end_lane(store, &store->reads);
    srv_store_poll(store);
    store->backend->close(store->self);
    pthread_mutex_destroy(&store->lock);
    pthread_mutex_destroy(&store->writing);
    pthread_mutex_destroy(&store->reading);
    spk_free(store);
}

void srv_store_look(srv_store *store, srv_store_figures *figures)
{
    pthread_mutex_lock(&store->lock);
    *figures = store->figures;
    figures->n_queued_changes = store->writes.todo.n + store->given.n;
    figures->n_queued_queries = store->reads.todo.n;
    pthread_mutex_unlock(&store->lock);
}

void *srv_store_self(const srv_store *store) { return store->self; }

/* -- Tools -------------------------------------------------------------------------------------- */

spk_err srv_store_write_now(srv_store *store, const srv_change *change, spk_why *why)
{
    item one = {.change = change, .answer.why = ""};
    pthread_mutex_lock(&store->writing);
    write_one(store, &one);
    pthread_mutex_unlock(&store->writing);
    spk_err err = one.answer.err;
    if (err != SPK_OK)
        spk_fail(why, err, "%s", one.answer.why);
    srv_pool_release(&one.pool);
    return err;
}

spk_err srv_store_lease_now(srv_store *store, const srv_lease *lease, srv_found *found)
{
    if (!store->is_node) {
        *found = (srv_found){.answer = {.err = SPK_EREFUSED, .why = "This store is not a node's."}};
        return SPK_EREFUSED;
    }
    item *i = item_new(store, NULL, NULL);
    i->lease = lease;
    pthread_mutex_lock(&store->writing);
    write_one(store, i);
    pthread_mutex_unlock(&store->writing);
    *found = (srv_found){.answer = i->answer, .memory = i};
    return i->answer.err;
}

spk_err srv_store_ask_now(srv_store *store, const srv_query *query, srv_found *found)
{
    item *i = item_new(store, NULL, NULL);
    i->query = query;
    read_one(store, i);
    *found = (srv_found){.answer = i->answer, .memory = i};
    return i->answer.err;
}

void srv_found_release(srv_found *found)
{
    if (found->memory)
        item_free(found->memory);
    *found = (srv_found){0};
}

spk_err srv_store_backup(srv_store *store, const char *path, spk_why *why)
{
    return store->backend->backup(store->self, path, why);
}

spk_err srv_store_move(srv_store *from, srv_store *to, srv_moved *moved, spk_why *why)
{
    pthread_mutex_lock(&from->reading);
    pthread_mutex_lock(&to->writing);
    pthread_mutex_lock(&to->reading);
    spk_err err = srv_move_house(from->backend, from->self, to->backend, to->self, moved, why);
    pthread_mutex_unlock(&to->reading);
    pthread_mutex_unlock(&to->writing);
    pthread_mutex_unlock(&from->reading);
    return err;
}

spk_err srv_store_vacuum(srv_store *store, spk_why *why)
{
    pthread_mutex_lock(&store->writing);
    spk_err err = store->backend->vacuum(store->self, why);
    pthread_mutex_unlock(&store->writing);
    return err;
}

spk_err srv_store_check(srv_store *store, spk_why *why)
{
    pthread_mutex_lock(&store->reading);
    spk_err err = store->backend->check(store->self, why);
    pthread_mutex_unlock(&store->reading);
    return err;
}

/* -- Health ------------------------------------------------------------------------------------- */

const char *srv_store_loss(const srv_store *store)
{
    return store->backend->loss ? store->backend->loss(store->self) : "";
}

bool srv_store_is_uncounted(const srv_store *store)
{
    return store->backend->is_uncounted && store->backend->is_uncounted(store->self);
}

spk_err srv_store_health(srv_store *store, spk_why *why)
{
    spk_err err = store->backend->health ? store->backend->health(store->self, why) : SPK_OK;
    if (err != SPK_OK)
        return err;
    pthread_mutex_lock(&store->lock);
    if (store->failure[0])
        err = spk_fail(why, SPK_EIO, "%s", store->failure);
    pthread_mutex_unlock(&store->lock);
    return err;
}
