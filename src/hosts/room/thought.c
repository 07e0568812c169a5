/* thought.c: see thought.h. */
#include "hosts/room/thought.h"

#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"

_Static_assert((int)SPK_TALK_TEXT <= (int)SPK_MOVE_TEXT, "words fit where a move does");

const char *const room_asked_words[ROOM_ASKED_COUNT] = {"move", "words", "hint"};

/* -- The question -------------------------------------------------------------------------------- */

static uint64_t look(const spk_match *m, spk_seat seat, spk_state *view)
{
    spk_match_view(m, seat, view);
    return spk_hash_words(1, view, spk_match_box(m)->game->state_size);
}

/* The match may go on while the bot thinks: what was said is copied, the array first, then the texts. */
static void copy_said(room_thought *t, const spk_match *m)
{
    const spk_said *said = spk_match_said(m, &t->n_said);
    if (t->n_said == 0)
        return;
    size_t n_bytes = (size_t)t->n_said * sizeof *said;
    for (int i = 0; i < t->n_said; i++)
        n_bytes += strlen(said[i].text) + 1;
    t->said = spk_alloc(n_bytes);
    char *text = (char *)(t->said + t->n_said);
    for (int i = 0; i < t->n_said; i++) {
        size_t n = strlen(said[i].text) + 1;
        t->said[i] = (spk_said){said[i].seat, memcpy(text, said[i].text, n)};
        text += n;
    }
}

void room_thought_ask(room_thought *t, const spk_match *m, spk_seat seat, room_asked what)
{
    t->what = what;
    t->seat = seat;
    t->box = spk_match_box(m);
    t->stamp = look(m, seat, &t->view);
    t->heard = spk_match_seq(m, SPK_SEAT_ONLOOKER);
    t->said = NULL;
    t->n_said = 0;
    t->text[0] = '\0';
    t->n_lines = 0;
    t->visits = t->looked = 0;
    if (what == ROOM_ASK_WORDS)
        copy_said(t, m);
}

void room_thought_release(room_thought *t)
{
    spk_free(t->said);
    t->said = NULL;
    t->n_said = 0;
}

bool room_thought_is_stale(const room_thought *t, const spk_match *m)
{
    spk_state view;
    if (t->what == ROOM_ASK_WORDS)
        return t->heard != spk_match_seq(m, SPK_SEAT_ONLOOKER);
    return t->stamp != look(m, t->seat, &view);
}

/* -- Thinking ------------------------------------------------------------------------------------ */

int room_thought_begin(const room_thought *t, spk_bot *bot)
{
    if (t->what == ROOM_ASK_WORDS)
        return spk_bot_rehearse(bot, &t->view, t->said, t->n_said) ? ROOM_WORDS_PERCENT : 0;
    spk_bot_begin(bot, &t->view);
    return 100;
}

/* Lines that nobody looked at say nothing. */
static void note_lines(room_thought *t, spk_bot *bot)
{
    spk_search_figures figures;
    spk_line all[SPK_SEARCH_WIDE];
    int n = spk_bot_lines(bot, all, SPK_SEARCH_WIDE);
    for (int i = 0; i < n && all[i].visits; i++) {
        t->visits += all[i].visits;
        if (t->n_lines < ROOM_HINT_LINES)
            t->lines[t->n_lines++] = all[i];
    }
    t->looked = spk_bot_measure(bot, &figures) ? figures.iterations : 0;
}

void room_thought_end(room_thought *t, spk_bot *bot)
{
    if (t->what == ROOM_ASK_WORDS) {
        spk_bot_say(bot, &t->view, t->said, t->n_said, t->text);
        if (spk_str_eq(t->text, "pass"))
            t->text[0] = '\0';
        return;
    }
    if (t->what == ROOM_ASK_HINT)
        note_lines(t, bot);
    spk_move_text(t->box, spk_bot_move(bot), t->text);
}

void room_bot_listen(spk_bot *bot, const spk_match *m, spk_seat seat)
{
    spk_state view;
    int n;
    if (!spk_bot_talks(bot) || spk_match_actors(m) == SPK_CHANCE_ACTS)
        return;
    const spk_said *said = spk_match_said(m, &n);
    spk_match_view(m, seat, &view);
    spk_bot_listen(bot, &view, said, n);
}

/* -- Hints --------------------------------------------------------------------------------------- */

static void print_line(const char *text, const spk_line *line, uint64_t visits, spk_json *out)
{
    spk_json_open(out, '{');
    spk_json_key(out, "text"), spk_json_str(out, text);
    spk_json_key(out, "share");
    spk_json_int(out, line ? (int64_t)(10000 * (uint64_t)line->visits / visits) : 10000);
    spk_json_key(out, "value");
    if (line)
        spk_json_int(out, line->value);
    else
        spk_json_null(out);
    spk_json_close(out, '}');
}

void room_thought_print_hint(const room_thought *t, spk_json *out)
{
    char text[SPK_MOVE_TEXT];
    spk_json_open(out, '[');
    for (int i = 0; i < t->n_lines; i++)
        print_line(spk_move_text(t->box, t->lines[i].move, text), &t->lines[i], t->visits, out);
    if (!t->n_lines)
        print_line(t->text, NULL, 0, out);
    spk_json_close(out, ']');
}
