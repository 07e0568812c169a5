/* search.c: the way down the tree, the game played on from its edge, and the way back up. What is
 * searched for and why it is built so is told in search.h; the table of nodes is tree.c. */
#include "ai/search.h"

#include <math.h>
#include <string.h>

#include "ai/bot.h"
#include "ai/net.h"
#include "ai/points.h"
#include "ai/tree.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/mem.h"

enum { MAX_DEPTH = 128 }; /* decisions of one way down; whatever is deeper is only played on */

typedef struct step {
    ai_node *node;
    int edge;
    bool chance; /* after it chance has a say */
} step;

/* A contest of the root's moves (compare_once): all that are left in it are tried in the same worlds, with the
 * same dice; then the better half goes on, in as many iterations as before, so in twice as many worlds. */
typedef struct contest {
    bool on;
    spk_state world;                 /* in which they are being tried ... */
    spk_rng dice;                    /* ... with these */
    int luck;                        /* what the searcher may hope for in it anyhow */
    int heat;                        /* iterations of a heat: until half of them drop out */
    int n_left;                      /* moves still in it */
    int next;                        /* the next to be tried in this world; n_left: all have been */
    int worlds;                      /* of this heat that are still to come */
    uint16_t order[SPK_SEARCH_WIDE]; /* the root's edges, the best so far first */
} contest;

struct spk_search {
    const spk_box *box;
    const spk_game *game;
    const spk_hints *hints; /* NULL: plain */
    spk_style style;
    spk_seat seat;
    spk_rng *rng;
    spk_state view; /* the decision */
    ai_tree tree;
    ai_node *root;
    uint64_t iterations, transitions;
    int64_t total[SPK_MAX_SEATS]; /* of every seat's prospects, since begin ... */
    int64_t n_total;              /* ... in so many iterations */
    spk_net net;
    spk_net_memo *memo; /* NULL: there is no net, or nobody asks it */
    /* Positions are judged where these say so instead of being played on: with a net, and where plans are
     * judged by values. NULL: rollouts. */
    const spk_features *settled;
    uint16_t *move_rows;    /* NULL: it has no taste */
    const spk_plans *plans; /* NULL: every edge is a move */
    spk_move going;         /* the plan that was begun by the last answer, ... */
    uint32_t going_turn;    /* ... in this turn */
    bool is_going;
    bool links;  /* nothing is hidden, so a move always leads to the same node: see ai_tree_link */
    bool proves; /* looks for games that are decided: see ai_tree_decide */
    bool
        paired; /* a net where there are secrets: others play by the hints, and values count against the
                  * world's own (luck_of) */
    int64_t luck; /* what that took off, since begin */
    step path[MAX_DEPTH];
    int depth;
    int winner; /* of this iteration's game, if it is decided where the way down ended: 1 + seat */
    bool in_rival_world;       /* this iteration's world was dealt from a rival's view */
    contest contest;           /* of the root's moves; in a search that compares them */
    ai_points points;          /* of the root's moves, while nothing else is at stake */
    const spk_pledge *pledges; /* see spk_search_believe */
    int n_pledges;
    spk_seat ally; /* of whose prospects so many hundredths count too: see spk_search_side_with */
    int share;
    spk_move moves[SPK_MAX_MOVES];
    uint32_t weights[SPK_MAX_MOVES];
};

/* -- Beginning --------------------------------------------------------------------------------- */

spk_search *spk_search_new(const spk_box *box, spk_seat seat, const spk_style *style)
{
    spk_search *s = spk_alloc(sizeof *s);
    s->box = box;
    s->game = box->game;
    s->hints = style->knows ? box->game->hints : NULL;
    s->style = *style;
    bool secrets = spk_has_secrets(box->game);
    s->style.sets = style->sets && secrets; /* else what a seat sees is the position */
    s->style.rival_worlds =
        style->rival_worlds && secrets && box->game->hints && box->game->hints->rival_worlds;
    s->seat = seat;
    s->links = !secrets;
    s->proves = style->learned && !secrets && !style->overlooks;
    const spk_features *features = box->game->hints ? box->game->hints->features : NULL;
    bool covered = features && (!features->covers || features->covers(box));
    const spk_plans *plans = style->plans && s->hints ? s->hints->plans : NULL;
    bool by_hand = plans && plans->by_values && style->by_values;
    if (style->learned && covered && !by_hand && box->net.bytes &&
        spk_net_open(&s->net, box, NULL) == SPK_OK)
        s->memo = spk_alloc(sizeof *s->memo);
    if (s->memo && s->net.taste)
        s->move_rows = spk_alloc(SPK_MAX_MOVES * (size_t)s->net.features->moves->n_slots *
                                 sizeof *s->move_rows);
    s->settled = s->memo || by_hand ? features : NULL;
    s->plans = s->settled ? plans : NULL;
    s->paired = s->memo && s->style.sets;
    s->style.rival_worlds &= !s->paired;
    ai_tree_init(&s->tree, style->memory ? style->memory : SPK_SEARCH_MEMORY);
    return s;
}

void spk_search_free(spk_search *s)
{
    if (!s)
        return;
    ai_tree_release(&s->tree);
    spk_free(s->memo);
    spk_free(s->move_rows);
    spk_free(s);
}

/* What tells the decisions of a seat apart: all that it sees, and who it is. */
static uint64_t node_key(const spk_search *s, const void *state, spk_seat seat)
{
    size_t n = s->game->state_size;
    if (!s->style.sets)
        return spk_hash_state((uint64_t)seat, state, n);
    spk_state view;
    memcpy(view.bytes, state, n);
    spk_redact(s->box, &view, seat);
    return spk_hash_state((uint64_t)seat, &view, n);
}

/* -- What was promised ------------------------------------------------------------------------- */

enum {
    CREDIBLE_TRIES = 4, /* a move that breaks a promise is chosen again so often */
    WORLD_TRIES =
        8, /* and a world guessed again in which one is broken, or nobody would have acted so */
};

void spk_search_believe(spk_search *s, const spk_pledge *pledges, int n)
{
    s->pledges = pledges;
    s->n_pledges = n;
}

