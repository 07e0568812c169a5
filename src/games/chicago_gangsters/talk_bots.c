/* talk_bots.c: what bots say (8.6). They plan first and speak then: what they say of themselves is
 * their plan, as coarse as the point grid; what they ask for follows from what everybody has heard
 * and sees. Nothing else of a hand gets into a message. Who may say what is talk.c, what words bind
 * to is talk_promises.c.
 *
 *     before Mr. X lays     `join_us`, and his answer
 *     before claims         `godfather_intent`, by the plan
 *     before a side lays    `my_points`, by the plan; then `ask_points` if the partner says nothing,
 *                           and `want_package` if the first choice will be ours; answers to these
 *                           and to `aim`
 *
 * A partner who has broken its word too often is told nothing and gets no answer: whoever lies plays
 * without what partners tell each other. */
#include <stdio.h>

#include "games/chicago_gangsters/talk.h"

spk_manners cg_manners(const spk_box *box) { return (spk_manners)box->option[CG_OPT_BOT_TALK]; }

/* -- What partners are to each other ------------------------------------------------------------ */

/* The other clan of the seat's side, from its first lay until its packages are taken. Mr. X makes no promises. */
spk_seat cg_partner(const spk_box *box, const void *view, spk_seat seat)
{
    const cg_state *s = view;
    int side = cg_side_of(s, seat);
    (void)box;
    if (s->phase < CG_LAY || s->phase > CG_PACKAGE || side == CG_NOBODY)
        return SPK_SEAT_CHANCE;
    spk_seat other = s->member[side][s->member[side][0] == seat];
    bool is_clan = s->holder[CG_MR_X] != seat;
    return is_clan && other != CG_NOBODY ? other : SPK_SEAT_CHANCE;
}

/* By the rounds that may be expected after this one (CG-1.6): four of them, in which two players are partners once or twice, are
 * all that a name is good for. */
int cg_stake(const spk_box *box, const void *view)
{
    const cg_state *s = view;
    (void)box;
    int quarters = s->rounds < CG_FIRST_ROUNDS ? CG_FIRST_ROUNDS - s->rounds : 0;
    if (s->rounds == CG_FIRST_ROUNDS)
        return 12; /* every second game has another round */
    return quarters < 4 ? 25 * quarters : 100;
}

/* -- Who with whom, and what was said ---------------------------------------------------------- */

/* All that was said since the last public move, over both windows if T1 and T2 meet; answers count
 * messages of the window that is open. */
typedef struct talk {
    const cg_state *s;
    spk_seat seat; /* who may speak */
    cg_window w;
    int n;
    cg_message message[CG_MAX_SENT];
    spk_seat by[CG_MAX_SENT];
} talk;

static void take_in(const spk_box *box, const cg_state *s, spk_seat seat, const spk_said *said,
                    int n, talk *t)
{
    t->s = s;
    t->seat = seat;
    t->w = cg_window_at(box, s, said, n);
    t->n = 0;
    for (int i = 0; i < n && t->n < CG_MAX_SENT; i++)
        if (cg_message_read(said[i].text, &t->message[t->n]))
            t->by[t->n++] = said[i].seat;
}

/* The last message of that code by a seat; NULL: none. */
static const cg_message *said_by(const talk *t, spk_seat seat, cg_say code)
{
    for (int i = t->n - 1; i >= 0; i--)
        if (t->by[i] == seat && t->message[i].code == (int)code)
            return &t->message[i];
    return NULL;
}

/* Whether the side of the seat is about to lay, and the seat with it. */
static bool is_to_lay(const talk *t)
{
    const cg_state *s = t->s;
    return s->phase == CG_LAY &&
           (s->member[s->stage][0] == t->seat || s->member[s->stage][1] == t->seat);
}

/* The other one who lays with the seat; CG_NOBODY: it is alone. */
static spk_seat partner_of(const talk *t)
{
    const uint8_t *member = t->s->member[t->s->stage];
    return member[member[0] == t->seat];
}

static bool has_answered(const cg_window *w, spk_seat seat, int number)
{
    for (int i = number; i < w->n_sent; i++)
        if (w->by[i] == seat && w->message[i].a == number &&
            (w->message[i].code == CG_SAY_ACCEPT || w->message[i].code == CG_SAY_REJECT))
            return true;
    return false;
}

