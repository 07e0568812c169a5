#!/usr/bin/env python3
"""kill -9 at any moment, under load: every act that was answered is there, every table goes on and ends, and
every record proves itself. Five times for each durability; SPK_LONG=1: fifty times in all."""
import os
import random
import time

from client import Gone, House, Server, is_long, main
from load import Load, check_store

KILLS = 25 if is_long() else 5


def crash(durability: str, seed: int) -> None:
    dice = random.Random(seed if not is_long() else time.time_ns())
    with Server(durability=durability) as server:
        load = Load(server, tables=8, seed=seed, most=8 + 2 * KILLS)
        for _ in range(KILLS):
            load.run(dice.uniform(0.05, 0.6))
            server.kill()
            for p in load.players:  # what had come before the end counts
                try:
                    p.pump()
                except (Gone, OSError):
                    pass
            if dice.random() < 0.3:
                server.start()
                server.kill()  # no sooner up than down again
            server.start()
            load.come_back()
        load.finish(400 if is_long() or House.is_slow else 120)
        load.verify()
        load.drop()
        assert server.stop() < 5
        check_store(server.data)
        server.start()
    print(f"# {durability}: {KILLS} crashes, {len(load.tables)} tables, {load.oks} moves answered, none lost", flush=True)


def test_crashes_normal():
    crash("normal", 1)


def test_crashes_full():
    crash("full", 2)


def test_killed_before_the_deal():
    """Tables, seats and the host's word survive too, before anything is dealt."""
    with Server() as server:
        table = server.table("gangster", ["me", "open", "open"], clock="move 90s", undo=False)
        table.sit(1)
        facts = table.facts()
        server.kill()
        server.start()
        again = table.facts()
        for field in ("id", "game", "created", "options", "rules", "commitment", "status", "edition"):
            assert again[field] == facts[field], field
        ann = server.player(table, 0).until(lambda p: p.view, "a view")
        assert ann.you == 0 and ann.view["view"] is None
        table.sit(2)
        ann.dealt()
        assert ann.facts["status"] == "playing"


def test_half_a_wal():
    """A write that the crash cut in the middle: the torn end of the log is left out, the rest is there."""
    with Server() as server:
        load = Load(server, tables=2, kinds=[("famiglia", ["me", "open"], {})])
        load.run(0.3)
        server.kill()
        for p in load.players:
            try:
                p.pump()
            except (Gone, OSError):
                pass
        wal = next(os.path.join(server.data, n) for n in os.listdir(server.data) if n.endswith("-wal"))
        with open(wal, "ab") as f:
            f.write(os.urandom(1000))  # what a torn write leaves behind the last commit
        server.start()
        load.come_back()
        load.finish()
        load.verify()


if __name__ == "__main__":
    main(globals())
