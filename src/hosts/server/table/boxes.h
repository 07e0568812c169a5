/* boxes.h: open boxes, shared by all tables that play the same game with the same options. A box
 * never changes, so threads may share it too. A box is identified by the header of its records
 * (record.h).
 *
 *     srv_box *b = srv_boxes_open(boxes, game, &choice, &why);        or srv_boxes_get(boxes, header, ...)
 *     room_new(&plan, srv_box_of(b));
 *     srv_boxes_give_back(boxes, b); */
#ifndef SRV_BOXES_H
#define SRV_BOXES_H

#include "engine/record.h"

typedef struct srv_boxes srv_boxes;
typedef struct srv_box srv_box;

/* 'editions' is a folder with GAME/NAME.edition, or NULL: then there are only the default ones. */
srv_boxes *srv_boxes_new(const char *editions);
void srv_boxes_free(srv_boxes *boxes); /* all boxes must have been given back */

/* A box by the choices made; 'edition' is "default" or a name. */
srv_box *srv_boxes_open(srv_boxes *boxes, const spk_game *game, const char *edition,
                        const spk_choice *choice, spk_why *why);

/* A box by a record's header, with or without proof lines. The edition is the one in the header, a built-in one by its
 * hash, or, if it is neither, the one of that name in the folder. */
srv_box *srv_boxes_get(srv_boxes *boxes, const char *header, const char *edition, spk_why *why);
srv_box *srv_boxes_take(srv_box *b); /* one more user; give it back as well */
void srv_boxes_give_back(srv_boxes *boxes, srv_box *b);

const spk_box *srv_box_of(const srv_box *b);
const char *srv_box_header(const srv_box *b); /* up to, not including, the line "log" */

#endif
