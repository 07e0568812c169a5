#!/usr/bin/env python3
"""Bot workers (`speakeasy work`) over a real NATS server: they think for houses and play games of arenas, come and go, are
killed and stopped in the middle of a thought, and nonsense on the bus changes nothing. Run by tests/with_nats."""
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import time

from client import PATIENCE, House, Server, eventually, main, readable
from serve_fair_test import answer_times, crowd

URL = f"nats://speakeasy:right@{os.environ['SPK_TEST_NATS']}"
GAMES = {"famiglia": 2, "gangster": 3, "chicago": 2, "chicago_gangsters": 3}


class Worker:
    def __init__(self, *words: str, cores=2):
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([House.host, "work", "--bus", URL, "--cores", str(cores), *words],
                                        stdout=subprocess.PIPE, stderr=self.errors)
        assert readable([self.process.stdout], PATIENCE), "the worker says nothing"
        said = os.read(self.process.stdout.fileno(), 4096).decode()
        assert "works for whoever asks" in said and "right" not in said, (said, self.complaints())

    def complaints(self) -> str:
        self.errors.seek(0)
        return self.errors.read().decode()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> str:
        self.process.terminate()
        out, _ = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, (self.process.returncode, self.complaints())
        return out.decode()

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGCONT)
        if kind is None and self.process.poll() is None:
            self.stop()
            assert not re.search("Sanitizer|runtime error", self.complaints()), self.complaints()
        elif self.process.poll() is None:
            self.kill()
        self.process.stdout.close()
        self.errors.close()


class Wire:
    """A stranger on the bus, in NATS' own words."""

    def __init__(self):
        host, port = os.environ["SPK_TEST_NATS"].split(":")
        self.sock, self.seen, self.messages, self.n = socket.create_connection((host, int(port)), PATIENCE), b"", [], 0
        self.send(b'CONNECT {"verbose":false,"user":"speakeasy","pass":"right","lang":"py","version":"1"}')
        self.send(b"PING")
        while b"PONG" not in self.seen:
            self.seen += self.sock.recv(65536)

    def send(self, line: bytes) -> None:
        self.sock.sendall(line + b"\r\n")

    def listen(self, subject: str) -> None:
        self.n += 1
        self.send(f"SUB {subject} {self.n}".encode())

    def say(self, subject: str, text, reply="") -> None:
        data = text if isinstance(text, bytes) else text.encode()
        self.send(f"PUB {subject} {reply + ' ' if reply else ''}{len(data)}".encode() + b"\r\n" + data)

    def hear(self, true, what: str) -> tuple:
        """The next message for which it is so: (subject, reply, text)."""
        end = time.monotonic() + PATIENCE
        while True:
            while b"\r\n" in self.seen:
                line, rest = self.seen.split(b"\r\n", 1)
                if line == b"PING":
                    self.send(b"PONG")
                if not line.startswith(b"MSG "):
                    self.seen = rest
                    continue
                words = line.decode().split()
                n = int(words[-1])
                if len(rest) < n + 2:
                    break
                self.seen = rest[n + 2:]
                found = words[1], words[3] if len(words) == 5 else "", rest[:n].decode(errors="replace")
                if true(found):
                    return found
            assert time.monotonic() < end, f"nobody says {what}"
            if readable([self.sock], 0.5):
                self.seen += self.sock.recv(65536)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.sock.close()


def word(text: str, name: str) -> str:
    return re.search(rf"^{name} (.*)$", text, re.M)[1]


def house(*words: str, **more) -> Server:
    return Server("--bus", URL, *words, **more)


def has_workers(server: Server, n: int) -> None:
    eventually(lambda: server.metrics()["speakeasy_workers"] == n, f"{n} workers are known")


def log_of(server: Server) -> str:
    with open(server.log, encoding="utf-8") as f:
        return f.read()


