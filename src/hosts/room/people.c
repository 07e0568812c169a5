/* people.c: who is there, who is played for, and what the players agree on beside the game: pauses, and ending it without
 * a result. See room.h; the reasons are in docs/decisions/0010. What a person does in the game is in room.c. */
#include "base/str.h"
#include "hosts/room/inside.h"

/* -- Time -------------------------------------------------------------------------------------- */

/* With a clock a pause is time to think, so it ends by itself: after as long as the clock's own time, but no sooner than
 * anybody is back from the door. */
static int pause_limit_s(const room *r)
{
    int time_s = r->plan.clock.time_s;
    return time_s > ROOM_PAUSE_LEAST_S ? time_s : ROOM_PAUSE_LEAST_S;
}

bool room_pauses_are_limited(const room *r, int *limit_s)
{
    *limit_s = pause_limit_s(r);
    return r->plan.pause && r->plan.clock.kind != SPK_CLOCK_NONE;
}

static int64_t pause_end(const room *r)
{
    bool limited = r->status == ROOM_PAUSED && r->plan.clock.kind != SPK_CLOCK_NONE;
    return limited ? r->paused_ms + (int64_t)pause_limit_s(r) * 1000 : SPK_NEVER;
}

/* When a table falls asleep that nobody is at, though a clock runs. */
static int64_t sleep_time(const room *r)
{
    bool awake = room_is_open(r) && !r->clock.stopped;
    return awake && room_is_deserted(r) ? spk_clock_shown_end(&r->clock) : SPK_NEVER;
}

int64_t room_deadline(const room *r)
{
    int64_t sleep = sleep_time(r);
    int64_t deadline = room_is_open(r) ? spk_clock_deadline(&r->clock) : pause_end(r);
    return deadline < sleep ? deadline : sleep;
}

static void end_pause(room *r, int64_t now)
{
    spk_clock_go(&r->clock, now);
    r->status = ROOM_PLAYING;
    r->pauser = -1;
    room_doze(r, now);
}

bool room_time_out(room *r, int64_t now)
{
    if (now >= pause_end(r)) {
        end_pause(r, now);
        return true;
    }
    spk_actors out = room_is_open(r) ? spk_clock_out(&r->clock, now) : 0;
    for (spk_actors left = out; left; left &= left - 1)
        spk_clock_overrun(&r->clock, spk_actors_first(left), now);
    bool slept = r->clock.stopped;
    room_doze(r, now);
    return out != 0 || r->clock.stopped != slept;
}

/* -- Asleep -------------------------------------------------------------------------------------- */

bool room_is_asleep(const room *r) { return room_is_open(r) && r->clock.stopped; }

static bool is_present(const room *r, spk_seat seat)
{
    return r->sitter[seat].here && r->clock.late[seat] < SPK_CLOCK_LATES;
}

/* Bots among themselves are the host's to stop: only it knows whether anybody watches. */
bool room_is_deserted(const room *r)
{
    bool anybody = false;
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++) {
        if (!room_is_person(r, seat))
            continue;
        if (is_present(r, seat))
            return false;
        anybody = true;
    }
    return anybody && r->plan.absence_s && !r->plan.official;
}

static bool are_all_away(const room *r)
{
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++)
        if (room_is_person(r, seat) && !room_is_shown_away(r, seat))
            return false;
    return true;
}

/* With a clock, whoever is to decide has the time that was promised. Who is away, and whose time has passed, counts as all
 * may know it: a table that fell asleep over a sealed answer would tell of it. */
static bool should_sleep(const room *r, int64_t now)
{
    return room_is_deserted(r) && (r->plan.clock.kind == SPK_CLOCK_NONE || are_all_away(r) ||
                                   spk_clock_shown_end(&r->clock) <= now);
}

void room_doze(room *r, int64_t now)
{
    if (!room_is_open(r) || should_sleep(r, now) == r->clock.stopped)
        return;
    if (r->clock.stopped)
        spk_clock_go(&r->clock, now);
    else
        spk_clock_stop(&r->clock, now);
}

void room_note_gone(room *r, int64_t now)
{
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++)
        if (!r->sitter[seat].here)
            r->sitter[seat].gone_ms = now;
}

/* -- Away -------------------------------------------------------------------------------------- */

static spk_err check_can_leave(const room *r, spk_seat seat, spk_why *why)
{
    spk_err err = room_check_begun(r, why);
    if (err != SPK_OK)
        return err;
    if (r->status == ROOM_FINISHED)
        return spk_refuse(why, "", "The game is over.");
    if (!room_is_person(r, seat))
        return spk_refuse(why, "", "Nobody sits there who could leave.");
    return SPK_OK;
}

spk_err room_set_away(room *r, spk_seat seat, bool away, int64_t now, spk_why *why)
{
    spk_err err = check_can_leave(r, seat, why);
    if (err != SPK_OK)
        return err;
    if (away)
        spk_clock_leave(&r->clock, seat, now);
    else
        spk_clock_back(&r->clock, seat, now);
    room_doze(r, now);
    return SPK_OK;
}

