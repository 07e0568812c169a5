/* phrase.c: formats with named gaps, and what fills them. See phrase.h.
 *
 *     phrase    OPEN format { NEXT kind gap VALUE value } CLOSE       kind: one letter of 'letters'
 *     list      { phrase | THING code CLOSE }
 *
 * All of these marks are control characters, which formats have none of and arguments are cleared of. */
#include "base/phrase.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/json.h"

enum { OPEN = 1, CLOSE = 2, NEXT = 3, VALUE = 4, THING = 5 };
enum { DEPTH = 4, NAME = 256 }; /* lists within lists; room for an item's words */

static const char letters[SPK_ARG_KIND_COUNT + 1] = "nswtcl";

/* -- Making ------------------------------------------------------------------------------------ */

/* Whatever is put into a gap: it must not look like one of our marks. */
static void put_clean(spk_buf *out, const char *text)
{
    for (; *text; text++)
        spk_buf_putc(out, (unsigned char)*text < ' ' || *text == 127 ? ' ' : *text);
}

/* Whether every phrase and thing is closed again. */
static bool is_whole(const char *items)
{
    int depth = 0;
    for (; *items && depth >= 0; items++)
        depth += (*items == OPEN || *items == THING) - (*items == CLOSE);
    return depth == 0;
}

static void put_value(spk_buf *out, const spk_arg *arg)
{
    switch (arg->kind) {
    case SPK_ARG_NUMBER:
    case SPK_ARG_SEAT: spk_buf_printf(out, "%" PRId64, arg->number); break;
    case SPK_ARG_WORD:
    case SPK_ARG_TEXT:
    case SPK_ARG_THING: put_clean(out, arg->text); break;
    case SPK_ARG_LIST:
        if (is_whole(arg->text)) /* else it did not fit into its buffer */
            spk_buf_puts(out, arg->text);
        break;
    case SPK_ARG_KIND_COUNT: break;
    }
}

/* The next gap of a format, from the brace on; NULL: there is none. *n: its length with both braces. */
static const char *next_gap(const char *format, size_t *n)
{
    for (const char *at = format; (at = strchr(at, '{')) != NULL; at++) {
        *n = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz0123456789_") + 2;
        if (*n > 2 && at[*n - 1] == '}')
            return at;
    }
    return NULL;
}

static void check_gaps(const char *format, const spk_arg *args, int n)
{
#ifdef SPK_DEV
    uint32_t used = 0;
    size_t len;
    for (const char *at = format; (at = next_gap(at, &len)) != NULL; at += len) {
        int i = 0;
        while (i < n && (strlen(args[i].gap) != len - 2 || memcmp(args[i].gap, at + 1, len - 2)))
            i++;
        if (i == n)
            spk_bug(__FILE__, __LINE__, format); /* a gap that nothing fills */
        used |= 1u << i;
    }
    if (used != (1u << n) - 1)
        spk_bug(__FILE__, __LINE__, format); /* an argument without a gap */
#else
    (void)format, (void)args, (void)n;
#endif
}

void spk_phrase_add(spk_buf *out, const char *format, const spk_arg *args, int n)
{
    check_gaps(format, args, n);
    spk_buf_putc(out, OPEN);
    put_clean(out, format);
    for (int i = 0; i < n; i++) {
        spk_buf_putc(out, NEXT);
        spk_buf_putc(out, letters[args[i].kind]);
        spk_buf_puts(out, args[i].gap);
        spk_buf_putc(out, VALUE);
        put_value(out, &args[i]);
    }
    spk_buf_putc(out, CLOSE);
}

void spk_list_thing(spk_buf *items, const char *code)
{
    spk_buf_putc(items, THING);
    put_clean(items, code);
    spk_buf_putc(items, CLOSE);
}

/* -- Taking apart: pieces of the text, borrowed ------------------------------------------------ */

typedef struct piece {
    const char *at;
    size_t n;
} piece;

/* From 'at' to the first such mark that is not within a phrase or thing inside, or to 'end'. */
static piece until(const char *at, const char *end, char mark)
{
    int depth = 0;
    const char *p = at;
    for (; p < end && (depth > 0 || *p != mark); p++)
        depth += (*p == OPEN || *p == THING) - (*p == CLOSE);
    return (piece){at, (size_t)(p - at)};
}

/* The next phrase or thing, without its marks, and where it ends. False: there is none that is whole. */
static bool next_item(const char **at, const char *end, char *mark, piece *inside)
{
    while (*at < end && **at != OPEN && **at != THING)
        (*at)++;
    if (*at == end)
        return false;
    *mark = **at;
    *inside = until(*at + 1, end, CLOSE);
    *at = inside->at + inside->n;
    if (*at == end)
        return false;
    (*at)++;
    return true;
}

