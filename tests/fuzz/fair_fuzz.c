/* fair_fuzz.c: any file as a record with a proof, and any text as a contribution. What is proved stays
 * proved when it is saved and loaded again. */
#include "fuzz.h"

#include "base/str.h"
#include "hosts/server/fair.h"

static int replay(const spk_record *record, spk_err *err)
{
    srv_fair fair;
    srv_fair_fault fault;
    spk_why why = {0};
    uint8_t key[SRV_FAIR_BYTES];
    spk_rng rng;
    *err = srv_fair_read(&fair, &record->proof, record->box.n_seats, &why);
    SPK_BUG_IF((*err == SPK_OK) == (why.text[0] != '\0'));
    if (*err != SPK_OK)
        return 0;
    srv_fair_key(&fair, SRV_FAIR_CHANCE, key);
    srv_fair_rng(key, 0, &rng);
    return srv_fair_replay(record->match, &rng, &fault);
}

static void check_record(const char *text, size_t n)
{
    spk_record record, again;
    spk_buf saved = {0};
    spk_err err, err_again;
    if (spk_record_load(&record, text, n, spk_game_find, NULL, NULL) != SPK_OK)
        return;
    int n_events = replay(&record, &err);
    spk_record_save_proved(record.match, &record.proof, &saved);
    SPK_BUG_IF(spk_record_load(&again, spk_buf_text(&saved), saved.n, spk_game_find, NULL, NULL) !=
               SPK_OK);
    SPK_BUG_IF(replay(&again, &err_again) != n_events || err_again != err);
    spk_record_release(&record);
    spk_record_release(&again);
    spk_buf_release(&saved);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char *text = fuzz_text(bytes, n);
    srv_fair fair = {.n_seats = 2};
    spk_why why = {0};
    if (srv_fair_contribute(&fair, 1, text, &why) == SPK_OK)
        SPK_BUG_IF(strlen(text) != strlen(fair.given[1]));
    else
        SPK_BUG_IF(!why.text[0] || srv_fair_n_given(&fair) != 0);
    check_record(text, n);
    spk_free(text);
    return 0;
}
