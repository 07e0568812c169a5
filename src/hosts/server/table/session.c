/* session.c: connections that a session has opened end with it. Sessions end in many ways (signing out, another password,
 * too many of them, the operator, their time), and the store knows of all: so whenever one of an account's may have
 * ended, each of its connections is asked for again. When one ends by itself is told with the first answer. */
#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/table/inside.h"

typedef struct session_check {
    srv_house *house;
    srv_ws ws;
} session_check;

static void on_looked(void *context, const srv_answer *a)
{
    session_check *c = context;
    srv_house *h = c->house;
    srv_guest *guest = srv_ws_user(h->world, c->ws);
    srv_house_end(h);
    if (guest && a->err == SPK_OK)
        guest->expires = a->expires;
    if (guest && a->err == SPK_EUNKNOWN) {
        srv_guest_rise(guest);
        srv_ws_close(h->world, c->ws, 4403, "this session has ended");
    }
    spk_free(c);
}

/* If the store is too busy for the question, the answer is no: the guest can come again. */
void srv_guest_check_session(srv_guest *guest)
{
    srv_house *h = guest->house;
    session_check *c = spk_alloc(sizeof *c);
    *c = (session_check){h, guest->ws};
    srv_house_begin(h);
    srv_query query = {.what = SRV_ASK_SESSION, .token = guest->session, .at = srv_house_wall(h)};
    if (srv_store_ask(h->store, &query, on_looked, c) != SPK_OK)
        on_looked(c, &(srv_answer){.err = SPK_EUNKNOWN, .why = ""});
}

void srv_guests_check_sessions(srv_house *h, const char *account)
{
    for (int i = 0; i < h->tables->n_buckets; i++)
        for (srv_table *table = h->tables->bucket[i]; table; table = table->next)
            for (srv_guest *g = table->guests, *next; g; g = next) {
                next = g->next;
                if (account ? spk_str_eq(g->account, account) : *g->account != '\0')
                    srv_guest_check_session(g);
            }
}

void srv_guests_expire(const srv_table *table)
{
    int64_t now = srv_house_wall(table->house);
    for (srv_guest *g = table->guests, *next; g; g = next) {
        next = g->next;
        if (!g->expires || now < g->expires)
            continue;
        g->expires = 0;
        srv_guest_check_session(g);
    }
}
