/* twins.c: pairs of deals that somebody cannot tell apart. For the test of secrets on the wire
 * (serve_secrets_test.py), which lets the server deal both and compares what it sends.
 *
 *     twins find GAME SEATS [OPTION=VALUE ...]     a line for the onlooker and for each seat
 *     twins check tests/server/twins.txt           are they still twins?
 *
 * A line is "TABLE GAME SEATS OPTIONS VIEWER SEED SEED WHAT": with this table's name and without any
 * contribution the two seeds (docs/fairness.md) give deals of which this viewer hears and sees the same. A
 * seed is four bytes of a number, lowest first, and 28 times 5e; the number stands in the line.
 * WHAT is "hands" where the cards that others hold differ, "future" where only what is to come does.
 *
 * There are some 10^13 deals of Chicago Gangsters that a seat can tell apart, so among a few million there
 * are two that it cannot (the birthday paradox). To find them takes a minute, so what was found is kept
 * in a file; it has to be made anew when a game is dealt in another way. */
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/str.h"
#include "engine/match.h"
#include "games/registry.h"
#include "hosts/server/fair.h"

enum { MAX_EVENTS = 256, MAX_TRIES = 1 << 25, SLOTS = 1 << 26 };

typedef struct deal {
    spk_move event[MAX_EVENTS];
    int n;
    spk_state state;
} deal;

/* -- Dealing ------------------------------------------------------------------------------------ */

static void seed_of(uint32_t n, uint8_t seed[SRV_FAIR_BYTES])
{
    memset(seed, 0x5e, SRV_FAIR_BYTES);
    for (int i = 0; i < 4; i++)
        seed[i] = (uint8_t)(n >> (8 * i));
}

static void stream_of(const char *table, int n_seats, uint32_t n, spk_rng *rng)
{
    srv_fair fair = {.n_seats = n_seats};
    uint8_t key[SRV_FAIR_BYTES];
    snprintf(fair.table, sizeof fair.table, "%s", table);
    seed_of(n, fair.seed);
    srv_fair_key(&fair, SRV_FAIR_CHANCE, key);
    srv_fair_rng(key, 0, rng);
}

/* The deal without a match around it, as quickly as can be. */
static void deal_quickly(const spk_box *box, const char *table, uint32_t n, deal *d)
{
    spk_rng rng;
    stream_of(table, box->n_seats, n, &rng);
    box->game->setup(box, &d->state);
    for (d->n = 0; box->game->actors(box, &d->state) == SPK_CHANCE_ACTS; d->n++) {
        SPK_BUG_IF(d->n == MAX_EVENTS);
        d->event[d->n] = spk_chance_draw(box, &d->state, &rng);
        box->game->apply(box, &d->state, SPK_SEAT_CHANCE, d->event[d->n]);
    }
}

static spk_match *deal_whole(const spk_box *box, const char *table, uint32_t n)
{
    spk_match *m = spk_match_new(box);
    spk_rng rng;
    stream_of(table, box->n_seats, n, &rng);
    spk_match_deal(m, &rng);
    return m;
}

/* Whether a viewer hears and sees the same of both. */
static bool are_alike(const spk_match *a, const spk_match *b, spk_seat viewer)
{
    spk_buf heard_a = {0}, heard_b = {0};
    spk_state view_a, view_b;
    spk_match_history(a, viewer, 1, &heard_a);
    spk_match_history(b, viewer, 1, &heard_b);
    spk_match_view(a, viewer, &view_a);
    spk_match_view(b, viewer, &view_b);
    bool alike = spk_str_eq(spk_buf_text(&heard_a), spk_buf_text(&heard_b)) &&
                 spk_state_eq(spk_match_box(a), &view_a, &view_b);
    spk_buf_release(&heard_a);
    spk_buf_release(&heard_b);
    return alike;
}

/* NULL: no twins for this viewer; else what differs. */
static const char *judge(const spk_box *box, const char *table, uint32_t seed_a, uint32_t seed_b,
                         spk_seat viewer)
{
    spk_match *a = deal_whole(box, table, seed_a), *b = deal_whole(box, table, seed_b);
    const char *what = NULL;
    if (are_alike(a, b, viewer))
        what = spk_state_eq(box, spk_match_state(a), spk_match_state(b)) ? "future" : "hands";
    spk_match_free(a);
    spk_match_free(b);
    return what;
}

/* -- Finding ------------------------------------------------------------------------------------ */

/* Which events of the deal a viewer hears as they are. The same in every deal: the cards differ, not who
 * gets the first one. (A guess that only makes the search quick; judge() decides.) */
static void listen(const spk_box *box, const char *table, spk_seat viewer, bool open[MAX_EVENTS])
{
    deal d;
    spk_state before;
    char own[SPK_MOVE_TEXT];
    spk_buf heard = {0};
    deal_quickly(box, table, 0, &d);
    box->game->setup(box, &before);
    for (int i = 0; i < d.n; i++) {
        spk_buf_clear(&heard);
        open[i] = !box->game->heard ||
                  (box->game->heard(box, &before, SPK_SEAT_CHANCE, d.event[i], viewer, &heard) &&
                   spk_str_eq(spk_buf_text(&heard), spk_move_text(box, d.event[i], own)));
        box->game->apply(box, &before, SPK_SEAT_CHANCE, d.event[i]);
    }
    spk_buf_release(&heard);
}

