#!/bin/sh
# record.sh: saving, loading and replaying.
. "$(dirname "$0")/helpers"
game=$tmp/evening.play

printf '1\n1\nsave %s\n' "$game" >"$tmp/in"
runs "saving" play famiglia --seat human --seat bot:busy --seed 1
has "Saved."
has "  edition   default (reconstruction)"
[ -f "$game" ] || fail "there is no file"
[ "$(ls "$tmp" | grep -c evening)" = 1 ] || fail "a temporary file was left behind"
head -n 1 "$game" | grep -qx 'speakeasy-play 1' || fail "that is no record"

runs "replaying" replay "$game"
has "    8  Player 1 recruits Accountant 0."
has "Turn 5, player 1"
runs "replaying a part" replay "$game" --to 7
has "entry 7 of"
has "Turn 1, player 1"
has_not "recruits"
runs "replaying nothing" replay "$game" --to 0
has "entry 0 of"
refuses "is beyond its end" replay "$game" --to 500

printf 'board\n' >"$tmp/in"
runs "loading" play --load "$game"
has "Turn 5, player 1"
has "The game goes on after"
yes 1 | head -n 2000 >"$tmp/in"
runs "loading with the game's name, and to the end" play famiglia --load "$game" --seed 2 --seat human --seat bot:busy
has "How it ended: "

# A saved game is not written over by a slip; its own file may be
printf 'save %s\nquit\n' "$game" >"$tmp/in"
cp "$game" "$tmp/copy"
runs "another game does not replace it" play famiglia --seat human --seat bot:busy --seed 9
has "Not saved: $game is there already."
cmp -s "$game" "$tmp/copy" || fail "the file has changed"
printf 'save! %s\nquit\n' "$game" >"$tmp/in"
runs "save! replaces it" play famiglia --seat human --seat bot:busy --seed 9
cmp -s "$game" "$tmp/copy" && fail "the file has not changed"
cp "$tmp/copy" "$game"
printf '1\nsave\nquit\n' >"$tmp/in"
runs "save alone writes to where the game came from" play --load "$game"
has "Saved."
cmp -s "$game" "$tmp/copy" && fail "the file has not changed"
printf 'save\nsave %s/none/x.play\nsave %s\nquit\n' "$tmp" "$tmp" >"$tmp/in"
runs "saving where it cannot be" play famiglia --seat human --seat bot:busy --seed 1
has "Save where?"
has "No such file or directory"
has "Not saved: $tmp is a directory"

# Only ordinary files are written, whatever is said
mkfifo "$tmp/pipe"
ln -s pipe "$tmp/to_pipe"
ln -s nothing "$tmp/to_nothing"
ln -s copy "$tmp/to_copy"
cp "$game" "$tmp/read_only"
chmod 444 "$tmp/read_only"
cp "$tmp/copy" "$tmp/copy.before"
for word in save 'save!'; do
    for name in pipe to_pipe to_nothing read_only; do
        printf '%s\n' "$word $tmp/$name" >"$tmp/in"
        runs "'$word' on $name" play famiglia --seat human --seat bot:busy --seed 9
        has "Not saved: $tmp/$name is "
        has_not "replaces it"
    done
    printf '%s\nquit\n' "$word $tmp" >"$tmp/in"
    runs "'$word' on a directory" play famiglia --seat human --seat bot:busy --seed 9
    has "Not saved: $tmp is a directory; name a file in it."
done
what="what cannot be saved to"
[ -p "$tmp/pipe" ] && [ -L "$tmp/to_pipe" ] && [ -L "$tmp/to_nothing" ] || fail "was replaced"
cmp -s "$game" "$tmp/read_only" || fail "was written, though read-only"
chmod 600 "$tmp/copy"
printf 'save %s\nsave! %s\n' "$tmp/to_copy" "$tmp/to_copy" >"$tmp/in"
runs "through a link" play famiglia --seat human --seat bot:busy --seed 9
has "Not saved: $tmp/to_copy is there already."
has "Saved."
[ -L "$tmp/to_copy" ] || fail "the link was replaced"
cmp -s "$tmp/copy" "$tmp/copy.before" && fail "its target was not written"
[ "$(stat -c %a "$tmp/copy")" = 600 ] || fail "its target has another mode now"
mv -f "$tmp/copy.before" "$tmp/copy"
[ "$(ls "$tmp" | grep -c '\.......$')" = 0 ] || fail "a temporary file was left behind"

