/* analysis_inside.h: what the files of the analysis share. */
#ifndef AI_ANALYSIS_INSIDE_H
#define AI_ANALYSIS_INSIDE_H

#include "ai/analysis.h"
#include "ai/narrow.h"

typedef enum ai_question {
    AI_NO_QUESTION,
    AI_ASK_BEST,    /* what is best here? */
    AI_ASK_PLAN,    /* how would the walk go on from there? */
    AI_ASK_COMPARE, /* which of these few is better, and by how much? */
} ai_question;

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
    uint64_t seed;
    spk_step *steps;
    int n_steps;
    spk_turn *turns;
    int n_turns;
    ai_walk *walks;
    int n_walks;
    spk_progress progress;

    /* Where it is */
    spk_rerun again; /* the match once more, up to the step in question */
    int at;          /* the step in question */
    int covered;     /* up to this step the last verdict counts; nothing is asked */
    spk_state view;  /* of it, the seat's */
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

/* The least that counts as so bad, for this number of players. */
int ai_threshold(const spk_box *box, spk_verdict verdict);
spk_verdict ai_verdict(const spk_box *box, int lost, int margin);

/* "12.3" of 1234 goes wrong with words; people are told whole per cents of a win. */
static inline int ai_percent(int64_t value, int64_t whole)
{
    return (int)((200 * value + (value < 0 ? -whole : whole)) / (2 * whole));
}

#endif
