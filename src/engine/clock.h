/* clock.h: how long each player may think. Pure arithmetic: what time it is comes in as an argument,
 * and nothing here waits or fires. A host holds one clock per match:
 *
 *     spk_clock_start(&clock, &rule, match, now);
 *     spk_clock_follow(&clock, match, now);           after every change of the match, deals too
 *     set a timer for spk_clock_deadline(&clock);
 *     ... it fires: for every seat in spk_clock_out(&clock, now):
 *             spk_clock_leave(&clock, seat, now);     from now on the rule's absence acts for it,
 *             play the safe default, or let a bot     at once, each time it is asked
 *             spk_clock_follow(&clock, match, now);
 *     ... the person comes back: spk_clock_back(&clock, seat, now);
 *
 * The kinds of clock:
 *
 *     none             nobody runs out
 *     move 90s         so long for each decision
 *     bank 15m+10s     so long for the whole game, and more with every decision made
 *
 * Turn by turn over days is the same with "move 3d".
 *
 * WHOSE CLOCK RUNS. Those of the seats that are asked (spk_match_actors): several where answers are
 * sealed, nobody's while chance acts or after the end. The clock of a seat that is away - its player
 * left, ran out of time, or is a bot - stands.
 *
 * WHAT A DECISION IS. It ends with a move that everybody heard of. The private steps before it (the
 * cards of a lay, a sealed answer that waits for the others) are one decision and have one clock, which
 * goes on where it was. A decision counts as made when there are more standing public moves than there
 * ever were: so a move taken back and made again gives neither a new limit nor another increment, and
 * nobody can stall by undoing. Table talk gives nothing either. Who is newly asked by what others did
 * has a new decision in any case.
 *
 * WHAT OTHERS ARE SHOWN. A seat sees its own clock as it is. All others see a clock run from the moment
 * its seat is asked until the next public move, whether or not the seat has answered in secret, took
 * steps, took them back or ran out meanwhile; then the clocks are shown as they are. So a face depends
 * on the times of public moves and on who was asked, and on nothing that is sealed.
 *
 * WHAT TIME IT IS. House time, in milliseconds: the time during which the host was there and awake. It
 * never goes back and never jumps (spk_time below), so a suspended machine, a wrong clock put right or
 * a server that was down cost nobody anything. */
#ifndef SPK_ENGINE_CLOCK_H
#define SPK_ENGINE_CLOCK_H

#include "engine/match.h"

/* -- House time --------------------------------------------------------------------------------- */

/* The host reads its own clock, of whatever kind, at least every SPK_TIME_BEAT_MS and hands the reading
 * in. A step back counts as nothing; a step forward counts for at most SPK_TIME_STEP_MS, however long
 * the machine slept. Who wants house time to go on after a restart starts it with the last one that
 * was stored: what lies between was not house time. */
enum { SPK_TIME_BEAT_MS = 1000, SPK_TIME_STEP_MS = 5000 };

typedef struct spk_time {
    int64_t house_ms;
    int64_t reading_ms; /* the newest */
} spk_time;

void spk_time_start(spk_time *t, int64_t house_ms, int64_t reading_ms);
int64_t spk_time_now(spk_time *t, int64_t reading_ms); /* house time */

/* -- The rule: chosen before the deal ------------------------------------------------------------ */

typedef enum spk_clock_kind {
    SPK_CLOCK_NONE,
    SPK_CLOCK_MOVE,
    SPK_CLOCK_BANK,
    SPK_CLOCK_KIND_COUNT
} spk_clock_kind;

typedef enum spk_absence {
    SPK_ABSENCE_SAFE, /* the game's safe default is played */
    SPK_ABSENCE_BOT,  /* a bot decides until the person is back */
    SPK_ABSENCE_COUNT
} spk_absence;

typedef struct spk_clock_rule {
    spk_clock_kind kind;
    spk_absence absence;
    int time_s; /* of a move, or in the bank at the start */
    int more_s; /* BANK: with each decision */
} spk_clock_rule;

enum {
    SPK_CLOCK_LEAST_S = 5,
    SPK_CLOCK_MOST_S = 90 * 86400,
    SPK_CLOCK_RULE = 40, /* room for any rule's text */
};

