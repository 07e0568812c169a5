/* notices.c: see notices.h. */
#include "hosts/server/ops/notices.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "hosts/server/store/store.h"

static void name_of(const char *store_path, const char *ending, spk_buf *name)
{
    spk_buf_printf(name, "%s.notices%s", store_path, ending);
}

/* The operator may be root, the house is not: what is left for it must be its own. */
static void give_to_owner(int file, const char *store_path)
{
    struct stat owner;
    if (stat(store_path, &owner) == 0 && fchown(file, owner.st_uid, owner.st_gid) != 0)
        return; /* only root may, and only root need */
}

void srv_notice_leave(const char *store_path, const char *what, const char *id)
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

static void read_line(const char *line, srv_noticed *each, void *context)
{
    char what[16], id[SRV_ID_ROOM];
    spk_words w = spk_words_of(line);
    if (spk_words_next(&w, what, sizeof what) && spk_words_next(&w, id, sizeof id))
        each(context, what, id);
}

static void read_lines(FILE *in, srv_noticed *each, void *context)
{
    char line[64];
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        read_line(line, each, context);
    }
}

/* Renamed first, so that no line is lost that is added meanwhile. */
void srv_notices_read(const char *store_path, srv_noticed *each, void *context)
{
    spk_buf name = {0}, taken = {0};
    name_of(store_path, "", &name);
    name_of(store_path, ".read", &taken);
    FILE *in = rename(spk_buf_text(&name), spk_buf_text(&taken)) == 0
                   ? fopen(spk_buf_text(&taken), "re")
                   : NULL;
    if (in) {
        read_lines(in, each, context);
        fclose(in);
        unlink(spk_buf_text(&taken));
    }
    spk_buf_release(&name);
    spk_buf_release(&taken);
}
