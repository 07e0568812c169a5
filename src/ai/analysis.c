/* analysis.c: from the log to steps, from each step to a verdict. What it all adds up to is
 * analysis_sum.c; how it is said and printed, analysis_words.c and analysis_json.c. */
#include "ai/analysis.h"

#include <math.h>
#include <string.h>

#include "ai/analysis_inside.h"
#include "ai/luck.h"
#include "base/err.h"
#include "base/mem.h"

enum {
    WORLDS = 16,  /* guesses over which the prospects of the other seats are averaged */
    SERIOUS = 4,  /* a move with a quarter of the best one's visits was looked at seriously */
    LOOKS = 512,  /* iterations of a question that are watched one by one, at most, ... */
    ENOUGH = 64,  /* ... results that tell their spread, ... */
    FEW = 12,     /* ... and results that tell too little */
    DIGITS = 200, /* visits up to which the last result can be told from a mean */
};

const char *const spk_verdict_words[SPK_VERDICT_COUNT] = {
    "unjudged", "best", "good", "inaccurate", "mistake", "blunder", "brilliant",
};

/* -- Reading the log --------------------------------------------------------------------------- */

static bool is_step(const spk_entry *e)
{
    return (e->kind == SPK_ENTRY_MOVE || e->kind == SPK_ENTRY_SAFE) && !e->undone;
}

static int count_steps(const spk_match *m)
{
    int n = 0;
    for (int i = 0; i < spk_match_n_entries(m); i++) {
        spk_entry e = spk_match_entry(m, i);
        n += is_step(&e);
    }
    return n;
}

static int count_moves(const spk_box *box, const void *state, spk_seat seat)
{
    spk_move moves[SPK_MAX_MOVES];
    return box->game->moves(box, state, seat, moves);
}

/* The turn of a decision: the one before it if that is of the same seat and turn of the game. */
static int find_turn(spk_analysis *a, const spk_step *s, uint32_t number, uint32_t *last_number)
{
    spk_turn *last = a->n_turns ? &a->turns[a->n_turns - 1] : NULL;
    int at = (int)(s - a->steps);
    if (last && last->seat == s->seat && *last_number == number) {
        last->last = at;
    } else {
        a->turns[a->n_turns++] = (spk_turn){.seat = s->seat, .first = at, .last = at};
        *last_number = number;
    }
    a->turns[a->n_turns - 1].n_asked += s->is_asked;
    return a->n_turns - 1;
}

/* The same, but chance begins another walk. */
static int find_walk(spk_analysis *a, const spk_step *s)
{
    int at = (int)(s - a->steps);
    if (at == 0 || a->steps[at - 1].turn != s->turn)
        a->walks[a->n_walks++] = (ai_walk){0};
    a->walks[a->n_walks - 1].last = at;
    a->walks[a->n_walks - 1].n_asked += s->is_asked;
    return a->n_walks - 1;
}

static void read_step(spk_analysis *a, const spk_entry *e, int entry, uint32_t *turn_number)
{
    spk_step *s = &a->steps[a->n_steps++];
    const void *state = &a->again.state;
    spk_move move = spk_match_entry_move(a->match, entry);
    *s = (spk_step){
        .entry = entry, .seat = e->seat, .move = move, .best = move, .turn = -1, .walk = -1};
    s->until = a->n_steps - 1;
    if (e->seat == SPK_SEAT_CHANCE)
        return;
    s->n_moves = count_moves(a->box, state, e->seat);
    s->is_asked = s->n_moves > 1 && e->kind == SPK_ENTRY_MOVE;
    s->turn = find_turn(a, s, a->box->game->turn(a->box, state), turn_number);
    s->walk = find_walk(a, s);
    a->progress.n_asked += s->is_asked;
}

static void read_log(spk_analysis *a)
{
    uint32_t turn_number = 0;
    spk_match_rerun(a->match, &a->again);
    while (a->again.n < spk_match_n_entries(a->match)) {
        spk_entry e = spk_match_entry(a->match, a->again.n);
        if (is_step(&e))
            read_step(a, &e, a->again.n, &turn_number);
        spk_match_rerun_step(a->match, &a->again);
    }
    spk_match_rerun(a->match, &a->again);
}

