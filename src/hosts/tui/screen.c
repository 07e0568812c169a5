/* screen.c: what keys do at a table. See screen.h; what is drawn is draw.c, what opens over the board panel.c. */
#include "hosts/tui/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/tui/inside.h"

tui_screen *tui_screen_new(tui_table *table, const tui_port *port)
{
    tui_screen *s = spk_alloc(sizeof *s);
    memset(s, 0, sizeof *s);
    s->t = table;
    s->port = port;
    s->board = tui_board_of(table->box->game);
    s->cursor_at = s->confirm = -1;
    return s;
}

void tui_screen_free(tui_screen *s)
{
    tui_panel_close(s);
    tui_choice_release(&s->choice);
    tui_grid_release(&s->grid);
    spk_buf_release(&s->title);
    spk_buf_release(&s->page);
    spk_free(s);
}

bool tui_screen_wants_out(const tui_screen *s) { return s->quit; }

void tui_screen_leave(tui_screen *s) { s->quit = true; }

const tui_spot *tui_screen_spots(const tui_screen *s, int *n)
{
    *n = s->n_spots;
    return s->spots;
}

void tui_screen_say(tui_screen *s, const char *text, bool trouble)
{
    snprintf(s->message, sizeof s->message, "%s", text);
    s->trouble = trouble;
}

void tui_screen_act(tui_screen *s, const char *word, const char *text)
{
    s->port->act(s->port->ctx, word, text);
}

void tui_screen_curtain(tui_screen *s, const char *text)
{
    tui_panel_close(s);
    spk_buf_clear(&s->page);
    spk_buf_puts(&s->page, text);
    s->panel = TUI_CURTAIN;
}

bool tui_screen_is_hidden(const tui_screen *s) { return s->panel == TUI_CURTAIN; }

/* -- The table has changed ---------------------------------------------------------------------------- */

/* Where no thing on the board can be chosen, the moves are a list, and it is opened at once. */
static bool is_list(const tui_screen *s)
{
    for (int i = 0; i < s->choice.n_moves; i++)
        if (s->choice.of[i].n > 0)
            return false;
    return s->choice.n_moves > 0;
}

static void heard_view(tui_screen *s)
{
    tui_choice_begin(&s->choice, s->t, s->board);
    s->confirm = -1;
    if (*s->walker && tui_choice_offers(&s->choice, s->walker))
        tui_choice_pick(&s->choice, s->walker);
    if (s->t->n != s->seen)
        s->walker[0] = '\0';
    if (s->seen != s->t->n) /* what was refused before something happened is no news */
        s->message[0] = '\0';
    s->seen = s->t->n;
    if (s->panel == TUI_MENU)
        tui_panel_close(s);
    if (s->panel == TUI_NO_PANEL && is_list(s))
        tui_open_moves(s);
    if (s->t->over && !s->told_end && s->panel != TUI_CURTAIN) {
        s->told_end = true;
        tui_open_end(s);
    }
}

static void heard_no(tui_screen *s)
{
    spk_buf text = {0};
    spk_buf_puts(&text, s->t->refusal);
    if (*s->t->refused.rule) {
        spk_buf_putc(&text, ' ');
        tui_say(s->t, &text, N_("[{rule}; w: the rule]"), SPK_TEXT("rule", s->t->refused.rule));
    }
    tui_screen_say(s, spk_buf_text(&text), true);
    spk_buf_release(&text);
    s->asked_why = s->asked_hint = false;
}

static void heard_ok(tui_screen *s)
{
    if (s->asked_why && s->t->allowed)
        tui_screen_say(s, tui_tr(s->t, N_("That is allowed now.")), false);
    if (s->asked_hint)
        tui_open_hint(s);
    s->asked_why = s->asked_hint = false;
}

void tui_screen_heard(tui_screen *s, tui_heard kind)
{
    switch (kind) {
    case TUI_HEARD_VIEW:
    case TUI_HEARD_GAP: heard_view(s); break;
    case TUI_HEARD_NO: heard_no(s); break;
    case TUI_HEARD_OK: heard_ok(s); break;
    case TUI_HEARD_HELLO: s->told_end = false; break;
    case TUI_HEARD_BYE: tui_screen_say(s, s->t->goodbye, true); break;
    case TUI_HEARD_NOTHING:
    case TUI_HEARD_FACTS:
    case TUI_HEARD_CHAT: break;
    }
}

/* -- Moving the cursor -------------------------------------------------------------------------------- */

