/* rules_test.c: one test for every clause, ruling, vector and law of Blank's README, by number. What
 * every game promises (round trips, views, sealed answers) is tested in tests/contract. */
#include "games/blank/state.h"

#include "engine/box.h"
#include "engine/match.h"
#include "test.h"

extern const spk_game spk_game_blank;

/* -- A table on which positions are laid out --------------------------------------------------- */

typedef struct table {
    spk_box box;
    blank_state s;
    spk_why why;
} table;

static void sit_with(table *t, int n_seats, const char *option, const char *position)
{
    spk_choice choice = {.n_seats = n_seats, .options = &option, .n_options = option != NULL};
    *t = (table){0};
    CHECK_INT(spk_box_open(&t->box, &spk_game_blank, &choice, &t->why), SPK_OK);
    blank_setup(&t->box, &t->s);
    if (position && spk_state_read(&t->box, position, &t->s, &t->why) != SPK_OK)
        fail_msg("%s", t->why.text);
}

static void sit(table *t, const char *position) { sit_with(t, 2, NULL, position); }
static void leave(table *t) { spk_box_close(&t->box); }

/* The hands of the vectors, dealt. */
#define HANDS "hand0=2,9,14 hand1=5,7,11 hand2=- hand3=- unseen=1,3,4,6,8,10,12,13,15"
#define DEALT                                                                                      \
    "phase=1 dealt=6 round=0 winner=0 pot=0 bag=4,3,2 score=0,0,0,0 "                              \
    "sealed=0,0,0,0 shown=0,0,0,0 " HANDS

static spk_err act(table *t, spk_seat seat, const char *text)
{
    spk_move move;
    spk_err err = spk_move_read(&t->box, &t->s, seat, text, &move, &t->why);
    if (err == SPK_OK)
        blank_apply(&t->box, &t->s, seat, move);
    return err;
}

#define PLAY(t, seat, text) CHECK_INT(act(t, seat, text), SPK_OK)
#define REFUSED(t, seat, text, number)                                                             \
    (CHECK_INT(act(t, seat, text), SPK_EREFUSED), CHECK_STR((t)->why.rule, number))

/* Both seal, as in the vectors. */
static void round_of(table *t, const char *prize, const char *first, const char *second)
{
    PLAY(t, SPK_SEAT_CHANCE, prize);
    PLAY(t, 0, first);
    PLAY(t, 1, second);
}

