/* room_games_test.c: rooms in which every game is played by guests who do all that can be done: move,
 * take back, talk, pause, leave, come back, run out of time. At every step
 *
 *     every message is JSON
 *     a world drawn from what a viewer sees prints the same bytes for it, refusals too
 *     who was shown the same stamp is shown the same bytes
 *     what was written sets up a room that prints the same for everybody
 *     a room that refuses has not changed
 *
 * and at the end everybody can look back at what they saw. */
#include "contract/contract.h"

#include "unit/room_kit.h"

enum { MATCHES = 2, VIEWERS = SPK_MAX_SEATS + 1, EVENTS = 8192 };

typedef struct table {
    contract_table *t;
    room *r;
    int64_t now;
    spk_buf before[VIEWERS], facts; /* as printed last */
    uint64_t stamp[VIEWERS];
    uint64_t seen[VIEWERS]
                 [EVENTS]; /* what the viewer saw right after it heard event n; 0: not looked */
} table;

static table at; /* too large for a stack */
static int n_worlds, n_said, n_undone, n_out, n_restored, n_still;

static int n_viewers(void) { return at.t->box.n_seats + 1; }

/* -- Looking ----------------------------------------------------------------------------------- */

static void look_at_all(void)
{
    kit_facts(at.r, &at.facts);
    for (int v = 0; v < n_viewers(); v++) {
        spk_seat viewer = kit_viewer(at.r, v);
        int n = room_n_events(at.r, viewer);
        kit_view(at.r, viewer, n > 3 ? n - 3 : 0, at.now, &at.before[v]);
        at.stamp[v] = room_stamp(at.r, viewer);
    }
}

/* Nobody whose stamp stayed the same would be sent another view at this moment; and who heard of a
 * move would be sent one. */
static void check_stamps(const int *n_events_before)
{
    spk_buf out = {0};
    for (int v = 0; v < n_viewers(); v++) {
        spk_seat viewer = kit_viewer(at.r, v);
        int n = n_events_before[v];
        bool same = room_stamp(at.r, viewer) == at.stamp[v];
        PROMISE(at.t, !same || room_n_events(at.r, viewer) == n);
        if (!same)
            continue;
        kit_view(at.r, viewer, n > 3 ? n - 3 : 0, at.now, &out);
        PROMISE(at.t, spk_str_eq(spk_buf_text(&out), spk_buf_text(&at.before[v])));
        n_still++;
    }
    spk_buf_release(&out);
}

/* Facts are public: they may not change by what only one seat can know. */
static void check_facts_unchanged(void)
{
    spk_buf out = {0};
    kit_facts(at.r, &out);
    PROMISE(at.t, spk_str_eq(spk_buf_text(&out), spk_buf_text(&at.facts)));
    spk_buf_release(&out);
}

/* -- Other worlds ------------------------------------------------------------------------------ */

/* A match has no door for this: only a test puts another state under a match. */
static void put_state(const spk_state *state)
{
    spk_state_copy(&at.t->box, (void *)spk_match_state(room_match(at.r)), state);
}

static const char *const texts[] = {"",       "pass", "end_turn",      "recruit F0", "claim",
                                    "undo",   "safe", "lay W1",        "done",       "duel W1",
                                    "step 4", "lay",  "hello \"you\"", "draw",       "take"};

static void print_refusal(spk_err err, const spk_why *why, spk_buf *out)
{
    spk_buf_printf(out, "%d %s %s\n", err, why->rule, why->text);
}

/* What a seat is answered when it asks, or tries what is not allowed. */
static void print_refusals(spk_seat seat, spk_buf *out)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        spk_why why = {0};
        room_deed deed = {.kind = ROOM_MOVE, .text = texts[i], .n = -1};
        print_refusal(room_why(at.r, seat, texts[i], &why), &why, out);
        if (why.err != SPK_OK)
            print_refusal(room_act(at.r, seat, &deed, NULL, at.now, &why), &why, out);
        deed = (room_deed){.kind = ROOM_MOVE, .text = texts[i], .n = 99999};
        print_refusal(room_act(at.r, seat, &deed, NULL, at.now, &why), &why, out);
    }
    spk_why why = {0};
    room_deed undo = {.kind = ROOM_UNDO, .n = -1};
    if (!room_can_undo(at.r, seat, NULL))
        print_refusal(room_act(at.r, seat, &undo, NULL, at.now, &why), &why, out);
}

