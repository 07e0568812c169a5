/* sealed_test.c: answers given at the same time. Where several seats act at once, two tables that
 * differ only in what one seat answered are played side by side, and nothing that leaves them towards
 * anybody else tells them apart until the last answer is in: views, lists, JSON, boards, refusals,
 * history, counts, undo. */
#include "contract/contract.h"

enum { MATCHES = 24 };

static int n_pairs; /* compared: a game without such decisions has none, the template has many */

/* A second match that has come the same way. */
static spk_match *fork_match(contract_table *t, const spk_match *m)
{
    spk_match *fork = spk_match_new(&t->box);
    for (int i = 0; i < spk_match_n_entries(m); i++) {
        spk_seat seat = spk_match_entry(m, i).seat;
        PROMISE(t, spk_match_move(fork, seat, spk_match_entry_move(m, i), NULL) == SPK_OK);
    }
    return fork;
}

/* -- All that leaves a match towards a viewer -------------------------------------------------- */

static void report_judgement(const spk_match *m, spk_seat viewer, spk_move move, spk_buf *out)
{
    spk_why why = {0};
    spk_err err = spk_judge(spk_match_box(m), spk_match_state(m), viewer, move, &why);
    spk_buf_printf(out, "%d %s %s\n", err, why.rule, why.text);
}

static void report_moves(const spk_match *m, spk_seat viewer, spk_buf *out)
{
    static spk_move moves[SPK_MAX_MOVES];
    char text[SPK_MOVE_TEXT];
    int n = spk_match_moves(m, viewer, moves);
    for (int i = 0; i < n; i++) {
        spk_buf_printf(out, "%s\n", spk_move_text(spk_match_box(m), moves[i], text));
        report_judgement(m, viewer, moves[i], out);
        report_judgement(m, viewer, moves[i] ^ 0x100, out);
    }
    for (spk_move bad = 0; bad < 0x800; bad += 0x81)
        report_judgement(m, viewer, bad, out);
}

static void report_undo(const spk_match *m, spk_seat viewer, spk_buf *out)
{
    spk_why why = {0};
    bool can = spk_match_can_undo(m, viewer, &why);
    spk_buf_printf(out, "undo %d %s\n", can, why.text);
}

static void report(const spk_match *m, spk_seat viewer, spk_buf *out)
{
    spk_state view;
    spk_result result;
    spk_json json = {.out = out};
    spk_match_view(m, viewer, &view);
    spk_buf_add(out, (const char *)view.bytes, spk_match_box(m)->game->state_size);
    spk_match_json(m, viewer, &json);
    spk_match_board(m, viewer, out);
    spk_match_history(m, viewer, 1, out);
    spk_buf_printf(out, "seq %d actors %x speakers %x\n", spk_match_seq(m, viewer),
                   spk_match_actors(m), spk_match_speakers(m));
    spk_match_result(m, &result);
    for (int seat = 0; seat < result.n_seats; seat++)
        spk_buf_printf(out, "%d %d\n", result.score[seat], result.rank[seat]);
    report_moves(m, viewer, out);
    report_undo(m, viewer, out);
}

/* -- Side by side ------------------------------------------------------------------------------ */

static void check_alike(contract_table *t, const spk_match *a, const spk_match *b,
                        spk_seat secret_of)
{
    spk_buf of_a = {0}, of_b = {0};
    for (int v = 0; v <= t->box.n_seats; v++) {
        if (v == secret_of)
            continue;
        spk_buf_clear(&of_a), spk_buf_clear(&of_b);
        report(a, contract_viewer(t, v), &of_a);
        report(b, contract_viewer(t, v), &of_b);
        PROMISE(t, of_a.n == of_b.n && memcmp(of_a.bytes, of_b.bytes, of_a.n) == 0);
    }
    n_pairs++;
    spk_buf_release(&of_a);
    spk_buf_release(&of_b);
}

/* The seat answers a here and b there; the others answer alike, until one is left. */
static void check_answers(contract_table *t, const spk_match *m, spk_seat seat, spk_move a,
                          spk_move b)
{
    spk_match *here = fork_match(t, m), *there = fork_match(t, m);
    PROMISE(t, spk_match_move(here, seat, a, NULL) == SPK_OK);
    PROMISE(t, spk_match_move(there, seat, b, NULL) == SPK_OK);
    spk_actors sealed = SPK_ACTOR(seat), asked = spk_match_actors(m);
    check_alike(t, here, there, seat);
    while (__builtin_popcount(asked & ~sealed) > 1) {
        PROMISE(t, spk_match_actors(here) == (asked & ~sealed));
        spk_seat next = contract_actor(t, asked & ~sealed);
        spk_move answer = contract_choose(t, spk_match_state(here), next);
        PROMISE(t, spk_match_move(here, next, answer, NULL) == SPK_OK);
        PROMISE(t, spk_match_move(there, next, answer, NULL) == SPK_OK);
        sealed |= SPK_ACTOR(next);
        check_alike(t, here, there, seat);
    }
    spk_match_free(here);
    spk_match_free(there);
}

/* Every answer of every seat against another one of the same seat. */
static void check_decision(contract_table *t, const spk_match *m)
{
    static spk_move moves[SPK_MAX_MOVES];
    for (spk_actors left = spk_match_actors(m); left; left &= left - 1) {
        spk_seat seat = spk_actors_first(left);
        int n = contract_list(t, spk_match_state(m), seat, moves);
        for (int i = 1; i < n; i++)
            check_answers(t, m, seat, moves[i], moves[spk_rng_below(&t->rng, (uint32_t)i)]);
    }
}

static void play_match(contract_table *t)
{
    spk_match *m = spk_match_new(&t->box);
    t->state = spk_match_state(m);
    for (spk_actors who; (who = spk_match_actors(m)) != 0; t->step++) {
        if (__builtin_popcount(who) > 1)
            check_decision(t, m);
        spk_seat seat = contract_actor(t, who);
        spk_move move = contract_choose(t, spk_match_state(m), seat);
        PROMISE(t, spk_match_move(m, seat, move, NULL) == SPK_OK);
    }
    t->state = NULL;
    spk_match_free(m);
}

TEST(every_game_keeps_sealed_answers_sealed)
{
    contract_for_each_table(play_match, MATCHES);
    CHECK(getenv("SPK_CONTRACT_GAME") || n_pairs > 1000);
}

TEST_MAIN()
