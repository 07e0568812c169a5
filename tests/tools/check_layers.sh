#!/bin/sh
# Does tools/check_layers bark? Plants one violation after the other into a tiny tree of its own.
set -eu
check=$(cd "$(dirname "$0")/../.." && pwd)/tools/check_layers
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
n=0

plant() { # an empty, clean tree, and one file in it: its text
    rm -rf "$tree/src" "$tree/tests"
    mkdir -p "$tree/src/base" "$tree/src/engine" "$tree/src/games/rum" "$tree/src/games/gin" \
        "$tree/src/ai" "$tree/src/hosts/cli" "$tree/src/hosts/room" "$tree/src/hosts/wasm" "$tree/tests"
    for folder in net store ops table http loop; do
        mkdir -p "$tree/src/hosts/server/$folder"
        touch "$tree/src/hosts/server/$folder/inside.h" "$tree/src/hosts/server/$folder/$folder.h"
    done
    touch "$tree/src/hosts/server/store/sqlite.h" "$tree/src/hosts/server/store/pool.h" \
        "$tree/src/hosts/server/table/share.h" "$tree/src/hosts/server/http/password.h" \
        "$tree/src/hosts/server/ops/config.h" "$tree/src/hosts/server/ops/config.def" "$tree/src/hosts/server/fair.h"
    touch "$tree/src/hosts/server/world.h" "$tree/src/hosts/server/house.h" "$tree/src/hosts/server/server.h" \
        "$tree/src/hosts/room/room.h"
    touch "$tree/src/base/str.h" "$tree/src/engine/game.h" "$tree/src/games/registry.h" \
        "$tree/src/games/rum/state.h" "$tree/src/ai/bot.h" "$tree/src/hosts/cli.h" "$tree/tests/test.h"
    mkdir -p "$(dirname "$tree/$1")"
    printf '/* a file */\n%s\n' "$2" >"$tree/$1"
}
barks() { # file, text, reason
    n=$((n + 1))
    plant "$1" "$2"
    if said=$("$check" "$tree"); then
        echo "not ok $n - silent about $1: $2" && exit 1
    fi
    case $said in
    *"$1:2: "*"$3"*) echo "ok $n - barks at $1: $2" ;;
    *) echo "not ok $n - the wrong words about $1: $said" && exit 1 ;;
    esac
}
sleeps() {
    n=$((n + 1))
    plant "$1" "$2"
    said=$("$check" "$tree") || { echo "not ok $n - barks at $1: $said" && exit 1; }
    echo "ok $n - sleeps over $1: $2"
}

barks src/base/a.c '#include "engine/game.h"' 'points right'
barks src/engine/a.c '#include "games/registry.h"' 'points right'
barks src/games/a.c '#include "ai/bot.h"' 'points right'
barks src/ai/a.c '#include "../hosts/cli.h"' 'points right'
barks src/games/gin/a.c '#include "games/rum/state.h"' 'looks into the game rum'
barks src/hosts/a.c '#include "games/rum/state.h"' 'looks into the game rum'
barks src/games/gin/a_test.c '#include "hosts/cli.h"' 'points right'
barks src/base/a.c '#include "nowhere.h"' 'not below src/'
barks src/base/a.c '#include <time.h>' 'src/hosts only'
barks src/games/gin/a.h '#  include <sys/stat.h>' 'src/hosts only'
barks src/ai/a.c '#include <pthread.h>' 'src/hosts only'
barks src/engine/a.c '#include <locale.h>' 'src/hosts only'
barks src/games/gin/a.c 'int f(void) { return rand(); }' 'rand() reaches for'
barks src/engine/a.c 'void f(void) { (void)fopen("x", "r"); }' 'fopen() reaches for'
barks src/engine/a.c 'void *f(void) { return malloc(3); }' 'the heap'
barks src/base/str.c 'void f(void) { abort (); }' 'the process'
barks src/games/gin/a.c 'double f(void);' 'whole numbers'
barks src/games/gin/a.c 'static int n_calls;' 'state belongs to the caller'
barks src/games/gin/a.c 'int table[] = {1, 2};' 'state belongs to the caller'
barks src/games/gin/a.c 'static const char *names[] = {"a"};' 'state belongs to the caller'
barks src/ai/a.c 'static struct { int a; } cache;' 'state belongs to the caller'
barks src/ai/a.c 'static void (*hook)(int);' 'state belongs to the caller'
barks src/ai/a.c 'int f(void) { static int n; return ++n; }' 'state belongs to the caller'

