/* deal.c: POST /api/crews/ID/deal: "deal us in": a table for the crew, and an invitation to it for every member.
 *
 *     the crew -> whom the dealer has blocked, and who has blocked the dealer -> the table -> the others are told
 *
 * Between two such tables there is a pause. */
#include <stdio.h>

#include "base/mem.h"
#include "hosts/server/alert/alert.h"
#include "hosts/server/http/crews/inside.h"

typedef struct dealing {
    crew_errand e;
    char table[SRV_ID + 1], game[32];
    srv_blocks *hers, *others; /* whom the dealer has blocked, and who has blocked the dealer */
} dealing;

static void release(srv_caller *c)
{
    dealing *d = (dealing *)c;
    spk_free(d->hers), spk_free(d->others);
    crew_release(c);
}

/* -- The others are told ------------------------------------------------------------------------- */

static void tell_members(crew_errand *e);

/* Somebody may have deleted their account in between: then the list is read again. The table is there in any case. */
static void on_told(void *context, const srv_answer *a)
{
    crew_errand *e = context;
    bool again =
        a->err == SPK_EUNKNOWN && ++e->n_again < CREW_MOST_AGAIN && !e->caller.house->closing;
    if (again) {
        e->opened = tell_members;
        crew_open(e);
        return;
    }
    srv_alerts_hurry(e->caller.house);
    srv_caller_end(&e->caller);
}

static bool is_told(const dealing *d, int i)
{
    const char *account = d->e.members[i].account;
    return i != d->e.me && !srv_blocks_has(d->hers, account) && !srv_blocks_has(d->others, account);
}

/* What is to be written for all of them. The notes borrow from the rest. */
typedef struct telling {
    int64_t now;
    srv_note notes[2 * CREW_MOST_MEMBERS];
    int n, n_news;
    char keys[CREW_MOST_MEMBERS][SRV_TIE_KEY];
    srv_bulletin news[CREW_MOST_MEMBERS / SRV_BULLETIN + 1];
    spk_buf text;
} telling;

/* An invitation and, for somebody who is not here, an alert. */
static void tell(const dealing *d, int i, telling *t)
{
    srv_house *h = d->e.caller.house;
    const char *account = d->e.members[i].account;
    srv_tie_key(account, d->table, t->keys[i]);
    t->notes[t->n++] = (srv_note){.kind = SRV_KIND_INVITE,
                                  .key = t->keys[i],
                                  .account = account,
                                  .list = d->e.caller.id,
                                  .rank = t->now,
                                  .text = spk_buf_text(&t->text),
                                  .version = SRV_ANY_VERSION};
    if (!srv_alerts_are_on(h) || srv_is_here(h, account))
        return;
    srv_bulletin *b = &t->news[t->n_news++ / SRV_BULLETIN];
    srv_bulletin_add(b, account, SRV_NEWS_INVITE, d->table, d->game, t->now);
    t->notes[t->n++] = b->notes[b->n - 1];
}

static void tell_members(crew_errand *e)
{
    dealing *d = (dealing *)e;
    srv_house *h = e->caller.house;
    telling *t = spk_alloc(sizeof *t);
    t->now = srv_house_wall(h);
    srv_invite_text(e->caller.name, d->table, d->game, e->name, t->now, &t->text);
    for (int i = 0; i < e->n_members && i < CREW_MOST_MEMBERS; i++)
        if (is_told(d, i))
            tell(d, i, t);
    h->figures.alerts_queued += t->n_news;
    srv_change change = {.at = t->now, .n_notes = t->n, .notes = t->notes};
    if (t->n == 0 || srv_store_write(h->store, &change, on_told, e) != SPK_OK)
        srv_caller_end(&e->caller);
    spk_buf_release(&t->text);
    spk_free(t);
}

/* -- The table --------------------------------------------------------------------------------------- */

/* The request was answered by the table that was made. If none was, nobody was told, and there is no pause. */
static void on_table(void *context, const srv_table *table, const spk_why *why)
{
    dealing *d = context;
    crew_errand *e = &d->e;
    if (!table) {
        if (why->err == SPK_ESTALE && ++e->n_again < CREW_MOST_AGAIN)
            crew_open(e); /* somebody else was faster */
        else
            srv_caller_fail_why(&e->caller, why);
        return;
    }
    e->caller.house->figures.crews_dealt++;
    snprintf(d->table, sizeof d->table, "%s", table->id);
    snprintf(d->game, sizeof d->game, "%s", srv_box_of(table->box)->game->key);
    tell_members(e);
}

/* The table and the pause until the next are written together: of two who deal at once one waits. */
static void on_blockers(void *context, const srv_answer *a)
{
    dealing *d = context;
    crew_errand *e = &d->e;
    spk_buf text = {0};
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    spk_free(d->others);
    d->others = srv_blockers_read(a);
    e->dealt = srv_house_wall(e->caller.house);
    srv_note note = crew_note(e, &text);
    srv_make_table(e->caller.house, e->caller.ask, e->caller.peer, e->caller.id, e->caller.body,
                   &(srv_dealing){e->crew, &note, on_table, d});
    spk_buf_release(&text);
}

static void on_blocks(void *context, const srv_answer *a)
{
    dealing *d = context;
    srv_caller *c = &d->e.caller;
    if (a->err != SPK_OK) {
        srv_caller_fail(c, a->err, a->why);
        return;
    }
    spk_free(d->hers);
    d->hers = srv_blocks_read(a);
    srv_query query = srv_blockers_query(c->id);
    srv_caller_ask(c, &query, on_blockers);
}

static void deal(crew_errand *e)
{
    srv_house *h = e->caller.house;
    int64_t gap_ms = (int64_t)h->config->house.deal_gap_s * 1000;
    srv_query query = srv_blocks_query(e->caller.id);
    if (h->closing || srv_tables_are_full(h))
        srv_caller_refuse(&e->caller, SRV_BUSY, "Too many tables are in use. Try again later.");
    else if (srv_house_wall(h) - e->dealt < gap_ms)
        srv_caller_refuse(&e->caller, SRV_TOO_MANY,
                          N_("The crew was told of a table a moment ago. Wait a little."));
    else
        srv_caller_ask(&e->caller, &query, on_blocks);
}

void crew_post_deal(srv_house *h, const srv_request *r, char *const *word)
{
    crew_errand *e = srv_make_may(h, r) ? crew_begin(h, r, sizeof(dealing), word[0], deal) : NULL;
    if (e)
        e->caller.release = release;
}
