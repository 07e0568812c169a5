/* line.h: what a program says, cut into lines and words. It believes nothing: any bytes may come, in
 * any portions, and memory is one line. See docs/bot-protocol.md.
 *
 *     host_reader reader = {0};
 *     while (host_reader_take(&reader, &at, end, &line)) ...       as often as bytes come */
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
    char text[HOST_LINE_BYTES + 1]; /* what follows the word; of nonsense the whole line. Blanks
                                     * around it are cut, and no terminal takes it for a command */
} host_line;

typedef struct host_reader {
    char bytes[HOST_LINE_BYTES];
    size_t n;
    bool too_long; /* the rest of this line is skipped */
} host_reader;

/* Take bytes from *at on, up to 'end' or to the end of a line that is not blank. True: *line is
 * that line. What is too long (its beginning is kept) or no UTF-8 text is nonsense. */
bool host_reader_take(host_reader *r, const char **at, const char *end, host_line *line);

const char *host_word_name(host_word word); /* "move"; "" for nonsense */

/* Make n bytes printable where they stand: whatever is no UTF-8 or would be obeyed by a terminal
 * becomes '?'. */
void host_line_clean(char *bytes, size_t n);

#endif
