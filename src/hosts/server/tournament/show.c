/* show.c: what people and programs are shown of a tournament. All of it follows from the log, and a duplicate's results are in the
 * log only when their round is over: so nothing here has to be left out. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/tournament/inside.h"

/* -- Who ----------------------------------------------------------------------------------------------------- */

int srv_tournament_entrant(const srv_tournament *t, const char *account, const uint8_t *token)
{
    int found = 0;
    for (int i = 0; i < t->n_entrants; i++) {
        const srv_entrant *e = &t->entrants[i];
        if ((account && *account && spk_str_eq(account, e->account)) ||
            (token && e->has_token && srv_hash_eq(token, e->token)))
            found = i + 1;
    }
    return found;
}

bool srv_tournament_is_maker(const srv_tournament *t, const char *account, const uint8_t *token)
{
    const srv_setup *s = &t->setup;
    return (*s->maker && account && spk_str_eq(account, s->maker)) ||
           (s->has_token && token && srv_hash_eq(token, s->token));
}

bool srv_tournament_has_name(const srv_tournament *t, const char *name)
{
    char look[SRV_NAME_ROOM], other[SRV_NAME_ROOM];
    srv_name_look(name, look);
    for (int i = 0; i < t->n_entrants; i++) {
        srv_name_look(t->entrants[i].name, other);
        if (spk_str_eq(look, other))
            return true;
    }
    return false;
}

const char *srv_tournament_status(const srv_tournament *t)
{
    static const char *const words[] = {[TOURNAMENT_OPEN] = "open",
                                        [TOURNAMENT_RUNNING] = "running",
                                        [TOURNAMENT_CLOSING] = "closing",
                                        [TOURNAMENT_OVER] = "over"};
    return *t->why ? "cancelled" : words[tournament_state(t->t)];
}

/* -- Standings -------------------------------------------------------------------------------------------------- */

static void put_points(spk_json *j, const char *key, int points)
{
    spk_json_any_key(j, key);
    spk_json_real(j, (double)points / TOURNAMENT_POINT, 3);
}

static void print_row(const srv_tournament *t, const tournament_row *r, spk_json *j)
{
    const srv_entrant *e = &t->entrants[r->entrant - 1];
    spk_json_open(j, '{');
    srv_json_int(j, "place", r->place);
    srv_json_int(j, "entrant", r->entrant);
    srv_json_text(j, "name", e->name);
    srv_json_text_or_null(j, "bot", e->bot);
    spk_json_key(j, "left"), spk_json_bool(j, r->has_left);
    put_points(j, "points", r->points);
    srv_json_int(j, "games", r->games);
    srv_json_int(j, "wins", r->wins);
    srv_json_int(j, "byes", r->byes);
    put_points(j, "rivals", r->rivals);
    srv_json_int(j, "share", r->share);
    srv_json_int(j, "reached", r->reached);
    srv_json_int(j, "rank", r->rank);
    srv_json_text(j, "before_next", tournament_tiebreak_words[r->before_next]);
    srv_json_int(j, "table", tournament_table_of(t->t, r->entrant));
    spk_json_close(j, '}');
}

static tournament_row *rows_of(const srv_tournament *t)
{
    tournament_row *rows = spk_alloc((size_t)(tournament_entrants(t->t) + 1) * sizeof *rows);
    tournament_standings(t->t, rows);
    return rows;
}

static void print_standings(const srv_tournament *t, spk_json *j)
{
    tournament_row *rows = rows_of(t);
    spk_json_key(j, "standings"), spk_json_open(j, '[');
    for (int i = 0; i < tournament_entrants(t->t); i++)
        print_row(t, &rows[i], j);
    spk_json_close(j, ']');
    spk_free(rows);
}

/* -- Rounds ------------------------------------------------------------------------------------------------------ */

static void print_seat(const tournament_table *table, int seat, spk_json *j)
{
    bool counts = table->is_over && !table->is_void;
    spk_json_open(j, '{');
    srv_json_int(j, "entrant", table->who[seat]);
    if (counts) {
        srv_json_int(j, "place", table->place[seat]);
        srv_json_int(j, "score", table->score[seat]);
        put_points(j, "points", table->points[seat]);
    }
    spk_json_close(j, '}');
}

static void print_tables(const srv_tournament *t, spk_json *j)
{
    spk_json_key(j, "tables"), spk_json_open(j, '[');
    for (int i = 1; i <= tournament_tables(t->t); i++) {
        const tournament_table *table = tournament_table_at(t->t, i);
        spk_json_open(j, '{');
        srv_json_int(j, "number", i);
        srv_json_int(j, "round", table->round);
        srv_json_text(j, "id", t->pairings[i - 1].id);
        srv_json_text(j, "status", table->is_void ? "void" : table->is_over ? "over" : "playing");
        spk_json_key(j, "seats"), spk_json_open(j, '[');
        for (int seat = 0; seat < table->n; seat++)
            print_seat(table, seat, j);
        spk_json_close(j, ']');
        spk_json_close(j, '}');
    }
    spk_json_close(j, ']');
    spk_json_key(j, "byes"), spk_json_open(j, '[');
    for (int i = 0; i < t->n_byes; i++) {
        spk_json_open(j, '{');
        srv_json_int(j, "round", t->byes[i].round);
        srv_json_int(j, "entrant", t->byes[i].entrant);
        spk_json_close(j, '}');
    }
    spk_json_close(j, ']');
}

