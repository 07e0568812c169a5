/* own_edition_test.c: another edition than the default: whatever it says is played by, and the rest of
 * what the validator must refuse (7.1); the first part is in edition_test.c. */
#include "games/chicago_gangsters/tests/test_play.h"

/* The default edition with every 'old' replaced by 'new'. Free it. */
static char *all_edited(const char *old, const char *new)
{
    const char *text = spk_game_chicago_gangsters.edition_text;
    spk_buf out = {0};
    for (const char *at; (at = strstr(text, old)) != NULL; text = at + strlen(old)) {
        spk_buf_add(&out, text, (size_t)(at - text));
        spk_buf_puts(&out, new);
    }
    spk_buf_puts(&out, text);
    char *copy = malloc(out.n + 1);
    memcpy(copy, spk_buf_text(&out), out.n + 1);
    spk_buf_release(&out);
    return copy;
}

static void open_edited(const char *old, const char *new)
{
    char *text = all_edited(old, new);
    spk_err err = open_box(4, NULL, text);
    if (err != SPK_OK)
        print_error("%d: %s\n", why.line, why.text);
    CHECK_INT(err, SPK_OK);
    free(text);
}

static void refuses(const char *old, const char *new, const char *words)
{
    char *text = all_edited(old, new);
    CHECK_INT(open_box(4, NULL, text), SPK_EMALFORMED);
    if (!strstr(why.text, words) || why.line < 1)
        fail_msg("line %d: '%s', not about %s", why.line, why.text, words);
    free(text);
}

static void stand_at(const char *position)
{
    CHECK_INT(box.game->parse_state(&box, position, &now, &why), SPK_OK);
}

/* -- Played by what it says -------------------------------------------------------------------- */

TEST(cg_e2_the_kinds_come_from_the_edition)
{
    open_edited("person dealer 1 bribe", "person dealer 1 weapons");
    stand_at(C01 "district uptown; hand1 W4; persons1 dealer; hand0 W2");
    FIGHT_ON(.of = {[1] = "W4"});
    HOLDS("points 0 4 0 0");
    open_edited("person reporter 2 blackmail", "person reporter 2 bribe");
    stand_at(C01 "district uptown; persons1 reporter; hand0 W2");
    FIGHT_ON(.of = {0});
    HOLDS("points 0 2 0 0");
}

TEST(cg_e4_marks_come_from_the_edition)
{
    open_edited("coalition C01 clan_a? clan_b* against clan_c* clan_d",
                "coalition C01 clan_a clan_b?* against clan_c clan_d*");
    CHECK(strstr(box.note, "CG-E8") != NULL);
    stand_at(C01 "district uptown; hand0 B1; hand1 B1; hand2 B1; hand3 B1");
    HOLDS("members 1 0 3 2");
    LAY("B1");
    LAY("B1");
    HOLDS("phase keep_hidden; active 1");
}

TEST(cg_e5_districts_come_from_the_edition)
{
    open_edited("district D05 uptown bribe :", "district D05 uptown weapons persons :");
    stand_at(C01 "district uptown; hand1 W4 B5; persons1 mayor; hand0 W2");
    FIGHT_ON(.of = {[1] = "W4 B5"});
    HOLDS("points 0 7 0 0");
}

TEST(cg_e6_loot_comes_from_the_edition)
{
    open_edited("loot L01 winners 2A | P 1M losers 1A | 2M",
                "loot L01 winners 1A 5M | 2M losers 2A P | 1A");
    stand_at(SHARING "hand0 -");
    PLAY("choose_package 1");
    HOLDS("alcohol 1 0 0 0; drawers 0 1; due 5 2; offer senator");
}

TEST(an_edition_has_its_own_name_and_hash)
{
    CHECK_INT(open_box(4, NULL, NULL), SPK_OK);
    uint64_t usual = box.edition_hash;
    CHECK_STR(box.edition_name, "default");
    open_edited("edition default", "edition own");
    CHECK_STR(box.edition_name, "own");
    open_edited("person dealer 1 bribe", "person dealer 1 weapons");
    CHECK(box.edition_hash != usual);
}

/* -- Refused ----------------------------------------------------------------------------------- */

TEST(cg_e1_other_means_are_refused)
{
    refuses("means W2 8 W4 8", "means W4 8 W2 8", "CG-E1");
    refuses("E5 5\n", "E5 5 E7 1\n", "CG-E1");
    refuses("E5 5\n", "E5 5\nmeans W2 8 W4 8 B1 3 B2 3 B3 4 B4 3 B5 3 E1 5 E3 6 E5 5\n",
            "said before");
}

TEST(cg_e2_other_persons_are_refused)
{
    refuses("person senator 4", "person senator 4\nperson gangster 4", "CG-E2");
    refuses("person senator 4", "person senator 4\nperson senator 4", "said before");
    refuses("person judge 4", "person judge -1", "CG-E2");
    refuses("person judge 4", "person judge", "CG-E2");
    refuses("person judge 4", "person judge 4 weapons", "CG-E2");
}

TEST(cg_e3_other_numbers_of_coalition_cards_are_refused)
{
    refuses("coalition C13 game_end", "coalition C13 game_end\ncoalition C14 game_end",
            "said before");
    refuses("coalition C12 clan_d? clan_c* against clan_b* clan_a",
            "coalition C12 clan_d? clan_c* against clan_b* clan_a\n"
            "coalition C14 clan_d? clan_c* against clan_b* clan_a",
            "CG-E3");
    refuses("coalition C12 clan_d? clan_c* against clan_b* clan_a",
            "coalition C12 clan_d? clan_c* clan_b* clan_a", "CG-E3");
    refuses("coalition C12 clan_d? clan_c* against clan_b* clan_a",
            "coalition C12 clan_d? clan_c* against clan_b* clan_d", "CG-E3");
    refuses("coalition C12 clan_d?", "coalition C12 clan_e?", "clan_e");
    refuses("coalition C13 game_end", "coalition C12 game_end", "CG-E3");
}

