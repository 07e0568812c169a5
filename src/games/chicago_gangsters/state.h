/* state.h: a position of Chicago Gangsters, and what the files of its folder share.
 *
 *                    hand      laid           shown      persons   alcohol
 *      seat 0     (W2 E5)   (W4 B5)           (W4)      thief         3      the four cards of the
 *      seat 1     (B1 B1)   ()                ()        mayor judge   0      round: coalition,
 *      seat 2     (W4)      (E1)              ()        thug          2      district, loot, person
 *      seat 3     ()        ()                ()        priest        5
 *                    |         |                 |
 *                 secret    lies before the    the part of it that     pile     (?)   a bag, no order
 *                           player             everybody sees          discard  (W2 W2 B4 ...)
 *
 * No order of a face-down deck exists anywhere: a card is drawn, or turned up, by a chance event
 * over what is left. Means cards are bags (bag.h), the other decks masks of what has not been seen.
 *
 * Card memory. Besides the cards a state holds what everybody at the table knows about hidden ones:
 *
 *     known[p]    cards that must still be in p's hand or among p's face-down cards, because all saw
 *                 them go there: taken back (CG-3.9, CG-10.9, CG-11.9) or picked from the discard
 *                 pile (CG-13.8). For each kind, the minimum number that is there. Playing or
 *                 discarding one openly takes one off; laying face down takes nothing off.
 *     shuffled    what the draw pile consisted of when it was last shuffled. Everything in the pile
 *                 comes from there.
 *
 * In a view (view.c) hands, face-down cards and the pile are empty bags, and 'unseen', 'down' and
 * 'pile_unseen' count what the viewer cannot see. In a whole state these are 0. */
#ifndef CHICAGO_GANGSTERS_STATE_H
#define CHICAGO_GANGSTERS_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"
#include "games/chicago_gangsters/bag.h"

enum {
    CG_SEATS = 5,
    CG_CLANS = 4,
    CG_MR_X = 4, /* index of Mr. X among the roles: after the clans */
    CG_ROLES = 5,
    CG_NOBODY = 7, /* no seat, no side */
    CG_COALITIONS = 12,
    CG_GAME_END = 12, /* the thirteenth coalition card */
    CG_DISTRICTS = 13,
    CG_LOOTS = 12,
    CG_NO_CARD = 31,
    CG_FIRST_ROUNDS = 10, /* the game-end card comes after 10, 11 or 12 rounds (CG-1.6) */
    CG_MAX_MOVES = 3404,  /* D10 with all abilities and one card of each kind: 8.7 */
};

/* -- Persons (CG-13), in order of value -------------------------------------------------------- */

typedef enum cg_person {
    CG_INFORMER,
    CG_WHISKEY_SMUGGLER,
    CG_DEALER,
    CG_THIEF,
    CG_EXPLOSIVES_EXPERT,
    CG_FENCE,
    CG_POKER_PLAYER,
    CG_PRIEST,
    CG_THUG,
    CG_REPORTER,
    CG_TAXI_DRIVER,
    CG_CUSTOMS_OFFICER,
    CG_BANK_DIRECTOR,
    CG_MAYOR,
    CG_POLICE_CHIEF,
    CG_PROSECUTOR,
    CG_JUDGE,
    CG_SENATOR,
    CG_PERSON_COUNT
} cg_person;

#define CG_BIT(i)           ((uint32_t)1 << (i))
#define CG_ALL_PERSONS      0x3ffffu
#define CG_DEALT_PERSONS    0x0fffcu /* of value 1 to 3: CG-1.8 */
#define CG_VALUE_1          0x001fcu
#define CG_VALUE_2          0x00e00u
#define CG_VALUE_3          0x0f000u
#define CG_VALUE_4          0x30000u
#define CG_UNLOCKING        0x0001cu /* dealer, thief, explosives expert */
#define CG_ROUND_END_SKILLS 0x00063u /* informer, whiskey smuggler, fence, poker player */

/* -- The position ------------------------------------------------------------------------------ */

