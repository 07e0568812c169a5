#!/usr/bin/env python3
"""People over real sockets: friends, blocks, who is here, invitations; what a blocked person can find out (nothing), and what is
left of somebody who deletes their account (nothing). Rude people included."""
import json
import sqlite3
import threading

from client import Player, Server, eventually, main
from person import Person, all_notes, befriend, notes, people, refused


def test_friends():
    with Server() as server:
        ann, bob, eve = people(server, "Ann", "Bob", "Eve")
        assert ann.people() == {"name": "Ann", "presence": True, "profile": "everybody", "friends": [], "asked": [],
                                "blocked": [], "asks": [], "invites": []}
        told = ann.do("ask", "bOB")  # names are found as they are for signing in
        assert told["is"] == "asked" and told["name"] == "Bob", told
        assert ann.names("asked") == ["Bob"] and bob.names("asks") == ["Ann"] and eve.names("asks") == []
        assert bob.here()["asks"] == 1
        assert ann.do("ask", bob) == told  # twice is once
        refused(eve.ask("POST", f"/api/me/people/{bob.entry('asks', 'Ann')['id']}", {"do": "accept"}), 404, "no such request")
        assert bob.answer("accept", "Ann")["is"] == "friend"
        assert ann.names("friends") == ["Bob"] and bob.names("friends") == ["Ann"]
        assert ann.names("asked") == [] and bob.names("asks") == []
        assert ann.do("ask", bob)["is"] == "friend"
        ann.drop("friends", "Bob")
        assert ann.people()["friends"] == bob.people()["friends"] == [] and notes(server, "tie") == []
        ann.do("ask", bob)
        assert bob.do("ask", ann)["is"] == "friend"  # both wanted it
        ann.do("ask", eve)
        ann.drop("asked", "Eve")  # thought better of it
        assert eve.people()["asks"] == []
        assert server.metrics()["speakeasy_friends_made_total"] == 2


def test_wrong_words():
    with Server() as server:
        ann, bob = people(server, "Ann", "Bob")
        refused(server.ask("GET", "/api/me/people"), 401, "Sign in")
        refused(server.ask("GET", "/api/me/people", token="A" * 43), 401, "session")
        refused(ann.ask("POST", "/api/me/people", {"do": "ask", "name": "Nobody"}), 404, "nobody of that name")
        refused(ann.ask("POST", "/api/me/people", {"do": "ask", "name": "Ann"}), 422, "That is you")
        for body in ({}, {"do": "ask"}, {"do": "marry", "name": "Bob"}, {"do": "ask", "name": 7}, {"do": "drop", "name": "Bob"},
                     {"do": "ask", "table": "x", "seat": 0}, {"do": "ask", "name": "Bob", "table": "k" * 12, "seat": 0},
                     {"do": "ask", "table": "k" * 12, "seat": 99}):
            assert ann.ask("POST", "/api/me/people", body)[0] == 400, body
        for path in ("x", "k" * 12, "../me", "%00", "k" * 300):
            assert ann.ask("DELETE", f"/api/me/people/{path}")[0] in (400, 404), path
            assert ann.ask("POST", f"/api/me/people/{path}", {"do": "accept"})[0] in (400, 404), path
        assert ann.ask("PATCH", "/api/me/people", {"profile": "all"})[0] == 400
        assert ann.ask("PATCH", "/api/me/people", {"presence": "no"})[0] == 400
        refused(ann.ask("POST", "/api/me/invites", {"table": "x", "to": "y"}), 400, "table")
        refused(ann.ask("POST", "/api/me/people", {"do": "block", "table": "k" * 12, "seat": 0}), 404, "Nobody with an account")
        assert notes(server) == [] and bob.people()["asks"] == []


def test_limits():
    with Server(rates=["friends_per_account=3", "asks_per_account=2", "people_per_minute=40"]) as server:
        ann, *others = people(server, "Ann", "Bob", "Cid", "Dan", "Eve")
        ann.do("ask", others[0]), ann.do("ask", others[1])
        refused(ann.ask("POST", "/api/me/people", {"do": "ask", "name": "Dan"}), 422, "asked many people")
        others[0].answer("accept", "Ann"), others[1].answer("accept", "Ann")
        ann.do("ask", others[2])
        refused(ann.ask("POST", "/api/me/people", {"do": "ask", "name": "Eve"}), 422, "full")
        others[3].do("ask", ann)
        refused(ann.ask("POST", f"/api/me/people/{ann.entry('asks', 'Eve')['id']}", {"do": "accept"}), 422, "full")
        answers = [ann.ask("POST", "/api/me/people", {"do": "ask", "name": "Eve"})[0] for _ in range(200)]
        assert answers.count(429) > 150 and set(answers) <= {422, 429}, answers
        assert others[3].ask("GET", "/api/me/people")[0] == 200  # only who was rude waits


