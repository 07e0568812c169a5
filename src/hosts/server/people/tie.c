/* tie.c: what two people want of each other, and what one of them can do about it. See people.h. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/people/people.h"

const char *const srv_tie_words[SRV_TIE_COUNT] = {"none", "asked", "friend", "refused", "blocked"};
const char *const srv_tie_act_words[SRV_TIE_ACT_COUNT] = {"ask", "accept", "refuse", "block",
                                                          "drop"};

/* -- As notes --------------------------------------------------------------------------------------- */

void srv_tie_key(const char *from, const char *to, char key[SRV_TIE_KEY])
{
    snprintf(key, SRV_TIE_KEY, "%s/%s", from, to);
}

static void copy_field(const json_t *o, const char *name, char *to, size_t cap)
{
    const char *text = json_string_value(json_object_get(o, name));
    snprintf(to, cap, "%s", text ? text : "");
}

bool srv_tie_read(const srv_note *note, srv_tie *tie)
{
    json_t *o = json_loads(note->text, 0, NULL);
    const char *word = json_string_value(json_object_get(o, "is"));
    int is = word ? spk_str_find(word, srv_tie_words, SRV_TIE_COUNT) : -1;
    *tie = (srv_tie){.is = is > 0 ? (srv_tie_is)is : SRV_TIE_NONE,
                     .shown = note->rank > 0,
                     .at = json_integer_value(json_object_get(o, "at")),
                     .version = note->version};
    copy_field(o, "id", tie->id, sizeof tie->id);
    copy_field(o, "from", tie->from_name, sizeof tie->from_name);
    copy_field(o, "to", tie->to_name, sizeof tie->to_name);
    json_decref(o);
    return is > 0;
}

static int64_t rank_of(const srv_tie *tie)
{
    switch (tie->is) {
    case SRV_TIE_ASKED: return tie->shown ? tie->at : SRV_RANK_QUIET;
    case SRV_TIE_REFUSED: return SRV_RANK_REFUSED;
    case SRV_TIE_BLOCKED: return SRV_RANK_BLOCKED;
    case SRV_TIE_NONE:
    case SRV_TIE_FRIEND:
    case SRV_TIE_COUNT: break;
    }
    return SRV_RANK_QUIET;
}

srv_note srv_tie_write(const srv_tie *tie, const char *from, const char *to, srv_tie_note *room)
{
    spk_json j = {.out = &room->text};
    srv_tie_key(from, to, room->key);
    srv_note note = {.kind = SRV_KIND_TIE, .key = room->key, .version = tie->version};
    if (tie->is == SRV_TIE_NONE)
        return note; /* nobody else may have made it meanwhile, even if there is none */
    spk_json_open(&j, '{');
    spk_json_key(&j, "is"), spk_json_str(&j, srv_tie_words[tie->is]);
    spk_json_key(&j, "id"), spk_json_str(&j, tie->id);
    spk_json_key(&j, "from"), spk_json_str(&j, tie->from_name);
    spk_json_key(&j, "to"), spk_json_str(&j, tie->to_name);
    spk_json_key(&j, "at"), spk_json_int(&j, tie->at);
    spk_json_close(&j, '}');
    note.account = from;
    note.list = to;
    note.rank = rank_of(tie);
    note.text = spk_buf_text(&room->text);
    return note;
}

/* -- What is done ------------------------------------------------------------------------------------- */

static void set(srv_tie *tie, srv_tie_is is, int64_t now)
{
    if (tie->is != is)
        tie->at = now;
    tie->is = is;
    tie->shown = false;
}

static spk_err ask(srv_tie *mine, srv_tie *theirs, int64_t now, spk_why *why)
{
    if (mine->is == SRV_TIE_BLOCKED)
        return spk_refuse(why, "", "You have blocked them. Unblock them first.");
    if (mine->is == SRV_TIE_FRIEND || mine->is == SRV_TIE_ASKED)
        return SPK_OK;
    if (theirs->is == SRV_TIE_ASKED) {
        set(mine, SRV_TIE_FRIEND, now), set(theirs, SRV_TIE_FRIEND, now);
        return SPK_OK;
    }
    set(mine, SRV_TIE_ASKED, now);
    mine->shown = theirs->is == SRV_TIE_NONE;
    return SPK_OK;
}

