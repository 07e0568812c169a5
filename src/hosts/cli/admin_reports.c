/* admin_reports.c: `speakeasy admin reports [all]` and `reports close ID`: what people told the host about others
 * (docs/people.md, "Reporting"). A report that was closed is kept for a while (report_days), then the server removes it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/str.h"
#include "hosts/cli/admin.h"
#include "hosts/server/people/people.h"

/* What people wrote is printed line by line: no control character reaches the terminal. */
static void print_text(const char *label, const json_t *o)
{
    const char *text = json_string_value(o);
    for (size_t n; text; label = "", text = text[n] ? text + n + 1 : NULL) {
        n = strcspn(text, "\n");
        printf("  %-8s %.*s\n", label, cli_is_printable(text, n) ? (int)n : 1,
               cli_is_printable(text, n) ? text : "?");
    }
}

static void print_when(const char *label, int64_t ms)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm at;
    char text[32];
    gmtime_r(&seconds, &at);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M", &at);
    printf("  %-8s %s UTC\n", label, text);
}

static void print_report(const srv_note *n)
{
    static const char *const fields[] = {"by", "kind", "about", "table", "reason"};
    json_t *o = json_loads(n->text, 0, NULL);
    const json_t *said = json_object_get(o, "said"), *seat = json_object_get(o, "seat");
    printf("%s%s\n", n->key, n->rank > 0 ? "" : "  (closed)");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        print_text(fields[i], json_object_get(o, fields[i]));
    if (json_is_integer(seat))
        printf("  %-8s %d\n", "seat", (int)json_integer_value(seat));
    for (size_t i = 0; i < json_array_size(said); i++)
        print_text("said", json_object_get(json_array_get(said, i), "text"));
    print_when("at", json_integer_value(json_object_get(o, "at")));
    json_decref(o);
}

static void print_json(const srv_note *n)
{
    json_t *o = json_loads(n->text, 0, NULL);
    json_object_set_new(o, "id", json_string(n->key));
    json_object_set_new(o, "open", json_boolean(n->rank > 0));
    char *text = o ? json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    puts(text ? text : "{}");
    free(text);
    json_decref(o);
}

static int list(admin *a, bool all)
{
    srv_query query = {.what = SRV_ASK_NOTES,
                       .kind = SRV_KIND_REPORT,
                       .falling = true,
                       .within = !all,
                       .low_rank = 1,
                       .high_rank = INT64_MAX};
    char after[SRV_KEY_ROOM];
    bool more = true;
    int n = 0;
    while (more) {
        srv_found found;
        if (srv_store_ask_now(a->store, &query, &found) != SPK_OK) {
            int code = cli_error("%s", found.answer.why);
            srv_found_release(&found);
            return code;
        }
        more = found.answer.more;
        for (int i = 0; i < found.answer.n_notes; i++, n++) {
            const srv_note *note = &found.answer.notes[i];
            (cli_has(a->args, "json") ? print_json : print_report)(note);
            query.after_at = note->rank;
            snprintf(after, sizeof after, "%s", note->key);
        }
        query.after_id = after;
        srv_found_release(&found);
    }
    if (n == 0 && !cli_has(a->args, "json"))
        puts(all ? "There are no reports." : "There are no open reports.");
    return CLI_DONE;
}

/* Over the version that was read: two operators close it once. */
static int close_one(admin *a, const char *id)
{
    srv_found found;
    spk_why why = {0};
    srv_query query = {.what = SRV_ASK_NOTE, .kind = SRV_KIND_REPORT, .key = id};
    spk_err err = srv_store_ask_now(a->store, &query, &found);
    if (err != SPK_OK || found.answer.notes->rank < 0) {
        int code = err == SPK_EUNKNOWN ? cli_error("there is no report '%s'", id)
                   : err != SPK_OK     ? cli_error("%s", found.answer.why)
                                       : cli_error("report '%s' is closed already", id);
        srv_found_release(&found);
        return code;
    }
    srv_note note = *found.answer.notes;
    note.rank = -a->now;
    srv_change change = {.at = a->now, .n_notes = 1, .notes = &note};
    err = srv_store_write_now(a->store, &change, &why);
    srv_found_release(&found);
    if (err != SPK_OK)
        return cli_error("%s", why.text);
    printf("Report %s is closed.\n", id);
    return CLI_DONE;
}

int admin_reports(admin *a)
{
    const char *what = a->word[0];
    if (!what)
        return list(a, false);
    if (spk_str_eq(what, "all") && !a->word[1])
        return list(a, true);
    if (spk_str_eq(what, "close") && a->word[1])
        return close_one(a, a->word[1]);
    return cli_error("'admin reports' takes nothing, 'all', or 'close ID'");
}
