/* show.c: what guests are sent. A view is printed once for all who see the same; whether it is sent at all
 * goes by the room's stamps, so that nobody hears that something happened in secret. */
#include "base/hash.h"
#include "hosts/server/house_inside.h"

static spk_json begin(spk_buf *out, const char *t)
{
    spk_json j = {.out = out};
    spk_buf_clear(out);
    spk_json_open(&j, '{');
    spk_json_key(&j, "t"), spk_json_str(&j, t);
    return j;
}

/* -- Facts ------------------------------------------------------------------------------------- */

static void print_proof(const srv_live *live, spk_json *out)
{
    srv_fair fair;
    spk_buf proof = {0};
    char value[SPK_PROOF_VALUE + 1], key[SPK_PROOF_KEY + 1];
    if (room_status_of(live->room) != ROOM_FINISHED) {
        spk_json_null(out);
        return;
    }
    srv_live_fair(live, &fair);
    srv_fair_prove(&fair, true, &proof);
    spk_json_open(out, '{');
    for (const char *line = spk_buf_text(&proof), *end; (end = strchr(line, '\n'));
         line = end + 1) {
        const char *blank = strchr(line, ' ');
        memcpy(key, line, (size_t)(blank - line));
        key[blank - line] = '\0';
        spk_json_key(out, key);
        spk_json_str(out, spk_proof_value(&proof, key, value));
    }
    spk_json_close(out, '}');
    spk_buf_release(&proof);
}

void srv_print_facts(const srv_live *live, spk_json *out)
{
    srv_fair fair;
    char hex[SRV_FAIR_HEX];
    srv_live_fair(live, &fair);
    srv_fair_commitment(&fair, hex);
    spk_json_key(out, "id"), spk_json_str(out, live->id);
    room_print_facts(live->room, out);
    spk_json_key(out, "language"), spk_json_str(out, live->language);
    spk_json_key(out, "created"), spk_json_int(out, live->created);
    spk_json_key(out, "listed"), spk_json_bool(out, live->listed);
    spk_json_key(out, "commitment"), spk_json_str(out, hex);
    spk_json_key(out, "proof"), print_proof(live, out);
    spk_json_key(out, "paused_by");
    if (room_status_of(live->room) == ROOM_PAUSED && live->pauser)
        spk_json_int(out, live->pauser - 1);
    else
        spk_json_null(out);
    spk_json_key(out, "rematch");
    if (*live->rematch)
        spk_json_str(out, live->rematch);
    else
        spk_json_null(out);
    spk_json_key(out, "before");
    if (*live->before)
        spk_json_str(out, live->before);
    else
        spk_json_null(out);
    spk_json_key(out, "onlookers"), spk_json_int(out, live->viewers[live->n_seats].n_guests);
}

static uint64_t facts_stamp(const srv_live *live)
{
    struct {
        uint64_t room;
        int onlookers;
        bool listed, muted;
        char rematch[SRV_ID + 1];
    } own;
    memset(&own, 0, sizeof own);
    own.room = room_facts_stamp(live->room);
    own.onlookers = live->viewers[live->n_seats].n_guests;
    own.listed = live->listed;
    memcpy(own.rematch, live->rematch, sizeof own.rematch);
    return spk_hash_words(1, &own, sizeof own) | 1;
}

/* -- To one guest ------------------------------------------------------------------------------ */

static void print_facts(srv_live *live)
{
    spk_json j = begin(&live->house->out, "facts");
    srv_print_facts(live, &j);
    spk_json_close(&j, '}');
}

static void send_out(srv_guest *guest)
{
    srv_house *h = guest->house;
    srv_ws_send(h->net, guest->ws, h->out.bytes, h->out.n);
}

static void print_view(srv_live *live, spk_seat viewer, int seen)
{
    spk_json j = begin(&live->house->out, "view");
    room_print_view(live->room, viewer, seen, srv_house_now(live->house), &j);
    spk_json_close(&j, '}');
}

/* What somebody asked for, and all that is needed to begin with, is sent: no newer one takes its place. */
void srv_show_view(srv_guest *guest, int seen)
{
    print_view(guest->live, guest->seat, seen);
    send_out(guest);
}

static void print_line(const srv_live *live, const srv_line *line, spk_buf *out)
{
    spk_json j = begin(out, "chat");
    bool known = line->seat >= 0 && line->seat < live->n_seats;
    spk_json_key(&j, "n"), spk_json_int(&j, line->n);
    spk_json_key(&j, "at"), spk_json_int(&j, line->at);
    spk_json_key(&j, "seat"), spk_json_int(&j, line->seat);
    spk_json_key(&j, "name");
    spk_json_str(&j, known ? room_sitter_of(live->room, line->seat)->name : "");
    spk_json_key(&j, "text"), spk_json_str(&j, line->text);
    spk_json_close(&j, '}');
}

void srv_show_guest(srv_guest *guest, int seen)
{
    srv_live *live = guest->live;
    srv_house *h = guest->house;
    print_facts(live);
    send_out(guest);
    for (int i = 0; i < live->n_chats; i++) {
        print_line(live, live->chats[i], &h->out);
        send_out(guest);
    }
    srv_show_view(guest, seen);
}

/* -- To all ------------------------------------------------------------------------------------ */

void srv_show_chat(srv_live *live, const srv_line *line)
{
    srv_house *h = live->house;
    print_line(live, line, &h->out);
    for (srv_guest *g = live->guests; g; g = g->next)
        send_out(g);
}

static void show_facts(srv_live *live)
{
    srv_house *h = live->house;
    uint64_t stamp = facts_stamp(live);
    if (stamp == live->facts_stamp)
        return;
    live->facts_stamp = stamp;
    print_facts(live);
    for (srv_guest *g = live->guests; g; g = g->next)
        srv_ws_offer(h->net, g->ws, SRV_SLOT_FACTS, h->out.bytes, h->out.n);
}

static void show_class(srv_live *live, spk_seat seat)
{
    srv_house *h = live->house;
    srv_viewer *v = srv_live_viewer(live, seat);
    uint64_t stamp = v->n_guests ? room_stamp(live->room, seat) : 0;
    if (!v->n_guests || stamp == v->stamp)
        return;
    print_view(live, seat, v->told);
    v->stamp = stamp;
    v->told = room_n_events(live->room, seat);
    for (srv_guest *g = live->guests; g; g = g->next)
        if (g->seat == seat)
            srv_ws_offer(h->net, g->ws, SRV_SLOT_VIEW, h->out.bytes, h->out.n);
}

void srv_live_show(srv_live *live)
{
    if (!live->guests)
        return;
    show_facts(live);
    for (spk_seat seat = 0; seat < live->n_seats; seat++)
        show_class(live, seat);
    show_class(live, SPK_SEAT_ONLOOKER);
}

static void on_soon(uv_timer_t *timer)
{
    srv_house *h = timer->data;
    while (h->dirty) {
        srv_live *live = h->dirty;
        h->dirty = live->next_dirty;
        live->is_dirty = false;
        if (live->state == SRV_READY)
            srv_live_show(live);
    }
}

void srv_live_show_soon(srv_live *live)
{
    enum { SOON_MS = 40 };
    srv_house *h = live->house;
    if (live->is_dirty)
        return;
    live->is_dirty = true;
    live->next_dirty = h->dirty;
    h->dirty = live;
    if (!uv_is_active((uv_handle_t *)&h->soon))
        uv_timer_start(&h->soon, on_soon, SOON_MS, 0);
}
