/* guest.c: somebody on a WebSocket: what they say, and the answers that are theirs alone. What a message
 * may be stands in messages.def; message.c reads it; hello.c lets people in. */
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/table/guest.h"

/* -- Answers ----------------------------------------------------------------------------------- */

static void finish(srv_house *h, srv_ws ws, spk_json *j)
{
    spk_json_close(j, '}');
    srv_ws_send(h->world, ws, h->tables->out.bytes, h->tables->out.n);
}

static spk_json begin(srv_house *h, const char *t, const char *ref)
{
    spk_json j = {.out = &h->tables->out};
    spk_buf_clear(&h->tables->out);
    spk_json_open(&j, '{');
    spk_json_key(&j, "t"), spk_json_str(&j, t);
    srv_json_text_or_null(&j, "ref", ref);
    return j;
}

void srv_say_ok(srv_house *h, srv_ws ws, const char *ref, int n)
{
    spk_json j = begin(h, "ok", ref);
    spk_json_key(&j, "n"), spk_json_int(&j, n);
    finish(h, ws, &j);
}

static void say_no(srv_house *h, srv_ws ws, const char *ref, srv_code code, const char *rule,
                   const char *text, const char *phrase)
{
    spk_json j = begin(h, "no", ref);
    srv_print_refusal(&j, code, rule, text, phrase);
    finish(h, ws, &j);
}

void srv_say_no(srv_house *h, srv_ws ws, const char *ref, srv_code code, const char *rule,
                const char *text)
{
    say_no(h, ws, ref, code, rule, text, "");
}

void srv_say_why(srv_house *h, srv_ws ws, const char *ref, const spk_why *why)
{
    say_no(h, ws, ref, srv_code_of(why->err), why->rule, why->text, why->phrase);
}

/* -- What may be said -------------------------------------------------------------------------- */

static const char *const message_words[SRV_SAYS] = {
#define MESSAGE(name, who, fields, answer) #name,
#include "hosts/server/table/messages.def"
#undef MESSAGE
};

/* What is done at a table has the same word as the message that asks for it. */
static void say_act(srv_table *table, const srv_message *said)
{
    spk_why why = {0};
    int kind = spk_str_find(message_words[said->word], room_deed_words, ROOM_DEED_COUNT);
    SPK_BUG_IF(kind < 0);
    if ((kind == ROOM_LEAVE || kind == ROOM_CLOSE) &&
        srv_daily_check_leave(table, &why) != SPK_OK) {
        srv_say_why(table->house, said->actor.ws, said->actor.ref, &why);
        return;
    }
    room_deed deed = {
        .kind = (room_deed_kind)kind, .text = said->text, .n = said->n, .to = said->to};
    table->house->figures.acts++;
    srv_table_act(table, &said->actor, &deed);
}

static void say_chat(srv_table *table, const srv_message *said)
{
    srv_house *h = table->house;
    const srv_actor *a = &said->actor;
    spk_why why = {0};
    if (room_status_of(table->room) == ROOM_CLOSED) /* the store takes nothing more of it */
        spk_refuse(&why, "", "The table is closed.");
    if (why.err != SPK_OK || room_check_chat(table->room, a->seat, said->text, &why) != SPK_OK)
        srv_say_why(h, a->ws, a->ref, &why);
    else if (table->muted >> a->seat & 1)
        srv_say_no(h, a->ws, a->ref, SRV_FORBIDDEN, "", "The host has muted you at this table.");
    else if (h->config->house.chats_kept && table->last_chat >= (int)h->config->house.chats_kept)
        srv_say_no(h, a->ws, a->ref, SRV_REFUSED, "", "This table's chat is full.");
    else
        srv_table_chat(table, a, said->text);
}

static void say_why(srv_table *table, const srv_message *said)
{
    srv_house *h = table->house;
    spk_why why = {0};
    if (room_why(table->room, said->actor.seat, said->text, &why) != SPK_OK)
        srv_say_why(h, said->actor.ws, said->actor.ref, &why);
    else {
        spk_json j = begin(h, "ok", said->actor.ref);
        spk_json_key(&j, "n"), spk_json_int(&j, room_n_events(table->room, said->actor.seat));
        spk_json_key(&j, "legal"), spk_json_bool(&j, true);
        finish(h, said->actor.ws, &j);
    }
    srv_table_back(table, said->actor.seat);
}

