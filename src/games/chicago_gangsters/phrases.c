/* phrases.c: Chicago Gangsters in sentences for people: what happened, what can be done, what a thing is
 * called. Formats and the things that fill them; a host translates and words them (base/phrase.h). What
 * is said in a window of talk is worded in talk_phrases.c.
 *
 * An event is explained from its text alone, which says what its listener heard (view.c, tell.c): no secret
 * can get into a sentence from here. */
#include <string.h>

#include "base/str.h"
#include "games/chicago_gangsters/state.h"

/* A list of cards, of players, of goods, and room for it. */
#define ITEMS(name)                                                                                \
    char name##_room[400] = "";                                                                    \
    spk_buf name = SPK_BUF_OVER(name##_room)

static void add_cards(spk_buf *list, cg_bag cards)
{
    for (cg_kind kind = 0; kind < CG_KINDS; kind++)
        for (int copy = 0; copy < cg_count(cards, kind); copy++)
            spk_list_thing(list, cg_kind_names[kind]);
}

static void add_number(spk_buf *list, int n, const char *one, const char *many)
{
    if (n == 1)
        spk_say(list, one);
    else if (n)
        spk_say(list, many, SPK_NUM("n", n));
}

static void add_goods(spk_buf *list, int alcohol, bool person, int means)
{
    add_number(list, alcohol, N_("one bottle"), N_("{n} bottles"));
    if (person)
        spk_say(list, N_("the person"));
    add_number(list, means, N_("one card"), N_("{n} cards"));
}

/* -- Words of a text --------------------------------------------------------------------------- */

typedef struct line {
    spk_words words;
    char word[32];
} line;

static bool next(line *l) { return spk_words_next(&l->words, l->word, sizeof l->word); }

static bool next_number(line *l, int most, int *n)
{
    return next(l) && spk_str_int(l->word, 0, most, n);
}

static bool next_seat(const spk_box *box, line *l, spk_seat *seat)
{
    int n;
    bool found = next_number(l, box->n_seats - 1, &n);
    *seat = found ? n : 0;
    return found;
}

/* The cards from here to a word that is none, which stays in l->word; "": to the end. */
static cg_bag next_cards(line *l)
{
    cg_bag cards = 0;
    cg_kind kind;
    while (next(l)) {
        if (cg_parse_kind(l->word, &kind) && cg_count(cards, kind) < CG_HAND)
            cards += CG_ONE(kind);
        else if (!spk_str_eq(l->word, "-"))
            return cards;
    }
    l->word[0] = '\0';
    return cards;
}

/* -- What everybody learned -------------------------------------------------------------------- */

static void explain_claims(const spk_box *box, line *l, spk_buf *out)
{
    ITEMS(names);
    spk_seat seat, last = 0;
    int n = 0;
    for (; next_seat(box, l, &seat); n++, last = seat)
        spk_say(&names, "{name}", SPK_WHO("name", seat));
    if (n == 0)
        spk_say(out, N_("Nobody claims the Godfather."));
    else if (n == 1)
        spk_say(out, N_("{name} is the Godfather and fights alone."), SPK_WHO("name", last));
    else
        spk_say(out, N_("{names} want to be the Godfather: a duel."),
                SPK_LIST("names", names_room));
}

/* "0:W4 2:none" */
static void explain_duels(const spk_box *box, line *l, spk_buf *out)
{
    ITEMS(cards);
    while (next(l)) {
        char *colon = strchr(l->word, ':');
        int seat;
        cg_kind kind;
        if (colon)
            *colon = '\0';
        if (!colon || !spk_str_int(l->word, 0, box->n_seats - 1, &seat))
            return;
        if (cg_parse_kind(colon + 1, &kind))
            spk_say(&cards, "{name} {card}", SPK_WHO("name", seat),
                    SPK_THING("card", cg_kind_names[kind]));
        else
            spk_say(&cards, "{name} –", SPK_WHO("name", seat));
    }
    spk_say(out, N_("The duel: {cards}."), SPK_LIST("cards", cards_room));
}

static void explain_godfather(const spk_box *box, line *l, spk_buf *out)
{
    spk_seat seat;
    if (next_seat(box, l, &seat))
        spk_say(out, N_("{name} wins, is the Godfather and fights alone."), SPK_WHO("name", seat));
    else
        spk_say(out, N_("A tie, and no Godfather before: nobody is it."));
}

static void explain_cards(const spk_box *box, line *l, const char *format, spk_buf *out)
{
    ITEMS(cards);
    spk_seat seat;
    if (!next_seat(box, l, &seat))
        return;
    add_cards(&cards, next_cards(l));
    spk_say(out, format, SPK_WHO("name", seat), SPK_LIST("cards", cards_room));
}

static void explain_strengths(line *l, spk_buf *out)
{
    int a, b;
    if (!next_number(l, 255, &a))
        return;
    if (!next(l)) {
        spk_say(out, N_("The challengers show {n}."), SPK_NUM("n", a));
        return;
    }
    if (next_number(l, 255, &b))
        spk_say(out, N_("Challengers {a}, defenders {b}: the {side} win."), SPK_NUM("a", a),
                SPK_NUM("b", b),
                SPK_WORD("side", a >= b ? N_("challengers") : N_("defenders"))); /* CG-5.5 */
}

/* "0 2 1 senator": bottles, cards, person */
static void explain_share(const spk_box *box, line *l, spk_buf *out)
{
    ITEMS(what);
    spk_seat seat;
    int bottles, cards;
    if (!next_seat(box, l, &seat) || !next_number(l, 255, &bottles) || !next_number(l, 255, &cards))
        return;
    add_goods(&what, bottles, false, cards);
    if (next(l) && cg_find_card(box, CG_OP_PERSON, l->word) >= 0)
        spk_list_thing(&what, l->word);
    spk_say(out, N_("{name} gets: {what}."), SPK_WHO("name", seat), SPK_LIST("what", what_room));
}

static void explain_effect(const spk_box *box, const char *text, spk_buf *out)
{
    line l = {.words = spk_words_of(text)};
    spk_seat seat;
    if (!next(&l))
        return;
    if (spk_str_eq(l.word, "claims"))
        explain_claims(box, &l, out);
    else if (spk_str_eq(l.word, "duels"))
        explain_duels(box, &l, out);
    else if (spk_str_eq(l.word, "godfather"))
        explain_godfather(box, &l, out);
    else if (spk_str_eq(l.word, "cards"))
        explain_cards(box, &l, N_("{name} fights with {cards}."), out);
    else if (spk_str_eq(l.word, "back"))
        explain_cards(box, &l, N_("{name} takes back {cards}."), out);
    else if (spk_str_eq(l.word, "challengers"))
        explain_strengths(&l, out);
    else if (spk_str_eq(l.word, "gets"))
        explain_share(box, &l, out);
    else if (spk_str_eq(l.word, "mr_x") && next_seat(box, &l, &seat))
        spk_say(out, N_("{name} is Mr. X now."), SPK_WHO("name", seat));
}

/* -- What chance brought ----------------------------------------------------------------------- */

/* Who stands for a clan: its player, or, where clans change hands (CG-10.13), the clan itself. */
static spk_arg stands_for(const spk_box *box, const char *gap, int clan)
{
    return box->n_seats < CG_SEATS ? SPK_WHO(gap, clan) : SPK_THING(gap, cg_clan_ids[clan]);
}

/* The clans of a side that are in play: with three the last one is missing (CG-R1). */
static void add_side(const spk_box *box, const uint8_t clan[2], spk_buf *list)
{
    bool here[] = {clan[0] < box->n_seats, clan[1] < box->n_seats};
    if (here[0] && here[1])
        spk_say(list, "{a} + {b}", stands_for(box, "a", clan[0]), stands_for(box, "b", clan[1]));
    else
        spk_say(list, "{a}", stands_for(box, "a", clan[here[0] ? 0 : 1]));
}

static void explain_coalition(const spk_box *box, int card, spk_buf *out)
{
    const cg_config *c = box->config;
    ITEMS(a);
    ITEMS(b);
    if (card == CG_GAME_END) {
        spk_say(out, N_("The last card: the game ends, and everybody shows their hand."));
        return;
    }
    add_side(box, c->coalition[card].member[CG_CHALLENGER], &a);
    add_side(box, c->coalition[card].member[CG_DEFENDER], &b);
    spk_say(out, N_("A new round: {a} against {b}."), SPK_LIST("a", a_room), SPK_LIST("b", b_room));
}

static void explain_chance(const spk_box *box, spk_move move, spk_buf *out)
{
    const cg_config *c = box->config;
    int a = cg_move_a(move), b = cg_move_b(move);
    switch (cg_move_op(move)) {
    case CG_OP_MR_X: spk_say(out, N_("{name} is Mr. X."), SPK_WHO("name", a)); break;
    case CG_OP_DEAL_PERSON:
        spk_say(out, N_("{name} starts with this person: {person}."), SPK_WHO("name", b),
                SPK_THING("person", cg_person_names[a]));
        break;
    case CG_OP_DEAL:
        spk_say(out, N_("{name} draws {card}."), SPK_WHO("name", b),
                SPK_THING("card", cg_kind_names[a]));
        break;
    case CG_OP_COALITION: explain_coalition(box, a, out); break;
    case CG_OP_DISTRICT:
        spk_say(out, N_("The fight is for {district}."), SPK_THING("district", c->district[a].id));
        break;
    case CG_OP_PERSON:
        spk_say(out, N_("In the loot: {person}."), SPK_THING("person", cg_person_names[a]));
        break;
    default: break;
    }
}

/* -- What a player did ------------------------------------------------------------------------- */

/* A lay as the others hear it, without open cards: "laid - + 2 down", "laid - + covered". */
static void explain_face_down(spk_arg name, int down, spk_buf *out)
{
    if (down < 0)
        spk_say(out, N_("{name} lays cards and hides how many."), name);
    else if (down == 0)
        spk_say(out, N_("{name} lays nothing."), name);
    else if (down == 1)
        spk_say(out, N_("{name} lays one card face down."), name);
    else
        spk_say(out, N_("{name} lays {n} cards face down."), name, SPK_NUM("n", down));
}

/* "laid W4 + 2 down"; down < 0: covered. */
static void explain_laid(spk_seat actor, cg_bag shown, int down, spk_buf *out)
{
    ITEMS(cards);
    add_cards(&cards, shown);
    spk_arg name = SPK_WHO("name", actor), list = SPK_LIST("cards", cards_room);
    if (!shown)
        explain_face_down(name, down, out);
    else if (down < 0)
        spk_say(out, N_("{name} shows {cards} and covers the rest."), name, list);
    else if (down == 0)
        spk_say(out, N_("{name} lays openly: {cards}."), name, list);
    else if (down == 1)
        spk_say(out, N_("{name} shows {cards} and lays one card face down."), name, list);
    else
        spk_say(out, N_("{name} shows {cards} and lays {n} face down."), name, list,
                SPK_NUM("n", down));
}

static void explain_joined(spk_seat actor, int n, bool defends, spk_buf *out)
{
    static const char *const many[] = {N_("{name} joins the challengers with {n} cards."),
                                       N_("{name} joins the defenders with {n} cards.")};
    static const char *const one[] = {N_("{name} joins the challengers with one card."),
                                      N_("{name} joins the defenders with one card.")};
    if (n == 1)
        spk_say(out, one[defends], SPK_WHO("name", actor));
    else
        spk_say(out, many[defends], SPK_WHO("name", actor), SPK_NUM("n", n));
}

/* What is told of another's lay behind the word 'laid'; also "3 down defender" of Mr. X. */
static void explain_heard_lay(spk_seat actor, line *l, spk_buf *out)
{
    cg_bag shown = next_cards(l);
    int n;
    if (spk_str_int(l->word, 0, CG_HAND, &n)) {
        if (next(l) && next(l))
            explain_joined(actor, n, spk_str_eq(l->word, cg_side_names[CG_DEFENDER]), out);
    } else if (spk_str_eq(l->word, "+") && next(l)) {
        if (spk_str_eq(l->word, "covered"))
            explain_laid(actor, shown, -1, out);
        else if (spk_str_int(l->word, 0, CG_HAND, &n))
            explain_laid(actor, shown, n, out);
    }
}

/* A lay as its own player, or the all-seeing viewer, sees it. */
static void explain_own_lay(spk_seat actor, spk_move move, spk_buf *out)
{
    static const char *const joins[] = {N_("{name} joins the challengers and lays {cards}."),
                                        N_("{name} joins the defenders and lays {cards}.")};
    static const char *const lays[] = {N_("{name} lays {cards}."),
                                       N_("{name} lays {cards}, covered.")};
    ITEMS(cards);
    add_cards(&cards, cg_move_cards(move));
    if (!cg_move_cards(move))
        spk_say(&cards, N_("nothing"));
    bool mr_x = cg_move_op(move) == CG_OP_X_LAY;
    spk_say(out, (mr_x ? joins : lays)[cg_move_a(move)], SPK_WHO("name", actor),
            SPK_LIST("cards", cards_room));
}

/* One card, or the same sentence for every card. NULL: that is another kind of move. */
static const char *format_of_card(cg_op op)
{
    switch (op) {
    case CG_OP_SHOW: return N_("{name} shows {card}.");
    case CG_OP_DUEL: return N_("{name} chooses {card} for the duel.");
    case CG_OP_HIDE: return N_("{name} keeps {card} hidden.");
    case CG_OP_SWAP: return N_("{name} swaps {card} for a new card.");
    default: return NULL;
    }
}

/* Nothing but who. NULL: not worth a line, or another kind of move. */
static const char *format_of_deed(const spk_box *box, spk_move move)
{
    static const char *const pays[] = {N_("{name} pays the ousted partner with a bottle."),
                                       N_("{name} pays the ousted partner with a card."),
                                       N_("{name} pays the ousted partner with the person.")};
    switch (cg_move_op(move)) {
    case CG_OP_CLAIM:
        return box->option[CG_OPT_CLAIMS] ? N_("{name} claims to be the Godfather.")
                                          : N_("{name} claims in secret.");
    case CG_OP_PASS: return N_("{name} does not claim.");
    case CG_OP_DEFER: return N_("{name} lets the partner lay first.");
    case CG_OP_THUG: return cg_move_a(move) ? N_("{name} uses the thug!") : NULL;
    case CG_OP_HIDE: return N_("{name} keeps no card hidden.");
    case CG_OP_PAY: return pays[cg_move_a(move)];
    case CG_OP_BONUS: return N_("{name} draws one more card as Mr. X.");
    default: return NULL;
    }
}

static cg_bag poker_pair(spk_move move, int first)
{
    return CG_ONE(cg_poker_kind(move, first)) + CG_ONE(cg_poker_kind(move, first + 1));
}

static void explain_trade(spk_seat actor, spk_move move, spk_buf *out)
{
    ITEMS(give);
    ITEMS(take);
    spk_arg name = SPK_WHO("name", actor);
    if (cg_move_op(move) == CG_OP_CONVERT) {
        add_cards(&give, cg_move_cards(move));
        spk_say(out, N_("{name} turns {cards} into a bottle."), name, SPK_LIST("cards", give_room));
        return;
    }
    add_cards(&give, poker_pair(move, 0));
    add_cards(&take, poker_pair(move, 2));
    spk_say(out, N_("{name} gives {give} to the discard pile and takes {take}."), name,
            SPK_LIST("give", give_room), SPK_LIST("take", take_room));
}

static void explain_move(const spk_box *box, spk_seat actor, spk_move move, spk_buf *out)
{
    cg_op op = cg_move_op(move);
    int a = cg_move_a(move);
    const char *with_card = format_of_card(op), *deed = format_of_deed(box, move);
    if (op == CG_OP_LAY || op == CG_OP_X_LAY)
        explain_own_lay(actor, move, out);
    else if (op == CG_OP_CONVERT || op == CG_OP_POKER)
        explain_trade(actor, move, out);
    else if (op == CG_OP_PACKAGE)
        spk_say(out, N_("{name} takes package {n}."), SPK_WHO("name", actor), SPK_NUM("n", a + 1));
    else if (with_card && a < CG_KINDS)
        spk_say(out, with_card, SPK_WHO("name", actor), SPK_THING("card", cg_kind_names[a]));
    else if (deed)
        spk_say(out, deed, SPK_WHO("name", actor));
}

/* The first part of an event: the move as its listener heard it. False: it is none, but an effect. */
static bool explain_heard(const spk_box *box, spk_seat actor, const char *text, spk_buf *out)
{
    line l = {.words = spk_words_of(text)};
    spk_move move;
    if (cg_parse_move(box, text, &move, NULL) == SPK_OK) {
        if (actor == SPK_SEAT_CHANCE)
            explain_chance(box, move, out);
        else
            explain_move(box, actor, move, out);
        return true;
    }
    if (!next(&l))
        return true;
    if (spk_str_eq(l.word, "laid"))
        explain_heard_lay(actor, &l, out);
    else if (spk_str_eq(text, "keep_hidden ?"))
        spk_say(out, N_("{name} keeps a card hidden."), SPK_WHO("name", actor));
    else
        return spk_str_eq(l.word, "deal"); /* what another drew is not worth a line */
    return true;
}

void cg_explain(const spk_box *box, spk_seat actor, const char *text, spk_buf *out)
{
    char part[SPK_TOLD_TEXT];
    bool first = true;
    for (const char *at = text; spk_part_next(&at, part); first = false)
        if (!first || !explain_heard(box, actor, part, out))
            explain_effect(box, part, out);
}

/* -- What can be done -------------------------------------------------------------------------- */

static void describe_lay(spk_move move, spk_buf *out)
{
    static const char *const with[2][2] = {
        {N_("Lay {cards}"), N_("Lay {cards}, number covered")},
        {N_("Join the challengers with {cards}"), N_("Join the defenders with {cards}")}};
    static const char *const without[2][2] = {
        {N_("Lay nothing"), N_("Lay nothing, but covered")},
        {N_("Join the challengers without a card"), N_("Join the defenders without a card")}};
    bool mr_x = cg_move_op(move) == CG_OP_X_LAY;
    ITEMS(cards);
    add_cards(&cards, cg_move_cards(move));
    if (cg_move_cards(move))
        spk_say(out, with[mr_x][cg_move_a(move)], SPK_LIST("cards", cards_room));
    else
        spk_say(out, without[mr_x][cg_move_a(move)]);
}

static void describe_package(const spk_box *box, const cg_state *s, int which, spk_buf *out)
{
    const cg_package *p = &cg_packages(box, s)[which];
    ITEMS(what);
    add_goods(&what, p->alcohol, p->person, p->means);
    spk_say(out, N_("Take package {n}: {what}"), SPK_NUM("n", which + 1),
            SPK_LIST("what", what_room));
}

static void describe_trade(spk_move move, spk_buf *out)
{
    ITEMS(give);
    ITEMS(take);
    if (cg_move_op(move) == CG_OP_CONVERT) {
        add_cards(&give, cg_move_cards(move));
        spk_say(out, N_("{person}: {cards} for a bottle"),
                SPK_THING("person", cg_person_names[cg_move_a(move)]),
                SPK_LIST("cards", give_room));
        return;
    }
    add_cards(&give, poker_pair(move, 0));
    add_cards(&take, poker_pair(move, 2));
    spk_say(out, N_("Poker player: {give} for {take}"), SPK_LIST("give", give_room),
            SPK_LIST("take", take_room));
}

/* A deed with one card; NULL: another kind of move. */
static const char *card_label(spk_move move)
{
    switch (cg_move_op(move)) {
    case CG_OP_DUEL: return N_("Play {card}");
    case CG_OP_SHOW: return N_("Show {card} to everybody");
    case CG_OP_HIDE: return N_("Keep {card} hidden");
    case CG_OP_SWAP:
        return cg_move_b(move) ? N_("Mr. X: swap {card} for a new one")
                               : N_("Fence: swap {card} for a new one");
    default: return NULL;
    }
}

static const char *plain_label(spk_move move)
{
    static const char *const pays[] = {N_("Give your partner a bottle"),
                                       N_("Give your partner a card from the pile"),
                                       N_("Give your partner the person")};
    switch (cg_move_op(move)) {
    case CG_OP_CLAIM: return N_("Claim to be the Godfather");
    case CG_OP_PASS: return N_("Do not claim");
    case CG_OP_DEFER: return N_("Let your partner lay first");
    case CG_OP_DONE: return N_("Done: the others lie face down");
    case CG_OP_THUG: return cg_move_a(move) ? N_("Use the thug") : N_("Do not use the thug");
    case CG_OP_HIDE: return N_("Turn up all cards");
    case CG_OP_PAY: return pays[cg_move_a(move)];
    case CG_OP_DRAW: return N_("Draw a card");
    case CG_OP_BONUS: return N_("Draw one more card as Mr. X");
    case CG_OP_END: return N_("End your turn");
    default: return NULL;
    }
}

void cg_describe(const spk_box *box, const void *view, spk_seat seat, spk_move move, spk_buf *out)
{
    cg_op op = cg_move_op(move);
    int a = cg_move_a(move);
    (void)seat;
    if (op == CG_OP_LAY || op == CG_OP_X_LAY)
        describe_lay(move, out);
    else if (op == CG_OP_CONVERT || op == CG_OP_POKER)
        describe_trade(move, out);
    else if (op == CG_OP_PACKAGE)
        describe_package(box, view, a, out);
    else if (card_label(move) && a < CG_KINDS)
        spk_say(out, card_label(move), SPK_THING("card", cg_kind_names[a]));
    else if (plain_label(move))
        spk_say(out, plain_label(move));
}

/* -- What things are called -------------------------------------------------------------------- */

const char *const cg_means_words[CG_MEANS_COUNT] = {N_("weapons"), N_("bribe money"),
                                                    N_("blackmail")};

static const char *const person_words[CG_PERSON_COUNT] = {
    [CG_INFORMER] = N_("informer"),
    [CG_WHISKEY_SMUGGLER] = N_("whiskey smuggler"),
    [CG_DEALER] = N_("dealer"),
    [CG_THIEF] = N_("thief"),
    [CG_EXPLOSIVES_EXPERT] = N_("explosives expert"),
    [CG_FENCE] = N_("fence"),
    [CG_POKER_PLAYER] = N_("poker player"),
    [CG_PRIEST] = N_("priest"),
    [CG_THUG] = N_("thug"),
    [CG_REPORTER] = N_("reporter"),
    [CG_TAXI_DRIVER] = N_("taxi driver"),
    [CG_CUSTOMS_OFFICER] = N_("customs officer"),
    [CG_BANK_DIRECTOR] = N_("bank director"),
    [CG_MAYOR] = N_("mayor"),
    [CG_POLICE_CHIEF] = N_("police chief"),
    [CG_PROSECUTOR] = N_("prosecutor"),
    [CG_JUDGE] = N_("judge"),
    [CG_SENATOR] = N_("senator"),
};

/* Names that the edition gives stay as they are in every language. */
static bool name_from_edition(const cg_config *c, const char *code, spk_buf *out)
{
    const char *name = NULL;
    for (int clan = 0; clan < CG_CLANS; clan++)
        if (spk_str_eq(code, cg_clan_ids[clan]))
            name = c->clan[clan];
    for (int card = 0; card < CG_DISTRICTS; card++)
        if (spk_str_eq(code, c->district[card].id))
            name = c->district[card].name;
    if (name)
        spk_say(out, "{name}", SPK_TEXT("name", name));
    return name != NULL;
}

/* Cards, persons, roles, sides, districts, and why a game ended. */
void cg_name_thing(const spk_box *box, const char *code, spk_buf *out)
{
    cg_kind kind;
    int person = cg_find_card(box, CG_OP_PERSON, code);
    if (cg_parse_kind(code, &kind))
        spk_say(out, "{kind} {n}", SPK_WORD("kind", cg_means_words[cg_kind_means[kind]]),
                SPK_NUM("n", cg_kind_value[kind]));
    else if (person >= 0)
        spk_say(out, person_words[person]);
    else if (spk_str_eq(code, cg_clan_ids[CG_MR_X]))
        spk_say(out, N_("Mr. X"));
    else if (spk_str_eq(code, cg_side_names[CG_CHALLENGER]))
        spk_say(out, N_("Challengers"));
    else if (spk_str_eq(code, cg_side_names[CG_DEFENDER]))
        spk_say(out, N_("Defenders"));
    else if (spk_str_eq(code, "game_end"))
        spk_say(out, N_("The game-end card was turned up."));
    else
        name_from_edition(box->config, code, out);
}
