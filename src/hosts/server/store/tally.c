/* tally.c: see tally.h. */
#include "hosts/server/store/tally.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"

/* -- The file beside the store ----------------------------------------------------------------------- */

static int open_beside(const char *store_path, const char *end, int flags)
{
    char *name = sqlite3_mprintf("%s%s", store_path, end);
    int file = open(name, flags | O_CLOEXEC, 0600);
    sqlite3_free(name);
    return file;
}

void srv_tally_boot(char boot[40])
{
    int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t n = file >= 0 ? read(file, boot, 36) : 0;
    boot[n == 36 ? 36 : 0] = '\0';
    if (!boot[0])
        strcpy(boot, "-");
    if (file >= 0)
        close(file);
}

srv_tally srv_tally_read(const char *store_path)
{
    srv_tally t = {0};
    char text[100] = "";
    int file = open_beside(store_path, ".tally", O_RDONLY);
    if (file < 0)
        return t;
    if (pread(file, text, sizeof text - 1, 0) <= 0 ||
        sscanf(text, "%" SCNd64 " %" SCNd64 " %39s", &t.n, &t.at, t.boot) != 3)
        t = (srv_tally){0};
    close(file);
    return t;
}

int srv_tally_open(const char *store_path)
{
    return open_beside(store_path, ".tally", O_RDWR | O_CREAT);
}

/* One write of one length: it is there completely or, after a full disk, as it was. */
void srv_tally_write(int file, const srv_tally *t)
{
    char text[100];
    int length =
        snprintf(text, sizeof text, "%020" PRId64 " %020" PRId64 " %-36s\n", t->n, t->at, t->boot);
    if (file >= 0 && pwrite(file, text, (size_t)length, 0) != length)
        return; /* an older number promises less, no more */
}

/* -- The database ------------------------------------------------------------------------------------- */

spk_err srv_tally_of(sqlite3 *db, srv_tally *tally, spk_why *why)
{
    sqlite3_stmt *s = NULL;
    *tally = (srv_tally){0};
    if (sqlite3_table_column_metadata(db, NULL, "tally", "n", NULL, NULL, NULL, NULL, NULL) !=
        SQLITE_OK)
        return SPK_OK;
    int code = sqlite3_prepare_v2(db, "SELECT n, at FROM tally", -1, &s, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(s);
    if (code == SQLITE_ROW) {
        tally->n = sqlite3_column_int64(s, 0);
        tally->at = sqlite3_column_int64(s, 1);
    }
    sqlite3_finalize(s);
    return code == SQLITE_ROW ? SPK_OK
                              : spk_fail(why, SPK_EIO, "The store is damaged: it has no tally.");
}

/* -- What is missing ---------------------------------------------------------------------------------- */

static bool has_bytes(const char *store_path, const char *end)
{
    struct stat about;
    char *name = sqlite3_mprintf("%s%s", store_path, end);
    bool has = stat(name, &about) == 0 && about.st_size > 0;
    sqlite3_free(name);
    return has;
}

spk_err srv_tally_refuse_empty(const char *store_path, spk_why *why)
{
    const char *trace = NULL;
    if (has_bytes(store_path, ""))
        return SPK_OK;
    if (has_bytes(store_path, "-wal"))
        trace = "-wal";
    else if (has_bytes(store_path, ".tally"))
        trace = ".tally";
    else if (has_bytes(store_path, ".time"))
        trace = ".time";
    if (!trace)
        return SPK_OK;
    return spk_fail(why, SPK_EREFUSED,
                    "It is empty or missing, but a store was here: its %s is left. Restore a "
                    "backup, or start once with --accept-loss.",
                    trace);
}

static const char *print_time(int64_t ms, char room[32])
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm utc;
    if (ms <= 0 || !gmtime_r(&seconds, &utc))
        return "the beginning";
    strftime(room, 32, "%Y-%m-%d %H:%M:%SZ", &utc);
    return room;
}

spk_err srv_tally_compare(const srv_tally *kept, const srv_tally *now, const char *store_path,
                          bool *was_power, spk_why *why)
{
    char boot[40], from[32], to[32];
    if (kept->n <= now->n)
        return SPK_OK;
    srv_tally_boot(boot);
    *was_power =
        !spk_str_eq(kept->boot, "-") && !spk_str_eq(boot, "-") && !spk_str_eq(kept->boot, boot);
    return spk_fail(why, SPK_EREFUSED,
                    "%" PRId64 " acknowledged writes are missing: after %s, up to %s. %s "
                    "Restore a backup, or start once with --accept-loss.",
                    kept->n - now->n, print_time(now->at, from), print_time(kept->at, to),
                    has_bytes(store_path, "-wal") ? "Its -wal is damaged." : "Its -wal is gone.");
}
