#!/bin/sh
# independent_famiglia.sh: a second program, which knows only the rules, agrees with every step of some
# hundred games, and would not agree with a wrong one (tests/independent/README.md).
. "$(dirname "$0")/helpers"
checker=tests/independent/famiglia.py
games=tests/independent/famiglia_games.py
mutate=tests/independent/mutate.py
mkdir "$tmp/traces"

# trace NAME ARGS...: a file whose name tells how to make it again; the checker tells the options.
trace() {
    file=$tmp/traces/$1.trace
    shift
    runs "a trace" trace famiglia "$@"
    mv "$out" "$file"
}

# Every table there is, each time with other seeds: with views and without.
seed=0
for start in random seat_1 seat_2; do
    for refill in extra_round end_now; do
        for joker in off on; do
            for tie in draw descending; do
                for show in on off; do
                    set -- --option start_player=$start \
                        --option end_on_refill_after_second=$refill \
                        --option joker_only_if_needed=$joker --option tie_break=$tie \
                        --option show_hands=$show
                    seed=$((seed + 3))
                    trace uniform-$seed "$@" --policy uniform --seed $seed
                    trace uniform-$((seed + 1)) "$@" --policy uniform --seed $((seed + 1)) --views
                    if [ $((seed % 2)) = 0 ]; then
                        trace busy-$seed "$@" --policy busy --seed $seed
                    fi
                    trace busy-$((seed + 1)) "$@" --policy busy --seed $((seed + 1)) --views
                done
            done
        done
    done
done

# Games that reach what random ones do not: empty streets, high ranks, the end of the second pile.
printf 'save! %s\n' "$tmp/any.play" >"$tmp/in"
runs "any record" play famiglia --seat human --seat bot:busy --seed 1
mkdir "$tmp/plays"
what="the steered games"
for numbers in '1 30' '102 102' '145 145'; do # the last two: FA-R24 after the start player, FA-R15
    # shellcheck disable=SC2086
    python3 $games "$tmp/any.play" $numbers "$tmp/plays" 2>"$err" || fail "$(cat "$err")"
done
for record in "$tmp"/plays/*.play; do
    runs "a steered game" replay "$record" --json
    mv "$out" "$tmp/traces/steered-$(basename "$record" .play).trace"
done

# Equal scores: of seed 55 the best card decides, of seed 81 only the next ones may (FA-11.4, FA-R50).
for seed in 55 81; do
    for tie in draw descending; do
        trace tie-$tie-$seed --policy busy --seed $seed --option tie_break=$tie
    done
done
set -- "$tmp"/traces/*.trace

what="the games as they are"
python3 $checker "$@" >"$out" 2>"$err" || fail "$(cat "$out" "$err")"
has "$# traces, "

# What is not chosen is the default.
runs "a table without options" trace famiglia --seed 1
cp "$out" "$tmp/plain"
runs "the same in words" trace famiglia --seed 1 --option start_player=random \
    --option end_on_refill_after_second=extra_round --option joker_only_if_needed=off \
    --option tie_break=draw --option show_hands=on
cmp -s "$out" "$tmp/plain" || fail "it is another trace"

# Another edition: other points, other starter sets.
sed -e 's/^edition .*/edition other/' -e 's/^points la_famiglia.*/points la_famiglia 3 4 7 9 20/' \
    -e 's/^starter 2.*/starter 2 la_famiglia_0 la_famiglia_0 brute_0 brute_0/' \
    editions/famiglia/default.edition >"$tmp/other.edition"
runs "another edition" trace famiglia --edition "$tmp/other.edition" --policy busy --views
python3 $checker --edition "$tmp/other.edition" <"$out" >"$tmp/said" || fail "$(cat "$tmp/said")"
python3 $checker <"$out" >"$tmp/said" && fail "it was taken for the default edition"

# A record with a move that was taken back, and one that is not over
printf '1\n1\n1\nplay_accountant A1\nundo\nskip_exchange\nsave %s\n' "$tmp/undo.play" >"$tmp/in"
runs "a game with an undo" play famiglia --seat human --seat bot:busy --seed 1
runs "its trace" replay "$tmp/undo.play" --json
has '"type":"undo"'
python3 $checker <"$out" >"$tmp/said" || fail "$(cat "$tmp/said")"

# It would bark: each time one number, word or list of a good trace is wrong.
runs "a good trace" trace famiglia --seed 11 --policy busy --views
mv "$out" "$tmp/good"
for seed in 1 2 3 4 5 6 7 8; do
    what="a spoilt trace"
    python3 $mutate $seed <"$tmp/good" >"$tmp/bad" 2>"$tmp/how"
    python3 $checker <"$tmp/bad" >"$tmp/said"
    [ $? = 1 ] || fail "not noticed: $(cat "$tmp/how")"
    grep -q '^DISAGREEMENT ' "$tmp/said" || fail "nothing was said about $(cat "$tmp/how")"
done
what="a trace that breaks off"
head -n 20 "$tmp/good" | python3 $checker >"$tmp/said" && fail "not noticed"
what="no trace at all"
python3 $checker </dev/null >"$tmp/said" && fail "not noticed"
finish
