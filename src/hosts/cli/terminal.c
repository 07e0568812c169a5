/* terminal.c: what the commands know of the terminal: colour, width, asking, and saying what is
 * wrong. Everything here works without one, in plain ASCII. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/cli/cli.h"

/* -- Saying what is wrong ---------------------------------------------------------------------- */

enum { LONG_WORD = 160, KEPT_HEAD = 100, KEPT_TAIL = 40 };

bool cli_is_printable(const char *text, size_t n)
{
    size_t bad;
    for (size_t i = 0; i + 1 < n; i++) /* U+0080 to U+009F: some terminals obey them */
        if ((unsigned char)text[i] == 0xc2 && (unsigned char)text[i + 1] < 0xa0)
            return false;
    return spk_str_is_clean(text, n, &bad);
}

/* The text's first character: its bytes, and whether a terminal may be given it. */
static size_t character(const char *text, bool *fine)
{
    size_t n = 1;
    while ((unsigned char)text[0] >= 0xc0 && ((unsigned char)text[n] & 0xc0) == 0x80 && n < 4)
        n++;
    *fine = (unsigned char)text[0] >= 0x20 && cli_is_printable(text, n);
    return n;
}

/* One word, its middle left out if nobody would read it all. */
static void put_word(const char *word, size_t n)
{
    bool fine, cut = n > LONG_WORD;
    for (size_t i = 0, step; i < n; i += step) {
        step = character(word + i, &fine);
        if (cut && i >= KEPT_HEAD && i < n - KEPT_TAIL) {
            fputs("...", stderr);
            step = n - KEPT_TAIL - i;
            cut = false;
        } else if (fine) {
            fwrite(word + i, 1, step, stderr);
        } else {
            fputc('?', stderr);
        }
    }
}

/* Exactly one line, whatever the words that somebody typed hold. */
static void put_error(const char *text)
{
    fflush(stdout);
    fputs("speakeasy: ", stderr);
    while (*text) {
        size_t n = strcspn(text, " ");
        put_word(text, n);
        for (text += n; *text == ' '; text++)
            fputc(' ', stderr);
    }
    fputc('\n', stderr);
}

int cli_error(const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    char *text = spk_alloc((size_t)n + 1);
    vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    va_end(args);
    put_error(text);
    spk_free(text);
    return CLI_WRONG;
}

int cli_refused(const char *file, const spk_why *why)
{
    char place[32] = "";
    if (why->line)
        snprintf(place, sizeof place, "%s%d", file ? ":" : "line ", why->line);
    const char *colon = file || why->line ? ": " : "";
    return cli_error("%s%s%s%s%s%s%s", file ? file : "", place, colon, why->text,
                     *why->rule ? " (" : "", why->rule, *why->rule ? ")" : "");
}

/* -- Looks ------------------------------------------------------------------------------------- */

static int captured_cols; /* 0: what is printed goes to the terminal (cli_capture) */

static bool wants_colour(void)
{
    if (captured_cols)
        return false;
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(none && *none) && term && !spk_str_eq(term, "dumb");
}

const char *cli_paint(cli_ink ink)
{
    static const char *const escapes[CLI_INK_COUNT] = {
        [CLI_PLAIN] = "\033[0m", [CLI_BOLD] = "\033[1m",   [CLI_DIM] = "\033[2m",
        [CLI_NOTE] = "\033[36m", [CLI_ALARM] = "\033[33m",
    };
    return wants_colour() ? escapes[ink] : "";
}

bool cli_is_dialogue(void) { return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO); }

void cli_clear(void)
{
    const char *term = getenv("TERM");
    if (isatty(STDOUT_FILENO) && term && !spk_str_eq(term, "dumb"))
        fputs("\033[H\033[2J\033[3J", stdout);
    else
        puts("\n----------------------------------------------------------------------\n");
}

int cli_width(void)
{
    struct winsize size = {0};
    if (captured_cols)
        return captured_cols;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 40)
        return 80;
    return size.ws_col < 100 ? size.ws_col : 100;
}

int cli_columns(const char *text, size_t n)
{
    int c = 0;
    for (size_t i = 0; i < n; i++)
        c += ((unsigned char)text[i] & 0xc0) != 0x80;
    return c;
}

void cli_wrap(const char *text, int at, int indent)
{
    bool begun = false;
    if (at < indent)
        at += printf("%*s", indent - at, "");
    while (*text) {
        size_t n = strcspn(text, " ");
        int c = cli_columns(text, n);
        if (begun && at + 1 + c > cli_width()) {
            at = printf("\n%*s", indent, "") - 1;
            begun = false;
        }
        printf("%s%.*s", begun ? " " : "", (int)n, text);
        at += c + begun;
        begun = true;
        text += n + strspn(text + n, " ");
    }
    putchar('\n');
}

/* Where the rest of a long line goes: under what follows its label ("  street    F0 A1 ..."). */
static int hanging(const char *line, size_t n)
{
    size_t blanks = strspn(line, " "), gap = blanks;
    while (gap + 1 < n && gap < blanks + 12 && !(line[gap] == ' ' && line[gap + 1] == ' '))
        gap++;
    if (line[gap] != ' ' || line[gap + 1] != ' ')
        return (int)blanks + 2;
    return (int)(gap + strspn(line + gap, " "));
}

