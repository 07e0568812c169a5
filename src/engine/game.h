/* game.h: what a game is. The whole interface between the games and everything else.
 *
 * A game is one constant table of functions, spk_game, over a flat state: a struct without pointers
 * in which equal positions are equal bytes, so that a copy is an assignment and a comparison a
 * memcmp. It uses no clock, file, thread, generator or language, and allocates nothing once the
 * box is open.
 *
 * The words:
 *
 *     box      a game set up for one table: seats, options and edition, chosen before the deal,
 *              and whatever the game computes from them once (neighbour lists, prices).
 *              It never changes after spk_box_open and may be shared by threads. See box.h.
 *     state    what moves change, and nothing else.
 *     move     64 bits, the game's own code for one act of a seat or of chance. Between programs
 *              and in files a move is always a line of text (print_move, parse_move).
 *     view     a state with everything removed that one seat may not know (redact). A bot or a
 *              person is given a view, never the state.
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
 * A field may be left out (NULL) only where its comment says what that means. Some of these fields
 * have a wrapper below that handles NULL: call spk_redact, spk_resample, spk_unsound and spk_safe
 * instead of the fields.
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
 * if and only if they are the same number. */
typedef uint64_t spk_move;

#define SPK_MOVE_IDLE ((spk_move)1 << 63)

/* One possible chance outcome; its probability is weight / (sum of all weights). */
typedef struct spk_outcome {
    spk_move move;
    uint32_t weight; /* at least 1 */
} spk_outcome;

