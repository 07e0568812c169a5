/* net.c: connections and requests between people and the house, and everything that happens to them on the way. A
 * connection is TCP's: what arrives arrives in order and whole, but it may arrive late, or end without a word; then what
 * was on its way is lost. The two ends learn of that at different times, and meanwhile a side may believe in a
 * connection that is long gone.
 *
 *     guest   sim_send ----> in flight ----> srv_server_message           the house
 *     guest   <---- in flight <---- waiting (the guest reads slowly) <---- send, offer */
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/str.h"
#include "sim.h"

enum { MOST_WAITING = 200 }; /* messages that wait for one guest before the house gives up */

typedef struct sim_waiting {
    struct sim_waiting *next;
    int slot; /* -1: none */
    size_t n;
    char text[];
} waiting;

typedef struct sim_asked {
    uint64_t ticket;
    sim_then *then;
    void *what;
    bool lost; /* the answer will be */
    bool answered;
    srv_method method;
    int status;
    char path[80], token[48], peer[24];
    spk_buf body, answer;
} asked;

/* -- Tickets ------------------------------------------------------------------------------------------------ */

static uint64_t new_ticket(sim *s, sim_conn *c, asked *a)
{
    if (s->n_tickets + 1 >= s->cap_tickets) {
        s->cap_tickets = s->cap_tickets ? 2 * s->cap_tickets : 256;
        s->by_ticket = spk_realloc(s->by_ticket, s->cap_tickets * sizeof *s->by_ticket);
    }
    s->by_ticket[++s->n_tickets] = (sim_ticket){c, a};
    return s->n_tickets;
}

static sim_conn *conn_of(sim *s, uint64_t ticket)
{
    return ticket && ticket <= s->n_tickets ? s->by_ticket[ticket].conn : NULL;
}

static asked *asked_of(sim *s, uint64_t ticket)
{
    return ticket && ticket <= s->n_tickets ? s->by_ticket[ticket].asked : NULL;
}

/* -- A connection's memory ------------------------------------------------------------------------------------ */

static void forget_heard(sim_conn *c)
{
    for (sim_heard *h = c->heard, *next; h; h = next) {
        next = h->next;
        spk_free(h);
    }
    c->heard = NULL;
}

static void forget_waiting(sim_conn *c)
{
    for (waiting *w = c->waiting, *next; w; w = next) {
        next = w->next;
        spk_free(w);
    }
    c->waiting = NULL;
}

/* Freed when neither side has it and nothing is on its way. */
static void let_go(sim *s, sim_conn *c)
{
    if (c->n_flying || c->user || c->who)
        return;
    sim_conn **at = &s->conns;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    s->by_ticket[c->ticket].conn = NULL;
    forget_heard(c);
    forget_waiting(c);
    spk_free(c);
}

static int64_t delay(sim *s) { return 1 + sim_around(s, SIM_DICE_NET, 40); }

static void fly(sim *s, sim_conn *c, int64_t in_ms, sim_run_event *run, void *what, uint64_t n)
{
    c->n_flying++;
    sim_at(s, in_ms, run, what, n);
}

/* -- The end of one -------------------------------------------------------------------------------------------- */

static void on_guest_learns(sim *s, void *what, uint64_t n)
{
    sim_conn *c = what;
    (void)n;
    c->n_flying--;
    if (c->who && !s->ending) {
        sim_person *who = c->who;
        c->who = NULL;
        sim_person_lost(s, who, c);
    }
    let_go(s, c);
}

static void tell_house(sim *s, sim_conn *c, int code)
{
    void *user = c->user;
    if (!user)
        return;
    c->user = NULL;
    sim_count_here(s, c, -1);
    forget_heard(c);
    forget_waiting(c);
    srv_server_closed(s->house, user, code);
}

static void on_house_learns(sim *s, void *what, uint64_t code)
{
    sim_conn *c = what;
    c->n_flying--;
    if (s->house)
        tell_house(s, c, (int)code);
    let_go(s, c);
}

/* Not before what is on its way. */
static int64_t after(sim *s, int64_t at_ms, int64_t in_ms)
{
    return at_ms > s->now_ms + in_ms ? at_ms - s->now_ms : in_ms;
}

