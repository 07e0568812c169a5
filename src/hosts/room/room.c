/* room.c: a table's life: who sits there, the deal, the deeds of guests and house. See room.h. What is
 * shown of it is in show.c and walk.c, how it comes back from what was written in keep.c. No rule of a
 * game is decided here: the match asks the game. */
#include "base/mem.h"
#include "base/str.h"
#include "hosts/room/inside.h"

const char *const room_status_words[ROOM_STATUS_COUNT] = {"open", "playing", "paused", "finished",
                                                          "closed"};
const char *const room_kind_words[ROOM_KIND_COUNT] = {"open", "person", "bot", "hotseat"};

room *room_new(const room_plan *plan, const spk_box *box)
{
    room *r = spk_alloc(sizeof *r + (size_t)box->n_seats * sizeof *r->sitter);
    r->box = box;
    r->plan = *plan;
    r->match = spk_match_new(box);
    return r;
}

void room_free(room *r)
{
    if (!r)
        return;
    spk_match_free(r->match);
    spk_free(r);
}

/* -- Asking -------------------------------------------------------------------------------------- */

const spk_match *room_match(const room *r) { return r->match; }
const spk_clock *room_clock(const room *r) { return &r->clock; }
const room_plan *room_plan_of(const room *r) { return &r->plan; }
room_status room_status_of(const room *r) { return r->status; }
bool room_is_dealt(const room *r) { return r->dealt; }

const room_sitter *room_sitter_of(const room *r, spk_seat seat)
{
    SPK_BUG_IF(!room_is_seat(r, seat));
    return &r->sitter[seat];
}

bool room_is_full(const room *r)
{
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++)
        if (r->sitter[seat].kind == ROOM_OPEN)
            return false;
    return true;
}

static bool is_person(const room *r, spk_seat seat)
{
    room_kind kind = r->sitter[seat].kind;
    return kind == ROOM_PERSON || kind == ROOM_HOTSEAT;
}

/* Whether the person is away, as the viewer may know. */
static bool seems_away(const room *r, spk_seat viewer, spk_seat seat)
{
    SPK_BUG_IF(!room_is_seat(r, seat));
    return r->dealt && is_person(r, seat) &&
           spk_clock_show(&r->clock, viewer, seat, r->clock.at_ms).away;
}

bool room_is_away(const room *r, spk_seat seat) { return seems_away(r, seat, seat); }

bool room_is_shown_away(const room *r, spk_seat seat)
{
    return seems_away(r, SPK_SEAT_ONLOOKER, seat);
}

spk_actors room_deputed(const room *r)
{
    return room_is_open(r) ? spk_clock_deputed(&r->clock) : 0;
}

const char *room_bot_of(const room *r, spk_seat seat)
{
    const room_sitter *who = room_sitter_of(r, seat);
    bool stand_in = r->plan.clock.absence == SPK_ABSENCE_BOT || who->kind == ROOM_BOT;
    return !who->bot[0] && stand_in ? ROOM_STAND_IN : who->bot;
}

int64_t room_deadline(const room *r)
{
    return room_is_open(r) ? spk_clock_deadline(&r->clock) : SPK_NEVER;
}

bool room_time_out(room *r, int64_t now)
{
    spk_actors out = room_is_open(r) ? spk_clock_out(&r->clock, now) : 0;
    for (spk_actors left = out; left; left &= left - 1)
        spk_clock_leave(&r->clock, spk_actors_first(left), now);
    return out != 0;
}

/* -- Sitting down -------------------------------------------------------------------------------- */

void room_sit(room *r, spk_seat seat, const room_sitter *who)
{
    SPK_BUG_IF(!room_is_seat(r, seat) || who->kind >= ROOM_KIND_COUNT);
    bool was_bot = r->sitter[seat].kind == ROOM_BOT, bot = who->kind == ROOM_BOT;
    r->sitter[seat] = *who;
    if (!r->dealt || was_bot == bot)
        return;
    if (bot)
        spk_clock_leave(&r->clock, seat, r->clock.at_ms);
    else
        spk_clock_back(&r->clock, seat, r->clock.at_ms);
}

void room_set_here(room *r, spk_seat seat, bool here)
{
    SPK_BUG_IF(!room_is_seat(r, seat));
    r->sitter[seat].here = here;
}

void room_start_clock(room *r, int64_t now)
{
    spk_clock_start(&r->clock, &r->plan.clock, r->match, now);
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++)
        if (r->sitter[seat].kind == ROOM_BOT)
            spk_clock_leave(&r->clock, seat, now);
}

/* -- After a change ------------------------------------------------------------------------------ */

static void count(uint8_t *n) { *n = (uint8_t)(*n + (*n < UINT8_MAX)); }

/* The turn is looked at only when chance has acted to the end: as often in a room that is played in as
 * in one that is restored line by line. */
