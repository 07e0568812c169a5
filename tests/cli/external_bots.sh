#!/bin/sh
# external_bots.sh: programs that play (docs/bot-protocol.md), through `speakeasy play`: the examples in
# every game, what is said on the wire, and bad manners as the person at the screen sees them. The bad
# manners themselves are tests/bots/rude; tests/unit/player_program_test.c looks at them more closely.
. "$(dirname "$0")/helpers"
rude=tests/bots/rude

# Both examples play every game at every number of players, and never need a default
what="compiling examples/bot.c"
${CC:-cc} -std=c17 -Wall -Wextra -Werror -pedantic -o "$tmp/bot" examples/bot.c || fail "cc"
py=exec:./examples/bot.py c=exec:$tmp/bot
while read -r game players; do
    for n in $players; do
        set -- --seat $py --seat $c --seat $c --seat $py --seat $c
        shift $((10 - 2 * n))
        runs "$n examples play $game" play $game --players $n --seed $n --budget 10s "$@"
        has "How it ended: "
        has_not "safe"
    done
done <<END
famiglia 2
gangster 2 3 4
chicago 2 3 4
chicago_gangsters 3 4 5
END
[ "$(wc -l <examples/bot.py)" -le 45 ] || fail "examples/bot.py has more than 45 lines"
[ "$(wc -l <examples/bot.c)" -le 45 ] || fail "examples/bot.c has more than 45 lines"

# The bot that docs/bot-protocol.md shows is one
sed -n '/^```python$/,/^```$/p' docs/bot-protocol.md | sed '/^```/d' >"$tmp/page.py"
runs "the bot of the page" play gangster --seed 1 --seat "exec:python3 $tmp/page.py" --seat busy
has "How it ended: "
has_not "safe"

# The same seed gives the same conversation. If a change of the protocol or of Famiglia's view is
# meant, the new lines belong into tests/bots/famiglia.talk.
runs "the conversation" play famiglia --seed 1 --option start_player=seat_1 \
    --seat "exec:$rude record '$tmp/talk'" --seat bot:busy
{ head -n 45 "$tmp/talk" && echo ... && tail -n 3 "$tmp/talk"; } >"$tmp/short"
diff "$tmp/short" tests/bots/famiglia.talk || fail "it differs from tests/bots/famiglia.talk"
[ "$(grep -c '^> go$' "$tmp/talk")" = "$(grep -c '^< move ' "$tmp/talk")" ] ||
    fail "not every question has one answer"

# A name with blanks, a budget of its own, the board on request, a log
mkdir "$tmp/my bots" && cp "$tmp/bot" "$tmp/my bots/number one"
runs "blanks" play famiglia --seed 1 --seat "exec@9s:'$tmp/my bots/number one' --bold" --seat random
has "player 1  exec@9000ms:'$tmp/my bots/number one' --bold"
has "How it ended: "
has_not "safe"
runs "the board" play famiglia --seed 1 --seat "exec:$rude board" --seat busy --bot-log "$tmp/log"
has_not "safe"
[ -s "$tmp/log" ] && fail "something was logged"
runs "a log" play famiglia --seed 1 --seat busy --seat "exec:$rude logs" --bot-log "$tmp/log"
grep -qx "player 2: I take the last one" "$tmp/log" || fail "its log lines are not in the log"

# Bad manners: one notice, safe defaults, and the game goes on to its end
rude_one() {
    runs "$1" play famiglia --seed 1 --budget 50ms --seat "exec:$rude $1" --seat bot:busy
    says "player 1 (exec:$rude $1): "
    says "$2"
    has "How it ended: "
    narrow
}
rude_one exits "exited with code 3, last words 'I have had enough.'; it is out, and safe defaults"
rude_one crashes "was ended by signal 11"
rude_one stall "no answer within 50 ms; the safe default is played."
rude_one stall "3 times in a row; it is out, and safe defaults are played for it."
rude_one nonsense "no answer within 50 ms (it wrote 'pass me the salt'); the safe default"
rude_one endless "wrote more than 65536 bytes at one decision; it is out"
rude_one illegal "'fly to the moon' was refused: "
[ "$(grep -c 'is out' "$out")" = 0 ] || fail "nobody is thrown out for an illegal move"
says " (played automatically for player 1)"

# Table talk: what a program says is said, and it is asked only if it wants to be
runs "a program talks" play chicago_gangsters --players 3 --seed 1 --budget 200ms \
    --seat "exec:$rude speaks" --seat "exec:$rude polite" --seat bot:busy
has "  Player 1: “Let us win this.”"
has "How it ended: "

# Whoever ends the game from outside ends the programs with it
"$speakeasy" play famiglia --budget 60s --seat "exec:$rude immortal $tmp/pid" --seat busy \
    </dev/null >"$out" 2>&1 &
game=$! i=0
while [ ! -s "$tmp/pid" ] && [ $i -lt 100 ]; do sleep 0.05 && i=$((i + 1)); done
kill -TERM $game
{ wait $game; } 2>/dev/null
what="ending from outside"
i=0
alive() { [ -r "/proc/$1/stat" ] && ! grep -q ') Z ' "/proc/$1/stat"; }
while alive "$(cat "$tmp/pid")" && [ $i -lt 100 ]; do sleep 0.05 && i=$((i + 1)); done
alive "$(cat "$tmp/pid")" && fail "the program is still there"

# What is no bot, no budget, no program
refuses "did you mean 'hard'" play famiglia --seat bot:hrad
refuses "'soon' is not a budget" play famiglia --seat hard@soon
refuses "--budget takes" play famiglia --budget soon
refuses "cannot be started: No such file" play famiglia --seat exec:./no/such/bot
refuses "is it executable" play famiglia --seat exec:./README.md
refuses "needs a command" play famiglia --seat exec:
refuses "stays open" play famiglia --seat "exec:./my 'bot"
refuses "No such file" play famiglia --seat busy --bot-log "$tmp/no/such/log"
finish
