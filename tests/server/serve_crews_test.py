#!/usr/bin/env python3
"""Crews over real sockets: made, joined by link, left; links that are guessed, old, or held by somebody who was thrown out;
"deal us in" and who is told; standings of games among members; crews of people who delete their account."""
import random
import re
import threading

from client import Player, Server, eventually, main, play_out
from person import Person, notes, people, refused

NOWHERE = "There is no such crew, or you are not in it."


def make(owner: Person, name="The Usual Suspects") -> dict:
    status, crew = owner.ask("POST", "/api/crews", {"name": name})
    assert status == 200, (status, crew)
    return crew


def secret(crew: dict) -> str:
    return re.search(r"/people\.html#crew=([\w-]+)\.([\w-]{22})$", crew["link"])[2]


def join(one: Person, crew: dict, link=None):
    return one.ask("POST", f"/api/crews/{crew['id']}/members", {"link": secret(crew) if link is None else link})


def look(one: Person, crew: dict) -> dict:
    status, told = one.ask("GET", f"/api/crews/{crew['id']}")
    assert status == 200, (status, told)
    return told


def member(one: Person, crew: dict, name: str) -> str:
    return next(m["id"] for m in look(one, crew)["members"] if m["name"] == name)


def throw_out(one: Person, crew: dict, name: str):
    return one.ask("DELETE", f"/api/crews/{crew['id']}/members/{member(one, crew, name)}")


def deal(one: Person, crew: dict, **more):
    return one.ask("POST", f"/api/crews/{crew['id']}/deal", {"game": "famiglia", "players": 2, **more})


def test_a_crew_is_joined_by_its_link():
    with Server() as server:
        ann, bob, eve = people(server, "Ann", "Bob", "Eve")
        crew = make(ann)
        assert crew["name"] == "The Usual Suspects" and crew["owner"] is True and crew["standings"] == {}, crew
        for path in (f"/api/crews/{crew['id']}", "/api/crews/kkkkkkkkkkkk"):  # of a stranger it is not there
            assert eve.ask("GET", path) == (404, {"error": "unknown", "text": NOWHERE})
            assert eve.ask("POST", path + "/deal", {"game": "famiglia"})[0] == 404
            assert eve.ask("PATCH", path, {"name": "Mine"})[0] == eve.ask("DELETE", path)[0] == 404
        peek = bob.ask("POST", f"/api/crews/{crew['id']}/members", {"link": secret(crew), "look": True})
        assert peek == (200, {"id": crew["id"], "name": "The Usual Suspects", "n_members": 1}), peek
        assert bob.ask("GET", f"/api/crews/{crew['id']}?link={secret(crew)}")[0] == 404  # no secret belongs into an address
        assert len(look(ann, crew)["members"]) == 1
        status, joined = join(bob, crew)
        assert status == 200 and "link" not in joined and joined["owner"] is False, joined
        assert [(m["name"], m["owner"], m["me"]) for m in joined["members"]] == [("Ann", True, False), ("Bob", False, True)]
        assert join(bob, crew)[0] == 200 and len(look(ann, crew)["members"]) == 2  # twice is once
        assert bob.ask("GET", "/api/me/crews") == (200, {"crews": [{"id": crew["id"], "name": "The Usual Suspects"}]})
        assert eve.ask("GET", "/api/me/crews") == (200, {"crews": []})
        for name in ("", "x" * 80, "\u202eevil", 7, None):
            assert ann.ask("POST", "/api/crews", {"name": name})[0] in (400, 422), name


