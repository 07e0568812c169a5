/* admin.c: `speakeasy admin`: finding the store and looking at it. See admin.h. */
#include "hosts/cli/admin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/str.h"
#include "hosts/cli/settings.h"
#include "hosts/nearest.h"

/* -- What all share ------------------------------------------------------------------------------ */

int admin_failed(const char *what, const spk_why *why)
{
    return cli_error("%s: %s", what, why->text);
}

int admin_table(admin *a, const char *id, srv_found *found)
{
    spk_err err = srv_store_ask_now(a->store, &(srv_query){.what = SRV_ASK_TABLE, .id = id}, found);
    if (err == SPK_OK)
        return 0;
    int code = err == SPK_EUNKNOWN ? cli_error("there is no table '%s'", id)
                                   : cli_error("%s", found->answer.why);
    srv_found_release(found);
    return code;
}

static bool is_wanted(const admin *a, const srv_row *t)
{
    return a->older_ms == 0 || t->updated < a->now - a->older_ms;
}

/* One page; the last table's place goes into 'query' for the next. False: there is none. */
static bool walk_page(admin *a, srv_query *query, char id[SRV_ID_ROOM], admin_each *each,
                      void *context, int *code)
{
    srv_found found;
    if (srv_store_ask_now(a->store, query, &found) != SPK_OK)
        *code = cli_error("%s", found.answer.why);
    bool more = *code == 0 && found.answer.more;
    for (int i = 0; *code == 0 && i < found.answer.n_tables; i++) {
        const srv_row *t = &found.answer.tables[i];
        if (is_wanted(a, t) && !each(context, t)) {
            more = false;
            break;
        }
        query->after_at = t->created;
        memcpy(id, t->id, strlen(t->id) + 1);
    }
    query->after_id = id;
    srv_found_release(&found);
    return more;
}

int admin_walk(admin *a, admin_each *each, void *context)
{
    char id[SRV_ID_ROOM];
    srv_query query = {.what = SRV_ASK_ALL, .status = a->status};
    int code = 0;
    while (walk_page(a, &query, id, each, context, &code))
        ;
    return code;
}

/* Names are strangers' words. */
static void print_name(const char *name, spk_buf *out)
{
    spk_buf_puts(out, cli_is_printable(name, strlen(name)) ? name : "?");
}

void admin_print_people(const srv_row *t, spk_buf *out)
{
    for (int i = 0; i < t->n_seats; i++) {
        const srv_seat *s = &t->seats[i];
        spk_buf_puts(out, i ? ", " : "");
        if (s->kind == ROOM_OPEN)
            spk_buf_puts(out, "(open)");
        else if (s->kind == ROOM_BOT)
            spk_buf_printf(out, "bot %s", s->bot ? s->bot : "");
        else
            print_name(s->name ? s->name : "?", out);
    }
}

bool admin_sure(admin *a, const char *question)
{
    spk_buf prompt = {0}, line = {0};
    if (cli_has(a->args, "yes"))
        return true;
    if (!cli_is_dialogue()) {
        cli_error("%s Nobody can be asked here: --yes says so", question);
        return false;
    }
    spk_buf_printf(&prompt, "%s [y/N] ", question);
    bool sure = cli_ask(spk_buf_text(&prompt), &line) &&
                (spk_str_eq(spk_buf_text(&line), "y") || spk_str_eq(spk_buf_text(&line), "yes"));
    if (!sure)
        puts("Nothing was changed.");
    spk_buf_release(&prompt);
    spk_buf_release(&line);
    return sure;
}

/* -- Times --------------------------------------------------------------------------------------- */

/* "3d", "5h", "12m", "7s": how long ago. */
static const char *ago(int64_t ms, char text[24])
{
    static const struct {
        int64_t ms;
        char unit;
    } units[] = {{86400000, 'd'}, {3600000, 'h'}, {60000, 'm'}, {1000, 's'}};
    int i = 0;
    while (i < 3 && ms < 2 * units[i].ms)
        i++;
    snprintf(text, 24, "%" PRId64 "%c", ms > 0 ? ms / units[i].ms : 0, units[i].unit);
    return text;
}

