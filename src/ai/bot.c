/* bot.c: bots.def as an array, and a bot's life. How each kind chooses is its own file's. */
#include "ai/bot.h"

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
    void *memory;
};

const spk_bot_kind *spk_bot_find(const char *name)
{
    for (int i = 0; i < spk_n_bot_kinds; i++)
        if (spk_str_eq(spk_bot_kinds[i]->name, name))
            return spk_bot_kinds[i];
    return NULL;
}

spk_bot *spk_bot_new(const spk_bot_kind *kind, const spk_box *box, spk_seat seat,
                     const spk_rng *rng)
{
    spk_bot *bot = spk_alloc(sizeof *bot);
    *bot = (spk_bot){.kind = kind, .box = box, .seat = seat, .rng = *rng};
    if (kind->init_memory)
        bot->memory = kind->init_memory(box, seat);
    return bot;
}

void spk_bot_free(spk_bot *bot)
{
    if (bot && bot->kind->release_memory)
        bot->kind->release_memory(bot->memory);
    spk_free(bot);
}

spk_move spk_bot_choose(spk_bot *bot, const void *view)
{
    SPK_BUG_IF(!spk_actors_has(bot->box->game->actors(bot->box, view), bot->seat));
    return bot->kind->choose(bot->memory, bot->box, view, bot->seat, &bot->rng);
}
