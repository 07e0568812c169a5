/* accounts.c: making an account, signing in and out, claiming seats, being forgotten. See accounts.h; what
 * somebody has played is told by stats.c. */
#include "hosts/server/http/accounts.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/http/inside.h"
#include "hosts/server/http/password.h"
#include "hosts/server/http/stats.h"
#include "hosts/server/people/people.h"

enum { SWEEP_MS = 3600 * 1000 };

struct srv_accounts {
    srv_house *house;
    srv_passwords *passwords;
    srv_rates *made, *tried; /* by address; by address, and by address and name */
    int64_t swept;           /* when expired sessions were last removed */
};

/* One request on its way between store and workers. Whatever happens, it ends in end(). */
typedef struct errand errand;
struct errand {
    srv_accounts *accounts;
    srv_house *house;
    srv_ask ask;
    void (*known)(errand *e); /* what is to be done once the session's owner is known */
    srv_hashed *checked;      /* and once their password was checked */
    srv_person who;
    char peer[64];
    char password[SRV_PASSWORD_MOST + 1], fresh[SRV_PASSWORD_MOST + 1];
    char table[SRV_ID + 1];
    uint8_t token[SRV_HASH], session[SRV_HASH];
    char text[SRV_TOKEN]; /* of a new session */
    int64_t expires;
    int status; /* of a good answer */
};

/* -- The life of an errand ----------------------------------------------------------------------- */

srv_accounts *srv_accounts_new(srv_house *h)
{
    srv_accounts *a = spk_alloc(sizeof *a);
    a->house = h;
    a->passwords = srv_passwords_new(h->world);
    a->made = spk_alloc(sizeof *a->made);
    a->tried = spk_alloc(sizeof *a->tried);
    return a;
}

void srv_accounts_free(srv_accounts *a)
{
    if (!a)
        return;
    srv_passwords_free(a->passwords);
    spk_free(a->made);
    spk_free(a->tried);
    spk_free(a);
}

static errand *begin(srv_house *h, const srv_request *r)
{
    errand *e = spk_alloc(sizeof *e);
    *e = (errand){.accounts = h->http->accounts, .house = h, .ask = r->ask, .status = 200};
    memcpy(e->peer, r->peer, strnlen(r->peer, sizeof e->peer - 1));
    srv_house_begin(h);
    return e;
}

/* The house may have waited for this one to close its store: it looks when it is woken. Passwords that
 * are not being hashed yet would hold it up. */
static void end(errand *e)
{
    srv_house *h = e->house;
    srv_house_end(h);
    sodium_memzero(e, sizeof *e);
    spk_free(e);
    if (!h->closing)
        return;
    srv_passwords_stop(h->http->accounts->passwords);
}

static void end_context(void *context) { end(context); }

/* After a password: is it all the same now? */
static bool is_closing(errand *e)
{
    if (!e->house->closing)
        return false;
    srv_refuse(e->house, e->ask, SRV_BUSY, "The house is closing.");
    end(e);
    return true;
}

static void refuse(errand *e, srv_code code, const char *text)
{
    srv_refuse(e->house, e->ask, code, text);
    end(e);
}

/* What broke inside is for the log. */
static void fail_why(errand *e, const spk_why *why)
{
    if (srv_code_of(why->err) == SRV_BROKEN)
        srv_log_event(e->house->log, SRV_EVENT_STORE_FAILED, SRV_KEY("why", why->text));
    srv_refuse_why(e->house, e->ask, why);
    end(e);
}

static void fail(errand *e, spk_err err, const char *text)
{
    spk_why why = {0};
    spk_fail(&why, err, "%s", text);
    fail_why(e, &why);
}

static void end_empty(errand *e)
{
    srv_reply(e->house->world, e->ask, &(srv_response){.status = 204});
    end(e);
}

static void ask(errand *e, const srv_query *query, srv_done *done)
{
    spk_err err = srv_store_ask(e->house->store, query, done, e);
    if (err != SPK_OK)
        fail(e, err, spk_err_words(err));
}

static void write_change(errand *e, srv_change *change, srv_done *done)
{
    change->at = srv_house_wall(e->house);
    spk_err err = srv_store_write(e->house->store, change, done, e);
    if (err != SPK_OK)
        fail(e, err, spk_err_words(err));
}

