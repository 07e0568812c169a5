/* setup.c: the edition, checked, and the first position. What chance does with it is in rules.c. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "engine/edition.h"
#include "games/famiglia/state.h"

/* -- The edition ------------------------------------------------------------------------------- */

/* A reading in progress: what was said so far, and on which line, so that a fact said twice and a
 * fact that breaks a rule can both be named. 0: not said. */
typedef struct reading {
    famiglia_config config;
    int copies_line, street_line;
    int points_line[FAMIGLIA_FAMILY_COUNT];
    int starter_line[2];
} reading;

enum { MAX_POINTS = 1000 };

static spk_err once(int *line_of_fact, const spk_edition_line *line, spk_why *why)
{
    if (*line_of_fact)
        return spk_malformed(why, line->number, "'%s' was said before, on line %d.", line->word[0],
                             *line_of_fact);
    *line_of_fact = line->number;
    return SPK_OK;
}

/* The five numbers behind the first 'skip' words. */
static spk_err read_numbers(const spk_edition_line *line, int skip, int *numbers, spk_why *why)
{
    if (line->n_words != skip + FAMIGLIA_RANKS)
        return spk_malformed(why, line->number, "'%s' needs one number for each rank 0 to 4.",
                             line->word[0]);
    for (int rank = 0; rank < FAMIGLIA_RANKS; rank++)
        if (!spk_str_int(line->word[skip + rank], 0, MAX_POINTS, &numbers[rank]))
            return spk_malformed(why, line->number, "'%.40s' is not a whole number from 0 to %d.",
                                 line->word[skip + rank], MAX_POINTS);
    return SPK_OK;
}

static spk_err read_copies(reading *r, const spk_edition_line *line, spk_why *why)
{
    int copies[FAMIGLIA_RANKS];
    spk_err err = once(&r->copies_line, line, why);
    if (err == SPK_OK)
        err = read_numbers(line, 1, copies, why);
    if (err != SPK_OK)
        return err;
    if (memcmp(copies, famiglia_copies, sizeof copies) != 0)
        return spk_malformed(why, line->number, "Every family has 5 4 3 2 1 cards of rank 0 to 4.");
    return SPK_OK;
}

static spk_err read_points(reading *r, const spk_edition_line *line, spk_why *why)
{
    int family = line->n_words > 1
                     ? spk_str_find(line->word[1], famiglia_families, FAMIGLIA_FAMILY_COUNT)
                     : -1;
    if (family < 0)
        return spk_malformed(why, line->number,
                             "'points' needs one of la_famiglia accountants brutes mercenaries.");
    int *points = &r->config.points[famiglia_card_of(family, 0)];
    spk_err err = once(&r->points_line[family], line, why);
    if (err == SPK_OK)
        err = read_numbers(line, 2, points, why);
    for (int rank = 1; err == SPK_OK && rank < FAMIGLIA_RANKS; rank++)
        if (points[rank] <= points[rank - 1])
            err = spk_malformed(why, line->number,
                                "Points must rise with the rank (FA-12.5): %d after %d.",
                                points[rank], points[rank - 1]);
    return err;
}

/* "brute_0": the member's name and a rank. */
static bool read_member(const char *word, famiglia_card *card)
{
    for (int family = 0; family < FAMIGLIA_FAMILY_COUNT; family++) {
        size_t n = strlen(famiglia_members[family]);
        int rank;
        if (strncmp(word, famiglia_members[family], n) == 0 && word[n] == '_' &&
            spk_str_int(word + n + 1, 0, FAMIGLIA_RANKS - 1, &rank)) {
            *card = famiglia_card_of(family, rank);
            return true;
        }
    }
    return false;
}

static spk_err read_starter(reading *r, const spk_edition_line *line, spk_why *why)
{
    int set;
    if (line->n_words != 6 || !spk_str_int(line->word[1], 1, 2, &set))
        return spk_malformed(why, line->number, "'starter' needs 1 or 2 and four cards.");
    spk_err err = once(&r->starter_line[set - 1], line, why);
    for (int i = 2; err == SPK_OK && i < 6; i++) {
        famiglia_card card;
        if (!read_member(line->word[i], &card))
            err = spk_malformed(why, line->number, "'%.40s' is not a card.", line->word[i]);
        else if (famiglia_rank(card) != 0)
            err = spk_malformed(why, line->number, "Starter cards have rank 0 (FA-1.2), not %.40s.",
                                line->word[i]);
        else
            r->config.starter[set - 1] += FAMIGLIA_ONE(card);
    }
    return err;
}

static spk_err read_street(reading *r, const spk_edition_line *line, spk_why *why)
{
    int size;
    spk_err err = once(&r->street_line, line, why);
    if (err != SPK_OK)
        return err;
    if (line->n_words != 2 || !spk_str_int(line->word[1], FAMIGLIA_STREET, FAMIGLIA_STREET, &size))
        return spk_malformed(why, line->number, "The street has 6 cards (FA-1.7): street_size 6.");
    return SPK_OK;
}