void spk_search_side_with(spk_search *s, spk_seat seat, int percent)
{
    s->ally = seat;
    s->share = percent;
}

void spk_search_forget(spk_search *s) { ai_tree_forget(&s->tree); }

/* How far a promise is believed where this seat is to act; 0: it is not about that. */
static int weight_of(const spk_search *s, const spk_pledge *p, const void *state, spk_seat seat)
{
    bool other = p->seat != seat || seat == s->seat;
    return other || p->subject != s->game->talk->subject(s->box, state) ? 0 : p->trust;
}

/* Moves that break the seat's word are less likely, as far as its word is believed. Small weights are
 * made larger first, so that there is something to take away from. */
static void lean_on(spk_search *s, const void *state, const spk_pledge *p, int n)
{
    uint64_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += s->weights[i];
    uint64_t scale = sum < 1 << 24 ? 128 : 1;
    for (int i = 0; i < n; i++) {
        int fits = s->game->talk->fits(s->box, state, p->seat, s->moves[i], p->promise);
        uint64_t share = fits == SPK_BROKEN ? 100 - (uint64_t)p->trust : 100;
        uint64_t weight = s->weights[i] * scale * share / 100;
        s->weights[i] = weight ? (uint32_t)weight : 1;
    }
}

static void lean(spk_search *s, const void *state, spk_seat seat, int n)
{
    for (int k = 0; k < s->n_pledges; k++)
        if (weight_of(s, &s->pledges[k], state, seat))
            lean_on(s, state, &s->pledges[k], n);
}

static bool mend(spk_search *s, void *world, const spk_pledge *p)
{
    const spk_talk *talk = s->game->talk;
    return talk->mend && talk->mend(s->box, world, p->seat, p->promise, s->rng);
}

/* A world in which a believed promise is broken is mended, if the game can do that. */
static bool is_credible_world(spk_search *s, void *world)
{
    for (int k = 0; k < s->n_pledges; k++) {
        spk_seat seat = s->pledges[k].seat;
        int trust = weight_of(s, &s->pledges[k], world, seat);
        if (trust &&
            s->game->talk->kept(s->box, world, seat, s->pledges[k].promise) == SPK_BROKEN &&
            spk_rng_below(s->rng, 100) < (uint32_t)trust && !mend(s, world, &s->pledges[k]))
            return false;
    }
    return true;
}

static void weigh(spk_search *s, const void *state, spk_seat seat, int n)
{
    if (s->hints && s->hints->weigh)
        s->hints->weigh(s->box, state, seat, s->moves, n, s->weights);
    else
        for (int i = 0; i < n; i++)
            s->weights[i] = 1;
    if (s->move_rows)
        spk_net_weigh(&s->net, s->box, state, seat, s->moves, n, s->move_rows, s->weights);
    if (s->n_pledges)
        lean(s, state, seat, n);
}

/* Plans and their weights in place of moves; 0: there are none. */
static int list_plans(spk_search *s, const void *state, spk_seat seat)
{
    return s->plans ? s->plans->list(s->box, state, seat, s->moves, s->weights) : 0;
}

/* How many edges a node gets. Most nodes never get to their tenth move, so they begin with a few and get
 * four times as many whenever all have been tried (widen). The root, sealed decisions, and searches that know
 * nothing need all at once. */
enum { FIRST_EDGES = 8, MORE_EDGES = 4 };

static int edges_for(const spk_search *s, const ai_node *node, int n)
{
    if (!s->hints)
        return n;
    if (node->sealed || node == s->root || MORE_EDGES * node->n_edges > SPK_SEARCH_WIDE)
        return SPK_SEARCH_WIDE;
    return node->n_edges ? MORE_EDGES * node->n_edges : FIRST_EDGES;
}

/* The moves of a node that is met for the second time, or more of them. False: there is no room. */
static bool open_node(spk_search *s, ai_node *node, const void *state)
{
    int n = list_plans(s, state, node->seat);
    node->planned = n > 0;
    if (!node->planned) {
        n = s->game->moves(s->box, state, node->seat, s->moves);
        weigh(s, state, node->seat, n);
    }
    node->sealed = __builtin_popcount(s->game->actors(s->box, state)) > 1;
    return ai_tree_open(&s->tree, node, s->moves, s->weights, n, edges_for(s, node, n));
}

/* The likeliest moves meet; in a second contest, if there is time for one, twice as many in heats twice as long. */
enum { CONTESTANTS = 16, HEAT = 64 };

static void begin_heat(contest *c, int n_left)
{
    c->n_left = c->next = n_left;
    c->worlds = c->heat / n_left > 0 ? c->heat / n_left : 1;
}

static void begin_contest(spk_search *s, int heat)
{
    int most = heat / HEAT * CONTESTANTS;
    s->contest.heat = heat;
    begin_heat(&s->contest, s->root->n_edges < most ? s->root->n_edges : most);
}

/* What was found before, in other worlds and with other beliefs, is no part of it. */
static void open_contest(spk_search *s)
{
    ai_edge *edge = ai_tree_edges(&s->tree, s->root);
    for (int i = 0; i < s->root->n_edges; i++) {
        if (!edge[i].ranked)
            ai_tree_rank(&edge[i], s->root->n_edges - i);
        edge[i].visits = 0, edge[i].sum = 0;
        s->contest.order[i] = (uint16_t)i;
    }
    s->root->visits = 0, s->root->sum = 0;
    begin_contest(s, HEAT);
}

/* Sealed answers are mixtures, and a net has its own way to tell luck from merit (luck_of). */
static bool compares(const spk_search *s)
{
    return s->hints && s->hints->compares && s->style.sets && !s->paired && !s->root->sealed;
}

