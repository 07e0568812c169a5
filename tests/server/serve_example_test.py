#!/usr/bin/env python3
"""examples/ws_bot.py does what it promises: takes a seat by a link, plays every game to the end, and comes back
after the house was killed under it."""
import json
import os
import subprocess
import sys
import time

from client import House, Server, main

BOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/ws_bot.py")


def start(link: str) -> subprocess.Popen:
    return subprocess.Popen([sys.executable, BOT, link], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(bots: list, patience=120) -> list:
    said = []
    for bot in bots:
        try:
            out, err = bot.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            for b in bots:
                b.kill()
            raise
        assert bot.returncode == 0, (bot.returncode, out, err)
        said.append((out, err))
    return said


def link_of(server: Server, table) -> str:
    return f"http://127.0.0.1:{server.port}/t/{table.id}"


def test_every_game():
    """Each with the fewest players it takes, and one together with bots of the house."""
    listed = json.loads(subprocess.run([House.host, "games", "--json"], capture_output=True, check=True).stdout)
    tables = [(g["game"], g["min_players"], []) for g in listed] + [("chicago_gangsters", 2, ["easy", "easy"])]
    with Server() as server:
        bots = []
        for game, seats, house_bots in tables:
            table = server.table(game, ["open"] * seats + house_bots)
            for seat in range(seats):
                bots.append(start(link_of(server, table)))
                bots[-1].stdout.readline()  # "my seat: ...": so that the next one takes the next
        for out, err in finish(bots, 300 if House.is_slow else 120):
            assert out.startswith("the end: ") and not err, (out, err)


def test_through_crashes():
    """Killed, down for a moment, and there again at the same place."""
    with Server() as server:
        table = server.table("chicago", ["open"] * 4)
        bots = []
        for _ in range(4):
            bots.append(start(link_of(server, table)))
            bots[-1].stdout.readline()
        for _ in range(3):
            time.sleep(0.05)
            server.kill()
            time.sleep(0.1)
            server.start(same_port=True)
        said = finish(bots)
        assert any("a break" in err for _, err in said), said
        assert len({out for out, _ in said}) == 1, "all saw the same end"
        assert table.facts()["status"] == "finished"


def test_its_own_link():
    """The seat's link sits down again; one that opens nothing, or a full table, is told so."""
    with Server() as server:
        table = server.table("famiglia", ["me", "open"])
        bots = [start(f"{link_of(server, table)}#{table.tokens[0]}"), start(link_of(server, table))]
        finish(bots)
        again = start(f"{link_of(server, table)}#{table.tokens[0]}")
        assert finish([again])[0][0].startswith("the end: ")
        for link in (f"{link_of(server, table)}#{'A' * 43}", link_of(server, table), f"{link_of(server, table)[:-1]}x", "nothing"):
            bot = start(link)
            out, err = bot.communicate(timeout=30)
            assert bot.returncode != 0 and err, (link, out, err)


if __name__ == "__main__":
    main(globals())
