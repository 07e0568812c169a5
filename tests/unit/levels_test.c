/* levels_test.c: what no level may overlook, in positions from recorded games where one did: the last move of each record is
 * the one that looked silly. How strong the levels are is measured, not tested (docs/strength.md). */
#include "ai/bot.h"
#include "contract/contract.h"
#include "engine/record.h"
#include "games/registry.h"
#include "test.h"

enum { SEEDS = 60 };

static spk_record record;
static spk_state view;
static spk_seat seat;

/* Before the last move of a record, as whoever made it saw it. */
static void sit(const char *file)
{
    spk_buf text = {0};
    read_file(file, &text);
    CHECK_INT(spk_record_load(&record, spk_buf_text(&text), text.n, spk_game_find, NULL, NULL),
              SPK_OK);
    spk_buf_release(&text);
    int last = spk_match_n_entries(record.match) - 1;
    seat = spk_match_entry(record.match, last).seat;
    spk_match_state_at(record.match, last, &view);
    spk_redact(&record.box, &view, seat);
}

/* How often a level does that, of SEEDS. */
static int count(const char *name, const char *move, int iterations)
{
    int n = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        char text[SPK_MOVE_TEXT];
        spk_rng rng;
        spk_rng_init(&rng, seed, 1);
        spk_bot *bot = spk_bot_new(spk_bot_find(name), &record.box, seat, &rng);
        spk_move_text(&record.box, spk_bot_choose(bot, &view, iterations), text);
        n += strcmp(text, move) == 0;
        spk_bot_free(bot);
    }
    return n;
}

/* The first of two packages is worth twice as much, and both lie on the table. */
TEST(nobody_takes_the_worse_of_two_packages)
{
    static const char *const levels[] = {"easy", "normal", "hard", "boss"};
    sit("tests/unit/begun/four_worse_package.play");
    for (int i = 0; i < 4; i++)
        CHECK_INT(count(levels[i], "choose_package 1", 60), SEEDS);
    spk_record_release(&record);
}

/* Behind, with one pass to go: passing loses for certain, a recruit keeps one game in twenty. */
TEST(nobody_passes_into_a_sure_loss)
{
    static const char *const levels[] = {"easy", "normal", "hard", "boss"};
    sit("tests/unit/begun/pass_into_loss.play");
    for (int i = 0; i < 4; i++)
        CHECK_INT(count(levels[i], "pass", 300), 0);
    spk_record_release(&record);
}

/* Below boss every character has a taste for risk or against it; boss, who also judges, has none. */
TEST(risk_is_a_trait_of_every_level_but_boss)
{
    static const char *const levels[] = {"easy", "normal", "hard"};
    for (int i = 0; i < spk_n_games; i++) {
        for (int k = 0; k < 3; k++)
            CHECK(spk_bot_risk(spk_bot_find(levels[k]), spk_games[i]) != NULL);
        CHECK(spk_bot_risk(spk_bot_find("boss"), spk_games[i]) == NULL);
        CHECK(spk_bot_risk(spk_bot_find("random"), spk_games[i]) == NULL);
    }
}

TEST_MAIN()