void spk_search_begin(spk_search *s, const void *view, spk_rng *rng)
{
    memcpy(s->view.bytes, view, s->game->state_size);
    s->rng = rng;
    memset(s->total, 0, sizeof s->total);
    s->n_total = s->luck = 0;
    memset(&s->points, 0, sizeof s->points);
    if (s->paired)
        ai_tree_forget(&s->tree); /* those were other worlds */
    ai_tree_tidy(&s->tree);
    s->root = ai_tree_find(&s->tree, node_key(s, &s->view, s->seat), s->seat);
    if (s->root->n_edges == 0 || (s->root->more && s->root->n_edges < SPK_SEARCH_WIDE))
        SPK_BUG_IF(!open_node(s, s->root, &s->view) && s->root->n_edges == 0);
    s->contest.on = compares(s);
    if (s->contest.on)
        open_contest(s);
}

/* -- Choosing an edge -------------------------------------------------------------------------- */

/* The natural logarithm, by the four operations alone so that it has the same bits everywhere:
 * n = m 2^k with m in [1, 2), and ln m = 2 artanh((m - 1) / (m + 1)). */
static double ln(uint32_t n)
{
    int k = 31 - __builtin_clz(n);
    double m = (double)n / (double)((uint64_t)1 << k), x = (m - 1) / (m + 1), xx = x * x;
    double series = 1 + xx * (1.0 / 3 + xx * (1.0 / 5 + xx * (1.0 / 7 + xx / 9)));
    return k * 0.6931471805599453 + 2 * x * series;
}

static double mean(const ai_edge *e) { return (double)e->sum / ((double)SPK_WIN * e->visits); }

/* UCB1, for a search that knows nothing: every move once, in any order, then the best upper bound. */
static int pick_plain(spk_search *s, const ai_node *node, const ai_edge *edge)
{
    if (node->visits < node->n_edges) {
        uint32_t fresh = spk_rng_below(s->rng, (uint32_t)(node->n_edges));
        while (edge[fresh].visits)
            fresh = fresh + 1 == node->n_edges ? 0 : fresh + 1;
        return (int)fresh;
    }
    double log_n = ln(node->visits), best = -1;
    int at = 0;
    for (int i = 0; i < node->n_edges; i++) {
        double bound = mean(&edge[i]) + sqrt(log_n / edge[i].visits);
        if (bound > best)
            best = bound, at = i;
    }
    return at;
}

/* How many of a node's moves, likeliest first, are looked at after so many visits. */
static int open_edges(const spk_search *s, const ai_node *node)
{
    int widen = s->hints->widen;
    if (widen == 0)
        return node->n_edges;
    int n = 2 + (int)(sqrt((double)node->visits) * widen / 100);
    return n < node->n_edges ? n : node->n_edges;
}

/* In hundredths; 0: as usual. */
static int explore_at(const spk_search *s, const ai_node *node)
{
    if (node->planned && s->plans->explore)
        return s->plans->explore;
    return s->memo && s->hints->learned_explore ? s->hints->learned_explore : s->hints->explore;
}

/* PUCT, for a search that knows the game: a move is looked at for what it brought, and as long as it
 * is likelier than its share of visits. What was not tried counts as the node does on average.
 * 'tried': all have been. */
static int pick_knowing(const spk_search *s, const ai_node *node, bool *tried)
{
    ai_edge *edge = ai_tree_edges(&s->tree, node);
    int n = open_edges(s, node), i = 0, at = 0, percent = explore_at(s, node);
    double explore = percent ? percent / 100.0 : 1;
    double reach = explore * sqrt((double)node->visits + 1), best = -1;
    double average = node->visits ? (double)node->sum / ((double)SPK_WIN * node->visits) : 0.5;
    for (; i < n; i++) {
        if (!edge[i].ranked)
            ai_tree_rank(&edge[i], node->n_edges - i);
        double q = edge[i].visits ? mean(&edge[i]) : average;
        double bound = q + reach * (double)edge[i].prior / (1 + edge[i].visits);
        if (edge[i].winner)
            bound = -0.5; /* lost, or the node itself would be decided */
        if (bound > best)
            best = bound, at = i;
        if (!edge[i].visits)
            break; /* those behind it are no likelier, and nobody has tried them either */
    }
    *tried = i == node->n_edges;
    return at;
}

/* Moves are tried in the order of their weights: once the last has been, the next are wanted. */
static int pick_widening(spk_search *s, ai_node *node, const void *state)
{
    bool tried;
    int at = pick_knowing(s, node, &tried);
    bool wider = tried && node->more && node->n_edges < SPK_SEARCH_WIDE;
    return wider && open_node(s, node, state) ? pick_knowing(s, node, &tried) : at;
}

/* Regret matching, for sealed decisions: each move as often as it is regretted, and one time in
 * eight any. Others cannot know the answer, so the right one is a mixture. */
static int pick_sealed(spk_search *s, const ai_node *node, const ai_edge *edge)
{
    float sum = 0;
    for (int i = 0; i < node->n_edges; i++)
        sum += edge[i].regret > 0 ? edge[i].regret : 0;
    if (sum <= 0 || spk_rng_below(s->rng, 8) == 0)
        return (int)spk_rng_below(s->rng, (uint32_t)node->n_edges);
    float skip = sum * (float)(spk_rng_next(s->rng) >> 8) / (float)(1 << 24);
    int at = 0;
    for (int i = 0; i < node->n_edges; i++) {
        if (edge[i].regret <= 0)
            continue;
        at = i;
        if (skip < edge[i].regret)
            break;
        skip -= edge[i].regret;
    }
    return at;
}

static int pick_edge(spk_search *s, ai_node *node, const void *state)
{
    if (node->n_edges == 1)
        return 0;
    if (!s->hints)
        return pick_plain(s, node, ai_tree_edges(&s->tree, node));
    return node->sealed ? pick_sealed(s, node, ai_tree_edges(&s->tree, node))
                        : pick_widening(s, node, state);
}

/* -- One iteration ----------------------------------------------------------------------------- */

/* A guess at what the seat cannot see; where it deals rival worlds, a rival's guess in that guess. */
static void guess(spk_search *s, spk_state *world)
{
    memcpy(world->bytes, s->view.bytes, s->game->state_size);
    spk_resample(s->box, world, s->seat, s->rng);
    s->in_rival_world = s->style.rival_worlds && !s->contest.on &&
                        s->iterations % (uint32_t)s->box->game->hints->rival_worlds == 0;
    if (!s->in_rival_world)
        return;
    uint32_t ahead = 1 + spk_rng_below(s->rng, (uint32_t)s->box->n_seats - 1);
    spk_seat rival = (s->seat + (spk_seat)ahead) % s->box->n_seats;
    spk_redact(s->box, world, rival);
    spk_resample(s->box, world, rival, s->rng);
}

