/* session.h: a seat at a server's table, on a screen: a connection that is opened again whenever it breaks, says hello with
 * what was seen last and sends again whatever was not answered, so that nothing is lost or done twice.
 *
 *     join_session *s = join_session_new(&plan, &box);
 *     err = join_session_run(s, &next, &why);        until the reader leaves; tui_term_open comes before
 *     join_session_free(s);
 *
 * What a house sends is judged by hosts/tui/table.h; here are limits on how much of it there may be. */
#ifndef JOIN_SESSION_H
#define JOIN_SESSION_H

#include "engine/box.h"
#include "hosts/join/address.h"
#include "hosts/words.h"

enum {
    JOIN_PING_MS = 20000, /* of silence: is the house still there? */
    JOIN_PONG_MS = 8000,  /* of no answer to that: it is not */
    JOIN_ACTS = 16,       /* that wait for an answer, at most */
};

typedef struct join_plan {
    const join_address *address; /* with a table; without a token or session: an onlooker */
    const char *session;         /* of an account, which has a seat there; "": none */
    const char *ca_file;         /* NULL: the system's authorities alone */
    const char *house;           /* tui_port.house */
    host_language language;
    bool no_remarks; /* of bots: not to be shown */
    /* What the rules say: tui_port.rules, for this game. */
    void (*rules)(const spk_game *game, const char *id, int cols, spk_buf *out);
} join_plan;

typedef struct join_session join_session;

join_session *join_session_new(const join_plan *plan, const spk_box *box);
void join_session_free(join_session *s);

/* True: the reader goes on at another table, *next (a rematch). False: they left; 'last' is the last thing that was wrong with the
 * line, or "". */
bool join_session_run(join_session *s, join_address *next, char *last, size_t cap);

/* The box of the plan's table, as the house describes it: opened in *box. */
spk_err join_box_open(const join_plan *plan, spk_box *box, spk_why *why);

/* What opens the seat: its own token, else the account's session; "": nothing does. */
static inline const char *join_pass_of(const join_plan *plan)
{
    return *plan->address->token ? plan->address->token : plan->session;
}

#endif
