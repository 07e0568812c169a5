/* inside.h: what the files of this folder share; for no other folder (alert.h is the manual). */
#ifndef SRV_ALERT_INSIDE_H
#define SRV_ALERT_INSIDE_H

#include "hosts/alert/push.h"
#include "hosts/server/alert/alert.h"

enum {
    SRV_SIGN = 32,      /* bytes of the key that signs links */
    SRV_ALERT_MOST = 64 /* notes of one person that one message has room for; the rest follow */
};

#define SRV_KIND_ALERT "alert"
#define SRV_KIND_KEY   "alert_key"
#define SRV_KIND_TOLD  "alert_told" /* key ACCOUNT, {"at":MS}: when we last told them something */

typedef struct srv_alert_errand srv_alert_errand;

typedef struct srv_alerts {
    srv_house *house;
    courier *courier; /* NULL: a test carries */
    srv_carry *carry;
    void *carry_context;

    bool has_keys, asks_keys;
    push_key push;
    uint8_t sign[SRV_SIGN];
    char push_text[90]; /* of the public key */

    bool hurry, asks;          /* something may be due; the store was asked what is */
    int64_t looked_ms;         /* srv_house_ms: when it was last asked */
    srv_alert_errand *errands; /* one for each person who is being told */
    int n_errands;
} srv_alerts;

/* One piece of news of the person. */
typedef struct srv_alert_item {
    char key[SRV_KEY_ROOM], table[SRV_ID_ROOM], game[32], what[8];
    json_t *text;
    int64_t version, rank;
    int tries;
    bool sends; /* it is in the message; 'text' has what was claimed */
} srv_alert_item;

struct srv_alert_errand {
    srv_alert_errand *next;
    srv_alerts *alerts;
    char account[SRV_ID_ROOM];
    json_t *ways; /* NULL: nothing chosen */
    int64_t ways_version;
    int64_t told, told_version; /* when they were last told something; 0: never */
    srv_alert_item items[SRV_ALERT_MOST];
    int n_items;
    int n_under_way; /* parcels */
    json_t *failed;  /* ids of ways to try again, each with the keys of its items */
    bool lost_a_way; /* a push service has said that a browser is gone */
    int n_sent, n_dropped;
};

void srv_errand_end(srv_alert_errand *e);

/* ways.c */
bool srv_ways_want(const json_t *ways, const char *what, const char *table);
int64_t srv_ways_quiet_until(const json_t *ways, int64_t now); /* 0: it is not quiet there */
int srv_ways_n_usable(const srv_house *h, const json_t *ways);
bool srv_way_is_usable(const srv_house *h, const json_t *way);

/* send.c: everything of an errand that was claimed; ends the errand when all fates are known. */
void srv_errand_send(srv_alert_errand *e);
spk_err srv_alerts_carry(srv_alerts *a, const courier_parcel *parcel, courier_done *done,
                         void *mine);
void srv_alerts_print_stop(const srv_alerts *a, const char *account, const char *way, spk_buf *out);

#endif
