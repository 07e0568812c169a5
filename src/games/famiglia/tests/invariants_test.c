/* invariants_test.c: the README's invariants, counted on the plain table (the
 * printed position read back into arrays) after every step of random games; saved positions that
 * break one; and every text a stranger could send, judged once by the game and once by the README's
 * conditions written down here a second time, over plain arrays. */
#include "games/famiglia/tests/test_table.h"

enum { N_GAMES = 60 };

/* Play N_GAMES random games and look at every step: the table before it, the move, and after it. */
typedef void look(const plain *before, const plain *after);

static void each_step(const char *option, look *visit)
{
    spk_rng rng;
    for (uint64_t game = 0; game < N_GAMES; game++) {
        new_game(option);
        spk_rng_init(&rng, 2010, game);
        plain before = plain_now();
        while (!is_over()) {
            step(&rng);
            plain after = plain_now();
            visit(&before, &after);
            before = after;
        }
    }
}

static bool is_decision(const plain *p) { return !plain_is(p, "start") && !plain_is(p, "draw"); }
static bool turn_ended(const plain *a, const plain *b) { return a->turns != b->turns; }
static int n_owned(const plain *p, int seat) { return sum(p->hand[seat]) + sum(p->display[seat]); }

static int copies_of(const plain *p, int t)
{
    int n = p->hand[0][t] + p->hand[1][t] + p->display[0][t] + p->display[1][t] + p->street[0][t] +
            p->street[1][t] + p->pile[t] + p->discard[t];
    for (int i = 0; i < p->n_under; i++)
        n += p->under[i] == t;
    return n;
}

/* -- The laws ---------------------------------------------------------------------------------- */

static void look_i1(const plain *a, const plain *b)
{
    (void)a;
    int all = 0;
    for (int t = 0; t < TYPES; t++) {
        CHECK_INT(copies_of(b, t), 5 - t % 5);
        all += copies_of(b, t);
    }
    CHECK_INT(all, 60);
}

TEST(fa_i1_sixty_cards) { each_step(NULL, look_i1); }

static void look_i2(const plain *a, const plain *b)
{
    (void)a;
    CHECK_INT(plain_street_size(b) + plain_pile(b) + sum(b->discard) + b->recruited[0] +
                  b->recruited[1],
              52);
}

TEST(fa_i2_street_piles_and_recruitments_make_52) { each_step(NULL, look_i2); }

static const int points_of[TYPES] = {1, 3, 6, 10, 15, 0, 1, 3, 6, 10,
                                     0, 1, 3, 6,  10, 0, 1, 3, 6, 10};

static int points(const int counts[TYPES])
{
    int n = 0;
    for (int t = 0; t < TYPES; t++)
        n += points_of[t] * counts[t];
    return n;
}

static int score_of(const plain *p, int seat)
{
    return points(p->hand[seat]) + points(p->display[seat]);
}

static void look_i3(const plain *a, const plain *b)
{
    for (int seat = 0; seat < 2; seat++) {
        CHECK_INT(n_owned(b, seat), 4 + b->recruited[seat]);
        for (int t = 0; t < TYPES; t++)
            CHECK(b->hand[seat][t] + b->display[seat][t] >= a->hand[seat][t] + a->display[seat][t]);
        CHECK(score_of(b, seat) >= score_of(a, seat));
    }
}

TEST(fa_i3_owned_cards_stay) { each_step(NULL, look_i3); }

static void look_i4(const plain *a, const plain *b)
{
    (void)a;
    for (int seat = 0; seat < 2; seat++)
        for (int t = 0; t < TYPES; t += 5)
            CHECK(b->hand[seat][t] + b->display[seat][t] >= 1);
}

TEST(fa_i4_starter_cards_stay) { each_step(NULL, look_i4); }

static void look_i5(const plain *a, const plain *b)
{
    (void)a;
    CHECK_INT(sum_zeros(b->discard), 0);
    CHECK(sum(b->discard) <= 30);
    CHECK(!b->second_pass || sum(b->discard) == 0);
}

TEST(fa_i5_the_discard_pile) { each_step(NULL, look_i5); }

