#!/usr/bin/env python3
"""serve_tournaments_test.py: tournaments over real sockets (docs/tournaments.md): every kind from joining to the final standings,
bots and people, duplicates and their secrets, rude makers, kill -9.

Waits are for facts: a tournament is asked how it stands until it says what is wanted."""
import csv
import io
import itertools
import json
import os
import random
import subprocess
import time

import moved
from client import Gone, House, Player, Server, eventually, is_long, liked, main, play_out, readable

BOT = "easy@5it"
PATIENCE = 240.0
names = itertools.count(1)


class Contest:
    """A tournament, as somebody who made it sees it."""

    def __init__(self, server, maker=None, **setup):
        body = {"name": "A cup", "game": "famiglia", "kind": "swiss", "clock": "move 30s", "bot": BOT, **setup}
        status, made = server.ask("POST", "/api/tournaments", body, token=maker)
        assert status == 201, (status, made)
        self.server, self.id, self.maker = server, made["id"], made["token"] or maker
        if made["token"]:
            server.tokens.append(made["token"])
        self.people = []

    def ask(self, method, path="", body=None, token=None):
        return self.server.ask(method, f"/api/tournaments/{self.id}{path}", body, token)

    def get(self, token=None):
        status, t = self.ask("GET", token=token)
        assert status == 200, (status, t)
        return t

    def join(self, n=1):
        for _ in range(n):
            person = Person(self, f"Guest {next(names)}")
            self.people.append(person)
        return self.people[-1]

    def start(self):
        status, answer = self.ask("POST", "/start", {}, token=self.maker)
        assert status == 200, (status, answer)

    def play(self, until=lambda t: t["status"] in ("over", "cancelled"), watch=None):
        """Everybody plays whatever table is theirs, until something is so; the tournament then."""
        end, dice = time.monotonic() + PATIENCE, random.Random(1925)
        while True:
            t = self.get()
            if until(t):
                return t
            assert time.monotonic() < end, f"it goes on and on: {json.dumps(t)[:1500]}"
            busy = False
            for person in self.people:
                busy |= person.sit_down(t)
            for _ in range(10):
                step([p.player for p in self.people if p.player], dice)
            if not busy:
                time.sleep(0.05)
            if watch:
                watch(t)

    def results(self):
        status, r = self.ask("GET", "/results.json")
        assert status == 200, status
        return r


def step(players, dice):
    for p in players:
        if p.can_move():
            p.say("move", n=p.view["n"], text=liked(dice, p.view["moves"]))
    ready = readable([p.guest.sock for p in players], 0.02)
    for p in players:
        if p.guest.sock in ready:
            try:
                p.pump()
            except Gone:
                p.gone = True


class Person:
    """A guest: their token of the tournament, and a socket at their table."""

    def __init__(self, contest, name, session=None):
        status, joined = contest.ask("POST", "/entrants", {"name": name}, token=session)
        assert status == 200, (status, joined)
        self.contest, self.name, self.number = contest, name, joined["entrant"]
        self.token = session or joined["token"]
        if joined["token"]:
            contest.server.tokens.append(joined["token"])
        self.player, self.table, self.played = None, None, []

    def me(self):
        return self.contest.get(self.token)["me"]

    def sit_down(self, t) -> bool:
        """At the table that is theirs, if it is another one than before."""
        number = next(row["table"] for row in t["standings"] if row["entrant"] == self.number)
        if self.player and (self.player.is_over() or getattr(self.player, "gone", False)):
            self.rise()
        if not number or self.player:
            return self.player is not None
        me = self.me()
        if not me.get("table") or me["table"] == self.table:
            return False
        self.table = me["table"]
        self.played.append(self.table)
        self.player = Player(self.contest.server, self.table, me["token"] or self.token)
        self.contest.server.tokens += [me["token"]] if me["token"] else []
        return True

    def rise(self):
        if self.player:
            self.player.close()
        self.player = None


def points(table) -> list:
    """What each seat of a table is worth, computed here once more."""
    places = [seat["place"] for seat in table["seats"]]
    return [sum(1.0 if p < q else 0.5 for j, q in enumerate(places) if j != i and p <= q) / (len(places) - 1)
            for i, p in enumerate(places)]


