/* selfplay.c: games that the search plays against itself or another bot, and what is kept of them. */
#include <string.h>

#include "ai/bot.h"
#include "ai/search.h"
#include "base/mem.h"
#include "engine/box.h"
#include "hosts/train/train.h"

enum {
    TREE = 1 << 20, /* bytes: plenty for a few hundred iterations */
    OPENING = 9,    /* every other game begins with 0 to 8 random moves */
    CHOICES = 4,    /* one decision in so many is kept with all its moves */
    BY_VISITS = 6,  /* percentage of moves drawn by visits: games must differ */
    MOST_STEPS = 1 << 14,
    LATER = 16, /* decisions, or turns: as long as a round of a game with rounds */
};

/* -- Samples ----------------------------------------------------------------------------------- */

void train_samples_init(train_samples *s, const spk_box *box)
{
    const spk_features *f = box->game->hints->features;
    *s = (train_samples){.n_views = box->n_seats == 2 ? 1 : box->n_seats,
                         .n_slots = f->n_slots,
                         .choices = {.n_slots = f->moves ? f->moves->n_slots : 0}};
}

void train_samples_release(train_samples *s)
{
    spk_free(s->rows);
    spk_free(s->wanted);
    s->rows = NULL, s->wanted = NULL, s->n = s->room = 0;
    train_choices_release(&s->choices);
}

static void make_room(train_samples *s, long n)
{
    if (s->n + n <= s->room)
        return;
    while (s->room < s->n + n)
        s->room = s->room ? 2 * s->room : 64;
    size_t views = (size_t)s->room * (size_t)s->n_views;
    s->rows = spk_realloc(s->rows, views * (size_t)s->n_slots * sizeof *s->rows);
    s->wanted = spk_realloc(s->wanted, views * sizeof *s->wanted);
}

void train_samples_add(train_samples *s, const train_samples *more)
{
    make_room(s, more->n);
    train_choices_add(&s->choices, &more->choices);
    s->won += more->won, s->n_against += more->n_against;
    size_t views = (size_t)s->n_views, at = (size_t)s->n * views, n = (size_t)more->n * views;
    if (n == 0)
        return;
    memcpy(s->rows + at * (size_t)s->n_slots, more->rows, n * (size_t)s->n_slots * sizeof *s->rows);
    memcpy(s->wanted + at, more->wanted, n * sizeof *s->wanted);
    s->n += more->n;
}

/* -- One game ---------------------------------------------------------------------------------- */

typedef struct decision {
    long sample; /* -1: none was kept */
    spk_seat actor;
    bool by_rival;            /* of the bot that is learned against */
    int value[SPK_MAX_SEATS]; /* what was thought of it */
} decision;

typedef struct table {
    const train_plan *plan;
    const spk_box *box;
    spk_search *search[SPK_MAX_SEATS];
    const spk_script *script[SPK_MAX_SEATS]; /* NULL: the seat searches */
    spk_rng chance, play;
    spk_state state;
    spk_seat learner; /* where the other seats do not learn (train_plan.against) */
    bool is_quick;    /* nobody searches */
    int n_random;     /* moves still to be made at random */
    train_samples *out;
    long first;        /* sample of this game ... */
    long first_choice; /* ... and decision with all its moves */
    decision *made;    /* all of them, for the result */
    long n_made, room_made;
    bool secrets;
    bool
        between; /* what is kept are positions between turns, as nets judge them (spk_features.on_turn) */
    spk_net net;
    spk_net_memo *
        memo; /* of the last net, where its word counts: with secrets, and between turns; NULL: none */
} table;

/* One seat in eight follows a script, the others the weights. */
static void seat_quickly(table *t)
{
    const spk_game *rules = t->box->game;
    for (spk_seat seat = 0; seat < t->box->n_seats && rules->n_scripts; seat++)
        if (spk_rng_below(&t->play, 8) == 0)
            t->script[seat] = &rules->scripts[spk_rng_below(&t->play, (uint32_t)rules->n_scripts)];
}

/* Self-play alone forgets what it means to be rushed: some games are played against a plan. */
static void seat_script(table *t, int game)
{
    const spk_game *rules = t->box->game;
    if (!rules->n_scripts || (int)spk_rng_below(&t->play, 100) >= t->plan->scripts)
        return;
    uint32_t script = spk_rng_below(&t->play, (uint32_t)rules->n_scripts);
    t->script[game % t->box->n_seats] = &rules->scripts[script];
}

static bool is_rival(const table *t, spk_seat seat)
{
    return t->plan->against && seat != t->learner;
}

