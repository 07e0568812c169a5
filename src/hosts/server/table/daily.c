/* daily.c: a table of the deal of the day (daily.h): what is kept of its end, in the same change as the move that ended it, so
 * that no result is lost and none counted twice. */
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "hosts/server/table/inside.h"

bool srv_table_seed_is_public(const srv_table *table)
{
    int64_t day;
    if (!srv_table_is_over(table) || srv_table_is_sealed(table))
        return false;
    return !srv_day_parse(table->daily, &day) ||
           srv_house_wall(table->house) >= srv_day_begins(day + 1);
}

uint64_t srv_try_of(const char *account)
{
    return spk_hash(SPK_HASH_START, account, strlen(account)) | 1;
}

/* Whose rated try it is, if it counts: finished within its day. Later the seed is known. */
static const char *owner_of(const srv_table *table, int64_t *day)
{
    if (!table->try_of || table->maker < 0 || !srv_day_parse(table->daily, day) ||
        srv_house_wall(table->house) >= srv_day_begins(*day + 1))
        return NULL;
    const char *account = table->places[table->maker].account;
    return account && srv_try_of(account) == table->try_of ? account : NULL;
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

srv_daily_notes *srv_daily_add(const srv_table *table, srv_change *change)
{
    const char *game = srv_box_of(table->box)->game->key;
    int64_t day = 0;
    const char *account = owner_of(table, &day);
    spk_result result = {0};
    if (!account || change->n_notes + 2 > SRV_MOST_NOTES)
        return NULL;
    srv_daily_notes *d = spk_alloc(sizeof *d);
    spk_match_result(room_match(table->room), &result);
    print_try(table, &result, &d->text);
    snprintf(d->list, sizeof d->list, "%s/%s", table->daily, game);
    snprintf(d->key, sizeof d->key, "%s/%.23s", d->list, account);
    snprintf(d->day_key, sizeof d->day_key, "%s/%s", account, table->daily);
    d->notes = spk_alloc((size_t)(change->n_notes + 2) * sizeof *d->notes);
    for (int i = 0; i < change->n_notes; i++)
        d->notes[i] = change->notes[i];
    d->notes[change->n_notes++] = (srv_note){.kind = SRV_DAILY_TRIES,
                                             .key = d->key,
                                             .account = account,
                                             .list = d->list,
                                             .rank = srv_daily_worth(&result, table->maker),
                                             .text = spk_buf_text(&d->text),
                                             .version = SRV_ANY_VERSION};
    d->notes[change->n_notes++] = (srv_note){.kind = SRV_DAILY_DAYS,
                                             .key = d->day_key,
                                             .account = account,
                                             .rank = day,
                                             .text = "{}",
                                             .version = SRV_ANY_VERSION};
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