void room_note(room *r, int from)
{
    for (int i = from; i < spk_match_n_entries(r->match); i++) {
        spk_entry e = spk_match_entry_as(r->match, i, SPK_SEAT_HOUSE);
        if (e.kind == SPK_ENTRY_UNDO)
            count(&r->n_undos[e.seat]);
        if (e.kind == SPK_ENTRY_TALK)
            count(&r->n_says[e.seat]);
    }
    uint32_t turn = r->box->game->turn(r->box, spk_match_state(r->match));
    if (turn == r->turn || spk_match_actors(r->match) == SPK_CHANCE_ACTS)
        return;
    r->turn = turn;
    memset(r->n_undos, 0, sizeof r->n_undos);
    memset(r->n_says, 0, sizeof r->n_says);
}

/* The match has changed: chance answers, the clock follows. */
static void go_on(room *r, int from, spk_rng *rng, int64_t now)
{
    spk_match_deal(r->match, rng);
    room_note(r, from);
    spk_clock_follow(&r->clock, r->match, now);
    if (spk_match_is_over(r->match))
        r->status = ROOM_FINISHED;
}

spk_err room_start(room *r, spk_rng *rng, int64_t now, spk_why *why)
{
    if (r->status != ROOM_WAITING)
        return spk_refuse(why, "", "The game has begun.");
    if (!room_is_full(r))
        return spk_refuse(why, "", "There are open seats: all must be taken before the deal.");
    r->status = ROOM_PLAYING;
    r->dealt = true;
    room_start_clock(r, now);
    go_on(r, 0, rng, now);
    return SPK_OK;
}

void room_close(room *r, int64_t now)
{
    if (r->dealt)
        spk_clock_stop(&r->clock, now);
    r->status = ROOM_CLOSED;
}

/* -- Deeds --------------------------------------------------------------------------------------- */

static spk_err check_begun(const room *r, spk_why *why)
{
    if (r->status == ROOM_WAITING)
        return spk_refuse(why, "", "The game has not begun.");
    if (r->status == ROOM_CLOSED)
        return spk_refuse(why, "", "The table is closed.");
    return SPK_OK;
}

/* That the game is over the match says itself: it knows the rule. */
static spk_err check_playing(const room *r, spk_why *why)
{
    if (r->status == ROOM_PAUSED)
        return spk_refuse(why, "", "The table is paused.");
    return check_begun(r, why);
}

static spk_err check_fresh(const room *r, spk_seat seat, const room_deed *deed, spk_why *why)
{
    if (deed->n == -1 || deed->n == spk_match_seq(r->match, seat))
        return SPK_OK;
    return spk_fail(why, SPK_ESTALE, "The table has moved on: look again.");
}

/* The house acts for a seat: is there anybody to act for? */
static spk_err check_deputed(const room *r, spk_seat seat, const room_deed *deed, spk_why *why)
{
    if (spk_actors_has(room_deputed(r), seat))
        return check_fresh(r, seat, deed, why);
    return spk_fail(why, SPK_ESTALE, "Nobody acts for that seat now.");
}

static spk_err check_undo(const room *r, spk_seat seat, const room_deed *deed, spk_why *why)
{
    if (!r->plan.undo)
        return spk_refuse(why, "", "At this table moves stand.");
    if (r->n_undos[seat] >= ROOM_UNDOS)
        return spk_refuse(why, "", "You have taken back %d moves in this turn: that is all.",
                          ROOM_UNDOS);
    return check_fresh(r, seat, deed, why);
}

static spk_err check_say(const room *r, spk_seat seat, spk_why *why)
{
    if (r->n_says[seat] >= ROOM_SAYS)
        return spk_refuse(why, "", "You have said %d things in this turn: that is all.", ROOM_SAYS);
    return SPK_OK;
}

/* Who has the word and is not there has nothing to say. */
static spk_err check_pass(const room *r, spk_seat seat, spk_why *why)
{
    if (r->sitter[seat].kind == ROOM_BOT || room_is_shown_away(r, seat))
        return check_say(r, seat, why);
    return spk_fail(why, SPK_ESTALE, "Nobody speaks for that seat.");
}

/* What the house has to say about a deed; what the rules say the match knows. */
static spk_err check_deed(const room *r, spk_seat seat, const room_deed *deed, spk_why *why)
{
    spk_err err = check_playing(r, why);
    if (err != SPK_OK)
        return err;
    switch (deed->kind) {
    case ROOM_MOVE: return check_fresh(r, seat, deed, why);
    case ROOM_UNDO: return check_undo(r, seat, deed, why);
    case ROOM_SAY: return check_say(r, seat, why);
    case ROOM_DEPUTY:
    case ROOM_SAFE: return check_deputed(r, seat, deed, why);
    case ROOM_PASS: return check_pass(r, seat, why);
    case ROOM_PAUSE:
    case ROOM_RESUME:
    case ROOM_LEAVE:
    case ROOM_BACK:
    case ROOM_DEED_COUNT: break;
    }
    return SPK_OK;
}

