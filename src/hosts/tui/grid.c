/* grid.c: cells, and text that stays inside them. See grid.h. */
#include "hosts/tui/grid.h"

#include <string.h>

#include "base/mem.h"

/* -- Areas -------------------------------------------------------------------------------------------- */

static int at_least(int a, int b) { return a > b ? a : b; }
static int at_most(int a, int b) { return a < b ? a : b; }

tui_area tui_inside(tui_area outer, int row, int col, int rows, int cols)
{
    int top = at_least(row, 0), left = at_least(col, 0);
    int bottom = at_most(row + rows, outer.rows), right = at_most(col + cols, outer.cols);
    return (tui_area){outer.row + top, outer.col + left, at_least(bottom - top, 0),
                      at_least(right - left, 0)};
}

bool tui_area_has(tui_area a, int row, int col)
{
    return row >= a.row && row < a.row + a.rows && col >= a.col && col < a.col + a.cols;
}

static tui_area on_grid(const tui_grid *g, tui_area a)
{
    return tui_inside((tui_area){0, 0, g->rows, g->cols}, a.row, a.col, a.rows, a.cols);
}

void tui_grid_resize(tui_grid *g, int rows, int cols)
{
    size_t n = (size_t)rows * (size_t)cols;
    if (rows != g->rows || cols != g->cols) {
        spk_free(g->cell);
        g->cell = spk_alloc(n * sizeof *g->cell);
    }
    g->rows = rows, g->cols = cols;
    g->cursor_row = g->cursor_col = -1;
    for (size_t i = 0; i < n; i++)
        g->cell[i] = (tui_cell){' ', TUI_PLAIN};
}

void tui_grid_release(tui_grid *g)
{
    spk_free(g->cell);
    *g = (tui_grid){0};
}

/* -- Characters --------------------------------------------------------------------------------------- */

typedef struct range {
    uint32_t first, last;
} range;

/* What takes two cells, and what takes none: coarse, but the same in every locale. */
static const range wide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x23e9, 0x23ec},   {0x2614, 0x2615},
    {0x26a1, 0x26a1},   {0x2705, 0x2705},   {0x2728, 0x2728},   {0x274c, 0x274c},
    {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},   {0x2b1b, 0x2b1c},
    {0x2b50, 0x2b50},   {0x2b55, 0x2b55},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},
    {0xa960, 0xa97f},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},
    {0xff00, 0xff60},   {0xffe0, 0xffe6},   {0x16fe0, 0x18aff}, {0x1b000, 0x1b2ff},
    {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f18e}, {0x1f191, 0x1f19a},
    {0x1f200, 0x1f320}, {0x1f32d, 0x1f335}, {0x1f337, 0x1f37c}, {0x1f37e, 0x1f393},
    {0x1f3a0, 0x1f3ca}, {0x1f3cf, 0x1f3d3}, {0x1f3e0, 0x1f3f0}, {0x1f3f4, 0x1f3f4},
    {0x1f3f8, 0x1f43e}, {0x1f440, 0x1f440}, {0x1f442, 0x1f4fc}, {0x1f4ff, 0x1f53d},
    {0x1f54b, 0x1f567}, {0x1f57a, 0x1f57a}, {0x1f595, 0x1f596}, {0x1f5a4, 0x1f5a4},
    {0x1f5fb, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f7e0, 0x1f7f0}, {0x1f90c, 0x1faff},
    {0x20000, 0x3fffd},
};
static const range combining[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd},   {0x0610, 0x061a},   {0x064b, 0x065f},
    {0x0900, 0x0902}, {0x093a, 0x093a}, {0x093c, 0x093c},   {0x0941, 0x0948},   {0x0e31, 0x0e31},
    {0x0e34, 0x0e3a}, {0x0e47, 0x0e4e}, {0x1ab0, 0x1aff},   {0x1dc0, 0x1dff},   {0x20d0, 0x20ff},
    {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0x1f3fb, 0x1f3ff}, {0xe0100, 0xe01ef},
};
/* Nobody sees them, or they turn the text around: a name must not be able to hide behind another. */
static const range hidden[] = {
    {0x0000, 0x001f},   {0x007f, 0x009f},    {0x00ad, 0x00ad}, {0x061c, 0x061c}, {0x115f, 0x1160},
    {0x180e, 0x180e},   {0x200b, 0x200f},    {0x2028, 0x202e}, {0x2060, 0x206f}, {0x3164, 0x3164},
    {0xd800, 0xdfff},   {0xe000, 0xf8ff},    {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xffff},
    {0xe0000, 0xe007f}, {0xf0000, 0x10ffff},
};

static bool is_in(uint32_t code, const range *ranges, size_t n)
{
    for (size_t i = 0; i < n && ranges[i].first <= code; i++)
        if (code <= ranges[i].last)
            return true;
    return false;
}

#define IS_IN(code, ranges) is_in(code, ranges, sizeof(ranges) / sizeof *(ranges))

