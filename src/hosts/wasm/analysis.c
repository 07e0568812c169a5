/* analysis.c: the game at the page's table looked back at, once it is over (ai/analysis.h). */
#include "ai/analysis.h"

#include "hosts/wasm/table.h"
#include "hosts/wasm/wasm.h"

static bool refused(spk_err err, const char *text)
{
    spk_why why = {0};
    spk_fail(&why, err, "%s", text);
    wasm_out_why(&why);
    return false;
}

void wasm_analysis_stop(wasm_table *t)
{
    spk_analysis_free(t->analysis);
    t->analysis = NULL;
}

/* While a game is on, its luck would tell what is hidden. */
bool wasm_analysis_open(uint32_t seed)
{
    wasm_table *t = wasm_the_table();
    const spk_bot_kind *kind = spk_bot_find(wasm_in_text());
    if (!t)
        return refused(SPK_EUNKNOWN, "There is no table.");
    if (!spk_match_is_over(room_match(t->room)))
        return refused(SPK_EREFUSED, "This game is not over.");
    if (!kind || kind->choose)
        return refused(SPK_EUNKNOWN, "There is no such bot.");
    wasm_analysis_stop(t);
    t->analysis = spk_analysis_new(room_match(t->room), kind, seed);
    wasm_out_start();
    return true;
}

static spk_analysis *the_analysis(void)
{
    wasm_table *t = wasm_the_table();
    return t ? t->analysis : NULL;
}

int32_t wasm_analysis_begin(void)
{
    spk_analysis *a = the_analysis();
    return a ? spk_analysis_begin(a) : 0;
}

uint32_t wasm_analysis_think(uint32_t iterations)
{
    spk_analysis *a = the_analysis();
    return a ? (uint32_t)spk_analysis_think(a, (int)iterations) : 0;
}

void wasm_analysis_end(void)
{
    spk_analysis *a = the_analysis();
    if (a)
        spk_analysis_end(a);
}

uint32_t wasm_analysis_done(void)
{
    spk_analysis *a = the_analysis();
    return a ? (uint32_t)spk_analysis_progress(a).n_done : 0;
}

uint32_t wasm_analysis_decisions(void)
{
    spk_analysis *a = the_analysis();
    return a ? (uint32_t)spk_analysis_progress(a).n_asked : 0;
}

bool wasm_analysis_print(void)
{
    spk_analysis *a = the_analysis();
    if (!a)
        return refused(SPK_ESTALE, "Nothing is being analysed.");
    spk_json j = {.out = wasm_out_start()};
    spk_json_open(&j, '{');
    spk_analysis_print(a, &j);
    spk_json_close(&j, '}');
    return true;
}
