/* tournament.c: a table of a tournament: what is kept of its end, in the same change as the move that ended it, so that no
 * result is lost and none counted twice; and the secret of a duplicate, where others may still be playing the same deal. Who
 * plays whom is decided elsewhere (server/tournament). */
#include <stdio.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/table/inside.h"

void srv_tournament_key(const char *tournament, int number, char key[SRV_KEY_ROOM])
{
    snprintf(key, SRV_KEY_ROOM, "%s/%d", tournament, number);
}

void srv_tournament_deal_name(const char *tournament, int round, char name[SRV_FAIR_TABLE + 1])
{
    snprintf(name, SRV_FAIR_TABLE + 1, "tournament-%s-%d", tournament, round);
}

/* -- Its result -------------------------------------------------------------------------------------- */

/* Whoever is not there at the end has left, as at a rated table (rated.c). */
static bool has_left(const srv_table *table, spk_seat seat)
{
    const spk_clock *clock = room_clock(table->room);
    return room_sitter_of(table->room, seat)->kind == ROOM_PERSON &&
           (clock->away & ~clock->lent) >> seat & 1;
}

/* Those who left come after all who stayed, and have no more than the least of all: in a duplicate it is scores that count. */
static void put_left_last(const srv_table *table, spk_result *result)
{
    int place[SPK_MAX_SEATS], n_stayed = 0;
    int least = result->score[0];
    for (spk_seat seat = 0; seat < table->n_seats; seat++) {
        n_stayed += !has_left(table, seat);
        least = result->score[seat] < least ? result->score[seat] : least;
    }
    for (spk_seat seat = 0; seat < table->n_seats; seat++) {
        place[seat] = has_left(table, seat) ? n_stayed + 1 : 1;
        for (spk_seat other = 0; other < table->n_seats && !has_left(table, seat); other++)
            place[seat] += !has_left(table, other) && result->rank[other] < result->rank[seat];
    }
    for (spk_seat seat = 0; seat < table->n_seats; seat++) {
        result->rank[seat] = place[seat];
        if (has_left(table, seat))
            result->score[seat] = least;
    }
}

/* If nobody has stayed, nobody has won anything. */
static bool has_winner(const srv_table *table)
{
    for (spk_seat seat = 0; seat < table->n_seats; seat++)
        if (!has_left(table, seat))
            return room_status_of(table->room) == ROOM_FINISHED;
    return false;
}

static void print_places(const srv_table *table, spk_json *j)
{
    spk_result result = {0};
    char word[32];
    spk_match_result(room_match(table->room), &result);
    put_left_last(table, &result);
    spk_json_key(j, "result"), spk_json_open(j, '[');
    for (spk_seat seat = 0; seat < table->n_seats; seat++) {
        snprintf(word, sizeof word, "%d:%d", result.rank[seat], result.score[seat]);
        spk_json_str(j, word);
    }
    spk_json_close(j, ']');
    spk_json_key(j, "left"), spk_json_open(j, '[');
    for (spk_seat seat = 0; seat < table->n_seats; seat++)
        if (has_left(table, seat))
            spk_json_int(j, seat);
    spk_json_close(j, ']');
}

bool srv_tournament_line(const srv_table *table, char key[SRV_KEY_ROOM], spk_buf *text,
                         srv_note *note)
{
    room_status status = room_status_of(table->room);
    spk_json j = {.out = text};
    if (!*table->tournament || (status != ROOM_FINISHED && status != ROOM_CLOSED))
        return false;
    spk_json_open(&j, '{');
    spk_json_key(&j, "table"), spk_json_str(&j, table->id);
    if (has_winner(table))
        print_places(table, &j);
    else
        spk_json_key(&j, "void"), spk_json_bool(&j, true);
    spk_json_close(&j, '}');
    srv_tournament_key(table->tournament, table->tournament_table, key);
    *note = (srv_note){.kind = SRV_TOURNAMENT_TABLES,
                       .key = key,
                       .list = table->tournament,
                       .rank = table->tournament_table,
                       .text = spk_buf_text(text),
                       .version = SRV_ANY_VERSION};
    return true;
}

/* -- The secret of a duplicate ------------------------------------------------------------------------- */

bool srv_table_is_sealed(const srv_table *table)
{
    return *table->tournament && table->deal_round && !table->deal_is_public;
}

typedef struct unsealing {
    srv_house *house;
    char id[SRV_ID + 1];
    void (*then)(void *context);
    void *context;
} unsealing;

/* The note is written with the results of the round: before that there is none. */
static void on_deal(void *context, const srv_answer *answer)
{
    unsealing *u = context;
    srv_table *table = srv_table_find(u->house, u->id);
    srv_house_end(u->house);
    if (table && answer->err == SPK_OK)
        table->deal_is_public = true;
    u->then(u->context);
    spk_free(u);
}

bool srv_table_unseal(srv_table *table, void (*then)(void *context), void *context)
{
    char key[SRV_KEY_ROOM];
    if (!srv_table_is_sealed(table) || !srv_table_is_over(table))
        return false;
    srv_tournament_key(table->tournament, table->deal_round, key);
    unsealing *u = spk_alloc(sizeof *u);
    *u = (unsealing){.house = table->house, .then = then, .context = context};
    memcpy(u->id, table->id, sizeof u->id);
    srv_query query = {.what = SRV_ASK_NOTE, .kind = SRV_TOURNAMENT_DEALS, .key = key};
    if (srv_store_ask(table->house->store, &query, on_deal, u) != SPK_OK) {
        spk_free(u);
        return false;
    }
    srv_house_begin(table->house);
    return true;
}