/* A bot that keeps book of what is certain stops as soon as it knows one sure win: of the other moves it then knows nothing, not
 * even that they win as well. Who is asked to compare looks at all of them; one move in a thousand overlooked means no
 * more than that (search.h), for only its lines are read. And who chooses among plans has no line for a move that begins
 * none: what is compared are moves. */
static spk_bot_kind as_judge(const spk_bot_kind *kind, const spk_game *game)
{
    spk_bot_kind judge = *kind;
    judge.style.plans = false;
    const spk_level *level = kind->is_level ? spk_level_of(game, kind->grade) : NULL;
    if (kind->is_level && (!level || level->two.overlooks))
        return judge;
    judge.is_level = false;
    judge.style.overlooks = 1;
    return judge;
}

/* -- What was said ------------------------------------------------------------------------------ */

/* Whoever relied on a promise is judged by a bot that has heard it too, and trusts as that bot would. */
static void open_ears(spk_analysis *a)
{
    a->listens = spk_bot_kind_talks(a->kind, a->box);
    for (spk_seat i = 0; i < a->box->n_seats && a->listens; i++)
        ai_memory_init(&a->ears[i], a->box, i, a->kind->trust);
}

/* The next entry of the log happens once more, and all hear what they have heard of it. */
static void hear_step(spk_analysis *a)
{
    enum { MOST = 64 }; /* a conversation between two moves has far fewer messages */
    spk_said said[MOST];
    spk_match_rerun_step(a->match, &a->again);
    if (!a->listens || a->box->game->actors(a->box, &a->again.state) == SPK_CHANCE_ACTS)
        return;
    int n = spk_match_said_at(a->match, a->again.n, said, MOST);
    for (spk_seat i = 0; i < a->box->n_seats; i++) {
        spk_state view;
        memcpy(view.bytes, a->again.state.bytes, a->box->game->state_size);
        spk_redact(a->box, &view, i);
        ai_memory_note(&a->ears[i], &view, said, n, true);
    }
}

static void remember(spk_analysis *a, spk_bot *bot, spk_seat seat)
{
    if (!a->listens)
        return;
    ai_bot_remember(bot, &a->ears[seat]);
    a->ears[seat].stirred = false;
}

spk_analysis *spk_analysis_new(const spk_match *m, const spk_bot_kind *kind, uint64_t seed)
{
    spk_analysis *a = spk_alloc(sizeof *a);
    int n = count_steps(m) + 1; /* none of them is no reason to ask for nothing */
    SPK_BUG_IF(kind->choose != NULL);
    *a = (spk_analysis){.match = m, .box = spk_match_box(m), .kind = kind, .seed = seed};
    a->judge_kind = as_judge(kind, a->box->game);
    a->steps = spk_alloc((size_t)n * sizeof *a->steps);
    a->turns = spk_alloc((size_t)n * sizeof *a->turns);
    a->walks = spk_alloc((size_t)n * sizeof *a->walks);
    a->reasons = spk_alloc((size_t)n * sizeof *a->reasons);
    a->bot_turn = a->covered = -1;
    read_log(a);
    open_ears(a);
    return a;
}

void spk_analysis_free(spk_analysis *a)
{
    if (!a)
        return;
    spk_bot_free(a->bot);
    spk_bot_free(a->judge);
    spk_free(a->steps);
    spk_free(a->turns);
    spk_free(a->walks);
    for (int i = 0; i < 2 * a->n_steps; i++)
        spk_buf_release(&a->reasons[i / 2].deeds[i % 2]);
    spk_free(a->reasons);
    spk_free(a);
}

/* -- Verdicts ---------------------------------------------------------------------------------- */

int ai_threshold(const spk_box *box, spk_verdict verdict)
{
    static const int percent[SPK_VERDICT_COUNT] = {
        [SPK_INACCURATE] = 4, [SPK_MISTAKE] = 8, [SPK_BLUNDER] = 15};
    return percent[verdict] * SPK_WIN / 100 * 2 / box->n_seats;
}

