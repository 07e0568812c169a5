/* memory.h: what a bot remembers of the talk at its table: who promised what, who kept it, and
 * therefore how far it trusts each seat. It knows games only through game.h.
 *
 * Trust is a number from 0 to 100 for every seat. It starts at the value of the bot's kind, falls
 * to two fifths with every promise seen broken, and rises by a tenth of what is missing with every
 * one kept: quickly lost, slowly won. Seats with too little trust are ignored and shunned: nothing they say is
 * believed, and nothing is said to them. With every new subject some of it is forgiven, less after every other
 * broken promise. */
#ifndef AI_MEMORY_H
#define AI_MEMORY_H

#include "ai/bot.h"

enum { AI_MAX_PLEDGES = 32, AI_NO_TRUST = 20 /* less than this is none */ };

typedef struct ai_regard { /* what it thinks of a seat */
    int trust;             /* of 100 */
    int n_kept, n_broken;  /* promises it has seen the end of; of its own seat too */
} ai_regard;

typedef struct ai_memory {
    const spk_box *box;
    spk_seat seat; /* whose memory it is */
    ai_regard regard[SPK_MAX_SEATS];
    spk_pledge pledge[AI_MAX_PLEDGES]; /* not decided yet, the seat's own too */
    int n;
    int n_fresh;   /* of them, the last ones: given since the last public move */
    int n_heard;   /* messages since the last public move */
    int bluffs;    /* percentage of its own messages that it did not mean, ... */
    uint64_t self; /* ... decided by this secret (spk_bot_know_self); 0: by whoever says them */
    uint64_t mood; /* what follows from it for the subject of now; 0: not asked for yet */
    uint32_t subject;
    int start;       /* trust in a stranger */
    uint32_t latest; /* 1 + the subject of the last position; 0: there was none */
    bool
        stirred; /* others have promised something, or are trusted less, since that was last asked */
} ai_memory;

void ai_memory_init(ai_memory *m, const spk_box *box, spk_seat seat, int trust);

/* Note the position in the seat's view and what was said since the last public move. The bot's own
 * promises are remembered as meant or not; one that knows itself need not be told. */
void ai_memory_note(ai_memory *m, const void *view, const spk_said *said, int n, bool meant);

/* Whether what it says next, after n messages, is not meant. Only for one that knows itself. */
bool ai_memory_bluffs(ai_memory *m, const void *view, const spk_said *said, int n);

/* As lines of text, for a bot that thinks in another process: "trust SEAT TRUST KEPT BROKEN" for every seat whose regard
 * has changed, "pledge SEAT TRUST SUBJECT PROMISE" for each promise that is open, "mood SUBJECT NUMBER" for what it means of what it
 * says about this subject, and no other. Taking one in refuses what no memory
 * of this table can hold. */
void ai_memory_print(const ai_memory *m, int trust, spk_buf *out);
spk_err ai_memory_take(ai_memory *m, const char *line, spk_why *why);

/* The seats that are trusted too little to be told anything. */
spk_actors ai_memory_shuns(const ai_memory *m);

/* How far the seat is taken for an ally, of 100: as far as it is trusted, if it has ever given its word. Who says nothing is
 * no ally. */
int ai_memory_sides_with(const ai_memory *m, spk_seat seat);

/* Whether a move breaks a promise that the seat meant. */
bool ai_memory_breaks_word(const ai_memory *m, const void *view, spk_move move);

/* A bot's own, for tests: what it thinks of others shows only in what it does. */
const ai_memory *ai_bot_memory(const spk_bot *bot);

/* The bot has heard what this memory of its seat has, and nothing else. */
void ai_bot_remember(spk_bot *bot, const ai_memory *m);

#endif
