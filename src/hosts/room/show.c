/* show.c: the messages of docs/protocol.md. Everything here that depends on the viewer is made from the
 * viewer's view, what it heard and the clock faces it may see; no secret can leave a room elsewhere but
 * by the refusals of room.c and by walk.c. */
#include <stdio.h>

#include "base/hash.h"
#include "base/str.h"
#include "hosts/room/inside.h"

SPK_JSON_HELPER print_text(spk_json *out, const char *key, const char *text)
{
    spk_json_key(out, key), spk_json_str(out, text);
}

SPK_JSON_HELPER print_number(spk_json *out, const char *key, int64_t number)
{
    spk_json_key(out, key), spk_json_int(out, number);
}

SPK_JSON_HELPER print_truth(spk_json *out, const char *key, bool truth)
{
    spk_json_key(out, key), spk_json_bool(out, truth);
}

/* A set of seats: [0,2]. Chance is no seat. */
SPK_JSON_HELPER print_seats(spk_json *out, const char *key, spk_actors set)
{
    spk_json_key(out, key), spk_json_open(out, '[');
    for (set &= ~SPK_CHANCE_ACTS; set; set &= set - 1)
        spk_json_int(out, spk_actors_first(set));
    spk_json_close(out, ']');
}

/* -- Facts --------------------------------------------------------------------------------------- */

static void print_sitter(const room *r, spk_seat seat, spk_json *out)
{
    const room_sitter *who = &r->sitter[seat];
    spk_json_open(out, '{');
    print_number(out, "seat", seat);
    print_text(out, "kind", room_kind_words[who->kind]);
    print_text(out, "name", who->name);
    print_text(out, "bot", who->bot);
    print_truth(out, "here", who->here);
    print_truth(out, "away", room_is_shown_away(r, seat));
    spk_json_close(out, '}');
}

/* "10m", or null: no such limit. */
static void print_duration(spk_json *out, const char *key, int seconds)
{
    char word[16];
    spk_buf text = SPK_BUF_OVER(word);
    spk_json_key(out, key);
    if (seconds) {
        spk_duration_print(seconds, &text);
        spk_json_str(out, spk_buf_text(&text));
    } else
        spk_json_null(out);
}

static void print_rules(const room *r, spk_json *out)
{
    char clock[SPK_CLOCK_RULE];
    int limit_s;
    spk_json_key(out, "rules"), spk_json_open(out, '{');
    print_text(out, "clock", spk_clock_rule_print(&r->plan.clock, clock));
    print_truth(out, "undo", r->plan.undo);
    print_truth(out, "chat", r->plan.chat);
    print_truth(out, "hints", r->plan.hints);
    print_truth(out, "pause", r->plan.pause);
    print_truth(out, "onlookers", r->plan.onlookers);
    print_truth(out, "talk", r->box->game->talk != NULL);
    print_duration(out, "absence", r->plan.absence_s);
    print_duration(out, "pause_limit", room_pauses_are_limited(r, &limit_s) ? limit_s : 0);
    spk_json_close(out, '}');
}

static void print_pauser(const room *r, spk_json *out)
{
    spk_json_key(out, "paused_by");
    if (room_pauser(r) >= 0)
        spk_json_int(out, room_pauser(r));
    else
        spk_json_null(out);
}

void room_print_facts(const room *r, spk_json *out)
{
    print_text(out, "game", r->box->game->key);
    print_text(out, "name", r->box->game->name);
    spk_box_print_choice(r->box, out);
    print_text(out, "status", room_status_words[r->status]);
    print_truth(out, "asleep", room_is_asleep(r));
    print_pauser(r, out);
    print_seats(out, "closing", room_closers(r));
    spk_json_key(out, "seats"), spk_json_open(out, '[');
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++)
        print_sitter(r, seat, out);
    spk_json_close(out, ']');
    print_rules(r, out);
}

