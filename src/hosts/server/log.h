/* log.h: what the house tells its operator: one line an event, in logfmt, readable on a terminal and by
 * programs:
 *
 *     2026-11-16T05:26:37.120Z info  table.made table=k7Rq0ZbT1xYv game=famiglia players=2 from=192.0.2.x
 *
 * Events are listed once (events.def) with their level. What follows is pairs, from a list that ends by
 * itself, so that nobody formats a sentence:
 *
 *     srv_log_event(log, SRV_EVENT_TABLE_MADE, SRV_KEY("table", id), SRV_NUM("players", 2),
 *                   SRV_PEER("from", r->peer));
 *
 * No secrets: no token, password, seed, body, chat or name of a person is ever given to it, and
 * addresses are shortened unless the operator wants them (SRV_PEER is the only way in for one). Values
 * are quoted where they need it; control characters cannot break a line.
 *
 * One kind of event is written at most SRV_LOG_BURST times (an error ten times as often) in
 * SRV_LOG_SPAN_MS; what was left out is counted, and said when the span is over (log.repeated).
 *
 * All calls belong to one thread. A disk that is full loses lines, never the house: they are counted. */
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
#include "hosts/server/events.def"
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
void srv_log_free(srv_log *log); /* says what was left out; NULL is fine */

/* Open the file again under its name, after somebody moved it away (SIGHUP). On failure it goes on into the
 * old one. */
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

/* A NULL log is nobody listening. */
void srv_log_write(srv_log *log, srv_event event, const srv_log_pair *pairs);
#define srv_log_event(log, event, ...)                                                             \
    srv_log_write((log), (event), (const srv_log_pair[]){__VA_ARGS__, {.kind = SRV_PAIR_END}})
#define srv_log_plain(log, event) srv_log_write((log), (event), NULL)

/* Would it be written? For what costs something to find out. */
bool srv_log_wants(const srv_log *log, srv_event event);

/* Lines written and lost (by limit or disk) since the start, for /metrics. */
void srv_log_counts(const srv_log *log, uint64_t *written, uint64_t *lost);

/* An address as the log shows it: "192.0.2.x", "2001:db8:1::x". Returns room. */
const char *srv_log_address(srv_address_style style, const char *peer, char room[64]);

#endif
