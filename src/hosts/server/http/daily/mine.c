/* mine.c: the caller's own: their rated try of a deal, and on how many days in a row they have had one. */
#include <stdio.h>

#include "hosts/server/http/daily/inside.h"

/* -- The try ----------------------------------------------------------------------------------------- */

static void on_try(void *context, const srv_answer *a)
{
    daily_errand *e = context;
    json_t *o = a->err == SPK_OK ? json_loads(a->notes[0].text, 0, NULL) : NULL;
    const char *table = json_string_value(json_object_get(o, "table"));
    e->has_try = table != NULL;
    e->is_finished = json_is_integer(json_object_get(o, "place"));
    e->worth = a->err == SPK_OK ? a->notes[0].rank : 0;
    snprintf(e->table, sizeof e->table, "%s", table ? table : "");
    if (a->err == SPK_OK)
        spk_buf_puts(&e->mine, a->notes[0].text);
    json_decref(o);
    e->next(e);
}

void daily_want_try(daily_errand *e, void (*next)(daily_errand *e))
{
    char key[SRV_KEY_ROOM];
    e->next = next;
    daily_key(e, e->caller.id, key);
    spk_buf_clear(&e->mine);
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_DAILY_TRIES, .key = key}, on_try);
}

/* -- Streaks: days in a row, up to today or yesterday, and the longest ever ------------------------------- */

/* Newest first. */
static void count_day(daily_errand *e, int64_t day)
{
    bool goes_on = e->run && day == e->last - 1;
    e->is_current = goes_on ? e->is_current : !e->run && day >= e->today - 1;
    e->run = goes_on ? e->run + 1 : 1;
    e->last = day;
    if (e->is_current)
        e->streak = e->run;
    if (e->run > e->longest)
        e->longest = e->run;
}

static void on_days(void *context, const srv_answer *a)
{
    daily_errand *e = context;
    for (int i = 0; a->err == SPK_OK && i < a->n_notes; i++)
        count_day(e, a->notes[i].rank);
    if (a->err == SPK_OK && a->more && (e->is_current || e->is_all))
        daily_want_streak(e, e->next);
    else
        e->next(e);
}

/* A page of days at a time. */
void daily_want_streak(daily_errand *e, void (*next)(daily_errand *e))
{
    e->next = next;
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTES,
                                .kind = SRV_DAILY_DAYS,
                                .account = e->caller.id,
                                .falling = true,
                                .within = e->run > 0,
                                .low_rank = 0,
                                .high_rank = e->last - 1},
                   on_days);
}
