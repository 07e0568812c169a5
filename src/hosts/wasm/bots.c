/* bots.c: bots at the page's own table, and hints. They think in small portions, because a Worker hears nothing
 * while it calls; the page has the clock. What is due is the room's decision, how a bot is asked is
 * hosts/room/thought.h; here are only the bots that sit there. See wasm.h. */
#include "ai/net.h"
#include "base/str.h"
#include "hosts/wasm/table.h"
#include "hosts/wasm/wasm.h"

enum { HINT_STREAM = 100 };

/* -- Who thinks -------------------------------------------------------------------------------- */

static bool is_seat(const wasm_table *t, int32_t seat)
{
    return t && seat >= 0 && seat < t->record.box.n_seats;
}

/* The seat's bot: who sits there, or plays for somebody who is away. NULL: the safe default is played. */
static spk_bot *bot_of(wasm_table *t, spk_seat seat)
{
    wasm_thinker *own = &t->thinker[seat];
    const spk_bot_kind *kind = spk_bot_find(room_bot_of(t->room, seat));
    if (kind && !own->bot) {
        spk_rng rng = wasm_stream(t, 1 + seat);
        own->bot = spk_bot_new(kind, &t->record.box, seat, &rng);
    }
    return kind ? own->bot : NULL;
}

void wasm_thinker_stop(wasm_thinker *w)
{
    room_thought_release(&w->thought);
    w->busy = false;
}

static int begin(wasm_table *t, wasm_thinker *w, spk_seat seat, room_asked what)
{
    wasm_thinker_stop(w);
    room_thought_ask(&w->thought, room_match(t->room), seat, what);
    w->busy = true;
    return w->percent = room_thought_begin(&w->thought, w->bot);
}

/* What they think about may be another table now. */
static void forget_if_stale(wasm_table *t, wasm_thinker *w)
{
    if (w->busy && room_thought_is_stale(&w->thought, room_match(t->room)))
        wasm_thinker_stop(w);
}

void wasm_bots_listen(wasm_table *t)
{
    for (spk_seat seat = 0; seat < t->record.box.n_seats; seat++) {
        if (room_sitter_of(t->room, seat)->kind == ROOM_BOT && bot_of(t, seat))
            room_bot_listen(t->thinker[seat].bot, room_match(t->room), seat);
        forget_if_stale(t, &t->thinker[seat]);
    }
    forget_if_stale(t, &t->hint);
    wasm_analysis_stop(t);
}

static bool refused(spk_err err, const char *text)
{
    spk_why why = {0};
    spk_fail(&why, err, "%s", text);
    wasm_out_why(&why);
    return false;
}

/* -- What is due ------------------------------------------------------------------------------- */

static void print_seats(spk_json *j, spk_actors set)
{
    spk_json_key(j, "seats"), spk_json_open(j, '[');
    for (; set; set &= set - 1)
        spk_json_int(j, spk_actors_first(set));
    spk_json_close(j, ']');
}

bool wasm_table_due(uint32_t people, double talk_ms, double move_ms, double now_ms)
{
    wasm_table *t = wasm_the_table();
    if (!t)
        return refused(SPK_EUNKNOWN, "There is no table.");
    room_pace pace = {.people = people,
                      .talk_ms = (int64_t)talk_ms,
                      .hurry = true, /* what the reader set */
                      .move_ms = (int64_t)move_ms};
    room_due due = room_due_now(t->room, &pace, (int64_t)now_ms);
    spk_json j = {.out = wasm_out_start()};
    spk_json_open(&j, '{');
    spk_json_key(&j, "kind"), spk_json_str(&j, room_due_words[due.kind]);
    spk_json_key(&j, "seat"), spk_json_int(&j, due.seat);
    print_seats(&j, due.seats);
    spk_json_key(&j, "until"), spk_json_int(&j, due.until);
    spk_json_close(&j, '}');
    return true;
}

/* -- Moves and words --------------------------------------------------------------------------- */

static bool is_due(const wasm_table *t, spk_seat seat, int what)
{
    if (what == ROOM_ASK_MOVE)
        return spk_actors_has(room_bot_turns(t->room), seat);
    return what == ROOM_ASK_WORDS && room_sitter_of(t->room, seat)->kind == ROOM_BOT &&
           spk_actors_has(room_speakers(t->room), seat);
}

int32_t wasm_bot_ask(int32_t seat)
{
    wasm_table *t = wasm_the_table();
    int what = spk_str_find(wasm_in_text(), room_asked_words, ROOM_ASKED_COUNT);
    if (!is_seat(t, seat) || !is_due(t, seat, what) || !bot_of(t, seat))
        return -1;
    return begin(t, &t->thinker[seat], seat, (room_asked)what);
}

