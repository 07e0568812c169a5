/* edition.c: reading an edition and checking it against the ledger's 7.1 (CG-E1 to CG-E8). Every
 * refusal names the line. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "engine/edition.h"
#include "games/chicago_gangsters/state.h"

enum { MAX_MEANS = 10 }; /* in one package: more than a hand nobody can draw */

/* A reading in progress: what was said so far, and on which line. 0: not said. */
typedef struct reading {
    cg_config config;
    int means_line, game_end_line;
    int clan_line[CG_CLANS], person_line[CG_PERSON_COUNT];
    int coalition_line[CG_COALITIONS], district_line[CG_DISTRICTS], loot_line[CG_LOOTS];
    int n_coalitions, n_districts, n_loots;
} reading;

static spk_err once(int *line_of_fact, const spk_edition_line *line, spk_why *why)
{
    if (*line_of_fact)
        return spk_malformed(why, line->number, "That was said before, on line %d.", *line_of_fact);
    *line_of_fact = line->number;
    return SPK_OK;
}

/* A short word of ours: letters, digits and '_' only, so that it can be printed and read again. */
static bool take_name(const char *word, char *to, size_t cap)
{
    size_t n = strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    if (n == 0 || word[n] || n >= cap)
        return false;
    memcpy(to, word, n + 1);
    return true;
}

static spk_err no_name(const spk_edition_line *line, int i, spk_why *why)
{
    return spk_malformed(why, line->number,
                         "'%.40s' is not a name: letters, digits and '_', not long.",
                         i < line->n_words ? line->word[i] : "");
}

/* -- Means and clans --------------------------------------------------------------------------- */

static spk_err read_means(reading *r, const spk_edition_line *line, spk_why *why)
{
    spk_err err = once(&r->means_line, line, why);
    if (err != SPK_OK)
        return err;
    bool right = line->n_words == 1 + 2 * CG_KINDS;
    for (cg_kind kind = 0; right && kind < CG_KINDS; kind++) {
        int n;
        right = spk_str_eq(line->word[1 + 2 * kind], cg_kind_names[kind]) &&
                spk_str_int(line->word[2 + 2 * kind], 0, CG_CARDS, &n) &&
                n == cg_count(CG_ALL_CARDS, kind);
    }
    return right ? SPK_OK
                 : spk_malformed(why, line->number,
                                 "The means cards are fixed (CG-E1): "
                                 "W2 8 W4 8 B1 3 B2 3 B3 4 B4 3 B5 3 E1 5 E3 6 E5 5.");
}

static spk_err read_clan(reading *r, const spk_edition_line *line, spk_why *why)
{
    int clan = line->n_words == 3 ? spk_str_find(line->word[1], cg_clan_ids, CG_CLANS) : -1;
    if (clan < 0)
        return spk_malformed(why, line->number,
                             "'clan' needs clan_a, clan_b, clan_c or clan_d and "
                             "one name.");
    if (strlen(line->word[2]) >= sizeof r->config.clan[clan])
        return no_name(line, 2, why);
    snprintf(r->config.clan[clan], sizeof r->config.clan[clan], "%s", line->word[2]);
    return once(&r->clan_line[clan], line, why);
}

/* -- Persons (CG-E2) --------------------------------------------------------------------------- */

static bool stands_for_means(int person) { return (CG_UNLOCKING | CG_VALUE_2) >> person & 1; }

static spk_err read_person(reading *r, const spk_edition_line *line, spk_why *why)
{
    int value, person = -1, means = CG_MEANS_COUNT;
    if (line->n_words >= 3)
        person = spk_str_find(line->word[1], cg_person_names, CG_PERSON_COUNT);
    if (person < 0)
        return spk_malformed(why, line->number,
                             "'person' needs one of the 18 persons and a value "
                             "(CG-E2).");
    if (!spk_str_int(line->word[2], 0, 9, &value) || value != cg_person_value[person])
        return spk_malformed(why, line->number, "The value of %s is %d (CG-E2).",
                             cg_person_names[person], cg_person_value[person]);
    if (line->n_words != 3 + stands_for_means(person))
        return spk_malformed(why, line->number, "%s %s (CG-E2).", cg_person_names[person],
                             stands_for_means(person)
                                 ? "needs one of weapons bribe blackmail"
                                 : "has no kind of means: the line has three words");
    if (stands_for_means(person))
        means = spk_str_find(line->word[3], cg_means_names, CG_MEANS_COUNT);
    if (means < 0)
        return spk_malformed(why, line->number,
                             "'%.40s' is none of weapons bribe blackmail "
                             "(CG-E2).",
                             line->word[3]);
    r->config.means_of[person] = (uint8_t)means;
    r->config.unlocks[person] = CG_UNLOCKING >> person & 1 ? cg_means_bits[means] : 0;
    return once(&r->person_line[person], line, why);
}

