/* staff.c: see staff.h. A worker has a slot as long as it is known; its bit is the slot's number. What is free there is what
 * it last said, less what was sent to it since: if that is wrong, it says "busy", and nothing is lost. */
#include "hosts/server/work/staff.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/work/head.h"

enum {
    SLOTS = 62, /* workers at a time; more are not asked */
    SLICE_WAIT_MS = 5000,
    WHOLE_WAIT_MS = 24 * 3600 * 1000,
    BANNED_MS = 60 * 1000,
    NO_NEW_MS = 100, /* who was busy is not asked again at once */
    WANT_MS = 50,    /* between two calls for an offer */
};

typedef struct mate { /* a worker */
    char id[SRV_WORK_ID];
    int n_cores, n_free, n_spare; /* as it last said, less what it was given since */
    double heard_ms;
    double banned_until_ms;
    double no_new_until_ms; /* it had no room for something new, though perhaps a core */
    bool
        is_other; /* of another version: known, so that it is refused once and not twice a second */
    bool is_probed;
    bool leaves; /* it answers what it has begun, and takes nothing new */
    uint64_t last_used;
} mate;

struct srv_errand {
    srv_staff *staff;
    srv_errand *next;
    uint64_t job;
    int slot;
    bool background, waits, fresh;
    char kind[16];
    struct asked *asked; /* the request that is under way; NULL: it waits at its worker */
    srv_on_errand *on;
    void *context;
};

/* A request on the bus. It may outlive its errand, and the staff. */
typedef struct asked {
    srv_errand *errand; /* NULL: nobody cares any more */
    srv_staff *staff;   /* NULL: closed */
    struct asked *next;
    int slot; /* of a probe */
    char id[SRV_WORK_ID];
} asked;

struct srv_staff {
    srv_staff_options options;
    char id[SRV_WORK_ID];
    mate mates[SLOTS]; /* no id: the slot is free */
    srv_errand *errands;
    asked *all_asked;
    int here_sub, offer_sub;
    uint64_t last_job, turn;
    double wanted_ms[2];
    srv_staff_figures figures;
};

static double now_of(const srv_staff *c) { return host_clock_ms(&c->options.clock); }

static void tell(const srv_staff *c, srv_staff_news news, const mate *m, const char *detail)
{
    if (c->options.on_news)
        c->options.on_news(c->options.context, news, m->id, detail);
}

/* A core may be free, or a worker gone. */
static void tell_free(const srv_staff *c)
{
    if (c->options.on_free)
        c->options.on_free(c->options.context);
}

/* -- Messages ------------------------------------------------------------------------------------- */

static void fill(const srv_staff *c, srv_head *h)
{
    memcpy(h->id, c->id, sizeof h->id);
    snprintf(h->version, sizeof h->version, "%s", c->options.version);
    h->fingerprint = c->options.fingerprint;
}

static void publish(srv_staff *c, const char *subject, const char *id, srv_head h)
{
    char full[SRV_BUS_SUBJECT];
    spk_buf out = {0};
    snprintf(full, sizeof full, "%s%s%s", subject, *id ? "." : "", id);
    fill(c, &h);
    srv_head_print(&h, &out);
    srv_bus_publish(c->options.bus, full, spk_buf_text(&out), out.n);
    spk_buf_release(&out);
}

/* -- Errands --------------------------------------------------------------------------------------- */

static void forget(srv_errand *e)
{
    srv_errand **at = &e->staff->errands;
    while (*at != e)
        at = &(*at)->next;
    *at = e->next;
    e->staff->figures.n_errands--;
    if (e->asked)
        e->asked->errand = NULL;
    spk_free(e);
}

/* Over: out of the list before its handler runs, which may give it again. */
static bool end(srv_errand *e, srv_fate fate, const char *text, double took_ms)
{
    srv_on_errand *on = e->on;
    void *context = e->context;
    srv_staff *c = e->staff;
    c->figures.n_done += fate == SRV_FATE_DONE;
    c->figures.n_lost += fate == SRV_FATE_LOST;
    c->figures.n_bad += fate == SRV_FATE_BAD;
    forget(e);
    return on(context, fate, text, took_ms);
}

