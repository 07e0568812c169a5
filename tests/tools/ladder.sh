#!/bin/sh
# tools/ladder plays what it says, goes on where it was, keeps to its time and writes every goal with a verdict.
set -eu
cd "$(dirname "$0")/../.."
tool=${1:-${SPK_BUILD:-build/dev}/speakeasy}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

fail() {
    echo "ladder: $*" >&2
    exit 1
}

mkdir "$dir/logs" "$dir/pictures"
cat >"$dir/logs/gangster-2.log" <<LOG
generation 1: 30 games, 1895 samples in 0 s; 1792 fitted in 0 s; loss 0.6870, before 0.6925, on what was fitted 0.6778
generation 2: 30 games, 2733 samples in 0 s; 4336 fitted in 0 s; loss 0.6740, before 0.6892, on what was fitted 0.6582
LOG
climb() {
    tools/ladder --quick --only gangster:2 --goals --tool "$tool" --sets 1 --budget 5it --threads 1 --old "$tool" \
        --response gangster:2=nets/gangster/2.net --training "$dir/logs" --pictures "$dir/pictures" --keep "$dir/keep" "$@"
}

climb >"$dir/first" 2>"$dir/played"
for row in '| `boss` | hard of before | 5it |' '| best response | `boss` | 50it |' '| `boss` | `random` |' '| `boss` | `line_counter` |' \
    '| `boss` v hard of before | 97 % |' 'best response v `boss` | at most 55 % |' '| `boss` v `hard` | 70 to 80 % |  | not played |' \
    'pictures/training-gangster-2.svg'; do
    grep -qF -- "$row" "$dir/first" || fail "no row '$row'"
done
grep -q '<path d="M' "$dir/pictures/training-gangster-2.svg" || fail "no curve"

climb >"$dir/second" 2>"$dir/again"
[ ! -s "$dir/again" ] || fail "what is complete was played again: $(cat "$dir/again")"
cmp "$dir/first" "$dir/second"

rm -rf "$dir/keep"
climb --minutes 0.0001 >"$dir/late" 2>"$dir/told" || true
grep -q 'the time is up' "$dir/told" || fail "it took more time than it was given"
! climb --old /nowhere 2>/dev/null || fail "a program that is not there was taken"

# Who does not think is met with few iterations; only what falls short there is played again with the budget of the others.
climb --keep "$dir/light" --light 1it --budget 2it --sets 2 >"$dir/tried" 2>&1
grep -qF -- '| `boss` | `random` | 1it |' "$dir/tried" || fail "time was given against who needs none"
! grep -qF -- '| `boss` | `random` | 2it |' "$dir/tried" || fail "what was reached was played again"
grep -qF -- '| `boss` | `line_counter` | 2it |' "$dir/tried" || fail "what was missed was not played again"
grep -qF -- '| `boss` | hard of before | 2it |' "$dir/tried" || fail "the time against who thinks is not equal"