/* -- Coalition cards (CG-E3, CG-E4) ------------------------------------------------------------ */

/* "clan_a?*": a clan and its marks. */
static bool read_marked(const char *word, int *clan, bool *hidden, bool *marker)
{
    char name[16];
    size_t n = strcspn(word, "?*");
    if (n >= sizeof name)
        return false;
    memcpy(name, word, n);
    name[n] = '\0';
    *clan = spk_str_find(name, cg_clan_ids, CG_CLANS);
    *hidden = word[n] == '?';
    *marker = word[n + *hidden] == '*';
    return *clan >= 0 && !word[n + *hidden + *marker];
}

/* Two clans of one side: the one with the marker first. Adds to 'seen' and counts the '?'. */
static spk_err read_side(const spk_edition_line *line, int at, uint8_t member[2], unsigned *seen,
                         int *hidden_clan, spk_why *why)
{
    int markers = 0, clans[2] = {0};
    bool marked[2] = {false};
    for (int i = 0; i < 2; i++) {
        bool hidden;
        if (!read_marked(line->word[at + i], &clans[i], &hidden, &marked[i]))
            return spk_malformed(why, line->number,
                                 "'%.40s' is not a clan with its marks, such as "
                                 "clan_a? or clan_b*.",
                                 line->word[at + i]);
        if (*seen >> clans[i] & 1)
            return spk_malformed(why, line->number, "%s is on the card twice (CG-E3).",
                                 cg_clan_ids[clans[i]]);
        *seen |= 1u << clans[i];
        markers += marked[i];
        if (hidden && *hidden_clan >= 0)
            return spk_malformed(why, line->number, "The '?' is on the card twice (CG-E4).");
        if (hidden)
            *hidden_clan = clans[i];
    }
    if (markers != 1)
        return spk_malformed(why, line->number, "Each side has one tie-break marker '*' (CG-E4).");
    member[0] = (uint8_t)clans[!marked[0]];
    member[1] = (uint8_t)clans[marked[0]];
    return SPK_OK;
}

static spk_err read_game_end(reading *r, const spk_edition_line *line, spk_why *why)
{
    if (!take_name(line->word[1], r->config.game_end, sizeof r->config.game_end))
        return no_name(line, 1, why);
    return once(&r->game_end_line, line, why);
}

static spk_err read_coalition(reading *r, const spk_edition_line *line, spk_why *why)
{
    if (line->n_words == 3 && spk_str_eq(line->word[2], "game_end"))
        return read_game_end(r, line, why);
    if (line->n_words != 7 || !spk_str_eq(line->word[4], "against"))
        return spk_malformed(why, line->number,
                             "A coalition card: coalition C01 clan_a? clan_b* "
                             "against clan_c* clan_d (CG-E3).");
    if (r->n_coalitions == CG_COALITIONS)
        return spk_malformed(why, line->number, "There are 12 coalition cards (CG-E3).");
    cg_coalition *card = &r->config.coalition[r->n_coalitions];
    unsigned seen = 0;
    int hidden = -1;
    if (!take_name(line->word[1], card->id, sizeof card->id))
        return no_name(line, 1, why);
    spk_err err = read_side(line, 2, card->member[CG_CHALLENGER], &seen, &hidden, why);
    bool on_challenger = hidden >= 0;
    if (err == SPK_OK)
        err = read_side(line, 5, card->member[CG_DEFENDER], &seen, &hidden, why);
    if (err != SPK_OK)
        return err;
    if (!on_challenger)
        return spk_malformed(why, line->number, "The '?' belongs to one challenger (CG-E4).");
    bool marked;
    int first = 0;
    read_marked(line->word[2], &first, &marked, &marked);
    card->hidden = (uint8_t)hidden;
    card->first = (uint8_t)first;
    r->coalition_line[r->n_coalitions++] = line->number;
    return SPK_OK;
}

