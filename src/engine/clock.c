/* clock.c: how long each player may think. See clock.h. What is done about a player who has run out is
 * the host's business; what a decision is and who was asked, the match's log says.
 *
 *     level    4   5   6   5   6   7          public moves that stand: one is taken back, made again
 *     top      4   5   6   6   6   7
 *                  ^   ^           ^          new decisions: a new limit, or an increment
 *
 *     asked      0 1 . 1 . 1 .                seats 0 and 1 seal their answers; 0 has answered first
 *     left       runs  stands                 of seat 0, as it is
 *     shown      runs  runs     as it is      of seat 0, to all others, until the public move */
#include "engine/clock.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/str.h"

/* -- House time -------------------------------------------------------------------------------- */

void spk_time_start(spk_time *t, int64_t house_ms, int64_t reading_ms)
{
    *t = (spk_time){house_ms, reading_ms};
}

int64_t spk_time_now(spk_time *t, int64_t reading_ms)
{
    /* Compared, not subtracted: two readings may be further apart than a number can say. */
    if (reading_ms > t->reading_ms) {
        uint64_t step = (uint64_t)reading_ms - (uint64_t)t->reading_ms;
        t->house_ms += (int64_t)(step < SPK_TIME_STEP_MS ? step : SPK_TIME_STEP_MS);
    }
    t->reading_ms = reading_ms;
    return t->house_ms;
}

/* -- The rule ---------------------------------------------------------------------------------- */

static const char *const kind_names[SPK_CLOCK_KIND_COUNT] = {"none", "move", "bank"};
static const char *const absence_names[SPK_ABSENCE_COUNT] = {"safe", "bot"};

