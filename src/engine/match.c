/* match.c: one game being played. See match.h. No rule is decided here: game.c asks the game. How a
 * match looks as a file is record.c's business.
 *
 *     entries   [chance start 0] [chance draw F2] ... [0 take M2] [0 undo] [0 take B1]
 *                     |                                   ^__________| the move it takes back
 *     texts     start 0 \0 draw F2 \0 ... \0 take M2 \0 take B1 \0
 *               an entry's words, and behind them, where somebody heard other words or none, who
 *               heard which:  deal W4 0 \0 {1 2 2 2} deal 0 ? \0
 *     base      the position before the first of the moves that can still be taken back; what stands
 *               behind it is found by making the others again
 *
 * What everybody heard is written down when it happens, so that looking back costs no replay and
 * nobody can learn more from the past than they did at the time.
 *
 * A server keeps thousands of matches, so an entry is eight bytes and its words: the number of a move
 * is read from its text when it is wanted, and room grows by an eighth. tests/unit/match_size_test.c
 * counts the bytes. */
#include "engine/match.h"

#include "base/mem.h"
#include "base/str.h"

enum {
    ONLOOKER = SPK_MAX_SEATS, /* place of the onlooker among those who hear */
    LISTENERS = SPK_LISTENERS,
    TALK_BYTES = 200,
};

/* What a listener heard: nothing, the entry's own words, or one of the texts behind them, counted
 * from OTHER up. */
enum { NOTHING, OWN_WORDS, OTHER };

typedef struct entry {
    uint32_t place; /* of its words among the texts; UNDO: the entry that it takes back */
    uint8_t kind;   /* spk_entry_kind */
    uint8_t seat;
    bool shows : 1;  /* MOVE, SAFE: it showed somebody something hidden */
    bool undone : 1; /* MOVE, SAFE, TALK: a later entry takes it back */
    bool told : 1;   /* not everybody heard its own words: a byte for each listener follows them */
} entry;

typedef struct way_back {
    int entry;
    int said_from; /* before the move: undoing it does not open the window of talk anew, or a
                    * player could talk for ever */
} way_back;

struct spk_match {
    const spk_box *box;
    void *state;
    void *base; /* before the first move of 'back', if there is one */

    entry *entries;
    char *texts;
    way_back *back; /* moves of this turn that can be taken back, newest last */
    spk_said *said; /* messages, the texts ours; the window is from said_from on. Older ones are
                     * kept only as long as an undo can lead back to them */
    int n_entries, cap_entries;
    int n_texts, cap_texts;
    int n_back, cap_back;
    int n_said, cap_said, said_from;
    int n_heard[LISTENERS];
    int n_rewinds;
    spk_ledger ledger;
};

static bool is_player(const spk_match *m, spk_seat seat)
{
    return seat >= 0 && seat < m->box->n_seats;
}

static bool is_move(const entry *e)
{
    return e->kind == SPK_ENTRY_MOVE || e->kind == SPK_ENTRY_SAFE;
}

/* Room for 'more' in an array of n that grows by an eighth and 'least'. */
static void *grown(void *array, int n, int more, int least, int *cap, size_t size)
{
    if (n + more <= *cap)
        return array;
    SPK_BUG_IF(n > INT32_MAX / 2);
    *cap = n + more + n / 8 + least;
    return spk_realloc(array, (size_t)*cap * size);
}

/* In dev builds every position must obey the game's conservation laws. */
static void check_sound(const spk_match *m)
{
#ifdef SPK_DEV
    const char *broken = spk_unsound(m->box, m->state);
    if (broken)
        spk_bug(__FILE__, __LINE__, broken);
#else
    (void)m;
#endif
}

spk_match *spk_match_new(const spk_box *box)
{
    spk_match *m = spk_alloc(sizeof *m);
    m->box = box;
    m->state = spk_alloc(box->game->state_size);
    m->base = spk_alloc(box->game->state_size);
    box->game->setup(box, m->state);
    check_sound(m);
    return m;
}

/* Let go of the first n messages. */
static void forget_said(spk_match *m, int n)
{
    for (int i = 0; i < n; i++)
        spk_free((char *)m->said[i].text);
    m->n_said -= n;
    m->said_from -= m->said_from < n ? m->said_from : n;
    for (int i = 0; i < m->n_said; i++)
        m->said[i] = m->said[n + i];
}

void spk_match_free(spk_match *m)
{
    if (!m)
        return;
    forget_said(m, m->n_said);
    spk_free(m->state);
    spk_free(m->base);
    spk_free(m->entries);
    spk_free(m->texts);
    spk_free(m->back);
    spk_free(m->said);
    spk_ledger_release(&m->ledger);
    spk_free(m);
}

/* -- Writing it down --------------------------------------------------------------------------- */

