/* box.c: seats, options and edition, checked once. See box.h. */
#include "engine/box.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "engine/edition.h"

const char *const spk_preset_words[SPK_PRESET_COUNT] = {"ours", "letter"};

static spk_err choose_seats(spk_box *box, int n_seats, spk_why *why)
{
    const spk_game *game = box->game;
    if (n_seats == 0)
        n_seats = game->min_seats;
    if (n_seats < game->min_seats || n_seats > game->max_seats)
        return game->min_seats == game->max_seats
                   ? spk_refuse(why, game->seats_rule, "{game} is for {n} players, not for {m}.",
                                SPK_TEXT("game", game->name), SPK_NUM("n", game->min_seats),
                                SPK_NUM("m", n_seats))
                   : spk_refuse(why, game->seats_rule,
                                "{game} is for {least} to {most} players, not for {n}.",
                                SPK_TEXT("game", game->name), SPK_NUM("least", game->min_seats),
                                SPK_NUM("most", game->max_seats), SPK_NUM("n", n_seats));
    box->n_seats = n_seats;
    return SPK_OK;
}

int spk_game_rules_version(const spk_game *game)
{
    return game->rules_version ? game->rules_version : 1;
}

static spk_err choose_rules(spk_box *box, int version, spk_why *why)
{
    int newest = spk_game_rules_version(box->game);
    if (version > newest)
        return spk_refuse_as(why, SPK_EUNKNOWN,
                             N_("This was played by version {then} of the rules of {game}; this "
                                "program knows them up to version {now}. Use a newer Speakeasy."),
                             SPK_NUM("then", version), SPK_TEXT("game", box->game->name),
                             SPK_NUM("now", newest));
    box->rules_version = version ? version : newest;
    return SPK_OK;
}

/* The place of 'word' among the words of a choice; -1 if it is none of them. */
static int place_of(const char *values, const char *word)
{
    spk_words words = spk_words_of(values);
    char each[32];
    for (int i = 0; spk_words_next(&words, each, sizeof each); i++)
        if (spk_str_eq(each, word))
            return i;
    return -1;
}

static void set_default(spk_box *box, int i)
{
    const spk_option *o = &box->game->options[i];
    box->option[i] = o->values ? 0 : o->fallback * (o->per_seat ? box->n_seats : 1);
}

static spk_err set_value(spk_box *box, int i, const char *value, spk_why *why)
{
    const spk_option *o = &box->game->options[i];
    if (o->values) {
        int place = place_of(o->values, value);
        if (place < 0)
            return spk_fail(why, SPK_EUNKNOWN, "Option %s has no value '%.40s'; it takes: %s.",
                            o->name, value, o->values);
        box->option[i] = place;
        return SPK_OK;
    }
    if (!spk_str_int(value, o->lo, o->hi, &box->option[i]))
        return spk_fail(why, SPK_ERANGE,
                        "Option %s takes a whole number from %d to %d, not '%.40s'.", o->name,
                        o->lo, o->hi, value);
    return SPK_OK;
}

/* A game whose option has no such value as its 'letter' has a typing error in its table. */
static void set_preset(spk_box *box, spk_preset preset)
{
    for (int i = 0; i < box->game->n_options; i++) {
        const char *letter = box->game->options[i].letter;
        if (preset == SPK_PRESET_LETTER && letter)
            SPK_BUG_IF(set_value(box, i, letter, NULL) != SPK_OK);
        else
            set_default(box, i);
    }
}

/* One "name=value". 'seen' has a bit for every option that was set already. */
static spk_err set_option(spk_box *box, const char *setting, uint32_t *seen, spk_why *why)
{
    const spk_game *game = box->game;
    const char *equals = strchr(setting, '=');
    if (!equals)
        return spk_malformed(why, 0, "An option is written name=value, not '%.40s'.", setting);
    for (int i = 0; i < game->n_options; i++) {
        size_t n = strlen(game->options[i].name);
        if (n != (size_t)(equals - setting) || memcmp(setting, game->options[i].name, n) != 0)
            continue;
        if (*seen >> i & 1)
            return spk_malformed(why, 0, "Option %s is given twice.", game->options[i].name);
        *seen |= 1u << i;
        return set_value(box, i, equals + 1, why);
    }
    return spk_fail(why, SPK_EUNKNOWN, "%s has no option '%.*s'; 'speakeasy games' lists them.",
                    game->name, (int)(equals - setting < 40 ? equals - setting : 40), setting);
}

static spk_err choose_options(spk_box *box, const spk_choice *choice, spk_why *why)
{
    uint32_t seen = 0;
    set_preset(box, choice->preset);
    for (int i = 0; i < choice->n_options; i++) {
        spk_err err = set_option(box, choice->options[i], &seen, why);
        if (err != SPK_OK)
            return err;
    }
    return SPK_OK;
}

