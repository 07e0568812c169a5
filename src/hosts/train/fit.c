/* fit.c: the net in single precision: what it says, how wrong that is, and which way its weights must go
 * (Adam). The shape and the clipping are those of ai/net.c, so that rounding is all that is lost when
 * the weights become whole numbers. Loops run over neighbouring numbers without a sum across them, which a
 * compiler can do four at a time and always in the same order. */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "hosts/train/train.h"

enum { BATCH = 512 };

static const float clip_at = (float)SPK_NET_CLIP / SPK_NET_ONE;

/* All weights lie in one array: first layer (feature by feature), its bias, second layer (sum by sum), its
 * bias, third layer, its bias; then the taste in moves, which taste.c fits. */
struct train_net {
    const spk_features *features;
    int n_seats, n_sums, n_hidden;
    size_t n_weights, first_bias, second, second_bias, third, third_bias, taste;
    float *weight, *slope, *mean, *square; /* slope: of the loss; mean and square are Adam's */
    long n_steps;
};

/* -- Making ------------------------------------------------------------------------------------ */

static float small(spk_rng *rng, float most)
{
    return most * ((float)(spk_rng_next(rng) >> 8) / (float)(1 << 23) - 1);
}

static void fill(float *at, size_t n, float most, spk_rng *rng)
{
    for (size_t i = 0; i < n; i++)
        at[i] = small(rng, most);
}

static size_t n_taste(const spk_features *f) { return f->moves ? (size_t)f->moves->n_features : 0; }

static void place_parts(train_net *net)
{
    size_t sums = (size_t)net->n_sums, hidden = (size_t)net->n_hidden;
    net->first_bias = (size_t)net->features->n_features * sums;
    net->second = net->first_bias + sums;
    net->second_bias = net->second + sums * hidden;
    net->third = net->second_bias + hidden;
    net->third_bias = net->third + hidden;
    net->taste = net->third_bias + 1;
    net->n_weights = net->taste + n_taste(net->features);
}

train_net *train_net_new(const spk_box *box, int n_sums, int n_hidden, uint64_t seed)
{
    train_net *net = spk_alloc(sizeof *net);
    spk_rng rng;
    *net = (train_net){.features = box->game->hints->features,
                       .n_seats = box->n_seats,
                       .n_sums = n_sums,
                       .n_hidden = n_hidden};
    place_parts(net);
    size_t bytes = net->n_weights * sizeof(float);
    net->weight = spk_alloc(bytes), net->slope = spk_alloc(bytes);
    net->mean = spk_alloc(bytes), net->square = spk_alloc(bytes);
    spk_rng_init(&rng, seed, UINT64_MAX);
    fill(net->weight, net->first_bias, 0.1f, &rng);
    fill(net->weight + net->first_bias, (size_t)n_sums, 0.3f, &rng);
    fill(net->weight + net->second, net->second_bias - net->second, sqrtf(3.0f / (float)n_sums),
         &rng);
    fill(net->weight + net->third, (size_t)n_hidden, sqrtf(3.0f / (float)n_hidden) / 2, &rng);
    return net;
}

void train_net_free(train_net *net)
{
    if (!net)
        return;
    spk_free(net->weight), spk_free(net->slope);
    spk_free(net->mean), spk_free(net->square);
    spk_free(net);
}

size_t train_net_floats(const train_net *net, float **weights)
{
    *weights = net->weight;
    return net->n_weights;
}

float *train_net_taste(train_net *net) { return net->weight + net->taste; }

/* -- Forward ----------------------------------------------------------------------------------- */

/* One view: the numbers of every layer. */
typedef struct pass {
    float sum[SPK_NET_SUMS], in[SPK_NET_SUMS], hidden_sum[SPK_NET_HIDDEN], hidden[SPK_NET_HIDDEN];
    float out;
} pass;

static void add(float *restrict to, const float *restrict from, float times, int n)
{
    for (int i = 0; i < n; i++)
        to[i] += times * from[i];
}

static void clip(const float *restrict from, float *restrict to, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i] < 0 ? 0 : from[i] > clip_at ? clip_at : from[i];
}

