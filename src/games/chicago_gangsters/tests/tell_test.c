/* tell_test.c: what everybody learns by a move, in words; and through whole games that cards, bottles,
 * persons, the godfather and Mr. X are told as they are. Who may hear what of the move itself is in
 * secrets_test.c. */
#include "games/chicago_gangsters/tests/test_table.h"

#include "games/chicago_gangsters/tests/test_play.h"

/* -- One thing at a time ----------------------------------------------------------------------- */

#define ROUND "coalition C01; district uptown; loot L03; offer senator; "

/* What the onlooker hears; then it is played. */
static void onlooker_hears(const char *text, const char *words, const char *file, int line)
{
    spk_move move;
    spk_buf out = {0};
    CHECK_INT(spk_move_read(&box, &now, actor(), text, &move, &why), SPK_OK);
    CHECK(hears_event(&box, &now, actor(), move, SPK_SEAT_ONLOOKER, &out));
    if (!spk_str_eq(spk_buf_text(&out), words)) {
        print_error("'%s',\nnot '%s'\n", spk_buf_text(&out), words);
        _fail(file, line);
    }
    spk_buf_release(&out);
    play_one(actor(), text, file, line);
}

#define HEARS(text, words) onlooker_hears(text, words, __FILE__, __LINE__)

/* Uptown takes bribe money only, so the weapons come back (CG-3.9). */
TEST(cg_3_13_the_cards_of_both_sides)
{
    AT(4, "phase lay; active 1; " ROUND "hand0 B3; hand1 B4 W2; hand2 B5; hand3 W4");
    PLAY("lay W2 B4", "done", "lay B3", "done");
    HEARS("keep_hidden none", "keep_hidden none; cards 0 B3; cards 1 B4; back 1 W2; challengers 7");
    PLAY("lay B5", "done", "lay W4");
    HEARS("done", "laid - + 1 down; cards 0 B3; cards 1 B4; cards 2 B5; back 3 W4; challengers 7 "
                  "defenders 5");
}

/* The hidden card is told with the evaluation, not before (CG-3.8, CG-5.2). */
TEST(cg_5_2_the_hidden_card_is_told_last)
{
    AT(4, "phase lay; active 1; " ROUND "hand0 B3 B5; hand1 W2; hand2 B4; hand3 B1");
    PLAY("lay -", "lay B3 B5", "done");
    HEARS("keep_hidden B5", "keep_hidden ?; cards 0 B3; challengers 3");
    PLAY("lay B4", "done", "lay B1");
    HEARS("done", "laid - + 1 down; cards 0 B3 B5; cards 2 B4; cards 3 B1; challengers 8 "
                  "defenders 5");
}

TEST(cg_6_1_who_gets_what)
{
    AT(4, "phase choose_package; stage loot_share; active 0; starter 0; winner challenger; sharing "
          "challenger; " ROUND "has_laid 0 1 2 3; points 9 3 0 0; strength 12 0; hand0 -");
    HEARS("choose_package 1", "choose_package 1; gets 0 2 1 -; gets 1 0 0 senator");
}

TEST(cg_10_14_who_is_mr_x_now)
{
    AT(5, "phase choose_package; stage loot_share; " ROUND
          "has_laid 0 1 2 3; winner challenger; sharing challenger; starter 0; active 0; mr_x_side "
          "challenger; points 9 3 0 0 5; strength 17 0; hand1 W2; alcohol 0 1 0 0 3");
    PLAY("choose_package 2");
    HEARS("deal 4 B1", "deal 4 ?; mr_x 1");
}

/* -- Whole games ------------------------------------------------------------------------------- */

static int n_fights, n_gets, n_godfathers, n_exchanges;

/* What one event told, as it would be added up by somebody who listens. */
typedef struct heard {
    cg_bag cards, back[CG_SEATS];
    int bottles[CG_SEATS];
    uint32_t person[CG_SEATS];
    int godfather, mr_x; /* -2: not told; -1: nobody */
    bool fought;
} heard;

