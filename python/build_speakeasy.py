"""What the package uses of libspeakeasy, for cffi's compiler. Functions are copied from the headers. Of types there is only what is
used, with '...' for the rest, whose sizes and places the compiler fills in; what the headers do not have is an error there."""
import glob
import os
import re
import shlex
import subprocess

from cffi import FFI


def pkg_config(flag: str) -> list[str]:
    found = subprocess.run(["pkg-config", flag, "speakeasy"], stdout=subprocess.PIPE, text=True, check=True)
    return found.stdout.split()


def headers() -> str:
    """All of speakeasy.h as the compiler sees it, without attributes."""
    words = [*shlex.split(os.environ.get("CC", "cc")), "-std=gnu17", "-E", "-P", *pkg_config("--cflags"), "-"]
    text = subprocess.run(words, input="#include <speakeasy.h>\n", stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)", "", text)


def function(text: str, name: str) -> str:
    """The declaration of a function, "" if that is none. cffi wants to know no more of an array that is passed than that it is one."""
    found = re.search(r"([\w\s*]+?\b" + name + r"\s*\((?:[^();]|\([^()]*\))*\))\s*[;{]", text)
    if not found:
        return ""
    return re.sub(r"\[\w+\]", "[]", re.sub(r"\b(static|inline|extern)\b", "", found.group(1))).strip() + ";\n"


def declarations() -> str:
    """Of every function that the package names, and of what a step fills in: copied from the headers, so that they are written once."""
    text = headers()
    here = os.path.dirname(os.path.abspath(__file__))
    used = "".join(open(file, encoding="utf-8").read() for file in sorted(glob.glob(os.path.join(here, "speakeasy", "*.py"))))
    sheet = re.search(r"typedef struct spk_sheet \{[^}]*\} spk_sheet;", text)
    assert sheet, "speakeasy.h has no spk_sheet"
    return sheet.group(0) + "\n" + "".join(function(text, name) for name in sorted(set(re.findall(r"\bspk_\w+", used))))


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

typedef struct spk_match spk_match;
typedef struct { spk_entry_kind kind; spk_seat seat; const char *text; bool undone; ...; } spk_entry;
typedef struct { spk_seat seat; const char *text; } spk_said;

typedef struct { spk_box box; spk_match *match; ...; } spk_record;

typedef struct { const char *name, *about; ...; } spk_bot_kind;
typedef struct spk_bot spk_bot;
typedef struct { spk_move move; uint32_t visits; int value; } spk_line;
extern const spk_bot_kind *const spk_bot_kinds[];
extern const int spk_n_bot_kinds;

typedef struct spk_analysis spk_analysis;

typedef struct spk_batch spk_batch;

static bool py_searches(const spk_bot_kind *kind);
""")
ffi.cdef(declarations())
ffi.cdef("static int py_step(spk_batch *b, int32_t action, const spk_sheet *sheet, spk_why *why);")
ffi.set_source("speakeasy._speakeasy", """
#include <speakeasy.h>

static bool py_searches(const spk_bot_kind *kind) { return kind->choose == NULL; }

/* A step of a batch of one game: 1: it ended, 0: it goes on, -1: refused. One call from Python instead of three. */
static int py_step(spk_batch *b, int32_t action, const spk_sheet *sheet, spk_why *why)
{
    return spk_batch_step(b, &action, sheet, why) == SPK_OK ? sheet->done[0] : -1;
}
""", extra_compile_args=["-std=gnu17", "-O2", *pkg_config("--cflags")], extra_link_args=pkg_config("--libs"))

if __name__ == "__main__":
    ffi.compile(verbose=True)