/* -- Districts (CG-E5) ------------------------------------------------------------------------- */

/* The words from 'at' on, joined again: a name for people. */
static bool join_name(const spk_edition_line *line, int at, char *to, size_t cap)
{
    size_t n = 0;
    for (int i = at; i < line->n_words; i++)
        n += (size_t)snprintf(to + (n < cap ? n : cap - 1), n < cap ? cap - n : 1, "%s%s",
                              i > at ? " " : "", line->word[i]);
    return n > 0 && n < cap;
}

static spk_err read_allowed(cg_district *d, const spk_edition_line *line, int *at, spk_why *why)
{
    for (; *at < line->n_words && !spk_str_eq(line->word[*at], ":"); ++*at) {
        const char *word = line->word[*at];
        int means = spk_str_find(word, cg_means_names, CG_MEANS_COUNT);
        bool persons = spk_str_eq(word, "persons");
        if (means < 0 && !persons)
            return spk_malformed(why, line->number,
                                 "'%.40s' is none of weapons bribe blackmail "
                                 "persons.",
                                 word);
        if (persons ? d->persons : (d->allowed & cg_means_bits[means]) != 0)
            return spk_malformed(why, line->number, "'%s' is there twice.", word);
        if (persons)
            d->persons = true;
        else
            d->allowed |= cg_means_bits[means];
    }
    return SPK_OK;
}

static spk_err read_district(reading *r, const spk_edition_line *line, spk_why *why)
{
    int at = 3;
    if (r->n_districts == CG_DISTRICTS)
        return spk_malformed(why, line->number, "There are 13 districts (CG-E5).");
    cg_district *d = &r->config.district[r->n_districts];
    for (int i = 1; i <= 2; i++)
        if (line->n_words < 3 || !take_name(line->word[i], i == 1 ? d->card : d->id,
                                            i == 1 ? sizeof d->card : sizeof d->id))
            return no_name(line, i, why);
    spk_err err = read_allowed(d, line, &at, why);
    if (err != SPK_OK)
        return err;
    if (!d->allowed)
        return spk_malformed(why, line->number, "A district allows at least one kind (CG-E5).");
    if (at + 1 >= line->n_words || !join_name(line, at + 1, d->name, sizeof d->name))
        return spk_malformed(why, line->number, "After a ':' comes the name, at most 31 bytes.");
    r->district_line[r->n_districts++] = line->number;
    return SPK_OK;
}

/* -- Loot (CG-E6, CG-E7) ----------------------------------------------------------------------- */

/* One word of a package: "2A", "P", "3M". */
static bool read_part(const char *word, cg_package *p)
{
    size_t n = strlen(word);
    char number[4] = "";
    int value;
    if (spk_str_eq(word, "P")) {
        p->person++;
        return true;
    }
    if (n < 2 || n > sizeof number)
        return false;
    memcpy(number, word, n - 1);
    if (!spk_str_int(number, 1, 99, &value))
        return false;
    uint8_t *part = word[n - 1] == 'A' ? &p->alcohol : word[n - 1] == 'M' ? &p->means : NULL;
    if (!part || *part)
        return false;
    *part = (uint8_t)value;
    return true;
}

static spk_err check_package(const cg_package *p, int line, spk_why *why)
{
    if (!p->alcohol && !p->means && !p->person)
        return spk_malformed(why, line, "A package is empty (CG-E7).");
    if (p->alcohol > 2)
        return spk_malformed(why, line, "A package has at most 2 bottles (CG-E7), not %d.",
                             p->alcohol);
    if (p->means > MAX_MEANS)
        return spk_malformed(why, line,
                             "A package of %d means cards: nobody can hold more than %d.", p->means,
                             MAX_MEANS);
    return SPK_OK;
}

