"""client.py: `speakeasy serve` to visit, and people who play there (docs/protocol.md), on nothing but Python's
own library. guest.py beside it has the raw sockets and the runner.

    with Server() as server:                              on loopback, its own folder, no rate limits
        table = server.table("famiglia", seats=["me", "open"])
        ann = server.player(table, 0)
        bob = server.player(table, 1)                     takes the open seat
        play_out([ann, bob])                              to the end, moves at random

A Player reads without waiting (pump) or until something is so (until), keeps the events it heard of
and checks what is promised of every message on the way: numbers without gaps, one answer for each ref,
the last view the newest. A Server is ended with SIGTERM and must end well; kill() is kill -9."""
import contextlib
import csv
import itertools
import json
import os
import random
import re
import resource
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from guest import PATIENCE, Guest, House, eventually, frame, handshake, main  # noqa: F401 (for tests)

IP_BIND_ADDRESS_NO_PORT = 24  # Linux; Python has no name for it

# Rates are for strangers; tests come from one address, in a hurry.
NO_RATES = ["connections_per_address", "handshakes_per_s", "requests_per_s", "messages_per_s", "bytes_per_s",
            "tables_per_hour", "seats_per_minute", "guests_per_table", "acts_per_s", "chats_per_minute",
            "hints_per_minute", "replays_per_minute", "accounts_per_hour", "logins_per_minute", "people_per_minute",
            "tournaments_per_hour", "joins_per_minute"]


class Gone(Exception):
    """The connection ended: (code, reason)."""


def readable(socks: list, wait: float) -> set:
    """Those among any number of sockets that have something to say, or have ended."""
    poll, by_number = select.poll(), {}
    for sock in socks:
        if sock.fileno() >= 0:
            by_number[sock.fileno()] = sock
            poll.register(sock, select.POLLIN)
    return {by_number[n] for n, _ in poll.poll(wait * 1000)}


