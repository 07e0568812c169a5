/* bot.h: somebody who plays without being a person.
 *
 * A bot is given what a person in its seat would be given, the seat's view, and answers with a
 * move. It never holds the state, so it cannot know more than it may, and it enters by the same
 * door as people: the host plays the text of its move.
 *
 *     const spk_bot_kind *kind = spk_bot_find("busy");           NULL: there is none of that name
 *     spk_bot *bot = spk_bot_new(kind, &box, seat, &rng);
 *     ...
 *     spk_match_view(match, seat, &view);
 *     move = spk_bot_choose(bot, &view);
 *     spk_match_play(match, seat, spk_move_text(&box, move, text), &why);
 *     ...
 *     spk_bot_free(bot);
 *
 * The same kind, box, seat, generator and views give the same moves for ever. A bot belongs to one
 * match and one thread; two bots share nothing.
 *
 * To write one: a file in this folder with a constant spk_bot_kind_<name>, and a line in bots.def.
 * random.c is the example. */
#ifndef SPK_AI_BOT_H
#define SPK_AI_BOT_H

#include "engine/game.h"

typedef struct spk_bot_kind {
    const char *name;  /* "busy": bot:busy on the command line */
    const char *about; /* one line for people */

    /* What a bot keeps between its moves: a tree, tables. Both NULL: it keeps nothing, and choose
     * gets NULL. What init_memory gives is the bot's; release_memory frees it. */
    void *(*init_memory)(const spk_box *box, spk_seat seat);
    void (*release_memory)(void *memory);

    /* One of the seat's legal moves. 'view' is the seat's, and the seat is among its actors. */
    spk_move (*choose)(void *memory, const spk_box *box, const void *view, spk_seat seat,
                       spk_rng *rng);
} spk_bot_kind;

extern const spk_bot_kind *const spk_bot_kinds[]; /* in the order of bots.def */
extern const int spk_n_bot_kinds;

const spk_bot_kind *spk_bot_find(const char *name);

typedef struct spk_bot spk_bot;

/* The box is borrowed and must outlive the bot. The generator is copied: it is the bot's own from
 * now on, so give every bot a stream of its own. */
spk_bot *spk_bot_new(const spk_bot_kind *kind, const spk_box *box, spk_seat seat,
                     const spk_rng *rng);
void spk_bot_free(spk_bot *bot);

/* The bot's move in the position it sees. Its seat must be among the actors. */
spk_move spk_bot_choose(spk_bot *bot, const void *view);

/* How 'random' and 'busy' choose among n moves as a game lists them (idle ones last), n > 0: each
 * with the same probability; 'busy' leaves idle moves out unless there are no others. In the header
 * because a simulation does little else. Where there is no choice no number is drawn. */
static inline spk_move spk_bot_pick(const spk_move *moves, int n, bool busy, spk_rng *rng)
{
    if (busy && !(moves[0] & SPK_MOVE_IDLE))
        while (moves[n - 1] & SPK_MOVE_IDLE)
            n--;
    return n == 1 ? moves[0] : moves[spk_rng_below(rng, (uint32_t)n)];
}

#endif
