/* setup.c: who plays which gang, the dice of the table, and the first position. The city is read in
 * edition.c. */
#include <string.h>

#include "engine/box.h"
#include "games/chicago/state.h"

/* -- Gangs and seats --------------------------------------------------------------------------- */

/* CH-R25. "RGBY": one letter a seat; with three players the last one's gang is absent. */
static void seat_by_letters(chicago_config *c, const char *letters, int n_seats)
{
    for (int seat = 0; seat < n_seats; seat++) {
        int gang = (int)(strchr(chicago_letters, letters[seat]) - chicago_letters);
        c->present[gang] = 1;
        c->seat_of[gang] = (uint8_t)seat;
        c->ally[gang] = (uint8_t)gang;
    }
}

/* CH-R26: yellow and green against red and blue; or yellow and red against green and blue. */
static void seat_pairs(chicago_config *c, bool adjacent)
{
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        c->present[gang] = 1;
        c->seat_of[gang] = (uint8_t)(adjacent ? gang / 2 : gang % 2);
        c->ally[gang] = (uint8_t)(adjacent ? gang ^ 1 : gang ^ 2);
    }
}

static void seat_gangs(const spk_box *box, chicago_config *c)
{
    char letters[32];
    c->n_gangs = box->n_seats == 2 ? CHICAGO_GANGS : box->n_seats;
    if (box->n_seats == 2)
        seat_pairs(c, box->option[CHICAGO_OPT_PAIRING] == 1);
    else
        seat_by_letters(c, spk_box_option_text(box, CHICAGO_OPT_COLOURS, letters), box->n_seats);
}

/* Clockwise from the phase's start player; an absent one is replaced by the next (CH-4.3, CH-R25).
 */
static void set_orders(chicago_config *c)
{
    for (int phase = 0; phase < CHICAGO_PHASES; phase++) {
        int n = 0;
        for (int i = 0; i < CHICAGO_GANGS; i++)
            if (c->present[(phase + i) % CHICAGO_GANGS])
                c->order[phase][n++] = (uint8_t)((phase + i) % CHICAGO_GANGS);
    }
}

/* -- Dice -------------------------------------------------------------------------------------- */

/* CH-R1: the edition's die stays, or another takes its place. */
static void choose_die(const spk_box *box, chicago_config *c)
{
    static const uint8_t of_216[] = {1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1};
    int choice = box->option[CHICAGO_OPT_MOVEMENT_DIE];
    if (choice == 0)
        return;
    c->n_faces = choice == 1 ? 12 : 16;
    c->tickets = choice == 1 ? 12 : 216;
    for (int i = 0; i < c->n_faces; i++) {
        c->face[i] = (uint8_t)(choice == 1 ? 11 + i : 3 + i);
        c->weight[i] = choice == 1 ? 1 : of_216[i];
    }
}

/* -- The door ---------------------------------------------------------------------------------- */

static void choose_rules(const spk_box *box, chicago_config *c)
{
    c->stacking = box->option[CHICAGO_OPT_STACKING] == 1;
    c->casino_presence = box->option[CHICAGO_OPT_CASINO_PRESENCE] == 1;
    c->chip_limit = box->option[CHICAGO_OPT_CHIP_LIMIT] == 1;
    c->survivor_prize = box->option[CHICAGO_OPT_SURVIVOR_PRIZE] == 0;
    c->goal_tie_wealth = box->option[CHICAGO_OPT_GOAL_TIE] == 1;
    c->fours_by_gang = box->option[CHICAGO_OPT_FOURS_SCOPE] == 1;
    c->balance_scope = box->option[CHICAGO_OPT_BALANCE_SCOPE];
}

spk_err chicago_configure(spk_box *box, spk_edition *edition, spk_why *why)
{
    chicago_config *c = box->config;
    spk_err err = chicago_edition_read(box, edition, why);
    if (err != SPK_OK)
        return err;
    seat_gangs(box, c);
    for (int gang = 0; gang < CHICAGO_GANGS; gang++)
        if (!c->present[gang]) /* CH-R24: its marks count as white */
            memset(c->printed[gang], 0, sizeof c->printed[gang]);
    set_orders(c);
    choose_die(box, c);
    choose_rules(box, c);
    return SPK_OK;
}

/* CH-2: twenty figures, four rings on the first of them, money, and the buildings of one's colour.
 * The first member waits to be placed together with those hired now. */
void chicago_setup(const spk_box *box, void *state)
{
    const chicago_config *c = box->config;
    chicago_state s = {.stage = CHICAGO_HIRE, .round = 1, .bank = CHICAGO_RINGS};
    for (int gang = 0; gang < CHICAGO_GANGS; gang++) {
        chicago_gang *g = &s.gang[gang];
        if (!c->present[gang])
            continue;
        memcpy(g->owned, c->printed[gang], sizeof g->owned);
        g->cash_k = CHICAGO_START_CASH_K;
        g->reserve = CHICAGO_FIGURES - 1;
        g->waiting[CHICAGO_STRENGTHS - 1] = 1;
        s.bank -= CHICAGO_STRENGTHS;
    }
    memcpy(state, &s, sizeof s);
}
