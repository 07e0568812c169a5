/* name.c: what people call themselves. Names are the only words of strangers that a room keeps. */
#include <string.h>

#include "base/str.h"
#include "hosts/room/room.h"

/* Characters that are not seen, or that change how all that follows is read, by their UTF-8; and whether one is a blank,
 * which a name may not have but a message may. */
static const struct {
    const char *first, *last;
    bool blank;
} unseen[] = {
    {"\xc2\x80", "\xc2\x9f", false},         /* U+0080 to U+009F: controls */
    {"\xc2\xa0", "\xc2\xa0", true},          /* U+00A0: the blank that does not break */
    {"\xc2\xad", "\xc2\xad", true},          /* U+00AD: a hyphen that may be */
    {"\xcd\x8f", "\xcd\x8f", false},         /* U+034F: joins two letters */
    {"\xd8\x9c", "\xd8\x9c", false},         /* U+061C: direction */
    {"\xe1\x85\x9f", "\xe1\x85\xa0", false}, /* U+115F, U+1160: letters without a shape */
    {"\xe1\x9a\x80", "\xe1\x9a\x80", true},  /* U+1680: a blank */
    {"\xe1\x9e\xb4", "\xe1\x9e\xb5", false}, /* U+17B4, U+17B5: vowels without a shape */
    {"\xe1\xa0\x8b", "\xe1\xa0\x8f",
     false}, /* U+180B to U+180F: variants, a blank without a width */
    {"\xe2\x80\x80", "\xe2\x80\x8a", true},  /* U+2000 to U+200A: blanks of any width */
    {"\xe2\x80\x8b", "\xe2\x80\x8c", false}, /* U+200B, U+200C: without a width */
    {"\xe2\x80\x8e", "\xe2\x80\x8f", false}, /* U+200E, U+200F: direction */
    {"\xe2\x80\xa8", "\xe2\x80\xae", false}, /* U+2028 to U+202E: line ends, direction */
    {"\xe2\x80\xaf", "\xe2\x80\xaf", true},  /* U+202F: a narrow blank */
    {"\xe2\x81\x9f", "\xe2\x81\x9f", true},  /* U+205F: a blank */
    {"\xe2\x81\xa0", "\xe2\x81\xaf", false}, /* U+2060 to U+206F: nothing, direction */
    {"\xe2\xa0\x80", "\xe2\xa0\x80", false}, /* U+2800: Braille without a dot */
    {"\xe3\x80\x80", "\xe3\x80\x80", true},  /* U+3000: a wide blank */
    {"\xe3\x85\xa4", "\xe3\x85\xa4", false}, /* U+3164: a letter without a shape */
    {"\xef\xbb\xbf", "\xef\xbb\xbf", false}, /* U+FEFF: the mark of a byte order */
    {"\xef\xbe\xa0", "\xef\xbe\xa0", false}, /* U+FFA0: a letter without a shape */
    {"\xef\xbf\xb0", "\xef\xbf\xbb", false}, /* U+FFF0 to U+FFFB: nothing, notes between lines */
    {"\xf0\x93\x90\xb0", "\xf0\x93\x90\xbf",
     false}, /* U+13430 to U+1343F: how hieroglyphs are joined */
    {"\xf0\x96\xbf\xa4", "\xf0\x96\xbf\xa4", false}, /* U+16FE4: fills a place */
    {"\xf0\x9b\xb2\xa0", "\xf0\x9b\xb2\xa3",
     false}, /* U+1BCA0 to U+1BCA3: how shorthand is joined */
    {"\xf0\x9d\x85\x99", "\xf0\x9d\x85\x99", false}, /* U+1D159: a note without a head */
    {"\xf0\x9d\x85\xb3", "\xf0\x9d\x85\xba", false}, /* U+1D173 to U+1D17A: how notes are joined */
    {"\xf3\xa0\x80\x80", "\xf3\xa0\xbf\xbf", false}, /* U+E0000 to U+E0FFF: tags */
};

/* Whether one of them stands at p, in text that is UTF-8. Two characters of as many bytes compare as
 * their bytes do. */
static bool is_unseen(const char *p, bool blanks_too)
{
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
        size_t n = strlen(unseen[i].first);
        if ((blanks_too || !unseen[i].blank) && strncmp(p, unseen[i].first, n) >= 0 &&
            strncmp(p, unseen[i].last, n) <= 0)
            return true;
    }
    return false;
}

/* What is seen only together with another character: joins and variants of pictures, accents on a letter. */
static bool is_addition(const char *p)
{
    static const char *const ranges[][2] = {
        {"\xcc\x80", "\xcd\xaf"},         /* U+0300 to U+036F */
        {"\xe2\x80\x8d", "\xe2\x80\x8d"}, /* U+200D */
        {"\xef\xb8\x80", "\xef\xb8\x8f"}, /* U+FE00 to U+FE0F */
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        size_t n = strlen(ranges[i][0]);
        if (strncmp(p, ranges[i][0], n) >= 0 && strncmp(p, ranges[i][1], n) <= 0)
            return true;
    }
    return false;
}

static bool has_unseen(const char *text, bool blanks_too)
{
    for (; *text; text++)
        if (is_unseen(text, blanks_too))
            return true;
    return false;
}

bool room_has_hidden(const char *text) { return has_unseen(text, false); }

bool room_has_visible(const char *text)
{
    for (; *text; text++) {
        bool continues = (*text & 0xc0) == 0x80, blank = (unsigned char)*text <= ' ';
        if (!continues && !blank && !is_unseen(text, true) && !is_addition(text))
            return true;
    }
    return false;
}

spk_err room_name_read(const char *bytes, size_t n, char name[ROOM_NAME], spk_why *why)
{
    size_t bad;
    char copy[ROOM_NAME];
    for (; n > 0 && bytes[0] == ' '; n--)
        bytes++;
    while (n > 0 && bytes[n - 1] == ' ')
        n--;
    if (n == 0 || n >= ROOM_NAME)
        return spk_refuse_as(why, SPK_EMALFORMED, "A name has 1 to {n} bytes.",
                             SPK_NUM("n", ROOM_NAME - 1));
    memcpy(copy, bytes, n);
    copy[n] = '\0';
    if (!spk_str_is_clean(copy, n, &bad) || strpbrk(copy, "\t\r\n") || has_unseen(copy, true) ||
        !room_has_visible(copy))
        return spk_malformed(why, 0, "A name is made of letters and signs that can be seen.");
    memcpy(name, copy, n + 1);
    return SPK_OK;
}
