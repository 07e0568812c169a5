/* bots.c: when bots speak and move, and whom they wait for. See "Bots' turns" in room.h; who may speak at all is
 * decided in talk.c. Here is no thinking: what a bot finds is thought.c's business and the host's time. */
#include <string.h>

#include "hosts/room/inside.h"

const char *const room_due_words[ROOM_DUE_COUNT] = {"nothing", "words", "person", "moves"};

/* -- Who answers there ---------------------------------------------------------------------------- */

spk_actors room_bot_turns(const room *r)
{
    return room_is_open(r) && !room_is_deserted(r) ? spk_clock_away_actors(&r->clock) : 0;
}

const char *room_bot_of(const room *r, spk_seat seat)
{
    const room_sitter *who = room_sitter_of(r, seat);
    bool stand_in = r->plan.clock.absence == SPK_ABSENCE_BOT || who->kind == ROOM_BOT;
    return !who->bot[0] && stand_in ? ROOM_STAND_IN : who->bot;
}

static bool is_bot(const room *r, spk_seat seat) { return r->sitter[seat].kind == ROOM_BOT; }

/* "hard@50ms" is a hard bot. Whoever is none of ours (a program in the terminal) may talk. */
static bool bot_talks(const room *r, spk_seat seat)
{
    char name[ROOM_WORD];
    const char *word = room_bot_of(r, seat);
    size_t n = strcspn(word, "@*:");
    memcpy(name, word, n);
    name[n] = '\0';
    const spk_bot_kind *kind = spk_bot_find(name);
    return !r->sitter[seat].mute && (!kind || spk_bot_kind_talks(kind, r->box));
}

/* -- Talk ----------------------------------------------------------------------------------------- */

/* Those who have said all that one may in a turn. */
static spk_actors spent_seats(const room *r)
{
    spk_actors spent = 0;
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++)
        if (r->n_says[seat] >= ROOM_SAYS)
            spent |= SPK_ACTOR(seat);
    return spent;
}

/* As everybody may know: that somebody ran out of time over a sealed answer must not be heard of in the talk. A
 * person who is there is never passed for, however little they say. */
spk_actors room_mute_seats(const room *r)
{
    spk_actors mute = 0, spent = spent_seats(r);
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++)
        if (is_bot(r, seat) ? !bot_talks(r, seat) || spk_actors_has(spent, seat)
                            : room_is_shown_away(r, seat))
            mute |= SPK_ACTOR(seat);
    return mute;
}

static bool is_talk_open(const room *r) { return room_is_open(r) && r->box->game->talk; }

spk_actors room_speakers(const room *r)
{
    if (!is_talk_open(r))
        return 0;
    return room_talk_speakers(&r->talk, r->match, room_mute_seats(r)) & ~spent_seats(r);
}

bool room_may_speak(const room *r, spk_seat seat)
{
    SPK_BUG_IF(!room_is_seat(r, seat));
    return is_talk_open(r) && !spk_actors_has(spent_seats(r), seat) &&
           room_talk_may_speak(&r->talk, r->match, room_mute_seats(r), seat);
}

void room_listen(room *r, spk_seat seat)
{
    SPK_BUG_IF(!room_is_seat(r, seat));
    room_talk_listen(&r->talk, seat);
}

/* -- What is due ---------------------------------------------------------------------------------- */

static int64_t later(int64_t since, int64_t ms)
{
    return ms > SPK_NEVER - since ? SPK_NEVER : since + ms;
}

static spk_actors bots_among(const room *r, spk_actors seats)
{
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++)
        if (!is_bot(r, seat))
            seats &= ~SPK_ACTOR(seat);
    return seats;
}

/* A person who may speak, and could: connected, and the host can hear them. */
static spk_actors people_among(const room *r, spk_actors seats, const room_pace *pace)
{
    seats &= pace->people & ~bots_among(r, seats);
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++)
        if (!r->sitter[seat].here)
            seats &= ~SPK_ACTOR(seat);
    return seats;
}

static int n_people(const room *r)
{
    int n = 0;
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++)
        n += !is_bot(r, seat);
    return n;
}

/* How long bots wait for words. One person among bots keeps nobody waiting; with a clock no longer than it gives for a
 * decision, or at its start. */
static int64_t talk_ms_of(const room *r, const room_pace *pace)
{
    if (pace->hurry || n_people(r) != 1)
        return pace->talk_ms;
    return r->plan.clock.kind == SPK_CLOCK_NONE ? SPK_NEVER : (int64_t)r->plan.clock.time_s * 1000;
}

/* Bots speak first, whoever is to move: people hear them before they decide. */
room_due room_due_now(const room *r, const room_pace *pace, int64_t now)
{
    spk_actors turns = room_bot_turns(r), speakers = room_speakers(r);
    spk_actors bots = room_is_deserted(r) ? 0 : bots_among(r, speakers),
               people = people_among(r, speakers, pace);
    int64_t until = later(r->talk.since, talk_ms_of(r, pace));
    if (bots)
        return (room_due){.kind = ROOM_DUE_WORDS, .seat = spk_actors_first(bots)};
    if (!turns)
        return (room_due){.kind = ROOM_DUE_NOTHING, .seat = -1};
    if (people && now < until)
        return (room_due){
            .kind = ROOM_DUE_PERSON, .seat = spk_actors_first(people), .until = until};
    return (room_due){.kind = ROOM_DUE_MOVES,
                      .seat = -1,
                      .seats = turns,
                      .until = later(r->talk.since, pace->move_ms)};
}
