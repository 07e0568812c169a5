/* sqlite_move.c: all rows of an SQLite store, and rows put into one. See move.h. */
#include <stdio.h>

#include "hosts/server/store/sqlite.h"

#include "base/buf.h"

static srv_cell cell_of(sqlite3_stmt *row, int column, char kind)
{
    srv_cell cell = {.null = sqlite3_column_type(row, column) == SQLITE_NULL};
    if (cell.null)
        return cell;
    if (kind == 'i')
        cell.number = sqlite3_column_int64(row, column);
    else if (kind == 't')
        cell.text = (const char *)sqlite3_column_text(row, column);
    else
        cell.hash = sqlite3_column_blob(row, column);
    return cell;
}

static bool is_sound(sqlite3_stmt *row, const srv_part *part, const srv_cell *cells)
{
    for (int i = 0; part->kinds[i]; i++) {
        bool is_hash = part->kinds[i] == 'h' && !cells[i].null;
        if (is_hash && sqlite3_column_bytes(row, i) != SRV_HASH)
            return false;
    }
    return true;
}

spk_err srv_sql_each_row(srv_sql *sql, const srv_part *part, srv_each_row *each, void *context,
                         spk_why *why)
{
    char text[300];
    sqlite3_stmt *row = NULL;
    snprintf(text, sizeof text, "SELECT %s FROM %s", part->columns, part->name);
    if (sqlite3_prepare_v2(sql->db, text, -1, &row, NULL) != SQLITE_OK)
        return srv_sql_error(sql->db, why);
    spk_err err = srv_sql_next(sql, row, why);
    for (; err == SPK_OK; err = srv_sql_next(sql, row, why)) {
        srv_cell cells[SRV_CELLS];
        for (int i = 0; part->kinds[i]; i++)
            cells[i] = cell_of(row, i, part->kinds[i]);
        if (!is_sound(row, part, cells))
            err = spk_fail(why, SPK_EIO, "The store is damaged: a hash in '%s'.", part->name);
        else
            err = each(context, part, cells, why);
        if (err != SPK_OK)
            break;
    }
    sqlite3_finalize(row);
    return err == SPK_EUNKNOWN ? SPK_OK : err;
}

/* Entries go straight to the settled ones. */
static void print_insert(const srv_part *part, spk_buf *text)
{
    if (part == &srv_parts[SRV_PART_entries]) {
        spk_buf_puts(text, "INSERT INTO settled (place, at, line, ref)"
                           " SELECT t.key << 20 | ?2, ?3, ?4, ?5 FROM tables t WHERE t.id = ?1");
        return;
    }
    spk_buf_printf(text, "INSERT INTO %s (%s) VALUES (", part->name, part->columns);
    for (int i = 0; part->kinds[i]; i++)
        spk_buf_printf(text, "%s?%d", i ? ", " : "", i + 1);
    spk_buf_puts(text, ")");
}

static void bind_cell(sqlite3_stmt *s, int at, char kind, const srv_cell *cell)
{
    if (cell->null)
        sqlite3_bind_null(s, at);
    else if (kind == 'i')
        sqlite3_bind_int64(s, at, cell->number);
    else if (kind == 't')
        sqlite3_bind_text(s, at, cell->text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_blob(s, at, cell->hash, SRV_HASH, SQLITE_STATIC);
}

spk_err srv_sql_add_row(srv_sql *sql, const srv_part *part, const srv_cell *cells, spk_why *why)
{
    spk_buf text = {0};
    if (sql->inserts_into != part) { /* parts come one after the other */
        print_insert(part, &text);
        sqlite3_finalize(sql->insert);
        sql->insert = NULL;
        sql->inserts_into = part;
        sqlite3_prepare_v2(sql->db, spk_buf_text(&text), -1, &sql->insert, NULL);
        spk_buf_release(&text);
    }
    if (!sql->insert)
        return srv_sql_error(sql->db, why);
    for (int i = 0; part->kinds[i]; i++)
        bind_cell(sql->insert, i + 1, part->kinds[i], &cells[i]);
    spk_err err = srv_sql_next(sql, sql->insert, why);
    sqlite3_reset(sql->insert);
    return err == SPK_EUNKNOWN ? SPK_OK : err;
}
