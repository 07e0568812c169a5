/* change.c: how a table changes: an act is made in memory, written, answered, shown. And what an act that
 * was made is remembered by, so that it is not made twice.
 *
 *     the house's thread                                   the store's writer
 *     ------------------                                   ------------------
 *     srv_table_act: room_act changes the room
 *     srv_table_commit: READY -> WRITING, the change
 *       is copied into the store's queue   ----------->    one transaction with whatever else has queued up
 *     ... other tables go on; at this one tasks wait ...
 *     on_written: WRITING -> ANSWERED      <-----------    wake, srv_store_poll
 *       written:  'after' tells the actor, then everybody is shown: -> READY
 *       failed:   'after' tells the actor, the room is thrown away: -> LOADING (a new table: gone)
 *
 * Nothing here is shared with the writer: it has a copy of the change, we have the table. One change of a table is under
 * way at a time, so table->actor, after and after_context belong to that one and are free again in ANSWERED. */
#include <sodium.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "hosts/server/alert/alert.h"
#include "hosts/server/league/league.h"
#include "hosts/server/table/inside.h"

/* -- Chance ------------------------------------------------------------------------------------ */

void srv_table_fair(const srv_table *table, srv_fair *fair)
{
    *fair = (srv_fair){.n_seats = table->n_seats};
    memcpy(fair->seed, table->seed, SRV_FAIR_BYTES);
    if (*table->daily)
        srv_daily_name(table->daily, srv_box_of(table->box)->game->key, fair->table);
    else if (table->deal_round)
        srv_tournament_deal_name(table->tournament, table->deal_round, fair->table);
    else
        memcpy(fair->table, table->id, sizeof table->id);
    for (spk_seat seat = 0; seat < table->n_seats; seat++)
        if (table->places[seat].nonce)
            srv_fair_contribute(fair, seat, table->places[seat].nonce, NULL);
}

void srv_table_rng(const srv_table *table, spk_rng *rng)
{
    srv_fair_rng(table->key, table->n_words, rng);
}

/* Chance is one stream of words, fixed by the seed and everybody's contribution. A table keeps no generator, only the key
 * and how many words are used; both can be had from the stored log again (restore.c). */
spk_err srv_table_deal(srv_table *table, spk_why *why)
{
    srv_fair fair;
    spk_rng rng;
    srv_table_fair(table, &fair);
    srv_fair_key(&fair, SRV_FAIR_CHANCE, table->key);
    srv_fair_rng(table->key, 0, &rng);
    spk_err err = room_start(table->room, &rng, srv_house_now(table->house), why);
    if (err == SPK_OK)
        table->n_words = srv_fair_n_words(&rng);
    return err;
}

/* -- What is written --------------------------------------------------------------------------- */

srv_mark srv_table_mark(const srv_table *table)
{
    const room *r = table->room;
    return (srv_mark){.n_entries = spk_match_n_entries(room_match(r)),
                      .n_heard = room_n_events(r, SPK_SEAT_ONLOOKER),
                      .status = room_status_of(r),
                      .pauser = (int8_t)room_pauser(r),
                      .closers = (uint8_t)room_closers(r),
                      .shown_away = (uint8_t)room_clock(r)->shown_away};
}

/* Whether onlookers too could notice what was done between the two. Who is connected is left out: a guest who comes is
 * seen to come, but is not a change of the table. */
static bool is_noticed(const srv_mark *before, const srv_mark *after)
{
    return after->n_heard != before->n_heard || after->status != before->status ||
           after->pauser != before->pauser || after->closers != before->closers ||
           after->shown_away != before->shown_away;
}

srv_seat srv_table_seat(const srv_table *table, spk_seat seat)
{
    const room_sitter *who = room_sitter_of(table->room, seat);
    const srv_place *place = &table->places[seat];
    return (srv_seat){
        .seat = seat,
        .kind = who->kind,
        .takeover = who->kind != ROOM_BOT && *who->bot,
        .name = *who->name ? who->name : NULL,
        .bot = *who->bot ? who->bot : NULL,
        .token = place->has_token ? place->token : NULL,
        .account = place->account,
        .nonce = place->nonce,
        .joined = place->joined,
    };
}