static void point_at(tui_screen *s, int spot)
{
    if (spot < 0 || spot >= s->n_spots)
        return;
    s->cursor_at = spot;
    s->cursor = s->spots[spot];
}

static bool is_offered(const tui_screen *s, int spot)
{
    return spot >= s->first_button || tui_choice_offers(&s->choice, s->spots[spot].thing);
}

/* The next thing that can be chosen, from here on around. */
static void step_offered(tui_screen *s, int by)
{
    for (int i = 1; i <= s->n_spots; i++) {
        int at = s->cursor_at < 0 && by > 0 ? i - 1 : s->cursor_at + by * i;
        at = ((at % s->n_spots) + s->n_spots) % s->n_spots;
        if (is_offered(s, at)) {
            point_at(s, at);
            return;
        }
    }
}

/* How far a spot is in that direction; -1: it is not there. What lies straight ahead is nearer than what lies aside; a
 * character is about twice as high as wide. */
static int distance(const tui_area *from, const tui_area *to, int down, int right)
{
    int dy = 2 * (2 * to->row + to->rows - 2 * from->row - from->rows);
    int dx = 2 * to->col + to->cols - 2 * from->col - from->cols;
    int ahead = down ? dy * down : dx * right, aside = abs(down ? dx : dy);
    return ahead > 0 ? ahead + 3 * aside : -1;
}

static void step_beside(tui_screen *s, int down, int right)
{
    int best = -1, best_far = 0;
    if (s->cursor_at < 0) {
        step_offered(s, 1);
        return;
    }
    for (int i = 0; i < s->n_spots; i++) {
        int far = distance(&s->cursor.area, &s->spots[i].area, down, right);
        if (far >= 0 && i != s->cursor_at && (best < 0 || far < best_far))
            best = i, best_far = far;
    }
    point_at(s, best);
}

/* -- Choosing ----------------------------------------------------------------------------------------- */

static void play(tui_screen *s, int move)
{
    char text[SPK_MOVE_TEXT];
    const tui_parts *of = &s->choice.of[move];
    s->confirm = -1;
    for (int i = 0; s->board->walks && i < of->n; i++)
        if (of->part[i][0] == '>')
            snprintf(s->walker, sizeof s->walker, "%.22s", of->part[i] + 1);
    tui_choice_clear(&s->choice);
    tui_screen_act(s, "move", spk_move_text(s->t->box, s->t->moves[move], text));
}

/* The end of a turn, and whatever was not chosen to the last part, is the player's word and no slip of the finger. */
static void take(tui_screen *s, int move, bool sure)
{
    if (sure && !s->t->ends[move])
        play(s, move);
    else
        s->confirm = move;
}

void tui_screen_take(tui_screen *s, int move) { take(s, move, true); }

static void settle(tui_screen *s, bool button)
{
    static int moves[SPK_MAX_MOVES];
    bool whole;
    int n = tui_choice_found(&s->choice, button, moves, SPK_MAX_MOVES, &whole);
    if (n == 1)
        take(s, moves[0], whole);
    else if (n > 1 && whole)
        tui_panel_moves(s, tui_tr(s->t, N_("Which of these?")), moves, n);
}

static void ask_why_not(tui_screen *s, const char *thing)
{
    spk_buf move = {0};
    if (tui_my_turn(s->t) && s->board->meant && s->board->meant(s->t, &s->choice, thing, &move)) {
        s->asked_why = true;
        tui_screen_act(s, "why", spk_buf_text(&move));
    } else if (tui_my_turn(s->t)) {
        tui_screen_say(s, tui_tr(s->t, N_("Nothing can be done with that now.")), true);
    }
    spk_buf_release(&move);
}

static void press(tui_screen *s, const char *button)
{
    if (spk_str_eq(button, "=!listen"))
        tui_screen_act(s, "say", "pass");
    else if (spk_str_eq(button, "=!talk"))
        tui_open_talk(s);
    else if (spk_str_eq(button, "=!back"))
        tui_screen_act(s, "back", "");
}