def play(server: Server, game: str, bot: str, n: int) -> None:
    """Until the bots have moved n times."""
    quiet = {"options": {"talk_limit": "0"}} if game == "chicago_gangsters" else {}  # else bots give people time to answer
    player = server.player(server.table(game, ["me"] + [bot] * (GAMES[game] - 1), **quiet), 0).dealt()
    before, end = server.metrics()["speakeasy_bot_moves_total"], time.monotonic() + PATIENCE
    while server.metrics()["speakeasy_bot_moves_total"] < before + n and not player.view["result"]:
        assert time.monotonic() < end, "the bots do not move"
        if player.can_move():
            player.move(player.view["moves"][0])
            player.fresh()
        else:
            player.pump(0.05)
    player.close()


def test_workers_think_for_the_house():
    with house("--workers", "1") as server, Worker():
        has_workers(server, 1)
        for game in GAMES:
            play(server, game, "hard@20it", 6)
        m = server.metrics()
        assert m["speakeasy_worker_cores"] == 2, m
        assert m["speakeasy_thoughts_away_total"] >= 15, m
        assert m["speakeasy_thoughts_lost_total"] == 0, m
        assert "worker.came" in log_of(server)


def test_without_workers_it_thinks_itself():
    with house() as server:
        play(server, "famiglia", "hard", 3)
        m = server.metrics()
        assert m["speakeasy_thoughts_away_total"] == 0 and m["speakeasy_thoughts_here_total"] >= 3, m
        with Worker() as worker:  # it comes later, and leaves
            has_workers(server, 1)
            play(server, "famiglia", "hard", 3)
            assert "done" in worker.stop()
        has_workers(server, 0)
        assert server.metrics()["speakeasy_thoughts_away_total"] >= 3
        assert "worker.left" in log_of(server) and "worker.died" not in log_of(server)
        play(server, "famiglia", "hard", 2)


def mid_thought(server: Server, strike) -> float:
    """Seconds until a bot with a second to think has moved, though something happens in the middle of it. How many it may be is
    tested where time is simulated (work_test.c): here the machine has other things to do as well."""
    player = server.player(server.table("famiglia", ["me", "hard@1s"]), 0).dealt()
    end = time.monotonic() + PATIENCE
    while player.can_move() or not player.view["actors"]:
        assert time.monotonic() < end
        player.move(player.view["moves"][0])
        player.fresh()
    since, seen = time.monotonic(), player.view["n"]
    eventually(lambda: server.metrics()["speakeasy_bots_thinking"] == 1, "the bot thinks")
    strike()
    player.until(lambda p: p.view["n"] > seen, "the bot's move")
    took = time.monotonic() - since
    player.close()
    return took


def test_a_killed_worker_costs_two_seconds_at_most():
    with house("--workers", "1") as server:
        for _ in range(6):  # the house may have taken the thought itself; then nothing is lost
            with Worker() as worker:
                has_workers(server, 1)
                took = mid_thought(server, worker.kill)
                print(f"# killed: {took:.2f} s", flush=True)
            has_workers(server, 0)
            if server.metrics()["speakeasy_thoughts_lost_total"] >= 2:
                break
        assert server.metrics()["speakeasy_thoughts_lost_total"] >= 2
        assert "worker.died" in log_of(server)
        with Worker(cores=1) as first, Worker(cores=1) as second:  # another one takes over
            has_workers(server, 2)
            took = mid_thought(server, lambda: (first.process.send_signal(signal.SIGSTOP),
                                                second.process.send_signal(signal.SIGSTOP)))
            print(f"# stopped: {took:.2f} s", flush=True)
            has_workers(server, 0)
            first.process.send_signal(signal.SIGCONT)  # the sleeper's answer is nobody's
            second.process.send_signal(signal.SIGCONT)
            has_workers(server, 2)
            play(server, "famiglia", "hard@20it", 3)


def test_one_address_stops_nobody_with_workers_either():
    with house("--workers", "1", bot_budget="300ms") as server, Worker(cores=1):
        has_workers(server, 1)
        there = crowd(server, 30)
        times = sorted(answer_times(server, 6))
        assert times[3] < 30 * 0.3 / 2, times  # as long as it would take behind everybody else
        eventually(lambda: server.metrics()["speakeasy_thoughts_away_total"] > 0, "the worker thinks too")
        for p in there:
            p.close()


