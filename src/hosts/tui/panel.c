/* panel.c: what opens over the board: menus, pages to read, and lines to write. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/room/talk.h"
#include "hosts/tui/inside.h"

/* -- Opening and closing ------------------------------------------------------------------------------ */

void tui_panel_close(tui_screen *s)
{
    for (int i = 0; i < s->n_items; i++)
        spk_free(s->item[i].label);
    s->n_items = s->chosen = s->scroll = 0;
    s->small = false;
    s->panel = TUI_NO_PANEL;
}

static void set_title(tui_screen *s, const char *title)
{
    spk_buf_clear(&s->title);
    spk_buf_puts(&s->title, title);
}

void tui_panel_page(tui_screen *s, const char *title)
{
    tui_panel_close(s);
    set_title(s, title);
    s->panel = TUI_PAGE;
}

/* The columns of a page's text. */
static int page_cols(const tui_screen *s) { return s->grid.cols - 4 < 96 ? s->grid.cols - 8 : 92; }

void tui_panel_menu(tui_screen *s, const char *title)
{
    tui_panel_close(s);
    set_title(s, title);
    s->panel = TUI_MENU;
}

tui_item *tui_panel_item(tui_screen *s, tui_item_kind kind, const char *label)
{
    static tui_item spare;
    tui_item *item = s->n_items < TUI_ITEMS ? &s->item[s->n_items] : &spare;
    size_t n = strlen(label);
    memset(item, 0, sizeof *item);
    item->kind = kind;
    if (item != &spare) {
        item->label = memcpy(spk_alloc(n + 1), label, n + 1);
        s->n_items++;
    }
    return item;
}

void tui_panel_moves(tui_screen *s, const char *title, const int *moves, int n)
{
    spk_buf label = {0};
    tui_panel_menu(s, title);
    for (int i = 0; i < n; i++) {
        spk_buf_clear(&label);
        tui_describe(s->t, moves[i], &label);
        tui_panel_item(s, TUI_ITEM_MOVE, spk_buf_text(&label))->move = moves[i];
    }
    spk_buf_release(&label);
}

void tui_panel_ask(tui_screen *s, tui_question question)
{
    const tui_table *t = s->t;
    if (question == TUI_ASK_SAVE && !s->port->save) {
        tui_screen_say(s, tui_tr(t, N_("A server keeps this game; there is nothing to save.")),
                       true);
        return;
    }
    if (question == TUI_ASK_CHAT && (!t->may_chat || !tui_is_player(t))) {
        tui_screen_say(s, tui_tr(t, N_("There is no chat at this table.")), true);
        return;
    }
    tui_panel_close(s);
    set_title(s, question == TUI_ASK_CHAT ? tui_tr(t, N_("Write to everybody at this table"))
                 : question == TUI_ASK_SAVE
                     ? tui_tr(t, N_("Save the game to which file?"))
                     : tui_tr(t, N_("Leave the table? Enter: leave, Esc: stay")));
    s->question = question;
    s->input[0] = '\0';
    s->panel = TUI_ASK;
}

/* -- What keys open ----------------------------------------------------------------------------------- */

void tui_open_log(tui_screen *s)
{
    const tui_table *t = s->t;
    int from = t->n_lines > TUI_LINES ? t->n_lines - TUI_LINES : 0;
    spk_buf_clear(&s->page);
    for (int i = from; i < t->n_lines; i++)
        spk_buf_printf(&s->page, "%s%s\n", t->log[i % TUI_LINES].kind == TUI_LINE_EVENT ? "" : "» ",
                       t->log[i % TUI_LINES].text);
    tui_panel_page(s, tui_tr(t, N_("What happened")));
    s->scroll = 1 << 20; /* the end; drawing knows how far that is */
}