uint64_t room_facts_stamp(const room *r)
{
    int rest[] = {(int)r->status, room_is_asleep(r), room_pauser(r), (int)room_closers(r)};
    uint64_t stamp = spk_hash_words(0, rest, sizeof rest);
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++) {
        const room_sitter *who = &r->sitter[seat];
        int marks[] = {(int)who->kind, who->here, room_is_shown_away(r, seat)};
        stamp = spk_hash_words(stamp, marks, sizeof marks);
        stamp = spk_hash_words(stamp, who->name, strlen(who->name) + 1);
        stamp = spk_hash_words(stamp, who->bot, strlen(who->bot) + 1);
    }
    return stamp;
}

/* -- Events -------------------------------------------------------------------------------------- */

/* The log puts a word before what was done for somebody or said; here the kind tells that. */
static const struct {
    const char *word;
    size_t n_head; /* of the text, left out */
} kinds[SPK_ENTRY_KIND_COUNT] = {
    [SPK_ENTRY_MOVE] = {"move", 0},
    [SPK_ENTRY_SAFE] = {"safe", sizeof "safe " - 1},
    [SPK_ENTRY_UNDO] = {"undo", sizeof "undo" - 1},
    [SPK_ENTRY_TALK] = {"talk", sizeof "say " - 1},
    [SPK_ENTRY_REWIND] = {"undo", sizeof "undo" - 1},
};

/* The viewer's own number for the first event that it heard of, from this entry on. */
static int number_from(const spk_match *m, int entry, spk_seat viewer)
{
    int n = 1;
    for (int i = 0; i < entry; i++)
        n += spk_match_entry_heard(m, i, viewer);
    return n;
}

/* What all who heard of a move learned from it: behind their words, after "; ". The all-seeing viewer, who looks back, has the move's own
 * words and needs these too. */
static const char *effects_of(const spk_match *m, int entry)
{
    const char *effects = NULL;
    for (spk_seat seat = 0; seat <= spk_match_box(m)->n_seats && !effects; seat++) {
        const char *heard = spk_match_entry_as(m, entry, seat).text;
        effects = heard ? strchr(heard, ';') : NULL;
    }
    return effects ? effects : "";
}

static void print_words(const spk_match *m, int entry, spk_seat viewer, const spk_entry *e,
                        spk_json *out)
{
    const char *own = e->kind == SPK_ENTRY_REWIND ? "" : e->text + kinds[e->kind].n_head;
    spk_buf whole = {0};
    if (viewer == SPK_SEAT_ALL_SEEING && (e->kind == SPK_ENTRY_MOVE || e->kind == SPK_ENTRY_SAFE)) {
        spk_buf_puts(&whole, own);
        spk_buf_puts(&whole, effects_of(m, entry));
        own = spk_buf_text(&whole);
    }
    print_text(out, "text", own);
    spk_buf_release(&whole);
}

/* What bots had to say to it, if anything. */
static void print_remarks(const room *r, const spk_match *m, int entry, spk_json *out)
{
    room_remark remarks[ROOM_REMARKS];
    int n = room_remarks(r, m, entry, remarks);
    if (!n)
        return;
    spk_json_key(out, "remarks"), spk_json_open(out, '[');
    for (int i = 0; i < n; i++) {
        spk_buf phrase = {0};
        spk_phrase_add(&phrase, remarks[i].text, NULL, 0);
        spk_json_open(out, '{');
        print_number(out, "seat", remarks[i].seat);
        print_text(out, "occasion", room_occasion_words[remarks[i].occasion]);
        spk_json_key(out, "phrase"), spk_phrase_json(spk_buf_text(&phrase), out);
        spk_json_close(out, '}');
        spk_buf_release(&phrase);
    }
    spk_json_close(out, ']');
}

void room_print_event(const room *r, const spk_match *m, int entry, spk_seat viewer, int n,
                      spk_json *out)
{
    spk_entry e = spk_match_entry_as(m, entry, viewer);
    spk_json_open(out, '{');
    print_number(out, "n", n);
    if (e.seat == SPK_SEAT_CHANCE)
        print_text(out, "seat", "chance");
    else
        print_number(out, "seat", e.seat);
    print_text(out, "kind", kinds[e.kind].word);
    print_words(m, entry, viewer, &e, out);
    if (e.kind == SPK_ENTRY_REWIND)
        print_number(out, "back", number_from(m, e.first, viewer));
    if (*e.phrase)
        spk_json_key(out, "phrase"), spk_phrase_json(e.phrase, out);
    print_remarks(r, m, entry, out);
    spk_json_close(out, '}');
}

