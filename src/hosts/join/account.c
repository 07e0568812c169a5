/* account.c: see account.h. */
#include "hosts/join/account.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "hosts/join/http.h"

/* The answer's name and token, if they are what such things look like. */
static spk_err read_session(const json_t *answer, join_account *who, spk_why *why)
{
    const char *name = json_string_value(json_object_get(answer, "name"));
    const char *token = json_string_value(json_object_get(answer, "session"));
    join_account fresh = {0};
    if (!name || !token || !join_is_code(token) || strlen(token) >= sizeof fresh.session ||
        room_name_read(name, strlen(name), fresh.name, why) != SPK_OK)
        return spk_fail(why, SPK_EMALFORMED, "the server's answer cannot be read");
    snprintf(fresh.session, sizeof fresh.session, "%s", token);
    *who = fresh;
    return SPK_OK;
}

spk_err join_sign_in(const join_address *a, const char *ca_file, const char *name,
                     const char *password, bool is_new, join_account *who, spk_why *why)
{
    json_t *body = json_pack("{s:s,s:s}", "name", name, "password", password);
    if (!body)
        return spk_fail(why, SPK_EMALFORMED, "name and password must be UTF-8");
    json_t *answer =
        join_ask(a, ca_file, "POST", is_new ? "/api/accounts" : "/api/sessions", "", body, why);
    spk_err err = answer ? read_session(answer, who, why) : why->err;
    json_decref(answer);
    json_decref(body);
    return err;
}

void join_sign_out(const join_address *a, const char *ca_file, join_account *who)
{
    spk_why why = {0};
    if (!*who->session)
        return;
    json_decref(join_ask(a, ca_file, "DELETE", "/api/sessions", who->session, NULL, &why));
    *who = (join_account){0};
}

json_t *join_own_tables(const join_address *a, const char *ca_file, const join_account *who,
                        spk_why *why)
{
    json_t *me = join_ask(a, ca_file, "GET", "/api/me", who->session, NULL, why);
    json_t *tables = me ? json_incref(json_object_get(me, "tables")) : NULL;
    json_decref(me);
    if (me && !json_is_array(tables)) {
        json_decref(tables);
        tables = json_array();
    }
    return tables;
}

bool join_has_seat(const json_t *own_tables, const char *id)
{
    for (size_t i = 0; i < json_array_size(own_tables); i++) {
        const json_t *table = json_array_get(own_tables, i);
        const char *own = json_string_value(json_object_get(table, "id"));
        if (own && spk_str_eq(own, id))
            return json_array_size(json_object_get(table, "mine")) > 0;
    }
    return false;
}

spk_err join_claim(const join_address *a, const char *ca_file, const join_account *who,
                   spk_why *why)
{
    json_t *body = json_pack("{s:s,s:s}", "table", a->table, "token", a->token);
    json_t *answer = join_ask(a, ca_file, "POST", "/api/me/seats", who->session, body, why);
    json_decref(body);
    json_decref(answer);
    return answer ? SPK_OK : why->err;
}
