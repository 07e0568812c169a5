/* daily.c: the deal of the day (daily.h, docs/daily.md): its seeds, who tries it, and what became of it.
 *
 *     GET  /api/daily               today, tomorrow's commitments, my tries, my streak
 *     GET  /api/daily/GAME          the archive: days, my results, the house's, my streaks
 *     GET  /api/daily/GAME/DAY      everybody's results, the house's, mine; the seed, once the day is over
 *     POST /api/daily/GAME[/DAY]    sit down
 *
 * A request is an errand that asks the store one thing after the other; every step ends by starting the next. What many ask for is
 * kept for a while: seeds for as long as they are asked for, results for a minute; whoever has finished since then is added to what
 * is kept, so that nobody who looks at their own result has the whole list read again. So ten thousand people cost
 * their tables, a few notes each, and a look at the list per game and minute. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/server/http/caller.h"

enum {
    KEPT_DAYS = 8,         /* of seeds */
    KEPT_BOARDS = 16,      /* lists of results */
    BOARD_MS = 60 * 1000,  /* how old a list may be */
    AHEAD_MS = 600 * 1000, /* how often seeds are drawn ahead of time */
    TOP = 20,              /* results that are shown by name */
    ARCHIVE = 60,          /* days of one answer */
    DEVICE = 64,           /* bytes of what a browser calls itself, at most */
    HEX = 2 * SRV_HASH + 1,
    RESULT = 64, /* room for {"place":1,"score":34} */
};

/* The seeds of one day, in the order of spk_games. */
typedef struct deals {
    int64_t day; /* 0: none */
    int64_t committed, used_ms;
    uint8_t (*seed)[SRV_HASH];
} deals;

/* A result that is shown by name. */
typedef struct leader {
    int64_t worth;
    int place, score;
    char name[SRV_NAME_ROOM];
} leader;

/* Everybody's results of one deal. */
typedef struct board {
    int64_t day, read_ms, used_ms;
    const spk_game *game;
    int n;
    int64_t *worth; /* best first */
    uint64_t *who;  /* whose they are (srv_try_of), in no order */
    leader top[TOP];
    int n_top;
} board;

/* A day of the archive. */
typedef struct past {
    int64_t day;
    char commitment[HEX], seed[HEX]; /* no seed before the day is over */
    char mine[RESULT], house[RESULT];
} past;

typedef struct srv_daily {
    deals deals[KEPT_DAYS];
    board boards[KEPT_BOARDS];
    bool is_playing; /* the house itself, some deal */
} srv_daily;

/* -- Errands ------------------------------------------------------------------------------------- */

typedef struct errand errand;
struct errand {
    srv_caller caller;
    const spk_game *game;
    int64_t day, today;
    void (*next)(errand *e); /* when a deal is there, or the days are counted */
    int64_t wanted;          /* the day whose deal is being looked for */

    bool has_try, is_finished; /* my rated one */
    char table[SRV_ID + 1];
    spk_buf mine;       /* of each game, for the overview */
    int place, n_games; /* of my try; games done */
    int64_t worth;
    int streak, longest;     /* days in a row: up to now, and ever */
    int run;                 /* of the days that are being counted */
    int64_t last;            /* the last one that was */
    bool is_current, is_all; /* that run is the streak; go on behind it */
    spk_buf list;            /* the answer's list, while it is collected */
    past *past;
    int n_past;
    bool more; /* days before those */
    board fresh;
    char house_text[200];
    bool seen_here, is_marked; /* this device */
};

static void release_board(board *b)
{
    spk_free(b->worth);
    spk_free(b->who);
    *b = (board){0};
}

static void release(srv_caller *c)
{
    errand *e = (errand *)c;
    spk_buf_release(&e->mine);
    spk_buf_release(&e->list);
    release_board(&e->fresh);
    spk_free(e->past);
}

static srv_house *house_of(const errand *e) { return e->caller.house; }
static bool is_guest(const errand *e) { return !*e->caller.id; }

/* r NULL: nobody asked, and nobody waits for it. */
static errand *begin(srv_house *h, const srv_request *r)
{
    errand *e = srv_caller_new(h, r, sizeof *e, release);
    e->today = e->day = srv_day_of(srv_house_wall(h));
    if (h->told_day < e->today - 1)
        h->told_day = e->today - 1;
    return e;
}

static void put_text(spk_json *j, const char *key, const char *text)
{
    spk_json_key(j, key);
    spk_json_str(j, text);
}

static void put_number(spk_json *j, const char *key, int64_t value)
{
    spk_json_key(j, key);
    spk_json_int(j, value);
}

/* What is JSON already. */
static void put_raw(spk_json *j, const char *json)
{
    spk_buf_puts(j->out, json);
    j->comma = true;
}

/* -- Seeds: drawn and written down before the day ------------------------------------------------------ */

static deals *deals_of(srv_house *h, int64_t day)
{
    for (int i = 0; i < KEPT_DAYS; i++)
        if (h->http->daily->deals[i].day == day) {
            h->http->daily->deals[i].used_ms = srv_house_ms(h);
            return &h->http->daily->deals[i];
        }
    return NULL;
}

