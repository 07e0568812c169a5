/* interference.h: do hidden things show? Two houses run side by side in one process, each on a world made up here
 * (world.h), with the same clock, the same random bytes and the same requests. At a table in each of them the same
 * happens, as far as one viewer may know; in secret other cards are dealt, other cards laid and other answers given, and
 * in one house more private steps are made than in the other. Whatever leaves the two houses towards that viewer, over
 * the WebSocket and over HTTP, must be the same bytes.
 *
 *     interference N [SEED]        compare N positions; the figures are printed as a table
 *     interference --leak N        the same with a viewer who is shown too much: it has to be noticed
 *
 * Chance and moves are chosen here (twin.c) and entered into the room as lines of the log; from there on it is the
 * product that writes, shows and answers (house.c). */
#ifndef INTERFERENCE_H
#define INTERFERENCE_H

#include "hosts/server/table/inside.h"
#include "server/fake_loop.h"

/* -- A house (house.c) --------------------------------------------------------------------------- */

typedef struct side {
    srv_config config;
    srv_world world;
    srv_house *house;
    fake_loop loop;
    bool held;               /* the store has not answered yet: what was begun is being written */
    void *user;              /* the viewer's guest; NULL: not connected */
    spk_buf heard;           /* all that has left towards the viewer since the last comparison */
    spk_buf body;            /* of the last answer over HTTP */
    char session[SRV_TOKEN]; /* of the viewer's account */
    char table[SRV_ID + 1];
    char token[SPK_MAX_SEATS][SRV_TOKEN];
    srv_mark mark; /* before the step that is being made */
} side;

typedef struct kind { /* of a table */
    const char *game;
    int players;
    const char *options; /* as JSON */
    const char *clock;
} kind;

void side_open(side *s);
void side_close(side *s);

/* A new table with everybody at it and nothing dealt; the viewer connects. All random bytes come from 'seed'. */
void side_sit(side *s, const kind *k, spk_seat viewer, uint64_t seed);
void side_leave(side *s); /* and forget the table */

const spk_match *side_match(const side *s);
void side_begin(side *s); /* a step, of any number of lines of the log */
void side_add(side *s, const char *line);
void side_commit(side *s);              /* written and shown, unless the store is held */
void side_let_go(side *s);              /* it is held no more */
void side_pass_time(side *s);           /* a tenth of a second */
void side_undo(side *s, spk_seat seat); /* the seat's own last step */

/* What a viewer may ask: a request, or a message if they are connected. The answers are in 'heard'. */
void side_ask(side *s, srv_method method, const char *path, const char *param, const char *body,
              const char *token);
void side_say(side *s, const char *message);

/* -- Two histories that one viewer cannot tell apart (twin.c) -------------------------------------- */

typedef struct act {
    char line[SPK_MOVE_TEXT + 16]; /* of the log; "": nothing happens here */
    spk_seat seat;
} act;

/* What happens next in both. False: whatever happens, the viewer can tell now, by the rules. */
bool twin_next(const spk_match *a, const spk_match *b, spk_seat viewer, spk_rng *rng, act *in_a,
               act *in_b);

/* A private step that the viewer does not notice. False: there is none. */
bool twin_secret(const spk_match *m, spk_seat viewer, spk_rng *rng, act *in);

#endif
