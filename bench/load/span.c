/* span.c: looking into JSON (span.h). */
#include "span.h"

#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && is_blank(*p))
        p++;
    return p;
}

/* Past the string that begins at p; NULL: it does not end. */
static const char *skip_string(const char *p, const char *end)
{
    for (p++; p < end; p++) {
        if (*p == '\\')
            p++;
        else if (*p == '"')
            return p + 1;
    }
    return NULL;
}

/* Past the value that begins at p: brackets are counted, strings are jumped over, and a number or word
 * ends where something else begins. */
static const char *skip_value(const char *p, const char *end)
{
    int depth = 0;
    while (p < end) {
        if (*p == '"') {
            p = skip_string(p, end);
            if (!p || depth == 0)
                return p;
        } else if (*p == '{' || *p == '[') {
            depth++, p++;
        } else if (*p == '}' || *p == ']') {
            if (depth == 0)
                return p;
            p++;
            if (--depth == 0)
                return p;
        } else if (depth == 0 && (*p == ',' || is_blank(*p))) {
            return p;
        } else {
            p++;
        }
    }
    return depth == 0 ? p : NULL;
}

static load_span value_at(const char *p, const char *end)
{
    const char *after = p < end ? skip_value(p, end) : NULL;
    return after ? (load_span){p, (size_t)(after - p)} : (load_span){0};
}

load_span load_json_key(load_span object, const char *key)
{
    const char *p = object.at, *end = p + object.n;
    size_t n_key = strlen(key);
    if (object.n < 2 || *p != '{')
        return (load_span){0};
    for (p = skip_blanks(p + 1, end); p < end && *p == '"'; p = skip_blanks(p + 1, end)) {
        load_span name = value_at(p, end);
        if (name.n == 0)
            return name;
        p = skip_blanks(p + name.n, end);
        if (p == end || *p != ':')
            return (load_span){0};
        load_span value = value_at(skip_blanks(p + 1, end), end);
        if (name.n == n_key + 2 && memcmp(name.at + 1, key, n_key) == 0)
            return value;
        if (value.n == 0)
            return value;
        p = skip_blanks(value.at + value.n, end);
        if (p == end || *p != ',')
            break;
    }
    return (load_span){0};
}

/* In front of an item stands '[' or ','; behind the last one ']'. */
bool load_json_next(load_span *array, load_span *item)
{
    if (array->n == 0)
        return false;
    const char *p = array->at, *end = p + array->n;
    if (*p != '[' && *p != ',')
        return false;
    *item = value_at(skip_blanks(p + 1, end), end);
    if (item->n == 0)
        return false;
    p = skip_blanks(item->at + item->n, end);
    *array = (load_span){p, (size_t)(end - p)};
    return true;
}

load_span load_json_item(load_span array, int place)
{
    load_span item = {0};
    for (int i = 0; i <= place; i++)
        if (!load_json_next(&array, &item))
            return (load_span){0};
    return item;
}

load_span load_json_bare(load_span string)
{
    if (string.n < 2 || *string.at != '"')
        return (load_span){0};
    return (load_span){string.at + 1, string.n - 2};
}

int load_span_int(load_span number, int fallback)
{
    size_t i = number.n > 0 && *number.at == '-';
    int value = 0;
    if (i == number.n || number.n > 10)
        return fallback;
    for (; i < number.n; i++) {
        if (number.at[i] < '0' || number.at[i] > '9')
            return fallback;
        value = 10 * value + (number.at[i] - '0');
    }
    return *number.at == '-' ? -value : value;
}

bool load_span_is(load_span span, const char *text)
{
    return span.n == strlen(text) && memcmp(span.at, text, span.n) == 0;
}

bool load_span_starts(load_span span, const char *text)
{
    size_t n = strlen(text);
    return span.n >= n && memcmp(span.at, text, n) == 0;
}

bool load_span_copy(load_span span, char *room, size_t cap)
{
    bool fits = span.n < cap;
    if (fits && span.n > 0)
        memcpy(room, span.at, span.n);
    room[fits ? span.n : 0] = '\0';
    return fits;
}
