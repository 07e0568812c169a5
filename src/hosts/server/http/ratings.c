/* ratings.c: GET /api/ratings/GAME/PLAYERS, who stands where; and GET /api/people/NAME, what somebody has played. The
 * numbers are league.h's; docs/ratings.md tells people what they mean. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/server/http/inside.h"
#include "hosts/server/http/stats.h"
#include "hosts/server/league/league.h"
#include "hosts/server/people/people.h"

enum { STANDINGS = 100, MOST_STANDINGS = 1000 };

static bool is_off(srv_house *h, const srv_request *r)
{
    if (srv_league_is_open(h))
        return false;
    srv_refuse(h, r->ask, SRV_UNKNOWN, "This house keeps no ratings.");
    return true;
}

/* -- Standings --------------------------------------------------------------------------------------- */

typedef struct table_of {
    srv_house *house;
    srv_ask ask;
    char list[SRV_LIST_ROOM];
    int limit, n;
    int place,
        n_before; /* of the last one shown, on whichever page; how many are before the first of this one */
    int64_t rank, after_at;
    char after_id[SRV_KEY_ROOM];
    spk_buf out;
    spk_json j;
} table_of;

static void ask_page(table_of *t);

static void end(table_of *t, const srv_answer *answer)
{
    char cursor[SRV_KEY_ROOM + 64];
    spk_json_close(&t->j, ']');
    spk_json_key(&t->j, "next");
    snprintf(cursor, sizeof cursor, "%d.%d.%" PRId64 ".%s", t->n_before + t->n, t->place,
             t->after_at, t->after_id);
    if (answer->err == SPK_OK && answer->more)
        spk_json_str(&t->j, cursor);
    else
        spk_json_null(&t->j);
    spk_json_close(&t->j, '}');
    if (answer->err == SPK_OK)
        srv_reply_buf(t->house, t->ask, 200, &t->out);
    else
        srv_refuse(t->house, t->ask, srv_code_of(answer->err), answer->why);
    spk_buf_release(&t->out);
    spk_free(t);
}

/* Equal ranks share a place, also with somebody on the page before. */
static void show(table_of *t, const srv_note *note)
{
    srv_standing s;
    if (!srv_standing_read(note, &s))
        return;
    t->n++;
    if (!t->place || note->rank != t->rank)
        t->place = t->n_before + t->n;
    t->rank = note->rank;
    spk_json_open(&t->j, '{');
    spk_json_key(&t->j, "place"), spk_json_int(&t->j, t->place);
    srv_standing_show(&s, &t->j);
    spk_json_close(&t->j, '}');
}

static void on_standings(void *context, const srv_answer *answer)
{
    table_of *t = context;
    srv_house_end(t->house);
    for (int i = 0; i < answer->n_notes; i++) {
        show(t, &answer->notes[i]);
        t->after_at = answer->notes[i].rank;
        snprintf(t->after_id, sizeof t->after_id, "%s", answer->notes[i].key);
    }
    if (answer->err == SPK_OK && answer->more && t->n < t->limit)
        ask_page(t);
    else
        end(t, answer);
}

static void ask_page(table_of *t)
{
    srv_query query = {.what = SRV_ASK_NOTES,
                       .kind = "rating",
                       .list = t->list,
                       .falling = true,
                       .limit = t->limit - t->n,
                       .after_at = t->after_at,
                       .after_id = *t->after_id ? t->after_id : NULL};
    spk_err err = srv_store_ask(t->house->store, &query, on_standings, t);
    if (err == SPK_OK)
        srv_house_begin(t->house);
    else
        end(t, &(srv_answer){.err = err, .why = spk_err_words(err)});
}

/* "12.11.23987123.famiglia/2/a:k7Rq0ZbT1xYv": how many were before, and the last one's place, rank and key. */
static bool read_cursor(const char *text, table_of *t)
{
    int n = 0;
    if (sscanf(text, "%d.%d.%" SCNd64 ".%n", &t->n_before, &t->place, &t->after_at, &n) < 3 || !n ||
        t->n_before < 0 || t->place < 1 || strlen(text + n) >= SRV_KEY_ROOM)
        return false;
    t->rank = t->after_at;
    snprintf(t->after_id, sizeof t->after_id, "%s", text + n);
    return *t->after_id != '\0';
}

