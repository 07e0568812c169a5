/* contract.h: what the contract tests share: the tables they sit down at, and how they complain.
 *
 * A contract test is a function over a table. It is called for every game of games.def and for the
 * templates, for every number of players and for every value of every option (one at a time):
 *
 *     static void play(contract_table *t) { ... PROMISE(t, n > 0); ... }
 *     TEST(every_game_...) { contract_for_each_table(play, 4); }
 *
 * A broken promise prints the game, the table, the seed, the step and the position, and what was
 * promised. Seeds are fixed, so a failure comes back; SPK_CONTRACT_MATCHES=10 plays ten times as
 * many matches, SPK_CONTRACT_GAME=famiglia only those of that game. */
#ifndef SPK_CONTRACT_H
#define SPK_CONTRACT_H

#include <errno.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/rng.h"
#include "base/str.h"
#include "engine/box.h"
#include "engine/game.h"
#include "engine/match.h"
#include "games/registry.h"
#include "test.h"

extern const spk_game spk_game_blank, spk_game_blank_open;

/* The templates: one with everything a game may have, and one that leaves out all it can. */
static const spk_game *const contract_templates[] = {&spk_game_blank, &spk_game_blank_open};

enum { CONTRACT_TEMPLATES = sizeof contract_templates / sizeof *contract_templates };

/* All games, then the templates: for (int i = 0; i < contract_n_games(); i++) contract_game(i) */
static inline int contract_n_games(void) { return spk_n_games + CONTRACT_TEMPLATES; }

static inline const spk_game *contract_game(int i)
{
    return i < spk_n_games ? spk_games[i] : contract_templates[i - spk_n_games];
}

enum { CONTRACT_STEPS = 150 }; /* of a match of middling length */

typedef struct contract_table {
    spk_box box;
    char setting[80]; /* "goal=9", or "" */
    bool busy;        /* idle moves only if there is nothing else */
    uint64_t seed;
    spk_rng rng;
    int thin; /* long games: only one node in so many is looked at closely */
    int step;
    const void *state; /* for complaints; NULL: none yet */
} contract_table;

/* -- Complaining ------------------------------------------------------------------------------- */