/* Whether the others would have done in this world what they have done. */
static bool is_likely_world(spk_search *s, const void *world)
{
    if (!(s->memo || s->contest.on) || !s->hints->likely || s->in_rival_world)
        return true;
    return spk_rng_below(s->rng, 100) < (uint32_t)s->hints->likely(s->box, world, s->seat);
}

/* A world to play in, one that agrees with what is believed and with what was seen if there is one. */
static void guess_world(spk_search *s, spk_state *world)
{
    guess(s, world);
    for (int i = 1; i < WORLD_TRIES && !(is_credible_world(s, world) && is_likely_world(s, world));
         i++)
        guess(s, world);
}

/* The edge by which the way down came here, if it always leads here. */
static ai_edge *last_edge(const spk_search *s)
{
    if (!s->links || s->depth == 0)
        return NULL;
    const step *last = &s->path[s->depth - 1];
    bool sure = !last->chance && !last->node->sealed;
    return sure ? &ai_tree_edges(&s->tree, last->node)[last->edge] : NULL;
}

/* The node where the way down has come to, if that needs no look at the position. */
static ai_node *node_behind(const spk_search *s)
{
    const ai_edge *edge = last_edge(s);
    return edge ? ai_tree_behind(&s->tree, edge) : NULL;
}

/* The node of this decision; NULL: there is no room for it, or it is one of the others' that are none. The first
 * decision of a world as the seat sees it is the root's. Where seats answer together the searcher goes first:
 * nobody sees it. */
static ai_node *find_node(spk_search *s, const void *state, spk_actors who)
{
    spk_seat seat = spk_actors_has(who, s->seat) ? s->seat : spk_actors_first(who);
    if (s->paired && seat != s->seat)
        return NULL;
    if (s->depth == 0 && !s->in_rival_world && seat == s->seat)
        return s->root;
    ai_node *node = ai_tree_find(&s->tree, node_key(s, state, seat), seat);
    ai_edge *edge = last_edge(s);
    if (node && edge)
        ai_tree_link(&s->tree, edge, node);
    return node;
}

/* Whether the way down goes on from here: at the edge of the tree it does not. */
static bool is_inside(spk_search *s, ai_node *node, const void *state)
{
    bool inside = node->n_edges || (node->met && open_node(s, node, state));
    node->met = 1;
    return inside;
}

static void take_step(spk_search *s, spk_state *state, spk_seat seat, spk_move move)
{
    s->game->apply(s->box, state, seat, move);
    s->transitions++;
}

/* 1 + the seat that has won alone; 0: several have. */
static int winner_of(const spk_search *s, const spk_state *state)
{
    int value[SPK_MAX_SEATS];
    spk_share_end(s->box, state, value);
    for (spk_seat seat = 0; seat < s->box->n_seats; seat++)
        if (value[seat] == SPK_WIN)
            return 1 + seat;
    return 0;
}

/* Chance acts: what was chosen last does not decide what comes. */
static void draw(spk_search *s, spk_state *state)
{
    if (s->depth)
        s->path[s->depth - 1].chance = true;
    take_step(s, state, SPK_SEAT_CHANCE, spk_chance_draw(s->box, state, s->rng));
}

/* A plan, move by move, and what chance says meanwhile. It ends with its turn at the latest. */
static void carry_out(spk_search *s, spk_state *state, spk_seat seat, spk_move plan)
{
    uint32_t turn = s->game->turn(s->box, state);
    for (spk_actors who = s->game->actors(s->box, state);
         who && s->game->turn(s->box, state) == turn; who = s->game->actors(s->box, state)) {
        spk_move move;
        if (who == SPK_CHANCE_ACTS)
            draw(s, state);
        else if (spk_actors_has(who, seat) && s->plans->next(s->box, state, seat, &plan, &move))
            take_step(s, state, seat, move);
        else
            return;
    }
}

/* The node behind the edge is fetched meanwhile: memory is slow. */
static void take_edge(spk_search *s, spk_state *state, ai_node *node, int at)
{
    const ai_edge *edge = &ai_tree_edges(&s->tree, node)[at];
    s->path[s->depth++] = (step){node, at, false};
    __builtin_prefetch(node_behind(s));
    if (node->planned)
        carry_out(s, state, node->seat, edge->move);
    else
        take_step(s, state, node->seat, edge->move);
}

/* Whether what is on the table can be judged. */
static bool is_settled(const spk_search *s, const spk_state *state, spk_actors who)
{
    const spk_features *f = s->settled;
    if (who == SPK_CHANCE_ACTS && !f->on_turn)
        return false;
    return !f->is_settled || f->is_settled(s->box, state);
}

/* Down the tree to its edge, to the end of the game or to where it is decided. If the edge is a turn that the
 * tree does not know, what was there before its die is judged. */
static void descend(spk_search *s, spk_state *state)
{
    spk_state before; /* the die, at the depth 'thrown' */
    int thrown = -1;
    s->depth = s->winner = 0;
    while (s->depth < MAX_DEPTH) {
        ai_node *node = node_behind(s);
        spk_actors who = node ? SPK_ACTOR(node->seat) : s->game->actors(s->box, state);
        if (who == 0 && s->proves)
            s->winner = winner_of(s, state);
        if (who == 0)
            return;
        if (who == SPK_CHANCE_ACTS) {
            if (s->settled && is_settled(s, state, who))
                memcpy(&before, state, s->game->state_size), thrown = s->depth;
            draw(s, state);
            continue;
        }
        if (!node)
            node = find_node(s, state, who);
        if (!node || !is_inside(s, node, state)) {
            if (thrown == s->depth)
                memcpy(state, &before, s->game->state_size);
            return;
        }
        int edge = pick_edge(s, node, state);
        if ((s->winner = node->winner))
            return;
        take_edge(s, state, node, edge);
    }
}

