/* rated.c: tables whose games count for ratings: what such a table must be like, who may sit there, and the line that is
 * written with its end (league.h). docs/ratings.md tells people the rules. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "hosts/player/player.h"
#include "hosts/server/league/league.h"
#include "hosts/server/table/inside.h"

/* -- The table --------------------------------------------------------------------------------------- */

/* Tables with the same rules have the same box: are these one of the presets of their edition? */
static bool is_standard(const srv_table *table)
{
    srv_boxes *boxes = srv_tables_boxes(table->house);
    bool found = false;
    for (int preset = 0; preset < SPK_PRESET_COUNT && !found; preset++) {
        srv_box *plain = srv_boxes_open(
            boxes, srv_box_of(table->box)->game, table->edition ? table->edition : "default",
            &(spk_choice){.n_seats = table->n_seats, .preset = (spk_preset)preset}, NULL);
        found = plain == table->box;
        if (plain)
            srv_boxes_give_back(boxes, plain);
    }
    return found;
}

static spk_err check_plan(const room_plan *plan, spk_why *why)
{
    if (plan->clock.kind == SPK_CLOCK_NONE)
        return spk_refuse(why, "", "A rated table needs a clock.");
    if (plan->undo)
        return spk_refuse(why, "", "At a rated table no move can be taken back.");
    if (plan->hints)
        return spk_refuse(why, "", "There are no hints at a rated table.");
    return SPK_OK;
}

static spk_err check_bot(const char *word, spk_why *why)
{
    host_spec spec;
    if (host_spec_read(word, &spec, NULL) != SPK_OK || !spec.kind || !spec.kind->is_level ||
        strchr(word, '@'))
        return spk_refuse(
            why, "",
            "At a rated table a bot is one of the house's levels, without a budget of its own.");
    return SPK_OK;
}

spk_err srv_rated_check_house(const srv_house *h, const char *bot, spk_why *why)
{
    if (!srv_league_is_open(h))
        return spk_refuse(why, "", "This house keeps no ratings.");
    return bot ? check_bot(bot, why) : SPK_OK;
}

spk_err srv_rated_check(const srv_table *table, spk_why *why)
{
    if (!table->rated)
        return SPK_OK;
    if (srv_rated_check_house(table->house, NULL, why) != SPK_OK)
        return why->err;
    if (check_plan(room_plan_of(table->room), why) != SPK_OK)
        return why->err;
    if (!is_standard(table))
        return spk_refuse(why, "", "A rated table is played by the standard rules of its edition.");
    for (spk_seat seat = 0; seat < table->n_seats; seat++)
        if (srv_rated_check_seat(table, seat, room_sitter_of(table->room, seat),
                                 table->places[seat].account, why) != SPK_OK)
            return why->err;
    return SPK_OK;
}

/* -- Who sits there ---------------------------------------------------------------------------------- */

/* The same person, or the same bot. */
static bool is_twice(const srv_table *table, spk_seat seat, const room_sitter *who,
                     const char *account)
{
    for (spk_seat other = 0; other < table->n_seats; other++) {
        const room_sitter *their = room_sitter_of(table->room, other);
        const char *theirs = table->places[other].account;
        if (other == seat || their->kind != who->kind)
            continue;
        if (who->kind == ROOM_BOT ? spk_str_eq(who->bot, their->bot)
                                  : account && theirs && spk_str_eq(account, theirs))
            return true;
    }
    return false;
}

spk_err srv_rated_check_seat(const srv_table *table, spk_seat seat, const room_sitter *who,
                             const char *account, spk_why *why)
{
    if (!table->rated || who->kind == ROOM_OPEN)
        return SPK_OK;
    if (who->kind == ROOM_HOTSEAT)
        return spk_refuse(why, "", "At a rated table everybody plays on a device of their own.");
    if (who->kind == ROOM_PERSON && !(account && *account))
        return spk_fail(why, SPK_EREFUSED, "This table is rated. Sign in to play here.");
    if (who->kind == ROOM_BOT && check_bot(who->bot, why) != SPK_OK)
        return why->err;
    if (is_twice(table, seat, who, account))
        return spk_refuse(why, "", "At a rated table nobody sits twice, and no bot does.");
    return SPK_OK;
}

