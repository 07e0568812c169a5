/* keep.c: a room set up again from what was written. See room.h. */
#include "hosts/room/inside.h"

spk_err room_restore_entry(room *r, const char *line, spk_why *why)
{
    int from = spk_match_n_entries(r->match);
    spk_err err = spk_match_entry_add(r->match, line, why);
    if (err == SPK_OK)
        room_note(r, from);
    return err;
}

/* A status, and the log it goes with. */
static spk_err check_status(const room *r, room_status status, spk_why *why)
{
    bool begun = spk_match_n_entries(r->match) > 0, over = spk_match_is_over(r->match);
    bool fits = status == ROOM_CLOSED || (status == ROOM_WAITING && !begun) ||
                (status == ROOM_FINISHED && over) ||
                ((status == ROOM_PLAYING || status == ROOM_PAUSED) && !over &&
                 spk_match_actors(r->match) != SPK_CHANCE_ACTS);
    if (fits)
        return SPK_OK;
    return spk_malformed(why, 0, "A log of %d entries is none of a table that is %s.",
                         spk_match_n_entries(r->match), room_status_words[status]);
}

/* What the clock says must be what the status and the seats say. */
static void agree(room *r, int64_t now)
{
    spk_clock *c = &r->clock;
    if (c->n_entries < spk_match_n_entries(r->match))
        spk_clock_follow(c, r->match, now);
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++)
        if (r->sitter[seat].kind == ROOM_BOT)
            spk_clock_leave(c, seat, c->at_ms);
    if (r->status == ROOM_PLAYING && c->stopped)
        spk_clock_go(c, now);
    if (r->status == ROOM_PAUSED || r->status == ROOM_CLOSED)
        spk_clock_stop(c, c->at_ms);
}

spk_err room_restore(room *r, room_status status, const char *clock, int64_t now, spk_why *why)
{
    SPK_BUG_IF(status >= ROOM_STATUS_COUNT);
    spk_err err = check_status(r, status, why);
    if (status == ROOM_WAITING)
        clock = NULL;
    if (err == SPK_OK && clock)
        err = spk_clock_load(&r->clock, clock, r->box->n_seats, spk_match_n_entries(r->match), why);
    if (err != SPK_OK)
        return err;
    r->status = status;
    r->dealt = clock || (status != ROOM_WAITING && status != ROOM_CLOSED) ||
               spk_match_n_entries(r->match) > 0;
    if (!r->dealt)
        return SPK_OK;
    if (!clock)
        room_start_clock(r, now);
    agree(r, now);
    return SPK_OK;
}
