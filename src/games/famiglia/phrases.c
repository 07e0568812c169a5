/* phrases.c: Famiglia in sentences for people: what happened, what can be done, what a card is called.
 * Formats and the things that fill them; a host translates and words them (base/phrase.h). */
#include "base/str.h"
#include "games/famiglia/state.h"

/* A card as moves spell it: "F3", in the street "F3*-2". Several may be used in one sentence. */
typedef struct code {
    char text[8];
} code;

static code code_of(famiglia_card card, bool is_new, int amount)
{
    code c = {0};
    spk_buf out = SPK_BUF_OVER(c.text);
    spk_buf_printf(&out, "%c%d%s", famiglia_letters[famiglia_family(card)], famiglia_rank(card),
                   is_new ? "*" : "");
    if (amount)
        spk_buf_printf(&out, "-%d", amount);
    return c;
}

static code plain(famiglia_card card) { return code_of(card, false, 0); }

/* -- What happened ----------------------------------------------------------------------------- */

static void explain_chance(spk_move move, spk_buf *out)
{
    famiglia_card card = famiglia_move_card(move);
    if (famiglia_move_op(move) == FAMIGLIA_START_SEAT)
        spk_say(out, N_("{name} begins."), SPK_WHO("name", card));
    if (famiglia_move_op(move) == FAMIGLIA_DRAW_CARD)
        spk_say(out, N_("{card} comes into the street."), SPK_THING("card", plain(card).text));
}

static void explain_recruit(spk_seat actor, spk_move move, spk_buf *out)
{
    code card = plain(famiglia_move_card(move));
    if (famiglia_move_other(move) == FAMIGLIA_NONE)
        spk_say(out, N_("{name} recruits {card}."), SPK_WHO("name", actor),
                SPK_THING("card", card.text));
    else
        spk_say(out, N_("{name} recruits {card} and exhausts {other}."), SPK_WHO("name", actor),
                SPK_THING("card", card.text),
                SPK_THING("other", plain(famiglia_move_other(move)).text));
}

/* What a player did with one card; NULL: that was something else. */
static const char *format_of(famiglia_op op)
{
    switch (op) {
    case FAMIGLIA_REFRESH_CARD: return N_("{name} puts {card} away.");
    case FAMIGLIA_PLAY_ACCOUNTANT: return N_("{name} plays {card}.");
    case FAMIGLIA_TAKE_CARD: return N_("{name} takes {card} back.");
    case FAMIGLIA_GIVE_CARD: return N_("{name} gives {card} for it.");
    default: return NULL;
    }
}

/* Ending an action without having done anything is not worth a line. */
void famiglia_explain(const spk_box *box, spk_seat actor, const char *text, spk_buf *out)
{
    spk_move move;
    if (famiglia_parse_move(box, text, &move, NULL) != SPK_OK)
        return;
    famiglia_op op = famiglia_move_op(move);
    code card = plain(famiglia_move_card(move));
    if (actor == SPK_SEAT_CHANCE)
        explain_chance(move, out);
    else if (format_of(op))
        spk_say(out, format_of(op), SPK_WHO("name", actor), SPK_THING("card", card.text));
    else if (op == FAMIGLIA_PLAY_BRUTE)
        spk_say(out, N_("{name} plays {brute}: {card} becomes {n} cheaper."),
                SPK_WHO("name", actor), SPK_THING("brute", plain(famiglia_move_other(move)).text),
                SPK_THING("card", card.text), SPK_NUM("n", famiglia_move_amount(move)));
    else if (op == FAMIGLIA_RECRUIT_CARD)
        explain_recruit(actor, move, out);
    else if (op == FAMIGLIA_PASS)
        spk_say(out, N_("{name} recruits nobody."), SPK_WHO("name", actor));
}

/* -- What can be done -------------------------------------------------------------------------- */

/* A street card with its marks only where several of one type lie there and differ. */
static code in_street(const famiglia_state *s, famiglia_card card, bool is_new, int amount)
{
    int n_old = famiglia_count(s->street_old, card), n_new = famiglia_count(s->street_new, card);
    bool lowered = s->lowered_by && s->lowered == card;
    n_old -= lowered && !s->lowered_new;
    n_new -= lowered && s->lowered_new;
    return (n_old > 0) + (n_new > 0) + lowered > 1 ? code_of(card, is_new, amount) : plain(card);
}

/* Two passes in a row end the game (FA-10.4). */
static const char *pass_format(const famiglia_state *s)
{
    if (famiglia_end_triggered(s))
        return N_("Recruit nobody");
    return s->passed ? N_("Recruit nobody: this ends the game")
                     : N_("Recruit nobody (if both do so, the game ends)");
}

