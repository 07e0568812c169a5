#!/bin/sh
# The Python package as it would be installed: built on the library of this build with Debian's Python, its tests
# run, its types checked, and the example trained for a moment: it must beat random moves.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "python: $*" >&2 && exit 1; }
[ -f "${SPK_BUILD:?}/packaging/library/libspeakeasy.a" ] || fail "this build has no library"
python=/usr/bin/python3
root=$PWD
settings=$(tools/python "$dir") || fail "the package does not build"
eval "$settings"
export PYTHONDONTWRITEBYTECODE=1
ls "$dir"/lib/speakeasy/*.abi3.so >/dev/null || fail "the extension does not keep to the stable ABI"
cd "$dir" # not where the sources are
# Memory that was let go of is overwritten, so that a borrowed text is noticed.
MALLOC_PERTURB_=165 PYTHONMALLOC=debug $python -W error -m unittest discover -s "$root/python/tests" >log 2>&1 || fail "$(cat log)"
(cd "$dir/source" && $python -m mypy --cache-dir "$dir/cache" speakeasy) >log 2>&1 || fail "$(cat log)"
printf '%s\n' 'import speakeasy' 'r: speakeasy.Result = speakeasy.Match("famiglia").result()' 'x: str = r.scores' >wrong.py
! MYPYPATH="$dir/lib" $python -m mypy --cache-dir "$dir/cache" wrong.py >log 2>&1 || fail "the types are not seen by users"
grep -q 'wrong.py:3: error: Incompatible types' log || fail "$(cat log)"
$python "$root/examples/train_agent.py" --rounds 14 --games 64 --trials 300 >log 2>&1 || fail "$(cat log)"
share=$(sed -n 's/.*: wins \([0-9]*\)\.[0-9]% .* against random moves$/\1/p' log)
[ "$share" -ge 55 ] || fail "the agent does not beat random moves: $(cat log)"
