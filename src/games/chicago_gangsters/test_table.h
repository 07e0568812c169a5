/* test_table.h: what the tests of Chicago Gangsters are written with, so that they look like the table.
 *
 *     AT(4, "phase lay; active 1; coalition C01; district uptown; loot L01; hand0 B5; hand1 W2 W4");
 *     CHECK_MOVES("lay W2; ...");                   of the first seat that is asked
 *     REFUSED("lay B5", "CG-3.1");                  and not a byte has changed
 *     PLAY("lay W2 cover", "show W2");              whoever is asked first; chance too: "deal 0 W4"
 *     BY(2, "claim");                               that seat
 *     LAY("W4 B5");                                 lay these and show none: "lay W4 B5", "done"
 *     HOLDS("hand0 B5; phase lay");                 these fields, whatever the others say
 *
 * Positions are partial, as the README's vectors are: they need not be sound. What is left out is
 * filled in as position.c says: by seat and card, all other means cards in the pile. */
#ifndef CHICAGO_GANGSTERS_TEST_TABLE_H
#define CHICAGO_GANGSTERS_TEST_TABLE_H

#include "test.h"

#include <stdlib.h>

#include "base/str.h"
#include "engine/box.h"
#include "games/chicago_gangsters/state.h"
#include "games/registry.h"

extern const spk_game spk_game_chicago_gangsters;

static spk_box box;
static spk_state now;
static spk_why why;

/* -- Boxes and positions ----------------------------------------------------------------------- */

/* Options apart by blanks: "godfather=on talk_limit=0"; NULL: none. */
static inline spk_err open_box(int n_seats, const char *options, const char *edition)
{
    static char room[8][64];
    const char *list[8];
    int n = 0;
    spk_words words = spk_words_of(options ? options : "");
    while (n < 8 && spk_words_next(&words, room[n], sizeof room[n])) {
        list[n] = room[n];
        n++;
    }
    spk_box_close(&box);
    why = (spk_why){0};
    spk_choice choice = {.n_seats = n_seats,
                         .options = list,
                         .n_options = n,
                         .edition_text = edition,
                         .edition_length = edition ? strlen(edition) : 0};
    return spk_box_open(&box, &spk_game_chicago_gangsters, &choice, &why);
}

static inline void new_game(int n_seats, const char *options)
{
    CHECK_INT(open_box(n_seats, options, NULL), SPK_OK);
    box.game->setup(&box, &now);
}

static inline void put(int n_seats, const char *options, const char *position, const char *file,
                       int line)
{
    new_game(n_seats, options);
    if (box.game->parse_state(&box, position, &now, &why) != SPK_OK) {
        print_error("'%s': %s\n", position, why.text);
        _fail(file, line);
    }
}

#define AT(n_seats, position)               put(n_seats, NULL, position, __FILE__, __LINE__)
#define AT_WITH(n_seats, options, position) put(n_seats, options, position, __FILE__, __LINE__)

static inline spk_seat actor(void)
{
    spk_actors who = box.game->actors(&box, &now);
    return who ? spk_actors_first(who) : 0;
}

/* -- Moves ------------------------------------------------------------------------------------- */

static inline void play_one(spk_seat seat, const char *text, const char *file, int line)
{
    spk_move move;
    spk_err err = spk_move_read(&box, &now, seat, text, &move, &why);
    if (err == SPK_OK)
        err = spk_apply(&box, &now, seat, move, &why);
    if (err != SPK_OK) {
        print_error("'%s' refused: %s %s\n", text, why.rule, why.text);
        _fail(file, line);
    }
}

static inline void play(const char *const *texts, const char *file, int line)
{
    for (; *texts; texts++)
        play_one(actor(), *texts, file, line);
}

static inline void lay_down(const char *cards, const char *file, int line)
{
    char text[SPK_MOVE_TEXT];
    spk_seat seat = actor();
    snprintf(text, sizeof text, "lay %s", cards);
    play_one(seat, text, file, line);
    const cg_state *s = (const cg_state *)&now;
    if (s->phase == CG_SHOW && s->active == seat)
        play_one(seat, "done", file, line);
}

