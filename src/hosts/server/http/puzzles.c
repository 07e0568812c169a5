/* puzzles.c: how people do at the puzzles (docs/puzzles.md), for those with an account: a first try is a game of two between the solver and
 * the puzzle, and both have a rating (hosts/rating).
 *
 *     GET  /api/puzzles/GAME       my rating, and what I have tried
 *     POST /api/puzzles/GAME/N     {"move": "..."}: my first try
 *
 * The puzzles are a file of the page, puzzles/GAME.json: what is right is judged by that and not by the browser. Two notes (store.h) are
 * changed together: kind "puzzler", key GAME/ACCOUNT, and kind "puzzle", key GAME/N. If somebody else was faster, it is
 * tried again with what is there now. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/rating/rating.h"
#include "hosts/server/http/inside.h"

enum { TIMES = 4, MOST = 2000 };

typedef struct
try {
    srv_house *house;
    srv_ask ask;
    char account[SRV_ID_ROOM];
    const spk_game *game;
    int number; /* 0: only a look */
    bool right;
    int difficulty, times;
    rating ratings[2]; /* the solver's, the puzzle's */
    int64_t versions[2];
    json_t *solver, *puzzle; /* as they are kept; NULL: not yet */
}
try;

static void end(try *t)
{
    srv_house *h = t->house;
    json_decref(t->solver);
    json_decref(t->puzzle);
    spk_free(t);
    srv_house_end(h);
}

static void fail(try *t, spk_err err, const char *text)
{
    srv_refuse(t->house, t->ask, srv_code_of(err), text);
    end(t);
}

/* -- What is right --------------------------------------------------------------------------------- */

/* The puzzle of that number; borrowed from *file, which is yours. */
static const json_t *find_puzzle(srv_house *h, const spk_game *game, int number, json_t **file)
{
    char path[80];
    size_t i;
    json_t *p;
    snprintf(path, sizeof path, "puzzles/%.40s.json", game->key);
    const srv_blob *blob = srv_pages_look(h->http->pages, path);
    *file = blob ? json_loadb(blob->bytes, blob->n, 0, NULL) : NULL;
    json_array_foreach(json_object_get(*file, "puzzles"), i, p)
    {
        if (json_integer_value(json_object_get(p, "number")) == number)
            return p;
    }
    return NULL;
}

/* -- Ratings in notes: {"mean", "deviation", "tried": {"12": true}} --------------------------------------- */

/* Nobody has tried it: as hard as the bots found it. */
static rating unknown_puzzle(int difficulty)
{
    return (rating){.mean = (25 + 4 * difficulty - 10) * RATING_ONE, .deviation = 5 * RATING_ONE};
}

static void read_rating(const json_t *o, rating *r)
{
    const json_t *mean = json_object_get(o, "mean"), *deviation = json_object_get(o, "deviation");
    if (json_is_integer(mean) && json_is_integer(deviation))
        *r = (rating){(int32_t)json_integer_value(mean), (int32_t)json_integer_value(deviation)};
}

static void write_rating(json_t *o, const rating *r)
{
    json_object_set_new(o, "mean", json_integer(r->mean));
    json_object_set_new(o, "deviation", json_integer(r->deviation));
}

static json_t *tried_of(const try *t) { return json_object_get(t->solver, "tried"); }

static void reply(try *t, int before)
{
    json_t *o = json_pack("{s:i, s:i, s:i, s:O}", "rating", rating_points(&t->ratings[0]), "doubt",
                          rating_doubt(&t->ratings[0]), "before", before, "tried", tried_of(t));
    if (t->number) {
        json_object_set_new(o, "right", json_boolean(t->right));
        json_object_set_new(o, "puzzle", json_integer(rating_points(&t->ratings[1])));
    }
    char *text = json_dumps(o, JSON_COMPACT);
    srv_reply(t->house->world, t->ask,
              &(srv_response){.status = 200, .type = "application/json", .body = text});
    free(text);
    json_decref(o);
    end(t);
}

/* -- One step after the other ------------------------------------------------------------------------------ */

static void ask_solver(try *t);

static void on_written(void *context, const srv_answer *a)
{
    try *t = context;
    if (a->err == SPK_OK) {
        rating before = RATING_NEW;
        json_t *was = json_object_get(t->solver, "before");
        reply(t, was ? (int)json_integer_value(was) : rating_points(&before));
    } else if (a->err == SPK_ESTALE && ++t->times < TIMES)
        ask_solver(t);
    else
        fail(t, a->err == SPK_ESTALE ? SPK_EBUSY : a->err, "That could not be saved. Try again.");
}

static void write_both(try *t, const char *number)
{
    char keys[2][SRV_KEY_ROOM];
    snprintf(keys[0], SRV_KEY_ROOM, "%.40s/%s", t->game->key, t->account);
    snprintf(keys[1], SRV_KEY_ROOM, "%.40s/%s", t->game->key, number);
    char *solver = json_dumps(t->solver, JSON_COMPACT),
         *puzzle = json_dumps(t->puzzle, JSON_COMPACT);
    srv_note notes[2] = {{.kind = "puzzler",
                          .key = keys[0],
                          .account = t->account,
                          .list = t->game->key,
                          .rank = rating_points(&t->ratings[0]),
                          .text = solver,
                          .version = t->versions[0]},
                         {.kind = "puzzle",
                          .key = keys[1],
                          .list = t->game->key,
                          .rank = rating_points(&t->ratings[1]),
                          .text = puzzle,
                          .version = t->versions[1]}};
    srv_change change = {.at = srv_house_wall(t->house), .n_notes = 2, .notes = notes};
    spk_err err = srv_store_write(t->house->store, &change, on_written, t);
    free(solver);
    free(puzzle);
    if (err != SPK_OK)
        fail(t, err, spk_err_words(err));
}

