/* talk.c: table talk as the ledger's 8.6 has it: structured messages in windows, heard by all, binding
 * nobody. Nothing here is part of the state (CG-I22): whose word it is follows from the position and
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
#include "games/chicago_gangsters/state.h"

enum { T1 = 1, T2, T3 };
enum { MAX_SPEAKERS = CG_SEATS, MAX_SENT = 64 };

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

enum { PASS = 0, MSG_AIM = 1, WANT_PACKAGE = 7, HIDDEN_CLAIM = 10, JOIN_US = 12 };

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
enum { N_MESSAGES = sizeof messages / sizeof *messages };

static const char *const aims[] = {"win", "half", "save"};
static const char *const strengths[] = {"none", "weak", "strong"};
static const char *const results[] = {"winner", "loser"};
static const char *const yes_no[] = {"yes", "no"};

/* One message, taken apart. */
typedef struct message {
    int code;
    int number; /* of accept and reject */
} message;

typedef struct line {
    spk_words words;
    char word[24];
} line;

static bool next(line *l) { return spk_words_next(&l->words, l->word, sizeof l->word); }

static bool want_name(line *l, const char *const *names, int n)
{
    return next(l) && spk_str_find(l->word, names, n) >= 0;
}

static bool want_number(line *l, int lo, int hi, int *value)
{
    return next(l) && spk_str_int(l->word, lo, hi, value);
}

/* A number of the point grid. */
static bool want_points(line *l, int *value)
{
    static const int grid[] = {0, 2, 4, 6, 8, 10, 12, 15, 20, 25, 30, 40};
    if (!want_number(l, 0, 40, value))
        return false;
    for (size_t i = 0; i < sizeof grid / sizeof *grid; i++)
        if (grid[i] == *value)
            return true;
    return false;
}

static bool read_hidden(line *l)
{
    int value;
    if (!next(l))
        return false;
    return spk_str_eq(l->word, "bluff") ||
           (spk_str_find(l->word, cg_means_names, CG_MEANS_COUNT) >= 0 &&
            want_number(l, 1, 5, &value));
}

static bool read_arguments(line *l, message *m)
{
    int a = 0, b = 0;
    switch (messages[m->code].form) {
    case NOTHING: return true;
    case AIM: return want_name(l, aims, 3);
    case TWO_POINTS: return want_points(l, &a) && want_points(l, &b) && a <= b;
    case POINTS: return want_points(l, &a);
    case N_CARDS: return want_number(l, 0, CG_HAND, &a);
    case KIND_STRENGTH:
        return want_name(l, cg_means_names, CG_MEANS_COUNT) && want_name(l, strengths, 3);
    case PACKAGE: return want_name(l, results, 2) && want_number(l, 1, 2, &a);
    case YES_NO: return want_name(l, yes_no, 2);
    case HIDDEN: return read_hidden(l);
    case SIDE: return want_name(l, cg_side_names, CG_SIDES);
    case ANSWER: return want_number(l, 1, MAX_SENT, &m->number);
    }
    return false;
}

/* Words apart by one blank each, so that a message has one spelling. */
static bool read_message(const char *text, message *m)
{
    line l = {.words = spk_words_of(text)};
    size_t n = strlen(text);
    *m = (message){.code = -1};
    if (!n || text[0] == ' ' || text[n - 1] == ' ' || strstr(text, "  ") || strchr(text, '\t') ||
        !next(&l))
        return false;
    for (int code = 0; code < N_MESSAGES; code++)
        if (spk_str_eq(l.word, messages[code].word))
            m->code = code;
    return m->code >= 0 && read_arguments(&l, m) && spk_words_end(&l.words);
}

/* -- Windows ----------------------------------------------------------------------------------- */

/* A window in progress: whose word it is, and what was said in it. */
typedef struct window {
    int which; /* T1, T2, T3; 0: closed */
    int n_speakers;
    spk_seat speaker[MAX_SPEAKERS];
    int sent[MAX_SPEAKERS];
    int at, passes; /* whose word; passes in a row */
    int n_sent;
    int code[MAX_SENT]; /* of the messages, passes left out */
} window;

static void add_speaker(window *w, spk_seat seat)
{
    if (seat != CG_NOBODY)
        w->speaker[w->n_speakers++] = seat;
}

static void speakers_of(const spk_box *box, const cg_state *s, int which, window *w)
{
    const cg_config *c = box->config;
    const cg_coalition *card = &c->coalition[s->coalition];
    *w = (window){.which = which};
    if (which == T1) {
        spk_seat from = s->holder[card->hidden];
        if (from == CG_NOBODY)
            from = s->holder[card->first] != CG_NOBODY
                       ? s->holder[card->first]
                       : s->holder[card->member[CG_CHALLENGER]
                                               [card->member[CG_CHALLENGER][0] == card->first]];
        for (int i = 0; i < box->n_seats; i++)
            add_speaker(w, (from + i) % box->n_seats);
        return;
    }
    int side = which == T2 ? CG_CHALLENGER : CG_DEFENDER;
    add_speaker(w, s->member[side][0]);
    add_speaker(w, s->member[side][1]);
    if (s->mr_x_side == side)
        add_speaker(w, s->holder[CG_MR_X]);
    if (which == T3)
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
    bool first_claims = s->phase == CG_CLAIM && s->stage == CG_CHALLENGER_TURN;
    bool first_lay = lay && s->stage == CG_CHALLENGER_TURN && !s->has_laid && !s->deferred;
    if (s->phase == CG_X_LAY || first_claims || (first_lay && !five && !c->godfather))
        which[n++] = T1;
    if (first_lay)
        which[n++] = T2;
    bool side_laid = false;
    for (int i = 0; i < 2 && lay && s->stage == CG_DEFENDER_TURN; i++)
        side_laid |=
            s->member[CG_DEFENDER][i] != CG_NOBODY && s->has_laid >> s->member[CG_DEFENDER][i] & 1;
    if (lay && s->stage == CG_DEFENDER_TURN && !side_laid && !s->deferred)
        which[n++] = T3;
    return n;
}

