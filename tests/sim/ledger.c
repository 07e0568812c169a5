/* ledger.c: what the store has acknowledged. Every change passes here on its way from a table to the store (the
 * linker's --wrap puts us there), and its answer on the way back; so the ledger knows every table as it was written, and
 * keeps a match of its own for each. It judges what it sees:
 *
 *     one history        entries follow each other; the rules allow every line; one change of a table at a time
 *     counted once       no act of a guest, known by its ref, is there twice
 *     fair clocks        nobody is charged for time that has not passed, or while the house was down
 *
 * After a crash a change that was not answered may be there or not, but not in part: sim_audit reads the disk. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/room/room.h"
#include "hosts/server/store/tally.h"
#include "sim.h"

enum {
    KEPT_REFS = 24, /* a house remembers 32 acts of a seat: with some room, so many are looked at */
    ROUNDING_MS = 10, /* times are whole milliseconds, a few of them along the way */
};

/* -- Copies ------------------------------------------------------------------------------------------------- */

static char *copy(const char *text)
{
    return text ? memcpy(spk_alloc(strlen(text) + 1), text, strlen(text) + 1) : NULL;
}

static void add_line(sim_lines *l, const char *text, const char *ref, int seat)
{
    if (l->n == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 8;
        l->line = spk_realloc(l->line, (size_t)l->cap * sizeof *l->line);
    }
    l->line[l->n++] =
        (sim_line){copy(text), ref && *ref ? copy(ref) : NULL, seat, sim_here->n_acks};
}

static void cut_lines(sim_lines *l, int n)
{
    for (; l->n > n; l->n--) {
        spk_free(l->line[l->n - 1].text);
        spk_free(l->line[l->n - 1].ref);
    }
}

static void free_lines(sim_lines *l)
{
    for (int i = 0; i < l->n; i++) {
        spk_free(l->line[i].text);
        spk_free(l->line[i].ref);
    }
    spk_free(l->line);
    *l = (sim_lines){0};
}

static void free_change(sim_change *c)
{
    if (!c)
        return;
    free_lines(&c->entries);
    free_lines(&c->chats);
    spk_free(c->header);
    spk_free(c->clock);
    spk_free(c);
}

static sim_change *copy_change(sim *s, sim_book *b, const srv_change *from)
{
    sim_change *c = spk_alloc(sizeof *c);
    *c = (sim_change){.sim = s,
                      .book = b,
                      .life = s->life,
                      .creates = from->create != NULL,
                      .header = copy(from->create ? from->create->header : NULL),
                      .players = from->create ? from->create->players : 0,
                      .first_entry = from->first_entry,
                      .status = from->status,
                      .at = from->at,
                      .is_plain = !from->create && !from->n_seats && !from->n_chats &&
                                  !from->settings && !from->header && !from->host_token &&
                                  !from->forget_seats && from->status == ROOM_STATUS_UNCHANGED,
                      .here = sim_here_at(s, b),
                      .here_ms = sim_here_ms(s, b),
                      .clock = copy(from->clock),
                      .up_ms = s->up_ms,
                      .n_gaps = s->n_gaps,
                      .n_naps = s->n_naps};
    for (int i = 0; i < from->n_entries; i++)
        add_line(&c->entries, from->entries[i].line, from->entries[i].ref, 0);
    for (int i = 0; i < from->n_chats; i++)
        add_line(&c->chats, from->chats[i].text, from->chats[i].ref, from->chats[i].seat);
    return c;
}

/* -- Books ---------------------------------------------------------------------------------------------------- */

sim_book *sim_book_of(sim *s, const char *id)
{
    for (sim_book *b = s->books; b; b = b->next)
        if (strcmp(b->id, id) == 0)
            return b;
    return NULL;
}

const spk_match *sim_match(const sim_book *b) { return b->has_record ? b->record.match : NULL; }

static sim_book *open_book(sim *s, const char *id)
{
    sim_book *b = spk_alloc(sizeof *b);
    snprintf(b->id, sizeof b->id, "%s", id);
    b->status = ROOM_WAITING;
    b->paused_by = -1;
    b->next = s->books;
    s->books = b;
    return b;
}

static void open_record(sim *s, sim_book *b, const char *header)
{
    spk_buf text = {0};
    spk_why why = {0};
    spk_buf_printf(&text, "%slog\nend 0\n", header);
    if (spk_record_load(&b->record, text.bytes, text.n, spk_game_find, NULL, &why) == SPK_OK)
        b->has_record = true;
    else
        sim_fail(s, "table %s: its header cannot be read: %s", b->id, why.text);
    spk_buf_release(&text);
}

static spk_seat seat_of(const char *line) { return *line >= '0' && *line <= '9' ? atoi(line) : -1; }

bool sim_has_ref(const sim_book *b, const char *word, spk_seat seat, const char *ref)
{
    bool chat = strcmp(word, "chat") == 0;
    const sim_lines *l = chat ? &b->chats : &b->entries;
    for (int i = l->n - 1; i >= 0; i--)
        if (l->line[i].ref && strcmp(l->line[i].ref, ref) == 0 &&
            (chat ? l->line[i].seat : seat_of(l->line[i].text)) == seat)
            return true;
    return false;
}

