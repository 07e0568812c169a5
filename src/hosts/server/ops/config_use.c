/* config_use.c: a whole config: whether it fits together, and what is made of it. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/str.h"
#include "hosts/alert/address.h"
#include "hosts/budget.h"
#include "hosts/server/ops/inside.h"
#include "hosts/server/store/store.h"

/* -- Does it fit together? ------------------------------------------------------------------------ */

static spk_err default_data(srv_config *c, char *const *environment, spk_why *why)
{
    const char *xdg = srv_config_variable(environment, "XDG_DATA_HOME"),
               *home = srv_config_variable(environment, "HOME");
    spk_buf path = {0};
    if (xdg && *xdg == '/')
        spk_buf_printf(&path, "%s/speakeasy", xdg);
    else if (home && *home == '/')
        spk_buf_printf(&path, "%s/.local/share/speakeasy", home);
    else
        return spk_fail(why, SPK_EUNKNOWN, "there is no home directory: set one with data");
    c->data = srv_config_keep(c, spk_buf_text(&path));
    spk_buf_release(&path);
    return SPK_OK;
}

/* "https://play.example.org:8443": no path, for the house is at the root of its host. */
static bool is_origin(const char *url)
{
    size_t n = strncmp(url, "https://", 8) == 0 ? 8 : strncmp(url, "http://", 7) == 0 ? 7 : 0;
    return n && url[n] && !strpbrk(url + n, "/?#@ \"<>\\");
}

static spk_err check_url(const char *option, const char *url, spk_why *why)
{
    if (is_origin(url))
        return SPK_OK;
    return spk_fail(why, SPK_EMALFORMED,
                    "%s takes http:// or https:// and a host, without a path, not '%.80s'", option,
                    url);
}

static spk_err check_urls(srv_config *c, spk_why *why)
{
    size_t n = strlen(c->public_url);
    if (n && c->public_url[n - 1] == '/') { /* people copy it from their browser */
        char *shorter = memcpy(srv_config_keep_bytes(c, n + 1), c->public_url, n - 1);
        shorter[n - 1] = '\0';
        c->public_url = shorter;
    }
    spk_err err = *c->public_url ? check_url("public-url", c->public_url, why) : SPK_OK;
    for (int i = 0; c->origin[i] && err == SPK_OK; i++)
        err = check_url("origin", c->origin[i], why);
    return err;
}

static spk_err check_ranges(const char *option, const char *const *list, spk_why *why)
{
    srv_range range;
    for (; *list; list++)
        if (!srv_range_parse(*list, &range))
            return spk_fail(why, SPK_EMALFORMED,
                            "%s takes an address like 10.0.0.7, 10.0.0.0/8 or ::1, not '%.60s'",
                            option, *list);
    return SPK_OK;
}

/* Not quoted: a password may be in it. */
spk_err srv_config_check_bus(const srv_config *c, spk_why *why)
{
    if (*c->bus && !srv_bus_is_url(c->bus))
        return spk_fail(why, SPK_EMALFORMED,
                        "bus takes a URL like nats://HOST:4222 or tls://HOST:4222");
    return SPK_OK;
}

