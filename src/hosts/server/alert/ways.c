/* ways.c: what a person wants to be told, and where. See alert.h. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "hosts/alert/address.h"
#include "hosts/alert/hook.h"
#include "hosts/server/alert/inside.h"

enum {
    MOST_PUSH = 10,
    MOST_MUTED = 200,
    NAME = 60,
    CODE_MS = 3600 * 1000,
    CODE_TRIES = 5,
    DAY = 24 * 60 /* minutes */
};

const char *const srv_news_words[SRV_NEWS_COUNT] = {"turn", "over", "seat", "invite"};
const char *const srv_way_words[SRV_WAY_COUNT] = {"push", "mail", "webhook"};

static const char *text_in(const json_t *o, const char *field)
{
    const char *text = json_string_value(json_object_get(o, field));
    return text ? text : "";
}

static json_t *ways_in(const json_t *ways) { return json_object_get(ways, "ways"); }

json_t *srv_ways_read(const char *text)
{
    json_t *o = text ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;
    if (!json_is_object(o)) {
        json_decref(o);
        o = json_pack("{s:{s:b,s:b,s:b},s:s}", "news", "turn", 1, "over", 1, "seat", 1, "language",
                      "en");
    }
    json_t *news = json_object_get(o, "news");
    if (!json_object_get(news, "invite")) /* chosen before there were any */
        json_object_set_new(news, "invite", json_true());
    if (!json_is_array(ways_in(o)))
        json_object_set_new(o, "ways", json_array());
    if (!json_is_array(json_object_get(o, "muted")))
        json_object_set_new(o, "muted", json_array());
    return o;
}

/* -- Asking -------------------------------------------------------------------------------------- */

static int find_muted(const json_t *ways, const char *table)
{
    const json_t *muted = json_object_get(ways, "muted");
    for (size_t i = 0; i < json_array_size(muted); i++)
        if (spk_str_eq(json_string_value(json_array_get(muted, i)), table))
            return (int)i;
    return -1;
}

bool srv_ways_want(const json_t *ways, const char *what, const char *table)
{
    return json_is_true(json_object_get(json_object_get(ways, "news"), what)) &&
           find_muted(ways, table) < 0;
}

/* Their day has its own noon: the page tells how many minutes it is ahead of UTC, and when their clocks change next. */
static int offset_at(const json_t *ways, int64_t when)
{
    const json_t *shift = json_object_get(ways, "shift");
    bool is_shifted =
        json_is_object(shift) && when >= json_integer_value(json_object_get(shift, "at"));
    return (int)json_integer_value(json_object_get(is_shifted ? shift : ways, "offset"));
}

/* In a night in which clocks change, the morning comes by the new time. */
int64_t srv_ways_quiet_until(const json_t *ways, int64_t now)
{
    const json_t *quiet = json_object_get(ways, "quiet");
    int from = (int)json_integer_value(json_object_get(quiet, "from")),
        to = (int)json_integer_value(json_object_get(quiet, "to")), offset = offset_at(ways, now);
    if (!json_is_object(quiet) || from == to)
        return 0;
    int minute = (int)((now / 60000 + offset + DAY) % DAY);
    bool is_quiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
    if (!is_quiet)
        return 0;
    int64_t until = now - now % 60000 + (int64_t)((to - minute + DAY) % DAY) * 60000;
    return until - (int64_t)(offset_at(ways, until) - offset) * 60000;
}

host_language srv_ways_language_of(const json_t *ways)
{
    return host_language_of(text_in(ways, "language"));
}

static int way_kind(const json_t *way)
{
    return spk_str_find(text_in(way, "kind"), srv_way_words, SRV_WAY_COUNT);
}

bool srv_way_is_usable(const srv_house *h, const json_t *way)
{
    int kind = way_kind(way);
    return kind >= 0 && srv_alerts_offer(h, (srv_way)kind) &&
           (kind != SRV_WAY_MAIL || json_is_true(json_object_get(way, "confirmed")));
}

