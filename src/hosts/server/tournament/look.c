/* look.c: what follows from all that is written down. A look reads which tables there are and how they ended, and then does the
 * first of these that there is to do; whatever it writes is followed by another look:
 *
 *     the time has come      bots fill up, "start"; too few came, or its maker forgot it: it is called off; an arena closes
 *     tables are over        their results become lines; of a duplicate's round all at once, when the last is over
 *     somebody was forgotten their account is gone: they leave
 *     the round is over      the next pairings, or the end (tournament_next)
 *     tables are missing     they are made (tables.c)
 *
 * Nothing depends on having been told of a table's end at the moment it came: who was told only looks earlier. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/tournament/inside.h"

enum { CHECK_MS = 10000, TIDY = 200, MOST_FILL = 32 };

/* -- It begins --------------------------------------------------------------------------------------------- */

static int n_present(const srv_tournament *t)
{
    int n = 0;
    for (int i = 1; i <= tournament_entrants(t->t); i++)
        n += !tournament_has_left(t->t, i);
    return n;
}

/* So many that everybody finds a full table. */
static int wanted(const srv_tournament *t, int n)
{
    int seats = t->setup.players;
    int least = t->setup.kind == TOURNAMENT_DUPLICATE ? 2 * seats : seats;
    return n < least ? least : (n + seats - 1) / seats * seats;
}

void srv_tournament_begin(const srv_tournament *t, spk_buf *lines, srv_entrant *more, int *n)
{
    int present = n_present(t);
    *n = 0;
    for (int goal = wanted(t, present);
         t->setup.fill && present && present + *n < goal && *n < MOST_FILL; (*n)++) {
        srv_entrant *e = &more[*n];
        *e = (srv_entrant){0};
        snprintf(e->bot, sizeof e->bot, "%s", t->setup.bot);
        srv_tournament_bot_name(t, t->setup.bots + *n + 1, t->setup.bot, e->name);
        spk_buf_puts(lines, "join\n");
    }
    spk_buf_puts(lines, "start\n");
}

static bool is_enough(const srv_tournament *t)
{
    int seats = t->setup.players, n = n_present(t);
    int least = t->setup.kind == TOURNAMENT_DUPLICATE ? 2 * seats
                : t->setup.game->min_seats < 2        ? 2
                                                      : t->setup.game->min_seats;
    return n >= least || (t->setup.fill && n > 0);
}

/* -- What there is to write ----------------------------------------------------------------------------------- */

typedef struct next {
    spk_buf lines;
    srv_entrant more[MOST_FILL];
    int n_more;
    const char *why;
} next;

static void by_time(srv_tournament *t, next *x)
{
    int64_t now = srv_house_wall(t->house), minute = 60000;
    tournament_status status = tournament_state(t->t);
    if (status == TOURNAMENT_OPEN && t->setup.start && now >= t->setup.start) {
        if (is_enough(t))
            srv_tournament_begin(t, &x->lines, x->more, &x->n_more);
        else
            spk_buf_puts(&x->lines, "end\n"), x->why = N_("Too few players came.");
    }
    if (srv_tournament_is_stale(t))
        spk_buf_puts(&x->lines, "end\n"), x->why = N_("Its maker never began it.");
    if (status == TOURNAMENT_RUNNING && t->setup.kind == TOURNAMENT_ARENA &&
        now >= t->began_at + t->setup.minutes * minute)
        spk_buf_puts(&x->lines, "closing\n");
}

static bool is_open(const srv_tournament *t, int number)
{
    return !tournament_table_at(t->t, number)->is_over;
}

/* Whoever had gone from an arena's table is not paired again until they come back. */
static void let_leave(const srv_tournament *t, int number, spk_buf *lines)
{
    const tournament_table *table = tournament_table_at(t->t, number);
    for (int seat = 0; seat < table->n && t->setup.kind == TOURNAMENT_ARENA; seat++)
        if (t->pairings[number - 1].left >> seat & 1 &&
            !tournament_has_left(t->t, table->who[seat]))
            spk_buf_printf(lines, "leave %d\n", table->who[seat]);
}

static void by_results(const srv_tournament *t, next *x)
{
    enum { AT_ONCE = 500 };
    int n = 0;
    bool all_told = true;
    for (int i = t->n_pairings; i >= 1; i--)
        all_told &= !is_open(t, i) || t->pairings[i - 1].is_told;
    if (t->setup.kind == TOURNAMENT_DUPLICATE && !all_told)
        return; /* what one table made of the deal is not the others' to know yet */
    for (int i = 1; i <= t->n_pairings && n < AT_ONCE; i++) {
        const srv_pairing *p = &t->pairings[i - 1];
        if (!is_open(t, i) || !p->is_told)
            continue;
        n++;
        if (*p->result)
            spk_buf_printf(&x->lines, "result %d%s\n", i, p->result);
        else
            spk_buf_printf(&x->lines, "void %d\n", i);
        let_leave(t, i, &x->lines);
    }
}

/* An entrant whose note went with the account. */
static void by_forgotten(const srv_tournament *t, next *x)
{
    for (int i = 1; i <= t->n_entrants && tournament_state(t->t) != TOURNAMENT_OVER; i++) {
        const srv_entrant *e = &t->entrants[i - 1];
        if (!*e->account && !*e->bot && !e->has_token && !tournament_has_left(t->t, i))
            spk_buf_printf(&x->lines, "leave %d\n", i);
    }
}

