/* invariants_test.c: the README's invariants, CG-I1 to CG-I26, looked at after every step of random
 * games at every kind of table. What a fight must come to is computed here once more, from the text
 * of CG-4 to CG-6 and in the plainest way. CG-I23 is in secrets_test.c. */
#include <stdlib.h>

#include "engine/match.h"
#include "games/chicago_gangsters/tests/test_play.h"

enum { GAMES = 12 };

static int seats(void) { return box.n_seats; }

/* -- Cards and decks --------------------------------------------------------------------------- */

static void look_i1(const cg_state *before, step made)
{
    static const int deck[CG_KINDS] = {8, 8, 3, 3, 4, 3, 3, 5, 6, 5};
    (void)before, (void)made;
    for (cg_kind kind = 0; kind < CG_KINDS; kind++) {
        int n = cg_count(s->pile, kind) + cg_count(s->discard, kind);
        for (int seat = 0; seat < seats(); seat++)
            n += cg_count(s->hand[seat], kind) + cg_count(s->laid[seat], kind);
        CHECK_INT(n, deck[kind]);
    }
}

TEST(cg_i1_the_48_means_cards) { watch_games(GAMES, look_i1); }

/* Persons in the deck, on offer or with a player; the rest is out of the game. */
static uint32_t persons_in_game(const cg_state *t)
{
    uint32_t all = t->person_deck;
    if (t->offer != CG_NO_CARD) {
        CHECK(!(all & CG_BIT(t->offer)));
        all |= CG_BIT(t->offer);
    }
    for (int seat = 0; seat < seats(); seat++) {
        CHECK(!(all & t->persons[seat]));
        all |= t->persons[seat];
    }
    return all;
}

static void look_i2(const cg_state *before, step made)
{
    (void)made;
    uint32_t was = persons_in_game(before), is = persons_in_game(s);
    CHECK(!(is & ~was)); /* who is out stays out */
    CHECK_INT(was & ~CG_ALL_PERSONS, 0);
}

TEST(cg_i2_every_person_is_in_one_place) { watch_games(GAMES, look_i2); }

static void look_i3(const cg_state *before, step made)
{
    (void)before, (void)made;
    if (s->phase <= CG_PERSON && s->phase != CG_COALITION)
        return;
    bool in_round = s->phase != CG_COALITION && s->phase != CG_OVER;
    int k = s->rounds + in_round;
    CHECK_INT(__builtin_popcount(s->coalition_deck), 12 - k);
    CHECK_INT(__builtin_popcount(s->district_deck), 13 - k);
    CHECK_INT(__builtin_popcount(s->loot_deck), 12 - k);
    CHECK_INT(__builtin_popcount(s->person_deck), 18 - seats() - k);
}

TEST(cg_i3_one_card_of_each_deck_a_round) { watch_games(GAMES, look_i3); }

static void look_i4(const cg_state *before, step made)
{
    (void)before, (void)made;
    for (int seat = 0; seat < seats(); seat++) {
        CHECK(cg_size(s->hand[seat]) <= 10);
        CHECK(cg_size(s->hand[seat]) + cg_size(s->laid[seat]) <= 10);
    }
}

TEST(cg_i4_ten_cards_at_most) { watch_games(GAMES, look_i4); }

static void look_i5(const cg_state *before, step made)
{
    int sum = 0;
    (void)made;
    for (int seat = 0; seat < seats(); seat++) {
        CHECK(s->alcohol[seat] >= before->alcohol[seat]);
        CHECK(s->godfather_points[seat] >= before->godfather_points[seat]);
        sum += s->alcohol[seat];
    }
    if (s->phase != CG_OVER)
        CHECK(sum <= 36 + 2 * (s->rounds + 1));
}

TEST(cg_i5_alcohol_never_falls) { watch_games(GAMES, look_i5); }

static void look_i6(const cg_state *before, step made)
{
    (void)made;
    if (before->phase != CG_DEAL_MEANS || s->phase != CG_COALITION)
        return;
    for (int seat = 0; seat < seats(); seat++) {
        CHECK_INT(__builtin_popcount(s->persons[seat]), 1);
        int person = __builtin_ctz(s->persons[seat]);
        CHECK(person >= CG_DEALER && person <= CG_PROSECUTOR);
        CHECK_INT(cg_size(s->hand[seat]), 4);
        CHECK_INT(s->alcohol[seat], 0);
    }
}

TEST(cg_i6_the_first_round_begins_alike) { watch_games(GAMES, look_i6); }

