/* guest.c: somebody on a WebSocket: what they say, and the answers that are theirs alone. What a message
 * may be stands in messages.def; hello.c lets people in. */
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/guest.h"

/* -- Answers ----------------------------------------------------------------------------------- */

static void finish(srv_house *h, srv_ws ws, spk_json *j)
{
    spk_json_close(j, '}');
    srv_ws_send(h->net, ws, h->out.bytes, h->out.n);
}

static spk_json begin(srv_house *h, const char *t, const char *ref)
{
    spk_json j = {.out = &h->out};
    spk_buf_clear(&h->out);
    spk_json_open(&j, '{');
    spk_json_key(&j, "t"), spk_json_str(&j, t);
    spk_json_key(&j, "ref");
    if (*ref)
        spk_json_str(&j, ref);
    else
        spk_json_null(&j);
    return j;
}

void srv_say_ok(srv_house *h, srv_ws ws, const char *ref, int n)
{
    spk_json j = begin(h, "ok", ref);
    spk_json_key(&j, "n"), spk_json_int(&j, n);
    finish(h, ws, &j);
}

void srv_say_no(srv_house *h, srv_ws ws, const char *ref, srv_code code, const char *rule,
                const char *text)
{
    spk_json j = begin(h, "no", ref);
    spk_json_key(&j, "error"), spk_json_str(&j, srv_code_words[code]);
    if (*rule)
        spk_json_key(&j, "rule"), spk_json_str(&j, rule);
    spk_json_key(&j, "text"), spk_json_str(&j, text);
    finish(h, ws, &j);
}

void srv_say_why(srv_house *h, srv_ws ws, const char *ref, const spk_why *why)
{
    srv_say_no(h, ws, ref, srv_code_of(why->err), why->rule, why->text);
}

/* -- What may be said -------------------------------------------------------------------------- */

static void say_act(srv_live *live, const srv_said *said)
{
    static const room_deed_kind deeds[SRV_SAYS] = {
        [SRV_SAY_move] = ROOM_MOVE,   [SRV_SAY_undo] = ROOM_UNDO,     [SRV_SAY_say] = ROOM_SAY,
        [SRV_SAY_pause] = ROOM_PAUSE, [SRV_SAY_resume] = ROOM_RESUME, [SRV_SAY_leave] = ROOM_LEAVE,
        [SRV_SAY_back] = ROOM_BACK,
    };
    room_deed deed = {.kind = deeds[said->word], .text = said->text, .n = said->n};
    live->house->figures.acts++;
    srv_live_act(live, &said->actor, &deed);
}

static void say_chat(srv_live *live, const srv_said *said)
{
    srv_house *h = live->house;
    const srv_actor *a = &said->actor;
    size_t n = strlen(said->text), bad;
    if (!room_plan_of(live->room)->chat)
        srv_say_no(h, a->ws, a->ref, SRV_REFUSED, "", "There is no chat at this table.");
    else if (live->muted >> a->seat & 1)
        srv_say_no(h, a->ws, a->ref, SRV_FORBIDDEN, "", "The host has muted you at this table.");
    else if (n < 1 || n > SRV_CHAT_BYTES || !spk_str_is_clean(said->text, n, &bad))
        srv_say_no(h, a->ws, a->ref, SRV_MALFORMED, "",
                   "A message has 1 to 500 bytes and no control characters.");
    else if (h->config->house.chats_kept && live->last_chat >= (int)h->config->house.chats_kept)
        srv_say_no(h, a->ws, a->ref, SRV_REFUSED, "", "Enough was said at this table.");
    else
        srv_live_chat(live, a, said->text);
}

static void say_why(srv_live *live, const srv_said *said)
{
    srv_house *h = live->house;
    spk_why why = {0};
    if (room_why(live->room, said->actor.seat, said->text, &why) != SPK_OK) {
        srv_say_why(h, said->actor.ws, said->actor.ref, &why);
        return;
    }
    spk_json j = begin(h, "ok", said->actor.ref);
    spk_json_key(&j, "n"), spk_json_int(&j, room_n_events(live->room, said->actor.seat));
    spk_json_key(&j, "legal"), spk_json_bool(&j, true);
    finish(h, said->actor.ws, &j);
}

static void say_hint(srv_live *live, const srv_said *said) { srv_hint_ask(live, &said->actor); }

static void say_rematch(srv_live *live, const srv_said *said)
{
    srv_guest *guest = srv_ws_user(live->house->net, said->actor.ws);
    if (guest)
        srv_rematch(live, &said->actor, (srv_ask){0}, guest->has_token ? guest->token : NULL, NULL);
}

static void after_start(void *context, srv_live *live, const spk_why *why)
{
    const srv_actor *a = context;
    if (why->err != SPK_OK)
        srv_say_why(live->house, a->ws, a->ref, why);
    else
        srv_say_ok(live->house, a->ws, a->ref, room_n_events(live->room, a->seat));
}

