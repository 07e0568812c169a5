/* analysis_inside.h: what the files of the analysis share. */
#ifndef AI_ANALYSIS_INSIDE_H
#define AI_ANALYSIS_INSIDE_H

#include "ai/analysis.h"
#include "ai/memory.h"
#include "ai/narrow.h"

typedef enum ai_question {
    AI_NO_QUESTION,
    AI_ASK_BEST,    /* what is best here? */
    AI_ASK_PLAN,    /* how would the walk go on from there? */
    AI_ASK_COMPARE, /* which of these few is better, and by how much? */
} ai_question;

/* Why a move was not the best, besides what it is worth. Found when it is judged, and said by analysis_words.c. */
typedef struct ai_reason {
    bool has_goal; /* of a long walk: the last step of the bot's own, ... */
    spk_move goal;
    spk_buf deeds
        [2]; /* the better way and the way taken, in the game's own words (spk_game.deeds); empty: it has none */
    bool
        has_scores; /* played on quickly, what two seats score on average, after the best move and after the move made: ... */
    int own[2], rivals[2]; /* ... the seat itself, and ... */
    spk_seat rival;        /* ... the rival whose score differs most */
    bool is_tempting;      /* of a brilliant move: another looks better at first sight, ... */
    spk_move tempting;
    int tempts; /* ... and is worth no more than this */
} ai_reason;

/* How far results of single iterations spread, watched for a while: a search that asks the game's values
 * instead of playing to the end is far surer of its means than one that counts wins. */
typedef struct ai_spread {
    spk_line lines[SPK_NARROW_MOVES]; /* as they stood after the last iteration */
    int n_lines;
    int n_looks, n; /* iterations watched; of these, results seen */
    double squares; /* of their distances from the mean of their line */
} ai_spread;

/* Decisions of one turn in a row without chance in between. */
typedef struct ai_walk {
    int last;    /* step */
    int n_asked; /* of its steps, with a choice */
} ai_walk;

struct spk_analysis {
    const spk_match *match;
    const spk_box *box;
    const spk_bot_kind *kind;
    spk_bot_kind judge_kind; /* the same, for comparisons: it keeps no book of what is certain */
    uint64_t seed;
    spk_step *steps;
    int n_steps;
    spk_turn *turns;
    int n_turns;
    ai_walk *walks;
    int n_walks;
    ai_reason *reasons; /* one per step */
    spk_progress progress;

    /* Where it is */
    spk_rerun again;               /* the match once more, up to the step in question */
    ai_memory ears[SPK_MAX_SEATS]; /* what each seat has heard by then, where words count */
    bool listens;
    int at;         /* the step in question */
    int covered;    /* up to this step the last verdict counts; nothing is asked */
    spk_state view; /* of it, the seat's */
    bool sealed;
    ai_question question;
    spk_bot *bot; /* of the turn 'bot_turn': it keeps its tree for all steps */
    int bot_turn;
    spk_bot *judge; /* of the comparison */
    spk_narrow narrow;
    spk_state plan;   /* where the bot's own walk has come to */
    uint64_t end_key; /* of where the walk made ends */
    int n_made;       /* pins of the walk made; the rest are the plan's */
    ai_spread spread; /* of the question */
};

/* Looks for the reasons of a decision that was not the best (analysis_why.c); 'view' is the seat's. */
void ai_find_reasons(const spk_analysis *a, const spk_step *s, const void *view, ai_reason *out);

/* The decision by which the next player can make most of it: the first of another seat's next turn that does something.
 * -1: it cannot be told. */
int ai_answer_to(const spk_analysis *a, int step);

/* The least that counts as so bad, for this number of players. */
int ai_threshold(const spk_box *box, spk_verdict verdict);
spk_verdict ai_verdict(const spk_box *box, int lost, int margin);

/* Whether a score is so much higher than another that it is a reason. */
static inline bool ai_is_far_above(int more, int less)
{
    enum { PART = 50 };
    return more - less > (more < 0 ? -more : more) / PART;
}

/* "12.3" of 1234 goes wrong with words; people are told whole per cents of a win. */
static inline int ai_percent(int64_t value, int64_t whole)
{
    return (int)((200 * value + (value < 0 ? -whole : whole)) / (2 * whole));
}

#endif
