/* table.c: messages in, a table as its guest knows it out. See table.h. */
#include "hosts/tui/table.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"

/* -- Life --------------------------------------------------------------------------------------------- */

/* What the game prints, as jansson reads it: this text is our own, so it can be read. */
static json_t *as_json(spk_buf *text)
{
    json_t *json = json_loadb(spk_buf_text(text), text->n, 0, NULL);
    spk_buf_release(text);
    return json;
}

void tui_table_init(tui_table *t, const spk_box *box, host_language language)
{
    spk_buf text = {0};
    spk_json out = {.out = &text};
    memset(t, 0, sizeof *t);
    t->box = box;
    t->language = language;
    t->me = SPK_SEAT_ONLOOKER;
    t->paused_by = -1;
    t->status = ROOM_WAITING;
    spk_json_open(&out, '{');
    if (box->game->json_box)
        box->game->json_box(box, &out);
    spk_json_close(&out, '}');
    t->data = as_json(&text);
}

static void forget_said(tui_table *t)
{
    for (int i = 0; i < t->n_said; i++)
        spk_free((void *)t->said[i].text);
    t->n_said = 0;
}

/* Of another seat or another time: nothing that was told holds any more. */
static void forget(tui_table *t)
{
    for (int i = 0; i < TUI_LINES; i++) {
        spk_free(t->log[i].text);
        t->log[i] = (tui_line){0};
    }
    forget_said(t);
    json_decref(t->json);
    t->json = NULL;
    t->n = t->n_lines = t->n_chats = t->n_moves = t->n_promises = t->n_hints = 0;
    t->dealt = t->over = false;
    t->refused = (spk_why){0};
}

void tui_table_release(tui_table *t)
{
    forget(t);
    json_decref(t->data);
    t->data = NULL;
}

/* -- In words ----------------------------------------------------------------------------------------- */

const char *tui_tr(const tui_table *t, const char *english)
{
    return host_tr(t->language, english);
}

const char *tui_seat_name(const tui_table *t, spk_seat seat)
{
    return seat >= 0 && seat < t->box->n_seats && *t->sitter[seat].name ? t->sitter[seat].name
                                                                        : "?";
}

static const char *translate(void *ctx, const char *english) { return tui_tr(ctx, english); }

static void name_seat(void *ctx, int seat, spk_buf *out)
{
    spk_buf_puts(out, tui_seat_name(ctx, seat));
}

static void name_thing(void *ctx, const char *code, spk_buf *out)
{
    tui_name_thing(ctx, code, out);
}

/* The reader's functions take the table as it is: they change nothing. */
static spk_reader reader_of(const tui_table *t)
{
    return (spk_reader){
        .ctx = (void *)t, .translate = translate, .seat = name_seat, .thing = name_thing};
}

void tui_name_thing(const tui_table *t, const char *code, spk_buf *out)
{
    spk_reader reader = reader_of(t);
    spk_buf name = {0};
    if (t->box->game->name_thing)
        t->box->game->name_thing(t->box, code, &name);
    if (name.n)
        spk_phrase_name(spk_buf_text(&name), &reader, out);
    else
        spk_buf_puts(out, code);
    spk_buf_release(&name);
}

void tui_render(const tui_table *t, const char *phrases, spk_buf *out)
{
    spk_reader reader = reader_of(t);
    spk_phrase_render(phrases, &reader, out);
}

void tui_say_args(const tui_table *t, spk_buf *out, const char *format, const spk_arg *args, int n)
{
    spk_buf phrase = {0};
    spk_phrase_add(&phrase, format, args, n);
    tui_render(t, spk_buf_text(&phrase), out);
    spk_buf_release(&phrase);
}

void tui_count(const tui_table *t, spk_buf *out, int n, const char *one, const char *many)
{
    if (n == 1)
        tui_say(t, out, one);
    else
        tui_say(t, out, many, SPK_NUM("n", n));
}

void tui_describe(const tui_table *t, int move, spk_buf *out)
{
    char text[SPK_MOVE_TEXT];
    spk_buf phrases = {0};
    if (t->box->game->describe && tui_is_player(t)) /* a server may send an onlooker anything */
        t->box->game->describe(t->box, &t->view, t->me, t->moves[move], &phrases);
    if (phrases.n)
        tui_render(t, spk_buf_text(&phrases), out);
    else
        spk_buf_puts(out, spk_move_text(t->box, t->moves[move], text));
    spk_buf_release(&phrases);
}

