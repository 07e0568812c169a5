/* alerts.c: what somebody wants to be told and where (docs/protocol.md, "Alerts"), and the address that stops it without signing
 * in. What the settings are is decided in alert/; here they are read, changed and written back.
 *
 *     request -> whose session? -> the note "alert_ways" of the account -> edit -> written over the version that was read -> answer
 *                                         ^------ somebody else was faster -------------+                                        */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "hosts/server/alert/alert.h"
#include "hosts/server/http/caller.h"

enum { MOST_AGAIN = 5, CODES_PER_HOUR = 6 };

typedef struct errand errand;

/* Change e->ways. SPK_OK: write them. Else they are written only if e->writes_refused. */
typedef spk_err edit(errand *e, spk_why *why);

struct errand {
    srv_caller caller; /* of a link that stops alerts: nobody is signed in, but the id is known */
    char way[12];
    json_t *ways; /* NULL: not read yet */
    int64_t version;
    edit *edit; /* NULL: only look */
    bool is_stop, writes_refused;
    int n_again;
    spk_why refused;
    char code[SRV_CODE_DIGITS + 1], secret[SRV_HOOK_SECRET_TEXT];
};

static void release(srv_caller *c) { json_decref(((errand *)c)->ways); }

static srv_house *house_of(const errand *e) { return e->caller.house; }

/* -- Answers -------------------------------------------------------------------------------------- */

static void answer(errand *e)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    srv_ways_print(house_of(e), e->ways, &j);
    if (*e->secret)
        spk_json_key(&j, "secret"), spk_json_str(&j, e->secret);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

/* A page of its own, without anything to load: it may be opened years later, from any mail program. The button is there because
 * programs that look for malice open every link of a mail, and must not stop anything. */
static void answer_stop(errand *e, bool is_done)
{
    spk_buf out = {0};
    host_language language = srv_ways_language_of(e->ways);
    const char *title =
        host_tr(language, is_done ? N_("These alerts have stopped.") : N_("Stop these alerts?"));
    spk_buf_printf(
        &out,
        "<!doctype html><html lang=\"%s\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\"><meta name=\"robots\" "
        "content=\"noindex\"><title>Speakeasy</title>"
        "<body><h1>Speakeasy</h1><p>%s</p>",
        host_language_codes[language], title);
    if (!is_done)
        spk_buf_printf(&out, "<form method=\"post\"><button>%s</button></form>",
                       host_tr(language, N_("Stop them")));
    srv_reply(
        house_of(e)->world, e->caller.ask,
        &(srv_response){
            .status = 200, .type = "text/html; charset=utf-8", .body = out.bytes, .n_body = out.n});
    spk_buf_release(&out);
    srv_caller_end(&e->caller);
}

/* -- Reading and writing ------------------------------------------------------------------------------ */

static void load(errand *e);

static void on_written(void *context, const srv_answer *a)
{
    errand *e = context;
    if (a->err == SPK_ESTALE && ++e->n_again < MOST_AGAIN)
        load(e);
    else if (a->err != SPK_OK)
        srv_caller_fail(&e->caller, a->err, a->why);
    else if (e->refused.err != SPK_OK)
        srv_caller_fail_why(&e->caller, &e->refused);
    else if (*e->code &&
             srv_alerts_send_code(house_of(e), e->ways,
                                  json_string_value(json_object_get(e->caller.body, "address")),
                                  e->code, &e->refused) != SPK_OK)
        srv_caller_fail_why(&e->caller, &e->refused);
    else if (e->is_stop)
        answer_stop(e, true);
    else
        answer(e);
}

static void write_ways(errand *e)
{
    char *text = json_dumps(e->ways, JSON_COMPACT);
    srv_note note = {.kind = SRV_KIND_WAYS,
                     .key = e->caller.id,
                     .account = e->caller.id,
                     .text = text,
                     .version = e->version};
    srv_caller_write(&e->caller, &(srv_change){.n_notes = 1, .notes = &note}, on_written);
    free(text); /* jansson's */
}

static void on_ways(void *context, const srv_answer *a)
{
    errand *e = context;
    if (a->err != SPK_OK && a->err != SPK_EUNKNOWN) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    json_decref(e->ways);
    e->ways = srv_ways_read(a->err == SPK_OK ? a->notes->text : NULL);
    e->version = a->err == SPK_OK ? a->notes->version : 0;
    e->refused = (spk_why){0};
    if (!e->edit && e->is_stop)
        answer_stop(e, false);
    else if (!e->edit)
        answer(e);
    else if (e->edit(e, &e->refused) == SPK_OK || e->writes_refused)
        write_ways(e);
    else
        srv_caller_fail_why(&e->caller, &e->refused);
}

