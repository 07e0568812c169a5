/* admin.h: `speakeasy admin`: what an operator does to a store, whether a server runs on it or not. admin.c
 * reads the command and shows tables, admin_change.c closes, deletes and forgets, admin_keep.c exports,
 * backs up and checks. */
#ifndef CLI_ADMIN_H
#define CLI_ADMIN_H

#include "hosts/cli/cli.h"
#include "hosts/server/store.h"

typedef struct admin {
    const cli_args *args;
    srv_store *store;
    const char *path;    /* of the store's file */
    const char *word[2]; /* what follows the action; NULL: nothing */
    int64_t now;
    srv_status status; /* --status; SRV_STATUS_NONE: any */
    int64_t older_ms;  /* --older; 0: any age */
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

/* One table with everything; to be released if 0 comes back, else an exit code after one line. */
int admin_table(admin *a, const char *id, srv_found *found);

/* Every table that --status and --older ask for. 'each' returns false to stop. */
typedef bool admin_each(void *context, const srv_table *table);
int admin_walk(admin *a, admin_each *each, void *context);

/* "Ann, Bob, hard (bot)" */
void admin_print_people(const srv_table *table, spk_buf *out);

/* Ask yes or no; --yes answers. False after a line if nobody can be asked or it is "no". */
bool admin_sure(admin *a, const char *question);

/* Trouble of the store as the one line, and the exit code. */
int admin_failed(const char *what, const spk_why *why);

#endif
