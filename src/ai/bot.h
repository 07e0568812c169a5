/* bot.h: a computer player.
 *
 * A bot gets what a person in its seat would get, the seat's view, and answers with a move. It never
 * holds the state, so it cannot cheat, and it plays through the same call as people: the host plays
 * the text of its move.
 *
 *     const spk_bot_kind *kind = spk_bot_find("hard");           NULL: there is none of that name
 *     spk_bot *bot = spk_bot_new(kind, &box, seat, &rng);
 *     ...
 *     spk_match_view(match, seat, &view);
 *     spk_bot_begin(bot, &view);
 *     while (there is time)                                      the host has the clock
 *         if (!spk_bot_think(bot, 100))
 *             break;                                             more thinking would change nothing
 *     spk_match_play(match, seat, spk_move_text(&box, spk_bot_move(bot), text), &why);
 *     ...
 *     spk_bot_free(bot);
 *
 * Where talk is part of the game (spk_talk), a bot that talks is told everything that happens in
 * public and asked for its words when it may speak. It plans what it would do and says so:
 *
 *     said = spk_match_said(match, &n);
 *     spk_bot_listen(bot, &view, said, n);                       after every move and message
 *     ...
 *     if (spk_bot_rehearse(bot, &view, said, n))                 it may speak
 *         spk_bot_think(bot, 100);                               as above, but for less time
 *     spk_match_talk(match, seat, spk_bot_say(bot, &view, said, n, text), &why);
 *
 * Hosts ask through hosts/room/thought.h; hosts/room/talk.h decides who may speak.
 *
 * The same kind, box, seat, generator, views, words and iterations always give the same moves
 * and words, on every machine. A bot belongs to one match and one thread; two bots share nothing, so a
 * host may let several think about one decision on threads and add up their lines (spk_bot_lines).
 *
 * To write one: a file in this folder with a constant spk_bot_kind_<name>, and a line in bots.def.
 * random.c is an example of one that answers at once, levels.c of those that search. */
#ifndef SPK_AI_BOT_H
#define SPK_AI_BOT_H

#include "ai/search.h"
#include "engine/game.h"

enum { SPK_HONEST_WORD = SPK_WIN / 5 }; /* at a table where bots must be honest */

typedef struct spk_bot_kind {
    const char *name;  /* "busy": bot:busy on the command line */
    const char *about; /* one line for people */

    /* A bot that answers at once: one of the seat's legal moves. 'view' is the seat's, and the seat
     * is among its actors. */
    spk_move (*choose)(const spk_box *box, const void *view, spk_seat seat, spk_rng *rng);

    /* A bot that searches (choose is NULL): how, and the iterations it never exceeds (0: none). */
    spk_style style;
    int iterations;

    /* A level: the game's settings for this grade complete style and iterations. */
    bool is_level;
    spk_grade grade;

    /* Whether it talks, where talk is part of the game. Bots that do not, pass and hear nothing. */
    bool talks;
    bool silent; /* this one does not either, but plans as if it did: to measure what words are
                  * worth */
    int bluffs;  /* percentage of messages that may be untrue and commit it to nothing */
    int word;    /* what it will pay, of SPK_WIN, to keep a promise it meant */
    int trust;   /* initial trust in other seats, 0 to 100 */
    int cares; /* percentage of a partner's prospects that count as its own, if it trusts that partner without reserve */
} spk_bot_kind;

extern const spk_bot_kind *const spk_bot_kinds[]; /* in the order of bots.def */
extern const int spk_n_bot_kinds;

const spk_bot_kind *spk_bot_find(const char *name);

/* How a bot is described to people in this game: a level's character, else the kind's line. */
const char *spk_bot_about(const spk_bot_kind *kind, const spk_game *game);

/* How its character weighs something sure against a gamble, in words for people; NULL: one is as good as the other. */
const char *spk_bot_risk(const spk_bot_kind *kind, const spk_game *game);

/* Whether such a bot ever says anything at this table. */
bool spk_bot_kind_talks(const spk_bot_kind *kind, const spk_box *box);

typedef struct spk_bot spk_bot;

