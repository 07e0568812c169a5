/* resample_test.c: the fair guess that bots play with (view.c) against exact counting, and that every
 * world it gives looks the same to the seat it was made for (CG-I23). */
#include "games/chicago_gangsters/tests/test_play.h"

/* -- Hands and pile ---------------------------------------------------------------------------- */

/* Exact counting, after the definition in view.c: all 48 cards, each with a place of its own, are put
 * down in every way that fits the view. The first copies of a kind are the shuffled ones; which ones
 * they are makes no difference. Worlds are told apart by the hands. */
enum { MAX_WORLDS = 1000, SAMPLES = 40000 };

static struct world {
    cg_bag hand[CG_SEATS];
    double expected;
    int drawn;
} worlds[MAX_WORLDS];
static int n_worlds;

static struct world *find_world(const cg_bag hand[CG_SEATS])
{
    for (int i = 0; i < n_worlds; i++)
        if (memcmp(worlds[i].hand, hand, sizeof worlds[i].hand) == 0)
            return &worlds[i];
    CHECK(n_worlds < MAX_WORLDS);
    memcpy(worlds[n_worlds].hand, hand, sizeof worlds[n_worlds].hand);
    worlds[n_worlds].expected = worlds[n_worlds].drawn = 0;
    return &worlds[n_worlds++];
}

/* Places that are still free, and the hands so far. */
typedef struct table {
    int in_sight[CG_KINDS], in_pile, in_hand[CG_SEATS];
    cg_bag hand[CG_SEATS], shuffled;
} table;

static void count_worlds(table t, cg_kind kind, int copy);

static void count_from_next(const table *t, cg_kind kind, int copy)
{
    bool last = copy + 1 == cg_count(CG_ALL_CARDS, kind);
    if (last && kind + 1 == CG_KINDS)
        find_world(t->hand)->expected++;
    else
        count_worlds(*t, last ? kind + 1 : kind, last ? 0 : copy + 1);
}

/* Put this card and all after it anywhere. The table is a copy. */
static void count_worlds(table t, cg_kind kind, int copy)
{
    if (t.in_sight[kind]) {
        t.in_sight[kind]--;
        count_from_next(&t, kind, copy);
        t.in_sight[kind]++;
    }
    if (t.in_pile && copy < cg_count(t.shuffled, kind)) {
        t.in_pile--;
        count_from_next(&t, kind, copy);
        t.in_pile++;
    }
    for (int seat = 0; seat < CG_SEATS; seat++) {
        if (!t.in_hand[seat])
            continue;
        t.in_hand[seat]--, t.hand[seat] += CG_ONE(kind);
        count_from_next(&t, kind, copy);
        t.in_hand[seat]++, t.hand[seat] -= CG_ONE(kind);
    }
}

static void expect_worlds(spk_seat viewer)
{
    table t = {.in_pile = cg_size(s->pile), .shuffled = s->shuffled};
    cg_bag in_sight = s->discard;
    for (int seat = 0; seat < box.n_seats; seat++) {
        t.hand[seat] = seat == viewer ? s->hand[seat] : s->known[seat];
        t.in_hand[seat] = cg_size(s->hand[seat]) - cg_size(t.hand[seat]);
        in_sight += t.hand[seat];
    }
    for (cg_kind kind = 0; kind < CG_KINDS; kind++)
        t.in_sight[kind] = cg_count(in_sight, kind);
    n_worlds = 0;
    count_worlds(t, 0, 0);
}

/* Chi-square far beyond anything chance does: six deviations. */
static void check_worlds(void)
{
    double total = 0, chi = 0;
    for (int i = 0; i < n_worlds; i++)
        total += worlds[i].expected;
    for (int i = 0; i < n_worlds; i++) {
        double want = worlds[i].expected * SAMPLES / total, off = worlds[i].drawn - want;
        CHECK(want > 0); /* else a world that cannot be */
        chi += off * off / want;
    }
    double df = n_worlds - 1, above = chi - df;
    if (above > 0 && above * above > 36 * 2 * df)
        fail_msg("chi-square %.1f with %d worlds", chi, n_worlds);
}

static void check_guess(const char *position, spk_seat viewer)
{
    spk_rng rng;
    cg_state view, guess, again;
    AT(4, position);
    view = *s;
    box.game->redact(&box, &view, viewer);
    expect_worlds(viewer);
    spk_rng_init(&rng, 99, 0);
    for (int i = 0; i < SAMPLES; i++) {
        guess = view;
        box.game->resample(&box, &guess, viewer, &rng);
        again = guess;
        box.game->redact(&box, &again, viewer);
        assert_memory_equal(&again, &view, sizeof view);
        find_world(guess.hand)->drawn++;
    }
    check_worlds();
}

