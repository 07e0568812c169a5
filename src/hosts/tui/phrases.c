/* phrases.c: PHRASES of docs/protocol.md, which may come from anybody, as phrases of ours (base/phrase.h). */
#include <string.h>

#include "hosts/tui/table.h"

enum { DEPTH = 4, ARGS = 12, SENTENCES = 32, TEXT_MOST = 1000 };

/* -- What may be in a gap ----------------------------------------------------------------------------- */

static bool is_gap_name(const char *name)
{
    size_t n = strlen(name);
    return n > 0 && n < 32 && name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

static bool has_gap(const char *format, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = format; (at = strchr(at, '{')) != NULL; at++)
        if (strncmp(at + 1, name, n) == 0 && at[n + 1] == '}')
            return true;
    return false;
}

/* Every gap of the format is among the arguments. */
static bool is_filled(const char *format, const spk_arg *args, int n)
{
    for (const char *at = format; (at = strchr(at, '{')) != NULL; at++) {
        size_t len = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz0123456789_");
        if (len == 0 || at[len + 1] != '}')
            continue;
        int i = 0;
        while (i < n && (strlen(args[i].gap) != len || memcmp(args[i].gap, at + 1, len) != 0))
            i++;
        if (i == n)
            return false;
    }
    return true;
}

/* -- Reading ------------------------------------------------------------------------------------------ */

static bool read_list(const json_t *items, int depth, spk_buf *out);

static bool read_text(const json_t *value, const char *key, spk_arg *arg, spk_arg_kind kind)
{
    const char *text = json_string_value(json_object_get(value, key));
    if (!text || strlen(text) > TEXT_MOST)
        return false;
    arg->kind = kind, arg->text = text;
    return true;
}

/* 'list' is where the items of a list go: it must outlive the argument. */
static bool read_arg(const json_t *value, int depth, spk_arg *arg, spk_buf *list)
{
    const json_t *seat = json_object_get(value, "seat"), *items = json_object_get(value, "list");
    if (json_is_integer(value)) {
        arg->kind = SPK_ARG_NUMBER, arg->number = json_integer_value(value);
        return true;
    }
    if (json_is_integer(seat)) {
        arg->kind = SPK_ARG_SEAT, arg->number = json_integer_value(seat);
        return arg->number >= 0 && arg->number < SPK_MAX_SEATS;
    }
    if (items) {
        arg->kind = SPK_ARG_LIST;
        bool fine = json_is_array(items) && depth < DEPTH && read_list(items, depth + 1, list);
        arg->text = spk_buf_text(list);
        return fine;
    }
    return read_text(value, "word", arg, SPK_ARG_WORD) ||
           read_text(value, "text", arg, SPK_ARG_TEXT) ||
           read_text(value, "thing", arg, SPK_ARG_THING);
}

static bool read_phrase(const json_t *phrase, int depth, spk_buf *out)
{
    const char *format = json_string_value(json_object_get(phrase, "format")), *key;
    json_t *given = json_object_get(phrase, "args"), *value;
    spk_arg args[ARGS];
    spk_buf list[ARGS] = {0};
    int n = 0;
    bool fine = format && strlen(format) <= TEXT_MOST && json_object_size(given) <= ARGS;
    if (fine) {
        json_object_foreach(given, key, value)
        {
            args[n] = (spk_arg){.gap = key};
            if (!is_gap_name(key) || !has_gap(format, key) ||
                !read_arg(value, depth, &args[n], &list[n])) {
                fine = false;
                break;
            }
            n++;
        }
    }
    fine = fine && is_filled(format, args, n);
    if (fine)
        spk_phrase_add(out, format, args, n);
    for (int i = 0; i < ARGS; i++)
        spk_buf_release(&list[i]);
    return fine;
}

static bool read_list(const json_t *items, int depth, spk_buf *out)
{
    size_t i;
    json_t *item;
    if (json_array_size(items) > SENTENCES)
        return false;
    json_array_foreach(items, i, item)
    {
        const char *code = json_string_value(json_object_get(item, "thing"));
        if (code && strlen(code) <= TEXT_MOST)
            spk_list_thing(out, code);
        else if (!read_phrase(item, depth, out))
            return false;
    }
    return true;
}

bool tui_phrases_read(const json_t *phrases, spk_buf *out)
{
    spk_buf read = {0};
    bool fine =
        json_is_array(phrases) && json_array_size(phrases) > 0 && read_list(phrases, 0, &read);
    if (fine)
        spk_buf_puts(out, spk_buf_text(&read));
    spk_buf_release(&read);
    return fine;
}
