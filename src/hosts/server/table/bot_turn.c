/* bot_turn.c: seats that no person answers for. When a bot has to speak or move is the room's decision
 * (room_due_now); here bots think, on our own threads (world.h) or with bot workers (bot_away.c), and their answer comes
 * back to the table as a text, by the same door as a person's. A bot exists only while it thinks. One that talks remembers who kept
 * their promises, and which of its own it meant: it is told the whole game again, which takes a moment and no memory.
 *
 *     loop     srv_bot_ask: what the seat may know is copied          (READY)
 *              srv_bot_go: it waits for its turn (share.h)            (people move, talk and leave meanwhile)
 *     worker   think: a bot is made, hears the log, thinks for a slice
 *     loop     on_slice: it waits for its next turn, unless it has answered or nobody wants to know any more
 *     loop     at_table: a stale answer is thrown away                (READY again)
 *
 * A slice is a tenth of a second: so one table's bot that thinks for two seconds keeps no other waiting for that long.
 *
 * table->thinking says for which seats a worker has a job: there is never a second one. */
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "hosts/server/table/bot_turn.h"

/* -- On the worker ----------------------------------------------------------------------------- */

/* The log once more, from its lines, with the bot listening. */
void srv_bot_hear_all(const srv_bot_job *b, spk_bot *bot)
{
    if (b->self)
        spk_bot_know_self(bot, b->self);
    spk_match *m = spk_match_new(srv_box_of(b->box));
    for (const char *line = b->log.bytes, *end = line + b->log.n; line < end;
         line += strlen(line) + 1) {
        SPK_BUG_IF(spk_match_entry_add(m, line, NULL) != SPK_OK);
        room_bot_listen(bot, m, b->thought.seat);
    }
    spk_match_free(m);
}

static void begin(srv_bot_job *b)
{
    spk_rng rng;
    spk_rng_init_key(&rng, b->dice, 0);
    b->bot = spk_bot_new(b->kind, srv_box_of(b->box), b->thought.seat, &rng);
    if (b->log.n)
        srv_bot_hear_all(b, b->bot);
    b->budget = host_budget_share(&b->budget, room_thought_begin(&b->thought, b->bot));
}

static void think(srv_job *job)
{
    srv_bot_job *b = (srv_bot_job *)job;
    uint64_t since_ns = b->world->now_ns(b->world->loop);
    if (!b->bot)
        begin(b);
    host_budget slice = b->in_slices ? srv_slice_of(&b->budget) : b->budget;
    bool more = host_think(b->bot, &slice);
    b->budget.ms -= slice.ms;
    b->budget.iterations -= slice.iterations;
    b->ended = !more || b->budget.ms + b->budget.iterations <= 0;
    if (b->ended)
        room_thought_end(&b->thought, b->bot);
    b->took_ns = b->world->now_ns(b->world->loop) - since_ns;
}

/* -- Asking ------------------------------------------------------------------------------------ */

static void free_job(srv_bot_job *b)
{
    if (b->errand)
        srv_staff_drop(b->errand);
    spk_bot_free(b->bot);
    srv_boxes_give_back(b->house->tables->boxes, b->box);
    room_thought_release(&b->thought);
    spk_buf_release(&b->log);
    spk_buf_release(&b->memory);
    spk_free(b);
}

/* The bot's own dice, new for each decision; nothing about chance can be learnt from them, nor from one decision's about
 * the next: whoever thinks is told a key that was drawn for this one. */
static void set_dice(const srv_table *table, srv_bot_job *b)
{
    srv_fair fair;
    spk_rng keys;
    uint8_t key[SRV_FAIR_BYTES];
    srv_table_fair(table, &fair);
    srv_fair_key(&fair, SRV_FAIR_BOTS, key);
    uint64_t n = (uint64_t)spk_match_n_entries(room_match(table->room));
    spk_rng_init_key(&keys, key,
                     n << 8 | (uint64_t)b->thought.seat << 2 | (uint64_t)b->thought.what);
    for (int i = 0; i < SRV_DICE_BYTES; i++)
        b->dice[i] = (uint8_t)spk_rng_next(&keys);
    spk_rng_init_key(&keys, key, ~(uint64_t)b->thought.seat);
    if (b->thought.what != ROOM_ASK_HINT)
        b->self = (uint64_t)spk_rng_next(&keys) << 32 | spk_rng_next(&keys) | 1;
}

