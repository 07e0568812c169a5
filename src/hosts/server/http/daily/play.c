/* play.c: the house plays the deal of the day itself. It sits where people do, the same bots sit where they sit for people, with
 * the same dice and budgets; so the game can be compared with theirs. A worker does one decision at a time, and other bots have
 * their turns in between. */
#include <string.h>

#include "base/mem.h"
#include "hosts/player/player.h"
#include "hosts/server/http/daily/inside.h"

enum { MOST_STEPS = 20000 }; /* of a game that would not end */

typedef struct house_game {
    srv_job job;
    srv_house *house;
    int64_t day;
    srv_box *box;
    srv_fair fair;
    daily_played *then;

    /* Of the worker while a decision is under way. */
    room *room;
    spk_rng rng;
    int64_t now; /* a clock of its own: nobody waits here */
    int n_steps;
    bool is_over;
} house_game;

/* -- On a worker --------------------------------------------------------------------------------- */

static void sit_down(house_game *g)
{
    const spk_box *box = srv_box_of(g->box);
    spk_seat own = srv_daily_seat(box->game, g->day);
    uint8_t key[SRV_FAIR_BYTES];
    room_plan plan = {.absence_s = ROOM_ABSENCE_S};
    g->room = room_new(&plan, box);
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        room_sitter who = {.kind = ROOM_BOT, .here = true};
        const char *bot = seat == own ? SRV_DAILY_HOUSE : SRV_DAILY_BOT;
        memcpy(who.bot, bot, strlen(bot) + 1);
        room_sit(g->room, seat, &who);
    }
    srv_fair_key(&g->fair, SRV_FAIR_CHANCE, key);
    srv_fair_rng(key, 0, &g->rng);
    SPK_BUG_IF(room_start(g->room, &g->rng, g->now, NULL) != SPK_OK);
}

/* As at a table (table/bot_turn.c): new for each decision, from the deal's own key. */
static spk_bot *new_bot(house_game *g, const spk_bot_kind *kind, const room_thought *t)
{
    spk_rng keys, dice;
    uint8_t key[SRV_FAIR_BYTES], drawn[SRV_FAIR_BYTES];
    const spk_match *m = room_match(g->room);
    srv_fair_key(&g->fair, SRV_FAIR_BOTS, key);
    spk_rng_init_key(&keys, key,
                     (uint64_t)spk_match_n_entries(m) << 8 | (uint64_t)t->seat << 2 |
                         (uint64_t)t->what);
    for (int i = 0; i < SRV_FAIR_BYTES; i++)
        drawn[i] = (uint8_t)spk_rng_next(&keys);
    spk_rng_init_key(&dice, drawn, 0);
    return spk_bot_new(kind, srv_box_of(g->box), t->seat, &dice);
}

/* A bot that talks is told the whole game, to know who kept their promises. */
static void hear_all(house_game *g, spk_bot *bot, spk_seat seat)
{
    const spk_match *m = room_match(g->room);
    spk_match *again = spk_match_new(srv_box_of(g->box));
    spk_buf line = {0};
    for (int i = 0; i < spk_match_n_entries(m); i++) {
        spk_buf_clear(&line);
        spk_match_entry_print(m, i, &line);
        SPK_BUG_IF(spk_match_entry_add(again, spk_buf_text(&line), NULL) != SPK_OK);
        room_bot_listen(bot, again, seat);
    }
    spk_buf_release(&line);
    spk_match_free(again);
}

static void ask(house_game *g, spk_seat seat, room_asked what)
{
    host_spec spec;
    room_thought t;
    SPK_BUG_IF(host_spec_read(room_bot_of(g->room, seat), &spec, NULL) != SPK_OK);
    room_thought_ask(&t, room_match(g->room), seat, what);
    spk_bot *bot = new_bot(g, spec.kind, &t);
    if (srv_box_of(g->box)->game->talk && spec.kind->talks)
        hear_all(g, bot, seat);
    host_budget budget = host_budget_share(&spec.budget, room_thought_begin(&t, bot));
    if (budget.ms || budget.iterations)
        host_think(bot, &budget);
    room_thought_end(&t, bot);
    spk_bot_free(bot);
    room_deed deed = {
        .kind = what == ROOM_ASK_MOVE ? ROOM_BOT_MOVE : ROOM_SAY, .text = t.text, .n = -1};
    bool did = *t.text && room_act(g->room, seat, &deed, &g->rng, g->now, NULL) == SPK_OK;
    if (!did && what == ROOM_ASK_WORDS)
        room_listen(g->room, seat);
    SPK_BUG_IF(!did && what == ROOM_ASK_MOVE); /* our own bots make legal moves */
    room_thought_release(&t);
}

static void work(srv_job *job)
{
    house_game *g = (house_game *)job;
    room_pace pace = {0};
    if (!g->room)
        sit_down(g);
    room_due due = room_due_now(g->room, &pace, g->now);
    g->now++;
    if (due.kind == ROOM_DUE_WORDS)
        ask(g, due.seat, ROOM_ASK_WORDS);
    else if (due.kind == ROOM_DUE_MOVES)
        ask(g, spk_actors_first(due.seats), ROOM_ASK_MOVE);
    g->is_over = room_status_of(g->room) == ROOM_FINISHED || due.kind == ROOM_DUE_NOTHING ||
                 ++g->n_steps >= MOST_STEPS;
}

/* -- On the house's thread -------------------------------------------------------------------------- */

static void finish(house_game *g, bool stopped)
{
    srv_house *h = g->house;
    const spk_game *game = srv_box_of(g->box)->game;
    spk_result result = {0};
    bool is_over = !stopped && g->room && room_status_of(g->room) == ROOM_FINISHED;
    if (is_over)
        spk_match_result(room_match(g->room), &result);
    g->then(h, g->day, game, is_over ? &result : NULL);
    if (g->room)
        room_free(g->room);
    srv_boxes_give_back(srv_tables_boxes(h), g->box);
    spk_free(g);
    srv_house_end(h);
}

static void on_worked(srv_job *job, bool stopped)
{
    house_game *g = (house_game *)job;
    if (stopped || g->is_over || g->house->closing)
        finish(g, stopped || !g->is_over);
    else {
        g->job = (srv_job){.work = work, .done = on_worked};
        g->house->world->give(g->house->world->loop, &g->job, SRV_RANK_WORKER);
    }
}

void daily_play(srv_house *h, srv_box *box, int64_t day, const uint8_t seed[SRV_HASH],
                daily_played *then)
{
    house_game *g = spk_alloc(sizeof *g);
    char text[SRV_DAY];
    *g = (house_game){.job = {.work = work, .done = on_worked},
                      .house = h,
                      .day = day,
                      .box = box,
                      .fair = {.n_seats = srv_box_of(box)->n_seats},
                      .then = then};
    srv_day_print(day, text);
    memcpy(g->fair.seed, seed, SRV_FAIR_BYTES);
    srv_daily_name(text, srv_box_of(box)->game->key, g->fair.table);
    srv_house_begin(h); /* a house that closes waits for it */
    h->world->give(h->world->loop, &g->job, SRV_RANK_WORKER);
}