/* -- Roles and sides --------------------------------------------------------------------------- */

static void look_i7(const cg_state *before, step made)
{
    int roles[CG_SEATS] = {0};
    (void)before, (void)made;
    for (int role = 0; role < CG_ROLES; role++) {
        bool in_play = role == CG_MR_X ? seats() == 5 : role < seats();
        CHECK_INT(s->holder[role] < seats(), in_play);
        if (in_play)
            roles[s->holder[role]]++;
    }
    for (int seat = 0; seat < seats(); seat++)
        CHECK_INT(roles[seat], 1);
}

TEST(cg_i7_one_role_each) { watch_games(GAMES, look_i7); }

static bool in_fight(const cg_state *t)
{
    return t->phase >= CG_X_LAY && t->phase <= CG_DRAW && t->stage <= CG_LOOT_SHARE;
}

static void look_i8(const cg_state *before, step made)
{
    int seen[CG_SEATS] = {0};
    (void)before, (void)made;
    if (!in_fight(s))
        return;
    for (int i = 0; i < 4; i++)
        if (s->member[i / 2][i % 2] != CG_NOBODY)
            seen[s->member[i / 2][i % 2]]++;
    if (s->ousted != CG_NOBODY)
        seen[s->ousted]++;
    for (int clan = 0; clan < CG_CLANS && clan < seats(); clan++)
        CHECK_INT(seen[s->holder[clan]], 1);
    if (seats() == 5)
        CHECK_INT(seen[s->holder[CG_MR_X]], 0);
}

TEST(cg_i8_the_sides_make_up_all_clans) { watch_games(GAMES, look_i8); }

/* -- The fight, computed once more ------------------------------------------------------------- */

static bool kind_allowed(const cg_state *t, int means)
{
    const cg_config *c = box.config;
    return (c->district[t->district].allowed & cg_means_bits[means]) != 0;
}

static bool has(const cg_state *t, int seat, int person) { return t->persons[seat] >> person & 1; }

/* Default kinds, as 7.5 has them. */
static bool usable(const cg_state *t, int seat, int means)
{
    static const int opens[] = {CG_EXPLOSIVES_EXPERT, CG_DEALER, CG_THIEF};
    return kind_allowed(t, means) || has(t, seat, opens[means]);
}

static int least(int a, int b) { return a < b ? a : b; }

/* CG-4.2 to the letter. */
static int contribution(const cg_state *t, int seat, bool thug, bool lone)
{
    static const int acts[] = {CG_TAXI_DRIVER, CG_CUSTOMS_OFFICER, CG_REPORTER};
    static const int value[] = {2, 4, 1, 2, 3, 4, 5, 1, 3, 5};
    static const int person_value[] = {0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4};
    const cg_config *config = box.config;
    bool persons = config->district[t->district].persons;
    int f = lone ? 2 : 1, c = 0, acting = 0, p = 0;
    for (cg_kind kind = 0; kind < CG_KINDS; kind++)
        if (usable(t, seat, kind < 2 ? CG_WEAPONS : kind < 7 ? CG_BRIBE : CG_BLACKMAIL))
            c += value[kind] * cg_count(t->laid[seat], kind);
    for (int means = 0; means < 3; means++)
        if (!persons && has(t, seat, acts[means]) && usable(t, seat, means))
            acting += 2;
    for (int person = 0; person < CG_PERSON_COUNT; person++)
        if (persons && has(t, seat, person))
            p += person_value[person];
    bool thug_first = box.option[CG_OPT_THUG_LONE_ORDER] == 1;
    int base = box.option[CG_OPT_THUG_DOUBLES_PERSONS] == 1 ? c : c + acting;
    int extra = thug_first ? f * least(base, 10) : least(f * base, 10);
    return f * (c + acting) + (thug && has(t, seat, CG_THUG) ? extra : 0) + f * p;
}

/* The one who stands where clan_d's partner stands; CG_NOBODY unless three play. */
static int lone_seat(const cg_state *t)
{
    const cg_config *c = box.config;
    const cg_coalition *card = &c->coalition[t->coalition];
    for (int i = 0; seats() == 3 && i < 4; i++)
        if (card->member[i / 2][i % 2] == 3)
            return card->member[i / 2][1 - i % 2];
    return CG_NOBODY;
}

static bool on_side(const cg_state *t, int seat, int side)
{
    return t->member[side][0] == seat || t->member[side][1] == seat ||
           (t->holder[CG_MR_X] == seat && t->mr_x_side == side);
}

