/* sim.h: the whole house in one process, on one thread, from one seed: the server's own tables, store and rooms on
 * simulated time, a network and a disk that fail, and people who play, leave, lie and come back. docs/simulation.md
 * is the manual for whoever runs it; this is the map for whoever changes it.
 *
 *     main.c      the command line, figures, shrinking         plan.c    what a seed decides
 *     clock.c     simulated time: one event after the other
 *     house.c     a house's life: opened, killed, opened again; the world it is given (world.h)
 *     net.c       connections and requests                     disk.c    files below SQLite that forget
 *     people.c    guests                                       faults.c  when things go wrong
 *     ledger.c    what the store said is written: the truth    checks.c  what must hold of every message
 *
 *        people  ->  net  ->  the house  ->  ledger (srv_store_write)  ->  the store  ->  SQLite  ->  disk
 *                <-  net  <-  checks     <-
 *
 * The ledger stands between tables and store (the linker puts it there: --wrap) and keeps, with an engine of its own,
 * every table as it was acknowledged. All that a house sends is compared with that, at the moment it is sent. After
 * every restart the ledger is compared with the disk.
 *
 * Everything random comes from the plan's seed, in streams that do not disturb each other. Nothing looks at the real
 * time. So a seed gives the same bytes every time: sim->digest is a hash of all that was sent, in both directions. */
#ifndef SIM_H
#define SIM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "engine/clock.h"
#include "engine/record.h"
#include "hosts/room/status.h"
#include "hosts/server/server.h"

typedef struct sim sim;
typedef struct sim_table sim_table;
typedef struct sim_book sim_book;
typedef struct sim_person sim_person;
typedef struct sim_conn sim_conn;

/* -- Plans (plan.c) ------------------------------------------------------------------------------ */

typedef enum sim_fault {
#define FAULT(name, word, words) SIM_##name,
#include "faults.def"
#undef FAULT
    SIM_FAULT_COUNT
} sim_fault;

extern const char *const sim_fault_words[SIM_FAULT_COUNT];

/* What a seed decides before anything happens. Shrinking makes it smaller. */
typedef struct sim_plan {
    uint64_t seed;
    unsigned faults; /* a bit each */
    int n_tables;
    int n_to_end;     /* tables that are played to their end when the faults have stopped */
    int64_t play_ms;  /* how long faults and people go on */
    int64_t pace_ms;  /* how long a person thinks, on average */
    int64_t fault_ms; /* between two faults, on average */
    int beat_ms;      /* how late the loop may call: the lazier, the cheaper an hour */
    int write_ms;     /* how long the disk takes to write a group, at most */
    bool full;        /* durability; else normal, and a power failure may lose what is newest */
} sim_plan;

void sim_plan_make(sim_plan *plan, uint64_t seed);
void sim_plan_print(const sim_plan *plan, spk_buf *out); /* as words of the command line */

/* -- The whole ------------------------------------------------------------------------------------ */

enum { SIM_DICE, SIM_DICE_NET, SIM_DICE_PEOPLE, SIM_DICE_DISK, SIM_DICE_FAULTS, SIM_STREAMS };

typedef struct sim_figures {
    int64_t seeds, steps, acts, moves, views, games_over, tables, audits;
    int64_t torn; /* power failures while something was not synced ... */
    int64_t
        losses; /* ... and those after which something was missing, as durability normal allows */
    double table_ms;
    int64_t faults[SIM_FAULT_COUNT];
} sim_figures;

/* Whoever the house knows by a number. */
typedef struct sim_ticket {
    sim_conn *conn;
    struct sim_asked *asked;
} sim_ticket;

struct sim {
    sim_plan plan;
    sim_figures *figures;
    bool trace;
    bool failed; /* something that must hold does not: 'why' */
    spk_buf why;
    uint64_t digest;

    int64_t now_ms;  /* since the beginning; never goes back */
    int64_t up_ms;   /* of it, the time during which a house was open */
    int64_t wall_ms; /* what the wall clock shows beyond now_ms */
    spk_rng dice[SIM_STREAMS];
    struct sim_event *heap;
    int n_events, cap_events;
    uint64_t n_made; /* events so far: the older first */
    bool ending;     /* events are only freed */
    bool calm;       /* the faults have stopped: everybody plays to the end */