def test_a_blocked_person_cannot_tell():
    """Two people do the same to somebody; one of them is blocked, the other was refused, and a third has not been answered. All
    read the same, but for names, ids and times."""
    with Server() as server:
        bob, blocked, refused_one, ignored = people(server, "Bob", "Cid", "Dan", "Eve")
        for one in (refused_one, ignored):
            one.do("ask", bob)
        bob.do("block", blocked)
        bob.answer("refuse", "Dan")

        def seen(one: Person) -> list:
            said = [one.ask("POST", "/api/me/people", {"do": "ask", "name": "Bob"}), one.ask("GET", "/api/me/people"),
                    one.ask("POST", "/api/me/here"), one.ask("GET", "/api/people/Bob"),
                    one.ask("POST", "/api/me/invites", {"table": one.table().id, "to": "k" * 12})]
            tie = one.entry("asked", "Bob")["id"]
            said += [one.ask("DELETE", f"/api/me/people/{tie}"), one.ask("GET", "/api/me/people"),
                     one.ask("POST", "/api/me/people", {"do": "ask", "name": "Bob"}), one.ask("GET", "/api/me/people")]

            def scrub(x):
                if isinstance(x, dict):
                    return {k: "?" if k in ("id", "at") or v == one.name else scrub(v) for k, v in x.items()}
                return [scrub(y) for y in x] if isinstance(x, list) else x
            return [(status, json.dumps(scrub(body)) if not isinstance(body, bytes) else body) for status, body in said]
        views = [seen(one) for one in (blocked, refused_one, ignored)]
        assert views[0] == views[1] == views[2], views
        assert bob.names("asks") == ["Eve"] and bob.names("blocked") == ["Cid"]


def test_a_friend_who_is_blocked_is_one_who_was_removed():
    with Server() as server:
        bob, cid, dan = people(server, "Bob", "Cid", "Dan")
        befriend(cid, bob), befriend(dan, bob)
        bob.here()
        assert cid.entry("friends", "Bob")["here"] is True
        ties = [one.entry("friends", "Bob")["id"] for one in (cid, dan)]
        bob.do("block", cid)
        bob.drop("friends", "Dan")
        for one, tie in ((cid, ties[0]), (dan, ties[1])):
            assert one.people()["friends"] == [], one.people()
            refused(one.ask("POST", "/api/me/invites", {"table": one.table().id, "to": tie}), 404, "nobody like that")
            refused(one.ask("DELETE", f"/api/me/people/{tie}"), 404, "nobody like that")
        refused(bob.ask("POST", "/api/me/people", {"do": "ask", "name": "Cid"}), 422, "blocked")
        cid.do("block", bob)  # and back: both sit in the other's way
        bob.drop("blocked", "Cid")
        assert cid.names("blocked") == ["Bob"] and bob.do("ask", cid)["is"] == "asked" and cid.people()["asks"] == []


def test_who_is_here():
    with Server() as server:
        ann, bob, eve = people(server, "Ann", "Bob", "Eve")
        befriend(ann, bob)
        assert ann.entry("friends", "Bob")["here"] is False
        bob.here()
        assert ann.entry("friends", "Bob")["here"] is True and server.metrics()["speakeasy_people_here"] == 1
        eve.do("ask", bob)
        assert "here" not in eve.entry("asked", "Bob")  # for friends only
        assert bob.ask("PATCH", "/api/me/people", {"presence": False}) == (200, {"presence": False, "profile": "everybody"})
        assert ann.entry("friends", "Bob")["here"] is False
        bob.here()
        assert ann.entry("friends", "Bob")["here"] is False and server.metrics()["speakeasy_people_here"] == 0
        bob.ask("PATCH", "/api/me/people", {"presence": True})
        bob.here()
        assert ann.entry("friends", "Bob")["here"] is True
        server.kill()  # it is kept nowhere: a house that comes back knows nobody until they speak
        server.start(same_port=True)
        assert ann.names("friends") == ["Bob"] and ann.entry("friends", "Bob")["here"] is False


