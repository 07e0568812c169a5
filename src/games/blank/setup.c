/* setup.c: the edition, checked, and the first position. What chance does with it is in rules.c. */
#include <string.h>

#include "base/str.h"
#include "engine/edition.h"
#include "games/blank/state.h"

/* A reading in progress: what was said, and on which line (0: not yet). */
typedef struct reading {
    blank_config config;
    int cards_line, prizes_line;
} reading;

static spk_err once(int *line_of_fact, const spk_edition_line *line, spk_why *why)
{
    if (*line_of_fact)
        return spk_malformed(why, line->number, "'%s' was said before, on line %d.", line->word[0],
                             *line_of_fact);
    *line_of_fact = line->number;
    return SPK_OK;
}

static spk_err read_cards(reading *r, const spk_edition_line *line, spk_why *why)
{
    int n;
    spk_err err = once(&r->cards_line, line, why);
    if (err != SPK_OK)
        return err;
    if (line->n_words != 2 || !spk_str_int(line->word[1], 1, BLANK_CARDS, &n))
        return spk_malformed(why, line->number, "'cards' needs one number from 1 to %d.",
                             BLANK_CARDS);
    r->config.cards = (BLANK_ONE(n) - 1) << 1;
    return SPK_OK;
}

static spk_err read_prizes(reading *r, const spk_edition_line *line, spk_why *why)
{
    int n = 0, total = 0;
    spk_err err = once(&r->prizes_line, line, why);
    if (err != SPK_OK)
        return err;
    if (line->n_words != 1 + BLANK_PRIZES)
        return spk_malformed(why, line->number, "'prizes' needs three numbers.");
    for (int i = 0; i < BLANK_PRIZES; i++, total += n) {
        if (!spk_str_int(line->word[1 + i], 0, 20, &n))
            return spk_malformed(why, line->number, "'%.40s' is not a whole number from 0 to 20.",
                                 line->word[1 + i]);
        r->config.prizes[i] = (uint8_t)n;
    }
    if (total < BLANK_HAND)
        return spk_malformed(why, line->number, "Every round needs a prize (BL-2.1): %d of %d.",
                             total, BLANK_HAND);
    return SPK_OK;
}

static spk_err read_fact(reading *r, const spk_edition_line *line, spk_why *why)
{
    if (spk_str_eq(line->word[0], "cards"))
        return read_cards(r, line, why);
    if (spk_str_eq(line->word[0], "prizes"))
        return read_prizes(r, line, why);
    return spk_malformed(why, line->number, "'%.40s' is none of: cards prizes.", line->word[0]);
}

/* All was said, and it is enough for this table. */
static spk_err check(const reading *r, int n_seats, int last_line, spk_why *why)
{
    if (!r->cards_line || !r->prizes_line)
        return spk_malformed(why, last_line, "The file ends without '%s'.",
                             r->cards_line ? "prizes" : "cards");
    if (blank_size(r->config.cards) < n_seats * BLANK_HAND)
        return spk_malformed(why, r->cards_line, "%d players need %d cards (BL-1.3), not %d.",
                             n_seats, n_seats * BLANK_HAND, blank_size(r->config.cards));
    return SPK_OK;
}

spk_err blank_configure(spk_box *box, spk_edition *edition, spk_why *why)
{
    reading r = {0};
    spk_edition_line line;
    spk_err err;
    while ((err = spk_edition_next(edition, &line, why)) == SPK_OK && line.n_words > 0)
        if ((err = read_fact(&r, &line, why)) != SPK_OK)
            return err;
    if (err == SPK_OK)
        err = check(&r, box->n_seats, line.number, why);
    if (err == SPK_OK)
        memcpy(box->config, &r.config, sizeof r.config);
    return err;
}

/* All cards lie in the deck and all prizes in the bag. The deal is chance's business. */
void blank_setup(const spk_box *box, void *state)
{
    const blank_config *c = box->config;
    blank_state s = {.unseen = c->cards, .phase = BLANK_DEAL};
    memcpy(s.bag, c->prizes, sizeof s.bag);
    memcpy(state, &s, sizeof s);
}
