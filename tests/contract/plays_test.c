/* plays_test.c: the recorded matches of every game, src/games/<key>/plays, still play. A rule that
 * changes shows here: each record is judged line by line, reaches its end, and is saved as the same
 * bytes again. Runs in the root of the sources. */
#include <dirent.h>

#include "contract/contract.h"
#include "engine/record.h"

static void check_play(const spk_game *game, const char *path)
{
    spk_buf text = {0}, again = {0};
    spk_record record;
    spk_why why = {0};
    read_file(path, &text);
    if (spk_record_load(&record, spk_buf_text(&text), text.n, contract_find, NULL, &why) != SPK_OK)
        fail_msg("%s:%d: %s %s", path, why.line, why.rule, why.text);
    CHECK_STR(record.box.game->key, game->key);
    CHECK(spk_match_is_over(record.match));
    spk_record_save(record.match, &again);
    CHECK_STR(spk_buf_text(&again), spk_buf_text(&text));
    spk_record_release(&record);
    spk_buf_release(&text);
    spk_buf_release(&again);
}

static int check_plays(const spk_game *game)
{
    char folder[200], path[600];
    int n = 0;
    snprintf(folder, sizeof folder, "src/games/%s/plays", game->key);
    DIR *dir = opendir(folder);
    for (struct dirent *file; dir && (file = readdir(dir));) {
        size_t length = strlen(file->d_name);
        if (length < 5 || !spk_str_eq(file->d_name + length - 5, ".play"))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        check_play(game, path);
        n++;
    }
    if (dir)
        closedir(dir);
    return n;
}

TEST(every_recorded_match_still_plays)
{
    int n = 0;
    for (int i = 0; i < contract_n_games(); i++)
        n += check_plays(contract_game(i));
    CHECK(n > 0); /* or we are not in the root of the sources */
}

TEST_MAIN()
