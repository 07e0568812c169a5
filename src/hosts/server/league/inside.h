/* inside.h: what the files of this folder share; for no other folder (league.h is the manual). */
#ifndef SRV_LEAGUE_INSIDE_H
#define SRV_LEAGUE_INSIDE_H

#include "hosts/server/league/league.h"

/* The last games of somebody, the oldest first. */
typedef struct srv_curve {
    int n;
    struct {
        int64_t at;
        int points, doubt;
        char table[SRV_ID_ROOM];
    } point[SRV_CURVE];
} srv_curve;

bool srv_curve_read(const srv_note *note, srv_curve *c);
void srv_curve_print(const srv_curve *c, spk_buf *json);

/* One more player who was never seen. Their name is given by whoever knows it; a bot's is its word. */
void srv_standing_init(srv_standing *s, const char *who);
void srv_standing_print(const srv_standing *s, spk_buf *json);

/* The game of a line for all its players: ratings, counts and curves, by seat. */
void srv_league_play(const srv_rated *line, srv_standing *const *players, srv_curve *const *curves);

/* The note of a rating or curve; 'key' is where its key is printed. */
srv_note srv_league_note(const char *kind, const char *list, const srv_standing *s,
                         char key[SRV_KEY_ROOM], const char *text);

/* {"lines": n} */
int64_t srv_ladder_read(const char *text);
void srv_ladder_print(int64_t lines, spk_buf *json);

/* "a:...": the account's id; NULL: a bot. */
const char *srv_who_account(const char *who);

#endif
