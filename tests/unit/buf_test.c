/* buf_test.c: texts that grow, and texts that live in the caller's array. */
#include "test.h"

#include "base/buf.h"

TEST(an_empty_text_is_a_text)
{
    spk_buf buf = {0};
    CHECK_STR(spk_buf_text(&buf), "");
    spk_buf_add(&buf, "", 0);
    spk_buf_puts(&buf, "");
    CHECK_STR(spk_buf_text(&buf), "");
    spk_buf_clear(&buf);
    spk_buf_release(&buf);
    spk_buf_release(&buf); /* {0} again */
    CHECK(buf.bytes == NULL && buf.n == 0 && buf.cap == 0);
}

TEST(a_text_grows_and_is_always_terminated)
{
    spk_buf buf = {0};
    for (int i = 0; i < 5000; i++) {
        spk_buf_putc(&buf, (char)('a' + i % 26));
        CHECK_INT(buf.n, i + 1);
        CHECK(buf.n < buf.cap && buf.bytes[buf.n] == '\0');
    }
    CHECK(!buf.overflow);
    for (int i = 0; i < 5000; i++)
        CHECK(buf.bytes[i] == 'a' + i % 26);
    spk_buf_release(&buf);
}

TEST(pieces_of_every_kind)
{
    spk_buf buf = {0};
    spk_buf_puts(&buf, "one ");
    spk_buf_add(&buf, "twofold", 3);
    spk_buf_putc(&buf, ' ');
    spk_buf_printf(&buf, "%d%s", 3, "!");
    CHECK_STR(spk_buf_text(&buf), "one two 3!");
    spk_buf_release(&buf);
}

TEST(bytes_may_hold_a_zero)
{
    spk_buf buf = {0};
    spk_buf_add(&buf, "a\0b", 3);
    CHECK_INT(buf.n, 3);
    CHECK(memcmp(buf.bytes, "a\0b", 4) == 0);
    spk_buf_release(&buf);
}

TEST(printf_takes_lines_of_any_length)
{
    char long_text[3000];
    memset(long_text, 'x', sizeof long_text);
    for (size_t n = 505; n < 520; n++) { /* around the size up to which no memory is asked for */
        spk_buf buf = {0};
        spk_buf_printf(&buf, "%.*s", (int)n, long_text);
        CHECK_INT(buf.n, n);
        CHECK_INT(strlen(spk_buf_text(&buf)), n);
        spk_buf_release(&buf);
    }
    spk_buf buf = {0};
    spk_buf_printf(&buf, "<%.3000s>", long_text);
    CHECK_INT(buf.n, 3002);
    CHECK(buf.bytes[0] == '<' && buf.bytes[3001] == '>');
    spk_buf_release(&buf);
}

TEST(clear_keeps_the_room)
{
    spk_buf buf = {0};
    spk_buf_puts(&buf, "something");
    char *room = buf.bytes;
    spk_buf_clear(&buf);
    CHECK_STR(spk_buf_text(&buf), "");
    CHECK_INT(buf.n, 0);
    spk_buf_puts(&buf, "else");
    CHECK_STR(spk_buf_text(&buf), "else");
    CHECK(buf.bytes == room);
    spk_buf_release(&buf);
}

TEST(a_fixed_text_is_cut_and_says_so)
{
    char room[8] = "zzzzzzz";
    spk_buf buf = SPK_BUF_OVER(room);
    CHECK_STR(spk_buf_text(&buf), "");
    spk_buf_puts(&buf, "1234567");
    CHECK(!buf.overflow); /* seven and the terminator: exactly full */
    spk_buf_putc(&buf, '8');
    CHECK(buf.overflow);
    CHECK_STR(spk_buf_text(&buf), "1234567");
    spk_buf_puts(&buf, "more");
    CHECK_STR(room, "1234567");
    CHECK(buf.bytes == room);
    spk_buf_clear(&buf);
    CHECK(!buf.overflow);
    CHECK_STR(room, "");
    spk_buf_puts(&buf, "123");
    spk_buf_printf(&buf, "%s", "456789");
    CHECK(buf.overflow);
    CHECK_STR(room, "1234567");
    spk_buf_release(&buf); /* frees nothing that is not its own */
    CHECK_STR(room, "1234567");
}

TEST(the_smallest_rooms)
{
    char one[1] = {'z'};
    spk_buf buf = SPK_BUF_OVER(one);
    spk_buf_putc(&buf, 'a');
    CHECK(buf.overflow && one[0] == '\0');
    spk_buf none = {.fixed = true};
    spk_buf_puts(&none, "a");
    CHECK(none.overflow);
    CHECK_STR(spk_buf_text(&none), "");
}

TEST_MAIN()
