/* league.h: ratings: what finished tables say about how strong people and bots are. The arithmetic of a game is
 * rating.h's; here is which games count, in which order, and where the numbers are kept. docs/ratings.md tells people.
 *
 *     a rated table ends     the change that ends it also writes a **line**: who was there, in which places   (table/rated.c)
 *     some server            takes the oldest line that waits, gives it the next number of its list, and writes
 *                            the new ratings of its players, all in one change                                (apply.c)
 *     an operator            has all of it computed again from the lines alone                                (again.c)
 *
 * All of it is in notes of the store (store.h):
 *
 *     kind     key                        list                           rank
 *     rated    TABLE                      "new", then "famiglia/2"       when it ended, then its number    a line
 *     ladder   famiglia/2                                                                                  how many lines count
 *     rating   famiglia/2/a:ACCOUNT       "famiglia/2"                   what they have for certain        where somebody stands
 *     curve    famiglia/2/a:ACCOUNT       "famiglia/2"                                                     their last games
 *
 * Promises.
 *   - A table and its line are written together, so a game that is over counts, and no game counts twice.
 *   - Lines count in the order in which their tables ended. Of two that end at two servers of one house in the same moment,
 *     either may be first; their numbers then say which was.
 *   - However many servers count at once, each line does so once: whoever counts one changes the note of its
 *     ladder, and of two who do so at once the store refuses one.
 *   - Lines have no names: of somebody who asked to be forgotten, an account's id is left, which means nothing any more. */
#ifndef SRV_LEAGUE_H
#define SRV_LEAGUE_H

#include "hosts/rating/rating.h"
#include "hosts/server/house.h"

enum {
    SRV_WHO_ROOM = 48,  /* for "a:" and an account's id, or "b:" and a bot's word */
    SRV_LIST_ROOM = 40, /* for "chicago_gangsters/4" */
    SRV_CURVE = 200,    /* games that a curve remembers */
};

/* -- A line ---------------------------------------------------------------------------------------- */

typedef struct srv_rated_seat {
    char who[SRV_WHO_ROOM];
    int place; /* 1: first; equal places are shared */
    bool left; /* the player had gone: they come after all who stayed */
} srv_rated_seat;

typedef struct srv_rated {
    char table[SRV_ID_ROOM], list[SRV_LIST_ROOM];
    int64_t at; /* when it ended, by the wall clock */
    int n;
    srv_rated_seat seat[RATING_MOST_PLAYERS];
} srv_rated;

/* Print one, and read it again; false: that is no line. */
void srv_rated_print(const srv_rated *line, spk_buf *json);
bool srv_rated_read(const srv_note *note, srv_rated *line);

/* "famiglia/2" */
void srv_league_list(const char *game, int players, char list[SRV_LIST_ROOM]);

/* Where a line waits until it counts: the rank of a new one is later than all before it of this server. */
#define SRV_LEAGUE_NEW "new"
int64_t srv_league_rank(srv_house *h);

/* -- A player on a list ------------------------------------------------------------------------------ */

typedef struct srv_standing {
    char who[SRV_WHO_ROOM], name[SRV_NAME_ROOM];
    rating rating;
    int games, wins;
    int64_t last; /* when they last played */
} srv_standing;

/* False: that is no rating. */
bool srv_standing_read(const srv_note *note, srv_standing *s);

/* {"name", "kind", "points", "doubt", "games", "wins", "last"}, into an open object. */
void srv_standing_show(const srv_standing *s, spk_json *j);

/* -- Counting ---------------------------------------------------------------------------------------- */

/* Opens if the house has ratings; then lines that wait are counted, at once and whenever srv_league_wake is called. */
void srv_league_open(srv_house *h);
void srv_league_free(srv_house *h);
void srv_league_wake(srv_house *h);
bool srv_league_is_open(const srv_house *h);

/* -- Counting again ---------------------------------------------------------------------------------- */

typedef struct srv_recount {
    int64_t lists, lines, players;
    int64_t changed; /* notes that were not what the lines say */
} srv_recount;

/* Compute every rating from the lines, and write what differs, if wanted. It waits for the disk. A server may go on
 * counting meanwhile. */
spk_err srv_league_recompute(srv_store *store, int64_t now, bool write, srv_recount *found,
                             spk_why *why);

#endif
