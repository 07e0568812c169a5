/* talk.c: bots at the table talk, in games in which talk is part of the game (hosts/conversation.h has the
 * idea). Nobody waits for a bot's words: people move when they like. But before a bot moves, whoever is
 * here and has the word is left some time for it (limit talk_ms), and bots that have something to say
 * say it. Who has nothing to say does not pass aloud as long as nobody speaks; only when a bot wants the
 * word, or a person who is here would have it next, those ahead who are bots, or away, pass. */
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/player/player.h"
#include "hosts/server/deputy.h"

struct srv_talk {
    int heard;                   /* by everybody: the number of the newest event */
    int64_t since;               /* house time: when that was */
    int listened[SPK_MAX_SEATS]; /* 'heard' when the bot there had nothing to say; -1 */
    spk_seat speaker;            /* whose words wait for others to pass; -1: nobody's */
    int expected;                /* 'heard', if nothing but such a pass has happened */
    char words[SRV_SAY_ROOM];
};

void srv_talk_free(struct srv_talk *talk) { spk_free(talk); }

static struct srv_talk *talk_of(srv_live *live)
{
    if (!live->talk) {
        live->talk = spk_alloc(sizeof *live->talk);
        *live->talk = (struct srv_talk){.heard = -1, .speaker = -1};
        memset(live->talk->listened, -1, sizeof live->talk->listened);
    }
    return live->talk;
}

static bool is_bot(const srv_live *live, spk_seat seat)
{
    return room_sitter_of(live->room, seat)->kind == ROOM_BOT;
}

static bool has_bots(const srv_live *live)
{
    for (spk_seat seat = 0; seat < live->n_seats; seat++)
        if (is_bot(live, seat))
            return true;
    return false;
}

/* -- Whose word it is -------------------------------------------------------------------------- */

static bool bot_talks(const srv_live *live, spk_seat seat)
{
    const spk_box *box = srv_box_of(live->box);
    host_spec spec;
    return box->game->talk->promise && box->game->talk->manners(box) != SPK_MANNERS_SILENT &&
           host_spec_read(room_bot_of(live->room, seat), &spec, NULL) == SPK_OK && spec.kind &&
           spec.kind->talks && !spec.kind->silent;
}

/* As everybody may know: that somebody ran out of time over a sealed answer is not for bots' ears. */
static bool is_away(const srv_live *live, spk_seat seat)
{
    return spk_clock_show(room_clock(live->room), SPK_SEAT_ONLOOKER, seat,
                          srv_house_now(live->house))
        .away;
}

/* Seats for which the house passes when somebody behind them wants the word. */
static spk_actors silent_seats(const srv_live *live)
{
    spk_actors silent = 0;
    for (spk_seat seat = 0; seat < live->n_seats; seat++)
        if (is_bot(live, seat)
                ? !bot_talks(live, seat) || live->talk->listened[seat] == live->talk->heard
                : is_away(live, seat))
            silent |= SPK_ACTOR(seat);
    return silent;
}

/* Whose word it is once the silent ahead have passed; -1: nobody's. */
static spk_seat next_speaker(const srv_live *live)
{
    enum { PASSES = 2 * SPK_MAX_SEATS };
    const spk_box *box = srv_box_of(live->box);
    spk_actors silent = silent_seats(live);
    spk_state view;
    spk_seat found = -1;
    int n;
    const spk_said *now = spk_match_said(room_match(live->room), &n);
    spk_said *said = spk_alloc((size_t)(n + PASSES) * sizeof *said);
    if (n)
        memcpy(said, now, (size_t)n * sizeof *said);
    spk_match_view(room_match(live->room), SPK_SEAT_ONLOOKER, &view);
    for (int i = 0; i < PASSES && found < 0; i++) {
        spk_actors who = box->game->talk->speakers(box, &view, said, n);
        if (!who)
            break;
        if (who & ~silent)
            found = spk_actors_first(who & ~silent);
        said[n++] = (spk_said){spk_actors_first(who), "pass"};
    }
    spk_free(said);
    return found;
}

/* -- Speaking ---------------------------------------------------------------------------------- */

/* The words that were found: said, or one of those ahead passes. False: they were refused. */
static bool go_on_saying(srv_live *live)
{
    struct srv_talk *talk = live->talk;
    spk_seat seat = talk->speaker;
    spk_actors who = spk_match_speakers(room_match(live->room));
    bool has_word = spk_actors_has(who, seat);
    room_deed deed = {.kind = has_word ? ROOM_SAY : ROOM_PASS, .text = talk->words, .n = -1};
    if (who)
        srv_live_act(live, &(srv_actor){.seat = has_word ? seat : spk_actors_first(who)}, &deed);
    talk->expected = talk->heard + 1;
    if (has_word || live->state == SRV_READY)
        talk->speaker = -1;
    if (live->state != SRV_READY)
        return true;
    talk->listened[seat] = talk->heard;
    return false;
}

static bool ask_words(srv_live *live, spk_seat seat)
{
    if (live->thinking >> seat & 1)
        return true;
    srv_thought *t = srv_thought_begin(live, SRV_WORDS, seat, room_bot_of(live->room, seat));
    live->thinking |= (uint8_t)(1u << seat);
    srv_thought_go(live, t);
    return true;
}

/* A person who is here can only use the time if the word is theirs: the silent ahead pass aloud. */
static bool give_word(srv_live *live, spk_seat seat)
{
    spk_actors who = spk_match_speakers(room_match(live->room));
    if (!who || spk_actors_has(who, seat))
        return false;
    srv_live_act(live, &(srv_actor){.seat = spk_actors_first(who)},
                 &(room_deed){.kind = ROOM_PASS, .text = "pass", .n = -1});
    return live->state != SRV_READY;
}

/* A person has the word: bots that are asked wait a while. */
static bool wait_for(srv_live *live, spk_seat seat)
{
    int64_t until = live->talk->since + live->house->config->house.talk_ms;
    if (!room_deputed(live->room) || !room_sitter_of(live->room, seat)->here ||
        srv_house_now(live->house) >= until)
        return false;
    if (give_word(live, seat))
        return true;
    live->wake = until;
    srv_beat_due(live);
    return true;
}

bool srv_talk_call(srv_live *live)
{
    if (!srv_box_of(live->box)->game->talk || room_status_of(live->room) != ROOM_PLAYING ||
        !has_bots(live))
        return false;
    struct srv_talk *talk = talk_of(live);
    int heard = room_n_events(live->room, SPK_SEAT_ONLOOKER);
    if (talk->heard != heard) {
        if (talk->expected != heard)
            talk->speaker = -1;
        talk->heard = heard;
        talk->since = srv_house_now(live->house);
    }
    while (talk->speaker >= 0)
        if (go_on_saying(live))
            return true;
    spk_seat seat = next_speaker(live);
    if (seat < 0)
        return false;
    return is_bot(live, seat) ? ask_words(live, seat) : wait_for(live, seat);
}

/* What a bot found to say. If something happened meanwhile it is asked again. */
void srv_talk_heard(srv_live *live, const srv_thought *t)
{
    struct srv_talk *talk = talk_of(live);
    if (t->heard == room_n_events(live->room, SPK_SEAT_ONLOOKER) && t->heard == talk->heard) {
        if (!*t->text || spk_str_eq(t->text, "pass"))
            talk->listened[t->seat] = talk->heard;
        else {
            talk->speaker = t->seat;
            memcpy(talk->words, t->text, sizeof talk->words);
        }
    }
    srv_deputies_call(live);
}
