/* tournament.h: tournaments of this house: who has joined, who plays whom at which table, who has how many points. Who meets whom
 * and what a result is worth is decided by hosts/tournament, which is given lines and gives lines; here is when there is a new
 * one, where they are kept, and the tables. docs/tournaments.md tells people, docs/protocol.md programs.
 *
 *     somebody     makes one, joins, leaves        a route: srv_tournament_visit, then srv_tournament_write    (http/tournaments/)
 *     the clock    says that it begins, or closes  \
 *     a table      is over: its change also wrote   > srv_tournament_look: what follows from all that is written down?
 *                  its result (table/tournament.c) /  results that wait become lines; then the next pairings do; then the tables
 *     a restart    begins with a look at all           that have no table yet are made                            (look.c)
 *
 * All of it is in notes of the store (store.h):
 *
 *     kind                 key             list           rank         text
 *     tournament           ID              live, over     when made    what its maker wants, and its secret
 *     tournament_log       ID/N            ID             N            {"at","lines":[...],"tables":[ids],"why"}
 *     tournament_entrant   ID/N            ID             N            {"name","token","bot"}; the account's, if there is one
 *     tournament_table     ID/N            ID until it    N            {"table"}, and when it is over {"result":[...]} or {"void"}
 *                                          counts
 *     tournament_deal      ID/ROUND                                    {"seed"}: of a duplicate, once the round is over
 *
 * Promises.
 *   - Whatever happens is a line of the log, and number N of the log can be written once: of two servers that pair a round the store
 *     refuses one, which then reads what the other wrote.
 *   - A line that opens a table also has the table's id, so a table that was to be made when the house fell is made then, and
 *     none is made twice: the id is taken.
 *   - No step waits for an event that could be missed: every look goes by what is written, after each table that ends, after each
 *     line, at the start, and now and then.
 *   - Its maker may begin it, and call it off before that. Nothing else: the maker is a guest too.
 *   - The tables of a duplicate's round have one seed, which follows from the tournament's secret and is committed to when
 *     it is made. It is told when the last of them is over; until then results wait, and nobody may look (table/tournament.c). */
#ifndef SRV_TOURNAMENT_H
#define SRV_TOURNAMENT_H

#include "hosts/server/table/table.h"
#include "hosts/tournament/tournament.h"

enum {
    SRV_TITLE = 81,            /* room for a tournament's name */
    SRV_TOURNAMENT_BOTS = 200, /* that can be entered at once */
    SRV_REASON = 200,
    SRV_ARENA_LEAST = 1,
    SRV_ARENA_MOST = 24 * 60, /* minutes of an arena */
    SRV_TOURNAMENT_AHEAD_DAYS = 90,
    SRV_TOURNAMENT_WAITS_DAYS = 30 /* for its maker to begin it */
};

/* What the maker wants: it never changes. */
typedef struct srv_setup {
    char name[SRV_TITLE];
    const spk_game *game;
    tournament_kind kind;
    int players, rounds, late_rounds;
    int minutes;   /* of an arena */
    int64_t start; /* wall clock; 0: when the maker says so */
    spk_clock_rule clock;
    spk_preset preset;
    int bots;            /* that take part from the beginning */
    char bot[ROOM_WORD]; /* how strong they are, and those who fill up */
    bool fill;           /* with bots, so that nobody has a bye at the start */
    bool accounts;       /* only people with an account may join */
    bool rated;          /* its games count for ratings: so only people with an account may */
    bool listed;
    int most; /* entrants */
    char language[SRV_LANGUAGE];

    /* Not the maker's to say. */
    char maker[SRV_ID_ROOM]; /* an account; "": none */
    bool has_token;
    uint8_t token[SRV_HASH];  /* the maker's without an account */
    uint8_t secret[SRV_HASH]; /* deals and seats' tokens follow from it */
    uint64_t lots;
    int64_t created;
} srv_setup;

/* Read what a request says (false: why not), and what the store has; print it for the store. */
bool srv_setup_read(const json_t *body, srv_setup *s, spk_why *why);
bool srv_setup_restore(const char *text, srv_setup *s, spk_why *why);
void srv_setup_keep(const srv_setup *s, spk_buf *json);
void srv_setup_print(const srv_setup *s,
                     spk_json *j); /* what everybody may know, into an open object */

typedef struct srv_entrant {
    char name[ROOM_NAME];
    char account[SRV_ID_ROOM], bot[ROOM_WORD]; /* "": none */
    bool has_token;
    uint8_t token[SRV_HASH];
} srv_entrant;

/* A table of the log (tournament.h), as the house has it. */
typedef struct srv_pairing {
    char id[SRV_ID + 1];
    bool is_made, is_being_made;
    bool is_told;     /* its result, or that there is none, waits to be counted */
    char result[160]; /* " 1:38 2:20"; "": none */
    unsigned left;    /* seats whose player had gone */
    unsigned gone;    /* seats of those who left the tournament and are known to be played for */
    int64_t next_send_ms; /* when such a table is next asked for, if it is not here */
    int n_missed;         /* how often it was found over without having told us */
} srv_pairing;

typedef struct srv_bye {
    int round, entrant;
} srv_bye;

