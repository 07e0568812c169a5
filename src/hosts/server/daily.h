/* daily.h: the deal of the day: one deal per game and day, the same for everybody. docs/daily.md explains it to players and
 * hosts. Here is what tables, routes and tests share, and nothing that touches the world:
 *
 *     int64_t day = srv_day_of(wall_ms);                     days since 1970, in UTC
 *     srv_day_print(day, text);                              "2026-11-17"
 *     srv_daily_name(text, "famiglia", name);                "daily-2026-11-17-famiglia"
 *
 * A deal is fair.h's, with two differences. The name in its text is the deal's and not the table's, and nobody contributes:
 * so all tables of a deal have one key, and with it the same chance and the same dice for bots. And the seed is
 * published when the day is over, not when the first game is.
 *
 * The person's seat goes round with the days. Bots think in iterations, not in time: in the same position they give the
 * same answer on every machine. */
#ifndef SRV_DAILY_H
#define SRV_DAILY_H

#include "engine/game.h"
#include "hosts/server/fair.h"

enum {
    SRV_DAY = 11,        /* room for "2026-11-17" */
    SRV_DAILY_AHEAD = 2, /* days for which seeds are committed to beforehand */
    SRV_DAILY_LIST = 96, /* room for GAME/ACCOUNT */
};

#define SRV_DAILY_BOT   "hard@200it" /* who sits in the other seats */
#define SRV_DAILY_HOUSE "boss@400it" /* who plays for the house, to compare with */

int64_t srv_day_of(int64_t wall_ms);
int64_t srv_day_begins(int64_t day); /* wall clock, ms */
void srv_day_print(int64_t day, char text[SRV_DAY]);
bool srv_day_parse(const char *text, int64_t *day); /* false: there is no such day */

void srv_daily_name(const char *day, const char *game, char name[SRV_FAIR_TABLE + 1]);
int srv_daily_players(const spk_game *game);
spk_seat srv_daily_seat(const spk_game *game, int64_t day); /* the person's */

/* How good a result is: first by place, then by score. More is better. */
int64_t srv_daily_worth(const spk_result *result, spk_seat seat);

/* What the house keeps of it in notes (store.h), by kind:
 *
 *     daily_deal     key DAY               the seeds of that day
 *     daily          key DAY/GAME/ACCOUNT  an account's rated try; listed under DAY/GAME once it is finished, by worth
 *     daily_day      key ACCOUNT/DAY       a day with such a try, ranked by day: for streaks
 *     daily_own      key DAY/GAME/ACCOUNT  what became of it, listed under GAME/ACCOUNT, ranked by day: for the archive
 *     daily_house    key DAY/GAME          what the house made of it, listed under GAME, ranked by day
 *     daily_device   key DAY/GAME/MARK     somebody has seen this deal there; listed under DAY, and gone after two days */
void srv_daily_own_list(const char *game, const char *account, char list[SRV_DAILY_LIST]);

#define SRV_DAILY_DEALS   "daily_deal"
#define SRV_DAILY_TRIES   "daily"
#define SRV_DAILY_DAYS    "daily_day"
#define SRV_DAILY_OWN     "daily_own"
#define SRV_DAILY_HOUSES  "daily_house"
#define SRV_DAILY_DEVICES "daily_device"

#endif
