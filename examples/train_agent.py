#!/usr/bin/python3
# %% [markdown]
# # An agent for Famiglia, trained in minutes with NumPy alone
#
# The agent knows two things, both linear: how good a position is (a weight for each feature of an observation) and how
# inviting a move is (a weight for each feature of a move). It plays against itself, a few hundred games at a time, and
# after each round moves are made likelier that led to more than the position promised (an actor and a critic).
#
#     python3 train_agent.py                  about two minutes
#     python3 train_agent.py --rounds 30      half a minute: already far better than random
#     python3 train_agent.py --game gangster
#
# Editors that know cells (`# %%`) show this file as a notebook. docs/python.md is the manual of the package.

# %% Settings
import argparse
import time

import numpy as np

import speakeasy

parser = argparse.ArgumentParser(description="train a small agent and let it play against random moves")
parser.add_argument("--game", default="famiglia", help="famiglia or gangster: games that describe their moves")
parser.add_argument("--rounds", type=int, default=120, help="rounds of training")
parser.add_argument("--games", type=int, default=256, help="games in a round")
parser.add_argument("--trials", type=int, default=1000, help="games against each rival at the end")
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()

# %% The agent: two vectors of weights. Feature numbers index them; empty slots point to a last weight that stays 0.
box = speakeasy.Box(args.game)
critic = np.zeros(box.n_features + 1)
actor = np.zeros(box.n_move_features + 1)
rng = np.random.default_rng(args.seed)


def worth(weights: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """The sum of the weights that a row of features names."""
    return weights[np.minimum(rows, len(weights) - 1)].sum(axis=1)


def odds(rows: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """How likely the actor makes each of the moves; those of game i are starts[i] to starts[i + 1]."""
    appeal, counts = worth(actor, rows), np.diff(starts)
    appeal = np.exp(appeal - np.repeat(np.maximum.reduceat(appeal, starts[:-1]), counts))
    return appeal / np.repeat(np.add.reduceat(appeal, starts[:-1]), counts)


def draw(p: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """A move for each game, drawn by these odds: its place in the game's list."""
    total = np.cumsum(p)
    before = np.concatenate([[0.0], total])[starts[:-1]]
    place = np.searchsorted(total, before + rng.random(len(starts) - 1) * (1 - 1e-9), side="right")
    return np.clip(place - starts[:-1], 0, np.diff(starts) - 1).astype(np.int32)


# %% A round: every game of the batch once, by the agent against itself. Kept are all decisions of these games.
def play_round(batch: speakeasy.BatchEnv) -> tuple[list, np.ndarray]:
    batch.reset()
    steps, payoff = [], np.zeros((batch.n, box.players))
    running = np.ones(batch.n, bool)
    while running.any():
        starts, rows = batch.starts.copy(), batch.move_rows[:batch.starts[-1]].copy()
        p = odds(rows, starts)
        action = draw(p, starts)
        steps.append((running.copy(), batch.to_play.copy(), batch.observations.copy(), starts, rows, p, action))
        _, rewards, done = batch.step(action)
        payoff[running & done] = rewards[running & done]
        running &= ~done
    return steps, payoff


def learn(steps: list, payoff: np.ndarray, rate: float) -> None:
    """What came of a decision, less what was expected, moves the critic; and the actor towards that move."""
    grow_critic, grow_actor = np.zeros_like(critic), np.zeros_like(actor)
    n = 0
    for running, seat, rows, starts, move_rows, p, action in steps:
        games = np.flatnonzero(running)
        surprise = np.zeros(len(running))
        surprise[games] = payoff[games, seat[games]] - 1 / box.players - np.tanh(worth(critic, rows[games])) / 2
        np.add.at(grow_critic, np.minimum(rows, len(critic) - 1), surprise[:, None])
        push = -p * np.repeat(surprise, np.diff(starts))
        push[starts[:-1] + action] += surprise
        np.add.at(grow_actor, np.minimum(move_rows, len(actor) - 1), push[:, None])
        n += len(games)
    critic[:-1] += rate * 0.3 * grow_critic[:-1] / np.sqrt(n)
    actor[:-1] += rate * grow_actor[:-1] / np.sqrt(n)


# %% How good is it? Against moves at random, half of the games in each seat, with a 95 % interval.
def trial(rival: int, n_games: int) -> tuple[float, float]:
    batch = speakeasy.BatchEnv(box, 200, seed=args.seed + 1000, moves=True)
    own_seat = np.arange(batch.n) % box.players
    won: list[float] = []
    batch.reset()
    while len(won) < n_games:
        action = draw(odds(batch.move_rows[:batch.starts[-1]], batch.starts), batch.starts)
        _, rewards, done = batch.step(np.where(batch.to_play == own_seat, action, rival))
        won += [float(rewards[i, own_seat[i]]) for i in np.flatnonzero(done)]
    share = np.array(won[:n_games])
    return float(share.mean()), float(1.96 * share.std() / np.sqrt(n_games))


# %% Train, and say how it goes.
if box.n_move_slots == 0:
    raise SystemExit(f"train_agent.py: {args.game} does not describe its moves; try famiglia or gangster")
batch = speakeasy.BatchEnv(box, args.games, seed=args.seed, moves=True)
begun = time.perf_counter()
for number in range(args.rounds):
    if number % 30 == 0:
        share, margin = trial(speakeasy.BUSY, 400)
        print(f"round {number:3}: wins {share:.1%} (+-{margin:.1%}) against busy random moves, "
              f"{time.perf_counter() - begun:.0f} s", flush=True)
    learn(*play_round(batch), rate=0.25)

# %% The result.
for name, rival in (("random moves", speakeasy.RANDOM), ("random moves that never pass", speakeasy.BUSY)):
    share, margin = trial(rival, args.trials)
    print(f"after {args.rounds} rounds ({args.rounds * args.games:,} games): wins {share:.1%} (+-{margin:.1%}) against {name}")
