/* secrets_test.c: what each seat may know (8.1, 8.5, CG-I23). Two tables that differ only in what a seat
 * may not know are played side by side: everything that leaves them towards that seat must be the
 * same, letter by letter. The fair guess that bots play with is resample_test.c's. */
#include "engine/match.h"
#include "games/chicago_gangsters/tests/test_play.h"

/* -- Tables dealt by hand ---------------------------------------------------------------------- */

/* A line of a record, such as "chance deal 0 W4" or "1 lay W4 cover". */
static void add(spk_match *m, const char *line)
{
    if (spk_match_entry_add(m, line, &why) != SPK_OK)
        fail_msg("'%s': %s %s", line, why.rule, why.text);
}

/* The lines, apart by ';'. */
static void script(spk_match *m, const char *lines)
{
    char line[100];
    for (const char *at = lines; *at;) {
        size_t n = strcspn(at, ";");
        snprintf(line, sizeof line, "%.*s", (int)n, at);
        add(m, line);
        at += n;
        at += strspn(at, "; ");
    }
}

/* A table up to its first decision: persons and hands by seat, and the four cards. */
typedef struct dealt {
    int n_seats;
    const char *options;
    const char *persons[CG_SEATS], *hands[CG_SEATS]; /* hands: four cards each, "W2W4B1B5" */
    const char *cards;                               /* "chance coalition C01; ..." */
} dealt;

static spk_match *deal_table(const dealt *d)
{
    char line[40];
    if (!box.game || box.n_seats != d->n_seats)
        CHECK_INT(open_box(d->n_seats, d->options, NULL), SPK_OK);
    spk_match *m = spk_match_new(&box);
    for (int seat = 0; seat < d->n_seats; seat++) {
        snprintf(line, sizeof line, "chance deal_person %d %s", seat, d->persons[seat]);
        add(m, line);
    }
    for (int i = 0; i < 4 * d->n_seats; i++) {
        snprintf(line, sizeof line, "chance deal %d %.2s", i / 4, d->hands[i / 4] + 2 * (i % 4));
        add(m, line);
    }
    script(m, d->cards);
    return m;
}

static const dealt four = {
    .n_seats = 4,
    .persons = {"mayor", "thief", "reporter", "bank_director"},
    .hands = {"W2B4B5E1", "W2W4B5E3", "B1B3E5E5", "B2B3W2W4"},
    .cards =
        "chance coalition C01; chance district uptown; chance loot L03; chance person senator"};

/* -- All that leaves a table towards a viewer -------------------------------------------------- */

static const char *const requests[] = {"lay W2",
                                       "lay - cover",
                                       "lay W4 B5",
                                       "defer",
                                       "show W4",
                                       "done",
                                       "use_thug yes",
                                       "keep_hidden B5",
                                       "claim",
                                       "pass",
                                       "duel B5",
                                       "duel W2",
                                       "draw",
                                       "end_turn",
                                       "choose_package 1",
                                       "bonus_draw",
                                       "compensation means",
                                       "convert informer B5 E1",
                                       "lay W2 defender",
                                       "swap_one fence W2",
                                       "poker_swap W2 W4 for B1 B1",
                                       "nonsense"};

/* Judged by the whole truth, and by the match, which must say the same. */
static void report_requests(spk_match *m, spk_seat viewer, spk_buf *out)
{
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        spk_why of_state = {0}, of_match = {0};
        spk_move move;
        spk_err err =
            spk_move_read(&box, spk_match_state(m), viewer, requests[i], &move, &of_state);
        spk_buf_printf(out, "%s: %d %s %s\n", requests[i], err, of_state.rule, of_state.text);
        if (err == SPK_OK)
            continue;
        CHECK_INT(spk_match_play(m, viewer, requests[i], &of_match), err);
        CHECK_STR(of_match.text, of_state.text);
        CHECK_STR(of_match.rule, of_state.rule);
    }
}

static void report_list(spk_match *m, spk_seat viewer, spk_buf *out)
{
    static spk_move moves[SPK_MAX_MOVES];
    char text[SPK_MOVE_TEXT];
    int n = spk_match_moves(m, viewer, moves);
    for (int i = 0; i < n; i++)
        spk_buf_printf(out, "%s\n", spk_move_text(&box, moves[i], text));
}