static void say_start(srv_live *live, const srv_said *said)
{
    srv_house *h = live->house;
    srv_guest *guest = srv_ws_user(h->net, said->actor.ws);
    srv_mark mark = srv_live_mark(live);
    spk_why why = {0};
    live->actor = said->actor;
    if (!guest || !guest->host)
        srv_say_no(h, said->actor.ws, said->actor.ref, SRV_FORBIDDEN, "",
                   "Only the host starts the game.");
    else if (mark.status != ROOM_WAITING)
        after_start(&live->actor, live, &why);
    else if (srv_live_deal(live, &why) != SPK_OK)
        srv_say_why(h, said->actor.ws, said->actor.ref, &why);
    else
        srv_live_commit(live, &mark, NULL, NULL, after_start, &live->actor);
}

static void say_since(srv_live *live, const srv_said *said)
{
    srv_guest *guest = srv_ws_user(live->house->net, said->actor.ws);
    if (guest && guest->live == live)
        srv_show_view(guest, said->n);
}

static void say_ping(srv_live *live, const srv_said *said)
{
    static const char pong[] = "{\"t\":\"pong\"}";
    srv_ws_send(live->house->net, said->actor.ws, pong, sizeof pong - 1);
}

/* -- Reading it -------------------------------------------------------------------------------- */

enum { R = 1, T = 2, N = 4 };
enum { ANY, SEAT };

typedef struct form {
    const char *word;
    int who, fields;
    void (*answer)(srv_live *live, const srv_said *said);
} form;

static const form forms[SRV_SAYS] = {
#define MESSAGE(name, who, fields, answer) {#name, who, fields, answer},
#include "hosts/server/messages.def"
#undef MESSAGE
};

bool srv_ref_read(const json_t *o, char ref[SRV_REF])
{
    const char *text = json_string_value(json_object_get(o, "ref"));
    size_t n = text ? json_string_length(json_object_get(o, "ref")) : 0;
    ref[0] = '\0';
    if (n < 1 || n >= SRV_REF ||
        strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != n)
        return false;
    memcpy(ref, text, n + 1);
    return true;
}

static bool read_fields(const json_t *o, const form *f, srv_said *said, spk_why *why)
{
    bool has_ref = srv_ref_read(o, said->actor.ref);
    said->n = -1;
    said->text = NULL;
    if ((f->fields & R) && !has_ref)
        return spk_fail(why, SPK_EMALFORMED,
                        "'ref' is 1 to 40 letters and digits, new for each act."),
               false;
    if (f->fields & N) {
        if (!json_is_integer(json_object_get(o, "n")))
            return spk_fail(why, SPK_EMALFORMED, "'n' is the number of the newest event seen."),
                   false;
        if (!srv_field_int(o, "n", 0, 1 << 30, &said->n, why))
            return false;
    }
    if (!(f->fields & T))
        return true;
    if (!json_is_string(json_object_get(o, "text")))
        return spk_fail(why, SPK_EMALFORMED, "'text' is missing."), false;
    return srv_field_text(o, "text", 2000, &said->text, why);
}

/* The form of a message; NULL: 'why' says what is wrong with it. */
static const form *read_message(const json_t *o, srv_said *said, spk_why *why)
{
    const char *t = json_string_value(json_object_get(o, "t"));
    const form *f = NULL;
    for (int i = 0; t && i < SRV_SAYS; i++)
        if (spk_str_eq(t, forms[i].word)) {
            f = &forms[i];
            said->word = i;
        }
    srv_ref_read(o, said->actor.ref);
    if (!f)
        spk_fail(why, SPK_EMALFORMED, "There is no such message: 't' says what it is.");
    return f && read_fields(o, f, said, why) ? f : NULL;
}

/* -- Doing it ---------------------------------------------------------------------------------- */

/* A message that has to wait for its table; its text stands behind it. */
typedef struct waiting {
    srv_task task;
    srv_house *house;
    srv_said said;
    char text[];
} waiting;

static void run_waiting(srv_task *task, srv_live *live, const spk_why *why)
{
    waiting *w = (waiting *)task;
    if (live)
        forms[w->said.word].answer(live, &w->said);
    else
        srv_say_why(w->house, w->said.actor.ws, w->said.actor.ref, why);
    spk_free(w);
}

static void do_later(srv_live *live, const srv_said *said)
{
    size_t n = said->text ? strlen(said->text) + 1 : 0;
    waiting *w = spk_alloc(sizeof *w + n);
    *w = (waiting){.task = {.run = run_waiting}, .house = live->house, .said = *said};
    if (n)
        w->said.text = memcpy(w->text, said->text, n);
    srv_live_queue(live, &w->task);
}

