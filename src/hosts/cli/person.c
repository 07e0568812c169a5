/* person.c: a person's turn: what they see, what they may type, and what is answered. Everything
 * shown is made from the view of the seat that looks. Which move was meant is typed.c's business. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "hosts/cli/play.h"

/* What a line led to. */
typedef enum answer {
    ASK_AGAIN, /* nothing changed */
    MOVED,     /* the table has changed */
    SPOKE,     /* everybody has heard something */
    LISTENS,   /* has nothing (more) to say */
    QUIT,
    INPUT_ENDED,
} answer;

enum {
    FEW_MOVES = 40, /* are shown unasked; 'moves' shows all */
    LONGEST =
        2 *
        ROOM_CHAT_BYTES, /* line that is read: who writes too much is told how much is allowed */
};

/* -- Showing ----------------------------------------------------------------------------------- */

bool cli_has_own_view(const cli_table *t, spk_seat seat)
{
    spk_buf own = {0}, all = {0};
    spk_match_json(t->match, seat, &(spk_json){.out = &own});
    spk_match_json(t->match, SPK_SEAT_ONLOOKER, &(spk_json){.out = &all});
    bool differs = !spk_str_eq(spk_buf_text(&own), spk_buf_text(&all));
    spk_buf_release(&own);
    spk_buf_release(&all);
    return spk_has_secrets(t->box->game) || differs;
}

/* With several people at one screen nobody may see the hand of the one before, if there is one to hide. */
static bool hand_over(cli_table *t, spk_seat seat, const char *what)
{
    bool another = t->shown >= 0 && t->shown != seat;
    bool first = t->shown < 0 && t->n_people > 1;
    t->shown = seat;
    if (t->n_people < 2 || !(another || first))
        return true;
    bool hides = cli_has_own_view(t, seat);
    if (another && hides)
        cli_clear();
    printf("%s", cli_paint(CLI_BOLD));
    printf(what, seat + 1);
    printf("%s%s%s\n", cli_paint(CLI_PLAIN), another && hides ? " " : "",
           another && hides ? cli_tr("(What the player before you saw is hidden.)") : "");
    if (!hides || !cli_is_dialogue()) /* a script has nothing to hide, and its lines are moves */
        return true;
    if (!cli_ask(cli_tr("Press Enter when nobody else is looking. "), &t->line))
        return false;
    cli_clear();
    return true;
}

static void show_moves(const cli_table *t, spk_seat seat, const char *word, int limit)
{
    printf("%s%s%s\n", cli_paint(CLI_BOLD), cli_tr("Your moves"), cli_paint(CLI_PLAIN));
    cli_show_moves(t->match, seat, word, limit);
}

/* What happened and was written since this seat looked last. False: nothing to tell. */
static bool show_news(cli_table *t, spk_seat seat)
{
    cli_seat *s = &t->seats[seat];
    bool chats = t->n_chats > s->n_chats;
    bool told = cli_show_history(t->room, seat, s->heard + 1);
    s->heard = spk_match_seq(t->match, seat);
    cli_chat_show_news(t, seat);
    return told || chats;
}

static void show_table(cli_table *t, spk_seat seat)
{
    putchar('\n');
    if (show_news(t, seat))
        putchar('\n');
    cli_show_board(t->match, seat);
    cli_talk_said(t, seat);
    putchar('\n');
}

static void show_all(cli_table *t, spk_seat seat)
{
    show_table(t, seat);
    show_moves(t, seat, "", FEW_MOVES);
    cli_talk_show(t, seat);
}

static void show_refusal(const cli_table *t, const spk_why *why)
{
    spk_buf text = {0};
    spk_buf_printf(&text, "%s: ", cli_tr("No"));
    cli_render_why(t->box, why, &text);
    if (*why->rule)
        spk_buf_printf(&text, cli_tr(" [%s; 'why' tells the rule]"), why->rule);
    fputs(cli_paint(CLI_ALARM), stdout);
    cli_wrap(spk_buf_text(&text), 0, 0);
    fputs(cli_paint(CLI_PLAIN), stdout);
    spk_buf_release(&text);
}

