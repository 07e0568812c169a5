/* figures.h: from games to figures. Everything that is printed, stored or drawn is computed here;
 * docs/arena.md explains each figure. */
#ifndef ARENA_FIGURES_H
#define ARENA_FIGURES_H

#include "hosts/arena/arena.h"

/* Which of its seats a bot's figures count. */
typedef enum arena_role {
    ARENA_ANY,  /* all it held */
    ARENA_LONE, /* those in which it was alone against a table of the other */
    ARENA_REST, /* --lone: those of the table around the other */
} arena_role;

typedef struct arena_standing {
    arena_role role;
    int n_sets, n_games;  /* in which it took part, of those counted */
    int n_wins, n_shared; /* seats that came first alone, and together with others */
    arena_estimate win, score, rank;
    bool has_luck;
    arena_adjusted adjusted; /* win share */
    bool has_elo;            /* its games link it to all others */
    arena_estimate elo;
} arena_standing;

typedef struct arena_figures {
    int n_bots, n_sets, n_games;
    int n_unfinished;
    arena_standing bot[ARENA_MAX_BOTS];
    arena_points points;            /* one against the other, by places at the same table */
    double seat_win[SPK_MAX_SEATS]; /* win share of each seat, whoever sat there */
    double llr;
} arena_figures;

enum { ARENA_RESAMPLES = 1000, ARENA_ROUGH_RESAMPLES = 100 };

/* Figures over all complete sets that count, with Elo intervals from this many resamples (fewer for
 * very many games). May be called in a tick, with ARENA_ROUGH_RESAMPLES. */
void arena_figures_make(const arena *a, int resamples, arena_figures *f);

/* A bot's win share so far, over complete sets. */
double arena_win_share(const arena *a, int bot);

const char *arena_role_name(arena_role role); /* "any", "lone", "rest" */

/* The seat's share of the win, its share of all scores (docs/arena.md says how negative scores
 * count), and its place, from 1; seats that share places get their mean. */
double arena_win_part(const arena_game *g, int n_seats, spk_seat seat);
double arena_score_part(const arena_game *g, int n_seats, spk_seat seat);
double arena_place(const arena_game *g, int n_seats, spk_seat seat);

#endif
