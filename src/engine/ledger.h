/* ledger.h: who promised what at a table and who kept it, in games in which talk is part of play
 * (spk_talk). It is written from what everybody can see, the onlooker's view, and from nothing else:
 * a promise that was broken in secret stays open until that comes to light. So everybody may read
 * it, and all read the same. Bots remember for themselves (ai/memory.h) by what the game calls kept, and forget no word.
 *
 *     my_points 8 10   heard  ->  OPEN  ->  KEPT or BROKEN   when everybody can see it
 *                                      \->  LAPSED           its round is over and nobody could tell
 *                                      \->  REPLACED         the same seat thought better of it before anybody moved
 *
 * Whoever says "8 to 10" and then "4 to 6" in the same conversation is bound by the later words alone: nobody has acted
 * on the first. Once a move was made that everybody heard of, both count.
 *
 * A match keeps one (spk_match_promise); nobody else needs to. */
#ifndef SPK_ENGINE_LEDGER_H
#define SPK_ENGINE_LEDGER_H

#include "engine/game.h"

enum { SPK_LISTENERS = SPK_MAX_SEATS + 1 }; /* every seat, and the onlooker last */

typedef enum spk_vow_state {
    SPK_VOW_OPEN,
    SPK_VOW_KEPT,
    SPK_VOW_BROKEN,
    SPK_VOW_LAPSED,
    SPK_VOW_REPLACED,
    SPK_VOW_COUNT
} spk_vow_state;

extern const char
    *const spk_vow_names[SPK_VOW_COUNT]; /* "open", "kept", "broken", "lapsed", "replaced" */

/* One promise. */
typedef struct spk_vow {
    spk_promise promise;
    uint32_t subject;
    spk_seat seat; /* who gave it */
    spk_vow_state state;
    int entry;            /* of the log: the message ... */
    int n[SPK_LISTENERS]; /* ... and its number for every listener */
    int decided;          /* the entry after which it was no longer open */
} spk_vow;

typedef struct spk_ledger {
    spk_vow *vows;
    int n, cap, n_open;
} spk_ledger;

void spk_ledger_release(spk_ledger *l);

/* Somebody said something, the last of 'said': write it down if it promises anything. The same words
 * again are no second promise. 'vow' says which entry it is, and its numbers; an open promise on the same matter
 * (spk_talk.replaces) is replaced by it, if its entry is not before 'since', where the conversation began. */
void spk_ledger_hear(spk_ledger *l, const spk_box *box, const void *view, const spk_said *said,
                     int n, spk_vow vow, int since);

/* After that entry this is what everybody sees. Costs nothing while no promise is open. */
void spk_ledger_settle(spk_ledger *l, const spk_box *box, const void *view, int entry);

/* That entry was taken back: what was decided by it or later is open again. */
void spk_ledger_reopen(spk_ledger *l, int entry);

/* That entry and all since no longer count: nor do promises given since. */
void spk_ledger_rewind(spk_ledger *l, int entry);

#endif
