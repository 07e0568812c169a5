/* features_test.c: what a net is told of Chicago (docs/games/chicago.md, "Features"): every slot names a
 * feature of its own block, and what a player would call a difference is one. */
#include "games/chicago/hints.h"
#include "games/chicago/tests/test_table.h"

static const spk_features *features(void) { return box.game->hints->features; }

/* A slot's features lie in its block: from *first, so many. */
static const spk_block *block_of(int slot, int *first)
{
    const spk_block *b = features()->blocks;
    for (*first = 0; slot >= b->n_slots; b++) {
        slot -= b->n_slots;
        *first += b->size;
    }
    return b;
}

static void check_row(spk_seat seat)
{
    uint16_t row[SPK_MAX_SLOTS];
    features()->read(&box, &now, seat, row);
    for (int i = 0, first; i < features()->n_slots; i++) {
        const spk_block *b = block_of(i, &first);
        bool fits = row[i] == SPK_NO_FEATURE || (row[i] >= first && row[i] < first + b->size);
        if (!fits)
            fail_msg("slot %d of %s: %d", i, b->name, row[i]);
    }
}

static void look_at_games(int n_seats, const char *options)
{
    spk_rng rng;
    for (uint64_t game = 0; game < 3; game++) {
        TABLE(n_seats, options);
        spk_rng_init(&rng, 8, game);
        while (!is_over()) {
            spk_actors who = box.game->actors(&box, &now);
            for (spk_seat seat = 0; who != SPK_CHANCE_ACTS && seat < n_seats; seat++)
                check_row(seat);
            random_step(&rng);
        }
    }
}

TEST(every_slot_names_a_feature_of_its_block)
{
    for (int n = 2; n <= 4; n++) {
        look_at_games(n, "");
        look_at_games(n, "variant_stacking=on variant_casino_presence=on");
        look_at_games(n, "movement_die=scale22 colours=RGBY pairing=adjacent");
    }
}

TEST(blocks_add_up)
{
    int n_slots = 0, n_features = 0;
    TABLE(2, "");
    for (const spk_block *b = features()->blocks; b->name; b++) {
        n_slots += b->n_slots;
        n_features += b->size;
    }
    CHECK_INT(n_slots, features()->n_slots);
    CHECK_INT(n_features, features()->n_features);
    CHECK(n_features * 32 * 2 < 197 * 1000); /* a net of 32 sums stays below 200 KB */
}

/* -- Differences ------------------------------------------------------------------------------- */

static void read_at(const char *position, uint16_t *row)
{
    AT(position);
    features()->read(&box, &now, 0, row);
}

/* Whether the slots of a block tell two positions apart, for seat 0. */
static bool differs(const char *name, const char *one, const char *other)
{
    uint16_t a[SPK_MAX_SLOTS], b[SPK_MAX_SLOTS];
    int first;
    read_at(one, a);
    read_at(other, b);
    for (int i = 0; i < features()->n_slots; i++)
        if (spk_str_eq(block_of(i, &first)->name, name) && a[i] != b[i])
            return true;
    return false;
}

#define SEVEN "red at RC:1 owns RC RH R19 R22 G19 G22 B19 B22 Y19; "
#define EIGHT "red at RC:1 owns RC RH R19 R22 G19 G22 B19 B22 Y19 Y22; "

TEST(a_net_sees_races_threats_and_guards)
{
    TABLE(2, "");
    CHECK(differs("square", "stage roll; round 3; " SEVEN "yellow at YC:1",
                  "stage roll; round 3; events 9; holds 1 goal_square 1; " EIGHT "yellow at YC:1"));
    CHECK(differs("spoil", "stage roll; round 6; " SEVEN "yellow at 7,7:1",
                  "stage roll; round 6; " SEVEN "yellow at 0,9:1"));
    CHECK(differs("finish", "stage roll; round 6; turn 1; yellow at YC:1; " SEVEN "blue at 7,8:1",
                  "stage roll; round 6; turn 1; yellow at YC:1; " SEVEN "blue at BH:1"));
    CHECK(differs("guards", "stage roll; " SEVEN "yellow at Y22:4",
                  "stage roll; " SEVEN "yellow at Y22:1"));
    CHECK(!differs("guards", "stage roll; round 3; " SEVEN "yellow at YC:4",
                   "stage roll; round 3; " SEVEN "yellow at YC:1"));
}

TEST(a_net_sees_money_members_and_time)
{
    TABLE(2, "");
    CHECK(differs("wealth", "stage roll; yellow cash 10 at YC:1",
                  "stage roll; yellow cash 90 at YC:1"));
    CHECK(differs("payout", "stage roll; yellow at YC:1", "stage roll; yellow at RC:1 owns YC RC"));
    CHECK(differs("members", "stage roll; yellow at YC:1", "stage roll; yellow at YC:2"));
    CHECK(differs("clock", "stage roll; round 2; yellow at YC:1",
                  "stage roll; round 3; yellow at YC:1"));
    CHECK(differs("points", "stage step; points 3; yellow at YC:1",
                  "stage step; points 4; yellow at YC:1"));
    CHECK(differs("way", "stage roll; yellow at YC:1", "stage roll; yellow at 7,7:1"));
}

TEST_MAIN()
