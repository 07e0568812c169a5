/* clock.h: how long each player may think. Pure arithmetic: the current time is an argument, and
 * nothing here waits or fires. A host holds one clock per match:
 *
 *     spk_clock_start(&clock, &rule, match, now);
 *     spk_clock_follow(&clock, match, now);           after every change of the match, deals included
 *     set a timer for spk_clock_deadline(&clock);
 *     ... it fires: for every seat in spk_clock_out(&clock, now):
 *             spk_clock_overrun(&clock, seat, now);   the host makes this one decision for the seat:
 *             play the safe default, or let a bot     (rule.absence) whenever it is asked
 *             spk_clock_follow(&clock, match, now);
 *     ... the person acts: spk_clock_back(&clock, seat, now);
 *
 * The kinds of clock:
 *
 *     none             nobody runs out
 *     move 90s         a limit for each decision
 *     bank 15m+10s     a limit for the whole game, plus an increment for every decision
 *
 * For correspondence play use "move 3d".
 *
 * WHOSE CLOCK RUNS. The clocks of all seats that are to act (spk_match_actors): several while
 * sealed answers are collected, none while chance acts or after the end. The clock of a seat that
 * is away (its player left or ran out of time, or is a bot) does not run.
 *
 * WHAT A DECISION IS. A decision ends with a public move, one that everybody hears of. The private
 * steps before it (the cards of a lay, a sealed answer that waits for the others) belong to the
 * same decision and use up the same time. A decision counts as made only when more public moves
 * stand than ever before. So undoing a move and making another gives neither a new limit nor
 * another increment, and nobody can stall by undoing. Table talk gives no time either. A seat that
 * becomes due because of what others did always starts a new decision.
 *
 * RUNNING OUT OF TIME costs one decision. The host makes it for the player; the next one is the player's again. After
 * SPK_CLOCK_LATES such decisions in a row, the seat is away until its player acts.
 *
 * WHAT OTHERS ARE SHOWN. A seat sees its own clock as it is. Everybody else sees it run from the
 * moment the seat is asked until the next public move, even if the seat has meanwhile answered in
 * secret, made or undone private steps, or run out of time; after that move the true times are
 * shown. So what others see depends only on public moves and on who was asked, never on anything
 * sealed.
 *
 * WHAT TIME IT IS. House time, in milliseconds: it passes only while the server is running and
 * awake. It never goes back and never jumps (spk_time below), so nobody loses time because the
 * machine was suspended, its clock was corrected or the server was down. */
#ifndef SPK_ENGINE_CLOCK_H
#define SPK_ENGINE_CLOCK_H

#include "engine/match.h"

/* -- House time --------------------------------------------------------------------------------- */

/* The host reads any clock it likes at least every SPK_TIME_BEAT_MS and passes the reading in. A
 * step back counts as nothing, a step forward as at most SPK_TIME_STEP_MS, however long the machine
 * slept. To continue house time after a restart, start it with the last stored value; the time in
 * between does not count. */
enum { SPK_TIME_BEAT_MS = 1000, SPK_TIME_STEP_MS = 5000 };

typedef struct spk_time {
    int64_t house_ms;
    int64_t reading_ms; /* the latest */
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
    int time_s; /* MOVE: per decision; BANK: at the start */
    int more_s; /* BANK: increment per decision */
} spk_clock_rule;

enum {
    SPK_CLOCK_LEAST_S = 5,
    SPK_CLOCK_MOST_S = 90 * 86400,
    SPK_CLOCK_RULE = 40, /* room for any rule's text */
};

/* "none", "move 90s", "bank 15m+10s", each followed by " safe" (the default) or " bot". A time is a
 * whole number followed by s, m, h or d, from 5 seconds to 90 days; the increment may be "0s". */
spk_err spk_clock_rule_parse(const char *text, spk_clock_rule *rule, spk_why *why);

/* The rule as text, "bank 15m+10s safe", written into 'room', which is returned. */
const char *spk_clock_rule_print(const spk_clock_rule *rule, char room[SPK_CLOCK_RULE]);

/* A duration as rules spell it: "90s", "3d". False: malformed, or less than least_s. It is printed in the
 * largest unit that gives a whole number. */
bool spk_duration_parse(const char *text, int least_s, int *seconds);
void spk_duration_print(int seconds, spk_buf *out);

/* -- The clocks of one match --------------------------------------------------------------------- */

#define SPK_NEVER INT64_MAX

