#!/bin/sh
# puzzles.sh: positions with one clearly best move; those that come with the games are sound.
. "$(dirname "$0")/helpers"
here=$(dirname "$0")

runs "two of them" puzzles famiglia --count 2 --iterations 300 --out "$tmp/two.json"
has "2 puzzles from "
cp "$tmp/two.json" "$tmp/once.json"
runs "the same again" puzzles famiglia --count 2 --iterations 300 --out "$tmp/two.json"
cmp -s "$tmp/two.json" "$tmp/once.json" || fail "they have changed"
runs "printed, of four players with secrets" puzzles chicago_gangsters --players 4 --count 1 --games 1 --iterations 60
cp "$out" "$tmp/secrets.json"
runs "only answers of a kind" puzzles famiglia --count 1 --iterations 300 --answers 'recruit *' --out "$tmp/kind.json"
grep -q '"best":"recruit ' "$tmp/kind.json" || fail "another kind of answer"
: >"$tmp/none.json"
refuses "no puzzles in it" puzzles famiglia --again "$tmp/none.json"
runs "those of a file again" puzzles famiglia --count 2 --iterations 300 --again "$tmp/once.json" --out "$tmp/again.json"
cmp -s "$tmp/again.json" "$tmp/once.json" || fail "the same judge says otherwise"
runs "numbers that go on" puzzles famiglia --count 1 --iterations 300 --first 61 --out "$tmp/more.json"
grep -q '"number":61,' "$tmp/more.json" || fail "another number"
refuses "patterns of up to" puzzles famiglia --count 1 --answers 'a,,b'
refuses "there is no game" puzzles poker
refuses "from 1 to 100000" puzzles famiglia --count 0
refuses "nowhere" puzzles famiglia --count 1 --out "$tmp/nowhere/file.json"

# What docs/puzzles.md says of the file; and the answer can be played there.
cat >"$tmp/check.py" <<'P'
import json, subprocess, sys
tool, play, path = sys.argv[1:]
found = json.load(open(path, encoding="utf-8"))
assert found["judge"] == "boss" and found["iterations"] > 0 and found["seed"] >= 0
for i, p in enumerate(found["puzzles"]):
    assert p["number"] > max([q["number"] for q in found["puzzles"][:i]], default=0) and 1 <= p["difficulty"] <= 4 and p["difficulty"] == 4 - len(p["found_by"])
    assert p["best"] == p["lines"][0]["move"] != p["looks_best"] and p["looks_best"] in [l["move"] for l in p["lines"]]
    assert p["gap"] >= 20 // found["players"] - 1, p["gap"]
    ends = p.get("ends")  # older ones have none
    assert not ends or ends["best"]["percent"] >= ends["looks_best"]["percent"], ends
    assert p["lines"][0]["percent"] - p["lines"][1]["percent"] >= p["gap"] - 1
    for line in p["lines"]:
        head, end = p["record"].rsplit("end ", 1)
        n = int(end) + 1
        with open(play, "w", encoding="utf-8") as f:
            f.write(f"{head}{n} {p['seat']} {line['move']}\nend {n}\n")
        done = subprocess.run([tool, "replay", play], capture_output=True, text=True)
        assert done.returncode == 0, (path, p["number"], line["move"], done.stderr)
print(len(found["puzzles"]))
P
check() {
    what="the puzzles of $1"
    n=$(python3 "$tmp/check.py" "$speakeasy" "$tmp/try.play" "$1") || fail "they are not what docs/puzzles.md says"
}
check "$tmp/two.json"
[ "$n" = 2 ] || fail "$n of 2"
check "$tmp/secrets.json"
for file in "$here"/../../puzzles/*/*.json; do
    [ -f "$file" ] || continue
    check "$file"
    [ "$n" -ge 50 ] || fail "only $n"
done
finish
