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

enum { FEW_MOVES = 40 }; /* are shown unasked; 'moves' shows all */

/* -- Showing ----------------------------------------------------------------------------------- */

/* With several people at one screen nobody may see the hand of the one before. */
static bool hand_over(cli_table *t, spk_seat seat, const char *what)
{
    bool another = t->shown >= 0 && t->shown != seat;
    bool first = t->shown < 0 && t->n_people > 1;
    t->shown = seat;
    if (t->n_people < 2 || !(another || first))
        return true;
    if (another)
        cli_clear();
    printf("%sPlayer %d, %s.%s%s\n", cli_paint(CLI_BOLD), seat + 1, what, cli_paint(CLI_PLAIN),
           another ? " (What the player before you saw is hidden.)" : "");
    if (!cli_is_dialogue()) /* a script has nothing to hide, and its lines are moves */
        return true;
    if (!cli_ask("Press Enter when nobody else is looking. ", &t->line))
        return false;
    cli_clear();
    return true;
}

static void show_moves(const cli_table *t, spk_seat seat, const char *word, int limit)
{
    printf("%sYour moves%s\n", cli_paint(CLI_BOLD), cli_paint(CLI_PLAIN));
    cli_show_moves(t->match, seat, word, limit);
}

/* What happened since this seat looked last. */
static void show_news(cli_table *t, spk_seat seat)
{
    int n = spk_match_seq(t->match, seat);
    if (n > t->seats[seat].heard)
        cli_show_history(t->match, seat, t->seats[seat].heard + 1);
    t->seats[seat].heard = n;
}

