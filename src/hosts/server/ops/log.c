/* log.c: lines of the log. See log.h. */
#include "hosts/server/ops/log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/net/net.h"

typedef struct event_info {
    const char *word;
    srv_level level;
} event_info;

static const event_info events[SRV_EVENT_COUNT] = {
#define EVENT(name, word, level, words) [SRV_EVENT_##name] = {word, SRV_##level},
#include "hosts/server/ops/events.def"
#undef EVENT
};

static const char *const level_words[SRV_LEVEL_COUNT] = {"error", "warn", "info", "debug"};

enum { MAX_VALUE = 400, PATIENCE = 10 }; /* bytes of a text; times the burst that errors have */

typedef struct tally { /* of one kind of event */
    int64_t since;     /* when its span began */
    uint32_t n, n_left_out;
} tally;

struct srv_log {
    srv_log_options options;
    char *path; /* NULL: stderr */
    int fd;
    uint64_t n_written, n_lost;
    int64_t n_failed; /* lines since the last that could be written */
    tally tallies[SRV_EVENT_COUNT];
    spk_buf line;
};

/* -- Opening -------------------------------------------------------------------------------------- */

static int open_file(const char *path)
{
    return open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0640);
}

srv_log *srv_log_new(const srv_log_options *options, spk_why *why)
{
    const char *path = options->path && !spk_str_eq(options->path, "-") ? options->path : NULL;
    int fd = path ? open_file(path) : STDERR_FILENO;
    if (fd < 0) {
        spk_fail(why, SPK_EIO, "%.150s: %s", path, strerror(errno));
        return NULL;
    }
    srv_log *log = spk_alloc(sizeof *log);
    *log = (srv_log){.options = *options, .fd = fd};
    if (path)
        log->path = memcpy(spk_alloc(strlen(path) + 1), path, strlen(path) + 1);
    return log;
}

spk_err srv_log_reopen(srv_log *log, spk_why *why)
{
    int fd = log->path ? open_file(log->path) : log->fd;
    if (fd < 0)
        return spk_fail(why, SPK_EIO, "%.150s: %s", log->path, strerror(errno));
    if (log->path)
        close(log->fd);
    log->fd = fd;
    return SPK_OK;
}

/* -- Values --------------------------------------------------------------------------------------- */

static bool is_bare(const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p; p++)
        if (*p <= ' ' || *p == '"' || *p == '=' || *p == '\\' || *p >= 0x7f)
            return false;
    return *text;
}

/* Bytes that are no plain ASCII are shown as what they are: no terminal takes them for a command. */
static void print_text(const char *text, spk_buf *out)
{
    if (is_bare(text) && strlen(text) <= MAX_VALUE) {
        spk_buf_puts(out, text);
        return;
    }
    spk_buf_putc(out, '"');
    int n = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p && n < MAX_VALUE; p++, n++) {
        if (*p == '"' || *p == '\\')
            spk_buf_printf(out, "\\%c", *p);
        else if (*p < ' ' || *p >= 0x7f)
            spk_buf_printf(out, "\\x%02x", *p);
        else
            spk_buf_putc(out, (char)*p);
    }
    spk_buf_puts(out, text[n] ? "...\"" : "\"");
}

/* A household, not a person: of IPv4 the first three numbers, of IPv6 the first 48 bits. */
const char *srv_log_address(srv_address_style style, const char *peer, char room[64])
{
    srv_ip ip;
    spk_buf out = {.bytes = room, .cap = 64, .fixed = true};
    room[0] = '\0';
    if (style == SRV_ADDRESS_NONE || !srv_ip_parse(peer, &ip))
        spk_buf_putc(&out, '-');
    else if (style == SRV_ADDRESS_FULL)
        spk_buf_puts(&out, peer);
    else if (!strchr(peer, ':') || memcmp(ip.bytes, "\0\0\0\0\0\0\0\0\0\0\xff\xff", 12) == 0)
        spk_buf_printf(&out, "%d.%d.%d.x", ip.bytes[12], ip.bytes[13], ip.bytes[14]);
    else
        spk_buf_printf(&out, "%x:%x:%x::x", ip.bytes[0] << 8 | ip.bytes[1],
                       ip.bytes[2] << 8 | ip.bytes[3], ip.bytes[4] << 8 | ip.bytes[5]);
    return room;
}

