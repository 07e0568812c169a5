/* deputy.h: a bot that thinks for a table, on a worker: about a move, its words or a hint. For deputy.c and
 * talk.c. */
#ifndef SRV_DEPUTY_H
#define SRV_DEPUTY_H

#include "ai/bot.h"
#include "hosts/server/house_inside.h"
#include "hosts/server/workers.h"

enum { SRV_HINT_LINES = 5, SRV_SAY_ROOM = 201 };

typedef enum srv_thinking { SRV_MOVE, SRV_WORDS, SRV_HINT } srv_thinking;

typedef struct srv_thought {
    srv_job job;
    srv_task task; /* its answer, on the way to the table */
    srv_house *house;
    char table[SRV_ID + 1];
    srv_thinking what;
    spk_seat seat;
    srv_box *box;
    const spk_bot_kind *kind;
    host_budget budget;
    spk_rng rng;
    spk_state view;
    uint64_t hash;   /* of the view */
    int heard;       /* by everybody, when it was asked */
    spk_buf log;     /* for one that talks: every entry, terminated */
    srv_actor actor; /* of a hint */

    char text[SRV_SAY_ROOM]; /* the move, the words */
    spk_line lines[SRV_HINT_LINES];
    int n_lines;
} srv_thought;

/* NULL: there is no such bot. */
srv_thought *srv_thought_begin(srv_live *live, srv_thinking what, spk_seat seat, const char *word);
void srv_thought_go(srv_live *live, srv_thought *t);

/* What a seat sees, and a number for it. */
uint64_t srv_view_hash(const srv_live *live, spk_seat seat, spk_state *view);

/* hint.c: the answer to a hint; live NULL: there is no table to answer about any more. */
void srv_hint_tell(srv_live *live, const srv_thought *t);

/* talk.c: bots that may speak are asked for their words. True: moves have to wait for the talk. */
bool srv_talk_call(srv_live *live);
void srv_talk_heard(srv_live *live, const srv_thought *t);

#endif