/* The one nobody asked for longest makes room. */
static deals *keep_deals(srv_house *h, int64_t day)
{
    deals *d = h->http->daily->deals;
    for (int i = 1; i < KEPT_DAYS; i++)
        if (h->http->daily->deals[i].used_ms < d->used_ms || !h->http->daily->deals[i].day)
            d = !d->day ? d : &h->http->daily->deals[i];
    if (!d->seed)
        d->seed = spk_alloc((size_t)spk_n_games * sizeof *d->seed);
    d->day = day;
    d->used_ms = srv_house_ms(h);
    return d;
}

static void to_hex(const uint8_t bytes[SRV_HASH], char hex[HEX])
{
    sodium_bin2hex(hex, HEX, bytes, SRV_HASH);
}

static void commitment_of(const uint8_t seed[SRV_HASH], char hex[HEX])
{
    srv_fair fair = {.n_seats = 1};
    memcpy(fair.seed, seed, SRV_HASH);
    srv_fair_commitment(&fair, hex);
}

static int number_of(const spk_game *game)
{
    int i = 0;
    while (spk_games[i] != game)
        i++;
    return i;
}

static bool read_seed(const json_t *hex, uint8_t seed[SRV_HASH])
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
        well = read_seed(own ? own : any, seed);
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
    char hex[HEX];
    spk_json j = {.out = text};
    spk_json_open(&j, '{');
    put_number(&j, "committed", srv_house_wall(h));
    spk_json_key(&j, "seeds"), spk_json_open(&j, '{');
    for (int i = 0; i < spk_n_games; i++) {
        randombytes_buf(seed, sizeof seed);
        to_hex(seed, hex);
        put_text(&j, spk_games[i]->key, hex);
    }
    spk_json_close(&j, '}');
    spk_json_close(&j, '}');
}

static void look_for_deals(errand *e);

/* Written, or another node was faster: what counts is in the store. */
static void on_drawn(void *context, const srv_answer *a)
{
    errand *e = context;
    if (a->err == SPK_OK || a->err == SPK_ESTALE)
        look_for_deals(e);
    else
        srv_caller_refuse(&e->caller, srv_code_of(a->err),
                          "The deal could not be saved. Try again.");
}

static void draw_deals(errand *e)
{
    spk_buf text = {0};
    char key[SRV_DAY];
    srv_day_print(e->wanted, key);
    print_new_deals(house_of(e), &text);
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
    errand *e = context;
    if (a->err == SPK_OK && a->n_notes == 1 && read_deals(house_of(e), &a->notes[0]))
        e->next(e);
    else if (a->err != SPK_EUNKNOWN)
        srv_caller_refuse(&e->caller, srv_code_of(a->err == SPK_OK ? SPK_EIO : a->err),
                          "The deal of that day cannot be read.");
    else if (e->wanted < e->today)
        srv_caller_fail(&e->caller, SPK_EUNKNOWN, "There was no deal on that day.");
    else
        draw_deals(e);
}

static void look_for_deals(errand *e)
{
    char key[SRV_DAY];
    srv_day_print(e->wanted, key);
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_DAILY_DEALS, .key = key},
                   on_deals);
}

/* 'next' runs when deals_of finds that day's. */
static void want_deals(errand *e, int64_t day, void (*next)(errand *e))
{
    e->wanted = day;
    e->next = next;
    if (deals_of(house_of(e), day))
        next(e);
    else
        look_for_deals(e);
}

/* -- Now and then: seeds ahead of time; marks of devices that are of no use any more ------------------------- */

static void on_tidied(void *context, const srv_answer *a)
{
    (void)a;
    srv_caller_end(context);
}

static void on_old_devices(void *context, const srv_answer *a)
{
    errand *e = context;
    srv_note gone[SRV_PAGE];
    for (int i = 0; i < a->n_notes; i++)
        gone[i] = (srv_note){
            .kind = SRV_DAILY_DEVICES, .key = a->notes[i].key, .version = SRV_ANY_VERSION};
    if (a->err == SPK_OK && a->n_notes)
        srv_caller_write(&e->caller, &(srv_change){.n_notes = a->n_notes, .notes = gone},
                         on_tidied);
    else
        srv_caller_end(&e->caller);
}

static void forget_devices(errand *e)
{
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTES,
                                .kind = SRV_DAILY_DEVICES,
                                .within = true,
                                .low_rank = 0,
                                .high_rank = e->today - 2},
                   on_old_devices);
}

static void look_ahead(errand *e)
{
    if (e->wanted < e->today + SRV_DAILY_AHEAD)
        want_deals(e, e->wanted + 1, look_ahead);
    else
        forget_devices(e);
}

static void on_time(void *context)
{
    srv_house *h = context;
    if (!h->closing) {
        errand *e = begin(h, NULL);
        want_deals(e, e->today, look_ahead);
    }
    h->world->later(h->world->loop, AHEAD_MS, on_time, h);
}

/* -- My try ---------------------------------------------------------------------------------------- */

static void try_key(const errand *e, char key[SRV_KEY_ROOM])
{
    char day[SRV_DAY];
    srv_day_print(e->day, day);
    snprintf(key, SRV_KEY_ROOM, "%s/%s/%s", day, e->game->key, e->caller.id);
}