static void show_reason(const cli_table *t, const spk_why *why)
{
    spk_buf text = {0};
    cli_render_why(t->box, why, &text);
    cli_wrap(spk_buf_text(&text), 0, 0);
    spk_buf_release(&text);
    if (*why->rule && !cli_rule_show(t->box->game, why->rule, 2))
        printf("  "), printf(cli_tr("(rule %s)"), why->rule), putchar('\n');
}

/* -- Making a move ----------------------------------------------------------------------------- */

static bool is_one_of(const char *line, const char *a, const char *b, const char *c)
{
    return cli_same_words(line, a) || cli_same_words(line, b) || cli_same_words(line, c);
}

static bool is_forced(const cli_table *t, spk_seat seat)
{
    static spk_move moves[SPK_MAX_MOVES];
    return spk_match_moves(t->match, seat, moves) == 1;
}

/* The end of a turn is the player's word, not a slip of the finger. Only people at a terminal are
 * asked, and only where there was a choice. */
static answer confirm(cli_table *t, spk_seat seat, spk_move move)
{
    char text[SPK_MOVE_TEXT], prompt[SPK_MOVE_TEXT + 120];
    if (!cli_is_dialogue() || is_forced(t, seat) || !spk_match_ends_turn(t->match, seat, move))
        return MOVED;
    snprintf(prompt, sizeof prompt,
             cli_tr("'%s' ends your turn. Enter: go on, undo: think again > "),
             spk_move_text(t->box, move, text));
    while (cli_ask(prompt, &t->line)) {
        const char *line = spk_buf_text(&t->line);
        if (!*line || is_one_of(line, "y", "yes", "ok") || cli_same_words(line, cli_tr("yes")))
            return MOVED;
        if (is_one_of(line, "undo", "n", "no") || cli_same_words(line, cli_tr("no")))
            return ASK_AGAIN;
        if (is_one_of(line, "quit", "exit", "q"))
            return QUIT;
        cli_wrap(cli_tr("The move is not made yet. Enter (or 'yes') makes it and ends your turn, "
                        "'undo' (or 'no') goes back to your moves, 'quit' leaves the table."),
                 0, 0);
    }
    return INPUT_ENDED;
}

static answer refuse(cli_table *t)
{
    show_refusal(t, &t->refused);
    return ASK_AGAIN;
}

static answer make_move(cli_table *t, spk_seat seat, const char *line)
{
    char text[2 * SPK_MOVE_TEXT];
    spk_move move;
    bool found = cli_typed_move(t, seat, line, &move);
    answer sure = found ? confirm(t, seat, move) : MOVED;
    if (sure != MOVED)
        return sure;
    if (found)
        spk_move_text(t->box, move, text);
    else
        cli_typed_spelling(t, line, text, sizeof text);
    return cli_act(t, seat, ROOM_MOVE, text) == SPK_OK ? MOVED : refuse(t);
}

static bool is_number(const char *line) { return *line && !line[strspn(line, "0123456789")]; }

static answer no_such_number(cli_table *t, spk_seat seat, const char *line)
{
    static spk_move moves[SPK_MAX_MOVES];
    char number[21];
    snprintf(number, sizeof number, "%s", line);
    spk_refuse_as(&t->refused, SPK_ERANGE, "There is no move {number}: the numbers are 1 to {n}.",
                  SPK_TEXT("number", number), SPK_NUM("n", spk_match_moves(t->match, seat, moves)));
    return refuse(t);
}

/* -- The other words --------------------------------------------------------------------------- */

static answer on_help(cli_table *t, spk_seat seat, const char *rest);

static answer on_undo(cli_table *t, spk_seat seat, const char *rest)
{
    (void)rest;
    return cli_act(t, seat, ROOM_UNDO, NULL) == SPK_OK ? MOVED : refuse(t);
}

/* 'why': the last refusal with its rule. 'why <move>': judged, but not made; against the view, so
 * that asking tells nothing that looking does not. */