void tui_open_help(tui_screen *s)
{
    static const struct {
        const char *keys, *what;
    } lines[] = {
        {N_("arrows"), N_("move the cursor; Tab: to the next thing that can be chosen")},
        {N_("Enter"), N_("choose what the cursor is on; the mouse does the same")},
        {N_("Esc"), N_("back: take the last choice away, or close a window")},
        {"1-9", N_("what can be done, by its number")},
        {"m", N_("all your moves as a list")},
        {"u", N_("take back your last move; against bots, any of yours")},
        {"h", N_("what a strong player would do here")},
        {"w", N_("why something was refused: the rule")},
        {"l", N_("everything that happened so far")},
        {"t", N_("speak: what can be said, and what was promised")},
        {"c", N_("write to everybody at this table")},
        {"r", N_("the game in a minute")},
        {"o", N_("the table: pause, leave, end, play again")},
        {"s", N_("write the game to a file")},
        {"q", N_("leave the table")},
    };
    spk_buf_clear(&s->page);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *keys = tui_tr(s->t, lines[i].keys);
        spk_buf_printf(&s->page, "%s%*s%s\n", keys, 12 - tui_width(keys), "",
                       tui_tr(s->t, lines[i].what));
    }
    spk_buf_printf(&s->page, "\n%s\n",
                   tui_tr(s->t, N_("‹F2› and underlined: can be chosen. [F2]: is chosen.")));
    tui_panel_page(s, tui_tr(s->t, N_("Keys")));
}

static void add_offer(void *ctx, const char *text, const char *phrases, int apt)
{
    tui_screen *s = ctx;
    spk_buf label = {0};
    tui_render(s->t, phrases, &label);
    if (spk_str_eq(text, "pass"))
        spk_buf_clear(&label), spk_buf_puts(&label, tui_tr(s->t, N_("I have nothing to say.")));
    tui_item *item = tui_panel_item(s, TUI_ITEM_SAY, spk_buf_text(&label));
    snprintf(item->text, sizeof item->text, "%s", text);
    item->move = apt;
    spk_buf_release(&label);
}

/* What fits the moment comes first, best first. */
static void sort_offers(tui_screen *s)
{
    int front = 0;
    for (int apt = 1; apt <= s->n_items; apt++)
        for (int i = front; i < s->n_items; i++)
            if (s->item[i].move == apt) {
                tui_item found = s->item[i];
                memmove(&s->item[front + 1], &s->item[front], (size_t)(i - front) * sizeof found);
                s->item[front++] = found;
                break;
            }
}

static void add_promises(tui_screen *s)
{
    static const char *const words[SPK_VOW_COUNT] = {[SPK_VOW_OPEN] = N_("open"),
                                                     [SPK_VOW_KEPT] = N_("kept"),
                                                     [SPK_VOW_BROKEN] = N_("broken"),
                                                     [SPK_VOW_LAPSED] = N_("lapsed"),
                                                     [SPK_VOW_REPLACED] = N_("replaced")};
    const tui_table *t = s->t;
    for (int i = 0; i < t->n_promises; i++)
        for (int k = t->n_lines - 1; k >= 0 && k > t->n_lines - TUI_LINES; k--) {
            const tui_line *line = &t->log[k % TUI_LINES];
            if (line->kind == TUI_LINE_TALK && line->n == t->promises[i].n) {
                spk_buf_printf(&s->page, "%s – %s\n", line->text,
                               tui_tr(t, words[t->promises[i].state]));
                break;
            }
        }
}

enum { PROMISES = 'P' }; /* no key of the board's: an item of the menu alone */

static void open_promises(tui_screen *s)
{
    spk_buf_clear(&s->page);
    add_promises(s);
    if (s->page.n == 0)
        spk_buf_puts(&s->page, tui_tr(s->t, N_("Nobody has promised anything yet.")));
    tui_panel_page(s, tui_tr(s->t, N_("Promises")));
}

void tui_open_talk(tui_screen *s)
{
    const tui_table *t = s->t;
    const spk_talk *talk = t->box->game->talk;
    if (!talk) {
        tui_panel_ask(s, TUI_ASK_CHAT);
        return;
    }
    if (tui_may_speak(t) && talk->menu && talk->sentence) {
        tui_panel_menu(s, tui_tr(t, N_("What do you say?")));
        room_talk_offers(t->box, &t->view, t->said, t->n_said, t->me, add_offer, s);
        sort_offers(s);
        if (t->may_chat)
            tui_panel_item(s, TUI_ITEM_KEY, tui_tr(t, N_("Write something of your own (chat)")))
                ->key = 'c';
        tui_panel_item(s, TUI_ITEM_KEY, tui_tr(t, N_("See what was promised")))->key = PROMISES;
        return;
    }
    open_promises(s);
}

