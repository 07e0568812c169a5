/* person.c: a person's move: what they see, what they may type, and what is answered. Everything
 * shown is made from the view of the seat that looks. */
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
    QUIT,
    INPUT_ENDED,
} answer;

/* -- Showing ----------------------------------------------------------------------------------- */

/* With several people at one screen nobody may see the hand of the one before. */
static bool hand_over(cli_table *t, spk_seat seat)
{
    bool another = t->shown >= 0 && t->shown != seat;
    bool first = t->shown < 0 && t->n_people > 1;
    t->shown = seat;
    if (t->n_people < 2 || !(another || first))
        return true;
    if (another)
        cli_clear();
    printf("%sPlayer %d, it is your turn.%s\n", cli_paint(CLI_BOLD), seat + 1,
           cli_paint(CLI_PLAIN));
    if (!cli_is_dialogue()) /* a script has nothing to hide, and its lines are moves */
        return true;
    if (!cli_ask("Press Enter when nobody else is looking. ", &t->line))
        return false;
    cli_clear();
    return true;
}

static void show_board(const cli_table *t, spk_seat seat)
{
    spk_buf board = {0};
    spk_match_board(t->match, seat, &board);
    fputs(spk_buf_text(&board), stdout);
    spk_buf_release(&board);
}

static void show_moves(const cli_table *t, spk_seat seat)
{
    printf("%sYour moves%s\n", cli_paint(CLI_BOLD), cli_paint(CLI_PLAIN));
    cli_show_moves(t->match, seat);
}

static void show_all(cli_table *t, spk_seat seat)
{
    int n = spk_match_seq(t->match, seat);
    putchar('\n');
    if (n > t->seats[seat].heard) {
        cli_show_history(t->match, seat, t->seats[seat].heard + 1);
        putchar('\n');
    }
    t->seats[seat].heard = n;
    show_board(t, seat);
    putchar('\n');
    show_moves(t, seat);
}

static void show_refusal(const spk_why *why)
{
    printf("%sNo: %s%s", cli_paint(CLI_ALARM), why->text, cli_paint(CLI_PLAIN));
    if (*why->rule)
        printf(" [%s; 'why' tells the rule]", why->rule);
    putchar('\n');
}

static void show_reason(const cli_table *t, const spk_why *why)
{
    printf("%s\n", why->text);
    if (*why->rule && !cli_rule_show(t->box->game, why->rule, 2))
        printf("  (rule %s)\n", why->rule);
}

/* -- Reading a move ---------------------------------------------------------------------------- */

/* Upper and lower case, and how many blanks: forgiven. */
static bool same_words(const char *a, const char *b)
{
    spk_words v = spk_words_of(a), w = spk_words_of(b);
    char x[SPK_MOVE_TEXT], y[SPK_MOVE_TEXT];
    for (;;) {
        bool more = spk_words_next(&v, x, sizeof x);
        if (more != spk_words_next(&w, y, sizeof y))
            return false;
        if (!more)
            return true;
        if (strcasecmp(x, y) != 0)
            return false;
    }
}

/* The legal move that was typed, as its number or as its words; false: none was. */
static bool find_move(const cli_table *t, spk_seat seat, const char *line, spk_move *move)
{
    static spk_move moves[SPK_MAX_MOVES];
    char text[SPK_MOVE_TEXT];
    int n = spk_match_moves(t->match, seat, moves), number;
    if (spk_str_int(line, 1, n, &number)) {
        *move = moves[number - 1];
        return true;
    }
    for (int i = 0; i < n; i++)
        if (same_words(line, spk_move_text(t->box, moves[i], text))) {
            *move = moves[i];
            return true;
        }
    return false;
}

/* Words with a digit in capitals (cards, squares), the others small. */
static void to_usual_case(char *word)
{
    bool capitals = word[strcspn(word, "0123456789")];
    for (; *word; word++)
        *word = (char)(capitals ? toupper((unsigned char)*word) : tolower((unsigned char)*word));
}

