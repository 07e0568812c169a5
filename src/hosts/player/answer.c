/* answer.c: see answer.h. The introduction is collected until the first position comes; then the
 * box is opened and the bot sits down. */
#include "hosts/player/answer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/box_text.h"
#include "hosts/player/words.h"
#include "hosts/team.h"

enum { MOST_SAID = 256 }; /* messages since a public move; every game limits its talk well below */

struct host_answerer {
    host_spec spec;
    host_budget limit; /* {0}: as it is told */
    uint64_t seed;
    bool seeded; /* by whoever started it: what the host says does not matter */
    bool greeted, done;

    /* The introduction */
    host_box_text text;
    int seat;

    /* The table */
    spk_box box;
    host_team *team; /* NULL: not yet */
    spk_state view;
    spk_said said[MOST_SAID];
    char words[MOST_SAID][HOST_SAY_ROOM];
    int n_said;
    bool said_all; /* 'view' belongs to what was said: the next message begins anew */
    host_budget told;
};

host_answerer *host_answerer_new(const host_spec *spec, const uint64_t *seed)
{
    host_answerer *a = spk_alloc(sizeof *a);
    SPK_BUG_IF(spec->command);
    a->spec = *spec;
    a->seeded = seed != NULL;
    a->seed = seed ? *seed : 1;
    return a;
}

void host_answerer_free(host_answerer *a)
{
    if (!a)
        return;
    host_team_free(a->team);
    if (a->team)
        spk_box_close(&a->box);
    host_box_release(&a->text);
    spk_free(a);
}

void host_answerer_limit(host_answerer *a, const host_budget *budget) { a->limit = *budget; }

bool host_answerer_is_done(const host_answerer *a) { return a->done; }

/* -- The introduction -------------------------------------------------------------------------- */

static spk_err not_our_language(const char *line, spk_why *why)
{
    return spk_fail(why, SPK_EMALFORMED, "expected '%s' first, not '%.60s'", HOST_BOT_VERSION,
                    line);
}

static spk_err take_seat(host_answerer *a, const char *rest, spk_buf *out, spk_why *why)
{
    (void)out;
    return host_number_take(rest, 0, SPK_MAX_SEATS - 1, &a->seat, why);
}

static spk_err take_seed(host_answerer *a, const char *rest, spk_buf *out, spk_why *why)
{
    (void)out;
    char *end;
    errno = 0;
    uint64_t seed = strtoull(rest, &end, 10);
    if (end == rest || *end || errno)
        return spk_fail(why, SPK_EMALFORMED, "'%.40s' is not a seed", rest);
    if (!a->seeded)
        a->seed = seed;
    return SPK_OK;
}

/* -- Sitting down ------------------------------------------------------------------------------ */

/* The bot in seat i has stream i + 1, as in `speakeasy play --seed`. */
static spk_err sit_down(host_answerer *a, spk_why *why)
{
    spk_rng rng;
    if (!a->text.game || a->text.n_seats <= a->seat)
        return spk_fail(why, SPK_EMALFORMED, "a position came before game, seats and seat");
    spk_err err = host_box_open(&a->text, &a->box, why);
    if (err != SPK_OK)
        return err;
    spk_rng_init(&rng, a->seed, (uint64_t)a->seat + 1);
    a->team = host_spec_sit(&a->spec, &a->box, a->seat, &rng, why);
    if (a->team)
        return SPK_OK;
    spk_box_close(&a->box);
    return SPK_EUNKNOWN;
}

/* -- The table --------------------------------------------------------------------------------- */

/* "2 aim win" */
static spk_err take_said(host_answerer *a, const char *rest, spk_buf *out, spk_why *why)
{
    (void)out;
    char seat[8];
    int number;
    spk_words words = spk_words_of(rest);
    if (a->said_all)
        a->n_said = 0;
    a->said_all = false;
    bool known = spk_words_next(&words, seat, sizeof seat) &&
                 spk_str_int(seat, 0, SPK_MAX_SEATS - 1, &number) && *words.at == ' ';
    if (!known || a->n_said == MOST_SAID || strlen(words.at + 1) >= sizeof a->words[0])
        return spk_fail(why, SPK_EMALFORMED, "'%.40s' is nothing a seat can have said", rest);
    strcpy(a->words[a->n_said], words.at + 1);
    a->said[a->n_said] = (spk_said){number, a->words[a->n_said]};
    a->n_said++;
    return SPK_OK;
}

