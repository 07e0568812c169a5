/* player_spec_test.c: the words that say who plays, and the command of a program in words. */
#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/player/player.h"
#include "test.h"

static void check_bot(const char *text, const char *name, int ms, int iterations)
{
    host_spec spec;
    spk_why why = {0};
    CHECK_INT(host_spec_read(text, &spec, &why), SPK_OK);
    CHECK(spec.kind && !spec.command);
    CHECK_STR(spec.kind->name, name);
    CHECK_INT(spec.budget.ms, ms);
    CHECK_INT(spec.budget.iterations, iterations);
}

TEST(a_bot_by_its_name)
{
    check_bot("hard", "hard", 0, 0);
    check_bot("bot:hard", "hard", 0, 0);
    check_bot("hard@50ms", "hard", 50, 0);
    check_bot("bot:hard@1.5s", "hard", 1500, 0);
    check_bot("mcts@2000it", "mcts", 0, 2000);
    check_bot("hard*2@1s", "hard", 1000, 0);
    check_bot("mcts-1000", "mcts-1000", 0, 0);
}

static void check_program(const char *text, const char *command, int ms)
{
    host_spec spec;
    spk_why why = {0};
    CHECK_INT(host_spec_read(text, &spec, &why), SPK_OK);
    CHECK(!spec.kind);
    CHECK_STR(spec.command, command);
    CHECK_INT(spec.budget.ms, ms);
}

TEST(a_program_by_its_command)
{
    check_program("exec:./mybot --bold", "./mybot --bold", 0);
    check_program("exec:mybot a@b:c", "mybot a@b:c", 0);
    check_program("exec@2s:./mybot", "./mybot", 2000);
    check_program("exec:exec:x", "exec:x", 0);
}

static void check_refused(const char *text, const char *words)
{
    host_spec spec;
    spk_why why = {0};
    CHECK(host_spec_read(text, &spec, &why) != SPK_OK);
    if (!strstr(why.text, words))
        print_error("'%s': %s\n", text, why.text);
    CHECK(strstr(why.text, words));
    CHECK(host_spec_read(text, &spec, NULL) != SPK_OK);
}

TEST(what_is_no_player_is_refused_with_a_reason)
{
    check_refused("hrad", "did you mean 'hard'");
    check_refused("bot:gredy", "did you mean 'greedy'");
    check_refused("deepblue", "random, busy, greedy");
    check_refused("deepblue", "exec:COMMAND");
    check_refused("", "There is no bot ''");
    check_refused("bot:", "There is no bot ''");
    check_refused("@50ms", "There is no bot ''");
    check_refused("hard@", "is not a budget");
    check_refused("hard@soon", "'soon' is not a budget: 20ms, 1.5s, 20cpu or 1000it");
    check_refused("hard@0ms", "is not a budget");
    check_refused("exec:", "needs a command");
    check_refused("exec:   ", "needs a command");
    check_refused("exec:''", "needs a command");
    check_refused("exec:./my 'bot", "stays open");
    check_refused("exec:./my\\", "stays open");
    check_refused("hard*0", "not a number of searches");
    check_refused("hard*two@1s", "not a number of searches");
    check_refused("exec@2s", "exec:COMMAND");
    check_refused("exec@fast:./mybot", "'fast' is not a budget");
    check_refused("exec@22222222222222222222222222222222222222ms:./mybot", "is not a budget");
}

TEST(a_list_of_all_bots_fits_into_a_refusal)
{
    host_spec spec;
    spk_why why = {0};
    host_spec_read("nobody_like_that", &spec, &why);
    for (int i = 0; i < spk_n_bot_kinds; i++)
        CHECK(strstr(why.text, spk_bot_kinds[i]->name));
}

static void check_words(const char *command, const char *const *want, int n)
{
    spk_why why = {0};
    char **words = host_command_split(command, &why);
    for (int i = 0; words && i < n; i++)
        CHECK_STR(words[i], want[i]);
    CHECK(words && words[n] == NULL);
    spk_free(words);
}

#define WORDS(command, ...)                                                                        \
    check_words(command, (const char *const[]){__VA_ARGS__},                                       \
                (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

TEST(blanks_part_words_and_quotes_keep_them_together)
{
    WORDS("./bot", "./bot");
    WORDS("  ./bot \t -v  ", "./bot", "-v");
    WORDS("'./my bots/one' --name 'Al \"Scarface\"'", "./my bots/one", "--name", "Al \"Scarface\"");
    WORDS("\"./my bot\" \"it's\"", "./my bot", "it's");
    WORDS("./my\\ bot a\\'b", "./my bot", "a'b");
    WORDS("a\"b c\"d'e f'", "ab cde f");
    WORDS("x '' \"\"", "x", "", "");
    WORDS("a 'back\\slash' \"q\\\"q\" \"b\\\\s\" \"n\\n\"", "a", "back\\slash", "q\"q", "b\\s",
          "n\\n");
}

TEST(nothing_else_has_a_meaning)
{
    WORDS("./bot $HOME ~ *.c; rm | x > y & `z` # w", "./bot", "$HOME", "~", "*.c;", "rm", "|", "x",
          ">", "y", "&", "`z`", "#", "w");
}

TEST(a_script_is_named_like_a_bot_and_knows_one_game)
{
    host_spec spec;
    spk_why why = {0};
    spk_rng rng;
    spk_box box;
    spk_rng_init(&rng, 1, 1);
    CHECK_INT(host_spec_read("bot:rusher", &spec, NULL), SPK_OK);
    CHECK(!spec.kind && !spec.command && spec.script);
    CHECK_STR(host_spec_name(&spec), "rusher");
    CHECK(host_spec_is_quick(&spec));
    CHECK_INT(spk_box_open(&box, spk_game_find("famiglia"), &(spk_choice){0}, NULL), SPK_OK);
    host_player *player = host_player_open(&spec, &box, 0, &rng, &why);
    CHECK(player && !host_player_talks(player));
    host_player_close(player, NULL);
    CHECK_INT(host_spec_read("square_rusher", &spec, NULL), SPK_OK);
    CHECK(!host_player_open(&spec, &box, 0, &rng, &why));
    CHECK(strstr(why.text, "another game"));
    spk_box_close(&box);
    CHECK(host_spec_read("square_ruscher", &spec, &why) != SPK_OK);
    CHECK(strstr(why.text, "did you mean 'square_rusher'"));
}

TEST_MAIN()