/* More bytes behind the texts; returns their place. */
static uint32_t keep_bytes(spk_match *m, const void *bytes, size_t n)
{
    uint32_t place = (uint32_t)m->n_texts;
    m->texts = grown(m->texts, m->n_texts, (int)n, 64, &m->cap_texts, 1);
    if (n)
        memcpy(m->texts + place, bytes, n);
    m->n_texts += (int)n;
    return place;
}

/* One more text, made of two parts; returns its place. */
static uint32_t keep_text(spk_match *m, const char *head, const char *text)
{
    uint32_t place = keep_bytes(m, head, strlen(head));
    keep_bytes(m, text, strlen(text) + 1);
    return place;
}

static entry *add_entry(spk_match *m, spk_entry_kind kind, spk_seat seat, uint32_t place)
{
    m->entries = grown(m->entries, m->n_entries, 1, 8, &m->cap_entries, sizeof *m->entries);
    entry *e = &m->entries[m->n_entries++];
    *e = (entry){.place = place, .kind = (uint8_t)kind, .seat = (uint8_t)seat};
    return e;
}

static void everybody_hears(spk_match *m)
{
    for (int listener = 0; listener < LISTENERS; listener++)
        m->n_heard[listener]++;
}

/* The words of every listener, first as they come and then each only once. */
typedef struct telling {
    char effects[SPK_TOLD_TEXT]; /* what all of them learn */
    uint8_t heard[LISTENERS];    /* NOTHING, OWN_WORDS or OTHER + its place in 'other' */
    char other[LISTENERS][SPK_TOLD_TEXT];
    int n_other;
} telling;

/* How one listener hears a move, in the position before it. */
static void tell(const spk_match *m, const entry *e, spk_move move, const char *own, int listener,
                 telling *t)
{
    spk_seat viewer = listener == ONLOOKER ? SPK_SEAT_ONLOOKER : listener;
    char *room = t->other[t->n_other];
    spk_buf out = {.bytes = room, .cap = SPK_TOLD_TEXT, .fixed = true};
    spk_buf_clear(&out);
    if (!spk_event_text(m->box, m->state, e->seat, move, viewer, t->effects, &out))
        return;
    SPK_BUG_IF(out.overflow);
    int i = 0;
    while (!spk_str_eq(t->other[i], room))
        i++;
    bool same = spk_str_eq(room, own);
    t->heard[listener] = (uint8_t)(same ? OWN_WORDS : OTHER + i);
    t->n_other += !same && i == t->n_other;
}

/* Who heard which words is written behind the entry's own, unless all heard those. */
static void keep_telling(spk_match *m, entry *e, const char *head, const telling *t)
{
    for (int listener = 0; listener < LISTENERS; listener++) {
        bool there = is_player(m, listener) || listener == ONLOOKER;
        m->n_heard[listener] += t->heard[listener] != NOTHING;
        e->told |= there && t->heard[listener] != OWN_WORDS;
    }
    if (!e->told)
        return;
    keep_bytes(m, t->heard, (size_t)m->box->n_seats);
    keep_bytes(m, &t->heard[ONLOOKER], 1);
    for (int i = 0; i < t->n_other; i++)
        keep_text(m, head, t->other[i]);
}

static void tell_move(spk_match *m, entry *e, spk_move move, const char *head, const char *own)
{
    telling t;
    if (!m->box->game->heard && !m->box->game->effects) {
        everybody_hears(m);
        return;
    }
    spk_effects_text(m->box, m->state, e->seat, move, t.effects);
    memset(t.heard, NOTHING, sizeof t.heard);
    t.n_other = 0;
    for (spk_seat seat = 0; seat < m->box->n_seats; seat++)
        tell(m, e, move, own, seat, &t);
    tell(m, e, move, own, ONLOOKER, &t);
    keep_telling(m, e, head, &t);
}

/* An entry's own words. */
static const char *words_of(const spk_match *m, const entry *e)
{
    return e->kind == SPK_ENTRY_UNDO ? "undo" : m->texts + e->place;
}

/* The phrase behind the words of a message: the same for everybody. */
static const char *sentence_of(const spk_match *m, const entry *e)
{
    const char *words = words_of(m, e);
    return e->kind == SPK_ENTRY_TALK ? words + strlen(words) + 1 : "";
}

/* Of REWIND: the first entry that no longer counts. The record's numbers begin with 1. */
static int first_of(const spk_match *m, const entry *e)
{
    int number = 0;
    SPK_BUG_IF(!spk_str_int(words_of(m, e) + strlen("undo "), 1, INT32_MAX, &number));
    return number - 1;
}

/* An entry as that viewer heard it; NULL: not at all. Who did not hear a move must not hear that it
 * is gone; and the numbers of the log are the all-seeing viewer's alone. */