/* "winners 2A | P 1M losers 1A | 2M", from word 2 on. */
static spk_err read_packages(cg_loot *loot, const spk_edition_line *line, spk_why *why)
{
    int side = -1, place = 0;
    for (int i = 2; i < line->n_words; i++) {
        const char *word = line->word[i];
        if (spk_str_eq(word, side < 0 ? "winners" : "losers") && (side < 0 || place == 1) &&
            side < 1) {
            side++, place = 0;
        } else if (side >= 0 && place == 0 && spk_str_eq(word, "|")) {
            place = 1;
        } else if (side < 0 || !read_part(word, &loot->package[side][place])) {
            return spk_malformed(why, line->number,
                                 "'%.40s' is not part of a package here: "
                                 "winners 2A | P 1M losers 1A | 2M.",
                                 word);
        }
    }
    if (side != 1 || place != 1)
        return spk_malformed(why, line->number,
                             "A loot card has two packages for the winners and "
                             "two for the losers (CG-E6).");
    return SPK_OK;
}

static spk_err read_loot(reading *r, const spk_edition_line *line, spk_why *why)
{
    if (r->n_loots == CG_LOOTS)
        return spk_malformed(why, line->number, "There are 12 loot cards (CG-E6).");
    cg_loot *loot = &r->config.loot[r->n_loots];
    if (line->n_words < 2 || !take_name(line->word[1], loot->id, sizeof loot->id))
        return no_name(line, 1, why);
    spk_err err = read_packages(loot, line, why);
    int persons = 0;
    for (int i = 0; err == SPK_OK && i < 4; i++) {
        const cg_package *p = &loot->package[i / 2][i % 2];
        persons += p->person;
        err = check_package(p, line->number, why);
    }
    if (err == SPK_OK && persons != 1)
        err = spk_malformed(why, line->number,
                            "The person is in exactly one of the four packages "
                            "(CG-E6), not in %d.",
                            persons);
    r->loot_line[r->n_loots++] = line->number;
    return err;
}

/* -- The whole --------------------------------------------------------------------------------- */

