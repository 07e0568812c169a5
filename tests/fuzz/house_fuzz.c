/* house_fuzz.c: anything at all as what people say to the house: bodies over HTTP and messages on a WebSocket,
 * at a table that has just been made. There is no socket (server_net.h); the store is in memory.
 *
 * An input is lines. The first character of all chooses the game. Then
 *
 *     0 {"t": "hello", ...}                a message of guest 0, 1 or 2, as it stands
 *     POST /api/tables/$T/seats/1 {...}    a request and its body
 *
 * $T is the table's name, $0 the token of seat 0, $H the host's, $1 the one that was got for a seat last. All
 * that is sent must be JSON, and nothing is left without an answer. */
#include <ctype.h>

#include "fuzz.h"
#include "hosts/server/loop/loop.h"
#include "hosts/server/net/inside.h"
#include "hosts/server/table/inside.h"

enum { GUESTS = 3, MAX_LINES = 40 };

typedef struct visitor {
    srv_conn *conn;
    spk_buf said; /* by the house */
    size_t read;
    bool closed; /* the house has said goodbye: it listens no more */
} visitor;

typedef struct place {
    srv_config config;
    srv_loop *loop;
    srv_net *net;
    srv_house *house;
    visitor guest[GUESTS];
    srv_box *box[4];
    char table[SRV_ID + 1], seat0[SRV_TOKEN], seat1[SRV_TOKEN], host[SRV_TOKEN];
} place;

/* -- A house without sockets ------------------------------------------------------------------- */

static void set(srv_config *c, const char *name, const char *value)
{
    SPK_BUG_IF(srv_config_set(c, name, &value, 1, NULL) != SPK_OK);
}

static place *open_place(void)
{
    static place p;
    spk_why why = {0};
    static const char *const off[] = {"tables_per_hour",  "seats_per_minute", "acts_per_s",
                                      "chats_per_minute", "hints_per_minute", "accounts_per_hour",
                                      "requests_per_s",   "handshakes_per_s", "messages_per_s",
                                      "bytes_per_s",      "logins_per_minute"};
    if (p.house)
        return &p;
    srv_config_init(&p.config);
    set(&p.config, "data", "memory");
    set(&p.config, "listen", "127.0.0.1:0");
    set(&p.config, "bot-budget", "1ms");
    set(&p.config, "accounts", "off"); /* argon2id would take all the time */
    for (size_t i = 0; i < sizeof off / sizeof *off; i++)
        set(&p.config, off[i], "0");
    SPK_BUG_IF(srv_config_finish(&p.config, environ, &why) != SPK_OK);
    p.loop = srv_loop_open(&p.config, NULL, &why);
    SPK_BUG_IF(!p.loop);
    p.house = srv_loop_house(p.loop);
    p.net = srv_loop_net(p.loop);
    return &p;
}

static bool is_busy(const srv_house *h)
{
    return srv_tables_are_busy(h) || h->n_asks || h->figures.bots_thinking ||
           h->figures.bots_waiting;
}

/* Until all that was asked is answered; but bots that play among themselves are not watched to the end. */
static void settle(place *p)
{
    enum { ROUNDS = 60 };
    srv_conn_tend_all(p->net);
    for (int i = 0; is_busy(p->house) && (i < ROUNDS || p->house->closing); i++) {
        srv_loop_turn(p->loop);
        srv_conn_tend_all(p->net);
    }
}

/* Until somebody has something to read. Silence is a bug; 'what' is what was said in vain. */
static void await(place *p, const spk_buf *said, size_t read, const srv_conn *c, const char *what)
{
    settle(p);
    for (int i = 0; said->n == read && c->state != SRV_IS_CLOSED; i++) {
        if (i == 200)
            spk_bug(__FILE__, __LINE__, what);
        srv_loop_turn(p->loop); /* the house's beat wakes us if nothing else does */
        srv_conn_tend_all(p->net);
    }
}

static srv_conn *enter(place *p, spk_buf *said)
{
    srv_conn *c = srv_conn_new(p->net);
    c->sink = said;
    SPK_BUG_IF(!srv_ip_parse("127.0.0.1", &c->ip));
    return c;
}

static void leave(place *p, srv_conn *c)
{
    srv_conn_abort(c);
    srv_conn_tend_all(p->net);
    srv_conn_free(c);
}

