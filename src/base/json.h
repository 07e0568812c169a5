/* json.h: a writer of JSON. The engine prints JSON and parses none.
 *
 *     spk_json j = {.out = &buf};
 *     spk_json_open(&j, '{');
 *     spk_json_key(&j, "street"), spk_json_open(&j, '[');
 *     spk_json_str(&j, "F2"), spk_json_int(&j, 3);
 *     spk_json_close(&j, ']');
 *     spk_json_close(&j, '}');            {"street":["F2",3]}
 *
 * Commas come by themselves. No spaces, no line ends: one value is one line. Strings must be UTF-8;
 * quotes, backslashes and control characters are escaped. */
#ifndef SPK_BASE_JSON_H
#define SPK_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

typedef struct spk_json {
    spk_buf *out;
    bool comma; /* the next value at this level needs one */
} spk_json;

void spk_json_open(spk_json *j, char bracket);  /* '{' or '[' */
void spk_json_close(spk_json *j, char bracket); /* '}' or ']' */
void spk_json_key(spk_json *j, const char *key);
void spk_json_int(spk_json *j, int64_t value);
void spk_json_bool(spk_json *j, bool value);
void spk_json_str(spk_json *j, const char *text);
void spk_json_null(spk_json *j);
void spk_json_real(spk_json *j, double value, int decimals); /* for hosts: rates and means */

#endif
