/* message_test.c: the two readers of a guest's message agree (table/message.c): what the quick one accepts, the
 * strict one reads the same way; and what clients send, the quick one does accept. */
#include "test.h"

#include <string.h>

#include "hosts/server/table/guest.h"

static bool read_plain(const char *text, size_t n, char into[SRV_PLAIN_TEXT], srv_message *said)
{
    *said = (srv_message){.actor.seat = 3};
    return srv_message_plain(text, n, into, said);
}

/* Whether the quick reader takes it. If so, the other one finds the same in it. */
static bool agree(const char *text, size_t n)
{
    char into[SRV_PLAIN_TEXT];
    srv_message quick, strict = {.actor.seat = 3};
    spk_why why = {0};
    if (!read_plain(text, n, into, &quick))
        return false;
    json_t *o = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(o) || !srv_message_read(o, &strict, &why))
        fail_msg("%.*s: %s", (int)n, text, o ? why.text : "no JSON");
    CHECK_INT(quick.word, strict.word);
    CHECK_INT(quick.n, strict.n);
    CHECK_INT(quick.to, strict.to);
    CHECK_INT(quick.actor.seat, 3);
    CHECK_STR(quick.actor.ref, strict.actor.ref);
    CHECK_INT(!quick.text, !strict.text);
    CHECK_STR(quick.text ? quick.text : "", strict.text ? strict.text : "");
    json_decref(o);
    return true;
}

static bool is_plain(const char *text) { return agree(text, strlen(text)); }

TEST(what_clients_send_is_plain)
{
    CHECK(is_plain("{\"t\":\"move\",\"ref\":\"a7\",\"n\":41,\"text\":\"recruit F0\"}"));
    CHECK(is_plain("{\"t\": \"move\", \"ref\": \"a7\", \"n\": 0, \"text\": \"pass\"}"));
    CHECK(is_plain("{\"n\":999999999,\"text\":\"\",\"ref\":\"Z\",\"t\":\"move\"}"));
    CHECK(is_plain("{\"t\":\"undo\",\"ref\":\"9\",\"n\":3}"));
    CHECK(is_plain("{\"t\":\"rematch\",\"ref\":\"0123456789abcdefghijABCDEFGHIJxyzxyzxyzx\"}"));
    CHECK(is_plain("{\"t\":\"chat\",\"ref\":\"b\",\"text\":\"That's $3, isn't it? {no}\"}"));
    CHECK(is_plain("{\"t\":\"since\",\"n\":12}"));
    CHECK(is_plain("{\"t\":\"ping\"}"));
}

TEST(whatever_is_unusual_goes_the_long_way)
{
    static const char *const unusual[] = {
        "",
        "{}",
        "{",
        "[]",
        "{\"t\":\"ping\"",
        "{\"t\":\"ping\"} ",
        "{\"t\":\"ping\",}",
        "{\"t\":\"ping\"}}",
        "{\"t\":\"dance\"}",
        "{\"t\":\"ping\",\"t\":\"ping\"}",
        "{\"t\":\"ping\",\"ref\":\"a\"}",
        "{\"t\":\"undo\",\"ref\":\"a\",\"n\":3,\"to\":2}",
        "{\"t\":\"undo\",\"ref\":\"a\",\"n\":3,\"n\":3}",
        "{\"t\":\"undo\",\"ref\":\"a\",\"n\":03}",
        "{\"t\":\"undo\",\"ref\":\"a\",\"n\":-3}",
        "{\"t\":\"undo\",\"ref\":\"a\",\"n\":3.0}",
        "{\"t\":\"undo\",\"ref\":\"a\",\"n\":1000000000}",
        "{\"t\":\"undo\",\"ref\":\"a\",\"n\":}",
        "{\"t\":\"undo\",\"ref\":\"a-b\",\"n\":3}",
        "{\"t\":\"undo\",\"ref\":\"\",\"n\":3}",
        "{\"t\":\"undo\",\"n\":3}",
        "{\"t\":\"hint\",\"ref\":\"01234567890123456789012345678901234567890\"}",
        "{\"t\":\"chat\",\"ref\":\"b\",\"text\":\"caf\xc3\xa9\"}",
        "{\"t\":\"chat\",\"ref\":\"b\",\"text\":\"a\\\"b\"}",
        "{\"t\":\"chat\",\"ref\":\"b\",\"text\":\"a\tb\"}",
        "{\"t\":\"chat\",\"ref\":\"b\",\"text\":\"a\x7f\"}",
        "{\"t\":\"chat\",\"ref\":\"b\",\"text\":null}",
        "{\"t\":\"chat\",\"ref\":\"b\"}",
    };
    for (size_t i = 0; i < sizeof unusual / sizeof *unusual; i++)
        if (is_plain(unusual[i]))
            fail_msg("%s is plain", unusual[i]);
}

TEST(a_text_that_is_too_long_for_the_quick_way_is_not_cut)
{
    char text[300];
    for (int n = SRV_PLAIN_TEXT - 3; n < SRV_PLAIN_TEXT + 3; n++) {
        snprintf(text, sizeof text, "{\"t\":\"chat\",\"ref\":\"b\",\"text\":\"%0*d\"}", n, 7);
        CHECK_INT(is_plain(text), n < SRV_PLAIN_TEXT);
    }
}

/* Every message with one byte replaced, left out or doubled, and every beginning of it. */
TEST(one_byte_more_or_less_is_read_alike)
{
    static const char message[] = "{\"t\":\"move\",\"ref\":\"a7\",\"n\":40,\"text\":\"draw 1\"}";
    static const char bytes[] = "\"\\{}[],: \t\n0197-+.eEatmn\x01\x7f\xc3\xff";
    const size_t n = sizeof message - 1;
    char text[sizeof message + 1];
    int n_plain = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t b = 0; b < sizeof bytes; b++) { /* the zero at its end too */
            memcpy(text, message, n);
            text[i] = bytes[b];
            n_plain += agree(text, n);
        }
        memcpy(text, message, i);
        memcpy(text + i, message + i + 1, n - i);
        n_plain += agree(text, n - 1);
        memcpy(text + i + 1, message + i, n - i);
        text[i] = message[i];
        n_plain += agree(text, n + 1);
        CHECK(!agree(message, i));
    }
    CHECK(n_plain > 100);
}

TEST_MAIN()
