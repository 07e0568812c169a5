/* room.h: a table as its guests see it: a match, its clock, who sits where, what is allowed, when
 * bots speak and move, and the messages of docs/protocol.md that show it all. A room uses no
 * socket, file, thread or clock, so the same source serves the server, the page (in a Worker), the
 * terminal and a simulator.
 *
 *     room *r = room_new(&plan, &box);                        seats are open, nothing is dealt
 *     room_sit(r, 0, &(room_sitter){.kind = ROOM_PERSON, .name = "Ann"});
 *     room_sit(r, 1, &(room_sitter){.kind = ROOM_BOT, .name = "Lucky", .bot = "hard"});
 *     err = room_start(r, &rng, now, &why);                   the deal
 *     err = room_act(r, seat, &(room_deed){.kind = ROOM_MOVE, .text = "recruit F0", .n = 12}, &rng,
 *                    now, &why);                              refused: nothing has changed
 *     for every guest whose room_stamp has changed: room_print_view(r, viewer, seen, now, &out)
 *     due = room_due_now(r, &pace, now);                      what bots have to do: "Bots' turns"
 *     room_free(r);
 *
 * WRITE, THEN SHOW. Every change of a room is in the match's log, the clock, the status or the
 * seats. A host with a store makes the change, writes the new entries (compare spk_match_n_entries
 * before and after), the clock (room_save) and the status, and only then shows it to anybody.
 * If writing fails, it discards the room and restores it from what was written ("Keeping").
 *
 * SECRETS. Everything printed for a viewer, and every refusal, is made from that viewer's view,
 * history and clock face. Two rooms that differ only in what a viewer may not know print the same
 * bytes for it. Whether something is sent must not reveal more either: decide by room_stamp and
 * room_facts_stamp, not by what has happened. A seat that runs out of time while answers are sealed
 * is away at once, but others are not shown that before the next public move.
 *
 * TIME comes from the host (clock.h) and is passed in. Given the same calls at the same times, a
 * room always does the same. */
#ifndef ROOM_H
#define ROOM_H

#include "base/json.h"
#include "engine/clock.h"
#include "engine/match.h"
#include "hosts/room/remark.h"
#include "hosts/room/status.h"
#include "hosts/room/thought.h"

enum {
    ROOM_NAME = 40,             /* bytes of a person's name, terminator included */
    ROOM_WORD = 40,             /* of a bot's word: "hard@50ms" */
    ROOM_UNDOS = 36,            /* moves a seat may take back in one turn ... */
    ROOM_SAYS = 24,             /* ... and messages of the game's talk: limits the log */
    ROOM_CHAT_CHARACTERS = 200, /* code points of one chat message */
    ROOM_CHAT_BYTES = 4 * ROOM_CHAT_CHARACTERS,
    ROOM_PAUSES = 3,          /* with a clock: of one player in a game ... */
    ROOM_PAUSE_LEAST_S = 600, /* ... each as long as the clock's own time, or this */
    ROOM_CHATS = 100,         /* chat messages shown to a new guest */
};

/* The bot that plays for people who are away, if the clock's rule says "bot" and the seat names
 * none. */
#define ROOM_STAND_IN "normal"

/* -- Who sits there ------------------------------------------------------------------------------ */

typedef struct room_sitter {
    room_kind kind;
    char name[ROOM_NAME]; /* from room_name_read, or chosen by the host */
    char bot[ROOM_WORD];  /* of a bot; of a person: the bot that plays while they are away, or "" */
    bool here;            /* somebody is connected; set by the host */
    int64_t gone_ms;      /* not here: since when. Set by the room */
    bool mute;            /* never speaks, even if such a bot could */
} room_sitter;

/* Read a name given by a guest, n bytes, into 'name'; surrounding spaces are dropped. Refuses names
 * that are empty or too long, invalid UTF-8, control characters, invisible ones and characters that change the
 * text's direction. */
spk_err room_name_read(const char *bytes, size_t n, char name[ROOM_NAME], spk_why *why);

/* Whether a UTF-8 text contains invisible characters or ones that change its direction; spaces of any
 * width are fine. */
bool room_has_hidden(const char *text);

/* Whether anything of a UTF-8 text is seen: spaces, accents and joins alone are nothing. */
bool room_has_visible(const char *text);