static void say_hint(srv_table *table, const srv_message *said)
{
    srv_hint_ask(table, &said->actor);
    srv_table_back(table, said->actor.seat);
}

static void say_rematch(srv_table *table, const srv_message *said)
{
    srv_guest *guest = srv_ws_user(table->house->world, said->actor.ws);
    if (guest)
        srv_rematch(table, &said->actor, (srv_ask){0}, guest->has_token ? guest->token : NULL,
                    NULL);
}

static void after_start(void *context, srv_table *table, const spk_why *why)
{
    const srv_actor *a = context;
    if (why->err == SPK_ELOST)
        return; /* asked again where the table is now */
    if (why->err != SPK_OK)
        srv_say_why(table->house, a->ws, a->ref, why);
    else
        srv_say_ok(table->house, a->ws, a->ref, room_n_events(table->room, a->seat));
}

static void say_start(srv_table *table, const srv_message *said)
{
    srv_house *h = table->house;
    srv_guest *guest = srv_ws_user(h->world, said->actor.ws);
    srv_mark mark = srv_table_mark(table);
    spk_why why = {0};
    table->actor = said->actor;
    if (!guest || !guest->host)
        srv_say_no(h, said->actor.ws, said->actor.ref, SRV_FORBIDDEN, "",
                   "Only the host starts the game.");
    else if (mark.status != ROOM_WAITING)
        after_start(&table->actor, table, &why);
    else if (srv_table_deal(table, &why) != SPK_OK)
        srv_say_why(h, said->actor.ws, said->actor.ref, &why);
    else
        srv_table_commit(table, &mark, NULL, NULL, after_start, &table->actor);
}

static void say_since(srv_table *table, const srv_message *said)
{
    srv_guest *guest = srv_ws_user(table->house->world, said->actor.ws);
    if (guest && guest->table == table)
        srv_show_view(guest, said->n);
}

static void say_ping(srv_table *table, const srv_message *said)
{
    static const char pong[] = "{\"t\":\"pong\"}";
    srv_ws_send(table->house->world, said->actor.ws, pong, sizeof pong - 1);
}

/* -- Who may say what, and what comes of it ------------------------------------------------------ */

enum { ANY, SEAT };

static const struct {
    int who;
    void (*answer)(srv_table *table, const srv_message *said);
} forms[SRV_SAYS] = {
#define MESSAGE(name, who, fields, answer) {who, answer},
#include "hosts/server/table/messages.def"
#undef MESSAGE
};

/* -- Doing it ---------------------------------------------------------------------------------- */

/* A message that has to wait for its table; its text stands behind it. */
typedef struct waiting {
    srv_task task;
    srv_house *house;
    srv_message said;
    char text[];
} waiting;

static void run_waiting(srv_task *task, srv_table *table, const spk_why *why)
{
    waiting *w = (waiting *)task;
    srv_guest *guest = srv_ws_user(w->house->world, w->said.actor.ws);
    if (guest)
        guest->n_waiting--;
    if (table)
        forms[w->said.word].answer(table, &w->said);
    else
        srv_say_why(w->house, w->said.actor.ws, w->said.actor.ref, why);
    spk_free(w);
}

static void do_later(srv_guest *guest, const srv_message *said)
{
    srv_table *table = guest->table;
    size_t n = said->text ? strlen(said->text) + 1 : 0;
    waiting *w = spk_alloc(sizeof *w + n);
    *w = (waiting){.task = {.run = run_waiting}, .house = table->house, .said = *said};
    if (n)
        w->said.text = memcpy(w->text, said->text, n);
    guest->n_waiting++;
    srv_table_queue(table, &w->task);
}

/* A seat has its limits once, however many connections it has; onlookers have nothing in common, and a ping is about the
 * connection. */
static bool too_often(srv_guest *guest, const srv_message *said)
{
    const srv_house_limits *limits = &guest->house->config->house;
    srv_viewer *seat = srv_table_viewer(guest->table, guest->seat);
    int64_t now = srv_house_ms(guest->house);
    bool own = guest->seat == SPK_SEAT_ONLOOKER || said->word == SRV_SAY_ping;
    if (!srv_rate_take(own ? &guest->acts : &seat->acts,
                       limits->acts_per_s ? limits->acts_burst : 0, limits->acts_per_s, now))
        return true;
    if (said->word == SRV_SAY_chat)
        return !srv_rate_take(&seat->chats, limits->chats_per_minute,
                              limits->chats_per_minute / 60.0, now);
    if (said->word == SRV_SAY_hint)
        return !srv_rate_take(&seat->hints, limits->hints_per_minute,
                              limits->hints_per_minute / 60.0, now);
    return false;
}