static bool has_hash(const spk_game *game, const char *text, uint64_t hash)
{
    uint64_t own;
    return spk_edition_hash(game->key, text, strlen(text), &own, NULL) == SPK_OK && own == hash;
}

const char *spk_game_edition(const spk_game *game, uint64_t hash)
{
    if (game->edition_text && has_hash(game, game->edition_text, hash))
        return game->edition_text;
    for (int i = 0; game->former_editions && game->former_editions[i]; i++)
        if (has_hash(game, game->former_editions[i], hash))
            return game->former_editions[i];
    return NULL;
}

/* For whoever opens the same box elsewhere. */
static void keep_edition(spk_box *box, const spk_choice *choice)
{
    if (!choice->edition_text)
        return;
    box->edition_text = spk_alloc(choice->edition_length + 1);
    memcpy(box->edition_text, choice->edition_text, choice->edition_length);
}

/* A game that needs nothing but its rules. Records name its edition all the same. */
static spk_err choose_no_edition(spk_box *box, const spk_choice *choice, spk_why *why)
{
    if (choice->edition_text)
        return spk_fail(why, SPK_EUNKNOWN, N_("%s has no editions."), box->game->name);
    snprintf(box->edition_name, sizeof box->edition_name, "none");
    return box->game->configure ? box->game->configure(box, NULL, why) : SPK_OK;
}

static spk_err choose_edition(spk_box *box, const spk_choice *choice, spk_why *why)
{
    spk_edition edition;
    if (!box->game->edition_text)
        return choose_no_edition(box, choice, why);
    const char *text = choice->edition_text ? choice->edition_text : box->game->edition_text;
    size_t length = choice->edition_text ? choice->edition_length : strlen(text);
    spk_err err = spk_edition_open(&edition, box->game->key, text, length, why);
    if (err == SPK_OK && box->game->configure)
        err = box->game->configure(box, &edition, why);
    if (err != SPK_OK)
        return err;
    snprintf(box->edition_name, sizeof box->edition_name, "%s", edition.name);
    box->reconstruction = edition.reconstruction;
    box->edition_hash = edition.hash;
    keep_edition(box, choice);
    return SPK_OK;
}

/* The net for this number of players, if the game comes with one. */
static void choose_net(spk_box *box)
{
    const spk_net_file *net = box->game->hints ? box->game->hints->nets : NULL;
    for (; net && net->bytes; net++)
        if (net->n_seats == box->n_seats)
            box->net = *net;
}

spk_err spk_box_open(spk_box *box, const spk_game *game, const spk_choice *choice, spk_why *why)
{
    *box = (spk_box){.game = game};
    spk_err err = choose_rules(box, choice->rules_version, why);
    if (err == SPK_OK)
        err = choose_seats(box, choice->n_seats, why);
    if (err == SPK_OK)
        err = choose_options(box, choice, why);
    if (err != SPK_OK)
        return err;
    choose_net(box);
    box->config = spk_alloc(game->config_size);
    err = choose_edition(box, choice, why);
    if (err != SPK_OK)
        spk_box_close(box);
    return err;
}

void spk_box_close(spk_box *box)
{
    spk_free(box->edition_text);
    spk_free(box->config);
    *box = (spk_box){0};
}

const char *spk_box_option_text(const spk_box *box, int i, char room[32])
{
    const spk_option *o = &box->game->options[i];
    if (!o->values) {
        snprintf(room, 32, "%d", box->option[i]);
        return room;
    }
    spk_words words = spk_words_of(o->values);
    for (int place = 0; place <= box->option[i]; place++)
        SPK_BUG_IF(!spk_words_next(&words, room, 32));
    return room;
}

const char *spk_option_default(const spk_option *o, char room[32])
{
    spk_words words = spk_words_of(o->values ? o->values : "");
    if (!o->values)
        snprintf(room, 32, "%d", o->fallback);
    else
        SPK_BUG_IF(!spk_words_next(&words, room, 32));
    return room;
}

const char *spk_option_letter(const spk_option *o, char room[32])
{
    if (!o->letter)
        return spk_option_default(o, room);
    snprintf(room, 32, "%s", o->letter);
    return room;
}

bool spk_option_differs(const spk_option *o)
{
    char room[32];
    return o->letter && !spk_str_eq(o->letter, spk_option_default(o, room));
}

/* -- The list of games ------------------------------------------------------------------------- */

static void print_values(const char *values, spk_json *j)
{
    spk_words words = spk_words_of(values);
    char word[32];
    spk_json_key(j, "values"), spk_json_open(j, '[');
    while (spk_words_next(&words, word, sizeof word))
        spk_json_str(j, word);
    spk_json_close(j, ']');
}