static void print_time(const char *label, int64_t ms, int64_t now)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm at;
    char text[32], since[24];
    gmtime_r(&seconds, &at);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &at);
    printf("%-11s %s UTC, %s ago\n", label, text, ago(now - ms, since));
}

/* "90d", "12h", "30m". */
static bool read_age(const char *text, int64_t *ms)
{
    static const char units[] = "mhd";
    static const int64_t unit_ms[] = {60000, 3600000, 86400000};
    size_t n = strspn(text, "0123456789");
    const char *unit = n && n < 7 && text[n] ? strchr(units, text[n]) : NULL;
    if (!unit || text[n + 1])
        return false;
    *ms = atoi(text) * unit_ms[unit - units];
    return *ms > 0;
}

/* -- list ---------------------------------------------------------------------------------------- */

typedef struct listing {
    admin *a;
    uint64_t limit;
    uint64_t n;
    bool json;
} listing;

static void list_json(const srv_row *t)
{
    spk_buf out = {0}, people = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    spk_json_key(&j, "id"), spk_json_str(&j, t->id);
    spk_json_key(&j, "game"), spk_json_str(&j, t->game);
    spk_json_key(&j, "status"), spk_json_str(&j, room_status_words[t->status]);
    spk_json_key(&j, "players"), spk_json_int(&j, t->players);
    spk_json_key(&j, "entries"), spk_json_int(&j, t->n_entries);
    spk_json_key(&j, "created"), spk_json_int(&j, t->created);
    spk_json_key(&j, "updated"), spk_json_int(&j, t->updated);
    spk_json_key(&j, "listed"), spk_json_bool(&j, t->listed);
    admin_print_people(t, &people);
    spk_json_key(&j, "people"), spk_json_str(&j, spk_buf_text(&people));
    spk_json_close(&j, '}');
    puts(spk_buf_text(&out));
    spk_buf_release(&out);
    spk_buf_release(&people);
}

static void list_line(const admin *a, const srv_row *t)
{
    char made[24], last[24];
    spk_buf people = {0};
    admin_print_people(t, &people);
    printf("%-12s  %-17s %-8s %5s %5s %5d  %s\n", t->id, t->game, room_status_words[t->status],
           ago(a->now - t->created, made), ago(a->now - t->updated, last), t->n_entries,
           spk_buf_text(&people));
    spk_buf_release(&people);
}

static bool list_one(void *context, const srv_row *t)
{
    listing *l = context;
    if (l->n == l->limit)
        return false;
    if (l->json)
        list_json(t);
    else
        list_line(l->a, t);
    l->n++;
    return true;
}

int admin_list(admin *a)
{
    listing l = {a, cli_number(a->args, "count", 50), 0, cli_has(a->args, "json")};
    if (!l.json)
        printf("%-12s  %-17s %-8s %5s %5s %5s  %s\n", "table", "game", "status", "made", "last",
               "lines", "who");
    int code = admin_walk(a, list_one, &l);
    if (code == 0 && !l.json && l.n == l.limit)
        printf("These are the newest %" PRIu64 "; --count N shows more.\n", l.n);
    return code;
}

/* -- show ---------------------------------------------------------------------------------------- */

static void show_seat(const srv_seat *s)
{
    spk_buf name = {0};
    print_name(s->name ? s->name : "", &name);
    printf("seat %d      %-7s %s%s%s%s%s\n", s->seat, room_kind_words[s->kind], spk_buf_text(&name),
           s->bot ? (s->takeover ? ", else bot " : " bot ") : "", s->bot ? s->bot : "",
           s->account ? ", account " : "", s->account ? s->account : "");
    spk_buf_release(&name);
}

