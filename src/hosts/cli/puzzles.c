/* puzzles.c: `speakeasy puzzles`: looks for positions with one clearly best move that a plain look misses.
 * Which those are is decided in ai/puzzle.h; here games are played, and the finds written to a file. */
#include "ai/puzzle.h"

#include <fnmatch.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "games/registry.h"
#include "hosts/budget.h"
#include "hosts/cli/bar.h"
#include "hosts/cli/cli.h"

enum {
    PLAY_ITERATIONS = 200,
    N_PLAYERS = 3,
    MOST_KINDS = 32,
    KIND_ROOM = 64,
    SHARE = 2,      /* of patterns: no kind of answer has more than so many times its fair share */
    VERB_SHARE = 3, /* without patterns: no kind has more than this part of all */
};

/* Who plays the games: people err, and so must they, or there would be nothing to punish. */
static const char *const players[N_PLAYERS] = {"normal", "hard", "boss"};

typedef struct find {
    spk_puzzle puzzle;
    spk_seat seat;
    int kind;       /* of its answer */
    spk_buf record; /* the game up to the decision */
} find;

typedef struct mine {
    const spk_box *box;
    spk_puzzle_plan plan;
    int n_wanted, n_found, n_games, max_games;
    spk_rng rng;
    spk_match *match;
    spk_bot *bots[SPK_MAX_SEATS];
    find best; /* of the game that is being played; difficulty 0: none */
    char kinds[MOST_KINDS]
              [KIND_ROOM]; /* patterns of answers; without any, one for every first word */
    int n_kinds, n_of_kind[MOST_KINDS], most_of_kind;
    bool has_patterns;
    int first; /* number of the first one */
    spk_json out;
    double begin;
} mine;

static volatile sig_atomic_t interrupted;

static void on_signal(int number) { interrupted = number; }

static void watch_signals(void)
{
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
}

/* -- One game ---------------------------------------------------------------------------------- */

static void sit_down(mine *m)
{
    spk_rng_init(&m->rng, m->plan.seed, (uint64_t)m->n_games);
    m->match = spk_match_new(m->box);
    for (spk_seat seat = 0; seat < m->box->n_seats; seat++) {
        const char *name = players[spk_rng_below(&m->rng, N_PLAYERS)];
        spk_rng own;
        spk_rng_init(&own, m->plan.seed, spk_rng_next(&m->rng));
        m->bots[seat] = spk_bot_new(spk_bot_find(name), m->box, seat, &own);
    }
}

static void stand_up(mine *m)
{
    for (spk_seat seat = 0; seat < m->box->n_seats; seat++)
        spk_bot_free(m->bots[seat]);
    spk_match_free(m->match);
}

/* The move as it would be told, with what comes of it: "step 4,7 R05; took R05 from red". */
static void tell(const mine *m, spk_move move, spk_buf *out)
{
    char text[SPK_MOVE_TEXT], effects[SPK_TOLD_TEXT];
    const void *state = spk_match_state(m->match);
    spk_seat seat = spk_actors_first(spk_match_actors(m->match));
    spk_buf_puts(out, spk_move_text(m->box, move, text));
    if (*spk_effects_text(m->box, state, seat, move, effects))
        spk_buf_printf(out, "; %s", effects);
}

/* Which kind of answer a move is: the first pattern that fits; -1: none. */
static int kind_of(mine *m, spk_move move)
{
    char room[SPK_MOVE_TEXT + SPK_TOLD_TEXT + 2];
    spk_buf told = SPK_BUF_OVER(room);
    tell(m, move, &told);
    for (int i = 0; i < m->n_kinds; i++)
        if (fnmatch(m->kinds[i], spk_buf_text(&told), 0) == 0)
            return i;
    if (m->has_patterns || m->n_kinds == MOST_KINDS)
        return -1;
    snprintf(m->kinds[m->n_kinds], KIND_ROOM, "%.*s*", (int)strcspn(room, " ;"), room);
    return m->n_kinds++;
}

/* A kind that has had its share is wanted no more. */
static bool wants(void *context, spk_move move)
{
    mine *m = context;
    int kind = kind_of(m, move);
    return kind >= 0 && m->n_of_kind[kind] < m->most_of_kind;
}

static int most_of_kind(const mine *m)
{
    return m->has_patterns ? (SHARE * m->n_wanted + m->n_kinds - 1) / m->n_kinds
                           : (m->n_wanted + VERB_SHARE - 1) / VERB_SHARE;
}

