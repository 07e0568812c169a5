/* edition_fuzz.c: any file as an edition of any game. What opens can be played, soundly, to the end;
 * what does not says where and why. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char *text = fuzz_text(bytes, n);
    for (int i = 0; i < spk_n_games; i++) {
        spk_choice choice = {.edition_text = text, .edition_length = n};
        spk_why why = {0};
        spk_box box;
        spk_state state;
        if (spk_box_open(&box, spk_games[i], &choice, &why) != SPK_OK) {
            SPK_BUG_IF(!why.text[0] || why.line < 1 || box.config);
            continue;
        }
        box.game->setup(&box, &state);
        SPK_BUG_IF(spk_unsound(&box, &state) != NULL);
        fuzz_play_out(&box, &state, box.edition_hash);
        spk_box_close(&box);
    }
    spk_free(text);
    return 0;
}
