#!/bin/sh
# Does tools/new_game make a game that builds and passes as it stands? Tries it on a copy of the tree.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cd "$root"
tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$copy"
cd "$copy"

refuses() { # what is refused changes nothing
    if tools/new_game "$@" >/dev/null 2>&1; then
        echo "accepted: tools/new_game $*" && exit 1
    fi
    diff -r --exclude=build --exclude=.git "$root/src" src
    diff -r "$root/editions" editions
}
refuses
refuses blank
refuses famiglia
refuses Bootleg
refuses 1bootleg
refuses boot-leg
refuses ../bootleg
refuses bootleg --prefix FA
refuses bootleg --prefix b

tools/new_game bootleg --name 'Boot Leg'
grep -q '^GAME(bootleg)$' src/games/games.def
if grep -rn -e 'blank_' -e 'BLANK_' -e 'BL-[0-9]' src/games/bootleg editions/bootleg; then
    echo 'a name was forgotten' && exit 1
fi
# Not a word about it from those who watch. (About the other games they speak elsewhere.)
for tool in check_layers check_rules; do
    if tools/$tool | grep 'src/games/bootleg'; then
        echo "tools/$tool is not content" && exit 1
    fi
done
clang-format --dry-run -Werror src/games/bootleg/*.[ch]

# Its own tests, the contract over all games, and the tool.
CC=gcc meson setup build/dev --buildtype=debug -Doptimization=1 >/dev/null
ninja -C build/dev --quiet speakeasy tests/bootleg_rules_test tests/contract_test
meson test -C build/dev --no-rebuild --print-errorlogs bootleg/rules contract
build/dev/speakeasy games | grep -q bootleg
build/dev/speakeasy simulate bootleg --games 20 --seed 1 >/dev/null
echo 'new_game: well'
