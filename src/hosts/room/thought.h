/* thought.h: asking a bot for a move, for its words or for a hint. Every host does it this way,
 * whether the bot thinks at once, in slices that keep a page responsive, or on another thread.
 *
 *     room_thought t;
 *     room_thought_ask(&t, match, seat, ROOM_ASK_MOVE);     copies from the match what the seat may know
 *     percent = room_thought_begin(&t, bot);                from here on the match is not needed
 *     ... spk_bot_think(bot, n) for that share of a decision's time; 0: there is nothing to think about
 *     room_thought_end(&t, bot);                            the answer is in t.text and t.lines
 *     if (!room_thought_is_stale(&t, match)) ...            others may have acted meanwhile
 *     room_thought_release(&t);
 *
 * A bot is given the seat's view and what everybody has heard, and nothing else. A thought is plain
 * data: it may be passed to another thread, with a bot nobody else uses. The box must outlive
 * it. */
#ifndef ROOM_THOUGHT_H
#define ROOM_THOUGHT_H

#include "ai/bot.h"
#include "engine/match.h"

typedef enum room_asked {
    ROOM_ASK_MOVE,
    ROOM_ASK_WORDS, /* what it has to say, in a game with talk */
    ROOM_ASK_HINT,  /* a move for the person in that seat, and what other moves are worth */
    ROOM_ASKED_COUNT
} room_asked;

extern const char *const room_asked_words[ROOM_ASKED_COUNT]; /* "move", "words", "hint" */

enum {
    ROOM_HINT_LINES = 5,
    ROOM_WORDS_PERCENT = 25, /* of a decision's time is for planning what to say */
};

typedef struct room_thought {
    room_asked what;
    spk_seat seat;

    /* The question */
    const spk_box *box;
    spk_state view;
    uint64_t stamp; /* of the view */
    int heard;      /* public events when the bot was asked */
    spk_said *said; /* since the last move; one block of memory with its texts; NULL: nothing */
    int n_said;

    /* The answer */
    char text[SPK_MOVE_TEXT];        /* the move or the words; "": none */
    spk_line lines[ROOM_HINT_LINES]; /* of a hint: the moves considered, best first */
    int n_lines;
    uint64_t visits; /* of all lines; 0: there is only one move */
    uint64_t looked; /* of a hint: positions searched */
} room_thought;

void room_thought_ask(room_thought *t, const spk_match *m, spk_seat seat, room_asked what);
void room_thought_release(room_thought *t);

/* The bot, made for this seat and box, begins. Returns the percentage of a decision's time it may
 * think; 0: it answers at once. */
int room_thought_begin(const room_thought *t, spk_bot *bot);

/* The bot's answer. */
void room_thought_end(room_thought *t, spk_bot *bot);

/* Whether the answer came too late: for a move or a hint, the seat's view has changed; for words,
 * there was another public event. Then ask the bot again. */
bool room_thought_is_stale(const room_thought *t, const spk_match *m);

/* Tell a bot what has happened. Call it after every change of the match, or the bot will not know
 * who kept a promise. While chance is still to act it hears nothing: who replays a match line by line sees such
 * positions, who sits at the table does not, and both must remember the same. */
void room_bot_listen(spk_bot *bot, const spk_match *m, spk_seat seat);

/* The moves of a hint, as "moves" in the protocol: [{"text", "share", "value"}], best first.
 * 'share' is the part of the search spent on the move, out of 10,000; 'value' is how many of 10,000
 * games the seat would win. 'value' is null if there is only one move. */
void room_thought_print_hint(const room_thought *t, spk_json *out);

#endif
