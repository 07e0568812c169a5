/* config.c: one setting at a time, from its words into the struct. See config.h; what there is to set
 * stands in config.def, limits.def and house_limits.def. Files, the environment and printing are in
 * config_text.c, what is made of a whole config in config_use.c. */

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/nearest.h"
#include "hosts/server/ops/inside.h"

const srv_setting srv_settings[] = {
#define SETTING(field, option, value, kind, lo, hi, fallback, words)                               \
    {option, #field,   value, SRV_SETTING_##kind,         lo,                                      \
     hi,     fallback, words, offsetof(srv_config, field)},
#include "hosts/server/ops/config.def"
#undef SETTING
};
const int srv_n_settings = sizeof srv_settings / sizeof *srv_settings;

/* Both kinds of limit are one kind here. */
static const srv_limit_info house_list[] = {
#define LIMIT(name, value, words)                                                                  \
    {#name, words, value, offsetof(srv_config, house) + offsetof(srv_house_limits, name)},
#include "hosts/server/ops/house_limits.def"
#undef LIMIT
};
enum { N_HOUSE = sizeof house_list / sizeof *house_list, MAX_NAMES = 128 };

srv_limit_info srv_config_limit(int i)
{
    if (i < N_HOUSE)
        return house_list[i];
    srv_limit_info info = srv_limit_list[i - N_HOUSE];
    info.offset += offsetof(srv_config, limits);
    return info;
}

int srv_config_n_limits(void) { return N_HOUSE + srv_n_limits; }

uint32_t *srv_config_limit_in(const srv_config *c, const srv_limit_info *info)
{
    return (uint32_t *)(void *)((char *)(uintptr_t)c + info->offset);
}

void *srv_config_field(const srv_config *c, const srv_setting *s)
{
    return (char *)(uintptr_t)c + s->offset;
}

/* -- Texts: kept until the end; a config is read a few times at most ----------------------------- */

typedef struct kept {
    struct kept *next;
    char bytes[];
} kept;

void *srv_config_keep_bytes(srv_config *c, size_t n)
{
    kept *it = spk_alloc(sizeof *it + n);
    it->next = c->texts;
    c->texts = it;
    return it->bytes;
}

const char *srv_config_keep(srv_config *c, const char *text)
{
    return memcpy(srv_config_keep_bytes(c, strlen(text) + 1), text, strlen(text) + 1);
}

void srv_config_release(srv_config *c)
{
    for (kept *it = c->texts, *next; it; it = next) {
        next = it->next;
        spk_free(it);
    }
    *c = (srv_config){0};
}

/* -- Names ---------------------------------------------------------------------------------------- */

/* '-' and '_' are one letter, capitals are small ones: SPEAKEASY_LOG_LEVEL is log-level. */
static bool same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        char x = *a == '-' ? '_' : *a, y = *b == '-' ? '_' : *b;
        if (x >= 'A' && x <= 'Z')
            x = (char)(x - 'A' + 'a');
        if (x != y)
            return false;
        if (!x)
            return true;
    }
}

static const srv_setting *find_setting(const char *name)
{
    for (int i = 0; i < srv_n_settings; i++)
        if (same_name(name, srv_settings[i].option))
            return &srv_settings[i];
    return NULL;
}

static bool find_limit(const char *name, srv_limit_info *info)
{
    for (int i = 0; i < srv_config_n_limits(); i++) {
        *info = srv_config_limit(i);
        if (same_name(name, info->name))
            return true;
    }
    return false;
}

static spk_err unknown(const char *name, bool limits_only, spk_why *why)
{
    const char *names[MAX_NAMES] = {0};
    int n = 0;
    for (int i = 0; i < srv_n_settings && !limits_only; i++)
        names[n++] = srv_settings[i].option;
    for (int i = 0; i < srv_config_n_limits() && n < MAX_NAMES; i++)
        names[n++] = srv_config_limit(i).name;
    const char *near = host_nearest(name, names, n), *what = limits_only ? "limit" : "setting";
    if (near)
        return spk_fail(why, SPK_EUNKNOWN, "there is no %s '%.60s'; did you mean '%s'?", what, name,
                        near);
    return spk_fail(why, SPK_EUNKNOWN, "there is no %s '%.60s'", what, name);
}

/* -- Setting one ---------------------------------------------------------------------------------- */

static bool read_number(const char *text, int64_t lo, int64_t hi, int64_t *number)
{
    size_t n = strspn(text, "0123456789");
    if (n == 0 || n > 18 || text[n] || (text[0] == '0' && n > 1))
        return false;
    int64_t value = strtoll(text, NULL, 10);
    if (value < lo || value > hi)
        return false;
    *number = value;
    return true;
}

/* The place of a word in "normal|full"; -1: it is none of them. */
static int place_in(const char *words, const char *word)
{
    for (int place = 0;; place++) {
        size_t n = strcspn(words, "|");
        if (n == strlen(word) && memcmp(words, word, n) == 0)
            return place;
        if (!words[n])
            return -1;
        words += n + 1;
    }
}

static spk_err set_limit(srv_config *c, const srv_limit_info *info, const char *value, spk_why *why)
{
    size_t n = strlen(info->name);
    bool is_time = n > 3 && spk_str_eq(info->name + n - 3, "_ms");
    int64_t number;
    if (!read_number(value, is_time, UINT32_MAX, &number))
        return spk_fail(why, SPK_ERANGE, "%s takes a whole number from %d to %u, not '%.60s'",
                        info->name, is_time, UINT32_MAX, value);
    *srv_config_limit_in(c, info) = (uint32_t)number;
    return SPK_OK;
}