static const char *heard(const spk_match *m, const entry *e, spk_seat viewer)
{
    const entry *told = e->kind == SPK_ENTRY_UNDO ? &m->entries[e->place] : e;
    const char *words = words_of(m, e);
    if (e->kind == SPK_ENTRY_REWIND && viewer != SPK_SEAT_ALL_SEEING)
        return "undo";
    if (viewer == SPK_SEAT_ALL_SEEING || !told->told)
        return words;
    const char *at = words_of(m, told);
    at += strlen(at) + 1;
    int which = (uint8_t)at[is_player(m, viewer) ? viewer : m->box->n_seats];
    if (which == NOTHING)
        return NULL;
    if (told != e || which == OWN_WORDS)
        return words;
    for (at += m->box->n_seats + 1; which > OTHER; which--)
        at += strlen(at) + 1;
    return at;
}

/* The number of a move that was made: its text gives it back. */
static spk_move move_of(const spk_match *m, const entry *e)
{
    const char *words = words_of(m, e);
    spk_move move = 0;
    if (e->kind == SPK_ENTRY_SAFE)
        words += strlen("safe ");
    SPK_BUG_IF(m->box->game->parse_move(m->box, words, &move, NULL) != SPK_OK);
    return move;
}

/* Keep the position before the newest entry, in case it is taken back. */
static void remember(spk_match *m)
{
    if (m->n_back == 0)
        spk_state_copy(m->box, m->base, m->state);
    m->back = grown(m->back, m->n_back, 1, 4, &m->cap_back, sizeof *m->back);
    m->back[m->n_back++] = (way_back){m->n_entries - 1, m->said_from};
}

/* Promises that everybody can now see kept or broken, or whose time is over. */
static void settle_promises(spk_match *m)
{
    spk_state view;
    if (!m->ledger.n_open)
        return;
    spk_match_view(m, SPK_SEAT_ONLOOKER, &view);
    spk_ledger_settle(&m->ledger, m->box, &view, m->n_entries - 1);
}

/* Make a move that was judged, and write it down. */
static void make_move(spk_match *m, spk_entry_kind kind, spk_seat seat, spk_move move)
{
    const spk_box *box = m->box;
    const spk_game *game = box->game;
    const char *head = kind == SPK_ENTRY_SAFE ? "safe " : "";
    char text[SPK_MOVE_TEXT];
    spk_move_text(box, move, text);
    entry *e = add_entry(m, kind, seat, keep_text(m, head, text));
    e->shows = game->reveals && game->reveals(box, m->state, seat, move);
    tell_move(m, e, move, head, text);

    uint32_t turn = game->turn(box, m->state);
    bool closed = e->shows || seat == SPK_SEAT_CHANCE;
    if (!closed)
        remember(m);
    game->apply(box, m->state, seat, move);
    check_sound(m);
    if (heard(m, e,
              SPK_SEAT_ONLOOKER)) /* what nobody heard does not open the window of talk anew */
        m->said_from = m->n_said;
    if (closed || spk_is_over(box, m->state) || game->turn(box, m->state) != turn) {
        m->n_back = 0;
        forget_said(m, m->said_from);
    }
    settle_promises(m);
}

/* -- Playing ----------------------------------------------------------------------------------- */

/* What a request of this seat is judged by: its own view, so that no refusal, however worded, can
 * tell more than the seat may know. Chance is the all-seeing viewer's. */
static void grounds(const spk_match *m, spk_seat seat, spk_state *view)
{
    spk_match_view(m, seat == SPK_SEAT_CHANCE ? SPK_SEAT_ALL_SEEING : seat, view);
}

spk_err spk_match_move(spk_match *m, spk_seat seat, spk_move move, spk_why *why)
{
    spk_state view;
    grounds(m, seat, &view);
    spk_err err = spk_judge(m->box, &view, seat, move, why);
    if (err == SPK_OK)
        make_move(m, SPK_ENTRY_MOVE, seat, move);
    return err;
}

spk_err spk_match_play(spk_match *m, spk_seat seat, const char *text, spk_why *why)
{
    spk_move move;
    spk_state view;
    grounds(m, seat, &view);
    spk_err err = spk_move_read(m->box, &view, seat, text, &move, why);
    if (err == SPK_OK)
        make_move(m, SPK_ENTRY_MOVE, seat, move);
    return err;
}

void spk_match_deal(spk_match *m, spk_rng *rng)
{
    while (spk_match_actors(m) == SPK_CHANCE_ACTS)
        make_move(m, SPK_ENTRY_MOVE, SPK_SEAT_CHANCE, spk_chance_draw(m->box, m->state, rng));
}

