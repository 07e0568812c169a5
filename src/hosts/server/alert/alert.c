/* alert.c: the queue of alerts: what is due, whether its owner wants it now, and the claim that makes us the one who sends it.
 * See alert.h; messages are made in send.c.
 *
 *     beat -> what is due? -> for each person, one errand:
 *                 their ways? -> when were they last told? -> all their news?
 *                     -> one change: claims, postponements, removals -> srv_errand_send
 *
 * An errand that loses a race (SPK_ESTALE: a move has replaced the news, or another node was faster) ends; the next beat looks again. */
#include "hosts/server/alert/inside.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"

enum {
    BEAT_MS = 100,
    LOOK_MS = 5000,           /* what others have queued, or was put off, is found this late */
    CLAIM_MS = 5 * 60 * 1000, /* more than any message takes */
    MOST_ERRANDS = 200,
};

/* -- News ------------------------------------------------------------------------------------------ */

static srv_note *note_for(srv_bulletin *b, const char *account, const char *table)
{
    char key[sizeof b->room[0].key];
    snprintf(key, sizeof key, "%s/%s", account, table);
    for (int i = 0; i < b->n; i++)
        if (spk_str_eq(b->notes[i].key, key))
            return &b->notes[i];
    SPK_BUG_IF(b->n == SRV_BULLETIN);
    int at = b->n++;
    memcpy(b->room[at].key, key, sizeof key);
    snprintf(b->room[at].account, sizeof b->room[at].account, "%s", account);
    b->notes[at] = (srv_note){.kind = SRV_KIND_ALERT,
                              .key = b->room[at].key,
                              .list = b->room[at].account,
                              .version = SRV_ANY_VERSION};
    return &b->notes[at];
}

/* The account is in the key and not an owner in the store's sense: that would have to be looked up with every move, and a move
 * would fail because somebody else deletes their account. News of nobody are dropped when they are due. */
void srv_bulletin_add(srv_bulletin *b, const char *account, srv_news what, const char *table,
                      const char *game, int64_t now)
{
    srv_note *n = note_for(b, account, table);
    char *text = b->room[n - b->notes].text;
    snprintf(text, sizeof b->room[0].text,
             "{\"what\":\"%s\",\"table\":\"%s\",\"game\":\"%s\",\"at\":%" PRId64 "}",
             srv_news_words[what], table, game, now);
    n->text = text;
    n->rank = now;
}

void srv_bulletin_drop(srv_bulletin *b, const char *account, const char *table)
{
    note_for(b, account, table)->text = NULL;
}

void srv_alerts_hurry(srv_house *h)
{
    if (h->alerts)
        h->alerts->hurry = true;
}

/* -- The house's keys ------------------------------------------------------------------------------- */

/* {"push":PRIVATE,"sign":BYTES}, made when a house first needs them and kept for good: browsers know the public half. */
static bool use_keys(srv_alerts *a, const char *text)
{
    enum { VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING };
    json_t *o = json_loads(text, 0, NULL);
    const char *push = json_string_value(json_object_get(o, "push")),
               *sign = json_string_value(json_object_get(o, "sign"));
    uint8_t private[PUSH_PRIVATE];
    size_t n_push = 0, n_sign = 0;
    a->has_keys = push && sign &&
                  sodium_base642bin(private, sizeof private, push, strlen(push), NULL, &n_push,
                                    NULL, VARIANT) == 0 &&
                  sodium_base642bin(a->sign, SRV_SIGN, sign, strlen(sign), NULL, &n_sign, NULL,
                                    VARIANT) == 0 &&
                  n_push == PUSH_PRIVATE && n_sign == SRV_SIGN &&
                  push_key_from(private, &a->push) == SPK_OK;
    sodium_bin2base64(a->push_text, sizeof a->push_text, a->push.public, PUSH_PUBLIC, VARIANT);
    sodium_memzero(private, sizeof private);
    json_decref(o);
    return a->has_keys;
}

/* Another node may make them at the same moment: whoever comes second reads the first one's. */
static void on_keys_made(void *context, const srv_answer *answer)
{
    srv_alerts *a = context;
    (void)answer;
    a->asks_keys = false;
    srv_house_end(a->house);
}

