/* api.h: what the handlers of tables share. */
#ifndef SRV_API_H
#define SRV_API_H

#include "hosts/server/house_inside.h"

srv_handler srv_api_make;  /* api_make.c */
srv_handler srv_api_list;  /* api_list.c */
srv_handler srv_api_games; /* api_games.c */

/* A request about a table, with what its token opens: 'then' runs once, in the table's turn (house.h),
 * and answers; the visit is freed after it unless it says otherwise. Refusals of all other kinds are answered
 * before. */
typedef struct srv_visit srv_visit;
struct srv_visit {
    srv_task task;
    srv_house *house;
    srv_ask ask;
    char table[SRV_ID + 1];
    char peer[64];
    bool has_token, opened;
    uint8_t bytes[SRV_HASH], hash[SRV_HASH];
    char account[SRV_ID_ROOM]; /* of a session; "": none */
    bool is_host;
    spk_seat seat; /* the one that the token opens here; -1: none */
    json_t *body;  /* NULL: none */
    int n;         /* a seat's number, or a viewer, of the request */
    void (*then)(srv_visit *v, srv_live *live);
};

/* Takes the body. */
void srv_visit_start(srv_house *h, const srv_request *r, const char *table, json_t *body, int n,
                     void (*then)(srv_visit *v, srv_live *live));

/* For 'then': whether the visitor may look, else refused. */
bool srv_visit_may_look(srv_visit *v, const srv_live *live);

/* Write what is new since the mark, then answer with the facts. The visit is a copy of it. */
void srv_visit_commit(const srv_visit *v, srv_live *live, const srv_mark *mark, srv_change *change);

/* "link": how the table is reached from outside. */
void srv_json_link(const srv_house *h, const char *table, spk_json *j);

/* Whether this is a contribution (fair.h). */
spk_err srv_nonce_check(const char *nonce, spk_why *why);

/* Hex as srv_fair_commitment prints it. */
void srv_hex_read(const char *hex, uint8_t *bytes, size_t n);

#endif
