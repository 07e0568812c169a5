/* send.c: what is said to a person, in their language, by each of their ways; and what becomes of it. See alert.h. */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/phrase.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/alert/hook.h"
#include "hosts/alert/letter.h"
#include "hosts/server/alert/inside.h"

enum {
    MOST_TRIES = 6,
    PUSH_HOURS = 24,  /* how long a push service keeps a message for a phone that is off */
    TOKEN_HOURS = 12, /* how long our word to it is good */
    STOP_MAC = 16     /* bytes of a link's signature */
};

/* After the first failure, the second ...: a server that restarts is back in a minute, a mail server in an hour. */
static const int PAUSE_MIN[MOST_TRIES] = {1, 5, 15, 60, 180, 480};

/* -- Words -------------------------------------------------------------------------------------------- */

static const char *const SENTENCES[SRV_NEWS_COUNT] = {
    [SRV_NEWS_TURN] = N_("Your turn: {game}"),
    [SRV_NEWS_OVER] = N_("The game is over: {game}"),
    [SRV_NEWS_SEAT] = N_("A seat is kept for you: {game}"),
    [SRV_NEWS_INVITE] = N_("You are invited to a table: {game}"),
};

/* A format with one gap. */
static void fill(spk_buf *out, const char *format, const char *gap, const char *value)
{
    const char *at = strstr(format, gap);
    if (!at) {
        spk_buf_puts(out, format);
        return;
    }
    spk_buf_add(out, format, (size_t)(at - format));
    spk_buf_puts(out, value);
    spk_buf_puts(out, at + strlen(gap));
}

static void print_sentence(const srv_alert_item *item, host_language language, spk_buf *out)
{
    const spk_game *game = spk_game_find(item->game);
    int what = spk_str_find(item->what, srv_news_words, SRV_NEWS_COUNT);
    fill(out, host_tr(language, SENTENCES[what < 0 ? 0 : what]), "{game}",
         game ? game->name : item->game);
}

/* -- One message ----------------------------------------------------------------------------------------- */

/* Made for one way: after a failure some of the news may have arrived there and others not. */
typedef struct message {
    srv_alert_errand *errand;
    const json_t *way;
    const srv_alert_item *items[SRV_ALERT_MOST];
    int n;
    host_language language;
    spk_buf title;
    spk_buf sentence[SRV_ALERT_MOST], link[SRV_ALERT_MOST];
    spk_buf stop;
} message;

static const char *text_in(const json_t *o, const char *field)
{
    const char *text = json_string_value(json_object_get(o, field));
    return text ? text : "";
}

static bool has_word(const json_t *list, const char *word)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (spk_str_eq(json_string_value(json_array_get(list, i)), word))
            return true;
    return false;
}

/* Not what this way has had already. */
static bool is_for(const srv_alert_item *item, const json_t *way)
{
    const json_t *left = json_object_get(item->text, "ways");
    return item->sends && (!left || has_word(left, text_in(way, "id")));
}

static void print_title(message *m)
{
    char n[16];
    if (m->n == 1) {
        spk_buf_puts(&m->title, spk_buf_text(&m->sentence[0]));
        return;
    }
    snprintf(n, sizeof n, "%d", m->n);
    fill(&m->title, host_tr(m->language, N_("News from {n} tables")), "{n}", n);
}

static void message_init(message *m, srv_alert_errand *e, const json_t *way)
{
    *m = (message){.errand = e, .way = way, .language = srv_ways_language_of(e->ways)};
    for (int i = 0; i < e->n_items; i++) {
        char path[SRV_ID_ROOM + 8];
        if (!is_for(&e->items[i], way))
            continue;
        m->items[m->n] = &e->items[i];
        print_sentence(&e->items[i], m->language, &m->sentence[m->n]);
        snprintf(path, sizeof path, "/t/%s", e->items[i].table);
        srv_house_link(e->alerts->house, path, &m->link[m->n]);
        m->n++;
    }
    print_title(m);
    srv_alerts_print_stop(e->alerts, e->account, text_in(way, "id"), &m->stop);
}

static void message_release(message *m)
{
    for (int i = 0; i < m->n; i++)
        spk_buf_release(&m->sentence[i]), spk_buf_release(&m->link[i]);
    spk_buf_release(&m->title);
    spk_buf_release(&m->stop);
}

/* -- Three ways -------------------------------------------------------------------------------------------- */

/* One parcel on its way. */
typedef struct parcel_of {
    srv_alert_errand *errand;
    char id[12];
    srv_way kind;
} parcel_of;

static void on_fate(void *context, courier_fate fate, const char *why);