/* -- Asking ------------------------------------------------------------------------------------------- */

bool tui_is_player(const tui_table *t) { return t->me >= 0 && t->me < t->box->n_seats; }

bool tui_my_turn(const tui_table *t) { return tui_is_player(t) && t->n_moves > 0; }

bool tui_may_speak(const tui_table *t)
{
    return tui_is_player(t) && t->box->game->talk && spk_actors_has(t->speakers, t->me);
}

int tui_n_people(const tui_table *t)
{
    int n = 0;
    for (spk_seat s = 0; s < t->box->n_seats; s++)
        n += t->sitter[s].kind == ROOM_PERSON || t->sitter[s].kind == ROOM_HOTSEAT;
    return n;
}

int64_t tui_clock_left(const tui_table *t, spk_seat seat, int64_t now_ms)
{
    int64_t left = t->left_ms[seat];
    if (left >= 0 && t->running[seat])
        left = left > now_ms - t->clocks_at ? left - (now_ms - t->clocks_at) : 0;
    return left;
}

/* -- The log ------------------------------------------------------------------------------------------ */

static char *copy_text(const char *text)
{
    size_t n = strlen(text);
    n = n < TUI_SENTENCE - 1 ? n : TUI_SENTENCE - 1;
    char *copy = spk_alloc(n + 1);
    memcpy(copy, text, n);
    copy[n] = '\0';
    return copy;
}

static void add_line(tui_table *t, tui_line_kind kind, spk_seat seat, int n, const char *text)
{
    tui_line *line = &t->log[t->n_lines++ % TUI_LINES];
    spk_free(line->text);
    *line = (tui_line){kind, seat, n, copy_text(text)};
}

void tui_table_note(tui_table *t, const char *text)
{
    add_line(t, TUI_LINE_NOTE, SPK_SEAT_CHANCE, 0, text);
}

/* What chance does in a row is one line: a fresh street is six draws. */
static void add_event(tui_table *t, spk_seat seat, int n, const char *text)
{
    tui_line *last = t->n_lines ? &t->log[(t->n_lines - 1) % TUI_LINES] : NULL;
    if (!*text)
        return;
    if (last && seat == SPK_SEAT_CHANCE && last->kind == TUI_LINE_EVENT && last->seat == seat &&
        strlen(last->text) + strlen(text) < 240) {
        spk_buf both = {0};
        spk_buf_printf(&both, "%s %s", last->text, text);
        spk_free(last->text);
        last->text = copy_text(spk_buf_text(&both));
        last->n = n;
        spk_buf_release(&both);
    } else {
        add_line(t, TUI_LINE_EVENT, seat, n, text);
    }
}

/* -- Events ------------------------------------------------------------------------------------------- */

static void tell_talk(tui_table *t, spk_seat seat, int n, const char *words, const json_t *phrase)
{
    spk_buf inside = {0}, out = {0};
    if (spk_str_eq(words, "pass"))
        return;
    bool worded = tui_phrases_read(phrase, &inside);
    tui_say(t, &out, N_("{name}: “{words}”"), SPK_WHO("name", seat),
            worded ? SPK_LIST("words", spk_buf_text(&inside)) : SPK_TEXT("words", words));
    add_line(t, TUI_LINE_TALK, seat, n, spk_buf_text(&out));
    spk_buf_release(&inside);
    spk_buf_release(&out);
}

static void tell_move(tui_table *t, spk_seat seat, int n, const char *text, bool safe)
{
    spk_buf phrases = {0}, out = {0}, whole = {0};
    if (t->box->game->explain) {
        t->box->game->explain(t->box, seat, text, &phrases);
        tui_render(t, spk_buf_text(&phrases), &out);
    } else {
        spk_buf_printf(&out, "%s: %s", seat == SPK_SEAT_CHANCE ? "" : tui_seat_name(t, seat), text);
    }
    if (safe && out.n) {
        tui_say(t, &whole, N_("{sentence} (played automatically for {name})"),
                SPK_TEXT("sentence", spk_buf_text(&out)), SPK_WHO("name", seat));
        add_event(t, seat, n, spk_buf_text(&whole));
    } else {
        add_event(t, seat, n, spk_buf_text(&out));
    }
    spk_buf_release(&phrases);
    spk_buf_release(&out);
    spk_buf_release(&whole);
}

