/* people.c: guests. A table has a maker, who sits at seat 0, and more people or bots at the other seats. A person knows
 * what a page knows: the newest view, a token, and the one act that has not been answered yet, which is sent again, under
 * the same name, after every break. Now and then a person does something else: leaves, pauses, chats, uses a second
 * connection, sends twice, or lies. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "games/registry.h"
#include "sim.h"

static int64_t pace(const sim *s) { return s->calm ? 400 : s->plan.pace_ms; }

/* -- Asking over HTTP --------------------------------------------------------------------------------------- */

static void keep_token(char room[48], const json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));
    snprintf(room, 48, "%s", text ? text : "");
}

static void on_made(sim *s, void *what, int status, const char *body, size_t n)
{
    sim_table *t = what;
    sim_person *maker = &t->people[0];
    t->asking = false;
    if (status == 201) {
        json_t *o = json_loadb(body, n, 0, NULL);
        t->book = sim_book_of(s, json_string_value(json_object_get(o, "id")));
        if (!t->book || !t->book->made)
            sim_fail(s, "a table is acknowledged and not written");
        else
            t->book->people = 1;
        keep_token(t->host, o, "host");
        keep_token(maker->token, json_array_get(json_object_get(o, "seats"), 0), "token");
        json_decref(o);
        sim_tell(s, "Table %d is made: %s, %d players, clock '%s', id %s.", t->number, t->game->key,
                 t->players, t->clock, t->book ? t->book->id : "?");
    }
    for (int i = 0; i < t->players; i++)
        if (t->people[i].is_person)
            sim_person_wake(s, &t->people[i], status == 201 ? 100 : 3000);
}

static const char *bot_word(const sim_table *t, int seat)
{
    static const char *const bots[] = {"random", "greedy", "easy@8it", "random"};
    return t->people[seat].is_person ? NULL : bots[(t->number + seat) % 4];
}

const char *sim_bot_at(const sim *s, const sim_book *b, spk_seat seat)
{
    for (int i = 0; i < s->plan.n_tables; i++)
        if (s->tables[i].book == b)
            return bot_word(&s->tables[i], seat);
    return NULL;
}

static void make_table(sim *s, sim_table *t)
{
    spk_buf body = {0};
    spk_buf_printf(&body,
                   "{\"game\":\"%s\",\"players\":%d,\"clock\":\"%s\",\"hints\":true,\"seats\":[",
                   t->game->key, t->players, t->clock);
    for (int i = 0; i < t->players; i++) {
        const sim_person *p = &t->people[i];
        if (!p->is_person)
            spk_buf_printf(&body, ",{\"kind\":\"bot\",\"bot\":\"%s\"}", bot_word(t, i));
        else if (i == 0)
            spk_buf_printf(&body, "{\"kind\":\"me\",\"name\":\"%s\"}", p->name);
        else
            spk_buf_puts(&body, (t->number + i) % 3 ? ",{\"kind\":\"open\"}"
                                                    : ",{\"kind\":\"open\",\"bot\":\"random\"}");
    }
    spk_buf_puts(&body, "]}");
    t->asking = true;
    sim_ask(s, SRV_POST, "/api/tables", "", spk_buf_text(&body), t->people[0].peer, on_made, t);
    spk_buf_release(&body);
}

static void on_seat(sim *s, void *what, int status, const char *body, size_t n)
{
    sim_person *p = what;
    p->asking = false;
    if (status == 200) {
        json_t *o = json_loadb(body, n, 0, NULL);
        keep_token(p->token, o, "token");
        json_decref(o);
        p->table->book->people |= (uint8_t)(1u << p->seat);
        sim_tell(s, "%s takes seat %d of table %d.", p->name, p->seat, p->table->number);
    } else if (status == 409 || status == 422) {
        p->lost_seat = true;
        if (*p->key)
            sim_fail(
                s,
                "table %s: seat %d is taken by a request that was lost, and its key opens nothing",
                p->table->book->id, p->seat);
    }
    sim_person_wake(s, p, status == 200 ? 50 : 5000);
}

static void take_seat(sim *s, sim_person *p)
{
    char path[80], body[120];
    snprintf(path, sizeof path, "/api/tables/%s/seats/%d", p->table->book->id, p->seat);
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"key\":%s%s%s}", p->name,
             *p->key ? "\"" : "null", p->key, *p->key ? "\"" : "");
    p->asking = true;
    sim_ask(s, SRV_POST, path, "", body, p->peer, on_seat, p);
}

