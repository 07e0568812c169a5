/* letter.h: a mail as bytes: headers and text as RFC 5322 wants them, ready for a mail server. Nothing is sent here. */
#ifndef ALERT_LETTER_H
#define ALERT_LETTER_H

#include <stdint.h>

#include "base/buf.h"

typedef struct letter {
    const char *from, *to; /* mailboxes that alert_mailbox_check lets pass */
    const char *subject;   /* UTF-8, one line */
    const char *text;      /* UTF-8, lines end with \n */
    const char *id;        /* unique, letters and digits: a mail server that sees it twice knows */
    const char *stop;      /* the address that stops these mails at once (RFC 8058); NULL: none */
    int64_t at;            /* ms since 1970 */
} letter;

void letter_print(const letter *l, spk_buf *out);

#endif