/* -- What was agreed before the deal, besides the game's own options (which are in the box) ------- */

typedef struct room_plan {
    spk_clock_rule clock;
    bool
        undo; /* players may take back moves of their turn (match.h says when); who plays bots alone, any of their own */
    bool chat;       /* free chat, besides the game's own talk */
    bool no_remarks; /* of bots (remark.h) */
    bool hints;      /* a seat may ask what a strong bot would do */
    bool pause;      /* a seat may stop the clocks */
    bool onlookers;  /* anybody with the link may look */
    bool
        official; /* others wait for the result, as in a tournament: the game goes on whoever is there, and players cannot
                    * agree to end it without one */
    int absence_s; /* without a clock: how long a player must have been gone before the seat is handed over.
                     * 0: at this host people are always there (a terminal, a tab of the page) */
} room_plan;

enum {
    ROOM_ABSENCE_S = 600,      /* the default ... */
    ROOM_ABSENCE_LEAST_S = 60, /* ... and the minimum; the maximum is SPK_CLOCK_MOST_S */
};

/* -- A room's life ------------------------------------------------------------------------------- */

typedef struct room room;

room *room_new(const room_plan *plan, const spk_box *box); /* the box is borrowed */
void room_free(room *r);

/* -- Asking -------------------------------------------------------------------------------------- */

/* All changes go through the calls below: these are for looking. */
const spk_match *room_match(const room *r);
const spk_clock *room_clock(const room *r); /* meaningless before the deal */
const room_plan *room_plan_of(const room *r);
room_status room_status_of(const room *r);
bool room_is_dealt(const room *r); /* the match has begun, although its log may still be empty */
const room_sitter *room_sitter_of(const room *r, spk_seat seat);
bool room_is_full(const room *r); /* no seat is open */

/* The person left or ran out of time, and the host acts for them. This is the truth; what others
 * may know is in the facts. Never true for a bot. */
bool room_is_away(const room *r, spk_seat seat);

/* Seats that are to move now and have no person to do it: bots, and people who are away. None while
 * the table is paused or no player is present. room_bot_of: the bot that moves there; "": none, the safe default is
 * played. */
spk_actors room_bot_turns(const room *r);
const char *room_bot_of(const room *r, spk_seat seat);

/* When the first clock will run out; SPK_NEVER: none is running. Then room_time_out marks those
 * seats as away for this decision (clock.h), so that it becomes a bot's turn there, or ends a pause that has
 * lasted long enough; returns whether there was anything to do. */
int64_t room_deadline(const room *r);
bool room_time_out(room *r, int64_t now);

/* A game is not played out by bots alone. While no player is present, nobody moves for anybody (room_bot_turns), and no
 * clock runs. With a clock, where people are expected to come and go, those who have been asked still have their
 * time and no more; then the table falls asleep. If time ran out, the decision is lost, but it is made only when
 * somebody is there. A player is present who is here and has not just lost SPK_CLOCK_LATES decisions without acting: an
 * open tab alone does not count. The table wakes automatically when somebody comes or acts. docs/decisions/0010 has the
 * reasons. */
bool room_is_asleep(const room *r);

/* -- Changing ------------------------------------------------------------------------------------ */

void room_sit(room *r, spk_seat seat, const room_sitter *who);      /* copied; after the deal too */
void room_set_here(room *r, spk_seat seat, bool here, int64_t now); /* connected or not */
void room_set_mute(room *r, spk_seat seat, bool mute);

/* The deal: the clock starts and chance acts. Refused unless all seats are taken. */
spk_err room_start(room *r, spk_rng *rng, int64_t now, spk_why *why);

/* Who paused the table (-1: it is not paused, or nobody knows), and who has agreed to end the game, until the
 * next public move (ROOM_CLOSE). */
spk_seat room_pauser(const room *r);
spk_actors room_closers(const room *r);

/* The others have waited long enough for a player: a bot or the safe default plays there until the player acts.
 * Refused while the player is here, and before their clock has run out or, without a clock, before they have
 * been gone for plan.absence_s. */
spk_err room_hand_over(room *r, spk_seat seat, int64_t now, spk_why *why);

/* Close it for good: from now on people can only look. */
void room_close(room *r, int64_t now);