static void on_seat_opened(sim *s, void *what, int status, const char *body, size_t n)
{
    sim_person *p = what;
    (void)body, (void)n;
    p->asking = false;
    if (status == 200 && p->table->book->status == ROOM_WAITING)
        p->lost_seat = false;
    sim_person_wake(s, p, status == 200 && p->lost_seat ? 600000 : 20000);
}

static void ask_over(const sim *s, sim_book *b, spk_seat seat)
{
    b->may_leave |= (uint8_t)(1u << seat);
    b->sitter[seat].asked_over_ms = s->up_ms + 1;
}

static void on_handed_over(sim *s, void *what, int status, const char *body, size_t n)
{
    sim_person *p = what;
    (void)body, (void)n;
    p->asking = false;
    sim_tell(s, "%s is told %d.", p->name, status);
    sim_person_wake(s, p, 1000);
}

/* Let the house play for somebody else: the house must refuse it for whoever is there. */
static void push_aside(sim *s, sim_person *p)
{
    char path[80];
    spk_seat seat = (spk_seat)sim_below(s, SIM_DICE_PEOPLE, p->table->players);
    if (seat == p->seat || p->table->book->status != ROOM_PLAYING ||
        !(p->table->book->people >> seat & 1))
        return; /* before the deal a seat is opened again, and its player has none */
    snprintf(path, sizeof path, "/api/tables/%s/seats/%d", p->table->book->id, seat);
    sim_tell(s, "%s wants the house to play for seat %d of table %d.", p->name, seat,
             p->table->number);
    p->asking = true;
    ask_over(s, p->table->book, seat);
    sim_ask(s, SRV_DELETE, path, p->seat ? p->token : p->table->host, "", p->peer, on_handed_over,
            p);
}

/* Nobody has the token of this seat. The host opens it again or, after the deal, lets the house play there. */
static void free_seat(sim *s, sim_person *p)
{
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s/seats/%d", p->table->book->id, p->seat);
    p->asking = true;
    ask_over(s, p->table->book, p->seat);
    sim_ask(s, SRV_DELETE, path, p->table->host, "", p->table->people[0].peer, on_seat_opened, p);
}

/* -- Connections ------------------------------------------------------------------------------------------------- */

static void say_hello(sim *s, sim_person *p, sim_conn *c, const char *token)
{
    char text[256];
    c->seen = p->n;
    snprintf(text, sizeof text,
             "{\"t\":\"hello\",\"protocol\":1,\"table\":\"%s\",\"token\":\"%s\",\"seen\":%d%s}",
             c->book->id, token, p->n,
             sim_percent(s, SIM_DICE_PEOPLE, 20) ? ",\"position\":true" : "");
    sim_send(s, c, "hello", "", text);
}

static void resend(sim *s, sim_person *p, sim_conn *c)
{
    if (!p->pending)
        return;
    p->sent_ms = s->now_ms;
    if (strcmp(p->word, "leave") == 0)
        p->table->book->sitter[p->seat].left_ms = s->up_ms + 1;
    sim_send(s, c, p->word, p->ref, spk_buf_text(&p->act));
}

static void connect_to(sim *s, sim_person *p, int which)
{
    sim_conn *c = p->conn[which] = sim_connect(s, p, p->table->book, p->seat);
    sim_tell(s, "%s comes to table %d (connection %d).", p->name, p->table->number, (int)c->ticket);
    say_hello(s, p, c, p->token);
    resend(s, p, c);
}

void sim_person_lost(sim *s, sim_person *p, sim_conn *c)
{
    for (int i = 0; i < 2; i++)
        if (p->conn[i] == c)
            p->conn[i] = NULL;
    sim_person_wake(s, p, 200 + sim_around(s, SIM_DICE_PEOPLE, pace(s) < 20000 ? pace(s) : 20000));
}

/* Any that is there, at best the other one. */
static sim_conn *any_conn(sim *s, sim_person *p)
{
    int first = (int)sim_below(s, SIM_DICE_PEOPLE, 2);
    return p->conn[first] ? p->conn[first] : p->conn[!first];
}

/* -- Acts ------------------------------------------------------------------------------------------------------------ */