static bool was_evaluated(const cg_state *before)
{
    return before->stage == CG_DEFENDER_TURN && s->stage == CG_LOOT_SHARE;
}

/* Just evaluated: 'before' holds all that lay there; the last move was at most the thug, or a claim that
 * has ousted somebody. */
static void look_at_fight(const cg_state *before, step made)
{
    if (!was_evaluated(before))
        return;
    bool yes = cg_move_op(made.move) == CG_OP_THUG && cg_move_a(made.move);
    int strength[2] = {0}, lone = lone_seat(before);
    for (int seat = 0; seat < seats(); seat++) {
        bool active = on_side(s, seat, 0) || on_side(s, seat, 1);
        int points = contribution(before, seat, before->thug_used || yes, seat == lone);
        CHECK_INT(s->points[seat], active ? points : 0);
        for (int side = 0; side < 2; side++)
            strength[side] += on_side(s, seat, side) ? points : 0;
    }
    CHECK_INT(s->strength[0], strength[0]);
    CHECK_INT(s->strength[1], strength[1]);
    CHECK_INT(s->winner, strength[0] >= strength[1] ? CG_CHALLENGER : CG_DEFENDER);
}

TEST(cg_i9_only_the_lone_player_is_doubled) { watch_games(3 * GAMES, look_at_fight); }

static void look_i9(const cg_state *before, step made)
{
    (void)before, (void)made;
    if (!in_fight(s) || seats() != 3)
        return;
    int alone = 0;
    const cg_config *c = box.config;
    for (int side = 0; side < 2; side++) {
        const uint8_t *clan = c->coalition[s->coalition].member[side];
        alone += (s->holder[clan[0]] == CG_NOBODY) != (s->holder[clan[1]] == CG_NOBODY);
    }
    CHECK_INT(alone, 1);
    CHECK(s->new_godfather == CG_NOBODY || s->new_godfather != lone_seat(s));
}

TEST(cg_i9_exactly_one_is_alone) { watch_games(GAMES, look_i9); }

static void look_i10(const cg_state *before, step made)
{
    (void)before, (void)made;
    const cg_config *c = box.config;
    for (int seat = 0; seat < seats(); seat++) {
        int down = cg_size(s->laid[seat] - s->shown[seat]);
        bool revealed = s->stage == CG_DEFENDER_TURN && on_side(s, seat, CG_CHALLENGER) &&
                        s->holder[CG_MR_X] != seat;
        if (revealed)
            CHECK_INT(down, s->keeper == seat);
    }
    if (s->keeper == CG_NOBODY)
        return;
    CHECK_INT(s->stage, CG_DEFENDER_TURN);
    CHECK_INT(s->holder[c->coalition[s->coalition].hidden], s->keeper);
    CHECK(on_side(s, s->keeper, CG_CHALLENGER));
}

TEST(cg_i10_one_hidden_card_of_the_right_player) { watch_games(GAMES, look_i10); }

static void look_i11(const cg_state *before, step made)
{
    (void)made;
    if (!was_evaluated(before))
        return;
    CHECK(s->strength[s->winner] >= s->strength[1 - s->winner]);
    if (s->strength[0] == s->strength[1])
        CHECK_INT(s->winner, CG_CHALLENGER);
}

TEST(cg_i11_the_winner_is_not_weaker) { watch_games(GAMES, look_i11); }

/* Who has been given loot this round, by growing alcohol, persons or draws. */
static void look_i12(const cg_state *before, step made)
{
    (void)made;
    if (before->stage != CG_LOOT_SHARE && s->stage != CG_LOOT_SHARE)
        return;
    if (s->stage == CG_LOOT_SHARE && s->sharing != s->winner)
        CHECK(2 * s->strength[s->sharing] >= s->strength[s->winner]);
    if (before->stage == CG_LOOT_SHARE && s->stage == CG_ENDING && before->sharing == s->winner)
        CHECK(2 * s->strength[1 - s->winner] < s->strength[s->winner]);
    int gained = 0;
    for (int seat = 0; seat < seats(); seat++)
        gained += __builtin_popcount(s->persons[seat] & ~before->persons[seat]);
    CHECK(gained <= 1);
    CHECK_INT(gained,
              before->offer != CG_NO_CARD && s->offer == CG_NO_CARD && s->rounds == before->rounds);
}

TEST(cg_i12_losers_share_exactly_with_half) { watch_games(GAMES, look_i12); }

