/* sqlite.c: the store as an SQLite file: what file it is, its connections, groups, checkpoints,
 * copies. What a change or a query is in SQL lives in sqlite_write.c and sqlite_read.c.
 *
 * The file is in WAL mode: commits are appended to file-wal, and a checkpoint moves them into the file
 * later. There are three connections. The writer never checkpoints in passing, because that would hold
 * up a group for 10 to 20 ms; the keeper does it on a thread of its own, while both others go on:
 *
 *     writer   begin, apply ..., commit ---- more than KEEP_FRAMES in the WAL ----> wakes the keeper
 *     reader   queries
 *     keeper   checkpoint */
#include "hosts/server/store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/store/tally.h"

#include "migrations_texts.h" /* made by tools/embed */

enum {
    EMPTY_MS = 250,       /* how long others' reading may keep the WAL from being emptied */
    BUSY_MS = 10000,      /* how long another process may hold the file, in a vacuum say */
    KEEP_FRAMES = 1000,   /* pages of 4 KB more in the WAL: time for a checkpoint ... */
    LEAST_FREE = 1 << 20, /* bytes on the disk: with less it is full */
    MOST_FRAMES = 8000,   /* ... and in all: time for the writer to help, lest it grow for ever */
};

static const char *const migrations[] = {
#define MIGRATION(n) migration_##n,
#include "hosts/server/store/migrations/migrations.def"
#undef MIGRATION
};

typedef struct sqlite_store {
    char *path;
    int lock_file;         /* -1: not alone */
    int tally_file;        /* see tally.h */
    srv_tally tally;       /* as it was last written */
    char loss[240];        /* what was missing when it was opened; "": nothing */
    bool uncounted;        /* ... and whether that could not be told: there was no tally */
    struct stat file, wal; /* as they were opened: whether they are still in their folder */
    srv_sql writer, reader, keeper;
    bool forgot;     /* this group removes what must not stay in the WAL ... */
    bool owes_empty; /* ... and it is still there: somebody was reading */
    int n_frames;    /* in the WAL, as of the last commit; the writer's ... */
    int n_tended;    /* ... and when somebody was last sent to move them */

    bool has_keeper;
    pthread_t keeper_thread;
    pthread_mutex_t checkpoint; /* held by whoever makes one */
    pthread_mutex_t lock;       /* of the two below */
    pthread_cond_t work;
    bool keep, stop;
} sqlite_store;

/* -- Statements ----------------------------------------------------------------------------------- */

static spk_err io_error(sqlite3 *db, spk_why *why)
{
    int system = sqlite3_system_errno(db);
    if (system == 0)
        return spk_fail(why, SPK_EIO, "The store cannot be read or written: %s.",
                        sqlite3_errmsg(db));
    return spk_fail(why, SPK_EIO, "The store cannot be read or written: %s (%s).",
                    sqlite3_errmsg(db), strerror(system));
}

spk_err srv_sql_error(sqlite3 *db, spk_why *why)
{
    int code = sqlite3_errcode(db) & 0xff;
    if (code == SQLITE_FULL)
        return spk_fail(why, SPK_EIO, "The disk is full.");
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return spk_fail(why, SPK_EBUSY, "Another program is busy with the store.");
    if (code == SQLITE_CONSTRAINT)
        return spk_fail(why, SPK_ETAKEN, "The store refused it: %s.", sqlite3_errmsg(db));
    if (code == SQLITE_NOTADB)
        return spk_fail(why, SPK_EIO, "It is not an SQLite file.");
    if (code == SQLITE_CORRUPT)
        return spk_fail(why, SPK_EIO, "The store is damaged: %s.", sqlite3_errmsg(db));
    return io_error(db, why);
}

spk_err srv_sql_prepare(srv_sql *sql, const char *const *texts, int n, spk_why *why)
{
    for (int i = 0; i < n; i++) {
        sqlite3_stmt **room = &sql->statement[sql->n_statements++];
        if (sqlite3_prepare_v3(sql->db, texts[i], -1, SQLITE_PREPARE_PERSISTENT, room, NULL) !=
            SQLITE_OK)
            return srv_sql_error(sql->db, why);
    }
    return SPK_OK;
}

