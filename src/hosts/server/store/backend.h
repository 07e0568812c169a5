/* backend.h: the interface of a storage backend, for the store's own files.
 *
 *     queue.c     the calls of store.h: queues, threads, groups; uses backends through this struct
 *     change.c    copying changes, and judging them: the same refusals whatever the backend
 *     sqlite*.c   a backend in an SQLite file
 *     postgres*.c a backend in a PostgreSQL database
 *     memory.c    a backend in memory
 *
 * A backend has a writing side and a reading side. The queue makes sure that only one thread at a
 * time uses each; both may be used at once. */
#ifndef SRV_STORE_BACKEND_H
#define SRV_STORE_BACKEND_H

#include "hosts/server/store/move.h"
#include "hosts/server/store/pool.h"
#include "hosts/server/store/store.h"

typedef struct srv_backend {
    /* NULL: see 'why'. */
    void *(*open)(const srv_store_options *options, spk_why *why);
    void (*close)(void *self);

    /* Writing: begin, apply any number of changes, commit. If 'apply' refuses or fails, that change
     * has no effect and the rest of the group is untouched, unless 'is_broken' says that the whole
     * group is lost. Then, or when 'commit' fails, none of the group was written. */
    spk_err (*begin)(void *self, spk_why *why);
    spk_err (*apply)(void *self, const srv_change *change, spk_why *why);
    bool (*is_broken)(void *self);
    spk_err (*commit)(void *self, spk_why *why);
    void (*rollback)(void *self);
    spk_err (*vacuum)(void *self, spk_why *why);

    /* Writing as well, between begin and commit. NULL: the store has no leases, and no node can open it. */
    spk_err (*lease)(void *self, const srv_lease *lease, srv_pool *pool, srv_answer *answer,
                     spk_why *why);

    /* Reading. The answer is allocated from the pool. */
    spk_err (*ask)(void *self, const srv_query *query, srv_pool *pool, srv_answer *answer,
                   spk_why *why);
    spk_err (*check)(void *self, spk_why *why);

    /* May be called while both sides are in use. */
    spk_err (*backup)(void *self, const char *path, spk_why *why);

    /* All rows of a part, on the reading side; and one more, on the writing side between begin and commit. NULL: a house
     * cannot be moved from or to here. */
    spk_err (*each_row)(void *self, const srv_part *part, srv_each_row *each, void *context,
                        spk_why *why);
    spk_err (*add_row)(void *self, const srv_part *part, const srv_cell *cells, spk_why *why);

    /* See srv_store_loss, srv_store_is_uncounted and srv_store_health. NULL: nothing can go wrong. */
    const char *(*loss)(const void *self);
    bool (*is_uncounted)(const void *self);
    spk_err (*health)(const void *self, spk_why *why);
} srv_backend;

extern const srv_backend srv_backend_sqlite, srv_backend_postgres, srv_backend_mem;

void *srv_store_self(const srv_store *store); /* what its backend has opened */

/* -- Changes (change.c) ------------------------------------------------------------------- */

/* A deep copy. */
srv_change *srv_change_copy(const srv_change *change, srv_pool *pool);
srv_query *srv_query_copy(const srv_query *query, srv_pool *pool);
srv_lease *srv_lease_copy(const srv_lease *lease, srv_pool *pool);

/* What srv_change_judge needs to know about a table. */
typedef struct srv_facts {
    room_status status;
    int players, n_entries;
    int last_chat; /* asked for only if the change has chat */
} srv_facts;

/* How srv_change_judge asks a backend. Each returns SPK_OK (found), SPK_EUNKNOWN or the failure. */
typedef struct srv_lookup {
    void *self;
    spk_err (*table)(void *self, const srv_change *change, srv_facts *facts, spk_why *why);
    spk_err (*token)(void *self, const uint8_t *token, char table[SRV_ID_ROOM], int *seat,
                     spk_why *why); /* a seat's or a host's */
    spk_err (*account)(void *self, const char *id, spk_why *why);
    spk_err (*fold)(void *self, const char *fold, spk_why *why);
    spk_err (*look)(void *self, const char *look, spk_why *why);
    spk_err (*session)(void *self, const uint8_t *token, spk_why *why);
    spk_err (*note)(void *self, const srv_note *note, int64_t *version, spk_why *why);
} srv_lookup;

/* Whether a change may be made. After SPK_OK only the disk can make it fail. */
spk_err srv_change_judge(const srv_change *change, const srv_lookup *lookup, spk_why *why);

/* A note that nobody can have written, in the SQL of both databases. */
#define SRV_UNSOUND_NOTE                                                                           \
    "SELECT kind || '/' || key FROM notes WHERE version < 1 OR kind = '' OR key = ''"              \
    " OR length(kind) >= 32 OR length(key) >= 128 OR length(text) > 65536 LIMIT 1"

bool srv_change_touches_row(const srv_change *change); /* it writes to the table's own row */
#define SRV_LAST_KEY "\xf4\x8f\xbf\xbf" /* comes after every key: the last character of UTF-8 */
int srv_query_limit(const srv_query *query);

#endif
