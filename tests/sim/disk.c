/* disk.c: the files below SQLite, and what a crash leaves of them. A thin VFS over the system's own: bytes go to
 * real files in a folder of memory (tmpfs), so that whatever else the store does there is seen too; this layer only
 * remembers what was not synced yet, and fails on demand.
 *
 * A file is cut into sectors of 512 bytes. Before one is overwritten for the first time since the last sync, its old
 * bytes are kept. When the power fails each of these sectors is, by the seed, as it was or as it was going to be; so a
 * write may be lost, kept or torn, and later writes may survive earlier ones. A kill loses nothing.
 *
 * Either may come at any operation (sim_disk_arm), in the middle of a group, a checkpoint or the reading of a log. From
 * there on the rest of that step runs for nobody: what survives has been decided. */
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "sim.h"

enum { SECTOR = 512, FILES = 16, NAME = 128 };

typedef struct old_sector {
    struct old_sector *next;
    int64_t at; /* its number */
    uint8_t bytes[SECTOR];
} old_sector;

typedef struct node { /* a file by its name, open or not */
    char name[NAME];
    int64_t synced_size;
    uint8_t *marks; /* a bit for each sector that has an old one */
    int64_t n_marks;
    old_sector *old;
} node;

typedef struct saved { /* what survives a crash */
    char name[NAME];
    bool there;
    char *bytes;
    size_t n;
} saved;

typedef struct sim_disk {
    sim_trouble trouble;
    int64_t ops_left; /* until the crash that was ordered; 0: none was */
    bool power;
    int64_t promised; /* by the tally that survived the last crash */
    node nodes[FILES];
    int n_nodes;
    saved saved[FILES];
    int n_saved;
} sim_disk;

typedef struct file {
    sqlite3_file base;
    node *node;          /* NULL: a temporary one, which nobody misses */
    sqlite3_file *below; /* the system's own, right behind us */
} file;

static sqlite3_vfs vfs, *system_vfs;
static char folder[64];

const char *sim_disk_dir(void) { return folder; }

static sim_disk *disk_now(void) { return sim_here ? sim_here->disk : NULL; }

static bool in_trouble(void)
{
    sim_disk *d = disk_now();
    return d && d->trouble != SIM_DISK_WELL && !sim_here->dead;
}

/* -- What was not synced -------------------------------------------------------------------------------- */

static node *node_of(sim_disk *d, const char *name)
{
    for (int i = 0; i < d->n_nodes; i++)
        if (strcmp(d->nodes[i].name, name) == 0)
            return &d->nodes[i];
    SPK_BUG_IF(d->n_nodes == FILES || strlen(name) >= NAME);
    node *n = &d->nodes[d->n_nodes++];
    *n = (node){0};
    memcpy(n->name, name, strlen(name) + 1);
    return n;
}

static void settle(node *n, int64_t size)
{
    for (old_sector *o = n->old, *next; o; o = next) {
        next = o->next;
        n->marks[o->at / 8] = 0;
        spk_free(o);
    }
    n->old = NULL;
    n->synced_size = size;
}

static bool mark(node *n, int64_t sector)
{
    if (sector / 8 >= n->n_marks) {
        int64_t more = sector / 8 + 64;
        n->marks = spk_realloc(n->marks, (size_t)more);
        memset(n->marks + n->n_marks, 0, (size_t)(more - n->n_marks));
        n->n_marks = more;
    }
    bool was = n->marks[sector / 8] >> sector % 8 & 1;
    n->marks[sector / 8] |= (uint8_t)(1u << sector % 8);
    return was;
}

/* Keep what these bytes were, unless they are new since the last sync anyway. */
static void keep_old(file *f, int64_t at, int64_t n)
{
    for (int64_t i = at / SECTOR; i <= (at + n - 1) / SECTOR && i * SECTOR < f->node->synced_size;
         i++) {
        if (mark(f->node, i))
            continue;
        old_sector *o = spk_alloc(sizeof *o);
        o->at = i;
        o->next = f->node->old;
        f->node->old = o;
        f->below->pMethods->xRead(f->below, o->bytes, SECTOR, i * SECTOR); /* short: zeros */
    }
}

