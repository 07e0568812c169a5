/* table.c: from the words of a command line to an open box or a loaded match. */
#include <strings.h>

#include "base/str.h"
#include "engine/edition.h"
#include "games/registry.h"
#include "hosts/cli/cli.h"
#include "hosts/nearest.h"

const spk_game *cli_game(const char *name)
{
    const char *names[64];
    int n = 0;
    for (; n < spk_n_games && n < 64; n++) {
        names[n] = spk_games[n]->key;
        if (strcasecmp(name, names[n]) == 0)
            return spk_games[n];
    }
    const char *near = host_nearest(name, names, n);
    if (near)
        cli_error("there is no game '%s'; did you mean '%s'?", name, near);
    else
        cli_error("there is no game '%s'; 'speakeasy games' lists them", name);
    return NULL;
}

/* The edition's text into *text, and into the choice; both are empty without --edition. */
static int read_edition(const cli_args *args, spk_buf *text, spk_choice *choice)
{
    const char *file = cli_text(args, "edition");
    if (!file)
        return 0;
    int code = cli_file_read(file, SPK_EDITION_BYTES, text);
    choice->edition_file = file;
    choice->edition_text = spk_buf_text(text);
    choice->edition_length = text->n;
    return code;
}

/* What is wrong with seats or options is not the edition file's fault: they are tried first. */
int cli_box_open(spk_box *box, const spk_game *game, const cli_args *args)
{
    spk_choice choice = {.n_seats = (int)cli_number(args, "players", 0)};
    spk_buf text = {0};
    spk_why why = {0};
    choice.options = cli_list(args, "option", &choice.n_options);
    if (spk_box_open(box, game, &choice, &why) != SPK_OK)
        return cli_refused(NULL, &why);
    if (!cli_has(args, "edition"))
        return 0;
    spk_box_close(box);
    int code = read_edition(args, &text, &choice);
    if (code == 0 && spk_box_open(box, game, &choice, &why) != SPK_OK)
        code = cli_refused(choice.edition_file, &why);
    spk_buf_release(&text);
    return code;
}

int cli_record_load(spk_record *record, const char *file, const cli_args *args)
{
    spk_choice choice = {0};
    spk_buf text = {0}, edition = {0};
    spk_why why = {0};
    int code = read_edition(args, &edition, &choice);
    if (code == 0)
        code = cli_file_read(file, SPK_RECORD_BYTES, &text);
    if (code == 0 && spk_record_load(record, spk_buf_text(&text), text.n, spk_game_find,
                                     choice.edition_text ? &choice : NULL, &why) != SPK_OK)
        code = cli_refused(file, &why);
    spk_buf_release(&text);
    spk_buf_release(&edition);
    return code;
}
