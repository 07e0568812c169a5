/* admin_change.c: `speakeasy admin close|delete|forget`. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/cli/admin.h"

/* Write it, and tell the server, if there is one. */
static int make(admin *a, srv_change *change, const char *what, const char *id)
{
    spk_why why = {0};
    change->at = a->now;
    if (srv_store_write_now(a->store, change, &why) != SPK_OK)
        return cli_error("%s", why.text);
    if (*a->path) /* a database may be looked at from a machine without the server's data */
        srv_notice_leave(a->path, what, id);
    return 0;
}

/* "k7Rq0ZbT1xYv (famiglia, playing: Ann, Bob)" */
static void describe(const srv_row *t, spk_buf *out)
{
    spk_buf_printf(out, "%s (%s, %s: ", t->id, t->game, room_status_words[t->status]);
    admin_print_people(t, out);
    spk_buf_puts(out, ")");
}

/* A question about one table; 0 after a yes. *found is released then too. */
static int ask_about(admin *a, const char *id, const char *format)
{
    srv_found found;
    spk_buf about = {0}, question = {0};
    int code = admin_table(a, id, &found);
    if (code)
        return code;
    describe(found.answer.tables, &about);
    for (const char *p = format; *p; p++)
        *p == '*' ? spk_buf_puts(&question, spk_buf_text(&about)) : spk_buf_putc(&question, *p);
    code = admin_sure(a, spk_buf_text(&question)) ? 0 : CLI_WRONG;
    spk_buf_release(&about);
    spk_buf_release(&question);
    srv_found_release(&found);
    return code;
}

/* -- close --------------------------------------------------------------------------------------- */

int admin_close(admin *a)
{
    const char *id = a->word[0];
    int code = ask_about(a, id, "Close table *? Nobody can play on.");
    if (code == 0)
        code = make(a, &(srv_change){.table = id, .status = ROOM_CLOSED, .clock = ""}, "table", id);
    if (code == 0)
        printf("Closed %s.\n", id);
    return code;
}

/* -- delete -------------------------------------------------------------------------------------- */

/* All ids first: whoever deletes while he reads reads what is no more. */
typedef struct pile {
    char (*id)[SRV_ID_ROOM];
    size_t n, cap;
} pile;

static bool add(void *context, const srv_row *t)
{
    pile *p = context;
    if (p->n == p->cap) {
        p->cap = p->cap ? 2 * p->cap : 256;
        p->id = spk_realloc(p->id, p->cap * sizeof *p->id);
    }
    memcpy(p->id[p->n++], t->id, strlen(t->id) + 1);
    return true;
}

static int delete_one(admin *a, const char *id)
{
    return make(a, &(srv_change){.table = id, .forget_table = true}, "table", id);
}

static int delete_pile(admin *a, const pile *p)
{
    bool shows = isatty(STDERR_FILENO);
    int code = 0;
    size_t n = 0;
    for (; n < p->n && code == 0; n++) {
        code = delete_one(a, p->id[n]);
        if (shows && n % 50 == 0)
            fprintf(stderr, "\r%zu of %zu ", n, p->n);
    }
    if (shows)
        fprintf(stderr, "\r%20s\r", "");
    printf("Deleted %zu tables.%s\n", code ? n - 1 : n,
           n > 1000 ? " 'speakeasy admin vacuum' gives their room back to the disk." : "");
    return code;
}

static int delete_many(admin *a)
{
    char question[120];
    pile p = {0};
    if (a->older_ms == 0)
        return cli_error("'admin delete' needs a table, or --older TIME");
    int code = admin_walk(a, add, &p);
    if (code == 0 && p.n == 0)
        puts("There are none.");
    if (code == 0 && p.n > 0) {
        snprintf(question, sizeof question, "Delete %zu tables for good?", p.n);
        code = admin_sure(a, question) ? delete_pile(a, &p) : CLI_WRONG;
    }
    spk_free(p.id);
    return code;
}

int admin_delete(admin *a)
{
    const char *id = a->word[0];
    if (!id)
        return delete_many(a);
    if (a->older_ms || a->status != ROOM_STATUS_ANY)
        return cli_error("'admin delete' takes a table or a filter, not both");
    int code = ask_about(a, id, "Delete table * for good?");
    if (code == 0)
        code = delete_one(a, id);
    if (code == 0)
        printf("Deleted %s.\n", id);
    return code;
}

/* -- forget -------------------------------------------------------------------------------------- */

static int forget_account(admin *a, const char *name)
{
    srv_found found;
    char question[300], id[SRV_ID_ROOM];
    spk_err err =
        srv_store_ask_now(a->store, &(srv_query){.what = SRV_ASK_ACCOUNT, .name = name}, &found);
    if (err != SPK_OK) {
        int code = err == SPK_EUNKNOWN ? cli_error("there is no account '%s'", name)
                                       : cli_error("%s", found.answer.why);
        srv_found_release(&found);
        return code;
    }
    memcpy(id, found.answer.account->id, strlen(found.answer.account->id) + 1);
    snprintf(question, sizeof question,
             "Forget the account '%s', its names and its chat at all tables?",
             found.answer.account->name);
    srv_found_release(&found);
    if (!admin_sure(a, question))
        return CLI_WRONG;
    int code = make(a, &(srv_change){.forget_account = id}, "account", id);
    if (code == 0)
        printf("Forgot %s. Backups made before still have it.\n", name);
    return code;
}

static int read_seat(admin *a, const char *id, const char *text, int *seat)
{
    srv_found found;
    int code = admin_table(a, id, &found);
    if (code)
        return code;
    int players = found.answer.tables->players;
    srv_found_release(&found);
    if (!spk_str_int(text, 0, players - 1, seat))
        return cli_error("'%s' is not a seat: table %s has seats 0 to %d", text, id, players - 1);
    return 0;
}

static int forget_seat(admin *a, const char *id, const char *seat)
{
    int number = 0;
    int code = read_seat(a, id, seat, &number);
    if (code == 0)
        code = ask_about(a, id, "Forget who sat at this seat of table *, and their chat?");
    if (code == 0)
        code = make(a, &(srv_change){.table = id, .forget_seats = 1u << number}, "table", id);
    if (code == 0)
        printf("Forgot seat %d of %s. Backups made before still have it.\n", number, id);
    return code;
}

int admin_forget(admin *a)
{
    return a->word[1] ? forget_seat(a, a->word[0], a->word[1]) : forget_account(a, a->word[0]);
}
