/* caller.h: a request on its way between store and answer, and who sent it. For routes that need an account:
 *
 *     typedef struct errand { srv_caller caller; ... } errand;          first, so that one is the other
 *     errand *e = srv_caller_begin(h, r, sizeof *e, known, release);    NULL: it was refused and answered
 *     static void known(srv_caller *c) { ... srv_caller_ask(c, &query, on_found) ... }
 *     static void on_found(void *context, const srv_answer *a) { ... srv_caller_answer(c, 200, &out); }
 *
 * For routes that are open to guests too:
 *
 *     errand *e = srv_caller_new(h, r, sizeof *e, release);             zeroed behind the caller: fill it in
 *     if (srv_caller_read(&e->caller, r))                               if it has a body
 *         srv_caller_find(&e->caller, r, known);                        'known' may run before this returns
 *
 * 'known' runs once it is clear whose session it is; a guest has the id "". Whatever happens, it ends in one of the calls under
 * "Ending", which frees it. */
#ifndef SRV_CALLER_H
#define SRV_CALLER_H

#include "hosts/server/http/inside.h"

typedef struct srv_caller srv_caller;
struct srv_caller {
    srv_house *house;
    srv_ask ask; /* {0}: the house's own errand, nobody waits for it */
    char peer[64];
    char id[SRV_ID_ROOM], name[SRV_NAME_ROOM]; /* of the account */
    json_t *body;                              /* of POST and PATCH; NULL: none */
    bool may_be_guest;
    void (*known)(srv_caller *c);
    void (*release)(srv_caller *c); /* what the errand has of its own; may be NULL */
};

void *srv_caller_begin(srv_house *h, const srv_request *r, size_t size,
                       void (*known)(srv_caller *c), void (*release)(srv_caller *c));

/* The same in steps. r NULL: an errand of the house's own. False: the body was refused, and it has ended. */
void *srv_caller_new(srv_house *h, const srv_request *r, size_t size,
                     void (*release)(srv_caller *c));
bool srv_caller_read(srv_caller *c, const srv_request *r);
void srv_caller_find(srv_caller *c, const srv_request *r, void (*known)(srv_caller *c));

/* Ask and write; if that is not possible it is refused, and 'done' will not run. */
void srv_caller_ask(srv_caller *c, const srv_query *query, srv_done *done);
void srv_caller_write(srv_caller *c, srv_change *change, srv_done *done);

/* False: this account does such things too often; it was refused. */
bool srv_caller_may(srv_caller *c, uint32_t per_minute);

/* -- Ending ------------------------------------------------------------------------------------------ */

void srv_caller_refuse(srv_caller *c, srv_code code, const char *text);
void srv_caller_fail(srv_caller *c, spk_err err, const char *text);
void srv_caller_fail_why(srv_caller *c, const spk_why *why);
void srv_caller_answer(srv_caller *c, int status, spk_buf *json); /* takes what is in it */
void srv_caller_end(srv_caller *c);                               /* it was answered otherwise */

#endif