void sim_hang_up(sim *s, sim_conn *c)
{
    sim_person *who = c->who;
    if (!who)
        return;
    c->who = NULL;
    sim_person_lost(s, who, c);
    fly(s, c, after(s, c->in_ms, delay(s)), on_house_learns, c, 1000);
}

void sim_cut(sim *s, sim_conn *c)
{
    c->half = true;
    fly(s, c, delay(s), on_guest_learns, c, 0);
    fly(s, c, delay(s), on_house_learns, c, 1006);
}

void sim_half_open(sim *s, sim_conn *c)
{
    c->half = true;
    fly(s, c, 20000 + sim_below(s, SIM_DICE_NET, 40000), on_guest_learns, c, 0);
    fly(s, c, 30000 + sim_below(s, SIM_DICE_NET, 90000), on_house_learns, c, 1006);
}

void sim_net_crash(sim *s)
{
    for (sim_conn *c = s->conns; c; c = c->next) {
        c->half = true;
        tell_house(s, c, 1006);
        if (c->who && !s->ending)
            fly(s, c, delay(s), on_guest_learns, c, 0);
    }
}

/* -- From the guest ---------------------------------------------------------------------------------------------- */

typedef struct flight {
    sim_conn *conn;
    char word[8], ref[SIM_REF];
    size_t n;
    char text[];
} flight;

static flight *pack(sim_conn *c, const char *text, size_t n)
{
    flight *f = spk_alloc(sizeof *f + n + 1);
    f->conn = c;
    f->n = n;
    memcpy(f->text, text, n);
    return f;
}

static void note_heard(sim *s, sim_conn *c, const flight *f)
{
    if (!*f->ref)
        return;
    sim_heard *h = spk_alloc(sizeof *h);
    *h = (sim_heard){.next = c->heard, .at_ms = s->up_ms, .n = -1};
    const char *n = sim_field(f->text, f->n, "n");
    if (n)
        h->n = atoi(n);
    memcpy(h->ref, f->ref, sizeof h->ref);
    memcpy(h->word, f->word, sizeof h->word);
    c->heard = h;
}

static void on_message(sim *s, void *what, uint64_t n)
{
    flight *f = what;
    sim_conn *c = f->conn;
    (void)n;
    c->n_flying--;
    if (s->house && c->user && !c->half && !c->going && !s->ending) {
        c->said_hello |= strcmp(f->word, "hello") == 0;
        note_heard(s, c, f);
        sim_digest(s, f->text, f->n);
        srv_server_message(s->house, c->user, f->text, f->n);
    }
    spk_free(f);
    let_go(s, c);
}

void sim_send(sim *s, sim_conn *c, const char *word, const char *ref, const char *text)
{
    flight *f = pack(c, text, strlen(text));
    snprintf(f->word, sizeof f->word, "%s", word);
    snprintf(f->ref, sizeof f->ref, "%s", ref);
    int64_t in = after(s, c->in_ms, delay(s));
    c->in_ms = s->now_ms + in;
    fly(s, c, in, on_message, f, 0);
}

static void on_connect(sim *s, void *what, uint64_t n)
{
    sim_conn *c = what;
    (void)n;
    c->n_flying--;
    if (s->house && !s->closing && c->who && !c->half && !s->ending)
        srv_server_upgrade(s->house, &(srv_request){.ask = {c->ticket},
                                                    .path = "/ws",
                                                    .query = "",
                                                    .host = "localhost",
                                                    .peer = c->who->peer});
    if (!c->user && c->who && !s->ending)
        fly(s, c, delay(s), on_guest_learns, c, 0);
    let_go(s, c);
}

sim_conn *sim_connect(sim *s, sim_person *who, sim_book *book, spk_seat seat)
{
    sim_conn *c = spk_alloc(sizeof *c);
    *c = (sim_conn){
        .next = s->conns, .who = who, .book = book, .seat = seat, .n_losses = s->n_losses};
    s->conns = c;
    c->ticket = new_ticket(s, c, NULL);
    int64_t in = delay(s);
    c->in_ms = s->now_ms + in;
    fly(s, c, in, on_connect, c, 0);
    return c;
}

