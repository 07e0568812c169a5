/* inside.h: what the files of this folder share; for no other folder (table.h is the manual):
 * guests, and what all tables of a house have in common. */
#ifndef SRV_TABLE_INSIDE_H
#define SRV_TABLE_INSIDE_H

#include "hosts/budget.h"
#include "hosts/server/people/people.h"
#include "hosts/server/rate.h"
#include "hosts/server/table/share.h"
#include "hosts/server/table/table.h"

enum {
    SRV_REFS = 32,           /* acts remembered per seat */
    SRV_GUESTS_PER_SEAT = 8, /* connections of one seat: a newer one closes the oldest */
};

/* Slots of a connection (world.h): a newer message replaces an unsent one in the same slot. */
enum { SRV_SLOT_VIEW, SRV_SLOT_FACTS };

/* -- A guest ----------------------------------------------------------------------------------- */

/*      accepted                hello, table found               the table lets go, or is gone
 *     ----------> a stranger ---------------------> at a table ------------------------------> a stranger
 *                     | says nothing for 10 s                                                       |
 *                     +------------------> closed, srv_guest_went frees it <------------------------+
 */
typedef struct srv_guest {
    srv_house *house;
    srv_table *table;              /* NULL: a stranger */
    struct srv_guest *next, *prev; /* in table->guests, or in tables->strangers */
    struct srv_early *early;       /* received between hello and its answer, in order */
    int n_early;
    int n_waiting;   /* messages that wait for the table */
    int64_t came_ms; /* srv_house_ms */
    srv_ws ws;
    uint64_t network; /* where it comes from (rate.h) */
    spk_seat seat;    /* or SPK_SEAT_ONLOOKER */
    bool hello;       /* was received */
    bool position;    /* ... and asked for the view as text too: the client has the engine */
    bool patient; /* ... or that bots wait for their words as long as nobody else waits for them */
    bool tired;   /* hello did not come in time: being closed */
    bool host;
    bool has_token;            /* a seat's: the token of a rematch is derived from it */
    uint8_t token[SRV_HASH];   /* the token itself */
    char account[SRV_ID_ROOM]; /* of the session that opened it; "": none did */
    uint8_t session[SRV_HASH]; /* its hash */
    int64_t expires;           /* when it ends by itself, by the wall clock; 0: not known yet */
    srv_rate acts;             /* of an onlooker, and pings; a seat has all others in common */
    srv_blocks *blocks;        /* whom it does not hear (hear.c); NULL: it hears all */
} srv_guest;

/* -- Small parts of a table ---------------------------------------------------------------------- */

/* A ring of acts that were accepted, so that a repeat is not made twice. Looked through with every act, which is nearly
 * always a new one: the bytes in 'mark' say so from one line of the cache. */
typedef struct srv_refs {
    uint8_t n, next;
    uint8_t mark[SRV_REFS]; /* the lowest byte of each key */
    uint64_t key[SRV_REFS]; /* of the ref, and the seat */
    int n_events[SRV_REFS]; /* that the seat had heard of then */
} srv_refs;

typedef struct srv_line { /* of the chat */
    int n;
    spk_seat seat;
    int64_t at;
    char text[];
} srv_line;

/* -- All tables ---------------------------------------------------------------------------------- */

typedef struct srv_tables {
    srv_boxes *boxes;
    host_budget budget;      /* of a bot without one of its own */
    srv_shares shares;       /* of the bots' places to think */
    int n_here;              /* bots that think on our own threads */
    struct srv_staff *staff; /* bot workers (bot_away.c); NULL: none can be asked */
    int n_preparing; /* bots that will go to one as soon as they remember what they have heard */
    srv_wait *held;  /* bots that have decided and wait until others may notice */

    srv_table **bucket; /* by the hash of their id */
    int n_buckets, n_live;
    int n_busy;           /* tables with a change or a query at the store */
    srv_table *dirty;     /* to be shown soon ... */
    bool shows_soon;      /* ... by a timer that is running */
    srv_guest *strangers; /* guests without a table */

    int64_t next_due;     /* house time: when the first clock runs out */
    int64_t asked_due_ms; /* srv_house_ms: when the store was last asked for clocks that are due at
                           * tables not in memory */
    bool asks_due;        /* it has not answered yet */
    int64_t looked_ms;    /* srv_house_ms: when idle tables were last searched for */

    uint8_t ref_key[16];       /* of srv_ref */
    spk_buf out, lines, extra; /* for printing; empty between calls */
    srv_entry *entries;
    int cap_entries;
} srv_tables;

/* -- Tables (table.c) --------------------------------------------------------------------------- */

void srv_table_empty(srv_table *table); /* discard room, seats and chat before loading again */
void srv_table_load(srv_table *table);  /* ask the store */
void srv_table_queue(srv_table *table, srv_task *task);    /* run it now if READY, else later */
void srv_table_settle(srv_table *table);                   /* READY now: show */
void srv_table_go_on(srv_table *table);                    /* and then: run the queue, call bots */
void srv_table_fail(srv_table *table, const spk_why *why); /* not loadable: tell all who wait */
srv_viewer *srv_table_viewer(srv_table *table, spk_seat seat);

/* The first change of a table that was another node's: it is ours for certain, and its clocks go by our time. */
void srv_table_take_over(srv_table *table);

/* The line of a rated game that is over, to be written with its end (rated.c); the note borrows 'text'. False: it does not count. */
bool srv_rated_line(const srv_table *table, spk_buf *text, srv_note *note);

