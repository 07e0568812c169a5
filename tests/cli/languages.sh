#!/bin/sh
# languages.sh: a game in German and Dutch: the log, the moves, refusals, talk and the end.
. "$(dirname "$0")/helpers"

busy='--seat human --seat bot:busy'
type_in() { printf '%s\n' "$@" >"$tmp/in"; }

type_in 'recruit F3' 99 1 help quit
runs "German" play famiglia --lang de --seed 1 $busy
has "Spieler 1  du"
says "Spieler 1 beginnt. Brutaler 1 kommt in die Straße."
has "Deine Züge"
has "[recruit A0]"
says "Nein: La Famiglia 3 liegt nicht in der Straße. [FA-2.4; 'why' nennt die Regel]"
says "Nein: Einen Zug 99 gibt es nicht: Die Nummern gehen von 1 bis 3."
has "  noch einmal der Tisch"
has "Du hast den Tisch verlassen"
narrow
type_in 'recruit F3' 1 help quit
runs "Dutch" play famiglia --lang nl --seed 1 $busy
has "speler 1  jij"
says "Speler 1 begint."
has "Je zetten"
has "[recruit A0]"
has "Nee: La Famiglia 3 "
has "Je hebt de tafel verlaten"
narrow

# What cannot be read is refused in the reader's language too
typo() { # GAME LANG TYPED REFUSAL
    type_in "$3" quit
    runs "$1: $3" play $1 --lang $2 --seed 1 --talk off $busy
    says "$4"
}
typo famiglia de dance "Nein: 'dance' ist kein Zug von Famiglia."
typo famiglia de 'recruit X9' "Nein: Eine Karte ist ein Buchstabe F A B M und ein Rang von 0 bis 4, etwa B2."
typo gangster nl 'lay_own 3 here' "Nee: Een veld is een letter a tot f en een cijfer 1 tot 6: c4."
typo chicago nl 'step 1,1 somewhere' "Nee: 'somewhere' is geen veld: schrijf rij,kolom"
typo chicago de 'pay 1 100' "Nein: Geld, Ringe, Figuren und Chips wechseln nie den Besitzer. [CH-R35;"
typo chicago_gangsters de 'lay W2 perhaps' "Nein: Nach den Karten kommt nichts, 'cover' oder die Seite von Mr. X"
typo chicago_gangsters nl 'use_thug maybe' "Nee: Zeg 'yes' of 'no'."

# A list may be narrowed by the words one reads, and by those one types
type_in 'moves rot 3 auf a1' 'moves lay_own 3' quit
runs "moves in German" play gangster --lang de --seed 1 $busy
has "   73  Rot 3 auf a1 legen   [lay_own 3 a1]"
has "108  Rot 3 auf f6 legen"
type_in say 'say aim win' board '' quit
runs "talk in Dutch" play chicago_gangsters --players 4 --lang nl --seed 1 $busy --seat bot:busy --seat bot:busy
has "speler 1, je mag spreken: say ..., of Enter om te luisteren > "
has "  gezegd      jij: (1) "
has_not "Let us win this."
has "  Speler 1: “"
has "  say aim win                  "
has_not "Please"

# Saving, loading, hints and rules
type_in hint 'why hint' rules 'rules FA-2.4' 'rules FA-99' 1 save "save $tmp" "save $tmp/de.play" 'undo it' quit
runs "the other words in German" play famiglia --lang de --seed 1 --budget 5it $busy
has "Friedemann Friese, 2F-Spiele 2010: Zwei Banden werben"
has "Spieler 2  bot:busy, spielt zufällig, "
has "  Ausgabe    default (Rekonstruktion)"
has "Tipp: Anwerben: B"
says "Damit gewinnst du etwa "
says "Auf den ersten Blick, so wie es steht und gleich danach:"
says "In Aktion 4 "
has "Eine Regel: 'rules FA-2.1'; alle: 'speakeasy rules famiglia'."
has "Die Regeln haben kein 'FA-99'."
has "Wohin speichern? 'save DATEI'."
has "Nicht gespeichert: $tmp ist ein Verzeichnis; nenne eine Datei darin."
has "Gespeichert. Von hier geht es weiter mit: speakeasy play --load $tmp/de.play"
has "Nach 'undo' kommt nichts. Meinst du nur 'undo'?"
type_in "save $tmp/de.play" quit
runs "a file that is there" play famiglia --lang nl --seed 1 $busy
has "Niet bewaard: $tmp/de.play bestaat al."
type_in quit
runs "loading in German" play --load "$tmp/de.play" --lang de
has "Das Spiel geht nach 9 Einträgen weiter; 'log' zeigt sie."

# A record and the rules
runs "a record in German" replay "$tmp/de.play" --lang de
has ", 2 Spieler, Ausgabe default (Rekonstruktion): Eintrag 9 von 9"
has "    8  Spieler 1 wirbt an: Buchhalter 0."
runs "a record in Dutch" replay "$tmp/de.play" --lang nl
has "    8  Speler 1 "
runs "a long title" replay src/games/chicago_gangsters/plays/five_talking.play --lang de --to 60
narrow
says "Chicago Gangsters, 5 Spieler, Ausgabe default (Rekonstruktion): Eintrag 60 von "
says "Spieler 3: „Bring bitte 8 Punkte oder mehr.“"
runs "in German" rules famiglia --short --lang de
cp "$out" "$tmp/short"
LC_ALL=de_DE.UTF-8
runs "in the system's language" rules famiglia --short
LC_ALL=C.UTF-8
cmp -s "$out" "$tmp/short" || fail "it differs from --lang de"
runs "all of them in Dutch" rules chicago --markdown --lang nl
cmp -s "$out" src/games/chicago/rules.nl.md || fail "that is not rules.nl.md"
for game in $("$speakeasy" games --json | python3 -c 'import json, sys
print(*(g["game"] for g in json.load(sys.stdin)))'); do
    for lang in de nl; do
        runs "$game in a minute, in $lang" rules $game --short --lang $lang
        line=$(sed -n 's/^- //p;q' "$out")
        grep -qF -- "$line" src/games/$game/rules.$lang.md && [ "$line" ] || fail "not from rules.$lang.md"
        narrow
    done
done

# Whole games, with nothing too wide and an end in words
for game in $("$speakeasy" games --json | python3 -c 'import json, sys
print(*(g["game"] for g in json.load(sys.stdin)))'); do
    for lang in de nl; do
        yes 1 | head -n 3000 >"$tmp/in"
        runs "$game in $lang" play $game --lang $lang --seed 2 --talk off --budget 5it
        narrow
        cat -s "$out" | cmp -s - "$out" || fail "two empty lines in a row"
        has_not "How it ended"
        grep -q -e '^Wie es endete: ' -e '^Hoe het eindigde: ' "$out" || fail "no end"
    done
done

# The system's language, unless --lang says another; one that we do not speak is English
for pair in 'de_AT.UTF-8 Deine' 'nl_BE Je' 'fr_FR.UTF-8 Your' 'C Your' 'den Your'; do
    LC_ALL=${pair% *}
    type_in quit
    runs "LC_ALL=$LC_ALL" play famiglia --seed 1 $busy
    grep -q "^${pair#* } " "$out" || fail "not '${pair#* }'"
done
LC_ALL=de_DE.UTF-8
type_in quit
runs "--lang goes first" play famiglia --lang en --seed 1 $busy
has "Your moves"
refuses "en|de|nl" play famiglia --lang fr
finish
