#!/usr/bin/env python3
"""A game of Dice over the server, to its end: people, a bot, an onlooker, its record and its replay."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../server"))
from client import Server, main, play_out  # noqa: E402
from serve_test import verify  # noqa: E402


def test_a_whole_game():
    with Server() as s:
        t = s.table("dice", seats=["me", "open", "normal"])
        people = [s.player(t, 0), s.player(t, 1), s.player(t)]
        play_out(people)
        assert people[0].view["result"]["reason"] == "all_played"
        assert "player 1 (you)" in people[0].view["board"], people[0].view
        people[0].until(lambda p: p.facts["status"] == "finished" and p.facts["proof"])
        verify(t.ask("GET", "/record")[1], "--commitment", t.commitment)
        steps = [json.loads(line) for line in t.ask("GET", "/replay")[1].decode().splitlines()][1:-1]
        assert all("points" in step["board"] for step in steps)


if __name__ == "__main__":
    main(globals())
