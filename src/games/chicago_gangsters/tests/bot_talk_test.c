/* bot_talk_test.c: what bots say (8.6) and what they take for a promise. How they use it in a search,
 * and whom they trust, is tests/unit/bot_talk_test.c. */
#include "games/chicago_gangsters/talk.h"
#include "games/chicago_gangsters/tests/test_play.h"

static spk_said said[200];
static char words[200][SPK_TALK_TEXT];
static int n_said;

static void sit_down(int n_seats, const char *options, const char *position)
{
    put(n_seats, options, position, __FILE__, __LINE__);
    n_said = 0;
}

/* Said aloud; what that promises. */
static spk_promise says(spk_seat seat, const char *text)
{
    if (cg_talk.judge(&box, &now, said, n_said, seat, text, &why) != SPK_OK)
        fail_msg("'%s' by %d: %s", text, seat, why.text);
    snprintf(words[n_said], SPK_TALK_TEXT, "%s", text);
    said[n_said] = (spk_said){seat, words[n_said]};
    n_said++;
    return cg_talk.promise(&box, &now, said, n_said);
}

static int kept(spk_seat seat, spk_promise p) { return cg_talk.kept(&box, &now, seat, p); }

static int kept_by_view(spk_seat viewer, spk_seat seat, spk_promise p)
{
    spk_state view = now;
    cg_redact(&box, &view, viewer);
    return cg_talk.kept(&box, &view, seat, p);
}

static int fits(spk_seat seat, const char *text, spk_promise p)
{
    spk_move move;
    CHECK_INT(spk_move_read(&box, &now, seat, text, &move, &why), SPK_OK);
    return cg_talk.fits(&box, &now, seat, move, p);
}

#define NORTH C01 "district near_north; " /* weapons and bribe count, and persons */
#define HANDS                                                                                      \
    "hand0 W2 B5; hand1 W2 W4 B5; hand2 W2; hand3 W4; persons0 judge; persons1 mayor; "            \
    "persons2 senator; persons3 fence"

/* What seats bring without and with cards in this position. */
static int points(spk_seat seat, cg_bag cards)
{
    return cg_contribution(&box, s, seat, cards & cg_usable(&box, s, seat));
}

/* -- Partners ---------------------------------------------------------------------------------- */

TEST(partners_are_the_clans_of_a_side_until_the_loot_is_shared)
{
    sit_down(4, NULL, NORTH HANDS);
    CHECK_INT(cg_talk.partner(&box, &now, 0), 1);
    CHECK_INT(cg_talk.partner(&box, &now, 1), 0);
    CHECK_INT(cg_talk.partner(&box, &now, 3), 2);
    ((cg_state *)&now)->phase = CG_ROUND_END;
    CHECK_INT(cg_talk.partner(&box, &now, 0), SPK_SEAT_CHANCE);
    sit_down(3, NULL,
             NORTH "hand0 W2; hand1 W4; hand2 B5; persons0 judge; persons1 mayor; persons2 fence");
    CHECK_INT(cg_talk.partner(&box, &now, cg_lone(&box, s)), SPK_SEAT_CHANCE);
}

TEST(a_good_name_is_worth_what_is_still_to_come)
{
    static const int stake[] = {100, 100, 100, 100, 100, 100, 100, 75, 50, 25, 12, 0};
    sit_down(4, NULL, NORTH HANDS);
    for (int round = 0; round < 12; round++) {
        ((cg_state *)&now)->rounds = (uint8_t)round;
        CHECK_INT(cg_talk.stake(&box, &now), stake[round]);
    }
}

/* -- Promises ---------------------------------------------------------------------------------- */

TEST(promise_of_points_is_judged_at_the_reveal)
{
    sit_down(4, NULL, NORTH HANDS);
    says(0, "pass");
    spk_promise p = says(1, "my_points 4 8");
    CHECK_INT(kept(1, p), SPK_OPEN);
    CHECK_INT(fits(1, "lay -", p), SPK_BROKEN); /* the mayor alone: 3 */
    CHECK_INT(fits(1, "lay W4", p), SPK_KEPT);
    CHECK_INT(fits(1, "lay W2 W4 B5", p), SPK_BROKEN);
    CHECK_INT(fits(1, "defer", p), SPK_OPEN);
    LAY("W2 W4 B5 cover");
    CHECK_INT(kept(1, p), SPK_BROKEN);          /* with all cards in sight */
    CHECK_INT(kept_by_view(0, 1, p), SPK_OPEN); /* nobody else can tell yet */
    FIGHT_ON(.of = {[0] = "B5"});
    CHECK_INT(kept_by_view(0, 1, p), SPK_BROKEN);
}

