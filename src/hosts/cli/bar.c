/* bar.c: see bar.h. */
#include "hosts/cli/bar.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool cli_bar_is_seen(void) { return isatty(STDERR_FILENO); }

void cli_bar_put_time(spk_buf *out, double seconds)
{
    if (seconds < 120)
        spk_buf_printf(out, "%.0f s", seconds);
    else if (seconds < 7200)
        spk_buf_printf(out, "%.0f min", seconds / 60);
    else
        spk_buf_printf(out, "%.1f h", seconds / 3600);
}

static int columns(void)
{
    struct winsize size = {0};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

void cli_bar_draw(double part, const char *words)
{
    enum { CELLS = 16 };
    char room[256];
    spk_buf line = SPK_BUF_OVER(room);
    if (!cli_bar_is_seen())
        return;
    for (int i = 0; i < CELLS; i++)
        spk_buf_putc(&line, i < (int)(part * CELLS) ? '#' : '.');
    spk_buf_printf(&line, "] %3d %%  %s", (int)(100 * part), words);
    fprintf(stderr, "\r\033[K[%.*s", columns() - 2, spk_buf_text(&line));
}

void cli_bar_clear(void)
{
    if (cli_bar_is_seen())
        fputs("\r\033[K", stderr);
}