/* Somebody else's step is being written, and this guest sees the same before and after it: then what only asks is answered as
 * if nothing happened, since waiting would tell of it. Not before the guest's own acts, and not if asking is an act: somebody
 * who is away comes back by it. */
static bool is_as_before(const srv_guest *guest, const srv_message *said)
{
    srv_table *table = guest->table;
    bool asks = said->word == SRV_SAY_since ||
                (said->word == SRV_SAY_why && !room_is_away(table->room, guest->seat));
    return asks && !guest->n_waiting && table->actor.ws.n != guest->ws.n &&
           room_stamp(table->room, guest->seat) == srv_table_viewer(table, guest->seat)->stamp;
}

/* A message that was read is answered, or waits for its turn. */
static void heed(srv_guest *guest, const srv_message *said)
{
    srv_house *h = guest->house;
    srv_table *table = guest->table;
    if (forms[said->word].who == SEAT && guest->seat == SPK_SEAT_ONLOOKER)
        srv_say_no(h, guest->ws, said->actor.ref, SRV_FORBIDDEN, "", "Onlookers can only watch.");
    else if (too_often(guest, said))
        srv_say_no(h, guest->ws, said->actor.ref, SRV_TOO_MANY, "",
                   "That was too fast. Wait a moment.");
    else if (said->word ==
             SRV_SAY_ping) /* at once: waiting would tell that the table is being written */
        forms[said->word].answer(table, said);
    else if (table->state == SRV_READY && !table->first_task)
        table->touched = srv_house_ms(h), forms[said->word].answer(table, said);
    else if (table->state == SRV_WRITING && is_as_before(guest, said))
        forms[said->word].answer(table, said);
    else
        do_later(guest, said);
}

static void hear_json(srv_guest *guest, const json_t *o, srv_message *said)
{
    spk_why why = {0};
    if (!json_is_object(o))
        srv_say_no(guest->house, guest->ws, "", SRV_MALFORMED, "", "A message is one JSON object.");
    else if (!srv_message_read(o, said, &why))
        srv_say_why(guest->house, guest->ws, said->actor.ref, &why);
    else
        heed(guest, said);
}

static void hear(srv_guest *guest, const char *text, size_t n)
{
    const srv_world *world = guest->house->world;
    char into[SRV_PLAIN_TEXT];
    srv_message said = {
        .actor = {.ws = guest->ws, .seat = guest->seat, .since_ns = world->now_ns(world->loop)}};
    if (srv_message_plain(text, n, into, &said)) {
        heed(guest, &said);
        return;
    }
    json_t *o = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    hear_json(guest, o, &said);
    json_decref(o);
}

static void hear_hello(srv_guest *guest, const char *text, size_t n)
{
    json_t *o = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    srv_hello(guest, o);
    json_decref(o);
}

/* What is said between hello and its answer waits: after a break a client sends everything at once. */
typedef struct srv_early {
    struct srv_early *next;
    size_t n;
    char text[];
} srv_early;

static void keep_early(srv_guest *guest, const char *text, size_t n)
{
    enum { MOST = 16 };
    srv_early **at = &guest->early;
    if (guest->n_early >= MOST) {
        srv_ws_close(guest->house->world, guest->ws, 1008, "too many messages");
        return;
    }
    while (*at)
        at = &(*at)->next;
    *at = spk_alloc(sizeof **at + n);
    (*at)->n = n;
    memcpy((*at)->text, text, n);
    guest->n_early++;
}

static srv_early *take_early(srv_guest *guest)
{
    srv_early *early = guest->early;
    if (early) {
        guest->early = early->next;
        guest->n_early--;
    }
    return early;
}

void srv_guest_catch_up(srv_guest *guest)
{
    for (srv_early *early; guest->table && (early = take_early(guest));) {
        srv_guest_message(guest->house, guest, early->text, early->n);
        spk_free(early);
    }
}

void srv_guest_message(srv_house *h, void *user, const char *text, size_t n)
{
    srv_guest *guest = user;
    (void)h;
    if (!guest->hello)
        hear_hello(guest, text, n);
    else if (!guest->table)
        keep_early(guest, text, n);
    else
        hear(guest, text, n);
}

