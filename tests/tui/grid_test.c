/* grid_test.c: cells: nothing is drawn outside its area, and no text can do anything to a terminal. */
#include "test.h"

#include "base/str.h"
#include "hosts/tui/grid.h"

static void check_screen(const tui_grid *g, const char *lines)
{
    spk_buf out = {0};
    tui_grid_print(g, &out);
    assert_string_equal(spk_buf_text(&out), lines);
    spk_buf_release(&out);
}

TEST(text_stays_inside_its_area)
{
    tui_grid g = {0};
    tui_grid_resize(&g, 3, 8);
    CHECK_INT(tui_put(&g, (tui_area){1, 2, 1, 4}, "abcdefgh", TUI_PLAIN), 4);
    check_screen(&g, "\n  abc…\n\n");
    tui_put(&g, (tui_area){0, 6, 1, 40}, "xyz", TUI_PLAIN);
    tui_put(&g, (tui_area){7, 0, 1, 40}, "nowhere", TUI_PLAIN);
    tui_put(&g, (tui_area){0, -3, 1, 40}, "nowhere", TUI_PLAIN);
    check_screen(&g, "      x…\n  abc…\n\n");
    tui_grid_release(&g);
}

TEST(lines_are_broken_between_words_and_can_be_scrolled)
{
    tui_grid g = {0};
    const char *text = "one two three\nfour fivesixseven";
    tui_grid_resize(&g, 4, 8);
    CHECK_INT(tui_count_lines(text, 8), 5);
    CHECK_INT(tui_put_lines(&g, (tui_area){0, 0, 4, 8}, 0, text, TUI_PLAIN), 5);
    check_screen(&g, "one two\nthree\nfour\nfivesixs\n");
    tui_grid_resize(&g, 4, 8);
    tui_put_lines(&g, (tui_area){0, 0, 4, 8}, -3, text, TUI_PLAIN);
    check_screen(&g, "fivesixs\neven\n\n\n");
    tui_grid_release(&g);
}

TEST(what_a_terminal_would_obey_is_a_question_mark)
{
    tui_grid g = {0};
    tui_grid_resize(&g, 1, 40);
    static const char bad[] =
        "a\033[2Jb\r\n\tc\177\302\233d\342\200\256e\342\200\213f\377\300\257g";
    tui_put(&g, (tui_area){0, 0, 1, 40}, bad, TUI_PLAIN);
    check_screen(&g, "a?[2Jb???c??d?e?f???g\n");
    tui_grid_release(&g);
}

TEST(wide_characters_take_two_cells_and_are_never_halved)
{
    tui_grid g = {0};
    tui_grid_resize(&g, 1, 5);
    CHECK_INT(tui_width("中a\314\201😀"), 5); /* the accent takes none */
    tui_put(&g, (tui_area){0, 0, 1, 5}, "中文", TUI_PLAIN);
    check_screen(&g, "中文\n");
    CHECK(g.cell[1].code == 0);
    tui_put(&g, (tui_area){0, 1, 1, 1}, "x",
            TUI_PLAIN); /* half of it is gone: so is the other half */
    check_screen(&g, " x文\n");
    tui_grid_resize(&g, 1, 3);
    tui_put(&g, (tui_area){0, 0, 1, 3}, "中文", TUI_PLAIN);
    check_screen(&g, "中…\n");
    tui_grid_release(&g);
}

TEST(every_character_we_draw_has_an_ascii_one)
{
    static const char drawn[] = "┌┬┐├┼┤└┴┘─│▸‹›·…–—“”„’ÄÖÜäöüßéëï×✓✗♠●░⌂★»";
    const char *p = drawn;
    while (*p) {
        int width;
        uint32_t code = tui_next(&p, &width);
        CHECK_INT(width, 1);
        if (tui_ascii(code) == '?')
            fail_msg("U+%04X has none", (unsigned)code);
    }
    CHECK(tui_ascii(0x4e2d) == '?');
    CHECK(tui_ascii('a') == 'a');
}

TEST(a_frame_is_as_large_as_its_area)
{
    tui_grid g = {0};
    spk_buf marks = {0};
    tui_grid_resize(&g, 3, 6);
    tui_frame(&g, (tui_area){0, 1, 3, 4}, TUI_BOLD);
    check_screen(&g, " ┌──┐\n │  │\n └──┘\n");
    tui_restyle(&g, (tui_area){1, 0, 1, 6}, TUI_REVERSE);
    tui_grid_print_marks(&g, &marks);
    assert_string_equal(spk_buf_text(&marks), " bbbb\n######\n bbbb\n");
    spk_buf_release(&marks);
    tui_grid_release(&g);
}

TEST_MAIN()
