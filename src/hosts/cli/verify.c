/* verify.c: `speakeasy verify`: was this game dealt as the server had committed to? The computation
 * is in server/fair.c; docs/fairness.md explains it to players. */
#include <stdio.h>
#include <strings.h>

#include "base/str.h"
#include "hosts/cli/cli.h"
#include "hosts/server/fair.h"

enum { NOT_PROVED = 1 }; /* exit code */

static int not_proved(const char *words)
{
    cli_wrap(words, 0, 0);
    return NOT_PROVED;
}

/* Nothing to check is not the same as a check that failed; for scripts both are "not proved". */
static int explain(spk_err err, const spk_why *why)
{
    spk_buf words = {0};
    if (err == SPK_EUNKNOWN)
        spk_buf_printf(&words,
                       "Not proved. %s Nothing can be said about how this game was dealt: the log "
                       "alone shows what came, not whether it was drawn fairly.",
                       why->text);
    else
        spk_buf_printf(&words, "The proof is false. %s", why->text);
    int code = not_proved(spk_buf_text(&words));
    spk_buf_release(&words);
    return code;
}

/* What the player wrote down before the deal must be what the record says now. */
static int check_notes(const srv_fair *f, const cli_args *args)
{
    char hex[SRV_FAIR_HEX];
    const char *noted = cli_text(args, "commitment");
    srv_fair_commitment(f, hex);
    if (noted && strcasecmp(noted, hex) != 0)
        return not_proved(
            "The proof is false. The commitment in the record is not the one you were "
            "given before the deal.");
    int n;
    const char *const *mine = cli_list(args, "mine", &n);
    for (int i = 0; i < n; i++) {
        bool found = false;
        for (spk_seat seat = 0; seat < f->n_seats; seat++)
            found |= strcasecmp(mine[i], f->given[seat]) == 0;
        if (!found)
            return not_proved("The proof is false. Your contribution is not among those in the "
                              "record.");
    }
    return 0;
}

/* What came before an entry that nobody could have made is as it was dealt, or not. */
static int stopped_at(const spk_why *stopped)
{
    spk_buf words = {0};
    spk_buf_printf(&words,
                   "The proof is false. Line %d of the record could not have been played: %s",
                   stopped->line, stopped->text);
    int code = not_proved(spk_buf_text(&words));
    spk_buf_release(&words);
    return code;
}

static int check_chance(const spk_match *m, const srv_fair *f, const spk_why *stopped)
{
    uint8_t key[SRV_FAIR_BYTES];
    spk_rng rng;
    srv_fair_fault fault;
    srv_fair_key(f, SRV_FAIR_CHANCE, key);
    srv_fair_rng(key, 0, &rng);
    int n = srv_fair_replay(m, &rng, &fault), given = srv_fair_n_given(f);
    if (n < 0) {
        printf("The proof is false. Entry %d of the log does not follow from the seed:\n"
               "  expected  chance %s\n  found     chance %s\n",
               fault.entry + 1, fault.expected, fault.found);
        return NOT_PROVED;
    }
    if (stopped->line)
        return stopped_at(stopped);
    char hex[SRV_FAIR_HEX];
    srv_fair_commitment(f, hex);
    printf("Proved: all %d chance events follow from the committed seed and %d contribution%s.\n",
           n, given, given == 1 ? "" : "s");
    printf("  table       %s\n  commitment  %s\n", f->table, hex);
    return CLI_DONE;
}

/* What the proof does not say is said too. */
static void add_limits(const spk_match *m, const srv_fair *f, const cli_args *args)
{
    if (!cli_has(args, "commitment"))
        cli_wrap("This is worth as much as that commitment: compare it with the one you were given "
                 "before the deal, or pass that with --commitment.",
                 0, 0);
    if (srv_fair_n_given(f) == 0)
        cli_wrap(
            "Nobody contributed: the server could have tried many seeds before it committed to "
            "one.",
            0, 0);
    if (!spk_match_is_over(m))
        cli_wrap("The game is not over: this is about what is in the log.", 0, 0);
}

static int verify(const spk_record *record, const cli_args *args, const spk_why *stopped)
{
    srv_fair fair;
    spk_why why = {0};
    spk_err err = srv_fair_read(&fair, &record->proof, record->box.n_seats, &why);
    if (err != SPK_OK)
        return explain(err, &why);
    int code = check_notes(&fair, args);
    if (code == 0)
        code = check_chance(record->match, &fair, stopped);
    if (code == 0)
        add_limits(record->match, &fair, args);
    return code;
}

static int run(const cli_args *args)
{
    spk_record record;
    spk_why stopped;
    int code = cli_record_load_played(&record, args->word[0], args, &stopped);
    if (code)
        return code;
    code = verify(&record, args, &stopped);
    spk_record_release(&record);
    return code;
}

static const cli_option options[] = {
    {"commitment", "HEX", CLI_TEXT, 0, 0, "the commitment you were given before the deal"},
    {"mine", "HEX", CLI_LIST, 0, 0, "what you contributed; repeatable"},
    {"edition", "FILE", CLI_TEXT, 0, 0, "the edition the record was played with"},
    {0},
};

extern const cli_command cli_verify;
const cli_command cli_verify = {
    .name = "verify",
    .about = "check that a game was dealt as its server had committed to",
    .words = "FILE",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .help = "Before the deal a server publishes a hash of its seed, and players add bytes of\n"
            "their own; after the end it publishes the seed. From these every shuffle and\n"
            "die of the record is computed again and compared. Exit code 0: proved; 1: not\n"
            "proved, because something differs or the record has no proof; 2: the file\n"
            "cannot be read. docs/fairness.md says what is proved and what is not.\n",
    .run = run,
};