def check(t, bye=1.0) -> None:
    """The standings are what the tables say: points, order, places; nobody plays twice in a round."""
    total = {row["entrant"]: row["byes"] * bye for row in t["standings"]}
    for table in t["tables"]:
        assert table["status"] in ("over", "void"), table
        if table["status"] == "over" and t["kind"] != "duplicate":
            for seat, worth in zip(table["seats"], points(table)):
                assert abs(seat["points"] - worth) < 0.001, (table, worth)
        for seat in table["seats"]:
            total[seat["entrant"]] += seat.get("points", 0)
    for row in t["standings"]:
        assert abs(total[row["entrant"]] - row["points"]) < 0.002 * (1 + row["games"]), (row, total[row["entrant"]])
    keys = [(-row["reached"], row["rank"]) if t["kind"] == "knockout" else (-row["points"],) for row in t["standings"]]
    assert keys == sorted(keys), keys
    assert t["standings"][0]["place"] == 1
    if t["kind"] != "arena":
        for number in range(1, t["round"] + 1):
            there = [s["entrant"] for table in t["tables"] if table["round"] == number for s in table["seats"]]
            there += [b["entrant"] for b in t["byes"] if b["round"] == number]
            assert len(there) == len(set(there)), (number, there)
    ids = [table["id"] for table in t["tables"]]
    assert len(ids) == len(set(ids))


def open_house(*words, **more):
    return Server("--tournaments", "open", *words, **more)


# -- Every kind, from joining to the end


def test_swiss():
    with open_house() as server:
        c = Contest(server, bots=5, rounds=3)
        c.join(2)
        before = c.get()
        assert before["status"] == "open" and before["entrants"] == 7, before
        c.start()
        t = c.play()
        check(t)
        assert t["round"] == 3 and len(t["tables"]) == 9 and len(t["byes"]) == 3, (t["round"], len(t["tables"]))
        met = [tuple(sorted(s["entrant"] for s in table["seats"])) for table in t["tables"]]
        assert len(met) == len(set(met)), "nobody meets twice"
        assert len(c.people[0].played) + sum(b["entrant"] == c.people[0].number for b in t["byes"]) == 3


def test_round_robin():
    with open_house() as server:
        c = Contest(server, kind="round_robin", bots=3)
        c.join(2)
        c.start()
        t = c.play()
        check(t, bye=0.0)
        met = sorted(tuple(sorted(s["entrant"] for s in table["seats"])) for table in t["tables"])
        assert met == [(a, b) for a in range(1, 6) for b in range(a + 1, 6)], met


def test_knockout():
    with open_house() as server:
        c = Contest(server, kind="knockout", bots=5)
        c.join(1)
        c.start()
        t = c.play()
        check(t)
        assert t["round"] == 3
        final = [table for table in t["tables"] if table["round"] == 3]
        assert len(final) == 1
        won = [s["entrant"] for s in final[0]["seats"] if s["place"] == 1]
        assert t["standings"][0]["entrant"] in won, (t["standings"][0], final)


def test_arena_with_more_players_at_a_table():
    """Whoever is free is paired at once; it closes by its own clock, and what goes on then still counts."""
    with open_house() as server:
        c = Contest(server, kind="arena", game="chicago_gangsters", players=3, bots=5, minutes=1, bot="random")
        c.join(1)
        c.start()
        t = c.play(lambda t: sum(table["status"] == "over" for table in t["tables"]) >= 6)
        late = c.join(1)
        t = c.play(lambda t: any(s["entrant"] == late.number for table in t["tables"] for s in table["seats"]))
        assert t["status"] == "running" and t["rounds"] == 0 and t["ends"], t["status"]
        status, answer = c.ask("DELETE", "/entrants/me", token=late.token)
        assert status == 200, answer
        status, answer = c.ask("DELETE", "/entrants/me", token=late.token)
        assert status != 200 and "already" in answer["text"], answer
        if is_long():  # a minute
            t = c.play()
            check(t)
            assert "closing" in c.results()["log"] and c.results()["log"][-1] == "end"


