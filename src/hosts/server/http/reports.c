/* reports.c: POST /api/reports: somebody tells the host about a person, a table or a line of the chat (docs/people.md,
 * "Reporting"). What was said is kept with the report, since a table may be deleted. `speakeasy admin reports` reads and closes
 * them; closed ones are removed after report_days. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/server/http/caller.h"
#include "hosts/server/people/people.h"

enum {
    SAID = 10 /* lines of theirs that are kept with a report about somebody at a table */,
    REASON = 500
};

typedef struct errand {
    srv_caller caller;
    char about[SRV_ID_ROOM], id[SRV_ID + 1], table[SRV_ID + 1], name[SRV_NAME_ROOM];
    const char *why, *kind; /* borrowed from the body */
    int seat, chat;         /* -1: none */
    spk_buf said;           /* as JSON */
} errand;

static void release(srv_caller *c) { spk_buf_release(&((errand *)c)->said); }

/* -- Writing it --------------------------------------------------------------------------------------- */

static void print_report(const errand *e, int64_t now, spk_buf *text)
{
    spk_json j = {.out = text};
    spk_json_open(&j, '{');
    spk_json_key(&j, "by"), spk_json_str(&j, e->caller.name);
    spk_json_key(&j, "kind"), spk_json_str(&j, e->kind);
    spk_json_key(&j, "reason"), spk_json_str(&j, e->why);
    spk_json_key(&j, "at"), spk_json_int(&j, now);
    if (*e->name)
        spk_json_key(&j, "about"), spk_json_str(&j, e->name);
    if (*e->table)
        spk_json_key(&j, "table"), spk_json_str(&j, e->table);
    if (e->seat >= 0)
        spk_json_key(&j, "seat"), spk_json_int(&j, e->seat);
    if (e->said.n)
        spk_json_key(&j, "said"), spk_buf_puts(text, spk_buf_text(&e->said));
    j.comma = true;
    spk_json_close(&j, '}');
}

static void on_written(void *context, const srv_answer *a)
{
    errand *e = context;
    spk_buf out = {0};
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    e->caller.house->figures.reports_made++;
    srv_log_event(e->caller.house->log, SRV_EVENT_REPORT, SRV_KEY("report", e->id));
    spk_buf_puts(&out, "{\"reported\":true}");
    srv_caller_answer(&e->caller, 201, &out);
}

static void on_counted(void *context, const srv_answer *a)
{
    errand *e = context;
    uint32_t most = e->caller.house->config->house.reports_per_account;
    int64_t now = srv_house_wall(e->caller.house);
    spk_buf text = {0};
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    if (most && a->n_notes >= (int)most) {
        srv_caller_refuse(&e->caller, SRV_REFUSED,
                          N_("You have reported many things. The host will look at them first."));
        return;
    }
    srv_id_new(e->id);
    print_report(e, now, &text);
    srv_note note = {.kind = SRV_KIND_REPORT,
                     .key = e->id,
                     .account = e->caller.id,
                     .list = *e->about ? e->about : NULL,
                     .rank = now,
                     .text = spk_buf_text(&text)};
    srv_caller_write(&e->caller, &(srv_change){.n_notes = 1, .notes = &note}, on_written);
    spk_buf_release(&text);
}

static void count(errand *e)
{
    srv_caller_ask(&e->caller,
                   &(srv_query){.what = SRV_ASK_NOTES,
                                .kind = SRV_KIND_REPORT,
                                .account = e->caller.id,
                                .within = true,
                                .low_rank = 1,
                                .high_rank = INT64_MAX},
                   on_counted);
}

/* -- About what ----------------------------------------------------------------------------------------- */

static void on_named(void *context, const srv_answer *a)
{
    errand *e = context;
    if (a->err != SPK_OK) {
        srv_caller_fail(&e->caller, a->err,
                        a->err == SPK_EUNKNOWN ? N_("There is nobody of that name.") : a->why);
        return;
    }
    snprintf(e->about, sizeof e->about, "%s", a->account->id);
    snprintf(e->name, sizeof e->name, "%s", a->account->name);
    count(e);
}

/* The line that was meant, or the last ones of that seat. */
static void print_said(errand *e, const srv_row *t)
{
    spk_json j = {.out = &e->said};
    int n = 0, skip;
    for (int i = 0; i < t->n_chats; i++)
        n += t->chats[i].seat == e->seat;
    skip = n > SAID ? n - SAID : 0;
    spk_json_open(&j, '[');
    for (int i = 0; i < t->n_chats; i++) {
        if (t->chats[i].seat != e->seat || (e->chat >= 0 ? t->chats[i].n != e->chat : skip-- > 0))
            continue;
        spk_json_open(&j, '{');
        spk_json_key(&j, "n"), spk_json_int(&j, t->chats[i].n);
        spk_json_key(&j, "at"), spk_json_int(&j, t->chats[i].at);
        spk_json_key(&j, "text"), spk_json_str(&j, t->chats[i].text);
        spk_json_close(&j, '}');
    }
    spk_json_close(&j, ']');
}

/* Whose line it is; -1: there is none of that number. */
static int seat_of_line(const srv_row *t, int n)
{
    for (int i = 0; i < t->n_chats; i++)
        if (t->chats[i].n == n)
            return t->chats[i].seat;
    return -1;
}

