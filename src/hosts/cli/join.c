/* join.c: `speakeasy join`: at a server's table from the terminal. Here a table is found or made and a seat taken, by questions
 * and answers; playing is hosts/join on the screens of hosts/tui. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/str.h"
#include "games/registry.h"
#include "hosts/cli/full.h"
#include "hosts/join/account.h"
#include "hosts/join/http.h"
#include "hosts/join/session.h"
#include "hosts/tui/term.h"

typedef struct joiner {
    const cli_args *args;
    join_address at;
    const char *ca;
    join_address shown; /* the server's, in links that others read */
    char name[ROOM_NAME];
    join_account account; /* signed in, or nobody */
    json_t *own_tables;   /* of the account; NULL: not asked for yet */
    bool sits;            /* by the account: no token is needed */
    spk_buf line;
} joiner;

static json_t *ask_house(joiner *j, const char *method, const char *path, const json_t *body,
                         int *code)
{
    spk_why why = {0};
    json_t *answer = join_ask(&j->at, j->ca, method, path, j->account.session, body, &why);
    *code = answer ? 0 : cli_error("%s: %s", j->at.host, cli_tr(why.text));
    return answer;
}

/* -- Questions ---------------------------------------------------------------------------------------- */

/* A line; an empty one is 'usual'. NULL: the input is over. */
static const char *ask(joiner *j, const char *question, const char *usual)
{
    char prompt[200];
    snprintf(prompt, sizeof prompt, *usual ? "%s [%s] > " : "%s%s > ", question, usual);
    if (!cli_ask(prompt, &j->line))
        return NULL;
    return j->line.n ? spk_buf_text(&j->line) : usual;
}

/* --name, else what the person answers; the user's own name is offered. */
static int take_name(joiner *j)
{
    spk_why why = {0};
    const char *given = cli_text(j->args, "name"), *user = getenv("USER");
    if (!given && *j->account.name)
        given = j->account.name;
    if (*j->name)
        return 0;
    for (;;) {
        const char *name = given ? given : ask(j, cli_tr("Your name"), user ? user : "");
        if (!name)
            return cli_error("no name was given");
        if (room_name_read(name, strlen(name), j->name, &why) == SPK_OK)
            return 0;
        if (given)
            return cli_refused(NULL, &why);
        puts(cli_tr(why.text));
    }
}

static int take_number(joiner *j, const char *question, int lo, int hi, int usual, int *number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", usual);
    for (;;) {
        const char *line = ask(j, question, text);
        if (!line)
            return cli_error("nothing was chosen");
        if (spk_str_int(line, lo, hi, number))
            return 0;
        printf(cli_tr("Please type a number from %d to %d."), lo, hi);
        putchar('\n');
    }
}

/* -- Accounts ----------------------------------------------------------------------------------------- */

enum { PASSWORD_TRIES = 3 };

/* False: the person thought better of it. A new one is typed twice, until both are the same. */
static bool ask_password(bool is_new, spk_buf *password)
{
    spk_buf again = {0};
    bool given, same;
    do {
        given = cli_ask_secret(cli_tr("Password (nothing is shown) > "), password) &&
                (!is_new || cli_ask_secret(cli_tr("The same password again > "), &again));
        same = !is_new || spk_str_eq(spk_buf_text(password), spk_buf_text(&again));
        if (given && !same)
            puts(cli_tr("These two differ."));
    } while (given && !same);
    cli_wipe(&again);
    spk_buf_release(&again);
    return given;
}

/* Nobody is turned away for a slip of the finger. 'why' says what the server said last. */
static spk_err sign_in(joiner *j, const char *name, bool is_new, spk_why *why)
{
    spk_err err = spk_fail(why, SPK_EREFUSED, "no password was given");
    spk_buf password = {0};
    for (int i = 0; i < PASSWORD_TRIES && err != SPK_OK && ask_password(is_new, &password); i++) {
        err = join_sign_in(&j->at, j->ca, name, spk_buf_text(&password), is_new, &j->account, why);
        if (err != SPK_OK && i + 1 < PASSWORD_TRIES)
            puts(cli_tr(why->text));
    }
    cli_wipe(&password);
    spk_buf_release(&password);
    return err;
}

static int sign_in_as(joiner *j, const char *name, bool is_new)
{
    spk_why why = {0};
    if (sign_in(j, name, is_new, &why) != SPK_OK)
        return cli_error("%s: %s", j->at.host, cli_tr(why.text));
    return 0;
}

