/* house.c: the house's two times, and what closing it waits for. */
#include "hosts/server/house.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int64_t srv_house_wall(const srv_house *h) { return h->world->wall_ms(h->world->loop); }
int64_t srv_house_ms(const srv_house *h) { return srv_world_ms(h->world); }
int64_t srv_house_now(srv_house *h) { return spk_time_now(&h->time, srv_house_ms(h)); }

/* -- House time: kept in a file of its own, a number, written with every beat ------------------- */

static int64_t read_time(int file)
{
    char text[32] = "";
    long long ms = 0;
    if (file < 0 || pread(file, text, sizeof text - 1, 0) <= 0 || sscanf(text, "%lld", &ms) != 1)
        return 0;
    return ms;
}

void srv_house_open_time(srv_house *h, const char *store_path)
{
    spk_buf path = {0};
    h->time_file = -1;
    if (store_path) {
        spk_buf_printf(&path, "%s.time", store_path);
        h->time_file = open(spk_buf_text(&path), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        spk_buf_release(&path);
    }
    int64_t kept = read_time(h->time_file);
    spk_time_start(&h->time, kept > 0 ? kept : srv_house_wall(h), srv_house_ms(h));
    srv_house_keep_time(
        h); /* now, not with the first beat: a house that is killed before it would begin by the wall clock
                             * again, and charge somebody for the time in between */
}

void srv_house_keep_time(srv_house *h)
{
    char text[24];
    int n = snprintf(text, sizeof text, "%020lld\n", (long long)srv_house_now(h));
    if (h->time_file >= 0 && pwrite(h->time_file, text, (size_t)n, 0) != n)
        srv_log_event(h->log, SRV_EVENT_TROUBLE, SRV_KEY("why", "house time cannot be written"));
}

void srv_house_close_time(srv_house *h)
{
    if (h->time_file >= 0)
        close(h->time_file);
    h->time_file = -1;
}

/* -- The store's health -------------------------------------------------------------------------- */

static void on_tried(void *context, const srv_answer *a)
{
    srv_house *h = context;
    (void)a; /* the store remembers how it went */
    h->store_tried = false;
    srv_house_end(h);
}

/* Perhaps nobody is writing: the house then writes an empty change until that succeeds. */
static void try_store(srv_house *h)
{
    srv_change nothing = {.at = srv_house_wall(h)};
    if (h->store_tried || srv_store_write(h->store, &nothing, on_tried, h) != SPK_OK)
        return;
    h->store_tried = true;
    srv_house_begin(h);
}

void srv_house_watch_store(srv_house *h)
{
    spk_why why = {0};
    bool down = srv_store_health(h->store, &why) != SPK_OK;
    if (down && !h->store_down)
        srv_log_event(h->log, SRV_EVENT_STORE_DOWN, SRV_KEY("why", why.text));
    if (!down && h->store_down)
        srv_log_plain(h->log, SRV_EVENT_STORE_UP);
    h->store_down = down;
    if (down)
        try_store(h);
}

/* -- What is under way --------------------------------------------------------------------------- */

void srv_house_begin(srv_house *h) { h->n_asks++; }

/* A house that closes may have waited for this one: it looks when it is polled. */
void srv_house_end(srv_house *h)
{
    h->n_asks--;
    if (h->closing)
        h->world->wake(h->world->loop);
}
