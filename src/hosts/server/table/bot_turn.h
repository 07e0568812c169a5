/* bot_turn.h: asking a bot for a move, its words or a hint, on a thread of ours or by a bot worker. For bot_turn.c,
 * bot_away.c and hint.c. */
#ifndef SRV_BOT_TURN_H
#define SRV_BOT_TURN_H

#include "hosts/player/player.h"
#include "hosts/room/thought.h"
#include "hosts/server/table/inside.h"
#include "hosts/server/table/share.h"
#include "hosts/server/work/work.h"

typedef struct srv_bot_job {
    srv_job job;
    srv_wait wait;          /* for its turn to think */
    srv_task task;          /* takes its answer to the table */
    srv_house *house;       /* for the loop's thread alone */
    const srv_world *world; /* for the time, on any thread */
    char table[SRV_ID + 1];
    srv_box *box;
    const spk_bot_kind *kind;
    host_budget budget;           /* what is left of it */
    uint8_t dice[SRV_DICE_BYTES]; /* of this one thought */
    uint64_t self;  /* the same in all thoughts of a bot (spk_bot_know_self); 0: a person's hint */
    spk_bot *bot;   /* once it has begun here */
    bool in_slices; /* others want to think too */
    bool ended;     /* it has answered */
    bool is_needless; /* it was stopped: the answer would be stale */
    int64_t due_ms;   /* nobody may notice its move before (srv_house_ms); 0: any time */
    uint64_t took_ns; /* by its last slice */
    spk_buf log;      /* for a bot that talks: every entry, each terminated */

    /* For a thought elsewhere (bot_away.c) */
    srv_errand *errand; /* NULL: it is not there */
    spk_buf memory;     /* of a bot that talks: what it has heard, in lines */
    bool remembers;     /* 'memory' is whole */
    srv_job kept_job;   /* while another thread finds out */
    bool is_served;     /* it has a place now; else it waits for one */
    int n_lost;         /* workers that died with it, or could not do it */
    int64_t answer_by;  /* srv_house_ms: a worker's death may cost no more; 0: it never left */

    room_thought thought;
    srv_actor actor; /* of a hint */
} srv_bot_job;

/* NULL: there is no such bot. */
srv_bot_job *srv_bot_ask(srv_table *table, room_asked what, spk_seat seat, const char *word);
void srv_bot_go(srv_table *table, srv_bot_job *b);

/* -- Elsewhere (bot_away.c) ------------------------------------------------------------------------ */

/* Where a bot can think: here, with any worker, or where it has begun (srv_errand_place). */
#define SRV_PLACE_HERE ((uint64_t)1 << 63)
#define SRV_PLACE_AWAY ((uint64_t)1 << 62)

uint64_t srv_away_places(const srv_house *h); /* those with workers that are free */

void srv_away_want(srv_house *h); /* somebody waits for one */

/* Send it to a worker, or go on where it waits. False: nobody has room after all; it goes on waiting. */
bool srv_away_give(srv_bot_job *b);

void srv_away_close(srv_house *h); /* what is there comes back, stopped */

/* bot_turn.c: serve those who wait as far as there are places; take one back whose slice is over. */
void srv_bots_serve(srv_house *h);
void srv_bot_back(srv_bot_job *b, double used_ms, bool stopped);
void srv_bot_hear_all(const srv_bot_job *b, spk_bot *bot);

/* bot_pace.c: how long a bot takes must not tell what it holds. What is left of its budget for this
 * step, and when others may notice its move. */
void srv_bot_pace(srv_table *table, spk_seat seat, srv_bot_job *b);

/* Whether anybody else would notice this move. */
bool srv_bot_is_noticed(const srv_table *table, spk_seat seat, const char *text);

/* hint.c: the answer to a hint; table NULL: the table is gone. */
void srv_hint_tell(srv_table *table, const srv_bot_job *b);

#endif
