/* span_test.c: looking into JSON, also into what is cut off or none. */
#include "span.h"

#include <string.h>

#include "test.h"

static load_span of(const char *text) { return (load_span){text, strlen(text)}; }

static const char view[] =
    "{ \"t\":\"view\",\"view\":{\"n\":9,\"moves\":[\"no\"],\"s\":\"}]\\\"{\"},\"n\": 57 ,"
    "\"moves\":[\"pass\", \"say \\\"hi\\\"\",{\"a\":[1,2]},-3],\"result\":null}";

TEST(a_key_is_found_at_its_own_level)
{
    CHECK(load_span_int(load_json_key(of(view), "n"), -1) == 57);
    CHECK(load_span_is(load_json_bare(load_json_key(of(view), "t")), "view"));
    CHECK(load_span_is(load_json_key(of(view), "result"), "null"));
    CHECK(load_span_int(load_json_key(load_json_key(of(view), "view"), "n"), -1) == 9);
    CHECK(load_json_key(of(view), "absent").n == 0);
}

TEST(items_come_in_order_and_end)
{
    load_span moves = load_json_key(of(view), "moves"), item;
    CHECK(load_span_is(load_json_bare(load_json_item(moves, 1)), "say \\\"hi\\\""));
    CHECK(load_span_is(load_json_item(moves, 2), "{\"a\":[1,2]}"));
    CHECK(load_span_int(load_json_item(moves, 3), 0) == -3);
    CHECK(load_json_item(moves, 4).n == 0);
    load_span none = of("[]");
    CHECK(!load_json_next(&none, &item));
}

/* Whatever is cut off gives nothing or a piece of what is there, and never a byte beyond. */
TEST(what_is_cut_off_is_not_read_beyond)
{
    for (size_t n = 0; n < strlen(view); n++) {
        char room[sizeof view];
        memset(room, '"', sizeof room);
        memcpy(room, view, n);
        load_span cut = {room, n}, found = load_json_key(cut, "result");
        CHECK(found.n == 0 || found.at + found.n <= room + n);
        load_span moves = load_json_key(cut, "moves"), item;
        while (load_json_next(&moves, &item))
            CHECK(item.at + item.n <= room + n);
    }
}

TEST(numbers_and_copies)
{
    char room[4];
    CHECK(load_span_int(of("12"), -1) == 12 && load_span_int(of("1e3"), -1) == -1);
    CHECK(load_span_int(of(""), -1) == -1 && load_span_int(of("-"), -1) == -1);
    CHECK(load_span_copy(of("abc"), room, sizeof room) && strcmp(room, "abc") == 0);
    CHECK(!load_span_copy(of("abcd"), room, sizeof room) && room[0] == '\0');
    CHECK(load_span_starts(of("skip_x"), "skip_") && !load_span_starts(of("ski"), "skip_"));
}

TEST_MAIN()
