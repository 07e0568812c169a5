/* show.c: what guests are sent. A view is printed once for all who see the same; whether it is sent at all
 * goes by the room's stamps, so that nobody hears that something happened in secret. */
#include "base/hash.h"
#include "hosts/server/table/inside.h"

static spk_json begin(spk_buf *out, const char *t)
{
    spk_json j = {.out = out};
    spk_buf_clear(out);
    spk_json_open(&j, '{');
    spk_json_key(&j, "t"), spk_json_str(&j, t);
    return j;
}

/* -- Facts ------------------------------------------------------------------------------------- */

static void print_proof(const srv_table *table, spk_json *out)
{
    srv_fair fair;
    spk_buf proof = {0};
    char value[SPK_PROOF_VALUE + 1], key[SPK_PROOF_KEY + 1];
    if (!srv_table_seed_is_public(table)) {
        spk_json_null(out);
        return;
    }
    srv_table_fair(table, &fair);
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

void srv_print_facts(const srv_table *table, spk_json *out)
{
    srv_fair fair;
    char hex[SRV_FAIR_HEX];
    srv_table_fair(table, &fair);
    srv_fair_commitment(&fair, hex);
    spk_json_key(out, "id"), spk_json_str(out, table->id);
    room_print_facts(table->room, out);
    spk_json_key(out, "language"), spk_json_str(out, table->language);
    spk_json_key(out, "created"), spk_json_int(out, table->created);
    spk_json_key(out, "maker");
    if (table->maker >= 0)
        spk_json_int(out, table->maker);
    else
        spk_json_null(out);
    spk_json_key(out, "listed"), spk_json_bool(out, table->listed);
    spk_json_key(out, "rated"), spk_json_bool(out, table->rated);
    spk_json_key(out, "commitment"), spk_json_str(out, hex);
    spk_json_key(out, "proof"), print_proof(table, out);
    spk_json_key(out, "daily");
    if (*table->daily) {
        spk_json_open(out, '{');
        spk_json_key(out, "day"), spk_json_str(out, table->daily);
        spk_json_key(out, "rated"), spk_json_bool(out, table->try_of != 0);
        spk_json_close(out, '}');
    } else
        spk_json_null(out);
    spk_json_key(out, "tournament");
    if (*table->tournament) {
        spk_json_open(out, '{');
        spk_json_key(out, "id"), spk_json_str(out, table->tournament);
        spk_json_key(out, "table"), spk_json_int(out, table->tournament_table);
        spk_json_key(out, "sealed"), spk_json_bool(out, srv_table_is_sealed(table));
        spk_json_close(out, '}');
    } else
        spk_json_null(out);
    srv_json_text_or_null(out, "rematch", table->rematch);
    srv_json_text_or_null(out, "before", table->before);
    spk_json_key(out, "onlookers"), spk_json_int(out, table->viewers[table->n_seats].n_guests);
}

void srv_print_turn(const srv_table *table, spk_seat viewer, spk_json *out)
{
    bool is_hidden = table && table->state == SRV_WRITING && table->is_hidden;
    if (table && table->n_guests && (table->state == SRV_READY || is_hidden))
        room_print_turn(table->room, viewer, out);
    else
        spk_json_key(out, "turn"), spk_json_null(out);
}

static uint64_t facts_stamp(const srv_table *table)
{
    struct {
        uint64_t room;
        int onlookers;
        bool listed, muted;
        char rematch[SRV_ID + 1];
    } own;
    memset(&own, 0, sizeof own);
    own.room = room_facts_stamp(table->room);
    own.onlookers = table->viewers[table->n_seats].n_guests;
    own.listed = table->listed;
    memcpy(own.rematch, table->rematch, sizeof own.rematch);
    return spk_hash_words(1, &own, sizeof own) | 1;
}

/* -- To one guest ------------------------------------------------------------------------------ */

static void print_facts(srv_table *table)
{
    spk_json j = begin(&table->house->tables->out, "facts");
    srv_print_facts(table, &j);
    spk_json_close(&j, '}');
}

static void send_out(srv_guest *guest)
{
    srv_house *h = guest->house;
    srv_ws_send(h->world, guest->ws, h->tables->out.bytes, h->tables->out.n);
}

static void print_view(srv_table *table, spk_seat viewer, int seen)
{
    spk_json j = begin(&table->house->tables->out, "view");
    room_print_view(table->room, viewer, seen, srv_house_now(table->house), &j);
    spk_json_close(&j, '}');
}

/* "position" behind the view that was printed, for guests who asked for it: they have the engine. */
static void add_position(srv_table *table, spk_seat viewer)
{
    spk_json j = {.out = &table->house->tables->out, .comma = true};
    j.out->n--; /* the bracket */
    room_print_position(table->room, viewer, &j);
    spk_json_close(&j, '}');
}

/* What somebody asked for, and all that is needed to begin with, is sent: no newer one takes its place. */
void srv_show_view(srv_guest *guest, int seen)
{
    print_view(guest->table, guest->seat, seen);
    if (guest->position)
        add_position(guest->table, guest->seat);
    send_out(guest);
}

static void print_line(const srv_table *table, const srv_line *line, spk_buf *out)
{
    spk_json j = begin(out, "chat");
    bool known = line->seat >= 0 && line->seat < table->n_seats;
    spk_json_key(&j, "n"), spk_json_int(&j, line->n);
    spk_json_key(&j, "at"), spk_json_int(&j, line->at);
    spk_json_key(&j, "seat"), spk_json_int(&j, line->seat);
    spk_json_key(&j, "name");
    spk_json_str(&j, known ? room_sitter_of(table->room, line->seat)->name : "");
    spk_json_key(&j, "text"), spk_json_str(&j, line->text);
    spk_json_close(&j, '}');
}

static void show_chats(srv_guest *guest, int heard)
{
    const srv_table *table = guest->table;
    for (int i = 0; i < table->n_chats; i++) {
        if (table->chats[i]->n <= heard || !srv_guest_hears(guest, table->chats[i]))
            continue;
        print_line(table, table->chats[i], &guest->house->tables->out);
        send_out(guest);
    }
}

/* The seats whose lines this guest is to forget, having heard them before the block. */
static void show_unheard(srv_guest *guest)
{
    spk_json j = begin(&guest->house->tables->out, "unheard");
    spk_json_key(&j, "seats"), spk_json_open(&j, '[');
    for (spk_seat seat = 0; seat < guest->table->n_seats; seat++)
        if (srv_guest_unheard(guest) >> seat & 1)
            spk_json_int(&j, seat);
    spk_json_close(&j, ']');
    spk_json_close(&j, '}');
    send_out(guest);
}

void srv_show_heard(srv_guest *guest, unsigned were_unheard)
{
    const srv_table *table = guest->table;
    if (srv_guest_unheard(guest) == were_unheard)
        return;
    show_unheard(guest);
    for (int i = 0; i < table->n_chats; i++) {
        const srv_line *line = table->chats[i];
        bool was_unheard = line->seat >= 0 && were_unheard >> line->seat & 1;
        if (!was_unheard || !srv_guest_hears(guest, line))
            continue;
        print_line(table, line, &guest->house->tables->out);
        send_out(guest);
    }
}

void srv_show_guest(srv_guest *guest, int seen, int heard)
{
    print_facts(guest->table);
    send_out(guest);
    if (guest->blocks && heard > 0) /* it may have lines from before */
        show_unheard(guest);
    show_chats(guest, heard);
    srv_show_view(guest, seen);
}

/* -- To all ------------------------------------------------------------------------------------ */

void srv_show_chat(srv_table *table, const srv_line *line)
{
    srv_house *h = table->house;
    print_line(table, line, &h->tables->out);
    for (srv_guest *g = table->guests; g; g = g->next)
        if (srv_guest_hears(g, line))
            send_out(g);
}

static void show_facts(srv_table *table)
{
    srv_house *h = table->house;
    uint64_t stamp = facts_stamp(table);
    if (stamp == table->facts_stamp)
        return;
    table->facts_stamp = stamp;
    print_facts(table);
    for (srv_guest *g = table->guests; g; g = g->next)
        srv_ws_offer(h->world, g->ws, SRV_SLOT_FACTS, h->tables->out.bytes, h->tables->out.n);
}

/* What was printed to the guests of a class who asked for a position with it, or who did not. Whether
 * there are any who did, if they were not meant. */
static bool offer_view(srv_table *table, spk_seat seat, bool position)
{
    srv_house *h = table->house;
    bool others = false;
    for (srv_guest *g = table->guests; g; g = g->next)
        if (g->seat == seat && g->position == position)
            srv_ws_offer(h->world, g->ws, SRV_SLOT_VIEW, h->tables->out.bytes, h->tables->out.n);
        else
            others |= g->seat == seat;
    return others;
}

static void show_class(srv_table *table, spk_seat seat)
{
    srv_viewer *v = srv_table_viewer(table, seat);
    uint64_t stamp = v->n_guests ? room_stamp(table->room, seat) : 0;
    if (!v->n_guests || stamp == v->stamp)
        return;
    print_view(table, seat, v->told);
    v->stamp = stamp;
    v->told = room_n_events(table->room, seat);
    if (!offer_view(table, seat, false))
        return;
    add_position(table, seat);
    offer_view(table, seat, true);
}

void srv_table_show(srv_table *table)
{
    if (!table->guests)
        return;
    show_facts(table);
    for (spk_seat seat = 0; seat < table->n_seats; seat++)
        show_class(table, seat);
    show_class(table, SPK_SEAT_ONLOOKER);
}

static void on_soon(void *context)
{
    srv_house *h = context;
    h->tables->shows_soon = false;
    while (h->tables->dirty) {
        srv_table *table = h->tables->dirty;
        h->tables->dirty = table->next_dirty;
        table->is_dirty = false;
        if (table->state == SRV_READY)
            srv_table_show(table);
    }
}

void srv_table_show_soon(srv_table *table)
{
    enum { SOON_MS = 40 };
    srv_house *h = table->house;
    if (table->is_dirty)
        return;
    table->is_dirty = true;
    table->next_dirty = h->tables->dirty;
    h->tables->dirty = table;
    if (!h->tables->shows_soon)
        h->world->later(h->world->loop, SOON_MS, on_soon, h);
    h->tables->shows_soon = true;
}
