/* game.h: what a game is. The whole interface between the games and everything else.
 *
 * A game is one constant table of functions, spk_game, over a flat state: a struct without pointers
 * in which equal positions are equal bytes, so that a copy is an assignment and a comparison a
 * memcmp. Nothing in it knows a clock, a file, a thread, a generator or a language; nothing in it
 * allocates once the box is open.
 *
 * The words:
 *
 *     box      a game taken from the shelf for one table: seats, options and edition chosen before
 *              the deal, and whatever the game computes from them once (neighbour lists, prices).
 *              It never changes after spk_box_open and may be shared by threads. See box.h.
 *     state    what moves change, and nothing else.
 *     move     64 bits, the game's own code for one act of a seat or of chance. Between programs
 *              and in files a move is always a line of text (print_move, parse_move).
 *     view     a state from which everything was taken that one seat may not know (redact). A bot
 *              or a person is given that, never the state.
 *
 * How a game is played (engine/match.h does this for hosts; a search does it by itself):
 *
 *     game->setup(box, s);
 *     while ((who = game->actors(box, s)) != 0) {
 *         if (who == SPK_CHANCE_ACTS) {
 *             move = spk_chance_draw(box, s, &rng);       or game->chance for all, with weights
 *         } else {
 *             n = game->moves(box, s, seat, moves);       seat: any in 'who'
 *             move = moves[choose(n)];
 *         }
 *         game->apply(box, s, seat, move);
 *     }
 *     game->result(box, s, &result);
 *
 * The promises below are checked for every game at every node of random matches by
 * tests/contract/contract_test.c. docs/game-interface.md shows how to write a game. */
#ifndef SPK_ENGINE_GAME_H
#define SPK_ENGINE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/rng.h"
#include "engine/seat.h"

typedef struct spk_game spk_game;
typedef struct spk_box spk_box;
typedef struct spk_edition spk_edition;

/* A move. The lower 63 bits belong to the game; the top bit marks a move that only passes or skips,
 * which is how a simulation can play "busy" without knowing any game. Two moves are the same move
 * exactly if they are the same number. */
typedef uint64_t spk_move;

#define SPK_MOVE_IDLE ((spk_move)1 << 63)

/* One thing chance may do now, and how often in (sum of the weights) it does it. */
typedef struct spk_outcome {
    spk_move move;
    uint32_t weight; /* at least 1 */
} spk_outcome;

enum {
    SPK_STATE_MAX = 2048, /* bytes; no game's state is larger */
    SPK_MOVE_TEXT = 128,  /* room for any move's text, terminator included */
    SPK_TOLD_TEXT = 512,  /* room for any event as somebody hears it, terminator included */
    SPK_MAX_OPTIONS = 12,
    SPK_MAX_MOVES = 4096,   /* no game lists more moves ... */
    SPK_MAX_OUTCOMES = 256, /* ... or outcomes at once */
    SPK_MAX_VALUES = 32,    /* words an option can choose from */
};

/* Room for any game's state, for callers that keep states on the stack. */
typedef union spk_state {
    max_align_t align;
    unsigned char bytes[SPK_STATE_MAX];
} spk_state;

/* A table option: a choice of words, or a number.
 *     {.name = "tie_break", .values = "draw descending", .rule = "FA-R50", .help = "..."}
 *     {.name = "talk_limit", .lo = 0, .hi = 8, .fallback = 3, .rule = "8.6", .help = "..."}
 * The first word is the default. box->option[i] holds the word's place from 0, or the number. */
typedef struct spk_option {
    const char *name;
    const char *values; /* words apart by one space; NULL: a number */
    int lo, hi, fallback;
    bool per_seat; /* the number's default is fallback times the number of seats */
    const char *rule, *help;
} spk_option;

typedef struct spk_result {
    int n_seats;
    int score[SPK_MAX_SEATS];
    int rank[SPK_MAX_SEATS]; /* 1 is first; equal ranks share a place */
    uint32_t winners;        /* a bit per seat; all first-ranked seats */
    const char *reason;      /* why it ended: an identifier of the ledger, such as "double_pass" */
} spk_result;

/* Something said at the table since the last move (spk_talk). */
typedef struct spk_said {
    spk_seat seat;
    const char *text;
} spk_said;

/* What a message binds its speaker to, packed as the game likes, so that a search can ask about it a
 * million times; 0: to nothing. Promises are about one subject (a round), and lapse with it. */
typedef uint64_t spk_promise;

enum { SPK_BROKEN = -1, SPK_OPEN = 0, SPK_KEPT = 1 };

/* How the bots of a table talk, if the game has an option for that. */
typedef enum spk_manners {
    SPK_MANNERS_OWN, /* each as it likes */
    SPK_MANNERS_HONEST,
    SPK_MANNERS_SILENT,
    SPK_MANNERS_COUNT
} spk_manners;

