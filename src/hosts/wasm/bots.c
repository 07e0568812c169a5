/* bots.c: bots at the page's own table, and the house when it is asked for a hint. They think in small
 * portions, because a Worker hears nothing while it calls; the page has the clock. See wasm.h. */
#include "base/str.h"
#include "hosts/wasm/table.h"
#include "hosts/wasm/wasm.h"

enum { HINT_STREAM = 100, HINT_LINES = 4 };

/* -- Brains ------------------------------------------------------------------------------------ */

static bool is_seat(const wasm_table *t, int32_t seat)
{
    return t && seat >= 0 && seat < t->record.box.n_seats;
}

/* The seat's bot: who sits there, or plays for somebody who is away. Another one than before if another
 * is named. NULL: the safe default is played. */
static wasm_brain *brain_of(wasm_table *t, spk_seat seat)
{
    wasm_brain *brain = &t->brain[seat];
    const spk_bot_kind *kind = spk_bot_find(room_bot_of(t->room, seat));
    if (!kind)
        return NULL;
    if (!brain->bot) {
        spk_rng rng = wasm_stream(t, 1 + seat);
        *brain = (wasm_brain){.bot = spk_bot_new(kind, &t->record.box, seat, &rng), .n = -1};
    }
    return brain;
}

void wasm_bots_listen(wasm_table *t)
{
    const spk_match *m = room_match(t->room);
    int n;
    const spk_said *said = spk_match_said(m, &n);
    for (spk_seat seat = 0; seat < t->record.box.n_seats; seat++) {
        spk_state view;
        if (room_sitter_of(t->room, seat)->kind != ROOM_BOT || !brain_of(t, seat))
            continue;
        spk_match_view(m, seat, &view);
        spk_bot_listen(t->brain[seat].bot, &view, said, n);
        if (t->brain[seat].n != spk_match_seq(m, seat))
            t->brain[seat].n = -1;
    }
    if (t->hint.n != spk_match_seq(m, t->hint_seat))
        t->hint.n = -1;
}

static void begin(wasm_table *t, wasm_brain *brain, spk_seat seat)
{
    spk_state view;
    spk_match_view(room_match(t->room), seat, &view);
    spk_bot_begin(brain->bot, &view);
    brain->n = spk_match_seq(room_match(t->room), seat);
    brain->words = false;
}

/* -- Moves ------------------------------------------------------------------------------------- */

bool wasm_bot_begin(int32_t seat)
{
    wasm_table *t = wasm_the_table();
    wasm_brain *brain =
        is_seat(t, seat) && spk_actors_has(room_deputed(t->room), seat) ? brain_of(t, seat) : NULL;
    if (brain)
        begin(t, brain, seat);
    return brain != NULL;
}

uint32_t wasm_bot_think(int32_t seat, uint32_t iterations)
{
    wasm_table *t = wasm_the_table();
    if (!is_seat(t, seat) || t->brain[seat].n < 0)
        return 0;
    return (uint32_t)spk_bot_think(t->brain[seat].bot, (int)iterations);
}

static bool refused(spk_err err, const char *text)
{
    spk_why why = {0};
    spk_fail(&why, err, "%s", text);
    wasm_out_why(&why);
    return false;
}

/* One deed of a bot. What it says or does is judged like everybody's. */
static bool act(wasm_table *t, spk_seat seat, room_deed_kind kind, const char *text, double now_ms)
{
    spk_why why = {0};
    room_deed deed = {.kind = kind, .text = text, .n = -1};
    if (room_act(t->room, seat, &deed, &t->rng, (int64_t)now_ms, &why) != SPK_OK) {
        wasm_out_why(&why);
        return false;
    }
    wasm_bots_listen(t);
    spk_buf_puts(wasm_out_start(), text);
    return true;
}

bool wasm_bot_move(int32_t seat, double now_ms)
{
    wasm_table *t = wasm_the_table();
    char text[SPK_MOVE_TEXT];
    if (!is_seat(t, seat) || t->brain[seat].n < 0 || t->brain[seat].words)
        return refused(SPK_ESTALE, "That bot thinks of no move.");
    spk_move_text(&t->record.box, spk_bot_move(t->brain[seat].bot), text);
    return act(t, seat, ROOM_DEPUTY, text, now_ms);
}

/* -- Words ------------------------------------------------------------------------------------- */

static bool has_word(const wasm_table *t, int32_t seat)
{
    return is_seat(t, seat) && spk_actors_has(wasm_table_speakers(), seat) &&
           room_sitter_of(t->room, seat)->kind == ROOM_BOT;
}

