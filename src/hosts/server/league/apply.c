/* apply.c: lines that wait are counted, one after the other, the oldest first.
 *
 *     idle --wake--> the oldest line? --none--> idle
 *                         |
 *                    its ladder, its players' ratings, curves and names: asked all at once
 *                         |
 *                    one change: the line gets its number, the ladder counts it, the ratings and curves are new
 *                         |                                |                                   |
 *                    written: the next line        refused as stale: another server      no such account: the line
 *                                                  was faster, look again                counts for nobody
 *
 * The ladder's version guards everything: whoever has read a rating that somebody else has changed since has also read an
 * old ladder, and is refused. What the store cannot do now is tried again in a while; the line waits in it. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/server/league/inside.h"

enum {
    MOST_NOTES = 2 + 2 * RATING_MOST_PLAYERS,
    RETRY_MS = 1000, /* after trouble with the store */
    SWEEP_MS = 5000, /* of one of several servers: lines that another one left behind */
};

typedef struct asked { /* one question, so that its answer finds its place */
    struct srv_league *league;
    int seat; /* -1: the ladder's */
} asked;

struct srv_league {
    srv_house *house;
    int64_t last_rank;
    bool busy;  /* a line is being counted, or looked for */
    bool woken; /* look again afterwards */
    bool waits; /* a timer runs */

    /* The line that is being counted. */
    srv_rated line;
    int64_t rank, version; /* of its note */
    int64_t ladder, ladder_version;
    int n_open; /* questions without an answer */
    spk_err err;
    bool is_void; /* somebody's account is gone */
    srv_standing player[RATING_MOST_PLAYERS];
    srv_curve curve[RATING_MOST_PLAYERS];
    asked rating[RATING_MOST_PLAYERS], curves[RATING_MOST_PLAYERS], name[RATING_MOST_PLAYERS];
};
typedef struct srv_league league;

static void look(league *l);

int64_t srv_league_rank(srv_house *h)
{
    int64_t now = srv_house_wall(h) * 1000, *last = &h->league->last_rank;
    *last = now > *last ? now : *last + 1;
    return *last;
}

/* -- Waiting ----------------------------------------------------------------------------------------- */

static void on_timer(void *context)
{
    league *l = context;
    l->waits = false;
    look(l);
}

static void look_in(league *l, int ms)
{
    if (l->waits || l->house->closing)
        return;
    l->waits = true;
    l->house->world->later(l->house->world->loop, ms, on_timer, l);
}

/* Nothing waits: a server alone is woken by what happens at its own tables. */
static void rest(league *l)
{
    l->busy = false;
    if (l->woken)
        look(l);
    else if (l->house->node)
        look_in(l, SWEEP_MS);
}

static void give_up(league *l)
{
    l->busy = false;
    look_in(l, RETRY_MS);
}

static bool ask(league *l, const srv_query *query, srv_done *done, void *context)
{
    if (srv_store_ask(l->house->store, query, done, context) != SPK_OK)
        return false;
    srv_house_begin(l->house);
    return true;
}

/* -- Writing ----------------------------------------------------------------------------------------- */

static void on_counted(void *context, const srv_answer *answer)
{
    league *l = context;
    srv_house_end(l->house);
    l->busy = false;
    if (answer->err == SPK_OK) {
        l->house->figures.games_rated += !l->is_void;
        look(l);
    } else if (answer->err == SPK_ESTALE)
        look(l);
    else if (answer->err ==
             SPK_EUNKNOWN) /* forgotten a moment ago: the names are asked for again */
        look(l);
    else
        give_up(l);
}

static void write_notes(league *l, const srv_note *notes, int n)
{
    srv_change change = {.at = srv_house_wall(l->house), .n_notes = n, .notes = notes};
    if (srv_store_write(l->house->store, &change, on_counted, l) == SPK_OK)
        srv_house_begin(l->house);
    else
        give_up(l);
}

/* It stays where it is, on no list any more. */
static void write_void(league *l)
{
    srv_note note = {.kind = "rated",
                     .key = l->line.table,
                     .rank = l->rank,
                     .text = "{\"void\":true}",
                     .version = l->version};
    write_notes(l, &note, 1);
}

static void play(league *l)
{
    srv_standing *players[RATING_MOST_PLAYERS];
    srv_curve *curves[RATING_MOST_PLAYERS];
    for (int i = 0; i < l->line.n; i++) {
        players[i] = &l->player[i];
        curves[i] = &l->curve[i];
    }
    srv_league_play(&l->line, players, curves);
}

static void write_game(league *l)
{
    srv_note notes[MOST_NOTES];
    spk_buf texts[MOST_NOTES] = {{0}};
    char keys[RATING_MOST_PLAYERS][SRV_KEY_ROOM];
    int n = 2;
    play(l);
    srv_rated_print(&l->line, &texts[0]);
    srv_ladder_print(l->ladder + 1, &texts[1]);
    notes[0] = (srv_note){.kind = "rated",
                          .key = l->line.table,
                          .list = l->line.list,
                          .rank = l->ladder + 1,
                          .text = spk_buf_text(&texts[0]),
                          .version = l->version};
    notes[1] = (srv_note){.kind = "ladder",
                          .key = l->line.list,
                          .text = spk_buf_text(&texts[1]),
                          .version = l->ladder_version};
    for (int i = 0; i < l->line.n; i++, n += 2) {
        const srv_standing *s = &l->player[i];
        srv_standing_print(s, &texts[n]);
        srv_curve_print(&l->curve[i], &texts[n + 1]);
        notes[n] = srv_league_note("rating", l->line.list, s, keys[i], spk_buf_text(&texts[n]));
        notes[n + 1] =
            srv_league_note("curve", l->line.list, s, keys[i], spk_buf_text(&texts[n + 1]));
    }
    write_notes(l, notes, n);
    for (int i = 0; i < n; i++)
        spk_buf_release(&texts[i]);
}