/* Of a duplicate: each round's commitment from the beginning, and its seed when it is over. */
static void print_deals(const srv_tournament *t, spk_json *j)
{
    int n_over = srv_tournament_rounds_over(t);
    char hex[2 * SRV_HASH + 1];
    spk_json_key(j, "deals"), spk_json_open(j, '[');
    for (int round = 1; t->setup.kind == TOURNAMENT_DUPLICATE && round <= t->setup.rounds;
         round++) {
        srv_fair fair = {.n_seats = t->setup.players};
        srv_tournament_seed(t, round, fair.seed);
        srv_tournament_deal_name(t->id, round, fair.table);
        srv_fair_commitment(&fair, hex);
        spk_json_open(j, '{');
        srv_json_int(j, "round", round);
        srv_json_text(j, "name", fair.table);
        srv_json_text(j, "commitment", hex);
        srv_json_text_or_null(j, "seed",
                              round <= n_over ? sodium_bin2hex(hex, sizeof hex, fair.seed, SRV_HASH)
                                              : NULL);
        spk_json_close(j, '}');
    }
    spk_json_close(j, ']');
}

/* -- All of it ------------------------------------------------------------------------------------------------------ */

static int n_here(const srv_tournament *t)
{
    int n = 0;
    for (int i = 1; i <= tournament_entrants(t->t); i++)
        n += !tournament_has_left(t->t, i);
    return n;
}

void srv_tournament_summary(const srv_tournament *t, spk_json *j)
{
    srv_json_text(j, "id", t->id);
    srv_setup_print(&t->setup, j);
    srv_json_text(j, "status", srv_tournament_status(t));
    srv_json_int(j, "round", tournament_round(t->t));
    srv_json_int(j, "rounds", tournament_rounds(t->t));
    srv_json_int(j, "entrants", n_here(t));
    srv_json_text_or_null(j, "why", t->why);
}

void srv_tournament_print(const srv_tournament *t, spk_json *j)
{
    srv_tournament_summary(t, j);
    spk_json_key(j, "began");
    if (t->began_at)
        spk_json_int(j, t->began_at);
    else
        spk_json_null(j);
    spk_json_key(j, "ends");
    if (t->setup.kind == TOURNAMENT_ARENA && t->began_at)
        spk_json_int(j, t->began_at + (int64_t)t->setup.minutes * 60000);
    else
        spk_json_null(j);
    print_standings(t, j);
    print_tables(t, j);
    print_deals(t, j);
}

/* From these the standings can be computed again. The lots are of use to nobody before it begins, and then they are drawn. */
void srv_tournament_print_log(const srv_tournament *t, spk_json *j)
{
    tournament_plan plan;
    char seed[24];
    srv_tournament_plan(&t->setup, &plan);
    spk_json_key(j, "plan"), spk_json_open(j, '{');
    srv_json_text(j, "kind", tournament_kind_words[plan.kind]);
    srv_json_int(j, "seats", plan.seats);
    srv_json_int(j, "least_seats", plan.least_seats);
    srv_json_int(j, "most_seats", plan.most_seats);
    srv_json_int(j, "rounds", plan.rounds);
    srv_json_int(j, "late_rounds", plan.late_rounds);
    spk_json_key(j, "seed");
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)plan.seed);
    if (tournament_state(t->t) == TOURNAMENT_OVER)
        spk_json_str(j, seed);
    else
        spk_json_null(j);
    spk_json_close(j, '}');
    spk_json_key(j, "log"), spk_json_open(j, '[');
    for (const char *line = spk_buf_text(&t->log), *end; (end = strchr(line, '\n'));
         line = end + 1) {
        spk_buf one = {0};
        spk_buf_add(&one, line, (size_t)(end - line));
        spk_json_str(j, spk_buf_text(&one));
        spk_buf_release(&one);
    }
    spk_json_close(j, ']');
}

/* A name for a spreadsheet: in quotes, and nothing that one would compute. */
static void put_cell(const char *text, spk_buf *out)
{
    spk_buf_putc(out, '"');
    if (strchr("=+-@\t\r", *text) && *text)
        spk_buf_putc(out, '\'');
    for (; *text; text++) {
        if (*text == '"')
            spk_buf_putc(out, '"');
        spk_buf_putc(out, *text);
    }
    spk_buf_putc(out, '"');
}

void srv_tournament_csv(const srv_tournament *t, spk_buf *out)
{
    tournament_row *rows = rows_of(t);
    spk_buf_puts(out, "place,name,bot,left,points,games,wins,byes,rivals,share,reached,rank\r\n");
    for (int i = 0; i < tournament_entrants(t->t); i++) {
        const tournament_row *r = &rows[i];
        const srv_entrant *e = &t->entrants[r->entrant - 1];
        spk_buf_printf(out, "%d,", r->place);
        put_cell(e->name, out);
        spk_buf_printf(out, ",%s,%s,%.3f,%d,%d,%d,%.3f,%.3f,%d,%d\r\n", e->bot,
                       r->has_left ? "yes" : "no", (double)r->points / TOURNAMENT_POINT, r->games,
                       r->wins, r->byes, (double)r->rivals / TOURNAMENT_POINT, r->share / 1000.0,
                       r->reached, r->rank);
    }
    spk_free(rows);
}
