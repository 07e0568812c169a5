/* admin.h: `speakeasy admin`: what an operator does to a store, whether or not a server is running
 * on it. admin.c reads the command and shows tables, admin_change.c closes, deletes and forgets,
 * admin_ratings.c knows about ratings, admin_tournaments.c about tournaments, admin_keep.c exports, backs up and checks, admin_move.c copies a house to another store. */
#ifndef CLI_ADMIN_H
#define CLI_ADMIN_H

#include "hosts/cli/cli.h"
#include "hosts/server/ops/ops.h"
#include "hosts/server/store/store.h"

typedef struct admin {
    const cli_args *args;
    const srv_config *config;
    srv_store *store;
    const char
        *path; /* of the store's file; beside it are house time and notices, also for a database */
    char name[200]; /* of the store, for people */
    bool in_database;
    const char *word[2]; /* what follows the action; NULL: nothing */
    int64_t now;
    room_status status; /* --status; ROOM_STATUS_ANY: any */
    int64_t older_ms;   /* --older; 0: any age */
} admin;

/* Each returns an exit code. */
int admin_list(admin *a);
int admin_show(admin *a);
int admin_status(admin *a);
int admin_close(admin *a);
int admin_delete(admin *a);
int admin_forget(admin *a);
int admin_export(admin *a);
int admin_backup(admin *a);
int admin_vacuum(admin *a);
int admin_check(admin *a);
int admin_ratings(admin *a);
int admin_tournaments(admin *a);
int admin_reports(admin *a);
int admin_move_store(admin *a); /* opens its own stores */

/* One table with everything. 0: release it; else an exit code, after one line. */
int admin_table(admin *a, const char *id, srv_found *found);

/* Every table that matches --status and --older. 'each' returns false to stop. */
typedef bool admin_each(void *context, const srv_row *table);
int admin_walk(admin *a, admin_each *each, void *context);

/* "Ann, Bob, hard (bot)" */
void admin_print_people(const srv_row *table, spk_buf *out);

/* Ask for confirmation; --yes confirms. False, after one line, if the answer is no or nobody can be
 * asked. */
bool admin_sure(admin *a, const char *question);

/* Print an error of the store as one line; returns the exit code. */
int admin_failed(const char *what, const spk_why *why);

#endif
