/* head.h: the head of a message (work.h): lines of "word value", a blank line, and the body.
 *
 *     speakeasy-work 1
 *     id 5e0b7c41a2
 *     version 0.1.0 9c1185a5c5e9fc54
 *     kind thought
 *     job 17
 *
 *     game famiglia ...
 *
 * Words that are not known are skipped, so that later versions may add some. */
#ifndef SRV_WORK_HEAD_H
#define SRV_WORK_HEAD_H

#include "hosts/server/work/worker.h"

#define SRV_WORK_LANGUAGE "speakeasy-work 1"

typedef enum srv_work_what {
    SRV_WORK_NONE, /* not an answer */
    SRV_WORK_DONE, /* the body is the answer */
    SRV_WORK_MORE, /* a slice is over; it waits for the next one */
    SRV_WORK_BUSY, /* no core is free */
    SRV_WORK_BAD,  /* the body says why it cannot be done */
    SRV_WORK_WHAT_COUNT
} srv_work_what;

/* Everything that a head may say; 0 and "" where it does not. */
typedef struct srv_head {
    char id[SRV_WORK_ID]; /* of whoever sends it: hexadecimal digits */
    char version[40];
    uint64_t fingerprint;
    srv_work_what what;
    char kind[16];
    uint64_t job;
    bool goes_on;        /* the next slice of a job that waits */
    int n_cores;         /* 0: it leaves */
    int n_free, n_spare; /* cores for thoughts, and for work in the background */
    uint32_t took_us;
    const char *body; /* borrowed from the text; terminated */
    size_t n_body;
} srv_head;

void srv_head_print(const srv_head *h, spk_buf *out); /* body included */

/* A whole message: n bytes with a NUL behind them. */
spk_err srv_head_parse(const char *text, size_t n, srv_head *h, spk_why *why);

/* A new id: nobody else has it. */
void srv_work_make_id(char id[SRV_WORK_ID]);

#endif
