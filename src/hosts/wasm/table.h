/* table.h: the page's own table, for the files of this folder: one room (room.h), the chance behind it, and
 * the bots that sit there. wasm.h says what the page may do with it. */
#ifndef WASM_TABLE_H
#define WASM_TABLE_H

#include "ai/analysis.h"
#include "ai/bot.h"
#include "engine/record.h"
#include "hosts/room/room.h"

enum { WASM_SEED = 32 }; /* bytes */

/* A bot that thinks: a seat's, or the one that finds a hint. */
typedef struct wasm_thinker {
    spk_bot *bot; /* NULL: there is none yet */
    bool busy;    /* asked, has not answered yet */
    int percent;  /* of a decision's time to think; 0: there is nothing to think about */
    room_thought thought;
} wasm_thinker;

typedef struct wasm_table {
    spk_record record; /* the box, and what was loaded */
    room *room;        /* NULL: there is no table */
    uint8_t seed[WASM_SEED];
    spk_rng rng; /* chance's own stream */
    wasm_thinker thinker[SPK_MAX_SEATS], hint;
    spk_buf net;            /* what the page has loaded of the bots' learning (wasm_table_net) */
    spk_analysis *analysis; /* NULL: nobody looks back */
} wasm_table;

/* Set up a table from lines of text (wasm.h). On refusal the table stays empty. */
spk_err wasm_plan_read(wasm_table *t, const char *text, double now_ms, spk_why *why);

void wasm_table_release(wasm_table *t);

/* Streams of the seed, one for each user. */
spk_rng wasm_stream(const wasm_table *t, int stream);

/* Call it after every change: bots hear what was said and done, and drop what they were
 * thinking; so does an analysis. */
void wasm_bots_listen(wasm_table *t);

void wasm_thinker_stop(wasm_thinker *w);
void wasm_analysis_stop(wasm_table *t);

/* The module's table; NULL: none. */
wasm_table *wasm_the_table(void);

#endif
