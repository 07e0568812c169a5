/* puzzle.h: whether a decision makes a good puzzle: one move is clearly best, and a plain look misses it.
 *
 *     spk_puzzle_plan plan = {.judge = spk_bot_find("boss"), .iterations = 2000, .seed = 1};
 *     if (spk_puzzle_look(&plan, box, &view, seat, &puzzle))
 *         ... puzzle.best is the answer, puzzle.difficulty from 1 to SPK_PUZZLE_HARDEST
 *
 * Cheap questions come first, since nearly every decision is no puzzle:
 *
 *     choice    three moves or more, and nobody else answers at the same time: a sealed answer is a mixture; and one of them is a
 *               kind of move that is wanted, if somebody wants certain ones
 *     look      the bot that looks one move ahead takes another move than the judge does at a glance; and that is wanted
 *     gap       the judge compares the likeliest moves and nothing else (narrow.h): the best of them is
 *               worth SPK_PUZZLE_GAP of a fair share more than any other
 *     again     the same with other random numbers and SPK_PUZZLE_LONGER times the iterations: the same move, the same gap
 *     ends      both moves, the best one and the one that looks best, are played on to the end by good bots, in the same worlds and
 *               with the same dice: the best one wins more. What comes of it is the reason that a solver is told
 *     rating    how many of the levels find it; each tries several times
 *
 * Nothing but the seat's view is used. The same plan and view give the same verdict on every machine. */
#ifndef SPK_AI_PUZZLE_H
#define SPK_AI_PUZZLE_H

#include "ai/bot.h"

enum {
    SPK_PUZZLE_LINES = 6,   /* moves compared, at most */
    SPK_PUZZLE_GAP = 20,    /* per cent of a fair share of the win */
    SPK_PUZZLE_LONGER = 4,  /* times the iterations, the second time */
    SPK_PUZZLE_ENDS = 30,   /* games from each of the two moves on */
    SPK_PUZZLE_RATERS = 3,  /* easy, normal, hard */
    SPK_PUZZLE_TRIES = 3,   /* of each; it finds the move if most of them do */
    SPK_PUZZLE_HARDEST = 4, /* none of them finds it */
};

typedef struct spk_puzzle_plan {
    const spk_bot_kind *judge; /* one that searches */
    int iterations;            /* of the judge, for each question */
    uint64_t seed;
    bool (*wants)(void *context, spk_move move); /* answers worth asking for; NULL: any */
    void *context;
} spk_puzzle_plan;

/* How games end after a move: means of SPK_PUZZLE_ENDS of them. */
typedef struct spk_puzzle_end {
    int wins;  /* the seat's part of the win, of SPK_WIN */
    int own;   /* its score */
    int rival; /* the best score among the others */
} spk_puzzle_end;

typedef struct spk_puzzle {
    spk_move best;
    spk_move looks_best; /* right after the move: what a plain look takes */
    int gap;             /* of SPK_WIN: by so much it is better than the next */
    int difficulty;      /* 1: every level finds it */
    bool is_found[SPK_PUZZLE_RATERS];
    spk_line lines[SPK_PUZZLE_LINES]; /* what was compared, best first */
    int n_lines;
    spk_puzzle_end with_best, with_look; /* after 'best', and after 'looks_best' */
} spk_puzzle;

extern const char *const spk_puzzle_raters[SPK_PUZZLE_RATERS]; /* names of bots, weakest first */

/* Whether the seat, which is among the actors, is asked something worth asking others. */
bool spk_puzzle_look(const spk_puzzle_plan *plan, const spk_box *box, const spk_state *view,
                     spk_seat seat, spk_puzzle *out);

#endif