static void print_all(spk_seat viewer, spk_buf *out)
{
    spk_buf part = {0};
    kit_view(at.r, viewer, 0, at.now + 777, &part);
    spk_buf_puts(out, spk_buf_text(&part));
    kit_facts(at.r, &part);
    spk_buf_puts(out, spk_buf_text(&part));
    spk_buf_printf(out, "%llx\n", (unsigned long long)room_stamp(at.r, viewer));
    print_refusals(viewer, out);
    spk_buf_release(&part);
}

/* What is said in another world must be what is said in this one. */
static void compare_with(spk_seat viewer, const spk_state *truth, const spk_state *world)
{
    spk_buf told = {0}, again = {0};
    print_all(viewer, &told);
    put_state(world);
    print_all(viewer, &again);
    put_state(truth);
    PROMISE(at.t, spk_str_eq(spk_buf_text(&told), spk_buf_text(&again)));
    spk_buf_release(&told);
    spk_buf_release(&again);
    n_worlds++;
}

static void compare_worlds(spk_seat viewer)
{
    const spk_box *box = &at.t->box;
    spk_state truth, world;
    spk_state_copy(box, &truth, spk_match_state(room_match(at.r)));
    spk_match_view(room_match(at.r), viewer, &world);
    spk_resample(box, &world, viewer, &at.t->rng);
    if (!spk_state_eq(box, &truth, &world))
        compare_with(viewer, &truth, &world);
}

/* -- What guests do ---------------------------------------------------------------------------- */

static uint32_t below(uint32_t n) { return spk_rng_below(&at.t->rng, n); }

static spk_seat any_seat(void) { return (spk_seat)below((uint32_t)at.t->box.n_seats); }

/* A deed, and what must be true of every deed. */
static spk_err act(spk_seat seat, room_deed deed)
{
    int n_events[VIEWERS], n_entries = spk_match_n_entries(room_match(at.r));
    spk_why why = {0};
    bool look = contract_one_in(at.t, 2 * at.t->thin);
    if (look)
        look_at_all();
    for (int v = 0; v < n_viewers(); v++)
        n_events[v] = room_n_events(at.r, kit_viewer(at.r, v));
    spk_err err = room_act(at.r, seat, &deed, &at.t->rng, at.now, &why);
    PROMISE(at.t, (err == SPK_OK) == (why.text[0] == '\0'));
    PROMISE(at.t, err == SPK_OK || n_entries == spk_match_n_entries(room_match(at.r)));
    for (int v = 0; look && err != SPK_OK && v < n_viewers(); v++)
        PROMISE(at.t, room_stamp(at.r, kit_viewer(at.r, v)) == at.stamp[v]);
    if (look)
        check_stamps(n_events);
    return err;
}

static const char *any_move(spk_seat seat, char text[SPK_MOVE_TEXT])
{
    spk_move move = contract_choose(at.t, spk_match_state(room_match(at.r)), seat);
    return spk_move_text(&at.t->box, move, text);
}

static void somebody_moves(void)
{
    char text[SPK_MOVE_TEXT];
    spk_seat seat = contract_actor(at.t, spk_match_actors(room_match(at.r)));
    bool bots_turn = spk_actors_has(room_bot_turns(at.r), seat);
    room_deed deed = {.kind = ROOM_MOVE, .n = room_n_events(at.r, seat)};
    if (bots_turn && below(4))
        deed.kind = below(2) ? ROOM_BOT_MOVE : ROOM_SAFE;
    deed.text = any_move(seat, text);
    PROMISE(at.t, deed.kind == ROOM_SAFE || room_why(at.r, seat, text, NULL) == SPK_OK);
    PROMISE(at.t, act(seat, deed) == SPK_OK);
    PROMISE(at.t, deed.kind != ROOM_MOVE || !room_is_away(at.r, seat));
}

static void somebody_takes_back(void)
{
    spk_seat seat = any_seat();
    spk_buf out = {0};
    kit_view(at.r, seat, room_n_events(at.r, seat), at.now, &out);
    bool can = strstr(spk_buf_text(&out), "\"undo\":true") != NULL;
    spk_err err = act(seat, (room_deed){.kind = ROOM_UNDO, .n = -1});
    PROMISE(at.t, can == (err == SPK_OK));
    n_undone += can;
    spk_buf_release(&out);
}

static void somebody_speaks(void)
{
    static const char *const words[] = {"aim win", "pass", "ask_points 10", "my_cards 2",
                                        "nonsense"};
    room_deed deed = {.kind = ROOM_SAY, .text = words[below(5)]};
    spk_actors who = spk_match_speakers(room_match(at.r));
    n_said += act(who ? spk_actors_first(who) : any_seat(), deed) == SPK_OK;
}