spk_err srv_alerts_carry(srv_alerts *a, const courier_parcel *parcel, courier_done *done,
                         void *mine)
{
    return a->carry(a->carry_context, parcel, done, mine);
}

static void hand_over(srv_alert_errand *e, const json_t *way, srv_way kind,
                      const courier_parcel *parcel)
{
    parcel_of *p = spk_alloc(sizeof *p);
    *p = (parcel_of){.errand = e, .kind = kind};
    snprintf(p->id, sizeof p->id, "%s", text_in(way, "id"));
    e->n_under_way++;
    if (srv_alerts_carry(e->alerts, parcel, on_fate, p) != SPK_OK)
        on_fate(p, COURIER_LATER, "too many alerts are waiting");
}

/* What the page's worker reads (web/src/push_worker.js). One table: its own link; several: the start page. */
static void print_push(const message *m, spk_buf *out)
{
    spk_buf body = {0}, home = {0};
    spk_json j = {.out = out};
    enum { SHOWN = 5 };
    for (int i = 0; m->n > 1 && i < m->n && i < SHOWN; i++)
        spk_buf_printf(&body, "%s%s", i ? "\n" : "", spk_buf_text(&m->sentence[i]));
    srv_house_link(m->errand->alerts->house, "/", &home);
    spk_json_open(&j, '{');
    spk_json_key(&j, "title"), spk_json_str(&j, spk_buf_text(&m->title));
    spk_json_key(&j, "body"), spk_json_str(&j, spk_buf_text(&body));
    spk_json_key(&j, "link"), spk_json_str(&j, spk_buf_text(m->n == 1 ? &m->link[0] : &home));
    spk_json_key(&j, "tag"), spk_json_str(&j, m->n == 1 ? m->items[0]->table : "tables");
    spk_json_close(&j, '}');
    spk_buf_release(&body);
    spk_buf_release(&home);
}

/* Whom a push service may write to if something is wrong. */
static void print_contact(const srv_house *h, spk_buf *out)
{
    if (*h->config->mail_from)
        spk_buf_printf(out, "mailto:%s", h->config->mail_from);
    else
        srv_house_link(h, "/", out);
}

static spk_err send_push(const message *m)
{
    srv_house *h = m->errand->alerts->house;
    push_target target;
    char ttl[40];
    const char *endpoint = text_in(m->way, "endpoint");
    spk_buf text = {0}, body = {0}, contact = {0}, word = {0};
    snprintf(ttl, sizeof ttl, "TTL: %d", PUSH_HOURS * 3600);
    print_push(m, &text);
    print_contact(h, &contact);
    spk_buf_puts(&word, "Authorization: ");
    spk_err err =
        push_target_read(text_in(m->way, "p256dh"), text_in(m->way, "auth"), &target, NULL);
    if (err == SPK_OK)
        err = push_encrypt(&target, text.bytes, text.n, &body);
    if (err == SPK_OK)
        err = push_authorize(&m->errand->alerts->push, endpoint, spk_buf_text(&contact),
                             srv_house_wall(h) / 1000 + TOKEN_HOURS * 3600, &word);
    const char *headers[] = {"Content-Type: application/octet-stream",
                             "Content-Encoding: aes128gcm",
                             ttl,
                             "Urgency: normal",
                             spk_buf_text(&word),
                             NULL};
    if (err == SPK_OK)
        hand_over(m->errand, m->way, SRV_WAY_PUSH,
                  &(courier_parcel){
                      .url = endpoint, .headers = headers, .body = body.bytes, .n_body = body.n});
    spk_buf_release(&text), spk_buf_release(&body);
    spk_buf_release(&contact), spk_buf_release(&word);
    return err;
}

static void post_letter(const srv_house *h, letter *l, spk_buf *body)
{
    char id[2 * 12 + 1];
    uint8_t bytes[12];
    randombytes_buf(bytes, sizeof bytes);
    l->id = sodium_bin2hex(id, sizeof id, bytes, sizeof bytes);
    l->from = h->config->mail_from;
    l->at = srv_house_wall(h);
    letter_print(l, body);
}

static void send_mail(const message *m)
{
    srv_house *h = m->errand->alerts->house;
    spk_buf text = {0}, body = {0};
    for (int i = 0; i < m->n; i++)
        spk_buf_printf(&text, "%s\n%s\n\n", spk_buf_text(&m->sentence[i]),
                       spk_buf_text(&m->link[i]));
    fill(&text,
         host_tr(m->language, N_("You get this mail because you asked Speakeasy for it. To stop "
                                 "these mails: {link}")),
         "{link}", spk_buf_text(&m->stop));
    spk_buf_putc(&text, '\n');
    letter l = {.to = text_in(m->way, "address"),
                .subject = spk_buf_text(&m->title),
                .text = spk_buf_text(&text),
                .stop = spk_buf_text(&m->stop)};
    post_letter(h, &l, &body);
    hand_over(m->errand, m->way, SRV_WAY_MAIL,
              &(courier_parcel){.url = h->config->mail_server,
                                .from = l.from,
                                .to = l.to,
                                .body = body.bytes,
                                .n_body = body.n});
    spk_buf_release(&text);
    spk_buf_release(&body);
}