# A name with blanks comes back as the shell wants it
printf "save %s/it's late.play\n" "$tmp" >"$tmp/in"
runs "a name with blanks" play famiglia --seat human --seat bot:busy --seed 1
has "speakeasy play --load '$tmp/it'\\''s late.play'"
[ -f "$tmp/it's late.play" ] || fail "there is no such file"

# Cut anywhere, a record is refused with its line
cp "$tmp/copy" "$game"
size=$(wc -c <"$game")
n=1
while [ $n -lt $((size - 1)) ]; do
    head -c $n "$game" >"$tmp/cut.play"
    refuses "$tmp/cut.play" replay "$tmp/cut.play"
    n=$((n + 7))
done
: >"$tmp/cut.play"
refuses "$tmp/cut.play" replay "$tmp/cut.play"
sed 's/^8 0 recruit A0$/8 1 recruit A0/' "$game" >"$tmp/turn.play"
refuses "(FA-2.1)" replay "$tmp/turn.play"
sed 's/^8 0 recruit A0$/8 0 recruit F4/' "$game" >"$tmp/rule.play"
refuses "(FA-2.4)" replay "$tmp/rule.play"
sed 's/^edition default [0-9a-f]*/edition default 0000000000000000/' "$game" >"$tmp/edition.play"
refuses "$tmp/edition.play:4:" replay "$tmp/edition.play"

# Another edition goes with the record; a file that says otherwise is refused
sed 's/^edition .*/edition mine/; s/\(la_famiglia .*\)15/\116/' \
    editions/famiglia/default.edition >"$tmp/mine.edition"
printf '1\nsave %s/mine.play\n' "$tmp" >"$tmp/in"
runs "playing another edition" play famiglia --seat human --seat bot:busy --edition "$tmp/mine.edition" --seed 1
has "Saved."
has "  edition   mine"
has "F 1 3 6 10 16; A B M 0 1 3 6 10"
grep -qx 'text points la_famiglia 1 3 6 10 16' "$tmp/mine.play" || fail "the record lacks its edition"
runs "a record carries its edition" replay "$tmp/mine.play"
has "edition mine"
refuses "$tmp/mine.play:4:" replay "$tmp/mine.play" --edition editions/famiglia/default.edition
sed 's/^text points la_famiglia 1 3 6 10 16/text points la_famiglia 1 3 6 10 17/' "$tmp/mine.play" >"$tmp/forged.play"
refuses "$tmp/forged.play:4:" replay "$tmp/forged.play"
sed 's/^seats 2/seats 2\nrules 2/' "$game" >"$tmp/newer.play"
refuses "$tmp/newer.play:4:" replay "$tmp/newer.play"
refuses "Use a newer Speakeasy" replay "$tmp/newer.play"
runs "a replay says what its edition is" replay "$game"
has "edition default (reconstruction)"
runs "replaying it with its edition" replay "$tmp/mine.play" --edition "$tmp/mine.edition"
has "edition mine"
# Bots among themselves: --save writes the game, and the same seed writes the same
runs "bots only" play famiglia --seed 5 --seat busy --seat random --save "$tmp/bots.play"
runs "bots only again" play famiglia --seed 5 --seat busy --seat random --save "$tmp/again.play"
cmp -s "$tmp/bots.play" "$tmp/again.play" || fail "the same seed saved another game"
runs "replaying it" replay "$tmp/bots.play"
has "How it ended: "
echo quit >"$tmp/in"
runs "leaving early" play famiglia --seed 5 --save "$tmp/left.play"
runs "going on" replay "$tmp/left.play"
refuses "is a directory" play famiglia --seed 5 --seat busy --seat random --save "$tmp"

finish