/* 41 of the 48 cards lie in the discard pile; the other seven are W2 B1 B1 B2 B2 B5 B5. */
#define DISCARD                                                                                    \
    "discard W2 W2 W2 W2 W2 W2 W2 W4 W4 W4 W4 W4 W4 W4 W4 B1 B2 B3 B3 B3 B3 B4 B4 B4 B5 "          \
    "E1 E1 E1 E1 E1 E3 E3 E3 E3 E3 E3 E5 E5 E5 E5 E5; "
#define FOUR_HANDS SHARING DISCARD "hand0 B1; hand1 B1 B5; hand2 W2; hand3 B2"

TEST(a_guess_at_hands_is_exact)
{
    check_guess(FOUR_HANDS, 0);
    check_guess(SHARING DISCARD "hand0 B1 B2; hand1 B5 B5 B1", 0);
    check_guess(FOUR_HANDS, SPK_SEAT_ONLOOKER);
}

TEST(a_guess_at_hands_keeps_what_is_known)
{
    check_guess(FOUR_HANDS "; known1 B5", 0);
    check_guess(FOUR_HANDS "; known0 B1; known1 B5; known3 B2", 3);
    check_guess(SHARING DISCARD "hand1 B1 B5; known1 B1 B5; hand2 B5 B2", 0);
}

/* The pile, B2 B5, is what is left of some cards that were shuffled. Of those in sight nobody knows
 * whether they were among them. */
TEST(a_guess_after_a_shuffle_is_exact)
{
    check_guess(FOUR_HANDS "; shuffled B1 B2 B5", 0);
    check_guess(FOUR_HANDS "; shuffled B2 B5", 0);
    check_guess(FOUR_HANDS "; shuffled B1 B1 B2 B2 B5 B5 B5 W2 W2 W2 E1", 0);
    check_guess(FOUR_HANDS "; shuffled W2 W2 W2 W2 W2 B2 B5 B5", SPK_SEAT_ONLOOKER);
    check_guess(FOUR_HANDS "; shuffled B1 B1 B1 B2 B5 W2 W4 W4 E5 E5", SPK_SEAT_ONLOOKER);
    check_guess(SHARING DISCARD "hand2 B5 B2; shuffled B1 B1 B2 B2 B5 W2 W2", 1);
}

TEST(a_guess_after_a_shuffle_keeps_what_is_known)
{
    check_guess(FOUR_HANDS "; known1 B5; shuffled B1 B2 B5 B5 W2", 0);
    check_guess(FOUR_HANDS "; known0 B1; known3 B2; shuffled B1 B1 B2 B2 B5 W2 W2", 2);
}

/* All that a guess is made from is in every view: numbers, known[], shuffled, the discard pile. */
TEST(every_view_holds_what_a_guess_needs)
{
    AT(4, FOUR_HANDS "; known1 B5; shuffled B1 B2 B5 B5 W2");
    for (int viewer = 0; viewer < 4; viewer++)
        SEES(viewer, "known1 B5; shuffled W2 B1 B2 B5 B5; pile -; pile_unseen 2");
    SEES(SPK_SEAT_ONLOOKER, "known1 B5; shuffled W2 B1 B2 B5 B5; pile_unseen 2; unseen 1 2 1 1");
    SEES(0, "hand0 B1; unseen 0 2 1 1");
    SEES(3, "hand3 B2; unseen 1 2 1 0");
}

/* -- Choices ----------------------------------------------------------------------------------- */

/* How often a text comes up among the guesses. Laid cards are drawn by kinds, not by cards. */
static struct tally {
    char text[80];
    int n;
} tallies[64];
static int n_tallies;

static void tally(const char *text)
{
    int i = 0;
    while (i < n_tallies && !spk_str_eq(tallies[i].text, text))
        i++;
    CHECK(i < 64);
    if (i == n_tallies) {
        snprintf(tallies[i].text, sizeof tallies[i].text, "%s", text);
        tallies[n_tallies++].n = 0;
    }
    tallies[i].n++;
}

/* "hand of the seat / its face-down cards" in the guesses of a viewer, all as likely as each other.
 */