int admin_show(admin *a)
{
    srv_found found;
    int code = admin_table(a, a->word[0], &found);
    if (code)
        return code;
    const srv_row *t = found.answer.tables;
    printf("%-11s %s\n%-11s %s, %d players\n%-11s %s%s\n", "table", t->id, "game", t->game,
           t->players, "status", room_status_words[t->status], t->listed ? ", listed" : "");
    print_time("made", t->created, a->now);
    print_time("last", t->updated, a->now);
    if (t->finished)
        print_time("finished", t->finished, a->now);
    printf("%-11s %d\n%-11s %d\n", "log lines", t->n_entries, "chat", t->n_chats);
    for (int i = 0; i < t->n_seats; i++)
        show_seat(&t->seats[i]);
    printf("%-11s %s\n", "settings", t->settings);
    if (t->clock)
        printf("%-11s %s\n", "clock", t->clock);
    if (t->rematch_of)
        printf("%-11s %s\n", "rematch of", t->rematch_of);
    if (t->result)
        printf("%-11s %s\n", "result", t->result);
    srv_found_release(&found);
    return CLI_DONE;
}

int admin_status(admin *a)
{
    srv_found found;
    spk_err err = srv_store_ask_now(a->store, &(srv_query){.what = SRV_ASK_COUNTS}, &found);
    int code = err == SPK_OK ? CLI_DONE : cli_error("%s", found.answer.why);
    if (err == SPK_OK) {
        const srv_counts *c = found.answer.counts;
        printf("%-11s %s\n%-11s %" PRId64 " bytes\n", "store", a->name, "size", c->file_bytes);
        printf("%-11s %" PRId64 "\n", "tables", c->tables[ROOM_STATUS_ANY]);
        for (int i = 1; i < ROOM_STATUS_COUNT; i++)
            printf("  %-9s %" PRId64 "\n", room_status_words[i], c->tables[i]);
        printf("%-11s %" PRId64 "\n%-11s %" PRId64 "\n", "accounts", c->accounts, "sessions",
               c->sessions);
    }
    srv_found_release(&found);
    return code;
}

/* -- The command --------------------------------------------------------------------------------- */

static const struct action {
    const char *name;
    int min_words, max_words;
    int (*run)(admin *a);
} actions[] = {
    {"list", 0, 0, admin_list},
    {"show", 1, 1, admin_show},
    {"status", 0, 0, admin_status},
    {"close", 1, 1, admin_close},
    {"export", 1, 1, admin_export},
    {"delete", 0, 1, admin_delete},
    {"forget", 1, 2, admin_forget},
    {"backup", 1, 1, admin_backup},
    {"vacuum", 0, 0, admin_vacuum},
    {"check", 0, 0, admin_check},
    {"reports", 0, 2, admin_reports},
    {"ratings", 0, 1, admin_ratings},
    {"tournaments", 0, 2, admin_tournaments},
    {"move-store", 2, 2, admin_move_store},
};
enum { N_ACTIONS = sizeof actions / sizeof *actions };

static const struct action *find_action(const cli_args *args)
{
    const char *names[N_ACTIONS];
    for (int i = 0; i < N_ACTIONS; i++)
        names[i] = actions[i].name;
    int i = spk_str_find(args->word[0], names, N_ACTIONS), n = args->n_words - 1;
    const char *near = i < 0 ? host_nearest(args->word[0], names, N_ACTIONS) : NULL;
    if (near)
        cli_error("admin has no '%s'; did you mean '%s'?", args->word[0], near);
    else if (i < 0)
        cli_error("admin has no '%s'; 'speakeasy admin --help' lists what it does", args->word[0]);
    else if (n < actions[i].min_words)
        cli_error("'admin %s' needs more; see 'speakeasy admin --help'", names[i]);
    else if (n > actions[i].max_words)
        cli_error("'%s' is one word too many for 'admin %s'", args->word[actions[i].max_words + 1],
                  names[i]);
    else
        return &actions[i];
    return NULL;
}

static int open_store(admin *a, const srv_config *config, spk_buf *path)
{
    spk_why why = {0};
    a->in_database = *config->store;
    if (!a->in_database && spk_str_eq(config->data, "memory"))
        return cli_error("a server in memory has no store; name one with --data DIR");
    if (srv_config_store_path(config, false, path, &why) != SPK_OK && !a->in_database)
        return cli_error("%s", why.text);
    a->path = spk_buf_text(path);
    const char *place = a->in_database ? config->store : a->path;
    srv_store_name(place, a->name, sizeof a->name);
    a->store = srv_store_open(
        &(srv_store_options){
            .clock = host_clock_real, .path = place, .durability = SRV_FULL, .must_exist = true},
        &why);
    return a->store ? 0 : cli_error("%s", why.text);
}

