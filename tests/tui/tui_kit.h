/* tui_kit.h: a table on a screen without a terminal: a room, whoever is asked looks at it, and keys act in it at once. */
#ifndef TUI_KIT_H
#define TUI_KIT_H

#include "test.h"

#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/tui/screen.h"

typedef struct kit {
    spk_box box;
    room *room;
    spk_rng chance, dice;
    tui_table *table;
    tui_screen *screen;
    tui_port port;
    spk_seat seat;
    int n_acts, n_refused;
    char last[SPK_MOVE_TEXT + 32]; /* the last act: "move recruit F0" */
} kit;

static inline void kit_hear(kit *k, spk_buf *text)
{
    tui_heard kind;
    spk_why why = {0};
    spk_err err = tui_table_hear(k->table, spk_buf_text(text), text->n, 0, &kind, &why);
    if (err != SPK_OK)
        fail_msg("%s: %s", why.text, spk_buf_text(text));
    tui_screen_heard(k->screen, kind);
    spk_buf_release(text);
}

static inline void kit_begin(spk_json *out, const char *kind)
{
    spk_json_open(out, '{');
    spk_json_key(out, "t"), spk_json_str(out, kind);
}

static inline void kit_show(kit *k)
{
    spk_buf facts = {0}, view = {0};
    spk_json out = {.out = &facts};
    kit_begin(&out, "facts");
    room_print_facts(k->room, &out);
    spk_json_close(&out, '}');
    kit_hear(k, &facts);
    out = (spk_json){.out = &view};
    kit_begin(&out, "view");
    room_print_view(k->room, k->seat, k->table->n, 0, &out);
    room_print_position(k->room, k->seat, &out);
    spk_json_close(&out, '}');
    kit_hear(k, &view);
}

static inline void kit_look(kit *k, spk_seat seat)
{
    char hello[60];
    spk_buf text = {0};
    if (seat >= 0 && seat < k->box.n_seats)
        snprintf(hello, sizeof hello, "{\"t\":\"hello\",\"you\":%d}", seat);
    else
        snprintf(hello, sizeof hello, "{\"t\":\"hello\",\"you\":null}");
    k->seat = seat;
    spk_buf_puts(&text, hello);
    kit_hear(k, &text);
    kit_show(k);
}

/* In another language from now on, and all that happened told again in it. */
static inline void kit_speak(kit *k, host_language language)
{
    spk_seat seat = k->seat;
    k->table->language = language;
    kit_look(k, SPK_SEAT_ONLOOKER);
    kit_look(k, seat);
}

static inline void kit_answer(kit *k, spk_err err, const spk_why *why)
{
    spk_buf text = {0};
    spk_json out = {.out = &text};
    kit_begin(&out, err == SPK_OK ? "ok" : "no");
    if (err != SPK_OK) {
        k->n_refused++;
        room_print_refusal(why, &out);
    }
    spk_json_close(&out, '}');
    kit_hear(k, &text);
}

static inline void kit_act(void *ctx, const char *word, const char *text)
{
    kit *k = ctx;
    spk_why why = {0};
    spk_err err = SPK_OK;
    k->n_acts++;
    snprintf(k->last, sizeof k->last, "%s %s", word, text);
    if (spk_str_eq(word, "why"))
        err = room_why(k->room, k->seat, text, &why);
    else if (spk_str_eq(word, "say") && spk_str_eq(text, "pass"))
        room_listen(k->room, k->seat);
    else
        for (int kind = ROOM_MOVE; kind <= ROOM_SAY; kind++)
            if (spk_str_eq(word, room_deed_words[kind]))
                err = room_act(k->room, k->seat,
                               &(room_deed){.kind = (room_deed_kind)kind, .text = text, .n = -1},
                               &k->chance, 0, &why);
    kit_answer(k, err, &why);
    kit_show(k);
}

static inline void kit_rules(void *ctx, const char *id, int cols, spk_buf *out)
{
    (void)ctx;
    spk_buf_printf(out, "rule '%s' in %d columns", id, cols);
}

static inline void kit_save(void *ctx, const char *file, spk_buf *answer)
{
    (void)ctx;
    spk_buf_printf(answer, "saved to %s", file);
}

static inline void kit_open(kit *k, const spk_game *game, int players, const char *option,
                            host_language language, uint64_t seed)
{
    static const room_plan plan = {.undo = true, .chat = true, .hints = true};
    const char *options[] = {option};
    spk_choice choice = {.n_seats = players, .options = options, .n_options = option ? 1 : 0};
    spk_why why = {0};
    memset(k, 0, sizeof *k);
    if (spk_box_open(&k->box, game, &choice, &why) != SPK_OK)
        fail_msg("%s", why.text);
    spk_rng_init(&k->chance, seed, 0);
    spk_rng_init(&k->dice, seed, 1);
    k->room = room_new(&plan, &k->box);
    for (spk_seat seat = 0; seat < players; seat++) {
        static const char *const names[] = {"Ann", "Bob", "Cleo", "Dan", "Eve"};
        room_sitter who = {.kind = ROOM_HOTSEAT, .here = true};
        snprintf(who.name, sizeof who.name, "%s", names[seat]);
        room_sit(k->room, seat, &who);
    }
    assert_int_equal(room_start(k->room, &k->chance, 0, &why), SPK_OK);
    k->table = spk_alloc(sizeof *k->table);
    tui_table_init(k->table, &k->box, language);
    k->port = (tui_port){.ctx = k, .act = kit_act, .rules = kit_rules, .save = kit_save};
    k->screen = tui_screen_new(k->table, &k->port);
    k->seat = -1;
}

static inline void kit_close(kit *k)
{
    tui_screen_free(k->screen);
    tui_table_release(k->table);
    spk_free(k->table);
    room_free(k->room);
    spk_box_close(&k->box);
}

/* Whoever is asked looks. False: the game is over. */
static inline bool kit_turn(kit *k)
{
    spk_actors asked = spk_match_actors(room_match(k->room));
    if (asked == 0)
        return false;
    if (k->seat < 0 || !spk_actors_has(asked, k->seat))
        kit_look(k, spk_actors_first(asked));
    return true;
}

static inline void kit_key(kit *k, tui_key_kind kind)
{
    tui_screen_key(k->screen, (tui_key){.kind = kind});
}
static inline void kit_char(kit *k, uint32_t code)
{
    tui_screen_key(k->screen, (tui_key){.kind = TUI_KEY_CHAR, .code = code});
}

/* The screen as text. */
static inline void kit_print(kit *k, int rows, int cols, spk_buf *out)
{
    tui_grid_print(tui_screen_draw(k->screen, rows, cols, 0), out);
}

/* A random move, past the screen; seldom one that only passes, so that something happens. */
static inline void kit_random_move(kit *k)
{
    char text[SPK_MOVE_TEXT];
    int i = 0;
    for (int tries = 0; tries < 4; tries++) {
        i = (int)spk_rng_below(&k->dice, (uint32_t)k->table->n_moves);
        if (!(k->table->moves[i] & SPK_MOVE_IDLE))
            break;
    }
    kit_act(k, "move", spk_move_text(&k->box, k->table->moves[i], text));
}

static inline const char *kit_phase(const kit *k)
{
    const char *phase = json_string_value(json_object_get(k->table->json, "stage"));
    const char *other = json_string_value(json_object_get(k->table->json, "phase"));
    return spk_str_eq(k->box.game->key, "chicago") ? phase : other;
}

#endif
