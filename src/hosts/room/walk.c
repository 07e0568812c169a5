/* walk.c: looking back at a match that is over. A second match comes the same way, and is looked at
 * after everything that the viewer heard: so what it sees is what it saw then, and no more. */
#include "base/mem.h"
#include "engine/record.h"
#include "hosts/room/inside.h"

struct room_walk {
    const room *of;
    spk_match *match; /* as far as we are */
    spk_seat viewer;
    bool begun;
};

room_walk *room_walk_new(const room *r, spk_seat viewer)
{
    if (!r->dealt || (!spk_match_is_over(r->match) && r->status != ROOM_CLOSED))
        return NULL;
    room_walk *w = spk_alloc(sizeof *w);
    *w = (room_walk){.of = r, .match = spk_match_new(r->box), .viewer = viewer};
    return w;
}

void room_walk_free(room_walk *w)
{
    if (!w)
        return;
    spk_match_free(w->match);
    spk_free(w);
}

/* One entry further. */
static void step(room_walk *w)
{
    char text[SPK_RECORD_LINE];
    spk_buf line = SPK_BUF_OVER(text);
    spk_match_entry_print(w->of->match, spk_match_n_entries(w->match), &line);
    SPK_BUG_IF(line.overflow);
    SPK_BUG_IF(spk_match_entry_add(w->match, text, NULL) != SPK_OK);
}

/* Where in the record it is, and a number that changes when a turn ends: the game is over, so neither tells anything. */
static void print_place(const room_walk *w, spk_json *out)
{
    const spk_box *box = w->of->box;
    spk_json_key(out, "entry"), spk_json_int(out, spk_match_n_entries(w->match));
    spk_json_key(out, "turn"), spk_json_int(out, box->game->turn(box, spk_match_state(w->match)));
}

static void print_step(const room_walk *w, spk_json *out)
{
    int n = spk_match_seq(w->match, w->viewer);
    spk_json_key(out, "n"), spk_json_int(out, n);
    spk_json_key(out, "event");
    if (n == 0)
        spk_json_null(out);
    else
        room_print_event(w->of, w->match, spk_match_n_entries(w->match) - 1, w->viewer, n, out);
    print_place(w, out);
    spk_json_key(out, "view"), spk_match_json(w->match, w->viewer, out);
    room_print_board(w->match, w->viewer, out);
}

bool room_walk_next(room_walk *w, spk_json *out)
{
    int n = spk_match_seq(w->match, w->viewer);
    if (n == spk_match_seq(w->of->match, w->viewer) && w->begun)
        return false;
    while (w->begun && spk_match_seq(w->match, w->viewer) == n)
        step(w);
    w->begun = true;
    print_step(w, out);
    return true;
}
