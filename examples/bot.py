#!/usr/bin/env python3
"""A bot for Speakeasy in 40 lines (docs/bot-protocol.md): any game, a sensible move at random.

    speakeasy play famiglia --seat human --seat exec:./examples/bot.py"""
import json
import random
import sys

# How much we like a move by its first word; others count 10. It is all this bot knows of the games.
LIKES = {"recruit": 60, "take": 40, "shoot": 40, "enter": 90, "convert": 40, "claim": 3, "defer": 3,
         "refresh": 5, "end_refresh": 3, "draw": 5, "pass": 1, "done": 5, "end_turn": 1,
         "skip_exchange": 1, "skip_intimidate": 1}


def like(move: str) -> int:
    """The first word, and the numbers in the rest: high cards are good cards."""
    word, *rest = move.split()
    return LIKES.get(word, 10) * (1 + sum(int(c) for text in rest for c in text if c.isdigit()))


def choose(view: dict, legal: list[str]) -> str:
    """Your ideas go here. The fields of the view are in docs/games/."""
    return random.choices(legal, weights=[like(move) for move in legal])[0]


def tell(*words: str) -> None:
    print(*words, flush=True)  # without the flush nobody hears it


view, legal = {}, []
for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "start":
        tell("ready")
    elif word == "view":
        view = json.loads(rest)
    elif word == "legal":
        legal.append(rest)
    elif word == "go":
        tell("move", choose(view, legal))
        legal = []
    elif word == "quit":
        break
