/* store_backend.h: what stands behind store.h, for the store's own files.
 *
 *     store_queue.c     the calls of store.h: queues, threads, groups; knows a backend only as here
 *     store_change.c    copying changes, and judging them: the same refusals whatever the backend
 *     store_sqlite*.c   a backend in an SQLite file
 *     store_mem.c       a backend in memory
 *
 * A backend has a writing side and a reading side. The queue sees to it that each is used by one
 * thread at a time; the two sides may be used at the same time. */
#ifndef SRV_STORE_BACKEND_H
#define SRV_STORE_BACKEND_H

#include "hosts/server/arena.h"
#include "hosts/server/store.h"

typedef struct srv_backend {
    /* NULL: see 'why'. */
    void *(*open)(const srv_store_options *options, spk_why *why);
    void (*close)(void *self);

    /* Writing: begin, apply any number of changes, commit. A change that 'apply' refuses or fails at
     * has changed nothing, and the others of the group are not touched - unless 'is_broken' says
     * that the whole group is gone; then, and when 'commit' fails, nothing of it was written. */
    spk_err (*begin)(void *self, spk_why *why);
    spk_err (*apply)(void *self, const srv_change *change, spk_why *why);
    bool (*is_broken)(void *self);
    spk_err (*commit)(void *self, spk_why *why);
    void (*rollback)(void *self);
    spk_err (*vacuum)(void *self, spk_why *why);

    /* Reading. The answer's parts come from the arena. */
    spk_err (*ask)(void *self, const srv_query *query, srv_arena *arena, srv_answer *answer,
                   spk_why *why);
    spk_err (*check)(void *self, spk_why *why);

    /* Neither: may be called beside both sides. */
    spk_err (*backup)(void *self, const char *path, spk_why *why);
} srv_backend;

extern const srv_backend srv_backend_sqlite, srv_backend_mem;

/* -- Changes (store_change.c) ------------------------------------------------------------------- */

/* A copy with everything it points to. */
srv_change *srv_change_copy(const srv_change *change, srv_arena *arena);
srv_query *srv_query_copy(const srv_query *query, srv_arena *arena);

/* What a judge wants to know of a table. */
typedef struct srv_facts {
    srv_status status;
    int players, n_entries;
    int last_chat; /* asked for only if the change has chat */
} srv_facts;

/* How a judge asks a backend. Each says SPK_OK (it is there), SPK_EUNKNOWN, or what failed. */
typedef struct srv_lookup {
    void *self;
    spk_err (*table)(void *self, const srv_change *change, srv_facts *facts, spk_why *why);
    spk_err (*token)(void *self, const uint8_t *token, char table[SRV_ID_ROOM], int *seat,
                     spk_why *why); /* a seat's or a host's */
    spk_err (*account)(void *self, const char *id, spk_why *why);
    spk_err (*fold)(void *self, const char *fold, spk_why *why);
    spk_err (*session)(void *self, const uint8_t *token, spk_why *why);
} srv_lookup;

/* Whether a change may be made. After SPK_OK only the disk can be in its way. */
spk_err srv_change_judge(const srv_change *change, const srv_lookup *lookup, spk_why *why);

bool srv_change_touches_row(const srv_change *change); /* something of the table's own row */
int srv_query_limit(const srv_query *query);

#endif
