/* room_fuzz.c: guests who send anything. Each line is a deed: a seat, a letter for what is done, and a
 * text; time passes with every line. The table must hold: messages stay JSON for everybody, a refusal
 * is UTF-8 and changes nothing, and what was written sets up the same table again. The first letter
 * chooses the game. A line that begins with '@' is a name. */
#include "fuzz.h"

#include "base/str.h"
#include "contract/json_check.h"
#include "hosts/room/room.h"

enum { LINES = 100, NOW = 1000 };

static const char letters[ROOM_DEED_COUNT + 1] = "musprlbdf";

static void print(const room *r, spk_seat viewer, int seen, int64_t now, spk_buf *out)
{
    spk_json json = {.out = out};
    spk_buf_clear(out);
    spk_json_open(&json, '{');
    room_print_facts(r, &json);
    spk_json_key(&json, "message");
    spk_json_open(&json, '{');
    room_print_view(r, viewer, seen, now, &json);
    spk_json_close(&json, '}');
    spk_json_close(&json, '}');
    SPK_BUG_IF(!json_is_object(spk_buf_text(out)));
}

static void check_name(const char *text)
{
    char name[ROOM_NAME], again[ROOM_NAME];
    spk_why why = {0};
    size_t bad;
    if (room_name_read(text, strlen(text), name, &why) != SPK_OK) {
        SPK_BUG_IF(!why.text[0]);
        return;
    }
    SPK_BUG_IF(!spk_str_is_clean(name, strlen(name), &bad));
    SPK_BUG_IF(room_name_read(name, strlen(name), again, NULL) != SPK_OK);
    SPK_BUG_IF(!spk_str_eq(name, again));
}

static room *open_room(const spk_box *box, spk_rng *rng)
{
    room_plan plan = {.undo = true, .pause = true};
    SPK_BUG_IF(spk_clock_rule_parse("bank 5s+1s bot", &plan.clock, NULL) != SPK_OK);
    room *r = room_new(&plan, box);
    for (spk_seat seat = 0; seat < box->n_seats; seat++)
        room_sit(r, seat, &(room_sitter){.kind = ROOM_PERSON, .name = "\"Ann\""});
    SPK_BUG_IF(room_start(r, rng, NOW, NULL) != SPK_OK);
    return r;
}

/* "0m12 recruit F0": seat, deed, perhaps a number, a blank, a text. */
static void do_line(room *r, const char *line, spk_rng *rng, int64_t now)
{
    const char *letter = line[0] && line[1] ? strchr(letters, line[1]) : NULL;
    spk_why why = {0};
    size_t bad;
    if (!letter)
        return;
    char *text;
    long n = strtol(line + 2, &text, 10);
    bool said = text != line + 2;
    room_deed deed = {.kind = (room_deed_kind)(letter - letters), .n = said ? (int)n : -1};
    deed.text = text + (*text == ' ');
    spk_seat seat = line[0] - '0';
    uint64_t stamp = room_stamp(r, 0);
    if (room_why(r, seat, deed.text, NULL) == SPK_OK && deed.kind == ROOM_MOVE)
        SPK_BUG_IF(room_act(r, seat, &deed, rng, now, &why) == SPK_EREFUSED);
    else if (room_act(r, seat, &deed, rng, now, &why) != SPK_OK)
        SPK_BUG_IF(room_stamp(r, 0) != stamp || !why.text[0]);
    SPK_BUG_IF(!spk_str_is_clean(why.text, strlen(why.text), &bad));
}

/* What a host would do about it. */
static void bots_move(room *r, spk_rng *rng, int64_t now)
{
    room_time_out(r, now);
    for (spk_actors who = room_bot_turns(r); who; who &= who - 1) {
        room_deed safe = {.kind = ROOM_SAFE, .n = -1};
        spk_err err = room_act(r, spk_actors_first(who), &safe, rng, now, NULL);
        SPK_BUG_IF(err != SPK_OK && spk_actors_has(room_bot_turns(r), spk_actors_first(who)));
    }
}

static void check_restored(const room *r, int64_t now)
{
    const spk_match *m = room_match(r);
    room *copy = room_new(room_plan_of(r), spk_match_box(m));
    spk_buf line = {0}, again = {0};
    for (spk_seat seat = 0; seat < spk_match_box(m)->n_seats; seat++)
        room_sit(copy, seat, room_sitter_of(r, seat));
    for (int i = 0; i < spk_match_n_entries(m); i++) {
        spk_buf_clear(&line);
        spk_match_entry_print(m, i, &line);
        SPK_BUG_IF(room_restore_entry(copy, spk_buf_text(&line), NULL) != SPK_OK);
    }
    spk_buf_clear(&line);
    room_save(r, &line);
    SPK_BUG_IF(room_restore(copy, room_status_of(r), spk_buf_text(&line), now, NULL) != SPK_OK);
    for (spk_seat seat = 0; seat <= spk_match_box(m)->n_seats; seat++) {
        print(r, seat, 0, now, &line);
        print(copy, seat, 0, now, &again);
        SPK_BUG_IF(!spk_str_eq(spk_buf_text(&line), spk_buf_text(&again)));
    }
    spk_buf_release(&line);
    spk_buf_release(&again);
    room_free(copy);
}

static void visit(const spk_box *box, char *text)
{
    spk_rng rng;
    spk_buf out = {0};
    int64_t now = NOW;
    spk_rng_init(&rng, 1, 0);
    room *r = open_room(box, &rng);
    for (int i = 0; i < LINES && text; i++, now += 700) {
        char *end = strchr(text, '\n');
        if (end)
            *end = '\0';
        if (text[0] == '@')
            check_name(text + 1);
        else
            do_line(r, text, &rng, now);
        if (i % 4 == 3)
            bots_move(r, &rng, now);
        print(r, i % 3 ? i % 2 : SPK_SEAT_ONLOOKER, i, now, &out);
        text = end ? end + 1 : NULL;
    }
    check_restored(r, now);
    spk_buf_release(&out);
    room_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    spk_box box;
    if (n == 0)
        return 0;
    char *text = fuzz_text(bytes + 1, n - 1);
    const spk_game *game = spk_games[bytes[0] % spk_n_games];
    SPK_BUG_IF(spk_box_open(&box, game, &(spk_choice){0}, NULL) != SPK_OK);
    visit(&box, text);
    spk_box_close(&box);
    spk_free(text);
    return 0;
}