spk_verdict ai_verdict(const spk_box *box, int lost, int margin)
{
    spk_verdict v = SPK_BLUNDER;
    if (lost <= margin)
        return SPK_GOOD;
    while (v > SPK_GOOD && lost < ai_threshold(box, v))
        v--;
    return v;
}

/* -- How sure it is ---------------------------------------------------------------------------- */

static const spk_line *line_of(const spk_line *lines, int n, spk_move move)
{
    for (int i = 0; i < n; i++)
        if (lines[i].move == move)
            return &lines[i];
    return NULL;
}

/* One more iteration has been done: one line has one more visit, and its mean tells the result. */
static void look(ai_spread *spread, const spk_bot *bot)
{
    spk_line now[SPK_NARROW_MOVES];
    int n = spk_bot_lines(bot, now, SPK_NARROW_MOVES);
    for (int i = 0; i < n; i++) {
        const spk_line *old = line_of(spread->lines, spread->n_lines, now[i].move);
        if (!old || old->visits == 0 || now[i].visits != old->visits + 1 || old->visits > DIGITS)
            continue;
        double visits = old->visits, result = now[i].value * (visits + 1) - old->value * visits;
        spread->squares += (result - old->value) * (result - old->value) * visits / (visits + 1);
        spread->n++;
    }
    memcpy(spread->lines, now, sizeof now);
    spread->n_lines = n;
}

static int think_watched(ai_spread *spread, spk_bot *bot, int iterations)
{
    int done = 0;
    for (; done < iterations && spread->n < ENOUGH && spread->n_looks < LOOKS; done++) {
        if (!spk_bot_think(bot, 1))
            return done;
        look(spread, bot);
        spread->n_looks++;
    }
    return done + (done < iterations ? spk_bot_think(bot, iterations - done) : 0);
}

/* The variance of a line's mean. Whatever was seen, results lie between 0 and a win. */
static double variance(const ai_spread *spread, const spk_line *line)
{
    double value = line->value < 0 ? 0 : line->value > SPK_WIN ? SPK_WIN : line->value;
    double most = value * (SPK_WIN - value), seen = most;
    if (spread->n >= FEW)
        seen = spread->squares / spread->n;
    return (seen < most ? seen : most) / (line->visits ? line->visits : 1);
}

static int margin_of(const ai_spread *spread, const spk_line *a, const spk_line *b)
{
    return (int)(1.96 * sqrt(variance(spread, a) + variance(spread, b)));
}

static void judge_turn(spk_analysis *a, spk_turn *t)
{
    double sum = 0;
    t->lost = 0;
    for (int i = t->first; i <= t->last; i++) {
        const spk_step *s = &a->steps[i];
        t->lost += s->turn == t - a->turns ? s->lost : 0;
        sum += (double)s->margin * s->margin;
    }
    t->margin = (int)sqrt(sum);
    if (t->n_asked)
        t->verdict = ai_verdict(a->box, t->lost, t->margin);
}

/* -- Prospects of all -------------------------------------------------------------------------- */

/* The means of the game's own values over guesses at what the seat cannot see; right after a move if
 * there is one. */
static void glance(const spk_analysis *a, spk_seat seat, const spk_move *move,
                   int64_t sum[SPK_MAX_SEATS])
{
    int value[SPK_MAX_SEATS];
    spk_rng rng;
    spk_rng_init(&rng, a->seed, 0);
    for (int i = 0; i < (spk_has_secrets(a->box->game) ? WORLDS : 1); i++) {
        spk_state world;
        memcpy(world.bytes, a->view.bytes, a->box->game->state_size);
        spk_resample(a->box, &world, seat, &rng);
        if (move)
            a->box->game->apply(a->box, &world, seat, *move);
        a->box->game->hints->values(a->box, &world, value);
        for (spk_seat s = 0; s < a->box->n_seats; s++)
            sum[s] += value[s];
    }
}