/* The entry behind which the viewer heard this many events: found from the end, for most often it is
 * near. */
static int entry_before_last(const spk_match *m, spk_seat viewer, int n_events)
{
    int i = spk_match_n_entries(m);
    while (n_events > 0)
        n_events -= spk_match_entry_heard(m, --i, viewer);
    return i;
}

static void print_events(const room *r, spk_seat viewer, int seen, spk_json *out)
{
    int n = spk_match_seq(r->match, viewer);
    if (seen < 0 || seen > n)
        seen = 0; /* of another table, or of a time that was lost: all of it */
    print_number(out, "n", n);
    print_number(out, "first", seen);
    spk_json_key(out, "events"), spk_json_open(out, '[');
    for (int i = entry_before_last(r->match, viewer, n - seen); seen < n; i++)
        if (spk_match_entry_heard(r->match, i, viewer))
            room_print_event(r, r->match, i, viewer, ++seen, out);
    spk_json_close(out, ']');
}

int room_n_events(const room *r, spk_seat viewer) { return spk_match_seq(r->match, viewer); }

/* -- The view ------------------------------------------------------------------------------------ */

/* What the viewer may do, and which of that ends the turn. */
static void print_moves(const room *r, const spk_state *view, spk_seat seat, bool asked,
                        spk_json *out)
{
    spk_move moves[SPK_MAX_MOVES];
    int ends[SPK_MAX_MOVES];
    char text[SPK_MOVE_TEXT];
    int n = asked ? r->box->game->moves(r->box, view, seat, moves) : 0;
    spk_json_key(out, "moves"), spk_json_open(out, '[');
    for (int i = 0; i < n; i++)
        spk_json_str(out, spk_move_text(r->box, moves[i], text));
    spk_json_close(out, ']');
    n = spk_match_ending_moves(r->match, seat, moves, n, ends);
    spk_json_key(out, "ends"), spk_json_open(out, '[');
    for (int i = 0; i < n; i++)
        spk_json_int(out, ends[i]);
    spk_json_close(out, ']');
}

/* Who gave their word, by which message, and what came of it: public (ledger.h). */
static void print_promises(const spk_match *m, spk_seat viewer, spk_json *out)
{
    spk_json_key(out, "promises"), spk_json_open(out, '[');
    for (int i = 0; i < spk_match_n_promises(m); i++) {
        spk_given given = spk_match_promise(m, i, viewer);
        spk_json_open(out, '{');
        print_number(out, "n", given.n);
        print_number(out, "seat", given.seat);
        print_text(out, "state", spk_vow_names[given.state]);
        spk_json_close(out, '}');
    }
    spk_json_close(out, ']');
}

static void print_clocks(const room *r, spk_seat viewer, int64_t now, spk_json *out)
{
    bool any = r->dealt && r->plan.clock.kind != SPK_CLOCK_NONE;
    spk_json_key(out, "clocks"), spk_json_open(out, '[');
    for (spk_seat seat = 0; any && seat < r->box->n_seats; seat++) {
        spk_clock_face face = spk_clock_show(&r->clock, viewer, seat, now);
        spk_json_open(out, '{');
        print_number(out, "left", face.left_ms);
        print_truth(out, "running", face.running);
        spk_json_close(out, '}');
    }
    spk_json_close(out, ']');
}

static void print_numbers(spk_json *out, const char *key, const int *numbers, int n)
{
    spk_json_key(out, key), spk_json_open(out, '[');
    for (int i = 0; i < n; i++)
        spk_json_int(out, numbers[i]);
    spk_json_close(out, ']');
}

void room_print_refusal(const spk_why *why, spk_json *out)
{
    if (*why->rule)
        spk_json_key(out, "rule"), spk_json_str(out, why->rule);
    spk_json_key(out, "text"), spk_json_str(out, why->text);
    if (*why->phrase)
        spk_json_key(out, "phrase"), spk_phrase_json(why->phrase, out);
}

