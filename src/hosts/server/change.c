/* change.c: how a table changes: an act is made in memory, written, answered, shown. And what an act that
 * was made is remembered by, so that it is not made twice. */
#include <sodium.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/server/house_inside.h"

/* -- Chance ------------------------------------------------------------------------------------ */

void srv_live_fair(const srv_live *live, srv_fair *fair)
{
    *fair = (srv_fair){.n_seats = live->n_seats};
    memcpy(fair->seed, live->seed, SRV_FAIR_BYTES);
    memcpy(fair->table, live->id, sizeof live->id);
    for (spk_seat seat = 0; seat < live->n_seats; seat++)
        if (live->places[seat].nonce)
            srv_fair_contribute(fair, seat, live->places[seat].nonce, NULL);
}

void srv_live_rng(const srv_live *live, spk_rng *rng)
{
    srv_fair_rng(live->key, live->n_words, rng);
}

spk_err srv_live_deal(srv_live *live, spk_why *why)
{
    srv_fair fair;
    spk_rng rng;
    srv_live_fair(live, &fair);
    srv_fair_key(&fair, SRV_FAIR_CHANCE, live->key);
    srv_fair_rng(live->key, 0, &rng);
    spk_err err = room_start(live->room, &rng, srv_house_now(live->house), why);
    if (err == SPK_OK)
        live->n_words = srv_fair_n_words(&rng);
    return err;
}

/* -- What is written --------------------------------------------------------------------------- */

srv_mark srv_live_mark(const srv_live *live)
{
    return (srv_mark){spk_match_n_entries(room_match(live->room)), room_status_of(live->room)};
}

static srv_status status_of(room_status status)
{
    switch (status) {
    case ROOM_WAITING: return SRV_STATUS_OPEN;
    case ROOM_PLAYING: return SRV_STATUS_PLAYING;
    case ROOM_PAUSED: return SRV_STATUS_PAUSED;
    case ROOM_FINISHED: return SRV_STATUS_FINISHED;
    case ROOM_CLOSED: return SRV_STATUS_CLOSED;
    case ROOM_STATUS_COUNT: break;
    }
    return SRV_STATUS_NONE;
}

srv_seat srv_live_seat(const srv_live *live, spk_seat seat)
{
    const room_sitter *who = room_sitter_of(live->room, seat);
    const srv_place *place = &live->places[seat];
    return (srv_seat){
        .seat = seat,
        .kind = (srv_sitter)who->kind,
        .takeover = who->kind != ROOM_BOT && *who->bot,
        .name = *who->name ? who->name : NULL,
        .bot = *who->bot ? who->bot : NULL,
        .token = place->has_token ? place->token : NULL,
        .account = place->account,
        .nonce = place->nonce,
        .joined = place->joined,
    };
}

/* The new lines of the log, in the house's own memory: the store copies. */
static void add_entries(srv_live *live, int before, const char *ref, srv_change *change)
{
    srv_house *h = live->house;
    const spk_match *m = room_match(live->room);
    int n = spk_match_n_entries(m) - before;
    if (n <= 0)
        return;
    if (n > h->cap_entries) {
        h->cap_entries = 2 * n;
        h->entries = spk_realloc(h->entries, (size_t)h->cap_entries * sizeof *h->entries);
    }
    spk_buf_clear(&h->lines);
    for (int i = 0; i < n; i++) {
        h->entries[i] = (srv_entry){.ref = i == 0 ? ref : NULL, .at = (int64_t)h->lines.n};
        spk_match_entry_print(m, before + i, &h->lines);
        spk_buf_putc(&h->lines, '\0');
        h->figures.moves += spk_match_entry(m, before + i).seat < SPK_MAX_SEATS;
    }
    for (int i = 0; i < n; i++) { /* the buffer has stopped growing */
        h->entries[i].line = h->lines.bytes + h->entries[i].at;
        h->entries[i].at = 0;
    }
    change->first_entry = before + 1;
    change->n_entries = n;
    change->entries = h->entries;
}

/* When somebody must look at this table though nobody comes: a clock runs out, or a bot is asked, which
 * would wait for ever if the house stopped now. 0: never. */
static int64_t due_of(const srv_live *live)
{
    int64_t due = room_deputed(live->room) ? srv_house_now(live->house) : room_deadline(live->room);
    return due == SPK_NEVER ? 0 : due < 1 ? 1 : due;
}

/* Without a limit a clock only says who is away; it need not be written with every move. */
static void add_clock(srv_live *live, srv_change *change)
{
    const spk_clock *clock = room_clock(live->room);
    int64_t due = due_of(live);
    spk_buf *text = &live->house->extra;
    if (!room_is_dealt(live->room) || /* there is none yet */
        (room_plan_of(live->room)->clock.kind == SPK_CLOCK_NONE &&
         clock->away == live->written_away && clock->stopped == live->written_stopped &&
         !due == !live->written_due))
        return;
    spk_buf_clear(text);
    spk_clock_save(clock, text);
    change->clock = spk_buf_text(text);
    change->due = due;
    live->written_due = due;
    live->written_away = clock->away;
    live->written_stopped = clock->stopped;
}

