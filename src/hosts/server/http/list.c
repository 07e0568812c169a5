/* list.c: GET /api/tables: the listed tables, newest first, a page at a time. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/server/http/inside.h"

enum { LIMIT = 50, PAGES = 20 /* of the store, for one of ours: some games are rare */ };

/* A list on its way: statuses are asked for one after the other, or only one. */
typedef struct listing {
    srv_house *house;
    srv_ask ask;
    char game[32]; /* "": all */
    room_status status;
    int limit, n, n_pages;
    int64_t after_at;
    char after_id[SRV_ID_ROOM];
    spk_buf out;
    spk_json j;
} listing;

static void print_seats(const srv_row *t, spk_json *j)
{
    spk_json_key(j, "seats"), spk_json_open(j, '[');
    for (int i = 0; i < t->n_seats; i++) {
        spk_json_open(j, '{');
        spk_json_key(j, "kind"), spk_json_str(j, room_kind_words[t->seats[i].kind]);
        spk_json_key(j, "name"), spk_json_str(j, t->seats[i].name ? t->seats[i].name : "");
        spk_json_close(j, '}');
    }
    spk_json_close(j, ']');
}

static void print_settings(const srv_row *t, spk_json *j)
{
    json_t *o = json_loads(t->settings ? t->settings : "{}", 0, NULL);
    const char *clock = json_string_value(json_object_get(o, "clock"));
    const char *language = json_string_value(json_object_get(o, "language"));
    spk_json_key(j, "clock"), spk_json_str(j, clock ? clock : "none");
    spk_json_key(j, "language"), spk_json_str(j, language ? language : "en");
    spk_json_key(j, "rated"), spk_json_bool(j, json_is_true(json_object_get(o, "rated")));
    spk_json_key(j, "onlookers"), spk_json_bool(j, json_is_true(json_object_get(o, "onlookers")));
    json_decref(o);
}

void srv_print_row(const srv_row *t, spk_json *j)
{
    spk_json_key(j, "id"), spk_json_str(j, t->id);
    spk_json_key(j, "game"), spk_json_str(j, t->game);
    spk_json_key(j, "players"), spk_json_int(j, t->players);
    spk_json_key(j, "status"), spk_json_str(j, room_status_words[t->status]);
    spk_json_key(j, "created"), spk_json_int(j, t->created);
}

static void print_table(srv_house *h, const srv_row *t, spk_json *j)
{
    spk_json_open(j, '{');
    srv_print_row(t, j);
    print_seats(t, j);
    print_settings(t, j);
    srv_print_turn(srv_table_find(h, t->id), SPK_SEAT_ONLOOKER, j);
    spk_json_close(j, '}');
}

static void finish(listing *l, bool more)
{
    char cursor[64];
    spk_json_close(&l->j, ']');
    spk_json_key(&l->j, "next");
    snprintf(cursor, sizeof cursor, "%lld.%s", (long long)l->after_at, l->after_id);
    if (more)
        spk_json_str(&l->j, cursor);
    else
        spk_json_null(&l->j);
    spk_json_close(&l->j, '}');
    srv_reply_buf(l->house, l->ask, 200, &l->out);
    spk_buf_release(&l->out);
    spk_free(l);
}

static void fail(listing *l, spk_err err)
{
    spk_why why = {0};
    spk_fail(&why, err, "%s", spk_err_words(err));
    srv_refuse_why(l->house, l->ask, &why);
    spk_buf_release(&l->out);
    spk_free(l);
}

static void ask(listing *l);

static void on_page(void *context, const srv_answer *a)
{
    listing *l = context;
    bool more = a->more;
    srv_house_end(l->house);
    if (a->err != SPK_OK) {
        fail(l, a->err);
        return;
    }
    for (int i = 0; i < a->n_tables; i++) {
        const srv_row *t = &a->tables[i];
        if (l->n == l->limit) {
            more = true;
            break;
        }
        l->after_at = t->created;
        snprintf(l->after_id, sizeof l->after_id, "%s", t->id);
        if (*l->game && !spk_str_eq(l->game, t->game))
            continue;
        print_table(l->house, t, &l->j);
        l->n++;
    }
    if (more && l->n < l->limit && ++l->n_pages < PAGES)
        ask(l);
    else
        finish(l, more);
}

static void ask(listing *l)
{
    srv_query query = {.what = SRV_ASK_LISTED,
                       .status = l->status,
                       .limit = *l->game ? 0 : l->limit,
                       .after_at = l->after_at,
                       .after_id = *l->after_id ? l->after_id : NULL};
    spk_err err = srv_store_ask(l->house->store, &query, on_page, l);
    if (err == SPK_OK)
        srv_house_begin(l->house);
    if (err != SPK_OK)
        fail(l, err);
}

/* "1763270000000.k7Rq0ZbT1xYv" */
static bool read_cursor(listing *l, const char *text)
{
    long long at;
    char id[SRV_ID_ROOM];
    if (!text || !*text)
        return true;
    if (sscanf(text, "%lld.%23s", &at, id) != 2 || !srv_is_id(id))
        return false;
    l->after_at = at;
    memcpy(l->after_id, id, sizeof id);
    return true;
}

static bool read_query(listing *l, const srv_request *r)
{
    const char *game = srv_request_param(r, "game"), *status = srv_request_param(r, "status");
    const char *limit = srv_request_param(r, "limit");
    int place = status ? spk_str_find(status, room_status_words, ROOM_STATUS_COUNT) : ROOM_WAITING;
    l->status = (room_status)place;
    if (game && *game) {
        if (!spk_game_find(game))
            return false;
        snprintf(l->game, sizeof l->game, "%s", game);
    }
    return place > 0 && (!limit || spk_str_int(limit, 1, SRV_PAGE, &l->limit)) &&
           read_cursor(l, srv_request_param(r, "after"));
}

void srv_api_list(srv_house *h, const srv_request *r, char *const *word)
{
    listing *l = spk_alloc(sizeof *l);
    (void)word;
    *l = (listing){.house = h, .ask = r->ask, .limit = LIMIT};
    if (!read_query(l, r)) {
        srv_refuse(h, r->ask, SRV_MALFORMED,
                   "game, status (open, playing, paused, finished), limit (1 to 200) or after "
                   "cannot be read.");
        spk_free(l);
        return;
    }
    l->j = (spk_json){.out = &l->out};
    spk_json_open(&l->j, '{');
    spk_json_key(&l->j, "tables"), spk_json_open(&l->j, '[');
    ask(l);
}