static void touch(tui_screen *s, int spot)
{
    char thing[TUI_PART];
    const char *part;
    snprintf(thing, sizeof thing, "%s", s->spots[spot].thing);
    s->message[0] = '\0';
    if (strncmp(thing, "=!", 2) == 0) {
        press(s, thing);
        return;
    }
    if (s->spots[spot].nth < tui_choice_times(&s->choice, thing)) {
        tui_choice_unpick(&s->choice, thing);
        return;
    }
    part = tui_choice_offers(&s->choice, thing);
    if (!part && s->choice.picked.n > 0) { /* another beginning takes the place of this one */
        tui_parts before = s->choice.picked;
        tui_choice_clear(&s->choice);
        part = tui_choice_offers(&s->choice, thing);
        if (!part)
            s->choice.picked = before;
    }
    if (part) {
        tui_choice_pick(&s->choice, part);
        settle(s, *thing == '=');
    } else {
        ask_why_not(s, thing);
    }
}

static void on_enter(tui_screen *s)
{
    if (s->confirm >= 0)
        play(s, s->confirm);
    else if (s->cursor_at >= 0)
        touch(s, s->cursor_at);
    else if (s->n_buttons > 0)
        point_at(s, s->first_button);
    else
        step_offered(s, 1);
}

static void on_escape(tui_screen *s)
{
    s->message[0] = '\0';
    if (s->confirm >= 0) {
        s->confirm = -1;
        tui_choice_back(&s->choice);
    } else {
        tui_choice_back(&s->choice);
    }
}

/* -- Keys --------------------------------------------------------------------------------------------- */

static void on_click(tui_screen *s, int row, int col)
{
    for (int i = s->n_spots; i-- > 0;)
        if (tui_area_has(s->spots[i].area, row, col)) {
            bool sure = s->confirm >= 0 && i == s->cursor_at;
            point_at(s, i);
            if (sure) {
                play(s, s->confirm);
            } else {
                s->confirm = -1;
                touch(s, i);
            }
            return;
        }
    if (s->confirm >= 0 && row >= s->grid.rows - 3)
        play(s, s->confirm);
}

static void on_char(tui_screen *s, uint32_t c)
{
    if (c >= '1' && c <= '9' && (int)(c - '1') < s->n_buttons) {
        point_at(s, s->first_button + (int)(c - '1'));
        s->confirm = -1;
        touch(s, s->cursor_at);
        return;
    }
    switch (c) {
    case ' ': on_enter(s); break;
    case 'u': tui_screen_act(s, "undo", ""); break;
    case 'h': s->asked_hint = true, tui_screen_act(s, "hint", ""); break;
    case 'w': tui_open_why(s); break;
    case 't': tui_open_talk(s); break;
    case 'c': tui_panel_ask(s, TUI_ASK_CHAT); break;
    case 'l': tui_open_log(s); break;
    case 'm': tui_open_moves(s); break;
    case 'o': tui_open_table(s); break;
    case 'r': tui_open_rules(s); break;
    case 's': tui_panel_ask(s, TUI_ASK_SAVE); break;
    case '?': tui_open_help(s); break;
    case 'e':
        if (s->t->over)
            tui_open_end(s);
        break;
    case 'q': tui_panel_ask(s, TUI_ASK_QUIT); break;
    default: break;
    }
}

void tui_screen_key(tui_screen *s, tui_key key)
{
    if (tui_panel_key(s, key))
        return;
    if (key.kind != TUI_KEY_ENTER && key.kind != TUI_KEY_RESIZE && key.kind != TUI_KEY_CLICK)
        s->message[0] = '\0';
    switch (key.kind) {
    case TUI_KEY_UP: step_beside(s, -1, 0); break;
    case TUI_KEY_DOWN: step_beside(s, 1, 0); break;
    case TUI_KEY_LEFT: step_beside(s, 0, -1); break;
    case TUI_KEY_RIGHT: step_beside(s, 0, 1); break;
    case TUI_KEY_TAB: step_offered(s, 1); break;
    case TUI_KEY_BACK_TAB: step_offered(s, -1); break;
    case TUI_KEY_ENTER: on_enter(s); break;
    case TUI_KEY_ESCAPE:
    case TUI_KEY_BACKSPACE: on_escape(s); break;
    case TUI_KEY_CHAR: on_char(s, key.code); break;
    case TUI_KEY_CLICK: on_click(s, key.row, key.col); break;
    case TUI_KEY_WHEEL_UP:
    case TUI_KEY_PAGE_UP: tui_open_log(s); break;
    case TUI_KEY_HOME: point_at(s, 0); break;
    case TUI_KEY_END: point_at(s, s->n_spots - 1); break;
    case TUI_KEY_WHEEL_DOWN:
    case TUI_KEY_PAGE_DOWN:
    case TUI_KEY_RESIZE: break;
    }
}
