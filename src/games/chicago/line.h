/* line.h: reading a line of text word by word, for text.c and position.c. */
#ifndef CHICAGO_LINE_H
#define CHICAGO_LINE_H

#include "base/str.h"
#include "games/chicago/state.h"

typedef struct chicago_line {
    const chicago_config *c;
    spk_words words;
    char word[16]; /* the last one read */
    spk_why *why;
} chicago_line;

static inline bool chicago_line_next(chicago_line *l)
{
    return spk_words_next(&l->words, l->word, sizeof l->word);
}

static inline bool chicago_want_number(chicago_line *l, int lo, int hi, int *value)
{
    return chicago_line_next(l) && spk_str_int(l->word, lo, hi, value);
}

static inline bool chicago_want_node(chicago_line *l, int *node)
{
    return chicago_line_next(l) && chicago_parse_node(l->c, l->word, node);
}

static inline spk_err chicago_no_field(const chicago_line *l)
{
    return spk_refuse_as(l->why, SPK_EMALFORMED,
                         "'{word}' is not a field: write row,column for a street field and the id "
                         "of a building, such as 1,5 or Y05.",
                         SPK_TEXT("word", l->word));
}

#endif
