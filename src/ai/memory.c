/* memory.c: see memory.h. */
#include "ai/memory.h"

#include <inttypes.h>
#include <string.h>

#include "base/str.h"

void ai_memory_init(ai_memory *m, const spk_box *box, spk_seat seat, int trust)
{
    *m = (ai_memory){.box = box, .seat = seat, .start = trust};
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
    m->n_fresh -= i >= m->n - m->n_fresh;
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

/* A new subject: what was lost comes back by an eighth of what is missing, by a sixteenth after the second broken
 * promise, and so on. */
static void forgive(ai_memory *m, uint32_t subject)
{
    bool is_new = m->latest && m->latest != 1 + subject;
    m->latest = 1 + subject;
    for (int i = 0; i < m->box->n_seats && is_new; i++) {
        ai_regard *r = &m->regard[i];
        if (r->n_broken && r->trust < m->start)
            r->trust += (m->start - r->trust) / (8 * r->n_broken);
    }
}

spk_actors ai_memory_shuns(const ai_memory *m)
{
    spk_actors shunned = 0;
    for (spk_seat seat = 0; seat < m->box->n_seats; seat++)
        if (seat != m->seat && !trust_in(m, seat))
            shunned |= SPK_ACTOR(seat);
    return shunned;
}

int ai_memory_sides_with(const ai_memory *m, spk_seat seat)
{
    bool spoke = m->regard[seat].n_kept + m->regard[seat].n_broken > 0;
    for (int i = 0; i < m->n; i++)
        spoke |= m->pledge[i].seat == seat;
    return spoke ? trust_in(m, seat) : 0;
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

/* Who says it otherwise before anybody has moved has changed its mind, and only the last word counts. */
static void take_back(ai_memory *m, const spk_pledge *by)
{
    const spk_talk *talk = m->box->game->talk;
    for (int i = m->n - 1; i >= 0 && i >= m->n - m->n_fresh; i--)
        if (m->pledge[i].seat == by->seat && m->pledge[i].subject == by->subject &&
            talk->replaces && talk->replaces(by->promise, m->pledge[i].promise))
            drop(m, i), m->stirred |= by->seat != m->seat;
}

/* The secret decides for every subject anew, so that whoever is told of one learns nothing about the next. */
static void get_in_the_mood(ai_memory *m, uint32_t subject)
{
    spk_rng rng;
    if (m->subject == subject && m->mood)
        return;
    spk_rng_init(&rng, m->self, subject);
    m->subject = subject;
    m->mood = (uint64_t)spk_rng_next(&rng) << 32 | spk_rng_next(&rng) | 1;
}

bool ai_memory_bluffs(ai_memory *m, const void *view, const spk_said *said, int n)
{
    uint64_t own = 0;
    spk_rng rng;
    for (int i = 0; i < n; i++)
        own += said[i].seat == m->seat;
    get_in_the_mood(m, m->box->game->talk->subject(m->box, view));
    spk_rng_init(&rng, m->mood, own);
    return spk_rng_below(&rng, 100) < (uint32_t)m->bluffs;
}

static void hear(ai_memory *m, const void *view, const spk_said *said, int n, bool meant)
{
    const spk_talk *talk = m->box->game->talk;
    spk_seat seat = said[n - 1].seat;
    if (seat == m->seat && m->self)
        meant = !ai_memory_bluffs(m, view, said, n - 1);
    spk_pledge p = {.promise = talk->promise(m->box, view, said, n),
                    .subject = talk->subject(m->box, view),
                    .seat = seat,
                    .trust = seat != m->seat ? trust_in(m, seat)
                             : meant         ? 100
                                             : 0};
    if (!p.promise || is_known(m, &p))
        return;
    take_back(m, &p);
    if (m->n == AI_MAX_PLEDGES)
        drop(m, 0);
    m->pledge[m->n++] = p;
    m->n_fresh++;
    m->stirred |= seat != m->seat && p.trust > 0;
}

void ai_memory_note(ai_memory *m, const void *view, const spk_said *said, int n, bool meant)
{
    if (n < m->n_heard)
        m->n_heard = m->n_fresh = 0; /* somebody has moved since */
    while (m->n_heard < n)
        hear(m, view, said, ++m->n_heard, meant);
    settle(m, view);
    forgive(m, m->box->game->talk->subject(m->box, view));
    if (m->self)
        get_in_the_mood(m, m->box->game->talk->subject(m->box, view));
}

/* -- As text ------------------------------------------------------------------------------------- */

void ai_memory_print(const ai_memory *m, int trust, spk_buf *out)
{
    for (int i = 0; i < m->box->n_seats; i++) {
        const ai_regard *r = &m->regard[i];
        if (r->trust != trust || r->n_kept || r->n_broken)
            spk_buf_printf(out, "trust %d %d %d %d\n", i, r->trust, r->n_kept, r->n_broken);
    }
    for (int i = 0; i < m->n; i++)
        spk_buf_printf(out, "pledge %d %d %" PRIu32 " %" PRIu64 "\n", m->pledge[i].seat,
                       m->pledge[i].trust, m->pledge[i].subject, m->pledge[i].promise);
    if (m->mood)
        spk_buf_printf(out, "mood %" PRIu32 " %" PRIu64 "\n", m->subject, m->mood);
}

/* Whole numbers, one after the other. */
static bool next_number(spk_words *w, uint64_t most, uint64_t *number)
{
    char word[24];
    uint64_t sum = 0;
    if (!spk_words_next(w, word, sizeof word) || !*word || strlen(word) > 20)
        return false;
    for (const char *c = word; *c; c++) {
        if (*c < '0' || *c > '9' || sum > (UINT64_MAX - (uint64_t)(*c - '0')) / 10)
            return false;
        sum = 10 * sum + (uint64_t)(*c - '0');
    }
    *number = sum;
    return sum <= most;
}

static bool take_trust(ai_memory *m, spk_words *w)
{
    uint64_t seat, trust, kept, broken;
    if (!next_number(w, (uint64_t)m->box->n_seats - 1, &seat) || !next_number(w, 100, &trust) ||
        !next_number(w, 1000000, &kept) || !next_number(w, 1000000, &broken))
        return false;
    m->regard[seat] =
        (ai_regard){.trust = (int)trust, .n_kept = (int)kept, .n_broken = (int)broken};
    return spk_words_end(w);
}

static bool take_pledge(ai_memory *m, spk_words *w)
{
    const spk_talk *talk = m->box->game->talk;
    uint64_t seat, trust, subject, promise;
    if (!next_number(w, (uint64_t)m->box->n_seats - 1, &seat) || !next_number(w, 100, &trust) ||
        !next_number(w, UINT32_MAX, &subject) || !next_number(w, UINT64_MAX, &promise) || !talk ||
        !talk->is_promise || !talk->is_promise(m->box, promise) || m->n == AI_MAX_PLEDGES)
        return false;
    m->pledge[m->n++] = (spk_pledge){.seat = (spk_seat)seat,
                                     .trust = (int)trust,
                                     .subject = (uint32_t)subject,
                                     .promise = promise};
    return spk_words_end(w);
}

static bool take_mood(ai_memory *m, spk_words *w)
{
    uint64_t subject, mood;
    if (!next_number(w, UINT32_MAX, &subject) || !next_number(w, UINT64_MAX, &mood) || !mood)
        return false;
    m->subject = (uint32_t)subject;
    m->self = m->mood = mood;
    return spk_words_end(w);
}

spk_err ai_memory_take(ai_memory *m, const char *line, spk_why *why)
{
    char word[8];
    spk_words w = spk_words_of(line);
    ai_memory fresh = *m;
    bool is_word = spk_words_next(&w, word, sizeof word), taken = false;
    if (is_word && spk_str_eq(word, "trust"))
        taken = take_trust(&fresh, &w);
    else if (is_word && spk_str_eq(word, "pledge"))
        taken = take_pledge(&fresh, &w);
    else if (is_word && spk_str_eq(word, "mood"))
        taken = take_mood(&fresh, &w);
    if (!taken)
        return spk_fail(why, SPK_EMALFORMED, "'%.60s' is nothing a bot can remember", line);
    *m = fresh;
    return SPK_OK;
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