/* A name is a word of a subject on the bus. */
static spk_err check_node(const srv_config *c, spk_why *why)
{
    size_t n = strlen(c->node);
    if (!n)
        return SPK_OK;
    if (n >= SRV_ID_ROOM || strspn(c->node, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789-_") != n)
        return spk_fail(why, SPK_EMALFORMED,
                        "node takes a name of 1 to %d letters, digits, '-' and '_'",
                        SRV_ID_ROOM - 1);
    if (!*c->store)
        return spk_fail(why, SPK_EMALFORMED,
                        "node also needs store: the PostgreSQL database that all nodes share");
    if (!*c->bus)
        return spk_fail(why, SPK_EMALFORMED,
                        "node also needs bus: the message server that all nodes share");
    return SPK_OK;
}

/* Not quoted: a password may be in it. */
static spk_err check_alerts(const srv_config *c, spk_why *why)
{
    static const char *const ways[] = {"push", "mail", "webhook"};
    bool mails = false;
    for (int i = 0; c->alerts[i]; i++) {
        if (spk_str_find(c->alerts[i], ways, 3) < 0)
            return spk_fail(why, SPK_EMALFORMED, "alerts takes push, mail and webhook, not '%.40s'",
                            c->alerts[i]);
        mails |= spk_str_eq(c->alerts[i], "mail");
    }
    if (mails && (!*c->mail_server || !*c->mail_from))
        return spk_fail(why, SPK_EMALFORMED, "alerts = mail also needs mail-server and mail-from");
    if (*c->mail_server && strncmp(c->mail_server, "smtp://", 7) != 0 &&
        strncmp(c->mail_server, "smtps://", 8) != 0)
        return spk_fail(why, SPK_EMALFORMED,
                        "mail-server takes a URL like smtp://USER:PASSWORD@HOST:587");
    return *c->mail_from ? alert_mailbox_check(c->mail_from, why) : SPK_OK;
}

spk_err srv_config_finish(srv_config *c, char *const *environment, spk_why *why)
{
    host_budget budget;
    spk_err err = *c->data ? SPK_OK : default_data(c, environment, why);
    if (err == SPK_OK && *c->store &&
        !srv_store_is_url(c->store)) /* not quoted: a password may be in it */
        err = spk_fail(why, SPK_EMALFORMED, "store takes a URL like postgresql://USER@HOST/NAME");
    if (err == SPK_OK)
        err = srv_config_check_bus(c, why);
    if (err == SPK_OK)
        err = check_node(c, why);
    if (err == SPK_OK)
        err = check_alerts(c, why);
    if (err == SPK_OK && !c->listen[0])
        err = spk_fail(why, SPK_EMALFORMED, "listen takes at least one ADDR:PORT");
    if (err == SPK_OK &&
        (!host_budget_parse(c->bot_budget, &budget) || budget.ms == 0 || budget.cpu))
        err = spk_fail(why, SPK_EMALFORMED,
                       "bot-budget takes a time like 300ms or 1.5s, not '%.60s'", c->bot_budget);
    if (err == SPK_OK)
        err = check_urls(c, why);
    if (err == SPK_OK)
        err = check_ranges("proxy", c->proxy, why);
    if (err == SPK_OK)
        err = spk_str_eq(c->metrics[0] ? c->metrics[0] : "none", "none")
                  ? SPK_OK
                  : check_ranges("metrics", c->metrics, why);
    return err;
}

/* -- Using ---------------------------------------------------------------------------------------- */

/* Every folder on the way; those we make are for their owner alone: seeds of running games are inside. */
static spk_err make_folders(const char *path, spk_why *why)
{
    spk_buf part = {0};
    spk_err err = SPK_OK;
    for (const char *p = path; err == SPK_OK; p++) {
        if (p > path && (*p == '/' || !*p) && mkdir(spk_buf_text(&part), 0700) != 0 &&
            errno != EEXIST)
            err = spk_fail(why, SPK_EIO, "%.150s: %s", spk_buf_text(&part), strerror(errno));
        if (!*p)
            break;
        spk_buf_putc(&part, *p);
    }
    spk_buf_release(&part);
    return err;
}

spk_err srv_config_store_path(const srv_config *c, bool make, spk_buf *path, spk_why *why)
{
    struct stat about;
    if (spk_str_eq(c->data, "memory"))
        return SPK_OK;
    spk_err err = make ? make_folders(c->data, why) : SPK_OK;
    if (err == SPK_OK && (stat(c->data, &about) != 0 || !S_ISDIR(about.st_mode)))
        err = spk_fail(why, SPK_EIO, "%.150s is not a directory", c->data);
    if (err == SPK_OK)
        spk_buf_printf(path, "%s/speakeasy.db", c->data);
    return err;
}

void srv_config_to_net(const srv_config *c, srv_net_config *net, srv_net_lists *room)
{
    int n = 0, most = sizeof room->origins / sizeof *room->origins - 1;
    if (*c->public_url)
        room->origins[n++] = c->public_url;
    for (int i = 0; c->origin[i] && n < most; i++)
        room->origins[n++] = c->origin[i];
    room->origins[n] = NULL;
    net->limits = c->limits;
    net->origins = room->origins;
    net->proxies = c->proxy;
    net->tls_cert = *c->tls[0] ? c->tls[0] : NULL;
    net->tls_key = *c->tls[1] ? c->tls[1] : NULL;
}

static const char *or_null(const char *text) { return *text ? text : NULL; }

void srv_config_to_bus(const srv_config *c, srv_bus_options *bus)
{
    bus->url = or_null(c->bus);
    bus->credentials = or_null(c->bus_credentials);
    bus->ca = or_null(c->bus_ca);
    bus->cert = or_null(c->bus_tls[0]);
    bus->key = or_null(c->bus_tls[1]);
}

static bool is_among(const char *const *ranges, const char *peer)
{
    srv_range range;
    srv_ip ip;
    if (!srv_ip_parse(peer, &ip))
        return false;
    for (int i = 0; ranges[i]; i++)
        if (srv_range_parse(ranges[i], &range) && srv_range_has(&range, &ip))
            return true;
    return false;
}

/* Somebody else ends TLS for us, on this machine as a rule, and nobody told us who: whoever comes from here may come from
 * anywhere. */
static bool has_unknown_front(const srv_config *c)
{
    return strncmp(c->public_url, "https://", 8) == 0 && !*c->tls[0] && !c->proxy[0];
}

bool srv_config_allows_metrics(const srv_config *c, const char *peer, bool forwarded)
{
    static const char *const here[] = {"127.0.0.0/8", "::1", NULL};
    if (forwarded && (!c->proxy[0] || is_among(c->proxy, peer)))
        return false;
    if (has_unknown_front(c) && is_among(here, peer))
        return false;
    return is_among(c->metrics, peer);
}