static void make_keys(srv_alerts *a)
{
    enum { VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING, ROOM = 64 };
    push_key key;
    uint8_t sign[SRV_SIGN];
    char push_text[ROOM], sign_text[ROOM], text[200];
    if (push_key_new(&key) != SPK_OK)
        return;
    randombytes_buf(sign, sizeof sign);
    sodium_bin2base64(push_text, ROOM, key.private, PUSH_PRIVATE, VARIANT);
    sodium_bin2base64(sign_text, ROOM, sign, SRV_SIGN, VARIANT);
    snprintf(text, sizeof text, "{\"push\":\"%s\",\"sign\":\"%s\"}", push_text, sign_text);
    srv_note note = {.kind = SRV_KIND_KEY, .key = "house", .text = text};
    srv_change change = {.at = srv_house_wall(a->house), .n_notes = 1, .notes = &note};
    a->asks_keys = srv_store_write(a->house->store, &change, on_keys_made, a) == SPK_OK;
    if (a->asks_keys)
        srv_house_begin(a->house);
    sodium_memzero(&key, sizeof key), sodium_memzero(text, sizeof text);
}

static void on_keys(void *context, const srv_answer *answer)
{
    srv_alerts *a = context;
    a->asks_keys = false;
    srv_house_end(a->house);
    if (answer->err == SPK_OK && !use_keys(a, answer->notes->text))
        srv_log_event(a->house->log, SRV_EVENT_TROUBLE,
                      SRV_KEY("why", "the key of alerts is damaged"));
    else if (answer->err == SPK_EUNKNOWN && !a->house->closing)
        make_keys(a);
}

static void ask_keys(srv_alerts *a)
{
    srv_query query = {.what = SRV_ASK_NOTE, .kind = SRV_KIND_KEY, .key = "house"};
    a->asks_keys = srv_store_ask(a->house->store, &query, on_keys, a) == SPK_OK;
    if (a->asks_keys)
        srv_house_begin(a->house);
}

const char *srv_alerts_push_key(const srv_house *h)
{
    return h->alerts && h->alerts->has_keys ? h->alerts->push_text : NULL;
}

/* -- One person ---------------------------------------------------------------------------------------- */

void srv_errand_end(srv_alert_errand *e)
{
    srv_alert_errand **at = &e->alerts->errands;
    while (*at != e)
        at = &(*at)->next;
    *at = e->next;
    e->alerts->n_errands--;
    for (int i = 0; i < e->n_items; i++)
        json_decref(e->items[i].text);
    json_decref(e->ways);
    json_decref(e->failed);
    srv_house_end(e->alerts->house);
    spk_free(e);
}

static bool is_running(const srv_alerts *a, const char *account)
{
    for (const srv_alert_errand *e = a->errands; e; e = e->next)
        if (spk_str_eq(e->account, account))
            return true;
    return false;
}

/* What becomes of a piece of news now. */
typedef enum verdict { WAIT, SEND, PUT_OFF, DROP, LOST } verdict;

static verdict judge(const srv_alert_errand *e, const srv_alert_item *item, int64_t now,
                     int64_t not_before)
{
    if (item->rank > now)
        return WAIT;
    if (json_object_get(item->text, "claimed"))
        return LOST;
    if (!e->ways || !srv_ways_want(e->ways, item->what, item->table) ||
        srv_ways_n_usable(e->alerts->house, e->ways) == 0)
        return DROP;
    return not_before > now ? PUT_OFF : SEND;
}

/* The note as it will be; its text, which is ours to free. */
static char *note_of(srv_alert_item *item, const char *account, verdict v, int64_t now,
                     int64_t not_before, srv_note *note)
{
    *note = (srv_note){
        .kind = SRV_KIND_ALERT, .key = item->key, .list = account, .version = item->version};
    if (v == DROP || v == LOST)
        return NULL;
    note->rank = v == SEND ? now + CLAIM_MS : not_before;
    if (v == SEND)
        json_object_set_new(item->text, "claimed", json_integer(now));
    char *text = json_dumps(item->text, JSON_COMPACT);
    note->text = text;
    item->sends = v == SEND;
    return text;
}

static void on_claimed(void *context, const srv_answer *answer)
{
    srv_alert_errand *e = context;
    srv_alerts *a = e->alerts;
    bool any = false;
    for (int i = 0; i < e->n_items; i++)
        any |= e->items[i].sends;
    if (answer->err == SPK_ELOST)
        srv_house_lost(a->house);
    if (answer->err == SPK_OK)
        a->house->figures.alerts_lost += e->n_dropped;
    if (answer->err != SPK_OK || !any) {
        a->hurry |= answer->err == SPK_ESTALE;
        srv_errand_end(e);
        return;
    }
    for (int i = 0; i < e->n_items; i++)
        e->items[i].version++;
    srv_errand_send(e);
}

