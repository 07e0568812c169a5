/* admin_ratings.c: `speakeasy admin ratings`: where everybody stands, and all of it computed again. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "hosts/cli/admin.h"
#include "hosts/server/league/league.h"

static void print_line(int place, const srv_standing *s)
{
    bool is_printable = cli_is_printable(s->name, strlen(s->name));
    printf("%5d  %-30s %6d  +-%-4d %6d %6d\n", place, is_printable ? s->name : "?",
           rating_points(&s->rating), rating_doubt(&s->rating), s->games, s->wins);
}

/* One list; the best first. */
static int show_list(admin *a, const char *list)
{
    uint64_t limit = cli_number(a->args, "count", 50);
    srv_query query = {.what = SRV_ASK_NOTES,
                       .kind = "rating",
                       .list = list,
                       .falling = true,
                       .limit = limit < SRV_PAGE ? (int)limit : SRV_PAGE};
    srv_found found;
    srv_standing s;
    int code = 0;
    if (srv_store_ask_now(a->store, &query, &found) != SPK_OK)
        code = cli_error("%s", found.answer.why);
    if (code == 0)
        printf("%s\n%5s  %-30s %6s  %-6s %6s %6s\n", list, "place", "name", "points", "doubt",
               "games", "wins");
    for (int i = 0; code == 0 && i < found.answer.n_notes; i++)
        if (srv_standing_read(&found.answer.notes[i], &s))
            print_line(i + 1, &s);
    srv_found_release(&found);
    return code;
}

static int show_all(admin *a)
{
    srv_found found;
    int code = 0;
    if (srv_store_ask_now(a->store, &(srv_query){.what = SRV_ASK_NOTES, .kind = "ladder"},
                          &found) != SPK_OK)
        code = cli_error("%s", found.answer.why);
    if (code == 0 && found.answer.n_notes == 0)
        puts("No game has been rated yet.");
    for (int i = 0; code == 0 && i < found.answer.n_notes; i++)
        code = show_list(a, found.answer.notes[i].key);
    srv_found_release(&found);
    return code;
}

static int compute(admin *a, bool write)
{
    srv_recount found;
    spk_why why = {0};
    if (srv_league_recompute(a->store, a->now, write, &found, &why) != SPK_OK)
        return admin_failed("ratings", &why);
    if (found.changed && !write)
        return cli_error("%" PRId64 " notes are not what %" PRId64
                         " games say; 'admin ratings recompute' puts them right",
                         found.changed, found.lines);
    printf("%" PRId64 " games, %" PRId64 " lists, %" PRId64 " players: ", found.lines, found.lists,
           found.players);
    if (found.changed)
        printf("%" PRId64 " notes were wrong and are right now.\n", found.changed);
    else
        puts("every rating is what the games say.");
    return CLI_DONE;
}

int admin_ratings(admin *a)
{
    const char *what = a->word[0];
    if (!what)
        return show_all(a);
    if (spk_str_eq(what, "recompute"))
        return compute(a, true);
    if (spk_str_eq(what, "check"))
        return compute(a, false);
    return cli_error("'admin ratings' takes recompute or check, not '%s'", what);
}
