/* work_fuzz.c: any bytes as a message between a house and a bot worker: its head, a thought to think about, the answer to
 * one, a game of an arena and its result. What is accepted goes round, and a thought that is accepted can be thought:
 * whatever comes over the bus, a worker lives on, and so does a house. */
#include <pthread.h>
#include <unistd.h>

#include "base/str.h"
#include "fuzz.h"
#include "hosts/arena/errand.h"
#include "hosts/server/work/head.h"
#include "hosts/server/work/work.h"
#include "mutate.h"

static void check_head(const srv_head *h)
{
    spk_buf text = {0}, twice = {0};
    srv_head again;
    srv_head_print(h, &text);
    SPK_BUG_IF(srv_head_parse(spk_buf_text(&text), text.n, &again, NULL) != SPK_OK);
    srv_head_print(&again, &twice);
    SPK_BUG_IF(!spk_str_eq(spk_buf_text(&text), spk_buf_text(&twice)));
    spk_buf_release(&text);
    spk_buf_release(&twice);
}

/* A slice of it; those with a budget in time would take a tenth of a second. */
static void try_thought(const char *text, size_t n)
{
    spk_why why = {0};
    spk_buf out = {0};
    atomic_bool stop = false;
    void *self = srv_work_thought.begin(text, n, &why);
    SPK_BUG_IF(!self && !why.text[0]);
    if (!self)
        return;
    if (strstr(text, "it\n"))
        srv_work_thought.work(self, &stop, &out);
    srv_work_thought.end(self);
    spk_buf_release(&out);
}

/* The first decision of a table. */
static const room_thought *first_thought(void)
{
    static spk_box box;
    static room_thought thought;
    spk_rng rng;
    if (box.game)
        return &thought;
    SPK_BUG_IF(spk_box_open(&box, spk_game_find("famiglia"), &(spk_choice){0}, NULL) != SPK_OK);
    spk_rng_init(&rng, 1, 1);
    spk_match *m = spk_match_new(&box);
    spk_match_deal(m, &rng);
    room_thought_ask(&thought, m, spk_actors_first(spk_match_actors(m)), ROOM_ASK_HINT);
    spk_match_free(m);
    return &thought;
}

static void try_answer(const char *text)
{
    room_thought t = *first_thought();
    spk_move move;
    spk_buf out = {0};
    spk_json json = {.out = &out};
    if (srv_answer_take(text, &t, NULL) != SPK_OK)
        return;
    SPK_BUG_IF(spk_move_read(t.box, &t.view, t.seat, t.text, &move, NULL) != SPK_OK);
    room_thought_print_hint(&t, &json);
    spk_buf_release(&out);
}

static void try_game(const char *text, size_t n)
{
    static arena_plan plan;
    static arena_effort effort[ARENA_MAX_BOTS];
    host_budget budget = {.iterations = 1};
    arena_game played = {.bot = {0, 1}};
    spk_buf record = {0};
    arena_errand *e = arena_errand_read(text, n, NULL);
    arena_errand_free(e);
    if (!plan.box) {
        plan.box = first_thought()->box;
        arena_entrant_parse("hard", &budget, &plan.bot[plan.n_bots++], NULL);
        arena_entrant_parse("greedy", &budget, &plan.bot[plan.n_bots++], NULL);
    }
    arena_errand_take(&plan, text, &played, effort, &record, NULL);
    spk_buf_release(&record);
}

/* A worker lets a child look at a position first, which may die of it: that is no find, and nothing is to be kept of it.
 * Where it cannot write, it keeps nothing. */
static void leave(void)
{
    if (chdir("/proc") != 0)
        _exit(1);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static bool knows;
    if (!knows)
        knows = pthread_atfork(NULL, NULL, leave) == 0;
    char *text = fuzz_text(bytes, n);
    srv_head head;
    spk_why why = {0};
    const char *body = text;
    size_t n_body = n;
    if (srv_head_parse(text, n, &head, &why) == SPK_OK) {
        check_head(&head);
        body = head.body;
        n_body = head.n_body;
    } else {
        SPK_BUG_IF(!why.text[0]);
    }
    if (strlen(body) == n_body) {
        try_thought(body, n_body);
        try_answer(body);
        try_game(body, n_body);
    }
    spk_free(text);
    return 0;
}