static void report(spk_match *m, spk_seat viewer, spk_buf *out)
{
    spk_state view;
    spk_json json = {.out = out};
    spk_why no = {0};
    spk_match_view(m, viewer, &view);
    box.game->print_state(&box, &view, out);
    spk_buf_putc(out, '\n');
    spk_buf_add(out, (const char *)view.bytes, box.game->state_size);
    spk_match_json(m, viewer, &json);
    spk_match_board(m, viewer, out);
    spk_match_history(m, viewer, 1, out);
    spk_buf_printf(out, "seq %d actors %x speakers %x undo %d %s\n", spk_match_seq(m, viewer),
                   spk_match_actors(m), spk_match_speakers(m), spk_match_can_undo(m, viewer, &no),
                   no.text);
    report_list(m, viewer, out);
    report_requests(m, viewer, out);
}

/* Seats as digits, 'o' the onlooker. */
static spk_seat viewer_of(char c) { return c == 'o' ? SPK_SEAT_ONLOOKER : c - '0'; }

static bool same_for(spk_match *a, spk_match *b, spk_seat viewer)
{
    spk_buf of_a = {0}, of_b = {0};
    report(a, viewer, &of_a);
    report(b, viewer, &of_b);
    bool same = of_a.n == of_b.n && memcmp(of_a.bytes, of_b.bytes, of_a.n) == 0;
    spk_buf_release(&of_a);
    spk_buf_release(&of_b);
    return same;
}

/* Alike for these viewers, and, so that the test tests something, not for the all-seeing viewer. */
static void check_alike(spk_match *a, spk_match *b, const char *viewers, const char *file, int line)
{
    for (; *viewers; viewers++)
        if (!same_for(a, b, viewer_of(*viewers))) {
            print_error("viewer %c can tell the two tables apart\n", *viewers);
            _fail(file, line);
        }
    if (memcmp(spk_match_state(a), spk_match_state(b), box.game->state_size) == 0) {
        print_error("the two tables are the same\n");
        _fail(file, line);
    }
}

/* Two tables, dealt and played with these lines. */
static void compare(const dealt *da, const char *a_lines, const dealt *db, const char *b_lines,
                    const char *viewers, const char *file, int line)
{
    spk_box_close(&box);
    spk_match *a = deal_table(da), *b = deal_table(db);
    script(a, a_lines);
    script(b, b_lines);
    check_alike(a, b, viewers, file, line);
    spk_match_free(a);
    spk_match_free(b);
}

#define ALIKE(table, a, b, viewers) compare(&table, a, &table, b, viewers, __FILE__, __LINE__)
#define ALIKE_DEALT(table_a, a, table_b, b, viewers)                                               \
    compare(&table_a, a, &table_b, b, viewers, __FILE__, __LINE__)

/* -- Hands ------------------------------------------------------------------------------------- */

TEST(cg_i23_nobody_sees_another_hand)
{
    dealt other = four;
    other.hands[2] = four.hands[3];
    other.hands[3] = four.hands[2];
    ALIKE_DEALT(four, "", other, "", "01o");
    other = four;
    other.hands[0] = "W4W4W4W4";
    ALIKE_DEALT(four, "", other, "", "123o");
}

TEST(cg_i23_nobody_sees_what_another_draws)
{
    const char *round = "1 lay -; 0 lay -; 2 lay -; 3 lay -; 1 choose_package 1; ";
    char a[200], b[200];
    snprintf(a, sizeof a, "%schance deal 1 W2; 2 choose_package 1; chance deal 3 E1", round);
    snprintf(b, sizeof b, "%schance deal 1 B3; 2 choose_package 1; chance deal 3 E5", round);
    ALIKE(four, a, b, "02o");
}

/* -- Laying ------------------------------------------------------------------------------------ */

/* D5: how far seat 1 is inside the lay, with what, covered or not. */
TEST(cg_i23_nobody_sees_how_far_a_lay_is)
{
    ALIKE(four, "", "1 lay W2 W4 B5", "023o");
    ALIKE(four, "", "1 lay W2 W4 B5 cover", "023o");
    ALIKE(four, "", "1 lay W2 W4 B5 cover; 1 show W2", "023o");
    ALIKE(four, "1 lay E3", "1 lay W2 W4 B5; 1 show W2; 1 show W4", "023o");
    ALIKE(four, "1 lay -; 0 lay W2 B4 B5", "1 lay -", "123o");
    ALIKE(four, "1 lay -; 0 lay -; 2 lay B1 B3", "1 lay -; 0 lay -", "013o");
}

