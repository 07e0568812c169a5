/* memory.c: see memory.h. */
#include "ai/memory.h"

void ai_memory_init(ai_memory *m, const spk_box *box, spk_seat seat, int trust)
{
    *m = (ai_memory){.box = box, .seat = seat};
    for (int i = 0; i < SPK_MAX_SEATS; i++)
        m->regard[i].trust = trust;
}

static int trust_in(const ai_memory *m, spk_seat seat)
{
    int trust = m->regard[seat].trust;
    return trust < AI_NO_TRUST ? 0 : trust;
}

static void drop(ai_memory *m, int i)
{
    m->n--;
    for (; i < m->n; i++)
        m->pledge[i] = m->pledge[i + 1];
}

/* A promise was seen kept or broken. */
static void learn(ai_memory *m, spk_seat seat, bool kept)
{
    ai_regard *r = &m->regard[seat];
    if (kept)
        r->n_kept++, r->trust += (100 - r->trust + 9) / 10;
    else
        r->n_broken++, r->trust = r->trust * 2 / 5;
    for (int i = 0; i < m->n; i++)
        if (m->pledge[i].seat == seat && seat != m->seat)
            m->pledge[i].trust = trust_in(m, seat), m->stirred = true;
}

/* Promises that are decided, or whose subject is past. */
static void settle(ai_memory *m, const void *view)
{
    const spk_talk *talk = m->box->game->talk;
    uint32_t subject = talk->subject(m->box, view);
    for (int i = m->n - 1; i >= 0; i--) {
        spk_pledge p = m->pledge[i];
        int kept = p.subject == subject ? talk->kept(m->box, view, p.seat, p.promise) : SPK_OPEN;
        if (kept == SPK_OPEN && p.subject == subject)
            continue;
        drop(m, i);
        if (kept != SPK_OPEN)
            learn(m, p.seat, kept == SPK_KEPT);
    }
}

/* The same words again, after a move was taken back, are no new promise. */
static bool is_known(const ai_memory *m, const spk_pledge *p)
{
    for (int i = 0; i < m->n; i++)
        if (m->pledge[i].seat == p->seat && m->pledge[i].promise == p->promise &&
            m->pledge[i].subject == p->subject)
            return true;
    return false;
}

static void hear(ai_memory *m, const void *view, const spk_said *said, int n, bool meant)
{
    const spk_talk *talk = m->box->game->talk;
    spk_seat seat = said[n - 1].seat;
    spk_pledge p = {.promise = talk->promise(m->box, view, said, n),
                    .subject = talk->subject(m->box, view),
                    .seat = seat,
                    .trust = seat != m->seat ? trust_in(m, seat)
                             : meant         ? 100
                                             : 0};
    if (!p.promise || is_known(m, &p))
        return;
    if (m->n == AI_MAX_PLEDGES)
        drop(m, 0);
    m->pledge[m->n++] = p;
    m->stirred |= seat != m->seat && p.trust > 0;
}

void ai_memory_note(ai_memory *m, const void *view, const spk_said *said, int n, bool meant)
{
    if (n < m->n_heard)
        m->n_heard = 0; /* somebody has moved since */
    while (m->n_heard < n)
        hear(m, view, said, ++m->n_heard, meant);
    settle(m, view);
}

bool ai_memory_breaks_word(const ai_memory *m, const void *view, spk_move move)
{
    const spk_talk *talk = m->box->game->talk;
    uint32_t subject = m->n ? talk->subject(m->box, view) : 0;
    for (int i = 0; i < m->n; i++) {
        const spk_pledge *p = &m->pledge[i];
        if (p->seat == m->seat && p->trust && p->subject == subject &&
            talk->fits(m->box, view, m->seat, move, p->promise) == SPK_BROKEN)
            return true;
    }
    return false;
}
