/* inside.h: what the files of this folder share. */
#ifndef TOURNAMENT_INSIDE_H
#define TOURNAMENT_INSIDE_H

#include "hosts/tournament/tournament.h"

typedef struct entrant {
    int strength;
    bool has_left;
    int byes, last_bye; /* the round of the last one */
    int table;          /* where they play now; 0: nowhere */
    uint64_t lot;       /* whom a tie is broken for where nothing else can: in pairings only */
} entrant;

struct tournament {
    tournament_plan plan;
    tournament_status status;
    int round;
    entrant *entrants; /* entrant 1 is [0] */
    int n_entrants, cap_entrants;
    tournament_table *tables; /* table 1 is [0] */
    int n_tables, cap_tables;
    int n_open; /* tables without a result */
    int *field; /* those who were there at the start, as drawn: fixes round robins and brackets */
    int n_field;
};

/* standings.c: points of a table by its places. */
void tournament_count(const tournament *t, tournament_table *table);

/* standings.c: a table's entrants from the best to the worst: by place, then score, then seat. */
void tournament_rank(const tournament_table *table, int *who);

/* pair.c: the rounds that the field needs. */
int tournament_rounds_of(const tournament *t, int n);

/* pair.c: whom the start draws, into 'field' (room for all entrants); how many. */
int tournament_draw(const tournament *t, int *field);

#endif