/* Whether the newest acts hold this one already. */
static bool is_twice(const sim_lines *l, const char *ref, spk_seat seat, bool chat)
{
    int left = chat ? 12 : KEPT_REFS;
    for (int i = l->n - 1; i >= 0 && left > 0; i--) {
        if (!l->line[i].ref)
            continue;
        left--;
        if (strcmp(l->line[i].ref, ref) == 0 &&
            (chat ? l->line[i].seat : seat_of(l->line[i].text)) == seat)
            return true;
    }
    return false;
}

/* -- Who is there, and who is played for ------------------------------------------------------------------------- */

uint8_t sim_here_at(const sim *s, const sim_book *b)
{
    uint8_t here = 0;
    for (const sim_conn *c = s->conns; c; c = c->next)
        if (c->book == b && c->user && c->greeted && c->seat >= 0)
            here |= (uint8_t)(1u << c->seat);
    return here;
}

int64_t sim_here_ms(const sim *s, const sim_book *b)
{
    return b->here_ms + (b->n_here ? s->up_ms - b->here_from : 0);
}

/* A player's connection begins or ends, as the house sees it. */
void sim_count_here(const sim *s, sim_conn *c, int more)
{
    sim_book *b = c->book;
    if (!b || !c->greeted || c->seat < 0)
        return;
    b->here_ms = sim_here_ms(s, b);
    b->here_from = s->up_ms;
    b->n_here += more;
    b->sitter[c->seat].gone_ms = s->up_ms;
}

static bool is_public(const spk_match *m, int i)
{
    bool all = spk_match_entry_heard(m, i, SPK_SEAT_ONLOOKER);
    for (spk_seat seat = 0; seat < spk_match_box(m)->n_seats; seat++)
        all &= spk_match_entry_heard(m, i, seat);
    return all;
}

/* Moves that are made for a person: only if that person is away, by a clock that was judged when it was written. */
static void check_made_for(sim *s, sim_book *b, const sim_change *c, spk_seat seat,
                           const char *text)
{
    b->sitter[seat]
        .n_for++; /* of everybody: whose answer was lost has the seat without knowing it */
    if (!(b->people >> seat & 1))
        return;
    if (!(b->has_clock && b->clock.away >> seat & 1))
        sim_fail(s, "table %s: '%s' was played for seat %d, whose player has not left", b->id, text,
                 seat);
    if (b->has_clock && b->clock.rule.kind == SPK_CLOCK_NONE && !c->here)
        sim_fail(s, "table %s: '%s' was played for seat %d while nobody was there", b->id, text,
                 seat);
}

/* Without a clock nothing moves while nobody is there, and bots' moves least of all. */
static void check_company(sim *s, sim_book *b, const sim_change *c, const char *text)
{
    bool timed = b->has_clock && b->clock.rule.kind != SPK_CLOCK_NONE;
    if (!timed && !c->here && b->people && b->status == ROOM_PLAYING)
        sim_fail(s, "table %s: '%s' was played while nobody was there", b->id, text);
}

/* Taken back and made again gives no new time: only a move beyond all that ever stood begins a new decision. */
static void note_entry(sim *s, sim_book *b, const sim_change *c, int i, const sim_line *l)
{
    spk_entry e = spk_match_entry_as(b->record.match, b->entries.n, SPK_SEAT_ALL_SEEING);
    bool open = is_public(b->record.match, b->entries.n);
    bool undo = e.kind == SPK_ENTRY_UNDO || e.kind == SPK_ENTRY_REWIND;
    if (e.kind == SPK_ENTRY_TALK || e.seat < 0 || e.seat >= SPK_MAX_SEATS)
        return;
    sim_sitter *who = &b->sitter[e.seat];
    if (l->ref)
        who->n_for = 0;
    else if (i == 0) {
        check_made_for(s, b, c, e.seat, l->text);
        check_company(s, b, c, l->text);
    }
    if (open && undo)
        b->debt++;
    else if (open && b->debt)
        b->debt--;
    else if (open)
        who->fresh_ms = c->up_ms;
    if (open)
        b->closers = 0;
    if (undo)
        who->fresh_ms = SIM_LONG_AGO;
}

/* A step that is nobody else's business has the time of one that was: not a later one. */
static void check_time_of(sim *s, sim_book *b, const sim_change *c, const spk_clock *before)
{
    bool hidden = c->is_plain && c->entries.n;
    for (int i = b->entries.n - c->entries.n; i < b->entries.n; i++)
        hidden &= !is_public(b->record.match, i) &&
                  !spk_match_entry_heard(b->record.match, i, SPK_SEAT_ONLOOKER);
    hidden &= before->away == b->clock.away && before->shown_away == b->clock.shown_away &&
              before->stopped == b->clock.stopped;
    if (hidden && b->at && c->at > b->at)
        sim_fail(s, "table %s: a step that others must not notice changes when it was last used",
                 b->id);
    b->at = c->at > b->at ? c->at : b->at;
}