/* -- Names and passwords ------------------------------------------------------------------------- */

static bool read_password(const json_t *o, const char *field, char *copy, spk_why *why)
{
    const char *text = "";
    size_t n;
    if (!srv_field_text(o, field, SRV_PASSWORD_MOST, &text, why))
        return false;
    n = strlen(text);
    if (n < SRV_PASSWORD_LEAST)
        return spk_refuse_as(why, SPK_EMALFORMED, "A password has {least} to {most} bytes.",
                             SPK_NUM("least", SRV_PASSWORD_LEAST),
                             SPK_NUM("most", SRV_PASSWORD_MOST)),
               false;
    memcpy(copy, text, n + 1);
    return true;
}

/* What is tried first by whoever guesses. Asked when a password is chosen, never when it is used. */
static bool check_strength(const char *password, const char *name, spk_why *why)
{
    if (!srv_password_is_common(password, name))
        return true;
    spk_refuse_as(why, SPK_EMALFORMED, "This password is easy to guess. Choose another one.");
    return false;
}

/* Invisible characters are refused when a name is chosen. Whoever chose one before that still signs in. */
static bool read_name(const char *text, bool is_new, char name[SRV_NAME_ROOM], spk_why *why)
{
    if (is_new || !room_has_hidden(text))
        return room_name_read(text, strlen(text), name, why) == SPK_OK;
    snprintf(name, SRV_NAME_ROOM, "%s", text);
    return true;
}

static bool read_login(const json_t *o, bool is_new, errand *e, spk_why *why)
{
    const char *name = "";
    return srv_field_text(o, "name", SRV_NAME_ROOM - 1, &name, why) &&
           read_name(name, is_new, e->who.name, why) &&
           read_password(o, "password", e->password, why);
}

/* Name and password of the request into a new errand. NULL: it was refused and answered. */
static errand *begin_login(srv_house *h, const srv_request *r, bool is_new)
{
    spk_why why = {0};
    json_t *o = srv_body(h, r);
    if (!o)
        return NULL;
    errand *e = begin(h, r);
    bool well = read_login(o, is_new, e, &why);
    json_decref(o);
    if (well)
        return e;
    srv_refuse_why(h, r->ask, &why);
    end(e);
    return NULL;
}

/* One who tries many passwords is slowed down. Never by the name alone: then anybody could keep its owner out. */
static bool tries_too_often(errand *e)
{
    enum { NAMES = 6 }; /* of a household, or a club behind one address */
    srv_rates *tried = e->accounts->tried;
    uint32_t most = e->house->config->house.logins_per_minute;
    int64_t now = srv_house_ms(e->house);
    char key[SRV_NAME_ROOM + 24], fold[SRV_NAME_ROOM] = "";
    srv_name_fold(e->who.name, fold);
    snprintf(key, sizeof key, "%016" PRIx64 " %s", srv_network_of(e->peer), fold);
    if (srv_rates_take(tried, e->peer, NAMES * most, NAMES * most / 60.0, now) &&
        srv_rates_take(tried, key, most, most / 60.0, now))
        return false;
    srv_log_event(e->house->log, SRV_EVENT_LOGIN_LIMIT, SRV_PEER("from", e->peer));
    return true;
}

static bool makes_too_many(errand *e)
{
    uint32_t most = e->house->config->house.accounts_per_hour;
    return !srv_rates_take(e->accounts->made, e->peer, most, most / 3600.0, srv_house_ms(e->house));
}

/* -- Sessions ------------------------------------------------------------------------------------ */

/* A new session of e->who, to be written with whatever else the change does. Expired ones of anybody go
 * with it, now and then. */
static void write_session(errand *e, srv_change *change, srv_done *done)
{
    int64_t now = srv_house_wall(e->house);
    srv_token_new(e->text, e->session);
    e->expires = now + e->house->config->session_days * 24 * 3600 * 1000;
    srv_session session = {.token = e->session, .account = e->who.id, .expires = e->expires};
    change->new_session = &session;
    change->most_sessions = (int)e->house->config->house.sessions_per_account;
    if (now - e->accounts->swept > SWEEP_MS) {
        e->accounts->swept = now;
        change->end_sessions_before = now;
    }
    write_change(e, change, done);
}

