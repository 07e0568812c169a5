/* run.c: see run.h. */
#include "hosts/tui/run.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "hosts/clock.h"
#include "hosts/tui/term.h"

enum { SECOND = 1000 }; /* clocks on the screen go on by themselves */

static void show(tui_screen *s)
{
    int rows, cols;
    tui_term_size(&rows, &cols);
    tui_term_show(tui_screen_draw(s, rows, cols, (int64_t)host_now_ms()));
}

/* What was typed before the screen was hidden was not meant for the one who looks next. */
static void forget_keys(void)
{
    tui_key key;
    while (tui_term_read(&key))
        ;
}

bool tui_run(tui_screen *s, const tui_world *world)
{
    bool hidden = false;
    while (!tui_screen_wants_out(s)) {
        short events = 0;
        tui_key key;
        int wait = world->tick(world->ctx);
        show(s);
        if (tui_screen_is_hidden(s) && !hidden)
            forget_keys();
        hidden = tui_screen_is_hidden(s);
        struct pollfd fds[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = -1}};
        fds[1].fd = world->wait_for(world->ctx, &events);
        fds[1].events = events;
        poll(fds, 2, wait >= 0 && wait < SECOND ? wait : SECOND);
        if (fds[0].revents & (POLLERR | POLLHUP | POLLNVAL))
            return false;
        while (!tui_screen_wants_out(s) && tui_screen_is_hidden(s) == hidden &&
               tui_term_read(&key)) {
            tui_screen_key(s, key);
            wait = world->tick(world->ctx);
        }
    }
    return true;
}
