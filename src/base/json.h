/* json.h: a JSON writer. The engine writes JSON and never parses it.
 *
 *     spk_json j = {.out = &buf};
 *     spk_json_open(&j, '{');
 *     spk_json_key(&j, "street"), spk_json_open(&j, '[');
 *     spk_json_str(&j, "F2"), spk_json_int(&j, 3);
 *     spk_json_close(&j, ']');
 *     spk_json_close(&j, '}');            {"street":["F2",3]}
 *
 * Commas are inserted automatically. No spaces, no line ends: one value is one line. Strings must be UTF-8;
 * quotes, backslashes and control characters are escaped. */
#ifndef SPK_BASE_JSON_H
#define SPK_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/buf.h"

typedef struct spk_json {
    spk_buf *out;
    bool comma; /* the next value at this level needs one */
} spk_json;

void spk_json_open(spk_json *j, char bracket);  /* '{' or '[' */
void spk_json_close(spk_json *j, char bracket); /* '}' or ']' */
static inline __attribute__((always_inline)) void spk_json_key(spk_json *j, const char *key);
void spk_json_int(spk_json *j, int64_t value);
void spk_json_bool(spk_json *j, bool value);
void spk_json_str(spk_json *j, const char *text);
void spk_json_null(spk_json *j);
void spk_json_real(spk_json *j, double value, int decimals); /* for hosts: rates and means */

/* A string of n bytes that need no escaping, terminated: the quick way for names of cards and the like. */
void spk_json_word(spk_json *j, const char *word, size_t n);

/* -- Inside ------------------------------------------------------------------------------------ */

void spk_json_any_key(spk_json *j, const char *key);
void spk_json_plain_key(spk_json *j, const char *key, size_t n);

/* Half of what a server prints is keys, and nearly all of them are literals: the compiler knows their
 * length, and that they need no escaping (no literal of ours holds a control character). */
static inline __attribute__((always_inline)) void spk_json_key(spk_json *j, const char *key)
{
    if (__builtin_constant_p(strlen(key)) && !strchr(key, '"') && !strchr(key, '\\'))
        spk_json_plain_key(j, key, strlen(key));
    else
        spk_json_any_key(j, key);
}

/* For helpers that are given a key: inlined, so that the compiler sees each as the literal it is. */
#define SPK_JSON_HELPER static inline __attribute__((always_inline)) void

#endif
