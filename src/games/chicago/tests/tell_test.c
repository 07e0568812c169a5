/* tell_test.c: what came of an event, in words; and through whole games that men, houses, money and
 * goals are told as they are. */
#include "games/chicago/tests/test_table.h"

#include "games/chicago/tests/test_plain.h"

/* -- One thing at a time ----------------------------------------------------------------------- */

TEST(a_step_says_all_itself)
{
    TABLE(4, "");
    AT("stage step; points 5; yellow at 1,4:4");
    TELLS("step 1,4 1,3", "step 1,4 1,3");
    TELLS("step 1,3 Y02", "step 1,3 Y02"); /* yellow's already */
}

TEST(which_gang_of_the_two)
{
    TABLE(2, "");
    AT("stage step; turn 2; points 2; yellow at 1,3:1; green at 18,9:1");
    TELLS("step 18,9 18,10", "step 18,9 18,10; gang green");
}

TEST(whose_die_it_was)
{
    TABLE(4, "");
    AT("stage roll; yellow at 1,3:1");
    TELLS("roll 7", "roll 7; gang yellow");
}

TEST(who_is_placed)
{
    TABLE(4, "");
    PLAY("hire 1 1 0", "hire 0 0 0", "hire 0 0 0", "hire 0 0 0");
    TELLS("place Y02", "place Y02; man 4");
    TELLS("place Y03", "place Y03; man 2");
    TELLS("place Y04", "place Y04; man 1");
}

TEST(ch_9_1_a_house_that_was_nobodys_or_a_foes)
{
    TABLE(4, "");
    AT("stage step; points 3; yellow at 1,14:4 5,7:1; red at 1,1:1");
    TELLS("step 1,14 R05", "step 1,14 R05; took R05 from red");
    TELLS("step 5,7 Y22", "step 5,7 Y22; took Y22");
}

/* -- Fights ------------------------------------------------------------------------------------ */

TEST(ch_11_who_wins_what)
{
    TABLE(4, "");
    AT("stage step; points 2; yellow at 1,14:3; red at R05:2 1,1:1");
    TELLS("step 1,14 R05", "step 1,14 R05; man 3; meets red 2");
    TELLS("throw 6 3", "throw 6 3; gang yellow; duel yellow 3 red 2; dead red; won yellow 4 25000; "
                       "took R05 from red");
}

TEST(ch_10_a_defender_who_stays)
{
    TABLE(4, "");
    AT("stage step; points 2; yellow at 1,14:1 1,3:1; red at R05:2");
    PLAY("step 1,14 R05");
    TELLS("throw 1 5", "throw 1 5; gang yellow; duel yellow 1 red 2; dead yellow; won red 3 10000");
}

TEST(ch_10_5_even_and_again)
{
    TABLE(4, "");
    AT("stage step; points 2; yellow at 1,3:2; red at 1,4:3");
    PLAY("step 1,3 1,4");
    TELLS("throw 5 5", "throw 5 5; gang yellow; duel yellow 2 red 3; even");
    TELLS("throw 5 5", "throw 5 5; gang yellow; duel yellow 1 red 2; even; dead yellow; won red 2 "
                       "25000");
}

TEST(ch_r17_no_prize_for_who_is_left)
{
    TABLE(4, "survivor_prize=off");
    AT("stage step; points 2; yellow at 1,3:1; red at 1,4:2");
    PLAY("step 1,3 1,4");
    TELLS("throw 5 5",
          "throw 5 5; gang yellow; duel yellow 1 red 2; even; dead yellow; won red 1 0");
}

TEST(ch_r18_both_fall)
{
    TABLE(4, "");
    AT("stage step; points 2; yellow at 1,3:1; red at 1,4:1 1,1:1");
    PLAY("step 1,3 1,4");
    TELLS("throw 3 3", "throw 3 3; gang yellow; duel yellow 1 red 1; even; dead yellow; dead red");
}