/* -- Its line ---------------------------------------------------------------------------------------- */

/* Whoever is not there at the end has left. One decision that came too late is no leaving (clock.h). */
static bool has_left(const srv_table *table, spk_seat seat)
{
    const spk_clock *clock = room_clock(table->room);
    return room_sitter_of(table->room, seat)->kind == ROOM_PERSON &&
           (clock->away & ~clock->lent) >> seat & 1;
}

/* People only: with a bot alone nothing is at stake, and whoever was forgotten meanwhile is nobody. If nobody has stayed, as
 * can be at a table of a tournament, nobody has won. */
static bool counts(const srv_table *table)
{
    bool anybody = false, stayed = false;
    for (spk_seat seat = 0; seat < table->n_seats; seat++) {
        room_kind kind = room_sitter_of(table->room, seat)->kind;
        if (kind != ROOM_BOT && !table->places[seat].account)
            return false;
        anybody |= kind == ROOM_PERSON;
        stayed |= !has_left(table, seat);
    }
    return table->rated && anybody && stayed && table->n_seats >= 2 &&
           srv_league_is_open(table->house);
}

static void fill_seat(const srv_table *table, spk_seat seat, int rank, srv_rated_seat *line)
{
    const room_sitter *who = room_sitter_of(table->room, seat);
    bool bot = who->kind == ROOM_BOT;
    snprintf(line->who, sizeof line->who, "%s%s",
             bot ? "b:" : "a:", bot ? who->bot : table->places[seat].account);
    line->left = has_left(table, seat);
    line->place = line->left ? table->n_seats + 1 : rank;
}

/* Whoever has no account is a guest. Who is a member is asked when the standings are, not now. */
bool srv_round_line(const srv_table *table, spk_buf *text, srv_note *note)
{
    srv_rated line = {.at = srv_house_wall(table->house), .n = table->n_seats};
    spk_result result;
    if (!*table->crew || table->n_seats < 2)
        return false;
    spk_match_result(room_match(table->room), &result);
    srv_league_list(srv_box_of(table->box)->game->key, table->n_seats, line.list);
    for (spk_seat seat = 0; seat < table->n_seats; seat++) {
        bool guest =
            room_sitter_of(table->room, seat)->kind != ROOM_BOT && !table->places[seat].account;
        if (!guest)
            fill_seat(table, seat, result.rank[seat], &line.seat[seat]);
        else
            line.seat[seat] = (srv_rated_seat){.who = "g:", .place = result.rank[seat]};
    }
    srv_rated_print(&line, text);
    *note = (srv_note){.kind = SRV_KIND_ROUND,
                       .key = table->id,
                       .list = table->crew,
                       .rank = line.at,
                       .text = spk_buf_text(text),
                       .version = SRV_ANY_VERSION};
    return true;
}

bool srv_rated_line(const srv_table *table, spk_buf *text, srv_note *note)
{
    srv_rated line = {.at = srv_house_wall(table->house), .n = table->n_seats};
    spk_result result;
    if (!counts(table))
        return false;
    spk_match_result(room_match(table->room), &result);
    srv_league_list(srv_box_of(table->box)->game->key, table->n_seats, line.list);
    for (spk_seat seat = 0; seat < table->n_seats; seat++)
        fill_seat(table, seat, result.rank[seat], &line.seat[seat]);
    srv_rated_print(&line, text);
    *note = (srv_note){.kind = "rated",
                       .key = table->id,
                       .list = SRV_LEAGUE_NEW,
                       .rank = srv_league_rank(table->house),
                       .text = spk_buf_text(text)};
    return true;
}