static spk_move rollout_anyhow(spk_search *s, const spk_state *state, spk_seat seat)
{
    if (s->hints && s->hints->rollout)
        return s->hints->rollout(s->box, state, seat, s->rng);
    int n = s->game->moves(s->box, state, seat, s->moves);
    return spk_bot_pick(s->moves, n, false, s->rng);
}

/* Whether the move breaks one of these pledges, bit by bit. */
static bool breaks(const spk_search *s, const spk_state *state, spk_move move, uint32_t pledges)
{
    for (; pledges; pledges &= pledges - 1) {
        const spk_pledge *p = &s->pledges[__builtin_ctz(pledges)];
        if (s->game->talk->fits(s->box, state, p->seat, move, p->promise) == SPK_BROKEN)
            return true;
    }
    return false;
}

/* The seat is taken at its word as often as it is trusted: then it does what it promised, the last thing first;
 * where the game cannot tell what that would be, some move is looked for that does not break it. */
static spk_move rollout(spk_search *s, const spk_state *state, spk_seat seat)
{
    const spk_talk *talk = s->game->talk;
    spk_move move;
    uint32_t believed = 0;
    for (int k = (s->n_pledges < 32 ? s->n_pledges : 32) - 1; k >= 0; k--) {
        const spk_pledge *p = &s->pledges[k];
        int trust = weight_of(s, p, state, seat);
        if (!trust || spk_rng_below(s->rng, 100) >= (uint32_t)trust)
            continue;
        if (talk->keep && talk->keep(s->box, state, seat, p->promise, s->rng, &move))
            return move;
        believed |= (uint32_t)1 << k;
    }
    move = rollout_anyhow(s, state, seat);
    for (int i = 1; i < CREDIBLE_TRIES && breaks(s, state, move, believed); i++)
        move = rollout_anyhow(s, state, seat);
    return move;
}

static int heaviest(const spk_search *s, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        best = s->weights[i] > s->weights[best] ? i : best;
    return best;
}

/* Of a turn that was begun, the plan or the move that weighs most: the rest as the game's hints would play
 * it. */
static void play_likeliest(spk_search *s, spk_state *state, spk_seat seat)
{
    int n = list_plans(s, state, seat);
    if (n) {
        carry_out(s, state, seat, s->moves[heaviest(s, n)]);
        return;
    }
    n = s->game->moves(s->box, state, seat, s->moves);
    weigh(s, state, seat, n);
    take_step(s, state, seat, s->moves[heaviest(s, n)]);
}

/* What chance owes before somebody can act, and what a game would rather have played on: then the
 * position can be judged. */
static void settle(spk_search *s, spk_state *state)
{
    for (spk_actors who;
         (who = s->game->actors(s->box, state)) != 0 && !is_settled(s, state, who);) {
        spk_seat seat = spk_actors_first(who);
        if (who == SPK_CHANCE_ACTS)
            take_step(s, state, seat, spk_chance_draw(s->box, state, s->rng));
        else if (s->settled->on_turn)
            play_likeliest(s, state, seat);
        else
            take_step(s, state, seat, rollout(s, state, seat));
    }
}

/* The fight and what follows it, as everybody would play it at once: between rounds the game can judge. */
static void end_round(spk_search *s, spk_state *state)
{
    const spk_features *f = s->hints->features;
    for (spk_actors who; (who = s->game->actors(s->box, state)) != 0 &&
                         !(who == SPK_CHANCE_ACTS && f->is_settled(s->box, state));) {
        spk_seat seat = spk_actors_first(who);
        spk_move move = who == SPK_CHANCE_ACTS ? spk_chance_draw(s->box, state, s->rng)
                                               : rollout(s, state, seat);
        take_step(s, state, seat, move);
    }
}

/* Play on until the horizon, or to the end. */
static void play_on(spk_search *s, spk_state *state)
{
    if (s->winner)
        return;
    if (s->settled) {
        settle(s, state);
        return;
    }
    if (s->contest.on) {
        end_round(s, state);
        return;
    }
    int left = s->hints && s->hints->values ? s->hints->horizon : 0;
    uint32_t turn = left ? s->game->turn(s->box, state) : 0;
    for (spk_actors who; (who = s->game->actors(s->box, state)) != 0;) {
        spk_seat seat = spk_actors_first(who);
        spk_move move = who == SPK_CHANCE_ACTS ? spk_chance_draw(s->box, state, s->rng)
                                               : rollout(s, state, seat);
        take_step(s, state, seat, move);
        if (left == 0)
            continue;
        uint32_t now = s->game->turn(s->box, state);
        if (now != turn && --left == 0)
            return;
        turn = now;
    }
}

/* A win that is shared counts a tenth less than its part: of two ways that look alike, a player takes
 * the one that may still be won. A search that has learned wants more than that: it halves its own part and
 * takes its rivals to be content with theirs, so that it does not count on them to avoid it. */
static void prefer_whole_wins(const spk_search *s, int value[SPK_MAX_SEATS])
{
    for (spk_seat seat = 0; seat < s->box->n_seats; seat++)
        if (value[seat] < SPK_WIN && !s->settled)
            value[seat] -= value[seat] / 10;
    if (s->settled && value[s->seat] < SPK_WIN)
        value[s->seat] /= 2;
}

/* A taste for risk is the searcher's own; it takes others to be even. */
static void bend(const spk_search *s, int value[SPK_MAX_SEATS])
{
    enum { MILD = 5 };
    int own = value[s->seat], more = own * (SPK_WIN - own) / SPK_WIN / MILD;
    value[s->seat] += s->style.risk == SPK_CAREFUL ? more : -more;
}