static answer on_why(cli_table *t, spk_seat seat, const char *rest)
{
    spk_why why = {0};
    spk_move move;
    char text[2 * SPK_MOVE_TEXT];
    if (cli_same_words(rest, "hint")) {
        cli_hint(t, seat, true);
    } else if (!*rest && t->refused.err != SPK_OK) {
        show_reason(t, &t->refused);
    } else if (!*rest) {
        cli_wrap(
            cli_tr("Nothing was refused. 'why <move>' tells whether a move would be, 'why hint' "
                   "what a strong player would do and why."),
            0, 0);
    } else if (cli_typed_move(t, seat, rest, &move)) {
        printf(cli_tr("'%s' is allowed now."), spk_move_text(t->box, move, text)), putchar('\n');
    } else {
        cli_typed_spelling(t, rest, text, sizeof text);
        if (room_why(t->room, seat, text, &why) == SPK_OK)
            puts(cli_tr("That is allowed now."));
        else
            show_reason(t, &why);
    }
    return ASK_AGAIN;
}

static answer on_hint(cli_table *t, spk_seat seat, const char *rest)
{
    (void)rest;
    cli_hint(t, seat, false);
    return ASK_AGAIN;
}

static answer on_rules(cli_table *t, spk_seat seat, const char *rest)
{
    (void)seat;
    if (!*rest) {
        cli_rules_short(t->box->game);
        putchar('\n');
        printf(cli_tr("One rule: 'rules %s'; all of them: 'speakeasy rules %s'."),
               t->box->game->turn_rule, t->box->game->key);
        putchar('\n');
    } else if (!cli_rule_show(t->box->game, rest, 2)) {
        printf(cli_tr("The rules have no '%s'."), rest);
        putchar('\n');
    }
    return ASK_AGAIN;
}

static answer on_moves(cli_table *t, spk_seat seat, const char *rest)
{
    show_moves(t, seat, rest, SPK_MAX_MOVES);
    return ASK_AGAIN;
}

/* After the words everybody hears, the table is the same. */
static answer on_say(cli_table *t, spk_seat seat, const char *rest)
{
    if (!*rest && cli_talk_offers(t, seat))
        return ASK_AGAIN;
    if (!cli_talk_say(t, seat, rest))
        return refuse(t);
    show_news(t, seat);
    return SPOKE;
}

/* Words beside the game: the others at this keyboard see them when they look. */
static answer on_chat(cli_table *t, spk_seat seat, const char *rest)
{
    return cli_chat_say(t, seat, rest) ? ASK_AGAIN : refuse(t);
}

static answer on_board(cli_table *t, spk_seat seat, const char *rest)
{
    (void)rest;
    cli_show_board(t->match, seat);
    cli_talk_said(t, seat);
    return ASK_AGAIN;
}

static answer on_log(cli_table *t, spk_seat seat, const char *rest)
{
    (void)rest;
    cli_show_history(t->room, seat, 1);
    return ASK_AGAIN;
}

/* A name as the shell wants it: in quotes if it holds more than letters, digits and ./_-. */
static void put_quoted(const char *file)
{
    bool plain = *file != '-';
    for (const char *p = file; *p; p++)
        plain = plain && (isalnum((unsigned char)*p) || strchr("./_-", *p));
    printf("%s%s", plain ? "" : "'", *file == '-' ? "./" : "");
    for (const char *p = file; *p; p++)
        printf(*p == '\'' ? "'\\''" : "%c", *p);
    puts(plain ? "" : "'");
}

static void not_saved(const cli_table *t, const spk_why *why)
{
    spk_buf text = {0};
    spk_buf_printf(&text, "%s: ", cli_tr("Not saved"));
    cli_render_why(t->box, why, &text);
    printf("%s%s.%s\n", cli_paint(CLI_ALARM), spk_buf_text(&text), cli_paint(CLI_PLAIN));
    spk_buf_release(&text);
}

spk_err cli_save(cli_table *t, const char *file, spk_why *why)
{
    spk_buf text = {0}, name = {0};
    spk_record_save(t->match, &text);
    spk_err err = cli_file_write(file, &text, why);
    spk_buf_release(&text);
    if (err != SPK_OK)
        return err;
    spk_buf_puts(&name, file); /* 'file' may be t->file itself */
    spk_buf_release(&t->file);
    t->file = name;
    return SPK_OK;
}

