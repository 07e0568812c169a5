#!/usr/bin/python3
"""What brings people back, in a house of two nodes on PostgreSQL and NATS: an alert is sent once, whichever node has the table and whichever
is killed; a rated game counts once; the deal of the day is one deal with the same bots and one try, at whichever node one comes in.
Run by tests/with_postgres and tests/with_nats; for Debian's python3 (alert_post.py)."""
import json
import re
import subprocess
import tempfile
import threading
import time

from alert_post import Mailbox, Post, certificate
from client import PATIENCE, House, Player, Table, eventually, main, play_out
from cluster import Cluster, sql

PASSWORD = "correct horse"


class Club(Cluster):
    """Two nodes that send alerts, and the world around them."""

    def __init__(self, *words, n=2, **more):
        self.folder = tempfile.TemporaryDirectory()
        cert, key = certificate(self.folder.name)
        self.post, self.mail = Post(cert, key), Mailbox(cert, key)
        ways = [word for way in ("push", "mail", "webhook") for word in ("--alerts", way)]
        super().__init__(n, words=(*ways, "--alert-ca", cert, "--mail-server", self.mail.url, "--mail-from", "house@play.example",
                                   "--alert-private", *words), **more)

    def __exit__(self, kind, value, trace):
        super().__exit__(kind, value, trace)
        self.post.close(), self.mail.close(), self.folder.cleanup()

    def person(self, name: str, at=None) -> str:
        status, made = self.ask("POST", "/api/accounts", {"name": name, "password": PASSWORD}, at=at)
        assert status == 201, made
        return made["session"]

    def two(self, first: str, second: str, at=None, **more) -> Table:
        """A table of these two, dealt, which that node has."""
        node = self.node(at)
        body = {"game": "famiglia", "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}], **more}
        status, made = node.ask("POST", "/api/tables", body, first)
        assert status == 201, made
        status, taken = node.ask("POST", f"/api/tables/{made['id']}/seats/1", {"name": "Bob"}, second)
        assert status == 200, taken
        table = Table(self, made, "famiglia", 2)
        table.tokens[1] = taken["token"]
        return table

    def notes(self, kind: str) -> list:
        told = sql(f"SELECT json_agg(json_build_array(key, rank, text)) FROM {self.schema}.notes WHERE kind = '{kind}'")
        return [(key, rank, json.loads(text)) for key, rank, text in json.loads(told or "null") or []]

    def make_due(self) -> None:
        """All pauses and claims are over."""
        sql(f"UPDATE {self.schema}.notes SET rank = 1 WHERE kind = 'alert'")

    def total(self, name: str) -> float:
        return sum(node.metrics()[name] for node in self.nodes if node.is_up())


def turn(node, session: str, table: Table) -> bool:
    """Sit down there, move until it is the other one's turn, go. False: it was not this one's turn."""
    p = Player(node, table.id, session).until(lambda p: p.view and p.facts, "a view")
    moved = False
    while p.view["moves"]:
        n = p.view["n"]
        assert p.act("move", text=p.view["moves"][0], n=n)["t"] == "ok"
        p.until(lambda p: p.view["n"] > n, "the next view")
        moved = True
    p.close()
    return moved


def hand_over(club: Club, ann: str, bob: str, table: Table, at=None) -> None:
    """It becomes Bob's turn, and neither is there. The other node still believes for a moment that Bob is."""
    turn(club.node(at), bob, table)
    gone(club, table)
    while not turn(club.node(at), ann, table):
        turn(club.node(at), bob, table)
    gone(club, table)


def gone(club: Club, table: Table) -> None:
    def is_empty():
        seats = club.ask("GET", f"/api/tables/{table.id}")[1]["seats"]
        return not any(seat.get("here") for seat in seats)
    eventually(is_empty, "empty chairs")


def told_of(club: Club, table: Table) -> int:
    """How many messages named it."""
    return sum(table.id.encode() in body for _, _, _, body in list(club.post.got))


def settled(club: Club) -> None:
    eventually(lambda: not club.notes("alert"), "an empty queue")


def test_an_alert_of_either_node_is_sent_once():
    """The nodes look at one queue ten times a second; tables of both, with news for the same person at the same moment."""
    with Club("--alert-gap", "0") as club:
        ann, bob = club.person("Ann", at=0), club.person("Bob", at=1)
        tables = [club.two(ann, bob, at=i % 2) for i in range(6)]
        for i, table in enumerate(tables):
            turn(club.node(1 - i % 2), bob, table)  # through the other door
            gone(club, table)
        assert club.ask("POST", "/api/me/alerts/webhook", {"url": club.post.origin + "/hook"}, bob)[0] == 200
        settled(club)
        before = {table.id: told_of(club, table) for table in tables}
        movers = [threading.Thread(target=turn, args=[club.node(i % 2), ann, table]) for i, table in enumerate(tables)]
        for mover in movers:
            mover.start()
        for mover in movers:
            mover.join()
        settled(club)
        asked = [t for t in tables if 1 in t.facts()["turn"]["seats"]]
        assert asked, "it is Bob's turn somewhere"
        for table in asked:
            assert told_of(club, table) == before[table.id] + 1, (table.id, club.post.got)
        assert club.total("speakeasy_alerts_lost_total") == 0 and club.total("speakeasy_alerts_failed_total") == 0


def test_a_node_that_dies_while_it_sends():
    with Club("--alert-gap", "0", lease_ms=1500) as club:
        ann, bob = club.person("Ann"), club.person("Bob")
        table = club.two(ann, bob, at=0)
        assert club.ask("POST", "/api/me/alerts/webhook", {"url": club.post.origin + "/hook"}, bob)[0] == 200
        club.post.delay = 60.0  # killed while the answer is on its way: nobody knows whether it arrived
        hand_over(club, ann, bob, table, at=0)
        eventually(lambda: told_of(club, table) == 1, "a request")
        assert [note for _, _, note in club.notes("alert") if "claimed" in note], "claimed before it is sent"
        club.nodes[0].kill()
        club.post.delay = 0.0
        assert len(club.notes("alert")) == 1, "the other one leaves it alone"
        club.make_due()
        eventually(lambda: club.nodes[1].metrics()["speakeasy_alerts_lost_total"] == 1, "that it is given up")
        assert told_of(club, table) == 1 and not club.notes("alert")
        # The other node has the table now, and sends what is new.
        hand_over(club, ann, bob, table)
        eventually(lambda: told_of(club, table) == 2, "the next one")
        settled(club)


def test_a_node_that_dies_before_it_sends():
    """Killed the moment after the move was answered, several times: the news is in the store with the move. Whoever is left sends it, unless
    it was claimed; nobody is told twice."""
    with Club("--alert-gap", "0", lease_ms=1500) as club:
        ann, bob = club.person("Ann"), club.person("Bob")
        table, sent, lost = club.two(ann, bob, at=0), 0, 0
        assert club.ask("POST", "/api/me/alerts/webhook", {"url": club.post.origin + "/hook"}, bob)[0] == 200
        for _ in range(3):
            turn(club.node(), bob, table)
            gone(club, table)
            settled(club)
            before, owner = told_of(club, table), max(club.owner(table.id), 0)
            if not turn(club.nodes[owner], ann, table):
                continue
            club.nodes[owner].kill()
            for _ in range(400):  # whoever is left looks every five seconds
                notes = club.notes("alert")
                if not notes or all("claimed" in note for _, _, note in notes):
                    break
                time.sleep(0.05)
            claimed = len(club.notes("alert"))
            club.make_due()
            settled(club)
            now = told_of(club, table) - before
            assert now <= 1 and now + claimed >= 1, (now, claimed)
            sent, lost = sent + now, lost + (not now)
            club.nodes[owner].start()
        assert sent + lost >= 1
        print(f"# {sent} sent, {lost} lost with the node that had claimed it", flush=True)


def test_one_message_for_several_tables_of_two_nodes():
    """The pause between two messages to one person is the house's, not the node's; a new node keeps it too."""
    with Club() as club:
        ann, bob = club.person("Ann"), club.person("Bob")
        tables = [club.two(ann, bob, at=i % 2) for i in range(3)]
        for i, table in enumerate(tables):
            hand_over(club, ann, bob, table, at=i % 2)
        settled(club)
        assert club.ask("POST", "/api/me/alerts/webhook", {"url": club.post.origin + "/hook"}, bob)[0] == 200
        hand_over(club, ann, bob, tables[0], at=0)
        eventually(lambda: len(club.post.got) == 1, "the first message")
        hand_over(club, ann, bob, tables[1], at=1)
        hand_over(club, ann, bob, tables[2], at=0)
        now = time.time() * 1000
        eventually(lambda: sum(rank > now + 5000 and "claimed" not in note for _, rank, note in club.notes("alert")) == 2,
                   "that both wait for the pause")
        club.nodes[0].kill()
        club.nodes[0].start()
        time.sleep(0.5)  # the new one looks as well
        assert len(club.post.got) == 1, club.post.got
        sql(f"UPDATE {club.schema}.notes SET text = '{{\"at\":1}}' WHERE kind = 'alert_told'")  # a minute later
        club.make_due()
        eventually(lambda: len(club.post.got) == 2, "the second message")
        settled(club)
        assert len(json.loads(club.post.got[1][3])["tables"]) == 2 and len(club.post.got) == 2


# -- Ratings


def rows(node) -> list:
    status, told = node.ask("GET", "/api/ratings/famiglia/2")
    assert status == 200, told
    return told["standings"]


def test_a_rated_game_counts_once():
    """Games end at both nodes at the same time; one of them is killed as soon as it has told the end."""
    with Club(lease_ms=1500) as club:
        people = [club.person(name) for name in ("Ann", "Bob", "Eve", "Joe")]
        for killed in (None, 0, 1):
            games = [club.two(people[2 * i], people[2 * i + 1], at=i, rated=True, clock="move 5m") for i in (0, 1)]
            players = [Player(club.node(i), t.id, t.tokens[seat]).dealt() for i, t in enumerate(games) for seat in (0, 1)]
            play_out(players)
            if killed is not None:
                club.nodes[killed].kill()
            count = {None: 1, 0: 2, 1: 3}[killed]
            node = club.nodes[1 - killed] if killed is not None else club.nodes[0]
            eventually(lambda: sorted(x["games"] for x in rows(node)) == [count] * 4, f"{count} games each")
            for p in players:
                p.close()
            if killed is not None:
                club.nodes[killed].start()
        assert rows(club.nodes[0]) == rows(club.nodes[1])
        done = subprocess.run([House.host, "admin", "ratings", "check", "--store", club.url], capture_output=True, text=True,
                              timeout=PATIENCE)
        assert done.returncode == 0 and "every rating is what the games say" in done.stdout, done


# -- The deal of the day


def today(node, session=None) -> dict:
    status, told = node.ask("GET", "/api/daily", None, session)
    assert status == 200, told
    return told


def sit(node, session, **body) -> tuple:
    return node.ask("POST", "/api/daily/famiglia", body, session)


def play_first_moves(node, made: dict, until=10000) -> list:
    """Always the first of the moves; what was seen of the game."""
    p = Player(node, made["id"], made["token"]).dealt()
    while not p.is_over() and until:
        p.until(lambda p: p.view["moves"] or p.is_over(), "our turn")
        if not p.is_over():
            n = p.view["n"]
            assert p.act("move", text=p.view["moves"][0], n=n)["t"] == "ok"
            p.until(lambda p: p.view["n"] > n, "the next view")
            until -= 1
    p.send({"t": "since", "n": 0})
    p.until(lambda p: len(p.events) == p.view["n"], "all events")
    story = [{k: v for k, v in p.events[n].items() if k not in ("at", "ms")} for n in sorted(p.events)]
    p.close()
    return story


def test_one_deal_at_both_nodes():
    """The first visitors of both nodes ask at the same moment: the seeds that are drawn first are everybody's."""
    with Club() as club:
        seen = [None, None]

        def ask(i):
            seen[i] = today(club.nodes[i])
        askers = [threading.Thread(target=ask, args=[i]) for i in (0, 1)]
        for asker in askers:
            asker.start()
        for asker in askers:
            asker.join()
        assert seen[0]["games"] == seen[1]["games"] and seen[0]["committed"] == seen[1]["committed"], seen
        ann, bob = club.person("Ann"), club.person("Bob")
        made = [sit(club.nodes[i], who, device=f"d{i}")[1] for i, who in enumerate((ann, bob))]
        assert all(m["rated"] for m in made) and made[0]["commitment"] == made[1]["commitment"], made
        stories = [play_first_moves(club.nodes[i], m) for i, m in enumerate(made)]
        assert stories[0] == stories[1], "the same moves are the same game to the end, bots included"
        day = seen[0]["day"]
        for node in club.nodes:
            eventually(lambda: node.ask("GET", f"/api/daily/famiglia/{day}", None, ann)[1]["finished"] == 2, "both results")
            eventually(lambda: node.ask("GET", f"/api/daily/famiglia/{day}", None, ann)[1]["house"], "the house's own")
        told = [node.ask("GET", f"/api/daily/famiglia/{day}", None, ann)[1] for node in club.nodes]
        assert told[0] == told[1] and told[0]["standing"]["same"] == 2, told


def test_one_try_whichever_node():
    with Club(lease_ms=1500) as club:
        ann = club.person("Ann")
        for node in club.nodes:
            today(node)
        answers = [None, None]

        def begin(i):
            answers[i] = sit(club.nodes[i], ann, device=f"d{i}")
        both = [threading.Thread(target=begin, args=[i]) for i in (0, 1)]
        for one in both:
            one.start()
        for one in both:
            one.join()
        made = [told for status, told in answers if status == 201]
        assert len(made) == 1 and made[0]["rated"], answers
        for node in club.nodes:  # from now on it is this one, wherever she comes
            status, again = sit(node, ann, device="phone")
            assert status == 200 and again["id"] == made[0]["id"] and again["rated"], again
        play_first_moves(club.nodes[0], made[0], until=5)
        club.nodes[max(club.owner(made[0]["id"]), 0)].kill()
        left = club.node()
        play_first_moves(left, made[0])
        eventually(lambda: today(left, ann)["streak"] == 1, "a day of the streak")
        mine = next(g["mine"] for g in today(left, ann)["games"] if g["game"] == "famiglia")
        assert mine["place"] in (1, 2) and mine["table"] == made[0]["id"], mine
        assert sit(left, ann, device="phone")[1]["rated"] is False, "one try"
        record = left.ask("GET", f"/api/tables/{made[0]['id']}/record", None, ann)[1].decode()
        assert re.search(r"proof table daily-\d{4}-\d\d-\d\d-famiglia", record) and "proof seed" not in record


if __name__ == "__main__":
    main(globals())
