/* tables.c: what all tables of a house share: opening it, freeing it. */
#include <sodium.h>

#include "base/mem.h"
#include "hosts/server/table/inside.h"

static spk_err read_budget(srv_house *h, host_budget *budget, spk_why *why)
{
    if (!host_budget_parse(h->config->bot_budget, budget))
        return spk_fail(why, SPK_EMALFORMED, "bot-budget: '%s' is not a budget, such as 300ms.",
                        h->config->bot_budget);
    if (budget->ms > SRV_BOT_MS)
        return spk_fail(why, SPK_ERANGE,
                        "bot-budget: at most %d ms, or closing would take too long.", SRV_BOT_MS);
    return SPK_OK;
}

struct srv_tables *srv_tables_new(srv_house *h, spk_why *why)
{
    host_budget budget;
    spk_buf editions = {0};
    if (read_budget(h, &budget, why) != SPK_OK)
        return NULL;
    srv_tables *all = h->tables = spk_alloc(sizeof *all);
    *all = (srv_tables){.budget = budget, .next_due = SPK_NEVER};
    spk_buf_printf(&editions, "%s/editions", h->config->data);
    all->boxes = srv_boxes_new(spk_buf_text(&editions));
    spk_buf_release(&editions);
    randombytes_buf(all->ref_key, sizeof all->ref_key);
    return all;
}

void srv_tables_free(srv_house *h)
{
    srv_tables *all = h->tables;
    spk_why closed = {0};
    if (!all)
        return;
    spk_fail(&closed, SPK_EBUSY, "The house is closed.");
    for (int i = 0; i < all->n_buckets; i++)
        while (all->bucket[i])
            srv_table_fail(all->bucket[i], &closed);
    srv_bots_free(h);
    srv_boxes_free(all->boxes);
    spk_free(all->bucket);
    spk_free(all->entries);
    spk_buf_release(&all->out);
    spk_buf_release(&all->lines);
    spk_buf_release(&all->extra);
    spk_free(all);
    h->tables = NULL;
}

/* Those that wait for the store are lost when it answers. */
static void lose(srv_table *table)
{
    spk_why why = {0};
    if (table->asked || table->state == SRV_WRITING || table->state == SRV_ANSWERED) {
        table->is_lost = true;
        return;
    }
    spk_fail(&why, SPK_ELOST, "This table has moved. Try again.");
    srv_table_fail(table, &why);
}

void srv_tables_lose(srv_house *h)
{
    for (int i = 0; i < h->tables->n_buckets; i++)
        for (srv_table *table = h->tables->bucket[i], *next; table; table = next) {
            next = table->next;
            lose(table);
        }
}

bool srv_tables_are_busy(const srv_house *h) { return h->tables && h->tables->n_busy > 0; }
bool srv_tables_are_full(const srv_house *h) { return h->tables->n_live >= h->config->max_tables; }
srv_boxes *srv_tables_boxes(const srv_house *h) { return h->tables->boxes; }