/* A search tells what its own seat may hope for; the others share the rest as the game itself sees them
 * stand, or equally where it has no eyes. */
static void share_out(const spk_analysis *a, spk_seat seat, const spk_move *move, int value,
                      int out[SPK_MAX_SEATS])
{
    int64_t part[SPK_MAX_SEATS] = {0}, sum = 0, rest = SPK_WIN - value;
    int n_seats = a->box->n_seats, left = (int)rest,
        last = seat == n_seats - 1 ? seat - 1 : n_seats - 1;
    if (spk_has_values(a->box->game) && n_seats > 2)
        glance(a, seat, move, part);
    for (spk_seat s = 0; s < n_seats; s++)
        sum += s == seat ? 0 : ++part[s]; /* at least something: nobody divides by 0 */
    for (spk_seat s = 0; s < n_seats; s++) {
        out[s] = s == seat ? value : s == last ? left : (int)(rest * part[s] / sum);
        left -= s == seat ? 0 : out[s];
    }
}

/* -- A decision -------------------------------------------------------------------------------- */

/* What a sealed decision is worth: the mixture that the search has settled on. */
static spk_line mixture_of(const spk_line *lines, int n)
{
    spk_line all = {.move = lines[0].move};
    int64_t sum = 0;
    for (int i = 0; i < n; i++) {
        sum += (int64_t)lines[i].value * lines[i].visits;
        all.visits += lines[i].visits;
    }
    all.value = all.visits ? (int)(sum / all.visits) : 0;
    return all;
}

/* The move that looks best right after it: what somebody sees who does not think ahead. */
static spk_move plain_look(const spk_analysis *a, const spk_step *s)
{
    spk_rng rng;
    spk_rng_init(&rng, a->seed, (uint64_t)s->entry);
    return spk_bot_find("greedy")->choose(a->box, &a->view, s->seat, &rng);
}

/* Whether everything else that was looked at seriously is clearly worse than the first line. */
static bool stands_out(const spk_analysis *a, const spk_line *lines, int n)
{
    int gap = ai_threshold(a->box, SPK_MISTAKE);
    for (int i = 1; i < n && lines[i].visits * 8 >= lines[0].visits; i++)
        if (lines[i].value > lines[0].value - gap)
            return false;
    return n > 1;
}

static void settle(spk_analysis *a, spk_step *s, const spk_line *best, const spk_line *played)
{
    bool better = best->move != played->move;
    s->lost = better ? best->value - played->value : 0;
    s->margin = better ? margin_of(&a->spread, best, played) : 0;
    s->verdict = better ? ai_verdict(a->box, s->lost, s->margin) : SPK_BEST;
    if (better && s->lost < -s->margin && -s->lost >= ai_threshold(a->box, SPK_MISTAKE))
        s->verdict = SPK_BRILLIANT;
    s->best = s->lost > 0 ? best->move : s->move;
    share_out(a, s->seat, &s->best, s->lost > 0 ? best->value : played->value, s->before);
    share_out(a, s->seat, &s->move, played->value, s->after);
}

static void finish(spk_analysis *a)
{
    spk_step *s = &a->steps[a->at];
    s->is_done = true;
    if (a->question != AI_NO_QUESTION)
        ai_find_reasons(a, s, &a->view, &a->reasons[a->at]);
    a->progress.n_done += s->is_asked;
    a->question = AI_NO_QUESTION;
    if (s->turn >= 0 && a->turns[s->turn].last == a->at)
        judge_turn(a, &a->turns[s->turn]);
    a->at++;
}

/* -- Questions --------------------------------------------------------------------------------- */

static spk_bot *new_bot(const spk_analysis *a, const spk_bot_kind *kind, const spk_box *box,
                        spk_seat seat, int stream)
{
    spk_rng rng;
    spk_rng_init(&rng, a->seed, (uint64_t)stream);
    return spk_bot_new(kind, box, seat, &rng);
}

