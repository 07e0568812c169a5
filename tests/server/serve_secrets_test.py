#!/usr/bin/env python3
"""Nobody can read your cards: two tables that differ only in what a guest may not know send that guest the
same bytes. Here two houses stand side by side and everybody does the same in both, as far as anybody else
can tell; whoever has heard the same in both must have been sent the same, byte for byte: views,
moves, refusals, answers to `why`, what comes after a break from any number on, and every route over HTTP
(ROUTES: one that is missing there fails the test), sizes, headers and time stamps included.

Two ways to have two such houses, both with nothing but the product itself:

Twins   (twins.c, twins.txt) two seeds whose deals look the same to one viewer: for every game and number of
        players, for each seat and for onlookers. In Chicago Gangsters the others hold other cards; in
        open games what is still to come differs. The store gets the two seeds before the deal.
Forks   a house with games under way is closed, its store copied, and both copies opened: the same past, and
        from now on others choose differently in secret: other cards face down, other sealed answers.

SPK_LONG=1 comes back with every `seen`, and forks ten times as often."""
import contextlib
import glob
import hashlib
import json
import os
import random
import re
import shutil
import sqlite3
import tempfile
import time

from client import Gone, House, Player, Server, Table, is_long, liked, main, play_out, step
from load import database

HERE = os.path.dirname(os.path.abspath(__file__))
CARD = re.compile(r"\b[WBE][1-5]\b")


# -- Every route ---------------------------------------------------------------------------------------

# What a guest may ask over HTTP while a game is on: requests as (path, body), TABLE stands for the table. Or the reason
# why nothing about a table's hand can be in the answer.
ROUTES = {
    "GET /api/games": [("/api/games", None)],
    "GET /house.json": [("/house.json", None)],
    "POST /api/tables": "makes a table of its own",
    "GET /api/tables": [("/api/tables?status=playing&limit=200", None), ("/api/tables?status=open", None),
                        ("/api/tables?status=playing&limit=1", None)],
    "GET /api/tables/*": [("/api/tables/TABLE", None)],
    "GET /api/tables/*/box": [("/api/tables/TABLE/box", None)],
    "PATCH /api/tables/*": [("/api/tables/TABLE", {"undo": "x"}), ("/api/tables/TABLE", {"listed": "x"})],
    "POST /api/tables/*/seats/*": [(f"/api/tables/TABLE/seats/{n}", {"name": "Eve"}) for n in (0, 1, 2, 7)],
    "PATCH /api/tables/*/seats/*": [(f"/api/tables/TABLE/seats/{n}", {"mute": "x"}) for n in (0, 1, 2, 7)],
    "DELETE /api/tables/*/seats/*": [("/api/tables/TABLE/seats/7", None), ("/api/tables/TABLE/seats/x", None)],
    "POST /api/tables/*/rematch": [("/api/tables/TABLE/rematch", {})],
    "GET /api/tables/*/record": [("/api/tables/TABLE/record", None)],
    "GET /api/tables/*/replay": [(f"/api/tables/TABLE/replay{q}", None) for q in
                                 ("", "?viewer=0", "?viewer=1", "?viewer=onlooker", "?viewer=house")],
    "GET /api/tables/*/analysis": [("/api/tables/TABLE/analysis", None)],
    "GET /api/tables/*/qr.svg": [("/api/tables/TABLE/qr.svg", None)],
    "GET /preview/*": [("/preview/TABLE.png", None), ("/table.html?t=TABLE", None)],  # posters are of games, never of tables
    "POST /api/accounts": "knows names and passwords",
    "POST /api/sessions": "knows names and passwords",
    "DELETE /api/sessions": "knows names and passwords",
    "GET /api/me": [("/api/me", None)],
    "PATCH /api/me": [("/api/me", {"password": "x"})],
    "DELETE /api/me": "knows names and passwords",
    "POST /api/me/seats": [("/api/me/seats", {"table": "TABLE", "token": "A" * 43})],
    "GET /api/ratings/*/*": [("/api/ratings/famiglia/2", None)],
    "GET /api/people/*": [("/api/people/Ann", None)],
    "GET /api/me/people": [("/api/me/people", None)],
    "PATCH /api/me/people": [("/api/me/people", {"profile": "x"})],
    "POST /api/me/people": [("/api/me/people", {"do": "block", "table": "TABLE", "seat": 7}), ("/api/me/people", {"do": "x"})],  # ids are random
    "POST /api/me/people/*": [("/api/me/people/x", {"do": "accept"})],
    "DELETE /api/me/people/*": [("/api/me/people/x", None)],
    "POST /api/me/here": [("/api/me/here", {})],
    "POST /api/me/invites": [("/api/me/invites", {"table": "TABLE", "to": "k" * 12})],
    "DELETE /api/me/invites/*": [("/api/me/invites/TABLE", None)],
    "GET /api/me/crews": [("/api/me/crews", None)],
    "POST /api/crews": "makes a crew of its own",
    "GET /api/crews/*": [("/api/crews/TABLE", None)],
    "PATCH /api/crews/*": [("/api/crews/TABLE", {"name": "x"})],
    "DELETE /api/crews/*": [("/api/crews/TABLE", None)],
    "POST /api/crews/*/members": [("/api/crews/TABLE/members", {"link": "x"}), ("/api/crews/TABLE/members", {"link": "x", "look": True})],
    "DELETE /api/crews/*/members/*": [("/api/crews/TABLE/members/x", None)],
    "POST /api/crews/*/deal": [("/api/crews/TABLE/deal", {"game": "famiglia"})],
    "POST /api/reports": [("/api/reports", {"table": "TABLE", "seat": 7, "reason": "x"})],
    "GET /api/tournaments": "knows results of tables that are over; of a sealed deal not even these (serve_tournaments)",
    "POST /api/tournaments": "makes a tournament of its own",
    "GET /api/tournaments/*": [("/api/tournaments/TABLE", None)],
    "DELETE /api/tournaments/*": [("/api/tournaments/TABLE", None)],
    "POST /api/tournaments/*/start": [("/api/tournaments/TABLE/start", {})],
    "POST /api/tournaments/*/entrants": [("/api/tournaments/TABLE/entrants", {"name": "Eve"})],
    "DELETE /api/tournaments/*/entrants/me": [("/api/tournaments/TABLE/entrants/me", None)],
    "GET /api/tournaments/*/results.json": [("/api/tournaments/TABLE/results.json", None)],
    "GET /api/tournaments/*/results.csv": [("/api/tournaments/TABLE/results.csv", None)],
    "GET /api/me/alerts": [("/api/me/alerts", None)],
    "PATCH /api/me/alerts": [("/api/me/alerts", {"mute": {"TABLE": True}})],
    "POST /api/me/alerts/*": [("/api/me/alerts/push", {}), ("/api/me/alerts/code", {"code": "x"})],
    "DELETE /api/me/alerts/*": [("/api/me/alerts/x", None)],
    "GET /alerts/stop/*": [("/alerts/stop/a.b.c", None)],
    "POST /alerts/stop/*": [("/alerts/stop/a.b.c", {})],
    "GET /api/daily": "knows commitments and finished tries; the seeds of deals that are not over are in no answer",
    "GET /api/daily/*": "the same",
    "GET /api/daily/*/*": "the same",
    "POST /api/daily/*": "makes a table of its own",
    "POST /api/daily/*/*": "makes a table of its own",
    "GET /api/puzzles/*": "knows puzzles, which are files of the page",
    "POST /api/puzzles/*/*": "knows puzzles, which are files of the page",
    "GET /metrics": "is for the operator, whose the store is anyway",
    "GET /healthz": [("/healthz", None)],
}


