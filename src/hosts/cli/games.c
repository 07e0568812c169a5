/* games.c: `speakeasy games`: what there is, read from the games' own tables. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "games/registry.h"
#include "hosts/cli/cli.h"

/* The default edition's name stands in its file, so the box is opened to learn it. */
static void open_default(spk_box *box, const spk_game *game)
{
    SPK_BUG_IF(spk_box_open(box, game, &(spk_choice){0}, NULL) != SPK_OK);
}

static void print_option(const spk_option *o)
{
    spk_buf values = {0};
    spk_words words = spk_words_of(o->values ? o->values : "");
    char word[32];
    for (int i = 0; spk_words_next(&words, word, sizeof word); i++)
        spk_buf_printf(&values, "%s%s", i ? " | " : "", word);
    if (!o->values)
        spk_buf_printf(&values, "%d (%d to %d%s)", o->fallback, o->lo, o->hi,
                       o->per_seat ? "; default per seat" : "");
    spk_buf_printf(&values, " [%s]", o->rule);
    int at = printf("    %s = ", o->name);
    cli_wrap(spk_buf_text(&values), at, 8);
    cli_wrap(o->help, 0, 8);
    if (o->ours)
        printf("        Our reading: %s%s.%s%s%s\n", spk_option_default(o, word),
               o->per_seat ? " per seat" : "", spk_option_differs(o) ? " To the letter: " : "",
               spk_option_differs(o) ? o->letter : "", spk_option_differs(o) ? "." : "");
    spk_buf_release(&values);
}

/* What one word chooses: "--preset letter: stall_limit=0". */
static void print_preset(const spk_game *game)
{
    spk_buf text = {0};
    for (int i = 0; i < game->n_options; i++)
        if (spk_option_differs(&game->options[i]))
            spk_buf_printf(&text, " %s=%s", game->options[i].name, game->options[i].letter);
    if (text.n)
        cli_wrap(spk_buf_text(&text) + 1, printf("  preset   --preset letter, to the letter: "),
                 11);
    spk_buf_release(&text);
}

static void print_scripts(const spk_game *game)
{
    if (game->n_scripts)
        puts("  scripts  fixed-strategy players, for benchmarking bots (--bots NAME)");
    for (int i = 0; i < game->n_scripts; i++)
        cli_wrap(game->scripts[i].about, printf("    %-17s ", game->scripts[i].name), 22);
}

static void print_game(const spk_game *game)
{
    spk_buf edition = {0};
    spk_box box;
    open_default(&box, game);
    printf("%s%s%s  %s\n", cli_paint(CLI_BOLD), game->key, cli_paint(CLI_PLAIN), game->name);
    cli_wrap(game->about, 0, 2);
    printf("  players  %d", game->min_seats);
    if (game->max_seats > game->min_seats)
        printf(" to %d", game->max_seats);
    putchar('\n');
    cli_edition_print(&box, &edition);
    if (game->edition_text)
        printf("  edition  %s; --edition FILE takes another\n", spk_buf_text(&edition));
    print_preset(game);
    if (game->n_options)
        puts("  options  --option name=value; the first value is the default");
    for (int i = 0; i < game->n_options; i++)
        print_option(&game->options[i]);
    print_scripts(game);
    spk_buf_release(&edition);
    spk_box_close(&box);
}

static int run(const cli_args *args)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '[');
    for (int i = 0; i < spk_n_games; i++) {
        spk_json_open(&j, '{');
        spk_game_print(spk_games[i], &j);
        spk_json_close(&j, '}');
        if (!cli_has(args, "json"))
            print_game(spk_games[i]);
    }
    spk_json_close(&j, ']');
    if (cli_has(args, "json"))
        puts(spk_buf_text(&out));
    spk_buf_release(&out);
    return CLI_DONE;
}

static const cli_option options[] = {
    {"json", NULL, CLI_FLAG, 0, 0, "print one JSON array"},
    {0},
};

extern const cli_command cli_games;
const cli_command cli_games = {
    .name = "games",
    .about = "list the games: players, table options, editions, scripts",
    .words = "",
    .options = options,
    .help = "The number in brackets is the rule behind the option: 'speakeasy rules\n"
            "<game> <number>' prints it.\n",
    .run = run,
};