/* Room for the lines of one change, shared by all tables: the store copies. */
static srv_entry *room_for(srv_tables *all, int n)
{
    if (n > all->cap_entries) {
        all->cap_entries = 2 * n;
        all->entries = spk_realloc(all->entries, (size_t)all->cap_entries * sizeof *all->entries);
    }
    return all->entries;
}

/* The new lines of the log. Printing them may move the buffer, so they are pointed at when all are there. The ref
 * goes with the actor's own line: before words of theirs others may have passed. */
static void add_entries(srv_table *table, int before, const char *ref, srv_change *change)
{
    srv_house *h = table->house;
    const spk_match *m = room_match(table->room);
    int n = spk_match_n_entries(m) - before;
    spk_buf *lines = &h->tables->lines;
    if (n <= 0)
        return;
    spk_buf_clear(lines);
    for (int i = 0; i < n; i++) {
        spk_match_entry_print(m, before + i, lines);
        spk_buf_putc(lines, '\0');
    }
    srv_entry *entries = room_for(h->tables, n);
    const char *line = lines->bytes;
    for (int i = 0; i < n; i++, line += strlen(line) + 1) {
        spk_seat seat = spk_match_entry(m, before + i).seat;
        bool own = ref && seat == table->actor.seat;
        h->figures.moves += seat < SPK_MAX_SEATS;
        entries[i] = (srv_entry){.line = line, .ref = own ? ref : NULL};
        ref = own ? NULL : ref;
    }
    change->first_entry = before + 1;
    change->n_entries = n;
    change->entries = entries;
}

/* When somebody must look at this table though nobody comes: a clock runs out, or a bot is asked, which
 * would wait for ever if the house stopped now. 0: never. */
static int64_t due_of(const srv_table *table)
{
    int64_t due = srv_bot_turns(table) ? srv_house_now(table->house) : room_deadline(table->room);
    return due == SPK_NEVER ? 0 : due < 1 ? 1 : due;
}

/* Without a limit a clock only says who is away; it need not be written with every move. The fields written_... are set
 * before the store has answered: if it refuses, the room is loaded again, and they with it. */
static void add_clock(srv_table *table, srv_change *change)
{
    const spk_clock *clock = room_clock(table->room);
    int64_t due = due_of(table);
    spk_buf *text = &table->house->tables->extra;
    if (!room_is_dealt(table->room) || /* there is none yet */
        (!table->is_taken && room_plan_of(table->room)->clock.kind == SPK_CLOCK_NONE &&
         clock->away == table->written_away && clock->lent == table->written_lent &&
         clock->stopped == table->written_stopped &&
         room_pauser(table->room) == table->written_pauser &&
         room_closers(table->room) == table->written_closers && !due == !table->written_due))
        return;
    spk_buf_clear(text);
    room_save(table->room, text);
    change->clock = spk_buf_text(text);
    change->due = due;
    table->written_due = due;
    table->written_away = clock->away;
    table->written_lent = clock->lent;
    table->written_stopped = clock->stopped;
    table->written_pauser = (int8_t)room_pauser(table->room);
    table->written_closers = (uint8_t)room_closers(table->room);
}

/* Over: the result for lists and statistics, the header with the proof, seed and all, and what it says of its players. */
typedef struct ending {
    spk_buf result, header, line, round, place;
    char key[SRV_KEY_ROOM];
    srv_note notes[3];
} ending;

static void add_ending(srv_table *table, srv_change *change, ending *e)
{
    srv_fair fair;
    spk_buf proof = {0};
    spk_json j = {.out = &e->result};
    room_print_result(table->room, &j);
    srv_table_fair(table, &fair);
    srv_fair_prove(&fair, true, &proof);
    spk_buf_puts(&e->header, srv_box_header(table->box));
    for (const char *line = spk_buf_text(&proof), *end; (end = strchr(line, '\n')); line = end + 1)
        spk_buf_printf(&e->header, "proof %.*s\n", (int)(end - line), line);
    spk_buf_release(&proof);
    change->result = spk_buf_text(&e->result);
    change->header = spk_buf_text(&e->header);
    SPK_BUG_IF(change->n_notes);
    change->notes = e->notes;
    change->n_notes = srv_rated_line(table, &e->line, &e->notes[0]);
    change->n_notes += srv_round_line(table, &e->round, &e->notes[change->n_notes]);
    table->house->figures.tables_finished++;
    srv_log_event(table->house->log, SRV_EVENT_TABLE_OVER, SRV_KEY("table", table->id),
                  SRV_NUM("entries", spk_match_n_entries(room_match(table->room))));
}