void srv_sql_close(srv_sql *sql)
{
    for (int i = 0; i < sql->n_statements; i++)
        sqlite3_finalize(sql->statement[i]);
    sqlite3_finalize(sql->insert);
    sqlite3_close(sql->db);
    spk_free(sql->known);
    *sql = (srv_sql){0};
}

/* The bytes are the caller's and stay until the statement is reset, which every caller does. */
static void bind_all(sqlite3_stmt *s, const srv_sql_arg *args, int n)
{
    for (int i = 0; i < n; i++) {
        const srv_sql_arg *a = &args[i];
        if (a->kind == SRV_SQL_INT)
            sqlite3_bind_int64(s, i + 1, a->number);
        else if (a->kind == SRV_SQL_TEXT)
            sqlite3_bind_text(s, i + 1, a->bytes, -1, SQLITE_STATIC);
        else
            sqlite3_bind_blob(s, i + 1, a->bytes, SRV_HASH, SQLITE_STATIC);
    }
}

spk_err srv_sql_next(srv_sql *sql, sqlite3_stmt *row, spk_why *why)
{
    int code = sqlite3_step(row);
    if (code == SQLITE_ROW)
        return SPK_OK;
    return code == SQLITE_DONE ? SPK_EUNKNOWN : srv_sql_error(sql->db, why);
}

spk_err srv_sql_first(srv_sql *sql, int which, const srv_sql_arg *args, int n, sqlite3_stmt **row,
                      spk_why *why)
{
    *row = sql->statement[which];
    bind_all(*row, args, n);
    return srv_sql_next(sql, *row, why);
}

void srv_sql_end(sqlite3_stmt *row) { sqlite3_reset(row); }

spk_err srv_sql_run(srv_sql *sql, int which, const srv_sql_arg *args, int n, spk_why *why)
{
    sqlite3_stmt *row;
    spk_err err = srv_sql_first(sql, which, args, n, &row, why);
    srv_sql_end(row);
    return err == SPK_EUNKNOWN ? SPK_OK : err;
}

int srv_sql_word(sqlite3_stmt *row, int column, const char *const *words, int n)
{
    const char *word = (const char *)sqlite3_column_text(row, column);
    int at = word ? spk_str_find(word, words, n) : 0;
    return at < 0 ? 0 : at;
}

static spk_err run_text(sqlite3 *db, const char *text, spk_why *why)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK ? SPK_OK : srv_sql_error(db, why);
}