/* CG-R61: the order of talk must not tell of it either. */
TEST(cg_i23_talk_goes_on_while_somebody_lays)
{
    const char *said = "0 say aim win; 1 say my_points 4 10";
    char a[200];
    ALIKE(four, said, "0 say aim win; 1 lay W2 W4; 1 say my_points 4 10", "023o");
    ALIKE(four, said, "0 say aim win; 1 say my_points 4 10; 1 lay W2 W4", "023o");
    snprintf(a, sizeof a, "%s; 2 say pass; 1 lay W2 B5; 1 show W2; 3 say reject 1", said);
    ALIKE(four, "0 say aim win; 1 say my_points 4 10; 2 say pass; 3 say reject 1", a, "023o");
}

TEST(cg_i23_a_covered_lay_tells_nothing)
{
    ALIKE(four, "1 lay - cover", "1 lay W2 W4 B5 E3 cover; 1 done", "023o");
    ALIKE(four, "1 lay B5 cover; 1 done", "1 lay W2 W4 cover; 1 done", "023o");
    ALIKE(four, "1 lay W4 cover; 1 show W4", "1 lay W2 W4 B5 cover; 1 show W4; 1 done", "023o");
    ALIKE(four, "1 lay - cover; 0 lay B4 B5 cover; 0 done",
          "1 lay W2 W4 cover; 1 done; 0 lay B4 B5 cover; 0 done", "023o");
}

TEST(cg_i23_face_down_cards_tell_their_number_only)
{
    ALIKE(four, "1 lay W2 W4; 1 done", "1 lay B5 E3; 1 done", "023o");
    ALIKE(four, "1 lay W2 W4 B5; 1 show W4; 1 done", "1 lay W4 B5 E3; 1 show W4; 1 done", "023o");
}

/* Laid, taken back, laid otherwise: as if nothing had happened. */
TEST(cg_i23_a_step_taken_back_was_never_made)
{
    ALIKE(four, "1 lay B5", "1 lay W2 W4; 1 undo; 1 lay W4 cover", "023o");
    ALIKE(four, "1 lay W2 W4; 1 done", "1 lay B5; 1 undo; 1 lay W2 B5; 1 show W2; 1 undo; 1 done",
          "023o");
}

/* CG-R70: whoever lays nothing, covered, is asked for the thug like anybody. */
TEST(cg_i23_the_thugs_prompt_tells_nothing)
{
    dealt thug = four;
    thug.persons[1] = "thug";
    ALIKE(thug, "1 lay - cover; 0 lay -", "1 lay W2 W4 cover; 1 done; 0 lay -", "023o");
    thug.persons[2] = "thug", thug.persons[1] = "thief";
    ALIKE(thug, "1 lay -; 0 lay -; 2 lay - cover; 3 lay -",
          "1 lay -; 0 lay -; 2 lay B1 B3 cover; 2 done; 3 lay -", "013o");
}

/* -- The hidden card --------------------------------------------------------------------------- */

TEST(cg_i23_the_hidden_card_stays_hidden)
{
    dealt other = four;
    other.hands[0] = "W2B4E3E1";
    ALIKE_DEALT(four, "1 lay -; 0 lay B4 B5; 0 done; 0 keep_hidden B5", other,
                "1 lay -; 0 lay B4 E3; 0 done; 0 keep_hidden E3", "123o");
    ALIKE_DEALT(four, "1 lay -; 0 lay B4 B5; 0 done; 0 keep_hidden B5; 2 lay B1; 2 done", other,
                "1 lay -; 0 lay B4 E3; 0 done; 0 keep_hidden E3; 2 lay B1; 2 done", "123o");
}

/* -- Mr. X ------------------------------------------------------------------------------------- */

static const dealt five = {
    .n_seats = 5,
    .options = "first_mr_x=seat_4",
    .persons = {"mayor", "thief", "reporter", "bank_director", "fence"},
    .hands = {"W2B4B5E1", "W2W4B5E3", "B1B3E5E5", "B2B3W2W4", "W4W2B1E3"},
    .cards =
        "chance coalition C01; chance district uptown; chance loot L03; chance person senator"};