/* -- The operation at which everything ends ------------------------------------------------------------------ */

void sim_disk_arm(sim *s, int64_t n_ops, bool power)
{
    s->disk->ops_left = n_ops;
    s->disk->power = power;
}

int64_t sim_disk_promised(sim *s)
{
    int64_t n = s->disk->promised;
    s->disk->promised = 0;
    return n;
}

bool sim_disk_is_armed(const sim *s) { return s->disk->ops_left > 0; }

static bool is_the_last(void)
{
    sim_disk *d = disk_now();
    return d && d->ops_left > 0 && !sim_here->dead && !sim_here->auditing && --d->ops_left == 0;
}

static void end_here(void) { sim_house_strike(sim_here, disk_now()->power); }

/* -- A file ------------------------------------------------------------------------------------------------ */

static int on_close(sqlite3_file *base)
{
    return ((file *)base)->below->pMethods->xClose(((file *)base)->below);
}

static int on_read(sqlite3_file *base, void *bytes, int n, sqlite3_int64 at)
{
    sqlite3_file *below = ((file *)base)->below;
    return below->pMethods->xRead(below, bytes, n, at);
}

/* A write that fails may have got halfway. */
static int fail_write(file *f, const void *bytes, int n, sqlite3_int64 at)
{
    sim_disk *d = disk_now();
    int half = (int)sim_below(sim_here, SIM_DICE_DISK, n + 1);
    if (d->trouble == SIM_DISK_FULL)
        return SQLITE_FULL;
    if (half)
        f->below->pMethods->xWrite(f->below, bytes, half, at);
    return SQLITE_IOERR_WRITE;
}

static int on_write(sqlite3_file *base, const void *bytes, int n, sqlite3_int64 at)
{
    file *f = (file *)base;
    if (!f->node)
        return f->below->pMethods->xWrite(f->below, bytes, n, at);
    keep_old(f, at, n);
    if (is_the_last()) { /* a kill may come halfway; what the power does to it is lose_unsynced's */
        int done = disk_now()->power ? n : (int)sim_below(sim_here, SIM_DICE_DISK, n + 1);
        if (done)
            f->below->pMethods->xWrite(f->below, bytes, done, at);
        end_here();
    }
    if (in_trouble() && sim_percent(sim_here, SIM_DICE_DISK, 60))
        return fail_write(f, bytes, n, at);
    return f->below->pMethods->xWrite(f->below, bytes, n, at);
}

static int on_truncate(sqlite3_file *base, sqlite3_int64 size)
{
    file *f = (file *)base;
    if (f->node && is_the_last())
        end_here();
    if (f->node && size < f->node->synced_size)
        keep_old(f, size, f->node->synced_size - size);
    return f->below->pMethods->xTruncate(f->below, size);
}

static int on_sync(sqlite3_file *base, int flags)
{
    file *f = (file *)base;
    sqlite3_int64 size = 0;
    (void)flags;
    if (!f->node)
        return SQLITE_OK;
    if (in_trouble() && disk_now()->trouble == SIM_DISK_FAILS &&
        sim_percent(sim_here, SIM_DICE_DISK, 60))
        return SQLITE_IOERR_FSYNC;
    bool last = is_the_last();
    if (last && sim_percent(sim_here, SIM_DICE_DISK, 50))
        end_here(); /* before it, or after it and before anybody knows */
    f->below->pMethods->xFileSize(f->below, &size);
    settle(f->node, size);
    if (last && !sim_here->dead)
        end_here();
    return SQLITE_OK;
}

static int on_size(sqlite3_file *base, sqlite3_int64 *size)
{
    return ((file *)base)->below->pMethods->xFileSize(((file *)base)->below, size);
}

static int on_lock(sqlite3_file *base, int level)
{
    return ((file *)base)->below->pMethods->xLock(((file *)base)->below, level);
}

static int on_unlock(sqlite3_file *base, int level)
{
    return ((file *)base)->below->pMethods->xUnlock(((file *)base)->below, level);
}