/* Whether a message is a question to the seat: its partner's before a fight, or to Mr. X. */
static bool is_question(const talk *t, int i)
{
    switch (t->w.message[i].code) {
    case CG_SAY_JOIN_US: return t->s->phase == CG_X_LAY && t->s->active == t->seat;
    case CG_SAY_AIM:
    case CG_SAY_ASK_POINTS:
    case CG_SAY_ASK_CARDS:
    case CG_SAY_WANT_PACKAGE: return is_to_lay(t) && partner_of(t) == t->w.by[i];
    default: return false;
    }
}

/* The number of the first question that waits for the seat's answer; 0: none. */
static int open_question(const talk *t)
{
    for (int i = 0; i < t->w.n_sent; i++)
        if (is_question(t, i) && !has_answered(&t->w, t->seat, i + 1))
            return i + 1;
    return 0;
}

/* Whether the partner has told its points since the seat told its own: then the seat thinks again, and says so if it
 * has changed its mind. Often enough for an offer and a second one. */
static bool has_news(const talk *t)
{
    enum { OFFERS = 3 };
    bool news = false;
    int offers = 0;
    for (int i = 0; i < t->n; i++) {
        bool points = t->message[i].code == CG_SAY_MY_POINTS;
        offers += points && t->by[i] == t->seat;
        if (points && (t->by[i] == t->seat || t->by[i] == partner_of(t)))
            news = t->by[i] != t->seat;
    }
    return news && offers < OFFERS;
}

/* Whether the partner has told anything of its points, by itself or in an answer. */
static bool has_told_points(const talk *t, spk_seat partner)
{
    return said_by(t, partner, CG_SAY_MY_POINTS) || said_by(t, partner, CG_SAY_ACCEPT) ||
           said_by(t, partner, CG_SAY_REJECT);
}

/* Whether by what was said the first choice will be this seat's. (CG-6.2, CG-6.3) */
static bool expects_first_choice(const talk *t)
{
    const cg_message *own = said_by(t, t->seat, CG_SAY_MY_POINTS);
    const cg_message *other = said_by(t, partner_of(t), CG_SAY_MY_POINTS);
    bool marker = t->s->member[t->s->stage][0] == t->seat;
    return own && other && (own->a > other->b || (own->a == other->b && marker));
}

/* -- Planning ---------------------------------------------------------------------------------- */

typedef enum topic { NO_TOPIC, OWN_MOVE, LAY, SHARE } topic;

static topic topic_of(const talk *t)
{
    int number = open_question(t);
    bool may_claim = (t->s->asked & ~t->s->answered) >> t->seat & 1;
    if (!t->w.which)
        return NO_TOPIC;
    if (t->s->phase == CG_X_LAY)
        return number ? OWN_MOVE : NO_TOPIC;
    if (t->s->phase == CG_CLAIM)
        return may_claim && !said_by(t, t->seat, CG_SAY_GODFATHER_INTENT) ? OWN_MOVE : NO_TOPIC;
    if (!is_to_lay(t))
        return NO_TOPIC;
    if (number)
        return t->w.message[number - 1].code == CG_SAY_WANT_PACKAGE ? SHARE : LAY;
    if (!said_by(t, t->seat, CG_SAY_MY_POINTS) || has_news(t))
        return LAY;
    return expects_first_choice(t) && !said_by(t, t->seat, CG_SAY_WANT_PACKAGE) ? SHARE : NO_TOPIC;
}

/* The fight is won and the first choice is the seat's. What lies there is discarded, what is hidden
 * is in hand again: nobody knows yet what will lie there. */
static void imagine_share(const spk_box *box, cg_state *s, spk_seat seat)
{
    int side = cg_side_of(s, seat);
    for (spk_seat other = 0; other < box->n_seats; other++) {
        s->discard += s->laid[other];
        s->laid[other] = s->shown[other] = 0;
        s->unseen[other] = (uint8_t)(s->unseen[other] + s->down[other]);
        s->down[other] = s->points[other] = 0;
        s->has_laid |= (uint8_t)CG_BIT(other);
    }
    s->returned = 0;
    s->covered = s->deferred = 0;
    s->keeper = s->mr_x_side = CG_NOBODY;
    s->points[seat] = s->strength[side] = 1;
    s->strength[1 - side] = 0;
    s->winner = s->sharing = (uint8_t)side;
    s->starter = s->active = (uint8_t)seat;
    s->stage = CG_LOOT_SHARE;
    s->phase = CG_PACKAGE;
}