/* -- Clocks ----------------------------------------------------------------------------------------------------- */

/* How much less than the time that passed a clock may have been charged: house time lost a moment with every crash. */
static int64_t slack_ms(const sim *s, int n_gaps)
{
    return ROUNDING_MS + (int64_t)n_gaps * (12000 + s->plan.beat_ms);
}

/* House time is true time, as far as the house was there and awake. */
static void check_passed(sim *s, sim_book *b, const sim_change *c, int64_t passed_ms)
{
    int64_t truly_ms = c->up_ms - b->clock_up_ms;
    if (passed_ms >
        truly_ms + ROUNDING_MS + (int64_t)(c->n_naps - b->clock_naps) * SPK_TIME_STEP_MS)
        sim_fail(s, "table %s: %lld ms were charged that have not passed", b->id,
                 (long long)(passed_ms - truly_ms));
    if (c->entries.n && passed_ms < truly_ms - slack_ms(s, c->n_gaps - b->clock_gaps))
        sim_fail(s, "table %s: %lld ms were not charged", b->id, (long long)(truly_ms - passed_ms));
}

/* A table that nobody is at may have slept by then, and no clock ran any more (docs/decisions/0010): with a clock only if
 * everybody is away, or if all clocks that are shown have run out. */
static bool may_sleep(const spk_clock *c, int64_t by_ms)
{
    return c->stopped || spk_clock_shown_end(c) < by_ms ||
           (c->away | c->shown_away) == (1 << c->n_seats) - 1;
}

/* When everybody is away, clocks run only while somebody is there. */
static void check_asleep(sim *s, sim_book *b, const sim_change *c, spk_seat seat, int64_t left)
{
    int64_t charged = b->clock.left_ms[seat] - left, here = c->here_ms - b->clock_here_ms;
    int64_t slack = 1000 + (int64_t)(c->n_naps - b->clock_naps) * SPK_TIME_STEP_MS;
    bool all_away = (b->clock.away & b->clock.shown_away) == (1 << b->clock.n_seats) - 1;
    if (all_away && charged > here + slack)
        sim_fail(s, "table %s: seat %d pays %lld ms, and somebody was there for %lld of them",
                 b->id, seat, (long long)charged, (long long)here);
}

/* House time is written now and then, clocks with what they belong to. So a house may open at a time before that of a
 * clock; if the table is looked at before that time has come again, the clock counts from there. Either is less than has
 * truly passed (check_passed). */
static void put_back(const sim *s, const sim_book *b, const sim_change *c, spk_clock *clock)
{
    if (c->life != b->clock_life && clock->at_ms > s->open_ms)
        clock->at_ms = s->open_ms;
}

/* What everybody has left is what follows from the clock before and the moves since. */
static void check_left(sim *s, sim_book *b, const sim_change *c, const spk_clock *now)
{
    spk_clock ran = b->clock, late = b->clock, stood = b->clock;
    stood.stopped = true;
    put_back(s, b, c, &ran);
    spk_clock_follow(&ran, b->record.match, now->at_ms);
    spk_clock_follow(&late, b->record.match, now->at_ms);
    spk_clock_follow(&stood, b->record.match, now->at_ms);
    bool sleepy = may_sleep(&b->clock, now->at_ms) || may_sleep(now, now->at_ms);
    for (spk_seat seat = 0; seat < now->n_seats && now->rule.kind != SPK_CLOCK_NONE; seat++) {
        bool back = (b->clock.away & ~now->away) >> seat & 1;
        bool leaves = (now->away & ~b->clock.away) >> seat & 1;
        long long left = now->left_ms[seat], least = ran.left_ms[seat];
        long long most = sleepy ? stood.left_ms[seat] : late.left_ms[seat];
        if ((left < least || left > most) && !back)
            sim_fail(s, "table %s: seat %d has %lld ms left, and should have %lld", b->id, seat,
                     left, least);
        check_asleep(s, b, c, seat, left);
        if (leaves && left > 0 && !(b->may_leave >> seat & 1))
            sim_fail(s, "table %s: seat %d was sent away with %lld ms left", b->id, seat, left);
    }
}

/* Our own arithmetic, beside the engine's: whoever ran out of time has had it. A decision began at the earliest with the
 * player's own last public move; a bank, with the deal. */
static void check_had_time(sim *s, sim_book *b, const sim_change *c, const spk_clock *now,
                           spk_seat seat)
{
    const sim_sitter *who = &b->sitter[seat];
    int64_t from = who->fresh_ms, limit = (int64_t)now->rule.time_s * 1000;
    int64_t slack = ROUNDING_MS + (int64_t)c->n_naps * SPK_TIME_STEP_MS;
    if (now->rule.kind == SPK_CLOCK_MOVE && from != SIM_LONG_AGO && c->up_ms - from < limit - slack)
        sim_fail(s, "table %s: seat %d ran out of %lld s after %lld s", b->id, seat,
                 (long long)limit / 1000, (long long)(c->up_ms - from) / 1000);
}

