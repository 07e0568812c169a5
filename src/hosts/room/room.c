/* room.c: a table's life: who sits there, the deal, what people and bots do. See room.h. When bots speak and move
 * is in bots.c, what is shown in show.c and walk.c, how a room comes back from what was written in keep.c. No rule
 * of a game is decided here: the match asks the game. */
#include "base/mem.h"
#include "base/str.h"
#include "hosts/room/inside.h"

const char *const room_status_words[ROOM_STATUS_COUNT] = {"",       "open",     "playing",
                                                          "paused", "finished", "closed"};
const char *const room_kind_words[ROOM_KIND_COUNT] = {"open", "person", "bot", "hotseat"};
const char *const room_deed_words[ROOM_DEED_COUNT] = {
#define DEED(name, word) word,
#include "hosts/room/deeds.def"
#undef DEED
};

room *room_new(const room_plan *plan, const spk_box *box)
{
    room *r = spk_alloc(sizeof *r + (size_t)box->n_seats * sizeof *r->sitter);
    r->box = box;
    r->plan = *plan;
    r->status = ROOM_WAITING;
    r->match = spk_match_new(box);
    r->pauser = -1;
    room_talk_init(&r->talk);
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

/* Whether the person is away, as the viewer may know. */
static bool seems_away(const room *r, spk_seat viewer, spk_seat seat)
{
    SPK_BUG_IF(!room_is_seat(r, seat));
    return r->dealt && room_is_person(r, seat) &&
           spk_clock_show(&r->clock, viewer, seat, r->clock.at_ms).away;
}

bool room_is_away(const room *r, spk_seat seat) { return seems_away(r, seat, seat); }

bool room_is_shown_away(const room *r, spk_seat seat)
{
    return seems_away(r, SPK_SEAT_ONLOOKER, seat);
}

int room_remarks(const room *r, const spk_match *m, int entry, room_remark out[ROOM_REMARKS])
{
    const char *bots[SPK_MAX_SEATS] = {0};
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++)
        if (r->sitter[seat].kind == ROOM_BOT && !r->plan.no_remarks)
            bots[seat] = r->sitter[seat].bot;
    return room_remarks_at(m, bots, entry, out);
}

/* -- Sitting down -------------------------------------------------------------------------------- */

void room_sit(room *r, spk_seat seat, const room_sitter *who)
{
    SPK_BUG_IF(!room_is_seat(r, seat) || who->kind >= ROOM_KIND_COUNT);
    bool was_bot = r->sitter[seat].kind == ROOM_BOT, bot = who->kind == ROOM_BOT;
    r->sitter[seat] = *who;
    if (!r->dealt)
        return;
    if (bot && !was_bot)
        spk_clock_leave(&r->clock, seat, r->clock.at_ms);
    if (was_bot && !bot)
        spk_clock_back(&r->clock, seat, r->clock.at_ms);
    room_doze(r, r->clock.at_ms);
}

void room_set_here(room *r, spk_seat seat, bool here, int64_t now)
{
    SPK_BUG_IF(!room_is_seat(r, seat));
    if (r->sitter[seat].here && !here)
        r->sitter[seat].gone_ms = now;
    r->sitter[seat].here = here;
    room_doze(r, now);
}

void room_set_mute(room *r, spk_seat seat, bool mute)
{
    SPK_BUG_IF(!room_is_seat(r, seat));
    r->sitter[seat].mute = mute;
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
        spk_entry e = spk_match_entry_as(r->match, i, SPK_SEAT_ALL_SEEING);
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
    room_talk_note(&r->talk, r->match, now);
    if (spk_match_is_over(r->match))
        r->status = ROOM_FINISHED;
    room_doze(r, now);
}

spk_err room_start(room *r, spk_rng *rng, int64_t now, spk_why *why)
{
    if (r->status != ROOM_WAITING)
        return spk_refuse(why, "", "The game has begun.");
    if (!room_is_full(r))
        return spk_refuse(why, "", "There are open seats: all must be taken before the deal.");
    r->status = ROOM_PLAYING;
    r->dealt = true;
    room_note_gone(r, now);
    room_start_clock(r, now);
    go_on(r, 0, rng, now);
    return SPK_OK;
}

/* -- Deeds --------------------------------------------------------------------------------------- */

spk_err room_check_begun(const room *r, spk_why *why)
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
    return room_check_begun(r, why);
}

static spk_err check_fresh(const room *r, spk_seat seat, const room_deed *deed, spk_why *why)
{
    if (deed->n == -1 || deed->n == spk_match_seq(r->match, seat))
        return SPK_OK;
    return spk_refuse_as(why, SPK_ESTALE, "The game has moved on. Ask again.");
}

/* The host acts for a seat: is there anybody to act for? */
static spk_err check_bot_turn(const room *r, spk_seat seat, const room_deed *deed, spk_why *why)
{
    if (spk_actors_has(room_bot_turns(r), seat))
        return check_fresh(r, seat, deed, why);
    return spk_fail(why, SPK_ESTALE, "Nobody acts for that seat now.");
}

static spk_err check_undo(const room *r, spk_seat seat, const room_deed *deed, spk_why *why)
{
    spk_err err = room_check_undo(r, seat, why);
    return err == SPK_OK ? check_fresh(r, seat, deed, why) : err;
}