TEST(promise_that_no_hand_can_keep_is_broken_where_the_hand_is_seen)
{
    sit_down(4, NULL, NORTH HANDS);
    says(0, "pass");
    spk_promise p = says(1, "my_points 30 40");
    CHECK_INT(kept(1, p), SPK_BROKEN);
    CHECK_INT(kept_by_view(0, 1, p), SPK_OPEN);
}

TEST(promise_by_answer)
{
    sit_down(4, NULL, NORTH HANDS);
    CHECK_INT(says(0, "ask_points 8"), 0); /* who asks promises nothing */
    spk_promise yes = says(1, "accept 1"), no;
    CHECK_INT(fits(1, "lay W2 W4 B5", yes), SPK_KEPT);
    CHECK_INT(fits(1, "lay -", yes), SPK_BROKEN);
    says(2, "pass"), says(3, "pass"), says(0, "ask_cards 2");
    no = says(1, "reject 3");
    CHECK_INT(fits(1, "lay W2 W4", no), SPK_BROKEN);
    CHECK_INT(fits(1, "lay W2", no), SPK_KEPT);
}

TEST(promise_to_leave_a_package)
{
    sit_down(4, NULL, NORTH HANDS);
    spk_promise mine = says(0, "want_package winner 1");
    spk_promise yours = says(1, "accept 1");
    FIGHT_ON(.of = {[0] = "W2", [1] = "W2 W4 B5"});
    HOLDS("phase choose_package; active 1");
    CHECK_INT(fits(1, "choose_package 1", yours), SPK_BROKEN);
    CHECK_INT(fits(1, "choose_package 2", yours), SPK_KEPT);
    CHECK_INT(kept(1, yours), SPK_OPEN);
    PLAY("choose_package 1");
    CHECK_INT(kept(1, yours), SPK_BROKEN);
    CHECK_INT(kept(0, mine), SPK_OPEN); /* it was not theirs to choose */
}

TEST(promise_to_stay_below_and_about_the_thug)
{
    sit_down(4, NULL,
             NORTH "hand0 W2 B5; hand1 W2 W4 B5; hand2 W2; hand3 W4; persons0 thug; persons1 "
                   "mayor; persons2 senator; persons3 fence");
    spk_promise thug = says(0, "thug_intent yes"), below = says(1, "stay_below yes");
    CHECK_INT(says(2, "thug_intent no"), 0); /* he is not theirs */
    LAY("W2 W4 B5");
    LAY("W2");
    HOLDS("phase use_thug; active 0");
    CHECK_INT(fits(0, "use_thug yes", thug), SPK_KEPT);
    CHECK_INT(fits(0, "use_thug no", thug), SPK_BROKEN);
    FIGHT_ON(.thug = false);
    CHECK_INT(kept_by_view(3, 0, thug), SPK_BROKEN);
    CHECK_INT(kept_by_view(3, 1, below), SPK_BROKEN);
}

TEST(promise_about_the_hidden_card)
{
    sit_down(4, NULL, NORTH HANDS);
    LAY("W2");
    PLAY("lay B5", "done", "keep_hidden B5");
    says(2, "pass"), says(3, "pass");
    spk_promise five = says(0, "hidden_claim bribe 5");
    says(2, "pass"), says(3, "pass");
    spk_promise bluff = says(0, "hidden_claim bluff");
    CHECK_INT(kept(0, five), SPK_KEPT);
    CHECK_INT(kept(0, bluff), SPK_BROKEN);
    CHECK_INT(kept_by_view(2, 0, five), SPK_OPEN);
    FIGHT_ON(.of = {0});
    CHECK_INT(kept_by_view(2, 0, five), SPK_KEPT);
    CHECK_INT(kept_by_view(2, 0, bluff), SPK_BROKEN);
}