static void forward(const train_net *net, const uint16_t *row, pass *p)
{
    const float *w = net->weight;
    memcpy(p->sum, w + net->first_bias, (size_t)net->n_sums * sizeof *w);
    for (int i = 0; i < net->features->n_slots; i++)
        if (row[i] != SPK_NO_FEATURE)
            add(p->sum, w + (size_t)row[i] * (size_t)net->n_sums, 1, net->n_sums);
    clip(p->sum, p->in, net->n_sums);
    memcpy(p->hidden_sum, w + net->second_bias, (size_t)net->n_hidden * sizeof *w);
    for (int i = 0; i < net->n_sums; i++)
        if (p->in[i] != 0)
            add(p->hidden_sum, w + net->second + (size_t)i * (size_t)net->n_hidden, p->in[i],
                net->n_hidden);
    clip(p->hidden_sum, p->hidden, net->n_hidden);
    p->out = w[net->third_bias];
    for (int i = 0; i < net->n_hidden; i++)
        p->out += p->hidden[i] * w[net->third + (size_t)i];
}

/* Prospects from the views' results: with one view against a rival who stands at 0. */
static void share(const pass *p, int n_views, float prospect[SPK_MAX_SEATS])
{
    float most = n_views == 1 && p->out < 0 ? 0 : p->out, sum = 0;
    for (int i = 1; i < n_views; i++)
        most = p[i].out > most ? p[i].out : most;
    for (int i = 0; i < n_views; i++)
        sum += prospect[i] = expf(p[i].out - most);
    if (n_views == 1)
        sum += expf(-most);
    for (int i = 0; i < n_views; i++)
        prospect[i] /= sum;
}

static double surprise(float wanted, float prospect)
{
    return wanted > 0 ? -(double)wanted * log((double)prospect + 1e-9) : 0;
}

static double loss_of(const float *wanted, const float *prospect, int n_views)
{
    double sum = n_views == 1 ? surprise(1 - wanted[0], 1 - prospect[0]) : 0;
    for (int i = 0; i < n_views; i++)
        sum += surprise(wanted[i], prospect[i]);
    return sum;
}

static double look(const train_net *net, const train_samples *s, long at, pass p[SPK_MAX_SEATS],
                   float prospect[SPK_MAX_SEATS])
{
    size_t first = (size_t)at * (size_t)s->n_views;
    for (int view = 0; view < s->n_views; view++)
        forward(net, s->rows + (first + (size_t)view) * (size_t)s->n_slots, &p[view]);
    share(p, s->n_views, prospect);
    return loss_of(s->wanted + first, prospect, s->n_views);
}

double train_net_loss(const train_net *net, const train_samples *samples)
{
    pass p[SPK_MAX_SEATS];
    float prospect[SPK_MAX_SEATS];
    double sum = 0;
    for (long i = 0; i < samples->n; i++)
        sum += look(net, samples, i, p, prospect);
    return samples->n ? sum / (double)samples->n : 0;
}

/* -- Backward ---------------------------------------------------------------------------------- */

static bool passes(float x) { return x > 0 && x < clip_at; }

static void backward(train_net *net, const uint16_t *row, const pass *p, float slope)
{
    const float *w = net->weight;
    float hidden[SPK_NET_HIDDEN], in[SPK_NET_SUMS] = {0}, lane[4];
    net->slope[net->third_bias] += slope;
    add(net->slope + net->third, p->hidden, slope, net->n_hidden);
    for (int i = 0; i < net->n_hidden; i++)
        hidden[i] = passes(p->hidden_sum[i]) ? slope * w[net->third + (size_t)i] : 0;
    add(net->slope + net->second_bias, hidden, 1, net->n_hidden);
    for (int i = 0; i < net->n_sums; i++) {
        const float *row_of = w + net->second + (size_t)i * (size_t)net->n_hidden;
        if (p->in[i] != 0)
            add(net->slope + net->second + (size_t)i * (size_t)net->n_hidden, hidden, p->in[i],
                net->n_hidden);
        if (!passes(p->sum[i]))
            continue;
        memset(lane, 0, sizeof lane);
        for (int k = 0; k < net->n_hidden; k += 4)
            for (int j = 0; j < 4; j++)
                lane[j] += row_of[k + j] * hidden[k + j];
        in[i] = lane[0] + lane[1] + lane[2] + lane[3];
    }
    add(net->slope + net->first_bias, in, 1, net->n_sums);
    for (int i = 0; i < net->features->n_slots; i++)
        if (row[i] != SPK_NO_FEATURE)
            add(net->slope + (size_t)row[i] * (size_t)net->n_sums, in, 1, net->n_sums);
}