/* -- Writing ----------------------------------------------------------------------------------- */

/* From a person's message to the moment everybody was sent its effect, the disk included. */
static void note_latency(srv_house *h, uint64_t since_ns)
{
    double ms = (double)(h->world->now_ns(h->world->loop) - since_ns) / 1e6;
    int i = 0;
    while (i < SRV_LATE_BUCKETS - 1 && ms > srv_late_ms[i])
        i++;
    h->figures.late[i]++;
    h->figures.late_ms_sum += ms;
}

/* The table in memory is ahead of the store and must not be seen: what was written counts. Guests stay connected and are
 * shown the table as it was as soon as it is loaded. A new table has nothing to go back to. */
static void start_over(srv_table *table, const spk_why *why)
{
    srv_house *h = table->house;
    h->figures.writes_failed++;
    srv_log_event(h->log, why->err == SPK_EIO ? SRV_EVENT_STORE_FAILED : SRV_EVENT_TABLE_DROPPED,
                  SRV_KEY("table", table->id), SRV_KEY("why", why->text));
    if (why->err == SPK_ELOST)
        srv_house_lost(h);
    if (table->is_new || why->err == SPK_ELOST)
        srv_table_fail(table, why);
    else
        srv_table_load(table);
}

/* WRITING -> ANSWERED. What belongs to the change is taken out of the table first, since 'after' and those who are shown the
 * table may begin the next one. Nothing that 'after' asks for runs before the table is settled. */
static void tell_actor(srv_table *table, const spk_why *why)
{
    srv_after *after = table->after;
    table->house->tables->n_busy--;
    table->after = NULL;
    table->actor.since_ns = 0; /* the rest of the actor stays: 'after' may have it as its context */
    table->state = SRV_ANSWERED;
    if (after)
        after(table->after_context, table, why);
}

/* Lost: it may be written, but is another node's by now. */
static void on_failed(srv_table *table, const srv_answer *answer)
{
    spk_why why = {0};
    if (table->is_lost)
        spk_fail(&why, SPK_ELOST, "This table has moved. Try again.");
    else
        spk_fail(&why, answer->err, "%s", answer->why);
    tell_actor(table, &why);
    start_over(table, &why);
}

/* The store's answer, on the house's thread. */
static void on_written(void *context, const srv_answer *answer)
{
    static const spk_why none;
    srv_table *table = context;
    uint64_t since_ns = table->actor.since_ns;
    if (answer->err != SPK_OK || table->is_lost) {
        on_failed(table, answer);
        return;
    }
    table->is_new = table->is_taken = false;
    if (table->has_news)
        srv_alerts_hurry(table->house);
    table->has_news = false;
    tell_actor(table, &none);
    if (table->rated && room_status_of(table->room) == ROOM_FINISHED)
        srv_league_wake(table->house);
    if (*table->tournament && room_status_of(table->room) >= ROOM_FINISHED)
        srv_house_table_over(table->house, table->tournament);
    srv_table_settle(table);
    if (since_ns) /* before what waits in the queue, which does not count */
        note_latency(table->house, since_ns);
    srv_table_go_on(table);
}

/* A step that nobody else notices has the time of the last one that everybody could: the time of a table's last change
 * is told to people (GET /api/me), and must not tell them of it. */
static int64_t time_of(srv_table *table, const srv_mark *mark, const srv_change *change)
{
    srv_mark now = srv_table_mark(table);
    bool is_public = table->is_new || change->n_seats || change->n_chats || change->settings ||
                     change->header || change->host_token || change->forget_seats ||
                     is_noticed(mark, &now);
    table->is_hidden = !is_public;
    if (is_public)
        table->public_at = table->is_new ? table->created : srv_house_wall(table->house);
    return table->public_at;
}