/* What a tournament hears of a table of its that is over, to be written with its end (tournament.c); the note borrows key and
 * text. False: it is no tournament's. */
bool srv_tournament_line(const srv_table *table, char key[SRV_KEY_ROOM], spk_buf *text,
                         srv_note *note);
/* The same of a game that a crew was dealt in for (people.h): who was there, in which places. */
bool srv_round_line(const srv_table *table, spk_buf *text, srv_note *note);

/* Make a room from the store's row (restore.c). */
spk_err srv_table_restore(srv_table *table, const srv_row *row, spk_why *why);

/* -- Changes (change.c) ------------------------------------------------------------------------ */

/* A seat's act, by a guest (actor->ws) or the house ({0}). In READY. Answers ok or no. */
void srv_table_act(srv_table *table, const srv_actor *actor, const room_deed *deed);
void srv_table_chat(srv_table *table, const srv_actor *actor, const char *text);
void srv_table_time_out(srv_table *table); /* if its clocks are due. In READY */

/* The person in this seat does something at the table: from now on they decide there again. In READY; writes it. */
void srv_table_back(srv_table *table, spk_seat seat);

/* Nobody comes here any more: write that the clock need not be checked, so that the beat does not load it again.
 * True: being written. */
bool srv_table_rest(srv_table *table);

int srv_ref_find(const srv_table *table, spk_seat seat,
                 const char *ref); /* how many events then; -1 */
void srv_ref_add(srv_table *table, spk_seat seat, const char *ref, int n_events);

/* -- News for people who are not there (news.c) -------------------------------------------------- */

struct srv_bulletin;
void srv_news_start(srv_table *table); /* it was loaded */
void srv_news_add(srv_table *table, const srv_mark *mark, struct srv_bulletin *b);
void srv_news_rematch(srv_table *old, spk_seat asker, const char *next, struct srv_bulletin *b);

/* -- Showing (show.c) -------------------------------------------------------------------------- */

void srv_table_show(srv_table *table);      /* to everybody whose view has changed */
void srv_table_show_soon(srv_table *table); /* in a moment: many may come at once */
/* For a new guest: facts, the chat after line 'heard', and the view with the events after 'seen'. */
void srv_show_guest(srv_guest *guest, int seen, int heard);
void srv_show_view(srv_guest *guest, int seen);
void srv_show_chat(srv_table *table, const srv_line *line);
/* Its person has blocked somebody, or no longer does: which lines it is to forget, and those that it has missed. */
void srv_show_heard(srv_guest *guest, unsigned were_unheard);

/* -- Guests (guest.c) -------------------------------------------------------------------------- */

void srv_guest_catch_up(srv_guest *guest); /* now at a table: handle what it sent before */
void srv_guests_tire(srv_house *h);        /* disconnect those who have not said hello */
void srv_guest_sit(srv_guest *guest, srv_table *table, spk_seat seat);
void srv_guest_rise(srv_guest *guest);

/* hear.c: the account of whoever connects to a seat or, with "", of nobody's session; and whether a guest is sent a line. */
const char *srv_guest_account(const srv_table *table, spk_seat seat, const char *session);
bool srv_guest_hears(const srv_guest *guest, const srv_line *line);
unsigned srv_guest_unheard(const srv_guest *guest); /* seats, as bits */

void srv_say_ok(srv_house *h, srv_ws ws, const char *ref, int n);
void srv_say_no(srv_house *h, srv_ws ws, const char *ref, srv_code code, const char *rule,
                const char *text);
void srv_say_why(srv_house *h, srv_ws ws, const char *ref, const spk_why *why);

/* -- The rest ---------------------------------------------------------------------------------- */

void srv_bot_turns_call(srv_table *table); /* bot_turn.c: bots and safe defaults that are due */
spk_actors srv_bot_turns(const srv_table *table); /* seats due for a bot; none while it sleeps */
void srv_bot_watch(srv_table *table);             /* somebody came or left */
void srv_bots_free(srv_house *h);                 /* those still waiting */
void srv_away_open(srv_house *h);                 /* bot_away.c: look for bot workers */
void srv_hint_ask(srv_table *table, const srv_actor *actor);
void srv_beat_due(srv_table *table); /* beat.c: its deadline has changed */

/* session.c: close the connection if the session that opened it is no longer valid. */
void srv_guest_check_session(srv_guest *guest);
void srv_guests_expire(
    const srv_table *table); /* the same for those whose session is over by now */

/* notice.c: the operator changed a table or an account with `speakeasy admin` (ops/notices.h). */
void srv_table_notice(void *house, const char *what, const char *id);

/* daily.c: to the change that ends a rated try of the deal of the day its result is added. NULL: it is none. Free them when the
 * store has the change. */
typedef struct srv_daily_notes {
    spk_buf text;
    char list[SRV_KEY_ROOM / 2], key[SRV_KEY_ROOM], day_key[SRV_KEY_ROOM];
    char own_list[SRV_DAILY_LIST], result[64];
    srv_note *notes; /* those the change had, and ours */
} srv_daily_notes;
srv_daily_notes *srv_daily_add(const srv_table *table, srv_change *change);
void srv_daily_free_notes(srv_daily_notes *d);

/* token.c */
void srv_id_print(const uint8_t bytes[9], char id[SRV_ID + 1]);

#endif
