/* question.h: a bot's thought (room/thought.h) as a text that another process can answer, and its answer as a text.
 *
 *     srv_question_print(&(srv_question){.thought = &t, .kind = kind, .budget = budget, .dice = key}, &out);
 *     ...
 *     err = srv_answer_take(text, &t, &why);       checks it against the thought's own view, then fills in t's answer
 *
 * The question is made from the seat's view, from what everybody said since the last public move and from what the bot
 * remembers of the talk (spk_bot_print_memory), and from nothing else: two tables that differ in what the seat may not
 * know give the same bytes. With a budget in iterations the answer is the same as at home: the dice are a key of this
 * one thought's own.
 *
 * The other end is a kind of work (worker.h): srv_work_thought. */
#ifndef SRV_WORK_QUESTION_H
#define SRV_WORK_QUESTION_H

#include "hosts/budget.h"
#include "hosts/room/thought.h"
#include "hosts/server/work/worker.h"

enum {
    SRV_DICE_BYTES = 32, /* the key of a bot's random numbers: spk_rng_init_key(&rng, dice, 0) */
    SRV_SLICE_MS = 100,  /* a bot thinks for so long, then others have their turn */
    SRV_SLICE_ITERATIONS = 200,
};

typedef struct srv_question {
    const room_thought *thought;
    const spk_bot_kind *kind;
    host_budget budget;
    const uint8_t *dice;
    const char *memory; /* lines; NULL: none */
} srv_question;

void srv_question_print(const srv_question *q, spk_buf *out);

/* The next portion of a budget; a rest that is not worth a slice of its own goes with the last one. */
host_budget srv_slice_of(const host_budget *left);

/* Take in an answer. Refuses what is none: an illegal move, lines that do not add up. Then nothing has changed. */
spk_err srv_answer_take(const char *text, room_thought *t, spk_why *why);

extern const srv_work_kind srv_work_thought;

/* What moves depend on beside the version: the games, their rules, editions and nets. Two builds that differ in it do not
 * think for each other. */
uint64_t srv_work_fingerprint(void);

#endif
