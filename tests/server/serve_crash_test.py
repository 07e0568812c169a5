#!/usr/bin/env python3
"""kill -9 at any moment, under load: every act that was answered is there, every table goes on and ends, and
every record proves itself. Five times for each durability; SPK_LONG=1: fifty times in all."""
import json
import os
import random
import time

from client import Gone, House, Server, is_long, liked, main, play_out, step
from load import Load, check_store, verify

KILLS = 25 if is_long() else 5


def crash(durability: str, seed: int, kills=KILLS, patience=120) -> Load:
    """A load that was killed under so often, played to its end, and found whole."""
    dice = random.Random(seed)
    with Server(durability=durability) as server:
        load = Load(server, tables=8, seed=seed, most=8 + 2 * kills)
        for _ in range(kills):
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
        load.finish(patience)
        load.verify()
        load.drop()
        assert server.stop() < 5
        check_store(server.data)
        server.start()
    print(f"# {durability}: {kills} crashes, {len(load.tables)} tables, {load.oks} moves answered, none lost", flush=True)
    return load


def test_crashes_normal():
    crash("normal", 1, patience=400 if is_long() or House.is_slow else 120)


def test_crashes_full():
    crash("full", 2, patience=400 if is_long() or House.is_slow else 120)


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


def test_killed_after_a_deal_that_draws_nothing():
    """In Chicago chance has its first word long after the deal. A house that was killed in between must still draw
    from the table's own stream, or the game could be foreseen and its record would prove nothing."""
    with Server() as server:
        table = server.table("chicago", ["me", "open"])
        table.sit(1)
        server.kill()
        server.start()
        pair = [server.player(table, 0).dealt(), server.player(table, 1).dealt()]
        dice = random.Random(1)
        while not any(e["seat"] == "chance" for e in pair[0].events.values()):
            step(pair, dice)
        for p in pair:
            p.close()
        server.kill()
        server.start()
        pair = [server.player(table, 0).dealt(), server.player(table, 1).dealt()]
        play_out(pair)
        status, record = table.ask("GET", "/record")
        assert status == 200
        verify(record, table.commitment)


TALK = ("pass", "aim win", "my_points 4 10", "my_cards 2", "ask_points 6", "want_package winner 1", "accept 1", "reject 1",
        "godfather_intent yes", "join_us defender")


def fidget(p, dice: random.Random, away: dict) -> None:
    """Anything that a person can do at a table, sensible or not; answered it must be. (One may be away at a time: a
    table that all have left plays on by itself.)"""
    kind = dice.choice(("move",) * 8 + ("undo", "undo", "chat", "say", "say", "pause", "resume", "resume", "leave", "back", "back", "why"))
    text = {"move": liked(dice, p.view["moves"]) if p.view["moves"] else "pass", "chat": f"word {dice.random()}",
            "say": dice.choice(TALK), "why": "pass"}.get(kind)
    more = {} if text is None else {"text": text}
    if kind in ("move", "undo"):
        more["n"] = p.view["n"]
    if kind == "leave" and away.setdefault(p.table, p) is not p:
        return
    said = p.act(kind, **more)
    if said["t"] == "ok" and kind in ("move", "back") and away.get(p.table) is p:
        del away[p.table]
    p.fresh()


def portrait(p) -> list:
    """All that a guest is shown when it comes, but for clocks and who is there."""
    p.again()
    p.until(lambda p: p.view, "a view")
    view = {**p.view, "clocks": [c["running"] for c in p.view["clocks"]], "events": [], "first": 0}
    facts = {**p.facts, "seats": [{**s, "here": 0} for s in p.facts["seats"]], "onlookers": 0, "asleep": 0, "closing": []}  # who agreed to end it is asked again
    return [view, facts, [p.events[n] for n in sorted(p.events)], sorted({c["n"]: c["text"] for c in p.chats}.items())]


def settled(guests, away) -> list:
    """Everybody's portrait once the house has played for those who are away. Where people may talk it gives them a few
    seconds first, which it does not do for people who are not connected, as after a crash."""
    for _ in range(100):
        before = [portrait(p) for p in guests]
        due = [p for p in guests if p.facts["status"] == "playing" and p.table in away and away[p.table].you in p.view["actors"]]
        if not due and [portrait(p) for p in guests] == before:
            break
        time.sleep(0.1)
    return before


def test_nothing_is_forgotten():
    """Paused, left, taken back, talked, sealed: whatever state a table is in, after a crash everybody sees what they saw."""
    dice = random.Random(time.time_ns() if is_long() else 7)
    # samples: one table for each kind of state that a crash could lose, not every game
    kinds = [("famiglia", 2, {}), ("gangster", 3, {"clock": "bank 9m+5s"}), ("chicago", 2, {"clock": "move 3d"}),
             ("chicago_gangsters", 3, {"options": {"godfather": "on"}}), ("chicago_gangsters", 5, {"clock": "bank 9m+5s"}),
             ("chicago", 4, {"options": {"variant_stacking": "on"}})]
    with Server() as server:
        guests, away = [], {}
        for game, seats, more in kinds:
            table = server.table(game, ["me"] + ["open"] * (seats - 1), **more)
            for seat in range(1, seats):
                table.sit(seat)
            guests += [server.player(table, seat) for seat in range(seats)]
        for _ in range(20 if is_long() else 5):
            for p in guests:
                p.dealt()
            for _ in range(len(guests) * dice.randrange(12)):
                fidget(dice.choice(guests), dice, away)
            before = settled(guests, away)
            server.kill()
            server.start()
            for p, old in zip(guests, before):
                new = portrait(p)
                for what, x, y in zip(("view", "facts", "events", "chat"), old, new):
                    assert x == y, f"{p.facts['game']} seat {p.you}, {what}:\n{json.dumps(x)}\n{json.dumps(y)}"


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
