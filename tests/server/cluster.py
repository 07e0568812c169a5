"""cluster.py: several nodes of one house, and people who come to any of them. For tests that tests/with_postgres and
tests/with_nats run.

    with Cluster(3) as cluster:
        table = cluster.table("famiglia", ["me", "open"])          made at some node
        ann, bob = cluster.player(table, 0), cluster.player(table, 1, at=2)
        cluster.nodes[0].kill()                                     whoever was there comes again, by themselves

A Cluster is asked as a Server is (client.py): each request and each connection goes to the next node that is up, as behind
a load balancer. A Roamer is a Player who comes again when a connection ends, and must hear the same as before."""
import itertools
import os
import random
import socket
import subprocess
import time

from client import PATIENCE, Gone, Player, Server, Table, liked, readable
from load import Load, verify

URL, FOLDER = os.environ.get("SPK_TEST_PG", ""), os.environ.get("SPK_TEST_PG_DIR", "")
BUS, BUS_FOLDER = "nats://speakeasy:right@" + os.environ.get("SPK_TEST_NATS", ""), os.environ.get("SPK_TEST_NATS_DIR", "")
numbers = itertools.count(1)


def sql(text: str) -> str:
    return subprocess.run(["psql", "-qAtX", URL, "-c", text], capture_output=True, text=True, check=True).stdout.strip()


def place() -> str:
    """The URL of a schema that nobody has used."""
    name = f"house_{next(numbers)}"
    sql(f"CREATE SCHEMA {name}")
    return f"{URL}&options=-csearch_path%3D{name}"


class Roamer(Player):
    """Comes again, to whichever node there is. 'breaks': how often; 'gaps': seconds until the first view after each."""

    def __init__(self, cluster, *words, at=None, **more):
        self.at, self.breaks, self.gaps, self.lost_at = at, 0, [], None
        super().__init__(Place(cluster, at), *words, **more)

    def pump(self, wait=0.0) -> int:
        try:
            return super().pump(wait)
        except (Gone, OSError) as gone:
            if isinstance(gone, Gone):
                assert gone.args[0] in (1000, 1001, 1006, 1012, 1013), gone.args
            self.come_again()
            return 0

    def come_again(self) -> None:
        end = time.monotonic() + PATIENCE
        self.breaks += 1
        self.lost_at = self.lost_at or time.monotonic()
        while True:
            try:
                self.guest.close()
                self.guest, self.bye, self.view = self.server.websocket(), None, None
                self.you, self.facts = None, None
                self.hello()
                while not self.facts:
                    assert time.monotonic() < end, "nobody lets us in"
                    Player.pump(self, 0.5)
                if self.pending:
                    self.send(self.sent[self.pending])
                return
            except (Gone, OSError, EOFError, AssertionError) as no:
                if isinstance(no, AssertionError) and "lets us in" in str(no):
                    raise
                assert time.monotonic() < end, f"nobody lets us in: {no}"
                time.sleep(0.25)

    def on_view(self, m):
        super().on_view(m)
        if self.lost_at:
            self.gaps.append(time.monotonic() - self.lost_at)
            self.lost_at = None


class Place:
    """Some node of a cluster, or the one of that number as long as it is up."""

    def __init__(self, cluster, at):
        self.cluster, self.at = cluster, at

    def websocket(self, *words, **more):
        return self.cluster.node(self.at).websocket(*words, **more)


class Cluster:
    def __init__(self, n=3, lease_ms=2000, url=None, words=(), **more):
        self.url, self.turn, self.tokens = url or place(), itertools.count(), []
        self.schema, self.nodes = self.url.rsplit("%3D", 1)[-1], []
        for i in range(n):
            self.nodes.append(Server("--store", self.url, "--bus", BUS, "--node", f"n{i}", "--lease-ms", str(lease_ms), *words,
                                     **more))

    def node(self, at=None) -> Server:
        """The next that is up, as a load balancer chooses."""
        up = [s for s in self.nodes if s.is_up() and not getattr(s, "paused", False)]
        assert up, "no node is up"
        if at is not None and self.nodes[at] in up:
            return self.nodes[at]
        return up[next(self.turn) % len(up)]

    def owner(self, table: str) -> int:
        """Which node has it, by the store; -1: none."""
        name = sql(f"SELECT n.id FROM {self.schema}.leases l JOIN {self.schema}.nodes n ON n.id = l.node AND n.epoch = l.node_epoch"
                   f" WHERE l.table_id = '{table}'")
        return int(name[1:]) if name else -1

    def ask(self, *words, at=None, **more):
        return self.node(at).ask(*words, **more)

    def table(self, game="famiglia", seats=("me", "open"), at=None, **more) -> Table:
        table = self.node(at).table(game, seats, **more)
        table.server = self
        return table

    def websocket(self, *words, **more):
        return self.node().websocket(*words, **more)

    def player(self, table: Table, seat=None, at=None, kind=Roamer, **more) -> Player:
        if seat is not None and seat not in table.tokens:
            table.sit(seat)
        return kind(self, table.id, None if seat is None else table.tokens[seat], at=at, **more)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        problem = None
        for node in self.nodes:
            if node.is_up() and kind is None:
                try:
                    node.stop()
                except AssertionError as no:
                    problem = problem or no
            node.__exit__(kind or problem and AssertionError, value, trace) if node.is_up() or kind else clean(node)
        if problem:
            raise problem


def talkative(dice):
    """Moves at random, and says something now and then where the game has talk."""
    def play(players):
        for p in players:
            if p.can_move():
                p.say("move", n=p.view["n"], text=liked(dice, p.view["moves"]))
            elif p.view and not p.pending and dice.random() < 0.02:
                p.say("chat", text=f"word {len(p.sent)}")
        ready = readable([p.guest.sock for p in players], 0.05)
        for p in players:
            if p.guest.sock in ready:
                p.pump()
    return play


def play_to_the_end(players, dice=None, patience=240.0, watch=None):
    play, end = talkative(dice or random.Random(1925)), time.monotonic() + patience
    while not all(p.is_over() and not p.pending for p in players):
        assert time.monotonic() < end, f"the game does not end: {[(p.you, p.pending, p.heard[-1][:300]) for p in players]}"
        play([p for p in players if not (p.is_over() and not p.pending)])
        if watch:
            watch()


def check(table, players):
    for p in players:
        p.send({"t": "since", "n": 0})
        p.until(lambda p: len(p.events) == p.view["n"], "all events")
        Load.check(FAKE, p)
    status, record = table.ask("GET", "/record")
    assert status == 200, (status, record)
    verify(record, table.commitment)


class FAKE:
    """Load.check wants somebody who counts."""
    oks = 0
    acked, story = staticmethod(Load.acked), staticmethod(lambda p, played: (p.table, p.you, played, p.answers))


def clean(node: Server) -> None:
    """A node that has ended: what it complained of, and what stands in its log."""
    import re
    import shutil
    assert not re.search("Sanitizer|runtime error", node.complaints()), node.complaints()
    node.check_secrets_kept()
    if node.own:
        shutil.rmtree(node.own, ignore_errors=True)


def end_of(file: str) -> int:
    with open(file, encoding="utf-8") as f:
        return int(f.readline())


def is_listening(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False
