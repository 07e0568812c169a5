/* net_fuzz.c: any bytes as a net, and as the work of a training run. A net that is accepted can be asked about any
 * position, and says the same whether its sums are kept or made anew. The bytes come as they are, or stretched to a whole
 * file: a net is longer than anything a fuzzer would try. */
#include "fuzz.h"

#include "ai/net.h"
#include "hosts/train/train.h"

enum { STEPS = 24 };

static void ask(const spk_net *net, const spk_box *box)
{
    spk_net_memo *memo = spk_alloc(sizeof *memo);
    spk_state state;
    spk_rng rng;
    uint16_t row[SPK_MAX_SLOTS];
    int value[SPK_MAX_SEATS], sum = 0;
    spk_rng_init(&rng, 1, 0);
    box->game->setup(box, &state);
    for (int i = 0; i < STEPS && !spk_is_over(box, &state); i++) {
        spk_actors who = box->game->actors(box, &state);
        spk_seat seat = spk_actors_first(who);
        if (who != SPK_CHANCE_ACTS) {
            net->features->read(box, &state, seat, row);
            SPK_BUG_IF(spk_net_standing(net, box, &state, seat, memo) != spk_net_row(net, row));
            spk_net_values(net, box, &state, memo, value);
            sum = 0;
            for (spk_seat k = 0; k < box->n_seats; k++)
                sum += value[k];
            SPK_BUG_IF(sum != SPK_WIN);
        }
        fuzz_step(box, &state, &rng);
    }
    spk_free(memo);
}

static void try_net(spk_box *box, const uint8_t *bytes, size_t n)
{
    spk_net net;
    spk_why why = {0};
    unsigned char *own = (unsigned char *)fuzz_text(bytes, n); /* aligned, and its end is watched */
    box->net = (spk_net_file){own, n, box->n_seats};
    if (spk_net_open(&net, box, &why) == SPK_OK)
        ask(&net, box);
    else
        SPK_BUG_IF(!why.text[0]);
    spk_free(own);
}

/* A good head, but for the seats, widths and scales, which are the input's first bytes; then the rest over and over. */
static void try_stretched(spk_box *box, const uint8_t *bytes, size_t n)
{
    const spk_features *f = box->game->hints->features;
    uint16_t head[8] = {(uint16_t)box->n_seats, (uint16_t)f->n_features, (uint16_t)f->n_slots};
    uint64_t hash = spk_features_hash(f);
    for (int i = 3; i < 8; i++)
        head[i] = bytes[i];
    if (head[3] > SPK_NET_SUMS || head[4] > SPK_NET_HIDDEN)
        return;
    size_t size = spk_net_size(f, head[3], head[4]);
    uint8_t *file = spk_alloc(size);
    for (size_t i = SPK_NET_HEADER; i < size; i++)
        file[i] = bytes[i % n];
    memcpy(file, "spknet1\n", 8);
    memcpy(file + 8, &hash, 8);
    memcpy(file + 16, head, sizeof head);
    try_net(box, file, size);
    spk_free(file);
}

static void try_work(spk_box *box, const uint8_t *bytes, size_t n)
{
    train_plan plan = {.box = box,
                       .n_games = 20,
                       .iterations = 2,
                       .n_keep = 2,
                       .n_epochs = 1,
                       .n_sums = 16,
                       .n_hidden = 16};
    train_run *run = train_new(&plan);
    spk_why why = {0};
    char *text = fuzz_text(bytes, n);
    if (train_load(run, text, n, &why) != SPK_OK)
        SPK_BUG_IF(!why.text[0]);
    spk_free(text);
    train_free(run);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    spk_box box;
    if (n < 9)
        return 0;
    const spk_game *game = spk_games[bytes[0] % spk_n_games];
    if (!game->hints || !game->hints->features)
        return 0;
    int seats = game->min_seats + bytes[1] % (game->max_seats - game->min_seats + 1);
    SPK_BUG_IF(spk_box_open(&box, game, &(spk_choice){.n_seats = seats}, NULL) != SPK_OK);
    try_net(&box, bytes + 2, n - 2);
    try_stretched(&box, bytes, n);
    try_work(&box, bytes + 2, n - 2);
    spk_box_close(&box);
    return 0;
}