int srv_ways_n_usable(const srv_house *h, const json_t *ways)
{
    int n = 0;
    for (size_t i = 0; i < json_array_size(ways_in(ways)); i++)
        n += srv_way_is_usable(h, json_array_get(ways_in(ways), i));
    return n;
}

/* -- Choosing ------------------------------------------------------------------------------------- */

static spk_err read_minutes(const json_t *quiet, const char *field, json_t *into, spk_why *why)
{
    int minute = 0;
    if (!srv_field_int(quiet, field, 0, DAY - 1, &minute, why))
        return SPK_EMALFORMED;
    json_object_set_new(into, field, json_integer(minute));
    return SPK_OK;
}

static spk_err patch_quiet(json_t *ways, const json_t *quiet, spk_why *why)
{
    if (json_is_null(quiet)) {
        json_object_del(ways, "quiet");
        return SPK_OK;
    }
    if (!json_is_object(quiet))
        return spk_fail(why, SPK_EMALFORMED, "'quiet' is an object with 'from' and 'to', or null.");
    json_t *fresh = json_object();
    spk_err err = read_minutes(quiet, "from", fresh, why);
    if (err == SPK_OK)
        err = read_minutes(quiet, "to", fresh, why);
    if (err == SPK_OK)
        json_object_set(ways, "quiet", fresh);
    json_decref(fresh);
    return err;
}

static spk_err patch_news(json_t *ways, const json_t *news, spk_why *why)
{
    for (int i = 0; i < SRV_NEWS_COUNT; i++) {
        bool wanted =
            json_is_true(json_object_get(json_object_get(ways, "news"), srv_news_words[i]));
        if (!srv_field_bool(news, srv_news_words[i], &wanted, why))
            return SPK_EMALFORMED;
        json_object_set_new(json_object_get(ways, "news"), srv_news_words[i], json_boolean(wanted));
    }
    return SPK_OK;
}

/* An id of a table is 12 letters, digits, '-' and '_'; whether there is such a table is all the same. */
static bool is_table(const char *id)
{
    return strlen(id) == SRV_ID && strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                              "0123456789-_") == SRV_ID;
}

static spk_err patch_mute(json_t *ways, json_t *mute, spk_why *why)
{
    const char *table;
    json_t *on, *muted = json_object_get(ways, "muted");
    if (json_object_size(mute) > MOST_MUTED) /* each is looked for among all that are muted */
        return spk_fail(why, SPK_ERANGE, "'mute' has at most %d tables.", MOST_MUTED);
    json_object_foreach(mute, table, on)
    {
        int at = find_muted(ways, table);
        if (!is_table(table) || !json_is_boolean(on))
            return spk_fail(why, SPK_EMALFORMED, "'mute' has tables' ids, each true or false.");
        if (at >= 0)
            json_array_remove(muted, (size_t)at);
        if (json_is_true(on))
            json_array_append_new(muted, json_string(table));
    }
    while (json_array_size(muted) > MOST_MUTED) /* those of long ago */
        json_array_remove(muted, 0);
    return SPK_OK;
}

/* {"at":MS,"offset":120}, or null: never. */
static spk_err patch_shift(json_t *ways, const json_t *shift, spk_why *why)
{
    int offset = 0;
    const json_t *at = json_object_get(shift, "at");
    if (json_is_null(shift))
        return json_object_del(ways, "shift"), SPK_OK;
    if (!json_is_object(shift) || !json_is_integer(at))
        return spk_fail(why, SPK_EMALFORMED,
                        "'shift' has a time 'at' and an 'offset', or is null.");
    if (!srv_field_int(shift, "offset", -DAY, DAY, &offset, why))
        return SPK_EMALFORMED;
    json_object_set_new(ways, "shift",
                        json_pack("{s:I,s:i}", "at", json_integer_value(at), "offset", offset));
    return SPK_OK;
}

