/* undo.c: taking moves back at a table. With other people the match's own rule holds: moves of the turn, as long as nothing
 * was shown and nobody has acted (spk_match_undo). Somebody who plays bots alone may go back to any move of their own
 * (spk_match_rewind): docs/decisions/0011. */
#include "hosts/room/inside.h"

bool room_is_solo(const room *r)
{
    int people = 0, bots = 0;
    for (spk_seat seat = 0; seat < r->box->n_seats; seat++) {
        people += room_is_person(r, seat);
        bots += r->sitter[seat].kind == ROOM_BOT;
    }
    return people == 1 && people + bots == r->box->n_seats;
}

static bool may_rewind(const room *r, spk_seat seat)
{
    return room_is_solo(r) && room_is_person(r, seat);
}

spk_err room_check_undo(const room *r, spk_seat seat, spk_why *why)
{
    if (!r->plan.undo)
        return spk_refuse(why, "", "Moves cannot be taken back at this table.");
    if (r->n_undos[seat] >= ROOM_UNDOS)
        return spk_refuse(why, "", "You have taken back {n} moves this turn: that is the limit.",
                          SPK_NUM("n", ROOM_UNDOS));
    return SPK_OK;
}

bool room_can_undo(const room *r, spk_seat seat, spk_why *why)
{
    if (!room_is_open(r) || !room_is_seat(r, seat) || room_check_undo(r, seat, why) != SPK_OK)
        return false;
    if (may_rewind(r, seat) && spk_match_n_undos(r->match, seat) == 0)
        return spk_match_can_rewind(r->match, seat, spk_match_last_own(r->match, seat), why);
    return spk_match_can_undo(r->match, seat, why);
}

/* The place in the log of the seat's event with that number; -1: there is none. */
static int entry_of(const spk_match *m, spk_seat seat, int number)
{
    int n = 0;
    for (int i = 0; i < spk_match_n_entries(m); i++)
        if (spk_match_entry_heard(m, i, seat) && ++n == number)
            return i;
    return -1;
}

/* How many moves of the seat stand from this place of the log on. */
static int n_own_from(const spk_match *m, spk_seat seat, int first)
{
    int n = 0, all = spk_match_n_entries(m);
    for (int i = first; i < all; i++)
        n += spk_match_entry_as(m, i, SPK_SEAT_ALL_SEEING).seat == seat &&
             spk_match_stands_at(m, i, all);
    return n;
}

/* One by one as far as it goes, so that the others see what they would always see. */
static spk_err undo_moves(spk_match *m, spk_seat seat, int n, spk_why *why)
{
    spk_err err = spk_match_undo(m, seat, why);
    while (err == SPK_OK && --n > 0 && spk_match_n_undos(m, seat) > 0)
        err = spk_match_undo(m, seat, why);
    return err;
}

spk_err room_take_back(room *r, spk_seat seat, int to, spk_why *why)
{
    spk_match *m = r->match;
    int first = to > 0 ? entry_of(m, seat, to) : spk_match_last_own(m, seat);
    if (to > 0 && first < 0)
        return spk_refuse(why, "", "You have not made a move that you could take back.");
    int n = first < 0 ? 1 : n_own_from(m, seat, first);
    if (may_rewind(r, seat) && n > spk_match_n_undos(m, seat))
        return spk_match_rewind(m, seat, first, why);
    return undo_moves(m, seat, n > 0 ? n : 1, why);
}