TEST(promise_about_the_godfather)
{
    sit_down(4, "godfather=on",
             "phase claim; coalition C01; district uptown; loot L03; offer senator; asked 0 1 2 3; "
             "hand0 W2; hand1 W2; hand2 W2; hand3 W2");
    spk_promise threat = says(0, "godfather_intent yes"), peace = says(1, "godfather_intent no");
    CHECK_INT(fits(0, "claim", threat), SPK_KEPT);
    CHECK_INT(fits(1, "claim", peace), SPK_BROKEN);
    BY(1, "claim");
    CHECK_INT(kept_by_view(0, 1, peace), SPK_OPEN); /* sealed */
    CHECK_INT(kept_by_view(0, 0, threat), SPK_OPEN);
    BY(0, "pass"), BY(2, "pass"), BY(3, "pass");
    CHECK_INT(kept_by_view(0, 1, peace), SPK_BROKEN);
}

TEST(promise_of_mr_x_to_join)
{
    sit_down(5, NULL,
             "phase mr_x_lay; active 4; coalition C01; district uptown; loot L03; offer senator; "
             "hand4 W2");
    says(0, "join_us challenger"), says(1, "pass"), says(2, "pass"), says(3, "pass");
    spk_promise p = says(4, "accept 1");
    CHECK_INT(fits(4, "lay W2 challenger", p), SPK_KEPT);
    CHECK_INT(fits(4, "lay W2 defender", p), SPK_BROKEN);
    PLAY("lay - defender");
    CHECK_INT(kept_by_view(0, 4, p), SPK_BROKEN);
}

/* -- What bots say ----------------------------------------------------------------------------- */

static spk_rng lots;
static long n_messages, n_said_by_code[CG_SAY_COUNT];

/* A decision to plan is the seat's own view of a position that can be played on. */
static void check_decision(const spk_state *decision, spk_seat seat)
{
    spk_state again = *decision;
    CHECK(spk_actors_has(cg_actors(&box, decision), seat));
    cg_redact(&box, &again, seat);
    assert_memory_equal(&again, decision, sizeof(cg_state));
    cg_resample(&box, &again, seat, &lots);
    uint32_t round = cg_subject(&box, &again);
    for (spk_actors who; (who = cg_actors(&box, &again)) && cg_subject(&box, &again) == round;) {
        static spk_move moves[SPK_MAX_MOVES];
        spk_seat next = spk_actors_first(who);
        spk_move move = who == SPK_CHANCE_ACTS ? cg_draw(&box, &again, &lots) : 0;
        if (who != SPK_CHANCE_ACTS)
            move = moves[spk_rng_below(&lots, (uint32_t)cg_moves(&box, &again, next, moves))];
        cg_apply(&box, &again, next, move);
    }
}

/* An honest message is true of the plan, and coarse. */
static void check_honest(const cg_message *m, spk_seat seat, const spk_move *plan)
{
    if (m->code == CG_SAY_MY_POINTS) {
        int planned = points(seat, cg_move_cards(*plan));
        CHECK(m->a <= planned && (planned <= m->b || m->b == 40));
        CHECK(m->b >= m->a + 2 || m->b == 40);
    }
    spk_promise p = cg_talk.promise(&box, &now, said, n_said);
    if (p && plan && cg_move_op(*plan) != CG_OP_PACKAGE)
        CHECK(cg_talk.fits(&box, &now, seat, *plan, p) != SPK_BROKEN);
}

/* One word of a bot with any plan; false: the window is closed. What it says does not depend on what
 * it cannot see: the view of another world that fits is the same view. */
static bool speak_once(bool honest)
{
    static spk_move moves[SPK_MAX_MOVES];
    spk_actors who = cg_talk.speakers(&box, &now, said, n_said);
    if (!who || n_said == 200)
        return false;
    spk_seat seat = spk_actors_first(who);
    spk_state view = now, decision;
    cg_redact(&box, &view, seat);
    spk_move plan = 0;
    bool planned = cg_talk.rehearse(&box, &view, seat, said, n_said, &decision);
    if (planned) {
        check_decision(&decision, seat);
        int n = cg_moves(&box, &decision, seat, moves);
        plan = moves[spk_rng_below(&lots, (uint32_t)n)];
    }
    uint32_t bluff = honest ? 0 : 1 + spk_rng_below(&lots, 1000);
    char text[SPK_TALK_TEXT];
    cg_message m;
    cg_talk.speak(&box, &view, seat, planned ? &plan : NULL, bluff, 0, said, n_said, text);
    CHECK(cg_message_read(text, &m));
    says(seat, text);
    n_messages += m.code != CG_SAY_PASS;
    n_said_by_code[m.code]++;
    if (honest)
        check_honest(&m, seat, planned ? &plan : NULL);
    return true;
}

