/* checks.c: what must hold of every message that leaves the house, looked at in the moment it is sent. The ledger knows
 * what is written; an engine of our own (the ledger's match) says what the guest's seat may see of that. So a message
 * that tells of something not yet written, or of something this seat may not know, differs here from what it should be,
 * byte by byte. */
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "hosts/room/remark.h"
#include "sim.h"

const char *sim_field(const char *text, size_t n, const char *key)
{
    char pattern[32];
    int length = snprintf(pattern, sizeof pattern, "\"%s\":", key);
    const char *at = memmem(text, n, pattern, (size_t)length);
    return at ? at + length : NULL;
}

static int number(const char *text, size_t n, const char *key)
{
    const char *at = sim_field(text, n, key);
    return at ? atoi(at) : -1;
}

static bool begins(const char *text, size_t n, const char *head)
{
    return n >= strlen(head) && memcmp(text, head, strlen(head)) == 0;
}

static const char *name_of(const sim_conn *c, char room[40])
{
    if (c->seat == SPK_SEAT_ONLOOKER)
        snprintf(room, 40, "an onlooker");
    else
        snprintf(room, 40, "seat %d", c->seat);
    return room;
}

/* -- Views ---------------------------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    size_t n_head;
} kinds[SPK_ENTRY_KIND_COUNT] = {
    [SPK_ENTRY_MOVE] = {"move", 0},   [SPK_ENTRY_SAFE] = {"safe", 5},
    [SPK_ENTRY_UNDO] = {"undo", 4},   [SPK_ENTRY_TALK] = {"talk", 4},
    [SPK_ENTRY_REWIND] = {"undo", 4},
};

/* The first event, as this viewer counts, that no longer counts. */
static int counts_until(const spk_match *m, int entry, spk_seat viewer)
{
    int n = 1;
    while (entry > 0)
        n += spk_match_entry_heard(m, --entry, viewer);
    return n;
}

/* What bots say to it, by the table as people made it. */
static void print_remarks(const sim *s, const sim_book *b, int entry, spk_json *j)
{
    const char *bots[SPK_MAX_SEATS] = {0};
    room_remark remarks[ROOM_REMARKS];
    for (spk_seat seat = 0; seat < b->record.box.n_seats; seat++)
        bots[seat] = sim_bot_at(s, b, seat);
    int n = room_remarks_at(b->record.match, bots, entry, remarks);
    if (!n)
        return;
    spk_json_key(j, "remarks"), spk_json_open(j, '[');
    for (int i = 0; i < n; i++) {
        spk_buf phrase = {0};
        spk_phrase_add(&phrase, remarks[i].text, NULL, 0);
        spk_json_open(j, '{');
        spk_json_key(j, "seat"), spk_json_int(j, remarks[i].seat);
        spk_json_key(j, "occasion"), spk_json_str(j, room_occasion_words[remarks[i].occasion]);
        spk_json_key(j, "phrase"), spk_phrase_json(spk_buf_text(&phrase), j);
        spk_json_close(j, '}');
        spk_buf_release(&phrase);
    }
    spk_json_close(j, ']');
}

static void print_event(const sim *s, const sim_book *b, int i, spk_seat viewer, int n, spk_json *j)
{
    const spk_match *m = b->record.match;
    spk_entry e = spk_match_entry_as(m, i, viewer);
    spk_json_open(j, '{');
    spk_json_key(j, "n"), spk_json_int(j, n);
    spk_json_key(j, "seat");
    if (e.seat == SPK_SEAT_CHANCE)
        spk_json_str(j, "chance");
    else
        spk_json_int(j, e.seat);
    spk_json_key(j, "kind"), spk_json_str(j, kinds[e.kind].word);
    spk_json_key(j, "text"), spk_json_str(j, e.text + kinds[e.kind].n_head);
    if (e.kind == SPK_ENTRY_REWIND)
        spk_json_key(j, "back"), spk_json_int(j, counts_until(m, e.first, viewer));
    if (*e.phrase)
        spk_json_key(j, "phrase"), spk_phrase_json(e.phrase, j);
    print_remarks(s, b, i, j);
    spk_json_close(j, '}');
}

static void print_events(const sim *s, const sim_book *b, spk_seat viewer, int first, spk_json *j)
{
    const spk_match *m = b->record.match;
    int n = spk_match_seq(m, viewer), i = spk_match_n_entries(m);
    for (int back = n - first; back > 0;)
        back -= spk_match_entry_heard(m, --i, viewer);
    spk_json_key(j, "n"), spk_json_int(j, n);
    spk_json_key(j, "first"), spk_json_int(j, first);
    spk_json_key(j, "events"), spk_json_open(j, '[');
    for (; first < n; i++)
        if (spk_match_entry_heard(m, i, viewer))
            print_event(s, b, i, viewer, ++first, j);
    spk_json_close(j, ']');
}