def test_duplicate():
    """All tables of a round have one deal, which is committed to before, told after, and proved by the records."""
    with open_house() as server:
        c = Contest(server, kind="duplicate", bots=2, rounds=2)
        c.join(2)
        committed = c.get()["deals"]
        assert len(committed) == 2 and all(d["commitment"] and d["seed"] is None for d in committed), committed
        c.start()
        t = c.play()
        check(t, bye=0.5)
        assert [d["commitment"] for d in t["deals"]] == [d["commitment"] for d in committed]
        assert all(d["seed"] for d in t["deals"])
        for number in (1, 2):
            deals = []
            for table in t["tables"]:
                if table["round"] != number:
                    continue
                status, record = server.ask("GET", f"/api/tables/{table['id']}/record")
                assert status == 200, (status, record)
                text = record.decode()
                assert t["deals"][number - 1]["seed"] in text and t["deals"][number - 1]["name"] in text
                deals.append(next(line for line in text.splitlines() if " chance draw" in line))
                verify(server, record)
            assert len(deals) == 2 and deals[0] == deals[1], deals
        # What counts is the same seat with the same cards: of two tables a seat has one point, or both half a point.
        for number in (1, 2):
            tables = [table for table in t["tables"] if table["round"] == number]
            for seat in range(2):
                assert sum(table["seats"][seat]["points"] for table in tables) == 1, tables


