/* bot.c: bots.def as an array, and a bot's life. How each kind chooses is its own file's. */
#include "ai/bot.h"

#include <string.h>

#include "ai/memory.h"
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
    const spk_script *script; /* that it follows; NULL: none */
    spk_search *search;       /* NULL: answers at once */
    int iterations;           /* it never exceeds; 0: none */
    int done;                 /* on this decision */
    spk_state view;

    /* Talk */
    bool talks;   /* and listens */
    int word;     /* see spk_bot_kind */
    bool meant;   /* what it said last */
    bool tired;   /* it has planned this already */
    bool planned; /* 'view' is what it has planned */
    ai_memory memory;
};

const spk_bot_kind *spk_bot_find(const char *name)
{
    for (int i = 0; i < spk_n_bot_kinds; i++)
        if (spk_str_eq(spk_bot_kinds[i]->name, name))
            return spk_bot_kinds[i];
    return NULL;
}

/* The levels of a game that describes none of its own. */
static const spk_level plain_levels[SPK_GRADE_COUNT] = {
    [SPK_EASY] = {.two = {50, 700, SPK_WIN / 4}, .more = {50, 700, SPK_WIN / 8}},
    [SPK_NORMAL] = {.two = {500, 400, SPK_WIN / 8}, .more = {500, 400, SPK_WIN / 16}},
    [SPK_HARD] = {.two = {0, 200, SPK_WIN / 16}, .more = {0, 200, SPK_WIN / 32}},
};

static const spk_level *level_of(const spk_bot_kind *kind, const spk_game *game)
{
    if (!kind->is_level)
        return NULL;
    const spk_level *own = spk_level_of(game, kind->grade);
    return own ? own : &plain_levels[kind->grade];
}

const char *spk_bot_about(const spk_bot_kind *kind, const spk_game *game)
{
    const spk_level *level = level_of(kind, game);
    return level && level->about ? level->about : kind->about;
}

const char *spk_bot_risk(const spk_bot_kind *kind, const spk_game *game)
{
    static const char *const words[SPK_RISK_COUNT] = {
        [SPK_CAREFUL] = N_("would rather have a sure share than gamble"),
        [SPK_BOLD] = N_("would rather gamble than share"),
    };
    const spk_level *level = level_of(kind, game);
    return level ? words[level->risk] : NULL;
}

/* Whether it can plan its words at this table; a silent one does too, and keeps them to itself. */
static bool plans_words(const spk_bot_kind *kind, const spk_box *box)
{
    const spk_talk *talk = box->game->talk;
    return kind->talks && !kind->choose && talk && talk->promise &&
           talk->manners(box) != SPK_MANNERS_SILENT;
}

bool spk_bot_kind_talks(const spk_bot_kind *kind, const spk_box *box)
{
    return plans_words(kind, box) && !kind->silent;
}

spk_bot *spk_bot_new(const spk_bot_kind *kind, const spk_box *box, spk_seat seat,
                     const spk_rng *rng)
{
    spk_bot *bot = spk_alloc(sizeof *bot);
    const spk_level *level = level_of(kind, box->game);
    const spk_sight *sight = level ? spk_level_sight(level, box->n_seats) : NULL;
    spk_style style = kind->style;
    bot->kind = kind;
    bot->box = box;
    bot->seat = seat;
    bot->rng = *rng;
    bot->iterations = level ? sight->iterations : kind->iterations;
    if (level)
        style.overlooks = sight->overlooks, style.notices = sight->notices,
        style.risk = level->risk;
    if (!kind->choose)
        bot->search = spk_search_new(box, seat, &style);
    const spk_talk *talk = box->game->talk;
    bot->talks = plans_words(kind, box);
    bool honest = bot->talks && talk->manners(box) == SPK_MANNERS_HONEST;
    bot->word = honest ? SPK_HONEST_WORD : kind->word;
    ai_memory_init(&bot->memory, box, seat, kind->trust);
    bot->memory.bluffs = honest ? 0 : kind->bluffs;
    return bot;
}

spk_bot *spk_bot_new_script(const spk_script *script, const spk_box *box, spk_seat seat,
                            const spk_rng *rng)
{
    static const spk_bot_kind scripted = {.name = "script"};
    spk_bot *bot = spk_alloc(sizeof *bot);
    bot->kind = &scripted;
    bot->script = script;
    bot->box = box;
    bot->seat = seat;
    bot->rng = *rng;
    ai_memory_init(&bot->memory, box, seat, 0);
    return bot;
}

void spk_bot_free(spk_bot *bot)
{
    if (bot)
        spk_search_free(bot->search);
    spk_free(bot);
}

/* How much of what a good name is worth is still to come, of 100. */
static int stake_in(const spk_bot *bot, const void *view)
{
    const spk_talk *talk = bot->box->game->talk;
    return talk && talk->stake ? talk->stake(bot->box, view) : 100;
}

/* What is good for a partner who talks is good for the bot, in part: as far as it trusts it, and as long as they will meet again.
 * Two who do so find what is best for both in the words they exchange. */
static void take_sides(spk_bot *bot, const void *view)
{
    const spk_talk *talk = bot->box->game->talk;
    spk_seat ally = SPK_SEAT_CHANCE;
    if (bot->talks && talk->partner)
        ally = talk->partner(bot->box, view, bot->seat);
    if (ally == SPK_SEAT_CHANCE)
        spk_search_side_with(bot->search, bot->seat, 0);
    else
        spk_search_side_with(bot->search, ally,
                             ai_memory_sides_with(&bot->memory, ally) * bot->kind->cares *
                                 stake_in(bot, view) / 10000);
}