static int read_filter(admin *a)
{
    const char *older = cli_text(a->args, "older");
    if (cli_has(a->args, "status"))
        a->status = (room_status)(cli_number(a->args, "status", 0) + ROOM_WAITING);
    if (older && !read_age(older, &a->older_ms))
        return cli_error("--older takes a time like 90d, 12h or 30m, not '%s'", older);
    return 0;
}

static int run(const cli_args *args)
{
    const struct action *action = find_action(args);
    admin a = {.args = args, .word = {args->word[1], args->word[2]}};
    a.now = (int64_t)time(NULL) * 1000;
    srv_config config;
    spk_buf path = {0};
    if (!action || read_filter(&a))
        return CLI_WRONG;
    int code = cli_settings_load(&config, args);
    a.config = &config;
    if (code == 0 && action->run != admin_move_store)
        code = open_store(&a, &config, &path);
    if (code == 0)
        code = action->run(&a);
    srv_store_close(a.store);
    srv_config_release(&config);
    spk_buf_release(&path);
    return code;
}

static const cli_option options[] = {
    {"data", "DIR", CLI_TEXT, 0, 0,
     "the server's data directory (default: as for 'speakeasy serve')"},
    {"store", "URL", CLI_TEXT, 0, 0,
     "the server's PostgreSQL database, if its tables are in one: postgresql://USER@HOST/NAME"},
    {"config", "FILE", CLI_TEXT, 0, 0, "read these two from the server's config file"},
    {"status", "open|playing|paused|finished|closed", CLI_CHOICE, 0, 0,
     "list, delete: only tables with this status"},
    {"older", "TIME", CLI_TEXT, 0, 0,
     "list, delete: only tables unused for this long: 90d, 12h, 30m"},
    {"count", "N", CLI_NUMBER, 1, 1000000, "list: number of tables (default: 50)"},
    {"json", NULL, CLI_FLAG, 0, 0, "list, reports: one JSON object per line"},
    {"out", "FILE", CLI_TEXT, 0, 0, "export: write to this file (default: standard output)"},
    {"reason", "TEXT", CLI_TEXT, 0, 0, "tournaments cancel: why, for those who play in it"},
    {"yes", NULL, CLI_FLAG, 0, 0, "delete without asking"},
    {0},
};

extern const cli_command cli_admin;
const cli_command cli_admin = {
    .name = "admin",
    .about = "manage a server's tables and accounts",
    .words = "<what> [...]",
    .min_words = 1,
    .max_words = 3,
    .options = options,
    .help = "  list                 list the newest tables\n"
            "  show TABLE           show one table\n"
            "  status               count tables and accounts, show the size of the store\n"
            "  close TABLE          end the game for good; the table can still be viewed\n"
            "  export TABLE         write the game as a .play record\n"
            "  delete TABLE         delete a table and everything that belongs to it\n"
            "  delete --older 90d   delete old tables (with --status finished: only those)\n"
            "  forget NAME          delete an account with its sessions, its names and its\n"
            "                       chat messages\n"
            "  forget TABLE SEAT    the same for one seat (from 0) without an account\n"
            "  backup FILE          copy the store to a new file\n"
            "  vacuum               return the space of deleted tables to the disk\n"
            "  check                verify everything in the store\n"
            "  ratings              show everybody's rating, list by list\n"
            "  ratings recompute    compute every rating again from the finished games\n"
            "  ratings check        the same, but change nothing\n"
            "  reports              show what people have reported and nobody has closed\n"
            "  reports all          show closed reports too\n"
            "  reports close ID     close one\n"
            "  tournaments          list the newest tournaments\n"
            "  tournaments show ID  show how one stands (with --json: everything)\n"
            "  tournaments cancel ID --reason TEXT\n"
            "                       call one off; games that are not over count for nobody\n"
            "  move-store FROM TO   copy a house to an empty store and compare the two; each\n"
            "                       is a data directory or postgresql://USER@HOST/NAME\n\n"
            "All but the last work while the server runs; people at a table that is closed,\n"
            "deleted or forgotten notice within a second. During a vacuum nobody can move.\n",
    .run = run,
};