static void look_i13(const cg_state *before, step made)
{
    (void)before, (void)made;
    CHECK(s->strength[0] <= 192 && s->strength[1] <= 192);
    if (box.option[CG_OPT_THUG_LONE_ORDER] == 0)
        CHECK(s->strength[0] <= 182 && s->strength[1] <= 182);
}

/* The most there is: all cards that count and all persons with one lone player. */
TEST(cg_i13_a_strength_fits_a_byte)
{
    watch_games(GAMES, look_i13);
    FIGHT(3, NULL,
          LONE "district the_loop; hand2 B4 B4 B4 B5 B5 B5 E5 E5 E5 E5; persons2 thug mayor judge "
               "bank_director police_chief prosecutor reporter taxi_driver customs_officer",
          .of = {[2] = "B4 B4 B4 B5 B5 B5 E5 E5 E5 E5"}, .thug = true);
    CHECK_INT(s->strength[0], 2 * 47 + 10 + 2 * 23);
}

static void look_i14(const cg_state *before, step made)
{
    bool yes = cg_move_op(made.move) == CG_OP_THUG && cg_move_a(made.move);
    if (s->stage >= CG_LOOT_SHARE || s->phase == CG_COALITION)
        for (int seat = 0; seat < seats(); seat++)
            CHECK(s->laid[seat] == 0);
    if (was_evaluated(before) && (before->thug_used || yes))
        CHECK(!(persons_in_game(s) & CG_BIT(CG_THUG)));
    if (yes)
        CHECK(has(before, made.seat, CG_THUG));
}

TEST(cg_i14_no_card_is_left_and_no_used_thug) { watch_games(GAMES, look_i14); }

/* At a reveal: what came back was of no use, and nothing that was stayed in hand. */
static void look_i15(const cg_state *before, step made)
{
    (void)made;
    bool challengers = before->stage == CG_CHALLENGER_TURN && s->stage == CG_DEFENDER_TURN;
    if (!challengers && !was_evaluated(before))
        return;
    for (int seat = 0; seat < seats(); seat++)
        for (cg_kind kind = 0; kind < CG_KINDS; kind++) {
            int means = kind < 2 ? CG_WEAPONS : kind < 7 ? CG_BRIBE : CG_BLACKMAIL;
            int back = cg_count(s->hand[seat], kind) - cg_count(before->hand[seat], kind);
            CHECK(back >= 0 && back <= cg_count(before->laid[seat], kind));
            CHECK(back == 0 || !usable(before, seat, means));
            if (was_evaluated(before) && seat != before->keeper && !usable(before, seat, means))
                CHECK_INT(back, cg_count(before->laid[seat], kind));
        }
}

TEST(cg_i15_only_unusable_cards_come_back) { watch_games(2 * GAMES, look_i15); }

/* -- Drawing and the round end ----------------------------------------------------------------- */

static void look_i16(const cg_state *before, step made)
{
    if (before->phase == CG_DRAW && cg_move_op(made.move) == CG_OP_DEAL && s->phase != CG_DRAW)
        CHECK(s->pile || !s->discard);
    if (s->phase == CG_DRAW)
        CHECK(s->pile != 0);
    if (seats() < 5 && s->phase != CG_OVER)
        for (int seat = 0; seat < seats(); seat++)
            CHECK(cg_size(s->hand[seat]) == 10 || s->pile || s->discard ||
                  s->stage < CG_LOOT_SHARE);
}

TEST(cg_i16_an_empty_pile_is_filled_at_once) { watch_games(GAMES, look_i16); }

static void look_i17(const cg_state *before, step made)
{
    cg_op op = cg_move_op(made.move);
    if (before->phase != CG_ROUND_END || op == CG_OP_END)
        return;
    int seat = before->active, size = cg_size(before->hand[seat]);
    int gain = s->alcohol[seat] - before->alcohol[seat];
    CHECK_INT(gain, op == CG_OP_CONVERT);
    if (op == CG_OP_CONVERT)
        CHECK(cg_points(cg_move_cards(made.move)) >= 6);
    if (op == CG_OP_POKER)
        CHECK_INT(cg_size(s->hand[seat]), size);
    if (op == CG_OP_SWAP) { /* the card it will draw is there */
        CHECK_INT(cg_size(s->hand[seat]), size - 1);
        CHECK(s->phase == CG_DRAW && s->drawer[0] == seat && s->due[0] == 1);
    }
    if (s->active == seat && s->turns_ended == before->turns_ended && s->rounds == before->rounds)
        CHECK(__builtin_popcount(s->used) > __builtin_popcount(before->used)); /* once each */
}

