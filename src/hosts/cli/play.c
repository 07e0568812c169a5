/* play.c: `speakeasy play`: people and bots at one table in the terminal. Here is who sits where
 * and whose turn it is; what a person sees and types is person.c. */
#include "hosts/cli/play.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "base/mem.h"
#include "base/str.h"

/* -- Who sits where ---------------------------------------------------------------------------- */

static int take_seat(cli_seat *seat, const char *text)
{
    return spk_str_eq(text, "human") ? 0 : cli_bot_take(seat, text);
}

/* The seats named by --seat in their order; the rest are bots, but somebody plays if none is
 * named. */
static int take_seats(cli_table *t, const cli_args *args)
{
    int n, code = 0;
    const char *const *named = cli_list(args, "seat", &n);
    if (n > t->box->n_seats)
        return cli_error("--seat is given %d times, but there are %d seats", n, t->box->n_seats);
    for (int i = 0; i < t->box->n_seats && code == 0; i++) {
        const char *text = i < n ? named[i] : n == 0 && i == 0 ? "human" : "bot:busy";
        code = take_seat(&t->seats[i], text);
        t->n_people += !t->seats[i].is_bot;
        t->seats[i].heard = spk_match_seq(t->match, i); /* of a loaded game 'log' tells all */
    }
    return code;
}

/* Chance is stream 0, the bot in seat i stream i + 1. Without --seed the key comes from the
 * operating system and is told to nobody: with it one could know the cards. */
static int start_chance(cli_table *t, const cli_args *args)
{
    uint8_t key[32];
    spk_rng rng;
    bool seeded = cli_has(args, "seed");
    int code = 0;
    if (!seeded && getrandom(key, sizeof key, 0) != (ssize_t)sizeof key)
        return cli_error("the system gives no random numbers: %s", strerror(errno));
    for (int i = t->box->n_seats; i >= 0 && code == 0; i--) {
        if (seeded)
            spk_rng_init(&rng, cli_number(args, "seed", 0), (uint64_t)i);
        else
            spk_rng_init_key(&rng, key, (uint64_t)i);
        if (i > 0)
            code = cli_bot_open(t, i - 1, &rng);
    }
    t->chance = rng;
    return code;
}

/* -- Playing ----------------------------------------------------------------------------------- */

/* Where seats act together a bot does not wait for a person, unless that person may speak first. */
static spk_seat whose_move(const cli_table *t)
{
    spk_actors who = spk_match_actors(t->match);
    spk_seat speaker = cli_talk_next(t);
    if (speaker >= 0 && spk_actors_has(who, speaker))
        return speaker;
    for (spk_seat seat = 0; seat < t->box->n_seats; seat++)
        if (spk_actors_has(who, seat) && t->seats[seat].is_bot)
            return seat;
    return spk_actors_first(who);
}

/* Bots whose word comes after that of the person to move speak first, so that they are heard before
 * the move; the person can still answer. */
static void hear_bots(cli_table *t, spk_seat seat)
{
    for (int i = 0; i < SPK_MAX_SEATS && cli_talk_next(t) == seat; i++) {
        host_conversation_pass(&t->talk, seat);
        cli_bots_talk(t);
    }
}

static cli_ending play_on(cli_table *t)
{
    cli_ending ending = CLI_GOES_ON;
    spk_match_deal(t->match, &t->chance);
    while (ending == CLI_GOES_ON && !spk_match_is_over(t->match)) {
        cli_bots_talk(t);
        spk_seat seat = whose_move(t), speaker = cli_talk_next(t);
        if (!t->seats[seat].is_bot) {
            hear_bots(t, seat);
            ending = cli_person_move(t, seat);
        } else if (speaker >= 0) {
            ending = cli_person_talk(t, speaker);
        } else {
            cli_bot_move(t, seat);
        }
        spk_match_deal(t->match, &t->chance);
    }
    return ending;
}

/* -- Beginning and end ------------------------------------------------------------------------- */

static void greet_seat(const cli_table *t, spk_seat seat)
{
    spk_buf who = {0};
    if (t->seats[seat].is_bot)
        cli_bot_describe(t, seat, &who);
    else
        spk_buf_puts(&who, t->n_people > 1 ? "a person" : "you");
    int at = printf("  player %d  ", seat + 1);
    cli_wrap(spk_buf_text(&who), at, at);
    spk_buf_release(&who);
}

/* An edition other than the one built in is named; so is what the game has to say about it. */
static void greet_edition(const spk_box *box)
{
    spk_box usual;
    spk_buf text = {0};
    SPK_BUG_IF(spk_box_open(&usual, box->game, &(spk_choice){0}, NULL) != SPK_OK);
    if (usual.edition_hash != box->edition_hash || *box->note)
        spk_buf_printf(&text, "%s%s%s", box->edition_name, *box->note ? ": " : "", box->note);
    spk_box_close(&usual);
    if (text.n)
        cli_wrap(spk_buf_text(&text), printf("  edition   "), 12);
    spk_buf_release(&text);
}

static void greet(const cli_table *t)
{
    printf("%s%s%s\n", cli_paint(CLI_BOLD), t->box->game->name, cli_paint(CLI_PLAIN));
    cli_wrap(t->box->game->about, 0, 2);
    for (spk_seat seat = 0; seat < t->box->n_seats; seat++)
        greet_seat(t, seat);
    greet_edition(t->box);
    if (spk_match_n_entries(t->match))
        printf("The game goes on after %d entries; 'log' tells them.\n",
               spk_match_n_entries(t->match));
    if (t->n_people)
        puts("Type the number of a move or its words. 'rules' tells the game in a minute,\n"
             "'help' lists what else can be typed.");
}

