/* hook.h: what a webhook is sent: JSON in one of a few shapes, and a signature. Nothing is sent here.
 *
 *     plain      {"speakeasy":1,"text":...,"at":MS,"tables":[{"table","game","what","link"}]}      for programs
 *     discord    {"content":...}      slack      {"text":...}      matrix    {"text":...,"html":...}
 *
 * The last three are what the incoming webhooks of those chat rooms, and of many others, read. A signature lets the other side
 * know who speaks: the header
 *
 *     Speakeasy-Signature: t=SECONDS,v1=HEX
 *
 * holds HMAC-SHA256 of "SECONDS.BODY" under the webhook's secret, which its owner was told once. */
#ifndef ALERT_HOOK_H
#define ALERT_HOOK_H

#include <stdint.h>

#include "base/buf.h"

typedef enum hook_style {
    HOOK_PLAIN,
    HOOK_DISCORD,
    HOOK_SLACK,
    HOOK_MATRIX,
    HOOK_STYLES
} hook_style;

extern const char *const hook_style_words[HOOK_STYLES];

typedef struct hook_line {
    const char *table, *game, *what, *link;
    const char *text; /* the sentence about it */
} hook_line;

typedef struct hook_news {
    int64_t at; /* ms since 1970 */
    const hook_line *lines;
    int n_lines;
} hook_news;

enum { HOOK_SECRET = 32 };

void hook_print(hook_style style, const hook_news *news, spk_buf *body);
void hook_sign(const uint8_t secret[HOOK_SECRET], int64_t at, const spk_buf *body, spk_buf *header);

#endif