static void read_try(errand *e, const srv_answer *a)
{
    json_t *o = a->err == SPK_OK ? json_loads(a->notes[0].text, 0, NULL) : NULL;
    const char *table = json_string_value(json_object_get(o, "table"));
    e->has_try = table != NULL;
    e->is_finished = json_is_integer(json_object_get(o, "place"));
    e->place = (int)json_integer_value(json_object_get(o, "place"));
    e->worth = a->err == SPK_OK ? a->notes[0].rank : 0;
    snprintf(e->table, sizeof e->table, "%s", table ? table : "");
    if (a->err == SPK_OK)
        spk_buf_puts(&e->mine, a->notes[0].text);
    json_decref(o);
}

static void ask_try(errand *e, srv_done *done)
{
    char key[SRV_KEY_ROOM];
    try_key(e, key);
    spk_buf_clear(&e->mine);
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_DAILY_TRIES, .key = key}, done);
}

/* -- Streaks: days in a row, up to today or yesterday, and the longest ever ------------------------------- */

/* Newest first. */
static void count_day(errand *e, int64_t day)
{
    bool goes_on = e->run && day == e->last - 1;
    e->is_current = goes_on ? e->is_current : !e->run && day >= e->today - 1;
    e->run = goes_on ? e->run + 1 : 1;
    e->last = day;
    if (e->is_current)
        e->streak = e->run;
    if (e->run > e->longest)
        e->longest = e->run;
}

static void ask_days(errand *e, void (*next)(errand *e));

static void on_days(void *context, const srv_answer *a)
{
    errand *e = context;
    for (int i = 0; a->err == SPK_OK && i < a->n_notes; i++)
        count_day(e, a->notes[i].rank);
    if (a->err == SPK_OK && a->more && (e->is_current || e->is_all))
        ask_days(e, e->next);
    else
        e->next(e);
}

static void ask_days(errand *e, void (*next)(errand *e))
{
    e->next = next;
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTES,
                                .kind = SRV_DAILY_DAYS,
                                .account = e->caller.id,
                                .falling = true,
                                .within = e->run > 0,
                                .low_rank = 0,
                                .high_rank = e->last - 1},
                   on_days);
}

/* -- GET /api/daily --------------------------------------------------------------------------------- */

static void put_commitment(srv_house *h, spk_json *j, const char *key, int64_t day, int game)
{
    char hex[HEX];
    commitment_of(deals_of(h, day)->seed[game], hex);
    put_text(j, key, hex);
}

static void put_deal(spk_json *j, const spk_game *game, int64_t day)
{
    put_text(j, "game", game->key);
    put_number(j, "players", srv_daily_players(game));
    put_number(j, "seat", srv_daily_seat(game, day));
    put_text(j, "bot", SRV_DAILY_BOT);
}

/* One game of the list, with what became of my try. */
static void list_game(errand *e)
{
    spk_json j = {.out = &e->list};
    int i = e->n_games++;
    if (i)
        spk_buf_puts(&e->list, ",");
    spk_json_open(&j, '{');
    put_deal(&j, spk_games[i], e->today);
    put_commitment(house_of(e), &j, "commitment", e->today, i);
    put_commitment(house_of(e), &j, "next_commitment", e->today + 1, i);
    spk_buf_printf(&e->list, ",\"mine\":%s}", e->mine.n ? spk_buf_text(&e->mine) : "null");
}

static void reply_overview(errand *e)
{
    char day[SRV_DAY];
    spk_buf out = {0};
    spk_json j = {.out = &out};
    srv_day_print(e->today, day);
    spk_json_open(&j, '{');
    put_text(&j, "day", day);
    put_number(&j, "ends", srv_day_begins(e->today + 1));
    put_number(&j, "committed", deals_of(house_of(e), e->today)->committed);
    put_number(&j, "begins", srv_day_begins(e->today));
    if (!is_guest(e))
        put_number(&j, "streak", e->streak);
    spk_buf_printf(&out, ",\"games\":[%s]}", spk_buf_text(&e->list));
    srv_caller_answer(&e->caller, 200, &out);
}

static void on_overview_try(void *context, const srv_answer *a);

static void next_game(errand *e)
{
    while (e->n_games < spk_n_games && is_guest(e))
        list_game(e);
    if (e->n_games < spk_n_games) {
        e->game = spk_games[e->n_games];
        ask_try(e, on_overview_try);
    } else if (!is_guest(e))
        ask_days(e, reply_overview);
    else
        reply_overview(e);
}

static void on_overview_try(void *context, const srv_answer *a)
{
    errand *e = context;
    read_try(e, a);
    list_game(e);
    next_game(e);
}

static void with_tomorrow(errand *e) { want_deals(e, e->today + 1, next_game); }
static void with_today(srv_caller *c)
{
    errand *e = (errand *)c;
    want_deals(e, e->today, with_tomorrow);
}

static bool is_off(srv_house *h, const srv_request *r)
{
    if (h->config->daily != SRV_DAILY_OFF && !h->closing)
        return false;
    srv_refuse(h, r->ask, SRV_UNKNOWN, "There is no deal of the day here.");
    return true;
}

static void get_overview(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    if (!is_off(h, r))
        srv_caller_find(&begin(h, r)->caller, r, with_today);
}

/* -- GET /api/daily/GAME ------------------------------------------------------------------------------ */

