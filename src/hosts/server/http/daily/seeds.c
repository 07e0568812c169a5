/* seeds.c: the seeds of a day, one for each game: drawn and written down before the day begins, so that its commitments can be
 * published. What counts is in the store; the last few days that were asked for are kept. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "games/registry.h"
#include "hosts/server/http/daily/inside.h"

enum { KEPT_DAYS = 8 };

/* The seeds of one day, in the order of spk_games. */
typedef struct daily_deals {
    int n_users; /* errands, and the house, if it keeps them */
    int64_t day, committed, used_ms;
    uint8_t seed[][SRV_HASH];
} daily_deals;

typedef struct daily_seeds {
    daily_deals *deals[KEPT_DAYS];
} daily_seeds;

struct daily_seeds *daily_seeds_new(void) { return spk_alloc(sizeof(daily_seeds)); }

void daily_deals_let_go(struct daily_deals *deals)
{
    if (deals && --deals->n_users == 0)
        spk_free(deals);
}

void daily_seeds_free(struct daily_seeds *seeds)
{
    for (int i = 0; i < KEPT_DAYS; i++)
        daily_deals_let_go(seeds->deals[i]);
    spk_free(seeds);
}

/* -- Those that are kept ----------------------------------------------------------------------------- */

static daily_deals *find_deals(srv_house *h, int64_t day)
{
    daily_deals **all = h->http->daily->seeds->deals;
    for (int i = 0; i < KEPT_DAYS; i++)
        if (all[i] && all[i]->day == day)
            return all[i];
    return NULL;
}

/* Those nobody asked for longest make room. */
static void keep_deals(srv_house *h, daily_deals *d)
{
    daily_deals **all = h->http->daily->seeds->deals, **place = all;
    for (int i = 1; i < KEPT_DAYS; i++)
        if (*place && (!all[i] || all[i]->used_ms < (*place)->used_ms))
            place = &all[i];
    daily_deals_let_go(*place);
    *place = d;
    d->n_users++;
}

static void hold_deals(daily_errand *e, daily_deals *d)
{
    d->n_users++;
    d->used_ms = srv_house_ms(e->caller.house);
    daily_deals_let_go(e->deals[1]);
    e->deals[1] = e->deals[0];
    e->deals[0] = d;
}

static const daily_deals *deals_of(const daily_errand *e, int64_t day)
{
    const daily_deals *d = e->deals[e->deals[0]->day == day ? 0 : 1];
    SPK_BUG_IF(!d || d->day != day); /* nobody wanted them */
    return d;
}

static int number_of(const spk_game *game)
{
    int i = 0;
    while (spk_games[i] != game)
        i++;
    return i;
}

const uint8_t *daily_seed_of(const daily_errand *e, int64_t day, const spk_game *game)
{
    return deals_of(e, day)->seed[number_of(game)];
}

int64_t daily_committed(const daily_errand *e, int64_t day) { return deals_of(e, day)->committed; }

/* -- Spelling ------------------------------------------------------------------------------------------ */

void daily_seed_print(const uint8_t seed[SRV_HASH], char hex[DAILY_HEX])
{
    sodium_bin2hex(hex, DAILY_HEX, seed, SRV_HASH);
}

void daily_commitment_print(const uint8_t seed[SRV_HASH], char hex[DAILY_HEX])
{
    srv_fair fair = {.n_seats = 1};
    memcpy(fair.seed, seed, SRV_HASH);
    srv_fair_commitment(&fair, hex);
}

bool daily_seed_read(const json_t *hex, uint8_t seed[SRV_HASH])
{
    const char *text = json_string_value(hex);
    size_t n = 0;
    return text && sodium_hex2bin(seed, SRV_HASH, text, strlen(text), NULL, &n, NULL) == 0 &&
           n == SRV_HASH;
}

/* {"committed": MS, "seeds": {"famiglia": "HEX"}}. A game that this house learnt since has none; then it is dealt from another's,
 * hashed with its name. NULL: the note is damaged. */