static void send_webhook(const message *m)
{
    hook_line lines[SRV_ALERT_MOST];
    uint8_t secret[HOOK_SECRET] = {0};
    const char *spelled = text_in(m->way, "secret");
    int style = spk_str_find(text_in(m->way, "style"), hook_style_words, HOOK_STYLES);
    spk_buf body = {0}, word = {0};
    hook_news news = {
        .at = srv_house_wall(m->errand->alerts->house), .lines = lines, .n_lines = m->n};
    for (int i = 0; i < m->n; i++)
        lines[i] = (hook_line){.table = m->items[i]->table,
                               .game = m->items[i]->game,
                               .what = m->items[i]->what,
                               .link = spk_buf_text(&m->link[i]),
                               .text = spk_buf_text(&m->sentence[i])};
    sodium_base642bin(secret, sizeof secret, spelled, strlen(spelled), NULL, NULL, NULL,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    hook_print(style < 0 ? HOOK_PLAIN : (hook_style)style, &news, &body);
    hook_sign(secret, news.at, &body, &word);
    const char *headers[] = {"Content-Type: application/json", spk_buf_text(&word), NULL};
    hand_over(m->errand, m->way, SRV_WAY_WEBHOOK,
              &(courier_parcel){.url = text_in(m->way, "url"),
                                .headers = headers,
                                .body = body.bytes,
                                .n_body = body.n});
    spk_buf_release(&body);
    spk_buf_release(&word);
}

static void send_by(srv_alert_errand *e, const json_t *way)
{
    message m;
    int kind = spk_str_find(text_in(way, "kind"), srv_way_words, SRV_WAY_COUNT);
    message_init(&m, e, way);
    if (m.n > 0 && kind == SRV_WAY_PUSH)
        send_push(&m);
    else if (m.n > 0 && kind == SRV_WAY_MAIL)
        send_mail(&m);
    else if (m.n > 0)
        send_webhook(&m);
    message_release(&m);
}

/* -- What becomes of it ---------------------------------------------------------------------------------------- */

/* A browser that is gone is not asked again. If the person changes something at this moment, theirs counts. */
static void write_ways(srv_alert_errand *e)
{
    srv_house *h = e->alerts->house;
    char *text = json_dumps(e->ways, JSON_COMPACT);
    srv_note note = {.kind = SRV_KIND_WAYS,
                     .key = e->account,
                     .account = e->account,
                     .text = text,
                     .version = e->ways_version};
    srv_store_write(h->store, &(srv_change){.at = srv_house_wall(h), .n_notes = 1, .notes = &note},
                    NULL, NULL);
    free(text); /* jansson's */
}

/* One change for each: where something new has come meanwhile, that counts, and the others must not suffer. */
static void write_item(srv_alert_errand *e, srv_alert_item *item)
{
    srv_house *h = e->alerts->house;
    int64_t now = srv_house_wall(h);
    char *text = NULL;
    srv_note note = {
        .kind = SRV_KIND_ALERT, .key = item->key, .list = e->account, .version = item->version};
    bool again = json_array_size(e->failed) > 0 && item->tries < MOST_TRIES;
    if (again) {
        json_object_del(item->text, "claimed");
        json_object_set_new(item->text, "tries", json_integer(item->tries + 1));
        json_object_set(item->text, "ways", e->failed);
        note.text = text = json_dumps(item->text, JSON_COMPACT);
        note.rank = now + (int64_t)PAUSE_MIN[item->tries] * 60000;
    }
    h->figures.alerts_failed += !again && json_array_size(e->failed) > 0;
    srv_store_write(h->store, &(srv_change){.at = now, .n_notes = 1, .notes = &note}, NULL, NULL);
    free(text); /* jansson's */
}

/* All fates are known. */
static void finish(srv_alert_errand *e)
{
    for (int i = 0; i < e->n_items; i++)
        if (e->items[i].sends)
            write_item(e, &e->items[i]);
    if (e->lost_a_way)
        write_ways(e);
    srv_errand_end(e);
}

static void on_fate(void *context, courier_fate fate, const char *why)
{
    parcel_of *p = context;
    srv_alert_errand *e = p->errand;
    srv_house *h = e->alerts->house;
    if (fate == COURIER_SENT)
        h->figures.alerts_sent++;
    else
        srv_log_event(h->log, SRV_EVENT_ALERT_FAILED, SRV_KEY("way", srv_way_words[p->kind]),
                      SRV_KEY("why", why));
    if (fate == COURIER_LATER)
        json_array_append_new(e->failed, json_string(p->id));
    if (fate == COURIER_NEVER || fate == COURIER_DOUBT)
        h->figures.alerts_failed++;
    if (fate == COURIER_GONE && p->kind == SRV_WAY_PUSH)
        e->lost_a_way |= srv_ways_remove(e->ways, p->id);
    spk_free(p);
    if (--e->n_under_way == 0)
        finish(e);
}

/* Counted from one, so that a parcel whose fate is told at once does not end the errand. */
void srv_errand_send(srv_alert_errand *e)
{
    const json_t *ways = json_object_get(e->ways, "ways");
    e->failed = json_array();
    e->n_under_way = 1;
    for (size_t i = 0; i < json_array_size(ways); i++)
        if (srv_way_is_usable(e->alerts->house, json_array_get(ways, i)))
            send_by(e, json_array_get(ways, i));
    if (--e->n_under_way == 0)
        finish(e);
}

/* -- The code in a mail ------------------------------------------------------------------------------------------ */

static void on_code(void *context, courier_fate fate, const char *why)
{
    srv_house *h = context;
    if (fate != COURIER_SENT)
        srv_log_event(h->log, SRV_EVENT_ALERT_FAILED, SRV_KEY("way", "mail"), SRV_KEY("why", why));
}

spk_err srv_alerts_send_code(srv_house *h, const json_t *ways, const char *address,
                             const char *code, spk_why *why)
{
    host_language language = srv_ways_language_of(ways);
    spk_buf subject = {0}, text = {0}, body = {0};
    fill(&subject, host_tr(language, N_("Your code for Speakeasy: {code}")), "{code}", code);
    fill(&text,
         host_tr(language, N_("Somebody, probably you, wants to be told by mail when it is their "
                              "turn at Speakeasy. If it was you, "
                              "enter this code there: {code}")),
         "{code}", code);
    spk_buf_printf(
        &text, "\n\n%s\n",
        host_tr(language, N_("If it was not you, do nothing: no other mail will come.")));
    letter l = {.to = address, .subject = spk_buf_text(&subject), .text = spk_buf_text(&text)};
    post_letter(h, &l, &body);
    spk_err err = srv_alerts_carry(h->alerts,
                                   &(courier_parcel){.url = h->config->mail_server,
                                                     .from = l.from,
                                                     .to = address,
                                                     .body = body.bytes,
                                                     .n_body = body.n},
                                   on_code, h);
    spk_buf_release(&subject), spk_buf_release(&text), spk_buf_release(&body);
    return err == SPK_OK ? err : spk_fail(why, err, "Too many mails are waiting. Try again later.");
}

/* -- Links that stop ------------------------------------------------------------------------------------------------ */

static void sign(const srv_alerts *a, const char *account, const char *way,
                 char hex[2 * STOP_MAC + 1])
{
    uint8_t mac[crypto_auth_hmacsha256_BYTES];
    char text[80];
    int n = snprintf(text, sizeof text, "stop %s %s", account, way);
    crypto_auth_hmacsha256(mac, (const uint8_t *)text, (size_t)n, a->sign);
    sodium_bin2hex(hex, 2 * STOP_MAC + 1, mac, STOP_MAC);
}

void srv_alerts_print_stop(const srv_alerts *a, const char *account, const char *way, spk_buf *out)
{
    char hex[2 * STOP_MAC + 1], path[120];
    sign(a, account, way, hex);
    snprintf(path, sizeof path, "/alerts/stop/%s.%s.%s", account, way, hex);
    srv_house_link(a->house, path, out);
}

bool srv_alerts_read_stop(const srv_house *h, const char *token, char account[SRV_ID_ROOM],
                          char way[12])
{
    char given[2 * STOP_MAC + 1], hex[2 * STOP_MAC + 1];
    int n = 0;
    if (!h->alerts || !h->alerts->has_keys || strlen(token) > 100 ||
        sscanf(token, "%23[A-Za-z0-9_-].%11[a-z0-9].%32[0-9a-f]%n", account, way, given, &n) != 3)
        return false;
    sign(h->alerts, account, way, hex);
    return !token[n] && strlen(given) == sizeof given - 1 &&
           sodium_memcmp(given, hex, sizeof hex) == 0;
}
