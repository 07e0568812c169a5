/* http_request_fuzz.c: any bytes as what a guest sends to the server's port. However they are cut into
 * portions, the same answers come out up to the first refusal (which of several faults is named may
 * depend on the cut; that there is one may not), and nothing is left behind. */
#include "server_net.h"

static void visit(const uint8_t *bytes, size_t n, size_t portion, spk_buf *out)
{
    fuzz_house *house = fuzz_house_open();
    srv_conn *c = fuzz_guest_new(house, out);
    fuzz_guest_say(house, c, bytes, n, portion);
    fuzz_guest_free(house, c);
    SPK_BUG_IF(out->n > 0 && strncmp(out->bytes, "HTTP/1.1 ", 9) != 0);
}

/* The first reply with a status from 400, which is the last one; or the end. */
static size_t before_refusal(const spk_buf *said)
{
    const char *text = spk_buf_text(said);
    for (const char *at = text; (at = strstr(at, "HTTP/1.1 ")) != NULL; at++) {
        if (at[9] == '4' || at[9] == '5')
            return (size_t)(at - text);
    }
    return said->n;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    spk_buf whole = {0}, parts = {0};
    visit(bytes, n, n ? n : 1, &whole);
    visit(bytes, n, n ? bytes[n - 1] % 13 + 1 : 1, &parts);
    size_t n_whole = before_refusal(&whole), n_parts = before_refusal(&parts);
    SPK_BUG_IF(n_whole != n_parts || (n_whole == whole.n) != (n_parts == parts.n));
    SPK_BUG_IF(n_whole && memcmp(whole.bytes, parts.bytes, n_whole) != 0);
    spk_buf_release(&whole);
    spk_buf_release(&parts);
    return 0;
}
