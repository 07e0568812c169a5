/* str_test.c: words, numbers and clean text. */
#include "test.h"

#include "base/str.h"

static void check_words(const char *text, const char *want)
{
    spk_words w = spk_words_of(text);
    char word[32], got[200] = "";
    while (spk_words_next(&w, word, sizeof word)) {
        strcat(got, word);
        strcat(got, "|");
    }
    CHECK_STR(got, want);
    CHECK(spk_words_end(&w));
    CHECK(!spk_words_next(&w, word, sizeof word)); /* the end stays the end */
}

TEST(words_are_cut_at_blanks)
{
    check_words("recruit F3 exhaust F2", "recruit|F3|exhaust|F2|");
    check_words("  a \t b\t", "a|b|");
    check_words("one", "one|");
    check_words("", "");
    check_words(" \t ", "");
    check_words("a\nb", "a\nb|"); /* a line end is no blank */
}

TEST(nothing_but_blanks_left)
{
    char word[8];
    spk_words w = spk_words_of("a  ");
    CHECK(!spk_words_end(&w));
    CHECK(spk_words_next(&w, word, sizeof word));
    CHECK(spk_words_end(&w));
}

TEST(a_long_word_is_cut_to_the_room_and_eaten_whole)
{
    char word[5];
    spk_words w = spk_words_of("abcdefgh ij");
    CHECK(spk_words_next(&w, word, sizeof word));
    CHECK_STR(word, "abcd");
    CHECK(spk_words_next(&w, word, sizeof word));
    CHECK_STR(word, "ij");
}

TEST(equal_texts)
{
    CHECK(spk_str_eq("", ""));
    CHECK(spk_str_eq("abc", "abc"));
    CHECK(!spk_str_eq("abc", "abd"));
    CHECK(!spk_str_eq("abc", "ab"));
    CHECK(!spk_str_eq("abc", "ABC"));
}

static void check_no_int(const char *word, int lo, int hi)
{
    int value = 4711;
    if (spk_str_int(word, lo, hi, &value))
        fail_msg("'%s' was read as %d", word, value);
    CHECK_INT(value, 4711); /* untouched */
}

static void check_int(const char *word, int want)
{
    int value = 4711;
    CHECK(spk_str_int(word, -999999999, 999999999, &value));
    CHECK_INT(value, want);
}

TEST(numbers_have_one_spelling)
{
    static const char *const bad[] = {"",    "-",   "+1",  " 1",  "1 ",  "01",   "00",
                                      "-0",  "-01", "1.0", "0x1", "1e3", "--1",  "1-",
                                      "abc", "1a",  "1\n", "1,0", "\t1", "\xb2", "9999999999999"};
    check_int("0", 0);
    check_int("7", 7);
    check_int("-7", -7);
    check_int("10", 10);
    check_int("999999999", 999999999);
    check_int("-999999999", -999999999);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_no_int(bad[i], -2147483647 - 1, 2147483647);
}

TEST(numbers_have_a_range)
{
    int value;
    CHECK(spk_str_int("3", 3, 5, &value) && value == 3);
    CHECK(spk_str_int("5", 3, 5, &value) && value == 5);
    check_no_int("2", 3, 5);
    check_no_int("6", 3, 5);
    check_no_int("-4", -3, 5);
    check_no_int("4294967299", 3, 5); /* 3, if it went round */
    check_no_int("18446744073709551619", 3, 5);
}

TEST(a_word_is_found_in_a_list)
{
    static const char *const names[] = {"red", "green", "blue"};
    CHECK_INT(spk_str_find("red", names, 3), 0);
    CHECK_INT(spk_str_find("blue", names, 3), 2);
    CHECK_INT(spk_str_find("blue", names, 2), -1);
    CHECK_INT(spk_str_find("Red", names, 3), -1);
    CHECK_INT(spk_str_find("", names, 3), -1);
    CHECK_INT(spk_str_find("red", names, 0), -1);
}

static void check_clean(const char *bytes, size_t n)
{
    size_t bad = 4711;
    if (!spk_str_is_clean(bytes, n, &bad))
        fail_msg("byte %zu of '%s' was refused", bad, bytes);
}

static void check_dirty(const char *bytes, size_t n, size_t want)
{
    size_t bad = 4711;
    if (spk_str_is_clean(bytes, n, &bad))
        fail_msg("'%s' was taken", bytes);
    CHECK_INT(bad, want);
}
#define CLEAN(text)       check_clean(text, sizeof(text) - 1)
#define DIRTY(text, want) check_dirty(text, sizeof(text) - 1, want)

TEST(clean_text)
{
    CLEAN("");
    CLEAN("plain ~ text\twith tab\r\n");
    CLEAN("\xc2\xa0 \xc3\xa4 \xdf\xbf");                         /* U+00A0 U+00E4 U+07FF */
    CLEAN("\xe0\xa0\x80 \xe2\x82\xac \xef\xbf\xbf");             /* U+0800 U+20AC U+FFFF */
    CLEAN("\xed\x9f\xbf \xee\x80\x80");                          /* either side of the surrogates */
    CLEAN("\xf0\x90\x80\x80 \xf0\x9f\x8e\xb2 \xf4\x8f\xbf\xbf"); /* U+10000, a die, U+10FFFF */
}

TEST(control_characters_are_not_clean)
{
    DIRTY("ab\0cd", 2);
    DIRTY("ab\x7f", 2);
    DIRTY("ab\xc2\x80", 2); /* U+0080 ... */
    DIRTY("ab\xc2\x9f", 2); /* ... to U+009F */
    for (char c = 1; c < 0x20; c++) {
        char text[3] = {'a', c, 'b'};
        if (c != '\n' && c != '\t' && c != '\r')
            check_dirty(text, 3, 1);
    }
}

TEST(broken_utf8_is_not_clean)
{
    DIRTY("a\x80", 1);             /* a tail alone */
    DIRTY("a\xc3", 1);             /* cut */
    DIRTY("a\xc3 ", 1);            /* no tail */
    DIRTY("a\xe2\x82", 1);         /* cut */
    DIRTY("a\xe2\x82 ", 1);        /* second tail missing */
    DIRTY("a\xf0\x9f\x8e", 1);     /* cut */
    DIRTY("a\xc0\x80", 1);         /* overlong */
    DIRTY("a\xc1\xbf", 1);         /* overlong */
    DIRTY("a\xe0\x9f\xbf", 1);     /* overlong */
    DIRTY("a\xf0\x8f\xbf\xbf", 1); /* overlong */
    DIRTY("a\xed\xa0\x80", 1);     /* a surrogate */
    DIRTY("a\xf4\x90\x80\x80", 1); /* above U+10FFFF */
    DIRTY("a\xf5\x80\x80\x80", 1);
    DIRTY("\xc3\xa4\xff", 2); /* the first bad byte after a good character */
}

TEST_MAIN()