/* -- Asking ------------------------------------------------------------------------------------------ */

static void one_answered(league *l, const srv_answer *answer)
{
    srv_house_end(l->house);
    if (answer->err != SPK_OK && answer->err != SPK_EUNKNOWN)
        l->err = answer->err;
    if (--l->n_open)
        return;
    if (l->err != SPK_OK)
        give_up(l);
    else if (l->is_void)
        write_void(l);
    else
        write_game(l);
}

static void on_ladder(void *context, const srv_answer *answer)
{
    league *l = context;
    if (answer->err == SPK_OK) {
        l->ladder = srv_ladder_read(answer->notes[0].text);
        l->ladder_version = answer->notes[0].version;
    }
    one_answered(l, answer);
}

static void on_rating(void *context, const srv_answer *answer)
{
    asked *a = context;
    srv_standing *s = &a->league->player[a->seat];
    if (answer->err == SPK_OK && !srv_standing_read(&answer->notes[0], s))
        a->league->err = SPK_EIO;
    one_answered(a->league, answer);
}

static void on_curve(void *context, const srv_answer *answer)
{
    asked *a = context;
    if (answer->err == SPK_OK && !srv_curve_read(&answer->notes[0], &a->league->curve[a->seat]))
        a->league->err = SPK_EIO;
    one_answered(a->league, answer);
}

/* Queries are answered in the order of asking, so this comes after the rating, and the account's name stands. */
static void on_name(void *context, const srv_answer *answer)
{
    asked *a = context;
    srv_standing *s = &a->league->player[a->seat];
    if (answer->err == SPK_OK)
        snprintf(s->name, sizeof s->name, "%s", answer->account->name);
    else if (answer->err == SPK_EUNKNOWN)
        a->league->is_void = true;
    one_answered(a->league, answer);
}

static void ask_one(league *l, const srv_query *query, srv_done *done, void *context)
{
    if (l->err == SPK_OK && ask(l, query, done, context))
        l->n_open++;
    else
        l->err = SPK_EBUSY;
}

static void ask_player(league *l, int seat)
{
    char key[SRV_KEY_ROOM];
    const char *who = l->line.seat[seat].who, *account = srv_who_account(who);
    snprintf(key, sizeof key, "%s/%s", l->line.list, who);
    srv_standing_init(&l->player[seat], who);
    l->curve[seat].n = 0;
    l->rating[seat] = l->curves[seat] = l->name[seat] = (asked){l, seat};
    ask_one(l, &(srv_query){.what = SRV_ASK_NOTE, .kind = "rating", .key = key}, on_rating,
            &l->rating[seat]);
    ask_one(l, &(srv_query){.what = SRV_ASK_NOTE, .kind = "curve", .key = key}, on_curve,
            &l->curves[seat]);
    if (account)
        ask_one(l, &(srv_query){.what = SRV_ASK_ACCOUNT, .id = account}, on_name, &l->name[seat]);
}

static void ask_all(league *l)
{
    l->ladder = l->ladder_version = 0;
    l->err = SPK_OK;
    l->is_void = false;
    l->n_open = 0;
    ask_one(l, &(srv_query){.what = SRV_ASK_NOTE, .kind = "ladder", .key = l->line.list}, on_ladder,
            l);
    for (int i = 0; i < l->line.n; i++)
        ask_player(l, i);
    if (!l->n_open)
        give_up(l);
}

static void on_oldest(void *context, const srv_answer *answer)
{
    league *l = context;
    srv_house_end(l->house);
    if (l->house->closing) {
        l->busy = false;
        return;
    }
    if (answer->err != SPK_OK) {
        give_up(l);
        return;
    }
    if (!answer->n_notes) {
        rest(l);
        return;
    }
    const srv_note *note = &answer->notes[0];
    l->rank = note->rank;
    l->version = note->version;
    if (srv_rated_read(note, &l->line))
        ask_all(l);
    else
        write_void(l); /* somebody damaged it; its table's id is still there */
}

static void look(league *l)
{
    srv_query query = {.what = SRV_ASK_NOTES, .kind = "rated", .list = SRV_LEAGUE_NEW, .limit = 1};
    if (l->busy || l->house->closing) {
        l->woken = true;
        return;
    }
    l->woken = false;
    l->busy = ask(l, &query, on_oldest, l);
    if (!l->busy)
        give_up(l);
}

/* -- Life -------------------------------------------------------------------------------------------- */

bool srv_league_is_open(const srv_house *h) { return h->league != NULL; }

void srv_league_wake(srv_house *h)
{
    if (h->league)
        look(h->league);
}

void srv_league_open(srv_house *h)
{
    if (h->config->accounts == SRV_ACCOUNTS_OFF || h->config->ratings == SRV_RATINGS_OFF)
        return;
    h->league = spk_alloc(sizeof *h->league);
    h->league->house = h;
    look_in(h->league, 0);
}

void srv_league_free(srv_house *h)
{
    spk_free(h->league);
    h->league = NULL;
}