/* Over: the result for lists and statistics, and the header with the proof, seed and all. */
typedef struct ending {
    spk_buf result, header;
} ending;

static void add_ending(srv_live *live, srv_change *change, ending *e)
{
    srv_fair fair;
    spk_buf proof = {0};
    spk_json j = {.out = &e->result};
    room_print_result(live->room, &j);
    srv_live_fair(live, &fair);
    srv_fair_prove(&fair, true, &proof);
    spk_buf_puts(&e->header, srv_box_header(live->box));
    for (const char *line = spk_buf_text(&proof), *end; (end = strchr(line, '\n')); line = end + 1)
        spk_buf_printf(&e->header, "proof %.*s\n", (int)(end - line), line);
    spk_buf_release(&proof);
    change->result = spk_buf_text(&e->result);
    change->header = spk_buf_text(&e->header);
    live->house->figures.tables_finished++;
    srv_log_event(live->house->log, SRV_EVENT_TABLE_OVER, SRV_KEY("table", live->id),
                  SRV_NUM("entries", spk_match_n_entries(room_match(live->room))));
}

/* -- Writing ----------------------------------------------------------------------------------- */

static void note_latency(srv_house *h, uint64_t since)
{
    double ms = (double)(uv_hrtime() - since) / 1e6;
    int i = 0;
    while (i < SRV_LATE_BUCKETS - 1 && ms > srv_late_ms[i])
        i++;
    h->figures.late[i]++;
    h->figures.late_ms_sum += ms;
}

/* The table in memory is ahead of the store and must not be seen: what was written counts. */
static void start_over(srv_live *live, const spk_why *why)
{
    srv_house *h = live->house;
    h->figures.writes_failed++;
    srv_log_event(h->log, why->err == SPK_EIO ? SRV_EVENT_STORE_FAILED : SRV_EVENT_TABLE_DROPPED,
                  SRV_KEY("table", live->id), SRV_KEY("why", why->text));
    if (live->is_new)
        srv_live_fail(live, why);
    else
        srv_live_load(live);
}

static void on_written(void *context, const srv_answer *answer)
{
    srv_live *live = context;
    spk_why why = {.err = answer->err};
    srv_after *after = live->after;
    srv_actor actor = live->actor;
    live->house->n_busy--;
    live->after = NULL;
    live->actor.since = 0;
    if (answer->err != SPK_OK)
        spk_fail(&why, answer->err, "%s", answer->why);
    else
        live->is_new = false;
    live->state = SRV_LOADING; /* until it is settled: nothing that 'after' asks for runs now */
    if (after)
        after(live->after_context, live, &why);
    if (answer->err != SPK_OK) {
        start_over(live, &why);
        return;
    }
    if (actor.since)
        srv_live_show(live), note_latency(live->house, actor.since);
    srv_live_settle(live);
}

void srv_live_commit(srv_live *live, const srv_mark *mark, const char *ref, srv_change *change,
                     srv_after *after, void *context)
{
    srv_house *h = live->house;
    srv_change own = {0};
    ending e = {{0}, {0}};
    room_status status = room_status_of(live->room);
    change = change ? change : &own;
    change->table = live->id;
    change->at = live->is_new ? live->created : srv_house_wall(h);
    add_entries(live, mark->n_entries, ref && *ref ? ref : NULL, change);
    add_clock(live, change);
    if (status != mark->status)
        change->status = status_of(status);
    if (status == ROOM_FINISHED && mark->status != ROOM_FINISHED)
        add_ending(live, change, &e);
    live->state = SRV_WRITING;
    live->after = after;
    live->after_context = context;
    spk_err err = srv_store_write(h->store, change, on_written, live);
    h->n_busy++;
    if (err != SPK_OK) {
        srv_log_plain(h->log, SRV_EVENT_STORE_BUSY);
        on_written(live, &(srv_answer){.err = err, .why = spk_err_words(err)});
    }
    spk_buf_release(&e.result);
    spk_buf_release(&e.header);
}

/* -- What was done already --------------------------------------------------------------------- */

static uint64_t ref_key(const srv_live *live, spk_seat seat, const char *ref)
{
    uint8_t text[SRV_REF + 1] = {(uint8_t)seat};
    uint64_t key;
    size_t n = strlen(ref);
    SPK_BUG_IF(n >= SRV_REF);
    memcpy(text + 1, ref, n);
    crypto_shorthash((uint8_t *)&key, text, n + 1, live->house->ref_key);
    return key;
}

const srv_ref *srv_ref_find(const srv_live *live, spk_seat seat, const char *ref)
{
    uint64_t key = *ref ? ref_key(live, seat, ref) : 0;
    for (int i = 0; *ref && i < live->n_refs; i++)
        if (live->refs[i].key == key)
            return &live->refs[i];
    return NULL;
}

