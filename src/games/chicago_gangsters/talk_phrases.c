/* talk_phrases.c: table talk for people: messages as sentences, and what can be said now. Who may say what
 * is talk.c; the words for everything else are in phrases.c. */
#include <stdio.h>

#include "base/str.h"
#include "games/chicago_gangsters/talk.h"

/* -- Sentences --------------------------------------------------------------------------------- */

static void say_points(const cg_message *m, spk_buf *out)
{
    if (m->b == cg_grid[CG_GRID - 1])
        spk_say(out, N_("I bring {a} points or more."), SPK_NUM("a", m->a));
    else if (m->a == m->b)
        spk_say(out, N_("I bring {a} points."), SPK_NUM("a", m->a));
    else
        spk_say(out, N_("I bring {a} to {b} points."), SPK_NUM("a", m->a), SPK_NUM("b", m->b));
}

static void say_cards(const cg_message *m, const char *one, const char *many, spk_buf *out)
{
    if (m->a == 1)
        spk_say(out, one);
    else
        spk_say(out, many, SPK_NUM("n", m->a));
}

static void say_hand(const cg_message *m, spk_buf *out)
{
    static const char *const hold[] = {N_("I hold no {kind}."), N_("My {kind} is weak."),
                                       N_("My {kind} is strong.")};
    spk_say(out, hold[m->b], SPK_WORD("kind", cg_means_words[m->a]));
}

static void say_hidden(const cg_message *m, spk_buf *out)
{
    if (m->a == CG_MEANS_COUNT)
        spk_say(out, N_("My hidden card is a bluff."));
    else
        spk_say(out, N_("My hidden card is {kind} {n}."), SPK_WORD("kind", cg_means_words[m->a]),
                SPK_NUM("n", m->b));
}

/* A sentence without gaps, by what is said and its argument; NULL: it has some. */
static const char *plain_sentence(const cg_message *m)
{
    static const char *const aims[] = {N_("Let us win this."), N_("Half their strength is enough."),
                                       N_("Let us save our cards.")};
    static const char *const below[] = {N_("The first choice will be mine."),
                                        N_("I leave you the first choice.")};
    static const char *const thug[] = {N_("I will not use the thug."), N_("I will use the thug.")};
    static const char *const claim[] = {N_("I will not claim the Godfather."),
                                        N_("I will be the Godfather.")};
    static const char *const join[] = {N_("Mr. X, join the challengers!"),
                                       N_("Mr. X, join the defenders!")};
    switch ((cg_say)m->code) {
    case CG_SAY_PASS: return N_("Nothing to say.");
    case CG_SAY_AIM: return aims[m->a];
    case CG_SAY_STAY_BELOW: return below[m->a];
    case CG_SAY_THUG_INTENT: return thug[m->a];
    case CG_SAY_GODFATHER_INTENT: return claim[m->a];
    case CG_SAY_JOIN_US: return join[m->a];
    default: return NULL;
    }
}

/* What is no answer. */
static void say_message(const cg_message *m, spk_buf *out)
{
    if (plain_sentence(m))
        spk_say(out, plain_sentence(m));
    else if (m->code == CG_SAY_MY_POINTS)
        say_points(m, out);
    else if (m->code == CG_SAY_MY_CARDS)
        say_cards(m, N_("I play one card that counts."), N_("I play {n} cards that count."), out);
    else if (m->code == CG_SAY_MY_HAND)
        say_hand(m, out);
    else if (m->code == CG_SAY_ASK_POINTS)
        spk_say(out, N_("Please bring {n} points or more."), SPK_NUM("n", m->a));
    else if (m->code == CG_SAY_ASK_CARDS)
        say_cards(m, N_("Please play one card that counts."),
                  N_("Please play {n} cards that count."), out);
    else if (m->code == CG_SAY_WANT_PACKAGE)
        spk_say(out,
                m->a ? N_("If we lose, package {n} is mine, the other yours.")
                     : N_("If we win, package {n} is mine, the other yours."),
                SPK_NUM("n", m->b + 1));
    else if (m->code == CG_SAY_HIDDEN_CLAIM)
        say_hidden(m, out);
}

static bool is_answer(const cg_message *m)
{
    return m->code == CG_SAY_ACCEPT || m->code == CG_SAY_REJECT;
}

/* "Agreed, {name}: ..."; an answer to an answer says only that. */
static void say_answer(const cg_window *w, const cg_message *m, spk_buf *out)
{
    bool yes = m->code == CG_SAY_ACCEPT;
    char room[160] = "";
    spk_buf words = SPK_BUF_OVER(room);
    const cg_message *meant = m->a <= w->n_sent ? &w->message[m->a - 1] : NULL;
    if (meant && !is_answer(meant))
        say_message(meant, &words);
    if (words.n)
        spk_say(out, yes ? N_("Agreed, {name}: ‘{words}’") : N_("No, {name}: ‘{words}’"),
                SPK_WHO("name", w->by[m->a - 1]), SPK_LIST("words", room));
    else
        spk_say(out, yes ? N_("Agreed.") : N_("No."));
}

void cg_sentence(const spk_box *box, const void *state, const spk_said *said, int n, spk_buf *out)
{
    cg_message m;
    if (!cg_message_read(said[n - 1].text, &m))
        return;
    cg_window w = cg_window_of_last(box, state, said, n);
    if (is_answer(&m))
        say_answer(&w, &m, out);
    else
        say_message(&m, out);
}

int cg_message_number(const spk_box *box, const void *state, const spk_said *said, int n)
{
    cg_message m;
    if (!cg_message_read(said[n - 1].text, &m) || m.code == CG_SAY_PASS)
        return 0;
    return cg_window_of_last(box, state, said, n).n_sent;
}