/* Where a clock runs they are counted, and end by themselves. */
static void somebody_pauses(void)
{
    if (act(any_seat(), (room_deed){.kind = ROOM_PAUSE}) != SPK_OK) {
        PROMISE(at.t, room_plan_of(at.r)->clock.kind != SPK_CLOCK_NONE);
        return;
    }
    int64_t then = at.now, end = room_deadline(at.r);
    spk_clock_face face = spk_clock_show(room_clock(at.r), 0, 0, then);
    PROMISE(at.t, room_bot_turns(at.r) == 0 && room_pauser(at.r) >= 0);
    PROMISE(at.t, (end == SPK_NEVER) == (room_plan_of(at.r)->clock.kind == SPK_CLOCK_NONE));
    at.now += 100000;
    PROMISE(at.t, spk_clock_show(room_clock(at.r), 0, 0, at.now).left_ms == face.left_ms);
    PROMISE(at.t,
            act(any_seat(), (room_deed){.kind = ROOM_MOVE, .text = "x", .n = -1}) == SPK_EREFUSED);
    if (end != SPK_NEVER && below(2)) {
        at.now = end;
        PROMISE(at.t, room_time_out(at.r, end));
    } else
        PROMISE(at.t, act(any_seat(), (room_deed){.kind = ROOM_RESUME}) == SPK_OK);
    PROMISE(at.t, room_status_of(at.r) == ROOM_PLAYING && room_pauser(at.r) == -1);
}

static void somebody_leaves(void)
{
    spk_seat seat = any_seat();
    room_deed_kind kind = below(2) ? ROOM_LEAVE : ROOM_BACK;
    PROMISE(at.t, act(seat, (room_deed){.kind = kind}) == SPK_OK);
    bool lost =
        spk_actors_has(room_clock(at.r)->lent, seat); /* there again, but too late for this one */
    PROMISE(at.t, room_is_away(at.r, seat) == (kind == ROOM_LEAVE || lost));
}

/* What happens to one seat in secret changes no fact, and no view of another. */
static void time_runs_out(void)
{
    if (room_deadline(at.r) == SPK_NEVER)
        return;
    at.now = room_deadline(at.r);
    look_at_all();
    spk_actors out = spk_clock_out(room_clock(at.r), at.now);
    PROMISE(at.t, out != 0 && room_time_out(at.r, at.now) && !room_time_out(at.r, at.now));
    PROMISE(at.t, (out & ~room_bot_turns(at.r)) == 0);
    check_facts_unchanged();
    for (int v = 0; v < n_viewers(); v++)
        PROMISE(at.t,
                spk_actors_has(out, v) || room_stamp(at.r, kit_viewer(at.r, v)) == at.stamp[v]);
    n_out++;
}

static void check_restored(void)
{
    room *copy = kit_restore(at.r, at.now);
    kit_check_same(at.r, copy, at.now);
    kit_check_same(at.r, copy, at.now + 12345);
    room_free(copy);
    n_restored++;
}

static void something_happens(void)
{
    at.now += below(3000);
    switch (below(24)) {
    case 0:
    case 1:
    case 2:
    case 3: somebody_takes_back(); break;
    case 4:
    case 5:
    case 6: somebody_speaks(); break;
    case 7: somebody_leaves(); break;
    case 8: time_runs_out(); break;
    case 9: somebody_pauses(); break;
    case 10:
        if (contract_one_in(at.t, at.t->thin * at.t->thin))
            check_restored();
        break;
    default: somebody_moves(); break;
    }
}

/* -- Looking back ------------------------------------------------------------------------------ */

static uint64_t hash_view(const spk_match *m, spk_seat viewer)
{
    spk_buf out = {0};
    spk_json json = {.out = &out};
    spk_match_json(m, viewer, &json);
    uint64_t hash = spk_hash(SPK_HASH_START, out.bytes, out.n);
    spk_buf_release(&out);
    return hash | 1;
}

/* Who heard the newest entry sees now what it will see when it looks back at that. */
static void remember(void)
{
    const spk_match *m = room_match(at.r);
    for (int v = 0; v < n_viewers(); v++) {
        spk_seat viewer = kit_viewer(at.r, v);
        int n = room_n_events(at.r, viewer);
        if (n > 0 && n < EVENTS && spk_match_entry_heard(m, spk_match_n_entries(m) - 1, viewer))
            at.seen[v][n] = hash_view(m, viewer);
    }
}

/* The object behind "view": in a step: the rest of it, or up to the text board that a new game sends. */
static uint64_t hash_of_step(const char *step)
{
    const char *view = strstr(step, "\"view\":") + strlen("\"view\":");
    const char *board = strstr(view, ",\"board\":\"");
    size_t n = board ? (size_t)(board - view) : strlen(view) - 1;
    return spk_hash(SPK_HASH_START, view, n) | 1;
}