static void tell_undo(tui_table *t, spk_seat seat, int n, bool back)
{
    spk_buf out = {0};
    if (back)
        tui_say(t, &out, N_("{name} goes back to an earlier move."), SPK_WHO("name", seat));
    else
        tui_say(t, &out, N_("{name} takes the last move back."), SPK_WHO("name", seat));
    add_line(t, TUI_LINE_EVENT, seat, n, spk_buf_text(&out));
    spk_buf_release(&out);
}

typedef struct event {
    int n;
    spk_seat seat;
    const char *kind, *text;
    const json_t *phrase, *remarks;
    bool back;
} event;

static bool read_number(const json_t *json, int64_t lo, int64_t hi, int64_t *value)
{
    if (!json_is_integer(json))
        return false;
    *value = json_integer_value(json);
    return *value >= lo && *value <= hi;
}

static bool read_event(const tui_table *t, const json_t *json, event *e)
{
    const json_t *seat = json_object_get(json, "seat");
    int64_t n, number = SPK_SEAT_CHANCE;
    bool chance = json_is_string(seat) && spk_str_eq(json_string_value(seat), "chance");
    *e = (event){.kind = json_string_value(json_object_get(json, "kind")),
                 .text = json_string_value(json_object_get(json, "text")),
                 .phrase = json_object_get(json, "phrase"),
                 .remarks = json_object_get(json, "remarks"),
                 .back = json_object_get(json, "back") != NULL};
    if (!e->kind || !e->text || strlen(e->text) >= SPK_TOLD_TEXT + SPK_MOVE_TEXT ||
        !read_number(json_object_get(json, "n"), 1, INT32_MAX, &n) ||
        !(chance || read_number(seat, 0, t->box->n_seats - 1, &number)))
        return false;
    e->n = (int)n;
    e->seat = (spk_seat)number;
    return true;
}

/* What bots had to say to it (room/remark.h). */
static void tell_remarks(tui_table *t, const event *e)
{
    for (size_t i = 0; !t->no_remarks && i < json_array_size(e->remarks); i++) {
        const json_t *remark = json_array_get(e->remarks, i);
        int64_t seat;
        if (read_number(json_object_get(remark, "seat"), 0, t->box->n_seats - 1, &seat))
            tell_talk(t, (spk_seat)seat, 0, "", json_object_get(remark, "phrase"));
    }
}

static void tell(tui_table *t, const event *e)
{
    if (spk_str_eq(e->kind, "talk"))
        tell_talk(t, e->seat, e->n, e->text, e->phrase);
    else if (spk_str_eq(e->kind, "undo"))
        tell_undo(t, e->seat, e->n, e->back);
    else
        tell_move(t, e->seat, e->n, e->text, spk_str_eq(e->kind, "safe"));
}

/* The newest messages, for those who want to answer them. */
static void take_said(tui_table *t, const json_t *events, int n_said)
{
    forget_said(t);
    for (size_t i = json_array_size(events); i-- > 0 && t->n_said < n_said;) {
        event e;
        if (!read_event(t, json_array_get(events, i), &e) || !spk_str_eq(e.kind, "talk"))
            continue;
        memmove(t->said + 1, t->said, (size_t)t->n_said++ * sizeof *t->said);
        t->said[0] = (spk_said){e.seat, copy_text(e.text)};
    }
}

/* 'said' counts the messages since the last move: those in this view's events are the newest of them. */
static void hear_said(tui_table *t, const json_t *m, const json_t *events)
{
    int64_t n_said = 0;
    int fresh = 0;
    event e;
    if (!read_number(json_object_get(m, "said"), 0, TUI_SAID, &n_said))
        n_said = 0;
    for (size_t i = 0; i < json_array_size(events); i++)
        fresh += read_event(t, json_array_get(events, i), &e) && spk_str_eq(e.kind, "talk");
    if (fresh >= n_said) {
        take_said(t, events, (int)n_said);
        return;
    }
    for (size_t i = 0; i < json_array_size(events) && t->n_said < TUI_SAID; i++)
        if (read_event(t, json_array_get(events, i), &e) && spk_str_eq(e.kind, "talk"))
            t->said[t->n_said++] = (spk_said){e.seat, copy_text(e.text)};
    while (t->n_said > n_said) {
        spk_free((void *)t->said[0].text);
        memmove(t->said, t->said + 1, (size_t)--t->n_said * sizeof *t->said);
    }
}