def routes() -> set:
    """All there are, out of the lists that routes.def names."""
    folder = os.path.join(HERE, "../../src/hosts/server/http")
    text = "".join(open(name).read() for name in sorted(glob.glob(os.path.join(folder, "**/*.c"), recursive=True)))
    with open(os.path.join(folder, "routes.def")) as f:
        lists = re.findall(r"^ROUTES\((\w+)\)", f.read(), re.M)
    found = set()
    for name in lists:
        body = re.search(rf"const srv_route {name}\[\] = {{(.*?)\n}};", text, re.S)[1]
        found |= {f"{method} {pattern}" for method, pattern in re.findall(r'{SRV_(\w+), "([^"]+)"', body)}
    return found


def test_every_route_has_a_case():
    assert routes() == set(ROUTES), routes() ^ set(ROUTES)


def ask_raw(server: Server, method: str, path: str, body, token) -> tuple:
    """Status, headers and body as they came, but for what must be another at every request."""
    guest = server.connect()
    lines = [f"Authorization: Bearer {token}"] if token else []
    reply = guest.get(path, *lines, method=method, body=b"" if body is None else json.dumps(body).encode())
    guest.close()
    headers = {name: value for name, value in reply.headers.items() if name != "date"}
    return reply.status, headers, reply.body.decode()


# -- Two houses ---------------------------------------------------------------------------------------

