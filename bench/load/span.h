/* span.h: looking into JSON without taking it apart. A load generator reads tens of thousands of views a
 * second and wants three fields of each; so a value is a piece of the text it came in, and what is not
 * asked for is stepped over.
 *
 *     load_span n = load_json_key(message, "n");            the value's own text: 57
 *     load_span moves = load_json_key(message, "moves");    ["pass","recruit F0"]
 *     while (load_json_next(&moves, &move)) ...             "pass" (with its quotes)
 *
 * What is not there, or is no JSON, is an empty span. */
#ifndef LOAD_SPAN_H
#define LOAD_SPAN_H

#include <stdbool.h>
#include <stddef.h>

typedef struct load_span {
    const char *at;
    size_t n;
} load_span;

/* The value of a key of an object; the item at a place of an array. */
load_span load_json_key(load_span object, const char *key);
load_span load_json_item(load_span array, int place);

/* The next item of an array, which is cut off in front: give it the array, then what is left of it. */
bool load_json_next(load_span *array, load_span *item);

/* A string without its quotes, escapes as they are: put between quotes again it is the same string. */
load_span load_json_bare(load_span string);

int load_span_int(load_span number, int fallback);
bool load_span_is(load_span span, const char *text);
bool load_span_starts(load_span span, const char *text);

/* Into room with a terminator; false: it does not fit, and the room is "". */
bool load_span_copy(load_span span, char *room, size_t cap);

#endif
