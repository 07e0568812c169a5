/* room.h: a table as its guests see it: a match, its clock, who sits where and what the house allows,
 * and the messages of docs/protocol.md made of all that. A room knows no socket, no file, no thread and
 * no time of day, so one source serves the server's tables and the page's own, in a Worker.
 *
 *     room *r = room_new(&plan, &box);                        seats are open, nothing is dealt
 *     room_sit(r, 0, &(room_sitter){.kind = ROOM_PERSON, .name = "Ann"});
 *     room_sit(r, 1, &(room_sitter){.kind = ROOM_BOT, .name = "Lucky", .bot = "hard"});
 *     err = room_start(r, &rng, now, &why);                   the deal
 *     err = room_act(r, seat, &(room_deed){.kind = ROOM_MOVE, .text = "recruit F0", .n = 12}, &rng,
 *                    now, &why);                              refused: nothing has changed
 *     for every guest whose room_stamp is another than before: room_print_view(r, viewer, seen, now, &out)
 *     room_free(r);
 *
 * WRITE, THEN SHOW. Whatever changes a room is in the match's log, the clock, the status or the seats. A
 * host that writes things down lets a change happen, writes the new entries (from spk_match_n_entries
 * before to that after), the clock (spk_clock_save) and the status, and only then prints for anybody. If
 * writing fails the room is thrown away and set up again from what was written ("Keeping").
 *
 * SECRETS. Everything printed for a viewer, and every refusal, is made from that viewer's view, history
 * and clock face. Two rooms that differ only in what a viewer may not know print the same bytes for it.
 * Whether to print at all must not tell more either: ask room_stamp and room_facts_stamp, do not go by
 * what has happened. A seat that runs out of time while answers are sealed is away at once, but nobody
 * else is shown that before the next move that everybody hears of.
 *
 * TIME is house time (clock.h) and comes in as an argument. */
#ifndef ROOM_H
#define ROOM_H

#include "base/json.h"
#include "engine/clock.h"
#include "engine/match.h"

enum {
    ROOM_NAME = 40,  /* bytes of a person's name, terminator included */
    ROOM_WORD = 40,  /* of a bot's word: "hard@50ms" */
    ROOM_UNDOS = 12, /* moves that one seat may take back in one turn ... */
    ROOM_SAYS = 24,  /* ... and messages of the game's talk: nobody grows the log for ever */
};

/* The bot that plays for those who are away, where the clock's rule says "bot" and the seat names none. */
#define ROOM_STAND_IN "normal"

/* -- Who sits there ------------------------------------------------------------------------------ */

typedef enum room_kind {
    ROOM_OPEN, /* nobody yet */
    ROOM_PERSON,
    ROOM_BOT,
    ROOM_HOTSEAT, /* a person at the maker's device */
    ROOM_KIND_COUNT
} room_kind;

typedef struct room_sitter {
    room_kind kind;
    char name[ROOM_NAME]; /* as room_name_read gives it, or the house's own */
    char bot[ROOM_WORD];  /* of a bot; of a person: the bot that plays while they are away, or "" */
    bool here;            /* somebody is connected: the host says so */
} room_sitter;

/* A name as a guest gives it, n bytes, into 'name': blanks around it are left out. Refused: nothing,
 * too much, no UTF-8, control characters and those that change the direction of the text. */
spk_err room_name_read(const char *bytes, size_t n, char name[ROOM_NAME], spk_why *why);

/* -- What was agreed before the deal, beside the game's own options (which are the box's) --------- */

typedef struct room_plan {
    spk_clock_rule clock;
    bool undo;      /* own moves of the turn may be taken back (match.h says when) */
    bool chat;      /* free words, beside a game's own talk */
    bool hints;     /* a seat may ask the house what it would do */
    bool pause;     /* a seat may stop the clocks */
    bool onlookers; /* anybody with the link may look */
} room_plan;

typedef enum room_status {
    ROOM_WAITING, /* nothing is dealt: "open" on the wire */
    ROOM_PLAYING,
    ROOM_PAUSED,
    ROOM_FINISHED,
    ROOM_CLOSED, /* for good, by the host */
    ROOM_STATUS_COUNT
} room_status;

/* "open", "playing", "paused", "finished", "closed"; "open", "person", "bot", "hotseat": the wire's. */
extern const char *const room_status_words[ROOM_STATUS_COUNT];
extern const char *const room_kind_words[ROOM_KIND_COUNT];

/* -- A room's life ------------------------------------------------------------------------------- */

typedef struct room room;

room *room_new(const room_plan *plan, const spk_box *box); /* the box is borrowed */
void room_free(room *r);

/* -- Asking -------------------------------------------------------------------------------------- */

/* All changes go through the calls below: these are for looking. */
const spk_match *room_match(const room *r);
const spk_clock *room_clock(const room *r); /* nothing sensible before the deal */
const room_plan *room_plan_of(const room *r);
room_status room_status_of(const room *r);
bool room_is_dealt(const room *r); /* the match has begun, though its log may still be empty */
const room_sitter *room_sitter_of(const room *r, spk_seat seat);
bool room_is_full(const room *r); /* no seat is open */

/* The person left or ran out of time: somebody else decides. The truth; what others may know of it is
 * in the facts. Never true of a bot. */
