/* inside.h: what a room consists of. For the files of this folder only; everybody else has room.h. */
#ifndef ROOM_INSIDE_H
#define ROOM_INSIDE_H

#include "hosts/room/room.h"

struct room {
    const spk_box *box;
    spk_match *match;
    room_plan plan;
    room_status status;
    bool dealt; /* there is something to see. A log may still be empty: not all begin by chance */
    spk_clock clock; /* from the deal on; who is away stands in it, bots always */

    /* What each seat did in this turn, counted from the log: a room that was restored counts alike. */
    uint32_t turn;
    uint8_t n_undos[SPK_MAX_SEATS], n_says[SPK_MAX_SEATS];

    room_sitter sitter[]; /* by seat */
};

static inline bool room_is_seat(const room *r, spk_seat seat)
{
    return seat >= 0 && seat < r->box->n_seats;
}

/* Whether moves can be made. */
static inline bool room_is_open(const room *r) { return r->status == ROOM_PLAYING; }

/* Take note of the log's entries from number 'from' (from 0) on. */
void room_note(room *r, int from);

/* The clock of a match that was dealt or restored: bots are away from the start. */
void room_start_clock(room *r, int64_t now);

/* Whether others may know that the person there is away. */
bool room_is_shown_away(const room *r, spk_seat seat);

/* One entry of a match as the viewer heard it, as one JSON object; it heard it as number n. */
void room_print_event(const spk_match *m, int entry, spk_seat viewer, int n, spk_json *out);

#endif