/* "connections=500" */
static spk_err set_limit_pair(srv_config *c, const char *pair, spk_why *why)
{
    char name[64];
    srv_limit_info info;
    const char *equals = strchr(pair, '=');
    size_t n = equals ? (size_t)(equals - pair) : 0;
    if (n == 0 || n >= sizeof name)
        return spk_fail(why, SPK_EMALFORMED, "limit takes NAME=VALUE, not '%.60s'", pair);
    memcpy(name, pair, n);
    name[n] = '\0';
    if (!find_limit(name, &info))
        return unknown(name, true, why);
    return set_limit(c, &info, equals + 1, why);
}

static spk_err set_limits(srv_config *c, const char *const *values, int n, spk_why *why)
{
    srv_config fresh = *c; /* limits only: no text is allocated */
    for (int i = 0; i < n; i++) {
        spk_err err = set_limit_pair(&fresh, values[i], why);
        if (err != SPK_OK)
            return err;
    }
    c->limits = fresh.limits;
    c->house = fresh.house;
    return SPK_OK;
}

static void set_list(srv_config *c, const srv_setting *s, const char *const *values, int n)
{
    const char **list = srv_config_keep_bytes(c, (size_t)(n + 1) * sizeof *list);
    for (int i = 0; i < n; i++)
        list[i] = srv_config_keep(c, values[i]);
    list[n] = NULL;
    *(const char *const **)srv_config_field(c, s) = list;
}

static spk_err set_flag(bool *flag, const srv_setting *s, const char *value, spk_why *why)
{
    int place = *value ? place_in("no|yes", value) : 1;
    if (place < 0)
        return spk_fail(why, SPK_EMALFORMED, "%s takes yes or no, not '%.60s'", s->option, value);
    *flag = place;
    return SPK_OK;
}

static spk_err set_choice(int *choice, const srv_setting *s, const char *value, spk_why *why)
{
    int place = place_in(s->value, value);
    if (place < 0)
        return spk_fail(why, SPK_EMALFORMED, "%s takes %s, not '%.60s'", s->option, s->value,
                        value);
    *choice = place;
    return SPK_OK;
}

static spk_err set_pair(srv_config *c, const srv_setting *s, const char *const *values, int n,
                        spk_why *why)
{
    const char **pair = srv_config_field(c, s);
    if (n != 0 && n != 2)
        return spk_fail(why, SPK_EMALFORMED, "%s takes two words: %s", s->option, s->value);
    for (int i = 0; i < 2; i++)
        pair[i] = n ? srv_config_keep(c, values[i]) : "";
    return SPK_OK;
}

static spk_err set_one(srv_config *c, const srv_setting *s, const char *value, spk_why *why)
{
    void *field = srv_config_field(c, s);
    switch (s->kind) {
    case SRV_SETTING_FLAG: return set_flag(field, s, value, why);
    case SRV_SETTING_CHOICE: return set_choice(field, s, value, why);
    case SRV_SETTING_NUMBER:
        if (read_number(value, s->lo, s->hi, field))
            return SPK_OK;
        return spk_fail(why, SPK_ERANGE, "%s takes a whole number from %lld to %lld, not '%.60s'",
                        s->option, (long long)s->lo, (long long)s->hi, value);
    case SRV_SETTING_TEXT: *(const char **)field = srv_config_keep(c, value); return SPK_OK;
    case SRV_SETTING_LIST:
    case SRV_SETTING_PAIR: break;
    }
    return SPK_OK;
}

static spk_err set(srv_config *c, const srv_setting *s, const char *const *values, int n,
                   spk_why *why)
{
    if (spk_str_eq(s->option, "limit"))
        return set_limits(c, values, n, why);
    if (s->kind == SRV_SETTING_PAIR)
        return set_pair(c, s, values, n, why);
    if (s->kind == SRV_SETTING_LIST) {
        set_list(c, s, values, n);
        return SPK_OK;
    }
    if (n > 1 || (n == 0 && s->kind != SRV_SETTING_FLAG && s->kind != SRV_SETTING_TEXT))
        return spk_fail(why, SPK_EMALFORMED, "%s takes one value: %s", s->option, s->value);
    return set_one(c, s, n ? values[0] : "", why);
}

/* What is set can be printed as a line of a config file, where quotes make it longer, and read again. */
static bool is_too_long(const char *const *values, int n)
{
    enum { VALUE_BYTES = 1900, LIST = 64 };
    size_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += strlen(values[i]);
    return sum > VALUE_BYTES || n > LIST;
}

spk_err srv_config_set(srv_config *c, const char *name, const char *const *values, int n,
                       spk_why *why)
{
    srv_limit_info info;
    const srv_setting *s = find_setting(name);
    if (is_too_long(values, n))
        return spk_fail(why, SPK_ERANGE, "the value is too long");
    if (s)
        return set(c, s, values, n, why);
    if (!find_limit(name, &info))
        return unknown(name, false, why);
    if (n != 1)
        return spk_fail(why, SPK_EMALFORMED, "%s takes one number", info.name);
    return set_limit(c, &info, values[0], why);
}

void srv_config_init(srv_config *c)
{
    spk_why why;
    *c = (srv_config){0};
    for (int i = 0; i < srv_config_n_limits(); i++) {
        srv_limit_info info = srv_config_limit(i);
        *srv_config_limit_in(c, &info) = info.value;
    }
    for (int i = 0; i < srv_n_settings; i++)
        SPK_BUG_IF(srv_config_set_text(c, srv_settings[i].option, srv_settings[i].fallback, &why) !=
                   SPK_OK);
}
