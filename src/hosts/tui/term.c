/* term.c: the terminal, by ncurses. See term.h. */
#include "hosts/tui/term.h"

#include <dlfcn.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/str.h"
#include "hosts/tui/libncurses.h"

static tui_nc_functions nc; /* one process, one terminal */
static tui_nc_screen *terminal;
static bool colours, utf8;
static struct termios before;

enum { N_SIGNALS = 6 };
static const int signals[N_SIGNALS] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV};
static struct sigaction
    former[N_SIGNALS]; /* whoever watched them before does what is theirs to do */

/* -- Loading ------------------------------------------------------------------------------------------ */

spk_err tui_nc_load(tui_nc_functions *out, spk_why *why)
{
    static const struct {
        const char *name;
        size_t offset;
    } places[] = {
#define F(result, name, arguments) {#name, offsetof(tui_nc_functions, name)},
        TUI_NC_FUNCTIONS(F)
#undef F
            {"stdscr", offsetof(tui_nc_functions, stdscr)},
    };
    void *library = dlopen(TUI_NC_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return spk_fail(why, SPK_EREFUSED, "%s is not there (Debian: libncursesw6)",
                        TUI_NC_LIBRARY);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        void *found = dlsym(library, places[i].name);
        if (!found)
            return spk_fail(why, SPK_EREFUSED, "%s is too old: it has no %s", TUI_NC_LIBRARY,
                            places[i].name);
        memcpy((char *)out + places[i].offset, &found, sizeof found);
    }
    return SPK_OK;
}

/* -- Opening and closing ------------------------------------------------------------------------------ */

static void start_colours(void)
{
    static const short inks[TUI_COLOUR_COUNT] = {
        [TUI_RED] = TUI_NC_RED,   [TUI_GREEN] = TUI_NC_GREEN, [TUI_YELLOW] = TUI_NC_YELLOW,
        [TUI_BLUE] = TUI_NC_BLUE, [TUI_CYAN] = TUI_NC_CYAN,   [TUI_GREY] = TUI_NC_WHITE};
    const char *none = getenv("NO_COLOR");
    colours = !(none && *none) && nc.has_colors() && nc.start_color() != TUI_NC_ERR;
    if (!colours)
        return;
    short ground = nc.use_default_colors() == TUI_NC_ERR ? TUI_NC_BLACK : -1;
    for (short i = 1; i < TUI_COLOUR_COUNT; i++)
        nc.init_pair(i, inks[i], ground);
}

/* Whatever ends us, the shell gets its terminal back: these are calls that a handler may make. */
static void on_signal(int number)
{
    static const char leave[] = "\033[?1000l\033[?1002l\033[?1006l\033[?1049l\033[?25h\033[0m\r\n";
    ssize_t n = write(STDOUT_FILENO, leave, sizeof leave - 1);
    (void)n;
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    for (int i = 0; i < N_SIGNALS; i++)
        if (signals[i] == number)
            sigaction(number, &former[i], NULL);
    raise(number);
}

static void watch_signals(void)
{
    struct sigaction ours = {.sa_handler = on_signal};
    for (int i = 0; i < N_SIGNALS; i++)
        sigaction(signals[i], &ours, &former[i]);
}

static void forget_signals(void)
{
    for (int i = 0; i < N_SIGNALS; i++)
        sigaction(signals[i], &former[i], NULL);
}

