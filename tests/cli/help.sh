#!/bin/sh
# help.sh: the program explains itself: the overview, every command, the version.
. "$(dirname "$0")/helpers"

runs "without words" ; cp "$out" "$tmp/overview"
has "usage: speakeasy <command>"
narrow
for command in play games rules replay simulate arena trace perft bench doctor; do
    runs "the overview" --help
    has "  $command "
    runs "the help of $command" $command --help
    has "usage: speakeasy $command"
    narrow
    cp "$out" "$tmp/long"
    runs "the help of $command by -h" $command -h
    cmp -s "$out" "$tmp/long" || fail "-h and --help differ"
    runs "the help of $command by 'help'" help $command
    cmp -s "$out" "$tmp/long" || fail "'help $command' and '$command --help' differ"
done
runs "the overview again" help
cmp -s "$out" "$tmp/overview" || fail "'speakeasy' and 'speakeasy help' differ"

runs "help beside wrong words" simulate --games nonsense --help
has "usage: speakeasy simulate"
runs "the bots are listed" play --help
has "bot:random      plays at random"
has "bot:busy        plays at random"
has "--talk ask|off"
says "everybody who may speak is asked before a bot moves"
runs "the options are listed" simulate --help
for option in games players option edition policy threads seed json; do
    has "--$option"
done
runs "the version" --version
grep -qx 'speakeasy [0-9][0-9.]*' "$out" || fail "that is no version: $(cat "$out")"
finish
