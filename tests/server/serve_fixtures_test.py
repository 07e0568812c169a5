#!/usr/bin/env python3
"""Houses of every release, tests/fixtures/N/house.db.gz, are opened by this one: finished games give the record they
gave then and prove it, running ones go on where they stood and end, people come back with the tokens they were given."""
import glob
import gzip
import json
import os
import re
import shutil
import tempfile

from client import Server, Table, main, play_out
from load import check_store, verify

FIXTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fixtures")


def table_of(server: Server, then: dict) -> Table:
    status, facts = server.ask("GET", f"/api/tables/{then['id']}")
    assert status == 200, (status, facts)
    seats = [{"seat": int(seat), "token": token} for seat, token in then["tokens"].items()]
    made = {"id": then["id"], "host": then["host"], "seats": seats, "commitment": facts["commitment"]}
    return Table(server, made, then["game"], then["players"])


def look_back(folder: str, server: Server, then: dict) -> None:
    table = table_of(server, then)
    status, record = table.ask("GET", "/record")
    with open(os.path.join(folder, then["record"]), "rb") as f:
        assert (status, record) == (200, f.read()), then["record"]
    verify(record, table.commitment)


def play_on(server: Server, then: dict) -> None:
    table = table_of(server, then)
    people = [server.player(table, seat).dealt() for seat in range(then["players"])]
    assert max(p.view["n"] for p in people) >= then["n"], then
    assert any(c["text"] == "Good evening." for c in people[0].chats)
    play_out(people)
    status, record = table.ask("GET", "/record")
    assert status == 200
    verify(record, table.commitment)
    for p in people:
        p.close()


def resume(server: Server, then: dict) -> None:
    """A table that was paused still is, by whoever did it, and goes on when somebody says so."""
    facts = table_of(server, then).facts()
    assert facts["status"] == "paused" and facts["paused_by"] == 1, facts
    ann = server.player(table_of(server, then), 0)
    assert ann.act("resume")["t"] == "ok"
    ann.close()
    play_on(server, then)


def deal(server: Server, then: dict) -> None:
    """A table that waited for people still does."""
    table = table_of(server, then)
    assert table.facts()["status"] == "open"
    people = [server.player(table, seat) for seat in range(then["players"])]
    for p in people:
        p.dealt().close()


def open_house(folder: str) -> None:
    with tempfile.TemporaryDirectory() as own, open(os.path.join(folder, "house.json"), encoding="utf-8") as f:
        data, tables = os.path.join(own, "data"), json.load(f)
        os.mkdir(data)
        with gzip.open(os.path.join(folder, "house.db.gz")) as packed, open(os.path.join(data, "speakeasy.db"), "wb") as out:
            out.write(packed.read())
        for end in [".tally", ".time"]:
            if os.path.exists(os.path.join(folder, "house.db" + end)):
                shutil.copyfile(os.path.join(folder, "house.db" + end), os.path.join(data, "speakeasy.db" + end))
        with Server(data=data) as server:
            for then in tables:
                {"finished": lambda t: look_back(folder, server, t), "playing": lambda t: play_on(server, t),
                 "paused": lambda t: resume(server, t), "open": lambda t: deal(server, t)}[then["status"]](then)
            status, _ = server.ask("POST", "/api/sessions", {"name": "Ann of then", "password": "an old password"})
            assert status == 200, status
        check_store(data)
    print(f"# {os.path.basename(folder)}: {len(tables)} tables", flush=True)


def test_houses_of_every_release_go_on():
    folders = [f for f in glob.glob(os.path.join(FIXTURES, "*")) if re.fullmatch(r"\d+", os.path.basename(f))]
    assert folders
    for folder in sorted(folders):
        open_house(folder)


main(globals())