static const srv_seat *seat_of(const srv_row *t, int seat)
{
    for (int i = 0; i < t->n_seats; i++)
        if (t->seats[i].seat == seat &&
            (t->seats[i].kind == ROOM_PERSON || t->seats[i].kind == ROOM_HOTSEAT))
            return &t->seats[i];
    return NULL;
}

static void on_table(void *context, const srv_answer *a)
{
    errand *e = context;
    const srv_row *t = a->err == SPK_OK ? a->tables : NULL;
    if (a->err != SPK_OK && a->err != SPK_EUNKNOWN) {
        srv_caller_fail(&e->caller, a->err, a->why);
        return;
    }
    if (!t || !srv_row_may_look(t, e->caller.id)) {
        srv_caller_fail(&e->caller, SPK_EUNKNOWN, N_("There is no such table."));
        return;
    }
    if (e->chat >= 0)
        e->seat = seat_of_line(t, e->chat);
    const srv_seat *seat = e->seat >= 0 ? seat_of(t, e->seat) : NULL;
    if (!seat && (e->chat >= 0 || e->seat >= 0)) {
        srv_caller_fail(&e->caller, SPK_EUNKNOWN, N_("There is nobody there, or no such line."));
        return;
    }
    if (seat) {
        snprintf(e->name, sizeof e->name, "%s", seat->name ? seat->name : "?");
        snprintf(e->about, sizeof e->about, "%s", seat->account ? seat->account : "");
        print_said(e, t);
    }
    count(e);
}

static bool read_report(errand *e, const char **name, const char **table, spk_why *why)
{
    static const char *const kinds[] = {"abuse", "cheating", "name", "other"};
    const json_t *o = e->caller.body;
    e->seat = e->chat = -1;
    e->kind = "other", e->why = "";
    if (!srv_field_text(o, "name", SRV_NAME_ROOM - 1, name, why) ||
        !srv_field_text(o, "table", SRV_ID, table, why) ||
        !srv_field_text(o, "kind", 10, &e->kind, why) ||
        !srv_field_text(o, "reason", REASON, &e->why, why) ||
        !srv_field_int(o, "seat", 0, SPK_MAX_SEATS - 1, &e->seat, why) ||
        !srv_field_int(o, "chat", 0, 1 << 30, &e->chat, why))
        return false;
    if (spk_str_find(e->kind, kinds, 4) < 0)
        return spk_fail(why, SPK_EMALFORMED, "'kind' is abuse, cheating, name or other."), false;
    if (!*e->why)
        return spk_refuse_as(why, SPK_EMALFORMED, "Say in a few words what is wrong."), false;
    if (!*name == !*table)
        return spk_fail(why, SPK_EMALFORMED, "'name' or 'table' is missing."), false;
    return true;
}

static void known(srv_caller *c)
{
    errand *e = (errand *)c;
    const char *name = NULL, *table = NULL;
    spk_why why = {0};
    if (!srv_caller_may(c, c->house->config->house.people_per_minute))
        return;
    if (!read_report(e, &name, &table, &why))
        srv_caller_fail_why(c, &why);
    else if (name)
        srv_caller_ask(c, &(srv_query){.what = SRV_ASK_ACCOUNT, .name = name}, on_named);
    else {
        snprintf(e->table, sizeof e->table, "%s", table);
        srv_caller_ask(c, &(srv_query){.what = SRV_ASK_TABLE, .id = e->table}, on_table);
    }
}

static void post_report(srv_house *h, const srv_request *r, char *const *word)
{
    (void)word;
    if (h->config->reports == SRV_REPORTS_ON)
        srv_caller_begin(h, r, sizeof(errand), known, release);
    else
        srv_refuse(h, r->ask, SRV_FORBIDDEN, "This house takes no reports.");
}

/* -- Old ones -------------------------------------------------------------------------------------------- */

static void on_removed(void *context, const srv_answer *a)
{
    (void)a; /* in an hour again */
    srv_house_end(context);
}

static void on_old(void *context, const srv_answer *a)
{
    srv_house *h = context;
    srv_note notes[SRV_PAGE];
    for (int i = 0; i < a->n_notes; i++)
        notes[i] =
            (srv_note){.kind = SRV_KIND_REPORT, .key = a->notes[i].key, .version = SRV_ANY_VERSION};
    srv_change change = {.at = srv_house_wall(h), .n_notes = a->n_notes, .notes = notes};
    if (a->err != SPK_OK || a->n_notes == 0 || h->closing ||
        srv_store_write(h->store, &change, on_removed, h) != SPK_OK)
        srv_house_end(h);
}

/* Those that were closed long ago: their rank is minus the time of that. */
void srv_reports_sweep(srv_house *h)
{
    int64_t days = h->config->house.report_days;
    srv_query query = {.what = SRV_ASK_NOTES,
                       .kind = SRV_KIND_REPORT,
                       .within = true,
                       .low_rank = -(srv_house_wall(h) - days * 24 * 3600 * 1000),
                       .high_rank = -1};
    if (days && !h->closing && srv_store_ask(h->store, &query, on_old, h) == SPK_OK)
        srv_house_begin(h);
}

extern const srv_route srv_report_routes[];
const srv_route srv_report_routes[] = {
    {SRV_POST, "/api/reports", post_report},
    {0},
};
