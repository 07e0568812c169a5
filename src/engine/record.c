/* record.c: a match as a text file, written and, believing nothing, read. See record.h. Whether an
 * entry is allowed is not decided here but in match.c, as if it were played now. What people may be
 * told who open a wrong file is marked N_. */
#include "engine/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"
#include "engine/edition.h"

static const char first_line[] = "speakeasy-play 1";

/* "default 5ac0d5a1f7d5e2c1": how a record names an edition. */
enum { EDITION_TEXT = 56 };

static void print_edition(const spk_box *box, char room[EDITION_TEXT])
{
    snprintf(room, EDITION_TEXT, "%s %016" PRIx64, box->edition_name, box->edition_hash);
}

/* -- Saving ------------------------------------------------------------------------------------ */

/* An edition that is not built in goes with the record, without comments and in the one spelling
 * that depends on nothing but its words: then saving what was loaded gives the same bytes. */
static void save_edition_text(const spk_box *box, spk_buf *out)
{
    spk_edition e;
    spk_edition_line line;
    const char *text = box->edition_text;
    if (!text || spk_game_edition(box->game, box->edition_hash))
        return;
    SPK_BUG_IF(spk_edition_open(&e, box->game->key, text, strlen(text), NULL) != SPK_OK);
    spk_buf_printf(out, "text game %s\ntext edition %s\n", box->game->key, e.name);
    if (e.reconstruction)
        spk_buf_puts(out, "text reconstruction\n");
    while (spk_edition_next(&e, &line, NULL) == SPK_OK && line.n_words > 0) {
        spk_buf_puts(out, "text");
        for (int i = 0; i < line.n_words; i++)
            spk_buf_printf(out, " %s", line.word[i]);
        spk_buf_putc(out, '\n');
    }
}

/* The line 'rules' is left out for the first version, as it was when there was no other: records
 * stay readable for programs that know no more. */