static void print_pair(const srv_log *log, const srv_log_pair *pair, spk_buf *out)
{
    char room[64];
    if (pair->kind != SRV_PAIR_NUMBER && !pair->text)
        return;
    if (pair->kind == SRV_PAIR_PEER && log->options.addresses == SRV_ADDRESS_NONE)
        return;
    spk_buf_printf(out, " %s=", pair->key);
    if (pair->kind == SRV_PAIR_NUMBER)
        spk_buf_printf(out, "%" PRId64, pair->number);
    else if (pair->kind == SRV_PAIR_PEER)
        spk_buf_puts(out, srv_log_address(log->options.addresses, pair->text, room));
    else
        print_text(pair->text, out);
}

/* -- Lines ---------------------------------------------------------------------------------------- */

static int64_t now_of(const srv_log *log)
{
    struct timespec t;
    if (log->options.now)
        return log->options.now(log->options.now_context);
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void print_head(int64_t now, srv_event event, spk_buf *out)
{
    time_t seconds = (time_t)(now / 1000);
    struct tm at;
    char text[32];
    gmtime_r(&seconds, &at);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &at);
    spk_buf_printf(out, "%s.%03dZ %-5s %s", text, (int)(now % 1000),
                   level_words[events[event].level], events[event].word);
}

/* One write a line, so that lines of several processes do not mix. A line that fails is lost. */
static void put_line(srv_log *log)
{
    spk_buf_putc(&log->line, '\n');
    ssize_t n;
    do
        n = write(log->fd, log->line.bytes, log->line.n);
    while (n < 0 && errno == EINTR);
    bool well = n == (ssize_t)log->line.n;
    log->n_written += well;
    log->n_lost += !well;
    log->n_failed = well ? 0 : log->n_failed + 1;
}

static void put(srv_log *log, int64_t now, srv_event event, const srv_log_pair *pairs)
{
    spk_buf_clear(&log->line);
    print_head(now, event, &log->line);
    for (; pairs && pairs->kind != SRV_PAIR_END; pairs++)
        print_pair(log, pairs, &log->line);
    put_line(log);
}

/* -- How often ------------------------------------------------------------------------------------ */

static void say_left_out(srv_log *log, int64_t now, srv_event event)
{
    tally *t = &log->tallies[event];
    if (t->n_left_out == 0)
        return;
    put(log, now, SRV_EVENT_REPEATED,
        (srv_log_pair[]){
            SRV_KEY("event", events[event].word), SRV_NUM("times", t->n_left_out), {0}});
    t->n_left_out = 0;
}

static bool is_too_often(srv_log *log, int64_t now, srv_event event)
{
    tally *t = &log->tallies[event];
    uint32_t most = SRV_LOG_BURST * (events[event].level == SRV_ERROR ? PATIENCE : 1);
    if (now < t->since || now - t->since >= SRV_LOG_SPAN_MS) {
        say_left_out(log, now, event);
        *t = (tally){.since = now};
    }
    if (t->n < most) {
        t->n++;
        return false;
    }
    t->n_left_out++;
    log->n_lost++;
    return true;
}

/* A kind of event that has stopped would keep its sum to itself: whoever writes next says it. */
static void say_overdue(srv_log *log, int64_t now)
{
    for (int i = 0; i < SRV_EVENT_COUNT; i++)
        if (log->tallies[i].n_left_out && now - log->tallies[i].since >= SRV_LOG_SPAN_MS)
            say_left_out(log, now, (srv_event)i);
}

/* Is there room again? If not, this line is none of those that were lost. */
static void say_lost(srv_log *log, int64_t now)
{
    int64_t n = log->n_failed;
    if (n == 0)
        return;
    put(log, now, SRV_EVENT_LOST, (srv_log_pair[]){SRV_NUM("lines", n), {0}});
    if (log->n_failed) {
        log->n_failed = n;
        log->n_lost--;
    }
}

bool srv_log_wants(const srv_log *log, srv_event event)
{
    return log && events[event].level <= log->options.level;
}

void srv_log_write(srv_log *log, srv_event event, const srv_log_pair *pairs)
{
    if (!srv_log_wants(log, event))
        return;
    int64_t now = now_of(log);
    say_lost(log, now);
    say_overdue(log, now);
    if (!is_too_often(log, now, event))
        put(log, now, event, pairs);
}

void srv_log_counts(const srv_log *log, uint64_t *written, uint64_t *lost)
{
    *written = log->n_written;
    *lost = log->n_lost;
}

void srv_log_free(srv_log *log)
{
    if (!log)
        return;
    int64_t now = now_of(log);
    for (int i = 0; i < SRV_EVENT_COUNT; i++)
        say_left_out(log, now, (srv_event)i);
    if (log->path)
        close(log->fd);
    spk_free(log->path);
    spk_buf_release(&log->line);
    spk_free(log);
}