static void on_slice(srv_job *job, bool stopped);

srv_bot_job *srv_bot_ask(srv_table *table, room_asked what, spk_seat seat, const char *word)
{
    host_spec spec;
    if (host_spec_read(word, &spec, NULL) != SPK_OK || !spec.kind)
        return NULL;
    srv_bot_job *b = spk_alloc(sizeof *b);
    *b = (srv_bot_job){.job = {.work = think, .done = on_slice},
                       .house = table->house,
                       .world = table->house->world,
                       .in_slices = table->house->world->n_workers > 0,
                       .box = srv_boxes_take(table->box),
                       .kind = spec.kind,
                       .budget = host_spec_budget(&spec, &table->house->tables->budget)};
    memcpy(b->table, table->id, sizeof b->table);
    room_thought_ask(&b->thought, room_match(table->room), seat, what);
    set_dice(table, b);
    if (srv_box_of(table->box)->game->talk && spec.kind->talks)
        srv_table_print_log(table, &b->log);
    return b;
}

/* -- Turns --------------------------------------------------------------------------------------- */

static srv_bot_job *job_of(srv_wait *w)
{
    return (srv_bot_job *)((char *)w - offsetof(srv_bot_job, wait));
}

static uint64_t key_of(const char *id) { return spk_hash(SPK_HASH_START, id, strlen(id)); }

static void give_here(srv_bot_job *b)
{
    const srv_world *world = b->house->world;
    b->wait.places = SRV_PLACE_HERE; /* it stays where it has begun */
    b->house->tables->n_here++;
    world->give(world->loop, &b->job, SRV_RANK_WORKER);
}

static uint64_t free_places(const srv_house *h)
{
    bool here = !h->world->n_workers || h->tables->n_here < h->world->n_workers;
    return srv_away_places(h) | (here ? SRV_PLACE_HERE : 0);
}

/* As many as there are places. Workers first: our own threads have other things to do. */
void srv_bots_serve(srv_house *h)
{
    srv_shares *shares = &h->tables->shares;
    srv_wait *w = NULL;
    for (uint64_t places;
         (places = free_places(h)) && (w = srv_shares_next_at(shares, SRV_SLICE_MS, places));) {
        srv_bot_job *b = job_of(w);
        b->is_served = true;
        if (!(w->places & places & ~SRV_PLACE_HERE))
            give_here(b);
        else if (!srv_away_give(b))
            srv_bot_back(b, 0, false);
    }
    srv_away_want(h);
    h->figures.bots_thinking = shares->n_served;
    h->figures.bots_waiting = shares->n_waiting;
}

/* Whose share it is. Where only bots play, in a tournament, nobody's address is known: then it is that tournament's, so that one
 * with hundreds of bots does not hold up the others. */
static uint64_t payer_of(const srv_table *table)
{
    return table->payer || !*table->tournament ? table->payer : key_of(table->tournament);
}

void srv_bot_go(srv_table *table, srv_bot_job *b)
{
    bool hint = b->thought.what == ROOM_ASK_HINT;
    *(hint ? &table->hinting : &table->thinking) |= (uint8_t)(1u << b->thought.seat);
    srv_shares_add(&b->house->tables->shares, &b->wait, payer_of(table), key_of(table->id),
                   table->n_guests > 0);
    b->wait.places = SRV_PLACE_HERE | SRV_PLACE_AWAY;
    srv_bots_serve(b->house);
}

void srv_bot_watch(srv_table *table)
{
    srv_shares_watch(&table->house->tables->shares, payer_of(table), key_of(table->id),
                     table->n_guests > 0);
}