static int on_check_lock(sqlite3_file *base, int *held)
{
    return ((file *)base)->below->pMethods->xCheckReservedLock(((file *)base)->below, held);
}

static int on_control(sqlite3_file *base, int what, void *arg)
{
    return ((file *)base)->below->pMethods->xFileControl(((file *)base)->below, what, arg);
}

static int on_sector_size(sqlite3_file *base)
{
    return ((file *)base)->below->pMethods->xSectorSize(((file *)base)->below);
}

static int on_traits(sqlite3_file *base)
{
    return ((file *)base)->below->pMethods->xDeviceCharacteristics(((file *)base)->below);
}

static int on_shm_map(sqlite3_file *base, int page, int size, int extend, void volatile **at)
{
    return ((file *)base)->below->pMethods->xShmMap(((file *)base)->below, page, size, extend, at);
}

static int on_shm_lock(sqlite3_file *base, int first, int n, int flags)
{
    return ((file *)base)->below->pMethods->xShmLock(((file *)base)->below, first, n, flags);
}

static void on_shm_barrier(sqlite3_file *base)
{
    ((file *)base)->below->pMethods->xShmBarrier(((file *)base)->below);
}

static int on_shm_unmap(sqlite3_file *base, int drop)
{
    return ((file *)base)->below->pMethods->xShmUnmap(((file *)base)->below, drop);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2, /* no mapped pages: they would pass us by */
    .xClose = on_close,
    .xRead = on_read,
    .xWrite = on_write,
    .xTruncate = on_truncate,
    .xSync = on_sync,
    .xFileSize = on_size,
    .xLock = on_lock,
    .xUnlock = on_unlock,
    .xCheckReservedLock = on_check_lock,
    .xFileControl = on_control,
    .xSectorSize = on_sector_size,
    .xDeviceCharacteristics = on_traits,
    .xShmMap = on_shm_map,
    .xShmLock = on_shm_lock,
    .xShmBarrier = on_shm_barrier,
    .xShmUnmap = on_shm_unmap,
};

/* -- The file system ----------------------------------------------------------------------------------------- */

static int on_open(sqlite3_vfs *self, const char *name, sqlite3_file *base, int flags,
                   int *out_flags)
{
    file *f = (file *)base;
    (void)self;
    *f = (file){.below = (sqlite3_file *)(f + 1)};
    memset(f->below, 0, (size_t)system_vfs->szOsFile);
    int code = system_vfs->xOpen(system_vfs, name, f->below, flags, out_flags);
    if (code != SQLITE_OK)
        return code;
    if (name && disk_now())
        f->node = node_of(disk_now(), name);
    f->base.pMethods = &methods;
    return SQLITE_OK;
}

/* A file that is gone is gone at once. */
static int on_delete(sqlite3_vfs *self, const char *name, int sync)
{
    (void)self;
    if (disk_now())
        settle(node_of(disk_now(), name), 0);
    return system_vfs->xDelete(system_vfs, name, sync);
}

static int on_random(sqlite3_vfs *self, int n, char *bytes)
{
    (void)self;
    for (int i = 0; i < n; i++)
        bytes[i] = sim_here ? (char)spk_rng_next(&sim_here->dice[SIM_DICE_DISK]) : 0;
    return n;
}

static int on_sleep(sqlite3_vfs *self, int us)
{
    (void)self;
    return us; /* nobody else could let go meanwhile */
}

static void put_in_place(void)
{
    sqlite3_initialize();
    system_vfs = sqlite3_vfs_find(NULL);
    vfs = *system_vfs;
    vfs.zName = "sim";
    vfs.szOsFile = (int)sizeof(file) + system_vfs->szOsFile;
    vfs.xOpen = on_open;
    vfs.xDelete = on_delete;
    vfs.xRandomness = on_random;
    vfs.xSleep = on_sleep;
    sqlite3_vfs_register(&vfs, 1);
}

/* -- Crashes ------------------------------------------------------------------------------------------------- */