/* A new act: it stays until it is answered. 'rest' is the message after its ref. */
static void act(sim *s, sim_person *p, const char *word, const char *rest)
{
    sim_conn *c = any_conn(s, p);
    p->pending = true;
    snprintf(p->word, sizeof p->word, "%s", word);
    snprintf(p->ref, sizeof p->ref, "t%ds%dr%d", p->table->number, p->seat, p->n_refs++);
    spk_buf_clear(&p->act);
    spk_buf_printf(&p->act, "{\"t\":\"%s\",\"ref\":\"%s\"%s}", word, p->ref, rest);
    s->figures->acts++;
    sim_tell(s, "%s sends %s%s%s (%s) to table %d.", p->name, word, *rest ? " " : "", rest, p->ref,
             p->table->number);
    resend(s, p, c);
    if (sim_has(s, SIM_TWICE) && sim_percent(s, SIM_DICE_PEOPLE, 4)) {
        sim_count_fault(s, SIM_TWICE);
        resend(s, p, any_conn(s, p));
    }
}

/* The i-th text of a list of texts: from after its quote to the next one. False: there is none. */
static bool pick_text(const char *list, int64_t i, char room[SPK_MOVE_TEXT])
{
    for (const char *at = list + 1; *at == '"'; at += *at == ',') {
        const char *end = strchr(at + 1, '"');
        if (i-- == 0) {
            snprintf(room, SPK_MOVE_TEXT, "%.*s", (int)(end - at - 1), at + 1);
            return true;
        }
        at = end + 1;
    }
    return false;
}

static int count_texts(const char *list)
{
    int n = 0;
    for (const char *at = list + 1; *at == '"'; at += *at == ',', n++)
        at = strchr(at + 1, '"') + 1;
    return n;
}

static const char *field(const sim_person *p, const char *key)
{
    return sim_field(p->view.bytes, p->view.n, key);
}

static bool is_true(const sim_person *p, const char *key)
{
    const char *at = p->view.n ? field(p, key) : NULL;
    return at && *at == 't';
}

static int n_moves(const sim_person *p)
{
    const char *list = p->view.n ? field(p, "moves") : NULL;
    return list ? count_texts(list) : 0;
}

static void move(sim *s, sim_person *p)
{
    char text[SPK_MOVE_TEXT], rest[SPK_MOVE_TEXT + 60];
    const char *list = field(p, "moves");
    if (!pick_text(list, sim_below(s, SIM_DICE_PEOPLE, count_texts(list)), text))
        return;
    snprintf(rest, sizeof rest, ",\"n\":%d,\"text\":\"%s\"", p->n, text);
    act(s, p, "move", rest);
}

static void leave(sim *s, sim_person *p)
{
    p->away = true;
    p->table->book->may_leave |= (uint8_t)(1u << p->seat);
    act(s, p, "leave", "");
}

static void chat(sim *s, sim_person *p)
{
    char rest[60];
    snprintf(rest, sizeof rest, ",\"text\":\"line %d of %s\"", p->n_refs, p->name);
    act(s, p, "chat", rest);
}

/* -- Lies ------------------------------------------------------------------------------------------------------------- */

/* With a token that is none here: of another table, or made up. */
static void knock(sim *s, sim_person *p)
{
    const sim_table *other = &s->tables[sim_below(s, SIM_DICE_PEOPLE, s->plan.n_tables)];
    bool of_host = sim_percent(s, SIM_DICE_PEOPLE, 50);
    const char *token = of_host ? other->host : other->people[0].token;
    if (other == p->table || !*token)
        token = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    sim_conn *c = sim_connect(s, p, p->table->book, SIM_LIAR);
    say_hello(s, p, c, token);
    sim_tell(s, "%s knocks at table %d with a false token (connection %d).", p->name,
             p->table->number, (int)c->ticket);
}