static spk_search *seat_search(const table *t, spk_seat seat)
{
    spk_style style = {.knows = true,
                       .learned = true,
                       .sets = true,
                       .plans = true,
                       .rival_worlds = true,
                       .careless = is_rival(t, seat) ? 0 : BY_VISITS,
                       .memory = TREE};
    return spk_search_new(is_rival(t, seat) ? t->plan->against : t->box, seat, &style);
}

/* Every other game begins at random: so pairs of games go round the seats. */
static void sit_down(table *t, int generation, int game)
{
    uint64_t seed = t->plan->seed + (uint64_t)generation;
    spk_rng_init(&t->chance, seed, 2 * (uint64_t)game);
    spk_rng_init(&t->play, seed, 2 * (uint64_t)game + 1);
    t->learner = game / 2 % t->box->n_seats;
    for (spk_seat seat = 0; seat < t->box->n_seats; seat++)
        t->search[seat] = seat_search(t, seat);
    t->n_random = game % 2 ? (int)spk_rng_below(&t->play, OPENING) : 0;
    t->is_quick = generation < t->plan->n_quick;
    if (t->is_quick)
        seat_quickly(t);
    else if (t->plan->scripts)
        seat_script(t, game);
    t->secrets = spk_has_secrets(t->box->game);
    t->between = t->box->game->hints->features->on_turn != NULL;
    if ((t->secrets || t->between) && t->box->net.bytes &&
        spk_net_open(&t->net, t->box, NULL) == SPK_OK)
        t->memo = spk_alloc(sizeof *t->memo);
    t->box->game->setup(t->box, &t->state);
}

static void stand_up(table *t)
{
    for (spk_seat seat = 0; seat < t->box->n_seats; seat++)
        spk_search_free(t->search[seat]);
    spk_free(t->made);
    spk_free(t->memo);
}

/* The position as the net would see it. */
static long keep_rows(table *t, spk_seat actor)
{
    train_samples *s = t->out;
    make_room(s, 1);
    size_t at = (size_t)s->n * (size_t)s->n_views;
    for (int view = 0; view < s->n_views; view++) {
        spk_seat seat = s->n_views == 1 ? actor : view;
        t->box->game->hints->features->read(t->box, &t->state, seat,
                                            s->rows + (at + (size_t)view) * (size_t)s->n_slots);
    }
    return s->n++;
}

/* A decision, and what was thought of it. False: it is not one of those kept as samples. */
static bool keep(table *t, spk_seat actor, const int value[SPK_MAX_SEATS])
{
    bool is_kept = t->plan->one_in < 2 || spk_rng_below(&t->play, (uint32_t)t->plan->one_in) == 0;
    if (t->n_made == t->room_made) {
        t->room_made = t->room_made ? 2 * t->room_made : 64;
        t->made = spk_realloc(t->made, (size_t)t->room_made * sizeof *t->made);
    }
    decision *made = &t->made[t->n_made++];
    made->actor = actor;
    made->by_rival = is_rival(t, actor) && !t->between;
    made->sample = is_kept ? keep_rows(t, actor) : -1;
    memcpy(made->value, value, sizeof made->value);
    return is_kept;
}

/* A plan is carried out without thinking again: that costs a third, and teaches nearly as much. */
static spk_move think(table *t, spk_seat seat)
{
    spk_state view = t->state;
    spk_move move;
    int value[SPK_MAX_SEATS] = {0};
    spk_redact(t->box, &view, seat);
    if (spk_search_go_on(t->search[seat], &view, &move))
        return move;
    spk_search_begin(t->search[seat], &view, &t->play);
    spk_search_run(t->search[seat], t->plan->iterations);
    bool chose = spk_search_prospects(t->search[seat], value);
    if (t->memo && t->secrets)
        spk_net_values(&t->net, t->box, &t->state, t->memo, value);
    if (chose && !t->between && keep(t, seat, value) && t->out->choices.n_slots &&
        t->out->n % CHOICES == 0 && !is_rival(t, seat))
        train_choices_keep(&t->out->choices, t->box, &t->state, seat, t->search[seat]);
    return spk_search_best(t->search[seat]);
}

static spk_move follow(table *t, spk_seat seat)
{
    spk_state view = t->state;
    spk_redact(t->box, &view, seat);
    return t->script[seat]->choose(t->box, &view, seat, &t->play);
}

/* Where hands are hidden, as the game's rollouts do; else the likeliest move by its weights, one in twelve as
 * likely as it is. */
