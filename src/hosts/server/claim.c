/* claim.c: seats and accounts: a seat becomes somebody's, or its somebody is forgotten. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/house_inside.h"

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

static void after(void *context, srv_live *live, const spk_why *why)
{
    (void)live;
    tell(context, why);
}

static void at_table(srv_task *task, srv_live *live, const spk_why *why)
{
    claim *c = (claim *)task;
    spk_seat seat = live ? srv_live_seat_of(live, c->token) : -1;
    spk_why no = {0};
    if (!live) {
        tell(c, why);
        return;
    }
    if (seat < 0) {
        spk_fail(&no, SPK_EUNKNOWN, "This token opens no seat here.");
        tell(c, &no);
        return;
    }
    srv_mark mark = srv_live_mark(live);
    srv_live_set_text(&live->places[seat].account, c->account);
    srv_seat row = srv_live_seat(live, seat);
    live->actor = (srv_actor){0};
    srv_live_commit(live, &mark, NULL, &(srv_change){.n_seats = 1, .seats = &row}, after, c);
}

void srv_house_claim(srv_house *h, const char *table, const uint8_t token[SRV_HASH],
                     const char *account, srv_told *done, void *context)
{
    claim *c = spk_alloc(sizeof *c);
    *c = (claim){.task = {.run = at_table}, .done = done, .context = context};
    memcpy(c->token, token, SRV_HASH);
    snprintf(c->account, sizeof c->account, "%s", account);
    srv_house_visit(h, table, &c->task);
}

/* The store has done the same to what it keeps; whoever still sits there has no key any more. */
static void forget_seat(srv_live *live, spk_seat seat)
{
    room_sitter who = *room_sitter_of(live->room, seat);
    srv_live_set_text(&live->places[seat].account, NULL);
    live->places[seat].has_token = false;
    snprintf(who.name, sizeof who.name, "%s", SRV_NAME_GONE);
    room_sit(live->room, seat, &who);
    int n = 0;
    for (int i = 0; i < live->n_chats; i++)
        if (live->chats[i]->seat == seat)
            spk_free(live->chats[i]);
        else
            live->chats[n++] = live->chats[i];
    live->n_chats = n;
    for (srv_guest *g = live->guests, *next; g; g = next) {
        next = g->next;
        if (g->seat != seat)
            continue;
        srv_guest_rise(g);
        srv_ws_close(live->house->net, g->ws, 4403, "this seat was forgotten");
    }
    srv_live_show_soon(live);
}

void srv_house_forget(srv_house *h, const char *account)
{
    for (int i = 0; i < h->n_buckets; i++)
        for (srv_live *live = h->bucket[i]; live; live = live->next)
            for (spk_seat seat = 0; live->room && seat < live->n_seats; seat++)
                if (live->places[seat].account && spk_str_eq(live->places[seat].account, account))
                    forget_seat(live, seat);
}