typedef enum cg_phase {
    CG_FIRST_MR_X,   /* chance: who is Mr. X first (X5) */
    CG_DEAL_PERSONS, /* chance (X2) */
    CG_DEAL_MEANS,   /* chance (X1) */
    CG_COALITION,    /* chance: the four cards of the round (X3, X4) */
    CG_DISTRICT,
    CG_LOOT,
    CG_PERSON,
    CG_X_LAY,        /* D2 */
    CG_CLAIM,        /* D3, sealed */
    CG_DUEL,         /* D4, sealed */
    CG_LAY,          /* D5a */
    CG_SHOW,         /* D5b; for everybody else it is still CG_LAY */
    CG_USE_THUG,     /* D6 */
    CG_KEEP_HIDDEN,  /* D7 */
    CG_PACKAGE,      /* D8 */
    CG_COMPENSATION, /* D9 */
    CG_ROUND_END,    /* D10 */
    CG_DRAW,         /* chance: a means card that is due */
    CG_OVER,
    CG_PHASE_COUNT
} cg_phase;

/* The part of the round. It also says what a draw belongs to. */
typedef enum cg_stage {
    CG_CHALLENGER_TURN, /* and all before it; a draw here replaces a duel card */
    CG_DEFENDER_TURN,
    CG_LOOT_SHARE,
    CG_ENDING,
    CG_STAGE_COUNT
} cg_stage;

enum { CG_CHALLENGER, CG_DEFENDER, CG_SIDES };

/* What a player's round-end turn has used: bits of 'used'. The persons' own bits are theirs. */
enum {
    CG_USED_INFORMER = 1,
    CG_USED_SMUGGLER = 2,
    CG_USED_FENCE = 4,
    CG_USED_POKER = 8,
    CG_USED_SWAP = 16,  /* Mr. X's swap */
    CG_USED_BONUS = 32, /* Mr. X's second draw */
    CG_USED_DRAW = 64,
    CG_USED_ALL = 127,
};

typedef struct cg_state {
    cg_bag hand[CG_SEATS];
    cg_bag known[CG_SEATS]; /* see above */
    cg_bag laid[CG_SEATS];  /* in front of the player, face up or down, until discarded */
    cg_bag shown[CG_SEATS]; /* the open part of 'laid'; in CG_SHOW what will be */
    cg_bag pile, discard, shuffled;
    cg_bag returned; /* while a card lies hidden: what its owner took back at the reveal, and
                      * therefore certainly holds */

    uint32_t persons[CG_SEATS]; /* controlled persons: bits of cg_person */
    uint32_t person_deck;
    uint16_t coalition_deck, district_deck, loot_deck; /* cards nobody has seen yet */
    uint8_t coalition, district, loot, offer;          /* of this round; CG_NO_CARD: none */

    uint8_t alcohol[CG_SEATS];
    uint8_t godfather_points[CG_SEATS];
    uint8_t points[CG_SEATS];    /* contribution this round, as announced or final */
    uint8_t bid[CG_SEATS];       /* claims: card of the duel and order of speaking, see cg_bid */
    uint8_t unseen[CG_SEATS];    /* views: cards in hand; covered ones are among them */
    uint8_t down[CG_SEATS];      /* views: face-down cards whose number is public */
    uint8_t holder[CG_ROLES];    /* the seat of each clan and of Mr. X, or CG_NOBODY */
    uint8_t member[CG_SIDES][2]; /* seats of the marker clan and of the other clan of each side,
                                  * CG_NOBODY if missing or ousted */
    uint8_t strength[CG_SIDES];  /* announced, then final */
    uint8_t drawer[2], due[2];   /* who draws how many cards, and who after that */

    uint8_t phase, stage; /* cg_phase, cg_stage */
    uint8_t active;       /* the seat that is to act; CG_NOBODY if chance or several are */
    uint8_t rounds;       /* finished */
    uint8_t pile_unseen;  /* views: cards in the pile */
    uint8_t mr_x_side;    /* this round; CG_NOBODY: not declared */
    uint8_t asked;        /* CG_CLAIM, CG_DUEL: bits of the seats that answer ... */
    uint8_t answered;     /* ... and of those that have: public, unlike their answers. Spoken
                           * claims: of those that claimed, or passed since the last claim */
    uint8_t claimed;      /* bits of the claimants: sealed in CG_CLAIM, public in CG_DUEL */
    uint8_t contested;    /* 1: the godfather has changed this round, or a duel has failed */
    uint8_t godfather;    /* who holds the card */
    uint8_t new_godfather, ousted; /* of this round */
    uint8_t has_laid;              /* bits of the clan members whose lay is finished */
    uint8_t covered;               /* bits: the number of face-down cards is secret */
    uint8_t deferred;    /* 1: the first member of this side has let the other lay first */
    uint8_t floor;       /* CG_SHOW: card kinds come in rising order, from this one */
    uint8_t thug_used;   /* 1: this round */
    uint8_t keeper;      /* whose card was left face down */
    uint8_t winner;      /* the side that won the round */
    uint8_t sharing;     /* CG_LOOT_SHARE: the side whose packages are shared */
    uint8_t starter;     /* first chooser of the winners, begins the round end */
    uint8_t exchanged;   /* 1: Mr. X has changed this round */
    uint8_t turns_ended; /* CG_ENDING: players who are done */
    uint8_t used;        /* CG_ROUND_END: what the active player has used */
} cg_state;

