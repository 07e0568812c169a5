/* observe.c: observations: what a seat sees, as a row of features. See env.h.
 *
 * A row has two parts: the features of the game's nets, read from the view in place of a whole state, and
 * where the game has secrets what is known about the hidden. The second part's features are numbered
 * behind those of the first. */
#include "ai/env.h"

/* Part 0 or 1; NULL: there is none. */
static const spk_features *part(const spk_box *box, int i)
{
    const spk_hints *hints = box->game->hints;
    if (!hints)
        return NULL;
    return i == 0 ? hints->features : hints->features ? hints->known_features : NULL;
}

int spk_observe_slots(const spk_box *box)
{
    int n = 0;
    for (int i = 0; i < 2 && part(box, i); i++)
        n += part(box, i)->n_slots;
    return n;
}

int spk_observe_features(const spk_box *box)
{
    int n = 0;
    for (int i = 0; i < 2 && part(box, i); i++)
        n += part(box, i)->n_features;
    return n;
}

const spk_block *spk_observe_block(const spk_box *box, int i)
{
    for (int k = 0; k < 2 && part(box, k); k++)
        for (const spk_block *block = part(box, k)->blocks; block->name; block++)
            if (i-- == 0)
                return block;
    return NULL;
}

void spk_observe(const spk_box *box, const void *view, spk_seat seat, uint16_t *row)
{
    const spk_features *nets = part(box, 0), *known = part(box, 1);
    if (!nets)
        return;
    nets->read(box, view, seat, row);
    if (!known)
        return;
    row += nets->n_slots;
    known->read(box, view, seat, row);
    for (int i = 0; i < known->n_slots; i++)
        if (row[i] != SPK_NO_FEATURE)
            row[i] = (uint16_t)(row[i] + nets->n_features);
}

static const spk_move_features *move_part(const spk_box *box)
{
    return part(box, 0) ? part(box, 0)->moves : NULL;
}

int spk_observe_move_slots(const spk_box *box)
{
    return move_part(box) ? move_part(box)->n_slots : 0;
}

int spk_observe_move_features(const spk_box *box)
{
    return move_part(box) ? move_part(box)->n_features : 0;
}

const spk_block *spk_observe_move_block(const spk_box *box, int i)
{
    if (!move_part(box))
        return NULL;
    for (const spk_block *block = move_part(box)->blocks; block->name; block++)
        if (i-- == 0)
            return block;
    return NULL;
}

void spk_observe_moves(const spk_box *box, const void *view, spk_seat seat, const spk_move *moves,
                       int n, uint16_t *rows)
{
    if (move_part(box))
        move_part(box)->read(box, view, seat, moves, n, rows);
}