/* A lone person looks at the end from their own seat; several, or none, as onlookers. */
static void tell_end(const cli_table *t)
{
    spk_seat viewer = t->n_people == 1 ? 0 : SPK_SEAT_ONLOOKER;
    while (t->n_people == 1 && t->seats[viewer].is_bot)
        viewer++;
    int heard = t->n_people == 1 ? t->seats[viewer].heard : 0;
    spk_result result;
    spk_match_result(t->match, &result);
    if (t->n_people > 1)
        cli_clear();
    putchar('\n');
    if (t->n_people < 2)
        cli_show_history(t->match, viewer, heard + 1);
    putchar('\n');
    cli_show_board(t->match, viewer);
    putchar('\n');
    cli_show_result(t->box, &result);
}

static int play(cli_table *t)
{
    greet(t);
    cli_bots_get_ready(t);
    switch (play_on(t)) {
    case CLI_GOES_ON: tell_end(t); break;
    case CLI_QUIT: puts("You left the table; the game is not over."); break;
    case CLI_END_OF_INPUT:
        if (ferror(stdin))
            return cli_error("the input could not be read");
        puts("The input has ended, and with it the game; it is not over.");
        break;
    }
    return CLI_DONE;
}

/* -- Setting the table ------------------------------------------------------------------------- */

static int sit_down(cli_table *t, const cli_args *args)
{
    t->box = spk_match_box(t->match);
    t->shown = -1;
    t->ask_talk = cli_number(args, "talk", 0) == 0;
    host_conversation_init(&t->talk, t->match);
    int code = take_seats(t, args);
    if (code == 0)
        code = cli_bots_prepare(t, args);
    if (code == 0)
        code = start_chance(t, args);
    if (code == 0)
        code = play(t);
    cli_bots_close(t);
    spk_buf_release(&t->file);
    spk_buf_release(&t->line);
    return code;
}

/* A record brings its seats and options along. */
static int play_loaded(const cli_args *args, const char *file)
{
    spk_record record;
    const spk_game *game = args->n_words ? cli_game(args->word[0]) : NULL;
    if (args->n_words && !game)
        return CLI_WRONG;
    if (cli_has(args, "players") || cli_has(args, "option"))
        return cli_error("--load brings its own seats and options; leave --players and --option");
    int code = cli_record_load(&record, file, args);
    if (code)
        return code;
    if (game && game != record.box.game) {
        code = cli_error("%s is a game of %s, not of %s", file, record.box.game->key, game->key);
    } else {
        cli_table table = {.match = record.match};
        spk_buf_puts(&table.file, file);
        code = sit_down(&table, args);
    }
    spk_record_release(&record);
    return code;
}

static int run(const cli_args *args)
{
    const char *file = cli_text(args, "load");
    if (file)
        return play_loaded(args, file);
    if (args->n_words == 0)
        return cli_error("'play' needs a game or --load FILE; 'speakeasy games' lists the games");
    const spk_game *game = cli_game(args->word[0]);
    spk_box box;
    if (!game || cli_box_open(&box, game, args) != 0)
        return CLI_WRONG;
    cli_table table = {.match = spk_match_new(&box)};
    int code = sit_down(&table, args);
    spk_match_free(table.match);
    spk_box_close(&box);
    return code;
}

static const cli_option options[] = {
    {"seat", "WHO", CLI_LIST, 0, 0, "human, bot:NAME or exec:COMMAND, for player 1, 2, ..."},
    CLI_BOX_OPTIONS,
    {"seed", "S", CLI_NUMBER, 0, UINT64_MAX, "the same cards again; else they are unforeseeable"},
    {"load", "FILE", CLI_TEXT, 0, 0, "go on with a saved game"},
    {"budget", "TIME", CLI_TEXT, 0, 0, "how long a bot thinks: 200ms, 1s (the default), 5000it"},
    {"bot-log", "FILE", CLI_TEXT, 0, 0, "where programs that play log to"},
    {"talk", "ask|off", CLI_CHOICE, 0, 0, "ask (the default) people before bots move, or do not"},
    {0},
};

static void list_bots(void)
{
    puts("\nBots:");
    for (int i = 0; i < spk_n_bot_kinds; i++)
        cli_wrap(spk_bot_kinds[i]->about, printf("  bot:%-10s ", spk_bot_kinds[i]->name), 17);
}

extern const cli_command cli_play;
const cli_command cli_play = {
    .name = "play",
    .about = "play in this terminal, against bots or each other",
    .words = "<game>",
    .max_words = 1,
    .options = options,
    .help = "Without --seat player 1 is you and the others are bot:busy; seats left over\n"
            "are too. Several people share the screen: a hand is hidden before the next\n"
            "player looks. At the prompt 'help' lists what can be typed: moves, undo, why,\n"
            "rules, save, quit.\n\n"
            "Where table talk is part of the game, everybody who may speak is asked before\n"
            "a bot moves: 'say WORDS', or Enter to listen. With --talk off nobody is, and\n"
            "bots say nothing; who is to move may still speak.\n\n"
            "A program of your own plays as exec:COMMAND; docs/bot-protocol.md tells how. A\n"
            "budget of its own is written bot:hard@5s or exec@200ms:COMMAND.\n\n"
            "  speakeasy play famiglia\n"
            "  speakeasy play famiglia --seat human --seat human\n"
            "  speakeasy play famiglia --seat human --seat exec:./examples/bot.py\n"
            "  speakeasy play famiglia --option start_player=seat_1\n"
            "  speakeasy play --load evening.play\n",
    .more = list_bots,
    .run = run,
};
