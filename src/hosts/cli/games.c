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
    spk_buf_release(&values);
}

static void print_game(const spk_game *game)
{
    spk_box box;
    open_default(&box, game);
    printf("%s%s%s  %s\n", cli_paint(CLI_BOLD), game->key, cli_paint(CLI_PLAIN), game->name);
    cli_wrap(game->about, 0, 2);
    printf("  players  %d", game->min_seats);
    if (game->max_seats > game->min_seats)
        printf(" to %d", game->max_seats);
    printf("\n  edition  %s (built in); --edition FILE takes another\n", box.edition_name);
    if (game->n_options)
        puts("  options  --option name=value; the first value is the default");
    for (int i = 0; i < game->n_options; i++)
        print_option(&game->options[i]);
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
    {"json", NULL, CLI_FLAG, 0, 0, "one JSON array"},
    {0},
};

extern const cli_command cli_games;
const cli_command cli_games = {
    .name = "games",
    .about = "what can be played: seats, table options, editions",
    .words = "",
    .options = options,
    .help = "The number in brackets is the rule that leaves the choice: 'speakeasy rules\n"
            "<game> <number>' tells it.\n",
    .run = run,
};