spk_err srv_ways_patch(json_t *ways, const json_t *body, spk_why *why)
{
    const char *language = NULL;
    int offset = (int)json_integer_value(json_object_get(ways, "offset"));
    spk_err err = SPK_OK;
    if (!srv_field_text(body, "language", 8, &language, why) ||
        !srv_field_int(body, "offset", -DAY, DAY, &offset, why))
        return SPK_EMALFORMED;
    if (language)
        json_object_set_new(ways, "language",
                            json_string(host_language_codes[host_language_of(language)]));
    json_object_set_new(ways, "offset", json_integer(offset));
    if (json_object_get(body, "shift"))
        err = patch_shift(ways, json_object_get(body, "shift"), why);
    if (err == SPK_OK && json_object_get(body, "quiet"))
        err = patch_quiet(ways, json_object_get(body, "quiet"), why);
    if (err == SPK_OK && json_object_get(body, "news"))
        err = patch_news(ways, json_object_get(body, "news"), why);
    return err == SPK_OK && json_object_get(body, "mute")
               ? patch_mute(ways, json_object_get(body, "mute"), why)
               : err;
}

/* -- Ways ------------------------------------------------------------------------------------------ */

static spk_err check_offer(const srv_house *h, srv_way way, spk_why *why)
{
    return srv_alerts_offer(h, way)
               ? SPK_OK
               : spk_fail(why, SPK_EREFUSED, "This server does not send these alerts.");
}

/* Its id tells the kind, and is short: it is a part of links. */
static json_t *way_new(srv_way kind)
{
    uint8_t bytes[4];
    char id[2 * sizeof bytes + 2] = {srv_way_words[kind][0]};
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(id + 1, sizeof id - 1, bytes, sizeof bytes);
    return json_pack("{s:s,s:s}", "id", id, "kind", srv_way_words[kind]);
}

static void set(json_t *way, const char *field, const char *text)
{
    json_object_set_new(way, field, json_string(text));
}

/* Those of a kind for which 'field' has that value, or all of a kind; returns how many are left. */
static int drop_ways(json_t *ways, srv_way kind, const char *field, const char *value)
{
    int left = 0;
    for (size_t i = json_array_size(ways_in(ways)); i-- > 0;) {
        const json_t *way = json_array_get(ways_in(ways), i);
        bool is_kind = way_kind(way) == (int)kind;
        bool goes = is_kind && (!field || spk_str_eq(text_in(way, field), value));
        left += is_kind && !goes;
        if (goes)
            json_array_remove(ways_in(ways), i);
    }
    return left;
}

spk_err srv_ways_add_push(const srv_house *h, json_t *ways, const json_t *body, spk_why *why)
{
    const char *endpoint = "", *public = "", *secret = "", *name = "";
    push_target target;
    spk_err err = check_offer(h, SRV_WAY_PUSH, why);
    if (err == SPK_OK && (!srv_field_text(body, "endpoint", ALERT_URL, &endpoint, why) ||
                          !srv_field_text(body, "p256dh", 100, &public, why) ||
                          !srv_field_text(body, "auth", 40, &secret, why) ||
                          !srv_field_text(body, "name", NAME, &name, why)))
        err = SPK_EMALFORMED;
    if (err == SPK_OK)
        err = alert_url_check(endpoint, h->config->alert_private, why);
    if (err == SPK_OK)
        err = push_target_read(public, secret, &target, why);
    if (err != SPK_OK)
        return err;
    if (drop_ways(ways, SRV_WAY_PUSH, "endpoint", endpoint) >= MOST_PUSH)
        return spk_fail(why, SPK_ERANGE, "You have too many browsers. Remove one first.");
    json_t *way = way_new(SRV_WAY_PUSH);
    set(way, "endpoint", endpoint), set(way, "p256dh", public);
    set(way, "auth", secret), set(way, "name", name);
    json_array_append_new(ways_in(ways), way);
    return SPK_OK;
}

/* What is kept of a code; without the house's key it cannot be guessed by trying all of them. */
static void hash_code(const srv_house *h, const char *address, const char *code, char hex[65])
{
    uint8_t hash[32];
    crypto_generichash_state state;
    crypto_generichash_init(&state, h->alerts->sign, SRV_SIGN, sizeof hash);
    crypto_generichash_update(&state, (const uint8_t *)address, strlen(address) + 1);
    crypto_generichash_update(&state, (const uint8_t *)code, strlen(code));
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2hex(hex, 65, hash, sizeof hash);
}

