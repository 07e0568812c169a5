/* session.c: see session.h. */
#include "hosts/join/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/clock.h"
#include "hosts/join/http.h"
#include "hosts/join/socket.h"
#include "hosts/tui/run.h"

/* An act that was not answered yet. */
typedef struct act {
    char ref[24];
    char word[16];
    char *text; /* the message; NULL: the place is free */
} act;

struct join_session {
    join_plan plan;
    const spk_box *box;
    tui_table table;
    tui_screen *screen;
    tui_port port;

    join_socket *socket; /* NULL: the line is lost */
    bool live;           /* the house has answered our hello on this line */
    bool met;            /* ... or on one before it */
    bool final;          /* the house will not think better of it */
    int tries;
    double retry_at, heard_at, pinged_at; /* ms; pinged_at 0: not asked */
    bool cut; /* while messages are heard, the line must not be freed: afterwards */

    act acts[JOIN_ACTS];
    unsigned n_refs;
    uint32_t own; /* so that no other connection of the same seat uses our refs */
    join_address next;
    bool goes_on;
    char fault[200], state[260];
};

/* -- Sending ------------------------------------------------------------------------------------------ */

static void send_text(join_session *s, const char *text)
{
    if (s->socket)
        join_socket_send(s->socket, text, strlen(text));
}

static void send_hello(join_session *s)
{
    spk_buf text = {0};
    spk_json out = {.out = &text};
    spk_json_open(&out, '{');
    spk_json_key(&out, "t"), spk_json_str(&out, "hello");
    spk_json_key(&out, "protocol"), spk_json_int(&out, 1);
    spk_json_key(&out, "table"), spk_json_str(&out, s->plan.address->table);
    if (*join_pass_of(&s->plan))
        spk_json_key(&out, "token"), spk_json_str(&out, join_pass_of(&s->plan));
    spk_json_key(&out, "seen"), spk_json_int(&out, s->table.n);
    spk_json_key(&out, "position"), spk_json_bool(&out, true);
    spk_json_key(&out, "patient"), spk_json_bool(&out, true);
    spk_json_close(&out, '}');
    send_text(s, spk_buf_text(&text));
    spk_buf_release(&text);
}

static void send_since(join_session *s)
{
    char text[60];
    snprintf(text, sizeof text, "{\"t\":\"since\",\"n\":%d}", s->table.n);
    send_text(s, text);
}

static void print_act(const join_session *s, const act *a, const char *text, spk_buf *out)
{
    bool counts = spk_str_eq(a->word, "move") || spk_str_eq(a->word, "undo");
    spk_json j = {.out = out};
    spk_json_open(&j, '{');
    spk_json_key(&j, "t"), spk_json_str(&j, a->word);
    spk_json_key(&j, "ref"), spk_json_str(&j, a->ref);
    if (counts)
        spk_json_key(&j, "n"), spk_json_int(&j, s->table.n);
    if (*text)
        spk_json_key(&j, "text"), spk_json_str(&j, text);
    spk_json_close(&j, '}');
}

/* -- The screen's port -------------------------------------------------------------------------------- */

/* Not a message: over HTTP, and it waits. */
static void hand_over(join_session *s, const char *seat)
{
    const join_address *a = s->plan.address;
    char path[80];
    spk_why why = {0};
    snprintf(path, sizeof path, "/api/tables/%s/seats/%.3s", a->table, seat);
    json_t *answer =
        join_ask(a, s->plan.ca_file, "DELETE", path, join_pass_of(&s->plan), NULL, &why);
    if (!answer)
        tui_screen_say(s->screen, tui_tr(&s->table, why.text), true);
    json_decref(answer);
}

