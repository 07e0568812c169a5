/* record.c: a match as a text file, written and, believing nothing, read. See record.h. Whether an
 * entry is allowed is not decided here but in match.c, as if it were played now. What people may be
 * told who open a wrong file is marked N_. */
#include "engine/record.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/str.h"

static const char first_line[] = "speakeasy-play 1";

/* "default 5ac0d5a1f7d5e2c1": how a record names an edition. */
enum { EDITION_TEXT = 56 };

static void print_edition(const spk_box *box, char room[EDITION_TEXT])
{
    snprintf(room, EDITION_TEXT, "%s %016" PRIx64, box->edition_name, box->edition_hash);
}

/* -- Saving ------------------------------------------------------------------------------------ */

static void save_header(const spk_box *box, spk_buf *out)
{
    char room[EDITION_TEXT], value[32];
    print_edition(box, room);
    spk_buf_printf(out, "%s\ngame %s\nseats %d\nedition %s\n", first_line, box->game->key,
                   box->n_seats, room);
    for (int i = 0; i < box->game->n_options; i++)
        spk_buf_printf(out, "option %s %s\n", box->game->options[i].name,
                       spk_box_option_text(box, i, value));
}

static void save_proof(const spk_buf *proof, spk_buf *out)
{
    const char *line = spk_buf_text(proof);
    while (*line) {
        size_t n = strcspn(line, "\n") + 1;
        spk_buf_puts(out, "proof ");
        spk_buf_add(out, line, n);
        line += n;
    }
}

void spk_record_save(const spk_match *m, spk_buf *out)
{
    spk_record_save_proved(m, &(spk_buf){0}, out);
}

void spk_record_save_proved(const spk_match *m, const spk_buf *proof, spk_buf *out)
{
    int n = spk_match_n_entries(m);
    save_header(spk_match_box(m), out);
    save_proof(proof, out);
    spk_buf_puts(out, "log\n");
    for (int i = 0; i < n; i++) {
        spk_buf_printf(out, "%d ", i + 1);
        spk_match_entry_print(m, i, out);
        spk_buf_putc(out, '\n');
    }
    spk_buf_printf(out, "end %d\n", n);
}

/* -- Proofs ------------------------------------------------------------------------------------ */

/* Where the line of a key stands; NULL: nowhere. */
static const char *find_key(const spk_buf *proof, const char *key, size_t n_key)
{
    const char *line = spk_buf_text(proof);
    for (; *line; line += strcspn(line, "\n") + 1)
        if (strncmp(line, key, n_key) == 0 && line[n_key] == ' ')
            return line;
    return NULL;
}

static bool is_key(const char *key)
{
    size_t n = strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789_");
    return n > 0 && n <= SPK_PROOF_KEY && !key[n] && key[0] >= 'a';
}

static bool is_value(const char *value)
{
    size_t n = 0;
    while (value[n] > ' ' && value[n] < 0x7f)
        n++;
    return n > 0 && n <= SPK_PROOF_VALUE && !value[n];
}

static int count_lines(const spk_buf *proof)
{
    int n = 0;
    for (const char *at = spk_buf_text(proof); *at; at++)
        n += *at == '\n';
    return n;
}

spk_err spk_proof_add(spk_buf *proof, const char *key, const char *value, spk_why *why)
{
    if (!is_key(key))
        return spk_malformed(why, 0, "'%.40s' is no key of a proof.", key);
    if (!is_value(value))
        return spk_malformed(why, 0, "A proof's value is 1 to %d characters without a blank.",
                             SPK_PROOF_VALUE);
    if (find_key(proof, key, strlen(key)))
        return spk_malformed(why, 0, "The proof has a line '%s' already.", key);
    if (count_lines(proof) == SPK_PROOF_LINES)
        return spk_malformed(why, 0, "A proof has at most %d lines.", SPK_PROOF_LINES);
    spk_buf_printf(proof, "%s %s\n", key, value);
    return SPK_OK;
}