/* A plain search values only ends. */
static void judge_plainly(const spk_search *s, const spk_state *state, int value[SPK_MAX_SEATS])
{
    bool over = spk_is_over(s->box, state), learned = s->memo && !over;
    if (s->winner && !over) {
        memset(value, 0, SPK_MAX_SEATS * sizeof *value);
        value[s->winner - 1] = SPK_WIN;
        return;
    }
    if (learned)
        spk_net_values(&s->net, s->box, state, s->memo, value);
    else if (s->hints && s->hints->values)
        s->hints->values(s->box, state, value);
    else
        spk_share_end(s->box, state, value);
    if (over && s->hints && s->hints->values)
        prefer_whole_wins(s, value);
}

static void judge(const spk_search *s, const spk_state *state, int value[SPK_MAX_SEATS])
{
    judge_plainly(s, state, value);
    if (s->style.risk != SPK_EVEN)
        bend(s, value);
}

/* What each other answer would have brought more, as far as is known. */
static void regret(spk_search *s, const ai_node *node, int chosen, int value)
{
    ai_edge *edge = ai_tree_edges(&s->tree, node);
    float got = (float)value / SPK_WIN;
    for (int i = 0; i < node->n_edges; i++)
        if (i != chosen && edge[i].visits)
            edge[i].regret += (float)mean(&edge[i]) - got;
}

/* Up again. From worlds that hold the searcher's true hand only its own nodes learn. */
static void learn(spk_search *s, const int value[SPK_MAX_SEATS])
{
    for (int i = 0; i < s->depth; i++) {
        ai_node *node = s->path[i].node;
        if (s->style.rival_worlds && !s->in_rival_world && node->seat != s->seat)
            continue;
        ai_edge *edge = &ai_tree_edges(&s->tree, node)[s->path[i].edge];
        edge->visits++, edge->sum += value[node->seat];
        node->visits++, node->sum += value[node->seat];
        if (node->sealed && s->hints)
            regret(s, node, s->path[i].edge, value[node->seat]);
    }
}

/* If the game is decided at the end of the way down, perhaps it is already decided further up. */
static void prove(spk_search *s)
{
    int winner = s->winner;
    for (int i = s->depth - 1; winner && i >= 0 && !s->path[i].chance; i--)
        winner = ai_tree_decide(&s->tree, s->path[i].node, s->path[i].edge, winner);
}

/* Where the way down ended, in points. */
static void count_points(spk_search *s, const spk_state *state)
{
    if (s->memo && s->depth && s->path[0].node == s->root && s->root->visits &&
        ai_points_matter(s->root->sum / s->root->visits))
        ai_points_add(&s->points, s->box, state, s->seat, s->path[0].edge);
}

/* What the searcher may hope for in this world, whatever it does: how much more than on average. Worlds
 * differ more than moves do, so a move is judged by what it adds to the world it was tried in. */
static int luck_of(spk_search *s, const spk_state *world)
{
    int value[SPK_MAX_SEATS];
    if (s->contest.on)
        s->hints->values(s->box, world, value);
    else if (s->paired)
        spk_net_values(&s->net, s->box, world, s->memo, value);
    else
        return 0;
    return value[s->seat] - SPK_WIN / s->box->n_seats;
}

static void count(spk_search *s, const int value[SPK_MAX_SEATS], int luck)
{
    for (spk_seat seat = 0; seat < s->box->n_seats; seat++)
        s->total[seat] += value[seat];
    s->luck += luck;
    s->n_total++;
}

/* -- Contests ---------------------------------------------------------------------------------- */

/* The better of those still in it come first. All of them have been tried in the same worlds. */
static void sort_contest(spk_search *s)
{
    const ai_edge *edge = ai_tree_edges(&s->tree, s->root);
    uint16_t *order = s->contest.order;
    for (int i = 1; i < s->contest.n_left; i++) {
        uint16_t at = order[i];
        int k = i;
        for (; k > 0 && mean(&edge[order[k - 1]]) < mean(&edge[at]); k--)
            order[k] = order[k - 1];
        order[k] = at;
    }
}

/* Prospects are those of good moves: what was found with the worst half is not counted. */
static void end_heat(spk_search *s)
{
    contest *c = &s->contest;
    sort_contest(s);
    if (c->n_left > 2) {
        begin_heat(c, (c->n_left + 1) / 2);
        memset(s->total, 0, sizeof s->total);
        s->n_total = s->luck = 0;
    } else
        begin_contest(s, 2 * c->heat);
}

/* Another world to try them all in, and dice for it. */
static void deal_world(spk_search *s)
{
    contest *c = &s->contest;
    if (c->worlds-- == 0) {
        end_heat(s);
        c->worlds--;
    }
    guess_world(s, &c->world);
    c->luck = luck_of(s, &c->world);
    uint64_t seed = (uint64_t)spk_rng_next(s->rng) << 32;
    spk_rng_init(&c->dice, seed | spk_rng_next(s->rng), 0);
    c->next = 0;
}

/* One iteration: one move of the root in one world, played until the round is over. Worlds and dice differ
 * more than moves do; moves that meet the same ones can be told apart by few. */
static void compare_once(spk_search *s)
{
    contest *c = &s->contest;
    spk_state state;
    int value[SPK_MAX_SEATS];
    if (c->next >= c->n_left)
        deal_world(s);
    memcpy(state.bytes, c->world.bytes, s->game->state_size);
    spk_rng dice = c->dice, *own = s->rng;
    s->path[0] = (step){s->root, c->order[c->next++], false};
    s->depth = 1;
    s->rng = &dice;
    take_step(s, &state, s->seat, ai_tree_edges(&s->tree, s->root)[s->path[0].edge].move);
    play_on(s, &state);
    s->rng = own;
    judge(s, &state, value);
    int luck =
        c->luck - value[s->ally] * s->share / 100; /* what is an ally's is no merit of its own */
    count(s, value, luck);
    value[s->seat] -= luck;
    learn(s, value);
    s->iterations++;
}

void spk_search_run(spk_search *s, int iterations)
{
    spk_state state;
    int value[SPK_MAX_SEATS];
    uint64_t root = s->root->key;
    for (; s->contest.on && iterations > 0 && spk_search_has_choice(s); iterations--)
        compare_once(s);
    for (; iterations > 0 && spk_search_has_choice(s); iterations--) {
        guess_world(s, &state);
        int luck = luck_of(s, &state);
        descend(s, &state);
        play_on(s, &state);
        judge(s, &state, value);
        count(s, value, luck);
        value[s->seat] -= luck;
        learn(s, value);
        count_points(s, &state);
        if (s->winner)
            prove(s);
        s->iterations++;
        if (ai_tree_grow(&s->tree))
            s->root = ai_tree_find(&s->tree, root, s->seat);
    }
}