static void check_parts(const char *position, spk_seat viewer, spk_seat seat,
                        const char *const *want, int n)
{
    spk_rng rng;
    cg_state view, guess;
    AT(4, position);
    view = *s;
    box.game->redact(&box, &view, viewer);
    spk_rng_init(&rng, 5, 5);
    n_tallies = 0;
    for (int i = 0; i < SAMPLES; i++) {
        guess = view;
        box.game->resample(&box, &guess, viewer, &rng);
        spk_buf text = {0};
        cg_print_bag(&text, guess.hand[seat]);
        spk_buf_puts(&text, " / ");
        cg_print_bag(&text, guess.laid[seat] - guess.shown[seat]);
        tally(spk_buf_text(&text));
        spk_buf_release(&text);
    }
    CHECK_INT(n_tallies, n);
    for (int i = 0; i < n; i++) {
        int found = 0;
        for (int k = 0; k < n_tallies; k++)
            if (spk_str_eq(tallies[k].text, want[i]))
                found = tallies[k].n;
        double mean = (double)SAMPLES / n;
        if (found < mean * 0.9 || found > mean * 1.1)
            fail_msg("'%s' came %d times, not about %.0f", want[i], found, mean);
    }
}

/* Seat 1's cards are known to a card, so all that is guessed is which of them were laid. */
TEST(a_guess_at_face_down_cards_is_any_part_that_fits)
{
    static const char *const covered[] = {"W2 W2 B5 / -", "W2 B5 / W2", "B5 / W2 W2",
                                          "W2 W2 / B5",   "W2 / W2 B5", "- / W2 W2 B5"};
    static const char *const one_down[] = {"W2 B5 / W2", "W2 W2 / B5"};
    static const char *const shown[] = {"W2 B5 / -", "B5 / W2", "W2 / B5", "- / W2 B5"};
    char text[300];
    snprintf(text, sizeof text,
             "phase lay; active 0; coalition C01; district uptown; loot L03; offer senator; "
             "has_laid 1; covered 1; hand0 B1; hand1 W2 B5; laid1 W2; known1 W2 W2 B5");
    check_parts(text, 0, 1, covered, 6);
    snprintf(text, sizeof text,
             "phase lay; active 0; coalition C01; district uptown; loot L03; offer senator; "
             "has_laid 1; hand0 B1; hand1 W2 B5; laid1 W2; known1 W2 W2 B5");
    check_parts(text, 0, 1, one_down, 2);
    snprintf(text, sizeof text,
             "phase lay; active 0; coalition C01; district uptown; loot L03; offer senator; "
             "has_laid 1; covered 1; hand0 B1; hand1 W2 B5; laid1 W4; shown1 W4; known1 W2 B5");
    check_parts(text, 0, 1, shown, 4);
}

/* A thug was declared, or a hidden card is being chosen: then something was laid. */
TEST(a_guess_knows_that_something_was_laid)
{
    static const char *const some[] = {"W2 / B5", "B5 / W2", "- / W2 B5"};
    check_parts("phase keep_hidden; active 0; coalition C01; district uptown; loot L03; offer "
                "senator; has_laid 0 1; covered 0 1; hand0 W2; laid0 B5; known0 W2 B5; hand1 B1",
                1, 0, some, 3);
    check_parts("phase keep_hidden; active 0; coalition C01; district uptown; loot L03; offer "
                "senator; has_laid 0 1; covered 0 1; hand0 E1; laid0 E3; hand1 W2; laid1 B5; "
                "known1 W2 B5; persons1 thug; thug_used 1",
                0, 1, some, 3);
}

/* The card that came back is in hand; what lies hidden is another one. */
TEST(a_guess_keeps_a_card_taken_back_in_hand)
{
    spk_rng rng;
    cg_state view, guess;
    AT(4, C01 "district pilsen; hand0 B4 B5; hand1 W2; hand2 W2; hand3 W2");
    LAY("-");
    LAY("B4 B5");
    PLAY("keep_hidden B4");
    HOLDS("hand0 B5; known0 B5; laid0 B4");
    view = *s;
    box.game->redact(&box, &view, 2);
    spk_rng_init(&rng, 7, 7);
    for (int i = 0; i < 2000; i++) {
        guess = view;
        box.game->resample(&box, &guess, 2, &rng);
        CHECK(guess.hand[0] == CG_ONE(6));
    }
}

/* What was shuffled is what the pile can hold. */
TEST(a_guess_at_the_pile_holds_what_was_shuffled)
{
    spk_rng rng;
    cg_state view, guess;
    AT(4, SHARING "hand0 W2; hand1 W2 B5; hand2 E5; hand3 B1; pile E1 E1 E3 E3; "
                  "shuffled E1 E1 E1 E3 E3 E3");
    view = *s;
    box.game->redact(&box, &view, 0);
    spk_rng_init(&rng, 7, 7);
    for (int i = 0; i < 2000; i++) {
        guess = view;
        box.game->resample(&box, &guess, 0, &rng);
        CHECK(cg_holds(guess.shuffled, guess.pile));
        CHECK_INT(cg_size(guess.pile), 4);
    }
}

