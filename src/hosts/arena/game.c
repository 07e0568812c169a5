/* game.c: one game of a set. It is played through a match, with the text of moves, by the same door
 * as people; beside a search that costs nothing. */
#include <stdio.h>
#include <string.h>

#include "hosts/arena/arena.h"
#include "hosts/player/line.h"
#include "hosts/room/talk.h"

typedef struct table {
    const arena_plan *plan;
    spk_match *match;
    arena_player *player[SPK_MAX_SEATS];
    room_talk talk;
    spk_rng chance, luck;
    arena_game *game;
    arena_effort *effort;
} table;

static void sit_down(table *t, int set, int game)
{
    const spk_box *box = t->plan->box;
    spk_rng rng;
    t->match = spk_match_new(box);
    room_talk_init(&t->talk);
    arena_dice_init(&t->chance, t->plan->seed, set, game, ARENA_CHANCE, 0);
    arena_dice_init(&t->luck, t->plan->seed, set, game, ARENA_LUCK, 0);
    for (spk_seat i = 0; i < box->n_seats; i++) {
        arena_dice_init(&rng, t->plan->seed, set, game, ARENA_BOT, i);
        const arena_entrant *who = &t->plan->bot[t->game->bot[i]];
        t->player[i] = arena_player_open(who, box, i, &rng);
    }
}

static void stand_up(table *t)
{
    for (spk_seat i = 0; i < t->plan->box->n_seats; i++) {
        arena_effort *e = &t->effort[t->game->bot[i]];
        spk_search_figures f;
        const char *fault = arena_player_fault(t->player[i]);
        if (fault && !*e->first_fault) {
            snprintf(e->first_fault, sizeof e->first_fault, "%s", fault);
            host_line_clean(e->first_fault, strlen(e->first_fault)); /* cut within a character */
        }
        arena_player_measure(t->player[i], &f);
        e->iterations += f.iterations;
        e->transitions += f.transitions;
        arena_player_close(t->player[i], t->match);
    }
    spk_match_free(t->match);
}

static void chance_acts(table *t)
{
    const spk_box *box = t->plan->box;
    const void *state = spk_match_state(t->match);
    spk_move drawn = spk_chance_draw(box, state, &t->chance);
    if (spk_has_luck(box->game))
        spk_luck_add(box, state, drawn, &t->luck, t->game->luck);
    spk_err err = spk_match_move(t->match, SPK_SEAT_CHANCE, drawn, NULL);
    SPK_BUG_IF(err != SPK_OK);
}

static void note_time(arena_effort *e, const host_budget *budget, double ms, bool choice)
{
    e->thinking_ms += ms;
    if (choice)
        arena_times_add(&e->times, ms);
    if (choice && budget->ms && !budget->cpu && ms > 1.1 * budget->ms)
        e->over++;
}

/* An answer that is no move costs the seat its choice, never the game its end. */
static void seat_acts(table *t, spk_seat seat)
{
    int who = t->game->bot[seat];
    spk_move moves[SPK_MAX_MOVES];
    bool choice = spk_match_moves(t->match, seat, moves) > 1;
    double begin = host_now_ms();
    t->effort[who].faults += !arena_player_move(t->player[seat], t->match);
    note_time(&t->effort[who], &t->plan->bot[who].budget, host_now_ms() - begin, choice);
}

/* -- Talk: before anybody moves, all who may speak are asked (hosts/room/talk.h) -------------------- */

static void listen(table *t)
{
    room_talk_note(&t->talk, t->match, 0);
    for (spk_seat i = 0; i < t->plan->box->n_seats; i++)
        if (arena_player_host(t->player[i]))
            host_player_listen(arena_player_host(t->player[i]), t->match);
}

static spk_actors mute_seats(const table *t)
{
    spk_actors mute = 0;
    for (spk_seat i = 0; i < t->plan->box->n_seats; i++) {
        const host_player *p = arena_player_host(t->player[i]);
        if (!p || !host_player_talks(p))
            mute |= SPK_ACTOR(i);
    }
    return mute;
}

static void speak(table *t, spk_seat seat, spk_actors mute)
{
    host_player *p = arena_player_host(t->player[seat]);
    char room[HOST_SAY_ROOM];
    spk_why why = {0};
    const host_budget *budget = &t->plan->bot[t->game->bot[seat]].budget;
    const char *words = host_player_words(p, t->match, budget, room);
    bool said = words && room_talk_say(&t->talk, t->match, mute, seat, words, &why) == SPK_OK;
    if (words && !said)
        host_player_refused(p, &why);
    if (!said)
        room_talk_listen(&t->talk, seat);
}

/* A game limits its talk; if it did not, two programs would talk for ever. */
static void talk(table *t)
{
    enum { MOST = 64 };
    if (!t->plan->box->game->talk)
        return;
    listen(t);
    for (int i = 0; i < MOST; i++) {
        spk_actors mute = mute_seats(t), who = room_talk_speakers(&t->talk, t->match, mute);
        if (!who)
            return;
        speak(t, spk_actors_first(who), mute);
        listen(t);
    }
}

static void note_result(table *t)
{
    spk_result result = {0};
    spk_match_result(t->match, &result);
    t->game->unfinished = !spk_match_is_over(t->match);
    for (spk_seat i = 0; i < SPK_MAX_SEATS; i++) {
        t->game->score[i] = result.score[i];
        t->game->rank[i] = (int8_t)result.rank[i];
    }
}

/* Simultaneous answers are asked for in the order of the seats; nobody's view shows the others'. */
bool arena_game_play(const arena_plan *plan, int set, int game, const atomic_bool *stop,
                     arena_game *out, arena_effort effort[ARENA_MAX_BOTS])
{
    table t = {.plan = plan, .game = out, .effort = effort};
    spk_actors who;
    sit_down(&t, set, game);
    while (!*stop && (who = spk_match_actors(t.match)) != 0 &&
           out->steps < plan->box->game->max_steps) {
        talk(&t);
        if (who == SPK_CHANCE_ACTS)
            chance_acts(&t);
        else
            seat_acts(&t, spk_actors_first(who));
        out->steps++;
    }
    bool played = !*stop;
    note_result(&t);
    if (played && plan->keep)
        plan->keep(plan->keeper, set, game, out, t.match);
    stand_up(&t);
    return played;
}
