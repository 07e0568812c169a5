/* notices.h: how a running server learns what the operator changed with `speakeasy admin`. The
 * store keeps the two from harming each other: a table that was closed or deleted accepts no more
 * changes. But the guests of a table in memory should learn of it now, not at the next move. So the
 * tool leaves a line in a file beside the store; within a second the server reads it, disconnects
 * the table's guests (who reconnect and see the change) and reloads the table.
 *
 *     srv_notice_leave("/srv/speakeasy/speakeasy.db", "table", id);                  the tool
 *     srv_notices_read("/srv/speakeasy/speakeasy.db", srv_table_notice, house);      the server, now and then
 */
#ifndef SRV_NOTICES_H
#define SRV_NOTICES_H

/* 'what' is "table" or "account". Best effort: without a running server nobody reads it. */
void srv_notice_leave(const char *store_path, const char *what, const char *id);

/* Read and remove what was left. */
typedef void srv_noticed(void *context, const char *what, const char *id);
void srv_notices_read(const char *store_path, srv_noticed *each, void *context);

#endif
