/* digest.c: see digest.h. */
#include "hosts/wasm/digest.h"

#include "ai/bot.h"
#include "base/hash.h"
#include "base/str.h"
#include "engine/record.h"
#include "games/registry.h"
#include "hosts/wasm/wasm.h"

enum {
    MATCHES = 2,       /* at a plain table; one where an option is set */
    ITERATIONS = 50,   /* of the bot, at a decision */
    BOT_MOVES = 12,    /* of a match; then it plays like the others */
    CLOSE = 24,        /* so many steps are all looked at ... */
    NOW_AND_THEN = 16, /* ... and then one in so many */
    POOL = 8,          /* moves of earlier positions, to be refused now */
};

typedef struct course {
    const spk_box *box;
    spk_match *match;
    spk_bot *bot;
    spk_seat bot_seat;
    int bot_moves, step;
    bool busy;
    spk_rng rng;
    uint64_t hash;
    spk_buf text; /* not in the hash yet */
    char pool[POOL][SPK_MOVE_TEXT];
} course;

static void mix(course *c)
{
    c->hash = spk_hash(c->hash, spk_buf_text(&c->text), c->text.n);
    spk_buf_clear(&c->text);
}

static void add_why(course *c, spk_err err, const spk_why *why)
{
    spk_buf_printf(&c->text, "%s", spk_err_name(err));
    if (err != SPK_OK)
        spk_buf_printf(&c->text, " %s %s", why->rule, why->text);
    spk_buf_putc(&c->text, '\n');
}

/* -- Looking ----------------------------------------------------------------------------------- */

static void look(course *c, spk_seat viewer)
{
    spk_json j = {.out = &c->text};
    spk_match_json(c->match, viewer, &j);
    spk_match_board(c->match, viewer, &c->text);
    spk_buf_printf(&c->text, "%d\n", spk_match_seq(c->match, viewer));
    mix(c);
}

static void look_all(course *c)
{
    for (spk_seat seat = 0; seat < c->box->n_seats; seat++)
        look(c, seat);
    look(c, SPK_SEAT_ONLOOKER);
    look(c, SPK_SEAT_ALL_SEEING);
}

static void list_moves(course *c, spk_seat seat)
{
    spk_move moves[SPK_MAX_MOVES];
    char text[SPK_MOVE_TEXT];
    spk_why why = {0};
    int n = spk_match_moves(c->match, seat, moves);
    for (int i = 0; i < n; i++)
        spk_buf_printf(&c->text, "%s%s\n", spk_move_text(c->box, moves[i], text),
                       spk_match_ends_turn(c->match, seat, moves[i]) ? " ." : "");
    spk_err err = spk_match_can_undo(c->match, seat, &why) ? SPK_OK : SPK_EREFUSED;
    add_why(c, err, &why);
    mix(c);
}

static void list_outcomes(course *c)
{
    spk_outcome outcomes[SPK_MAX_OUTCOMES];
    char text[SPK_MOVE_TEXT];
    int n = c->box->game->chance(c->box, spk_match_state(c->match), outcomes);
    for (int i = 0; i < n; i++)
        spk_buf_printf(&c->text, "%u %s\n", (unsigned)outcomes[i].weight,
                       spk_move_text(c->box, outcomes[i].move, text));
    mix(c);
}

/* What was possible earlier, asked for now by everybody. */
static void try_old_moves(course *c)
{
    const void *state = spk_match_state(c->match);
    for (spk_seat seat = 0; seat < c->box->n_seats; seat++)
        for (int i = 0; i < POOL; i++) {
            spk_why why = {0};
            spk_move move;
            if (*c->pool[i])
                add_why(c, spk_move_read(c->box, state, seat, c->pool[i], &move, &why), &why);
        }
    mix(c);
}

static void look_closely(course *c, spk_actors who)
{
    look_all(c);
    if (who == SPK_CHANCE_ACTS)
        list_outcomes(c);
    for (spk_seat seat = 0; seat < c->box->n_seats; seat++)
        list_moves(c, seat);
    try_old_moves(c);
}

/* -- Playing ----------------------------------------------------------------------------------- */

static void say(course *c)
{
    spk_state view;
    spk_why why = {0};
    char text[SPK_TALK_TEXT];
    int n;
    const spk_said *said = spk_match_said(c->match, &n);
    spk_match_view(c->match, c->bot_seat, &view);
    spk_bot_listen(c->bot, &view, said, n);
    if (!spk_bot_talks(c->bot) || !spk_actors_has(spk_match_speakers(c->match), c->bot_seat))
        return;
    if (spk_bot_rehearse(c->bot, &view, said, n))
        spk_bot_think(c->bot, ITERATIONS);
    spk_bot_say(c->bot, &view, said, n, text);
    add_why(c, spk_match_talk(c->match, c->bot_seat, text, &why), &why);
}