/* The safe default, found in the seat's own view: it can give nothing away. */
static spk_err find_safe(const spk_match *m, spk_seat seat, spk_move *move, spk_why *why)
{
    spk_state view;
    if (!is_player(m, seat))
        return spk_refuse(why, "", "Only a player at the table can be absent.");
    grounds(m, seat, &view);
    if (!spk_actors_has(spk_match_actors(m), seat))
        return spk_judge(m->box, &view, seat, 0, why); /* over, or not this seat's turn */
    *move = spk_safe(m->box, &view, seat);
    return spk_judge(m->box, &view, seat, *move, why);
}

spk_err spk_match_play_safe(spk_match *m, spk_seat seat, spk_why *why)
{
    spk_move move;
    spk_err err = find_safe(m, seat, &move, why);
    if (err == SPK_OK)
        make_move(m, SPK_ENTRY_SAFE, seat, move);
    return err;
}

/* A world that fits what the seat sees: the same one each time it is asked for. */
static void likely_world(const spk_match *m, spk_seat seat, spk_state *world)
{
    spk_rng rng;
    spk_rng_init(&rng, 0, 0);
    grounds(m, seat, world);
    spk_resample(m->box, world, seat, &rng);
}

/* Whether a legal move leads out of the turn. */
static bool leads_out(const spk_match *m, const spk_state *world, spk_seat seat, spk_move move)
{
    const spk_game *game = m->box->game;
    spk_state next;
    spk_state_copy(m->box, &next, world);
    game->apply(m->box, &next, seat, move);
    return spk_is_over(m->box, &next) || game->turn(m->box, &next) != game->turn(m->box, world);
}

bool spk_match_ends_turn(const spk_match *m, spk_seat seat, spk_move move)
{
    spk_state world;
    grounds(m, seat, &world);
    if (!is_player(m, seat) || spk_judge(m->box, &world, seat, move, NULL) != SPK_OK)
        return false;
    likely_world(m, seat, &world);
    return leads_out(m, &world, seat, move);
}

int spk_match_ending_moves(const spk_match *m, spk_seat seat, const spk_move *moves, int n,
                           int *places)
{
    int found = 0;
    spk_state world;
    if (n > 0)
        likely_world(m, seat, &world);
    for (int i = 0; i < n; i++)
        if (leads_out(m, &world, seat, moves[i]))
            places[found++] = i;
    return found;
}

/* -- Taking back ------------------------------------------------------------------------------- */

/* The newest move that was not taken back, made by or heard by this seat; NULL: none. */
static const entry *last_standing(const spk_match *m, spk_seat seat, bool own)
{
    for (int i = m->n_entries - 1; i >= 0; i--) {
        const entry *e = &m->entries[i];
        if (is_move(e) && !e->undone && (own ? e->seat == seat : heard(m, e, seat) != NULL))
            return e;
    }
    return NULL;
}

/* The reason why there is nothing on the way back for this seat, from what the seat has heard. */
static spk_err why_no_undo(const spk_match *m, spk_seat seat, spk_why *why)
{
    if (!is_player(m, seat))
        return spk_refuse(why, "", "Only a player at the table can take a move back.");
    if (spk_match_is_over(m))
        return spk_refuse(why, "", "The game is over: nothing can be taken back.");
    const entry *own = last_standing(m, seat, true), *last = last_standing(m, seat, false);
    if (!own)
        return spk_refuse(why, "", "You have not made a move that you could take back.");
    if (own->shows)
        return spk_refuse(why, "",
                          "You cannot take that back: your last move revealed something hidden.");
    if (last && last->seat == SPK_SEAT_CHANCE)
        return spk_refuse(why, "",
                          "You cannot take that back: cards or dice have been revealed since.");
    if (last && last->seat != seat)
        return spk_refuse(why, "", "You cannot take that back: somebody else has acted since.");
    return spk_refuse(why, "", "You cannot take that back: your turn is over.");
}

/* The place on the way back of this seat's newest move; -1: none. */
static int place_back(const spk_match *m, spk_seat seat)
{
    int i = m->n_back - 1;
    while (i >= 0 && m->entries[m->back[i].entry].seat != seat)
        i--;
    return i;
}

bool spk_match_can_undo(const spk_match *m, spk_seat seat, spk_why *why)
{
    return place_back(m, seat) >= 0 || why_no_undo(m, seat, why) == SPK_OK;
}

/* Take the move at this place out of the way back, and make the others again. Those after it are of
 * strangers. */
static void step_back(spk_match *m, int place)
{
    m->n_back--;
    for (int i = place; i < m->n_back; i++)
        m->back[i] = m->back[i + 1];
    spk_state_copy(m->box, m->state, m->base);
    for (int i = 0; i < m->n_back; i++) {
        const entry *e = &m->entries[m->back[i].entry];
        m->box->game->apply(m->box, m->state, e->seat, move_of(m, e));
    }
    check_sound(m);
}