/* For a speaker without messages left the engine passes. False: the window is closed. */
static bool settle(window *w, int limit)
{
    while (w->passes < w->n_speakers && w->sent[w->at] >= limit) {
        w->passes++;
        w->at = (w->at + 1) % w->n_speakers;
    }
    return w->passes < w->n_speakers;
}

static void say(window *w, const message *m)
{
    if (m->code == PASS) {
        w->passes++;
    } else {
        w->passes = 0;
        w->sent[w->at]++;
        if (w->n_sent < MAX_SENT)
            w->code[w->n_sent++] = m->code;
    }
    w->at = (w->at + 1) % w->n_speakers;
}

/* The window as it stands after all that was said. */
static window stand(const spk_box *box, const cg_state *s, const spk_said *said, int n)
{
    const cg_config *c = box->config;
    int which[2], n_windows = windows_at(box, s, which), i = 0;
    for (int k = 0; k < n_windows; k++) {
        window w;
        message m;
        speakers_of(box, s, which[k], &w);
        if (w.n_speakers < 2)
            continue;
        while (settle(&w, c->talk_limit) && i < n) {
            if (read_message(said[i++].text, &m))
                say(&w, &m);
        }
        if (settle(&w, c->talk_limit))
            return w;
    }
    return (window){0};
}

static spk_actors speakers(const spk_box *box, const void *state, const spk_said *said, int n)
{
    window w = stand(box, state, said, n);
    return w.which ? SPK_ACTOR(w.speaker[w.at]) : 0;
}

/* -- What may be said -------------------------------------------------------------------------- */

/* Mr. X says nothing about his cards: CG-10.7, CG-R37. */
static spk_err judge_mr_x(const window *w, const message *m, spk_why *why)
{
    if (!messages[m->code].mr_x)
        return spk_refuse(why, "CG-R37", "Mr. X must not hint at his cards: no '%s'.",
                          messages[m->code].word);
    if (messages[m->code].form != ANSWER)
        return SPK_OK;
    int code = w->code[m->number - 1];
    if (code == MSG_AIM || code == WANT_PACKAGE || code == JOIN_US)
        return SPK_OK;
    return spk_refuse(why, "CG-R37", "Mr. X answers only aim, want_package and join_us.");
}

/* Words that cannot be read: how this message goes on, or which ones there are. */
static spk_err no_message(const message *m, spk_why *why)
{
#define GRID "0 2 4 6 8 10 12 15 20 25 30 40"
    static const char *const goes_on[] = {
        [NOTHING] = "nothing",
        [AIM] = "win, half or save",
        [TWO_POINTS] = "two numbers, low and high, of " GRID,
        [POINTS] = "one of " GRID,
        [N_CARDS] = "a number from 0 to 10",
        [KIND_STRENGTH] = "weapons, bribe or blackmail, and none, weak or strong",
        [PACKAGE] = "winner or loser, and 1 or 2",
        [YES_NO] = "yes or no",
        [HIDDEN] = "weapons, bribe or blackmail and a number from 1 to 5; or by bluff",
        [SIDE] = "challenger or defender",
        [ANSWER] = "the number of a message, counted from 1 in this window",
    };
#undef GRID
    char room[200] = "";
    spk_buf words = SPK_BUF_OVER(room);
    if (m->code >= 0)
        return spk_malformed(why, 0, "'%s' is followed by %s.", messages[m->code].word,
                             goes_on[messages[m->code].form]);
    for (int code = 0; code < N_MESSAGES; code++)
        spk_buf_printf(&words, "%s%s", code ? ", " : "", messages[code].word);
    return spk_malformed(why, 0, "That is no message. They begin: %s.", room);
}

static spk_err judge(const spk_box *box, const void *state, const spk_said *said, int n,
                     spk_seat seat, const char *text, spk_why *why)
{
    const cg_state *s = state;
    window w = stand(box, state, said, n);
    message m;
    if (!w.which)
        return spk_refuse(why, "CG-3.3", "No window of talk is open.");
    if (w.speaker[w.at] != seat)
        return spk_refuse(why, "CG-3.3", "The word is with player %d.", w.speaker[w.at] + 1);
    if (!read_message(text, &m))
        return no_message(&m, why);
    if (messages[m.code].form == ANSWER && m.number > w.n_sent)
        return spk_malformed(why, 0, "There is no message %d in this window.", m.number);
    if (s->holder[CG_MR_X] == seat) {
        spk_err err = judge_mr_x(&w, &m, why);
        if (err != SPK_OK)
            return err;
    }
    if (m.code == HIDDEN_CLAIM && (w.which != T3 || s->keeper != seat))
        return spk_refuse(why, "CG-3.8",
                          "Only the owner of a hidden card talks about it, before the "
                          "defenders lay.");
    if (m.code == JOIN_US && w.which != T1)
        return spk_refuse(why, "CG-10.5", "Mr. X is asked before he lays.");
    return SPK_OK;
}

const spk_talk cg_talk = {.speakers = speakers, .judge = judge};
