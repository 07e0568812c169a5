/* record_fuzz.c: any file as a record. What loads is a match: saved and loaded again it is the same
 * match, and its text the same text. */
#include "engine/record.h"

#include "base/str.h"
#include "fuzz.h"

static void check_round_trip(const spk_record *first)
{
    spk_buf saved = {0}, again = {0};
    spk_record record;
    spk_record_save_proved(first->match, &first->proof, &saved);
    SPK_BUG_IF(spk_record_load(&record, spk_buf_text(&saved), saved.n, spk_game_find, NULL, NULL) !=
               SPK_OK);
    SPK_BUG_IF(
        !spk_state_eq(&record.box, spk_match_state(first->match), spk_match_state(record.match)));
    spk_record_save_proved(record.match, &record.proof, &again);
    SPK_BUG_IF(!spk_str_eq(spk_buf_text(&saved), spk_buf_text(&again)));
    spk_record_release(&record);
    spk_buf_release(&saved);
    spk_buf_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char *text = fuzz_text(bytes, n);
    spk_record record;
    spk_why why = {0};
    if (spk_record_load(&record, text, n, spk_game_find, NULL, &why) == SPK_OK) {
        check_round_trip(&record);
        spk_record_release(&record);
    } else {
        SPK_BUG_IF(!why.text[0] || record.match || record.proof.bytes);
    }
    spk_free(text);
    return 0;
}
