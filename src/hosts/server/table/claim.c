/* claim.c: seats and accounts: a seat becomes somebody's, or its somebody is forgotten. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/table/inside.h"

typedef struct claim {
    srv_task task;
    uint8_t token[SRV_HASH];
    char account[SRV_ID_ROOM];
    srv_told *done;
    void *context;
} claim;

static void tell(claim *c, const spk_why *why)
{
    c->done(c->context, why);
    spk_free(c);
}

static void after(void *context, srv_table *table, const spk_why *why)
{
    (void)table;
    tell(context, why);
}

static void at_table(srv_task *task, srv_table *table, const spk_why *why)
{
    claim *c = (claim *)task;
    spk_seat seat = table ? srv_table_seat_of(table, c->token) : -1;
    spk_why no = {0};
    if (!table) {
        tell(c, why);
        return;
    }
    if (seat < 0) {
        spk_fail(&no, SPK_EUNKNOWN, "This token belongs to no seat here.");
        tell(c, &no);
        return;
    }
    if (room_status_of(table->room) == ROOM_CLOSED) { /* the store takes nothing more of it */
        spk_refuse(&no, "", "The table is closed.");
        tell(c, &no);
        return;
    }
    if (table->rated && table->places[seat].account &&
        !spk_str_eq(table->places[seat].account, c->account)) {
        spk_refuse(&no, "", "This table is rated: a seat stays whose it was.");
        tell(c, &no);
        return;
    }
    srv_mark mark = srv_table_mark(table);
    srv_table_set_text(&table->places[seat].account, c->account);
    srv_seat row = srv_table_seat(table, seat);
    table->actor = (srv_actor){0};
    srv_table_commit(table, &mark, NULL, &(srv_change){.n_seats = 1, .seats = &row}, after, c);
}

void srv_table_claim(srv_house *h, const char *table, const uint8_t token[SRV_HASH],
                     const char *account, srv_told *done, void *context)
{
    claim *c = spk_alloc(sizeof *c);
    *c = (claim){.task = {.run = at_table}, .done = done, .context = context};
    memcpy(c->token, token, SRV_HASH);
    snprintf(c->account, sizeof c->account, "%s", account);
    srv_table_visit(h, table, &c->task);
}

/* The store has done the same to what it keeps; whoever still sits there has no key any more. */
static void forget_seat(srv_table *table, spk_seat seat)
{
    room_sitter who = *room_sitter_of(table->room, seat);
    srv_table_set_text(&table->places[seat].account, NULL);
    table->places[seat].has_token = false;
    snprintf(who.name, sizeof who.name, "%s", SRV_NAME_GONE);
    room_sit(table->room, seat, &who);
    int n = 0;
    for (int i = 0; i < table->n_chats; i++)
        if (table->chats[i]->seat == seat)
            spk_free(table->chats[i]);
        else
            table->chats[n++] = table->chats[i];
    table->n_chats = n;
    srv_table_send_away(table, seat, 4403, "this seat was forgotten");
    srv_table_show_soon(table);
}

void srv_tables_forget(srv_house *h, const char *account)
{
    for (int i = 0; i < h->tables->n_buckets; i++)
        for (srv_table *table = h->tables->bucket[i]; table; table = table->next)
            for (spk_seat seat = 0; table->room && seat < table->n_seats; seat++)
                if (table->places[seat].account && spk_str_eq(table->places[seat].account, account))
                    forget_seat(table, seat);
}
