/* inside.h: what the files of this folder share: the deal of the day over HTTP (server/daily.h, docs/daily.md).
 *
 *     daily.c      the routes, how an errand begins and ends; every ten minutes, seeds ahead of time
 *     seeds.c      the seeds of a day: drawn and written down before it begins
 *     mine.c       the caller's own rated try, and their days in a row
 *     board.c      everybody's results of a deal
 *     house.c      the house's own result (play.c: how it is played)
 *     overview.c   GET  /api/daily
 *     archive.c    GET  /api/daily/GAME
 *     results.c    GET  /api/daily/GAME/DAY
 *     sit.c        POST /api/daily/GAME[/DAY]
 *
 * A request is an errand that asks the store one thing after the other. Every step says what it needs and what runs then:
 *
 *     daily_want_deals(e, e->day, with_deal);     'with_deal' runs when the seeds are there, at once or later
 *     static void with_deal(daily_errand *e) { daily_want_try(e, with_try); }
 *
 * and the last one answers (caller.h). A step that fails has answered, and nothing runs any more. An errand wants one thing at a
 * time.
 *
 * What many ask for is kept for a while: seeds for as long as they are asked for, results for a minute; whoever has finished
 * since then is added to what is kept, so that nobody who looks at their own result has the whole list read again. So ten
 * thousand people cost their tables, a few notes each, and a look at the list per game and minute. An errand holds on to what it
 * was given, whatever others ask for meanwhile: what is not kept any more is freed when the last errand has ended. */
#ifndef SRV_HTTP_DAILY_INSIDE_H
#define SRV_HTTP_DAILY_INSIDE_H

#include "hosts/server/http/caller.h"

enum {
    DAILY_HEX = 2 * SRV_HASH + 1,
    DAILY_RESULT = 64, /* room for {"place":1,"score":34} */
    DAILY_TOP = 20,    /* results that are shown by name */
};

/* Of the house, as long as it is open (http->daily). */
typedef struct srv_daily {
    struct daily_seeds *seeds;   /* seeds.c */
    struct daily_boards *boards; /* board.c */
    bool is_playing;             /* the house itself, some deal (house.c) */
} srv_daily;

/* -- Errands (daily.c) ----------------------------------------------------------------------------- */

/* A route that has more to remember puts this first in a struct of its own. */
typedef struct daily_errand daily_errand;
struct daily_errand {
    srv_caller caller;             /* may be a guest */
    const spk_game *game;          /* the deal that it is about: this game's ... */
    int64_t day, today;            /* ... of this day */
    void (*next)(daily_errand *e); /* when what it wants is there */
    struct daily_deals *deals[2];  /* the seeds of the last two days that it wanted (seeds.c) */
    int64_t wanted;                /* the day whose seeds are being looked for */

    bool has_try, is_finished; /* my rated one (mine.c) */
    char table[SRV_ID + 1];
    int64_t worth;
    spk_buf mine; /* its note; empty: none */

    int streak, longest; /* days in a row: up to now, and ever (mine.c) */
    bool is_all;         /* count on behind the streak, for the longest */
    int run;             /* of the days that are being counted */
    int64_t last;        /* the last one that was */
    bool is_current;     /* that run is the streak */

    struct daily_board *board;       /* everybody's results, as far as they are read (board.c) */
    char house_result[DAILY_RESULT]; /* "": not played yet (house.c) */
};

/* r NULL: nobody asked, and nobody waits for it. The errand is about today's deals. A 'release' of one's own calls daily_release
 * too. */
void *daily_begin(srv_house *h, const srv_request *r, size_t size, void (*release)(srv_caller *c));
void daily_release(srv_caller *c);
static inline bool daily_is_guest(const daily_errand *e) { return !*e->caller.id; }

/* True: the house has no deal of the day, or is closing; it was refused. */
bool daily_is_off(srv_house *h, const srv_request *r);

