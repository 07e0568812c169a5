/* puzzles.c: `speakeasy puzzles`: looks for positions with one clearly best move that a plain look misses.
 * Which those are is decided in ai/puzzle.h; here games are played, and the finds written to a file. */
#include "ai/puzzle.h"

#include <fnmatch.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "hosts/budget.h"
#include "hosts/cli/bar.h"
#include "hosts/cli/cli.h"

enum { PLAY_ITERATIONS = 200, N_PLAYERS = 3, MOST_KINDS = 16, KIND_ROOM = 64 };

/* Who plays the games: people err, and so must they, or there would be nothing to punish. */
static const char *const players[N_PLAYERS] = {"normal", "hard", "boss"};

typedef struct find {
    spk_puzzle puzzle;
    spk_seat seat;
    spk_buf record; /* the game up to the decision */
} find;

typedef struct mine {
    const spk_box *box;
    spk_puzzle_plan plan;
    int n_wanted, n_found, n_games, max_games;
    spk_rng rng;
    spk_match *match;
    spk_bot *bots[SPK_MAX_SEATS];
    find best;                         /* of the game that is being played; difficulty 0: none */
    char kinds[MOST_KINDS][KIND_ROOM]; /* patterns of answers that are wanted, in turn */
    int n_kinds, n_of_kind[MOST_KINDS];
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

/* Which of the wanted kinds of answer a move is; 0 if all are wanted, -1: none. */
static int kind_of(const mine *m, spk_move move)
{
    char text[SPK_MOVE_TEXT];
    spk_move_text(m->box, move, text);
    for (int i = 0; i < m->n_kinds; i++)
        if (fnmatch(m->kinds[i], text, 0) == 0)
            return i;
    return m->n_kinds ? -1 : 0;
}

static bool wants(void *context, spk_move move) { return kind_of(context, move) >= 0; }

/* Easy and hard ones in turn: how far this one is from what is wanted next. */
static int miss(const mine *m, const spk_puzzle *p)
{
    return abs(p->difficulty - (1 + m->n_found % SPK_PUZZLE_HARDEST));
}

/* The rarest kind first, then the difficulty that is wanted next, then the clearest. */
static bool is_better(const mine *m, const spk_puzzle *a, const spk_puzzle *b)
{
    if (!b->difficulty)
        return true;
    int of_a = m->n_of_kind[kind_of(m, a->best)], of_b = m->n_of_kind[kind_of(m, b->best)];
    if (of_a != of_b)
        return of_a < of_b;
    return miss(m, a) != miss(m, b) ? miss(m, a) < miss(m, b) : a->gap > b->gap;
}

static void look(mine *m, const spk_state *view, spk_seat seat)
{
    spk_puzzle p;
    if (!spk_puzzle_look(&m->plan, m->box, view, seat, &p) || !is_better(m, &p, &m->best.puzzle))
        return;
    m->best.puzzle = p;
    m->best.seat = seat;
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

static void put_puzzle(mine *m)
{
    const spk_puzzle *p = &m->best.puzzle;
    char text[SPK_MOVE_TEXT];
    spk_buf_puts(m->out.out, m->n_found ? ",\n" : "\n");
    m->out.comma = false;
    spk_json_open(&m->out, '{');
    put_number(m, "number", m->n_found + 1);
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

static void search_games(mine *m)
{
    put_head(m);
    for (; m->n_found < m->n_wanted && m->n_games < m->max_games && !interrupted; m->n_games++) {
        play(m);
        if (m->best.puzzle.difficulty) {
            put_puzzle(m);
            m->n_found++;
            m->n_of_kind[kind_of(m, m->best.puzzle.best)]++;
        }
        draw_bar(m);
    }
    put_foot(m);
    cli_bar_clear();
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
              .out = {.out = &text},
              .begin = host_now_ms()};
    m.plan.wants = wants;
    m.plan.context = &m;
    int code = cli_net_take(&box, &net, args);
    if (!read_kinds(&m, cli_text(args, "answers")))
        code = cli_error("--answers: up to %d patterns of up to %d letters, separated by commas",
                         MOST_KINDS, KIND_ROOM - 1);
    if (code == CLI_DONE) {
        watch_signals();
        search_games(&m);
        code = finish(&m, file);
    }
    spk_buf_release(&m.best.record);
    spk_buf_release(&text);
    spk_buf_release(&net);
    spk_box_close(&box);
    return code;
}

static const cli_option options[] = {
    {"out", "FILE", CLI_TEXT, 0, 0, "write the puzzles here (default: print them)"},
    {"answers", "PATTERNS", CLI_TEXT, 0, 0,
     "only best moves like these, the rarest first: 'hire *,step * ?C' (default: any)"},
    {"count", "N", CLI_NUMBER, 1, 100000, "how many to find (default: 50)"},
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
            "hard; takes at most one per game. The same seed gives the same puzzles on every\n"
            "machine. docs/puzzles.md describes the file. Ctrl-C stops early and keeps what\n"
            "was found.\n",
    .run = run,
};
