/* look.c: a game explained to a person who looks at it: what happened, what can be done, what things are called,
 * as phrases. There need be no table in this module: a page at a server's table has the box's facts, what it
 * heard and its own view as text, and that is all that is wanted here. See wasm.h. */
#include <string.h>

#include "base/str.h"
#include "engine/box.h"
#include "games/registry.h"
#include "hosts/room/talk.h"
#include "hosts/wasm/wasm.h"

enum { LINE = 200, SAID = 256 };

static spk_box box; /* game NULL: nothing is looked at */

/* The next line of what the page wrote; false: there is none, or one that is far too long. */
static bool next_line(const char **at, char line[LINE])
{
    size_t n = strcspn(*at, "\n");
    if (!**at || n >= LINE)
        return false;
    memcpy(line, *at, n);
    line[n] = '\0';
    *at += n + ((*at)[n] == '\n');
    return true;
}

static spk_err open_box(const char *text, spk_why *why)
{
    char option[SPK_MAX_OPTIONS][LINE], line[LINE], key[16], word[LINE];
    const char *options[SPK_MAX_OPTIONS];
    const spk_game *game = NULL;
    spk_choice choice = {.options = options};
    while (next_line(&text, line)) {
        spk_words w = spk_words_of(line);
        key[0] = word[0] = '\0';
        spk_words_next(&w, key, sizeof key), spk_words_next(&w, word, sizeof word);
        if (spk_str_eq(key, "game"))
            game = spk_game_find(word);
        else if (spk_str_eq(key, "players"))
            spk_str_int(word, 1, SPK_MAX_SEATS, &choice.n_seats);
        else if (spk_str_eq(key, "rules"))
            spk_str_int(word, 1, INT32_MAX, &choice.rules_version);
        else if (spk_str_eq(key, "option") && choice.n_options < SPK_MAX_OPTIONS)
            options[choice.n_options] = strcpy(option[choice.n_options], word), choice.n_options++;
        else if (spk_str_eq(key, "edition")) {
            choice.edition_text = text, choice.edition_length = strlen(text);
            break;
        }
    }
    return game ? spk_box_open(&box, game, &choice, why)
                : spk_fail(why, SPK_EUNKNOWN, "There is no such game.");
}

bool wasm_look_open(void)
{
    spk_why why = {0};
    if (box.game)
        spk_box_close(&box);
    box = (spk_box){0};
    spk_err err = open_box(wasm_in_text(), &why);
    if (err != SPK_OK) {
        box = (spk_box){0};
        wasm_out_why(&why);
    } else {
        wasm_out_start();
    }
    return err == SPK_OK;
}

/* Phrases as the call's answer. */
static void print_phrases(spk_buf *phrases)
{
    spk_phrase_json(spk_buf_text(phrases), &(spk_json){.out = wasm_out_start()});
    spk_buf_release(phrases);
}

void wasm_look_explain(int32_t actor)
{
    spk_buf phrases = {0};
    if (box.game && box.game->explain)
        box.game->explain(&box, actor < 0 ? SPK_SEAT_CHANCE : actor, wasm_in_text(), &phrases);
    print_phrases(&phrases);
}

void wasm_look_name(void)
{
    spk_buf phrases = {0};
    if (box.game && box.game->name_thing)
        box.game->name_thing(&box, wasm_in_text(), &phrases);
    print_phrases(&phrases);
}

static void print_moves(const spk_state *view, spk_seat seat, spk_json *out)
{
    static spk_move moves[SPK_MAX_MOVES];
    char text[SPK_MOVE_TEXT];
    spk_buf phrases = {0};
    int n = box.game->moves(&box, view, seat, moves);
    for (int i = 0; i < n; i++) {
        spk_buf_clear(&phrases);
        box.game->describe(&box, view, seat, moves[i], &phrases);
        spk_json_key(out, spk_move_text(&box, moves[i], text));
        spk_phrase_json(spk_buf_text(&phrases), out);
    }
    spk_buf_release(&phrases);
}

void wasm_look_moves(int32_t seat)
{
    spk_state view;
    bool there = box.game && box.game->describe && seat >= 0 && seat < box.n_seats &&
                 box.game->parse_state(&box, wasm_in_text(), &view, NULL) == SPK_OK &&
                 spk_actors_has(box.game->actors(&box, &view), seat);
    spk_json j = {.out = wasm_out_start()};
    spk_json_open(&j, '{');
    if (there)
        print_moves(&view, seat, &j);
    spk_json_close(&j, '}');
}

/* -- What a move would make --------------------------------------------------------------------- */

/* In one fixed world that fits the view: what its maker cannot know is a guess, always the same one. */
static bool make_move(spk_state *view, spk_seat seat, const char *text)
{
    spk_move move;
    spk_rng rng;
    spk_rng_init(&rng, 0, 0);
    if (spk_move_read(&box, view, seat, text, &move, NULL) != SPK_OK)
        return false;
    spk_resample(&box, view, seat, &rng);
    box.game->apply(&box, view, seat, move);
    spk_redact(&box, view, seat);
    return true;
}

void wasm_look_after(int32_t seat)
{
    const char *text = wasm_in_text();
    size_t n = strcspn(text, "\n");
    spk_state view;
    spk_buf position = {0};
    spk_buf_add(&position, text, n);
    bool made = box.game && seat >= 0 && seat < box.n_seats && text[n] == '\n' &&
                box.game->parse_state(&box, spk_buf_text(&position), &view, NULL) == SPK_OK &&
                make_move(&view, seat, text + n + 1);
    spk_buf_release(&position);
    spk_json j = {.out = wasm_out_start()};
    if (made)
        box.game->json(&box, &view, seat, &j);
    else
        spk_json_null(&j);
}

/* -- What can be said ----------------------------------------------------------------------------- */

typedef struct talked {
    spk_state view;
    int n;
    spk_said said[SAID];
    char line[SAID][LINE];
} talked;

/* "0 aim win" */
static bool read_said(char *line, spk_said *said)
{
    char *blank = strchr(line, ' ');
    int seat;
    if (!blank)
        return false;
    *blank = '\0';
    said->text = blank + 1;
    bool found = spk_str_int(line, 0, box.n_seats - 1, &seat);
    said->seat = found ? seat : 0;
    return found;
}

/* False: the text is no view, or more was said than anybody can. */
static bool read_talked(const char *text, talked *t)
{
    size_t n = strcspn(text, "\n");
    spk_buf position = {0};
    spk_buf_add(&position, text, n);
    bool read = box.game->parse_state(&box, spk_buf_text(&position), &t->view, NULL) == SPK_OK;
    spk_buf_release(&position);
    text += n + (text[n] == '\n');
    for (t->n = 0; read && *text; t->n++)
        read = t->n < SAID && next_line(&text, t->line[t->n]) &&
               read_said(t->line[t->n], &t->said[t->n]);
    return read;
}

void wasm_look_talk(int32_t seat)
{
    static talked t;
    bool there = box.game && seat >= 0 && seat < box.n_seats && read_talked(wasm_in_text(), &t);
    spk_json j = {.out = wasm_out_start()};
    if (there) {
        room_talk_print_offers(&box, &t.view, t.said, t.n, seat, &j);
    } else {
        spk_json_open(&j, '[');
        spk_json_close(&j, ']');
    }
}
