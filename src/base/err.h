/* err.h: the three kinds of trouble and their three ways out.
 *
 *   1. A refused request is an answer: the function returns an spk_err and fills an spk_why with a
 *      sentence for the person who asked and, where a rule decided, the rule's number.
 *   2. A failing disk or peer is an error code, returned and handed on.
 *   3. A broken promise of our own stops the process and says where: SPK_BUG_IF. It stays on in
 *      release builds, because a wrong move written to a log is worse than a stopped process.
 *
 * Every function that fills a 'why' accepts NULL for it, and changes nothing else when it refuses.
 */
#ifndef SPK_BASE_ERR_H
#define SPK_BASE_ERR_H

typedef enum spk_err {
#define ERROR(name, words) SPK_E##name,
#include "base/err.def"
#undef ERROR
    SPK_E_COUNT
} spk_err;

#define SPK_OK SPK_EOK

/* Why something was refused. 'rule' is "" where no rule of a game decided (an unknown word, an
 * unreadable file); 'line' is 0 where there is no file. */
typedef struct spk_why {
    spk_err err;
    int line;
    char rule[16];
    char text[240];
} spk_why;

/* Fill 'why' and return its code, so that refusing is one statement:
 *     return spk_refuse(why, "FA-3.8", "Only a new card may be taken this turn.");   SPK_EREFUSED
 *     return spk_malformed(why, line, "'%s' is no card.", word);                     SPK_EMALFORMED
 *     return spk_fail(why, SPK_ERANGE, "Players: 2 to 4.");                          what you say
 */
spk_err spk_refuse(spk_why *why, const char *rule, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
spk_err spk_malformed(spk_why *why, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
spk_err spk_fail(spk_why *why, spk_err err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

const char *spk_err_name(spk_err err);  /* "REFUSED" */
const char *spk_err_words(spk_err err); /* "the rules do not allow that" */

/* Stop the process: one of our own promises was broken. */
#define SPK_BUG_IF(condition) ((condition) ? spk_bug(__FILE__, __LINE__, #condition) : (void)0)
_Noreturn void spk_bug(const char *file, int line, const char *what);

#endif