static double learn(train_net *net, const train_samples *s, long at)
{
    pass p[SPK_MAX_SEATS];
    float prospect[SPK_MAX_SEATS];
    double loss = look(net, s, at, p, prospect);
    size_t first = (size_t)at * (size_t)s->n_views;
    for (int view = 0; view < s->n_views; view++)
        backward(net, s->rows + (first + (size_t)view) * (size_t)s->n_slots, &p[view],
                 prospect[view] - s->wanted[first + (size_t)view]);
    return loss;
}

/* Adam (Kingma and Ba): every weight at its own pace, by the mean and the square of its slopes. */
static void step(train_net *net, float rate, int n)
{
    const float keep_mean = 0.9f, keep_square = 0.999f;
    net->n_steps++;
    float mean_part = 1 - powf(keep_mean, (float)net->n_steps);
    float square_part = 1 - powf(keep_square, (float)net->n_steps);
    float each = 1 / (float)n;
    for (size_t i = 0; i < net->taste; i++) {
        float g = net->slope[i] * each;
        net->mean[i] = keep_mean * net->mean[i] + (1 - keep_mean) * g;
        net->square[i] = keep_square * net->square[i] + (1 - keep_square) * g * g;
        net->weight[i] -=
            rate * (net->mean[i] / mean_part) / (sqrtf(net->square[i] / square_part) + 1e-8f);
    }
    memset(net->slope, 0, net->taste * sizeof *net->slope);
}

void train_net_begin(train_net *net)
{
    memset(net->mean, 0, net->n_weights * sizeof *net->mean);
    memset(net->square, 0, net->n_weights * sizeof *net->square);
    net->n_steps = 0;
}

/* Samples by number over all sets, shuffled. */
static uint32_t *shuffled(long n, uint64_t seed)
{
    uint32_t *order = spk_alloc((size_t)n * sizeof *order);
    spk_rng rng;
    spk_rng_init(&rng, seed, UINT64_MAX - 1);
    for (long i = 0; i < n; i++) {
        uint32_t k = spk_rng_below(&rng, (uint32_t)i + 1);
        order[i] = order[k];
        order[k] = (uint32_t)i;
    }
    return order;
}

double train_net_fit(train_net *net, const train_samples *const *sets, int n_sets, double from,
                     double to, uint64_t seed)
{
    long n = 0;
    double loss = 0;
    for (int i = 0; i < n_sets; i++)
        n += sets[i]->n;
    uint32_t *order = shuffled(n, seed);
    for (long i = 0; i < n; i++) {
        long at = order[i];
        int set = 0;
        for (; at >= sets[set]->n; set++)
            at -= sets[set]->n;
        loss += learn(net, sets[set], at);
        if ((i + 1) % BATCH == 0 || i + 1 == n)
            step(net, (float)(from + (to - from) * (double)i / (double)n),
                 i + 1 == n && n % BATCH ? (int)(n % BATCH) : BATCH);
    }
    spk_free(order);
    return n ? loss / (double)n : 0;
}

/* -- Whole numbers ----------------------------------------------------------------------------- */

/* The largest scale of at most 2^'most' at which all these weights fit into 16 bits. */
static int scale_of(const float *w, size_t n, int most)
{
    float largest = 0;
    for (size_t i = 0; i < n; i++)
        largest = fabsf(w[i]) > largest ? fabsf(w[i]) : largest;
    while (most > 1 && largest * (float)(1 << most) > 32700)
        most--;
    return most;
}

static void put_short(spk_buf *out, float x)
{
    long n = lroundf(x);
    int16_t word = (int16_t)(n > INT16_MAX ? INT16_MAX : n < INT16_MIN ? INT16_MIN : n);
    spk_buf_add(out, (const char *)&word, sizeof word);
}