/* From the list of tables; whoever does not get in is back there. */
static int ask_to_sign_in(joiner *j, bool is_new)
{
    spk_why why = {0};
    char name[ROOM_NAME];
    const char *user = getenv("USER");
    const char *line = ask(j, cli_tr("Name of the account"), user ? user : "");
    if (!line)
        return cli_error("no name was given");
    snprintf(name, sizeof name, "%s", line);
    if (sign_in(j, name, is_new, &why) != SPK_OK)
        puts(cli_tr(why.text));
    return 0;
}

/* The account's tables into j->own_tables; without an account there are none. */
static int find_own_tables(joiner *j)
{
    spk_why why = {0};
    json_decref(j->own_tables);
    j->own_tables =
        *j->account.session ? join_own_tables(&j->at, j->ca, &j->account, &why) : json_array();
    return j->own_tables ? 0 : cli_error("%s: %s", j->at.host, cli_tr(why.text));
}

/* -- Making a table ----------------------------------------------------------------------------------- */

/* "open", "bot:hard" */
static int add_seat(json_t *seats, const char *who)
{
    if (spk_str_eq(who, "open"))
        json_array_append_new(seats, json_pack("{s:s}", "kind", "open"));
    else if (strncmp(who, "bot:", 4) == 0)
        json_array_append_new(seats, json_pack("{s:s,s:s}", "kind", "bot", "bot", who + 4));
    else
        return cli_error("--seat takes open or bot:NAME, not '%s'", who);
    return 0;
}

static int take_answer(joiner *j, const json_t *made)
{
    const char *id = json_string_value(json_object_get(made, "id"));
    const json_t *seat = json_array_get(json_object_get(made, "seats"), 0);
    const char *token = json_string_value(json_object_get(seat, "token"));
    spk_buf link = {0};
    spk_why why = {0};
    join_address at = j->at;
    if (!id || !token)
        return cli_error("%s: the server's answer cannot be read", j->at.host);
    snprintf(at.table, sizeof at.table, "%s", id);
    snprintf(at.token, sizeof at.token, "%s", token);
    join_address_print(
        &at, &link); /* and read again: what goes into requests is made of letters that may */
    spk_err err = join_address_read(spk_buf_text(&link), &j->at, &why);
    spk_buf_release(&link);
    return err == SPK_OK ? 0 : cli_error("%s: the server's answer cannot be read", j->at.host);
}

static int make_table(joiner *j, const spk_game *game, int players, const char *others)
{
    int n_seats, code = take_name(j);
    const char *const *named = cli_list(j->args, "seat", &n_seats);
    json_t *seats = json_array();
    json_array_append_new(seats, json_pack("{s:s,s:s}", "kind", "me", "name", j->name));
    for (int i = 1; i < players && code == 0; i++)
        code = add_seat(seats, i <= n_seats ? named[i - 1] : others);
    json_t *body =
        json_pack("{s:s,s:i,s:s,s:b,s:b,s:o}", "game", game->key, "players", players, "language",
                  host_language_codes[cli_language()], "hints", 1, "listed", 1, "seats", seats);
    json_t *made = code == 0 ? ask_house(j, "POST", "/api/tables", body, &code) : NULL;
    if (made)
        code = take_answer(j, made);
    json_decref(made);
    json_decref(body);
    return code;
}

static int ask_for_table(joiner *j)
{
    int which, players, bots;
    for (int i = 0; i < spk_n_games; i++)
        printf("  %d  %s\n", i + 1, spk_games[i]->name);
    int code = take_number(j, cli_tr("Which game?"), 1, spk_n_games, 1, &which);
    if (code)
        return code;
    const spk_game *game = spk_games[which - 1];
    players = game->min_seats;
    if (game->max_seats > game->min_seats)
        code = take_number(j, cli_tr("How many players?"), game->min_seats, game->max_seats,
                           game->min_seats, &players);
    if (code)
        return code;
    printf("  1  %s\n  2  %s\n", cli_tr("bots"), cli_tr("people, by a link"));
    code = take_number(j, cli_tr("Who else plays?"), 1, 2, 1, &bots);
    return code ? code : make_table(j, game, players, bots == 1 ? "bot:" ROOM_STAND_IN : "open");
}

/* -- Finding one -------------------------------------------------------------------------------------- */