/* Sealed answers are coins; duel cards are kinds. */
TEST(a_guess_at_sealed_answers_is_uniform)
{
    spk_rng rng;
    cg_state view, guess;
    int claims = 0, kinds[CG_KINDS] = {0};
    spk_rng_init(&rng, 7, 7);
    AT_WITH(4, "godfather=on",
            "phase claim; asked 0 1 2 3; answered 2; claimed 2; coalition C01; district uptown; "
            "loot L01; hand0 W2 W4; hand2 B1 B5; hand3 W2");
    view = *s;
    box.game->redact(&box, &view, 0);
    for (int i = 0; i < SAMPLES; i++) {
        guess = view;
        box.game->resample(&box, &guess, 0, &rng);
        claims += guess.claimed == 4;
        CHECK(guess.claimed == 0 || guess.claimed == 4);
    }
    CHECK(claims > SAMPLES * 0.48 && claims < SAMPLES * 0.52);
    AT_WITH(4, "godfather=on",
            "phase duel; asked 0 2; answered 2; claimed 0 2; duel 0 0 1 0; coalition C01; district "
            "uptown; loot L01; hand0 W2 W4; hand2 W2 W2 E5; known2 W2 W2 E5");
    view = *s;
    box.game->redact(&box, &view, 0);
    for (int i = 0; i < SAMPLES; i++) {
        guess = view;
        box.game->resample(&box, &guess, 0, &rng);
        kinds[cg_bid_card(&guess, 2) - 1]++;
    }
    CHECK(kinds[0] > SAMPLES * 0.48 && kinds[0] < SAMPLES * 0.52);
    CHECK_INT(kinds[0] + kinds[9], SAMPLES);
}

/* A player who is asked to lay may be anywhere inside the lay. */
TEST(a_guess_may_be_inside_a_lay)
{
    spk_rng rng;
    cg_state view, guess, again;
    int inside = 0, open = 0, at_start = 0;
    AT(4, C01 "district uptown; hand0 B1; hand1 W2 W4 B5; hand2 W2; hand3 W2");
    view = *s;
    box.game->redact(&box, &view, 0);
    spk_rng_init(&rng, 7, 7);
    for (int i = 0; i < 3000; i++) {
        guess = view;
        box.game->resample(&box, &guess, 0, &rng);
        at_start += guess.phase == CG_LAY;
        inside += guess.phase == CG_SHOW;
        open += guess.shown[1] != 0;
        again = guess;
        box.game->redact(&box, &again, 0);
        assert_memory_equal(&again, &view, sizeof view);
    }
    CHECK(at_start > 300 && inside > 300 && open > 30 && at_start + inside == 3000);
}

/* -- Random tables ----------------------------------------------------------------------------- */

/* Any world that fits a view gives the same view, lists, words and refusals to that seat. */
static int n_looked;

static void look_at_guess(const cg_state *before, step made)
{
    static spk_rng rng;
    static spk_move moves[2][SPK_MAX_MOVES];
    if (++n_looked % 7)
        return;
    if (n_looked == 7)
        spk_rng_init(&rng, 1, 2);
    (void)before, (void)made;
    for (int viewer = 0; viewer < box.n_seats; viewer++) {
        cg_state view = *s, guess, again;
        box.game->redact(&box, &view, viewer);
        guess = view;
        box.game->resample(&box, &guess, viewer, &rng);
        const char *broken = box.game->unsound(&box, &guess);
        if (broken)
            fail_msg("a guess is unsound: %s", broken);
        again = guess;
        box.game->redact(&box, &again, viewer);
        assert_memory_equal(&again, &view, sizeof view);
        if (!spk_actors_has(box.game->actors(&box, &now), viewer))
            continue;
        int n = box.game->moves(&box, s, viewer, moves[0]);
        CHECK_INT(box.game->moves(&box, &guess, viewer, moves[1]), n);
        assert_memory_equal(moves[0], moves[1], (size_t)n * sizeof moves[0][0]);
        CHECK(box.game->safe(&box, s, viewer) == box.game->safe(&box, &guess, viewer));
    }
}

TEST(cg_i23_every_world_that_fits_looks_the_same) { watch_games(4, look_at_guess); }

TEST_MAIN()
