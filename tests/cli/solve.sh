#!/bin/sh
# solve.sh: the ends of games, solved exactly, and what a bot does there.
. "$(dirname "$0")/helpers"

runs "the end of Gangster" solve gangster --option stall_limit=1 --games 1 --iterations 50 --positions 20000
has "boss with 50 iterations, 1 games"
has "         all"
cp "$out" "$tmp/once"
runs "the same again" solve gangster --option stall_limit=1 --games 1 --iterations 50 --positions 20000
cmp -s "$out" "$tmp/once" || fail "it has changed"
runs "what it is for" solve --help
narrow
refuses "has secrets" solve chicago_gangsters
refuses "there is no bot" solve famiglia --bot nobody
refuses "there is no game" solve poker

# -- Reduced games: a position of a file, solved from its first move
root=$(dirname "$0")/../..
runs "Famiglia with two families" solve famiglia --position "$root/bench/solve/famiglia_two_families.pos" --games 2 --iterations 20 \
    --random 25 --positions 400000
has "boss with 20 iterations, 2 games"
printf '# a comment\nphase recruit; hand0 Q7\n' >"$tmp/bad.pos"
refuses "A card is a letter" solve famiglia --position "$tmp/bad.pos"
refuses "nowhere.pos" solve famiglia --position "$tmp/nowhere.pos"

finish
