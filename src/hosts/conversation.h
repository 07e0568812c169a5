/* conversation.h: table talk as a host runs it, in games in which talk is part of the game: who is
 * asked for words and when, for people, built-in bots and other people's programs alike.
 *
 * Talk never holds up a move. Before one is made everybody who may speak is asked, once, and again
 * after something new was said. Who has nothing to say does not pass aloud as long as nobody speaks;
 * only when somebody wants the word, those ahead pass.
 *
 *     host_conversation c;
 *     host_conversation_init(&c, match);
 *     host_conversation_seat(&c, seat, player, &budget); people need not be named
 *     while (...) {
 *         host_converse(&c);                             players speak as long as it is their word
 *         if ((seat = host_conversation_next(&c)) >= 0)  it is this person's
 *             ... host_conversation_say(&c, seat, words, &why) or host_conversation_pass(&c, seat)
 *         ... somebody moves
 *     }
 *
 * In a game without talk all of this does nothing. */
#ifndef HOST_CONVERSATION_H
#define HOST_CONVERSATION_H

#include "hosts/player/player.h"

typedef struct host_conversation {
    spk_match *match;                   /* borrowed, as are the players */
    host_player *player[SPK_MAX_SEATS]; /* NULL: a person */
    spk_actors absent;                  /* seats that never speak */
    host_budget budget[SPK_MAX_SEATS];  /* of a player's decision, if it has none of its own */
    int listened[SPK_MAX_SEATS]; /* what everybody had heard when the seat had nothing to say */
} host_conversation;

void host_conversation_init(host_conversation *c, spk_match *m);

/* Who sits there; NULL: nobody who could speak. */
void host_conversation_seat(host_conversation *c, spk_seat seat, host_player *player,
                            const host_budget *budget);

/* Whoever may speak, a person or a player that talks, and has not been asked since something was last
 * said or done; -1: there is none. */
spk_seat host_conversation_next(const host_conversation *c);

/* The same if this seat, though it had nothing to say, may have now. */
spk_seat host_conversation_next_with(const host_conversation *c, spk_seat seat);

/* This seat has nothing to say to all that was heard so far. */
void host_conversation_pass(host_conversation *c, spk_seat seat);

/* The silent ahead pass, then the words are said. Nobody passes for words that are refused. */
spk_err host_conversation_say(host_conversation *c, spk_seat seat, const char *words, spk_why *why);

/* A player's word: it says one message, or none. What was refused it hears with its next question. */
void host_conversation_ask(host_conversation *c, spk_seat seat);

/* Players take note of what has happened, then speak as long as it is their word: until it is a
 * person's, or nobody's. To be called after every move. */
void host_converse(host_conversation *c);

#endif