static void put_long(spk_buf *out, float x)
{
    const float most = (float)(1 << 30);
    int32_t word = (int32_t)lroundf(x > most ? most : x < -most ? -most : x);
    spk_buf_add(out, (const char *)&word, sizeof word);
}

static void print_header(const train_net *net, const int scale[3], spk_buf *out)
{
    uint64_t hash = spk_features_hash(net->features);
    uint16_t n[8] = {(uint16_t)net->n_seats,
                     (uint16_t)net->features->n_features,
                     (uint16_t)net->features->n_slots,
                     (uint16_t)net->n_sums,
                     (uint16_t)net->n_hidden,
                     (uint16_t)scale[0],
                     (uint16_t)scale[1],
                     (uint16_t)scale[2]};
    spk_buf_add(out, "spknet1\n", 8);
    spk_buf_add(out, (const char *)&hash, sizeof hash);
    spk_buf_add(out, (const char *)n, sizeof n);
}

static void print_taste(const train_net *net, spk_buf *out)
{
    const float *w = net->weight + net->taste, doubling = 1 / logf(2);
    uint64_t hash;
    if (!net->features->moves)
        return;
    hash = spk_blocks_hash(net->features->moves->blocks);
    spk_buf_add(out, (const char *)&hash, sizeof hash);
    for (size_t i = 0; i < n_taste(net->features); i++)
        put_short(out, w[i] * doubling * SPK_NET_DOUBLING);
    if (n_taste(net->features) % 2)
        put_short(out, 0);
}

/* The third layer speaks in doublings of the odds instead of natural logarithms. */
void train_net_print(const train_net *net, spk_buf *out)
{
    const float *w = net->weight, doubling = 1 / logf(2);
    int scale[3] = {scale_of(w, net->second, 13),
                    scale_of(w + net->second, net->second_bias - net->second, 12),
                    scale_of(w + net->third, (size_t)net->n_hidden, 11)};
    size_t begin = out->n;
    print_header(net, scale, out);
    for (size_t i = 0; i < net->second; i++)
        put_short(out, w[i] * (float)(1 << scale[0]));
    for (int h = 0; h < net->n_hidden; h++)
        for (int i = 0; i < net->n_sums; i++)
            put_short(out,
                      w[net->second + (size_t)(i * net->n_hidden + h)] * (float)(1 << scale[1]));
    for (int h = 0; h < net->n_hidden; h++)
        put_short(out, w[net->third + (size_t)h] * doubling * (float)(1 << scale[2]));
    while ((out->n - begin) % 4)
        spk_buf_putc(out, '\0');
    for (int h = 0; h < net->n_hidden; h++)
        put_long(out, w[net->second_bias + (size_t)h] * (float)(SPK_NET_ONE << scale[1]));
    put_long(out, w[net->third_bias] * doubling * (float)(SPK_NET_ONE << scale[2]));
    print_taste(net, out);
}

static void read_shorts(float *to, const int16_t *from, size_t n, float one)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (float)from[i] / one;
}

void train_net_read(train_net *net, const spk_net *file)
{
    const float doubling = 1 / logf(2);
    float *w = net->weight, second = (float)(1 << file->hidden_shift);
    float third = doubling * (float)(1 << file->result_shift);
    read_shorts(w, file->first, net->second, (float)(1 << file->sum_shift));
    for (int h = 0; h < net->n_hidden; h++) {
        for (int i = 0; i < net->n_sums; i++)
            w[net->second + (size_t)(i * net->n_hidden + h)] =
                (float)file->second[h * net->n_sums + i] / second;
        w[net->second_bias + (size_t)h] = (float)file->second_bias[h] / (SPK_NET_ONE * second);
    }
    read_shorts(w + net->third, file->third, (size_t)net->n_hidden, third);
    w[net->third_bias] = (float)*file->third_bias / (SPK_NET_ONE * third);
    if (file->taste)
        read_shorts(w + net->taste, file->taste, n_taste(net->features),
                    doubling * SPK_NET_DOUBLING);
}