def test_links_that_are_guessed_or_old():
    with Server() as server:
        ann, bob, eve = people(server, "Ann", "Bob", "Eve")
        crew = make(ann)
        old = secret(crew)
        no = (404, {"error": "unknown", "text": "This link is not valid."})
        for link in ("", "x", "A" * 22, old[:-1], old + "A", old[:-1] + ("A" if old[-1] != "A" else "B"), "A" * 5000):
            assert join(eve, crew, link) == no, link
        assert join(eve, {"id": "k" * 12}, old) == no == eve.ask("POST", f"/api/crews/{'k' * 12}/members", {"link": old, "look": True})
        assert join(bob, crew)[0] == 200
        refused(bob.ask("PATCH", f"/api/crews/{crew['id']}", {"link": "new"}), 403, "Only an owner")
        status, fresh = ann.ask("PATCH", f"/api/crews/{crew['id']}", {"link": "new"})
        assert status == 200 and secret(fresh) != old
        assert join(eve, crew, old) == no and join(eve, fresh)[0] == 200
        assert throw_out(ann, crew, "Eve")[0] == 200  # who is thrown out has seen the link: it is another one now
        assert join(eve, fresh) == no and eve.ask("GET", f"/api/crews/{crew['id']}")[1]["text"] == NOWHERE
        assert join(eve, look(ann, crew))[0] == 200


def test_owners_and_leaving():
    with Server() as server:
        ann, bob, eve = people(server, "Ann", "Bob", "Eve")
        crew = make(ann)
        join(bob, crew), join(eve, crew)
        refused(throw_out(bob, crew, "Eve"), 403, "Only an owner")
        refused(bob.ask("DELETE", f"/api/crews/{crew['id']}"), 403, "Only an owner")
        assert ann.ask("PATCH", f"/api/crews/{crew['id']}", {"name": "Others"})[1]["name"] == "Others"
        refused(ann.ask("PATCH", f"/api/crews/{crew['id']}", {"owner": {member(ann, crew, "Ann"): False}}), 422, "at least one")
        refused(ann.ask("PATCH", f"/api/crews/{crew['id']}", {"owner": {"k" * 12: True}}), 404, "nobody like that")
        assert ann.ask("PATCH", f"/api/crews/{crew['id']}", {"owner": {member(ann, crew, "Bob"): True}})[0] == 200
        assert throw_out(ann, crew, "Ann")[0] == 200  # Ann leaves
        assert [(m["name"], m["owner"]) for m in look(bob, crew)["members"]] == [("Bob", True), ("Eve", False)]
        assert throw_out(bob, crew, "Bob")[0] == 200  # the last owner, too: whoever was there longest is one
        assert look(eve, crew)["owner"] is True
        assert throw_out(eve, crew, "Eve")[0] == 200
        assert notes(server) == []
        crew = make(ann)
        join(bob, crew)
        assert ann.ask("DELETE", f"/api/crews/{crew['id']}")[0] == 200 and notes(server) == []
        assert bob.ask("GET", f"/api/crews/{crew['id']}")[0] == 404


def test_limits():
    with Server(rates=["crews_per_account=2", "members_per_crew=2", "deal_gap_s=60"]) as server:
        ann, bob, eve = people(server, "Ann", "Bob", "Eve")
        crew = make(ann)
        make(ann, "Second")
        refused(ann.ask("POST", "/api/crews", {"name": "Third"}), 422, "many crews")
        assert join(bob, crew)[0] == 200
        refused(join(eve, crew), 422, "full")
        refused(deal(ann, crew, players=9), 400, "players")  # what was refused costs nobody a minute
        assert deal(ann, crew)[0] == 201
        refused(deal(bob, crew), 429, "a moment ago")
        refused(server.ask("POST", f"/api/crews/{crew['id']}/deal", {"game": "famiglia"}), 401, "Sign in")


def test_many_join_at_once():
    with Server(rates=["members_per_crew=4"]) as server:
        ann, *others = people(server, "Ann", *(f"P{i}" for i in range(8)))
        crew, answers = make(ann), []
        threads = [threading.Thread(target=lambda p=p: answers.append(join(p, crew)[0])) for p in others]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        assert len(look(ann, crew)["members"]) == 1 + answers.count(200) <= 4 and set(answers) <= {200, 409, 422}, answers


