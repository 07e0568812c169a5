/* phrases_test.c: words for people. Whatever happens can be explained and every legal move described
 * without a slip; a move is described alike from a view that came as text, which is how a browser has it. */
#include "contract.h"

enum { MATCHES = 2, ROOM = 4096 };

static void name_thing(void *ctx, const char *code, spk_buf *out)
{
    const contract_table *t = ctx;
    spk_buf name = {0};
    if (t->box.game->name_thing)
        t->box.game->name_thing(&t->box, code, &name);
    if (name.n)
        spk_phrase_name(spk_buf_text(&name), NULL, out);
    else
        spk_buf_puts(out, code);
    spk_buf_release(&name);
}

/* Phrases as words: one line without a gap left open. */
static void check_words(contract_table *t, const spk_buf *phrases)
{
    char words[ROOM] = "";
    size_t bad;
    spk_buf out = SPK_BUF_OVER(words);
    spk_phrase_render(spk_buf_text(phrases), &(spk_reader){.ctx = t, .thing = name_thing}, &out);
    PROMISE(t, !out.overflow);
    PROMISE(t, spk_str_is_clean(words, out.n, &bad));
    PROMISE(t, !strpbrk(words, "{}\n"));
    PROMISE(t, !phrases->n || out.n);
}

static void check_event(contract_table *t, const spk_state *before, spk_seat actor, spk_move move)
{
    char effects[SPK_TOLD_TEXT];
    spk_effects_text(&t->box, before, actor, move, effects);
    for (int v = 0; v <= t->box.n_seats; v++) {
        spk_seat viewer = v == t->box.n_seats ? SPK_SEAT_ONLOOKER : v;
        spk_buf text = {0}, phrases = {0};
        if (spk_event_text(&t->box, before, actor, move, viewer, effects, &text))
            t->box.game->explain(&t->box, actor, spk_buf_text(&text), &phrases);
        check_words(t, &phrases);
        spk_buf_release(&text);
        spk_buf_release(&phrases);
    }
}

/* What the viewer sees, through text and back: 'again' is 'view' to the byte. */
static void check_view(contract_table *t, const spk_state *state, spk_seat viewer, spk_state *view,
                       spk_state *again)
{
    spk_buf text = {0};
    spk_state_copy(&t->box, view, state);
    spk_redact(&t->box, view, viewer);
    t->box.game->print_state(&t->box, view, &text);
    PROMISE(t, t->box.game->parse_state(&t->box, spk_buf_text(&text), again, NULL) == SPK_OK);
    PROMISE(t, spk_state_eq(&t->box, view, again));
    spk_buf_release(&text);
}

static void check_views(contract_table *t, const spk_state *state)
{
    spk_state view, again;
    for (spk_seat seat = 0; seat < t->box.n_seats; seat++)
        check_view(t, state, seat, &view, &again);
    check_view(t, state, SPK_SEAT_ONLOOKER, &view, &again);
}

static void check_moves(contract_table *t, const spk_state *state, spk_seat seat)
{
    static spk_move moves[SPK_MAX_MOVES];
    spk_state view, again;
    spk_buf own = {0}, other = {0};
    check_view(t, state, seat, &view, &again);
    int n = t->box.game->moves(&t->box, &view, seat, moves);
    for (int i = 0; t->box.game->describe && i < n; i += 1 + n / 50) {
        spk_buf_clear(&own), spk_buf_clear(&other);
        t->box.game->describe(&t->box, &view, seat, moves[i], &own);
        t->box.game->describe(&t->box, &again, seat, moves[i], &other);
        PROMISE(t, own.n > 0 && spk_str_eq(spk_buf_text(&own), spk_buf_text(&other)));
        check_words(t, &own);
    }
    spk_buf_release(&own), spk_buf_release(&other);
}

static void play_match(contract_table *t)
{
    spk_state state;
    spk_actors who;
    t->state = &state;
    t->box.game->setup(&t->box, &state);
    while ((who = t->box.game->actors(&t->box, &state)) != 0) {
        spk_seat seat = contract_actor(t, who);
        spk_move move = contract_choose(t, &state, seat);
        bool look = contract_one_in(t, t->thin);
        if (look)
            check_views(t, &state);
        if (look && seat != SPK_SEAT_CHANCE)
            check_moves(t, &state, seat);
        if (look && t->box.game->explain)
            check_event(t, &state, seat, move);
        t->box.game->apply(&t->box, &state, seat, move);
        t->step++;
    }
    spk_result result;
    spk_buf reason = {0};
    t->box.game->result(&t->box, &state, &result);
    if (t->box.game->name_thing)
        t->box.game->name_thing(&t->box, result.reason, &reason);
    PROMISE(t, !t->box.game->name_thing || reason.n); /* why it ended has words */
    check_words(t, &reason);
    spk_buf_release(&reason);
    t->state = NULL;
}

TEST(every_game_speaks_in_whole_sentences) { contract_for_each_table(play_match, MATCHES); }

/* In a browser the text comes from outside. */
TEST(no_text_confuses_a_game)
{
    static const char *const texts[] = {"",
                                        ";",
                                        "; ; ",
                                        "step",
                                        "lay_own 9 z9; tile ; line ; line c; passed x",
                                        "recruit F9*-9 exhaust",
                                        "start 99999999999",
                                        "\1\2\3{name}"};
    for (int i = 0; i < contract_n_games(); i++) {
        contract_table t;
        contract_open(&t, contract_game(i), contract_game(i)->min_seats, "");
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            spk_buf out = {0};
            if (t.box.game->explain)
                t.box.game->explain(&t.box, 0, texts[k], &out);
            if (t.box.game->name_thing)
                t.box.game->name_thing(&t.box, texts[k], &out);
            check_words(&t, &out);
            spk_buf_release(&out);
        }
        spk_box_close(&t.box);
    }
}

TEST_MAIN()
