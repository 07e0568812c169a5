/* routes.c: which handler a request goes to, and reading its body. */
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/http/accounts.h"

/* -- The body ------------------------------------------------------------------------------------ */

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

/* -- Routes ------------------------------------------------------------------------------------ */

#define ROUTES(name) extern const srv_route name[];
#include "hosts/server/http/routes.def"
#undef ROUTES

static const srv_route *const lists[] = {
#define ROUTES(name) name,
#include "hosts/server/http/routes.def"
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
    srv_reply(h->world, r->ask,
              &(srv_response){.status = r->method == SRV_OPTIONS ? 204 : 405,
                              .type = "application/json",
                              .body = r->method == SRV_OPTIONS
                                          ? NULL
                                          : "{\"error\":\"malformed\",\"text\":\"That cannot be "
                                            "done here.\"}",
                              .allow = spk_buf_text(allowed)});
}

void srv_http_request(srv_house *h, const srv_request *r)
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
    else if (!srv_pages_reply(h->http->pages, r))
        srv_nothing_here(h, r);
}

/* -- Life ---------------------------------------------------------------------------------------- */

struct srv_http *srv_http_new(srv_house *h, spk_why *why)
{
    srv_http *http = h->http = spk_alloc(sizeof *http);
    http->made = spk_alloc(sizeof *http->made);
    http->joined = spk_alloc(sizeof *http->joined);
    http->replayed = spk_alloc(sizeof *http->replayed);
    http->contests = spk_alloc(sizeof *http->contests);
    http->entered = spk_alloc(sizeof *http->entered);
    http->codes = spk_alloc(sizeof *http->codes);
    http->people = spk_alloc(sizeof *http->people);
    http->studies = srv_studies_new();
    http->accounts = srv_accounts_new(h);
    http->daily = srv_daily_new(h);
    srv_crews_start(h);
    http->pages = srv_pages_new(h, why);
    return http->pages ? http : NULL;
}

void srv_http_let_go(srv_house *h)
{
    if (!h->http)
        return;
    srv_studies_free(h->http->studies);
    h->http->studies = NULL;
}

void srv_http_free(srv_house *h)
{
    srv_http *http = h->http;
    if (!http)
        return;
    srv_accounts_free(http->accounts);
    srv_daily_free(http->daily);
    srv_pages_free(http->pages);
    srv_preview_free(http);
    spk_free(http->made);
    spk_free(http->joined);
    spk_free(http->replayed);
    spk_free(http->contests);
    spk_free(http->entered);
    spk_free(http->codes);
    spk_free(http->people);
    spk_buf_release(&http->games_text);
    spk_free(http);
    h->http = NULL;
}