static void decide(srv_tournament *t, next *x)
{
    by_time(t, x);
    if (!x->lines.n)
        by_results(t, x);
    if (!x->lines.n)
        by_forgotten(t, x);
    if (!x->lines.n)
        tournament_next(t->t, &x->lines);
}

/* -- Tables that are over, but have not told us -------------------------------------------------------------------- */

/* An operator may close or delete a table with a tool that knows no tournaments. It is found twice before it counts as void:
 * its result may be on its way. */
static void on_checked(void *context, const srv_answer *answer)
{
    srv_tournament *t = context;
    srv_house_end(t->house);
    t->is_busy = false;
    srv_pairing *p = t->checked <= t->n_pairings ? &t->pairings[t->checked - 1] : NULL;
    bool gone = answer->err == SPK_EUNKNOWN ||
                (answer->err == SPK_OK && (answer->tables[0].status == ROOM_CLOSED ||
                                           answer->tables[0].status == ROOM_FINISHED));
    if (p && gone && ++p->n_missed >= 2)
        p->is_told = true, t->wants_look = true;
    srv_tournament_settle(t);
}

static bool check_one(srv_tournament *t)
{
    if (srv_house_ms(t->house) - t->checked_ms < CHECK_MS)
        return false;
    t->checked_ms = srv_house_ms(t->house);
    for (int i = 0; i < t->n_pairings; i++) {
        t->checked = t->checked % t->n_pairings + 1;
        const srv_pairing *p = &t->pairings[t->checked - 1];
        if (!p->is_made || p->is_told || !is_open(t, t->checked))
            continue;
        srv_tournament_ask(t, &(srv_query){.what = SRV_ASK_TABLE, .id = p->id}, on_checked);
        return true;
    }
    return false;
}

/* -- Notes that are of no more use ----------------------------------------------------------------------------------- */

static void on_tidied(void *context, const srv_answer *answer)
{
    srv_tournament *t = context;
    srv_house_end(t->house);
    t->is_busy = false;
    (void)answer; /* else next time */
    srv_tournament_settle(t);
}

/* Tables that count leave the list, so that a look stays short. */
static bool tidy(srv_tournament *t)
{
    static char keys[TIDY][SRV_KEY_ROOM];
    srv_note notes[TIDY];
    int n = t->n_counted < TIDY ? t->n_counted : TIDY;
    t->n_counted = 0;
    for (int i = 0; i < n; i++) {
        srv_tournament_key(t->id, t->counted[i], keys[i]);
        notes[i] = (srv_note){.kind = SRV_TOURNAMENT_TABLES,
                              .key = keys[i],
                              .rank = t->counted[i],
                              .text = "{\"counted\":true}",
                              .version = SRV_ANY_VERSION};
    }
    srv_change change = {.at = srv_house_wall(t->house), .n_notes = n, .notes = notes};
    if (!n || srv_store_write(t->house->store, &change, on_tidied, t) != SPK_OK)
        return false;
    srv_house_begin(t->house);
    t->is_busy = true;
    return true;
}

/* -- The look ------------------------------------------------------------------------------------------------------ */

static void act(srv_tournament *t)
{
    next x = {0};
    spk_why why = {0};
    t->is_busy = false;
    decide(t, &x);
    if (x.lines.n) {
        srv_edit edit = {.lines = spk_buf_text(&x.lines),
                         .why = x.why,
                         .entrants = x.more,
                         .n_entrants = x.n_more};
        if (srv_tournament_write(t, &edit, NULL, NULL, &why) != SPK_OK)
            srv_log_event(t->house->log, SRV_EVENT_TOURNAMENT_STUCK, SRV_KEY("tournament", t->id),
                          SRV_KEY("why", why.text));
    } else if (!tidy(t)) {
        srv_tournament_make_tables(t);
        srv_tournament_send_leavers(t);
        if (!check_one(t))
            srv_tournament_settle(t);
    }
    spk_buf_release(&x.lines);
}

static void ask_tables(srv_tournament *t);

static void on_tables(void *context, const srv_answer *answer)
{
    srv_tournament *t = context;
    srv_house_end(t->house);
    if (answer->err != SPK_OK || t->house->closing) {
        srv_tournament_trouble(t, answer->err == SPK_OK ? SPK_EBUSY : answer->err,
                               "The house is busy. Try again.");
        return;
    }
    for (int i = 0; i < answer->n_notes; i++) {
        srv_tournament_read_table(t, &answer->notes[i]);
        t->after_at = answer->notes[i].rank;
        snprintf(t->after_id, sizeof t->after_id, "%s", answer->notes[i].key);
    }
    if (answer->more)
        ask_tables(t);
    else
        act(t);
}

static void ask_tables(srv_tournament *t)
{
    srv_tournament_ask(t,
                       &(srv_query){.what = SRV_ASK_NOTES,
                                    .kind = SRV_TOURNAMENT_TABLES,
                                    .list = t->id,
                                    .after_at = t->after_at,
                                    .after_id = *t->after_id ? t->after_id : NULL},
                       on_tables);
}

void srv_tournament_look_now(srv_tournament *t)
{
    t->wants_look = false;
    t->n_counted = 0;
    t->after_id[0] = '\0';
    t->after_at = 0;
    ask_tables(t);
}