/* -- HTTP --------------------------------------------------------------------------------------- */

/* One request; the body of its reply as JSON, yours, or NULL if it is none. */
static json_t *ask(place *p, const char *method, const char *path, const char *token,
                   const char *body)
{
    spk_buf said = {0}, request = {0};
    srv_conn *c = enter(p, &said);
    spk_buf_printf(&request,
                   "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
                   "Content-Length: %zu\r\n\r\n%s",
                   method, path, token, strlen(body), body);
    srv_conn_read(c, spk_buf_text(&request), request.n);
    await(p, &said, 0, c, path);
    SPK_BUG_IF(said.n < 12 || strncmp(said.bytes, "HTTP/1.1 ", 9) != 0); /* an answer there is */
    SPK_BUG_IF(strncmp(said.bytes + 9, "500", 3) == 0);
    const char *start = strstr(spk_buf_text(&said), "\r\n\r\n");
    json_t *json = start ? json_loads(start + 4, 0, NULL) : NULL;
    leave(p, c);
    spk_buf_release(&said);
    spk_buf_release(&request);
    return json;
}

static void keep(const json_t *o, const char *name, char *to, size_t cap)
{
    const char *text = json_string_value(json_object_get(o, name));
    if (text && strlen(text) < cap)
        memcpy(to, text, strlen(text) + 1);
}

static void make_table(place *p, int which)
{
    static const char *const tables[] = {
        "{\"game\":\"famiglia\",\"seats\":[{\"kind\":\"me\",\"name\":\"A\"},{\"kind\":\"open\"}]}",
        "{\"game\":\"chicago_gangsters\",\"players\":3,\"clock\":\"bank 5m+5s\",\"hints\":true,"
        "\"options\":{\"godfather\":\"on\"},\"seats\":[{\"kind\":\"me\",\"name\":\"A\"},"
        "{\"kind\":\"hotseat\",\"name\":\"B\"},{\"kind\":\"open\"}]}",
        "{\"game\":\"gangster\",\"players\":2,\"clock\":\"move 3d bot\"}",
        "{\"game\":\"chicago\",\"players\":2,\"onlookers\":false,\"chat\":false}"};
    json_t *made = ask(p, "POST", "/api/tables", "", tables[which & 3]);
    SPK_BUG_IF(!json_is_object(made));
    keep(made, "id", p->table, sizeof p->table);
    keep(made, "host", p->host, sizeof p->host);
    keep(json_array_get(json_object_get(made, "seats"), 0), "token", p->seat0, sizeof p->seat0);
    p->seat1[0] = '\0';
    json_decref(made);
    if (!p->box[which & 3]) /* so that the next table of the game need not open another */
        p->box[which & 3] = srv_boxes_take(srv_table_find(p->house, p->table)->box);
}

/* "POST /path {...}" */
static void say_http(place *p, char *line)
{
    char *path = strchr(line, ' '), *body;
    if (!path || path == line)
        return;
    *path++ = '\0';
    body = strchr(path, ' ');
    if (body)
        *body++ = '\0';
    for (const char *at = line; *at; at++)
        if (!isupper((unsigned char)*at))
            return;
    for (const char *at = path; *at; at++)
        if (*at <= ' ' || *at > '~')
            return;
    if (path[0] != '/')
        return;
    json_t *said = ask(p, line, path, p->host, body ? body : "");
    keep(said, "token", p->seat1, sizeof p->seat1);
    json_decref(said);
}

/* -- WebSocket ---------------------------------------------------------------------------------- */

static const char handshake[] =
    "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: speakeasy.1\r\n\r\n";

static void come(place *p, visitor *v)
{
    v->conn = enter(p, &v->said);
    srv_conn_read(v->conn, handshake, sizeof handshake - 1);
    settle(p);
    const char *end = strstr(spk_buf_text(&v->said), "\r\n\r\n");
    SPK_BUG_IF(!end);
    v->read = (size_t)(end + 4 - v->said.bytes);
}

static void check_message(const char *text, size_t n)
{
    json_t *o = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    SPK_BUG_IF(!json_is_object(o) || !json_is_string(json_object_get(o, "t")));
    json_decref(o);
}

