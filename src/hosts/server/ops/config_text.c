/* config_text.c: settings as text: config files and variables of the environment in, a commented file out.
 * What a setting takes is config.c's business. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/ops/inside.h"

enum { CONFIG_BYTES = 256 * 1024, MAX_WORDS = 64, MAX_WORD = 4096 };

/* -- Values as text: space-separated words; "quoted" ones may contain spaces --------------------------- */

typedef struct words {
    char room[MAX_WORD];
    const char *word[MAX_WORDS];
    int n;
} words;

/* One word at *at into the room at *to. False: a quote is not closed. */
static bool cut_word(const char **at, char **to)
{
    const char *p = *at;
    char *out = *to;
    bool quoted = *p == '"';
    for (p += quoted; *p && (quoted ? *p != '"' : *p != ' ' && *p != '\t'); p++) {
        if (quoted && *p == '\\' && (p[1] == '"' || p[1] == '\\'))
            p++;
        *out++ = *p;
    }
    if (quoted && *p++ != '"')
        return false;
    *out++ = '\0';
    *at = p;
    *to = out;
    return true;
}

static spk_err cut(const char *text, words *w, spk_why *why)
{
    char *to = w->room;
    w->n = 0;
    if (strlen(text) >= sizeof w->room)
        return spk_fail(why, SPK_ERANGE, "the value is too long");
    for (text += strspn(text, " \t"); *text; text += strspn(text, " \t")) {
        if (w->n == MAX_WORDS)
            return spk_fail(why, SPK_ERANGE, "more than %d words", MAX_WORDS);
        w->word[w->n] = to;
        if (!cut_word(&text, &to))
            return spk_fail(why, SPK_EMALFORMED, "a quote is not closed");
        w->n++;
    }
    return SPK_OK;
}

spk_err srv_config_set_text(srv_config *c, const char *name, const char *text, spk_why *why)
{
    words w;
    spk_err err = cut(text, &w, why);
    return err == SPK_OK ? srv_config_set(c, name, w.word, w.n, why) : err;
}

/* -- Files ---------------------------------------------------------------------------------------- */

/* A comment begins with '#' at the line's start or after a blank, outside quotes: a URL may hold one. */
static void cut_comment(char *line)
{
    bool quoted = false;
    for (char *p = line; *p; p++) {
        if (*p == '"' && (p == line || p[-1] != '\\'))
            quoted = !quoted;
        if (*p == '#' && !quoted && (p == line || p[-1] == ' ' || p[-1] == '\t')) {
            *p = '\0';
            return;
        }
    }
}

static void trim(char *text)
{
    size_t n = strlen(text);
    while (n > 0 && strchr(" \t\r", text[n - 1]))
        text[--n] = '\0';
}

static spk_err read_line(srv_config *c, char *line, spk_why *why)
{
    cut_comment(line);
    trim(line);
    line += strspn(line, " \t");
    if (!*line)
        return SPK_OK;
    char *equals = strchr(line, '=');
    if (!equals)
        return spk_fail(why, SPK_EMALFORMED, "a line is 'option = value'");
    *equals = '\0';
    trim(line);
    return srv_config_set_text(c, line, equals + 1, why);
}

static spk_err read_lines(srv_config *c, const char *text, spk_why *why)
{
    char room[MAX_WORD];
    for (int n = 1; *text; n++) {
        size_t length = strcspn(text, "\n");
        if (length >= sizeof room)
            return spk_malformed(why, n, "the line is too long");
        memcpy(room, text, length);
        room[length] = '\0';
        spk_err err = read_line(c, room, why);
        if (err != SPK_OK) {
            if (why)
                why->line = n;
            return err;
        }
        text += length + (text[length] == '\n');
    }
    return SPK_OK;
}

/* Settings that were made before a refused one are taken back; their texts wait for the release. */
spk_err srv_config_read_text(srv_config *c, const char *text, size_t n, spk_why *why)
{
    size_t bad_at;
    if (!spk_str_is_clean(text, n, &bad_at))
        return spk_malformed(why, 0, "this is not a text file (byte %zu)", bad_at);
    srv_config fresh = *c;
    spk_err err = read_lines(&fresh, text, why);
    if (err == SPK_OK)
        *c = fresh;
    c->texts = fresh.texts;
    return err;
}

spk_err srv_config_read_file(srv_config *c, const char *path, spk_why *why)
{
    char *room = spk_alloc(CONFIG_BYTES + 1);
    FILE *in = fopen(path, "rb");
    size_t n = in ? fread(room, 1, CONFIG_BYTES, in) : 0;
    spk_err err = SPK_OK;
    if (!in || ferror(in))
        err = spk_fail(why, SPK_EIO, "%s", strerror(errno));
    else if (n == CONFIG_BYTES)
        err = spk_fail(why, SPK_ERANGE, "this is too large for a config file");
    else
        err = srv_config_read_text(c, room, n, why);
    if (in)
        fclose(in);
    spk_free(room);
    return err;
}

/* -- Environment ---------------------------------------------------------------------------------- */

static const char prefix[] = "SPEAKEASY_";

