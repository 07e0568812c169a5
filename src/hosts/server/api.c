/* api.c: HTTP in the house: which handler a request goes to, and what they all share: reading a body,
 * refusing, finding out whose a token is. */
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/house_inside.h"

/* -- Saying no --------------------------------------------------------------------------------- */

const char *const srv_code_words[SRV_CODE_COUNT] = {
    "",
#define CODE(name, word, status) word,
#include "hosts/server/codes.def"
#undef CODE
};

const int srv_code_status[SRV_CODE_COUNT] = {
    200,
#define CODE(name, word, status) status,
#include "hosts/server/codes.def"
#undef CODE
};

srv_code srv_code_of(spk_err err)
{
    switch (err) {
    case SPK_EOK: return SRV_WELL;
    case SPK_EREFUSED:
    case SPK_EOTHER_EDITION: return SRV_REFUSED;
    case SPK_EMALFORMED:
    case SPK_ERANGE: return SRV_MALFORMED;
    case SPK_EUNKNOWN: return SRV_UNKNOWN;
    case SPK_ESTALE: return SRV_STALE;
    case SPK_ETAKEN: return SRV_TAKEN;
    case SPK_EBUSY: return SRV_BUSY;
    case SPK_EIO:
    case SPK_E_COUNT: break;
    }
    return SRV_BROKEN;
}

static void refuse(srv_house *h, srv_ask ask, srv_code code, const char *rule, const char *text)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    spk_json_key(&j, "error"), spk_json_str(&j, srv_code_words[code]);
    if (*rule)
        spk_json_key(&j, "rule"), spk_json_str(&j, rule);
    spk_json_key(&j, "text"), spk_json_str(&j, text);
    spk_json_close(&j, '}');
    bool busy = code == SRV_BUSY || code == SRV_TOO_MANY;
    static const srv_pair scheme = {"WWW-Authenticate", "Bearer"};
    srv_reply(h->net, ask,
              &(srv_response){.status = srv_code_status[code],
                              .type = "application/json",
                              .body = out.bytes,
                              .n_body = out.n,
                              .headers = code == SRV_UNAUTHORIZED ? &scheme : NULL,
                              .n_headers = code == SRV_UNAUTHORIZED,
                              .retry_after_s = busy ? 5 : 0});
    if (srv_code_status[code] >= 500)
        srv_log_event(h->log, SRV_EVENT_REQUEST_FAILED, SRV_NUM("status", srv_code_status[code]),
                      SRV_KEY("why", text));
    spk_buf_release(&out);
}

void srv_refuse(srv_house *h, srv_ask ask, srv_code code, const char *text)
{
    refuse(h, ask, code, "", text);
}

/* What broke inside is for the log, not for the guest. */
void srv_refuse_why(srv_house *h, srv_ask ask, const spk_why *why)
{
    srv_code code = srv_code_of(why->err);
    refuse(h, ask, code, why->rule,
           code == SRV_BROKEN ? "Something went wrong in the house: try again." : why->text);
}

void srv_reply_buf(srv_house *h, srv_ask ask, int status, const spk_buf *json)
{
    srv_reply_json(h->net, ask, status, spk_buf_text(json), json->n);
}

/* -- Reading ----------------------------------------------------------------------------------- */

json_t *srv_body(srv_house *h, const srv_request *r)
{
    json_t *o =
        r->n_body ? json_loadb(r->body, r->n_body, JSON_REJECT_DUPLICATES, NULL) : json_object();
    if (json_is_object(o))
        return o;
    json_decref(o);
    srv_refuse(h, r->ask, SRV_MALFORMED, "The body is one JSON object.");
    return NULL;
}

bool srv_field_text(const json_t *o, const char *name, size_t max, const char **value, spk_why *why)
{
    const json_t *field = json_object_get(o, name);
    if (!field || json_is_null(field))
        return true;
    if (!json_is_string(field))
        return spk_fail(why, SPK_EMALFORMED, "'%s' is a text.", name), false;
    const char *text = json_string_value(field);
    size_t n = json_string_length(field), bad;
    if (n > max)
        return spk_fail(why, SPK_EMALFORMED, "'%s' has at most %zu bytes.", name, max), false;
    if (!spk_str_is_clean(text, n, &bad))
        return spk_fail(why, SPK_EMALFORMED, "'%s' has characters that do not belong there.", name),
               false;
    *value = text;
    return true;
}

bool srv_field_bool(const json_t *o, const char *name, bool *value, spk_why *why)
{
    const json_t *field = json_object_get(o, name);
    if (!field || json_is_null(field))
        return true;
    if (!json_is_boolean(field))
        return spk_fail(why, SPK_EMALFORMED, "'%s' is true or false.", name), false;
    *value = json_is_true(field);
    return true;
}

bool srv_field_int(const json_t *o, const char *name, int lo, int hi, int *value, spk_why *why)
{
    const json_t *field = json_object_get(o, name);
    if (!field || json_is_null(field))
        return true;
    if (!json_is_integer(field) || json_integer_value(field) < lo || json_integer_value(field) > hi)
        return spk_fail(why, SPK_EMALFORMED, "'%s' is a number from %d to %d.", name, lo, hi),
               false;
    *value = (int)json_integer_value(field);
    return true;
}

