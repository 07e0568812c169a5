/* admin_move.c: `speakeasy admin move-store FROM TO`: a whole house into another store. Either is a data directory or
 * the URL of a PostgreSQL database. The original stays as it is. */
#include <inttypes.h>
#include <stdio.h>

#include "base/str.h"
#include "hosts/cli/admin.h"

/* One end of the move. */
typedef struct end {
    srv_store *store;
    spk_buf file; /* the store's file; of a database: the one that the data directory would have */
    char name[200]; /* for people */
} end;

/* House time, by which players' clocks go, is beside the file of the data directory, also for a database. */
static int find_end(end *e, const srv_config *config, const char *place, bool make)
{
    spk_why why = {0};
    srv_config own = *config;
    bool is_url = srv_store_is_url(place);
    srv_store_name(place, e->name, sizeof e->name);
    if (!is_url)
        own.data = place;
    if (srv_config_store_path(&own, make && !is_url, &e->file, &why) != SPK_OK && !is_url)
        return cli_error("%s", why.text);
    return 0;
}

static int open_end(end *e, const srv_config *config, const char *place, bool make)
{
    spk_why why = {0};
    int code = find_end(e, config, place, make);
    if (code)
        return code;
    e->store = srv_store_open(
        &(srv_store_options){.clock = host_clock_real,
                             .path = srv_store_is_url(place) ? place : spk_buf_text(&e->file),
                             .durability = SRV_FULL,
                             .alone = true,
                             .must_exist = !make},
        &why);
    return e->store ? 0 : cli_error("%s", why.text);
}

static int copy_time(end *from, end *to)
{
    spk_buf text = {0};
    spk_why why = {0};
    int code = 0;
    if (!from->file.n || !to->file.n ||
        spk_str_eq(spk_buf_text(&from->file), spk_buf_text(&to->file)))
        return 0;
    spk_buf_puts(&from->file, ".time");
    spk_buf_puts(&to->file, ".time");
    if (cli_file_exists(spk_buf_text(&from->file)))
        code = cli_file_read(spk_buf_text(&from->file), 4096, &text);
    if (code == 0 && text.n && cli_file_write(spk_buf_text(&to->file), &text, &why) != SPK_OK)
        code = cli_error("%s", why.text);
    spk_buf_release(&text);
    return code;
}

static int move(end *from, end *to)
{
    spk_why why = {0};
    srv_moved moved;
    if (srv_store_move(from->store, to->store, &moved, &why) != SPK_OK)
        return cli_error("%s", why.text);
    int code = copy_time(from, to);
    if (code)
        return code;
    for (int i = 0; i < SRV_PARTS; i++)
        printf("%-9s %9" PRId64 "  %016" PRIx64 "\n", moved.part[i].name, moved.part[i].n,
               moved.part[i].digest);
    printf("Copied from %s to %s; both are the same. The original is left as it was.\n", from->name,
           to->name);
    return CLI_DONE;
}

int admin_move_store(admin *a)
{
    end from = {0}, to = {0};
    int code = open_end(&from, a->config, a->word[0], false);
    if (code == 0)
        code = open_end(&to, a->config, a->word[1], true);
    if (code == 0)
        code = move(&from, &to);
    srv_store_close(from.store);
    srv_store_close(to.store);
    spk_buf_release(&from.file);
    spk_buf_release(&to.file);
    return code;
}