static uint64_t fingerprint(const deal *d, const bool open[MAX_EVENTS])
{
    uint64_t hash = 0x9e3779b97f4a7c15;
    for (int i = 0; i < d->n; i++)
        if (open[i])
            hash = (hash ^ d->event[i]) * 0xff51afd7ed558ccd, hash ^= hash >> 32;
    return hash;
}

typedef struct slot {
    uint32_t tag; /* the upper half of a fingerprint */
    uint32_t n;   /* 0: empty; else the deal's number, from 1 */
} slot;

/* Keep it; the number of an earlier deal with the same fingerprint, or 0. */
static uint32_t keep(slot *slots, uint64_t hash, uint32_t n)
{
    size_t i = hash % SLOTS;
    while (slots[i].n && slots[i].tag != hash >> 32)
        i = (i + 1) % SLOTS;
    if (slots[i].n)
        return slots[i].n;
    slots[i] = (slot){(uint32_t)(hash >> 32), n};
    return 0;
}

static bool print_twins(const spk_box *box, const char *table, const char *options, spk_seat viewer,
                        uint32_t a, uint32_t b)
{
    const char *what = judge(box, table, a, b, viewer);
    if (!what)
        return false;
    printf("%s %s %d %s ", table, box->game->key, box->n_seats, options);
    if (viewer == SPK_SEAT_ONLOOKER)
        printf("onlooker");
    else
        printf("%d", viewer);
    printf(" %u %u %s\n", (unsigned)a, (unsigned)b, what);
    fflush(stdout);
    return true;
}

static bool find_for(const spk_box *box, const char *table, const char *options, spk_seat viewer)
{
    bool open[MAX_EVENTS] = {0}, found = false;
    slot *slots = spk_alloc(SLOTS * sizeof *slots); /* zeros */
    deal d;
    listen(box, table, viewer, open);
    for (uint32_t n = 1; n <= MAX_TRIES && !found; n++) {
        deal_quickly(box, table, n, &d);
        uint32_t before = keep(slots, fingerprint(&d, open), n);
        found = before && print_twins(box, table, options, viewer, before, n);
    }
    spk_free(slots);
    if (!found)
        fprintf(stderr, "twins: none among %d deals for viewer %d\n", MAX_TRIES, viewer);
    return found;
}

/* "a=b,c=d", or "-". */
static bool open_box(spk_box *box, const char *key, int n_seats, char *options)
{
    const char *list[SPK_MAX_OPTIONS];
    spk_choice choice = {.n_seats = n_seats, .options = list};
    spk_why why;
    const spk_game *game = spk_game_find(key);
    if (!spk_str_eq(options, "-"))
        for (char *at = strtok(options, ","); at && choice.n_options < SPK_MAX_OPTIONS;
             at = strtok(NULL, ","))
            list[choice.n_options++] = at;
    if (game && spk_box_open(box, game, &choice, &why) == SPK_OK)
        return true;
    fprintf(stderr, "twins: %s: %s\n", key, game ? why.text : "no such game");
    return false;
}

/* Twelve characters, as the server's own names have. */
static void print_table(const spk_box *box, const char *options, spk_seat viewer, char table[32])
{
    int i = 0;
    while (spk_games[i] != box->game)
        i++;
    snprintf(table, 32, "twins-%02d%.1s%d%02d", i, options, box->n_seats, viewer + 1);
}

static int find(const char *key, int n_seats, const char *options)
{
    char words[200], table[32];
    spk_box box;
    bool all = true;
    snprintf(words, sizeof words, "%s", options);
    if (!open_box(&box, key, n_seats, words))
        return 2;
    for (spk_seat viewer = -1; viewer < n_seats; viewer++) {
        print_table(&box, options, viewer, table);
        all &= find_for(&box, table, options, viewer < 0 ? SPK_SEAT_ONLOOKER : viewer);
    }
    spk_box_close(&box);
    return all ? 0 : 1;
}

/* -- Checking ----------------------------------------------------------------------------------- */

static bool check_line(const char *line)
{
    char table[64], key[64], options[200], viewer[16], what[16];
    unsigned a, b;
    int n_seats;
    spk_box box;
    if (sscanf(line, "%63s %63s %d %199s %15s %u %u %15s", table, key, &n_seats, options, viewer,
               &a, &b, what) != 8 ||
        !open_box(&box, key, n_seats, options))
        return false;
    const char *found =
        judge(&box, table, a, b, spk_str_eq(viewer, "onlooker") ? SPK_SEAT_ONLOOKER : atoi(viewer));
    spk_box_close(&box);
    return a != b && found && spk_str_eq(found, what);
}

static int check(const char *path)
{
    char line[600];
    int n = 0, n_wrong = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        return perror(path), 2;
    for (; fgets(line, sizeof line, file); n++)
        if (!check_line(line)) {
            printf("no twins (any more): %s", line);
            n_wrong++;
        }
    fclose(file);
    printf("%d of %d pairs are twins\n", n - n_wrong, n);
    return n && !n_wrong ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 3 && spk_str_eq(argv[1], "check"))
        return check(argv[2]);
    if ((argc == 4 || argc == 5) && spk_str_eq(argv[1], "find"))
        return find(argv[2], atoi(argv[3]), argc == 5 ? argv[4] : "-");
    fprintf(stderr, "usage: twins find GAME SEATS [OPTION=VALUE,...] | twins check FILE\n");
    return 2;
}
