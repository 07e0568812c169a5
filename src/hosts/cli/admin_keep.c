/* admin_keep.c: `speakeasy admin export|backup|vacuum|check`. The last three may take minutes: they work on
 * a thread of their own while this one shows that something happens. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "hosts/cli/admin.h"

/* -- export -------------------------------------------------------------------------------------- */

int admin_export(admin *a)
{
    srv_found found;
    spk_buf text = {0};
    spk_why why = {0};
    const char *file = cli_text(a->args, "out");
    int code = admin_table(a, a->word[0], &found);
    if (code)
        return code;
    srv_row_print(found.answer.tables, &text);
    if (!file)
        fwrite(text.bytes, 1, text.n, stdout);
    else if (cli_file_write(file, &text, &why) != SPK_OK)
        code = cli_error("%s", why.text);
    else
        printf("%s: %d log lines\n", file, found.answer.tables->n_entries);
    spk_buf_release(&text);
    srv_found_release(&found);
    return code;
}

/* -- Long work ----------------------------------------------------------------------------------- */

typedef struct work {
    admin *a;
    spk_err (*run)(struct work *w);
    const char *words; /* "Checking" */
    const char *file;  /* of a backup: what grows */
    spk_why why;
    spk_err err;
} work;

static void *run_work(void *context)
{
    work *w = context;
    w->err = w->run(w);
    return NULL;
}

static void show_progress(const work *w, int seconds)
{
    struct stat part, whole;
    spk_buf name = {0};
    spk_buf_printf(&name, "%s.part", w->file ? w->file : "");
    fprintf(stderr, "\r%s: %d s", w->words, seconds);
    if (w->file && stat(spk_buf_text(&name), &part) == 0 && stat(w->a->path, &whole) == 0 &&
        whole.st_size > 0)
        fprintf(stderr, ", %.0f %%", 100.0 * (double)part.st_size / (double)whole.st_size);
    fputs(" ", stderr);
    spk_buf_release(&name);
}

/* Silent where nobody watches. */
static void work_on(work *w)
{
    pthread_t thread;
    if (!isatty(STDERR_FILENO) || pthread_create(&thread, NULL, run_work, w) != 0) {
        run_work(w);
        return;
    }
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    for (int seconds = 1;; seconds++) {
        until.tv_sec++;
        if (pthread_timedjoin_np(thread, NULL, &until) == 0)
            break;
        show_progress(w, seconds);
    }
    fprintf(stderr, "\r%40s\r", "");
}

/* Of the store: a file's, or what the database says. */
static int64_t size_of_store(admin *a)
{
    struct stat about;
    srv_found found;
    if (!a->in_database)
        return stat(a->path, &about) == 0 ? (int64_t)about.st_size : 0;
    spk_err err = srv_store_ask_now(a->store, &(srv_query){.what = SRV_ASK_COUNTS}, &found);
    int64_t n = err == SPK_OK ? found.answer.counts->file_bytes : 0;
    srv_found_release(&found);
    return n;
}

static int64_t size_of(const char *file)
{
    struct stat about;
    return stat(file, &about) == 0 ? (int64_t)about.st_size : 0;
}

/* -- backup, vacuum, check ----------------------------------------------------------------------- */

static spk_err run_backup(work *w) { return srv_store_backup(w->a->store, w->file, &w->why); }
static spk_err run_vacuum(work *w) { return srv_store_vacuum(w->a->store, &w->why); }
static spk_err run_check(work *w) { return srv_store_check(w->a->store, &w->why); }

/* House time, by which players' clocks go, is in a small file beside the store: a copy of the one without
 * the other would have everybody's clock run from the backup to the day it is used. */
static int copy_time(const admin *a, const char *file)
{
    spk_buf from = {0}, to = {0}, text = {0};
    spk_why why = {0};
    spk_buf_printf(&from, "%s.time", a->path);
    spk_buf_printf(&to, "%s.time", file);
    int code = 0;
    if (cli_file_exists(spk_buf_text(&from)))
        code = cli_file_read(spk_buf_text(&from), 4096, &text);
    if (code == 0 && text.n && cli_file_write(spk_buf_text(&to), &text, &why) != SPK_OK)
        code = cli_error("%s", why.text);
    spk_buf_release(&from);
    spk_buf_release(&to);
    spk_buf_release(&text);
    return code;
}

int admin_backup(admin *a)
{
    work w = {.a = a, .run = run_backup, .words = "Copying", .file = a->word[0]};
    work_on(&w);
    if (w.err != SPK_OK)
        return admin_failed(w.file, &w.why);
    int code = copy_time(a, w.file);
    if (code == 0)
        printf("%s: %" PRId64 " bytes\n", w.file, size_of(w.file));
    return code;
}

int admin_vacuum(admin *a)
{
    work w = {.a = a, .run = run_vacuum, .words = "Vacuuming"};
    int64_t before = size_of_store(a);
    work_on(&w);
    if (w.err != SPK_OK)
        return admin_failed(a->name, &w.why);
    printf("%s: %" PRId64 " bytes, before %" PRId64 "\n", a->name, size_of_store(a), before);
    return CLI_DONE;
}

int admin_check(admin *a)
{
    work w = {.a = a, .run = run_check, .words = "Checking"};
    work_on(&w);
    if (w.err != SPK_OK)
        return admin_failed(a->name, &w.why);
    printf("%s: all is well\n", a->name);
    return CLI_DONE;
}
