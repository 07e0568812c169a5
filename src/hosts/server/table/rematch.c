/* rematch.c: the same people at a new table, everybody one seat on. Its id was chosen with the old table,
 * so however often and by whomever a rematch is asked for, there is one; nobody can guess it. The first who asks makes it;
 * the others' seats are kept for them until they ask as well. A seat's new token is made of the old one:
 * whoever shows that is told the new one again, and the house need not keep it. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/alert/alert.h"
#include "hosts/server/table/inside.h"

/* Somebody who wants to play again, on the way to the new table. */
typedef struct again {
    srv_task task;
    srv_house *house;
    srv_actor actor;
    srv_ask ask;
    char old[SRV_ID + 1], table[SRV_ID + 1];
    spk_seat seat; /* at the new table */
    bool has_token;
    uint8_t old_token[SRV_HASH];
    char token[SRV_TOKEN], host[SRV_TOKEN];
    char account[SRV_ID_ROOM];
    char nonce[SRV_NONCE + 1];
} again;

static void refuse(again *a, const spk_why *why)
{
    if (a->actor.ws.n)
        srv_say_why(a->house, a->actor.ws, a->actor.ref, why);
    else
        srv_refuse_why(a->house, a->ask, why);
    spk_free(a);
}

static void answer(again *a, const srv_table *table)
{
    srv_fair fair;
    char hex[SRV_FAIR_HEX];
    spk_buf out = {0};
    spk_json j = {.out = &out};
    srv_table_fair(table, &fair);
    srv_fair_commitment(&fair, hex);
    spk_json_open(&j, '{');
    if (a->actor.ws.n) {
        spk_json_key(&j, "t"), spk_json_str(&j, "ok");
        spk_json_key(&j, "ref"), spk_json_str(&j, a->actor.ref);
    }
    spk_json_key(&j, "id"), spk_json_str(&j, a->table);
    srv_json_link(a->house, a->table, &j);
    spk_json_key(&j, "seat"), spk_json_int(&j, a->seat);
    srv_json_text_or_null(&j, "token", a->has_token ? a->token : NULL);
    if (*a->host)
        spk_json_key(&j, "host"), spk_json_str(&j, a->host);
    spk_json_key(&j, "commitment"), spk_json_str(&j, hex);
    spk_json_close(&j, '}');
    if (a->actor.ws.n)
        srv_ws_send(a->house->world, a->actor.ws, out.bytes, out.n);
    else
        srv_reply_buf(a->house, a->ask, 200, &out);
    spk_buf_release(&out);
    spk_free(a);
}

/* -- The new table ----------------------------------------------------------------------------- */

/* Sit down at the seat that is kept; SPK_OK too if that was done before. */
static spk_err sit(again *a, srv_table *table, bool *changed, spk_why *why)
{
    srv_place *place = &table->places[a->seat];
    room_sitter who = *room_sitter_of(table->room, a->seat);
    uint8_t bytes[SRV_HASH], hash[SRV_HASH] = {0};
    if (a->has_token) {
        srv_token_derive(a->old_token, "rematch", a->table, bytes);
        srv_token_print(bytes, a->token, hash);
    }
    *changed = false;
    bool mine = who.kind != ROOM_OPEN &&
                (a->has_token ? place->has_token && srv_hash_eq(place->token, hash)
                              : place->account && spk_str_eq(place->account, a->account));
    if (mine)
        return SPK_OK;
    if (who.kind != ROOM_OPEN || room_status_of(table->room) != ROOM_WAITING)
        return spk_fail(why, SPK_ETAKEN, "Your seat at the next table has been given away.");
    who.kind = ROOM_PERSON;
    place->has_token = a->has_token;
    memcpy(place->token, hash, SRV_HASH);
    place->joined = srv_house_wall(a->house);
    srv_table_set_text(&place->nonce, a->nonce);
    srv_table_set_text(&place->account, a->account);
    room_sit(table->room, a->seat, &who);
    *changed = true;
    return room_is_full(table->room) ? srv_table_deal(table, why) : SPK_OK;
}

static void after_sat(void *context, srv_table *table, const spk_why *why)
{
    again *a = context;
    if (why->err == SPK_OK)
        answer(a, table);
    else
        refuse(a, why);
}

static void at_next(srv_task *task, srv_table *table, const spk_why *why)
{
    again *a = (again *)task;
    spk_why no = {0};
    bool changed;
    if (!table && why->err == SPK_ELOST && srv_house_send_after(a->house, a->old, a->table) &&
        a->actor.ws.n) { /* asked again where both tables are */
        spk_free(a);
        return;
    }
    if (!table || a->seat >= table->n_seats) {
        refuse(a, why);
        return;
    }
    srv_mark mark = srv_table_mark(table);
    if (sit(a, table, &changed, &no) != SPK_OK)
        refuse(a, &no);
    else if (!changed)
        answer(a, table);
    else {
        srv_seat seat = srv_table_seat(table, a->seat);
        table->actor = (srv_actor){0};
        srv_table_commit(table, &mark, NULL, &(srv_change){.n_seats = 1, .seats = &seat}, after_sat,
                         a);
    }
}

