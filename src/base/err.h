/* err.h: the three kinds of failure and how each is handled.
 *
 *   1. A refused request is an answer: the function returns an spk_err and fills an spk_why with a
 *      sentence for the person who asked and, where a rule decided, the rule's number.
 *   2. A failing disk or peer is an error code, returned and passed on.
 *   3. A bug of our own stops the process and says where: SPK_BUG_IF. The check stays on in
 *      release builds, because a wrong move written to a log is worse than a stopped process.
 *
 * Every function that fills a 'why' accepts NULL for it, and changes nothing else when it refuses.
 */
#ifndef SPK_BASE_ERR_H
#define SPK_BASE_ERR_H

#include "base/phrase.h"

typedef enum spk_err {
#define ERROR(name, words) SPK_E##name,
#include "base/err.def"
#undef ERROR
    SPK_E_COUNT
} spk_err;

#define SPK_OK SPK_EOK

/* Why something was refused. 'rule' is "" where no rule of a game decided (an unknown word, an
 * unreadable file); 'line' is 0 where there is no file. 'text' is one line of English; 'phrase' the
 * same for people who read another language (phrase.h), or "" where the text is only for operators
 * or has no gaps and is its own format. */
typedef struct spk_why {
    spk_err err;
    int line;
    char rule[16];
    char text[240];
    char phrase[400];
} spk_why;

/* Fill 'why' and return its code, so that refusing is one statement. What a person at a table may
 * read is a phrase:
 *     return spk_refuse(why, "FA-3.8", "Only a new card may be taken this turn.");   SPK_EREFUSED
 *     return spk_refuse(why, "FA-6.2", "{card} is not in your display.", SPK_THING("card", "F2"));
 *     return spk_refuse_as(why, SPK_ERANGE, "A name has 1 to {n} bytes.", SPK_NUM("n", 39));
 */
#define spk_refuse(why, rule, format, ...)                                                         \
    spk_refuse_args(why, SPK_EREFUSED, rule, format, SPK_ARGS(__VA_ARGS__))
#define spk_refuse_as(why, err, format, ...)                                                       \
    spk_refuse_args(why, err, "", format, SPK_ARGS(__VA_ARGS__))
spk_err spk_refuse_args(spk_why *why, spk_err err, const char *rule, const char *format,
                        const spk_arg *args, int n);

/* Errors in files and settings are in English, formatted as by printf:
 *     return spk_malformed(why, line, "'%s' is not a card.", word);                  SPK_EMALFORMED
 *     return spk_fail(why, SPK_ERANGE, "Players: 2 to 4.");                          the code you name
 */
spk_err spk_malformed(spk_why *why, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
spk_err spk_fail(spk_why *why, spk_err err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

const char *spk_err_name(spk_err err);  /* "REFUSED" */
const char *spk_err_words(spk_err err); /* "the rules do not allow that" */

/* Stop the process: there is a bug in this program. */
#define SPK_BUG_IF(condition) ((condition) ? spk_bug(__FILE__, __LINE__, #condition) : (void)0)
_Noreturn void spk_bug(const char *file, int line, const char *what);

/* Stops the process as well, but it is nobody's mistake: the machine has no more memory. */
_Noreturn void spk_out_of_memory(size_t n_bytes);

#endif