static void save_header(const spk_box *box, spk_buf *out)
{
    char room[EDITION_TEXT], value[32];
    print_edition(box, room);
    spk_buf_printf(out, "%s\ngame %s\nseats %d\n", first_line, box->game->key, box->n_seats);
    if (box->rules_version > 1)
        spk_buf_printf(out, "rules %d\n", box->rules_version);
    spk_buf_printf(out, "edition %s\n", room);
    save_edition_text(box, out);
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
        return spk_malformed(why, 0, "'%.40s' is not a key of a proof.", key);
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

/* "text " before a line of an edition, which may be as long as any other line without it. */
enum { TEXT_WORD = 5 };

typedef struct reader {
    const char *at, *end;
    int number; /* of the line in 'line', from 1 */
    char line[SPK_RECORD_LINE + TEXT_WORD + 1];
    spk_why *why;
} reader;

static spk_err cut(const reader *r)
{
    return spk_malformed(r->why, r->number + 1,
                         N_("The record is truncated: it ends before its 'end' line."));
}

/* A reason found while reading a line belongs to that line. */
static spk_err at_line(spk_err err, spk_why *why, int line)
{
    if (err != SPK_OK)
        why->line = line;
    return err;
}

/* What is quoted from the record, cut short. */
typedef struct quote {
    char text[44];
} quote;

static quote quoted(const char *text)
{
    quote q;
    snprintf(q.text, sizeof q.text, "%.40s", text);
    return q;
}

/* Size and characters of the whole text, before any of it is read. */
static spk_err check_bytes(const char *text, size_t length, spk_why *why)
{
    size_t bad;
    if (length > SPK_RECORD_BYTES)
        return at_line(spk_refuse_as(why, SPK_EMALFORMED, N_("The record has more than {n} bytes."),
                                     SPK_NUM("n", SPK_RECORD_BYTES)),
                       why, 1);
    if (spk_str_is_clean(text, length, &bad))
        return SPK_OK;
    int line = 1;
    for (size_t i = 0; i < bad; i++)
        line += text[i] == '\n';
    return at_line(spk_refuse_as(why, SPK_EMALFORMED,
                                 N_("Byte {n} is not UTF-8 text or is a control character."),
                                 SPK_NUM("n", (int)bad + 1)),
                   why, line);
}

/* The next line without its end, "\n" or "\r\n"; the last one may have none. */
static spk_err next_line(reader *r)
{
    if (r->at == r->end)
        return cut(r);
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    size_t n = (size_t)((stop ? stop : r->end) - r->at);
    r->number++;
    bool is_text = n > TEXT_WORD && memcmp(r->at, "text ", TEXT_WORD) == 0;
    if (n > SPK_RECORD_LINE + (is_text ? TEXT_WORD : 0))
        return at_line(spk_refuse_as(r->why, SPK_EMALFORMED, N_("A line of more than {n} bytes."),
                                     SPK_NUM("n", SPK_RECORD_LINE)),
                       r->why, r->number);
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

typedef struct header {
    const spk_game *game;
    int n_seats, rules_version;
    char edition[EDITION_TEXT]; /* name and hash, as written */
    uint64_t edition_hash;
    spk_buf text;                      /* the edition's own, if the record carries it */
    char setting[SPK_MAX_OPTIONS][80]; /* "name=value", as a box wants them, line by line */
    int n_settings;
    int seats_line, rules_line, edition_line, setting_line[SPK_MAX_OPTIONS]; /* by number */
} header;

/* The line at hand, which must be "<word> <something>". */
static spk_err insist(reader *r, const char *word, const char **value)
{
    *value = after(r, word);
    if (!*value)
        return at_line(spk_refuse_as(r->why, SPK_EMALFORMED,
                                     N_("Expected a line '{word} ...' here."),
                                     SPK_TEXT("word", word)),
                       r->why, r->number);
    return SPK_OK;
}

/* The same for the next line. */
static spk_err expect(reader *r, const char *word, const char **value)
{
    spk_err err = next_line(r);
    return err == SPK_OK ? insist(r, word, value) : err;
}

static spk_err read_first_line(reader *r)
{
    spk_err err = next_line(r);
    if (err == SPK_OK && !spk_str_eq(r->line, first_line))
        err = at_line(spk_refuse_as(r->why, SPK_EMALFORMED,
                                    N_("This is not a record: it does not begin with '{line}'."),
                                    SPK_TEXT("line", first_line)),
                      r->why, r->number);
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
        err = spk_refuse_as(r->why, SPK_EUNKNOWN, N_("There is no game '{game}' here."),
                            SPK_TEXT("game", quoted(value).text));
    return at_line(err, r->why, r->number);
}

static spk_err read_seats(reader *r, header *h)
{
    const char *value;
    spk_err err = expect(r, "seats", &value);
    h->seats_line = r->number;
    if (err == SPK_OK && !spk_str_int(value, 1, SPK_MAX_SEATS, &h->n_seats))
        err =
            at_line(spk_refuse_as(r->why, SPK_EMALFORMED, N_("'{value}' is not a number of seats."),
                                  SPK_TEXT("value", quoted(value).text)),
                    r->why, r->number);
    return err;
}

/* "rules 2", if there is such a line; and the line after it, which stays in r->line. Without it the
 * rules are those of version 1. Whether the game has such a version is seen when the box opens. */
static spk_err read_rules(reader *r, header *h)
{
    h->rules_version = 1;
    spk_err err = next_line(r);
    const char *value = err == SPK_OK ? after(r, "rules") : NULL;
    if (!value)
        return err;
    h->rules_line = r->number;
    if (!spk_str_int(value, 1, INT32_MAX, &h->rules_version))
        return at_line(spk_refuse_as(r->why, SPK_EMALFORMED,
                                     N_("'{value}' is not a version of the rules."),
                                     SPK_TEXT("value", quoted(value).text)),
                       r->why, r->number);
    return next_line(r);
}

/* A name and sixteen digits; whether there is such an edition is seen when the box opens. */
static spk_err read_edition(reader *r, header *h)
{
    const char *value;
    h->edition_line = r->number;
    spk_err err = insist(r, "edition", &value);
    if (err != SPK_OK)
        return err;
    size_t n_name = strcspn(value, " ");
    const char *hash = value + n_name + (value[n_name] == ' ');
    if (n_name == 0 || strlen(value) >= sizeof h->edition ||
        strspn(hash, "0123456789abcdef") != 16 || hash[16])
        return spk_malformed(r->why, r->number,
                             N_("An edition is a name and a hash of 16 digits 0-9 a-f."));
    snprintf(h->edition, sizeof h->edition, "%s", value);
    h->edition_hash = strtoull(hash, NULL, 16);
    return SPK_OK;
}

/* The edition's text, if the record carries it, and the line after it, which stays in r->line. */
static spk_err read_edition_text(reader *r, header *h)
{
    for (;;) {
        spk_err err = next_line(r);
        const char *words = err == SPK_OK ? after(r, "text") : NULL;
        if (!words)
            return err;
        spk_buf_printf(&h->text, "%s\n", words);
    }
}

/* The option that begins these words, looked for from 'first' on: every option stands at most once,
 * in the game's order. One that is left out has its default, so that a record outlives the options
 * that are added after it was played. */
static spk_err find_option(const reader *r, const header *h, const char *words, int first, int *i)
{
    size_t n = strcspn(words, " ");
    for (*i = 0; *i < h->game->n_options; ++*i) {
        const char *name = h->game->options[*i].name;
        if (strlen(name) != n || memcmp(words, name, n) != 0)
            continue;
        if (*i >= first)
            return SPK_OK;
        return at_line(spk_refuse_as(r->why, SPK_EMALFORMED,
                                     N_("Option {name} comes too late here: each option appears "
                                        "once, in the game's order."),
                                     SPK_TEXT("name", name)),
                       r->why, r->number);
    }
    quote word = quoted(words);
    word.text[n < 40 ? n : 40] = '\0';
    return at_line(spk_refuse_as(r->why, SPK_EMALFORMED, N_("{game} has no option '{word}'."),
                                 SPK_TEXT("game", h->game->name), SPK_TEXT("word", word.text)),
                   r->why, r->number);
}

/* "joker_only_if_needed on": what follows the word option. */
static spk_err read_option(reader *r, header *h, const char *words, int *next)
{
    int i, room = (int)sizeof h->setting[0];
    spk_err err = find_option(r, h, words, *next, &i);
    if (err != SPK_OK)
        return err;
    const char *name = h->game->options[i].name, *value = words + strlen(name);
    if (*value != ' ')
        return at_line(spk_refuse_as(r->why, SPK_EMALFORMED, N_("Option {name} has no value here."),
                                     SPK_TEXT("name", name)),
                       r->why, r->number);
    h->setting_line[h->n_settings] = r->number;
    if (snprintf(h->setting[h->n_settings++], (size_t)room, "%s=%s", name, value + 1) >= room)
        return spk_malformed(r->why, r->number, N_("No value of an option is that long."));
    *next = i + 1;
    return SPK_OK;
}

/* From the line at hand: all lines 'option', and the line after them, which stays in r->line. */
static spk_err read_options(reader *r, header *h)
{
    int next = 0;
    for (const char *words; (words = after(r, "option"));) {
        spk_err err = read_option(r, h, words, &next);
        if (err == SPK_OK)
            err = next_line(r);
        if (err != SPK_OK)
            return err;
    }
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

/* From the line at hand: the lines of the proof, if there are any, and the line 'log'. */
static spk_err read_rest(reader *r, spk_buf *proof)
{
    for (const char *words; (words = after(r, "proof"));) {
        spk_err err = read_proof(r, words, proof);
        if (err == SPK_OK)
            err = next_line(r);
        if (err != SPK_OK)
            return err;
    }
    if (!spk_str_eq(r->line, "log"))
        return spk_malformed(r->why, r->number, N_("Expected the line 'log' here."));
    return SPK_OK;
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
        err = read_rules(r, h);
    if (err == SPK_OK)
        err = read_edition(r, h);
    if (err == SPK_OK)
        err = read_edition_text(r, h);
    if (err == SPK_OK)
        err = read_options(r, h);
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
    choice.rules_version = h->rules_version;
    choice.options = options;
    choice.n_options = n_options;
    return spk_box_open(box, h->game, &choice, why);
}

/* A box was refused: by which line of the record? Leave out the edition and try with more and more
 * of the options; the first one too many is it. */
static int guilty_line(const header *h)
{
    if (h->rules_version > spk_game_rules_version(h->game))
        return h->rules_line;
    for (int n = 0; n <= h->n_settings; n++) {
        spk_box box;
        if (try_box(&box, h, n, NULL, NULL) != SPK_OK)
            return n == 0 ? h->seats_line : h->setting_line[n - 1];
        spk_box_close(&box);
    }
    return h->edition_line;
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
    return spk_refuse_as(why, SPK_EOTHER_EDITION,
                         N_("The record was played with edition {then}; this is edition {now}. "
                            "Pass the record's own edition with --edition FILE."),
                         SPK_TEXT("then", h->edition), SPK_TEXT("now", here));
}

/* Which edition to try: the host's, the text in the record, or a built-in one by its hash. A box of the
 * default edition keeps no copy of it. */
static spk_choice choose_edition(const header *h, const spk_choice *given)
{
    if (given && given->edition_text)
        return *given;
    const char *text = h->text.n ? spk_buf_text(&h->text) : NULL;
    if (!text)
        text = spk_game_edition(h->game, h->edition_hash);
    if (!text || text == h->game->edition_text)
        return (spk_choice){0};
    return (spk_choice){.edition_text = text, .edition_length = strlen(text)};
}

static spk_err open_box(spk_box *box, const header *h, const spk_choice *given, spk_why *why)
{
    spk_choice edition = choose_edition(h, given);
    spk_err err = try_box(box, h, h->n_settings, &edition, why);
    if (err != SPK_OK) {
        int line = guilty_line(h);
        if (line == h->edition_line)
            blame_edition(&edition, why);
        return at_line(err, why, line);
    }
    return at_line(check_edition(box, h, why), why, h->edition_line);
}

/* -- Reading the log --------------------------------------------------------------------------- */

/* "12 0 recruit F0": the right number, then an entry like any other. */
static spk_err read_entry(reader *r, spk_match *m)
{
    char number[12];
    int want = spk_match_n_entries(m) + 1;
    int n = snprintf(number, sizeof number, "%d", want);
    if (strncmp(r->line, number, (size_t)n) != 0 || r->line[n] != ' ')
        return at_line(spk_refuse_as(r->why, SPK_EMALFORMED,
                                     N_("Expected entry {n} or the 'end' line here."),
                                     SPK_NUM("n", want)),
                       r->why, r->number);
    return at_line(spk_match_entry_add(m, r->line + n + 1, r->why), r->why, r->number);
}

static spk_err read_end(reader *r, const char *value, const spk_match *m)
{
    int count, n = spk_match_n_entries(m);
    if (!spk_str_int(value, 0, INT32_MAX, &count) || count != n)
        return spk_malformed(r->why, r->number, "'end' says '%.20s', but there are %d entries.",
                             value, n);
    if (r->at != r->end)
        return spk_malformed(r->why, r->number + 1, N_("There is something after the 'end' line."));
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
    spk_buf_release(&h.text);
    return err;
}

void spk_record_release(spk_record *record)
{
    spk_match_free(record->match);
    spk_box_close(&record->box);
    spk_buf_release(&record->proof);
    *record = (spk_record){0};
}