const char *spk_proof_value(const spk_buf *proof, const char *key, char room[SPK_PROOF_VALUE + 1])
{
    const char *line = find_key(proof, key, strlen(key));
    if (!line)
        return NULL;
    line += strlen(key) + 1;
    snprintf(room, SPK_PROOF_VALUE + 1, "%.*s", (int)strcspn(line, "\n"), line);
    return room;
}

/* -- Reading lines ----------------------------------------------------------------------------- */

typedef struct reader {
    const char *at, *end;
    int number; /* of the line in 'line', from 1 */
    char line[SPK_RECORD_LINE + 1];
    spk_why *why;
} reader;

static spk_err cut(const reader *r)
{
    return spk_malformed(r->why, r->number + 1,
                         N_("The record is cut: it ends before its 'end' line."));
}

/* Size and characters of the whole text, before any of it is read. */
static spk_err check_bytes(const char *text, size_t length, spk_why *why)
{
    size_t bad;
    if (length > SPK_RECORD_BYTES)
        return spk_malformed(why, 1, N_("The record has more than %d bytes."), SPK_RECORD_BYTES);
    if (spk_str_is_clean(text, length, &bad))
        return SPK_OK;
    int line = 1;
    for (size_t i = 0; i < bad; i++)
        line += text[i] == '\n';
    return spk_malformed(why, line, N_("Byte %d is not UTF-8 text or is a control character."),
                         (int)bad + 1);
}

/* The next line without its end, "\n" or "\r\n"; the last one may have none. */
static spk_err next_line(reader *r)
{
    if (r->at == r->end)
        return cut(r);
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    size_t n = (size_t)((stop ? stop : r->end) - r->at);
    r->number++;
    if (n > SPK_RECORD_LINE)
        return spk_malformed(r->why, r->number, N_("A line of more than %d bytes."),
                             SPK_RECORD_LINE);
    memcpy(r->line, r->at, n);
    r->at += n + (stop != NULL);
    if (n > 0 && r->line[n - 1] == '\r')
        n--;
    r->line[n] = '\0';
    return SPK_OK;
}

/* What stands behind "<word> " in the current line; NULL if it does not begin so. */
static const char *after(const reader *r, const char *word)
{
    size_t n = strlen(word);
    return strncmp(r->line, word, n) == 0 && r->line[n] == ' ' ? r->line + n + 1 : NULL;
}

/* -- Reading the header ------------------------------------------------------------------------ */

/* The lines of the header, by number: the options follow the edition. */
enum { GAME_LINE = 2, SEATS_LINE, EDITION_LINE, OPTIONS_LINE };

typedef struct header {
    const spk_game *game;
    int n_seats;
    char edition[EDITION_TEXT];        /* name and hash, as written */
    char setting[SPK_MAX_OPTIONS][80]; /* "name=value", as a box wants them */
} header;

/* The next line, which must be "<word> <something>". */
static spk_err expect(reader *r, const char *word, const char **value)
{
    spk_err err = next_line(r);
    if (err != SPK_OK)
        return err;
    *value = after(r, word);
    if (!*value)
        return spk_malformed(r->why, r->number, N_("Expected a line '%s ...' here."), word);
    return SPK_OK;
}

/* A reason found while reading a line belongs to that line. */
static spk_err at_line(spk_err err, spk_why *why, int line)
{
    if (err != SPK_OK)
        why->line = line;
    return err;
}

static spk_err read_first_line(reader *r)
{
    spk_err err = next_line(r);
    if (err == SPK_OK && !spk_str_eq(r->line, first_line))
        err = spk_malformed(r->why, r->number, N_("This is no record: it does not begin '%s'."),
                            first_line);
    return err;
}

static spk_err read_game(reader *r, const spk_game *(*find)(const char *key), header *h)
{
    const char *value;
    spk_err err = expect(r, "game", &value);
    if (err != SPK_OK)
        return err;
    h->game = find(value);
    if (!h->game)
        err = spk_fail(r->why, SPK_EUNKNOWN, N_("There is no game '%.40s' here."), value);
    return at_line(err, r->why, r->number);
}

