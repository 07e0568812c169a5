#!/usr/bin/env python3
"""A house in PostgreSQL: kill -9 of the server and a database that crashes lose nothing that was answered, `speakeasy
admin` works on it, a house moves from a file to a database and back, and wrong settings get one line each. Run by
tests/with_postgres, which starts the database."""
import itertools
import os
import random
import signal
import subprocess
import tempfile
import time

from client import PATIENCE, Gone, House, Server, eventually, is_long, main
from load import Load, check_store

URL, FOLDER = os.environ["SPK_TEST_PG"], os.environ["SPK_TEST_PG_DIR"]
numbers = itertools.count(1)


def sql(text: str) -> str:
    return subprocess.run(["psql", "-qAtX", URL, "-c", text], capture_output=True, text=True, check=True).stdout.strip()


def place() -> str:
    """The URL of a schema that nobody has used."""
    name = f"house_{next(numbers)}"
    sql(f"CREATE SCHEMA {name}")
    return f"{URL}&options=-csearch_path%3D{name}"


def run(*words: str, code=0, said="") -> str:
    done = subprocess.run([House.host, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == code, (words, done)
    assert said in (done.stderr if code else done.stdout), (words, done)
    assert not code or sum(line.startswith("speakeasy: ") for line in done.stderr.splitlines()) == 1, done.stderr
    return done.stdout


def hear_the_last(load: Load) -> None:
    """What had come before the end counts."""
    for p in load.players:
        try:
            p.pump()
        except (Gone, OSError):
            pass


def test_crashes():
    dice, url = random.Random(3), place()
    with Server("--store", url, durability="full") as server:
        load = Load(server, tables=8, seed=3, most=16)
        for _ in range(25 if is_long() else 4):
            load.run(dice.uniform(0.2, 1.0))
            server.kill()
            hear_the_last(load)
            server.start()
            load.come_back()
        load.finish(400)
        load.verify()
        load.drop()
        run("admin", "check", "--store", url, said="all is well")
        assert not any(name.endswith(".db") for name in os.listdir(server.data)), "a file was made as well"
        print(f"# {len(load.tables)} tables, {load.oks} moves answered, none lost", flush=True)


def test_the_database_crashes():
    """Under load the database is ended at once. The house stays up, says that it cannot write, and goes on by itself."""
    url = place()
    with Server("--store", url, durability="full") as server:
        load = Load(server, tables=6, seed=4)
        for _ in range(2):
            load.run(0.5)
            with open(f"{FOLDER}/data/postmaster.pid", encoding="utf-8") as f:
                os.kill(int(f.readline()), signal.SIGQUIT)
            try:
                load.run(0.5)
            except (Gone, OSError):
                pass
            hear_the_last(load)
            eventually(lambda: server.ask("GET", "/healthz")[0] == 200, "the house is well again")
            load.come_back()
        load.finish(400)
        load.verify()
        load.drop()
        run("admin", "check", "--store", url, said="all is well")


def test_a_second_server_is_refused():
    url = place()
    with Server("--store", url), tempfile.TemporaryDirectory() as data:
        run("serve", "--store", url, "--data", data, "--listen", "127.0.0.1:0", code=2, said="Another server is using it.")


def test_admin():
    url = place()
    with Server("--store", url) as server:
        table = server.table("famiglia", ["me", "open"])
        bob = server.player(table, 1).dealt()
        here = ("--store", url, "--data", server.data)
        assert table.id in run("admin", "list", *here)
        run("admin", "show", table.id, *here, said="famiglia")
        run("admin", "status", *here, said="postgresql://speakeasy@")
        run("admin", "export", table.id, *here, said="speakeasy-play")
        run("admin", "vacuum", *here, said=" bytes, before ")
        run("admin", "backup", os.path.join(server.data, "copy"), *here, code=2, said="pg_dump")
        run("admin", "move-store", url, os.path.join(server.data, "copy"), code=2, said="Another server is using it.")
        run("admin", "close", table.id, "--yes", *here, said="Closed")
        try:  # the notice beside the data reaches the server
            bob.until(lambda p: False, "being sent away")
        except Gone:
            pass
        assert table.facts()["status"] == "closed"
        run("admin", "delete", table.id, "--yes", *here, said="Deleted")
        run("admin", "check", "--store", url, said="all is well")  # without the server's data directory


def parts(said: str) -> list:
    return [line.split() for line in said.splitlines()[:-1]]


def test_a_house_moves_there_and_back():
    url = place()
    with tempfile.TemporaryDirectory() as own, Server(data=os.path.join(own, "old", "data")) as server:
        load = Load(server, tables=6, seed=5)
        for _ in range(15):  # counted, not timed: on a fast machine all six games would be over
            load.step()
        assert server.ask("POST", "/api/accounts", {"name": "Zoë", "password": "a long password"})[0] in (200, 201)
        run("admin", "move-store", server.data, url, code=2, said="Another server is using it.")
        server.stop()
        hear_the_last(load)
        there = parts(run("admin", "move-store", server.data, url, said="both are the same"))
        assert [part[0] for part in there] == ["accounts", "tables", "sessions", "seats", "hosts", "entries", "chat", "clocks", "notes"]
        assert int(there[0][1]) == 1 and int(there[1][1]) == 6 and int(there[5][1]) > 20, there
        run("admin", "move-store", server.data, url, code=2, said="The target is not empty")
        server.words += ["--store", url]
        server.start()
        load.come_back()  # everybody finds everything as it was
        load.run(1.0)
        server.stop()
        hear_the_last(load)
        server.words = server.words[:-2]
        new = os.path.join(own, "new", "data")
        run("admin", "move-store", url, new, "--data", server.data, said="both are the same")
        assert os.path.exists(os.path.join(new, "speakeasy.db.time"))
        check_store(new)
        back = parts(run("admin", "move-store", new, place(), said="both are the same"))
        assert int(back[5][1]) > int(there[5][1]), "nobody played in between"
        server.data = new
        server.start()
        load.come_back()
        load.finish(400)
        load.verify()
        load.drop()


def test_wrong_settings():
    with tempfile.TemporaryDirectory() as data:
        def refused(url: str, said: str) -> None:
            run("serve", "--store", url, "--data", data, "--listen", "127.0.0.1:0", code=2, said=said)
        refused(f"postgresql://guarded:wrong@/house?host={FOLDER}", 'password authentication failed for user "guarded"')
        refused("postgresql://no-such-host.invalid/house", "could not translate host name")
        url = place()
        schema = url.rsplit("%3D", 1)[1]
        run("admin", "list", "--store", url, code=2, said="There is no house in it yet.")
        sql(f"CREATE TABLE {schema}.cats (name text)")
        refused(url, "It is the database of another program.")
        url = place()
        schema = url.rsplit("%3D", 1)[1]
        with Server("--store", url):
            pass
        sql(f"UPDATE {schema}.speakeasy SET version = 99")
        refused(url, "newer Speakeasy")
        with open(os.path.join(data, "s.conf"), "w", encoding="utf-8") as f:
            f.write(f"store = {url}\n")
        run("admin", "list", "--config", os.path.join(data, "s.conf"), code=2, said="newer Speakeasy")


if __name__ == "__main__":
    main(globals())