static void describe_recruit(const famiglia_state *s, spk_move move, spk_buf *out)
{
    code card =
        in_street(s, famiglia_move_card(move), famiglia_move_new(move), famiglia_move_amount(move));
    if (famiglia_move_other(move) == FAMIGLIA_NONE)
        spk_say(out, N_("Recruit {card}"), SPK_THING("card", card.text));
    else
        spk_say(out, N_("Recruit {card}, exhaust {other}"), SPK_THING("card", card.text),
                SPK_THING("other", plain(famiglia_move_other(move)).text));
}

void famiglia_describe(const spk_box *box, const void *view, spk_seat seat, spk_move move,
                       spk_buf *out)
{
    const famiglia_state *s = view;
    famiglia_card card = famiglia_move_card(move);
    (void)box, (void)seat;
    switch (famiglia_move_op(move)) {
    case FAMIGLIA_REFRESH_CARD:
        spk_say(out, N_("Put {card} away"),
                SPK_THING("card", in_street(s, card, famiglia_move_new(move), 0).text));
        break;
    case FAMIGLIA_END_REFRESH: spk_say(out, N_("No more refreshing")); break;
    case FAMIGLIA_PLAY_ACCOUNTANT:
        spk_say(out, N_("Play {card}"), SPK_THING("card", plain(card).text));
        break;
    case FAMIGLIA_SKIP_EXCHANGE: spk_say(out, N_("No exchange")); break;
    case FAMIGLIA_TAKE_CARD:
        spk_say(out, N_("Take {card} back"), SPK_THING("card", plain(card).text));
        break;
    case FAMIGLIA_STOP: spk_say(out, N_("Take no more")); break;
    case FAMIGLIA_GIVE_CARD:
        spk_say(out, N_("Give {card}"), SPK_THING("card", plain(card).text));
        break;
    case FAMIGLIA_PLAY_BRUTE:
        spk_say(out, N_("{brute}: {card} becomes {n} cheaper"),
                SPK_THING("brute", plain(famiglia_move_other(move)).text),
                SPK_THING("card", in_street(s, card, famiglia_move_new(move), 0).text),
                SPK_NUM("n", famiglia_move_amount(move)));
        break;
    case FAMIGLIA_SKIP_INTIMIDATE: spk_say(out, N_("Intimidate nobody")); break;
    case FAMIGLIA_RECRUIT_CARD: describe_recruit(s, move, out); break;
    case FAMIGLIA_PASS: spk_say(out, pass_format(s)); break;
    case FAMIGLIA_START_SEAT:
    case FAMIGLIA_DRAW_CARD:
    case FAMIGLIA_OP_COUNT: break;
    }
}

/* -- What things are called -------------------------------------------------------------------- */

static const char *member_of(famiglia_card card)
{
    static const char *const members[FAMIGLIA_FAMILY_COUNT] = {
        [FAMIGLIA_LA_FAMIGLIA] = N_("La Famiglia"),
        [FAMIGLIA_ACCOUNTANTS] = N_("Accountant"),
        [FAMIGLIA_BRUTES] = N_("Brute"),
        [FAMIGLIA_MERCENARIES] = N_("Mercenary"),
    };
    return members[famiglia_family(card)];
}

/* "Brute 2"; with its marks in the street: "Brute 2 (new, 1 cheaper)". */
static void name_card(famiglia_card card, bool is_new, int amount, spk_buf *out)
{
    code own = plain(card);
    if (!is_new && !amount)
        spk_say(out, "{member} {n}", SPK_WORD("member", member_of(card)),
                SPK_NUM("n", famiglia_rank(card)));
    else if (!amount)
        spk_say(out, N_("{card} (new)"), SPK_THING("card", own.text));
    else
        spk_say(out, is_new ? N_("{card} (new, {n} cheaper)") : N_("{card} ({n} cheaper)"),
                SPK_THING("card", own.text), SPK_NUM("n", amount));
}

void famiglia_name_thing(const spk_box *box, const char *thing, spk_buf *out)
{
    char word[4] = "";
    famiglia_card card;
    int amount = 0;
    (void)box;
    if (spk_str_eq(thing, "double_pass"))
        spk_say(out, N_("Both recruited nobody, one right after the other."));
    if (spk_str_eq(thing, "end_trigger"))
        spk_say(out, N_("The pile was gone through twice."));
    for (int i = 0; i < 2 && thing[i]; i++)
        word[i] = thing[i];
    if (!famiglia_card_parse(word, &card))
        return;
    bool is_new = thing[2] == '*';
    const char *rest = thing + 2 + is_new;
    if (*rest == '-' && !spk_str_int(rest + 1, 1, FAMIGLIA_RANKS, &amount))
        return;
    if (*rest == '\0' || amount)
        name_card(card, is_new, amount, out);
}