enum {
    SPK_STATE_MAX = 2048, /* bytes; no game's state is larger */
    SPK_MOVE_TEXT = 128,  /* room for any move's text, terminator included */
    SPK_TOLD_TEXT = 512,  /* room for any event as a viewer hears it, terminator included */
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
 *     {.name = "talk_limit", .lo = 0, .hi = 8, .fallback = 3, .rule = "CG-3.3", .help = "..."}
 * The first word is the default. box->option[i] holds the word's index or the number.
 *
 * Where the print is silent or can be read in several ways, the default is our reading, and 'ours'
 * says so to players. Where the print, taken word for word, says something else than our reading,
 * 'letter' is that other value; the preset 'letter' (box.h) chooses it.
 *
 * An option that means nothing at some tables says so, and a dialog hides it there: with fewer
 * seats than 'least' or more than 'most' (0: no bound), or unless another option has a value
 * ("godfather=on"). It is still accepted, unless the game refuses it (configure). */
typedef struct spk_option {
    const char *name;
    const char *values; /* space-separated words; NULL: a number */
    int lo, hi, fallback;
    bool per_seat;      /* the number's default is fallback times the number of seats */
    bool ours;          /* the default is our reading of the print */
    const char *letter; /* the most literal value, as text; NULL: the default */
    int least, most;    /* seats */
    const char *with;
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

/* What a message commits its speaker to, packed into a number by the game so that a search can
 * check it a million times; 0: nothing. A promise is about one subject (a round) and lapses with
 * it. */
typedef uint64_t spk_promise;

enum { SPK_BROKEN = -1, SPK_OPEN = 0, SPK_KEPT = 1 };

/* How bots at this table talk, if the game has an option for it. */
typedef enum spk_manners {
    SPK_MANNERS_OWN, /* each as it likes */
    SPK_MANNERS_HONEST,
    SPK_MANNERS_SILENT,
    SPK_MANNERS_COUNT
} spk_manners;

enum { SPK_TALK_TEXT = 64 }; /* room for anything a bot says, terminator included */

/* Talk that is part of a game: messages of a fixed form that appear in the log and in replays but
 * never touch the state. 'said' holds the n messages since the last public move, oldest first. The
 * state is a view: the onlooker's for 'speakers', the speaker's own for 'judge'. */
typedef struct spk_talk {
    /* The seats that may speak now; none: this is not a time for talk. */
    spk_actors (*speakers)(const spk_box *box, const void *state, const spk_said *said, int n);
    /* Whether this seat may say this now. */
    spk_err (*judge)(const spk_box *box, const void *state, const spk_said *said, int n,
                     spk_seat seat, const char *text, spk_why *why);
    /* The last of these messages as a phrase for people; an answer includes what it answers. Prints
     * nothing for a text that is not a message. NULL: messages are shown as they are. */
    void (*sentence)(const spk_box *box, const void *state, const spk_said *said, int n,
                     spk_buf *out);
    /* The number by which others can answer the last of these messages; 0: it cannot be answered.
     * NULL: no message can. */
    int (*number)(const spk_box *box, const void *state, const spk_said *said, int n);
    /* What a person is offered to say now: messages that 'judge' allows, one per line, answers
     * first. 'judge' may allow more, such as ranges nobody needs. Prints nothing if the seat may
     * not speak. NULL: no offers. */
    void (*menu)(const spk_box *box, const void *view, const spk_said *said, int n, spk_seat seat,
                 spk_buf *out);
    /* Those of the menu that fit this moment, one per line, best first: for buttons within reach. Made
     * from the seat's view, and for its own eyes. NULL: none is singled out. */
    void (*apt)(const spk_box *box, const void *view, const spk_said *said, int n, spk_seat seat,
                spk_buf *out);

    /* The rest is for bots, and for the ledger of promises (ledger.h): set all of it, or leave
     * 'promise' NULL, and then bots only pass. The message 'pass' must always be allowed. What a bot says is made from its view, its plan and
     * what was said, and from nothing else. */
    spk_manners (*manners)(const spk_box *box);
    /* A number that stays the same as long as promises made now can still be kept or broken. */
    uint32_t (*subject)(const spk_box *box, const void *state);
    /* What the last of these messages promises. 'view' may be any viewer's. */
    spk_promise (*promise)(const spk_box *box, const void *view, const spk_said *said, int n);
    /* Whether 'promise' could have packed this number: it may come from another process. NULL: no number is trusted. */
    bool (*is_promise)(const spk_box *box, spk_promise promise);
    /* Whether a later promise of the same seat about the same subject is about the same matter, and takes the place of
     * the earlier one as long as nobody has moved since. May be NULL: then every word counts. */
    bool (*replaces)(spk_promise later, spk_promise earlier);
    /* Whether the seat kept its promise, as far as this state or view shows: SPK_KEPT, SPK_BROKEN
     * or SPK_OPEN. In a whole state a promise that can no longer be kept counts as broken. */
    int (*kept)(const spk_box *box, const void *state, spk_seat seat, spk_promise promise);
    /* The same for one legal move: it keeps the promise, breaks it or has nothing to do with it. */
    int (*fits)(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                spk_promise promise);
    /* A move that keeps the promise, one of several by lot: for a search that takes the seat at its word. False:
     * the decision is about something else, the seat's cards do not allow it, or there are so few moves that
     * trying them is as quick. May be NULL. */
    bool (*keep)(const spk_box *box, const void *state, spk_seat seat, spk_promise promise,
                 spk_rng *rng, spk_move *move);
    /* The same where the seat has moved and nobody saw how: changes a guessed world to one in which the promise
     * was kept. False: the world is as it was. May be NULL. */
    bool (*mend)(const spk_box *box, void *world, spk_seat seat, spk_promise promise, spk_rng *rng);
    /* The seat with which this one shares what is at stake in this position, and with which it can bargain; SPK_SEAT_CHANCE:
     * none. May be NULL: there are only rivals. */
    spk_seat (*partner)(const spk_box *box, const void *view, spk_seat seat);
    /* How much of what a good name is worth is still to come, from 100 in most of a game to 0 where nobody will meet again. May be
     * NULL: always all of it. */
    int (*stake)(const spk_box *box, const void *view);
    /* The decision that the seat's next message would be about, as a view in which it is the seat's
     * turn. False: the seat needs no plan in order to talk. */
    bool (*rehearse)(const spk_box *box, const void *view, spk_seat seat, const spk_said *said,
                     int n, void *decision);
    /* What a seat that may speak says when it plans to make that move (NULL: there was nothing to
     * plan): one message that 'judge' allows. The message is true and reveals no more of the plan
     * than a coarse range. If 'bluff' is not 0 it may be untrue, in a way the number decides. To the
     * seats in 'shunned', who have broken their word too often, it tells nothing and grants nothing. */
    void (*speak)(const spk_box *box, const void *view, spk_seat seat, const spk_move *plan,
                  uint32_t bluff, spk_actors shunned, const spk_said *said, int n,
                  char text[SPK_TALK_TEXT]);
} spk_talk;

/* A bot's strength. Each game defines its own levels, so that 'normal' is about as hard in one game
 * as in another: how long the bot may think, and what it overlooks. A weak player does not play to lose: it
 * misses good moves, more of them the weaker it is, but what would throw the game away it sees. */
typedef enum spk_grade { SPK_EASY, SPK_NORMAL, SPK_HARD, SPK_BOSS, SPK_GRADE_COUNT } spk_grade;

/* A level is a character. How it takes what happens, and what it has to say to it, in words that change nothing (hosts/room/remark.h). */
typedef enum spk_temper {
    SPK_MERRY,
    SPK_HOT,
    SPK_DRY,
    SPK_COLD,
    SPK_MUTE,
    SPK_TEMPER_COUNT
} spk_temper;

/* How it weighs something sure against a gamble that brings as much on average. It never pays more than a few hundredths of a win for
 * its taste (ai/search.h). */
typedef enum spk_risk {
    SPK_EVEN,    /* one is as good as the other */
    SPK_CAREFUL, /* rather the sure share */
    SPK_BOLD,    /* rather all or nothing */
    SPK_RISK_COUNT
} spk_risk;

typedef enum spk_occasion {
    SPK_ON_WIN,
    SPK_ON_SHARE, /* a win with others */
    SPK_ON_LOSS,
    SPK_ON_BLOW,     /* its own, against somebody */
    SPK_ON_BETRAYAL, /* it has broken its word ... */
    SPK_ON_BETRAYED, /* ... somebody has */
    SPK_OCCASION_COUNT
} spk_occasion;

typedef struct spk_remark {
    spk_occasion occasion;
    const char *text; /* a phrase without gaps; NULL ends a list */
} spk_remark;

/* What a level sees. The iterations count in two ways: who overlooks nearly everything takes any of the moves that it has tried, and
 * has tried more of them, poorer ones too, the longer it thinks. */
typedef struct spk_sight {
    int16_t iterations; /* of its search, at most; 0: as many as time allows */
    int16_t overlooks;  /* per mille: how often it overlooks a move that it could make ... */
    int16_t notices;    /* ... unless that is better than what it does see by so much, of SPK_WIN */
} spk_sight;

typedef struct spk_level {
    const char *name;    /* of the character: "Lucky" */
    const char *about;   /* one line: how it plays */
    spk_sight two, more; /* at a table for two, and at a larger one, where one mistake shows less */
    spk_temper temper;
    spk_risk risk;
    const spk_remark *says; /* lines of its own, if it has any */
} spk_level;

enum { SPK_WIN = 10000 }; /* the sum of all seats' prospects */

/* What a net sees of a position (features.c): a row of slots, each of which names one feature or
 * none. Features are numbered from 0; a block is a run of them that answers one question ("how far
 * ahead is the seat in this line?"), and several slots may ask the same question about different
 * things (twelve lines): they share the block's features and so what a net has learned about them.
 * Everything is seen by one seat: "own", "the next rival". Rows are also what researchers get as
 * observations; docs/games/<key>.md lists the blocks. */
typedef struct spk_block {
    const char *name;
    int n_slots; /* in a row, in the order of the blocks */
    int size;    /* features */
} spk_block;

enum { SPK_MAX_SLOTS = 256, SPK_NO_FEATURE = 0xffff };

/* What a net sees of a move: a short row of slots, as of a position; the moves of a decision are read
 * together, row after row. */
typedef struct spk_move_features {
    const spk_block *blocks; /* ends with {0} */
    int n_slots, n_features; /* in total */
    void (*read)(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves, int n,
                 uint16_t *rows);
    /* What the features of each move are worth together, if 'worth' says what each is. NULL: rows are read. */
    void (*add)(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves, int n,
                const int16_t *worth, int32_t *sum);
} spk_move_features;

enum { SPK_MAX_MOVE_SLOTS = 8 };

/* A position in a few words, for nets that judge a million of them a second. A word tells something about
 * the position itself, whoever looks ("a line with two gaps, and how strong every gang is in it"); to a seat
 * it means a few features in their slots, and all words together its row. Two kinds of words:
 *
 *     wholes   Equal words mean the same features to a seat, wherever they stand in the list (the slots may
 *              differ): so a net adds up what a word means once and keeps the sum (ai/net.h).
 *     bags     A row of digits, each of which means at most one feature by itself, and 0 none: what is not
 *              in the bag means nothing. Only the digits that changed are looked at.
 *
 * 0 means nothing. */
typedef struct spk_meaning {
    uint16_t slot, feature;
} spk_meaning;

enum {
    SPK_MAX_WORDS = 32,
    SPK_MAX_MEANINGS = 24, /* of a word */
    SPK_MAX_DIGITS = 4096, /* of all bags: digits times values */
};

typedef struct spk_wording {
    int n_bags, n;             /* the first words are bags; all of them, at most SPK_MAX_WORDS */
    const uint8_t *digit_bits; /* of each bag */
    /* 'words' are those of the position 'last', which may be close to this one; NULL: of none. */
    void (*say)(const spk_box *box, const void *state, const void *last, uint64_t *words);
    /* What the i-th word means to a seat: at most SPK_MAX_MEANINGS features; returns how many. */
    int (*mean)(const spk_box *box, int i, uint64_t word, spk_seat seat, spk_meaning *out);
} spk_wording;

typedef struct spk_features {
    const spk_block *blocks;        /* ends with {0} */
    int n_slots, n_features;        /* in total */
    const spk_move_features *moves; /* NULL: a net learns nothing about moves */
    /* Write the n_slots features of a whole state in which somebody is to act, as 'seat' sees it. */
    void (*read)(const spk_box *box, const void *state, spk_seat seat, uint16_t *row);
    /* The same in words; 'read' is then spk_read_words. NULL: rows are all there is. */
    const spk_wording *words;
    /* Whether a net should judge here; where it should not, a search plays on (spk_hints.rollout).
     * NULL: everywhere. */
    bool (*is_settled)(const spk_box *box, const void *state);
    /* Whether nets know tables with these options; where they do not, bots do without. NULL: all. */
    bool (*covers)(const spk_box *box);
    /* In a game of long turns that begin with a die, a net judges best between them: whose turn it is where
     * the position is settled, though chance may be to act. NULL: it judges where somebody acts. */
    spk_seat (*on_turn)(const spk_box *box, const void *state);
} spk_features;

/* A net that a game comes with (nets/<key>/, made by `speakeasy train`): the bytes of its file. */
typedef struct spk_net_file {
    const unsigned char *bytes;
    size_t size;
    int n_seats; /* at such tables */
} spk_net_file;

/* Whole plans, for games whose turns are chains of small moves: "this man takes that bar". A search chooses
 * among plans where the game has some, and carries out a plan move by move before it looks again: one edge
 * of its tree is one purpose. A plan is a number that only the game can read, and nobody remembers it: at
 * the next move there is a new list, in which the walk that was begun stands again. */
typedef struct spk_plans {
    /* The plans of a seat that is to act, each once, with weights of at least 1, as many as it may have
     * moves at most (spk_game.max_moves). 0: none here, moves are chosen one by one. */
    int (*list)(const spk_box *box, const void *state, spk_seat seat, spk_move *plans,
                uint32_t *weight);

    /* The next move of a plan, a legal one of the seat, in the turn in which it was made; the plan
     * remembers how far it is. False: it is carried out, or cannot be. The first move of a plan that
     * was listed is always there. */
    bool (*next)(const spk_box *box, const void *state, spk_seat seat, spk_move *plan,
                 spk_move *move);

    int explore; /* where plans are chosen, in place of spk_hints.explore; 0: the same */
    /* Plans are better judged by spk_hints.values than by a net; else there are plans only with a net. */
    bool by_values;
} spk_plans;

/* What a bot knows about a game before it thinks (hints.c): no rules, and nothing that rules depend
 * on. Integers only, so that a search makes the same move on every machine. The states are whole:
 * before asking, a bot fills in what it cannot see with a guess (resample). */
typedef struct spk_hints {
    /* Every seat's prospects: how many of SPK_WIN games it would win from here, a shared win
     * counting in part. They add up to SPK_WIN; at the end of the game the winners share it
     * (spk_share_end). */
    void (*values)(const spk_box *box, const void *state, int value[SPK_MAX_SEATS]);

    /* How likely a good player is to make each of the n moves, in the order in which the game lists
     * them: weights of at least 1. NULL: all equally likely. */
    void (*weigh)(const spk_box *box, const void *state, spk_seat seat, const spk_move *moves,
                  int n, uint32_t *weight);

    /* A quick, sensible move for playing a position to its end: one of the seat's legal moves,
     * found without listing them all where possible. NULL: a random one from the list. */
    spk_move (*rollout)(const spk_box *box, const void *state, spk_seat seat, spk_rng *rng);

    /* In a game with secrets: how likely, in hundredths of the likeliest, what the others have been seen
     * to do is in a world that was guessed from the seat's view. Less likely worlds are guessed again
     * that often. NULL: all are equally likely. */
    int (*likely)(const spk_box *box, const void *world, spk_seat seat);

    int rival_worlds; /* in a game with secrets: one world in this many is dealt from a rival's view
                       * (search.h); 0: none */
    int horizon;      /* changes of turn a search plays before it asks for values; 0: to the end */
    int explore; /* hundredths: how much a search trusts 'weigh' against what it found; 0: 100 */
    int widen;   /* hundredths: how soon a search considers less likely moves; 0: all at once */

    /* Learned values (ai/net.h), which take the place of 'values', 'rollout' and 'horizon'. */
    const spk_features *features; /* NULL: there are none */
    const spk_features *
        known_features; /* for observations (ai/env.h), in a game with secrets: what a view says about
                         * the hidden, read from the seat's view. No net sees it. NULL: nothing */
    const spk_net_file *nets; /* up to one without bytes; NULL: none */
    int learned_explore;      /* in place of 'explore' */
    const spk_plans
        *plans; /* what a search may choose among instead of moves; NULL: there are none */
    /* In a game with secrets, without a net: moves are compared in the same worlds (search.h), not searched. */
    bool compares;
    /* Whether an earlier step of this turn was made for the sake of this move: who overlooks moves does not overlook that one. NULL: none
     * is. */
    bool (*follows)(const spk_box *box, const void *state, spk_seat seat, spk_move move);
    const char
        *blow; /* the first word of moves by which one player attacks another: "shoot"; or NULL */
    spk_level level[SPK_GRADE_COUNT];
} spk_hints;

/* A script: a player that follows one plan and never searches (scripts.c). Scripts are anchors: once
 * published they stay as they are, so that figures against them can be compared over the years. So
 * they use the rules and nothing of hints.c, which is improved all the time. */
typedef struct spk_script {
    const char *name; /* "square_rusher": on the command line, unlike any bot's or other script's */
    const char *about; /* one line: its plan */

    /* One of the seat's legal moves. 'view' is the seat's, and the seat is among its actors. */
    spk_move (*choose)(const spk_box *box, const void *view, spk_seat seat, spk_rng *rng);
} spk_script;

struct spk_game {
    /* -- Who it is ----------------------------------------------------------------------------- */
    const char *key;    /* "famiglia": folder, command line, records */
    const char *name;   /* "Famiglia" */
    const char *about;  /* one line: designer, publisher, year */
    const char *prefix; /* of its rule numbers: "FA" */
    const char *tints;  /* for colour screens: pairs of a letter that names a side on the board
                         * and its colour, r b y g or w (grey): "FrAbByMg"; NULL: none */
    bool is_new;        /* until it is translated and has a drawn board: missing translations only
                         * warn (tools/words), and the page is sent the board as text */
    int min_seats, max_seats;

    /* -- Limits: for the caller's buffers, and so that every game ends ------------------------ */
    size_t state_size;  /* bytes of a state, at most SPK_STATE_MAX */
    size_t config_size; /* bytes of box->config */
    int max_moves;      /* of one seat at one decision */
    int max_outcomes;   /* of one chance event */
    int max_steps;      /* moves and chance events of a whole game */

    /* -- Before the deal ----------------------------------------------------------------------- */
    const spk_option *options;
    int n_options;
    const char *edition_text; /* the default edition, compiled in from editions/<key>/; NULL: the
                               * game has no editions */
    const char *const *former_editions; /* what the default once was, from editions/<key>/former/,
                                         * up to a NULL; found by hash. NULL: none */
    int rules_version;      /* of the rules as this table of functions applies them, from 1. Raised
                        * with every correction that changes what is legal or what a move does;
                        * the correction asks box->rules_version, so that older matches go on as
                        * they began (docs/game-interface.md). 0 means 1 */
    const char *rules_text; /* rules.md: the rules as we play them, by number, for players */
    const char *notes_text; /* README.md: numbers that only developers need; NULL: none */
    const char *seats_rule; /* the rule about the number of players */
    const char *turn_rule;  /* the rule broken by acting out of turn */
    const char *over_rule;  /* the rule broken by acting after the end */

    /* Read the edition and fill box->config, which is zeroed and config_size long. Seats and
     * options of the box are set and within range; a combination the rules forbid is refused here.
     * 'edition' is NULL if the game has none. NULL: there is nothing to do. */
    spk_err (*configure)(spk_box *box, spk_edition *edition, spk_why *why);

    /* The first position, before any chance. Writes every byte of the state. */
    void (*setup)(const spk_box *box, void *state);

    /* -- Play: never allocates, never fails ---------------------------------------------------- */

    /* Who may act. Several seats where the rules are simultaneous: then each answer is sealed, and
     * until the last one is in, nothing shown to others depends on the answers given. */
    spk_actors (*actors)(const spk_box *box, const void *state);

    /* All legal moves of a seat in 'actors' into 'out' (max_moves long): no duplicates, always in
     * the same order, idle moves last. At least one. Gives the same list for the seat's own view.
     */
    int (*moves)(const spk_box *box, const void *state, spk_seat seat, spk_move *out);

    /* All outcomes of the chance event that is due, each once, always in the same order. NULL:
     * chance never acts. */
    int (*chance)(const spk_box *box, const void *state, spk_outcome *out);

    /* One outcome, without listing them: exactly the one that spk_outcome_draw would take from the
     * list with the same generator. For speed; NULL: the list is made. Call spk_chance_draw. */
    spk_move (*draw)(const spk_box *box, const void *state, spk_rng *rng);

    /* Why a seat in 'actors' may not make this move, which is not in its list: the rule and a
     * sentence for the player. The list alone decides what is legal (spk_judge looks there first),
     * so list and judgement cannot disagree. 'move' may be any number; 'state' may be the seat's
     * view, and the answer must be the same. NULL: refuses with turn_rule and a sentence that fits
     * any move. */
    spk_err (*refuse)(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                      spk_why *why);

    /* Make a move that is legal, or an outcome that is possible; the caller knows (it came from the
     * list, or was judged). For a checked move use spk_apply. */
    void (*apply)(const spk_box *box, void *state, spk_seat seat, spk_move move);

    /* What is played for a seat whose player is absent: a legal, harmless move, always the same
     * one. NULL: the last move of the list, an idle one if there is any. Call spk_safe. */
    spk_move (*safe)(const spk_box *box, const void *state, spk_seat seat);

    /* -- The end ------------------------------------------------------------------------------- */

    /* Scores, ranks and why it ended. While the game is on: the current scores, the ranks they
     * would give, and reason NULL. */
    void (*result)(const spk_box *box, const void *state, spk_result *result);

    /* The conservation laws of the ledger. Returns NULL if the state is sound, else the law's number
     * and what is wrong. NULL: every state is sound. Call spk_unsound. */
    const char *(*unsound)(const spk_box *box, const void *state);

    /* -- Secrets: all of a game's are kept in its view.c. An open game, in which everybody may know
     * everything, has neither redact nor resample (spk_has_secrets) ----------------------------- */

    /* Remove from 'state' everything this seat (or the onlooker) may not know. Two states that
     * differ only in that become the same bytes, and redacting a view again changes nothing. NULL: the
     * game is open. Call spk_redact. */
    void (*redact)(const spk_box *box, void *state, spk_seat seat);

    /* Turn a seat's view into a whole state, drawn from the exact distribution of the states that
     * fit it. Sealed answers, which are choices and not chance, are drawn uniformly. NULL if and
     * only if redact is NULL. Call spk_resample. */
    void (*resample)(const spk_box *box, void *view, spk_seat seat, spk_rng *rng);

    /* What 'viewer' hears when 'actor' makes this move in the position 'before': the move's text,
     * or as much of it as the viewer may know. False: nothing. NULL: everybody hears the move's own
     * text. */
    bool (*heard)(const spk_box *box, const void *before, spk_seat actor, spk_move move,
                  spk_seat viewer, spk_buf *out);

    /* What everybody learns from this move beyond its text. It is the same for all viewers and
     * asked once: parts separated by "; " (spk_effect), such as "gang red; dead blue". NULL: never
     * anything. An event's text is what was heard, "; " and the effects: spk_event_text. */
    void (*effects)(const spk_box *box, const void *before, spk_seat actor, spk_move move,
                    spk_buf *out);

    /* For undo: a number that changes when a turn ends, and whether a move reveals something hidden
     * to anybody (NULL: no move does). Chance needs no mention: after it nothing can be taken
     * back. */
    uint32_t (*turn)(const spk_box *box, const void *state);
    bool (*reveals)(const spk_box *box, const void *before, spk_seat seat, spk_move move);

    /* -- Words --------------------------------------------------------------------------------- */

    /* One spelling: parse(print(m)) is m, and a text that parses prints as itself. Parsing knows
     * the grammar only; whether the move is legal is spk_judge's business. Chance's outcomes
     * included. */
    void (*print_move)(const spk_box *box, spk_move move, spk_buf *out);
    spk_err (*parse_move)(const spk_box *box, const char *text, spk_move *move, spk_why *why);

    /* A whole state as one line of text, for tests and saved positions. parse(print(s)) is s. A
     * state that parses need not be sound: call spk_unsound. On refusal *state is untouched. */
    void (*print_state)(const spk_box *box, const void *state, spk_buf *out);
    spk_err (*parse_state)(const spk_box *box, const char *text, void *state, spk_why *why);

    /* A state (viewer: SPK_SEAT_ALL_SEEING) or a view as one JSON object; docs/games/<key>.md lists the
     * fields. Two states that print the same for the all-seeing viewer are the same. */
    void (*json)(const spk_box *box, const void *view, spk_seat viewer, spk_json *out);

    /* What a client needs to know about the box and no move ever changes (the edition's map, cards,
     * points and prices), as fields of an open JSON object; docs/games/<key>.md lists them. All of
     * it is public. NULL: nothing. */
    void (*json_box)(const spk_box *box, spk_json *out);

    /* The table as lines of text for the person in that seat, made from its view. */
    void (*board)(const spk_box *box, const void *view, spk_seat viewer, spk_buf *out);

    /* -- Words for people (phrases.c): phrases, base/phrase.h ----------------------------------- */
    /* A search never calls these, and they decide no rules. Each may be NULL or print nothing; then
     * the text itself is shown. */

    /* An event of 'actor' as somebody heard it (the move's text and its effects, spk_event_text) in
     * sentences; nothing for an event not worth a line. It depends on box and text alone, so that a
     * replay, a restored table and a browser say the same. The text may be anything. */
    void (*explain)(const spk_box *box, spk_seat actor, const char *text, spk_buf *out);

    /* A legal move of the seat, for a list or a button, without a full stop: "Lay {tile} on {cell}".
     * Made from the seat's view. */
    void (*describe)(const spk_box *box, const void *view, spk_seat seat, spk_move move,
                     spk_buf *out);

    /* What a seat has done from one position to another of its turn, the better to tell two ways apart: phrases for a list, each
     * an infinitive without a capital or a full stop ("take {place} from {foe}"). For games without secrets; the
     * analysis says them. */
    void (*deeds)(const spk_box *box, const void *before, const void *after, spk_seat seat,
                  spk_buf *out);

    /* The name of a thing, given its code as in phrases and moves ("R3", "c4"), or of a result's
     * reason. The code may be anything. */
    void (*name_thing)(const spk_box *box, const char *code, spk_buf *out);

    /* -- What a bot knows (hints.c); NULL: only the rules --------------------------------------- */
    const spk_hints *hints;

    /* -- Players with one plan, to measure bots by (scripts.c); NULL: none ----------------------- */
    const spk_script *scripts;
    int n_scripts;

    /* -- Talk, for games in which it is part of play; NULL: there is none ----------------------- */
    const spk_talk *talk;

    /* Whether the rules let this seat speak freely now. Hosts offer free chat besides a game's own talk; where a rule
     * forbids hints, refuse here, with the rule. 'view' is the seat's. NULL: nothing is ever closed. */
    spk_err (*chat)(const spk_box *box, const void *view, spk_seat seat, spk_why *why);
};

/* -- What a game may leave out ----------------------------------------------------------------- */

/* Whether the game has hidden information. */
static inline bool spk_has_secrets(const spk_game *game);

static inline void spk_redact(const spk_box *box, void *state, spk_seat seat);
static inline void spk_resample(const spk_box *box, void *view, spk_seat seat, spk_rng *rng);
static inline const char *spk_unsound(const spk_box *box, const void *state);
spk_move spk_safe(const spk_box *box, const void *state, spk_seat seat);

/* The character a bot of this grade has in the game; NULL: the game describes none. */
static inline const spk_level *spk_level_of(const spk_game *game, spk_grade grade)
{
    return game->hints && game->hints->level[grade].name ? &game->hints->level[grade] : NULL;
}

/* What it sees at a table of this size. */
static inline const spk_sight *spk_level_sight(const spk_level *level, int n_seats)
{
    return n_seats > 2 ? &level->more : &level->two;
}

/* Whether the game can say how the seats stand (hints->values). */
static inline bool spk_has_values(const spk_game *game)
{
    return game->hints && game->hints->values;
}

/* The game's script of that name; NULL: there is none. */
const spk_script *spk_script_find(const spk_game *game, const char *name);

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

/* A move's text, written into 'room', which is returned. */
const char *spk_move_text(const spk_box *box, spk_move move, char room[SPK_MOVE_TEXT]);

/* What everybody learns from a move ('effects'), written into 'room', which is returned. */
const char *spk_effects_text(const spk_box *box, const void *before, spk_seat actor, spk_move move,
                             char room[SPK_TOLD_TEXT]);

/* The event as that viewer hears it, given its effects; false: not at all. */
bool spk_event_text(const spk_box *box, const void *before, spk_seat actor, spk_move move,
                    spk_seat viewer, const char *effects, spk_buf *out);

/* For games: begin another part of the effects. 'out' holds the effects and nothing else. */
static inline spk_buf *spk_effect(spk_buf *out)
{
    if (out->n)
        spk_buf_puts(out, "; ");
    return out;
}

/* For 'explain': the parts of an event's text one by one, the move's own first. False: there are no
 * more. */
bool spk_part_next(const char **at, char part[SPK_TOLD_TEXT]);

/* The rest of the first part that begins with this word. False: there is none. */
bool spk_part_find(const char *text, const char *word, char rest[SPK_TOLD_TEXT]);

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

/* One of n outcomes (n > 0), drawn by weight. */
static inline spk_move spk_outcome_draw(const spk_outcome *outcomes, int n, spk_rng *rng)
{
    uint32_t left = spk_rng_below(rng, spk_outcome_total(outcomes, n));
    while (left >= outcomes->weight)
        left -= outcomes++->weight;
    return outcomes->move;
}

/* What chance does in this position. */
static inline spk_move spk_chance_draw(const spk_box *box, const void *state, spk_rng *rng);

/* -- Results ----------------------------------------------------------------------------------- */

/* Fill in ranks and winners for a game in which most points win and equal points share a rank. */
void spk_rank_by_score(spk_result *result);

/* -- Prospects, for hints.c -------------------------------------------------------------------- */

/* A row of features from a position's words, for spk_features.read. */
void spk_read_words(const spk_features *features, const spk_box *box, const void *state,
                    spk_seat seat, uint16_t *row);

/* Prospects from the seats' standings: a seat that stands 'doubling' points higher wins twice as
 * often. */
void spk_share_wins(const spk_box *box, const int *standing, int doubling,
                    int value[SPK_MAX_SEATS]);

/* Prospects once the game is over: the winners share SPK_WIN. */
void spk_share_end(const spk_box *box, const void *state, int value[SPK_MAX_SEATS]);

/* -- Inside a box, for the games (box.h says how to open one) ---------------------------------- */

struct spk_box {
    const spk_game *game;
    int n_seats;
    int rules_version;           /* the match is played by; at most the game's own */
    int option[SPK_MAX_OPTIONS]; /* by index in game->options */
    char edition_name[32];
    bool reconstruction;   /* the edition fills in what the print does not say (edition.h) */
    char note[100];        /* a warning about an edition the game accepts anyway; or "" */
    uint64_t edition_hash; /* of the edition's words, without comments */
    char *edition_text;    /* as given; NULL: the default edition */
    void *config;          /* the game's, config_size bytes */
    spk_net_file
        net; /* what the bots at this table have learned: the game's own, or what a host puts
                            * here instead (borrowed); without bytes: nothing */
};

static inline bool spk_has_secrets(const spk_game *game) { return game->redact != NULL; }

static inline void spk_redact(const spk_box *box, void *state, spk_seat seat)
{
    if (box->game->redact)
        box->game->redact(box, state, seat);
}

static inline void spk_resample(const spk_box *box, void *view, spk_seat seat, spk_rng *rng)
{
    if (box->game->resample)
        box->game->resample(box, view, seat, rng);
}

static inline const char *spk_unsound(const spk_box *box, const void *state)
{
    return box->game->unsound ? box->game->unsound(box, state) : NULL;
}

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