/* Before those that are there already: of a rated game that is over, or of a rematch. */
static void add_news(srv_table *table, const srv_mark *mark, srv_change *change, srv_bulletin *news)
{
    news->n = 0;
    srv_news_add(table, mark, news);
    SPK_BUG_IF(news->n + change->n_notes > SRV_BULLETIN);
    for (int i = 0; i < change->n_notes; i++)
        news->notes[news->n++] = change->notes[i];
    change->n_notes = news->n;
    change->notes = news->notes;
    table->has_news = news->n > 0;
}

/* READY -> WRITING. The room has changed already; what is new since 'mark' goes into one change, so that a move, the chance
 * that follows it and the clock are written together or not at all:
 *
 *      entries   lines of the log that the mark had not        clock    who is to move until when, 'due' for the beat
 *      status    if it is another one                          ending   result and proof, once
 *      notes     for people who are not there (news.c)
 *      and whatever the caller put into 'change': seats, chat, settings
 *
 * The change borrows all its texts (the house's buffers, 'e', the caller's): the store has copied them when srv_store_write
 * returns. It answers only in srv_store_poll, never from inside srv_store_write, so on_written finds the table complete.
 *
 * If the store's queue is full it takes nothing and will not answer: then the answer is made here, and the table goes the
 * same way as after a failed write. */
void srv_table_commit(srv_table *table, const srv_mark *mark, const char *ref, srv_change *change,
                      srv_after *after, void *context)
{
    srv_house *h = table->house;
    srv_change own = {0};
    ending e = {0};
    srv_bulletin news;
    srv_daily_notes *daily = NULL;
    room_status status = room_status_of(table->room);
    change = change ? change : &own;
    change->table = table->id;
    change->epoch = table->epoch;
    change->at = time_of(table, mark, change);
    add_entries(table, mark->n_entries, ref && *ref ? ref : NULL, change);
    add_clock(table, change);
    if (status != mark->status)
        change->status = status;
    if (status == ROOM_FINISHED && mark->status != ROOM_FINISHED) {
        add_ending(table, change, &e);
        daily = srv_daily_add(table, change);
    }
    if (status == ROOM_CLOSED && mark->status != ROOM_CLOSED)
        srv_log_event(h->log, SRV_EVENT_TABLE_CLOSED, SRV_KEY("table", table->id));
    if (status != mark->status && mark->status != ROOM_FINISHED &&
        srv_tournament_line(table, e.key, &e.place, &e.notes[change->n_notes])) {
        SPK_BUG_IF(change->n_notes && change->notes != e.notes);
        change->notes = e.notes;
        change->n_notes++;
    }
    if (srv_alerts_are_on(h))
        add_news(table, mark, change, &news);
    table->state = SRV_WRITING;
    table->after = after;
    table->after_context = context;
    spk_err err = srv_store_write(h->store, change, on_written, table);
    h->tables->n_busy++;
    if (err != SPK_OK) {
        srv_log_plain(h->log, SRV_EVENT_STORE_BUSY);
        on_written(table, &(srv_answer){.err = err, .why = spk_err_words(err)});
    }
    spk_buf_release(&e.result);
    spk_buf_release(&e.header);
    spk_buf_release(&e.line), spk_buf_release(&e.round), spk_buf_release(&e.place);
    srv_daily_free_notes(daily);
}

/* -- What was done already --------------------------------------------------------------------- */

/* A client that lost its connection sends its last act again, under the same ref: it must be answered, not made twice.
 * A ref is kept as 8 bytes of a keyed hash instead of up to 40 of text; without the key nobody can make two of them
 * collide. */
static uint64_t ref_key(const srv_table *table, spk_seat seat, const char *ref)
{
    uint8_t text[SRV_REF + 1] = {(uint8_t)seat};
    uint64_t key;
    size_t n = strlen(ref);
    SPK_BUG_IF(n >= SRV_REF);
    memcpy(text + 1, ref, n);
    crypto_shorthash((uint8_t *)&key, text, n + 1, table->house->tables->ref_key);
    return key;
}