bool cg_rehearse(const spk_box *box, const void *view, spk_seat seat, const spk_said *said, int n,
                 void *decision)
{
    cg_state *s = decision;
    talk t;
    take_in(box, view, seat, said, n, &t);
    *s = *t.s;
    switch (topic_of(&t)) {
    case NO_TOPIC: return false;
    case OWN_MOVE:
        if (cg_is_spoken(s))
            s->active = (uint8_t)seat; /* as if it were asked first */
        return true;
    case LAY:
        s->active = (uint8_t)
            seat; /* as if the partner had let it go first: what it means to bring, not whether it waits */
        s->deferred = 1;
        return true;
    case SHARE: imagine_share(box, s, seat); return true;
    }
    return false;
}

/* -- Speaking ---------------------------------------------------------------------------------- */

static int grid_below(int points)
{
    int i = CG_GRID - 1;
    while (cg_grid[i] > points)
        i--;
    return i;
}

static int grid_above(int points)
{
    int i = 0;
    while (i < CG_GRID - 1 && cg_grid[i] < points)
        i++;
    return i;
}

static int planned_points(const spk_box *box, const cg_state *s, spk_seat seat, spk_move plan)
{
    return cg_contribution(box, s, seat, cg_move_cards(plan) & cg_usable(box, s, seat));
}

/* From the grid's step below what is planned to the next above it. */
static void say_points(int points, char *text)
{
    int lo = grid_below(points), hi = lo + 1 < CG_GRID ? lo + 1 : lo;
    snprintf(text, SPK_TALK_TEXT, "my_points %d %d", cg_grid[lo], cg_grid[hi]);
}

/* Whether the plan agrees with what was asked. */
static bool agrees(const spk_box *box, const cg_state *s, spk_seat seat, const cg_message *asked,
                   spk_move plan)
{
    int cards = cg_size(cg_move_cards(plan) & cg_usable(box, s, seat));
    switch (asked->code) {
    case CG_SAY_ASK_POINTS: return planned_points(box, s, seat, plan) >= asked->a;
    case CG_SAY_ASK_CARDS: return cards >= asked->a;
    case CG_SAY_AIM: return (asked->a == 2) == (cards == 0);
    case CG_SAY_WANT_PACKAGE: return cg_move_a(plan) != asked->b;
    case CG_SAY_JOIN_US: return cg_move_a(plan) == asked->a;
    default: return false;
    }
}

/* True: there was a question, and this is the answer. Who means to wait for the partner's lay has
 * none. */
static bool answer(const spk_box *box, const talk *t, spk_move plan, bool bluff, char *text)
{
    int number = open_question(t);
    if (!number || cg_move_op(plan) == CG_OP_DEFER)
        return false;
    bool yes = bluff || agrees(box, t->s, t->seat, &t->w.message[number - 1], plan);
    snprintf(text, SPK_TALK_TEXT, "%s %d", yes ? "accept" : "reject", number);
    return true;
}

/* Whether the last word of the seat about its points holds for what it plans now. */
static bool still_holds(const spk_box *box, const talk *t, spk_move plan)
{
    const cg_message *own = said_by(t, t->seat, CG_SAY_MY_POINTS);
    int points = planned_points(box, t->s, t->seat, plan);
    return own && points >= own->a && (points <= own->b || own->b == cg_grid[CG_GRID - 1]);
}

/* What is said of the plan itself. A bluff promises more than is planned, or the contrary. */
static void state_plan(const spk_box *box, const talk *t, spk_move plan, uint32_t bluff, char *text)
{
    const cg_state *s = t->s;
    spk_seat seat = t->seat;
    bool claims = cg_move_op(plan) == CG_OP_CLAIM;
    switch (cg_move_op(plan)) {
    case CG_OP_LAY:
        if (!still_holds(box, t, plan))
            say_points(planned_points(box, s, seat, plan) + (bluff ? 3 + (int)(bluff % 6) : 0),
                       text);
        break;
    case CG_OP_CLAIM:
    case CG_OP_PASS:
        snprintf(text, SPK_TALK_TEXT, "godfather_intent %s", claims == !bluff ? "yes" : "no");
        break;
    case CG_OP_PACKAGE:
        snprintf(text, SPK_TALK_TEXT, "want_package winner %d", 1 + cg_move_a(plan));
        break;
    default: break;
    }
}

