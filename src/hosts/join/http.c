/* http.c: HTTP/1.1, one request a connection. See http.h. */
#include "hosts/join/http.h"

#include <llhttp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "hosts/clock.h"
#include "hosts/join/stream.h"

typedef struct reply {
    spk_buf body;
    bool done, too_large;
} reply;

static int on_body(llhttp_t *parser, const char *at, size_t n)
{
    reply *r = parser->data;
    if (r->body.n + n > JOIN_BODY_MOST) {
        r->too_large = true;
        return -1;
    }
    spk_buf_add(&r->body, at, n);
    return 0;
}

static int on_done(llhttp_t *parser)
{
    ((reply *)parser->data)->done = true;
    return 0;
}

static void print_request(const join_address *a, const char *method, const char *path,
                          const char *token, const json_t *body, spk_buf *out)
{
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    spk_buf_printf(out, "%s %s HTTP/1.1\r\nHost: ", method, path);
    join_address_print_host(a, out);
    spk_buf_puts(out,
                 "\r\nUser-Agent: speakeasy\r\nAccept: application/json\r\nConnection: close\r\n");
    if (*token)
        spk_buf_printf(out, "Authorization: Bearer %s\r\n", token);
    if (text)
        spk_buf_printf(out, "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                       strlen(text));
    spk_buf_printf(out, "\r\n%s", text ? text : "");
    free(text);
}

static bool wait_for(join_stream *s, bool to_send, double until)
{
    struct pollfd fd = {.fd = join_stream_fd(s), .events = join_stream_events(s, to_send)};
    double left = until - host_now_ms();
    if (join_stream_has_bytes(s))
        return true;
    return left > 0 && poll(&fd, 1, (int)left + 1) >= 0;
}

static spk_err late(spk_why *why) { return spk_fail(why, SPK_EIO, "the server does not answer"); }

/* Everything of 'request' out, then everything of the answer in. */
static spk_err talk(join_stream *s, const spk_buf *request, llhttp_t *parser, reply *r,
                    spk_why *why)
{
    double until = host_now_ms() + JOIN_HTTP_MS;
    size_t sent = 0;
    join_progress p;
    while ((p = join_stream_step(s)) == JOIN_WAITS)
        if (!wait_for(s, false, until))
            return late(why);
    if (p == JOIN_FAILED)
        return spk_fail(why, SPK_EIO, "%s", join_stream_fault(s));
    while (sent < request->n) {
        ssize_t n = join_stream_write(s, request->bytes + sent, request->n - sent);
        if (n < 0)
            return spk_fail(why, SPK_EIO, "%s", join_stream_fault(s));
        sent += (size_t)n;
        if (n == 0 && !wait_for(s, true, until))
            return late(why);
    }
    while (!r->done) {
        char bytes[8192];
        ssize_t n = join_stream_read(s, bytes, sizeof bytes);
        if (n > 0 && llhttp_execute(parser, bytes, (size_t)n) != HPE_OK && !r->done)
            return spk_fail(why, SPK_EMALFORMED,
                            r->too_large ? "the answer is too large"
                                         : "that is no answer of a web server");
        if (n < 0 && (llhttp_finish(parser), !r->done))
            return spk_fail(why, SPK_EIO, "%s", join_stream_fault(s));
        if (n == 0 && !wait_for(s, false, until))
            return late(why);
    }
    return SPK_OK;
}

/* A refusal in the server's own words. */
static json_t *judge(json_t *answer, int status, spk_why *why)
{
    const char *text = json_string_value(json_object_get(answer, "text"));
    if (status >= 200 && status < 300)
        return answer ? answer : json_object();
    spk_fail(why, SPK_EREFUSED, "%.200s",
             text            ? text
             : status == 404 ? "there is no Speakeasy server at that address"
                             : "the server refused");
    json_decref(answer);
    return NULL;
}

json_t *join_ask(const join_address *a, const char *ca_file, const char *method, const char *path,
                 const char *token, const json_t *body, spk_why *why)
{
    llhttp_settings_t calls;
    llhttp_t parser;
    reply r = {0};
    spk_buf request = {0};
    json_t *answer = NULL;
    join_stream *s = join_stream_new(a, ca_file, why);
    if (!s)
        return NULL;
    llhttp_settings_init(&calls);
    calls.on_body = on_body;
    calls.on_message_complete = on_done;
    llhttp_init(&parser, HTTP_RESPONSE, &calls);
    parser.data = &r;
    print_request(a, method, path, token, body, &request);
    if (talk(s, &request, &parser, &r, why) == SPK_OK) {
        answer = r.body.n ? json_loadb(r.body.bytes, r.body.n, JSON_REJECT_DUPLICATES, NULL) : NULL;
        answer = judge(answer, parser.status_code, why);
    }
    join_stream_free(s);
    spk_buf_release(&request);
    spk_buf_release(&r.body);
    return answer;
}
