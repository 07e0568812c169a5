/* poster.c: posters from shapes. A poster is a text, a shape in each line, painted one over the other:
 *
 *     rect COLOUR x y width height        disc COLOUR x y radius          area COLOUR x,y x,y x,y ...
 *     rays COLOUR x y how-many            bust COLOUR x y size            tower COLOUR x y width
 *     city COLOUR x y half-a-field        six by six fields from above, from the corner that is farthest
 *
 * Everything is painted twice as large and then made smaller, so that edges are smooth. See poster.h. */
#include "hosts/server/http/poster.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/http/png.h"

enum { FINE = 2, W = SRV_POSTER_WIDTH * FINE, H = SRV_POSTER_HEIGHT * FINE, CORNERS = 40 };

typedef enum colour { PAPER, SAND, INK, RED, BLUE, GOLD, GREEN, SKIN, N_COLOURS } colour;

static const char *const colour_words[N_COLOURS] = {"paper", "sand", "ink",   "red",
                                                    "blue",  "gold", "green", "skin"};
static const uint8_t inks[N_COLOURS][3] = {
    {0xf4, 0xea, 0xd2}, {0xe3, 0xd3, 0xab}, {0x21, 0x1b, 0x15}, {0x9c, 0x22, 0x19},
    {0x1f, 0x4e, 0x79}, {0xb8, 0x85, 0x14}, {0x24, 0x61, 0x3f}, {0xe9, 0xcf, 0xa4}};

/* -- Painting ---------------------------------------------------------------------------------------- */

typedef struct point {
    double x, y;
} point;

typedef struct canvas {
    uint8_t *at; /* a colour for each fine pixel */
} canvas;

