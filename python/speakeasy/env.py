"""Environments for learning: one game (Env), or thousands by one call (BatchEnv). See docs/python.md.

Both step in C (ai/env.h) and fill arrays that were laid out once. An action is a place in the list of legal
moves. What is observed is made from the view of the seat that is to play, and from nothing else."""
from __future__ import annotations

from typing import Any, Mapping, Optional, Union

import numpy as np
import numpy.typing as npt

from ._speakeasy import ffi, lib
from .core import CHANCE, Bot, Box, Position, Refused, Rows, _check, _owned

RANDOM: int = lib.SPK_ACTION_RANDOM
BUSY: int = lib.SPK_ACTION_BUSY
NO_FEATURE: int = lib.SPK_NO_FEATURE

_step = lib.py_step  # looked up once: this is where researchers' time goes

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]
Info = dict[str, Any]

_TYPES = {np.dtype(np.uint16): "uint16_t[]", np.dtype(np.int32): "int32_t[]", np.dtype(np.uint64): "uint64_t[]",
          np.dtype(np.uint32): "uint32_t[]", np.dtype(np.uint8): "uint8_t[]", np.dtype(np.bool_): "uint8_t[]",
          np.dtype(np.float32): "float[]"}


def one_hot(rows: Rows, n_features: int, dtype: Any = np.float32) -> npt.NDArray[Any]:
    """Rows of feature numbers as rows of n_features zeros and ones (counts, where a feature holds in several
    slots): the last axis changes from slots to features."""
    flat = rows.reshape(-1, rows.shape[-1])
    dense = np.zeros((flat.shape[0], n_features + 1), dtype)
    places = np.minimum(flat, n_features).astype(np.int64)
    np.add.at(dense, (np.arange(flat.shape[0])[:, None], places), 1)
    return dense[:, :n_features].reshape(*rows.shape[:-1], n_features)