/* -- Making it --------------------------------------------------------------------------------- */

/* The same box, plan and people; bots sit down at once, people's seats are kept. */
static void furnish(srv_table *next, const srv_table *old)
{
    srv_fair fair;
    srv_table_equip(next, srv_boxes_take(old->box), room_plan_of(old->room));
    srv_fair_init(&fair, next->id, next->n_seats);
    memcpy(next->seed, fair.seed, SRV_HASH);
    memcpy(next->language, old->language, sizeof next->language);
    memcpy(next->before, old->id, sizeof next->before);
    srv_table_set_text(&next->edition, old->edition);
    next->payer = old->payer;
    next->listed = false;
    next->rated = old->rated;
    memcpy(next->crew, old->crew, sizeof next->crew);
    next->created = srv_house_wall(next->house);
    for (spk_seat seat = 0; seat < old->n_seats; seat++) {
        spk_seat to = (seat + 1) % old->n_seats;
        room_sitter who = *room_sitter_of(old->room, seat);
        if (who.kind != ROOM_BOT)
            who.kind = ROOM_OPEN;
        who.here = who.kind == ROOM_BOT;
        srv_table_set_text(&next->places[to].account, old->places[seat].account);
        room_sit(next->room, to, &who);
        if (old->maker == seat)
            next->maker = (int8_t)to;
    }
}

/* On the old table: where it goes on. A rematch that exists already is as good. */
static void after_noted(void *context, srv_table *table, const spk_why *why)
{
    again *a = context;
    if (why->err == SPK_OK || !table)
        srv_table_visit(a->house, a->table, &a->task);
    else
        refuse(a, why);
}

static void note(srv_table *old, again *a)
{
    spk_buf settings = {0};
    srv_bulletin news = {.n = 0};
    srv_mark mark = srv_table_mark(old);
    srv_news_rematch(old, a->actor.seat, a->table, &news);
    memcpy(old->rematch, a->table, sizeof old->rematch);
    srv_table_settings(old, &settings);
    old->actor = (srv_actor){0};
    srv_table_commit(old, &mark, NULL,
                     &(srv_change){.settings = spk_buf_text(&settings),
                                   .listed = old->listed,
                                   .n_notes = news.n,
                                   .notes = news.notes},
                     after_noted, a);
    spk_buf_release(&settings);
}

static void at_old_again(srv_task *task, srv_table *old, const spk_why *why)
{
    again *a = (again *)task;
    a->task.run = at_next;
    if (!old)
        refuse(a, why);
    else if (*old->rematch)
        srv_table_visit(a->house, a->table, &a->task);
    else
        note(old, a);
}

static void after_made(void *context, srv_table *table, const spk_why *why)
{
    again *a = context;
    (void)table;
    if (why->err != SPK_OK && why->err != SPK_ETAKEN) {
        refuse(a, why);
        return;
    }
    a->house->figures.tables_made += why->err == SPK_OK;
    if (why->err != SPK_OK)
        a->host[0] = '\0'; /* somebody else was first, and is its host */
    a->task.run = at_old_again;
    srv_table_visit(a->house, a->old, &a->task);
}

static void make(srv_table *old, again *a)
{
    uint8_t host[SRV_HASH];
    if (srv_table_find(a->house, a->table)) { /* being made, or left over from before a crash */
        a->task.run = at_old_again;
        srv_table_queue(old, &a->task);
        return;
    }
    srv_table *next = srv_table_new(a->house, a->table);
    furnish(next, old);
    srv_token_new(a->host, host);
    srv_table_create(next, host, after_made, a);
}

void srv_rematch(srv_table *table, const srv_actor *actor, srv_ask ask, const uint8_t *token,
                 const char *nonce)
{
    spk_why why = {0};
    again *a = spk_alloc(sizeof *a);
    *a = (again){.task = {.run = at_next},
                 .house = table->house,
                 .actor = *actor,
                 .ask = ask,
                 .has_token = token != NULL,
                 .seat = (actor->seat + 1) % table->n_seats};
    memcpy(a->old, table->id, sizeof a->old);
    memcpy(a->table, *table->rematch ? table->rematch : table->next_id, sizeof a->table);
    if (token)
        memcpy(a->old_token, token, SRV_HASH);
    snprintf(a->nonce, sizeof a->nonce, "%s", nonce ? nonce : "");
    if (table->places[actor->seat].account)
        snprintf(a->account, sizeof a->account, "%s", table->places[actor->seat].account);
    if (*table->tournament) {
        spk_refuse(&why, "", "In a tournament the house decides who plays whom.");
        refuse(a, &why);
    } else if (room_status_of(table->room) != ROOM_FINISHED) {
        spk_fail(&why, SPK_EREFUSED, "The game is not over.");
        refuse(a, &why);
    } else if (*table->rematch)
        srv_table_visit(a->house, a->table, &a->task);
    else
        make(table, a);
}
