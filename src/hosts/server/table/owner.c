/* owner.c: whose token is it? A seat's or host's first, then a session's: each is a question to the store. */
#include <string.h>

#include "base/mem.h"
#include "hosts/server/table/inside.h"

typedef struct opening {
    srv_house *house;
    uint8_t hash[SRV_HASH];
    srv_then *then;
    void *context;
} opening;

static void opened(opening *o, const srv_opened *what, const spk_why *why)
{
    o->then(o->context, what, why);
    spk_free(o);
}

static void on_session(void *context, const srv_answer *a)
{
    opening *o = context;
    spk_why why = {.err = a->err};
    srv_house_end(o->house);
    if (a->err != SPK_OK)
        spk_fail(&why, a->err, "%s", "This token opens nothing.");
    opened(o, &(srv_opened){.seat = -1, .account = a->account ? a->account->id : NULL}, &why);
}

static bool ask_store(opening *o, const srv_query *query, srv_done *done)
{
    spk_why why = {0};
    spk_err err = srv_store_ask(o->house->store, query, done, o);
    if (err == SPK_OK) {
        srv_house_begin(o->house);
        return true;
    }
    spk_fail(&why, err, "%s", "The server is busy. Try again.");
    opened(o, &(srv_opened){.seat = -1}, &why);
    return false;
}

static void on_token(void *context, const srv_answer *a)
{
    opening *o = context;
    spk_why why = {.err = a->err};
    srv_house_end(o->house);
    if (a->err == SPK_EUNKNOWN) {
        ask_store(
            o,
            &(srv_query){.what = SRV_ASK_SESSION, .token = o->hash, .at = srv_house_wall(o->house)},
            on_session);
        return;
    }
    if (a->err != SPK_OK)
        spk_fail(&why, a->err, "%s", a->why);
    opened(o,
           &(srv_opened){.is_host = a->err == SPK_OK && a->seat == SRV_HOST,
                         .seat = a->err == SPK_OK && a->seat >= 0 ? a->seat : -1,
                         .table = a->n_tables ? a->tables[0].id : ""},
           &why);
}

void srv_token_open(srv_house *h, const uint8_t hash[SRV_HASH], srv_then *then, void *context)
{
    opening *o = spk_alloc(sizeof *o);
    *o = (opening){.house = h, .then = then, .context = context};
    memcpy(o->hash, hash, SRV_HASH);
    ask_store(o, &(srv_query){.what = SRV_ASK_TOKEN, .token = o->hash}, on_token);
}