    srv_config config;
    srv_world world;
    srv_house *house; /* NULL: down */
    uint64_t life;    /* of the house: timers of an earlier one are dead */
    bool dead;        /* it is being taken apart after a crash: nothing it does counts */
    bool ends_unheard, ends_by_power; /* the next group is committed, and nobody is told */
    bool struck;    /* it was hit in the middle of a step, and is dead from there on */
    bool auditing;  /* we ourselves read the disk: no fault of ours */
    bool may_lose;  /* the power failed, and durability is normal */
    bool told_lost; /* this house has said store.lost */
    int n_losses;
    int64_t n_groups; /* that the store has committed, by its own count */
    int64_t n_acks;   /* changes that were acknowledged */
    bool closing, closed, drained, polls, turns;
    int64_t well_ms; /* up_ms when the last trouble of house or disk ended */
    int64_t open_ms; /* house time when it opened */
    int n_gaps;      /* times that house time may have lost a moment: restarts ... */
    int n_naps;      /* ... or gained one, because the machine slept */
    int64_t slow_ms; /* the disk is slow until then */
    struct sim_job *jobs;

    sim_table *tables;
    sim_book *books;
    sim_conn *conns;
    sim_ticket *by_ticket;
    uint64_t n_tickets, cap_tickets;
    struct sim_disk *disk;
};

extern sim *sim_here; /* the one that runs: SQLite and the linker's wraps give us no pointer */

/* Run a plan to its end. False: something did not hold; sim->why. */
bool sim_run(sim *s, const sim_plan *plan, sim_figures *figures, bool trace);

/* -- Chance ---------------------------------------------------------------------------------------- */

static inline int64_t sim_below(sim *s, int stream, int64_t n)
{
    return n > 1 ? (int64_t)spk_rng_below_wide(&s->dice[stream], (uint64_t)n) : 0;
}

static inline bool sim_percent(sim *s, int stream, int percent)
{
    return sim_below(s, stream, 100) < percent;
}

/* Around this many milliseconds: mostly less, at times four times as much. */
int64_t sim_around(sim *s, int stream, int64_t ms);

static inline bool sim_has(const sim *s, sim_fault fault)
{
    return !s->calm && (s->plan.faults >> fault & 1);
}

void sim_count_fault(sim *s, sim_fault fault);

/* -- Time (clock.c) --------------------------------------------------------------------------------- */

typedef void sim_run_event(sim *s, void *what, uint64_t n);

void sim_at(sim *s, int64_t in_ms, sim_run_event *run, void *what, uint64_t n);
bool sim_step(sim *s); /* false: nothing is left to happen */
void sim_forget_events(sim *s);

/* -- Telling ---------------------------------------------------------------------------------------- */

