/* player_program_test.c: programs with bad manners (tests/bots/rude) at a real table. Whatever they
 * do, every decision is made, in time; the reason is told; and nothing of them is left. */
#define _GNU_SOURCE
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "games/registry.h"
#include "hosts/player/player.h"
#include "test.h"

/* Those that are expected to answer get plenty of time: the machine may be busy. */
enum { BUDGET_MS = 60, PLENTY_MS = 5000, START_MS = 150, SLACK_MS = 1500 };

/* A table with one program in seat 0; the other seats choose at random. */
typedef struct table {
    spk_box box;
    spk_match *match;
    spk_rng rng;
    host_player *player;
    char fault[400]; /* the first there was */
    int n_faults;
    double longest; /* decision, ms */
} table;

static int n_files_open(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int n = 0;
    while (folder && readdir(folder))
        n++;
    if (folder)
        closedir(folder);
    return n;
}

static void sit(table *t, const char *game, const char *command, spk_why *why)
{
    host_spec spec;
    spk_choice choice = {.options = (const char *[]){"start_player=seat_1"},
                         .n_options = !spk_str_eq(game, "chicago_gangsters")};
    *t = (table){0};
    CHECK_INT(spk_box_open(&t->box, spk_game_find(game), &choice, NULL), SPK_OK);
    CHECK_INT(host_spec_read(command, &spec, NULL), SPK_OK);
    spec.start_ms = strstr(command, "ready") ? START_MS : 0;
    spk_rng_init(&t->rng, 7, 0);
    t->match = spk_match_new(&t->box);
    spk_match_deal(t->match, &t->rng);
    t->player = host_player_open(&spec, &t->box, 0, &t->rng, why);
}

static void leave(table *t)
{
    double from = host_now_ms();
    host_player_close(t->player, t->match);
    CHECK(host_now_ms() - from < HOST_QUIT_MS + 2 * HOST_TERM_MS + SLACK_MS);
    spk_match_free(t->match);
    spk_box_close(&t->box);
    CHECK(waitpid(-1, NULL, WNOHANG) == -1); /* not even a zombie */
}

static void others_move(table *t)
{
    static spk_move moves[SPK_MAX_MOVES];
    spk_match_deal(t->match, &t->rng);
    while (!spk_match_is_over(t->match) && !spk_actors_has(spk_match_actors(t->match), 0)) {
        spk_seat seat = spk_actors_first(spk_match_actors(t->match));
        int n = spk_match_moves(t->match, seat, moves);
        spk_move move = spk_bot_pick(moves, n, true, &t->rng);
        CHECK_INT(spk_match_move(t->match, seat, move, NULL), SPK_OK);
        spk_match_deal(t->match, &t->rng);
    }
}

/* So many decisions of the program. Returns how many of them it made itself. */
static int play(table *t, int n, int budget_ms)
{
    host_budget budget = {.ms = budget_ms};
    int n_own = 0;
    for (others_move(t); n > 0 && !spk_match_is_over(t->match); n--, others_move(t)) {
        double from = host_now_ms();
        n_own += host_player_move(t->player, t->match, &budget);
        double took = host_now_ms() - from;
        t->longest = took > t->longest ? took : t->longest;
        const char *fault = host_player_fault(t->player);
        if (fault && t->n_faults++ == 0)
            snprintf(t->fault, sizeof t->fault, "%s", fault);
    }
    return n_own;
}

/* A whole visit: so many decisions, so many of which it makes; what is said of it (NULL: nothing);
 * and whether it is thrown out. */