uint32_t wasm_bot_think(int32_t seat, uint32_t iterations)
{
    wasm_table *t = wasm_the_table();
    if (!is_seat(t, seat) || !t->thinker[seat].busy || !t->thinker[seat].percent)
        return 0;
    return (uint32_t)spk_bot_think(t->thinker[seat].bot, (int)iterations);
}

/* One deed of a bot. What it says or does is judged like everybody's. */
static spk_err act(wasm_table *t, spk_seat seat, room_deed_kind kind, const char *text, double now,
                   spk_why *why)
{
    room_deed deed = {.kind = kind, .text = text, .n = -1};
    return room_act(t->room, seat, &deed, &t->rng, (int64_t)now, why);
}

/* A bot that was refused, or has no words, listens. */
static void speak(wasm_table *t, spk_seat seat, const char *words, double now_ms)
{
    if (!*words || act(t, seat, ROOM_SAY, words, now_ms, NULL) != SPK_OK)
        room_listen(t->room, seat);
}

bool wasm_bot_answer(int32_t seat, double now_ms)
{
    wasm_table *t = wasm_the_table();
    spk_why why = {0};
    if (!is_seat(t, seat) || !t->thinker[seat].busy)
        return refused(SPK_ESTALE, "That bot was not asked.");
    wasm_thinker *w = &t->thinker[seat];
    room_thought_end(&w->thought, w->bot);
    spk_buf_puts(wasm_out_start(), w->thought.text);
    wasm_thinker_stop(w);
    if (w->thought.what == ROOM_ASK_WORDS)
        speak(t, seat, w->thought.text, now_ms);
    else if (act(t, seat, ROOM_BOT_MOVE, w->thought.text, now_ms, &why) != SPK_OK)
        return refused(why.err, why.text);
    wasm_bots_listen(t);
    return true;
}

/* -- What they have learned ---------------------------------------------------------------------- */

static void dismiss(wasm_thinker *w)
{
    wasm_thinker_stop(w);
    spk_bot_free(w->bot);
    w->bot = NULL;
}

bool wasm_table_net(void)
{
    wasm_table *t = wasm_the_table();
    spk_buf bytes = {0};
    spk_why why = {0};
    spk_net net;
    if (!t)
        return refused(SPK_EUNKNOWN, "There is no table.");
    spk_box fresh = t->record.box;
    spk_buf_add(&bytes, wasm_in_text(), wasm_in_length());
    fresh.net = (spk_net_file){(const unsigned char *)bytes.bytes, bytes.n, fresh.n_seats};
    if (spk_net_open(&net, &fresh, &why) != SPK_OK) {
        spk_buf_release(&bytes);
        return refused(why.err, why.text);
    }
    for (spk_seat seat = 0; seat < fresh.n_seats; seat++)
        dismiss(&t->thinker[seat]);
    dismiss(&t->hint);
    spk_buf_release(&t->net);
    t->net = bytes;
    t->record.box.net = fresh.net;
    wasm_bots_listen(t);
    return true;
}

/* -- Hints ------------------------------------------------------------------------------------- */

bool wasm_hint_begin(int32_t seat)
{
    wasm_table *t = wasm_the_table();
    if (!is_seat(t, seat) || !spk_actors_has(spk_match_actors(room_match(t->room)), seat))
        return refused(SPK_EREFUSED, "Hints are only given on your turn.");
    if (t->hint.bot && t->hint.thought.seat != seat) {
        spk_bot_free(t->hint.bot);
        t->hint.bot = NULL;
    }
    if (!t->hint.bot) {
        spk_rng rng = wasm_stream(t, HINT_STREAM + seat);
        t->hint.bot = spk_bot_new(spk_bot_find("boss"), &t->record.box, seat, &rng);
    }
    begin(t, &t->hint, seat, ROOM_ASK_HINT);
    return true;
}

uint32_t wasm_hint_think(uint32_t iterations)
{
    wasm_table *t = wasm_the_table();
    return t && t->hint.busy ? (uint32_t)spk_bot_think(t->hint.bot, (int)iterations) : 0;
}

bool wasm_hint_print(void)
{
    wasm_table *t = wasm_the_table();
    if (!t || !t->hint.busy)
        return refused(SPK_ESTALE, "The game has moved on. Ask again.");
    room_thought_end(&t->hint.thought, t->hint.bot);
    wasm_thinker_stop(&t->hint);
    room_thought_print_hint(&t->hint.thought, &(spk_json){.out = wasm_out_start()});
    return true;
}