/* "none", "move 90s", "bank 15m+10s", each with " safe" (the default) or " bot" behind it. Times are
 * whole numbers and s, m, h or d: 5 s to 90 days; the increment may be "0s". */
spk_err spk_clock_rule_parse(const char *text, spk_clock_rule *rule, spk_why *why);

/* "bank 15m+10s safe", into room for SPK_CLOCK_RULE characters; returns it. */
const char *spk_clock_rule_print(const spk_clock_rule *rule, char room[SPK_CLOCK_RULE]);

/* -- The clocks of one match --------------------------------------------------------------------- */

#define SPK_NEVER INT64_MAX

enum {
    SPK_CLOCK_GRACE_MS = 30000, /* for a player who comes back with no time left, once a decision */
    SPK_CLOCK_TEXT = 400,       /* room for any saved clock */
};

/* Plain data: copy it as you like. The fields are clock.c's. */
typedef struct spk_clock {
    spk_clock_rule rule;
    int n_seats;
    bool stopped;
    int64_t at_ms;        /* all time up to here is counted */
    int n_entries;        /* of the log, followed */
    int level, top_level; /* public moves that stand, and the most that ever did */
    uint8_t asked;        /* whose decision it is */
    uint8_t away;
    uint8_t moved;      /* made a move since the last public one ... */
    uint8_t touched;    /* ... or took one back */
    uint8_t graced;     /* had the grace since the last decision */
    uint8_t shown;      /* were asked since the last public move: shown as running */
    uint8_t shown_away; /* away when they were asked */
    int64_t left_ms[SPK_MAX_SEATS];
    int64_t shown_ms[SPK_MAX_SEATS]; /* what others see */
} spk_clock;

/* Before the deal, or in the middle of a match: what was played before counts for nothing. */
void spk_clock_start(spk_clock *c, const spk_clock_rule *rule, const spk_match *m, int64_t now_ms);

/* The match has changed: time up to now counts for those who were asked, then the new entries of the
 * log decide whose clocks run. Chance may have acted too. Nothing new: only time passes. */
void spk_clock_follow(spk_clock *c, const spk_match *m, int64_t now_ms);

/* A pause, agreed or ordered: no time passes until it goes on. */
void spk_clock_stop(spk_clock *c, int64_t now_ms);
void spk_clock_go(spk_clock *c, int64_t now_ms);

/* The seat's player is away (a bot's seat always is), or there again. Who comes back goes on with what
 * was left, or with SPK_CLOCK_GRACE_MS if that was nothing. */
void spk_clock_leave(spk_clock *c, spk_seat seat, int64_t now_ms);
void spk_clock_back(spk_clock *c, spk_seat seat, int64_t now_ms);

/* -- Asking: for the house ----------------------------------------------------------------------- */

/* When the first of the running clocks will have run out; SPK_NEVER: none runs. */
int64_t spk_clock_deadline(const spk_clock *c);

/* The seats that are asked, not away, and have no time left. */
spk_actors spk_clock_out(const spk_clock *c, int64_t now_ms);

/* The seats that are asked while they are away: the host acts for them at once. */
spk_actors spk_clock_deputed(const spk_clock *c);

/* -- Showing: for people -------------------------------------------------------------------------- */

typedef struct spk_clock_face {
    bool running;
    bool away;
    int64_t left_ms; /* now; -1: no limit */
} spk_clock_face;

/* The clock of 'seat' as 'viewer' (a seat, SPK_SEAT_ONLOOKER, SPK_SEAT_HOUSE) may see it. */
spk_clock_face spk_clock_show(const spk_clock *c, spk_seat viewer, spk_seat seat, int64_t now_ms);

/* -- Keeping --------------------------------------------------------------------------------------- */

/* One line without its end, at most SPK_CLOCK_TEXT - 1 characters; the rule is in it. */
void spk_clock_save(const spk_clock *c, spk_buf *out);

/* The clock as it was saved, for a table with so many seats and a log that is at least as long as the
 * one it followed. Refuses anything else, and leaves *c alone then. House time goes on: what passed
 * since at_ms counts. */
spk_err spk_clock_load(spk_clock *c, const char *text, int n_seats, int n_entries, spk_why *why);

#endif
