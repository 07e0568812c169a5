#!/usr/bin/env python3
"""What hosts use, on a house that runs: `speakeasy admin`, /metrics, /healthz, signals, settings."""
import json
import os
import re
import signal
import sqlite3
import subprocess
import tempfile
import time

from client import PATIENCE, Gone, House, Player, Server, eventually, main, play_out


ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def read(*names: str) -> str:
    with open(os.path.join(*names), encoding="utf-8") as f:
        return f.read()


def admin(server: Server, *words: str, code=0, said="") -> str:
    done = subprocess.run([House.host, "admin", *words, "--data", server.data], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == code, (words, done)
    assert said in (done.stderr if code else done.stdout), (words, done)
    return done.stdout


def sent_away(player: Player) -> tuple:
    try:
        while True:
            player.pump(PATIENCE)
    except Gone as gone:
        return gone.args


def finished(server: Server):
    table = server.table(seats=["me", "open"])
    players = [server.player(table, 0), server.player(table, 1)]
    play_out(players)
    return table, players


# -- admin

def test_list_show_and_status():
    with Server() as server:
        admin(server, "list", said="table         game")
        over, _ = finished(server)
        live = server.table("gangster", seats=["me", "easy", "open"])
        lines = admin(server, "list").splitlines()
        assert len(lines) == 3 and lines[1].startswith(live.id) and lines[2].startswith(over.id), lines
        assert re.search(r"gangster +open +\d+s +\d+s +0 +Guest 0, bot easy, \(open\)$", lines[1]), lines[1]
        assert admin(server, "list", "--status", "finished").count("\n") == 2
        assert "newest 1" in admin(server, "list", "--count", "1")
        rows = [json.loads(line) for line in admin(server, "list", "--json").splitlines()]
        assert [row["id"] for row in rows] == [live.id, over.id] and rows[1]["status"] == "finished", rows
        assert admin(server, "list", "--older", "1d").count("\n") == 1
        shown = admin(server, "show", over.id)
        assert "status      finished" in shown and "seat 1      person  Guest 1" in shown and "winners" in shown, shown
        assert not any(token in shown for token in server.tokens)
        status = admin(server, "status")
        assert re.search(r"tables +2\n", status) and re.search(r"finished +1\n", status), status


def test_refusals():
    with Server() as server:
        table = server.table()
        admin(server, "show", "AAAAAAAAAAAA", code=2, said="there is no table")
        admin(server, "delete", table.id, code=2, said="--yes")
        admin(server, "delete", code=2, said="--older")
        admin(server, "delete", table.id, "--older", "1d", "--yes", code=2, said="not both")
        admin(server, "forget", "Nobody", "--yes", code=2, said="there is no account 'Nobody'")
        admin(server, "forget", table.id, "2", "--yes", code=2, said="has seats 0 to 1")
        admin(server, "forget", table.id, "x", "--yes", code=2, said="is not a seat")
        admin(server, "close", "AAAAAAAAAAAA", "--yes", code=2, said="there is no table")
        admin(server, "backup", server.data + "/none/x.db", code=2)
        assert table.facts()["status"] == "open"


def test_export_is_a_record_that_verifies():
    with Server() as server:
        table, players = finished(server)
        file = server.data + "/game.play"
        admin(server, "export", table.id, "--out", file, said="log lines")
        with open(file, encoding="utf-8") as f:
            text = f.read()
        assert text == admin(server, "export", table.id)
        status, record = table.ask("GET", "/record", token=table.tokens[0])
        assert status == 200 and record.decode() == text
        done = subprocess.run([House.host, "verify", file, "--commitment", table.commitment], capture_output=True, text=True)
        assert done.returncode == 0 and "Proved" in done.stdout, done


def test_people_at_a_closed_table_notice():
    with Server() as server:
        table = server.table(seats=["me", "open"])
        ann, bob = server.player(table, 0), server.player(table, 1)
        ann.dealt(), bob.dealt()
        admin(server, "close", table.id, "--yes", said="Closed")
        for player in (ann, bob):
            assert sent_away(player)[0] == 1001
            player.again()
            player.until(lambda p: p.facts["status"] == "closed", "the closing")
            answer = player.act("chat", text="hello?")
            assert answer["t"] == "no", answer
        assert table.facts()["status"] == "closed"
        admin(server, "list", "--status", "closed", said=table.id)


def test_a_deleted_table_is_gone_for_everybody():
    with Server() as server:
        table, other = server.table(seats=["me", "open"]), server.table(seats=["me", "open"])
        ann, bob = server.player(table, 0), server.player(table, 1)
        neighbours = [server.player(other, 0), server.player(other, 1)]
        ann.dealt(), bob.dealt()
        admin(server, "delete", table.id, "--yes", said="Deleted")
        for player in (ann, bob):
            sent_away(player)
        late = Player(server, table.id, table.tokens[0])
        assert sent_away(late)[0] == 4404
        assert table.ask("GET")[0] == 404
        play_out(neighbours)


def test_a_move_at_a_closed_table_is_refused_even_before_it_is_noticed():
    with Server() as server:
        table = server.table(seats=["me", "open"])
        players = [server.player(table, 0), server.player(table, 1)]
        for player in players:
            player.dealt()
        mover = next(p for p in players if p.can_move())
        with sqlite3.connect(server.data + "/speakeasy.db", timeout=PATIENCE) as db:  # behind everybody's back
            db.execute("update tables set status = 'closed' where id = ?", (table.id,))
        db.close()
        answer = mover.move(mover.view["moves"][0])
        assert answer["t"] == "no", answer
        eventually(lambda: table.facts()["status"] == "closed", "the closing")


def test_forgetting_a_seat():
    with Server() as server:
        table = server.table(seats=["me", "open"])
        table.ask("POST", "/seats/1", {"name": "Zebedee"})
        ann = server.player(table, 0)
        ann.dealt()
        ann.act("chat", text="I am Ann from Elm Street")
        admin(server, "forget", table.id, "0", "--yes", said="Forgot seat 0")
        sent_away(ann)
        assert sent_away(Player(server, table.id, table.tokens[0]))[0] == 4403
        seats = table.facts()["seats"]
        assert [seat["name"] for seat in seats] == ["(deleted)", "Zebedee"], seats
        onlooker = server.player(table)
        onlooker.until(lambda p: p.view, "a view")
        assert not any("Elm" in text for text in onlooker.heard)


def test_forgetting_an_account():
    with Server() as server:
        status, made = server.ask("POST", "/api/accounts", {"name": "Zebedee", "password": "correct horse"})
        assert status == 201
        table = server.table(seats=["me", "open"])
        assert table.ask("POST", "/seats/1", {"name": "Zebedee"}, token=made["session"])[0] == 200
        zeb = Player(server, table.id, made["session"])
        zeb.dealt()
        admin(server, "forget", "zebedee", "--yes", said="Forgot")
        sent_away(zeb)
        assert server.ask("GET", "/api/me", token=made["session"])[0] == 401
        eventually(lambda: table.facts()["seats"][1]["name"] == "(deleted)", "the forgetting")


def test_delete_by_age():
    with Server() as server:
        tables = [server.table(seats=["me", "easy"]) for _ in range(5)]
        server.stop()
        with sqlite3.connect(server.data + "/speakeasy.db") as db:
            for table in tables[:3]:
                db.execute("update tables set created = created - 9000000, updated = updated - 9000000 where id = ?", (table.id,))
                db.execute("update fresh set at = at - 9000000 where place >> 20 = (select key from tables where id = ?)", (table.id,))
        db.close()
        admin(server, "list", "--older", "3h", said="table")
        assert admin(server, "list", "--older", "2h").count("\n") == 4
        admin(server, "delete", "--older", "2h", "--status", "finished", "--yes", said="There are none")
        admin(server, "delete", "--older", "2h", "--yes", said="Deleted 3 tables")
        assert {json.loads(line)["id"] for line in admin(server, "list", "--json").splitlines()} == {t.id for t in tables[3:]}
        server.start()
        assert tables[0].ask("GET")[0] == 404 and tables[4].ask("GET")[0] == 200


def test_backup_under_way_restores():
    with Server() as server:
        table, _ = finished(server)
        live = server.table(seats=["me", "open"])
        players = [server.player(live, 0), server.player(live, 1)]
        for player in players:
            player.dealt()
        copy = server.data + "/copy.db"
        admin(server, "backup", copy, said="bytes")
        admin(server, "backup", copy, code=2)  # is there already
        assert os.stat(copy).st_mode & 0o077 == 0, oct(os.stat(copy).st_mode)
        play_out(players)
        with tempfile.TemporaryDirectory(prefix="speakeasy_test_") as folder:
            os.mkdir(folder + "/data")
            os.rename(copy, folder + "/data/speakeasy.db")
            os.rename(copy + ".time", folder + "/data/speakeasy.db.time")
            with Server(data=folder + "/data") as restored:
                again = Player(restored, live.id, live.tokens[0]).until(lambda p: p.facts, "facts")
                assert again.facts["status"] == "playing"
                status, facts = restored.ask("GET", f"/api/tables/{table.id}")
                assert status == 200 and facts["status"] == "finished"


def test_vacuum_and_check_while_people_play():
    with Server() as server:
        table = server.table(seats=["me", "open"])
        players = [server.player(table, 0), server.player(table, 1)]
        admin(server, "check", said="all is well")
        admin(server, "vacuum", said="bytes")
        play_out(players)
        admin(server, "check", said="all is well")
        server.stop()
        admin(server, "check", said="all is well")
        admin(server, "vacuum", said="bytes")
        with open(server.data + "/speakeasy.db", "r+b") as f:  # a stone through the window
            f.seek(4096 * 3)
            f.write(os.urandom(4096 * 4))
        done = subprocess.run([House.host, "admin", "check", "--data", server.data], capture_output=True, text=True)
        assert done.returncode == 2 and done.stderr.count("\n") == 1, done
        for end in ("", ".tally", ".time"):  # all of it, or the next start asks where the store has gone
            os.remove(server.data + "/speakeasy.db" + end)
        server.start()


# -- Watching

def test_health_and_metrics():
    with Server() as server:
        assert server.ask("GET", "/healthz") == (200, {"ok": True, "version": server.ask("GET", "/healthz")[1]["version"]})
        before = server.metrics()
        _, players = finished(server)
        after = server.metrics()
        for name, least in [("tables_made_total", 1), ("tables_finished_total", 1), ("moves_total", 5), ("acts_total", 5),
                            ("act_seconds_count", 5), ("store_changes_total", 5)]:
            grown = after[f"speakeasy_{name}"] - before[f"speakeasy_{name}"]
            assert grown >= least, (name, grown)
        assert after["speakeasy_guests"] == 2 and after['speakeasy_tables{status="finished"}'] == 1, after
        assert after['speakeasy_act_seconds_bucket{le="+Inf"}'] == after["speakeasy_act_seconds_count"]
        assert after["speakeasy_act_seconds_sum"] > 0 and after["process_resident_memory_bytes"] > 1e6
        for player in players:
            player.close()
        eventually(lambda: server.metrics()["speakeasy_guests"] == 0, "nobody is there")


def test_metrics_text_is_well_formed():
    with Server() as server:
        status, text = server.ask("GET", "/metrics")
        assert status == 200
        lines, types, seen = text.decode().splitlines(), {}, set()
        for line in lines:
            if line.startswith("# TYPE "):
                _, _, name, kind = line.split(" ")
                assert name not in types and kind in ("gauge", "counter", "histogram"), line
                types[name] = kind
            elif not line.startswith("#"):
                found = re.fullmatch(r'([a-z_]+)(\{[a-z]+="[^"\\]*"\})? (-?[0-9.e+]+)', line)
                assert found, line
                assert line.rsplit(" ", 1)[0] not in seen, line
                seen.add(line.rsplit(" ", 1)[0])
                base = re.sub(r"_(bucket|sum|count)$", "", found[1])
                assert found[1] in types or types.get(base) == "histogram", line
                assert types.get(found[1]) != "counter" or found[1].endswith("_total"), line


def test_metrics_are_for_those_who_are_allowed():
    with Server("--metrics", "192.0.2.0/24") as server:
        status, refusal = server.ask("GET", "/metrics")
        assert status == 403 and refusal["error"] == "forbidden", refusal
    with Server() as server:  # a proxy that was not named makes strangers look like this machine
        assert server.ask("GET", "/metrics", headers=["X-Forwarded-For: 203.0.113.5"])[0] == 403
    with Server("--proxy", "127.0.0.1") as server:
        assert server.ask("GET", "/metrics", headers=["X-Forwarded-For: 203.0.113.5"])[0] == 403
        assert server.ask("GET", "/metrics", headers=["X-Forwarded-For: 127.0.0.1"])[0] == 403  # by itself, it says
        assert server.ask("GET", "/metrics", headers=["X-Forwarded-For: nonsense"])[0] == 403
        assert server.ask("GET", "/metrics", headers=["Via: 1.1 front"])[0] == 403
        assert server.ask("GET", "/metrics")[0] == 200
    with Server("--public-url", "https://play.example") as server:  # somebody ends TLS: on this machine, as a rule
        assert server.ask("GET", "/metrics")[0] == 403
    with Server("--public-url", "http://localhost") as server:  # by the name that people outside use
        assert server.ask("GET", "/metrics")[0] == 403
    with Server("--public-url", "http://play.example") as server:
        assert server.ask("GET", "/metrics")[0] == 200


def test_the_log_file_can_be_moved_away():
    with Server() as server:
        server.table()
        os.rename(server.log, server.log + ".1")
        server.signal(signal.SIGHUP)
        eventually(lambda: os.path.exists(server.log) and "house.reload" in open(server.log).read(), "a new log")
        server.table()
        eventually(lambda: "table.made" in open(server.log).read(), "a line")
        assert open(server.log + ".1").read().count("table.made") == 1
        for line in open(server.log):
            assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (error|warn |info |debug) [a-z.]+( |$)", line), line


# -- Settings

def test_settings_come_from_everywhere():
    with tempfile.TemporaryDirectory(prefix="speakeasy_test_") as folder:
        file = folder + "/s.conf"
        with open(file, "w") as f:
            f.write("listen = 127.0.0.1:1\ndurability = normal\nmax-tables = 5 # few\nconnections = 7\n")

        def printed(*words, **more):
            return subprocess.run([House.host, "serve", "--print-config", *words], capture_output=True, text=True,
                                  env={"HOME": folder, **os.environ, **more})
        done = printed("--config", file, "--limit", "body_bytes=99", SPEAKEASY_LISTEN="127.0.0.1:2 127.0.0.1:3")
        assert done.returncode == 0, done
        for line in ("listen = 127.0.0.1:2 127.0.0.1:3", "durability = normal", "max-tables = 5", "connections = 7", "body_bytes = 99"):
            assert f"\n{line}\n" in done.stdout, (line, done.stdout)
        with open(folder + "/again.conf", "w") as f:
            f.write(done.stdout)
        assert printed("--config", folder + "/again.conf").stdout == done.stdout
        done = printed("--listen", "[::1]:4", SPEAKEASY_CONFIG=file, SPEAKEASY_LISTEN="127.0.0.1:2")
        assert "\nlisten = [::1]:4\n" in done.stdout and "\nconnections = 7\n" in done.stdout, done.stdout
        with open(file, "a") as f:
            f.write("durabilty = full\n")
        done = printed("--config", file)
        assert done.returncode == 2 and f"{file}:5: there is no setting 'durabilty'; did you mean 'durability'?" in done.stderr
        for words, said in [(["--config", folder + "/none"], "No such file"), (["--limit", "x"], "--limit: limit takes NAME=VALUE"),
                            (["--tls", "cert"], "two values"), (["--public-url", "here"], "http://"),
                            (["--max-tables", "0"], "from 1 to"), (["--durability", "some"], "normal|full")]:
            done = printed(*words)
            assert done.returncode == 2 and said in done.stderr and done.stderr.count("\n") == 1, done
        done = printed(SPEAKEASY_DURABILITY="some")
        assert done.returncode == 2 and "SPEAKEASY_DURABILITY" in done.stderr, done


def test_what_cannot_be_served_is_one_line():
    with Server() as server:
        def tried(*words):
            done = subprocess.run([House.host, "serve", *words], capture_output=True, text=True, timeout=PATIENCE)
            complaints = [line for line in done.stderr.splitlines() if line.startswith("speakeasy: ")]
            assert done.returncode == 2 and len(complaints) == 1, done
            return complaints[0]
        assert "Another server" in tried("--data", server.data, "--listen", "127.0.0.1:0")
        with tempfile.TemporaryDirectory(prefix="speakeasy_test_") as folder:
            assert "in use" in tried("--data", folder, "--listen", f"127.0.0.1:{server.port}")
            assert "speakeasy: " in tried("--data", folder, "--listen", "127.0.0.1:0", "--tls", "/none/c", "/none/k")
            assert "/none" in tried("--data", folder, "--listen", "127.0.0.1:0", "--web", "/none")
            assert "/none" in tried("--data", folder, "--listen", "127.0.0.1:0", "--log", "/none/log")
            open(folder + "/file", "w").close()
            assert "file" in tried("--data", folder + "/file/x", "--listen", "127.0.0.1:0")
        assert server.ask("GET", "/healthz")[0] == 200


def test_it_starts_quickly_and_says_where():
    with Server() as server:
        seconds = [server.stop() and 0 or server.start() for _ in range(3)]
        assert min(seconds) < 0.2 * (10 if House.is_slow else 1), seconds
        with open(server.log) as f:
            assert re.search(rf"house.listen at=http://127.0.0.1:{server.port}\n", f.read())


def test_whoever_runs_it_as_root_is_told():
    with Server() as server:
        told = 'house.config why="it runs as root'
        if os.geteuid() == 0:
            eventually(lambda: told in read(server.log), "a word to whoever is root")
        else:
            server.ask("GET", "/healthz")
            assert told not in read(server.log)


def test_the_unit_limits_what_a_house_may_take():
    unit = read(os.path.dirname(House.host), "speakeasy.service")
    assert re.search(r"^MemoryMax=\d+[MG]$", unit, re.M) and re.search(r"^LimitNOFILE=\d+$", unit, re.M), unit
    assert not re.search(r"@\w+@", unit), unit  # nothing is left to be filled in
    assert re.search(r"^ExecStart=\S*speakeasy serve", unit, re.M) and re.search(r"^User=|^DynamicUser=yes", unit, re.M), unit


def test_the_workers_unit_limits_it_too():
    unit = read(os.path.dirname(House.host), "speakeasy-work.service")
    assert re.search(r"^MemoryMax=\d+[MG]$", unit, re.M) and re.search(r"^DynamicUser=yes", unit, re.M), unit
    assert not re.search(r"@(bin|doc)dir@", unit), unit
    assert re.search(r"^ExecStart=\S*speakeasy work --config", unit, re.M), unit


def test_every_alarm_is_in_the_manual():
    """Whoever is woken by a warning or an error finds its event in the table of docs/hosting.md that says what to do."""
    events = re.findall(r'^EVENT\(\w+, "([a-z.]+)", (WARN|ERROR),', read(ROOT, "src/hosts/server/ops/events.def"), re.M)
    alarms = read(ROOT, "docs/hosting.md").split("### Alarms\n")[1].split("\n### ")[0]
    rows = [line.split(" | ") for line in alarms.splitlines() if line.startswith("| ")]
    assert len(events) > 10 and all(len(row) == 3 for row in rows), rows
    missing = [event for event, _ in events if not any(f"`{event}" in row[0] for row in rows)]
    assert not missing, missing


main(globals())