/* -- Whose is this token? ---------------------------------------------------------------------- */

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
    o->house->n_asks--;
    if (a->err != SPK_OK)
        spk_fail(&why, a->err, "%s", "This token opens nothing.");
    opened(o, &(srv_opened){.seat = -1, .account = a->account ? a->account->id : NULL}, &why);
}

static bool ask_store(opening *o, const srv_query *query, srv_done *done)
{
    spk_why why = {0};
    spk_err err = srv_store_ask(o->house->store, query, done, o);
    o->house->n_asks += err == SPK_OK;
    if (err == SPK_OK)
        return true;
    spk_fail(&why, err, "%s", "The house is busy: try again.");
    opened(o, &(srv_opened){.seat = -1}, &why);
    return false;
}

static void on_token(void *context, const srv_answer *a)
{
    opening *o = context;
    spk_why why = {.err = a->err};
    o->house->n_asks--;
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

void srv_house_open_token(srv_house *h, const uint8_t hash[SRV_HASH], srv_then *then, void *context)
{
    opening *o = spk_alloc(sizeof *o);
    *o = (opening){.house = h, .then = then, .context = context};
    memcpy(o->hash, hash, SRV_HASH);
    ask_store(o, &(srv_query){.what = SRV_ASK_TOKEN, .token = o->hash}, on_token);
}

/* -- Routes ------------------------------------------------------------------------------------ */

#define ROUTES(name) extern const srv_route name[];
#include "hosts/server/routes.def"
#undef ROUTES

static const srv_route *const lists[] = {
#define ROUTES(name) name,
#include "hosts/server/routes.def"
#undef ROUTES
};

enum { WORDS = 4 };

/* Cuts the path at its slashes, in place, along the pattern. */
static bool fits(const char *pattern, const char *path)
{
    while (*pattern && *path) {
        if (*pattern == '*') {
            size_t n = strcspn(path, "/");
            if (!n)
                return false;
            path += n;
            pattern++;
        } else if (*pattern++ != *path++)
            return false;
    }
    return !*pattern && !*path;
}

static void take_words(const char *pattern, char *path, char **word)
{
    int n = 0;
    for (; *pattern; pattern++) {
        if (*pattern != '*') {
            path++;
            continue;
        }
        word[n++] = path;
        path += strcspn(path, "/");
        if (*path) {
            *path++ = '\0';
            pattern++; /* the slash */
        }
    }
}

static void run_route(srv_house *h, const srv_request *r, const srv_route *route)
{
    char *word[WORDS] = {NULL};
    size_t n = strlen(r->path) + 1;
    char *path = memcpy(spk_alloc(n), r->path, n);
    take_words(route->pattern, path, word);
    route->handler(h, r, word);
    spk_free(path);
}

static const char *const method_words[SRV_METHOD_COUNT] = {"GET, HEAD", "POST",   "PUT",
                                                           "PATCH",     "DELETE", "OPTIONS"};

static void wrong_method(srv_house *h, const srv_request *r, const spk_buf *allowed)
{
    srv_reply(h->net, r->ask,
              &(srv_response){.status = r->method == SRV_OPTIONS ? 204 : 405,
                              .type = "application/json",
                              .body = r->method == SRV_OPTIONS
                                          ? NULL
                                          : "{\"error\":\"malformed\",\"text\":\"That cannot be "
                                            "done here.\"}",
                              .allow = spk_buf_text(allowed)});
}

/* People get a page with a way out, programs the reason. */
static void nothing_here(srv_house *h, const srv_request *r)
{
    const char *accept = srv_request_header(r, "accept");
    if (strncmp(r->path, "/api/", 5) == 0 || !accept || !strstr(accept, "text/html")) {
        srv_refuse(h, r->ask, SRV_UNKNOWN, "There is nothing here.");
        return;
    }
    static const char page[] =
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width\"><title>Speakeasy</title></head>"
        "<body><h1><a href=\"/\">Speakeasy</a></h1><p>There is nothing here.</p>"
        "<p lang=\"de\">Hier ist nichts.</p><p lang=\"nl\">Hier is niets.</p></body></html>\n";
    srv_reply(h->net, r->ask,
              &(srv_response){.status = 404, .type = "text/html; charset=utf-8", .body = page});
}

void srv_house_route(srv_house *h, const srv_request *r)
{
    char words[80];
    spk_buf allowed = SPK_BUF_OVER(words);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const srv_route *route = lists[i]; route->pattern; route++) {
            if (!fits(route->pattern, r->path))
                continue;
            if (route->method == r->method) {
                run_route(h, r, route);
                return;
            }
            spk_buf_printf(&allowed, "%s%s", allowed.n ? ", " : "", method_words[route->method]);
        }
    if (allowed.n)
        wrong_method(h, r, &allowed);
    else if (!srv_pages_reply(h->pages, r))
        nothing_here(h, r);
}
