/* notice.c: the operator changed a table or an account with the admin tool: those who sit there hear of it now. */
#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/table/inside.h"

/* A task at the table, so that nothing of it is on its way to the store. */
static void read_anew(srv_task *task, srv_table *table, const spk_why *why)
{
    (void)why;
    spk_free(task);
    if (!table)
        return;
    srv_house *h = table->house;
    srv_log_event(h->log, SRV_EVENT_TABLE_DROPPED, SRV_KEY("table", table->id),
                  SRV_KEY("why", "the operator changed it"));
    srv_table_send_all_away(table, 1001, "the house changed this table: come again");
    srv_table_load(table);
}

void srv_table_notice(void *house, const char *what, const char *id)
{
    srv_house *h = house;
    if (spk_str_eq(what, "account")) {
        srv_tables_forget(h, id);
        srv_here_forget(h, id, false);
    } else if (srv_table_find(h, id)) {
        srv_task *task = spk_alloc(sizeof *task);
        task->run = read_anew;
        srv_table_visit(h, id, task);
    }
}

void srv_tables_hear(srv_house *h, srv_told_of what, const char *id)
{
    switch (what) {
    case SRV_TELL_ACCOUNT:
        srv_tables_forget(h, id);
        srv_here_forget(h, id, false);
        break;
    case SRV_TELL_TABLE: srv_table_notice(h, "table", id); break;
    case SRV_TELL_SESSIONS: srv_guests_check_sessions(h, id); break;
    case SRV_TELL_HERE: srv_here_hear(h, id); break;
    case SRV_TELL_NOT_HERE: srv_here_forget(h, id, false); break;
    case SRV_TELL_BLOCKS: srv_guests_hear_anew(h, id); break;
    case SRV_TELL_COUNT: break;
    }
}