static void lose_all_at(srv_staff *c, int slot)
{
    for (srv_errand *e = c->errands; e;) {
        if (e->slot != slot) {
            e = e->next;
            continue;
        }
        end(e, SRV_FATE_LOST, "", 0);
        e = c->errands; /* the list may be another one now */
    }
}

static void remove_mate(srv_staff *c, int slot, srv_staff_news news, const char *detail)
{
    mate gone = c->mates[slot];
    c->mates[slot] = (mate){0};
    if (!gone.is_other) {
        c->figures.n_workers--;
        c->figures.n_cores -= gone.n_cores;
        tell(c, news, &gone, detail);
    }
    lose_all_at(c, slot);
}

/* What it says is no answer: whatever it has of ours is better done elsewhere. */
static void ban(srv_staff *c, int slot, const char *detail)
{
    mate *m = &c->mates[slot];
    if (!*m->id)
        return;
    m->banned_until_ms = now_of(c) + BANNED_MS;
    tell(c, SRV_STAFF_NONSENSE, m, detail);
    lose_all_at(c, slot);
}

static int n_under_way(const srv_staff *c, int slot, bool background)
{
    int n = 0;
    for (const srv_errand *e = c->errands; e; e = e->next)
        n += e->slot == slot && e->asked && e->background == background;
    return n;
}

/* What it says was true when it said it; it may not have heard yet what was sent since. */
static void note_room(srv_staff *c, int slot, const srv_head *h)
{
    mate *m = &c->mates[slot];
    int most_free = m->n_cores - n_under_way(c, slot, false),
        most_spare = m->n_cores - n_under_way(c, slot, true);
    m->n_free = m->leaves ? 0 : h->n_free < most_free ? h->n_free : most_free;
    m->n_spare = m->leaves ? 0 : h->n_spare < most_spare ? h->n_spare : most_spare;
}

static void on_answer(asked *a, srv_staff *c, const srv_head *h)
{
    srv_errand *e = a->errand;
    int slot = e->slot;
    double took_ms = h->took_us / 1000.0;
    bool leaves = c->mates[slot].leaves;
    e->asked = NULL;
    a->errand = NULL;
    note_room(c, slot, h);
    switch (h->what) {
    case SRV_WORK_DONE:
        if (!end(e, SRV_FATE_DONE, h->body, took_ms))
            ban(c, slot, "an answer that is none");
        break;
    case SRV_WORK_MORE:
        if (leaves) {
            end(e, SRV_FATE_LOST, "", took_ms);
            break;
        }
        e->waits = true;
        e->fresh = false;
        e->on(e->context, SRV_FATE_MORE, "", took_ms);
        break;
    case SRV_WORK_BUSY:
        c->figures.n_busy++;
        if (e->fresh) {
            c->mates[slot].no_new_until_ms = now_of(c) + NO_NEW_MS;
            end(e, SRV_FATE_BUSY, "", 0);
        } else {
            e->waits = true;
            e->on(e->context, SRV_FATE_BUSY, "", 0);
        }
        break;
    case SRV_WORK_BAD: /* of one that waited: it was forgotten */
        end(e, e->fresh ? SRV_FATE_BAD : SRV_FATE_LOST, h->body, took_ms);
        break;
    case SRV_WORK_NONE:
    case SRV_WORK_WHAT_COUNT: end(e, SRV_FATE_LOST, "", 0); break;
    }
}

static void forget_asked(asked *a)
{
    asked **at = a->staff ? &a->staff->all_asked : NULL;
    while (at && *at != a)
        at = &(*at)->next;
    if (at)
        *at = a->next;
    spk_free(a);
}

