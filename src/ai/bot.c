/* bot.c: bots.def as an array, and a bot's life. How each kind chooses is its own file's. */
#include "ai/bot.h"

#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/str.h"

#define BOT(name) extern const spk_bot_kind spk_bot_kind_##name;
#include "ai/bots.def"
#undef BOT

const spk_bot_kind *const spk_bot_kinds[] = {
#define BOT(name) &spk_bot_kind_##name,
#include "ai/bots.def"
#undef BOT
};

const int spk_n_bot_kinds = sizeof spk_bot_kinds / sizeof *spk_bot_kinds;

struct spk_bot {
    const spk_bot_kind *kind;
    const spk_box *box;
    spk_seat seat;
    spk_rng rng;
    spk_search *search; /* NULL: answers at once */
    int iterations;     /* it never exceeds; 0: none */
    int done;           /* on this decision */
    spk_state view;
};

const spk_bot_kind *spk_bot_find(const char *name)
{
    for (int i = 0; i < spk_n_bot_kinds; i++)
        if (spk_str_eq(spk_bot_kinds[i]->name, name))
            return spk_bot_kinds[i];
    return NULL;
}

static const spk_level *level_of(const spk_bot_kind *kind, const spk_game *game)
{
    return kind->is_level && game->hints ? &game->hints->level[kind->grade] : NULL;
}

const char *spk_bot_about(const spk_bot_kind *kind, const spk_game *game)
{
    const spk_level *level = level_of(kind, game);
    return level ? level->about : kind->about;
}

spk_bot *spk_bot_new(const spk_bot_kind *kind, const spk_box *box, spk_seat seat,
                     const spk_rng *rng)
{
    spk_bot *bot = spk_alloc(sizeof *bot);
    const spk_level *level = level_of(kind, box->game);
    spk_style style = kind->style;
    bot->kind = kind;
    bot->box = box;
    bot->seat = seat;
    bot->rng = *rng;
    bot->iterations = level ? level->iterations : kind->iterations;
    if (level)
        style.careless = level->careless;
    if (!kind->choose)
        bot->search = spk_search_new(box, seat, &style);
    return bot;
}

void spk_bot_free(spk_bot *bot)
{
    if (bot)
        spk_search_free(bot->search);
    spk_free(bot);
}

void spk_bot_begin(spk_bot *bot, const void *view)
{
    SPK_BUG_IF(!spk_actors_has(bot->box->game->actors(bot->box, view), bot->seat));
    bot->done = 0;
    memcpy(bot->view.bytes, view, bot->box->game->state_size);
    if (bot->search)
        spk_search_begin(bot->search, view, &bot->rng);
}

int spk_bot_think(spk_bot *bot, int iterations)
{
    if (!bot->search || !spk_search_has_choice(bot->search))
        return 0;
    if (bot->iterations && iterations > bot->iterations - bot->done)
        iterations = bot->iterations - bot->done;
    spk_search_run(bot->search, iterations);
    bot->done += iterations;
    return iterations;
}

spk_move spk_bot_move(spk_bot *bot)
{
    if (bot->search)
        return spk_search_best(bot->search);
    return bot->kind->choose(bot->box, &bot->view, bot->seat, &bot->rng);
}

bool spk_bot_draws_lots(const spk_bot *bot)
{
    return bot->search && spk_search_draws_lots(bot->search);
}

int spk_bot_lines(const spk_bot *bot, spk_line *out, int cap)
{
    return bot->search ? spk_search_lines(bot->search, out, cap) : 0;
}

bool spk_bot_measure(const spk_bot *bot, spk_search_figures *out)
{
    if (bot->search)
        spk_search_measure(bot->search, out);
    return bot->search != NULL;
}

spk_move spk_bot_choose(spk_bot *bot, const void *view, int iterations)
{
    spk_bot_begin(bot, view);
    spk_bot_think(bot, bot->iterations ? bot->iterations : iterations);
    return spk_bot_move(bot);
}