class Server:
    prefix: list = []  # words before the program: nsenter ...
    new_store = None  # gives the URL of an empty database, for tests that run on PostgreSQL as on a file (serve_postgres_back_test.py)

    def __init__(self, *words: str, data=None, rates=(), durability="normal", size_limit=0, bot_budget="5ms"):
        """words: more options. rates: limits as NAME=VALUE; those not named are off."""
        self.own = None if data else tempfile.mkdtemp(prefix="speakeasy_test_")
        self.data = data or os.path.join(self.own, "data")
        self.words, self.durability, self.size_limit = [*words, "--bot-budget", bot_budget], durability, size_limit
        self.url = Server.new_store() if Server.new_store and "--store" not in words else None
        if self.url:
            self.words += ["--store", self.url]
        off = [name for name in NO_RATES if not any(rate.startswith(name + "=") for rate in rates)]
        for rate in [f"{name}=0" for name in off] + list(rates):
            self.words += ["--limit", rate]
        self.tokens = []  # all that were ever handed out: they must stand in no log
        self.port = 0  # the system's choice; from then on the same, if it is asked for
        self.source = "127.0.0.1"  # where guests come from: all of 127.0.0.0/8 is this machine
        self.start()

    # -- Its life

    def launch(self, same_port=False) -> None:
        """Starts it, and does not wait."""
        def limit():
            if self.size_limit:
                resource.setrlimit(resource.RLIMIT_FSIZE, (self.size_limit, resource.RLIM_INFINITY))
        os.makedirs(self.data, exist_ok=True)
        self.log = os.path.join(os.path.dirname(self.data), os.path.basename(self.data) + ".log")
        self.process = subprocess.Popen(
            [*self.prefix, House.host, "serve", "--listen", f"127.0.0.1:{self.port if same_port else 0}", "--data", self.data,
             "--durability", self.durability, "--log", self.log, "--log-level", "debug",
             "--limit", "close_ms=300", *self.words],
            stdout=subprocess.PIPE, stderr=open(self.log + ".err", "ab"), preexec_fn=limit)
        self.said = b""

    def listens(self, wait=0.0) -> bool:
        """Whether it has said where, within so many seconds."""
        if readable([self.process.stdout], wait):
            more = os.read(self.process.stdout.fileno(), 4096)
            assert more, f"the house did not open: {self.said!r} {self.complaints()}"
            self.said += more
        found = re.search(rb"http://127\.0\.0\.1:(\d+)", self.said)
        self.port = int(found[1]) if found else self.port
        return found is not None

    def start(self, same_port=False) -> float:
        """Seconds until it listened."""
        start = time.monotonic()
        self.launch(same_port)
        while not self.listens(PATIENCE):
            assert time.monotonic() - start < PATIENCE, f"the house did not open: {self.said!r} {self.complaints()}"
        return time.monotonic() - start

    def signal(self, number) -> None:
        self.process.send_signal(number)

    def kill(self) -> None:
        """kill -9: no goodbye."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self) -> float:
        """SIGTERM; seconds until it had ended, which it must do well."""
        start = time.monotonic()
        self.process.terminate()
        try:
            self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError("the house did not end") from None
        assert self.process.returncode == 0, f"the house ended with {self.process.returncode}: {self.complaints()}"
        return time.monotonic() - start

    def is_up(self) -> bool:
        return self.process.poll() is None

    def complaints(self) -> str:
        with open(self.log + ".err", errors="replace") as f:
            return f.read()[-3000:]

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        try:
            if kind is None:
                assert self.is_up(), f"the house fell: {self.complaints()}"
                self.stop()
                assert not re.search("Sanitizer|runtime error", self.complaints()), self.complaints()
                self.check_secrets_kept()
            elif self.is_up():
                self.kill()
            if kind is not None and self.complaints():
                print("# " + self.complaints().replace("\n", "\n# "), flush=True)
        finally:
            if self.is_up():
                self.kill()
            if self.own:
                shutil.rmtree(self.own, ignore_errors=True)

    def check_secrets_kept(self) -> None:
        """No token in any file: neither in a log nor in the store."""
        for folder, _, names in os.walk(os.path.dirname(self.data)):
            for name in names:
                with open(os.path.join(folder, name), "rb") as f:
                    text = f.read()
                for token in self.tokens:
                    assert token.encode() not in text, f"a token stands in {name}"

    # -- Its store

    def place(self) -> list:
        """How `speakeasy admin` finds it."""
        return ["--data", self.data, *(["--store", self.url] if self.url else [])]

    def sql(self, text: str) -> list:
        """The rows, on SQLite as on PostgreSQL. The server may be up, if it does not hold what is changed in its memory."""
        if self.url:
            done = subprocess.run(["psql", "-qtX", "--csv", "-v", "ON_ERROR_STOP=1", self.url, "-c", text], capture_output=True,
                                  text=True, check=True)
            return [tuple(int(cell) if re.fullmatch(r"-?\d+", cell) else cell for cell in row)
                    for row in csv.reader(done.stdout.splitlines())]
        with contextlib.closing(sqlite3.connect(self.data + "/speakeasy.db", timeout=PATIENCE)) as db, db:
            return db.execute(text).fetchall()

    def rss_kb(self) -> int:
        with open(f"/proc/{self.process.pid}/status") as f:
            return int(re.search(r"VmRSS:\s+(\d+)", f.read())[1])

    # -- HTTP

    def connect(self, buffer=0) -> Guest:
        import socket
        sock = socket.socket()
        if buffer:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        sock.settimeout(PATIENCE)
        # The port is chosen by connect: chosen by bind it must be free of every connection that ended in the last minute,
        # whatever it led to, and 28,000 of them are soon used up.
        sock.setsockopt(socket.IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1)
        sock.bind((self.source, 0))
        sock.connect(("127.0.0.1", self.port))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return Guest(sock)

    def ask(self, method: str, path: str, body=None, token=None, headers=()):
        """(status, JSON or bytes). A body may be anything JSON takes, or bytes as they are."""
        guest = self.connect()
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        lines = list(headers)
        if token is not None:
            lines.append(f"Authorization: Bearer {token}")
        if data:
            lines.append("Content-Type: application/json")
        reply = guest.get(path, *lines, method=method, body=data)
        guest.close()
        if reply.headers.get("content-type", "").startswith("application/json"):
            return reply.status, json.loads(reply.body)
        return reply.status, reply.body

    def table(self, game="famiglia", seats=("me", "open"), **more) -> "Table":
        """Seats by kind: me, open, hotseat, or a bot's word."""
        kinds = []
        for i, seat in enumerate(seats):
            kind = {"kind": seat} if seat in ("me", "open", "hotseat") else {"kind": "bot", "bot": seat}
            if seat in ("me", "hotseat"):
                kind.update(name=f"Guest {i}")
            kinds.append(kind)
        status, made = self.ask("POST", "/api/tables", {"game": game, "players": len(seats), "seats": kinds, **more})
        assert status == 201, (status, made)
        table = Table(self, made, game, len(seats))
        self.tokens += [table.host, *table.tokens.values()]
        return table

    def websocket(self, path="/ws", *headers: str, buffer=0) -> Guest:
        guest = self.connect(buffer)
        guest.send(handshake(path, *headers, host="localhost"))
        reply = guest.reply()
        assert reply.status == 101, (reply.status, reply.body)
        return guest

    def player(self, table: "Table", seat=None, **more) -> "Player":
        """A seat's guest (who takes the seat if need be), or an onlooker."""
        if seat is not None and seat not in table.tokens:
            table.sit(seat)
        return Player(self, table.id, None if seat is None else table.tokens[seat], **more)

    def metrics(self) -> dict:
        status, text = self.ask("GET", "/metrics")
        assert status == 200, (status, text)
        lines = [line.rsplit(" ", 1) for line in text.decode().splitlines() if line and line[0] != "#"]
        return {name: float(n) for name, n in lines}