static void on_reply(void *context, spk_err err, const srv_bus_message *reply)
{
    asked *a = context;
    srv_staff *c = a->staff;
    srv_head head;
    spk_why why = {0};
    if (c && a->errand) {
        int slot = a->errand->slot;
        bool is_its = spk_str_eq(c->mates[slot].id, a->id);
        if (err == SPK_OK && srv_head_parse(reply->bytes, reply->n, &head, &why) != SPK_OK) {
            ban(c, slot, why.text); /* the errand is lost with all others */
        } else if (err == SPK_OK) {
            on_answer(a, c, &head);
        } else if (err == SPK_EUNKNOWN && is_its) {
            remove_mate(c, slot, SRV_STAFF_DIED, "it has left the message server");
        } else {
            a->errand->asked = NULL;
            end(a->errand, SRV_FATE_LOST, "", 0);
        }
        tell_free(c);
    }
    forget_asked(a);
}

static bool ask(srv_errand *e, const char *text, size_t n)
{
    srv_staff *c = e->staff;
    mate *m = &c->mates[e->slot];
    char subject[SRV_BUS_SUBJECT];
    spk_buf out = {0};
    srv_head h = {.job = e->job, .goes_on = !e->fresh, .body = text, .n_body = n};
    asked *a = spk_alloc(sizeof *a);
    *a = (asked){.errand = e, .staff = c};
    memcpy(a->id, m->id, sizeof a->id);
    snprintf(subject, sizeof subject, "work.do.%s", m->id);
    fill(c, &h);
    snprintf(h.kind, sizeof h.kind, "%s", e->kind);
    srv_head_print(&h, &out);
    spk_err err = srv_bus_request(c->options.bus, subject, spk_buf_text(&out), out.n,
                                  e->background ? WHOLE_WAIT_MS : SLICE_WAIT_MS, on_reply, a);
    spk_buf_release(&out);
    if (err != SPK_OK) {
        spk_free(a);
        return false;
    }
    a->next = c->all_asked;
    c->all_asked = a;
    e->asked = a;
    e->waits = false;
    --*(e->background ? &m->n_spare : &m->n_free);
    m->last_used = ++c->turn;
    return true;
}

/* -- Who is free ----------------------------------------------------------------------------------- */

static int room_at(const srv_staff *c, const mate *m, bool background)
{
    if (!*m->id || m->is_other || m->banned_until_ms > now_of(c))
        return 0;
    return background ? m->n_spare : m->n_free;
}

static int room_for_new(const srv_staff *c, const mate *m, bool background)
{
    int n = m->no_new_until_ms > now_of(c) ? 0 : room_at(c, m, background);
    return n > 0 ? n : 0;
}

uint64_t srv_staff_places(const srv_staff *c, bool background)
{
    uint64_t places = 0;
    for (int i = 0; i < SLOTS; i++)
        if (room_at(c, &c->mates[i], background) > 0)
            places |= (uint64_t)1 << i;
    return places;
}

int srv_staff_n_free(const srv_staff *c, bool background)
{
    int n = 0;
    for (int i = 0; i < SLOTS; i++)
        n += room_for_new(c, &c->mates[i], background);
    return n;
}

uint64_t srv_errand_place(const srv_errand *e) { return (uint64_t)1 << e->slot; }

/* The one with most room; of those with the same, the one that rested longest. */
static int choose(const srv_staff *c, bool background)
{
    int best = -1, most = 0;
    for (int i = 0; i < SLOTS; i++) {
        const mate *m = &c->mates[i];
        int n = room_for_new(c, m, background);
        if (n > most ||
            (n > 0 && n == most && best >= 0 && m->last_used < c->mates[best].last_used)) {
            best = i;
            most = n;
        }
    }
    return best;
}

srv_errand *srv_staff_give(srv_staff *c, const char *kind, bool background, const char *text,
                           size_t n, srv_on_errand *on, void *context)
{
    int slot = choose(c, background);
    if (slot < 0)
        return NULL;
    srv_errand *e = spk_alloc(sizeof *e);
    *e = (srv_errand){.staff = c,
                      .next = c->errands,
                      .job = ++c->last_job,
                      .slot = slot,
                      .background = background,
                      .fresh = true,
                      .on = on,
                      .context = context};
    snprintf(e->kind, sizeof e->kind, "%s", kind);
    c->errands = e;
    c->figures.n_errands++;
    if (!ask(e, text, n)) {
        forget(e);
        return NULL;
    }
    c->figures.n_given++;
    return e;
}

