/* full.c: a table of this process on a full screen. The room prints the messages of docs/protocol.md for the seat that
 * looks, as it does for a page, and the screen hears them: there is no second way to show a table. A bot thinks on a
 * thread of its own, so that keys are answered meanwhile. */
#include "hosts/cli/full.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "hosts/tui/run.h"
#include "hosts/tui/term.h"

typedef struct full {
    cli_table *t;
    tui_table table;
    tui_screen *screen;
    spk_seat seat; /* that looks; SPK_SEAT_ONLOOKER: bots play alone; -1: nobody yet */
    int n_chats;   /* shown to that seat */

    spk_seat thinker; /* the bot that thinks; -1: none */
    pthread_t thread;
    atomic_bool done;
    int wake[2]; /* a pipe: the thread says that it is done */
} full;

/* -- Showing ------------------------------------------------------------------------------------------ */

static void hear(full *f, spk_buf *message)
{
    tui_heard kind;
    spk_why why = {0};
    spk_err err = tui_table_hear(&f->table, spk_buf_text(message), message->n, 0, &kind, &why);
    SPK_BUG_IF(err != SPK_OK); /* these words are our own */
    tui_screen_heard(f->screen, kind);
    spk_buf_release(message);
}

static spk_json *begin(spk_json *out, const char *kind)
{
    spk_json_open(out, '{');
    spk_json_key(out, "t"), spk_json_str(out, kind);
    return out;
}

static void show_view(full *f)
{
    spk_buf text = {0};
    spk_json out = {.out = &text};
    begin(&out, "view");
    room_print_view(f->t->room, f->seat, f->table.n, 0, &out);
    room_print_position(f->t->room, f->seat, &out);
    spk_json_close(&out, '}');
    hear(f, &text);
}

static void show_facts(full *f)
{
    spk_buf text = {0};
    spk_json out = {.out = &text};
    begin(&out, "facts");
    room_print_facts(f->t->room, &out);
    spk_json_close(&out, '}');
    hear(f, &text);
}

static void show_chats(full *f)
{
    cli_table *t = f->t;
    for (; f->n_chats < t->n_chats; f->n_chats++) {
        const cli_chat *chat = &t->chats[f->n_chats % ROOM_CHATS];
        spk_buf text = {0};
        spk_json out = {.out = &text};
        if (f->n_chats < t->n_chats - ROOM_CHATS)
            continue;
        begin(&out, "chat");
        spk_json_key(&out, "n"), spk_json_int(&out, f->n_chats + 1);
        spk_json_key(&out, "seat"), spk_json_int(&out, chat->seat);
        spk_json_key(&out, "name"), spk_json_str(&out, cli_seat_name(chat->seat));
        spk_json_key(&out, "text"), spk_json_str(&out, chat->text);
        spk_json_close(&out, '}');
        hear(f, &text);
    }
}

static void show_notices(full *f)
{
    if (!f->t->notices.n)
        return;
    tui_table_note(&f->table, spk_buf_text(&f->t->notices));
    tui_screen_say(f->screen, spk_buf_text(&f->t->notices), true);
    spk_buf_clear(&f->t->notices);
}

static void show_all(full *f)
{
    show_facts(f);
    show_view(f);
    show_chats(f);
    show_notices(f);
}

/* Another person looks now: what the one before saw is gone, and comes back only when they are alone. */
static void change_seat(full *f, spk_seat seat)
{
    spk_buf text = {0};
    spk_json out = {.out = &text};
    bool first = f->seat < 0;
    if (seat == f->seat)
        return;
    f->seat = seat;
    f->n_chats = 0;
    begin(&out, "hello");
    spk_json_key(&out, "you");
    if (seat == SPK_SEAT_ONLOOKER)
        spk_json_null(&out);
    else
        spk_json_int(&out, seat);
    spk_json_close(&out, '}');
    hear(f, &text);
    show_all(f);
    if (f->t->n_people > 1 && (!first || spk_has_secrets(f->t->box->game)) &&
        cli_has_own_view(f->t, seat)) {
        spk_buf ask = {0};
        tui_say(&f->table, &ask, N_("{name}: press Enter when nobody else is looking."),
                SPK_WHO("name", seat));
        tui_screen_curtain(f->screen, spk_buf_text(&ask));
        spk_buf_release(&ask);
    }
}

/* -- Bots --------------------------------------------------------------------------------------------- */

