/* log.c: what happened, in sentences: for somebody at the table, or the whole of a record.
 *
 * A game words its events (explain), from what the viewer heard of them. The all-seeing viewer heard no effects: for it the match is
 * played once more beside the telling, up to the entry in question. */
#include <stdio.h>
#include <string.h>

#include "hosts/cli/cli.h"
#include "hosts/room/room.h"

typedef struct teller {
    const spk_match *match;
    const spk_box *box;
    const room *room; /* whose bots make remarks; NULL: nobody does */
    spk_seat viewer;
    spk_rerun
        *again; /* of the all-seeing viewer: the match once more, up to the entry that is told */

    /* Events of one actor in a row are told in one go: a fresh street is six draws. */
    spk_seat actor;
    bool sentences; /* they name their actor; else the text is the moves' own */
    spk_buf text;
    bool told; /* something was printed */
} teller;

/* -- One entry --------------------------------------------------------------------------------- */

/* A message is a quotation; nothing for one that says nothing. */
static void word_talk(const spk_entry *e, spk_buf *phrases)
{
    const char *words = e->text + strlen("say ");
    if (strcmp(words, "pass") == 0)
        return;
    spk_say(phrases, N_("{name}: “{words}”"), SPK_WHO("name", e->seat),
            *e->phrase ? SPK_LIST("words", e->phrase) : SPK_TEXT("words", words));
}

/* A move with its effects. Players were told them; the all-seeing viewer works them out. */
static void put_event(teller *t, int i, const spk_entry *e, spk_buf *out)
{
    char effects[SPK_TOLD_TEXT];
    if (t->viewer != SPK_SEAT_ALL_SEEING) {
        spk_buf_puts(out, e->text + (e->kind == SPK_ENTRY_SAFE ? strlen("safe ") : 0));
        return;
    }
    while (t->again->n < i)
        spk_match_rerun_step(t->match, t->again);
    const void *before = &t->again->state;
    spk_move move = spk_match_entry_move(t->match, i);
    spk_effects_text(t->box, before, e->seat, move, effects);
    spk_event_text(t->box, before, e->seat, move, t->viewer, effects, out);
}

static void word_move(teller *t, int i, const spk_entry *e, spk_buf *phrases)
{
    spk_buf event = {0};
    put_event(t, i, e, &event);
    t->box->game->explain(t->box, e->seat, spk_buf_text(&event), phrases);
    if (e->kind == SPK_ENTRY_SAFE && phrases->n) {
        spk_buf_clear(&event);
        cli_render(t->box, spk_buf_text(phrases), &event);
        spk_buf_clear(phrases);
        spk_say(phrases, N_("{sentence} (played automatically for {name})"),
                SPK_TEXT("sentence", spk_buf_text(&event)), SPK_WHO("name", e->seat));
    }
    spk_buf_release(&event);
}

/* An entry in sentences; none for what is not worth a line. False: the game does not word it, and
 * *out is the entry's own text. */
static bool word(teller *t, int i, const spk_entry *e, spk_buf *out)
{
    spk_buf phrases = {0};
    bool worded = e->kind == SPK_ENTRY_TALK || t->box->game->explain;
    if (e->kind == SPK_ENTRY_TALK)
        word_talk(e, &phrases);
    else if (worded && e->kind == SPK_ENTRY_UNDO)
        spk_say(&phrases, N_("{name} takes the last move back."), SPK_WHO("name", e->seat));
    else if (worded && e->kind == SPK_ENTRY_REWIND)
        spk_say(&phrases, N_("{name} goes back to an earlier move."), SPK_WHO("name", e->seat));
    else if (worded)
        word_move(t, i, e, &phrases);
    if (worded)
        cli_render(t->box, spk_buf_text(&phrases), out);
    else
        spk_buf_puts(out, e->text);
    spk_buf_release(&phrases);
    return worded;
}

/* -- For somebody at the table ----------------------------------------------------------------- */

static void put_run(teller *t)
{
    if (!t->text.n)
        return;
    fputs(cli_paint(CLI_DIM), stdout);
    if (t->sentences)
        cli_wrap(spk_buf_text(&t->text), printf("  "), 2);
    else
        cli_wrap(spk_buf_text(&t->text),
                 printf("  %-9s ", t->actor == t->viewer ? cli_tr("you") : cli_seat_name(t->actor)),
                 12);
    fputs(cli_paint(CLI_PLAIN), stdout);
    spk_buf_clear(&t->text);
    t->told = true;
}

/* What bots had to say to it: each a line of its own. */
static void tell_remarks(teller *t, int i)
{
    room_remark remarks[ROOM_REMARKS];
    int n = t->room ? room_remarks(t->room, t->match, i, remarks) : 0;
    for (int k = 0; k < n; k++) {
        spk_buf words = {0}, phrase = {0};
        put_run(t);
        spk_phrase_add(&words, remarks[k].text, NULL, 0);
        spk_say(&phrase, N_("{name}: “{words}”"), SPK_WHO("name", remarks[k].seat),
                SPK_LIST("words", spk_buf_text(&words)));
        cli_render(t->box, spk_buf_text(&phrase), &t->text);
        t->sentences = true;
        put_run(t);
        spk_buf_release(&words);
        spk_buf_release(&phrase);
    }
}

static void tell(teller *t, int i, const spk_entry *e)
{
    spk_buf text = {0};
    bool sentences = word(t, i, e, &text);
    if (e->seat != t->actor || sentences != t->sentences || e->kind == SPK_ENTRY_TALK)
        put_run(t);
    t->actor = e->seat;
    t->sentences = sentences;
    if (t->text.n && text.n)
        spk_buf_puts(&t->text, sentences ? " " : ", ");
    spk_buf_puts(&t->text, spk_buf_text(&text));
    if (e->kind == SPK_ENTRY_TALK)
        put_run(t);
    spk_buf_release(&text);
}

bool cli_show_history(const room *r, spk_seat viewer, int first)
{
    const spk_match *m = room_match(r);
    teller t = {.match = m, .box = spk_match_box(m), .room = r, .viewer = viewer};
    for (int i = 0, n_heard = 0; i < spk_match_n_entries(m); i++) {
        spk_entry e = spk_match_entry_as(m, i, viewer);
        if (e.text && ++n_heard >= first) {
            tell(&t, i, &e);
            tell_remarks(&t, i);
        }
    }
    put_run(&t);
    spk_buf_release(&t.text);
    return t.told;
}

/* -- For the reader of a record ---------------------------------------------------------------- */

void cli_show_log(const spk_match *m, int n_entries)
{
    spk_rerun again;
    teller t = {
        .match = m, .box = spk_match_box(m), .viewer = SPK_SEAT_ALL_SEEING, .again = &again};
    spk_match_rerun(m, &again);
    for (int i = 0; i < n_entries; i++) {
        spk_entry e = spk_match_entry(m, i);
        spk_buf text = {0};
        if (!word(&t, i, &e, &text))
            spk_buf_clear(&text), spk_buf_printf(&text, "%s: %s", cli_seat_name(e.seat), e.text);
        if (text.n)
            cli_wrap(spk_buf_text(&text), printf("%5d  ", i + 1), 7);
        spk_buf_release(&text);
    }
}
