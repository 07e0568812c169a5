/* postgres_move.c: all rows of a store on PostgreSQL, and rows put into one. See move.h. */
#include "hosts/server/store/postgres.h"

#include <stdio.h>

#include "hosts/server/store/move.h"

enum { IN_FLIGHT = 500 }; /* rows sent and not yet answered */

/* -- Out ------------------------------------------------------------------------------------------- */

typedef struct out {
    const srv_part *part;
    srv_each_row *each;
    void *context;
} out;

static spk_err give_row(void *context, const PGresult *row, spk_why *why)
{
    out *o = context;
    srv_cell cells[SRV_CELLS];
    uint8_t hashes[SRV_CELLS][SRV_HASH];
    for (int i = 0; o->part->kinds[i]; i++) {
        char kind = o->part->kinds[i];
        cells[i] = (srv_cell){.null = PQgetisnull(row, 0, i)};
        if (cells[i].null)
            continue;
        cells[i].number = kind == 'i' ? srv_pg_int(row, 0, i) : 0;
        cells[i].text = srv_pg_text(row, 0, i);
        cells[i].hash = hashes[i];
        if (kind == 'h' && !srv_pg_hash(row, 0, i, hashes[i]))
            return spk_fail(why, SPK_EIO, "The store is damaged: a hash in '%s'.", o->part->name);
    }
    return o->each(o->context, o->part, cells, why);
}

spk_err srv_pg_each_row(srv_pg *pg, const srv_part *part, srv_each_row *each, void *context,
                        spk_why *why)
{
    char text[300];
    out o = {part, each, context};
    snprintf(text, sizeof text, "SELECT %s FROM %s", part->columns, part->name);
    return srv_pg_each(pg, text, give_row, &o, why);
}

/* -- In -------------------------------------------------------------------------------------------- */

/* An account's look is made of its name: it is a column here and a function in SQLite. */
static void print_insert(const srv_part *part, bool with_look, char *text, size_t cap)
{
    size_t n = (size_t)snprintf(text, cap, "INSERT INTO %s (%s%s) VALUES (", part->name,
                                part->columns, with_look ? ", look" : "");
    int n_values = 0;
    for (; part->kinds[n_values]; n_values++)
        n += (size_t)snprintf(text + n, cap - n, "%s$%d", n_values ? ", " : "", n_values + 1);
    snprintf(text + n, cap - n, with_look ? ", $%d)" : ")", n_values + 1);
}

spk_err srv_pg_add_row(srv_pg *pg, const srv_part *part, const srv_cell *cells, spk_why *why)
{
    char text[500], numbers[SRV_CELLS][24], look[SRV_NAME_ROOM];
    srv_pg_arg args[SRV_CELLS];
    bool with_look = part == &srv_parts[SRV_PART_accounts];
    int n = 0;
    for (; part->kinds[n]; n++) {
        char kind = part->kinds[n];
        snprintf(numbers[n], sizeof numbers[n], "%lld", (long long)cells[n].number);
        args[n] = (srv_pg_arg){.kind = kind == 'h' ? SRV_PG_HASH : SRV_PG_TEXT};
        if (!cells[n].null)
            args[n].bytes = kind == 'h'   ? (const void *)cells[n].hash
                            : kind == 'i' ? numbers[n]
                                          : cells[n].text;
    }
    if (with_look) {
        srv_name_look(cells[1].text, look);
        args[n++] = (srv_pg_arg){.kind = SRV_PG_TEXT, .bytes = look};
    }
    print_insert(part, with_look, text, sizeof text);
    srv_pg_send_text(pg, text, args, n);
    return pg->n_sent < IN_FLIGHT && pg->conn ? SPK_OK : srv_pg_catch_up(pg, why);
}