TEST(cg_i17_each_ability_once) { watch_games(2 * GAMES, look_i17); }

/* -- The Godfather, Mr. X ---------------------------------------------------------------------- */

static void look_i18(const cg_state *before, step made)
{
    (void)made;
    if (s->godfather != before->godfather) {
        CHECK(!before->contested && s->contested);
        CHECK(s->godfather != CG_NOBODY);
    }
    if (s->rounds == before->rounds)
        return;
    int was = 0, is = 0;
    for (int seat = 0; seat < seats(); seat++) {
        was += before->godfather_points[seat];
        is += s->godfather_points[seat];
    }
    CHECK_INT(is, was + (s->godfather != CG_NOBODY));
}

TEST(cg_i18_one_godfather_one_change_a_round) { watch_games(GAMES, look_i18); }

static int compensated; /* items the ousted player has received this round */

static void look_i19(const cg_state *before, step made)
{
    (void)made;
    if (s->rounds != before->rounds)
        compensated = 0;
    if (s->ousted == CG_NOBODY)
        return;
    CHECK(s->laid[s->ousted] == 0);
    CHECK_INT(s->points[s->ousted], 0);
    if (s->stage == CG_LOOT_SHARE) {
        int seat = s->ousted;
        compensated += s->alcohol[seat] - before->alcohol[seat] +
                       (s->persons[seat] != before->persons[seat]) + cg_size(s->hand[seat]) -
                       cg_size(before->hand[seat]);
        CHECK(compensated <= 1);
    }
}

TEST(cg_i19_the_ousted_player_gets_one_compensation) { watch_games(GAMES, look_i19); }

static void look_i20(const cg_state *before, step made)
{
    (void)made;
    spk_seat old = before->holder[CG_MR_X];
    if (s->holder[CG_MR_X] == old || before->phase == CG_FIRST_MR_X)
        return;
    int side = before->mr_x_side, above = 0;
    CHECK(side == s->winner || 2 * s->strength[side] >= s->strength[1 - side]);
    for (int i = 0; i < 2; i++)
        above += s->points[before->member[side][i]] > s->points[old];
    CHECK(above <= 1);
}

TEST(cg_i20_mr_x_changes_only_if_he_got_a_share) { watch_games(2 * GAMES, look_i20); }

static int ends[13];

static void look_i21(const cg_state *before, step made)
{
    (void)before, (void)made;
    if (s->phase == CG_OVER)
        ends[s->rounds]++;
}

TEST(cg_i21_ten_to_twelve_rounds)
{
    memset(ends, 0, sizeof ends);
    watch_games(20, look_i21);
    CHECK_INT(ends[10] + ends[11] + ends[12], 9 * 20);
    CHECK(ends[10] > 25 && ends[11] > 25 && ends[12] > 25); /* each with 1/3 */
}

/* -- Talk, names, replay ----------------------------------------------------------------------- */

/* One message of each kind that stands alone. */
static const char *const chatter[] = {"aim win",       "my_points 4 10", "ask_cards 2",
                                      "stay_below no", "pass",           "want_package loser 2"};

/* A random match; with or without talk. Its last state into *end. */
static void play_match(int n_seats, bool talk, spk_state *end)
{
    spk_rng rng;
    CHECK_INT(open_box(n_seats, NULL, NULL), SPK_OK);
    spk_match *m = spk_match_new(&box);
    spk_rng_init(&rng, 11, (uint64_t)n_seats);
    int n_said = 0;
    for (spk_actors who; (who = spk_match_actors(m)) != 0;) {
        static spk_move moves[SPK_MAX_MOVES];
        spk_actors speaks = spk_match_speakers(m);
        if (talk && speaks)
            n_said +=
                spk_match_talk(m, spk_actors_first(speaks), chatter[n_said % 6], NULL) == SPK_OK;
        if (who == SPK_CHANCE_ACTS) {
            spk_match_deal(m, &rng);
            continue;
        }
        int n = spk_match_moves(m, spk_actors_first(who), moves);
        spk_match_move(m, spk_actors_first(who), moves[spk_rng_below(&rng, (uint32_t)n)], NULL);
    }
    CHECK(!talk || n_said > 10);
    memcpy(end, spk_match_state(m), box.game->state_size);
    spk_match_free(m);
}

TEST(cg_i22_talk_is_inert)
{
    for (int n = 3; n <= 5; n++) {
        spk_state silent, talking;
        play_match(n, false, &silent);
        play_match(n, true, &talking);
        assert_memory_equal(&silent, &talking, box.game->state_size);
    }
}

