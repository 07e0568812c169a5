/* contract_test.c: the promises of game.h and match.h that concern play, words and saving, at every
 * node of random matches of every game. What a seat may not know is the business of secrets_test.c,
 * answers given at the same time that of sealed_test.c. */
#include "contract/contract.h"

#include "base/mem.h"
#include "contract/allocations.h"
#include "contract/json_check.h"
#include "engine/record.h"

enum {
    MATCHES = 20,      /* at each table */
    SAVE_ONE_IN = 40,  /* nodes in the middle of a match */
    BAD_MOVES = 12,    /* tried at each decision */
    DRAWS = 8,         /* of each chance event */
    POOL = 64,         /* moves of earlier positions, to be tried at the wrong time */
    CANARY_BYTES = 64, /* behind a state: nobody writes there */
    NODES = 6000,      /* no match here is longer, what is taken back included */
};

/* A match in progress, and what is remembered of its earlier nodes. */
typedef struct course {
    spk_match *match;
    spk_move pool[POOL];
    int n_pool;
    uint64_t state_hash[NODES], json_hash[NODES];
    int n_nodes;
} course;

#if defined(CONTRACT_COUNTS)
TEST(the_count_of_allocations_counts)
{
    long before = n_allocations;
    spk_free(spk_alloc(1));
    CHECK(n_allocations > before);
}
#endif

/* -- Texts ------------------------------------------------------------------------------------- */

/* One line a person can read: UTF-8, no control characters. */
static bool is_line(const char *text)
{
    size_t n = strlen(text), bad;
    return n > 0 && spk_str_is_clean(text, n, &bad) && !strpbrk(text, "\n\r\t");
}

/* The same, and no space at its ends or doubled. */
static bool is_tidy(const char *text)
{
    return is_line(text) && text[0] != ' ' && text[strlen(text) - 1] != ' ' && !strstr(text, "  ");
}

/* Whatever parses prints as itself; so a second spelling of anything cannot parse. */
static void check_spelling(contract_table *t, const char *text)
{
    char again[SPK_MOVE_TEXT];
    spk_why why = {0};
    spk_move move;
    spk_err err = t->box.game->parse_move(&t->box, text, &move, &why);
    if (err == SPK_OK)
        PROMISE(t, spk_str_eq(text, spk_move_text(&t->box, move, again)));
    else
        PROMISE(t, why.err == err && is_line(why.text));
}

static void check_other_spellings(contract_table *t, const char *text)
{
    char other[2 * SPK_MOVE_TEXT];
    const char *space = strchr(text, ' ');
    static const char *const ends[][2] = {{" ", ""},  {"", " "}, {"\t", ""}, {"", "\n"},
                                          {"", " 0"}, {"x", ""}, {"", "x"},  {"", "\x80"}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(other, sizeof other, "%s%s%s", ends[i][0], text, ends[i][1]);
        check_spelling(t, other);
    }
    snprintf(other, sizeof other, "%.*s", (int)strlen(text) - 1, text);
    check_spelling(t, other);
    if (space) {
        snprintf(other, sizeof other, "%.*s %s", (int)(space - text), text, space);
        check_spelling(t, other);
    }
    snprintf(other, sizeof other, "%s", text);
    other[0] = (char)(other[0] ^ 0x20);
    check_spelling(t, other);
}

static void check_move_text(contract_table *t, spk_move move)
{
    char text[SPK_MOVE_TEXT];
    spk_why why = {0};
    spk_move again = ~move;
    spk_move_text(&t->box, move, text);
    PROMISE(t, is_tidy(text));
    PROMISE(t, t->box.game->parse_move(&t->box, text, &again, &why) == SPK_OK);
    PROMISE(t, again == move);
    if (contract_one_in(t, 8))
        check_other_spellings(t, text);
}

/* -- Who may do what --------------------------------------------------------------------------- */

