/* setup.c: the first position. What chance does with it is in rules.c; how the edition is read is in
 * edition.c. */
#include <string.h>

#include "games/chicago_gangsters/state.h"

/* Five players: the clans go by seat to the four who are not Mr. X. (CG-R1) */
void cg_give_clans(cg_state *s, spk_seat mr_x)
{
    int clan = 0;
    for (spk_seat seat = 0; seat < CG_SEATS; seat++)
        s->holder[seat == mr_x ? CG_MR_X : clan++] = (uint8_t)seat;
}

/* Seat i has clan i; with three the last clan is missing. Before the lot for Mr. X is drawn, the last of
 * five seats stands for him. (CG-R1) */
static void give_roles(const spk_box *box, cg_state *s)
{
    for (int role = 0; role < CG_ROLES; role++)
        s->holder[role] = CG_NOBODY;
    for (spk_seat seat = 0; seat < box->n_seats && seat < CG_CLANS; seat++)
        s->holder[seat] = (uint8_t)seat;
    if (box->n_seats < CG_SEATS)
        return;
    int chosen = box->option[CG_OPT_FIRST_MR_X]; /* 0: by lot, still to come */
    cg_give_clans(s, chosen ? chosen - 1 : CG_SEATS - 1);
}

static void nobody_yet(cg_state *s)
{
    memset(s->member, CG_NOBODY, sizeof s->member);
    memset(s->drawer, CG_NOBODY, sizeof s->drawer);
    s->coalition = s->district = s->loot = s->offer = CG_NO_CARD;
    s->active = s->mr_x_side = s->godfather = s->new_godfather = s->ousted = CG_NOBODY;
    s->keeper = s->winner = s->sharing = s->starter = CG_NOBODY;
}

/* Decks shuffled, nothing dealt; all that follows is chance's. (CG-1.2 to CG-1.9, CG-10.2) */
void cg_setup(const spk_box *box, void *state)
{
    bool lots = box->n_seats == CG_SEATS && box->option[CG_OPT_FIRST_MR_X] == 0;
    cg_state s = {
        .pile = CG_ALL_CARDS,
        .shuffled = CG_ALL_CARDS,
        .person_deck = CG_ALL_PERSONS,
        .coalition_deck = (1 << CG_COALITIONS) - 1,
        .district_deck = (1 << CG_DISTRICTS) - 1,
        .loot_deck = (1 << CG_LOOTS) - 1,
        .phase = lots ? CG_FIRST_MR_X : CG_DEAL_PERSONS,
    };
    nobody_yet(&s);
    give_roles(box, &s);
    s.drawer[0] = 0; /* the next to get a person, then the next to get cards */
    memcpy(state, &s, sizeof s);
}
