#!/usr/bin/env python3
"""What a cluster survives that needs a machine of its own to try: a node that is cut off from NATS or from PostgreSQL, a
replica that is promoted while people play, a database whose disk is full. Long runs only (SPK_LONG=1): about a minute.

Everything here is in namespaces of its own (network and mounts, `unshare`), which need root; elsewhere it says so and tests
nothing. Node n1 of a cluster that is to be cut stands in a second network, with one cable to the database and one to the
bus:

    ours:    n0, PostgreSQL at 10.77.1.1 --- spk_db  === 10.77.1.2 \\
             the guests    NATS at 10.77.2.1 --- spk_bus === 10.77.2.2 -- n1       theirs"""
import ctypes
import importlib.machinery
import importlib.util
import os
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)


def skip(why: str) -> None:
    print(f"1..0 # SKIP {why}", flush=True)
    sys.exit(0)


if not os.environ.get("SPK_LONG"):
    skip("SPK_LONG=1 runs it: a minute")
if not os.environ.get("SPK_APART"):
    tried = subprocess.run(["unshare", "-n", "-m", "ip", "link", "set", "lo", "up"], capture_output=True, text=True, check=False)
    if tried.returncode:
        skip(f"there are no namespaces for this user: {tried.stderr.strip()}")
    os.environ["SPK_APART"] = "yes"
    os.execvp("unshare", ["unshare", "-n", "-m", "--propagation", "private", sys.executable, *sys.argv])
subprocess.run(["ip", "link", "set", "lo", "up"], check=True)


def tool(name: str):
    """tests/with_postgres and tests/with_nats are programs; here they are what they are made of."""
    loader = importlib.machinery.SourceFileLoader(name, f"{ROOT}/tests/{name}")
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


with_postgres, with_nats = tool("with_postgres"), tool("with_nats")

import cluster as kit  # noqa: E402
from client import Server, eventually, main, step  # noqa: E402
from cluster import Cluster, check, play_to_the_end  # noqa: E402

CLONE_NEWNET = 0x40000000
libc = ctypes.CDLL(None, use_errno=True)


class Database(with_postgres.Server):
    """A PostgreSQL server of this test."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def allow(self, rule: str) -> None:
        with open(f"{self.data}/pg_hba.conf", "a", encoding="utf-8") as rules:
            rules.write(rule + "\n")

    def restart(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait()
        self.start()
        self.wait()

    def use(self, url="") -> None:
        """The kit's clusters are in it."""
        kit.URL, kit.FOLDER = url or self.url, self.folder


class Bus(with_nats.Server):
    """A NATS server of this test, at an address of ours."""

    def __init__(self, folder: str, address: str):
        self.address = address
        super().__init__(folder, "apart", with_nats.USERS.replace("127.0.0.1", address))
        kit.BUS = f"nats://speakeasy:right@{address}:{self.port}"

    def wait(self) -> None:
        end = time.monotonic() + with_nats.PATIENCE
        while not is_open(self.address, self.port):
            assert time.monotonic() < end, "NATS does not answer"
            time.sleep(0.02)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


def is_open(address: str, port: int) -> bool:
    import socket
    try:
        socket.create_connection((address, port), 1).close()
        return True
    except OSError:
        return False


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


# -- A second network ----------------------------------------------------------------------------------------


class Network:
    """A namespace, held by a process that sleeps, and a cable to ours for each address."""

    def __init__(self, **cables: str):
        self.holder = subprocess.Popen(["unshare", "-n", "sleep", "1000"])
        end = time.monotonic() + 10
        while os.readlink(f"/proc/{self.holder.pid}/ns/net") == os.readlink("/proc/self/ns/net"):
            assert time.monotonic() < end, "there is no second network"
            time.sleep(0.01)
        self.inside("ip", "link", "set", "lo", "up")
        for name, net in cables.items():
            ip("link", "add", f"spk_{name}", "type", "veth", "peer", "name", "eth_" + name, "netns", str(self.holder.pid))
            ip("addr", "add", f"{net}.1/24", "dev", f"spk_{name}")
            ip("link", "set", f"spk_{name}", "up")
            self.inside("ip", "addr", "add", f"{net}.2/24", "dev", "eth_" + name)
            self.inside("ip", "link", "set", "eth_" + name, "up")

    def inside(self, *words: str) -> None:
        subprocess.run([*self.prefix(), *words], check=True, capture_output=True)

    def prefix(self) -> list:
        return ["nsenter", "-t", str(self.holder.pid), "-n"]

    @staticmethod
    def cut(name: str) -> None:
        ip("link", "set", f"spk_{name}", "down")

    @staticmethod
    def mend(name: str) -> None:
        ip("link", "set", f"spk_{name}", "up")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.holder.kill()
        self.holder.wait()