TEST(cg_i23_mr_xs_cards_stay_hidden)
{
    ALIKE(five, "4 lay W2 B1 defender", "4 lay W4 E3 defender", "0123o");
    ALIKE(five, "4 lay W2 B1 defender; 1 lay W4; 1 done; 0 lay -; 2 lay - cover",
          "4 lay W4 E3 defender; 1 lay W4; 1 done; 0 lay -; 2 lay - cover", "0123o");
}

/* -- Sealed answers ---------------------------------------------------------------------------- */

static dealt with_godfather(void)
{
    dealt d = four;
    d.options = "godfather=on";
    return d;
}

TEST(cg_i23_sealed_claims)
{
    dealt d = with_godfather();
    ALIKE(d, "2 claim", "2 pass", "013o");
    ALIKE(d, "2 claim; 0 pass; 1 claim", "2 pass; 0 pass; 1 claim", "013o");
    ALIKE(d, "0 say aim win; 2 claim; 1 say pass", "0 say aim win; 2 pass; 1 say pass", "013o");
}

TEST(cg_i23_sealed_duel_cards)
{
    dealt d = with_godfather();
    const char *claims = "0 claim; 1 claim; 2 pass; 3 claim; ";
    char a[100], b[100];
    snprintf(a, sizeof a, "%s1 duel B5", claims);
    snprintf(b, sizeof b, "%s1 duel W2", claims);
    ALIKE(d, a, b, "023o");
    snprintf(a, sizeof a, "%s1 duel B5; 3 duel W2", claims);
    snprintf(b, sizeof b, "%s1 duel W2; 3 duel W2", claims);
    ALIKE(d, a, b, "02o");
}

/* CG-V38 and 8.5: how much others have heard is counted by seat, sealed answers not at all. */
TEST(cg_i23_a_sealed_answer_makes_nobody_elses_request_stale)
{
    dealt d = with_godfather();
    spk_box_close(&box);
    spk_match *m = deal_table(&d);
    int before[4];
    for (int seat = 0; seat < 4; seat++)
        before[seat] = spk_match_seq(m, seat);
    add(m, "2 claim");
    for (int seat = 0; seat < 4; seat++)
        CHECK_INT(spk_match_seq(m, seat), before[seat] + (seat == 2));
    add(m, "1 pass");
    add(m, "0 pass");
    add(m, "3 pass");
    CHECK_INT(spk_match_seq(m, 3), before[3] + 1);
    CHECK_INT(spk_match_seq(m, 2), before[2] + 2);
    spk_match_free(m);
}

/* Two cards of one kind or of two: the prompt is given in both (8.3). */
TEST(cg_i23_a_duel_of_like_cards_is_asked_for)
{
    const char *at = "phase claim; asked 0 1 2 3; answered 0 1 2; claimed 0; coalition C01; "
                     "district uptown; loot L01; hand0 W4 W4; hand3 %s";
    for (int i = 0; i < 2; i++) {
        char text[200];
        snprintf(text, sizeof text, at, i ? "E3 E3" : "W2 E3");
        AT_WITH(4, "godfather=on", text);
        BY(3, "claim");
        HOLDS("phase duel; asked 0 3");
    }
}

/* Two cards worth 2 or worth 10: an informer's player is asked in both (8.3). */
TEST(cg_i23_a_poor_informer_is_asked_too)
{
    cg_state view[2];
    for (int i = 0; i < 2; i++) {
        AT(4, i ? ENDING "hand0 B5 E5; persons0 informer; hand1 B1 E1; pile W2; discard W4"
                : ENDING "hand0 B1 E1; persons0 informer; hand1 B5 E5; pile W2; discard W4");
        HOLDS("phase round_end; active 0");
        view[i] = *s;
        box.game->redact(&box, &view[i], 2);
    }
    assert_memory_equal(&view[0], &view[1], sizeof view[0]);
    AT(4, ENDING "hand0 B1; hand1 B1; persons1 informer");
    HOLDS("phase round_end");
}

/* -- What is heard ----------------------------------------------------------------------------- */

/* The last n lines of what a viewer heard, without their numbers, apart by "; ". */
static void check_heard(spk_match *m, spk_seat viewer, int n, const char *want, const char *file,
                        int line)
{
    spk_buf heard = {0}, last = {0};
    spk_match_history(m, viewer, spk_match_seq(m, viewer) - n + 1, &heard);
    for (const char *at = spk_buf_text(&heard); *at;) {
        at += strcspn(at, " ") + 1;
        size_t length = strcspn(at, "\n");
        spk_buf_printf(&last, "%s%.*s", last.n ? "; " : "", (int)length, at);
        at += length + (at[length] == '\n');
    }
    if (!spk_str_eq(spk_buf_text(&last), want)) {
        print_error("viewer %d heard '%s', not '%s'\n", viewer, spk_buf_text(&last), want);
        _fail(file, line);
    }
    spk_buf_release(&heard);
    spk_buf_release(&last);
}