void room_print_result(const room *r, spk_json *out)
{
    spk_result result;
    if (!spk_match_is_over(r->match)) {
        spk_json_null(out);
        return;
    }
    spk_match_result(r->match, &result);
    spk_json_open(out, '{');
    print_numbers(out, "scores", result.score, result.n_seats);
    print_numbers(out, "ranks", result.rank, result.n_seats);
    print_seats(out, "winners", result.winners);
    print_text(out, "reason", result.reason);
    spk_json_close(out, '}');
}

/* Whoever is no player and not the all-seeing viewer is an onlooker. */
static spk_seat known(const room *r, spk_seat viewer)
{
    return room_is_seat(r, viewer) || viewer == SPK_SEAT_ALL_SEEING ? viewer : SPK_SEAT_ONLOOKER;
}

/* A page that has no drawn board shows this one. */
void room_print_board(const spk_match *m, spk_seat viewer, spk_json *out)
{
    spk_buf board = {0};
    if (!spk_match_box(m)->game->is_new)
        return;
    spk_match_board(m, viewer, &board);
    print_text(out, "board", spk_buf_text(&board));
    spk_buf_release(&board);
}

static void print_position(const room *r, const spk_state *view, spk_seat viewer, spk_json *out)
{
    spk_json_key(out, "view");
    if (r->dealt) {
        r->box->game->json(r->box, view, viewer, out);
        room_print_board(r->match, viewer, out);
    } else
        spk_json_null(out);
}

spk_actors room_turn(const room *r, spk_seat viewer)
{
    spk_state view;
    if (!room_is_open(r) || !r->dealt)
        return 0;
    spk_match_view(r->match, known(r, viewer), &view);
    return r->box->game->actors(r->box, &view);
}

void room_print_turn(const room *r, spk_seat viewer, spk_json *out)
{
    spk_actors actors = room_turn(r, viewer);
    spk_json_key(out, "turn"), spk_json_open(out, '{');
    print_seats(out, "seats", actors);
    print_truth(out, "yours", room_is_seat(r, viewer) && spk_actors_has(actors, viewer));
    spk_json_close(out, '}');
}

void room_print_view(const room *r, spk_seat viewer, int seen, int64_t now, spk_json *out)
{
    spk_state view;
    int n_said;
    viewer = known(r, viewer);
    spk_match_said(r->match, &n_said);
    spk_match_view(r->match, viewer, &view);
    spk_actors actors = r->dealt ? r->box->game->actors(r->box, &view) : 0;
    bool asked = room_is_open(r) && room_is_seat(r, viewer) && spk_actors_has(actors, viewer);
    print_events(r, viewer, seen, out);
    print_position(r, &view, viewer, out);
    print_seats(out, "actors", actors);
    print_moves(r, &view, viewer, asked, out);
    print_truth(out, "undo", room_can_undo(r, viewer, NULL)); /* why not is told to those who try */
    print_seats(out, "speakers", room_speakers(r));
    if (r->box->game->talk) {
        print_number(out, "said", n_said);
        print_promises(r->match, viewer, out);
    }
    print_truth(out, "away", room_is_seat(r, viewer) && room_is_away(r, viewer));
    print_clocks(r, viewer, now, out);
    spk_json_key(out, "result"), room_print_result(r, out);
}

void room_print_position(const room *r, spk_seat viewer, spk_json *out)
{
    spk_state view;
    spk_buf line = {0};
    spk_json_key(out, "position");
    if (!r->dealt) {
        spk_json_null(out);
        return;
    }
    spk_match_view(r->match, known(r, viewer), &view);
    r->box->game->print_state(r->box, &view, &line);
    spk_json_str(out, spk_buf_text(&line));
    spk_buf_release(&line);
}

uint64_t room_stamp(const room *r, spk_seat viewer)
{
    spk_state view;
    viewer = known(r, viewer);
    spk_match_view(r->match, viewer, &view);
    bool away = room_is_seat(r, viewer) && room_is_away(r, viewer);
    int rest[] = {spk_match_seq(r->match, viewer), (int)r->status, away, (int)room_speakers(r),
                  room_is_asleep(r)};
    uint64_t stamp = spk_hash_words(0, &view, r->box->game->state_size);
    return spk_hash_words(stamp, rest, sizeof rest);
}
