/* entrant.c: see entrant.h. */
#include "hosts/arena/entrant.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"

struct arena_player {
    host_player *player; /* NULL: it could not sit down */
    host_budget budget;
    spk_seat seat;
    spk_why why;
    bool told; /* why */
};

static bool is_given(const host_budget *b) { return b->ms || b->iterations; }

spk_err arena_entrant_parse(const char *text, const host_budget *usual, arena_entrant *who,
                            spk_why *why)
{
    host_spec spec;
    size_t bad;
    *who = (arena_entrant){0};
    if (strlen(text) >= sizeof who->spec)
        return spk_fail(why, SPK_EMALFORMED, "'%.40s...' is too long for a bot", text);
    if (!spk_str_is_clean(text, strlen(text), &bad))
        return spk_fail(why, SPK_EMALFORMED, "a bot's name is plain text");
    strcpy(who->name, text);
    strcpy(who->spec, text);
    spk_err err = host_spec_read(text, &spec, why);
    if (err != SPK_OK)
        return err;
    bool at_once = host_spec_is_quick(&spec);
    if (at_once && is_given(&spec.budget))
        return spk_fail(why, SPK_EMALFORMED, "'%s' answers at once and takes no budget: '%s'",
                        host_spec_name(&spec), text);
    who->budget = is_given(&spec.budget) || at_once ? spec.budget : *usual;
    if (!is_given(&spec.budget) && spec.kind && spec.kind->iterations) /* an anchor */
        who->budget = (host_budget){.iterations = spec.kind->iterations};
    return SPK_OK;
}

arena_player *arena_player_open(const arena_entrant *who, const spk_box *box, spk_seat seat,
                                const spk_rng *rng)
{
    arena_player *p = spk_alloc(sizeof *p);
    host_spec spec;
    *p = (arena_player){.budget = who->budget, .seat = seat};
    if (host_spec_read(who->spec, &spec, &p->why) == SPK_OK)
        p->player = host_player_open(&spec, box, seat, rng, &p->why);
    return p;
}

void arena_player_close(arena_player *p, const spk_match *m)
{
    if (p->player)
        host_player_close(p->player, m);
    spk_free(p);
}

spk_err arena_entrant_try(const arena_entrant *who, const spk_box *box, spk_why *why)
{
    spk_rng rng;
    spk_rng_init(&rng, 0, 0);
    arena_player *p = arena_player_open(who, box, 0, &rng);
    spk_err err = p->player ? SPK_OK : spk_fail(why, SPK_EIO, "%s", p->why.text);
    arena_player_close(p, NULL);
    return err;
}

bool arena_player_move(arena_player *p, spk_match *m)
{
    if (p->player)
        return host_player_move(p->player, m, &p->budget);
    spk_err err = spk_match_play_safe(m, p->seat, NULL);
    SPK_BUG_IF(err != SPK_OK);
    return false;
}

const char *arena_player_fault(arena_player *p)
{
    if (p->player)
        return host_player_fault(p->player);
    bool told = p->told;
    p->told = true;
    return told ? NULL : p->why.text;
}

host_player *arena_player_host(const arena_player *p) { return p->player; }

void arena_player_measure(const arena_player *p, spk_search_figures *out)
{
    *out = (spk_search_figures){0};
    spk_bot *bot = p->player ? host_player_bot(p->player) : NULL;
    if (bot)
        spk_bot_measure(bot, out);
}
