/* remarks.c: who says what, and when. See remark.h. Only what an onlooker has heard is looked at here. */
#include <string.h>

#include "ai/bot.h"
#include "base/hash.h"
#include "base/str.h"
#include "hosts/room/remark.h"

const char *const room_occasion_words[SPK_OCCASION_COUNT] = {"win",  "share",  "lose",
                                                             "blow", "betray", "betrayed"};

/* -- What they say ------------------------------------------------------------------------------- */

/* At which of its blows somebody of that temper speaks. */
static const int every[SPK_TEMPER_COUNT] = {
    [SPK_MERRY] = 3, [SPK_HOT] = 2, [SPK_DRY] = 4, [SPK_COLD] = 6, [SPK_MUTE] = 8};

/* Everybody of this temper; a character's own lines are its game's (spk_level). */
static const struct {
    spk_temper temper;
    spk_occasion occasion;
    const char *text;
} lines[] = {
    {SPK_MERRY, SPK_ON_WIN, N_("That was fun! Again?")},
    {SPK_MERRY, SPK_ON_WIN, N_("Beginner's luck, and I have been a beginner for years.")},
    {SPK_MERRY, SPK_ON_LOSS, N_("You win, I carry your coat.")},
    {SPK_MERRY, SPK_ON_LOSS, N_("Second is nearly first, no?")},
    {SPK_MERRY, SPK_ON_SHARE, N_("Half each, and the rest for me!")},
    {SPK_MERRY, SPK_ON_BLOW, N_("Oops. Was that yours?")},
    {SPK_MERRY, SPK_ON_BLOW, N_("Nothing personal, it was in my way.")},
    {SPK_MERRY, SPK_ON_BLOW, N_("I always wanted to do that.")},
    {SPK_HOT, SPK_ON_WIN, N_("That is how it is done!")},
    {SPK_HOT, SPK_ON_WIN, N_("And stay down!")},
    {SPK_HOT, SPK_ON_LOSS, N_("I demand to see those cards again!")},
    {SPK_HOT, SPK_ON_LOSS, N_("Laugh while you can!")},
    {SPK_HOT, SPK_ON_SHARE, N_("Share? With you?")},
    {SPK_HOT, SPK_ON_BLOW, N_("Out of my way!")},
    {SPK_HOT, SPK_ON_BLOW, N_("You have been asking for it all evening.")},
    {SPK_HOT, SPK_ON_BLOW, N_("Tell your friends!")},
    {SPK_DRY, SPK_ON_WIN, N_("As expected.")},
    {SPK_DRY, SPK_ON_WIN, N_("The sum is in order.")},
    {SPK_DRY, SPK_ON_LOSS, N_("The sum is in order, only the signature is wrong.")},
    {SPK_DRY, SPK_ON_LOSS, N_("I see where it went wrong. I shall not say where.")},
    {SPK_DRY, SPK_ON_SHARE, N_("Two signatures, one prize. Untidy.")},
    {SPK_DRY, SPK_ON_BLOW, N_("A matter of bookkeeping.")},
    {SPK_DRY, SPK_ON_BLOW, N_("You will find it under losses.")},
    {SPK_DRY, SPK_ON_BLOW, N_("It had to come off somewhere.")},
    {SPK_COLD, SPK_ON_WIN, N_("It was over some time ago.")},
    {SPK_COLD, SPK_ON_WIN, N_("You played the first half well.")},
    {SPK_COLD, SPK_ON_LOSS, N_("Enjoy it. It does not happen often.")},
    {SPK_COLD, SPK_ON_LOSS, N_("I have learned something. You should worry.")},
    {SPK_COLD, SPK_ON_SHARE, N_("We share, for now.")},
    {SPK_COLD, SPK_ON_BLOW, N_("This is merely business.")},
    {SPK_COLD, SPK_ON_BLOW, N_("I would not leave things lying about.")},
    {SPK_COLD, SPK_ON_BLOW, N_("Better you than me.")},
    {SPK_MUTE, SPK_ON_WIN, N_("(snaps his watch shut)")},
    {SPK_MUTE, SPK_ON_LOSS, N_("(folds his cards without a sound)")},
    {SPK_MUTE, SPK_ON_SHARE, N_("(slides half of it across the table)")},
    {SPK_MUTE, SPK_ON_BLOW, N_("(says nothing, and looks at you)")},
    {SPK_MUTE, SPK_ON_BLOW, N_("(straightens his tie)")},
};

enum { N_LINES = sizeof lines / sizeof *lines };

/* Of all lines that fit, its own and those of its temper, the one with this number, counted round and round. NULL: none fits. */
static const char *line_of(const spk_level *who, spk_occasion occasion, uint64_t number)
{
    const char *fit[N_LINES];
    size_t n = 0;
    for (const spk_remark *own = who->says; own && own->text; own++)
        if (own->occasion == occasion && n < N_LINES)
            fit[n++] = own->text;
    for (int i = 0; i < N_LINES; i++)
        if (lines[i].temper == who->temper && lines[i].occasion == occasion && n < N_LINES)
            fit[n++] = lines[i].text;
    return n ? fit[number % n] : NULL;
}

/* -- Who may speak ------------------------------------------------------------------------------- */

typedef struct stage {
    const spk_match *match;
    int entry;
    const spk_level *character[SPK_MAX_SEATS]; /* NULL: this seat says nothing */
    room_remark *out;
    int n;
} stage;

