/* answer.c: what tables and routes say to those who ask, and how fields of a message are read. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/house.h"

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
    case SPK_EBUSY:
    case SPK_ELOST: return SRV_BUSY;
    case SPK_EIO:
    case SPK_E_COUNT: break;
    }
    return SRV_BROKEN;
}

void srv_print_refusal(spk_json *j, srv_code code, const char *rule, const char *text,
                       const char *phrase)
{
    spk_json_key(j, "error"), spk_json_str(j, srv_code_words[code]);
    if (*rule)
        spk_json_key(j, "rule"), spk_json_str(j, rule);
    spk_json_key(j, "text"), spk_json_str(j, text);
    if (*phrase)
        spk_json_key(j, "phrase"), spk_phrase_json(phrase, j);
}

static void refuse(srv_house *h, srv_ask ask, srv_code code, const char *rule, const char *text,
                   const char *phrase)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    srv_print_refusal(&j, code, rule, text, phrase);
    spk_json_close(&j, '}');
    bool busy = code == SRV_BUSY || code == SRV_TOO_MANY;
    static const srv_pair scheme = {"WWW-Authenticate", "Bearer"};
    srv_reply(h->world, ask,
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
    refuse(h, ask, code, "", text, "");
}

/* What broke inside is for the log, not for the guest. */
void srv_refuse_why(srv_house *h, srv_ask ask, const spk_why *why)
{
    srv_code code = srv_code_of(why->err);
    if (code == SRV_BROKEN)
        refuse(h, ask, code, why->rule, "Something went wrong on the server. Try again.", "");
    else
        refuse(h, ask, code, why->rule, why->text, why->phrase);
}

void srv_reply_buf(srv_house *h, srv_ask ask, int status, const spk_buf *json)
{
    srv_reply(h->world, ask,
              &(srv_response){.status = status,
                              .type = "application/json",
                              .body = spk_buf_text(json),
                              .n_body = json->n});
}

/* -- Reading ----------------------------------------------------------------------------------- */

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

/* -- Links ---------------------------------------------------------------------------------------- */

void srv_house_set_link(srv_house *h, const char *address)
{
    const char *text = *h->config->public_url ? h->config->public_url : address;
    size_t n = strlen(text);
    while (n && text[n - 1] == '/')
        n--;
    spk_free(h->link);
    h->link = memcpy(spk_alloc(n + 1), text, n);
}

void srv_house_link(const srv_house *h, const char *path, spk_buf *out)
{
    spk_buf_printf(out, "%s%s", h->link, path);
}

void srv_json_link(const srv_house *h, const char *table, spk_json *j)
{
    char path[SRV_ID + 8];
    spk_buf link = {0};
    snprintf(path, sizeof path, "/t/%s", table);
    srv_house_link(h, path, &link);
    spk_json_key(j, "link"), spk_json_str(j, spk_buf_text(&link));
    spk_buf_release(&link);
}