static void on_session(void *context, const srv_answer *answer)
{
    errand *e = context;
    spk_buf out = {0};
    spk_json j = {.out = &out};
    if (answer->err != SPK_OK) {
        fail(e, answer->err,
             answer->err == SPK_ETAKEN ? N_("That name is taken, or looks like one that is.")
                                       : answer->why);
        return;
    }
    spk_json_open(&j, '{');
    spk_json_key(&j, "name"), spk_json_str(&j, e->who.name);
    spk_json_key(&j, "session"), spk_json_str(&j, e->text);
    spk_json_key(&j, "expires"), spk_json_int(&j, e->expires);
    spk_json_close(&j, '}');
    srv_log_event(e->house->log, e->status == 201 ? SRV_EVENT_ACCOUNT_MADE : SRV_EVENT_LOGIN,
                  SRV_KEY("account", e->who.id));
    srv_reply_buf(e->house, e->ask, e->status, &out);
    srv_guests_check_sessions(e->house, e->who.id); /* the new one may have ended others */
    srv_house_tell(e->house, SRV_TELL_SESSIONS, e->who.id);
    sodium_memzero(out.bytes, out.n);
    spk_buf_release(&out);
    end(e);
}

static void on_owner(void *context, const srv_answer *answer)
{
    errand *e = context;
    if (answer->err == SPK_EUNKNOWN || (answer->err == SPK_OK && !answer->account)) {
        refuse(e, SRV_UNAUTHORIZED, "This session has ended. Sign in again.");
    } else if (answer->err != SPK_OK) {
        fail(e, answer->err, answer->why);
    } else {
        const srv_account *owner = answer->account;
        memcpy(e->who.id, owner->id, strlen(owner->id) + 1);
        memcpy(e->who.name, owner->name, strlen(owner->name) + 1);
        e->who.created = owner->created;
        e->known(e);
    }
}

/* Whose session does the request show? Then e->known goes on. */
static void find_owner(errand *e, const srv_request *r, void (*known)(errand *e))
{
    const char *text;
    e->known = known;
    if (!srv_request_token(r, e->session, &text)) {
        refuse(e, SRV_UNAUTHORIZED, "Sign in first: Authorization: Bearer SESSION.");
        return;
    }
    ask(e,
        &(srv_query){.what = SRV_ASK_SESSION, .token = e->session, .at = srv_house_wall(e->house)},
        on_owner);
}

/* -- POST /api/accounts -------------------------------------------------------------------------- */

static void on_made(void *context, bool well, const char *text)
{
    errand *e = context;
    if (is_closing(e))
        return;
    if (!well) {
        fail(e, SPK_EBUSY, "The server is short of memory. Try again in a moment.");
        return;
    }
    srv_account fresh = {.id = e->who.id, .name = e->who.name, .password = text};
    srv_id_new(e->who.id);
    e->status = 201;
    write_session(e, &(srv_change){.new_account = &fresh}, on_session);
}

/* Asked before the work of hashing; the store asks again when it is written. */
static void on_name(void *context, const srv_answer *answer)
{
    errand *e = context;
    if (answer->err == SPK_OK)
        fail(e, SPK_ETAKEN, "That name is taken, or looks like one that is.");
    else if (answer->err != SPK_EUNKNOWN)
        fail(e, answer->err, answer->why);
    else if (!srv_password_make(e->accounts->passwords, e->password, on_made, e))
        fail(e, SPK_EBUSY, "Many people are signing in. Try again in a moment.");
}

static void make_account(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    errand *e = begin_login(h, r, true);
    if (!e)
        return;
    spk_why why = {0};
    if (h->config->accounts != SRV_ACCOUNTS_OPEN)
        refuse(e, SRV_FORBIDDEN, "New accounts cannot be made here.");
    else if (!check_strength(e->password, e->who.name, &why))
        fail_why(e, &why);
    else if (makes_too_many(e))
        refuse(e, SRV_TOO_MANY, "Too many accounts were made from your address. Try again later.");
    else if (srv_name_is_reserved(e->who.name))
        fail(e, SPK_ETAKEN, "That name is taken, or looks like one that is.");
    else
        ask(e, &(srv_query){.what = SRV_ASK_ACCOUNT, .name = e->who.name}, on_name);
}

