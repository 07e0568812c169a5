/* look.c: what a name looks like (srv_name_look). Nothing of it is kept, so the table may grow. */
#include <string.h>

#include "hosts/server/store/store.h"

enum {
    ACCENT = 1,
    ACCENTED = 10
}; /* any accent is as good as another: few people see which it is */

/* Letters that are drawn as Latin ones, or nearly. Capitals and small letters each by their own shape: the Greek H is an
 * eta, but a small eta looks like an n. Left the letters, right what they look like, one for one. */
static const struct {
    const char *letters, *look;
} alike[] = {
    /* Latin with an accent: the first ACCENTED rows */
    {"ÀÁÂÃÄÅàáâãäåĀāĂăĄą", "aaaaaaaaaaaaaaaaaa"},
    {"ÇçĆćĈĉĊċČčĎďĐđ", "ccccccccccdddd"},
    {"ÈÉÊËèéêëĒēĔĕĖėĘęĚě", "eeeeeeeeeeeeeeeeee"},
    {"ĜĝĞğĠġĢģĤĥĦħ", "gggggggghhhh"},
    {"ÌÍÎÏìíîïĨĩĪīĬĭĮįĴĵĶķ", "iiiiiiiiiiiiiiiijjkk"},
    {"ĹĺĻļĽľĿŀŁłÑñŃńŅņŇň", "llllllllllnnnnnnnn"},
    {"ÒÓÔÕÖØòóôõöøŌōŎŏŐő", "oooooooooooooooooo"},
    {"ŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŦŧ", "rrrrrrsssssssstttttt"},
    {"ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲų", "uuuuuuuuuuuuuuuuuuuu"},
    {"ŴŵÝýÿŶŷŸŹźŻżŽž", "wwyyyyyyzzzzzz"},
    /* ... and two that are none to the eye */
    {"İı", "ii"},
    /* Cyrillic */
    {"АВЕЁКМНОРСТУХЅІЇЈ", "abeekmhopctyxsiij"},
    {"авеёкмноргстухѕіїјьпһӏԁԛԝ", "abeekmhoprctyxsiijbnhldqw"},
    /* Greek */
    {"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx"},
    {"αβγεηικνορστυχωάέήίόύώ", "abyenikvopotuxwaeniouw"},
};

/* -- Characters of UTF-8 --------------------------------------------------------------------------- */

static size_t length_at(const char *p)
{
    size_t n = 1;
    while (((unsigned char)p[n] & 0xc0) == 0x80)
        n++;
    return n;
}

static bool is_between(const char *p, size_t n, const char *first, const char *last)
{
    return n == strlen(first) && memcmp(p, first, n) >= 0 && memcmp(p, last, n) <= 0;
}

/* Accents that stand on the letter before. */
static bool is_accent(const char *p, size_t n) { return is_between(p, n, "\xcc\x80", "\xcd\xaf"); }

/* What joins or varies pictures. */
static bool is_joint(const char *p, size_t n)
{
    return is_between(p, n, "\xe2\x80\x8d", "\xe2\x80\x8d") ||
           is_between(p, n, "\xef\xb8\x80", "\xef\xb8\x8f") ||
           is_between(p, n, "\xf3\xa0\x80\x80", "\xf3\xa0\xbf\xbf");
}

/* -- Looks ---------------------------------------------------------------------------------------- */

static char ascii_look(char c)
{
    if (c == 'I' || c == '1' || c == '|')
        return 'l';
    if (c == '0')
        return 'o';
    return (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
}

/* The Latin letter that it looks like; '\0': none. And whether there is an accent on it. */
static char latin_look(const char *p, size_t n, bool *accent)
{
    if (n == 3 && is_between(p, n, "\xef\xbc\x81", "\xef\xbd\x9e")) { /* ASCII in full width */
        int c = ((unsigned char)p[1] & 0x3f) << 6 | ((unsigned char)p[2] & 0x3f);
        return ascii_look((char)(c - 0xf01 + '!'));
    }
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        const char *at = alike[i].letters;
        for (size_t k = 0; *at; k++, at += length_at(at))
            if (length_at(at) == n && memcmp(at, p, n) == 0) {
                *accent = i < ACCENTED;
                return alike[i].look[k];
            }
    }
    return '\0';
}

/* Two letters that look like one, and blanks and accents that nobody counts. */
static void join(char *look)
{
    char *to = look;
    for (const char *at = look; *at; at++) {
        if ((at[0] == 'r' && at[1] == 'n') || (at[0] == 'v' && at[1] == 'v'))
            *to++ = *at++ == 'r' ? 'm' : 'w';
        else if (at[0] != at[1] || (*at != ' ' && *at != ACCENT))
            *to++ = *at;
    }
    *to = '\0';
}

/* Of one character of n bytes, into room for as many and one more; returns how many there are. */
static size_t look_of(const char *p, size_t n, char *out)
{
    bool accent = false;
    char c = n == 1 ? ascii_look(*p) : latin_look(p, n, &accent);
    if (is_joint(p, n))
        return 0;
    if (is_accent(p, n)) {
        out[0] = ACCENT;
        return 1;
    }
    memcpy(out, p, n);
    if (!c)
        return n;
    out[0] = c;
    out[1] = ACCENT;
    return accent ? 2 : 1;
}

void srv_name_look(const char *name, char look[SRV_NAME_ROOM])
{
    size_t n = 0;
    for (const char *p = name; *p && n + length_at(p) + 1 < SRV_NAME_ROOM; p += length_at(p))
        n += look_of(p, length_at(p), look + n);
    look[n] = '\0';
    join(look);
}
