/* inside.h: what a room consists of. For the files of this folder only; everybody else has room.h. */
#ifndef ROOM_INSIDE_H
#define ROOM_INSIDE_H

#include "hosts/room/room.h"
#include "hosts/room/talk.h"

struct room {
    const spk_box *box;
    spk_match *match;
    room_plan plan;
    room_status status;
    bool dealt; /* dealt, although the log may still be empty: not every game begins with chance */
    spk_clock clock; /* from the deal on; it also knows who is away (bots always are) */

    /* What each seat did in this turn, counted from the log, so that a restored room has the same
     * counts. */
    uint32_t turn;
    uint8_t n_undos[SPK_MAX_SEATS], n_says[SPK_MAX_SEATS];

    /* Pauses, and who agrees to end the game; kept with the clock (keep.c). */
    int8_t pauser;     /* PAUSED: who did it; -1: nobody knows */
    int64_t paused_ms; /* PAUSED: since when */
    uint8_t n_pauses[SPK_MAX_SEATS];
    uint8_t closers; /* a set of seats ... */
    int closers_n; /* ... and how much everybody had heard by then: a move that all hear of ends it */

    room_talk talk; /* who listens; not stored: after a restart bots are asked again */

    room_sitter sitter[]; /* by seat */
};

static inline bool room_is_seat(const room *r, spk_seat seat)
{
    return seat >= 0 && seat < r->box->n_seats;
}

static inline bool room_is_person(const room *r, spk_seat seat)
{
    room_kind kind = r->sitter[seat].kind;
    return kind == ROOM_PERSON || kind == ROOM_HOTSEAT;
}

/* Whether moves can be made. */
static inline bool room_is_open(const room *r) { return r->status == ROOM_PLAYING; }

/* Count the log's entries from index 'from' on. */
void room_note(room *r, int from);

/* The clock of a match that was dealt or restored: bots are away from the start. */
void room_start_clock(room *r, int64_t now);

spk_err room_check_begun(const room *r, spk_why *why); /* dealt, and not closed */

/* What people do beside the game (people.c). */
spk_err room_set_pause(room *r, spk_seat seat, bool stop, int64_t now, spk_why *why);
spk_err room_set_away(room *r, spk_seat seat, bool away, int64_t now, spk_why *why);
spk_err room_agree_to_close(room *r, spk_seat seat, int64_t now, spk_why *why);
bool room_pauses_are_limited(const room *r, int *limit_s); /* and how long one may be */

/* After the deal: nobody who is not here has been gone for longer than this. */
void room_note_gone(room *r, int64_t now);

/* No player is present: then the house makes no move, whatever the clock says. */
bool room_is_deserted(const room *r);

/* Fall asleep or wake up, if who is present or away has changed (room_is_asleep). The clock is stopped meanwhile: of a
 * table that is being played at, 'stopped' means that it sleeps. */
void room_doze(room *r, int64_t now);

/* UNDO (undo.c): what the table has to say about it, and doing it. 'to' as in room_deed. */
spk_err room_check_undo(const room *r, spk_seat seat, spk_why *why);
spk_err room_take_back(room *r, spk_seat seat, int to, spk_why *why);

/* Seats nobody has to wait for before speaking: bots that do not talk, people who are away. */
spk_actors room_mute_seats(const room *r);

/* Whether others may know that the person there is away. */
bool room_is_shown_away(const room *r, spk_seat seat);

/* One entry of a match (the room's, or a walk through it) as the viewer heard it, as one JSON object; n is the viewer's
 * number for it. */
void room_print_event(const room *r, const spk_match *m, int entry, spk_seat viewer, int n,
                      spk_json *out);

/* Field 'board', of a game without a drawn board: the table as text. */
void room_print_board(const spk_match *m, spk_seat viewer, spk_json *out);

#endif