static void look_i6(const plain *a, const plain *b)
{
    (void)a;
    if (b->second_pass)
        CHECK_INT(sum_zeros(b->pile), 0);
    for (int i = 0; i < b->n_under; i++)
        CHECK(b->second_pass && b->under[i] % 5 != 0);
}

TEST(fa_i6_no_zero_in_the_second_pile) { each_step(NULL, look_i6); }

static void look_i7(const plain *a, const plain *b)
{
    CHECK(b->second_pass >= a->second_pass);
    if (is_decision(b))
        CHECK(plain_pile(b) > 0 || b->second_pass);
    if (plain_end(a))
        CHECK(plain_end(b));
}

TEST(fa_i7_the_pile_is_empty_only_at_the_end) { each_step(NULL, look_i7); }

static void look_i8(const plain *a, const plain *b)
{
    (void)a;
    if (is_decision(b) && !plain_is(b, "over") && plain_street_size(b) == 0)
        CHECK_INT(plain_pile(b), 0);
}

TEST(fa_i8_an_empty_street_means_an_empty_pile) { each_step(NULL, look_i8); }

static void look_i9(const plain *a, const plain *b)
{
    if (turn_ended(a, b)) {
        CHECK_INT(sum(b->street[1]), 0);
        CHECK_INT(b->lowered_by + b->brute + b->accountant + b->refreshed, 0);
    }
}

TEST(fa_i9_no_marks_at_the_start_of_a_turn) { each_step(NULL, look_i9); }

static void look_i10(const plain *a, const plain *b)
{
    (void)a;
    CHECK_INT(b->lowered_by > 0, b->brute > 0);
    CHECK(b->lowered_by <= b->brute && b->lowered_by <= b->lowered % 5);
}

TEST(fa_i10_one_reduction_within_bounds) { each_step(NULL, look_i10); }

static bool refresh_of(const plain *a, const plain *b)
{
    return plain_is(a, "refresh") && a->active == b->active && a->turns == b->turns &&
           (plain_is(b, "draw") || sum(b->street[1]) != sum(a->street[1]) || b->n_under);
}

static void look_i11(const plain *a, const plain *b)
{
    bool drew = plain_is(a, "draw") && a->due_new;
    if (!turn_ended(a, b) && is_decision(b) && (drew || sum(a->street[1])))
        CHECK(sum(b->street[1]) > 0);
}

TEST(fa_i11_a_new_card_after_a_refresh) { each_step(NULL, look_i11); }

/* The turn's first refresh step by step: what was there when it began. */
static plain at_refresh;

static void look_i12(const plain *a, const plain *b)
{
    if (refresh_of(a, b) && !turn_ended(a, b))
        at_refresh = *a;
    if (!(plain_is(a, "draw") && a->due_new && !plain_is(b, "draw")))
        return;
    int drawn = plain_street_size(b) - plain_street_size(&at_refresh) + 1;
    int pile = plain_pile(&at_refresh);
    if (!b->second_pass) {
        CHECK_INT(pile - plain_pile(b), drawn);
        CHECK(drawn >= 1 && drawn <= 4);
        int more = sum(b->discard) - sum(at_refresh.discard), rank = 0;
        for (int t = 0; t < TYPES; t++)
            rank += (t % 5) * (b->discard[t] - at_refresh.discard[t]);
        CHECK_INT(more, 1);
        CHECK_INT(drawn, rank);
    } else if (at_refresh.second_pass) {
        CHECK_INT(plain_pile(b), pile + 1 - drawn);
        CHECK(drawn >= 1 && drawn <= 4);
    }
}

TEST(fa_i12_cards_moved_by_a_refresh) { each_step(NULL, look_i12); }

static plain at_turn;

static void look_i13(const plain *a, const plain *b)
{
    if (a->turns == 0 && plain_is(a, "draw") && is_decision(b))
        at_turn = *b;
    if (!turn_ended(a, b))
        return;
    int seat = a->active;
    int played = (a->accountant > 0) + (a->brute > 0);
    int hand = sum(b->hand[seat]) - sum(at_turn.hand[seat]);
    int display = sum(b->display[seat]) - sum(at_turn.display[seat]);
    bool recruited = b->recruited[seat] > at_turn.recruited[seat];
    CHECK_INT(hand + display, recruited);
    CHECK(display == played || (recruited && display == played + 1));
    CHECK_INT(sum(b->hand[1 - seat]), sum(at_turn.hand[1 - seat]));
    at_turn = *b;
}