static void begin(spk_bot *bot, const void *view)
{
    SPK_BUG_IF(!spk_actors_has(bot->box->game->actors(bot->box, view), bot->seat));
    bot->done = 0;
    bot->tired = false;
    memcpy(bot->view.bytes, view, bot->box->game->state_size);
    if (!bot->search)
        return;
    if (bot->memory.stirred)
        spk_search_forget(bot->search);
    bot->memory.stirred = false;
    spk_search_believe(bot->search, bot->memory.pledge, bot->memory.n);
    take_sides(bot, view);
    spk_search_begin(bot->search, view, &bot->rng);
}

void spk_bot_begin(spk_bot *bot, const void *view)
{
    bot->planned = false;
    begin(bot, view);
}

int spk_bot_think(spk_bot *bot, int iterations)
{
    if (!bot->search || bot->tired || !spk_search_has_choice(bot->search))
        return 0;
    if (bot->iterations && iterations > bot->iterations - bot->done)
        iterations = bot->iterations - bot->done;
    spk_search_run(bot->search, iterations);
    bot->done += iterations;
    return iterations;
}

/* To keep a promise now: who is honest does so at the end of a game too. */
static int worth_of_word(const spk_bot *bot)
{
    return bot->word >= SPK_HONEST_WORD ? bot->word : bot->word * stake_in(bot, &bot->view) / 100;
}

spk_move spk_bot_keep_word(const spk_bot *bot, const spk_line *lines, int n, spk_move best)
{
    int value = 0, at = 0;
    if (!ai_memory_breaks_word(&bot->memory, &bot->view, best))
        return best;
    for (int i = 0; i < n; i++)
        if (lines[i].move == best)
            value = lines[i].value;
    while (at < n && ai_memory_breaks_word(&bot->memory, &bot->view, lines[at].move))
        at++;
    return at < n && lines[at].value + worth_of_word(bot) >= value ? lines[at].move : best;
}

spk_move spk_bot_move(spk_bot *bot)
{
    if (bot->script)
        return bot->script->choose(bot->box, &bot->view, bot->seat, &bot->rng);
    if (!bot->search)
        return bot->kind->choose(bot->box, &bot->view, bot->seat, &bot->rng);
    spk_move best = spk_search_best(bot->search);
    spk_line lines[SPK_SEARCH_WIDE];
    if (!bot->memory.n)
        return best;
    int n = spk_search_lines(bot->search, lines, SPK_SEARCH_WIDE);
    return spk_bot_keep_word(bot, lines, n, best);
}

/* -- Talk -------------------------------------------------------------------------------------- */

bool spk_bot_talks(const spk_bot *bot) { return bot->talks; }

void spk_bot_know_self(spk_bot *bot, uint64_t secret) { bot->memory.self = secret ? secret : 1; }

void spk_bot_listen(spk_bot *bot, const void *view, const spk_said *said, int n)
{
    if (bot->talks && !bot->kind->silent)
        ai_memory_note(&bot->memory, view, said, n, bot->meant);
}

void spk_bot_print_memory(const spk_bot *bot, spk_buf *out)
{
    if (bot->talks && !bot->kind->silent)
        ai_memory_print(&bot->memory, bot->kind->trust, out);
}

spk_err spk_bot_take_memory(spk_bot *bot, const char *line, spk_why *why)
{
    if (!bot->talks || bot->kind->silent)
        return spk_fail(why, SPK_EMALFORMED, "'%s' remembers no talk here", bot->kind->name);
    return ai_memory_take(&bot->memory, line, why);
}

bool spk_bot_rehearse(spk_bot *bot, const void *view, const spk_said *said, int n)
{
    const spk_talk *talk = bot->box->game->talk;
    spk_state decision;
    bool again = bot->planned && !bot->memory.stirred;
    bot->planned = bot->talks && talk->rehearse(bot->box, view, bot->seat, said, n, &decision);
    if (!bot->planned)
        return false;
    again = again && memcmp(&decision, &bot->view, bot->box->game->state_size) == 0;
    if (!again)
        begin(bot, &decision);
    bot->tired = again;
    return !again;
}

/* The move most looked at; no lots are drawn for a plan. */
static const spk_move *plan_of(const spk_bot *bot, spk_line *line)
{
    bool planned = bot->planned && spk_search_lines(bot->search, line, 1) == 1;
    return planned ? &line->move : NULL;
}

static bool draw_bluff(spk_bot *bot, const void *view, const spk_said *said, int n)
{
    if (bot->memory.bluffs && bot->memory.self)
        return ai_memory_bluffs(&bot->memory, view, said, n);
    return bot->memory.bluffs && spk_rng_below(&bot->rng, 100) < (uint32_t)bot->memory.bluffs;
}

const char *spk_bot_say(spk_bot *bot, const void *view, const spk_said *said, int n,
                        char text[SPK_TALK_TEXT])
{
    const spk_talk *talk = bot->box->game->talk;
    spk_line line;
    memcpy(text, "pass", sizeof "pass");
    if (!bot->talks || bot->kind->silent)
        return text;
    bot->meant = !draw_bluff(bot, view, said, n);
    uint32_t bluff = bot->meant ? 0 : 1 + spk_rng_below(&bot->rng, 1 << 16);
    talk->speak(bot->box, view, bot->seat, plan_of(bot, &line), bluff,
                ai_memory_shuns(&bot->memory), said, n, text);
    return text;
}

const ai_memory *ai_bot_memory(const spk_bot *bot) { return &bot->memory; }

void ai_bot_remember(spk_bot *bot, const ai_memory *m)
{
    const spk_box *box = bot->memory.box;
    SPK_BUG_IF(m->seat != bot->seat);
    bot->memory = *m;
    bot->memory.box = box;
}

/* -- What it found ----------------------------------------------------------------------------- */

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