void tui_open_moves(tui_screen *s)
{
    static int all[SPK_MAX_MOVES];
    bool whole;
    int n = tui_choice_found(&s->choice, false, all, SPK_MAX_MOVES, &whole);
    if (n == 0) {
        tui_screen_say(s, tui_tr(s->t, N_("It is not your turn.")), true);
        return;
    }
    tui_panel_moves(s, tui_tr(s->t, N_("Your moves")), all, n);
    s->small = s->choice.picked.n == 0;
}

static void add_act(tui_screen *s, const char *label, const char *word, const char *text)
{
    tui_item *item = tui_panel_item(s, TUI_ITEM_ACT, label);
    snprintf(item->word, sizeof item->word, "%s", word);
    snprintf(item->text, sizeof item->text, "%s", text);
}

static void add_hand_overs(tui_screen *s)
{
    const tui_table *t = s->t;
    for (spk_seat seat = 0; seat < t->box->n_seats; seat++) {
        const tui_sitter *who = &t->sitter[seat];
        spk_buf label = {0};
        char number[16];
        if (seat == t->me || who->kind != ROOM_PERSON || who->here || who->away)
            continue;
        tui_say(t, &label, N_("{name} is gone: let a bot or the safe default play there"),
                SPK_WHO("name", seat));
        snprintf(number, sizeof number, "%d", seat);
        add_act(s, spk_buf_text(&label), "hand_over", number);
        spk_buf_release(&label);
    }
}

void tui_open_table(tui_screen *s)
{
    const tui_table *t = s->t;
    tui_panel_menu(s, tui_tr(t, N_("The table")));
    if (tui_is_player(t) && t->status == ROOM_WAITING && t->host)
        add_act(s, tui_tr(t, N_("Deal now (all seats must be taken)")), "start", "");
    if (tui_is_player(t) && t->status == ROOM_PAUSED)
        add_act(s, tui_tr(t, N_("Go on: end the pause")), "resume", "");
    if (tui_is_player(t) && t->status == ROOM_PLAYING) {
        if (t->may_pause)
            add_act(s, tui_tr(t, N_("Pause: stop all clocks")), "pause", "");
        if (t->away)
            add_act(s, tui_tr(t, N_("I am back")), "back", "");
        else if (!s->port->save)
            add_act(s, tui_tr(t, N_("Let a bot or the safe default play for me")), "leave", "");
        if (!s->port->save)
            add_act(s, tui_tr(t, N_("I agree to end the game without a result")), "close", "");
        add_hand_overs(s);
    }
    if (tui_is_player(t) && t->status == ROOM_FINISHED && !s->port->save)
        add_act(s, tui_tr(t, N_("Play again, seats rotated by one")), "rematch", "");
    if (s->port->save)
        tui_panel_item(s, TUI_ITEM_KEY, tui_tr(t, N_("Save the game")))->key = 's';
    tui_panel_item(s, TUI_ITEM_KEY, tui_tr(t, N_("Leave the table")))->key = 'q';
}

void tui_open_rules(tui_screen *s)
{
    spk_buf_clear(&s->page);
    s->port->rules(s->port->ctx, "", page_cols(s), &s->page);
    tui_panel_page(s, tui_tr(s->t, N_("In one minute")));
}

void tui_open_why(tui_screen *s)
{
    const tui_table *t = s->t;
    if (t->refused.err == SPK_OK) {
        tui_screen_say(
            s,
            tui_tr(t,
                   N_("Nothing was refused. Choose something that is not offered to learn why.")),
            false);
        return;
    }
    spk_buf_clear(&s->page);
    spk_buf_printf(&s->page, "%s\n\n", t->refusal);
    if (*t->refused.rule)
        s->port->rules(s->port->ctx, t->refused.rule, page_cols(s), &s->page);
    tui_panel_page(s, tui_tr(t, N_("Why not")));
}

void tui_open_hint(tui_screen *s)
{
    const tui_table *t = s->t;
    spk_buf label = {0};
    if (t->n_hints == 0) {
        tui_screen_say(s, tui_tr(t, N_("There is only one move.")), false);
        return;
    }
    tui_panel_menu(s, tui_tr(t, N_("What a strong player would do, and wins of 100 it expects")));
    for (int i = 0; i < t->n_hints; i++)
        for (int k = 0; k < t->n_moves; k++) {
            if (t->moves[k] != t->hint[i])
                continue;
            spk_buf_clear(&label);
            if (t->hint_value[i] >= 0)
                spk_buf_printf(&label, "%3d  ", (100 * t->hint_value[i] + SPK_WIN / 2) / SPK_WIN);
            tui_describe(t, k, &label);
            tui_panel_item(s, TUI_ITEM_MOVE, spk_buf_text(&label))->move = k;
        }
    s->small = true;
    spk_buf_release(&label);
}