static void lie(sim *s, sim_person *p)
{
    sim_conn *c = any_conn(s, p);
    char text[120], ref[SIM_REF];
    sim_count_fault(s, SIM_LIE);
    snprintf(ref, sizeof ref, "t%ds%dr%d", p->table->number, p->seat, p->n_refs++);
    switch (sim_below(s, SIM_DICE_PEOPLE, 9)) {
    case 0: /* no such move */
        snprintf(text, sizeof text, "{\"t\":\"move\",\"ref\":\"%s\",\"n\":%d,\"text\":\"cheat\"}",
                 ref, p->n);
        sim_send(s, c, "move", ref, text);
        break;
    case 1: /* of another time */
        snprintf(text, sizeof text, "{\"t\":\"undo\",\"ref\":\"%s\",\"n\":%d}", ref, p->n + 3);
        sim_send(s, c, "undo", ref, text);
        break;
    case 2: sim_send(s, c, "", "", "{\"t\":\"move\""); break;
    case 3: /* the host's */
        snprintf(text, sizeof text, "{\"t\":\"start\",\"ref\":\"%s\"}", ref);
        sim_send(s, c, "start", ref, text);
        break;
    case 4: /* out of turn */
        snprintf(text, sizeof text,
                 "{\"t\":\"say\",\"ref\":\"%s\",\"text\":\"nothing of the kind\"}", ref);
        sim_send(s, c, "say", ref, text);
        break;
    default: knock(s, p); break; /* a third of them */
    }
}

/* -- What a person does next --------------------------------------------------------------------------------------------- */

static void ask_something(sim *s, sim_person *p)
{
    char text[80];
    switch (sim_below(s, SIM_DICE_PEOPLE, 4)) {
    case 0: sim_send(s, any_conn(s, p), "ping", "", "{\"t\":\"ping\"}"); break;
    case 1:
        snprintf(text, sizeof text, "{\"t\":\"since\",\"n\":%d}", p->n / 2);
        sim_send(s, any_conn(s, p), "since", "", text);
        break;
    case 2: act(s, p, "hint", ""); break;
    default: act(s, p, "why", ",\"text\":\"fly\""); break;
    }
}

/* Anything but playing on. */
static bool digress(sim *s, sim_person *p)
{
    int64_t dice = sim_below(s, SIM_DICE_PEOPLE, 200);
    if (sim_has(s, SIM_LIE) && dice < 8)
        lie(s, p);
    else if (dice < 16)
        chat(s, p);
    else if (dice < 20)
        push_aside(s, p);
    else if (dice < 21 || (dice < 60 && p->table->book->closers))
        act(s, p, "close", "");
    else if (dice < 23)
        leave(s, p);
    else if (dice < 26)
        act(s, p, "pause", "");
    else if (dice < 30)
        ask_something(s, p);
    else if (dice < 34)
        act(s, p, "say", ",\"text\":\"pass\"");
    else if (dice < 42 && is_true(p, "undo")) {
        char rest[24];
        snprintf(rest, sizeof rest, ",\"n\":%d", p->n);
        act(s, p, "undo", rest);
    } else if (dice < 50)
        sim_hang_up(s, any_conn(s, p));
    else if (dice < 54 && sim_has(s, SIM_RACE) && !(p->conn[0] && p->conn[1])) {
        sim_count_fault(s, SIM_RACE);
        connect_to(s, p, p->conn[0] != NULL);
    } else
        return false;
    return true;
}

static bool is_paused(const sim_person *p) { return p->table->book->status == ROOM_PAUSED; }

/* A table that has gone on after the faults, and need not be played to its end. */
static bool is_enough(const sim *s, const sim_table *t)
{
    return s->calm && !t->to_end && t->book && t->book->entries.n > t->calm_entries + 4;
}

/* They left, or were too slow too often, as the page tells them beside a button. */
static bool is_away(const sim_person *p) { return p->away || is_true(p, "away"); }

static void play(sim *s, sim_person *p)
{
    if (p->pending)
        resend(s, p, any_conn(s, p));
    else if (!s->calm && sim_percent(s, SIM_DICE_PEOPLE, 4))
        chat(s, p);
    else if (!s->calm && sim_percent(s, SIM_DICE_PEOPLE, 20) && digress(s, p))
        return;
    else if (is_paused(p) && (s->calm || sim_percent(s, SIM_DICE_PEOPLE, 50)))
        act(s, p, "resume", "");
    else if (is_away(p) && (s->calm || sim_percent(s, SIM_DICE_PEOPLE, 40))) {
        p->away = false;
        act(s, p, "back", "");
    } else if (n_moves(p) > 0)
        move(s, p);
}