/* ROOM_MOVE, ROOM_UNDO ...: what can be done, and by whom (deeds.def). */
typedef enum room_deed_kind {
#define DEED(name, word) ROOM_##name,
#include "hosts/room/deeds.def"
#undef DEED
    ROOM_DEED_COUNT
} room_deed_kind;

extern const char *const room_deed_words[ROOM_DEED_COUNT]; /* "move", "undo", ...: as on the wire */

typedef struct room_deed {
    room_deed_kind kind;
    const char *text;
    int n; /* MOVE, UNDO, BOT_MOVE, SAFE: the latest event the sender had seen; SPK_ESTALE if it is
            * not the seat's latest. -1: not checked */
    int to; /* UNDO: the event (the seat's own number) of the first move to take back; 0: the last one alone */
} room_deed;

/* Whether one person plays against bots alone. Then nobody is cheated if any move of that person is taken back, whatever has
 * happened since: UNDO does that (spk_match_rewind). With other people only moves of the turn are taken back
 * (spk_match_undo). docs/decisions/0011 has the reasons. */
bool room_is_solo(const room *r);

/* Whether the seat could take a move back now; if not, why. */
bool room_can_undo(const room *r, spk_seat seat, spk_why *why);

/* One deed of a seat. Afterwards chance acts as long as it is chance's turn, and the clock follows.
 * A refusal names the rule, if a rule decided, and changes nothing. Pausing a paused table, leaving
 * twice and so on is fine. */
spk_err room_act(room *r, spk_seat seat, const room_deed *deed, spk_rng *rng, int64_t now,
                 spk_why *why);

/* Whether this move of the seat would be refused, and why, without making it. SPK_OK: it is
 * legal. */
spk_err room_why(const room *r, spk_seat seat, const char *text, spk_why *why);

/* Whether this seat may say this in the free chat: chat is allowed at this table, no rule of the
 * game closes it to the seat now, and the text is 1 to ROOM_CHAT_CHARACTERS of UTF-8 without control
 * characters. The host keeps and shows chat; it is not part of the match. */
spk_err room_check_chat(const room *r, spk_seat seat, const char *text, spk_why *why);

/* -- Bots' turns ---------------------------------------------------------------------------------
 * Before a bot moves, everybody who may speak (talk.h) gets a chance to: bots are asked for their
 * words, people are given some time. People never have to wait: they move when they like. A host
 * asks what is due, does it, and asks again after every change and at due.until:
 *
 *     WORDS   the bot in 'seat' is asked for its words (thought.h) and answers with room_act, ROOM_SAY, or with
 *             room_listen if it has nothing to say or was refused
 *     PERSON  the person in 'seat' may speak: nothing is to be done before 'until'
 *     MOVES   the bots of 'seats' are asked for their moves (room_bot_of), but none is made before 'until'. They
 *             answer with ROOM_BOT_MOVE; where there is no bot, ROOM_SAFE is due
 *     NOTHING it is people's turn, or nobody's
 *
 * A stale answer (room_thought_is_stale) is discarded and the bot is asked again. */

typedef enum room_due_kind {
    ROOM_DUE_NOTHING,
    ROOM_DUE_WORDS,
    ROOM_DUE_PERSON,
    ROOM_DUE_MOVES,
    ROOM_DUE_COUNT
} room_due_kind;

extern const char *const room_due_words[ROOM_DUE_COUNT]; /* "nothing", "words", "person", "moves" */

typedef struct room_due {
    room_due_kind kind;
    spk_seat seat;    /* WORDS, PERSON; else -1 */
    spk_actors seats; /* MOVES */
    int64_t until;    /* PERSON (SPK_NEVER: until they speak or listen), MOVES */
} room_due;

/* How patient this host's bots are. */
typedef struct room_pace {
    spk_actors people; /* those able to speak: nobody waits for a person without a device */
    int64_t talk_ms;   /* time to speak after the latest event; SPK_NEVER: no limit */
    bool
        hurry; /* talk_ms holds even for one person among bots, who else has all the time there is: nobody
                        * else waits for them. The clock of the table, if it has one, still is a limit */
    int64_t move_ms; /* from the latest event to a bot's move, at least */
} room_pace;

room_due room_due_now(const room *r, const room_pace *pace, int64_t now);

/* Who may speak now in the game's talk: not those who just listened, nor those who have said
 * ROOM_SAYS things this turn. */
