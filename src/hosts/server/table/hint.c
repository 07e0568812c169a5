/* hint.c: what the house's strongest bot would do in a person's place. It is given the person's own view, so a
 * hint tells nothing that looking and thinking do not. */
#include "base/str.h"
#include "hosts/server/table/bot_turn.h"

void srv_hint_ask(srv_table *table, const srv_actor *actor)
{
    srv_house *h = table->house;
    const spk_box *box = srv_box_of(table->box);
    spk_state view;
    spk_match_view(room_match(table->room), actor->seat, &view);
    if (!room_plan_of(table->room)->hints)
        srv_say_no(h, actor->ws, actor->ref, SRV_REFUSED, "", "There are no hints at this table.");
    else if (room_status_of(table->room) != ROOM_PLAYING ||
             !spk_actors_has(box->game->actors(box, &view), actor->seat))
        srv_say_no(h, actor->ws, actor->ref, SRV_REFUSED, "", "Hints are only given on your turn.");
    else if (table->hinting >> actor->seat & 1)
        srv_say_no(h, actor->ws, actor->ref, SRV_TOO_MANY, "", "One hint at a time.");
    else {
        srv_bot_job *b = srv_bot_ask(table, ROOM_ASK_HINT, actor->seat, "boss");
        b->actor = *actor;
        srv_bot_go(table, b);
    }
}

void srv_hint_tell(srv_table *table, const srv_bot_job *b)
{
    srv_house *h = b->house;
    spk_json j = {.out = &h->tables->out};
    if (!table || room_thought_is_stale(&b->thought, room_match(table->room))) {
        srv_say_no(h, b->actor.ws, b->actor.ref, table ? SRV_STALE : SRV_BUSY, "",
                   table ? N_("The game has moved on. Ask again.")
                         : N_("The server is busy. Try again."));
        return;
    }
    spk_buf_clear(&h->tables->out);
    spk_json_open(&j, '{');
    spk_json_key(&j, "t"), spk_json_str(&j, "ok");
    spk_json_key(&j, "ref"), spk_json_str(&j, b->actor.ref);
    spk_json_key(&j, "n"), spk_json_int(&j, room_n_events(table->room, b->thought.seat));
    spk_json_key(&j, "moves"), room_thought_print_hint(&b->thought, &j);
    spk_json_close(&j, '}');
    srv_ws_send(h->world, b->actor.ws, h->tables->out.bytes, h->tables->out.n);
}
