/* table_phrases.h: a game's sentences in plain English, for tests that are written with table.h.
 *
 *     CHECK_STR(explained(0, "pass"), "Player 1 recruits nobody.");       an event, as everybody hears it
 *     CHECK_STR(described("pass"), "Recruit nobody");                     a move, for whoever may make it now
 *     CHECK_STR(named("B2*"), "Brute 2 (new)");                           a thing
 *
 * The text that is returned lives until the next call. */
#ifndef SPK_TABLE_PHRASES_H
#define SPK_TABLE_PHRASES_H

#include "base/phrase.h"

#include "table.h"

static inline void name_thing(void *ctx, const char *code, spk_buf *out)
{
    spk_buf name = {0};
    (void)ctx;
    box.game->name_thing(&box, code, &name);
    spk_phrase_name(spk_buf_text(&name), &(spk_reader){.thing = name_thing}, out);
    spk_buf_release(&name);
}

/* Takes the phrases. */
static inline const char *in_english(spk_buf *phrases)
{
    static char room[2048];
    spk_buf out = SPK_BUF_OVER(room);
    spk_buf_clear(&out);
    spk_phrase_render(spk_buf_text(phrases), &(spk_reader){.thing = name_thing}, &out);
    spk_buf_release(phrases);
    return room;
}

static inline const char *explained(spk_seat actor, const char *event)
{
    spk_buf phrases = {0};
    box.game->explain(&box, actor, event, &phrases);
    return in_english(&phrases);
}

static inline const char *described(const char *text)
{
    spk_buf phrases = {0};
    spk_move move;
    CHECK_INT(box.game->parse_move(&box, text, &move, &why), SPK_OK);
    box.game->describe(&box, &now, actor(), move, &phrases);
    return in_english(&phrases);
}

static inline const char *named(const char *code)
{
    static char room[256];
    spk_buf out = SPK_BUF_OVER(room);
    spk_buf_clear(&out);
    name_thing(NULL, code, &out);
    return room;
}

#endif
