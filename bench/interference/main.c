/* main.c: every kind of table, every viewer, position after position. See interference.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "interference.h"

/* Where there are secrets most positions are compared; the open games are here because hidden steps must not be found in
 * any other way either. */
static const struct {
    kind kind;
    int share;
} kinds[] = {
    {{"chicago_gangsters", 3, "{}", "none"}, 20},
    {{"chicago_gangsters", 3, "{\"godfather\":\"on\"}", "bank 90m+10s"}, 20},
    {{"chicago_gangsters", 4, "{}", "move 60m"}, 20},
    {{"chicago_gangsters", 4, "{\"godfather\":\"on\"}", "none"}, 20},
    {{"chicago_gangsters", 5, "{}", "bank 90m+10s"}, 20},
    {{"chicago_gangsters", 4, "{\"claims\":\"spoken\"}", "none"}, 20},
    {{"famiglia", 2, "{\"show_hands\":\"off\"}", "none"}, 1},
    {{"famiglia", 2, "{}", "none"}, 1},
    {{"gangster", 2, "{}", "none"}, 1},
    {{"gangster", 3, "{}", "none"}, 1},
    {{"gangster", 4, "{}", "none"}, 1},
    {{"chicago", 2, "{}", "none"}, 1},
    {{"chicago", 3, "{}", "none"}, 1},
    {{"chicago", 4, "{}", "none"}, 1},
};

typedef struct figures {
    int64_t positions, differing, bytes, games, secret_steps;
} figures;

typedef struct walk {
    side a, b;
    spk_seat viewer; /* whom the two houses are the same for */
    spk_rng rng;
    uint64_t game; /* its number: the seed of all random bytes in it */
    figures f;
} walk;

/* -- Comparing ----------------------------------------------------------------------------------- */

static void show_difference(const walk *w)
{
    const spk_buf *x = &w->a.heard, *y = &w->b.heard;
    size_t i = 0;
    while (i < x->n && i < y->n && x->bytes[i] == y->bytes[i])
        i++;
    size_t from = i > 300 ? i - 300 : 0;
    printf("viewer %d of table %s, game %" PRIu64 ", byte %zu of %zu and %zu:\n%.*s\n---\n%.*s\n",
           w->viewer, w->a.table, w->game, i, x->n, y->n,
           (int)(x->n - from > 600 ? 600 : x->n - from), x->bytes + from,
           (int)(y->n - from > 600 ? 600 : y->n - from), y->bytes + from);
}

/* What the viewer can ask for: their tables and this one every time, all the rest now and then. */
static void ask_all(side *s, spk_seat viewer, bool everything, int n)
{
    static const char *const whys[] = {"pass",  "claim",   "done",   "lay W4",
                                       "lay -", "duel E5", "give F0"};
    char text[120];
    const char *token = viewer == SPK_SEAT_ONLOOKER ? NULL : s->token[viewer];
    side_ask(s, SRV_GET, "/api/me", NULL, NULL, s->session);
    side_ask(s, SRV_GET, "/api/tables/%s", NULL, NULL, token);
    side_ask(s, SRV_GET, "/api/tables", "playing", NULL, NULL);
    if (!everything)
        return;
    side_ask(s, SRV_GET, "/api/tables/%s/record", NULL, NULL, token);
    side_ask(s, SRV_GET, "/api/tables/%s/replay", NULL, NULL, token);
    side_ask(s, SRV_GET, "/api/tables/%s/box", NULL, NULL, token);
    side_ask(s, SRV_GET, "/api/tables/%s/qr.svg", NULL, NULL, NULL);
    side_ask(s, SRV_POST, "/api/tables/%s/rematch", NULL, "{}", token);
    side_ask(s, SRV_POST, "/api/tables/%s/seats/1", NULL, "{\"name\":\"Eve\"}", NULL);
    side_ask(s, SRV_PATCH, "/api/tables/%s", NULL, "{\"undo\":1}", token);
    for (int seat = 0; seat < 3;
         seat++) { /* others' seats: refused, since nobody was waited for long enough */
        snprintf(text, sizeof text, "/api/tables/%%s/seats/%d", seat);
        if (seat != viewer)
            side_ask(s, SRV_DELETE, text, NULL, NULL, token);
    }
    side_ask(s, SRV_GET, "/healthz", NULL, NULL, NULL);
    for (size_t i = 0; i < sizeof whys / sizeof *whys; i++) {
        snprintf(text, sizeof text, "{\"t\":\"why\",\"ref\":\"w%zu\",\"text\":\"%s\"}", i, whys[i]);
        side_say(s, text);
    }
    snprintf(text, sizeof text, "{\"t\":\"since\",\"n\":%d}", n);
    side_say(s, text);
    side_say(s, "{\"t\":\"move\",\"ref\":\"late\",\"n\":0,\"text\":\"pass\"}");
    side_say(s, "{\"t\":\"ping\"}");
}