/* Both are there: who was stronger? */
static void rate(try *t)
{
    char number[16];
    snprintf(number, sizeof number, "%d", t->number);
    json_object_set_new(t->solver, "before", json_integer(rating_points(&t->ratings[0])));
    rating_update(t->ratings, (int[]){t->right ? 1 : 2, t->right ? 2 : 1}, 2);
    write_rating(t->solver, &t->ratings[0]);
    write_rating(t->puzzle, &t->ratings[1]);
    json_object_set_new(tried_of(t), number, json_boolean(t->right));
    write_both(t, number);
}

/* What is kept under that note, or something empty. */
static json_t *read_note(const srv_answer *a, int64_t *version)
{
    json_t *o = a->err == SPK_OK ? json_loads(a->notes[0].text, 0, NULL) : NULL;
    *version = a->err == SPK_OK ? a->notes[0].version : 0;
    return json_is_object(o) ? o : json_object();
}

static void on_puzzle(void *context, const srv_answer *a)
{
    try *t = context;
    if (a->err != SPK_OK && a->err != SPK_EUNKNOWN) {
        fail(t, a->err, a->why);
        return;
    }
    json_decref(t->puzzle);
    t->puzzle = read_note(a, &t->versions[1]);
    t->ratings[1] = unknown_puzzle(t->difficulty);
    read_rating(t->puzzle, &t->ratings[1]);
    rate(t);
}

static void ask_note(try *t, const char *kind, const char *what, srv_done *done)
{
    char key[SRV_KEY_ROOM];
    snprintf(key, sizeof key, "%.40s/%s", t->game->key, what);
    spk_err err = srv_store_ask(
        t->house->store, &(srv_query){.what = SRV_ASK_NOTE, .kind = kind, .key = key}, done, t);
    if (err != SPK_OK)
        fail(t, err, spk_err_words(err));
}

static void on_solver(void *context, const srv_answer *a)
{
    try *t = context;
    char number[16];
    if (a->err != SPK_OK && a->err != SPK_EUNKNOWN) {
        fail(t, a->err, a->why);
        return;
    }
    json_decref(t->solver);
    t->solver = read_note(a, &t->versions[0]);
    t->ratings[0] = RATING_NEW;
    read_rating(t->solver, &t->ratings[0]);
    if (!json_is_object(tried_of(t)))
        json_object_set_new(t->solver, "tried", json_object());
    snprintf(number, sizeof number, "%d", t->number);
    if (!t->number || json_object_get(tried_of(t), number) || json_object_size(tried_of(t)) >= MOST)
        reply(t, rating_points(&t->ratings[0])); /* only the first try counts */
    else
        ask_note(t, "puzzle", number, on_puzzle);
}

static void ask_solver(try *t) { ask_note(t, "puzzler", t->account, on_solver); }

static void on_session(void *context, const srv_opened *opened, const spk_why *why)
{
    try *t = context;
    if (why->err == SPK_EBUSY)
        fail(t, why->err, why->text);
    else if (why->err != SPK_OK || !opened->account) {
        srv_refuse(t->house, t->ask, SRV_UNAUTHORIZED, "Sign in first.");
        end(t);
    } else {
        snprintf(t->account, sizeof t->account, "%s", opened->account);
        ask_solver(t);
    }
}

/* NULL: it was refused. */
static try *begin(srv_house *h, const srv_request *r, const char *game, uint8_t hash[SRV_HASH])
{
    const char *text;
    const spk_game *found = spk_game_find(game);
    if (!found)
        srv_refuse(h, r->ask, SRV_UNKNOWN, "There is no such game.");
    else if (!srv_request_token(r, hash, &text))
        srv_refuse(h, r->ask, SRV_UNAUTHORIZED, "Sign in first.");
    else {
        try *t = spk_alloc(sizeof *t);
        *t = (try){.house = h, .ask = r->ask, .game = found};
        srv_house_begin(h);
        return t;
    }
    return NULL;
}

static void get_solver(srv_house *h, const srv_request *r, char *const *word)
{
    uint8_t hash[SRV_HASH];
    try *t = begin(h, r, word[0], hash);
    if (t)
        srv_token_open(h, hash, on_session, t);
}

static void post_try(srv_house *h, const srv_request *r, char *const *word)
{
    uint8_t hash[SRV_HASH];
    json_t *body = srv_body(h, r), *file = NULL;
    try *t = body ? begin(h, r, word[0], hash) : NULL;
    if (t) {
        const char *move = json_string_value(json_object_get(body, "move"));
        bool is_number = spk_str_int(word[1], 1, 1000000, &t->number);
        const json_t *p = is_number ? find_puzzle(h, t->game, t->number, &file) : NULL;
        const char *best = json_string_value(json_object_get(p, "best"));
        t->right = best && move && spk_str_eq(move, best);
        t->difficulty = (int)json_integer_value(json_object_get(p, "difficulty"));
        if (best)
            srv_token_open(h, hash, on_session, t);
        else
            fail(t, SPK_EUNKNOWN, "There is no such puzzle.");
    }
    json_decref(file);
    json_decref(body);
}

extern const srv_route srv_puzzle_routes[];
const srv_route srv_puzzle_routes[] = {
    {SRV_GET, "/api/puzzles/*", get_solver},
    {SRV_POST, "/api/puzzles/*/*", post_try},
    {0},
};
