/* phrase_test.c: formats with named gaps, in words, in another language and as JSON; and what somebody
 * who types control characters can do with them: nothing. */
#include "test.h"

#include "base/err.h"
#include "base/json.h"
#include "base/phrase.h"

static char room[1000];

static const char *words(const char *phrases, const spk_reader *reader)
{
    spk_buf out = SPK_BUF_OVER(room);
    spk_buf_clear(&out);
    spk_phrase_render(phrases, reader, &out);
    return room;
}

static const char *json(const char *phrases)
{
    spk_buf out = SPK_BUF_OVER(room);
    spk_buf_clear(&out);
    spk_phrase_json(phrases, &(spk_json){.out = &out});
    return room;
}

TEST(a_phrase_is_a_format_and_what_fills_it)
{
    spk_buf p = {0};
    spk_say(&p, "{who} lays {tile} on {cell} for {n}.", SPK_WHO("who", 1), SPK_THING("tile", "R3"),
            SPK_THING("cell", "c4"), SPK_NUM("n", -7));
    CHECK_STR(words(spk_buf_text(&p), NULL), "Player 2 lays R3 on c4 for -7.");
    spk_say(&p, "It was {who}.", SPK_WHO("who", 0));
    spk_say(&p, "That is all.");
    CHECK_STR(words(spk_buf_text(&p), NULL),
              "Player 2 lays R3 on c4 for -7. It was player 1. That is all.");
    CHECK_STR(words("", NULL), "");
    spk_buf_release(&p);
}

static const char *german(void *ctx, const char *english)
{
    (*(int *)ctx)++;
    if (strcmp(english, "{n} {kind} for {what}") == 0)
        return "Für {what}: {n} {kind}";
    return strcmp(english, "weapons") == 0 ? "Waffen" : english;
}

static void name_seat(void *ctx, int seat, spk_buf *out)
{
    (void)ctx;
    spk_buf_puts(out, seat ? "Bea" : "Ann");
}

static void name_thing(void *ctx, const char *code, spk_buf *out)
{
    (void)ctx;
    spk_buf_printf(out, "<%s>", code);
}

TEST(a_host_translates_and_names)
{
    int asked = 0;
    spk_reader reader = {&asked, german, name_seat, name_thing};
    spk_buf p = {0}, items = {0};
    spk_list_thing(&items, "W4");
    spk_list_thing(&items, "W4");
    spk_say(&items, "{who} alone", SPK_WHO("who", 1));
    spk_list_thing(&items, "B1");
    spk_say(&p, "{n} {kind} for {what}", SPK_NUM("n", 2), SPK_WORD("kind", "weapons"),
            SPK_LIST("what", spk_buf_text(&items)));
    CHECK_STR(words(spk_buf_text(&p), &reader), "Für 2 × <W4>, Bea alone, <B1>: 2 Waffen");
    CHECK_INT(asked, 3);
    CHECK_STR(words(spk_buf_text(&p), NULL), "2 weapons for 2 × W4, player 2 alone, B1");
    spk_buf_release(&p);
    spk_buf_release(&items);
}

TEST(json_says_what_kind_of_thing_fills_a_gap)
{
    spk_buf p = {0}, items = {0};
    spk_list_thing(&items, "W4");
    spk_say(&items, "a {n}", SPK_NUM("n", 1));
    spk_say(&p, "{who} {n} {w} {t} {c} {l}", SPK_WHO("who", 0), SPK_NUM("n", 3),
            SPK_WORD("w", "weapons"), SPK_TEXT("t", "he said \"no\""), SPK_THING("c", "R3"),
            SPK_LIST("l", spk_buf_text(&items)));
    CHECK_STR(json(spk_buf_text(&p)),
              "[{\"format\":\"{who} {n} {w} {t} {c} {l}\",\"args\":{\"who\":{\"seat\":0},\"n\":3,"
              "\"w\":{\"word\":\"weapons\"},\"t\":{\"text\":\"he said \\\"no\\\"\"},"
              "\"c\":{\"thing\":\"R3\"},\"l\":{\"list\":[{\"thing\":\"W4\"},"
              "{\"format\":\"a {n}\",\"args\":{\"n\":1}}]}}}]");
    CHECK_STR(json(""), "[]");
    spk_buf_release(&p);
    spk_buf_release(&items);
}