TEST(fa_i13_hand_and_display_over_a_turn) { each_step(NULL, look_i13); }

static int n_brutes, n_accountants, n_refreshes;

static void look_i14(const plain *a, const plain *b)
{
    n_accountants += !a->accountant && b->accountant;
    n_brutes += !a->brute && b->brute;
    n_refreshes += a->refreshed < b->refreshed;
    CHECK(n_accountants <= 1 && n_brutes <= 1 && n_refreshes <= 1);
    CHECK(b->recruited[0] + b->recruited[1] - a->recruited[0] - a->recruited[1] <=
          turn_ended(a, b));
    if (turn_ended(a, b))
        n_accountants = n_brutes = n_refreshes = 0;
}

TEST(fa_i14_everything_once_a_turn) { each_step(NULL, look_i14); }

static void look_i15(const plain *a, const plain *b)
{
    (void)a;
    int middle = points(b->street[0]) + points(b->street[1]) + points(b->pile) + points(b->discard);
    for (int i = 0; i < b->n_under; i++)
        middle += points_of[b->under[i]];
    CHECK_INT(score_of(b, 0) + score_of(b, 1) + middle, 175);
    CHECK_SCORE(score_of(b, 0), score_of(b, 1));
    CHECK(score_of(b, 0) <= 174 && score_of(b, 1) <= 174);
}

TEST(fa_i15_all_points_make_175) { each_step(NULL, look_i15); }

static int n_double, n_end;

static void look_i16(const plain *a, const plain *b)
{
    (void)a;
    if (!plain_is(b, "over"))
        return;
    CHECK_INT(b->double_pass, !plain_end(b));
    CHECK(b->double_pass || b->turns % 2 == 0);
    CHECK_STR(result().reason, b->double_pass ? "double_pass" : "end_trigger");
    n_double += b->double_pass;
    n_end += !b->double_pass;
}

TEST(fa_i16_equal_turns_at_the_end)
{
    each_step(NULL, look_i16);
    CHECK(n_double > 0 && n_end > 0); /* both ends were seen */
}

static void look_i17(const plain *a, const plain *b)
{
    (void)a;
    CHECK(b->turns <= 2 * (b->recruited[0] + b->recruited[1]) + 3);
    CHECK(b->turns <= 107 && sum(b->discard) <= 30);
}

TEST(fa_i17_at_most_107_turns) { each_step(NULL, look_i17); }

static void look_i18(const plain *a, const plain *b)
{
    bool drawing = plain_is(a, "draw") && a->due_new;
    bool refreshing = plain_is(a, "refresh"); /* known cards from under the pile */
    for (int t = 0; t < TYPES; t++)
        if (!drawing && !refreshing)
            CHECK(b->street[1][t] <= a->street[1][t]);
}

TEST(fa_i18_only_a_refresh_makes_new_cards) { each_step(NULL, look_i18); }

static void look_i19(const plain *a, const plain *b)
{
    spk_move moves[SPK_MAX_MOVES];
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    (void)a;
    if (plain_is(b, "over"))
        CHECK_INT(box.game->actors(&box, &now), 0);
    else if (actor() == SPK_SEAT_CHANCE)
        CHECK(box.game->chance(&box, &now, outcomes) > 0);
    else
        CHECK(legal_moves(moves) > 0);
}

TEST(fa_i19_a_move_until_the_end)
{
    each_step(NULL, look_i19);
    REFUSED_TO(0, "pass", "FA-10");
}

TEST(fa_i20_replaying_gives_the_same_position)
{
    static char texts[3000][SPK_MOVE_TEXT];
    spk_rng rng;
    new_game(NULL);
    spk_rng_init(&rng, 20, 0);
    int n = 0;
    for (; !is_over(); n++) {
        spk_move move = 0;
        if (actor() == SPK_SEAT_CHANCE) {
            spk_outcome outcomes[SPK_MAX_OUTCOMES];
            move = spk_outcome_draw(outcomes, box.game->chance(&box, &now, outcomes), &rng);
        } else {
            spk_move moves[SPK_MAX_MOVES];
            move = moves[spk_rng_below(&rng, (uint32_t)legal_moves(moves))];
        }
        spk_move_text(&box, move, texts[n]);
        CHECK_INT(spk_apply(&box, &now, actor(), move, &why), SPK_OK);
    }
    spk_state end = now;
    new_game(NULL);
    for (int i = 0; i < n; i++)
        PLAY(texts[i]);
    assert_memory_equal(&end, &now, box.game->state_size);
}

