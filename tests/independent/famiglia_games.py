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
from dataclasses import dataclass

from famiglia import CHANCE, DEFAULT_EDITION, OPTIONS, Position, Table, rank_of


@dataclass
class Taste:
    """What a game is like."""

    patron: int  # the seat that takes as much as it can
    low_first: float  # how much sooner low cards are drawn than high ones
    refresh: float  # how gladly the seats refresh, exchange, ...
    exchange: float
    stop: float
    aside: float  # how gladly the other seat passes


def draw_taste(dice: random.Random) -> Taste:
    return Taste(
        patron=dice.choice([0, 1]),
        low_first=dice.choice([0, 1, 2, 4]),
        refresh=dice.choice([0, 0, 0.02, 0.2, 1]),
        exchange=dice.choice([0.1, 0.5, 1]),
        stop=dice.choice([0.05, 0.5]),
        aside=dice.choice([0.3, 1, 5]),
    )


def copy_of(position: Position) -> Position:
    return Position.from_json(position.table, position.to_json())


def leads_to_recruit(position: Position, move: str) -> bool:
    later = copy_of(position)
    later.do(move)
    return bool(later.recruits())


def weight(position: Position, move: str, taste: Taste) -> float:
    """How gladly a seat makes this move."""
    word, *more = move.split(" ")
    patron = position.active == taste.patron
    if word == "refresh":
        return taste.refresh
    if word == "play_accountant":
        return taste.exchange
    if word == "play_brute":
        if not patron or not leads_to_recruit(position, move):
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
        return 0.01 if patron else taste.aside
    if word == "recruit":
        if len(more) == 1:
            return 5
        hand = position.me().hand
        plenty = hand[more[2]]  # pay with what there is most of, and not with Mercenaries
        return plenty * (0.3 if more[2][0] == "M" else 1) * (1 + rank_of(more[0]))
    return 1


def play(dice: random.Random) -> tuple[Table, list[str]]:
    table = Table({name: dice.choice(values) for name, values in OPTIONS.items()}, DEFAULT_EDITION)
    taste = draw_taste(dice)
    position = Position.first(table)
    log = []
    while position.phase != "over":
        if position.actor() == CHANCE:
            outcomes = position.outcomes()
            moves = list(outcomes)
            weights = [float(outcomes[move]) for move in moves]
            if position.phase == "draw":
                for i, move in enumerate(moves):
                    weights[i] *= 2.0 ** (-taste.low_first * rank_of(move.split(" ")[1]))
        else:
            moves = sorted(position.moves())
            weights = [weight(position, move, taste) for move in moves]
        move = dice.choices(moves, weights)[0] if any(weights) else moves[0]
        log.append(f"{len(log) + 1} {position.actor()} {move}")
        position.do(move)
    return table, log


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
