/* stats.c: somebody's tables and figures. See stats.h. */
#include "hosts/server/http/stats.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"

enum { MAX_SHOWN = 500, MAX_FINISHED = 100, MAX_PAGES = 500, MAX_GAMES = 16 };

typedef struct figure {
    const char *game; /* of the registry */
    int games, wins;
} figure;

typedef struct reading {
    srv_house *house;
    srv_ask ask;
    srv_person who;
    void (*done)(void *context);
    void (*then)(void *context, const spk_buf *figures); /* figures alone are wanted; or NULL */
    void *context;
    spk_buf out;
    spk_json json;
    int n_pages, n_shown, n_finished;
    figure figures[MAX_GAMES];
    int n_figures;
    char after_id[SRV_ID_ROOM];
    int64_t after_at;
} reading;

/* -- Figures ------------------------------------------------------------------------------------- */

static figure *figure_of(reading *r, const char *game)
{
    for (int i = 0; i < r->n_figures; i++)
        if (spk_str_eq(r->figures[i].game, game))
            return &r->figures[i];
    const spk_game *known = spk_game_find(game);
    if (!known || r->n_figures == MAX_GAMES)
        return NULL;
    r->figures[r->n_figures] = (figure){.game = known->key};
    return &r->figures[r->n_figures++];
}

/* Whether one of the account's seats is among {"winners": [...]} */
static bool is_won(const reading *r, const srv_row *t)
{
    json_t *result = t->result ? json_loads(t->result, 0, NULL) : NULL;
    const json_t *winners = json_object_get(result, "winners");
    bool won = false;
    for (size_t k = 0; k < json_array_size(winners); k++)
        for (int i = 0; i < t->n_seats; i++)
            won |= t->seats[i].account && spk_str_eq(t->seats[i].account, r->who.id) &&
                   json_integer_value(json_array_get(winners, k)) == t->seats[i].seat;
    json_decref(result);
    return won;
}

static void count(reading *r, const srv_row *t)
{
    figure *f = t->status == ROOM_FINISHED ? figure_of(r, t->game) : NULL;
    if (!f)
        return;
    f->games++;
    f->wins += is_won(r, t);
}

static void print_figures(reading *r)
{
    spk_json *j = &r->json;
    int games = 0, wins = 0;
    for (int i = 0; i < r->n_figures; i++) {
        games += r->figures[i].games;
        wins += r->figures[i].wins;
    }
    spk_json_open(j, '{');
    spk_json_key(j, "games"), spk_json_int(j, games);
    spk_json_key(j, "wins"), spk_json_int(j, wins);
    spk_json_key(j, "by_game"), spk_json_open(j, '{');
    for (int i = 0; i < r->n_figures; i++) {
        spk_json_key(j, r->figures[i].game), spk_json_open(j, '{');
        spk_json_key(j, "games"), spk_json_int(j, r->figures[i].games);
        spk_json_key(j, "wins"), spk_json_int(j, r->figures[i].wins);
        spk_json_close(j, '}');
    }
    spk_json_close(j, '}');
    spk_json_close(j, '}');
}

/* -- Tables -------------------------------------------------------------------------------------- */

static void print_seats(const reading *r, const srv_row *t, spk_json *j)
{
    spk_json_key(j, "seats"), spk_json_open(j, '[');
    for (int i = 0; i < t->n_seats; i++) {
        const srv_seat *s = &t->seats[i];
        spk_json_open(j, '{');
        spk_json_key(j, "kind"), spk_json_str(j, room_kind_words[s->kind]);
        spk_json_key(j, "name"), s->name ? spk_json_str(j, s->name) : spk_json_null(j);
        spk_json_close(j, '}');
    }
    spk_json_close(j, ']');
    spk_json_key(j, "mine"), spk_json_open(j, '[');
    for (int i = 0; i < t->n_seats; i++)
        if (t->seats[i].account && spk_str_eq(t->seats[i].account, r->who.id))
            spk_json_int(j, t->seats[i].seat);
    spk_json_close(j, ']');
}

/* As it was printed when the game ended. */
static void print_result(const srv_row *t, spk_json *j)
{
    spk_json_key(j, "result");
    if (!t->result) {
        spk_json_null(j);
        return;
    }
    spk_buf_puts(j->out, t->result);
    j->comma = true;
}