class Side:
    """A table in one of the two houses, with a guest for every seat and an onlooker (None)."""

    def __init__(self, server: Server, table: Table, seats):
        self.server, self.table = server, Table.__new__(Table)
        self.table.__dict__.update(table.__dict__, server=server, tokens=dict(table.tokens))
        self.seats, self.guests = list(seats), {}

    def session(self, seat) -> str | None:
        """Of the account that owns this seat."""
        return SESSIONS.get(seat)

    def mine(self, seat) -> tuple | None:
        return ask_raw(self.server, "GET", "/api/me", None, SESSIONS[seat]) if seat in SESSIONS else None

    def come(self) -> None:
        for seat in self.seats + [None]:
            self.guests[seat] = self.server.player(self.table, seat)
            self.guests[seat].until(lambda p: p.view, "a view")
        self.settle()

    def settle(self) -> None:
        """Until all that is on its way has come: what is asked last is answered last."""
        for p in self.guests.values():
            answered = len(p.answers.get("pong", [])) + 1
            p.send({"t": "ping"})
            p.until(lambda p: len(p.answers.get("pong", [])) >= answered, "a pong")

    def leave(self) -> None:
        for p in self.guests.values():
            p.close()

    def events(self, seat) -> list:
        return [(e["seat"], e["kind"], e["text"]) for _, e in sorted(self.guests[seat].events.items())]


