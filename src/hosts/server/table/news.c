/* news.c: what a change of a table means to people who have an account and are not there: it is their turn, the game is over, a
 * seat at the next table is kept for them. The news are notes (alert.h) that are written with the change.
 *
 * Whose turn it is, is asked as an onlooker may know it. Somebody's answer that is sealed makes no news, and
 * what is queued for one player never depends on what another one did in secret. */
#include "hosts/server/alert/alert.h"
#include "hosts/server/table/inside.h"

/* Somebody who can be told: a person of their own, with an account. */
static const char *reader_of(const srv_table *table, spk_seat seat)
{
    return room_sitter_of(table->room, seat)->kind == ROOM_PERSON ? table->places[seat].account
                                                                  : NULL;
}

static bool is_there(const srv_table *table, spk_seat seat)
{
    return table->viewers[seat].n_guests > 0;
}

static const char *game_of(const srv_table *table) { return srv_box_of(table->box)->game->key; }

static void add(srv_table *table, srv_bulletin *b, spk_seat seat, srv_news what, const char *at)
{
    srv_bulletin_add(b, reader_of(table, seat), what, at, game_of(table),
                     srv_house_wall(table->house));
    table->house->figures.alerts_queued++;
    if (what == SRV_NEWS_TURN)
        table->alerted |= (uint8_t)(1u << seat);
}

/* Nothing to tell any more: they have acted themselves, or their turn has passed without them. */
static bool is_past(const srv_table *table, spk_seat seat, spk_actors asked)
{
    bool acted = table->actor.ws.n && table->actor.seat == seat;
    return reader_of(table, seat) && table->alerted >> seat & 1 &&
           (acted || !spk_actors_has(asked, seat));
}

static bool is_turn(const srv_table *table, spk_seat seat, spk_actors asked)
{
    return spk_actors_has(asked, seat) && !spk_actors_has(table->turn, seat) &&
           !room_is_away(table->room, seat);
}

void srv_news_start(srv_table *table)
{
    table->turn = srv_alerts_are_on(table->house) ? room_turn(table->room, SPK_SEAT_ONLOOKER) : 0;
    table->alerted = UINT8_MAX; /* nobody knows */
}

/* Removals first: a person with two seats here has one note. */
void srv_news_add(srv_table *table, const srv_mark *mark, srv_bulletin *b)
{
    room_status status = room_status_of(table->room);
    bool is_over = status != mark->status && (status == ROOM_FINISHED || status == ROOM_CLOSED) &&
                   room_is_dealt(table->room);
    spk_actors asked = room_turn(table->room, SPK_SEAT_ONLOOKER);
    bool was_over =
        mark->status == ROOM_FINISHED || mark->status == ROOM_CLOSED; /* then that is the news */
    for (spk_seat seat = 0; seat < table->n_seats && !was_over; seat++)
        if (is_past(table, seat, asked)) {
            srv_bulletin_drop(b, reader_of(table, seat), table->id);
            table->alerted &= (uint8_t) ~(1u << seat);
        }
    for (spk_seat seat = 0; seat < table->n_seats; seat++) {
        if (!reader_of(table, seat) || is_there(table, seat))
            continue;
        if (is_over)
            add(table, b, seat, SRV_NEWS_OVER, table->id);
        else if (is_turn(table, seat, asked))
            add(table, b, seat, SRV_NEWS_TURN, table->id);
        else if (table->is_new &&
                 *table->tournament) /* the house has made it: they do not know yet */
            add(table, b, seat, SRV_NEWS_SEAT, table->id);
    }
    table->turn = asked;
}

void srv_news_rematch(srv_table *old, spk_seat asker, const char *next, srv_bulletin *b)
{
    for (spk_seat seat = 0; seat < old->n_seats && srv_alerts_are_on(old->house); seat++)
        if (seat != asker && reader_of(old, seat) && !is_there(old, seat))
            add(old, b, seat, SRV_NEWS_SEAT, next);
}
