/* box.c: the box of a server's table, from what the house says of it (docs/protocol.md, "What a table is drawn from"). */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "engine/edition.h"
#include "games/registry.h"
#include "hosts/join/http.h"
#include "hosts/join/session.h"

enum { OPTION = 100 };

/* "name=value" for each; the game judges them. */
static int read_options(const json_t *given, char option[SPK_MAX_OPTIONS][OPTION])
{
    const char *key;
    json_t *value;
    int n = 0;
    json_object_foreach((json_t *)given, key, value)
    {
        if (n == SPK_MAX_OPTIONS)
            break;
        if (json_is_integer(value))
            snprintf(option[n++], OPTION, "%.40s=%d", key, (int)json_integer_value(value));
        else if (json_is_string(value))
            snprintf(option[n++], OPTION, "%.40s=%.40s", key, json_string_value(value));
    }
    return n;
}

static spk_err open_box(const json_t *facts, spk_box *box, spk_why *why)
{
    char option[SPK_MAX_OPTIONS][OPTION];
    const char *options[SPK_MAX_OPTIONS], *key = json_string_value(json_object_get(facts, "game"));
    const char *text = json_string_value(json_object_get(facts, "text"));
    const spk_game *game = key ? spk_game_find(key) : NULL;
    spk_choice choice = {.options = options,
                         .n_seats = (int)json_integer_value(json_object_get(facts, "players")),
                         .rules_version =
                             (int)json_integer_value(json_object_get(facts, "rules_version")),
                         .edition_text = text,
                         .edition_length = text ? strlen(text) : 0};
    if (!game)
        return spk_fail(why, SPK_EUNKNOWN, "this version does not know that table's game (%.40s)",
                        key ? key : "?");
    if (choice.edition_length > SPK_EDITION_BYTES)
        return spk_fail(why, SPK_EMALFORMED, "that table's edition is too large");
    choice.n_options = read_options(json_object_get(facts, "options"), option);
    for (int i = 0; i < choice.n_options; i++)
        options[i] = option[i];
    return spk_box_open(box, game, &choice, why);
}

spk_err join_box_open(const join_plan *plan, spk_box *box, spk_why *why)
{
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s/box", plan->address->table);
    json_t *facts =
        join_ask(plan->address, plan->ca_file, "GET", path, join_pass_of(plan), NULL, why);
    if (!facts)
        return SPK_EREFUSED;
    spk_err err = open_box(facts, box, why);
    json_decref(facts);
    return err;
}
