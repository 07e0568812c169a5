/* room.h: a table as its guests see it: a match, its clock, who sits where and what the house allows,
 * and the messages of docs/protocol.md made of all that. A room knows no socket, no file, no thread and
 * no time of day, so one source serves the server's tables and the page's own, in a Worker.
 *
 *     room *r = room_new(&plan, &box);                        seats are empty, nothing is dealt
 *     room_seat_set(r, 0, &(room_seat){.kind = ROOM_PERSON, .name = "Ann"});
 *     room_start(r, &rng, now);                               the deal
 *     err = room_act(r, seat, &(room_act_t){.kind = ROOM_MOVE, .text = "recruit F0", .n = 12}, &rng, now,
 *                    &why);                                   refused: nothing has changed
 *     for every guest: room_print_view(r, viewer, since, now, &out)
 *     room_free(r);
 *
 * Whatever changes a room is in the match's log or in its seats, status and clock: a host that wants to
 * write before it shows lets a change happen, writes the new entries (from room_n_entries before to
 * room_n_entries after), the clock and the status, and only then prints views for anybody. If writing
 * fails the room is thrown away and set up again from what was written.
 *
 * Everything printed for a viewer is made from that viewer's view, history and clock face. Two rooms
 * that differ only in what a viewer may not know print the same bytes for it. */
#ifndef ROOM_H
#define ROOM_H

#include "base/json.h"
#include "engine/clock.h"
#include "engine/match.h"

enum {
    ROOM_NAME = 40,  /* bytes of a person's name, terminator included */
    ROOM_BOT = 40,   /* of a bot's word: "hard@50ms" */
    ROOM_UNDOS = 12, /* moves that one seat may take back in one turn */
};

typedef enum room_kind { ROOM_OPEN, ROOM_PERSON, ROOM_BOTSEAT, ROOM_HOTSEAT } room_kind;

typedef struct room_seat {
    room_kind kind;
    char name[ROOM_NAME];
    char bot[ROOM_BOT]; /* of a bot, or of the bot that takes over; "": the safe default does */
    bool here;          /* somebody is connected: the host says so */
    bool away;          /* left, or ran out of time: somebody else decides (clock.h) */
} room_seat;

typedef enum room_status {
    ROOM_WAITING, /* seats are open, nothing is dealt: "open" on the wire */
    ROOM_PLAYING,
    ROOM_PAUSED,
    ROOM_FINISHED,
    ROOM_STATUS_COUNT
} room_status;

/* What was agreed before the deal, beside the game's own options (which are the box's). */
typedef struct room_plan {
    spk_clock_rule clock;
    bool undo;  /* own moves of the turn may be taken back (match.h says when) */
    bool chat;  /* free words, beside a game's own talk */
    bool hints; /* a seat may ask the house what it would do */
    bool pause; /* a seat may stop the clocks */
} room_plan;

typedef struct room room;

room *room_new(const room_plan *plan, const spk_box *box); /* the box is borrowed */
void room_free(room *r);

/* -- Asking ------------------------------------------------------------------------------------ */

spk_match *room_match(room *r);
const spk_match *room_match_const(const room *r);
spk_clock *room_clock(room *r);
const room_plan *room_plan_of(const room *r);
room_status room_status_of(const room *r);
const room_seat *room_seat_of(const room *r, spk_seat seat);
int room_n_entries(const room *r);

/* Seats that are asked now and that no person answers for: bots, and those who are away. The host lets
 * a bot think (room_bot_word says which) or, where that is "", calls room_act with ROOM_SAFE. */
spk_actors room_deputed(const room *r);
const char *room_bot_word(const room *r, spk_seat seat);

/* Seats that are asked and whose time is up: room_time_out makes them away, and then they are deputed. */
int64_t room_deadline(const room *r);                /* SPK_NEVER: no clock runs */
bool room_time_out(room *r, int64_t now);            /* whether anybody was made away */

/* -- Changing ---------------------------------------------------------------------------------- */

void room_seat_set(room *r, spk_seat seat, const room_seat *who);
void room_set_here(room *r, spk_seat seat, bool here); /* connected or not; no more than that */
bool room_is_full(const room *r);                      /* no seat is open */

/* The deal: starts the clock and lets chance act. All seats must be taken. */
spk_err room_start(room *r, spk_rng *rng, int64_t now, spk_why *why);

typedef enum room_act_kind {
    ROOM_MOVE,  /* text: the move. 'n': the newest event the sender had seen */
    ROOM_UNDO,  /* 'n' too */
    ROOM_SAY,   /* text: a message of the game's talk */
    ROOM_SAFE,  /* the house: the safe default for a seat that is deputed */
    ROOM_PAUSE, /* and go on: by any seat, if the plan allows it */
    ROOM_RESUME,
    ROOM_LEAVE, /* the person leaves the seat to its bot or the safe default ... */
    ROOM_BACK,  /* ... and is there again */
    ROOM_ACT_COUNT
} room_act_kind;

typedef struct room_act_t {
    room_act_kind kind;
    const char *text;
    int n; /* -1: not said, and not looked at. Else SPK_ESTALE if the seat has heard more since */
} room_act_t;

/* One act of a seat. Chance acts after it as long as it is chance's turn, and the clock follows. Refusals
 * carry the rule's number and change nothing. */
spk_err room_act(room *r, spk_seat seat, const room_act_t *act, spk_rng *rng, int64_t now, spk_why *why);

/* Whether a move would be refused, and why, without making it. SPK_OK: it would not. */
spk_err room_why(const room *r, spk_seat seat, const char *text, spk_why *why);

/* -- Keeping ------------------------------------------------------------------------------------ */

/* A room as it was written: entries are added with room_restore_entry in order, then the clock's text and
 * the status are set. */
spk_err room_restore_entry(room *r, const char *line, spk_why *why);
spk_err room_restore(room *r, room_status status, const char *clock, spk_actors away, spk_why *why);

/* -- Showing: the messages of docs/protocol.md ---------------------------------------------------
 * Each prints the fields into an open object, so that a host may add its own. */

/* Message 'facts': what seldom changes: game, options, seats, status, rules of the house. Public. */
void room_print_facts(const room *r, spk_json *out);

/* Message 'view': what the viewer sees and heard from event number 'since' + 1 on. */
void room_print_view(const room *r, spk_seat viewer, int since, int64_t now, spk_json *out);

/* Whether a view printed now differs for this viewer from one printed when it had heard of n events and
 * the room had this status. So nobody is sent anything when something happened in secret. */
int room_seq(const room *r, spk_seat viewer);

/* Step k of a finished match as a viewer saw it then, for looking back; all is open to SPK_SEAT_HOUSE.
 * The host walks k from 0 to room_n_steps. A 'view' without moves. */
int room_n_steps(const room *r);
typedef struct room_walk room_walk;
room_walk *room_walk_new(const room *r, spk_seat viewer);
bool room_walk_next(room_walk *w, spk_json *out); /* false: there are no more */
void room_walk_free(room_walk *w);

#endif