spk_err spk_match_undo(spk_match *m, spk_seat seat, spk_why *why)
{
    int place = place_back(m, seat);
    if (place < 0)
        return why_no_undo(m, seat, why);
    way_back back = m->back[place];
    if (place == m->n_back - 1)
        m->said_from = back.said_from;
    step_back(m, place);
    const entry *e = add_entry(m, SPK_ENTRY_UNDO, seat, (uint32_t)back.entry);
    m->entries[back.entry].undone = true;
    for (spk_seat listener = 0; listener < m->box->n_seats; listener++)
        m->n_heard[listener] += heard(m, e, listener) != NULL;
    m->n_heard[ONLOOKER] += heard(m, e, SPK_SEAT_ONLOOKER) != NULL;
    spk_ledger_reopen(&m->ledger, back.entry);
    settle_promises(m);
    return SPK_OK;
}

int spk_match_n_undos(const spk_match *m, spk_seat seat)
{
    int n = 0;
    for (int i = 0; i < m->n_back; i++)
        n += m->entries[m->back[i].entry].seat == seat;
    return n;
}

int spk_match_last_own(const spk_match *m, spk_seat seat)
{
    const entry *own = is_player(m, seat) ? last_standing(m, seat, true) : NULL;
    return own ? (int)(own - m->entries) : -1;
}

/* The state that the moves before entry 'end' make which still count after the first n. */
static void replay_standing(const spk_match *m, int end, int n, void *state)
{
    m->box->game->setup(m->box, state);
    for (int i = 0; i < end; i++)
        if (spk_match_stands_at(m, i, n))
            m->box->game->apply(m->box, state, m->entries[i].seat, move_of(m, &m->entries[i]));
}

static void add_said(spk_match *m, spk_seat seat, const char *text);

/* Where the conversation that reaches to entry 'end' began: after the last move that everybody heard, of those that stood after n
 * entries. */
static int conversation_from(const spk_match *m, int end, int n)
{
    int from = end;
    while (from > 0 && !(spk_match_stands_at(m, from - 1, n) &&
                         heard(m, &m->entries[from - 1], SPK_SEAT_ONLOOKER)))
        from--;
    return from;
}

/* What had been said by entry 'end' since the last move that everybody heard. */
static void recall_said(spk_match *m, int end)
{
    int from = conversation_from(m, end, m->n_entries);
    forget_said(m, m->n_said);
    m->said_from = 0;
    for (int i = from; i < end; i++)
        if (m->entries[i].kind == SPK_ENTRY_TALK && !m->entries[i].undone)
            add_said(m, m->entries[i].seat, words_of(m, &m->entries[i]) + strlen("say "));
}

int spk_match_said_at(const spk_match *m, int n, spk_said *said, int cap)
{
    int n_said = 0;
    for (int i = conversation_from(m, n, n); i < n; i++)
        if (m->entries[i].kind == SPK_ENTRY_TALK && n_said < cap)
            said[n_said++] =
                (spk_said){m->entries[i].seat, words_of(m, &m->entries[i]) + strlen("say ")};
    return n_said;
}

static spk_err judge_rewind(const spk_match *m, spk_seat seat, int first, spk_why *why)
{
    if (!is_player(m, seat) || spk_match_is_over(m))
        return why_no_undo(m, seat, why);
    const entry *e = first >= 0 && first < m->n_entries ? &m->entries[first] : NULL;
    if (!e || !is_move(e) || e->undone || e->seat != seat)
        return spk_refuse(why, "", "You have not made a move that you could take back.");
    if (m->n_rewinds >= SPK_REWINDS)
        return spk_refuse(why, "", "You have gone back {n} times in this game: that is the limit.",
                          SPK_NUM("n", SPK_REWINDS));
    return SPK_OK;
}

bool spk_match_can_rewind(const spk_match *m, spk_seat seat, int first, spk_why *why)
{
    return judge_rewind(m, seat, first, why) == SPK_OK;
}

spk_err spk_match_rewind(spk_match *m, spk_seat seat, int first, spk_why *why)
{
    char number[16];
    spk_err err = judge_rewind(m, seat, first, why);
    if (err != SPK_OK)
        return err;
    for (int i = first; i < m->n_entries; i++)
        m->entries[i].undone = m->entries[i].kind != SPK_ENTRY_UNDO;
    spk_buf out = SPK_BUF_OVER(number);
    spk_buf_printf(&out, "%d", first + 1);
    add_entry(m, SPK_ENTRY_REWIND, seat, keep_text(m, "undo ", number));
    everybody_hears(m);
    replay_standing(m, first, m->n_entries, m->state);
    check_sound(m);
    m->n_back = 0;
    m->n_rewinds++;
    recall_said(m, first);
    spk_ledger_rewind(&m->ledger, first);
    settle_promises(m);
    return SPK_OK;
}

/* -- Talk -------------------------------------------------------------------------------------- */

/* The messages since the last move that stands. */
static const spk_said *window(const spk_match *m)
{
    return m->said ? m->said + m->said_from : NULL;
}