/* For good means: until the player acts. They said so; or they were not there and somebody asked, after as long as the
 * table says; or three decisions were lost. */
static void check_sent_away(sim *s, sim_book *b, const sim_change *c, const spk_clock *now,
                            spk_seat seat)
{
    const sim_sitter *who = &b->sitter[seat];
    bool timed = now->rule.kind != SPK_CLOCK_NONE;
    bool said = who->left_ms && c->up_ms - who->left_ms < 120000;
    bool asked = who->asked_over_ms && c->up_ms - who->asked_over_ms < 120000;
    if (said || who->n_for >= SPK_CLOCK_LATES)
        return;
    if (!asked)
        sim_fail(s, "table %s: seat %d is away for good, and has lost %d decisions", b->id, seat,
                 who->n_for);
    else if (c->here >> seat & 1)
        sim_fail(s, "table %s: the house plays for seat %d, whose player is at the table", b->id,
                 seat);
    else if (!timed && c->up_ms - who->gone_ms < (int64_t)ROOM_ABSENCE_S * 1000 - 20000)
        sim_fail(s, "table %s: the house plays for seat %d, whose player left %lld s ago", b->id,
                 seat, (long long)(c->up_ms - who->gone_ms) / 1000);
}

static void check_away(sim *s, sim_book *b, const sim_change *c, const spk_clock *before,
                       const spk_clock *now)
{
    for (spk_seat seat = 0; seat < now->n_seats; seat++) {
        bool was = before->away >> seat & 1, is = now->away >> seat & 1;
        bool was_lent = before->lent >> seat & 1, lent = now->lent >> seat & 1;
        if (!(b->people >> seat & 1) || !is)
            continue;
        if (lent && !was)
            check_had_time(s, b, c, now, seat);
        if (!lent && (!was || was_lent))
            check_sent_away(s, b, c, now, seat);
        b->sitter[seat].fresh_ms = SIM_LONG_AGO; /* whoever comes back may have less time */
    }
}

/* A change without a move may write a clock that was last looked at some time ago: so if the first one comes with no move, how
 * old it is is not known, and what has passed cannot be checked until one does. Behind the clock stand the pauses
 * (room_save). */
static void take_clock(sim *s, sim_book *b, const sim_change *c)
{
    spk_clock now;
    spk_why why = {0};
    char text[SPK_CLOCK_TEXT];
    snprintf(text, sizeof text, "%.*s", (int)strcspn(c->clock, ";"), c->clock);
    if (spk_clock_load(&now, text, b->record.box.n_seats, b->entries.n, &why) != SPK_OK) {
        sim_fail(s, "table %s: its clock cannot be read: %s", b->id, why.text);
        return;
    }
    int64_t passed = b->has_clock ? now.at_ms - b->clock.at_ms : 0;
    if (b->clock_is_dated)
        check_passed(s, b, c, passed);
    if (b->has_clock) {
        check_left(s, b, c, &now);
        check_away(s, b, c, &b->clock, &now);
    }
    spk_free(b->clock_text);
    b->clock_text = copy(c->clock);
    bool exact = !b->has_clock || c->entries.n;
    b->clock_is_dated = b->clock_is_dated || c->entries.n;
    b->clock = now;
    b->clock_life = c->life;
    b->has_clock = true;
    b->clock_up_ms = exact ? c->up_ms : b->clock_up_ms + passed;
    if (exact) {
        b->clock_gaps = c->n_gaps;
        b->clock_naps = c->n_naps;
        b->clock_here_ms = c->here_ms;
    }
}

/* A table with a clock that has run out, and a house that was well for long enough to notice. */
void sim_check_clocks(sim *s)
{
    int64_t patience = 20000 + 4 * s->plan.beat_ms;
    if (!s->house || s->closing || !sim_disk_is_well(s) || s->slow_ms > s->now_ms ||
        s->up_ms - s->well_ms < patience)
        return;
    for (sim_book *b = s->books; b; b = b->next) {
        if (!b->has_clock || b->status != ROOM_PLAYING || b->pending)
            continue;
        int64_t due = spk_clock_deadline(&b->clock);
        if (may_sleep(&b->clock, due))
            continue;
        int64_t now =
            b->clock.at_ms + (s->up_ms - b->clock_up_ms) - slack_ms(s, s->n_gaps - b->clock_gaps);
        if (due != SPK_NEVER && now > due + patience)
            sim_fail(s, "table %s: a clock ran out %lld s ago, and nobody noticed", b->id,
                     (long long)((now - due) / 1000));
    }
}

/* -- Changes that are written --------------------------------------------------------------------------------------- */

static void count_time(sim *s, sim_book *b, room_status status)
{
    bool plays = status == ROOM_PLAYING || status == ROOM_PAUSED;
    if (b->playing_ms)
        s->figures->table_ms += (double)(s->now_ms - b->playing_ms);
    b->playing_ms = plays ? s->now_ms + !s->now_ms : 0;
    s->figures->games_over += status == ROOM_FINISHED && b->status != ROOM_FINISHED;
    b->status = status;
}

