#!/bin/sh
# arena.sh: bots against bots: figures that depend on the plan alone, files, interruptions, refusals.
. "$(dirname "$0")/helpers"

# What must be the same whatever the threads and however often a run was broken off: all but times.
same() {
    python3 - "$1" "$2" <<'P' || fail "$1 and $2 differ"
import json, sys
def figures(name):
    r = json.load(open(name))
    for key in "seconds threads".split():
        del r[key]
    for bot in r["bots"]:
        del bot["time"]
        if bot["search"]:
            for key in "iterations_per_second transitions_per_second".split():
                del bot["search"][key]
    return r
a, b = map(figures, sys.argv[1:3])
assert a == b, [key for key in a if a[key] != b[key]]
P
}

# -- A run, its report and its files
runs "two bots" arena famiglia --bots greedy,random --sets 12 --seed 3 --json "$tmp/two.json" \
    --svg "$tmp/two.svg"
for word in "Famiglia, 2 players, seed 3: 12 sets of 2 games" "win share" greedy random Elo \
    luck-adjusted decisions; do
    has "$word"
done
narrow
python3 - "$tmp/two.json" "$tmp/two.svg" <<'P' || fail "the files do not add up"
import json, sys
import xml.dom.minidom
r = json.load(open(sys.argv[1]))
assert (r["game"], r["players"], r["seed"], r["sets"], r["games"]) == ("famiglia", 2, 3, 12, 24)
assert r["interrupted"] is False and r["unfinished"] == 0 and r["sprt"] is None
assert [b["name"] for b in r["bots"]] == ["greedy", "random"]
for b in r["bots"]:
    for key in "name win_share win_share_ci95 score_share elo elo_ci95 sets".split():
        assert key in b, key
    for key in ("win_share", "score_share", "mean_rank", "elo"):
        low, high = b[key + "_ci95"]
        assert low <= b[key] <= high, key
    assert b["sets"] == 12 and b["games"] == 24 and b["faults"] == 0 and b["budget"] is None
    assert 0 <= b["win_share_ci95"][0] and b["win_share_ci95"][1] <= 1
    assert b["win_share_ci95"][1] - b["win_share_ci95"][0] > 0.01   # never certain
    assert b["time"]["decisions"] > 0 and b["search"] is None
assert abs(sum(b["win_share"] for b in r["bots"]) - 1) < 1e-5
assert r["bots"][1]["elo"] == 0 and r["bots"][0]["win_share"] > 0.6
assert abs(sum(r["seat_win_share"]) - 1) < 1e-5
assert len(r["set_results"]) == 12 and all(len(s["games"]) == 2 for s in r["set_results"])
for s in r["set_results"]:
    first, second = s["games"]
    assert first["bots"] == second["bots"][::-1]                    # the seats are changed
    for g in s["games"]:
        assert sum(g["luck"]) in range(-2000, 2001) and min(g["ranks"]) == 1
svg = xml.dom.minidom.parse(sys.argv[2]).documentElement
assert svg.tagName == "svg" and svg.getElementsByTagName("title") and "random" in svg.toxml()
assert "prefers-color-scheme" in svg.toxml()
P

# -- The same on any number of threads, and broken off and gone on with
for threads in 1 3; do
    runs "four seats on $threads threads" arena chicago_gangsters --players 4 --bots easy,busy \
        --sets 3 --budget 20it --threads $threads --json "$tmp/threads.$threads"
done
same "$tmp/threads.1" "$tmp/threads.3"
says "easy counts as the only one among 3 of busy, busy as the only one among 3 of easy"
runs "a part of it" arena chicago_gangsters --players 4 --bots easy,busy --sets 1 --budget 20it \
    --json "$tmp/part"
runs "the rest" arena chicago_gangsters --players 4 --bots easy,busy --sets 3 --budget 20it \
    --resume "$tmp/part"
same "$tmp/threads.1" "$tmp/part"
refuses "seed 1, not 2" arena chicago_gangsters --players 4 --bots easy,busy --sets 3 \
    --budget 20it --seed 2 --resume "$tmp/part"
refuses "players: 4, not 3" arena chicago_gangsters --players 3 --bots easy,busy --sets 3 \
    --budget 20it --resume "$tmp/part"
refuses "budget 20it, not 21it" arena chicago_gangsters --players 4 --bots easy,busy --sets 3 \
    --budget 21it --resume "$tmp/part"
refuses "famiglia, not gangster" arena gangster --bots greedy,random --sets 12 --seed 3 \
    --resume "$tmp/two.json"
refuses "No such file" arena famiglia --bots greedy,random --sets 2 --resume "$tmp/none"
echo '{"arena":' >"$tmp/bad"
refuses "no JSON" arena famiglia --bots greedy,random --sets 2 --resume "$tmp/bad"
[ "$(cat "$tmp/bad")" = '{"arena":' ] || fail "a refused file was changed"