void srv_ref_add(srv_live *live, spk_seat seat, const char *ref, int n)
{
    if (!*ref || strlen(ref) >= SRV_REF)
        return;
    if (live->n_refs == live->cap_refs && live->cap_refs < SRV_REFS) {
        live->cap_refs = live->cap_refs ? 2 * live->cap_refs : 8;
        live->refs = spk_realloc(live->refs, live->cap_refs * sizeof *live->refs);
        live->next_ref = live->n_refs;
    }
    live->refs[live->next_ref] = (srv_ref){ref_key(live, seat, ref), n};
    if (live->n_refs < live->cap_refs)
        live->n_refs++;
    live->next_ref = (uint16_t)((live->next_ref + 1) % SRV_REFS);
}

/* -- Acts -------------------------------------------------------------------------------------- */

static void after_act(void *context, srv_live *live, const spk_why *why)
{
    const srv_actor *actor = context;
    srv_house *h = live->house;
    if (!actor->ws.n)
        return;
    if (why->err != SPK_OK) {
        srv_say_no(h, actor->ws, actor->ref, why->err == SPK_EBUSY ? SRV_BUSY : SRV_BROKEN, "",
                   "That could not be written down: try again.");
        return;
    }
    int n = room_n_events(live->room, actor->seat);
    srv_ref_add(live, actor->seat, actor->ref, n);
    srv_say_ok(h, actor->ws, actor->ref, n);
}

/* Whether the room has to be written though nothing is new in its log. */
static bool is_changed(const srv_live *live, const srv_mark *mark)
{
    const spk_clock *clock = room_clock(live->room);
    srv_mark now = srv_live_mark(live);
    return now.n_entries != mark->n_entries || now.status != mark->status ||
           clock->away != live->written_away || clock->stopped != live->written_stopped;
}

static bool was_done(srv_live *live, const srv_actor *actor)
{
    const srv_ref *done = actor->ws.n ? srv_ref_find(live, actor->seat, actor->ref) : NULL;
    if (done)
        srv_say_ok(live->house, actor->ws, actor->ref, done->n);
    return done != NULL;
}

void srv_live_act(srv_live *live, const srv_actor *actor, const room_deed *deed)
{
    srv_house *h = live->house;
    srv_mark mark = srv_live_mark(live);
    spk_why why = {0};
    spk_rng rng;
    if (was_done(live, actor))
        return;
    srv_live_rng(live, &rng);
    bool paused = room_status_of(live->room) == ROOM_PAUSED;
    spk_err err = room_act(live->room, actor->seat, deed, &rng, srv_house_now(h), &why);
    if (err != SPK_OK) {
        h->figures.acts_refused += actor->ws.n != 0;
        if (actor->ws.n)
            srv_say_why(h, actor->ws, actor->ref, &why);
        return;
    }
    live->n_words = srv_fair_n_words(&rng);
    live->actor = *actor;
    if (deed->kind == ROOM_PAUSE && !paused)
        live->pauser = (uint8_t)(actor->seat + 1);
    if (is_changed(live, &mark))
        srv_live_commit(live, &mark, actor->ref, NULL, after_act, &live->actor);
    else {
        after_act(&live->actor, live, &why);
        live->actor.since = 0;
    }
}

void srv_live_time_out(srv_live *live)
{
    srv_mark mark = srv_live_mark(live);
    if (!room_time_out(live->room, srv_house_now(live->house)))
        return;
    live->house->figures.time_outs++;
    srv_log_event(live->house->log, SRV_EVENT_SEAT_LATE, SRV_KEY("table", live->id));
    live->actor = (srv_actor){0};
    srv_live_commit(live, &mark, NULL, NULL, NULL, NULL);
}

/* -- Chat -------------------------------------------------------------------------------------- */

static void keep_line(srv_live *live, srv_line *line)
{
    if (!live->chats)
        live->chats = spk_alloc(SRV_CHATS * sizeof *live->chats);
    if (live->n_chats == SRV_CHATS) {
        spk_free(live->chats[0]);
        memmove(live->chats, live->chats + 1, (SRV_CHATS - 1) * sizeof *live->chats);
        live->n_chats--;
    }
    live->chats[live->n_chats++] = line;
    live->last_chat = line->n;
}

static void after_chat(void *context, srv_live *live, const spk_why *why)
{
    srv_line *line = context;
    after_act(&live->actor, live, why);
    if (why->err != SPK_OK) {
        spk_free(line);
        return;
    }
    live->house->figures.chats++;
    keep_line(live, line);
    srv_show_chat(live, line);
}

void srv_live_chat(srv_live *live, const srv_actor *actor, const char *text)
{
    srv_mark mark = srv_live_mark(live);
    size_t n = strlen(text) + 1;
    if (was_done(live, actor))
        return;
    srv_line *line = spk_alloc(sizeof *line + n);
    *line = (srv_line){
        .n = live->last_chat + 1, .seat = actor->seat, .at = srv_house_wall(live->house)};
    memcpy(line->text, text, n);
    srv_chat chat = {.seat = actor->seat, .text = text, .ref = actor->ref};
    srv_change change = {.first_chat = line->n, .n_chats = 1, .chats = &chat};
    live->actor = *actor;
    srv_live_commit(live, &mark, NULL, &change, after_chat, line);
}
