/* head.c: see head.h. */
#include "hosts/server/work/head.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"

static const char *const what_words[SRV_WORK_WHAT_COUNT] = {"", "done", "more", "busy", "bad"};

void srv_work_make_id(char id[SRV_WORK_ID])
{
    uint8_t random[(SRV_WORK_ID - 1) / 2];
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(id, SRV_WORK_ID, random, sizeof random);
}

/* -- Printing ------------------------------------------------------------------------------------ */

void srv_head_print(const srv_head *h, spk_buf *out)
{
    spk_buf_puts(out, SRV_WORK_LANGUAGE "\n");
    if (*h->id)
        spk_buf_printf(out, "id %s\n", h->id);
    if (*h->version)
        spk_buf_printf(out, "version %s %016" PRIx64 "\n", h->version, h->fingerprint);
    if (h->what)
        spk_buf_printf(out, "what %s\n", what_words[h->what]);
    if (*h->kind)
        spk_buf_printf(out, "kind %s\n", h->kind);
    if (h->job)
        spk_buf_printf(out, "job %" PRIu64 "\n", h->job);
    if (h->goes_on)
        spk_buf_puts(out, "goes_on\n");
    spk_buf_printf(out, "cores %d\nfree %d %d\ntook %" PRIu32 "\n\n", h->n_cores, h->n_free,
                   h->n_spare, h->took_us);
    if (h->n_body)
        spk_buf_add(out, h->body, h->n_body);
}

/* -- Parsing ------------------------------------------------------------------------------------- */

static bool next_number(spk_words *w, uint64_t most, uint64_t *number)
{
    char word[22];
    uint64_t sum = 0;
    if (!spk_words_next(w, word, sizeof word) || strlen(word) > 19)
        return false;
    for (const char *c = word; *c; c++) {
        if (*c < '0' || *c > '9')
            return false;
        sum = 10 * sum + (uint64_t)(*c - '0');
    }
    *number = sum;
    return sum <= most;
}

static bool take_id(srv_head *h, spk_words *w)
{
    char word[SRV_WORK_ID + 1];
    if (!spk_words_next(w, word, sizeof word) || strlen(word) >= sizeof h->id ||
        strspn(word, "0123456789abcdef") != strlen(word))
        return false;
    memcpy(h->id, word, strlen(word) + 1);
    return true;
}

static bool take_version(srv_head *h, spk_words *w)
{
    char hex[18];
    if (!spk_words_next(w, h->version, sizeof h->version) || !spk_words_next(w, hex, sizeof hex) ||
        strspn(hex, "0123456789abcdef") != 16 || hex[16])
        return false;
    return sscanf(hex, "%16" SCNx64, &h->fingerprint) == 1;
}

static bool take_what(srv_head *h, spk_words *w)
{
    char word[8];
    int i = spk_words_next(w, word, sizeof word)
                ? spk_str_find(word, what_words, SRV_WORK_WHAT_COUNT)
                : -1;
    h->what = i > 0 ? (srv_work_what)i : SRV_WORK_NONE;
    return i > 0;
}

static bool take_kind(srv_head *h, spk_words *w)
{
    return spk_words_next(w, h->kind, sizeof h->kind);
}

static bool take_job(srv_head *h, spk_words *w) { return next_number(w, INT64_MAX, &h->job); }

static bool take_goes_on(srv_head *h, spk_words *w)
{
    (void)w;
    return h->goes_on = true;
}

static bool take_cores(srv_head *h, spk_words *w)
{
    uint64_t n = 0;
    bool fine = next_number(w, SRV_WORK_CORES, &n);
    h->n_cores = (int)n;
    return fine;
}

static bool take_free(srv_head *h, spk_words *w)
{
    uint64_t n = 0, spare = 0;
    bool fine = next_number(w, SRV_WORK_CORES, &n) && next_number(w, SRV_WORK_CORES, &spare);
    h->n_free = (int)n;
    h->n_spare = (int)spare;
    return fine;
}

static bool take_took(srv_head *h, spk_words *w)
{
    uint64_t us = 0;
    bool fine = next_number(w, UINT32_MAX, &us);
    h->took_us = (uint32_t)us;
    return fine;
}

static bool take_line(srv_head *h, const char *line)
{
    static const struct {
        const char *word;
        bool (*take)(srv_head *h, spk_words *w);
    } words[] = {
        {"id", take_id},       {"version", take_version}, {"what", take_what},
        {"kind", take_kind},   {"job", take_job},         {"goes_on", take_goes_on},
        {"cores", take_cores}, {"free", take_free},       {"took", take_took},
    };
    char word[10];
    spk_words w = spk_words_of(line);
    if (!spk_words_next(&w, word, sizeof word))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (spk_str_eq(word, words[i].word))
            return words[i].take(h, &w) && spk_words_end(&w);
    return true;
}

spk_err srv_head_parse(const char *text, size_t n, srv_head *h, spk_why *why)
{
    enum { LINE = 120 };
    const char *at = text;
    size_t bad_at = 0;
    char line[LINE];
    *h = (srv_head){0};
    if (!spk_str_is_clean(text, n, &bad_at))
        return spk_fail(why, SPK_EMALFORMED, "byte %zu of the message is not text", bad_at);
    for (int i = 0;; i++) {
        size_t length = strcspn(at, "\n");
        if (!at[length] || length >= LINE || i > 20)
            return spk_fail(why, SPK_EMALFORMED, "the message has no head");
        memcpy(line, at, length);
        line[length] = '\0';
        at += length + 1;
        if (i > 0 && length == 0)
            break;
        if (i == 0 ? !spk_str_eq(line, SRV_WORK_LANGUAGE) : !take_line(h, line))
            return spk_fail(why, SPK_EMALFORMED, "line %d of the message is wrong: '%.60s'", i + 1,
                            line);
    }
    h->body = at;
    h->n_body = n - (size_t)(at - text);
    return SPK_OK;
}