_Static_assert(sizeof(cg_state) == 24 * 8 + 6 * 4 + 3 * 2 + 4 + 35 + 10 + 25,
               "no padding: equal positions, equal bytes");
_Static_assert(sizeof(cg_state) <= 768, "small enough to copy by the million");

/* -- What the box keeps: the edition, checked -------------------------------------------------- */

typedef struct cg_coalition {
    char id[8];
    uint8_t member[CG_SIDES][2]; /* clans: the one with the tie-break marker, the other */
    uint8_t hidden;              /* the challenging clan with the "?" */
    uint8_t first;               /* the challenging clan that the card lists first */
    uint8_t lone;                /* three players: the clan allied with the missing one */
} cg_coalition;

typedef struct cg_district {
    char id[24], name[32], card[8];
    cg_bag allowed; /* the bits of the allowed kinds' cards */
    bool persons;
} cg_district;

typedef struct cg_package {
    uint8_t alcohol, means, person;
} cg_package;

typedef struct cg_loot {
    char id[8];
    cg_package package[CG_SIDES][2]; /* [0]: the winners' two, [1]: the losers' */
} cg_loot;

typedef struct cg_config {
    char clan[CG_CLANS][24];
    cg_coalition coalition[CG_COALITIONS];
    char game_end[8];
    cg_district district[CG_DISTRICTS];
    cg_loot loot[CG_LOOTS];
    uint8_t means_of[CG_PERSON_COUNT]; /* cg_means of the six; CG_MEANS_COUNT: none */
    cg_bag unlocks[CG_PERSON_COUNT];   /* bits of the cards a person unlocks, or none */
    bool godfather;
    int talk_limit;
} cg_config;

/* Indexes into the table of options. */
enum {
    CG_OPT_GODFATHER,
    CG_OPT_THUG_LONE_ORDER,
    CG_OPT_THUG_IN_BARRED,
    CG_OPT_THUG_DOUBLES_PERSONS,
    CG_OPT_FIRST_MR_X,
    CG_OPT_MR_X_BONUS,
    CG_OPT_OUSTED_ROUND_END,
    CG_OPT_TALK_LIMIT,
    CG_OPT_BOT_TALK,
    CG_OPT_CLAIMS,
    CG_OPT_COUNT
};

/* -- Small questions --------------------------------------------------------------------------- */

