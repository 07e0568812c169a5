/* box.c: seats, options and edition, checked once. See box.h. */
#include "engine/box.h"

#include <stdio.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "engine/edition.h"

static spk_err choose_seats(spk_box *box, int n_seats, spk_why *why)
{
    const spk_game *game = box->game;
    if (n_seats == 0)
        n_seats = game->min_seats;
    if (n_seats < game->min_seats || n_seats > game->max_seats)
        return game->min_seats == game->max_seats
                   ? spk_refuse(why, game->seats_rule, "%s is for %d players, not for %d.",
                                game->name, game->min_seats, n_seats)
                   : spk_refuse(why, game->seats_rule, "%s is for %d to %d players, not for %d.",
                                game->name, game->min_seats, game->max_seats, n_seats);
    box->n_seats = n_seats;
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

static void set_defaults(spk_box *box)
{
    for (int i = 0; i < box->game->n_options; i++) {
        const spk_option *o = &box->game->options[i];
        box->option[i] = o->values ? 0 : o->fallback * (o->per_seat ? box->n_seats : 1);
    }
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
    set_defaults(box);
    for (int i = 0; i < choice->n_options; i++) {
        spk_err err = set_option(box, choice->options[i], &seen, why);
        if (err != SPK_OK)
            return err;
    }
    return SPK_OK;
}

static spk_err choose_edition(spk_box *box, const spk_choice *choice, spk_why *why)
{
    spk_edition edition;
    const char *text = choice->edition_text ? choice->edition_text : box->game->edition_text;
    size_t length = choice->edition_text ? choice->edition_length : strlen(text);
    spk_err err = spk_edition_open(&edition, box->game->key, text, length, why);
    if (err == SPK_OK)
        err = box->game->configure(box, &edition, why);
    if (err != SPK_OK)
        return err;
    snprintf(box->edition_name, sizeof box->edition_name, "%s", edition.name);
    box->edition_hash = edition.hash;
    return SPK_OK;
}

spk_err spk_box_open(spk_box *box, const spk_game *game, const spk_choice *choice, spk_why *why)
{
    *box = (spk_box){.game = game};
    spk_err err = choose_seats(box, choice->n_seats, why);
    if (err == SPK_OK)
        err = choose_options(box, choice, why);
    if (err != SPK_OK)
        return err;
    box->config = spk_alloc(game->config_size);
    err = choose_edition(box, choice, why);
    if (err != SPK_OK)
        spk_box_close(box);
    return err;
}

void spk_box_close(spk_box *box)
{
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

/* -- The shelf --------------------------------------------------------------------------------- */

static void print_values(const char *values, spk_json *j)
{
    spk_words words = spk_words_of(values);
    char word[32];
    spk_json_key(j, "values"), spk_json_open(j, '[');
    while (spk_words_next(&words, word, sizeof word))
        spk_json_str(j, word);
    spk_json_close(j, ']');
    words = spk_words_of(values);
    SPK_BUG_IF(!spk_words_next(&words, word, sizeof word));
    spk_json_key(j, "default"), spk_json_str(j, word);
}

static void print_option(const spk_option *o, spk_json *j)
{
    spk_json_open(j, '{');
    spk_json_key(j, "name"), spk_json_str(j, o->name);
    if (o->values) {
        print_values(o->values, j);
    } else {
        spk_json_key(j, "min"), spk_json_int(j, o->lo);
        spk_json_key(j, "max"), spk_json_int(j, o->hi);
        spk_json_key(j, "default"), spk_json_int(j, o->fallback);
        spk_json_key(j, "per_seat"), spk_json_bool(j, o->per_seat);
    }
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
    spk_json_str(j, box.edition_name);
    spk_json_close(j, ']');
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