typedef struct argument {
    spk_arg_kind kind;
    piece gap, value;
} argument;

/* The next argument of a phrase; *at stands on its NEXT. False: there is none. */
static bool next_argument(const char **at, const char *end, argument *arg)
{
    while (*at < end && **at == NEXT) {
        piece all = until(*at + 1, end, NEXT);
        *at = all.at + all.n;
        const char *letter = all.n ? strchr(letters, *all.at) : NULL;
        if (!letter || !*letter)
            continue;
        arg->kind = (spk_arg_kind)(letter - letters);
        arg->gap = until(all.at + 1, *at, VALUE);
        if (arg->gap.at + arg->gap.n == *at)
            continue;
        arg->value.at = arg->gap.at + arg->gap.n + 1;
        arg->value.n = (size_t)(*at - arg->value.at);
        return true;
    }
    return false;
}

static piece format_of(piece phrase) { return until(phrase.at, phrase.at + phrase.n, NEXT); }

static bool find_argument(piece phrase, const char *gap, size_t n, argument *arg)
{
    piece format = format_of(phrase);
    const char *at = format.at + format.n;
    while (next_argument(&at, phrase.at + phrase.n, arg))
        if (arg->gap.n == n && memcmp(arg->gap.at, gap, n) == 0)
            return true;
    return false;
}

/* A piece as a text of its own: in 'room', or cut off there. */
static const char *text_of(piece p, char room[NAME])
{
    size_t n = p.n < NAME - 1 ? p.n : NAME - 1;
    memcpy(room, p.at, n);
    room[n] = '\0';
    return room;
}

/* -- Words ------------------------------------------------------------------------------------- */

static const spk_reader plain = {0};

static void render_all(const char *at, const char *end, const spk_reader *r, int depth,
                       spk_buf *out);

static const char *translated(const spk_reader *r, const char *english)
{
    return r->translate ? r->translate(r->ctx, english) : english;
}

static void render_seat(int seat, const spk_reader *r, spk_buf *out)
{
    if (r->seat)
        r->seat(r->ctx, seat, out);
    else
        spk_buf_printf(out, "player %d", seat + 1);
}

static void render_thing(const char *code, const spk_reader *r, spk_buf *out)
{
    if (r->thing)
        r->thing(r->ctx, code, out);
    else
        spk_buf_puts(out, code);
}

/* How many items behind 'at' are the same as the piece before it, one behind the other. */
static int count_same(const char **at, const char *end, char mark, piece item)
{
    int n = 1;
    piece next;
    char sort;
    for (const char *look = *at; next_item(&look, end, &sort, &next) && sort == mark &&
                                 next.n == item.n && memcmp(next.at, item.at, item.n) == 0;
         n++)
        *at = look;
    return n;
}

static void render_item(char mark, piece item, const spk_reader *r, int depth, spk_buf *out)
{
    char room[NAME];
    if (mark == THING)
        render_thing(text_of(item, room), r, out);
    else
        render_all(item.at - 1, item.at + item.n + 1, r, depth + 1, out);
}

static void render_list(piece items, const spk_reader *r, int depth, spk_buf *out)
{
    const char *at = items.at, *end = items.at + items.n;
    piece item;
    char mark;
    for (bool first = true; depth < DEPTH && next_item(&at, end, &mark, &item); first = false) {
        int n = count_same(&at, end, mark, item);
        if (!first)
            spk_buf_puts(out, ", ");
        if (n > 1)
            spk_buf_printf(out, "%d × ", n);
        render_item(mark, item, r, depth, out);
    }
}

static void render_argument(const argument *arg, const spk_reader *r, int depth, spk_buf *out)
{
    char room[NAME];
    switch (arg->kind) {
    case SPK_ARG_NUMBER:
    case SPK_ARG_TEXT: spk_buf_add(out, arg->value.at, arg->value.n); break;
    case SPK_ARG_SEAT: render_seat(atoi(text_of(arg->value, room)), r, out); break;
    case SPK_ARG_WORD: spk_buf_puts(out, translated(r, text_of(arg->value, room))); break;
    case SPK_ARG_THING: render_thing(text_of(arg->value, room), r, out); break;
    case SPK_ARG_LIST: render_list(arg->value, r, depth, out); break;
    case SPK_ARG_KIND_COUNT: break;
    }
}

/* A sentence may begin with a word that fills a gap: "red 3", but not with a code: "c4". */
static void capitalise(char *text)
{
    bool word = text[0] >= 'a' && text[0] <= 'z' && text[1] >= 'a' && text[1] <= 'z';
    if (word)
        text[0] = (char)(text[0] - 'a' + 'A');
}