/* Of a state or of a view. */
static inline int cg_hand_size(const cg_state *s, spk_seat seat)
{
    return cg_size(s->hand[seat]) + s->unseen[seat];
}
static inline int cg_pile_size(const cg_state *s) { return cg_size(s->pile) + s->pile_unseen; }
static inline bool cg_card_available(const cg_state *s)
{
    return s->pile || s->pile_unseen || s->discard;
}
static inline bool cg_controls(const cg_state *s, spk_seat seat, cg_person person)
{
    return s->persons[seat] >> person & 1;
}
/* The side of an active clan member or of Mr. X; CG_NOBODY: not active. */
static inline int cg_side_of(const cg_state *s, spk_seat seat)
{
    for (int side = 0; side < CG_SIDES; side++)
        if (s->member[side][0] == seat || s->member[side][1] == seat)
            return side;
    return s->holder[CG_MR_X] == seat ? s->mr_x_side : CG_NOBODY;
}

/* Whether claims are spoken one by one and heard at once. Otherwise they are sealed, as duel cards
 * always are (CG-R43). */
static inline bool cg_is_spoken(const cg_state *s)
{
    return s->phase == CG_CLAIM && s->active != CG_NOBODY;
}
/* The parts of a bid. The card a player lays for the duel: kind + 1; 0: none (yet). The position of
 * a player's spoken claim, the first being 1; 0: none, or sealed. */
static inline int cg_bid_card(const cg_state *s, spk_seat seat) { return s->bid[seat] & 15; }
static inline int cg_bid_place(const cg_state *s, spk_seat seat) { return s->bid[seat] >> 4; }
static inline void cg_bid(cg_state *s, spk_seat seat, int card, int place)
{
    s->bid[seat] = (uint8_t)(place << 4 | card);
}

/* In claims or a duel: whether this seat's answer is the last one, which reveals all sealed
 * answers. After a spoken claim everybody who has only passed is asked again. */
static inline bool cg_is_last_answer(const cg_state *s, spk_seat seat, bool claims)
{
    unsigned before = claims && cg_is_spoken(s) ? s->claimed : s->answered;
    return (before | CG_BIT(seat)) == s->asked;
}

/* -- Moves ------------------------------------------------------------------------------------- */

typedef enum cg_op {
    CG_OP_MR_X,        /* chance: a = seat */
    CG_OP_DEAL_PERSON, /* chance: a = person, b = seat */
    CG_OP_DEAL,        /* chance: a = card kind, b = seat */
    CG_OP_COALITION,   /* chance: a = card */
    CG_OP_DISTRICT,    /* chance: a = card */
    CG_OP_LOOT,        /* chance: a = card */
    CG_OP_PERSON,      /* chance: a = person */
    CG_OP_X_LAY,       /* cards, a = side */
    CG_OP_CLAIM,
    CG_OP_PASS, /* idle */
    CG_OP_DUEL, /* a = card kind */
    CG_OP_LAY,  /* cards, a = cover; idle if there are no cards */
    CG_OP_DEFER,
    CG_OP_SHOW, /* a = card kind */
    CG_OP_DONE,
    CG_OP_THUG,    /* a = 1: yes; 0: no, idle */
    CG_OP_HIDE,    /* a = card kind; CG_KINDS: none, idle */
    CG_OP_PACKAGE, /* a = 0 or 1 */
    CG_OP_PAY,     /* a = cg_item */
    CG_OP_DRAW,
    CG_OP_BONUS,
    CG_OP_CONVERT, /* a = person, cards */
    CG_OP_SWAP,    /* a = card kind, b = 1: Mr. X's right; 0: the fence's */
    CG_OP_POKER,   /* cards: four kinds, see cg_poker */
    CG_OP_END,     /* idle */
    CG_OP_COUNT
} cg_op;

typedef enum cg_item { CG_ITEM_ALCOHOL, CG_ITEM_MEANS, CG_ITEM_PERSON, CG_ITEM_COUNT } cg_item;

/*  bit 63   62  56  55  48  47  40  39   0
 *   idle  |   op  |   b   |   a   | cards    */
#define CG_MOVE(op) ((spk_move)(op) << 56)
static inline spk_move cg_move(cg_op op, int a, int b, cg_bag cards)
{
    return CG_MOVE(op) | (spk_move)b << 48 | (spk_move)a << 40 | cards;
}
static inline spk_move cg_idle(cg_op op, int a) { return cg_move(op, a, 0, 0) | SPK_MOVE_IDLE; }