/* -- The view ----------------------------------------------------------------------------------------- */

static bool is_true(const json_t *m, const char *key)
{
    return json_is_true(json_object_get(m, key));
}

static spk_actors read_seats(const tui_table *t, const json_t *list)
{
    spk_actors set = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        int64_t seat;
        if (read_number(json_array_get(list, i), 0, t->box->n_seats - 1, &seat))
            set |= SPK_ACTOR(seat);
    }
    return set;
}

/* The house says whether there is anything to do and what of it ends the turn; what it is we know ourselves. */
static void take_moves(tui_table *t, const json_t *m)
{
    const json_t *ends = json_object_get(m, "ends");
    size_t n = json_array_size(json_object_get(m, "moves"));
    t->n_moves = 0;
    memset(t->ends, 0, sizeof t->ends);
    if (n == 0 || !t->dealt || !tui_is_player(t) ||
        !spk_actors_has(t->box->game->actors(t->box, &t->view), t->me))
        return;
    t->n_moves = t->box->game->moves(t->box, &t->view, t->me, t->moves);
    for (size_t i = 0; i < json_array_size(ends); i++) {
        int64_t place;
        if (read_number(json_array_get(ends, i), 0, t->n_moves - 1, &place))
            t->ends[place] = true;
    }
}

static void take_clocks(tui_table *t, const json_t *clocks, int64_t now_ms)
{
    t->has_clocks = (int)json_array_size(clocks) == t->box->n_seats;
    t->clocks_at = now_ms;
    for (int i = 0; t->has_clocks && i < t->box->n_seats; i++) {
        const json_t *face = json_array_get(clocks, (size_t)i);
        int64_t left;
        t->left_ms[i] =
            read_number(json_object_get(face, "left"), 0, INT64_C(1) << 40, &left) ? left : -1;
        t->running[i] = is_true(face, "running");
    }
}

static void take_promises(tui_table *t, const json_t *list)
{
    enum { MOST = sizeof t->promises / sizeof *t->promises };
    size_t n = json_array_size(list), from = n > MOST ? n - MOST : 0;
    t->n_promises = 0;
    for (size_t i = from; i < n; i++) {
        const json_t *given = json_array_get(list, i);
        const char *state = json_string_value(json_object_get(given, "state"));
        int64_t number, seat;
        int found = state ? spk_str_find(state, spk_vow_names, SPK_VOW_COUNT) : -1;
        if (found >= 0 && read_number(json_object_get(given, "n"), 1, INT32_MAX, &number) &&
            read_number(json_object_get(given, "seat"), 0, t->box->n_seats - 1, &seat))
            t->promises[t->n_promises++] =
                (tui_promise){(int)number, (spk_seat)seat, (spk_vow_state)found};
    }
}

static void print_json(tui_table *t)
{
    spk_buf text = {0};
    t->box->game->json(t->box, &t->view, t->me, &(spk_json){.out = &text});
    json_decref(t->json);
    t->json = as_json(&text);
}

/* Read before anything changes. Of a whole position the laws are asked; of a view, that it is one: looked at by this seat
 * again it is the same. */
static bool read_position(const tui_table *t, const json_t *m, spk_state *view)
{
    static spk_state again; /* one terminal, one thread */
    const char *position = json_string_value(json_object_get(m, "position"));
    if (!position || t->box->game->parse_state(t->box, position, view, NULL) != SPK_OK)
        return false;
    again = *view;
    spk_redact(t->box, &again, t->me);
    return spk_state_eq(t->box, &again, view) &&
           (spk_has_secrets(t->box->game) || spk_unsound(t->box, view) == NULL);
}

static void take_result(tui_table *t)
{
    t->over = t->dealt && spk_is_over(t->box, &t->view);
    if (t->over)
        t->box->game->result(t->box, &t->view, &t->result);
}

