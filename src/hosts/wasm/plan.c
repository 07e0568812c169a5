/* plan.c: what a table is to be, from lines of text: a new one, or one that goes on from a record. */
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/wasm/table.h"

enum { LINE = 200, EDITION_LINES = 10000 };

typedef struct plan {
    const spk_game *game;
    int players;
    int preset; /* spk_preset */
    char option[SPK_MAX_OPTIONS][LINE];
    int n_options;
    room_sitter sitter[SPK_MAX_SEATS];
    int n_sitters;
    uint8_t seed[WASM_SEED];
    const char *edition; /* borrowed; NULL: the default one */
    size_t edition_length;
    const char *record; /* borrowed; NULL: a new game */
} plan;

/* -- Reading the lines ------------------------------------------------------------------------- */

static int hex(char c)
{
    const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

static bool read_seed(const char *word, uint8_t seed[WASM_SEED])
{
    for (int i = 0; i < WASM_SEED; i++, word += 2) {
        int high = hex(word[0]), low = high < 0 ? -1 : hex(word[1]);
        if (low < 0)
            return false;
        seed[i] = (uint8_t)(16 * high + low);
    }
    return !*word;
}

/* "person Ann", "hotseat Bea", "bot hard Lucky": a kind, of a bot its word, and the rest is the name. */
static spk_err read_seat(plan *p, spk_words words, spk_why *why)
{
    char word[ROOM_WORD];
    room_sitter who = {.here = true};
    if (p->n_sitters == SPK_MAX_SEATS)
        return spk_malformed(why, 0, "There are at most %d seats.", SPK_MAX_SEATS);
    int kind = spk_words_next(&words, word, sizeof word)
                   ? spk_str_find(word, room_kind_words, ROOM_KIND_COUNT)
                   : -1;
    if (kind <= ROOM_OPEN)
        return spk_malformed(why, 0, "A seat is a person, a hotseat or a bot.");
    who.kind = (room_kind)kind;
    if (kind == ROOM_BOT &&
        (!spk_words_next(&words, who.bot, sizeof who.bot) || !spk_bot_find(who.bot)))
        return spk_fail(why, SPK_EUNKNOWN, "There is no such bot.");
    spk_err err = room_name_read(words.at, strlen(words.at), who.name, why);
    if (err == SPK_OK)
        p->sitter[p->n_sitters++] = who;
    return err;
}

static spk_err read_option(plan *p, spk_words words, spk_why *why)
{
    if (p->n_options == SPK_MAX_OPTIONS)
        return spk_malformed(why, 0, "There are at most %d options.", SPK_MAX_OPTIONS);
    spk_words_next(&words, p->option[p->n_options++], LINE);
    return SPK_OK;
}

static spk_err read_line(plan *p, const char *line, spk_why *why)
{
    spk_words words = spk_words_of(line);
    char key[16] = "", word[80] = "";
    spk_words_next(&words, key, sizeof key);
    if (spk_str_eq(key, "seat"))
        return read_seat(p, words, why);
    if (spk_str_eq(key, "option"))
        return read_option(p, words, why);
    spk_words_next(&words, word, sizeof word);
    if (spk_str_eq(key, "game")) {
        p->game = spk_game_find(word);
        return p->game ? SPK_OK : spk_fail(why, SPK_EUNKNOWN, "There is no such game.");
    }
    if (spk_str_eq(key, "players") && spk_str_int(word, 1, SPK_MAX_SEATS, &p->players))
        return SPK_OK;
    if (spk_str_eq(key, "preset") &&
        (p->preset = spk_str_find(word, spk_preset_words, SPK_PRESET_COUNT)) >= 0)
        return SPK_OK;
    if (spk_str_eq(key, "seed") && read_seed(word, p->seed))
        return SPK_OK;
    return spk_malformed(why, 0, "That line of a table's plan cannot be read.");
}

/* One line of the plan; what comes behind it. NULL: it is too long. */
static const char *take_line(const char *text, char line[LINE])
{
    size_t n = strcspn(text, "\n");
    if (n >= LINE)
        return NULL;
    memcpy(line, text, n);
    line[n] = '\0';
    return text + n + (text[n] == '\n');
}

/* "edition 9": the next nine lines are the edition's, of whatever length. What comes behind them. */
static const char *take_edition(plan *p, int n_lines, const char *text)
{
    p->edition = text;
    for (; n_lines > 0 && *text; n_lines--) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    p->edition_length = (size_t)(text - p->edition);
    return text;
}

static bool is_edition(const char *line, int *n_lines)
{
    const char *key = "edition ";
    size_t n = strlen(key);
    return strncmp(line, key, n) == 0 && spk_str_int(line + n, 1, EDITION_LINES, n_lines);
}

/* A line "record" ends the plan: all that follows is the record. */
static spk_err read_plan(plan *p, const char *text, spk_why *why)
{
    char line[LINE];
    int n_lines;
    while (*text) {
        text = take_line(text, line);
        if (!text)
            return spk_malformed(why, 0, "A line of a table's plan is too long.");
        if (is_edition(line, &n_lines)) {
            text = take_edition(p, n_lines, text);
            continue;
        }
        if (spk_str_eq(line, "record")) {
            p->record = text;
            return SPK_OK;
        }
        spk_err err = read_line(p, line, why);
        if (err != SPK_OK)
            return err;
    }
    return SPK_OK;
}

/* -- Setting the table ------------------------------------------------------------------------- */

static spk_err open_box(wasm_table *t, const plan *p, spk_why *why)
{
    const char *options[SPK_MAX_OPTIONS];
    for (int i = 0; i < p->n_options; i++)
        options[i] = p->option[i];
    spk_choice choice = {.n_seats = p->players,
                         .preset = (spk_preset)p->preset,
                         .options = options,
                         .n_options = p->n_options,
                         .edition_text = p->edition,
                         .edition_length = p->edition_length};
    if (p->record)
        return spk_record_load(&t->record, p->record, strlen(p->record), spk_game_find,
                               p->edition ? &choice : NULL, why);
    if (!p->game)
        return spk_malformed(why, 0, "A table needs a game.");
    spk_err err = spk_box_open(&t->record.box, p->game, &choice, why);
    if (err == SPK_OK)
        t->record.match = spk_match_new(&t->record.box);
    return err;
}

/* Nobody is in a hurry here, and nobody has anything to hide from himself. */
static const room_plan own_rules = {.undo = true, .hints = true};

static spk_err set_table(wasm_table *t, const plan *p, double now_ms, spk_why *why)
{
    spk_err err = open_box(t, p, why);
    if (err != SPK_OK)
        return err;
    if (p->n_sitters != t->record.box.n_seats)
        return spk_malformed(why, 0, "This table has %d seats, not %d.", t->record.box.n_seats,
                             p->n_sitters);
    memcpy(t->seed, p->seed, sizeof t->seed);
    t->rng = wasm_stream(t, 0);
    t->room = room_new(&own_rules, &t->record.box);
    for (spk_seat seat = 0; seat < p->n_sitters; seat++)
        room_sit(t->room, seat, &p->sitter[seat]);
    if (p->record)
        return room_go_on_from(t->room, t->record.match, &t->rng, (int64_t)now_ms, why);
    return room_start(t->room, &t->rng, (int64_t)now_ms, why);
}

spk_err wasm_plan_read(wasm_table *t, const char *text, double now_ms, spk_why *why)
{
    plan *p = spk_alloc(sizeof *p);
    *t = (wasm_table){0};
    spk_err err = read_plan(p, text, why);
    if (err == SPK_OK)
        err = set_table(t, p, now_ms, why);
    if (err != SPK_OK)
        wasm_table_release(t);
    spk_free(p);
    return err;
}