/* Two kinds given, two taken, each pair in kind order. */
static inline spk_move cg_poker(cg_kind a, cg_kind b, cg_kind c, cg_kind d)
{
    return CG_MOVE(CG_OP_POKER) | (spk_move)(a | b << 4 | c << 8 | d << 12);
}

static inline cg_op cg_move_op(spk_move m) { return (cg_op)(m >> 56 & 127); }
static inline int cg_move_a(spk_move m) { return (int)(m >> 40 & 0xff); }
static inline int cg_move_b(spk_move m) { return (int)(m >> 48 & 0xff); }
static inline cg_bag cg_move_cards(spk_move m) { return m & CG_BAG_BITS; }
static inline cg_kind cg_poker_kind(spk_move m, int i) { return (int)(m >> 4 * i & 15); }

/* -- The folder's functions -------------------------------------------------------------------- */

/* edition.c, setup.c: what the box keeps; the first position */
spk_err cg_configure(spk_box *box, spk_edition *edition, spk_why *why);
void cg_setup(const spk_box *box, void *state);
void cg_give_clans(cg_state *s, spk_seat mr_x);

/* moves.c: which moves and outcomes there are */
spk_actors cg_actors(const spk_box *box, const void *state);
int cg_moves(const spk_box *box, const void *state, spk_seat seat, spk_move *out);
int cg_chance(const spk_box *box, const void *state, spk_outcome *out);
spk_move cg_draw(const spk_box *box, const void *state, spk_rng *rng);
spk_move cg_safe(const spk_box *box, const void *state, spk_seat seat);
bool cg_can_defer(const cg_state *s);
bool cg_has_bonus(const spk_box *box, const cg_state *s, spk_seat seat);
unsigned cg_open_skills(const spk_box *box, const cg_state *s);
unsigned cg_payable(const spk_box *box, const cg_state *s);

/* rules.c: what they do */
void cg_apply(const spk_box *box, void *state, spk_seat seat, spk_move move);
uint32_t cg_turn(const spk_box *box, const void *state);
void cg_ask(cg_state *s, cg_phase phase, spk_seat seat);
void cg_enter_side(const spk_box *box, cg_state *s, int side);
/* One player draws n cards, then another draws m; then the round continues. */
void cg_start_draws(const spk_box *box, cg_state *s, spk_seat seat, int n, spk_seat next, int m);

/* godfather.c: claims and duels (CG-11) */
void cg_enter_claims(const spk_box *box, cg_state *s, cg_stage stage);
void cg_answer_claim(const spk_box *box, cg_state *s, spk_seat seat, bool claims);
/* The claimants in the order they spoke; returns how many. */
int cg_announced(const cg_state *s, spk_seat order[CG_CLANS]);
void cg_answer_duel(const spk_box *box, cg_state *s, spk_seat seat, cg_kind kind);

/* fight.c: sides, strengths, reveals, ranks */
void cg_form_sides(const spk_box *box, cg_state *s);
cg_bag cg_usable(const spk_box *box, const cg_state *s, spk_seat seat);
spk_seat cg_lone(const spk_box *box, const cg_state *s);
/* What a player contributes with these cards, all of them usable; or with any cards, of which only the
 * usable ones count, by its parts: the same sum (CG-4.2). */
int cg_contribution(const spk_box *box, const cg_state *s, spk_seat seat, cg_bag cards);
typedef struct cg_sum {
    int cards, acting, thug, persons; /* acting: persons that act as means cards (CG-13.13) */
    int total;
} cg_sum;
cg_sum cg_brings(const spk_box *box, const cg_state *s, spk_seat seat, cg_bag cards);
void cg_reveal_side(const spk_box *box, cg_state *s, int side, cg_bag kept);
void cg_evaluate(const spk_box *box, cg_state *s);
int cg_rank(const cg_state *s, int side, spk_seat order[3]);
bool cg_entitled(const cg_state *s, int side);
int cg_to_win(const cg_state *s); /* in the defenders' turn */
int cg_to_get_loot(const cg_state *s);
const cg_package *cg_packages(const spk_box *box, const cg_state *s);
spk_seat cg_thug_at(const cg_state *s, int side);
spk_seat cg_may_hide(const spk_box *box, const cg_state *s);
spk_seat cg_first_speaker(const spk_box *box, const cg_state *s);

