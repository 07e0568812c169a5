#!/bin/sh
# verify.sh: what a record proves about its deals, and what it does not.
. "$(dirname "$0")/helpers"
game=tests/fair/famiglia.play
commitment=$(sed -n 's/^proof commitment //p' $game)

# disproves WORDS ARGS...: exit code 1, nothing on stderr, WORDS in the output
disproves() {
    words=$1
    shift
    what="'$*'"
    "$speakeasy" "$@" </dev/null >"$out" 2>"$err"
    code=$?
    [ "$code" = 1 ] || fail "exit code $code, not 1"
    [ -s "$err" ] && fail "something on stderr: $(head -n 1 "$err")"
    says "$words"
    has_not "Proved"
    narrow
}

runs "a fair game" verify $game
has "Proved: all 70 chance events follow from the committed seed and 2 contributions."
has "commitment  $commitment"
says "compare it with the one you were given before the deal"
narrow
runs "another fair game" verify tests/fair/gangster.play
has "Proved: all "
runs "with what was noted before the deal" verify $game --commitment "$commitment" --mine C0FFEE \
    --mine 00112233445566778899aabbccddeeff
has "Proved"
has_not "compare it"
disproves "not the one you were given" verify $game --commitment "${commitment%?}x"
disproves "Your contribution is not among" verify $game --mine c0ffee --mine 00

# Something was changed after the game
sed 's/^proof seed 8c/proof seed 8d/' $game >"$tmp/seed.play"
disproves "not the one that was committed to" verify "$tmp/seed.play"
sed 's/^proof seat0 c0ffee/proof seat0 c0ffef/' $game >"$tmp/gave.play"
disproves "Entry 1 of the log does not follow from the seed" verify "$tmp/gave.play"
sed 's/^proof table k7-1/proof table k7-2/' $game >"$tmp/table.play"
disproves "does not follow from the seed" verify "$tmp/table.play"
sed '/^proof seat1/d' $game >"$tmp/left_out.play"
disproves "does not follow from the seed" verify "$tmp/left_out.play"
disproves "expected chance draw" verify tests/fuzz/corpus/fair/stacked
says "Entry 7 of the log"
says "found chance draw A4"
sed 's/^proof method .*/proof method trust-me/' $game >"$tmp/method.play"
disproves "not known here" verify "$tmp/method.play"

# A changed card, or move, after which the rest cannot have been played
sed 's/^26 chance draw F0$/26 chance draw F4/' $game >"$tmp/card.play"
disproves "Entry 26 of the log does not follow from the seed" verify "$tmp/card.play"
says "expected chance draw F0"
sed 's/^26 chance draw F0$/26 chance draw Z9/' $game >"$tmp/card.play"
disproves "Line 42 of the record could not have been played" verify "$tmp/card.play"
sed 's/^27 0 recruit F0\*$/27 0 recruit F4/' $game >"$tmp/move.play"
disproves "Line 43 of the record could not have been played" verify "$tmp/move.play"

# Nothing to go by
sed '/^proof /d' $game >"$tmp/plain.play"
disproves "Not proved. The record has no proof. Nothing can be said" verify "$tmp/plain.play"
sed '/^proof seed/d' $game >"$tmp/sealed.play"
disproves "The seed is not published yet." verify "$tmp/sealed.play"
runs "nobody contributed" verify tests/fuzz/corpus/fair/nobody_gave
says "Nobody contributed: the server could have tried many seeds"
says "The game is not over"

# No record at all
refuses "No such file" verify "$tmp/none.play"
refuses "needs more" verify
refuses "one word too many" verify $game $game
head -n 40 $game >"$tmp/cut.play"
refuses "cut.play:41:" verify "$tmp/cut.play"
sed 's/^proof seed .*/proof seed/' $game >"$tmp/bad.play"
refuses "bad.play:15:" verify "$tmp/bad.play"

# Whoever computes it in another language finds the same numbers
what="tests/fair/vectors.py"
python3 tests/fair/vectors.py --check || fail "vectors.json says something else"
finish
