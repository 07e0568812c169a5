/* restore.c: a table out of the store, and what the store keeps of it beside the match: its settings. */
#include <limits.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/table/inside.h"

/* -- Settings: JSON, ours alone ---------------------------------------------------------------- */

void srv_table_settings(const srv_table *table, spk_buf *json)
{
    const room_plan *plan = room_plan_of(table->room);
    char clock[SPK_CLOCK_RULE];
    spk_json j = {.out = json};
    spk_json_open(&j, '{');
    spk_json_key(&j, "language"), spk_json_str(&j, table->language);
    spk_json_key(&j, "clock"), spk_json_str(&j, spk_clock_rule_print(&plan->clock, clock));
    spk_json_key(&j, "undo"), spk_json_bool(&j, plan->undo);
    spk_json_key(&j, "chat"), spk_json_bool(&j, plan->chat);
    spk_json_key(&j, "hints"), spk_json_bool(&j, plan->hints);
    spk_json_key(&j, "pause"), spk_json_bool(&j, plan->pause);
    spk_json_key(&j, "onlookers"), spk_json_bool(&j, plan->onlookers);
    spk_json_key(&j, "absence"), spk_json_int(&j, plan->absence_s);
    spk_json_key(&j, "maker"), spk_json_int(&j, table->maker);
    spk_json_key(&j, "muted"), spk_json_int(&j, table->muted);
    if (table->rated)
        spk_json_key(&j, "rated"), spk_json_bool(&j, true);
    if (table->edition)
        spk_json_key(&j, "edition"), spk_json_str(&j, table->edition);
    if (*table->crew)
        spk_json_key(&j, "crew"), spk_json_str(&j, table->crew);
    if (*table->daily)
        spk_json_key(&j, "daily"), spk_json_str(&j, table->daily);
    if (table->try_of)
        spk_json_key(&j, "try"), spk_json_int(&j, (int64_t)table->try_of);
    if (*table->tournament) {
        spk_json_key(&j, "tournament"), spk_json_str(&j, table->tournament);
        spk_json_key(&j, "number"), spk_json_int(&j, table->tournament_table);
        spk_json_key(&j, "deal_round"), spk_json_int(&j, table->deal_round);
    }
    if (plan->official)
        spk_json_key(&j, "official"), spk_json_bool(&j, true);
    if (*table->rematch)
        spk_json_key(&j, "rematch"), spk_json_str(&j, table->rematch);
    spk_json_key(&j, "next"), spk_json_str(&j, table->next_id);
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

static spk_err read_settings(srv_table *table, const char *text, room_plan *plan, spk_why *why)
{
    json_t *o = json_loads(text ? text : "{}", JSON_REJECT_DUPLICATES, NULL);
    const char *clock = "none", *language = "en", *edition = NULL, *rematch = "", *next = "",
               *daily = "", *tournament = "", *crew = "";
    int maker = -1, muted = 0, number = 0, deal_round = 0;
    table->rated = false;
    *plan = (room_plan){
        .undo = true, .chat = true, .pause = true, .onlookers = true, .absence_s = ROOM_ABSENCE_S};
    bool well = json_is_object(o) && srv_field_text(o, "clock", SPK_CLOCK_RULE, &clock, why) &&
                srv_field_text(o, "language", SRV_LANGUAGE, &language, why) &&
                srv_field_text(o, "edition", 32, &edition, why) &&
                srv_field_text(o, "rematch", SRV_ID, &rematch, why) &&
                srv_field_text(o, "next", SRV_ID, &next, why) &&
                srv_field_text(o, "daily", SRV_DAY - 1, &daily, why) &&
                srv_field_text(o, "tournament", SRV_ID, &tournament, why) &&
                srv_field_int(o, "number", 0, INT_MAX, &number, why) &&
                srv_field_int(o, "deal_round", 0, INT_MAX, &deal_round, why) &&
                srv_field_bool(o, "official", &plan->official, why) &&
                srv_field_text(o, "crew", SRV_ID, &crew, why) &&
                srv_field_int(o, "maker", -1, SPK_MAX_SEATS - 1, &maker, why) &&
                srv_field_int(o, "muted", 0, 255, &muted, why) &&
                srv_field_bool(o, "rated", &table->rated, why) &&
                srv_field_bool(o, "undo", &plan->undo, why) &&
                srv_field_bool(o, "chat", &plan->chat, why) &&
                srv_field_bool(o, "hints", &plan->hints, why) &&
                srv_field_bool(o, "pause", &plan->pause, why) &&
                srv_field_bool(o, "onlookers", &plan->onlookers, why) &&
                srv_field_int(o, "absence", ROOM_ABSENCE_LEAST_S, SPK_CLOCK_MOST_S,
                              &plan->absence_s, why) &&
                spk_clock_rule_parse(clock, &plan->clock, why) == SPK_OK;
    copy(table->language, sizeof table->language, language);
    copy(table->rematch, sizeof table->rematch, rematch);
    copy(table->next_id, sizeof table->next_id, next);
    copy(table->daily, sizeof table->daily, daily);
    copy(table->tournament, sizeof table->tournament, tournament);
    table->tournament_table = number;
    table->deal_round = deal_round;
    copy(table->crew, sizeof table->crew, crew);
    table->try_of = (uint64_t)json_integer_value(json_object_get(o, "try"));
    if (!srv_is_id(table->next_id))
        srv_id_new(table->next_id); /* a table from before it was chosen beforehand */
    srv_table_set_text(&table->edition, edition);
    table->maker = (int8_t)maker;
    table->muted = (uint8_t)muted;
    json_decref(o);
    return well ? SPK_OK : spk_fail(why, SPK_EIO, "Its settings cannot be read.");
}

/* -- Seats, chat and log ----------------------------------------------------------------------- */

static void restore_seat(srv_table *table, const srv_seat *s)
{
    srv_place *place = &table->places[s->seat];
    room_sitter who = {.kind = s->kind};
    copy(who.name, sizeof who.name, s->name ? s->name : "");
    copy(who.bot, sizeof who.bot, s->bot ? s->bot : "");
    who.here = srv_table_viewer(table, s->seat)->n_guests > 0 || s->kind == ROOM_BOT;
    place->has_token = s->token != NULL;
    if (s->token)
        memcpy(place->token, s->token, SRV_HASH);
    srv_table_set_text(&place->account, s->account);
    srv_table_set_text(&place->nonce, s->nonce);
    place->joined = s->joined;
    room_sit(table->room, s->seat, &who);
}

/* Of the newest the refs as well; not of all, or they would push out those of moves. */
static void restore_chat(srv_table *table, const srv_row *row)
{
    enum { REFS = 16 };
    int first = row->n_chats > ROOM_CHATS ? row->n_chats - ROOM_CHATS : 0;
    if (!row->n_chats)
        return;
    table->chats = spk_alloc(ROOM_CHATS * sizeof *table->chats);
    for (int i = first; i < row->n_chats; i++) {
        const srv_chat *chat = &row->chats[i];
        size_t n = clean_length(chat->text);
        srv_line *line = spk_alloc(sizeof *line + n + 1); /* zeroed, so its end is there */
        *line = (srv_line){.n = chat->n, .seat = chat->seat, .at = chat->at};
        memcpy(line->text, chat->text, n);
        table->chats[table->n_chats++] = line;
        if (chat->ref && i >= row->n_chats - REFS && chat->seat >= 0 && chat->seat < table->n_seats)
            srv_ref_add(table, chat->seat, chat->ref, room_n_events(table->room, chat->seat));
    }
    table->last_chat = row->chats[row->n_chats - 1].n;
}

/* Acts that counted, with the number their answer had: what chance did after one belongs to it. */
static spk_err restore_log(srv_table *table, const srv_row *row, spk_why *why)
{
    spk_err err = SPK_OK;
    const char *ref = NULL;
    spk_seat seat = -1;
    for (int i = 0; i < row->n_entries && err == SPK_OK; i++) {
        const srv_entry *e = &row->entries[i];
        bool is_chance = strncmp(e->line, "chance ", 7) == 0;
        if (ref && !is_chance) {
            srv_ref_add(table, seat, ref, room_n_events(table->room, seat));
            ref = NULL;
        }
        err = room_restore_entry(table->room, e->line, why);
        if (e->ref && err == SPK_OK) {
            ref = e->ref;
            seat = spk_match_entry(room_match(table->room), i).seat;
        }
    }
    if (ref && err == SPK_OK)
        srv_ref_add(table, seat, ref, room_n_events(table->room, seat));
    return err;
}

void srv_table_print_log(const srv_table *table, spk_buf *lines)
{
    const spk_match *m = room_match(table->room);
    for (int i = 0; i < spk_match_n_entries(m); i++) {
        spk_match_entry_print(m, i, lines);
        spk_buf_putc(lines, '\0');
    }
}

/* Where in its stream chance stands: found by dealing everything again, which proves the log as well. */
static spk_err restore_chance(srv_table *table, const srv_row *row, spk_why *why)
{
    srv_fair fair;
    spk_rng rng;
    srv_fair_fault fault;
    if (!row->seed)
        return spk_fail(why, SPK_EIO, "It has no seed.");
    memcpy(table->seed, row->seed, SRV_HASH);
    srv_table_fair(table, &fair); /* also where the deal drew nothing, as in Chicago: it will */
    srv_fair_key(&fair, SRV_FAIR_CHANCE, table->key);
    srv_fair_rng(table->key, 0, &rng);
    if (srv_fair_replay(room_match(table->room), &rng, &fault) < 0)
        return spk_fail(why, SPK_EIO, "Entry %d was not dealt from its seed.", fault.entry + 1);
    table->n_words = srv_fair_n_words(&rng);
    return SPK_OK;
}

/* A table that was another node's is restored as of the moment when that one was last there, by its house time, and goes on
 * now: nobody's clock is charged for the time in between. */
static spk_err restore_clock(srv_table *table, const srv_row *row, spk_why *why)
{
    int64_t now = srv_house_now(table->house), then = now;
    if (table->is_taken) {
        int64_t saved = room_saved_at(table->room, row->clock);
        then = table->left_at > saved ? table->left_at : saved ? saved : now;
    }
    spk_err err = room_restore(table->room, row->status, row->clock, then, why);
    if (err == SPK_OK && then != now)
        room_move_time(table->room, now - then);
    return err;
}

static spk_err restore_room(srv_table *table, const srv_row *row, spk_why *why)
{
    spk_err err = restore_log(table, row, why);
    if (err == SPK_OK)
        err = restore_clock(table, row, why);
    if (err == SPK_OK)
        err = restore_chance(table, row, why);
    return err;
}

spk_err srv_table_restore(srv_table *table, const srv_row *row, spk_why *why)
{
    room_plan plan;
    srv_table_empty(table);
    spk_err err = read_settings(table, row->settings, &plan, why);
    if (err != SPK_OK)
        return err;
    srv_box *box = srv_boxes_get(table->house->tables->boxes, row->header,
                                 table->edition ? table->edition : "default", why);
    if (!box)
        return why->err = SPK_EIO;
    srv_table_equip(table, box, &plan);
    table->listed = row->listed;
    table->created = row->created;
    table->public_at = row->updated;
    copy(table->before, sizeof table->before, row->rematch_of ? row->rematch_of : "");
    for (int i = 0; i < row->n_seats; i++)
        if (row->seats[i].seat < table->n_seats)
            restore_seat(table, &row->seats[i]);
    table->written_due = row->due;
    err = restore_room(table, row, why);
    if (err == SPK_OK)
        restore_chat(table, row);
    table->written_away = room_clock(table->room)->away;
    table->written_lent = room_clock(table->room)->lent;
    table->written_stopped = room_clock(table->room)->stopped;
    table->written_pauser = (int8_t)room_pauser(table->room);
    table->written_closers = (uint8_t)room_closers(table->room);
    if (err == SPK_OK)
        srv_news_start(table);
    else
        why->err = SPK_EIO;
    return err;
}