/* Of past days the seed is told. */
static void list_day(errand *e, const srv_note *note)
{
    json_t *o = json_loads(note->text, 0, NULL);
    json_t *own = json_object_get(json_object_get(o, "seeds"), e->game->key);
    uint8_t bytes[SRV_HASH];
    if (note->rank <= e->today && read_seed(own, bytes)) {
        past *p = &e->past[e->n_past++];
        *p = (past){.day = note->rank};
        commitment_of(bytes, p->commitment);
        if (note->rank < e->today)
            to_hex(bytes, p->seed);
    }
    json_decref(o);
}

static void put_result(spk_json *j, const char *key, const char *result)
{
    spk_json_key(j, key), put_raw(j, *result ? result : "null");
}

static void put_past(spk_json *j, const errand *e, const past *p)
{
    char day[SRV_DAY];
    srv_day_print(p->day, day);
    spk_json_open(j, '{');
    put_text(j, "day", day);
    put_text(j, "commitment", p->commitment);
    spk_json_key(j, "seed");
    if (*p->seed)
        spk_json_str(j, p->seed);
    else
        spk_json_null(j);
    put_result(j, "house", p->house);
    if (!is_guest(e))
        put_result(j, "mine", p->mine);
    spk_json_close(j, '}');
}

static void reply_archive(errand *e)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    put_text(&j, "game", e->game->key);
    spk_json_key(&j, "more"), spk_json_bool(&j, e->more);
    if (!is_guest(e)) {
        put_number(&j, "streak", e->streak);
        put_number(&j, "longest", e->longest);
    }
    spk_json_key(&j, "days"), spk_json_open(&j, '[');
    for (int i = 0; i < e->n_past; i++)
        put_past(&j, e, &e->past[i]);
    spk_json_close(&j, ']');
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

static past *past_of(errand *e, int64_t day)
{
    for (int i = 0; i < e->n_past; i++)
        if (e->past[i].day == day)
            return &e->past[i];
    return NULL;
}

/* Notes with a result each, ranked by day: of this account, or of the house. */
static void ask_past(errand *e, const char *kind, const char *list, srv_done *done)
{
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTES,
                                .kind = kind,
                                .list = list,
                                .within = true,
                                .low_rank = e->past[e->n_past - 1].day,
                                .high_rank = e->past[0].day},
                   done);
}

static void on_past_mine(void *context, const srv_answer *a)
{
    errand *e = context;
    for (int i = 0; a->err == SPK_OK && i < a->n_notes; i++) {
        past *p = past_of(e, a->notes[i].rank);
        if (p)
            snprintf(p->mine, RESULT, "%s", a->notes[i].text);
    }
    e->is_all = true;
    ask_days(e, reply_archive);
}

static void on_past_house(void *context, const srv_answer *a)
{
    errand *e = context;
    char list[SRV_DAILY_LIST];
    for (int i = 0; a->err == SPK_OK && i < a->n_notes; i++) {
        past *p = past_of(e, a->notes[i].rank);
        if (p)
            snprintf(p->house, RESULT, "%s", a->notes[i].text);
    }
    srv_daily_own_list(e->game->key, e->caller.id, list);
    if (!is_guest(e))
        ask_past(e, SRV_DAILY_OWN, list, on_past_mine);
    else
        reply_archive(e);
}

static void on_archive(void *context, const srv_answer *a)
{
    errand *e = context;
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    e->more = a->more;
    e->past = spk_alloc((size_t)(a->n_notes + 1) * sizeof *e->past);
    for (int i = 0; i < a->n_notes; i++)
        list_day(e, &a->notes[i]);
    if (e->n_past)
        ask_past(e, SRV_DAILY_HOUSES, e->game->key, on_past_house);
    else
        reply_archive(e);
}

static void with_archive(srv_caller *c)
{
    srv_caller_ask(c,
                   &(srv_query){.what = SRV_ASK_NOTES,
                                .kind = SRV_DAILY_DEALS,
                                .falling = true,
                                .within = true,
                                .low_rank = 0,
                                .high_rank = ((errand *)c)->day,
                                .limit = ARCHIVE},
                   on_archive);
}

/* ?before=DAY: the next page. */
static void get_archive(srv_house *h, const srv_request *r, char *const *word)
{
    const char *before = srv_request_param(r, "before");
    const spk_game *game = spk_game_find(word[0]);
    int64_t day = srv_day_of(srv_house_wall(h)) + 1;
    if (is_off(h, r))
        return;
    if (!game || (before && !srv_day_parse(before, &day))) {
        srv_refuse(h, r->ask, SRV_UNKNOWN, "There is no such game or day.");
        return;
    }
    errand *e = begin(h, r);
    e->game = game;
    e->day = day - 1;
    srv_caller_find(&e->caller, r, with_archive);
}

/* -- Everybody's results ------------------------------------------------------------------------------- */

static board *board_of(const errand *e)
{
    board *all = house_of(e)->http->daily->boards;
    for (int i = 0; i < KEPT_BOARDS; i++)
        if (all[i].game == e->game && all[i].day == e->day)
            return &all[i];
    return NULL;
}

static bool is_fresh(const errand *e, const board *b)
{
    return b && srv_house_ms(house_of(e)) - b->read_ms < BOARD_MS;
}

