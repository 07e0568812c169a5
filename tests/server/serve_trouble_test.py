#!/usr/bin/env python3
"""What can befall a house: the disk is full, the machine sleeps, the operator closes, two are opened at once."""
import os
import resource
import signal
import subprocess
import threading
import time

from client import Gone, House, Player, Server, main
from load import Load, check_store


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
        assert server.ask("GET", "/healthz")[0] in (200, 503)
        for _ in range(30):  # a while of it, under fire
            load.step()
        limit_files(server, resource.RLIM_INFINITY)
        for p in load.players:  # whoever was shown out comes back
            try:
                p.pump()
            except Gone:
                p.again()
        load.run(0.3)
        load.come_back()
        load.finish()
        load.verify()
        load.drop()
        server.stop()
        check_store(server.data)
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
    """The least clock there is: whoever thinks too long is away, the safe default goes on, and a move brings them back."""
    with Server() as server:
        table = server.table("famiglia", ["me", "open"], clock="move 5s safe")
        pair = [server.player(table, 0), server.player(table, 1)]
        for p in pair:
            p.dealt()
        late = pair[0] if pair[0].view["moves"] else pair[1]
        other = pair[1 - late.you]
        n = other.view["n"]
        other.until(lambda p: any(e["kind"] == "safe" and e["seat"] == late.you for e in p.events.values() if e["n"] > n),
                    "a safe default")
        other.until(lambda p: p.facts["seats"][late.you]["away"], "the word that somebody is away")
        late.until(lambda p: p.facts["seats"][p.you]["away"], "the same for who is late")
        said = late.act("back")
        assert said["t"] == "ok", said
        late.until(lambda p: not p.facts["seats"][p.you]["away"], "the return")


def test_clocks():
    """Both at once, each in a house of its own: they mostly wait."""
    trouble = []

    def run(test):
        try:
            test()
        except BaseException as e:  # raised below
            trouble.append(e)
    threads = [threading.Thread(target=run, args=(test,)) for test in (a_sleeping_machine, time_is_up)]
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
