/* caller.c: requests of people who are signed in, and of guests. See caller.h. */
#include "hosts/server/http/caller.h"

#include <stdio.h>

#include "base/mem.h"

void srv_caller_end(srv_caller *c)
{
    if (c->release)
        c->release(c);
    json_decref(c->body);
    srv_house_end(c->house);
    spk_free(c);
}

void srv_caller_refuse(srv_caller *c, srv_code code, const char *text)
{
    if (c->ask.n)
        srv_refuse(c->house, c->ask, code, text);
    srv_caller_end(c);
}

void srv_caller_fail_why(srv_caller *c, const spk_why *why)
{
    if (srv_code_of(why->err) == SRV_BROKEN)
        srv_log_event(c->house->log, SRV_EVENT_STORE_FAILED, SRV_KEY("why", why->text));
    if (c->ask.n)
        srv_refuse_why(c->house, c->ask, why);
    srv_caller_end(c);
}

void srv_caller_fail(srv_caller *c, spk_err err, const char *text)
{
    spk_why why = {0};
    spk_fail(&why, err, "%s", text);
    srv_caller_fail_why(c, &why);
}

void srv_caller_answer(srv_caller *c, int status, spk_buf *json)
{
    srv_reply_buf(c->house, c->ask, status, json);
    spk_buf_release(json);
    srv_caller_end(c);
}

void srv_caller_ask(srv_caller *c, const srv_query *query, srv_done *done)
{
    spk_err err = srv_store_ask(c->house->store, query, done, c);
    if (err != SPK_OK)
        srv_caller_fail(c, err, spk_err_words(err));
}

void srv_caller_write(srv_caller *c, srv_change *change, srv_done *done)
{
    change->at = srv_house_wall(c->house);
    spk_err err = srv_store_write(c->house->store, change, done, c);
    if (err != SPK_OK)
        srv_caller_fail(c, err, spk_err_words(err));
}

bool srv_caller_may(srv_caller *c, uint32_t per_minute)
{
    if (srv_rates_take(c->house->http->people, c->id, per_minute, per_minute / 60.0,
                       srv_house_ms(c->house)))
        return true;
    srv_caller_refuse(c, SRV_TOO_MANY, "That was too fast. Wait a moment.");
    return false;
}

/* -- Who asks ---------------------------------------------------------------------------------------- */

static void on_session(void *context, const srv_answer *a)
{
    srv_caller *c = context;
    bool is_known = a->err == SPK_OK && a->account;
    if (is_known) {
        snprintf(c->id, sizeof c->id, "%s", a->account->id);
        snprintf(c->name, sizeof c->name, "%s", a->account->name);
    }
    if (is_known || (c->may_be_guest && a->err != SPK_EBUSY))
        c->known(c);
    else if (a->err == SPK_OK || a->err == SPK_EUNKNOWN)
        srv_caller_refuse(c, SRV_UNAUTHORIZED, "This session has ended. Sign in again.");
    else
        srv_caller_fail(c, a->err, a->why);
}

/* False: it was refused. */
static bool ask_session(srv_caller *c, const uint8_t hash[SRV_HASH])
{
    srv_query query = {.what = SRV_ASK_SESSION, .token = hash, .at = srv_house_wall(c->house)};
    spk_err err = srv_store_ask(c->house->store, &query, on_session, c);
    if (err != SPK_OK)
        srv_caller_fail(c, err, spk_err_words(err));
    return err == SPK_OK;
}

void *srv_caller_new(srv_house *h, const srv_request *r, size_t size,
                     void (*release)(srv_caller *c))
{
    srv_caller *c = spk_alloc(size);
    c->house = h;
    c->release = release;
    if (r) {
        c->ask = r->ask;
        snprintf(c->peer, sizeof c->peer, "%s", r->peer);
    }
    srv_house_begin(h); /* a house that closes waits for it */
    return c;
}

bool srv_caller_read(srv_caller *c, const srv_request *r)
{
    if ((c->body = srv_body(c->house, r)))
        return true;
    srv_caller_end(c);
    return false;
}

void srv_caller_find(srv_caller *c, const srv_request *r, void (*known)(srv_caller *c))
{
    uint8_t hash[SRV_HASH];
    const char *text;
    c->known = known;
    c->may_be_guest = true;
    if (srv_request_token(r, hash, &text))
        ask_session(c, hash);
    else
        known(c);
}

void *srv_caller_begin(srv_house *h, const srv_request *r, size_t size,
                       void (*known)(srv_caller *c), void (*release)(srv_caller *c))
{
    uint8_t hash[SRV_HASH];
    const char *text;
    bool has_body = r->method == SRV_POST || r->method == SRV_PATCH;
    if (!srv_request_token(r, hash, &text)) {
        srv_refuse(h, r->ask, SRV_UNAUTHORIZED, "Sign in first: Authorization: Bearer SESSION.");
        return NULL;
    }
    srv_caller *c = srv_caller_new(h, r, size, release);
    c->known = known;
    return (!has_body || srv_caller_read(c, r)) && ask_session(c, hash) ? c : NULL;
}