static spk_err read_fact(reading *r, const spk_edition_line *line, spk_why *why)
{
    static const struct {
        const char *word;
        spk_err (*read)(reading *r, const spk_edition_line *line, spk_why *why);
    } facts[] = {
        {"copies", read_copies},
        {"points", read_points},
        {"starter", read_starter},
        {"street_size", read_street},
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (spk_str_eq(line->word[0], facts[i].word))
            return facts[i].read(r, line, why);
    return spk_malformed(why, line->number,
                         "'%.40s' is none of: copies points starter street_size.", line->word[0]);
}

/* Everything was said. */
static spk_err check_complete(const reading *r, int last_line, spk_why *why)
{
    if (!r->copies_line)
        return spk_malformed(why, last_line, "The file ends without 'copies'.");
    for (int f = 0; f < FAMIGLIA_FAMILY_COUNT; f++)
        if (!r->points_line[f])
            return spk_malformed(why, last_line, "The file ends without 'points %s'.",
                                 famiglia_families[f]);
    for (int set = 0; set < 2; set++)
        if (!r->starter_line[set])
            return spk_malformed(why, last_line, "The file ends without 'starter %d'.", set + 1);
    if (!r->street_line)
        return spk_malformed(why, last_line, "The file ends without 'street_size'.");
    return SPK_OK;
}

/* La Famiglia's cards are worth more than others of their rank. (FA-12.4) */
static spk_err check_la_famiglia(const reading *r, spk_why *why)
{
    const int *points = r->config.points;
    for (int f = 1; f < FAMIGLIA_FAMILY_COUNT; f++)
        for (int rank = 0; rank < FAMIGLIA_RANKS; rank++)
            if (points[famiglia_card_of(f, rank)] >= points[rank])
                return spk_malformed(
                    why, r->points_line[f],
                    "Rank %d of %s must be worth less than La Famiglia's (FA-12.4): "
                    "%d against %d.",
                    rank, famiglia_families[f], points[famiglia_card_of(f, rank)], points[rank]);
    return SPK_OK;
}

/* The starter sets fit the copies; the rest is the common deck. */
static spk_err take_starters(reading *r, spk_why *why)
{
    famiglia_config *c = &r->config;
    for (famiglia_card t = 0; t < FAMIGLIA_TYPES; t++) {
        int copies = famiglia_copies[famiglia_rank(t)];
        int used = famiglia_count(c->starter[0], t) + famiglia_count(c->starter[1], t);
        if (used > copies)
            return spk_malformed(why, r->starter_line[1], "There are only %d cards %s_0.", copies,
                                 famiglia_members[famiglia_family(t)]);
        c->common += (famiglia_bag)(copies - used) << 3 * t;
    }
    return SPK_OK;
}

static void add_up_pairs(famiglia_config *c)
{
    for (int i = 0; i < FAMIGLIA_TYPES / 2; i++)
        for (int pair = 0; pair < 64; pair++)
            c->pair_points[i][pair] =
                c->points[2 * i] * (pair & 7) + c->points[2 * i + 1] * (pair >> 3);
}

spk_err famiglia_configure(spk_box *box, spk_edition *edition, spk_why *why)
{
    reading r = {0};
    spk_edition_line line;
    spk_err err;
    while ((err = spk_edition_next(edition, &line, why)) == SPK_OK && line.n_words > 0)
        if ((err = read_fact(&r, &line, why)) != SPK_OK)
            return err;
    if (err == SPK_OK)
        err = check_complete(&r, line.number, why);
    if (err == SPK_OK)
        err = check_la_famiglia(&r, why);
    if (err == SPK_OK)
        err = take_starters(&r, why);
    if (err != SPK_OK)
        return err;
    add_up_pairs(&r.config);
    r.config.joker_only_if_needed = box->option[FAMIGLIA_OPT_JOKER];
    memcpy(box->config, &r.config, sizeof r.config);
    return SPK_OK;
}

/* -- The first position ------------------------------------------------------------------------ */

/* Hands dealt, the rest shuffled; still to come, as chance events: the start player and the six cards
 * of the first street. (FA-1.2 to FA-1.7) */
void famiglia_setup(const spk_box *box, void *state)
{
    const famiglia_config *c = box->config;
    int start_option = box->option[FAMIGLIA_OPT_START_PLAYER];
    famiglia_state s = {
        .hand = {c->starter[0], c->starter[1]},
        .pile = c->common,
        .phase = start_option == 0 ? FAMIGLIA_START : FAMIGLIA_DRAW,
        .start = start_option == 2,
        .active = start_option == 2,
        .due = FAMIGLIA_STREET,
    };
    memcpy(state, &s, sizeof s);
}