void tui_open_end(tui_screen *s)
{
    const tui_table *t = s->t;
    const spk_result *r = &t->result;
    spk_buf_clear(&s->page);
    if (r->reason) {
        spk_buf why = {0};
        tui_name_thing(t, r->reason, &why);
        spk_buf_printf(&s->page, "%s\n\n", spk_buf_text(&why));
        spk_buf_release(&why);
    }
    for (int rank = 1; rank <= t->box->n_seats; rank++)
        for (spk_seat seat = 0; seat < t->box->n_seats; seat++)
            if (r->rank[seat] == rank)
                spk_buf_printf(&s->page, "%d.  %s%s: %d\n", rank, tui_seat_name(t, seat),
                               r->winners >> seat & 1 ? " ★" : "", r->score[seat]);
    spk_buf_printf(&s->page, "\n%s",
                   tui_tr(t, s->port->save
                                 ? N_("Esc: look at the table. s: save the game. q: leave.")
                                 : N_("Esc: look at the table. o: play again. q: leave.")));
    tui_panel_page(s, tui_tr(t, N_("The game is over")));
}

/* -- Keys --------------------------------------------------------------------------------------------- */

static void run_item(tui_screen *s)
{
    tui_item item = s->item[s->chosen];
    item.label = NULL;
    if (s->n_items == 0)
        return;
    tui_panel_close(s);
    switch (item.kind) {
    case TUI_ITEM_MOVE: tui_screen_take(s, item.move); break;
    case TUI_ITEM_SAY: tui_screen_act(s, "say", item.text); break;
    case TUI_ITEM_ACT: tui_screen_act(s, item.word, item.text); break;
    case TUI_ITEM_KEY:
        if (item.key == PROMISES)
            open_promises(s);
        else
            tui_screen_key(s, (tui_key){.kind = TUI_KEY_CHAR, .code = item.key});
        break;
    }
}

static void choose(tui_screen *s, int item)
{
    s->chosen = item < 0 ? 0 : item >= s->n_items ? s->n_items - 1 : item;
}

static void menu_key(tui_screen *s, tui_key key)
{
    int page = s->panel_area.rows > 4 ? s->panel_area.rows - 3 : 1;
    switch (key.kind) {
    case TUI_KEY_UP:
    case TUI_KEY_WHEEL_UP:
    case TUI_KEY_BACK_TAB: choose(s, s->chosen - 1); break;
    case TUI_KEY_DOWN:
    case TUI_KEY_WHEEL_DOWN:
    case TUI_KEY_TAB: choose(s, s->chosen + 1); break;
    case TUI_KEY_PAGE_UP: choose(s, s->chosen - page); break;
    case TUI_KEY_PAGE_DOWN: choose(s, s->chosen + page); break;
    case TUI_KEY_HOME: choose(s, 0); break;
    case TUI_KEY_END: choose(s, s->n_items - 1); break;
    case TUI_KEY_ENTER: run_item(s); break;
    case TUI_KEY_CLICK:
        if (tui_area_has(s->panel_area, key.row, key.col)) {
            int line = key.row - s->panel_area.row - 1;
            if (line >= 0 && line < s->panel_area.rows - 2 && s->scroll + line < s->n_items) {
                s->chosen = s->scroll + line;
                run_item(s);
            }
        } else
            tui_panel_close(s);
        break;
    case TUI_KEY_CHAR:
        if (key.code >= '1' && key.code <= '9' && (int)(key.code - '1') < s->n_items) {
            s->chosen = (int)(key.code - '1');
            run_item(s);
        } else if (key.code == ' ') {
            run_item(s);
        } else if (strchr("qulthcrwo?", (int)key.code)) {
            tui_panel_close(s);
            tui_screen_key(s, key);
        }
        break;
    case TUI_KEY_ESCAPE:
    case TUI_KEY_BACKSPACE: tui_panel_close(s), tui_choice_clear(&s->choice); break;
    case TUI_KEY_LEFT:
    case TUI_KEY_RIGHT:
    case TUI_KEY_RESIZE: break;
    }
}

