/* follow.c: two tables that must be at one node: a game, and the rematch of it, which a node's death may have parted. The one
 * that is over goes to where the other is. Whoever is quicker to claim it there is its owner; if that is a third one, it
 * is asked again and does the same. */
#include <string.h>

#include "base/mem.h"
#include "hosts/server/node/inside.h"

typedef struct follow {
    node_find find; /* the other one */
    char table[SRV_ID + 1];
    node_peer *owner;
} follow;

static void on_given(srv_house *h, const char *id, void *context)
{
    follow *f = context;
    if (f->owner)
        node_wire_send(h->node, f->owner, "take", "", 0, "%s", id);
    spk_free(f);
}

/* Also if the other one is here by now: whoever asked must ask again. */
static void on_found(node_find *find, node_peer *owner, const spk_why *why)
{
    follow *f = (follow *)find;
    f->owner = why->err == SPK_OK ? owner : NULL;
    if (find->node->leaving)
        spk_free(f);
    else
        srv_table_give(find->node->house, f->table, on_given, f);
}

static void start(void *context)
{
    follow *f = context;
    node_find_start(f->find.node, &f->find, f->find.table);
}

void node_send_after(srv_house *h, const char *table, const char *other)
{
    follow *f = spk_alloc(sizeof *f);
    *f = (follow){.find = {.node = h->node, .then = on_found}};
    memcpy(f->table, table, SRV_ID + 1);
    memcpy(f->find.table, other, SRV_ID + 1);
    h->world->later(h->world->loop, 0, start, f); /* the house is in the middle of something */
}

/* -- Where the other one is ----------------------------------------------------------------------------- */

static void on_taken(node_find *find, node_peer *owner, const spk_why *why)
{
    (void)owner, (void)why; /* claimed and loaded, or somebody was quicker */
    spk_free(find);
}

void node_on_take(srv_node *n, node_peer *p, char **word, const char *text, size_t n_text)
{
    (void)p, (void)text, (void)n_text;
    if (!srv_is_id(word[3]) || n->leaving)
        return;
    node_forget_owner(n, word[3]);
    node_find *f = spk_alloc(sizeof *f);
    f->then = on_taken;
    node_find_start(n, f, word[3]);
}
