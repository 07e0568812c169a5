/* boxes.c: see boxes.h. */
#include "hosts/server/table/boxes.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"

enum { BUCKETS = 64, EDITION_BYTES = 1 << 20, SPARE = 32 };

/* A box, in a record without entries: that is how it was opened. */
struct srv_box {
    srv_box *next;
    int n_users;
    char *header;
    spk_record record;
};

struct srv_boxes {
    char *editions;
    srv_box *bucket[BUCKETS];
    int n_idle; /* boxes that nobody uses: kept for the next table */
};

srv_boxes *srv_boxes_new(const char *editions)
{
    srv_boxes *boxes = spk_alloc(sizeof *boxes);
    if (editions) {
        size_t n = strlen(editions) + 1;
        boxes->editions = memcpy(spk_alloc(n), editions, n);
    }
    return boxes;
}

static void free_box(srv_box *b)
{
    spk_record_release(&b->record);
    spk_free(b->header);
    spk_free(b);
}

void srv_boxes_free(srv_boxes *boxes)
{
    for (int i = 0; boxes && i < BUCKETS; i++)
        for (srv_box *b = boxes->bucket[i], *next; b; b = next) {
            SPK_BUG_IF(b->n_users);
            next = b->next;
            free_box(b);
        }
    if (boxes)
        spk_free(boxes->editions);
    spk_free(boxes);
}

/* -- Editions ---------------------------------------------------------------------------------- */

static bool is_name(const char *text)
{
    size_t n = strlen(text);
    return n > 0 && n < 32 &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == n;
}

/* The text of a named edition; stays empty for the default one. */
static spk_err read_edition(const srv_boxes *boxes, const char *game, const char *name,
                            spk_buf *text, spk_why *why)
{
    spk_buf path = {0};
    FILE *f = NULL;
    if (spk_str_eq(name, "default"))
        return SPK_OK;
    if (boxes->editions && is_name(name)) {
        spk_buf_printf(&path, "%s/%s/%s.edition", boxes->editions, game, name);
        f = fopen(spk_buf_text(&path), "rb");
        spk_buf_release(&path);
    }
    if (!f)
        return spk_fail(why, SPK_EUNKNOWN, "There is no such edition of this game here.");
    char bytes[4096];
    for (size_t n; text->n < EDITION_BYTES && (n = fread(bytes, 1, sizeof bytes, f)) > 0;)
        spk_buf_add(text, bytes, n);
    fclose(f);
    return SPK_OK;
}

/* -- Boxes ------------------------------------------------------------------------------------- */

static srv_box **bucket_of(srv_boxes *boxes, const char *header)
{
    return &boxes->bucket[spk_hash(SPK_HASH_START, header, strlen(header)) % BUCKETS];
}

static srv_box *find(srv_boxes *boxes, const char *header)
{
    for (srv_box *b = *bucket_of(boxes, header); b; b = b->next)
        if (spk_str_eq(b->header, header))
            return b;
    return NULL;
}

/* Without the proof, which is of one table and not of its box. */
static void plain_header(const char *header, spk_buf *out)
{
    for (const char *line = header; *line;) {
        const char *end = strchr(line, '\n');
        size_t n = end ? (size_t)(end - line) + 1 : strlen(line);
        if (strncmp(line, "proof ", 6) != 0)
            spk_buf_add(out, line, n);
        line += n;
    }
}

static srv_box *put(srv_boxes *boxes, const char *header, const spk_choice *edition, spk_why *why)
{
    srv_box *b = spk_alloc(sizeof *b);
    size_t n = strlen(header) + 1;
    spk_buf text = {0};
    spk_buf_printf(&text, "%slog\nend 0\n", header);
    spk_err err =
        spk_record_load(&b->record, spk_buf_text(&text), text.n, spk_game_find, edition, why);
    spk_buf_release(&text);
    if (err != SPK_OK) {
        spk_free(b);
        return NULL;
    }
    b->header = memcpy(spk_alloc(n), header, n);
    b->next = *bucket_of(boxes, header);
    *bucket_of(boxes, header) = b;
    boxes->n_idle++;
    return b;
}

srv_box *srv_boxes_take(srv_box *b)
{
    b->n_users++;
    return b;
}

static srv_box *get(srv_boxes *boxes, const char *header, const spk_choice *edition, spk_why *why)
{
    srv_box *b = find(boxes, header);
    if (!b)
        b = put(boxes, header, edition, why);
    if (b && b->n_users == 0)
        boxes->n_idle--;
    return b ? srv_boxes_take(b) : NULL;
}

/* The game's word in a header. */
static void game_of(const char *header, char word[32])
{
    const char *line = strstr(header, "\ngame ");
    if (!line || sscanf(line, "\ngame %31s", word) != 1)
        word[0] = '\0';
}

/* Headers written before they carried the text of an edition need the folder. */
srv_box *srv_boxes_get(srv_boxes *boxes, const char *header, const char *edition, spk_why *why)
{
    spk_buf plain = {0}, text = {0};
    spk_why unread = {0};
    char game[32];
    why = why ? why : &unread;
    plain_header(header, &plain);
    game_of(header, game);
    srv_box *b = get(boxes, spk_buf_text(&plain), NULL, why);
    if (!b && why->err == SPK_EOTHER_EDITION && !spk_str_eq(edition, "default") &&
        read_edition(boxes, game, edition, &text, why) == SPK_OK) {
        spk_choice choice = {.edition_text = spk_buf_text(&text), .edition_length = text.n};
        b = get(boxes, spk_buf_text(&plain), &choice, why);
    }
    spk_buf_release(&plain);
    spk_buf_release(&text);
    return b;
}

/* The header of a box is the record of a match in which nothing has happened. */
static void print_header(const spk_box *box, spk_buf *out)
{
    spk_match *m = spk_match_new(box);
    spk_record_save(m, out);
    spk_match_free(m);
    char *log = strstr(out->bytes, "\nlog\n");
    SPK_BUG_IF(!log);
    out->n = (size_t)(log - out->bytes) + 1;
    out->bytes[out->n] = '\0';
}

srv_box *srv_boxes_open(srv_boxes *boxes, const spk_game *game, const char *edition,
                        const spk_choice *choice, spk_why *why)
{
    spk_buf text = {0}, header = {0};
    spk_choice whole = *choice;
    spk_box box;
    srv_box *b = NULL;
    if (read_edition(boxes, game->key, edition, &text, why) == SPK_OK) {
        whole.edition_text = text.n ? spk_buf_text(&text) : NULL;
        whole.edition_length = text.n;
        if (spk_box_open(&box, game, &whole, why) == SPK_OK) {
            print_header(&box, &header);
            b = get(boxes, spk_buf_text(&header), &whole, why);
            spk_box_close(&box);
        }
    }
    spk_buf_release(&text);
    spk_buf_release(&header);
    return b;
}

static void drop(srv_boxes *boxes, srv_box *b)
{
    srv_box **at = bucket_of(boxes, b->header);
    while (*at != b)
        at = &(*at)->next;
    *at = b->next;
    free_box(b);
}

void srv_boxes_give_back(srv_boxes *boxes, srv_box *b)
{
    if (!b || --b->n_users > 0)
        return;
    if (boxes->n_idle < SPARE)
        boxes->n_idle++;
    else
        drop(boxes, b);
}

const spk_box *srv_box_of(const srv_box *b) { return &b->record.box; }

const char *srv_box_header(const srv_box *b) { return b->header; }
