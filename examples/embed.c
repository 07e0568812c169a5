/* embed.c: a program of your own with libspeakeasy (docs/library.md): a game between a bot that thinks and
 * one that does not, told move by move, then saved as a record and read back.
 *
 *     cc -o embed embed.c $(pkg-config --cflags --libs speakeasy)
 *     ./embed gangster 7          any game, any seed */
#include <speakeasy.h>
#include <stdio.h>
#include <stdlib.h>

/* One decision: the bot is shown what its seat may see, and plays through the same call as a person. */
static int let_play(spk_match *match, spk_bot *bot, spk_seat seat)
{
    char text[SPK_MOVE_TEXT];
    spk_state view;
    spk_why why = {0};
    spk_match_view(match, seat, &view);
    spk_move_text(spk_match_box(match), spk_bot_choose(bot, &view, 200), text);
    if (spk_match_play(match, seat, text, &why) != SPK_OK) {
        fprintf(stderr, "%s: %s (%s)\n", text, why.text, why.rule);
        return 1;
    }
    printf("%d %s\n", seat, text);
    return 0;
}

static int play(spk_match *match, spk_bot **bots, spk_rng *rng)
{
    for (;;) {
        spk_match_deal(match, rng); /* chance acts until somebody is asked */
        if (spk_match_is_over(match))
            return 0;
        spk_seat seat = spk_actors_first(spk_match_actors(match));
        if (let_play(match, bots[seat], seat))
            return 1;
    }
}

/* The record holds everything: read back, it leads to the same position. */
static int save_and_load(const spk_match *match)
{
    spk_buf text = {0};
    spk_record record;
    spk_why why = {0};
    spk_record_save(match, &text);
    spk_err err = spk_record_load(&record, text.bytes, text.n, spk_game_find, NULL, &why);
    if (err == SPK_OK) {
        bool same =
            spk_state_eq(&record.box, spk_match_state(match), spk_match_state(record.match));
        printf("record: %zu bytes, %s\n", text.n, same ? "the same position" : "ANOTHER POSITION");
        err = same ? SPK_OK : SPK_EMALFORMED;
        spk_record_release(&record);
    } else
        fprintf(stderr, "line %d: %s\n", why.line, why.text);
    spk_buf_release(&text);
    return err != SPK_OK;
}

static int run(const spk_box *box, uint64_t seed)
{
    spk_match *match = spk_match_new(box);
    spk_bot *bots[SPK_MAX_SEATS] = {NULL};
    spk_rng rng;
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        spk_rng_init(&rng, seed, 1 + (uint64_t)seat); /* a stream of its own for every bot */
        bots[seat] = spk_bot_new(spk_bot_find(seat == 0 ? "hard" : "random"), box, seat, &rng);
    }
    spk_rng_init(&rng, seed, 0);
    int code = play(match, bots, &rng);
    spk_result result;
    spk_match_result(match, &result);
    for (spk_seat seat = 0; seat < box->n_seats; seat++) {
        printf("seat %d: %d points, place %d\n", seat, result.score[seat], result.rank[seat]);
        spk_bot_free(bots[seat]);
    }
    code = code || save_and_load(match);
    spk_match_free(match);
    return code;
}

int main(int argc, char **argv)
{
    const char *key = argc > 1 ? argv[1] : "famiglia";
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const spk_game *game = spk_game_find(key);
    spk_box box;
    spk_why why = {0};
    if (!game) {
        fprintf(stderr, "embed: there is no game '%s'\n", key);
        return 2;
    }
    if (spk_box_open(&box, game, &(spk_choice){0}, &why) != SPK_OK) {
        fprintf(stderr, "embed: %s\n", why.text);
        return 2;
    }
    int code = run(&box, seed);
    spk_box_close(&box);
    return code;
}
