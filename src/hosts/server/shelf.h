/* shelf.h: opened boxes, one for all tables that play the same game with the same options: a box never
 * changes and may be shared, by threads too. A box is known by the header of its records (record.h).
 *
 *     srv_box *b = srv_shelf_open(shelf, game, &choice, &why);        or srv_shelf_get(shelf, header, ...)
 *     room_new(&plan, srv_box_of(b));
 *     srv_shelf_give_back(shelf, b); */
#ifndef SRV_SHELF_H
#define SRV_SHELF_H

#include "engine/record.h"

typedef struct srv_shelf srv_shelf;
typedef struct srv_box srv_box;

/* 'editions' is a folder with GAME/NAME.edition, or NULL: then there are only the default ones. */
srv_shelf *srv_shelf_new(const char *editions);
void srv_shelf_free(srv_shelf *shelf); /* all must be back */

/* A box by what was chosen; 'edition' is "default" or a name. */
srv_box *srv_shelf_open(srv_shelf *shelf, const spk_game *game, const char *edition,
                        const spk_choice *choice, spk_why *why);

/* A box by a record's header, proof or not. */
srv_box *srv_shelf_get(srv_shelf *shelf, const char *header, const char *edition, spk_why *why);
srv_box *srv_shelf_take(srv_box *b); /* once more; to be given back as well */
void srv_shelf_give_back(srv_shelf *shelf, srv_box *b);

const spk_box *srv_box_of(const srv_box *b);
const char *srv_box_header(const srv_box *b); /* up to, not including, the line "log" */

#endif
