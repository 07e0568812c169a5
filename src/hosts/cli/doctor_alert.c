/* doctor_alert.c: whether a house can tell people that it is their turn: libcurl, the mail server, the house's own address. See
 * doctor.h. Nothing is sent. */
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/str.h"
#include "hosts/alert/courier.h"
#include "hosts/cli/doctor.h"

enum { WAIT_MS = 2000 };

static bool has_way(const srv_config *c, const char *way)
{
    for (int i = 0; c->alerts[i]; i++)
        if (spk_str_eq(c->alerts[i], way))
            return true;
    return false;
}

/* smtp://USER:PASSWORD@HOST:PORT: host and port, for these may be printed. */
static void split(const char *url, char host[256], char port[8])
{
    bool is_tls = strncmp(url, "smtps:", 6) == 0;
    const char *start = strstr(url, "://"), *at = strrchr(url, '@'), *colon;
    start = at ? at + 1 : start ? start + 3 : url;
    snprintf(host, 256, "%.*s", (int)strcspn(start, "/"), start);
    colon = strrchr(host, ':');
    snprintf(port, 8, "%s", colon ? colon + 1 : is_tls ? "465" : "25");
    if (colon)
        host[colon - host] = '\0';
}

/* What a mail server says first; "" if nobody does in time. One that wants TLS from the start waits for us to speak. */
static bool hears(const struct addrinfo *at, bool is_tls, char said[200])
{
    struct timeval wait = {.tv_sec = WAIT_MS / 1000};
    int s = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(s, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
    bool connected = connect(s, at->ai_addr, at->ai_addrlen) == 0;
    ssize_t n = connected && !is_tls ? recv(s, said, 199, 0) : 0;
    said[n > 0 ? n : 0] = '\0';
    close(s);
    return connected && (is_tls || strncmp(said, "220", 3) == 0);
}

static void look_at_mail(doctor *d)
{
    char host[256], port[8], said[200] = "";
    struct addrinfo *found = NULL, wanted = {.ai_socktype = SOCK_STREAM};
    bool is_tls = strncmp(d->config->mail_server, "smtps:", 6) == 0, is_there = false;
    split(d->config->mail_server, host, port);
    if (getaddrinfo(host, port, &wanted, &found) == 0)
        for (const struct addrinfo *at = found; at && !is_there; at = at->ai_next)
            is_there = hears(at, is_tls, said);
    if (found)
        freeaddrinfo(found);
    if (is_there) {
        doctor_fine(d, "the mail server %s:%s answers", host, port);
        return;
    }
    doctor_find(d, DOCTOR_WRONG, "no mail server answers at %s:%s", host, port);
    doctor_mend(d, "is 'mail-server' right? Port 587 is usual for smtp://, 465 for smtps://");
}

void doctor_alerts(doctor *d)
{
    spk_why why = {0};
    if (!d->config->alerts[0])
        return;
    courier *c = courier_new(&(courier_options){0}, &why);
    courier_free(c);
    if (!c) {
        doctor_find(d, DOCTOR_WRONG, "%s", why.text);
        doctor_mend(d, "install libcurl (Debian: libcurl4), or switch 'alerts' off");
    }
    if (!*d->config->public_url) {
        doctor_find(d, DOCTOR_ODD, "alerts have links, and 'public-url' is not set");
        doctor_mend(d, "set 'public-url' to the address that guests use");
    }
    if (has_way(d->config, "push") && strncmp(d->config->public_url, "http://", 7) == 0) {
        doctor_find(d, DOCTOR_ODD,
                    "browsers allow push messages only to pages that come over https");
        doctor_mend(d, "use TLS ('tls', or a proxy), and https:// in 'public-url'");
    }
    if (d->config->alert_private) {
        doctor_find(
            d, DOCTOR_ODD,
            "people with an account can make this server send requests into its own network");
        doctor_mend(d, "switch 'alert-private' off, unless everybody here may do that");
    }
    if (has_way(d->config, "mail"))
        look_at_mail(d);
}