static void live(sim *s, sim_person *p)
{
    sim_table *t = p->table;
    bool over = t->book && (t->book->status == ROOM_FINISHED || t->book->status == ROOM_CLOSED);
    if (p->asking || over || is_enough(s, t))
        return;
    if (!t->book) {
        if (!t->asking && p->seat == 0)
            make_table(s, t);
    } else if (p->lost_seat)
        free_seat(s, p);
    else if (!*p->token)
        take_seat(s, p);
    else if (!any_conn(s, p))
        connect_to(s, p, 0);
    else
        play(s, p);
}

/* Whoever has nothing to do looks in from time to time; a busy one is called by what the house says. */
static void on_wake(sim *s, void *what, uint64_t n)
{
    sim_person *p = what;
    if (s->ending || n != p->n_wakes)
        return;
    sim_person_wake(s, p, s->calm ? 5000 : 10000 + 3 * sim_around(s, SIM_DICE_PEOPLE, pace(s)));
    live(s, p);
}

void sim_person_wake(sim *s, sim_person *p, int64_t in_ms)
{
    sim_at(s, in_ms, on_wake, p, ++p->n_wakes);
}

/* -- What a person hears ----------------------------------------------------------------------------------------------------- */

static bool begins(const char *text, size_t n, const char *head)
{
    return n >= strlen(head) && memcmp(text, head, strlen(head)) == 0;
}

/* An act that could not be saved, or came too fast, is sent again. */
static void hear_answer(sim *s, sim_person *p, const char *text, size_t n)
{
    const char *ref = sim_field(text, n, "ref"), *code = sim_field(text, n, "error");
    size_t length = strlen(p->ref);
    if (!p->pending || !ref || *ref != '"' || !begins(ref + 1, n, p->ref) || ref[1 + length] != '"')
        return;
    bool again = code && (begins(code, 6, "\"busy\"") || begins(code, 8, "\"broken\""));
    if (!again)
        p->pending = false;
    sim_tell(s, "%s hears %.100s", p->name, text);
    sim_person_wake(s, p, again ? 1000 : 1 + sim_around(s, SIM_DICE_PEOPLE, pace(s)));
}

void sim_person_hears(sim *s, sim_person *p, sim_conn *c, const char *text, size_t n)
{
    if (c->seat != p->seat)
        return; /* a lie's */
    if (begins(text, n, "{\"t\":\"view\"")) {
        int newest = atoi(sim_field(text, n, "n"));
        if (newest < p->n)
            return; /* of the slower connection */
        p->n = newest;
        spk_buf_clear(&p->view);
        spk_buf_add(&p->view, text, n);
        if (n_moves(p) > 0 && !p->pending)
            sim_person_wake(s, p, sim_around(s, SIM_DICE_PEOPLE, pace(s)));
    } else if (begins(text, n, "{\"t\":\"ok\"") || begins(text, n, "{\"t\":\"no\""))
        hear_answer(s, p, text, n);
}

/* -- All of them ------------------------------------------------------------------------------------------------------------- */

static void set_clock(sim *s, sim_table *t)
{
    int64_t limit = s->plan.pace_ms * (3 + sim_below(s, SIM_DICE_PEOPLE, 12)) / 1000;
    limit = limit < 5 ? 5 : limit;
    switch (sim_below(s, SIM_DICE_PEOPLE, 4)) {
    case 0: snprintf(t->clock, sizeof t->clock, "none"); break;
    case 1: snprintf(t->clock, sizeof t->clock, "move %ds safe", (int)limit); break;
    case 2: snprintf(t->clock, sizeof t->clock, "move %ds bot", (int)limit); break;
    default:
        snprintf(t->clock, sizeof t->clock, "bank %ds+%ds", (int)limit * 10, (int)limit / 4);
        break;
    }
}

static void seat_people(sim *s, sim_table *t)
{
    static const char *const names[] = {"Ann", "Bob", "Cleo", "Dan", "Eve"};
    t->people = spk_alloc((size_t)t->players * sizeof *t->people);
    for (int i = 0; i < t->players; i++) {
        sim_person *p = &t->people[i];
        *p = (sim_person){.table = t, .seat = i};
        p->is_person = i == 0 || sim_percent(s, SIM_DICE_PEOPLE, 60);
        for (int k = 0; k < 42 && i % 3; k++)
            p->key[k] = (char)('a' + sim_below(s, SIM_DICE_PEOPLE, 26));
        if (*p->key)
            p->key[42] = 'A'; /* the last has only four bits */
        snprintf(p->name, sizeof p->name, "%s%d", names[i], t->number);
        snprintf(p->peer, sizeof p->peer, "10.%d.%d.%d", t->number / 250, t->number % 250, i + 1);
        if (p->is_person)
            sim_person_wake(s, p, 1 + sim_below(s, SIM_DICE_PEOPLE, 1 + s->plan.play_ms / 20));
    }
}