/* The game and day of a request's path; false: it was refused. */
bool daily_read_deal(daily_errand *e, char *const *word);

/* "DAY/GAME" or, if 'of' is not NULL, "DAY/GAME/OF": what notes about a deal are found by. */
void daily_key(const daily_errand *e, const char *of, char key[SRV_KEY_ROOM]);

/* A box of the game, as it is dealt every day. NULL, and why. */
srv_box *daily_open_box(srv_house *h, const spk_game *game, spk_why *why);

/* Fields of an open object: what a deal is, and its commitment. */
void daily_put_deal(spk_json *j, const spk_game *game, int64_t day);
void daily_put_commitment(spk_json *j, const char *key, const daily_errand *e, int64_t day,
                          const spk_game *game);

srv_handler daily_get_overview, daily_get_archive, daily_get_results, daily_post_try;

/* -- Seeds (seeds.c) --------------------------------------------------------------------------------- */

struct daily_seeds *daily_seeds_new(void);
void daily_seeds_free(struct daily_seeds *seeds);

/* Then the seeds of that day, and of the one that was wanted before it, can be asked for below. Those of today and later are
 * drawn if there are none yet. */
void daily_want_deals(daily_errand *e, int64_t day, void (*next)(daily_errand *e));
const uint8_t *daily_seed_of(const daily_errand *e, int64_t day,
                             const spk_game *game);          /* SRV_HASH bytes */
int64_t daily_committed(const daily_errand *e, int64_t day); /* when they were written down; ms */
void daily_deals_let_go(struct daily_deals *deals);          /* may be NULL */

/* A seed's two spellings, and back. False: that is none. */
void daily_seed_print(const uint8_t seed[SRV_HASH], char hex[DAILY_HEX]);
void daily_commitment_print(const uint8_t seed[SRV_HASH], char hex[DAILY_HEX]);
bool daily_seed_read(const json_t *hex, uint8_t seed[SRV_HASH]);

/* -- Mine (mine.c) ------------------------------------------------------------------------------------- */

/* Both for callers with an account only. Neither fails because there is nothing. */
void daily_want_try(daily_errand *e, void (*next)(daily_errand *e));
void daily_want_streak(daily_errand *e, void (*next)(daily_errand *e));

/* -- Results (board.c) ---------------------------------------------------------------------------------- */

/* A result that is shown by name. */
typedef struct daily_leader {
    int64_t worth;
    int place, score;
    char name[SRV_NAME_ROOM];
} daily_leader;

/* Everybody's results of one deal. */
typedef struct daily_board {
    int n_users; /* errands, and the house, if it keeps it */
    int64_t day, read_ms, used_ms;
    const spk_game *game;
    int n;
    int64_t *worth; /* best first */
    uint64_t *who;  /* whose they are (srv_try_of), in no order */
    daily_leader top[DAILY_TOP];
    int n_top;
} daily_board;

struct daily_boards *daily_boards_new(void);
void daily_boards_free(struct daily_boards *boards);
void daily_board_let_go(daily_board *b); /* may be NULL */

/* e->board: not older than a minute, and with the caller's own result, if their try was asked for before. */
void daily_want_board(daily_errand *e, void (*next)(daily_errand *e));

/* -- The house (house.c, play.c) -------------------------------------------------------------------------- */

/* e->house_result. If there is none, the house begins to play, and whoever asks later will see it. */
void daily_want_house(daily_errand *e, void (*next)(daily_errand *e));

/* What SRV_DAILY_HOUSE makes of a deal against the same bots, played on a worker thread, one decision at a time. 'then' runs once;
 * result NULL: the house is closing. Takes the box. */
typedef void daily_played(srv_house *h, int64_t day, const spk_game *game,
                          const spk_result *result);
void daily_play(srv_house *h, srv_box *box, int64_t day, const uint8_t seed[SRV_HASH],
                daily_played *then);

#endif
