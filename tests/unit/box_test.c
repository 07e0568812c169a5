/* box_test.c: what is chosen before the deal: seats and options. Editions are in edition_test.c. */
#include "test.h"

#include "base/str.h"
#include "engine/box.h"
#include "games/registry.h"

static spk_err open_with(const spk_game *game, int n_seats, const char *const *options, int n,
                         spk_box *box, spk_why *why)
{
    spk_choice choice = {.n_seats = n_seats, .options = options, .n_options = n};
    return spk_box_open(box, game, &choice, why);
}

static void check_refused(const char *const *options, int n, spk_err err, const char *word)
{
    spk_box box;
    spk_why why = {0};
    memset(&box, 0xa5, sizeof box);
    CHECK(open_with(spk_game_find("famiglia"), 2, options, n, &box, &why) == err);
    CHECK(why.err == err);
    if (!strstr(why.text, word))
        fail_msg("'%s' does not say '%s'", why.text, word);
    CHECK(box.config == NULL); /* a refused box is closed already */
}

TEST(a_box_opens_with_every_default)
{
    static const char *const want[] = {"random", "extra_round", "off", "draw", "on"};
    spk_box box;
    char room[32];
    const spk_game *game = spk_game_find("famiglia");
    CHECK(open_with(game, 0, NULL, 0, &box, NULL) == SPK_OK);
    CHECK_INT(box.n_seats, 2);
    CHECK(box.game == game && box.config != NULL);
    CHECK_STR(box.edition_name, "default");
    CHECK(box.edition_hash != 0);
    CHECK_INT(game->n_options, 5);
    for (int i = 0; i < game->n_options; i++) {
        CHECK_INT(box.option[i], 0);
        CHECK_STR(spk_box_option_text(&box, i, room), want[i]);
    }
    spk_box_close(&box);
    CHECK(box.config == NULL && box.game == NULL);
    spk_box_close(&box); /* closing twice harms nothing */
}

TEST(every_value_of_every_option_is_taken_and_printed)
{
    const spk_game *game = spk_game_find("famiglia");
    int n_values = 0;
    for (int i = 0; i < game->n_options; i++) {
        spk_words words = spk_words_of(game->options[i].values);
        char value[32], setting[80], room[32];
        for (int place = 0; spk_words_next(&words, value, sizeof value); place++, n_values++) {
            spk_box box;
            snprintf(setting, sizeof setting, "%s=%s", game->options[i].name, value);
            CHECK(open_with(game, 2, (const char *[]){setting}, 1, &box, NULL) == SPK_OK);
            CHECK_INT(box.option[i], place);
            CHECK_STR(spk_box_option_text(&box, i, room), value);
            spk_box_close(&box);
        }
    }
    CHECK_INT(n_values, 11);
}

TEST(several_options_in_any_order)
{
    spk_box box;
    const char *options[] = {"show_hands=off", "start_player=seat_2"};
    CHECK(open_with(spk_game_find("famiglia"), 2, options, 2, &box, NULL) == SPK_OK);
    CHECK_INT(box.option[0], 2);
    CHECK_INT(box.option[4], 1);
    spk_box_close(&box);
}

TEST(to_the_letter_every_option_has_its_most_literal_value)
{
    spk_box box;
    char room[32];
    spk_choice choice = {.preset = SPK_PRESET_LETTER};
    CHECK_STR(spk_preset_words[SPK_PRESET_LETTER], "letter");
    for (int g = 0; g < spk_n_games; g++) {
        CHECK(spk_box_open(&box, spk_games[g], &choice, NULL) == SPK_OK);
        for (int i = 0; i < spk_games[g]->n_options; i++) {
            const spk_option *o = &spk_games[g]->options[i];
            char want[32], usual[32];
            spk_option_letter(o, want);
            bool reading = strcmp(want, spk_option_default(o, usual)) != 0;
            CHECK(spk_option_differs(o) == reading);
            CHECK(o->ours || !reading);
            if (reading || !o->per_seat)
                CHECK_STR(spk_box_option_text(&box, i, room), want);
        }
        spk_box_close(&box);
    }
}

