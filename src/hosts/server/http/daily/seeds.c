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
typedef struct deals {
    int64_t day; /* 0: none */
    int64_t committed, used_ms;
    uint8_t (*seed)[SRV_HASH];
} deals;

typedef struct daily_seeds {
    deals deals[KEPT_DAYS];
} daily_seeds;

struct daily_seeds *daily_seeds_new(void) { return spk_alloc(sizeof(daily_seeds)); }

void daily_seeds_free(struct daily_seeds *seeds)
{
    for (int i = 0; i < KEPT_DAYS; i++)
        spk_free(seeds->deals[i].seed);
    spk_free(seeds);
}

/* -- Those that are kept ----------------------------------------------------------------------------- */

static deals *deals_of(srv_house *h, int64_t day)
{
    deals *all = h->http->daily->seeds->deals;
    for (int i = 0; i < KEPT_DAYS; i++)
        if (all[i].day == day) {
            all[i].used_ms = srv_house_ms(h);
            return &all[i];
        }
    return NULL;
}

/* The one nobody asked for longest makes room. */
static deals *keep_deals(srv_house *h, int64_t day)
{
    deals *all = h->http->daily->seeds->deals, *d = all;
    for (int i = 1; i < KEPT_DAYS; i++)
        if (all[i].used_ms < d->used_ms || !all[i].day)
            d = !d->day ? d : &all[i];
    if (!d->seed)
        d->seed = spk_alloc((size_t)spk_n_games * sizeof *d->seed);
    d->day = day;
    d->used_ms = srv_house_ms(h);
    return d;
}

static int number_of(const spk_game *game)
{
    int i = 0;
    while (spk_games[i] != game)
        i++;
    return i;
}

const uint8_t *daily_seed_of(srv_house *h, int64_t day, const spk_game *game)
{
    return deals_of(h, day)->seed[number_of(game)];
}

int64_t daily_committed(srv_house *h, int64_t day) { return deals_of(h, day)->committed; }

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
 * hashed with its name. */
static bool read_deals(srv_house *h, const srv_note *note)
{
    json_t *o = json_loads(note->text, 0, NULL), *seeds = json_object_get(o, "seeds");
    json_t *any = json_object_iter_value(json_object_iter(seeds));
    deals *d = keep_deals(h, note->rank);
    bool well = true;
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
    if (!well)
        d->day = 0;
    json_decref(o);
    return well;
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

static void on_deals(void *context, const srv_answer *a)
{
    daily_errand *e = context;
    if (a->err == SPK_OK && a->n_notes == 1 && read_deals(e->caller.house, &a->notes[0]))
        e->next(e);
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
    e->wanted = day;
    e->next = next;
    if (deals_of(e->caller.house, day))
        next(e);
    else
        look_for_deals(e);
}
