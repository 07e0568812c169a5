/* seat.c: names of seats. See seat.h. */
#include "engine/seat.h"

#include <stddef.h>

const char *spk_seat_name(spk_seat seat)
{
    static const char *const numbers[SPK_MAX_SEATS] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    if (seat == SPK_SEAT_CHANCE)
        return "chance";
    if (seat == SPK_SEAT_ONLOOKER)
        return "onlooker";
    if (seat == SPK_SEAT_ALL_SEEING)
        return "house";
    return seat >= 0 && seat < SPK_MAX_SEATS ? numbers[seat] : "nobody";
}