/* What the errand has read takes the place of what was there, or of the board nobody asked for longest. */
static void keep_board(errand *e)
{
    board *all = house_of(e)->http->daily->boards, *b = board_of(e);
    for (int i = 0; !b && i < KEPT_BOARDS; i++)
        if (!all[i].game)
            b = &all[i];
    if (!b) {
        b = all;
        for (int i = 1; i < KEPT_BOARDS; i++)
            if (all[i].used_ms < b->used_ms)
                b = &all[i];
    }
    release_board(b);
    *b = e->fresh;
    b->game = e->game;
    b->day = e->day;
    b->read_ms = b->used_ms = srv_house_ms(house_of(e));
    e->fresh = (board){0};
}

static leader leader_of(const char *text, int64_t worth)
{
    json_t *o = json_loads(text, 0, NULL);
    const char *name = json_string_value(json_object_get(o, "name"));
    leader l = {.worth = worth,
                .place = (int)json_integer_value(json_object_get(o, "place")),
                .score = (int)json_integer_value(json_object_get(o, "score"))};
    snprintf(l.name, sizeof l.name, "%s", name ? name : "");
    json_decref(o);
    return l;
}

/* Behind everybody who did as well. */
static void add_leader(board *b, const leader *l)
{
    int at = b->n_top;
    while (at > 0 && b->top[at - 1].worth < l->worth)
        at--;
    if (at == TOP)
        return;
    b->n_top += b->n_top < TOP;
    memmove(&b->top[at + 1], &b->top[at], (size_t)(b->n_top - 1 - at) * sizeof *b->top);
    b->top[at] = *l;
}

static void make_room(board *b, int more)
{
    b->worth = spk_realloc(b->worth, (size_t)(b->n + more) * sizeof *b->worth);
    b->who = spk_realloc(b->who, (size_t)(b->n + more) * sizeof *b->who);
}

static void add_worth(board *b, int64_t worth)
{
    int at = b->n;
    while (at > 0 && b->worth[at - 1] < worth)
        at--;
    memmove(&b->worth[at + 1], &b->worth[at], (size_t)(b->n++ - at) * sizeof *b->worth);
    b->worth[at] = worth;
}

static bool has_result(const board *b, uint64_t who)
{
    for (int i = 0; i < b->n; i++)
        if (b->who[i] == who)
            return true;
    return false;
}

/* My own result, if it came after the list was read. */
static void add_mine(errand *e, board *b)
{
    uint64_t who = srv_try_of(e->caller.id);
    if (!e->is_finished || has_result(b, who))
        return;
    leader l = leader_of(spk_buf_text(&e->mine), e->worth);
    make_room(b, 1);
    b->who[b->n] = who;
    add_worth(b, e->worth);
    add_leader(b, &l);
}

/* Of a try, whose key is DAY/GAME/ACCOUNT. */
static uint64_t owner_of(const srv_note *note)
{
    const char *account = strrchr(note->key, '/');
    return srv_try_of(account ? account + 1 : note->key);
}

static void ask_results(errand *e, const srv_note *after);
static void ask_house(errand *e);

static void on_results(void *context, const srv_answer *a)
{
    errand *e = context;
    board *b = &e->fresh;
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    make_room(b, a->n_notes + 1);
    for (int i = 0; i < a->n_notes; i++) {
        b->who[b->n] = owner_of(&a->notes[i]);
        b->worth[b->n++] = a->notes[i].rank;
        if (b->n_top < TOP)
            b->top[b->n_top++] = leader_of(a->notes[i].text, a->notes[i].rank);
    }
    if (a->more && a->n_notes)
        ask_results(e, &a->notes[a->n_notes - 1]);
    else {
        keep_board(e);
        ask_house(e);
    }
}

static void ask_results(errand *e, const srv_note *after)
{
    char list[SRV_KEY_ROOM], day[SRV_DAY];
    srv_day_print(e->day, day);
    snprintf(list, sizeof list, "%s/%s", day, e->game->key);
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTES,
                                .kind = SRV_DAILY_TRIES,
                                .list = list,
                                .falling = true,
                                .after_at = after ? after->rank : 0,
                                .after_id = after ? after->key : NULL},
                   on_results);
}

/* -- The house's own result: played when somebody asks for the first time --------------------------------- */

static void on_house_kept(void *context, const srv_answer *a)
{
    (void)a; /* another node may have been faster: its result is the same */
    srv_caller_end(context);
}

static void on_house_played(srv_house *h, int64_t day, const spk_game *game,
                            const spk_result *result)
{
    char key[SRV_KEY_ROOM], text[SRV_DAY], kept[RESULT];
    if (!h->http)
        return;
    h->http->daily->is_playing = false;
    if (!result)
        return;
    spk_seat seat = srv_daily_seat(game, day);
    srv_day_print(day, text);
    snprintf(key, sizeof key, "%s/%s", text, game->key);
    snprintf(kept, sizeof kept, "{\"place\":%d,\"score\":%d}", result->rank[seat],
             result->score[seat]);
    srv_note note = {.kind = SRV_DAILY_HOUSES,
                     .key = key,
                     .list = game->key,
                     .rank = day,
                     .text = kept,
                     .version = SRV_ANY_VERSION};
    srv_caller_write(&begin(h, NULL)->caller, &(srv_change){.n_notes = 1, .notes = &note},
                     on_house_kept);
}