static void ask_best(spk_analysis *a, const spk_step *s)
{
    if (a->bot_turn != s->turn) {
        spk_bot_free(a->bot);
        a->bot = new_bot(a, a->kind, a->box, s->seat, 2 * s->entry);
        a->bot_turn = s->turn;
    }
    memcpy(a->view.bytes, a->again.state.bytes, a->box->game->state_size);
    a->sealed = __builtin_popcount(a->box->game->actors(a->box, &a->view)) > 1;
    spk_redact(a->box, &a->view, s->seat);
    remember(a, a->bot, s->seat);
    spk_bot_begin(a->bot, &a->view);
    a->spread = (ai_spread){0};
    a->question = AI_ASK_BEST;
}

static void ask_judge(spk_analysis *a)
{
    const spk_step *s = &a->steps[a->at];
    a->judge = new_bot(a, &a->judge_kind, &a->narrow.box, s->seat, 2 * s->entry + 1);
    remember(a, a->judge, s->seat);
    spk_bot_begin(a->judge, &a->view);
    a->spread = (ai_spread){0};
    a->question = AI_ASK_COMPARE;
}

static void ask_compare(spk_analysis *a, const spk_move *moves, int n)
{
    spk_narrow_make(&a->narrow, a->box, &a->view, a->steps[a->at].seat, moves, n);
    ask_judge(a);
}

/* The move made was not what the bot would do, and it hardly looked at it: compare the two. In a sealed
 * decision the others answer a mixture, so the best few stay in. */
static void ask_about(spk_analysis *a, const spk_line *lines, int n)
{
    spk_move moves[SPK_NARROW_MOVES] = {a->steps[a->at].move};
    int n_moves = 1, most = a->sealed ? SPK_NARROW_MOVES : 2;
    for (int i = 0; i < n && n_moves < most; i++)
        if (lines[i].move != moves[0] && lines[i].visits)
            moves[n_moves++] = lines[i].move;
    ask_compare(a, moves, n_moves);
}

/* A move that the bot would have made, too, and nothing else, but that does not look it: is what looks
 * best really worse? */
static bool ask_brilliant(spk_analysis *a, const spk_line *lines, int n)
{
    const spk_step *s = &a->steps[a->at];
    if (a->sealed || n < 3 || !spk_has_values(a->box->game) || !stands_out(a, lines, n))
        return false;
    spk_move plain = plain_look(a, s);
    if (plain != s->move)
        ask_compare(a, (const spk_move[]){s->move, plain}, 2);
    return plain != s->move;
}

/* -- Walks ------------------------------------------------------------------------------------- */

/* What was made in the rest of the walk belongs to the move made. */
static void pin_walk(spk_analysis *a, const spk_step *s)
{
    spk_rerun ahead = a->again;
    for (int i = a->at + 1; i <= s->until; i++) {
        while (ahead.n < a->steps[i].entry)
            spk_match_rerun_step(a->match, &ahead);
        spk_narrow_pin(&a->narrow, &ahead.state, a->steps[i].move);
    }
    a->n_made = a->narrow.n_pins;
    while (ahead.n <= a->steps[s->until].entry)
        spk_match_rerun_step(a->match, &ahead);
    a->end_key = spk_narrow_key(&a->narrow, &ahead.state);
}

/* The step of the walk made before which it stands as the plan does now; one beyond its end; -1: none. */
static int meeting(const spk_analysis *a)
{
    uint64_t key = spk_narrow_key(&a->narrow, &a->plan);
    for (int i = 0; i < a->n_made; i++)
        if (a->narrow.pins[i].key == key)
            return a->at + 1 + i;
    return key == a->end_key ? a->steps[a->at].until + 1 : -1;
}

static void go_on(spk_analysis *a, spk_move move)
{
    ai_reason *why = &a->reasons[a->at];
    if (!(move & SPK_MOVE_IDLE))
        why->goal = move, why->has_goal = true;
    a->box->game->apply(a->box, &a->plan, a->steps[a->at].seat, move);
}