class Apart(Server):
    """A node in another network. Guests come to its own loopback: a socket belongs to the network it was made in."""

    def __init__(self, network: Network, *words, **more):
        self.prefix, self.network = network.prefix(), network
        super().__init__(*words, **more)

    def connect(self, buffer=0):
        ours = os.open("/proc/self/ns/net", os.O_RDONLY)
        theirs = os.open(f"/proc/{self.network.holder.pid}/ns/net", os.O_RDONLY)
        try:
            assert libc.setns(theirs, CLONE_NEWNET) == 0
            return super().connect(buffer)
        finally:
            assert libc.setns(ours, CLONE_NEWNET) == 0
            os.close(ours)
            os.close(theirs)


class Cut:
    """n0 here and n1 in another network, with a database and a bus that both reach over cables."""

    def __enter__(self):
        self.network = Network(db="10.77.1", bus="10.77.2")
        self.database = Database(False)
        self.database.words = ["-c", "listen_addresses=10.77.1.1"]
        self.database.create()
        self.database.allow("host all all 10.77.1.0/24 trust")
        self.database.restart()
        self.bus = Bus(self.database.folder, "10.77.2.1")
        self.database.use("postgresql://speakeasy@10.77.1.1/house?connect_timeout=2")
        self.cluster = Cluster(1, lease_ms=2000)
        self.cluster.nodes.append(Apart(self.network, "--store", self.cluster.url, "--bus", kit.BUS, "--node", "n1",
                                        "--lease-ms", "2000"))
        return self

    def __exit__(self, kind, value, trace):
        try:
            self.cluster.__exit__(kind, value, trace)
        finally:
            self.bus.end()
            self.database.end()
            self.network.__exit__()


def health(node: Server) -> tuple:
    status, said = node.ask("GET", "/healthz")
    return status, said.get("lease"), said.get("bus")


def play(players, moves: int) -> None:
    """So many more moves are on the table."""
    end, n = time.monotonic() + 60, players[0].view["n"] + moves
    while not any(p.is_over() or (p.view and p.view["n"] >= n) for p in players):
        assert time.monotonic() < end, [p.heard[-1:] for p in players]
        step(players, DICE)


def test_a_node_cut_off_from_nats():
    """It keeps its tables: who came to it plays on, and who came elsewhere is brought to it in the end."""
    with Cut() as cut:
        cluster, n1 = cut.cluster, cut.cluster.nodes[1]
        table = cluster.table("famiglia", ["me", "open"], at=1)
        home, away = cluster.player(table, 0, at=1), cluster.player(table, 1)
        for p in (home, away):
            p.dealt()
        away.at = away.server.at = 0  # now at the other door
        away.come_again()
        play([home, away], 4)
        assert cluster.owner(table.id) == 1
        cut.network.cut("bus")
        eventually(lambda: health(n1) == (200, True, False), "it knows that it is cut off")
        eventually(lambda: n1.metrics()["speakeasy_nodes"] == 1 and n1.metrics()["speakeasy_bus_up"] == 0, "metrics say so")
        home.say("chat", text="still here")
        home.until(lambda p: not p.pending, "an answer at the node that is cut off")
        away.server.at = 1  # where the balancer sends whoever is told to come again
        play([home, away], 6)
        assert cluster.owner(table.id) == 1, "it kept its table"
        cut.network.mend("bus")
        eventually(lambda: health(n1) == (200, True, True) and n1.metrics()["speakeasy_nodes"] == 2, "it is back")
        away.server.at = 0
        away.come_again()
        play_to_the_end([home, away], DICE)
        check(table, [home, away])


def test_a_node_cut_off_from_postgresql():
    """Its lease ends and another node has its tables; it shows nothing more, and begins anew when it is back."""
    with Cut() as cut:
        cluster, n1 = cut.cluster, cut.cluster.nodes[1]
        table = cluster.table("famiglia", ["me", "open"], at=1)
        players = [cluster.player(table, 0, at=1), cluster.player(table, 1, at=0)]
        for p in players:
            p.dealt()
        play(players, 4)
        assert cluster.owner(table.id) == 1
        cut.network.cut("db")
        began = time.monotonic()
        eventually(lambda: health(n1)[:2] == (503, False), "it knows that its lease is over")
        n1.paused = True  # the balancer sends nobody there
        players[0].server.at = 0
        players[0].come_again()
        play(players, 4)
        print(f"# went on after {time.monotonic() - began:.1f} s", flush=True)
        assert cluster.owner(table.id) == 0
        cut.network.mend("db")
        eventually(lambda: health(n1) == (200, True, True), "it is back")
        assert n1.metrics()["speakeasy_leases_lost_total"] >= 1
        n1.paused = False
        players[0].server.at = 1  # at the other door again: the table stays where it is
        players[0].come_again()
        play_to_the_end(players, DICE)
        assert cluster.owner(table.id) == 0
        check(table, players)


# -- The database ------------------------------------------------------------------------------------------------


def standby_of(first: Database) -> Database:
    """A replica that has everything the first has acknowledged."""
    second = Database(False)
    second.run("pg_basebackup", "-h", first.folder, "-U", "speakeasy", "-D", second.data, "-R", "-X", "stream", "-c", "fast",
               **second.who)
    second.start()
    second.wait()
    return second


