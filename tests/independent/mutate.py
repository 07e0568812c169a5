#!/usr/bin/env python3
"""Spoils a trace in one place, to see whether a checker notices.

    python3 tests/independent/mutate.py SEED <good.trace >bad.trace

Reads one trace, of any game, and prints it with one thing changed: a number is one higher or lower, a
truth is turned round, a word is another one, or something is missing from a list or stands there twice.
SEED chooses what. It says on stderr what it did. No such trace is right, so a checker has to refuse it.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any, Union

Key = Union[str, int]
Place = tuple[list[Key], Any, Key]  # the way there; the object or array it is in; where in it


def choose(line: Any, dice: random.Random) -> Place:
    """A place in the line; every field of every object is as likely as its neighbours, long or short."""
    way: list[Key] = []
    inside = line
    while True:
        key = dice.choice(list(inside) if isinstance(inside, dict) else list(range(len(inside))))
        way.append(key)
        value = inside[key]
        # An array of words or numbers is one thing; so, now and then, is an array of objects.
        if not isinstance(value, (dict, list)) or not value:
            return way, inside, key
        if isinstance(value, list) and (not isinstance(value[0], (dict, list)) or dice.random() < 0.3):
            return way, inside, key
        inside = value


def spoil(value: Any, dice: random.Random) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + dice.choice([-1, 1])
    if isinstance(value, str):
        return value + "x"
    if value is None:
        return 0
    if isinstance(value, dict) or not value:
        return [0]  # an empty array or object
    at = dice.randrange(len(value))
    others = [other for other in value if other != value[at] and isinstance(other, str)]
    what = dice.choice(["drop", "double", "replace"] if others else ["drop", "double"])
    if what == "drop":
        return value[:at] + value[at + 1 :]
    if what == "double":
        return value[: at + 1] + value[at:]
    return value[:at] + [dice.choice(others)] + value[at + 1 :]


def main() -> None:
    dice = random.Random(int(sys.argv[1]))
    lines = [json.loads(text) for text in sys.stdin]
    number = dice.randrange(len(lines))
    way, inside, key = choose(lines[number], dice)
    before = inside[key]
    inside[key] = spoil(before, dice)
    print(
        f"line {number + 1}, {'/'.join(map(str, way))}: {json.dumps(before)} is now {json.dumps(inside[key])}",
        file=sys.stderr,
    )
    for line in lines:
        print(json.dumps(line, separators=(",", ":"), ensure_ascii=False))


if __name__ == "__main__":
    main()
