/* phrase.h: text for people, before it is translated.
 *
 * A phrase is a format with named gaps and the arguments that fill them:
 *
 *     spk_say(out, N_("{who} lays {tile} on {cell}."), SPK_WHO("who", seat), SPK_THING("tile", "R3"),
 *             SPK_THING("cell", "c4"));
 *
 * The code that knows what happened makes it; a host translates the format (the English text is the
 * key of the catalogue, marked by N_) and fills the gaps in its own way: words in a terminal, a card
 * to tap on the page. Nobody has to parse a finished sentence.
 *
 * A phrase is encoded as flat text, with control characters between its parts, so it can be copied,
 * kept in a fixed buffer and put into another phrase. Several in a row are several
 * sentences. No argument can break out of it: control characters in arguments are replaced. If the
 * text was cut off, its complete parts can still be read.
 *
 * Plurals: pick the format (n == 1 ? N_("one card") : N_("{n} cards")). English, German and Dutch have
 * the same two forms. */
#ifndef SPK_BASE_PHRASE_H
#define SPK_BASE_PHRASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

struct spk_json;

/* Marks a text for the catalogues (tools/words). Formats in spk_refuse are found without it. */
#define N_(text) text

typedef enum spk_arg_kind {
    SPK_ARG_NUMBER,
    SPK_ARG_SEAT,  /* a number; the host knows who sits there */
    SPK_ARG_WORD,  /* English, translated like a format: "weapons" */
    SPK_ARG_TEXT,  /* not translated: what somebody typed */
    SPK_ARG_THING, /* a game's code for something at the table ("R3", "c4"); the game names it */
    SPK_ARG_LIST,  /* phrases and things in a row (spk_list_thing, spk_say), joined by commas */
    SPK_ARG_KIND_COUNT
} spk_arg_kind;

typedef struct spk_arg {
    const char *gap; /* "who" for "{who}": lower-case letters, digits and '_' */
    spk_arg_kind kind;
    int64_t number;
    const char *text;
} spk_arg;

#define SPK_NUM(name, n)      ((spk_arg){.gap = (name), .kind = SPK_ARG_NUMBER, .number = (n)})
#define SPK_WHO(name, seat)   ((spk_arg){.gap = (name), .kind = SPK_ARG_SEAT, .number = (seat)})
#define SPK_WORD(name, word)  ((spk_arg){.gap = (name), .kind = SPK_ARG_WORD, .text = (word)})
#define SPK_TEXT(name, any)   ((spk_arg){.gap = (name), .kind = SPK_ARG_TEXT, .text = (any)})
#define SPK_THING(name, code) ((spk_arg){.gap = (name), .kind = SPK_ARG_THING, .text = (code)})
#define SPK_LIST(name, items) ((spk_arg){.gap = (name), .kind = SPK_ARG_LIST, .text = (items)})

/* The arguments of a call as an array and its length. The dummy first element allows zero of them. */
#define SPK_ARGS(...)                                                                              \
    (const spk_arg[]){{0}, ##__VA_ARGS__} + 1,                                                     \
        (int)(sizeof((const spk_arg[]){{0}, ##__VA_ARGS__}) / sizeof(spk_arg)) - 1

/* -- Making ------------------------------------------------------------------------------------ */

/* Add a phrase. In dev builds a gap without an argument, or an argument without a gap, is a bug. */
#define spk_say(out, format, ...) spk_phrase_add(out, format, SPK_ARGS(__VA_ARGS__))
void spk_phrase_add(spk_buf *out, const char *format, const spk_arg *args, int n);

/* Add a thing to the items of a list. To add a sentence to it, use spk_say. */
void spk_list_thing(spk_buf *items, const char *code);

/* -- Reading ----------------------------------------------------------------------------------- */

/* How a host renders gaps. NULL functions mean: English, "player 2", the code itself. */
typedef struct spk_reader {
    void *ctx;
    const char *(*translate)(void *ctx, const char *english); /* never NULL; borrowed */
    void (*seat)(void *ctx, int seat, spk_buf *out);
    void (*thing)(void *ctx, const char *code, spk_buf *out);
} spk_reader;

/* Phrases as plain text, a space between sentences; list items are separated by commas, and equal
 * ones are counted: "2 × R3, B1". A word that begins a sentence gets a capital. 'reader' NULL: plain English. */
void spk_phrase_render(const char *phrases, const spk_reader *reader, spk_buf *out);

/* The same for text inside a sentence, such as a thing's name: without the capital. */
void spk_phrase_name(const char *phrases, const spk_reader *reader, spk_buf *out);

/* Phrases as one JSON array:
 *     [{"format": "{who} lays {tile}.", "args": {"who": {"seat": 0}, "tile": {"thing": "R3"}}}]
 * A number is a number; else {"seat": 0}, {"word": "..."}, {"text": "..."}, {"thing": "..."} or
 * {"list": [...]}, whose items are phrases and things. */
void spk_phrase_json(const char *phrases, struct spk_json *out);

#endif