static void on_act(void *ctx, const char *word, const char *text)
{
    join_session *s = ctx;
    spk_buf out = {0};
    int i = 0;
    if (spk_str_eq(word, "hand_over")) {
        hand_over(s, text);
        return;
    }
    while (i < JOIN_ACTS && s->acts[i].text)
        i++;
    if (i == JOIN_ACTS || s->final) {
        tui_screen_say(s->screen, tui_tr(&s->table, N_("The line is lost; this was not sent.")),
                       true);
        return;
    }
    act *a = &s->acts[i];
    snprintf(a->ref, sizeof a->ref, "%08x%u", s->own, ++s->n_refs);
    snprintf(a->word, sizeof a->word, "%s", word);
    print_act(s, a, text, &out);
    a->text = memcpy(spk_alloc(out.n + 1), spk_buf_text(&out), out.n + 1);
    spk_buf_release(&out);
    if (s->live)
        send_text(s, a->text);
}

static void on_rules(void *ctx, const char *id, int cols, spk_buf *out)
{
    join_session *s = ctx;
    s->plan.rules(s->box->game, id, cols, out);
}

static const char *on_state(void *ctx, bool *trouble)
{
    join_session *s = ctx;
    *trouble = !s->live;
    if (s->live)
        return NULL;
    snprintf(s->state, sizeof s->state, "%s%s%.150s",
             s->final ? tui_tr(&s->table, N_("The server has closed this connection."))
             : s->met ? tui_tr(&s->table, N_("The line is lost; connecting again …"))
                      : tui_tr(&s->table, N_("Connecting …")),
             *s->fault ? " " : "", s->fault);
    return s->state;
}

/* -- Hearing ------------------------------------------------------------------------------------------ */

/* A new table, and our seat there: the answer to 'rematch'. Whoever came by a session goes on by it, and gets no token. */
static void take_rematch(join_session *s, const char *bytes, size_t n)
{
    json_t *m = json_loadb(bytes, n, 0, NULL);
    const char *id = json_string_value(json_object_get(m, "id"));
    const char *token = json_string_value(json_object_get(m, "token"));
    spk_buf link = {0};
    spk_why why = {0};
    if (id && (token || *s->plan.session)) {
        join_address at = *s->plan.address;
        snprintf(at.table, sizeof at.table, "%s", id);
        snprintf(at.token, sizeof at.token, "%s", token ? token : "");
        join_address_print(&at, &link);
        s->goes_on = join_address_read(spk_buf_text(&link), &s->next, &why) == SPK_OK;
        spk_buf_release(&link);
    }
    json_decref(m);
}

static void forget_act(join_session *s, const char *bytes, size_t n, bool ok)
{
    for (int i = 0; i < JOIN_ACTS; i++) {
        act *a = &s->acts[i];
        if (!a->text || !spk_str_eq(a->ref, s->table.ref))
            continue;
        if (ok && spk_str_eq(a->word, "rematch"))
            take_rematch(s, bytes, n);
        spk_free(a->text);
        a->text = NULL;
    }
}

static void greeted(join_session *s)
{
    s->live = s->met = true;
    s->tries = 0;
    s->fault[0] = '\0';
    for (int i = 0; i < JOIN_ACTS; i++)
        if (s->acts[i].text)
            send_text(s, s->acts[i].text);
}

static void hear(void *ctx, const char *bytes, size_t n)
{
    join_session *s = ctx;
    tui_heard kind;
    spk_why why = {0};
    s->heard_at = host_now_ms();
    s->pinged_at = 0;
    if (tui_table_hear(&s->table, bytes, n, (int64_t)s->heard_at, &kind, &why) != SPK_OK) {
        snprintf(s->fault, sizeof s->fault, "%.190s", why.text);
        s->cut = true;
        return;
    }
    if (kind == TUI_HEARD_HELLO)
        greeted(s);
    if (kind == TUI_HEARD_GAP)
        send_since(s);
    if (kind == TUI_HEARD_OK || kind == TUI_HEARD_NO)
        forget_act(s, bytes, n, kind == TUI_HEARD_OK);
    tui_screen_heard(s->screen, kind);
}

/* -- The line ----------------------------------------------------------------------------------------- */

