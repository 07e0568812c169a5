/* lease_kit.h: several nodes on one store, and a way to let a lease run out without waiting. After store_kit.h. */
#ifndef LEASE_KIT_H
#define LEASE_KIT_H

#include "base/str.h"

enum { KIT_LONG_MS = 600000 }; /* a lease that no slow machine outlives */

/* A clock that stands until it is moved: that of a store in memory. A database has its own. */
static inline uint64_t kit_standing(void *self) { return *(uint64_t *)self; }
static inline void kit_no_wait(void *self, int ms) { (void)self, (void)ms; }
static uint64_t kit_now_ns = 1;
static const host_clock kit_clock = {&kit_now_ns, kit_standing, kit_no_wait};

static inline host_clock kit_clock_of(const stage *s)
{
    return s->in_file ? host_clock_real : kit_clock;
}

/* A store without a node on the stage: a tool's. Nodes come beside it. */
static inline void kit_set_shared(stage *s, bool in_file)
{
    *s = (stage){.in_file = in_file};
    if (in_file)
        kit_place(s);
    s->store = srv_store_open(
        &(srv_store_options){.clock = kit_clock_of(s), .path = in_file ? s->path : NULL}, NULL);
    CHECK(s->store != NULL);
}

static inline srv_store *kit_try_node(const stage *s, const char *name, spk_why *why)
{
    return srv_store_open(&(srv_store_options){.clock = kit_clock_of(s),
                                               .path = s->in_file ? s->path : NULL,
                                               .beside = s->in_file ? NULL : s->store,
                                               .node = name,
                                               .lease_ms = KIT_LONG_MS,
                                               .held = true},
                          why);
}

static inline stage kit_node(const stage *s, const char *name)
{
    spk_why why = {0};
    stage node = {.in_file = s->in_file};
    memcpy(node.dir, s->dir, sizeof s->dir);
    memcpy(node.path, s->path, sizeof s->path);
    node.store = kit_try_node(s, name, &why);
    if (!node.store)
        fail_msg("%s", why.text);
    return node;
}

static inline spk_err kit_act(stage *node, srv_lease_act what)
{
    srv_found f;
    spk_err err = srv_store_lease_now(node->store, &(srv_lease){.what = what}, &f);
    CHECK((err == SPK_OK) == (f.answer.why[0] == '\0'));
    srv_found_release(&f);
    return err;
}

/* The time of a node's lease passes; others' are as long as before. */
static inline void kit_expire(const stage *s, const char *name, stage *others, int n_others)
{
    if (!s->in_file) {
        bool runs[8] = {0};
        for (int i = 0; i < n_others; i++) /* to change nothing takes a lease, too */
            runs[i] = kit_write(&others[i], (srv_change){0}) == SPK_OK;
        kit_now_ns += (uint64_t)KIT_LONG_MS * 1000000;
        for (int i = 0; i < n_others; i++)
            if (runs[i])
                kit_act(&others[i], SRV_RENEW);
        return;
    }
#ifdef KIT_POSTGRES
    char text[200];
    snprintf(text, sizeof text,
             "UPDATE %s.nodes SET expires = clock_timestamp() - interval '1 millisecond'"
             " WHERE id = '%s'",
             s->dir, name);
    pg_kit_sql(text);
#else
    (void)name;
#endif
}

/* The epoch in which the node now has the table; 0: another has it, whose name is in 'whose'. */
static inline int kit_claim(stage *node, const char *table, char whose[SRV_ID_ROOM])
{
    srv_found f;
    spk_err err =
        srv_store_lease_now(node->store, &(srv_lease){.what = SRV_CLAIM, .table = table}, &f);
    if (err != SPK_OK && err != SPK_ETAKEN)
        fail_msg("%s", f.answer.why);
    int epoch = err == SPK_OK ? (int)f.answer.owner->epoch : 0;
    if (whose)
        snprintf(whose, SRV_ID_ROOM, "%s", f.answer.owner->node ? f.answer.owner->node : "");
    srv_found_release(&f);
    return epoch;
}

static inline spk_err kit_release(stage *node, const char *table, int epoch)
{
    srv_found f;
    spk_err err = srv_store_lease_now(
        node->store, &(srv_lease){.what = SRV_RELEASE, .table = table, .epoch = epoch}, &f);
    srv_found_release(&f);
    return err;
}

/* "a 3": who has a table, in which epoch. */
static inline const char *kit_owner(stage *s, const char *table)
{
    static char text[2][60];
    static int next;
    char *room = text[next++ % 2];
    srv_found f = kit_ask(s, (srv_query){.what = SRV_ASK_OWNER, .id = table});
    if (f.answer.err != SPK_OK) {
        snprintf(room, sizeof text[0], "%s", spk_err_name(f.answer.err));
    } else {
        const srv_owner *o = f.answer.owner;
        CHECK((o->left_ms > 0) == (o->node != NULL) && o->left_ms <= KIT_LONG_MS);
        snprintf(room, sizeof text[0], "%s %d", o->node ? o->node : "nobody", (int)o->epoch);
    }
    srv_found_release(&f);
    return room;
}

/* A move of a node, which believes that it has the table in that epoch. */
static inline srv_change kit_moving(const char *table, int epoch, int seq)
{
    static const srv_entry pass = {.line = "0 pass"};
    return (srv_change){.table = table,
                        .at = 5000 + seq,
                        .epoch = epoch,
                        .first_entry = seq,
                        .entries = &pass,
                        .n_entries = 1};
}

static inline spk_err kit_node_move(stage *node, const char *table, int epoch, int seq)
{
    return kit_write(node, kit_moving(table, epoch, seq));
}

#endif
