#!/bin/sh
# trace.sh: every line of a trace is what docs/trace.md says; a record made from one replays to it.
. "$(dirname "$0")/helpers"

for seed in 1 2 3; do
    for policy in uniform busy; do
        runs "a trace, seed $seed, $policy" trace famiglia --seed $seed --policy $policy --views
        python3 - "$out" <<'P' || fail "it is not what docs/trace.md says"
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
start, steps, end = lines[0], lines[1:-1], lines[-1]
assert list(start) == ["type", "game", "players", "options", "edition", "state", "views"]
assert (start["type"], start["game"], start["players"]) == ("start", "famiglia", 2)
assert start["edition"] == "default" and start["options"]["tie_break"] == "draw"
for i, s in enumerate(steps):
    assert list(s) == ["type", "n", "actor", "move", "legal", "state", "views"]
    assert s["type"] == "step" and s["n"] == i + 1 and len(s["views"]) == 3
    if s["actor"] == "chance":
        assert all(o["weight"] >= 1 and list(o) == ["move", "weight"] for o in s["legal"])
        legal = [o["move"] for o in s["legal"]]
    else:
        assert s["actor"] in (0, 1)
        legal = s["legal"]
    assert s["move"] in legal and len(set(legal)) == len(legal)
assert list(end) == ["type", "result", "reason"] and end["type"] == "end"
result = end["result"]
assert list(result) == ["scores", "ranks", "winners"] and len(result["scores"]) == 2
assert sorted(result["winners"]) == [i for i in (0, 1) if result["ranks"][i] == 1]
assert isinstance(end["reason"], str) and end["reason"]
P
        runs "without views" trace famiglia --seed $seed --policy $policy
        has_not '"views"'
        cp "$out" "$tmp/trace"
        # The hash of the edition stands in any record.
        printf 'save! %s\n' "$tmp/head.play" >"$tmp/in"
        runs "any record" play famiglia --seat human --seat bot:busy --seed 1
        python3 - "$tmp/trace" "$tmp/head.play" "$tmp/made.play" <<'P'
import json, sys
steps = [s for s in map(json.loads, open(sys.argv[1])) if s["type"] == "step"]
head = open(sys.argv[2]).read().split("log\n")[0]
with open(sys.argv[3], "w") as record:
    record.write(head + "log\n")
    for s in steps:
        record.write("%d %s %s\n" % (s["n"], s["actor"], s["move"]))
    record.write("end %d\n" % len(steps))
P
        runs "the trace of the record" replay "$tmp/made.play" --json
        cmp -s "$out" "$tmp/trace" || fail "it is another trace"
        runs "with views" trace famiglia --seed $seed --policy $policy --views
        cp "$out" "$tmp/trace"
        runs "the views of the record" replay "$tmp/made.play" --json --views
        cmp -s "$out" "$tmp/trace" || fail "they are other views"
    done
done

refuses "--views needs --json" replay "$tmp/made.play" --views
runs "a part of a record" replay "$tmp/made.play" --json --to 3
[ "$(wc -l <"$out")" = 5 ] || fail "start, three steps and end are five lines"
tail -n 1 "$out" | grep -q '"reason":null' || fail "a game that is on has no reason to have ended"

runs "to the letter" trace famiglia --preset letter
head -n 1 "$out" | grep -qF '"joker_only_if_needed":"on"' || fail "the preset is not in the trace"
runs "the letter but for one option" trace famiglia --preset letter --option joker_only_if_needed=off
head -n 1 "$out" | grep -qF '"joker_only_if_needed":"off"' || fail "the option does not win"
runs "options" trace famiglia --option tie_break=descending --option start_player=seat_2
head -n 1 "$out" | grep -qF '"start_player":"seat_2"' || fail "the option is not in the trace"

# A record with a move that was taken back
printf '1\n1\n1\nplay_accountant A1\nundo\nskip_exchange\nsave %s\n' "$tmp/undo.play" >"$tmp/in"
runs "a game with an undo" play famiglia --seat human --seat bot:busy --seed 1
runs "its trace" replay "$tmp/undo.play" --json
python3 - "$out" <<'P' || fail "the undo is not what docs/trace.md says"
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
at = next(i for i, s in enumerate(lines) if s["type"] == "undo")
assert list(lines[at]) == ["type", "n", "actor", "state"] and lines[at]["n"] == at
assert lines[at]["actor"] == 0 and lines[at]["state"] == lines[at - 2]["state"]
P
finish
