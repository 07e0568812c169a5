/* bot_pace.c: how long a bot takes must not tell what it holds. In a game with secrets a bot that has no choice would
 * answer at once, and one that lays three cards face down, one step after the other, would take longer than one that
 * lays none. So a decision, with all the private steps that belong to it, takes the bot's budget: it thinks for half of
 * it about the first step, for half of the rest about the second and so on, and whatever others can notice waits
 * until the budget is over. Budgets in iterations have no time to keep to. */
#include "hosts/server/table/bot_turn.h"

#include <string.h>

/* What everybody can see of a table: as long as it stays the same, a bot's steps belong to one decision. */
static uint64_t seen_by_all(const srv_table *table)
{
    return room_stamp(table->room, SPK_SEAT_ONLOOKER);
}

void srv_bot_pace(srv_table *table, spk_seat seat, srv_bot_job *b)
{
    srv_pace *pace = &table->pace[seat];
    uint64_t seen = seen_by_all(table);
    if (!b->budget.ms || !spk_has_secrets(srv_box_of(table->box)->game))
        return;
    if (!pace->since_ms || pace->seen != seen)
        *pace = (srv_pace){.seen = seen, .since_ms = srv_house_ms(table->house)};
    pace->n_steps++;
    b->due_ms = pace->since_ms + b->budget.ms;
    for (int i = 0; i < pace->n_steps && b->budget.ms > 1; i++)
        b->budget.ms /= 2;
}

static bool hears(const spk_box *box, const spk_state *before, spk_seat seat, spk_move move,
                  spk_seat viewer)
{
    char text[SPK_TOLD_TEXT];
    spk_buf out = SPK_BUF_OVER(text);
    return !box->game->heard || box->game->heard(box, before, seat, move, viewer, &out);
}

static bool sees(const spk_box *box, spk_state before, spk_state after, spk_seat viewer)
{
    spk_redact(box, &before, viewer);
    spk_redact(box, &after, viewer);
    return !spk_state_eq(box, &before, &after);
}

bool srv_bot_is_noticed(const srv_table *table, spk_seat seat, const char *text)
{
    const spk_box *box = srv_box_of(table->box);
    const spk_match *m = room_match(table->room);
    spk_state before = {0}, after;
    spk_move move;
    memcpy(&before, spk_match_state(m), box->game->state_size);
    if (spk_move_read(box, &before, seat, text, &move, NULL) != SPK_OK)
        return true;
    after = before;
    box->game->apply(box, &after, seat, move);
    for (spk_seat viewer = 0; viewer <= box->n_seats; viewer++) {
        spk_seat who = viewer < box->n_seats ? viewer : SPK_SEAT_ONLOOKER;
        if (who != seat && (hears(box, &before, seat, move, who) || sees(box, before, after, who)))
            return true;
    }
    return false;
}