static void add_entries(sim *s, sim_book *b, const sim_change *c)
{
    spk_why why = {0};
    if (c->entries.n && c->first_entry != b->entries.n + 1)
        sim_fail(s, "table %s: entry %d was written after entry %d", b->id, c->first_entry,
                 b->entries.n);
    for (int i = 0; i < c->entries.n && !s->failed; i++) {
        const sim_line *l = &c->entries.line[i];
        spk_seat seat = seat_of(l->text);
        if (l->ref && is_twice(&b->entries, l->ref, seat, false))
            sim_fail(s, "table %s: act %s of seat %d counted twice", b->id, l->ref, seat);
        if (spk_match_entry_add(b->record.match, l->text, &why) != SPK_OK)
            sim_fail(s, "table %s: '%s' was written, which the rules forbid: %s", b->id, l->text,
                     why.text);
        else
            note_entry(s, b, c, i, l);
        add_line(&b->entries, l->text, l->ref, 0);
        s->figures->moves += seat >= 0;
    }
}

static void add_chats(sim *s, sim_book *b, const sim_change *c)
{
    for (int i = 0; i < c->chats.n; i++) {
        const sim_line *l = &c->chats.line[i];
        if (l->ref && is_twice(&b->chats, l->ref, l->seat, true))
            sim_fail(s, "table %s: chat %s of seat %d was written twice", b->id, l->ref, l->seat);
        add_line(&b->chats, l->text, l->ref, l->seat);
    }
}

static void take_change(sim *s, sim_book *b, const sim_change *c)
{
    if (c->creates) {
        b->made = true;
        b->made_number = s->n_acks;
        spk_free(b->header);
        b->header = copy(c->header);
        s->figures->tables++;
        open_record(s, b, c->header);
    }
    if (!b->has_record)
        return;
    spk_clock before = b->clock;
    add_entries(s, b, c);
    add_chats(s, b, c);
    if (c->clock && *c->clock && !s->failed)
        take_clock(s, b, c);
    check_time_of(s, b, c, &before);
    if (c->status != ROOM_STATUS_UNCHANGED && c->status != b->status)
        b->paused_by = c->status == ROOM_PAUSED ? SIM_UNKNOWN : -1;
    if (c->status != ROOM_STATUS_UNCHANGED)
        count_time(s, b, c->status);
    else if (c->creates)
        count_time(s, b, ROOM_WAITING);
    if (c->status != ROOM_STATUS_UNCHANGED || c->creates)
        b->status_number = s->n_acks;
}

/* -- Between tables and store ------------------------------------------------------------------------------------------ */

spk_err __real_srv_store_write(srv_store *store, const srv_change *change, srv_done *done,
                               void *context);
spk_err __wrap_srv_store_write(srv_store *store, const srv_change *change, srv_done *done,
                               void *context);

static void on_written(void *context, const srv_answer *answer)
{
    sim_change *c = context;
    sim *s = c->sim;
    sim_book *b = c->book;
    srv_done *done = c->done;
    void *theirs = c->context;
    if (!s->dead) {
        b->pending = NULL;
        free_change(b->dropped);
        b->dropped = NULL;
        if (answer->err == SPK_OK) {
            s->n_acks++;
            take_change(s, b, c);
            free_change(c);
        } else {
            sim_tell(s, "Table %s: a change is not written: %s", b->id, answer->why);
            if (sim_disk_is_well(s) && s->up_ms - s->well_ms > 10000)
                sim_fail(s, "table %s: a change is not written, though the disk is well: %s", b->id,
                         answer->why);
            b->dropped = c;
        }
    }
    if (done)
        done(theirs, answer);
}

spk_err __wrap_srv_store_write(srv_store *store, const srv_change *change, srv_done *done,
                               void *context)
{
    sim *s = sim_here;
    if (!change->table || s->dead) {
        sim_house_writes_next(s);
        return __real_srv_store_write(store, change, done, context);
    }
    sim_book *b = sim_book_of(s, change->table);
    if (!b)
        b = open_book(s, change->table);
    if (b->pending)
        sim_fail(s, "table %s: two changes are under way at once", b->id);
    sim_change *c = copy_change(s, b, change);
    c->done = done;
    c->context = context;
    spk_err err = __real_srv_store_write(store, change, on_written, c);
    if (err == SPK_OK)
        b->pending = c;
    else
        free_change(c);
    sim_house_writes(s);
    return err;
}

/* Groups as the store counts them, and what it says of those that are missing. */
void __real_srv_tally_write(int file, const srv_tally *tally);
void __wrap_srv_tally_write(int file, const srv_tally *tally);
void __wrap_srv_tally_write(int file, const srv_tally *tally)
{
    if (!sim_here->dead && tally->n > sim_here->n_groups)
        sim_here->n_groups = tally->n;
    __real_srv_tally_write(file, tally);
}

