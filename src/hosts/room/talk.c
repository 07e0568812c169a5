/* talk.c: see talk.h. */
#include "hosts/room/talk.h"

#include <string.h>

#include "base/mem.h"

void room_talk_init(room_talk *t)
{
    *t = (room_talk){.heard = -1};
    memset(t->listened, -1, sizeof t->listened);
}

void room_talk_note(room_talk *t, const spk_match *m, int64_t now)
{
    int heard = spk_match_seq(m, SPK_SEAT_ONLOOKER);
    if (heard == t->heard)
        return;
    t->heard = heard;
    t->since = now;
}

void room_talk_listen(room_talk *t, spk_seat seat) { t->listened[seat] = t->heard; }

static spk_actors silent_seats(const room_talk *t, const spk_match *m, spk_actors mute)
{
    spk_actors silent = mute;
    for (spk_seat seat = 0; seat < spk_match_box(m)->n_seats; seat++)
        if (t->listened[seat] == t->heard)
            silent |= SPK_ACTOR(seat);
    return silent;
}

/* -- Looking ahead ------------------------------------------------------------------------------- */

/* What will have been said once the silent have passed, and who may speak then. Nothing is said yet. */
typedef struct outlook {
    spk_said *said; /* ours, the texts borrowed */
    int n_now, n;   /* without the passes, and with them */
    spk_actors speakers;
} outlook;

/* Where one window of talk opens behind another a seat passes twice. There is room for one message more. */
static outlook look_ahead_from(const spk_box *box, const spk_state *view, const spk_said *said,
                               int n, spk_actors silent)
{
    enum { PASSES = 2 * SPK_MAX_SEATS };
    outlook o = {.n_now = n};
    o.said = spk_alloc((size_t)(n + PASSES + 1) * sizeof *said);
    for (; o.n < o.n_now; o.n++)
        o.said[o.n] = said[o.n];
    for (int i = 0; i < PASSES; i++) {
        spk_actors who = box->game->talk->speakers(box, view, o.said, o.n);
        o.speakers = who & ~silent;
        if (!who || o.speakers)
            break;
        o.said[o.n++] = (spk_said){spk_actors_first(who), "pass"};
    }
    return o;
}

static outlook look_ahead(const spk_match *m, spk_actors silent)
{
    int n;
    spk_state view;
    const spk_said *said = spk_match_said(m, &n);
    if (!spk_match_box(m)->game->talk)
        return (outlook){0};
    spk_match_view(m, SPK_SEAT_ONLOOKER, &view);
    return look_ahead_from(spk_match_box(m), &view, said, n, silent);
}

spk_actors room_talk_speakers(const room_talk *t, const spk_match *m, spk_actors mute)
{
    outlook o = look_ahead(m, silent_seats(t, m, mute));
    spk_free(o.said);
    return o.speakers;
}

bool room_talk_may_speak(const room_talk *t, const spk_match *m, spk_actors mute, spk_seat seat)
{
    outlook o = look_ahead(m, silent_seats(t, m, mute) & ~SPK_ACTOR(seat));
    spk_free(o.said);
    return spk_actors_has(o.speakers, seat);
}

/* -- Speaking ------------------------------------------------------------------------------------ */

/* The words are judged as they will be heard, after the passes, before anybody passes. */
static spk_err pass_ahead(spk_match *m, const outlook *o, spk_seat seat, const char *words,
                          spk_why *why)
{
    const spk_box *box = spk_match_box(m);
    spk_state view;
    spk_match_view(m, seat, &view);
    spk_err err = box->game->talk->judge(box, &view, o->said, o->n, seat, words, why);
    for (int i = o->n_now; i < o->n && err == SPK_OK; i++)
        err = spk_match_talk(m, o->said[i].seat, o->said[i].text, why);
    return err;
}

/* Whoever may speak without anybody passing does so, and whoever may not at all is told by the match why. */
spk_err room_talk_say(room_talk *t, spk_match *m, spk_actors mute, spk_seat seat, const char *words,
                      spk_why *why)
{
    spk_err err = SPK_OK;
    if (!spk_actors_has(spk_match_speakers(m), seat)) {
        outlook o = look_ahead(m, silent_seats(t, m, mute) & ~SPK_ACTOR(seat));
        if (spk_actors_has(o.speakers, seat))
            err = pass_ahead(m, &o, seat, words, why);
        spk_free(o.said);
    }
    return err == SPK_OK ? spk_match_talk(m, seat, words, why) : err;
}

/* -- What can be said ---------------------------------------------------------------------------- */

/* The line of a list, from 1; 0: it is not there. */
static int line_of(const char *list, const char *text)
{
    size_t n = strlen(text);
    for (int i = 1; *list; i++, list += strcspn(list, "\n") + 1)
        if (strcspn(list, "\n") == n && !memcmp(list, text, n))
            return i;
    return 0;
}

void room_talk_offers(const spk_box *box, const spk_state *view, const spk_said *said, int n,
                      spk_seat seat, room_offer *offer, void *ctx)
{
    const spk_talk *talk = box->game->talk;
    spk_buf menu = {0}, phrases = {0}, apt = {0};
    if (!talk || !talk->menu || !talk->sentence)
        return;
    outlook o = look_ahead_from(box, view, said, n, ~SPK_ACTOR(seat));
    talk->menu(box, view, o.said, o.n, seat, &menu);
    if (talk->apt)
        talk->apt(box, view, o.said, o.n, seat, &apt);
    for (char *line = menu.bytes, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        o.said[o.n] = (spk_said){seat, line};
        spk_buf_clear(&phrases);
        talk->sentence(box, view, o.said, o.n + 1, &phrases);
        offer(ctx, line, spk_buf_text(&phrases), line_of(spk_buf_text(&apt), line));
    }
    spk_free(o.said);
    spk_buf_release(&menu);
    spk_buf_release(&phrases);
    spk_buf_release(&apt);
}

static void print_offer(void *json, const char *text, const char *phrases, int apt)
{
    spk_json *out = json;
    spk_json_open(out, '{');
    spk_json_key(out, "text");
    spk_json_str(out, text);
    spk_json_key(out, "phrase");
    spk_phrase_json(phrases, out);
    spk_json_key(out, "apt");
    spk_json_int(out, apt);
    spk_json_close(out, '}');
}

void room_talk_print_offers(const spk_box *box, const spk_state *view, const spk_said *said, int n,
                            spk_seat seat, spk_json *out)
{
    spk_json_open(out, '[');
    room_talk_offers(box, view, said, n, seat, print_offer, out);
    spk_json_close(out, ']');
}
