/* state_text_fuzz.c: any line as a saved position of any game. What is accepted as sound prints as
 * a text that gives the same position, and can be played to the end with every step sound: a
 * stranger's position may be one that no game reaches, but never one that breaks the table. */
#include "base/hash.h"
#include "fuzz.h"

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

/* -- A mutator that knows one thing: cards add up ---------------------------------------------- */

/* Changing letters at random almost never gives a sound position. Two words that change places
 * often do, and so does another small number. libFuzzer calls this by its name, and lends us its own
 * way of changing bytes for the rest; in builds without it the weak symbol is NULL and nobody calls. */
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t cap, unsigned seed);
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *bytes, size_t n, size_t cap);

/* The first letter of word number k, counting from 0 and round the text. */
static size_t word_at(const uint8_t *bytes, size_t n, uint32_t k)
{
    size_t starts[512], n_starts = 0;
    for (size_t i = 0; i < n && n_starts < 512; i++)
        if (bytes[i] != ' ' && (i == 0 || bytes[i - 1] == ' '))
            starts[n_starts++] = i;
    return n_starts ? starts[k % n_starts] : 0;
}

/* Two letters each, which is a card; longer words get mixed up, and are refused. */
static void swap_cards(uint8_t *bytes, size_t n, spk_rng *rng)
{
    size_t a = word_at(bytes, n, spk_rng_next(rng)), b = word_at(bytes, n, spk_rng_next(rng));
    for (size_t i = 0; i < 2 && a + i < n && b + i < n; i++) {
        uint8_t kept = bytes[a + i];
        bytes[a + i] = bytes[b + i];
        bytes[b + i] = kept;
    }
}

static void change_digit(uint8_t *bytes, size_t n, spk_rng *rng)
{
    size_t at = word_at(bytes, n, spk_rng_next(rng));
    if (at < n && bytes[at] >= '0' && bytes[at] <= '9')
        bytes[at] = (uint8_t)('0' + spk_rng_below(rng, 5));
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t cap, unsigned seed)
{
    spk_rng rng;
    spk_rng_init(&rng, seed, 0);
    if (n == 0 || spk_rng_below(&rng, 3) == 0)
        return LLVMFuzzerMutate ? LLVMFuzzerMutate(bytes, n, cap) : n;
    for (uint32_t i = spk_rng_below(&rng, 4) + 1; i > 0; i--)
        if (spk_rng_below(&rng, 3) == 0)
            change_digit(bytes, n, &rng);
        else
            swap_cards(bytes, n, &rng);
    return n;
}
