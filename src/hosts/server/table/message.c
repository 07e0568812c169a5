/* message.c: a guest's message as a struct. Two readers, and what they accept is the same:
 *
 *     srv_message_plain   the form that clients write nearly always, read in one pass:
 *                             {"t":"move","ref":"a7","n":41,"text":"recruit F0"}
 *                         known keys, plain ASCII, small numbers. Whatever else it meets, it leaves to the other one,
 *                         right or wrong
 *     srv_message_read    any JSON, taken apart by jansson; and only this one refuses, so there is one wording
 *
 * The first is there because jansson took a tenth of a move's instructions in our code. tests/server/message_test.c
 * compares the two. */
#include <string.h>

#include "base/str.h"
#include "hosts/server/table/guest.h"

enum { R = 1, T = 2, N = 4 };
enum { MOST_N = 1 << 30, MOST_TEXT = 2000 };

static const struct {
    const char *word;
    int fields; /* that it must have */
} forms[SRV_SAYS] = {
#define MESSAGE(name, who, fields, answer) {#name, fields},
#include "hosts/server/table/messages.def"
#undef MESSAGE
};

static bool is_ref(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char lower = text[i] | ' ';
        if (!(text[i] >= '0' && text[i] <= '9') && !(lower >= 'a' && lower <= 'z'))
            return false;
    }
    return n >= 1 && n < SRV_REF;
}

/* -- Any JSON ------------------------------------------------------------------------------------ */

bool srv_ref_read(const json_t *o, char ref[SRV_REF])
{
    const char *text = json_string_value(json_object_get(o, "ref"));
    size_t n = text ? json_string_length(json_object_get(o, "ref")) : 0;
    ref[0] = '\0';
    if (!is_ref(text, n))
        return false;
    memcpy(ref, text, n + 1);
    return true;
}

static bool read_fields(const json_t *o, int fields, srv_message *said, spk_why *why)
{
    if ((fields & R) && !*said->actor.ref)
        return spk_fail(why, SPK_EMALFORMED,
                        "'ref' is 1 to 40 letters and digits, new for each act."),
               false;
    if (fields & N) {
        if (!json_is_integer(json_object_get(o, "n")))
            return spk_fail(why, SPK_EMALFORMED, "'n' is the number of the newest event seen."),
                   false;
        if (!srv_field_int(o, "n", 0, MOST_N, &said->n, why))
            return false;
    }
    if (!srv_field_int(o, "to", 0, MOST_N, &said->to, why))
        return false;
    if (!(fields & T))
        return true;
    if (!json_is_string(json_object_get(o, "text")))
        return spk_fail(why, SPK_EMALFORMED, "'text' is missing."), false;
    return srv_field_text(o, "text", MOST_TEXT, &said->text, why);
}

static int find_word(const char *word)
{
    for (int i = 0; word && i < SRV_SAYS; i++)
        if (spk_str_eq(word, forms[i].word))
            return i;
    return -1;
}

bool srv_message_read(const json_t *o, srv_message *said, spk_why *why)
{
    said->word = find_word(json_string_value(json_object_get(o, "t")));
    said->n = -1;
    said->to = 0;
    said->text = NULL;
    srv_ref_read(o, said->actor.ref);
    if (said->word < 0)
        return spk_fail(why, SPK_EMALFORMED, "There is no such message: 't' says what it is."),
               false;
    return read_fields(o, forms[said->word].fields, said, why);
}

/* -- The plain form ------------------------------------------------------------------------------ */

/* What is left of a message. A reader that returns false has met something that is not plain. */
typedef struct rest {
    const char *at, *end;
} rest;

static bool skip(rest *r, char c)
{
    while (r->at < r->end && *r->at == ' ')
        r->at++;
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

/* The text between two quotes, into 'to' of 'cap' bytes, ended with a zero. */
static bool take_text(rest *r, char *to, size_t cap)
{
    if (!skip(r, '"'))
        return false;
    for (size_t n = 0; n < cap && r->at < r->end; n++) {
        char c = *r->at++;
        if (c == '"') {
            to[n] = '\0';
            return true;
        }
        if (c < ' ' || c > '~' || c == '\\')
            return false;
        to[n] = c;
    }
    return false;
}

/* Up to nine digits: below MOST_N, and an int. Zero is "0" and starts no other number. */
static bool take_number(rest *r, int *number)
{
    int n = 0, value = 0;
    while (r->at < r->end && *r->at == ' ')
        r->at++;
    const char *first = r->at;
    for (; n < 9 && r->at < r->end && *r->at >= '0' && *r->at <= '9'; n++)
        value = 10 * value + (*r->at++ - '0');
    *number = value;
    return n == 1 || (n > 1 && *first != '0');
}

static bool take_field(rest *r, char *into, srv_message *said)
{
    enum { LONGEST = 8 };
    char key[LONGEST], word[LONGEST];
    if (!take_text(r, key, sizeof key) || !skip(r, ':'))
        return false;
    if (spk_str_eq(key, "t") && said->word < 0)
        return take_text(r, word, sizeof word) && (said->word = find_word(word)) >= 0;
    if (spk_str_eq(key, "ref") && !*said->actor.ref)
        return take_text(r, said->actor.ref, SRV_REF) &&
               is_ref(said->actor.ref, strlen(said->actor.ref));
    if (spk_str_eq(key, "n") && said->n < 0)
        return take_number(r, &said->n);
    if (spk_str_eq(key, "text") && !said->text) {
        said->text = into;
        return take_text(r, into, SRV_PLAIN_TEXT);
    }
    return false; /* another key, or the same again */
}

/* A field that its word does not ask for is none of the usual messages either. */
bool srv_message_plain(const char *text, size_t n, char into[SRV_PLAIN_TEXT], srv_message *said)
{
    rest r = {text, text + n};
    said->word = said->n = -1;
    said->to = 0;
    said->text = NULL;
    said->actor.ref[0] = '\0';
    bool more = skip(&r, '{');
    while (more && take_field(&r, into, said)) {
        more = skip(&r, ',');
        if (!more && skip(&r, '}') && r.at == r.end && said->word >= 0)
            return forms[said->word].fields ==
                   ((*said->actor.ref ? R : 0) | (said->text ? T : 0) | (said->n >= 0 ? N : 0));
    }
    return false;
}
