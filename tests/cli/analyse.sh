#!/bin/sh
# analyse.sh: a saved game looked back at.
. "$(dirname "$0")/helpers"
plays=$(dirname "$0")/../../src/games
game=$plays/famiglia/plays/integration_script.play

runs "for people" analyse "$game" --budget 100it
has "Famiglia, 2 players; 20 of 20 decisions looked at by boss, 100it each"
says "Player 2 won. Luck gave 1 % of a win."
has "Turning points"
has "Mistakes, blunders and brilliant moves"
says "Better was “"
narrow
cp "$out" "$tmp/once"
runs "the same verdicts again" analyse "$game" --budget 100it
cmp -s "$out" "$tmp/once" || fail "they have changed"
runs "step by step" analyse "$game" --budget 50it --all
has "Step by step"
says ", the best move."
narrow
runs "in German" analyse "$game" --budget 50it --lang de
has "Wendepunkte"
narrow
runs "in Dutch" analyse "$game" --budget 50it --lang nl
has "Keerpunten"
narrow
runs "with a clock" analyse "$game" --budget 1ms
has "1ms each"
runs "with rollouts" analyse "$game" --budget 100it --rollouts 50
says "50 rollouts: the move made wins "
runs "by another judge" analyse "$game" --bot normal --budget 100it
has "by normal"

# Every game, every number of players, talk and walks; the JSON is what docs/analysis.md says
for name in famiglia/plays/all_cards_open gangster/plays/four_with_skips gangster/plays/three_at_thirteen \
    chicago/plays/four_three_casinos chicago_gangsters/plays/five_talking; do
    runs "$name as JSON" analyse "$plays/$name.play" --budget 8it --json --rollouts 2
    python3 - "$out" "$plays/$name.play" <<'P' || fail "it is not what docs/analysis.md says"
import json, sys
a = json.load(open(sys.argv[1], encoding="utf-8"))
log = open(sys.argv[2], encoding="utf-8").read().split("\nlog\n")[1].split("\n")
assert list(a) == ["analysis", "game", "players", "bot", "seed", "over", "done", "decisions", "seats",
                   "turning_points", "steps", "turns", "budget", "rollouts"], list(a)
assert a["analysis"] == 1 and a["budget"] == "8it" and a["done"] == a["decisions"] and len(a["seats"]) == a["players"]
VERDICTS = ["unjudged", "best", "good", "inaccurate", "mistake", "blunder", "brilliant"]
lost = [0] * a["players"]
luck = [0] * a["players"]
for s in a["steps"]:
    number, actor, text = log[s["n"] - 1].split(" ", 2)
    assert int(number) == s["n"] and text.removeprefix("safe ") == s["text"]
    assert actor == ("chance" if s["seat"] is None else str(s["seat"]))
    if s["seat"] is None:
        assert abs(sum(s["luck"])) <= a["players"]
        luck = [x + y for x, y in zip(luck, s["luck"])]
    elif s["verdict"] != "unjudged":
        assert s["verdict"] in VERDICTS and s["until"] >= s["n"] and s["moves"] > 1
        assert sum(s["before"]) == sum(s["after"]) == 10000
        assert all(list(l) == ["text", "visits", "value"] for l in s["lines"])
        assert s["words"] and all(w["format"] for w in s["words"])
        lost[s["seat"]] += s["lost"]
for i, seat in enumerate(a["seats"]):
    assert seat["lost"] == lost[i] and abs(seat["luck"] - luck[i]) <= len(a["steps"])
    assert seat["adjusted"] == seat["result"] - seat["luck"]
assert sum(s["result"] for s in a["seats"]) in (9999, 10000)
assert len(a["turning_points"]) <= 3
marked = [s["n"] for s in a["steps"] if s.get("verdict") in ("mistake", "blunder", "brilliant")]
assert [r["n"] for r in a["rollouts"]] == marked
assert all(r[k]["low"] <= r[k]["mean"] <= r[k]["high"] for r in a["rollouts"] for k in ("made", "best") if 0 < r[k]["mean"] < 10000)
P
done

runs "the curve" analyse "$game" --budget 50it --svg "$tmp/curve.svg"
python3 - "$tmp/curve.svg" <<'P' || fail "it is no picture"
import sys, xml.dom.minidom
svg = xml.dom.minidom.parse(sys.argv[1])
lines = [p for p in svg.getElementsByTagName("path") if "line" in p.getAttribute("class")]
assert len(lines) == 4 and all(p.getAttribute("d").startswith("M") for p in lines)
marks = svg.getElementsByTagName("circle")
assert 1 <= len(marks) <= 3 and all(m.parentNode.getElementsByTagName("title") for m in marks)
assert "prefers-color-scheme:dark" in svg.getElementsByTagName("style")[0].firstChild.data
P

# A game that is not over
sed '/^30 /,$d' "$game" >"$tmp/half.play"
echo "end 29" >>"$tmp/half.play"
runs "half a game" analyse "$tmp/half.play" --budget 50it
says "times in 100 from here."
has_not "Adjusted"

# What is refused says where and why
refuses "No such file" analyse "$tmp/none.play"
sed 's/^20 .*/20 0 recruit Z9/' "$game" >"$tmp/bad.play"
refuses "bad.play:$(grep -n '^20 0 recruit Z9' "$tmp/bad.play" | cut -d: -f1)" analyse "$tmp/bad.play"
refuses "--budget takes 20ms, 1.5s, 20cpu or 1000it, not 'soon'" analyse "$game" --budget soon
refuses "there is no bot 'boss9'" analyse "$game" --bot boss9
refuses "'random' does not think ahead" analyse "$game" --bot random
refuses "--rollouts" analyse "$game" --rollouts 0
refuses "is a directory" analyse "$game" --svg "$tmp"
sed '/^log/,$d' "$game" >"$tmp/empty.play"
printf 'log\nend 0\n' >>"$tmp/empty.play"
refuses "nobody had a choice" analyse "$tmp/empty.play"
finish