const spk_said *spk_match_said(const spk_match *m, int *n)
{
    *n = m->n_said - m->said_from;
    return window(m);
}

spk_actors spk_match_speakers(const spk_match *m)
{
    const spk_talk *talk = m->box->game->talk;
    spk_state view;
    if (!talk)
        return 0;
    spk_match_view(m, SPK_SEAT_ONLOOKER, &view); /* everybody can see who may speak */
    return talk->speakers(m->box, &view, window(m), m->n_said - m->said_from);
}

static void add_said(spk_match *m, spk_seat seat, const char *text)
{
    size_t n = strlen(text) + 1;
    char *copy = memcpy(spk_alloc(n), text, n);
    m->said = grown(m->said, m->n_said, 1, 4, &m->cap_said, sizeof *m->said);
    m->said[m->n_said++] = (spk_said){seat, copy};
}

/* What was said last, as a phrase, is kept behind the words: later the position is another, and everybody is told the
 * same. So it is made from what everybody can see. */
static void keep_sentence(spk_match *m)
{
    const spk_talk *talk = m->box->game->talk;
    spk_buf phrase = {0};
    spk_state view;
    spk_match_view(m, SPK_SEAT_ONLOOKER, &view);
    if (talk->sentence)
        talk->sentence(m->box, &view, window(m), m->n_said - m->said_from, &phrase);
    keep_text(m, "", spk_buf_text(&phrase));
    spk_buf_release(&phrase);
}

/* What was said last may bind whoever said it. */
static void keep_promise(spk_match *m)
{
    spk_state view;
    spk_vow vow = {.entry = m->n_entries - 1};
    if (!m->box->game->talk->promise)
        return;
    memcpy(vow.n, m->n_heard, sizeof vow.n);
    spk_match_view(m, SPK_SEAT_ONLOOKER, &view);
    spk_ledger_hear(&m->ledger, m->box, &view, window(m), m->n_said - m->said_from, vow,
                    conversation_from(m, vow.entry, m->n_entries));
    settle_promises(m);
}

int spk_match_n_promises(const spk_match *m) { return m->ledger.n; }

spk_given spk_match_promise(const spk_match *m, int i, spk_seat viewer)
{
    const spk_vow *vow = &m->ledger.vows[i];
    int n = viewer == SPK_SEAT_ALL_SEEING ? vow->entry + 1
                                          : vow->n[is_player(m, viewer) ? viewer : ONLOOKER];
    return (spk_given){n, vow->seat, vow->state};
}

int spk_match_promise_decided(const spk_match *m, int i)
{
    const spk_vow *vow = &m->ledger.vows[i];
    return vow->state == SPK_VOW_OPEN ? -1 : vow->decided;
}

/* A message is one line of a record. */
static spk_err check_message(const char *text, spk_why *why)
{
    size_t n = strlen(text), bad;
    if (n == 0 || n > TALK_BYTES)
        return spk_malformed(why, 0, "A message has 1 to %d bytes.", TALK_BYTES);
    if (!spk_str_is_clean(text, n, &bad) || strpbrk(text, "\r\n\t"))
        return spk_malformed(why, 0, "A message is one line of UTF-8 text.");
    return SPK_OK;
}

spk_err spk_match_talk(spk_match *m, spk_seat seat, const char *text, spk_why *why)
{
    const spk_talk *talk = m->box->game->talk;
    spk_state view;
    if (!talk)
        return spk_refuse(why, "", "This game has no table talk.");
    if (!is_player(m, seat))
        return spk_refuse(why, "", "Only a player at the table can speak.");
    spk_err err = check_message(text, why);
    grounds(m, seat, &view);
    if (err == SPK_OK)
        err = talk->judge(m->box, &view, window(m), m->n_said - m->said_from, seat, text, why);
    if (err != SPK_OK)
        return err;
    if (!spk_actors_has(spk_match_speakers(m), seat))
        return spk_refuse(why, "", "You may not speak now.");
    add_said(m, seat, text);
    add_entry(m, SPK_ENTRY_TALK, seat, keep_text(m, "say ", text));
    keep_sentence(m);
    everybody_hears(m);
    keep_promise(m);
    return SPK_OK;
}

/* -- Asking ------------------------------------------------------------------------------------ */

const spk_box *spk_match_box(const spk_match *m) { return m->box; }

const void *spk_match_state(const spk_match *m) { return m->state; }

spk_actors spk_match_actors(const spk_match *m) { return m->box->game->actors(m->box, m->state); }

bool spk_match_is_over(const spk_match *m) { return spk_is_over(m->box, m->state); }

void spk_match_result(const spk_match *m, spk_result *result)
{
    m->box->game->result(m->box, m->state, result);
}

/* -- Looking ----------------------------------------------------------------------------------- */

