/* news.c: see news.h. */
#include "hosts/server/news.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/house_inside.h"

static void name_of(const char *store_path, const char *ending, spk_buf *name)
{
    spk_buf_printf(name, "%s.news%s", store_path, ending);
}

/* The operator may be root, the house is not: what is left for it must be its own. */
static void give_to_owner(int file, const char *store_path)
{
    struct stat owner;
    if (stat(store_path, &owner) == 0 && fchown(file, owner.st_uid, owner.st_gid) != 0)
        return; /* only root may, and only root need */
}

void srv_news_leave(const char *store_path, const char *what, const char *id)
{
    spk_buf name = {0}, line = {0};
    name_of(store_path, "", &name);
    spk_buf_printf(&line, "%s %s\n", what, id);
    int file = open(spk_buf_text(&name), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0)
        give_to_owner(file, store_path);
    if (file >= 0 && write(file, line.bytes, line.n) != (ssize_t)line.n)
        line.n = 0; /* nobody is hurt: the store refuses what is out of date */
    if (file >= 0)
        close(file);
    spk_buf_release(&name);
    spk_buf_release(&line);
}

/* -- In the house -------------------------------------------------------------------------------- */

/* A task at the table, so that nothing of it is on its way to the store. */
static void read_anew(srv_task *task, srv_live *live, const spk_why *why)
{
    (void)why;
    spk_free(task);
    if (!live)
        return;
    srv_house *h = live->house;
    srv_log_event(h->log, SRV_EVENT_TABLE_DROPPED, SRV_KEY("table", live->id),
                  SRV_KEY("why", "the operator changed it"));
    while (live->guests) {
        srv_guest *guest = live->guests;
        srv_guest_rise(guest);
        srv_ws_close(h->net, guest->ws, 1001, "the house changed this table: come again");
    }
    srv_live_load(live);
}

static void hear(srv_house *h, const char *line)
{
    char what[16], id[SRV_ID_ROOM];
    spk_words w = spk_words_of(line);
    if (!spk_words_next(&w, what, sizeof what) || !spk_words_next(&w, id, sizeof id))
        return;
    if (spk_str_eq(what, "account")) {
        srv_house_forget(h, id);
    } else if (srv_live_find(h, id)) {
        srv_task *task = spk_alloc(sizeof *task);
        task->run = read_anew;
        srv_house_visit(h, id, task);
    }
}

static void hear_all(srv_house *h, FILE *in)
{
    char line[64];
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        hear(h, line);
    }
}

/* Renamed first, so that no line is lost that is added meanwhile. */
void srv_news_read(srv_house *h)
{
    spk_buf path = {0}, name = {0}, taken = {0};
    if (srv_config_store_path(h->config, false, &path, NULL) == SPK_OK && path.n) {
        name_of(spk_buf_text(&path), "", &name);
        name_of(spk_buf_text(&path), ".read", &taken);
        FILE *in = rename(spk_buf_text(&name), spk_buf_text(&taken)) == 0
                       ? fopen(spk_buf_text(&taken), "re")
                       : NULL;
        if (in) {
            hear_all(h, in);
            fclose(in);
            unlink(spk_buf_text(&taken));
        }
    }
    spk_buf_release(&path);
    spk_buf_release(&name);
    spk_buf_release(&taken);
}
