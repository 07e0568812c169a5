/* brings_test.c: what a view says that the players bring to the fight: "brings", "usable" and "lone" of its JSON. It is the
 * sum that decides the fight (CG-4.2), made from what the viewer may know. */
#include "games/chicago_gangsters/tests/test_play.h"

typedef struct brings {
    int cards, acting, thug, persons, total, lost, in_sight;
} brings;

static void print_for(spk_seat viewer, spk_buf *out)
{
    spk_json json = {.out = out};
    spk_state view = now;
    spk_redact(&box, &view, viewer);
    box.game->json(&box, &view, viewer, &json);
}

/* The view's JSON from that key of that player on has these words. */
static void check_player(spk_seat viewer, spk_seat seat, const char *key, const char *want,
                         const char *file, int line)
{
    spk_buf out = {0};
    print_for(viewer, &out);
    const char *at = spk_buf_text(&out);
    for (int i = 0; at && i <= seat; i++) {
        at = strstr(at, key);
        at = at ? at + strlen(key) : NULL;
    }
    if (!at || strncmp(at, want, strlen(want)) != 0) {
        print_error("%s%.120s\n", key, at ? at : " is missing");
        print_error("wanted: %s\n", want);
        spk_buf_release(&out);
        _fail(file, line);
    }
    spk_buf_release(&out);
}

static void check_brings(spk_seat viewer, spk_seat seat, const brings *b, const char *file,
                         int line)
{
    char want[160];
    snprintf(want, sizeof want,
             "{\"cards\":%d,\"acting\":%d,\"thug\":%d,\"persons\":%d,\"total\":%d,\"lost\":%d,"
             "\"in_sight\":%d}",
             b->cards, b->acting, b->thug, b->persons, b->total, b->lost, b->in_sight);
    check_player(viewer, seat, "\"brings\":", want, file, line);
}

/* As the viewer is told; parts that are left out are 0. */
#define BRINGS(viewer, seat, ...)                                                                  \
    check_brings(viewer, seat, &(brings){__VA_ARGS__}, __FILE__, __LINE__)
#define BRINGS_NOTHING_YET(viewer, seat)                                                           \
    check_player(viewer, seat, "\"brings\":", "null", __FILE__, __LINE__)
#define USABLE(seat, kinds)                                                                        \
    check_player(SPK_SEAT_ONLOOKER, seat, "\"usable\":", kinds, __FILE__, __LINE__)

/* -- Who is told what -------------------------------------------------------------------------- */

TEST(cg_3_2_cards_that_do_not_count_are_lost)
{
    AT(4, C01 "district back_of_the_yards; hand1 W4 B5; hand0 W2; persons1 mayor");
    USABLE(1, "[\"weapons\"]");
    PLAY("lay W4 B5", "show B5");
    HOLDS("phase lay; active 0");
    BRINGS(1, 1, .cards = 4, .total = 4, .lost = 1);
    BRINGS(0, 1, .lost = 1);
}

TEST(cg_3_4_of_others_only_what_lies_open_is_added)
{
    AT(4, C01 "district back_of_the_yards; hand1 W2 W4 B5; hand0 W2");
    PLAY("lay W2 W4 B5", "show W4");
    BRINGS(1, 1, .cards = 6, .total = 6, .lost = 1, .in_sight = 4);
    BRINGS(0, 1, 0); /* nothing before the lay is published: D5 */
    PLAY("show B5");
    HOLDS("phase lay; active 0");
    BRINGS(1, 1, .cards = 6, .total = 6, .lost = 1, .in_sight = 4);
    BRINGS(0, 1, .cards = 4, .total = 4, .lost = 1, .in_sight = 4);
    BRINGS(SPK_SEAT_ONLOOKER, 1, .cards = 4, .total = 4, .lost = 1, .in_sight = 4);
}

TEST(cg_3_8_only_its_owner_adds_the_hidden_card)
{
    AT(4, C01 "district pullman; hand0 B5 E3; hand2 E1; hand3 E1");
    LAY("- cover");
    LAY("B5 E3");
    PLAY("keep_hidden B5");
    BRINGS(0, 0, .cards = 8, .total = 8, .in_sight = 3);
    BRINGS(2, 0, .cards = 3, .total = 3, .in_sight = 3);
    HOLDS("points 3 0 0 0");
}

