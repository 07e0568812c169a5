/* api_games.c: GET /api/games: what can be played here, and by whom. The answer never changes while the
 * house is open; clients keep it as long as its tag does not. */
#include <stdio.h>

#include "ai/bot.h"
#include "base/hash.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/server/api.h"

static void print_option(const spk_option *o, int n_seats, spk_json *j)
{
    char word[40];
    spk_json_open(j, '{');
    spk_json_key(j, "name"), spk_json_str(j, o->name);
    spk_json_key(j, "help"), spk_json_str(j, o->help);
    spk_json_key(j, "rule"), spk_json_str(j, o->rule);
    if (o->values) {
        spk_words words = spk_words_of(o->values);
        spk_json_key(j, "values"), spk_json_open(j, '[');
        while (spk_words_next(&words, word, sizeof word))
            spk_json_str(j, word);
        spk_json_close(j, ']');
    } else {
        spk_json_key(j, "lo"), spk_json_int(j, o->lo);
        spk_json_key(j, "hi"), spk_json_int(j, o->hi);
        spk_json_key(j, "default"),
            spk_json_int(j, o->per_seat ? o->fallback * n_seats : o->fallback);
        spk_json_key(j, "per_seat"), spk_json_bool(j, o->per_seat);
    }
    spk_json_close(j, '}');
}

static void print_levels(const spk_game *g, spk_json *j)
{
    spk_json_key(j, "levels"), spk_json_open(j, '{');
    for (int i = 0; i < spk_n_bot_kinds && g->hints; i++) {
        const spk_bot_kind *kind = spk_bot_kinds[i];
        if (!kind->is_level)
            continue;
        spk_json_key(j, kind->name), spk_json_open(j, '{');
        spk_json_key(j, "name"), spk_json_str(j, g->hints->level[kind->grade].name);
        spk_json_key(j, "about"), spk_json_str(j, spk_bot_about(kind, g));
        spk_json_close(j, '}');
    }
    spk_json_close(j, '}');
}

static void print_game(const spk_game *g, spk_json *j)
{
    spk_json_open(j, '{');
    spk_json_key(j, "game"), spk_json_str(j, g->key);
    spk_json_key(j, "name"), spk_json_str(j, g->name);
    spk_json_key(j, "about"), spk_json_str(j, g->about);
    spk_json_key(j, "players"), spk_json_open(j, '[');
    for (int n = g->min_seats; n <= g->max_seats; n++)
        spk_json_int(j, n);
    spk_json_close(j, ']');
    spk_json_key(j, "talk"), spk_json_bool(j, g->talk != NULL);
    spk_json_key(j, "options"), spk_json_open(j, '[');
    for (int i = 0; i < g->n_options; i++)
        print_option(&g->options[i], g->min_seats, j);
    spk_json_close(j, ']');
    print_levels(g, j);
    spk_json_close(j, '}');
}

static void print_bots(spk_json *j)
{
    spk_json_key(j, "bots"), spk_json_open(j, '[');
    for (int i = 0; i < spk_n_bot_kinds; i++) {
        spk_json_open(j, '{');
        spk_json_key(j, "bot"), spk_json_str(j, spk_bot_kinds[i]->name);
        spk_json_key(j, "about"), spk_json_str(j, spk_bot_kinds[i]->about);
        spk_json_key(j, "level"), spk_json_bool(j, spk_bot_kinds[i]->is_level);
        spk_json_close(j, '}');
    }
    spk_json_close(j, ']');
}

void srv_api_games(srv_house *h, const srv_request *r, char *const *word)
{
    char etag[24];
    spk_buf out = {0};
    spk_json j = {.out = &out};
    (void)word;
    spk_json_open(&j, '{');
    spk_json_key(&j, "protocol"), spk_json_int(&j, 1);
    spk_json_key(&j, "games"), spk_json_open(&j, '[');
    for (int i = 0; i < spk_n_games; i++)
        print_game(spk_games[i], &j);
    spk_json_close(&j, ']');
    print_bots(&j);
    spk_json_close(&j, '}');
    snprintf(etag, sizeof etag, "\"%016llx\"",
             (unsigned long long)spk_hash(SPK_HASH_START, out.bytes, out.n));
    srv_reply(h->net, r->ask,
              &(srv_response){.status = 200,
                              .type = "application/json",
                              .body = out.bytes,
                              .n_body = out.n,
                              .cache = "no-cache",
                              .etag = etag});
    spk_buf_release(&out);
}
