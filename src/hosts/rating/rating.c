/* rating.c: Weng and Lin's update for the Bradley-Terry model with all pairs. See rating.h. */
#include "hosts/rating/rating.h"

#include <math.h>

#include "base/err.h"

/* A game is decided by strength and by luck: BETA is the deviation of luck, half of a newcomer's. FLOOR keeps
 * a deviation from vanishing: at least this much of its square is left after a game. */
static const double BETA = 25.0 / 6, FLOOR = 0.0001;
static const double ELO_OF_A_LOGIT = 173.71779276130073; /* 400 / ln 10 */

static double square(double x) { return x * x; }

/* A player in the units of the paper. */
typedef struct player {
    double mean, variance;
    int place;
} player;

static player player_of(const rating *r, int place)
{
    return (player){.mean = r->mean / (double)RATING_ONE,
                    .variance = square(r->deviation / (double)RATING_ONE),
                    .place = place};
}

/* The scale on which a difference of two players counts. */
static double spread(const player *a, const player *b)
{
    return sqrt(a->variance + b->variance + 2 * square(BETA));
}

static double chance_ahead(const player *a, const player *b)
{
    return 1 / (1 + exp((b->mean - a->mean) / spread(a, b)));
}

/* What the game says of player i, as many games of two: 'pull' moves the mean, 'learned' is the share of the variance
 * that is gone. */
static void learn(const player *p, int n, int i, double *pull, double *learned)
{
    *pull = *learned = 0;
    for (int q = 0; q < n; q++) {
        if (q == i)
            continue;
        double c = spread(&p[i], &p[q]), chance = chance_ahead(&p[i], &p[q]);
        double result = p[i].place == p[q].place ? 0.5 : p[i].place < p[q].place;
        *pull += p[i].variance / c * (result - chance);
        *learned += sqrt(p[i].variance) / c * p[i].variance / square(c) * chance * (1 - chance);
    }
}

static int32_t in_millionths(double x) { return (int32_t)lround(x * RATING_ONE); }

void rating_update(rating *players, const int *places, int n)
{
    SPK_BUG_IF(n < 1 || n > RATING_MOST_PLAYERS);
    player p[RATING_MOST_PLAYERS];
    for (int i = 0; i < n; i++)
        p[i] = player_of(&players[i], places[i]);
    for (int i = 0; i < n; i++) {
        double pull, learned;
        learn(p, n, i, &pull, &learned);
        double left = learned < 1 - FLOOR ? 1 - learned : FLOOR;
        players[i].mean = in_millionths(p[i].mean + pull);
        players[i].deviation = in_millionths(sqrt(p[i].variance * left));
    }
}

/* -- For people --------------------------------------------------------------------------------------- */

/* Two players without any doubt about them differ by their luck alone. */
static double points_of_one(void) { return ELO_OF_A_LOGIT / (sqrt(2) * BETA); }

int rating_points(const rating *r)
{
    return (int)lround(1500 + (r->mean / (double)RATING_ONE - 25) * points_of_one());
}

int rating_doubt(const rating *r)
{
    return (int)lround(1.96 * r->deviation / RATING_ONE * points_of_one());
}

double rating_ahead(const rating *a, const rating *b)
{
    player left = player_of(a, 0), right = player_of(b, 0);
    return chance_ahead(&left, &right);
}
