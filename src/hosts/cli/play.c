/* play.c: `speakeasy play`: people and bots at one table in the terminal. Here the room is set up, and what is due
 * there gets done; what a person sees and types is person.c. */
#include "hosts/cli/play.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/cli/full.h"

/* -- Who sits where ---------------------------------------------------------------------------- */

static int take_seat(cli_seat *seat, const char *text)
{
    return spk_str_eq(text, "human") ? 0 : cli_bot_take(seat, text);
}

/* The seats named by --seat in their order; the rest are bots, but somebody plays if none is
 * named. */
static int take_seats(cli_table *t, const cli_args *args, const spk_match *loaded)
{
    int n, code = 0;
    const char *const *named = cli_list(args, "seat", &n);
    if (n > t->box->n_seats)
        return cli_error("--seat is given %d times, but there are %d seats", n, t->box->n_seats);
    for (int i = 0; i < t->box->n_seats && code == 0; i++) {
        const char *text = i < n ? named[i] : n == 0 && i == 0 ? "human" : "bot:" ROOM_STAND_IN;
        code = take_seat(&t->seats[i], text);
        t->n_people += !t->seats[i].is_bot;
        t->seats[i].heard = loaded ? spk_match_seq(loaded, i) : 0; /* of it 'log' tells all */
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

room_due cli_due(const cli_table *t)
{
    room_pace pace = {.people = t->ask_talk ? ~(spk_actors)0 : 0, .talk_ms = SPK_NEVER};
    return room_due_now(t->room, &pace, 0);
}

spk_err cli_act(cli_table *t, spk_seat seat, room_deed_kind kind, const char *text)
{
    room_deed deed = {.kind = kind, .text = text, .n = -1};
    t->refused = (spk_why){0};
    spk_err err = room_act(t->room, seat, &deed, &t->chance, 0, &t->refused);
    if (err == SPK_OK)
        cli_bots_listen(t);
    return err;
}

/* Bots that may speak after the person to move speak first, so that they are heard before the move; the person
 * can still answer. */
static void hear_bots(cli_table *t, spk_seat seat)
{
    for (int i = 0; i < SPK_MAX_SEATS && spk_actors_has(room_speakers(t->room), seat); i++) {
        room_listen(t->room, seat);
        cli_bots_talk(t);
    }
}

static cli_ending turn_of(cli_table *t, spk_seat seat)
{
    hear_bots(t, seat);
    return cli_person_move(t, seat);
}

/* Where seats act together a bot does not wait for a person, unless that person may speak first. */
static cli_ending play_on(cli_table *t)
{
    cli_ending ending = CLI_GOES_ON;
    while (ending == CLI_GOES_ON && room_status_of(t->room) == ROOM_PLAYING) {
        spk_actors asked = spk_match_actors(t->match);
        room_due due = cli_due(t);
        switch (due.kind) {
        case ROOM_DUE_NOTHING: ending = turn_of(t, spk_actors_first(asked)); break;
        case ROOM_DUE_WORDS: cli_bot_speak(t, due.seat); break;
        case ROOM_DUE_PERSON:
            ending = spk_actors_has(asked, due.seat) ? turn_of(t, due.seat)
                                                     : cli_person_talk(t, due.seat);
            break;
        case ROOM_DUE_MOVES: cli_bot_move(t, spk_actors_first(due.seats)); break;
        case ROOM_DUE_COUNT: SPK_BUG_IF(true);
        }
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
        spk_buf_puts(&who, t->n_people > 1 ? cli_tr("a person") : cli_tr("you"));
    int at = printf("  %s  ", cli_seat_name(seat));
    cli_wrap(spk_buf_text(&who), at, at);
    spk_buf_release(&who);
}

/* Which edition is played, and what the game has to say about it. */
static void greet_edition(const spk_box *box)
{
    spk_buf text = {0};
    if (!box->game->edition_text)
        return;
    cli_edition_print(box, &text);
    if (*box->note)
        spk_buf_printf(&text, ": %s", cli_tr(box->note));
    int at = 4 + cli_columns(cli_seat_name(0), strlen(cli_seat_name(0))); /* as the seats above */
    cli_wrap(spk_buf_text(&text), printf("  %s", cli_tr("edition")), at);
    spk_buf_release(&text);
}

static void greet(const cli_table *t, int n_entries)
{
    printf("%s%s%s\n", cli_paint(CLI_BOLD), t->box->game->name, cli_paint(CLI_PLAIN));
    cli_wrap(cli_tr(t->box->game->about), 0, 2);
    for (spk_seat seat = 0; seat < t->box->n_seats; seat++)
        greet_seat(t, seat);
    greet_edition(t->box);
    if (n_entries)
        printf(cli_tr("The game goes on after %d entries; 'log' lists them."), n_entries),
            putchar('\n');
    if (t->n_people)
        cli_wrap(
            cli_tr("Type the number of a move or its words. 'rules' explains the game in a minute, "
                   "'help' lists what else can be typed."),
            0, 0);
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
    if (t->n_people > 1 && !t->full)
        cli_clear();
    putchar('\n');
    if (t->n_people < 2 && !t->full && cli_show_history(t->room, viewer, heard + 1))
        putchar('\n');
    cli_show_board(t->match, viewer);
    putchar('\n');
    cli_show_result(t->box, &result);
}

/* Everybody into their seat: a new game is dealt, a loaded one goes on. */
static int open_room(cli_table *t, const spk_match *loaded)
{
    spk_why why = {0};
    for (spk_seat seat = 0; seat < t->box->n_seats; seat++) {
        bool bot = t->seats[seat].is_bot;
        room_sitter who = {
            .kind = bot ? ROOM_BOT : ROOM_HOTSEAT, .here = true, .mute = !t->ask_talk};
        snprintf(who.name, sizeof who.name, "%s", cli_seat_name(seat));
        snprintf(who.bot, sizeof who.bot, "%s", bot ? host_player_name(t->seats[seat].player) : "");
        room_sit(t->room, seat, &who);
    }
    spk_err err = loaded ? room_go_on_from(t->room, loaded, &t->chance, 0, &why)
                         : room_start(t->room, &t->chance, 0, &why);
    cli_bots_listen(t);
    return err == SPK_OK ? 0 : cli_refused(NULL, &why);
}

/* --save: whether it can be written is asked before the game, and it is written after it, finished or
 * not. */
static int check_save(const char *file)
{
    spk_why why = {0};
    bool fine = !file || cli_file_check(file, &why) == SPK_OK;
    return fine ? 0 : cli_refused(NULL, &why);
}

static int save_end(const cli_table *t, const char *file)
{
    spk_buf text = {0};
    spk_why why = {0};
    if (!file)
        return CLI_DONE;
    spk_record_save(t->match, &text);
    spk_err err = cli_file_write(file, &text, &why);
    spk_buf_release(&text);
    return err == SPK_OK ? CLI_DONE : cli_refused(NULL, &why);
}

static int play(cli_table *t, const spk_match *loaded)
{
    int n_entries = loaded ? spk_match_n_entries(loaded) : 0;
    if (!t->full)
        greet(t, n_entries);
    cli_bots_get_ready(t);
    int code = open_room(t, loaded);
    if (code != 0)
        return code;
    if (t->full && !cli_full_open()) {
        t->full = false;
        greet(t, n_entries);
    }
    switch (t->full ? cli_full_play(t) : play_on(t)) {
    case CLI_GOES_ON: tell_end(t); break;
    case CLI_QUIT: puts(cli_tr("You left the table; the game is not over.")); break;
    case CLI_END_OF_INPUT:
        if (ferror(stdin))
            return cli_error("the input could not be read");
        puts(cli_tr("End of input: the game was stopped before its end."));
        break;
    }
    return CLI_DONE;
}

/* -- Setting the table ------------------------------------------------------------------------- */

/* 'loaded' is the match to go on with; NULL: a new one. */
static int sit_down(cli_table *t, const spk_box *box, const spk_match *loaded, const cli_args *args)
{
    t->box = box;
    t->shown = -1;
    t->ask_talk = cli_number(args, "talk", 0) == 0;
    room_plan plan = {.undo = true, .chat = true, .hints = true, .no_remarks = !t->ask_talk};
    t->full = !cli_has(args, "plain") && cli_full_possible();
    t->room = room_new(&plan, box);
    t->match = room_match(t->room);
    const char *save = cli_text(args, "save");
    int code = check_save(save);
    if (code == 0)
        code = take_seats(t, args, loaded);
    if (code == 0)
        code = cli_bots_prepare(t, args);
    if (code == 0)
        code = start_chance(t, args);
    if (code == 0)
        code = play(t, loaded);
    if (code == 0)
        code = save_end(t, save);
    cli_bots_close(t);
    room_free(t->room);
    spk_free(t->chats);
    spk_buf_release(&t->file);
    spk_buf_release(&t->line);
    spk_buf_release(&t->notices);
    return code;
}

/* A record brings its seats and options along. */
static int play_loaded(const cli_args *args, const char *file)
{
    spk_record record;
    const spk_game *game = args->n_words ? cli_game(args->word[0]) : NULL;
    if (args->n_words && !game)
        return CLI_WRONG;
    if (cli_has(args, "players") || cli_has(args, "preset") || cli_has(args, "option"))
        return cli_error("--load brings its own seats and options; leave out --players, --preset "
                         "and --option");
    int code = cli_record_load(&record, file, args);
    if (code)
        return code;
    if (game && game != record.box.game) {
        code = cli_error("%s is a game of %s, not of %s", file, record.box.game->key, game->key);
    } else {
        cli_table table = {0};
        spk_buf_puts(&table.file, file);
        code = sit_down(&table, &record.box, record.match, args);
    }
    spk_record_release(&record);
    return code;
}

static int run(const cli_args *args)
{
    const char *file = cli_text(args, "load");
    cli_language_take(args);
    if (file)
        return play_loaded(args, file);
    if (args->n_words == 0)
        return cli_error("'play' needs a game or --load FILE; 'speakeasy games' lists the games");
    const spk_game *game = cli_game(args->word[0]);
    spk_box box;
    if (!game || cli_box_open(&box, game, args) != 0)
        return CLI_WRONG;
    cli_table table = {0};
    int code = sit_down(&table, &box, NULL, args);
    spk_box_close(&box);
    return code;
}

static const cli_option options[] = {
    {"seat", "WHO", CLI_LIST, 0, 0, "human, bot:NAME or exec:COMMAND, for player 1, 2, ..."},
    CLI_BOX_OPTIONS,
    {"seed", "S", CLI_NUMBER, 0, UINT64_MAX,
     "random seed, for the same cards again (default: unpredictable)"},
    {"load", "FILE", CLI_TEXT, 0, 0, "continue a saved game"},
    {"save", "FILE", CLI_TEXT, 0, 0, "write the game to FILE when it ends or you leave it"},
    {"budget", "TIME", CLI_TEXT, 0, 0, "thinking time of bots: 200ms, 1s (default), 5000it"},
    {"bot-log", "FILE", CLI_TEXT, 0, 0, "log file for external bots (exec:)"},
    CLI_LANG_OPTION,
    {"plain", NULL, CLI_FLAG, 0, 0,
     "line by line instead of a full screen (default where there is no terminal)"},
    {"talk", "ask|off", CLI_CHOICE, 0, 0,
     "ask (default): people may speak before bots move; off: they are not asked, and bots "
     "make no remarks"},
    {0},
};

static void list_bots(void)
{
    puts("\nBots:");
    for (int i = 0; i < spk_n_bot_kinds; i++)
        cli_wrap(spk_bot_kinds[i]->about, printf("  bot:%-11s ", spk_bot_kinds[i]->name), 18);
}

extern const cli_command cli_play;
const cli_command cli_play = {
    .name = "play",
    .about = "play in this terminal, against bots or each other",
    .words = "<game>",
    .max_words = 1,
    .options = options,
    .help = "Without --seat you are player 1; every seat that is not given is a bot:normal.\n"
            "Several people share the screen: a hand is hidden before the next player looks.\n"
            "On a full screen, point with the arrows or the mouse and press Enter; '?' lists\n"
            "the keys. With --plain, for pipes and screen readers, 'help' lists what you can\n"
            "type: moves, undo, why, rules, save, quit.\n\n"
            "Where table talk is part of the game, everybody who may speak is asked before\n"
            "a bot moves: 'say WORDS', or Enter to listen. With --talk off nobody is\n"
            "asked, and bots say nothing; the player to move may still speak.\n\n"
            "A program of your own plays as exec:COMMAND (docs/bot-protocol.md). A seat's\n"
            "own budget is written bot:hard@5s or exec@200ms:COMMAND. Scripts (fixed-strategy\n"
            "players, bot:NAME) are listed by 'speakeasy games'.\n\n"
            "  speakeasy play famiglia\n"
            "  speakeasy play famiglia --seat human --seat human\n"
            "  speakeasy play famiglia --seat human --seat exec:./examples/bot.py\n"
            "  speakeasy play famiglia --option start_player=seat_1\n"
            "  speakeasy play --load evening.play\n",
    .more = list_bots,
    .run = run,
};
