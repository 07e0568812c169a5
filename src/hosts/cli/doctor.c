/* doctor.c: `speakeasy doctor`: settings, the list of checks, and how findings are printed. See doctor.h. */
#include "hosts/cli/doctor.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hosts/cli/cli.h"

static const char *const state_words[DOCTOR_STATE_COUNT] = {"fine", "odd", "wrong"};
static const char usual_file[] = "/etc/speakeasy/speakeasy.conf";

static const struct check {
    const char *name;
    bool is_house;
    void (*look)(doctor *d);
} checks[] = {
#define CHECK(name) {#name, false, doctor_##name},
#define HOUSE(name) {#name, true, doctor_##name},
#include "hosts/cli/doctor.def"
#undef CHECK
#undef HOUSE
};

/* -- Findings ------------------------------------------------------------------------------------ */

static void print_finding(const doctor *d, const char *mend)
{
    static const cli_ink inks[] = {CLI_DIM, CLI_NOTE, CLI_ALARM};
    if (d->state == DOCTOR_FINE && !d->verbose)
        return;
    int at = printf("%-5s  %-11s ", state_words[d->state], d->check);
    fputs(cli_paint(inks[d->state]), stdout);
    cli_wrap(d->what, at, 19);
    fputs(cli_paint(CLI_PLAIN), stdout);
    if (mend)
        cli_wrap(mend, printf("%16s-> ", ""), 19);
}

static void print_json(const doctor *d, const char *mend)
{
    spk_json_open(d->json, '{');
    spk_json_key(d->json, "check"), spk_json_str(d->json, d->check);
    spk_json_key(d->json, "state"), spk_json_str(d->json, state_words[d->state]);
    spk_json_key(d->json, "what"), spk_json_str(d->json, d->what);
    if (mend)
        spk_json_key(d->json, "mend"), spk_json_str(d->json, mend);
    spk_json_close(d->json, '}');
}

static void report(doctor *d, const char *mend)
{
    d->n[d->state]++;
    (d->json ? print_json : print_finding)(d, mend);
}

/* What was found may hold strangers' bytes: names of files, words of other programs. */
static void keep(doctor *d, doctor_state state, const char *format, va_list words)
{
    d->state = state;
    vsnprintf(d->what, sizeof d->what, format, words);
    if (!cli_is_printable(d->what, strlen(d->what)))
        snprintf(d->what, sizeof d->what, "something that cannot be printed");
}

void doctor_fine(doctor *d, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    keep(d, DOCTOR_FINE, format, words);
    va_end(words);
    report(d, NULL);
}

void doctor_find(doctor *d, doctor_state state, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    keep(d, state, format, words);
    va_end(words);
}

void doctor_mend(doctor *d, const char *format, ...)
{
    char mend[400];
    va_list words;
    va_start(words, format);
    vsnprintf(mend, sizeof mend, format, words);
    va_end(words);
    report(d, cli_is_printable(mend, strlen(mend)) ? mend : "see docs/hosting.md");
}

/* -- Settings ------------------------------------------------------------------------------------ */

static const char *file_of(const cli_args *args)
{
    const char *file =
        cli_text(args, "config") ? cli_text(args, "config") : srv_config_file_of(environ);
    bool is_usual = !file && !cli_has(args, "data") && access(usual_file, F_OK) == 0;
    return is_usual ? usual_file : file;
}

static bool read_settings(doctor *d, srv_config *config, const cli_args *args, const char *file)
{
    spk_why why = {0};
    const char *data = cli_text(args, "data");
    srv_config_init(config);
    if (file && srv_config_read_file(config, file, &why) != SPK_OK)
        doctor_find(d, DOCTOR_WRONG, why.line ? "%s:%d: %s" : "%s%.0d: %s", file, why.line,
                    why.text);
    else if (srv_config_read_environment(config, environ, &why) != SPK_OK)
        doctor_find(d, DOCTOR_WRONG, "environment: %s", why.text);
    else if (data && srv_config_set(config, "data", &data, 1, &why) != SPK_OK)
        doctor_find(d, DOCTOR_WRONG, "--data: %s", why.text);
    else if (srv_config_finish(config, environ, &why) != SPK_OK)
        doctor_find(d, DOCTOR_WRONG, "%s", why.text);
    else
        return true;
    doctor_mend(d, "'speakeasy serve --help' lists every setting; --print-config writes a file to "
                   "start from");
    return false;
}

static void look_around(doctor *d, const cli_args *args, srv_config *config)
{
    const char *file = file_of(args);
    d->check = "settings";
    if (read_settings(d, config, args, file)) {
        d->config = config;
        doctor_fine(d, "%s", file ? file : "none are given: the defaults, and the environment");
    }
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (d->config || !checks[i].is_house) {
            d->check = checks[i].name;
            checks[i].look(d);
        }
}

/* -- The command --------------------------------------------------------------------------------- */

static void sum_up(const doctor *d)
{
    if (d->json) {
        spk_json_close(d->json, ']');
        for (int i = 0; i < DOCTOR_STATE_COUNT; i++)
            spk_json_key(d->json, state_words[i]), spk_json_int(d->json, d->n[i]);
        spk_json_close(d->json, '}');
        puts(spk_buf_text(d->json->out));
    } else
        printf("%d wrong, %d odd, %d fine\n", d->n[DOCTOR_WRONG], d->n[DOCTOR_ODD],
               d->n[DOCTOR_FINE]);
}

static int run(const cli_args *args)
{
    spk_buf out = {0};
    spk_json json = {.out = &out};
    srv_config config;
    doctor d = {.verbose = cli_has(args, "all"), .json = cli_has(args, "json") ? &json : NULL};
    if (d.json) {
        spk_json_open(&json, '{');
        spk_json_key(&json, "version"), spk_json_str(&json, SPK_VERSION);
        spk_json_key(&json, "findings"), spk_json_open(&json, '[');
    }
    look_around(&d, args, &config);
    sum_up(&d);
    srv_config_release(&config);
    spk_buf_release(&out);
    return d.n[DOCTOR_WRONG] ? 1 : CLI_DONE;
}

static const cli_option options[] = {
    {"config", "FILE", CLI_TEXT, 0, 0,
     "the server's config file (default: $SPEAKEASY_CONFIG, else "
     "/etc/speakeasy/speakeasy.conf if there is one)"},
    {"data", "DIR", CLI_TEXT, 0, 0, "the server's data directory, instead of the settings' own"},
    {"all", NULL, CLI_FLAG, 0, 0, "also print what is fine"},
    {"json", NULL, CLI_FLAG, 0, 0,
     "one JSON object: version, findings (check, state, what, mend), counts"},
    {0},
};

extern const cli_command cli_doctor;
const cli_command cli_doctor = {
    .name = "doctor",
    .about = "say what is wrong with an installation or a server",
    .words = "",
    .options = options,
    .help = "Looks at the program and what came with it (libraries, games, nets, the page),\n"
            "and at the server that the settings describe: user, data directory, disk,\n"
            "store, bus, clock, ports, certificate, address, proxy, open files. Run it as\n"
            "the user that runs the server. Each finding is one line of what and one of what\n"
            "to do. Nothing is changed, and a running server is not disturbed. Exit code 0:\n"
            "nothing is wrong (things may be odd); 1: something is; 2: wrong usage.\n",
    .run = run,
};