static bool plan_is_complete(const spk_analysis *a)
{
    const spk_game *game = a->box->game;
    return game->actors(a->box, &a->plan) != SPK_ACTOR(a->steps[a->at].seat) ||
           game->turn(a->box, &a->plan) != game->turn(a->box, &a->again.state) ||
           a->narrow.n_pins == SPK_NARROW_PINS;
}

/* Another order of the same steps, up to where the two meet: nothing was lost. From there on the walk is
 * judged anew. */
static void settle_meeting(spk_analysis *a, int step)
{
    spk_step *s = &a->steps[a->at];
    spk_line same = {.move = s->move, .value = s->lines[0].value};
    settle(a, s, &same, &same);
    s->verdict = SPK_GOOD;
    s->until = a->covered = step - 1;
    finish(a);
}

static void plan_on(spk_analysis *a)
{
    spk_seat seat = a->steps[a->at].seat;
    spk_move moves[SPK_MAX_MOVES];
    int step = -1;
    while ((step = meeting(a)) < 0 && !plan_is_complete(a) &&
           a->box->game->moves(a->box, &a->plan, seat, moves) == 1)
        go_on(a, moves[0]);
    if (step >= 0) {
        settle_meeting(a, step);
    } else if (plan_is_complete(a)) {
        ask_judge(a);
    } else {
        spk_state view;
        memcpy(view.bytes, a->plan.bytes, a->box->game->state_size);
        spk_redact(a->box, &view, seat);
        spk_bot_begin(a->bot, &view);
        a->question = AI_ASK_PLAN;
    }
}

/* A long walk leaves what the bot would have done: what would that have been, to its end? A walk that is
 * fixed is worth more than one that is still being searched, so only two fixed ones can be compared. */
static void ask_walk(spk_analysis *a, spk_move best)
{
    spk_step *s = &a->steps[a->at];
    s->until = a->covered = a->walks[s->walk].last;
    spk_narrow_make(&a->narrow, a->box, &a->view, s->seat, (const spk_move[]){s->move, best}, 2);
    pin_walk(a, s);
    memcpy(a->plan.bytes, a->again.state.bytes, a->box->game->state_size);
    go_on(a, best);
    plan_on(a);
}

static void answer_plan(spk_analysis *a)
{
    spk_line best;
    int n = spk_bot_lines(a->bot, &best, 1);
    SPK_BUG_IF(n != 1);
    spk_narrow_pin(&a->narrow, &a->plan, best.move);
    go_on(a, best.move);
    plan_on(a);
}

/* -- Answers ----------------------------------------------------------------------------------- */

static void answer_best(spk_analysis *a)
{
    spk_step *s = &a->steps[a->at];
    spk_line lines[SPK_SEARCH_WIDE];
    int n = spk_bot_lines(a->bot, lines, SPK_SEARCH_WIDE);
    const spk_line *played = line_of(lines, n, s->move);
    for (s->n_lines = 0; s->n_lines < n && s->n_lines < SPK_STEP_LINES; s->n_lines++)
        if (!lines[s->n_lines].visits)
            break;
    memcpy(s->lines, lines, (size_t)s->n_lines * sizeof *lines);
    if (played != lines && a->walks[s->walk].n_asked > SPK_WALK_STEPS) {
        ask_walk(a, lines[0].move);
        return;
    }
    if (!played || (uint64_t)played->visits * SERIOUS < lines[0].visits || !lines[0].visits) {
        ask_about(a, lines, n);
        return;
    }
    spk_line best = a->sealed ? mixture_of(lines, n) : lines[0];
    settle(a, s, &best, played);
    if (played != lines || !ask_brilliant(a, lines, n))
        finish(a);
}

/* It is brilliant if what looks better would have been a blunder. */
static void praise(spk_analysis *a, spk_step *s, const spk_line *played, const spk_line *plain)
{
    ai_reason *why = &a->reasons[s - a->steps];
    int gap = played->value - plain->value;
    if (gap < ai_threshold(a->box, SPK_BLUNDER) || gap <= margin_of(&a->spread, played, plain))
        return;
    s->verdict = SPK_BRILLIANT;
    why->is_tempting = true;
    why->tempting = plain->move;
    why->tempts = plain->value;
}

