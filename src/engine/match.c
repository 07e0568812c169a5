/* match.c: one game being played. See match.h. No rule is decided here: game.c asks the game. How a
 * match looks as a file is record.c's business.
 *
 *     entries   [chance start 0] [chance draw F2] ... [0 take M2] [0 undo] [0 take B1]
 *                                                          |__________^ undone_at
 *     texts     \0 start 0 \0 draw F2 \0 ... \0 take M2 \0 undo \0 take B1 \0
 *                  ^ an entry's 'text' and its 'told' are places in here
 *     back      the positions before those moves that can still be taken back, a stack
 *
 * What everybody heard is written down when it happens, so that looking back costs no replay and
 * nobody can learn more from the past than they did at the time. */
#include "engine/match.h"

#include "base/mem.h"
#include "base/str.h"

enum {
    ONLOOKER = SPK_MAX_SEATS, /* place of the onlooker among those who hear */
    LISTENERS,
    NEVER = INT32_MAX,
    TALK_BYTES = 200,
    TOLD_BYTES = 2 * SPK_MOVE_TEXT,
};

typedef struct entry {
    spk_entry_kind kind;
    spk_seat seat;
    spk_move move;
    int undone_at;            /* MOVE, SAFE: the entry that took it back, or NEVER */
    bool shows;               /* MOVE, SAFE: it showed somebody something hidden */
    uint32_t text;            /* the words after the actor: a place in 'texts' */
    uint32_t told[LISTENERS]; /* the same as each listener heard it; 0: not heard */
} entry;

typedef struct way_back {
    int entry;
    int said_from; /* before the move: undoing it does not open the window of talk anew, or a
                    * player could talk for ever */
} way_back;

struct spk_match {
    const spk_box *box;
    void *state;

    entry *entries;
    int n_entries, cap_entries;
    spk_buf texts; /* terminated one by one; the first byte belongs to nobody */
    int n_heard[LISTENERS];

    way_back *back;             /* moves of this turn that can be taken back, newest last ... */
    unsigned char *back_states; /* ... and the positions before them, state_size each */
    int n_back, cap_back;

    spk_said *said; /* all messages, the texts ours; the window is from said_from on */
    int n_said, cap_said, said_from;
};

static bool is_player(const spk_match *m, spk_seat seat)
{
    return seat >= 0 && seat < m->box->n_seats;
}

static bool is_move(const entry *e)
{
    return e->kind == SPK_ENTRY_MOVE || e->kind == SPK_ENTRY_SAFE;
}

static const char *text_at(const spk_match *m, uint32_t place) { return m->texts.bytes + place; }

/* Room for one more in an array that doubles. */
static void *grown(void *array, int n, int *cap, size_t size)
{
    if (n < *cap)
        return array;
    *cap = *cap ? 2 * *cap : 16;
    return spk_realloc(array, (size_t)*cap * size);
}

/* In dev builds every position must obey the game's conservation laws. */
static void check_sound(const spk_match *m)
{
#ifdef SPK_DEV
    const char *broken = m->box->game->unsound(m->box, m->state);
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
    spk_buf_add(&m->texts, "", 1);
    box->game->setup(box, m->state);
    check_sound(m);
    return m;
}

void spk_match_free(spk_match *m)
{
    if (!m)
        return;
    spk_free(m->state);
    spk_free(m->entries);
    spk_buf_release(&m->texts);
    spk_free(m->back);
    spk_free(m->back_states);
    for (int i = 0; i < m->n_said; i++)
        spk_free((char *)m->said[i].text);
    spk_free(m->said);
    spk_free(m);
}

/* -- Writing it down --------------------------------------------------------------------------- */

/* One more text, made of two parts; returns its place. */
static uint32_t keep_text(spk_match *m, const char *head, const char *text)
{
    uint32_t place = (uint32_t)m->texts.n;
    spk_buf_puts(&m->texts, head);
    spk_buf_add(&m->texts, text, strlen(text) + 1);
    return place;
}

static entry *add_entry(spk_match *m, spk_entry_kind kind, spk_seat seat, const char *head,
                        const char *text)
{
    m->entries = grown(m->entries, m->n_entries, &m->cap_entries, sizeof *m->entries);
    entry *e = &m->entries[m->n_entries++];
    *e = (entry){.kind = kind, .seat = seat, .undone_at = NEVER};
    e->text = keep_text(m, head, text);
    return e;
}

static void hears(spk_match *m, entry *e, int listener, uint32_t place)
{
    e->told[listener] = place;
    m->n_heard[listener] += place != 0;
}

static void everybody_hears(spk_match *m, entry *e)
{
    for (int listener = 0; listener < LISTENERS; listener++)
        hears(m, e, listener, e->text);
}