#define HEARD(m, viewer, n, want) check_heard(m, viewer, n, want, __FILE__, __LINE__)

TEST(others_hear_a_lay_as_one_act)
{
    spk_box_close(&box);
    spk_match *m = deal_table(&four);
    script(m, "1 lay W2 W4 B5 cover; 1 show W4; 1 done");
    HEARD(m, 0, 1, "1 laid W4 + covered");
    HEARD(m, SPK_SEAT_ONLOOKER, 2, "chance person senator; 1 laid W4 + covered");
    HEARD(m, 1, 3, "1 lay W2 W4 B5 cover; 1 show W4; 1 done");
    script(m, "0 lay B4 B5; 0 show B4; 0 done");
    HEARD(m, 2, 1, "0 laid B4 + 1 down");
    script(m, "0 keep_hidden B5");
    HEARD(m, 2, 1, "0 keep_hidden ?; cards 0 B4; cards 1 B5; back 1 W2 W4; challengers 9");
    HEARD(m, 0, 1, "0 keep_hidden B5; cards 0 B4; cards 1 B5; back 1 W2 W4; challengers 9");
    script(m, "2 defer; 3 lay -; 2 lay - cover");
    HEARD(m, 0, 3,
          "2 defer; 3 laid - + 0 down; 2 laid - + covered; cards 0 B4 B5; cards 1 B5; challengers "
          "14 defenders 0");
    spk_match_free(m);
}

TEST(others_hear_that_a_card_was_drawn)
{
    spk_box_close(&box);
    spk_match *m = deal_table(&four);
    script(m, "1 lay -; 0 lay -; 2 lay -; 3 lay -; 1 choose_package 1; chance deal 1 E5");
    HEARD(m, 3, 1, "chance deal 1 ?");
    HEARD(m, 1, 1, "chance deal 1 E5");
    HEARD(m, SPK_SEAT_ONLOOKER, 1, "chance deal 1 ?");
    spk_match_free(m);
}

TEST(others_hear_all_claims_and_duel_cards_at_once)
{
    dealt d = with_godfather();
    spk_box_close(&box);
    spk_match *m = deal_table(&d);
    script(m, "0 claim; 1 pass; 2 pass");
    HEARD(m, 3, 1, "chance person senator");
    HEARD(m, SPK_SEAT_ONLOOKER, 1, "chance person senator");
    script(m, "3 claim");
    HEARD(m, 1, 1, "3 claims 0 3");
    HEARD(m, SPK_SEAT_ONLOOKER, 1, "3 claims 0 3");
    HEARD(m, 3, 1, "3 claim; claims 0 3"); /* what was sealed is open now, for the last one too */
    script(m, "0 duel B5");
    HEARD(m, 3, 1, "3 claim; claims 0 3");
    script(m, "3 duel B3");
    HEARD(m, 2, 1, "3 duels 0:B5 3:B3; godfather 0");
    HEARD(m, 3, 1, "3 duel B3; duels 0:B5 3:B3; godfather 0");
    spk_match_free(m);
}

/* Nobody has a choice: the duel is over with the last claim, and heard with it (CG-11.5). */
TEST(others_hear_a_duel_that_nobody_was_asked_about)
{
    dealt d = with_godfather();
    spk_box_close(&box);
    spk_match *m = deal_table(&d);
    spk_state state;
    spk_buf out = {0};
    spk_move claim;
    script(m, "0 claim; 1 pass; 2 pass");
    spk_match_view(m, SPK_SEAT_ALL_SEEING, &state);
    cg_state *then = (cg_state *)&state;
    CHECK_INT(spk_move_read(spk_match_box(m), then, 3, "claim", &claim, NULL), SPK_OK);
    CHECK(hears_event(spk_match_box(m), then, 3, claim, 1, &out));
    CHECK_STR(spk_buf_text(&out), "claims 0 3"); /* both have cards to choose from */
    then->hand[0] = CG_ONE(cg_lowest(cg_present(then->hand[0])));
    then->hand[3] = 0;
    spk_buf_clear(&out);
    CHECK(hears_event(spk_match_box(m), then, 3, claim, 1, &out));
    CHECK_STR(spk_buf_text(&out), "claims 0 3; duels 0:W2 3:none; godfather 0");
    spk_buf_clear(&out);
    CHECK(hears_event(spk_match_box(m), then, 3, claim, 3, &out));
    CHECK_STR(spk_buf_text(&out), "claim; claims 0 3; duels 0:W2 3:none; godfather 0");
    spk_buf_release(&out);
    spk_match_free(m);
}

