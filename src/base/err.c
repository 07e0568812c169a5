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

static spk_err fill(spk_why *why, spk_err err, int line, const char *format, va_list args)
{
    if (why) {
        why->err = err;
        why->line = line;
        why->rule[0] = why->phrase[0] = '\0';
        vsnprintf(why->text, sizeof why->text, format, args);
        clean(why->text);
    }
    return err;
}

spk_err spk_refuse_args(spk_why *why, spk_err err, const char *rule, const char *format,
                        const spk_arg *args, int n)
{
    if (why) {
        spk_buf text = SPK_BUF_OVER(why->text), phrase = SPK_BUF_OVER(why->phrase);
        why->err = err;
        why->line = 0;
        why->text[0] = why->phrase[0] = '\0';
        snprintf(why->rule, sizeof why->rule, "%s", rule);
        spk_phrase_add(&phrase, format, args, n);
        if (phrase.overflow) /* cut off, it would read as nothing: better English than that */
            spk_buf_puts(&text, format);
        else
            spk_phrase_render(why->phrase, NULL, &text);
        if (phrase.overflow)
            why->phrase[0] = '\0';
        clean(why->text);
    }
    return err;
}

spk_err spk_malformed(spk_why *why, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill(why, SPK_EMALFORMED, line, format, args);
    va_end(args);
    return SPK_EMALFORMED;
}

spk_err spk_fail(spk_why *why, spk_err err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill(why, err, 0, format, args);
    va_end(args);
    return err;
}

void spk_bug(const char *file, int line, const char *what)
{
    fprintf(stderr, "speakeasy: bug at %s:%d: %s\n", file, line, what);
    abort();
}

void spk_out_of_memory(size_t n_bytes)
{
    fprintf(stderr,
            "speakeasy: out of memory: %zu more bytes were refused. Whatever was acknowledged is "
            "saved.\n",
            n_bytes);
    abort();
}
