/* talk.c: table talk as 8.6 of README.md has it: structured messages in windows, heard by all, binding
 * nobody. Nothing here is part of the state (CG-I22): who may speak follows from the position and
 * from what was said since the last move that everybody heard.
 *
 *     T1  after the reveal     all players, clockwise from the "?" clan
 *     T2  before the challengers lay     the active challengers
 *     T3  before the defenders lay       the active defenders, and the owner of a hidden card
 *
 * Speakers take turns with one message or 'pass'. A window closes when all in a row have passed, or
 * have used up their messages. Where two windows meet without a move between them (T1 and T2 without
 * Mr. X and Godfather) the second opens when the first closes. A move may be made while a window is
 * open: talk binds nobody, and when to stop listening is the host's business. */
#include <string.h>

#include "base/str.h"
#include "games/chicago_gangsters/talk.h"

/* -- Messages ---------------------------------------------------------------------------------- */

typedef enum form {
    NOTHING,
    AIM,
    TWO_POINTS,
    POINTS,
    N_CARDS,
    KIND_STRENGTH,
    PACKAGE,
    YES_NO,
    HIDDEN,
    SIDE,
    ANSWER,
} form;

/* By code. */
static const struct {
    const char *word;
    form form;
    bool mr_x; /* may send it */
} messages[] = {
    {"pass", NOTHING, true},           {"aim", AIM, true},
    {"my_points", TWO_POINTS, false},  {"my_cards", N_CARDS, false},
    {"my_hand", KIND_STRENGTH, false}, {"ask_points", POINTS, true},
    {"ask_cards", N_CARDS, true},      {"want_package", PACKAGE, true},
    {"stay_below", YES_NO, false},     {"thug_intent", YES_NO, false},
    {"hidden_claim", HIDDEN, false},   {"godfather_intent", YES_NO, false},
    {"join_us", SIDE, false},          {"accept", ANSWER, true},
    {"reject", ANSWER, true},
};
_Static_assert(sizeof messages / sizeof *messages == CG_SAY_COUNT, "one for each code");

static const char *const aims[] = {"win", "half", "save"};
static const char *const strengths[] = {"none", "weak", "strong"};
static const char *const results[] = {"winner", "loser"};
static const char *const no_yes[] = {"no", "yes"};

const uint8_t cg_grid[CG_GRID] = {0, 2, 4, 6, 8, 10, 12, 15, 20, 25, 30, 40};

typedef struct line {
    spk_words words;
    char word[24];
} line;

static bool next(line *l) { return spk_words_next(&l->words, l->word, sizeof l->word); }

static bool want_name(line *l, const char *const *names, int n, int *place)
{
    return next(l) && (*place = spk_str_find(l->word, names, n)) >= 0;
}

static bool want_number(line *l, int lo, int hi, int *value)
{
    return next(l) && spk_str_int(l->word, lo, hi, value);
}

/* A number of the point grid. */
static bool want_points(line *l, int *value)
{
    if (!want_number(l, 0, cg_grid[CG_GRID - 1], value))
        return false;
    for (int i = 0; i < CG_GRID; i++)
        if (cg_grid[i] == *value)
            return true;
    return false;
}

static bool want_hidden(line *l, cg_message *m)
{
    if (!next(l))
        return false;
    m->a = spk_str_find(l->word, cg_means_names, CG_MEANS_COUNT);
    if (m->a >= 0)
        return want_number(l, 1, 5, &m->b);
    m->a = CG_MEANS_COUNT;
    return spk_str_eq(l->word, "bluff");
}

static bool want_package(line *l, cg_message *m)
{
    int number = 0;
    if (!want_name(l, results, 2, &m->a) || !want_number(l, 1, 2, &number))
        return false;
    m->b = number - 1;
    return true;
}

static bool read_arguments(line *l, cg_message *m)
{
    switch (messages[m->code].form) {
    case NOTHING: return true;
    case AIM: return want_name(l, aims, 3, &m->a);
    case TWO_POINTS: return want_points(l, &m->a) && want_points(l, &m->b) && m->a <= m->b;
    case POINTS: return want_points(l, &m->a);
    case N_CARDS: return want_number(l, 0, CG_HAND, &m->a);
    case KIND_STRENGTH:
        return want_name(l, cg_means_names, CG_MEANS_COUNT, &m->a) &&
               want_name(l, strengths, 3, &m->b);
    case PACKAGE: return want_package(l, m);
    case YES_NO: return want_name(l, no_yes, 2, &m->a);
    case HIDDEN: return want_hidden(l, m);
    case SIDE: return want_name(l, cg_side_names, CG_SIDES, &m->a);
    case ANSWER: return want_number(l, 1, CG_MAX_SENT, &m->a);
    }
    return false;
}

