/* json_check.h: is this text one JSON value? Strict (RFC 8259), and stricter as we print it: no space
 * outside strings, no key twice in one object. A checker for tests; the engine parses no JSON. */
#ifndef SPK_CONTRACT_JSON_CHECK_H
#define SPK_CONTRACT_JSON_CHECK_H

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/str.h"

enum { JSON_DEPTH = 32, JSON_KEYS = 64 };

static bool json_value(const char **at, int depth);

static bool json_eat(const char **at, const char *text)
{
    size_t n = strlen(text);
    if (strncmp(*at, text, n) != 0)
        return false;
    *at += n;
    return true;
}

static bool json_digits(const char **at)
{
    const char *from = *at;
    while (isdigit((unsigned char)**at))
        ++*at;
    return *at > from;
}

static bool json_number(const char **at)
{
    json_eat(at, "-");
    if (!json_eat(at, "0") && !json_digits(at))
        return false;
    if (json_eat(at, ".") && !json_digits(at))
        return false;
    if (json_eat(at, "e") || json_eat(at, "E")) {
        if (!json_eat(at, "+"))
            json_eat(at, "-");
        return json_digits(at);
    }
    return true;
}

static bool json_escape(const char **at)
{
    char c = *(*at)++;
    if (c != 'u')
        return c && strchr("\"\\/bfnrt", c);
    for (int i = 0; i < 4; i++)
        if (!isxdigit((unsigned char)*(*at)++))
            return false;
    return true;
}

static bool json_string(const char **at)
{
    if (!json_eat(at, "\""))
        return false;
    while (**at != '"') {
        if ((unsigned char)**at < ' ') /* the end of the text is one of these */
            return false;
        if (*(*at)++ == '\\' && !json_escape(at))
            return false;
    }
    ++*at;
    return true;
}

static bool json_array(const char **at, int depth)
{
    if (json_eat(at, "]"))
        return true;
    do {
        if (!json_value(at, depth))
            return false;
    } while (json_eat(at, ","));
    return json_eat(at, "]");
}

/* One more key; false if the object has it already. */
static bool json_key(const char **at, const char **keys, int *n_keys)
{
    const char *key = *at;
    if (*n_keys == JSON_KEYS || !json_string(at) || !json_eat(at, ":"))
        return false;
    size_t length = (size_t)(*at - key);
    for (int i = 0; i < *n_keys; i++)
        if (strncmp(keys[i], key, length) == 0)
            return false;
    keys[(*n_keys)++] = key;
    return true;
}

static bool json_object(const char **at, int depth)
{
    const char *keys[JSON_KEYS];
    int n_keys = 0;
    if (json_eat(at, "}"))
        return true;
    do {
        if (!json_key(at, keys, &n_keys) || !json_value(at, depth))
            return false;
    } while (json_eat(at, ","));
    return json_eat(at, "}");
}

static bool json_value(const char **at, int depth)
{
    if (depth == JSON_DEPTH)
        return false;
    if (json_eat(at, "{"))
        return json_object(at, depth + 1);
    if (json_eat(at, "["))
        return json_array(at, depth + 1);
    if (**at == '"')
        return json_string(at);
    return json_eat(at, "true") || json_eat(at, "false") || json_eat(at, "null") || json_number(at);
}

static inline bool json_is_object(const char *text)
{
    const char *at = text;
    size_t bad;
    return *text == '{' && spk_str_is_clean(text, strlen(text), &bad) && json_value(&at, 0) && !*at;
}

#endif