spk_err srv_ways_add_mail(const srv_house *h, json_t *ways, const json_t *body,
                          char code[SRV_CODE_DIGITS + 1], spk_why *why)
{
    const char *address = "";
    char hex[65];
    spk_err err = check_offer(h, SRV_WAY_MAIL, why);
    if (err == SPK_OK && !srv_field_text(body, "address", ALERT_MAILBOX, &address, why))
        err = SPK_EMALFORMED;
    if (err == SPK_OK)
        err = alert_mailbox_check(address, why);
    if (err != SPK_OK)
        return err;
    drop_ways(ways, SRV_WAY_MAIL, NULL, NULL);
    snprintf(code, SRV_CODE_DIGITS + 1, "%0*u", SRV_CODE_DIGITS, randombytes_uniform(100000000));
    hash_code(h, address, code, hex);
    json_t *way = way_new(SRV_WAY_MAIL);
    set(way, "address", address), set(way, "code", hex);
    json_object_set_new(way, "until", json_integer(srv_house_wall(h) + CODE_MS));
    json_object_set_new(way, "tries", json_integer(0));
    json_array_append_new(ways_in(ways), way);
    return SPK_OK;
}

static json_t *unconfirmed(const json_t *ways)
{
    for (size_t i = 0; i < json_array_size(ways_in(ways)); i++)
        if (*text_in(json_array_get(ways_in(ways), i), "code"))
            return json_array_get(ways_in(ways), i);
    return NULL;
}

/* A wrong code is counted, so the ways are written even then: SPK_EREFUSED. */
spk_err srv_ways_confirm(const srv_house *h, json_t *ways, const json_t *body, spk_why *why)
{
    const char *code = "";
    char hex[65];
    json_t *way = unconfirmed(ways);
    if (!srv_field_text(body, "code", 20, &code, why))
        return SPK_EMALFORMED;
    int64_t tries = json_integer_value(json_object_get(way, "tries"));
    if (!way || tries >= CODE_TRIES ||
        json_integer_value(json_object_get(way, "until")) < srv_house_wall(h))
        return spk_fail(why, SPK_EREFUSED, "This code is no longer valid. Ask for a new one.");
    hash_code(h, text_in(way, "address"), code, hex);
    if (sodium_memcmp(hex, text_in(way, "code"), 64) != 0) {
        json_object_set_new(way, "tries", json_integer(tries + 1));
        return spk_fail(why, SPK_EREFUSED, "This is not the code in the mail.");
    }
    json_object_del(way, "code"), json_object_del(way, "until"), json_object_del(way, "tries");
    json_object_set_new(way, "confirmed", json_true());
    return SPK_OK;
}

