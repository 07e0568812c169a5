/* preview.c: what a messenger shows beside a link to a table (Open Graph): who invites, to which game, how many seats are
 * free, and a poster. Whoever has the link of a table that waits for players may know that: the page that it leads to
 * says the same. Of every other table - one that is playing, one that is closed, one that does not exist - nothing is told,
 * and all of them look alike. */
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/server/http/inside.h"
#include "hosts/server/http/poster.h"
#include "hosts/words.h"

#define N_(text) text

enum { KEY = 40 }; /* room for a game's key */

/* -- Words ------------------------------------------------------------------------------------------ */

/* For an attribute: nothing that a guest has chosen ends it. */
static void put_escaped(spk_buf *out, const char *text)
{
    for (; *text; text++) {
        const char *code = *text == '&'    ? "&amp;"
                           : *text == '<'  ? "&lt;"
                           : *text == '>'  ? "&gt;"
                           : *text == '"'  ? "&quot;"
                           : *text == '\'' ? "&#39;"
                                           : NULL;
        if (code)
            spk_buf_puts(out, code);
        else
            spk_buf_putc(out, *text);
    }
}

typedef struct gap {
    const char *name, *value;
} gap;

/* "{name} invites you": a text with its gaps filled. */
static void fill(spk_buf *out, const char *text, const gap *gaps, int n)
{
    while (*text) {
        const gap *found = NULL;
        for (int i = 0; i < n && *text == '{'; i++) {
            size_t length = strlen(gaps[i].name);
            if (strncmp(text + 1, gaps[i].name, length) == 0 && text[length + 1] == '}')
                found = &gaps[i];
        }
        if (found) {
            spk_buf_puts(out, found->value);
            text += strlen(found->name) + 2;
        } else
            spk_buf_putc(out, *text++);
    }
}

/* -- What is told ------------------------------------------------------------------------------------ */

typedef struct notice { /* of a link */
    char game[KEY];     /* "": none, the house */
    spk_buf title, text;
} notice;

static int count_free(const srv_table *table)
{
    int n = 0;
    for (spk_seat seat = 0; seat < table->n_seats; seat++)
        n += room_sitter_of(table->room, seat)->kind == ROOM_OPEN;
    return n;
}

static void tell_house(notice *n, host_language language)
{
    spk_buf_puts(&n->title, "Speakeasy");
    spk_buf_puts(&n->text,
                 host_tr(language, N_("Gangster games in the back room: against bots, on one "
                                      "device, or with friends by link.")));
}

/* In the language of the table: whoever invites knows what the guests speak. */
static void tell_table(notice *n, const srv_table *table)
{
    const spk_game *game = srv_box_of(table->box)->game;
    host_language language = host_language_of(table->language);
    const room_sitter *maker = table->maker >= 0 ? room_sitter_of(table->room, table->maker) : NULL;
    char players[12], free_seats[12];
    int n_free = count_free(table);
    snprintf(players, sizeof players, "%d", table->n_seats);
    snprintf(free_seats, sizeof free_seats, "%d", n_free);
    const gap gaps[] = {{"name", maker ? maker->name : ""},
                        {"game", game->name},
                        {"n", players},
                        {"free", free_seats}};
    snprintf(n->game, sizeof n->game, "%s", game->key);
    fill(&n->title,
         host_tr(language, maker && *maker->name ? N_("{name} invites you: {game}")
                                                 : N_("You are invited: {game}")),
         gaps, 4);
    fill(&n->text,
         host_tr(language, n_free == 1
                               ? N_("For {n} players. One seat is still free. Open the link "
                                    "and play, without an account.")
                               : N_("For {n} players. {free} seats are still free. Open the "
                                    "link and play, without an account.")),
         gaps, 4);
}

/* -- The page ------------------------------------------------------------------------------------------ */

static void put_meta(spk_buf *out, const char *kind, const char *name, const char *value)
{
    spk_buf_printf(out, "<meta %s=\"%s\" content=\"", kind, name);
    put_escaped(out, value);
    spk_buf_puts(out, "\">\n");
}