/* -- Every step is sound, and its text goes round ---------------------------------------------- */

static void look_sound(const plain *a, const plain *b)
{
    (void)a, (void)b;
    text_and_back();
}

TEST(every_step_is_sound_under_every_option)
{
    static const char *const options[] = {"start_player=seat_2",
                                          "end_on_refill_after_second=end_now",
                                          "joker_only_if_needed=on", "tie_break=descending"};
    new_game(NULL);
    CHECK(!box.game->unsound(&box, &now));
    each_step(NULL, look_sound);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        each_step(options[i], look_sound);
}

/* Absent players: the safe default is legal, and a game of nothing else ends at once. */
TEST(the_safe_default_ends_the_game)
{
    spk_rng rng;
    spk_rng_init(&rng, 3, 3);
    new_game(NULL);
    while (actor() == SPK_SEAT_CHANCE)
        step(&rng);
    for (int i = 0; !is_over() && i < 20; i++)
        CHECK_INT(spk_apply(&box, &now, actor(), box.game->safe(&box, &now, actor()), &why),
                  SPK_OK);
    CHECK_OVER("double_pass");
    AT("phase exchange; hand0 A2 F0 F1 M1; display0 B0 B1; street F4 F3");
    PLAY("play_accountant A2");
    for (int i = 0; i < 2; i++)
        CHECK_INT(spk_apply(&box, &now, 0, box.game->safe(&box, &now, 0), &why), SPK_OK);
    HOLDS("hand0 F0 F1 B0 M1; phase exchange_give"); /* the lowest card, then stop */
}

/* -- Saved positions that cannot be ------------------------------------------------------------ */

#define DEALT                                                                                      \
    "hand0 F0 A0 B0 M0; hand1 F0 A0 B0 M0; street F1 F2 A1 A2 B1 M1; "                             \
    "pile F0 F0 F0 F1 F1 F1 F2 F2 F3 F3 F4 A0 A0 A0 A1 A1 A1 A2 A2 A3 A3 A4 "                      \
    "B0 B0 B0 B1 B1 B1 B2 B2 B2 B3 B3 B4 M0 M0 M0 M1 M1 M1 M2 M2 M2 M3 M3 M4"

static void cannot_be(const char *position, const char *law, const char *file, int line)
{
    new_game(NULL);
    check_impossible(position, law, file, line);
}

#define CANNOT_BE(position, law) cannot_be(position, law, __FILE__, __LINE__)

TEST(saved_position_as_dealt_is_sound)
{
    new_game(NULL);
    CHECK_INT(spk_state_read(&box, "phase refresh; " DEALT, &now, &why), SPK_OK);
    PLAY("refresh F2", "draw F4", "draw A4");
}

