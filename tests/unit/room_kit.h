/* room_kit.h: what the tests of rooms share: printing a room for everybody, and setting one up again
 * from what a host would have written. */
#ifndef SPK_ROOM_KIT_H
#define SPK_ROOM_KIT_H

#include "test.h"

#include "base/str.h"
#include "contract/json_check.h"
#include "hosts/room/room.h"

/* One message: an object around the fields. It must be JSON. */
static inline void kit_view(const room *r, spk_seat viewer, int seen, int64_t now, spk_buf *out)
{
    spk_json json = {.out = out};
    spk_buf_clear(out);
    spk_json_open(&json, '{');
    room_print_view(r, viewer, seen, now, &json);
    spk_json_close(&json, '}');
    if (!json_is_object(spk_buf_text(out)))
        fail_msg("no JSON: %s", spk_buf_text(out));
}

static inline void kit_facts(const room *r, spk_buf *out)
{
    spk_json json = {.out = out};
    spk_buf_clear(out);
    spk_json_open(&json, '{');
    room_print_facts(r, &json);
    spk_json_close(&json, '}');
    if (!json_is_object(spk_buf_text(out)))
        fail_msg("no JSON: %s", spk_buf_text(out));
}

/* Seats from 0, then the onlooker. */
static inline spk_seat kit_viewer(const room *r, int i)
{
    return i < spk_match_box(room_match(r))->n_seats ? i : SPK_SEAT_ONLOOKER;
}

static inline bool kit_shows(const room *r, spk_seat viewer, int64_t now, const char *words)
{
    spk_buf out = {0};
    kit_view(r, viewer, 0, now, &out);
    bool found = strstr(spk_buf_text(&out), words) != NULL;
    spk_buf_release(&out);
    return found;
}

static inline bool kit_states(const room *r, const char *words)
{
    spk_buf out = {0};
    kit_facts(r, &out);
    bool found = strstr(spk_buf_text(&out), words) != NULL;
    spk_buf_release(&out);
    return found;
}

/* The lines of the log into a room of the same plan, box and seats. */
static inline room *kit_copy_log(const room *r)
{
    const spk_box *box = spk_match_box(room_match(r));
    room *copy = room_new(room_plan_of(r), box);
    spk_buf line = {0};
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        room_sit(copy, seat, room_sitter_of(r, seat));
    for (int i = 0; i < spk_match_n_entries(room_match(r)); i++) {
        spk_buf_clear(&line);
        spk_match_entry_print(room_match(r), i, &line);
        CHECK_INT(room_restore_entry(copy, spk_buf_text(&line), NULL), SPK_OK);
    }
    spk_buf_release(&line);
    return copy;
}

/* The room as a host would have it after a restart. */
static inline room *kit_restore(const room *r, int64_t now)
{
    room *copy = kit_copy_log(r);
    spk_buf clock = {0};
    spk_why why = {0};
    bool begun = room_status_of(r) != ROOM_WAITING;
    if (begun)
        room_save(r, &clock);
    if (room_restore(copy, room_status_of(r), begun ? spk_buf_text(&clock) : NULL, now, &why) !=
        SPK_OK)
        fail_msg("%s", why.text);
    spk_buf_release(&clock);
    return copy;
}

/* For everybody, the same bytes. */
static inline void kit_check_same(const room *a, const room *b, int64_t now)
{
    spk_buf of_a = {0}, of_b = {0};
    kit_facts(a, &of_a), kit_facts(b, &of_b);
    CHECK_STR(spk_buf_text(&of_b), spk_buf_text(&of_a));
    CHECK(room_facts_stamp(a) == room_facts_stamp(b));
    for (int v = 0; v <= spk_match_box(room_match(a))->n_seats; v++) {
        spk_seat viewer = kit_viewer(a, v);
        int n = room_n_events(a, viewer), seen = n > 200 ? n - 200 : 0;
        kit_view(a, viewer, seen, now, &of_a), kit_view(b, viewer, seen, now, &of_b);
        CHECK_STR(spk_buf_text(&of_b), spk_buf_text(&of_a));
        CHECK(room_stamp(a, viewer) == room_stamp(b, viewer));
    }
    CHECK(room_bot_turns(a) == room_bot_turns(b));
    CHECK(room_deadline(a) == room_deadline(b));
    spk_buf_release(&of_a);
    spk_buf_release(&of_b);
}

#endif
