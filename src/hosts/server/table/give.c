/* give.c: a table goes to another node though this one is well: the store is told, then its guests. */
#include <string.h>

#include "base/mem.h"
#include "hosts/server/table/inside.h"

typedef struct giving {
    srv_task task;
    srv_house *house;
    srv_table *table;
    char id[SRV_ID + 1];
    void (*given)(srv_house *h, const char *id, void *context);
    void *context;
} giving;

static void end(giving *g)
{
    g->given(g->house, g->id, g->context);
    spk_free(g);
}

/* Released, or lost before: it is not ours in either case. */
static void on_released(void *context, const srv_answer *a)
{
    giving *g = context;
    srv_table *table = g->table;
    spk_why why = {0};
    (void)a;
    table->house->tables->n_busy--;
    table->state = SRV_READY; /* so that it can be dropped; nothing runs before it is */
    spk_fail(&why, SPK_ELOST, "This table has moved. Try again.");
    end(g);
    srv_table_fail(table, &why);
}

/* In WRITING meanwhile, since whoever came now would come to nothing. */
static void at_table(srv_task *task, srv_table *table, const spk_why *why)
{
    giving *g = (giving *)task;
    srv_house *h = g->house;
    (void)why;
    if (!table) {
        end(g);
        return;
    }
    srv_lease lease = {.what = SRV_RELEASE,
                       .table = table->id,
                       .epoch = table->epoch,
                       .house_ms = srv_house_now(h)};
    g->table = table;
    if (srv_store_lease(h->store, &lease, on_released, g) != SPK_OK) {
        end(g);
        return;
    }
    table->state = SRV_WRITING;
    h->tables->n_busy++;
}

void srv_table_give(srv_house *h, const char *id,
                    void (*given)(srv_house *h, const char *id, void *context), void *context)
{
    giving *g = spk_alloc(sizeof *g);
    *g = (giving){.task = {.run = at_table}, .house = h, .given = given, .context = context};
    memcpy(g->id, id, SRV_ID + 1);
    if (srv_table_find(h, id))
        srv_table_visit(h, id, &g->task);
    else
        end(g);
}