bool spk_search_has_choice(const spk_search *s) { return s->root->n_edges > 1 && !s->root->winner; }

/* -- What it found ----------------------------------------------------------------------------- */

/* A sure win before all others, a sure loss after them. */
static int sureness(const ai_node *node, const ai_edge *e)
{
    return e->winner == 0 ? 1 : e->winner == 1 + node->seat ? 2 : 0;
}

static bool is_better(const ai_node *node, const ai_edge *a, const ai_edge *b)
{
    int sure = sureness(node, a) - sureness(node, b);
    if (sure)
        return sure > 0;
    return a->visits > b->visits || (a->visits == b->visits && a->sum > b->sum);
}

typedef struct eyes {
    bool at[SPK_MAX_MOVES]; /* by edges of the root */
} eyes;

static int most_visited(const ai_node *node, const ai_edge *edge, const eyes *seen)
{
    int at = -1;
    for (int i = 0; i < node->n_edges; i++)
        if (seen->at[i] && (at < 0 || is_better(node, &edge[i], &edge[at])))
            at = i;
    return at;
}

/* Visits follow what was expected of moves beforehand. With more than two players that may be far off,
 * and what moves brought decides among those that were looked at in earnest; with two it was not seen to help. That wants a value of
 * the position itself: one that ends a turn first, or guesses what is hidden, says less than visits do. Who
 * overlooks moves goes by visits: it is meant to be weaker. */
static bool goes_by_value(const spk_search *s)
{
    return s->memo && s->box->n_seats > 2 && !s->style.overlooks && !s->style.sets &&
           !s->net.features->on_turn;
}

static bool is_serious(const ai_edge *e, const ai_edge *most)
{
    enum { ONE_IN = 10 }; /* 5 and 30 did as well, and 2.5 hardly better than visits alone */
    return e->visits && !e->winner && (uint64_t)e->visits * ONE_IN >= most->visits;
}

/* What the seat may expect of a move; of one that was never tried, nothing. */
static int promise_of(const spk_search *s, const ai_edge *e)
{
    return e->winner   ? (e->winner == 1 + s->seat ? SPK_WIN : 0)
           : e->visits ? (int)(e->sum / e->visits)
                       : 0;
}

/* Of moves with which the game is as good as won, or lost, and which were looked at nearly as often, the one that brings most points. */
static int richest(const spk_search *s, const ai_edge *edge, const eyes *seen, int top)
{
    enum { CLOSE = SPK_WIN / 400, OFTEN = 4 };
    int at = top, most = promise_of(s, &edge[top]);
    for (int i = 0; i < s->root->n_edges; i++) {
        int promise = promise_of(s, &edge[i]);
        bool alike = sureness(s->root, &edge[i]) == sureness(s->root, &edge[top]) &&
                     ai_points_matter(promise) && promise + CLOSE >= most &&
                     (uint64_t)edge[i].visits * OFTEN >= edge[top].visits;
        if (seen->at[i] && alike && ai_points_is_more(&s->points, i, at))
            at = i;
    }
    return at;
}

/* The move to make, of those that are seen; -1: none is. */
static int preferred(const spk_search *s, const ai_edge *edge, const eyes *seen)
{
    int top = most_visited(s->root, edge, seen), at = top;
    if (top < 0)
        return top;
    if (!edge[top].winner && edge[top].visits && goes_by_value(s))
        for (int i = 0; i < s->root->n_edges; i++)
            if (seen->at[i] && is_serious(&edge[i], &edge[top]) && mean(&edge[i]) > mean(&edge[at]))
                at = i;
    return ai_points_matter(promise_of(s, &edge[at])) ? richest(s, edge, seen, at) : at;
}

static int as_often_as_visited(spk_search *s, const ai_node *node, const ai_edge *edge,
                               const eyes *seen)
{
    uint32_t sum = 0, at = 0;
    for (int i = 0; i < node->n_edges; i++)
        sum += seen->at[i] ? edge[i].visits : 0;
    if (sum == 0)
        return (int)spk_rng_below(s->rng, node->n_edges);
    for (uint32_t skip = spk_rng_below(s->rng, sum); !seen->at[at] || skip >= edge[at].visits; at++)
        skip -= seen->at[at] ? edge[at].visits : 0;
    return (int)at;
}

static void see_all(const ai_node *node, eyes *seen)
{
    for (int i = 0; i < node->n_edges; i++)
        seen->at[i] = true;
}

/* Whether it is what the turn was about so far. */
static bool follows(const spk_search *s, spk_move move)
{
    return s->hints && s->hints->follows && s->hints->follows(s->box, &s->view, s->seat, move);
}

/* Each move that was tried is seen or not; who sees none looks again. What was begun is always in sight, and so is to stop, to skip or
 * to pass, but nobody does so only because nothing else was seen. */
static void look(spk_search *s, const ai_node *node, const ai_edge *edge, eyes *seen)
{
    enum { LOOKS = 64 };
    bool any = false;
    for (int k = 0; k < LOOKS && !any; k++)
        for (int i = 0; i < node->n_edges; i++) {
            bool sees = spk_rng_below(s->rng, 1000) >= (uint32_t)s->style.overlooks;
            bool idle = !node->planned && (edge[i].move & SPK_MOVE_IDLE);
            seen->at[i] = (sees || idle || follows(s, edge[i].move)) && edge[i].visits;
            any |= seen->at[i] && !idle;
        }
}

/* Whether the best would be seen all the same: what is left of the others is worse by more than anybody would miss, or next to
 * nothing, where there was something to hope for. */