/* Single blanks between the words and, on demand, the usual case. */
static void tidy(const char *line, bool usual_case, char *room, size_t cap)
{
    spk_buf out = {.bytes = room, .cap = cap, .fixed = true};
    spk_words w = spk_words_of(line);
    char word[SPK_MOVE_TEXT];
    room[0] = '\0';
    for (int i = 0; spk_words_next(&w, word, sizeof word); i++) {
        if (usual_case)
            to_usual_case(word);
        spk_buf_puts(&out, i ? " " : "");
        spk_buf_puts(&out, word);
    }
}

/* What goes to the game's own reader, which knows one spelling: as typed, or in the usual case if
 * only that can be read. */
static const char *spelling(const cli_table *t, const char *line, char *room, size_t cap)
{
    spk_move move;
    tidy(line, true, room, cap);
    if (t->box->game->parse_move(t->box, room, &move, NULL) != SPK_OK)
        tidy(line, false, room, cap);
    return room;
}

/* The end of a turn is the player's word, not a slip of the finger. Only people at a terminal are
 * asked. */
static answer confirm(cli_table *t, spk_seat seat, spk_move move)
{
    char text[SPK_MOVE_TEXT], prompt[SPK_MOVE_TEXT + 80];
    if (!cli_is_dialogue() || !spk_match_ends_turn(t->match, seat, move))
        return MOVED;
    snprintf(prompt, sizeof prompt, "'%s' ends your turn. Enter: go on, undo: think again > ",
             spk_move_text(t->box, move, text));
    for (;;) {
        if (!cli_ask(prompt, &t->line))
            return INPUT_ENDED;
        const char *line = spk_buf_text(&t->line);
        if (!*line || same_words(line, "y") || same_words(line, "yes") || same_words(line, "ok"))
            return MOVED;
        if (same_words(line, "undo") || same_words(line, "n") || same_words(line, "no"))
            return ASK_AGAIN;
        if (same_words(line, "quit"))
            return QUIT;
    }
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
    bool found = find_move(t, seat, line, &move);
    answer sure = found ? confirm(t, seat, move) : MOVED;
    if (sure != MOVED)
        return sure;
    if (found)
        spk_move_text(t->box, move, text);
    else
        spelling(t, line, text, sizeof text);
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
    if (!*rest && t->refused.err != SPK_OK) {
        show_reason(t, &t->refused);
    } else if (!*rest) {
        puts("Nothing was refused. 'why <move>' tells whether a move would be.");
    } else if (find_move(t, seat, rest, &move)) {
        printf("'%s' is allowed now.\n", spk_move_text(t->box, move, text));
    } else {
        spk_match_view(t->match, seat, &view);
        if (spk_move_read(t->box, &view, seat, spelling(t, rest, text, sizeof text), &move, &why) ==
            SPK_OK)
            puts("That is allowed now.");
        else
            show_reason(t, &why);
    }
    return ASK_AGAIN;
}

static answer on_rules(cli_table *t, spk_seat seat, const char *rest)
{
    (void)seat;
    if (!*rest)
        printf("'rules ID' tells one rule, such as 'rules %s'; 'speakeasy rules %s' tells all.\n",
               t->box->game->turn_rule, t->box->game->key);
    else if (!cli_rule_show(t->box->game, rest, 2))
        printf("The rules have no '%s'.\n", rest);
    return ASK_AGAIN;
}

static answer on_moves(cli_table *t, spk_seat seat, const char *rest)
{
    (void)rest;
    show_moves(t, seat);
    return ASK_AGAIN;
}

static answer on_board(cli_table *t, spk_seat seat, const char *rest)
{
    (void)rest;
    show_board(t, seat);
    return ASK_AGAIN;
}

static answer on_log(cli_table *t, spk_seat seat, const char *rest)
{
    (void)rest;
    cli_show_history(t->match, seat, 1);
    return ASK_AGAIN;
}

