/* tables.c: the tables of a tournament: made, dealt and written, each with the id that its line of the log has. A table that is
 * there already, because this house fell after it was written or because another server was faster, is not made again: its
 * id is taken. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/tournament/inside.h"

enum {
    OTHERS_MS = 3000, /* how long another server, which paired the round, has to make its tables */
    SEND_MS =
        5000, /* how often a table that is not here is asked for, to give up a leaver's seat */
};

/* -- Who sits there ---------------------------------------------------------------------------------------- */

static void seat_bot(srv_table *table, spk_seat seat, const srv_entrant *e)
{
    room_sitter who = {.kind = ROOM_BOT, .here = true};
    snprintf(who.bot, sizeof who.bot, "%s", e->bot);
    snprintf(who.name, sizeof who.name, "%s", e->name);
    room_sit(table->room, seat, &who);
}

/* By account or, without one, by a token that follows from the tournament's secret. */
static void seat_person(const srv_tournament *t, srv_table *table, spk_seat seat, int number)
{
    const srv_entrant *e = &t->entrants[number - 1];
    srv_place *place = &table->places[seat];
    room_sitter who = {.kind = ROOM_PERSON};
    char token[SRV_TOKEN];
    snprintf(who.name, sizeof who.name, "%s", e->name);
    if (*e->account)
        srv_table_set_text(&place->account, e->account);
    else {
        srv_tournament_seat_token(t, number, table->id, token, place->token);
        place->has_token = true;
    }
    place->joined = srv_house_wall(table->house);
    room_sit(table->room, seat, &who);
}

static void seat_all(const srv_tournament *t, srv_table *table, const tournament_table *pairing)
{
    for (int seat = 0; seat < pairing->n; seat++) {
        const srv_entrant *e = &t->entrants[pairing->who[seat] - 1];
        if (*e->bot)
            seat_bot(table, seat, e);
        else
            seat_person(t, table, seat, pairing->who[seat]);
    }
}

/* -- The table ------------------------------------------------------------------------------------------------ */

static void set_seed(const srv_tournament *t, srv_table *table, int round)
{
    srv_fair fair;
    if (t->setup.kind == TOURNAMENT_DUPLICATE) {
        table->deal_round = round;
        srv_tournament_seed(t, round, table->seed);
        return;
    }
    srv_fair_init(&fair, table->id, table->n_seats);
    memcpy(table->seed, fair.seed, SRV_HASH);
}

/* A table counts for ratings if it could be a rated one by itself (rated.c): not if one bot sits there twice. */
static void set_rated(const srv_tournament *t, srv_table *table)
{
    spk_why why = {0};
    table->rated = t->setup.rated;
    table->rated = srv_rated_check(table, &why) == SPK_OK && table->rated;
}

static srv_table *furnish(const srv_tournament *t, int number, spk_why *why)
{
    srv_house *h = t->house;
    const tournament_table *pairing = tournament_table_at(t->t, number);
    room_plan plan = {.clock = t->setup.clock,
                      .chat = true,
                      .onlookers = true,
                      .absence_s = ROOM_ABSENCE_S,
                      .official = true};
    srv_box *box =
        srv_boxes_open(srv_tables_boxes(h), t->setup.game, "default",
                       &(spk_choice){.n_seats = pairing->n, .preset = t->setup.preset}, why);
    if (!box)
        return NULL;
    srv_table *table = srv_table_new(h, t->pairings[number - 1].id);
    snprintf(table->language, sizeof table->language, "%s", t->setup.language);
    memcpy(table->tournament, t->id, sizeof table->tournament);
    table->tournament_table = number;
    table->created = srv_house_wall(h);
    srv_table_equip(table, box, &plan);
    set_seed(t, table, pairing->round);
    seat_all(t, table, pairing);
    set_rated(t, table);
    if (srv_table_deal(table, why) == SPK_OK)
        return table;
    srv_table_drop(table);
    return NULL;
}

/* -- Making it -------------------------------------------------------------------------------------------------- */

typedef struct making {
    srv_tournament_task task;
    srv_house *house;
    char tournament[SRV_ID + 1];
    int number;
    spk_err err;
} making;

/* There it is, whoever made it. If it could not be made, the next look tries again; if that was because an account is gone,
 * everything is read anew. */
static void at_tournament(srv_tournament_task *task, srv_tournament *t, const spk_why *why)
{
    making *m = (making *)task;
    (void)why;
    if (t && m->number <= t->n_pairings) {
        srv_pairing *p = &t->pairings[m->number - 1];
        p->is_being_made = false;
        p->is_made |= m->err == SPK_OK || m->err == SPK_ETAKEN || m->err == SPK_ESTALE;
        if (m->err == SPK_EUNKNOWN)
            srv_tournament_empty(t);
    }
    spk_free(m);
}

static void after_made(void *context, srv_table *table, const spk_why *why)
{
    making *m = context;
    (void)table;
    m->err = why->err;
    if (why->err == SPK_OK) {
        m->house->figures.tables_made++;
        m->house->figures.tournament_tables++;
    }
    srv_tournament_visit(m->house, m->tournament, &m->task);
}