/* -- From the house ------------------------------------------------------------------------------------------------ */

static srv_ws on_accept(void *net, srv_ask ask, void *user)
{
    sim *s = net;
    sim_conn *c = conn_of(s, ask.n);
    if (!c || s->dead)
        return (srv_ws){0};
    c->user = user;
    return (srv_ws){ask.n};
}

static void on_arrived(sim *s, void *what, uint64_t n)
{
    flight *f = what;
    sim_conn *c = f->conn;
    (void)n;
    c->n_flying--;
    if (c->who && !c->half && !s->ending)
        sim_person_hears(s, c->who, c, f->text, f->n);
    spk_free(f);
    let_go(s, c);
}

static void depart(sim *s, sim_conn *c, const char *text, size_t n)
{
    int64_t in = after(s, c->out_ms, delay(s));
    c->out_ms = s->now_ms + in;
    fly(s, c, in, on_arrived, pack(c, text, n), 0);
}

static void on_reads_again(sim *s, void *what, uint64_t n)
{
    sim_conn *c = what;
    (void)n;
    c->n_flying--;
    for (waiting *w = c->waiting; w && !s->ending; w = w->next)
        depart(s, c, w->text, w->n);
    forget_waiting(c);
    let_go(s, c);
}

void sim_stall(sim *s, sim_conn *c, int64_t ms)
{
    c->stalled_ms = s->now_ms + ms;
    fly(s, c, ms, on_reads_again, c, 0);
}

/* A newer one of the same slot takes the place of one that still waits. */
static void wait_in_line(sim_conn *c, int slot, const char *text, size_t n)
{
    waiting **at = &c->waiting;
    while (*at) {
        waiting *w = *at;
        if (slot >= 0 && w->slot == slot) {
            *at = w->next;
            spk_free(w);
        } else
            at = &w->next;
    }
    waiting *w = *at = spk_alloc(sizeof *w + n);
    w->slot = slot;
    w->n = n;
    memcpy(w->text, text, n);
}

static bool transport(sim *s, srv_ws ws, int slot, const char *text, size_t n)
{
    sim_conn *c = conn_of(s, ws.n);
    if (s->dead || !c || !c->user || c->going)
        return false;
    sim_digest(s, text, n);
    sim_check_sent(s, c, text, n);
    if (c->half || !c->who)
        return true;
    if (c->stalled_ms > s->now_ms)
        wait_in_line(c, slot, text, n);
    else
        depart(s, c, text, n);
    return true;
}

static bool on_send(void *net, srv_ws ws, const char *text, size_t n)
{
    return transport(net, ws, -1, text, n);
}

static bool on_offer(void *net, srv_ws ws, int slot, const char *text, size_t n)
{
    return transport(net, ws, slot, text, n);
}

static bool on_close(void *net, srv_ws ws, int code, const char *reason)
{
    sim *s = net;
    sim_conn *c = conn_of(s, ws.n);
    (void)reason;
    if (s->dead || !c || !c->user || c->going)
        return false;
    c->going = true;
    c->code = code;
    sim_tell(s, "The house closes connection %d (%d, %s).", (int)c->ticket, code, reason);
    sim_check_closed(s, c, code);
    forget_heard(c);
    if (c->who && !c->half)
        fly(s, c, after(s, c->out_ms, delay(s)), on_guest_learns, c, 0);
    fly(s, c, delay(s), on_house_learns, c, (uint64_t)code);
    return true;
}

static void *on_user(void *net, srv_ws ws)
{
    sim_conn *c = conn_of(net, ws.n);
    return c && !c->going ? c->user : NULL;
}

static void on_drained(sim *s, void *what, uint64_t life)
{
    (void)what;
    if (life != s->life || !s->house || s->ending)
        return;
    for (sim_conn *c = s->conns; c; c = c->next) {
        tell_house(s, c, 1001);
        if (c->who)
            fly(s, c, delay(s), on_guest_learns, c, 0);
    }
    s->drained = true;
    srv_server_drained(s->house);
}