spk_actors room_speakers(const room *r);
bool room_may_speak(const room *r, spk_seat seat); /* if they want to, even after listening */

/* This seat has nothing to say to what was heard so far: a bot that was asked, or a person who says
 * so. */
void room_listen(room *r, spk_seat seat);

/* -- Keeping ------------------------------------------------------------------------------------- */

/* Restore a stored room: room_new, room_sit, then the lines of the log in order, as
 * spk_match_entry_print spells them, and finally the status and what room_save printed: the clock, which
 * knows who is away, and the pauses (NULL: a new clock starts now, and nobody is away). Inconsistent
 * data is refused; then all you can do with the room is room_free. */
spk_err room_restore_entry(room *r, const char *line, spk_why *why);
spk_err room_restore(room *r, room_status status, const char *saved, int64_t now, spk_why *why);

/* A room goes on by another house time, as if nothing had passed in between: restore it as of the moment when it was last
 * somebody's, then move all its times on. Up to when a saved room has counted the time; 0: it has no clock yet. */
int64_t room_saved_at(const room *r, const char *saved);
void room_move_time(room *r, int64_t by_ms);
void room_save(const room *r, spk_buf *out); /* one line, without its end; after the deal */

/* The same from a match loaded from a record: the room continues where it stops; chance acts if it
 * is its turn. A new clock starts. */
spk_err room_go_on_from(room *r, const spk_match *m, spk_rng *rng, int64_t now, spk_why *why);

/* -- Showing: the messages of docs/protocol.md ----------------------------------------------------
 * Each prints its fields into an open object, so that a host can add its own. A viewer is a seat or
 * SPK_SEAT_ONLOOKER; anything else is treated as an onlooker. */

/* Message 'facts', which seldom changes: game name players options edition status asleep paused_by closing seats rules.
 * Public. The host adds id, language, created, commitment, proof, rematch, onlookers. */
void room_print_facts(const room *r, spk_json *out);

/* Message 'view', everything but "t": what the viewer sees, and has heard since event number
 * 'seen'. */
void room_print_view(const room *r, spk_seat viewer, int seen, int64_t now, spk_json *out);

/* "turn", for lists of tables: {"seats": [0, 2], "yours": true}: whose turn it is, as far as the viewer may know. Who
 * has answered in secret is told so; for the others that seat is still asked. Nobody's before the deal, in a pause and
 * after the end. */
void room_print_turn(const room *r, spk_seat viewer, spk_json *out);
spk_actors room_turn(const room *r, spk_seat viewer); /* the same seats */

/* "position" of a view: the viewer's view as one line of text (print_state), for programs that have the
 * engine; null before the deal. */
void room_print_position(const room *r, spk_seat viewer, spk_json *out);

/* What the room's bots say behind an entry of its match, or of a match that is on the way there (remark.h): part of the
 * event in a view. */
int room_remarks(const room *r, const spk_match *m, int entry, room_remark out[ROOM_REMARKS]);

/* The number of the latest event the viewer heard: 'n' of its view. */
int room_n_events(const room *r, spk_seat viewer);

/* Fingerprints that change whenever a viewer's view, or the facts, change (apart from time
 * passing), and only then. So nobody is sent anything when something happens that they may not know
 * about. */
uint64_t room_stamp(const room *r, spk_seat viewer);
uint64_t room_facts_stamp(const room *r);

/* "result" of a view: null, or an object. One value. */
void room_print_result(const room *r, spk_json *out);

/* Message 'no': rule, text and phrase, as far as there are any. */
void room_print_refusal(const spk_why *why, spk_json *out);

/* What can be played, and against which bots: {"protocol": 1, "version", "games": [...], "bots":
 * [...]}. It never changes while the program runs. */
void room_print_games(spk_json *out);

/* Replay a finished match step by step, as the viewer saw it at the time; SPK_SEAT_ALL_SEEING sees
 * everything. Each call prints the fields n, event, entry, turn and view of one step. The first is step 0, where
 * nothing has happened yet and event is null. The room must not change meanwhile. */
typedef struct room_walk room_walk;
room_walk *room_walk_new(const room *r, spk_seat viewer); /* NULL: the match is not over */
bool room_walk_next(room_walk *w, spk_json *out); /* false: no more steps, nothing printed */
void room_walk_free(room_walk *w);

#endif