def test_a_replica_is_promoted():
    """Synchronous replication; the first server is killed while people play, the second promoted: nothing is lost."""
    with Database(False) as first, tempfile_bus() as _bus:
        first.create()
        first.allow("local replication speakeasy trust")
        first.words += ["-c", "synchronous_standby_names=*"]
        with standby_of_ready(first) as second:
            first.restart()
            eventually(lambda: sql_at(first, "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1",
                       "the replica follows")
            kit.URL = f"postgresql://speakeasy@/house?host={first.folder},{second.folder}&target_session_attrs=read-write"
            with Cluster(3, durability="full") as cluster:
                table = cluster.table("chicago_gangsters", ["me", "open", "open"], options={"talk_limit": "0"})
                players = [cluster.player(table, seat) for seat in range(3)]
                for p in players:
                    p.dealt()
                play(players, 5)
                first.process.kill()
                first.process.wait()
                began = time.monotonic()
                second.run("psql", "-qX", "-h", second.folder, "-U", "speakeasy", "-d", "house", "-c", "SELECT pg_promote()")
                play(players, 5)
                print(f"# went on {time.monotonic() - began:.1f} s after the promotion", flush=True)
                play_to_the_end(players, DICE)
                check(table, players)


def standby_of_ready(first: Database) -> Database:
    """Before the first waits for anybody: the words that make it so count from its next start on."""
    words, first.words = first.words, ["-c", "listen_addresses="]
    first.restart()
    second = standby_of(first)
    first.words = words
    return second


def sql_at(database: Database, text: str) -> str:
    return subprocess.run(["psql", "-qAtX", database.url, "-c", text], capture_output=True, text=True, check=True).stdout.strip()


class tempfile_bus:
    """NATS on our loopback."""

    def __enter__(self):
        import tempfile
        self.folder = tempfile.TemporaryDirectory()
        self.bus = Bus(self.folder.name, "127.0.0.1")
        return self.bus

    def __exit__(self, *_):
        self.bus.end()
        self.folder.cleanup()


class Disk:
    """A small disk for a database, and something large to fill it with."""

    def __init__(self, database: Database, megabytes: int):
        self.folder, self.file = database.folder, f"{database.folder}/ballast"
        who = database.who or {"user": os.getuid(), "group": os.getgid()}
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,uid={who['user']},gid={who['group']},mode=755", "none",
                        self.folder], check=True)

    def fill(self) -> None:
        with open(self.file, "wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(b"\\0" * 4096)
            except OSError:
                return

    def make_room(self) -> None:
        os.unlink(self.file)


def test_the_database_has_a_full_disk():
    """Nothing is acknowledged that was not written, a clear reason is given, and play goes on when there is room."""
    with Database(True) as database, tempfile_bus() as _bus:
        disk = Disk(database, 160)
        database.words += ["-c", "max_wal_size=32MB", "-c", "min_wal_size=32MB"]
        database.create()
        database.use()
        with Cluster(2, durability="full") as cluster:
            table = cluster.table("chicago_gangsters", ["me", "open", "open"], options={"talk_limit": "0"})
            players = [cluster.player(table, seat) for seat in range(3)]
            for p in players:
                p.dealt()
            play(players, 5)
            disk.fill()
            sql_fails(database)
            end = time.monotonic() + 8
            while time.monotonic() < end:  # people go on as long as they can
                step(players, DICE)
                keep_up(database)
            said = [why for node in cluster.nodes for why in store_words(node)]
            disk.make_room()
            began, n = time.monotonic(), players[0].known
            while not all(p.view and p.view["n"] > n for p in players):
                assert time.monotonic() - began < 60, [p.heard[-1:] for p in players]
                step(players, DICE)
                keep_up(database)
            print(f"# went on {time.monotonic() - began:.1f} s after there was room; said meanwhile: {sorted(set(said))}", flush=True)
            play_to_the_end(players, DICE)
            check(table, players)


def sql_fails(database: Database) -> None:
    """The disk is full for PostgreSQL too: a table that grows meets its end. Or the server itself gives up."""
    done = subprocess.run(["psql", "-qX", database.url, "-c", "CREATE TABLE ballast AS SELECT repeat('x', 2000) FROM generate_series(1,"
                           " 40000)"], capture_output=True, text=True, check=False)
    assert done.returncode, "the disk is not full"


def keep_up(database: Database) -> None:
    """As systemd would: PostgreSQL gives up when it cannot write its log."""
    if database.process.poll() is not None:
        database.start()


def store_words(node: Server) -> list:
    """What a node's log says of the store."""
    with open(node.log, encoding="utf-8") as log:
        return [line.split("why=", 1)[1].split('"')[1] for line in log if "store.down" in line and "why=" in line]


import random  # noqa: E402

DICE = random.Random(1929)
main(globals())