static spk_err read_seats(reader *r, header *h)
{
    const char *value;
    spk_err err = expect(r, "seats", &value);
    if (err == SPK_OK && !spk_str_int(value, 1, SPK_MAX_SEATS, &h->n_seats))
        err = spk_malformed(r->why, r->number, N_("'%.40s' is no number of seats."), value);
    return err;
}

/* A name and sixteen digits; whether it is the right edition is seen when the box is open. */
static spk_err read_edition(reader *r, header *h)
{
    const char *value;
    spk_err err = expect(r, "edition", &value);
    if (err != SPK_OK)
        return err;
    size_t n_name = strcspn(value, " ");
    const char *hash = value + n_name + (value[n_name] == ' ');
    if (n_name == 0 || strlen(value) >= sizeof h->edition ||
        strspn(hash, "0123456789abcdef") != 16 || hash[16])
        return spk_malformed(r->why, r->number,
                             N_("An edition is a name and a hash of 16 digits 0-9 a-f."));
    snprintf(h->edition, sizeof h->edition, "%s", value);
    return SPK_OK;
}

static spk_err read_option(reader *r, header *h, int i)
{
    const char *value, *name = h->game->options[i].name;
    size_t n = strlen(name);
    spk_err err = expect(r, "option", &value);
    if (err != SPK_OK)
        return err;
    if (strncmp(value, name, n) != 0 || value[n] != ' ')
        return spk_malformed(
            r->why, r->number,
            N_("Expected 'option %s ...': every option stands once, in the game's order."), name);
    int room = (int)sizeof h->setting[i];
    if (snprintf(h->setting[i], sizeof h->setting[i], "%s=%s", name, value + n + 1) >= room)
        return spk_malformed(r->why, r->number, N_("No value of an option is that long."));
    return SPK_OK;
}

/* "commitment 9f86d0...": what follows the word proof. */
static spk_err read_proof(reader *r, const char *words, spk_buf *proof)
{
    char key[SPK_PROOF_KEY + 2];
    size_t n = strcspn(words, " ");
    snprintf(key, sizeof key, "%.*s", (int)n, words);
    const char *value = words + n + (words[n] == ' ');
    return at_line(spk_proof_add(proof, key, value, r->why), r->why, r->number);
}

/* The lines of the proof, if there are any, and the line 'log'. */
static spk_err read_rest(reader *r, spk_buf *proof)
{
    for (;;) {
        spk_err err = next_line(r);
        if (err != SPK_OK)
            return err;
        const char *words = after(r, "proof");
        if (words)
            err = read_proof(r, words, proof);
        else if (!spk_str_eq(r->line, "log"))
            err = spk_malformed(r->why, r->number, N_("Expected the line 'log' here."));
        if (err != SPK_OK || !words)
            return err;
    }
}

static spk_err read_header(reader *r, const spk_game *(*find)(const char *key), header *h,
                           spk_buf *proof)
{
    spk_err err = read_first_line(r);
    if (err == SPK_OK)
        err = read_game(r, find, h);
    if (err == SPK_OK)
        err = read_seats(r, h);
    if (err == SPK_OK)
        err = read_edition(r, h);
    for (int i = 0; err == SPK_OK && i < h->game->n_options; i++)
        err = read_option(r, h, i);
    return err == SPK_OK ? read_rest(r, proof) : err;
}

/* -- Opening the box --------------------------------------------------------------------------- */

static spk_err try_box(spk_box *box, const header *h, int n_options, const spk_choice *edition,
                       spk_why *why)
{
    const char *options[SPK_MAX_OPTIONS];
    spk_choice choice = edition ? *edition : (spk_choice){0};
    for (int i = 0; i < n_options; i++)
        options[i] = h->setting[i];
    choice.n_seats = h->n_seats;
    choice.options = options;
    choice.n_options = n_options;
    return spk_box_open(box, h->game, &choice, why);
}

/* A box was refused: by which line of the record? Leave out the edition and try with more and more
 * of the options; the first one too many is it. */