/* The number, or the start of the text, that a statement answers. */
static spk_err ask_number(sqlite3 *db, const char *text, int64_t *number, spk_why *why)
{
    sqlite3_stmt *s = NULL;
    int code = sqlite3_prepare_v2(db, text, -1, &s, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(s);
    *number = code == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;
    spk_err err = code == SQLITE_ROW || code == SQLITE_DONE ? SPK_OK : srv_sql_error(db, why);
    sqlite3_finalize(s);
    return err;
}

static spk_err ask_text(sqlite3 *db, const char *text, char *room, size_t cap, spk_why *why)
{
    sqlite3_stmt *s = NULL;
    int code = sqlite3_prepare_v2(db, text, -1, &s, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(s);
    const char *got = code == SQLITE_ROW ? (const char *)sqlite3_column_text(s, 0) : NULL;
    snprintf(room, cap, "%s", got ? got : "");
    spk_err err = code == SQLITE_ROW || code == SQLITE_DONE ? SPK_OK : srv_sql_error(db, why);
    sqlite3_finalize(s);
    return err;
}

/* -- Which file it is ------------------------------------------------------------------------------ */

/* The schema's version; 0: an empty file. Reads only. */
static spk_err identify(sqlite3 *db, int newest, int *version, spk_why *why)
{
    int64_t application, number, n_things;
    spk_err err = ask_number(db, "PRAGMA application_id", &application, why);
    if (err == SPK_OK)
        err = ask_number(db, "PRAGMA user_version", &number, why);
    if (err == SPK_OK)
        err = ask_number(db, "SELECT count(*) FROM sqlite_schema", &n_things, why);
    if (err != SPK_OK)
        return err;
    bool is_new = application == 0 && number == 0 && n_things == 0;
    if (!is_new && application != SRV_SQL_APPLICATION)
        return spk_fail(why, SPK_EREFUSED, "It is the SQLite file of another program.");
    if (!is_new && number == 0)
        return spk_fail(why, SPK_EREFUSED,
                        "Its schema's version (user_version) is 0: something other than Speakeasy "
                        "wrote to it. Restore a backup.");
    if (number < 0 || number > newest)
        return spk_fail(why, SPK_EREFUSED,
                        "It was written by a newer Speakeasy: its schema is %d, and this one knows "
                        "those up to %d.",
                        (int)number, newest);
    *version = (int)number;
    return SPK_OK;
}

static spk_err migrate_one(sqlite3 *db, const char *migration, int version, spk_why *why)
{
    char mark[80];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             SRV_SQL_APPLICATION, version);
    spk_err err = run_text(db, migration, why);
    return err == SPK_OK ? run_text(db, mark, why) : err;
}

/* The version is read again inside the transaction: another process may have been faster. */
spk_err srv_sql_migrate(sqlite3 *db, const char *const *steps, int n, spk_why *why)
{
    int version;
    spk_err err = identify(db, n, &version, why);
    if (err != SPK_OK || version == n)
        return err;
    err = run_text(db, "BEGIN IMMEDIATE", why);
    if (err == SPK_OK)
        err = identify(db, n, &version, why);
    for (; err == SPK_OK && version < n; version++)
        err = migrate_one(db, steps[version], version + 1, why);
    if (err == SPK_OK)
        err = run_text(db, "COMMIT", why);
    if (err != SPK_OK)
        run_text(db, "ROLLBACK", NULL);
    return err;
}

/* -- Connections ----------------------------------------------------------------------------------- */

/* look(name), in SQL: srv_name_look. */
static void sql_look(sqlite3_context *context, int n, sqlite3_value **values)
{
    char look[SRV_NAME_ROOM];
    const char *name = (const char *)sqlite3_value_text(values[0]);
    (void)n;
    srv_name_look(name ? name : "", look);
    sqlite3_result_text(context, look, -1, SQLITE_TRANSIENT);
}

static spk_err open_connection(srv_sql *sql, const char *path, spk_why *why)
{
    int code = sqlite3_open_v2(path, &sql->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK)
        return srv_sql_error(sql->db, why);
    sqlite3_busy_timeout(sql->db, BUSY_MS);
    code = sqlite3_create_function(sql->db, "look", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                                   sql_look, NULL, NULL);
    return code == SQLITE_OK ? SPK_OK : srv_sql_error(sql->db, why);
}

/* What every connection has. Deleted bytes are overwritten: forgetting somebody means it. */
static spk_err set_up(srv_sql *sql, srv_durability durability, spk_why *why)
{
    spk_err err =
        run_text(sql->db,
                 "PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;"
                 "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
                 "PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 16777216;"
                 "PRAGMA cache_size = -8000",
                 why);
    if (err == SPK_OK)
        err = run_text(sql->db,
                       durability == SRV_FULL ? "PRAGMA synchronous = FULL"
                                              : "PRAGMA synchronous = NORMAL",
                       why);
    return err;
}

static spk_err use_wal(sqlite3 *db, spk_why *why)
{
    char mode[16];
    spk_err err = ask_text(db, "PRAGMA journal_mode = WAL", mode, sizeof mode, why);
    if (err == SPK_OK && !spk_str_eq(mode, "wal"))
        return spk_fail(why, SPK_EIO,
                        "This file system has no room for a write-ahead log: is it a "
                        "network drive?");
    return err;
}

/* The last connection to close moves the -wal into the file and removes it: not from under somebody who
 * still has to see what is wrong with it. */
static void keep_wal(sqlite3 *db, bool keep)
{
    sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, (int)keep, NULL);
}

/* What was acknowledged must be there. After a power failure the newest changes may be missing where
 * durability is normal; that is said, and the house opens. Frames that are lost from the middle of a
 * -wal can leave pages of different moments, so an accepted loss is followed by a look at everything. */