enum { SPK_TALK_TEXT = 64 }; /* room for anything a bot says, terminator included */

/* Talk that is part of a game: messages of a fixed form, in the log and in replays, that never
 * touch the state. 'said' are the n messages since the last move that everybody heard of, oldest
 * first. The state is a view: the onlooker's for the speakers, the speaker's own for the judgement. */
typedef struct spk_talk {
    /* The seats that may speak now; none: the window is closed. */
    spk_actors (*speakers)(const spk_box *box, const void *state, const spk_said *said, int n);
    /* Whether this seat may say this now. */
    spk_err (*judge)(const spk_box *box, const void *state, const spk_said *said, int n,
                     spk_seat seat, const char *text, spk_why *why);
    /* The last of these messages as a sentence for people. NULL: they are shown as they are. */
    void (*sentence)(const spk_box *box, const void *state, const spk_said *said, int n,
                     spk_buf *out);

    /* For bots; all of it or, with 'promise' NULL, nothing, and then bots only pass. 'pass' must be
     * a message that is always allowed. No bot is asked what its view does not show: what it says
     * is made from the view, its plan and what was said. */
    spk_manners (*manners)(const spk_box *box);
    /* A number that stays the same as long as promises about it can be kept or broken. */
    uint32_t (*subject)(const spk_box *box, const void *state);
    /* What the last of these messages promises; 'view' is anybody's. */
    spk_promise (*promise)(const spk_box *box, const void *view, const spk_said *said, int n);
    /* Whether the seat kept its promise, as far as this state or view shows: SPK_KEPT, SPK_BROKEN
     * or SPK_OPEN. In a whole state a promise that cannot be kept any more counts as broken. */
    int (*kept)(const spk_box *box, const void *state, spk_seat seat, spk_promise promise);
    /* The same of one legal move: whether it keeps it, breaks it or has nothing to do with it. */
    int (*fits)(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                spk_promise promise);
    /* The decision that the seat's next words would be about, as a view in which it is to act now.
     * False: it needs no plan to go on talking. */
    bool (*rehearse)(const spk_box *box, const void *view, spk_seat seat, const spk_said *said,
                     int n, void *decision);
    /* What a seat that has the word says, having planned that move (NULL: there was nothing to
     * plan): one message that 'judge' allows. It is true of the plan and tells no more of it than a
     * coarse range; but if 'bluff' is not 0 it may be untrue, in a way that this number decides. */
    void (*speak)(const spk_box *box, const void *view, spk_seat seat, const spk_move *plan,
                  uint32_t bluff, const spk_said *said, int n, char text[SPK_TALK_TEXT]);
} spk_talk;

/* How strong a bot is wanted. Each game says what that means for it, so that 'normal' is as hard in
 * one game as in another: how long it thinks at most, and how often it is careless or worse. */
typedef enum spk_grade { SPK_EASY, SPK_NORMAL, SPK_HARD, SPK_GRADE_COUNT } spk_grade;

typedef struct spk_level {
    const char *name;  /* of the character: "Lucky" */
    const char *about; /* one line: how it plays */
    int iterations;    /* of its search, at most; 0: as many as there is time for */
    int careless;      /* so many of 100 moves are drawn from what it looked at, not the best */
    int wild;          /* so many of 100 are any move at all, each as likely: what beginners do */
} spk_level;

enum { SPK_WIN = 10000 }; /* what the seats' prospects add up to */

/* What a bot may know of a game before it thinks (hints.c): no rule, and nothing a rule depends on.
 * Integers only, so that a search makes the same move on every machine. The states are whole: a bot
 * guesses what it cannot see (resample) before it asks. */
typedef struct spk_hints {
    /* Every seat's prospects: how many of SPK_WIN games from here it wins, shared wins in parts.
     * They add up to SPK_WIN, and at the end they are what the winners share (spk_share_end). */
    void (*values)(const spk_box *box, const void *state, int value[SPK_MAX_SEATS]);

    /* How likely a good player is to make each of the n moves as the game lists them: weights from
     * 1 up. NULL: all alike. */
    void (*weigh)(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves,
                  int n, uint32_t *weight);

    /* A sensible move at once, for playing a position on: one of the seat's legal moves, without
     * listing them all if that can be. NULL: any of the list. */
    spk_move (*stroll)(const spk_box *box, const void *state, spk_seat seat, spk_rng *rng);

    int doubt;   /* seats hide something from each other, so one world in so many is dealt from a
                   * rival's view (search.h); 0: nobody hides anything */
    int horizon; /* changes of turn that a search plays on before it asks for values; 0: to the end */
    int explore; /* hundredths: how much a search trusts 'weigh' against what it found; 0: 100 */
    int widen; /* hundredths: how quickly a search looks at less likely moves; 0: at all at once */
    spk_level level[SPK_GRADE_COUNT];
} spk_hints;

