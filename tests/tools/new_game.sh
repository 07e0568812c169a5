#!/bin/sh
# Does tools/new_game make a game that builds and passes as it stands? Tries it on a copy of the tree,
# with a name that nobody has given a game of theirs.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
key=zzz_trial_of_new_game
cd "$root"
mkdir "$copy/tree" "$copy/before"
tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$copy/tree"
mkdir "$copy/tree/build" && cp -R build/llhttp "$copy/tree/build" # what tools/install fetched
cd "$copy/tree"
cp -R src editions docs "$copy/before"

refuses() { # what is refused changes nothing
    if tools/new_game "$@" >/dev/null 2>&1; then
        echo "accepted: tools/new_game $*" && exit 1
    fi
    for folder in src editions docs; do
        diff -r "$copy/before/$folder" $folder
    done
}
refuses
refuses blank
refuses famiglia
refuses Zzz_trial
refuses 1zzz
refuses zzz-trial
refuses ../zzz
refuses $key --prefix FA
refuses $key --prefix b

tools/new_game $key --name 'New Trial' >"$copy/told"
for file in refusals.c hints.c docs/games/$key.md; do
    grep -qF "$file" "$copy/told" || { echo "not a word about $file" && exit 1; }
done
[ -f docs/games/$key.md ]
grep -q "^GAME($key)\$" src/games/games.def
if grep -rn -e 'blank_' -e 'BLANK_' -e 'BL-[0-9]' src/games/$key editions/$key docs/games/$key.md; then
    echo 'a name was forgotten' && exit 1
fi
# Not a word about it from those who watch. (About the other games they speak elsewhere.)
for tool in check_layers check_rules; do
    if tools/$tool | grep "src/games/$key"; then
        echo "tools/$tool is not content" && exit 1
    fi
done
clang-format --dry-run -Werror src/games/$key/*.[ch]

# Its own tests, its part of the contract, and the tool.
CC=gcc meson setup build/dev --buildtype=debug -Doptimization=1 >/dev/null
ninja -C build/dev --quiet speakeasy tests/${key}_rules_test tests/contract_test
export SPK_CONTRACT_GAME=$key
meson test -C build/dev --no-rebuild --print-errorlogs $key/rules contract
speakeasy=$PWD/build/dev/speakeasy
$speakeasy games | grep -q $key
$speakeasy simulate $key --games 20 --seed 1 >/dev/null

# The template has table talk: people speak, bots do not, and talk holds nobody up.
talk() { # INPUT WORDS...: all of them are answered
    printf "$1" | $speakeasy play $key --seed 1 >"$copy/talk"
    shift
    for words in "$@"; do
        grep -qF -- "$words" "$copy/talk" || { cat "$copy/talk" && echo "no '$words'" && exit 1; }
    done
}
talk 'help\nsay claim 7\nsay claim 8\nwhy\nlog\n1\nsave spoken.play\nquit\n' 'say WORDS' \
    "You may speak to all" '  you       say claim 7' 'No: You have claimed a card' \
    'Nobody claims twice' 'Saved.'
grep -q ' 0 say claim 7$' spoken.play
talk 'say\nsay nonsense\nsay 2: claim 7\nsay 9: claim 7\n1\n' 'Say what?' \
    "What can be said is 'claim' and a card" 'Player 2 is not a person' 'Player 9 is not a person'
printf 'say 2: claim 7\nsay 1: claim 8\nquit\n' |
    $speakeasy play $key --seed 1 --seat human --seat human >"$copy/talk"
grep -qF '  player 2  say claim 7' "$copy/talk"
grep -qF '  you       say claim 8' "$copy/talk"
$speakeasy rules $key --short | grep -q '^You hold three cards'
echo 'new_game: well'