TEST(saved_positions_that_break_a_law)
{
    CANNOT_BE("phase refresh", "FA-I1");
    CANNOT_BE("phase refresh; turns 255; " DEALT, "FA-I1");
    CANNOT_BE("phase refresh; active 2; " DEALT, "FA-I1");
    CANNOT_BE("phase refresh; recruited0 1; " DEALT, "FA-I2");
    CANNOT_BE("phase refresh; turns 1; active 1; passed 0; " DEALT, "FA-I17");
    CANNOT_BE("phase refresh; turns 2; passed 1; " DEALT, "FA-I17");
    CANNOT_BE("phase refresh; passed 1; " DEALT, "FA-I17");
    CANNOT_BE("phase refresh; active 1; " DEALT, "FA-I16");
    CANNOT_BE("phase over; " DEALT, "FA-I16");
    CANNOT_BE("phase over; double_pass 1; turns 2; " DEALT, "FA-I16");
    CANNOT_BE("phase refresh; due 1; " DEALT, "FA-I");
    CANNOT_BE("phase draw; " DEALT, "FA-I7");
    CANNOT_BE("phase start; " DEALT, "FA-I7");
    CANNOT_BE("phase refresh; brute 1; " DEALT, "FA-I10");
    CANNOT_BE("phase recruit; brute 1; " DEALT, "FA-I14");
    CANNOT_BE("phase recruit; accountant 1; " DEALT, "FA-I14");
    CANNOT_BE("phase refresh; refreshed 1; " DEALT, "FA-I11");
    CANNOT_BE("phase refresh; taken F0; " DEALT, "FA-I14");
    CANNOT_BE("phase refresh; floor 3; " DEALT, "FA-I14");
    CANNOT_BE("phase exchange; " DEALT, "FA-I19");
    CANNOT_BE("phase intimidate; " DEALT, "FA-I19");
    CANNOT_BE("phase exchange_take; " DEALT, "FA-I14");
    CANNOT_BE("phase exchange_give; " DEALT, "FA-I14");
    CANNOT_BE("phase refresh; second_pass 1; " DEALT, "FA-I6");
}

/* The same cards, other places. */
TEST(saved_positions_with_misplaced_cards)
{
    CANNOT_BE(
        "phase refresh; hand0 F0 A0 B0 M0; hand1 F0 A0 B0; display1 F0; "
        "street F1 F2 A1 A2 B1 M1; pile M0 F0 F0 F1 F1 F1 F2 F2 F3 F3 F4 A0 A0 A0 A1 A1 A1 A2 "
        "A2 A3 A3 A4 B0 B0 B0 B1 B1 B1 B2 B2 B2 B3 B3 B4 M0 M0 M0 M1 M1 M1 M2 M2 M2 M3 M3 M4",
        "FA-I4");
    CANNOT_BE(
        "phase refresh; hand0 F0 A0 B0 M0 F0; hand1 F0 A0 B0 M0; "
        "street F1 F2 A1 A2 B1 M1; pile F0 F0 F1 F1 F1 F2 F2 F3 F3 F4 A0 A0 A0 A1 A1 A1 A2 "
        "A2 A3 A3 A4 B0 B0 B0 B1 B1 B1 B2 B2 B2 B3 B3 B4 M0 M0 M0 M1 M1 M1 M2 M2 M2 M3 M3 M4; "
        "recruited1 1; turns 2; passed 1",
        "FA-I3");
    CANNOT_BE(
        "phase refresh; hand0 F0 A0 B0 M0; hand1 F0 A0 B0 M0; "
        "street F1 F2 A1 A2 B1; discard M1; pile F0 F0 F0 F1 F1 F1 F2 F2 F3 F3 F4 A0 A0 A0 A1 "
        "A1 A1 A2 A2 A3 A3 A4 B0 B0 B0 B1 B1 B1 B2 B2 B2 B3 B3 B4 M0 M0 M0 M1 M1 M1 M2 M2 M2 "
        "M3 M3 M4",
        "FA-I12"); /* a discard for which nothing was drawn */
    CANNOT_BE(
        "phase recruit; hand0 F0 A0 B0 M0; hand1 F0 A0 B0 M0; "
        "street F1 F2 A1 A2 B1; discard M0; pile F0 F0 F0 F1 F1 F1 F2 F2 F3 F3 F4 A0 A0 A0 A1 "
        "A1 A1 A2 A2 A3 A3 A4 B0 B0 B0 B1 B1 B1 B2 B2 B2 B3 B3 B4 M0 M0 M1 M1 M1 M1 M2 M2 M2 "
        "M3 M3 M4",
        "FA-I5");
    CANNOT_BE("phase refresh; hand0 F0 A0 B0 M0; hand1 F0 A0 B0 M0; "
              "street F1 F2 A1 A2 B1; under M1; pile F0 F0 F0 F1 F1 F1 F2 F2 F3 F3 F4 A0 A0 A0 A1 "
              "A1 A1 A2 A2 A3 A3 A4 B0 B0 B0 B1 B1 B1 B2 B2 B2 B3 B3 B4 M0 M0 M0 M1 M1 M1 M2 M2 M2 "
              "M3 M3 M4",
              "FA-I7");
    CANNOT_BE(
        "phase refresh; hand0 F0 A0 B0 M0; hand1 F0 A0 B0 M0; "
        "street F0 F2 A1 A2 B1 M1; pile F0 F0 F1 F1 F1 F1 F2 F2 F3 F3 F4 A0 A0 A0 A1 A1 A1 A2 "
        "A2 A3 A3 A4 B0 B0 B0 B1 B1 B1 B2 B2 B2 B3 B3 B4 M0 M0 M0 M1 M1 M1 M2 M2 M2 M3 M3 M4",
        "FA-I19"); /* action 1 with a 0 in the street */
}

