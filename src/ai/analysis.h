/* analysis.h: a game looked back at: what every move cost, and what chance did.
 *
 *     spk_analysis *a = spk_analysis_new(match, spk_bot_find("hard"), seed);
 *     while ((percent = spk_analysis_begin(a)) != 0) {
 *         ... spk_analysis_think(a, n) for that share of a decision's time; 0: no more to find out
 *         spk_analysis_end(a);                            one question answered; the host may stop here
 *     }
 *     spk_analysis_sum(a, &sum);                          of as much as was looked at
 *     spk_analysis_free(a);
 *
 * or, with a budget of iterations, spk_analysis_step: one decision a call. The same match, bot, seed and
 * iterations give the same verdicts on every machine; nothing here knows a clock.
 *
 * The log is read as *steps*: decisions of the seats, and chance events. Talk is no step, and what was
 * taken back never happened.
 *
 *     decision   is judged from the view of the seat that made it, so nobody is blamed for what they
 *                could not know. A bot searches the view. If it would have done something else, and
 *                has not looked at the move that was made as seriously as at its own, a second search
 *                compares the two and nothing else (narrow.h), with the same budget. What the move lost
 *                is the difference of what the two are worth: an expectation, so free of luck.
 *     chance     brought every seat what luck.h says, by the true position, with the exact average.
 *
 * A decision with a single move, and one that was made for an absent player, is nobody's merit or
 * fault: it is a step without a verdict. In a sealed decision (several seats answer at once) the right
 * answer is a mixture, so a move is compared with the mixture and not with one lucky guess.
 *
 * Decisions of one seat in a row within one turn of the game form a *turn*, and what they lost adds
 * up. One tree serves a turn, and finds at the second step what it knew at the first. Where a turn has
 * many small steps without chance in between (a walk in Chicago), single steps hardly matter, and most
 * can be made in any order. So a walk of more than SPK_WALK_STEPS steps is judged as a whole, from the
 * first step on that the bot would not have made: what is all the rest of it worth, compared with what
 * could have been done from there?
 *
 * Values are of SPK_WIN, in whole numbers: 10,000 is a win for certain. */
#ifndef SPK_AI_ANALYSIS_H
#define SPK_AI_ANALYSIS_H

#include "ai/bot.h"
#include "engine/match.h"

enum {
    SPK_STEP_LINES = 5, /* moves kept of a decision, best first */
    SPK_WALK_STEPS = 4, /* with a choice: a longer walk is judged as a whole */
    SPK_TURNING_POINTS = 3,
};

/* What is said of a move. All thresholds are for two players; with more of them a win is rarer, and the
 * thresholds are lower in proportion. What may be noise of the search (spk_step.margin) is good. */
typedef enum spk_verdict {
    SPK_UNJUDGED, /* chance, a single move, made for an absent player, part of a walk that was judged
                     * at an earlier step, or not reached yet */
    SPK_BEST,     /* what the bot would have done */
    SPK_GOOD,     /* as good, or not much worse */
    SPK_INACCURATE, /* lost 4 % of a win or more */
    SPK_MISTAKE,    /* 8 % */
    SPK_BLUNDER,    /* 15 % */
    SPK_BRILLIANT,  /* the only good move, and not the one that looks best right after it; or better
                     * than what the bot saw first */
    SPK_VERDICT_COUNT
} spk_verdict;

extern const char *const spk_verdict_words[SPK_VERDICT_COUNT]; /* "unjudged", "best", "good", ... */

typedef struct spk_step {
    int entry;     /* in the log, from 0 */
    spk_seat seat; /* SPK_SEAT_CHANCE: only 'luck' counts */
    spk_move move;
    int turn;      /* its turn, counted from 0; -1: chance */
    int walk;      /* its walk, counted from 0; -1: chance */
    int n_moves;   /* there were to choose from */
    bool is_asked; /* it is somebody's choice among several */
    bool is_done;

    /* A decision. Prospects of every seat, in the eyes of the one that decides: */
    spk_verdict verdict;
    int until;                 /* the step up to which it counts: itself, or the end of the walk */
    int before[SPK_MAX_SEATS]; /* with the best move */
    int after[SPK_MAX_SEATS];  /* with the move made */
    spk_move best;             /* 'move' itself if nothing is better */
    int lost;                  /* by the move; below 0: it is better than what the bot saw first */
    int margin;                /* of 'lost': how far its 95 % interval reaches */
    spk_line lines[SPK_STEP_LINES];
    int n_lines;

    /* Chance */
    int64_t luck[SPK_MAX_SEATS]; /* in SPK_LUCK_UNIT (luck.h) */
} spk_step;

