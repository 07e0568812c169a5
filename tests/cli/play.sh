#!/bin/sh
# play.sh: whole games through a pipe, and everything that can be typed.
. "$(dirname "$0")/helpers"

busy='--seat human --seat bot:busy' # who answers at once; without --seat it is bot:normal
busy4="$busy --seat bot:busy --seat bot:busy"
type_in() { printf '%s\n' "$@" >"$tmp/in"; }

# A game to its end, always the first move
yes 1 | head -n 2000 >"$tmp/in"
runs "the first move always" play famiglia --seed 1 $busy
has "player 1  you"
has "player 2  bot:busy"
has "player 1 > 1"
has "the game is over"
has "The winner is player"
has "How it ended: "
cp "$out" "$tmp/first"
yes 1 | head -n 2000 >"$tmp/in"
runs "the same seed again" play famiglia --seed 1 $busy
cmp -s "$out" "$tmp/first" || fail "the same seed and moves gave another game"
yes 1 | head -n 2000 >"$tmp/in"
runs "without a seed" play famiglia --budget 5it
has "player 2  bot:normal, "
has "How it ended: "

# Ten seeds against the random bot, so that other paths are taken too
for seed in 1 2 3 4 5 6 7 8 9 10; do
    yes 2 | head -n 4000 | sed 'n;s/2/1/' >"$tmp/in"
    runs "seed $seed against bot:random" play famiglia --seat human --seat bot:random --seed $seed
    has "How it ended: "
done

runs "bots alone" play famiglia --seat bot:busy --seat bot:random --seed 3
has "How it ended: "
has_not " > "

# The end of the input
runs "no input at all" play famiglia --seed 1 $busy
has "End of input"
has "was stopped before its end"
type_in 1 1
runs "input that ends on the way" play famiglia --seed 1 $busy
has "End of input"
type_in quit 1
runs "quit" play famiglia --seed 1 $busy
has "You left the table"

# Words: case and blanks are forgiven, numbers and refusals answered
type_in '  RECRUIT   a0  '
runs "a move's words" play famiglia --seed 1 $busy
has "  Player 1 recruits Accountant 0."
type_in why 'recruit F3' why 'why recruit m1' 'why 1' 99 0 -1 dance '' '1 2'
runs "refusals" play famiglia --seed 1 $busy
has "Nothing was refused."
has "No: La Famiglia 3 does not lie in the street. [FA-2.4; 'why' tells the rule]"
has "In action 4 the player takes exactly one street card or passes."
has "the player must play from hand two identical cards"
has "'recruit A0' is allowed now."
has "There is no move 99: the numbers are 1 to 3."
has "There is no move 0"
has_not "Player 1 recruits"
type_in help moves board log 'rules FA-3.8' 'rules FA-99' rules '?'
runs "the other words" play famiglia --seed 1 $busy
has "take back your last move"
has "Brute 1 comes into the street."
says "may take only one of those new cards"
has "The rules have no 'FA-99'."
says "For any other, show two cards of its family that are one rank lower"
has "Moves count seats from 0"
has "F La Famiglia, A Accountants"
has "F 1 3 6 10 15; A B M 0 1 3 6 10"
narrow
[ "$(grep -c '^Your moves' "$out")" = 2 ] || fail "'moves' does not list the moves again"
[ "$(grep -c '^Turn 1, player 1' "$out")" = 2 ] || fail "'board' does not show the table again"
printf 'recruit \001\n\377\376\n1\n' >"$tmp/in"
runs "bytes that are no text" play famiglia --seed 1 $busy
has "That line cannot be read."
has "  Player 1 recruits Accountant 0."
head -c 100000 /dev/zero | tr '\0' 'x' >"$tmp/in"
runs "an endless line" play famiglia --seed 1 $busy
has "That line cannot be read."