/* How much of a line fits into so many columns: up to a blank. All of it if there is none. */
static size_t fitting(const char *line, size_t n, int columns)
{
    size_t best = 0;
    for (size_t i = 1; i < n && cli_columns(line, i) <= columns; i++)
        if (line[i] == ' ' && line[i - 1] != ' ')
            best = i;
    return best ? best : n;
}

/* The colour of a word that stands for a piece of some side: "F2", "xR3", "5Y3", "Hy"; "" for all
 * other words. Such a word is short and has a digit, or is two letters and begins with a capital. */
static const char *tint_of(const char *word, size_t n, const char *tints)
{
    static const char codes[] = "rbygw";
    static const char *const escapes[] = {"\033[31m", "\033[34m", "\033[33m", "\033[32m",
                                          "\033[90m"};
    bool piece = n <= 4 && strcspn(word, "0123456789") < n;
    if (!piece && !(n <= 2 && word[0] >= 'A' && word[0] <= 'Z'))
        return "";
    for (size_t i = 0; i < n; i++)
        for (const char *t = tints; *t; t += 2)
            if (word[i] == t[0])
                return escapes[strchr(codes, t[1]) - codes];
    return "";
}

static bool is_word(char c) { return isalnum((unsigned char)c); }

/* n bytes of a board, its pieces in their colours where the terminal has them. */
static void put_tinted(const char *text, size_t n, const char *tints)
{
    bool colour = tints && wants_colour();
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && is_word(text[end]) == is_word(text[i]); end++)
            ;
        const char *tint = colour && is_word(text[i]) ? tint_of(text + i, end - i, tints) : "";
        printf("%s%.*s%s", tint, (int)(end - i), text + i, *tint ? "\033[0m" : "");
    }
    putchar('\n');
}

static void put_line(const char *line, size_t n, const char *tints)
{
    int indent = 0, hang = hanging(line, n);
    while (cli_columns(line, n) > cli_width() - indent) {
        size_t part = fitting(line, n, cli_width() - indent);
        printf("%*s", indent, "");
        put_tinted(line, part, tints);
        indent = hang;
        while (part < n && line[part] == ' ')
            part++;
        line += part, n -= part;
        if (n == 0)
            return;
    }
    printf("%*s", indent, "");
    put_tinted(line, n, tints);
}

void cli_put_board(const char *text, const char *tints)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        put_line(text, n, tints);
        text += n + (text[n] == '\n');
    }
}

/* Whatever writes to stdout writes here for a while. */
void cli_capture(int cols, void (*print)(void *ctx), void *ctx, spk_buf *out)
{
    char *text = NULL;
    size_t n = 0;
    FILE *terminal = stdout, *memory = open_memstream(&text, &n);
    if (!memory)
        return;
    stdout = memory;
    captured_cols = cols;
    print(ctx);
    captured_cols = 0;
    stdout = terminal;
    fclose(memory);
    spk_buf_add(out, text, n);
    free(text);
}

/* -- Asking ------------------------------------------------------------------------------------ */

static bool output_works(void) { return fflush(stdout) == 0 && !ferror(stdout); }

bool cli_ask(const char *prompt, spk_buf *line)
{
    char *read = NULL;
    size_t cap = 0;
    printf("%s%s%s", cli_paint(CLI_BOLD), prompt, cli_paint(CLI_PLAIN));
    spk_buf_clear(line);
    if (!output_works())
        return false;
    ssize_t n = getline(&read, &cap, stdin);
    if (n > 0) {
        char *from = read + strspn(read, " \t\r\n"), *to = from + strlen(from);
        while (to > from && strchr(" \t\r\n", to[-1]))
            to--;
        spk_buf_add(line, from, (size_t)(to - from));
    }
    free(read);
    if (!isatty(STDIN_FILENO) || n <= 0)
        puts(cli_is_printable(spk_buf_text(line), line->n) ? spk_buf_text(line) : "?");
    return n > 0;
}

/* One key of a password; false: that was the last one. *given: whether it is one. */
static bool take_key(spk_buf *line, int key, bool *given)
{
    enum { CTRL_C = 3, CTRL_D = 4, CTRL_U = 21, DELETE = 127 };
    *given = key == '\n' || key == '\r';
    if (*given || key == EOF || key == CTRL_C || key == CTRL_D)
        return false;
    if (key == CTRL_U)
        cli_wipe(line);
    else if (key == '\b' || key == DELETE)
        while (line->n > 0 && (line->bytes[--line->n] & 0xc0) == 0x80)
            ; /* the rest of a letter */
    else if (key >= ' ')
        spk_buf_add(line, &(char){(char)key}, 1);
    return true;
}

/* Key by key and without signals: so there is no way out of it that leaves the terminal without its echo. */
bool cli_ask_secret(const char *prompt, spk_buf *line)
{
    struct termios before, quiet;
    bool given = false;
    cli_wipe(line);
    printf("%s%s%s", cli_paint(CLI_BOLD), prompt, cli_paint(CLI_PLAIN));
    if (!output_works() || tcgetattr(STDIN_FILENO, &before) != 0)
        return false;
    quiet = before;
    quiet.c_lflag &= ~(tcflag_t)(ECHO | ICANON | ISIG);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &quiet);
    while (take_key(line, getchar(), &given))
        ;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
    putchar('\n');
    return given;
}

void cli_wipe(spk_buf *line)
{
    if (line->bytes)
        explicit_bzero(line->bytes, line->cap);
    spk_buf_clear(line);
}