class Worlds:
    """The same table in both houses. 'viewer' is whom the others deceive."""
    counter = paged = polled = spoken = 0

    def __init__(self, a: Side, b: Side, viewer, seed=0):
        self.sides, self.viewer, self.dice = (a, b), viewer, random.Random(seed)
        self.words = random.Random(seed + 1)  # whatever is said, the moves are the same
        self.compared, self.secret, self.fidgets = 0, 0, 0  # steps; those in which the houses differed in secret
        for side in self.sides:
            side.come()
        self.past = {seat: len(p.events) for seat, p in a.guests.items()}

    # What a guest was sent, without what is another by its nature: the commitment, the time of a chat, the
    # milliseconds of a clock. How often facts come depends on who comes in the same moment; the last ones count.
    def told(self, side: Side, seat) -> list:
        said = []
        for text in side.guests[seat].heard:
            kind = json.loads(text)["t"]
            if kind in ("facts", "pong"):
                continue
            said.append(self.plain(side, text))
        return said

    @staticmethod
    def plain(side: Side, text: str) -> str:
        return re.sub(r'"(at|left)":\d+', r'"\1":0', text).replace(side.table.commitment, "COMMITMENT")

    def came_to_light(self, seat) -> bool:
        """Whether something that was hidden has been turned up since: a reveal tells the strength in its event, and the
        cards in the view."""
        return any("; " in text for _, _, text in self.sides[0].events(seat)[self.past[seat]:])

    def compare(self) -> bool:
        """Whoever heard the same was sent the same. Says whether the viewer still cannot tell the houses apart."""
        for seat in self.sides[0].guests:
            if self.sides[0].events(seat) != self.sides[1].events(seat):
                if seat == self.viewer:
                    self.check_difference(seat)
                    return False
                continue
            a, b = self.told(self.sides[0], seat), self.told(self.sides[1], seat)
            if a != b and self.came_to_light(seat):
                if seat == self.viewer:
                    return False
                continue
            for x, y in zip(a, b):
                assert x == y, f"guest {seat} of {self.sides[0].table.id} can tell:\n{x}\n{y}"
            assert len(a) == len(b), f"guest {seat} was sent {len(a)} and {len(b)} messages: {a[len(b):] or b[len(a):]}"
        self.compared += 1
        return True

    def compare_facts(self) -> None:
        """Of the viewer; the last word may take a moment."""
        end = time.monotonic() + 5
        while True:
            last = []
            for side in self.sides:
                p = side.guests[self.viewer]
                p.pump(0.02)
                last.append(json.dumps(p.facts).replace(side.table.commitment, "COMMITMENT"))
            if last[0] == last[1]:
                return
            assert time.monotonic() < end, f"facts differ:\n{last[0]}\n{last[1]}"

    def check_difference(self, seat) -> None:
        """The first thing that was heard differently has to be something that comes to light by the rules."""
        a, b = self.sides[0].events(seat), self.sides[1].events(seat)
        assert len(a) > 0 and len(b) > 0, "the deal itself differs: no twins (any more)"
        i = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
        assert i < len(a) and i < len(b), f"guest {seat} heard more in one house: {a[i:i + 3]} {b[i:i + 3]}"
        (who, _, x), (whom, _, y) = a[i], b[i]
        by_chance = who == whom == "chance" and "?" not in x + y
        brought_to_light = "; " in x and "; " in y and CARD.sub("?", x.split(";")[0]) == CARD.sub("?", y.split(";")[0])
        unsealed = x.split()[0] == y.split()[0] and x.split()[0] in ("claims", "duels")
        assert by_chance or brought_to_light or unsealed, f"guest {seat} heard {a[i]} in one house and {b[i]} in the other"

    # -- Doing the same, as far as the viewer can tell

    def act(self, t: str, seat, texts=None, **fields) -> list:
        """The same act in both houses under the same ref; texts: one for each."""
        Worlds.counter += 1
        said = []
        for i, side in enumerate(self.sides):
            p = side.guests[seat]
            more = dict(fields, text=texts[i]) if texts else dict(fields)
            if t in ("move", "undo"):
                more["n"] = p.view["n"]
            said.append(p.act(t, ref=f"w{Worlds.counter}", **more))
        return said

    def choose(self, seat):
        """A move for each house that the viewer cannot tell from the other; None: there is none."""
        a, b = (side.guests[seat].view["moves"] for side in self.sides)
        both = [m for m in a if m in b]
        if seat == self.viewer:
            return (m := liked(self.dice, a), m)
        words = {m.split()[0] for m in a} & {m.split()[0] for m in b}
        sealed = self.sides[0].guests[None].facts["options"].get("claims") == "sealed"
        if sealed and words == {"claim", "pass"}:
            shown = self.sides[0].guests[None].view["view"]
            if len(shown["asked"]) - len(shown["answered"]) > 1 and self.dice.random() < 0.5:
                return ("claim", "pass")
            return ("pass", "pass")
        if "done" in both:
            return ("done", "done")
        if words & {"lay", "keep_hidden", "duel"}:
            by_shape = {}
            for i, moves in enumerate((a, b)):
                for m in moves:
                    by_shape.setdefault(CARD.sub("?", m), ([], []))[i].append(m)
            pairs = [p for shape, p in by_shape.items() if p[0] and p[1] and not shape.startswith("defer")]
            differing = [p for p in pairs if len(set(p[0] + p[1])) > 1]
            if differing or pairs:
                x, y = self.dice.choice(differing or pairs)
                m = self.dice.choice(x)
                return m, self.dice.choice([other for other in y if other != m] or y)
        return (m := liked(self.dice, both), m) if both else None

    def speak(self) -> None:
        """Whoever may speak says the same in both houses, and everybody is told the same words."""
        speakers = [side.guests[None].view["speakers"] for side in self.sides]
        if not speakers[0] or speakers[0] != speakers[1]:
            return
        text = self.words.choice(["aim win", "my_points 4 10", "my_hand bribe weak", "accept 1", "reject 1", "pass"])
        said = self.act("say", speakers[0][0], (text, text))
        assert said[0]["t"] == said[1]["t"], (text, said)
        Worlds.spoken += said[0]["t"] == "ok"
        for side in self.sides:
            side.settle()

    def step(self) -> bool:
        """Somebody acts in both houses. False: nobody can, or not in the same way."""
        asked = [{s for s, p in side.guests.items() if p.view["moves"]} for side in self.sides]
        can = sorted(s for s in asked[0] & asked[1] if s is not None)
        while can:
            seat = can.pop(self.dice.randrange(len(can)))
            pair = self.choose(seat)
            if not pair:
                continue
            side = self.dice.choice(self.sides)
            mine = [s.mine(self.viewer) for s in self.sides]
            before = {s: p.view["view"] for s, p in side.guests.items() if s != seat}
            said = self.act("move", seat, pair)
            assert all(m["t"] == "ok" for m in said), (pair, said)
            self.secret += pair[0] != pair[1]
            if seat != self.viewer:
                self.fidget(side, seat, before)
                self.poll(seat, mine)
                self.publish(seat)
            for side in self.sides:
                side.settle()
            return True
        return False

    def publish(self, seat) -> None:
        """A lay goes on in private until it is done."""
        for side in self.sides:
            p = side.guests[seat].fresh()
            if "done" in p.view["moves"]:
                assert p.move("done", ref=f"w{Worlds.counter}done")["t"] == "ok"

    def fidget(self, side: Side, seat, before: dict) -> None:
        """In one of the houses somebody takes back what nobody noticed, and does it again, more often than in the
        other: nobody notices that either. (That a sealed answer was given is seen, and so is taking it back.)"""
        p = side.guests[seat].fresh()
        side.settle()
        unseen = all(side.guests[s].view["view"] == view for s, view in before.items())
        if not unseen or not p.view["undo"] or self.dice.random() < 0.3:
            return
        last = p.own_moves()[-1]
        for ref in range(self.dice.choice((1, 2))):
            assert p.act("undo", ref=f"u{Worlds.counter}x{ref}", n=p.view["n"])["t"] == "ok"
            p.fresh()
            assert p.move(last, ref=f"u{Worlds.counter}y{ref}")["t"] == "ok"
            p.fresh()
            self.fidgets += 1

    def poll(self, seat, before: list) -> None:
        """Somebody lays cards in private: whoever asks for their own tables all the time learns nothing of it."""
        for side, then in zip(self.sides, before):
            if then and "done" in side.guests[seat].fresh().view["moves"]:
                now = side.mine(self.viewer)
                assert now == then, f"guest {self.viewer} can tell that {seat} does something:\n{then}\n{now}"
                Worlds.polled += 1

    # -- Asking too much

    def pry(self) -> None:
        """Everything a guest can ask for without changing the table."""
        seats = [s for s in self.sides[0].guests if s is not None]
        hers = [m for s in seats for side in self.sides for m in side.guests[s].view["moves"][:6]]
        texts = sorted(set(hers[:30])) + ["pass", "claim", "fly", "done", "lay -", "lay W4", "show W2", "keep_hidden B5",
                                          "duel E5", "draw 1", "recruit F3 exhaust F4", "give F0", "end_turn"]
        for text in texts:
            if self.viewer is not None:
                self.act("why", self.viewer, (text, text))
        mine = {s: side for s, side in enumerate(self.sides) if self.viewer is not None and side.guests[self.viewer].view["moves"]}
        for text in self.dice.sample(texts, 5):
            if not mine or text not in self.sides[0].guests[self.viewer].view["moves"]:
                self.act("move", self.viewer, (text, text))
        if self.viewer is None or not self.sides[0].guests[self.viewer].view["undo"]:
            self.act("undo", self.viewer)
        for text in ("my_points 4 10", "accept 1", "aim win", "hello", "join_us defender"):
            if not self.sides[0].guests[None].view["speakers"]:
                self.act("say", self.viewer, (text, text))
        for side in self.sides:
            for n in (0, side.guests[self.viewer].seen // 2, side.guests[self.viewer].seen):
                side.guests[self.viewer].send({"t": "since", "n": n})
                side.settle()

    def pages(self) -> None:
        """Every route, as a stranger, as the viewer's seat, and signed in."""
        for route, asks in ROUTES.items():
            for path, body in asks if isinstance(asks, list) else []:
                answers = [[], []]
                for side, said in zip(self.sides, answers):
                    own = side.table.tokens.get(self.viewer)  # a QR code of it is another picture in each house
                    for token in (None, None if path.endswith(".svg") else own, side.session(self.viewer)):
                        said.append(self.page(side, route.split()[0], path, body, token))
                assert answers[0] == answers[1], f"{route}: {path} tells:\n{answers[0]}\n{answers[1]}"
                assert all(s >= 400 for s, _, _ in answers[0] if path.split("?")[0].endswith(("/record", "/replay", "/analysis")))
        Worlds.paged += 1

    def page(self, side: Side, method: str, path: str, body, token) -> tuple:
        path = path.replace("TABLE", side.table.id)
        body = json.loads(json.dumps(body).replace("TABLE", side.table.id))
        status, headers, text = ask_raw(side.server, method, path, body, token)
        if path in ("/api/me", f"/api/tables/{side.table.id}"):  # the houses stand at different times; that it stays as it is: mine_is_as_it_was
            text = re.sub(r'"updated":\d{13}', '"updated":0', text)
        return status, headers, text.replace(side.table.commitment, "COMMITMENT")

    def come_again(self) -> None:
        """After a break, from any number on, as often as one likes."""
        n = self.sides[0].guests[self.viewer].seen
        wanted = range(n + 1) if is_long() else sorted({0, 1, n // 2, n - 1, n} & set(range(n + 1)))
        for seen in wanted:
            heard = []
            for side in self.sides:
                p = Player(side.server, side.table.id, side.table.tokens.get(self.viewer), seen=seen)
                p.until(lambda p: p.view, "a view")
                heard.append([self.plain(side, text) for text in p.heard if '"t":"facts"' not in text])
                p.close()
            assert heard[0] == heard[1], f"seen {seen}:\n{heard[0]}\n{heard[1]}"

    def run(self, steps: int, pry_every=4) -> None:
        same = self.compare()
        assert same, "no twins (any more)"
        for i in range(steps):
            if i % pry_every == 0:
                self.pry()
                assert self.compare()
                self.compare_facts()
            if i in (0, pry_every):
                self.pages()
                self.come_again()
            self.speak()
            if not self.step() or not self.compare() or self.sides[0].guests[self.viewer].is_over():
                break
        for side in self.sides:
            side.leave()


SESSIONS = {}  # by seat: the same account sits in that seat of every table


def sign_up(server: Server) -> None:
    for seat in range(5):
        status, made = server.ask("POST", "/api/accounts", {"name": f"Seat {seat}", "password": f"a long phrase {seat}"})
        assert status == 201, (status, made)
        SESSIONS[seat] = made["session"]
        server.tokens.append(made["session"])


def claim_seats(table: Table) -> None:
    for seat, token in table.tokens.items():
        status, said = table.server.ask("POST", "/api/me/seats", {"table": table.id, "token": token}, SESSIONS[seat])
        assert status == 204, (status, said)


# -- Twins --------------------------------------------------------------------------------------------

def read_twins() -> list:
    with open(os.path.join(HERE, "twins.txt")) as f:
        lines = [line.split() for line in f]
    return [dict(table=t, game=g, seats=int(n), options=dict(o.split("=") for o in opts.split(",") if o != "-"),
                 viewer=None if v == "onlooker" else int(v), seeds=(int(a), int(b)), what=w)
            for t, g, n, opts, v, a, b, w in lines]


def plant(data: str, tables: dict, side: int) -> None:
    """Give the tables of a closed house the twins' names and seeds, before anything is dealt."""
    store = sqlite3.connect(database(data))
    for twin, table in tables.values():
        seed = twin["seeds"][side].to_bytes(4, "little") + b"\x5e" * 28
        commitment = hashlib.sha256(seed).digest()
        store.execute("update tables set seed = ?, commitment = ?, id = ? where id = ?",
                      (seed, commitment, twin["table"], table.id))
        for name in ("seats", "hosts", "chat", "clocks"):
            store.execute(f"update {name} set table_id = ? where table_id = ?", (twin["table"], table.id))
    store.commit()
    assert store.execute("pragma foreign_key_check").fetchall() == []
    store.close()


def commitment(number: int) -> str:
    return hashlib.sha256(number.to_bytes(4, "little") + b"\x5e" * 28).hexdigest()


@contextlib.contextmanager
def two_houses(prepare, change=lambda data, made, side: None):
    """prepare(server) fills a house; then there are two of it, each changed while it was closed."""
    folder = tempfile.mkdtemp(prefix="speakeasy_twins_")
    try:
        with Server() as origin:
            made = prepare(origin)
            origin.stop()
            for side in (0, 1):
                shutil.copytree(origin.data, os.path.join(folder, str(side), "data"))
                change(os.path.join(folder, str(side), "data"), made, side)
            origin.start()
        link = ("--public-url", "http://house.test")  # the same in both: it is in QR codes
        with (Server(*link, data=os.path.join(folder, "0", "data")) as a,
              Server(*link, data=os.path.join(folder, "1", "data")) as b):
            yield made, a, b
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_twins(twins: list, steps: int) -> None:
    def prepare(server):
        made = {}
        sign_up(server)
        for twin in twins:
            table = server.table(twin["game"], ["me"] + ["open"] * (twin["seats"] - 1), options=twin["options"],
                                 listed=True)
            for seat in range(1, twin["seats"] - 1):
                table.sit(seat)
            claim_seats(table)
            made[twin["table"]] = (twin, table)
        return made
    compared = secret = 0
    with two_houses(prepare, plant) as (made, a, b):
        for twin, table in made.values():
            sides = []
            for i, server in enumerate((a, b)):
                side = Side(server, table, range(twin["seats"]))
                side.table.id, side.table.commitment = twin["table"], commitment(twin["seeds"][i])
                side.table.sit(twin["seats"] - 1)  # the last chair: now it is dealt
                sides.append(side)
            worlds = Worlds(*sides, twin["viewer"], seed=twin["seeds"][0])
            worlds.run(steps)
            if twin["what"] == "hands":
                assert worlds.compared > 2, f"{twin} went apart at once"
            compared, secret = compared + worlds.compared, secret + worlds.secret
    print(f"# {len(twins)} pairs of tables, {compared} times compared, {secret} secret differences on the way", flush=True)
    assert compared >= len(twins)


def some_twins(*games: str) -> list:
    """All of them; with sanitizers, which are slow, the onlooker and a changing seat of each kind of table."""
    twins = [t for t in read_twins() if t["game"] in games]
    if not House.is_slow or is_long():
        return twins
    groups = {}
    for t in twins:
        groups.setdefault((t["game"], t["seats"], str(t["options"])), []).append(t)
    return [t for i, g in enumerate(groups.values()) for t in (g[0], g[-1 - i % (len(g) - 1)])]


HANDS = {"chicago_gangsters"}  # games with secret hands; in all others nothing is secret but the order of piles


def test_twins_of_open_games():
    run_twins(some_twins(*{t["game"] for t in read_twins()} - HANDS), 200 if is_long() else 12)


def test_twins_with_other_hands():
    Worlds.spoken = 0
    run_twins(some_twins(*HANDS), 300 if is_long() else 40)
    print(f"# {Worlds.spoken} messages", flush=True)
    assert Worlds.spoken > 20


# -- Forks --------------------------------------------------------------------------------------------

SPOKEN = {"godfather": "on", "claims": "spoken"}
KINDS = [(3, {}), (4, {}), (5, {}), (3, {"godfather": "on"}), (4, {"godfather": "on"}), (3, SPOKEN), (4, SPOKEN)]
HIDING = {"lay", "keep_hidden", "duel", "claim", "mr_x_lay"}


def under_way(server: Server, n: int) -> list:
    """Tables with people at every seat, each stopped at another moment, when somebody is about to hide something."""
    tables, going = [], {}
    dice = random.Random(n)
    sign_up(server)
    for i in range(n):
        seats, options = KINDS[i % len(KINDS)]
        table = server.table("chicago_gangsters", ["me"] + ["open"] * (seats - 1), options=options,
                             clock=("none", "bank 9m+10s", "move 5m")[i % 3], listed=True)
        tables.append(table)
        going[table.id] = ([server.player(table, seat) for seat in range(seats)], 24 + seats * 5 + i * 37 % 150)
        claim_seats(table)
    while going:
        step([p for players, _ in going.values() for p in players], dice)
        for name, (players, least) in list(going.items()):
            v = players[0].view
            if v and v["view"] and (v["result"] or (v["n"] > least and v["view"]["phase"] in HIDING)):
                for p in players:
                    p.close()
                del going[name]
    return tables


def test_forks():
    """The same past, and others who choose differently in secret."""
    n_tables = 200 if is_long() else 6 if House.is_slow else 20
    compared = secret = fidgets = 0
    with two_houses(lambda server: under_way(server, n_tables)) as (made, a, b):
        for i, table in enumerate(made):
            if a.ask("GET", f"/api/tables/{table.id}")[1]["status"] != "playing":
                continue
            seats = range(table.players)
            viewer = [*seats, None][i % (table.players + 1)]
            worlds = Worlds(Side(a, table, seats), Side(b, table, seats), viewer, seed=i)
            worlds.run(60)
            compared, secret = compared + worlds.compared, secret + worlds.secret
            fidgets += worlds.fidgets
    print(f"# {Worlds.paged} times all routes, {Worlds.polled} times own tables during a lay", flush=True)
    assert Worlds.paged > 0 and Worlds.polled > 0
    print(f"# {len(made)} forks, {compared} times compared, {secret} other secrets, {fidgets} times taken back", flush=True)
    assert compared > len(made) and secret > 0 and fidgets > 0


# -- What must not be there at all -------------------------------------------------------------------------

def hidden_fields(p: Player) -> None:
    """The documents' words on what a view leaves out, looked for in every view that was sent."""
    view, you = p.view["view"], p.you
    if not view or p.is_over():
        return
    for seat, player in enumerate(view.get("players", [])):
        if p.facts["game"] == "chicago_gangsters":
            assert ("hand" in player) == (seat == you), (you, seat, player)
            assert seat == you or not {"face_down", "duel"} & set(player), (you, seat, player)
            assert "pile" not in view
        elif p.facts["game"] == "famiglia" and p.facts["options"]["show_hands"] == "off":
            assert ("hand" in player) == ("score" in player) == (seat == you), (you, seat, player)
            assert "pile" not in view
    for event in p.events.values():
        if event["seat"] == "chance" and event["text"].startswith("deal ") and p.facts["game"] == "chicago_gangsters":
            dealt = event["text"].split("; ")[0]  # behind it stands what everybody learns by it
            assert dealt.endswith(" ?") != (dealt.split()[1] == str(you)), (you, event)


def test_what_a_view_leaves_out():
    """Whole games; then what is open to all at the end is what each of them saw on the way."""
    for game, seats, options in (("famiglia", 2, {"show_hands": "off"}), ("chicago_gangsters", 3, {"godfather": "on"}),
                                 ("chicago_gangsters", 5, {})):
        with Server() as server:
            table = server.table(game, ["me"] + ["open"] * (seats - 1), options=options)
            guests = [server.player(table, seat) for seat in range(seats)] + [server.player(table)]
            play_out(guests, random.Random(5), watch=lambda: [hidden_fields(p) for p in guests if p.view])
            for p in guests:
                viewer = "onlooker" if p.you is None else p.you
                status, text = table.ask("GET", f"/replay?viewer={viewer}")
                assert status == 200, (status, text)
                lines = [json.loads(line) for line in text.decode().splitlines()]
                steps = [step for step in lines if "view" in step]
                heard = [step["event"] for step in steps if step.get("event")]
                assert [e["text"] for e in heard] == [p.events[n]["text"] for n in sorted(p.events)], viewer
                assert steps[-1]["view"] == p.view["view"], "the last step is the end"
                for step in steps[:-1]:
                    for seat, player in enumerate(step["view"].get("players", [])):
                        assert seat == p.you or "hand" not in player, (viewer, step["n"], player)
                assert lines[-1].get("result"), lines[-1]


def test_tokens_and_seeds_stay():
    """Nothing that anybody is sent holds a seed before the end, or anybody's token ever."""
    with Server() as server:
        table = server.table("famiglia", ["me", "open"])
        guests = [server.player(table, 0), server.player(table, 1), server.player(table)]
        play_out(guests)
        said = "\n".join(text for p in guests for text in p.heard)
        status, record = table.ask("GET", "/record")
        assert status == 200
        seed = re.search(rb"proof seed ([0-9a-f]{64})", record)[1].decode()
        assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == table.commitment
        for token in [table.host, *table.tokens.values()]:
            assert token not in said and token.encode() not in record
        for p in guests:
            before = [text for text in p.heard if '"finished"' not in text and '"t":"facts"' in text]
            assert not any(seed in text for text in before)
        with contextlib.suppress(Gone):
            guests[0].until(lambda p: p.facts["proof"], "the proof")
        assert guests[0].facts["proof"]["seed"] == seed


# -- Time ---------------------------------------------------------------------------------------------------

def test_bots_take_their_time():
    """Where there are secrets, a bot's public moves are a budget apart, whether it had a choice or not and however many
    cards it laid face down before."""
    budget, times = 0.15, []
    with Server(bot_budget=f"{budget * 1000:.0f}ms", rates=["talk_ms=1"]) as server:
        table = server.table("chicago_gangsters", ["random", "normal", "greedy"])
        watcher = server.player(table).dealt()
        last = time.monotonic()
        while len(times) < 40:
            seen = watcher.view["n"]
            watcher.until(lambda p, seen=seen: p.view["n"] > seen, "the next move")
            kinds = {(e["seat"], e["kind"]) for n, e in watcher.events.items() if n > seen}
            now, before = time.monotonic(), last
            last = now
            if any(kind == "move" and who != "chance" for who, kind in kinds):
                times.append(now - before)
        watcher.close()
    # one that reached us late makes the next one look early: what it was late by belongs to the next
    late = [0.0, *(max(0.0, t - budget) for t in times)]
    early = [t for t, before in zip(times, late) if t + before < 0.9 * budget]
    assert len(early) <= 2, f"{early} of {times}"


def hidden_step(guests: list) -> tuple | None:
    """Somebody who can make a step that nobody else hears of, and the step: a card laid face down."""
    for p in guests:
        for text in p.view["moves"] if p.can_move() else ():
            if text.startswith("lay ") and text != "lay -":
                return p, text
    return None


def ask_all_at_once(p: Player, table: Table) -> list:
    """What an onlooker or a player may ask without doing anything; in which order it is answered, and each answer."""
    heard = len(p.heard)
    p.send({"t": "since", "n": 0})
    if p.you is not None:
        p.send({"t": "why", "ref": f"w{heard}", "text": "lay -"})
    p.send({"t": "ping"})
    pongs = len(p.answers.get("pong", []))
    p.until(lambda p: len(p.answers.get("pong", [])) > pongs, "a pong")
    said = [re.sub(r'"ref":"\w+"|"left":\d+', "", text) for text in p.heard[heard:]]
    got = [ask_raw(table.server, "GET", f"/api/tables/{table.id}{path}", None, None if p.you is None else table.tokens[p.you])
           for path in ("", "/box", "/record")]
    return [said, got]


def test_a_hidden_step_that_is_being_written_does_not_show():
    """The store takes its time; whoever asks meanwhile is answered as before, in the same order, and cannot tell that
    somebody else's step is being written."""
    with Server() as server:
        table = server.table("chicago_gangsters", ["me", "open", "open"])
        guests = [server.player(table, seat) for seat in range(3)]
        for p in guests:
            p.dealt()
        looker = server.player(table).until(lambda p: p.view, "a view")
        dice = random.Random(7)
        for _ in range(400):
            if hidden_step(guests):
                break
            step(guests, dice)
        actor, text = hidden_step(guests)
        others = [p for p in [*guests, looker] if p is not actor]
        for p in others:
            p.pump(0.2)
        quiet = [ask_all_at_once(p, table) for p in others]
        assert all(len(said) >= 2 for said, _ in quiet)
        store = sqlite3.connect(database(server.data), timeout=20, isolation_level=None)
        store.execute("begin immediate")  # nobody else can write now
        ref = actor.say("move", n=actor.view["n"], text=text)
        for _ in range(3):
            for p, before in zip(others, quiet):
                assert ask_all_at_once(p, table) == before, (p.you, before)
        actor.pump()
        assert ref not in actor.answers, "the store was not held up"
        store.execute("rollback")
        store.close()
        actor.until(lambda p: ref in p.answers, "an answer")
        assert actor.answers[ref][0]["t"] == "ok"


if __name__ == "__main__":
    main(globals())