TEST(ch_15_an_assault)
{
    TABLE(2, "variant_stacking=on");
    AT("stage step; points 5; yellow at 1,14:4 1,13:1; red at R05:3 R05:2");
    TELLS("step 1,14 R05 4", "step 1,14 R05 4; gang yellow; man 4; meets red 3 2");
    TELLS("reinforce 1,13 1", "reinforce 1,13 1; gang yellow");
    TELLS("fight", "fight; gang yellow");
    TELLS("pair 4 3", "pair 4 3; gang yellow");
    TELLS("throw 6 4", "throw 6 4; gang yellow; duel yellow 4 red 3; dead red; won yellow 4 40000");
    TELLS("pair 1 2", "pair 1 2; gang red"); /* the defender's right */
    TELLS("throw 3 5", "throw 3 5; gang yellow; duel yellow 1 red 2; dead yellow; won red 3 10000");
    TELLS("throw 6 4", "throw 6 4; gang yellow; duel yellow 4 red 3; dead red; won yellow 4 40000; "
                       "took R05 from red");
}

/* -- Goals and money --------------------------------------------------------------------------- */

TEST(ch_13_a_goal_is_held_and_lost)
{
    TABLE(4, "");
    AT("stage step; points 2; yellow at 1,3:1 3,15:1 owns YC GC; red at 1,1:1");
    TELLS("step 3,15 RC", "step 3,15 RC; took RC from red; holds 0 goal_casinos");
    AT("stage step; turn 1; points 2; events 4; holds 0 goal_casinos 3; red at 3,15:1; yellow at "
       "1,3:1 owns YC GC RC");
    TELLS("step 3,15 RC", "step 3,15 RC; took RC from yellow; lost 0 goal_casinos");
}

#define LAST_STEP "round 6; turn 3; points 1; "

TEST(ch_12_3_the_bank_pays)
{
    TABLE(4, "");
    AT("stage step; " LAST_STEP "blue at 18,5:1; red owns Y02");
    char words[200];
    snprintf(words, sizeof words, "step 18,5 18,6; paid A yellow %d red %d green %d blue %d",
             payout(YELLOW), payout(RED), payout(GREEN), payout(BLUE));
    CHECK(payout(YELLOW) < payout(GREEN) && payout(RED) > payout(GREEN));
    TELLS("step 18,5 18,6", words);
}

TEST(ch_13_2_and_once_more_at_the_end)
{
    TABLE(4, "");
    AT("stage step; phase D; " LAST_STEP "green at 18,5:1");
    char words[200];
    snprintf(words, sizeof words, "step 18,5 18,6; paid D blue %d yellow %d red %d green %d",
             payout(BLUE), payout(YELLOW), payout(RED), payout(GREEN));
    TELLS("step 18,5 18,6", words);
    CHECK(spk_is_over(&box, &now));
}

TEST(ch_12_2_no_pay_when_a_goal_is_held)
{
    TABLE(4, "");
    AT("stage step; events 4; holds 0 goal_casinos 3; " LAST_STEP
       "blue at 18,5:1; yellow owns YC GC RC");
    TELLS("step 18,5 18,6", "step 18,5 18,6");
    CHECK(spk_is_over(&box, &now));
}

/* -- Whole games ------------------------------------------------------------------------------- */

/* What a listener knows who only heard. */
typedef struct heard {
    int cash[CHICAGO_GANGS], dead[CHICAGO_GANGS], houses[CHICAGO_GANGS];
    bool holds[CHICAGO_GANGS][CHICAGO_GOAL_COUNT];
    int n_duels, n_houses, n_pays;
} heard;

static int named(const char *const *names, int n, const char *name)
{
    int i = 0;
    while (i < n && !spk_str_eq(names[i], name))
        i++;
    CHECK(i < n);
    return i;
}