/* A copy of the default edition in which every line that begins so is what 'change' makes of it. */
static void each_line(const char *begins, void (*change)(const char *, int, spk_buf *),
                      spk_buf *out)
{
    for (const char *line = spk_game_chicago_gangsters.edition_text; *line;) {
        int n = (int)strcspn(line, "\n");
        if (strncmp(line, begins, strlen(begins)) == 0)
            change(line, n, out);
        else
            spk_buf_printf(out, "%.*s", n, line);
        spk_buf_putc(out, '\n');
        line += n + (line[n] == '\n');
    }
}

/* "district D05 uptown bribe : Uptown" with persons. */
static void allow_persons(const char *line, int n, spk_buf *out)
{
    const char *persons = strstr(line, " persons"), *colon = strstr(line, " :");
    bool has_them = persons && persons < colon;
    spk_buf_printf(out, "%.*s%s%.*s", (int)(colon - line), line, has_them ? "" : " persons",
                   (int)(line + n - colon), colon);
}

TEST(cg_e5_some_district_bars_persons)
{
    spk_buf all = {0};
    each_line("district", allow_persons, &all);
    CHECK_INT(open_box(4, NULL, spk_buf_text(&all)), SPK_EMALFORMED);
    CHECK(strstr(why.text, "bars persons (CG-E5)") != NULL);
    spk_buf_release(&all);
}

TEST(cg_e5_every_kind_is_barred_somewhere)
{
    /* weapons in every district that has none */
    static const char *const without[] = {"gold_coast bribe",
                                          "uptown bribe",
                                          "hyde_park blackmail",
                                          "lincoln_park blackmail",
                                          "bronzeville bribe blackmail",
                                          "pullman bribe blackmail"};
    spk_buf text = {0};
    spk_buf_puts(&text, spk_game_chicago_gangsters.edition_text);
    for (int i = 0; i < 6; i++) {
        spk_buf next = {0};
        char *at = strstr(text.bytes, without[i]);
        CHECK(at != NULL);
        at += strlen(without[i]);
        spk_buf_add(&next, text.bytes, (size_t)(at - text.bytes));
        spk_buf_printf(&next, " weapons%s", at);
        spk_buf_release(&text);
        text = next;
    }
    CHECK_INT(open_box(4, NULL, spk_buf_text(&text)), SPK_EMALFORMED);
    CHECK(strstr(why.text, "bars weapons (CG-E5)") != NULL);
    spk_buf_release(&text);
}

TEST(cg_e5_other_districts_are_refused)
{
    refuses("district D13 pullman",
            "district D14 elsewhere bribe : Elsewhere\ndistrict D13 pullman", "CG-E5");
    refuses("uptown bribe :", "uptown bribe bribe :", "twice");
    refuses("uptown bribe :", "uptown :", "CG-E5");
    refuses("district D05 uptown", "district D05 up-town", "name");
}

static void person_to_winners(const char *line, int n, spk_buf *out)
{
    (void)n;
    spk_buf_printf(out, "%.8s winners 2A | P losers 1A | 1M", line);
}

TEST(cg_e6_some_loser_can_get_the_person)
{
    spk_buf all = {0};
    each_line("loot", person_to_winners, &all);
    CHECK_INT(open_box(4, NULL, spk_buf_text(&all)), SPK_EMALFORMED);
    CHECK(strstr(why.text, "for the losers (CG-E6)") != NULL);
    spk_buf_release(&all);
}

TEST(cg_e6_other_loot_cards_are_refused)
{
    refuses("loot L12", "loot L13 winners 2A | P losers 1A | 1M\nloot L12", "CG-E6");
    refuses("loot L12 winners 2A 1M | 1A 2M losers P 1M | 1A\n", "", "CG-E6");
    refuses("loot L12 winners 2A 1M | 1A 2M losers P 1M | 1A", "loot L12 winners 2A 1M | 1A 2M P",
            "CG-E6");
    refuses("losers P 1M | 1A", "losers P 1M", "CG-E6");
    refuses("losers P 1M | 1A", "losers P 1M | 1A | 1A", "package");
}

TEST(cg_e7_other_packages_are_refused)
{
    refuses("loot L12 winners 2A 1M", "loot L12 winners 2A 0M", "package");
    refuses("loot L12 winners 2A 1M", "loot L12 winners 2A 1X", "package");
    refuses("loot L12 winners 2A 1M", "loot L12 winners 2A -1M", "package");
    refuses("loot L12 winners 2A 1M", "loot L12 winners 2A 99M", "hold");
    refuses("losers P 1M | 1A", "losers P 1M |", "CG-E7");
    refuses("losers P 1M | 1A", "losers P P | 1A", "CG-E6");
}

TEST(no_edition_at_all_is_refused)
{
    CHECK(open_box(4, NULL, "") != SPK_OK);
    CHECK(open_box(4, NULL, "game famiglia\nedition x\n") != SPK_OK);
    CHECK_INT(open_box(4, NULL, "game chicago_gangsters\nedition x\n"), SPK_EMALFORMED);
    refuses("clan clan_c Czerny\n", "", "clan_c");
    refuses("clan clan_c Czerny", "clan clan_b Czerny", "said before");
    refuses("clan clan_c Czerny", "clan clan_x Czerny", "clan");
    refuses("clan clan_c Czerny", "clann clan_c Czerny", "clann");
}

TEST_MAIN()
