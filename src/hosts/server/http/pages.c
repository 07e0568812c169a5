/* pages.c: the page and what belongs to it, from one folder or several: the first that has a file serves it.
 * "/t/ID", the link that people send each other, leads to the page of that table, which tells messengers what the
 * link is about (preview.c). */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/http/files.h"
#include "hosts/server/http/inside.h"

enum { FOLDERS = 8 };

struct srv_pages {
    srv_house *house;
    srv_files *folder[FOLDERS];
    int n;
};

static spk_err add_folder(srv_pages *p, const char *path, spk_why *why)
{
    srv_files *files = p->n < FOLDERS ? srv_files_from_folder(path, why) : NULL;
    if (files)
        p->folder[p->n++] = files;
    return files ? SPK_OK : SPK_EUNKNOWN;
}

/* Folders apart by ':' as well. */
static spk_err add_folders(srv_pages *p, const char *list, spk_why *why)
{
    char path[1024];
    spk_err err = SPK_OK;
    while (*list && err == SPK_OK) {
        size_t n = strcspn(list, ":");
        if (n >= sizeof path)
            return spk_fail(why, SPK_ERANGE, "web: a path is too long.");
        memcpy(path, list, n);
        path[n] = '\0';
        err = n ? add_folder(p, path, why) : SPK_OK;
        list += n + (list[n] == ':');
    }
    return err;
}

/* Not said: what lies beside the program. PREFIX/bin/speakeasy has PREFIX/share/speakeasy/web; a program
 * in build/KIND has the source's web and build/web. Those that are not there are no harm. */
static void add_usual(srv_pages *p)
{
    static const char *const beside[] = {"/../share/speakeasy/web", "/../../web", "/../web"};
    const char *program = p->house->world->program;
    const char *slash = program ? strrchr(program, '/') : NULL;
    for (size_t i = 0; slash && i < sizeof beside / sizeof *beside; i++) {
        spk_buf path = {0};
        spk_buf_printf(&path, "%.*s%s", (int)(slash - program), program, beside[i]);
        add_folder(p, spk_buf_text(&path), NULL);
        spk_buf_release(&path);
    }
}

srv_pages *srv_pages_new(srv_house *h, spk_why *why)
{
    srv_pages *p = spk_alloc(sizeof *p);
    spk_err err = SPK_OK;
    p->house = h;
    for (const char *const *at = h->config->web; *at && err == SPK_OK; at++)
        err = add_folders(p, *at, why);
    if (!*h->config->web)
        add_usual(p);
    if (err == SPK_OK)
        return p;
    srv_pages_free(p);
    return NULL;
}

void srv_pages_free(srv_pages *p)
{
    for (int i = 0; p && i < p->n; i++)
        srv_files_free(p->folder[i]);
    spk_free(p);
}

static bool is_link(const srv_request *r)
{
    return r->method == SRV_GET && strncmp(r->path, "/t/", 3) == 0 && srv_is_id(r->path + 3);
}

/* From where it stands, so that it holds behind a proxy that puts the house into a folder. What is behind a '#' the
 * browser takes along. */
static void lead(srv_house *h, const srv_request *r)
{
    char to[64];
    snprintf(to, sizeof to, "../table.html?t=%s", r->path + 3);
    srv_reply(h->world, r->ask,
              &(srv_response){.status = 302,
                              .headers = &(srv_pair){"Location", to},
                              .n_headers = 1,
                              .body = "The table is there.\n"});
}

const srv_blob *srv_pages_look(srv_pages *p, const char *path)
{
    const srv_blob *found = NULL;
    for (int i = 0; p && i < p->n && !found; i++)
        found = srv_files_look(p->folder[i], path);
    return found;
}

/* The page of a table, with what a messenger is to show of it. */
static bool show_table(srv_pages *p, const srv_request *r)
{
    const char *id = srv_request_param(r, "t");
    if (r->method != SRV_GET || !spk_str_eq(r->path, "/table.html") || !id)
        return false;
    const srv_blob *page = srv_pages_look(p, "table.html");
    if (page)
        srv_preview_page(p->house, r, id, page);
    return page != NULL;
}

bool srv_pages_reply(srv_pages *p, const srv_request *r)
{
    if (p && p->n > 0 && is_link(r)) {
        lead(p->house, r);
        return true;
    }
    if (p && show_table(p, r))
        return true;
    for (int i = 0; p && i < p->n; i++)
        if (srv_files_reply(p->folder[i], p->house->world, r, r->path))
            return true;
    return false;
}