/* The account's seat, the first of several: whose turn it is differs by what a seat knows. */
static spk_seat first_of(const reading *r, const srv_row *t)
{
    for (int i = 0; i < t->n_seats; i++)
        if (t->seats[i].account && spk_str_eq(t->seats[i].account, r->who.id))
            return t->seats[i].seat;
    return SPK_SEAT_ONLOOKER;
}

static void print_table(const reading *r, const srv_row *t, spk_json *j)
{
    spk_json_open(j, '{');
    srv_print_row(t, j);
    spk_json_key(j, "updated"), spk_json_int(j, t->updated);
    print_seats(r, t, j);
    srv_print_turn(srv_table_find(r->house, t->id), first_of(r, t), j);
    print_result(t, j);
    spk_json_close(j, '}');
}

/* All that go on, and the newest of the others. */
static void show(reading *r, const srv_row *t)
{
    bool is_over = t->status == ROOM_FINISHED || t->status == ROOM_CLOSED;
    if (r->then || r->n_shown == MAX_SHOWN || (is_over && r->n_finished == MAX_FINISHED))
        return;
    r->n_shown++;
    r->n_finished += is_over;
    print_table(r, t, &r->json);
}

/* -- Reading ------------------------------------------------------------------------------------- */

static void ask_page(reading *r);

static void finish_figures(reading *r, const srv_answer *answer)
{
    srv_house_end(r->house);
    print_figures(r);
    r->then(r->context, answer->err == SPK_OK ? &r->out : NULL);
    spk_buf_release(&r->out);
    spk_free(r);
}

static void finish(reading *r, const srv_answer *answer)
{
    if (r->then) {
        finish_figures(r, answer);
        return;
    }
    if (answer->err == SPK_OK) {
        spk_json_close(&r->json, ']');
        spk_json_key(&r->json, "statistics"), print_figures(r);
        spk_json_close(&r->json, '}');
        srv_reply_buf(r->house, r->ask, 200, &r->out);
    } else {
        srv_refuse(r->house, r->ask, srv_code_of(answer->err), answer->why);
    }
    r->done(r->context);
    spk_buf_release(&r->out);
    spk_free(r);
}

static void on_page(void *context, const srv_answer *answer)
{
    reading *r = context;
    for (int i = 0; i < answer->n_tables; i++) {
        count(r, &answer->tables[i]);
        show(r, &answer->tables[i]);
    }
    if (answer->err != SPK_OK || !answer->more || ++r->n_pages == MAX_PAGES) {
        finish(r, answer);
        return;
    }
    const srv_row *last = &answer->tables[answer->n_tables - 1];
    r->after_at = last->created;
    memcpy(r->after_id, last->id, strlen(last->id) + 1);
    ask_page(r);
}

static void ask_page(reading *r)
{
    srv_query query = {.what = SRV_ASK_MINE,
                       .id = r->who.id,
                       .after_at = r->after_at,
                       .after_id = *r->after_id ? r->after_id : NULL};
    spk_err err = srv_store_ask(r->house->store, &query, on_page, r);
    if (err != SPK_OK)
        finish(r, &(srv_answer){.err = err, .why = spk_err_words(err)});
}

void srv_stats_reply(srv_house *h, srv_ask ask, const srv_person *who, void (*done)(void *context),
                     void *context)
{
    reading *r = spk_alloc(sizeof *r);
    *r = (reading){.house = h, .ask = ask, .who = *who, .done = done, .context = context};
    r->json.out = &r->out;
    spk_json_open(&r->json, '{');
    spk_json_key(&r->json, "name"), spk_json_str(&r->json, who->name);
    spk_json_key(&r->json, "created"), spk_json_int(&r->json, who->created);
    spk_json_key(&r->json, "tables"), spk_json_open(&r->json, '[');
    ask_page(r);
}

void srv_stats_figures(srv_house *h, const srv_person *who,
                       void (*then)(void *context, const spk_buf *figures), void *context)
{
    reading *r = spk_alloc(sizeof *r);
    *r = (reading){.house = h, .who = *who, .then = then, .context = context};
    r->json.out = &r->out;
    srv_house_begin(h);
    ask_page(r);
}
