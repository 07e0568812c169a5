/* player_line_test.c: whatever a program writes becomes lines that can be trusted to be text. */
#include "hosts/player/line.h"
#include "test.h"

/* The lines of some bytes, delivered in portions: "move:a b|nonsense:c|". */
static void read_in(const char *bytes, size_t n, size_t portion, char *out, size_t cap)
{
    static const char *const names[] = {"ready", "move", "say", "listen", "log", "?"};
    host_reader reader = {0};
    host_line line;
    size_t used = 0;
    out[0] = '\0';
    for (size_t from = 0; from < n; from += portion) {
        const char *at = bytes + from, *end = bytes + (from + portion < n ? from + portion : n);
        while (host_reader_take(&reader, &at, end, &line))
            used +=
                (size_t)snprintf(out + used, cap - used, "%s:%.100s|", names[line.word], line.text);
    }
}

static void check_lines(const char *bytes, size_t n, const char *want)
{
    char got[4000];
    for (size_t portion = 1; portion <= n; portion++) {
        read_in(bytes, n, portion, got, sizeof got);
        CHECK_STR(got, want);
    }
}

#define LINES(bytes, want) check_lines(bytes, sizeof bytes - 1, want)

TEST(a_line_is_a_word_and_a_text)
{
    LINES("move recruit F0\n", "move:recruit F0|");
    LINES("ready\nready board\nsay aim win\nlisten\nlog a  b\n",
          "ready:|ready:board|say:aim win|listen:|log:a  b|");
    LINES("move\n", "move:|");
    LINES("move recruit F0", "");
}

TEST(blanks_and_carriage_returns_around_it_do_not_matter)
{
    LINES("\n  \n\t\r\n move \t a b \t\r\n", "move:a b|");
    LINES("move a\r\n", "move:a|");
}

TEST(other_words_are_nonsense_as_a_whole)
{
    LINES("moves a\nMOVE a\nmov\nrecruit F0\n", "?:moves a|?:MOVE a|?:mov|?:recruit F0|");
}

TEST(what_is_no_text_is_nonsense_and_printable)
{
    LINES("move a\rb\n", "?:move a?b|");
    LINES("move \0a\n", "?:move ?a|");
    LINES("move \033[2J\n", "?:move ?[2J|");
    LINES("move \377\376\n", "?:move ??|");
    LINES("move \302\233x\n", "?:move ??x|");
    LINES("log \303\244\177\n", "?:log \303\244?|");
    LINES("log Stra\303\237e\n", "log:Stra\303\237e|");
    LINES("move \303\n", "?:move ?|");
    LINES("\303\nmove a\n", "?:?|move:a|");
}

TEST(a_line_that_is_too_long_is_nonsense_and_the_next_one_is_not)
{
    char bytes[HOST_LINE_BYTES + 200], rest[HOST_LINE_BYTES + 200];
    host_reader reader = {0};
    host_line line;
    for (int n = HOST_LINE_BYTES - 3; n < HOST_LINE_BYTES + 100; n++) {
        memset(rest, 'x', sizeof rest);
        int length = snprintf(bytes, sizeof bytes, "move %.*s\nmove a\n", n - 5, rest);
        const char *at = bytes, *end = bytes + length;
        CHECK(host_reader_take(&reader, &at, end, &line));
        CHECK_INT(line.word, n <= HOST_LINE_BYTES ? HOST_MOVE : HOST_NONSENSE);
        CHECK(strlen(line.text) <= HOST_LINE_BYTES);
        CHECK(host_reader_take(&reader, &at, end, &line));
        CHECK_INT(line.word, HOST_MOVE);
        CHECK_STR(line.text, "a");
        CHECK(!host_reader_take(&reader, &at, end, &line));
    }
}

TEST_MAIN()