static daily_deals *read_deals(const srv_note *note)
{
    json_t *o = json_loads(note->text, 0, NULL), *seeds = json_object_get(o, "seeds");
    json_t *any = json_object_iter_value(json_object_iter(seeds));
    daily_deals *d = spk_alloc(sizeof *d + (size_t)spk_n_games * sizeof *d->seed);
    bool well = true;
    d->day = note->rank;
    d->committed = json_integer_value(json_object_get(o, "committed"));
    for (int i = 0; i < spk_n_games && well; i++) {
        const char *key = spk_games[i]->key;
        json_t *own = json_object_get(seeds, key);
        uint8_t seed[SRV_HASH];
        well = daily_seed_read(own ? own : any, seed);
        if (own)
            memcpy(d->seed[i], seed, SRV_HASH);
        else
            crypto_auth_hmacsha256(d->seed[i], (const uint8_t *)key, strlen(key), seed);
    }
    json_decref(o);
    if (well)
        return d;
    spk_free(d);
    return NULL;
}

static void print_new_deals(srv_house *h, spk_buf *text)
{
    uint8_t seed[SRV_HASH];
    char hex[DAILY_HEX];
    spk_json j = {.out = text};
    spk_json_open(&j, '{');
    srv_json_int(&j, "committed", srv_house_wall(h));
    spk_json_key(&j, "seeds"), spk_json_open(&j, '{');
    for (int i = 0; i < spk_n_games; i++) {
        randombytes_buf(seed, sizeof seed);
        daily_seed_print(seed, hex);
        srv_json_text(&j, spk_games[i]->key, hex);
    }
    spk_json_close(&j, '}');
    spk_json_close(&j, '}');
}

/* -- From the store -------------------------------------------------------------------------------------- */

static void look_for_deals(daily_errand *e);

/* Written, or another node was faster: what counts is in the store. */
static void on_drawn(void *context, const srv_answer *a)
{
    daily_errand *e = context;
    if (a->err == SPK_OK || a->err == SPK_ESTALE)
        look_for_deals(e);
    else
        srv_caller_refuse(&e->caller, srv_code_of(a->err),
                          "The deal could not be saved. Try again.");
}

static void draw_deals(daily_errand *e)
{
    spk_buf text = {0};
    char key[SRV_DAY];
    srv_day_print(e->wanted, key);
    print_new_deals(e->caller.house, &text);
    srv_note note = {.kind = SRV_DAILY_DEALS,
                     .key = key,
                     .list = "all",
                     .rank = e->wanted,
                     .text = spk_buf_text(&text)};
    srv_caller_write(&e->caller, &(srv_change){.n_notes = 1, .notes = &note}, on_drawn);
    spk_buf_release(&text);
}

static void take_deals(daily_errand *e, daily_deals *d)
{
    if (!find_deals(e->caller.house, d->day))
        keep_deals(e->caller.house, d);
    hold_deals(e, d);
    e->next(e);
}

static void on_deals(void *context, const srv_answer *a)
{
    daily_errand *e = context;
    daily_deals *d = a->err == SPK_OK && a->n_notes == 1 ? read_deals(&a->notes[0]) : NULL;
    if (d)
        take_deals(e, d);
    else if (a->err != SPK_EUNKNOWN)
        srv_caller_refuse(&e->caller, srv_code_of(a->err == SPK_OK ? SPK_EIO : a->err),
                          "The deal of that day cannot be read.");
    else if (e->wanted < e->today)
        srv_caller_fail(&e->caller, SPK_EUNKNOWN, "There was no deal on that day.");
    else
        draw_deals(e);
}

static void look_for_deals(daily_errand *e)
{
    char key[SRV_DAY];
    srv_day_print(e->wanted, key);
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_DAILY_DEALS, .key = key},
                   on_deals);
}

void daily_want_deals(daily_errand *e, int64_t day, void (*next)(daily_errand *e))
{
    daily_deals *d = find_deals(e->caller.house, day);
    e->wanted = day;
    e->next = next;
    if (d) {
        hold_deals(e, d);
        next(e);
    } else
        look_for_deals(e);
}
