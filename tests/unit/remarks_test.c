/* remarks_test.c: what bots say when they win, lose, strike a blow or break their word (hosts/room/remark.h). */
#include "unit/room_kit.h"

#include "ai/bot.h"
#include "engine/box.h"
#include "games/registry.h"

static spk_box box;
static room *r;
static spk_why why;

/* A whole game of these bots, moves and talk at random: what they say does not depend on how they play. */
static void play(const char *key, int n_seats, const char *const *bots, const room_plan *plan,
                 uint64_t seed)
{
    spk_rng rng;
    spk_rng_init(&rng, seed, 0);
    CHECK_INT(spk_box_open(&box, spk_game_find(key), &(spk_choice){.n_seats = n_seats}, &why),
              SPK_OK);
    r = room_new(plan, &box);
    for (spk_seat seat = 0; seat < n_seats; seat++) {
        room_sitter who = {.kind = bots[seat] ? ROOM_BOT : ROOM_HOTSEAT, .here = true};
        strcpy(who.bot, bots[seat] ? bots[seat] : "");
        room_sit(r, seat, &who);
    }
    CHECK_INT(room_start(r, &rng, 0, &why), SPK_OK);
    while (!spk_match_is_over(room_match(r))) {
        spk_move moves[SPK_MAX_MOVES];
        char text[SPK_MOVE_TEXT];
        spk_state view;
        spk_seat seat = spk_actors_first(spk_match_actors(room_match(r)));
        spk_match_view(room_match(r), seat, &view);
        int n = box.game->moves(&box, &view, seat, moves);
        room_deed deed = {.kind = bots[seat] ? ROOM_BOT_MOVE : ROOM_MOVE,
                          .text = spk_move_text(&box, spk_bot_pick(moves, n, true, &rng), text),
                          .n = -1};
        CHECK_INT(room_act(r, seat, &deed, &rng, 0, &why), SPK_OK);
    }
}

static void clear_table(void)
{
    room_free(r);
    spk_box_close(&box);
}

/* How many remarks of that occasion there are in the whole game; -1: of any. */
static int count(int occasion, spk_seat seat)
{
    room_remark remarks[ROOM_REMARKS];
    int sum = 0;
    for (int i = 0; i < spk_match_n_entries(room_match(r)); i++)
        for (int n = room_remarks(r, room_match(r), i, remarks); n-- > 0;)
            sum += (occasion < 0 || (int)remarks[n].occasion == occasion) &&
                   (seat < 0 || remarks[n].seat == seat);
    return sum;
}

TEST(every_level_of_every_game_has_a_character)
{
    for (int i = 0; i < spk_n_games; i++)
        for (int grade = 0; grade < SPK_GRADE_COUNT && !spk_games[i]->is_new; grade++) {
            const spk_level *level = spk_level_of(spk_games[i], (spk_grade)grade);
            CHECK(level != NULL);
            CHECK(level->says != NULL);
        }
}

TEST(the_winner_and_the_best_loser_speak_and_nobody_else)
{
    static const char *const bots[] = {"easy", "normal@20ms", "hard", "boss*2", "boss"};
    for (int i = 0; i < spk_n_games; i++)
        for (int n = spk_games[i]->min_seats; n <= spk_games[i]->max_seats; n++) {
            if (spk_games[i]->is_new)
                continue;
            play(spk_games[i]->key, n, bots, &(room_plan){0}, (uint64_t)n);
            CHECK_INT(count(SPK_ON_WIN, -1) + count(SPK_ON_SHARE, -1), 1);
            CHECK(count(SPK_ON_LOSS, -1) <= 1);
            clear_table();
        }
}

TEST(a_person_says_nothing_and_the_bot_that_lost_does)
{
    int won = 0, lost = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        play("gangster", 2, (const char *const[]){NULL, "boss"}, &(room_plan){0}, seed);
        won += count(SPK_ON_WIN, 1);
        lost += count(SPK_ON_LOSS, 1);
        CHECK_INT(count(-1, 0), 0);
        clear_table();
    }
    CHECK(won > 0);
    CHECK(lost > 0);
}

TEST(blows_are_spoken_of_now_and_then_and_no_line_comes_twice_in_a_row)
{
    static const char *const bots[] = {"normal", "normal"};
    int n_lines = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        room_remark remarks[ROOM_REMARKS];
        const char *last[2] = {"", ""};
        play("gangster", 2, bots, &(room_plan){0}, seed);
        for (int i = 0; i < spk_match_n_entries(room_match(r)); i++)
            if (room_remarks(r, room_match(r), i, remarks) && remarks[0].occasion == SPK_ON_BLOW) {
                CHECK(strcmp(last[remarks[0].seat], remarks[0].text) != 0);
                last[remarks[0].seat] = remarks[0].text;
                n_lines++;
            }
        clear_table();
    }
    CHECK(n_lines > 4);
}

TEST(bots_without_a_character_and_bots_of_a_quiet_table_say_nothing)
{
    static const char *const none[] = {"random", "silent", "greedy", "exec:hard"}, *const some[] = {
                                                                                       "boss",
                                                                                       "hard",
                                                                                       "normal",
                                                                                       "easy"};
    play("chicago_gangsters", 4, none, &(room_plan){0}, 1);
    CHECK_INT(count(-1, -1), 0);
    clear_table();
    play("chicago_gangsters", 4, some, &(room_plan){.no_remarks = true}, 1);
    CHECK_INT(count(-1, -1), 0);
    clear_table();
}

/* All that heard of an event read the same behind it. */
TEST(everybody_reads_the_same)
{
    static const char *const bots[] = {"boss", "hard", "normal"};
    play("chicago_gangsters", 3, bots, &(room_plan){0}, 5);
    char first[400] = "";
    for (spk_seat viewer = 0; viewer <= 3; viewer++) {
        spk_buf text = {0};
        spk_json out = {.out = &text};
        spk_json_open(&out, '{');
        room_print_view(r, viewer < 3 ? viewer : SPK_SEAT_ONLOOKER, 0, 0, &out);
        spk_json_close(&out, '}');
        char *remarks = strstr(spk_buf_text(&text), "\"remarks\":");
        CHECK(remarks != NULL);
        *strstr(remarks, "}]}") = '\0';
        if (!*first)
            snprintf(first, sizeof first, "%s", remarks);
        CHECK_STR(remarks, first);
        spk_buf_release(&text);
    }
    clear_table();
}

TEST_MAIN()