static void create(srv_tournament *t, srv_table *table, int number)
{
    char key[SRV_KEY_ROOM], text[64];
    making *m = spk_alloc(sizeof *m);
    *m = (making){.task = {.run = at_tournament}, .house = t->house, .number = number};
    memcpy(m->tournament, t->id, sizeof m->tournament);
    srv_tournament_key(t->id, number, key);
    snprintf(text, sizeof text, "{\"table\":\"%s\"}", table->id);
    srv_note note = {.kind = SRV_TOURNAMENT_TABLES,
                     .key = key,
                     .list = t->id,
                     .rank = number,
                     .text = text}; /* version 0: it was not made before */
    srv_log_event(t->house->log, SRV_EVENT_TABLE_MADE, SRV_KEY("table", table->id),
                  SRV_KEY("game", t->setup.game->key), SRV_NUM("players", table->n_seats),
                  SRV_KEY("tournament", t->id));
    t->pairings[number - 1].is_being_made = true;
    srv_table_create_noted(table, NULL, &note, 1, after_made, m);
}

static void make_one(srv_tournament *t, int number)
{
    spk_why why = {0};
    srv_pairing *p = &t->pairings[number - 1];
    const srv_table *there = srv_table_find(t->house, p->id);
    if (there) { /* and in memory: the note was listed a moment too late */
        p->is_made = there->state != SRV_LOADING; /* or somebody asks for what is not there yet */
        return;
    }
    srv_table *table = furnish(t, number, &why);
    if (table)
        create(t, table, number);
    else
        srv_log_event(t->house->log, SRV_EVENT_TOURNAMENT_STUCK, SRV_KEY("tournament", t->id),
                      SRV_KEY("why", why.text));
}

void srv_tournament_make_tables(srv_tournament *t)
{
    bool others =
        t->house->node && !t->paired_here && srv_house_wall(t->house) - t->paired_at < OTHERS_MS;
    for (int i = 1; i <= t->n_pairings && !others; i++) {
        const srv_pairing *p = &t->pairings[i - 1];
        if (!p->is_made && !p->is_being_made && !tournament_table_at(t->t, i)->is_over &&
            !srv_tables_are_full(t->house))
            make_one(t, i);
    }
}

/* -- Leavers ------------------------------------------------------------------------------------------------------ */

typedef struct leaving {
    srv_task task;
    srv_house *house;
    char tournament[SRV_ID + 1];
    int number;
    spk_seat seat;
} leaving;

static void note_gone(const leaving *l)
{
    srv_tournament *t = srv_tournament_find(l->house, l->tournament);
    if (t && l->number <= t->n_pairings)
        t->pairings[l->number - 1].gone |= 1u << l->seat;
}

/* Their seat is played for them from now on, as if they had left the table themselves. It counts as done when it is found so. */
static void at_table(srv_task *task, srv_table *table, const spk_why *why)
{
    leaving *l = (leaving *)task;
    spk_rng rng;
    (void)why; /* another node has it, and does the same; or the next look */
    if (table && room_status_of(table->room) == ROOM_PLAYING) {
        srv_mark mark = srv_table_mark(table);
        srv_table_rng(table, &rng);
        if (room_is_away(table->room, l->seat))
            note_gone(l);
        else if (room_act(table->room, l->seat, &(room_deed){.kind = ROOM_LEAVE, .n = -1}, &rng,
                          srv_house_now(table->house), NULL) == SPK_OK) {
            table->actor = (srv_actor){0};
            srv_table_commit(table, &mark, NULL, NULL, NULL, NULL);
        }
    }
    spk_free(l);
}

static void send_leaver(srv_tournament *t, int number, spk_seat seat)
{
    srv_pairing *p = &t->pairings[number - 1];
    int64_t now = srv_house_ms(t->house);
    bool is_here = srv_table_find(t->house, p->id) != NULL;
    if (!p->is_made || (!is_here && (p->gone >> seat & 1 || now < p->next_send_ms)))
        return; /* one that is here is looked at each time: whoever acts there takes the seat back */
    if (!is_here)
        p->next_send_ms = now + SEND_MS;
    leaving *l = spk_alloc(sizeof *l);
    *l = (leaving){.task = {.run = at_table}, .house = t->house, .number = number, .seat = seat};
    memcpy(l->tournament, t->id, sizeof l->tournament);
    srv_table_visit(t->house, p->id, &l->task);
}

/* Also at tables where nobody is: those who play there should not have to wait for somebody's clock. Of several servers the one
 * that has the table does it, or whichever is first if nobody has it. */
void srv_tournament_send_leavers(srv_tournament *t)
{
    for (int who = 1; who <= tournament_entrants(t->t); who++) {
        int number = tournament_table_of(t->t, who);
        if (!number || *t->entrants[who - 1].bot)
            continue;
        const tournament_table *pairing = tournament_table_at(t->t, number);
        spk_seat seat = 0;
        while (pairing->who[seat] != who)
            seat++;
        if (tournament_has_left(t->t, who))
            send_leaver(t, number, seat);
        else
            t->pairings[number - 1].gone &= ~(1u << seat);
    }
}