#define PROMISE(table, condition)                                                                  \
    ((condition) ? (void)0 : contract_complain(table, #condition, __FILE__, __LINE__))

static inline void contract_complain(const contract_table *t, const char *promise, const char *file,
                                     int line)
{
    spk_buf out = {0};
    if (t->state)
        t->box.game->print_state(&t->box, t->state, &out);
    print_error("%s broke a promise: %s\n  players %d, option %s, %s play, seed %llu, step %d\n"
                "  %s\n",
                t->box.game->key, promise, t->box.n_seats, *t->setting ? t->setting : "-",
                t->busy ? "busy" : "uniform", (unsigned long long)t->seed, t->step,
                spk_buf_text(&out));
    spk_buf_release(&out);
    _fail(file, line);
}

/* -- Tables ------------------------------------------------------------------------------------ */

typedef void contract_play(contract_table *t);

static inline spk_seat contract_actor(contract_table *t, spk_actors who);
static inline spk_move contract_choose(contract_table *t, const void *state, spk_seat seat);

static inline const spk_game *contract_find(const char *key)
{
    for (int i = 0; i < contract_n_games(); i++)
        if (spk_str_eq(contract_game(i)->key, key))
            return contract_game(i);
    return NULL;
}

static inline int contract_times(int n)
{
    const char *more = getenv("SPK_CONTRACT_MATCHES");
    int factor = 1;
    if (more && !spk_str_int(more, 1, 100000, &factor))
        fail_msg("SPK_CONTRACT_MATCHES is a whole number from 1, not '%s'", more);
    return (HAS_SANITIZER ? (n + 2) / 3 : n) *
           factor; /* the same matches, and four times as slow */
}

static inline void contract_open(contract_table *t, const spk_game *game, int n_seats,
                                 const char *setting)
{
    spk_why why = {0};
    const char *settings[] = {setting};
    *t = (contract_table){0};
    snprintf(t->setting, sizeof t->setting, "%s", setting);
    spk_choice choice = {.n_seats = n_seats, .options = settings, .n_options = *setting != '\0'};
    if (spk_box_open(&t->box, game, &choice, &why) != SPK_OK)
        fail_msg("%s for %d, %s: %s", game->key, n_seats, setting, why.text);
}

/* Whether the rules allow this option at this table: "seat 4 begins" needs four seats. A refusal
 * names the rule. */
static inline bool contract_is_allowed(const spk_game *game, int n_seats, const char *setting)
{
    spk_why why = {0};
    spk_box box;
    spk_choice choice = {.n_seats = n_seats, .options = &setting, .n_options = *setting != '\0'};
    spk_err err = spk_box_open(&box, game, &choice, &why);
    if (err == SPK_OK)
        spk_box_close(&box);
    return err != SPK_EREFUSED || strncmp(why.rule, game->prefix, strlen(game->prefix)) != 0;
}

/* How many steps a match has here: one is played without a look at anything. */
static inline int contract_length(contract_table *t)
{
    spk_state state;
    spk_actors who;
    int n = 0;
    spk_rng_init(&t->rng, 1, 0);
    t->box.game->setup(&t->box, &state);
    for (; (who = t->box.game->actors(&t->box, &state)) != 0; n++) {
        spk_seat seat = contract_actor(t, who);
        t->box.game->apply(&t->box, &state, seat, contract_choose(t, &state, seat));
    }
    return n;
}

/* n_matches at one table, every other one busy; of a long game fewer, but two. Every table has its
 * own stream of chance, or the same deals would come again under every option. */
static inline void contract_sit(const spk_game *game, int n_seats, const char *setting,
                                contract_play *play, int n_matches)
{
    contract_table t;
    if (!contract_is_allowed(game, n_seats, setting))
        return;
    contract_open(&t, game, n_seats, setting);
    t.thin = 1 + contract_length(&t) / (2 * CONTRACT_STEPS);
    int steps = 0;
    for (int i = 0; i < n_matches && (i < 2 || steps < n_matches * CONTRACT_STEPS); i++) {
        t.seed = 1000u + (unsigned)i;
        t.busy = i % 2;
        t.step = 0;
        t.state = NULL;
        spk_rng_init(&t.rng, t.seed, spk_hash((uint64_t)n_seats, setting, strlen(setting)));
        play(&t);
        steps += t.step;
    }
    spk_box_close(&t.box);
}

/* The k-th value of an option as "name=value"; false: there are not so many. Numbers are tried at
 * both ends of their range; their default has its turn at the table without a setting. */
static inline bool contract_value(const spk_option *option, int k, char room[80])
{
    char word[32];
    if (!option->values) {
        snprintf(room, 80, "%s=%d", option->name, k ? option->hi : option->lo);
        return k < 2;
    }
    spk_words words = spk_words_of(option->values);
    do {
        if (!spk_words_next(&words, word, sizeof word))
            return false;
    } while (k-- > 0);
    snprintf(room, 80, "%s=%s", option->name, word);
    return true;
}

/* An option with very many values is tried with some of them. */
static inline int contract_stride(const spk_option *option)
{
    char room[80];
    int n = 0;
    while (contract_value(option, n, room))
        n++;
    return n > 6 ? n / 4 : 1;
}

/* Every number of players; every value of every option by itself, at one number of players after
 * the other. The plain tables are played most. */
static inline void contract_for_each_table_of(const spk_game *game, contract_play *play,
                                              int n_matches)
{
    char setting[80];
    int n_counts = game->max_seats - game->min_seats + 1, next = 0;
    for (int n = 0; n < n_counts; n++)
        contract_sit(game, game->min_seats + n, "", play, n_matches);
    for (int i = 0; i < game->n_options; i++) {
        int stride = contract_stride(&game->options[i]);
        for (int k = 0; contract_value(&game->options[i], k, setting); k += stride)
            contract_sit(game, game->min_seats + next++ % n_counts, setting, play,
                         (n_matches + 3) / 4);
    }
}

static inline bool contract_is_wanted(const spk_game *game)
{
    const char *only = getenv("SPK_CONTRACT_GAME");
    if (only && !contract_find(only))
        fail_msg("SPK_CONTRACT_GAME: there is no game '%s'", only);
    return !only || spk_str_eq(only, game->key);
}

static inline void contract_for_each_table(contract_play *play, int n_matches)
{
    for (int i = 0; i < contract_n_games(); i++)
        if (contract_is_wanted(contract_game(i)))
            contract_for_each_table_of(contract_game(i), play, contract_times(n_matches));
}

/* -- Playing ----------------------------------------------------------------------------------- */

static inline bool contract_one_in(contract_table *t, int n)
{
    return spk_rng_below(&t->rng, (uint32_t)n) == 0;
}

/* Any of the actors. */
static inline spk_seat contract_actor(contract_table *t, spk_actors who)
{
    uint32_t skip = spk_rng_below(&t->rng, (uint32_t)__builtin_popcount(who));
    while (skip-- > 0)
        who &= who - 1;
    return spk_actors_first(who);
}

/* Any move of a seat or of chance, as the table plays. */
static inline spk_move contract_choose(contract_table *t, const void *state, spk_seat seat)
{
    const spk_game *game = t->box.game;
    if (seat == SPK_SEAT_CHANCE) {
        spk_outcome outcomes[SPK_MAX_OUTCOMES];
        int n = game->chance(&t->box, state, outcomes);
        return spk_outcome_draw(outcomes, n, &t->rng);
    }
    spk_move moves[SPK_MAX_MOVES];
    int n = game->moves(&t->box, state, seat, moves);
    while (t->busy && n > 1 && moves[n - 1] & SPK_MOVE_IDLE)
        n--;
    return moves[spk_rng_below(&t->rng, (uint32_t)n)];
}

/* All moves of a seat, or all outcomes of chance. */
static inline int contract_list(const contract_table *t, const void *state, spk_seat seat,
                                spk_move *out)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    if (seat != SPK_SEAT_CHANCE)
        return t->box.game->moves(&t->box, state, seat, out);
    int n = t->box.game->chance(&t->box, state, outcomes);
    for (int i = 0; i < n; i++)
        out[i] = outcomes[i].move;
    return n;
}

/* The seats of a table, then the onlooker: for (v = 0; v <= n_seats; v++) contract_viewer(t, v) */
static inline spk_seat contract_viewer(const contract_table *t, int v)
{
    return v < t->box.n_seats ? v : SPK_SEAT_ONLOOKER;
}

static inline bool contract_same(const contract_table *t, const void *a, const void *b)
{
    return spk_state_eq(&t->box, a, b);
}

/* A view, its JSON and its board, for comparing. Release 'text'. */
typedef struct contract_sight {
    spk_state view;
    spk_buf text;
} contract_sight;

static inline void contract_look(const contract_table *t, const void *state, spk_seat viewer,
                                 contract_sight *sight)
{
    spk_state_copy(&t->box, &sight->view, state);
    spk_redact(&t->box, &sight->view, viewer);
    spk_buf_clear(&sight->text);
    spk_json json = {.out = &sight->text};
    t->box.game->json(&t->box, &sight->view, viewer, &json);
    t->box.game->board(&t->box, &sight->view, viewer, &sight->text);
}

static inline bool contract_looks_alike(const contract_table *t, const contract_sight *a,
                                        const contract_sight *b)
{
    return contract_same(t, &a->view, &b->view) &&
           spk_str_eq(spk_buf_text(&a->text), spk_buf_text(&b->text));
}

/* All of a file behind what is in 'out'; a test whose file is missing fails. */
static inline void read_file(const char *path, spk_buf *out)
{
    char part[4096];
    size_t n;
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s: %s", path, strerror(errno));
    while ((n = fread(part, 1, sizeof part, file)) > 0)
        spk_buf_add(out, part, n);
    fclose(file);
}

#endif
