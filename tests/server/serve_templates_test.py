#!/usr/bin/env python3
"""The templates as guests know them: a game with everything a game may have, and one that leaves out all it
can (secrets, hints, refusals, talk, options, editions). The server is a `speakeasy` that lists them too."""
import subprocess

from client import House, Server, main, play_out
from serve_test import check_replay, verify


def test_what_is_listed_of_a_game_that_says_little():
    with Server() as s:
        about = s.ask("GET", "/api/games")[1]
        small = next(g for g in about["games"] if g["game"] == "blank_open")
        assert (small["secrets"], small["talk"], small["options"], small["editions"]) == (False, False, [], [])
        assert not any("blank_open" in b["games"] for b in about["bots"])
        full = next(g for g in about["games"] if g["game"] == "blank")
        assert (full["secrets"], full["talk"], full["editions"]) == (True, True, ["default"])


def test_both_are_played_to_their_end():
    with Server(rates=["talk_ms=100"]) as s:
        for game in ("blank_open", "blank"):
            t = s.table(game, seats=["me", "open", "normal", "greedy"])
            people = [s.player(t, 0), s.player(t, 1), s.player(t)]
            play_out(people)
            people[0].until(lambda p: p.facts["status"] == "finished" and p.facts["proof"])
            verify(t.ask("GET", "/record")[1], "--commitment", t.commitment)
            for viewer in ("house", "onlooker", "0"):
                check_replay(t, viewer, people[0] if viewer == "0" else None)


def test_hints_need_nothing_of_a_game():
    with Server() as s:
        t = s.table("blank_open", seats=["me", "hard"], hints=True)
        ann = s.player(t, 0)
        ann.until(lambda p: p.view and p.view["moves"])
        hint = ann.act("hint")
        assert hint["t"] == "ok" and {h["text"] for h in hint["moves"]} == {"one", "two"}, hint


def test_an_edition_of_a_game_without_editions():
    with Server() as s:
        status, answer = s.ask("POST", "/api/tables", {"game": "blank_open", "edition": "gold"})
        assert status == 404 and answer["error"] == "unknown"


def test_the_tool_copes():
    for words in (["games"], ["rules", "blank_open"], ["trace", "blank_open", "--views"],
                  ["simulate", "blank_open", "--games", "3"], ["perft", "blank_open", "--depth", "3"],
                  ["arena", "blank_open", "--bots", "greedy,normal@50it", "--sets", "2"]):
        done = subprocess.run([House.host, *words], capture_output=True, text=True)
        assert done.returncode == 0 and done.stdout, (words, done.stdout, done.stderr)
    play = subprocess.run([House.host, "play", "blank_open", "--seed", "1"], capture_output=True, text=True,
                          input="hint\nwhy hint\n" + "2\n" * 10)
    assert play.returncode == 0 and "You win" in play.stdout and "20 of 20" in play.stdout, play.stdout


if __name__ == "__main__":
    main(globals())
