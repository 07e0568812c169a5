#!/usr/bin/python3
"""Rates of the Python package, batches beside single steps, in one run: `tools/bench python [GAME ...]`.

Seconds are CPU seconds of this process, which hardly depend on its neighbours. A decision is a seat's move, with
its observation filled in; a transition is a decision or a chance event. All random actions, by the games' own
generators, so that nothing is measured but stepping."""
import sys
import time

import numpy as np

import speakeasy

SECONDS = 2.0


def batch_rate(key: str, n: int, **what: bool) -> tuple[float, float]:
    """Decisions and transitions per second."""
    batch = speakeasy.BatchEnv(key, n, seed=1, **what)
    actions = np.full(n, speakeasy.BUSY, np.int32)
    batch.reset()
    for _ in range(20):
        batch.step(actions)
    steps, before, start = 0, batch.transitions, time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        for _ in range(10):
            batch.step(actions)
        steps += 10
    return steps * n / spent, (batch.transitions - before) / spent


def single_rate(key: str) -> tuple[float, float]:
    """The same loop, one game and one step at a time; and microseconds of a step."""
    env = speakeasy.Env(key, seed=1)
    step, busy, reset = env.step, speakeasy.BUSY, env.reset
    reset()
    n, before, start = 0, env._batch.transitions, time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        for _ in range(1000):
            if step(busy)[2]:
                reset()
        n += 1000
    return (env._batch.transitions - before) / spent, spent / n * 1e6


def match_rate(key: str) -> float:
    """Moves per second of a match with its log, played by number."""
    box, rng, n = speakeasy.Box(key), speakeasy.Rng(1), 0
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS / 2:
        match = speakeasy.Match(box, seed=n)
        while not match.is_over:
            moves = match.moves()
            match.play(moves[rng.below(len(moves))])
            n += 1
    return n / spent


def main() -> None:
    for key in sys.argv[1:] or [game.key for game in speakeasy.games()]:
        for n in (256, 1024, 4096):
            decisions, transitions = batch_rate(key, n)
            print(f"{key}: batch of {n}, observations filled: {transitions / 1e6:.2f} million transitions/s, "
                  f"{decisions / 1e6:.2f} million decisions/s")
        decisions, transitions = batch_rate(key, 1024, moves=True)
        print(f"{key}: batch of 1024, and legal moves with their rows: {transitions / 1e6:.2f} million transitions/s, "
              f"{decisions / 1e6:.2f} million decisions/s")
        transitions, us = single_rate(key)
        print(f"{key}: single steps: {transitions / 1e6:.2f} million transitions/s, {us:.2f} us a step")
        print(f"{key}: a match with its log: {match_rate(key):,.0f} moves/s\n", flush=True)


main()
