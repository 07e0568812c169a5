/* daily.c: days, names and comparisons of the deal of the day. */
#include "hosts/server/daily.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"

enum { DAY_MS = 24 * 60 * 60 * 1000 };

/* -- Days: the Gregorian calendar in UTC, which has no summer time ----------------------------------- */

int64_t srv_day_of(int64_t wall_ms)
{
    return wall_ms >= 0 ? wall_ms / DAY_MS : -((-wall_ms + DAY_MS - 1) / DAY_MS);
}

int64_t srv_day_begins(int64_t day) { return day * DAY_MS; }

static bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int month_days(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

/* Of the first of January. */
static int64_t year_begins(int year)
{
    int64_t before = year - 1;
    return 365 * (before - 1969) + before / 4 - before / 100 + before / 400 - 477;
}

void srv_day_print(int64_t day, char text[SRV_DAY])
{
    int year = (int)(1970 + day / 366), month = 1;
    while (year_begins(year + 1) <= day)
        year++;
    int left = (int)(day - year_begins(year));
    for (; left >= month_days(year, month); month++)
        left -= month_days(year, month);
    snprintf(text, SRV_DAY, "%04u-%02u-%02u", (unsigned)year % 10000, (unsigned)month % 100,
             (unsigned)(left + 1) % 100);
}

bool srv_day_parse(const char *text, int64_t *day)
{
    int year, month, date, n = 0;
    if (strlen(text) != SRV_DAY - 1 || strspn(text, "0123456789-") != SRV_DAY - 1 ||
        sscanf(text, "%4d-%2d-%2d%n", &year, &month, &date, &n) != 3 || n != SRV_DAY - 1)
        return false;
    if (year < 1970 || month < 1 || month > 12 || date < 1 || date > month_days(year, month))
        return false;
    *day = year_begins(year) + date - 1;
    for (int m = 1; m < month; m++)
        *day += month_days(year, m);
    return true;
}

/* -- Deals ------------------------------------------------------------------------------------------ */

void srv_daily_name(const char *day, const char *game, char name[SRV_FAIR_TABLE + 1])
{
    snprintf(name, SRV_FAIR_TABLE + 1, "daily-%s-%s", day, game);
}

void srv_daily_own_list(const char *game, const char *account, char list[SRV_DAILY_LIST])
{
    snprintf(list, SRV_DAILY_LIST, "%s/%s", game, account);
}

static const struct {
    const char *game;
    int players;
} usual[] = {
#define DAILY(game, players) {game, players},
#include "hosts/server/daily.def"
#undef DAILY
};

int srv_daily_players(const spk_game *game)
{
    int n = 2;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (spk_str_eq(usual[i].game, game->key))
            n = usual[i].players;
    return n < game->min_seats ? game->min_seats : n > game->max_seats ? game->max_seats : n;
}

spk_seat srv_daily_seat(const spk_game *game, int64_t day)
{
    return (spk_seat)(day % srv_daily_players(game));
}

int64_t srv_daily_worth(const spk_result *result, spk_seat seat)
{
    enum { PLACE = 1000000000 };
    return (int64_t)PLACE * (SPK_MAX_SEATS - result->rank[seat]) + result->score[seat];
}
