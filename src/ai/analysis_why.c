/* analysis_why.c: why a move was not the best, in terms that people can learn from: what it does to the scores, and whom it lets do
 * what. What it is worth is analysis.c's business. */
#include <string.h>

#include "ai/analysis_inside.h"
#include "ai/rollouts.h"

enum { GAMES = 64 }; /* played on quickly after each of two moves */

static int mean(int64_t sum) { return (int)((sum + (sum < 0 ? -GAMES : GAMES) / 2) / GAMES); }

/* The rival to whom it makes the greatest difference. */
static spk_seat most_concerned(const spk_analysis *a, spk_seat seat, const int64_t *best,
                               const int64_t *made)
{
    spk_seat most = seat == 0;
    for (spk_seat i = 0; i < a->box->n_seats; i++)
        if (i != seat && made[i] - best[i] > made[most] - best[most])
            most = i;
    return most;
}

/* Quick games are weaker than the search. Where they do not agree with it about the move, they are no reason. */
static void compare_scores(const spk_analysis *a, const spk_step *s, const void *view, ai_reason *r)
{
    int64_t best[SPK_MAX_SEATS] = {0}, made[SPK_MAX_SEATS] = {0};
    int64_t best_share[SPK_MAX_SEATS] = {0}, made_share[SPK_MAX_SEATS] = {0};
    spk_rollouts_scores(a->box, view, s->seat, s->best, GAMES, a->seed, best, best_share);
    spk_rollouts_scores(a->box, view, s->seat, s->move, GAMES, a->seed, made, made_share);
    r->rival = most_concerned(a, s->seat, best, made);
    r->own[0] = mean(best[s->seat]), r->own[1] = mean(made[s->seat]);
    r->rivals[0] = mean(best[r->rival]), r->rivals[1] = mean(made[r->rival]);
    r->has_scores =
        best_share[s->seat] > made_share[s->seat] &&
        (ai_is_far_above(r->own[0], r->own[1]) || ai_is_far_above(r->rivals[1], r->rivals[0]));
}

/* The end of the better way: of a walk where the bot's own has come to, else the move itself. */
static void better_end(const spk_analysis *a, const spk_step *s, spk_state *end)
{
    bool walked = s->until > (int)(s - a->steps);
    memcpy(end->bytes, walked ? a->plan.bytes : a->again.state.bytes, a->box->game->state_size);
    if (!walked)
        a->box->game->apply(a->box, end, s->seat, s->best);
}

static void tell_deeds(const spk_analysis *a, const spk_step *s, ai_reason *r)
{
    const spk_game *game = a->box->game;
    spk_state end;
    if (!game->deeds || spk_has_secrets(game))
        return;
    better_end(a, s, &end);
    game->deeds(a->box, &a->again.state, &end, s->seat, &r->deeds[0]);
    spk_match_state_at(a->match, a->steps[s->until].entry + 1, &end);
    game->deeds(a->box, &a->again.state, &end, s->seat, &r->deeds[1]);
}

void ai_find_reasons(const spk_analysis *a, const spk_step *s, const void *view, ai_reason *out)
{
    bool bad = s->verdict >= SPK_INACCURATE && s->verdict <= SPK_BLUNDER;
    if (bad && s->best != s->move && !out->has_goal)
        compare_scores(a, s, view, out);
    if (bad && s->best != s->move)
        tell_deeds(a, s, out);
}

int ai_answer_to(const spk_analysis *a, int step)
{
    const spk_step *s = &a->steps[step];
    int i = s->until + 1, turn = -1;
    if (spk_has_secrets(a->box->game))
        return -1;
    while (i < a->at && (a->steps[i].turn < 0 || a->steps[i].seat == s->seat))
        i++;
    turn = i < a->at ? a->steps[i].turn : -1;
    if (turn >= 0 && a->walks[a->steps[i].walk].n_asked > SPK_WALK_STEPS)
        return -1; /* the first step of a long walk tells nothing */
    for (; turn >= 0 && i < a->at && a->steps[i].turn == turn; i++)
        if (a->steps[i].n_lines && a->steps[i].verdict != SPK_UNJUDGED &&
            !(a->steps[i].lines[0].move & SPK_MOVE_IDLE))
            return i;
    return -1;
}
