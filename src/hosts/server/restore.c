/* restore.c: a table out of the store, and what the store keeps of it beside the match: its settings. */
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/house_inside.h"

/* -- Settings: JSON, ours alone ---------------------------------------------------------------- */

void srv_live_settings(const srv_live *live, spk_buf *json)
{
    const room_plan *plan = room_plan_of(live->room);
    char clock[SPK_CLOCK_RULE];
    spk_json j = {.out = json};
    spk_json_open(&j, '{');
    spk_json_key(&j, "language"), spk_json_str(&j, live->language);
    spk_json_key(&j, "clock"), spk_json_str(&j, spk_clock_rule_print(&plan->clock, clock));
    spk_json_key(&j, "undo"), spk_json_bool(&j, plan->undo);
    spk_json_key(&j, "chat"), spk_json_bool(&j, plan->chat);
    spk_json_key(&j, "hints"), spk_json_bool(&j, plan->hints);
    spk_json_key(&j, "pause"), spk_json_bool(&j, plan->pause);
    spk_json_key(&j, "onlookers"), spk_json_bool(&j, plan->onlookers);
    spk_json_key(&j, "maker"), spk_json_int(&j, live->maker);
    spk_json_key(&j, "muted"), spk_json_int(&j, live->muted);
    if (live->edition)
        spk_json_key(&j, "edition"), spk_json_str(&j, live->edition);
    if (*live->rematch)
        spk_json_key(&j, "rematch"), spk_json_str(&j, live->rematch);
    spk_json_close(&j, '}');
}

/* A file that somebody has damaged must not make us send what is no UTF-8: texts are cut there. */
static size_t clean_length(const char *text)
{
    size_t bad;
    return spk_str_is_clean(text, strlen(text), &bad) ? strlen(text) : bad;
}

static void copy(char *to, size_t cap, const char *text)
{
    size_t n = clean_length(text) < cap - 1 ? clean_length(text) : cap - 1;
    memcpy(to, text, n);
    to[n] = '\0';
}

static spk_err read_settings(srv_live *live, const char *text, room_plan *plan, spk_why *why)
{
    json_t *o = json_loads(text ? text : "{}", JSON_REJECT_DUPLICATES, NULL);
    const char *clock = "none", *language = "en", *edition = NULL, *rematch = "";
    int maker = -1, muted = 0;
    *plan = (room_plan){.undo = true, .chat = true, .pause = true, .onlookers = true};
    bool well = json_is_object(o) && srv_field_text(o, "clock", SPK_CLOCK_RULE, &clock, why) &&
                srv_field_text(o, "language", SRV_LANGUAGE, &language, why) &&
                srv_field_text(o, "edition", 32, &edition, why) &&
                srv_field_text(o, "rematch", SRV_ID, &rematch, why) &&
                srv_field_int(o, "maker", -1, SPK_MAX_SEATS - 1, &maker, why) &&
                srv_field_int(o, "muted", 0, 255, &muted, why) &&
                srv_field_bool(o, "undo", &plan->undo, why) &&
                srv_field_bool(o, "chat", &plan->chat, why) &&
                srv_field_bool(o, "hints", &plan->hints, why) &&
                srv_field_bool(o, "pause", &plan->pause, why) &&
                srv_field_bool(o, "onlookers", &plan->onlookers, why) &&
                spk_clock_rule_parse(clock, &plan->clock, why) == SPK_OK;
    copy(live->language, sizeof live->language, language);
    copy(live->rematch, sizeof live->rematch, rematch);
    srv_live_set_text(&live->edition, edition);
    live->maker = (int8_t)maker;
    live->muted = (uint8_t)muted;
    json_decref(o);
    return well ? SPK_OK : spk_fail(why, SPK_EIO, "Its settings cannot be read.");
}

/* -- Seats, chat and log ----------------------------------------------------------------------- */

static void restore_seat(srv_live *live, const srv_seat *s)
{
    srv_place *place = &live->places[s->seat];
    room_sitter who = {.kind = (room_kind)s->kind};
    copy(who.name, sizeof who.name, s->name ? s->name : "");
    copy(who.bot, sizeof who.bot, s->bot ? s->bot : "");
    who.here = srv_live_viewer(live, s->seat)->n_guests > 0 || s->kind == SRV_SITTER_BOT;
    place->has_token = s->token != NULL;
    if (s->token)
        memcpy(place->token, s->token, SRV_HASH);
    srv_live_set_text(&place->account, s->account);
    srv_live_set_text(&place->nonce, s->nonce);
    place->joined = s->joined;
    room_sit(live->room, s->seat, &who);
}

