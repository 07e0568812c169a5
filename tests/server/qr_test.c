/* qr_test.c: QR codes as pictures. The codes are libqrencode's; that the picture shows the code is tried
 * by reading the picture back, and that the code says the text by reading that, as a scanner would. */
#include "test.h"

#include "hosts/server/http/qr.h"

enum { MOST = 190 };

typedef struct picture {
    bool dark[MOST][MOST];
    bool is_function[MOST][MOST]; /* finders, timing, alignment, format: no data */
    int side;                     /* without the quiet zone */
} picture;

static picture seen;

/* Paint what the paths "Mx yhNv1h-Nz" say. */
static void look(const char *svg)
{
    int side, x, y, n;
    memset(&seen, 0, sizeof seen);
    CHECK_INT(sscanf(strstr(svg, "viewBox"), "viewBox=\"0 0 %d", &side), 1);
    CHECK(side > 8 && side <= MOST);
    for (const char *p = strstr(svg, "<path d=\""); (p = strpbrk(p + 1, "M\"")) && p[1] != '/';)
        if (sscanf(p, "M%d %dh%dv1", &x, &y, &n) == 3)
            for (int i = 0; i < n; i++)
                seen.dark[y][x + i] = true;
    for (int i = 0; i < side; i++) /* white around */
        for (int k = 0; k < 4; k++)
            CHECK(!seen.dark[k][i] && !seen.dark[side - 1 - k][i] && !seen.dark[i][k] &&
                  !seen.dark[i][side - 1 - k]);
    seen.side = side - 8;
}

static bool at(int row, int column) { return seen.dark[row + 4][column + 4]; }

static void mark(int row, int column, int height, int width)
{
    for (int i = 0; i < height; i++)
        for (int k = 0; k < width; k++)
            if (row + i >= 0 && column + k >= 0 && row + i < seen.side && column + k < seen.side)
                seen.is_function[row + i][column + k] = true;
}

static void has_finder(int row, int column)
{
    for (int i = 0; i < 7; i++)
        for (int k = 0; k < 7; k++) {
            bool ring = i == 0 || i == 6 || k == 0 || k == 6;
            bool heart = i >= 2 && i <= 4 && k >= 2 && k <= 4;
            CHECK_INT(at(row + i, column + k), ring || heart);
        }
}

/* Versions 2 to 6: one alignment pattern, no version block. */
static void mark_functions(void)
{
    int n = seen.side;
    has_finder(0, 0);
    has_finder(0, n - 7);
    has_finder(n - 7, 0);
    mark(0, 0, 9, 9);
    mark(0, n - 8, 9, 8);
    mark(n - 8, 0, 8, 9);
    mark(6, 0, 1, n);
    mark(0, 6, n, 1);
    mark(n - 9, n - 9, 5, 5);
}

static bool is_masked(int mask, int i, int k)
{
    switch (mask) {
    case 0: return (i + k) % 2 == 0;
    case 1: return i % 2 == 0;
    case 2: return k % 3 == 0;
    case 3: return (i + k) % 3 == 0;
    case 4: return (i / 2 + k / 3) % 2 == 0;
    case 5: return i * k % 2 + i * k % 3 == 0;
    case 6: return (i * k % 2 + i * k % 3) % 2 == 0;
    default: return ((i + k) % 2 + i * k % 3) % 2 == 0;
    }
}

/* The code words in the order of ISO 18004: pairs of columns from the right, up and down. */
static int read_words(uint8_t *words, int most)
{
    int n_bits = 0, mask = 0;
    for (int i = 0; i < 3; i++) /* format bits 12 to 10, xor 101 */
        mask = mask << 1 | (at(8, 2 + i) ^ (i != 1));
    memset(words, 0, (size_t)most);
    bool up = true;
    for (int right = seen.side - 1; right > 0; right -= 2, up = !up) {
        right -= right == 6;
        for (int step = 0; step < seen.side; step++)
            for (int k = right; k > right - 2; k--) {
                int i = up ? seen.side - 1 - step : step;
                if (seen.is_function[i][k] || n_bits >= most * 8)
                    continue;
                words[n_bits / 8] |=
                    (uint8_t)((at(i, k) ^ is_masked(mask, i, k)) << (7 - n_bits % 8));
                n_bits++;
            }
    }
    return n_bits / 8;
}

/* Of version 3-M (one block of 44 data words), byte mode. */
static void says(const char *text)
{
    uint8_t words[70];
    char found[60] = "";
    mark_functions();
    CHECK_INT(seen.side, 29);
    CHECK_INT(read_words(words, sizeof words), sizeof words);
    CHECK_INT(words[0] >> 4, 4);
    int length = (words[0] & 15) << 4 | words[1] >> 4;
    CHECK_INT(length, strlen(text));
    for (int i = 0; i < length; i++)
        found[i] = (char)((words[1 + i] & 15) << 4 | words[2 + i] >> 4);
    CHECK_STR(found, text);
}

TEST(a_picture_says_its_text)
{
    static const char *const links[] = {"http://127.0.0.1:1925/t/k7Rq0ZbT1xYv",
                                        "https://play.example/t/k7Rq0Z-_1xYv",
                                        "https://spiel.example:8443/t/aaaaaa"};
    for (int i = 0; i < 3; i++) {
        spk_buf out = {0};
        CHECK_INT(srv_qr_svg(links[i], &out), SPK_OK);
        look(spk_buf_text(&out));
        says(links[i]);
        spk_buf_release(&out);
    }
}

TEST(it_is_svg_and_nothing_else)
{
    spk_buf out = {0};
    CHECK_INT(srv_qr_svg("<script>\"&", &out), SPK_OK);
    const char *svg = spk_buf_text(&out);
    CHECK(strncmp(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=", 48) == 0);
    CHECK(strstr(svg, "script") == NULL && strchr(svg, '&') == NULL);
    CHECK_STR(svg + strlen(svg) - 7, "</svg>\n");
    spk_buf_release(&out);
}

TEST(what_no_code_can_hold_is_refused)
{
    static char text[3000];
    spk_buf out = {0};
    memset(text, 'a', sizeof text - 1);
    CHECK_INT(srv_qr_svg("", &out), SPK_ERANGE);
    CHECK_INT(srv_qr_svg(text, &out), SPK_ERANGE);
    CHECK_INT(out.n, 0);
    text[2300] = '\0';
    CHECK_INT(srv_qr_svg(text, &out), SPK_OK);
    look(spk_buf_text(&out));
    spk_buf_release(&out);
}

TEST_MAIN()
