/* tui_fuzz.c: a house that sends anything. Each line is a message to a guest in a terminal; the first letter chooses game and
 * seat. The table must hold, whatever it hears: it can be drawn in every size and language, its moves can be chosen, and
 * nothing on the screen is anything but a character that a terminal shows. */
#include "fuzz.h"

#include "base/str.h"
#include "hosts/tui/screen.h"

enum { LINES = 12, MAX_GAMES = 8 };

static void act(void *ctx, const char *word, const char *text)
{
    (void)ctx, (void)word, (void)text;
}

static void rules(void *ctx, const char *id, int cols, spk_buf *out)
{
    (void)ctx, (void)cols;
    spk_buf_puts(out, id);
}

static const spk_box *box_of(int i)
{
    static spk_box boxes[MAX_GAMES];
    if (!boxes[i].game)
        SPK_BUG_IF(spk_box_open(&boxes[i], spk_games[i], &(spk_choice){0}, NULL) != SPK_OK);
    return &boxes[i];
}

static void check_cells(const tui_grid *g)
{
    for (int i = 0; i < g->rows * g->cols; i++) {
        uint32_t code = g->cell[i].code;
        SPK_BUG_IF(code != 0 && (code < 0x20 || (code >= 0x7f && code < 0xa0) ||
                                 (code >= 0x200b && code <= 0x200f) ||
                                 (code >= 0x2028 && code <= 0x202e) || code > 0x10ffff));
    }
}

static void press_keys(tui_screen *s)
{
    static const tui_key_kind keys[] = {TUI_KEY_TAB, TUI_KEY_ENTER, TUI_KEY_DOWN, TUI_KEY_ENTER,
                                        TUI_KEY_ESCAPE};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        tui_screen_key(s, (tui_key){.kind = keys[i]});
    for (const char *c = "lmtow?"; *c; c++) {
        tui_screen_key(s, (tui_key){.kind = TUI_KEY_CHAR, .code = (uint32_t)*c});
        check_cells(tui_screen_draw(s, 24, 80, 0));
        tui_screen_key(s, (tui_key){.kind = TUI_KEY_ESCAPE});
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static tui_table table;
    static const tui_port port = {.act = act, .rules = rules};
    char *text = fuzz_text(bytes, n);
    int game = n ? bytes[0] % (spk_n_games < MAX_GAMES ? spk_n_games : MAX_GAMES) : 0;
    tui_table_init(&table, box_of(game), (host_language)(n % HOST_LANGUAGES));
    tui_screen *s = tui_screen_new(&table, &port);
    const char *line = *text ? text + 1 : text;
    for (int i = 0; i < LINES && *line; i++) {
        tui_heard kind;
        spk_why why = {0};
        size_t length = strcspn(line, "\n");
        if (tui_table_hear(&table, line, length, 1000, &kind, &why) == SPK_OK)
            tui_screen_heard(s, kind);
        else
            SPK_BUG_IF(!why.text[0]);
        line += length + (line[length] == '\n');
    }
    check_cells(tui_screen_draw(s, 24, 80, 2000));
    press_keys(s);
    check_cells(tui_screen_draw(s, 40, 130, 2000));
    tui_screen_free(s);
    tui_table_release(&table);
    spk_free(text);
    return 0;
}