/* Easy and hard ones in turn: how far this one is from what is wanted next. */
static int miss(const mine *m, const spk_puzzle *p)
{
    return abs(p->difficulty - (1 + m->n_found % SPK_PUZZLE_HARDEST));
}

/* The rarest kind first, then the difficulty that is wanted next, then the clearest. */
static bool is_better(const mine *m, const find *a, const find *b)
{
    if (!b->puzzle.difficulty)
        return true;
    int of_a = m->n_of_kind[a->kind], of_b = m->n_of_kind[b->kind];
    if (of_a != of_b)
        return of_a < of_b;
    int far_a = miss(m, &a->puzzle), far_b = miss(m, &b->puzzle);
    return far_a != far_b ? far_a < far_b : a->puzzle.gap > b->puzzle.gap;
}

static void look(mine *m, const spk_state *view, spk_seat seat)
{
    find f = {.seat = seat};
    if (!spk_puzzle_look(&m->plan, m->box, view, seat, &f.puzzle))
        return;
    f.kind = kind_of(m, f.puzzle.best);
    if (!is_better(m, &f, &m->best))
        return;
    f.record = m->best.record; /* its room */
    m->best = f;
    spk_buf_clear(&m->best.record);
    spk_record_save(m->match, &m->best.record);
}

/* One game to its end; of what was found in it the best is kept, so that puzzles are not alike. */
static void play(mine *m)
{
    spk_state view;
    spk_why why;
    sit_down(m);
    m->best.puzzle.difficulty = 0;
    for (spk_match_deal(m->match, &m->rng); !spk_match_is_over(m->match) && !interrupted;
         spk_match_deal(m->match, &m->rng)) {
        spk_seat seat = spk_actors_first(spk_match_actors(m->match));
        spk_match_view(m->match, seat, &view);
        look(m, &view, seat);
        spk_move move = spk_bot_choose(m->bots[seat], &view, PLAY_ITERATIONS);
        SPK_BUG_IF(spk_match_move(m->match, seat, move, &why) != SPK_OK);
    }
    stand_up(m);
}

/* -- The file ---------------------------------------------------------------------------------- */

static int percent(int value) { return (100 * value + SPK_WIN / 2) / SPK_WIN; }

static void put_text(mine *m, const char *key, const char *text)
{
    spk_json_key(&m->out, key);
    spk_json_str(&m->out, text);
}

static void put_number(mine *m, const char *key, int64_t value)
{
    spk_json_key(&m->out, key);
    spk_json_int(&m->out, value);
}

static void put_lines(mine *m, const spk_puzzle *p)
{
    char text[SPK_MOVE_TEXT];
    spk_json_key(&m->out, "lines");
    spk_json_open(&m->out, '[');
    for (int i = 0; i < p->n_lines; i++) {
        spk_json_open(&m->out, '{');
        put_text(m, "move", spk_move_text(m->box, p->lines[i].move, text));
        put_number(m, "percent", percent(p->lines[i].value));
        spk_json_close(&m->out, '}');
    }
    spk_json_close(&m->out, ']');
}

static void put_end(mine *m, const char *key, const spk_puzzle_end *end)
{
    spk_json_key(&m->out, key);
    spk_json_open(&m->out, '{');
    put_number(m, "percent", percent(end->wins));
    put_number(m, "own", end->own);
    put_number(m, "rival", end->rival);
    spk_json_close(&m->out, '}');
}

static void put_puzzle(mine *m, int number)
{
    const spk_puzzle *p = &m->best.puzzle;
    char text[SPK_MOVE_TEXT];
    spk_buf_puts(m->out.out, m->n_found ? ",\n" : "\n");
    m->out.comma = false;
    spk_json_open(&m->out, '{');
    put_number(m, "number", number);
    put_number(m, "seat", m->best.seat);
    put_number(m, "difficulty", p->difficulty);
    put_number(m, "gap", percent(p->gap));
    put_text(m, "best", spk_move_text(m->box, p->best, text));
    put_text(m, "looks_best", spk_move_text(m->box, p->looks_best, text));
    spk_json_key(&m->out, "found_by");
    spk_json_open(&m->out, '[');
    for (int r = 0; r < SPK_PUZZLE_RATERS; r++)
        if (p->is_found[r])
            spk_json_str(&m->out, spk_puzzle_raters[r]);
    spk_json_close(&m->out, ']');
    put_lines(m, p);
    spk_json_key(&m->out, "ends");
    spk_json_open(&m->out, '{');
    put_end(m, "best", &p->with_best);
    put_end(m, "looks_best", &p->with_look);
    spk_json_close(&m->out, '}');
    put_text(m, "record", spk_buf_text(&m->best.record));
    spk_json_close(&m->out, '}');
}