def test_two_houses_share_a_worker():
    """Both have more to think than there is time for; one has three times as many tables."""
    with house("--workers", "1") as one, house("--workers", "1") as two, Worker(cores=1):
        has_workers(one, 1)
        has_workers(two, 1)
        there = [s.player(s.table("gangster", ["hard@200ms"] * 4)) for s, n in ((one, 12), (two, 4)) for _ in range(n)]
        end = time.monotonic() + PATIENCE
        while min(s.metrics()["speakeasy_thoughts_away_total"] for s in (one, two)) < 8:
            assert time.monotonic() < end, "one of them gets nothing"
            for p in there:
                p.pump()
            time.sleep(0.2)
        parts = [s.metrics()["speakeasy_thoughts_away_total"] for s in (one, two)]
        assert max(parts) < 2.5 * min(parts), parts
        for p in there:
            p.close()


def test_another_version_is_refused():
    head = "speakeasy-work 1\nid {id}\nversion {version}\ncores 4\nfree 4 4\n\n"
    with house() as server, Wire() as wire:
        for _ in range(3):
            wire.say("work.here", head.format(id="0dd", version="9.9.9 0123456789abcdef"))
        eventually(lambda: "worker.refused worker=0dd version=9.9.9" in log_of(server), "it is refused")
        assert log_of(server).count("worker.refused") == 1
        has_workers(server, 0)
        with Worker() as worker:  # and a worker that a newer house refuses says so
            wire.listen("work.here")
            wire.say("work.who", "")
            _, _, text = wire.hear(lambda m: "cores 2" in m[2], "that the worker is there")
            for _ in range(2):
                wire.say(f"work.refuse.{word(text, 'id')}", head.format(id="0aa", version="9.9.9 0123456789abcdef"))
            eventually(lambda: "9.9.9" in worker.complaints(), "the worker says so")
            assert worker.complaints().count("install the same version") == 1, worker.complaints()


def test_nonsense_changes_nothing():
    """A stranger who may use the bus says anything to anybody, and passes for a worker who makes illegal moves."""
    rubbish = [b"", b"\0", b"\xff\xfe", b"speakeasy-work 1\n", b"speakeasy-work 1\nfree -1 x\n\n", b"A" * 100000,
               b"speakeasy-work 1\nid abc\ncores 256\nfree 256 256\n\n"]
    with Wire() as wire, house("--workers", "1") as server, Worker() as worker:
        for subject in ("work.here", "work.offer.>", "work.do.*"):
            wire.listen(subject)
        wire.listen("stranger")
        has_workers(server, 1)
        wire.say("work.who", "")
        _, _, here = wire.hear(lambda m: m[0] == "work.here" and "cores 2" in m[2], "that the worker is there")
        worker_id, version = word(here, "id"), word(here, "version")
        ask = f"speakeasy-work 1\nid abc\nversion {version}\nkind %s\njob %d\n\n"
        for text in rubbish + [(ask % ("thought", 1)).encode(), (ask % ("sing", 2)).encode(),
                               (ask % ("game", 3) + "game famiglia\nseats 2\nbot none exec:touch owned\nsits 0\nsits 0\n").encode()]:
            for subject in ("work.here", "work.who", "work.want", f"work.do.{worker_id}", f"work.drop.{worker_id}",
                            f"work.refuse.{worker_id}", "work.offer.abc"):
                wire.say(subject, text, "stranger" if "work.do" in subject else "")
        with open(os.path.join(os.path.dirname(__file__), "../fuzz/corpus/work/chicago_gangsters_made_up"), encoding="utf-8") as f:
            made_up = f.read().split("\n\n", 1)[1]  # no game survives that position
        wire.say(f"work.do.{worker_id}", ask % ("thought", 4) + made_up, "stranger")
        wire.hear(lambda m: m[0] == "stranger" and "job 4\n" in m[2] and "no position looks like this" in m[2],
                  "that there is no such position")
        wire.say(f"work.do.{worker_id}", "speakeasy-work 1\n", "stranger")
        wire.hear(lambda m: m[0] == "stranger" and "what bad" in m[2], "that it cannot be done")
        assert worker.process.poll() is None, worker.complaints()
        play(server, "famiglia", "hard@20it", 3)
        worker.stop()
        has_workers(server, 0)
        # A worker that answers, but not with a move.
        wire.say("work.here", f"speakeasy-work 1\nid bad\nversion {version}\ncores 1\nfree 1 1\n\n")
        has_workers(server, 1)
        player = server.player(server.table("famiglia", ["me", "hard@20it"]), 0).dealt()
        while player.can_move():
            player.move(player.view["moves"][0])
            player.fresh()
        seen = player.view["n"]
        _, reply, text = wire.hear(lambda m: m[0] == "work.do.bad" and "kind thought" in m[2], "a thought")
        wire.say(reply, f"speakeasy-work 1\nwhat done\njob {word(text, 'job')}\nfree 1 1\n\ntext steal everything\nvisits 0\n"
                        "looked 0\n")
        player.until(lambda p: p.view["n"] > seen, "the bot's move, thought at home")
        assert "worker.nonsense worker=bad" in log_of(server)
        assert server.metrics()["speakeasy_thoughts_lost_total"] >= 1
        assert not re.search("bot.failed", log_of(server))
        player.close()


