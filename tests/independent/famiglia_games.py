#!/usr/bin/env python3
"""Writes records of Famiglia games that random play would hardly ever reach.

    python3 tests/independent/famiglia_games.py ANY.play FIRST LAST FOLDER

One game for each number from FIRST to LAST, as FOLDER/NUMBER.play; `speakeasy replay FILE --json` makes
a trace of it, and famiglia.py checks that. ANY.play is any record of today's program: the line that
names the edition is taken from it.

Random games mostly end with two passes and seldom see an empty street, a card of rank 3 or the end
of the second pile. Here both seats work together: one gang takes as much as it can, the other stands
aside, and the cards come in an order that helps. What is legal is asked of the model in famiglia.py.
How strongly all this holds, and the table options, differ from game to game.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from dataclasses import dataclass

sys.dont_write_bytecode = True  # no __pycache__ among the sources
from famiglia import CHANCE, DEFAULT_EDITION, OPTIONS, Card, Position, Table, rank_of  # noqa: E402


@dataclass
class Taste:
    """What a game is like."""

    patron: int  # the seat that takes as much as it can
    low_first: float  # how much sooner low cards are drawn than high ones
    kind: float  # how much sooner cards come that the patron can pay
    never_refresh: bool
    refresh: float  # how gladly the seats refresh, exchange, ...
    exchange: float
    stop: float
    aside: float  # how gladly the other seat passes
    spend: bool  # the patron rather spends its hand on Accountants, down to the last card


def draw_taste(dice: random.Random) -> Taste:
    return Taste(
        patron=dice.choice([0, 1]),
        low_first=dice.choice([-1, 0, 1, 2, 4]),
        kind=dice.choice([1, 10, 1000, 1000]),
        never_refresh=dice.choice([False, False, True]),
        refresh=dice.choice([0, 0, 0.02, 0.2, 1]),
        exchange=dice.choice([0.1, 0.5, 1]),
        stop=dice.choice([0.05, 0.5]),
        aside=dice.choice([0.3, 1, 5]),
        spend=dice.choice([False, False, False, False, True]),
    )


def copy_of(position: Position) -> Position:
    return Position.from_json(position.table, position.to_json())


def leads_to_recruit(position: Position, move: str) -> bool:
    later = copy_of(position)
    later.do(move)
    return bool(later.recruits())


def can_be_paid(hand: Counter[Card], card: Card) -> bool:
    """Roughly: with two natural cards or with one and a joker."""
    rank = rank_of(card)
    if rank == 0:
        return True
    natural = hand[f"{card[0]}{rank - 1}"]
    return natural >= 2 or natural == 1 and any(hand[f"M{n}"] for n in range(rank, 5))


def luck(position: Position, card: Card, taste: Taste) -> float:
    """How much sooner than by chance this card is drawn."""
    payable = can_be_paid(position.players[taste.patron].hand, card)
    return 2.0 ** (-taste.low_first * rank_of(card)) * (taste.kind if payable else 1)


def weight_of_spending(position: Position, move: str) -> float:
    """How gladly a patron that spends makes this move: it wants Accountants, and nothing else in hand."""
    word, *more = move.split(" ")
    if word in ("play_accountant", "play_brute"):
        return 50
    if word == "take":
        return 50 if more[0] in ("A1", "A2", "A3", "A4") else 1
    if word == "give":
        return 0.1 if more[0][0] == "A" else 1
    if word == "recruit":
        free = len(more) == 1
        wanted = more[0][0] == "A" and (not free or position.me().hand["A0"] < 2)
        return 50 if wanted else 0.02 if free else 0.5
    if word == "pass":
        return 0.001 if position.last_turn_was_pass else 0.1
    return 1


def weight(position: Position, move: str, taste: Taste) -> float:
    """How gladly a seat makes this move."""
    word, *more = move.split(" ")
    patron = position.active == taste.patron
    if patron and taste.spend:
        return weight_of_spending(position, move)
    stuck = (patron or position.last_turn_was_pass) and not position.recruits()
    if word == "refresh" and taste.never_refresh:
        return 0
    if word == "refresh":  # rather a low card, which brings few others
        return (50 if stuck else taste.refresh) / 4.0 ** rank_of(more[0])
    if word == "play_accountant":
        return taste.exchange
    if word == "play_brute":
        if not (patron or stuck) or not leads_to_recruit(position, move):
            return 0.001
        return 1 + rank_of(more[1])
    if word == "skip_intimidate" and position.recruits():
        return 20  # a Brute is for what cannot be had otherwise
    if word == "take":
        return 1 + rank_of(more[0])  # the good ones back,
    if word == "give":
        return 5 - rank_of(more[0])  # the small ones down
    if word == "stop":
        return taste.stop
    if word == "pass":
        if position.last_turn_was_pass:
            return 0.001
        return 0.01 if patron or taste.spend else taste.aside
    if word == "recruit":
        if len(more) == 1:
            return 5
        hand = position.me().hand
        plenty = hand[more[2]]  # pay with what there is most of, and not with Mercenaries
        return plenty * (0.3 if more[2][0] == "M" else 1) * (1 + rank_of(more[0]))
    return 1


def choose(position: Position, taste: Taste, dice: random.Random) -> str:
    """The next move or outcome."""
    if position.phase == "start":
        return dice.choice(["start 0", "start 1"])
    if position.phase == "draw":
        outcomes = position.outcomes()
        moves = list(outcomes)
        weights = [outcomes[move] * luck(position, move.split(" ")[1], taste) for move in moves]
    else:
        moves = sorted(position.moves())
        weights = [weight(position, move, taste) for move in moves]
    return dice.choices(moves, weights)[0] if any(weights) else moves[0]


def play(dice: random.Random) -> tuple[Table, list[str]]:
    """A game that goes back to the last refill, some hundred times, if it ends with two passes."""
    table = Table({name: dice.choice(values) for name, values in OPTIONS.items()}, DEFAULT_EDITION)
    taste = draw_taste(dice)
    position = Position.first(table)
    log: list[str] = []
    refills = [(copy_of(position), 0)]  # positions, and how long the log was
    tries = dice.choice([0, 0, 100, 300])
    while True:
        before = position.phase
        move = choose(position, taste, dice)
        log.append(f"{len(log) + 1} {position.actor()} {move}")
        position.do(move)
        if before == "recruit" and position.phase == "draw":
            refills.append((copy_of(position), len(log)))
        if position.phase == "over":
            if position.reason() == "end_trigger" or tries == 0:
                return table, log
            tries -= 1
            if tries % 20 == 0 and len(refills) > 1:
                refills.pop()  # nothing comes of this one
            position, length = copy_of(refills[-1][0]), refills[-1][1]
            del log[length:]


def main() -> None:
    any_record, first, last, folder = sys.argv[1:]
    with open(any_record, encoding="utf-8") as file:
        edition = next(line for line in file if line.startswith("edition "))
    for number in range(int(first), int(last) + 1):
        table, log = play(random.Random(number))
        with open(os.path.join(folder, f"{number}.play"), "w", encoding="utf-8") as file:
            file.write("speakeasy-play 1\ngame famiglia\nseats 2\n" + edition)
            for name, value in table.options.items():
                file.write(f"option {name} {value}\n")
            file.write("log\n" + "".join(line + "\n" for line in log) + f"end {len(log)}\n")


if __name__ == "__main__":
    main()
