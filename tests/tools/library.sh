#!/bin/sh
# libspeakeasy as a stranger meets it: installed below a folder of its own, found by pkg-config, its example
# compiled against it (shared and static) and run; nothing exported but what the headers promise; and the
# watch over its ABI would bark.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "library: $*" >&2 && exit 1; }
build=${SPK_BUILD:?}
[ -f "$build/packaging/library/libspeakeasy.a" ] || fail "this build has no library"

# -- Installed ---------------------------------------------------------------------------------------
meson install -C "$build" --no-rebuild --quiet --tags devel,runtime --destdir "$dir/root" >"$dir/log" 2>&1 || fail "$(cat "$dir/log")"
pc=$(find "$dir/root" -name speakeasy.pc)
[ -n "$pc" ] || fail "no pkg-config file was installed"
export PKG_CONFIG_PATH="${pc%/*}" PKG_CONFIG_SYSROOT_DIR="$dir/root"
library=$(pkg-config --variable=libdir speakeasy)
case $library in "$dir"*) ;; *) library=$dir/root$library ;; esac
so=$library/libspeakeasy.so.0
readelf -d "$so" | grep -q 'SONAME.*\[libspeakeasy.so.0\]' || fail "the SONAME is another"
tools/abi symbols "$so" || fail "the exported symbols are not those of the headers"
nm -g --defined-only "$library/libspeakeasy.a" | sed -n 's/^[0-9a-f]* [A-Z] //p' | sort >"$dir/static"
sed -n 's/^    \(spk_.*\);$/\1/p' packaging/library/libspeakeasy.map | sort | cmp -s - "$dir/static" ||
    fail "the static library exports something else than the map"

# -- Every header by itself, without a warning --------------------------------------------------------
flags=$(pkg-config --cflags speakeasy)
for header in $(cd "$dir/root" && find . -path '*/speakeasy/*.h' | sed 's,.*/include/speakeasy/,,'); do
    echo "#include <$header>" | ${CC:-cc} -std=c17 -Wall -Wextra -Werror -fsyntax-only -x c $flags - ||
        fail "$header needs something else before it"
done

# -- The example ---------------------------------------------------------------------------------------
mkdir "$dir/own" && cp examples/embed.c "$dir/own" && cd "$dir/own"
${CC:-cc} -std=c17 -Wall -Wextra -Werror -o shared embed.c $flags $(pkg-config --libs speakeasy)
${CC:-cc} -std=c17 -o static embed.c $flags "$library/libspeakeasy.a" -lm
for game in famiglia gangster chicago_gangsters; do
    LD_LIBRARY_PATH=$library ./shared $game 7 >"$game.out" || fail "embed $game failed"
    grep -q '^record: .*the same position$' "$game.out" || fail "embed $game: $(tail -n 3 "$game.out")"
    ./static $game 7 | cmp -s - "$game.out" || fail "embed $game: the static library plays another game"
done
LD_LIBRARY_PATH=$library ./shared bridge >/dev/null 2>&1 && fail "there is no such game"
cd "$OLDPWD"

# -- The watch barks -----------------------------------------------------------------------------------
mkdir -p "$dir/copy/tests" && cp -r src tools packaging meson.build "$dir/copy" && cp -r tests/library "$dir/copy/tests"
cd "$dir/copy"
tools/abi check >"$dir/log" || fail "a copy is not what it is a copy of: $(cat "$dir/log")"
sed -i 's/^void spk_batch_free(spk_batch \*b);/&\nvoid spk_batch_more(spk_batch *b);/' src/ai/env.h
! tools/abi check >"$dir/log" || fail "a new function went unnoticed"
grep -q '^+ function spk_batch_more' "$dir/log" && grep -q 'the ABI grew' "$dir/log" || fail "$(cat "$dir/log")"
tools/abi update && tools/abi check || fail "update does not satisfy check"
sed -i 's/^    uint8_t \*done;/    uint64_t spare;\n&/' src/ai/env.h
! tools/abi check >"$dir/log" || fail "a field that moved went unnoticed"
grep -q '^- struct spk_sheet' "$dir/log" && grep -q 'the ABI broke' "$dir/log" || fail "$(cat "$dir/log")"
sed -i "s/^library_abi = '0'/library_abi = '1'/" meson.build
tools/abi update && tools/abi check && grep -q '^SPEAKEASY_1 {' packaging/library/libspeakeasy.map || fail "another number is another ABI"
