/* conversation.c: see conversation.h. */
#include "hosts/conversation.h"

#include "base/mem.h"

void host_conversation_init(host_conversation *c, spk_match *m)
{
    *c = (host_conversation){.match = m};
    for (spk_seat seat = 0; seat < SPK_MAX_SEATS; seat++)
        c->listened[seat] = -1;
}

void host_conversation_seat(host_conversation *c, spk_seat seat, host_player *player,
                            const host_budget *budget)
{
    c->player[seat] = player;
    c->budget[seat] = *budget;
    if (!player)
        c->absent |= SPK_ACTOR(seat);
}

/* -- Whose word it is -------------------------------------------------------------------------- */

static int everybody_heard(const host_conversation *c)
{
    return spk_match_seq(c->match, SPK_SEAT_ONLOOKER);
}

void host_conversation_pass(host_conversation *c, spk_seat seat)
{
    c->listened[seat] = everybody_heard(c);
}

/* Seats without anything to say: those that never talk, and whoever listens. */
static spk_actors silent_seats(const host_conversation *c)
{
    spk_actors silent = c->absent;
    for (spk_seat seat = 0; seat < spk_match_box(c->match)->n_seats; seat++)
        if ((c->player[seat] && !host_player_talks(c->player[seat])) ||
            c->listened[seat] == everybody_heard(c))
            silent |= SPK_ACTOR(seat);
    return silent;
}

/* What will have been said once the silent ahead have passed, and whose word it is then; -1: nobody's.
 * Nothing is said yet. Where one window opens behind another a seat passes twice. */
typedef struct outlook {
    spk_said *said; /* ours, the texts borrowed */
    int n, n_now;   /* with the passes; without */
    spk_seat speaker;
} outlook;

static outlook look_ahead(const host_conversation *c, spk_actors silent)
{
    enum { PASSES = 2 * SPK_MAX_SEATS };
    const spk_box *box = spk_match_box(c->match);
    outlook o = {.speaker = -1};
    spk_state view;
    if (!box->game->talk)
        return o;
    const spk_said *said = spk_match_said(c->match, &o.n_now);
    o.said = spk_alloc((size_t)(o.n_now + PASSES) * sizeof *said);
    for (; o.n < o.n_now; o.n++)
        o.said[o.n] = said[o.n];
    spk_match_view(c->match, SPK_SEAT_ONLOOKER, &view);
    for (int i = 0; i < PASSES; i++) {
        spk_actors who = box->game->talk->speakers(box, &view, o.said, o.n);
        if (who & ~silent)
            o.speaker = spk_actors_first(who & ~silent);
        if (!who || o.speaker >= 0)
            break;
        o.said[o.n++] = (spk_said){spk_actors_first(who), "pass"};
    }
    return o;
}

static spk_seat speaker_after(const host_conversation *c, spk_actors silent)
{
    outlook o = look_ahead(c, silent);
    spk_free(o.said);
    return o.speaker;
}

spk_seat host_conversation_next(const host_conversation *c)
{
    return speaker_after(c, silent_seats(c));
}

spk_seat host_conversation_next_with(const host_conversation *c, spk_seat seat)
{
    return speaker_after(c, silent_seats(c) & ~SPK_ACTOR(seat));
}

/* -- Speaking ---------------------------------------------------------------------------------- */

spk_err host_conversation_say(host_conversation *c, spk_seat seat, const char *words, spk_why *why)
{
    const spk_box *box = spk_match_box(c->match);
    outlook o = look_ahead(c, silent_seats(c) & ~SPK_ACTOR(seat));
    spk_state view;
    spk_err err = SPK_OK;
    spk_match_view(c->match, seat, &view);
    if (spk_actors_has(spk_match_speakers(c->match), seat))
        o.n = o.n_now; /* it has the word: nobody need pass */
    if (o.speaker == seat)
        err = box->game->talk->judge(box, &view, o.said, o.n, seat, words, why);
    for (int i = o.n_now; i < o.n && o.speaker == seat && err == SPK_OK; i++)
        err = spk_match_talk(c->match, o.said[i].seat, o.said[i].text, why);
    spk_free(o.said);
    return err == SPK_OK ? spk_match_talk(c->match, seat, words, why) : err;
}

static void tell_all(host_conversation *c)
{
    for (spk_seat seat = 0; seat < spk_match_box(c->match)->n_seats; seat++)
        if (c->player[seat])
            host_player_listen(c->player[seat], c->match);
}

void host_conversation_ask(host_conversation *c, spk_seat seat)
{
    host_player *p = c->player[seat];
    char room[HOST_SAY_ROOM];
    spk_why why = {0};
    const char *words = host_player_words(p, c->match, &c->budget[seat], room);
    bool said = words && host_conversation_say(c, seat, words, &why) == SPK_OK;
    if (words && !said)
        host_player_refused(p, &why);
    if (!said)
        host_conversation_pass(c, seat);
    tell_all(c);
}

/* A game limits its talk; if it did not, two programs would talk for ever. */
void host_converse(host_conversation *c)
{
    enum { MOST = 64 };
    if (!spk_match_box(c->match)->game->talk)
        return;
    tell_all(c);
    for (int i = 0; i < MOST; i++) {
        spk_seat seat = host_conversation_next(c);
        if (seat < 0 || !c->player[seat])
            return;
        host_conversation_ask(c, seat);
    }
}