static char *read_whole(const char *name, size_t *n)
{
    struct stat st;
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    *n = 0;
    if (fd < 0)
        return NULL;
    SPK_BUG_IF(fstat(fd, &st) != 0);
    char *bytes = spk_alloc((size_t)st.st_size + 1);
    ssize_t got = read(fd, bytes, (size_t)st.st_size);
    SPK_BUG_IF(got != st.st_size);
    *n = (size_t)got;
    close(fd);
    return bytes;
}

/* The file may keep its new length, with whatever stands there, or have the old one again. */
static void lose_size(sim *s, node *n, saved *keep)
{
    size_t synced = (size_t)n->synced_size;
    if (keep->n > synced && sim_percent(s, SIM_DICE_DISK, 50))
        keep->n = synced + (size_t)sim_below(s, SIM_DICE_DISK, (int64_t)(keep->n - synced) + 1);
    for (size_t at = synced; at < keep->n; at += SECTOR - at % SECTOR)
        if (sim_percent(s, SIM_DICE_DISK, 30)) {
            size_t end = at + SECTOR - at % SECTOR;
            memset(keep->bytes + at, 0, (end < keep->n ? end : keep->n) - at);
        }
}

static void lose_unsynced(sim *s, node *n, saved *keep)
{
    int mood = (int)sim_below(s, SIM_DICE_DISK, 4); /* all lost, all kept, or as it comes */
    if (mood == 0 && keep->n > (size_t)n->synced_size)
        keep->n = (size_t)n->synced_size;
    if (mood > 1)
        lose_size(s, n, keep);
    for (old_sector *o = n->old; o; o = o->next) {
        size_t at = (size_t)o->at * SECTOR;
        bool lost = mood == 0 || (mood > 1 && sim_percent(s, SIM_DICE_DISK, 50));
        if (!lost)
            continue;
        if (at + SECTOR > keep->n) { /* it was cut off: it is there again */
            size_t size =
                at + SECTOR < (size_t)n->synced_size ? at + SECTOR : (size_t)n->synced_size;
            if (size > keep->n) {
                keep->bytes = spk_realloc(keep->bytes, size + 1);
                memset(keep->bytes + keep->n, 0, size - keep->n);
                keep->n = size;
            }
        }
        if (at < keep->n)
            memcpy(keep->bytes + at, o->bytes, keep->n - at < SECTOR ? keep->n - at : SECTOR);
    }
}

static void save_file(sim *s, const char *name, node *n, bool power)
{
    sim_disk *d = s->disk;
    SPK_BUG_IF(d->n_saved == FILES);
    saved *keep = &d->saved[d->n_saved++];
    snprintf(keep->name, sizeof keep->name, "%s", name);
    keep->bytes = read_whole(name, &keep->n);
    keep->there = keep->bytes != NULL;
    if (power && keep->there && n)
        lose_unsynced(s, n, keep);
}

static bool ends(const char *name, const char *tail)
{
    return strlen(name) >= strlen(tail) && strcmp(name + strlen(name) - strlen(tail), tail) == 0;
}

/* House time is written without a sync: after a power failure it is an earlier one. */
static void lose_time(sim *s, saved *keep)
{
    long long ms;
    if (!keep->there || keep->n == 0 || sscanf(keep->bytes, "%lld", &ms) != 1)
        return;
    ms -= sim_below(s, SIM_DICE_DISK, 5000);
    keep->n = (size_t)snprintf(keep->bytes, keep->n, "%020lld", ms > 1 ? ms : 1);
}

/* The tally is not synced either: it may be an earlier one, or none. And the machine has started anew since. */
static void lose_tally(sim *s, saved *keep)
{
    enum { BOOT = 42, BOOT_LENGTH = 36 };
    long long n;
    if (!keep->there || keep->n < BOOT + BOOT_LENGTH || sscanf(keep->bytes, "%lld", &n) != 1)
        return;
    memset(keep->bytes + BOOT, 'b', BOOT_LENGTH);
    if (sim_percent(s, SIM_DICE_DISK, 25)) {
        char number[24];
        n -= sim_below(s, SIM_DICE_DISK, 10);
        memcpy(keep->bytes, number,
               (size_t)snprintf(number, sizeof number, "%020lld", n > 0 ? n : 0));
    } else if (sim_percent(s, SIM_DICE_DISK, 5))
        keep->n = 0;
}