static void lose(join_session *s)
{
    static const double waits[] = {250, 500, 1000, 2000, 5000, 10000};
    int last = (int)(sizeof waits / sizeof *waits) - 1;
    int code = s->socket ? join_socket_code(s->socket) : 0;
    if (s->socket && !*s->fault)
        snprintf(s->fault, sizeof s->fault, "%.190s", join_socket_fault(s->socket));
    s->final = s->final || code == 4400 || code == 4403 || code == 4404;
    join_socket_free(s->socket);
    s->socket = NULL;
    s->live = s->cut = false;
    s->retry_at = host_now_ms() + waits[s->tries < last ? s->tries : last];
    s->tries++;
}

static void begin(join_session *s)
{
    spk_why why = {0};
    s->socket = join_socket_new(s->plan.address, s->plan.ca_file, hear, s, &why);
    s->heard_at = host_now_ms();
    s->pinged_at = 0;
    if (s->socket) {
        send_hello(s); /* it waits until the line is open */
        return;
    }
    snprintf(s->fault, sizeof s->fault, "%.190s", why.text);
    lose(s);
}

/* A line that says nothing is asked whether it is still there: not every break is noticed by itself. */
static void watch(join_session *s)
{
    double now = host_now_ms();
    if (s->pinged_at > 0 && now - s->pinged_at > JOIN_PONG_MS) {
        snprintf(s->fault, sizeof s->fault, "the server does not answer");
        lose(s);
    } else if (s->pinged_at == 0 && now - s->heard_at > JOIN_PING_MS) {
        if (s->live)
            send_text(s, "{\"t\":\"ping\"}");
        s->pinged_at = now;
    }
}

static int tick(void *ctx)
{
    join_session *s = ctx;
    if (s->final)
        return -1;
    if (!s->socket && host_now_ms() >= s->retry_at)
        begin(s);
    if (!s->socket)
        return 100;
    join_progress p = join_socket_step(s->socket);
    if (p == JOIN_FAILED || s->cut)
        lose(s);
    else
        watch(s);
    return s->socket && join_socket_has_bytes(s->socket) ? 0 : 500;
}

static int wait_for(void *ctx, short *events)
{
    join_session *s = ctx;
    if (!s->socket)
        return -1;
    *events = join_socket_events(s->socket);
    return join_socket_fd(s->socket);
}

/* -- Life --------------------------------------------------------------------------------------------- */

join_session *join_session_new(const join_plan *plan, const spk_box *box)
{
    join_session *s = spk_alloc(sizeof *s);
    memset(s, 0, sizeof *s);
    s->plan = *plan;
    s->box = box;
    if (getrandom(&s->own, sizeof s->own, 0) != (ssize_t)sizeof s->own)
        s->own = (uint32_t)host_now_ms();
    tui_table_init(&s->table, box, plan->language);
    s->table.no_remarks = plan->no_remarks;
    s->port = (tui_port){
        .ctx = s, .act = on_act, .rules = on_rules, .state = on_state, .house = plan->house};
    s->screen = tui_screen_new(&s->table, &s->port);
    return s;
}

void join_session_free(join_session *s)
{
    for (int i = 0; i < JOIN_ACTS; i++)
        spk_free(s->acts[i].text);
    join_socket_free(s->socket);
    tui_screen_free(s->screen);
    tui_table_release(&s->table);
    spk_free(s);
}

static int tick_until_next(void *ctx)
{
    join_session *s = ctx;
    int wait = tick(ctx);
    if (s->goes_on)
        tui_screen_leave(s->screen);
    return wait;
}

bool join_session_run(join_session *s, join_address *next, char *last, size_t cap)
{
    tui_world world = {.ctx = s, .tick = tick_until_next, .wait_for = wait_for};
    tui_run(s->screen, &world);
    if (s->socket) {
        join_socket_close(s->socket);
        join_socket_step(s->socket);
    }
    snprintf(last, cap, "%s", s->live ? "" : s->fault);
    *next = s->next;
    return s->goes_on;
}