static spk_err check_say(const room *r, spk_seat seat, spk_why *why)
{
    if (r->n_says[seat] >= ROOM_SAYS)
        return spk_refuse(why, "", "You have said {n} things this turn: that is the limit.",
                          SPK_NUM("n", ROOM_SAYS));
    return SPK_OK;
}

/* What the table has to say about a deed; what the rules say the match knows. */
static spk_err check_deed(const room *r, spk_seat seat, const room_deed *deed, spk_why *why)
{
    spk_err err = check_playing(r, why);
    if (err != SPK_OK)
        return err;
    switch (deed->kind) {
    case ROOM_MOVE: return check_fresh(r, seat, deed, why);
    case ROOM_UNDO: return check_undo(r, seat, deed, why);
    case ROOM_SAY: return check_say(r, seat, why);
    case ROOM_BOT_MOVE:
    case ROOM_SAFE: return check_bot_turn(r, seat, deed, why);
    case ROOM_PAUSE:
    case ROOM_RESUME:
    case ROOM_LEAVE:
    case ROOM_BACK:
    case ROOM_CLOSE:
    case ROOM_DEED_COUNT: break;
    }
    return SPK_OK;
}

/* Deeds that change the match. */
static spk_err play(room *r, spk_seat seat, const room_deed *deed, spk_why *why)
{
    spk_match *m = r->match;
    const char *text = deed->text ? deed->text : "";
    switch (deed->kind) {
    case ROOM_MOVE:
    case ROOM_BOT_MOVE: return spk_match_play(m, seat, text, why);
    case ROOM_SAFE: return spk_match_play_safe(m, seat, why);
    case ROOM_UNDO: return room_take_back(r, seat, deed->to, why);
    case ROOM_SAY: return room_talk_say(&r->talk, m, room_mute_seats(r), seat, text, why);
    case ROOM_PAUSE:
    case ROOM_RESUME:
    case ROOM_LEAVE:
    case ROOM_BACK:
    case ROOM_CLOSE:
    case ROOM_DEED_COUNT: break;
    }
    spk_bug(__FILE__, __LINE__, "that deed is no play");
}

/* Somebody who acts is there. */
static bool is_own(const room *r, spk_seat seat, room_deed_kind kind)
{
    bool own = kind == ROOM_MOVE || kind == ROOM_UNDO || kind == ROOM_SAY;
    return own && room_is_person(r, seat);
}

static spk_err play_and_go_on(room *r, spk_seat seat, const room_deed *deed, spk_rng *rng,
                              int64_t now, spk_why *why)
{
    int from = spk_match_n_entries(r->match);
    spk_err err = check_deed(r, seat, deed, why);
    if (err == SPK_OK)
        err = play(r, seat, deed, why);
    if (err != SPK_OK)
        return err;
    if (is_own(r, seat, deed->kind))
        (deed->kind == ROOM_MOVE ? spk_clock_moved : spk_clock_back)(&r->clock, seat, now);
    go_on(r, from, rng, now);
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
    case ROOM_RESUME: return room_set_pause(r, seat, deed->kind == ROOM_PAUSE, now, why);
    case ROOM_LEAVE:
    case ROOM_BACK: return room_set_away(r, seat, deed->kind == ROOM_LEAVE, now, why);
    case ROOM_CLOSE: return room_agree_to_close(r, seat, now, why);
    case ROOM_MOVE:
    case ROOM_UNDO:
    case ROOM_SAY:
    case ROOM_BOT_MOVE:
    case ROOM_SAFE: return worded(play_and_go_on(r, seat, deed, rng, now, why), why);
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

/* What the game closes, it closes until it is over; before the deal there is nothing to hint at. */
static spk_err check_closed(const room *r, spk_seat seat, spk_why *why)
{
    spk_state view;
    bool on = r->status == ROOM_PLAYING || r->status == ROOM_PAUSED;
    if (!on || !r->box->game->chat || !room_is_seat(r, seat))
        return SPK_OK;
    spk_match_view(r->match, seat, &view);
    return r->box->game->chat(r->box, &view, seat, why);
}

/* Code points: all bytes of UTF-8 that do not continue one. */
static size_t count_characters(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += (*text & 0xc0) != 0x80;
    return n;
}

spk_err room_check_chat(const room *r, spk_seat seat, const char *text, spk_why *why)
{
    size_t n = strlen(text), bad;
    if (!r->plan.chat)
        return spk_refuse(why, "", "There is no chat at this table.");
    if (n < 1 || count_characters(text) > ROOM_CHAT_CHARACTERS || !spk_str_is_clean(text, n, &bad))
        return spk_refuse_as(why, SPK_EMALFORMED,
                             "A message has 1 to {n} characters and no control characters.",
                             SPK_NUM("n", ROOM_CHAT_CHARACTERS));
    if (room_has_hidden(text))
        return spk_refuse_as(
            why, SPK_EMALFORMED,
            "A message may not contain invisible or direction-changing characters.");
    if (!room_has_visible(text))
        return spk_refuse_as(why, SPK_EMALFORMED, "A message must contain something visible.");
    return check_closed(r, seat, why);
}