static void talk_at(const cg_state *before, step made)
{
    (void)before;
    n_said = 0;
    if (made.seat == SPK_SEAT_CHANCE && s->phase <= CG_PERSON)
        return;
    bool honest = spk_rng_below(&lots, 2);
    while (speak_once(honest))
        ;
}

TEST(bots_say_what_may_be_said_and_what_is_true_of_the_plan)
{
    spk_rng_init(&lots, 5, 5);
    watch_games(4, talk_at);
    CHECK(n_messages > 2000);
    CHECK(n_said_by_code[CG_SAY_MY_POINTS] > 500 && n_said_by_code[CG_SAY_WANT_PACKAGE] > 50);
    CHECK(n_said_by_code[CG_SAY_ASK_POINTS] > 50 && n_said_by_code[CG_SAY_ACCEPT] > 50);
    CHECK(n_said_by_code[CG_SAY_REJECT] > 50 && n_said_by_code[CG_SAY_JOIN_US] > 20);
    CHECK(n_said_by_code[CG_SAY_GODFATHER_INTENT] > 50);
    CHECK_INT(n_said_by_code[CG_SAY_MY_HAND] + n_said_by_code[CG_SAY_MY_CARDS], 0);
}

/* A claim about the hidden card is a bluff and says nothing of it: it is the same whatever lies
 * there. */
TEST(bots_bluff_about_the_hidden_card_without_looking)
{
    char first[SPK_TALK_TEXT] = "", text[SPK_TALK_TEXT];
    static const char *const cards[] = {"B5", "W2", "E3"};
    for (int i = 0; i < 3; i++) {
        char lay[20], hide[30];
        sit_down(4, NULL, NORTH "hand0 W2 B5 E3; hand1 W2; hand2 W2; hand3 W2");
        snprintf(lay, sizeof lay, "lay %s", cards[i]);
        snprintf(hide, sizeof hide, "keep_hidden %s", cards[i]);
        LAY("-");
        PLAY(lay, "done", hide);
        says(2, "pass"), says(3, "pass");
        cg_talk.speak(&box, &now, 0, NULL, 77, 0, said, n_said, text);
        CHECK(strncmp(text, "hidden_claim ", 13) == 0);
        CHECK(i == 0 || strcmp(text, first) == 0);
        memcpy(first, text, sizeof first);
        cg_talk.speak(&box, &now, 0, NULL, 0, 0, said, n_said, text);
        CHECK_STR(text, "pass"); /* who does not bluff says nothing of it */
    }
}

/* Who is asked answers by the plan; who means to let the partner lay first has no answer. */
TEST(bots_answer_by_the_plan)
{
    static const struct {
        const char *plan, *answer;
    } table[] = {{"lay W2 W4 B5", "accept 1"}, {"lay -", "reject 1"}, {"defer", "pass"}};
    for (int i = 0; i < 3; i++) {
        char text[SPK_TALK_TEXT];
        spk_move plan;
        sit_down(4, NULL, NORTH HANDS);
        says(0, "ask_points 10");
        CHECK_INT(spk_move_read(&box, &now, 1, table[i].plan, &plan, &why), SPK_OK);
        cg_talk.speak(&box, &now, 1, &plan, 0, 0, said, n_said, text);
        CHECK_STR(text, table[i].answer);
    }
}

/* The partner is asked for what is missing, by what the seat has announced, not by what it holds. */
TEST(bots_ask_by_what_all_have_heard)
{
    char text[SPK_TALK_TEXT], again[SPK_TALK_TEXT];
    sit_down(4, NULL, NORTH HANDS);
    LAY("W4");
    LAY("W2"); /* 3 + 4 and 4 + 2 */
    PLAY("keep_hidden none");
    says(2, "my_points 6 8"), says(3, "pass"), says(2, "pass");
    n_said--;
    cg_talk.speak(&box, &now, 2, NULL, 0, 0, said, n_said, text);
    CHECK_STR(text, "ask_points 8"); /* 13 + 1 - 6 */
    cg_state other = *s;
    other.hand[2] += CG_ONE(6);
    cg_talk.speak(&box, &other, 2, NULL, 0, 0, said, n_said, again);
    CHECK_STR(again, text);
}

