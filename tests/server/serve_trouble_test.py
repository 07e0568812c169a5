#!/usr/bin/env python3
"""What can befall a house: the disk is full, the machine sleeps, the operator closes, two are opened at once."""
import os
import resource
import signal
import sqlite3
import subprocess
import threading
import time

from client import Gone, House, Player, Server, eventually, main
from load import Load, check_store, database


def limit_files(server: Server, n: int) -> None:
    """From now on no file of the server can grow beyond n bytes: as good as a full disk, without being root."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (n, resource.RLIM_INFINITY))


def test_full_disk():
    """Acts are refused as broken or busy and nothing that was answered is lost; then there is room again."""
    with Server() as server:
        load = Load(server, tables=4, kinds=[("chicago", ["me", "open"], {}), ("gangster", ["me", "open"], {})])
        load.run(0.2)
        limit_files(server, 4096)
        end, refused = time.monotonic() + 20, []
        while not refused:
            assert time.monotonic() < end, "the disk is not full yet"
            load.step()
            refused = [m for p in load.players for said in p.answers.values() for m in said if m["t"] == "no"]
        assert all(m["error"] in ("broken", "busy") for m in refused), refused[:3]
        watcher = server.player(load.tables[0])
        watcher.until(lambda p: p.view and p.view["view"], "a view: reading goes on")
        status, said = server.ask("POST", "/api/tables", {"game": "famiglia"})
        assert status in (500, 503) and said["error"] in ("broken", "busy"), (status, said)
        status, health = server.ask("GET", "/healthz")
        assert status == 503 and health["ok"] is False and health["why"], (status, health)
        for _ in range(30):  # a while of it, under fire
            load.step()
        limit_files(server, resource.RLIM_INFINITY)
        for p in load.players:  # whoever was shown out comes back
            try:
                p.pump()
            except Gone:
                p.again()
        load.run(0.3)
        assert server.ask("GET", "/healthz")[0] == 200
        load.come_back()
        load.finish()
        load.verify()
        load.drop()
        server.stop()
        check_store(server.data)
        server.start()


def logged(server: Server) -> set:
    """The words of all events so far."""
    with open(server.log, encoding="utf-8") as f:
        return {line.split()[2] for line in f}


def test_full_disk_nobody_writes():
    """A health check must not wait for the next player: the house tries by itself whether it can write again."""
    with Server() as server:
        table = server.table("famiglia", ["me", "open"])
        table.sit(1)
        p = server.player(table, 0).dealt()
        limit_files(server, 4096)
        while server.ask("POST", "/api/tables", {"game": "famiglia"})[0] == 201:
            pass
        assert server.ask("GET", "/healthz")[0] == 503
        limit_files(server, resource.RLIM_INFINITY)
        eventually(lambda: server.ask("GET", "/healthz")[0] == 200, "health")
        p.close()


def test_files_removed():
    """The data directory goes while the house runs: from then on nothing is acknowledged, and everybody can see why."""
    with Server() as server:
        load = Load(server, tables=3, kinds=[("chicago", ["me", "open"], {})])
        load.run(0.1)
        away = server.data + ".away"
        os.rename(server.data, away)
        before = {ref for p in load.players for ref in p.answers}
        load.run(0.5)
        said = [m for p in load.players for ref, answers in p.answers.items() if ref not in before for m in answers]
        late = [m for m in said if m["t"] == "ok"]
        assert any(m["t"] == "no" and m["error"] == "broken" for m in said), said[:3]
        assert len(late) <= len(load.players), "what was on its way, and no more"
        status, health = server.ask("GET", "/healthz")
        assert status == 503 and "removed" in health["why"], (status, health)
        status, said = server.ask("POST", "/api/tables", {"game": "famiglia"})
        assert status == 500, (status, said)
        eventually(lambda: "store.down" in logged(server), "the alarm")
        os.rename(away, server.data)  # it comes back: nothing that was answered is lost, and all goes on
        eventually(lambda: server.ask("GET", "/healthz")[0] == 200, "health")
        for p in load.players:
            try:
                p.pump()
            except Gone:
                p.again()
        load.come_back()
        load.finish()
        load.drop()
        server.stop()
        check_store(server.data)
        server.start()


def test_signals_while_it_shuts_down():
    """Control-C twice, and SIGHUP: it goes on shutting down, writes everything and ends well."""
    with Server() as server:
        load = Load(server, tables=3, kinds=[("chicago", ["me", "open"], {})])
        load.run(0.2)
        for number in (signal.SIGTERM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGINT):
            server.signal(number)
            time.sleep(0.02)
        for p in load.players:  # what had come before the end counts
            try:
                while p.pump(0.5):
                    pass
            except (Gone, OSError):
                pass
        server.process.communicate(timeout=10)
        assert server.process.returncode == 0, server.process.returncode
        assert "already shutting down" in open(server.log, encoding="utf-8").read()
        check_store(server.data)
        server.start()
        load.come_back()
        load.finish()
        load.drop()


def refused_start(server: Server, *words: str) -> str:
    done = subprocess.run([House.host, "serve", "--listen", "127.0.0.1:0", "--data", server.data, *words],
                          capture_output=True, text=True, timeout=20)
    assert done.returncode == 2, done
    return done.stderr


def test_flipped_bit():
    """One bit in the -wal after a crash: the house says what is missing and stays closed until somebody accepts that."""
    with Server() as server:
        load = Load(server, tables=3, kinds=[("gangster", ["me", "open"], {})])
        load.run(0.5)
        server.kill()
        load.drop()
        name = database(server.data) + "-wal"
        with open(name, "r+b") as f:
            size = f.seek(0, os.SEEK_END)
            f.seek(size // 2)
            byte = f.read(1)[0]
            f.seek(size // 2)
            f.write(bytes([byte ^ 16]))
        for _ in range(2):  # looking does not mend it
            said = refused_start(server)
            assert "acknowledged writes are missing" in said and "--accept-loss" in said, said
        done = subprocess.run([House.host, "admin", "check", "--data", server.data], capture_output=True, text=True)
        assert done.returncode != 0 and "missing" in done.stderr, done
        server.words.append("--accept-loss")
        server.start()
        server.words.remove("--accept-loss")
        assert "store.lost" in logged(server)
        server.stop()
        check_store(server.data)
        server.start()


def test_emptied_file():
    with Server() as server:
        server.table("famiglia", ["me", "open"])
        server.stop()
        open(database(server.data), "w").close()
        assert "a store was here" in refused_start(server)
        name = database(server.data)
        os.remove(name)
        assert "a store was here" in refused_start(server)
        server.words.append("--accept-loss")
        server.start()
        server.words.remove("--accept-loss")
        assert server.ask("GET", "/healthz")[0] == 200


def test_missing_tally():
    """Nothing can be compared then: the house opens, and says so once."""
    with Server() as server:
        server.table("famiglia", ["me", "open"])
        server.stop()
        assert "store.uncounted" not in logged(server)
        os.remove(database(server.data) + ".tally")
        for _ in range(2):  # the second time it is there again
            server.start()
            with open(server.log, encoding="utf-8") as f:
                assert f.read().count(" store.uncounted") == 1
            server.stop()
        server.start()


def test_no_room_at_all():
    """Full from the start: it says so, and does not stand there half."""
    with Server() as server:
        server.stop()
        done = subprocess.run([House.host, "serve", "--listen", "127.0.0.1:0", "--data", "/proc/nowhere"],
                              capture_output=True, text=True, timeout=20)
        assert done.returncode not in (0, -6, -11) and done.stderr, done
        done = subprocess.run([House.host, "serve", "--listen", "127.0.0.1:0", "--data", server.data + "2"], timeout=20,
                              capture_output=True, text=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
        assert done.returncode > 0 and done.stderr, done
        server.start()


def test_two_houses_on_one_store():
    with Server() as server:
        done = subprocess.run([House.host, "serve", "--listen", "127.0.0.1:0", "--data", server.data],
                              capture_output=True, text=True, timeout=20)
        assert done.returncode > 0 and "nother server" in done.stderr, done
        done = subprocess.run([House.host, "serve", "--listen", f"127.0.0.1:{server.port}", "--data", server.data + "2"],
                              capture_output=True, text=True, timeout=20)
        assert done.returncode > 0 and done.stderr, done
        assert server.ask("GET", "/healthz")[0] == 200


def running(p: Player) -> tuple:
    """The clock that runs: (seat, milliseconds left)."""
    return next((i, c["left"]) for i, c in enumerate(p.view["clocks"]) if c["running"])


def fresh_clocks(p: Player) -> tuple:
    """Heard again now: a view says how it was when it was sent."""
    p.view = None
    p.send({"t": "since", "n": 0})
    p.until(lambda p: p.view, "a view")
    return running(p)


def a_sleeping_machine():
    """The process stands still for seven seconds, and then is down for three: nobody loses more than the five
    seconds that one step may count, and for a house that was down nothing at all."""
    with Server() as server:
        table = server.table("famiglia", ["me", "open"], clock="move 60s")
        table.sit(1)
        p = server.player(table, 0).dealt()
        seat, before = fresh_clocks(p)
        assert 50000 < before <= 60000, before
        start = time.monotonic()
        server.signal(signal.SIGSTOP)
        time.sleep(7)
        server.signal(signal.SIGCONT)
        who, after = fresh_clocks(p)
        awake = (time.monotonic() - start - 7) * 1000
        assert who == seat and before - after < 5000 + awake + 1500, (before, after)
        start = time.monotonic()
        seat, before = fresh_clocks(p)
        server.kill()
        time.sleep(3)
        server.start()
        p.again()
        p.until(lambda p: p.view, "a view")
        who, after = running(p)
        assert who == seat and -1500 < before - after < (time.monotonic() - start - 3) * 1000 + 1500, (before, after)
        assert not any(s["away"] for s in p.facts["seats"])


def time_is_up():
    """The least clock there is: whoever thinks too long three times in a row is away, and any act brings them back."""
    with Server() as server:
        table = server.table("gangster", ["me", "open"], clock="move 5s safe")
        pair = [server.player(table, 0), server.player(table, 1)]
        for p in pair:
            p.dealt()
        late = pair[0] if pair[0].view["moves"] else pair[1]
        other = pair[1 - late.you]
        for lost in range(1, 4):
            while not late.can_move():
                late.pump(0.05), other.pump()
                if other.can_move():
                    other.move(other.view["moves"][0])
                    other.fresh()
            other.until(lambda p: sum(e["kind"] == "safe" and e["seat"] == late.you for e in p.events.values()) >= lost,
                        "a safe default")
            late.until(lambda p: p.view["n"] >= other.view["n"] and p.view["away"] == (lost == 3), "the loss of one decision")
        late.until(lambda p: p.facts["seats"][p.you]["away"], "the same for who is late")
        said = late.act("chat", text="here I am")
        assert said["t"] == "ok", said
        late.until(lambda p: not p.view["away"], "the return")


def nobody_visits():
    """A house that was killed goes on by itself: a clock runs out though nobody comes. But nobody moves for anybody, and bots rest,
    until somebody does."""
    with Server() as server:
        slow = server.table("famiglia", ["me", "open"], clock="move 5s safe")
        slow.sit(1)
        bots = server.table("gangster", ["easy", "easy"])
        first = server.table("gangster", ["easy", "open"], clock="move 1d")
        first.sit(1)  # perhaps a bot is asked, and the house falls
        lines, begun = entries(server, slow.id), entries(server, first.id)
        server.kill()
        server.start()
        end = time.monotonic() + 20
        while " stop left " not in look(server, "select text from clocks where table_id = ?", slow.id):
            assert time.monotonic() < end, look(server, "select text from clocks where table_id = ?", slow.id)
            time.sleep(0.2)
        time.sleep(3)  # the house asks the store every 2 s whom it has to wake
        assert (entries(server, slow.id), entries(server, first.id)) == (lines, begun)
        ann, bob = server.player(slow, 1).dealt(), server.player(first, 1).dealt()
        ann.until(lambda p: any(e["kind"] == "safe" for e in p.events.values()), "the decision that was lost")
        bob.until(lambda p: p.can_move(), "the bot's move, if it was first")
        assert status(server, bots.id) == "playing"


def nobody_speaks():
    """Who comes in and says nothing is shown out, pings or not."""
    with Server() as server:
        table = server.table()
        p = Player(server, table.id, hello=False)
        start = time.monotonic()
        code, reason = p.closing()
        assert code == 4400 and reason and 5 < time.monotonic() - start < 18, (code, reason)


def look(server: Server, question: str, *words):
    """Into the store, past the server, so that nothing is woken by it."""
    store = sqlite3.connect(f"file:{database(server.data)}?mode=ro", uri=True)
    try:
        return store.execute(question, words).fetchone()[0]
    finally:
        store.close()


def entries(server: Server, table: str) -> int:
    return look(server, "select count(*) from entries where table_id = ?", table)


def status(server: Server, table: str) -> str:
    return look(server, "select status from tables where id = ?", table)


def test_clocks():
    """All at once, each in a house of its own: they mostly wait."""
    trouble = []

    def run(test):
        try:
            test()
        except BaseException as e:  # raised below
            trouble.append(e)
    threads = [threading.Thread(target=run, args=(test,))
               for test in (a_sleeping_machine, time_is_up, nobody_visits, nobody_speaks)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    if trouble:
        raise trouble[0]


def test_closing_under_load():
    """SIGTERM while everybody plays: everybody is told, it takes less than five seconds, nothing answered is lost."""
    with Server() as server:
        load = Load(server, tables=12, most=12)
        load.run(0.5)
        idle = [server.player(load.tables[i % 12]) for i in range(100)]
        half = [server.connect() for _ in range(20)]
        for i, g in enumerate(half):
            g.send(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"[:10 + 4 * i])
        load.run(0.2)
        start = time.monotonic()
        server.process.terminate()
        gone = {}
        while len(gone) < len(load.players) + len(idle):
            assert time.monotonic() - start < 10, "somebody was not told"
            for p in load.players + idle:
                if p in gone:
                    continue
                try:
                    if p.can_move() and p in load.players:
                        p.say("move", n=p.view["n"], text=p.view["moves"][0])
                    p.pump()
                except Gone as end:
                    gone[p] = end.args
                    p.close()
                except OSError:
                    gone[p] = (1001, "") if p.bye else (1006, "")
        server.process.communicate(timeout=10)
        took = time.monotonic() - start
        assert server.process.returncode == 0 and took < 5, (server.process.returncode, took, server.complaints())
        for p, (code, _) in gone.items():
            assert p.bye and code == 1001, (p.bye, code, p.heard[-1][:200])
        check_store(server.data)
        server.start()
        load.come_back()
        load.run(0.3)
        load.finish(300 if House.is_slow else 120)
        load.verify()


DAMAGE = [
    "update settled set line = '0 fly away' where place = (select key from tables where id = ?) << 20 | 9",
    "update settled set line = 'chance draw M4' where place = (select key from tables where id = ?) << 20 | 3",
    "update settled set line = '' where place = (select key from tables where id = ?) << 20 | 1",
    "update settled set line = cast(x'ff00fe' as text) where place = (select key from tables where id = ?) << 20 | 8",
    "delete from settled where place = (select key from tables where id = ?) << 20 | 4",
    "delete from settled where place >> 20 = (select key from tables where id = ?)",
    "update settled set ref = 'not a ref, really not: it is far too long for that, is it not?' where place >> 20 = (select key from tables where id = ?)",
    "update tables set settings = '{' where id = ?",
    "update tables set settings = '[]' where id = ?",
    "update tables set settings = '{\"clock\": \"move 1s\", \"maker\": 99, \"muted\": -1}' where id = ?",
    "update tables set header = 'nothing' where id = ?",
    "update tables set header = replace(header, 'seats 2', 'seats 7') where id = ?",
    "update tables set header = replace(header, 'famiglia', 'poker') where id = ?",
    "update tables set game = 'poker' where id = ?",
    "update tables set players = 9 where id = ?",
    "update tables set players = -1 where id = ?",
    "update tables set status = 'open' where id = ?",
    "update tables set status = 'finished' where id = ?",
    "update tables set status = 'closed' where id = ?",
    "update tables set seed = zeroblob(32) where id = ?",
    "delete from seats where table_id = ? and seat = 0",
    "delete from seats where table_id = ?",
    "update seats set seat = 15 where table_id = ? and seat = 1",
    "update seats set name = cast(x'c3280a1b' as text), bot = 'exec:/bin/sh' where table_id = ?",
    "update seats set kind = 'bot', bot = 'nobody at all' where table_id = ? and seat = 1",
    "update seats set nonce = 'xyz' where table_id = ?",
    "update clocks set text = 'noon' where table_id = ?",
    "update clocks set due = 1 where table_id = ?",
    "insert into chat (table_id, n, at, seat, text) values (?, 7, 0, 99, cast(x'ff' as text))",
]


def test_damaged_tables():
    """Whatever somebody did to the store: such a table opens or is refused with a reason, and the others go on."""
    with Server() as server:
        tables = []
        for _ in DAMAGE:
            table = server.table("famiglia", ["me", "open"], clock="bank 9m+5s")
            table.sit(1)
            p = server.player(table, 0).dealt()
            q = server.player(table, 1).dealt()
            mover = p if p.view["moves"] else q
            mover.move(mover.view["moves"][0])
            for guest in (p, q):
                guest.close()
            tables.append(table)
        load = Load(server, tables=1)
        load.run(0.1)
        server.stop()
        store = sqlite3.connect(database(server.data))
        store.execute("insert into settled select * from fresh")
        store.execute("delete from fresh")
        for damage, table in zip(DAMAGE, tables):
            store.execute(damage, (table.id,))
        store.commit()
        store.close()
        server.start()
        for damage, table in zip(DAMAGE, tables):
            for seat in (0, 1, None):
                p = server.player(table, seat)
                try:
                    p.until(lambda p: p.view, "a view")
                    p.act("move", n=p.view["n"], text=(p.view["moves"] or ["pass"])[0])
                    p.act("chat", text="hello?")
                except Gone as gone:
                    assert gone.args[1] and gone.args[0] in (1001, 1011, 1013, 4403, 4404), (damage, gone.args)
                p.close()
            for path in ("", "/record", "/replay", "/qr.svg"):
                code, said = table.ask("GET", path, token=table.tokens[0])
                assert code < 600 and said, (damage, path, code, said)
            for method, path, body in (("POST", "/seats/1", {"name": "X"}), ("PATCH", "", {"listed": True}), ("POST", "/rematch", {})):
                code, said = table.ask(method, path, body, token=table.host)
                assert code < 600, (damage, code, said)
        assert server.ask("GET", "/api/tables")[0] == 200
        load.come_back()
        load.finish()
        server.stop()
        server.start()


def test_quick_starts():
    with Server() as server:
        took = []
        for _ in range(3):
            assert server.stop() < 5
            took.append(server.start())
        assert House.is_slow or min(took) < 1.0, took  # 0.2 s on a quiet machine
        for number in (signal.SIGINT, signal.SIGTERM):
            server.signal(number)
            server.process.communicate(timeout=10)
            assert server.process.returncode == 0
            server.start()
        server.signal(signal.SIGHUP)
        server.signal(signal.SIGPIPE)
        server.signal(signal.SIGXFSZ)
        time.sleep(0.1)
        assert server.ask("GET", "/healthz")[0] == 200


if __name__ == "__main__":
    main(globals())