/* -- What can be said now ---------------------------------------------------------------------- */

typedef struct menu {
    const spk_box *box;
    const cg_state *s;
    cg_window w;
    spk_seat seat;
    bool mr_x; /* who may not talk about his cards (CG-R37) */
    spk_buf *out;
} menu;

static bool is_same(const cg_message *a, const cg_message *b)
{
    return a->code == b->code && a->a == b->a && a->b == b->b;
}

/* What asks for an answer: a wish of somebody on the same side, and an invitation of Mr. X. He answers to no
 * wish for points or cards (CG-R37). What only tells of plans needs none. */
static bool is_wish_for(const cg_state *s, spk_seat by, const cg_message *m, spk_seat seat)
{
    bool mr_x = s->holder[CG_MR_X] == seat;
    int side = cg_side_of(s, seat);
    switch ((cg_say)m->code) {
    case CG_SAY_JOIN_US: return mr_x;
    case CG_SAY_AIM:
    case CG_SAY_WANT_PACKAGE: return side != CG_NOBODY && cg_side_of(s, by) == side;
    case CG_SAY_ASK_POINTS:
    case CG_SAY_ASK_CARDS: return !mr_x && side != CG_NOBODY && cg_side_of(s, by) == side;
    default: return false;
    }
}

/* Of what was said twice the last counts. */
static bool can_be_answered(const menu *t, int i)
{
    const cg_message *m = &t->w.message[i];
    for (int later = i + 1; later < t->w.n_sent; later++)
        if (is_same(&t->w.message[later], m))
            return false;
    return t->w.by[i] != t->seat && is_wish_for(t->s, t->w.by[i], m, t->seat);
}

/* The seat's last answer to that message, as a code; -1: none. Who has answered may change their mind. */
static int answer_given(const menu *t, int number)
{
    int given = -1;
    for (int i = 0; i < t->w.n_sent; i++)
        if (t->w.by[i] == t->seat && is_answer(&t->w.message[i]) && t->w.message[i].a == number)
            given = t->w.message[i].code;
    return given;
}

static void offer_answers(menu *t)
{
    for (int i = 0; i < t->w.n_sent; i++) {
        if (!can_be_answered(t, i))
            continue;
        if (answer_given(t, i + 1) != CG_SAY_ACCEPT)
            spk_buf_printf(t->out, "accept %d\n", i + 1);
        if (answer_given(t, i + 1) != CG_SAY_REJECT)
            spk_buf_printf(t->out, "reject %d\n", i + 1);
    }
}

/* From each point of the grid to the next, and without an upper end. */
static void offer_own_plans(menu *t)
{
    int most = cg_grid[CG_GRID - 1];
    for (int i = 0; i + 1 < CG_GRID; i++) {
        spk_buf_printf(t->out, "my_points %d %d\n", cg_grid[i], cg_grid[i + 1]);
        if (cg_grid[i + 1] != most)
            spk_buf_printf(t->out, "my_points %d %d\n", cg_grid[i], most);
    }
    for (int n = 0; n <= 6; n++)
        spk_buf_printf(t->out, "my_cards %d\n", n);
    if (cg_controls(t->s, t->seat, CG_THUG))
        spk_buf_puts(t->out, "thug_intent yes\nthug_intent no\n");
}

static void offer_requests(menu *t)
{
    for (int i = 1; i < CG_GRID; i++)
        spk_buf_printf(t->out, "ask_points %d\n", cg_grid[i]);
    for (int n = 0; n <= 5; n++)
        spk_buf_printf(t->out, "ask_cards %d\n", n);
    spk_buf_puts(t->out, "want_package winner 1\nwant_package winner 2\n"
                         "want_package loser 1\nwant_package loser 2\n");
    if (!t->mr_x)
        spk_buf_puts(t->out, "stay_below yes\nstay_below no\n");
}

static void offer_hand(menu *t)
{
    for (int means = 0; means < CG_MEANS_COUNT; means++) {
        const char *name = cg_means_names[means];
        spk_buf_printf(t->out, "my_hand %s none\nmy_hand %s weak\nmy_hand %s strong\n", name, name,
                       name);
    }
}

static void offer_hidden(menu *t)
{
    for (cg_kind kind = 0; kind < CG_KINDS; kind++)
        spk_buf_printf(t->out, "hidden_claim %s %d\n", cg_means_names[cg_kind_means[kind]],
                       cg_kind_value[kind]);
    spk_buf_puts(t->out, "hidden_claim bluff\n");
}

void cg_talk_menu(const spk_box *box, const void *view, const spk_said *said, int n, spk_seat seat,
                  spk_buf *out)
{
    const cg_config *c = box->config;
    const cg_state *s = view;
    menu t = {box, s, cg_window_at(box, s, said, n), seat, s->holder[CG_MR_X] == seat, out};
    if (!t.w.which || t.w.speaker[t.w.at] != seat)
        return;
    offer_answers(&t);
    spk_buf_puts(out, "pass\naim win\naim half\naim save\n");
    if (!t.mr_x)
        offer_own_plans(&t);
    offer_requests(&t);
    if (!t.mr_x)
        offer_hand(&t);
    if (box->n_seats == CG_SEATS && !t.mr_x && t.w.which == CG_T1)
        spk_buf_puts(out, "join_us challenger\njoin_us defender\n");
    if (c->godfather)
        spk_buf_puts(out, "godfather_intent yes\ngodfather_intent no\n");
    if (t.w.which == CG_T3 && s->keeper == seat)
        offer_hidden(&t);
}
