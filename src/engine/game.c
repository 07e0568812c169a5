/* game.c: the calls on a game that check first. See game.h. */
#include "engine/game.h"

#include "engine/box.h"

static bool chance_can(const spk_box *box, const void *state, spk_move move)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    int n = box->game->chance(box, state, outcomes);
    for (int i = 0; i < n; i++)
        if (outcomes[i].move == move)
            return true;
    return false;
}

static bool seat_can(const spk_box *box, const void *state, spk_seat seat, spk_move move)
{
    spk_move moves[SPK_MAX_MOVES];
    int n = box->game->moves(box, state, seat, moves);
    for (int i = 0; i < n; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static spk_err refuse(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                      spk_why *why)
{
    spk_err err = box->game->refuse(box, state, seat, move, why);
    SPK_BUG_IF(err == SPK_OK); /* the list said no */
    return err;
}

spk_err spk_judge(const spk_box *box, const void *state, spk_seat seat, spk_move move, spk_why *why)
{
    const spk_game *game = box->game;
    spk_actors who = game->actors(box, state);
    if (who == 0)
        return spk_refuse(why, game->over_rule, "The game is over.");
    if (!spk_actors_has(who, seat))
        return spk_refuse(why, game->turn_rule,
                          who == SPK_CHANCE_ACTS    ? "Cards or dice are still to come."
                          : seat == SPK_SEAT_CHANCE ? "Nothing is to be drawn or rolled now."
                                                    : "It is not your turn.");
    if (seat != SPK_SEAT_CHANCE)
        return seat_can(box, state, seat, move) ? SPK_OK : refuse(box, state, seat, move, why);
    if (!chance_can(box, state, move))
        return spk_refuse(why, game->turn_rule, "That cannot be drawn or rolled now.");
    return SPK_OK;
}

spk_err spk_apply(const spk_box *box, void *state, spk_seat seat, spk_move move, spk_why *why)
{
    spk_err err = spk_judge(box, state, seat, move, why);
    if (err == SPK_OK)
        box->game->apply(box, state, seat, move);
    return err;
}

spk_err spk_move_read(const spk_box *box, const void *state, spk_seat seat, const char *text,
                      spk_move *move, spk_why *why)
{
    spk_move read;
    spk_err err = box->game->parse_move(box, text, &read, why);
    if (err == SPK_OK)
        err = spk_judge(box, state, seat, read, why);
    if (err == SPK_OK)
        *move = read;
    return err;
}

const char *spk_move_text(const spk_box *box, spk_move move, char room[SPK_MOVE_TEXT])
{
    spk_buf out = {.bytes = room, .cap = SPK_MOVE_TEXT, .fixed = true};
    spk_buf_clear(&out);
    box->game->print_move(box, move, &out);
    SPK_BUG_IF(out.overflow);
    return room;
}

spk_err spk_state_read(const spk_box *box, const char *text, void *state, spk_why *why)
{
    spk_state fresh;
    spk_err err = box->game->parse_state(box, text, &fresh, why);
    if (err != SPK_OK)
        return err;
    const char *broken = box->game->unsound(box, &fresh);
    if (broken)
        return spk_malformed(why, 0, "No such position can arise: %s", broken);
    spk_state_copy(box, state, &fresh);
    return SPK_OK;
}
