/* url.c: paths and queries from outside, decoded once and for all. What could mean two things is refused
 * rather than guessed: nobody behind this file sees "..", a coded slash, NUL or bytes that are no
 * UTF-8. Knows no request (request.c). */
#include <string.h>

#include "hosts/server/net/inside.h"

/* -- UTF-8 ------------------------------------------------------------------------------------- */

/* How many bytes follow a first byte, and the range of the first of them: no overlong forms, no
 * surrogates, nothing beyond U+10FFFF (RFC 3629, section 4). */
static int following(uint8_t first, uint8_t *lo, uint8_t *hi)
{
    *lo = 0x80, *hi = 0xbf;
    if (first >= 0xc2 && first <= 0xdf)
        return 1;
    if (first >= 0xe0 && first <= 0xef) {
        if (first == 0xe0)
            *lo = 0xa0;
        if (first == 0xed)
            *hi = 0x9f;
        return 2;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        if (first == 0xf0)
            *lo = 0x90;
        if (first == 0xf4)
            *hi = 0x8f;
        return 3;
    }
    return -1;
}

/* Plain ASCII, which most of what is said here is, goes eight bytes a step. */
static size_t skip_ascii(const uint8_t *bytes, size_t n)
{
    size_t at = 0;
    for (uint64_t word; at + 8 <= n; at += 8) {
        memcpy(&word, bytes + at, 8);
        if (word & 0x8080808080808080u)
            break;
    }
    while (at < n && bytes[at] < 0x80)
        at++;
    return at;
}

bool srv_utf8_is_valid(const uint8_t *bytes, size_t n)
{
    for (size_t at = skip_ascii(bytes, n); at < n; at += skip_ascii(bytes + at, n - at)) {
        uint8_t lo, hi;
        int more = following(bytes[at++], &lo, &hi);
        if (more < 0 || (size_t)more > n - at)
            return false;
        for (; more > 0; more--, at++, lo = 0x80, hi = 0xbf) {
            if (bytes[at] < lo || bytes[at] > hi)
                return false;
        }
    }
    return true;
}

/* -- Decoding ---------------------------------------------------------------------------------- */

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* One character, coded or not; false at a bad code, a control character or NUL. */
static bool take(const char **at, const char *end, char *c, bool *coded)
{
    *coded = **at == '%';
    if (!*coded) {
        *c = *(*at)++;
    } else {
        int high = end - *at >= 3 ? hex((*at)[1]) : -1;
        int low = high >= 0 ? hex((*at)[2]) : -1;
        *c = '\0';
        if (low < 0)
            return false;
        *c = (char)(high << 4 | low);
        *at += 3;
    }
    return (unsigned char)*c >= 0x20 && *c != 0x7f;
}

/* The segment that ends at 'end': "" and "." vanish, ".." is refused. Returns the new end. */
static char *close_segment(char *start, char *end)
{
    size_t n = (size_t)(end - start);
    if (n == 1 && start[0] == '.')
        return start;
    if (n == 2 && start[0] == '.' && start[1] == '.')
        return NULL;
    return end;
}

bool srv_path_decode(const char *raw, size_t n, char *room)
{
    const char *at = raw, *end = raw + n;
    char *out = room, *segment;
    if (n == 0 || *at != '/')
        return false;
    *out++ = '/';
    segment = out;
    while (at < end) {
        char c;
        bool coded;
        if (!take(&at, end, &c, &coded) || c == '\\' || (c == '/' && coded))
            return false;
        if (c != '/') {
            *out++ = c;
            continue;
        }
        out = close_segment(segment, out);
        if (!out)
            return false;
        if (out > segment)
            *out++ = '/';
        segment = out;
    }
    out = close_segment(segment, out);
    if (!out)
        return false;
    *out = '\0';
    return srv_utf8_is_valid((const uint8_t *)room, (size_t)(out - room));
}

/* One name or value up to a separator, into *out, terminated. */
static bool decode_word(const char **at, const char *end, char stop, char **out)
{
    char *start = *out;
    while (*at < end && **at != '&' && **at != stop) {
        char c;
        bool coded;
        if (**at == '+') {
            c = ' ';
            (*at)++;
        } else if (!take(at, end, &c, &coded) && c != '\t' && c != '\n' && c != '\r') {
            return false;
        }
        *(*out)++ = c;
    }
    bool good = srv_utf8_is_valid((const uint8_t *)start, (size_t)(*out - start));
    *(*out)++ = '\0';
    return good;
}

int srv_query_decode(const char *raw, size_t n, char *room, srv_pair *pairs, int cap)
{
    const char *at = raw, *end = raw + n;
    int n_pairs = 0;
    while (at < end) {
        if (*at == '&') {
            at++;
            continue;
        }
        if (n_pairs == cap)
            return -1;
        srv_pair *pair = &pairs[n_pairs++];
        pair->name = room;
        if (!decode_word(&at, end, '=', &room))
            return -1;
        pair->value = "";
        if (at < end && *at == '=') {
            at++;
            pair->value = room;
            if (!decode_word(&at, end, '&', &room))
                return -1;
        }
    }
    return n_pairs;
}