/* Points the partner must bring, by what the seat has announced itself: more than the challengers
 * have shown, or half of that if it is out of reach; without a mark to reach, half of its own. */
static int points_wanted(const spk_box *box, const cg_state *s, int own, spk_seat partner)
{
    enum { HIDDEN_CARD = 3, REACH = 15 }; /* what a hidden card may add; what a partner may have */
    int bare = cg_contribution(box, s, partner, 0);
    int wanted = own / 2 + 1;
    if (s->stage == CG_DEFENDER_TURN) {
        int mark = s->strength[CG_CHALLENGER] + (s->keeper != CG_NOBODY ? HIDDEN_CARD : 0);
        wanted = mark + 1 - own;
        if (wanted > REACH)
            wanted = (mark + 1) / 2 - own;
    }
    return wanted > bare && wanted <= REACH ? wanted : 0;
}

/* A question that gives nothing away: it follows from what all can see and have heard. */
static void ask_partner(const spk_box *box, const talk *t, char *text)
{
    const cg_message *own = said_by(t, t->seat, CG_SAY_MY_POINTS);
    spk_seat partner = partner_of(t);
    if (!own || partner == CG_NOBODY || said_by(t, t->seat, CG_SAY_ASK_POINTS) ||
        has_told_points(t, partner))
        return;
    int wanted = points_wanted(box, t->s, own->a, partner);
    if (wanted > 0)
        snprintf(text, SPK_TALK_TEXT, "ask_points %d", cg_grid[grid_above(wanted)]);
}

/* What a side is worth to the eye: persons, and two points for a card that may be usable. */
static int looks(const spk_box *box, const cg_state *s, int side)
{
    int sum = 0;
    for (int i = 0; i < 2; i++)
        if (s->member[side][i] != CG_NOBODY)
            sum += cg_contribution(box, s, s->member[side][i], 0) +
                   2 * cg_hand_size(s, s->member[side][i]);
    return sum;
}

/* Mr. X is asked by whoever looks weaker. */
static void ask_mr_x(const spk_box *box, const talk *t, char *text)
{
    int side = cg_side_of(t->s, t->seat);
    if (t->s->active == t->seat || side == CG_NOBODY || said_by(t, t->seat, CG_SAY_JOIN_US) ||
        looks(box, t->s, side) >= looks(box, t->s, 1 - side))
        return;
    snprintf(text, SPK_TALK_TEXT, "join_us %s", cg_side_names[side]);
}

/* About the hidden card only bluffs are told, whatever it is: the strongest card of a kind that
 * counts here. */
static void claim_hidden(const spk_box *box, const cg_state *s, spk_seat seat, uint32_t bluff,
                         char *text)
{
    cg_bag usable = cg_usable(box, s, seat);
    int means = (int)(bluff % CG_MEANS_COUNT);
    while (!(usable & cg_means_bits[means]))
        means = (means + 1) % CG_MEANS_COUNT;
    snprintf(text, SPK_TALK_TEXT, "hidden_claim %s %d", cg_means_names[means],
             means == CG_WEAPONS ? 4 : 5);
}

/* Whom the words would be for: the partner before a fight, Mr. X before he joins; CG_NOBODY: everybody. */
static spk_seat listener(const talk *t)
{
    if (is_to_lay(t))
        return partner_of(t);
    return t->s->phase == CG_X_LAY && t->s->active != t->seat ? t->s->active : CG_NOBODY;
}

void cg_speak(const spk_box *box, const void *view, spk_seat seat, const spk_move *plan,
              uint32_t bluff, spk_actors shunned, const spk_said *said, int n,
              char text[SPK_TALK_TEXT])
{
    const cg_state *s = view;
    talk t;
    take_in(box, s, seat, said, n, &t);
    snprintf(text, SPK_TALK_TEXT, "pass");
    spk_seat to = listener(&t);
    if (!t.w.which || (to != CG_NOBODY && spk_actors_has(shunned, to)))
        return;
    if (plan && !answer(box, &t, *plan, bluff, text))
        state_plan(box, &t, *plan, bluff, text);
    else if (!plan && s->phase == CG_X_LAY)
        ask_mr_x(box, &t, text);
    else if (!plan && is_to_lay(&t))
        ask_partner(box, &t, text);
    else if (!plan && bluff && s->keeper == seat && !said_by(&t, seat, CG_SAY_HIDDEN_CLAIM))
        claim_hidden(box, s, seat, bluff, text);
}