/* How one listener hears a move, in the position before it: a place among the texts, 0 if not. */
static uint32_t tell(spk_match *m, const entry *e, const char *head, spk_seat viewer)
{
    char room[TOLD_BYTES] = "";
    spk_buf out = SPK_BUF_OVER(room);
    if (!m->box->game->tell(m->box, m->state, e->seat, e->move, viewer, &out))
        return 0;
    SPK_BUG_IF(out.overflow);
    return keep_text(m, head, room);
}

static void tell_move(spk_match *m, entry *e, const char *head)
{
    if (!m->box->game->tell) {
        everybody_hears(m, e);
        return;
    }
    for (spk_seat seat = 0; seat < m->box->n_seats; seat++)
        hears(m, e, seat, tell(m, e, head, seat));
    hears(m, e, ONLOOKER, tell(m, e, head, SPK_SEAT_ONLOOKER));
}

/* Keep the position before the newest entry, in case it is taken back. */
static void remember(spk_match *m)
{
    size_t size = m->box->game->state_size;
    int cap = m->cap_back;
    m->back = grown(m->back, m->n_back, &m->cap_back, sizeof *m->back);
    if (m->cap_back > cap)
        m->back_states = spk_realloc(m->back_states, (size_t)m->cap_back * size);
    memcpy(m->back_states + (size_t)m->n_back * size, m->state, size);
    m->back[m->n_back++] = (way_back){m->n_entries - 1, m->said_from};
}

/* Make a move that was judged, and write it down. */
static void make_move(spk_match *m, spk_entry_kind kind, spk_seat seat, spk_move move)
{
    const spk_box *box = m->box;
    const spk_game *game = box->game;
    const char *head = kind == SPK_ENTRY_SAFE ? "safe " : "";
    char text[SPK_MOVE_TEXT];
    entry *e = add_entry(m, kind, seat, head, spk_move_text(box, move, text));
    e->move = move;
    e->shows = game->reveals && game->reveals(box, m->state, seat, move);
    tell_move(m, e, head);

    uint32_t turn = game->turn(box, m->state);
    bool closed = e->shows || seat == SPK_SEAT_CHANCE;
    if (!closed)
        remember(m);
    game->apply(box, m->state, seat, move);
    check_sound(m);
    if (closed || spk_is_over(box, m->state) || game->turn(box, m->state) != turn)
        m->n_back = 0;
    if (e->told[ONLOOKER]) /* what nobody heard does not open the window of talk anew either */
        m->said_from = m->n_said;
}

/* -- Playing ----------------------------------------------------------------------------------- */

/* What a request of this seat is judged by: its own view, so that no refusal, however worded, can
 * tell more than the seat may know. Chance is the house's. */
