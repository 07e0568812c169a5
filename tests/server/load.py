"""load.py: many tables at once, for tests that pull the rug from under the house. A Load plays on whatever
happens to the server, and knows afterwards what was promised to whom:

    load = Load(server, tables=8)
    load.run(1.0)                 seconds of play by everybody, new tables now and then
    server.kill(); server.start()
    load.come_back()              everybody reconnects and hears everything again: nothing may be missing
    load.finish()                 all games to their end; what was answered `ok` is what was played

A player never waits for anybody, so there is always something on its way when the rug is pulled."""
import json
import os
import random
import sqlite3
import subprocess
import tempfile
import time

from client import House, Player, Server, liked, readable

# Games, and who sits there besides one person or more: a bit of everything. (No talk where there are bots: they give
# people time to answer.)
KINDS = [("famiglia", ["me", "open"], {}), ("gangster", ["me", "easy"], {}), ("famiglia", ["me", "easy"], {}),
         ("chicago_gangsters", ["me", "open", "easy"], {"options": {"talk_limit": "0"}}), ("gangster", ["me", "open", "open"], {"clock": "bank 9m+5s"}),
         ("chicago_gangsters", ["me", "open", "open", "easy"], {"options": {"godfather": "on", "talk_limit": "0"}}),
         ("famiglia", ["me", "hotseat"], {"clock": "move 3d bot"}), ("chicago", ["me", "open"], {})]


class Load:
    def __init__(self, server: Server, tables=8, seed=1, kinds=None, most=None):
        self.server, self.dice, self.kinds = server, random.Random(seed), kinds or KINDS
        self.tables, self.players, self.chats, self.oks, self.refusals = [], [], {}, 0, []
        self.most = most or tables  # tables at most, with those made on the way
        for i in range(tables):
            self.add(i)

    def add(self, i: int) -> None:
        """One more table: from the answer on it must be there for ever, and so must its seats."""
        game, seats, more = self.kinds[i % len(self.kinds)]
        table = self.server.table(game, seats, **more)
        self.tables.append(table)
        for seat, kind in enumerate(seats):
            if kind in ("me", "open", "hotseat"):
                self.players.append(self.server.player(table, seat))

    def step(self, wait=0.02) -> None:
        busy = [p for p in self.players if not p.is_over()]
        for p in busy:
            if p.can_move():
                p.say("move", n=p.view["n"], text=liked(self.dice, p.view["moves"]))
            elif p.view and not p.pending and self.dice.random() < 0.01:
                p.say("chat", text=f"word {len(p.sent)}")
        ready = readable([p.guest.sock for p in busy], wait)
        for p in busy:
            if p.guest.sock in ready:
                p.pump()

    def run(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.step()
            if len(self.tables) < self.most and self.dice.random() < 0.02:
                self.add(len(self.tables))

    def come_back(self) -> None:
        """Everybody is there again and hears all events anew: those from before are the same, and nobody knows less
        than was answered."""
        before = {}
        for p in self.players:
            before[p], p.events = p.events, {}
            p.again()
            p.send({"t": "since", "n": 0})
        for p in self.players:
            least = max(p.known, len(before[p]))
            p.until(lambda p: p.view and len(p.events) == p.view["n"] >= least, f"all that seat {p.you} of {p.table} knew")
            for n, event in before[p].items():
                assert p.events[n] == event, (event, p.events[n])
            said = {c["text"] for c in p.chats[-100:] if c["seat"] == p.you}
            for text in self.acked(p, "chat")[-20:]:
                assert text in said, f"{text!r} was lost"
        for table in self.tables:
            assert table.facts()["status"] in ("playing", "finished"), table.facts()

    @staticmethod
    def acked(p: Player, t: str) -> list:
        return [p.sent[ref]["text"] for ref, said in p.answers.items()
                if ref in p.sent and p.sent[ref]["t"] == t and said[0]["t"] == "ok"]

    def finish(self, patience=120.0) -> None:
        end = time.monotonic() + patience
        while not all(self.is_done(p) for p in self.players):
            assert time.monotonic() < end, self.stuck()
            self.step()
            for p in self.players:
                if p.is_over() and not self.is_done(p):
                    p.pump(0.05)
        for p in self.players:
            self.check(p)

    @staticmethod
    def is_done(p: Player) -> bool:
        return p.is_over() and not p.pending and len(p.events) == p.view["n"]

    def stuck(self) -> str:
        return "\n".join(f"{p.table} seat {p.you} pending {p.pending} view {json.dumps(p.view)[:600]}"
                         for p in self.players if not self.is_done(p))

    def check(self, p: Player) -> None:
        """What was answered `ok` is what was played: all of it, once, in that order."""
        played = p.own_moves()
        assert sorted(p.events) == list(range(1, p.view["n"] + 1)), "no gap in the events"
        assert played == self.acked(p, "move"), self.story(p, played)
        assert all(len(said) <= 2 and said[0] == said[-1] for ref, said in p.answers.items() if ref in p.sent), \
            "an act sent again is answered as before"
        chats = list({c["n"]: c["text"] for c in p.chats if c["seat"] == p.you}.values())
        assert sorted(chats) == sorted(self.acked(p, "chat")), (chats, self.acked(p, "chat"))
        self.oks += len(played)

    def story(self, p: Player, played: list) -> str:
        """For whoever has to find out what was lost."""
        answers = [(p.sent[ref]["text"], p.sent[ref].get("n"), said) for ref, said in p.answers.items() if ref in p.sent]
        return "\n".join([f"{p.table} seat {p.you}", f"played {played}", f"answered {self.acked(p, 'move')}",
                          *map(str, answers), json.dumps(p.view)])

    def verify(self) -> None:
        """Every record proves itself, and the store is sound."""
        for table in self.tables:
            status, record = table.ask("GET", "/record")
            assert status == 200, (status, record)
            verify(record, table.commitment)

    def drop(self) -> None:
        for p in self.players:
            p.close()


def verify(record: bytes, commitment: str) -> None:
    """Every chance event of it follows from the seed that was committed to."""
    with tempfile.NamedTemporaryFile(suffix=".play") as f:
        f.write(record)
        f.flush()
        done = subprocess.run([House.host, "verify", f.name, "--commitment", commitment], capture_output=True, text=True)
    assert done.returncode == 0, (record[:200], done.stdout, done.stderr)


def database(data: str) -> str:
    """The store's file in a data folder."""
    files = [os.path.join(data, name) for name in os.listdir(data) if name.endswith(".db")]
    assert len(files) == 1, os.listdir(data)
    return files[0]


def check_store(data: str) -> None:
    """A stopped server's file: sound, and no match with an entry missing."""
    store = sqlite3.connect(f"file:{database(data)}?mode=ro", uri=True)
    assert store.execute("pragma integrity_check").fetchone() == ("ok",)
    assert store.execute("pragma foreign_key_check").fetchall() == []
    gaps = store.execute("select table_id from entries group by table_id having max(seq) != count(*)").fetchall()
    assert gaps == [], gaps
    store.close()