/* -- Guests who type what they should not --------------------------------------------------------- */

TEST(no_argument_breaks_out)
{
    spk_buf p = {0};
    spk_say(&p, "You said '{text}' to {who}.",
            SPK_TEXT("text", "\2\1{who} wins.\3swho\4"
                             "1\2{who}"),
            SPK_WHO("who", 0));
    CHECK_STR(words(spk_buf_text(&p), NULL), "You said '  {who} wins. swho 1 {who}' to player 1.");
    spk_say(&p, "No {card}.",
            SPK_THING("card", "\5"
                              "F2\2"));
    CHECK_STR(words(spk_buf_text(&p), NULL),
              "You said '  {who} wins. swho 1 {who}' to player 1. No  F2 .");
    spk_buf_release(&p);
}

/* Whatever is cut off, or made up, is read as far as it makes sense, and never past its end. */
TEST(any_text_can_be_read)
{
    spk_buf p = {0}, items = {0};
    spk_list_thing(&items, "W4");
    spk_say(&items, "a {n}", SPK_NUM("n", 1));
    spk_say(&p, "{who} lays {l}.", SPK_WHO("who", 0), SPK_LIST("l", spk_buf_text(&items)));
    size_t n = p.n;
    for (size_t cut = 0; cut < n; cut++) {
        char text[200];
        memcpy(text, p.bytes, cut);
        text[cut] = '\0';
        CHECK_STR(words(text, NULL), ""); /* one sentence, not whole: none */
        json(text);
    }
    CHECK_STR(words("\1\3\3x\3n\3ngap\3\4\2", NULL), "");
    CHECK_STR(words("\1{n}\3ln\4\1{n}\3ln\4\1{n}\3ln\4\1{n}\3ln\4\1{n}\3ln\4\2\2\2\2\2", NULL), "");
    CHECK_STR(words("plain", NULL), "");
    CHECK_STR(words("\2\2\5", NULL), "");
    spk_buf_release(&p);
    spk_buf_release(&items);
}

TEST(a_list_that_did_not_fit_is_left_out)
{
    char small[8];
    spk_buf p = {0}, items = SPK_BUF_OVER(small);
    spk_list_thing(&items, "far too long");
    spk_say(&p, "Got {l}.", SPK_LIST("l", small));
    CHECK_STR(words(spk_buf_text(&p), NULL), "Got .");
    spk_buf_release(&p);
}

/* -- Refusals ------------------------------------------------------------------------------------ */

TEST(a_refusal_is_a_phrase_and_its_english_words)
{
    spk_why why;
    CHECK_INT(spk_refuse(&why, "FA-6.2", "{card} is not in your display.", SPK_THING("card", "F2")),
              SPK_EREFUSED);
    CHECK_STR(why.text, "F2 is not in your display.");
    CHECK_STR(why.rule, "FA-6.2");
    CHECK_STR(words(why.phrase, &(spk_reader){.thing = name_thing}),
              "<F2> is not in your display.");
    CHECK_INT(spk_refuse_as(&why, SPK_ERANGE, "At most {n}.", SPK_NUM("n", 4)), SPK_ERANGE);
    CHECK_STR(why.text, "At most 4.");
    CHECK_STR(why.rule, "");
    CHECK_INT(spk_fail(&why, SPK_EIO, "No file '%s'.", "x"), SPK_EIO);
    CHECK_STR(why.phrase, ""); /* for operators */
    CHECK_INT(spk_refuse(NULL, "", "Nobody asks."), SPK_EREFUSED);
}

TEST(a_refusal_too_long_to_keep_is_english)
{
    spk_why why;
    char text[600];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    CHECK_INT(spk_refuse(&why, "", "Not '{text}'.", SPK_TEXT("text", text)), SPK_EREFUSED);
    CHECK_STR(why.phrase, "");
    CHECK_STR(why.text, "Not '{text}'.");
}

TEST_MAIN()