/* The box is borrowed and must outlive the bot. The generator is copied: it is the bot's own from
 * now on, so give every bot a stream of its own. */
spk_bot *spk_bot_new(const spk_bot_kind *kind, const spk_box *box, spk_seat seat,
                     const spk_rng *rng);
void spk_bot_free(spk_bot *bot);

/* A bot that follows one of the game's scripts (spk_script). It answers at once and never talks. */
spk_bot *spk_bot_new_script(const spk_script *script, const spk_box *box, spk_seat seat,
                            const spk_rng *rng);

/* A decision to think about. The bot's seat must be among the actors. */
void spk_bot_begin(spk_bot *bot, const void *view);

/* Think for at most this many more iterations; returns how many it did. 0: it does not search, it
 * has no choice, or it has reached its own limit. */
int spk_bot_think(spk_bot *bot, int iterations);

/* Its move, at any time after begin; once for each begin. */
spk_move spk_bot_move(spk_bot *bot);

/* Whether that move may be drawn at random: in a sealed decision, or by a bot that overlooks some. */
bool spk_bot_draws_lots(const spk_bot *bot);

/* -- Talk, in games that have it --------------------------------------------------------------- */

/* Whether it wants to be asked for its words at this table. */
bool spk_bot_talks(const spk_bot *bot);

/* For a host that makes a bot anew for every decision and tells it the whole game: which of its own promises a bot
 * meant follows from this secret, so the same number every time makes it the same player. It must not be guessed by
 * the others. Without it a bot feels bound by what it said itself and by nothing it hears. */
void spk_bot_know_self(spk_bot *bot, uint64_t secret);

/* What happened in public: the seat's view now, and what was said since the last public move
 * (spk_match_said). Costs next to nothing, and nothing in a game without talk. */
void spk_bot_listen(spk_bot *bot, const void *view, const spk_said *said, int n);

/* It may speak. True: there is something to plan first, with spk_bot_think. */
bool spk_bot_rehearse(spk_bot *bot, const void *view, const spk_said *said, int n);

/* What it says, after spk_bot_rehearse with the same arguments: a message that the game allows,
 * "pass" if it has nothing to say. Returns 'text'. The next decision begins with spk_bot_begin as
 * usual. */
const char *spk_bot_say(spk_bot *bot, const void *view, const spk_said *said, int n,
                        char text[SPK_TALK_TEXT]);

/* What it remembers of the talk, as lines of text, and one such line taken in by a new bot of the same kind, box and seat:
 * so it can think in another process, told no more than it has heard. Prints nothing if it does not talk. Refuses what no bot
 * at this table can remember. */
void spk_bot_print_memory(const spk_bot *bot, spk_buf *out);
spk_err spk_bot_take_memory(spk_bot *bot, const char *line, spk_why *why);

/* A promise that was meant is kept unless that costs more than the bot's word is worth: given the
 * lines of a decision, most visited first, returns the move to make instead of the best.
 * spk_bot_move does this; it is public for callers that add up the lines of several bots. */
spk_move spk_bot_keep_word(const spk_bot *bot, const spk_line *lines, int n, spk_move best);

/* What it found, for hints and teams (hosts/team.h); 0: it does not search. See search.h. */
int spk_bot_lines(const spk_bot *bot, spk_line *out, int cap);
bool spk_bot_measure(const spk_bot *bot, spk_search_figures *out);

/* All in one call; 'iterations' applies where the bot has no limit of its own. */
spk_move spk_bot_choose(spk_bot *bot, const void *view, int iterations);

/* How 'random' and 'busy' choose among n moves as a game lists them (idle ones last), n > 0: each
 * with the same probability; 'busy' leaves idle moves out unless there are no others. Inline
 * because a simulation does little else. Without a choice no random number is drawn. */
static inline spk_move spk_bot_pick(const spk_move *moves, int n, bool busy, spk_rng *rng)
{
    if (busy && !(moves[0] & SPK_MOVE_IDLE))
        while (moves[n - 1] & SPK_MOVE_IDLE)
            n--;
    return n == 1 ? moves[0] : moves[spk_rng_below(rng, (uint32_t)n)];
}

#endif
