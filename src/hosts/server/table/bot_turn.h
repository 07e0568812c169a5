/* bot_turn.h: asking a bot for a move, its words or a hint, on a worker thread. For bot_turn.c and
 * hint.c. */
#ifndef SRV_BOT_TURN_H
#define SRV_BOT_TURN_H

#include "hosts/player/player.h"
#include "hosts/room/thought.h"
#include "hosts/server/table/inside.h"
#include "hosts/server/table/share.h"

typedef struct srv_bot_job {
    srv_job job;
    srv_wait wait;          /* for its turn to think */
    srv_task task;          /* takes its answer to the table */
    srv_house *house;       /* for the loop's thread alone */
    const srv_world *world; /* for the time, on any thread */
    char table[SRV_ID + 1];
    srv_box *box;
    const spk_bot_kind *kind;
    host_budget budget; /* what is left of it */
    spk_rng rng;
    spk_bot *bot;     /* once it has begun */
    bool in_slices;   /* others want to think too */
    bool ended;       /* it has answered */
    bool is_needless; /* it was stopped: the answer would be stale */
    int64_t due_ms;   /* nobody may notice its move before (srv_house_ms); 0: any time */
    uint64_t took_ns; /* by its last slice */
    spk_buf log;      /* for a bot that talks: every entry, each terminated */
    room_thought thought;
    srv_actor actor; /* of a hint */
} srv_bot_job;

/* NULL: there is no such bot. */
srv_bot_job *srv_bot_ask(srv_table *table, room_asked what, spk_seat seat, const char *word);
void srv_bot_go(srv_table *table, srv_bot_job *b);

/* bot_pace.c: how long a bot takes must not tell what it holds. What is left of its budget for this
 * step, and when others may notice its move. */
void srv_bot_pace(srv_table *table, spk_seat seat, srv_bot_job *b);

/* Whether anybody else would notice this move. */
bool srv_bot_is_noticed(const srv_table *table, spk_seat seat, const char *text);

/* hint.c: the answer to a hint; table NULL: the table is gone. */
void srv_hint_tell(srv_table *table, const srv_bot_job *b);

#endif