/* Each seat has a ring of its own. With one for the table an opponent could tell from how soon an old act of
 * theirs was forgotten that somebody had made a hidden step. */
int srv_ref_find(const srv_table *table, spk_seat seat, const char *ref)
{
    const srv_refs *refs = table->places[seat].refs;
    if (!refs || !*ref)
        return -1;
    uint64_t key = ref_key(table, seat, ref);
    for (int i = 0; i < refs->n; i++)
        if (refs->mark[i] == (uint8_t)key && refs->key[i] == key)
            return refs->n_events[i];
    return -1;
}

/* The newest takes the place of the oldest. */
void srv_ref_add(srv_table *table, spk_seat seat, const char *ref, int n_events)
{
    srv_place *place = &table->places[seat];
    if (!*ref || strlen(ref) >= SRV_REF)
        return;
    if (!place->refs)
        place->refs = spk_alloc(sizeof *place->refs);
    srv_refs *refs = place->refs;
    refs->key[refs->next] = ref_key(table, seat, ref);
    refs->mark[refs->next] = (uint8_t)refs->key[refs->next];
    refs->n_events[refs->next] = n_events;
    refs->next = (uint8_t)((refs->next + 1) % SRV_REFS);
    if (refs->n < SRV_REFS)
        refs->n++;
}

/* -- Acts -------------------------------------------------------------------------------------- */

/* In ANSWERED. Only now is the ref remembered: one whose act was lost would answer "ok" to the second attempt. */
static void after_act(void *context, srv_table *table, const spk_why *why)
{
    const srv_actor *actor = context;
    srv_house *h = table->house;
    if (!actor->ws.n || why->err == SPK_ELOST)
        return; /* lost: whoever has the table now is asked the same again, and answers */
    if (why->err != SPK_OK) {
        srv_say_no(h, actor->ws, actor->ref, why->err == SPK_EBUSY ? SRV_BUSY : SRV_BROKEN, "",
                   "That could not be saved. Try again.");
        return;
    }
    int n = room_n_events(table->room, actor->seat);
    srv_ref_add(table, actor->seat, actor->ref, n);
    srv_say_ok(h, actor->ws, actor->ref, n);
}

/* Whether the room has to be written though nothing is new in its log. */
static bool is_changed(const srv_table *table, const srv_mark *mark)
{
    const spk_clock *clock = room_clock(table->room);
    return spk_match_n_entries(room_match(table->room)) != mark->n_entries ||
           room_status_of(table->room) != mark->status || clock->away != table->written_away ||
           clock->lent != table->written_lent || /* out of time, and now they leave */
           clock->stopped != table->written_stopped ||
           room_closers(table->room) != table->written_closers;
}

static bool was_done(srv_table *table, const srv_actor *actor)
{
    int n_events = actor->ws.n ? srv_ref_find(table, actor->seat, actor->ref) : -1;
    if (n_events >= 0)
        srv_say_ok(table->house, actor->ws, actor->ref, n_events);
    return n_events >= 0;
}

/* One act, by a person (actor->ws) or by the house for a bot or a clock. In READY; afterwards the table is
 *
 *      READY     it was done before (answered again), refused (the reason is said), or changed nothing that is written
 *      WRITING   it was made: answered and shown when the store has it; or refused, but its maker had been away
 *                and is back, which is written too
 *
 * Chance is drawn from a copy of the stream; only an act that was made moves the table's place in it, so a refused
 * move costs no luck and reveals none. */
void srv_table_act(srv_table *table, const srv_actor *actor, const room_deed *deed)
{
    srv_house *h = table->house;
    srv_mark mark = srv_table_mark(table);
    spk_why why = {0};
    spk_rng rng;
    if (was_done(table, actor))
        return;
    srv_table_rng(table, &rng);
    spk_err err = room_act(table->room, actor->seat, deed, &rng, srv_house_now(h), &why);
    if (err != SPK_OK) {
        h->figures.acts_refused += actor->ws.n != 0;
        if (actor->ws.n) {
            srv_say_why(h, actor->ws, actor->ref, &why);
            srv_table_back(table, actor->seat);
        }
        return;
    }
    table->n_words = srv_fair_n_words(&rng);
    table->actor = *actor;
    if (is_changed(table, &mark))
        srv_table_commit(table, &mark, actor->ref, NULL, after_act, &table->actor);
    else {
        after_act(&table->actor, table, &why);
        table->actor.since_ns = 0;
        srv_table_show_soon(table); /* facts may change that need not be written */
    }
}