TEST(saved_positions_that_do_not_parse)
{
    static const char *const texts[] = {"",
                                        ";",
                                        "phase",
                                        "phase refresh;",
                                        "phase nonsense",
                                        "phase refresh refresh",
                                        "turns",
                                        "turns x",
                                        "turns 256",
                                        "turns -1",
                                        "turns 1 2",
                                        "hand0 F5",
                                        "hand0 F0*",
                                        "hand0 F4 F4",
                                        "hand0 - F0",
                                        "street F1-1 F2-1",
                                        "street F1-2",
                                        "colour red",
                                        "hand0 F0; hand0 A0",
                                        "under F0x"};
    new_game(NULL);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_unreadable(texts[i]);
}

/* -- All texts there are, against the README's conditions once more ---------------------------- */

/* What a text asks for, taken apart; -1: nothing is exhausted. */
typedef struct request {
    const char *verb;
    int card, is_new, amount, other;
} request;

static int hand_total_without(const plain *p, const int *hand, const int *barred)
{
    int n = 0;
    (void)p;
    for (int t = 0; t < TYPES; t++)
        n += barred[t] ? 0 : hand[t];
    return n;
}

static bool may_refresh(const plain *p, const request *r)
{
    if (!plain_is(p, "refresh") || sum_zeros(p->street[0]) + sum_zeros(p->street[1]) > 0)
        return false;
    return plain_pile(p) > 0 && (!p->second_pass || p->refreshed == 0) &&
           p->street[r->is_new][r->card] > 0;
}

static bool may_play_accountant(const plain *p, const request *r)
{
    const int *hand = p->hand[p->active], *display = p->display[p->active];
    if (!plain_is(p, "exchange") || r->card / 5 != 1 || r->card % 5 == 0 || !hand[r->card])
        return false;
    for (int take = 0; take < TYPES; take++)
        for (int give = 0; give < TYPES; give++)
            if (take != give && display[take] > 0 && hand[give] - (give == r->card) > 0)
                return true;
    return false;
}

static bool may_take(const plain *p, const request *r)
{
    int played = 5 + p->accountant, n_taken = sum(p->taken), before[TYPES], barred[TYPES];
    if (!plain_is(p, "exchange_take") || n_taken + 1 > p->accountant)
        return false;
    if (p->display[p->active][r->card] - (r->card == played) < 1)
        return false;
    for (int t = 0; t < TYPES; t++) {
        before[t] = p->hand[p->active][t] - p->taken[t];
        barred[t] = p->taken[t] > 0 || t == r->card;
        if (p->taken[t] > 0 && t > r->card)
            return false;
    }
    return hand_total_without(p, before, barred) >= n_taken + 1;
}

static bool may_give(const plain *p, const request *r)
{
    int n_left = 0;
    if (!plain_is(p, "exchange_give") || p->taken[r->card] || !p->hand[p->active][r->card])
        return false;
    for (int t = r->card; t < TYPES; t++)
        n_left += p->taken[t] ? 0 : p->hand[p->active][t];
    bool in_order = p->to_give == sum(p->taken) || r->card >= p->floor;
    return in_order && n_left >= p->to_give;
}

static bool may_play_brute(const plain *p, const request *r)
{
    if (!plain_is(p, "intimidate") || r->other / 5 != 2 || r->other % 5 == 0)
        return false;
    return p->hand[p->active][r->other] > 0 && p->street[r->is_new][r->card] > 0 &&
           r->card % 5 >= 1 && r->amount >= 1 && r->amount <= r->other % 5 &&
           r->amount <= r->card % 5;
}