TEST(fa_r43_gb_r36_to_the_letter)
{
    spk_box box;
    char room[32];
    spk_choice choice = {.preset = SPK_PRESET_LETTER};
    CHECK(spk_box_open(&box, spk_game_find("famiglia"), &choice, NULL) == SPK_OK);
    CHECK_STR(spk_box_option_text(&box, 2, room), "on"); /* joker_only_if_needed */
    CHECK_STR(spk_box_option_text(&box, 3, room), "draw");
    spk_box_close(&box);
    choice.n_seats = 3;
    CHECK(spk_box_open(&box, spk_game_find("gangster"), &choice, NULL) == SPK_OK);
    CHECK_STR(spk_box_option_text(&box, 4, room), "0"); /* stall_limit */
    CHECK_STR(spk_box_option_text(&box, 3, room), "on");
    spk_box_close(&box);
}

TEST(an_option_overrides_the_preset)
{
    spk_box box;
    char room[32];
    const char *options[] = {"joker_only_if_needed=off", "tie_break=descending"};
    spk_choice choice = {.preset = SPK_PRESET_LETTER, .options = options, .n_options = 2};
    CHECK(spk_box_open(&box, spk_game_find("famiglia"), &choice, NULL) == SPK_OK);
    CHECK_STR(spk_box_option_text(&box, 2, room), "off");
    CHECK_STR(spk_box_option_text(&box, 3, room), "descending");
    spk_box_close(&box);
}

TEST(the_list_of_games_tells_our_readings_from_the_letter)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    spk_game_print(spk_game_find("gangster"), &j);
    spk_json_close(&j, '}');
    CHECK(
        strstr(spk_buf_text(&out), "\"default\":6,\"per_seat\":true,\"ours\":true,\"letter\":0,"));
    CHECK(strstr(spk_buf_text(&out), "\"default\":\"on\",\"ours\":true,\"rule\":\"GB-R20\""));
    CHECK(strstr(spk_buf_text(&out), "\"default\":\"rbyg\",\"rule\":\"GB-R4\"")); /* no reading */
    CHECK(strstr(spk_buf_text(&out), "\"editions\":[\"reconstruction\"],\"reconstruction\":true"));
    spk_buf_release(&out);
}

/* A dialog hides an option at tables where it means nothing. */
TEST(the_list_of_games_tells_at_which_tables_an_option_matters)
{
    spk_buf out = {0};
    spk_json j = {.out = &out};
    spk_json_open(&j, '{');
    spk_game_print(spk_game_find("chicago_gangsters"), &j);
    spk_json_close(&j, '}');
    CHECK(strstr(spk_buf_text(&out), "\"least\":5,\"rule\":\"CG-R30\""));
    CHECK(strstr(spk_buf_text(&out), "\"most\":4,\"with\":\"godfather=on\",\"rule\":\"CG-R43\""));
    CHECK(strstr(spk_buf_text(&out), "\"default\":\"own\",\"rule\":\"CG-3.3\""));
    spk_buf_release(&out);
}

#define REFUSED(err, word, ...)                                                                    \
    check_refused((const char *[]){__VA_ARGS__},                                                   \
                  (int)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)), err, word)

TEST(options_that_do_not_exist_are_refused)
{
    REFUSED(SPK_EUNKNOWN, "luck", "luck=on");
    REFUSED(SPK_EUNKNOWN, "tie_brea", "tie_brea=draw");
    REFUSED(SPK_EUNKNOWN, "tie_breaks", "tie_breaks=draw");
    REFUSED(SPK_EUNKNOWN, "''", "=draw");
    REFUSED(SPK_EUNKNOWN, "no option", "TIE_BREAK=draw");
    REFUSED(SPK_EMALFORMED, "name=value", "tie_break");
    REFUSED(SPK_EMALFORMED, "name=value", "");
}

TEST(values_that_do_not_exist_are_refused)
{
    REFUSED(SPK_EUNKNOWN, "draw descending", "tie_break=ascending");
    REFUSED(SPK_EUNKNOWN, "tie_break", "tie_break=");
    REFUSED(SPK_EUNKNOWN, "tie_break", "tie_break=draw descending");
    REFUSED(SPK_EUNKNOWN, "tie_break", "tie_break=draw=draw");
    REFUSED(SPK_EUNKNOWN, "tie_break", "tie_break=0");
    REFUSED(SPK_EUNKNOWN, "start_player", "show_hands=off", "start_player=third");
}

