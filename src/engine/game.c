/* game.c: the calls on a game that check first. See game.h. */
#include "engine/game.h"

#include <string.h>

#include "base/str.h"
#include "engine/box.h"

static bool chance_can(const spk_box *box, const void *state, spk_move move)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    int n = box->game->chance(box, state, outcomes);
    for (int i = 0; i < n; i++)
        if (outcomes[i].move == move)
            return true;
    return false;
}

static bool seat_can(const spk_box *box, const void *state, spk_seat seat, spk_move move)
{
    spk_move moves[SPK_MAX_MOVES];
    int n = box->game->moves(box, state, seat, moves);
    for (int i = 0; i < n; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static spk_err refuse(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                      spk_why *why)
{
    if (!box->game->refuse)
        return spk_refuse(why, box->game->turn_rule, "That move is not possible now.");
    spk_err err = box->game->refuse(box, state, seat, move, why);
    SPK_BUG_IF(err == SPK_OK); /* the list said no */
    return err;
}

spk_err spk_judge(const spk_box *box, const void *state, spk_seat seat, spk_move move, spk_why *why)
{
    const spk_game *game = box->game;
    spk_actors who = game->actors(box, state);
    if (who == 0)
        return spk_refuse(why, game->over_rule, "The game is over.");
    if (!spk_actors_has(who, seat))
        return spk_refuse(why, game->turn_rule,
                          who == SPK_CHANCE_ACTS    ? N_("Cards or dice are still to come.")
                          : seat == SPK_SEAT_CHANCE ? N_("There is nothing to draw or roll now.")
                                                    : N_("It is not your turn."));
    if (seat != SPK_SEAT_CHANCE)
        return seat_can(box, state, seat, move) ? SPK_OK : refuse(box, state, seat, move, why);
    if (!chance_can(box, state, move))
        return spk_refuse(why, game->turn_rule, "That cannot be drawn or rolled now.");
    return SPK_OK;
}

const char *spk_effects_text(const spk_box *box, const void *before, spk_seat actor, spk_move move,
                             char room[SPK_TOLD_TEXT])
{
    spk_buf out = {.bytes = room, .cap = SPK_TOLD_TEXT, .fixed = true};
    spk_buf_clear(&out);
    if (box->game->effects)
        box->game->effects(box, before, actor, move, &out);
    SPK_BUG_IF(out.overflow);
    return room;
}

bool spk_event_text(const spk_box *box, const void *before, spk_seat actor, spk_move move,
                    spk_seat viewer, const char *effects, spk_buf *out)
{
    bool heard = true;
    if (box->game->heard)
        heard = box->game->heard(box, before, actor, move, viewer, out);
    else
        box->game->print_move(box, move, out);
    if (heard && effects[0])
        spk_buf_puts(out, "; ");
    spk_buf_puts(out, effects);
    return heard || effects[0];
}

bool spk_part_next(const char **at, char part[SPK_TOLD_TEXT])
{
    if (!**at)
        return false;
    const char *end = strstr(*at, "; ");
    size_t n = end ? (size_t)(end - *at) : strlen(*at);
    size_t fits = n < SPK_TOLD_TEXT ? n : SPK_TOLD_TEXT - 1;
    memcpy(part, *at, fits);
    part[fits] = '\0';
    *at += n + (end ? 2 : 0);
    return true;
}

bool spk_part_find(const char *text, const char *word, char rest[SPK_TOLD_TEXT])
{
    size_t n = strlen(word);
    while (spk_part_next(&text, rest))
        if (strncmp(rest, word, n) == 0 && (rest[n] == ' ' || rest[n] == '\0')) {
            n += rest[n] == ' ';
            memmove(rest, rest + n, strlen(rest + n) + 1);
            return true;
        }
    return false;
}

spk_err spk_apply(const spk_box *box, void *state, spk_seat seat, spk_move move, spk_why *why)
{
    spk_err err = spk_judge(box, state, seat, move, why);
    if (err == SPK_OK)
        box->game->apply(box, state, seat, move);
    return err;
}

const spk_script *spk_script_find(const spk_game *game, const char *name)
{
    for (int i = 0; i < game->n_scripts; i++)
        if (spk_str_eq(game->scripts[i].name, name))
            return &game->scripts[i];
    return NULL;
}

spk_move spk_safe(const spk_box *box, const void *state, spk_seat seat)
{
    if (box->game->safe)
        return box->game->safe(box, state, seat);
    spk_move moves[SPK_MAX_MOVES];
    return moves[box->game->moves(box, state, seat, moves) - 1];
}

spk_err spk_move_read(const spk_box *box, const void *state, spk_seat seat, const char *text,
                      spk_move *move, spk_why *why)
{
    spk_move read;
    spk_err err = box->game->parse_move(box, text, &read, why);
    if (err == SPK_OK)
        err = spk_judge(box, state, seat, read, why);
    if (err == SPK_OK)
        *move = read;
    return err;
}

const char *spk_move_text(const spk_box *box, spk_move move, char room[SPK_MOVE_TEXT])
{
    spk_buf out = {.bytes = room, .cap = SPK_MOVE_TEXT, .fixed = true};
    spk_buf_clear(&out);
    box->game->print_move(box, move, &out);
    SPK_BUG_IF(out.overflow);
    return room;
}

spk_err spk_state_read(const spk_box *box, const char *text, void *state, spk_why *why)
{
    spk_state fresh;
    spk_err err = box->game->parse_state(box, text, &fresh, why);
    if (err != SPK_OK)
        return err;
    const char *broken = spk_unsound(box, &fresh);
    if (broken)
        return spk_malformed(why, 0, "No such position can arise: %s", broken);
    spk_state_copy(box, state, &fresh);
    return SPK_OK;
}

/* -- Results ----------------------------------------------------------------------------------- */

void spk_rank_by_score(spk_result *result)
{
    result->winners = 0;
    for (int i = 0; i < result->n_seats; i++) {
        result->rank[i] = 1;
        for (int k = 0; k < result->n_seats; k++)
            result->rank[i] += result->score[k] > result->score[i];
        if (result->rank[i] == 1)
            result->winners |= 1u << i;
    }
}

/* -- Prospects --------------------------------------------------------------------------------- */

/* 2 to the power of -x / 256, times 2^20; x >= 0. Between the steps of the table a straight line. */
static uint32_t halved(uint32_t x)
{
    static const uint32_t step[17] = {1048576, 1004119, 961547, 920779, 881741, 844357,
                                      808558,  774277,  741449, 710013, 679910, 651083,
                                      623479,  597045,  571732, 547491, 524288};
    uint32_t at = x % 256 / 16, part = x % 16;
    uint32_t fine = step[at] - (step[at] - step[at + 1]) * part / 16;
    return x / 256 < 20 ? fine >> x / 256 : 0;
}

void spk_share_wins(const spk_box *box, const int *standing, int doubling, int value[SPK_MAX_SEATS])
{
    uint32_t odds[SPK_MAX_SEATS], sum = 0;
    int best = standing[0], left = SPK_WIN;
    for (int i = 1; i < box->n_seats; i++)
        best = standing[i] > best ? standing[i] : best;
    for (int i = 0; i < box->n_seats; i++) {
        odds[i] = halved((uint32_t)((int64_t)(best - standing[i]) * 256 / doubling));
        sum += odds[i];
    }
    for (int i = box->n_seats - 1; i > 0; i--)
        left -= value[i] = (int)((uint64_t)odds[i] * SPK_WIN / sum);
    value[0] = left;
}

void spk_read_words(const spk_features *features, const spk_box *box, const void *state,
                    spk_seat seat, uint16_t *row)
{
    uint64_t words[SPK_MAX_WORDS];
    spk_meaning means[SPK_MAX_MEANINGS];
    memset(row, 0xff, (size_t)features->n_slots * sizeof *row);
    features->words->say(box, state, NULL, words);
    for (int i = 0; i < features->words->n; i++) {
        int n = words[i] ? features->words->mean(box, i, words[i], seat, means) : 0;
        for (int k = 0; k < n; k++)
            row[means[k].slot] = means[k].feature;
    }
}

void spk_share_end(const spk_box *box, const void *state, int value[SPK_MAX_SEATS])
{
    spk_result result;
    box->game->result(box, state, &result);
    int n_winners = __builtin_popcount(result.winners), left = SPK_WIN % n_winners;
    for (int i = 0; i < box->n_seats; i++) {
        value[i] = result.winners >> i & 1 ? SPK_WIN / n_winners : 0;
        if (value[i] && left)
            value[i] += left, left = 0; /* 3,334 + 3,333 + 3,333 */
    }
}
