#!/bin/sh
# Manual pages and completions say what the program says: every command has a page with all its options, and bash is
# asked what it would offer. zsh and fish are asked too, where they are installed.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "manuals: $*" >&2 && exit 1; }
speakeasy=${SPK_BUILD:?}/speakeasy
tools/manuals "$speakeasy" "$dir"

n=0
for command in $(sed -n 's/^COMMAND(\(.*\))$/\1/p' src/hosts/cli/commands.def); do
    page=$dir/speakeasy-$command.1
    [ -s "$page" ] || fail "$command has no page"
    grep -q "^speakeasy.-$command .- " "$page" || fail "$command's page has no name"
    grep -q "speakeasy.-$command (1)" "$dir/speakeasy.1" || fail "speakeasy.1 does not name $command"
    for option in $("$speakeasy" help $command | sed -n 's/^  --\([a-z-]*\).*/\1/p'); do
        grep -qF "\\fB\\-\\-$(echo $option | sed 's/-/\\-/g')\\fR" "$page" || fail "$command's page does not name --$option"
        n=$((n + 1))
    done
done
[ $n -gt 100 ] || fail "only $n options were found"
grep -q 'sessions_per_account=20' "$dir/speakeasy-serve.1" || fail "the limits of the server are missing"
if command -v groff >/dev/null; then
    for page in "$dir"/*.1; do
        groff -man -Tutf8 -ww -z "$page" 2>"$dir/log" && [ ! -s "$dir/log" ] || fail "$page: $(head -n 3 "$dir/log")"
    done
fi

offers() { # WORDS... -> what bash offers for the last of them
    bash -c '. "$1"; shift; COMP_WORDS=(speakeasy "$@"); COMP_CWORD=$#; _speakeasy; printf "%s\n" "${COMPREPLY[@]}"' bash "$dir/speakeasy" "$@"
}
wants() { # EXPECTED WORDS...
    wanted=$1
    shift
    offers "$@" | grep -qxF -- "$wanted" || fail "bash does not offer '$wanted' after '$*' but: $(offers "$@" | tr '\n' ' ')"
}
wants play pl
wants doctor ""
wants famiglia play ""
wants chicago_gangsters simulate chicago_
wants --players play --pl
wants --json simulate --
wants letter play --preset ""
wants de play --lang ""
wants human play --seat hu
wants backup admin b
wants arena help ar
wants "$dir/speakeasy.1" replay "$dir/speakeasy.1"
[ -z "$(offers play --players '')" ] || fail "bash offers something for a number"

if command -v zsh >/dev/null; then
    zsh -n "$dir/_speakeasy" || fail "zsh does not understand it"
fi
if command -v fish >/dev/null; then
    fish -n "$dir/speakeasy.fish" || fail "fish does not understand it"
    asked() { HOME=$dir fish -c "source $dir/speakeasy.fish; complete -C '$1'" 2>/dev/null | cut -f 1; }
    asked 'speakeasy play fam' | grep -qx famiglia || fail "fish does not offer famiglia"
    asked 'speakeasy play --preset ' | grep -qx letter || fail "fish does not offer letter"
    asked 'speakeasy doc' | grep -qx doctor || fail "fish does not offer doctor"
fi