/* Whether a player has been waited for long enough, by what everybody knows. A pause is no absence. */
static spk_err check_gone(const room *r, spk_seat seat, int64_t now, spk_why *why)
{
    int64_t wait_ms = r->sitter[seat].gone_ms + (int64_t)r->plan.absence_s * 1000 - now;
    int minutes = (int)((wait_ms + 59999) / 60000);
    if (r->sitter[seat].here)
        return spk_refuse(why, "", "{who} is at the table: nobody else plays for them.",
                          SPK_WHO("who", seat));
    if (r->status == ROOM_PAUSED)
        return spk_refuse(why, "", "The table is paused.");
    if (r->plan.clock.kind != SPK_CLOCK_NONE)
        return r->clock.shown_late >> seat & 1
                   ? SPK_OK
                   : spk_refuse(why, "", "{who}'s clock has not run out.", SPK_WHO("who", seat));
    if (wait_ms <= 0)
        return SPK_OK;
    return minutes == 1
               ? spk_refuse(why, "", "Wait another minute for {who}.", SPK_WHO("who", seat))
               : spk_refuse(why, "", "Wait another {n} minutes for {who}.", SPK_NUM("n", minutes),
                            SPK_WHO("who", seat));
}

spk_err room_hand_over(room *r, spk_seat seat, int64_t now, spk_why *why)
{
    SPK_BUG_IF(!room_is_seat(r, seat));
    spk_err err = check_can_leave(r, seat, why);
    if (err == SPK_OK)
        err = check_gone(r, seat, now, why);
    if (err != SPK_OK)
        return err;
    spk_clock_leave(&r->clock, seat, now);
    room_doze(r, now);
    return SPK_OK;
}

/* -- Pauses ------------------------------------------------------------------------------------ */

spk_seat room_pauser(const room *r) { return r->status == ROOM_PAUSED ? r->pauser : -1; }

static spk_err check_pause(const room *r, spk_seat seat, spk_why *why)
{
    int limit_s;
    if (!r->plan.pause)
        return spk_refuse(why, "", "This table cannot be paused.");
    if (room_pauses_are_limited(r, &limit_s) && r->n_pauses[seat] >= ROOM_PAUSES)
        return spk_refuse(why, "", "You have used all {n} pauses for this game.",
                          SPK_NUM("n", ROOM_PAUSES));
    return SPK_OK;
}

static void begin_pause(room *r, spk_seat seat, int64_t now)
{
    spk_clock_stop(&r->clock, now);
    r->status = ROOM_PAUSED;
    r->pauser = (int8_t)seat;
    r->paused_ms = now;
    r->n_pauses[seat] = (uint8_t)(r->n_pauses[seat] + (r->n_pauses[seat] < UINT8_MAX));
}

spk_err room_set_pause(room *r, spk_seat seat, bool stop, int64_t now, spk_why *why)
{
    bool paused = r->status == ROOM_PAUSED;
    spk_err err = room_check_begun(r, why);
    if (err == SPK_OK && r->status == ROOM_FINISHED)
        err = spk_refuse(why, "", "The game is over.");
    if (err == SPK_OK && stop && !paused)
        err = check_pause(r, seat, why);
    if (err != SPK_OK)
        return err;
    if (room_is_person(r, seat))
        spk_clock_back(&r->clock, seat, now);
    if (stop && !paused)
        begin_pause(r, seat, now);
    if (!stop && paused)
        end_pause(r, now);
    room_doze(r, now);
    return SPK_OK;
}

/* -- Ending it ----------------------------------------------------------------------------------- */

void room_close(room *r, int64_t now)
{
    if (r->dealt)
        spk_clock_stop(&r->clock, now);
    r->status = ROOM_CLOSED;
    r->closers = 0;
}

spk_actors room_closers(const room *r)
{
    return r->closers_n == spk_match_seq(r->match, SPK_SEAT_ONLOOKER) ? r->closers : 0;
}

/* All players, those who are away too: nobody ends a game that somebody else is winning. */
spk_err room_agree_to_close(room *r, spk_seat seat, int64_t now, spk_why *why)
{
    spk_actors people = 0;
    spk_err err = check_can_leave(r, seat, why);
    if (err == SPK_OK && r->plan.official)
        err = spk_refuse(why, "",
                         "Others wait for the result of this game: it is played to its end.");
    if (err != SPK_OK)
        return err;
    for (spk_seat s = 0; s < r->box->n_seats; s++)
        people |= room_is_person(r, s) ? SPK_ACTOR(s) : 0;
    spk_clock_back(&r->clock, seat, now);
    r->closers = (uint8_t)(room_closers(r) | SPK_ACTOR(seat));
    r->closers_n = spk_match_seq(r->match, SPK_SEAT_ONLOOKER);
    if ((people & ~(spk_actors)r->closers) == 0)
        room_close(r, now);
    else
        room_doze(r, now);
    return SPK_OK;
}
