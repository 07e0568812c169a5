/* state_text_fuzz.c: any line as a saved position of any game. What is accepted as sound prints as
 * a text that gives the same position, and can be played to the end with every step sound: a
 * stranger's position may be one that no game reaches, but never one that breaks the table. */
#include "base/hash.h"
#include "fuzz.h"
#include "mutate.h"

enum { MAX_GAMES = 8 };

static void check_text(const spk_box *box, const spk_state *state)
{
    spk_buf out = {0};
    spk_state again;
    box->game->print_state(box, state, &out);
    SPK_BUG_IF(spk_state_read(box, spk_buf_text(&out), &again, NULL) != SPK_OK);
    SPK_BUG_IF(!spk_state_eq(box, state, &again));
    spk_buf_release(&out);
}

/* Opened once: a city takes longer to read than a position. */
static const spk_box *box_of(int i)
{
    static spk_box boxes[MAX_GAMES];
    if (!boxes[i].game)
        SPK_BUG_IF(spk_box_open(&boxes[i], spk_games[i], &(spk_choice){0}, NULL) != SPK_OK);
    return &boxes[i];
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char *text = fuzz_text(bytes, n);
    for (int i = 0; i < spk_n_games && i < MAX_GAMES; i++) {
        const spk_box *box = box_of(i);
        spk_state state;
        spk_why why = {0};
        if (spk_state_read(box, text, &state, &why) == SPK_OK) {
            check_text(box, &state);
            fuzz_play_out(box, &state, spk_hash(SPK_HASH_START, bytes, n));
        } else {
            SPK_BUG_IF(!why.text[0]);
        }
    }
    spk_free(text);
    return 0;
}