/* -- Coming and going -------------------------------------------------------------------------- */

static void link_in(srv_guest **list, srv_guest *guest)
{
    guest->prev = NULL;
    guest->next = *list;
    if (*list)
        (*list)->prev = guest;
    *list = guest;
}

static void link_out(srv_guest **list, srv_guest *guest)
{
    if (guest->next)
        guest->next->prev = guest->prev;
    *(guest->prev ? &guest->prev->next : list) = guest->next;
}

void srv_guest_came(srv_house *h, const srv_request *r)
{
    srv_guest *guest = spk_alloc(sizeof *guest);
    *guest = (srv_guest){.house = h,
                         .seat = SPK_SEAT_ONLOOKER,
                         .network = srv_network_of(r->peer),
                         .came_ms = srv_house_ms(h)};
    guest->ws = srv_ws_accept(h->world, r->ask, guest);
    if (guest->ws.n)
        link_in(&h->tables->strangers, guest);
    else
        spk_free(guest);
}

void srv_guests_tire(srv_house *h)
{
    enum { HELLO_MS = 10000 };
    int64_t now = srv_house_ms(h);
    for (srv_guest *g = h->tables->strangers; g; g = g->next)
        if (!g->hello && !g->tired && now - g->came_ms > HELLO_MS) {
            g->tired = true;
            srv_ws_close(h->world, g->ws, 4400, "the first message is hello");
        }
}

void srv_guest_sit(srv_guest *guest, srv_table *table, spk_seat seat)
{
    srv_house *h = guest->house;
    srv_viewer *v = srv_table_viewer(table, seat);
    link_out(&h->tables->strangers, guest);
    guest->table = table;
    guest->seat = seat;
    link_in(&table->guests, guest);
    table->n_guests++;
    v->n_guests++;
    h->figures.guests++;
    h->figures.onlookers += seat == SPK_SEAT_ONLOOKER;
    if (seat < table->n_seats)
        room_set_here(table->room, seat, true, srv_house_now(h));
    if (!table->payer && seat < table->n_seats)
        table->payer = guest->network;
    srv_bot_watch(table);
    v->told = room_n_events(table->room, seat); /* those before have been shown all there is */
    v->stamp = room_stamp(table->room, seat);
}

void srv_guest_rise(srv_guest *guest)
{
    srv_table *table = guest->table;
    srv_house *h = guest->house;
    if (!table)
        return;
    srv_viewer *v = srv_table_viewer(table, guest->seat);
    link_out(&table->guests, guest);
    link_in(&h->tables->strangers, guest);
    table->n_guests--;
    v->n_guests--;
    h->figures.guests--;
    h->figures.onlookers -= guest->seat == SPK_SEAT_ONLOOKER;
    if (!v->n_guests && guest->seat < table->n_seats && table->room)
        room_set_here(table->room, guest->seat, false, srv_house_now(h));
    if (table->room)
        srv_beat_due(table); /* the last to go: then it falls asleep when the clocks have run out */
    guest->table = NULL;
    srv_bot_watch(table);
    table->touched = srv_house_ms(h);
    srv_table_show_soon(table);
}

static void send_away(srv_guest *guest, int code, const char *reason)
{
    const srv_world *world = guest->house->world;
    srv_guest_rise(guest);
    srv_ws_close(world, guest->ws, code, reason);
}

void srv_table_send_away(srv_table *table, spk_seat seat, int code, const char *reason)
{
    for (srv_guest *g = table->guests, *next; g; g = next) {
        next = g->next; /* who rises is no longer in the list */
        if (g->seat == seat)
            send_away(g, code, reason);
    }
}

void srv_table_send_all_away(srv_table *table, int code, const char *reason)
{
    while (table->guests)
        send_away(table->guests, code, reason);
}

void srv_guest_went(srv_house *h, void *user, int code)
{
    srv_guest *guest = user;
    srv_log_event(h->log, SRV_EVENT_GUEST_WENT,
                  SRV_KEY("table", guest->table ? guest->table->id : NULL), SRV_NUM("code", code));
    srv_guest_rise(guest);
    link_out(&h->tables->strangers, guest);
    for (srv_early *early; (early = take_early(guest));)
        spk_free(early);
    spk_free(guest->blocks);
    spk_free(guest);
}