#define PLAY(...)      play((const char *const[]){__VA_ARGS__, NULL}, __FILE__, __LINE__)
#define BY(seat, text) play_one(seat, text, __FILE__, __LINE__)
#define LAY(cards)     lay_down(cards, __FILE__, __LINE__)

/* The rule is "" for a text that is no move at all. */
static inline void refused(spk_seat seat, const char *text, const char *rule, const char *file,
                           int line)
{
    spk_state before = now;
    spk_move move;
    why = (spk_why){0};
    spk_err err = spk_move_read(&box, &now, seat, text, &move, &why);
    if (err == SPK_OK || !spk_str_eq(why.rule, rule) || !why.text[0]) {
        print_error("'%s': %s '%s' %s, expected %s\n", text, spk_err_name(err), why.rule, why.text,
                    rule);
        _fail(file, line);
    }
    assert_memory_equal(&before, &now, box.game->state_size);
}

#define REFUSED(text, rule)          refused(actor(), text, rule, __FILE__, __LINE__)
#define REFUSED_TO(seat, text, rule) refused(seat, text, rule, __FILE__, __LINE__)

static inline void check_moves(const char *want, const char *file, int line)
{
    static spk_move moves[SPK_MAX_MOVES];
    char text[SPK_MOVE_TEXT];
    spk_buf got = {0};
    int n = box.game->moves(&box, &now, actor(), moves);
    for (int i = 0; i < n; i++)
        spk_buf_printf(&got, "%s%s", i ? "; " : "", spk_move_text(&box, moves[i], text));
    bool same = spk_str_eq(spk_buf_text(&got), want);
    if (!same)
        print_error("moves are '%s',\nnot '%s'\n", spk_buf_text(&got), want);
    spk_buf_release(&got);
    if (!same)
        _fail(file, line);
}

/* What chance can do now: "3 deal 0 W2; 1 deal 0 E5". */
static inline void check_chance(const char *want, const char *file, int line)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    char text[SPK_MOVE_TEXT];
    spk_buf got = {0};
    int n = actor() == SPK_SEAT_CHANCE ? box.game->chance(&box, &now, outcomes) : 0;
    for (int i = 0; i < n; i++)
        spk_buf_printf(&got, "%s%u %s", i ? "; " : "", (unsigned)outcomes[i].weight,
                       spk_move_text(&box, outcomes[i].move, text));
    bool same = spk_str_eq(spk_buf_text(&got), want);
    if (!same)
        print_error("chance is '%s',\nnot '%s'\n", spk_buf_text(&got), want);
    spk_buf_release(&got);
    if (!same)
        _fail(file, line);
}

#define CHECK_MOVES(want)  check_moves(want, __FILE__, __LINE__)
#define CHECK_CHANCE(want) check_chance(want, __FILE__, __LINE__)

/* -- Looking ----------------------------------------------------------------------------------- */

/* Whether a printed position says "field value" for each of the fields. */
static inline void check_fields(const void *state, const char *want, const char *file, int line)
{
    spk_buf all = {0};
    spk_buf_puts(&all, "; ");
    box.game->print_state(&box, state, &all);
    spk_buf_puts(&all, ";");
    for (const char *at = want; *at;) {
        char one[512] = "; ";
        size_t n = strcspn(at, ";");
        memcpy(one + 2, at, n);
        one[n + 2] = ';', one[n + 3] = '\0';
        if (!strstr(all.bytes, one)) {
            print_error("no '%.*s' in '%s'\n", (int)n, at, all.bytes);
            spk_buf_release(&all);
            _fail(file, line);
        }
        at += n;
        at += strspn(at, "; ");
    }
    spk_buf_release(&all);
}

static inline void check_view(spk_seat viewer, const char *want, const char *file, int line)
{
    spk_state view = now;
    box.game->redact(&box, &view, viewer);
    check_fields(&view, want, file, line);
}

#define HOLDS(fields)        check_fields(&now, fields, __FILE__, __LINE__)
#define SEES(viewer, fields) check_view(viewer, fields, __FILE__, __LINE__)

#endif