static void get_standings(srv_house *h, const srv_request *r, char *const *word)
{
    const spk_game *game = spk_game_find(word[0]);
    const char *after = srv_request_param(r, "after"), *count = srv_request_param(r, "count");
    int players = 0;
    if (is_off(h, r))
        return;
    if (!game || !spk_str_int(word[1], game->min_seats, game->max_seats, &players)) {
        srv_refuse(h, r->ask, SRV_UNKNOWN, "There is no such game, or not for that many players.");
        return;
    }
    table_of *t = spk_alloc(sizeof *t);
    *t = (table_of){.house = h, .ask = r->ask, .limit = STANDINGS};
    t->j.out = &t->out;
    srv_league_list(game->key, players, t->list);
    if ((count && !spk_str_int(count, 1, MOST_STANDINGS, &t->limit)) ||
        (after && !read_cursor(after, t))) {
        srv_refuse(h, r->ask, SRV_MALFORMED,
                   "'count' is 1 to 1000, 'after' the 'next' of the page before.");
        spk_free(t);
        return;
    }
    spk_json_open(&t->j, '{');
    spk_json_key(&t->j, "game"), spk_json_str(&t->j, game->key);
    spk_json_key(&t->j, "players"), spk_json_int(&t->j, players);
    spk_json_key(&t->j, "standings"), spk_json_open(&t->j, '[');
    ask_page(t);
}

/* -- Somebody ---------------------------------------------------------------------------------------- */

typedef struct profile {
    srv_house *house;
    srv_ask ask;
    srv_person who;
    bool has_token;
    uint8_t token[SRV_HASH];
    char viewer[SRV_ID_ROOM]; /* whose session asks; "": nobody's */
    spk_buf out;
    spk_json j;
} profile;

static void give_up(profile *p, spk_err err, const char *why)
{
    srv_refuse(p->house, p->ask, srv_code_of(err), why);
    spk_buf_release(&p->out);
    spk_free(p);
}

static void ask(profile *p, const srv_query *query, srv_done *done)
{
    spk_err err = srv_store_ask(p->house->store, query, done, p);
    if (err == SPK_OK)
        srv_house_begin(p->house);
    else
        give_up(p, err, spk_err_words(err));
}

/* Those of finished games, of any table: figures tell of no table that is not listed. */
static void on_figures(void *context, const spk_buf *figures)
{
    profile *p = context;
    if (!figures) {
        give_up(p, SPK_EIO, spk_err_words(SPK_EIO));
        return;
    }
    spk_json_key(&p->j, "statistics");
    spk_buf_puts(&p->out, spk_buf_text(figures));
    spk_json_close(&p->j, '}');
    srv_reply_buf(p->house, p->ask, 200, &p->out);
    spk_buf_release(&p->out);
    spk_free(p);
}

/* A curve as it is stored, under its list: {"famiglia/2": {"points": [[at, points, doubt, table], ...]}} */
static void on_curves(void *context, const srv_answer *answer)
{
    profile *p = context;
    srv_house_end(p->house);
    if (answer->err != SPK_OK) {
        give_up(p, answer->err, answer->why);
        return;
    }
    spk_json_key(&p->j, "curves"), spk_json_open(&p->j, '{');
    for (int i = 0; i < answer->n_notes; i++) {
        spk_json_key(&p->j, answer->notes[i].list);
        spk_buf_puts(&p->out, answer->notes[i].text);
        p->j.comma = true;
    }
    spk_json_close(&p->j, '}');
    srv_stats_figures(p->house, &p->who, on_figures, p);
}

static void on_ratings(void *context, const srv_answer *answer)
{
    profile *p = context;
    srv_standing s;
    srv_house_end(p->house);
    if (answer->err != SPK_OK) {
        give_up(p, answer->err, answer->why);
        return;
    }
    spk_json_key(&p->j, "ratings"), spk_json_open(&p->j, '{');
    for (int i = 0; i < answer->n_notes; i++) {
        if (!srv_standing_read(&answer->notes[i], &s))
            continue;
        spk_json_key(&p->j, answer->notes[i].list), spk_json_open(&p->j, '{');
        srv_standing_show(&s, &p->j);
        spk_json_close(&p->j, '}');
    }
    spk_json_close(&p->j, '}');
    ask(p, &(srv_query){.what = SRV_ASK_NOTES, .kind = "curve", .account = p->who.id}, on_curves);
}