static srv_box *open_box(srv_house *h, const spk_game *game, spk_why *why)
{
    return srv_boxes_open(
        srv_tables_boxes(h), game, "default",
        &(spk_choice){.n_seats = srv_daily_players(game), .preset = SPK_PRESET_OURS}, why);
}

static void let_house_play(errand *e)
{
    srv_daily *daily = house_of(e)->http->daily;
    spk_why why;
    if (daily->is_playing || e->day > e->today)
        return;
    srv_box *box = open_box(house_of(e), e->game, &why);
    if (!box)
        return;
    daily->is_playing = true;
    srv_daily_house_play(house_of(e), box, e->day,
                         deals_of(house_of(e), e->day)->seed[number_of(e->game)], on_house_played);
}

static void reply_results(errand *e);

static void on_house(void *context, const srv_answer *a)
{
    errand *e = context;
    if (a->err == SPK_OK)
        snprintf(e->house_text, sizeof e->house_text, "%s", a->notes[0].text);
    else
        let_house_play(e);
    reply_results(e);
}

static void ask_house(errand *e)
{
    char key[SRV_KEY_ROOM], day[SRV_DAY];
    srv_day_print(e->day, day);
    snprintf(key, sizeof key, "%s/%s", day, e->game->key);
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_DAILY_HOUSES, .key = key},
                   on_house);
}

/* -- GET /api/daily/GAME/DAY ---------------------------------------------------------------------------- */

/* How many did better, as good or worse. */
static void put_standing(spk_json *j, const errand *e, const board *b)
{
    int better = 0, same = 0;
    for (int i = 0; i < b->n; i++) {
        better += b->worth[i] > e->worth;
        same += b->worth[i] == e->worth;
    }
    put_number(j, "better", better);
    put_number(j, "same", same);
    put_number(j, "worse", b->n > better + same ? b->n - better - same : 0);
}

static void put_mine(spk_json *j, const errand *e, const board *b)
{
    spk_json_key(j, "mine");
    if (!e->has_try) {
        spk_json_null(j);
        return;
    }
    put_raw(j, spk_buf_text(&e->mine));
    if (!e->is_finished)
        return;
    spk_json_key(j, "standing"), spk_json_open(j, '{');
    put_standing(j, e, b);
    spk_json_close(j, '}');
}

static void put_leaders(spk_json *j, const board *b)
{
    spk_json_open(j, '[');
    for (int i = 0; i < b->n_top; i++) {
        spk_json_open(j, '{');
        put_text(j, "name", b->top[i].name);
        put_number(j, "place", b->top[i].place);
        put_number(j, "score", b->top[i].score);
        spk_json_close(j, '}');
    }
    spk_json_close(j, ']');
}

static void reply_results(errand *e)
{
    const board *b = board_of(e);
    const deals *d = deals_of(house_of(e), e->day);
    int game = number_of(e->game);
    char day[SRV_DAY], hex[HEX];
    spk_buf out = {0};
    spk_json j = {.out = &out};
    srv_day_print(e->day, day);
    spk_json_open(&j, '{');
    put_text(&j, "day", day);
    put_deal(&j, e->game, e->day);
    put_number(&j, "committed", d->committed);
    put_commitment(house_of(e), &j, "commitment", e->day, game);
    spk_json_key(&j, "seed");
    to_hex(d->seed[game], hex);
    if (e->day < e->today)
        spk_json_str(&j, hex);
    else
        spk_json_null(&j);
    put_number(&j, "finished", b->n);
    spk_json_key(&j, "best");
    put_leaders(&j, b);
    spk_json_key(&j, "house"), put_raw(&j, *e->house_text ? e->house_text : "null");
    put_mine(&j, e, b);
    spk_json_close(&j, '}');
    srv_caller_answer(&e->caller, 200, &out);
}

static void with_mine(errand *e)
{
    board *b = board_of(e);
    if (!is_fresh(e, b)) {
        ask_results(e, NULL);
        return;
    }
    b->used_ms = srv_house_ms(house_of(e));
    add_mine(e, b);
    ask_house(e);
}

static void on_my_result(void *context, const srv_answer *a)
{
    read_try(context, a);
    with_mine(context);
}

static void with_deal(errand *e)
{
    if (!is_guest(e))
        ask_try(e, on_my_result);
    else
        with_mine(e);
}

static void with_visitor(srv_caller *c)
{
    errand *e = (errand *)c;
    want_deals(e, e->day, with_deal);
}

/* The game and day of a request; false: it was refused. */
static bool read_deal(errand *e, char *const *word)
{
    e->game = spk_game_find(word[0]);
    if (e->game && (!word[1] || (srv_day_parse(word[1], &e->day) && e->day <= e->today)))
        return true;
    srv_caller_refuse(&e->caller, SRV_UNKNOWN,
                      "There is no such game, or no deal of that day yet.");
    return false;
}

static void get_results(srv_house *h, const srv_request *r, char *const *word)
{
    if (is_off(h, r))
        return;
    errand *e = begin(h, r);
    if (read_deal(e, word))
        srv_caller_find(&e->caller, r, with_visitor);
}

/* -- POST: sitting down ----------------------------------------------------------------------------------- */