void srv_bots_free(srv_house *h)
{
    srv_away_close(h);
    for (srv_wait *w; (w = srv_shares_empty(&h->tables->shares));)
        free_job(job_of(w));
    for (srv_wait *w; (w = h->tables->held);) {
        h->tables->held = w->next;
        free_job(job_of(w));
    }
}

/* -- The answer -------------------------------------------------------------------------------- */

static void play_safe(srv_table *table, spk_seat seat)
{
    table->house->figures.safe_moves++;
    srv_table_act(table, &(srv_actor){.seat = seat}, &(room_deed){.kind = ROOM_SAFE, .n = -1});
}

/* A bot's move is legal, unless the bot is broken: then it must not stop the game. */
static void play(srv_table *table, const srv_bot_job *b)
{
    spk_seat seat = b->thought.seat;
    int n = spk_match_n_entries(room_match(table->room));
    table->house->figures.bot_moves++;
    srv_table_act(table, &(srv_actor){.seat = seat},
                  &(room_deed){.kind = ROOM_BOT_MOVE, .text = b->thought.text, .n = -1});
    if (table->state == SRV_READY && spk_match_n_entries(room_match(table->room)) == n &&
        spk_actors_has(room_bot_turns(table->room), seat)) {
        srv_log_event(table->house->log, SRV_EVENT_BOT_FAILED, SRV_KEY("table", table->id),
                      SRV_KEY("bot", b->kind->name));
        play_safe(table, seat);
    }
}

/* Still READY after its words: there were none, or they were refused. Somebody else may speak now. */
static void speak(srv_table *table, const srv_bot_job *b)
{
    spk_seat seat = b->thought.seat;
    if (*b->thought.text)
        srv_table_act(table, &(srv_actor){.seat = seat},
                      &(room_deed){.kind = ROOM_SAY, .text = b->thought.text, .n = -1});
    if (table->state != SRV_READY)
        return;
    room_listen(table->room, seat);
    srv_table_show_soon(
        table); /* at once, it would push aside a view with events that has not left yet */
}

static void on_thought(srv_bot_job *b, srv_table *table);

static void on_held(void *context)
{
    srv_bot_job *b = context;
    srv_wait **at = &b->house->tables->held;
    while (*at != &b->wait)
        at = &(*at)->next;
    *at = b->wait.next;
    on_thought(b, b->house->closing ? NULL : srv_table_find(b->house, b->table));
}

/* It has decided sooner than others may notice: it keeps that to itself for a while. */
static bool hold_back(srv_table *table, srv_bot_job *b)
{
    srv_house *h = table->house;
    int64_t left = b->due_ms - srv_house_ms(h);
    if (left <= 0 || !srv_bot_is_noticed(table, b->thought.seat, b->thought.text))
        return false;
    table->thinking |= (uint8_t)(1u << b->thought.seat);
    b->wait.next = h->tables->held;
    h->tables->held = &b->wait;
    h->world->later(h->world->loop, (int)left, on_held, b);
    return true;
}

static void at_table(srv_task *task, srv_table *table, const spk_why *why)
{
    srv_bot_job *b = (srv_bot_job *)((char *)task - offsetof(srv_bot_job, task));
    room_asked what = b->thought.what;
    bool stale =
        !table || b->is_needless || room_thought_is_stale(&b->thought, room_match(table->room));
    (void)why;
    if (!stale && what == ROOM_ASK_MOVE && hold_back(table, b))
        return;
    if (what == ROOM_ASK_HINT)
        srv_hint_tell(table, b);
    else if (!stale)
        (what == ROOM_ASK_MOVE ? play : speak)(table, b);
    free_job(b);
    if (table && what != ROOM_ASK_HINT && table->state == SRV_READY)
        srv_bot_turns_call(table);
}

/* Its answer, or what there is of it, goes to the table. */
static void on_thought(srv_bot_job *b, srv_table *table)
{
    bool hint = b->thought.what == ROOM_ASK_HINT;
    if (!table) {
        if (hint)
            srv_hint_tell(NULL, b);
        free_job(b);
        return;
    }
    *(hint ? &table->hinting : &table->thinking) &= (uint8_t) ~(1u << b->thought.seat);
    b->task.run = at_table;
    srv_table_queue(table, &b->task);
}

