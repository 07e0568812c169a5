/* table.c: the page's own table: one at a time. See wasm.h; the bots that sit there are in bots.c. */
#include "hosts/wasm/table.h"

#include "base/str.h"
#include "hosts/wasm/wasm.h"

static wasm_table table;

wasm_table *wasm_the_table(void) { return table.room ? &table : NULL; }

spk_rng wasm_stream(const wasm_table *t, int stream)
{
    spk_rng rng;
    spk_rng_init_key(&rng, t->seed, (uint64_t)stream);
    return rng;
}

void wasm_table_release(wasm_table *t)
{
    for (spk_seat seat = 0; seat < SPK_MAX_SEATS; seat++) {
        wasm_thinker_stop(&t->thinker[seat]);
        spk_bot_free(t->thinker[seat].bot);
    }
    wasm_thinker_stop(&t->hint);
    spk_bot_free(t->hint.bot);
    wasm_analysis_stop(t);
    room_free(t->room);
    spk_record_release(&t->record);
    spk_buf_release(&t->net);
    *t = (wasm_table){0};
}

/* A call's answer: true, or the reason in 'out'. */
static bool answer(spk_err err, const spk_why *why)
{
    if (err == SPK_OK)
        wasm_out_start();
    else
        wasm_out_why(why);
    return err == SPK_OK;
}

static bool no_table(void)
{
    spk_why why = {0};
    return answer(spk_fail(&why, SPK_EUNKNOWN, "There is no table."), &why);
}

/* -- Its life ---------------------------------------------------------------------------------- */

bool wasm_table_open(double now_ms)
{
    spk_why why = {0};
    wasm_table_release(&table);
    spk_err err = wasm_plan_read(&table, wasm_in_text(), now_ms, &why);
    if (err == SPK_OK)
        wasm_bots_listen(&table);
    return answer(err, &why);
}

void wasm_table_close(void) { wasm_table_release(&table); }

/* -- Acting ------------------------------------------------------------------------------------ */

/* "move recruit F0", "undo", "undo 41": the deed's word and what follows it. */
static spk_err read_deed(const char *text, room_deed *deed, spk_why *why)
{
    char word[16];
    spk_words words = spk_words_of(text);
    int kind = spk_words_next(&words, word, sizeof word)
                   ? spk_str_find(word, room_deed_words, ROOM_DEED_COUNT)
                   : -1;
    if (kind < 0 || kind == ROOM_BOT_MOVE)
        return spk_fail(why, SPK_EMALFORMED, "There is no such deed.");
    deed->kind = (room_deed_kind)kind;
    deed->text = *words.at == ' ' ? words.at + 1 : words.at;
    if (kind == ROOM_UNDO && *deed->text && !spk_str_int(deed->text, 1, INT32_MAX, &deed->to))
        return spk_fail(why, SPK_EMALFORMED, "That is not the number of an event.");
    return SPK_OK;
}

bool wasm_table_act(int32_t seat, int32_t n, double now_ms)
{
    spk_why why = {0};
    room_deed deed = {.n = n};
    if (!table.room)
        return no_table();
    spk_err err = read_deed(wasm_in_text(), &deed, &why);
    if (err == SPK_OK)
        err = room_act(table.room, seat, &deed, &table.rng, (int64_t)now_ms, &why);
    if (err == SPK_OK)
        wasm_bots_listen(&table);
    return answer(err, &why);
}

bool wasm_table_why(int32_t seat)
{
    spk_why why = {0};
    if (!table.room)
        return no_table();
    return answer(room_why(table.room, seat, wasm_in_text(), &why), &why);
}

/* -- Asking ------------------------------------------------------------------------------------ */

uint32_t wasm_table_asked(void)
{
    return table.room ? spk_match_actors(room_match(table.room)) : 0;
}
int32_t wasm_table_n(int32_t viewer) { return table.room ? room_n_events(table.room, viewer) : 0; }

uint64_t wasm_table_stamp(int32_t viewer)
{
    return table.room ? room_stamp(table.room, viewer) : 0;
}

uint64_t wasm_table_facts_stamp(void) { return table.room ? room_facts_stamp(table.room) : 0; }

/* -- Showing ----------------------------------------------------------------------------------- */

static spk_json begin(const char *t)
{
    spk_json j = {.out = wasm_out_start()};
    spk_json_open(&j, '{');
    spk_json_key(&j, "t"), spk_json_str(&j, t);
    return j;
}

bool wasm_table_facts(void)
{
    if (!table.room)
        return no_table();
    spk_json j = begin("facts");
    room_print_facts(table.room, &j);
    spk_json_close(&j, '}');
    return true;
}

bool wasm_table_box(void)
{
    if (!table.room)
        return no_table();
    spk_box_print(&table.record.box, &(spk_json){.out = wasm_out_start()});
    return true;
}

bool wasm_table_view(int32_t viewer, int32_t seen, double now_ms)
{
    if (!table.room)
        return no_table();
    spk_json j = begin("view");
    room_print_view(table.room, viewer, seen, (int64_t)now_ms, &j);
    room_print_position(table.room, viewer, &j);
    spk_json_close(&j, '}');
    return true;
}

bool wasm_table_save(void)
{
    if (!table.room)
        return no_table();
    spk_record_save_proved(room_match(table.room), &table.record.proof, wasm_out_start());
    return true;
}

static void print_steps(spk_buf *out, room_walk *walk)
{
    spk_buf line = {0};
    for (;;) {
        spk_json j = {.out = &line};
        spk_buf_clear(&line);
        spk_json_open(&j, '{');
        if (!room_walk_next(walk, &j))
            break;
        spk_json_close(&j, '}');
        spk_buf_printf(out, "\n%s", spk_buf_text(&line));
    }
    spk_buf_release(&line);
}

bool wasm_table_replay(int32_t viewer)
{
    spk_why why = {0};
    if (!table.room)
        return no_table();
    room_walk *walk = room_walk_new(table.room, viewer);
    if (!walk)
        return answer(spk_fail(&why, SPK_EREFUSED, "This game is not over."), &why);
    wasm_table_facts();
    spk_buf *out = wasm_out_more();
    print_steps(out, walk);
    room_walk_free(walk);
    spk_buf_puts(out, "\n{\"result\":");
    room_print_result(table.room, &(spk_json){.out = out});
    spk_buf_puts(out, "}\n");
    return true;
}