typedef struct sitting {
    errand *e;
    char token[SRV_TOKEN], host[SRV_TOKEN];
    bool rated;
} sitting;

static void print_sat(const sitting *s, const srv_table *table, spk_buf *out)
{
    spk_json j = {.out = out};
    spk_json_open(&j, '{');
    put_text(&j, "id", table->id);
    srv_json_link(house_of(s->e), table->id, &j);
    put_text(&j, "host", s->host);
    put_number(&j, "seat", table->maker);
    put_text(&j, "token", s->token);
    put_commitment(house_of(s->e), &j, "commitment", s->e->day, number_of(s->e->game));
    spk_json_key(&j, "rated"), spk_json_bool(&j, s->rated);
    spk_json_key(&j, "seen_here"), spk_json_bool(&j, s->e->seen_here);
    spk_json_close(&j, '}');
}

static void after_sat(void *context, srv_table *table, const spk_why *why)
{
    sitting *s = context;
    spk_buf out = {0};
    if (why->err == SPK_OK) {
        print_sat(s, table, &out);
        house_of(s->e)->figures.tables_made++;
        srv_caller_answer(&s->e->caller, 201, &out);
    } else if (why->err == SPK_ESTALE)
        srv_caller_refuse(&s->e->caller, SRV_BUSY,
                          "You have just begun this deal elsewhere. Try again.");
    else
        srv_caller_fail_why(&s->e->caller, why);
    spk_free(s);
}

/* The person, and everywhere else the same bot. */
static spk_err furnish(srv_table *table, sitting *s, spk_why *why)
{
    errand *e = s->e;
    spk_seat own = srv_daily_seat(e->game, e->day);
    srv_place *place = &table->places[own];
    room_sitter who = {.kind = ROOM_PERSON};
    for (spk_seat seat = 0; seat < table->n_seats; seat++) {
        room_sitter bot = {.kind = ROOM_BOT, .here = true, .bot = SRV_DAILY_BOT};
        srv_bot_name(table, bot.bot, bot.name);
        if (seat != own)
            room_sit(table->room, seat, &bot);
    }
    spk_err err = is_guest(e)
                      ? srv_seat_name_read(table, own, e->caller.body, "Guest", who.name, why)
                      : room_name_read(e->caller.name, strlen(e->caller.name), who.name, why);
    if (err != SPK_OK)
        return err;
    room_sit(table->room, own, &who);
    srv_token_new(s->token, place->token);
    place->has_token = true;
    place->joined = srv_house_wall(house_of(e));
    srv_table_set_text(&place->account, e->caller.id);
    table->maker = (int8_t)own;
    return srv_table_deal(table, why);
}

static srv_table *new_table(sitting *s, srv_box *box)
{
    errand *e = s->e;
    char id[SRV_ID + 1];
    const char *language = "en";
    room_plan plan = {.pause = true, .absence_s = ROOM_ABSENCE_S};
    srv_id_new(id);
    srv_table *table = srv_table_new(house_of(e), id);
    srv_field_text(e->caller.body, "language", SRV_LANGUAGE - 1, &language, NULL);
    snprintf(table->language, sizeof table->language, "%s", language);
    table->payer = srv_network_of(e->caller.peer);
    table->created = srv_house_wall(house_of(e));
    memcpy(table->seed, deals_of(house_of(e), e->day)->seed[number_of(e->game)], SRV_HASH);
    srv_day_print(e->day, table->daily);
    table->try_of = s->rated ? srv_try_of(e->caller.id) : 0;
    srv_table_equip(table, box, &plan);
    return table;
}

/* What a browser calls itself, so that nobody can tell from it who that was, nor find the same one on another day. */
static bool device_key(const errand *e, char key[SRV_KEY_ROOM])
{
    const char *device = json_string_value(json_object_get(e->caller.body, "device"));
    uint8_t mark[16];
    char hex[33], day[SRV_DAY];
    if (!device || !*device || strlen(device) > DEVICE || e->day != e->today)
        return false;
    crypto_generichash(mark, sizeof mark, (const uint8_t *)device, strlen(device),
                       deals_of(house_of(e), e->day)->seed[number_of(e->game)], SRV_HASH);
    sodium_bin2hex(hex, sizeof hex, mark, sizeof mark);
    srv_day_print(e->day, day);
    snprintf(key, SRV_KEY_ROOM, "%s/%s/%s", day, e->game->key, hex);
    return true;
}

/* The try is written with the table: one of two at the same moment fails. */
static void create(sitting *s, srv_table *table)
{
    errand *e = s->e;
    char key[SRV_KEY_ROOM], device[SRV_KEY_ROOM];
    uint8_t host[SRV_HASH];
    srv_note notes[2];
    int n = 0;
    spk_buf text = {0}, mark = {0};
    spk_json j = {.out = &text};
    spk_json_open(&j, '{');
    put_text(&j, "table", table->id);
    put_number(&j, "begun", table->created);
    spk_json_close(&j, '}');
    try_key(e, key);
    spk_buf_printf(&mark, "{\"try\":\"%s\"}", key);
    if (s->rated)
        notes[n++] = (srv_note){.kind = SRV_DAILY_TRIES,
                                .key = key,
                                .account = e->caller.id,
                                .text = spk_buf_text(&text)};
    if (!e->is_marked && device_key(e, device))
        notes[n++] = (srv_note){.kind = SRV_DAILY_DEVICES,
                                .key = device,
                                .rank = e->day,
                                .text = s->rated ? spk_buf_text(&mark) : "{}",
                                .version = SRV_ANY_VERSION};
    srv_token_new(s->host, host);
    srv_table_create_noted(table, host, notes, n, after_sat, s);
    spk_buf_release(&text);
    spk_buf_release(&mark);
}