/* The reader's; over ssh it is often one that this machine does not have, but the terminal speaks UTF-8 all the same. */
static void take_locale(void)
{
    const char *named[] = {getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG")};
    int i = 0;
    if (setlocale(LC_CTYPE, ""))
        return;
    while (i < 2 && !(named[i] && *named[i]))
        i++;
    if (named[i] && (strcasestr(named[i], "utf-8") || strcasestr(named[i], "utf8")))
        setlocale(LC_CTYPE, "C.UTF-8");
}

spk_err tui_term_open(spk_why *why)
{
    tcgetattr(STDIN_FILENO, &before);
    take_locale();
    utf8 = spk_str_eq(nl_langinfo(CODESET), "UTF-8");
    spk_err err = tui_nc_load(&nc, why);
    if (err != SPK_OK)
        return err;
    terminal = nc.newterm(NULL, stdout, stdin);
    if (!terminal)
        return spk_fail(why, SPK_EREFUSED, "this terminal (TERM) is not known");
    watch_signals();
    nc.raw();
    nc.noecho();
    nc.nonl();
    nc.set_escdelay(25);
    nc.keypad(*nc.stdscr, true);
    nc.nodelay(*nc.stdscr, true);
    nc.mouseinterval(0);
    nc.mousemask(TUI_NC_PRESSED | TUI_NC_CLICKED | TUI_NC_WHEEL_UP | TUI_NC_WHEEL_DOWN, NULL);
    start_colours();
    return SPK_OK;
}

void tui_term_close(void)
{
    if (!terminal)
        return;
    nc.curs_set(1);
    nc.endwin();
    nc.delscreen(terminal);
    terminal = NULL;
    forget_signals();
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
}

void tui_term_size(int *rows, int *cols)
{
    *rows = nc.getmaxy(*nc.stdscr);
    *cols = nc.getmaxx(*nc.stdscr);
}

/* -- Showing ------------------------------------------------------------------------------------------ */

static void set_style(tui_style style)
{
    tui_nc_attr attr = (style & TUI_BOLD ? TUI_NC_BOLD : 0) | (style & TUI_DIM ? TUI_NC_DIM : 0) |
                       (style & TUI_UNDERLINE ? TUI_NC_UNDERLINE : 0) |
                       (style & TUI_REVERSE ? TUI_NC_REVERSE : 0);
    nc.wattr_set(*nc.stdscr, attr, colours ? (short)(style & TUI_COLOURS) : 0, NULL);
}

/* Cells of one style go together. ncurses compares with what is on the screen and sends the difference. */
static void show_row(const tui_cell *line, int cols)
{
    wchar_t run[256];
    int n = 0;
    for (int col = 0; col < cols; col++) {
        if (line[col].code)
            run[n++] = utf8 ? (wchar_t)line[col].code : (wchar_t)tui_ascii(line[col].code);
        bool last = col + 1 == cols || line[col + 1].style != line[col].style || n == 255;
        if (last && n > 0) {
            set_style(line[col].style);
            nc.waddnwstr(*nc.stdscr, run, n);
            n = 0;
        }
    }
}

void tui_term_show(const tui_grid *g)
{
    nc.werase(*nc.stdscr);
    for (int row = 0; row < g->rows; row++) {
        nc.wmove(*nc.stdscr, row, 0);
        show_row(g->cell + (size_t)row * (size_t)g->cols, g->cols);
    }
    nc.curs_set(g->cursor_row >= 0);
    if (g->cursor_row >= 0)
        nc.wmove(*nc.stdscr, g->cursor_row, g->cursor_col);
    nc.wrefresh(*nc.stdscr);
}

/* -- Keys --------------------------------------------------------------------------------------------- */

static bool read_mouse(tui_key *key)
{
    tui_nc_mouse event;
    if (nc.getmouse(&event) == TUI_NC_ERR)
        return false;
    *key = (tui_key){.row = event.y, .col = event.x};
    if (event.bstate & TUI_NC_WHEEL_UP)
        key->kind = TUI_KEY_WHEEL_UP;
    else if (event.bstate & TUI_NC_WHEEL_DOWN)
        key->kind = TUI_KEY_WHEEL_DOWN;
    else if (event.bstate & (TUI_NC_PRESSED | TUI_NC_CLICKED))
        key->kind = TUI_KEY_CLICK;
    else
        return false;
    return true;
}

static bool read_special(wint_t code, tui_key *key)
{
    static const struct {
        wint_t code;
        tui_key_kind kind;
    } keys[] = {{TUI_NC_UP, TUI_KEY_UP},
                {TUI_NC_DOWN, TUI_KEY_DOWN},
                {TUI_NC_LEFT, TUI_KEY_LEFT},
                {TUI_NC_RIGHT, TUI_KEY_RIGHT},
                {TUI_NC_HOME, TUI_KEY_HOME},
                {TUI_NC_END, TUI_KEY_END},
                {TUI_NC_PPAGE, TUI_KEY_PAGE_UP},
                {TUI_NC_NPAGE, TUI_KEY_PAGE_DOWN},
                {TUI_NC_BTAB, TUI_KEY_BACK_TAB},
                {TUI_NC_ENTER, TUI_KEY_ENTER},
                {TUI_NC_BACKSPACE, TUI_KEY_BACKSPACE},
                {TUI_NC_DELETE, TUI_KEY_BACKSPACE},
                {TUI_NC_RESIZE, TUI_KEY_RESIZE}};
    if (code == TUI_NC_MOUSE)
        return read_mouse(key);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].code == code) {
            *key = (tui_key){.kind = keys[i].kind};
            return true;
        }
    return false;
}

static bool read_char(wint_t code, tui_key *key)
{
    *key = (tui_key){.kind = TUI_KEY_CHAR, .code = code};
    switch (code) {
    case '\r':
    case '\n': key->kind = TUI_KEY_ENTER; break;
    case '\t': key->kind = TUI_KEY_TAB; break;
    case 27: key->kind = TUI_KEY_ESCAPE; break;
    case 8:
    case 127: key->kind = TUI_KEY_BACKSPACE; break;
    case 3: key->code = 'q'; break; /* Ctrl-C: the same question as 'q' */
    default: return code >= ' ';
    }
    return true;
}

bool tui_term_read(tui_key *key)
{
    wint_t code;
    for (int i = 0; i < 64; i++) { /* what means nothing is passed over */
        int got = nc.wget_wch(*nc.stdscr, &code);
        if (got == TUI_NC_ERR)
            return false;
        if (got == TUI_NC_KEY_YES ? read_special(code, key) : read_char(code, key))
            return true;
    }
    return false;
}