/* refusals.c */
spk_err cg_refuse(const spk_box *box, const void *state, spk_seat seat, spk_move move,
                  spk_why *why);

/* score.c */
void cg_showdown(const spk_box *box, cg_state *s);
int cg_awards(const spk_box *box, const cg_state *s, int category, uint32_t *winners);
void cg_result(const spk_box *box, const void *state, spk_result *result);

/* sound.c */
const char *cg_unsound(const spk_box *box, const void *state);

/* view.c */
void cg_redact(const spk_box *box, void *state, spk_seat seat);
bool cg_heard(const spk_box *box, const void *before, spk_seat actor, spk_move move,
              spk_seat viewer, spk_buf *out);
bool cg_reveals(const spk_box *box, const void *before, spk_seat seat, spk_move move);
void cg_resample(const spk_box *box, void *view, spk_seat seat, spk_rng *rng);

/* tell.c: what everybody learns from a move */
void cg_effects(const spk_box *box, const void *before, spk_seat actor, spk_move move,
                spk_buf *out);

/* text.c: moves */
void cg_print_kind(spk_buf *out, cg_kind kind);
void cg_print_bag(spk_buf *out, cg_bag bag); /* "W2 W2 E5", "-" */
bool cg_parse_kind(const char *word, cg_kind *kind);
void cg_print_move(const spk_box *box, spk_move move, spk_buf *out);
spk_err cg_parse_move(const spk_box *box, const char *text, spk_move *move, spk_why *why);
int cg_find_card(const spk_box *box, cg_op deck, const char *word);

/* text_state.c */
void cg_print_state(const spk_box *box, const void *state, spk_buf *out);
spk_err cg_parse_state(const spk_box *box, const char *text, void *state, spk_why *why);

/* json.c, board.c */
void cg_json(const spk_box *box, const void *view, spk_seat viewer, spk_json *out);
void cg_json_box(const spk_box *box, spk_json *out);
void cg_board(const spk_box *box, const void *view, spk_seat viewer, spk_buf *out);

/* phrases.c */
void cg_explain(const spk_box *box, spk_seat actor, const char *text, spk_buf *out);
void cg_describe(const spk_box *box, const void *view, spk_seat seat, spk_move move, spk_buf *out);
void cg_name_thing(const spk_box *box, const char *code, spk_buf *out);
extern const char *const cg_means_words[CG_MEANS_COUNT]; /* as people call them */

/* talk.c */
extern const spk_talk cg_talk;
spk_err cg_chat(const spk_box *box, const void *view, spk_seat seat, spk_why *why);

/* hints.c, features.c */
extern const spk_hints cg_hints;
extern const spk_features cg_features;

/* features_known.c */
extern const spk_features cg_known_features;

/* scripts.c */
enum { CG_SCRIPTS = 2 };
extern const spk_script cg_scripts[CG_SCRIPTS];

/* data.c */
extern const char *const cg_kind_names[CG_KINDS]; /* "W2" ... */
extern const uint8_t cg_kind_value[CG_KINDS];
extern const uint8_t cg_kind_means[CG_KINDS];
extern const char *const cg_means_names[CG_MEANS_COUNT];
extern const cg_bag cg_means_bits[CG_MEANS_COUNT];
extern const char *const cg_person_names[CG_PERSON_COUNT];
extern const uint8_t cg_person_value[CG_PERSON_COUNT];
extern const char *const cg_clan_ids[CG_ROLES]; /* "clan_a" ... "mr_x" */
extern const char *const cg_side_names[CG_SIDES];
extern const char *const cg_item_names[CG_ITEM_COUNT];
extern const char *const cg_phase_names[CG_PHASE_COUNT];
extern const char *const cg_stage_names[CG_STAGE_COUNT];
extern const spk_option cg_options[CG_OPT_COUNT];

#endif
