/* remark.h: what bots say that are characters: when they win, lose, strike a blow or break their word.
 *
 * A remark is no part of the game and of no use in it: nothing is stored, nobody waits for it, and no bot hears it. It follows from
 * the log alone, from what every onlooker has heard of it, so it can tell no secret, and everybody reads the same lines at the
 * same events: in the browser, in a terminal, over a server, and when looking back.
 *
 *     n = room_remarks_at(match, bots, entry, remarks);      behind that entry; mostly none
 *     ... remarks[i].text, a phrase without gaps, in English: the key of the catalogues
 *
 * A character is a level of its game (spk_level): its temper, and lines of its own; lines of everybody of that temper are in remarks.c. A hot temper speaks at every second blow,
 * a cold one at every sixth; the same line comes again only when the others have had their turn. Bots without a character, those that were
 * made silent, and all bots of a table at which bots are silent (option bot_talk) say nothing. Readers turn remarks off for themselves. */
#ifndef ROOM_REMARK_H
#define ROOM_REMARK_H

#include "engine/match.h"

extern const char *const room_occasion_words[SPK_OCCASION_COUNT]; /* "win", "share", ... */

enum { ROOM_REMARKS = 2 }; /* behind one entry, at most */

typedef struct room_remark {
    spk_seat seat;
    spk_occasion occasion;
    const char *text;
} room_remark;

/* 'bots': the word of the bot in every seat, "hard@50ms"; NULL where there is none or it is to be silent. Returns how many
 * remarks there are. */
int room_remarks_at(const spk_match *m, const char *const bots[SPK_MAX_SEATS], int entry,
                    room_remark out[ROOM_REMARKS]);

#endif