static spk_err check_loss(sqlite_store *s, const srv_store_options *o, const srv_tally *kept,
                          spk_why *why)
{
    srv_tally now;
    spk_why lost = {0};
    bool was_power = false;
    spk_err err = srv_tally_of(s->writer.db, &now, why);
    s->uncounted = err == SPK_OK && now.n > 0 && kept->n == 0;
    if (err != SPK_OK || srv_tally_compare(kept, &now, s->path, &was_power, &lost) == SPK_OK)
        return err;
    snprintf(s->loss, sizeof s->loss, "%s", lost.text);
    if (!o->accept_loss && !(was_power && o->durability == SRV_NORMAL && o->alone)) {
        *why = lost;
        return lost.err;
    }
    char found[160];
    err = ask_text(s->writer.db, "PRAGMA integrity_check(1)", found, sizeof found, why);
    if (err == SPK_OK && !spk_str_eq(found, "ok"))
        err = spk_fail(why, SPK_EIO, "What is left of the store is damaged: %s. Restore a backup.",
                       found);
    return err;
}

static spk_err open_writer(sqlite_store *s, const srv_store_options *o, spk_why *why)
{
    int version, n = sizeof migrations / sizeof *migrations;
    srv_tally kept =
        srv_tally_read(s->path); /* before the database: another server may be writing */
    spk_err err = open_connection(&s->writer, s->path, why);
    if (err != SPK_OK)
        return err;
    keep_wal(s->writer.db, true);
    err = identify(s->writer.db, n, &version, why); /* before anything is touched */
    if (err == SPK_OK)
        err = check_loss(s, o, &kept, why);
    if (err != SPK_OK)
        return err;
    keep_wal(s->writer.db, false);
    err = use_wal(s->writer.db, why);
    if (err == SPK_OK)
        err = set_up(&s->writer, o->durability, why);
    if (err == SPK_OK)
        err = srv_sql_migrate(s->writer.db, migrations, n, why);
    return err == SPK_OK ? srv_sql_prepare_writer(&s->writer, why) : err;
}

/* From here on the tally counts what is there. */
static spk_err open_tally(sqlite_store *s, spk_why *why)
{
    s->tally_file = srv_tally_open(s->path);
    if (s->tally_file < 0)
        return spk_fail(why, SPK_EIO, "%s.tally: %s.", s->path, strerror(errno));
    spk_err err = srv_tally_of(s->writer.db, &s->tally, why);
    srv_tally_boot(s->tally.boot);
    if (err == SPK_OK && (*s->loss || s->uncounted))
        srv_tally_write(s->tally_file, &s->tally);
    return err;
}

/* -- Whether the files are still where they were ------------------------------------------------------ */

static bool look_beside(const sqlite_store *s, const char *end, struct stat *about)
{
    char name[PATH_MAX];
    int n = snprintf(name, sizeof name, "%s%s", s->path, end);
    return n < (int)sizeof name && stat(name, about) == 0;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_ino == b->st_ino && a->st_dev == b->st_dev;
}

/* A file that was removed, or another put in its place, can still be written to, and all of that is lost
 * with the process. By name, because a descriptor of our own would, when closed, drop SQLite's
 * locks. */
static spk_err check_place(const sqlite_store *s, spk_why *why)
{
    struct stat file, wal;
    if (!look_beside(s, "", &file) || !look_beside(s, "-wal", &wal))
        return spk_fail(why, SPK_EIO, "The store's files were removed while it was in use.");
    if (!is_same(&file, &s->file) || !is_same(&wal, &s->wal))
        return spk_fail(why, SPK_EIO, "The store's files were replaced while it was in use.");
    return SPK_OK;
}

static spk_err open_reader(sqlite_store *s, srv_durability durability, spk_why *why)
{
    spk_err err = open_connection(&s->reader, s->path, why);
    if (err == SPK_OK)
        err = set_up(&s->reader, durability, why);
    if (err == SPK_OK)
        err = run_text(s->reader.db, "PRAGMA query_only = ON", why);
    return err == SPK_OK ? srv_sql_prepare_reader(&s->reader, why) : err;
}

