#!/usr/bin/env python3
"""Reports and profiles over real sockets: what is kept of what was said, who may report what, floods, `speakeasy admin reports`,
and who may see whose profile."""
import json
import subprocess

from client import PATIENCE, House, Player, Server, main
from person import all_notes, befriend, notes, people, refused


def admin(server: Server, *words: str, code=0) -> str:
    done = subprocess.run([House.host, "admin", *words, "--data", server.data], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=PATIENCE)
    assert done.returncode == code, done
    return done.stderr if code else done.stdout


def reports(server: Server, *words: str) -> list:
    return [json.loads(line) for line in admin(server, "reports", *words, "--json").splitlines()]


def report(one, status=201, **body):
    answer = one.ask("POST", "/api/reports", {"reason": "no manners\nat all", **body})
    assert answer[0] == status, answer
    return answer[1]


def test_what_was_said_is_kept():
    with Server() as server:
        ann, bob, eve = people(server, "Ann", "Bob", "Eve")
        table = ann.table(("me", "open", "open"), game="gangster", onlookers=False)
        token = bob.sit(table, 1, "Masked")[1]["token"]
        third = server.ask("POST", f"/api/tables/{table.id}/seats/2", {"name": "Guest"})[1]["token"]
        players = [Player(server, table.id, t).dealt() for t in (table.tokens[0], token, third)]
        for i in range(12):
            players[1].act("chat", text=f"rude {i}")
        players[2].act("chat", text="hm")
        assert report(ann, table=table.id, chat=3, kind="abuse") == {"reported": True}
        report(ann, table=table.id, seat=1, kind="cheating")
        report(ann, table=table.id, seat=2)
        report(ann, table=table.id)
        report(ann, name="bob", kind="name")
        assert "no such line" in report(ann, 404, table=table.id, chat=99)["text"]
        report(ann, 404, table=table.id, seat=7), report(ann, 404, table="k" * 12), report(ann, 404, name="Nobody")
        report(eve, 404, table=table.id, seat=1)  # whoever may not look there knows nothing of it
        for body in ({"kind": "boring", "name": "Bob"}, {"reason": "", "name": "Bob"}, {"reason": "x" * 501, "name": "Bob"}, {},
                     {"name": "Bob", "table": table.id}, {"table": table.id, "seat": "1"}):
            report(ann, 400, **body)
        assert server.ask("POST", "/api/reports", {"name": "Bob", "reason": "x"})[0] == 401
        told = {(r.get("about"), r["kind"]): r for r in reports(server)}
        assert len(told) == 5, told
        line = told["Masked", "abuse"]
        assert [s["text"] for s in line["said"]] == ["rude 2"] and line["by"] == "Ann" and line["table"] == table.id, line
        assert [s["text"] for s in told["Masked", "cheating"]["said"]] == [f"rude {i}" for i in range(2, 12)]
        assert [s["text"] for s in told["Guest", "other"]["said"]] == ["hm"] and "said" not in told["Bob", "name"]
        text = admin(server, "reports")
        assert "rude 2" in text and "no manners\n           at all\n" in text and "Masked" in text, text
        closed = admin(server, "reports", "close", line["id"])
        assert "is closed" in closed and line["id"] not in {r["id"] for r in reports(server)}
        assert {r["id"]: r["open"] for r in reports(server, "all")}[line["id"]] is False
        assert "closed already" in admin(server, "reports", "close", line["id"], code=2)
        assert "no report" in admin(server, "reports", "close", "x", code=2)
        assert "takes nothing" in admin(server, "reports", "open", code=2)
        assert server.metrics()["speakeasy_reports_made_total"] == 5
        ids = {row[2] for row in all_notes(server) if row[0] == "report"} | {row[3] for row in all_notes(server) if row[0] == "report"}
        assert len(ids - {None}) == 2
        bob.forget()  # what was said about somebody who is gone goes with them; what others said stays
        assert {r.get("about") for r in reports(server, "all")} == {"Guest", None}
        ann.forget()
        assert notes(server) == [] and admin(server, "reports") == "There are no open reports.\n"


def test_floods():
    with Server(rates=["reports_per_account=3", "people_per_minute=20"]) as server:
        ann, bob = people(server, "Ann", "Bob")
        answers = [ann.ask("POST", "/api/reports", {"name": "Bob", "reason": "x"}) for _ in range(40)]
        assert [a[0] for a in answers].count(201) == 3 and {a[0] for a in answers} == {201, 422, 429}, answers
        assert len(notes(server, "report")) == 3
        report(bob, name="Ann")


def test_terminal_escapes_stay_out():
    with Server() as server:
        ann, _ = people(server, "Ann", "Bob")
        answer = ann.ask("POST", "/api/reports", {"name": "Bob", "reason": "a\u001b[2Jb"})
        assert answer[0] == 400 or "\x1b" not in admin(server, "reports"), answer


def test_who_may_see_a_profile():
    with Server() as server:
        ann, bob, eve = people(server, "Ann", "Bob", "Eve")
        befriend(ann, bob)
        unknown = server.ask("GET", "/api/people/Nobody")

        def seen(one=None) -> bool:
            answer = server.ask("GET", "/api/people/Ann", token=one.session if one else None)
            assert answer[0] == 200 or answer == unknown, answer
            return answer[0] == 200
        assert seen() and seen(eve) and seen(bob)
        ann.ask("PATCH", "/api/me/people", {"profile": "friends"})
        assert not seen() and not seen(eve) and seen(bob) and seen(ann)
        ann.ask("PATCH", "/api/me/people", {"profile": "nobody"})
        assert not seen() and not seen(bob) and seen(ann)
        ann.ask("PATCH", "/api/me/people", {"profile": "friends"})
        ann.do("block", bob)
        assert not seen(bob)
        assert server.ask("GET", "/api/people/Ann", token="A" * 43) == unknown


def test_switched_off():
    with Server("--reports", "off", "--profiles", "off") as server:
        ann, _ = people(server, "Ann", "Bob")
        house = server.ask("GET", "/api/games")[1]
        assert house["reports"] is False and house["profiles"] is False
        refused(ann.ask("POST", "/api/reports", {"name": "Bob", "reason": "x"}), 403, "no reports")
        refused(server.ask("GET", "/api/people/Ann"), 404, "no profiles")


main(globals())
