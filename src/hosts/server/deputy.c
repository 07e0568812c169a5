/* deputy.c: seats that no person answers for. Bots think on worker threads (workers.h); they are
 * given what their seat sees and heard, and their answer comes back to the table as a text, by the same
 * door as a person's. A bot exists only while it thinks. One that talks remembers who kept their word:
 * it is told the whole evening again, which takes a moment and no memory.
 *
 * People can move, talk and leave meanwhile. If what the seat sees is another table then, the answer is
 * thrown away and the bot asked again. */
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "hosts/player/player.h"
#include "hosts/server/deputy.h"
#include "hosts/team.h"

/* -- On the worker ----------------------------------------------------------------------------- */

/* The log once more, from its lines, with the bot listening. */
static spk_match *hear_all(const srv_thought *t, host_team *team)
{
    const spk_box *box = srv_box_of(t->box);
    spk_match *m = spk_match_new(box);
    spk_state view;
    int n;
    for (const char *line = t->log.bytes, *end = line + t->log.n; line < end;
         line += strlen(line) + 1) {
        SPK_BUG_IF(spk_match_entry_add(m, line, NULL) != SPK_OK);
        spk_match_view(m, t->seat, &view);
        const spk_said *said = spk_match_said(m, &n);
        host_team_listen(team, &view, said, n);
    }
    return m;
}

static void find_words(srv_thought *t, host_team *team, const spk_match *m)
{
    enum { PART = 4 }; /* words take a part of the time of a move */
    host_budget budget = t->budget;
    int n;
    budget.ms = budget.ms ? 1 + budget.ms / PART : 0;
    budget.iterations = budget.iterations ? 1 + budget.iterations / PART : 0;
    const spk_said *said = spk_match_said(m, &n);
    host_team_say(team, &t->view, said, n, &budget, t->text);
}

static void think(srv_job *job)
{
    srv_thought *t = (srv_thought *)job;
    const spk_box *box = srv_box_of(t->box);
    host_team *team = host_team_new(t->kind, box, t->seat, &t->rng, 1);
    spk_match *m = t->log.n ? hear_all(t, team) : NULL;
    if (t->what == SRV_WORDS)
        find_words(t, team, m);
    else
        spk_move_text(box, host_team_choose(team, &t->view, &t->budget), t->text);
    if (t->what == SRV_HINT)
        t->n_lines = host_team_lines(team, t->lines, SRV_HINT_LINES);
    if (m)
        spk_match_free(m);
    host_team_free(team);
}

/* -- Asking ------------------------------------------------------------------------------------ */

uint64_t srv_view_hash(const srv_live *live, spk_seat seat, spk_state *view)
{
    spk_match_view(room_match(live->room), seat, view);
    return spk_hash_words(1, view, srv_box_of(live->box)->game->state_size);
}

static void free_thought(srv_thought *t)
{
    srv_shelf_give_back(t->house->shelf, t->box);
    spk_buf_release(&t->log);
    spk_free(t);
}

/* The bot's own dice, new for each decision; nothing about chance can be learnt from them. */
static void set_dice(const srv_live *live, srv_thought *t)
{
    srv_fair fair;
    uint8_t key[SRV_FAIR_BYTES];
    srv_live_fair(live, &fair);
    srv_fair_key(&fair, SRV_FAIR_BOTS, key);
    uint64_t n = (uint64_t)spk_match_n_entries(room_match(live->room));
    spk_rng_init_key(&t->rng, key, n << 8 | (uint64_t)t->seat << 2 | (uint64_t)t->what);
}

static void tell(const srv_live *live, srv_thought *t)
{
    if (srv_box_of(live->box)->game->talk && t->kind->talks)
        srv_live_print_log(live, &t->log);
}

static void on_thought(srv_job *job, bool stopped);

srv_thought *srv_thought_begin(srv_live *live, srv_thinking what, spk_seat seat, const char *word)
{
    host_spec spec;
    if (host_spec_read(word, &spec, NULL) != SPK_OK || !spec.kind)
        return NULL;
    srv_thought *t = spk_alloc(sizeof *t);
    *t = (srv_thought){.job = {.work = think, .done = on_thought},
                       .house = live->house,
                       .what = what,
                       .seat = seat,
                       .box = srv_shelf_take(live->box),
                       .kind = spec.kind,
                       .budget = spec.budget.ms || spec.budget.iterations ? spec.budget
                                                                          : live->house->budget};
    if (!spec.budget.ms && !spec.budget.iterations && spec.kind->iterations)
        t->budget = (host_budget){.iterations = spec.kind->iterations};
    memcpy(t->table, live->id, sizeof t->table);
    t->hash = srv_view_hash(live, seat, &t->view);
    t->heard = room_n_events(live->room, SPK_SEAT_ONLOOKER);
    set_dice(live, t);
    tell(live, t);
    return t;
}