struct spk_game {
    /* -- Who it is ----------------------------------------------------------------------------- */
    const char *key;    /* "famiglia": folder, command line, records */
    const char *name;   /* "Famiglia" */
    const char *about;  /* one line: designer, publisher, year */
    const char *prefix; /* of its rule numbers: "FA" */
    const char *tints;  /* for screens with colour: pairs of a letter that names a side on the board
                         * and its colour, r b y g or w (grey): "FrAbByMg"; NULL: none */
    int min_seats, max_seats;

    /* -- How large it gets: the caller's buffers, and the proof that games end ----------------- */
    size_t state_size;  /* bytes of a state, at most SPK_STATE_MAX */
    size_t config_size; /* bytes of what the box keeps for the game */
    int max_moves;      /* of one seat at one decision */
    int max_outcomes;   /* of one chance event */
    int max_steps;      /* moves and chance events of a whole game */

    /* -- Before the deal ----------------------------------------------------------------------- */
    const spk_option *options;
    int n_options;
    const char *edition_text; /* the default edition, compiled in from editions/<key>/ */
    const char *rules_text;   /* the game's README: the rules as we play them, by number */
    const char *seats_rule;   /* the clause about the number of players */
    const char *turn_rule;    /* the clause an act out of turn breaks */
    const char *over_rule;    /* the clause an act after the end breaks */

    /* Read the edition and fill box->config, which is zeroed and config_size long. Seats and
     * options of the box are set and within range; a combination the rules forbid is refused here.
     */
    spk_err (*configure)(spk_box *box, spk_edition *edition, spk_why *why);

    /* The first position, before any chance. Writes every byte of the state. */
    void (*setup)(const spk_box *box, void *state);

    /* -- Play: never allocates, never fails ---------------------------------------------------- */

    /* Who may act. Several seats where the rules are simultaneous: then each answer is sealed, and
     * until the last one is in nothing that leaves the state tells one answer from another. */
    spk_actors (*actors)(const spk_box *box, const void *state);

    /* All legal moves of a seat in 'actors' into 'out' (max_moves long): no duplicates, always in
     * the same order, idle moves last. At least one. Gives the same list for the seat's own view.
     */
    int (*moves)(const spk_box *box, const void *state, spk_seat seat, spk_move *out);

    /* All outcomes of the chance event that is due, each once, always in the same order. */
    int (*chance)(const spk_box *box, const void *state, spk_outcome *out);

    /* One outcome, without listing them: exactly the one that spk_outcome_draw would take from the
     * list with the same generator. For speed; NULL: the list is made. Call spk_chance_draw. */
    spk_move (*draw)(const spk_box *box, const void *state, spk_rng *rng);

    /* Why a seat in 'actors' may not make this move, which is none of its list: the rule and a
     * sentence for the player. The list alone decides what is legal (spk_judge looks there first),
     * so list and judgement cannot disagree. 'move' may be any number; 'state' may be the seat's
     * view, and the answer must be the same. */
    spk_err (*refuse)(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                      spk_why *why);

    /* Make a move that is legal, or an outcome that is possible; the caller knows (it came from the
     * list, or was judged). For a checked move use spk_apply. */
    void (*apply)(const spk_box *box, void *state, spk_seat seat, spk_move move);

    /* What is played for a seat whose player is absent: legal, harmless, without a choice. */
    spk_move (*safe)(const spk_box *box, const void *state, spk_seat seat);

    /* -- The end ------------------------------------------------------------------------------- */

    /* Scores, places and why it ended. While the game is on: the scores as they stand, the places
     * they would give, reason NULL. */
    void (*result)(const spk_box *box, const void *state, spk_result *result);

    /* The conservation laws of the ledger. NULL: sound; else the law's number and what is wrong. */
    const char *(*unsound)(const spk_box *box, const void *state);

    /* -- Secrets: all of a game's are kept in its view.c --------------------------------------- */

    /* Take out of 'state' all that this seat (or the onlooker) may not know. Two states that differ
     * only in that become the same bytes. A view of a view is the same view. */
    void (*redact)(const spk_box *box, void *state, spk_seat seat);

    /* Turn a seat's view into a whole state, drawn from the exact distribution of the states that
     * fit it. Hidden answers that are choices, not chance, are drawn uniformly. */
    void (*resample)(const spk_box *box, void *view, spk_seat seat, spk_rng *rng);

    /* How 'viewer' hears that 'actor' made this move, in the position before it; false: not at all.
     * The move's text, or as much of it as may be heard; then, each behind "; ", what came of it
     * that the text does not say: "throw 5 4; gang red; dead blue". At most SPK_TOLD_TEXT long.
     * NULL: everybody hears the move's own text. */
    bool (*tell)(const spk_box *box, const void *before, spk_seat actor, spk_move move,
                 spk_seat viewer, spk_buf *out);

