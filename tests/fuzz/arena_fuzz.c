/* arena_fuzz.c: any file as the results of an arena that goes on. What is taken over makes figures,
 * and written and read again it is the same. */
#include "fuzz.h"
#include "hosts/arena/store.h"

static void write_all(const arena *a, spk_buf *out)
{
    arena_figures f;
    arena_figures_make(a, 10, &f);
    arena_json(a, &f, "fuzz", out);
}

static void check_round_trip(const arena *first)
{
    spk_buf saved = {0};
    arena *again = arena_new(&first->plan);
    write_all(first, &saved);
    SPK_BUG_IF(arena_resume(again, spk_buf_text(&saved), saved.n, NULL) != SPK_OK);
    SPK_BUG_IF(again->n_done != first->n_done);
    arena_free(again);
    spk_buf_release(&saved);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static const char *const names[] = {"random", "greedy"};
    char *text = fuzz_text(bytes, n);
    spk_choice choice = {0};
    spk_box box;
    spk_why why = {0};
    host_budget budget = {.iterations = 1};
    SPK_BUG_IF(spk_box_open(&box, spk_game_find("famiglia"), &choice, NULL) != SPK_OK);
    arena_plan plan = {.box = &box, .n_bots = 2, .n_sets = 4, .seed = 1, .n_threads = 1};
    for (int i = 0; i < 2; i++)
        SPK_BUG_IF(arena_entrant_parse(names[i], &budget, &plan.bot[i], NULL) != SPK_OK);
    arena *a = arena_new(&plan);
    if (arena_resume(a, text, n, &why) == SPK_OK)
        check_round_trip(a);
    else
        SPK_BUG_IF(!why.text[0]);
    arena_free(a);
    spk_box_close(&box);
    spk_free(text);
    return 0;
}
