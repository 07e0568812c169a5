#!/bin/sh
# hint.sh: what a strong player would do, asked at the prompt of every game.
. "$(dirname "$0")/helpers"

games=$("$speakeasy" games --json | python3 -c 'import json, sys
print(*(g["game"] for g in json.load(sys.stdin)))')
for game in $games; do
    table="play $game --seed 5 --budget 60it --talk off"
    printf 'hint\nwhy hint\nquit\n' >"$tmp/in"
    runs "$game: a hint, and why" $table
    has "Hint: "
    has "% -> "
    narrow
    hints=$(tr -s ' \n' '  ' <"$out" | grep -o 'Hint: [^]]*\]' | sed 's/.*\[//; s/\]//')
    move=$(echo "$hints" | head -n 1)
    [ "$move" = "$(echo "$hints" | tail -n 1)" ] || fail "asked again, another hint"
    printf '%s\nquit\n' "$move" >"$tmp/in"
    runs "$game: the hint is taken" $table
    has_not "No: "
done
printf 'why hint\nhint\nquit\n' >"$tmp/in"
runs "no hint for words at the table" play chicago_gangsters --seed 5 --budget 5it
says "Hints are only given on your turn"
finish
