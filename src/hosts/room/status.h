/* status.h: the status of a table and the kinds of sitter, in the words of the wire and of the
 * database. A header of its own, for the store, which knows no room. */
#ifndef ROOM_STATUS_H
#define ROOM_STATUS_H

typedef enum room_status {
    /* Two that no room has: */
    ROOM_STATUS_ANY = 0,       /* in a query, and of counts: whatever it is */
    ROOM_STATUS_UNCHANGED = 0, /* in a change: as it was */

    ROOM_WAITING, /* nothing is dealt: "open" */
    ROOM_PLAYING,
    ROOM_PAUSED,
    ROOM_FINISHED,
    ROOM_CLOSED, /* for good, by the host: can only be deleted */
    ROOM_STATUS_COUNT
} room_status;

typedef enum room_kind {
    ROOM_OPEN, /* nobody yet */
    ROOM_PERSON,
    ROOM_BOT,
    ROOM_HOTSEAT, /* a person sharing the maker's device */
    ROOM_KIND_COUNT
} room_kind;

/* "", "open", "playing", "paused", "finished", "closed"; "open", "person", "bot", "hotseat". */
extern const char *const room_status_words[ROOM_STATUS_COUNT];
extern const char *const room_kind_words[ROOM_KIND_COUNT];

#endif
