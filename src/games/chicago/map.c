/* map.c: the city, made once of a checked board file for every state to share: nodes numbered,
 * neighbours linked, distances measured. */
#include "games/chicago/edition.h"

static int node_of(const chicago_config *c, chicago_field f) { return c->node_at[f.r][f.c]; }

static void put_node(chicago_config *c, chicago_field f, int node)
{
    c->node_at[f.r][f.c] = (int16_t)node;
    c->row[node] = (uint8_t)f.r;
    c->col[node] = (uint8_t)f.c;
}

/* Buildings by their numbers, then the street fields row by row. */
static void number_nodes(const chicago_reading *r)
{
    chicago_config *c = r->c;
    memset(c->node_at, -1, sizeof c->node_at);
    c->n_nodes = CHICAGO_BUILDINGS;
    for (int i = 0; i < CHICAGO_BUILDINGS; i++)
        put_node(c, r->building[i].at, i);
    for (int row = 0; row < c->rows; row++)
        for (int col = 0; col < c->cols; col++)
            if (chicago_is_street(c->grid[row][col]))
                put_node(c, (chicago_field){row, col}, c->n_nodes++);
    c->n_streets = c->n_nodes - CHICAGO_BUILDINGS;
}

static void describe_buildings(const chicago_reading *r)
{
    chicago_config *c = r->c;
    for (int i = 0; i < CHICAGO_BUILDINGS; i++) {
        const chicago_building *b = &r->building[i];
        int quarter = chicago_quarter(i);
        c->value_k[i] = (uint8_t)b->value_k;
        for (int d = 0; d < 2; d++) {
            c->door[i][d] = (uint16_t)node_of(c, b->door[d < b->n_doors ? d : 0]);
            c->door_of[c->door[i][d]] = (uint8_t)(i + 1);
        }
        if (b->mark >= 0)
            chicago_put(c->printed[b->mark], i);
        if (b->kind == CHICAGO_KIND_CASINO)
            chicago_put(c->casinos, i);
        if (b->at_square)
            chicago_put(c->square, i);
        if (b->value_k <= 2)
            chicago_put(c->set[quarter][b->value_k - 1], i);
    }
}

static chicago_field field_of(const chicago_config *c, int node)
{
    return (chicago_field){c->row[node], c->col[node]};
}

static bool are_neighbours(const chicago_config *c, int a, int b)
{
    if (a == b || (a < CHICAGO_BUILDINGS && b < CHICAGO_BUILDINGS))
        return false;
    if (a < CHICAGO_BUILDINGS)
        return c->door_of[b] == a + 1;
    if (b < CHICAGO_BUILDINGS)
        return c->door_of[a] == b + 1;
    chicago_field fa = field_of(c, a), fb = field_of(c, b);
    return chicago_share_a_side(fa, fb) ||
           (chicago_grid_at(c, fa) == 'E' && chicago_grid_at(c, fb) == 'E'); /* CH-R13 */
}

static void link_nodes(chicago_config *c)
{
    int n = 0;
    for (int a = 0; a < c->n_nodes; a++) {
        c->adj_start[a] = (uint16_t)n;
        for (int b = 0; b < c->n_nodes; b++)
            if (are_neighbours(c, a, b)) {
                c->adj[n] = (uint16_t)b;
                c->link[n++] = (uint32_t)chicago_move(CHICAGO_OP_STEP, a, b, 0);
            }
    }
    for (int a = c->n_nodes; a <= CHICAGO_NODES; a++)
        c->adj_start[a] = (uint16_t)n;
}

/* How far everything is from one node; returns how many nodes can be reached. */
static int measure_from(chicago_config *c, int from)
{
    uint16_t queue[CHICAGO_NODES];
    uint64_t seen[CHICAGO_WORDS] = {0};
    int n = 0;
    queue[n++] = (uint16_t)from;
    chicago_put(seen, from);
    for (int i = 0; i < n; i++)
        for (int j = c->adj_start[queue[i]]; j < c->adj_start[queue[i] + 1]; j++) {
            int to = c->adj[j];
            if (chicago_has(seen, to))
                continue;
            chicago_put(seen, to);
            c->distance[from][to] = (uint8_t)(c->distance[from][queue[i]] + 1);
            queue[n++] = (uint16_t)to;
        }
    return n;
}

/* Everything can be reached from everywhere; else the first that cannot is named. */
static spk_err measure(const chicago_reading *r, spk_why *why)
{
    chicago_config *c = r->c;
    for (int a = 0; a < c->n_nodes; a++)
        if (measure_from(c, a) < c->n_nodes)
            for (int b = 0; b < c->n_nodes; b++)
                if (a != b && c->distance[a][b] == 0)
                    return spk_malformed(
                        why, b < CHICAGO_BUILDINGS ? r->building[b].line : r->row_line[c->row[b]],
                        "%s %d,%d cannot be reached.",
                        b < CHICAGO_BUILDINGS ? "Building" : "Street field", c->row[b], c->col[b]);
    return SPK_OK;
}

spk_err chicago_map_make(const chicago_reading *r, spk_why *why)
{
    number_nodes(r);
    describe_buildings(r);
    link_nodes(r->c);
    return measure(r, why);
}
