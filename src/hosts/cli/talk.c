/* talk.c: table talk in `speakeasy play`. Talk never holds up a move, but before a bot makes one every
 * person who may speak is asked, once, and again after something new was said. Bots have nothing to
 * say; neither has a person who was asked and listens. They do not pass aloud as long as nobody
 * speaks: only when somebody wants the word, those ahead pass. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/cli/play.h"

/* -- Whose word it is -------------------------------------------------------------------------- */

static int everybody_heard(const cli_table *t)
{
    return spk_match_seq(t->match, SPK_SEAT_ONLOOKER);
}

void cli_talk_listen(cli_table *t, spk_seat seat) { t->seats[seat].listened = everybody_heard(t); }

/* Seats without anything to say: bots that do not talk, and whoever listens. */
static spk_actors silent_seats(const cli_table *t)
{
    spk_actors silent = 0;
    for (spk_seat seat = 0; seat < t->box->n_seats; seat++)
        if ((t->seats[seat].is_bot && !cli_bot_talks(t, seat)) ||
            t->seats[seat].listened == everybody_heard(t))
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

static outlook look_ahead(const cli_table *t, spk_actors silent)
{
    enum { PASSES = 2 * SPK_MAX_SEATS };
    outlook o = {.speaker = -1};
    spk_state view;
    if (!t->box->game->talk)
        return o;
    const spk_said *said = spk_match_said(t->match, &o.n_now);
    o.said = spk_alloc((size_t)(o.n_now + PASSES) * sizeof *said);
    for (; o.n < o.n_now; o.n++)
        o.said[o.n] = said[o.n];
    spk_match_view(t->match, SPK_SEAT_ONLOOKER, &view);
    for (int i = 0; i < PASSES; i++) {
        spk_actors who = t->box->game->talk->speakers(t->box, &view, o.said, o.n);
        if (who && !spk_actors_has(silent, spk_actors_first(who)))
            o.speaker = spk_actors_first(who);
        if (!who || o.speaker >= 0)
            break;
        o.said[o.n++] = (spk_said){spk_actors_first(who), "pass"};
    }
    return o;
}

static spk_seat speaker_after(const cli_table *t, spk_actors silent)
{
    outlook o = look_ahead(t, silent);
    spk_free(o.said);
    return o.speaker;
}

spk_seat cli_talk_next(const cli_table *t)
{
    return t->ask_talk ? speaker_after(t, silent_seats(t)) : -1;
}

void cli_talk_said(const cli_table *t, spk_seat seat)
{
    spk_buf text = {0};
    int n;
    const spk_said *said = spk_match_said(t->match, &n);
    for (int i = 0; i < n; i++)
        if (strcmp(said[i].text, "pass") != 0)
            spk_buf_printf(&text, "%s%s: %s", text.n ? "; " : "",
                           said[i].seat == seat ? "you" : cli_seat_name(said[i].seat),
                           said[i].text);
    if (text.n)
        cli_wrap(spk_buf_text(&text), printf("  said        "), 14);
    spk_buf_release(&text);
}

void cli_talk_show(const cli_table *t, spk_seat seat)
{
    spk_seat speaker = speaker_after(t, silent_seats(t) & ~SPK_ACTOR(seat));
    if (speaker == seat)
        puts("You may speak to all: 'say WORDS'. A move ends the talk.");
    else if (speaker >= 0)
        printf("Table talk: the word is with player %d ('say %d: WORDS').\n", speaker + 1,
               speaker + 1);
}

/* -- Speaking ---------------------------------------------------------------------------------- */

/* The silent ahead pass, then the words are said; but nobody passes for words that are refused. */
spk_err cli_talk_speak(cli_table *t, spk_seat seat, const char *words, spk_why *why)
{
    outlook o = look_ahead(t, silent_seats(t) & ~SPK_ACTOR(seat));
    spk_state view;
    spk_err err = SPK_OK;
    spk_match_view(t->match, seat, &view);
    if (o.speaker == seat)
        err = t->box->game->talk->judge(t->box, &view, o.said, o.n, seat, words, why);
    for (int i = o.n_now; i < o.n && o.speaker == seat && err == SPK_OK; i++)
        err = spk_match_talk(t->match, o.said[i].seat, o.said[i].text, why);
    spk_free(o.said);
    return err == SPK_OK ? spk_match_talk(t->match, seat, words, why) : err;
}

/* "2: words": another person at the same keyboard. False: that seat is nobody's here. */
static bool take_speaker(cli_table *t, const char **rest, spk_seat *speaker)
{
    if (!isdigit((unsigned char)(*rest)[0]) || (*rest)[1] != ':')
        return true;
    *speaker = (*rest)[0] - '1';
    *rest += 2 + strspn(*rest + 2, " ");
    if (*speaker >= 0 && *speaker < t->box->n_seats && !t->seats[*speaker].is_bot)
        return true;
    spk_fail(&t->refused, SPK_EUNKNOWN, "Player %d is not a person at this table.", *speaker + 1);
    return false;
}

bool cli_talk_say(cli_table *t, spk_seat seat, const char *rest)
{
    spk_seat speaker = seat;
    t->refused = (spk_why){0};
    if (!t->box->game->talk) {
        spk_fail(&t->refused, SPK_EUNKNOWN, "There is no table talk in %s.", t->box->game->name);
        return false;
    }
    if (!take_speaker(t, &rest, &speaker))
        return false;
    if (!*rest) {
        spk_fail(&t->refused, SPK_EMALFORMED, "Say what? 'say WORDS'.");
        return false;
    }
    if (cli_talk_speak(t, speaker, rest, &t->refused) != SPK_OK)
        return false;
    cli_bots_talk(t); /* they may have an answer */
    return true;
}