static bool in_street_so(const plain *p, const request *r)
{
    bool lowered = p->lowered_by && p->lowered == r->card && p->lowered_new == r->is_new;
    int n = p->street[r->is_new][r->card];
    return r->amount == 0 ? n - lowered > 0 : lowered && p->lowered_by == r->amount;
}

static bool may_recruit(const plain *p, const request *r, bool joker_only_if_needed)
{
    const int *hand = p->hand[p->active];
    int e = r->card % 5 - r->amount;
    if (!plain_is(p, "recruit") || !in_street_so(p, r) || (sum(p->street[1]) > 0 && !r->is_new))
        return false;
    if (e == 0)
        return r->other < 0;
    if (r->other < 0)
        return false;
    int natural = r->card / 5 * 5 + e - 1;
    if (r->other == natural) {
        bool joker = false;
        for (int n = e; n <= 4; n++)
            joker |= hand[15 + n] > 0;
        return hand[natural] >= 2 || (hand[natural] == 1 && joker);
    }
    bool fits = r->other / 5 == 3 && r->other % 5 >= e && hand[r->other] > 0;
    return fits && (joker_only_if_needed ? hand[natural] == 1 : hand[natural] >= 1);
}

static bool may(const plain *p, const request *r, bool joker_only_if_needed)
{
    if (spk_str_eq(r->verb, "refresh"))
        return may_refresh(p, r);
    if (spk_str_eq(r->verb, "end_refresh"))
        return plain_is(p, "refresh");
    if (spk_str_eq(r->verb, "play_accountant"))
        return may_play_accountant(p, r);
    if (spk_str_eq(r->verb, "skip_exchange"))
        return plain_is(p, "exchange");
    if (spk_str_eq(r->verb, "take"))
        return may_take(p, r);
    if (spk_str_eq(r->verb, "stop"))
        return plain_is(p, "exchange_take") && sum(p->taken) > 0;
    if (spk_str_eq(r->verb, "give"))
        return may_give(p, r);
    if (spk_str_eq(r->verb, "play_brute"))
        return may_play_brute(p, r);
    if (spk_str_eq(r->verb, "skip_intimidate"))
        return plain_is(p, "intimidate");
    if (spk_str_eq(r->verb, "recruit"))
        return may_recruit(p, r, joker_only_if_needed);
    return spk_str_eq(r->verb, "pass") && plain_is(p, "recruit"); /* no draw, no start */
}

/* The whole grammar, built from words. */
static struct {
    request is;
    char text[40];
} all[12000];
static int n_all;

static const char *card_name(int t)
{
    static const char names[TYPES][3] = {"F0", "F1", "F2", "F3", "F4", "A0", "A1",
                                         "A2", "A3", "A4", "B0", "B1", "B2", "B3",
                                         "B4", "M0", "M1", "M2", "M3", "M4"};
    return names[t];
}

__attribute__((format(printf, 2, 3))) static void add(request is, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    CHECK(n_all < (int)(sizeof all / sizeof *all));
    vsnprintf(all[n_all].text, sizeof all->text, format, args);
    all[n_all++].is = is;
    va_end(args);
}

static void add_recruits(int t, int is_new)
{
    for (int amount = 0; amount <= t % 5; amount++)
        for (int other = -1; other < TYPES; other++) {
            char lowered[4] = "";
            if (amount)
                snprintf(lowered, sizeof lowered, "-%d", amount);
            add((request){"recruit", t, is_new, amount, other}, "recruit %s%s%s%s%s", card_name(t),
                is_new ? "*" : "", lowered, other < 0 ? "" : " exhaust ",
                other < 0 ? "" : card_name(other));
        }
}

static void add_street_requests(int t, int is_new)
{
    const char *mark = is_new ? "*" : "";
    add((request){"refresh", t, is_new, 0, 0}, "refresh %s%s", card_name(t), mark);
    for (int brute = 0; brute < TYPES; brute++)
        for (int amount = 0; amount <= 7; amount++)
            add((request){"play_brute", t, is_new, amount, brute}, "play_brute %s %s%s %d",
                card_name(brute), card_name(t), mark, amount);
    add_recruits(t, is_new);
}