def test_invitations():
    with Server() as server:
        ann, bob, eve = people(server, "Ann", "Bob", "Eve")
        befriend(ann, bob)
        table, tie = ann.table(), ann.entry("friends", "Bob")["id"]
        refused(bob.ask("POST", "/api/me/invites", {"table": table.id, "to": bob.entry("friends", "Ann")["id"]}), 422, "where you sit")
        refused(ann.ask("POST", "/api/me/invites", {"table": "k" * 12, "to": tie}), 404, "no such table")
        for _ in range(3):
            assert ann.ask("POST", "/api/me/invites", {"table": table.id, "to": tie}) == (200, {"invited": True})
        told, = bob.here()["invites"]
        assert (told["from"], told["table"], told["game"]) == ("Ann", table.id, "famiglia"), told
        assert bob.people()["invites"] == [told] and eve.here()["invites"] == []
        assert server.metrics()["speakeasy_people_invited_total"] == 1
        assert bob.ask("DELETE", f"/api/me/invites/{table.id}") == (200, {"invited": False})
        assert bob.here()["invites"] == []
        full = ann.table(("me", "bot"))
        refused(ann.ask("POST", "/api/me/invites", {"table": full.id, "to": tie}), 422, "that waits")


def test_blocks_at_a_table():
    with Server() as server:
        ann, bob, eve = people(server, "Ann", "Bob", "Eve")
        table = ann.table(("me", "open", "open"), game="gangster")
        assert bob.sit(table, 1, "Masked")[0] == 200
        token = eve.sit(table, 2, "Third")[1]["token"]
        told = ann.ask("POST", "/api/me/people", {"do": "block", "table": table.id, "seat": 1})[1]
        assert told["is"] == "blocked" and told["name"] == "Masked", told  # under the name they had there
        assert ann.names("blocked") == ["Masked"] and "Bob" not in json.dumps(ann.people())
        a, b = (Player(server, table.id, p.session).dealt() for p in (ann, bob))
        e = Player(server, table.id, token).dealt()
        b.act("chat", text="you cannot hear me"), e.act("chat", text="good evening")
        for p, lines in ((a, ["good evening"]), (b, ["you cannot hear me", "good evening"]), (e, ["you cannot hear me", "good evening"])):
            p.until(lambda p: p.chats and p.chats[-1]["text"] == "good evening", "the last line")
            assert [c["text"] for c in p.chats] == lines, p.chats
        late = Player(server, table.id, ann.session).dealt()  # and not afterwards either
        assert [c["text"] for c in late.chats] == ["good evening"], late.chats
        eve.ask("POST", "/api/me/people", {"do": "block", "table": table.id, "seat": 1})  # in the middle of it
        assert eve.names("blocked") == ["Masked"]
        e.until(lambda p: [c["text"] for c in p.chats] == ["good evening"], "the old line to go")
        eventually(lambda: (b.act("chat", text="x"), a.act("chat", text="mark"),
                            e.until(lambda p: p.chats[-1]["text"] == "mark", "the mark"), e.chats[-2]["text"] != "x")[3], "it to count")
        ann.drop("blocked", "Masked")

        def heard_again() -> bool:
            b.act("chat", text="now?"), e.act("chat", text="mark 2")
            a.until(lambda p: p.chats[-1]["text"] == "mark 2", "the mark")
            return a.chats[-2]["text"] == "now?"
        eventually(heard_again, "Bob to be heard again")
        assert "you cannot hear me" in [c["text"] for c in a.chats], "what was missed meanwhile"


def test_a_table_of_somebody_who_blocked_me():
    with Server() as server:
        ann, bob, eve = people(server, "Ann", "Bob", "Eve")
        ann.do("block", bob)
        table = ann.table(("me", "open"), listed=True)
        answer = bob.sit(table, 1)
        assert eve.sit(table, 1)[0] == 200
        assert answer == bob.sit(table, 1) == (409, {"error": "taken", "text": "This seat is taken."}), answer
        assert eve.sit(bob.table(), 1)[0] == 200 and ann.sit(bob.table(), 1)[0] == 200  # it is Ann's to decide about hers


def test_two_at_once():
    """People who all act on one pair at the same time: whatever comes of it, both have the same."""
    with Server() as server:
        ann, bob = people(server, "Ann", "Bob")

        def storm(one: Person, other: Person) -> None:
            for i in range(12):
                one.ask("POST", "/api/me/people", {"do": "ask", "name": other.name})
                for tie in one.people()["friends"]:
                    if i % 3 == 0:
                        one.ask("DELETE", f"/api/me/people/{tie['id']}")
        threads = [threading.Thread(target=storm, args=pair) for pair in ((ann, bob), (bob, ann)) * 2]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        assert bool(ann.people()["friends"]) == bool(bob.people()["friends"]), (ann.people(), bob.people())
        assert bool(ann.people()["asked"]) == bool(bob.people()["asks"]), (ann.people(), bob.people())


