/* house.h: the insides of the table server, for those who build on it: how requests find their handler,
 * how a table is found, how it is changed, and who may do so. Nobody outside this folder needs more
 * than "A house's life".
 *
 *     net.h  ->  house.c  ->  api_*.c     a request, by the table of routes
 *                         ->  guest.c     a message on a WebSocket
 *                                |
 *                             live.c      a table in memory: a room (room.h), its guests, its queue
 *                                |
 *                             store.h     what it changes is written, then shown
 *
 * All of it belongs to the loop's thread; only bots think elsewhere (deputy.c). */
#ifndef SRV_HOUSE_H
#define SRV_HOUSE_H

#include <jansson.h>

#include "base/json.h"
#include "engine/clock.h"
#include "hosts/server/config.h"
#include "hosts/server/fair.h"
#include "hosts/server/log.h"
#include "hosts/server/net.h"
#include "hosts/server/store.h"

typedef struct srv_house srv_house;
typedef struct srv_live srv_live; /* a table in memory: house_inside.h */

/* -- A house's life ---------------------------------------------------------------------------- */

/* Open the store, listen, begin. NULL, and why: the store or an address cannot be had. The config and
 * the log are borrowed. The loop is the caller's. */
srv_house *srv_house_open(uv_loop_t *loop, const srv_config *config, srv_log *log, spk_why *why);

/* Close: no new tables, guests are told and let go, what is under way is written. Handles are gone, and
 * uv_run returns, in some two seconds at most. A second call changes nothing. */
void srv_house_close(srv_house *h);
void srv_house_free(srv_house *h); /* after uv_run has returned */

/* SIGHUP: certificate and log file again. */
void srv_house_reload(srv_house *h);

const srv_config *srv_house_config(const srv_house *h);
srv_log *srv_house_log(srv_house *h);
srv_net *srv_house_net(srv_house *h);
srv_store *srv_house_store(srv_house *h);
uv_loop_t *srv_house_loop(srv_house *h);
bool srv_house_is_closing(const srv_house *h);

/* Two times. The wall clock, milliseconds since 1970: for people, and whatever the store calls 'at'.
 * House time (clock.h): for players' clocks and 'due', and for nothing else. */
int64_t srv_house_wall(const srv_house *h);
int64_t srv_house_now(srv_house *h);

/* "https://play.example" or where the request came to; what follows is a path. */
void srv_house_link(const srv_house *h, const char *path, spk_buf *out);

/* -- Saying no --------------------------------------------------------------------------------- */

typedef enum srv_code {
    SRV_WELL,
#define CODE(name, word, status) SRV_##name,
#include "hosts/server/codes.def"
#undef CODE
    SRV_CODE_COUNT
} srv_code;

extern const char *const srv_code_words[SRV_CODE_COUNT]; /* "", "malformed", ... */
extern const int srv_code_status[SRV_CODE_COUNT];        /* 200, 400, ... */
srv_code srv_code_of(spk_err err);

/* {"error": CODE, "text": SENTENCE}, with "rule" where there is one. */
void srv_refuse(srv_house *h, srv_ask ask, srv_code code, const char *text);
void srv_refuse_why(srv_house *h, srv_ask ask, const spk_why *why);

/* {"t": ...}-less JSON: the whole text is the body. */
void srv_reply_buf(srv_house *h, srv_ask ask, int status, const spk_buf *json);

/* -- Routes ------------------------------------------------------------------------------------ */

/* A pattern is a path whose segments may be '*'; 'word' holds what stood there, in order. Answer now
 * or later, by srv_refuse, srv_reply_buf or net.h; everything but 'ask' is borrowed until the handler
 * returns. A list ends with {0}. To add routes: such a list in your own file, and its name in
 * routes.def. */
typedef void srv_handler(srv_house *h, const srv_request *r, char *const *word);

typedef struct srv_route {
    srv_method method;
    const char *pattern;
    srv_handler *handler;
} srv_route;

/* The body as a JSON object, duplicates refused: yours to json_decref. NULL: it was refused and
 * answered already. An empty body is an empty object. */
json_t *srv_body(srv_house *h, const srv_request *r);

/* Fields of an object. False: it is there, but not of this kind (or too long, or no clean UTF-8): 'why'
 * says which. Missing: true, and *value stays. Texts are borrowed from the object. */
bool srv_field_text(const json_t *o, const char *name, size_t max, const char **value,
                    spk_why *why);
bool srv_field_bool(const json_t *o, const char *name, bool *value, spk_why *why);
bool srv_field_int(const json_t *o, const char *name, int lo, int hi, int *value, spk_why *why);

/* -- Secrets ----------------------------------------------------------------------------------- */

enum { SRV_TOKEN = 44 }; /* room for a token's text: 43 characters of base64url */

/* A new one: 256 bits, the text for the person, the hash for the store. */
void srv_token_new(char text[SRV_TOKEN], uint8_t hash[SRV_HASH]);

/* Its hash. False: not of a token's form. */
bool srv_token_read(const char *text, uint8_t hash[SRV_HASH]);

/* The one in 'Authorization: Bearer ...'; *text is borrowed from the request. False: none, or none of
 * that form. */
bool srv_request_token(const srv_request *r, uint8_t hash[SRV_HASH], const char **text);

bool srv_hash_eq(const uint8_t a[SRV_HASH], const uint8_t b[SRV_HASH]); /* in constant time */

void srv_id_new(char id[SRV_ID + 1]); /* of a table or an account */
bool srv_is_id(const char *text);     /* 12 letters, digits, '-', '_' */

/* -- Tables ------------------------------------------------------------------------------------ */

/* Something to do at a table. 'run' is called exactly once, with nothing unwritten in the table: within
 * srv_house_visit or later. live NULL: 'why' says why not (SPK_EUNKNOWN: there is no such table;
 * SPK_EIO; SPK_EBUSY: the house is closing). Put it first into a struct of your own; it is yours and must
 * stay until 'run', which may free it. */
typedef struct srv_task srv_task;
struct srv_task {
    void (*run)(srv_task *task, srv_live *live, const spk_why *why);
    srv_task *next; /* the queue's */
};

void srv_house_visit(srv_house *h, const char *table, srv_task *task);

/* A seat of a table becomes an account's, if the token (its hash) is that seat's. 'done' runs once,
 * with SPK_OK, SPK_EUNKNOWN (no such table or token) or what the store says. */
typedef void srv_told(void *context, const spk_why *why);
void srv_house_claim(srv_house *h, const char *table, const uint8_t token[SRV_HASH],
                     const char *account, srv_told *done, void *context);

/* An account is forgotten (the store has done so): tables in memory forget its name and tokens, and its
 * guests are sent away. */
void srv_house_forget(srv_house *h, const char *account);

/* -- Figures, for /metrics ---------------------------------------------------------------------- */

typedef struct srv_house_figures {
    int64_t tables_live; /* in memory now */
    int64_t guests;      /* at a table now; seats' and onlookers' */
    int64_t onlookers;
    int64_t bots_thinking; /* now */
    int64_t bots_waiting;  /* for a worker, now */
    int64_t tables_made, tables_finished, tables_loaded;
    int64_t acts, acts_refused; /* of people */
    int64_t moves;              /* entries written: moves of seats, bots' too */
    int64_t bot_moves, safe_moves, time_outs, chats;
    int64_t writes_failed;
    int64_t late[SRV_LATE_BUCKETS]; /* from an act's coming to its being shown: srv_late_ms */
    double late_ms_sum;
} srv_house_figures;

const srv_house_figures *srv_house_look(const srv_house *h);

#endif