static bool is_noticed(const spk_search *s, const ai_edge *best, const ai_edge *other)
{
    enum { NEXT_TO_NOTHING = 8 };
    int luck = s->n_total ? (int)(s->luck / s->n_total) : 0;
    int most = promise_of(s, best) + luck, left = promise_of(s, other) + luck;
    return most - left > s->style.notices || (most > 0 && left * NEXT_TO_NOTHING < most);
}

/* It overlooks some moves, as people do. Nobody overlooks one of two or three. */
static void overlook(spk_search *s, const ai_node *node, const ai_edge *edge, eyes *seen)
{
    see_all(node, seen);
    if (!s->style.overlooks || node->n_edges <= SPK_SEARCH_FEW)
        return;
    int best = preferred(s, edge, seen);
    look(s, node, edge, seen);
    int at = preferred(s, edge, seen);
    if (at < 0 || is_noticed(s, &edge[best], &edge[at]))
        seen->at[best] = true;
}

static bool is_mixture(const spk_search *s) { return s->root->sealed && s->hints; }

bool spk_search_draws_lots(const spk_search *s)
{
    return is_mixture(s) || s->style.careless || s->style.overlooks;
}

/* Whether it happens this time, of so many out of 100. What never happens draws no number. */
static bool happens(spk_search *s, int percent)
{
    return percent && spk_rng_below(s->rng, 100) < (uint32_t)percent;
}

/* An edge of the root as a move: of a plan, its first. The plan goes one move further. */
static spk_move begin_plan(const spk_search *s, spk_move *plan)
{
    spk_move move = *plan;
    if (s->root->planned)
        SPK_BUG_IF(!s->plans->next(s->box, &s->view, s->seat, plan, &move));
    return move;
}

static spk_move move_of(const spk_search *s, const ai_edge *e)
{
    spk_move plan = e->move;
    return begin_plan(s, &plan);
}

bool spk_search_go_on(spk_search *s, const void *view, spk_move *move)
{
    s->is_going = s->is_going && s->game->turn(s->box, view) == s->going_turn &&
                  s->plans->next(s->box, view, s->seat, &s->going, move);
    return s->is_going;
}

spk_move spk_search_best(spk_search *s)
{
    const ai_edge *edge = ai_tree_edges(&s->tree, s->root);
    eyes seen;
    overlook(s, s->root, edge, &seen);
    bool mixed = is_mixture(s) || happens(s, s->style.careless);
    int at = mixed ? as_often_as_visited(s, s->root, edge, &seen) : preferred(s, edge, &seen);
    s->going = edge[at].move;
    s->is_going = s->root->planned;
    s->going_turn = s->game->turn(s->box, &s->view);
    return begin_plan(s, &s->going);
}

bool spk_search_prospects(const spk_search *s, int value[SPK_MAX_SEATS])
{
    int left = SPK_WIN;
    if (s->root->winner) {
        memset(value, 0, (size_t)s->box->n_seats * sizeof *value);
        value[s->root->winner - 1] = SPK_WIN;
        return true;
    }
    if (s->n_total == 0)
        return false;
    int64_t sum = 0;
    for (spk_seat seat = 0; seat < s->box->n_seats; seat++)
        sum += s->total[seat];
    for (spk_seat seat = s->box->n_seats - 1; seat > 0; seat--)
        left -= value[seat] = (int)(s->total[seat] * SPK_WIN / sum);
    value[0] = left;
    return true;
}

static bool is_before(const spk_line *a, const spk_line *b)
{
    return a->visits > b->visits || (a->visits == b->visits && a->value > b->value);
}

static spk_line line_of(const spk_search *s, const ai_edge *e)
{
    return (spk_line){move_of(s, e), e->visits, promise_of(s, e)};
}

/* The move to make comes first, though others may have been visited more; a list without room for it loses its last. */
static void bring_to_front(const spk_search *s, spk_line *lines, int n)
{
    const ai_edge *edge = ai_tree_edges(&s->tree, s->root);
    eyes all;
    see_all(s->root, &all);
    spk_line first = line_of(s, &edge[preferred(s, edge, &all)]);
    int at = 0;
    while (at < n - 1 && lines[at].move != first.move)
        at++;
    first = lines[at].move == first.move ? lines[at] : first;
    memmove(lines + 1, lines, (size_t)at * sizeof *lines);
    lines[0] = first;
}

/* Plans that begin alike are one line, that of the best of them. Returns how many lines are left; -1: the
 * new one is not wanted. */
static int merge(spk_line *lines, int n, const spk_line *line)
{
    int at = 0;
    while (at < n && lines[at].move != line->move)
        at++;
    if (at == n)
        return n;
    if (!is_before(line, &lines[at]))
        return -1;
    memmove(lines + at, lines + at + 1, (size_t)(n - 1 - at) * sizeof *lines);
    return n - 1;
}

/* Into its place among those that are there, if there is room. Returns how many there are now. */
static int insert(spk_line *lines, int n, int cap, const spk_line *line)
{
    int at = n;
    for (; at > 0 && is_before(line, &lines[at - 1]); at--)
        if (at < cap)
            lines[at] = lines[at - 1];
    if (at < cap)
        lines[at] = *line;
    return n + (n < cap);
}

int spk_search_lines(const spk_search *s, spk_line *out, int cap)
{
    const ai_edge *edge = ai_tree_edges(&s->tree, s->root);
    int n = 0, luck = s->n_total ? (int)(s->luck / s->n_total) : 0;
    for (int i = 0; i < s->root->n_edges; i++) {
        spk_line line = line_of(s, &edge[i]);
        line.value += line.visits ? luck : 0;
        int left = s->root->planned ? merge(out, n, &line) : n;
        n = left < 0 ? n : insert(out, left, cap, &line);
    }
    if (n)
        bring_to_front(s, out, n);
    return n;
}

void spk_search_measure(const spk_search *s, spk_search_figures *out)
{
    *out = (spk_search_figures){.iterations = s->iterations,
                                .transitions = s->transitions,
                                .n_nodes = s->tree.n_nodes,
                                .max_nodes = s->tree.max_nodes,
                                .bytes = s->tree.bytes + sizeof *s,
                                .max_bytes = s->tree.limit + sizeof *s};
}