static const char *unsound(table *t, const char *position)
{
    CHECK_INT(blank_parse_state(&t->box, position, &t->s, &t->why), SPK_OK);
    const char *law = blank_unsound(&t->box, &t->s);
    return law ? law : "sound";
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* -- 1. The box -------------------------------------------------------------------------------- */

TEST(bl_1_1_two_to_four_players)
{
    spk_box box;
    spk_why why;
    for (int n = 1; n <= 5; n++) {
        spk_err err = spk_box_open(&box, &spk_game_blank, &(spk_choice){.n_seats = n}, &why);
        CHECK_INT(err, n >= 2 && n <= 4 ? SPK_OK : SPK_EREFUSED);
        if (err == SPK_OK)
            spk_box_close(&box);
        else
            CHECK_STR(why.rule, "BL-1.1");
    }
}

static spk_err open_edition(const char *text, int n_seats, spk_why *why)
{
    spk_box box;
    spk_choice choice = {.n_seats = n_seats, .edition_text = text, .edition_length = strlen(text)};
    spk_err err = spk_box_open(&box, &spk_game_blank, &choice, why);
    if (err == SPK_OK)
        spk_box_close(&box);
    return err;
}

TEST(bl_1_2_the_edition_says_what_is_in_the_box)
{
    table t;
    sit(&t, NULL);
    CHECK_INT(blank_size(t.s.unseen), 15);
    CHECK_INT(blank_lowest(t.s.unseen), 1);
    CHECK_INT(t.s.bag[0] * 100 + t.s.bag[1] * 10 + t.s.bag[2], 432);
    leave(&t);
}

TEST(bl_1_2_an_edition_is_refused_with_its_line)
{
    static const struct {
        const char *facts;
        int line;
    } bad[] = {
        {"cards 15\ncards 15\n", 4},
        {"cards\n", 3},
        {"cards 31\n", 3},
        {"cards -1\n", 3},
        {"cards 15\nprizes 1 2\n", 4},
        {"cards 15\nprizes 1 1 0\n", 4},
        {"prizes 21 0 0\n", 3},
        {"prizes 1 x 1\n", 3},
        {"jokers 2\n", 3},
        {"cards 15\n", 3},
        {"prizes 4 3 2\n", 3},
        {"cards 11\nprizes 4 3 2\n", 3},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[200];
        spk_why why = {0};
        snprintf(text, sizeof text, "game blank\nedition bad\n%s", bad[i].facts);
        CHECK_INT(open_edition(text, 4, &why), SPK_EMALFORMED);
        CHECK_INT(why.line, bad[i].line);
    }
    spk_why why = {0};
    const char *small = "game blank\nedition small\ncards 6\nprizes 1 1 1\n";
    CHECK_INT(open_edition(small, 2, &why), SPK_OK);
    CHECK_INT(open_edition(small, 3, &why), SPK_EMALFORMED);
    CHECK_STR(why.text, "3 players need 9 cards (BL-1.3), not 6.");
}

TEST(bl_1_3_three_cards_each_in_the_order_of_the_seats)
{
    table t;
    spk_outcome outcomes[BLANK_CARDS];
    sit(&t, NULL);
    CHECK_INT(blank_chance(&t.box, &t.s, outcomes), 15);
    CHECK_INT(spk_outcome_total(outcomes, 15), 15);
    PLAY(&t, SPK_SEAT_CHANCE, "deal 0 7");
    REFUSED(&t, SPK_SEAT_CHANCE, "deal 0 8", "BL-2.2"); /* it is seat 1's card */
    REFUSED(&t, SPK_SEAT_CHANCE, "deal 1 7", "BL-2.2"); /* dealt already */
    static const char *const rest[] = {"deal 1 1", "deal 0 2", "deal 1 3", "deal 0 4", "deal 1 5"};
    for (int i = 0; i < 5; i++)
        PLAY(&t, SPK_SEAT_CHANCE, rest[i]);
    CHECK_INT(t.s.phase, BLANK_PRIZE);
    CHECK_INT(t.s.hand[0], BLANK_ONE(7) | BLANK_ONE(2) | BLANK_ONE(4));
    leave(&t);
}

TEST(bl_1_3_a_hand_is_seen_by_its_owner_alone)
{
    table t, other;
    sit(&t, DEALT);
    sit(&other, "phase=1 dealt=6 round=0 winner=0 pot=0 bag=4,3,2 score=0,0,0,0 sealed=0,0,0,0 "
                "shown=0,0,0,0 hand0=2,9,14 hand1=1,3,4 hand2=- hand3=- "
                "unseen=5,6,7,8,10,11,12,13,15");
    blank_redact(&t.box, &t.s, 0);
    blank_redact(&other.box, &other.s, 0);
    CHECK(memcmp(&t.s, &other.s, sizeof t.s) == 0);
    CHECK_INT(t.s.hand[1], 0);
    CHECK_INT(blank_size(t.s.hand[0]), 3);
    CHECK_INT(blank_size(t.s.unseen), 12);
    leave(&t), leave(&other);
}

/* -- 2. A round -------------------------------------------------------------------------------- */

TEST(bl_2_1_a_prize_is_drawn_as_often_as_there_are_of_it)
{
    table t;
    spk_outcome outcomes[BLANK_CARDS];
    sit(&t, DEALT);
    CHECK_INT(blank_chance(&t.box, &t.s, outcomes), 3);
    CHECK_INT(outcomes[0].weight, 4);
    CHECK_INT(outcomes[1].weight, 3);
    CHECK_INT(outcomes[2].weight, 2);
    PLAY(&t, SPK_SEAT_CHANCE, "prize 3");
    CHECK_INT(t.s.pot, 3);
    CHECK_INT(t.s.bag[2], 1);
    leave(&t);
}

TEST(bl_2_2_all_seal_at_once_and_all_is_shown_at_once)
{
    table t;
    sit(&t, DEALT);
    PLAY(&t, SPK_SEAT_CHANCE, "prize 1");
    CHECK_INT(blank_actors(&t.box, &t.s), 3);
    REFUSED(&t, 0, "seal 5", "BL-2.2"); /* another's card */
    REFUSED(&t, 0, "take", "BL-2.2");
    PLAY(&t, 1, "seal 5");
    CHECK_INT(blank_actors(&t.box, &t.s), 1);
    REFUSED(&t, 1, "seal 7", "BL-2.2"); /* has sealed one */
    CHECK_INT(t.s.shown[1], 0);
    PLAY(&t, 0, "seal 2");
    CHECK_INT(t.s.shown[0], 2);
    CHECK_INT(t.s.shown[1], 5);
    CHECK_INT(t.s.sealed[0] + t.s.sealed[1], 0);
    leave(&t);
}

TEST(bl_2_3_the_highest_card_wins_or_the_lowest)
{
    table t;
    static const char *const options[] = {"winner=highest", "winner=lowest"};
    for (int lowest = 0; lowest < 2; lowest++) {
        sit_with(&t, 2, options[lowest], DEALT);
        round_of(&t, "prize 1", "seal 14", "seal 11");
        CHECK_INT(t.s.winner, lowest);
        REFUSED(&t, !lowest, "take", "BL-2.2"); /* only the winner chooses */
        leave(&t);
    }
}

TEST(bl_2_4_the_winner_takes_the_pot_or_lets_it_grow)
{
    table t;
    sit(&t, DEALT);
    round_of(&t, "prize 1", "seal 14", "seal 11");
    REFUSED(&t, 0, "seal 2", "BL-2.4");
    PLAY(&t, 0, "pass");
    round_of(&t, "prize 2", "seal 2", "seal 7");
    CHECK_INT(t.s.pot, 3);
    PLAY(&t, 1, "take");
    CHECK_INT(t.s.score[1], 3);
    CHECK_INT(t.s.pot, 0);
    leave(&t);
}

/* -- 3. The end -------------------------------------------------------------------------------- */

TEST(bl_3_1_the_goal_is_two_points_a_player_unless_chosen)
{
    table t;
    for (int n = 2; n <= 4; n++) {
        sit_with(&t, n, NULL, NULL);
        CHECK_INT(t.box.option[BLANK_OPT_GOAL], 2 * n);
        leave(&t);
    }
    sit_with(&t, 2, "goal=1", DEALT);
    round_of(&t, "prize 1", "seal 14", "seal 11");
    PLAY(&t, 0, "take");
    CHECK(spk_is_over(&t.box, &t.s));
    REFUSED(&t, 0, "take", "BL-3.2"); /* it is over */
    leave(&t);
}

TEST(bl_3_2_after_three_rounds_the_pot_is_nobodys)
{
    table t;
    spk_result r;
    sit(&t, DEALT);
    round_of(&t, "prize 1", "seal 14", "seal 11");
    PLAY(&t, 0, "take");
    round_of(&t, "prize 1", "seal 2", "seal 7");
    PLAY(&t, 1, "pass");
    CHECK(!spk_is_over(&t.box, &t.s));
    round_of(&t, "prize 1", "seal 9", "seal 5");
    PLAY(&t, 0, "pass");
    blank_result(&t.box, &t.s, &r);
    CHECK_STR(r.reason, "hands_empty");
    CHECK_INT(r.score[0] + r.score[1], 1);
    leave(&t);
}

TEST(bl_3_3_equal_points_share_a_place)
{
    table t;
    spk_result r;
    sit_with(&t, 4, NULL, NULL);
    memcpy(t.s.score, (uint8_t[]){2, 3, 2, 0}, 4);
    blank_result(&t.box, &t.s, &r);
    CHECK_INT(r.rank[0] * 1000 + r.rank[1] * 100 + r.rank[2] * 10 + r.rank[3], 2124);
    CHECK_INT(r.winners, SPK_ACTOR(1));
    CHECK(r.reason == NULL);
    leave(&t);
}

/* -- 4. Talk ----------------------------------------------------------------------------------- */

/* A match with the first prize drawn. */
static spk_match *seal_phase(table *t)
{
    spk_rng rng;
    sit(t, NULL);
    spk_rng_init(&rng, 1, 1);
    spk_match *m = spk_match_new(&t->box);
    CHECK_INT(spk_match_speakers(m), 0);
    CHECK_INT(spk_match_talk(m, 0, "claim 7", &t->why), SPK_EREFUSED);
    CHECK_STR(t->why.rule, "BL-4.1");
    spk_match_deal(m, &rng);
    return m;
}

TEST(bl_4_1_a_card_is_claimed_while_cards_are_sealed)
{
    table t;
    spk_match *m = seal_phase(&t);
    CHECK_INT(spk_match_speakers(m), 3);
    static const char *const bad[] = {"claim", "claim  7", "claim 07", "claim 7 ", "Claim 7", "7"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_INT(spk_match_talk(m, 0, bad[i], &t.why), SPK_EMALFORMED);
    CHECK_INT(spk_match_talk(m, 0, "claim 7", &t.why), SPK_OK);
    spk_match_free(m), leave(&t);
}

TEST(bl_4_2_one_claim_before_the_next_move)
{
    table t;
    spk_match *m = seal_phase(&t);
    CHECK_INT(spk_match_talk(m, 0, "claim 7", &t.why), SPK_OK);
    CHECK_INT(spk_match_speakers(m), 2);
    CHECK_INT(spk_match_talk(m, 0, "claim 8", &t.why), SPK_EREFUSED);
    CHECK_STR(t.why.rule, "BL-4.2");
    CHECK_INT(spk_match_talk(m, 1, "claim 7", &t.why), SPK_OK);
    CHECK_INT(spk_match_play_safe(m, 1, &t.why), SPK_OK);
    CHECK_INT(spk_match_talk(m, 0, "claim 8", &t.why), SPK_OK);
    spk_match_free(m), leave(&t);
}

/* -- Rulings ----------------------------------------------------------------------------------- */

TEST(bl_r1_for_an_absent_player_the_lowest_card_and_a_pass)
{
    table t;
    sit(&t, DEALT);
    PLAY(&t, SPK_SEAT_CHANCE, "prize 1");
    CHECK_INT(blank_safe(&t.box, &t.s, 1), blank_move(BLANK_SEAL_CARD, 5, 0));
    PLAY(&t, 0, "seal 9");
    PLAY(&t, 1, "seal 5");
    CHECK_INT(blank_safe(&t.box, &t.s, 0), blank_move(BLANK_PASS, 0, 0));
    leave(&t);
}

static void check_heard(const table *t, spk_seat actor, const char *text, spk_seat viewer,
                        const char *heard)
{
    char room[64] = "";
    spk_buf out = SPK_BUF_OVER(room);
    spk_move move;
    CHECK_INT(blank_parse_move(&t->box, text, &move, NULL), SPK_OK);
    CHECK(blank_heard(&t->box, &t->s, actor, move, viewer, &out));
    CHECK_STR(room, heard);
}

TEST(bl_r2_that_a_card_is_sealed_is_known_and_which_is_not)
{
    table t;
    blank_state nine;
    sit(&t, DEALT);
    PLAY(&t, SPK_SEAT_CHANCE, "prize 1");
    blank_state fourteen = t.s;
    PLAY(&t, 0, "seal 9");
    nine = t.s;
    t.s = fourteen;
    PLAY(&t, 0, "seal 14");
    blank_redact(&t.box, &nine, 1);
    blank_redact(&t.box, &t.s, 1);
    CHECK(memcmp(&nine, &t.s, sizeof nine) == 0);
    CHECK_INT(nine.sealed[0], BLANK_HIDDEN);
    CHECK_INT(nine.sealed[1], 0);
    check_heard(&t, 0, "seal 9", 0, "seal 9");
    check_heard(&t, 0, "seal 9", 1, "seal ?");
    check_heard(&t, 0, "seal 9", SPK_SEAT_ONLOOKER, "seal ?");
    check_heard(&t, SPK_SEAT_CHANCE, "deal 1 7", 0, "deal 1 ?");
    check_heard(&t, SPK_SEAT_CHANCE, "deal 1 7", 1, "deal 1 7");
    check_heard(&t, SPK_SEAT_CHANCE, "prize 2", 0, "prize 2");
    leave(&t);
}

TEST(bl_r2_the_last_card_sealed_cannot_be_taken_back)
{
    table t;
    spk_match *m = seal_phase(&t);
    CHECK_INT(spk_match_play_safe(m, 0, &t.why), SPK_OK);
    CHECK(spk_match_can_undo(m, 0, NULL));
    CHECK_INT(spk_match_play_safe(m, 1, &t.why), SPK_OK);
    CHECK(!spk_match_can_undo(m, 0, NULL));
    CHECK(!spk_match_can_undo(m, 1, NULL));
    spk_match_free(m), leave(&t);
}

TEST(bl_r3_a_card_that_is_not_in_the_box_cannot_be_claimed)
{
    table t;
    spk_match *m = seal_phase(&t);
    static const char *const none[] = {"claim 0", "claim 16", "claim 99"};
    for (int i = 0; i < 3; i++) {
        CHECK_INT(spk_match_talk(m, 0, none[i], &t.why), SPK_EREFUSED);
        CHECK_STR(t.why.rule, "BL-R3");
    }
    spk_match_free(m), leave(&t);
}

/* -- Vectors ----------------------------------------------------------------------------------- */

TEST(bl_v1_nine_against_seven)
{
    table t;
    sit(&t, DEALT);
    round_of(&t, "prize 3", "seal 9", "seal 7");
    CHECK_INT(t.s.winner, 0);
    PLAY(&t, 0, "take");
    CHECK_INT(t.s.score[0], 3);
    CHECK_INT(t.s.phase, BLANK_PRIZE);
    leave(&t);
}

TEST(bl_v2_the_same_with_goal_three)
{
    table t;
    spk_result r;
    sit_with(&t, 2, "goal=3", DEALT);
    round_of(&t, "prize 3", "seal 9", "seal 7");
    PLAY(&t, 0, "take");
    blank_result(&t.box, &t.s, &r);
    CHECK_STR(r.reason, "goal");
    CHECK_INT(r.winners, SPK_ACTOR(0));
    leave(&t);
}

TEST(bl_v3_three_passes)
{
    table t;
    spk_result r;
    sit(&t, DEALT);
    round_of(&t, "prize 1", "seal 14", "seal 11");
    PLAY(&t, 0, "pass");
    round_of(&t, "prize 2", "seal 9", "seal 7");
    PLAY(&t, 0, "pass");
    round_of(&t, "prize 3", "seal 2", "seal 5");
    PLAY(&t, 1, "pass");
    blank_result(&t.box, &t.s, &r);
    CHECK_STR(r.reason, "hands_empty");
    CHECK_INT(r.winners, 3);
    CHECK_INT(t.s.pot, 6);
    leave(&t);
}

/* -- Laws: each of these positions breaks one -------------------------------------------------- */

#define REST "winner=0 pot=0 bag=4,3,2 score=0,0,0,0 sealed=0,0,0,0 shown=0,0,0,0 "

TEST(bl_i1_every_card_is_in_one_place)
{
    table t;
    sit(&t, NULL);
    CHECK_STR(unsound(&t, DEALT), "sound");
    CHECK(begins(unsound(&t, "phase=1 dealt=6 round=0 " REST "hand0=2,9,14 hand1=2,7,11 hand2=- "
                             "hand3=- unseen=1,3,4,6,8,10,12,13,15"),
                 "BL-I1"));
    CHECK(begins(unsound(&t, "phase=1 dealt=6 round=0 " REST "hand0=2,9,16 hand1=5,7,11 hand2=- "
                             "hand3=- unseen=1,3,4,6,8,10,12,13,15"),
                 "BL-I1"));
    CHECK(begins(unsound(&t, "phase=1 dealt=6 round=0 " REST "hand0=2,9,14 hand1=5,7,11 hand2=1 "
                             "hand3=- unseen=3,4,6,8,10,12,13,15"),
                 "BL-I1"));
    leave(&t);
}

TEST(bl_i2_hands_are_as_large_as_deal_and_rounds_make_them)
{
    table t;
    sit(&t, NULL);
    CHECK(begins(unsound(&t, "phase=1 dealt=6 round=0 " REST "hand0=2,9 hand1=5,7,11,14 hand2=- "
                             "hand3=- unseen=1,3,4,6,8,10,12,13,15"),
                 "BL-I2"));
    CHECK(begins(unsound(&t, "phase=0 dealt=6 round=0 " REST HANDS), "BL-I2"));
    CHECK(begins(unsound(&t, "phase=1 dealt=7 round=0 " REST HANDS), "BL-I2"));
    CHECK(begins(unsound(&t, "phase=2 dealt=6 round=0 winner=0 pot=1 bag=3,3,2 score=0,0,0,0 "
                             "sealed=2,5,0,0 shown=0,0,0,0 hand0=9,14 hand1=7,11 hand2=- hand3=- "
                             "unseen=1,3,4,6,8,10,12,13,15"),
                 "BL-I2"));
    leave(&t);
}

TEST(bl_i3_scores_and_pot_are_the_prizes_drawn)
{
    table t;
    sit(&t, NULL);
    static const char *const bad[] = {
        "pot=1 bag=4,3,2 score=0,0,0,0", "pot=0 bag=5,3,2 score=0,0,0,0",
        "pot=1 bag=3,3,2 score=0,0,0,0", "pot=0 bag=4,3,2 score=1,0,0,0"};
    for (int i = 0; i < 4; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "phase=1 dealt=6 round=0 winner=0 %s sealed=0,0,0,0 shown=0,0,0,0 " HANDS, bad[i]);
        CHECK(begins(unsound(&t, text), "BL-I3"));
    }
    leave(&t);
}

TEST(bl_i4_the_goal_ends_the_game_and_nothing_else_before_the_third_round)
{
    table t;
    sit(&t, NULL);
    CHECK(begins(unsound(&t, "phase=4 dealt=6 round=0 " REST HANDS), "BL-I4"));
    CHECK(begins(unsound(&t, "phase=9 dealt=6 round=0 " REST HANDS), "BL-I4"));
    CHECK(begins(unsound(&t, "phase=1 dealt=6 round=0 winner=1 pot=0 bag=4,3,2 score=0,0,0,0 "
                             "sealed=0,0,0,0 shown=0,0,0,0 " HANDS),
                 "BL-I4"));
    leave(&t);
    sit_with(&t, 2, "goal=1", NULL);
    CHECK(begins(unsound(&t, "phase=1 dealt=6 round=1 winner=0 pot=0 bag=3,3,2 score=1,0,0,0 "
                             "sealed=0,0,0,0 shown=2,5,0,0 hand0=9,14 hand1=7,11 hand2=- hand3=- "
                             "unseen=1,3,4,6,8,10,12,13,15"),
                 "BL-I4"));
    leave(&t);
}

/* -- Words and values -------------------------------------------------------------------------- */

TEST(a_position_that_is_spelled_oddly_is_refused_and_changes_nothing)
{
    table t;
    sit(&t, DEALT);
    blank_state before = t.s;
    static const char *const bad[] = {"",        "phase=1",         "phase=1  dealt=6",
                                      DEALT " ", DEALT " x=1",      "phase=300 dealt=6",
                                      "Phase=1", "phase=-1 dealt=6"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_INT(blank_parse_state(&t.box, bad[i], &t.s, &t.why), SPK_EMALFORMED);
    CHECK(memcmp(&before, &t.s, sizeof before) == 0);
    leave(&t);
}

TEST(the_json_of_a_view_shows_the_own_hand_alone)
{
    table t;
    spk_buf out = {0};
    spk_json json = {.out = &out};
    sit(&t, DEALT);
    PLAY(&t, SPK_SEAT_CHANCE, "prize 2");
    PLAY(&t, 1, "seal 7");
    blank_redact(&t.box, &t.s, 0);
    blank_json(&t.box, &t.s, 0, &json);
    CHECK_STR(spk_buf_text(&out),
              "{\"phase\":\"seal\",\"dealt\":6,\"round\":0,\"winner\":null,\"pot\":2,"
              "\"bag\":[4,2,2],\"score\":[0,0],\"hands\":[[2,9,14],null],"
              "\"sealed\":[null,\"hidden\"],\"shown\":[null,null],"
              "\"unseen\":[1,3,4,5,6,7,8,10,11,12,13,15]}");
    spk_buf_release(&out);
    leave(&t);
}

TEST(the_board_is_drawn_for_the_seat)
{
    table t;
    spk_buf out = {0};
    sit(&t, DEALT);
    round_of(&t, "prize 2", "seal 9", "seal 7");
    blank_redact(&t.box, &t.s, 1);
    blank_board(&t.box, &t.s, 1, &out);
    CHECK_STR(spk_buf_text(&out),
              "round 1 of 3  pot 2  goal 4  prizes left: 4 of 1, 2 of 2, 2 of 3\n"
              "player 1  0 points  2 cards  showed 9 last  won the round\n"
              "player 2, you  0 points  hand 5,11  showed 7 last\n");
    spk_buf_release(&out);
    leave(&t);
}

TEST(a_bot_is_told_who_is_ahead)
{
    table t;
    sit_with(&t, 3, NULL, NULL);
    memcpy(t.s.score, (uint8_t[]){4, 1, 3, 0}, 4);
    int value[SPK_MAX_SEATS];
    blank_hints.values(&t.box, &t.s, value);
    CHECK(value[0] > value[2] && value[2] > value[1]);
    CHECK_INT(value[0] + value[1] + value[2], SPK_WIN);
    leave(&t);
}

TEST_MAIN()
