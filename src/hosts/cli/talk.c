/* talk.c: table talk in `speakeasy play`: what people are shown of it and what they say. Who is asked
 * when is hosts/conversation. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "hosts/cli/play.h"

spk_seat cli_talk_next(const cli_table *t)
{
    return t->ask_talk ? host_conversation_next(&t->talk) : -1;
}

/* As a sentence, if the game has one for it. */
static void put_message(const cli_table *t, const spk_state *view, const spk_said *said, int n,
                        spk_buf *out)
{
    const spk_talk *talk = t->box->game->talk;
    if (talk->sentence)
        talk->sentence(t->box, view, said, n, out);
    else
        spk_buf_puts(out, said[n - 1].text);
}

void cli_talk_said(const cli_table *t, spk_seat seat)
{
    spk_buf text = {0};
    spk_state view;
    int n, at = 0;
    const spk_said *said = spk_match_said(t->match, &n);
    spk_match_view(t->match, SPK_SEAT_ONLOOKER, &view);
    for (int i = 0; i < n; i++) {
        if (strcmp(said[i].text, "pass") == 0)
            continue;
        spk_buf_clear(&text);
        spk_buf_printf(&text, "%s: ", said[i].seat == seat ? "you" : cli_seat_name(said[i].seat));
        put_message(t, &view, said, i + 1, &text);
        at = printf("  %-12s", at ? "" : "said");
        cli_wrap(spk_buf_text(&text), at, 14);
    }
    spk_buf_release(&text);
}

void cli_talk_show(const cli_table *t, spk_seat seat)
{
    spk_seat speaker = host_conversation_next_with(&t->talk, seat);
    if (speaker == seat)
        puts("You may speak to all: 'say WORDS'. A move ends the talk.");
    else if (speaker >= 0)
        printf("Table talk: the word is with player %d ('say %d: WORDS').\n", speaker + 1,
               speaker + 1);
}

/* -- Speaking ---------------------------------------------------------------------------------- */

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
    if (host_conversation_say(&t->talk, speaker, rest, &t->refused) != SPK_OK)
        return false;
    cli_bots_talk(t); /* they may have an answer */
    return true;
}