static void on_drain(void *net, const char *text, int ms)
{
    sim *s = net;
    if (s->dead)
        return;
    for (sim_conn *c = s->conns; c; c = c->next)
        if (c->user)
            transport(s, (srv_ws){c->ticket}, -1, text, strlen(text));
    sim_at(s, sim_below(s, SIM_DICE_NET, ms), on_drained, NULL, s->life);
}

/* -- Requests --------------------------------------------------------------------------------------------------------- */

static void free_asked(sim *s, asked *a)
{
    s->by_ticket[a->ticket].asked = NULL;
    spk_buf_release(&a->body);
    spk_buf_release(&a->answer);
    spk_free(a);
}

static void on_answer(sim *s, void *what, uint64_t n)
{
    asked *a = what;
    (void)n;
    if (!s->ending)
        a->then(s, a->what, a->lost ? 0 : a->status, spk_buf_text(&a->answer), a->answer.n);
    free_asked(s, a);
}

/* No answer came for a long time: the guest gives up. */
static void on_patience(sim *s, void *what, uint64_t ticket)
{
    asked *a = asked_of(s, ticket);
    (void)what;
    if (!a || a->answered)
        return; /* or soon will have been told */
    a->answered = true;
    a->lost = true;
    on_answer(s, a, 0);
}

static void on_request(sim *s, void *what, uint64_t n)
{
    asked *a = what;
    char bearer[64];
    srv_pair header = {"authorization", bearer};
    (void)n;
    if (!s->house || s->drained || s->ending)
        return; /* its patience will end */
    snprintf(bearer, sizeof bearer, "Bearer %s", a->token);
    sim_digest(s, a->body.bytes, a->body.n);
    srv_server_request(s->house, &(srv_request){.ask = {a->ticket},
                                                .method = a->method,
                                                .path = a->path,
                                                .query = "",
                                                .headers = &header,
                                                .n_headers = *a->token ? 1 : 0,
                                                .host = "localhost",
                                                .peer = a->peer,
                                                .body = spk_buf_text(&a->body),
                                                .n_body = a->body.n});
}

static bool on_reply(void *net, srv_ask ask, const srv_response *r)
{
    sim *s = net;
    asked *a = asked_of(s, ask.n);
    size_t n = r->n_body ? r->n_body : r->body ? strlen(r->body) : 0;
    if (s->dead || !a || a->answered)
        return false;
    a->answered = true;
    a->status = r->status;
    if (r->body)
        spk_buf_add(&a->answer, r->body, n);
    sim_digest(s, a->answer.bytes, a->answer.n);
    if (a->lost)
        sim_count_fault(s, SIM_LOST);
    sim_at(s, a->lost ? 10000 : delay(s), on_answer, a, 0);
    return true;
}

void sim_ask(sim *s, srv_method method, const char *path, const char *token, const char *body,
             const char *peer, sim_then *then, void *what)
{
    asked *a = spk_alloc(sizeof *a);
    *a = (asked){.then = then, .what = what, .method = method};
    a->ticket = new_ticket(s, NULL, a);
    a->lost = sim_has(s, SIM_LOST) && sim_percent(s, SIM_DICE_NET, 5);
    snprintf(a->path, sizeof a->path, "%s", path);
    snprintf(a->token, sizeof a->token, "%s", token);
    snprintf(a->peer, sizeof a->peer, "%s", peer);
    spk_buf_puts(&a->body, body);
    sim_at(s, delay(s), on_request, a, 0);
    sim_at(s, 30000, on_patience, NULL, a->ticket);
}

void sim_net_end(sim *s)
{
    while (s->conns) {
        sim_conn *c = s->conns;
        c->who = NULL;
        c->user = NULL;
        c->n_flying = 0;
        let_go(s, c);
    }
    spk_free(s->by_ticket);
    s->by_ticket = NULL;
}

void sim_net_world(srv_world *w)
{
    w->reply = on_reply;
    w->accept = on_accept;
    w->send = on_send;
    w->offer = on_offer;
    w->close = on_close;
    w->user = on_user;
    w->drain = on_drain;
}