typedef struct spk_turn {
    spk_seat seat;
    int first, last; /* steps */
    int n_asked;     /* of them, with a choice */
    int lost;        /* by all of them together */
    int margin;
    spk_verdict verdict; /* SPK_UNJUDGED until all its steps are */
} spk_turn;

typedef struct spk_analysis spk_analysis;

/* Reads the log. The match is borrowed, must outlive the analysis and stay as it is. The kind must be
 * one that searches. */
spk_analysis *spk_analysis_new(const spk_match *m, const spk_bot_kind *kind, uint64_t seed);
void spk_analysis_free(spk_analysis *a);

/* -- Working ----------------------------------------------------------------------------------- */

/* The next question. Returns the percentage of a decision's budget it may take, which may be more than
 * 100; 0: all is done. */
int spk_analysis_begin(spk_analysis *a);

/* That much of a budget, in any unit: rounded up, so that all hosts agree. */
static inline int spk_analysis_share(int budget, int percent)
{
    return (int)(((int64_t)budget * percent + 99) / 100);
}

/* Think about it for at most this many more iterations; returns how many it did. 0: that is all. */
int spk_analysis_think(spk_analysis *a, int iterations);

/* The answer as far as it was thought about. */
void spk_analysis_end(spk_analysis *a);

/* All questions about the next decision, 'iterations' being the budget of one. False: all is done. */
bool spk_analysis_step(spk_analysis *a, int iterations);

/* -- What was found ----------------------------------------------------------------------------- */

const spk_match *spk_analysis_match(const spk_analysis *a);
const spk_bot_kind *spk_analysis_kind(const spk_analysis *a);
const spk_step *spk_analysis_steps(const spk_analysis *a, int *n);

/* How far it is: decisions with a choice, looked at and in all. */
typedef struct spk_progress {
    int n_done, n_asked;
} spk_progress;
spk_progress spk_analysis_progress(const spk_analysis *a);

/* How one seat played. Skill is what its moves lost; luck is what chance brought it; the result less the
 * luck is what it would have had on average with the same moves of everybody. */
typedef struct spk_account {
    int n
        [SPK_VERDICT_COUNT]; /* its decisions by verdict; of unjudged ones those without a choice */
    int lost;                /* by all its moves together */
    int64_t luck;            /* in SPK_LUCK_UNIT */
    int result;              /* its part of the win; see spk_summary.is_over */
} spk_account;

/* What changed the game most: a turn of a seat (what it lost), or a chance event (for whom it was best or
 * worst). */
typedef struct spk_turning_point {
    int step;      /* of a turn: the step that lost most */
    int turn;      /* -1: chance */
    spk_seat seat; /* whose prospects changed */
    int change;    /* by so much; a turn's is below 0 */
} spk_turning_point;

typedef struct spk_summary {
    bool
        is_over; /* the game has a result; else it is how the seats stood after the last decision */
    bool has_luck; /* the game can tell luck; else all of it is 0 */
    spk_account seat[SPK_MAX_SEATS];
    spk_turning_point point[SPK_TURNING_POINTS]; /* in the order of the game */
    int n_points;
} spk_summary;

void spk_analysis_sum(const spk_analysis *a, spk_summary *sum);

/* -- Words and JSON ----------------------------------------------------------------------------- */

/* What there is to say about a step, in sentences: about a decision what was played, what would have been
 * better and why; about chance what it did. Nothing about a step without a verdict. */
void spk_analysis_say_step(const spk_analysis *a, int step, spk_buf *phrases);

/* What there is to say about a turning point: about a turn of several steps, what it lost in all. */
void spk_analysis_say_point(const spk_analysis *a, const spk_turning_point *p, spk_buf *phrases);

/* How a seat played, and what luck it had. */
void spk_analysis_say_seat(const spk_analysis *a, const spk_summary *sum, spk_seat seat,
                           spk_buf *phrases);

/* Everything, as fields of an open object; docs/analysis.md lists them. */
void spk_analysis_print(const spk_analysis *a, spk_json *out);

#endif