static spk_err hear_view(tui_table *t, const json_t *m, int64_t now_ms, tui_heard *kind,
                         spk_why *why)
{
    static spk_state view; /* one terminal, one thread */
    const json_t *events = json_object_get(m, "events");
    bool dealt = !json_is_null(json_object_get(m, "position")) && json_object_get(m, "position");
    int64_t n, first;
    event e;
    if (!read_number(json_object_get(m, "n"), 0, INT32_MAX, &n) ||
        !read_number(json_object_get(m, "first"), 0, n, &first) || !json_is_array(events) ||
        (dealt && !read_position(t, m, &view)))
        return spk_malformed(why, 0, "The house sent a view that cannot be read.");
    *kind = first > t->n ? TUI_HEARD_GAP : TUI_HEARD_VIEW;
    bool news = n != t->n;
    for (size_t i = 0; *kind == TUI_HEARD_VIEW && i < json_array_size(events); i++)
        if (read_event(t, json_array_get(events, i), &e) && e.n > t->n)
            tell(t, &e), tell_remarks(t, &e);
    hear_said(t, m, events);
    if (*kind == TUI_HEARD_VIEW) /* else all of it is asked for again, from there on */
        t->n = (int)n;
    t->dealt = dealt;
    if (dealt) {
        t->view = view;
        print_json(t);
    }
    t->actors = read_seats(t, json_object_get(m, "actors"));
    t->speakers = read_seats(t, json_object_get(m, "speakers"));
    t->undo = is_true(m, "undo");
    t->away = is_true(m, "away");
    take_moves(t, m);
    take_clocks(t, json_object_get(m, "clocks"), now_ms);
    take_promises(t, json_object_get(m, "promises"));
    take_result(t);
    if (news)
        t->n_hints = 0;
    return SPK_OK;
}

/* -- The other messages ------------------------------------------------------------------------------- */

static void copy_word(char *to, size_t cap, const json_t *from)
{
    const char *text = json_string_value(from);
    snprintf(to, cap, "%s", text ? text : "");
}

static void take_sitter(tui_sitter *s, const json_t *json)
{
    const char *kind = json_string_value(json_object_get(json, "kind"));
    int found = kind ? spk_str_find(kind, room_kind_words, ROOM_KIND_COUNT) : -1;
    s->kind = found < 0 ? ROOM_OPEN : (room_kind)found;
    copy_word(s->name, sizeof s->name, json_object_get(json, "name"));
    copy_word(s->bot, sizeof s->bot, json_object_get(json, "bot"));
    s->here = is_true(json, "here");
    s->away = is_true(json, "away");
}

static spk_err hear_facts(tui_table *t, const json_t *m, spk_why *why)
{
    const char *game = json_string_value(json_object_get(m, "game"));
    const char *status = json_string_value(json_object_get(m, "status"));
    const json_t *seats = json_object_get(m, "seats"), *rules = json_object_get(m, "rules");
    int64_t seat;
    int found = status ? spk_str_find(status, room_status_words, ROOM_STATUS_COUNT) : -1;
    if (!game || !spk_str_eq(game, t->box->game->key) || found < 0 ||
        (int)json_array_size(seats) != t->box->n_seats)
        return spk_malformed(why, 0, "The house sent facts that cannot be read.");
    t->status = (room_status)found;
    copy_word(t->id, sizeof t->id, json_object_get(m, "id"));
    copy_word(t->rematch, sizeof t->rematch, json_object_get(m, "rematch"));
    t->asleep = is_true(m, "asleep");
    t->paused_by = read_number(json_object_get(m, "paused_by"), 0, t->box->n_seats - 1, &seat)
                       ? (spk_seat)seat
                       : -1;
    t->closing = read_seats(t, json_object_get(m, "closing"));
    for (int i = 0; i < t->box->n_seats; i++)
        take_sitter(&t->sitter[i], json_array_get(seats, (size_t)i));
    t->may_chat = is_true(rules, "chat");
    t->may_hint = is_true(rules, "hints");
    t->may_undo = is_true(rules, "undo");
    t->may_pause = is_true(rules, "pause");
    return SPK_OK;
}

static void hear_hello(tui_table *t, const json_t *m)
{
    int64_t you;
    spk_seat me = read_number(json_object_get(m, "you"), 0, t->box->n_seats - 1, &you)
                      ? (spk_seat)you
                      : SPK_SEAT_ONLOOKER;
    if (me != t->me)
        forget(t);
    t->me = me;
    t->host = is_true(m, "host");
}

