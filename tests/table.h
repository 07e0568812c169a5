/* table.h: a table to lay a game's positions out on. Each game's test_table.h stands on this and adds
 * how its own positions are put there.
 *
 *     PLAY("recruit F3 exhaust F2", "draw A3");    whoever is asked first; chance too
 *     REFUSED("recruit A1", "FA-8.2");             and not a byte has changed
 *     CHECK_CHANCE("3 draw F0; 1 draw M2");        all outcomes with their weights
 *     CHECK_OVER("both passed");                   and why
 *     TELLS("draw 1", "draw 1; tile R3");          played, and everybody hears that
 *
 * There is one table a program: the box, the position now, and why something was refused. Those names
 * are taken, so this is included last. */
#ifndef SPK_TEST_TABLE_H
#define SPK_TEST_TABLE_H

#include "test.h"

#include "base/str.h"
#include "engine/box.h"

static spk_box box;
static spk_state now;
static spk_why why;

/* -- Boxes and positions ----------------------------------------------------------------------- */

/* Options apart by one blank: "godfather=on talk_limit=0"; NULL: none. An edition or NULL. */
static inline spk_err open_table(const spk_game *game, int n_seats, const char *options,
                                 const char *edition)
{
    char room[SPK_MAX_OPTIONS][64];
    const char *list[SPK_MAX_OPTIONS];
    int n = 0;
    spk_words words = spk_words_of(options ? options : "");
    while (n < SPK_MAX_OPTIONS && spk_words_next(&words, room[n], sizeof room[n])) {
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
    return spk_box_open(&box, game, &choice, &why);
}

static inline void show_position(void)
{
    spk_buf out = {0};
    box.game->print_state(&box, &now, &out);
    print_error("%s\n", spk_buf_text(&out));
    spk_buf_release(&out);
}

static inline void must_be_sound(const char *file, int line)
{
    const char *broken = spk_unsound(&box, &now);
    if (broken) {
        print_error("%s\n", broken);
        show_position();
        _fail(file, line);
    }
}

/* As it is written, sound or not. */
static inline void lay_out(const char *position, const char *file, int line)
{
    if (box.game->parse_state(&box, position, &now, &why) != SPK_OK) {
        print_error("'%s': %s\n", position, why.text);
        _fail(file, line);
    }
}

/* A saved position that no game leads to: the words name the law it breaks. */
static inline void check_impossible(const char *position, const char *words, const char *file,
                                    int line)
{
    spk_state before = now;
    spk_err err = spk_state_read(&box, position, &now, &why);
    if (err != SPK_EMALFORMED || !strstr(why.text, words)) {
        print_error("'%s': %s '%s', not %s\n", position, spk_err_name(err), why.text, words);
        _fail(file, line);
    }
    assert_memory_equal(&before, &now, box.game->state_size);
}

/* A text that is no position at all. */
static inline void check_unreadable(const char *text)
{
    spk_state before = now;
    why = (spk_why){0};
    if (box.game->parse_state(&box, text, &now, &why) != SPK_EMALFORMED || !why.text[0])
        fail_msg("'%s' was read", text);
    assert_memory_equal(&before, &now, box.game->state_size);
}

/* A file cut anywhere is refused, or says everything: no half edition opens. */
static inline void check_no_half_edition(const spk_game *game, const char *edition)
{
    spk_buf part = {0};
    for (const char *end = edition; *end; end++) {
        spk_err err = open_table(game, 0, NULL, spk_buf_text(&part));
        bool whole = !end[1]; /* only the last line end is missing */
        CHECK_INT(err, whole ? SPK_OK : SPK_EMALFORMED);
        CHECK(whole || (why.line > 0 && why.text[0]));
        spk_buf_putc(&part, *end);
    }
    spk_buf_release(&part);
}

/* -- Moves ------------------------------------------------------------------------------------- */

/* Who is asked first; seat 0 when nobody is. */
static inline spk_seat actor(void)
{
    spk_actors who = box.game->actors(&box, &now);
    return who ? spk_actors_first(who) : 0;
}

/* A sound position must stay sound. */
static inline void play_one(spk_seat seat, const char *text, const char *file, int line)
{
    spk_move move;
    bool sound = !spk_unsound(&box, &now);
    spk_err err = spk_move_read(&box, &now, seat, text, &move, &why);
    if (err == SPK_OK)
        err = spk_apply(&box, &now, seat, move, &why);
    if (err != SPK_OK) {
        print_error("'%s' refused: %s %s\n", text, why.rule, why.text);
        show_position();
        _fail(file, line);
    }
    if (sound)
        must_be_sound(file, line);
}

static inline void play(const char *const *texts, const char *file, int line)
{
    for (; *texts; texts++)
        play_one(actor(), *texts, file, line);
}

#define PLAY(...) play((const char *const[]){__VA_ARGS__, NULL}, __FILE__, __LINE__)

/* The event as that viewer hears it, its effects asked for too. */
static inline bool hears_event(const spk_box *at, const void *before, spk_seat seat, spk_move move,
                               spk_seat viewer, spk_buf *out)
{
    char effects[SPK_TOLD_TEXT];
    spk_effects_text(at, before, seat, move, effects);
    return spk_event_text(at, before, seat, move, viewer, effects, out);
}

/* Play a move of which everybody hears the same. */
static inline void tells(const char *text, const char *words, const char *file, int line)
{
    spk_move move;
    spk_buf out = {0};
    CHECK_INT(spk_move_read(&box, &now, actor(), text, &move, &why), SPK_OK);
    for (spk_seat viewer = -1; viewer < box.n_seats; viewer++) {
        spk_seat ear = viewer < 0 ? SPK_SEAT_ONLOOKER : viewer;
        spk_buf_clear(&out);
        if (!hears_event(&box, &now, actor(), move, ear, &out) ||
            !spk_str_eq(spk_buf_text(&out), words)) {
            print_error("%d hears '%s',\nnot '%s'\n", ear, spk_buf_text(&out), words);
            _fail(file, line);
        }
    }
    spk_buf_release(&out);
    play_one(actor(), text, file, line);
}

#define TELLS(text, words) tells(text, words, __FILE__, __LINE__)

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

/* All that the seat asked first may do; nothing when it is chance, or nobody. */
static inline int legal_moves(spk_move *moves)
{
    bool asked = !spk_is_over(&box, &now) && actor() != SPK_SEAT_CHANCE;
    return asked ? box.game->moves(&box, &now, actor(), moves) : 0;
}

/* How many legal moves begin with 'verb' ("": all), and those, if anybody wants to see them. */
static inline int list_moves(const char *verb, spk_buf *out)
{
    spk_move moves[SPK_MAX_MOVES];
    char text[SPK_MOVE_TEXT];
    size_t length = strlen(verb);
    int n = legal_moves(moves), found = 0;
    for (int i = 0; i < n; i++) {
        spk_move_text(&box, moves[i], text);
        if (strncmp(text, verb, length) != 0 || (length && text[length] != ' '))
            continue;
        if (out)
            spk_buf_printf(out, "%s%s", found ? "; " : "", text);
        found++;
    }
    return found;
}

/* Whether a list came out as wanted; lets go of it. */
static inline void check_list_of(const char *what, spk_buf *got, const char *want, const char *file,
                                 int line)
{
    bool same = spk_str_eq(spk_buf_text(got), want);
    if (!same)
        print_error("%s '%s',\nnot '%s'\n", what, spk_buf_text(got), want);
    spk_buf_release(got);
    if (!same)
        _fail(file, line);
}

static inline void check_moves(const char *verb, const char *want, const char *file, int line)
{
    spk_buf got = {0};
    list_moves(verb, &got);
    check_list_of("moves are", &got, want, file, line);
}

/* What chance can do now: "3 draw F0; 1 draw M2". */
static inline void check_chance(const char *want, const char *file, int line)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    char text[SPK_MOVE_TEXT];
    spk_buf got = {0};
    int n = actor() == SPK_SEAT_CHANCE ? box.game->chance(&box, &now, outcomes) : 0;
    for (int i = 0; i < n; i++)
        spk_buf_printf(&got, "%s%u %s", i ? "; " : "", (unsigned)outcomes[i].weight,
                       spk_move_text(&box, outcomes[i].move, text));
    check_list_of("chance is", &got, want, file, line);
}

