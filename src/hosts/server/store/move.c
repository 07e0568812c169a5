/* move.c: a whole house from one backend to another, and the proof that it arrived.
 *
 * The target must be empty. Everything is written in one transaction; then all of it is read back and compared with
 * what was read at the source: how many rows of each part there are, and a digest of each part, the sum of its
 * rows' hashes, which does not depend on their order. */
#include "hosts/server/store/move.h"

#include <string.h>

#include "base/hash.h"
#include "hosts/server/store/backend.h"

const srv_part srv_parts[SRV_PARTS] = {
#define PART(name, columns, kinds) {#name, columns, kinds},
#include "hosts/server/store/parts.def"
#undef PART
};

typedef struct mover {
    const srv_backend *to; /* NULL: count only */
    void *self;
    srv_part_sum *sum;
} mover;

/* Lengths and kinds go in, so that no two different rows run together. */
static uint64_t hash_cell(uint64_t hash, char kind, const srv_cell *cell)
{
    hash = spk_hash(hash, cell->null ? "n" : &kind, 1);
    if (cell->null)
        return hash;
    if (kind == 'i')
        return spk_hash(hash, &cell->number, sizeof cell->number);
    if (kind == 'h')
        return spk_hash(hash, cell->hash, SRV_HASH);
    return spk_hash(hash, cell->text, strlen(cell->text) + 1);
}

static spk_err take_row(void *context, const srv_part *part, const srv_cell *cells, spk_why *why)
{
    mover *m = context;
    uint64_t hash = SPK_HASH_START;
    for (int i = 0; part->kinds[i]; i++)
        hash = hash_cell(hash, part->kinds[i], &cells[i]);
    m->sum->n++;
    m->sum->digest += hash;
    return m->to ? m->to->add_row(m->self, part, cells, why) : SPK_OK;
}

/* Count all of a house; with 'to', carry it over as well. */
static spk_err go_through(const srv_backend *b, void *self, const srv_backend *to, void *to_self,
                          srv_moved *sums, spk_why *why)
{
    spk_err err = SPK_OK;
    *sums = (srv_moved){0};
    for (int i = 0; err == SPK_OK && i < SRV_PARTS; i++) {
        mover m = {.to = to, .self = to_self, .sum = &sums->part[i]};
        sums->part[i].name = srv_parts[i].name;
        err = b->each_row(self, &srv_parts[i], take_row, &m, why);
    }
    return err;
}

static spk_err check_empty(const srv_backend *b, void *self, spk_why *why)
{
    srv_moved there;
    spk_err err = go_through(b, self, NULL, NULL, &there, why);
    for (int i = 0; err == SPK_OK && i < SRV_PARTS; i++)
        if (there.part[i].n > 0)
            return spk_fail(why, SPK_ETAKEN, "The target is not empty: it has %lld %s.",
                            (long long)there.part[i].n, there.part[i].name);
    return err;
}

static spk_err compare(const srv_moved *a, const srv_moved *b, spk_why *why)
{
    for (int i = 0; i < SRV_PARTS; i++)
        if (a->part[i].n != b->part[i].n || a->part[i].digest != b->part[i].digest)
            return spk_fail(why, SPK_EIO,
                            "The copy differs from the original: %s (%lld rows, %lld arrived).",
                            a->part[i].name, (long long)a->part[i].n, (long long)b->part[i].n);
    return SPK_OK;
}

spk_err srv_move_house(const srv_backend *from, void *from_self, const srv_backend *to,
                       void *to_self, srv_moved *moved, spk_why *why)
{
    srv_moved arrived;
    if (!from->each_row || !to->add_row)
        return spk_fail(why, SPK_EREFUSED, "A house in memory stays where it is.");
    spk_err err = check_empty(to, to_self, why);
    if (err == SPK_OK)
        err = to->begin(to_self, why);
    if (err != SPK_OK)
        return err;
    err = go_through(from, from_self, to, to_self, moved, why);
    if (err == SPK_OK)
        err = to->commit(to_self, why);
    if (err != SPK_OK) {
        to->rollback(to_self);
        return err;
    }
    err = go_through(to, to_self, NULL, NULL, &arrived, why);
    return err == SPK_OK ? compare(moved, &arrived, why) : err;
}