static void hear_chat(tui_table *t, const json_t *m)
{
    int64_t n, seat;
    const char *name = json_string_value(json_object_get(m, "name"));
    const char *text = json_string_value(json_object_get(m, "text"));
    spk_buf line = {0};
    if (!name || !text || !read_number(json_object_get(m, "n"), 1, INT32_MAX, &n) ||
        n <= t->n_chats)
        return;
    t->n_chats = (int)n;
    if (!read_number(json_object_get(m, "seat"), 0, t->box->n_seats - 1, &seat))
        seat = SPK_SEAT_CHANCE;
    spk_buf_printf(&line, "%s: %s", name, text);
    add_line(t, TUI_LINE_CHAT, (spk_seat)seat, 0, spk_buf_text(&line));
    spk_buf_release(&line);
}

/* Of the moves of a hint those that are ours to make. */
static void hear_ok(tui_table *t, const json_t *m)
{
    const json_t *moves = json_object_get(m, "moves");
    t->refused = (spk_why){0};
    t->allowed = is_true(m, "legal");
    if (!moves)
        return;
    t->n_hints = 0;
    for (size_t i = 0; i < json_array_size(moves) && t->n_hints < TUI_HINTS; i++) {
        const json_t *line = json_array_get(moves, i);
        const char *text = json_string_value(json_object_get(line, "text"));
        int64_t value;
        spk_move move;
        if (!text || t->box->game->parse_move(t->box, text, &move, NULL) != SPK_OK)
            continue;
        for (int k = 0; k < t->n_moves; k++)
            if (t->moves[k] == move) {
                bool known = read_number(json_object_get(line, "value"), 0, SPK_WIN, &value);
                t->hint_value[t->n_hints] = known ? (int)value : -1;
                t->hint[t->n_hints++] = move;
            }
    }
}

static void hear_no(tui_table *t, const json_t *m)
{
    const char *text = json_string_value(json_object_get(m, "text"));
    spk_buf phrases = {0}, out = {0};
    t->refused = (spk_why){.err = SPK_EREFUSED};
    copy_word(t->refused.rule, sizeof t->refused.rule, json_object_get(m, "rule"));
    if (tui_phrases_read(json_object_get(m, "phrase"), &phrases))
        tui_render(t, spk_buf_text(&phrases), &out);
    else
        spk_buf_puts(&out, text ? tui_tr(t, text) : "");
    snprintf(t->refusal, sizeof t->refusal, "%s", spk_buf_text(&out));
    spk_buf_release(&phrases);
    spk_buf_release(&out);
}

static spk_err hear(tui_table *t, const json_t *m, const char *kind, int64_t now_ms,
                    tui_heard *heard, spk_why *why)
{
    *heard = TUI_HEARD_NOTHING;
    if (spk_str_eq(kind, "view"))
        return hear_view(t, m, now_ms, heard, why);
    if (spk_str_eq(kind, "facts")) {
        *heard = TUI_HEARD_FACTS;
        return hear_facts(t, m, why);
    }
    copy_word(t->ref, sizeof t->ref, json_object_get(m, "ref"));
    if (spk_str_eq(kind, "hello"))
        hear_hello(t, m), *heard = TUI_HEARD_HELLO;
    else if (spk_str_eq(kind, "chat"))
        hear_chat(t, m), *heard = TUI_HEARD_CHAT;
    else if (spk_str_eq(kind, "ok"))
        hear_ok(t, m), *heard = TUI_HEARD_OK;
    else if (spk_str_eq(kind, "no"))
        hear_no(t, m), *heard = TUI_HEARD_NO;
    else if (spk_str_eq(kind, "bye"))
        copy_word(t->goodbye, sizeof t->goodbye, json_object_get(m, "text")),
            *heard = TUI_HEARD_BYE;
    return SPK_OK;
}

spk_err tui_table_hear(tui_table *t, const char *bytes, size_t n, int64_t now_ms, tui_heard *kind,
                       spk_why *why)
{
    json_t *m = n <= TUI_MESSAGE_MOST ? json_loadb(bytes, n, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const char *word = json_string_value(json_object_get(m, "t"));
    *kind = TUI_HEARD_NOTHING;
    spk_err err = word ? hear(t, m, word, now_ms, kind, why)
                       : spk_malformed(why, 0, "The house sent a message that cannot be read.");
    json_decref(m);
    return err;
}