static void visit(const char *manner, int n, int n_own, const char *fault, bool out)
{
    table t;
    char command[200];
    int files = n_files_open();
    snprintf(command, sizeof command, "exec:tests/bots/rude %s", manner);
    sit(&t, "famiglia", command, NULL);
    CHECK(t.player != NULL);
    CHECK_STR(host_player_name(t.player), command);
    CHECK_INT(play(&t, n, n_own ? PLENTY_MS : BUDGET_MS), n_own);
    if (fault && !strstr(t.fault, fault))
        print_error("fault of %s: %s\n", manner, t.fault);
    CHECK(fault ? strstr(t.fault, fault) != NULL : t.n_faults == 0);
    CHECK_INT(host_player_is_out(t.player), out);
    CHECK(n_own ||
          t.longest < BUDGET_MS * 1.1 + HOST_GRACE_MS + 2 * HOST_TERM_MS + START_MS + SLACK_MS);
    leave(&t);
    CHECK_INT(n_files_open(), files);
}

/* -- Good manners, more or less ---------------------------------------------------------------- */

TEST(a_polite_one_makes_all_its_moves) { visit("polite", 4, 4, NULL, false); }

TEST(blanks_and_line_ends_are_forgiven)
{
    visit("windows", 2, 2, NULL, false);
    visit("blanks", 2, 2, NULL, false);
}

TEST(wishes_that_nobody_knows_are_ignored) { visit("board", 2, 2, NULL, false); }

TEST(binary_and_long_lines_before_the_answer_are_ignored)
{
    visit("binary", 3, 3, NULL, false);
    visit("long", 3, 3, NULL, false);
}

TEST(unasked_answers_are_ignored) { visit("hasty", 3, 3, NULL, false); }

/* -- Time -------------------------------------------------------------------------------------- */

TEST(one_that_is_never_ready_is_out)
{
    visit("never_ready", 2, 0, "did not say 'ready' within 150 ms; it is out", true);
    visit("move_before_ready", 2, 0, "did not say 'ready' within 150 ms", true);
}

TEST(one_that_stalls_forfeits_and_is_out_after_three)
{
    visit("stall", 1, 0, "no answer within 60 ms", false);
    visit("stall", 2, 0, "no answer within 60 ms", false);
    visit("stall", 3, 0, "no answer within 60 ms", true);
    visit("stall", 6, 0, "no answer within 60 ms", true);
    visit("stopped", 3, 0, "no answer within 60 ms", true);
}

/* 60 ms and the grace are over before its first answer; that one comes during a later question and
 * is not taken for an answer to it. From then on it is in time. */
TEST(a_late_answer_is_nobodys)
{
    table t;
    sit(&t, "famiglia", "exec:tests/bots/rude late_once", NULL);
    CHECK_INT(play(&t, 1, BUDGET_MS), 0);
    CHECK_INT(play(&t, 2, PLENTY_MS), 2);
    CHECK_INT(t.n_faults, 1);
    leave(&t);
}

TEST(one_that_is_always_late_is_out)
{
    visit("always_late", 1, 0, "no answer within 60 ms", false);
}

/* -- Leaving ----------------------------------------------------------------------------------- */

TEST(one_that_leaves_is_out_and_its_last_words_are_told)
{
    visit("no_start", 2, 0, "exited with code 1; it is out", true);
    visit("exits", 2, 0, "exited with code 3, last words 'I have had enough.'; it is out", true);
    visit("crashes", 2, 0, "was ended by signal 11 (Segmentation fault)", true);
}

TEST(one_that_closes_its_ears_or_mouth_is_out)
{
    visit("closes_stdin", 3, 1, "closed its input", true);
    visit("closes_stdout", 2, 0, "closed its output", true);
}

TEST(the_fault_of_one_that_is_out_is_told_once)
{
    table t;
    sit(&t, "famiglia", "exec:tests/bots/rude exits", NULL);
    CHECK_INT(play(&t, 5, BUDGET_MS), 0);
    CHECK_INT(t.n_faults, 1);
    leave(&t);
}

/* Gone, or a zombie that waits for whoever inherits orphans here. */
static bool is_gone(int pid)
{
    char path[40], state = '?';
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = fopen(path, "r");
    bool gone = !f || fscanf(f, "%*d %*s %c", &state) != 1 || state == 'Z' || state == 'X';
    if (f)
        fclose(f);
    return gone;
}