/* A number stays a number; 'letter' stands only where it is another value than the default. */
static void print_value(const spk_option *o, const char *key, const char *value, spk_json *j)
{
    int number = 0;
    spk_json_key(j, key);
    if (o->values)
        spk_json_str(j, value);
    else
        SPK_BUG_IF(!spk_str_int(value, o->lo, o->hi, &number)), spk_json_int(j, number);
}

/* At which tables it matters, if not at all of them. */
static void print_where(const spk_option *o, spk_json *j)
{
    if (o->least)
        spk_json_key(j, "least"), spk_json_int(j, o->least);
    if (o->most)
        spk_json_key(j, "most"), spk_json_int(j, o->most);
    if (o->with)
        spk_json_key(j, "with"), spk_json_str(j, o->with);
}

static void print_option(const spk_option *o, spk_json *j)
{
    char room[32];
    spk_json_open(j, '{');
    spk_json_key(j, "name"), spk_json_str(j, o->name);
    if (o->values) {
        print_values(o->values, j);
    } else {
        spk_json_key(j, "min"), spk_json_int(j, o->lo);
        spk_json_key(j, "max"), spk_json_int(j, o->hi);
    }
    print_value(o, "default", spk_option_default(o, room), j);
    if (!o->values)
        spk_json_key(j, "per_seat"), spk_json_bool(j, o->per_seat);
    if (o->ours)
        spk_json_key(j, "ours"), spk_json_bool(j, true);
    if (spk_option_differs(o))
        print_value(o, "letter", spk_option_letter(o, room), j);
    print_where(o, j);
    spk_json_key(j, "rule"), spk_json_str(j, o->rule);
    spk_json_key(j, "help"), spk_json_str(j, o->help);
    spk_json_close(j, '}');
}

/* The default edition's name stands in its file, so the box is opened to learn it. */
static void print_edition(const spk_game *game, spk_json *j)
{
    spk_box box;
    SPK_BUG_IF(spk_box_open(&box, game, &(spk_choice){0}, NULL) != SPK_OK);
    spk_json_key(j, "editions"), spk_json_open(j, '[');
    if (game->edition_text)
        spk_json_str(j, box.edition_name);
    spk_json_close(j, ']');
    spk_json_key(j, "reconstruction"), spk_json_bool(j, box.reconstruction);
    spk_box_close(&box);
}

void spk_game_print(const spk_game *game, spk_json *j)
{
    spk_json_key(j, "game"), spk_json_str(j, game->key);
    spk_json_key(j, "name"), spk_json_str(j, game->name);
    spk_json_key(j, "about"), spk_json_str(j, game->about);
    spk_json_key(j, "min_players"), spk_json_int(j, game->min_seats);
    spk_json_key(j, "max_players"), spk_json_int(j, game->max_seats);
    print_edition(game, j);
    spk_json_key(j, "options"), spk_json_open(j, '[');
    for (int i = 0; i < game->n_options; i++)
        print_option(&game->options[i], j);
    spk_json_close(j, ']');
}

/* -- What a table is drawn from ---------------------------------------------------------------- */

void spk_box_print_choice(const spk_box *box, spk_json *j)
{
    char text[32];
    spk_json_key(j, "players"), spk_json_int(j, box->n_seats);
    spk_json_key(j, "rules_version"), spk_json_int(j, box->rules_version);
    spk_json_key(j, "options"), spk_json_open(j, '{');
    for (int i = 0; i < box->game->n_options; i++) {
        spk_json_key(j, box->game->options[i].name);
        spk_json_str(j, spk_box_option_text(box, i, text));
    }
    spk_json_close(j, '}');
    snprintf(text, sizeof text, "%016" PRIx64, box->edition_hash);
    spk_json_key(j, "edition"), spk_json_open(j, '{');
    spk_json_key(j, "name"), spk_json_str(j, box->edition_name);
    spk_json_key(j, "hash"), spk_json_str(j, text);
    spk_json_key(j, "reconstruction"), spk_json_bool(j, box->reconstruction);
    spk_json_close(j, '}');
}

void spk_box_print(const spk_box *box, spk_json *j)
{
    spk_json_open(j, '{');
    spk_json_key(j, "game"), spk_json_str(j, box->game->key);
    spk_box_print_choice(box, j);
    if (box->edition_text)
        spk_json_key(j, "text"), spk_json_str(j, box->edition_text);
    spk_json_key(j, "data"), spk_json_open(j, '{');
    if (box->game->json_box)
        box->game->json_box(box, j);
    spk_json_close(j, '}');
    spk_json_close(j, '}');
}