static bool is_dealt(const sim_book *b)
{
    return b->status == ROOM_PLAYING || b->status == ROOM_PAUSED || b->status == ROOM_FINISHED ||
           b->has_clock;
}

static void print_moves(const sim_book *b, const spk_state *view, spk_seat viewer, spk_json *j)
{
    static spk_move moves[SPK_MAX_MOVES];
    const spk_box *box = &b->record.box;
    char text[SPK_MOVE_TEXT];
    spk_actors actors = is_dealt(b) ? box->game->actors(box, view) & ~SPK_CHANCE_ACTS : 0;
    bool asked = b->status == ROOM_PLAYING && viewer >= 0 && viewer < box->n_seats &&
                 spk_actors_has(actors, viewer);
    int n = asked ? box->game->moves(box, view, viewer, moves) : 0;
    spk_json_key(j, "actors"), spk_json_open(j, '[');
    for (; actors; actors &= actors - 1)
        spk_json_int(j, spk_actors_first(actors));
    spk_json_close(j, ']');
    spk_json_key(j, "moves"), spk_json_open(j, '[');
    for (int i = 0; i < n; i++)
        spk_json_str(j, spk_move_text(box, moves[i], text));
    spk_json_close(j, ']');
}

/* A view of this seat up to its moves, as it must be now. */
static void print_view(const sim *s, const sim_book *b, spk_seat viewer, int first, spk_buf *out)
{
    const spk_match *m = b->record.match;
    spk_json j = {.out = out};
    spk_state view;
    spk_match_view(m, viewer, &view);
    spk_json_open(&j, '{');
    spk_json_key(&j, "t"), spk_json_str(&j, "view");
    print_events(s, b, viewer, first, &j);
    spk_json_key(&j, "view");
    if (is_dealt(b))
        b->record.box.game->json(&b->record.box, &view, viewer, &j);
    else
        spk_json_null(&j);
    print_moves(b, &view, viewer, &j);
}

static size_t same_until(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] == b[i])
        i++;
    return i;
}

static void check_view(sim *s, sim_conn *c, const char *text, size_t n)
{
    const sim_book *b = c->book;
    char who[40];
    spk_buf want = {0};
    int first = number(text, n, "first"), newest = number(text, n, "n");
    int seq = b->has_record ? spk_match_seq(b->record.match, c->seat) : 0;
    s->figures->views++;
    if (newest != seq || first < 0 || first > seq)
        sim_fail(s, "table %s: %s is shown events %d to %d, and %d are written for it", b->id,
                 name_of(c, who), first + 1, newest, seq);
    else if (first > c->seen)
        sim_fail(s, "table %s: %s never hears of events %d to %d", b->id, name_of(c, who),
                 c->seen + 1, first);
    else if (b->has_record) {
        print_view(s, b, c->seat, first, &want);
        size_t at = same_until(text, want.bytes, n < want.n ? n : want.n);
        if (at < want.n)
            sim_fail(s,
                     "table %s: what %s is shown is not its view: '...%.60s' should be '...%.60s'",
                     b->id, name_of(c, who), text + (at > 20 ? at - 20 : 0),
                     want.bytes + (at > 20 ? at - 20 : 0));
    }
    c->seen = newest;
    spk_buf_release(&want);
}

/* -- Answers --------------------------------------------------------------------------------------------------- */

static bool take_heard(sim_conn *c, const char *ref, sim_heard *heard)
{
    sim_heard **at = &c->heard, **oldest = NULL;
    for (; *at; at = &(*at)->next)
        if (strcmp((*at)->ref, ref) == 0)
            oldest = at;
    if (!oldest)
        return false;
    sim_heard *h = *oldest;
    *heard = *h;
    *oldest = h->next;
    spk_free(h);
    return true;
}

static bool read_ref(const char *text, size_t n, char ref[SIM_REF])
{
    const char *at = sim_field(text, n, "ref");
    size_t i = 0;
    if (!at || *at != '"')
        return false;
    for (at++; *at != '"' && i < SIM_REF - 1; at++)
        ref[i++] = *at;
    ref[i] = '\0';
    return true;
}

static bool is_written_down(const char *word)
{
    return strcmp(word, "move") == 0 || strcmp(word, "undo") == 0 || strcmp(word, "say") == 0 ||
           strcmp(word, "chat") == 0;
}

