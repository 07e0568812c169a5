#!/bin/sh
# bot.sh: `speakeasy bot`, our own bots on the far side of docs/bot-protocol.md. With the seed and the
# iterations of a built-in bot it plays the same game, word for word: every game, talk, options, an
# edition of one's own, two searches at once. Then the arena, which says how long and with which seed.
. "$(dirname "$0")/helpers"

# same_game BOT BUDGET N ARGS...: a table of n built-in bots, then one of programs: the records are the same, moves and words. (On the
# screen built-in bots make remarks, which are in no record.)
same_game() {
    bot=$1 budget=$2 n=$3 n_seats=$3
    shift 3
    rm -f "$tmp/inside" "$tmp/outside"
    runs "$* with $bot" play "$@" --players $n --seed 7 --save "$tmp/inside" $(yes -- "--seat=$bot@$budget" | head -n $n)
    while [ $n -gt 0 ]; do
        set -- "$@" --seat "exec:'$speakeasy' bot $bot --budget $budget --seed 7"
        n=$((n - 1))
    done
    runs "$* with $bot" play "$@" --players $n_seats --seed 7 --save "$tmp/outside"
    has "How it ended: "
    has_not "safe default"
    cmp -s "$tmp/inside" "$tmp/outside" || fail "another game: $(diff "$tmp/inside" "$tmp/outside" | head -n 3)"
}
same_game hard 40it 2 famiglia
same_game normal 40it 2 famiglia --option start_player=seat_1 --option joker_only_if_needed=on
same_game 'hard*2' 20it 3 gangster
same_game easy 40it 2 chicago
same_game hard 30it 3 chicago_gangsters
same_game normal 30it 4 chicago_gangsters --edition tests/fuzz/corpus/edition/chicago_gangsters_own
same_game hard 30it 3 chicago_gangsters --option bot_talk=silent
same_game 'hard*2' 20it 4 gangster --edition tests/fuzz/corpus/edition/gangster_own

# A script is a bot too, here and there
runs "a script" play chicago --seed 3 --seat square_rusher --seat "exec:'$speakeasy' bot income_maximiser"
has "bot:square_rusher, rushes the eight bars"
has "How it ended: "
has_not "safe default"
runs "the list of games" games
has "line_counter"
runs "the arena's manual" arena --help
has "free_rider"
refuses "'square_rusher' is a script of another game" play famiglia --seat square_rusher --seat hard
refuses "takes no budget" arena chicago --sets 1 --bots square_rusher@5ms,random

# The arena: the table's iterations count, every game has random numbers of its own, and the same seed
# gives the same games again.
arena() {
    runs "$1" arena famiglia --sets 3 --seed 5 --budget $2 --json "$tmp/$1.json" \
        --bots "hard,exec:'$speakeasy' bot hard"
    python3 -c 'import json, sys
a = json.load(open(sys.argv[1]))
print(a["set_results"])
sys.exit(any(bot.get("faults") for bot in a["bots"]))' "$tmp/$1.json" >"$tmp/$1" || fail "faults"
}
arena first 30it
arena second 30it
arena third 60it
cmp -s "$tmp/first" "$tmp/second" || fail "the same seed gave other games"
cmp -s "$tmp/first" "$tmp/third" && fail "the number of iterations makes no difference"
runs "time" arena gangster --sets 1 --budget 5ms --bots "random,exec:'$speakeasy' bot hard"
has_not "fault"

# What it cannot play it says in one line
line() {
    what="telling it '$2'"
    printf "$2" | "$speakeasy" bot hard >"$out" 2>"$err"
    [ $? = 2 ] || fail "exit code is not 2"
    grep -qF -- "$1" "$err" || fail "'$1' is not in: $(cat "$err")"
}
line "expected 'speakeasy-bot 1' first" 'hello\n'
line "this build has no game 'poker'" 'speakeasy-bot 1\ngame poker\n'
line "the host does not know 'ready engine'" 'speakeasy-bot 1\ngame famiglia\nseats 2\nseat 0\nstart\nbudget 5\ngo\n'
line "before game, seats and seat" 'speakeasy-bot 1\nstate x\n'
line "is not a field" 'speakeasy-bot 1\ngame gangster\nseats 2\nseat 0\nstart\nstate x 1\n'
refuses "There is no bot 'poker'" bot poker
refuses "is a program already" bot exec:./mybot
refuses "answers at once" bot greedy --budget 5ms
refuses "leave one out" bot hard@5ms --budget 5ms
finish