/* "2  Famiglia: Ann, free", and whether it is the reader's turn there. */
static void put_table(int n, const json_t *table)
{
    const json_t *seats = json_object_get(table, "seats");
    const char *key = json_string_value(json_object_get(table, "game"));
    const spk_game *game = key ? spk_game_find(key) : NULL;
    printf("  %d  %s:", n, game ? game->name : "?");
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i);
        const char *name = json_string_value(json_object_get(seat, "name"));
        const char *kind = json_string_value(json_object_get(seat, "kind"));
        bool fine = name && *name && cli_is_printable(name, strlen(name));
        bool bot = kind && spk_str_eq(kind, "bot");
        printf("%s %s", i ? "," : "", fine ? name : bot ? cli_tr("a bot") : cli_tr("free"));
    }
    if (json_is_true(json_object_get(json_object_get(table, "turn"), "yours")))
        printf(" (%s)", cli_tr("your turn"));
    putchar('\n');
}

enum { LISTED = 40 };

/* What there is to choose from: tables first, the account's own before others, then a new one, then the ways to sign in. */
typedef struct offer {
    json_t *open; /* the server's answer, from which the tables are borrowed */
    const json_t *table[LISTED];
    int n;
} offer;

static void offer_tables(offer *o, const json_t *tables, const json_t *but)
{
    for (size_t i = 0; i < json_array_size(tables) && o->n < LISTED; i++) {
        const json_t *table = json_array_get(tables, i);
        const char *id = json_string_value(json_object_get(table, "id"));
        const char *status = json_string_value(json_object_get(table, "status"));
        bool over = status && (spk_str_eq(status, "finished") || spk_str_eq(status, "closed"));
        if (id && join_is_code(id) && !over && !join_has_seat(but, id))
            o->table[o->n++] = table;
    }
}

static int find_offer(joiner *j, offer *o)
{
    int code = find_own_tables(j);
    *o = (offer){0};
    if (code)
        return code;
    o->open = ask_house(j, "GET", "/api/tables?status=open&limit=20", NULL, &code);
    offer_tables(o, j->own_tables, NULL);
    if (o->n > LISTED / 2)
        o->n = LISTED / 2;
    offer_tables(o, json_object_get(o->open, "tables"), j->own_tables);
    return code;
}

/* Until a table is chosen, or made. */
static int choose_table(joiner *j)
{
    int code = 0, which = 0, n = 0;
    while (code == 0 && !*j->at.table) {
        offer o;
        bool guest = !*j->account.session;
        code = find_offer(j, &o);
        n = o.n;
        for (int i = 0; code == 0 && i < n; i++)
            put_table(i + 1, o.table[i]);
        if (code == 0)
            printf("  %d  %s\n", n + 1, cli_tr("a new table"));
        if (code == 0 && guest)
            printf("  %d  %s\n  %d  %s\n", n + 2, cli_tr("sign in with an account"), n + 3,
                   cli_tr("make an account"));
        if (code == 0)
            code = take_number(j, cli_tr("At which table?"), 1, n + 1 + 2 * guest, n ? 1 : n + 1,
                               &which);
        if (code == 0 && which <= n)
            snprintf(j->at.table, sizeof j->at.table, "%s",
                     json_string_value(json_object_get(o.table[which - 1], "id")));
        json_decref(o.open);
        if (code == 0 && which == n + 1)
            code = ask_for_table(j);
        else if (code == 0 && which > n)
            code = ask_to_sign_in(j, which == n + 3);
    }
    return code;
}

/* -- Taking a seat ------------------------------------------------------------------------------------ */

/* 256 random bits as 43 letters, so that an answer that was lost can be asked for again. */
static void make_key(char key[44])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned char bytes[33] = {0};
    if (getrandom(bytes, 32, 0) != 32)
        bytes[0] = 1;
    for (int i = 0, bit = 0; i < 43; i++, bit += 6)
        key[i] = letters[((bytes[bit / 8] << 8 | bytes[bit / 8 + 1]) >> (10 - bit % 8)) & 63];
    key[43] = '\0';
}

static int free_seat(const json_t *facts)
{
    const json_t *seats = json_object_get(facts, "seats");
    const char *status = json_string_value(json_object_get(facts, "status"));
    for (size_t i = 0; status && spk_str_eq(status, "open") && i < json_array_size(seats); i++) {
        const char *kind = json_string_value(json_object_get(json_array_get(seats, i), "kind"));
        if (kind && spk_str_eq(kind, "open"))
            return (int)i;
    }
    return -1;
}