static void put_head(const srv_house *h, const notice *n, spk_buf *out)
{
    char path[KEY + 16], number[8];
    spk_buf picture = {0};
    snprintf(path, sizeof path, "/preview/%s.png", *n->game ? n->game : "speakeasy");
    srv_house_link(h, path, &picture);
    put_meta(out, "name", "description", spk_buf_text(&n->text));
    put_meta(out, "property", "og:site_name", "Speakeasy");
    put_meta(out, "property", "og:type", "website");
    put_meta(out, "property", "og:title", spk_buf_text(&n->title));
    put_meta(out, "property", "og:description", spk_buf_text(&n->text));
    put_meta(out, "property", "og:image", spk_buf_text(&picture));
    snprintf(number, sizeof number, "%d", SRV_POSTER_WIDTH);
    put_meta(out, "property", "og:image:width", number);
    snprintf(number, sizeof number, "%d", SRV_POSTER_HEIGHT);
    put_meta(out, "property", "og:image:height", number);
    put_meta(out, "name", "twitter:card", "summary_large_image");
    spk_buf_release(&picture);
}

typedef struct viewing {
    srv_task task;
    srv_house *house;
    srv_ask ask;
    host_language language; /* of whoever asks */
    spk_buf page;
} viewing;

/* Behind the title, which every page has. */
static void answer(viewing *v, const notice *n)
{
    static const char mark[] = "</title>\n";
    const char *page = spk_buf_text(&v->page), *at = strstr(page, mark);
    spk_buf out = {0};
    size_t before = at ? (size_t)(at - page) + strlen(mark) : 0;
    spk_buf_add(&out, page, before);
    put_head(v->house, n, &out);
    spk_buf_puts(&out, page + before);
    srv_reply(
        v->house->world, v->ask,
        &(srv_response){
            .status = 200, .type = "text/html; charset=utf-8", .body = out.bytes, .n_body = out.n});
    spk_buf_release(&out);
}

/* 'why' is not told: a table that is not there looks like one that is none of your business. */
static void at_table(srv_task *task, srv_table *table, const spk_why *why)
{
    viewing *v = (viewing *)task;
    notice n = {0};
    (void)why;
    if (table && room_status_of(table->room) == ROOM_WAITING)
        tell_table(&n, table);
    else
        tell_house(&n, v->language);
    answer(v, &n);
    spk_buf_release(&n.title);
    spk_buf_release(&n.text);
    spk_buf_release(&v->page);
    spk_free(v);
}

void srv_preview_page(srv_house *h, const srv_request *r, const char *id, const srv_blob *page)
{
    viewing *v = spk_alloc(sizeof *v);
    *v = (viewing){
        .task = {.run = at_table}, .house = h, .ask = r->ask, .language = srv_request_language(r)};
    spk_buf_add(&v->page, page->bytes, page->n);
    if (srv_is_id(id))
        srv_table_visit(h, id, &v->task);
    else
        at_table(&v->task, NULL, NULL);
}

/* -- The picture ------------------------------------------------------------------------------------- */

typedef struct srv_kept_poster {
    struct srv_kept_poster *next;
    char game[KEY];
    char etag[24];
    srv_blob *blob;
} srv_kept_poster;

/* Drawn when first asked for, and kept: there are no more of them than games. */
static const srv_kept_poster *poster_of(srv_http *http, const char *game)
{
    srv_kept_poster *it = http->posters;
    while (it && !spk_str_eq(it->game, game))
        it = it->next;
    if (it)
        return it;
    spk_buf png = {0};
    srv_poster(game, &png);
    it = spk_alloc(sizeof *it);
    *it = (srv_kept_poster){.next = http->posters, .blob = srv_blob_new(png.bytes, png.n)};
    snprintf(it->game, sizeof it->game, "%s", game);
    snprintf(it->etag, sizeof it->etag, "\"%016llx\"",
             (unsigned long long)spk_hash(SPK_HASH_START, png.bytes, png.n));
    spk_buf_release(&png);
    return http->posters = it;
}

static void get_poster(srv_house *h, const srv_request *r, char *const *word)
{
    char *ending = strstr(word[0], ".png");
    if (ending && !ending[4])
        *ending = '\0';
    bool house = spk_str_eq(word[0], "speakeasy");
    if (!ending || *ending || (!house && !spk_game_find(word[0]))) {
        srv_refuse(h, r->ask, SRV_UNKNOWN, "There is nothing here.");
        return;
    }
    const srv_kept_poster *it = poster_of(h->http, house ? "" : word[0]);
    srv_reply(h->world, r->ask,
              &(srv_response){.status = 200,
                              .type = "image/png",
                              .blob = it->blob,
                              .etag = it->etag,
                              .cache = "public, max-age=86400"});
}

void srv_preview_free(srv_http *http)
{
    while (http->posters) {
        srv_kept_poster *it = http->posters;
        http->posters = it->next;
        srv_blob_drop(it->blob);
        spk_free(it);
    }
}

extern const srv_route srv_preview_routes[];
const srv_route srv_preview_routes[] = {
    {SRV_GET, "/preview/*", get_poster},
    {0},
};
