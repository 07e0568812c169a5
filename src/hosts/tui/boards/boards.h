/* boards.h: the drawn boards, one constant each (boards.def). */
#ifndef TUI_BOARDS_H
#define TUI_BOARDS_H

#include "hosts/tui/board.h"

#define BOARD(game) extern const tui_board tui_board_##game;
#include "hosts/tui/boards/boards.def"
#undef BOARD

#endif