static bool too_often(srv_guest *guest, const srv_said *said)
{
    const srv_house_limits *limits = &guest->house->config->house;
    int64_t now = (int64_t)uv_now(guest->house->loop);
    if (!srv_rate_take(&guest->acts, limits->acts_per_s ? limits->acts_burst : 0,
                       limits->acts_per_s, now))
        return true;
    if (said->word == SRV_SAY_chat)
        return !srv_rate_take(&guest->chats, limits->chats_per_minute,
                              limits->chats_per_minute / 60.0, now);
    if (said->word == SRV_SAY_hint)
        return !srv_rate_take(&guest->hints, limits->hints_per_minute,
                              limits->hints_per_minute / 60.0, now);
    return false;
}

static void hear(srv_guest *guest, const json_t *o)
{
    srv_house *h = guest->house;
    srv_said said = {.actor = {.ws = guest->ws, .seat = guest->seat, .since = uv_hrtime()}};
    spk_why why = {0};
    const form *f = read_message(o, &said, &why);
    if (!f)
        srv_say_why(h, guest->ws, said.actor.ref, &why);
    else if (f->who == SEAT && guest->seat == SPK_SEAT_ONLOOKER)
        srv_say_no(h, guest->ws, said.actor.ref, SRV_FORBIDDEN, "", "Onlookers only look.");
    else if (too_often(guest, &said))
        srv_say_no(h, guest->ws, said.actor.ref, SRV_TOO_MANY, "", "Too often: wait a moment.");
    else if (guest->live->state == SRV_READY && !guest->live->first_task)
        guest->live->touched = srv_house_wall(h), f->answer(guest->live, &said);
    else
        do_later(guest->live, &said);
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
        srv_ws_close(guest->house->net, guest->ws, 1008, "too many messages");
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
    for (srv_early *early; guest->live && (early = take_early(guest));) {
        srv_guest_message(guest->house, guest, early->text, early->n);
        spk_free(early);
    }
}

void srv_guest_message(srv_house *h, srv_guest *guest, const char *text, size_t n)
{
    if (guest->hello && !guest->live) {
        keep_early(guest, text, n);
        return;
    }
    json_t *o = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    if (!guest->hello)
        srv_hello(guest, o);
    else if (!json_is_object(o))
        srv_say_no(h, guest->ws, "", SRV_MALFORMED, "", "A message is one JSON object.");
    else
        hear(guest, o);
    json_decref(o);
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
    *guest = (srv_guest){.house = h, .seat = SPK_SEAT_ONLOOKER, .came = (int64_t)uv_now(h->loop)};
    guest->ws = srv_ws_accept(h->net, r->ask, guest);
    if (guest->ws.n)
        link_in(&h->strangers, guest);
    else
        spk_free(guest);
}

void srv_guests_tire(srv_house *h)
{
    enum { HELLO_MS = 10000 };
    int64_t now = (int64_t)uv_now(h->loop);
    for (srv_guest *g = h->strangers; g; g = g->next)
        if (!g->hello && now - g->came > HELLO_MS) {
            g->hello = true;
            srv_ws_close(h->net, g->ws, 4400, "the first message is hello");
        }
}

void srv_guest_sit(srv_guest *guest, srv_live *live, spk_seat seat)
{
    srv_house *h = guest->house;
    srv_viewer *v = srv_live_viewer(live, seat);
    link_out(&h->strangers, guest);
    guest->live = live;
    guest->seat = seat;
    link_in(&live->guests, guest);
    live->n_guests++;
    v->n_guests++;
    h->figures.guests++;
    h->figures.onlookers += seat == SPK_SEAT_ONLOOKER;
    if (seat < live->n_seats)
        room_set_here(live->room, seat, true);
    v->told = room_n_events(live->room, seat); /* those before have been shown all there is */
    v->stamp = room_stamp(live->room, seat);
}

void srv_guest_rise(srv_guest *guest)
{
    srv_live *live = guest->live;
    srv_house *h = guest->house;
    if (!live)
        return;
    srv_viewer *v = srv_live_viewer(live, guest->seat);
    link_out(&live->guests, guest);
    link_in(&h->strangers, guest);
    live->n_guests--;
    v->n_guests--;
    h->figures.guests--;
    h->figures.onlookers -= guest->seat == SPK_SEAT_ONLOOKER;
    if (!v->n_guests && guest->seat < live->n_seats && live->room)
        room_set_here(live->room, guest->seat, false);
    guest->live = NULL;
    live->touched = srv_house_wall(h);
    srv_live_show_soon(live);
}

void srv_guest_went(srv_house *h, srv_guest *guest)
{
    srv_guest_rise(guest);
    link_out(&h->strangers, guest);
    for (srv_early *early; (early = take_early(guest));)
        spk_free(early);
    spk_free(guest);
}