/* Words apart by one blank each, so that a message has one spelling. */
bool cg_message_read(const char *text, cg_message *m)
{
    line l = {.words = spk_words_of(text)};
    size_t n = strlen(text);
    *m = (cg_message){.code = -1};
    if (!n || text[0] == ' ' || text[n - 1] == ' ' || strstr(text, "  ") || strchr(text, '\t') ||
        !next(&l))
        return false;
    for (int code = 0; code < CG_SAY_COUNT; code++)
        if (spk_str_eq(l.word, messages[code].word))
            m->code = code;
    return m->code >= 0 && read_arguments(&l, m) && spk_words_end(&l.words);
}

/* -- Windows ----------------------------------------------------------------------------------- */

static void add_speaker(cg_window *w, spk_seat seat)
{
    if (seat != CG_NOBODY)
        w->speaker[w->n_speakers++] = seat;
}

static void speakers_of(const spk_box *box, const cg_state *s, int which, cg_window *w)
{
    *w = (cg_window){.which = which};
    if (which == CG_T1) {
        spk_seat from = cg_first_speaker(box, s);
        for (int i = 0; i < box->n_seats; i++)
            add_speaker(w, (from + i) % box->n_seats);
        return;
    }
    int side = which == CG_T2 ? CG_CHALLENGER : CG_DEFENDER;
    add_speaker(w, s->member[side][0]);
    add_speaker(w, s->member[side][1]);
    if (s->mr_x_side == side)
        add_speaker(w, s->holder[CG_MR_X]);
    if (which == CG_T3)
        add_speaker(w, s->keeper);
}

/* The windows that may be open in this position, in order. */
static int windows_at(const spk_box *box, const cg_state *s, int which[2])
{
    const cg_config *c = box->config;
    int n = 0;
    bool lay = s->phase == CG_LAY || s->phase == CG_SHOW;
    bool five = box->n_seats == CG_SEATS;
    if (c->talk_limit == 0)
        return 0;
    bool begun = cg_is_spoken(s) && s->answered; /* a spoken answer ends the talk before it */
    bool first_claims = s->phase == CG_CLAIM && s->stage == CG_CHALLENGER_TURN && !begun;
    bool first_lay = lay && s->stage == CG_CHALLENGER_TURN && !s->has_laid && !s->deferred;
    if (s->phase == CG_X_LAY || first_claims || (first_lay && !five && !c->godfather))
        which[n++] = CG_T1;
    if (first_lay)
        which[n++] = CG_T2;
    bool side_laid = false;
    for (int i = 0; i < 2 && lay && s->stage == CG_DEFENDER_TURN; i++)
        side_laid |=
            s->member[CG_DEFENDER][i] != CG_NOBODY && s->has_laid >> s->member[CG_DEFENDER][i] & 1;
    if (lay && s->stage == CG_DEFENDER_TURN && !side_laid && !s->deferred)
        which[n++] = CG_T3;
    return n;
}

/* For a speaker without messages left the engine passes. False: the window is closed. */
static bool settle(cg_window *w, int limit)
{
    while (w->passes < w->n_speakers && w->sent[w->at] >= limit) {
        w->passes++;
        w->at = (w->at + 1) % w->n_speakers;
    }
    return w->passes < w->n_speakers;
}

static void say(cg_window *w, const cg_message *m)
{
    if (m->code == CG_SAY_PASS) {
        w->passes++;
    } else {
        w->passes = 0;
        w->sent[w->at]++;
        if (w->n_sent < CG_MAX_SENT) {
            w->by[w->n_sent] = w->speaker[w->at];
            w->message[w->n_sent++] = *m;
        }
    }
    w->at = (w->at + 1) % w->n_speakers;
}

cg_window cg_window_at(const spk_box *box, const cg_state *s, const spk_said *said, int n)
{
    const cg_config *c = box->config;
    int which[2], n_windows = windows_at(box, s, which), i = 0;
    for (int k = 0; k < n_windows; k++) {
        cg_window w;
        cg_message m;
        speakers_of(box, s, which[k], &w);
        if (w.n_speakers < 2)
            continue;
        while (settle(&w, c->talk_limit) && i < n) {
            if (cg_message_read(said[i++].text, &m))
                say(&w, &m);
        }
        if (settle(&w, c->talk_limit))
            return w;
    }
    return (cg_window){0};
}

cg_window cg_window_of_last(const spk_box *box, const cg_state *s, const spk_said *said, int n)
{
    cg_window w = cg_window_at(box, s, said, n - 1);
    cg_message m;
    if (w.which && cg_message_read(said[n - 1].text, &m))
        say(&w, &m);
    return w;
}

static spk_actors speakers(const spk_box *box, const void *state, const spk_said *said, int n)
{
    cg_window w = cg_window_at(box, state, said, n);
    return w.which ? SPK_ACTOR(w.speaker[w.at]) : 0;
}

/* -- What may be said -------------------------------------------------------------------------- */