def arena(game: str, *words: str) -> tuple:
    """All figures that no clock has measured, and how many games workers have played."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "a.json")
        done = subprocess.run([House.host, "arena", game, "--bots", "hard,normal,greedy", "--sets", "2", "--budget", "10it",
                               "--seed", "7", "--json", file, *words], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done
        with open(file, encoding="utf-8") as f:
            result = json.load(f)
    played = re.search(r"workers played (\d+) games", done.stderr)
    assert len(result["set_results"]) == 2, result
    return strip_times(result), int(played[1]) if played else 0


def strip_times(value):
    """Without what a clock has measured."""
    if isinstance(value, dict):
        return {k: strip_times(v) for k, v in value.items() if not re.search("_ms|time|second|per_s|over", k)}
    return [strip_times(v) for v in value] if isinstance(value, list) else value


def test_an_arena_over_the_bus_counts_the_same():
    with Worker(), Worker() as second:
        for game in GAMES:
            (home, _), (away, n_away) = arena(game), arena(game, "--bus", URL)
            assert n_away > 0, away
            assert home == away, (home, away)
        process = subprocess.Popen([House.host, "arena", "gangster", "--bots", "hard,normal", "--sets", "4", "--budget", "100it",
                                    "--bus", URL], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.7)  # somewhere in the middle of it; whenever it is, the result must be the same
        second.kill()
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, (out, err)
        plain = subprocess.run([House.host, "arena", "gangster", "--bots", "hard,normal", "--sets", "4", "--budget", "100it"],
                               capture_output=True, text=True, timeout=PATIENCE)
        table = [line for line in out.splitlines() if "%" in line]
        assert table and table == [line for line in plain.stdout.splitlines() if "%" in line], (out, plain.stdout)
        print(f"# {err.strip()}", flush=True)


def run(*words: str) -> tuple:
    done = subprocess.run([House.host, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stderr


def test_bad_settings_get_one_line():
    wrong = URL.replace("right", "wrong")
    for words, said in ((["work"], "needs --bus"), (["work", "--bus", "http://x"], "bus takes a URL"),
                        (["work", "--bus", "nats://127.0.0.1:1"], "127.0.0.1:1"),
                        (["work", "--bus", wrong], ""), (["work", "--bus", URL, "--cores", "0"], "--cores"),
                        (["serve", "--data", "memory", "--listen", "127.0.0.1:0", "--bus", wrong], ""),
                        (["arena", "famiglia", "--bots", "exec:true,greedy", "--sets", "1", "--bus", URL], ""),
                        (["arena", "famiglia", "--bots", "hard,greedy", "--sets", "1", "--bus", "nats://127.0.0.1:1"], "")):
        code, err = run(*words)
        lines = [line for line in err.splitlines() if line.startswith("speakeasy: ")]
        assert code == 2 and len(lines) == 1 and said in lines[0], (words, code, err)
        assert "wrong" not in lines[0], "a password is shown"


main(globals())