/* What the viewer can ask for without doing anything. */
static void ask_in_between(side *s, spk_seat viewer, int n)
{
    char since[40];
    const char *token = viewer == SPK_SEAT_ONLOOKER ? NULL : s->token[viewer];
    snprintf(since, sizeof since, "{\"t\":\"since\",\"n\":%d}", n);
    side_say(s, "{\"t\":\"why\",\"ref\":\"w\",\"text\":\"pass\"}");
    side_say(s, since);
    side_say(s, "{\"t\":\"ping\"}");
    side_ask(s, SRV_GET, "/api/tables/%s", NULL, NULL, token);
    side_ask(s, SRV_GET, "/api/tables/%s/box", NULL, NULL, token);
    side_ask(s, SRV_GET, "/api/tables/%s/record", NULL, NULL, token);
}

static bool compare_heard(walk *w)
{
    w->f.bytes += (int64_t)w->a.heard.n;
    bool same = w->a.heard.n == w->b.heard.n &&
                memcmp(w->a.heard.bytes, w->b.heard.bytes, w->a.heard.n) == 0;
    if (!same)
        show_difference(w);
    spk_buf_clear(&w->a.heard);
    spk_buf_clear(&w->b.heard);
    return same;
}

static bool compare(walk *w, spk_seat shown)
{
    const spk_match *a = side_match(&w->a), *b = side_match(&w->b);
    bool everything = w->f.positions % 16 == 0;
    int n = (int)spk_rng_below(&w->rng, (uint32_t)spk_match_seq(a, w->viewer) + 1);
    ask_all(&w->a, shown, everything, n);
    ask_all(&w->b, shown, everything, n);
    w->f.positions++;
    w->f.differing += !spk_state_eq(spk_match_box(a), spk_match_state(a), spk_match_state(b));
    return compare_heard(w);
}

/* -- Stepping ------------------------------------------------------------------------------------ */

/* One side alone does something in private, and perhaps takes it back. While it is being written the other side is quiet. False:
 * the viewer could tell. */
static bool step_in_secret(walk *w, spk_seat shown)
{
    int n = (int)spk_rng_below(&w->rng, (uint32_t)spk_match_seq(side_match(&w->a), w->viewer) + 1);
    side *s = spk_rng_below(&w->rng, 2) ? &w->a : &w->b;
    act in;
    if (!twin_secret(side_match(s), w->viewer, &w->rng, &in))
        return true;
    side_begin(s);
    side_add(s, in.line);
    s->held = true;
    side_commit(s);
    ask_in_between(&w->a, shown, n);
    ask_in_between(&w->b, shown, n);
    bool same = compare_heard(w);
    side_let_go(s);
    w->f.secret_steps++;
    if (spk_rng_below(&w->rng, 2))
        side_undo(s, in.seat);
    return same;
}

/* The next act of both, and all that chance does after it; 'same': in both houses the same. False: the viewer can tell
 * now, or it is over. */
static bool act_in_both(walk *w, bool same)
{
    act a, b;
    const spk_match *ma = side_match(&w->a), *mb = side_match(&w->b);
    do {
        if (!twin_next(ma, mb, w->viewer, &w->rng, &a, &b))
            return false;
        side_add(&w->a, a.line);
        side_add(&w->b, same ? a.line : b.line);
        if (spk_match_is_over(ma) || spk_match_is_over(mb))
            return false;
    } while (spk_match_actors(ma) == SPK_CHANCE_ACTS && spk_match_actors(mb) == SPK_CHANCE_ACTS);
    return spk_match_actors(ma) != SPK_CHANCE_ACTS && spk_match_actors(mb) != SPK_CHANCE_ACTS;
}

static bool step(walk *w)
{
    side_begin(&w->a), side_begin(&w->b);
    if (!act_in_both(w, false))
        return false;
    side_commit(&w->a), side_commit(&w->b);
    return true;
}

