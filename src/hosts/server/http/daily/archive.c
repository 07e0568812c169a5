/* archive.c: GET /api/daily/GAME: the days of a game's deals, the house's results and mine, my streaks. */
#include <stdio.h>

#include "base/mem.h"
#include "games/registry.h"
#include "hosts/server/http/daily/inside.h"

enum { ARCHIVE = 60 }; /* days of one answer */

typedef struct past {
    int64_t day;
    char commitment[DAILY_HEX], seed[DAILY_HEX]; /* no seed before the day is over */
    char mine[DAILY_RESULT], house[DAILY_RESULT];
} past;

typedef struct archive {
    daily_errand e; /* its day: the newest that is asked for */
    past *past;     /* newest first */
    int n_past;
    bool more; /* days before those */
} archive;

static void release(srv_caller *c)
{
    spk_free(((archive *)c)->past);
    daily_release(c);
}

/* -- The answer -------------------------------------------------------------------------------------- */

static void put_past(spk_json *j, const daily_errand *e, const past *p)
{
    char day[SRV_DAY];
    srv_day_print(p->day, day);
    spk_json_open(j, '{');
    srv_json_text(j, "day", day);
    srv_json_text(j, "commitment", p->commitment);
    srv_json_text_or_null(j, "seed", p->seed);
    srv_json_raw(j, "house", p->house);
    if (!daily_is_guest(e))
        srv_json_raw(j, "mine", p->mine);
    spk_json_close(j, '}');
}

static void reply(daily_errand *e)
{
    const archive *r = (archive *)e;
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    srv_json_text(&j, "game", e->game->key);
    srv_json_bool(&j, "more", r->more);
    if (!daily_is_guest(e)) {
        srv_json_int(&j, "streak", e->streak);
        srv_json_int(&j, "longest", e->longest);
    }
    spk_json_key(&j, "days"), spk_json_open(&j, '[');
    for (int i = 0; i < r->n_past; i++)
        put_past(&j, e, &r->past[i]);
    spk_json_close(&j, ']');
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

/* -- Results ------------------------------------------------------------------------------------------- */

static past *past_of(archive *r, int64_t day)
{
    for (int i = 0; i < r->n_past; i++)
        if (r->past[i].day == day)
            return &r->past[i];
    return NULL;
}

/* Notes with a result each, ranked by day: of this account, or of the house. */
static void ask_past(archive *r, const char *kind, const char *list, srv_done *done)
{
    srv_caller_ask(&r->e.caller,
                   &(srv_query){.what = SRV_ASK_NOTES,
                                .kind = kind,
                                .list = list,
                                .within = true,
                                .low_rank = r->past[r->n_past - 1].day,
                                .high_rank = r->past[0].day},
                   done);
}

static void on_mine(void *context, const srv_answer *a)
{
    archive *r = context;
    for (int i = 0; a->err == SPK_OK && i < a->n_notes; i++) {
        past *p = past_of(r, a->notes[i].rank);
        if (p)
            snprintf(p->mine, sizeof p->mine, "%s", a->notes[i].text);
    }
    r->e.is_all = true;
    daily_want_streak(&r->e, reply);
}

static void on_house(void *context, const srv_answer *a)
{
    archive *r = context;
    char list[SRV_DAILY_LIST];
    for (int i = 0; a->err == SPK_OK && i < a->n_notes; i++) {
        past *p = past_of(r, a->notes[i].rank);
        if (p)
            snprintf(p->house, sizeof p->house, "%s", a->notes[i].text);
    }
    srv_daily_own_list(r->e.game->key, r->e.caller.id, list);
    if (!daily_is_guest(&r->e))
        ask_past(r, SRV_DAILY_OWN, list, on_mine);
    else
        reply(&r->e);
}

/* -- Days ------------------------------------------------------------------------------------------------ */

/* Of past days the seed is told. */
static void list_day(archive *r, const srv_note *note)
{
    json_t *o = json_loads(note->text, 0, NULL);
    json_t *own = json_object_get(json_object_get(o, "seeds"), r->e.game->key);
    uint8_t bytes[SRV_HASH];
    if (note->rank <= r->e.today && daily_seed_read(own, bytes)) {
        past *p = &r->past[r->n_past++];
        *p = (past){.day = note->rank};
        daily_commitment_print(bytes, p->commitment);
        if (note->rank < r->e.today)
            daily_seed_print(bytes, p->seed);
    }
    json_decref(o);
}

static void on_days(void *context, const srv_answer *a)
{
    archive *r = context;
    if (a->err != SPK_OK) {
        srv_caller_fail(&r->e.caller, a->err, a->why);
        return;
    }
    r->more = a->more;
    r->past = spk_alloc((size_t)(a->n_notes + 1) * sizeof *r->past);
    for (int i = 0; i < a->n_notes; i++)
        list_day(r, &a->notes[i]);
    if (r->n_past)
        ask_past(r, SRV_DAILY_HOUSES, r->e.game->key, on_house);
    else
        reply(&r->e);
}

static void known(srv_caller *c)
{
    srv_caller_ask(c,
                   &(srv_query){.what = SRV_ASK_NOTES,
                                .kind = SRV_DAILY_DEALS,
                                .falling = true,
                                .within = true,
                                .low_rank = 0,
                                .high_rank = ((daily_errand *)c)->day,
                                .limit = ARCHIVE},
                   on_days);
}

/* ?before=DAY: the next page. */
void daily_get_archive(srv_house *h, const srv_request *r, char *const *word)
{
    const char *before = srv_request_param(r, "before");
    const spk_game *game = spk_game_find(word[0]);
    int64_t day = srv_day_of(srv_house_wall(h)) + 1;
    if (daily_is_off(h, r))
        return;
    if (!game || (before && !srv_day_parse(before, &day))) {
        srv_refuse(h, r->ask, SRV_UNKNOWN, "There is no such game or day.");
        return;
    }
    daily_errand *e = daily_begin(h, r, sizeof(archive), release);
    e->game = game;
    e->day = day - 1;
    srv_caller_find(&e->caller, r, known);
}