/* A sentence for --trace. */
void sim_tell(sim *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* What must hold does not. The first one counts; the run stops after this step. */
void sim_fail(sim *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sim_digest(sim *s, const void *bytes, size_t n);

/* -- The house (house.c) ------------------------------------------------------------------------------ */

void sim_house_dice(void); /* before anything is seeded */
void sim_house_set_up(sim *s);
void sim_house_open(sim *s);
void sim_house_crash(sim *s, bool power);
void sim_house_strike(sim *s, bool power); /* in the middle of a step ... */
void sim_house_bury(sim *s);               /* ... and after it */
void sim_house_close(sim *s);              /* in good order; it opens again by itself */
void sim_house_end(sim *s);                /* at the end of a run */
void sim_house_writes(sim *s);             /* something waits for the store's writer */
void sim_house_writes_next(
    sim *s); /* a change of no table, such as a try whether the disk is well */

/* -- The disk (disk.c) -------------------------------------------------------------------------------- */

void sim_disk_start(sim *s);
void sim_disk_end(sim *s);
const char *sim_disk_dir(void);
typedef enum sim_trouble { SIM_DISK_WELL, SIM_DISK_FAILS, SIM_DISK_FULL } sim_trouble;
void sim_disk_set(sim *s, sim_trouble trouble);
bool sim_disk_is_well(const sim *s);
sim_trouble sim_disk_trouble(const sim *s);
void sim_disk_arm(sim *s, int64_t n_ops, bool power); /* the crash comes at the n-th operation */
bool sim_disk_is_armed(const sim *s);
int64_t sim_disk_promised(
    sim *s); /* groups, by the tally that survived the last crash; asked once */
void sim_disk_crash(sim *s, bool power); /* what survives is decided now ... */
void sim_disk_restore(sim *s);           /* ... and is all there is from here on */

/* -- The network (net.c) ------------------------------------------------------------------------------ */

enum { SIM_REF = 24, SIM_LIAR = -100 };

/* Something with a ref that a guest has sent and the house has heard: it must be answered once. */
typedef struct sim_heard {
    struct sim_heard *next;
    char ref[SIM_REF];
    char word[8]; /* "move", "chat" ... */
    int n;        /* the newest event that its sender had seen; -1: it does not say */
    int64_t at_ms;
} sim_heard;

struct sim_conn {
    sim_conn *next;
    uint64_t ticket;
    sim_person *who; /* NULL: nobody reads it any more */
    sim_book *book;
    spk_seat seat; /* whose token it shows, or SPK_SEAT_ONLOOKER; SIM_LIAR: it shows a false one */
    void *user;    /* the house's; NULL: the house does not have it */
    bool half;     /* nothing arrives any more */
    bool greeted, said_hello;
    bool going;            /* the house has closed it: nothing may be sent any more */
    int code;              /* ... with this code */
    int n_flying;          /* events that know it */
    int64_t in_ms, out_ms; /* when the newest message on its way arrives */
    int64_t stalled_ms;    /* the guest does not read before then */
    struct sim_waiting *waiting;
    sim_heard *heard;
    int seen;     /* the newest event in a view that was sent */
    int n_losses; /* the sim's when it was made */
};

sim_conn *sim_connect(sim *s, sim_person *who, sim_book *book, spk_seat seat);
void sim_send(sim *s, sim_conn *c, const char *word, const char *ref, const char *text);
void sim_hang_up(sim *s, sim_conn *c); /* in good order, by the guest */
void sim_cut(sim *s, sim_conn *c);
void sim_half_open(sim *s, sim_conn *c);
void sim_stall(sim *s, sim_conn *c, int64_t ms);
void sim_net_crash(sim *s); /* the house is gone: all connections break */
void sim_net_end(sim *s);
void sim_net_world(srv_world *w);

/* A request. 'then' is called with the answer, or with status 0: it was lost, or nobody was there. */
typedef void sim_then(sim *s, void *what, int status, const char *body, size_t n);
void sim_ask(sim *s, srv_method method, const char *path, const char *token, const char *body,
             const char *peer, sim_then *then, void *what);

/* -- People (people.c) --------------------------------------------------------------------------------- */

struct sim_person {
    sim_table *table;
    spk_seat seat;
    bool is_person; /* else a bot sits there */
    char name[16], peer[24];
    char token[48]; /* "": none yet */
    char key[44];   /* of a request for a seat, so that it can be sent again; "": none */
    bool lost_seat; /* somebody has it: we ourselves, but the answer was lost */
    bool asking;    /* a request is under way */
    bool away;      /* said 'leave' */
    sim_conn *conn[2];
    spk_buf view; /* the newest */
    int n;        /* the newest event in it */
    int n_refs;
    bool pending; /* an act that was not answered */
    char word[8], ref[SIM_REF];
    spk_buf act; /* the message itself */
    int64_t sent_ms;
    uint64_t n_wakes; /* the newest wake-up call counts */
};

void sim_people_start(sim *s);
void sim_people_calm(sim *s); /* everybody comes and plays */
bool sim_people_done(sim *s); /* ... until all has been played that was to be */
void sim_people_forget(sim *s, const sim_book *b, bool gone, uint8_t seats); /* after a loss */
void sim_people_end(sim *s);
void sim_person_hears(sim *s, sim_person *p, sim_conn *c, const char *text, size_t n);
void sim_person_lost(sim *s, sim_person *p, sim_conn *c);
void sim_person_wake(sim *s, sim_person *p, int64_t in_ms);
const char *sim_bot_at(const sim *s, const sim_book *b,
                       spk_seat seat); /* "easy@8it"; NULL: a person's seat */

/* -- Tables, and the ledger (ledger.c) ------------------------------------------------------------------- */

typedef struct sim_line {
    char *text;
    char *ref;      /* NULL: none */
    int seat;       /* of a chat */
    int64_t number; /* of the change that brought it, as they were acknowledged */
} sim_line;

typedef struct sim_lines {
    sim_line *line;
    int n, cap;
} sim_lines;

/* A change that the store was given, copied. */
typedef struct sim_change {
    sim *sim;
    sim_book *book;
    uint64_t life;
    bool creates;
    char *header;
    int players;
    sim_lines entries, chats;
    int first_entry;
    room_status status; /* ROOM_STATUS_UNCHANGED: as it was */
    char *clock;        /* NULL: as it was */
    int64_t at;         /* what it says of when it was made */
    bool is_plain;      /* nothing but entries, and perhaps a clock */
    uint8_t here;       /* seats whose people were at the table, as the house must see it */
    int64_t here_ms;    /* of the table then: sim_here_ms */
    int64_t up_ms;      /* when it was given ... */
    int n_gaps, n_naps; /* ... and the sim's then */
    srv_done *done;
    void *context;
} sim_change;

enum { SIM_UNKNOWN = -2, SIM_LONG_AGO = -1 };

/* What a player of a table has done and was done to, by our own count. Times are of sim->up_ms. */
typedef struct sim_sitter {
    int64_t
        fresh_ms; /* no decision of theirs began before: SIM_LONG_AGO, or their last public move */
    int64_t gone_ms;       /* when the last connection ended */
    int64_t asked_over_ms; /* when somebody last asked that the house play there; 0: nobody did */
    int64_t left_ms;       /* when they last said that they leave; 0: never */
    int n_for;             /* moves made for them since they last did anything themselves */
    char ok[SIM_REF];      /* the last of their acts that was acknowledged */
} sim_sitter;

/* A table as it was acknowledged. */
struct sim_book {
    sim_book *next;
    char id[SRV_ID + 1];
    bool made;           /* acknowledged */
    int64_t made_number; /* of that change, as they were acknowledged */
    char *header;
    bool has_record;
    spk_record record; /* its match is the table as the store has it */
    sim_lines entries, chats;
    room_status status;
    int64_t status_number; /* of the change that brought it */
    bool has_clock,
        clock_is_dated;  /* dated: it came with a move, so clock_up_ms is when it was looked at */
    spk_clock clock;     /* as it was written ... */
    int64_t clock_up_ms; /* ... at this time */
    int clock_gaps, clock_naps;
    uint64_t clock_life; /* of the house that wrote it */
    int64_t clock_here_ms;
    int n_here;                 /* connections of players ... */
    int64_t here_from, here_ms; /* ... since when, and how long before that there was any */
    sim_change *pending;        /* given, not answered */
    sim_change *dropped; /* failed, or of a house that is gone: it may turn up after a crash */
    char *clock_text;    /* the whole of it, with the pauses */
    uint8_t people;      /* seats that a person has, by their tokens */
    uint8_t may_leave;   /* seats whose people have said that they leave */
    int64_t at;          /* the latest time that a change was said to be made */
    int debt;            /* public moves that were taken back and not made again */
    sim_sitter sitter[SPK_MAX_SEATS];
    int paused_by;      /* -1: nobody; SIM_UNKNOWN: it was not said yet */
    uint8_t closers;    /* who has agreed to close it, since the last public entry */
    int64_t playing_ms; /* since when it is counted; 0: it is not */
};

/* A table as people know it. */
struct sim_table {
    int number;
    sim_book *book; /* NULL: not made yet */
    const spk_game *game;
    int players;
    char clock[24];
    sim_person *people; /* one for each seat; bots have none */
    char host[48];      /* the host's token */
    bool asking;
    bool to_end;      /* it is played to the end when the faults have stopped */
    int calm_entries; /* how far it was then ... */
    int seen_entries; /* ... and when it was looked at last */
    int64_t moved_ms; /* ... and when it was last seen to go on */
};

sim_book *sim_book_of(sim *s, const char *id);
const spk_match *sim_match(const sim_book *b); /* NULL: it was not acknowledged */
bool sim_has_ref(const sim_book *b, const char *word, spk_seat seat, const char *ref);
void sim_ledger_crash(sim *s);
void sim_audit(sim *s); /* the disk holds what was acknowledged */
void sim_ledger_end(sim *s);
void sim_check_clocks(sim *s);                        /* none was forgotten */
uint8_t sim_here_at(const sim *s, const sim_book *b); /* seats that have a connection */
int64_t sim_here_ms(const sim *s, const sim_book *b); /* how long any had one, so far */
void sim_count_here(const sim *s, sim_conn *c, int more);

/* -- What must hold of every message (checks.c) ----------------------------------------------------------- */

void sim_check_sent(sim *s, sim_conn *c, const char *text, size_t n);
void sim_check_closed(sim *s, sim_conn *c, int code);
void sim_check_silence(sim *s);

/* Reading our own JSON without parsing all of it: where the value of a key begins, NULL if it is not there. */
const char *sim_field(const char *text, size_t n, const char *key);

/* -- Faults (faults.c) ------------------------------------------------------------------------------------- */

void sim_faults_start(sim *s);

#endif