/* Who that viewer is: a player, the all-seeing viewer, or else no more than an onlooker. */
static spk_seat known(const spk_match *m, spk_seat viewer)
{
    return is_player(m, viewer) || viewer == SPK_SEAT_ALL_SEEING ? viewer : SPK_SEAT_ONLOOKER;
}

void spk_match_view(const spk_match *m, spk_seat viewer, spk_state *view)
{
    viewer = known(m, viewer);
    spk_state_copy(m->box, view, m->state);
    if (viewer != SPK_SEAT_ALL_SEEING)
        spk_redact(m->box, view, viewer);
}

void spk_match_board(const spk_match *m, spk_seat viewer, spk_buf *out)
{
    spk_state view;
    spk_match_view(m, viewer, &view);
    m->box->game->board(m->box, &view, known(m, viewer), out);
}

void spk_match_json(const spk_match *m, spk_seat viewer, spk_json *out)
{
    spk_state view;
    spk_match_view(m, viewer, &view);
    m->box->game->json(m->box, &view, known(m, viewer), out);
}

int spk_match_moves(const spk_match *m, spk_seat seat, spk_move *out)
{
    spk_state view;
    if (!is_player(m, seat) || !spk_actors_has(spk_match_actors(m), seat))
        return 0;
    spk_match_view(m, seat, &view);
    return m->box->game->moves(m->box, &view, seat, out);
}

void spk_match_history(const spk_match *m, spk_seat viewer, int first, spk_buf *out)
{
    int number = 0;
    for (int i = 0; i < m->n_entries; i++) {
        const entry *e = &m->entries[i];
        const char *words = heard(m, e, viewer);
        if (!words || ++number < first)
            continue;
        spk_buf_printf(out, "%d %s ", number, spk_seat_name(e->seat));
        spk_buf_puts(out, words);
        spk_buf_putc(out, '\n');
    }
}

int spk_match_seq(const spk_match *m, spk_seat viewer)
{
    if (viewer == SPK_SEAT_ALL_SEEING)
        return m->n_entries;
    return m->n_heard[is_player(m, viewer) ? viewer : ONLOOKER];
}

/* -- The log ----------------------------------------------------------------------------------- */

int spk_match_n_entries(const spk_match *m) { return m->n_entries; }

spk_entry spk_match_entry(const spk_match *m, int i)
{
    SPK_BUG_IF(i < 0 || i >= m->n_entries);
    const entry *e = &m->entries[i];
    return (spk_entry){.kind = e->kind,
                       .seat = e->seat,
                       .text = words_of(m, e),
                       .phrase = sentence_of(m, e),
                       .undone = e->undone,
                       .first = e->kind == SPK_ENTRY_REWIND ? first_of(m, e) : 0};
}

spk_move spk_match_entry_move(const spk_match *m, int i)
{
    SPK_BUG_IF(i < 0 || i >= m->n_entries || !is_move(&m->entries[i]));
    return move_of(m, &m->entries[i]);
}

spk_entry spk_match_entry_as(const spk_match *m, int i, spk_seat viewer)
{
    SPK_BUG_IF(i < 0 || i >= m->n_entries);
    const entry *e = &m->entries[i];
    return (spk_entry){.kind = e->kind,
                       .seat = e->seat,
                       .text = heard(m, e, viewer),
                       .phrase = sentence_of(m, e),
                       .first = e->kind == SPK_ENTRY_REWIND ? first_of(m, e) : 0};
}

bool spk_match_entry_heard(const spk_match *m, int i, spk_seat viewer)
{
    SPK_BUG_IF(i < 0 || i >= m->n_entries);
    return heard(m, &m->entries[i], viewer) != NULL;
}

void spk_match_entry_print(const spk_match *m, int i, spk_buf *out)
{
    SPK_BUG_IF(i < 0 || i >= m->n_entries);
    const entry *e = &m->entries[i];
    spk_buf_puts(out, spk_seat_name(e->seat));
    spk_buf_putc(out, ' ');
    spk_buf_puts(out, words_of(m, e));
}

/* Whether entry 'at' takes entry i back. */
static bool takes_back(const spk_match *m, int at, int i)
{
    const entry *e = &m->entries[at];
    return (e->kind == SPK_ENTRY_UNDO && e->place == (uint32_t)i) ||
           (e->kind == SPK_ENTRY_REWIND && first_of(m, e) <= i);
}

/* Whether one of the first n entries takes this one back: most often in the same turn, so not far behind it. */
static bool is_undone_in(const spk_match *m, int i, int n)
{
    if (!m->entries[i].undone)
        return false;
    int at = i + 1;
    while (at < n && !takes_back(m, at, i))
        at++;
    return at < n;
}

