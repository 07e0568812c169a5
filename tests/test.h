/* test.h: how our tests read. On top of cmocka.
 *
 *     #include "test.h"
 *
 *     TEST(fa_3_8_only_new_cards_after_a_refresh)
 *     {
 *         CHECK(n == 3);
 *         CHECK_STR(spk_buf_text(&out), "recruit F0");
 *         CHECK_INT(score, 30);
 *     }
 *
 *     TEST_MAIN()
 *
 * A test file is one program; every TEST in it runs. A test's name begins with the number of the
 * rule it proves, in small letters with '_' for '-' and '.': tools/check_rules reads them. */
#ifndef SPK_TEST_H
#define SPK_TEST_H

/* cmocka.h needs these four before it, and says so nowhere but in a comment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Under a sanitizer, which has an allocator of its own; gcc and clang say so in different ways. */
#if defined(__SANITIZE_ADDRESS__)
#define HAS_SANITIZER 1
#elif defined(__has_feature)
#define HAS_SANITIZER __has_feature(address_sanitizer)
#else
#define HAS_SANITIZER 0
#endif

enum { TEST_MAX = 1000 };

static struct CMUnitTest test_list[TEST_MAX];
static size_t test_count;

#define TEST(name)                                                                                 \
    static void name(void **);                                                                     \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        test_list[test_count++] = (struct CMUnitTest){#name, name, NULL, NULL, NULL};              \
    }                                                                                              \
    static void name(void **test_state __attribute__((unused)))

#define TEST_MAIN()                                                                                \
    int main(void)                                                                                 \
    {                                                                                              \
        setvbuf(stdout, NULL, _IOLBF, 0); /* what passed before a crash is still counted */        \
        return _cmocka_run_group_tests(__FILE__, test_list, test_count, NULL, NULL);               \
    }

#define CHECK(condition)     assert_true(condition)
#define CHECK_STR(got, want) assert_string_equal(got, want)

/* cmocka compares and prints integers as unsigned; people count below zero too. */
#define CHECK_INT(got, want)                                                                       \
    test_check_int((long long)(got), (long long)(want), #got, __FILE__, __LINE__)

static inline void test_check_int(long long got, long long want, const char *what, const char *file,
                                  int line)
{
    if (got != want) {
        print_error("%s is %lld, not %lld\n", what, got, want);
        _fail(file, line);
    }
}

#endif