/* The account's own seat if it has one there, else a free one; if there is none, they look on. */
static int take_seat(joiner *j)
{
    char path[80], key[44];
    int code = find_own_tables(j);
    j->sits = code == 0 && join_has_seat(j->own_tables, j->at.table);
    if (code || j->sits)
        return code;
    snprintf(path, sizeof path, "/api/tables/%s", j->at.table);
    json_t *facts = ask_house(j, "GET", path, NULL, &code);
    int seat = code ? -1 : free_seat(facts);
    json_decref(facts);
    if (code || seat < 0)
        return code;
    code = take_name(j);
    if (code)
        return code;
    make_key(key);
    snprintf(path, sizeof path, "/api/tables/%s/seats/%d", j->at.table, seat);
    json_t *body = json_pack("{s:s,s:s}", "name", j->name, "key", key);
    json_t *taken = ask_house(j, "POST", path, body, &code);
    const char *token = json_string_value(json_object_get(taken, "token"));
    if (token)
        snprintf(j->at.token, sizeof j->at.token, "%s", token);
    json_decref(taken);
    json_decref(body);
    return code;
}

/* -- Playing ------------------------------------------------------------------------------------------ */

/* At the table of the plan; *goes_on: at another one, j->at, a rematch. 'last': what was wrong with the line, or "". */
static int play_one(joiner *j, const join_plan *plan, bool *goes_on, char *last, size_t cap)
{
    spk_box box;
    spk_why why = {0};
    join_address next;
    if (join_box_open(plan, &box, &why) != SPK_OK)
        return cli_error("%s: %s", j->at.host, cli_tr(why.text));
    if (!cli_full_open()) {
        spk_box_close(&box);
        return cli_error("'join' needs a full screen");
    }
    join_session *s = join_session_new(plan, &box);
    *goes_on = join_session_run(s, &next, last, cap);
    tui_term_close();
    join_session_free(s);
    spk_box_close(&box);
    if (*goes_on)
        j->at = next;
    return CLI_DONE;
}

/* One table after the other, as long as a rematch follows. */
static int play(joiner *j)
{
    spk_buf house = {0};
    bool goes_on = true;
    char last[200] = "";
    int code = CLI_DONE;
    join_address_print(&j->shown, &house);
    while (goes_on && code == CLI_DONE) {
        join_plan plan = {.address = &j->at,
                          .session = j->sits ? j->account.session : "",
                          .ca_file = j->ca,
                          .house = spk_buf_text(&house),
                          .language = cli_language(),
                          .no_remarks = cli_number(j->args, "talk", 0) != 0,
                          .rules = cli_full_rules};
        code = play_one(j, &plan, &goes_on, last, sizeof last);
    }
    if (code == CLI_DONE && *last)
        cli_error("%s: %s", j->at.host, last);
    spk_buf_release(&house);
    return code;
}

/* A word for a shell: 'Ann', 'O'\''Hara'. */
static void put_quoted(const char *word)
{
    putchar('\'');
    for (; *word; word++)
        fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, stdout);
    putchar('\'');
}

/* The way back: the link is the seat, so it is shown on the screen alone and kept nowhere. Where guests have no shell
 * (--public-url) it is one for their browsers. */
static void tell_way_back(const joiner *j)
{
    spk_buf link = {0};
    join_address at = j->shown;
    bool shell = !cli_has(j->args, "public-url");
    memcpy(at.table, j->at.table, sizeof at.table);
    memcpy(at.token, j->at.token, sizeof at.token);
    join_address_print(&at, &link);
    printf(shell ? "%s: speakeasy join '%s'" : "%s: %s",
           *j->at.token ? cli_tr("Your seat, for you alone; to come back") : cli_tr("To come back"),
           spk_buf_text(&link));
    if (shell && j->sits && !*j->at.token) {
        fputs(" --account ", stdout);
        put_quoted(j->account.name);
    }
    putchar('\n');
    spk_buf_release(&link);
}

static int make_named(joiner *j, const spk_game *game)
{
    int players = (int)cli_number(j->args, "players", (uint64_t)game->min_seats);
    if (players < game->min_seats || players > game->max_seats)
        return cli_error("%s is for %d to %d players", game->name, game->min_seats,
                         game->max_seats);
    return make_table(j, game, players, "open");
}

