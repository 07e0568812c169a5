/* terminal.c: what the commands know of the terminal: colour, width, asking, and saying what is
 * wrong. Everything here works without one, in plain ASCII. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/str.h"
#include "hosts/cli/cli.h"

/* -- Saying what is wrong ---------------------------------------------------------------------- */

/* Exactly one line, whatever the words that somebody typed hold. */
static void put_error(const char *text)
{
    fflush(stdout);
    fputs("speakeasy: ", stderr);
    for (; *text; text++)
        fputc((unsigned char)*text < 0x20 || *text == 0x7f ? '?' : *text, stderr);
    fputc('\n', stderr);
}

int cli_error(const char *format, ...)
{
    char text[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    put_error(text);
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

/* -- Near misses ------------------------------------------------------------------------------- */

static int smaller(int a, int b) { return a < b ? a : b; }

/* Letters to insert, drop, change or swap with their neighbour. Words over 30 letters are far. */
static int distance(const char *a, const char *b)
{
    int n = (int)strlen(a), m = (int)strlen(b), d[32][32];
    if (n > 30 || m > 30)
        return 30;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = smaller(smaller(d[i - 1][j], d[i][j - 1]) + 1,
                              d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = smaller(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

const char *cli_nearest(const char *word, const char *const *names, int n)
{
    const char *best = NULL;
    int least = 3;
    for (int i = 0; i < n; i++) {
        bool begins = strlen(word) >= 2 && strncmp(word, names[i], strlen(word)) == 0;
        int far = begins ? 0 : distance(word, names[i]);
        if (far < least && far < (int)strlen(names[i]) / 2 + 1) {
            least = far;
            best = names[i];
        }
    }
    return best;
}

/* -- Looks ------------------------------------------------------------------------------------- */

static bool wants_colour(void)
{
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
    if (!isatty(STDOUT_FILENO))
        return 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 40)
        return 80;
    return size.ws_col < 100 ? size.ws_col : 100;
}

/* Characters, not bytes. */
static int columns(const char *text, size_t n)
{
    int c = 0;
    for (size_t i = 0; i < n; i++)
        c += ((unsigned char)text[i] & 0xc0) != 0x80;
    return c;
}

void cli_wrap(const char *text, int indent, int width)
{
    int at = 0;
    printf("%*s", indent, "");
    while (*text) {
        size_t n = strcspn(text, " ");
        int c = columns(text, n);
        if (width && at && indent + at + 1 + c > width) {
            printf("\n%*s", indent, "");
            at = 0;
        }
        printf("%s%.*s", at ? " " : "", (int)n, text);
        at += c + (at > 0);
        text += n + strspn(text + n, " ");
    }
    putchar('\n');
}

/* -- Asking ------------------------------------------------------------------------------------ */

bool cli_ask(const char *prompt, spk_buf *line)
{
    char *read = NULL;
    size_t cap = 0;
    printf("%s%s%s", cli_paint(CLI_BOLD), prompt, cli_paint(CLI_PLAIN));
    fflush(stdout);
    ssize_t n = getline(&read, &cap, stdin);
    spk_buf_clear(line);
    if (n > 0) {
        char *from = read + strspn(read, " \t\r\n"), *to = from + strlen(from);
        while (to > from && strchr(" \t\r\n", to[-1]))
            to--;
        spk_buf_add(line, from, (size_t)(to - from));
    }
    free(read);
    size_t bad;
    if (!isatty(STDIN_FILENO) || n <= 0)
        puts(spk_str_is_clean(spk_buf_text(line), line->n, &bad) ? spk_buf_text(line) : "?");
    return n > 0;
}