/* Files that SQLite knows nothing of: house time, the tally. Those of memory alone (-shm) and locks are gone. */
static void save_others(sim *s, bool power)
{
    sim_disk *d = s->disk;
    char name[NAME + 260];
    struct dirent *e;
    DIR *dir = opendir(folder);
    while (dir && (e = readdir(dir))) {
        snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
        bool known = *e->d_name == '.' || ends(name, "-shm") || ends(name, ".lock");
        for (int i = 0; i < d->n_nodes; i++)
            known |= strcmp(d->nodes[i].name, name) == 0;
        if (known)
            continue;
        save_file(s, name, NULL, false);
        if (power && ends(name, ".time"))
            lose_time(s, &d->saved[d->n_saved - 1]);
        if (power && ends(name, ".tally"))
            lose_tally(s, &d->saved[d->n_saved - 1]);
        if (ends(name, ".tally"))
            d->promised = d->saved[d->n_saved - 1].n ? atoll(d->saved[d->n_saved - 1].bytes) : 0;
    }
    if (dir)
        closedir(dir);
}

static bool has_unsynced(const sim_disk *d)
{
    struct stat st;
    for (int i = 0; i < d->n_nodes; i++)
        if (d->nodes[i].old ||
            (stat(d->nodes[i].name, &st) == 0 && st.st_size != d->nodes[i].synced_size))
            return true;
    return false;
}

void sim_disk_crash(sim *s, bool power)
{
    sim_disk *d = s->disk;
    d->n_saved = 0;
    d->ops_left = d->promised = 0;
    s->figures->torn += power && has_unsynced(d);
    for (int i = 0; i < d->n_nodes; i++)
        save_file(s, d->nodes[i].name, &d->nodes[i], power);
    save_others(s, power);
}

static void put_back(const saved *keep)
{
    if (!keep->there) {
        unlink(keep->name);
        return;
    }
    int fd = open(keep->name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    SPK_BUG_IF(fd < 0 || write(fd, keep->bytes, keep->n) != (ssize_t)keep->n);
    close(fd);
}

void sim_disk_restore(sim *s)
{
    sim_disk *d = s->disk;
    for (int i = 0; i < d->n_saved; i++) {
        put_back(&d->saved[i]);
        for (int k = 0; k < d->n_nodes; k++)
            if (strcmp(d->nodes[k].name, d->saved[i].name) == 0)
                settle(&d->nodes[k], (int64_t)d->saved[i].n);
        spk_free(d->saved[i].bytes);
        d->saved[i].bytes = NULL;
    }
    d->n_saved = 0;
}

void sim_disk_set(sim *s, sim_trouble trouble) { s->disk->trouble = trouble; }
bool sim_disk_is_well(const sim *s) { return s->disk->trouble == SIM_DISK_WELL; }
sim_trouble sim_disk_trouble(const sim *s) { return s->disk->trouble; }

/* -- A folder of its own -------------------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st, (void)kind, (void)at;
    return remove(path);
}

static void remove_folder(void) { nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS); }

void sim_disk_start(sim *s)
{
    if (!*folder) {
        snprintf(folder, sizeof folder, "%s/speakeasy-sim-%d",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid());
        put_in_place();
        atexit(remove_folder);
    }
    remove_folder();
    SPK_BUG_IF(mkdir(folder, 0700) != 0);
    s->disk = spk_alloc(sizeof *s->disk);
    sqlite3_randomness(0, NULL); /* seeded anew, from us */
}

void sim_disk_end(sim *s)
{
    for (int i = 0; i < s->disk->n_nodes; i++) {
        settle(&s->disk->nodes[i], 0);
        spk_free(s->disk->nodes[i].marks);
    }
    spk_free(s->disk);
    s->disk = NULL;
}
