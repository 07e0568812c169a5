/* table.c: the life of a table (load.h):
 *
 *     make -> made -> connect -> both have a view: ready -> move -> both have the next: ready -> ...
 *      ^                                                                     |
 *      +------------------------- over, or something went wrong -------------+
 *
 * A table moves when pace.c says so, and never before both seats have seen the last move: then "both have
 * a newer view than when it was sent" can mean this move alone. */
#include <string.h>

#include "base/err.h"
#include "load.h"

static void forget(load_table *t)
{
    for (int i = 0; i < LOAD_SEATS; i++) {
        load_seat *s = &t->seats[i];
        if (s->ws)
            load_ws_leave(s->ws);
        s->ws = NULL;
        s->n = -1;
    }
    t->l->n_moving -= t->moving;
    t->l->n_connected -= t->seated;
    t->made = t->seated = t->ready = t->moving = t->over = false;
    t->mover = -1;
    t->n_moves = 0;
}

void load_table_make(load_table *t)
{
    for (int i = 0; i < LOAD_SEATS; i++) {
        t->seats[i].table = t;
        t->seats[i].number = i;
        t->seats[i].n = -1;
    }
    t->mover = -1;
    t->l->dialect->make(t);
}

void load_table_made(load_table *t)
{
    t->made = true;
    t->l->n_made++;
    if (t->l->phase == LOAD_MAKING)
        load_progress(t->l);
    else
        load_table_connect(t);
}

static void again(load_table *t)
{
    forget(t);
    if (t->l->phase < LOAD_ENDING)
        load_table_make(t);
}

/* One error costs one table, which is made anew: the run goes on and the report says so. */
void load_table_failed(load_table *t, const char *what, load_span detail)
{
    load_error(t->l, what, detail);
    again(t);
}

/* -- Connecting ---------------------------------------------------------------------------------- */

void load_connect_more(load *l)
{
    while (l->dial_first && l->n_dialling < LOAD_DIALLING) {
        load_seat *s = l->dial_first;
        l->dial_first = s->next;
        if (!l->dial_first)
            l->dial_last = NULL;
        s->waiting = false;
        l->n_dialling++;
        s->ws = load_ws_open(s, l->dialect->ws_path, l->dialect->subprotocol);
    }
}

void load_table_connect(load_table *t)
{
    load *l = t->l;
    for (int i = 0; i < LOAD_SEATS; i++) {
        load_seat *s = &t->seats[i];
        if (s->waiting)
            continue;
        s->waiting = true;
        s->next = NULL;
        *(l->dial_last ? &l->dial_last->next : &l->dial_first) = s;
        l->dial_last = s;
    }
    load_connect_more(l);
}

void load_seat_opened(load_seat *s) { s->table->l->dialect->opened(s); }

/* Its first view has come, or it will never come. */
static void dialled(load *l)
{
    l->n_dialling--;
    load_connect_more(l);
}

void load_seat_ended(load_seat *s, const char *why)
{
    load *l = s->table->l;
    s->ws = NULL;
    if (s->n < 0)
        dialled(l);
    if (l->phase < LOAD_ENDING)
        load_table_failed(s->table, "a connection ended", (load_span){why, strlen(why)});
}

void load_seat_message(load_seat *s, load_span message)
{
    s->table->l->dialect->message(s, message);
}

/* -- Playing ------------------------------------------------------------------------------------- */

void load_table_move(load_table *t)
{
    load *l = t->l;
    SPK_BUG_IF(!t->ready || t->mover < 0);
    load_seat *s = &t->seats[t->mover];
    for (int i = 0; i < LOAD_SEATS; i++)
        t->n_before[i] = t->seats[i].n;
    t->ready = false;
    t->moving = true;
    l->n_moving++;
    t->counts = l->phase == LOAD_MEASURING;
    t->mover = -1;
    t->sent = uv_hrtime();
    l->dialect->move(s, t->move);
}

void load_seat_ok(load_seat *s)
{
    load *l = s->table->l;
    l->tally.committed += l->phase == LOAD_MEASURING;
}

static void delivered(load_table *t)
{
    load *l = t->l;
    l->n_moving--;
    t->moving = false;
    t->n_moves++;
    if (t->counts)
        load_times_add(&l->tally.late, uv_hrtime() - t->sent);
    l->tally.delivered += l->phase == LOAD_MEASURING;
}

/* Both seats know the same and somebody has the move, or the game is over. */
static void settle(load_table *t)
{
    if (t->over) {
        t->l->tally.games += t->l->phase == LOAD_MEASURING;
        again(t);
    } else if (t->mover >= 0) {
        t->ready = true;
        load_pace_ready(t);
    }
}

static bool all_have_news(const load_table *t)
{
    for (int i = 0; i < LOAD_SEATS; i++)
        if (t->seats[i].n <= t->n_before[i])
            return false;
    return true;
}

static bool all_sit(const load_table *t) { return t->seats[0].n >= 0 && t->seats[1].n >= 0; }

/* Both have their first view. */
static void sit_down(load_table *t)
{
    t->seated = true;
    t->l->n_connected++;
    settle(t);
    if (t->l->phase == LOAD_CONNECTING)
        load_progress(t->l);
}

void load_seat_view(load_seat *s, int n, bool over, load_span move)
{
    load_table *t = s->table;
    bool first = s->n < 0;
    if (t->moving && n <= t->n_before[s->number])
        return; /* nothing new: somebody came or went */
    s->n = n;
    t->over |= over;
    if (move.n > 0 && load_span_copy(move, t->move, sizeof t->move))
        t->mover = s->number;
    if (first)
        dialled(t->l);
    if (t->moving && all_have_news(t)) {
        delivered(t);
        settle(t);
    } else if (!t->seated && all_sit(t)) {
        sit_down(t);
    }
}