/* After the visit nothing runs of what it wrote into its file. */
static void check_gone(const char *manner, int n, int n_own, const char *fault, bool out)
{
    char file[] = "/tmp/player_test_XXXXXX", words[100];
    int fd = mkstemp(file), pid, n_pids = 0;
    CHECK(fd >= 0);
    snprintf(words, sizeof words, "%s %s", manner, file);
    visit(words, n, n_own, fault, out);
    FILE *f = fdopen(fd, "r");
    for (; fscanf(f, "%d", &pid) == 1; n_pids++) {
        for (int i = 0; i < 200 && !is_gone(pid); i++)
            usleep(5000); /* a killed process needs a moment */
        CHECK(is_gone(pid));
    }
    CHECK(n_pids > 0);
    fclose(f);
    unlink(file);
}

TEST(one_that_ignores_signals_is_killed)
{
    check_gone("immortal", 1, 0, "no answer within 60 ms", false);
    check_gone("immortal", 3, 0, "no answer within 60 ms", true);
}

TEST(children_are_killed_too)
{
    check_gone("child", 2, 2, NULL, false);
    check_gone("child_only", 2, 0, "exited with code 4", true);
}

/* -- Words ------------------------------------------------------------------------------------- */

TEST(nonsense_is_no_answer_but_is_quoted)
{
    visit("nonsense", 1, 0, "no answer within 60 ms (it wrote 'pass me the salt')", false);
}

TEST(an_illegal_move_is_refused_at_once_with_its_rule)
{
    visit("illegal", 3, 0, "'fly to the moon' was refused: ", false);
    visit("empty", 3, 0, "'' was refused: ", false);
    visit("not_now", 1, 0, "'recruit F4' was refused: F4 does not lie in the street. [FA-", false);
}

TEST(one_that_prints_for_ever_is_out)
{
    visit("endless", 2, 0, "wrote more than 65536 bytes at one decision", true);
    visit("flood", 2, 0, "wrote more than 65536 bytes at one decision", true);
    visit("flood_blank", 2, 0, "wrote more than 65536 bytes at one decision", true);
    visit("flood_log", 2, 0, "wrote more than 65536 bytes at one decision", true);
}

TEST(what_goes_to_stderr_costs_nothing)
{
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    visit("flood_stderr", 3, 3, NULL, false);
    visit("stderr_forever", 3, 0, "no answer within 60 ms", true);
    getrusage(RUSAGE_SELF, &after);
    CHECK(after.ru_maxrss - before.ru_maxrss < 16 << 10); /* KiB */
}

/* Its pipe holds 64 KiB; the questions are more than that. */
TEST(one_that_never_reads_holds_nobody_up)
{
    table t;
    sit(&t, "gangster", "exec:tests/bots/rude deaf_writer", NULL);
    CHECK_INT(play(&t, 20, 10), 0);
    CHECK(host_player_is_out(t.player));
    leave(&t);
}

/* -- The log and talk -------------------------------------------------------------------------- */

static void keep_line(void *context, spk_seat seat, const char *line)
{
    CHECK_INT(seat, 0);
    snprintf(context, 200, "%s", line);
}

static void count_line(void *context, spk_seat seat, const char *line)
{
    CHECK_INT(seat, 0);
    CHECK_STR(line, "I take the last one");
    ++*(int *)context;
}

TEST(its_log_lines_go_to_the_log)
{
    table t;
    int n = 0;
    sit(&t, "famiglia", "exec:tests/bots/rude logs", NULL);
    host_player_on_log(t.player, count_line, &n);
    CHECK_INT(play(&t, 3, PLENTY_MS), 3);
    CHECK_INT(n, 3);
    leave(&t);
}

