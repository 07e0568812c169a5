#!/usr/bin/env python3
"""Bots' thinking is shared: one address with many tables keeps nobody's bot from answering, and bots that nobody
watches rest."""
import time

from client import PATIENCE, Server, main

BUDGET_S = 0.3


def crowd(server: Server, n: int) -> list:
    """n tables of one address, with bots that think as long as they may: some are watched, at some the maker has left
    the game but looks on, at some nobody is."""
    server.source, there = "127.0.0.2", []
    for i in range(n):
        seats = ["hard@2s"] * 4 if i % 3 == 0 else ["me"] + ["hard@2s"] * 3
        table = server.table("gangster", seats)
        if i % 3 == 0:
            there.append(server.player(table))
        elif i % 3 == 1:
            there.append(server.player(table, 0).dealt())
            there[-1].act("leave")
    server.source = "127.0.0.1"
    return there


def answer_times(server: Server, n: int) -> list:
    """How long an honest table's bot takes for n answers."""
    table, times = server.table("famiglia", ["me", "hard"]), []
    ann = server.player(table, 0).dealt()
    end = time.monotonic() + PATIENCE
    while len(times) < n:
        assert time.monotonic() < end, f"the bot does not answer: {times}"
        if ann.can_move():
            ann.move(ann.view["moves"][0])
            ann.fresh()
            continue
        since, seen = time.monotonic(), ann.view["n"]
        ann.until(lambda p, seen=seen: p.view["n"] > seen, "the bot's move")
        times.append(time.monotonic() - since)
    ann.close()
    return times


def test_one_address_stops_nobody():
    with Server("--workers", "1", bot_budget=f"{BUDGET_S * 1000:.0f}ms") as server:
        there = crowd(server, 45)
        times = sorted(answer_times(server, 8))
        assert times[-1] < 2 * BUDGET_S + 1, times  # each of them: that is what docs/security.md promises
        for p in there:
            p.close()


def n_moves(server: Server) -> float:
    return server.metrics()["speakeasy_moves_total"]


def rests(server: Server) -> bool:
    before = n_moves(server)
    time.sleep(0.5)
    return n_moves(server) == before


def wait_for_rest(server: Server) -> None:
    end = time.monotonic() + PATIENCE
    while not rests(server):
        assert time.monotonic() < end, "bots play though nobody watches"


def test_bots_alone_rest():
    """Nobody watches: not a move is made, after a restart neither. Somebody comes: it goes on."""
    with Server() as server:
        table = server.table("gangster", ["normal"] * 4)
        wait_for_rest(server)
        assert n_moves(server) == 0, n_moves(server)
        for _ in range(2):
            watcher = server.player(table).until(lambda p: p.view, "a view")
            seen = watcher.view["n"]
            watcher.until(lambda p, seen=seen: p.view["n"] > seen + 3, "a few moves")
            assert not watcher.is_over()
            watcher.close()
            wait_for_rest(server)
            server.stop()
            server.start(same_port=True)
            time.sleep(3)  # the house looks for tables that want to be looked at
            assert n_moves(server) == 0, "bots play after a restart though nobody watches"


if __name__ == "__main__":
    main(globals())