static void page_key(tui_screen *s, tui_key key)
{
    int page = s->panel_area.rows > 4 ? s->panel_area.rows - 3 : 1;
    switch (key.kind) {
    case TUI_KEY_UP: s->scroll--; break;
    case TUI_KEY_DOWN: s->scroll++; break;
    case TUI_KEY_WHEEL_UP: s->scroll -= 3; break;
    case TUI_KEY_WHEEL_DOWN: s->scroll += 3; break;
    case TUI_KEY_PAGE_UP: s->scroll -= page; break;
    case TUI_KEY_PAGE_DOWN: s->scroll += page; break;
    case TUI_KEY_HOME: s->scroll = 0; break;
    case TUI_KEY_END: s->scroll = 1 << 20; break;
    case TUI_KEY_RESIZE: break;
    case TUI_KEY_CHAR:
        tui_panel_close(s);
        if (strchr("qusocltrhmew?", (int)key.code))
            tui_screen_key(s, key);
        break;
    default: tui_panel_close(s); break;
    }
}

static void answer(tui_screen *s)
{
    spk_buf said = {0};
    char input[TUI_INPUT];
    tui_question question = s->question;
    memcpy(input, s->input, sizeof input);
    tui_panel_close(s);
    if (question == TUI_ASK_QUIT)
        s->quit = true;
    else if (*input && question == TUI_ASK_CHAT)
        tui_screen_act(s, "chat", input);
    else if (*input && question == TUI_ASK_SAVE) {
        s->port->save(s->port->ctx, input, &said);
        tui_screen_say(s, spk_buf_text(&said), false);
    }
    spk_buf_release(&said);
}

static void ask_key(tui_screen *s, tui_key key)
{
    size_t n = strlen(s->input);
    spk_buf more = {0};
    if (key.kind == TUI_KEY_ENTER) {
        answer(s);
    } else if (key.kind == TUI_KEY_ESCAPE) {
        tui_panel_close(s);
    } else if (key.kind == TUI_KEY_BACKSPACE && n > 0) {
        do
            n--;
        while (n > 0 && ((unsigned char)s->input[n] & 0xc0) == 0x80);
        s->input[n] = '\0';
    } else if (key.kind == TUI_KEY_CHAR && s->question == TUI_ASK_QUIT) {
        if (key.code == 'y' || key.code == 'j' || key.code == 'q')
            answer(s);
        else
            tui_panel_close(s);
    } else if (key.kind == TUI_KEY_CHAR && key.code >= ' ') {
        tui_put_utf8(&more, key.code);
        if (n + more.n < sizeof s->input)
            strcpy(s->input + n, spk_buf_text(&more));
        spk_buf_release(&more);
    }
}

bool tui_panel_key(tui_screen *s, tui_key key)
{
    switch (s->panel) {
    case TUI_NO_PANEL: return false;
    case TUI_MENU: menu_key(s, key); break;
    case TUI_PAGE: page_key(s, key); break;
    case TUI_ASK: ask_key(s, key); break;
    case TUI_CURTAIN:
        if (key.kind == TUI_KEY_ENTER || key.kind == TUI_KEY_CLICK) {
            s->panel = TUI_NO_PANEL;
            tui_screen_heard(s, TUI_HEARD_VIEW);
        } else if (key.kind == TUI_KEY_CHAR && key.code == 'q') {
            s->quit = true;
        }
        break;
    }
    return true;
}

/* -- Drawing ------------------------------------------------------------------------------------------ */

static void frame(tui_screen *s, int rows, int cols, bool at_bottom)
{
    int most = s->grid.rows - 4;
    rows = rows < most ? rows : most;
    cols = cols < s->grid.cols - 2 ? cols : s->grid.cols - 2;
    int row = at_bottom ? s->grid.rows - 3 - rows : 1 + (most + 1 - rows) / 2;
    s->panel_area = (tui_area){row, (s->grid.cols - cols) / 2, rows, cols};
    tui_fill(&s->grid, s->panel_area, ' ', TUI_PLAIN);
    tui_frame(&s->grid, s->panel_area, TUI_BOLD);
    tui_area title = tui_inside(s->panel_area, 0, 2, 1, cols - 4);
    char text[200];
    snprintf(text, sizeof text, " %s ", spk_buf_text(&s->title));
    tui_put(&s->grid, title, text, TUI_BOLD);
}