class BatchEnv:
    """n games of one box, each always at a decision: a game that ends begins anew at once.

        batch = BatchEnv("famiglia", 4096, seed=1)
        batch.reset()
        while True:
            batch.step(choose(batch.observations, batch.n_legal))      an action for each game

    The arrays are the same objects all the time; a step overwrites them. Copy what you want to keep.

        observations   (n, box.n_slots) uint16     what the seat to play sees (box.blocks; one_hot makes them dense)
        to_play        (n,) int32                  whose decision it is; CHANCE, if chance is played outside
        n_legal        (n,) int32                  legal actions are 0 to n_legal - 1
        masks          (n, width) bool             the same as a mask; None unless asked for (masks=True)
        rewards        (n, players) float32        at the end of a game each seat's part of the win, else 0
        done           (n,) bool                   the game ended with this step; all the rest is the next game's
        scores         (n, players) int32          points of the last game that ended there
        starts         (n + 1,) int32              game i's moves are legal[starts[i]:starts[i + 1]] ...
        legal          (room,) uint64              ... as numbers (box.move_text); None unless moves=True
        move_rows      (room, box.n_move_slots) uint16   what can be learned about each move; None unless moves=True
        weights        (room,) uint32              chance outside: how likely each outcome is; else None

    An action RANDOM or BUSY means: a random legal move (BUSY: no pass if there is anything else to do)."""

    def __init__(self, box: Union[Box, str], n: int, seed: int = 1, *, masks: bool = False, moves: bool = False,
                 chance: bool = False, **options: Any) -> None:
        if n < 1:
            raise ValueError("a batch has at least one game")
        self.box = box if isinstance(box, Box) else Box(box, **options)
        self.n, players = n, self.box.players
        flags = lib.SPK_BATCH_CHANCE if chance else 0
        self._c = _owned(lib.spk_batch_new(self.box._c, n, seed, flags), lib.spk_batch_free, self.box._c)
        self.width = int(lib.spk_batch_width(self._c))
        self.observations = np.full((n, self.box.n_slots), NO_FEATURE, np.uint16)
        self.to_play, self.n_legal = np.zeros(n, np.int32), np.zeros(n, np.int32)
        self.rewards, self.scores = np.zeros((n, players), np.float32), np.zeros((n, players), np.int32)
        self.done = np.zeros(n, np.bool_)
        self.masks = np.zeros((n, self.width), np.bool_) if masks else None
        room = n * self.width if moves or chance else 0  # the system gives memory only for what is touched
        self.starts = np.zeros(n + 1, np.int32)
        self.legal = np.empty(room, np.uint64) if room else None
        self.move_rows = np.empty((room, self.box.n_move_slots), np.uint16) if moves else None
        self.weights = np.empty(room, np.uint32) if chance else None
        self._actions = np.zeros(n, np.int32)
        self._why: Any = ffi.new("spk_why *")
        self._keep: list[Any] = []
        self._sheet = ffi.new("spk_sheet *", {
            "observation": self._at(self.observations), "to_play": self._at(self.to_play),
            "n_legal": self._at(self.n_legal), "start": self._at(self.starts), "legal": self._at(self.legal),
            "move_rows": self._at(self.move_rows), "weight": self._at(self.weights), "mask": self._at(self.masks),
            "reward": self._at(self.rewards), "done": self._at(self.done), "score": self._at(self.scores)})
        self._chosen = self._at(self._actions)

    def _at(self, array: Optional[npt.NDArray[Any]]) -> Any:
        if array is None or array.size == 0:
            return ffi.NULL
        self._keep.append(ffi.from_buffer(_TYPES[array.dtype], array))
        return self._keep[-1]

    def reset(self) -> Rows:
        """Begin all games anew, with other deals than before."""
        lib.spk_batch_reset(self._c, self._sheet)
        self.rewards[:] = 0
        self.done[:] = False
        return self.observations

    def step(self, actions: npt.ArrayLike) -> tuple[Rows, Floats, Bools]:
        """One decision in each game. IndexError: an action is not legal; then nothing has changed."""
        self._actions[:] = actions
        if lib.spk_batch_step(self._c, self._chosen, self._sheet, self._why) != lib.SPK_OK:
            raise IndexError(ffi.string(self._why.text).decode())
        return self.observations, self.rewards, self.done

    def position(self, i: int) -> Position:
        """The whole position of game i: to look at, not for the seat that decides."""
        if not 0 <= i < self.n:
            raise IndexError(f"the batch has {self.n} games")
        here = Position(self.box)
        ffi.memmove(here._c, lib.spk_batch_state(self._c, i), self.box.game._c.state_size)
        return here

    def moves(self, i: int) -> npt.NDArray[np.uint64]:
        """The legal moves of game i, as numbers."""
        if self.legal is None:
            raise Refused("the batch was made without moves=True")
        return self.legal[self.starts[i]:self.starts[i + 1]]

    @property
    def transitions(self) -> int:
        """Decisions and chance events so far."""
        return int(lib.spk_batch_transitions(self._c))


