/* json_test.c: the writer of JSON. */
#include "test.h"

#include "base/json.h"

static void check_is(spk_buf *out, const char *want)
{
    CHECK_STR(spk_buf_text(out), want);
    spk_buf_release(out);
}

TEST(the_example_of_the_manual)
{
    spk_buf buf = {0};
    spk_json j = {.out = &buf};
    spk_json_open(&j, '{');
    spk_json_key(&j, "street"), spk_json_open(&j, '[');
    spk_json_str(&j, "F2"), spk_json_int(&j, 3);
    spk_json_close(&j, ']');
    spk_json_close(&j, '}');
    check_is(&buf, "{\"street\":[\"F2\",3]}");
}

TEST(empty_things)
{
    spk_buf buf = {0};
    spk_json j = {.out = &buf};
    spk_json_open(&j, '[');
    spk_json_open(&j, '['), spk_json_close(&j, ']');
    spk_json_open(&j, '{'), spk_json_close(&j, '}');
    spk_json_str(&j, "");
    spk_json_close(&j, ']');
    check_is(&buf, "[[],{},\"\"]");
}

TEST(commas_stand_between_values_and_nowhere_else)
{
    spk_buf buf = {0};
    spk_json j = {.out = &buf};
    spk_json_open(&j, '{');
    spk_json_key(&j, "a"), spk_json_open(&j, '{');
    spk_json_key(&j, "b"), spk_json_null(&j);
    spk_json_key(&j, "c"), spk_json_bool(&j, true);
    spk_json_close(&j, '}');
    spk_json_key(&j, "d"), spk_json_bool(&j, false);
    spk_json_key(&j, "e"), spk_json_open(&j, '[');
    spk_json_open(&j, '['), spk_json_int(&j, 1), spk_json_close(&j, ']');
    spk_json_open(&j, '['), spk_json_int(&j, 2), spk_json_int(&j, 3), spk_json_close(&j, ']');
    spk_json_close(&j, ']');
    spk_json_close(&j, '}');
    check_is(&buf, "{\"a\":{\"b\":null,\"c\":true},\"d\":false,\"e\":[[1],[2,3]]}");
}

TEST(numbers_of_every_size)
{
    spk_buf buf = {0};
    spk_json j = {.out = &buf};
    spk_json_open(&j, '[');
    spk_json_int(&j, 0);
    spk_json_int(&j, -5);
    spk_json_int(&j, INT64_MAX);
    spk_json_int(&j, INT64_MIN);
    spk_json_real(&j, 1.005, 2);
    spk_json_real(&j, -2.5, 0);
    spk_json_real(&j, 1234567.25, 3);
    spk_json_close(&j, ']');
    check_is(&buf, "[0,-5,9223372036854775807,-9223372036854775808,1.00,-2,1234567.250]");
}

TEST(strings_are_escaped)
{
    spk_buf buf = {0};
    spk_json j = {.out = &buf};
    spk_json_str(&j, "say \"hi\" \\ \n\t\r\x01\x1f / \x7f");
    check_is(&buf, "\"say \\\"hi\\\" \\\\ \\u000a\\u0009\\u000d\\u0001\\u001f / \x7f\"");
}

TEST(utf8_goes_through_and_keys_are_escaped_too)
{
    spk_buf buf = {0};
    spk_json j = {.out = &buf};
    spk_json_open(&j, '{');
    spk_json_key(&j, "Stra\xc3\x9f"
                     "e \"x\""),
        spk_json_str(&j, "\xf0\x9f\x8e\xb2");
    spk_json_close(&j, '}');
    check_is(&buf, "{\"Stra\xc3\x9f"
                   "e \\\"x\\\"\":\"\xf0\x9f\x8e\xb2\"}");
}

TEST(one_value_is_one_line)
{
    spk_buf buf = {0};
    spk_json j = {.out = &buf};
    spk_json_open(&j, '[');
    for (char c = 1; c < 0x20; c++) {
        char text[2] = {c, '\0'};
        spk_json_str(&j, text);
    }
    spk_json_close(&j, ']');
    for (size_t i = 0; i < buf.n; i++)
        CHECK((unsigned char)buf.bytes[i] >= 0x20);
    spk_buf_release(&buf);
}

TEST_MAIN()