static spk_move play_quickly(table *t, spk_seat seat)
{
    const spk_hints *hints = t->box->game->hints;
    if (t->secrets && hints->rollout)
        return hints->rollout(t->box, &t->state, seat, &t->play);
    spk_move moves[SPK_MAX_MOVES];
    uint32_t weight[SPK_MAX_MOVES];
    uint64_t sum = 0;
    spk_state guess = t->state;
    int n = t->box->game->moves(t->box, &t->state, seat, moves), best = 0;
    if (n == 1 || !hints->weigh)
        return spk_bot_pick(moves, n, false, &t->play);
    spk_redact(t->box, &guess, seat);
    spk_resample(t->box, &guess, seat, &t->play);
    hints->weigh(t->box, &guess, seat, moves, n, weight);
    bool by_weight = spk_rng_below(&t->play, 12) == 0;
    for (int i = 0; i < n; i++) {
        sum += weight[i];
        bool better = by_weight ? spk_rng_below(&t->play, (uint32_t)sum) < weight[i]
                                : weight[i] > weight[best];
        best = better ? i : best;
    }
    return moves[best];
}

static spk_move choose(table *t, spk_seat seat)
{
    static const int nothing[SPK_MAX_SEATS];
    spk_move moves[SPK_MAX_MOVES];
    if (t->n_random > 0) {
        t->n_random--;
        int n = t->box->game->moves(t->box, &t->state, seat, moves);
        return spk_bot_pick(moves, n, false, &t->play);
    }
    if (t->is_quick && !t->between)
        keep(t, seat, nothing);
    if (t->script[seat])
        return follow(t, seat);
    return t->is_quick ? play_quickly(t, seat) : think(t, seat);
}

/* A position between turns, and what the last net says of it. */
static void keep_between(table *t)
{
    const spk_features *f = t->box->game->hints->features;
    int value[SPK_MAX_SEATS] = {0};
    if (!f->is_settled(t->box, &t->state))
        return;
    if (t->memo)
        spk_net_values(&t->net, t->box, &t->state, t->memo, value);
    keep(t, f->on_turn(t->box, &t->state), value);
}

/* What a decision teaches besides the result. Where everything is open, what the search thought of it.
 * Where it is not, the search knew only what its seat saw, and a net that was told so would think little
 * of hidden cards: then what the last net says of the whole position some decisions later, if there is
 * one; and so between turns. NULL: nothing, as in other games played without a search; and what a rival
 * that learns nothing thought, who takes its own kind for granted. */
static const int *opinion(const table *t, long i)
{
    if ((t->is_quick && !t->between) || t->made[i].by_rival)
        return NULL;
    if (!t->secrets && !t->between)
        return t->made[i].value;
    return t->memo && i + LATER < t->n_made ? t->made[i + LATER].value : NULL;
}

/* Now that the result is known: it counts with what was thought. */
static void settle(table *t)
{
    train_samples *s = t->out;
    int result[SPK_MAX_SEATS];
    spk_share_end(t->box, &t->state, result);
    if (t->plan->against)
        s->won += (double)result[t->learner] / SPK_WIN, s->n_against++;
    for (long i = 0; i < t->n_made; i++) {
        const int *thought = opinion(t, i);
        float part = thought ? (float)t->plan->result / 100 : 1;
        for (int view = 0; view < s->n_views && t->made[i].sample >= 0; view++) {
            spk_seat seat = s->n_views == 1 ? t->made[i].actor : view;
            float wanted = part * (float)result[seat];
            if (thought)
                wanted += (1 - part) * (float)thought[seat];
            s->wanted[(size_t)t->made[i].sample * (size_t)s->n_views + (size_t)view] =
                wanted / SPK_WIN;
        }
    }
}

void train_play(const train_plan *plan, int generation, int game, train_samples *out)
{
    table t = {.plan = plan,
               .box = plan->box,
               .out = out,
               .first = out->n,
               .first_choice = out->choices.n};
    spk_actors who;
    sit_down(&t, generation, game);
    for (int step = 0; step < MOST_STEPS && (who = t.box->game->actors(t.box, &t.state)); step++) {
        spk_seat seat = spk_actors_first(who);
        if (t.between)
            keep_between(&t);
        spk_move move =
            who == SPK_CHANCE_ACTS ? spk_chance_draw(t.box, &t.state, &t.chance) : choose(&t, seat);
        t.box->game->apply(t.box, &t.state, seat, move);
    }
    if (spk_is_over(t.box, &t.state))
        settle(&t);
    else
        out->n = t.first, out->choices.n = t.first_choice; /* a game without end teaches nothing */
    stand_up(&t);
}
