/* board.c: everybody's results of a deal. The list of a deal is read from the store at most once a minute, and kept: results that
 * came since then appear with the next reading, except the caller's own, which is put in its place at once. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/server/http/daily/inside.h"

enum {
    KEPT_BOARDS = 16,
    BOARD_MS = 60 * 1000, /* how old a list may be */
};

typedef struct daily_boards {
    daily_board *boards[KEPT_BOARDS];
} daily_boards;

void daily_board_let_go(daily_board *b)
{
    if (!b || --b->n_users > 0)
        return;
    spk_free(b->worth);
    spk_free(b->who);
    spk_free(b);
}

struct daily_boards *daily_boards_new(void) { return spk_alloc(sizeof(daily_boards)); }

void daily_boards_free(struct daily_boards *boards)
{
    for (int i = 0; i < KEPT_BOARDS; i++)
        daily_board_let_go(boards->boards[i]);
    spk_free(boards);
}

/* -- Those that are kept ----------------------------------------------------------------------------- */

static daily_board **place_of(const daily_errand *e)
{
    daily_board **all = e->caller.house->http->daily->boards->boards;
    for (int i = 0; i < KEPT_BOARDS; i++)
        if (all[i] && all[i]->game == e->game && all[i]->day == e->day)
            return &all[i];
    return NULL;
}

/* What the errand has read takes the place of what was there, or of the board nobody asked for longest. */
static void keep_board(daily_errand *e)
{
    daily_board **all = e->caller.house->http->daily->boards->boards, **place = place_of(e);
    if (!place) {
        place = all;
        for (int i = 1; i < KEPT_BOARDS; i++)
            if (*place && (!all[i] || all[i]->used_ms < (*place)->used_ms))
                place = &all[i];
    }
    daily_board_let_go(*place);
    *place = e->board;
    e->board->n_users++;
    e->board->read_ms = e->board->used_ms = srv_house_ms(e->caller.house);
}

/* -- Adding to one -------------------------------------------------------------------------------------- */

static daily_leader leader_of(const char *text, int64_t worth)
{
    json_t *o = json_loads(text, 0, NULL);
    const char *name = json_string_value(json_object_get(o, "name"));
    daily_leader l = {.worth = worth,
                      .place = (int)json_integer_value(json_object_get(o, "place")),
                      .score = (int)json_integer_value(json_object_get(o, "score"))};
    snprintf(l.name, sizeof l.name, "%s", name ? name : "");
    json_decref(o);
    return l;
}

/* Behind everybody who did as well. */
static void add_leader(daily_board *b, const daily_leader *l)
{
    int at = b->n_top;
    while (at > 0 && b->top[at - 1].worth < l->worth)
        at--;
    if (at == DAILY_TOP)
        return;
    b->n_top += b->n_top < DAILY_TOP;
    memmove(&b->top[at + 1], &b->top[at], (size_t)(b->n_top - 1 - at) * sizeof *b->top);
    b->top[at] = *l;
}

static void make_room(daily_board *b, int more)
{
    b->worth = spk_realloc(b->worth, (size_t)(b->n + more) * sizeof *b->worth);
    b->who = spk_realloc(b->who, (size_t)(b->n + more) * sizeof *b->who);
}

static void add_worth(daily_board *b, int64_t worth)
{
    int at = b->n;
    while (at > 0 && b->worth[at - 1] < worth)
        at--;
    memmove(&b->worth[at + 1], &b->worth[at], (size_t)(b->n++ - at) * sizeof *b->worth);
    b->worth[at] = worth;
}

static bool has_result(const daily_board *b, uint64_t who)
{
    for (int i = 0; i < b->n; i++)
        if (b->who[i] == who)
            return true;
    return false;
}

/* My own result, if it came after the list was read. */
static void add_mine(const daily_errand *e, daily_board *b)
{
    uint64_t who = srv_try_of(e->caller.id);
    if (!e->is_finished || has_result(b, who))
        return;
    daily_leader l = leader_of(spk_buf_text(&e->mine), e->worth);
    make_room(b, 1);
    b->who[b->n] = who;
    add_worth(b, e->worth);
    add_leader(b, &l);
}

/* -- Reading one ------------------------------------------------------------------------------------------ */

/* Of a try, whose key is DAY/GAME/ACCOUNT. */
static uint64_t owner_of(const srv_note *note)
{
    const char *account = strrchr(note->key, '/');
    return srv_try_of(account ? account + 1 : note->key);
}

static void ask_results(daily_errand *e, const srv_note *after);

static void on_results(void *context, const srv_answer *a)
{
    daily_errand *e = context;
    daily_board *b = e->board;
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    make_room(b, a->n_notes + 1);
    for (int i = 0; i < a->n_notes; i++) {
        b->who[b->n] = owner_of(&a->notes[i]);
        b->worth[b->n++] = a->notes[i].rank;
        if (b->n_top < DAILY_TOP)
            b->top[b->n_top++] = leader_of(a->notes[i].text, a->notes[i].rank);
    }
    if (a->more && a->n_notes)
        ask_results(e, &a->notes[a->n_notes - 1]);
    else {
        keep_board(e);
        e->next(e);
    }
}

static void ask_results(daily_errand *e, const srv_note *after)
{
    char list[SRV_KEY_ROOM];
    daily_key(e, NULL, list);
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTES,
                                .kind = SRV_DAILY_TRIES,
                                .list = list,
                                .falling = true,
                                .after_at = after ? after->rank : 0,
                                .after_id = after ? after->key : NULL},
                   on_results);
}

static daily_board *new_board(const daily_errand *e)
{
    daily_board *b = spk_alloc(sizeof *b);
    b->game = e->game;
    b->day = e->day;
    return b;
}

void daily_want_board(daily_errand *e, void (*next)(daily_errand *e))
{
    int64_t now = srv_house_ms(e->caller.house);
    daily_board **kept = place_of(e);
    bool is_fresh = kept && now - (*kept)->read_ms < BOARD_MS;
    e->next = next;
    e->board = is_fresh ? *kept : new_board(e);
    e->board->n_users++;
    if (!is_fresh) {
        ask_results(e, NULL);
        return;
    }
    e->board->used_ms = now;
    add_mine(e, e->board);
    next(e);
}