static bool is_listed(const spk_move *moves, int n, spk_move move)
{
    for (int i = 0; i < n; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static void check_actors(contract_table *t, const void *state)
{
    spk_actors who = t->box.game->actors(&t->box, state);
    spk_actors seats = SPK_ACTOR(t->box.n_seats) - 1;
    PROMISE(t, who == SPK_CHANCE_ACTS || (who & ~seats) == 0);
}

/* The list into a buffer of just the promised length, twice. */
static int check_list(contract_table *t, const void *state, spk_seat seat, spk_move *moves)
{
    const spk_game *game = t->box.game;
    static spk_move again[SPK_MAX_MOVES + 1];
    const spk_move canary = 0x5afe5afe5afe5afe;
    moves[game->max_moves] = canary;
    long before = n_allocations;
    int n = game->moves(&t->box, state, seat, moves);
    PROMISE(t, n_allocations == before);
    PROMISE(t, n >= 1 && n <= game->max_moves && moves[game->max_moves] == canary);
    PROMISE(t, game->moves(&t->box, state, seat, again) == n);
    PROMISE(t, memcmp(moves, again, (size_t)n * sizeof *moves) == 0);
    for (int i = 0; i < n; i++) {
        PROMISE(t, !is_listed(moves, i, moves[i]));
        PROMISE(t, i == 0 || !(moves[i - 1] & SPK_MOVE_IDLE) || moves[i] & SPK_MOVE_IDLE);
    }
    return n;
}

/* The short way of drawing takes what the list would give, and as much chance. */
static void check_draw(contract_table *t, const void *state, const spk_outcome *outcomes, int n)
{
    spk_rng listed = t->rng;
    long before = n_allocations;
    for (int i = 0; i < DRAWS; i++)
        PROMISE(t,
                spk_chance_draw(&t->box, state, &t->rng) == spk_outcome_draw(outcomes, n, &listed));
    PROMISE(t, n_allocations == before);
    PROMISE(t, spk_rng_next(&t->rng) == spk_rng_next(&listed));
}

static int check_outcomes(contract_table *t, const void *state, spk_move *moves)
{
    const spk_game *game = t->box.game;
    spk_outcome outcomes[SPK_MAX_OUTCOMES + 1], again[SPK_MAX_OUTCOMES];
    const spk_outcome canary = {0x5afe5afe5afe5afe, 77};
    outcomes[game->max_outcomes] = canary;
    long before = n_allocations;
    int n = game->chance(&t->box, state, outcomes);
    PROMISE(t, n_allocations == before);
    PROMISE(t, n >= 1 && n <= game->max_outcomes);
    PROMISE(t, outcomes[game->max_outcomes].move == canary.move);
    PROMISE(t, game->chance(&t->box, state, again) == n);
    uint64_t total = 0;
    for (int i = 0; i < n; i++) {
        PROMISE(t, outcomes[i].move == again[i].move && outcomes[i].weight == again[i].weight);
        PROMISE(t, outcomes[i].weight >= 1 && !is_listed(moves, i, outcomes[i].move));
        moves[i] = outcomes[i].move;
        total += outcomes[i].weight;
    }
    PROMISE(t, total <= UINT32_MAX);
    check_draw(t, state, outcomes, n);
    return n;
}

/* A refusal names a rule or says that the move cannot be read, and nothing has changed. */
static void check_refused(contract_table *t, const void *state, spk_seat seat, spk_move move)
{
    spk_state copy;
    spk_why why = {0};
    spk_state_copy(&t->box, &copy, state);
    spk_err err = spk_apply(&t->box, &copy, seat, move, &why);
    PROMISE(t, err == SPK_EREFUSED || err == SPK_EMALFORMED);
    PROMISE(t, why.err == err && is_line(why.text));
    PROMISE(t, err == SPK_EMALFORMED ||
                   strncmp(why.rule, t->box.game->prefix, strlen(t->box.game->prefix)) == 0);
    PROMISE(t, contract_same(t, &copy, state));
    PROMISE(t, spk_apply(&t->box, &copy, seat, move, NULL) == err);
}

/* A move that may be wrong: of an earlier position, a listed one with a bit turned, any number. */
static spk_move bad_move(contract_table *t, const course *c, const spk_move *moves, int n)
{
    uint64_t any = (uint64_t)spk_rng_next(&t->rng) << 32 | spk_rng_next(&t->rng);
    switch (spk_rng_below(&t->rng, 4)) {
    case 0: return any;
    case 1: return any & 0xffff;
    case 2: return n > 0 ? moves[any % (unsigned)n] ^ (spk_move)1 << (any >> 32) % 64 : any;
    default: return c->n_pool > 0 ? c->pool[any % (unsigned)c->n_pool] : any;
    }
}

static void check_decision(contract_table *t, const course *c, const void *state, spk_seat seat)
{
    static spk_move moves[SPK_MAX_MOVES + 1];
    bool chance = seat == SPK_SEAT_CHANCE;
    int n = chance ? check_outcomes(t, state, moves) : check_list(t, state, seat, moves);
    for (int i = 0; i < n; i++) {
        PROMISE(t, spk_judge(&t->box, state, seat, moves[i], NULL) == SPK_OK);
        check_move_text(t, moves[i]);
    }
    for (int i = 0; i < BAD_MOVES; i++) {
        spk_move bad = bad_move(t, c, moves, n);
        if (!is_listed(moves, n, bad))
            check_refused(t, state, seat, bad);
    }
    if (!chance)
        PROMISE(t, is_listed(moves, n, spk_safe(&t->box, state, seat)));
}

/* Those whose turn it is not may do nothing, also not what is right for somebody else. */
static void check_others(contract_table *t, const course *c, const void *state)
{
    static const spk_seat strangers[] = {
        -1, SPK_MAX_SEATS, SPK_SEAT_ALL_SEEING, SPK_SEAT_ONLOOKER, SPK_SEAT_CHANCE, 32, 1000};
    spk_actors who = t->box.game->actors(&t->box, state);
    spk_move any =
        who ? contract_choose(t, state, contract_actor(t, who)) : bad_move(t, c, NULL, 0);
    for (spk_seat seat = 0; seat < t->box.n_seats; seat++)
        if (!spk_actors_has(who, seat))
            check_refused(t, state, seat, any);
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
        if (!spk_actors_has(who, strangers[i]))
            check_refused(t, state, strangers[i], any);
}

/* -- States ------------------------------------------------------------------------------------ */

/* Setup writes every byte, and no other. */
static void check_setup(contract_table *t)
{
    size_t size = t->box.game->state_size;
    unsigned char a[SPK_STATE_MAX + CANARY_BYTES], b[SPK_STATE_MAX + CANARY_BYTES];
    memset(a, 0x00, sizeof a);
    memset(b, 0xff, sizeof b);
    t->box.game->setup(&t->box, a);
    t->box.game->setup(&t->box, b);
    PROMISE(t, size > 0 && size <= SPK_STATE_MAX);
    PROMISE(t, memcmp(a, b, size) == 0);
    PROMISE(t, a[size] == 0x00 && b[size] == 0xff);
}

/* A copy moves on alone: the original stays, nothing beyond the copy is written, and the same move
 * leads to the same place. */
static void check_copy(contract_table *t, const void *state, spk_seat seat, spk_move move)
{
    size_t size = t->box.game->state_size;
    _Alignas(max_align_t) unsigned char copy[SPK_STATE_MAX + CANARY_BYTES];
    unsigned char canary[CANARY_BYTES];
    spk_state before, other;
    memset(copy, 0xa5, sizeof copy);
    memset(canary, 0xa5, sizeof canary);
    long allocations = n_allocations;
    spk_state_copy(&t->box, &before, state);
    spk_state_copy(&t->box, copy, state);
    spk_state_copy(&t->box, &other, state);
    PROMISE(t, contract_same(t, copy, state));
    t->box.game->apply(&t->box, copy, seat, move);
    PROMISE(t, n_allocations == allocations);
    PROMISE(t, contract_same(t, &before, state));
    PROMISE(t, memcmp(copy + size, canary, sizeof canary) == 0);
    PROMISE(t, spk_apply(&t->box, &other, seat, move, NULL) == SPK_OK);
    PROMISE(t, contract_same(t, copy, &other));
}

static void check_state_text(contract_table *t, const void *state)
{
    spk_buf out = {0};
    spk_state again;
    spk_why why = {0};
    t->box.game->print_state(&t->box, state, &out);
    memset(&again, 0xa5, sizeof again);
    PROMISE(t, is_tidy(spk_buf_text(&out)));
    PROMISE(t, spk_state_read(&t->box, spk_buf_text(&out), &again, &why) == SPK_OK);
    PROMISE(t, contract_same(t, &again, state));
    spk_buf_release(&out);
}

/* Valid, always the same, and alike for the house exactly if the states are. */
static void check_json(contract_table *t, course *c, const void *state)
{
    spk_buf out = {0}, again = {0};
    spk_json json = {.out = &out}, json_again = {.out = &again};
    t->box.game->json(&t->box, state, SPK_SEAT_ALL_SEEING, &json);
    t->box.game->json(&t->box, state, SPK_SEAT_ALL_SEEING, &json_again);
    PROMISE(t, json_is_object(spk_buf_text(&out)));
    PROMISE(t, spk_str_eq(spk_buf_text(&out), spk_buf_text(&again)));
    uint64_t state_hash = spk_hash(SPK_HASH_START, state, t->box.game->state_size);
    uint64_t json_hash = spk_hash(SPK_HASH_START, out.bytes, out.n);
    for (int i = 0; i < c->n_nodes; i++)
        PROMISE(t, (c->state_hash[i] == state_hash) == (c->json_hash[i] == json_hash));
    PROMISE(t, c->n_nodes < NODES);
    c->state_hash[c->n_nodes] = state_hash;
    c->json_hash[c->n_nodes++] = json_hash;
    spk_buf_release(&out);
    spk_buf_release(&again);
}

/* What each viewer is shown: JSON that can be read, and lines of text. */
static void check_sights(contract_table *t, const void *state)
{
    spk_buf out = {0};
    size_t bad;
    for (int v = 0; v <= t->box.n_seats; v++) {
        spk_seat viewer = contract_viewer(t, v);
        spk_state view;
        spk_state_copy(&t->box, &view, state);
        spk_redact(&t->box, &view, viewer);
        spk_json json = {.out = &out};
        spk_buf_clear(&out);
        t->box.game->json(&t->box, &view, viewer, &json);
        PROMISE(t, json_is_object(spk_buf_text(&out)));
        spk_buf_clear(&out);
        t->box.game->board(&t->box, &view, viewer, &out);
        PROMISE(t, out.n > 0 && spk_str_is_clean(out.bytes, out.n, &bad));
    }
    spk_buf_release(&out);
}

/* Places are 1 + how many are better; the first ones win; there is a reason when it is over. */
static void check_result(contract_table *t, const void *state)
{
    spk_result r;
    uint32_t winners = 0;
    memset(&r, 0xa5, sizeof r);
    t->box.game->result(&t->box, state, &r);
    PROMISE(t, r.n_seats == t->box.n_seats);
    for (int seat = 0; seat < r.n_seats; seat++) {
        int place = 1;
        for (int other = 0; other < r.n_seats; other++)
            place += r.rank[other] < r.rank[seat];
        PROMISE(t, r.rank[seat] == place);
        winners |= place == 1 ? SPK_ACTOR(seat) : 0;
    }
    PROMISE(t, r.winners == winners && winners != 0);
    PROMISE(t, (r.reason != NULL) == spk_is_over(&t->box, state));
    PROMISE(t, !r.reason || is_tidy(r.reason));
}

/* -- The match --------------------------------------------------------------------------------- */

static void check_record(contract_table *t, const spk_match *m)
{
    spk_buf saved = {0}, again = {0};
    spk_record record;
    spk_why why = {0};
    spk_state at_end;
    spk_record_save(m, &saved);
    PROMISE(t, spk_record_load(&record, saved.bytes, saved.n, contract_find, NULL, &why) == SPK_OK);
    PROMISE(t, contract_same(t, spk_match_state(record.match), spk_match_state(m)));
    PROMISE(t, spk_match_n_entries(record.match) == spk_match_n_entries(m));
    spk_record_save(record.match, &again);
    PROMISE(t, spk_str_eq(spk_buf_text(&saved), spk_buf_text(&again)));
    spk_match_state_at(m, spk_match_n_entries(m), &at_end);
    PROMISE(t, contract_same(t, &at_end, spk_match_state(m)));
    spk_record_release(&record);
    spk_buf_release(&saved);
    spk_buf_release(&again);
}

/* The seat has just moved from 'before'. Chance, turn's end and a revealing move forbid undo. */
static void check_undo(contract_table *t, spk_match *m, spk_seat seat, spk_move move,
                       const spk_state *before)
{
    const spk_game *game = t->box.game;
    spk_state after;
    spk_why why = {0};
    spk_state_copy(&t->box, &after, spk_match_state(m));
    int n_entries = spk_match_n_entries(m);
    bool shows = game->reveals && game->reveals(&t->box, before, seat, move);
    bool same_turn = game->turn(&t->box, before) == game->turn(&t->box, &after);
    bool can = spk_match_can_undo(m, seat, &why);
    PROMISE(t, can == (seat != SPK_SEAT_CHANCE && !shows && same_turn &&
                       !spk_is_over(&t->box, &after)));
    spk_err err = spk_match_undo(m, seat, &why);
    PROMISE(t, (err == SPK_OK) == can);
    PROMISE(t, can || is_line(why.text));
    PROMISE(t, spk_match_n_entries(m) == n_entries + can);
    PROMISE(t, contract_same(t, spk_match_state(m), can ? before : &after));
    for (spk_seat other = 0; !can && other < t->box.n_seats; other++)
        PROMISE(t, other == seat || !spk_match_can_undo(m, other, NULL));
    if (can)
        PROMISE(t, spk_match_move(m, seat, move, NULL) == SPK_OK);
    PROMISE(t, contract_same(t, spk_match_state(m), &after));
}

static void check_node(contract_table *t, course *c)
{
    const void *state = spk_match_state(c->match);
    spk_actors who = t->box.game->actors(&t->box, state);
    PROMISE(t, spk_unsound(&t->box, state) == NULL);
    check_actors(t, state);
    if (who && !contract_one_in(t, t->thin))
        return;
    for (spk_actors left = who; left; left &= left - 1)
        check_decision(t, c, state, spk_actors_first(left));
    check_others(t, c, state);
    check_state_text(t, state);
    check_json(t, c, state);
    check_sights(t, state);
    check_result(t, state);
    PROMISE(t, spk_match_actors(c->match) == who && spk_match_is_over(c->match) == (who == 0));
}

/* One step by one of the doors: the move's text, its number, or the default of an absent seat. */
static void make_step(contract_table *t, course *c)
{
    spk_match *m = c->match;
    char text[SPK_MOVE_TEXT];
    spk_why why = {0};
    spk_state before;
    spk_state_copy(&t->box, &before, spk_match_state(m));
    spk_seat seat = contract_actor(t, spk_match_actors(m));
    spk_move move = contract_choose(t, &before, seat);
    bool absent = seat != SPK_SEAT_CHANCE && contract_one_in(t, 50);
    if (absent)
        move = spk_safe(&t->box, &before, seat);
    check_copy(t, &before, seat, move);
    spk_err err = absent ? spk_match_play_safe(m, seat, &why)
                  : contract_one_in(t, 2)
                      ? spk_match_move(m, seat, move, &why)
                      : spk_match_play(m, seat, spk_move_text(&t->box, move, text), &why);
    PROMISE(t, err == SPK_OK);
    c->pool[c->n_pool < POOL ? c->n_pool++ : (int)spk_rng_below(&t->rng, POOL)] = move;
    t->step++;
    if (contract_one_in(t, 2))
        check_undo(t, m, seat, move, &before);
}

static void play_match(contract_table *t)
{
    static course c;
    c = (course){.match = spk_match_new(&t->box)};
    check_setup(t);
    t->state = spk_match_state(c.match);
    while (check_node(t, &c), !spk_match_is_over(c.match)) {
        PROMISE(t, t->step < t->box.game->max_steps);
        make_step(t, &c);
        if (contract_one_in(t, SAVE_ONE_IN * t->thin * t->thin))
            check_record(t, c.match);
    }
    check_record(t, c.match);
    spk_match_free(c.match);
}

TEST(every_game_keeps_its_promises_at_every_node) { contract_for_each_table(play_match, MATCHES); }

/* -- What a game says of itself ---------------------------------------------------------------- */

/* What a screen is told of the box: JSON that can be read, and always the same. */
static void check_box_json(contract_table *t)
{
    spk_buf out = {0}, again = {0};
    spk_box_print(&t->box, &(spk_json){.out = &out});
    spk_box_print(&t->box, &(spk_json){.out = &again});
    PROMISE(t, json_is_object(spk_buf_text(&out)));
    PROMISE(t, spk_str_eq(spk_buf_text(&out), spk_buf_text(&again)));
    spk_buf_release(&out);
    spk_buf_release(&again);
}

static void check_table_of(const spk_game *game)
{
    contract_table t;
    contract_open(&t, game, 0, "");
    check_box_json(&t);
    PROMISE(&t, game->min_seats >= 1 && game->min_seats <= game->max_seats);
    PROMISE(&t, game->max_seats <= SPK_MAX_SEATS);
    PROMISE(&t, game->max_moves >= 1 && game->max_moves <= SPK_MAX_MOVES);
    PROMISE(&t, game->max_outcomes <= SPK_MAX_OUTCOMES && game->max_steps > 0);
    PROMISE(&t, game->n_options <= SPK_MAX_OPTIONS);
    PROMISE(&t, is_tidy(game->key) && is_tidy(game->name) && is_tidy(game->about));
    PROMISE(&t, strstr(game->rules_text, game->seats_rule) &&
                    strstr(game->rules_text, game->turn_rule));
    PROMISE(&t, contract_find(game->key) == game);
    PROMISE(&t, (game->redact == NULL) == (game->resample == NULL));
    for (int i = 0; i < game->n_options; i++) {
        const spk_option *o = &game->options[i];
        int most = o->fallback * (o->per_seat ? game->max_seats : 1);
        PROMISE(&t, is_tidy(o->name) && is_tidy(o->help) && strstr(game->rules_text, o->rule));
        PROMISE(&t, o->values || (o->lo <= o->fallback && most <= o->hi));
    }
    spk_box_close(&t.box);
}

TEST(every_game_describes_itself_truly)
{
    for (int i = 0; i < contract_n_games(); i++)
        check_table_of(contract_game(i));
}

TEST(the_json_checker_knows_good_from_bad)
{
    static const char *const good[] = {"{}", "{\"a\":[1,-2.5e3,null,true,{\"b\":\"\\u00e4\\n\"}]}"};
    static const char *const bad[] = {"",
                                      "[]",
                                      "{",
                                      "{}x",
                                      "{\"a\":01}",
                                      "{\"a\":}",
                                      "{\"a\":1,}",
                                      "{a:1}",
                                      "{\"a\"}",
                                      "{\"a\":\"",
                                      "{\"a\":\"\\x\"}",
                                      "{\"a\":[1,]}",
                                      "{ }",
                                      "{\"a\":1 }",
                                      "{\"a\":1,\"a\":2}"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK(json_is_object(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(!json_is_object(bad[i]));
}

TEST_MAIN()