/* "hard@50ms" is the game's own 'hard'; a table may want its bots silent. */
static const spk_level *cast(const spk_box *box, const char *word)
{
    char name[16];
    size_t n = word ? strcspn(word, "@*") : 0;
    if (!n || n >= sizeof name)
        return NULL;
    memcpy(name, word, n);
    name[n] = '\0';
    const spk_bot_kind *kind = spk_bot_find(name);
    if (!kind || !kind->is_level || kind->silent ||
        (box->game->talk && !spk_bot_kind_talks(kind, box)))
        return NULL;
    return spk_level_of(box->game, kind->grade);
}

static void speak(stage *s, spk_seat seat, spk_occasion occasion, uint64_t number)
{
    const char *text = !s->character[seat] ? NULL : line_of(s->character[seat], occasion, number);
    if (text && s->n < ROOM_REMARKS)
        s->out[s->n++] = (room_remark){seat, occasion, text};
}

/* -- Occasions ----------------------------------------------------------------------------------- */

/* The onlooker's text of an entry, if it is a move of a seat; else "". */
static const char *heard_move(const spk_match *m, int entry, spk_seat *seat)
{
    spk_entry e = spk_match_entry_as(m, entry, SPK_SEAT_ONLOOKER);
    *seat = e.seat;
    return e.text && e.kind == SPK_ENTRY_MOVE && e.seat != SPK_SEAT_CHANCE ? e.text : "";
}

/* Whether a move of that text is one by which one player attacks another. */
static bool is_blow(const spk_match *m, const char *text)
{
    const spk_hints *hints = spk_match_box(m)->game->hints;
    const char *blow = hints ? hints->blow : NULL;
    size_t n = strcspn(text, " ;");
    return blow && strlen(blow) == n && memcmp(blow, text, n) == 0;
}

static int blows_before(const spk_match *m, spk_seat seat, int entry)
{
    int n = 0;
    spk_seat who;
    for (int i = 0; i < entry; i++) {
        const char *text = heard_move(m, i, &who);
        n += who == seat && is_blow(m, text);
    }
    return n;
}

static void watch_blow(stage *s)
{
    spk_seat seat;
    const char *text = heard_move(s->match, s->entry, &seat);
    if (!is_blow(s->match, text) || !s->character[seat])
        return;
    int n = blows_before(s->match, seat, s->entry), pause = every[s->character[seat]->temper];
    if (n % pause == 0)
        speak(s, seat, SPK_ON_BLOW, (uint64_t)(n / pause + seat));
}

/* Who broke their word by this entry, as everybody has seen; -1: nobody. And how often anybody did before. */
static spk_seat traitor(const stage *s, int *n_before)
{
    spk_seat who = -1;
    *n_before = 0;
    for (int i = 0; i < spk_match_n_promises(s->match); i++) {
        spk_given given = spk_match_promise(s->match, i, SPK_SEAT_ONLOOKER);
        int decided = spk_match_promise_decided(s->match, i);
        if (given.state != SPK_VOW_BROKEN)
            continue;
        *n_before += decided < s->entry;
        if (decided == s->entry && who < 0)
            who = given.seat;
    }
    return who;
}

/* A bot that has broken its word says so itself; of anybody else's it is the next bot that complains. */
static void watch_word(stage *s)
{
    int n_seats = spk_match_box(s->match)->n_seats, n;
    spk_seat who = traitor(s, &n);
    if (who < 0)
        return;
    if (s->character[who]) {
        speak(s, who, SPK_ON_BETRAYAL, (uint64_t)(n + who));
        return;
    }
    for (int i = 1; i < n_seats && !s->n; i++)
        speak(s, (who + i) % n_seats, SPK_ON_BETRAYED, (uint64_t)(n + who));
}

static bool is_last(const stage *s)
{
    int last = spk_match_n_entries(s->match) - 1;
    while (last >= 0) {
        spk_entry e = spk_match_entry_as(s->match, last, SPK_SEAT_ONLOOKER);
        if (e.text && (e.kind == SPK_ENTRY_MOVE || e.kind == SPK_ENTRY_SAFE))
            break;
        last--;
    }
    return last == s->entry;
}

/* Of those who did not win the best speaks, once: five complaints are four too many. */
static spk_seat best_loser(const stage *s, const spk_result *result)
{
    spk_seat best = -1;
    for (spk_seat i = 0; i < result->n_seats; i++)
        if (s->character[i] && !spk_actors_has(result->winners, i) &&
            (best < 0 || result->rank[i] < result->rank[best]))
            best = i;
    return best;
}

static void watch_end(stage *s)
{
    spk_result result;
    if (!spk_match_is_over(s->match) || !is_last(s))
        return;
    spk_match_result(s->match, &result);
    uint64_t number = spk_hash_words((uint64_t)s->entry, result.score, sizeof result.score);
    bool shared = result.winners & (result.winners - 1);
    for (spk_seat i = 0; i < result.n_seats && !s->n; i++)
        if (spk_actors_has(result.winners, i))
            speak(s, i, shared ? SPK_ON_SHARE : SPK_ON_WIN, number);
    spk_seat loser = best_loser(s, &result);
    if (loser >= 0)
        speak(s, loser, SPK_ON_LOSS, number >> 8);
}

int room_remarks_at(const spk_match *m, const char *const bots[SPK_MAX_SEATS], int entry,
                    room_remark out[ROOM_REMARKS])
{
    const spk_box *box = spk_match_box(m);
    stage s = {.match = m, .entry = entry, .out = out};
    for (spk_seat i = 0; i < box->n_seats; i++)
        s.character[i] = cast(box, bots[i]);
    watch_end(&s);
    if (!s.n)
        watch_word(&s);
    if (!s.n)
        watch_blow(&s);
    return s.n;
}
