/* rating.h: how strong somebody is and how sure we are of it, from the places they finished in. Numbers in, numbers
 * out: which games count, and for whom, is decided by whoever calls (docs/ratings.md).
 *
 *     rating table[3] = {RATING_NEW, anna, ben};
 *     rating_update(table, (int[]){2, 1, 2}, 3);         seat 1 won, the others share the second place
 *     printf("%d +- %d", rating_points(&table[1]), rating_doubt(&table[1]));
 *
 * The model is Weng and Lin's (A Bayesian Approximation Method for Online Ranking, 2011), in the form that takes a table as a
 * game of two for every pair (Bradley and Terry). Their other form (Plackett and Luce) can give more to the third than
 * to two who share the win, and shared wins are common here. A player's strength is a bell curve: a mean and a deviation. A game moves the means
 * by how surprising its places were, and makes the curves narrower; whoever is little known moves more than
 * whoever is well known.
 *
 * Promises.
 *   - Both numbers are whole millionths, rounded after every game: a history that is computed again, on another machine,
 *     gives the same numbers.
 *   - The order of players at a table does not matter, nor what places are called: 1, 2, 2 is the same as 10, 30, 30.
 *   - A deviation never grows in a game, and never reaches 0. */
#ifndef RATING_H
#define RATING_H

#include <stdint.h>

enum {
    RATING_ONE = 1000000, /* the unit of the numbers below */
    RATING_MOST_PLAYERS = 16
};

typedef struct rating {
    int32_t mean, deviation; /* in millionths */
} rating;

/* Somebody nobody has seen play. */
#define RATING_NEW ((rating){25 * RATING_ONE, 8333333})

/* After a game of n players, 1 to RATING_MOST_PLAYERS; a lower place is better, and equal places are shared. A game of one
 * player changes nothing. */
void rating_update(rating *players, const int *places, int n);

/* For people, on Elo's scale: 1500 at the beginning, and 100 points more mean 64 % of the games of two well-known
 * players. */
int rating_points(const rating *r);
int rating_doubt(const rating *r); /* with 95 % the points are not further off than this */

/* The share of games in which a finishes before b, 0 to 1, as far as is known. */
double rating_ahead(const rating *a, const rating *b);

#endif
