/* full.h: `speakeasy play` on a full screen (hosts/tui): the same room and the same bots as line by line (play.h). */
#ifndef CLI_FULL_H
#define CLI_FULL_H

#include "hosts/cli/play.h"
#include "hosts/tui/screen.h"

/* Whether a full screen makes sense: a person at both ends, and a terminal that can move its cursor. */
bool cli_full_possible(void);

/* Open it. False: something is missing, and one line says what. */
bool cli_full_open(void);

/* Play until the game is over and looked at, or the person leaves. The screen is closed behind it. */
cli_ending cli_full_play(cli_table *t);

/* The rules for a page of the screen: tui_port.rules, ctx is the game. */
void cli_full_rules(const spk_game *game, const char *id, int cols, spk_buf *out);

#endif