static cg_bag bag_of(spk_words *words)
{
    char word[8];
    cg_bag bag = 0;
    cg_kind kind;
    while (spk_words_next(words, word, sizeof word)) {
        CHECK(cg_parse_kind(word, &kind));
        bag += CG_ONE(kind);
    }
    return bag;
}

static void hear_gets(heard *h, int seat, spk_words *words)
{
    char bottles[8], cards[8], person[32];
    CHECK(spk_words_next(words, bottles, sizeof bottles));
    CHECK(spk_words_next(words, cards, sizeof cards));
    CHECK(spk_words_next(words, person, sizeof person));
    h->bottles[seat] += atoi(bottles);
    for (int i = 0; i < CG_PERSON_COUNT; i++)
        if (spk_str_eq(cg_person_names[i], person))
            h->person[seat] |= CG_BIT(i);
    n_gets++;
}

static void hear_part(heard *h, const char *part)
{
    char verb[16], first[8] = "";
    spk_words words = spk_words_of(part);
    spk_words_next(&words, verb, sizeof verb);
    if (!strstr("cards back gets godfather mr_x challengers", verb))
        return;
    spk_words_next(&words, first, sizeof first);
    int seat = spk_str_eq(first, "-") ? -1 : atoi(first);
    if (spk_str_eq(verb, "cards"))
        h->cards += bag_of(&words);
    else if (spk_str_eq(verb, "back"))
        h->back[seat] += bag_of(&words);
    else if (spk_str_eq(verb, "gets"))
        hear_gets(h, seat, &words);
    else if (spk_str_eq(verb, "godfather"))
        h->godfather = seat;
    else if (spk_str_eq(verb, "mr_x"))
        h->mr_x = seat;
    else
        h->fought = strstr(part, " defenders ") != NULL;
}

static heard hear(const char *told)
{
    heard h = {.godfather = -2, .mr_x = -2};
    char part[200];
    for (const char *at = told; *at; at += strcspn(at, ";"), at += *at ? 2 : 0) {
        snprintf(part, sizeof part, "%.*s", (int)strcspn(at, ";"), at);
        hear_part(&h, part);
    }
    return h;
}

static void compare(const heard *h, const cg_state *before, step made)
{
    bool ended = s->phase == CG_OVER, changed = before->holder[CG_MR_X] != s->holder[CG_MR_X];
    for (int seat = 0; seat < box.n_seats && !ended; seat++) {
        int gained = s->alcohol[seat] - before->alcohol[seat];
        bool converts = cg_move_op(made.move) == CG_OP_CONVERT;
        CHECK_INT(h->bottles[seat], converts ? 0 : gained);
        bool loot = before->phase > CG_PERSON;
        CHECK_INT(h->person[seat], loot ? s->persons[seat] & ~before->persons[seat] : 0);
    }
    if (h->fought)
        CHECK(h->cards == s->discard - before->discard);
    if (h->godfather != -2)
        CHECK_INT(h->godfather == -1 ? CG_NOBODY : h->godfather, s->new_godfather);
    CHECK_INT(h->mr_x, changed ? s->holder[CG_MR_X] : -2);
}

static void listen(const cg_state *before, step made)
{
    spk_buf told = {0};
    if (hears_event(&box, before, made.seat, made.move, SPK_SEAT_ONLOOKER, &told)) {
        heard h = hear(spk_buf_text(&told));
        CHECK(strlen(spk_buf_text(&told)) < SPK_TOLD_TEXT / 2);
        compare(&h, before, made);
        n_fights += h.fought;
        n_godfathers += h.godfather >= 0;
        n_exchanges += h.mr_x >= 0;
    }
    spk_buf_release(&told);
}

TEST(whole_games_are_told_as_they_are)
{
    watch_games(6, listen);
    CHECK(n_fights > 200 && n_gets > 400 && n_godfathers > 5 && n_exchanges > 5);
}

TEST_MAIN()
