/* hint.c: what the house's strongest bot would do in a person's place. It is given the person's own view, so a
 * hint tells nothing that looking and thinking do not. */
#include "base/str.h"
#include "hosts/server/deputy.h"

void srv_hint_ask(srv_live *live, const srv_actor *actor)
{
    srv_house *h = live->house;
    const spk_box *box = srv_box_of(live->box);
    spk_state view;
    spk_match_view(room_match(live->room), actor->seat, &view);
    if (!room_plan_of(live->room)->hints)
        srv_say_no(h, actor->ws, actor->ref, SRV_REFUSED, "", "There are no hints at this table.");
    else if (room_status_of(live->room) != ROOM_PLAYING ||
             !spk_actors_has(box->game->actors(box, &view), actor->seat))
        srv_say_no(h, actor->ws, actor->ref, SRV_REFUSED, "",
                   "Hints are for moves, and it is not yours.");
    else if (live->hinting >> actor->seat & 1)
        srv_say_no(h, actor->ws, actor->ref, SRV_TOO_MANY, "", "One hint at a time.");
    else {
        srv_thought *t = srv_thought_begin(live, SRV_HINT, actor->seat, "hard");
        t->actor = *actor;
        live->hinting |= (uint8_t)(1u << actor->seat);
        srv_thought_go(live, t);
    }
}

static void print_move(const char *text, int64_t share, const spk_line *line, spk_json *j)
{
    spk_json_open(j, '{');
    spk_json_key(j, "text"), spk_json_str(j, text);
    spk_json_key(j, "share"), spk_json_int(j, share);
    spk_json_key(j, "value");
    if (line)
        spk_json_int(j, line->value);
    else
        spk_json_null(j);
    spk_json_close(j, '}');
}

/* Lines that were looked at; where there was nothing to look at, the only move. */
static void print_moves(const srv_thought *t, spk_json *j)
{
    char text[SPK_MOVE_TEXT];
    uint64_t total = 0;
    for (int i = 0; i < t->n_lines; i++)
        total += t->lines[i].visits;
    spk_json_key(j, "moves"), spk_json_open(j, '[');
    for (int i = 0; i < t->n_lines; i++)
        if (t->lines[i].visits)
            print_move(spk_move_text(srv_box_of(t->box), t->lines[i].move, text),
                       (int64_t)(t->lines[i].visits * 10000ull / total), &t->lines[i], j);
    if (!total)
        print_move(t->text, 10000, NULL, j);
    spk_json_close(j, ']');
}

void srv_hint_tell(srv_live *live, const srv_thought *t)
{
    srv_house *h = t->house;
    spk_state view;
    spk_json j = {.out = &h->out};
    if (!live || srv_view_hash(live, t->seat, &view) != t->hash) {
        srv_say_no(h, t->actor.ws, t->actor.ref, live ? SRV_STALE : SRV_BUSY, "",
                   live ? N_("The table has moved on: look again.")
                        : N_("The house is busy: try again."));
        return;
    }
    spk_buf_clear(&h->out);
    spk_json_open(&j, '{');
    spk_json_key(&j, "t"), spk_json_str(&j, "ok");
    spk_json_key(&j, "ref"), spk_json_str(&j, t->actor.ref);
    spk_json_key(&j, "n"), spk_json_int(&j, room_n_events(live->room, t->seat));
    print_moves(t, &j);
    spk_json_close(&j, '}');
    srv_ws_send(h->net, t->actor.ws, h->out.bytes, h->out.n);
}