static void load(errand *e)
{
    srv_query query = {.what = SRV_ASK_NOTE, .kind = SRV_KIND_WAYS, .key = e->caller.id};
    srv_caller_ask(&e->caller, &query, on_ways);
}

static void known(srv_caller *c) { load((errand *)c); }

/* Everything under /api/me/alerts. */
static void start(srv_house *h, const srv_request *r, edit *change, const char *way)
{
    if (!srv_alerts_are_on(h)) {
        srv_refuse(h, r->ask, SRV_FORBIDDEN, "This server does not send alerts.");
        return;
    }
    errand *e = srv_caller_begin(h, r, sizeof *e, known, release);
    if (!e)
        return;
    e->edit = change;
    snprintf(e->way, sizeof e->way, "%s", way);
}

/* -- The routes ------------------------------------------------------------------------------------------- */

static spk_err edit_settings(errand *e, spk_why *why)
{
    return srv_ways_patch(e->ways, e->caller.body, why);
}

static spk_err edit_push(errand *e, spk_why *why)
{
    return srv_ways_add_push(house_of(e), e->ways, e->caller.body, why);
}

/* Nobody can use us to flood a stranger's mailbox: by account, and by where they come from. */
static spk_err edit_mail(errand *e, spk_why *why)
{
    srv_rates *rates = house_of(e)->http->codes;
    int64_t now = srv_house_ms(house_of(e));
    if (!srv_alerts_push_key(house_of(e)))
        return spk_fail(why, SPK_EBUSY, "The server has just started. Try again in a moment.");
    if (!srv_rates_take(rates, e->caller.peer, 2 * CODES_PER_HOUR, 2 * CODES_PER_HOUR / 3600.0,
                        now) ||
        !srv_rates_take(rates, e->caller.id, CODES_PER_HOUR, CODES_PER_HOUR / 3600.0, now))
        return spk_fail(why, SPK_EBUSY, "Too many mails were asked for. Try again later.");
    return srv_ways_add_mail(house_of(e), e->ways, e->caller.body, e->code, why);
}

static spk_err edit_code(errand *e, spk_why *why)
{
    spk_err err = srv_ways_confirm(house_of(e), e->ways, e->caller.body, why);
    e->writes_refused = err == SPK_EREFUSED; /* it counts how often was tried */
    return err;
}

static spk_err edit_webhook(errand *e, spk_why *why)
{
    return srv_ways_add_webhook(house_of(e), e->ways, e->caller.body, e->secret, why);
}

static spk_err edit_remove(errand *e, spk_why *why)
{
    return srv_ways_remove(e->ways, e->way) || e->is_stop
               ? SPK_OK
               : spk_fail(why, SPK_EUNKNOWN, "There is nothing of that kind any more.");
}

static void get_alerts(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    start(h, r, NULL, "");
}

static void patch_alerts(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    start(h, r, edit_settings, "");
}

static void post_way(srv_house *h, const srv_request *r, char *const *word)
{
    static const struct {
        const char *name;
        edit *edit;
    } kinds[] = {
        {"push", edit_push}, {"mail", edit_mail}, {"code", edit_code}, {"webhook", edit_webhook}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (spk_str_eq(word[0], kinds[i].name)) {
            start(h, r, kinds[i].edit, "");
            return;
        }
    srv_refuse(h, r->ask, SRV_UNKNOWN, "'push', 'mail', 'code' or 'webhook' is missing.");
}

static void delete_way(srv_house *h, const srv_request *r, char *const *word)
{
    start(h, r, edit_remove, word[0]);
}

/* GET asks, POST does it; mail programs with a button of their own post at once (RFC 8058). */
static void stop(srv_house *h, const srv_request *r, char *const *word)
{
    errand *e = srv_caller_new(h, r, sizeof *e, release);
    e->edit = r->method == SRV_POST ? edit_remove : NULL;
    e->is_stop = true;
    if (srv_alerts_read_stop(h, word[0], e->caller.id, e->way))
        load(e);
    else
        srv_caller_fail(&e->caller, SPK_EUNKNOWN, N_("This link is not valid."));
}

const srv_route srv_alert_routes[] = {
    {SRV_GET, "/api/me/alerts", get_alerts},
    {SRV_PATCH, "/api/me/alerts", patch_alerts},
    {SRV_POST, "/api/me/alerts/*", post_way},
    {SRV_DELETE, "/api/me/alerts/*", delete_way},
    {SRV_GET, "/alerts/stop/*", stop},
    {SRV_POST, "/alerts/stop/*", stop},
    {0},
};
