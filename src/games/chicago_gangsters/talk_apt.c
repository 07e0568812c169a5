/* talk_apt.c: which of all the messages a person could send fit this moment, best first: points that the
 * hand can make, points that the partner would have to bring, the packages that are shared. For buttons
 * within reach; the whole list is talk_phrases.c's. Made from the seat's own view, and shown to it alone:
 * what is offered here says nothing to anybody else. */
#include <stdio.h>

#include "base/mem.h"
#include "games/chicago_gangsters/talk.h"

typedef struct moment {
    const spk_box *box;
    const cg_state *s;
    spk_seat seat;
    int side; /* CG_NOBODY: Mr. X before he has joined one */
    int most; /* points, with all cards of the hand that count */
    const cg_window *w;
    spk_buf *out;
} moment;

/* What the seat has said in this window need not be said again. */
static void offer(const moment *t, const char *text)
{
    cg_message m;
    SPK_BUG_IF(!cg_message_read(text, &m));
    for (int i = 0; i < t->w->n_sent; i++) {
        const cg_message *sent = &t->w->message[i];
        if (t->w->by[i] == t->seat && sent->code == m.code && sent->a == m.a && sent->b == m.b)
            return;
    }
    spk_buf_printf(t->out, "%s\n", text);
}

static void offer_number(const moment *t, const char *word, int a, int b)
{
    char text[SPK_TALK_TEXT];
    snprintf(text, sizeof text, b < 0 ? "%s %d" : "%s %d %d", word, a, b);
    offer(t, text);
}

static void offer_word(const moment *t, const char *word, const char *which)
{
    char text[SPK_TALK_TEXT];
    snprintf(text, sizeof text, "%s %s", word, which);
    offer(t, text);
}

/* The step of the grid at or below that many points which still has one above it. */
static int step_below(int points)
{
    int i = CG_GRID - 2;
    while (i > 0 && cg_grid[i] > points)
        i--;
    return i;
}

static int step_above(int points)
{
    int i = 1;
    while (i < CG_GRID - 1 && cg_grid[i] < points)
        i++;
    return i;
}

/* All there is, and about half of it. */
static void suggest_points(const moment *t)
{
    int all = step_below(t->most), half = step_below(t->most / 2);
    offer_number(t, "my_points", cg_grid[all], cg_grid[all + 1]);
    if (half != all)
        offer_number(t, "my_points", cg_grid[half], cg_grid[half + 1]);
}

/* Defenders know what there is to beat; challengers ask for as much as they have themselves. */
static void suggest_request(const moment *t)
{
    int wanted = t->most;
    if (t->s->stage == CG_DEFENDER_TURN)
        wanted = t->s->strength[CG_CHALLENGER] + 1 - t->most;
    if (wanted > 0)
        offer_number(t, "ask_points", cg_grid[step_above(wanted)], -1);
}

/* About a hidden card: what it is, that it is nothing. The seat sees its own card. */
static void suggest_hidden(const moment *t)
{
    cg_bag down = t->s->laid[t->seat] - t->s->shown[t->seat];
    if (down) {
        cg_kind kind = cg_lowest(cg_present(down));
        char text[SPK_TALK_TEXT];
        snprintf(text, sizeof text, "hidden_claim %s %d", cg_means_names[cg_kind_means[kind]],
                 cg_kind_value[kind]);
        offer(t, text);
    }
    offer(t, "hidden_claim bluff");
}

static bool is_active(const moment *t, int which)
{
    int laying = which == CG_T3 ? CG_DEFENDER : CG_CHALLENGER;
    return which == CG_T1 || t->side == laying;
}

static void suggest(const moment *t, int which)
{
    const cg_config *c = t->box->config;
    bool mr_x = t->s->holder[CG_MR_X] == t->seat;
    if (which == CG_T1 && t->box->n_seats == CG_SEATS && !mr_x && t->side != CG_NOBODY)
        offer_word(t, "join_us", cg_side_names[t->side]);
    if (c->godfather)
        offer_word(t, "godfather_intent", "yes"), offer_word(t, "godfather_intent", "no");
    if (which == CG_T3 && t->s->keeper == t->seat)
        suggest_hidden(t);
    if (is_active(t, which) && !mr_x && t->side != CG_NOBODY)
        suggest_points(t);
    if (is_active(t, which) && !mr_x)
        suggest_request(t);
    offer_word(t, "want_package winner", "1"), offer_word(t, "want_package winner", "2");
    if (!mr_x)
        offer_word(t, "stay_below", "yes");
    offer_word(t, "aim", "win"), offer_word(t, "aim", "save");
}

void cg_talk_apt(const spk_box *box, const void *view, const spk_said *said, int n, spk_seat seat,
                 spk_buf *out)
{
    const cg_state *s = view;
    cg_window w = cg_window_at(box, s, said, n);
    if (!w.which || w.speaker[w.at] != seat)
        return;
    cg_bag cards = (s->hand[seat] + s->laid[seat]) & cg_usable(box, s, seat);
    moment t = {box, s, seat, cg_side_of(s, seat), cg_contribution(box, s, seat, cards), &w, out};
    suggest(&t, w.which);
}
