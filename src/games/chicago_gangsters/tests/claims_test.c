/* claims_test.c: claims to be godfather that are spoken, one by one and heard by all, in place of sealed
 * answers (CG-R43, option claims=spoken). What sealed claims do is in clauses_test.c and rulings_test.c. */
#include "engine/match.h"
#include "games/chicago_gangsters/tests/test_play.h"

#define SPOKEN "godfather=on claims=spoken"
#define REVEAL                                                                                     \
    "phase reveal_person; coalition C01; district uptown; loot L01; hand0 B4 B5; hand1 B4 B5; "    \
    "hand2 B4 B1"

/* The four cards lie there: C01 has the "?" at seat 0. */
static void begin(const char *more)
{
    char position[400];
    snprintf(position, sizeof position, REVEAL "; hand3 B1 B2%s%s", *more ? "; " : "", more);
    put(4, SPOKEN, position, __FILE__, __LINE__);
    PLAY("person senator");
}

/* -- Who is asked ------------------------------------------------------------------------------ */

TEST(cg_r43_spoken_claims_are_asked_one_by_one_from_the_question_mark)
{
    begin("");
    HOLDS("phase claim; asked 0 1 2 3; active 0");
    CHECK_INT(box.game->actors(&box, &now), SPK_ACTOR(0));
    PLAY("pass");
    CHECK_INT(box.game->actors(&box, &now), SPK_ACTOR(1));
    PLAY("pass", "pass", "pass");
    HOLDS("phase lay; active 1; asked -; answered -; announced -; godfather -");
}

TEST(cg_11_11_the_godfather_is_not_asked)
{
    begin("godfather 0; rounds 1; godfather_points 1 0 0 0");
    HOLDS("phase claim; asked 1 2 3; active 1");
}

TEST(cg_11_23_a_lone_player_is_not_asked)
{
    put(3, SPOKEN, REVEAL, __FILE__, __LINE__); /* C01: seat 2 is allied with the missing clan */
    PLAY("person senator");
    HOLDS("phase claim; asked 0 1; active 0");
}

TEST(cg_11_4_whoever_has_passed_may_still_claim_when_another_does)
{
    begin("");
    PLAY("pass", "claim");
    HOLDS("phase claim; active 2; claimed 1; answered 1; announced 1");
    PLAY("pass", "pass");
    HOLDS("phase claim; active 0");
    PLAY("claim");
    HOLDS("phase claim; active 2; answered 0 1; announced 1 0");
    PLAY("pass", "pass");
    HOLDS("phase duel; asked 0 1; claimed 0 1; announced 1 0; active -");
}

TEST(cg_11_4_all_may_claim)
{
    begin("");
    PLAY("claim", "claim", "claim");
    HOLDS("phase claim; active 3");
    PLAY("claim");
    HOLDS("phase duel; claimed 0 1 2 3; announced 0 1 2 3");
}

TEST(cg_11_4_defenders_are_asked_again_after_the_challengers_reveal)
{
    begin("");
    PLAY("pass", "pass", "pass", "pass");
    LAY("-");
    LAY("-");
    HOLDS("phase claim; stage defender_turn; asked 2 3; active 2");
    PLAY("pass", "claim");
    HOLDS("active 2"); /* seat 2 had only passed */
    PLAY("pass");
    HOLDS("phase lay; godfather 3; ousted 2; active 3; announced -");
}

/* -- What comes of it -------------------------------------------------------------------------- */

TEST(cg_11_2_one_claim_needs_no_duel)
{
    begin("");
    PLAY("pass", "pass", "claim", "pass");
    HOLDS("phase claim; active 0");
    PLAY("pass", "pass");
    HOLDS("phase lay; godfather 2; new_godfather 2; ousted 3; contested 1; claimed -; announced -");
}

/* Seat 1 spoke first; seat 0 would be next clockwise from the last godfather. */
TEST(cg_11_6_a_tied_duel_goes_to_the_first_who_announced)
{
    begin("godfather 3; rounds 1; godfather_points 0 0 0 1");
    PLAY("pass", "claim", "pass", "claim", "pass");
    HOLDS("phase duel; announced 1 0");
    BY(0, "duel B4");
    BY(1, "duel B4");
    HOLDS("godfather 1; ousted 0; announced -");
}

TEST(cg_11_6_the_first_who_announced_without_a_last_godfather)
{
    begin("");
    PLAY("pass", "pass", "claim", "pass", "claim", "pass", "pass");
    HOLDS("phase duel; announced 2 0");
    BY(0, "duel B4");
    BY(2, "duel B4");
    HOLDS("godfather 2; contested 1");
}

/* Only the tied ones count: seat 3 spoke first, but its card is lower. */
TEST(cg_11_6_the_first_of_those_who_are_tied)
{
    begin("");
    PLAY("pass", "pass", "pass", "claim", "pass", "claim", "claim", "pass");
    HOLDS("phase duel; announced 3 1 2");
    BY(1, "duel B4");
    BY(2, "duel B4");
    BY(3, "duel B2");
    HOLDS("godfather 1");
}

