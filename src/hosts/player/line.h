/* line.h: what a program writes, split into lines and words. Nothing is trusted: any bytes may
 * arrive, in pieces of any size, and memory use is one line. See docs/bot-protocol.md.
 *
 *     host_reader reader = {0};
 *     while (host_reader_take(&reader, &at, end, &line)) ...       whenever bytes arrive */
#ifndef HOST_PLAYER_LINE_H
#define HOST_PLAYER_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum { HOST_LINE_BYTES = 1000 };

typedef enum host_word {
    HOST_READY,  /* the extras it wants: "board talk" */
    HOST_MOVE,   /* a move's text */
    HOST_SAY,    /* a message */
    HOST_LISTEN, /* no message */
    HOST_LOG,    /* for the host's log */
    HOST_NONSENSE,
    HOST_WORD_COUNT
} host_word;

typedef struct host_line {
    host_word word;
    char text[HOST_LINE_BYTES + 1]; /* what follows the word, trimmed; for nonsense the whole line.
                                     * Contains no terminal escapes */
} host_line;

typedef struct host_reader {
    char bytes[HOST_LINE_BYTES];
    size_t n;
    bool too_long; /* the rest of this line is skipped */
} host_reader;

/* Take bytes from *at on, up to 'end' or to the end of a line that is not blank. True: *line is
 * that line. A line that is too long (its beginning is kept) or not UTF-8 is nonsense. */
bool host_reader_take(host_reader *r, const char **at, const char *end, host_line *line);

const char *host_word_name(host_word word); /* "move"; "" for nonsense */

/* Make n bytes printable in place: invalid UTF-8 and whatever a terminal would interpret becomes
 * '?'. */
void host_line_clean(char *bytes, size_t n);

#endif