static void show_table(cli_table *t, spk_seat seat)
{
    bool news = spk_match_seq(t->match, seat) > t->seats[seat].heard;
    putchar('\n');
    show_news(t, seat);
    fputs(news ? "\n" : "", stdout);
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

static void show_refusal(const spk_why *why)
{
    spk_buf text = {0};
    spk_buf_printf(&text, "No: %s", why->text);
    if (*why->rule)
        spk_buf_printf(&text, " [%s; 'why' tells the rule]", why->rule);
    fputs(cli_paint(CLI_ALARM), stdout);
    cli_wrap(spk_buf_text(&text), 0, 0);
    fputs(cli_paint(CLI_PLAIN), stdout);
    spk_buf_release(&text);
}

static void show_reason(const cli_table *t, const spk_why *why)
{
    cli_wrap(why->text, 0, 0);
    if (*why->rule && !cli_rule_show(t->box->game, why->rule, 2))
        printf("  (rule %s)\n", why->rule);
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
    char text[SPK_MOVE_TEXT], prompt[SPK_MOVE_TEXT + 80];
    if (!cli_is_dialogue() || is_forced(t, seat) || !spk_match_ends_turn(t->match, seat, move))
        return MOVED;
    snprintf(prompt, sizeof prompt, "'%s' ends your turn. Enter: go on, undo: think again > ",
             spk_move_text(t->box, move, text));
    while (cli_ask(prompt, &t->line)) {
        const char *line = spk_buf_text(&t->line);
        if (!*line || is_one_of(line, "y", "yes", "ok"))
            return MOVED;
        if (is_one_of(line, "undo", "n", "no"))
            return ASK_AGAIN;
        if (is_one_of(line, "quit", "exit", "q"))
            return QUIT;
        printf("The move is not made yet. Enter (or 'yes') makes it and ends your turn, 'undo'\n"
               "(or 'no') goes back to your moves, 'quit' leaves the table.\n");
    }
    return INPUT_ENDED;
}

static answer refuse(cli_table *t)
{
    show_refusal(&t->refused);
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
    t->refused = (spk_why){0};
    if (spk_match_play(t->match, seat, text, &t->refused) != SPK_OK)
        return refuse(t);
    return MOVED;
}

static bool is_number(const char *line) { return *line && !line[strspn(line, "0123456789")]; }

static answer no_such_number(cli_table *t, spk_seat seat, const char *line)
{
    static spk_move moves[SPK_MAX_MOVES];
    spk_fail(&t->refused, SPK_ERANGE, "There is no move %.20s: the numbers are 1 to %d.", line,
             spk_match_moves(t->match, seat, moves));
    return refuse(t);
}

/* -- The other words --------------------------------------------------------------------------- */

static answer on_help(cli_table *t, spk_seat seat, const char *rest);

static answer on_undo(cli_table *t, spk_seat seat, const char *rest)
{
    (void)rest;
    t->refused = (spk_why){0};
    return spk_match_undo(t->match, seat, &t->refused) == SPK_OK ? MOVED : refuse(t);
}

/* 'why': the last refusal with its rule. 'why <move>': judged, but not made; against the view, so
 * that asking tells nothing that looking does not. */
static answer on_why(cli_table *t, spk_seat seat, const char *rest)
{
    spk_why why = {0};
    spk_move move;
    spk_state view;
    char text[2 * SPK_MOVE_TEXT];
    if (cli_same_words(rest, "hint")) {
        cli_hint(t, seat, true);
    } else if (!*rest && t->refused.err != SPK_OK) {
        show_reason(t, &t->refused);
    } else if (!*rest) {
        puts("Nothing was refused. 'why <move>' tells whether a move would be, 'why hint' what\n"
             "a strong player would do and why.");
    } else if (cli_typed_move(t, seat, rest, &move)) {
        printf("'%s' is allowed now.\n", spk_move_text(t->box, move, text));
    } else {
        spk_match_view(t->match, seat, &view);
        cli_typed_spelling(t, rest, text, sizeof text);
        if (spk_move_read(t->box, &view, seat, text, &move, &why) == SPK_OK)
            puts("That is allowed now.");
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
        printf("\n'rules %s' tells one rule, 'speakeasy rules %s' all of them.\n",
               t->box->game->turn_rule, t->box->game->key);
    } else if (!cli_rule_show(t->box->game, rest, 2)) {
        printf("The rules have no '%s'.\n", rest);
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
    if (!cli_talk_say(t, seat, rest))
        return refuse(t);
    show_news(t, seat);
    return SPOKE;
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
    cli_show_history(t->match, seat, 1);
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

static void not_saved(const char *why)
{
    printf("%sNot saved: %s.%s\n", cli_paint(CLI_ALARM), why, cli_paint(CLI_PLAIN));
}

static void write_game(cli_table *t, const char *file)
{
    spk_buf text = {0}, name = {0};
    spk_why why = {0};
    spk_record_save(t->match, &text);
    if (cli_file_write(file, &text, &why) != SPK_OK) {
        not_saved(why.text);
    } else {
        printf("Saved. To go on from here: speakeasy play --load ");
        put_quoted(file);
        spk_buf_puts(&name, file); /* 'file' may be t->file itself */
        spk_buf_release(&t->file);
        t->file = name;
    }
    spk_buf_release(&text);
}

/* The file this game came from or went to is written again without asking, any other that is there
 * only by 'save!', and what is no ordinary file never. */
static void save(cli_table *t, const char *file, bool over)
{
    spk_why why = {0};
    bool known = spk_str_eq(file, spk_buf_text(&t->file));
    if (!*file) {
        puts("Save where? 'save FILE'.");
    } else if (cli_file_check(file, &why) != SPK_OK) {
        not_saved(why.text);
    } else if (!over && !known && cli_file_exists(file)) {
        printf("%sNot saved: %s is there already.%s 'save! %s' replaces it.\n",
               cli_paint(CLI_ALARM), file, cli_paint(CLI_PLAIN), file);
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
    {"help", "", "this list", on_help},
    {"moves", " [WORD]", "all your moves, or those that begin with WORD", on_moves},
    {"board", "", "the table again", on_board},
    {"log", "", "everything that happened so far", on_log},
    {"undo", "", "take back your last move, while this turn lasts", on_undo},
    {"hint", "", "what a strong player would do here; 'why hint': and why", on_hint},
    {"why", " [MOVE]", "why the last move was refused; whether MOVE would be", on_why},
    {"rules", " [ID]", "the game in a minute; what one rule says", on_rules},
    {"say", " WORDS", "speak at the table ('say 2: WORDS' for player 2)", on_say},
    {"save", " FILE", "write the game to a file; 'save!' replaces one", on_save},
    {"save!", NULL, NULL, on_save_over},
    {"quit", "", "leave the table", on_quit},
    {"exit", "", NULL, on_quit},
    {"?", "", NULL, on_help},
};

enum { N_WORDS = sizeof words / sizeof *words };

static answer on_help(cli_table *t, spk_seat seat, const char *rest)
{
    (void)seat, (void)rest;
    puts("Type the number of a move or its words. Besides:");
    for (int i = 0; i < N_WORDS; i++)
        if (words[i].help && (words[i].run != on_say || t->box->game->talk))
            printf("  %s%s%s%-*s %s\n", cli_paint(CLI_NOTE), words[i].word, cli_paint(CLI_PLAIN),
                   14 - (int)strlen(words[i].word), words[i].rest, words[i].help);
    puts("Moves count seats from 0, people from 1: 'start 0' means that player 1 begins.");
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
    printf("Nothing follows '%s'. Did you mean just '%s'?\n", words[i].word, words[i].word);
    return ASK_AGAIN;
}

static answer answer_line(cli_table *t, spk_seat seat)
{
    const char *line = spk_buf_text(&t->line), *rest;
    spk_move move;
    if (!*line)
        return ASK_AGAIN;
    if (!cli_is_printable(line, t->line.n) || t->line.n > SPK_RECORD_LINE) {
        puts("That line cannot be read. 'help' lists what can be typed.");
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
    answer a = hand_over(t, seat, "it is your turn") ? ASK_AGAIN : INPUT_ENDED;
    if (a == ASK_AGAIN)
        show_all(t, seat);
    snprintf(prompt, sizeof prompt, "player %d > ", seat + 1);
    while (a == ASK_AGAIN) {
        host_conversation_pass(&t->talk, seat);
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
    bool fine = cli_is_printable(line, t->line.n) && t->line.n <= SPK_RECORD_LINE;
    int i = fine ? find_word(line, &rest) : -1;
    if (i >= 0 && words[i].run != on_moves)
        return obey(t, seat, i, rest);
    puts("You may speak, but it is not your move. 'say WORDS', or Enter to listen.");
    return ASK_AGAIN;
}

/* After words of their own they are asked again, and need no second look at the table. */
cli_ending cli_person_talk(cli_table *t, spk_seat seat)
{
    char prompt[80];
    bool news = t->shown != seat || spk_match_seq(t->match, seat) > t->seats[seat].heard;
    answer a = hand_over(t, seat, "you may speak") ? ASK_AGAIN : INPUT_ENDED;
    if (a == ASK_AGAIN && news)
        show_table(t, seat);
    snprintf(prompt, sizeof prompt, "player %d, you may speak: say ..., or Enter to listen > ",
             seat + 1);
    while (a == ASK_AGAIN)
        a = cli_ask(prompt, &t->line) ? answer_talk(t, seat) : INPUT_ENDED;
    if (a == LISTENS)
        host_conversation_pass(&t->talk, seat);
    return ending(a);
}
