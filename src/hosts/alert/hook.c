/* hook.c: see hook.h. */
#include "hosts/alert/hook.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"

const char *const hook_style_words[HOOK_STYLES] = {"plain", "discord", "slack", "matrix"};

static void print_text(const hook_news *news, spk_buf *out)
{
    for (int i = 0; i < news->n_lines; i++)
        spk_buf_printf(out, "%s%s %s", i ? "\n" : "", news->lines[i].text, news->lines[i].link);
}

static void put_escaped(const char *text, spk_buf *out)
{
    for (; *text; text++)
        if (*text == '<' || *text == '>' || *text == '&' || *text == '"')
            spk_buf_printf(out, "&#%d;", *text);
        else
            spk_buf_putc(out, *text);
}

static void print_html(const hook_news *news, spk_buf *out)
{
    for (int i = 0; i < news->n_lines; i++) {
        spk_buf_puts(out, i ? "<br><a href=\"" : "<a href=\"");
        put_escaped(news->lines[i].link, out);
        spk_buf_puts(out, "\">");
        put_escaped(news->lines[i].text, out);
        spk_buf_puts(out, "</a>");
    }
}

static void print_tables(const hook_news *news, spk_json *j)
{
    spk_json_key(j, "at"), spk_json_int(j, news->at);
    spk_json_key(j, "tables"), spk_json_open(j, '[');
    for (int i = 0; i < news->n_lines; i++) {
        const hook_line *l = &news->lines[i];
        spk_json_open(j, '{');
        spk_json_key(j, "table"), spk_json_str(j, l->table);
        spk_json_key(j, "game"), spk_json_str(j, l->game);
        spk_json_key(j, "what"), spk_json_str(j, l->what);
        spk_json_key(j, "link"), spk_json_str(j, l->link);
        spk_json_close(j, '}');
    }
    spk_json_close(j, ']');
}

void hook_print(hook_style style, const hook_news *news, spk_buf *body)
{
    spk_buf text = {0}, html = {0};
    spk_json j = {.out = body};
    print_text(news, &text);
    spk_json_open(&j, '{');
    if (style == HOOK_PLAIN)
        spk_json_key(&j, "speakeasy"), spk_json_int(&j, 1);
    spk_json_key(&j, style == HOOK_DISCORD ? "content" : "text");
    spk_json_str(&j, spk_buf_text(&text));
    if (style == HOOK_PLAIN)
        print_tables(news, &j);
    if (style == HOOK_DISCORD) { /* a name that looks like a call of everybody calls nobody */
        spk_json_key(&j, "allowed_mentions"), spk_json_open(&j, '{');
        spk_json_key(&j, "parse"), spk_json_open(&j, '['), spk_json_close(&j, ']');
        spk_json_close(&j, '}');
    }
    if (style == HOOK_MATRIX) {
        print_html(news, &html);
        spk_json_key(&j, "html"), spk_json_str(&j, spk_buf_text(&html));
    }
    spk_json_close(&j, '}');
    spk_buf_release(&text);
    spk_buf_release(&html);
}

void hook_sign(const uint8_t secret[HOOK_SECRET], int64_t at, const spk_buf *body, spk_buf *header)
{
    crypto_auth_hmacsha256_state state;
    uint8_t mac[crypto_auth_hmacsha256_BYTES];
    char time[32], hex[2 * sizeof mac + 1];
    int n = snprintf(time, sizeof time, "%lld.", (long long)(at / 1000));
    crypto_auth_hmacsha256_init(&state, secret, HOOK_SECRET);
    crypto_auth_hmacsha256_update(&state, (const uint8_t *)time, (size_t)n);
    crypto_auth_hmacsha256_update(&state, (const uint8_t *)body->bytes, body->n);
    crypto_auth_hmacsha256_final(&state, mac);
    spk_buf_printf(header, "Speakeasy-Signature: t=%.*s,v1=%s", n - 1, time,
                   sodium_bin2hex(hex, sizeof hex, mac, sizeof mac));
}