/* Of the newest the refs as well; not of all, or they would push out those of moves. */
static void restore_chat(srv_live *live, const srv_table *row)
{
    enum { REFS = 16 };
    int first = row->n_chats > SRV_CHATS ? row->n_chats - SRV_CHATS : 0;
    if (!row->n_chats)
        return;
    live->chats = spk_alloc(SRV_CHATS * sizeof *live->chats);
    for (int i = first; i < row->n_chats; i++) {
        const srv_chat *chat = &row->chats[i];
        size_t n = clean_length(chat->text);
        srv_line *line = spk_alloc(sizeof *line + n + 1); /* zeroed, so its end is there */
        *line = (srv_line){.n = chat->n, .seat = chat->seat, .at = chat->at};
        memcpy(line->text, chat->text, n);
        live->chats[live->n_chats++] = line;
        if (chat->ref && i >= row->n_chats - REFS && chat->seat >= 0 && chat->seat < live->n_seats)
            srv_ref_add(live, chat->seat, chat->ref, room_n_events(live->room, chat->seat));
    }
    live->last_chat = row->chats[row->n_chats - 1].n;
}

/* Acts that counted, with the number their answer had: what chance did after one belongs to it. */
static spk_err restore_log(srv_live *live, const srv_table *row, spk_why *why)
{
    spk_err err = SPK_OK;
    const char *ref = NULL;
    spk_seat seat = -1;
    for (int i = 0; i < row->n_entries && err == SPK_OK; i++) {
        const srv_entry *e = &row->entries[i];
        bool is_chance = strncmp(e->line, "chance ", 7) == 0;
        if (ref && !is_chance) {
            srv_ref_add(live, seat, ref, room_n_events(live->room, seat));
            ref = NULL;
        }
        err = room_restore_entry(live->room, e->line, why);
        if (e->ref && err == SPK_OK) {
            ref = e->ref;
            seat = spk_match_entry(room_match(live->room), i).seat;
        }
    }
    if (ref && err == SPK_OK)
        srv_ref_add(live, seat, ref, room_n_events(live->room, seat));
    return err;
}

void srv_live_print_log(const srv_live *live, spk_buf *lines)
{
    const spk_match *m = room_match(live->room);
    for (int i = 0; i < spk_match_n_entries(m); i++) {
        spk_match_entry_print(m, i, lines);
        spk_buf_putc(lines, '\0');
    }
}

static room_status status_of(srv_status status)
{
    switch (status) {
    case SRV_STATUS_PLAYING: return ROOM_PLAYING;
    case SRV_STATUS_PAUSED: return ROOM_PAUSED;
    case SRV_STATUS_FINISHED: return ROOM_FINISHED;
    case SRV_STATUS_CLOSED: return ROOM_CLOSED;
    case SRV_STATUS_NONE:
    case SRV_STATUS_OPEN:
    case SRV_STATUS_COUNT: break;
    }
    return ROOM_WAITING;
}

/* Where in its stream chance stands: found by dealing everything again, which proves the log as well. */
static spk_err restore_chance(srv_live *live, const srv_table *row, spk_why *why)
{
    srv_fair fair;
    spk_rng rng;
    srv_fair_fault fault;
    if (!row->seed)
        return spk_fail(why, SPK_EIO, "It has no seed.");
    memcpy(live->seed, row->seed, SRV_HASH);
    srv_live_fair(live, &fair); /* also where the deal drew nothing, as in Chicago: it will */
    srv_fair_key(&fair, SRV_FAIR_CHANCE, live->key);
    srv_fair_rng(live->key, 0, &rng);
    if (srv_fair_replay(room_match(live->room), &rng, &fault) < 0)
        return spk_fail(why, SPK_EIO, "Entry %d was not dealt from its seed.", fault.entry + 1);
    live->n_words = srv_fair_n_words(&rng);
    return SPK_OK;
}

static spk_err restore_room(srv_live *live, const srv_table *row, spk_why *why)
{
    spk_err err = restore_log(live, row, why);
    if (err == SPK_OK)
        err = room_restore(live->room, status_of(row->status), row->clock,
                           srv_house_now(live->house), why);
    if (err == SPK_OK)
        err = restore_chance(live, row, why);
    return err;
}

spk_err srv_live_restore(srv_live *live, const srv_table *row, spk_why *why)
{
    room_plan plan;
    srv_live_empty(live);
    spk_err err = read_settings(live, row->settings, &plan, why);
    if (err != SPK_OK)
        return err;
    srv_box *box = srv_shelf_get(live->house->shelf, row->header,
                                 live->edition ? live->edition : "default", why);
    if (!box)
        return why->err = SPK_EIO;
    srv_live_equip(live, box, &plan);
    live->listed = row->listed;
    live->created = row->created;
    copy(live->before, sizeof live->before, row->rematch_of ? row->rematch_of : "");
    for (int i = 0; i < row->n_seats; i++)
        if (row->seats[i].seat < live->n_seats)
            restore_seat(live, &row->seats[i]);
    live->written_due = row->due;
    err = restore_room(live, row, why);
    if (err == SPK_OK)
        restore_chat(live, row);
    live->written_away = room_clock(live->room)->away;
    live->written_stopped = room_clock(live->room)->stopped;
    if (err != SPK_OK)
        why->err = SPK_EIO;
    return err;
}