static void paint_row(canvas *c, int y, double from, double to, colour ink)
{
    int a = (int)ceil(fmax(from, 0)), b = (int)floor(fmin(to, W - 1));
    if (a <= b)
        memset(c->at + (size_t)y * W + a, ink, (size_t)(b - a) + 1);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Where the side from a to b crosses a row, counted in fine pixels. */
static double crossing(point a, point b, int y)
{
    return FINE * a.x + (y - FINE * a.y) * (b.x - a.x) / (b.y - a.y);
}

/* Row by row, between the sides that cross it. */
static void area(canvas *c, const point *p, int n, colour ink)
{
    double top = H, bottom = 0;
    for (int i = 0; i < n; i++) {
        top = fmin(top, p[i].y * FINE);
        bottom = fmax(bottom, p[i].y * FINE);
    }
    for (int y = (int)fmax(top, 0); y < H && y <= bottom; y++) {
        double at[CORNERS];
        int found = 0;
        for (int i = 0; i < n; i++) {
            point a = p[i], b = p[(i + 1) % n];
            if ((a.y * FINE <= y) != (b.y * FINE <= y))
                at[found++] = crossing(a, b, y);
        }
        qsort(at, (size_t)found, sizeof *at, by_size);
        for (int i = 0; i + 1 < found; i += 2)
            paint_row(c, y, at[i], at[i + 1], ink);
    }
}

static void rect(canvas *c, double x, double y, double w, double h, colour ink)
{
    area(c, (point[]){{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}, 4, ink);
}

static void disc(canvas *c, double x, double y, double r, colour ink)
{
    for (int row = 0; row < H; row++) {
        double up = row - y * FINE, half = r * FINE * r * FINE - up * up;
        if (half >= 0)
            paint_row(c, row, x * FINE - sqrt(half), x * FINE + sqrt(half), ink);
    }
}

/* From a point upwards, as on the posters of the time. */
static void rays(canvas *c, double x, double y, int n, colour ink)
{
    const double half_turn = 3.14159265358979, far = 1500;
    for (int i = 0; i < n; i++) {
        double a = half_turn + i * half_turn / n, b = a + half_turn / n / 2;
        area(c,
             (point[]){{x, y},
                       {x + far * cos(a), y + far * sin(a)},
                       {x + far * cos(b), y + far * sin(b)}},
             3, ink);
    }
}

/* -- Things ------------------------------------------------------------------------------------------- */

/* A man in coat and hat, a hundred wide and high at size 100; the tie and the band of the hat are in his gang's
 * colour. */
static void bust(canvas *c, double x, double y, double size, colour gang)
{
    double s = size / 100;
#define AT(px, py) {x + (px)*s, y + (py)*s}
    area(c, (point[]){AT(4, 100), AT(12, 74), AT(34, 62), AT(66, 62), AT(88, 74), AT(96, 100)}, 6,
         INK);
    area(c, (point[]){AT(38, 60), AT(62, 60), AT(50, 96)}, 3, PAPER);
    area(c, (point[]){AT(47, 64), AT(53, 64), AT(56, 88), AT(50, 97), AT(44, 88)}, 5, gang);
    disc(c, x + 50 * s, y + 44 * s, 19 * s, SKIN);
    area(c, (point[]){AT(50, 26), AT(69, 36), AT(69, 48), AT(60, 62), AT(54, 63), AT(60, 46)}, 6,
         INK);                                                                  /* shadow */
    area(c, (point[]){AT(36, 43), AT(45, 41), AT(46, 45), AT(38, 46)}, 4, INK); /* an eye, ... */
    area(c, (point[]){AT(62, 42), AT(67, 41), AT(67, 44)}, 3, SKIN); /* ... the other one glints */
    area(c, (point[]){AT(52, 42), AT(46, 53), AT(54, 54)}, 3, INK);
    area(c, (point[]){AT(41, 57), AT(55, 56), AT(56, 59), AT(43, 59)}, 4, INK);
    area(c, (point[]){AT(22, 37), AT(78, 37), AT(72, 30), AT(28, 30)}, 4, INK);
    area(
        c,
        (point[]){AT(32, 31), AT(35, 10), AT(45, 6), AT(50, 10), AT(55, 6), AT(65, 10), AT(68, 31)},
        7, INK);
    area(c, (point[]){AT(32, 30), AT(33, 23), AT(67, 23), AT(68, 30)}, 4, gang);
#undef AT
}

/* A house in the night, down to the street, with some lights on. */
static void tower(canvas *c, double x, double y, double w, colour lit)
{
    rect(c, x, y, w, SRV_POSTER_HEIGHT - y, SAND);
    rect(c, x + w / 2 - 12, y - 34, 24, 34, SAND);
    for (int row = 0; y + 24 + row * 44 < 520; row++)
        for (int i = 0; i < 3; i++)
            if ((row * 5 + i * 3 + (int)x) % 4)
                rect(c, x + w * (0.16 + 0.28 * i), y + 18 + row * 44, w * 0.14, 22,
                     (row + i) % 3 ? INK : lit);
}

/* The city of Gangster, seen from a roof; a field is so wide and 44 % as high. */
static void city(canvas *c, double x, double y, double w, colour street)
{
    static const colour gangs[] = {BLUE, SAND, RED, PAPER, GOLD};
    double h = w * 0.44, in = 0.86;
    area(c,
         (point[]){{x, y - 6},
                   {x + 6 * w + 14, y + 6 * h},
                   {x, y + 12 * h + 6},
                   {x - 6 * w - 14, y + 6 * h}},
         4, street);
    for (int i = 0; i < 36; i++) {
        int row = i / 6, column = i % 6;
        double at_x = x + (column - row) * w, at_y = y + (column + row + 1) * h;
        area(c,
             (point[]){{at_x, at_y - h * in},
                       {at_x + w * in, at_y},
                       {at_x, at_y + h * in},
                       {at_x - w * in, at_y}},
             4, gangs[(row * 3 + column * 2 + row * column) % 5]);
    }
}

/* -- Posters ------------------------------------------------------------------------------------------ */

static const struct {
    const char *game, *shapes;
} posters[] = {
    {"chicago_gangsters",
     "rays red 600 470 15\n"
     "bust blue 90 120 340\nbust green 770 120 340\nbust gold 280 60 400\n"
     "bust red 520 60 400\n"
     "area ink 0,440 300,410 900,410 1200,440 1200,630 0,630\n"
     "area green 570,300 630,300 630,340 655,380 655,560 545,560 545,380 570,340\n"
     "rect paper 545 430 110 80\nrect red 545 460 110 20\n"
     "rect paper 570 280 60 24\n"
     "area paper 380,470 450,470 440,560 390,560\narea gold 384,505 446,505 440,560 390,560\n"
     "area paper 750,470 820,470 810,560 760,560\narea gold 754,505 816,505 810,560 760,560\n"},
    {"famiglia", "rays sand 1080 150 14\n"
                 "area ink 0,560 240,560 240,480 480,480 480,400 720,400 720,320 960,320 960,240 "
                 "1200,240 1200,630 0,630\n"
                 "bust gold 30 390 170\nbust blue 265 300 180\nbust green 500 210 190\n"
                 "bust red 735 120 200\nbust red 965 20 220\n"
                 "rect sand 0 556 240 8\nrect sand 240 476 240 8\nrect sand 480 396 240 8\n"
                 "rect sand 720 316 240 8\nrect sand 960 236 240 8\n"},
    {"gangster", "rays sand 600 640 17\n"
                 "city ink 600 232 66\n"
                 "bust blue 280 46 260\nbust red 630 34 290\n"},
    {"chicago",
     "rect ink 0 0 1200 630\ndisc gold 900 170 110\n"
     "tower gold 30 250 120\ntower gold 170 170 110\ntower gold 300 290 100\n"
     "tower gold 420 110 130\ntower gold 570 230 110\ntower gold 700 270 120\n"
     "tower gold 1010 150 130\ntower gold 850 300 110\n"
     "rect ink 0 530 1200 100\n"
     "rect paper 60 575 160 10\nrect paper 320 575 160 10\nrect paper 840 575 160 10\n"
     "area red 520,540 540,500 600,496 630,450 760,450 800,498 870,504 880,540\n"
     "area paper 645,462 690,462 690,494 622,494\narea paper 704,462 750,462 778,494 704,494\n"
     "disc ink 590 545 34\ndisc paper 590 545 14\ndisc ink 810 545 34\ndisc paper 810 545 14\n"
     "area gold 880,508 1100,480 1100,560 880,524\n"},
    {"", "rays red 600 560 19\n"
         "disc ink 600 260 190\nrect ink 410 260 380 370\n"
         "disc sand 600 260 160\nrect sand 440 260 320 370\n"
         "disc ink 600 260 145\nrect ink 455 260 290 370\n"
         "area gold 530,250 670,250 690,275 670,300 530,300 510,275\n"
         "disc ink 570 275 14\ndisc ink 630 275 14\ndisc gold 710 440 16\n"},
};

static colour colour_of(const char *word)
{
    int at = spk_str_find(word, colour_words, N_COLOURS);
    return at < 0 ? INK : (colour)at;
}

static int read_corners(const char *text, point *p)
{
    int n = 0, used = 0;
    while (n < CORNERS && sscanf(text, "%lf,%lf%n", &p[n].x, &p[n].y, &used) == 2) {
        text += used;
        n++;
    }
    return n;
}

static void paint(canvas *c, const char *line)
{
    char kind[8], word[8];
    double n[4] = {0};
    int used = 0;
    if (sscanf(line, "%7s %7s %n", kind, word, &used) < 2)
        return;
    colour ink = colour_of(word);
    if (spk_str_eq(kind, "area")) {
        point p[CORNERS];
        area(c, p, read_corners(line + used, p), ink);
        return;
    }
    sscanf(line + used, "%lf %lf %lf %lf", &n[0], &n[1], &n[2], &n[3]);
    if (spk_str_eq(kind, "rect"))
        rect(c, n[0], n[1], n[2], n[3], ink);
    else if (spk_str_eq(kind, "disc"))
        disc(c, n[0], n[1], n[2], ink);
    else if (spk_str_eq(kind, "rays"))
        rays(c, n[0], n[1], (int)n[2], ink);
    else if (spk_str_eq(kind, "bust"))
        bust(c, n[0], n[1], n[2], ink);
    else if (spk_str_eq(kind, "city"))
        city(c, n[0], n[1], n[2], ink);
    else if (spk_str_eq(kind, "tower"))
        tower(c, n[0], n[1], n[2], ink);
}

static void border(canvas *c, double in, double thick, colour ink)
{
    double right = SRV_POSTER_WIDTH - in, bottom = SRV_POSTER_HEIGHT - in;
    rect(c, in, in, right - in, thick, ink);
    rect(c, in, bottom - thick, right - in, thick, ink);
    rect(c, in, in, thick, bottom - in, ink);
    rect(c, right - thick, in, thick, bottom - in, ink);
}

/* Four fine pixels become one. */
static void mix(const canvas *c, uint8_t *rgb)
{
    for (int y = 0; y < SRV_POSTER_HEIGHT; y++)
        for (int x = 0; x < SRV_POSTER_WIDTH; x++)
            for (int k = 0; k < 3; k++) {
                const uint8_t *at = c->at + (size_t)y * FINE * W + (size_t)x * FINE;
                int sum = inks[at[0]][k] + inks[at[1]][k] + inks[at[W]][k] + inks[at[W + 1]][k];
                *rgb++ = (uint8_t)(sum / 4);
            }
}

void srv_poster(const char *game, spk_buf *out)
{
    size_t which = 0, last = sizeof posters / sizeof *posters - 1;
    canvas c = {.at = spk_alloc((size_t)W * H)};
    uint8_t *rgb = spk_alloc((size_t)SRV_POSTER_WIDTH * SRV_POSTER_HEIGHT * 3);
    while (which < last && !spk_str_eq(posters[which].game, game))
        which++;
    memset(c.at, PAPER, (size_t)W * H);
    for (const char *line = posters[which].shapes; *line; line += strcspn(line, "\n") + 1)
        paint(&c, line);
    border(&c, 0, 16, PAPER);
    border(&c, 16, 8, INK);
    border(&c, 24, 6, PAPER);
    mix(&c, rgb);
    srv_png(rgb, SRV_POSTER_WIDTH, SRV_POSTER_HEIGHT, out);
    spk_free(rgb);
    spk_free(c.at);
}