static void build_grammar(void)
{
    static const char *const plain_verbs[] = {
        "end_refresh", "skip_exchange", "stop", "skip_intimidate", "pass", "start 0", "start 1"};
    static const char *const card_verbs[] = {"play_accountant", "take", "give", "draw"};
    n_all = 0;
    for (size_t i = 0; i < sizeof plain_verbs / sizeof *plain_verbs; i++)
        add((request){.verb = plain_verbs[i]}, "%s", plain_verbs[i]);
    for (int t = 0; t < TYPES; t++) {
        for (int i = 0; i < 4; i++)
            add((request){.verb = card_verbs[i], .card = t}, "%s %s", card_verbs[i], card_name(t));
        add_street_requests(t, 0);
        add_street_requests(t, 1);
    }
}

/* Every text, at the position that lies there; returns how many are legal. */
static int compare_all(bool joker_only_if_needed)
{
    plain p = plain_now();
    int n_legal = 0;
    for (int i = 0; i < n_all; i++) {
        bool want = may(&p, &all[i].is, joker_only_if_needed), got = is_legal(all[i].text);
        if (want != got) {
            char room[2000];
            spk_buf out = SPK_BUF_OVER(room);
            spk_buf_clear(&out);
            box.game->print_state(&box, &now, &out);
            print_error("'%s' is %s at\n%s\n", all[i].text, got ? "legal" : "refused", room);
            fail();
        }
        n_legal += got;
    }
    return n_legal;
}

static void compare_games(const char *option, uint64_t seed, int n_games)
{
    spk_move moves[SPK_MAX_MOVES];
    bool joker_only = option && spk_str_eq(option, "joker_only_if_needed=on");
    int n_compared = 0;
    spk_rng rng, pick;
    spk_rng_init(&pick, seed, 0);
    for (int game = 1; game <= n_games; game++) {
        new_game(option);
        spk_rng_init(&rng, seed, (uint64_t)game);
        for (; !is_over(); step(&rng))
            if (actor() != SPK_SEAT_CHANCE && spk_rng_below(&pick, 6) == 0) {
                CHECK_INT(compare_all(joker_only), legal_moves(moves)); /* nothing twice either */
                n_compared++;
            }
    }
    CHECK(n_compared > n_games);
}

TEST(every_text_is_judged_as_the_rules_say)
{
    build_grammar();
    compare_games(NULL, 41, 12);
    compare_games("joker_only_if_needed=on", 42, 6);
}

/* Positions that random play seldom reaches: large hands and displays, both marks, a lowered card.
 * The table need not be sound for its list to be right. */
TEST(every_text_is_judged_as_the_rules_say_at_rich_tables)
{
    static const char *const phases[] = {"phase refresh", "phase exchange", "phase intimidate",
                                         "phase recruit", "phase recruit; brute 4"};
    spk_rng rng;
    spk_rng_init(&rng, 43, 0);
    build_grammar();
    for (int i = 0; i < 60; i++) {
        static const char *const zones[] = {"hand0", "display0", "street"};
        char position[600] = "";
        snprintf(position, sizeof position, "%s; pile F1 F2; second_pass %d", phases[i % 5], i & 1);
        for (int zone = 0; zone < 3; zone++) {
            snprintf(position + strlen(position), sizeof position - strlen(position), "; %s",
                     zones[zone]);
            bool lowered = i % 5 != 4 || zone != 2;
            for (int t = 0; t < TYPES; t++) {
                bool fits = t % 5 != 0 || i % 5 != 0 || zone != 2; /* no refresh with a 0 */
                if (!fits || spk_rng_below(&rng, 3) != 0)
                    continue;
                bool mark = zone == 2 && spk_rng_below(&rng, 3) == 0;
                snprintf(position + strlen(position), sizeof position - strlen(position), " %s%s%s",
                         card_name(t), mark ? "*" : "", !lowered && t % 5 == 3 ? "-2" : "");
                lowered |= t % 5 == 3;
            }
        }
        AT(position);
        plain p = plain_now();
        bool empty = plain_street_size(&p) == 0;
        if (!(empty && i % 5 == 0)) /* action 1 is never asked over an empty street */
            compare_all(false);
    }
}

TEST_MAIN()