class Table:
    def __init__(self, server: Server, made: dict, game: str, players: int):
        self.server, self.id, self.host, self.game, self.players = server, made["id"], made["host"], game, players
        self.tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
        self.commitment = made["commitment"]

    def sit(self, seat: int, **more) -> str:
        status, taken = self.server.ask("POST", f"/api/tables/{self.id}/seats/{seat}",
                                        {"name": f"Guest {seat}", **more})
        assert status == 200, (status, taken)
        assert taken["seat"] == seat and taken["commitment"] == self.commitment
        self.tokens[seat] = taken["token"]
        self.server.tokens.append(taken["token"])
        return taken["token"]

    def ask(self, method: str, path="", body=None, token=None):
        return self.server.ask(method, f"/api/tables/{self.id}{path}", body, token)

    def facts(self) -> dict:
        status, facts = self.ask("GET")
        assert status == 200, (status, facts)
        return facts


class Player:
    """One WebSocket at a table. Pings are answered, every message is kept in 'heard' as it came."""
    refs = itertools.count(1)

    def __init__(self, server: Server, table: str, token=None, seen=0, hello=True, buffer=0, **more):
        self.server, self.table, self.token = server, table, token
        self.events, self.chats, self.answers, self.heard = {}, [], {}, []
        self.view, self.facts, self.you, self.bye, self.known = None, None, None, None, 0
        self.sent, self.pending = {}, None  # acts by ref; the one that waits
        self.seen = seen
        self.guest = server.websocket(buffer=buffer)
        if hello:
            self.hello(**more)

    def hello(self, **more) -> None:
        message = {"t": "hello", "protocol": 1, "table": self.table, "seen": self.seen, **more}
        if self.token is not None:
            message["token"] = self.token
        self.send(message)

    def again(self) -> None:
        """A new connection, as after a break: goes on from what was seen, sends again what was not answered."""
        self.guest.close()
        self.guest, self.bye, self.view = self.server.websocket(), None, None
        self.you, self.facts = None, None
        self.hello()
        self.until(lambda p: p.facts, "facts")
        if self.pending:
            self.send(self.sent[self.pending])

    def close(self) -> None:
        self.guest.close()

    def send(self, message) -> None:
        self.guest.send(frame(1, message if isinstance(message, bytes) else json.dumps(message).encode(),
                              mask=b"\0\0\0\0"))

    # -- Hearing

    def pump(self, wait=0.0) -> int:
        """Read what has come, waiting so long for the first byte. Says how many messages; raises Gone at the end."""
        ended = False
        if readable([self.guest.sock], wait):
            try:
                ended = not self.guest.more()
            except OSError:
                ended = True
        n = 0
        while (found := self.next_frame()) is not None:
            opcode, data = found
            if opcode == 1:
                self.hear(data.decode())
                n += 1
            elif opcode == 9:
                self.guest.send(frame(10, data))
            elif opcode == 8:
                raise Gone(int.from_bytes(data[:2], "big") if data else 1005, data[2:].decode())
        if ended:
            raise Gone(1006, "")
        return n

    def next_frame(self):
        """A whole frame out of what was read, or None."""
        data = self.guest.seen
        if len(data) < 2:
            return None
        n, head = data[1], 2
        if n >= 126:
            head = 4 if n == 126 else 10
            n = int.from_bytes(data[2:head], "big")
        if len(data) < head + n:
            return None
        self.guest.seen = data[head + n:]
        assert data[0] & 128, "the house sends whole messages"
        return data[0] & 15, data[head:head + n]

    def hear(self, text: str) -> None:
        self.heard.append(text)
        message = json.loads(text)
        on = getattr(self, "on_" + message["t"], None)
        assert on, f"what is this? {text[:200]}"
        on(message)

    def on_hello(self, m):
        assert m["protocol"] == 1 and m["table"] == self.table, m
        self.you = m["you"]

    def on_facts(self, m):
        assert m["id"] == self.table, m
        self.facts = m

    def on_view(self, m):
        assert self.facts, "facts come before the first view"
        assert self.view is None or m["n"] >= self.view["n"], (self.view["n"], m["n"])
        assert [e["n"] for e in m["events"]] == list(range(m["first"] + 1, m["n"] + 1)), (m["first"], m["n"], m["events"])
        for event in m["events"]:
            old = self.events.setdefault(event["n"], event)
            assert old == event, (old, event)
        if self.view and m["first"] > self.view["n"]:  # we read too slowly: see docs/protocol.md
            self.send({"t": "since", "n": self.view["n"]})
        self.view, self.seen = m, m["n"]
        if self.you is None:
            assert not m["moves"] and not m["undo"], "an onlooker has no moves"

    def on_chat(self, m):
        self.chats.append(m)

    def on_unheard(self, m):
        self.unheard = m["seats"]
        self.chats = [c for c in self.chats if c["seat"] not in m["seats"]]

    def on_ok(self, m):
        self.known = max(self.known, m.get("n", 0))
        self.on_answer(m)

    def on_no(self, m):
        assert m["error"] in ("malformed", "forbidden", "unknown", "taken", "stale", "refused", "busy", "broken"), m
        assert len(m["text"]) > 5, m
        self.on_answer(m)

    def on_answer(self, m):
        ref = m.get("ref")
        if ref is not None:
            self.answers.setdefault(ref, []).append(m)
        if ref == self.pending:
            self.pending = None

    def on_pong(self, m):
        self.answers.setdefault("pong", []).append(m)

    def on_bye(self, m):
        self.bye = m["text"]
        assert self.bye

    # -- Waiting

    def until(self, true, what="it") -> "Player":
        end = time.monotonic() + PATIENCE
        while not true(self):
            left = end - time.monotonic()
            assert left > 0, f"{what} did not happen; last heard: {self.heard[-3:]}"
            self.pump(min(left, 0.5))
        return self

    def dealt(self) -> "Player":
        return self.until(lambda p: p.view and p.view["view"], "the deal")

    def fresh(self) -> "Player":
        """Until what was answered can be seen."""
        return self.until(lambda p: p.view and p.view["n"] >= p.known, "a view of what was answered")

    def closing(self) -> tuple:
        """Until the house hangs up: (code, reason)."""
        end = time.monotonic() + PATIENCE
        try:
            while time.monotonic() < end:
                self.pump(0.5)
        except Gone as gone:
            return gone.args
        raise AssertionError("the house does not hang up")

    # -- Acting

    def say(self, t: str, ref=None, **fields) -> str:
        """Send an act; its ref."""
        ref = ref or f"r{next(self.refs)}x{os.getpid()}"
        self.sent[ref] = {"t": t, "ref": ref, **fields}
        self.pending = ref
        self.send(self.sent[ref])
        return ref

    def act(self, t: str, ref=None, **fields) -> dict:
        """Send an act and wait for its answer."""
        ref = self.say(t, ref, **fields)
        before = len(self.answers.get(ref, []))
        self.until(lambda p: len(p.answers.get(ref, [])) > before, f"an answer to {t}")
        return self.answers[ref][-1]

    def move(self, text: str, **fields) -> dict:
        return self.act("move", **{"n": self.view["n"], "text": text, **fields})

    def can_move(self) -> bool:
        """Something to do, as far as the newest view says, and nothing on its way."""
        v = self.view
        return bool(v and v["moves"] and not self.pending and v["n"] >= self.known and not v["result"])

    def own_moves(self) -> list:
        """What this seat played, as it heard it itself, but for what came to light by it."""
        return [e["text"].split("; ")[0] for _, e in sorted(self.events.items())
                if e["seat"] == self.you and e["kind"] == "move"]

    def is_over(self) -> bool:
        return bool(self.view and self.view["result"])


