/* create.c: a new table is written for the first time. What it is to be is decided elsewhere: http/make.c, rematch.c. */
#include <sodium.h>
#include <string.h>

#include "hosts/server/table/inside.h"

/* A table that only memory knows, with its first change. */
void srv_table_create_noted(srv_table *table, const uint8_t host[SRV_HASH], const srv_note *notes,
                            int n_notes, srv_after *after, void *context)
{
    srv_seat seats[SPK_MAX_SEATS];
    srv_fair fair;
    char hex[SRV_FAIR_HEX];
    uint8_t commitment[SRV_HASH];
    spk_buf settings = {0};
    srv_mark mark = {.status = ROOM_WAITING};
    srv_table_fair(table, &fair);
    srv_fair_commitment(&fair, hex);
    SPK_BUG_IF(sodium_hex2bin(commitment, sizeof commitment, hex, strlen(hex), NULL, NULL, NULL) !=
               0);
    srv_table_settings(table, &settings);
    for (spk_seat seat = 0; seat < table->n_seats; seat++)
        seats[seat] = srv_table_seat(table, seat);
    srv_row row = {.game = srv_box_of(table->box)->game->key,
                   .players = table->n_seats,
                   .header = srv_box_header(table->box),
                   .settings = spk_buf_text(&settings),
                   .listed = table->listed,
                   .rematch_of = *table->before ? table->before : NULL,
                   .seed = table->seed,
                   .commitment = commitment};
    srv_change change = {.create = &row,
                         .n_seats = table->n_seats,
                         .seats = seats,
                         .host_token = host,
                         .n_notes = n_notes,
                         .notes = notes};
    table->is_new = true;
    table->epoch = table->house->node ? SRV_FIRST_EPOCH : 0;
    srv_table_commit(table, &mark, NULL, &change, after, context);
    spk_buf_release(&settings);
}

void srv_table_create(srv_table *table, const uint8_t host[SRV_HASH], srv_after *after,
                      void *context)
{
    srv_table_create_noted(table, host, NULL, 0, after, context);
}

spk_err srv_nonce_check(const char *nonce, spk_why *why)
{
    srv_fair fair = {.n_seats = 1};
    return srv_fair_contribute(&fair, 0, nonce, why);
}