/* The first line is not always the better one: a search looks most often at what it believes in, and
 * here there are two of them. */
static void answer_compare(spk_analysis *a)
{
    spk_step *s = &a->steps[a->at];
    spk_line lines[SPK_NARROW_MOVES];
    int n = spk_bot_lines(a->judge, lines, SPK_NARROW_MOVES);
    const spk_line *played = line_of(lines, n, s->move);
    SPK_BUG_IF(!played);
    spk_line other = lines[played == lines && n > 1];
    if (s->verdict == SPK_BEST) {
        praise(a, s, played, &other);
    } else {
        spk_line mixed = mixture_of(lines, n);
        settle(a, s, a->sealed ? &mixed : &other, played);
    }
    spk_bot_free(a->judge);
    a->judge = NULL;
    finish(a);
}

/* -- Working ----------------------------------------------------------------------------------- */

/* A step without a question. */
static void pass_by(spk_analysis *a, spk_step *s)
{
    if (s->seat == SPK_SEAT_CHANCE && spk_has_luck(a->box->game))
        spk_luck_add(a->box, &a->again.state, s->move, NULL, s->luck);
    finish(a);
}

/* The first step of a long walk is searched like any other, the next ones know the tree already; and the
 * comparison is for all of them. */
static int share_of(const spk_analysis *a, const spk_step *s)
{
    int n = a->walks[s->walk].n_asked;
    if (n <= SPK_WALK_STEPS)
        return 100;
    if (a->question == AI_ASK_COMPARE)
        return 200;
    bool first = a->at == 0 || a->steps[a->at - 1].walk != s->walk;
    return first && a->question == AI_ASK_BEST ? 100 : 100 * SPK_WALK_STEPS / n;
}

int spk_analysis_begin(spk_analysis *a)
{
    while (a->question == AI_NO_QUESTION && a->at < a->n_steps) {
        spk_step *s = &a->steps[a->at];
        while (a->again.n < s->entry)
            hear_step(a);
        if (s->is_asked && a->at > a->covered)
            ask_best(a, s);
        else
            pass_by(a, s);
    }
    return a->question == AI_NO_QUESTION ? 0 : share_of(a, &a->steps[a->at]);
}

int spk_analysis_think(spk_analysis *a, int iterations)
{
    switch (a->question) {
    case AI_NO_QUESTION: return 0;
    case AI_ASK_PLAN: return spk_bot_think(a->bot, iterations);
    case AI_ASK_BEST: return think_watched(&a->spread, a->bot, iterations);
    case AI_ASK_COMPARE: return think_watched(&a->spread, a->judge, iterations);
    }
    return 0;
}

void spk_analysis_end(spk_analysis *a)
{
    switch (a->question) {
    case AI_NO_QUESTION: break;
    case AI_ASK_BEST: answer_best(a); break;
    case AI_ASK_PLAN: answer_plan(a); break;
    case AI_ASK_COMPARE: answer_compare(a); break;
    }
}

static void think_enough(spk_analysis *a, int iterations)
{
    int n = 1;
    for (int left = iterations; left > 0 && n > 0; left -= n)
        n = spk_analysis_think(a, left);
}

bool spk_analysis_step(spk_analysis *a, int iterations)
{
    int percent = spk_analysis_begin(a), at = a->at;
    while (percent && a->at == at) {
        think_enough(a, spk_analysis_share(iterations, percent));
        spk_analysis_end(a);
        if (a->at == at) /* there is another question about it */
            percent = spk_analysis_begin(a);
    }
    return percent != 0;
}

/* -- What was found ---------------------------------------------------------------------------- */

const spk_match *spk_analysis_match(const spk_analysis *a) { return a->match; }
const spk_bot_kind *spk_analysis_kind(const spk_analysis *a) { return a->kind; }
spk_progress spk_analysis_progress(const spk_analysis *a) { return a->progress; }

const spk_step *spk_analysis_steps(const spk_analysis *a, int *n)
{
    *n = a->n_steps;
    return a->steps;
}