/* A move or an undo is judged by what its sender had seen: all of it, up to this very entry. */
static bool is_fresh(const sim_conn *c, const sim_heard *h)
{
    const sim_book *b = c->book;
    int i = b->entries.n - 1, seq = spk_match_seq(b->record.match, c->seat);
    while (i >= 0 && !(b->entries.line[i].ref && strcmp(b->entries.line[i].ref, h->ref) == 0))
        i--;
    for (int k = b->entries.n - 1; k >= i && k >= 0; k--)
        seq -= spk_match_entry_heard(b->record.match, k, c->seat);
    return i < 0 || h->n < 0 || h->n == seq;
}

/* What 'ok' says of acts that are no entries of the log: it must be written as well. Only the first 'ok' of an act: when a
 * second one comes, others may have changed it. */
static bool is_done(const sim_book *b, spk_seat seat, const char *word)
{
    bool away = b->clock.away >> seat & 1, lent = b->clock.lent >> seat & 1;
    if (strcmp(word, "pause") == 0)
        return b->status == ROOM_PAUSED;
    if (strcmp(word, "resume") == 0)
        return b->status != ROOM_PAUSED;
    if (strcmp(word, "leave") == 0)
        return b->has_clock && away && !lent;
    if (strcmp(word, "back") == 0)
        return !away || lent; /* this decision is lost, the next is theirs */
    return true;
}

static void check_done(sim *s, sim_conn *c, const char *ref, const sim_heard *h)
{
    sim_book *b = c->book;
    char who[40];
    sim_sitter *sitter = &b->sitter[c->seat];
    if (strcmp(sitter->ok, ref) == 0)
        return;
    snprintf(sitter->ok, sizeof sitter->ok, "%s", ref);
    if (!is_done(b, c->seat, h->word))
        sim_fail(s, "table %s: '%s' of %s (%s) is acknowledged and not written", b->id, h->word,
                 name_of(c, who), ref);
    if (strcmp(h->word, "pause") == 0 && b->paused_by == SIM_UNKNOWN)
        b->paused_by = c->seat;
    if (strcmp(h->word, "close") == 0 && b->status != ROOM_CLOSED)
        b->closers |= (uint8_t)(1u << c->seat);
}

static void check_ok(sim *s, sim_conn *c, const char *ref, const sim_heard *h)
{
    char who[40];
    if (c->seat >= 0)
        check_done(s, c, ref, h);
    if (is_written_down(h->word) && !sim_has_ref(c->book, h->word, c->seat, ref))
        sim_fail(s, "table %s: '%s' of %s (%s) is acknowledged and not written", c->book->id,
                 h->word, name_of(c, who), ref);
    else if (!is_fresh(c, h))
        sim_fail(s, "table %s: '%s' of %s (%s) counted, though it was made for an earlier position",
                 c->book->id, h->word, name_of(c, who), ref);
}

/* 'broken' and 'busy' may have come too early to know; all else is a judgement. */
static void check_no(sim *s, sim_conn *c, const char *ref, const sim_heard *h, const char *text,
                     size_t n)
{
    char who[40];
    const char *code = sim_field(text, n, "error");
    if (begins(code, 6, "\"busy\"") || begins(code, 8, "\"broken\"") || !is_written_down(h->word))
        return;
    if (sim_has_ref(c->book, h->word, c->seat, ref))
        sim_fail(s, "table %s: '%s' of %s (%s) is written and refused", c->book->id, h->word,
                 name_of(c, who), ref);
}

static void check_answer(sim *s, sim_conn *c, const char *text, size_t n, bool yes)
{
    char ref[SIM_REF], who[40];
    sim_heard heard;
    if (!read_ref(text, n, ref))
        return; /* to something that had none */
    if (!take_heard(c, ref, &heard))
        sim_fail(s, "table %s: %s gets an answer to %s that nobody waits for", c->book->id,
                 name_of(c, who), ref);
    else if (yes)
        check_ok(s, c, ref, &heard);
    else
        check_no(s, c, ref, &heard, text, n);
}

/* -- The rest ---------------------------------------------------------------------------------------------------- */

static void check_hello(sim *s, sim_conn *c, const char *text, size_t n)
{
    const char *you = sim_field(text, n, "you");
    char who[40];
    bool none = begins(you, 4, "null");
    if (!c->greeted) {
        c->greeted = true;
        sim_count_here(s, c, 1);
    }
    if (none ? c->seat != SPK_SEAT_ONLOOKER : atoi(you) != c->seat)
        sim_fail(s, "table %s: %s is let in as %.4s", c->book->id, name_of(c, who), you);
    else if (!c->book->made)
        sim_fail(s, "table %s: somebody is let in, and it is not written", c->book->id);
}