static void grounds(const spk_match *m, spk_seat seat, spk_state *view)
{
    spk_match_view(m, seat == SPK_SEAT_CHANCE ? SPK_SEAT_HOUSE : seat, view);
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
    *move = m->box->game->safe(m->box, &view, seat);
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

bool spk_match_ends_turn(const spk_match *m, spk_seat seat, spk_move move)
{
    const spk_game *game = m->box->game;
    spk_state next;
    spk_state_copy(m->box, &next, m->state);
    if (spk_apply(m->box, &next, seat, move, NULL) != SPK_OK)
        return false;
    return spk_is_over(m->box, &next) || game->turn(m->box, &next) != game->turn(m->box, m->state);
}

/* -- Taking back ------------------------------------------------------------------------------- */

/* The newest move that was not taken back, made by or heard by this seat; NULL: none. */
static const entry *last_standing(const spk_match *m, spk_seat seat, bool own)
{
    for (int i = m->n_entries - 1; i >= 0; i--) {
        const entry *e = &m->entries[i];
        if (is_move(e) && e->undone_at == NEVER && (own ? e->seat == seat : e->told[seat] != 0))
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
        return spk_refuse(why, "", "You have made no move that could be taken back.");
    if (own->shows)
        return spk_refuse(why, "", "Your last move showed something hidden: it stands.");
    if (last && last->seat == SPK_SEAT_CHANCE)
        return spk_refuse(why, "", "Cards or dice have come since your last move: it stands.");
    if (last && last->seat != seat)
        return spk_refuse(why, "", "Somebody else has acted since your last move: it stands.");
    return spk_refuse(why, "", "The turn of your last move is over: it stands.");
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

/* Go back to before the move at this place, and make those after it, of strangers, again. */
static void step_back(spk_match *m, int place)
{
    size_t size = m->box->game->state_size;
    unsigned char *states = m->back_states;
    memcpy(m->state, states + (size_t)place * size, size);
    m->n_back--;
    for (int i = place; i < m->n_back; i++) {
        m->back[i] = m->back[i + 1];
        memcpy(states + (size_t)i * size, m->state, size);
        const entry *e = &m->entries[m->back[i].entry];
        m->box->game->apply(m->box, m->state, e->seat, e->move);
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
    entry *e = add_entry(m, SPK_ENTRY_UNDO, seat, "", "undo");
    entry *undone = &m->entries[back.entry];
    undone->undone_at = m->n_entries - 1;
    /* Who did not hear the move must not hear that it is gone. */
    for (int listener = 0; listener < LISTENERS; listener++)
        hears(m, e, listener, undone->told[listener] ? e->text : 0);
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
    spk_match_view(m, SPK_SEAT_ONLOOKER, &view); /* whose word it is, everybody can see */
    return talk->speakers(m->box, &view, window(m), m->n_said - m->said_from);
}

static void add_said(spk_match *m, spk_seat seat, const char *text)
{
    size_t n = strlen(text) + 1;
    char *copy = memcpy(spk_alloc(n), text, n);
    m->said = grown(m->said, m->n_said, &m->cap_said, sizeof *m->said);
    m->said[m->n_said++] = (spk_said){seat, copy};
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
    everybody_hears(m, add_entry(m, SPK_ENTRY_TALK, seat, "say ", text));
    add_said(m, seat, text);
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

/* Who that viewer is: a player, the house, or else no more than an onlooker. */
static spk_seat known(const spk_match *m, spk_seat viewer)
{
    return is_player(m, viewer) || viewer == SPK_SEAT_HOUSE ? viewer : SPK_SEAT_ONLOOKER;
}

void spk_match_view(const spk_match *m, spk_seat viewer, spk_state *view)
{
    viewer = known(m, viewer);
    spk_state_copy(m->box, view, m->state);
    if (viewer != SPK_SEAT_HOUSE)
        m->box->game->redact(m->box, view, viewer);
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

/* An entry as that viewer heard it; a place among the texts, 0 if not at all. */
static uint32_t heard(const spk_match *m, const entry *e, spk_seat viewer)
{
    if (viewer == SPK_SEAT_HOUSE)
        return e->text;
    return e->told[is_player(m, viewer) ? viewer : ONLOOKER];
}

void spk_match_history(const spk_match *m, spk_seat viewer, int first, spk_buf *out)
{
    int number = 0;
    for (int i = 0; i < m->n_entries; i++) {
        const entry *e = &m->entries[i];
        uint32_t place = heard(m, e, viewer);
        if (place == 0 || ++number < first)
            continue;
        spk_buf_printf(out, "%d %s ", number, spk_seat_name(e->seat));
        spk_buf_puts(out, text_at(m, place));
        spk_buf_putc(out, '\n');
    }
}

int spk_match_seq(const spk_match *m, spk_seat viewer)
{
    if (viewer == SPK_SEAT_HOUSE)
        return m->n_entries;
    return m->n_heard[is_player(m, viewer) ? viewer : ONLOOKER];
}

/* -- The log ----------------------------------------------------------------------------------- */

int spk_match_n_entries(const spk_match *m) { return m->n_entries; }

spk_entry spk_match_entry(const spk_match *m, int i)
{
    SPK_BUG_IF(i < 0 || i >= m->n_entries);
    const entry *e = &m->entries[i];
    return (spk_entry){e->kind, e->seat, e->move, text_at(m, e->text)};
}

void spk_match_entry_print(const spk_match *m, int i, spk_buf *out)
{
    spk_entry e = spk_match_entry(m, i);
    spk_buf_puts(out, spk_seat_name(e.seat));
    spk_buf_putc(out, ' ');
    spk_buf_puts(out, e.text);
}

void spk_match_state_at(const spk_match *m, int n, spk_state *state)
{
    SPK_BUG_IF(n < 0 || n > m->n_entries);
    m->box->game->setup(m->box, state);
    for (int i = 0; i < n; i++) {
        const entry *e = &m->entries[i];
        if (is_move(e) && e->undone_at >= n)
            m->box->game->apply(m->box, state, e->seat, e->move);
    }
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
        return spk_refuse(why, "", "'%.40s' is not the safe default here.", text);
    make_move(m, SPK_ENTRY_SAFE, seat, move);
    return SPK_OK;
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
    if (strncmp(text, "safe ", 5) == 0)
        return add_safe(m, seat, text + 5, why);
    if (strncmp(text, "say ", 4) == 0)
        return spk_match_talk(m, seat, text + 4, why);
    return spk_match_play(m, seat, text, why);
}
