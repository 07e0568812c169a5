#!/usr/bin/env python3
"""Several nodes of one house on PostgreSQL and NATS: guests at any of them play at one table; a node that dies, leaves or
sleeps loses nothing that was answered and shows nothing old; what a guest hears is the same at every door. Run by
tests/with_postgres and tests/with_nats, which start the database and the bus."""
import json
import os
import random
import re
import signal
import subprocess
import tempfile
import threading
import time

from client import PATIENCE, House, Player, Server, eventually, is_long, main, step
from cluster import BUS, BUS_FOLDER, FOLDER, Cluster, Roamer, check, end_of, play_to_the_end, sql
from load import Load


def run(*words: str, code=0, said="") -> str:
    done = subprocess.run([House.host, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == code, (words, done)
    assert said in (done.stderr if code else done.stdout), (words, done)
    assert not code or sum(line.startswith("speakeasy: ") for line in done.stderr.splitlines()) == 1, done.stderr
    assert "right" not in done.stderr and "wrong" not in done.stderr, "a password was printed"
    return done.stdout


CALM_MS = 10000  # a lease that outlasts the stalls of a busy machine, where no node is to be missed


class Plain(Player):
    """Does not come again."""

    def __init__(self, cluster, *words, at=None, **more):
        super().__init__(cluster.node(at), *words, **more)


class ClusterLoad(Load):
    """Whoever is sent away comes again by themselves (Roamer)."""

    def settle(self) -> None:
        """Everybody has heard all there is."""
        for p in self.players:
            p.until(lambda p: p.view and p.view["n"] >= p.known, "a view")


def test_a_table_with_guests_at_every_door():
    """Chicago Gangsters, four players, each came to another node; one requests over HTTP at each."""
    with Cluster(3, lease_ms=CALM_MS) as cluster:
        table = cluster.table("chicago_gangsters", ["me", "open", "open", "open"], at=0)
        players = [cluster.player(table, seat, at=seat % 3) for seat in range(4)]
        watcher = cluster.player(table, at=2)
        for p in players + [watcher]:
            p.dealt()
        assert cluster.owner(table.id) == 0
        for i, node in enumerate(cluster.nodes):
            assert node.ask("GET", f"/api/tables/{table.id}")[1]["id"] == table.id, i
            status, facts = node.ask("GET", f"/api/tables/{table.id}/box")
            assert status == 200 and facts, i
        assert cluster.nodes[1].ask("GET", f"/api/tables/{table.id}/record")[0] == 422, "the game is not over"
        play_to_the_end(players, watch=lambda: watcher.pump())
        assert all(p.breaks == 0 for p in players), "nobody had to come again"
        check(table, players)
        eventually(lambda: cluster.nodes[0].metrics()["speakeasy_guests_foreign"] == 3
                   and cluster.nodes[1].metrics()["speakeasy_guests_away"] == 1, "three of five guests came elsewhere")
        for node in cluster.nodes:
            assert node.ask("GET", "/healthz")[1] == {"ok": True, "version": node.ask("GET", "/healthz")[1]["version"],
                                                      "lease": True, "bus": True}
            eventually(lambda: node.metrics()["speakeasy_nodes"] == 3, "each hears the others")
            assert 0 < node.metrics()["speakeasy_lease_seconds"] <= CALM_MS / 1000
        lists = [node.ask("GET", f"/api/tables/{table.id}/replay")[1] for node in cluster.nodes]
        assert lists[0] == lists[1] == lists[2], "a replay is the same everywhere"
        for p in players:
            p.close()


def test_every_door_shows_the_same_bytes():
    """Two connections of one seat, and two onlookers: one of each at home, one elsewhere."""
    with Cluster(2, lease_ms=CALM_MS) as cluster:
        table = cluster.table("chicago_gangsters", ["me", "open", "open"], at=0)
        players = [cluster.player(table, seat, at=0) for seat in range(3)]
        twins = [cluster.player(table, seat, at=1) for seat in range(3)] + [cluster.player(table, at=at) for at in (0, 1)]
        everybody = players + twins
        for p in everybody:
            p.dealt()
        time.sleep(0.2)  # facts about who came
        for p in everybody:
            p.pump()
            p.heard.clear()
        play_to_the_end(players, watch=lambda: [p.pump() for p in twins])
        for p in everybody:
            p.until(lambda p: p.is_over(), "the end")
        pairs = list(zip(players, twins[:3])) + [(twins[3], twins[4])]
        for home, away in pairs:
            mine, other = by_number(home), by_number(away)
            both = mine.keys() & other.keys()  # a machine under load may leave out a view, here or there
            assert len(both) > 5, (home.you, len(both), len(mine), len(other))
            for key in both:
                assert mine[key] == other[key], (home.you, key, mine[key], other[key])
            assert home.events == away.events and home.view == away.view and home.facts == away.facts, home.you


def by_number(p: Player) -> dict:
    """What was heard, as it came: views by what they tell, chat by its number."""
    texts = {}
    for text in p.heard:
        m = json.loads(text)
        if m["t"] in ("view", "chat"):
            texts[m["t"], m["n"], m.get("first")] = text
    return texts


def test_a_node_dies():
    """kill -9 of each node in turn, under load: whoever has its tables next goes on where it stopped."""
    with Cluster(3, lease_ms=1500) as cluster:
        load = ClusterLoad(cluster, tables=6, seed=5, most=8)
        for i in range(6 if is_long() else 2):
            load.run(0.7)
            cluster.nodes[i % 3].kill()
            load.run(3.0 if is_long() else 1.0)
            cluster.nodes[i % 3].start()
        load.finish(400)
        load.verify()
        print(f"# {load.oks} moves answered, none lost; the longest gap"
              f" {max([g for p in load.players for g in p.gaps] or [0]):.1f} s", flush=True)
        load.drop()


def test_a_node_leaves():
    """SIGTERM of the owner: guests at other doors keep their connection, and hear a view within a moment."""
    with Cluster(3, lease_ms=CALM_MS) as cluster:
        table = cluster.table("famiglia", ["me", "open"], at=0)
        players = [cluster.player(table, 0, at=1), cluster.player(table, 1, at=2)]
        dice = random.Random(7)
        for p in players:
            p.dealt()
        for _ in range(3 if is_long() else 2):
            owner = cluster.owner(table.id)
            step(players, dice)
            cluster.nodes[owner].stop()
            before = [p.view["n"] for p in players]
            began = time.monotonic()
            while not all(p.view["n"] > n + 2 for p, n in zip(players, before)) and not players[0].is_over():
                step(players, dice)
                assert time.monotonic() - began < 30, [p.heard[-2:] for p in players]
            assert cluster.owner(table.id) not in (owner, -1)
            cluster.nodes[owner].start()
        assert players[0].breaks + players[1].breaks <= 4, "those whose door stayed kept their connection"
        play_to_the_end(players, dice)
        check(table, players)


def test_a_node_sleeps():
    """SIGSTOP of the owner for longer than its lease, then SIGCONT: it must not act, nor show anything old."""
    with Cluster(2, lease_ms=1000) as cluster:
        table = cluster.table("famiglia", ["me", "open"], at=0)
        home, away = cluster.player(table, 0, at=0), cluster.player(table, 1, at=1)
        dice = random.Random(8)
        for p in (home, away):
            p.dealt()
        for _ in range(5):
            step([home, away], dice)
        cluster.nodes[0].signal(signal.SIGSTOP)
        cluster.nodes[0].paused = True
        stuck = home.guest  # its connection to the sleeper stays open
        seat = cluster.player(table, 0, at=1)  # the same person comes to the other node
        away.until(lambda p: cluster.owner(table.id) == 1, "the other node takes over")
        seat.dealt()
        for _ in range(10):
            step([seat, away], dice)
        n = seat.view["n"]
        home.say("chat", text="to the sleeper")  # what comes to it must not be acted upon
        cluster.nodes[0].signal(signal.SIGCONT)
        cluster.nodes[0].paused = False
        heard, end = len(home.heard), time.monotonic() + PATIENCE
        while home.guest is stuck:
            assert time.monotonic() < end, "the sleeper keeps its guests"
            home.pump(0.5)
        assert not [t for t in home.heard[heard:] if '"t":"view"' in t and json.loads(t)["n"] < home.seen], "nothing old"
        home.until(lambda p: p.view and p.view["n"] >= n and not p.pending, "the newest")
        eventually(lambda: cluster.nodes[0].metrics()["speakeasy_leases_lost_total"] >= 1, "it knows")
        play_to_the_end([home, away], dice)
        check(table, [away])


def test_the_bus_is_restarted():
    with Cluster(3) as cluster:
        load = ClusterLoad(cluster, tables=5, seed=6)
        for _ in range(3 if is_long() else 1):
            load.run(0.7)
            os.kill(end_of(f"{BUS_FOLDER}/plain.pid"), signal.SIGKILL)
            load.run(1.5)
        load.finish(400)
        load.verify()
        load.drop()


def test_the_database_is_restarted():
    with Cluster(3, durability="full") as cluster:  # else a crash of the database may lose what was acknowledged last
        load = ClusterLoad(cluster, tables=5, seed=7)
        for _ in range(4 if is_long() else 1):
            load.run(0.7)
            os.kill(end_of(f"{FOLDER}/data/postmaster.pid"), signal.SIGQUIT)
            load.run(1.5)
        load.finish(400)
        load.verify()
        load.drop()


def test_people_are_the_same_at_every_node():
    """Accounts, sessions and seats: what one node changes the others know."""
    with Cluster(2) as cluster:
        a, b = cluster.nodes
        status, ann = a.ask("POST", "/api/accounts", {"name": "Ann", "password": "a long password"})
        assert status == 201, ann
        assert b.ask("GET", "/api/me", token=ann["session"])[1]["name"] == "Ann"
        table = cluster.table("famiglia", ["me", "open"], at=0)
        status, said = b.ask("POST", "/api/me/seats", {"table": table.id, "token": table.tokens[0]}, ann["session"])
        assert status == 204, said
        assert [t["id"] for t in b.ask("GET", "/api/me", token=ann["session"])[1]["tables"]] == [table.id]
        guest = Player(b, table.id, ann["session"])  # to another door than the owner's, by an account
        guest.until(lambda p: p.view and p.you == 0, "the seat")
        cluster.player(table, 1, at=1).dealt()
        status, other = a.ask("POST", "/api/sessions", {"name": "ann", "password": "a long password"})
        assert status == 200, other
        assert b.ask("DELETE", "/api/sessions", token=ann["session"])[0] == 204
        assert guest.closing()[0] == 4403, "the session has ended, at the other node"
        guest = Player(b, table.id, other["session"])
        guest.until(lambda p: p.view, "a view")
        assert b.ask("DELETE", "/api/me", {"password": "a long password"}, other["session"])[0] == 204
        assert guest.closing()[0] == 4403
        eventually(lambda: a.ask("GET", f"/api/tables/{table.id}")[1]["seats"][0]["name"] == "(deleted)", "the name is gone")


def test_friends_and_blocks_at_two_nodes():
    """One writes at one node, the other at another, and presence is told from node to node."""
    with Cluster(2) as cluster:
        a, b = cluster.nodes
        ann, bob = (a.ask("POST", "/api/accounts", {"name": name, "password": "a long password"})[1]["session"] for name in ("Ann", "Bob"))

        def people(node, session) -> dict:
            return node.ask("GET", "/api/me/people", token=session)[1]
        assert a.ask("POST", "/api/me/people", {"do": "ask", "name": "Bob"}, ann)[1]["is"] == "asked"
        asks, = people(b, bob)["asks"]
        assert b.ask("POST", f"/api/me/people/{asks['id']}", {"do": "accept"}, bob)[1]["is"] == "friend"
        assert people(a, ann)["friends"][0]["here"] is False
        assert b.ask("POST", "/api/me/here", token=bob)[0] == 200
        eventually(lambda: people(a, ann)["friends"][0]["here"], "Bob to be seen at the other node")
        table = cluster.table("famiglia", ["me", "open"], at=0)
        assert a.ask("POST", "/api/me/seats", {"table": table.id, "token": table.tokens[0]}, ann)[0] == 204
        status, taken = b.ask("POST", f"/api/tables/{table.id}/seats/1", {"name": "Masked"}, bob)
        assert status == 200, taken
        first, second = Player(b, table.id, ann).dealt(), Player(a, table.id, taken["token"]).dealt()
        assert b.ask("POST", "/api/me/people", {"do": "block", "table": table.id, "seat": 1}, ann)[1]["is"] == "blocked"
        assert people(a, bob)["friends"] == []

        def unheard() -> bool:
            second.act("chat", text="x"), first.act("chat", text="mark")
            first.until(lambda p: p.chats and p.chats[-1]["text"] == "mark", "the mark")
            return len(first.chats) < 2 or first.chats[-2]["text"] != "x"
        eventually(unheard, "the block to count at the table's node")
        status, late = b.ask("POST", f"/api/tables/{cluster.table('famiglia', ['me', 'open'], at=1).id}/seats/1", {"name": "Bob"}, bob)
        assert status == 200, late  # a table without an account of hers


def test_a_crew_at_two_nodes():
    """Made at one node, joined and dealt in at another; many who join at both at once; a report; and somebody who is gone."""
    with Cluster(2) as cluster:
        a, b = cluster.nodes
        ann, bob, *rest = (a.ask("POST", "/api/accounts", {"name": name, "password": "a long password"})[1]["session"]
                           for name in ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay"))
        crew = a.ask("POST", "/api/crews", {"name": "Suspects"}, ann)[1]
        path, link = f"/api/crews/{crew['id']}", {"link": crew["link"].rsplit(".", 1)[1]}
        assert b.ask("POST", path + "/members", link, bob)[0] == 200
        answers = []
        threads = [threading.Thread(target=lambda n=n, s=s: answers.append(n.ask("POST", path + "/members", link, s)[0]))
                   for n, s in zip((a, b, a, b), rest)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        members = b.ask("GET", path, token=bob)[1]["members"]
        assert len(members) == 2 + answers.count(200) and set(answers) <= {200, 409}, (answers, members)
        status, made = b.ask("POST", path + "/deal", {"game": "famiglia", "players": 2}, bob)
        assert status == 201, made
        eventually(lambda: [i["table"] for i in a.ask("POST", "/api/me/here", token=ann)[1]["invites"]] == [made["id"]], "Ann to be told")
        assert a.ask("POST", path + "/deal", {"game": "famiglia"}, ann)[0] == 429, "the other node has told the crew a moment ago"
        assert a.ask("POST", "/api/reports", {"table": made["id"], "seat": 0, "reason": "x"}, ann)[0] == 201
        assert b.ask("DELETE", "/api/me", {"password": "a long password"}, bob)[0] == 204
        told = a.ask("GET", path, token=ann)[1]
        assert "Bob" not in [m["name"] for m in told["members"]]
        assert a.ask("POST", "/api/me/here", token=ann)[1]["invites"] == []


def test_the_operator_is_heard_at_every_node():
    with Cluster(2) as cluster:
        table = cluster.table("famiglia", ["me", "open"], at=0)
        bob = cluster.player(table, 1, at=0, kind=Plain).dealt()
        run("admin", "close", table.id, "--yes", "--store", cluster.url, "--data", cluster.nodes[1].data, said="Closed")
        assert bob.closing()[0] == 1001, "the notice lay beside the other node's data"
        assert table.facts()["status"] == "closed"


def test_nobody_pays_for_a_gap():
    """The clock of whoever is to move stands still from the last word of a node that died to the first of the next."""
    with Cluster(2, lease_ms=4000) as cluster:
        table = cluster.table("famiglia", ["me", "open"], at=0, clock="bank 9m+0s")
        players = [cluster.player(table, seat, at=1) for seat in (0, 1)]
        for p in players:
            p.dealt()
        mover = next(p for p in players if p.view["moves"])
        before = mover.view["clocks"][mover.you]["left"]
        began = time.monotonic()
        cluster.nodes[0].kill()
        n = len(mover.heard)
        mover.until(lambda p: any('"t":"view"' in text for text in p.heard[n:]), "the next owner's view")
        gap = time.monotonic() - began
        left = mover.view["clocks"][mover.you]["left"]
        assert gap > 2 and before - left < 750 * gap, (gap, before, left)  # what is before the last renewal counts
        assert mover.breaks == 0, "the door stayed, so the connection did"


def test_a_rematch_at_another_node():
    """The next table has moved to another node than the one before: whoever asks for it gets there all the same."""
    with Cluster(3, lease_ms=2000) as cluster:
        table = cluster.table("famiglia", ["me", "open"], at=0)
        players = [cluster.player(table, seat, at=1) for seat in (0, 1)]
        for p in players:
            p.dealt()
        play_to_the_end(players)
        first = players[0].act("rematch")
        assert first["t"] == "ok", first
        cluster.nodes[0].kill()
        cluster.nodes[0].start()
        eventually(lambda: cluster.nodes[2].ask("GET", f"/api/tables/{first['id']}")[0] == 200, "it is somewhere")
        eventually(lambda: cluster.nodes[1].ask("GET", f"/api/tables/{table.id}")[0] == 200, "and the old one too")
        if (cluster.owner(table.id), cluster.owner(first["id"])) != (1, 2):
            print("# a node stalled, and the tables are together already", flush=True)
        second = players[1].act("rematch")
        assert second["t"] == "ok" and second["id"] == first["id"], second
        assert cluster.owner(table.id) == cluster.owner(first["id"]), "they are together again"
        people = [Roamer(cluster, first["id"], token, at=2) for token in (first["token"], second["token"])]
        for p in people:
            p.dealt()


class Balanced:
    """A cluster behind its load balancer, started by tools/cluster."""

    def __init__(self, port: int):
        self.port, self.source, self.tokens = port, "127.0.0.1", []

    connect, ask, websocket, table = Server.connect, Server.ask, Server.websocket, Server.table

    def node(self, at=None):
        return self


def read_rows(text: str) -> dict:
    return {words[0]: int(words[1]) for words in map(str.split, text.splitlines()) if len(words) > 2 and words[1].isdigit()}


def one_command_starts_it_all():
    """tools/cluster: people play through the load balancer while nodes are killed in turn; then all of it ends."""
    with subprocess.Popen(["tools/cluster", "--program", House.host, "--port", "0", "--seconds", "100000", "--workers", "0"],
                          stdout=subprocess.PIPE, text=True) as cluster:
        try:
            pids = play_while_nodes_die(cluster)
        finally:
            if cluster.poll() is None:
                cluster.terminate()
    assert not any(os.path.exists(f"/proc/{pid}") for pid in pids.values()), "something was left running"


def play_while_nodes_die(cluster) -> dict:
    said = ""
    while "balancer" not in said:
        line = cluster.stdout.readline()
        assert line, f"it did not start: {said}"
        said += line
    house, pids = Balanced(int(re.search(r"http://127.0.0.1:(\d+)", said)[1])), read_rows(said)
    assert set(pids) == {"n1", "n2", "n3", "balancer"}, said
    eventually(lambda: house.ask("GET", "/healthz")[0] == 200, "the balancer lets us in")
    table = house.table("chicago_gangsters", ["me", "open", "easy"], options={"talk_limit": "0"})
    table.sit(1)
    players = [Roamer(house, table.id, table.tokens[seat]) for seat in (0, 1)]
    dice = random.Random(11)
    for name in ("n1", "n2", "n3") if is_long() else ("n1",):
        for _ in range(5):
            step(players, dice)
        os.kill(pids[name], signal.SIGKILL)
        n = [p.view["n"] if p.view else 0 for p in players]
        end = time.monotonic() + PATIENCE
        while not all(p.is_over() or (p.view and p.view["n"] > before) for p, before in zip(players, n)):
            assert time.monotonic() < end, [p.heard[-1:] for p in players]
            step(players, dice)
    play_to_the_end(players, dice)
    check(table, players)
    for p in players:
        p.close()
    cluster.send_signal(signal.SIGINT)
    cluster.communicate(timeout=PATIENCE)
    assert cluster.returncode == 0
    return pids


if is_long():  # a quarter of a minute, and another load balancer
    test_one_command_starts_it_all = one_command_starts_it_all


def log_of(server: Server) -> str:
    with open(server.log, encoding="utf-8") as f:
        return f.read()


def test_wrong_settings():
    """One clear line each."""
    with Cluster(1, lease_ms=1000) as cluster, tempfile.TemporaryDirectory() as data:
        def refused(said: str, *words: str) -> None:
            run("serve", "--data", data, "--listen", "127.0.0.1:0", *words, code=2, said=said)
        port = os.environ["SPK_TEST_NATS"].rsplit(":", 1)[1]
        node = ("--node", "n7", "--store", cluster.url, "--bus")
        refused("There is a node 'n0' already.", "--lease-ms", "500", "--node", "n0", "--store", cluster.url, "--bus", BUS)
        refused("node also needs store", "--node", "n7", "--bus", BUS)
        refused("node also needs bus", "--node", "n7", "--store", cluster.url)
        refused("node takes a name of 1 to 23 letters", "--node", "a.b", "--store", cluster.url, "--bus", BUS)
        refused("bus takes a URL", *node, "localhost")
        refused("Another server is using it", "--store", cluster.url)
        for said, url in (("Authorization Violation", f"nats://speakeasy:wrong@127.0.0.1:{port}"),
                          ("cannot be used", "nats://no-such-host.invalid:4222"),
                          ("cannot be used", "nats://127.0.0.1:1")):
            refused(said, *node, url)
        tls = os.environ["SPK_TEST_NATS_TLS"]
        refused("unable to get local issuer certificate", *node, f"tls://{tls}", "--bus-ca", f"{BUS_FOLDER}/other_ca.pem")
        refused("cannot be used", *node, f"nats://{tls}")  # it wants TLS
        refused("cannot be used", *node, f"tls://127.0.0.1:{port}")  # and that one speaks none
        refused("could not translate host name", "--node", "n7", "--bus", BUS, "--store", "postgresql://no-such-host.invalid/house")
        refused("password authentication failed", "--node", "n7", "--bus", BUS, "--store",
                f"postgresql://guarded:wrong@/house?host={FOLDER}")
        narrow = Server("--store", cluster.url, "--bus", BUS.replace("speakeasy:", "narrow:"), "--node", "n8", "--lease-ms", "1000")
        with narrow:  # a user who may not publish: the server says so after a while, and goes on saying it
            eventually(lambda: narrow.ask("GET", "/healthz")[1]["bus"] is False, "it knows")
            eventually(lambda: "bus.down" in log_of(narrow) and "ermissions" in log_of(narrow), "and says why")
        version = sql(f"SELECT version FROM {cluster.schema}.speakeasy")
        sql(f"UPDATE {cluster.schema}.speakeasy SET version = 99")
        refused("newer Speakeasy", "--node", "n7", "--store", cluster.url, "--bus", BUS)
        sql(f"UPDATE {cluster.schema}.speakeasy SET version = {version}")


main(globals())
