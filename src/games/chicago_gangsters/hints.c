/* hints.c: what a position is worth to each player, and the table of hints.
 *
 * Bottles win, so everything is counted by the bottles it will bring: cards and persons in later
 * fights, and in the showdown whoever leads. The weights were found by regression (softmax over the
 * seats) of who won on the positions at the start of a round, over 30,000 games of four rollouts that
 * differed in what a card was worth to them; other numbers of players gave nearly the same but for
 * the scale. Set by hand are the converting persons and the poker player, whom a rollout uses badly or
 * not at all. */
#include "games/chicago_gangsters/hints.h"

/* -- What things are worth --------------------------------------------------------------------- */

/* In so many thousandths at the end of the game, and so many more twelve rounds before it. */
typedef struct worth {
    int at_end, early;
} worth;

/* A point of cards in hand, and a card. */
static const worth point = {46, 252};
static const worth card = {-11, -186};
/* In the showdown of a kind of means: a point ahead or behind, and half of what winning it is. */
static const worth lead = {86, -95};
static const worth top = {354, -468};
/* The same for persons. */
static const worth follow = {383, 803};
static const worth most = {472, -736};
/* To hold the godfather's card, and half of what winning its showdown is; to be Mr. X. */
static const worth holder = {130, 250};
static const worth godfather = {390, -300};
static const worth mr_x = {94, 675};

static const int person_early[CG_PERSON_COUNT] = {
    [CG_INFORMER] = 600,
    [CG_WHISKEY_SMUGGLER] = 600,
    [CG_DEALER] = 900,
    [CG_THIEF] = 900,
    [CG_EXPLOSIVES_EXPERT] = 900,
    [CG_FENCE] = 2700,
    [CG_POKER_PLAYER] = 500,
    [CG_PRIEST] = 200,
    [CG_THUG] = 400,
    [CG_REPORTER] = 2450,
    [CG_TAXI_DRIVER] = 2450,
    [CG_CUSTOMS_OFFICER] = 2450,
    [CG_BANK_DIRECTOR] = 2450,
    [CG_MAYOR] = 2450,
    [CG_POLICE_CHIEF] = 2450,
    [CG_PROSECUTOR] = 2450,
    [CG_JUDGE] = 3200,
    [CG_SENATOR] = 3200,
};

static int times(worth w, int left, int n) { return n * (w.at_end + w.early * left / CG_ROUNDS); }

/* To have one more person, whoever it is, and this one. */
int cg_person_worth(cg_person person, int left)
{
    return times(follow, left, person == CG_PRIEST ? 2 : 1) +
           person_early[person] * left / CG_ROUNDS;
}

/* -- The showdown ------------------------------------------------------------------------------ */

static int clip(int x, int most_of) { return x < -most_of ? -most_of : x > most_of ? most_of : x; }

/* The best of the others. */
static int rival(const int *showing, int n, spk_seat seat)
{
    int best = 0;
    for (spk_seat other = 0; other < n; other++)
        if (other != seat && showing[other] > best)
            best = showing[other];
    return best;
}

/* 2: would win alone; 1: with others. Nobody wins with nothing. */
static int wins(int own, int others) { return own > others ? 2 : own == others && own > 0; }

static void add_means(const cg_state *s, int n, int left, int *stands)
{
    int showing[CG_SEATS];
    for (int kind = 0; kind < CG_MEANS_COUNT; kind++) {
        for (spk_seat seat = 0; seat < n; seat++)
            showing[seat] = cg_points((s->hand[seat] + s->laid[seat]) & cg_means_bits[kind]);
        for (spk_seat seat = 0; seat < n; seat++) {
            int best = rival(showing, n, seat);
            stands[seat] += times(lead, left, clip(showing[seat] - best, 6)) +
                            2 * times(top, left, wins(showing[seat], best));
        }
    }
}

static void add_persons(const cg_state *s, int n, int left, int *stands)
{
    int showing[CG_SEATS];
    for (spk_seat seat = 0; seat < n; seat++) {
        showing[seat] = __builtin_popcount(s->persons[seat]) + cg_controls(s, seat, CG_PRIEST);
        for (uint32_t rest = s->persons[seat]; rest; rest &= rest - 1)
            stands[seat] += person_early[__builtin_ctz(rest)] * left / CG_ROUNDS;
    }
    for (spk_seat seat = 0; seat < n; seat++) {
        int best = rival(showing, n, seat);
        stands[seat] += times(follow, left, clip(showing[seat] - best, 2)) +
                        2 * times(most, left, wins(showing[seat], best));
    }
}

static void add_godfather(const cg_state *s, int n, int left, int *stands)
{
    int showing[CG_SEATS];
    for (spk_seat seat = 0; seat < n; seat++)
        showing[seat] = s->godfather_points[seat];
    for (spk_seat seat = 0; seat < n; seat++)
        stands[seat] += 2 * times(godfather, left, wins(showing[seat], rival(showing, n, seat))) +
                        times(holder, left, s->godfather == seat);
}

/* -- Prospects --------------------------------------------------------------------------------- */

static int own_standing(const cg_state *s, spk_seat seat, int left)
{
    cg_bag cards = s->hand[seat] + s->laid[seat];
    return CG_BOTTLE * s->alcohol[seat] + times(point, left, cg_points(cards)) +
           times(card, left, cg_size(cards)) + times(mr_x, left, s->holder[CG_MR_X] == seat);
}