bool room_is_away(const room *r, spk_seat seat);

/* Seats that are asked now and that no person answers for: bots, and those who are away. The host lets
 * the bot think that room_bot_of names and calls room_act with ROOM_DEPUTY; where that is "", with
 * ROOM_SAFE. Nobody while the table is paused. */
spk_actors room_deputed(const room *r);
const char *room_bot_of(const room *r, spk_seat seat);

/* When the first clock will have run out; SPK_NEVER: none runs. Then room_time_out makes those seats
 * away, so that they are deputed; it says whether there were any. */
int64_t room_deadline(const room *r);
bool room_time_out(room *r, int64_t now);

/* -- Changing ------------------------------------------------------------------------------------ */

void room_sit(room *r, spk_seat seat, const room_sitter *who); /* copied; after the deal too */
void room_set_here(room *r, spk_seat seat, bool here); /* connected or not; no more than that */

/* The deal: the clock starts and chance acts. Refused unless all seats are taken. */
spk_err room_start(room *r, spk_rng *rng, int64_t now, spk_why *why);

/* For good: nothing can be done here any more but looking. */
void room_close(room *r, int64_t now);

typedef enum room_deed_kind {
    /* By the person: any of the first three means that they are back. */
    ROOM_MOVE,  /* text: the move */
    ROOM_UNDO,  /* take back the own last move */
    ROOM_SAY,   /* text: a message of the game's talk; a bot's too */
    ROOM_PAUSE, /* if the plan allows it: no clock runs, nobody moves ... */
    ROOM_RESUME,
    ROOM_LEAVE, /* somebody else decides for me ... */
    ROOM_BACK,  /* ... I am here again */
    /* By the house, for a seat that is deputed. SPK_ESTALE: it is not, any more. */
    ROOM_DEPUTY, /* text: the move that the bot found */
    ROOM_SAFE,   /* the game's safe default */
    ROOM_PASS, /* by the house too, for a bot or somebody away who has the word of the game's talk:
                  * they have nothing to say */
    ROOM_DEED_COUNT
} room_deed_kind;

typedef struct room_deed {
    room_deed_kind kind;
    const char *text;
    int n; /* MOVE, UNDO, DEPUTY, SAFE: the newest event that the sender had seen; SPK_ESTALE if that is
            * not the seat's newest. -1: not said, not looked at */
} room_deed;

/* One deed of a seat. Chance acts after it as long as it is chance's turn, and the clock follows. A
 * refusal names the rule, if one decided, and changes nothing. To pause, leave and so on when it is so
 * already is fine. */
spk_err room_act(room *r, spk_seat seat, const room_deed *deed, spk_rng *rng, int64_t now,
                 spk_why *why);

/* Whether this move of the seat would be refused, and why, without making it. SPK_OK: it would not. */
spk_err room_why(const room *r, spk_seat seat, const char *text, spk_why *why);

/* -- Keeping ------------------------------------------------------------------------------------- */

/* A room as it was written: room_new, room_sit, then the lines of the log in order, as
 * spk_match_entry_print spells them, and at last the status and the clock as spk_clock_save wrote it
 * (NULL: a new one starts now, and nobody is away). Who is away stands in the clock. What does not fit
 * together is refused; then the room is good for nothing but room_free. */
spk_err room_restore_entry(room *r, const char *line, spk_why *why);
spk_err room_restore(room *r, room_status status, const char *clock, int64_t now, spk_why *why);

/* -- Showing: the messages of docs/protocol.md ----------------------------------------------------
 * Each prints its fields into an object that is open, so that a host adds its own. A viewer is a seat
 * or SPK_SEAT_ONLOOKER; whoever is neither is taken for an onlooker. */

/* Message 'facts', what seldom changes: game name players options edition status seats rules. Public.
 * The host adds id, language, created, commitment, proof, rematch, onlookers. */
void room_print_facts(const room *r, spk_json *out);

/* Message 'view', all of it but "t": what the viewer sees, and heard after event number 'seen'. */
void room_print_view(const room *r, spk_seat viewer, int seen, int64_t now, spk_json *out);

/* The number of the newest event that the viewer heard of: 'n' of its view. */
int room_n_events(const room *r, spk_seat viewer);

/* Numbers that are others as soon as something in a view or in the facts is another, the passing of
 * time apart; and the same as long as nothing is. So nobody is sent anything when something happens
 * that they may not know of. */
uint64_t room_stamp(const room *r, spk_seat viewer);
uint64_t room_facts_stamp(const room *r);

/* "result" of a view: null, or an object. One value. */
void room_print_result(const room *r, spk_json *out);

/* The shelf, a whole object: {"protocol": 1, "version", "games": [...], "bots": [...]}. It never changes
 * while the program runs. */
void room_print_shelf(spk_json *out);

/* Looking back at a match that is over, step by step, as the viewer saw it then; all is open to
 * SPK_SEAT_HOUSE. Each call prints the fields n, event, view of one step: first number 0, where nothing
 * has happened and event is null. The room must not change meanwhile. */
typedef struct room_walk room_walk;
room_walk *room_walk_new(const room *r, spk_seat viewer); /* NULL: it is not over */
bool room_walk_next(room_walk *w, spk_json *out); /* false: that was all, nothing is printed */
void room_walk_free(room_walk *w);

#endif
