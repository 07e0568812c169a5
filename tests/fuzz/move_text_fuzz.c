/* move_text_fuzz.c: any line as a move of any game. What parses prints as itself; judging it, for
 * whatever seat and at whatever position, changes nothing and gives a reason when it says no. */
#include "base/str.h"
#include "fuzz.h"

enum { N_POSITIONS = 12, STEPS_BETWEEN = 9, MAX_GAMES = 8 };

/* Opened once: a box and some positions of one random game each. */
static struct table {
    spk_box box;
    spk_state position[N_POSITIONS];
} tables[MAX_GAMES];

static void set_table(struct table *t, const spk_game *game)
{
    spk_rng rng;
    spk_state state;
    SPK_BUG_IF(spk_box_open(&t->box, game, &(spk_choice){0}, NULL) != SPK_OK);
    spk_rng_init(&rng, 1, 1);
    game->setup(&t->box, &state);
    for (int i = 0; i < N_POSITIONS; i++) {
        t->position[i] = state;
        for (int step = 0; step < STEPS_BETWEEN && !spk_is_over(&t->box, &state); step++)
            fuzz_step(&t->box, &state, &rng);
    }
}

static void judge(const struct table *t, spk_move move)
{
    static const spk_seat seats[] = {0, 1, SPK_SEAT_CHANCE, SPK_SEAT_ONLOOKER};
    for (int i = 0; i < N_POSITIONS; i++)
        for (int k = 0; k < 4; k++) {
            spk_state before = t->position[i];
            spk_why why = {0};
            spk_err err = spk_judge(&t->box, &t->position[i], seats[k], move, &why);
            SPK_BUG_IF(err != SPK_OK && !why.text[0]);
            SPK_BUG_IF(!spk_state_eq(&t->box, &before, &t->position[i]));
        }
}

/* A page explains whatever it is sent, and names whatever stands in a phrase. */
static void explain(const struct table *t, const char *text)
{
    const spk_game *game = t->box.game;
    spk_buf phrases = {0}, words = {0};
    if (game->explain)
        game->explain(&t->box, 0, text, &phrases),
            game->explain(&t->box, SPK_SEAT_CHANCE, text, &phrases);
    if (game->name_thing)
        game->name_thing(&t->box, text, &phrases);
    spk_phrase_render(spk_buf_text(&phrases), NULL, &words);
    spk_phrase_render(text, NULL, &words);
    spk_phrase_json(text, &(spk_json){.out = &words});
    spk_buf_release(&phrases);
    spk_buf_release(&words);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char *text = fuzz_text(bytes, n);
    for (int i = 0; i < spk_n_games && i < MAX_GAMES; i++) {
        struct table *t = &tables[i];
        spk_move move = 0;
        spk_why why = {0};
        char again[SPK_MOVE_TEXT];
        if (!t->box.game)
            set_table(t, spk_games[i]);
        explain(t, text);
        if (t->box.game->parse_move(&t->box, text, &move, &why) != SPK_OK) {
            SPK_BUG_IF(!why.text[0]);
            continue;
        }
        SPK_BUG_IF(!spk_str_eq(text, spk_move_text(&t->box, move, again)));
        judge(t, move);
    }
    spk_free(text);
    return 0;
}