/* What it takes to win twice as often: 693 * sqrt(left + 1), with more players a little less. */
static int doubling(int left, int n_seats)
{
    static const int by_left[CG_ROUNDS + 1] = {693,  980,  1200, 1386, 1550, 1698, 1834,
                                               1960, 2079, 2192, 2299, 2403, 2500};
    static const int by_seats[] = {109, 100, 87};
    return by_left[left] * by_seats[n_seats - 3] / 100;
}

static void values(const spk_box *box, const void *state, int value[SPK_MAX_SEATS])
{
    const cg_config *c = box->config;
    const cg_state *s = state;
    int stands[SPK_MAX_SEATS], n = box->n_seats, left = cg_rounds_left(s);
    if (s->phase == CG_OVER) {
        spk_share_end(box, state, value);
        return;
    }
    for (spk_seat seat = 0; seat < n; seat++)
        stands[seat] = own_standing(s, seat, left);
    add_means(s, n, left, stands);
    add_persons(s, n, left, stands);
    if (c->godfather)
        add_godfather(s, n, left, stands);
    spk_share_wins(box, stands, doubling(left, n), value);
}

/* What its characters say besides what their temper makes them say (spk_remark). */
static const spk_remark loose_lenny[] = {
    {SPK_ON_WIN, N_("Look at all these packages! Are they really mine?")},
    {SPK_ON_LOSS, N_("I did not win, but I had company.")},
    {SPK_ON_BETRAYAL, N_("Did I say that? I must have meant tomorrow.")},
    {SPK_ON_BETRAYAL, N_("Sorry! My hand was quicker than my word.")},
    {SPK_ON_BETRAYED, N_("But you said so! Out loud!")},
    {SPK_ON_BETRAYED, N_("And I believed you again.")},
    {0},
};

static const spk_remark ledger_lou[] = {
    {SPK_ON_WIN, N_("Counted right, for once.")},
    {SPK_ON_LOSS, N_("Somewhere I carried a one too many.")},
    {SPK_ON_BETRAYAL, N_("The figures changed, so the promise did.")},
    {SPK_ON_BETRAYAL, N_("A promise is an estimate.")},
    {SPK_ON_BETRAYED, N_("I have made a note of that.")},
    {SPK_ON_BETRAYED, N_("Your word just lost half its value.")},
    {0},
};

static const spk_remark velvet_vera[] = {
    {SPK_ON_WIN, N_("Thank you all, darlings. I could not have done it without you.")},
    {SPK_ON_LOSS, N_("You learned from me, and it shows.")},
    {SPK_ON_BETRAYAL, N_("It was true when I said it, darling.")},
    {SPK_ON_BETRAYAL, N_("Do not look so hurt. You would have done it too.")},
    {SPK_ON_BETRAYED, N_("How charming. I would have done it more quietly.")},
    {SPK_ON_BETRAYED, N_("Noted, darling. I pay my debts.")},
    {0},
};

static const spk_remark saint_agnes[] = {
    {SPK_ON_WIN, N_("I promised nothing else.")},
    {SPK_ON_LOSS, N_("I forgive you. I do not forget.")},
    {SPK_ON_BETRAYAL, N_("I have prayed over it. It had to be.")},
    {SPK_ON_BETRAYAL, N_("Even a saint reads the small print.")},
    {SPK_ON_BETRAYED, N_("I shall remember you in my prayers, and at the next share-out.")},
    {SPK_ON_BETRAYED, N_("That was one candle too few.")},
    {0},
};

const spk_hints cg_hints = {
    .values = values,
    .weigh = cg_weigh,
    .rollout = cg_rollout,
    .likely = cg_likely,
    /* One world in four: every second one left the search too few of its own (17.8 %, 11 to 27, of wins
     * among three that deal no rival worlds, 1,000 iterations); one in four costs nothing (24.2 %, 16 to 34). */
    .rival_worlds = 4,
    /* Moves are compared to the end of the round; sealed answers, a tree's, are played on for 25 turns. */
    .horizon = 25,
    .compares = true,
    .explore = 40,
    .widen = 300,
    .features = &cg_features,
    .known_features = &cg_known_features,
    .level =
        {
            [SPK_EASY] = {"Loose Lenny",
                          N_("lays what he fancies and forgets who shares"),
                          {16, 990, SPK_WIN},
                          {16, 990, SPK_WIN},
                          SPK_MERRY,
                          SPK_BOLD,
                          loose_lenny},
            [SPK_NORMAL] = {"Ledger Lou",
                            N_("counts cards, and sometimes counts wrong"),
                            {16, 930, 3000},
                            {16, 930, 1500},
                            SPK_DRY,
                            SPK_CAREFUL,
                            ledger_lou},
            [SPK_HARD] = {"Velvet Vera",
                          N_("your best friend, until the packages are shared"),
                          {16, 0, 0},
                          {16, 0, 0},
                          SPK_COLD,
                          SPK_BOLD,
                          velvet_vera},
            [SPK_BOSS] = {"Saint Agnes",
                          N_("keeps her word while it pays, and knows to the hour when it stops"),
                          {0},
                          {0},
                          SPK_COLD,
                          SPK_EVEN,
                          saint_agnes},
        },
};
