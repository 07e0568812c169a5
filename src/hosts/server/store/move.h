/* move.h: a whole house as rows, for carrying it from one backend to another. For the store's own files.
 *
 * What is kept is a few parts (parts.def), each a table of the schema whose rows have the same columns
 * everywhere. A backend gives all rows of a part, in any order, and takes rows one by one. */
#ifndef SRV_STORE_MOVE_H
#define SRV_STORE_MOVE_H

#include "hosts/server/store/store.h"

enum { SRV_CELLS = 16 }; /* of a row, at most */

typedef struct srv_part {
    const char *name;
    const char *columns; /* "id, name" */
    const char *kinds;   /* one letter each: t a text, i a number, h a hash */
} srv_part;

enum {
#define PART(name, columns, kinds) SRV_PART_##name,
#include "hosts/server/store/parts.def"
#undef PART
};

/* Those that others refer to come first. */
extern const srv_part srv_parts[SRV_PARTS];

/* One value. Of the three, the one that the column's kind says; all borrowed. */
typedef struct srv_cell {
    bool null;
    int64_t number;
    const char *text;
    const uint8_t *hash;
} srv_cell;

/* What a backend calls with each row. */
typedef spk_err srv_each_row(void *context, const srv_part *part, const srv_cell *cells,
                             spk_why *why);

struct srv_backend;
spk_err srv_move_house(const struct srv_backend *from, void *from_self,
                       const struct srv_backend *to, void *to_self, srv_moved *moved, spk_why *why);

#endif