TEST(cg_5_6_there_is_no_sum_without_a_fight)
{
    AT(4, C01 "district pullman; hand0 B5; hand1 E1; hand2 E1; hand3 E1");
    BRINGS(0, 0, 0);
    LAY("-"), LAY("B5"), PLAY("keep_hidden none"), LAY("-"), LAY("-");
    HOLDS("phase choose_package; points 5 0 0 0");
    BRINGS_NOTHING_YET(0, 0); /* the contribution is final */
    new_game(4, NULL);
    BRINGS_NOTHING_YET(0, 0);
    USABLE(0, "[]");
}

TEST(cg_11_12_an_ousted_player_brings_nothing)
{
    AT_WITH(4, "godfather=on",
            C01 "district pullman; hand0 B5; hand1 E1; persons0 mayor; new_godfather 1; ousted 0; "
                "godfather 1; contested 1");
    BRINGS_NOTHING_YET(0, 0);
    BRINGS(1, 1, 0);
}

TEST(cg_10_5_mr_x_knows_what_he_brings_and_others_his_persons)
{
    AT(5, "phase mr_x_lay; active 4; coalition C01; district bridgeport; loot L03; offer senator; "
          "hand1 W2; hand4 W4 B5; persons4 mayor");
    BRINGS(4, 4, .persons = 3, .total = 3, .in_sight = 3);
    PLAY("lay W4 B5 defender");
    BRINGS(4, 4, .cards = 4, .persons = 3, .total = 7, .lost = 1, .in_sight = 3);
    BRINGS(1, 4, .persons = 3, .total = 3, .in_sight = 3);
}

/* -- CG-4.2, part by part ---------------------------------------------------------------------- */

TEST(cg_4_3_persons_count_where_they_are_allowed)
{
    AT(4, C01 "district near_north; hand1 W4 E3; persons1 mayor thief; hand0 W2");
    LAY("W4 E3");
    BRINGS(1, 1, .cards = 7, .persons = 4, .total = 11, .in_sight = 4);
    BRINGS(0, 1, .persons = 4, .total = 4, .in_sight = 4);
}

TEST(cg_13_4_a_person_unlocks_a_kind_for_its_player_alone)
{
    AT(4, C01 "district back_of_the_yards; hand1 W2 B5; hand0 W2; persons0 thief; persons1 dealer; "
              "persons2 explosives_expert");
    USABLE(0, "[\"weapons\",\"blackmail\"]");
    USABLE(1, "[\"weapons\",\"bribe\"]");
    USABLE(2, "[\"weapons\"]");
    LAY("W2 B5");
    BRINGS(1, 1, .cards = 7, .total = 7);
}

TEST(cg_13_13_persons_act_as_cards_where_persons_are_barred)
{
    AT(4, C01 "district pilsen; hand1 W4; persons1 reporter taxi_driver customs_officer; hand0 W2");
    LAY("W4");
    BRINGS(1, 1, .cards = 4, .acting = 4, .total = 8, .in_sight = 4);
    BRINGS(0, 1, .acting = 4, .total = 4, .in_sight = 4);
}

TEST(cg_9_4_everything_of_a_lone_player_counts_double)
{
    AT(3, LONE "district near_north; hand0 W2; hand1 W2; hand2 W4 B4; persons2 mayor");
    LAY("W4 B4");
    BRINGS(2, 2, .cards = 16, .persons = 6, .total = 22, .in_sight = 6);
    BRINGS(0, 2, .persons = 6, .total = 6, .in_sight = 6);
    spk_buf out = {0};
    print_for(SPK_SEAT_ONLOOKER, &out);
    CHECK(strstr(spk_buf_text(&out), "\"lone\":2"));
    spk_buf_clear(&out);
    AT(4, C01 "district near_north; hand0 W2");
    print_for(SPK_SEAT_ONLOOKER, &out);
    CHECK(strstr(spk_buf_text(&out), "\"lone\":null"));
    spk_buf_release(&out);
}

/* -- The thug (CG-R24, CG-R26) ----------------------------------------------------------------- */

/* The challenger of C01 with the "?" lays these and uses the thug. */
static void with_the_thug(const char *options, const char *position, const char *cards)
{
    AT_WITH(4, options, position);
    LAY("- cover");
    LAY(cards);
    PLAY("use_thug yes");
    HOLDS("phase keep_hidden; thug_used 1");
}