/* One code point of UTF-8; broken bytes are one bad character each. */
static uint32_t decode(const char **text)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    const unsigned char *p = (const unsigned char *)*text;
    int more = p[0] < 0x80                   ? 0
               : p[0] >= 0xf0 && p[0] < 0xf5 ? 3
               : p[0] >= 0xe0 && p[0] < 0xf0 ? 2
               : p[0] >= 0xc2 && p[0] < 0xe0 ? 1
                                             : -1;
    uint32_t code = more < 0 ? 0 : more == 0 ? p[0] : p[0] & (0x3fu >> more);
    for (int i = 1; i <= more; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            more = -1;
            break;
        }
        code = code << 6 | (p[i] & 0x3fu);
    }
    if (more > 0 && code < least[more])
        more = -1;
    *text += more < 0 ? 1 : more + 1;
    return more < 0 ? 0 : code;
}

uint32_t tui_next(const char **text, int *width)
{
    uint32_t code = decode(text);
    if (code >= 0x20 && code < 0x7f) {
        *width = 1;
        return code;
    }
    if (IS_IN(code, hidden)) {
        *width = 1;
        return '?';
    }
    *width = IS_IN(code, combining) ? 0 : IS_IN(code, wide) ? 2 : 1;
    return code;
}

int tui_width(const char *text)
{
    int cols = 0, w;
    while (*text) {
        tui_next(&text, &w);
        cols += w;
    }
    return cols;
}

/* -- Text --------------------------------------------------------------------------------------------- */

static tui_cell *cell_at(tui_grid *g, int row, int col)
{
    return &g->cell[(size_t)row * (size_t)g->cols + (size_t)col];
}

/* Whatever was half of a wide character is now a blank. */
static void set(tui_grid *g, int row, int col, uint32_t code, tui_style style)
{
    tui_cell *c = cell_at(g, row, col);
    if (c->code == 0 && col > 0)
        c[-1].code = ' ';
    if (col + 1 < g->cols && c[1].code == 0)
        c[1].code = ' ';
    *c = (tui_cell){code, style};
}

/* At most 'cols' columns of the first n bytes. Returns the columns used. */
static int put_cells(tui_grid *g, tui_area a, const char *text, size_t n, tui_style style)
{
    const char *end = text + n;
    int col = 0, w;
    while (text < end && *text) {
        uint32_t code = tui_next(&text, &w);
        if (col + w > a.cols)
            break;
        if (w == 0)
            continue;
        set(g, a.row, a.col + col, code, style);
        if (w == 2)
            set(g, a.row, a.col + col + 1, ' ', style),
                cell_at(g, a.row, a.col + col + 1)->code = 0;
        col += w;
    }
    return col;
}

int tui_put(tui_grid *g, tui_area area, const char *text, tui_style style)
{
    tui_area a = on_grid(g, area);
    if (a.rows < 1 || a.cols < 1 || a.col != area.col)
        return 0;
    int used = put_cells(g, a, text, strlen(text), style);
    if (tui_width(text) > a.cols) {
        used = at_most(used, a.cols - 1);
        set(g, a.row, a.col + used, 0x2026, style);
        used++;
    }
    return used;
}

/* The bytes of the next line that fits, and where the one after it begins. A word longer than a line is cut. */
static size_t line_of(const char *text, int cols, const char **next)
{
    const char *p = text, *blank = NULL;
    int col = 0, w;
    while (*p && *p != '\n') {
        const char *before = p;
        if (*p == ' ')
            blank = p;
        tui_next(&p, &w);
        if (col + w > cols) {
            p = blank && blank > text ? blank : before > text ? before : p;
            *next = p + strspn(p, " ");
            return (size_t)(p - text);
        }
        col += w;
    }
    *next = p + (*p == '\n');
    return (size_t)(p - text);
}

int tui_put_lines(tui_grid *g, tui_area area, int from, const char *text, tui_style style)
{
    int line = from;
    while (*text) {
        const char *next;
        size_t n = line_of(text, at_least(area.cols, 1), &next);
        tui_area at = on_grid(g, tui_inside(area, line, 0, 1, area.cols));
        if (line >= 0 && line < area.rows && at.rows && at.cols)
            put_cells(g, at, text, n, style);
        line++;
        text = next;
    }
    return line - from;
}

int tui_count_lines(const char *text, int cols)
{
    int n = 0;
    for (; *text; n++)
        line_of(text, at_least(cols, 1), &text);
    return n;
}

/* -- Areas of cells ----------------------------------------------------------------------------------- */

void tui_fill(tui_grid *g, tui_area area, uint32_t code, tui_style style)
{
    tui_area a = on_grid(g, area);
    for (int row = a.row; row < a.row + a.rows; row++)
        for (int col = a.col; col < a.col + a.cols; col++)
            set(g, row, col, code, style);
}

void tui_restyle(tui_grid *g, tui_area area, tui_style add)
{
    tui_area a = on_grid(g, area);
    for (int row = a.row; row < a.row + a.rows; row++)
        for (int col = a.col; col < a.col + a.cols; col++)
            cell_at(g, row, col)->style |= add;
}

