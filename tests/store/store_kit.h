/* store_kit.h: what the store's tests share: a stage with a store on it, short words for changes and
 * queries, and a place in the file system that is cleaned up. Include it first: it asks for POSIX. */
#ifndef STORE_KIT_H
#define STORE_KIT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "test.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "hosts/server/store/store.h"

/* In a program that defines KIT_POSTGRES, a stage "in a file" is a schema of the PostgreSQL server that
 * tests/with_postgres has started: the same tests, another backend. */
#ifdef KIT_POSTGRES
enum { KIT_PATH = 200 };
#else
enum { KIT_PATH = 80 };
#endif

typedef struct stage {
    srv_store *store;
    bool in_file;
    char dir[64], path[KIT_PATH]; /* of the file; or the schema, and the URL that leads to it */
} stage;

/* -- Places ------------------------------------------------------------------------------------- */

/* There are files in it, and no folders. */
static inline void kit_rmdir(const char *path)
{
    DIR *dir = opendir(path);
    CHECK(dir != NULL);
    for (struct dirent *one; (one = readdir(dir)) != NULL;)
        unlinkat(dirfd(dir), one->d_name, 0); /* "." and ".." stay */
    closedir(dir);
    CHECK_INT(rmdir(path), 0);
}

#ifdef KIT_POSTGRES
#include "pg_kit.h"
#else

static inline void kit_place(stage *s)
{
    snprintf(s->dir, sizeof s->dir, "/tmp/spk_store_XXXXXX");
    CHECK(mkdtemp(s->dir) != NULL);
    snprintf(s->path, sizeof s->path, "%s/t.db", s->dir);
}

static inline void kit_unplace(stage *s) { kit_rmdir(s->dir); }

#endif

static inline srv_store *kit_open(stage *s, bool threads)
{
    spk_why why = {0};
    s->store = srv_store_open(&(srv_store_options){.clock = host_clock_real,
                                                   .path = s->in_file ? s->path : NULL,
                                                   .threads = threads},
                              &why);
    if (!s->store)
        print_error("%s\n", why.text);
    CHECK(s->store != NULL);
    return s->store;
}

static inline void kit_set(stage *s, bool in_file, bool threads)
{
    *s = (stage){.in_file = in_file};
    if (in_file)
        kit_place(s);
    kit_open(s, threads);
}

static inline void kit_clear(stage *s)
{
    srv_store_close(s->store);
    if (s->in_file)
        kit_unplace(s);
}

/* A test of the interface: runs in memory and in a file, unchanged. */
#define STORE_TEST(name)                                                                           \
    static void name##_body(stage *s);                                                             \
    TEST(name##_in_memory)                                                                         \
    {                                                                                              \
        stage s;                                                                                   \
        kit_set(&s, false, false);                                                                 \
        name##_body(&s);                                                                           \
        kit_clear(&s);                                                                             \
    }                                                                                              \
    TEST(name##_in_a_file)                                                                         \
    {                                                                                              \
        stage s;                                                                                   \
        kit_set(&s, true, false);                                                                  \
        name##_body(&s);                                                                           \
        kit_clear(&s);                                                                             \
    }                                                                                              \
    static void name##_body(stage *s)

/* -- Changes ------------------------------------------------------------------------------------- */

static const char kit_header[] = "speakeasy-play 1\ngame famiglia\nseats 2\n";

/* A hash that is different for every n. */
static inline const uint8_t *kit_hash(int n)
{
    static uint8_t room[256][SRV_HASH];
    static int next;
    uint8_t *hash = room[next++ % 256];
    for (int i = 0; i < SRV_HASH; i++)
        hash[i] = (uint8_t)(n * 31 + i * 7 + (n >> 8));
    hash[0] = (uint8_t)n, hash[1] = (uint8_t)(n >> 8);
    return hash;
}

static inline spk_err kit_write(stage *s, srv_change c)
{
    return srv_store_write_now(s->store, &c, NULL);
}

static inline spk_err kit_make(stage *s, const char *id, int64_t at)
{
    srv_row t = {.game = "famiglia",
                 .players = 2,
                 .header = kit_header,
                 .settings = "{}",
                 .seed = kit_hash(1),
                 .commitment = kit_hash(2),
                 .listed = true};
    return kit_write(s, (srv_change){.table = id, .at = at, .create = &t});
}

static inline spk_err kit_move(stage *s, const char *id, int seq, const char *line)
{
    srv_entry e = {.line = line};
    return kit_write(
        s, (srv_change){
               .table = id, .at = 5000 + seq, .first_entry = seq, .entries = &e, .n_entries = 1});
}

static inline spk_err kit_join(stage *s, const char *id, srv_seat seat)
{
    return kit_write(s, (srv_change){.table = id, .at = 6000, .seats = &seat, .n_seats = 1});
}

static inline spk_err kit_account(stage *s, const char *id, const char *name)
{
    srv_account a = {.id = id, .name = name, .password = "$argon2id$..."};
    return kit_write(s, (srv_change){.at = 100, .new_account = &a});
}

/* -- Queries ------------------------------------------------------------------------------------- */

static inline srv_found kit_ask(stage *s, srv_query q)
{
    srv_found found;
    srv_store_ask_now(s->store, &q, &found);
    return found;
}

static inline srv_found kit_load(stage *s, const char *id)
{
    return kit_ask(s, (srv_query){.what = SRV_ASK_TABLE, .id = id});
}

/* How many entries a table has; -1: there is no such table. Its lines must be whole. */
static inline int kit_count(stage *s, const char *id)
{
    srv_found f = kit_load(s, id);
    int n = f.answer.err == SPK_OK ? f.answer.tables->n_entries : -1;
    for (int i = 0; i < n; i++)
        CHECK(f.answer.tables->entries[i].line != NULL);
    srv_found_release(&f);
    return n;
}

/* Poll until the store has nothing more to do, for ten seconds at most. */
static inline void kit_settle(stage *s, const int *n_done, int n_wanted)
{
    for (int i = 0; i < 20000 && *n_done < n_wanted; i++)
        if (srv_store_poll(s->store) == 0)
            nanosleep(&(struct timespec){0, 500000}, NULL);
    CHECK_INT(*n_done, n_wanted);
}

#endif
