#!/bin/sh
# `speakeasy train`: writes a net after every generation, goes on from its work file, and says what is wrong.
set -eu
tool=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "train.sh: $*" >&2 && exit 1; }

train() { "$tool" train famiglia --games 40 --iterations 4 --epochs 1 --sums 1 --hidden 1 --seed 5 "$@"; }

# Two generations at once, or one after the other: the same net.
train --generations 2 --out "$dir/two.net" >"$dir/two.txt"
[ "$(grep -c '^generation ' "$dir/two.txt")" = 2 ] || fail "two generations are two lines"
train --generations 1 --out "$dir/one.net" --work "$dir/work" >/dev/null
train --generations 1 --out "$dir/one.net" --work "$dir/work" --threads 1 | grep -q '^generation 2: 40 games' ||
    fail "it does not go on"
cmp -s "$dir/two.net" "$dir/one.net" || fail "an interrupted run gives another net"

# The net can be tried out at once.
"$tool" arena famiglia --net "$dir/two.net" --bots boss,random --sets 2 --budget 20it | grep -q boss ||
    fail "the arena does not take it"

# A best response begins with the net of boss, whose shape it takes; work goes on only against the same bot.
respond() { "$tool" train famiglia --games 20 --iterations 4 --epochs 1 --against boss --seed 5 "$@"; }
respond --generations 1 --out "$dir/a.net" --work "$dir/against" | grep -q '; won [0-9.]* %$' || fail "what it won is not said"
respond --generations 1 --out "$dir/a.net" --work "$dir/against" | grep -q '^generation 2: 20 games' || fail "it does not go on"
respond --generations 2 --out "$dir/b.net" >/dev/null
cmp -s "$dir/a.net" "$dir/b.net" || fail "an interrupted best response is another net"
respond --generations 1 --against-net "$dir/two.net" --out "$dir/c.net" >/dev/null
[ "$(wc -c <"$dir/c.net")" = "$(wc -c <"$dir/two.net")" ] || fail "it does not begin with the net it plays against"

# Whatever is wrong is one line and exit code 2.
refuses() { # words, then the command
    words=$1
    shift
    code=0
    "$@" >"$dir/out" 2>"$dir/err" || code=$?
    [ "$code" = 2 ] || fail "exit code $code: $*"
    [ "$(wc -l <"$dir/err")" = 1 ] || fail "not one line: $*"
    grep -q -e "$words" "$dir/err" || fail "no '$words' in: $(cat "$dir/err")"
}
refuses '--out FILE' "$tool" train famiglia
refuses 'no game' "$tool" train nosuch --out "$dir/x"
refuses 'settings' train --result 10 --out "$dir/x.net" --work "$dir/work"
refuses 'settings' respond --against-net "$dir/two.net" --net "$dir/a.net" --out "$dir/x.net" --work "$dir/against"
refuses 'nothing to learn' train --only-moves --only-values --out "$dir/x.net"
refuses 'only bot' "$tool" train famiglia --against hard --out "$dir/x.net"
head -c 5000 "$dir/two.net" >"$dir/cut.net"
refuses 'length' "$tool" train famiglia --against-net "$dir/cut.net" --out "$dir/x.net"
refuses 'length' "$tool" arena famiglia --net "$dir/cut.net" --bots boss,random --sets 1
refuses 'features' "$tool" arena gangster --net "$dir/two.net" --bots boss,random --sets 1
refuses 'begin' "$tool" arena famiglia --net "$0" --bots boss,random --sets 1