void tui_frame(tui_grid *g, tui_area a, tui_style style)
{
    int bottom = a.row + a.rows - 1, right = a.col + a.cols - 1;
    if (a.rows < 2 || a.cols < 2)
        return;
    tui_fill(g, (tui_area){a.row, a.col, 1, a.cols}, 0x2500, style);
    tui_fill(g, (tui_area){bottom, a.col, 1, a.cols}, 0x2500, style);
    tui_fill(g, (tui_area){a.row, a.col, a.rows, 1}, 0x2502, style);
    tui_fill(g, (tui_area){a.row, right, a.rows, 1}, 0x2502, style);
    tui_fill(g, (tui_area){a.row, a.col, 1, 1}, 0x250c, style);
    tui_fill(g, (tui_area){a.row, right, 1, 1}, 0x2510, style);
    tui_fill(g, (tui_area){bottom, a.col, 1, 1}, 0x2514, style);
    tui_fill(g, (tui_area){bottom, right, 1, 1}, 0x2518, style);
}

/* -- Reading ------------------------------------------------------------------------------------------ */

void tui_put_utf8(spk_buf *out, uint32_t code)
{
    if (code < 0x80) {
        spk_buf_putc(out, (char)code);
    } else if (code < 0x800) {
        spk_buf_putc(out, (char)(0xc0 | code >> 6));
        spk_buf_putc(out, (char)(0x80 | (code & 0x3f)));
    } else {
        if (code >= 0x10000) {
            spk_buf_putc(out, (char)(0xf0 | code >> 18));
            spk_buf_putc(out, (char)(0x80 | (code >> 12 & 0x3f)));
        } else
            spk_buf_putc(out, (char)(0xe0 | code >> 12));
        spk_buf_putc(out, (char)(0x80 | (code >> 6 & 0x3f)));
        spk_buf_putc(out, (char)(0x80 | (code & 0x3f)));
    }
}

void tui_grid_print(const tui_grid *g, spk_buf *out)
{
    for (int row = 0; row < g->rows; row++) {
        const tui_cell *line = g->cell + (size_t)row * (size_t)g->cols;
        int n = g->cols;
        while (n > 0 && line[n - 1].code == ' ')
            n--;
        for (int col = 0; col < n; col++)
            if (line[col].code)
                tui_put_utf8(out, line[col].code);
        spk_buf_putc(out, '\n');
    }
}

static char mark_of(tui_style s)
{
    return s & TUI_REVERSE     ? '#'
           : s & TUI_UNDERLINE ? 'u'
           : s & TUI_DIM       ? 'd'
           : s & TUI_BOLD      ? 'b'
                               : ' ';
}

void tui_grid_print_marks(const tui_grid *g, spk_buf *out)
{
    for (int row = 0; row < g->rows; row++) {
        const tui_cell *line = g->cell + (size_t)row * (size_t)g->cols;
        int n = g->cols;
        while (n > 0 && mark_of(line[n - 1].style) == ' ')
            n--;
        for (int col = 0; col < n; col++)
            spk_buf_putc(out, mark_of(line[col].style));
        spk_buf_putc(out, '\n');
    }
}

/* What we draw ourselves, and the letters of our languages without their accents. */
char tui_ascii(uint32_t code)
{
    static const struct {
        uint32_t code;
        char like;
    } likes[] = {
        {0xc4, 'A'},    {0xd6, 'O'},    {0xdc, 'U'},   {0xdf, 's'},   {0xe4, 'a'},   {0xf6, 'o'},
        {0xfc, 'u'},    {0xe9, 'e'},    {0xeb, 'e'},   {0xe8, 'e'},   {0xef, 'i'},   {0xf3, 'o'},
        {0xe1, 'a'},    {0xfa, 'u'},    {0xb7, '.'},   {0xd7, 'x'},   {0x2013, '-'}, {0x2014, '-'},
        {0x2018, '\''}, {0x2019, '\''}, {0x201c, '"'}, {0x201d, '"'}, {0x201e, '"'}, {0x2022, '*'},
        {0x2026, '.'},  {0x2190, '<'},  {0x2191, '^'}, {0x2192, '>'}, {0x2193, 'v'}, {0x2500, '-'},
        {0x2502, '|'},  {0x250c, '+'},  {0x2510, '+'}, {0x2514, '+'}, {0x2518, '+'}, {0x251c, '+'},
        {0x2524, '+'},  {0x252c, '+'},  {0x2534, '+'}, {0x253c, '+'}, {0x2588, '#'}, {0x2591, ':'},
        {0x25b6, '>'},  {0x25b8, '>'},  {0x25cf, 'o'}, {0x25cb, 'o'}, {0x2660, 'S'}, {0x2713, '+'},
        {0x2717, 'x'},  {0x2039, '<'},  {0x203a, '>'}, {0x2302, 'H'}, {0x2605, '*'}, {0xbb, '>'},
    };
    if (code < 0x80)
        return (char)(code ? code : ' ');
    for (size_t i = 0; i < sizeof likes / sizeof *likes; i++)
        if (likes[i].code == code)
            return likes[i].like;
    return '?';
}
