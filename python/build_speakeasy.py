"""What the package uses of libspeakeasy, for cffi's compiler. The declarations are those of the headers, with
'...' where the compiler fills in sizes and values; so a header that changed is noticed when this is built."""
import subprocess

from cffi import FFI


def pkg_config(flag: str) -> list[str]:
    found = subprocess.run(["pkg-config", flag, "speakeasy"], stdout=subprocess.PIPE, text=True, check=True)
    return found.stdout.split()


ffi = FFI()
ffi.cdef("""
typedef int... spk_err;
typedef int spk_seat;
typedef uint32_t spk_actors;
typedef uint64_t spk_move;
typedef int... spk_preset;
typedef int... spk_entry_kind;

#define SPK_OK ...
#define SPK_EREFUSED ...
#define SPK_MAX_SEATS ...
#define SPK_MAX_MOVES ...
#define SPK_MAX_OUTCOMES ...
#define SPK_SEAT_ALL_SEEING ...
#define SPK_SEAT_ONLOOKER ...
#define SPK_SEAT_CHANCE ...
#define SPK_NO_FEATURE ...
#define SPK_WIN ...
#define SPK_ACTION_RANDOM ...
#define SPK_ACTION_BUSY ...
#define SPK_BATCH_CHANCE ...

typedef struct { spk_err err; int line; char rule[...]; char text[...]; ...; } spk_why;
typedef struct { char *bytes; size_t n; ...; } spk_buf;
typedef struct { spk_buf *out; ...; } spk_json;
typedef struct { ...; } spk_rng;
typedef struct { ...; } spk_edition;
typedef union { unsigned char bytes[...]; ...; } spk_state;
typedef struct { spk_move move; uint32_t weight; } spk_outcome;
typedef struct { const char *name; const char *values; int lo, hi, fallback; const char *rule, *help; ...; } spk_option;
typedef struct { int n_seats; int score[...]; int rank[...]; uint32_t winners; const char *reason; } spk_result;
typedef struct { const char *name; int n_slots; int size; } spk_block;
typedef struct { const char *name; const char *about; ...; } spk_script;

typedef struct spk_box spk_box;
typedef struct {
    const char *key, *name, *about, *rules_text, *edition_text;
    int min_seats, max_seats, max_moves, max_outcomes, max_steps, n_options, n_scripts;
    size_t state_size;
    const spk_option *options;
    const spk_script *scripts;
    spk_actors (*actors)(const spk_box *box, const void *state);
    int (*moves)(const spk_box *box, const void *state, spk_seat seat, spk_move *out);
    int (*chance)(const spk_box *box, const void *state, spk_outcome *out);
    void (*setup)(const spk_box *box, void *state);
    void (*apply)(const spk_box *box, void *state, spk_seat seat, spk_move move);
    void (*result)(const spk_box *box, const void *state, spk_result *result);
    void (*print_state)(const spk_box *box, const void *state, spk_buf *out);
    void (*json)(const spk_box *box, const void *view, spk_seat viewer, spk_json *out);
    void (*board)(const spk_box *box, const void *view, spk_seat viewer, spk_buf *out);
    ...;
} spk_game;
struct spk_box { const spk_game *game; int n_seats; char edition_name[...]; ...; };
typedef struct {
    int n_seats; spk_preset preset; const char *const *options; int n_options;
    const char *edition_text; size_t edition_length; ...;
} spk_choice;

extern const spk_game *const spk_games[];
extern const int spk_n_games;
const spk_game *spk_game_find(const char *key);
spk_err spk_box_open(spk_box *box, const spk_game *game, const spk_choice *choice, spk_why *why);
void spk_box_close(spk_box *box);
const char *spk_box_option_text(const spk_box *box, int i, char room[32]);
bool spk_has_secrets(const spk_game *game);
void spk_redact(const spk_box *box, void *state, spk_seat seat);
void spk_resample(const spk_box *box, void *view, spk_seat seat, spk_rng *rng);
spk_move spk_safe(const spk_box *box, const void *state, spk_seat seat);
spk_move spk_chance_draw(const spk_box *box, const void *state, spk_rng *rng);
spk_err spk_apply(const spk_box *box, void *state, spk_seat seat, spk_move move, spk_why *why);
spk_err spk_move_read(const spk_box *box, const void *state, spk_seat seat, const char *text, spk_move *move,
                      spk_why *why);
const char *spk_move_text(const spk_box *box, spk_move move, char room[128]);
spk_err spk_state_read(const spk_box *box, const char *text, void *state, spk_why *why);
void spk_buf_release(spk_buf *buf);
void spk_rng_init(spk_rng *rng, uint64_t seed, uint64_t stream);
uint32_t spk_rng_below(spk_rng *rng, uint32_t n);

typedef struct spk_match spk_match;
typedef struct { spk_entry_kind kind; spk_seat seat; const char *text; bool undone; ...; } spk_entry;
typedef struct { spk_seat seat; const char *text; } spk_said;
spk_match *spk_match_new(const spk_box *box);
void spk_match_free(spk_match *m);
spk_err spk_match_play(spk_match *m, spk_seat seat, const char *text, spk_why *why);
spk_err spk_match_move(spk_match *m, spk_seat seat, spk_move move, spk_why *why);
void spk_match_deal(spk_match *m, spk_rng *rng);
spk_err spk_match_play_safe(spk_match *m, spk_seat seat, spk_why *why);
spk_err spk_match_undo(spk_match *m, spk_seat seat, spk_why *why);
spk_err spk_match_talk(spk_match *m, spk_seat seat, const char *text, spk_why *why);
spk_actors spk_match_speakers(const spk_match *m);
const void *spk_match_state(const spk_match *m);
spk_actors spk_match_actors(const spk_match *m);
void spk_match_result(const spk_match *m, spk_result *result);
void spk_match_board(const spk_match *m, spk_seat viewer, spk_buf *out);
void spk_match_json(const spk_match *m, spk_seat viewer, spk_json *out);
int spk_match_moves(const spk_match *m, spk_seat seat, spk_move *out);
void spk_match_history(const spk_match *m, spk_seat viewer, int first, spk_buf *out);
int spk_match_n_entries(const spk_match *m);
spk_entry spk_match_entry(const spk_match *m, int i);
void spk_match_state_at(const spk_match *m, int n, spk_state *state);

typedef struct { spk_box box; spk_match *match; ...; } spk_record;
void spk_record_save(const spk_match *m, spk_buf *out);
spk_err spk_record_load(spk_record *record, const char *text, size_t length, const spk_game *(*find)(const char *),
                        const spk_choice *edition, spk_why *why);
void spk_record_release(spk_record *record);

typedef struct { const char *name, *about; ...; } spk_bot_kind;
typedef struct spk_bot spk_bot;
typedef struct { spk_move move; uint32_t visits; int value; } spk_line;
extern const spk_bot_kind *const spk_bot_kinds[];
extern const int spk_n_bot_kinds;
const spk_bot_kind *spk_bot_find(const char *name);
const char *spk_bot_about(const spk_bot_kind *kind, const spk_game *game);
const spk_script *spk_script_find(const spk_game *game, const char *name);
spk_bot *spk_bot_new(const spk_bot_kind *kind, const spk_box *box, spk_seat seat, const spk_rng *rng);
spk_bot *spk_bot_new_script(const spk_script *script, const spk_box *box, spk_seat seat, const spk_rng *rng);
void spk_bot_free(spk_bot *bot);
spk_move spk_bot_choose(spk_bot *bot, const void *view, int iterations);
int spk_bot_lines(const spk_bot *bot, spk_line *out, int cap);

typedef struct spk_analysis spk_analysis;
spk_analysis *spk_analysis_new(const spk_match *m, const spk_bot_kind *kind, uint64_t seed);
void spk_analysis_free(spk_analysis *a);
bool spk_analysis_step(spk_analysis *a, int iterations);
void spk_analysis_print(const spk_analysis *a, spk_json *out);
void spk_json_open(spk_json *j, char bracket);
void spk_json_close(spk_json *j, char bracket);

int spk_observe_slots(const spk_box *box);
int spk_observe_features(const spk_box *box);
const spk_block *spk_observe_block(const spk_box *box, int i);
void spk_observe(const spk_box *box, const void *view, spk_seat seat, uint16_t *row);
int spk_observe_move_slots(const spk_box *box);
int spk_observe_move_features(const spk_box *box);
const spk_block *spk_observe_move_block(const spk_box *box, int i);
void spk_observe_moves(const spk_box *box, const void *view, spk_seat seat, const spk_move *moves, int n,
                       uint16_t *rows);

typedef struct spk_batch spk_batch;
typedef struct {
    uint16_t *observation; int32_t *to_play; int32_t *n_legal; int32_t *start; uint64_t *legal;
    uint16_t *move_rows; uint32_t *weight; uint8_t *mask; float *reward; uint8_t *done; int32_t *score;
} spk_sheet;
spk_batch *spk_batch_new(const spk_box *box, int n_games, uint64_t seed, int flags);
void spk_batch_free(spk_batch *b);
int spk_batch_width(const spk_batch *b);
void spk_batch_reset(spk_batch *b, const spk_sheet *sheet);
spk_err spk_batch_step(spk_batch *b, const int32_t *action, const spk_sheet *sheet, spk_why *why);
const void *spk_batch_state(const spk_batch *b, int i);
uint64_t spk_batch_transitions(const spk_batch *b);

static bool py_searches(const spk_bot_kind *kind);
""")
ffi.set_source("speakeasy._speakeasy", """
#include <speakeasy.h>

static bool py_searches(const spk_bot_kind *kind) { return kind->choose == NULL; }
""", extra_compile_args=["-std=gnu17", "-O2", *pkg_config("--cflags")], extra_link_args=pkg_config("--libs"))

if __name__ == "__main__":
    ffi.compile(verbose=True)
