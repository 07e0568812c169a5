/* work.h: work for other processes: bots' thoughts and whole games of the arena, handed out over the bus (bus/bus.h) to
 * any number of workers (`speakeasy work`).
 *
 *     house, arena                                   worker
 *     question.h   a thought as text      ------>    worker.h    runs it on a thread, answers with text
 *     staff.h       who is there, who is free         desk.h      shares its cores fairly among those who ask
 *
 * Subjects, and who publishes on them:
 *
 *     work.here            worker    "I am here, with so many cores": twice a second
 *     work.who             asker     "who is there?": answered with work.here
 *     work.want            asker     "something waits here that nobody has room for"
 *     work.offer.<asker>   worker    "now I have"
 *     work.do.<worker>     asker     a piece of work, as a request: answered when it is done, or refused
 *     work.drop.<worker>   asker     nobody wants to know any more
 *     work.refuse.<worker> asker     "you are another version than we are"
 *
 * The queue stays with the house: it gives away no more than there is room for, so its own order (table/share.h) decides
 * who is next, and nothing waits on the bus. A thought goes in slices of a tenth of a second, as on the house's own
 * threads: after each the worker's core is free for somebody else, and the bot waits on the worker for its next turn.
 *
 * A message is lines of "word value"; a blank line ends them, and the rest is the body (head.c). What is on the bus can
 * be read by everybody who may use it, and may come from anybody: every byte is checked, on both ends, and an answer that
 * is not one counts as none; a position is looked at by a child process before a bot thinks about it, for a game may not
 * survive one that somebody made up. A thought holds what its seat may know and nothing else. */
#ifndef SRV_WORK_H
#define SRV_WORK_H

#include "hosts/server/work/question.h"
#include "hosts/server/work/staff.h"
#include "hosts/server/work/worker.h"

#endif