static spk_err take_state(host_answerer *a, const char *rest, spk_buf *out, spk_why *why)
{
    (void)out;
    spk_err err = a->team ? SPK_OK : sit_down(a, why);
    if (err == SPK_OK)
        err = a->box.game->parse_state(&a->box, rest, &a->view, why);
    if (err != SPK_OK)
        return err;
    if (a->said_all)
        a->n_said = 0;
    a->said_all = true;
    host_team_hear(a->team, &a->view, a->said, a->n_said);
    return SPK_OK;
}

/* -- Questions --------------------------------------------------------------------------------- */

/* A bot that talks wants to be asked for its words; whether this table lets bots talk, it will see. */
static spk_err get_ready(host_answerer *a, const char *rest, spk_buf *out, spk_why *why)
{
    (void)rest, (void)why;
    const spk_bot_kind *kind = a->spec.kind;
    bool talks = kind && kind->talks && !kind->choose && a->text.game && a->text.game->talk;
    spk_buf_puts(out, talks ? "ready engine talk\n" : "ready engine\n");
    return SPK_OK;
}

static void think(host_answerer *a, room_thought *t)
{
    host_budget budget = host_spec_budget(&a->spec, &a->told);
    host_team_think(a->team, t, &budget);
    a->told = (host_budget){0};
}

static spk_err no_position(spk_why *why)
{
    return spk_fail(why, SPK_EMALFORMED,
                    "asked without a 'state' line: the host does not know 'ready engine'");
}

static spk_err move(host_answerer *a, const char *rest, spk_buf *out, spk_why *why)
{
    (void)rest;
    room_thought t = {.what = ROOM_ASK_MOVE, .seat = a->seat, .box = &a->box, .view = a->view};
    if (!a->team)
        return no_position(why);
    if (!spk_actors_has(a->box.game->actors(&a->box, &a->view), a->seat))
        return spk_fail(why, SPK_EMALFORMED, "asked for a move, but it is not seat %d's turn",
                        a->seat);
    think(a, &t);
    spk_buf_printf(out, "move %s\n", t.text);
    return SPK_OK;
}

static spk_err speak(host_answerer *a, const char *rest, spk_buf *out, spk_why *why)
{
    (void)rest;
    room_thought t = {.what = ROOM_ASK_WORDS,
                      .seat = a->seat,
                      .box = &a->box,
                      .view = a->view,
                      .said = a->said,
                      .n_said = a->n_said};
    if (!a->team)
        return no_position(why);
    if (host_team_talks(a->team))
        think(a, &t);
    if (*t.text)
        spk_buf_printf(out, "say %s\n", t.text);
    else
        spk_buf_puts(out, "listen\n");
    return SPK_OK;
}

/* A budget given to this program stands; of what the host says, iterations count if there are any. */
static spk_err take_budget(host_answerer *a, const char *rest, spk_buf *out, spk_why *why)
{
    (void)out;
    int ms = 0;
    spk_err err = host_number_take(rest, 1, 24 * 3600 * 1000, &ms, why);
    if (a->limit.ms || a->limit.iterations)
        a->told = a->limit;
    else if (!a->told.iterations)
        a->told = (host_budget){.ms = ms};
    return err;
}

static spk_err take_iterations(host_answerer *a, const char *rest, spk_buf *out, spk_why *why)
{
    (void)out;
    a->told = (host_budget){0};
    return host_number_take(rest, 1, 10000000, &a->told.iterations, why);
}

static spk_err leave(host_answerer *a, const char *rest, spk_buf *out, spk_why *why)
{
    (void)rest, (void)out, (void)why;
    a->done = true;
    return SPK_OK;
}

/* -- Lines ------------------------------------------------------------------------------------- */

/* Every word it understands beside those of the box (box_text.h), in the order in which they come. */
static const struct {
    const char *word;
    spk_err (*take)(host_answerer *a, const char *rest, spk_buf *out, spk_why *why);
} known_words[] = {
    {"seat", take_seat},     {"start", get_ready},  {"seed", take_seed},
    {"said", take_said},     {"state", take_state}, {"iterations", take_iterations},
    {"budget", take_budget}, {"go", move},          {"speak", speak},
    {"quit", leave},
};

spk_err host_answerer_take(host_answerer *a, const char *line, spk_buf *out, spk_why *why)
{
    size_t n = strcspn(line, " ");
    spk_err err = SPK_OK;
    if (!a->greeted && !spk_str_eq(line, HOST_BOT_VERSION))
        return not_our_language(line, why);
    a->greeted = true;
    if (host_box_take(&a->text, line, &err, why))
        return err;
    for (size_t i = 0; i < sizeof known_words / sizeof *known_words; i++)
        if (strlen(known_words[i].word) == n && memcmp(known_words[i].word, line, n) == 0)
            return known_words[i].take(a, line + n + (line[n] == ' '), out, why);
    return SPK_OK;
}