/* What is sent now is the last thing they were told: whoever else looks, on this node or another, waits from here on. By version, so
 * that of two nodes with news of two tables one sends, and the other finds that it is too soon. */
static srv_note told_note(const srv_alert_errand *e, int64_t now, char text[40])
{
    snprintf(text, 40, "{\"at\":%" PRId64 "}", now);
    return (srv_note){.kind = SRV_KIND_TOLD,
                      .key = e->account,
                      .account = e->account,
                      .text = text,
                      .version = e->told_version};
}

static int64_t not_before(const srv_alert_errand *e, int64_t now)
{
    int64_t quiet = e->ways ? srv_ways_quiet_until(e->ways, now) : 0,
            gap = e->told + e->alerts->house->config->alert_gap * 1000;
    return quiet > gap ? quiet : gap;
}

static void claim(srv_alert_errand *e)
{
    srv_house *h = e->alerts->house;
    int64_t now = srv_house_wall(h), earliest = not_before(e, now);
    srv_note notes[SRV_ALERT_MOST + 1];
    char *texts[SRV_ALERT_MOST], told[40];
    int n = 0, n_texts;
    bool sends = false;
    for (int i = 0; i < e->n_items; i++) {
        verdict v = judge(e, &e->items[i], now, earliest);
        e->n_dropped += v == LOST;
        if (v == WAIT)
            continue;
        texts[n] = note_of(&e->items[i], e->account, v, now, earliest, &notes[n]);
        sends |= v == SEND;
        n++;
    }
    n_texts = n;
    if (sends && h->config->alert_gap)
        notes[n++] = told_note(e, now, told);
    srv_change change = {.at = now, .n_notes = n, .notes = notes};
    spk_err err = n > 0 ? srv_store_write(h->store, &change, on_claimed, e) : SPK_EUNKNOWN;
    for (int i = 0; i < n_texts; i++)
        free(texts[i]); /* jansson's */
    if (err != SPK_OK)
        srv_errand_end(e);
}

static void take_item(srv_alert_errand *e, const srv_note *n)
{
    srv_alert_item *item = &e->items[e->n_items++];
    item->text = json_loads(n->text, 0, NULL);
    if (!item->text)
        item->text = json_object();
    const char *what = json_string_value(json_object_get(item->text, "what")),
               *table = json_string_value(json_object_get(item->text, "table")),
               *game = json_string_value(json_object_get(item->text, "game"));
    snprintf(item->key, sizeof item->key, "%s", n->key);
    snprintf(item->what, sizeof item->what, "%s", what ? what : "");
    snprintf(item->table, sizeof item->table, "%s", table ? table : "");
    snprintf(item->game, sizeof item->game, "%s", game ? game : "");
    item->tries = (int)json_integer_value(json_object_get(item->text, "tries"));
    item->version = n->version;
    item->rank = n->rank;
}

static void on_news(void *context, const srv_answer *answer)
{
    srv_alert_errand *e = context;
    if (answer->err != SPK_OK || e->alerts->house->closing) {
        srv_errand_end(e);
        return;
    }
    for (int i = 0; i < answer->n_notes; i++)
        take_item(e, &answer->notes[i]);
    e->alerts->hurry |= answer->more;
    claim(e);
}

static bool is_known(const srv_answer *answer)
{
    return answer->err == SPK_OK || answer->err == SPK_EUNKNOWN;
}

static void on_told(void *context, const srv_answer *answer)
{
    srv_alert_errand *e = context;
    srv_query query = {
        .what = SRV_ASK_NOTES, .kind = SRV_KIND_ALERT, .list = e->account, .limit = SRV_ALERT_MOST};
    if (answer->err == SPK_OK) {
        json_t *o = json_loads(answer->notes->text, 0, NULL);
        e->told = json_integer_value(json_object_get(o, "at"));
        e->told_version = answer->notes->version;
        json_decref(o);
    }
    if (!is_known(answer) || srv_store_ask(e->alerts->house->store, &query, on_news, e) != SPK_OK)
        srv_errand_end(e);
}

static void on_ways(void *context, const srv_answer *answer)
{
    srv_alert_errand *e = context;
    srv_query query = {.what = SRV_ASK_NOTE, .kind = SRV_KIND_TOLD, .key = e->account};
    if (answer->err == SPK_OK) {
        e->ways = srv_ways_read(answer->notes->text);
        e->ways_version = answer->notes->version;
    }
    if (!is_known(answer) || srv_store_ask(e->alerts->house->store, &query, on_told, e) != SPK_OK)
        srv_errand_end(e);
}

