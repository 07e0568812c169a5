/* standings.c: who of a crew's members is the best at a game: ratings of their own, from the games among them alone. They are worked
 * out anew from the crew's rounds whenever somebody looks, the oldest first. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/server/http/crews/inside.h"

enum { MOST_ROUNDS = 2000 }; /* that standings are made of, the newest */

/* A game among members: who of them was there, by number, and in which places. */
typedef struct crew_round {
    const spk_game *game;
    int n;
    uint8_t who[RATING_MOST_PLAYERS];
    int place[RATING_MOST_PLAYERS];
} crew_round;

/* -- Rounds --------------------------------------------------------------------------------------- */

static int member_of(const crew_errand *e, const char *who)
{
    for (int i = 0; strncmp(who, "a:", 2) == 0 && i < e->n_members; i++)
        if (spk_str_eq(e->members[i].account, who + 2))
            return i;
    return -1;
}

/* Bots, guests and those who have left the crew do not count: a game is one between the members who were there. */
static void take_round(crew_errand *e, const srv_note *n)
{
    srv_rated line;
    char game[SRV_LIST_ROOM];
    crew_round *r = &e->rounds[e->n_rounds];
    if (!srv_rated_read(n, &line))
        return;
    *r = (crew_round){0};
    snprintf(game, sizeof game, "%.*s", (int)strcspn(line.list, "/"), line.list);
    r->game = spk_game_find(game);
    for (int i = 0; i < line.n; i++) {
        int who = member_of(e, line.seat[i].who);
        bool twice = false;
        for (int k = 0; k < r->n; k++)
            twice |= r->who[k] == who;
        if (who < 0 || twice)
            continue;
        r->who[r->n] = (uint8_t)who;
        r->place[r->n++] = line.seat[i].place;
    }
    e->n_rounds += r->game && r->n >= 2;
}

static void ask_rounds(crew_errand *e);

static void on_rounds(void *context, const srv_answer *a)
{
    crew_errand *e = context;
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    for (int i = 0; i < a->n_notes && e->n_rounds < MOST_ROUNDS; i++) {
        take_round(e, &a->notes[i]);
        e->after_at = a->notes[i].rank;
        snprintf(e->after_id, sizeof e->after_id, "%s", a->notes[i].key);
    }
    if (a->more && e->n_rounds < MOST_ROUNDS)
        ask_rounds(e);
    else
        e->counted(e);
}

static void ask_rounds(crew_errand *e)
{
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTES,
                                .kind = SRV_KIND_ROUND,
                                .list = e->crew,
                                .falling = true,
                                .after_at = e->after_at,
                                .after_id = *e->after_id ? e->after_id : NULL},
                   on_rounds);
}

void crew_want_rounds(crew_errand *e, void (*next)(crew_errand *e))
{
    spk_free(e->rounds);
    e->rounds = spk_alloc((MOST_ROUNDS + 1) * sizeof *e->rounds);
    e->n_rounds = 0;
    e->counted = next;
    *e->after_id = '\0';
    ask_rounds(e);
}

/* -- Standings ------------------------------------------------------------------------------------- */

static void count_round(crew_errand *e, const crew_round *r)
{
    rating ratings[RATING_MOST_PLAYERS];
    int best = r->place[0];
    for (int i = 0; i < r->n; i++) {
        ratings[i] = e->members[r->who[i]].rating;
        best = r->place[i] < best ? r->place[i] : best;
    }
    rating_update(ratings, r->place, r->n);
    for (int i = 0; i < r->n; i++) {
        crew_member *m = &e->members[r->who[i]];
        m->rating = ratings[i];
        m->games++;
        m->wins += r->place[i] == best;
    }
}

/* More points first; of equals, who has been in the crew longer. */
static bool is_before(const crew_member *a, const crew_member *b)
{
    int x = rating_points(&a->rating), y = rating_points(&b->rating);
    return x != y ? x > y : a < b;
}

static void print_row(const crew_errand *e, const crew_member *m, spk_json *j)
{
    int place = 1;
    for (int i = 0; i < e->n_members; i++)
        place +=
            e->members[i].games && rating_points(&e->members[i].rating) > rating_points(&m->rating);
    spk_json_open(j, '{');
    srv_json_int(j, "place", place);
    srv_json_text(j, "name", m->name);
    srv_json_int(j, "points", rating_points(&m->rating));
    srv_json_int(j, "games", m->games);
    srv_json_int(j, "wins", m->wins);
    spk_json_close(j, '}');
}

static void print_rows(crew_errand *e, spk_json *j)
{
    const crew_member *last = NULL;
    for (int n = 0; n < e->n_members; n++) {
        const crew_member *best = NULL;
        for (int i = 0; i < e->n_members; i++) {
            const crew_member *m = &e->members[i];
            if (m->games && (!last || is_before(last, m)) && (!best || is_before(m, best)))
                best = m;
        }
        if (!best)
            return;
        print_row(e, best, j);
        last = best;
    }
}

/* The oldest first: the notes came newest first. */
static void print_game(crew_errand *e, const spk_game *game, spk_json *j)
{
    int n = 0;
    for (int i = 0; i < e->n_members; i++) {
        e->members[i].rating = RATING_NEW;
        e->members[i].games = e->members[i].wins = 0;
    }
    for (int i = e->n_rounds; i-- > 0;)
        if (e->rounds[i].game == game) {
            count_round(e, &e->rounds[i]);
            n++;
        }
    if (!n)
        return;
    spk_json_key(j, game->key), spk_json_open(j, '[');
    print_rows(e, j);
    spk_json_close(j, ']');
}

void crew_print_standings(crew_errand *e, spk_json *j)
{
    srv_json_int(j, "rounds", e->n_rounds);
    spk_json_key(j, "standings"), spk_json_open(j, '{');
    for (int i = 0; i < spk_n_games; i++)
        print_game(e, spk_games[i], j);
    spk_json_close(j, '}');
}
