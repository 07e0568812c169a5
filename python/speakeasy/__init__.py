"""Speakeasy: four gangster board games with exact rules, for programs that play, search or learn.

    import speakeasy

    box = speakeasy.Box("famiglia")                 a game set up for one table
    match = speakeasy.Match(box, seed=7)            a game with a log, as people play it
    position = box.start()                          a bare position, for searches
    env = speakeasy.Env("famiglia")                 reset, step: for learning
    batch = speakeasy.BatchEnv("famiglia", 4096)    thousands of games by one call, in NumPy arrays

docs/python.md is the manual."""
from .core import (ALL_SEEING, CHANCE, ONLOOKER, Block, Bot, Box, Game, Line, Match, Option, Position, Refused, Result,
                   Rng, analyse, bots, game, games)
from .env import BUSY, NO_FEATURE, RANDOM, BatchEnv, Env, one_hot

__version__ = "0.1.0"

__all__ = ["ALL_SEEING", "BUSY", "BatchEnv", "Block", "Bot", "Box", "CHANCE", "Env", "Game", "Line", "Match", "NO_FEATURE",
           "ONLOOKER", "Option", "Position", "RANDOM", "Refused", "Result", "Rng", "analyse", "bots", "game", "games",
           "one_hot"]
