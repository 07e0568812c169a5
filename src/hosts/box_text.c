/* box_text.c: see box_text.h. */
#include "hosts/box_text.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/str.h"
#include "games/registry.h"

/* -- Printing ------------------------------------------------------------------------------------ */

void host_lines_print(const char *word, const char *text, spk_buf *out)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        spk_buf_printf(out, "%s%s", word, n ? " " : "");
        spk_buf_add(out, text, n);
        spk_buf_putc(out, '\n');
        text += n + (text[n] == '\n');
    }
}

void host_box_print(const spk_box *box, spk_buf *out)
{
    char value[32];
    const spk_game *game = box->game;
    spk_buf_printf(out, "game %s\nseats %d\nrules %d\n", game->key, box->n_seats,
                   box->rules_version);
    for (int i = 0; i < game->n_options; i++)
        spk_buf_printf(out, "option %s %s\n", game->options[i].name,
                       spk_box_option_text(box, i, value));
    if (spk_game_edition(game, box->edition_hash))
        spk_buf_printf(out, "edition %016" PRIx64 "\n", box->edition_hash);
    else if (box->edition_text)
        host_lines_print("edition_text", box->edition_text, out);
}

/* -- Reading ------------------------------------------------------------------------------------- */

spk_err host_number_take(const char *text, int lo, int hi, int *number, spk_why *why)
{
    if (spk_str_int(text, lo, hi, number))
        return SPK_OK;
    return spk_fail(why, SPK_EMALFORMED, "'%.40s' is not a number from %d to %d", text, lo, hi);
}

static spk_err take_game(host_box_text *t, const char *rest, spk_why *why)
{
    t->game = spk_game_find(rest);
    return t->game ? SPK_OK : spk_fail(why, SPK_EUNKNOWN, "this build has no game '%.40s'", rest);
}

static spk_err take_seats(host_box_text *t, const char *rest, spk_why *why)
{
    return host_number_take(rest, 1, SPK_MAX_SEATS, &t->n_seats, why);
}

static spk_err take_rules(host_box_text *t, const char *rest, spk_why *why)
{
    return host_number_take(rest, 1, 1000000, &t->rules_version, why);
}

/* "tie_break draw" -> "tie_break=draw" */
static spk_err take_option(host_box_text *t, const char *rest, spk_why *why)
{
    if (t->n_options == SPK_MAX_OPTIONS || strlen(rest) >= sizeof t->option[0])
        return spk_fail(why, SPK_ERANGE, "too much for an option: '%.40s'", rest);
    char *text = strcpy(t->option[t->n_options], rest), *space = strchr(text, ' ');
    if (!space)
        return spk_fail(why, SPK_EMALFORMED, "option '%.40s' has no value", rest);
    *space = '=';
    t->n_options++;
    return SPK_OK;
}

/* Sixteen hexadecimal digits, as host_box_print writes them; the bot protocol has a name before them, and the text as
 * well. */
static spk_err take_edition(host_box_text *t, const char *rest, spk_why *why)
{
    uint64_t hash = 0;
    size_t n = strspn(rest, "0123456789abcdef");
    if (strchr(rest, ' '))
        return SPK_OK;
    if (n != 16 || rest[n] || sscanf(rest, "%16" SCNx64, &hash) != 1)
        return spk_fail(why, SPK_EMALFORMED, "'%.40s' is not an edition's hash", rest);
    t->edition_hash = hash;
    return SPK_OK;
}

static spk_err take_edition_line(host_box_text *t, const char *rest, spk_why *why)
{
    (void)why;
    spk_buf_puts(&t->edition, rest);
    spk_buf_putc(&t->edition, '\n');
    return SPK_OK;
}

bool host_box_take(host_box_text *t, const char *line, spk_err *err, spk_why *why)
{
    static const struct {
        const char *word;
        spk_err (*take)(host_box_text *t, const char *rest, spk_why *why);
    } words[] = {
        {"game", take_game},     {"seats", take_seats},     {"rules", take_rules},
        {"option", take_option}, {"edition", take_edition}, {"edition_text", take_edition_line},
    };
    size_t n = strcspn(line, " ");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == n && memcmp(words[i].word, line, n) == 0) {
            *err = words[i].take(t, line + n + (line[n] == ' '), why);
            return true;
        }
    return false;
}

spk_err host_box_open(const host_box_text *t, spk_box *box, spk_why *why)
{
    const char *options[SPK_MAX_OPTIONS];
    if (!t->game || !t->n_seats)
        return spk_fail(why, SPK_EUNKNOWN, "a box has a game and a number of seats");
    for (int i = 0; i < t->n_options; i++)
        options[i] = t->option[i];
    spk_choice choice = {.n_seats = t->n_seats,
                         .rules_version = t->rules_version,
                         .options = options,
                         .n_options = t->n_options};
    if (t->edition.n) {
        choice.edition_text = spk_buf_text(&t->edition);
        choice.edition_length = t->edition.n;
    } else if (t->edition_hash &&
               (choice.edition_text = spk_game_edition(t->game, t->edition_hash)))
        choice.edition_length = strlen(choice.edition_text);
    spk_err err =
        t->edition_hash && !choice.edition_text
            ? spk_fail(why, SPK_EUNKNOWN, "this build has no edition %016" PRIx64, t->edition_hash)
            : spk_box_open(box, t->game, &choice, why);
    return err;
}

void host_box_release(host_box_text *t)
{
    spk_buf_release(&t->edition);
    *t = (host_box_text){0};
}