def test_deal_us_in():
    with Server(rates=["deal_gap_s=0"]) as server:
        ann, bob, cid, dan = people(server, "Ann", "Bob", "Cid", "Dan")
        crew = make(ann)
        for one in (bob, cid, dan):
            join(one, crew)
        cid.do("block", ann), ann.do("block", dan)
        refused(deal(ann, crew, game="poker"), 404, "no such game")
        status, made = deal(ann, crew, language="de")
        assert status == 201 and made["seats"][0]["seat"] == 0, made
        eventually(lambda: bob.here()["invites"], "Bob to be told")
        told, = bob.here()["invites"]
        assert (told["from"], told["crew"], told["table"], told["game"]) == ("Ann", "The Usual Suspects", made["id"], "famiglia")
        assert cid.here()["invites"] == dan.here()["invites"] == ann.here()["invites"] == []
        assert len(notes(server, "invite")) == 1 and server.metrics()["speakeasy_crews_dealt_total"] == 1
        facts = server.ask("GET", f"/api/tables/{made['id']}")[1]
        assert facts["listed"] is False and "crew" not in facts and crew["id"] not in str(facts)
        assert bob.ask("POST", f"/api/tables/{made['id']}/seats/1", {"name": "Bob"})[0] == 200


def play(crew: dict, dealer: Person, other: Person, seed: int) -> dict:
    """A game of two, dealt by one of them; its result."""
    status, made = deal(dealer, crew)
    assert status == 201, made
    status, taken = other.ask("POST", f"/api/tables/{made['id']}/seats/1", {"name": "X"})
    assert status == 200, taken
    players = [Player(dealer.server, made["id"], token).dealt() for token in (made["seats"][0]["token"], taken["token"])]
    play_out(players, random.Random(seed))
    return players[0].view["result"]


def test_standings():
    with Server(rates=["deal_gap_s=0"]) as server:
        ann, bob, eve = people(server, "Ann", "Bob", "Eve")
        crew = make(ann)
        join(bob, crew)
        wins = {"Ann": 0, "Bob": 0}
        for n, (dealer, other) in enumerate(((ann, bob), (bob, ann))):
            for seat in play(crew, dealer, other, n)["winners"]:
                wins[(dealer, other)[seat].name] += 1
        play(crew, ann, eve, 3)  # a guest: between the members it was no game
        plain = ann.table()  # not dealt for the crew
        token = bob.sit(plain, 1)[1]["token"]
        play_out([Player(server, plain.id, t).dealt() for t in (plain.tokens[0], token)], random.Random(4))
        told = look(bob, crew)
        rows = told["standings"]["famiglia"]
        assert told["rounds"] == 2 and {r["name"]: r["wins"] for r in rows} == wins and all(r["games"] == 2 for r in rows), told
        assert rows[0]["place"] == 1 and rows[0]["points"] >= rows[1]["points"], rows
        server.kill()
        server.start(same_port=True)
        assert look(bob, crew) == told  # killed: all is as it was
        assert join(eve, look(ann, crew))[0] == 200
        assert {r["name"]: r["games"] for r in look(eve, crew)["standings"]["famiglia"]} == {"Ann": 3, "Bob": 2, "Eve": 1}
        bob.forget()
        assert {r["name"]: r["games"] for r in look(ann, crew)["standings"]["famiglia"]} == {"Ann": 1, "Eve": 1}
        assert "Bob" not in str(notes(server))
        ann.ask("DELETE", f"/api/crews/{crew['id']}")
        eventually(lambda: notes(server, "round") == [], "its games to go")


def test_nothing_is_left_of_a_crew_whose_people_are_gone():
    with Server() as server:
        ann, bob = people(server, "Ann", "Bob")
        crew = make(ann, "Ann and friends")
        join(bob, crew)
        ann.forget()
        assert look(bob, crew)["owner"] is True
        bob.forget()
        eventually(lambda: notes(server) == [], "the crew to go")


def test_switched_off():
    with Server("--crews", "off") as server:
        ann, = people(server, "Ann")
        assert server.ask("GET", "/api/games")[1]["crews"] is False
        for method, path in (("GET", "/api/me/crews"), ("POST", "/api/crews"), ("GET", "/api/crews/x"), ("POST", "/api/crews/x/deal")):
            refused(ann.ask(method, path, {} if method == "POST" else None), 403, "no crews")


main(globals())