static void write_game(cli_table *t, const char *file)
{
    spk_why why = {0};
    if (cli_save(t, file, &why) != SPK_OK) {
        not_saved(t, &why);
        return;
    }
    printf("%s: speakeasy play --load ", cli_tr("Saved. To go on from here"));
    put_quoted(spk_buf_text(&t->file));
}

/* The file this game came from or went to is written again without asking, any other that is there
 * only by 'save!', and what is no ordinary file never. */
static void save(cli_table *t, const char *file, bool over)
{
    spk_why why = {0};
    bool known = spk_str_eq(file, spk_buf_text(&t->file));
    if (!*file) {
        puts(cli_tr("Save where? 'save FILE'."));
    } else if (cli_file_check(file, &why) != SPK_OK) {
        not_saved(t, &why);
    } else if (!over && !known && cli_file_exists(file)) {
        spk_refuse_as(&why, SPK_EIO, "{file} is there already", SPK_TEXT("file", file));
        not_saved(t, &why);
        printf(cli_tr("To replace it: 'save! %s'."), file);
        putchar('\n');
    } else {
        write_game(t, file);
    }
}

static answer on_save(cli_table *t, spk_seat seat, const char *rest)
{
    (void)seat;
    save(t, *rest ? rest : spk_buf_text(&t->file), false);
    return ASK_AGAIN;
}

static answer on_save_over(cli_table *t, spk_seat seat, const char *rest)
{
    (void)seat;
    save(t, rest, true);
    return ASK_AGAIN;
}

static answer on_quit(cli_table *t, spk_seat seat, const char *rest)
{
    (void)t, (void)seat, (void)rest;
    return QUIT;
}

/* 'rest' is what may follow: "" nothing, NULL anything. A word without help is another spelling. */
static const struct {
    const char *word, *rest, *help;
    answer (*run)(cli_table *t, spk_seat seat, const char *rest);
} words[] = {
    {"help", "", N_("this list"), on_help},
    {"moves", N_(" [WORD]"), N_("all your moves, or those that begin with WORD"), on_moves},
    {"board", "", N_("the table again"), on_board},
    {"log", "", N_("everything that happened so far"), on_log},
    {"undo", "", N_("take back your last move; against bots, any of yours"), on_undo},
    {"hint", "", N_("what a strong player would do here; 'why hint': and why"), on_hint},
    {"why", N_(" [MOVE]"), N_("why the last move was refused; whether MOVE would be"), on_why},
    {"rules", N_(" [ID]"), N_("the game in a minute; what one rule says"), on_rules},
    {"say", N_(" WORDS"), N_("speak ('say 2: WORDS' for player 2); alone: what can be said"),
     on_say},
    {"chat", N_(" WORDS"), N_("write to everybody at this table; 'chat' alone: all of it"),
     on_chat},
    {"save", N_(" FILE"), N_("write the game to a file; 'save!' replaces one"), on_save},
    {"save!", NULL, NULL, on_save_over},
    {"quit", "", N_("leave the table"), on_quit},
    {"exit", "", NULL, on_quit},
    {"?", "", NULL, on_help},
};

enum { N_WORDS = sizeof words / sizeof *words };

static answer on_help(cli_table *t, spk_seat seat, const char *rest)
{
    (void)seat, (void)rest;
    cli_wrap(
        cli_tr("Type the number of a move, or its words as they stand in [brackets]. Besides:"), 0,
        0);
    for (int i = 0; i < N_WORDS; i++)
        if (words[i].help && (words[i].run != on_say || t->box->game->talk))
            printf("  %s%s%s%-*s %s\n", cli_paint(CLI_NOTE), words[i].word, cli_paint(CLI_PLAIN),
                   14 - (int)strlen(words[i].word), *words[i].rest ? cli_tr(words[i].rest) : "",
                   cli_tr(words[i].help));
    puts(cli_tr("Moves count seats from 0, people from 1: 'start 0' means that player 1 begins."));
    return ASK_AGAIN;
}

/* -- A line ------------------------------------------------------------------------------------ */

/* The word's place among the commands, and what follows it; -1: it is none. */
static int find_word(const char *line, const char **rest)
{
    size_t n = strcspn(line, " \t");
    for (int i = 0; i < N_WORDS; i++)
        if (strlen(words[i].word) == n && strncasecmp(words[i].word, line, n) == 0) {
            *rest = line + n + strspn(line + n, " \t");
            return i;
        }
    return -1;
}

