/* log.h: the server's log: one line per event, in logfmt, readable by people and programs:
 *
 *     2026-11-16T05:26:37.120Z info  table.made table=k7Rq0ZbT1xYv game=famiglia players=2 from=192.0.2.x
 *
 * events.def lists the events and their levels. What follows an event are pairs of key and value,
 * so that nobody formats sentences:
 *
 *     srv_log_event(log, SRV_EVENT_TABLE_MADE, SRV_KEY("table", id), SRV_NUM("players", 2),
 *                   SRV_PEER("from", r->peer));
 *
 * No secrets: never log a token, password, seed, body, chat message or person's name. Addresses are
 * shortened unless the operator wants them in full (always log them with SRV_PEER). Values are
 * quoted where necessary; control characters cannot break a line.
 *
 * Each kind of event is written at most SRV_LOG_BURST times (errors ten times as often) in
 * SRV_LOG_SPAN_MS; the rest are counted and reported when the span is over (log.repeated).
 *
 * All calls belong to one thread. A full disk loses log lines, which are counted, but never stops
 * the server. */
#ifndef SRV_LOG_H
#define SRV_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

typedef struct srv_log srv_log;

typedef enum srv_level { SRV_ERROR, SRV_WARN, SRV_INFO, SRV_DEBUG, SRV_LEVEL_COUNT } srv_level;
typedef enum srv_address_style {
    SRV_ADDRESS_NONE,
    SRV_ADDRESS_SHORT,
    SRV_ADDRESS_FULL
} srv_address_style;

typedef enum srv_event {
#define EVENT(name, word, level, words) SRV_EVENT_##name,
#include "hosts/server/ops/events.def"
#undef EVENT
    SRV_EVENT_COUNT
} srv_event;

enum { SRV_LOG_BURST = 50, SRV_LOG_SPAN_MS = 10000 };

typedef struct srv_log_options {
    const char *path; /* "-" or NULL: stderr */
    srv_level level;
    srv_address_style addresses;
    int64_t (*now)(void *context); /* milliseconds since 1970; NULL: the system's clock */
    void *now_context;
} srv_log_options;

/* NULL, and why: the file cannot be written. */
srv_log *srv_log_new(const srv_log_options *options, spk_why *why);
void srv_log_free(srv_log *log); /* reports what was left out; NULL is fine */

/* Reopen the file by its name, after it was rotated (SIGHUP). On failure the old one stays in
 * use. */
spk_err srv_log_reopen(srv_log *log, spk_why *why);

/* -- Writing ------------------------------------------------------------------------------------- */

typedef enum srv_pair_kind {
    SRV_PAIR_END,
    SRV_PAIR_TEXT,
    SRV_PAIR_NUMBER,
    SRV_PAIR_PEER
} srv_pair_kind;

typedef struct srv_log_pair {
    srv_pair_kind kind;
    const char *key, *text; /* text NULL: the pair is left out */
    int64_t number;
} srv_log_pair;

#define SRV_KEY(name, value)                                                                       \
    {                                                                                              \
        .kind = SRV_PAIR_TEXT, .key = (name), .text = (value)                                      \
    }
#define SRV_NUM(name, value)                                                                       \
    {                                                                                              \
        .kind = SRV_PAIR_NUMBER, .key = (name), .number = (value)                                  \
    }
#define SRV_PEER(name, value)                                                                      \
    {                                                                                              \
        .kind = SRV_PAIR_PEER, .key = (name), .text = (value)                                      \
    }

/* With a NULL log nothing happens. */
void srv_log_write(srv_log *log, srv_event event, const srv_log_pair *pairs);
#define srv_log_event(log, event, ...)                                                             \
    srv_log_write((log), (event), (const srv_log_pair[]){__VA_ARGS__, {.kind = SRV_PAIR_END}})
#define srv_log_plain(log, event) srv_log_write((log), (event), NULL)

/* Whether it would be written, for values that are expensive to compute. */
bool srv_log_wants(const srv_log *log, srv_event event);

/* Lines written and lost (by limit or disk) since the start, for /metrics. */
void srv_log_counts(const srv_log *log, uint64_t *written, uint64_t *lost);

/* An address as the log shows it: "192.0.2.x", "2001:db8:1::x". Returns 'room'. */
const char *srv_log_address(srv_address_style style, const char *peer, char room[64]);

#endif