static spk_move bot_choice(course *c)
{
    spk_line lines[4];
    spk_state view;
    spk_match_view(c->match, c->bot_seat, &view);
    spk_move move = spk_bot_choose(c->bot, &view, ITERATIONS);
    int n = spk_bot_lines(c->bot, lines, 4);
    for (int i = 0; i < n; i++)
        spk_buf_printf(&c->text, "%u %d ", (unsigned)lines[i].visits, lines[i].value);
    c->bot_moves++;
    return move;
}

static spk_move choose(course *c, spk_seat seat)
{
    spk_move moves[SPK_MAX_MOVES];
    if (seat == SPK_SEAT_CHANCE)
        return spk_chance_draw(c->box, spk_match_state(c->match), &c->rng);
    if (seat == c->bot_seat && c->bot_moves < BOT_MOVES)
        return bot_choice(c);
    int n = spk_match_moves(c->match, seat, moves);
    return spk_bot_pick(moves, n, c->busy, &c->rng);
}

/* One in eight moves is taken back, if that may be, and another one made. */
static void move(course *c, spk_seat seat)
{
    spk_why why = {0};
    spk_move chosen = choose(c, seat);
    spk_move_text(c->box, chosen, c->pool[c->step % POOL]);
    SPK_BUG_IF(spk_match_move(c->match, seat, chosen, &why) != SPK_OK);
    if (seat != SPK_SEAT_CHANCE && spk_rng_below(&c->rng, 8) == 0)
        add_why(c, spk_match_undo(c->match, seat, &why), &why);
    mix(c);
}

static void play(course *c)
{
    spk_actors who;
    for (c->step = 0; (who = spk_match_actors(c->match)) != 0; c->step++) {
        if (c->step < CLOSE || c->step % NOW_AND_THEN == 0)
            look_closely(c, who);
        say(c);
        move(c, spk_actors_first(who));
    }
    look_all(c);
    for (spk_seat seat = 0; seat < c->box->n_seats; seat++)
        spk_match_history(c->match, seat, 1, &c->text);
    spk_record_save(c->match, &c->text);
    mix(c);
}

/* -- Tables ------------------------------------------------------------------------------------ */

static uint64_t play_match(const spk_box *box, int number, uint64_t hash)
{
    course c = {.box = box, .hash = hash, .bot_seat = number % box->n_seats, .busy = number % 2};
    spk_rng_init(&c.rng, 1, (uint64_t)number);
    c.match = spk_match_new(box);
    c.bot = spk_bot_new(spk_bot_find("hard"), box, c.bot_seat, &c.rng);
    play(&c);
    spk_bot_free(c.bot);
    spk_match_free(c.match);
    spk_buf_release(&c.text);
    return c.hash;
}

static void sit(const spk_game *game, int n_seats, const char *setting, spk_buf *out)
{
    spk_box box;
    spk_choice choice = {.n_seats = n_seats, .options = &setting, .n_options = *setting != '\0'};
    uint64_t hash = SPK_HASH_START;
    spk_buf_printf(out, "%s %d %s ", game->key, n_seats, *setting ? setting : "-");
    if (spk_box_open(&box, game, &choice, NULL) != SPK_OK) {
        spk_buf_puts(out, "refused\n");
        return;
    }
    box.net = (spk_net_file){0}; /* a page fetches nets apart, and has none here */
    for (int i = 0; i < (*setting ? 1 : MATCHES); i++)
        hash = play_match(&box, i, hash);
    spk_buf_printf(out, "%016llx\n", (unsigned long long)hash);
    spk_box_close(&box);
}

/* The k-th value of an option as "name=value"; false: there are not so many. */
static bool setting_of(const spk_option *option, int k, char room[80])
{
    spk_buf out = {.bytes = room, .cap = 80, .fixed = true};
    char word[32];
    if (!option->values) {
        spk_buf_printf(&out, "%s=%d", option->name, k ? option->hi : option->lo);
        return k < 2;
    }
    spk_words words = spk_words_of(option->values);
    do {
        if (!spk_words_next(&words, word, sizeof word))
            return false;
    } while (k-- > 0);
    spk_buf_printf(&out, "%s=%s", option->name, word);
    return true;
}

void wasm_digest_game(const spk_game *game, spk_buf *out)
{
    char setting[80];
    int n_counts = game->max_seats - game->min_seats + 1, next = 0;
    for (int n = 0; n < n_counts; n++)
        sit(game, game->min_seats + n, "", out);
    for (int i = 0; i < game->n_options; i++)
        for (int k = 0; setting_of(&game->options[i], k, setting); k++)
            sit(game, game->min_seats + next++ % n_counts, setting, out);
}

bool wasm_digest(void)
{
    const spk_game *game = spk_game_find(wasm_in_text());
    spk_buf *out = wasm_out_start();
    if (game)
        wasm_digest_game(game, out);
    return game != NULL;
}
