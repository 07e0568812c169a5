/* fixtures_test.c: what people have on their disks. The records of every release, tests/fixtures/N, load, give
 * the same legal moves at every step and the same end as they did then, and can be taken up half-way. A
 * record that says something else after a change of the rules shows that the change forgot to ask for
 * box->rules_version (docs/game-interface.md); correct that, never the fixture.
 *
 * tests/fixtures/make.py makes the records, SPK_PRINT_DIGESTS=1 prints the file 'digests' for them. */
#include <dirent.h>

#include "contract/contract.h"
#include "engine/record.h"

static void load(const char *path, spk_record *record)
{
    spk_buf text = {0};
    spk_why why = {0};
    read_file(path, &text);
    if (spk_record_load(record, spk_buf_text(&text), text.n, contract_find, NULL, &why) != SPK_OK)
        fail_msg("%s:%d: %s %s", path, why.line, why.rule, why.text);
    spk_buf_release(&text);
}

/* -- Digests: of the rules, not of any spelling of a state ---------------------------------------- */

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

static uint64_t add_moves(uint64_t hash, const spk_box *box, const void *state, spk_seat seat)
{
    static spk_move moves[SPK_MAX_MOVES];
    static char text[SPK_MAX_MOVES][SPK_MOVE_TEXT];
    int n = box->game->moves(box, state, seat, moves);
    for (int i = 0; i < n; i++) {
        spk_buf out = SPK_BUF_OVER(text[i]);
        box->game->print_move(box, moves[i], &out);
    }
    qsort(text, (size_t)n, sizeof text[0], by_text); /* their order is no rule */
    for (int i = 0; i < n; i++)
        hash = spk_hash(hash, text[i], strlen(text[i]) + 1);
    return spk_hash(hash, "\n", 1);
}

static uint64_t add_result(uint64_t hash, const spk_match *m)
{
    const spk_box *box = spk_match_box(m);
    spk_result result;
    char text[80];
    box->game->result(box, spk_match_state(m), &result);
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        int n = snprintf(text, sizeof text, "%d %d,", result.score[seat], result.rank[seat]);
        hash = spk_hash(hash, text, (size_t)n);
    }
    return hash;
}

static uint64_t digest(const spk_match *m)
{
    const spk_box *box = spk_match_box(m);
    uint64_t hash = SPK_HASH_START;
    spk_rerun r;
    for (spk_match_rerun(m, &r); r.n < spk_match_n_entries(m); spk_match_rerun_step(m, &r)) {
        spk_actors who = box->game->actors(box, &r.state);
        for (spk_seat seat = 0; seat < box->n_seats; seat++)
            if (who != SPK_CHANCE_ACTS && who >> seat & 1)
                hash = add_moves(hash, box, &r.state, seat);
    }
    return add_result(hash, m);
}

/* -- Playing on ------------------------------------------------------------------------------------ */

/* The first half of the record, then anything legal. */
static void play_on(const spk_match *old)
{
    static spk_move moves[SPK_MAX_MOVES];
    char line[SPK_RECORD_LINE];
    spk_rng rng;
    spk_rng_init(&rng, 16, 0);
    spk_match *m = spk_match_new(spk_match_box(old));
    for (int i = 0; i < spk_match_n_entries(old) / 2; i++) {
        spk_buf out = SPK_BUF_OVER(line);
        spk_match_entry_print(old, i, &out);
        CHECK(spk_match_entry_add(m, line, NULL) == SPK_OK);
    }
    for (spk_match_deal(m, &rng); !spk_match_is_over(m); spk_match_deal(m, &rng)) {
        spk_seat seat = spk_actors_first(spk_match_actors(m));
        int n = spk_match_moves(m, seat, moves);
        int busy = n > 1 && moves[n - 1] & SPK_MOVE_IDLE ? n - 1 : n;
        spk_move move = moves[spk_rng_below(&rng, (uint32_t)busy)];
        CHECK(spk_match_move(m, seat, move, NULL) == SPK_OK);
    }
    spk_match_free(m);
}

/* -- Every release --------------------------------------------------------------------------------- */

static void check_record(const char *folder, const char *name, const char *digests)
{
    char path[600], line[300];
    spk_record record;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    load(path, &record);
    CHECK(spk_match_is_over(record.match));
    snprintf(line, sizeof line, "%s %016llx\n", name, (unsigned long long)digest(record.match));
    if (getenv("SPK_PRINT_DIGESTS"))
        fputs(line, stderr);
    else if (!strstr(digests, line))
        fail_msg("%s does not replay as it was: %s", path, line);
    play_on(record.match);
    spk_record_release(&record);
}

static int check_release(const char *folder)
{
    char path[600];
    int n = 0;
    spk_buf digests = {0};
    snprintf(path, sizeof path, "%s/digests", folder);
    read_file(path, &digests);
    DIR *dir = opendir(folder);
    for (struct dirent *file; (file = readdir(dir));) {
        const char *dot = strrchr(file->d_name, '.');
        if (dot && spk_str_eq(dot, ".play")) {
            check_record(folder, file->d_name, spk_buf_text(&digests));
            n++;
        }
    }
    closedir(dir);
    spk_buf_release(&digests);
    return n;
}

TEST(records_of_every_release_replay_as_they_were_and_can_be_played_on)
{
    int n = 0;
    DIR *dir = opendir("tests/fixtures");
    CHECK(dir != NULL); /* or we are not in the root of the sources */
    for (struct dirent *file; (file = readdir(dir));) {
        char folder[300];
        int release;
        snprintf(folder, sizeof folder, "tests/fixtures/%.200s", file->d_name);
        if (spk_str_int(file->d_name, 1, 9999, &release))
            n += check_release(folder);
    }
    closedir(dir);
    CHECK(n >= 11);
}

TEST_MAIN()