TEST(cg_11_5_the_highest_card_wins_whoever_spoke_first)
{
    begin("");
    PLAY("claim", "claim", "pass", "pass");
    BY(0, "duel B4");
    BY(1, "duel B5");
    HOLDS("godfather 1");
}

/* -- What is public, and when ------------------------------------------------------------------ */

TEST(cg_r43_a_spoken_answer_is_heard_at_once)
{
    spk_move move;
    spk_buf out = {0};
    begin("");
    CHECK_INT(spk_move_read(&box, &now, 0, "claim", &move, &why), SPK_OK);
    CHECK(hears_event(&box, &now, 0, move, 3, &out));
    CHECK_STR(spk_buf_text(&out), "claim");
    CHECK(cg_reveals(&box, &now, 0, move)); /* and cannot be taken back */
    PLAY("claim");
    for (spk_seat viewer = SPK_SEAT_ONLOOKER; viewer < 4; viewer++)
        SEES(viewer, "claimed 0; answered 0; announced 0; active 1");
    PLAY("pass", "pass");
    spk_buf_clear(&out);
    CHECK_INT(spk_move_read(&box, &now, 3, "pass", &move, &why), SPK_OK);
    CHECK(hears_event(&box, &now, 3, move, SPK_SEAT_ONLOOKER, &out));
    CHECK_STR(spk_buf_text(&out), "pass; claims 0");
    spk_buf_release(&out);
}

TEST(cg_r43_duel_cards_stay_sealed)
{
    begin("");
    PLAY("claim", "claim", "pass", "pass");
    CHECK_INT(box.game->actors(&box, &now), 3);
    BY(1, "duel B5");
    SEES(0, "duel 0 0 0 0; answered 1");
}

TEST(cg_r43_a_guess_keeps_what_was_spoken)
{
    begin("");
    PLAY("pass", "claim");
    for (uint64_t seed = 0; seed < 50; seed++) {
        spk_state world = now;
        spk_rng rng;
        spk_rng_init(&rng, seed, 1);
        box.game->redact(&box, &world, 2);
        box.game->resample(&box, &world, 2, &rng);
        check_fields(&world, "claimed 1; answered 1; announced 1; active 2", __FILE__, __LINE__);
    }
}

TEST(cg_r43_out_of_turn)
{
    spk_move move;
    begin("");
    CHECK_INT(spk_move_read(&box, &now, 2, "claim", &move, &why), SPK_EREFUSED);
    REFUSED("lay -", "CG-11.4");
}

/* -- Taking back, talk, whole games ------------------------------------------------------------ */

TEST(cg_r43_what_was_said_is_said)
{
    spk_rng rng;
    CHECK_INT(open_box(4, SPOKEN " talk_limit=0", NULL), SPK_OK);
    spk_match *m = spk_match_new(&box);
    spk_rng_init(&rng, 1, 1);
    spk_match_deal(m, &rng);
    spk_seat first = spk_actors_first(spk_match_actors(m));
    CHECK_INT(spk_match_play(m, first, "claim", &why), SPK_OK);
    CHECK(spk_match_undo(m, first, &why) != SPK_OK);
    spk_match_free(m);
}

/* The talk after the reveal is over with the first answer; nobody speaks between two answers. */
TEST(cg_r43_talk_before_the_first_answer)
{
    begin("");
    CHECK_INT(cg_talk.speakers(&box, &now, NULL, 0), SPK_ACTOR(0));
    PLAY("pass");
    CHECK_INT(cg_talk.speakers(&box, &now, NULL, 0), 0);
    PLAY("claim");
    CHECK_INT(cg_talk.speakers(&box, &now, NULL, 0), 0);
}

/* Who promised not to claim and passed may still do it; who claimed has broken the promise. */
TEST(cg_r43_a_promise_is_open_until_the_last_answer)
{
    spk_said said[] = {{0, "godfather_intent no"}};
    begin("");
    spk_promise p = cg_talk.promise(&box, &now, said, 1);
    PLAY("pass");
    CHECK_INT(cg_talk.kept(&box, &now, 0, p), SPK_OPEN);
    PLAY("claim", "pass", "pass", "claim");
    CHECK_INT(cg_talk.kept(&box, &now, 0, p), SPK_BROKEN);
}

/* Everybody who may claim is asked after the last claim, and one at a time. */
static int n_windows, n_duels;
static void look_at_claims(const cg_state *before, step made)
{
    (void)made;
    if (before->phase == CG_CLAIM) {
        CHECK(before->asked >> before->active & 1);
        CHECK(!(before->claimed >> before->active & 1));
        CHECK_INT(before->claimed & ~before->answered, 0);
        n_windows++;
    }
    n_duels += before->phase == CG_DUEL;
}

TEST(cg_i18_spoken_claims_in_whole_games)
{
    for (uint64_t seed = 0; seed < 40; seed++)
        watch_game(seed % 2 ? 3 : 4, SPOKEN, seed, look_at_claims);
    CHECK(n_windows > 500 && n_duels > 50);
}

TEST_MAIN()