/* -- POST /api/sessions, DELETE /api/sessions ---------------------------------------------------- */

static void on_checked(void *context, bool well, const char *text)
{
    (void)text;
    errand *e = context;
    if (is_closing(e))
        return;
    if (well && *e->who.id) {
        write_session(e, &(srv_change){0}, on_session);
        return;
    }
    srv_log_event(e->house->log, SRV_EVENT_LOGIN_FAILED, SRV_PEER("from", e->peer));
    refuse(e, SRV_UNAUTHORIZED, "Wrong name or password.");
}

static void on_account(void *context, const srv_answer *answer)
{
    errand *e = context;
    const srv_account *known = answer->err == SPK_OK ? answer->account : NULL;
    if (answer->err != SPK_OK && answer->err != SPK_EUNKNOWN) {
        fail(e, answer->err, answer->why);
        return;
    }
    if (known) {
        memcpy(e->who.id, known->id, strlen(known->id) + 1);
        memcpy(e->who.name, known->name, strlen(known->name) + 1);
    }
    if (!srv_password_check(e->accounts->passwords, e->password, known ? known->password : NULL,
                            on_checked, e))
        fail(e, SPK_EBUSY, "Many people are signing in. Try again in a moment.");
}

static void sign_in(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    errand *e = begin_login(h, r, false);
    if (!e)
        return;
    if (h->config->accounts == SRV_ACCOUNTS_OFF)
        refuse(e, SRV_FORBIDDEN, "Accounts are turned off here.");
    else if (tries_too_often(e))
        refuse(e, SRV_TOO_MANY, "Too many attempts. Wait a minute.");
    else
        ask(e, &(srv_query){.what = SRV_ASK_ACCOUNT, .name = e->who.name}, on_account);
}

static void on_signed_out(void *context, const srv_answer *answer)
{
    errand *e = context;
    if (answer->err != SPK_OK)
        fail(e, answer->err, answer->why);
    else {
        srv_guests_check_sessions(e->house, e->who.id);
        srv_house_tell(e->house, SRV_TELL_SESSIONS, e->who.id);
        end_empty(e);
    }
}

static void end_session(errand *e)
{
    write_change(e, &(srv_change){.end_session = e->session}, on_signed_out);
}

static void sign_out(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    find_owner(begin(h, r), r, end_session);
}

/* -- The own password, once more ------------------------------------------------------------------ */

static void on_self(void *context, const srv_answer *answer)
{
    errand *e = context;
    if (answer->err != SPK_OK)
        fail(e, answer->err, answer->why);
    else if (!srv_password_check(e->accounts->passwords, e->password, answer->account->password,
                                 e->checked, e))
        fail(e, SPK_EBUSY, "Many people are signing in. Try again in a moment.");
}

/* Is e->password that of e->who? Then e->checked goes on. */
static void check_own_password(errand *e)
{
    if (tries_too_often(e))
        refuse(e, SRV_TOO_MANY, "Too many attempts. Wait a minute.");
    else
        ask(e, &(srv_query){.what = SRV_ASK_ACCOUNT, .id = e->who.id}, on_self);
}

/* -- /api/me ------------------------------------------------------------------------------------- */

static void tell(errand *e) { srv_stats_reply(e->house, e->ask, &e->who, end_context, e); }

static void get_me(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    find_owner(begin(h, r), r, tell);
}

static void on_forgotten(void *context, const srv_answer *answer)
{
    errand *e = context;
    if (answer->err != SPK_OK) {
        fail(e, answer->err, answer->why);
        return;
    }
    srv_log_event(e->house->log, SRV_EVENT_ACCOUNT_GONE, SRV_KEY("account", e->who.id));
    srv_tables_forget(e->house, e->who.id);
    srv_here_forget(e->house, e->who.id, false);
    srv_house_tell(e->house, SRV_TELL_ACCOUNT, e->who.id);
    srv_crews_sweep(e->house);
    end_empty(e);
}