static void *think(void *ctx)
{
    full *f = ctx;
    host_player_think(f->t->seats[f->thinker].player, &f->t->budget);
    atomic_store(&f->done, true);
    ssize_t n = write(f->wake[1], "", 1);
    (void)n;
    return NULL;
}

static void finish_thinking(full *f)
{
    char byte[8];
    if (f->thinker < 0)
        return;
    spk_seat seat = f->thinker;
    pthread_join(f->thread, NULL);
    ssize_t n = read(f->wake[0], byte, sizeof byte);
    (void)n;
    f->thinker = -1;
    cli_bot_answer(f->t, seat);
    show_all(f);
}

static void start_thinking(full *f, spk_seat seat)
{
    host_player_ask(f->t->seats[seat].player, f->t->match);
    f->thinker = seat;
    atomic_store(&f->done, false);
    if (pthread_create(&f->thread, NULL, think, f) == 0)
        return;
    f->thinker = -1; /* no thread to be had: the keys wait */
    host_player_think(f->t->seats[seat].player, &f->t->budget);
    cli_bot_answer(f->t, seat);
    show_all(f);
}

/* -- What is due -------------------------------------------------------------------------------------- */

/* The person to be shown the table: who looks now, if it is theirs to act, else the first who is asked. */
static spk_seat person_of(const full *f, spk_actors asked)
{
    for (spk_seat seat = 0; seat < f->t->box->n_seats; seat++)
        if (f->t->seats[seat].is_bot)
            asked &= ~SPK_ACTOR(seat);
    asked &= ~SPK_CHANCE_ACTS;
    if (asked == 0 || spk_actors_has(asked, f->seat))
        return f->seat;
    return spk_actors_first(asked);
}

static int tick(void *ctx)
{
    full *f = ctx;
    if (f->thinker >= 0 && !atomic_load(&f->done))
        return -1;
    finish_thinking(f);
    if (tui_screen_is_hidden(f->screen) || room_status_of(f->t->room) != ROOM_PLAYING)
        return -1;
    room_due due = cli_due(f->t);
    switch (due.kind) {
    case ROOM_DUE_NOTHING: change_seat(f, person_of(f, spk_match_actors(f->t->match))); break;
    case ROOM_DUE_PERSON: change_seat(f, due.seat); break;
    case ROOM_DUE_WORDS:
        cli_bot_speak(f->t, due.seat);
        show_all(f);
        return 0;
    case ROOM_DUE_MOVES: start_thinking(f, spk_actors_first(due.seats)); break;
    case ROOM_DUE_COUNT: SPK_BUG_IF(true);
    }
    return -1;
}

static int wait_for(void *ctx, short *events)
{
    full *f = ctx;
    *events = POLLIN;
    return f->thinker >= 0 ? f->wake[0] : -1;
}

/* -- The guest's acts --------------------------------------------------------------------------------- */

static void say_no(full *f, const spk_why *why)
{
    spk_buf text = {0};
    spk_json out = {.out = &text};
    begin(&out, "no");
    room_print_refusal(why, &out);
    spk_json_close(&out, '}');
    hear(f, &text);
}

static void say_ok(full *f, bool legal, const room_thought *hint)
{
    spk_buf text = {0};
    spk_json out = {.out = &text};
    begin(&out, "ok");
    if (legal)
        spk_json_key(&out, "legal"), spk_json_bool(&out, true);
    if (hint)
        spk_json_key(&out, "moves"), room_thought_print_hint(hint, &out);
    spk_json_close(&out, '}');
    hear(f, &text);
}

static void answer(full *f, spk_err err, const spk_why *why)
{
    if (err == SPK_OK)
        say_ok(f, false, NULL);
    else
        say_no(f, why);
    show_all(f);
}

static void act_hint(full *f)
{
    room_thought hint;
    spk_why why = {0};
    if (!tui_my_turn(&f->table)) {
        spk_refuse_as(&why, SPK_EREFUSED, "Hints are only given on your turn.");
        say_no(f, &why);
        return;
    }
    cli_hint_think(f->t, f->seat, &hint);
    say_ok(f, false, &hint);
    room_thought_release(&hint);
}