static void walk_as(spk_seat viewer, const uint64_t *seen)
{
    room_walk *w = room_walk_new(at.r, viewer);
    PROMISE(at.t, w != NULL);
    spk_buf out = {0};
    int n = 0;
    for (;; n++) {
        spk_json json = {.out = &out};
        char head[40];
        spk_buf_clear(&out);
        spk_json_open(&json, '{');
        if (!room_walk_next(w, &json))
            break;
        spk_json_close(&json, '}');
        PROMISE(at.t, json_is_object(spk_buf_text(&out)));
        snprintf(head, sizeof head, "{\"n\":%d,\"event\":%s", n, n ? "{" : "null");
        PROMISE(at.t, strncmp(spk_buf_text(&out), head, strlen(head)) == 0);
        if (seen && n < EVENTS && seen[n])
            PROMISE(at.t, hash_of_step(spk_buf_text(&out)) == seen[n]);
    }
    PROMISE(at.t, n == room_n_events(at.r, viewer) + 1);
    spk_buf_release(&out);
    room_walk_free(w);
}

static void look_back(void)
{
    for (int v = 0; v < n_viewers(); v++)
        if (contract_one_in(at.t, at.t->thin))
            walk_as(kit_viewer(at.r, v), at.seen[v]);
    walk_as(SPK_SEAT_ALL_SEEING, NULL);
}

/* -- Whole games ------------------------------------------------------------------------------- */

static void sit_down(contract_table *t)
{
    static const char *const clocks[] = {"none", "bank 1m+5s bot", "move 30s safe"};
    room_plan plan = {.undo = true, .pause = true, .chat = true};
    PROMISE(t, spk_clock_rule_parse(clocks[t->seed % 3], &plan.clock, NULL) == SPK_OK);
    memset(&at, 0, sizeof at);
    at.t = t;
    at.now = 5000;
    at.r = room_new(&plan, &t->box);
    t->state = spk_match_state(room_match(at.r));
    for (spk_seat seat = 0; seat < t->box.n_seats; seat++) {
        bool bot = seat == 1 && t->busy;
        room_sitter who = {.kind = bot ? ROOM_BOT : ROOM_PERSON, .name = "J\xc3\xb6 \"\\</b>"};
        PROMISE(t, room_start(at.r, &t->rng, at.now, NULL) == SPK_EREFUSED);
        room_sit(at.r, seat, &who);
    }
    look_at_all();
    check_restored();
    PROMISE(t, room_start(at.r, &t->rng, at.now, NULL) == SPK_OK);
}

static void no_bots_leave(void)
{
    /* somebody_leaves may pick the bot's seat; after the deal a person takes it over instead */
    room_sitter who = *room_sitter_of(at.r, 1);
    who.kind = ROOM_PERSON;
    PROMISE(at.t, !room_is_away(at.r, 1));
    room_sit(at.r, 1, &who);
}

static void clear_table(void)
{
    for (int v = 0; v < VIEWERS; v++)
        spk_buf_release(&at.before[v]);
    spk_buf_release(&at.facts);
    room_free(at.r);
    at.t->state = NULL;
}

static void play_match(contract_table *t)
{
    if (t->thin > 2 && *t->setting)
        return; /* long games: a room is a room whatever the option */
    sit_down(t);
    if (t->busy)
        no_bots_leave();
    for (; room_status_of(at.r) == ROOM_PLAYING; t->step++) {
        if (contract_one_in(t, 8 * t->thin))
            for (int v = 0; v < n_viewers(); v++)
                compare_worlds(kit_viewer(at.r, v));
        something_happens();
        if (contract_one_in(t, t->thin))
            remember();
    }
    PROMISE(t, room_status_of(at.r) == ROOM_FINISHED && spk_match_is_over(room_match(at.r)));
    PROMISE(t, room_deadline(at.r) == SPK_NEVER && room_bot_turns(at.r) == 0);
    check_restored();
    look_back();
    clear_table();
}

TEST(every_game_is_played_in_a_room)
{
    contract_for_each_table(play_match, MATCHES);
    print_message("# %d other worlds, %d said, %d undone, %d out of time, %d restored, %d still\n",
                  n_worlds, n_said, n_undone, n_out, n_restored, n_still);
    if (getenv("SPK_CONTRACT_GAME"))
        return; /* one game is too few for the following */
    CHECK(n_worlds > 500 && n_undone > 100 && n_out > 20 && n_restored > 50 && n_still > 100);
    CHECK(n_said > 20);
}

TEST_MAIN()