def test_nothing_is_left_of_somebody():
    with Server("--alerts", "webhook") as server:
        ann, bob, eve = people(server, "Ann", "Bobolink", "Eve")
        befriend(ann, bob), bob.do("block", eve), eve.do("ask", bob)
        bob.ask("PATCH", "/api/me/people", {"presence": True, "profile": "friends"})
        table = ann.table()
        ann.ask("POST", "/api/me/invites", {"table": table.id, "to": ann.entry("friends", "Bobolink")["id"]})
        mine = bob.table()
        bob.ask("POST", "/api/me/invites", {"table": mine.id, "to": bob.entry("friends", "Ann")["id"]})
        with sqlite3.connect(f"file:{server.data}/speakeasy.db?mode=ro", uri=True) as db:
            account, = db.execute("SELECT id FROM accounts WHERE name = 'Bobolink'").fetchone()
        assert any(account in row[1] for row in all_notes(server)), all_notes(server)
        bob.forget()
        left = [row for row in all_notes(server) if any(account in str(x) or "Bobolink" in str(x) for x in row)]
        assert left == [], left
        assert ann.people()["friends"] == [] and ann.people()["invites"] == [] and eve.people()["asked"] == []
        refused(ann.ask("POST", "/api/me/people", {"do": "ask", "name": "Bobolink"}), 404, "nobody")


def everything(server: Server) -> str:
    """Every text in every table of the store."""
    with sqlite3.connect(f"file:{server.data}/speakeasy.db?mode=ro", uri=True) as db:
        tables = [name for name, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return "\n".join(str(row) for table in tables for row in db.execute(f"SELECT * FROM {table}"))


def test_a_whole_life_is_forgotten():
    """Crews, friends, blocks, reports, puzzles, the deal of the day, alerts, tables and chat: after that neither name nor id."""
    with Server("--alerts", "webhook", rates=["deal_gap_s=0"]) as server:
        ann, bob = people(server, "Ann", "Bobolink")
        befriend(ann, bob)
        crew = ann.ask("POST", "/api/crews", {"name": "Suspects"})[1]
        link = crew["link"].rsplit(".", 1)[1]
        assert bob.ask("POST", f"/api/crews/{crew['id']}/members", {"link": link})[0] == 200
        assert bob.ask("POST", f"/api/crews/{crew['id']}/deal", {"game": "famiglia", "players": 2, "seats": [{"kind": "me", "name": "Bobolink"},
                       {"kind": "open"}]})[0] == 201
        table = ann.table(("me", "open"))
        token = bob.sit(table, 1, "Bobolink")[1]["token"]
        Player(server, table.id, token).dealt().act("chat", text="Bobolink was here")
        for one, other in ((ann, bob), (bob, ann)):
            assert one.ask("POST", "/api/reports", {"name": other.name, "reason": "x"})[0] == 201
        assert ann.ask("POST", "/api/reports", {"table": table.id, "chat": 1, "reason": "x"})[0] == 201
        assert bob.ask("POST", "/api/me/alerts/webhook", {"url": "https://example.org/x", "style": "plain"})[0] == 200
        bob.ask("POST", "/api/daily/famiglia", {})
        bob.ask("PATCH", "/api/me/people", {"profile": "nobody"})
        with sqlite3.connect(f"file:{server.data}/speakeasy.db?mode=ro", uri=True) as db:
            account, = db.execute("SELECT id FROM accounts WHERE name = 'Bobolink'").fetchone()
        assert everything(server).count(account) > 10
        bob.forget()
        eventually(lambda: account not in everything(server) and "Bobolink" not in everything(server), "nothing to be left")


def test_switched_off():
    with Server("--friends", "off", "--presence", "off") as server:
        ann, bob = people(server, "Ann", "Bob")
        house = server.ask("GET", "/api/games")[1]
        assert house["friends"] is False and house["presence"] is False
        refused(ann.ask("POST", "/api/me/people", {"do": "ask", "name": "Bob"}), 403, "no lists of friends")
        refused(ann.ask("POST", "/api/me/invites", {"table": "k" * 12, "to": "k" * 12}), 403, "no lists of friends")
        assert ann.do("block", bob)["is"] == "blocked"  # always
        ann.here()
        assert server.metrics()["speakeasy_people_here"] == 0
    with Server("--accounts", "off") as server:  # nothing is offered that needs one
        house = server.ask("GET", "/api/games")[1]
        parts = ("friends", "presence", "crews", "reports", "profiles", "ratings")
        assert not any(house[part] for part in parts), house


main(globals())