void sim_people_start(sim *s)
{
    int first = (int)sim_below(s, SIM_DICE_PEOPLE, 1000);
    s->tables = spk_alloc((size_t)s->plan.n_tables * sizeof *s->tables);
    for (int i = 0; i < s->plan.n_tables; i++) {
        sim_table *t = &s->tables[i];
        *t = (sim_table){.number = i, .to_end = i < s->plan.n_to_end};
        t->game = spk_games[(first + i) % spk_n_games];
        t->players =
            t->game->min_seats +
            (int)sim_below(s, SIM_DICE_PEOPLE, t->game->max_seats - t->game->min_seats + 1);
        set_clock(s, t);
        seat_people(s, t);
    }
}

void sim_people_calm(sim *s)
{
    for (int i = 0; i < s->plan.n_tables; i++) {
        sim_table *t = &s->tables[i];
        t->calm_entries = t->book ? t->book->entries.n : 0;
        t->moved_ms = s->now_ms;
        for (int k = 0; k < t->players; k++)
            if (t->people[k].is_person)
                sim_person_wake(s, &t->people[k], 1 + sim_below(s, SIM_DICE_PEOPLE, 2000));
    }
}

/* Nobody has the token of one of its seats, and at this pace it takes days until the others may go on without. */
static bool waits_for_nobody(const sim *s, const sim_table *t)
{
    bool lost = false;
    for (int i = 0; i < t->players; i++)
        lost |= t->people[i].is_person && t->people[i].lost_seat;
    return lost && s->plan.pace_ms > 20000 && t->book->status != ROOM_WAITING;
}

static bool is_done(const sim *s, const sim_table *t)
{
    bool over = t->book && (t->book->status == ROOM_FINISHED || t->book->status == ROOM_CLOSED);
    return over || is_enough(s, t) || (t->book && waits_for_nobody(s, t));
}

/* Looked at every now and then when the faults have stopped. */
bool sim_people_done(sim *s)
{
    enum { PATIENCE_MS = 30 * 60000 };
    bool done = true;
    for (int i = 0; i < s->plan.n_tables; i++) {
        sim_table *t = &s->tables[i];
        int n = t->book ? t->book->entries.n : 0;
        if (is_done(s, t))
            continue;
        done = false;
        if (n > t->seen_entries)
            t->moved_ms = s->now_ms;
        t->seen_entries = n;
        if (s->now_ms - t->moved_ms > PATIENCE_MS)
            sim_fail(s,
                     "table %s (%s, number %d) does not go on, though all is well for half an hour",
                     t->book ? t->book->id : "?", t->game->key, t->number);
    }
    return done;
}

/* The power has failed, and the newest changes are gone. Whoever knew more than there is knows less now: a page loads the
 * table anew, a seat that nobody has is taken again, a table that is gone is made again. */
void sim_people_forget(sim *s, const sim_book *b, bool gone, uint8_t seats)
{
    for (int i = 0; i < s->plan.n_tables; i++) {
        sim_table *t = &s->tables[i];
        if (t->book != b)
            continue;
        for (int k = 0; k < t->players; k++) {
            sim_person *p = &t->people[k];
            p->n = 0;
            p->pending = p->lost_seat = false;
            spk_buf_clear(&p->view);
            if (!(seats >> k & 1))
                *p->token = '\0';
        }
        if (gone)
            t->book = NULL;
    }
}

void sim_people_end(sim *s)
{
    for (int i = 0; s->tables && i < s->plan.n_tables; i++) {
        for (int k = 0; k < s->tables[i].players; k++) {
            spk_buf_release(&s->tables[i].people[k].view);
            spk_buf_release(&s->tables[i].people[k].act);
        }
        spk_free(s->tables[i].people);
    }
    spk_free(s->tables);
    s->tables = NULL;
}