const char *srv_config_variable(char *const *environment, const char *name)
{
    size_t n = strlen(name);
    for (; *environment; environment++)
        if (strncmp(*environment, name, n) == 0 && (*environment)[n] == '=')
            return *environment + n + 1;
    return NULL;
}

const char *srv_config_file_of(char *const *environment)
{
    const char *file = srv_config_variable(environment, "SPEAKEASY_CONFIG");
    return file && *file ? file : NULL;
}

static spk_err read_variable(srv_config *c, const char *line, spk_why *why)
{
    char name[64];
    spk_why inner = {0};
    size_t n = strcspn(line, "=");
    if (n >= sizeof name || !line[n])
        return spk_fail(why, SPK_EUNKNOWN, "%s%.60s: there is no such setting", prefix, line);
    memcpy(name, line, n);
    name[n] = '\0';
    if (spk_str_eq(name, "CONFIG"))
        return SPK_OK;
    spk_err err = srv_config_set_text(c, name, line + n + 1, &inner);
    return err == SPK_OK ? err : spk_fail(why, err, "%s%s: %.180s", prefix, name, inner.text);
}

spk_err srv_config_read_environment(srv_config *c, char *const *environment, spk_why *why)
{
    srv_config fresh = *c;
    spk_err err = SPK_OK;
    for (; *environment && err == SPK_OK; environment++)
        if (strncmp(*environment, prefix, sizeof prefix - 1) == 0)
            err = read_variable(&fresh, *environment + sizeof prefix - 1, why);
    if (err == SPK_OK)
        *c = fresh;
    c->texts = fresh.texts;
    return err;
}

/* -- Printing ------------------------------------------------------------------------------------- */

static void print_word(const char *word, spk_buf *out)
{
    if (*word && !strpbrk(word, " \t\"#\\")) {
        spk_buf_puts(out, word);
        return;
    }
    spk_buf_putc(out, '"');
    for (; *word; word++) {
        if (*word == '"' || *word == '\\')
            spk_buf_putc(out, '\\');
        spk_buf_putc(out, *word);
    }
    spk_buf_putc(out, '"');
}

static void print_choice(const char *choices, int place, spk_buf *out)
{
    for (; place > 0; place--)
        choices += strcspn(choices, "|") + 1;
    spk_buf_add(out, choices, strcspn(choices, "|"));
}

static void print_list(const char *const *list, spk_buf *out)
{
    for (int i = 0; list[i]; i++) {
        spk_buf_puts(out, i ? " " : "");
        print_word(list[i], out);
    }
}

static void print_value(const srv_config *c, const srv_setting *s, spk_buf *out)
{
    const void *field = srv_config_field(c, s);
    switch (s->kind) {
    case SRV_SETTING_FLAG: spk_buf_puts(out, *(const bool *)field ? "yes" : "no"); break;
    case SRV_SETTING_NUMBER: spk_buf_printf(out, "%lld", (long long)*(const int64_t *)field); break;
    case SRV_SETTING_TEXT:
        if (**(const char *const *)field)
            print_word(*(const char *const *)field, out);
        break;
    case SRV_SETTING_CHOICE: print_choice(s->value, *(const int *)field, out); break;
    case SRV_SETTING_LIST: print_list(*(const char *const *const *)field, out); break;
    case SRV_SETTING_PAIR:
        if (**(const char *const *)field)
            print_list((const char *[]){((const char *const *)field)[0],
                                        ((const char *const *)field)[1], NULL},
                       out);
        break;
    }
}

/* A sentence as lines of a comment. */
static void print_comment(const char *text, spk_buf *out)
{
    enum { WIDTH = 96 };
    while (*text) {
        size_t n = strlen(text);
        for (size_t i = WIDTH; n > WIDTH && i > 0; i--)
            if (text[i] == ' ')
                n = i;
        spk_buf_puts(out, "# ");
        spk_buf_add(out, text, n);
        spk_buf_putc(out, '\n');
        text += n + (text[n] == ' ');
    }
}

void srv_config_print(const srv_config *c, spk_buf *out)
{
    print_comment("Settings of speakeasy serve. The command line says more than the environment "
                  "(SPEAKEASY_LISTEN ...), and that more than this file.",
                  out);
    for (int i = 0; i < srv_n_settings; i++) {
        const srv_setting *s = &srv_settings[i];
        if (spk_str_eq(s->option, "limit"))
            continue;
        spk_buf_puts(out, "\n");
        print_comment(s->words, out);
        spk_buf_printf(out, "# %s\n%s = ", s->value, s->option);
        print_value(c, s, out);
        spk_buf_puts(out, "\n");
    }
    spk_buf_puts(out, "\n# How much guests may ask for. 0: no limit (but times are never 0).\n");
    for (int i = 0; i < srv_config_n_limits(); i++) {
        srv_limit_info info = srv_config_limit(i);
        spk_buf_printf(out, "\n# %s\n%s = %u\n", info.words, info.name,
                       *srv_config_limit_in(c, &info));
    }
}

void srv_config_print_limits(spk_buf *out)
{
    for (int i = 0; i < srv_config_n_limits(); i++) {
        srv_limit_info info = srv_config_limit(i);
        spk_buf_printf(out, "%s=%u %s\n", info.name, info.value, info.words);
    }
}