s=src/hosts/server
barks src/hosts/room/a.c '#include "hosts/server/world.h"' 'points right: room may not know server/world'
barks $s/store/a.c '#include "hosts/server/net/net.h"' 'points right: server/store may not know server/net'
barks src/hosts/tui/a.c '#include "hosts/server/net/net.h"' 'tui may not know the server'
barks src/hosts/join/a.c '#include "hosts/server/world.h"' 'join may not know the server'
barks $s/store/a.c '#include "hosts/server/table/table.h"' 'points right'
barks $s/net/a.c '#include "hosts/server/ops/ops.h"' 'points right'
barks $s/ops/a.c '#include "hosts/server/house.h"' 'points right'
barks $s/table/a.c '#include "hosts/server/http/http.h"' 'points right: server/table may not know server/http'
barks $s/table/a.c '#include "hosts/server/net/net.h"' 'points right: server/table may not know server/net'
barks $s/http/a.c '#include "hosts/server/net/net.h"' 'points right: server/http may not know server/net'
barks $s/http/a.c '#include "hosts/server/server.h"' 'points right'
barks $s/server.c '#include "hosts/server/loop/loop.h"' 'points right: server/server may not know server/loop'
barks $s/http/a.c '#include "hosts/server/table/inside.h"' 'is the inside of server/table'
barks $s/table/a.c '#include "hosts/server/store/sqlite.h"' 'is the inside of server/store'
barks $s/http/a.c '#include "hosts/server/store/pool.h"' 'is the inside of server/store'
barks $s/http/a.c '#include "hosts/server/table/share.h"' 'is the inside of server/table'
barks $s/house.h '#include "hosts/server/ops/config.h"' 'is the inside of server/ops'
barks src/hosts/cli/a.c '#include "hosts/server/http/password.h"' 'is the inside of server/http'
barks src/hosts/cli/a.c '#include "hosts/server/ops/config.h"' 'is the inside of server/ops'
barks $s/bus/a.c '#include "hosts/server/store/store.h"' 'points right: server/bus may not know server/store'
barks $s/cellar/a.c '#include "hosts/server/world.h"' 'no place'
barks $s/stray.c '#include "hosts/server/world.h"' 'no place'
barks src/hosts/wasm/a.c '#include "hosts/server/world.h"' 'wasm may not know the server'
for file in $s/table/a.c $s/store/a.c $s/http/a.c $s/server.c src/hosts/cli/a.c; do
    barks $file '#include <uv.h>' 'others are given a world'
done

for file in $s/table/a.c $s/store/a.c $s/http/a.c $s/house.c; do
    barks $file 'double f(void) { return host_now_ms(); }' 'host_now_ms asks the machine for the time'
    barks $file 'void f(void) { nanosleep(&pause, NULL); }' 'nanosleep asks the machine for the time'
done
barks $s/table/a.c 'long f(void) { return time(NULL); }' 'asks the machine for the time'
barks $s/store/a.c 'void f(void) { clock_gettime(CLOCK_REALTIME, &t); }' 'asks the machine for the time'
barks $s/store/a.c 'void f(void) { gettimeofday (&t, NULL); }' 'asks the machine for the time'
barks $s/store/a.c 'host_clock f(void) { return host_clock_real; }' 'asks the machine for the time'

sleeps $s/store/a.c 'double f(a *s) { return s->time(s) + host_clock_ms(&s->clock) + srv_time(s); }'
sleeps $s/http/a.c '/* time(NULL) */ int time; const char *f(void) { return "sleep(3)"; }'
sleeps $s/loop/a.c 'double f(void) { return host_now_ms(); }'
sleeps src/hosts/cli/a.c 'double f(void) { return host_now_ms(); }'
sleeps $s/net/a.c '#include <uv.h>'
sleeps $s/loop/a.h '#include <uv.h>'
sleeps $s/table/a.c '#include "hosts/server/table/inside.h"'
sleeps $s/table/a.c '#include "hosts/room/room.h"'
sleeps $s/table/a.c '#include "hosts/server/table/share.h"'
sleeps $s/table/a.c '#include "hosts/server/store/store.h"'
sleeps $s/house.h '#include "hosts/server/ops/ops.h"'
sleeps src/hosts/cli/a.c '#include "hosts/server/ops/config.def"'
sleeps src/hosts/cli/a.c '#include "hosts/server/fair.h"'
sleeps $s/http/a.c '#include "hosts/server/table/table.h"'
sleeps $s/server.c '#include "hosts/server/http/http.h"'
sleeps $s/loop/a.c '#include "hosts/server/net/net.h"'
sleeps src/hosts/cli/a.c '#include "hosts/server/loop/loop.h"'
sleeps src/base/a.c '#include "str.h"'
sleeps src/games/gin/a.c '#include "games/registry.h"'
sleeps src/games/gin/a.c '#include "gin_texts.h"'
sleeps src/games/gin/a_test.c '#include "test.h"'
sleeps src/ai/a.c '#include "engine/game.h"'
sleeps src/ai/a.c '#include <math.h>'
sleeps src/hosts/a.c '#include <time.h>'
sleeps src/hosts/a.c 'static int n; void *f(void) { return malloc(time(0)); }'
sleeps src/base/mem.c 'void *spk_alloc(size_t n) { return malloc(n); }'
sleeps src/base/err.c 'void f(void) { fprintf(stderr, "x"); abort(); }'
sleeps src/engine/a.c '/* malloc(3), rand() */ const char *f(void) { return "free(x)"; }'
sleeps src/engine/a.c 'void f(void) { spk_free(a); game->free(a); b.time(); }'
sleeps src/games/gin/a.c 'static const char *const names[] = {"a"}; const int n = 3;'
sleeps src/games/gin/a.c 'typedef struct { int a; } gin_state; enum { A, B }; struct s { int b; };'
sleeps src/games/gin/a.c 'static int f(int (*g)(int)) { int n = 0; return g(n); }'
sleeps src/games/gin/a.c 'int f(int n) { static const int a[] = {1, 2}; return a[n]; }'
echo "1..$n"