static const struct {
    char name;
    int seconds;
} units[] = {{'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}};
enum { UNITS = sizeof units / sizeof *units };

bool spk_duration_parse(const char *word, int least, int *seconds)
{
    char digits[12];
    size_t n = strspn(word, "0123456789");
    int number;
    if (n == 0 || n >= sizeof digits || strlen(word) != n + 1)
        return false;
    snprintf(digits, sizeof digits, "%.*s", (int)n, word);
    for (int i = 0; i < UNITS; i++) {
        if (word[n] != units[i].name)
            continue;
        if (!spk_str_int(digits, 0, SPK_CLOCK_MOST_S / units[i].seconds, &number))
            return false;
        *seconds = number * units[i].seconds;
        return *seconds >= least;
    }
    return false;
}

void spk_duration_print(int seconds, spk_buf *out)
{
    int i = 0;
    while (i < UNITS - 1 && (seconds == 0 || seconds % units[i].seconds))
        i++;
    spk_buf_printf(out, "%d%c", seconds / units[i].seconds, units[i].name);
}

/* "15m+10s" */
static bool read_bank(const char *word, spk_clock_rule *rule)
{
    char first[16];
    const char *plus = strchr(word, '+');
    if (!plus || (size_t)(plus - word) >= sizeof first)
        return false;
    snprintf(first, sizeof first, "%.*s", (int)(plus - word), word);
    return spk_duration_parse(first, SPK_CLOCK_LEAST_S, &rule->time_s) &&
           spk_duration_parse(plus + 1, 0, &rule->more_s);
}

static bool read_times(spk_words *words, spk_clock_rule *rule)
{
    char word[32];
    if (rule->kind == SPK_CLOCK_NONE)
        return true;
    if (!spk_words_next(words, word, sizeof word))
        return false;
    return rule->kind == SPK_CLOCK_BANK
               ? read_bank(word, rule)
               : spk_duration_parse(word, SPK_CLOCK_LEAST_S, &rule->time_s);
}

/* The words of a rule; what follows them is left. */
static bool read_rule(spk_words *words, spk_clock_rule *rule)
{
    char word[8];
    if (!spk_words_next(words, word, sizeof word))
        return false;
    int kind = spk_str_find(word, kind_names, SPK_CLOCK_KIND_COUNT);
    if (kind < 0)
        return false;
    *rule = (spk_clock_rule){.kind = (spk_clock_kind)kind};
    if (!read_times(words, rule))
        return false;
    if (!spk_words_next(words, word, sizeof word))
        return true;
    int absence = spk_str_find(word, absence_names, SPK_ABSENCE_COUNT);
    rule->absence = (spk_absence)absence;
    return absence >= 0;
}

spk_err spk_clock_rule_parse(const char *text, spk_clock_rule *rule, spk_why *why)
{
    spk_clock_rule fresh;
    spk_words words = spk_words_of(text);
    if (!read_rule(&words, &fresh) || !spk_words_end(&words))
        return spk_malformed(why, 0,
                             "A clock is 'none', 'move 90s' or 'bank 15m+10s', and 'safe' or 'bot' "
                             "for who is away. Times: 5s to 90d, units s m h d.");
    *rule = fresh;
    return SPK_OK;
}

static void print_rule(const spk_clock_rule *rule, spk_buf *out)
{
    spk_buf_puts(out, kind_names[rule->kind]);
    if (rule->kind != SPK_CLOCK_NONE) {
        spk_buf_putc(out, ' ');
        spk_duration_print(rule->time_s, out);
    }
    if (rule->kind == SPK_CLOCK_BANK) {
        spk_buf_putc(out, '+');
        spk_duration_print(rule->more_s, out);
    }
    spk_buf_printf(out, " %s", absence_names[rule->absence]);
}

const char *spk_clock_rule_print(const spk_clock_rule *rule, char room[SPK_CLOCK_RULE])
{
    spk_buf out = {.bytes = room, .cap = SPK_CLOCK_RULE, .fixed = true};
    spk_buf_clear(&out);
    print_rule(rule, &out);
    SPK_BUG_IF(out.overflow);
    return room;
}

/* -- Time passes ------------------------------------------------------------------------------- */

static unsigned bit(spk_seat seat) { return 1u << seat; }

static bool has(unsigned set, spk_seat seat) { return set >> seat & 1; }

static bool is_seat(const spk_clock *c, spk_seat seat) { return seat >= 0 && seat < c->n_seats; }

static int64_t limit_ms(const spk_clock *c) { return (int64_t)c->rule.time_s * 1000; }

static unsigned running(const spk_clock *c)
{
    return c->stopped || c->rule.kind == SPK_CLOCK_NONE ? 0 : c->asked & ~(unsigned)c->away;
}

static unsigned shown_running(const spk_clock *c)
{
    return c->stopped || c->rule.kind == SPK_CLOCK_NONE ? 0 : c->shown & ~(unsigned)c->shown_away;
}

/* What is left now of what was left at at_ms. A clock that was put back counts nothing. */
static int64_t less(const spk_clock *c, int64_t left_ms, int64_t now_ms)
{
    int64_t passed = now_ms > c->at_ms ? now_ms - c->at_ms : 0;
    return left_ms > passed ? left_ms - passed : 0;
}

static void tick(spk_clock *c, int64_t now_ms)
{
    for (spk_seat seat = 0; seat < c->n_seats; seat++) {
        if (has(running(c), seat))
            c->left_ms[seat] = less(c, c->left_ms[seat], now_ms);
        if (has(shown_running(c), seat))
            c->shown_ms[seat] = less(c, c->shown_ms[seat], now_ms);
    }
    c->at_ms = now_ms;
}

void spk_clock_stop(spk_clock *c, int64_t now_ms)
{
    tick(c, now_ms);
    c->stopped = true;
}

void spk_clock_go(spk_clock *c, int64_t now_ms)
{
    tick(c, now_ms);
    c->stopped = false;
}

void spk_clock_leave(spk_clock *c, spk_seat seat, int64_t now_ms)
{
    SPK_BUG_IF(!is_seat(c, seat));
    tick(c, now_ms);
    c->away |= (uint8_t)bit(seat);
    c->lent &= (uint8_t)~bit(seat);
}

void spk_clock_overrun(spk_clock *c, spk_seat seat, int64_t now_ms)
{
    spk_clock_leave(c, seat, now_ms);
    c->lent |= (uint8_t)bit(seat);
}

static void come_back(spk_clock *c, spk_seat seat)
{
    c->away &= (uint8_t)~bit(seat);
    c->lent &= (uint8_t)~bit(seat);
    if (c->left_ms[seat] > 0)
        return;
    c->left_ms[seat] = limit_ms(c) < SPK_CLOCK_GRACE_MS ? limit_ms(c) : SPK_CLOCK_GRACE_MS;
    c->graced |= (uint8_t)bit(seat);
}

void spk_clock_back(spk_clock *c, spk_seat seat, int64_t now_ms)
{
    SPK_BUG_IF(!is_seat(c, seat));
    tick(c, now_ms);
    c->late[seat] = 0;
    if (!has(c->away, seat))
        return;
    /* Once a decision: else one could run out and come back for ever while a bot is thinking. */
    bool spent = c->rule.kind != SPK_CLOCK_NONE && c->left_ms[seat] == 0 && has(c->graced, seat);
    if (spent && has(c->asked, seat))
        c->lent |= (uint8_t)bit(seat);
    else
        come_back(c, seat);
}

void spk_clock_moved(spk_clock *c, spk_seat seat, int64_t now_ms)
{
    spk_clock_back(c, seat, now_ms);
    c->away &= (uint8_t)~bit(seat);
    c->lent &= (uint8_t)~bit(seat);
}

/* -- The match goes on ------------------------------------------------------------------------- */

static bool all_heard(const spk_match *m, int i)
{
    for (spk_seat seat = 0; seat < spk_match_box(m)->n_seats; seat++)
        if (!spk_match_entry_heard(m, i, seat))
            return false;
    return spk_match_entry_heard(m, i, SPK_SEAT_ONLOOKER);
}

/* Somebody who plays bots alone has gone back, and what was public no longer counts: the next decision is a new one, with new
 * time. */
static void go_back(spk_clock *c, const spk_match *m, int first)
{
    for (int i = first; i < c->n_entries; i++)
        c->level -= spk_match_stands_at(m, i, c->n_entries) && all_heard(m, i);
    c->level = c->level > 0 ? c->level : 0; /* it may have begun in mid-game */
    c->top_level = c->level - 1;
}

/* One public move is taken back. If the clock began behind it, in mid-game, the count would go below zero: then the top goes up
 * instead, which is as far away. */
static void step_back(spk_clock *c)
{
    if (c->level > 0)
        c->level--;
    else
        c->top_level++;
}

/* Take note of the entries that are new. True: one of them was public. */
static bool read_log(spk_clock *c, const spk_match *m)
{
    bool public = false;
    for (; c->n_entries < spk_match_n_entries(m); c->n_entries++) {
        spk_entry e = spk_match_entry(m, c->n_entries);
        unsigned own = is_seat(c, e.seat) ? bit(e.seat) : 0;
        if (e.kind == SPK_ENTRY_TALK)
            continue;
        bool back = e.kind == SPK_ENTRY_REWIND, undo = back || e.kind == SPK_ENTRY_UNDO,
             heard = all_heard(m, c->n_entries);
        c->touched |= (uint8_t)own;
        c->moved = (uint8_t)(undo ? c->moved & ~own : c->moved | own);
        if (back)
            go_back(c, m, e.first);
        else if (heard && undo)
            step_back(c);
        else
            c->level += heard;
        public |= heard;
    }
    return public;
}

/* New time for those who have decided, and for those who are newly asked. Private steps of one's own
 * make nobody newly asked. */
static void give_time(spk_clock *c, unsigned asked, bool decided)
{
    unsigned newly = asked & ~(unsigned)(c->asked | c->touched);
    unsigned fresh = newly | (decided ? asked & c->touched : 0);
    unsigned more = decided ? c->moved & ~(unsigned)c->away : 0;
    for (spk_seat seat = 0; seat < c->n_seats; seat++) {
        if (c->rule.kind == SPK_CLOCK_MOVE && has(fresh, seat))
            c->left_ms[seat] = limit_ms(c);
        if (c->rule.kind == SPK_CLOCK_BANK && has(more, seat))
            c->left_ms[seat] += (int64_t)c->rule.more_s * 1000;
        if (has(newly & ~(unsigned)c->shown, seat))
            c->shown_ms[seat] = c->left_ms[seat];
    }
}

/* A decision was made in public. Where it was made for a player who had run out of time, or is not asked for any
 * more, the next one is theirs again; but not for ever. All this is counted here and nowhere else, so that nobody can
 * tell from it what was sealed. */
static void count_late(spk_clock *c, unsigned asked)
{
    for (spk_seat seat = 0; seat < c->n_seats; seat++) {
        bool lost = has(c->lent & c->moved, seat);
        c->late[seat] += lost;
        if (has(c->lent & (c->moved | ~asked), seat)) {
            c->lent &= (uint8_t)~bit(seat);
            if (c->late[seat] < SPK_CLOCK_LATES)
                come_back(c, seat);
        }
    }
}

static unsigned late_seats(const spk_clock *c)
{
    unsigned late = 0;
    for (spk_seat seat = 0; seat < c->n_seats; seat++)
        late |= c->late[seat] ? bit(seat) : 0;
    return late;
}

/* A public move: everybody may see how the clocks stand. */
static void publish(spk_clock *c)
{
    c->shown_late = (uint8_t)late_seats(c);
    memcpy(c->shown_ms, c->left_ms, sizeof c->shown_ms);
    c->moved = c->touched = c->shown = 0;
    c->shown_away = c->away;
}

void spk_clock_follow(spk_clock *c, const spk_match *m, int64_t now_ms)
{
    tick(c, now_ms);
    bool public = read_log(c, m);
    unsigned asked = spk_match_actors(m) & (bit(c->n_seats) - 1);
    bool decided = c->level > c->top_level;
    give_time(c, asked, decided);
    if (decided) {
        c->top_level = c->level;
        c->graced = 0;
        count_late(c, asked);
    }
    if (public)
        publish(c);
    /* Who is away when first asked is shown so; who leaves later, in secret perhaps, is not. */
    unsigned first = asked & ~(unsigned)c->shown;
    c->shown_away = (uint8_t)((c->shown_away & ~first) | (c->away & first));
    c->asked = (uint8_t)asked;
    c->shown |= (uint8_t)asked;
}

void spk_clock_start(spk_clock *c, const spk_clock_rule *rule, const spk_match *m, int64_t now_ms)
{
    *c = (spk_clock){.rule = *rule, .n_seats = spk_match_box(m)->n_seats, .at_ms = now_ms};
    c->n_entries = spk_match_n_entries(m);
    for (spk_seat seat = 0; seat < c->n_seats; seat++)
        c->left_ms[seat] = c->shown_ms[seat] = limit_ms(c);
    spk_clock_follow(c, m, now_ms);
}

/* -- Asking ------------------------------------------------------------------------------------ */

int64_t spk_clock_deadline(const spk_clock *c)
{
    int64_t first = SPK_NEVER;
    for (spk_seat seat = 0; seat < c->n_seats; seat++)
        if (has(running(c), seat) && c->at_ms + c->left_ms[seat] < first)
            first = c->at_ms + c->left_ms[seat];
    return first;
}

int64_t spk_clock_shown_end(const spk_clock *c)
{
    int64_t last = c->at_ms;
    for (spk_seat seat = 0; seat < c->n_seats; seat++)
        if (has(shown_running(c), seat) && c->at_ms + c->shown_ms[seat] > last)
            last = c->at_ms + c->shown_ms[seat];
    return last;
}

spk_actors spk_clock_out(const spk_clock *c, int64_t now_ms)
{
    spk_actors out = 0;
    for (spk_seat seat = 0; seat < c->n_seats; seat++)
        if (has(running(c), seat) && less(c, c->left_ms[seat], now_ms) == 0)
            out |= SPK_ACTOR(seat);
    return out;
}

spk_actors spk_clock_away_actors(const spk_clock *c) { return c->stopped ? 0 : c->asked & c->away; }

spk_clock_face spk_clock_show(const spk_clock *c, spk_seat viewer, spk_seat seat, int64_t now_ms)
{
    SPK_BUG_IF(!is_seat(c, seat));
    bool truth = viewer == seat || viewer == SPK_SEAT_ALL_SEEING;
    unsigned away = has(c->shown, seat) && !truth ? c->shown_away : c->away;
    unsigned runs = truth ? running(c) : shown_running(c);
    int64_t left = truth ? c->left_ms[seat] : c->shown_ms[seat];
    spk_clock_face face = {.running = has(runs, seat), .away = has(away, seat)};
    face.left_ms = face.running ? less(c, left, now_ms) : left;
    if (c->rule.kind == SPK_CLOCK_NONE)
        face.left_ms = -1;
    return face;
}

/* -- Keeping ----------------------------------------------------------------------------------- */

/* "bank 15m+10s bot at 123456 log 41 20 22 sets 3 0 1 1 0 3 0 go left 812000 900000 900000 900000 late 0 0 0 0 0 0":
 * the sets of seats as the struct lists them, then what is left and what is shown, seat by seat; lent, shown_late,
 * two numbers that counted something once and are not read, and who is late. Clocks that were saved before anybody
 * counted that end without it. */
void spk_clock_save(const spk_clock *c, spk_buf *out)
{
    print_rule(&c->rule, out);
    spk_buf_printf(out, " at %" PRId64 " log %d %d %d sets %d %d %d %d %d %d %d %s left", c->at_ms,
                   c->n_entries, c->level, c->top_level, c->asked, c->away, c->moved, c->touched,
                   c->graced, c->shown, c->shown_away, c->stopped ? "stop" : "go");
    for (spk_seat seat = 0; seat < c->n_seats; seat++)
        spk_buf_printf(out, " %" PRId64 " %" PRId64, c->left_ms[seat], c->shown_ms[seat]);
    spk_buf_printf(out, " late %d %d 0 0", c->lent, c->shown_late);
    for (spk_seat seat = 0; seat < c->n_seats; seat++)
        spk_buf_printf(out, " %d", c->late[seat]);
}

/* A word as a number of up to 15 digits, from 0 to 'most'. */
static bool parse_number(const char *word, int64_t most, int64_t *value)
{
    size_t n = strspn(word, "0123456789");
    if (n == 0 || n > 15 || word[n] || (word[0] == '0' && n > 1))
        return false;
    *value = 0;
    for (size_t i = 0; i < n; i++)
        *value = 10 * *value + (word[i] - '0');
    return *value <= most;
}

static bool read_number(spk_words *words, int64_t most, int64_t *value)
{
    char word[20];
    return spk_words_next(words, word, sizeof word) && parse_number(word, most, value);
}

static bool read_word(spk_words *words, const char *want)
{
    char word[8];
    return spk_words_next(words, word, sizeof word) && spk_str_eq(word, want);
}

static bool read_count(spk_words *words, int most, int *count)
{
    int64_t value;
    if (!read_number(words, most, &value))
        return false;
    *count = (int)value;
    return true;
}

/* Until November 2026 a clock that had begun in mid-game could be saved with a level below zero. */
static bool read_level(spk_words *words, int most, int *level)
{
    char word[20];
    int64_t value;
    if (!spk_words_next(words, word, sizeof word) ||
        !parse_number(word + (word[0] == '-'), most, &value))
        return false;
    *level = (int)(word[0] == '-' ? -value : value);
    return true;
}

static bool read_log_line(spk_words *words, int n_entries, spk_clock *c)
{
    if (!read_word(words, "log") || !read_count(words, n_entries, &c->n_entries) ||
        !read_level(words, c->n_entries, &c->level) ||
        !read_count(words, c->n_entries, &c->top_level) || c->level > c->top_level)
        return false;
    int below = c->level < 0 ? -c->level : 0;
    if (below > c->n_entries - c->top_level)
        return false;
    c->level += below;
    c->top_level += below;
    return true;
}

static bool read_sets(spk_words *words, spk_clock *c)
{
    uint8_t *const sets[] = {&c->asked,  &c->away,  &c->moved,     &c->touched,
                             &c->graced, &c->shown, &c->shown_away};
    int64_t value;
    if (!read_word(words, "sets"))
        return false;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        if (!read_number(words, (1 << c->n_seats) - 1, &value))
            return false;
        *sets[i] = (uint8_t)value;
    }
    return true;
}

static bool read_left(spk_words *words, spk_clock *c)
{
    const int64_t most = (int64_t)1 << 48; /* a bank grows by an increment a move, no further */
    if (!read_word(words, "left"))
        return false;
    for (spk_seat seat = 0; seat < c->n_seats; seat++)
        if (!read_number(words, most, &c->left_ms[seat]) ||
            !read_number(words, most, &c->shown_ms[seat]))
            return false;
    return true;
}

static bool read_late(spk_words *words, spk_clock *c)
{
    const int most = 1 << 20, all = (1 << c->n_seats) - 1;
    int lent, shown, unread;
    if (spk_words_end(words))
        return true;
    if (!read_word(words, "late") || !read_count(words, all, &lent) ||
        !read_count(words, all, &shown) || !read_count(words, 1, &unread) ||
        !read_count(words, most, &unread))
        return false;
    c->lent = (uint8_t)(lent & c->away);
    c->shown_late = (uint8_t)shown;
    for (spk_seat seat = 0; seat < c->n_seats; seat++)
        if (!read_count(words, most, &c->late[seat]))
            return false;
    return spk_words_end(words);
}

static bool read_clock(const char *text, int n_entries, spk_clock *c)
{
    spk_words words = spk_words_of(text);
    char word[8];
    if (!read_rule(&words, &c->rule) || !read_word(&words, "at") ||
        !read_number(&words, INT64_MAX, &c->at_ms) || !read_log_line(&words, n_entries, c) ||
        !read_sets(&words, c) || !spk_words_next(&words, word, sizeof word))
        return false;
    c->stopped = spk_str_eq(word, "stop");
    return (c->stopped || spk_str_eq(word, "go")) && read_left(&words, c) && read_late(&words, c);
}

spk_err spk_clock_load(spk_clock *c, const char *text, int n_seats, int n_entries, spk_why *why)
{
    spk_clock fresh = {.n_seats = n_seats};
    SPK_BUG_IF(n_seats < 1 || n_seats > SPK_MAX_SEATS);
    if (strlen(text) >= SPK_CLOCK_TEXT || !read_clock(text, n_entries, &fresh))
        return spk_malformed(why, 0, "'%.60s' is not a saved clock of this table.", text);
    *c = fresh;
    return SPK_OK;
}