/* A table of Chicago Gangsters with a window of talk, and what the program says to it. */
static const char *hear_words(const char *manner, int budget_ms, char room[HOST_SAY_ROOM])
{
    table t;
    char command[80];
    host_budget budget = {.ms = budget_ms};
    snprintf(command, sizeof command, "exec:tests/bots/rude %s", manner);
    sit(&t, "chicago_gangsters", command, NULL);
    CHECK(spk_match_speakers(t.match) != 0);
    CHECK(host_player_is_ready(t.player));
    const char *words = host_player_words(t.player, t.match, &budget, room);
    leave(&t);
    return words;
}

TEST(one_that_wants_to_talk_is_asked_and_one_that_does_not_is_not)
{
    char room[HOST_SAY_ROOM];
    CHECK_STR(hear_words("speaks", PLENTY_MS, room), "aim win");
    CHECK(hear_words("speaks_too_much", PLENTY_MS, room) == NULL);
    CHECK(hear_words("listens", PLENTY_MS, room) == NULL);
    CHECK(hear_words("polite", PLENTY_MS, room) == NULL);
    CHECK(hear_words("speaks_late", BUDGET_MS, room) == NULL);
}

TEST(refused_words_are_told_with_the_next_question)
{
    table t;
    host_budget budget = {.ms = PLENTY_MS};
    spk_why why = {0};
    char heard[200] = "";
    sit(&t, "famiglia", "exec:tests/bots/rude echoes_refusals", NULL);
    host_player_on_log(t.player, keep_line, heard);
    spk_refuse(&why, "FA-0", "Not so loud.");
    host_player_refused(t.player, &why);
    CHECK(host_player_move(t.player, t.match, &budget));
    CHECK_STR(heard, "FA-0 Not so loud.");
    leave(&t);
}

TEST(where_nobody_talks_messages_are_refused_and_moves_made) { visit("talks", 2, 2, NULL, false); }

/* -- Starting ---------------------------------------------------------------------------------- */

static void check_no_start(const char *command, const char *words)
{
    table t;
    spk_why why = {0};
    int files = n_files_open();
    sit(&t, "famiglia", command, &why);
    CHECK(t.player == NULL);
    if (!strstr(why.text, words))
        print_error("%s\n", why.text);
    CHECK(strstr(why.text, words));
    leave(&t);
    CHECK_INT(n_files_open(), files);
}

TEST(what_cannot_be_started_is_said_at_once)
{
    check_no_start("exec:./no/such/bot", "'./no/such/bot' cannot be started: No such file");
    check_no_start("exec:no_such_bot_anywhere", "(in this folder: './' and its name)");
    check_no_start("exec:./my bot", "(quote a name with spaces)");
    check_no_start("exec:./README.md", "(is it executable?");
    check_no_start("exec:./src", "cannot be started: Permission denied");
}

/* Our own three files closed: the pipes must still end up in their places. */
TEST(a_host_without_files_of_its_own_can_start_one)
{
    pid_t pid = fork();
    if (pid == 0) {
        table t;
        for (int fd = 0; fd < 3; fd++)
            close(fd);
        sit(&t, "famiglia", "exec:tests/bots/rude polite", NULL);
        int n_own = t.player ? play(&t, 2, PLENTY_MS) : -1;
        host_player_close(t.player, t.match);
        spk_match_free(t.match);
        spk_box_close(&t.box);
        _exit(n_own == 2 ? 0 : 1);
    }
    int status = -1;
    CHECK(waitpid(pid, &status, 0) == pid);
    CHECK_INT(status, 0);
}

/* -- Built-in bots behind the same interface --------------------------------------------------- */

TEST(built_in_bots_make_all_their_moves_and_are_never_out)
{
    table t;
    sit(&t, "famiglia", "bot:greedy", NULL);
    CHECK_STR(host_player_name(t.player), "greedy");
    CHECK_INT(play(&t, 5, 10), 5);
    CHECK(host_player_bot(t.player) && !host_player_is_out(t.player));
    leave(&t);
    sit(&t, "famiglia", "easy@10it", NULL);
    CHECK_STR(host_player_name(t.player), "easy@10it");
    CHECK_INT(play(&t, 5, 10), 5);
    leave(&t);
}

TEST_MAIN()
