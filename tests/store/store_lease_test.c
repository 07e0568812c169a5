/* store_lease_test.c: of several servers on one store, each table has one (store.h, "Leases"). In memory; and, as
 * store_postgres_lease_test.c, in memory and in a database, which must say the same. What only a database can do is
 * in store_postgres_owner_test.c. */
#include "store_kit.h"

#include "base/rng.h"
#include "lease_kit.h"

#ifdef KIT_POSTGRES
enum { IN_FILE = true };
#define TWICE(name)                                                                                \
    TEST(name##_in_a_database) { name##_body(true); }
#else
enum { IN_FILE = false };
#define TWICE(name)
#endif

/* Runs in memory, and in a database if there is one. */
#define LEASE_TEST(name)                                                                           \
    static void name##_body(bool in_file);                                                         \
    TEST(name##_in_memory) { name##_body(false); }                                                 \
    TWICE(name)                                                                                    \
    static void name##_body(bool in_file)

/* Two nodes, a and b, beside a tool. */
typedef struct pair {
    stage tool, a, b;
} pair;

static pair set_pair(bool in_file)
{
    pair p;
    kit_set_shared(&p.tool, in_file);
    p.a = kit_node(&p.tool, "a");
    p.b = kit_node(&p.tool, "b");
    return p;
}

static void clear_pair(pair *p)
{
    srv_store_close(p->a.store);
    srv_store_close(p->b.store);
    kit_clear(&p->tool);
}

/* -- One node ----------------------------------------------------------------------------------------- */

LEASE_TEST(a_new_table_is_its_makers)
{
    pair p = set_pair(in_file);
    char whose[SRV_ID_ROOM];
    CHECK_INT(kit_make(&p.a, "t", 1), SPK_OK);
    CHECK_STR(kit_owner(&p.b, "t"), "a 1");
    CHECK_INT(kit_node_move(&p.a, "t", 1, 1), SPK_OK);
    CHECK_INT(kit_claim(&p.b, "t", whose), 0);
    CHECK_STR(whose, "a");
    CHECK_INT(kit_node_move(&p.b, "t", 1, 2), SPK_ELOST);
    CHECK_INT(kit_node_move(&p.b, "t", 2, 2), SPK_ELOST);
    CHECK_INT(kit_node_move(&p.b, "t", 0, 2), SPK_ELOST);
    CHECK_INT(kit_count(&p.tool, "t"), 1);
    CHECK_INT(kit_node_move(&p.a, "t", 1, 2), SPK_OK);
    CHECK_INT(kit_node_move(&p.a, "t", 2, 3), SPK_ELOST); /* not in that epoch */
    CHECK_INT(kit_node_move(&p.a, "t", 0, 3), SPK_ELOST);
    CHECK_INT(kit_count(&p.tool, "t"), 2);
    clear_pair(&p);
}

LEASE_TEST(a_table_that_nobody_has_can_be_claimed)
{
    pair p = set_pair(in_file);
    kit_make(&p.tool, "t", 1);
    CHECK_STR(kit_owner(&p.a, "t"), "nobody 0");
    CHECK_INT(kit_node_move(&p.a, "t", 1, 1), SPK_ELOST);
    CHECK_INT(kit_claim(&p.a, "t", NULL), 1);
    CHECK_INT(kit_claim(&p.a, "t", NULL), 1); /* it has it already */
    CHECK_STR(kit_owner(&p.a, "t"), "a 1");
    CHECK_INT(kit_node_move(&p.a, "t", 1, 1), SPK_OK);
    CHECK_INT(kit_release(&p.b, "t", 1), SPK_ELOST);
    CHECK_INT(kit_release(&p.a, "t", 2), SPK_ELOST);
    CHECK_INT(kit_release(&p.a, "t", 1), SPK_OK);
    CHECK_STR(kit_owner(&p.a, "t"), "nobody 1");
    CHECK_INT(kit_node_move(&p.a, "t", 1, 2), SPK_ELOST);
    CHECK_INT(kit_release(&p.a, "t", 1), SPK_ELOST);
    CHECK_INT(kit_claim(&p.b, "t", NULL), 2);
    CHECK_INT(kit_node_move(&p.a, "t", 1, 2), SPK_ELOST);
    CHECK_INT(kit_node_move(&p.b, "t", 2, 2), SPK_OK);
    CHECK_STR(kit_owner(&p.a, "nothing"), "UNKNOWN");
    srv_found f;
    CHECK_INT(
        srv_store_lease_now(p.a.store, &(srv_lease){.what = SRV_CLAIM, .table = "nothing"}, &f),
        SPK_EUNKNOWN);
    srv_found_release(&f);
    clear_pair(&p);
}

/* -- When it was last somebody's -------------------------------------------------------------------------- */

static spk_err act_at(stage *node, srv_lease lease)
{
    srv_found f;
    spk_err err = srv_store_lease_now(node->store, &lease, &f);
    srv_found_release(&f);
    return err;
}

/* "taken 500", "had": what a claim says of the owner before. */
static const char *claim_from(stage *node, const char *table)
{
    static char text[40];
    srv_found f;
    CHECK_INT(srv_store_lease_now(node->store, &(srv_lease){.what = SRV_CLAIM, .table = table}, &f),
              SPK_OK);
    const srv_owner *o = f.answer.owner;
    snprintf(text, sizeof text, o->taken ? "taken %lld" : "had", (long long)o->left_at);
    srv_found_release(&f);
    return text;
}

LEASE_TEST(whoever_takes_a_table_learns_when_it_was_last_somebodys)
{
    pair p = set_pair(in_file);
    kit_make(&p.tool, "old", 1);
    kit_make(&p.a, "t", 1);
    kit_make(&p.a, "u", 1);
    CHECK_STR(claim_from(&p.a, "old"), "taken 0"); /* nobody ever had it */
    CHECK_STR(claim_from(&p.a, "t"), "had");
    CHECK_INT(act_at(&p.a, (srv_lease){.what = SRV_RENEW, .house_ms = 500}), SPK_OK);
    CHECK_INT(act_at(&p.a, (srv_lease){.what = SRV_RENEW}), SPK_OK); /* one that does not say */
    CHECK_INT(
        act_at(&p.a, (srv_lease){.what = SRV_RELEASE, .table = "u", .epoch = 1, .house_ms = 510}),
        SPK_OK);
    CHECK_STR(claim_from(&p.b, "u"), "taken 510");
    CHECK_STR(claim_from(&p.b, "u"), "had");
    kit_expire(&p.tool, "a", &p.b, 1);
    CHECK_STR(claim_from(&p.b, "t"), "taken 500");   /* it was ended ... */
    CHECK_STR(claim_from(&p.b, "old"), "taken 500"); /* ... and is gone, and still known */
    CHECK_INT(act_at(&p.b, (srv_lease){.what = SRV_GOODBYE, .house_ms = 700}), SPK_OK);
    CHECK_INT(kit_act(&p.a, SRV_HELLO), SPK_OK);
    CHECK_STR(claim_from(&p.a, "t"), "taken 700");
    clear_pair(&p);
}

static int count_due(stage *s, const char *node)
{
    srv_found f;
    CHECK_INT(
        srv_store_ask_now(s->store, &(srv_query){.what = SRV_ASK_DUE, .at = 1000, .id = node}, &f),
        SPK_OK);
    int n = f.answer.n_tables;
    srv_found_release(&f);
    return n;
}

LEASE_TEST(a_node_is_not_shown_clocks_of_tables_that_another_has)
{
    pair p = set_pair(in_file);
    kit_make(&p.tool, "t", 1);
    kit_claim(&p.a, "t", NULL);
    kit_write(&p.a,
              (srv_change){.table = "t", .at = 2, .epoch = 1, .clock = "a clock", .due = 900});
    CHECK_INT(count_due(&p.a, "a"), 1);
    CHECK_INT(count_due(&p.b, "b"), 0);
    CHECK_INT(count_due(&p.tool, NULL), 1);
    kit_expire(&p.tool, "a", &p.b, 1);
    CHECK_INT(count_due(&p.b, "b"), 1);
    clear_pair(&p);
}

/* -- The time is over ------------------------------------------------------------------------------------ */

LEASE_TEST(a_lease_that_is_over_lets_nobody_write)
{
    pair p = set_pair(in_file);
    kit_make(&p.a, "t", 1);
    CHECK_INT(kit_node_move(&p.a, "t", 1, 1), SPK_OK);
    kit_expire(&p.tool, "a", &p.b, 1);
    CHECK_STR(kit_owner(&p.b, "t"), "nobody 1");
    CHECK_INT(kit_node_move(&p.a, "t", 1, 2), SPK_ELOST);
    CHECK_INT(kit_account(&p.a, "p1", "Ann"), SPK_ELOST); /* not only tables */
    CHECK_INT(kit_make(&p.a, "u", 1), SPK_ELOST);
    CHECK_INT(kit_count(&p.tool, "t"), 1);
    CHECK_INT(kit_count(&p.tool, "u"), -1);
    CHECK_INT(kit_act(&p.a, SRV_RENEW), SPK_OK); /* nobody has taken over: it goes on */
    CHECK_STR(kit_owner(&p.b, "t"), "a 1");
    CHECK_INT(kit_node_move(&p.a, "t", 1, 2), SPK_OK);
    CHECK_INT(kit_account(&p.a, "p1", "Ann"), SPK_OK);
    clear_pair(&p);
}

LEASE_TEST(a_takeover_raises_the_epoch)
{
    pair p = set_pair(in_file);
    kit_make(&p.a, "t", 1);
    kit_make(&p.a, "u", 1);
    CHECK_INT(kit_node_move(&p.a, "t", 1, 1), SPK_OK);
    kit_expire(&p.tool, "a", &p.b, 1);
    CHECK_INT(kit_claim(&p.b, "t", NULL), 2);
    CHECK_INT(kit_node_move(&p.b, "t", 2, 2), SPK_OK);
    for (int epoch = 0; epoch < 4; epoch++) /* whatever it believes */
        CHECK_INT(kit_node_move(&p.a, "t", epoch, 3), SPK_ELOST);
    CHECK_INT(kit_node_move(&p.a, "u", 1, 1),
              SPK_ELOST); /* nobody has it, but its lease was ended */
    CHECK_INT(kit_act(&p.a, SRV_RENEW), SPK_ELOST);
    CHECK_INT(kit_act(&p.a, SRV_HELLO), SPK_OK); /* a new one */
    CHECK_INT(kit_act(&p.a, SRV_RENEW), SPK_OK);
    CHECK_INT(kit_node_move(&p.a, "u", 1, 1), SPK_ELOST); /* does not bring anything back */
    CHECK_INT(kit_node_move(&p.a, "t", 1, 3), SPK_ELOST);
    CHECK_INT(kit_claim(&p.a, "t", NULL), 0);
    CHECK_INT(kit_claim(&p.a, "u", NULL), 2);
    CHECK_INT(kit_node_move(&p.a, "u", 2, 1), SPK_OK);
    CHECK_INT(kit_count(&p.tool, "t"), 2);
    clear_pair(&p);
}

/* What a node remembers of a table is worth nothing after others have had it. */
LEASE_TEST(a_table_that_comes_back_is_read_again)
{
    pair p = set_pair(in_file);
    kit_make(&p.a, "t", 1);
    CHECK_INT(kit_node_move(&p.a, "t", 1, 1), SPK_OK);
    CHECK_INT(kit_release(&p.a, "t", 1), SPK_OK);
    CHECK_INT(kit_claim(&p.b, "t", NULL), 2);
    CHECK_INT(kit_node_move(&p.b, "t", 2, 2), SPK_OK);
    CHECK_INT(kit_release(&p.b, "t", 2), SPK_OK);
    CHECK_INT(kit_claim(&p.a, "t", NULL), 3);
    CHECK_INT(kit_node_move(&p.a, "t", 3, 2), SPK_ESTALE);
    CHECK_INT(kit_node_move(&p.a, "t", 3, 3), SPK_OK);
    clear_pair(&p);
}

/* From memory the move looks right, and the place is taken: but the reason is another. */
LEASE_TEST(what_is_anothers_is_lost_and_not_stale)
{
    pair p = set_pair(in_file);
    kit_make(&p.a, "t", 1);
    CHECK_INT(kit_node_move(&p.a, "t", 1, 1), SPK_OK);
    CHECK_INT(kit_release(&p.a, "t", 1), SPK_OK);
    CHECK_INT(kit_claim(&p.b, "t", NULL), 2);
    CHECK_INT(kit_node_move(&p.b, "t", 2, 2), SPK_OK);
    CHECK_INT(kit_node_move(&p.a, "t", 1, 2), SPK_ELOST);
    CHECK_INT(kit_node_move(&p.a, "t", 1, 1), SPK_ELOST);
    clear_pair(&p);
}

/* -- Goodbye ------------------------------------------------------------------------------------------------ */

LEASE_TEST(goodbye_releases_all_at_once)
{
    pair p = set_pair(in_file);
    static const char *const ids[] = {"t", "u", "v"};
    for (int i = 0; i < 3; i++)
        kit_make(&p.a, ids[i], 1);
    CHECK_INT(kit_act(&p.a, SRV_GOODBYE), SPK_OK);
    CHECK_INT(kit_node_move(&p.a, "t", 1, 1), SPK_ELOST);
    for (int i = 0; i < 3; i++)
        CHECK_INT(kit_claim(&p.b, ids[i], NULL), 2);
    CHECK_INT(kit_act(&p.a, SRV_GOODBYE), SPK_ELOST);
    CHECK_INT(kit_node_move(&p.b, "v", 2, 1), SPK_OK);
    clear_pair(&p);
}

LEASE_TEST(closing_says_goodbye)
{
    pair p = set_pair(in_file);
    kit_make(&p.a, "t", 1);
    srv_store_close(p.a.store);
    CHECK_STR(kit_owner(&p.b, "t"), "nobody 1");
    CHECK_INT(kit_claim(&p.b, "t", NULL), 2);
    p.a = kit_node(&p.tool, "a"); /* and the name can be used again */
    CHECK_INT(kit_node_move(&p.a, "t", 1, 1), SPK_ELOST);
    clear_pair(&p);
}

/* -- Names ---------------------------------------------------------------------------------------------------- */

LEASE_TEST(a_name_belongs_to_one_node)
{
    pair p = set_pair(in_file);
    spk_why why = {0};
    kit_make(&p.a, "t", 1);
    CHECK(kit_try_node(&p.tool, "a", &why) == NULL);
    CHECK_INT(why.err, SPK_ETAKEN);
    CHECK(strstr(why.text, "There is a node 'a' already.") != NULL);
    CHECK_INT(kit_act(&p.a, SRV_HELLO), SPK_OK); /* to itself it may say so */
    CHECK_INT(kit_node_move(&p.a, "t", 1, 1), SPK_OK);
    kit_expire(&p.tool, "a", &p.b, 1);
    stage again = kit_node(&p.tool, "a"); /* as after a crash */
    CHECK_INT(kit_act(&p.a, SRV_RENEW), SPK_ELOST);
    CHECK_INT(kit_act(&p.a, SRV_HELLO), SPK_ETAKEN);
    CHECK_INT(kit_node_move(&p.a, "t", 1, 2), SPK_ELOST);
    CHECK_INT(kit_node_move(&again, "t", 1, 2), SPK_ELOST); /* the same name is not the same node */
    CHECK_INT(kit_claim(&again, "t", NULL), 2);
    CHECK_INT(kit_node_move(&again, "t", 2, 2), SPK_OK);
    srv_store_close(again.store);
    clear_pair(&p);
}

TEST(names_and_stores_that_cannot_be_a_nodes)
{
    stage tool;
    spk_why why = {0};
    kit_set_shared(&tool, IN_FILE);
    CHECK(kit_try_node(&tool, "", &why) == NULL);
    CHECK_INT(why.err, SPK_ERANGE);
    CHECK(kit_try_node(&tool, "a-name-that-is-too-long-", &why) == NULL);
    CHECK_INT(why.err, SPK_ERANGE);
    CHECK(srv_store_open(
              &(srv_store_options){.clock = host_clock_real, .path = "/nowhere/t.db", .node = "a"},
              &why) == NULL);
    CHECK_STR(why.text, "A store in a file has one server. Several need a PostgreSQL database.");
    srv_found f;
    CHECK_INT(srv_store_lease_now(tool.store, &(srv_lease){.what = SRV_RENEW}, &f), SPK_EREFUSED);
    srv_found_release(&f);
    CHECK_INT(srv_store_lease(tool.store, &(srv_lease){.what = SRV_RENEW}, NULL, NULL),
              SPK_EREFUSED);
    kit_clear(&tool);
}

/* -- Groups ------------------------------------------------------------------------------------------------- */

typedef struct told {
    spk_err err[8];
    int n;
} told;

static void tell(void *context, const srv_answer *answer)
{
    told *t = context;
    t->err[t->n++] = answer->err;
}

static void give(stage *node, srv_change c, told *t)
{
    CHECK_INT(srv_store_write(node->store, &c, tell, t), SPK_OK);
}

static void give_act(stage *node, srv_lease l, told *t)
{
    CHECK_INT(srv_store_lease(node->store, &l, tell, t), SPK_OK);
}

static void go(stage *node, const told *t, int n)
{
    srv_store_go(node->store);
    srv_store_poll(node->store);
    CHECK_INT(t->n, n);
}

LEASE_TEST(of_a_group_only_what_was_lost_is_refused)
{
    pair p = set_pair(in_file);
    told t = {0};
    kit_make(&p.a, "t", 1);
    kit_make(&p.a, "u", 1);
    kit_make(&p.a, "v", 1);
    CHECK_INT(kit_release(&p.a, "u", 1), SPK_OK);
    CHECK_INT(kit_claim(&p.b, "u", NULL), 2);
    give(&p.a, kit_moving("t", 1, 1), &t);
    give(&p.a, kit_moving("u", 1, 1), &t);
    give(&p.a, kit_moving("v", 1, 1), &t);
    give(&p.a, kit_moving("t", 1, 2), &t);
    go(&p.a, &t, 4);
    CHECK_INT(t.err[0], SPK_OK);
    CHECK_INT(t.err[1], SPK_ELOST);
    CHECK_INT(t.err[2], SPK_OK);
    CHECK_INT(t.err[3], SPK_OK);
    CHECK_INT(kit_count(&p.tool, "t"), 2);
    CHECK_INT(kit_count(&p.tool, "u"), 0);
    CHECK_INT(kit_count(&p.tool, "v"), 1);
    CHECK_INT(kit_node_move(&p.b, "u", 2, 1), SPK_OK);
    clear_pair(&p);
}

LEASE_TEST(acts_and_changes_share_a_group)
{
    pair p = set_pair(in_file);
    told t = {0};
    kit_make(&p.tool, "t", 1);
    kit_make(&p.a, "u", 1);
    kit_make(&p.a, "v", 1);
    give(&p.a, kit_moving("u", 1, 1), &t);
    give_act(&p.a, (srv_lease){.what = SRV_CLAIM, .table = "t"}, &t);
    give_act(&p.a, (srv_lease){.what = SRV_RELEASE, .table = "u", .epoch = 1}, &t);
    give(&p.a, (srv_change){.table = "v", .epoch = 1, .forget_table = true}, &t);
    give(&p.a, kit_moving("t", 1, 1), &t);
    give_act(&p.a, (srv_lease){.what = SRV_GOODBYE}, &t);
    go(&p.a, &t, 6);
    for (int i = 0; i < 6; i++)
        CHECK_INT(t.err[i], SPK_OK);
    CHECK_INT(kit_count(&p.tool, "u"), 1);
    CHECK_INT(kit_count(&p.tool, "t"), 1);
    CHECK_INT(kit_count(&p.tool, "v"), -1);
    CHECK_STR(kit_owner(&p.b, "t"), "nobody 1");
    CHECK_STR(kit_owner(&p.b, "u"), "nobody 1");
    clear_pair(&p);
}

/* Moves of a table that was made and moved in the same turn of the loop. */
LEASE_TEST(a_new_table_can_be_used_in_the_same_group)
{
    pair p = set_pair(in_file);
    told t = {0};
    srv_row row = {.game = "famiglia",
                   .players = 2,
                   .header = kit_header,
                   .settings = "{}",
                   .seed = kit_hash(1),
                   .commitment = kit_hash(2)};
    give(&p.a, (srv_change){.table = "q\"\\{}", .create = &row},
         &t); /* not a name of ours, but a name */
    give(&p.a, kit_moving("q\"\\{}", 1, 1), &t);
    give(&p.a, kit_moving("q\"\\{}", 2, 2), &t);
    give(&p.a, kit_moving("q\"\\{}", 1, 2), &t);
    go(&p.a, &t, 4);
    CHECK_INT(t.err[0], SPK_OK);
    CHECK_INT(t.err[1], SPK_OK);
    CHECK_INT(t.err[2], SPK_ELOST);
    CHECK_INT(t.err[3], SPK_OK);
    CHECK_INT(kit_count(&p.tool, "q\"\\{}"), 2);
    clear_pair(&p);
}

/* A renewal goes before what is held, and is not held itself. */
LEASE_TEST(a_renewal_does_not_wait)
{
    pair p = set_pair(in_file);
    told t = {0};
    kit_make(&p.a, "t", 1);
    kit_expire(&p.tool, "a", &p.b, 1);
    give(&p.a, kit_moving("t", 1, 1), &t);
    give_act(&p.a, (srv_lease){.what = SRV_RENEW}, &t);
    srv_store_poll(p.a.store);
    CHECK_INT(t.n, 1);
    CHECK_INT(t.err[0], SPK_OK);
    go(&p.a, &t, 2);
    CHECK_INT(t.err[1], SPK_OK);
    clear_pair(&p);
}

/* -- Others ------------------------------------------------------------------------------------------------- */

LEASE_TEST(accounts_need_no_table)
{
    pair p = set_pair(in_file);
    CHECK_INT(kit_account(&p.a, "p1", "Ann"), SPK_OK);
    CHECK_INT(kit_account(&p.b, "p2", "ann"), SPK_ETAKEN);
    CHECK_INT(kit_account(&p.b, "p2", "Anп"), SPK_ETAKEN); /* it looks the same */
    CHECK_INT(kit_account(&p.b, "p3", "Bob"), SPK_OK);
    kit_make(&p.a, "t", 1);
    CHECK_INT(kit_write(&p.b, (srv_change){.forget_account = "p1"}), SPK_OK);
    clear_pair(&p);
}

/* An operator may do anything at any time, and nodes notice. */
LEASE_TEST(a_tool_needs_no_lease)
{
    pair p = set_pair(in_file);
    kit_make(&p.a, "t", 1);
    CHECK_INT(kit_node_move(&p.a, "t", 1, 1), SPK_OK);
    CHECK_INT(kit_move(&p.tool, "t", 2, "1 pass"), SPK_OK);
    CHECK_INT(kit_node_move(&p.a, "t", 1, 2), SPK_ESTALE);
    CHECK_INT(kit_node_move(&p.a, "t", 1, 3), SPK_OK);
    CHECK_INT(kit_move(&p.tool, "t", 3, "1 pass"), SPK_ESTALE); /* and so does the tool */
    CHECK_INT(kit_write(&p.tool, (srv_change){.table = "t", .status = ROOM_CLOSED}), SPK_OK);
    CHECK_INT(kit_node_move(&p.a, "t", 1, 4), SPK_EREFUSED);
    CHECK_INT(kit_write(&p.tool, (srv_change){.table = "t", .forget_table = true}), SPK_OK);
    CHECK_INT(kit_node_move(&p.a, "t", 1, 4), SPK_EUNKNOWN);
    CHECK_STR(kit_owner(&p.a, "t"), "UNKNOWN");
    clear_pair(&p);
}

/* -- Anything -------------------------------------------------------------------------------------------------- */

enum { NODES = 3, IDS = 4, STEPS = 600 };
static const char *const node_names[NODES] = {"a", "b", "c"};
static const char *const table_ids[IDS] = {"t", "u", "v", "w"};

/* What a node believes, which may be long out of date. */
typedef struct belief {
    int epoch, n_entries;
} belief;

typedef struct world {
    stage tool, node[NODES];
    belief of[NODES][IDS];
} world;

static void set_world(world *w, bool in_file)
{
    *w = (world){0};
    kit_set_shared(&w->tool, in_file);
    for (int i = 0; i < NODES; i++)
        w->node[i] = kit_node(&w->tool, node_names[i]);
    for (int i = 0; i < IDS; i++)
        kit_make(&w->tool, table_ids[i], 1);
}

static void clear_world(world *w)
{
    for (int i = 0; i < NODES; i++)
        srv_store_close(w->node[i].store);
    kit_clear(&w->tool);
}

static void expire_one(world *w, int who)
{
    stage others[NODES];
    int n = 0;
    for (int i = 0; i < NODES; i++)
        if (i != who)
            others[n++] = w->node[i];
    kit_expire(&w->tool, node_names[who], others, n);
}

/* One step; what came of it, in words. */
static void step(world *w, int who, int what, int table, spk_buf *out)
{
    stage *node = &w->node[who];
    belief *b = &w->of[who][table];
    char whose[SRV_ID_ROOM] = "";
    srv_found f;
    spk_err err = SPK_OK;
    switch (what) {
    case 0:
        err = srv_store_lease_now(node->store,
                                  &(srv_lease){.what = SRV_CLAIM, .table = table_ids[table]}, &f);
        if (err == SPK_OK)
            *b = (belief){(int)f.answer.owner->epoch, kit_count(&w->tool, table_ids[table])};
        if (f.answer.owner)
            snprintf(whose, sizeof whose, "%s", f.answer.owner->node);
        srv_found_release(&f);
        break;
    case 1: err = kit_release(node, table_ids[table], b->epoch); break;
    case 2: err = kit_act(node, SRV_RENEW); break;
    case 3: err = kit_act(node, SRV_HELLO); break;
    case 4: expire_one(w, who); break;
    case 5:
        err = kit_node_move(node, table_ids[table], b->epoch, b->n_entries + 1);
        b->n_entries += err == SPK_OK;
    }
    spk_buf_printf(out, "%s %d %s: %s %s\n", node_names[who], what, table_ids[table],
                   spk_err_name(err), whose);
    spk_buf_printf(out, "%s %d\n", kit_owner(&w->tool, table_ids[table]),
                   kit_count(&w->tool, table_ids[table]));
}

static void walk(uint64_t seed, bool in_file, spk_buf *out)
{
    static world w;
    spk_rng rng;
    spk_rng_init(&rng, seed, 0);
    set_world(&w, in_file);
    for (int i = 0; i < STEPS; i++) {
        static const int often[] = {0, 0, 0, 0, 1, 2, 2, 3, 3, 4, 5, 5, 5, 5, 5, 5};
        int who = (int)spk_rng_below(&rng, NODES), what = often[spk_rng_below(&rng, 16)];
        step(&w, who, what, (int)spk_rng_below(&rng, IDS), out);
    }
    CHECK_INT(srv_store_check(w.tool.store, NULL), SPK_OK);
    clear_world(&w);
}

/* Says where two long texts part. */
static void check_same(const char *a, const char *b)
{
    size_t at = 0;
    while (a[at] && a[at] == b[at])
        at++;
    size_t from = at > 60 ? at - 60 : 0;
    if (a[at] != b[at])
        fail_msg("in the database '%.100s', in memory '%.100s'", a + from, b + from);
}

/* A node's moves go on where its own last one was, so that one that somebody else's move had come before would
 * be STALE. There is none: whoever can write has seen everything. */
TEST(whoever_can_write_has_seen_everything)
{
    for (uint64_t seed = 0; seed < 3; seed++) {
        spk_buf first = {0}, second = {0};
        walk(seed, false, &first);
        CHECK(strstr(spk_buf_text(&first), "STALE") == NULL);
        CHECK(strstr(spk_buf_text(&first), ": LOST") != NULL);
        CHECK(strstr(spk_buf_text(&first), "t: TAKEN") != NULL);
        if (IN_FILE) {
            walk(seed, true, &second);
            check_same(spk_buf_text(&second), spk_buf_text(&first));
        }
        spk_buf_release(&first);
        spk_buf_release(&second);
    }
}

TEST_MAIN()