def liked(dice: random.Random, moves: list) -> str:
    """Mostly at random; but a game should end, so what only passes is rare."""
    good = [m for m in moves if m.split()[0] not in ("pass", "defer")] or moves
    return dice.choice(good if dice.random() < 0.9 else moves)


def step(players: list, dice: random.Random, wait=0.05, choose=liked) -> bool:
    """Everybody who can moves once; then everybody hears what has come. False: nobody could move."""
    acted = False
    for p in players:
        if p.can_move():
            p.say("move", n=p.view["n"], text=choose(dice, p.view["moves"]))
            acted = True
    ready = readable([p.guest.sock for p in players], wait)
    for p in players:
        if p.guest.sock in ready:
            p.pump()
    return acted


def play_out(players: list, dice=None, patience=120.0, watch=None) -> None:
    """To the end, for all of them. 'watch' is called after each step."""
    dice = dice or random.Random(1925)
    end = time.monotonic() + patience
    while not all(p.is_over() for p in players):
        assert time.monotonic() < end, f"the game does not end: {[p.heard[-1][:300] for p in players]}"
        step([p for p in players if not p.is_over()], dice)
        if watch:
            watch()


def is_long() -> bool:
    """SPK_LONG=1 in the environment: the thorough runs, not those of `make check`."""
    return os.environ.get("SPK_LONG", "") not in ("", "0")