void __wrap_srv_log_write(srv_log *log, srv_event event, const srv_log_pair *pairs);
void __wrap_srv_log_write(srv_log *log, srv_event event, const srv_log_pair *pairs)
{
    (void)log;
    if (event == SRV_EVENT_STORE_LOST) {
        sim_here->told_lost = true;
        sim_tell(sim_here, "The house says: %s", pairs[0].text);
    } else if (event == SRV_EVENT_TABLE_BROKEN && sim_disk_is_well(sim_here))
        sim_fail(sim_here, "a stored table cannot be loaded");
}

/* -- After a crash ------------------------------------------------------------------------------------------------------- */

void sim_ledger_crash(sim *s)
{
    s->n_gaps++;
    for (sim_book *b = s->books; b; b = b->next) {
        if (!b->pending)
            continue;
        free_change(b->dropped);
        b->dropped = b->pending;
        b->pending = NULL;
    }
}

enum { CLOCK_ROOM = 1000 }; /* a clock's text, with room to spare */

typedef struct audit {
    sqlite3 *db;
    sqlite3_stmt *table, *entries, *chats, *seats;
    int64_t kept, lost; /* the newest change that is there, and the oldest that is not */
} audit;

static sqlite3_stmt *prepare(sqlite3 *db, const char *text)
{
    sqlite3_stmt *st = NULL;
    SPK_BUG_IF(sqlite3_prepare_v2(db, text, -1, &st, NULL) != SQLITE_OK);
    return st;
}

static const char *text_of(sqlite3_stmt *st, int column)
{
    const char *text = (const char *)sqlite3_column_text(st, column);
    return text ? text : "";
}

static bool is_same(const sim_line *l, sqlite3_stmt *st)
{
    return strcmp(l->text, text_of(st, 0)) == 0 &&
           strcmp(l->ref ? l->ref : "", text_of(st, 1)) == 0;
}

/* What is on the disk: what was acknowledged or the beginning of it, and behind all of it what 'maybe' holds. Says how
 * many lines there are; -1: something else. */
static int count(sqlite3_stmt *st, const char *id, const sim_lines *sure, const sim_lines *maybe)
{
    int n = 0;
    bool well = true;
    sqlite3_bind_text(st, 1, id, -1, SQLITE_STATIC);
    for (; sqlite3_step(st) == SQLITE_ROW && well; n++) {
        int more = n - sure->n;
        well = more < 0 ? is_same(&sure->line[n], st)
                        : maybe && more < maybe->n && is_same(&maybe->line[more], st);
    }
    sqlite3_reset(st);
    return well ? n : -1;
}

/* How much more there is than was acknowledged; negative: not even that. */
static int compare(sqlite3_stmt *st, const char *id, const sim_lines *sure, const sim_lines *maybe)
{
    int n = count(st, id, sure, maybe);
    return n < 0 ? -1 : n - sure->n;
}

static bool is_on_disk(audit *a, const sim_book *b, char status[16], char clock[CLOCK_ROOM])
{
    sqlite3_bind_text(a->table, 1, b->id, -1, SQLITE_STATIC);
    bool there = sqlite3_step(a->table) == SQLITE_ROW;
    snprintf(status, 16, "%s", there ? text_of(a->table, 0) : "");
    snprintf(clock, CLOCK_ROOM, "%s", there ? text_of(a->table, 1) : "");
    sqlite3_reset(a->table);
    return there;
}

/* Whether a change that nobody answered was written. Often it is a clock alone: whose time ran out, who left. */
static bool was_written(const sim_book *b, const sim_change *c, bool there, int more, int chats,
                        const char *status, const char *clock)
{
    bool has_clock = c->clock && *c->clock && strcmp(c->clock, clock) == 0;
    if (c->creates)
        return there;
    if (c->entries.n || c->chats.n)
        return more + chats > 0;
    if (c->status == ROOM_STATUS_UNCHANGED || c->status == b->status)
        return has_clock && strcmp(clock, b->clock_text ? b->clock_text : "") != 0;
    return strcmp(status, room_status_words[c->status]) == 0;
}

/* Who has left, come back, paused: all of it stands in the clock's text. */
static void audit_clock(sim *s, audit *a, const sim_book *b)
{
    sqlite3_bind_text(a->table, 1, b->id, -1, SQLITE_STATIC);
    bool there = sqlite3_step(a->table) == SQLITE_ROW;
    const char *text = there ? text_of(a->table, 1) : "";
    bool same = strcmp(text, b->clock_text ? b->clock_text : "") == 0;
    bool of_dropped = b->dropped && b->dropped->clock && strcmp(text, b->dropped->clock) == 0;
    if (!same && !of_dropped)
        sim_fail(s, "table %s: the disk holds the clock '%.80s', and '%.80s' was acknowledged",
                 b->id, text, b->clock_text ? b->clock_text : "");
    sqlite3_reset(a->table);
}

