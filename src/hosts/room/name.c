/* name.c: what people call themselves. Names are the only words of strangers that a room keeps. */
#include <string.h>

#include "base/str.h"
#include "hosts/room/room.h"

/* Characters that are not seen, or that change how all that follows is read. By their UTF-8. */
static const struct {
    const char *first, *last;
} unseen[] = {
    {"\xc2\x80", "\xc2\xa0"}, /* U+0080 to U+00A0: controls, the blank that does not break */
    {"\xc2\xad", "\xc2\xad"}, /* U+00AD: a hyphen that may be */
    {"\xd8\x9c", "\xd8\x9c"}, /* U+061C: direction */
    {"\xe1\x85\x9f", "\xe1\x85\xa0"}, /* U+115F, U+1160: letters without a shape */
    {"\xe2\x80\x80", "\xe2\x80\x8c"}, /* U+2000 to U+200C: blanks of any width, none among them */
    {"\xe2\x80\x8e", "\xe2\x80\x8f"}, /* U+200E, U+200F: direction */
    {"\xe2\x80\xa8", "\xe2\x80\xaf"}, /* U+2028 to U+202F: line ends, direction */
    {"\xe2\x81\x9f", "\xe2\x81\xaf"}, /* U+205F to U+206F: blanks, direction, nothing */
    {"\xe3\x80\x80", "\xe3\x80\x80"}, /* U+3000: a wide blank */
    {"\xe3\x85\xa4", "\xe3\x85\xa4"}, /* U+3164: a letter without a shape */
    {"\xef\xbb\xbf", "\xef\xbb\xbf"}, /* U+FEFF: the mark of a byte order */
};

/* Whether one of them stands at p, in text that is UTF-8. Two characters of as many bytes compare as
 * their bytes do. */
static bool is_unseen(const char *p)
{
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
        size_t n = strlen(unseen[i].first);
        if (strncmp(p, unseen[i].first, n) >= 0 && strncmp(p, unseen[i].last, n) <= 0)
            return true;
    }
    return false;
}

static bool has_unseen(const char *text)
{
    for (; *text; text++)
        if (is_unseen(text))
            return true;
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
        return spk_malformed(why, 0, "A name has 1 to %d bytes.", ROOM_NAME - 1);
    memcpy(copy, bytes, n);
    copy[n] = '\0';
    if (!spk_str_is_clean(copy, n, &bad) || strpbrk(copy, "\t\r\n") || has_unseen(copy))
        return spk_malformed(why, 0, "A name is made of letters and signs that can be seen.");
    memcpy(name, copy, n + 1);
    return SPK_OK;
}
