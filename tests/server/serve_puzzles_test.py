#!/usr/bin/env python3
"""Puzzles' ratings on a server: the first try counts, for solver and puzzle, by the house's own file; also if it is killed in between, and
if many solve one puzzle at the same moment."""
import json
import os
import shutil
import tempfile
import threading

from client import Server, main

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")


class Solvers(Server):
    """A house with the puzzles of Famiglia on its page."""

    def __init__(self, *words):
        self.folder = tempfile.mkdtemp(prefix="speakeasy_web_")
        os.makedirs(f"{self.folder}/puzzles")
        shutil.copy(f"{ROOT}/puzzles/famiglia/2.json", f"{self.folder}/puzzles/famiglia.json")
        shutil.copy(f"{ROOT}/web/index.html", self.folder)
        super().__init__("--web", self.folder, *words)

    def __exit__(self, *words):
        super().__exit__(*words)
        shutil.rmtree(self.folder, ignore_errors=True)


def puzzles(n: int) -> list[dict]:
    """The first few of those that are shipped; which numbers they have may change."""
    with open(f"{ROOT}/puzzles/famiglia/2.json", encoding="utf-8") as f:
        return json.load(f)["puzzles"][:n]


def sign_up(server: Server, name: str) -> str:
    status, made = server.ask("POST", "/api/accounts", {"name": name, "password": "a long enough secret"})
    assert status == 201, made
    return made["session"]


def tries(server: Server, session: str, puzzle: dict, move: str) -> dict:
    status, told = server.ask("POST", f"/api/puzzles/famiglia/{puzzle['number']}", {"move": move}, session)
    assert status == 200, (status, told)
    return told


def test_the_first_try_counts():
    with Solvers() as server:
        ann = sign_up(server, "Ann")
        one, two = puzzles(2)
        first, second = str(one["number"]), str(two["number"])
        told = tries(server, ann, one, one["best"])
        assert told["right"] and told["rating"] > told["before"] == 1500 and told["tried"] == {first: True}, told
        hard = told["puzzle"]
        server.kill()  # what was told is written
        server.start()
        status, known = server.ask("GET", "/api/puzzles/famiglia", None, ann)
        assert status == 200 and known["rating"] == told["rating"] and known["tried"] == {first: True}, known
        again = tries(server, ann, one, one["looks_best"])
        assert again["rating"] == told["rating"] and again["tried"] == {first: True}, "only the first one"
        wrong = tries(server, ann, two, two["looks_best"])
        assert not wrong["right"] and wrong["rating"] < told["rating"] and wrong["tried"] == {first: True, second: False}, wrong
        assert tries(server, sign_up(server, "Bob"), one, one["best"])["puzzle"] < hard, "solved twice, it is easier"
        assert server.ask("POST", f"/api/puzzles/famiglia/{first}", {"move": "x"})[0] == 401
        assert server.ask("POST", "/api/puzzles/famiglia/9999", {"move": "x"}, ann)[0] == 404


def test_many_at_once():
    """Each try changes the puzzle's rating: none is lost, and none is told that it counted when it did not."""
    [puzzle] = puzzles(1)
    number = str(puzzle["number"])
    with Solvers() as server:
        people, answers = [sign_up(server, f"Person {i}") for i in range(8)], []

        def solve(session):
            for _ in range(20):  # busy: asked again, as a page does
                status, told = server.ask("POST", f"/api/puzzles/famiglia/{number}", {"move": puzzle["best"]}, session)
                if status == 200:
                    break
            answers.append((status, told))
        threads = [threading.Thread(target=solve, args=[session]) for session in people]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        assert all(status == 200 and told["tried"] == {number: True} for status, told in answers), answers
        assert len({told["puzzle"] for _, told in answers}) == 8, "each of them made it easier"
        assert server.sql(f"select version from notes where kind = 'puzzle' and key = 'famiglia/{number}'") == [(8,)]


if __name__ == "__main__":
    main(globals())