/* What seat 1 says if it plans to lay these cards. */
static const char *plans_to_lay(const char *cards, spk_actors shunned)
{
    static char text[SPK_TALK_TEXT];
    spk_move plan;
    spk_state view = now;
    cg_redact(&box, &view, 1);
    CHECK_INT(spk_move_read(&box, &now, 1, cards, &plan, &why), SPK_OK);
    cg_talk.speak(&box, &view, 1, &plan, 0, shunned, said, n_said, text);
    return text;
}

/* The partner's word is a reason to think again, and a new word takes the place of the old one. */
TEST(bots_change_their_minds_aloud)
{
    spk_state decision;
    sit_down(4, NULL, NORTH HANDS);
    says(0, "pass");
    CHECK_STR(plans_to_lay("lay W4 cover", 0), "my_points 6 8"); /* the mayor brings 3 */
    spk_promise old = says(1, "my_points 6 8");
    says(2, "pass"), says(3, "pass"), says(0, "my_points 8 10");
    CHECK(cg_talk.rehearse(&box, &now, 1, said, n_said, &decision));
    CHECK_STR(plans_to_lay("lay W4 cover", 0), "pass"); /* nothing new */
    CHECK_STR(plans_to_lay("lay - cover", 0), "my_points 2 4");
    CHECK(cg_talk.replaces(says(1, "my_points 2 4"), old));
    says(2, "pass"), says(3, "pass"), says(0, "pass");
    CHECK(
        !cg_talk.rehearse(&box, &now, 1, said, n_said, &decision)); /* the last word was its own */
}

TEST(bots_tell_nothing_to_a_partner_they_shun)
{
    sit_down(4, NULL, NORTH HANDS);
    says(0, "ask_points 4");
    CHECK_STR(plans_to_lay("lay W4 cover", 0), "accept 1");
    CHECK_STR(plans_to_lay("lay W4 cover", SPK_ACTOR(2)), "accept 1"); /* an enemy */
    CHECK_STR(plans_to_lay("lay W4 cover", SPK_ACTOR(0)), "pass");
}

/* -- Taken at their word ------------------------------------------------------------------------- */

TEST(promise_is_kept_by_a_move_drawn_for_it)
{
    spk_rng rng;
    spk_rng_init(&rng, 1, 0);
    sit_down(4, NULL, NORTH HANDS);
    says(0, "pass");
    spk_promise some = says(1, "my_points 6 10"), most;
    for (int i = 0; i < 20; i++) {
        spk_move move;
        CHECK(cg_talk.keep(&box, &now, 1, some, &rng, &move));
        CHECK_INT(cg_talk.fits(&box, &now, 1, move, some), SPK_KEPT);
    }
    sit_down(4, NULL, NORTH HANDS);
    says(0, "pass");
    most = says(1, "my_points 25 30"); /* 14 is all it has */
    CHECK(!cg_talk.keep(&box, &now, 1, most, &rng, &(spk_move){0}));
}

TEST(promise_is_mended_in_a_guessed_world)
{
    spk_rng rng;
    spk_rng_init(&rng, 1, 0);
    sit_down(4, NULL, NORTH HANDS);
    says(0, "pass");
    spk_promise p = says(1, "my_points 6 10");
    LAY("W2 W4 B5 cover");
    CHECK_INT(kept(1, p), SPK_BROKEN);
    cg_bag all = s->hand[1] + s->laid[1];
    CHECK(cg_talk.mend(&box, &now, 1, p, &rng));
    CHECK_INT(kept(1, p), SPK_KEPT);
    CHECK(s->hand[1] + s->laid[1] == all);
}

TEST(bots_keep_the_manners_of_the_table)
{
    static const char *const options[] = {NULL, "bot_talk=honest", "bot_talk=silent"};
    for (int i = 0; i < SPK_MANNERS_COUNT; i++) {
        CHECK_INT(open_box(4, options[i], NULL), SPK_OK);
        CHECK_INT(cg_talk.manners(&box), i);
    }
    CHECK(open_box(4, "bot_talk=loud", NULL) != SPK_OK);
}

TEST_MAIN()