/* -- Checkpoints ------------------------------------------------------------------------------------ */

/* Checkpoints exclude each other: SQLite would refuse the second one instead of letting it wait. */
static bool checkpoint(sqlite_store *s, srv_sql *sql, int mode)
{
    pthread_mutex_lock(&s->checkpoint);
    int code = sqlite3_wal_checkpoint_v2(sql->db, NULL, mode, NULL, NULL);
    pthread_mutex_unlock(&s->checkpoint);
    return code == SQLITE_OK;
}

static void *run_keeper(void *arg)
{
    sqlite_store *s = arg;
    pthread_mutex_lock(&s->lock);
    while (!s->stop) {
        if (!s->keep) {
            pthread_cond_wait(&s->work, &s->lock);
            continue;
        }
        s->keep = false;
        pthread_mutex_unlock(&s->lock);
        /* If it fails (the disk is full), there will be another. */
        checkpoint(s, &s->keeper, SQLITE_CHECKPOINT_PASSIVE);
        pthread_mutex_lock(&s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static spk_err open_keeper(sqlite_store *s, srv_durability durability, spk_why *why)
{
    spk_err err = open_connection(&s->keeper, s->path, why);
    if (err == SPK_OK)
        err = set_up(&s->keeper, durability, why);
    if (err != SPK_OK)
        return err;
    s->has_keeper = pthread_create(&s->keeper_thread, NULL, run_keeper, s) == 0;
    return s->has_keeper ? SPK_OK : spk_fail(why, SPK_EBUSY, "The system allows no more threads.");
}

static void close_keeper(sqlite_store *s)
{
    if (s->has_keeper) {
        pthread_mutex_lock(&s->lock);
        s->stop = true;
        pthread_cond_signal(&s->work);
        pthread_mutex_unlock(&s->lock);
        pthread_join(s->keeper_thread, NULL);
    }
    srv_sql_close(&s->keeper);
}

static int on_commit(void *self, sqlite3 *db, const char *name, int n_frames)
{
    (void)db, (void)name;
    ((sqlite_store *)self)->n_frames = n_frames;
    return SQLITE_OK;
}

static void wake_keeper(sqlite_store *s)
{
    pthread_mutex_lock(&s->lock);
    s->keep = true;
    pthread_cond_signal(&s->work);
    pthread_mutex_unlock(&s->lock);
}

/* Move everything into the file and empty the WAL. Fails if another process goes on reading. */
static bool empty_wal(sqlite_store *s)
{
    sqlite3_busy_timeout(s->writer.db, EMPTY_MS);
    bool well = checkpoint(s, &s->writer, SQLITE_CHECKPOINT_TRUNCATE);
    sqlite3_busy_timeout(s->writer.db, BUSY_MS);
    return well;
}

/* After a commit. The keeper moves most of the WAL into the file while the writer goes on; but the
 * WAL can start over only at a moment when all of it was moved, and under a steady load there is no
 * such moment: then the writer waits for the keeper and moves the few pages that are left itself. A
 * failure here is not the change's: it is written. */
static void tend_wal(sqlite_store *s)
{
    if (s->n_frames < s->n_tended) /* it started over */
        s->n_tended = 0;
    bool due = s->n_frames - s->n_tended >= KEEP_FRAMES;
    if (due)
        s->n_tended = s->n_frames;
    if (s->forgot || (s->owes_empty && due)) {
        s->owes_empty = !empty_wal(s);
        s->forgot = false;
    } else if (due && s->has_keeper && s->n_frames < MOST_FRAMES) {
        wake_keeper(s);
    } else if (due) {
        checkpoint(s, &s->writer, SQLITE_CHECKPOINT_PASSIVE);
    }
}

/* -- Opening ---------------------------------------------------------------------------------------- */

/* The file holds secrets: nobody else may read it. SQLite gives the files beside it the same mode. */
static spk_err touch(const char *path, bool must_exist, spk_why *why)
{
    int file = open(path, O_RDWR | O_CLOEXEC | (must_exist ? 0 : O_CREAT), 0600);
    if (file < 0)
        return spk_fail(why, SPK_EIO, "%s.", strerror(errno));
    close(file);
    return SPK_OK;
}

static spk_err lock_out(sqlite_store *s, spk_why *why)
{
    char *name = sqlite3_mprintf("%s.lock", s->path);
    s->lock_file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    sqlite3_free(name);
    if (s->lock_file < 0)
        return spk_fail(why, SPK_EIO, "%s.", strerror(errno));
    if (flock(s->lock_file, LOCK_EX | LOCK_NB) == 0)
        return SPK_OK;
    return spk_fail(why, SPK_EBUSY, "Another server is using it.");
}

static spk_err open_file(sqlite_store *s, const srv_store_options *o, spk_why *why)
{
    spk_err err = o->accept_loss ? SPK_OK : srv_tally_refuse_empty(s->path, why);
    if (err == SPK_OK)
        err = touch(s->path, o->must_exist, why);
    if (err == SPK_OK && o->alone)
        err = lock_out(s, why);
    if (err == SPK_OK)
        err = open_writer(s, o, why);
    if (err == SPK_OK)
        err = open_tally(s, why);
    if (err == SPK_OK)
        err = open_reader(s, o->durability, why);
    if (err == SPK_OK && o->threads)
        err = open_keeper(s, o->durability, why);
    if (err == SPK_OK)
        sqlite3_wal_hook(s->writer.db, on_commit, s);
    if (err == SPK_OK && !(look_beside(s, "", &s->file) && look_beside(s, "-wal", &s->wal)))
        err = spk_fail(why, SPK_EIO, "Its files were removed.");
    return err;
}

static void close_sqlite(void *self)
{
    sqlite_store *s = self;
    close_keeper(s);
    srv_sql_close(&s->reader);
    srv_sql_close(&s->writer); /* the last one out moves the whole WAL into the file */
    if (s->lock_file >= 0)
        close(s->lock_file);
    if (s->tally_file >= 0)
        close(s->tally_file);
    pthread_mutex_destroy(&s->lock);
    pthread_mutex_destroy(&s->checkpoint);
    pthread_cond_destroy(&s->work);
    spk_free(s->path);
    spk_free(s);
}

static char *copy_text(const char *text)
{
    size_t n = strlen(text) + 1;
    return memcpy(spk_alloc(n), text, n);
}

static void *open_sqlite(const srv_store_options *options, spk_why *why)
{
    sqlite_store *s = spk_alloc(sizeof *s);
    spk_why reason = {0};
    s->path = copy_text(options->path);
    s->lock_file = s->tally_file = -1;
    pthread_mutex_init(&s->lock, NULL);
    pthread_mutex_init(&s->checkpoint, NULL);
    pthread_cond_init(&s->work, NULL);
    spk_err err = open_file(s, options, &reason);
    if (err == SPK_OK)
        return s;
    spk_fail(why, err, "The store %s cannot be opened. %s", options->path, reason.text);
    close_sqlite(s);
    return NULL;
}

/* -- Groups ----------------------------------------------------------------------------------------- */

static spk_err begin(void *self, spk_why *why)
{
    spk_err err = check_place(self, why);
    return err == SPK_OK ? srv_sql_begin(&((sqlite_store *)self)->writer, why) : err;
}

static spk_err apply(void *self, const srv_change *c, spk_why *why)
{
    sqlite_store *s = self;
    spk_err err = srv_sql_apply(&s->writer, c, why);
    if (err == SPK_OK && (c->forget_account || c->forget_seats || c->forget_table))
        s->forgot = true;
    return err;
}

/* SQLite itself gives a transaction up when the disk is full or fails. */
static bool is_given_up(const sqlite_store *s) { return sqlite3_get_autocommit(s->writer.db) != 0; }

static bool is_broken(void *self)
{
    const sqlite_store *s = self;
    return s->writer.broken || is_given_up(s);
}

static spk_err commit(void *self, spk_why *why)
{
    sqlite_store *s = self;
    spk_err err = srv_sql_commit(&s->writer, why);
    if (err == SPK_OK)
        err = check_place(s, why); /* not before: it may have gone meanwhile */
    if (err != SPK_OK)
        return err;
    s->tally.n = s->writer.n_groups;
    s->tally.at = s->writer.at;
    srv_tally_write(s->tally_file, &s->tally);
    tend_wal(s);
    return SPK_OK;
}

static void rollback(void *self)
{
    sqlite_store *s = self;
    if (!is_given_up(s))
        run_text(s->writer.db, "ROLLBACK", NULL);
    srv_sql_unlearn(&s->writer);
}

static spk_err vacuum(void *self, spk_why *why)
{
    sqlite_store *s = self;
    spk_err err = run_text(s->writer.db, "VACUUM", why);
    if (err == SPK_OK && !empty_wal(s))
        s->owes_empty = true; /* no harm: the file shrinks at the next checkpoint */
    return err;
}

static spk_err ask(void *self, const srv_query *q, srv_pool *pool, srv_answer *answer, spk_why *why)
{
    return srv_sql_ask(&((sqlite_store *)self)->reader, q, pool, answer, why);
}

/* -- Checking and copying ---------------------------------------------------------------------------- */

static spk_err check(void *self, spk_why *why)
{
    sqlite3 *db = ((sqlite_store *)self)->reader.db;
    char found[160];
    spk_err err = ask_text(db, "PRAGMA integrity_check(1)", found, sizeof found, why);
    if (err == SPK_OK && !spk_str_eq(found, "ok"))
        return spk_fail(why, SPK_EIO, "The store is damaged: %s.", found);
    if (err == SPK_OK)
        err = ask_text(db, "SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1", found,
                       sizeof found, why);
    if (err == SPK_OK && found[0])
        return spk_fail(why, SPK_EIO, "Something in '%s' belongs to nothing.", found);
    if (err == SPK_OK)
        err = ask_text(db,
                       "SELECT table_id FROM entries GROUP BY table_id"
                       " HAVING count(*) <> max(seq) LIMIT 1",
                       found, sizeof found, why);
    if (err == SPK_OK && found[0])
        return spk_fail(why, SPK_EIO, "Table %s lacks an entry.", found);
    if (err == SPK_OK)
        err = ask_text(
            db,
            "SELECT place FROM (SELECT place FROM settled UNION ALL SELECT place FROM fresh)"
            " WHERE place >> 20 NOT IN (SELECT key FROM tables) LIMIT 1",
            found, sizeof found, why);
    if (err == SPK_OK && found[0])
        return spk_fail(why, SPK_EIO, "An entry belongs to nothing.");
    if (err == SPK_OK)
        err = ask_text(db, SRV_UNSOUND_NOTE, found, sizeof found, why);
    if (err == SPK_OK && found[0])
        return spk_fail(why, SPK_EIO, "The note %s is damaged.", found);
    return err;
}

/* One step for the whole file: one moment of it, and no waiting in between for it to be overtaken. */
static spk_err copy_pages(sqlite3 *from, sqlite3 *to, spk_why *why)
{
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    if (!b)
        return srv_sql_error(to, why);
    sqlite3_backup_step(b, -1);
    return sqlite3_backup_finish(b) == SQLITE_OK ? SPK_OK : srv_sql_error(to, why);
}

static spk_err copy_into(const char *path, const char *part, spk_why *why)
{
    srv_sql from = {0}, to = {0};
    spk_err err = open_connection(&from, path, why);
    if (err == SPK_OK)
        err = touch(part, false, why);
    if (err == SPK_OK)
        err = open_connection(&to, part, why);
    if (err == SPK_OK)
        err = copy_pages(from.db, to.db, why);
    srv_sql_close(&from);
    srv_sql_close(&to);
    return err;
}

static spk_err put_in_place(const char *part, const char *path, spk_why *why)
{
    int file = open(part, O_RDONLY | O_CLOEXEC);
    bool well = file >= 0 && fsync(file) == 0 && rename(part, path) == 0;
    spk_err err = well ? SPK_OK : spk_fail(why, SPK_EIO, "%s: %s.", path, strerror(errno));
    if (file >= 0)
        close(file);
    return err;
}

static spk_err backup(void *self, const char *path, spk_why *why)
{
    if (access(path, F_OK) == 0)
        return spk_fail(why, SPK_ETAKEN, "%s is there already.", path);
    char *part = sqlite3_mprintf("%s.part", path);
    unlink(part); /* of a copy that was broken off */
    spk_err err = copy_into(((sqlite_store *)self)->path, part, why);
    if (err == SPK_OK)
        err = put_in_place(part, path, why);
    if (err != SPK_OK)
        unlink(part);
    sqlite3_free(part);
    return err;
}

static spk_err each_row(void *self, const srv_part *part, srv_each_row *each, void *context,
                        spk_why *why)
{
    return srv_sql_each_row(&((sqlite_store *)self)->reader, part, each, context, why);
}

static spk_err add_row(void *self, const srv_part *part, const srv_cell *cells, spk_why *why)
{
    return srv_sql_add_row(&((sqlite_store *)self)->writer, part, cells, why);
}

static bool is_uncounted(const void *self) { return ((const sqlite_store *)self)->uncounted; }
static const char *loss(const void *self) { return ((const sqlite_store *)self)->loss; }

/* In the owner's thread, beside the writer: it looks at names and at what never changes. */
static spk_err health(const void *self, spk_why *why)
{
    const sqlite_store *s = self;
    struct statvfs disk;
    spk_err err = check_place(s, why);
    if (err == SPK_OK && statvfs(s->path, &disk) == 0 &&
        (uint64_t)disk.f_bavail * disk.f_frsize < LEAST_FREE)
        return spk_fail(why, SPK_EIO, "The disk is full.");
    return err;
}

const srv_backend srv_backend_sqlite = {
    .open = open_sqlite,
    .close = close_sqlite,
    .begin = begin,
    .apply = apply,
    .is_broken = is_broken,
    .commit = commit,
    .rollback = rollback,
    .vacuum = vacuum,
    .ask = ask,
    .check = check,
    .backup = backup,
    .each_row = each_row,
    .add_row = add_row,
    .loss = loss,
    .is_uncounted = is_uncounted,
    .health = health,
};

/* -- A glance ------------------------------------------------------------------------------------- */

enum {
    GLANCE_BYTES = 256 << 20
}; /* more takes longer than somebody wants to wait for a quick look */

static spk_err glance_at(sqlite3 *db, const char *path, const srv_tally *kept, srv_glance *glance,
                         spk_why *why)
{
    char found[160] = "ok";
    srv_tally now = {0};
    bool was_power;
    spk_err err = identify(db, glance->newest, &glance->version, why);
    if (err == SPK_OK && glance->version == glance->newest)
        err = srv_tally_of(db, &now, why);
    if (err == SPK_OK && glance->version == glance->newest)
        err = srv_tally_compare(kept, &now, path, &was_power, why);
    glance->last = now.at;
    glance->is_checked = err == SPK_OK && glance->bytes <= GLANCE_BYTES;
    if (glance->is_checked)
        err = ask_text(db, "PRAGMA quick_check(1)", found, sizeof found, why);
    if (err == SPK_OK && !spk_str_eq(found, "ok"))
        err = spk_fail(why, SPK_EIO, "The store is damaged: %s.", found);
    return err;
}

spk_err srv_store_glance(const char *path, srv_glance *glance, spk_why *why)
{
    struct stat file;
    sqlite3 *db = NULL;
    *glance = (srv_glance){.newest = sizeof migrations / sizeof *migrations};
    if (stat(path, &file) != 0)
        return spk_fail(why, errno == ENOENT ? SPK_EUNKNOWN : SPK_EIO, "%.150s: %s", path,
                        strerror(errno));
    glance->bytes = file.st_size;
    srv_tally kept = srv_tally_read(path);
    spk_err err = srv_tally_refuse_empty(path, why);
    if (err != SPK_OK)
        return err;
    int code = sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
    if (db)
        sqlite3_busy_timeout(db, EMPTY_MS);
    err = code == SQLITE_OK ? glance_at(db, path, &kept, glance, why) : srv_sql_error(db, why);
    sqlite3_close(db);
    return err;
}