static void act(void *ctx, const char *word, const char *text)
{
    static const struct {
        const char *word;
        room_deed_kind kind;
    } deeds[] = {{"move", ROOM_MOVE}, {"undo", ROOM_UNDO}, {"say", ROOM_SAY}};
    full *f = ctx;
    spk_why why = {0};
    finish_thinking(f);
    if (spk_str_eq(word, "hint")) {
        act_hint(f);
    } else if (spk_str_eq(word, "why")) {
        if (room_why(f->t->room, f->seat, text, &why) == SPK_OK)
            say_ok(f, true, NULL);
        else
            say_no(f, &why);
    } else if (spk_str_eq(word, "say") && spk_str_eq(text, "pass")) {
        room_listen(f->t->room, f->seat);
        answer(f, SPK_OK, NULL);
    } else if (spk_str_eq(word, "chat")) {
        answer(f, cli_chat_add(f->t, f->seat, text, &why), &why);
    }
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
        if (spk_str_eq(word, deeds[i].word) &&
            !(deeds[i].kind == ROOM_SAY && spk_str_eq(text, "pass"))) {
            spk_err err = cli_act(f->t, f->seat, deeds[i].kind, text);
            answer(f, err, &f->t->refused);
        }
}

static void rules(void *ctx, const char *id, int cols, spk_buf *out)
{
    cli_full_rules(((full *)ctx)->t->box->game, id, cols, out);
}

typedef struct wanted {
    const spk_game *game;
    const char *id;
} wanted;

static void print_rules(void *ctx)
{
    const wanted *w = ctx;
    if (*w->id)
        cli_rule_show(w->game, w->id, 0);
    else
        cli_rules_short(w->game);
}

void cli_full_rules(const spk_game *game, const char *id, int cols, spk_buf *out)
{
    cli_capture(cols, print_rules, &(wanted){game, id}, out);
}

/* An existing file is replaced only if this game came from it or went to it: nobody is asked twice here. */
static void save(void *ctx, const char *file, spk_buf *out)
{
    full *f = ctx;
    spk_why why = {0};
    if (cli_file_exists(file) && !spk_str_eq(file, spk_buf_text(&f->t->file)))
        spk_refuse_as(&why, SPK_EIO, "{file} is there already", SPK_TEXT("file", file));
    else
        cli_save(f->t, file, &why);
    if (why.err == SPK_OK) {
        spk_buf_printf(out, "%s: speakeasy play --load %s", cli_tr("Saved. To go on from here"),
                       file);
        return;
    }
    spk_buf_printf(out, "%s: ", cli_tr("Not saved"));
    cli_render_why(f->t->box, &why, out);
}

static const char *state(void *ctx, bool *trouble)
{
    *trouble = false;
    static spk_buf text; /* borrowed until the next call */
    full *f = ctx;
    if (f->thinker < 0)
        return NULL;
    spk_buf_clear(&text);
    tui_say(&f->table, &text, N_("{name} is thinking …"), SPK_WHO("name", f->thinker));
    if (f->table.n_lines)
        spk_buf_printf(&text, " · %s", f->table.log[(f->table.n_lines - 1) % TUI_LINES].text);
    return spk_buf_text(&text);
}

/* -- The screen --------------------------------------------------------------------------------------- */

bool cli_full_possible(void)
{
    const char *term = getenv("TERM");
    return cli_is_dialogue() && term && !spk_str_eq(term, "dumb");
}

bool cli_full_open(void)
{
    spk_why why = {0};
    if (tui_term_open(&why) == SPK_OK)
        return true;
    cli_error("no full screen: %s; playing line by line", why.text);
    return false;
}

cli_ending cli_full_play(cli_table *t)
{
    full *f = spk_alloc(sizeof *f);
    memset(f, 0, sizeof *f);
    f->t = t;
    f->seat = f->thinker = -1;
    SPK_BUG_IF(pipe(f->wake) != 0); /* a handful of files are open */
    tui_port port = {.ctx = f, .act = act, .rules = rules, .save = save, .state = state};
    tui_world world = {.ctx = f, .tick = tick, .wait_for = wait_for};
    tui_table_init(&f->table, t->box, cli_language());
    f->screen = tui_screen_new(&f->table, &port);
    spk_seat first = 0;
    while (first < t->box->n_seats && t->seats[first].is_bot)
        first++;
    change_seat(f, first < t->box->n_seats ? first : SPK_SEAT_ONLOOKER);
    bool there = tui_run(f->screen, &world);
    tui_term_close();
    if (f->thinker >= 0)
        pthread_join(f->thread, NULL);
    tui_screen_free(f->screen);
    tui_table_release(&f->table);
    close(f->wake[0]), close(f->wake[1]);
    spk_free(f);
    return room_status_of(t->room) != ROOM_PLAYING ? CLI_GOES_ON
           : there                                 ? CLI_QUIT
                                                   : CLI_END_OF_INPUT;
}