/* All frames that have come since. */
static void hear(visitor *v)
{
    const uint8_t *at = (const uint8_t *)spk_buf_text(&v->said) + v->read;
    const uint8_t *end = (const uint8_t *)spk_buf_text(&v->said) + v->said.n;
    while (end - at >= 2) {
        size_t head = at[1] == 127 ? 10 : at[1] == 126 ? 4 : 2, n = at[1];
        if (head > 2) {
            n = 0;
            for (size_t i = 2; i < head; i++)
                n = n << 8 | at[i];
        }
        SPK_BUG_IF((size_t)(end - at) < head + n);
        SPK_BUG_IF(v->closed); /* it was the last word */
        v->closed = at[0] == 0x88;
        if (at[0] == 0x81)
            check_message((const char *)at + head, n);
        at += head + n;
    }
    v->read = v->said.n;
}

/* Whatever is said is answered, or the talk is over. */
static void say_ws(place *p, visitor *v, const char *text, size_t n)
{
    char head[8] = {(char)0x81, (char)(n < 126 ? 0x80 | n : 0xfe)};
    size_t n_head = 2;
    spk_buf frame = {0};
    if (n > 60000)
        return;
    if (!v->conn)
        come(p, v);
    if (v->closed || v->conn->state == SRV_IS_CLOSED)
        return;
    if (n >= 126) {
        head[2] = (char)(n >> 8);
        head[3] = (char)n;
        n_head = 4;
    }
    spk_buf_add(&frame, head, n_head);
    spk_buf_add(&frame, "\0\0\0\0", 4);
    spk_buf_add(&frame, text, n);
    srv_conn_read(v->conn, spk_buf_text(&frame), frame.n);
    await(p, &v->said, v->read, v->conn, text);
    hear(v);
    spk_buf_release(&frame);
}

/* -- An input ------------------------------------------------------------------------------------ */

/* The line with $T, $0, $1 and $H filled in. */
static void fill_in(const place *p, const char *line, size_t n, spk_buf *out)
{
    for (size_t i = 0; i < n; i++) {
        const char *word = NULL;
        if (line[i] == '$' && i + 1 < n)
            word = line[i + 1] == 'T'   ? p->table
                   : line[i + 1] == '0' ? p->seat0
                   : line[i + 1] == '1' ? p->seat1
                   : line[i + 1] == 'H' ? p->host
                                        : NULL;
        if (word)
            spk_buf_puts(out, word), i++;
        else
            spk_buf_putc(out, line[i]);
    }
}

static void say(place *p, const char *line, size_t n)
{
    spk_buf text = {0};
    fill_in(p, line, n, &text);
    if (text.n > 2 && text.bytes[0] >= '0' && text.bytes[0] < '0' + GUESTS && text.bytes[1] == ' ')
        say_ws(p, &p->guest[text.bytes[0] - '0'], text.bytes + 2, text.n - 2);
    else if (*spk_buf_text(&text)) /* which ends it */
        say_http(p, text.bytes);
    spk_buf_release(&text);
}

/* All go home, and the house forgets that they were there. */
static void clear_away(place *p)
{
    srv_house *h = p->house;
    for (int i = 0; i < GUESTS; i++) {
        visitor *v = &p->guest[i];
        if (v->conn)
            leave(p, v->conn);
        v->conn = NULL;
        v->read = 0;
        v->closed = false;
        spk_buf_release(&v->said);
        v->said = (spk_buf){0};
    }
    h->closing = true; /* bots stop */
    settle(p);
    h->closing = false;
    for (int i = 0; i < h->tables->n_buckets; i++)
        while (h->tables->bucket[i]) {
            srv_change forget = {.table = h->tables->bucket[i]->id, .forget_table = true};
            SPK_BUG_IF(srv_store_write_now(h->store, &forget, NULL) == SPK_EIO);
            srv_table_drop(h->tables->bucket[i]);
        }
    SPK_BUG_IF(h->tables->n_live != 0 || h->figures.guests != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    place *p = open_place();
    const char *at = (const char *)bytes, *end = at + n;
    if (n == 0)
        return 0;
    make_table(p, *at++);
    for (int i = 0; at < end && i < MAX_LINES; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        say(p, at, (size_t)(stop - at));
        at = stop + 1;
    }
    clear_away(p);
    return 0;
}
