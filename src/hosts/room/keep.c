/* keep.c: a room set up again from what was written. See room.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "engine/record.h"
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
    if (r->status == ROOM_PAUSED || r->status == ROOM_CLOSED)
        spk_clock_stop(c, c->at_ms);
    room_note_gone(r, now);
    room_doze(r, c->stopped ? now : c->at_ms); /* nobody pays for time in which nobody was there */
}

/* "CLOCK; pauses 0 2 closing 1 paused 1 123456": how often each player paused; if anybody agreed to close the table, who did
 * (a set of seats); if it is paused, by whom (from 1) and since when. Rooms that were saved before anybody counted are a
 * clock alone. */
void room_save(const room *r, spk_buf *out)
{
    spk_clock_save(&r->clock, out);
    spk_buf_puts(out, "; pauses");
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++)
        spk_buf_printf(out, " %d", r->n_pauses[seat]);
    if (room_closers(r))
        spk_buf_printf(out, " closing %u", (unsigned)room_closers(r));
    if (r->status == ROOM_PAUSED)
        spk_buf_printf(out, " paused %d %" PRId64, r->pauser + 1, r->paused_ms);
}

static bool read_word(spk_words *words, const char *want)
{
    char word[8];
    return spk_words_next(words, word, sizeof word) && spk_str_eq(word, want);
}

static bool read_number(spk_words *words, int64_t most, int64_t *value)
{
    char word[20], *end;
    if (!spk_words_next(words, word, sizeof word) || word[strspn(word, "0123456789")])
        return false;
    *value = strtoll(word, &end, 10);
    return *value <= most;
}

/* Whatever was agreed still holds: nothing that all hear of has happened since, or it would not have been saved. */
static bool read_closers(room *r, spk_words *words)
{
    spk_words before = *words;
    int64_t closers;
    if (!read_word(words, "closing")) {
        *words = before;
        return true;
    }
    if (!read_number(words, (1 << r->box->n_seats) - 1, &closers))
        return false;
    r->closers = (uint8_t)closers;
    r->closers_n = spk_match_seq(r->match, SPK_SEAT_ONLOOKER);
    return true;
}

static bool read_pauses(room *r, const char *text)
{
    spk_words words = spk_words_of(text);
    int64_t n, pauser, since;
    if (!read_word(&words, "pauses"))
        return false;
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++) {
        if (!read_number(&words, UINT8_MAX, &n))
            return false;
        r->n_pauses[seat] = (uint8_t)n;
    }
    if (!read_closers(r, &words))
        return false;
    if (spk_words_end(&words))
        return true;
    if (!read_word(&words, "paused") || !read_number(&words, r->box->n_seats, &pauser) ||
        !read_number(&words, SPK_NEVER / 2, &since) || !spk_words_end(&words))
        return false;
    r->pauser = (int8_t)(pauser - 1);
    r->paused_ms = since;
    return true;
}

static spk_err load(room *r, const char *saved, int64_t now, spk_why *why)
{
    char clock[SPK_CLOCK_TEXT];
    size_t n = strcspn(saved, ";");
    r->paused_ms = now; /* of a pause from before that was kept */
    if (n >= sizeof clock || (saved[n] && !read_pauses(r, saved + n + 1)))
        return spk_malformed(why, 0, "'%.60s' is not a saved room of this table.", saved);
    memcpy(clock, saved, n);
    clock[n] = '\0';
    return spk_clock_load(&r->clock, clock, r->box->n_seats, spk_match_n_entries(r->match), why);
}

spk_err room_restore(room *r, room_status status, const char *saved, int64_t now, spk_why *why)
{
    SPK_BUG_IF(status >= ROOM_STATUS_COUNT);
    spk_err err = check_status(r, status, why);
    const char *clock = status == ROOM_WAITING ? NULL : saved;
    if (err == SPK_OK && clock)
        err = load(r, clock, now, why);
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
    room_talk_note(&r->talk, r->match, now);
    return SPK_OK;
}

int64_t room_saved_at(const room *r, const char *saved)
{
    char text[SPK_CLOCK_TEXT];
    spk_clock clock;
    size_t n = saved ? strcspn(saved, ";") : sizeof text;
    if (n >= sizeof text)
        return 0;
    memcpy(text, saved, n);
    text[n] = '\0';
    return spk_clock_load(&clock, text, r->box->n_seats, spk_match_n_entries(r->match), NULL) ==
                   SPK_OK
               ? clock.at_ms
               : 0;
}

/* Every moment that a room remembers. */
void room_move_time(room *r, int64_t by_ms)
{
    r->clock.at_ms += by_ms;
    r->paused_ms += by_ms;
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++)
        r->sitter[seat].gone_ms += by_ms;
    r->talk.since += by_ms;
}

/* A record may stop before chance has acted; a room never does. */
spk_err room_go_on_from(room *r, const spk_match *m, spk_rng *rng, int64_t now, spk_why *why)
{
    char text[SPK_RECORD_LINE];
    spk_err err = SPK_OK;
    for (int i = 0; i < spk_match_n_entries(m) && err == SPK_OK; i++) {
        spk_buf line = SPK_BUF_OVER(text);
        spk_match_entry_print(m, i, &line);
        err = room_restore_entry(r, text, why);
    }
    if (err != SPK_OK)
        return err;
    int from = spk_match_n_entries(r->match);
    spk_match_deal(r->match, rng);
    room_note(r, from);
    bool over = spk_match_is_over(r->match);
    return room_restore(r, over ? ROOM_FINISHED : ROOM_PLAYING, NULL, now, why);
}