bool srv_staff_go_on(srv_errand *e)
{
    SPK_BUG_IF(!e->waits);
    return ask(e, NULL, 0);
}

void srv_staff_drop(srv_errand *e)
{
    publish(e->staff, "work.drop", e->staff->mates[e->slot].id, (srv_head){.job = e->job});
    forget(e);
}

void srv_staff_want(srv_staff *c, bool background)
{
    double now_ms = now_of(c);
    srv_head h = {.n_spare = background, .n_free = !background};
    if (c->figures.n_workers == 0 || now_ms < c->wanted_ms[background] + WANT_MS)
        return;
    c->wanted_ms[background] = now_ms;
    publish(c, "work.want", "", h);
}

/* -- Who is there ----------------------------------------------------------------------------------- */

static int slot_of(const srv_staff *c, const char *id)
{
    int free = -1;
    for (int i = 0; i < SLOTS; i++) {
        if (spk_str_eq(c->mates[i].id, id))
            return i;
        if (free < 0 && !*c->mates[i].id)
            free = i;
    }
    return free;
}

static bool is_other(const srv_staff *c, const srv_head *h)
{
    return !spk_str_eq(h->version, c->options.version) || h->fingerprint != c->options.fingerprint;
}

/* A new one. Of another version it is told so, and keeps its slot as long as it lives. */
static void welcome(srv_staff *c, mate *m, const srv_head *h)
{
    *m = (mate){.is_other = is_other(c, h)};
    memcpy(m->id, h->id, sizeof m->id);
    if (m->is_other) {
        publish(c, "work.refuse", m->id, (srv_head){0});
        tell(c, SRV_STAFF_OTHER, m, h->version);
        return;
    }
    c->figures.n_workers++;
    tell(c, SRV_STAFF_CAME, m, h->version);
}

static void lose_waiting_at(srv_staff *c, int slot)
{
    for (srv_errand *e = c->errands; e;) {
        if (e->slot != slot || !e->waits) {
            e = e->next;
            continue;
        }
        end(e, SRV_FATE_LOST, "", 0);
        e = c->errands; /* the list may be another one now */
    }
}

/* The first time it answers what it has begun; the second time it goes. */
static void say_goodbye(srv_staff *c, int slot)
{
    mate *m = &c->mates[slot];
    bool again = m->leaves;
    m->leaves = true;
    m->n_free = m->n_spare = 0;
    lose_waiting_at(c, slot);
    if (again || n_under_way(c, slot, false) + n_under_way(c, slot, true) == 0)
        remove_mate(c, slot, SRV_STAFF_LEFT, "");
}

static void note_life(srv_staff *c, int slot, const srv_head *h)
{
    mate *m = &c->mates[slot];
    if (!*m->id)
        welcome(c, m, h);
    m->heard_ms = now_of(c);
    m->is_probed = false;
    if (m->is_other)
        return;
    c->figures.n_cores += h->n_cores - m->n_cores;
    m->n_cores = h->n_cores;
    note_room(c, slot, h);
}

static void on_here(void *context, const srv_bus_message *message)
{
    srv_staff *c = context;
    srv_head h;
    if (srv_head_parse(message->bytes, message->n, &h, NULL) != SPK_OK || !*h.id)
        return;
    int slot = slot_of(c, h.id);
    mate *m = slot < 0 ? NULL : &c->mates[slot];
    if (!m)
        return;
    if (h.n_cores > 0)
        note_life(c, slot, &h);
    else if (*m->id)
        say_goodbye(c, slot);
    tell_free(c);
}

