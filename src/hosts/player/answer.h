/* answer.h: the other end of the bot protocol: a built-in bot that is told lines and answers lines
 * (docs/bot-protocol.md, the wish `engine`). So a bot of one build can play in the arena of
 * another: `speakeasy bot` moves the lines, and everything it knows is in them.
 *
 *     host_answerer *a = host_answerer_new(&spec, NULL);
 *     while (!host_answerer_is_done(a) && there is a line)
 *         if (host_answerer_take(a, line, &out, &why) != SPK_OK) ... why.text, and leave
 *         else ... write 'out' and clear it
 *     host_answerer_free(a);
 *
 * With the seed, views, words and iterations of a built-in bot it gives the same answers: it is
 * the same bot, told what it may know in text instead of in memory.
 *
 * The lines come from whoever started this program. They are parsed as strictly as a saved position,
 * but a position that no game can reach may stop the process as a bug does. */
#ifndef HOST_PLAYER_ANSWER_H
#define HOST_PLAYER_ANSWER_H

#include "hosts/player/player.h"

typedef struct host_answerer host_answerer;

/* A bot, not a program. 'seed': for its random numbers; NULL: the one it is told. */
host_answerer *host_answerer_new(const host_spec *spec, const uint64_t *seed);
void host_answerer_free(host_answerer *a);

/* How long it thinks about a decision, whatever it is told. */
void host_answerer_limit(host_answerer *a, const host_budget *budget);

/* One line, without its end. What is to be written, if anything, is added to 'out'. Lines it does
 * not know are ignored, as the protocol demands. Refuses what it cannot play: a game it does not
 * know, rules newer than its own, a host that does not say what it asked for. */
spk_err host_answerer_take(host_answerer *a, const char *line, spk_buf *out, spk_why *why);

bool host_answerer_is_done(const host_answerer *a); /* it was told to quit */

#endif
