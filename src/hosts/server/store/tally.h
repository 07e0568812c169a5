/* tally.h: how many groups of changes were acknowledged, kept outside the database as well.
 *
 * SQLite reads a write-ahead log up to the first frame whose checksum fails and silently ignores the rest:
 * right for a write that was cut short, and wrong for a bit that flipped in what was written long ago.
 * So each group adds 1 to the row 'tally' in the same transaction, and before anybody hears of the
 * group, the number goes into a small file beside the database, FILE.tally:
 *
 *     number of groups, wall time of the last one in ms, the machine's boot id
 *
 * If the file's number is larger than the database's, groups that were acknowledged are missing. That is
 * also so if the -wal was removed, the file replaced by an older copy, or emptied. The file is not
 * synced to disk, so after a power failure it may lag behind; it is a lower bound. */
#ifndef SRV_STORE_TALLY_H
#define SRV_STORE_TALLY_H

#include <sqlite3.h>

#include "base/err.h"

typedef struct srv_tally {
    int64_t n;     /* groups; 0: none, or there is no such file */
    int64_t at;    /* of the last one, UTC ms */
    char boot[40]; /* "-": unknown */
} srv_tally;

/* The file beside the store; all zero if there is none or it cannot be read. */
srv_tally srv_tally_read(const char *store_path);

/* Which start of the machine this is; "-": unknown. */
void srv_tally_boot(char boot[40]);

/* Open it for writing: a descriptor, or -1. Then write after each commit. */
int srv_tally_open(const char *store_path);
void srv_tally_write(int file, const srv_tally *tally);

/* What the database itself says; zero if its schema has no tally yet. */
spk_err srv_tally_of(sqlite3 *db, srv_tally *tally, spk_why *why);

/* An empty or missing database where there was a store: refuse before SQLite opens it, because
 * SQLite would remove the -wal of an empty file. */
spk_err srv_tally_refuse_empty(const char *store_path, spk_why *why);

/* Whether 'now', read from the database, lacks anything that 'kept', read before it, promises. If so,
 * 'why' says what is missing. *was_power: the machine has started anew since then, which can lose the
 * newest changes where durability is normal. */
spk_err srv_tally_compare(const srv_tally *kept, const srv_tally *now, const char *store_path,
                          bool *was_power, spk_why *why);

#endif
