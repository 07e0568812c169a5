/* tournament.h: who plays whom, who has how many points, who won. No clock, no tables, no names: entrants and tables are
 * numbers, and whoever runs a tournament opens the tables and reports how they ended (server/http, docs/tournaments.md).
 *
 * A tournament is a log, as a match is. Every line is a fact; the state follows from the lines alone, so that storing
 * them is enough, and a tournament that went on while the pairing was improved stays what it was.
 *
 *     tournament *t = tournament_new(&(tournament_plan){.kind = TOURNAMENT_SWISS, .seats = 2, .least_seats = 2,
 *                                    .most_seats = 2, .rounds = 5, .seed = 7}, &why);
 *     tournament_apply(t, "join 1620", &why);      the first line makes entrant 1, the next entrant 2 ...
 *     tournament_apply(t, "start", &why);
 *     while (tournament_next(t, &lines)) ...       what follows from this: one or more lines, to be stored and applied
 *     tournament_apply(t, "result 3 1:38 2:20", &why);
 *     tournament_standings(t, rows);
 *     tournament_free(t);
 *
 * | line                  | meaning                                                                            |
 * | join [STRENGTH]       | one more entrant, with a rating if there is one: only for who meets whom first     |
 * | leave N, back N       | entrant N is not paired any more; is paired again                                  |
 * | start                 | the field is complete, but for latecomers where the kind allows them               |
 * | round R               | the next round begins                                                              |
 * | table N N ...         | a table, with the entrants by seat; tables are numbered from 1                     |
 * | bye N                 | entrant N has nobody to play in this round                                         |
 * | result T P:S P:S ...  | how table T ended: place and score of every seat                                   |
 * | void T                | table T was closed without a result: nobody gets points for it                     |
 * | closing               | an arena begins no more tables                                                     |
 * | end                   | it is over                                                                         |
 *
 * Kinds.
 *   round_robin  everybody meets everybody (tables of two), or as evenly as can be (larger tables)
 *   swiss        those with equal points meet, and nobody meets twice if that can be avoided
 *   knockout     the better half of each table goes on; with two players the winner of a bracket
 *   arena        whoever is free is paired at once, until closing
 *   duplicate    all tables of a round play the same deal. What counts is how much better one did than the
 *                others in the same seat with the same cards: so luck cancels out
 *
 * Points. For each player that one leaves behind at the table 1 / (players - 1), for each that one ties with half of
 * it: a win is one point, whatever the number of players. In a duplicate the comparison is with everybody in the same seat.
 * A bye is one point, in a duplicate half a point, in a round robin none, since there everybody has one. */
#ifndef TOURNAMENT_H
#define TOURNAMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

typedef enum tournament_kind {
    TOURNAMENT_ROUND_ROBIN,
    TOURNAMENT_SWISS,
    TOURNAMENT_KNOCKOUT,
    TOURNAMENT_ARENA,
    TOURNAMENT_DUPLICATE,
    TOURNAMENT_KIND_COUNT
} tournament_kind;
extern const char *const tournament_kind_words[TOURNAMENT_KIND_COUNT]; /* "round_robin" ... */

enum {
    TOURNAMENT_POINT =
        5040, /* one point: so that parts of it are whole numbers for up to eight players */
    TOURNAMENT_MOST_ENTRANTS = 4096,
    TOURNAMENT_MOST_SEATS = 8,
    TOURNAMENT_MOST_ROUNDS = 200
};

typedef struct tournament_plan {
    tournament_kind kind;
    int seats;                   /* players at a table, if it can be had */
    int least_seats, most_seats; /* what the game allows. A duplicate has tables of 'seats' only */
    int rounds;                  /* 0: as many as the kind needs */
    int late_rounds; /* until the end of this round entrants may still join (swiss, duplicate) */
    uint64_t seed;   /* of lots */
} tournament_plan;

typedef enum tournament_status {
    TOURNAMENT_OPEN, /* entrants join */
    TOURNAMENT_RUNNING,
    TOURNAMENT_CLOSING,
    TOURNAMENT_OVER
} tournament_status;

typedef struct tournament tournament;

/* -- Life ------------------------------------------------------------------------------------------------ */

/* NULL: 'why' says what is wrong with the plan, which is copied. */
tournament *tournament_new(const tournament_plan *plan, spk_why *why);
void tournament_free(tournament *t);

/* A line of the log. A line that does not fit is refused and changes nothing. */
spk_err tournament_apply(tournament *t, const char *line, spk_why *why);

/* Append the lines that follow from what has happened, each ending in '\n': the pairings of a round that can begin, those
 * of an arena, or the end. How many; 0: something has to happen first. Nothing is applied. */
int tournament_next(const tournament *t, spk_buf *lines);

/* -- Looking --------------------------------------------------------------------------------------------- */

tournament_status tournament_state(const tournament *t);
int tournament_round(const tournament *t);    /* the current one; 0: not yet */
int tournament_rounds(const tournament *t);   /* in all, as far as is known; 0: an arena */
int tournament_entrants(const tournament *t); /* those who left too */
bool tournament_has_left(const tournament *t, int entrant);

typedef struct tournament_table {
    int round, n;
    int who[TOURNAMENT_MOST_SEATS]; /* entrants by seat */
    bool is_over, is_void;
    int place[TOURNAMENT_MOST_SEATS], score[TOURNAMENT_MOST_SEATS]; /* by seat, if over */
    int points[TOURNAMENT_MOST_SEATS]; /* in duplicates 0 until two tables can be compared */
} tournament_table;

int tournament_tables(const tournament *t);
const tournament_table *tournament_table_at(const tournament *t, int number); /* from 1 */
int tournament_table_of(const tournament *t, int entrant); /* where they play now; 0: nowhere */

/* What put somebody before the one below: asked in this order. */
typedef enum tournament_tiebreak {
    TOURNAMENT_BY_POINTS,
    TOURNAMENT_BY_ROUND,   /* how far they came, and where in that table: a knock-out */
    TOURNAMENT_BY_RIVALS,  /* the sum of the points of those they met */
    TOURNAMENT_BY_WINS,    /* first places */
    TOURNAMENT_BY_SHARE,   /* their part of all points scored at their tables */
    TOURNAMENT_BY_NOTHING, /* they share the place */
    TOURNAMENT_TIEBREAK_COUNT
} tournament_tiebreak;
extern const char *const tournament_tiebreak_words[TOURNAMENT_TIEBREAK_COUNT];

typedef struct tournament_row {
    int entrant, place; /* equal places are shared */
    bool has_left;
    int points, byes, games, wins;
    int reached, rank; /* the last round they were in, and where at its table; 0: they had a bye */
    int rivals;        /* see TOURNAMENT_BY_RIVALS; in POINTs */
    int share;         /* in thousandths */
    tournament_tiebreak before_next;
} tournament_row;

/* All entrants, the first first; 'rows' has room for tournament_entrants(). */
void tournament_standings(const tournament *t, tournament_row *rows);

#endif