static void put_head(mine *m)
{
    spk_json_open(&m->out, '{');
    put_text(m, "game", m->box->game->key);
    put_number(m, "players", m->box->n_seats);
    put_text(m, "judge", m->plan.judge->name);
    put_number(m, "iterations", m->plan.iterations);
    put_number(m, "seed", (int64_t)m->plan.seed);
    spk_json_key(&m->out, "puzzles");
    spk_json_open(&m->out, '[');
}

static void put_foot(mine *m)
{
    spk_buf_puts(m->out.out, "\n");
    m->out.comma = false;
    spk_json_close(&m->out, ']');
    spk_json_close(&m->out, '}');
    spk_buf_puts(m->out.out, "\n");
}

/* -- The command ------------------------------------------------------------------------------- */

/* "[####......]  40 %  20 of 50 puzzles in 31 games, 3 min left" */
static void draw_bar(const mine *m)
{
    char room[128];
    spk_buf words = SPK_BUF_OVER(room);
    if (!cli_bar_is_seen() || !m->n_found)
        return;
    double seconds = (host_now_ms() - m->begin) / 1e3;
    spk_buf_printf(&words, "%d of %d puzzles in %d games, ", m->n_found, m->n_wanted, m->n_games);
    cli_bar_put_time(&words, seconds / m->n_found * (m->n_wanted - m->n_found));
    cli_bar_draw((double)m->n_found / m->n_wanted, spk_buf_text(&words));
}

static void keep(mine *m, int number)
{
    put_puzzle(m, number);
    m->n_found++;
    m->n_of_kind[m->best.kind]++;
}

static void search_games(mine *m)
{
    for (; m->n_found < m->n_wanted && m->n_games < m->max_games && !interrupted; m->n_games++) {
        play(m);
        if (m->best.puzzle.difficulty)
            keep(m, m->first + m->n_found);
        draw_bar(m);
    }
}

/* A puzzle of a file: whether it still is one. It keeps its number. */
static void look_again(mine *m, const json_t *old)
{
    const char *text = json_string_value(json_object_get(old, "record"));
    spk_record record;
    spk_state view;
    if (!text || spk_record_load(&record, text, strlen(text), spk_game_find, NULL, NULL) != SPK_OK)
        return;
    if (record.box.game == m->box->game && record.box.n_seats == m->box->n_seats &&
        !spk_match_is_over(record.match)) {
        spk_seat seat = spk_actors_first(spk_match_actors(record.match));
        m->match = record.match;
        m->best.puzzle.difficulty = 0;
        spk_match_view(m->match, seat, &view);
        look(m, &view, seat);
        if (m->best.puzzle.difficulty)
            keep(m, (int)json_integer_value(json_object_get(old, "number")));
    }
    spk_record_release(&record);
}

static int search_file(mine *m, const char *path)
{
    enum { MOST = 64 << 20 };
    spk_buf text = {0};
    size_t i;
    json_t *old;
    int code = cli_file_read(path, MOST, &text);
    json_t *file = code == 0 ? json_loadb(text.bytes, text.n, 0, NULL) : NULL,
           *puzzles = json_object_get(file, "puzzles");
    if (code == 0 && !json_is_array(puzzles))
        code = cli_error("%s: no puzzles in it", path);
    json_array_foreach(puzzles, i, old)
    {
        if (m->n_found == m->n_wanted || interrupted)
            break;
        look_again(m, old);
        m->n_games++;
        draw_bar(m);
    }
    json_decref(file);
    spk_buf_release(&text);
    return code;
}

static int search(mine *m, const char *file)
{
    int code = CLI_DONE;
    put_head(m);
    if (file)
        code = search_file(m, file);
    else
        search_games(m);
    put_foot(m);
    cli_bar_clear();
    return code;
}

