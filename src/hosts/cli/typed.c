/* typed.c: from what a person typed to a move. Games know one spelling; people are forgiven upper
 * and lower case, blanks, and a blank or '-' where the move has '_'. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "hosts/cli/play.h"

/* -- Among the legal moves --------------------------------------------------------------------- */

bool cli_same_words(const char *a, const char *b)
{
    spk_words v = spk_words_of(a), w = spk_words_of(b);
    char x[SPK_MOVE_TEXT], y[SPK_MOVE_TEXT];
    for (;;) {
        bool more = spk_words_next(&v, x, sizeof x);
        if (more != spk_words_next(&w, y, sizeof y))
            return false;
        if (!more)
            return true;
        if (strcasecmp(x, y) != 0)
            return false;
    }
}

/* The same with "play_accountant A2", "play accountant a2" and "Play-Accountant A2" all alike. */
static bool nearly_same_words(const char *a, const char *b)
{
    char x[SPK_RECORD_LINE + 1], y[SPK_MOVE_TEXT];
    snprintf(x, sizeof x, "%s", a);
    snprintf(y, sizeof y, "%s", b);
    for (char *p = x; *p; p++)
        *p = *p == '_' || *p == '-' ? ' ' : *p;
    for (char *p = y; *p; p++)
        *p = *p == '_' || *p == '-' ? ' ' : *p;
    return cli_same_words(x, y);
}

/* Exactly those words; else the one move that nearly has them. Of two such none is meant. */
static int place_of(const cli_table *t, const char *line, const spk_move *moves, int n)
{
    char text[SPK_MOVE_TEXT];
    int near = -1, n_near = 0;
    for (int i = 0; i < n; i++) {
        spk_move_text(t->box, moves[i], text);
        if (cli_same_words(line, text))
            return i;
        if (nearly_same_words(line, text))
            near = i, n_near++;
    }
    return n_near == 1 ? near : -1;
}

bool cli_typed_move(const cli_table *t, spk_seat seat, const char *line, spk_move *move)
{
    static spk_move moves[SPK_MAX_MOVES];
    int n = spk_match_moves(t->match, seat, moves), place;
    if (!spk_str_int(line, 1, n, &place))
        place = place_of(t, line, moves, n) + 1;
    if (place > 0)
        *move = moves[place - 1];
    return place > 0;
}

/* -- For the game's own reader ----------------------------------------------------------------- */

/* Words with a digit in capitals (cards, squares), the others small. */
static void to_usual_case(char *word)
{
    bool capitals = word[strcspn(word, "0123456789")];
    for (; *word; word++)
        *word = (char)(capitals ? toupper((unsigned char)*word) : tolower((unsigned char)*word));
}

/* Single blanks between the words but, on demand, '_' between the first two. */
static void tidy(const char *line, bool usual_case, bool joined, char *out, size_t cap)
{
    spk_buf to = {.bytes = out, .cap = cap, .fixed = true};
    spk_words w = spk_words_of(line);
    char word[SPK_MOVE_TEXT];
    out[0] = '\0';
    for (int i = 0; spk_words_next(&w, word, sizeof word); i++) {
        for (char *dash = i == 0 && joined ? strchr(word, '-') : NULL; dash;
             dash = strchr(dash, '-'))
            *dash = '_';
        if (usual_case)
            to_usual_case(word);
        spk_buf_puts(&to, i == 0 ? "" : i == 1 && joined && !strchr(out, '_') ? "_" : " ");
        spk_buf_puts(&to, word);
    }
}

const char *cli_typed_spelling(const cli_table *t, const char *line, char *out, size_t cap)
{
    spk_move move;
    for (int way = 0; way < 4; way++) {
        tidy(line, way % 2 == 0, way / 2, out, cap);
        if (t->box->game->parse_move(t->box, out, &move, NULL) == SPK_OK)
            return out;
    }
    tidy(line, false, false, out, cap);
    return out;
}
