/* bot_line_fuzz.c: any bytes as the output of an external bot. However they are cut into portions, the
 * same lines come out; each is printable text that fits its room; and as a move, a message or a
 * command it is judged and harms nobody. */
#include "base/str.h"
#include "fuzz.h"
#include "hosts/player/line.h"
#include "hosts/player/player.h"

enum { MAX_GAMES = 8 };

static struct table {
    spk_box box;
    spk_state state; /* the first decision of a seat */
    spk_seat seat;
} tables[MAX_GAMES];

static void set_table(struct table *t, const spk_game *game)
{
    spk_rng rng;
    SPK_BUG_IF(spk_box_open(&t->box, game, &(spk_choice){0}, NULL) != SPK_OK);
    spk_rng_init(&rng, 1, 1);
    game->setup(&t->box, &t->state);
    while (game->actors(&t->box, &t->state) == SPK_CHANCE_ACTS)
        fuzz_step(&t->box, &t->state, &rng);
    t->seat = spk_actors_first(game->actors(&t->box, &t->state));
}

static void judge(const host_line *line)
{
    for (int i = 0; i < spk_n_games && i < MAX_GAMES; i++) {
        struct table *t = &tables[i];
        const spk_game *game = spk_games[i];
        spk_why why = {0};
        spk_move move;
        if (!t->box.game)
            set_table(t, game);
        if (line->word == HOST_MOVE)
            SPK_BUG_IF(spk_move_read(&t->box, &t->state, t->seat, line->text, &move, &why) !=
                           SPK_OK &&
                       !why.text[0]);
        if (line->word == HOST_SAY && game->talk)
            game->talk->judge(&t->box, &t->state, NULL, 0, t->seat, line->text, &why);
    }
}

static void check_line(const host_line *line)
{
    char copy[HOST_LINE_BYTES + 1];
    size_t n = strlen(line->text);
    SPK_BUG_IF(line->word >= HOST_WORD_COUNT || n > HOST_LINE_BYTES);
    memcpy(copy, line->text, n + 1);
    host_line_clean(copy, n);
    SPK_BUG_IF(!spk_str_eq(copy, line->text)); /* clean already */
    judge(line);
    char **words = host_command_split(line->text, NULL);
    spk_free(words);
}

/* All lines, one after the other, with their words; delivered in portions. */
static void read_in(const uint8_t *bytes, size_t n, size_t portion, spk_buf *out)
{
    host_reader reader = {0};
    host_line line;
    for (size_t from = 0; from < n; from += portion) {
        const char *at = (const char *)bytes + from;
        const char *end = at + (n - from < portion ? n - from : portion);
        while (host_reader_take(&reader, &at, end, &line)) {
            check_line(&line);
            spk_buf_printf(out, "%d %s\n", (int)line.word, line.text);
        }
        SPK_BUG_IF(at != end);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    spk_buf whole = {0}, parts = {0};
    read_in(bytes, n, n ? n : 1, &whole);
    read_in(bytes, n, n ? bytes[0] % 7 + 1 : 1, &parts);
    SPK_BUG_IF(!spk_str_eq(spk_buf_text(&whole), spk_buf_text(&parts)));
    spk_buf_release(&whole);
    spk_buf_release(&parts);
    return 0;
}