static spk_err read_fact(reading *r, const spk_edition_line *line, spk_why *why)
{
    static const struct {
        const char *word;
        spk_err (*read)(reading *, const spk_edition_line *, spk_why *);
    } facts[] = {
        {"means", read_means},         {"clan", read_clan},         {"person", read_person},
        {"coalition", read_coalition}, {"district", read_district}, {"loot", read_loot},
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (spk_str_eq(line->word[0], facts[i].word))
            return facts[i].read(r, line, why);
    return spk_malformed(why, line->number,
                         "'%.40s' is none of: means clan person coalition district loot.",
                         line->word[0]);
}

static spk_err check_complete(const reading *r, int last, spk_why *why)
{
    if (!r->means_line)
        return spk_malformed(why, last, "The file ends without 'means' (CG-E1).");
    for (int i = 0; i < CG_CLANS; i++)
        if (!r->clan_line[i])
            return spk_malformed(why, last, "The file ends without 'clan %s'.", cg_clan_ids[i]);
    for (int i = 0; i < CG_PERSON_COUNT; i++)
        if (!r->person_line[i])
            return spk_malformed(why, last, "The file ends without 'person %s' (CG-E2).",
                                 cg_person_names[i]);
    if (r->n_coalitions < CG_COALITIONS || !r->game_end_line)
        return spk_malformed(why, last,
                             "The file ends with %d coalition cards%s: 12 and game_end "
                             "(CG-E3).",
                             r->n_coalitions, r->game_end_line ? "" : " and no game_end");
    if (r->n_districts < CG_DISTRICTS)
        return spk_malformed(why, last, "The file ends with %d districts: 13 (CG-E5).",
                             r->n_districts);
    if (r->n_loots < CG_LOOTS)
        return spk_malformed(why, last, "The file ends with %d loot cards: 12 (CG-E6).",
                             r->n_loots);
    return SPK_OK;
}

/* Cards are called by their names, so no two of a deck share one. */
static spk_err check_names(const reading *r, spk_why *why)
{
    const cg_config *c = &r->config;
    for (int i = 0; i < CG_COALITIONS; i++) {
        if (spk_str_eq(c->coalition[i].id, c->game_end))
            return spk_malformed(why, r->coalition_line[i], "Two coalition cards '%s' (CG-E3).",
                                 c->game_end);
        for (int j = 0; j < i; j++)
            if (spk_str_eq(c->coalition[i].id, c->coalition[j].id))
                return spk_malformed(why, r->coalition_line[i], "Two coalition cards '%s' (CG-E3).",
                                     c->coalition[i].id);
    }
    for (int i = 0; i < CG_DISTRICTS; i++)
        for (int j = 0; j < i; j++)
            if (spk_str_eq(c->district[i].id, c->district[j].id))
                return spk_malformed(why, r->district_line[i], "Two districts '%s' (CG-E5).",
                                     c->district[i].id);
    for (int i = 0; i < CG_LOOTS; i++)
        for (int j = 0; j < i; j++)
            if (spk_str_eq(c->loot[i].id, c->loot[j].id))
                return spk_malformed(why, r->loot_line[i], "Two loot cards '%s' (CG-E6).",
                                     c->loot[i].id);
    return SPK_OK;
}

/* What holds of a deck as a whole. */
static spk_err check_decks(const reading *r, spk_why *why)
{
    const cg_config *c = &r->config;
    bool persons_barred = false, for_losers = false;
    cg_bag barred = 0;
    for (int i = 0; i < CG_DISTRICTS; i++) {
        persons_barred |= !c->district[i].persons;
        barred |= ~c->district[i].allowed;
    }
    for (int i = 0; i < CG_LOOTS; i++)
        for_losers |= c->loot[i].package[1][0].person || c->loot[i].package[1][1].person;
    if (!persons_barred)
        return spk_malformed(why, r->district_line[CG_DISTRICTS - 1],
                             "At least one district bars persons (CG-E5).");
    for (int means = 0; means < CG_MEANS_COUNT; means++)
        if (!(barred & cg_means_bits[means]))
            return spk_malformed(why, r->district_line[CG_DISTRICTS - 1],
                                 "Some district bars %s (CG-E5).", cg_means_names[means]);
    if (!for_losers)
        return spk_malformed(why, r->loot_line[CG_LOOTS - 1],
                             "At least one loot card has the person for the losers (CG-E6).");
    return SPK_OK;
}

/* CG-E8, a warning only: every clan equally often in every role, each pairing equally often. */
static bool is_even(const cg_config *c)
{
    int role[CG_CLANS][4] = {{0}}, hidden[CG_CLANS] = {0}, pair[CG_CLANS] = {0};
    for (int i = 0; i < CG_COALITIONS; i++) {
        const cg_coalition *card = &c->coalition[i];
        for (int place = 0; place < 4; place++)
            role[card->member[place / 2][place % 2]][place]++;
        hidden[card->hidden]++;
        const uint8_t *with_a = card->member[card->member[1][0] == 0 || card->member[1][1] == 0];
        pair[with_a[0] == 0 ? with_a[1] : with_a[0]]++;
    }
    for (int clan = 0; clan < CG_CLANS; clan++) {
        for (int place = 0; place < 4; place++)
            if (role[clan][place] != 3)
                return false;
        if (hidden[clan] != 3 || (clan > 0 && pair[clan] != 4))
            return false;
    }
    return true;
}

/* With three players the last clan is missing: its partner stands alone. (CG-9.3) */
static void find_lone_clans(cg_config *c)
{
    for (int i = 0; i < CG_COALITIONS; i++)
        for (int place = 0; place < 4; place++)
            if (c->coalition[i].member[place / 2][place % 2] == CG_CLANS - 1)
                c->coalition[i].lone = c->coalition[i].member[place / 2][1 - place % 2];
}

spk_err cg_configure(spk_box *box, spk_edition *edition, spk_why *why)
{
    reading r = {0};
    spk_edition_line line;
    spk_err err;
    if (box->n_seats == CG_SEATS && box->option[CG_OPT_GODFATHER])
        return spk_refuse(why, "CG-R64", "The Godfather is for three or four players, not five.");
    while ((err = spk_edition_next(edition, &line, why)) == SPK_OK && line.n_words > 0)
        if ((err = read_fact(&r, &line, why)) != SPK_OK)
            return err;
    if (err == SPK_OK)
        err = check_complete(&r, line.number, why);
    if (err == SPK_OK)
        err = check_names(&r, why);
    if (err == SPK_OK)
        err = check_decks(&r, why);
    if (err != SPK_OK)
        return err;
    if (!is_even(&r.config))
        snprintf(box->note, sizeof box->note,
                 N_("The coalition cards do not treat all clans alike (CG-E8)."));
    find_lone_clans(&r.config);
    r.config.godfather = box->option[CG_OPT_GODFATHER];
    r.config.talk_limit = box->option[CG_OPT_TALK_LIMIT];
    memcpy(box->config, &r.config, sizeof r.config);
    return SPK_OK;
}
