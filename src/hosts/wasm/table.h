/* table.h: the page's own table, for the files of this folder: one room (room.h), the chance behind it, and
 * the bots that sit there. wasm.h says what the page may do with it. */
#ifndef WASM_TABLE_H
#define WASM_TABLE_H

#include "ai/bot.h"
#include "engine/record.h"
#include "hosts/room/room.h"

enum { WASM_SEED = 32 }; /* bytes */

/* Somebody who thinks: a seat's bot, or the house about a hint. */
typedef struct wasm_brain {
    spk_bot *bot; /* NULL: there is none yet */
    int n;        /* events its seat had heard when it began; -1: it thinks of nothing */
    bool words;   /* it plans what to say, and not a move */
} wasm_brain;

typedef struct wasm_table {
    spk_record record; /* the box, and what was loaded */
    room *room;        /* NULL: there is no table */
    uint8_t seed[WASM_SEED];
    spk_rng rng; /* chance's own stream */
    wasm_brain brain[SPK_MAX_SEATS];
    wasm_brain hint;
    spk_seat hint_seat;
} wasm_table;

/* What a table is to be, read from lines (wasm.h). On refusal the table is as it was before: empty. */
spk_err wasm_plan_read(wasm_table *t, const char *text, double now_ms, spk_why *why);

void wasm_table_release(wasm_table *t);

/* Streams of the seed, apart for all who draw from it. */
spk_rng wasm_stream(const wasm_table *t, int stream);

/* After every change: bots hear what was said and done, and forget what they thought about. */
void wasm_bots_listen(wasm_table *t);

/* The one table there is; NULL: none. */
wasm_table *wasm_the_table(void);

#endif
