/* run.h: the loop of a screen on a terminal: what is due at the table, what is to be seen, which keys were pressed. */
#ifndef TUI_RUN_H
#define TUI_RUN_H

#include "hosts/tui/screen.h"

typedef struct tui_world {
    void *ctx;

    /* Do what is due, and tell the screen; nothing may take long. Returns how long nothing will be due, in ms; -1: until
     * something happens. */
    int (*tick)(void *ctx);

    /* Something to wait for besides the keyboard: poll(2)'s words; -1: nothing. */
    int (*wait_for)(void *ctx, short *events);
} tui_world;

/* Until the reader wants out, or the terminal is gone. tui_term_open comes before. False: the terminal is gone. */
bool tui_run(tui_screen *s, const tui_world *world);

#endif