runs "one of the first only" arena gangster --players 3 --bots greedy,random --sets 2 --lone \
    --json "$tmp/lone"
python3 - "$tmp/lone" <<'P' || fail "not as the lone one"
import json, sys
r = json.load(open(sys.argv[1]))
assert r["games_per_set"] == 3 and [b["role"] for b in r["bots"]] == ["lone", "rest"]
for s in r["set_results"]:
    assert [g["bots"] for g in s["games"]] == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
P
runs "a pool" arena famiglia --bots random,busy,greedy,mcts@9it --sets 6 --json "$tmp/pool"
has "row v column"
has "mcts@9it"
runs "twins" arena famiglia --bots busy,busy --sets 2
has "busy#2"
runs "an option" arena famiglia --bots busy,greedy --sets 1 --option tie_break=descending

# -- Programs of other people: one that plays, one that is not there, one that goes away
runs "a program" arena famiglia --bots "exec@5s:python3 examples/bot.py,random" --sets 1 \
    --json "$tmp/exec"
python3 - "$tmp/exec" <<'P' || fail "the program did not play"
import json, sys
bot = json.load(open(sys.argv[1]))["bots"][0]
assert bot["faults"] == 0 and bot["budget"] == "5000ms" and bot["time"]["decisions"] > 0, bot
P
refuses "nobody_is_here" arena famiglia --bots exec:./nobody_is_here,random --sets 1
runs "a program that only exits" arena famiglia --bots exec:true,random --sets 1 --json "$tmp/exec"
has "to the safe default; first: "

# -- Is it better?
runs "decided" arena famiglia --bots greedy,random --sets 500 --sprt 0,50 --json "$tmp/sprt"
has "H1 holds: greedy is more than 0 Elo better than random"
python3 - "$tmp/sprt" <<'P' || fail "it did not stop"
import json, sys
r = json.load(open(sys.argv[1]))
assert r["sprt"]["verdict"] == "H1" and r["sprt"]["llr"] >= r["sprt"]["high"] > 2.9
assert r["sets"] == r["sprt"]["sets"] < 100
P
runs "the other way" arena famiglia --bots random,greedy --sets 500 --sprt -5,5,0.1,0.1
has "H0 holds"
runs "not decided" arena famiglia --bots busy,busy --sets 3 --sprt 0,5
has "Not decided"
runs "by wins" arena gangster --players 3 --lone --bots greedy,random --sets 200 --sprt 60%,70% \
    --json "$tmp/sprt"
has "H1 holds: greedy wins more than 60 % against a table of random"
runs "decided before" arena gangster --players 3 --lone --bots greedy,random --sets 200 \
    --sprt 60%,70% --resume "$tmp/sprt"
has "H1 holds: greedy wins more than 60 %"
runs "by wins, the other way" arena famiglia --bots random,greedy --sets 200 --sprt 40%,50%,0.1,0.1
has "H0 holds: random wins less than 50 % against greedy"

# -- Whoever interrupts gets what there is, and the bar is for people only
python3 - "$speakeasy" "$tmp" <<'P' || { what="interrupting"; fail "see above"; }
import json, os, pty, signal, subprocess, sys, time
tool, tmp = sys.argv[1:3]
file = tmp + "/cut.json"
words = ["arena", "famiglia", "--bots", "busy,random", "--sets", "100000", "--json", file]

def wait_for_handler(pid, number):  # until the program catches it, however slow the machine is
    caught = 0
    while not caught >> number - 1 & 1:
        time.sleep(0.01)
        lines = open("/proc/%d/status" % pid).read().splitlines()
        caught = int(next(x for x in lines if x.startswith("SigCgt")).split()[1], 16)

