/* box_text.h: a box as lines of text, for another process that has the same games: a bot that is told a table in lines
 * (player/answer.h), a bot worker (server/work/), a game of the arena elsewhere.
 *
 *     host_box_print(&box, &out);                      game famiglia
 *                                                      seats 2
 *                                                      rules 3
 *                                                      option tie_break draw
 *                                                      edition 5f1c0e6a9b3d2f47
 *
 *     host_box_text text = {0};
 *     for each line
 *         if (host_box_take(&text, line, &err, &why)) ...     it was one of these: 'err' says whether it was well
 *     err = host_box_open(&text, &box, &why);          then as ever: spk_box_close(&box)
 *     host_box_release(&text);
 *
 * A built-in edition travels as its hash, any other one as its text, in lines 'edition_text ...'. */
#ifndef HOST_BOX_TEXT_H
#define HOST_BOX_TEXT_H

#include "base/buf.h"
#include "engine/box.h"

typedef struct host_box_text {
    const spk_game *game;
    int n_seats, rules_version;
    char option[SPK_MAX_OPTIONS][96]; /* "name=value" */
    int n_options;
    uint64_t edition_hash;
    spk_buf edition;
} host_box_text;

void host_box_print(const spk_box *box, spk_buf *out);

/* True: the line is about the box, and *err says whether it could be taken. */
bool host_box_take(host_box_text *t, const char *line, spk_err *err, spk_why *why);

/* SPK_EUNKNOWN: this build has no such edition, or no game was named. */
spk_err host_box_open(const host_box_text *t, spk_box *box, spk_why *why);
void host_box_release(host_box_text *t);

/* A text of several lines, each behind a word. */
void host_lines_print(const char *word, const char *text, spk_buf *out);

/* "300" -> 300, or SPK_EMALFORMED with a sentence. */
spk_err host_number_take(const char *text, int lo, int hi, int *number, spk_why *why);

#endif
