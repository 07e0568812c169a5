/* letter.c: see letter.h. Everything that is not ASCII is wrapped in base64, so no server on the way has to be able to do more
 * than in 1982. */
#include "hosts/alert/letter.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    LINE = 57,   /* bytes that make 76 characters of base64, the most a line should have */
    IN_WORD = 45 /* the same for a header, with what stands around it */
};

static void spell(const char *bytes, size_t n, spk_buf *out)
{
    char text[sodium_base64_ENCODED_LEN(LINE, sodium_base64_VARIANT_ORIGINAL)];
    spk_buf_puts(out, sodium_bin2base64(text, sizeof text, (const unsigned char *)bytes, n,
                                        sodium_base64_VARIANT_ORIGINAL));
}

/* No piece ends inside a character (RFC 2047, 5). */
static size_t whole_characters(const char *text, size_t most)
{
    size_t n = strnlen(text, most + 1);
    if (n <= most)
        return n;
    for (n = most; n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80;)
        n--;
    return n;
}

static void print_subject(const char *subject, spk_buf *out)
{
    spk_buf_puts(out, "Subject:");
    for (size_t n; *subject; subject += n) {
        n = whole_characters(subject, IN_WORD);
        spk_buf_puts(out, " =?UTF-8?B?");
        spell(subject, n, out);
        spk_buf_puts(out, subject[n] ? "?=\r\n" : "?=");
    }
    spk_buf_puts(out, "\r\n");
}

/* In English whatever the locale: that is what the RFC says. */
static void print_date(int64_t at, spk_buf *out)
{
    static const char days[] = "SunMonTueWedThuFriSat",
                      months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t seconds = (time_t)(at / 1000);
    struct tm t;
    gmtime_r(&seconds, &t);
    spk_buf_printf(out, "Date: %.3s, %02d %.3s %d %02d:%02d:%02d +0000\r\n", days + 3 * t.tm_wday,
                   t.tm_mday, months + 3 * t.tm_mon, t.tm_year + 1900, t.tm_hour, t.tm_min,
                   t.tm_sec);
}

static void print_text(const char *text, spk_buf *out)
{
    spk_buf lines = {0};
    for (; *text; text++)
        spk_buf_puts(&lines, *text == '\n' ? "\r\n" : (char[]){*text, '\0'});
    for (size_t at = 0; at < lines.n; at += LINE) {
        spell(lines.bytes + at, lines.n - at < LINE ? lines.n - at : LINE, out);
        spk_buf_puts(out, "\r\n");
    }
    spk_buf_release(&lines);
}

void letter_print(const letter *l, spk_buf *out)
{
    const char *host = strchr(l->from, '@');
    print_date(l->at, out);
    spk_buf_printf(out, "From: Speakeasy <%s>\r\nTo: <%s>\r\n", l->from, l->to);
    print_subject(l->subject, out);
    spk_buf_printf(out, "Message-ID: <%s%s>\r\n", l->id, host ? host : "@localhost");
    spk_buf_puts(out, "Auto-Submitted: auto-generated\r\n");
    if (l->stop)
        spk_buf_printf(
            out, "List-Unsubscribe: <%s>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
            l->stop);
    spk_buf_puts(out, "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
                      "Content-Transfer-Encoding: base64\r\n\r\n");
    print_text(l->text, out);
}