/* The default edition with clan_a called clan_b, and so on round the table. */
static char *renamed_edition(void)
{
    size_t n = strlen(spk_game_chicago_gangsters.edition_text) + 1;
    char *text = memcpy(malloc(n), spk_game_chicago_gangsters.edition_text, n);
    for (char *at = strstr(text, "coalition C01"); (at = strstr(at, "clan_")) != NULL; at++)
        at[5] = (char)('a' + (at[5] - 'a' + 1) % 4);
    return text;
}

/* The same move made by the next seat. */
static step turned(step made)
{
    if (made.seat < CG_SEATS)
        made.seat = (made.seat + 1) % 4;
    if (cg_move_op(made.move) == CG_OP_DEAL)
        made.move = cg_move(CG_OP_DEAL, cg_move_a(made.move), (cg_move_b(made.move) + 1) % 4, 0);
    return made;
}

static void turn_table(cg_state *t)
{
    cg_state old = *t;
    for (int seat = 0; seat < 4; seat++) {
        int to = (seat + 1) % 4;
        t->hand[to] = old.hand[seat];
        t->known[to] = old.known[seat];
        t->persons[to] = old.persons[seat];
    }
}

TEST(cg_i24_clans_have_no_character)
{
    spk_rng rng;
    spk_box other = {0};
    char *text = renamed_edition();
    const char *on[] = {"godfather=on"};
    spk_choice choice = {.n_seats = 4,
                         .options = on,
                         .n_options = 1,
                         .edition_text = text,
                         .edition_length = strlen(text)};
    CHECK_INT(spk_box_open(&other, &spk_game_chicago_gangsters, &choice, &why), SPK_OK);
    for (uint64_t seed = 0; seed < 20; seed++) {
        new_game(4, "godfather=on");
        spk_rng_init(&rng, seed, 1);
        while (s->phase != CG_COALITION)
            random_step(&rng);
        cg_state twin = *s;
        turn_table(&twin);
        while (!spk_is_over(&box, &now)) {
            step there = turned(random_step(&rng));
            if (spk_apply(&other, &twin, there.seat, there.move, &why) != SPK_OK)
                fail_msg("renamed, a move is illegal: %s", why.text);
        }
        for (int seat = 0; seat < 4; seat++)
            CHECK_INT(twin.alcohol[(seat + 1) % 4], s->alcohol[seat]);
    }
    spk_box_close(&other);
    free(text);
}

TEST(cg_i25_same_seed_same_game)
{
    for (int n = 3; n <= 5; n++) {
        cg_state first;
        watch_game(n, NULL, 42, look_i1);
        first = *s;
        watch_game(n, NULL, 42, look_i1);
        assert_memory_equal(&first, s, sizeof first);
        watch_game(n, NULL, 43, look_i1);
        CHECK(memcmp(&first, s, sizeof first) != 0);
    }
}

/* -- The showdown ------------------------------------------------------------------------------ */

static int shows(const cg_state *t, int seat, int category)
{
    static const int from[] = {0, 2, 7, 10}, value[] = {2, 4, 1, 2, 3, 4, 5, 1, 3, 5};
    int n = 0;
    if (category == 3)
        return __builtin_popcount(t->persons[seat]) + has(t, seat, CG_PRIEST);
    if (category == 4)
        return t->godfather_points[seat];
    for (int kind = from[category]; kind < from[category + 1]; kind++)
        n += value[kind] * cg_count(t->hand[seat], kind);
    return n;
}

static void look_i26(const cg_state *before, step made)
{
    (void)made;
    if (s->phase != CG_OVER)
        return;
    int most = 0;
    spk_result r;
    for (int seat = 0; seat < seats(); seat++) {
        int want = before->alcohol[seat];
        for (int category = 0; category < 5; category++) {
            int best = 0;
            for (int other = 0; other < seats(); other++)
                if (shows(before, other, category) > best)
                    best = shows(before, other, category);
            if (best && shows(before, seat, category) == best)
                want += category == 4 ? 1 : 2;
        }
        CHECK_INT(s->alcohol[seat], want);
        most = want > most ? want : most;
    }
    box.game->result(&box, &now, &r);
    for (int seat = 0; seat < seats(); seat++)
        CHECK_INT(r.winners >> seat & 1, s->alcohol[seat] == most);
}

TEST(cg_i26_the_showdown_awards_each_category) { watch_games(2 * GAMES, look_i26); }

TEST_MAIN()