static void audit_book(sim *s, audit *a, sim_book *b)
{
    static const sim_lines none;
    char status[16], clock[CLOCK_ROOM];
    sim_change *c = b->pending ? b->pending : b->dropped;
    bool there = is_on_disk(a, b, status, clock);
    if (b->made && !there)
        sim_fail(s, "table %s was acknowledged and is not on the disk", b->id);
    if (!there)
        return;
    if (!b->made && !c)
        sim_fail(s, "table %s is on the disk though nobody made it", b->id);
    int more = compare(a->entries, b->id, &b->entries, c ? &c->entries : &none);
    int chats = compare(a->chats, b->id, &b->chats, c ? &c->chats : &none);
    if (more < 0 || chats < 0 || (more && more != c->entries.n) || (chats && chats != c->chats.n)) {
        sim_fail(s,
                 "table %s: the disk does not hold the %d entries and %d lines of chat that were "
                 "acknowledged",
                 b->id, b->entries.n, b->chats.n);
        return;
    }
    if (c && c == b->pending)
        return; /* its answer is on the way */
    if (c && was_written(b, c, there, more, chats, status, clock)) {
        b->dropped = NULL;
        sim_tell(s, "Table %s: a change that nobody had answered turns out to be written.", b->id);
        s->n_acks++;
        take_change(s, b, c);
        free_change(c);
    }
    audit_clock(s, a, b);
    if (strcmp(status, room_status_words[b->status]) != 0)
        sim_fail(s, "table %s is '%s' on the disk, and was acknowledged as '%s'", b->id, status,
                 room_status_words[b->status]);
}

/* -- After a power failure, with durability normal: the newest changes may be gone, and only they ------------------------- */

static int64_t groups_on_disk(audit *a)
{
    sqlite3_stmt *st = prepare(a->db, "SELECT n FROM tally");
    int64_t n = sqlite3_step(st) == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
    sqlite3_finalize(st);
    return n;
}

static uint8_t seats_on_disk(audit *a, const sim_book *b)
{
    uint8_t seats = 0;
    sqlite3_bind_text(a->seats, 1, b->id, -1, SQLITE_STATIC);
    while (sqlite3_step(a->seats) == SQLITE_ROW)
        seats |= (uint8_t)(1u << sqlite3_column_int(a->seats, 0));
    sqlite3_reset(a->seats);
    return seats;
}

static void note_lost(audit *a, int64_t number) { a->lost = number < a->lost ? number : a->lost; }
static void note_kept(audit *a, int64_t number) { a->kept = number > a->kept ? number : a->kept; }

static void note_lines(audit *a, const sim_lines *l, int n)
{
    if (n > 0)
        note_kept(a, n > l->n ? INT64_MAX : l->line[n - 1].number);
    if (n >= 0 && n < l->n)
        note_lost(a, l->line[n].number);
}

/* The ledger's own match goes back as far as the disk did. */
static void shorten(sim *s, sim_book *b, int n_entries, int n_chats)
{
    spk_why why = {0};
    cut_lines(&b->chats, n_chats);
    if (n_entries == b->entries.n)
        return;
    cut_lines(&b->entries, n_entries);
    spk_record_release(&b->record);
    b->has_record = false;
    open_record(s, b, b->header);
    for (int i = 0; i < b->entries.n && b->has_record; i++)
        SPK_BUG_IF(spk_match_entry_add(b->record.match, b->entries.line[i].text, &why) != SPK_OK);
}

static room_status status_of(const char *word)
{
    for (int i = ROOM_STATUS_UNCHANGED + 1; i < ROOM_STATUS_COUNT; i++)
        if (strcmp(room_status_words[i], word) == 0)
            return (room_status)i;
    return ROOM_STATUS_UNCHANGED;
}

/* How old this clock is nobody knows: it is dated again by the next move. */
static void reload_clock(sim *s, audit *a, sim_book *b)
{
    char text[SPK_CLOCK_TEXT] = "";
    spk_why why = {0};
    sqlite3_bind_text(a->table, 1, b->id, -1, SQLITE_STATIC);
    spk_free(b->clock_text);
    b->clock_text = NULL;
    if (sqlite3_step(a->table) == SQLITE_ROW)
        b->clock_text = copy(text_of(a->table, 1)),
        snprintf(text, sizeof text, "%.*s", (int)strcspn(text_of(a->table, 1), ";"),
                 text_of(a->table, 1));
    sqlite3_reset(a->table);
    b->clock_is_dated = false;
    for (spk_seat seat = 0; seat < SPK_MAX_SEATS; seat++)
        b->sitter[seat] = (sim_sitter){.fresh_ms = SIM_LONG_AGO, .n_for = SPK_CLOCK_LATES};
    b->debt = 1000; /* nobody knows what stood at most */
    b->closers = 0;
    b->paused_by = b->status == ROOM_PAUSED ? SIM_UNKNOWN : -1;
    b->has_clock = *text && spk_clock_load(&b->clock, text, b->record.box.n_seats, b->entries.n,
                                           &why) == SPK_OK;
    b->clock_up_ms = s->up_ms;
    b->clock_gaps = s->n_gaps;
    b->clock_naps = s->n_naps;
    b->clock_here_ms = 0; /* as if somebody had always been there */
}

