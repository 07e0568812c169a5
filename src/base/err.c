/* err.c: words for trouble. See err.h. */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static const struct {
    const char *name, *words;
} errors[SPK_E_COUNT] = {
#define ERROR(name, words) [SPK_E##name] = {#name, words},
#include "base/err.def"
#undef ERROR
};

const char *spk_err_name(spk_err err) { return errors[err].name; }
const char *spk_err_words(spk_err err) { return errors[err].words; }

/* A reason is one clean line whatever it quotes: it goes to terminals and into JSON. */
static void clean(char *text)
{
    size_t bad;
    while (!spk_str_is_clean(text, strlen(text), &bad))
        text[bad] = '?';
    for (char *p = text; (p = strpbrk(p, "\n\r\t")) != NULL;)
        *p = ' ';
}

static spk_err fill(spk_why *why, spk_err err, int line, const char *rule, const char *format,
                    va_list args)
{
    if (why) {
        why->err = err;
        why->line = line;
        snprintf(why->rule, sizeof why->rule, "%s", rule);
        vsnprintf(why->text, sizeof why->text, format, args);
        clean(why->text);
    }
    return err;
}

spk_err spk_refuse(spk_why *why, const char *rule, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill(why, SPK_EREFUSED, 0, rule, format, args);
    va_end(args);
    return SPK_EREFUSED;
}

spk_err spk_malformed(spk_why *why, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill(why, SPK_EMALFORMED, line, "", format, args);
    va_end(args);
    return SPK_EMALFORMED;
}

spk_err spk_fail(spk_why *why, spk_err err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill(why, err, 0, "", format, args);
    va_end(args);
    return err;
}

void spk_bug(const char *file, int line, const char *what)
{
    fprintf(stderr, "speakeasy: bug at %s:%d: %s\n", file, line, what);
    abort();
}
