/* hire.c: members are hired, placed and brought in through the home bar: who may buy what, and what
 * a purchase does (CH-6, CH-7). Why something is not for sale is worded in refusals.c. */
#include "games/chicago/rules.h"

/* -- Hiring (CH-6) ----------------------------------------------------------------------------- */

/* CH-6.6: with the option, what was bought before counts too. */
static bool is_even(const chicago_gang *g, int n1, int n2)
{
    int more = g->bought[0] + n1 - g->bought[1] - n2;
    return more >= -1 && more <= 1;
}

bool chicago_can_hire(const chicago_config *c, const chicago_state *s, int n1, int n2, int n3)
{
    const chicago_gang *g = &s->gang[chicago_on_turn(c, s)];
    return n3 <= 1 && n1 + n2 + n3 <= g->reserve && n1 + 2 * n2 + 3 * n3 <= s->bank &&
           10 * n1 + 25 * n2 + 40 * n3 <= g->cash_k && is_even(g, n1, n2);
}

/* Every purchase that the evenness leaves: three values of n2 for each n1. */
spk_move *chicago_list_hires(const chicago_config *c, const chicago_state *s, spk_move *out)
{
    const chicago_gang *g = &s->gang[chicago_on_turn(c, s)];
    int before = g->bought[0] - g->bought[1];
    for (int n3 = 0; n3 <= 1; n3++)
        for (int n1 = 0; n1 <= g->reserve && 10 * n1 <= g->cash_k; n1++) {
            int n2 = n1 + before - 1;
            for (n2 = n2 < 0 ? 0 : n2; n2 <= n1 + before + 1; n2++)
                if (n1 + n2 + n3 > 0 && chicago_can_hire(c, s, n1, n2, n3))
                    *out++ = chicago_hire_move(n1, n2, n3);
        }
    *out++ = chicago_hire_move(0, 0, 0);
    return out;
}

/* Take a figure from the reserve and rings from the bank, for money. */
static void buy(chicago_state *s, chicago_gang *g, int rings, int n)
{
    g->reserve = (uint8_t)(g->reserve - n);
    s->bank = (uint8_t)(s->bank - n * rings);
    g->cash_k = (uint16_t)(g->cash_k - n * chicago_price_k[rings]);
}

static void note_purchase(const chicago_config *c, chicago_gang *g, int n1, int n2)
{
    bool counts = c->balance_scope != CHICAGO_SCOPE_PURCHASE;
    g->bought[0] = (uint8_t)(g->bought[0] + (counts ? n1 : 0));
    g->bought[1] = (uint8_t)(g->bought[1] + (counts ? n2 : 0));
}

void chicago_hire(const spk_box *box, chicago_state *s, const int n[3])
{
    const chicago_config *c = box->config;
    chicago_gang *g = &s->gang[chicago_on_turn(c, s)];
    for (int rings = 1; rings <= 3; rings++) {
        buy(s, g, rings, n[rings - 1]);
        g->waiting[rings - 1] = (uint8_t)(g->waiting[rings - 1] + n[rings - 1]);
    }
    note_purchase(c, g, n[0], n[1]);
    s->turn++;
    chicago_begin_hiring(box, s);
}

/* -- Placing and entering (CH-7) --------------------------------------------------------------- */

/* CH-7.2, CH-R34. An own building never holds anybody else. */
bool chicago_can_place(const chicago_config *c, const chicago_state *s, int gang, int building)
{
    return chicago_has(s->gang[gang].owned, building) && (c->stacking || !s->on[building]);
}

spk_move *chicago_list_places(const chicago_config *c, const chicago_state *s, int gang,
                              spk_move *out)
{
    for (int word = 0; word < 2; word++)
        for (uint64_t left = s->gang[gang].owned[word]; left; left &= left - 1) {
            int building = 64 * word + __builtin_ctzll(left);
            *out = chicago_move(CHICAGO_OP_PLACE, building, 0, 0);
            out += c->stacking || !s->on[building];
        }
    return out;
}

bool chicago_has_place(const chicago_config *c, const chicago_state *s, int gang)
{
    for (int word = 0; word < 2; word++)
        for (uint64_t left = s->gang[gang].owned[word]; left; left &= left - 1)
            if (c->stacking || !s->on[64 * word + __builtin_ctzll(left)])
                return true;
    return false;
}

/* CH-7.5, CH-R10 */
bool chicago_home_is_open(const chicago_config *c, const chicago_state *s, int gang)
{
    return chicago_can_place(c, s, gang, chicago_home(gang));
}

bool chicago_can_buy(const chicago_config *c, const chicago_state *s, int gang, int rings)
{
    const chicago_gang *g = &s->gang[gang];
    return chicago_home_is_open(c, s, gang) && rings <= 2 && g->reserve > 0 && s->bank >= rings &&
           g->cash_k >= chicago_price_k[rings] && is_even(g, rings == 1, rings == 2);
}

bool chicago_can_enter(const chicago_config *c, const chicago_state *s, int gang)
{
    const chicago_gang *g = &s->gang[gang];
    return chicago_home_is_open(c, s, gang) &&
           (chicago_n_waiting(g) || chicago_can_buy(c, s, gang, 1) ||
            chicago_can_buy(c, s, gang, 2));
}

int chicago_next_waiting(const chicago_gang *g)
{
    int rings = CHICAGO_STRENGTHS;
    while (!g->waiting[rings - 1])
        rings--;
    return rings;
}

void chicago_place(const spk_box *box, chicago_state *s, int building)
{
    int gang = chicago_on_turn(box->config, s);
    chicago_gang *g = &s->gang[gang];
    int rings = chicago_next_waiting(g);
    g->waiting[rings - 1]--;
    chicago_add_member(s, gang, building, rings);
    chicago_begin_placing(box, s);
}

spk_move *chicago_list_enters(const chicago_config *c, const chicago_state *s, spk_move *out)
{
    int gang = chicago_on_turn(c, s);
    for (int rings = 1; rings <= 2; rings++)
        if (chicago_can_buy(c, s, gang, rings))
            *out++ = chicago_enter_move(CHICAGO_WAY_BUY, rings);
    for (int rings = 1; rings <= CHICAGO_STRENGTHS; rings++)
        if (s->gang[gang].waiting[rings - 1])
            *out++ = chicago_enter_move(CHICAGO_WAY_WAIT, rings);
    *out++ = chicago_enter_move(CHICAGO_WAY_NONE, 0);
    return out;
}

/* With variant I a purchase is all of one turn (D3), so it is counted until the turn's last one. */
static void finish_entering(const chicago_config *c, chicago_state *s, chicago_gang *g)
{
    if (c->balance_scope == CHICAGO_SCOPE_PURCHASE)
        g->bought[0] = g->bought[1] = 0;
    s->stage = CHICAGO_ROLL;
}

void chicago_enter(const spk_box *box, chicago_state *s, chicago_way way, int rings)
{
    const chicago_config *c = box->config;
    int gang = chicago_on_turn(c, s);
    chicago_gang *g = &s->gang[gang];
    if (way == CHICAGO_WAY_BUY) {
        buy(s, g, rings, 1);
        g->bought[rings - 1]++;
    }
    if (way == CHICAGO_WAY_WAIT)
        g->waiting[rings - 1]--;
    if (way != CHICAGO_WAY_NONE)
        chicago_add_member(s, gang, chicago_home(gang), rings);
    if (way != CHICAGO_WAY_NONE && chicago_can_enter(c, s, gang))
        return; /* variant I: once more */
    finish_entering(c, s, g);
    if (g->n_members == 0)
        chicago_end_turn(box, s);
}
