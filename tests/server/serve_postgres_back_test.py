#!/usr/bin/python3
"""What brings people back (alerts, ratings, the deal of the day, puzzles, tournaments), on PostgreSQL: the tests of SQLite, unchanged, each house with a
schema of its own. Run by tests/with_postgres, which starts the database; for Debian's python3 (alert_post.py)."""
import importlib
import itertools
import os
import subprocess

from client import Server, main

URL = os.environ["SPK_TEST_PG"]
MODULES = ["alerts", "ratings", "daily", "puzzles", "tournaments"]
numbers = itertools.count(1)


def new_store() -> str:
    name = f"back_{next(numbers)}"
    subprocess.run(["psql", "-qX", URL, "-c", f"CREATE SCHEMA {name}"], check=True)
    return f"{URL}&options=-csearch_path%3D{name}"


def all_tests() -> dict:
    found = {}
    for word in MODULES:
        module = importlib.import_module(f"serve_{word}_test")
        found.update({f"test_{word}_{name[5:]}": test for name, test in vars(module).items() if name.startswith("test_")})
    return found


if __name__ == "__main__":
    Server.new_store = staticmethod(new_store)
    main(all_tests())
