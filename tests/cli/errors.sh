#!/bin/sh
# errors.sh: whatever is wrong with the words is one line on stderr, exit code 2, and nothing else.
. "$(dirname "$0")/helpers"

# Commands and games
refuses "there is no command 'poker'" poker
refuses "did you mean 'play'" paly
refuses "did you mean 'simulate'" simulat
refuses "there is no command ''" ""
refuses "no command '--json'" --json
refuses "takes no other arguments" --version now
refuses "one word too many" help play now
refuses "there is no command 'poker'" help poker
for command in play simulate trace perft rules bench; do
    more=
    [ $command = simulate ] && more="--games 1"
    [ $command = perft ] && more="--depth 1"
    refuses "there is no game 'poker'" $command poker $more
    refuses "did you mean 'famiglia'" $command famigla $more
done
refuses "needs a game" play
for command in simulate trace perft rules replay; do
    refuses "needs more" $command
done
refuses "one word too many" play famiglia now
refuses "one word too many" games famiglia
refuses "one word too many" rules famiglia FA-1 FA-2

# Options
refuses "no option '--colour'" play famiglia --colour
refuses "did you mean --players" play famiglia --player 2
refuses "no option '-x'" play famiglia -x
refuses "is given twice" trace famiglia --seed 1 --seed 2
refuses "is given twice" trace famiglia --views --views
refuses "needs a value" trace famiglia --seed
refuses "takes no value" trace famiglia --views=yes
refuses "needs --games" simulate famiglia
refuses "needs --depth" perft famiglia

# Numbers
for number in 0 -1 +1 1.5 01 1e3 ' 1' 1x '' 99999999999999999999999999; do
    refuses "takes a whole number from 1" simulate famiglia --games "$number"
done
refuses "takes a whole number" trace famiglia --seed -1
refuses "takes a whole number" trace famiglia --seed 18446744073709551616
refuses "takes a whole number" simulate famiglia --games 1 --threads 0
refuses "takes a whole number" simulate famiglia --games 1 --threads 257
refuses "takes a whole number" perft famiglia --depth 33
refuses "takes a whole number" perft famiglia --depth=-1
refuses "this game is over after" perft famiglia --depth 1 --skip 5000
refuses "takes uniform|busy" trace famiglia --policy lazy
refuses "takes uniform|busy" trace famiglia --policy ''

# The table: the rules of the game answer (FA-1.1, FA-13.2)
for command in "play famiglia" "trace famiglia" "simulate famiglia --games 1" \
    "perft famiglia --depth 1"; do
    refuses "FA-1.1" $command --players 1
    refuses "FA-1.1" $command --players 3
    refuses "takes a whole number" $command --players 0
    refuses "takes a whole number" $command --players 9
    refuses "has no option 'colour'" $command --option colour=red
    refuses "ours|letter" $command --preset exact
    refuses "has no value 'never'" $command --option tie_break=never
    refuses "name=value" $command --option tie_break
    refuses "given twice" $command --option tie_break=draw --option tie_break=draw
    refuses "No such file" $command --edition "$tmp/none.edition"
    refuses "directory" $command --edition "$tmp"
done
refuses "takes ask|off" play chicago_gangsters --talk never
refuses "--seat takes human" play famiglia --seat dog
refuses "--seat takes human" play famiglia --seat bot:
refuses "--seat takes human" play famiglia --seat bot:deepblue
refuses "there are 2 seats" play famiglia --seat human --seat human --seat human
refuses "have no 'FA-99'" rules famiglia FA-99
refuses "have no 'CG-1'" rules famiglia CG-1
refuses "have no ''" rules famiglia ''
refuses "have no 'FA-R'99" rules famiglia "FA-R'99"
refuses "do not go together" rules famiglia --short --markdown
refuses "leave out 'FA-3'" rules famiglia FA-3 --short

# Words that try to be more than one line
refuses "there is no game" play "fam
iglia"

# Words that a terminal would obey, and words that nobody would read to their end
refuses "there is no game 'fam??iglia'" play "$(printf 'fam\033\302\233iglia')"
refuses "there is no game 'fam?iglia'" play "$(printf 'fam\233iglia')"
refuses "there is no game 'Straße'" play "Straße"
refuses "...xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'; 'speakeasy games' lists" play "$(head -c 5000 /dev/zero | tr '\0' x)"
[ "$(wc -c <"$err")" -lt 300 ] || fail "the line has $(wc -c <"$err") bytes"
refuses "x'; 'speakeasy --help' lists them" "$(head -c 100000 /dev/zero | tr '\0' x)"

# Edition files: file and line are named
printf 'game famiglia\nedition mine\npoints la_famiglia 1 3 6 10 -15\n' >"$tmp/bad.edition"
refuses "$tmp/bad.edition:3:" trace famiglia --edition "$tmp/bad.edition"
: >"$tmp/empty.edition"
refuses "$tmp/empty.edition" trace famiglia --edition "$tmp/empty.edition"
printf 'game famiglia\nedition \377\n' >"$tmp/bytes.edition"
refuses "$tmp/bytes.edition" trace famiglia --edition "$tmp/bytes.edition"
head -c 2000000 /dev/zero >"$tmp/huge.edition"
refuses "larger than" trace famiglia --edition "$tmp/huge.edition"

# Records
refuses "No such file" replay "$tmp/none.play"
refuses "directory" replay "$tmp"
refuses "No such file" play famiglia --load "$tmp/none.play"
refuses "the name of a file is missing" play --load ''
refuses "the name of a file is missing" replay ''
refuses "the name of a file is missing" trace famiglia --edition ''
printf 'nonsense\n' >"$tmp/bad.play"
refuses "$tmp/bad.play:1:" replay "$tmp/bad.play"
refuses "$tmp/bad.play:1:" play --load "$tmp/bad.play"
refuses "brings its own" play famiglia --load "$tmp/bad.play" --players 2

# Input that cannot be read
what="a directory as input"
"$speakeasy" play famiglia <"$tmp" >"$out" 2>"$err"
[ $? = 2 ] || fail "exit code is not 2"
grep -qx 'speakeasy: the input could not be read' "$err" || fail "$(cat "$err")"

# Output that cannot be written
if [ -c /dev/full ]; then
    what="a full disk and a person who does not stop"
    yes 99 | timeout 20 "$speakeasy" play famiglia >/dev/full 2>"$err"
    [ $? = 2 ] || fail "exit code is not 2"
    grep -q '^speakeasy: the output could not be written' "$err" || fail "$(cat "$err")"
    [ "$(wc -l <"$err")" = 1 ] || fail "$(wc -l <"$err") lines on stderr, not 1"
    what="a full disk"
    "$speakeasy" games >/dev/full 2>"$err" && fail "a full disk looks like success"
    grep -q '^speakeasy: the output could not be written' "$err" || fail "$(cat "$err")"
fi
finish