static int guilty_line(const header *h)
{
    for (int n = 0; n <= h->game->n_options; n++) {
        spk_box box;
        if (try_box(&box, h, n, NULL, NULL) != SPK_OK)
            return n == 0 ? SEATS_LINE : OPTIONS_LINE + n - 1;
        spk_box_close(&box);
    }
    return EDITION_LINE;
}

/* The reason is about the edition's own file; here it is about the record's line. */
static void blame_edition(const spk_choice *edition, spk_why *why)
{
    const char *file = edition && edition->edition_file ? edition->edition_file : "edition";
    spk_why was = *why;
    snprintf(why->text, sizeof why->text, "%.60s, line %d: %.150s", file, was.line, was.text);
}

static spk_err check_edition(const spk_box *box, const header *h, spk_why *why)
{
    char here[EDITION_TEXT];
    print_edition(box, here);
    if (spk_str_eq(here, h->edition))
        return SPK_OK;
    return spk_fail(why, SPK_EOTHER_EDITION,
                    N_("The record was played with edition %s; this is edition %s. "
                       "Pass the record's own edition with --edition FILE."),
                    h->edition, here);
}

static spk_err open_box(spk_box *box, const header *h, const spk_choice *edition, spk_why *why)
{
    spk_err err = try_box(box, h, h->game->n_options, edition, why);
    if (err != SPK_OK) {
        int line = guilty_line(h);
        if (line == EDITION_LINE)
            blame_edition(edition, why);
        return at_line(err, why, line);
    }
    return at_line(check_edition(box, h, why), why, EDITION_LINE);
}

/* -- Reading the log --------------------------------------------------------------------------- */

/* "12 0 recruit F0": the right number, then an entry like any other. */
static spk_err read_entry(reader *r, spk_match *m)
{
    char number[12];
    int want = spk_match_n_entries(m) + 1;
    int n = snprintf(number, sizeof number, "%d", want);
    if (strncmp(r->line, number, (size_t)n) != 0 || r->line[n] != ' ')
        return spk_malformed(r->why, r->number, N_("Expected entry %d or the 'end' line here."),
                             want);
    return at_line(spk_match_entry_add(m, r->line + n + 1, r->why), r->why, r->number);
}

static spk_err read_end(reader *r, const char *value, const spk_match *m)
{
    int count, n = spk_match_n_entries(m);
    if (!spk_str_int(value, 0, INT32_MAX, &count) || count != n)
        return spk_malformed(r->why, r->number, "'end' says '%.20s', but there are %d entries.",
                             value, n);
    if (r->at != r->end)
        return spk_malformed(r->why, r->number + 1, N_("Something stands after the 'end' line."));
    return SPK_OK;
}

static spk_err read_log(reader *r, spk_match *m)
{
    for (;;) {
        spk_err err = next_line(r);
        if (err != SPK_OK)
            return err;
        const char *value = after(r, "end");
        if (value)
            return read_end(r, value, m);
        err = read_entry(r, m);
        if (err != SPK_OK)
            return err;
    }
}

/* -- Loading ----------------------------------------------------------------------------------- */

spk_err spk_record_load(spk_record *record, const char *text, size_t length,
                        const spk_game *(*find)(const char *key), const spk_choice *edition,
                        spk_why *why)
{
    spk_why unread;
    reader r = {.at = text, .end = text + length, .why = why ? why : &unread};
    header h = {0};
    *record = (spk_record){0};
    spk_err err = check_bytes(text, length, r.why);
    if (err == SPK_OK)
        err = read_header(&r, find, &h, &record->proof);
    if (err == SPK_OK)
        err = open_box(&record->box, &h, edition, r.why);
    if (err == SPK_OK) {
        record->match = spk_match_new(&record->box);
        err = read_log(&r, record->match);
    }
    if (err != SPK_OK)
        spk_record_release(record);
    return err;
}

void spk_record_release(spk_record *record)
{
    spk_match_free(record->match);
    spk_box_close(&record->box);
    spk_buf_release(&record->proof);
    *record = (spk_record){0};
}