/* A word and what follows it. A game may know a move that begins like a word of ours. */
static answer obey(cli_table *t, spk_seat seat, int i, const char *rest)
{
    char text[2 * SPK_MOVE_TEXT];
    spk_move move;
    bool nothing = words[i].rest && !*words[i].rest;
    if (!nothing || !*rest)
        return words[i].run(t, seat, rest);
    const char *line = spk_buf_text(&t->line);
    cli_typed_spelling(t, line, text, sizeof text);
    if (t->box->game->parse_move(t->box, text, &move, NULL) == SPK_OK)
        return make_move(t, seat, line);
    printf(cli_tr("Nothing follows '%s'. Did you mean just '%s'?"), words[i].word, words[i].word);
    putchar('\n');
    return ASK_AGAIN;
}

static answer answer_line(cli_table *t, spk_seat seat)
{
    const char *line = spk_buf_text(&t->line), *rest;
    spk_move move;
    if (!*line)
        return ASK_AGAIN;
    if (!cli_is_printable(line, t->line.n) || t->line.n > LONGEST) {
        puts(cli_tr("That line cannot be read. 'help' lists what can be typed."));
        return ASK_AGAIN;
    }
    if (cli_typed_move(t, seat, line, &move)) /* a game's own word goes first */
        return make_move(t, seat, line);
    if (is_number(line))
        return no_such_number(t, seat, line);
    int i = find_word(line, &rest);
    return i >= 0 ? obey(t, seat, i, rest) : make_move(t, seat, line);
}

static cli_ending ending(answer a)
{
    return a == QUIT ? CLI_QUIT : a == INPUT_ENDED ? CLI_END_OF_INPUT : CLI_GOES_ON;
}

/* A person who moves has heard all that was said before: a sealed answer is not asked about. */
cli_ending cli_person_move(cli_table *t, spk_seat seat)
{
    char prompt[32];
    answer a = hand_over(t, seat, cli_tr("Player %d, it is your turn.")) ? ASK_AGAIN : INPUT_ENDED;
    if (a == ASK_AGAIN)
        show_all(t, seat);
    snprintf(prompt, sizeof prompt, "%s > ", cli_seat_name(seat));
    while (a == ASK_AGAIN) {
        room_listen(t->room, seat);
        a = cli_ask(prompt, &t->line) ? answer_line(t, seat) : INPUT_ENDED;
        if (a == SPOKE) {
            cli_talk_show(t, seat);
            a = ASK_AGAIN;
        }
    }
    return ending(a);
}

/* -- Talk before a bot moves ------------------------------------------------------------------- */

/* Words of ours as ever; anything else would be a move, and none is this person's. */
static answer answer_talk(cli_table *t, spk_seat seat)
{
    const char *line = spk_buf_text(&t->line), *rest;
    if (!*line)
        return LISTENS;
    bool fine = cli_is_printable(line, t->line.n) && t->line.n <= LONGEST;
    int i = fine ? find_word(line, &rest) : -1;
    if (i >= 0 && words[i].run != on_moves)
        return obey(t, seat, i, rest);
    puts(cli_tr("You may speak, but it is not your move. 'say WORDS', or Enter to listen."));
    return ASK_AGAIN;
}

/* After words of their own they are asked again, and need no second look at the table. */
cli_ending cli_person_talk(cli_table *t, spk_seat seat)
{
    char prompt[80];
    bool news = t->shown != seat || spk_match_seq(t->match, seat) > t->seats[seat].heard;
    answer a = hand_over(t, seat, cli_tr("Player %d, you may speak.")) ? ASK_AGAIN : INPUT_ENDED;
    if (a == ASK_AGAIN && news)
        show_table(t, seat);
    snprintf(prompt, sizeof prompt,
             cli_tr("player %d, you may speak: say ..., or Enter to listen > "), seat + 1);
    while (a == ASK_AGAIN)
        a = cli_ask(prompt, &t->line) ? answer_talk(t, seat) : INPUT_ENDED;
    if (a == LISTENS)
        room_listen(t->room, seat);
    return ending(a);
}