bool wasm_bot_rehearse(int32_t seat)
{
    wasm_table *t = wasm_the_table();
    wasm_brain *brain = has_word(t, seat) ? brain_of(t, seat) : NULL;
    spk_state view;
    int n;
    if (!brain)
        return false;
    const spk_said *said = spk_match_said(room_match(t->room), &n);
    spk_match_view(room_match(t->room), seat, &view);
    brain->n = spk_match_seq(room_match(t->room), seat);
    brain->words = true;
    return spk_bot_talks(brain->bot) && spk_bot_rehearse(brain->bot, &view, said, n);
}

bool wasm_bot_say(int32_t seat, double now_ms)
{
    wasm_table *t = wasm_the_table();
    char text[SPK_TALK_TEXT] = "pass";
    spk_state view;
    int n;
    if (!has_word(t, seat) || t->brain[seat].n < 0 || !t->brain[seat].words)
        return refused(SPK_ESTALE, "That bot has not the word.");
    const spk_said *said = spk_match_said(room_match(t->room), &n);
    spk_match_view(room_match(t->room), seat, &view);
    if (spk_bot_talks(t->brain[seat].bot))
        spk_bot_say(t->brain[seat].bot, &view, said, n, text);
    if (spk_str_eq(text, "pass"))
        return act(t, seat, ROOM_PASS, text, now_ms);
    return act(t, seat, ROOM_SAY, text, now_ms) || act(t, seat, ROOM_PASS, "pass", now_ms);
}

/* -- Hints ------------------------------------------------------------------------------------- */

bool wasm_hint_begin(int32_t seat)
{
    wasm_table *t = wasm_the_table();
    if (!is_seat(t, seat) || !spk_actors_has(spk_match_actors(room_match(t->room)), seat))
        return refused(SPK_EREFUSED, "Hints are for moves, and it is not yours.");
    if (t->hint.bot && t->hint_seat != seat) {
        spk_bot_free(t->hint.bot);
        t->hint.bot = NULL;
    }
    if (!t->hint.bot) {
        spk_rng rng = wasm_stream(t, HINT_STREAM + seat);
        t->hint.bot = spk_bot_new(spk_bot_find("hard"), &t->record.box, seat, &rng);
        t->hint_seat = seat;
    }
    begin(t, &t->hint, seat);
    return true;
}

uint32_t wasm_hint_think(uint32_t iterations)
{
    wasm_table *t = wasm_the_table();
    return t && t->hint.n >= 0 ? (uint32_t)spk_bot_think(t->hint.bot, (int)iterations) : 0;
}

/* Of 'total' visits; 0: nothing was looked at, there is only this move. */
static void print_line(spk_json *j, const spk_box *box, const spk_line *line, uint64_t total)
{
    char text[SPK_MOVE_TEXT];
    spk_json_open(j, '{');
    spk_json_key(j, "text"), spk_json_str(j, spk_move_text(box, line->move, text));
    spk_json_key(j, "share");
    spk_json_int(j, total ? (int64_t)(10000 * (uint64_t)line->visits / total) : 10000);
    spk_json_key(j, "value");
    if (total)
        spk_json_int(j, line->value);
    else
        spk_json_null(j);
    spk_json_close(j, '}');
}

/* Those that were looked at, best first; returns how many, and all their visits. */
static int lines_of(wasm_table *t, spk_line lines[SPK_SEARCH_WIDE], uint64_t *total)
{
    int n = spk_bot_lines(t->hint.bot, lines, SPK_SEARCH_WIDE);
    while (n > 0 && lines[n - 1].visits == 0)
        n--;
    *total = 0;
    for (int i = 0; i < n; i++)
        *total += lines[i].visits;
    if (n == 0)
        lines[n++] = (spk_line){.move = spk_bot_move(t->hint.bot)};
    return n;
}

bool wasm_hint_print(void)
{
    wasm_table *t = wasm_the_table();
    spk_line lines[SPK_SEARCH_WIDE];
    uint64_t total;
    if (!t || t->hint.n < 0)
        return refused(SPK_ESTALE, "The table has moved on: look again.");
    int n = lines_of(t, lines, &total);
    spk_json j = {.out = wasm_out_start()};
    spk_json_open(&j, '[');
    for (int i = 0; i < n && i < HINT_LINES; i++)
        print_line(&j, &t->record.box, &lines[i], total);
    spk_json_close(&j, ']');
    return true;
}
