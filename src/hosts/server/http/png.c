/* png.c: writing PNG (RFC 2083). See png.h.
 *
 * Each row is stored as its difference to the row above (filter "Up"), so what stays the same downwards becomes
 * zeros; deflate (RFC 1951) then packs runs of one byte with its fixed codes. */
#include "hosts/server/http/png.h"

#include <string.h>

#include "base/mem.h"

enum { LONGEST_RUN = 258, SHORTEST_RUN = 3 };

/* -- Bits: deflate fills bytes from the lowest bit ------------------------------------------------ */

typedef struct bits {
    spk_buf *out;
    uint32_t held;
    int n;
} bits;

static void put_bits(bits *b, uint32_t value, int n)
{
    b->held |= value << b->n;
    for (b->n += n; b->n >= 8; b->n -= 8, b->held >>= 8)
        spk_buf_putc(b->out, (char)(b->held & 255));
}

/* Huffman codes are written from their highest bit. */
static void put_code(bits *b, uint32_t code, int n)
{
    uint32_t turned = 0;
    for (int i = 0; i < n; i++)
        turned |= (code >> i & 1) << (n - 1 - i);
    put_bits(b, turned, n);
}

static void put_symbol(bits *b, uint32_t symbol)
{
    if (symbol < 144)
        put_code(b, 0x30 + symbol, 8);
    else if (symbol < 256)
        put_code(b, 0x190 + symbol - 144, 9);
    else if (symbol < 280)
        put_code(b, symbol - 256, 7);
    else
        put_code(b, 0xc0 + symbol - 280, 8);
}

/* "The byte before, so many times more." Lengths share a code with those beside them; extra bits tell them
 * apart. */
static void put_run(bits *b, int length)
{
    static const uint16_t from[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    int code = (int)(sizeof from / sizeof *from) - 1;
    while (from[code] > length)
        code--;
    int extra = code < 8 || code == 28 ? 0 : (code - 4) / 4;
    put_symbol(b, 257 + (uint32_t)code);
    put_bits(b, (uint32_t)(length - from[code]), extra);
    put_code(b, 0, 5); /* distance 1 */
}

/* -- Deflate --------------------------------------------------------------------------------------- */

static uint32_t adler(const uint8_t *bytes, size_t n)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < n; i++) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static void put_u32(spk_buf *out, uint32_t n)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        spk_buf_putc(out, (char)(n >> shift & 255));
}

static void pack(const uint8_t *bytes, size_t n, spk_buf *out)
{
    bits b = {.out = out};
    spk_buf_add(out, "\x78\x01", 2);
    put_bits(&b, 3, 3); /* one block, the last; fixed codes */
    for (size_t i = 0; i < n;) {
        size_t run = 1;
        put_symbol(&b, bytes[i]);
        while (i + run < n && bytes[i + run] == bytes[i] && run <= LONGEST_RUN)
            run++;
        if (run > SHORTEST_RUN)
            put_run(&b, (int)run - 1);
        i += run > SHORTEST_RUN ? run : 1;
    }
    put_symbol(&b, 256);
    put_bits(&b, 0, (8 - b.n) % 8);
    put_u32(out, adler(bytes, n));
}

/* -- Chunks ---------------------------------------------------------------------------------------- */

static uint32_t crc(const char *bytes, size_t n)
{
    uint32_t sum = 0xffffffff;
    for (size_t i = 0; i < n; i++) {
        sum ^= (uint8_t)bytes[i];
        for (int k = 0; k < 8; k++)
            sum = sum >> 1 ^ (0xedb88320 & (0 - (sum & 1)));
    }
    return ~sum;
}

static void put_chunk(spk_buf *out, const char *kind, const spk_buf *data)
{
    put_u32(out, (uint32_t)data->n);
    size_t from = out->n;
    spk_buf_puts(out, kind);
    spk_buf_add(out, spk_buf_text(data), data->n);
    put_u32(out, crc(out->bytes + from, out->n - from));
}

void srv_png(const uint8_t *rgb, int width, int height, spk_buf *out)
{
    size_t row = (size_t)width * 3, n = (row + 1) * (size_t)height;
    uint8_t *raw = spk_alloc(n);
    spk_buf data = {0};
    for (int y = 0; y < height; y++) {
        uint8_t *to = raw + (row + 1) * (size_t)y;
        const uint8_t *from = rgb + row * (size_t)y, *above = y ? from - row : NULL;
        *to++ = 2; /* "Up" */
        for (size_t x = 0; x < row; x++)
            to[x] = (uint8_t)(from[x] - (above ? above[x] : 0));
    }
    spk_buf_add(out, "\x89PNG\r\n\x1a\n", 8);
    put_u32(&data, (uint32_t)width), put_u32(&data, (uint32_t)height);
    spk_buf_add(&data, "\x08\x02\0\0\0", 5); /* 8 bits, red green blue */
    put_chunk(out, "IHDR", &data);
    spk_buf_clear(&data);
    pack(raw, n, &data);
    put_chunk(out, "IDAT", &data);
    spk_buf_clear(&data);
    put_chunk(out, "IEND", &data);
    spk_buf_release(&data);
    spk_free(raw);
}
