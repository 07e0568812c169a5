/* sweep.c: what is left of crews that nobody is in any more: the games of one that was just deleted, and every hour those whose last
 * member has deleted their account. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/server/http/crews/inside.h"

enum { SWEEP_MS = 3600 * 1000 };

/* -- The games of a crew that is gone ---------------------------------------------------------- */

/* Its games, a page at a time: nobody can ask for them any more. */
typedef struct wiping {
    srv_house *house;
    char crew[SRV_ID_ROOM];
} wiping;

static void wipe(wiping *w);

static void end_wiping(wiping *w)
{
    srv_house_end(w->house);
    spk_free(w);
}

static void on_wiped(void *context, const srv_answer *a)
{
    if (a->err == SPK_OK && !((wiping *)context)->house->closing)
        wipe(context);
    else
        end_wiping(context);
}

static void on_to_wipe(void *context, const srv_answer *a)
{
    wiping *w = context;
    srv_note notes[SRV_PAGE];
    for (int i = 0; i < a->n_notes; i++)
        notes[i] =
            (srv_note){.kind = SRV_KIND_ROUND, .key = a->notes[i].key, .version = SRV_ANY_VERSION};
    srv_change change = {.at = srv_house_wall(w->house), .n_notes = a->n_notes, .notes = notes};
    if (a->err != SPK_OK || a->n_notes == 0 ||
        srv_store_write(w->house->store, &change, on_wiped, w) != SPK_OK)
        end_wiping(w);
}

static void wipe(wiping *w)
{
    srv_query query = {.what = SRV_ASK_NOTES, .kind = SRV_KIND_ROUND, .list = w->crew};
    if (srv_store_ask(w->house->store, &query, on_to_wipe, w) != SPK_OK)
        end_wiping(w);
}

void crew_wipe_rounds(srv_house *h, const char *crew)
{
    wiping *w = spk_alloc(sizeof *w);
    *w = (wiping){.house = h};
    snprintf(w->crew, sizeof w->crew, "%s", crew);
    srv_house_begin(h);
    wipe(w);
}

/* -- Crews that nobody is in any more ---------------------------------------------------------- */

typedef struct sweep {
    srv_house *house;
    char crew[SRV_ID_ROOM];
    char after_id[SRV_KEY_ROOM];
    int64_t after_at, version;
    char (*found)[SRV_ID_ROOM]; /* a page of crews, with their versions */
    int64_t *versions;
    int n, next;
    bool more;
} sweep;

static void sweep_page(sweep *s);

static void sweep_next(sweep *s);

static void end_sweep(sweep *s)
{
    srv_house_end(s->house);
    spk_free(s->found), spk_free(s->versions);
    spk_free(s);
}

static void on_swept(void *context, const srv_answer *a)
{
    sweep *s = context;
    if (a->err == SPK_OK)
        crew_wipe_rounds(s->house, s->crew);
    sweep_next(s); /* or somebody has joined just now */
}

static void on_any(void *context, const srv_answer *a)
{
    sweep *s = context;
    srv_note note = {.kind = SRV_KIND_CREW, .key = s->crew, .version = s->version};
    srv_change change = {.at = srv_house_wall(s->house), .n_notes = 1, .notes = &note};
    if (a->err != SPK_OK || a->n_notes > 0)
        sweep_next(s);
    else if (srv_store_write(s->house->store, &change, on_swept, s) != SPK_OK)
        end_sweep(s);
}

static void sweep_next(sweep *s)
{
    if (s->next == s->n && s->more) {
        sweep_page(s);
        return;
    }
    if (s->next == s->n || s->house->closing) {
        end_sweep(s);
        return;
    }
    memcpy(s->crew, s->found[s->next], sizeof s->crew);
    s->version = s->versions[s->next++];
    srv_query query = {.what = SRV_ASK_NOTES, .kind = SRV_KIND_MEMBER, .list = s->crew, .limit = 1};
    if (srv_store_ask(s->house->store, &query, on_any, s) != SPK_OK)
        end_sweep(s);
}

static void on_crews(void *context, const srv_answer *a)
{
    sweep *s = context;
    s->n = s->next = 0;
    s->more = a->err == SPK_OK && a->more;
    for (int i = 0; i < a->n_notes; i++) {
        snprintf(s->found[s->n], SRV_ID_ROOM, "%s", a->notes[i].key);
        s->versions[s->n++] = a->notes[i].version;
        s->after_at = a->notes[i].rank;
        snprintf(s->after_id, sizeof s->after_id, "%s", a->notes[i].key);
    }
    sweep_next(s);
}

static void sweep_page(sweep *s)
{
    srv_query query = {.what = SRV_ASK_NOTES,
                       .kind = SRV_KIND_CREW,
                       .after_at = s->after_at,
                       .after_id = *s->after_id ? s->after_id : NULL};
    if (srv_store_ask(s->house->store, &query, on_crews, s) != SPK_OK)
        end_sweep(s);
}

void srv_crews_sweep(srv_house *h)
{
    if (h->closing)
        return;
    sweep *s = spk_alloc(sizeof *s);
    *s = (sweep){.house = h};
    s->found = spk_alloc(SRV_PAGE * sizeof *s->found);
    s->versions = spk_alloc(SRV_PAGE * sizeof *s->versions);
    srv_house_begin(h);
    sweep_page(s);
}

static void on_hour(void *context)
{
    srv_house *h = context;
    srv_crews_sweep(h);
    srv_reports_sweep(h);
    h->world->later(h->world->loop, SWEEP_MS, on_hour, h);
}

void srv_crews_start(srv_house *h) { h->world->later(h->world->loop, SWEEP_MS, on_hour, h); }
