#!/usr/bin/env python3
"""A tournament on several nodes of one house, on PostgreSQL and NATS: every node knows it, only one of them writes each line, and
it goes on when one dies. Run by tests/with_postgres and tests/with_nats, which start the database and the bus."""
import random
from concurrent.futures import ThreadPoolExecutor

from client import main
from cluster import Cluster
from serve_tournaments_test import Contest, check


def lines(c, word: str) -> list:
    return [line for line in c.results()["log"] if line.split()[0] == word]


def check_log(c, t, rounds: int, tables: int) -> None:
    """No round was paired twice, and each table has one result."""
    assert lines(c, "round") == [f"round {i}" for i in range(1, rounds + 1)], lines(c, "round")
    assert len(lines(c, "start")) == len(lines(c, "end")) == 1
    results = [line.split()[1] for line in lines(c, "result")]
    assert len(results) == len(set(results)) == tables == len(t["tables"]), results


def test_all_nodes_write_at_once():
    """Thirty join at three nodes in the same moment, and the maker begins at all of them: each has a number of their own, and it
    begins once."""
    with Cluster(3, lease_ms=10000, words=("--tournaments", "open")) as cluster:
        c = Contest(cluster, rounds=1)
        path = f"/api/tournaments/{c.id}"

        def join(i):
            return cluster.nodes[i % 3].ask("POST", f"{path}/entrants", {"name": f"Guest {i}"})

        def start(i):
            return cluster.nodes[i].ask("POST", f"{path}/start", {}, token=c.maker)

        with ThreadPoolExecutor(30) as pool:
            joined = list(pool.map(join, range(30)))
            assert all(status == 200 for status, _ in joined), joined
            assert sorted(answer["entrant"] for _, answer in joined) == list(range(1, 31)), joined
            begun = list(pool.map(start, range(3)))
        assert sorted(status for status, _ in begun) == [200, 422, 422], begun
        t = c.play(lambda t: t["round"] == 1)
        assert {row["name"] for row in t["standings"]} == {f"Guest {i}" for i in range(30)}
        assert len(lines(c, "start")) == len(lines(c, "round")) == 1 and len(lines(c, "table")) == 15


def test_nodes_pair_each_round_once():
    """All three look whenever they like: of two that write the same line the store refuses one."""
    with Cluster(3, lease_ms=10000, words=("--tournaments", "open")) as cluster:
        c = Contest(cluster, bots=10, rounds=4, bot="random")
        c.join(2)
        c.start()
        t = c.play()  # each question goes to the next node
        check(t)
        check_log(c, t, 4, 24)
        told = [node.ask("GET", f"/api/tournaments/{c.id}/results.json")[1] for node in cluster.nodes]
        assert told[0] == told[1] == told[2]


def test_who_leaves_is_not_waited_for_at_another_node():
    """With a day for each move: Ann plays at one node, Bob leaves at the other, wherever the table is."""
    with Cluster(2, lease_ms=10000, words=("--tournaments", "open")) as cluster:
        for at in (0, 1):
            c = Contest(cluster, clock="move 1d", rounds=1)
            ann, bob = c.join(), c.join()
            c.people = [ann]
            c.start()
            t = c.play(lambda t: ann.player)
            status, answer = cluster.nodes[at].ask("DELETE", f"/api/tournaments/{c.id}/entrants/me", token=bob.token)
            assert status == 200, answer
            t = c.play()
            assert t["standings"][0]["entrant"] == ann.number and t["standings"][1]["left"], t["standings"]
        c = Contest(cluster, clock="move 1d", rounds=1)  # and where nobody is
        gone = [c.join(), c.join()]
        c.people = []
        c.start()
        c.play(lambda t: gone[0].me().get("table"))
        for i, node in enumerate(cluster.nodes):
            node.ask("DELETE", f"/api/tournaments/{c.id}/entrants/me", token=gone[i].token)
        assert c.play()["tables"][0]["status"] == "void"


def test_it_goes_on_when_a_node_dies():
    """The one that paired and made the tables is killed: the others take the tables over, and pair what follows."""
    with Cluster(2, lease_ms=2000, words=("--tournaments", "open")) as cluster:
        c = Contest(cluster, bots=8, rounds=5, bot="random", kind="duplicate")
        c.start()
        dice = random.Random(3)
        before = c.play(lambda t: t["round"] >= 2 and dice.random() < 0.5)
        cluster.nodes[0].kill()
        t = c.play()
        check(t, bye=0.5)
        check_log(c, t, 5, 20)
        for was, now in zip(before["tables"], t["tables"]):
            assert was["id"] == now["id"] and (was["status"] == "playing" or was == now), (was, now)


if __name__ == "__main__":
    main(globals())