def verify(server, record: bytes) -> None:
    path = os.path.join(os.path.dirname(server.data), "one.play")
    with open(path, "wb") as f:
        f.write(record)
    done = subprocess.run([House.host, "verify", path], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


# -- The secret of a duplicate


def test_nobody_learns_a_deal_from_another_table():
    with open_house() as server:
        c = Contest(server, kind="duplicate", rounds=1, bot=BOT, bots=2)
        quick, slow = c.join(), c.join()
        c.start()
        first = c.play(lambda t: t["tables"] and all(p.me().get("table") for p in c.people))
        quick.sit_down(first)
        if quick.me()["table"] == slow.me()["table"]:
            return secrets_of_two_at_one_table(c, quick, slow)
        dice = random.Random(7)
        while not quick.player.is_over():  # against a bot; the other table has not moved
            step([quick.player], dice)
        done, other = quick.table, slow.me()["table"]
        assert done != other
        eventually(lambda: quick.me()["played"] and not slow.me()["played"], "that one has played, and the other not")
        check_sealed(c, done, quick, slow)
        t = c.play()
        assert t["status"] == "over"
        for path in ("/record", "/replay", ""):
            status, answer = server.ask("GET", f"/api/tables/{done}{path}")
            assert status == 200, (path, status, answer)
        status, facts = server.ask("GET", f"/api/tables/{done}")
        assert facts["proof"]["seed"] == t["deals"][0]["seed"]
        look = Player(server, done)
        look.until(lambda p: p.view, "a view for an onlooker")
        look.close()


def secrets_of_two_at_one_table(c, quick, slow):
    """The bots' table is over long before people have moved."""
    t = c.play(lambda t: True)
    bots = next(table["id"] for table in t["tables"] if table["id"] != quick.me()["table"])
    end = time.monotonic() + PATIENCE
    while b"tables_finished_total 1" not in c.server.ask("GET", "/metrics")[1]:
        assert time.monotonic() < end, "the bots do not finish"
        time.sleep(0.05)
    check_sealed(c, bots, quick, slow)
    quick.player and quick.rise()
    quick.table = None
    t = c.play()
    status, _ = c.server.ask("GET", f"/api/tables/{bots}/record")
    assert status == 200, status


def check_sealed(c, done, *people):
    """Of a table that is over while others play its deal: nothing for strangers, the maker, nor even its own players."""
    server = c.server
    tokens = [None, c.maker, *[p.token for p in people], *[p.me()["token"] for p in people]]
    for token in tokens:
        for path in ("/record", "/replay", "/replay?viewer=house", "/analysis"):
            status, answer = server.ask("GET", f"/api/tables/{done}{path}", token=token)
            assert status in (401, 403, 404, 405, 409, 422), (path, status, answer)
    mine = [p.me()["token"] for p in people]
    for token in tokens:
        status, facts = server.ask("GET", f"/api/tables/{done}", token=token)
        if status == 200:
            assert token in mine and facts["proof"] is None and facts["tournament"]["sealed"], facts
    look = Player(server, done)
    assert look.closing()[0] == 4403
    t = c.get()
    assert all(d["seed"] is None for d in t["deals"]), "the seed is told too early"
    for table in t["tables"]:  # not even scores
        assert table["status"] == "playing" and all("score" not in seat for seat in table["seats"]), table
    assert all(row["points"] == 0 for row in t["standings"])
    log = c.results()["log"]
    assert not any(line.startswith("result") for line in log), log


# -- People who come late, leave, or do not come


def test_who_does_not_come_loses_by_the_clock():
    """Against a bot, which wins. Of two who do not come nobody is ahead, and nobody waits for them."""
    with open_house() as server:
        one, two = Contest(server, clock="move 5s", bots=1, rounds=1), Contest(server, clock="move 5s", rounds=1)
        absent = one.join(1)
        two.join(2)
        for c in (one, two):
            c.people.clear()
            c.start()
        t = one.play()
        check(t)
        assert t["standings"][0]["bot"] and t["standings"][0]["points"] == 1 and t["standings"][1]["entrant"] == absent.number
        t = two.play()
        assert t["status"] == "over" and len({r["points"] for r in t["standings"]}) == 1, t["standings"]


def test_who_leaves_has_lost():
    with open_house() as server:
        c = Contest(server, kind="round_robin", clock="move 5s", game="famiglia", bots=1)
        c.join(1)
        absent = c.join(1)
        c.people.remove(absent)
        c.start()
        t = c.play(lambda t: t["status"] == "over" or any(
            absent.number in [s["entrant"] for s in table["seats"]] for table in t["tables"]))
        status, answer = c.ask("DELETE", "/entrants/me", token=absent.token)  # now they leave: their seat is played for them
        assert status == 200, (status, answer)
        t = c.play()
        row = next(row for row in t["standings"] if row["entrant"] == absent.number)
        assert row["left"] and row["points"] == 0 and row["games"] <= 1, row


def test_a_start_time_and_bots_to_fill_up():
    with open_house() as server:
        c = Contest(server, start=int(time.time() * 1000) + 1500, fill=True, game="gangster", players=3, rounds=1, bot="random")
        c.join(1)
        t = c.play()
        assert t["entrants"] == 3 and len(t["tables"]) == 1 and len(t["tables"][0]["seats"]) == 3, t
        few = Contest(server, start=int(time.time() * 1000) + 500)
        few.join(1)
        t = few.play()
        assert t["status"] == "cancelled" and "few" in t["why"], t["why"]


def test_who_leaves_is_not_waited_for_though_nobody_is_there():
    """With a day for each move, after a restart: nobody has been at the table, so no memory has it."""
    with open_house() as server:
        c = Contest(server, clock="move 1d", rounds=1)
        gone = [c.join(), c.join()]
        c.people.clear()
        c.start()
        c.play(lambda t: gone[0].me().get("table"))
        server.kill()
        server.start()
        for person in gone:
            assert c.ask("DELETE", "/entrants/me", token=person.token)[0] == 200
        assert c.play()["tables"][0]["status"] == "void"


def test_late_comers_of_a_swiss_tournament():
    with open_house() as server:
        c = Contest(server, bots=4, rounds=3, late_rounds=1)
        c.join(1)
        c.start()
        c.play(lambda t: t["round"] == 1)
        late = c.join(1)
        c.play(lambda t: t["round"] == 2)
        status, no = c.ask("POST", "/entrants", {"name": "Too late"})
        assert status != 200 and "too late" in no["text"], (status, no)
        t = c.play()
        check(t)
        assert next(row for row in t["standings"] if row["entrant"] == late.number)["games"] == 2


def test_who_is_away_is_told_that_a_table_is_ready():
    """By an alert, where the house sends any: one for the person whose turn it is, one for the person whose seat waits."""
    with open_house("--alerts", "webhook", "--alert-private") as server:
        c = Contest(server, rounds=1)
        for name in ("Ann", "Bob"):
            session = server.ask("POST", "/api/accounts", {"name": name, "password": "a long password"})[1]["session"]
            server.tokens.append(session)
            Person(c, name, session)
        assert server.metrics()["speakeasy_alerts_queued_total"] == 0
        c.start()
        c.play(lambda t: server.metrics()["speakeasy_tournament_tables_total"] == 1)
        assert server.metrics()["speakeasy_alerts_queued_total"] == 2


def test_the_first_round_goes_by_ratings():
    """Ann and Bob are rated, Cid and Dan are not: the upper half meets the lower one."""
    with open_house() as server:
        sessions = {}
        for name in ("Ann", "Bob", "Cid", "Dan"):
            sessions[name] = server.ask("POST", "/api/accounts", {"name": name, "password": "a long password"})[1]["session"]
            server.tokens.append(sessions[name])
        status, made = server.ask("POST", "/api/tables", {"game": "famiglia", "clock": "bank 15m+10s", "rated": True,
                                  "seats": [{"kind": "me"}, {"kind": "open"}]}, token=sessions["Ann"])
        assert status == 201, made
        server.tokens += [made["host"], made["seats"][0]["token"]]
        status, sat = server.ask("POST", f"/api/tables/{made['id']}/seats/1", {"name": "Bob"}, token=sessions["Bob"])
        assert status == 200, sat
        server.tokens.append(sat["token"])
        players = [Player(server, made["id"], sessions[name]) for name in ("Ann", "Bob")]
        play_out(players)
        eventually(lambda: len(server.ask("GET", "/api/ratings/famiglia/2")[1]["standings"]) == 2, "a rating")
        c = Contest(server, rounds=1)
        numbers = {name: Person(c, name, sessions[name]).number for name in ("Cid", "Dan", "Ann", "Bob")}
        c.start()
        t = c.play(lambda t: len(t["tables"]) == 2)
        pairs = [{s["entrant"] for s in table["seats"]} for table in t["tables"]]
        assert {numbers["Ann"], numbers["Bob"]} not in pairs and {numbers["Cid"], numbers["Dan"]} not in pairs, pairs
        assert sum(line.startswith("join ") for line in c.results()["log"]) == 2, c.results()["log"]


def accounts(server, *names) -> dict:
    sessions = {}
    for name in names:
        status, made = server.ask("POST", "/api/accounts", {"name": name, "password": "a long password"})
        assert status == 201, (status, made)
        sessions[name] = made["session"]
        server.tokens.append(made["session"])
    return sessions


def test_a_rated_tournament():
    """Its games count once each, for people and bots, and `admin ratings` finds the same numbers in the lines alone."""
    with open_house() as server:
        sessions = accounts(server, "Ann", "Bob", "Cid")
        c = Contest(server, maker=sessions["Ann"], rated=True, kind="round_robin", bots=1, bot="easy")
        assert c.get()["rated"] and c.get()["accounts"], c.get()
        status, no = c.ask("POST", "/entrants", {"name": "Guest"})
        assert status == 422 and "account" in no["text"], (status, no)
        c.people += [Person(c, name, session) for name, session in sessions.items()]
        c.start()
        t = c.play()
        assert all(server.ask("GET", f"/api/tables/{table['id']}")[1]["rated"] is True for table in t["tables"])
        check(t, bye=0.0)

        def standings():
            return server.ask("GET", "/api/ratings/famiglia/2")[1]["standings"]
        eventually(lambda: [row["games"] for row in standings()] == [3, 3, 3, 3], "six games to count")
        wins = {row["name"]: row["wins"] for row in standings()}
        assert all(wins[row["bot"] or row["name"]] == row["wins"] for row in t["standings"]), (wins, t["standings"])
        assert server.metrics()["speakeasy_games_rated_total"] == 6
        done = subprocess.run([House.host, "admin", "ratings", "check", *where(server)], capture_output=True, text=True)
        assert done.returncode == 0 and "every rating is what the games say" in done.stdout, done


def test_what_of_a_rated_tournament_does_not_count():
    """A bot that sits twice; nobody who has stayed. And what cannot be rated at all."""
    with open_house() as server:
        sessions = accounts(server, "Ann", "Bob")
        body = {"name": "Cup", "game": "famiglia", "rated": True}
        for more, word in (({"kind": "duplicate"}, "duplicate"), ({"bots": 1, "bot": BOT}, "levels"), ({"rated": 1}, "rated")):
            status, no = server.ask("POST", "/api/tournaments", {**body, **more}, token=sessions["Ann"])
            assert status in (400, 422) and word in no["text"], (more, status, no)
        twice = Contest(server, maker=sessions["Ann"], rated=True, game="gangster", players=3, bots=2, bot="easy", rounds=1)
        twice.people.append(Person(twice, "Ann", sessions["Ann"]))
        nobody = Contest(server, maker=sessions["Ann"], rated=True, rounds=1)
        gone = [Person(nobody, name, session) for name, session in sessions.items()]
        for c in (twice, nobody):
            c.start()
        assert twice.play()["standings"][0]["games"] == 1
        nobody.play(lambda t: gone[0].me().get("table"))
        for person in gone:
            assert nobody.ask("DELETE", "/entrants/me", token=person.token)[0] == 200
        t = nobody.play()
        assert t["tables"][0]["status"] == "void", (t["tables"], t["status"], t["why"], nobody.results()["log"])
        assert server.metrics()["speakeasy_games_rated_total"] == 0
        assert not server.ask("GET", "/api/ratings/famiglia/2")[1]["standings"]
    with open_house("--ratings", "off") as server:
        status, no = server.ask("POST", "/api/tournaments", body)
        assert status == 422 and "no ratings" in no["text"], (status, no)


def test_an_account_plays_by_its_session():
    with open_house() as server:
        status, account = server.ask("POST", "/api/accounts", {"name": "Ann", "password": "a long password"})
        assert status == 201, (status, account)
        session = account["session"]
        server.tokens.append(session)
        c = Contest(server, maker=session, bots=1, rounds=1, accounts=True)
        assert c.ask("POST", "/entrants", {"name": "Nobody"})[0] != 200
        ann = Person(c, "ignored", session)
        c.people.append(ann)
        c.start()
        table = c.play(lambda t: t["tables"])["tables"][0]["id"]
        eventually(lambda: any(one["id"] == table for one in server.ask("GET", "/api/me", token=session)[1]["tables"]),
                   "it to be among my tables")
        t = c.play()
        assert t["status"] == "over"
        status, gone = server.ask("DELETE", "/api/me", {"password": "a long password"}, token=session)
        assert status == 204, (status, gone)
        server.kill()
        server.start()
        assert "Ann" not in json.dumps(c.get()), "a name that was forgotten"


# -- Makers, and others who want more than they may


def test_a_maker_is_a_guest_too():
    """Neither looks, nor ends, nor pairs, nor removes, nor changes."""
    with open_house() as server:
        c = Contest(server, bots=3, rounds=2)
        ann = c.join()
        other = Contest(server, bots=2)
        for method, path, body in [("POST", "/start", {}), ("DELETE", "", None), ("DELETE", "/entrants/me", None)]:
            for token in (None, other.maker):
                status, no = c.ask(method, path, body, token=token)
                assert status in (401, 403), (method, path, status, no)
        c.start()
        t = c.play(lambda t: all(table["id"] for table in t["tables"]) and ann.me().get("table"))
        table = ann.me()["table"]
        for token in (c.maker, ann.token):
            for method, path, body in [("PATCH", f"/api/tables/{table}", {"close": True}),
                                       ("PATCH", f"/api/tables/{table}", {"start": True}),
                                       ("PATCH", f"/api/tables/{table}", {"seats": {"0": "open"}}),
                                       ("POST", f"/api/tables/{table}/seats/0", {"name": "Me"}),
                                       ("POST", f"/api/tables/{table}/seats/1", {"name": "Me"}),
                                       ("DELETE", f"/api/tables/{table}/seats/0", None),
                                       ("DELETE", f"/api/tables/{table}/seats/1", None),
                                       ("POST", f"/api/tables/{table}/rematch", {}),
                                       ("GET", f"/api/tables/{table}/record", None),
                                       ("GET", f"/api/tables/{table}/replay?viewer=house", None),
                                       ("DELETE", f"/api/tournaments/{c.id}", None),
                                       ("POST", f"/api/tournaments/{c.id}/start", {}),
                                       ("PATCH", f"/api/tournaments/{c.id}", {"rounds": 9}),
                                       ("PUT", f"/api/tournaments/{c.id}", {"rounds": 9}),
                                       ("DELETE", f"/api/tournaments/{c.id}/entrants/{ann.number}", None),
                                       ("DELETE", f"/api/tournaments/{c.id}/entrants/1", None),
                                       ("POST", f"/api/tournaments/{c.id}/round", {})]:
                status, no = server.ask(method, path, body, token=token)
                assert status >= 400, (method, path, status, no)
        look = Player(server, table, c.maker)
        assert look.closing()[0] == 4403, "the maker's token opens no table"
        watch = Player(server, table)  # whoever looks on sees what an onlooker sees
        watch.until(lambda p: p.view, "a view")
        assert watch.you is None and not watch.view["moves"]
        watch.close()
        assert c.get(c.maker)["me"] == {"maker": True, "entrant": None}, c.get(c.maker)["me"]
        ann.sit_down(t)
        ann.player.dealt()
        no = ann.player.act("close")
        assert no["t"] == "no" and "to its end" in no["text"], no
        assert ann.player.act("pause")["t"] == "no"
        t = c.play()
        check(t)


def test_bad_requests_name_the_place_and_change_nothing():
    with open_house() as server:
        good = {"name": "Cup", "game": "famiglia", "kind": "swiss"}
        for bad, word in [({"game": "chess"}, "game"), ({"kind": "league"}, "kind"), ({"players": 3}, "players"),
                          ({"rounds": 51}, "rounds"), ({"clock": "none"}, "clock"), ({"clock": "soon"}, "clock"),
                          ({"name": ""}, "name"), ({"name": "\u202e"}, "name"), ({"preset": "x"}, "preset"),
                          ({"bot": "exec:sh"}, "bot"), ({"bot": "hard@99s"}, "bot"), ({"bots": 201}, "bots"),
                          ({"bots": 9, "most": 4}, "bots"), ({"most": 5000}, "most"), ({"most": 1000}, "players"),
                          ({"start": "now"}, "start"), ({"start": 5}, "time"), ({"start": 10**15}, "days"),
                          ({"minutes": 0}, "minutes"), ({"fill": 3}, "fill")]:
            status, no = server.ask("POST", "/api/tournaments", {**good, **bad})
            assert 400 <= status < 500 and word in no["text"].lower(), (bad, status, no)
        assert server.ask("GET", "/api/tournaments")[1]["tournaments"] == []
        for path in ("/api/tournaments/nothere", "/api/tournaments/abcdefghijkl", "/api/tournaments/abcdefghijkl/results.csv"):
            assert server.ask("GET", path)[0] == 404
        c = Contest(server, most=3)
        c.join(2)
        for name, word in [("", "name"), ("x" * 60, "name"), ("(deleted)", "name"), (c.people[0].name.upper(), "name")]:
            status, no = c.ask("POST", "/entrants", {"name": name})
            assert status != 200 and word in no["text"].lower(), (name, status, no)
        c.join(1)
        assert "full" in c.ask("POST", "/entrants", {"name": "One more"})[1]["text"]
        assert c.ask("POST", "/entrants", {"name": "x"}, token=c.people[0].token)[1]["entrant"] == c.people[0].number
        assert c.get()["entrants"] == 3
        status, answer = c.ask("DELETE", "", token=c.maker)
        assert status == 200 and c.get()["status"] == "cancelled", answer
        assert c.ask("POST", "/entrants", {"name": "Late"})[0] >= 400


def test_who_may_make_one():
    body = {"name": "Cup", "game": "famiglia"}
    with Server() as server:
        status, no = server.ask("POST", "/api/tournaments", body)
        assert status == 401 and "Sign in" in no["text"], (status, no)
    with Server("--tournaments", "off") as server:
        assert server.ask("GET", "/api/tournaments")[0] == 404
    with open_house(rates=["tournaments_at_once=2", "tournaments_per_hour=3"]) as server:
        assert [server.ask("POST", "/api/tournaments", body)[0] for _ in range(4)] == [201, 201, 503, 429]
    with Server(rates=["tournaments_per_account=2"]) as server:  # one who makes many leaves room for others
        sessions = accounts(server, "Ann", "Bob")
        made = [server.ask("POST", "/api/tournaments", body, token=sessions[name])
                for name in ("Ann", "Ann", "Ann", "Bob")]
        assert [status for status, _ in made] == [201, 201, 429, 201], made
        assert server.ask("DELETE", f"/api/tournaments/{made[0][1]['id']}", token=sessions["Ann"])[0] == 200
        assert server.ask("POST", "/api/tournaments", body, token=sessions["Ann"])[0] == 201


def test_one_that_its_maker_forgot_is_called_off():
    if not moved.is_possible():
        return
    with moved.Moved("--tournaments", "open") as server:
        forgotten, kept = Contest(server, bots=3), Contest(server, start=int((server.now() + 60 * 86400) * 1000))
        server.pass_time(hours=29 * 24)
        assert forgotten.get()["status"] == "open"
        server.pass_time(hours=2 * 24)
        t = forgotten.play()
        assert t["status"] == "cancelled" and "never began" in t["why"], t["why"]
        assert kept.get()["status"] == "open", "its time has not come"


# -- kill -9


def test_a_fall_loses_no_result_and_starts_no_table_twice():
    """At any moment: results that were seen stay, tables stay what they are, and it goes on to its end."""
    for kind, falls in (("swiss", 6), ("duplicate", 4)):
        with open_house() as server:
            c = Contest(server, kind=kind, bots=12, rounds=4, bot="random")
            c.start()
            dice, seen = random.Random(5), []
            for _ in range(falls):
                c.play(lambda t: t["status"] == "over" or dice.random() < 0.3, watch=lambda t: seen.append(t))
                seen.append(c.get())
                server.kill()
                server.start()
                after = c.get()
                old = seen[-1]
                assert [x["id"] for x in old["tables"]] == [x["id"] for x in after["tables"]][:len(old["tables"])]
                for was, now in zip(old["tables"], after["tables"]):
                    assert was["status"] == "playing" or was == now, (was, now)
            t = c.play()
            check(t, bye=0.5 if kind == "duplicate" else 1.0)
            assert t["round"] == 4 and len(t["tables"]) == 24, (t["round"], len(t["tables"]))
            made = server.ask("GET", "/metrics")[1].decode()
            assert "tournament_tables_total" in made
            log = c.results()["log"]
            assert [line for line in log if line.startswith("round")] == [f"round {i}" for i in range(1, 5)], log
            assert len([line for line in log if line.startswith("result")]) == 24
            again = admin(server, "show", c.id, "--json")
            mine = c.results()
            assert json.loads(again) == mine, "the standings of the stored log, computed by another process"


def where(server) -> list:
    return ["--store", server.url] if server.url else ["--data", server.data]


def admin(server, *words) -> str:
    done = subprocess.run([House.host, "admin", "tournaments", *words, *where(server)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_people_go_on_after_a_fall():
    with open_house() as server:
        c = Contest(server, bots=2, rounds=2)
        c.join(2)
        c.start()
        c.play(lambda t: all(p.player for p in c.people) or t["status"] == "over")
        server.kill()
        server.start()
        for p in c.people:
            p.player, p.table = None, None
        t = c.play()
        check(t)
        assert t["round"] == 2


def test_an_operator_lists_shows_and_calls_off():
    with open_house() as server:
        c = Contest(server, bots=3)
        c.join(1)
        c.start()
        c.play(lambda t: t["round"] == 1)
        assert c.id in admin(server) and "running" in admin(server, "show", c.id)
        table = next(x["id"] for x in c.get()["tables"] if x["status"] == "playing")
        no = subprocess.run([House.host, "admin", "tournaments", "cancel", c.id, "--yes", *where(server)], capture_output=True)
        assert no.returncode != 0 and b"--reason" in no.stderr
        admin(server, "cancel", c.id, "--yes", "--reason", "The club house burns.")
        t = c.play()
        assert t["status"] == "cancelled" and t["why"] == "The club house burns.", t["why"]
        assert table and all(x["status"] != "playing" for x in t["tables"])


# -- Many


def test_sixty_four_bots_and_people():
    """48 bots and 16 people on sockets of their own; with SPK_LONG=1 200 and 56."""
    bots, people = (200, 56) if is_long() else (48, 16)
    with open_house("--limit", "connections_per_address=0", "--limit", "entrants=300") as server:
        c = Contest(server, bots=bots, most=bots + people, rounds=3, bot="easy@2it")
        c.join(people)
        c.start()
        t = c.play()
        check(t)
        n = (bots + people) // 2
        assert t["round"] == 3 and len(t["tables"]) == 3 * n, (t["round"], len(t["tables"]))
        assert all(len(p.played) == 3 for p in c.people), [p.played for p in c.people]
        assert sum(row["points"] for row in t["standings"]) == 3 * n
        status, text = c.ask("GET", "/results.csv")
        rows = list(csv.DictReader(io.StringIO(text.decode())))
        assert [row["name"] for row in rows] == [row["name"] for row in t["standings"]]
        assert [float(row["points"]) for row in rows] == [row["points"] for row in t["standings"]]
        assert json.loads(admin(server, "show", c.id, "--json")) == c.results()
        figures = server.metrics()
        assert figures["speakeasy_tournaments_made_total"] == 1 and figures["speakeasy_tournament_rounds_total"] == 3
        assert figures["speakeasy_tournament_tables_total"] == 3 * n


if __name__ == "__main__":
    main(globals())
