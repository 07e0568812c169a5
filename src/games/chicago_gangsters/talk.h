/* talk.h: a parsed message of 8.6 and the state of a talk window, shared by talk.c (who may say
 * what), talk_phrases.c (sentences for people), talk_bots.c (what bots say) and talk_promises.c
 * (how bots understand what is said). */
#ifndef CHICAGO_GANGSTERS_TALK_H
#define CHICAGO_GANGSTERS_TALK_H

#include "games/chicago_gangsters/state.h"

/* By code. */
typedef enum cg_say {
    CG_SAY_PASS,
    CG_SAY_AIM,              /* a: win, half, save */
    CG_SAY_MY_POINTS,        /* a to b */
    CG_SAY_MY_CARDS,         /* a */
    CG_SAY_MY_HAND,          /* a: cg_means, b: none, weak, strong */
    CG_SAY_ASK_POINTS,       /* a */
    CG_SAY_ASK_CARDS,        /* a */
    CG_SAY_WANT_PACKAGE,     /* a: 0 as winner, 1 as loser; b: 0 or 1 */
    CG_SAY_STAY_BELOW,       /* a = 1: yes */
    CG_SAY_THUG_INTENT,      /* a = 1: yes */
    CG_SAY_HIDDEN_CLAIM,     /* a: cg_means, b: value; a = CG_MEANS_COUNT: bluff */
    CG_SAY_GODFATHER_INTENT, /* a = 1: yes */
    CG_SAY_JOIN_US,          /* a: side */
    CG_SAY_ACCEPT,           /* a: number from 1 */
    CG_SAY_REJECT,
    CG_SAY_COUNT
} cg_say;

typedef struct cg_message {
    int code; /* cg_say; -1: none of them */
    int a, b;
} cg_message;

enum { CG_GRID = 12 };
extern const uint8_t cg_grid[CG_GRID]; /* of points; the last one, used as 'hi', means no upper
                                        * limit */

/* False: not a valid message; m->code is the one it begins like. */
bool cg_message_read(const char *text, cg_message *m);

enum { CG_T1 = 1, CG_T2, CG_T3 };
enum { CG_MAX_SENT = 64 };

/* A window in progress: who may speak, and what was said in it. */
typedef struct cg_window {
    int which; /* CG_T1 ...; 0: closed */
    int n_speakers;
    spk_seat speaker[CG_SEATS];
    int sent[CG_SEATS];
    int at, passes; /* who may speak; passes in a row */
    int n_sent;     /* messages without passes: number i is at i - 1 */
    cg_message message[CG_MAX_SENT];
    spk_seat by[CG_MAX_SENT];
} cg_window;

/* The window after everything that was said. */
cg_window cg_window_at(const spk_box *box, const cg_state *s, const spk_said *said, int n);

/* The window in which the last of these messages was said, as it stood after it (n > 0). */
cg_window cg_window_of_last(const spk_box *box, const cg_state *s, const spk_said *said, int n);

/* talk_phrases.c: for people */
void cg_sentence(const spk_box *box, const void *state, const spk_said *said, int n, spk_buf *out);
int cg_message_number(const spk_box *box, const void *state, const spk_said *said, int n);
void cg_talk_menu(const spk_box *box, const void *view, const spk_said *said, int n, spk_seat seat,
                  spk_buf *out);

/* talk_apt.c: what of it fits this moment */
void cg_talk_apt(const spk_box *box, const void *view, const spk_said *said, int n, spk_seat seat,
                 spk_buf *out);

/* talk_bots.c */
spk_manners cg_manners(const spk_box *box);
uint32_t cg_subject(const spk_box *box, const void *state);
int cg_stake(const spk_box *box, const void *view);
spk_seat cg_partner(const spk_box *box, const void *view, spk_seat seat);
spk_promise cg_promise(const spk_box *box, const void *view, const spk_said *said, int n);
bool cg_is_promise(const spk_box *box, spk_promise promise);
bool cg_replaces(spk_promise later, spk_promise earlier);
int cg_kept(const spk_box *box, const void *state, spk_seat seat, spk_promise promise);
int cg_fits(const spk_box *box, const void *state, spk_seat seat, spk_move move,
            spk_promise promise);
bool cg_keep(const spk_box *box, const void *state, spk_seat seat, spk_promise promise,
             spk_rng *rng, spk_move *move);
bool cg_mend(const spk_box *box, void *world, spk_seat seat, spk_promise promise, spk_rng *rng);
bool cg_rehearse(const spk_box *box, const void *view, spk_seat seat, const spk_said *said, int n,
                 void *decision);
void cg_speak(const spk_box *box, const void *view, spk_seat seat, const spk_move *plan,
              uint32_t bluff, spk_actors shunned, const spk_said *said, int n,
              char text[SPK_TALK_TEXT]);

#endif
