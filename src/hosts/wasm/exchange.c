/* exchange.c: text in and out of the module. See wasm.h. */
#include "base/mem.h"
#include "hosts/wasm/wasm.h"

static char *in_bytes;
static uint32_t in_length;
static spk_buf out;

/* Taken anew each time: nothing of an old call is left to be read by the next one. */
char *wasm_in(uint32_t n_bytes)
{
    spk_free(in_bytes);
    in_bytes = NULL;
    in_length = 0;
    if (n_bytes > WASM_IN_BYTES)
        return NULL;
    in_bytes = spk_alloc((size_t)n_bytes + 1);
    in_length = n_bytes;
    return in_bytes;
}

const char *wasm_in_text(void) { return in_bytes ? in_bytes : ""; }
uint32_t wasm_in_length(void) { return in_length; }

const char *wasm_out(void) { return spk_buf_text(&out); }
uint32_t wasm_out_length(void) { return (uint32_t)out.n; }

spk_buf *wasm_out_start(void)
{
    spk_buf_clear(&out);
    return &out;
}

spk_buf *wasm_out_more(void) { return &out; }

void wasm_out_why(const spk_why *why)
{
    spk_json j = {.out = wasm_out_start()};
    spk_json_open(&j, '{');
    spk_json_key(&j, "error"), spk_json_str(&j, spk_err_name(why->err));
    spk_json_key(&j, "rule"), spk_json_str(&j, why->rule);
    spk_json_key(&j, "text"), spk_json_str(&j, why->text);
    spk_json_key(&j, "line"), spk_json_int(&j, why->line);
    if (*why->phrase)
        spk_json_key(&j, "phrase"), spk_phrase_json(why->phrase, &j);
    spk_json_close(&j, '}');
}
