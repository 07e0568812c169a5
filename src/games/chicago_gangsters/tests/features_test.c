/* features_test.c: what a net is shown of Chicago Gangsters, and which worlds a bot believes in. */
#include "games/chicago_gangsters/hints.h"
#include "games/chicago_gangsters/tests/test_play.h"

static const spk_features *features(void) { return box.game->hints->features; }

/* The first feature of a block, and its first slot. */
static void find_block(const char *name, int *slot, int *feature)
{
    *slot = *feature = 0;
    for (const spk_block *b = features()->blocks; b->name; b++) {
        if (strcmp(b->name, name) == 0)
            return;
        *slot += b->n_slots, *feature += b->size;
    }
    fail_msg("no block %s", name);
}

/* What a block says to a seat, by its first slot; -1: nothing. */
static int told(spk_seat seat, const char *block)
{
    uint16_t row[SPK_MAX_SLOTS];
    int slot, feature;
    find_block(block, &slot, &feature);
    features()->read(&box, &now, seat, row);
    return row[slot] == SPK_NO_FEATURE ? -1 : row[slot] - feature;
}

/* -- Every position of random games ------------------------------------------------------------ */

/* Every slot names a feature of its own block, or none. */
static void look_at_row(const uint16_t *row)
{
    int slot = 0, feature = 0;
    for (const spk_block *b = features()->blocks; b->name; b++) {
        for (int i = 0; i < b->n_slots; i++, slot++)
            CHECK(row[slot] == SPK_NO_FEATURE ||
                  (row[slot] >= feature && row[slot] < feature + b->size));
        feature += b->size;
    }
    CHECK_INT(slot, features()->n_slots);
    CHECK_INT(feature, features()->n_features);
}

static void look_at_rows(const cg_state *before, step made)
{
    uint16_t row[SPK_MAX_SLOTS];
    spk_actors who = box.game->actors(&box, &now);
    (void)before, (void)made;
    if (who == 0 || who == SPK_CHANCE_ACTS)
        return;
    for (spk_seat seat = 0; seat < box.n_seats; seat++) {
        features()->read(&box, &now, seat, row);
        look_at_row(row);
    }
}

TEST(slots_name_features_of_their_blocks) { watch_games(3, look_at_rows); }

/* Likelihoods are hundredths, and nothing that could be seen makes a world impossible. */
static void look_at_likelihood(const cg_state *before, step made)
{
    static spk_rng rng;
    static uint64_t n_looked;
    (void)before, (void)made;
    spk_rng_init(&rng, 6, n_looked++);
    for (spk_seat seat = 0; seat < box.n_seats && !spk_is_over(&box, &now); seat++) {
        spk_state world = now;
        spk_redact(&box, &world, seat);
        spk_resample(&box, &world, seat, &rng);
        int percent = cg_likely(&box, &world, seat);
        CHECK(percent >= 1 && percent <= 100);
    }
}

TEST(every_world_has_a_likelihood) { watch_games(3, look_at_likelihood); }

/* -- What is shown ----------------------------------------------------------------------------- */

#define ROUND                                                                                      \
    "phase lay; coalition C01; district uptown; loot L01; offer judge; persons0 thief; "           \
    "persons1 dealer; persons2 fence; persons3 priest; "

TEST(bottles_and_hands_are_shown)
{
    AT(4, ROUND "active 1; hand0 B5; hand1 W2 W4; alcohol 3 1 0 0");
    int richer = told(0, "lead"), poorer = told(1, "lead");
    CHECK(richer > poorer);
    CHECK_INT(told(1, "hand_cards") - told(0, "hand_cards"), 1);
    CHECK_INT(told(1, "hand_points") - told(0, "hand_points"), 1);
}

TEST(settled_is_what_lies_between_the_fights)
{
    AT(4, ROUND "active 1; hand0 B5; hand1 W2 W4 B3");
    CHECK(features()->is_settled(&box, &now));
    LAY("B3");
    CHECK(!features()->is_settled(&box, &now));
    ((cg_state *)&now)->phase = CG_COALITION;
    CHECK(features()->is_settled(&box, &now));
}

TEST(tables_with_a_godfather_have_no_net)
{
    new_game(4, NULL);
    CHECK(features()->covers(&box));
    new_game(4, "godfather=on");
    CHECK(!features()->covers(&box));
}

/* -- Which worlds are believed ----------------------------------------------------------------- */

/* A covered lay, seen from the partner: these cards down, these still in hand. */
static int likelihood(const char *down, const char *hand)
{
    char position[512];
    snprintf(position, sizeof position, ROUND "active 1; hand0 B5; hand1 %s %s", down, hand);
    AT(4, position);
    spk_seat first = s->active;
    snprintf(position, sizeof position, "lay %s cover", down);
    play_one(first, position, __FILE__, __LINE__);
    if (s->phase == CG_SHOW && s->active == first)
        play_one(first, "done", __FILE__, __LINE__);
    for (spk_seat seat = 0; seat < box.n_seats; seat++)
        if (seat != first)
            return cg_likely(&box, &now, seat);
    return 0;
}

TEST(a_world_with_cards_that_do_not_count_is_less_likely)
{
    CHECK(likelihood("B3", "W2 W4") > likelihood("W2", "B3 W4"));
    CHECK(likelihood("B3", "W2 W4") > likelihood("W2 W4", "B3"));
}

TEST(a_world_in_which_everything_was_thrown_in_is_less_likely)
{
    CHECK(likelihood("B3", "B5 B5 B4 B4 B3 B2") > likelihood("B3 B3 B4 B4 B5 B5", "B2"));
}

TEST(what_the_seat_itself_did_is_no_matter_of_likelihood)
{
    AT(4, ROUND "active 1; hand0 B5; hand1 W2 W4");
    PLAY("lay W2 W4 cover", "done");
    CHECK_INT(cg_likely(&box, &now, 1), 100);
    CHECK(cg_likely(&box, &now, 0) < 100);
}

TEST_MAIN()
