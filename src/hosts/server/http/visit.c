/* visit.c: a request about one table: whose it is, and the table's turn. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/http/inside.h"

static void end(srv_visit *v)
{
    json_decref(v->body);
    spk_free(v);
}

static void at_table(srv_task *task, srv_table *table, const spk_why *why);

/* A token that opens nothing here is as good as none: what needs one says so. */
static void on_opened(void *context, const srv_opened *opened, const spk_why *why)
{
    srv_visit *v = context;
    v->opened = true;
    if (why->err != SPK_OK && why->err != SPK_EUNKNOWN) {
        srv_refuse_why(v->house, v->ask, why);
        end(v);
        return;
    }
    if (why->err == SPK_OK && opened->is_host && spk_str_eq(opened->table, v->table))
        v->is_host = true;
    if (why->err == SPK_OK && opened->account)
        snprintf(v->account, sizeof v->account, "%s", opened->account);
    (v->reads ? srv_table_look : srv_table_visit)(v->house, v->table, &v->task);
}

static void again(void *visit)
{
    srv_visit *v = visit;
    (v->reads ? srv_table_look : srv_table_visit)(v->house, v->table, &v->task);
}

static void at_table(srv_task *task, srv_table *table, const spk_why *why)
{
    srv_visit *v = (srv_visit *)task;
    if (!table) {
        srv_refuse_why(v->house, v->ask, why);
        end(v);
        return;
    }
    v->seat = v->has_token ? srv_table_seat_of(table, v->hash) : -1;
    if (v->seat < 0 && *v->account)
        v->seat = srv_table_seat_of_account(table, v->account, -1);
    if (v->seat < 0 && v->has_token && !v->opened) {
        srv_token_open(v->house, v->hash, on_opened, v);
        return;
    }
    if (!v->unsealed && (v->unsealed = srv_table_unseal(table, again, v)))
        return;
    v->is_host |= v->seat >= 0 && v->seat == table->maker;
    v->then(v, table);
    end(v);
}

void srv_visit_start(srv_house *h, const srv_request *r, const char *table, json_t *body, int n,
                     void (*then)(srv_visit *v, srv_table *table))
{
    srv_visit *v = spk_alloc(sizeof *v);
    const char *text;
    *v = (srv_visit){.task = {.run = at_table},
                     .house = h,
                     .ask = r->ask,
                     .seat = -1,
                     .body = body,
                     .n = n,
                     .reads = r->method == SRV_GET,
                     .then = then};
    snprintf(v->peer, sizeof v->peer, "%s", r->peer);
    v->has_token = srv_request_token(r, v->hash, &text);
    if (v->has_token)
        srv_token_bytes(text, v->bytes);
    if (srv_is_id(table)) {
        memcpy(v->table, table, sizeof v->table);
        (v->reads ? srv_table_look : srv_table_visit)(h, table, &v->task);
        return;
    }
    srv_refuse(h, r->ask, SRV_UNKNOWN, "There is no such table.");
    end(v);
}

bool srv_visit_may_look(srv_visit *v, const srv_table *table)
{
    if (srv_table_may_look(table, v->seat) || v->is_host)
        return true;
    srv_refuse(v->house, v->ask, v->has_token ? SRV_FORBIDDEN : SRV_UNAUTHORIZED,
               "Only players can see this table.");
    return false;
}

/* -- Answering with the facts ------------------------------------------------------------------- */

typedef struct asked {
    srv_house *house;
    srv_ask ask;
} asked;

static void after(void *context, srv_table *table, const spk_why *why)
{
    asked *a = context;
    spk_buf out = {0};
    spk_json j = {.out = &out};
    if (why->err == SPK_OK) {
        spk_json_open(&j, '{');
        srv_print_facts(table, &j);
        spk_json_close(&j, '}');
        srv_reply_buf(a->house, a->ask, 200, &out);
    } else
        srv_refuse_why(a->house, a->ask, why);
    spk_buf_release(&out);
    spk_free(a);
}

void srv_visit_commit(const srv_visit *v, srv_table *table, const srv_mark *mark,
                      srv_change *change)
{
    asked *a = spk_alloc(sizeof *a);
    *a = (asked){v->house, v->ask};
    table->actor = (srv_actor){0};
    srv_table_commit(table, mark, NULL, change, after, a);
}