static void on_forget_checked(void *context, bool well, const char *text)
{
    (void)text;
    errand *e = context;
    if (is_closing(e))
        return;
    if (well)
        write_change(e, &(srv_change){.forget_account = e->who.id}, on_forgotten);
    else
        refuse(e, SRV_FORBIDDEN, "The password is wrong.");
}

static void forget(errand *e)
{
    e->checked = on_forget_checked;
    if (*e->password)
        check_own_password(e);
    else
        refuse(e, SRV_MALFORMED, "To delete your account, give your password.");
}

/* Whoever finds a browser that is signed in cannot take the account from its owner. */
static void delete_me(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    spk_why why = {0};
    json_t *o = srv_body(h, r);
    if (!o)
        return;
    errand *e = begin(h, r);
    bool well = !json_object_get(o, "password") || read_password(o, "password", e->password, &why);
    json_decref(o);
    if (well)
        find_owner(e, r, forget);
    else
        fail_why(e, &why);
}

static void on_claimed(void *context, const spk_why *why)
{
    errand *e = context;
    if (why->err != SPK_OK)
        fail_why(e, why);
    else
        end_empty(e);
}

static void claim(errand *e)
{
    srv_table_claim(e->house, e->table, e->token, e->who.id, on_claimed, e);
}

static bool read_claim(const json_t *o, errand *e, spk_why *why)
{
    const char *table = "", *token = "";
    if (!srv_field_text(o, "table", SRV_ID, &table, why) ||
        !srv_field_text(o, "token", SRV_TOKEN, &token, why))
        return false;
    if (!srv_is_id(table) || !srv_token_read(token, e->token))
        return spk_fail(why, SPK_EMALFORMED, "'table' is a table's id, 'token' a seat's."), false;
    memcpy(e->table, table, sizeof e->table);
    return true;
}

static void claim_seat(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    spk_why why = {0};
    json_t *o = srv_body(h, r);
    if (!o)
        return;
    errand *e = begin(h, r);
    bool well = read_claim(o, e, &why);
    json_decref(o);
    if (well)
        find_owner(e, r, claim);
    else
        fail_why(e, &why);
}

/* -- PATCH /api/me: another password; all sessions end, and there is a new one -------------------- */

static void on_renewed(void *context, bool well, const char *text)
{
    errand *e = context;
    srv_account changed = {.id = e->who.id, .password = text};
    if (is_closing(e))
        return;
    if (!well)
        fail(e, SPK_EBUSY, "The server is short of memory. Try again in a moment.");
    else
        write_session(e, &(srv_change){.password = &changed, .end_sessions_of = e->who.id},
                      on_session);
}

static void on_old_checked(void *context, bool well, const char *text)
{
    (void)text;
    errand *e = context;
    if (is_closing(e))
        return;
    if (!well)
        refuse(e, SRV_FORBIDDEN, "The old password is wrong.");
    else if (!srv_password_make(e->accounts->passwords, e->fresh, on_renewed, e))
        fail(e, SPK_EBUSY, "Many people are signing in. Try again in a moment.");
}

static void renew(errand *e)
{
    e->checked = on_old_checked;
    check_own_password(e);
}

static void patch_me(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    spk_why why = {0};
    json_t *o = srv_body(h, r);
    if (!o)
        return;
    errand *e = begin(h, r);
    bool well = read_password(o, "password", e->password, &why) &&
                read_password(o, "new_password", e->fresh, &why);
    json_decref(o);
    if (well && !check_strength(e->fresh, NULL, &why))
        well = false;
    if (well)
        find_owner(e, r, renew);
    else
        fail_why(e, &why);
}

const srv_route srv_account_routes[] = {
    {SRV_POST, "/api/accounts", make_account}, {SRV_POST, "/api/sessions", sign_in},
    {SRV_DELETE, "/api/sessions", sign_out},   {SRV_GET, "/api/me", get_me},
    {SRV_PATCH, "/api/me", patch_me},          {SRV_DELETE, "/api/me", delete_me},
    {SRV_POST, "/api/me/seats", claim_seat},   {0},
};
