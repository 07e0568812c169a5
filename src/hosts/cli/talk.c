/* talk.c: words in `speakeasy play`: the game's own table talk, and the free chat beside it. Who may speak and who
 * is asked when is the room's decision (hosts/room/talk.h). */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/cli/play.h"
#include "hosts/room/talk.h"

enum { OFFER = 31 }; /* column in which the sentences of what can be said begin */

/* As a sentence, if the game has one for it, with the number by which it can be answered. */
static void put_message(const cli_table *t, const spk_state *view, const spk_said *said, int n,
                        spk_buf *out)
{
    const spk_talk *talk = t->box->game->talk;
    spk_buf phrase = {0};
    int number = talk->number ? talk->number(t->box, view, said, n) : 0;
    if (talk->sentence)
        talk->sentence(t->box, view, said, n, &phrase);
    if (number)
        spk_buf_printf(out, "(%d) ", number);
    if (phrase.n)
        cli_render(t->box, spk_buf_text(&phrase), out);
    else
        spk_buf_puts(out, said[n - 1].text);
    spk_buf_release(&phrase);
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
        spk_buf_printf(&text,
                       "%s: ", said[i].seat == seat ? cli_tr("you") : cli_seat_name(said[i].seat));
        put_message(t, &view, said, i + 1, &text);
        at = printf("  %-12s", at ? "" : cli_tr("said"));
        cli_wrap(spk_buf_text(&text), at, 14);
    }
    spk_buf_release(&text);
}

void cli_talk_show(const cli_table *t, spk_seat seat)
{
    spk_actors others = room_speakers(t->room) & ~SPK_ACTOR(seat);
    if (room_may_speak(t->room, seat))
        puts(cli_tr("You may speak to all: 'say WORDS'. A move ends the talk."));
    else if (others)
        printf(cli_tr("Table talk: player %d may speak ('say %d: WORDS')."),
               spk_actors_first(others) + 1, spk_actors_first(others) + 1),
            putchar('\n');
}

static void put_offer(void *table, const char *text, const char *phrases, int apt)
{
    const cli_table *t = table;
    spk_buf sentence = {0};
    (void)apt; /* a terminal lists them all */
    cli_render(t->box, phrases, &sentence);
    int at = 6 + (int)strlen(text);
    printf("  %ssay %s%s", cli_paint(CLI_NOTE), text, cli_paint(CLI_PLAIN));
    cli_wrap(spk_buf_text(&sentence), at, at < OFFER ? OFFER : at + 2);
    spk_buf_release(&sentence);
}

bool cli_talk_offers(cli_table *t, spk_seat seat)
{
    spk_state view;
    int n;
    const spk_talk *talk = t->box->game->talk;
    if (!talk || !talk->menu || !talk->sentence || !room_may_speak(t->room, seat))
        return false;
    const spk_said *said = spk_match_said(t->match, &n);
    spk_match_view(t->match, seat, &view);
    room_talk_offers(t->box, &view, said, n, seat, put_offer, t);
    return true;
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
    spk_refuse_as(&t->refused, SPK_EUNKNOWN, "Player {n} is not a person at this table.",
                  SPK_NUM("n", *speaker + 1));
    return false;
}

bool cli_talk_say(cli_table *t, spk_seat seat, const char *rest)
{
    spk_seat speaker = seat;
    t->refused = (spk_why){0};
    if (!t->box->game->talk) {
        spk_refuse_as(&t->refused, SPK_EUNKNOWN, "There is no table talk in {game}.",
                      SPK_TEXT("game", t->box->game->name));
        return false;
    }
    if (!take_speaker(t, &rest, &speaker))
        return false;
    if (!*rest) {
        spk_refuse_as(&t->refused, SPK_EMALFORMED, "Say what? 'say WORDS'.");
        return false;
    }
    if (cli_act(t, speaker, ROOM_SAY, rest) != SPK_OK)
        return false;
    cli_bots_talk(t); /* they may have an answer */
    return true;
}

/* -- Chat -------------------------------------------------------------------------------------- */

static void show_chat_from(const cli_table *t, spk_seat seat, int from)
{
    spk_buf text = {0};
    if (from < t->n_chats - ROOM_CHATS)
        from = t->n_chats - ROOM_CHATS;
    for (; from < t->n_chats; from++) {
        const cli_chat *chat = &t->chats[from % ROOM_CHATS];
        spk_buf_clear(&text);
        spk_buf_printf(&text, "%s: %s",
                       chat->seat == seat ? cli_tr("you") : cli_seat_name(chat->seat), chat->text);
        cli_wrap(spk_buf_text(&text), printf("  %-10s", "chat"), 12);
    }
    spk_buf_release(&text);
}

void cli_chat_show_news(cli_table *t, spk_seat seat)
{
    show_chat_from(t, seat, t->seats[seat].n_chats);
    t->seats[seat].n_chats = t->n_chats;
}

spk_err cli_chat_add(cli_table *t, spk_seat speaker, const char *text, spk_why *why)
{
    spk_err err = room_check_chat(t->room, speaker, text, why);
    if (err != SPK_OK)
        return err;
    if (!t->chats)
        t->chats = spk_alloc(ROOM_CHATS * sizeof *t->chats);
    cli_chat *chat = &t->chats[t->n_chats++ % ROOM_CHATS];
    chat->seat = speaker;
    strcpy(chat->text, text);
    return SPK_OK;
}

bool cli_chat_say(cli_table *t, spk_seat seat, const char *rest)
{
    spk_seat speaker = seat;
    t->refused = (spk_why){0};
    if (!*rest) {
        show_chat_from(t, seat, 0);
        return true;
    }
    if (!take_speaker(t, &rest, &speaker) || cli_chat_add(t, speaker, rest, &t->refused) != SPK_OK)
        return false;
    cli_chat_show_news(t, seat);
    return true;
}