static int finish(const mine *m, const char *file)
{
    spk_why why;
    if (!file)
        fputs(spk_buf_text(m->out.out), stdout);
    else if (cli_file_write(file, m->out.out, &why) != SPK_OK)
        return cli_refused(NULL, &why);
    else
        printf("%d puzzles from %d games in %s\n", m->n_found, m->n_games, file);
    return interrupted ? 128 + (int)interrupted : CLI_DONE;
}

/* "hire *,pair *": false if that is too much. */
static bool read_kinds(mine *m, const char *text)
{
    while (text && *text) {
        size_t n = strcspn(text, ",");
        if (m->n_kinds == MOST_KINDS || n >= KIND_ROOM || n == 0)
            return false;
        memcpy(m->kinds[m->n_kinds++], text, n);
        text += n + (text[n] == ',');
    }
    return true;
}

static int run(const cli_args *args)
{
    const spk_game *game = cli_game(args->word[0]);
    const char *file = cli_text(args, "out");
    spk_buf text = {0}, net = {0};
    spk_box box;
    spk_why why = {0};
    if (!game)
        return CLI_WRONG;
    if (!game->hints)
        return cli_error("%s has no bot that could judge", game->key);
    if (file && cli_file_check(file, &why) != SPK_OK)
        return cli_refused(NULL, &why);
    if (cli_box_open(&box, game, args) != 0)
        return CLI_WRONG;
    mine m = {.box = &box,
              .plan = {.judge = spk_bot_find("boss"),
                       .iterations = (int)cli_number(args, "iterations", 2000),
                       .seed = cli_number(args, "seed", 1)},
              .n_wanted = (int)cli_number(args, "count", 50),
              .max_games = (int)cli_number(args, "games", 100000),
              .first = (int)cli_number(args, "first", 1),
              .out = {.out = &text},
              .begin = host_now_ms()};
    m.plan.wants = wants;
    m.plan.context = &m;
    int code = cli_net_take(&box, &net, args);
    if (!read_kinds(&m, cli_text(args, "answers")))
        code = cli_error("--answers: up to %d patterns of up to %d letters, separated by commas",
                         MOST_KINDS, KIND_ROOM - 1);
    m.has_patterns = m.n_kinds > 0;
    m.most_of_kind = most_of_kind(&m);
    if (code == CLI_DONE) {
        watch_signals();
        code = search(&m, cli_text(args, "again"));
    }
    if (code == CLI_DONE)
        code = finish(&m, file);
    spk_buf_release(&m.best.record);
    spk_buf_release(&text);
    spk_buf_release(&net);
    spk_box_close(&box);
    return code;
}

static const cli_option options[] = {
    {"again", "FILE", CLI_TEXT, 0, 0,
     "look at the puzzles of this file instead of games, and keep those that still are"},
    {"out", "FILE", CLI_TEXT, 0, 0, "write the puzzles here (default: print them)"},
    {"answers", "PATTERNS", CLI_TEXT, 0, 0,
     "only best moves like these, the rarest first: 'hire *,*took * from*' (default: any)"},
    {"count", "N", CLI_NUMBER, 1, 100000, "how many to find (default: 50)"},
    {"first", "N", CLI_NUMBER, 1, 1000000, "number of the first one (default: 1)"},
    {"games", "N", CLI_NUMBER, 1, 10000000, "maximum number of games to play (default: 100000)"},
    {"iterations", "N", CLI_NUMBER, 50, 1000000, "search iterations per position (default: 2000)"},
    {"net", "FILE", CLI_TEXT, 0, 0, "let the judge use this net instead of the game's own"},
    {"seed", "S", CLI_NUMBER, 0, INT64_MAX, "random seed (default: 1)"},
    CLI_BOX_OPTIONS,
    {0},
};

extern const cli_command cli_puzzles;
const cli_command cli_puzzles = {
    .name = "puzzles",
    .about = "find positions with one best move that is easily missed",
    .words = "<game>",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .help = "Bots play against each other; boss looks for decisions in which one move is\n"
            "much better than all others, but another one looks best. Difficulty 1: easy,\n"
            "normal and hard all find it; 4: none of them does. Alternates between easy and\n"
            "hard; takes at most one per game, and of one kind of answer no more than a fair\n"
            "share: of moves with the same first word, or that fit the same pattern. The same\n"
            "seed gives the same puzzles on every machine. docs/puzzles.md describes the file.\n"
            "Ctrl-C stops early and keeps what was found.\n",
    .run = run,
};