/* A past that both houses share, so that not every comparison is one of the first round. */
static bool share_past(walk *w)
{
    int n = spk_rng_below(&w->rng, 3) ? (int)spk_rng_below(&w->rng, 150) : 0;
    side_begin(&w->a), side_begin(&w->b);
    for (int i = 0; i < n; i++)
        if (!act_in_both(w, true))
            return false;
    if (n)
        side_commit(&w->a), side_commit(&w->b);
    spk_buf_clear(&w->a.heard), spk_buf_clear(&w->b.heard);
    return true;
}

/* -- Games --------------------------------------------------------------------------------------- */

/* From the deal until the viewer could tell the houses apart by the rules, or enough was compared. */
static bool play(walk *w, const kind *k, spk_seat shown, int64_t until)
{
    bool same = true;
    side_sit(&w->a, k, shown, ++w->game);
    side_sit(&w->b, k, shown, w->game);
    bool goes_on = share_past(w);
    while (goes_on && same && w->f.positions < until && step(w)) {
        side_pass_time(&w->a), side_pass_time(&w->b);
        same = compare(w, shown);
        for (int i = spk_rng_below(&w->rng, 3); i > 0 && same && w->f.positions < until; i--) {
            same = step_in_secret(w, shown) && compare(w, shown);
        }
    }
    w->f.games++;
    if (same)
        side_leave(&w->a), side_leave(&w->b);
    return same;
}

static void print_row(const kind *k, const char *viewer, const figures *f)
{
    printf("%-18s %d %-20s %-9s %9" PRId64 " %9" PRId64 " %9" PRId64 " %8" PRId64 " %8.1f\n",
           k->game, k->players, k->options, viewer, f->positions, f->differing, f->secret_steps,
           f->games, (double)f->bytes / 1e6);
    fflush(stdout);
}

static void add(figures *sum, const figures *f)
{
    sum->positions += f->positions, sum->differing += f->differing, sum->games += f->games;
    sum->secret_steps += f->secret_steps, sum->bytes += f->bytes;
}

static int64_t quota(size_t i, int64_t n)
{
    int total = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        total += kinds[k].share;
    return n * kinds[i].share / total / (kinds[i].kind.players + 1) + 1;
}

static bool run(walk *w, int64_t n, bool leak, figures *sum)
{
    bool same = true;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && same; i++)
        for (spk_seat v = 0; v <= kinds[i].kind.players && same; v++) {
            char name[12] = "onlooker";
            w->viewer = v < kinds[i].kind.players && !leak ? v : SPK_SEAT_ONLOOKER;
            if (v < kinds[i].kind.players)
                snprintf(name, sizeof name, "%d", v);
            w->f = (figures){0};
            while (same && w->f.positions < quota(i, n))
                same = play(w, &kinds[i].kind, v < kinds[i].kind.players ? v : SPK_SEAT_ONLOOKER,
                            quota(i, n));
            print_row(&kinds[i].kind, name, &w->f);
            add(sum, &w->f);
        }
    return same;
}

int main(int argc, char **argv)
{
    bool leak = argc > 1 && spk_str_eq(argv[1], "--leak");
    int64_t n = argc > 1 + leak ? strtoll(argv[1 + leak], NULL, 10) : 0;
    uint64_t seed = argc > 2 + leak ? strtoull(argv[2 + leak], NULL, 10) : 1;
    static walk w;
    figures sum = {0};
    if (n < 1) {
        fprintf(stderr, "usage: interference [--leak] POSITIONS [SEED]\n");
        return 2;
    }
    w.game = seed << 32;
    spk_rng_init(&w.rng, seed, 0);
    side_open(&w.a), side_open(&w.b);
    printf("%-18s n %-20s %-9s %9s %9s %9s %8s %8s\n", "game", "options", "viewer", "positions",
           "differing", "secret", "games", "MB");
    bool same = run(&w, n, leak, &sum);
    printf("%" PRId64 " positions compared, in %" PRId64
           " of them something hidden differed; %.0f MB on the wire and over HTTP: %s\n",
           sum.positions, sum.differing, (double)sum.bytes / 1e6,
           same ? "0 bytes differ" : "THEY DIFFER");
    if (same)
        side_close(&w.a), side_close(&w.b);
    if (leak)
        same = !same;
    return same ? 0 : 1;
}