enum {
    SPK_CLOCK_GRACE_MS = 30000, /* for a player who returns with no time left, once per decision */
    SPK_CLOCK_LATES = 3,        /* decisions in a row lost before the seat is away */
    SPK_CLOCK_TEXT = 500,       /* room for any saved clock */
};

/* Plain data: copy it freely. The fields belong to clock.c. */
typedef struct spk_clock {
    spk_clock_rule rule;
    int n_seats;
    bool stopped;
    int64_t at_ms;        /* time is counted up to here */
    int n_entries;        /* of the log, seen so far */
    int level, top_level; /* public moves that stand, and the most that ever did */
    uint8_t asked;        /* seats whose decision it is */
    uint8_t away;
    uint8_t moved;           /* made a move since the last public one ... */
    uint8_t touched;         /* ... or took one back */
    uint8_t graced;          /* got the grace period since the last decision */
    uint8_t shown;           /* asked since the last public move: shown as running */
    uint8_t shown_away;      /* away when they were asked */
    uint8_t lent;            /* away for this decision only: out of time */
    uint8_t shown_late;      /* lost their last decision, as of the last public move */
    int late[SPK_MAX_SEATS]; /* decisions in a row that each seat lost, until its player acts */
    int64_t left_ms[SPK_MAX_SEATS];
    int64_t shown_ms[SPK_MAX_SEATS]; /* what others see */
} spk_clock;

/* Before the deal or in the middle of a match; what was played before does not count. */
void spk_clock_start(spk_clock *c, const spk_clock_rule *rule, const spk_match *m, int64_t now_ms);

/* Call this after the match has changed: charges the time up to now to the seats that were asked,
 * then reads the new log entries to decide whose clocks run. Chance may have acted too. Without new
 * entries only time passes. */
void spk_clock_follow(spk_clock *c, const spk_match *m, int64_t now_ms);

/* A pause, by agreement or by order: no time passes until spk_clock_go. */
void spk_clock_stop(spk_clock *c, int64_t now_ms);
void spk_clock_go(spk_clock *c, int64_t now_ms);

/* The seat's player is away (a bot's seat always is), has run out of time, or acts and is therefore back. A
 * player who comes back has the time that was left or, if there was none, SPK_CLOCK_GRACE_MS. If that is used
 * up too, this decision is lost and the next one is theirs again, unless they have just made it: call
 * spk_clock_moved before the clock follows the move. */
void spk_clock_leave(spk_clock *c, spk_seat seat, int64_t now_ms);
void spk_clock_overrun(spk_clock *c, spk_seat seat, int64_t now_ms);
void spk_clock_back(spk_clock *c, spk_seat seat, int64_t now_ms);
void spk_clock_moved(spk_clock *c, spk_seat seat, int64_t now_ms);

/* -- Asking: for the host ------------------------------------------------------------------------ */

/* When the first of the running clocks will run out; SPK_NEVER: none is running. */
int64_t spk_clock_deadline(const spk_clock *c);

/* When all clocks that others are shown running will have run out: known to everybody, whatever was answered in secret.
 * The latest time counted if none is shown running. */
int64_t spk_clock_shown_end(const spk_clock *c);

/* The seats that are asked, are not away and have no time left. */
spk_actors spk_clock_out(const spk_clock *c, int64_t now_ms);

/* The seats that are asked while away: the host acts for them at once. */
spk_actors spk_clock_away_actors(const spk_clock *c);

/* -- Showing: for people -------------------------------------------------------------------------- */

typedef struct spk_clock_face {
    bool running;
    bool away;
    int64_t left_ms; /* now; -1: no limit */
} spk_clock_face;

/* The clock of 'seat' as 'viewer' (a seat, SPK_SEAT_ONLOOKER, SPK_SEAT_ALL_SEEING) may see it. */
spk_clock_face spk_clock_show(const spk_clock *c, spk_seat viewer, spk_seat seat, int64_t now_ms);

/* -- Keeping --------------------------------------------------------------------------------------- */

/* One line without a line end, at most SPK_CLOCK_TEXT - 1 characters. It includes the rule. */
void spk_clock_save(const spk_clock *c, spk_buf *out);

/* A saved clock, for a table with n_seats seats and a log of n_entries, at least as many as when it
 * was saved. Anything else is refused and leaves *c unchanged. House time that has passed since
 * at_ms counts. */
spk_err spk_clock_load(spk_clock *c, const char *text, int n_seats, int n_entries, spk_why *why);

#endif