bool spk_match_stands_at(const spk_match *m, int i, int n)
{
    SPK_BUG_IF(i < 0 || i >= m->n_entries);
    return i < n && is_move(&m->entries[i]) && !is_undone_in(m, i, n);
}

static void set_base(const spk_match *m, spk_rerun *r)
{
    r->base_n = r->n;
    spk_state_copy(m->box, &r->base, &r->state);
}

void spk_match_rerun(const spk_match *m, spk_rerun *r)
{
    r->n = 0;
    m->box->game->setup(m->box, &r->state);
    set_base(m, r);
}

/* The way back ends where make_move ends it. */
static void rerun_move(const spk_match *m, spk_rerun *r, const entry *e)
{
    uint32_t turn = m->box->game->turn(m->box, &r->state);
    m->box->game->apply(m->box, &r->state, e->seat, move_of(m, e));
    if (e->shows || e->seat == SPK_SEAT_CHANCE || m->box->game->turn(m->box, &r->state) != turn)
        set_base(m, r);
}

/* What was not taken back since the base, once more. */
static void rerun_undo(const spk_match *m, spk_rerun *r)
{
    int n_standing = 0;
    spk_state_copy(m->box, &r->state, &r->base);
    for (int i = r->base_n; i < r->n; i++) {
        const entry *e = &m->entries[i];
        if (!is_move(e) || is_undone_in(m, i, r->n))
            continue;
        m->box->game->apply(m->box, &r->state, e->seat, move_of(m, e));
        n_standing++;
    }
    if (n_standing == 0)
        r->base_n = r->n;
}

void spk_match_rerun_step(const spk_match *m, spk_rerun *r)
{
    SPK_BUG_IF(r->n >= m->n_entries);
    const entry *e = &m->entries[r->n++];
    if (is_move(e))
        rerun_move(m, r, e);
    else if (e->kind == SPK_ENTRY_UNDO)
        rerun_undo(m, r);
    else if (e->kind == SPK_ENTRY_REWIND) {
        replay_standing(m, first_of(m, e), r->n, &r->state);
        set_base(m, r);
    }
}

void spk_match_state_at(const spk_match *m, int n, spk_state *state)
{
    spk_rerun r;
    SPK_BUG_IF(n < 0 || n > m->n_entries);
    for (spk_match_rerun(m, &r); r.n < n;)
        spk_match_rerun_step(m, &r);
    spk_state_copy(m->box, state, &r.state);
}

/* "chance" or a seat of this table, and the blank behind it. NULL: neither. */
static const char *read_actor(const spk_match *m, const char *line, spk_seat *seat)
{
    char word[8];
    spk_words words = spk_words_of(line);
    int number;
    if (!spk_words_next(&words, word, sizeof word) || words.at[0] != ' ' ||
        (size_t)(words.at - line) != strlen(word))
        return NULL;
    if (spk_str_eq(word, spk_seat_name(SPK_SEAT_CHANCE)))
        *seat = SPK_SEAT_CHANCE;
    else if (spk_str_int(word, 0, m->box->n_seats - 1, &number))
        *seat = number;
    else
        return NULL;
    return words.at + 1;
}

static spk_err add_safe(spk_match *m, spk_seat seat, const char *text, spk_why *why)
{
    spk_move move, safe;
    spk_state view;
    grounds(m, seat, &view);
    spk_err err = spk_move_read(m->box, &view, seat, text, &move, why);
    if (err == SPK_OK)
        err = find_safe(m, seat, &safe, why);
    if (err != SPK_OK)
        return err;
    if (move != safe)
        return spk_fail(why, SPK_EREFUSED, "'%.40s' is not the safe default here.", text);
    make_move(m, SPK_ENTRY_SAFE, seat, move);
    return SPK_OK;
}

static spk_err add_rewind(spk_match *m, spk_seat seat, const char *text, spk_why *why)
{
    int number;
    if (!spk_str_int(text, 1, INT32_MAX, &number) || text[0] == '0')
        return spk_malformed(why, 0, "'%.40s' is not the number of an entry.", text);
    return spk_match_rewind(m, seat, number - 1, why);
}

spk_err spk_match_entry_add(spk_match *m, const char *line, spk_why *why)
{
    spk_seat seat;
    const char *text = read_actor(m, line, &seat);
    if (!text)
        return spk_malformed(why, 0, "An entry begins with 'chance' or a seat from 0 to %d.",
                             m->box->n_seats - 1);
    if (spk_str_eq(text, "undo"))
        return spk_match_undo(m, seat, why);
    if (strncmp(text, "undo ", 5) == 0)
        return add_rewind(m, seat, text + 5, why);
    if (strncmp(text, "safe ", 5) == 0)
        return add_safe(m, seat, text + 5, why);
    if (strncmp(text, "say ", 4) == 0)
        return spk_match_talk(m, seat, text + 4, why);
    return spk_match_play(m, seat, text, why);
}
