/* table.c: from the words of a command line to an open box or a loaded match. */
#include <stdlib.h>
#include <strings.h>

#include "ai/net.h"
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
    spk_choice choice = {.n_seats = (int)cli_number(args, "players", 0),
                         .preset = (spk_preset)cli_number(args, "preset", SPK_PRESET_OURS)};
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

/* The text up to this line, as a record that ends there. False: the line is no entry of the log. */
static bool cut_before(spk_buf *text, int line)
{
    size_t at = 0;
    for (int i = 1; i < line && at < text->n; i++)
        at += strcspn(text->bytes + at, "\n") + 1;
    int number = at < text->n ? atoi(text->bytes + at) : 0;
    if (number < 1)
        return false;
    text->n = at;
    spk_buf_printf(text, "end %d\n", number - 1);
    return true;
}

static int load_record(spk_record *record, const char *file, const cli_args *args, spk_why *stopped)
{
    spk_choice choice = {0};
    spk_buf text = {0}, edition = {0};
    spk_why why = {0};
    int code = read_edition(args, &edition, &choice);
    if (code == 0)
        code = cli_file_read(file, SPK_RECORD_BYTES, &text);
    const spk_choice *with = choice.edition_text ? &choice : NULL;
    if (code == 0 &&
        spk_record_load(record, spk_buf_text(&text), text.n, spk_game_find, with, &why) != SPK_OK) {
        bool played = stopped && cut_before(&text, why.line) &&
                      spk_record_load(record, spk_buf_text(&text), text.n, spk_game_find, with,
                                      NULL) == SPK_OK;
        if (played)
            *stopped = why;
        else
            code = cli_refused(file, &why);
    }
    spk_buf_release(&text);
    spk_buf_release(&edition);
    return code;
}

int cli_net_take(spk_box *box, spk_buf *bytes, const cli_args *args)
{
    enum { MOST = 1 << 20 };
    const char *file = cli_text(args, "net");
    spk_net net;
    spk_why why;
    if (!file)
        return 0;
    if (cli_file_read(file, MOST, bytes) != 0)
        return CLI_WRONG;
    box->net = (spk_net_file){(const unsigned char *)bytes->bytes, bytes->n, box->n_seats};
    return spk_net_open(&net, box, &why) == SPK_OK ? 0 : cli_refused(file, &why);
}

int cli_record_load(spk_record *record, const char *file, const cli_args *args)
{
    return load_record(record, file, args, NULL);
}

int cli_record_load_played(spk_record *record, const char *file, const cli_args *args,
                           spk_why *stopped)
{
    *stopped = (spk_why){0};
    return load_record(record, file, args, stopped);
}