static void count_bots(srv_house *h)
{
    h->figures.bots_thinking = srv_workers_n_working(h->workers);
    h->figures.bots_waiting = srv_workers_n_waiting(h->workers);
}

/* A person sits there and is connected. */
static bool is_watched(const srv_live *live)
{
    for (spk_seat seat = 0; seat < live->n_seats; seat++)
        if (live->viewers[seat].n_guests)
            return true;
    return false;
}

void srv_thought_go(srv_live *live, srv_thought *t)
{
    srv_rank rank = t->what == SRV_HINT ? SRV_RANK_GUEST
                    : is_watched(live)  ? SRV_RANK_TABLE
                                        : SRV_RANK_NOBODY;
    srv_workers_give(t->house->workers, &t->job, rank);
    count_bots(t->house);
}

/* -- The answer -------------------------------------------------------------------------------- */

static void play_safe(srv_live *live, spk_seat seat)
{
    live->house->figures.safe_moves++;
    srv_live_act(live, &(srv_actor){.seat = seat}, &(room_deed){.kind = ROOM_SAFE, .n = -1});
}

static void play(srv_live *live, const srv_thought *t)
{
    spk_state view;
    int n = spk_match_n_entries(room_match(live->room));
    if (srv_view_hash(live, t->seat, &view) == t->hash) {
        live->house->figures.bot_moves++;
        srv_live_act(live, &(srv_actor){.seat = t->seat},
                     &(room_deed){.kind = ROOM_DEPUTY, .text = t->text, .n = -1});
        if (live->state == SRV_READY && spk_match_n_entries(room_match(live->room)) == n &&
            spk_actors_has(room_deputed(live->room), t->seat)) {
            srv_log_event(live->house->log, SRV_EVENT_BOT_FAILED, SRV_KEY("table", live->id),
                          SRV_KEY("bot", t->kind->name));
            play_safe(live, t->seat);
        }
    }
    if (live->state == SRV_READY)
        srv_deputies_call(live);
}

static void at_table(srv_task *task, srv_live *live, const spk_why *why)
{
    srv_thought *t = (srv_thought *)((char *)task - offsetof(srv_thought, task));
    (void)why;
    if (live && t->what == SRV_MOVE)
        play(live, t);
    else if (live && t->what == SRV_WORDS)
        srv_talk_heard(live, t);
    else if (t->what == SRV_HINT)
        srv_hint_tell(live, t);
    free_thought(t);
}

static void on_thought(srv_job *job, bool stopped)
{
    srv_thought *t = (srv_thought *)job;
    srv_live *live = stopped ? NULL : srv_live_find(t->house, t->table);
    count_bots(t->house);
    if (!live) {
        if (t->what == SRV_HINT)
            srv_hint_tell(NULL, t);
        free_thought(t);
        return;
    }
    *(t->what == SRV_HINT ? &live->hinting : &live->thinking) &= (uint8_t) ~(1u << t->seat);
    t->task.run = at_table;
    srv_live_queue(live, &t->task);
}

/* -- Calling ----------------------------------------------------------------------------------- */

static void call_bot(srv_live *live, spk_seat seat)
{
    const char *word = room_bot_of(live->room, seat);
    srv_thought *t = *word ? srv_thought_begin(live, SRV_MOVE, seat, word) : NULL;
    if (!t) {
        play_safe(live, seat);
        return;
    }
    live->thinking |= (uint8_t)(1u << seat);
    srv_thought_go(live, t);
}

void srv_deputies_call(srv_live *live)
{
    if (live->house->closing || srv_talk_call(live))
        return;
    spk_actors who = room_deputed(live->room) & ~(spk_actors)live->thinking;
    for (; who && live->state == SRV_READY; who &= who - 1)
        call_bot(live, spk_actors_first(who));
}