#define CHECK_CHANCE(want) check_chance(want, __FILE__, __LINE__)

/* -- Looking ----------------------------------------------------------------------------------- */

/* Whether a printed position has this field with exactly these values. */
static inline bool has_field(const char *printed, const char *field, size_t n)
{
    for (const char *at = printed; at; at = strstr(at, "; ") ? strstr(at, "; ") + 2 : NULL)
        if (strncmp(at, field, n) == 0 && (at[n] == ';' || at[n] == '\0'))
            return true;
    return false;
}

/* Whether a position has all of these fields: "hand0 F3 M3; display0 F2". */
static inline void check_fields(const void *state, const char *want, const char *file, int line)
{
    spk_buf printed = {0};
    box.game->print_state(&box, state, &printed);
    for (const char *at = want; *at; at += strspn(at, "; ")) {
        size_t n = strcspn(at, ";");
        if (!has_field(spk_buf_text(&printed), at, n)) {
            print_error("'%.*s' is not in\n%s\n", (int)n, at, spk_buf_text(&printed));
            spk_buf_release(&printed);
            _fail(file, line);
        }
        at += n;
    }
    spk_buf_release(&printed);
}

static inline spk_result result(void)
{
    spk_result r;
    box.game->result(&box, &now, &r);
    return r;
}

static inline bool is_over(void) { return spk_is_over(&box, &now); }

#define CHECK_OVER(why_it_ended)                                                                   \
    do {                                                                                           \
        CHECK(is_over());                                                                          \
        CHECK_STR(result().reason, why_it_ended);                                                  \
    } while (0)

/* The position is sound, and read back from its text it has the same bytes: those it returns. */
static inline spk_state text_and_back(void)
{
    spk_state again;
    spk_buf out = {0};
    must_be_sound(__FILE__, __LINE__);
    box.game->print_state(&box, &now, &out);
    memset(&again, 0xa5, sizeof again);
    CHECK_INT(spk_state_read(&box, spk_buf_text(&out), &again, &why), SPK_OK);
    spk_buf_release(&out);
    assert_memory_equal(&again, &now, box.game->state_size);
    return again;
}

#endif
