/* seat.h: who acts and who looks.
 *
 * Seats are numbered from 0 in the order of play around the table. Chance has a seat of its own:
 * shuffles and dice are its moves and are logged like any other. Two more numbers only look: the
 * onlooker, who sees what everybody may see, and the all-seeing viewer, whose view is shown to nobody
 * while a game is on. */
#ifndef SPK_ENGINE_SEAT_H
#define SPK_ENGINE_SEAT_H

#include <stdbool.h>
#include <stdint.h>

typedef int spk_seat;

enum {
    SPK_MAX_SEATS = 8,
    SPK_SEAT_ALL_SEEING = 29,
    SPK_SEAT_ONLOOKER = 30,
    SPK_SEAT_CHANCE = 31,
};

/* Who may act now: one bit per seat, bit 31 for chance. Empty: the game is over. Chance never
 * shares the set with a seat. */
typedef uint32_t spk_actors;

#define SPK_ACTOR(seat) ((spk_actors)1 << (seat))
#define SPK_CHANCE_ACTS SPK_ACTOR(SPK_SEAT_CHANCE)

static inline bool spk_actors_has(spk_actors actors, spk_seat seat)
{
    return seat >= 0 && seat <= SPK_SEAT_CHANCE && actors >> seat & 1;
}

/* The first seat of a set that is not empty. */
static inline spk_seat spk_actors_first(spk_actors actors) { return __builtin_ctz(actors); }

/* "chance", "onlooker", "house" (the all-seeing viewer) or the seat's number from 0: the words of
 * records and traces. */
const char *spk_seat_name(spk_seat seat);

#endif