static void sit_down(errand *e)
{
    spk_why why = {0};
    srv_box *box = open_box(house_of(e), e->game, &why);
    if (!box) {
        srv_caller_fail_why(&e->caller, &why);
        return;
    }
    sitting *s = spk_alloc(sizeof *s);
    *s = (sitting){.e = e,
                   .rated = !is_guest(e) && e->day == e->today && e->day > house_of(e)->told_day &&
                            !e->has_try && !e->seen_here};
    srv_table *table = new_table(s, box);
    if (furnish(table, s, &why) == SPK_OK) {
        srv_log_event(house_of(e)->log, SRV_EVENT_TABLE_MADE, SRV_KEY("table", table->id),
                      SRV_KEY("game", e->game->key), SRV_NUM("players", table->n_seats),
                      SRV_PEER("from", e->caller.peer));
        create(s, table);
        return;
    }
    srv_table_drop(table);
    srv_caller_fail_why(&e->caller, &why);
    spk_free(s);
}

/* Somebody's rated try was begun in this browser: nobody tries the same deal out beside it. */
static void on_try_here(void *context, const srv_answer *a)
{
    errand *e = context;
    json_t *o = a->err == SPK_OK ? json_loads(a->notes[0].text, 0, NULL) : NULL;
    bool is_open = o && !json_is_integer(json_object_get(o, "place"));
    json_decref(o);
    if (is_open)
        srv_caller_refuse(
            &e->caller, SRV_REFUSED,
            "A try of this deal that counts was begun in this browser. It comes first.");
    else
        sit_down(e);
}

static void on_device(void *context, const srv_answer *a)
{
    errand *e = context;
    json_t *o = a->err == SPK_OK ? json_loads(a->notes[0].text, 0, NULL) : NULL;
    const char *key = json_string_value(json_object_get(o, "try"));
    e->is_marked = a->err == SPK_OK;
    e->seen_here = e->is_marked && !is_guest(e) && !e->has_try;
    if (key)
        srv_caller_ask(&e->caller,
                       &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_DAILY_TRIES, .key = key},
                       on_try_here);
    else
        sit_down(e);
    json_decref(o);
}

static void ask_device(errand *e)
{
    char key[SRV_KEY_ROOM];
    if (device_key(e, key))
        srv_caller_ask(&e->caller,
                       &(srv_query){.what = SRV_ASK_NOTE, .kind = SRV_DAILY_DEVICES, .key = key},
                       on_device);
    else
        sit_down(e);
}

/* Whoever has a game under way goes on with it. */
static void on_my_try(void *context, const srv_answer *a)
{
    errand *e = context;
    spk_buf out = {0};
    read_try(e, a);
    if (!e->has_try || e->is_finished)
        ask_device(e);
    else {
        spk_json j = {.out = &out};
        spk_json_open(&j, '{');
        put_text(&j, "id", e->table);
        srv_json_link(house_of(e), e->table, &j);
        spk_json_key(&j, "rated"), spk_json_bool(&j, true);
        spk_json_close(&j, '}');
        srv_caller_answer(&e->caller, 200, &out);
    }
}

static void with_seat(errand *e)
{
    if (!is_guest(e) && e->day == e->today)
        ask_try(e, on_my_try);
    else
        ask_device(e); /* none of a day that is over */
}

static void with_player(srv_caller *c)
{
    errand *e = (errand *)c;
    want_deals(e, e->day, with_seat);
}

static void post_try(srv_house *h, const srv_request *r, char *const *word)
{
    if (is_off(h, r) || !srv_make_may(h, r))
        return;
    errand *e = begin(h, r);
    if (srv_caller_read(&e->caller, r) && read_deal(e, word))
        srv_caller_find(&e->caller, r, with_player);
}

/* -- Life ------------------------------------------------------------------------------------------------ */

struct srv_daily *srv_daily_new(srv_house *h)
{
    if (h->config->daily != SRV_DAILY_OFF)
        h->world->later(h->world->loop, 1000, on_time, h);
    return spk_alloc(sizeof(srv_daily));
}

void srv_daily_free(struct srv_daily *daily)
{
    if (!daily)
        return;
    for (int i = 0; i < KEPT_DAYS; i++)
        spk_free(daily->deals[i].seed);
    for (int i = 0; i < KEPT_BOARDS; i++)
        release_board(&daily->boards[i]);
    spk_free(daily);
}

extern const srv_route srv_daily_routes[];
const srv_route srv_daily_routes[] = {
    {SRV_GET, "/api/daily", get_overview},  {SRV_GET, "/api/daily/*", get_archive},
    {SRV_POST, "/api/daily/*", post_try},   {SRV_GET, "/api/daily/*/*", get_results},
    {SRV_POST, "/api/daily/*/*", post_try}, {0},
};