/* Who paused it: the one whose 'pause' was acknowledged first, whatever happens to the house. */
static void check_pauser(sim *s, sim_book *b, const char *text, size_t n)
{
    const char *said = sim_field(text, n, "paused_by");
    int seat = begins(said, 4, "null") ? -1 : atoi(said);
    if (b->paused_by == SIM_UNKNOWN && seat >= 0)
        b->paused_by = seat; /* whoever did it was never answered */
    if (seat != b->paused_by)
        sim_fail(s, "table %s: seat %d is said to have paused it, and seat %d did", b->id, seat,
                 b->paused_by);
}

/* Whoever agreed to close the table has, until the next move that all hear of: it is written. */
static void check_closing(sim *s, const sim_book *b, const char *text, size_t n)
{
    const char *at = sim_field(text, n, "closing");
    uint8_t said = 0;
    for (at++; *at != ']'; at++)
        if (*at >= '0' && *at <= '9')
            said |= (uint8_t)(1u << (*at - '0'));
    if (b->status != ROOM_CLOSED && (b->closers & ~said))
        sim_fail(s, "table %s: seats %x have agreed to close it, and %x are shown", b->id,
                 b->closers, said);
}

static void check_facts(sim *s, sim_conn *c, const char *text, size_t n)
{
    const sim_book *b = c->book;
    const char *status = sim_field(text, n, "status"), *proof = sim_field(text, n, "proof");
    char want[20];
    int length = snprintf(want, sizeof want, "\"%s\"", room_status_words[b->status]);
    if (memcmp(status, want, (size_t)length) != 0)
        sim_fail(s, "table %s is shown as %.10s, and is written as %s", b->id, status, want);
    check_pauser(s, c->book, text, n);
    check_closing(s, c->book, text, n);
    if (b->status != ROOM_FINISHED && b->status != ROOM_CLOSED && !begins(proof, 4, "null"))
        sim_fail(s, "table %s: the seed is shown before the end", b->id);
}

static void check_chat(sim *s, sim_conn *c, const char *text, size_t n)
{
    const sim_book *b = c->book;
    const char *said = sim_field(text, n, "text");
    int i = number(text, n, "n") - 1;
    if (i < 0 || i >= b->chats.n || number(text, n, "seat") != b->chats.line[i].seat ||
        !begins(said + 1, n, b->chats.line[i].text))
        sim_fail(s, "table %s: a line of chat is shown that is not written: %.60s", b->id, said);
}

void sim_check_sent(sim *s, sim_conn *c, const char *text, size_t n)
{
    if (begins(text, n, "{\"t\":\"bye\"") || begins(text, n, "{\"t\":\"pong\""))
        return;
    if (c->seat == SIM_LIAR && !begins(text, n, "{\"t\":\"no\""))
        sim_fail(s, "table %s: a guest with a false token is told %.40s", c->book->id, text);
    else if (begins(text, n, "{\"t\":\"view\""))
        check_view(s, c, text, n);
    else if (begins(text, n, "{\"t\":\"ok\""))
        check_answer(s, c, text, n, true);
    else if (begins(text, n, "{\"t\":\"no\""))
        check_answer(s, c, text, n, false);
    else if (begins(text, n, "{\"t\":\"hello\""))
        check_hello(s, c, text, n);
    else if (begins(text, n, "{\"t\":\"facts\""))
        check_facts(s, c, text, n);
    else if (begins(text, n, "{\"t\":\"chat\""))
        check_chat(s, c, text, n);
}

/* A guest with a good token is never told that it has none. */
void sim_check_closed(sim *s, sim_conn *c, int code)
{
    char who[40];
    if ((code == 4403 || code == 4404) && c->seat != SIM_LIAR && c->seat != SPK_SEAT_ONLOOKER &&
        c->book->made && c->n_losses == s->n_losses)
        sim_fail(s, "table %s: %s is sent away (%d) though its token is good", c->book->id,
                 name_of(c, who), code);
}

/* Refusals are answers; silence is a bug. */
void sim_check_silence(sim *s)
{
    int64_t patience = 60000 + 4 * s->plan.beat_ms;
    char who[40];
    if (!s->house || s->closing || !sim_disk_is_well(s) || s->slow_ms > s->now_ms ||
        s->up_ms - s->well_ms < patience)
        return;
    for (sim_conn *c = s->conns; c; c = c->next)
        for (sim_heard *h = c->heard; h && c->user && !c->going; h = h->next)
            if (s->up_ms - h->at_ms > patience)
                sim_fail(s, "table %s: '%s' of %s (%s) was never answered", c->book->id, h->word,
                         name_of(c, who), h->ref);
}