static void scroll_hint(tui_screen *s, int shown)
{
    char text[40];
    if (s->panel_lines <= shown)
        return;
    snprintf(text, sizeof text, " %d–%d / %d ", s->scroll + 1, s->scroll + shown, s->panel_lines);
    tui_put(&s->grid,
            tui_inside(s->panel_area, s->panel_area.rows - 1,
                       s->panel_area.cols - tui_width(text) - 2, 1, 30),
            text, TUI_DIM);
}

enum { AROUND_ITEM = 8 }; /* columns of a frame, a mark and a number */

bool tui_menu_fits(const tui_screen *s, const char *label)
{
    return tui_width(label) + AROUND_ITEM <= s->grid.cols;
}

static void draw_menu(tui_screen *s)
{
    int wide = tui_width(spk_buf_text(&s->title)) + AROUND_ITEM;
    for (int i = 0; i < s->n_items; i++) {
        int w = tui_width(s->item[i].label) + AROUND_ITEM;
        wide = w > wide ? w : wide;
    }
    int most = s->small && s->n_items > 9 ? 11 : s->n_items + 2;
    frame(s, most, wide, s->small);
    int shown = s->panel_area.rows - 2;
    if (s->chosen < s->scroll)
        s->scroll = s->chosen;
    if (s->chosen >= s->scroll + shown)
        s->scroll = s->chosen - shown + 1;
    s->panel_lines = s->n_items;
    for (int i = 0; i < shown && s->scroll + i < s->n_items; i++) {
        char text[400];
        int at = s->scroll + i;
        tui_area line = tui_inside(s->panel_area, i + 1, 1, 1, s->panel_area.cols - 2);
        tui_style style = at == s->chosen ? TUI_REVERSE : TUI_PLAIN;
        char number[4] = {at < 9 ? (char)('1' + at) : ' ', ' ', '\0'};
        snprintf(text, sizeof text, "%s%s%s", at == s->chosen ? "▸ " : "  ", number,
                 s->item[at].label);
        tui_fill(&s->grid, line, ' ', style);
        tui_put(&s->grid, line, text, style);
        if (at == s->chosen)
            s->grid.cursor_row = line.row, s->grid.cursor_col = line.col;
    }
    scroll_hint(s, shown);
}

static void draw_page(tui_screen *s)
{
    int cols = page_cols(s) + 4;
    s->panel_lines = tui_count_lines(spk_buf_text(&s->page), cols - 4);
    frame(s, s->panel_lines + 2 < 5 ? 5 : s->panel_lines + 2, cols, false);
    int shown = s->panel_area.rows - 2, last = s->panel_lines > shown ? s->panel_lines - shown : 0;
    s->scroll = s->scroll < 0 ? 0 : s->scroll > last ? last : s->scroll;
    tui_put_lines(&s->grid, tui_inside(s->panel_area, 1, 2, shown, cols - 4), -s->scroll,
                  spk_buf_text(&s->page), TUI_PLAIN);
    scroll_hint(s, shown);
    s->grid.cursor_row = s->panel_area.row + 1, s->grid.cursor_col = s->panel_area.col + 2;
}

static void draw_ask(tui_screen *s)
{
    frame(s, 3, s->grid.cols - 6, true);
    tui_area line = tui_inside(s->panel_area, 1, 2, 1, s->panel_area.cols - 4);
    const char *text = s->input;
    while (tui_width(text) > line.cols - 1) { /* its end is what is being written */
        int w;
        tui_next(&text, &w);
    }
    tui_put(&s->grid, line, text, TUI_PLAIN);
    s->grid.cursor_row = line.row, s->grid.cursor_col = line.col + tui_width(text);
}

void tui_panel_draw(tui_screen *s)
{
    switch (s->panel) {
    case TUI_NO_PANEL: break;
    case TUI_MENU: draw_menu(s); break;
    case TUI_PAGE: draw_page(s); break;
    case TUI_ASK: draw_ask(s); break;
    case TUI_CURTAIN:
        tui_fill(&s->grid, (tui_area){0, 0, s->grid.rows, s->grid.cols}, ' ', TUI_PLAIN);
        tui_put_lines(&s->grid, (tui_area){s->grid.rows / 2 - 1, 4, 6, s->grid.cols - 8}, 0,
                      spk_buf_text(&s->page), TUI_BOLD);
        break;
    }
}