/* Nobody finds out whether somebody is not there or not to be seen. */
static void nobody(profile *p) { give_up(p, SPK_EUNKNOWN, "There is nobody of that name."); }

static void show_profile(profile *p)
{
    p->j.out = &p->out;
    spk_json_open(&p->j, '{');
    spk_json_key(&p->j, "name"), spk_json_str(&p->j, p->who.name);
    spk_json_key(&p->j, "since"), spk_json_int(&p->j, p->who.created);
    ask(p, &(srv_query){.what = SRV_ASK_NOTES, .kind = "rating", .account = p->who.id}, on_ratings);
}

static void on_tie(void *context, const srv_answer *answer)
{
    profile *p = context;
    srv_tie tie;
    srv_house_end(p->house);
    if (answer->err == SPK_OK && srv_tie_read(answer->notes, &tie) && tie.is == SRV_TIE_FRIEND)
        show_profile(p);
    else
        nobody(p);
}

static void on_wishes(void *context, const srv_answer *answer)
{
    profile *p = context;
    srv_wishes w;
    char key[SRV_TIE_KEY];
    srv_house_end(p->house);
    if (answer->err != SPK_OK && answer->err != SPK_EUNKNOWN) {
        give_up(p, answer->err, answer->why);
        return;
    }
    srv_wishes_read(answer->err == SPK_OK ? answer->notes : NULL, &w);
    srv_tie_key(p->who.id, p->viewer, key);
    if (w.profile == SRV_PROFILE_EVERYBODY || spk_str_eq(p->viewer, p->who.id))
        show_profile(p);
    else if (w.profile == SRV_PROFILE_FRIENDS && *p->viewer)
        ask(p, &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_KIND_TIE, .key = key}, on_tie);
    else
        nobody(p);
}

static void ask_wishes(profile *p)
{
    ask(p, &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_KIND_PERSON, .key = p->who.id},
        on_wishes);
}

static void on_viewer(void *context, const srv_answer *answer)
{
    profile *p = context;
    srv_house_end(p->house);
    if (answer->err == SPK_OK && answer->account)
        snprintf(p->viewer, sizeof p->viewer, "%s", answer->account->id);
    ask_wishes(p);
}

static void on_person(void *context, const srv_answer *answer)
{
    profile *p = context;
    srv_house_end(p->house);
    if (answer->err != SPK_OK) {
        if (answer->err == SPK_EUNKNOWN)
            nobody(p);
        else
            give_up(p, answer->err, answer->why);
        return;
    }
    snprintf(p->who.id, sizeof p->who.id, "%s", answer->account->id);
    snprintf(p->who.name, sizeof p->who.name, "%s", answer->account->name);
    p->who.created = answer->account->created;
    if (p->has_token)
        ask(p,
            &(srv_query){
                .what = SRV_ASK_SESSION, .token = p->token, .at = srv_house_wall(p->house)},
            on_viewer);
    else
        ask_wishes(p);
}

static void get_person(srv_house *h, const srv_request *r, char *const *word)
{
    const char *text;
    if (h->config->profiles == SRV_PROFILES_OFF) {
        srv_refuse(h, r->ask, SRV_UNKNOWN, "This house shows no profiles.");
        return;
    }
    profile *p = spk_alloc(sizeof *p);
    *p = (profile){.house = h, .ask = r->ask};
    p->has_token = srv_request_token(r, p->token, &text);
    ask(p, &(srv_query){.what = SRV_ASK_ACCOUNT, .name = word[0]}, on_person);
}

extern const srv_route srv_rating_routes[];
const srv_route srv_rating_routes[] = {
    {SRV_GET, "/api/ratings/*/*", get_standings},
    {SRV_GET, "/api/people/*", get_person},
    {0},
};