TEST(others_hear_mr_xs_number_and_side)
{
    spk_box_close(&box);
    spk_match *m = deal_table(&five);
    script(m, "4 lay W2 B1 defender");
    HEARD(m, 0, 1, "4 laid 2 down defender");
    HEARD(m, 4, 1, "4 lay W2 B1 defender");
    spk_match_free(m);
}

/* -- Card memory ------------------------------------------------------------------------------- */

TEST(cards_taken_back_are_remembered_by_all)
{
    FIGHT(4, NULL, C01 "district uptown; hand1 W4 W4 E5; hand0 W2; hand2 B1",
          .of = {[1] = "W4 E5"});
    for (int viewer = 0; viewer < 4; viewer++)
        SEES(viewer, "known1 W4 E5");
    SEES(SPK_SEAT_ONLOOKER, "known1 W4 E5; hand1 -; unseen 1 3 1 0");
}

TEST(a_known_card_that_is_played_is_known_no_more)
{
    AT(4, C01 "district uptown; hand1 B4 B5 E5; known1 B5 E5; hand0 B1; hand2 B1");
    PLAY("lay B4 B5", "done", "lay -");
    HOLDS("known1 E5; laid1 B4 B5");
    AT(4, C01 "district uptown; hand1 B4 B5 E5; known1 B5 E5; hand0 B1; hand2 B1");
    PLAY("lay B4 cover", "done");
    SEES(0, "known1 B5 E5"); /* laid or not: it is still there */
    AT(4, C01 "district uptown; hand1 B4 B5 E5; known1 B5 E5; hand0 B1; hand2 B1");
    PLAY("lay B5", "show B5");
    SEES(0, "known1 E5; shown1 B5");
}

TEST(a_discarded_card_is_known_no_more)
{
    AT(4, ENDING "hand0 B5 E1 E3; known0 B5 E3; persons0 informer fence");
    PLAY("convert informer B5 E1");
    HOLDS("known0 E3");
    PLAY("swap_one fence E3");
    HOLDS("known0 -");
}

/* Two like cards laid where they are of no use: one comes back before all eyes, one stays hidden and
 * is lost. The first is still there, and all know it. */
TEST(a_card_taken_back_is_not_the_hidden_one)
{
    AT(4, C01 "district pilsen; hand0 B5 B5; hand1 W2; hand2 W2");
    LAY("-");
    LAY("B5 B5");
    PLAY("keep_hidden B5");
    HOLDS("known0 B5; hand0 B5; laid0 B5");
    LAY("-");
    HOLDS("hand0 B5; known0 B5; discard B5");
}

/* A known card may be the hidden one, and then it is gone. */
TEST(a_known_card_may_be_the_hidden_one)
{
    AT(4, C01 "district pilsen; hand0 B4 B5; known0 B5; hand1 W2; hand2 W2");
    LAY("-");
    LAY("B5");
    PLAY("keep_hidden B5");
    HOLDS("known0 B5");
    LAY("-");
    HOLDS("hand0 B4; known0 -; discard B5");
}

/* -- Random tables ----------------------------------------------------------------------------- */

/* What each seat knows of the others is at most what was seen: the true world fits every view. */
static void look_at_truth(const cg_state *before, step made)
{
    (void)before, (void)made;
    for (int seat = 0; seat < box.n_seats && s->phase != CG_OVER; seat++) {
        bool laying = s->phase == CG_SHOW && s->active == seat; /* nothing is published yet */
        cg_bag open = laying ? 0 : s->shown[seat];
        CHECK(cg_holds(s->hand[seat] + s->laid[seat] - open, s->known[seat]));
        CHECK(cg_holds(s->shuffled, s->pile));
    }
}

TEST(what_is_known_is_true) { watch_games(6, look_at_truth); }

TEST_MAIN()
