/* setup.c: the edition and the options, checked, and the first position. What chance does with it
 * is in rules.c. */
#include <string.h>

#include "base/str.h"
#include "engine/box.h"
#include "engine/edition.h"
#include "games/gangster/state.h"

/* -- The edition ------------------------------------------------------------------------------- */

/* A reading in progress: the gangs so far, and on which line each was said. 0: not yet. */
typedef struct reading {
    gangster_bag tiles[GANGSTER_GANGS];
    int line[GANGSTER_GANGS];
} reading;

static spk_err read_powers(gangster_bag *bag, const spk_edition_line *line, spk_why *why)
{
    int copies[GANGSTER_POWERS + 1] = {0};
    if (line->n_words != 2 + GANGSTER_GANG)
        return spk_malformed(why, line->number, "A gang has 9 gangsters: %d powers are given.",
                             line->n_words - 2);
    for (int i = 2; i < line->n_words; i++) {
        int power;
        if (!spk_str_int(line->word[i], 1, GANGSTER_POWERS, &power))
            return spk_malformed(why, line->number,
                                 "'%.40s' is not a power: a whole number, 1 to 9.", line->word[i]);
        copies[power]++;
    }
    for (int power = 1; power <= GANGSTER_SUPPLY; power++)
        if (copies[power] == 0)
            return spk_malformed(why, line->number,
                                 "Every gang needs a 1, a 2 and a 3 for the own supply (GB-1.4): "
                                 "%s has no %d.",
                                 line->word[1], power);
    for (int power = 1; power <= GANGSTER_POWERS; power++)
        *bag += (gangster_bag)copies[power] << 3 * (power - 1);
    return SPK_OK;
}

static spk_err read_gang(reading *r, const spk_edition_line *line, spk_why *why)
{
    if (!spk_str_eq(line->word[0], "gang"))
        return spk_malformed(why, line->number, "'%.40s' is unknown here; a line says: gang.",
                             line->word[0]);
    int gang =
        line->n_words > 1 ? spk_str_find(line->word[1], gangster_colours, GANGSTER_GANGS) : -1;
    if (gang < 0)
        return spk_malformed(why, line->number, "'gang' needs one of red blue yellow grey.");
    if (r->line[gang])
        return spk_malformed(why, line->number, "The %s gang was given before, on line %d.",
                             gangster_colours[gang], r->line[gang]);
    r->line[gang] = line->number;
    return read_powers(&r->tiles[gang], line, why);
}

static spk_err read_edition(gangster_config *c, spk_edition *edition, spk_why *why)
{
    reading r = {0};
    spk_edition_line line;
    spk_err err;
    while ((err = spk_edition_next(edition, &line, why)) == SPK_OK && line.n_words > 0)
        if ((err = read_gang(&r, &line, why)) != SPK_OK)
            return err;
    for (int gang = 0; err == SPK_OK && gang < GANGSTER_GANGS; gang++)
        if (!r.line[gang])
            err = spk_malformed(why, line.number, "The file ends without 'gang %s'.",
                                gangster_colours[gang]);
    memcpy(c->tiles, r.tiles, sizeof r.tiles);
    return err;
}

/* -- The options ------------------------------------------------------------------------------- */

/* "ybrg": seat 0 is yellow, seat 1 blue ... (GB-1.2, GB-R4). */
static void give_colours(const spk_box *box, gangster_config *c)
{
    char word[32];
    spk_box_option_text(box, GANGSTER_OPT_COLOURS, word);
    for (int gang = 0; gang < GANGSTER_GANGS; gang++)
        c->owner_of[gang] = -1;
    for (int seat = 0; seat < box->n_seats; seat++) {
        int gang = 0;
        while ("rbyg"[gang] != word[seat])
            gang++;
        c->gang_of[seat] = (uint8_t)gang;
        c->owner_of[gang] = (int8_t)seat;
    }
}

spk_err gangster_configure(spk_box *box, spk_edition *edition, spk_why *why)
{
    gangster_config c = {
        .n_bullets = box->n_seats == 2 ? 2 : 1,
        .stall_limit = box->option[GANGSTER_OPT_STALL_LIMIT],
        .all_equal = box->option[GANGSTER_OPT_TIE_RULE] == 1,
        .shoot_own = box->option[GANGSTER_OPT_SHOOT_OWN] == 0,
    };
    spk_err err = read_edition(&c, edition, why);
    if (err != SPK_OK)
        return err;
    if (box->option[GANGSTER_OPT_START_PLAYER] > box->n_seats)
        return spk_refuse(
            why, "GB-R37", "Seat {n} cannot begin: there are {m} seats at this table.",
            SPK_NUM("n", box->option[GANGSTER_OPT_START_PLAYER]), SPK_NUM("m", box->n_seats));
    give_colours(box, &c);
    memcpy(box->config, &c, sizeof c);
    return SPK_OK;
}

/* -- The first position ------------------------------------------------------------------------ */

/* Own supplies and bullets are given out, everything else lies face down. Still to come, as chance
 * events: who begins, and the two tiles of the open supply. (GB-1.1 to GB-1.9) */
void gangster_setup(const spk_box *box, void *state)
{
    const gangster_config *c = box->config;
    int start = box->option[GANGSTER_OPT_START_PLAYER], n = GANGSTER_CELLS;
    gangster_state s = {
        .phase = start == 0 ? GANGSTER_SETUP : GANGSTER_REFILL,
        .active = (uint8_t)(start == 0 ? 0 : start - 1),
    };
    memcpy(s.unseen, c->tiles, sizeof s.unseen);
    for (int seat = 0; seat < box->n_seats; seat++) {
        s.supply[seat] = 7;
        s.bullets[seat] = (uint8_t)c->n_bullets;
        for (int power = 1; power <= GANGSTER_SUPPLY; power++)
            s.unseen[c->gang_of[seat]] -= gangster_one(power);
        n -= GANGSTER_SUPPLY;
    }
    s.pile[0] = (uint8_t)(n - n / 2); /* GB-1.7: the odd tile to pile 1 */
    s.pile[1] = (uint8_t)(n / 2);
    memcpy(state, &s, sizeof s);
}
