/* daily.c: a table of the deal of the day (daily.h): what is kept of its end, in the same change as the move that ended it, so
 * that no result is lost and none counted twice. */
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "hosts/server/table/inside.h"

/* A day that was over once stays over: its seed may be known by then. */
static bool is_day_over(const srv_table *table, int64_t day)
{
    srv_house *h = table->house;
    if (day > h->told_day && srv_house_wall(h) >= srv_day_begins(day + 1))
        h->told_day = day;
    return day <= h->told_day;
}

bool srv_table_seed_is_public(const srv_table *table)
{
    int64_t day;
    if (!srv_table_is_over(table) || srv_table_is_sealed(table))
        return false;
    return !srv_day_parse(table->daily, &day) || is_day_over(table, day);
}

uint64_t srv_try_of(const char *account)
{
    return spk_hash(SPK_HASH_START, account, strlen(account)) | 1;
}

/* Whose rated try it is, if it counts: finished within its day. Later the seed is known. */
static const char *owner_of(const srv_table *table, int64_t *day)
{
    if (!table->try_of || table->maker < 0 || !srv_day_parse(table->daily, day) ||
        is_day_over(table, *day))
        return NULL;
    const char *account = table->places[table->maker].account;
    return account && srv_try_of(account) == table->try_of ? account : NULL;
}

spk_err srv_daily_check_leave(const srv_table *table, spk_why *why)
{
    int64_t day;
    if (srv_table_is_over(table) || !owner_of(table, &day))
        return SPK_OK;
    return spk_refuse(why, "", "Your try waits for you until midnight (UTC). Just close the page.");
}

static void print_try(const srv_table *table, const spk_result *result, spk_buf *text)
{
    spk_json j = {.out = text};
    spk_json_open(&j, '{');
    spk_json_key(&j, "table"), spk_json_str(&j, table->id);
    spk_json_key(&j, "name");
    spk_json_str(&j, room_sitter_of(table->room, table->maker)->name);
    spk_json_key(&j, "place"), spk_json_int(&j, result->rank[table->maker]);
    spk_json_key(&j, "score"), spk_json_int(&j, result->score[table->maker]);
    spk_json_key(&j, "at"), spk_json_int(&j, srv_house_wall(table->house));
    spk_json_close(&j, '}');
}

/* Where the result belongs: the keys of its notes. */
static void name_notes(const srv_table *table, const char *account, const spk_result *result,
                       srv_daily_notes *d)
{
    const char *game = srv_box_of(table->box)->game->key;
    print_try(table, result, &d->text);
    snprintf(d->list, sizeof d->list, "%s/%s", table->daily, game);
    snprintf(d->key, sizeof d->key, "%s/%.23s", d->list, account);
    snprintf(d->day_key, sizeof d->day_key, "%s/%s", account, table->daily);
    srv_daily_own_list(game, account, d->own_list);
    snprintf(d->result, sizeof d->result, "{\"place\":%d,\"score\":%d}", result->rank[table->maker],
             result->score[table->maker]);
}

srv_daily_notes *srv_daily_add(const srv_table *table, srv_change *change)
{
    enum { OURS = 3 };
    int64_t day = 0;
    const char *account = owner_of(table, &day);
    spk_result result = {0};
    if (!account || change->n_notes + OURS > SRV_MOST_NOTES)
        return NULL;
    srv_daily_notes *d = spk_alloc(sizeof *d);
    spk_match_result(room_match(table->room), &result);
    name_notes(table, account, &result, d);
    srv_note ours[OURS] = {
        {.kind = SRV_DAILY_TRIES,
         .key = d->key,
         .list = d->list,
         .rank = srv_daily_worth(&result, table->maker),
         .text = spk_buf_text(&d->text)},
        {.kind = SRV_DAILY_DAYS, .key = d->day_key, .rank = day, .text = "{}"},
        {.kind = SRV_DAILY_OWN, .key = d->key, .list = d->own_list, .rank = day, .text = d->result},
    };
    d->notes = spk_alloc((size_t)(change->n_notes + OURS) * sizeof *d->notes);
    for (int i = 0; i < change->n_notes; i++)
        d->notes[i] = change->notes[i];
    for (int i = 0; i < OURS; i++) {
        ours[i].account = account;
        ours[i].version = SRV_ANY_VERSION;
        d->notes[change->n_notes++] = ours[i];
    }
    change->notes = d->notes;
    return d;
}

void srv_daily_free_notes(srv_daily_notes *d)
{
    if (!d)
        return;
    spk_buf_release(&d->text);
    spk_free(d->notes);
    spk_free(d);
}