/* Somebody whose clock ran out, and for whom the house plays, does something: they decide again. Not written yet. */
static bool is_back(srv_table *table, spk_seat seat)
{
    spk_rng rng;
    if (!room_is_away(table->room, seat))
        return false;
    srv_table_rng(table, &rng);
    return room_act(table->room, seat, &(room_deed){.kind = ROOM_BACK, .n = -1}, &rng,
                    srv_house_now(table->house), NULL) == SPK_OK;
}

void srv_table_back(srv_table *table, spk_seat seat)
{
    srv_mark mark = srv_table_mark(table);
    if (!is_back(table, seat) || !is_changed(table, &mark))
        return;
    table->actor = (srv_actor){0};
    srv_table_commit(table, &mark, NULL, NULL, NULL, NULL);
}

bool srv_table_rest(srv_table *table)
{
    srv_mark mark = srv_table_mark(table);
    if (!room_is_dealt(table->room) || due_of(table) || !table->written_due)
        return false;
    table->actor = (srv_actor){0};
    srv_table_commit(table, &mark, NULL, NULL, NULL, NULL);
    return true;
}

void srv_table_take_over(srv_table *table)
{
    srv_mark mark = srv_table_mark(table);
    table->actor = (srv_actor){0};
    srv_table_commit(table, &mark, NULL, NULL, NULL, NULL);
}

/* The beat calls it with every table whose time may be over; the room, which has the clocks, decides. What the
 * house then plays for the late seat is a change of its own, after this one is settled. */
void srv_table_time_out(srv_table *table)
{
    srv_mark mark = srv_table_mark(table);
    if (!room_time_out(table->room, srv_house_now(table->house)))
        return;
    if (mark.status == ROOM_PLAYING) { /* else a pause is over */
        table->house->figures.time_outs++;
        srv_log_event(table->house->log, SRV_EVENT_SEAT_LATE, SRV_KEY("table", table->id));
    }
    table->actor = (srv_actor){0};
    srv_table_commit(table, &mark, NULL, NULL, NULL, NULL);
}

/* -- Chat -------------------------------------------------------------------------------------- */

static void keep_line(srv_table *table, srv_line *line)
{
    if (!table->chats)
        table->chats = spk_alloc(ROOM_CHATS * sizeof *table->chats);
    if (table->n_chats == ROOM_CHATS) {
        spk_free(table->chats[0]);
        memmove(table->chats, table->chats + 1, (ROOM_CHATS - 1) * sizeof *table->chats);
        table->n_chats--;
    }
    table->chats[table->n_chats++] = line;
    table->last_chat = line->n;
}

/* Chat is no part of the room: the line waits here, outside it, until it is written, and is kept and sent only then. */
static void after_chat(void *context, srv_table *table, const spk_why *why)
{
    srv_line *line = context;
    after_act(&table->actor, table, why);
    if (why->err != SPK_OK) {
        spk_free(line);
        return;
    }
    table->house->figures.chats++;
    keep_line(table, line);
    srv_show_chat(table, line);
}

void srv_table_chat(srv_table *table, const srv_actor *actor, const char *text)
{
    srv_mark mark = srv_table_mark(table);
    size_t n = strlen(text) + 1;
    if (was_done(table, actor))
        return;
    srv_line *line = spk_alloc(sizeof *line + n);
    *line = (srv_line){
        .n = table->last_chat + 1, .seat = actor->seat, .at = srv_house_wall(table->house)};
    memcpy(line->text, text, n);
    srv_chat chat = {.seat = actor->seat, .text = text, .ref = actor->ref};
    srv_change change = {.first_chat = line->n, .n_chats = 1, .chats = &chat};
    table->actor = *actor;
    is_back(table, actor->seat);
    srv_table_commit(table, &mark, NULL, &change, after_chat, line);
}