class Env:
    """One game, in the manner of Gymnasium; several players take turns at it.

        env = Env("famiglia", seed=1, opponents={1: "greedy"})
        observation, info = env.reset()
        while not terminated:
            action = choose(observation, env.n_legal)
            observation, rewards, terminated, truncated, info = env.step(action)

    info["to_play"] is the seat whose observation this is; rewards are for all seats, and 0 before the end. Seats
    named in 'opponents' are played inside: by a bot (its name), or by a function of the position's view that
    returns a move. With chance=True chance is played outside: to_play is CHANCE and env.weights() say how
    likely each action is. After the end: reset()."""

    def __init__(self, box: Union[Box, str], seed: int = 1, *, opponents: Optional[Mapping[int, Any]] = None,
                 iterations: int = 200, chance: bool = False, **options: Any) -> None:
        self.box = box if isinstance(box, Box) else Box(box, **options)
        self.iterations, self._chance = iterations, chance
        self._opponents = dict(opponents or {})
        self._begin(seed)

    def _begin(self, seed: int) -> None:
        self._batch = BatchEnv(self.box, 1, seed, chance=self._chance)
        self._row, self._reward = self._batch.observations[0], self._batch.rewards[0]
        self._to_play, self._n = self._batch._sheet.to_play, self._batch._sheet.n_legal
        self._c, self._sheet, self._why = self._batch._c, self._batch._sheet, self._batch._why
        self._nothing = np.full(self.box.n_slots, NO_FEATURE, np.uint16)
        self._nobody = np.zeros(self.box.players, np.float32)
        self._is_dealt = self._terminated = False
        self._players: dict[int, Any] = {}
        for seat, who in self._opponents.items():
            if not 0 <= seat < self.box.players:
                raise ValueError(f"{seat} is no seat of this table")
            named = {"random": RANDOM, "busy": BUSY}.get(who, who) if isinstance(who, str) else who
            self._players[seat] = Bot(named, self.box, seat, seed) if isinstance(named, str) else named

    # -- The present decision -----------------------------------------------------------------------

    @property
    def to_play(self) -> int:
        """Whose decision it is; -1: the game is over."""
        return -1 if self._terminated else int(self._to_play[0])

    @property
    def n_legal(self) -> int:
        return 0 if self._terminated else int(self._n[0])

    @property
    def mask(self) -> Bools:
        """Which of the box's actions are legal."""
        return np.arange(self._batch.width) < self.n_legal

    @property
    def moves(self) -> list[int]:
        """The legal moves as numbers; action i is the i-th."""
        return self.position.moves(self.to_play) if self.n_legal else []

    @property
    def legal(self) -> list[str]:
        """The same as text."""
        return [self.box.move_text(move) for move in self.moves]

    @property
    def move_rows(self) -> Rows:
        """What can be learned about each legal move (box.move_blocks)."""
        if not self.n_legal or self.to_play == CHANCE:
            return np.full((self.n_legal, self.box.n_move_slots), NO_FEATURE, np.uint16)
        return self.position.observe_moves(self.to_play)

    @property
    def weights(self) -> npt.NDArray[np.uint32]:
        """With chance=True: how likely each action is; 1 each for moves of seats."""
        if self._batch.weights is None:
            raise Refused("the environment was made without chance=True")
        return self._batch.weights[:self.n_legal].copy()

    @property
    def position(self) -> Position:
        """The whole position: to look at, not for the seat that decides."""
        return self._batch.position(0)

    @property
    def scores(self) -> Ints:
        """Points of the game that ended last."""
        scores: Ints = self._batch.scores[0].copy()
        return scores

    # -- Playing ------------------------------------------------------------------------------------

    def reset(self, seed: Optional[int] = None) -> tuple[Rows, Info]:
        """A new game. Without a seed, the next one of the stream; with a seed, the first of that."""
        if seed is not None:
            self._begin(seed)
        if not self._terminated:
            self._batch.reset()
        self._is_dealt, self._terminated = True, False
        self._play_opponents()
        if self._terminated:
            return self.reset()
        return self._row.copy(), {"to_play": int(self._to_play[0]), "n_legal": int(self._n[0])}

    def _advance(self, action: int) -> None:
        ended = _step(self._c, action, self._sheet, self._why)
        if ended < 0:
            raise IndexError(ffi.string(self._why.text).decode())
        self._terminated = ended == 1

    def _play_opponents(self) -> None:
        while not self._terminated and self._to_play[0] in self._players:
            player = self._players[self._to_play[0]]
            if not isinstance(player, int):
                view = self.position.view(int(self._to_play[0]))
                move = player.choose(view, self.iterations) if isinstance(player, Bot) else player(view)
                text = move if isinstance(move, str) else self.box.move_text(move)
                player = self.legal.index(text)
            self._advance(player)

    def step(self, action: int) -> tuple[Rows, Floats, bool, bool, Info]:
        """One decision of the seat to play. IndexError: the action is not legal; then nothing has changed."""
        if self._terminated or not self._is_dealt:
            raise Refused("the game is over: reset() begins another" if self._terminated else "reset() comes first")
        self._advance(action)
        if self._players:
            self._play_opponents()
        if self._terminated:
            return self._nothing.copy(), self._reward.copy(), True, False, {"to_play": -1, "n_legal": 0}
        return self._row.copy(), self._nobody, False, False, {"to_play": self._to_play[0], "n_legal": self._n[0]}

    def __repr__(self) -> str:
        return f"<speakeasy.Env {self.box.game.key}, seat {self.to_play} to play>"


__all__ = ["BUSY", "CHANCE", "NO_FEATURE", "RANDOM", "BatchEnv", "Env", "one_hot"]
