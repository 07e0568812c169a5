/* talk.h: who may speak, in games in which talk is part of play (spk_talk).
 *
 * A game says who may speak now, usually one seat after another. But a seat with nothing to say
 * need not pass aloud as long as nobody speaks. So this module remembers who is only listening and
 * looks ahead: who may speak once the silent seats have passed? When that seat speaks, the passes
 * before it go into the log.
 *
 *     room_talk talk;
 *     room_talk_init(&talk);
 *     room_talk_note(&talk, match, now);                          after every change of the match
 *     while ((who = room_talk_speakers(&talk, match, mute)) != 0) {
 *         seat = spk_actors_first(who);
 *         ... room_talk_say(&talk, match, mute, seat, words, &why) or room_talk_listen(&talk, seat)
 *     }
 *
 * 'mute' is the set of seats that never have anything to say: bots that do not talk, people who are
 * away. Everything here follows from what everybody has heard; there is no clock, bot or host in
 * it. A room (room.h) has one of these and knows its own mute seats; the arena, which has no room,
 * uses it directly. In a game without talk nobody may ever speak. */
#ifndef ROOM_TALK_H
#define ROOM_TALK_H

#include "base/json.h"
#include "engine/match.h"

typedef struct room_talk {
    int heard;                   /* public events when the match was last checked; -1: never */
    int64_t since;               /* when that was */
    int listened[SPK_MAX_SEATS]; /* 'heard' when the seat had nothing to say; -1: not yet */
} room_talk;

void room_talk_init(room_talk *t);

/* Call this when the match may have changed. A new public event gives everybody something to
 * answer. */
void room_talk_note(room_talk *t, const spk_match *m, int64_t now);

/* This seat has nothing to say to what was heard so far. */
void room_talk_listen(room_talk *t, spk_seat seat);

/* Who may speak once all silent seats (mute or listening) have passed; none: everybody is
 * silent. */
spk_actors room_talk_speakers(const room_talk *t, const spk_match *m, spk_actors mute);

/* Whether this seat could speak now, even if it has listened so far. */
bool room_talk_may_speak(const room_talk *t, const spk_match *m, spk_actors mute, spk_seat seat);

/* Say something: silent seats whose turn comes first pass, then the words are said. If the words
 * are refused, nothing changes and nobody passes. */
spk_err room_talk_say(room_talk *t, spk_match *m, spk_actors mute, spk_seat seat, const char *words,
                      spk_why *why);

/* What a seat that may speak (room_talk_may_speak) is offered to say, made from its view and what everybody said. Whoever
 * is silent ahead of it has passed by then. 'offer' is called for each message: its text, the phrases that people
 * read, and how well it fits the moment: 1 is best, 0 is not singled out (spk_talk.apt). */
typedef void room_offer(void *ctx, const char *text, const char *phrases, int apt);
void room_talk_offers(const spk_box *box, const spk_state *view, const spk_said *said, int n,
                      spk_seat seat, room_offer *offer, void *ctx);

/* The same as JSON: [{"text": "accept 1", "phrase": phrases, "apt": 0}, ...]. */
void room_talk_print_offers(const spk_box *box, const spk_state *view, const spk_said *said, int n,
                            spk_seat seat, spk_json *out);

#endif
