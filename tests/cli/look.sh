#!/bin/sh
# look.sh: what there is and what its rules are.
. "$(dirname "$0")/helpers"

runs "the games" games
for word in famiglia start_player "random | seat_1 | seat_2" FA-R1 tie_break FA-R50 default; do
    has "$word"
done
has "edition  default (reconstruction)"
has "edition  reconstruction-1;" # a name that says it is not told twice
has "--preset letter, to the letter: joker_only_if_needed=on"
has "Our reading: 6 per seat. To the letter: 0."
narrow
runs "the games as JSON" games --json
python3 - "$out" <<'P' || fail "the JSON does not say what it should"
import json, sys
games = {g["game"]: g for g in json.load(open(sys.argv[1]))}
famiglia = games["famiglia"]
assert (famiglia["min_players"], famiglia["max_players"]) == (2, 2)
options = {o["name"]: o for o in famiglia["options"]}
assert options["tie_break"]["values"] == ["draw", "descending"]
assert options["tie_break"]["default"] == "draw" and options["tie_break"]["rule"] == "FA-R50"
assert options["joker_only_if_needed"]["letter"] == "on" and "letter" not in options["tie_break"]
assert all(o["ours"] for o in famiglia["options"])
assert famiglia["editions"] == ["default"] and famiglia["reconstruction"] is True
P

games=$("$speakeasy" games --json | python3 -c 'import json, sys
print(*(g["game"] for g in json.load(sys.stdin)))')
for game in $games; do
    runs "the whole text of $game" rules $game
    has "======"
    has_not "|--"
    has_not "**"
    grep -v -e '^    ' -e '://' "$out" >"$tmp/text" # drawings and addresses are left as they are
    mv "$tmp/text" "$out"
    narrow
    runs "$game as it was written" rules $game --markdown
    text=src/games/$game/rules.md
    cmp -s "$out" "$text" || fail "it is not the text in $text"
    runs "$game in a minute" rules $game --short
    [ "$(wc -l <"$out")" -ge 5 ] || fail "that is no more than a word"
    narrow
    runs "the game's name in capitals" rules "$(echo $game | tr a-z A-Z)" --short
done
runs "how to play" rules famiglia --short
says "For any other, show two cards of its family that are one rank lower"
has_not "FA-"
[ "$(wc -l <"$out")" -le 24 ] || fail "it does not fit a screen"

runs "one clause" rules famiglia FA-3.8
says "may take only one of those new cards"
has_not "FA-3.7"
[ "$(grep -c FA- "$out")" = 1 ] || fail "more than one clause"
cp "$out" "$tmp/clause"
for id in fa-3.8 3.8; do
    runs "the same clause as $id" rules famiglia $id
    cmp -s "$out" "$tmp/clause" || fail "it differs"
done
runs "a clause with a number that begins another" rules famiglia FA-1.1
has_not "FA-10"
runs "a group" rules famiglia FA-3
for n in 1 2 3 4 5 6 7 8; do
    has "FA-3.$n"
done
has "refresh, during the first pass"
has_not "FA-4."
runs "a ruling" rules famiglia FA-R12
has "  Ruling: second-pass way: under the pile"
has_not "|"
has_not "option"
runs "a ruling that leaves a choice" rules famiglia FA-R43
has "  Table option: joker_only_if_needed"
has_not '`'
for id in fa FA FA-; do
    runs "everything that has a number, as '$id'" rules famiglia $id
    has FA-1.1
    has FA-R66
    has FA-I20
done
runs "a ruling alone" rules famiglia FA-R1
has_not "FA-R12"
runs "a worked example" rules famiglia FA-V45
says "15 + 3 + 0 + 1 + 1 + 10 = 30"
runs "an invariant" rules famiglia FA-I3
says "never leaves its owner"
finish