static void lose_table(sim *s, audit *a, sim_book *b)
{
    if (b->made)
        note_lost(a, b->made_number);
    count_time(s, b, ROOM_WAITING);
    b->playing_ms = 0;
    cut_lines(&b->entries, 0);
    cut_lines(&b->chats, 0);
    if (b->has_record)
        spk_record_release(&b->record);
    b->made = b->has_record = b->has_clock = b->clock_is_dated = false;
    sim_people_forget(s, b, true, 0);
}

/* A change that nobody had answered is newer than all that were lost. */
static void lose_of(sim *s, audit *a, sim_book *b)
{
    char word[16], clock[CLOCK_ROOM];
    bool there = is_on_disk(a, b, word, clock);
    free_change(b->dropped);
    b->dropped = NULL;
    if (!there || !b->made) {
        if (there)
            sim_fail(s, "table %s is on the disk, and what was acknowledged before it is lost",
                     b->id);
        lose_table(s, a, b);
        return;
    }
    static const sim_lines none;
    int n_entries = count(a->entries, b->id, &b->entries, &none);
    int n_chats = count(a->chats, b->id, &b->chats, &none);
    if (n_entries < 0 || n_chats < 0 || status_of(word) == ROOM_STATUS_UNCHANGED) {
        sim_fail(s, "table %s: what is left on the disk is not how it ever was", b->id);
        return;
    }
    note_kept(a, b->made_number);
    note_lines(a, &b->entries, n_entries);
    note_lines(a, &b->chats, n_chats);
    if (status_of(word) != b->status)
        note_lost(a, b->status_number);
    shorten(s, b, n_entries, n_chats);
    count_time(s, b, status_of(word));
    reload_clock(s, a, b);
    b->people &= seats_on_disk(a, b);
    sim_people_forget(s, b, false, seats_on_disk(a, b));
}

static void lose(sim *s, audit *a, int64_t n_groups)
{
    sim_tell(s, "%d groups of changes are lost.", (int)(s->n_groups - n_groups));
    a->kept = 0;
    a->lost = INT64_MAX;
    for (sim_book *b = s->books; b && !s->failed; b = b->next)
        lose_of(s, a, b);
    if (a->kept >= a->lost)
        sim_fail(s, "change %lld survived the power failure, and change %lld before it did not",
                 (long long)a->kept, (long long)a->lost);
    s->n_groups = n_groups;
    s->n_losses++;
    s->figures->losses++;
}

/* Of the losses that are allowed, none passes in silence: if the tally survived, it says what is missing. */
static void audit_loss(sim *s, audit *a)
{
    int64_t n = groups_on_disk(a), promised = sim_disk_promised(s);
    if (s->told_lost && !s->may_lose)
        sim_fail(s, "the house misses changes, and the power has not failed");
    if (promised > n && !s->told_lost)
        sim_fail(s, "%lld groups are missing, and the house does not say so",
                 (long long)(promised - n));
    if (n < s->n_groups && !s->may_lose)
        sim_fail(s, "%lld groups that were committed are gone", (long long)(s->n_groups - n));
    if (n < s->n_groups && !s->failed)
        lose(s, a, n);
    s->may_lose = s->told_lost = false;
}

void sim_audit(sim *s)
{
    spk_buf path = {0};
    audit a = {0};
    s->auditing = true;
    sim_trouble was = sim_disk_trouble(s);
    sim_disk_set(s, SIM_DISK_WELL);
    SPK_BUG_IF(srv_config_store_path(&s->config, false, &path, NULL) != SPK_OK);
    SPK_BUG_IF(sqlite3_open_v2(spk_buf_text(&path), &a.db, SQLITE_OPEN_READWRITE, NULL) !=
               SQLITE_OK);
    a.table = prepare(a.db, "SELECT t.status, c.text FROM tables t LEFT JOIN clocks c ON "
                            "c.table_id = t.id WHERE t.id = ?1");
    a.seats = prepare(a.db, "SELECT seat FROM seats WHERE table_id = ?1 AND token IS NOT NULL");
    a.entries = prepare(a.db, "SELECT line, ref FROM entries WHERE table_id = ?1 ORDER BY seq");
    a.chats = prepare(a.db, "SELECT text, ref FROM chat WHERE table_id = ?1 ORDER BY n");
    audit_loss(s, &a);
    for (sim_book *b = s->books; b && !s->failed; b = b->next)
        audit_book(s, &a, b);
    sqlite3_finalize(a.table);
    sqlite3_finalize(a.seats);
    sqlite3_finalize(a.entries);
    sqlite3_finalize(a.chats);
    sqlite3_close(a.db);
    spk_buf_release(&path);
    sim_disk_set(s, was);
    s->auditing = false;
    s->figures->audits++;
}

void sim_ledger_end(sim *s)
{
    while (s->books) {
        sim_book *b = s->books;
        s->books = b->next;
        if (b->playing_ms)
            s->figures->table_ms += (double)(s->now_ms - b->playing_ms);
        free_change(b->pending);
        free_change(b->dropped);
        free_lines(&b->entries);
        free_lines(&b->chats);
        if (b->has_record)
            spk_record_release(&b->record);
        spk_free(b->header);
        spk_free(b->clock_text);
        spk_free(b);
    }
}
