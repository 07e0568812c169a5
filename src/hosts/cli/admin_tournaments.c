/* admin_tournaments.c: `speakeasy admin tournaments`: which there are, how one stands, and calling one off. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/cli/admin.h"
#include "hosts/server/tournament/tournament.h"

static const char *printable(const char *text)
{
    return cli_is_printable(text, strlen(text)) ? text : "?";
}

/* -- list --------------------------------------------------------------------------------------------- */

static void list_one(admin *a, const char *id)
{
    spk_why why = {0};
    srv_tournament *t = srv_tournament_load_now(a->store, id, &why);
    if (!t) {
        printf("%-12s  %s\n", id, why.text);
        return;
    }
    printf("%-12s  %-17s %-11s %-9s %5d %8d  %s\n", t->id, t->setup.game->key,
           tournament_kind_words[t->setup.kind], srv_tournament_status(t), tournament_round(t->t),
           tournament_entrants(t->t), printable(t->setup.name));
    srv_tournament_free(t);
}

static int list(admin *a)
{
    uint64_t limit = cli_number(a->args, "count", 50);
    srv_query query = {.what = SRV_ASK_NOTES,
                       .kind = SRV_TOURNAMENTS,
                       .falling = true,
                       .limit = limit < SRV_PAGE ? (int)limit : SRV_PAGE};
    srv_found found;
    int code = CLI_DONE;
    if (srv_store_ask_now(a->store, &query, &found) != SPK_OK)
        code = cli_error("%s", found.answer.why);
    else
        printf("%-12s  %-17s %-11s %-9s %5s %8s  %s\n", "tournament", "game", "kind", "status",
               "round", "entrants", "name");
    for (int i = 0; code == CLI_DONE && i < found.answer.n_notes; i++)
        list_one(a, found.answer.notes[i].key);
    srv_found_release(&found);
    return code;
}

/* -- show --------------------------------------------------------------------------------------------- */

static void show_json(const srv_tournament *t)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    srv_tournament_print(t, &j);
    srv_tournament_print_log(t, &j);
    spk_json_close(&j, '}');
    puts(spk_buf_text(&out));
    spk_buf_release(&out);
}

static void show_row(const srv_tournament *t, const tournament_row *r)
{
    const srv_entrant *e = &t->entrants[r->entrant - 1];
    printf("%5d  %-30s %7.3f %6d %5d %5d  %s\n", r->place, printable(e->name),
           (double)r->points / TOURNAMENT_POINT, r->games, r->wins, r->byes,
           r->has_left ? "left" : "");
}

static void show_text(const srv_tournament *t)
{
    tournament_row *rows = spk_alloc((size_t)(tournament_entrants(t->t) + 1) * sizeof *rows);
    printf("%-11s %s\n%-11s %s\n%-11s %s, %d players at a table\n%-11s %s\n%-11s %s%s%s\n%-11s %d "
           "of %d\n",
           "tournament", t->id, "name", printable(t->setup.name), "game", t->setup.game->key,
           t->setup.players, "kind", tournament_kind_words[t->setup.kind], "status",
           srv_tournament_status(t), *t->why ? ": " : "", printable(t->why), "round",
           tournament_round(t->t), tournament_rounds(t->t));
    for (int i = 1; i <= tournament_tables(t->t); i++)
        if (!tournament_table_at(t->t, i)->is_over)
            printf("%-11s %s\n", "playing", t->pairings[i - 1].id);
    printf("%5s  %-30s %7s %6s %5s %5s\n", "place", "name", "points", "games", "wins", "byes");
    tournament_standings(t->t, rows);
    for (int i = 0; i < tournament_entrants(t->t); i++)
        show_row(t, &rows[i]);
    spk_free(rows);
}

static int show(admin *a, const char *id)
{
    spk_why why = {0};
    srv_tournament *t = srv_tournament_load_now(a->store, id, &why);
    if (!t)
        return cli_error("%s", why.text);
    (cli_has(a->args, "json") ? show_json : show_text)(t);
    srv_tournament_free(t);
    return CLI_DONE;
}

/* -- cancel ------------------------------------------------------------------------------------------- */

/* A server may write the next line at the same moment: then it is read again. */
static int cancel(admin *a, const char *id)
{
    enum { TRIES = 5 };
    const char *reason = cli_text(a->args, "reason");
    spk_err err = SPK_ESTALE;
    spk_why why = {0};
    if (!reason || strlen(reason) >= SRV_REASON)
        return cli_error("'admin tournaments cancel' needs --reason TEXT: its players read it");
    if (!admin_sure(a, "Call this tournament off? Games that are not over count for nobody."))
        return CLI_WRONG;
    for (int i = 0; i < TRIES && err == SPK_ESTALE; i++) {
        srv_tournament *t = srv_tournament_load_now(a->store, id, &why);
        if (!t)
            return cli_error("%s", why.text);
        if (tournament_state(t->t) == TOURNAMENT_OVER)
            err = spk_fail(&why, SPK_EREFUSED, "This tournament is over.");
        else
            err = srv_tournament_cancel_now(a->store, t, a->now, reason, &why);
        srv_tournament_free(t);
    }
    if (err != SPK_OK)
        return cli_error("%s", why.text);
    printf("Called off %s.\n", id);
    return CLI_DONE;
}

int admin_tournaments(admin *a)
{
    const char *what = a->word[0], *id = a->word[1];
    if (!what)
        return list(a);
    if (!id || (!spk_str_eq(what, "show") && !spk_str_eq(what, "cancel")))
        return cli_error("'admin tournaments' takes show ID or cancel ID --reason TEXT");
    return spk_str_eq(what, "show") ? show(a, id) : cancel(a, id);
}