static spk_err answer(srv_tie *mine, srv_tie *theirs, bool accepts, int64_t now, spk_why *why)
{
    if (theirs->is != SRV_TIE_ASKED || mine->is == SRV_TIE_BLOCKED)
        return spk_fail(why, SPK_EUNKNOWN, "There is no such request any more.");
    if (!accepts) {
        set(mine, SRV_TIE_REFUSED, now);
        theirs->shown = false;
        return SPK_OK;
    }
    set(mine, SRV_TIE_FRIEND, now), set(theirs, SRV_TIE_FRIEND, now);
    return SPK_OK;
}

static spk_err block(srv_tie *mine, srv_tie *theirs, int64_t now)
{
    set(mine, SRV_TIE_BLOCKED, now);
    if (theirs->is == SRV_TIE_FRIEND)
        set(theirs, SRV_TIE_NONE, now);
    theirs->shown = false;
    return SPK_OK;
}

static spk_err drop(srv_tie *mine, srv_tie *theirs, int64_t now, spk_why *why)
{
    if (mine->is == SRV_TIE_NONE || mine->is == SRV_TIE_REFUSED)
        return spk_fail(why, SPK_EUNKNOWN, "There is nobody like that on your list any more.");
    if (mine->is == SRV_TIE_FRIEND)
        set(theirs, SRV_TIE_NONE, now);
    set(mine, SRV_TIE_NONE, now);
    return SPK_OK;
}

spk_err srv_tie_do(srv_tie *mine, srv_tie *theirs, srv_tie_act act, int64_t now, spk_why *why)
{
    switch (act) {
    case SRV_TIE_ASK: return ask(mine, theirs, now, why);
    case SRV_TIE_ACCEPT: return answer(mine, theirs, true, now, why);
    case SRV_TIE_REFUSE: return answer(mine, theirs, false, now, why);
    case SRV_TIE_BLOCK: return block(mine, theirs, now);
    case SRV_TIE_DROP: return drop(mine, theirs, now, why);
    case SRV_TIE_ACT_COUNT: break;
    }
    SPK_BUG_IF(true);
    return SPK_EREFUSED;
}

/* -- Whom somebody does not hear -------------------------------------------------------------------- */

uint64_t srv_account_hash(const char *account)
{
    return spk_hash(SPK_HASH_START, account, strlen(account));
}

srv_query srv_blocks_query(const char *account)
{
    return (srv_query){.what = SRV_ASK_NOTES,
                       .kind = SRV_KIND_TIE,
                       .account = account,
                       .within = true,
                       .low_rank = SRV_RANK_BLOCKED,
                       .high_rank = SRV_RANK_BLOCKED,
                       .limit = SRV_MOST_BLOCKS};
}

srv_query srv_blockers_query(const char *account)
{
    srv_query query = srv_blocks_query(NULL);
    query.list = account;
    return query;
}

static srv_blocks *read_blocks(const srv_answer *a, bool other_way)
{
    if (a->err != SPK_OK || a->n_notes == 0)
        return NULL;
    srv_blocks *b = spk_alloc(sizeof *b + (size_t)a->n_notes * sizeof *b->who);
    for (int i = 0; i < a->n_notes; i++) {
        const char *who = other_way ? a->notes[i].account : a->notes[i].list;
        if (who)
            b->who[b->n++] = srv_account_hash(who);
    }
    return b;
}

srv_blocks *srv_blocks_read(const srv_answer *a) { return read_blocks(a, false); }
srv_blocks *srv_blockers_read(const srv_answer *a) { return read_blocks(a, true); }

bool srv_blocks_has(const srv_blocks *b, const char *account)
{
    uint64_t who = b && account ? srv_account_hash(account) : 0;
    for (int i = 0; b && account && i < b->n; i++)
        if (b->who[i] == who)
            return true;
    return false;
}

/* -- What a person lets others see -------------------------------------------------------------------- */

const char *const srv_profile_words[SRV_PROFILE_COUNT] = {"everybody", "friends", "nobody"};

void srv_wishes_read(const srv_note *note, srv_wishes *w)
{
    json_t *o = note ? json_loads(note->text, 0, NULL) : NULL;
    const char *word = json_string_value(json_object_get(o, "profile"));
    int profile = word ? spk_str_find(word, srv_profile_words, SRV_PROFILE_COUNT) : -1;
    *w = (srv_wishes){.presence = !json_is_false(json_object_get(o, "presence")),
                      .profile = profile < 0 ? SRV_PROFILE_EVERYBODY : (srv_profile)profile,
                      .version = note ? note->version : 0};
    json_decref(o);
}

void srv_wishes_print(const srv_wishes *w, spk_json *j)
{
    spk_json_key(j, "presence"), spk_json_bool(j, w->presence);
    spk_json_key(j, "profile"), spk_json_str(j, srv_profile_words[w->profile]);
}