printf 'recruit \302\233\n1\n' >"$tmp/in"
runs "characters that a terminal would obey" play famiglia --seed 1 $busy
has "That line cannot be read."
type_in 'undo it' 'quit now' 'help me' 'exit please' '? me' 'board x' 'say hello' 1
runs "words too many" play famiglia --seed 1 $busy
[ "$(grep -c "^Nothing follows '" "$out")" = 6 ] || fail "six of them should be asked about"
has "No: There is no table talk in Famiglia."
has "  Player 1 recruits Accountant 0."
has "End of input"
runs "a game's name in capitals" play FAMIGLIA --seed 1 $busy
has "player 1  you"

# Many moves: the first forty, and the way to the others; the numbers are those of the whole list
type_in 'moves lay_own 3' 'moves LAY OWN 3 F' 'moves dance' 182 quit
runs "many moves" play gangster --seed 1 $busy
has "... and 142 more; 'moves' lists all, 'moves WORD' those that begin with it"
has "in all: 108 lay_own, 72 lay_open, 2 draw."
has "108  Lay red 3 on f6"
has_not "145  Lay "
has "No move begins with 'dance'."
has "  Player 1 draws from pile 2."
narrow
type_in moves quit
runs "all of them" play gangster --seed 1 $busy
has "145  Lay blue 2 (open tile 2) on a1"
narrow

# A move that is not worth a line leaves no gap
type_in 1 1 end_refresh quit
runs "nothing to tell" play famiglia --seed 1 $busy
has "Turn 5, player 1: action 2"
cat -s "$out" | cmp -s - "$out" || fail "two empty lines in a row"

# Undo: against bots whatever came of a move, here cards that were turned up; but there must be one
type_in undo 1 undo undo
runs "undo against bots" play famiglia --seed 1 $busy
has "  Player 1 goes back to an earlier move."
[ "$(grep -c '^No: ' "$out")" = 2 ] || fail "the first and the last should be refused"
type_in 1 1 1 'play_accountant A1' undo skip_exchange
runs "undo within a turn" play famiglia --seed 1 $busy
has "  Player 1 takes the last move back."
has "Turn 5, player 1: action 4"
has_not "No: "
type_in 1 1 1 'play accountant a1' undo 'Play-Accountant A1' undo 'skip exchange'
runs "a blank or a dash for '_'" play famiglia --seed 1 $busy
[ "$(grep -c "  Player 1 plays Accountant 1." "$out")" = 2 ] || fail "it was not played twice"
has "Turn 5, player 1: action 4"
has_not "No: "
type_in 'end refresh' 'play accountant A4'
runs "refused as what was meant" play famiglia --seed 1 $busy
has "[FA-"
has_not "is not a move"

# Two people at one screen: it is wiped if one is shown what the other is not
type_in 1 1 quit
runs "hot seat" play famiglia --seat human --seat human --option start_player=seat_1 --seed 1 --option show_hands=off
has "Player 1, it is your turn."
has "Player 2, it is your turn."
has "------------------------------"
has "(What the player before you saw is hidden.)"
has "player 2 > 1"
type_in 1 1 quit
runs "hot seat with open hands" play famiglia --seat human --seat human --option start_player=seat_1 --seed 1
has "Player 2, it is your turn."
has_not "------------------------------"
type_in 1 1 1 quit
runs "hot seat without secrets" play gangster --seat human --seat human --seed 1
has "Player 1, it is your turn."
has "Player 2, it is your turn."
has_not "------------------------------"
has_not "hidden"
yes 1 | head -n 4000 >"$tmp/in"
runs "hot seat to the end" play famiglia --seat human --seat human --seed 5
has "How it ended: "
type_in 1 quit
runs "a hidden hand stays hidden" play famiglia --seat human --seat human --seed 1 \
    --option show_hands=off --option start_player=seat_1
[ "$(grep -c 'hand  *[0-9]* cards' "$out")" = 2 ] || fail "a hand is shown to the other player"

# Table talk: a person is asked before a bot moves, once, and again after something was said
type_in 'say aim win' board 1 moves "save $tmp/talk.play" '' quit
runs "talk before a bot moves" play chicago_gangsters --players 4 --seed 1 $busy4
[ "$(grep -c 'player 1, you may speak: say ..., or Enter to listen > ' "$out")" = 6 ] ||
    fail "asked $(grep -c 'you may speak: say' "$out") times, not 6"
[ "$(grep -c "You may speak, but it is not your move." "$out")" = 2 ] || fail "1 and moves are taken"
has "  Player 1: “Let us win this.”"
has "  said        you: (1) Let us win this."
grep -q ' 3 say pass$' "$tmp/talk.play" || fail "player 4 did not pass"
has "  Player 3 lays cards and hides how many."
type_in '' quit
runs "an empty line listens" play chicago_gangsters --players 4 --seed 1 $busy4
[ "$(grep -c 'you may speak: say' "$out")" = 1 ] || fail "asked again although nothing was said"
has_not "Nothing to say."
has "player 1 > quit"

# At the prompt of a move too; bots pass when it is their word, but not for words that are refused
type_in help 'say aim win' 'say nonsense' 'say my_points 5 10' 'say 2: pass' "save $tmp/before.play" \
    'say aim half' 1 "save $tmp/after.play" quit
runs "talk at one's own move" play chicago_gangsters --players 4 --seed 1 --talk off $busy4
has_not "or Enter to listen"
has "  say WORDS "
has "You may speak to all: 'say WORDS'. A move ends the talk."
says "No: That is not a message. Messages begin with: pass, aim, my_points,"
says "No: 'my_points' is followed by two numbers, low and high, of 0 2 4 6 8 10 12 15 20 25 30 40."
has "No: Player 2 is not a person at this table."
[ "$(grep -c ' 3 say pass$' "$tmp/before.play")" = 0 ] || fail "player 4 passed for words that were refused"
[ "$(grep -c ' 3 say pass$' "$tmp/after.play")" = 1 ] || fail "player 4 did not pass once"
has "  Player 1: “Half their strength is enough.”"
type_in say 'say accept 1' say quit
runs "what can be said" play chicago_gangsters --players 4 --seed 1 --seat human --seat bot:normal --budget 5it
has "  say aim win                  Let us win this."
has "  say my_hand blackmail strong My blackmail is strong."
narrow
# Bots talk, and are heard before a person's move; at a silent table they do not
type_in '' '' '' quit
runs "bots talk" play chicago_gangsters --players 4 --seed 4 --budget 50it --seat human \
    --seat bot:hard --seat bot:normal --seat bot:easy
has "  said        player 3: (1) I bring "
runs "bots at a silent table" play chicago_gangsters --players 4 --seed 4 --budget 50it \
    --seat human --seat bot:hard --seat bot:normal --seat bot:easy --option bot_talk=silent
has_not "I bring "
type_in 1 quit
runs "no talk at this table" play chicago_gangsters --players 4 --seed 1 $busy4 --option talk_limit=0
has_not "peak"
has_not "say "

# Several people: each is asked, behind a screen that is wiped; what one says the next one sees
type_in 'say ask_points 6' 'say accept 1' board '' quit
runs "two people talk" play chicago_gangsters --players 4 --seed 1 --seat human --seat human \
    --seat bot:busy --seat bot:busy
has "Player 1, you may speak."
has "Player 2, you may speak."
has "  Player 2: “Please bring 6 points or more.”"
has "  Player 1: “Agreed, player 2: ‘Please bring 6 points or more.’”"
has "  said        player 2: (1) Please bring 6 points or more"
has "  said        you: (1) Please bring 6 points or more"
has "              player 1: (2) Agreed, player 2: ‘Please bring 6 points or more.’"

type_in 'say ask_points 6' say quit
runs "a wish of the own side can be answered" play chicago_gangsters --players 4 --seed 4 --seat human \
    --seat human --seat bot:busy --seat bot:busy
says " say accept 1 Agreed, player 1: ‘Please bring 6 points or more.’"

# Free chat: no part of the game, but everybody at this keyboard sees it; its limits are those of every table
type_in 'chat hello there' 'chat 2: hello yourself' 'chat 5: hm' chat "chat $(head -c 201 /dev/zero | tr '\0' x)" \
    why log 1 quit
runs "chat" play famiglia --seat human --seat human --seed 1 --option start_player=seat_1
[ "$(grep -c '  chat      you: hello there' "$out")" = 2 ] || fail "not shown at once, and again by 'chat'"
has "  chat      player 2: hello yourself"
has "  chat      player 1: hello there"
has "  chat      you: hello yourself"
has "No: Player 5 is not a person at this table."
has "No: A message has 1 to 200 characters and no control characters."
type_in 'chat for me alone' "save $tmp/chat.play" quit
runs "chat is in no record" play famiglia --seed 1 $busy
has "  chat      you: for me alone"
grep -q "alone" "$tmp/chat.play" && fail "chat was saved"

# CG-10.7: Mr. X says nothing freely while his cards lie face down; the others do
type_in 'chat I will lay two W4' 'chat 2: join us' quit
runs "Mr. X does not chat" play chicago_gangsters --players 5 --seed 1 --option first_mr_x=seat_0 \
    --seat human --seat human --seat human --seat human --seat human
has "No: Mr. X does not chat from the reveal of the round"
has "  chat      player 2: join us"
grep -q "chat      .*: I will lay" "$out" && fail "Mr. X gave a hint"

# Whole games with talk: three, four and five, one person or two, and the Godfather
for table in 3 4 5 '3 --option godfather=on' '4 --option godfather=on'; do
    for people in '--seat human' '--seat human --seat human'; do
        for i in $(seq 700); do echo "say aim half"; echo; echo 1; done >"$tmp/in"
        runs "a game for $table with $people" play chicago_gangsters --players $table $people --seed 5 --budget 5it
        has "How it ended: The game-end card was turned up."
        has "say aim half"
        has "you may speak: say ..., or Enter to listen > say aim half"
        narrow
    done
done

# Nothing that is printed while playing is wider than a terminal, in any game
for game in $("$speakeasy" games --json | python3 -c 'import json, sys
print(*(g["game"] for g in json.load(sys.stdin)))'); do
    yes 1 | head -n 3000 >"$tmp/in"
    runs "no wide lines in $game" play $game --seed 2 --talk off --budget 5it
    narrow
done

# Without a terminal there is no colour
printf '1\n' >"$tmp/in"
runs "plain text" play famiglia --seed 1 $busy
grep -q "$(printf '\033')" "$out" && fail "there are escapes in a pipe"
finish