TEST(cg_13_10_the_thug_doubles_ten_points_at_most)
{
    const char *at = C01 "district maxwell_street; hand0 W2 W4 W4 B4 E5; hand2 W2; hand3 W2; "
                         "persons0 thug";
    with_the_thug(NULL, at, "W2 W4");
    BRINGS(0, 0, .cards = 6, .thug = 6, .total = 12);
    BRINGS(2, 0, 0); /* his points are those of cards that nobody else sees */
    with_the_thug(NULL, at, "W4 W4 B4 E5");
    BRINGS(0, 0, .cards = 12, .thug = 10, .total = 22, .lost = 1);
    PLAY("keep_hidden none");
    HOLDS("points 22 0 0 0"); /* what was said before is what came of it */
    BRINGS(2, 0, .cards = 12, .thug = 10, .total = 22, .in_sight = 22);
}

TEST(cg_r26_the_thug_and_persons_that_act_as_cards)
{
    const char *at = C01 "district pilsen; hand0 W4; hand2 W2; hand3 W2; "
                         "persons0 thug reporter taxi_driver customs_officer";
    with_the_thug(NULL, at, "W4");
    BRINGS(0, 0, .cards = 4, .acting = 4, .thug = 8, .total = 16, .in_sight = 8);
    with_the_thug("thug_doubles_persons=no", at, "W4");
    BRINGS(0, 0, .cards = 4, .acting = 4, .thug = 4, .total = 12, .in_sight = 4);
}

/* The lone player of three, who has the "?" too. */
static void lone_thug(const char *options, const char *persons)
{
    char position[300];
    snprintf(position, sizeof position,
             LONE "district %s; hand0 W2; hand1 W2; hand2 W4 W4; persons2 %s",
             strstr(persons, "taxi") ? "back_of_the_yards" : "bridgeport", persons);
    AT_WITH(3, options, position);
    LAY("W4 W4");
    PLAY("use_thug yes");
}

TEST(cg_r24_the_thug_of_a_lone_player)
{
    lone_thug(NULL, "mayor thug");
    BRINGS(2, 2, .cards = 16, .thug = 10, .persons = 8, .total = 34, .in_sight = 8);
    PLAY("keep_hidden none");
    HOLDS("points 0 0 34");
    lone_thug("thug_lone_order=thug_first", "mayor thug");
    BRINGS(2, 2, .cards = 16, .thug = 16, .persons = 8, .total = 40, .in_sight = 8);
    PLAY("keep_hidden none");
    HOLDS("points 0 0 40");
}

TEST(cg_r24_both_options_together)
{
    lone_thug("thug_lone_order=thug_first", "taxi_driver thug");
    BRINGS(2, 2, .cards = 16, .acting = 4, .thug = 20, .total = 40, .in_sight = 8);
    lone_thug("thug_lone_order=thug_first thug_doubles_persons=no", "taxi_driver thug");
    BRINGS(2, 2, .cards = 16, .acting = 4, .thug = 16, .total = 36, .in_sight = 4);
}

/* -- What it takes ----------------------------------------------------------------------------- */

/* From "strength" on, of a side, in anybody's view. */
#define PROSPECTS(side, words)                                                                     \
    check_player(SPK_SEAT_ONLOOKER, side, "\"strength\":", words, __FILE__, __LINE__)

TEST(cg_5_5_the_view_says_what_beats_the_challengers)
{
    AT(4, C01 "district gold_coast; hand0 B1; hand1 B5; hand2 B1; persons0 mayor; persons1 thief");
    PROSPECTS(0, "0,\"to_win\":null,\"to_get_loot\":null,\"gets_loot\":null}");
    PROSPECTS(1, "0,\"to_win\":null,\"to_get_loot\":null,\"gets_loot\":null}");
    LAY("B5");
    LAY("B1");
    PLAY("keep_hidden B1");
    PROSPECTS(0, "9,\"to_win\":null,\"to_get_loot\":null,\"gets_loot\":null}");
    PROSPECTS(1, "0,\"to_win\":10,\"to_get_loot\":5,\"gets_loot\":null}");
}

TEST(cg_6_5_the_view_says_who_gets_loot)
{
    FIGHT(4, NULL, C01 "district uptown; hand1 B4; hand2 B2", .of = {[1] = "B4", [2] = "B2"});
    PROSPECTS(0, "4,\"to_win\":null,\"to_get_loot\":null,\"gets_loot\":true}");
    PROSPECTS(1, "2,\"to_win\":null,\"to_get_loot\":null,\"gets_loot\":true}");
    FIGHT(4, NULL, C01 "district uptown; hand1 B5; hand2 B2", .of = {[1] = "B5", [2] = "B2"});
    PROSPECTS(0, "5,\"to_win\":null,\"to_get_loot\":null,\"gets_loot\":true}");
    PROSPECTS(1, "2,\"to_win\":null,\"to_get_loot\":null,\"gets_loot\":false}");
}

TEST_MAIN()
