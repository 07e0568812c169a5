/* alert.h: telling people who are not there that it is their turn, that a game is over, that a seat is kept for them, that they are invited: by Web Push,
 * mail or webhook, as each of them chose (docs/alerts.md). For table/, http/ and server.c.
 *
 * A piece of news is a note of the store (store.h, srv_note), written with the change that causes it:
 *
 *     table/news.c    kind "alert", key ACCOUNT/TABLE, list ACCOUNT, rank: when it is to be sent
 *         |           {"what":"turn","table":ID,"game":"famiglia","at":MS}            not read by the writer, so it costs one row
 *         v
 *     alert.c         finds what is due, person by person: what they want (kind "alert_ways", key ACCOUNT), whether it is night there
 *         |           claims all of it in one change, by version: "claimed":MS
 *         v
 *     send.c          one message for all of a person's tables and each of their ways -> courier (hosts/alert) -> its fate:
 *                     sent: the note goes.  later: "tries":N, "ways":[those that failed], due again after a pause
 *
 * Never twice. A claim is written before anything is sent. If the house dies in between, nobody knows what was sent; when the claim
 * is over, the news is dropped and counted (alerts_lost). So a crash may cost an alert and never repeats one: a person who was told
 * twice trusts no alert, and whoever missed one finds the table under "my tables". For the same reason a message whose fate is in
 * doubt counts as sent.
 *
 * Of several nodes any may send; the claim decides which one does. It also writes down when this person was told (kind "alert_told"), so that
 * the pause between two messages is kept by all nodes together.
 *
 * Nothing secret. A note says what an onlooker may know: whose turn it is for them, and that a game is over. A message
 * is made of notes alone, and names no player and no move.
 *
 * Nobody waits. A move carries a note or two; everything else happens later, on timers, and in the courier's thread. */
#ifndef SRV_ALERT_H
#define SRV_ALERT_H

#include "hosts/alert/courier.h"
#include "hosts/server/house.h"
#include "hosts/words.h"

typedef enum srv_news {
    SRV_NEWS_TURN,
    SRV_NEWS_OVER,
    SRV_NEWS_SEAT,
    SRV_NEWS_INVITE,
    SRV_NEWS_COUNT
} srv_news;
extern const char *const srv_news_words[SRV_NEWS_COUNT]; /* "turn", "over", "seat", "invite" */

typedef enum srv_way { SRV_WAY_PUSH, SRV_WAY_MAIL, SRV_WAY_WEBHOOK, SRV_WAY_COUNT } srv_way;
extern const char *const srv_way_words[SRV_WAY_COUNT]; /* "push", "mail", "webhook" */

/* -- Life ----------------------------------------------------------------------------------------- */

/* With no way in the settings this does nothing, and h->alerts stays NULL. SPK_EREFUSED, and why: libcurl is not there. */
spk_err srv_alerts_open(srv_house *h, spk_why *why);
void srv_alerts_start(srv_house *h);
void srv_alerts_poll(srv_house *h); /* the courier has something to tell */
void srv_alerts_close(
    srv_house *h); /* the house closes: what is under way is settled, the rest stays in the store */
void srv_alerts_free(srv_house *h);

static inline bool srv_alerts_are_on(const srv_house *h) { return h->alerts != NULL; }
bool srv_alerts_offer(const srv_house *h, srv_way way);

/* For a test: parcels go here instead of to the courier. As courier_send. */
typedef spk_err srv_carry(void *context, const courier_parcel *parcel, courier_done *done,
                          void *mine);
void srv_alerts_carry_by(srv_house *h, srv_carry *carry, void *context);

/* -- News ------------------------------------------------------------------------------------------ */

/* Notes for a change, with the room for their texts. {.n = 0} is empty. What is said twice of the same person and table counts
 * once, the last. */
enum { SRV_BULLETIN = 16 };
typedef struct srv_bulletin {
    int n;
    srv_note notes[SRV_BULLETIN];
    struct {
        char key[SRV_ID_ROOM + SRV_ID_ROOM], account[SRV_ID_ROOM], text[160];
    } room[SRV_BULLETIN];
} srv_bulletin;

void srv_bulletin_add(srv_bulletin *b, const char *account, srv_news what, const char *table,
                      const char *game, int64_t now);
void srv_bulletin_drop(srv_bulletin *b, const char *account,
                       const char *table); /* no longer news */

/* Something was queued: look for it soon. */
void srv_alerts_hurry(srv_house *h);

/* -- What a person wants ---------------------------------------------------------------------------- */

/* The text of a person's note "alert_ways", as an object:
 *
 *     {"news":{"turn":true,"over":true,"seat":true}, "quiet":{"from":1320,"to":480}, "offset":60,
 *      "shift":{"at":MS,"offset":120}, "language":"de", "muted":[TABLE ...], "ways":[{"id":"p3f2a","kind":"push",...} ...]}
 *
 * Functions that change it return SPK_EMALFORMED, SPK_EREFUSED or SPK_ERANGE, with a sentence for the person. */
#define SRV_KIND_WAYS "alert_ways"

host_language srv_ways_language_of(const json_t *ways);
json_t *srv_ways_read(const char *text); /* NULL: nothing chosen yet. Release with json_decref */

/* {"news":{"over":false}, "quiet":{"from":1320,"to":480} or null, "offset":60, "shift":{"at":MS,"offset":120} or null, "language":"de",
 * "mute":{TABLE:true}}. shift: when their clocks change next, and to what. */
spk_err srv_ways_patch(json_t *ways, const json_t *body, spk_why *why);

/* {"endpoint":URL,"p256dh":...,"auth":...,"name":"Firefox"}; the same endpoint again replaces the old one. */
spk_err srv_ways_add_push(const srv_house *h, json_t *ways, const json_t *body, spk_why *why);

/* {"address":...}: not used before it is confirmed. The code is for the mail, and for nobody else. */
enum { SRV_CODE_DIGITS = 8 };
spk_err srv_ways_add_mail(const srv_house *h, json_t *ways, const json_t *body,
                          char code[SRV_CODE_DIGITS + 1], spk_why *why);
spk_err srv_ways_confirm(const srv_house *h, json_t *ways, const json_t *body, spk_why *why);

/* {"url":...,"style":"plain"}; 'secret' is told once, in the answer. */
enum { SRV_HOOK_SECRET_TEXT = 44 };
spk_err srv_ways_add_webhook(const srv_house *h, json_t *ways, const json_t *body,
                             char secret[SRV_HOOK_SECRET_TEXT], spk_why *why);

bool srv_ways_remove(json_t *ways, const char *id); /* false: there is no such way */

/* The answer of GET /api/me/alerts, into an open object: no secret in it, and addresses only as far as their owner needs them. */
void srv_ways_print(const srv_house *h, const json_t *ways, spk_json *j);

/* The mail with the code. */
spk_err srv_alerts_send_code(srv_house *h, const json_t *ways, const char *address,
                             const char *code, spk_why *why);

/* The public half of the house's key for Web Push, in base64url; NULL: not known yet, ask again. */
const char *srv_alerts_push_key(const srv_house *h);

/* Who may stop what: the last part of the address /alerts/stop/TOKEN. False: not one of ours. */
bool srv_alerts_read_stop(const srv_house *h, const char *token, char account[SRV_ID_ROOM],
                          char way[12]);

#endif
