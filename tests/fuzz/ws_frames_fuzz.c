/* ws_frames_fuzz.c: any bytes as what a guest sends after a WebSocket handshake. However they are cut into
 * portions, the same frames come back (but for pongs, of which the newest is enough), all of them
 * well made, and after a close frame nothing. */
#include "server_net.h"

static const char hello[] =
    "GET /open HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: speakeasy.1\r\n\r\n";

/* The frames in it, without the reply to the handshake and without pongs. */
static void collect(const spk_buf *said, spk_buf *out)
{
    const char *after = strstr(spk_buf_text(said), "\r\n\r\n");
    bool closed = false;
    SPK_BUG_IF(!after || strncmp(said->bytes, "HTTP/1.1 101 ", 13) != 0);
    const uint8_t *at = (const uint8_t *)after + 4, *end = (const uint8_t *)said->bytes + said->n;
    while (at < end) {
        SPK_BUG_IF(closed || end - at < 2 || (at[1] & 0x80) || (at[0] & 0xf0) != 0x80);
        size_t head = at[1] == 127 ? 10 : at[1] == 126 ? 4 : 2, n = at[1];
        SPK_BUG_IF((size_t)(end - at) < head);
        if (head == 4)
            n = (size_t)at[2] << 8 | at[3];
        SPK_BUG_IF(head == 10 || (size_t)(end - at) < head + n);
        closed = at[0] == 0x88;
        if (at[0] != 0x8a)
            spk_buf_add(out, (const char *)at, head + n);
        at += head + n;
    }
}

static void talk(const uint8_t *bytes, size_t n, size_t portion, spk_buf *out)
{
    fuzz_house *house = fuzz_house_open();
    spk_buf said = {0};
    srv_conn *c = fuzz_guest_new(house, &said);
    fuzz_guest_say(house, c, (const uint8_t *)hello, sizeof hello - 1, sizeof hello);
    srv_conn_tend_all(house->net);
    fuzz_guest_say(house, c, bytes, n, portion);
    fuzz_guest_free(house, c);
    collect(&said, out);
    spk_buf_release(&said);
}

/* A fuzzer has no luck with masks: odd inputs are read as frames without one, and masked here with
 * zeros, which changes nothing but the bit. */
static void mask_frames(const uint8_t *bytes, size_t n, spk_buf *out)
{
    for (size_t at = 0; at + 2 <= n;) {
        size_t len = bytes[at + 1] & 0x7f, head = 2;
        char first[4] = {(char)bytes[at], (char)(bytes[at + 1] | 0x80)};
        if (len == 126 && at + 4 <= n) {
            len = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
            memcpy(first + 2, bytes + at + 2, 2);
            head = 4;
        }
        spk_buf_add(out, first, head);
        spk_buf_add(out, "\0\0\0\0", 4);
        len = len < n - at - head ? len : n - at - head;
        spk_buf_add(out, (const char *)bytes + at + head, len);
        at += head + len;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    spk_buf whole = {0}, parts = {0}, masked = {0};
    size_t portion = n ? bytes[n - 1] % 13 + 1 : 1;
    if (n % 2) {
        mask_frames(bytes, n, &masked);
        bytes = (const uint8_t *)spk_buf_text(&masked);
        n = masked.n;
    }
    talk(bytes, n, n ? n : 1, &whole);
    talk(bytes, n, portion, &parts);
    SPK_BUG_IF(whole.n != parts.n || (whole.n && memcmp(whole.bytes, parts.bytes, whole.n) != 0));
    spk_buf_release(&whole);
    spk_buf_release(&parts);
    spk_buf_release(&masked);
    return 0;
}
