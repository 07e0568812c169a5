/* edition_test.c: the edition validator (7.1). Each test changes the default edition in one place and
 * says on which line, and by which rule, it must be refused. */
#include "games/chicago_gangsters/tests/test_table.h"

/* The default edition with 'old' replaced by 'new', once. Free it. */
static char *edited(const char *old, const char *new)
{
    const char *text = spk_game_chicago_gangsters.edition_text, *at = strstr(text, old);
    CHECK(at != NULL);
    size_t n = strlen(text) + strlen(new) + 1;
    char *out = malloc(n);
    snprintf(out, n, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    return out;
}

static int line_of(const char *text, const char *word)
{
    int line = 1;
    for (const char *at = text, *end = strstr(text, word); at < end; at++)
        line += *at == '\n';
    return line;
}

/* Refused on the line that holds 'new' (or at the end of the file, if new is ""), naming the rule. */
static void refuses(const char *old, const char *new, const char *rule, const char *file, int line)
{
    char *text = edited(old, new);
    spk_err err = open_box(4, NULL, text);
    bool right = err == SPK_EMALFORMED && strstr(why.text, rule) &&
                 (!*new || why.line == line_of(text, new));
    if (!right)
        print_error("'%s': %s, line %d: %s\n", new, spk_err_name(err), why.line, why.text);
    free(text);
    if (!right)
        _fail(file, line);
}

#define REFUSES(old, new, rule) refuses(old, new, rule, __FILE__, __LINE__)

TEST(cg_e1_means_are_fixed)
{
    REFUSES("means W2 8", "means W2 7", "CG-E1");
    REFUSES("means W2 8 W4 8 B1 3 B2 3 B3 4 B4 3 B5 3 E1 5 E3 6 E5 5", "", "CG-E1");
}

TEST(cg_e2_persons)
{
    REFUSES("person thief 1 blackmail", "person thief 2 blackmail", "CG-E2");
    REFUSES("person thief 1 blackmail", "person thief 1", "CG-E2");
    REFUSES("person thief 1 blackmail", "person thief 1 gold", "CG-E2");
    REFUSES("person mayor 3", "person mayor 3 bribe", "CG-E2");
    REFUSES("person mayor 3", "person major 3", "CG-E2");
    REFUSES("person mayor 3\n", "", "CG-E2");
}

TEST(cg_e3_coalition_cards)
{
    REFUSES("coalition C07 clan_c? clan_a*", "coalition C07 clan_b? clan_a*", "CG-E3");
    REFUSES("coalition C12 clan_d? clan_c* against clan_b* clan_a\n", "", "CG-E3");
    REFUSES("coalition C13 game_end\n", "", "CG-E3");
    REFUSES("coalition C13 game_end", "coalition C14 clan_a? clan_b* against clan_c* clan_d",
            "CG-E3");
    REFUSES("coalition C02 clan_a?", "coalition C01 clan_a? clan_c* against clan_d* clan_b # ",
            "CG-E3");
}

TEST(cg_e4_marks)
{
    REFUSES("coalition C07 clan_c?", "coalition C07 clan_c", "CG-E4");
    REFUSES("C07 clan_c? clan_a* against clan_b*", "C07 clan_c clan_a* against clan_b?*", "CG-E4");
    REFUSES("C07 clan_c? clan_a*", "C07 clan_c? clan_a?*", "CG-E4");
    REFUSES("C07 clan_c? clan_a*", "C07 clan_c? clan_a against", "");
    REFUSES("C07 clan_c? clan_a*", "C07 clan_c?* clan_a*", "CG-E4");
}

TEST(cg_e5_districts)
{
    REFUSES("district D05 uptown bribe", "district D05 uptown persons", "CG-E5");
    REFUSES("district D05 uptown bribe", "district D05 the_loop bribe", "CG-E5");
    REFUSES("district D05 uptown bribe", "district D05 uptown gold", "");
    REFUSES("district D05 uptown bribe : Uptown", "district D05 uptown bribe", "");
    REFUSES("district D13 pullman bribe blackmail : Pullman\n", "", "CG-E5");
}

TEST(cg_e6_the_person_is_in_one_package)
{
    REFUSES("loot L01 winners 2A | P 1M", "loot L01 winners 2A | 1M", "CG-E6");
    REFUSES("loot L01 winners 2A | P 1M", "loot L01 winners 2A P | P 1M", "CG-E6");
    REFUSES("loot L01 winners 2A | P 1M", "loot L01 winners 2A P 1M", "");
    REFUSES("loot L12 winners 2A 1M |", "loot L11 winners 2A 1M |", "CG-E6");
}

TEST(cg_e7_packages)
{
    REFUSES("loot L01 winners 2A |", "loot L01 winners 3A |", "CG-E7");
    REFUSES("loot L01 winners 2A |", "loot L01 winners |", "CG-E7");
    REFUSES("loot L01 winners 2A |", "loot L01 winners 2A 2A |", "");
}

TEST(cg_e8_an_uneven_deck_is_taken_with_a_note)
{
    CHECK_INT(open_box(4, NULL, NULL), SPK_OK);
    CHECK_STR(box.note, "");
    char *text = edited("C12 clan_d? clan_c* against clan_b* clan_a",
                        "C12 clan_d?* clan_c against clan_b* clan_a");
    CHECK_INT(open_box(4, NULL, text), SPK_OK);
    CHECK(strstr(box.note, "CG-E8"));
    free(text);
}

TEST(cg_r64_no_godfather_for_five)
{
    CHECK_INT(open_box(5, "godfather=on", NULL), SPK_EREFUSED);
    CHECK_STR(why.rule, "CG-R64");
    CHECK(open_box(2, NULL, NULL) != SPK_OK);
    CHECK(open_box(6, NULL, NULL) != SPK_OK);
    CHECK(open_box(4, "talk_limit=9", NULL) != SPK_OK);
}

TEST_MAIN()