static void begin(srv_alerts *a, const char *account)
{
    srv_alert_errand *e = spk_alloc(sizeof *e);
    srv_query query = {.what = SRV_ASK_NOTE, .kind = SRV_KIND_WAYS, .key = e->account};
    e->alerts = a;
    snprintf(e->account, sizeof e->account, "%s", account);
    e->next = a->errands;
    a->errands = e;
    a->n_errands++;
    srv_house_begin(a->house);
    if (srv_store_ask(a->house->store, &query, on_ways, e) != SPK_OK)
        srv_errand_end(e);
}

/* -- What is due ------------------------------------------------------------------------------------------- */

static void on_due(void *context, const srv_answer *answer)
{
    srv_alerts *a = context;
    a->asks = false;
    srv_house_end(a->house);
    if (answer->err != SPK_OK || a->house->closing)
        return;
    for (int i = 0; i < answer->n_notes; i++) {
        const char *account = answer->notes[i].list;
        if (account && a->n_errands < MOST_ERRANDS && !is_running(a, account))
            begin(a, account);
        else if (account)
            a->hurry = true;
    }
    a->hurry |= answer->more;
}

static void look(srv_alerts *a)
{
    srv_query query = {.what = SRV_ASK_NOTES,
                       .kind = SRV_KIND_ALERT,
                       .within = true,
                       .low_rank = INT64_MIN,
                       .high_rank = srv_house_wall(a->house)};
    a->hurry = false;
    a->looked_ms = srv_house_ms(a->house);
    a->asks = srv_store_ask(a->house->store, &query, on_due, a) == SPK_OK;
    if (a->asks)
        srv_house_begin(a->house);
}

static void on_beat(void *context)
{
    srv_alerts *a = context;
    srv_house *h = a->house;
    h->world->later(h->world->loop, BEAT_MS, on_beat, a);
    if (h->closing || h->store_down)
        return;
    if (!a->has_keys && !a->asks_keys)
        ask_keys(a);
    else if (a->has_keys && !a->asks && (a->hurry || srv_house_ms(h) - a->looked_ms >= LOOK_MS))
        look(a);
}

/* -- Life ---------------------------------------------------------------------------------------------------- */

bool srv_alerts_offer(const srv_house *h, srv_way way)
{
    for (int i = 0; h->alerts && h->config->alerts[i]; i++)
        if (spk_str_eq(h->config->alerts[i], srv_way_words[way]))
            return way != SRV_WAY_MAIL || *h->config->mail_server;
    return false;
}

static spk_err carry(void *context, const courier_parcel *parcel, courier_done *done, void *mine)
{
    return courier_send(context, parcel, done, mine);
}

spk_err srv_alerts_open(srv_house *h, spk_why *why)
{
    courier_options options = {.ca = h->config->alert_ca,
                               .private = h->config->alert_private,
                               .wake = h->world->wake,
                               .wake_context = h->world->loop};
    if (!h->config->alerts[0] || !h->world->threads)
        return SPK_OK;
    courier *c = courier_new(&options, why);
    if (!c)
        return SPK_EREFUSED;
    srv_alerts_carry_by(h, carry, c);
    h->alerts->courier = c;
    return SPK_OK;
}

void srv_alerts_carry_by(srv_house *h, srv_carry *by, void *context)
{
    if (!h->alerts) {
        h->alerts = spk_alloc(sizeof *h->alerts);
        h->alerts->house = h;
    }
    h->alerts->carry = by;
    h->alerts->carry_context = context;
}

void srv_alerts_start(srv_house *h)
{
    if (h->alerts)
        on_beat(h->alerts);
}

void srv_alerts_poll(srv_house *h)
{
    if (h->alerts && h->alerts->courier)
        courier_poll(h->alerts->courier);
}

void srv_alerts_close(srv_house *h)
{
    if (h->alerts && h->alerts->courier)
        courier_stop(h->alerts->courier);
    srv_alerts_poll(h);
}

void srv_alerts_free(srv_house *h)
{
    if (!h->alerts)
        return;
    courier_free(h->alerts->courier);
    while (h->alerts->errands) /* only if the store was closed under them */
        srv_errand_end(h->alerts->errands);
    sodium_memzero(h->alerts, sizeof *h->alerts);
    spk_free(h->alerts);
    h->alerts = NULL;
}
