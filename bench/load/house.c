/* house.c: Speakeasy's server as a client knows it: docs/protocol.md and nothing else. */
#include <stdio.h>
#include <string.h>

#include "load.h"

/* -- Making a table ------------------------------------------------------------------------------ */

static void on_joined(void *context, int status, load_span body)
{
    load_table *t = context;
    load_span token = load_json_bare(load_json_key(body, "token"));
    if (status != 200 || token.n == 0 ||
        !load_span_copy(token, t->seats[1].token, sizeof t->seats[1].token))
        load_table_failed(t, "a seat was not given", body);
    else
        load_table_made(t);
}

static void on_created(void *context, int status, load_span body)
{
    load_table *t = context;
    load_span id = load_json_bare(load_json_key(body, "id"));
    load_span seat = load_json_item(load_json_key(body, "seats"), 0);
    load_span token = load_json_bare(load_json_key(seat, "token"));
    char path[100], words[80];
    if (status != 201 || id.n == 0 || token.n == 0 || !load_span_copy(id, t->id, sizeof t->id) ||
        !load_span_copy(token, t->seats[0].token, sizeof t->seats[0].token)) {
        load_table_failed(t, "a table was not made", body);
        return;
    }
    snprintf(path, sizeof path, "/api/tables/%s/seats/1", t->id);
    snprintf(words, sizeof words, "{\"name\":\"Bob %d\",\"nonce\":\"%08x\"}", t->number,
             spk_rng_next(&t->l->rng));
    load_web_ask(t->l->web, "POST", path, words, on_joined, t);
}

static void make(load_table *t)
{
    char words[240];
    snprintf(words, sizeof words,
             "{\"game\":\"famiglia\",\"players\":2,\"clock\":\"none\",\"listed\":true,\"seats\":"
             "[{\"kind\":\"me\",\"name\":\"Ann %d\",\"nonce\":\"%08x\"},{\"kind\":\"open\"}]}",
             t->number, spk_rng_next(&t->l->rng));
    load_web_ask(t->l->web, "POST", "/api/tables", words, on_created, t);
}

/* -- Playing ------------------------------------------------------------------------------------- */

static void opened(load_seat *s)
{
    char words[240];
    int n =
        snprintf(words, sizeof words,
                 "{\"t\":\"hello\",\"protocol\":1,\"table\":\"%s\",\"token\":\"%s\",\"seen\":0}",
                 s->table->id, s->token);
    load_ws_send(s->ws, words, (size_t)n);
}

static void move(load_seat *s, const char *text)
{
    char words[LOAD_MOVE + 100];
    int n = snprintf(words, sizeof words,
                     "{\"t\":\"move\",\"ref\":\"m%d\",\"n\":%d,\"text\":\"%s\"}", s->n, s->n, text);
    load_ws_send(s->ws, words, (size_t)n);
}

/* Moves that do nothing, which the players of a lasting game leave for last. */
static bool is_idle(load_span bare)
{
    return load_span_starts(bare, "pass") || load_span_starts(bare, "skip_") ||
           load_span_starts(bare, "end_");
}

/* Any move that does something, each as likely as the others; else any. Empty: there is none. */
static load_span choose(load_span moves, spk_rng *rng)
{
    load_span item, chosen = {0};
    uint32_t n = 0;
    bool idle = true;
    while (load_json_next(&moves, &item)) {
        load_span bare = load_json_bare(item);
        if (is_idle(bare) && !idle)
            continue;
        if (idle && !is_idle(bare))
            idle = false, n = 0;
        if (spk_rng_below(rng, ++n) == 0)
            chosen = bare;
    }
    return chosen;
}

static void on_view(load_seat *s, load_span message)
{
    load_span result = load_json_key(message, "result");
    int n = load_span_int(load_json_key(message, "n"), -1);
    if (n < 0)
        return;
    load_seat_view(s, n, result.n > 0 && *result.at == '{',
                   choose(load_json_key(message, "moves"), &s->table->l->rng));
}

static void message(load_seat *s, load_span message)
{
    load_span t = load_json_bare(load_json_key(message, "t"));
    if (load_span_is(t, "view"))
        on_view(s, message);
    else if (load_span_is(t, "ok"))
        load_seat_ok(s);
    else if (load_span_is(t, "no"))
        load_table_failed(s->table, "a move was refused", message);
}

const load_dialect load_house = {.name = "speakeasy",
                                 .ws_path = "/ws",
                                 .subprotocol = "speakeasy.1",
                                 .make = make,
                                 .opened = opened,
                                 .message = message,
                                 .move = move};