/* --account and --new-account; the seat of a seat's link becomes the account's. */
static int enter_account(joiner *j)
{
    spk_why why = {0};
    const char *old = cli_text(j->args, "account"), *fresh = cli_text(j->args, "new-account");
    if (old && fresh)
        return cli_error("--account and --new-account do not go together");
    if (!old && !fresh)
        return 0;
    int code = sign_in_as(j, fresh ? fresh : old, fresh != NULL);
    if (code == 0 && *j->at.token && join_claim(&j->at, j->ca, &j->account, &why) != SPK_OK)
        code = cli_error("%s: %s", j->at.host, cli_tr(why.text));
    return code;
}

/* From a server's address to a table's, and to a seat there. */
static int find_seat(joiner *j, const spk_game *make)
{
    int code = make ? make_named(j, make) : *j->at.table ? 0 : choose_table(j);
    if (code == 0 && !*j->at.table)
        code = cli_error("%s: the server's answer cannot be read", j->at.host);
    if (code == 0 && !*j->at.token && !cli_has(j->args, "watch"))
        code = take_seat(j);
    return code;
}

static int run(const cli_args *args)
{
    joiner j = {.args = args, .ca = cli_text(args, "ca")};
    spk_why why = {0};
    const char *make = cli_text(args, "make"), *shown = cli_text(args, "public-url");
    cli_language_take(args);
    if (join_address_read(args->word[0], &j.at, &why) != SPK_OK)
        return cli_refused(args->word[0], &why);
    if (join_address_read(shown ? shown : args->word[0], &j.shown, &why) != SPK_OK)
        return cli_refused(shown, &why);
    j.shown.table[0] = j.shown.token[0] = '\0';
    if (!cli_full_possible())
        return cli_error("'join' needs a terminal at both ends; programs speak docs/protocol.md");
    const spk_game *game = make ? cli_game(make) : NULL;
    if (make && !game)
        return CLI_WRONG;
    int code = enter_account(&j);
    if (code == 0)
        code = find_seat(&j, game);
    if (code == 0)
        code = play(&j);
    if (code == 0)
        tell_way_back(&j);
    join_sign_out(&j.at, j.ca, &j.account);
    json_decref(j.own_tables);
    spk_buf_release(&j.line);
    return code;
}

static const cli_option options[] = {
    {"name", "NAME", CLI_TEXT, 0, 0, "what the others read (default: you are asked)"},
    {"account", "NAME", CLI_TEXT, 0, 0, "sign in; the password is asked for and not shown"},
    {"new-account", "NAME", CLI_TEXT, 0, 0, "make an account and sign in"},
    {"watch", NULL, CLI_FLAG, 0, 0, "look on; take no seat"},
    {"make", "GAME", CLI_TEXT, 0, 0, "make a new table"},
    {"players", "N", CLI_NUMBER, 1, SPK_MAX_SEATS,
     "number of players of a new table (default: the minimum)"},
    {"seat", "WHO", CLI_LIST, 0, 0,
     "open (default) or bot:NAME, for the other seats of a new table"},
    {"public-url", "URL", CLI_TEXT, 0, 0,
     "the server's address in links that are shown (default: the one you gave)"},
    {"ca", "FILE", CLI_TEXT, 0, 0, "certificates to trust besides the system's (PEM)"},
    {"talk", "all|off", CLI_CHOICE, 0, 0, "off: bots' remarks are not shown"},
    CLI_LANG_OPTION,
    {0},
};

extern const cli_command cli_join;
const cli_command cli_join = {
    .name = "join",
    .about = "play at a server's table, in this terminal",
    .words = "<URL>",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .help = "The URL is a server's (its open tables are listed, or you make one), a table's or\n"
            "a seat's. At a table a free seat is taken; if there is none, you look on. Whoever\n"
            "has the link to a seat has the seat: it is shown when you leave, and you come back\n"
            "by it, from here or from a browser. Without https:// or http:// it is https, or\n"
            "http on this machine.\n\n"
            "Nobody needs an account. With one, your tables are listed first, and seats that you\n"
            "take are yours wherever you sign in. You are signed out when you leave.\n\n"
            "  speakeasy join example.org\n"
            "  speakeasy join https://example.org/t/k7Rq0ZbT1xYv --name Ann\n"
            "  speakeasy join example.org --account Ann\n"
            "  speakeasy join localhost:8080 --make gangster --players 3 --seat bot:hard\n"
            "  speakeasy join example.org/t/k7Rq0ZbT1xYv --watch\n",
    .run = run,
};