/* One part of what was told: "won yellow 3 40000". */
static void hear_part(heard *h, int gang, const char *part)
{
    char word[12][16];
    int n = 0;
    spk_words words = spk_words_of(part);
    while (n < 12 && spk_words_next(&words, word[n], sizeof word[n]))
        n++;
    if (spk_str_eq(word[0], "dead"))
        h->dead[gang_named(word[1])]++, h->n_duels++;
    if (spk_str_eq(word[0], "won"))
        h->cash[gang_named(word[1])] += atoi(word[3]);
    if (spk_str_eq(word[0], "took"))
        h->houses[gang]++, h->n_houses++;
    if (spk_str_eq(word[0], "took") && n > 2)
        h->houses[gang_named(word[3])]--;
    if (spk_str_eq(word[0], "holds") || spk_str_eq(word[0], "lost"))
        h->holds[atoi(word[1])][named(chicago_goal_names, CHICAGO_GOAL_COUNT, word[2])] =
            word[0][0] == 'h';
    for (int i = 2; spk_str_eq(word[0], "paid") && i < n; i += 2, h->n_pays++)
        h->cash[gang_named(word[i])] += atoi(word[i + 1]);
}

static void hear(heard *h, int gang, const char *told)
{
    char part[200];
    for (const char *at = strstr(told, "; "); at; at = strstr(at, "; ")) {
        at += 2;
        snprintf(part, sizeof part, "%.*s", (int)strcspn(at, ";"), at);
        hear_part(h, gang, part);
    }
}

static void compare(const heard *h)
{
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        const chicago_gang *g = &here->gang[gang];
        CHECK_INT(h->cash[gang], 1000 * g->cash_k);
        CHECK_INT(h->dead[gang], g->dead);
        CHECK_INT(h->houses[gang], chicago_count(g->owned, g->owned));
        for (int goal = 0; goal < CHICAGO_GOAL_COUNT; goal++)
            CHECK(h->holds[gang][goal] == (here->since[gang][goal] != 0));
    }
}

/* What a move costs is said by its own words. */
static int cost_of(spk_move move)
{
    int a = chicago_move_a(move), b = chicago_move_b(move), c = chicago_move_c(move);
    if (chicago_move_op(move) == CHICAGO_OP_HIRE)
        return 10000 * a + 25000 * b + 40000 * c;
    return chicago_move_op(move) == CHICAGO_OP_ENTER && a == CHICAGO_WAY_BUY
               ? 1000 * chicago_price_k[c]
               : 0;
}

static void begin(heard *h)
{
    *h = (heard){0};
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        h->cash[gang] = 1000 * here->gang[gang].cash_k;
        h->houses[gang] = chicago_count(here->gang[gang].owned, here->gang[gang].owned);
    }
}

static void follow(uint64_t seed, int n_seats, const char *options)
{
    heard h;
    spk_rng rng;
    spk_rng_init(&rng, seed, 0);
    TABLE(n_seats, options);
    begin(&h);
    while (!spk_is_over(&box, &now)) {
        spk_buf told = {0};
        spk_move move = hunting_move(&rng);
        int gang = chicago_on_turn(city(), here);
        CHECK(hears_event(&box, &now, actor(), move, SPK_SEAT_ONLOOKER, &told));
        CHECK(strlen(spk_buf_text(&told)) < SPK_TOLD_TEXT / 2);
        box.game->apply(&box, &now, actor(), move);
        h.cash[gang] -= cost_of(move);
        hear(&h, gang, spk_buf_text(&told));
        compare(&h);
        spk_buf_release(&told);
    }
    CHECK(h.n_duels > 0 && h.n_houses > 10);
}

TEST(whole_games_are_told_as_they_are)
{
    for (uint64_t seed = 0; seed < 8; seed++) {
        for (int n = 2; n <= 4; n++)
            follow(seed, n, "");
        follow(seed, 2, "variant_stacking=on pairing=adjacent survivor_prize=off");
        follow(seed, 4, "variant_stacking=on fours_scope=gang variant_casino_presence=on");
    }
}

TEST_MAIN()