TEST(an_option_given_twice_is_refused)
{
    REFUSED(SPK_EMALFORMED, "tie_break is given twice", "tie_break=draw", "tie_break=draw");
    REFUSED(SPK_EMALFORMED, "twice", "tie_break=draw", "show_hands=on", "tie_break=descending");
}

TEST(fa_1_1_exactly_two_players)
{
    static const int wrong[] = {1, 3, 4, 8, 9, -1, -2147483647 - 1, 2147483647};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        spk_box box;
        spk_why why = {0};
        CHECK(open_with(spk_game_find("famiglia"), wrong[i], NULL, 0, &box, &why) == SPK_EREFUSED);
        CHECK_STR(why.rule, "FA-1.1");
        CHECK(strstr(why.text, "2 players"));
        CHECK(box.config == NULL);
        CHECK(open_with(spk_game_find("famiglia"), wrong[i], NULL, 0, &box, NULL) == SPK_EREFUSED);
    }
}

/* -- Options that are numbers: Famiglia has none, so a copy of it gets some -------------------- */

static const spk_option numbers[] = {
    {.name = "limit", .lo = -2, .hi = 12, .fallback = 3},
    {.name = "bank", .lo = 0, .hi = 100, .fallback = 10, .per_seat = true},
};

static spk_err configure_nothing(spk_box *box, spk_edition *edition, spk_why *why)
{
    (void)edition, (void)why;
    memset(box->config, 0, box->game->config_size);
    return SPK_OK;
}

static spk_game numbered(void)
{
    spk_game game = *spk_game_find("famiglia");
    game.options = numbers;
    game.n_options = 2;
    game.max_seats = 4;
    game.configure = configure_nothing;
    return game;
}

TEST(numbers_have_defaults_ranges_and_one_spelling)
{
    spk_game game = numbered();
    spk_box box;
    spk_why why;
    char room[32];
    CHECK(open_with(&game, 3, NULL, 0, &box, NULL) == SPK_OK);
    CHECK_STR(spk_box_option_text(&box, 0, room), "3");
    CHECK_STR(spk_box_option_text(&box, 1, room), "30"); /* ten for each seat */
    spk_box_close(&box);
    CHECK(open_with(&game, 3, (const char *[]){"limit=-2", "bank=100"}, 2, &box, NULL) == SPK_OK);
    CHECK_STR(spk_box_option_text(&box, 0, room), "-2");
    CHECK_STR(spk_box_option_text(&box, 1, room), "100");
    spk_box_close(&box);
    static const char *const bad[] = {"limit=-3",
                                      "limit=13",
                                      "limit=",
                                      "limit=03",
                                      "limit=+3",
                                      "limit=3 ",
                                      "limit=0x3",
                                      "limit=3.0",
                                      "limit=-0",
                                      "limit=none",
                                      "limit=99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(open_with(&game, 3, &bad[i], 1, &box, &why) == SPK_ERANGE);
        CHECK(strstr(why.text, "from -2 to 12"));
    }
}

TEST(a_range_of_seats_is_worded_as_one)
{
    spk_game game = numbered();
    spk_box box;
    spk_why why;
    CHECK(open_with(&game, 5, NULL, 0, &box, &why) == SPK_EREFUSED);
    CHECK(strstr(why.text, "2 to 4 players, not for 5"));
    CHECK(open_with(&game, 4, NULL, 0, &box, &why) == SPK_OK);
    CHECK_INT(box.n_seats, 4);
    spk_box_close(&box);
}

TEST(states_are_copied_and_compared_as_bytes)
{
    spk_box box;
    spk_state a, b;
    CHECK(open_with(spk_game_find("famiglia"), 2, NULL, 0, &box, NULL) == SPK_OK);
    memset(&b, 0x5a, sizeof b);
    box.game->setup(&box, &a);
    spk_state_copy(&box, &b, &a);
    CHECK(spk_state_eq(&box, &a, &b));
    b.bytes[box.game->state_size - 1] ^= 1;
    CHECK(!spk_state_eq(&box, &a, &b));
    CHECK_INT(b.bytes[box.game->state_size], 0x5a); /* not a byte more */
    spk_box_close(&box);
}

TEST_MAIN()