/* Routes may read all of it, in a task. */
typedef struct srv_tournament {
    srv_house *house;
    char id[SRV_ID + 1];
    srv_setup setup;
    tournament *t;               /* NULL: not read yet */
    int n_log;                   /* notes of the log that are in it */
    int64_t began_at, paired_at; /* wall clock: when it began, and when tables were last paired */
    bool paired_here;            /* by this server */
    srv_entrant *entrants;
    int n_entrants, cap_entrants;
    srv_pairing *pairings;
    int n_pairings, cap_pairings;
    srv_bye *byes;
    int n_byes, cap_byes;
    spk_buf log;          /* every line, ended by a line feed */
    char why[SRV_REASON]; /* it was called off, or ended early, because of this; "": it was not */

    /* Private to this folder from here on. */
    struct srv_tournament *next;
    struct srv_tournament_task *first, *last;
    bool is_busy;    /* with the store */
    bool is_fresh;   /* what is known is what is written, as far as one server can know */
    bool in_settle;  /* its tasks are being run */
    bool wants_look; /* a look is to follow */
    int64_t used_ms, checked_ms;
    int checked; /* the table that was last looked for in the store */
    char after_id[SRV_KEY_ROOM];
    int64_t after_at;
    int *counted; /* numbers of tables that count, and may leave their list */
    int n_counted, cap_counted;
    void (*wrote)(void *context, struct srv_tournament *t, const spk_why *why);
    void *wrote_context;
} srv_tournament;

/* -- All of them ------------------------------------------------------------------------------------- */

/* Opens if the house has tournaments. */
void srv_tournaments_open(srv_house *h);
void srv_tournaments_free(srv_house *h);
/* As far as this server knows: all, or (not NULL) those that this account has made. */
int srv_tournaments_live(const srv_house *h, const char *maker);
bool srv_tournament_is_stale(const srv_tournament *t); /* its maker has not begun it in time */

/* -- Something to do at one ---------------------------------------------------------------------------- */

/* 'run' is called once; t NULL: why not. As srv_task (table.h). */
typedef struct srv_tournament_task srv_tournament_task;
struct srv_tournament_task {
    void (*run)(srv_tournament_task *task, srv_tournament *t, const spk_why *why);
    srv_tournament_task *next;
};
void srv_tournament_visit(srv_house *h, const char *id, srv_tournament_task *task);

/* A new one, with the bots of its setup. 'done' runs once. */
typedef void srv_tournament_done(void *context, const char *id, const spk_why *why);
void srv_tournament_make(srv_house *h, const srv_setup *setup, srv_tournament_done *done,
                         void *context);

/* Write lines, each ended by '\n', with the entrants that they let in, in order, and a reason. In a task. Not SPK_OK: the first
 * was refused, nothing has changed, and 'after' does not run. SPK_ESTALE in 'after': somebody else was faster; visit it again. */
typedef struct srv_edit {
    const char *lines, *why;
    const srv_entrant *entrants;
    int n_entrants;
} srv_edit;
typedef void srv_wrote(void *context, srv_tournament *t, const spk_why *why);
spk_err srv_tournament_write(srv_tournament *t, const srv_edit *edit, srv_wrote *after,
                             void *context, spk_why *why);

/* What follows from what is written: soon. */
void srv_tournament_look(srv_tournament *t);

/* The lines that begin it: bots to fill up, and "start". */
void srv_tournament_begin(const srv_tournament *t, spk_buf *lines, srv_entrant *more, int *n);

/* -- Looking ------------------------------------------------------------------------------------------ */

/* Who asks: an entrant's number, or 0. */
int srv_tournament_entrant(const srv_tournament *t, const char *account, const uint8_t *token);
bool srv_tournament_is_maker(const srv_tournament *t, const char *account, const uint8_t *token);
const char *srv_tournament_status(const srv_tournament *t); /* "open", "running" ... */
bool srv_tournament_has_name(const srv_tournament *t,
                             const char *name); /* or one that looks like it */

/* The token of a guest's seat at a table; its hash goes to the store. */
void srv_tournament_seat_token(const srv_tournament *t, int entrant, const char *table,
                               char text[SRV_TOKEN], uint8_t hash[SRV_HASH]);

/* Everything, into an open object: setup, standings, rounds, deals. And the standings as CSV. */
void srv_tournament_print(const srv_tournament *t, spk_json *j);
void srv_tournament_print_log(const srv_tournament *t, spk_json *j); /* "plan" and "log" */
void srv_tournament_csv(const srv_tournament *t, spk_buf *out);
void srv_tournament_summary(const srv_tournament *t, spk_json *j); /* a line of a list */

/* -- For tools: from the store itself, waiting for the disk --------------------------------------------- */

/* NULL: why not. Free it. */
srv_tournament *srv_tournament_load_now(srv_store *store, const char *id, spk_why *why);
void srv_tournament_free(srv_tournament *t);
/* Call it off, whatever goes on: open tables count for nobody. */
spk_err srv_tournament_cancel_now(srv_store *store, srv_tournament *t, int64_t now,
                                  const char *reason, spk_why *why);

/* -- Kinds of notes -------------------------------------------------------------------------------------- */

#define SRV_TOURNAMENTS          "tournament"
#define SRV_TOURNAMENT_LOG       "tournament_log"
#define SRV_TOURNAMENT_ENTRANTS  "tournament_entrant"
#define SRV_TOURNAMENT_LIVE_LIST "live"
#define SRV_TOURNAMENT_OVER_LIST "over"

#endif
