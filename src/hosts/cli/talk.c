/* talk.c: table talk in `speakeasy play`. Talk never holds up a move. Bots have nothing to say: when
 * a person wants to speak and it is a bot's word, the bot passes. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "hosts/cli/play.h"

static bool may_speak(const cli_table *t, spk_seat seat)
{
    return spk_actors_has(spk_match_speakers(t->match), seat);
}

void cli_talk_show(const cli_table *t, spk_seat seat)
{
    spk_buf names = {0};
    for (spk_seat who = 0; t->box->game->talk && who < t->box->n_seats; who++)
        if (may_speak(t, who))
            spk_buf_printf(&names, "%s%s", names.n ? ", " : "",
                           who == seat ? "you" : cli_seat_name(who));
    if (names.n) {
        spk_buf_puts(&names, ". 'say WORDS' speaks; a move ends the talk.");
        printf("Table talk: the word is with ");
        cli_wrap(spk_buf_text(&names), 29, 2);
    }
    spk_buf_release(&names);
}

/* Let bots pass until the seat may speak, or somebody else is waited for. */
static void hear_bots(cli_table *t, spk_seat seat)
{
    for (int i = 0; i < t->box->n_seats && !may_speak(t, seat); i++) {
        spk_actors who = spk_match_speakers(t->match);
        spk_seat first = who ? spk_actors_first(who) : seat;
        if (!t->seats[first].kind || spk_match_talk(t->match, first, "pass", NULL) != SPK_OK)
            return;
    }
}

/* "2: words": another person at the same keyboard. False: that seat is nobody's here. */
static bool take_speaker(cli_table *t, const char **rest, spk_seat *speaker)
{
    if (!isdigit((unsigned char)(*rest)[0]) || (*rest)[1] != ':')
        return true;
    *speaker = (*rest)[0] - '1';
    *rest += 2 + strspn(*rest + 2, " ");
    if (*speaker >= 0 && *speaker < t->box->n_seats && !t->seats[*speaker].kind)
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
    hear_bots(t, speaker);
    return spk_match_talk(t->match, speaker, rest, &t->refused) == SPK_OK;
}