spk_err srv_ways_add_webhook(const srv_house *h, json_t *ways, const json_t *body,
                             char secret[SRV_HOOK_SECRET_TEXT], spk_why *why)
{
    const char *url = "", *style = "plain";
    uint8_t bytes[HOOK_SECRET];
    spk_err err = check_offer(h, SRV_WAY_WEBHOOK, why);
    if (err == SPK_OK && (!srv_field_text(body, "url", ALERT_URL, &url, why) ||
                          !srv_field_text(body, "style", 12, &style, why)))
        err = SPK_EMALFORMED;
    if (err == SPK_OK)
        err = alert_url_check(url, h->config->alert_private, why);
    if (err == SPK_OK && spk_str_find(style, hook_style_words, HOOK_STYLES) < 0)
        err = spk_fail(why, SPK_EMALFORMED, "'style' is plain, discord, slack or matrix.");
    if (err != SPK_OK)
        return err;
    drop_ways(ways, SRV_WAY_WEBHOOK, NULL, NULL);
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(secret, SRV_HOOK_SECRET_TEXT, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    json_t *way = way_new(SRV_WAY_WEBHOOK);
    set(way, "url", url), set(way, "style", style), set(way, "secret", secret);
    json_array_append_new(ways_in(ways), way);
    return SPK_OK;
}

bool srv_ways_remove(json_t *ways, const char *id)
{
    for (size_t i = 0; i < json_array_size(ways_in(ways)); i++)
        if (spk_str_eq(text_in(json_array_get(ways_in(ways), i), "id"), id))
            return json_array_remove(ways_in(ways), i) == 0;
    return false;
}

/* -- Telling --------------------------------------------------------------------------------------- */

static void print_way(const json_t *way, spk_json *j)
{
    char hint[300];
    int kind = way_kind(way);
    if (kind == SRV_WAY_MAIL)
        alert_mailbox_hint(text_in(way, "address"), hint, sizeof hint);
    else
        alert_url_host(text_in(way, kind == SRV_WAY_PUSH ? "endpoint" : "url"), hint, sizeof hint);
    spk_json_open(j, '{');
    spk_json_key(j, "id"), spk_json_str(j, text_in(way, "id"));
    spk_json_key(j, "kind"), spk_json_str(j, text_in(way, "kind"));
    spk_json_key(j, "name"), spk_json_str(j, *text_in(way, "name") ? text_in(way, "name") : hint);
    spk_json_key(j, "confirmed"), spk_json_bool(j, !*text_in(way, "code"));
    spk_json_close(j, '}');
}

static void print_settings(const json_t *ways, spk_json *j)
{
    const json_t *quiet = json_object_get(ways, "quiet"), *muted = json_object_get(ways, "muted"),
                 *shift = json_object_get(ways, "shift");
    spk_json_key(j, "news"), spk_json_open(j, '{');
    for (int i = 0; i < SRV_NEWS_COUNT; i++) {
        spk_json_key(j, srv_news_words[i]);
        spk_json_bool(
            j, json_is_true(json_object_get(json_object_get(ways, "news"), srv_news_words[i])));
    }
    spk_json_close(j, '}');
    spk_json_key(j, "quiet");
    if (json_is_object(quiet)) {
        spk_json_open(j, '{');
        spk_json_key(j, "from"),
            spk_json_int(j, json_integer_value(json_object_get(quiet, "from")));
        spk_json_key(j, "to"), spk_json_int(j, json_integer_value(json_object_get(quiet, "to")));
        spk_json_close(j, '}');
    } else
        spk_json_null(j);
    spk_json_key(j, "language");
    spk_json_str(j, host_language_codes[srv_ways_language_of(ways)]);
    spk_json_key(j, "offset"), spk_json_int(j, json_integer_value(json_object_get(ways, "offset")));
    spk_json_key(j, "shift");
    if (json_is_object(shift)) {
        spk_json_open(j, '{');
        spk_json_key(j, "at"), spk_json_int(j, json_integer_value(json_object_get(shift, "at")));
        spk_json_key(j, "offset");
        spk_json_int(j, json_integer_value(json_object_get(shift, "offset")));
        spk_json_close(j, '}');
    } else
        spk_json_null(j);
    spk_json_key(j, "muted"), spk_json_open(j, '[');
    for (size_t i = 0; i < json_array_size(muted); i++)
        spk_json_str(j, json_string_value(json_array_get(muted, i)));
    spk_json_close(j, ']');
}

void srv_ways_print(const srv_house *h, const json_t *ways, spk_json *j)
{
    spk_json_key(j, "offers"), spk_json_open(j, '[');
    for (int i = 0; i < SRV_WAY_COUNT; i++)
        if (srv_alerts_offer(h, (srv_way)i))
            spk_json_str(j, srv_way_words[i]);
    spk_json_close(j, ']');
    spk_json_key(j, "push_key");
    if (srv_alerts_push_key(h))
        spk_json_str(j, srv_alerts_push_key(h));
    else
        spk_json_null(j);
    print_settings(ways, j);
    spk_json_key(j, "ways"), spk_json_open(j, '[');
    for (size_t i = 0; i < json_array_size(ways_in(ways)); i++)
        print_way(json_array_get(ways_in(ways), i), j);
    spk_json_close(j, ']');
}
