#!/bin/sh
# Does tools/new_game make games that build and pass as they stand, and can a game be made of one? Tries
# it on a copy of the tree, as CONTRIBUTING.md leads through it: a game from the full template, with a name
# that nobody has given a game of theirs; and Dice, from the small one, with rules of its own (tests/tools/dice),
# which is then played in the terminal, over the server and, where there is a browser, by clicking.
set -eu
LC_ALL=C.UTF-8 # English
export LC_ALL
root=$(cd "$(dirname "$0")/../.." && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
key=zzz_trial_of_new_game
cd "$root"
mkdir "$copy/tree" "$copy/before"
tar -cf - --exclude=./build --exclude=./.git --exclude=./node_modules . | tar -xf - -C "$copy/tree"
[ ! -d node_modules ] || ln -s "$root/node_modules" "$copy/tree/node_modules"
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
refuses blank_open
refuses blank_open --open
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

# Dice: at most 300 lines to read, then rules of its own.
tools/new_game dice --open >"$copy/told"
for word in rules.md state.h rules.c text.c docs/games/dice.md; do
    grep -qF "$word" "$copy/told" || { echo "not a word about $word" && exit 1; }
done
lines=$(cat src/games/dice/*.[ch] src/games/dice/tests/*.c | wc -l)
[ "$lines" -le 300 ] || { echo "the small template has grown to $lines lines" && exit 1; }
[ ! -e editions/dice ]
if grep -rnie 'blank' -e 'OB-[0-9]' src/games/dice docs/games/dice.md; then
    echo 'a name was forgotten' && exit 1
fi
cp tests/tools/dice/rules.md tests/tools/dice/rules.c src/games/dice
cp tests/tools/dice/rules_test.c src/games/dice/tests
sed -i 's/"one"/"roll"/g; s/"two"/"stop"/g; s/'"'one' or 'two'"'/'"'roll' or 'stop'"'/
    s/"%d of %d turns taken.n", .*/"player %d to play\\n", s->turn + 1);/' src/games/dice/text.c
sed -i 's/DICE_SEATS \* DICE_TURNS \* 2/DICE_SEATS * 50/; s/    .apply = .*/&\n    .refuse = dice_refuse,/' src/games/dice/game.c
sed -i 's,^/\* text.c \*/,spk_err dice_refuse(const spk_box *box\, const void *state\, spk_seat seat\, spk_move move\, spk_why *why);\n\n&,' \
    src/games/dice/state.h
for tool in check_layers check_rules; do
    if tools/$tool | grep "src/games/dice"; then
        echo "tools/$tool is not content with Dice" && exit 1
    fi
done

# Their own tests, their part of the contract, and the tool. A few small games are played with it, so it is compiled
# quickly rather than well.
tests="contract_test secrets_test sealed_test bots_test ${key}_rules_test dice_rules_test"
CFLAGS=-O0 TARGETS="speakeasy $(printf 'tests/%s ' $tests)" tools/build dev
for game in $key dice; do
    export SPK_CONTRACT_GAME=$game
    meson test -C build/dev --no-rebuild --print-errorlogs $game/rules contract secrets sealed bots
done
speakeasy=$PWD/build/dev/speakeasy

# Dice in the terminal, to its end; then at a server; then in a browser, without a line of JavaScript.
printf 'roll\nroll\nstop\n' | $speakeasy play dice --seed 1 --seat human --seat bot:normal >"$copy/played"
grep -q 'How it ended: all played' "$copy/played" || { cat "$copy/played" && exit 1; }
python3 tests/tools/dice/serve.py "$speakeasy"
git init -q . && git add -A . >/dev/null && ln -s dev/speakeasy build/speakeasy # what tools/words reads
tools/words check >"$copy/words" 2>&1 || true # what else is missing is not for this test to say
grep -q 'texts of new games are not translated yet' "$copy/words" || { cat "$copy/words" && exit 1; }
if grep -F 'Roll at least once' "$copy/words"; then
    echo 'a missing translation of a new game is not a failure' && exit 1
fi
if [ -d node_modules/playwright-core ]; then
    sed -i 's/-O2/-O1/' tools/wasm.cross
    tools/build wasm
    node --test tests/tools/dice/page.mjs
fi
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
    "You may speak to all" '  Player 1: “claim 7”' 'No: You have claimed a card' \
    'Nobody claims twice' 'Saved.'
grep -q ' 0 say claim 7$' spoken.play
talk 'say\nsay nonsense\nsay 2: claim 7\nsay 9: claim 7\n1\n' 'Say what?' \
    "What can be said is 'claim' and a card" 'Player 2 is not a person' 'Player 9 is not a person'
printf 'say 2: claim 7\nsay 1: claim 8\nquit\n' |
    $speakeasy play $key --seed 1 --seat human --seat human >"$copy/talk"
grep -qF '  Player 2: “claim 7”' "$copy/talk"
grep -qF '  Player 1: “claim 8”' "$copy/talk"
$speakeasy rules $key --short | grep -q '^You hold three cards'
echo 'new_game: well'