/* A file of this game may be written again; any other that is there only by 'save!'. */
static void save(cli_table *t, const char *file, bool over)
{
    spk_buf text = {0};
    spk_why why = {0};
    if (!*file) {
        puts("Save where? 'save FILE'.");
        return;
    }
    if (!over && !spk_str_eq(file, spk_buf_text(&t->file)) && cli_file_exists(file)) {
        printf("%sNot saved: %s is there already.%s 'save! %s' replaces it.\n",
               cli_paint(CLI_ALARM), file, cli_paint(CLI_PLAIN), file);
        return;
    }
    spk_record_save(t->match, &text);
    if (cli_file_write(file, &text, &why) != SPK_OK) {
        printf("%sNot saved: %s.%s\n", cli_paint(CLI_ALARM), why.text, cli_paint(CLI_PLAIN));
    } else {
        printf("Saved. 'speakeasy play --load %s' goes on from here.\n", file);
        spk_buf name = {0}; /* 'file' may be t->file itself */
        spk_buf_puts(&name, file);
        spk_buf_release(&t->file);
        t->file = name;
    }
    spk_buf_release(&text);
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

static const struct {
    const char *word, *rest, *help;
    answer (*run)(cli_table *t, spk_seat seat, const char *rest);
} words[] = {
    {"help", "", "this list", on_help},
    {"moves", "", "your moves again", on_moves},
    {"board", "", "the table again", on_board},
    {"log", "", "everything that happened so far", on_log},
    {"undo", "", "take back your last move, while this turn lasts", on_undo},
    {"why", "", "why the last move was refused, with the rule", on_why},
    {"why", " <move>", "whether that move is allowed, without making it", on_why},
    {"rules", " <ID>", "what a rule says", on_rules},
    {"save", " <file>", "write the game to a file; 'save!' replaces one", on_save},
    {"save!", NULL, NULL, on_save_over},
    {"quit", "", "leave the table", on_quit},
    {"exit", NULL, NULL, on_quit},
    {"?", NULL, NULL, on_help},
};

enum { N_WORDS = sizeof words / sizeof *words };

static answer on_help(cli_table *t, spk_seat seat, const char *rest)
{
    (void)t, (void)seat, (void)rest;
    puts("Type the number of a move or its words. Besides:");
    for (int i = 0; i < N_WORDS; i++)
        if (words[i].help)
            printf("  %s%s%s%-*s %s\n", cli_paint(CLI_NOTE), words[i].word, cli_paint(CLI_PLAIN),
                   14 - (int)strlen(words[i].word), words[i].rest, words[i].help);
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

static answer answer_line(cli_table *t, spk_seat seat)
{
    const char *line = spk_buf_text(&t->line), *rest;
    size_t bad;
    spk_move move;
    if (!*line)
        return ASK_AGAIN;
    if (!spk_str_is_clean(line, t->line.n, &bad) || t->line.n > SPK_RECORD_LINE) {
        puts("That line cannot be read. 'help' lists what can be typed.");
        return ASK_AGAIN;
    }
    if (find_move(t, seat, line, &move)) /* a game's own word goes first */
        return make_move(t, seat, line);
    if (is_number(line))
        return no_such_number(t, seat, line);
    int i = find_word(line, &rest);
    return i >= 0 ? words[i].run(t, seat, rest) : make_move(t, seat, line);
}

cli_ending cli_person_move(cli_table *t, spk_seat seat)
{
    char prompt[32];
    answer a = hand_over(t, seat) ? ASK_AGAIN : INPUT_ENDED;
    if (a == ASK_AGAIN)
        show_all(t, seat);
    snprintf(prompt, sizeof prompt, "player %d > ", seat + 1);
    while (a == ASK_AGAIN)
        a = cli_ask(prompt, &t->line) ? answer_line(t, seat) : INPUT_ENDED;
    return a == MOVED ? CLI_GOES_ON : a == QUIT ? CLI_QUIT : CLI_END_OF_INPUT;
}