for number in signal.SIGINT, signal.SIGTERM:
    p = subprocess.Popen([tool] + words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                         preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    wait_for_handler(p.pid, number)
    p.send_signal(number)
    out, err = p.communicate(timeout=60)
    assert p.returncode == 128 + number, p.returncode
    assert err == "" and "Interrupted: " in out, (out, err)
    r = json.load(open(file))
    assert r["interrupted"] is True and len(r["set_results"]) == r["sets"] < 100000
done = max([s["set"] for s in r["set_results"]], default=0) + 3
again = [tool] + words[:5] + [str(done), "--resume", file, "--json", tmp + "/again.json"]
subprocess.run(again, check=True, stdout=subprocess.DEVNULL)
straight = [tool] + words[:5] + [str(done), "--json", tmp + "/straight.json"]
subprocess.run(straight, check=True, stdout=subprocess.DEVNULL)
a, b = (json.load(open(tmp + "/%s.json" % name)) for name in ("again", "straight"))
assert a["set_results"] == b["set_results"] and len(a["set_results"]) == done
assert [x["elo_ci95"] for x in a["bots"]] == [x["elo_ci95"] for x in b["bots"]]

outside, inside = pty.openpty()
p = subprocess.Popen([tool, "arena", "famiglia", "--bots", "mcts,random", "--sets", "4", "--budget",
                      "60it"], stdout=subprocess.DEVNULL, stderr=inside)
os.close(inside)
seen = b""
try:
    while True:
        block = os.read(outside, 4096)
        if not block:
            break
        seen += block
except OSError:
    pass
assert p.wait() == 0 and b" of 4 sets" in seen and seen.endswith(b"\r\x1b[K"), seen
P

# -- Refusals
refuses "needs --bots A,B and --sets N" arena famiglia --bots random,busy
refuses "needs --bots A,B and --sets N" arena famiglia --sets 3
refuses "two bots or more" arena famiglia --bots random --sets 3
refuses "There is no bot 'nobody': random, busy, greedy" arena famiglia \
    --bots random,nobody --sets 3
refuses "There is no bot ''" arena famiglia --bots random, --sets 3
refuses "is not a budget" arena famiglia --bots random,hard@fast --sets 3
refuses "takes no budget" arena famiglia --bots greedy@5ms,random --sets 3
refuses "--budget takes" arena famiglia --bots hard,random --sets 3 --budget 5
refuses "at most 16 bots" arena famiglia --sets 3 --bots \
    busy,busy,busy,busy,busy,busy,busy,busy,busy,busy,busy,busy,busy,busy,busy,busy,busy
refuses "FA-" arena famiglia --bots hard,random --sets 3 --players 5
refuses "there is no game" arena poker --bots hard,random --sets 3
refuses "compares two bots, not 3" arena famiglia --bots hard,random,busy --sets 3 --sprt 0,5
refuses "elo0 must be below elo1" arena famiglia --bots hard,random --sets 3 --sprt 5,5
refuses "--sprt takes" arena famiglia --bots hard,random --sets 3 --sprt 5
refuses "--sprt takes" arena famiglia --bots hard,random --sets 3 --sprt 0,5,0.05
refuses "--sprt takes" arena famiglia --bots hard,random --sets 3 --sprt 50%,60
refuses "must be below" arena famiglia --bots hard,random --sets 3 --sprt 60%,50%
refuses "between 0 and 100 %" arena famiglia --bots hard,random --sets 3 --sprt 90%,100%
refuses "alpha and beta" arena famiglia --bots hard,random --sets 3 --sprt 0,5,0.6,0.05
refuses "for two bots at a table for more" arena famiglia --bots hard,random --sets 3 --lone
refuses "is a directory" arena famiglia --bots busy,random --sets 3 --json "$tmp"
refuses "is a directory" arena famiglia --bots busy,random --sets 3 --svg "$tmp"
refuses "whole number from 1 to" arena famiglia --bots busy,random --sets 0
what="more threads than cores under a time budget"
"$speakeasy" arena famiglia --bots mcts@1ms,random --sets 1 --threads 256 >"$out" 2>"$err" ||
    fail "it does not run"
grep -q "only as many threads as cores" "$err" || fail "it does not say so"

runs "its help" arena --help
for word in mcts-1000 "ignore --budget" --resume; do
    has "$word"
done
narrow
# --save: every game is a record that replays; its name says which game it is and who sat where
runs "saving" arena gangster --bots "random,busy,greedy" --players 2 --sets 3 --threads 2 --seed 4 \
    --save "$tmp/games" --json "$tmp/saved.json"
ls "$tmp/games" >"$tmp/names"
[ "$(wc -l <"$tmp/names")" = 6 ] || fail "$(wc -l <"$tmp/names") files, not 6"
[ "$(head -n 1 "$tmp/names" | cut -c 1-9)" = 000001-1_ ] || fail "first is $(head -n 1 "$tmp/names")"
python3 - "$tmp" "$speakeasy" <<'END' || fail "a saved game is not the one that was counted"
import json, subprocess, sys
from pathlib import Path
tmp, tool = Path(sys.argv[1]), sys.argv[2]
arena = json.load(open(tmp / "saved.json"))
for one in arena["set_results"]:
    for i, game in enumerate(one["games"]):
        names = "_".join(arena["bots"][b]["name"] for b in game["bots"])
        file = tmp / "games" / f"{one['set'] + 1:06}-{i + 1}_{names}.play"
        assert file.read_text().endswith("end %d\n" % game["steps"]), file
        shown = subprocess.run([tool, "replay", file], capture_output=True, text=True, check=True).stdout
        assert all(str(score) in shown for score in game["scores"]), (file, game)
END
runs "names of programs" arena famiglia --sets 1 --save "$tmp/games2" --bots "random,exec:./examples/bot.py"
ls "$tmp/games2" | grep -qx '000001-1_.*exec---examples-bot-py.*play' || fail "$(ls "$tmp/games2")"
touch "$tmp/file"
refuses "is not a folder" arena famiglia --bots random,busy --sets 1 --save "$tmp/file"
refuses "No such file" arena famiglia --bots random,busy --sets 1 --save "$tmp/no/such"

finish