    /* For undo: a number that changes when a turn ends, and whether a move shows anybody something
     * hidden (NULL: no move does; what chance shows needs no saying). */
    uint32_t (*turn)(const spk_box *box, const void *state);
    bool (*reveals)(const spk_box *box, const void *before, spk_seat seat, spk_move move);

    /* -- Words --------------------------------------------------------------------------------- */

    /* One spelling: parse(print(m)) is m, and a text that parses prints as itself. Parsing knows
     * the grammar only; whether the move is legal is spk_judge's business. Chance's outcomes
     * included. */
    void (*print_move)(const spk_box *box, spk_move move, spk_buf *out);
    spk_err (*parse_move)(const spk_box *box, const char *text, spk_move *move, spk_why *why);

    /* A whole state as one line of text, for tests and saved positions. parse(print(s)) is s. What
     * parses need not be sound: ask unsound(). On refusal *state is untouched. */
    void (*print_state)(const spk_box *box, const void *state, spk_buf *out);
    spk_err (*parse_state)(const spk_box *box, const char *text, void *state, spk_why *why);

    /* A state (viewer: SPK_SEAT_HOUSE) or a view as one JSON object; docs/games/<key>.md lists the
     * fields. Two states that print alike for the house are alike. */
    void (*json)(const spk_box *box, const void *view, spk_seat viewer, spk_json *out);

    /* The table as lines of text for a person in that seat, made from a view. */
    void (*board)(const spk_box *box, const void *view, spk_seat viewer, spk_buf *out);

    /* -- What a bot may know (hints.c) --------------------------------------------------------- */
    const spk_hints *hints;

    /* -- Talk, for games that declare it ------------------------------------------------------- */
    const spk_talk *talk;
};

/* -- Calls that check first -------------------------------------------------------------------- */

/* Whether anybody, chance included, may make this move now. Judges turn and end before the rules.
 */
spk_err spk_judge(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                  spk_why *why);

/* Judge, then make the move. A refusal changes nothing. */
spk_err spk_apply(const spk_box *box, void *state, spk_seat seat, spk_move move, spk_why *why);

/* A move's text, read and judged for this position. */
spk_err spk_move_read(const spk_box *box, const void *state, spk_seat seat, const char *text,
                      spk_move *move, spk_why *why);

/* A move's text into room for SPK_MOVE_TEXT characters; returns that room. */
const char *spk_move_text(const spk_box *box, spk_move move, char room[SPK_MOVE_TEXT]);

/* A saved position: parsed, and refused if it breaks a conservation law. */
spk_err spk_state_read(const spk_box *box, const char *text, void *state, spk_why *why);

static inline bool spk_is_over(const spk_box *box, const void *state);

/* -- Chance ------------------------------------------------------------------------------------ */

static inline uint32_t spk_outcome_total(const spk_outcome *outcomes, int n)
{
    uint32_t total = 0;
    for (int i = 0; i < n; i++)
        total += outcomes[i].weight;
    return total;
}

/* One of n outcomes (n > 0), each as often as its weight says. */
static inline spk_move spk_outcome_draw(const spk_outcome *outcomes, int n, spk_rng *rng)
{
    uint32_t left = spk_rng_below(rng, spk_outcome_total(outcomes, n));
    while (left >= outcomes->weight)
        left -= outcomes++->weight;
    return outcomes->move;
}

/* What chance does in this position. */
static inline spk_move spk_chance_draw(const spk_box *box, const void *state, spk_rng *rng);

/* -- Prospects, for hints.c -------------------------------------------------------------------- */

/* Wins shared by how the seats stand: whoever stands 'doubling' higher wins twice as often. */
void spk_share_wins(const spk_box *box, const int *standing, int doubling,
                    int value[SPK_MAX_SEATS]);

/* What the winners share once the game is over. */
void spk_share_end(const spk_box *box, const void *state, int value[SPK_MAX_SEATS]);

/* -- The box's insides, for the games (box.h tells how to open one) ---------------------------- */

struct spk_box {
    const spk_game *game;
    int n_seats;
    int option[SPK_MAX_OPTIONS]; /* by place in game->options */
    char edition_name[32];
    char note[100]; /* what the game has to say about an edition it takes all the same; or "" */
    uint64_t edition_hash; /* of what the edition says, comments and blanks left out */
    void *config;          /* the game's, config_size bytes */
};

static inline bool spk_is_over(const spk_box *box, const void *state)
{
    return box->game->actors(box, state) == 0;
}

static inline spk_move spk_chance_draw(const spk_box *box, const void *state, spk_rng *rng)
{
    if (box->game->draw)
        return box->game->draw(box, state, rng);
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    int n = box->game->chance(box, state, outcomes);
    return spk_outcome_draw(outcomes, n, rng);
}

#endif