/* Deeds that change the match. */
static spk_err play(spk_match *m, spk_seat seat, const room_deed *deed, spk_why *why)
{
    const char *text = deed->text ? deed->text : "";
    switch (deed->kind) {
    case ROOM_MOVE:
    case ROOM_DEPUTY: return spk_match_play(m, seat, text, why);
    case ROOM_SAFE: return spk_match_play_safe(m, seat, why);
    case ROOM_UNDO: return spk_match_undo(m, seat, why);
    case ROOM_SAY: return spk_match_talk(m, seat, text, why);
    case ROOM_PASS: return spk_match_talk(m, seat, "pass", why);
    case ROOM_PAUSE:
    case ROOM_RESUME:
    case ROOM_LEAVE:
    case ROOM_BACK:
    case ROOM_DEED_COUNT: break;
    }
    spk_bug(__FILE__, __LINE__, "that deed is no play");
}

/* Somebody who acts is there. */
static bool is_own(const room *r, spk_seat seat, room_deed_kind kind)
{
    bool own = kind == ROOM_MOVE || kind == ROOM_UNDO || kind == ROOM_SAY;
    return own && is_person(r, seat);
}

static spk_err play_and_go_on(room *r, spk_seat seat, const room_deed *deed, spk_rng *rng,
                              int64_t now, spk_why *why)
{
    int from = spk_match_n_entries(r->match);
    spk_err err = check_deed(r, seat, deed, why);
    if (err == SPK_OK)
        err = play(r->match, seat, deed, why);
    if (err != SPK_OK)
        return err;
    if (is_own(r, seat, deed->kind))
        spk_clock_back(&r->clock, seat, now);
    go_on(r, from, rng, now);
    return SPK_OK;
}

static spk_err set_pause(room *r, bool stop, int64_t now, spk_why *why)
{
    spk_err err = check_begun(r, why);
    if (err != SPK_OK)
        return err;
    if (r->status == ROOM_FINISHED)
        return spk_refuse(why, "", "The game is over.");
    if (stop && !r->plan.pause)
        return spk_refuse(why, "", "At this table there are no pauses.");
    if (stop)
        spk_clock_stop(&r->clock, now);
    else
        spk_clock_go(&r->clock, now);
    r->status = stop ? ROOM_PAUSED : ROOM_PLAYING;
    return SPK_OK;
}

static spk_err set_away(room *r, spk_seat seat, bool away, int64_t now, spk_why *why)
{
    spk_err err = check_begun(r, why);
    if (err != SPK_OK)
        return err;
    if (r->status == ROOM_FINISHED)
        return spk_refuse(why, "", "The game is over.");
    if (!is_person(r, seat))
        return spk_refuse(why, "", "Nobody sits there who could leave.");
    if (away)
        spk_clock_leave(&r->clock, seat, now);
    else
        spk_clock_back(&r->clock, seat, now);
    return SPK_OK;
}

/* A refusal quotes what was sent, cut perhaps in the middle of a letter; what leaves here is UTF-8. */
static spk_err worded(spk_err err, spk_why *why)
{
    size_t bad;
    while (err != SPK_OK && why && !spk_str_is_clean(why->text, strlen(why->text), &bad))
        why->text[bad] = '?';
    return err;
}

spk_err room_act(room *r, spk_seat seat, const room_deed *deed, spk_rng *rng, int64_t now,
                 spk_why *why)
{
    if (!room_is_seat(r, seat))
        return spk_refuse(why, "", "Only a player at the table can do that.");
    switch (deed->kind) {
    case ROOM_PAUSE:
    case ROOM_RESUME: return set_pause(r, deed->kind == ROOM_PAUSE, now, why);
    case ROOM_LEAVE:
    case ROOM_BACK: return set_away(r, seat, deed->kind == ROOM_LEAVE, now, why);
    case ROOM_MOVE:
    case ROOM_UNDO:
    case ROOM_SAY:
    case ROOM_DEPUTY:
    case ROOM_SAFE:
    case ROOM_PASS: return worded(play_and_go_on(r, seat, deed, rng, now, why), why);
    case ROOM_DEED_COUNT: break;
    }
    spk_bug(__FILE__, __LINE__, "there is no such deed");
}

spk_err room_why(const room *r, spk_seat seat, const char *text, spk_why *why)
{
    spk_move move;
    spk_state view;
    if (!room_is_seat(r, seat))
        return spk_refuse(why, "", "Only a player at the table can do that.");
    spk_err err = check_playing(r, why);
    if (err != SPK_OK)
        return err;
    spk_match_view(r->match, seat, &view);
    return worded(spk_move_read(r->box, &view, seat, text, &move, why), why);
}
