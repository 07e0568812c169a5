/* inside.h: what the routes share. */
#ifndef SRV_HTTP_INSIDE_H
#define SRV_HTTP_INSIDE_H

#include "hosts/server/http/http.h"
#include "hosts/server/rate.h"
#include "hosts/server/table/table.h"
#include "hosts/words.h"

typedef struct srv_http {
    struct srv_pages *pages;
    struct srv_accounts *accounts;
    struct srv_studies *studies;
    struct srv_daily *daily;
    srv_rates *made, *joined, *replayed, *contests, *entered; /* by address */
    srv_rates *people;               /* what somebody does about others: by account */
    srv_rates *codes;                /* mails with a code: by address, and by account */
    spk_buf games_text;              /* GET /api/games, cached after the first request */
    struct srv_kept_poster *posters; /* drawn so far (preview.c) */
} srv_http;

/* -- Routes ------------------------------------------------------------------------------------ */

/* A pattern is a path whose segments may be '*'; 'word' holds what they matched, in order. Answer
 * now or later; everything but 'ask' is borrowed until the handler returns. A list ends with
 * {0}. */
typedef void srv_handler(srv_house *h, const srv_request *r, char *const *word);

typedef struct srv_route {
    srv_method method;
    const char *pattern;
    srv_handler *handler;
} srv_route;

/* The body as a JSON object; duplicate keys are refused. Release it with json_decref. NULL: it was
 * refused and answered. An empty body is an empty object. */
json_t *srv_body(srv_house *h, const srv_request *r);

srv_handler srv_api_make;  /* make.c */
srv_handler srv_api_list;  /* list.c */
srv_handler srv_api_games; /* games.c */

/* make.c: whether one more table may be made, for whoever asks (false: it was refused), and making it, which answers 'ask'. */
bool srv_make_may(srv_house *h, const srv_request *r);
typedef struct srv_dealing srv_dealing;
void srv_make_table(srv_house *h, srv_ask ask, const char *peer, const char *account,
                    const json_t *o, const srv_dealing *d);

/* A table for a crew, whose games it counts among; NULL above: for nobody. The note is written with the table. Then 'made' runs: with
 * the table, when 'ask' has been answered; or with NULL, and why: then 'ask' is 'made's to answer. */
typedef void srv_made(void *context, const srv_table *table, const spk_why *why);
struct srv_dealing {
    const char *crew;
    const srv_note *note;
    srv_made *made;
    void *context;
};

/* nothing.c: the first language that the browser asks for and we speak, and the answer where nothing is. */
host_language srv_request_language(const srv_request *r);
void srv_nothing_here(srv_house *h, const srv_request *r);

/* reports.c: remove those that were closed long ago. */
void srv_reports_sweep(srv_house *h);

/* crews/: remove crews that nobody is in any more: now, and every hour. */
void srv_crews_sweep(srv_house *h);
void srv_crews_start(srv_house *h);

/* list.c: a stored table's fields in a list, into an open object. */
void srv_print_row(const srv_row *t, spk_json *j);

/* A request about a table, with the rights its token gives. 'then' runs once, when the table is
 * READY (table.h) or, for a GET, while something hidden is being written, and answers; the visit is freed after it, unless it says otherwise. Everything
 * that can be refused before that has been. */
typedef struct srv_visit srv_visit;
struct srv_visit {
    srv_task task;
    srv_house *house;
    srv_ask ask;
    char table[SRV_ID + 1];
    char peer[64];
    bool has_token, opened;
    bool unsealed; /* whether the deal is public was asked */
    uint8_t bytes[SRV_HASH], hash[SRV_HASH];
    char account[SRV_ID_ROOM]; /* of a session; "": none */
    bool is_host;
    spk_seat seat;   /* the one the token opens at this table; -1: none */
    json_t *body;    /* NULL: none */
    int n;           /* a seat's number, or a viewer, from the request */
    bool is_welcome; /* whether the maker has blocked them was asked, and is not so */
    bool reads;      /* GET: nothing is changed, so it need not wait for what nobody notices */
    void (*then)(srv_visit *v, srv_table *table);
};

/* Takes ownership of the body. */
void srv_visit_start(srv_house *h, const srv_request *r, const char *table, json_t *body, int n,
                     void (*then)(srv_visit *v, srv_table *table));

/* For 'then': whether the visitor may look; if not, it has been refused. */
bool srv_visit_may_look(srv_visit *v, const srv_table *table);

/* The same, and whether the game is over. */
bool srv_visit_is_over(srv_visit *v, const srv_table *table);

/* Write what is new since the mark, then answer with the facts. Copies the visit. */
void srv_visit_commit(const srv_visit *v, srv_table *table, const srv_mark *mark,
                      srv_change *change);

/* make.c: check the name of a bot that a guest wants to seat ('clean' is the form to keep), and the
 * name such a bot is shown under. */
spk_err srv_bot_check(const char *word, char clean[ROOM_WORD], spk_why *why);
void srv_bot_name(const srv_table *table, const char *word, char name[ROOM_NAME]);

/* make.c: the name that a body gives a person in this seat. Refused if it looks like another seat's. Without one they are
 * called 'otherwise', with a number if somebody is called so already. */
spk_err srv_seat_name_read(const srv_table *table, spk_seat seat, const json_t *body,
                           const char *otherwise, char name[ROOM_NAME], spk_why *why);

/* Whether a name looks like that of people who were forgotten. */
bool srv_name_is_reserved(const char *name);

/* people/: whoever has this seat of a stored table with an account, as somebody with this account may know; NULL: nobody. And
 * an invitation to a table, as its note keeps it; crew NULL: a friend's. */
bool srv_row_may_look(const srv_row *t, const char *account);
const srv_seat *srv_row_seat_seen(const srv_row *t, const char *account, int seat);
void srv_invite_text(const char *from, const char *table, const char *game, const char *crew,
                     int64_t now, spk_buf *out);

/* record.c: a match once more, from its lines, in a room where nobody sits. Any thread may do it. */
room *srv_room_again(srv_box *box, const room_plan *plan, const spk_buf *log);

/* study.c: finished games judged by the house. */
struct srv_studies *srv_studies_new(void);
void srv_studies_free(struct srv_studies *studies);

/* daily/: the deal of the day: seeds ahead of time, tries, results. */
struct srv_daily *srv_daily_new(srv_house *h);
void srv_daily_free(struct srv_daily *daily);

/* -- Pages (pages.c) ------------------------------------------------------------------------------- */

typedef struct srv_pages srv_pages;
srv_pages *srv_pages_new(srv_house *h, spk_why *why);
void srv_pages_free(srv_pages *pages);
bool srv_pages_reply(srv_pages *pages, const srv_request *r);
const srv_blob *srv_pages_look(srv_pages *pages,
                               const char *path); /* NULL: none. Borrowed until the next call */

/* -- Link previews (preview.c) ---------------------------------------------------------------------- */

/* Answer with the page of a table, with link-preview metadata in its head: an invitation while the table waits for players;
 * else, and for an id that does not exist, the house alone. 'page' is borrowed until the call returns. */
void srv_preview_page(srv_house *h, const srv_request *r, const char *id, const srv_blob *page);
void srv_preview_free(srv_http *http);

#endif