/* One sentence. What a translation has no gap for is left out; a gap that nothing fills stays. */
static void render_phrase(piece phrase, const spk_reader *r, int depth, spk_buf *out)
{
    char english[2 * NAME];
    piece own = format_of(phrase);
    size_t n = own.n < sizeof english - 1 ? own.n : sizeof english - 1, len;
    memcpy(english, own.at, n);
    english[n] = '\0';
    const char *format = translated(r, english), *at = format, *gap;
    argument arg;
    size_t start = out->n;
    for (; (gap = next_gap(at, &len)) != NULL; at = gap + len) {
        spk_buf_add(out, at, (size_t)(gap - at));
        if (find_argument(phrase, gap + 1, len - 2, &arg))
            render_argument(&arg, r, depth, out);
        else
            spk_buf_add(out, gap, len);
    }
    spk_buf_puts(out, at);
    if (depth == 0 && format[0] == '{' && out->n > start)
        capitalise(out->bytes + start);
}

static void render_all(const char *at, const char *end, const spk_reader *r, int depth,
                       spk_buf *out)
{
    piece item;
    char mark;
    for (bool first = true; next_item(&at, end, &mark, &item); first = false) {
        if (!first)
            spk_buf_putc(out, ' ');
        if (mark == THING)
            render_item(mark, item, r, depth, out);
        else
            render_phrase(item, r, depth, out);
    }
}

void spk_phrase_render(const char *phrases, const spk_reader *reader, spk_buf *out)
{
    render_all(phrases, phrases + strlen(phrases), reader ? reader : &plain, 0, out);
}

void spk_phrase_name(const char *phrases, const spk_reader *reader, spk_buf *out)
{
    render_all(phrases, phrases + strlen(phrases), reader ? reader : &plain, 1, out);
}

/* -- JSON -------------------------------------------------------------------------------------- */

static void json_items(const char *at, const char *end, int depth, spk_json *out);

/* A piece as a JSON string: of any length, so it is copied where it does not fit. */
static void json_piece(spk_json *out, const char *key, piece p)
{
    spk_buf whole = {0};
    spk_buf_add(&whole, p.at, p.n);
    spk_json_key(out, key), spk_json_str(out, spk_buf_text(&whole));
    spk_buf_release(&whole);
}

static void json_number(spk_json *out, piece p)
{
    char room[NAME];
    spk_json_int(out, strtoll(text_of(p, room), NULL, 10));
}

static void json_argument(const argument *arg, int depth, spk_json *out)
{
    static const char *const keys[SPK_ARG_KIND_COUNT] = {
        [SPK_ARG_NUMBER] = "",   [SPK_ARG_SEAT] = "seat",   [SPK_ARG_WORD] = "word",
        [SPK_ARG_TEXT] = "text", [SPK_ARG_THING] = "thing", [SPK_ARG_LIST] = "list",
    };
    if (arg->kind == SPK_ARG_NUMBER) {
        json_number(out, arg->value);
        return;
    }
    spk_json_open(out, '{');
    if (arg->kind == SPK_ARG_SEAT) {
        spk_json_key(out, keys[arg->kind]), json_number(out, arg->value);
    } else if (arg->kind == SPK_ARG_LIST) {
        spk_json_key(out, keys[arg->kind]);
        json_items(arg->value.at, arg->value.at + arg->value.n, depth + 1, out);
    } else {
        json_piece(out, keys[arg->kind], arg->value);
    }
    spk_json_close(out, '}');
}

static void json_phrase(piece phrase, int depth, spk_json *out)
{
    char gap[NAME];
    piece format = format_of(phrase);
    const char *at = format.at + format.n;
    argument arg;
    json_piece(out, "format", format);
    spk_json_key(out, "args"), spk_json_open(out, '{');
    while (next_argument(&at, phrase.at + phrase.n, &arg)) {
        spk_json_key(out, text_of(arg.gap, gap));
        json_argument(&arg, depth, out);
    }
    spk_json_close(out, '}');
}

static void json_items(const char *at, const char *end, int depth, spk_json *out)
{
    piece item;
    char mark;
    spk_json_open(out, '[');
    while (depth <= DEPTH && next_item(&at, end, &mark, &item)) {
        spk_json_open(out, '{');
        if (mark == THING)
            json_piece(out, "thing", item);
        else
            json_phrase(item, depth, out);
        spk_json_close(out, '}');
    }
    spk_json_close(out, ']');
}

void spk_phrase_json(const char *phrases, spk_json *out)
{
    json_items(phrases, phrases + strlen(phrases), 0, out);
}