/* Between two slices: does anybody still want to know? */
static bool is_needless(const srv_bot_job *b, const srv_table *table)
{
    return !table || (table->state == SRV_READY &&
                      room_thought_is_stale(&b->thought, room_match(table->room)));
}

void srv_bot_back(srv_bot_job *b, double used_ms, bool stopped)
{
    srv_house *h = b->house;
    srv_table *table = stopped ? NULL : srv_table_find(h, b->table);
    b->is_needless = !b->ended && is_needless(b, table);
    b->wait.watched = table && table->n_guests > 0;
    bool closing = stopped || h->closing, more = !b->ended && !b->is_needless && !closing;
    b->is_served = false;
    srv_shares_back(&h->tables->shares, &b->wait, SRV_SLICE_MS, used_ms, more);
    if (!more)
        on_thought(b, closing ? NULL : table);
}

static void on_slice(srv_job *job, bool stopped)
{
    srv_bot_job *b = (srv_bot_job *)job;
    srv_house *h = b->house;
    h->tables->n_here--;
    h->figures.thoughts_here += b->ended;
    srv_bot_back(b, (double)b->took_ns / 1e6, stopped);
    if (!stopped && !h->closing)
        srv_bots_serve(h);
}

/* -- Calling ----------------------------------------------------------------------------------- */

static void call_for_move(srv_table *table, spk_seat seat)
{
    const char *word = room_bot_of(table->room, seat);
    srv_bot_job *b = *word ? srv_bot_ask(table, ROOM_ASK_MOVE, seat, word) : NULL;
    if (b) {
        srv_bot_pace(table, seat, b);
        srv_bot_go(table, b);
    } else
        play_safe(table, seat);
}

static void call_for_words(srv_table *table, spk_seat seat)
{
    if (table->thinking >> seat & 1)
        return; /* of its move: when that is made or stale it is asked again */
    srv_bot_job *b = srv_bot_ask(table, ROOM_ASK_WORDS, seat, room_bot_of(table->room, seat));
    if (b) {
        srv_bot_go(table, b);
        return;
    }
    room_listen(table->room, seat);
    srv_bot_turns_call(table);
}

/* Bots among themselves play for those who watch, or who wait for the result. */
static bool is_deserted(const srv_table *table)
{
    for (spk_seat seat = 0; seat < table->n_seats; seat++)
        if (room_sitter_of(table->room, seat)->kind != ROOM_BOT)
            return false;
    return table->n_guests == 0 && !room_plan_of(table->room)->official;
}

spk_actors srv_bot_turns(const srv_table *table)
{
    return is_deserted(table) ? 0 : room_bot_turns(table->room);
}

/* A program that plays need not know that it may speak, so only who asks for it is waited for without end. */
static bool is_patient(const srv_table *table)
{
    const srv_guest *g = table->guests;
    while (g && !(g->patient && g->seat < table->n_seats))
        g = g->next;
    return g != NULL;
}

void srv_bot_turns_call(srv_table *table)
{
    room_pace pace = {.people = ~(spk_actors)0,
                      .talk_ms = table->house->config->house.talk_ms,
                      .hurry = !is_patient(table)};
    if (table->house->closing || is_deserted(table))
        return;
    room_due due = room_due_now(table->room, &pace, srv_house_now(table->house));
    spk_actors who = due.seats & ~(spk_actors)table->thinking;
    switch (due.kind) {
    case ROOM_DUE_NOTHING: break;
    case ROOM_DUE_WORDS: call_for_words(table, due.seat); break;
    case ROOM_DUE_PERSON:
        table->wake = due.until;
        srv_beat_due(table);
        break;
    case ROOM_DUE_MOVES:
        for (; who && table->state == SRV_READY; who &= who - 1)
            call_for_move(table, spk_actors_first(who));
        break;
    case ROOM_DUE_COUNT: SPK_BUG_IF(true);
    }
}