static void on_offer(void *context, const srv_bus_message *message)
{
    srv_staff *c = context;
    srv_head h;
    if (srv_head_parse(message->bytes, message->n, &h, NULL) != SPK_OK || !*h.id)
        return;
    int slot = slot_of(c, h.id);
    if (slot < 0 || !*c->mates[slot].id)
        return;
    note_room(c, slot, &h);
    tell_free(c);
}

/* -- Time -------------------------------------------------------------------------------------------- */

static void on_probed(void *context, spk_err err, const srv_bus_message *reply)
{
    asked *a = context;
    srv_staff *c = a->staff;
    (void)reply;
    if (c && err == SPK_EUNKNOWN && spk_str_eq(c->mates[a->slot].id, a->id)) {
        remove_mate(c, a->slot, SRV_STAFF_DIED, "it has left the message server");
        tell_free(c);
    }
    forget_asked(a);
}

/* The message server knows at once that a killed worker is gone, and tells whoever asks it. */
static void probe(srv_staff *c, int slot)
{
    char subject[SRV_BUS_SUBJECT];
    spk_buf out = {0};
    srv_head h = {.kind = "probe"};
    mate *m = &c->mates[slot];
    asked *a = spk_alloc(sizeof *a);
    *a = (asked){.staff = c, .slot = slot};
    memcpy(a->id, m->id, sizeof a->id);
    snprintf(subject, sizeof subject, "work.do.%s", m->id);
    fill(c, &h);
    srv_head_print(&h, &out);
    m->is_probed = true;
    if (srv_bus_request(c->options.bus, subject, spk_buf_text(&out), out.n, SRV_WORK_SILENT_MS,
                        on_probed, a) == SPK_OK) {
        a->next = c->all_asked;
        c->all_asked = a;
    } else {
        spk_free(a);
    }
    spk_buf_release(&out);
}

void srv_staff_tick(srv_staff *c)
{
    double now_ms = now_of(c);
    bool died = false;
    for (int i = 0; i < SLOTS; i++) {
        mate *m = &c->mates[i];
        double silent_ms = *m->id ? now_ms - m->heard_ms : 0;
        if (silent_ms > SRV_WORK_SILENT_MS) {
            remove_mate(c, i, SRV_STAFF_DIED, "it has been silent");
            died = true;
        } else if (silent_ms > SRV_WORK_SILENT_MS / 2 && !m->is_probed) {
            probe(c, i);
        }
    }
    if (died)
        tell_free(c);
}

/* -- Life -------------------------------------------------------------------------------------------- */

srv_staff *srv_staff_open(const srv_staff_options *options, spk_why *why)
{
    char subject[SRV_BUS_SUBJECT];
    srv_staff *c = spk_alloc(sizeof *c);
    *c = (srv_staff){.options = *options};
    srv_work_make_id(c->id);
    snprintf(subject, sizeof subject, "work.offer.%s", c->id);
    c->here_sub = srv_bus_subscribe(options->bus, "work.here", NULL, on_here, c, why);
    c->offer_sub =
        c->here_sub ? srv_bus_subscribe(options->bus, subject, NULL, on_offer, c, why) : 0;
    if (!c->offer_sub) {
        if (c->here_sub)
            srv_bus_unsubscribe(options->bus, c->here_sub);
        spk_free(c);
        return NULL;
    }
    publish(c, "work.who", "", (srv_head){0});
    return c;
}

void srv_staff_close(srv_staff *c)
{
    if (!c)
        return;
    c->options.on_free = NULL;
    while (c->errands) {
        srv_errand *e = c->errands;
        publish(c, "work.drop", c->mates[e->slot].id, (srv_head){.job = e->job});
        end(e, SRV_FATE_LOST, "", 0);
    }
    for (asked *a = c->all_asked; a; a = a->next)
        a->staff = NULL;
    srv_bus_unsubscribe(c->options.bus, c->here_sub);
    srv_bus_unsubscribe(c->options.bus, c->offer_sub);
    spk_free(c);
}

void srv_staff_look(const srv_staff *c, srv_staff_figures *figures) { *figures = c->figures; }