/* Mr. X says nothing about his cards: CG-10.7, CG-R37. */
static spk_err judge_mr_x(const cg_window *w, const cg_message *m, spk_why *why)
{
    if (!messages[m->code].mr_x)
        return spk_refuse(why, "CG-R37", "Mr. X must not hint at his cards: no '{word}'.",
                          SPK_TEXT("word", messages[m->code].word));
    if (messages[m->code].form != ANSWER)
        return SPK_OK;
    int code = w->message[m->a - 1].code;
    if (code == CG_SAY_AIM || code == CG_SAY_WANT_PACKAGE || code == CG_SAY_JOIN_US)
        return SPK_OK;
    return spk_refuse(why, "CG-R37", "Mr. X answers only aim, want_package and join_us.");
}

/* Free words could say anything: CG-10.7 and the end of 8.6. His cards are turned over when the fight is evaluated, which
 * is where the sharing begins. */
spk_err cg_chat(const spk_box *box, const void *view, spk_seat seat, spk_why *why)
{
    const cg_state *s = view;
    bool laid = s->phase >= CG_X_LAY && s->phase < CG_OVER && s->stage < CG_LOOT_SHARE;
    (void)box;
    if (!laid || s->holder[CG_MR_X] != seat)
        return SPK_OK;
    return spk_refuse(
        why, "CG-10.7",
        "Mr. X does not chat from the reveal of the round until his cards are revealed.");
}

/* Words that cannot be read: how this message goes on, or which ones there are. */
static spk_err no_message(const cg_message *m, spk_why *why)
{
    static const char *const goes_on[] = {
        [NOTHING] = N_("nothing"),
        [AIM] = N_("win, half or save"),
        [TWO_POINTS] = N_("two numbers, low and high, of 0 2 4 6 8 10 12 15 20 25 30 40"),
        [POINTS] = N_("one of 0 2 4 6 8 10 12 15 20 25 30 40"),
        [N_CARDS] = N_("a number from 0 to 10"),
        [KIND_STRENGTH] = N_("weapons, bribe or blackmail, and none, weak or strong"),
        [PACKAGE] = N_("winner or loser, and 1 or 2"),
        [YES_NO] = N_("yes or no"),
        [HIDDEN] = N_("weapons, bribe or blackmail and a number from 1 to 5; or by bluff"),
        [SIDE] = N_("challenger or defender"),
        [ANSWER] = N_("the number of a message, counted from 1 in this window"),
    };
    char room[200] = "";
    spk_buf words = SPK_BUF_OVER(room);
    if (m->code >= 0)
        return spk_refuse_as(why, SPK_EMALFORMED, "'{word}' is followed by {what}.",
                             SPK_TEXT("word", messages[m->code].word),
                             SPK_WORD("what", goes_on[messages[m->code].form]));
    for (int code = 0; code < CG_SAY_COUNT; code++)
        spk_buf_printf(&words, "%s%s", code ? ", " : "", messages[code].word);
    return spk_refuse_as(why, SPK_EMALFORMED,
                         "That is not a message. Messages begin with: {words}.",
                         SPK_TEXT("words", room));
}

static spk_err judge(const spk_box *box, const void *state, const spk_said *said, int n,
                     spk_seat seat, const char *text, spk_why *why)
{
    const cg_state *s = state;
    cg_window w = cg_window_at(box, state, said, n);
    cg_message m;
    if (!w.which)
        return spk_refuse(why, "CG-3.3", "This is not the time to talk.");
    if (w.speaker[w.at] != seat)
        return spk_refuse(why, "CG-3.3", "{who} may speak now.", SPK_WHO("who", w.speaker[w.at]));
    if (!cg_message_read(text, &m))
        return no_message(&m, why);
    if (messages[m.code].form == ANSWER && m.a > w.n_sent)
        return spk_refuse_as(why, SPK_EMALFORMED, "There is no message {n} in this window.",
                             SPK_NUM("n", m.a));
    if (s->holder[CG_MR_X] == seat) {
        spk_err err = judge_mr_x(&w, &m, why);
        if (err != SPK_OK)
            return err;
    }
    if (m.code == CG_SAY_HIDDEN_CLAIM && (w.which != CG_T3 || s->keeper != seat))
        return spk_refuse(why, "CG-3.8",
                          "Only the owner of a hidden card talks about it, before the "
                          "defenders lay.");
    if (m.code == CG_SAY_JOIN_US && w.which != CG_T1)
        return spk_refuse(why, "CG-10.5", "Mr. X is asked before he lays.");
    return SPK_OK;
}

const spk_talk cg_talk = {
    .speakers = speakers,
    .judge = judge,
    .sentence = cg_sentence,
    .number = cg_message_number,
    .menu = cg_talk_menu,
    .apt = cg_talk_apt,
    .manners = cg_manners,
    .subject = cg_subject,
    .promise = cg_promise,
    .is_promise = cg_is_promise,
    .replaces = cg_replaces,
    .kept = cg_kept,
    .fits = cg_fits,
    .keep = cg_keep,
    .mend = cg_mend,
    .partner = cg_partner,
    .stake = cg_stake,
    .rehearse = cg_rehearse,
    .speak = cg_speak,
};
