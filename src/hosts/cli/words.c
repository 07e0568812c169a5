/* words.c: the language of the terminal: its own texts, and the phrases of games and rooms in words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hosts/cli/cli.h"
#include "hosts/words.h"

static host_language language = HOST_ENGLISH; /* one program, one terminal, one reader */

/* -- Which language ---------------------------------------------------------------------------- */

static host_language language_of_system(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *locale = getenv(variables[i]);
        if (locale && *locale)
            return host_language_of(locale);
    }
    return HOST_ENGLISH;
}

void cli_language_take(const cli_args *args)
{
    language = (host_language)cli_number(args, "lang", (uint64_t)language_of_system());
}

host_language cli_language(void) { return language; }

/* -- Texts and phrases ------------------------------------------------------------------------- */

const char *cli_tr(const char *english) { return host_tr(language, english); }

const char *cli_pick_text(const char *english, const char *german, const char *dutch)
{
    const char *const texts[HOST_LANGUAGES] = {english, german, dutch};
    return texts[language];
}

const char *cli_seat_name(spk_seat seat)
{
    static char seats[SPK_MAX_SEATS][24];
    if (seat < 0 || seat >= SPK_MAX_SEATS)
        return spk_seat_name(seat);
    snprintf(seats[seat], sizeof seats[seat], cli_tr("player %d"), seat + 1);
    return seats[seat];
}

static const char *translate(void *ctx, const char *english)
{
    (void)ctx;
    return cli_tr(english);
}

static void name_seat(void *ctx, int seat, spk_buf *out)
{
    (void)ctx;
    spk_buf_puts(out, cli_seat_name(seat));
}

static void name_thing(void *ctx, const char *code, spk_buf *out);

static spk_reader reader_of(const spk_box **box)
{
    return (spk_reader){.ctx = box, .translate = translate, .seat = name_seat, .thing = name_thing};
}

/* A thing's name may hold things; a code that the game has no name for is its own. */
static void name_thing(void *ctx, const char *code, spk_buf *out)
{
    const spk_box **box = ctx;
    spk_reader reader = reader_of(box);
    spk_buf name = {0};
    if ((*box)->game->name_thing)
        (*box)->game->name_thing(*box, code, &name);
    if (name.n)
        spk_phrase_name(spk_buf_text(&name), &reader, out);
    else
        spk_buf_puts(out, code);
    spk_buf_release(&name);
}

void cli_render(const spk_box *box, const char *phrases, spk_buf *out)
{
    spk_reader reader = reader_of(&box);
    spk_phrase_render(phrases, &reader, out);
}

void cli_render_why(const spk_box *box, const spk_why *why, spk_buf *out)
{
    if (*why->phrase)
        cli_render(box, why->phrase, out);
    else
        spk_buf_puts(out, cli_tr(why->text));
}
