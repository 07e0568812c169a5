"""Boxes, positions, matches, bots and analysis: libspeakeasy in Python's manner. See docs/python.md.

Whatever a caller can get wrong is checked here and raised as an exception: below this line a wrong seat is a bug,
and stops the process."""
from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Iterator, Mapping, Optional, Union

import numpy as np
import numpy.typing as npt

from ._speakeasy import ffi, lib

CHANCE: int = lib.SPK_SEAT_CHANCE
ONLOOKER: int = lib.SPK_SEAT_ONLOOKER
ALL_SEEING: int = lib.SPK_SEAT_ALL_SEEING

Move = Union[int, str]
Rows = npt.NDArray[np.uint16]


class Refused(ValueError):
    """What the rules, or the form of a text, do not allow. Nothing has changed."""

    def __init__(self, text: str, rule: str = "", line: int = 0) -> None:
        super().__init__(f"{text} ({rule})" if rule else f"line {line}: {text}" if line else text)
        self.text, self.rule, self.line = text, rule, line


def _text(chars: Any) -> str:
    return "" if chars == ffi.NULL else str(ffi.string(chars).decode())


def _check(err: int, why: Any) -> None:
    if err != lib.SPK_OK:
        raise Refused(_text(why.text), _text(why.rule), why.line)


def _seats(actors: int) -> list[int]:
    return [seat for seat in range(32) if actors >> seat & 1]


def _owned(c: Any, free: Any, *needs: Any) -> Any:
    """c, given to free when nobody uses it any more; what it borrows lives at least as long."""
    return ffi.gc(c, lambda gone, _needs=needs: free(gone))


class _Text:
    """A buffer for the library to print into."""

    def __init__(self) -> None:
        self.buf = ffi.new("spk_buf *")

    def take(self) -> str:
        text: str = ffi.unpack(self.buf.bytes, self.buf.n).decode() if self.buf.n else ""
        lib.spk_buf_release(self.buf)
        return text


@dataclass(frozen=True)
class Option:
    """A table option: a choice of words, or a number from lo to hi."""
    name: str
    values: tuple[str, ...]
    lo: int
    hi: int
    rule: str
    help: str


@dataclass(frozen=True)
class Block:
    """A run of slots of an observation that ask the same question. Slot i of a row holds a number from
    first_feature to first_feature + n_features - 1, or NO_FEATURE."""
    name: str
    first_slot: int
    n_slots: int
    first_feature: int
    n_features: int


@dataclass(frozen=True)
class Result:
    """Scores and ranks (1 is first); who won, and why it ended: '' while the game is on."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's part of the win."""
        return tuple((seat in self.winners) / len(self.winners) if self.winners else 0.0 for seat in range(len(self.scores)))


@dataclass(frozen=True)
class Line:
    """A move a bot has looked at: how often, and what it expects of it (1.0: a win for certain)."""
    move: int
    text: str
    visits: int
    value: float


class Game:
    """One of the games; games() lists them."""

    def __init__(self, c: Any) -> None:
        self._c = c
        self.key, self.name, self.about = _text(c.key), _text(c.name), _text(c.about)
        self.min_players, self.max_players = int(c.min_seats), int(c.max_seats)
        self.max_moves, self.max_steps = int(c.max_moves), int(c.max_steps)
        self.has_secrets = bool(lib.spk_has_secrets(c))
        self.options = tuple(self._option(c.options[i]) for i in range(c.n_options))
        self.scripts = tuple(_text(c.scripts[i].name) for i in range(c.n_scripts))

    @staticmethod
    def _option(o: Any) -> Option:
        return Option(_text(o.name), tuple(_text(o.values).split()), o.lo, o.hi, _text(o.rule), _text(o.help))

    @property
    def rules(self) -> str:
        """The rules for players, as Markdown."""
        return _text(self._c.rules_text)

    def __repr__(self) -> str:
        return f"<speakeasy.Game {self.key}>"


def games() -> list[Game]:
    """All games there are."""
    return [Game(lib.spk_games[i]) for i in range(lib.spk_n_games)]


def game(key: str) -> Game:
    found = lib.spk_game_find(key.encode())
    if found == ffi.NULL:
        raise Refused(f"there is no game '{key}'; there are {', '.join(g.key for g in games())}")
    return Game(found)


def bots() -> dict[str, str]:
    """The kinds of bots, and what each is. A game's scripts (Game.scripts) are names of bots too."""
    kinds = [lib.spk_bot_kinds[i] for i in range(lib.spk_n_bot_kinds)]
    return {_text(kind.name): _text(kind.about) for kind in kinds}


class Rng:
    """The library's generator (ChaCha20): the same seed and stream give the same numbers on every machine."""

    def __init__(self, seed: int = 1, stream: int = 0) -> None:
        self._c = ffi.new("spk_rng *")
        lib.spk_rng_init(self._c, seed, stream)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        if not 0 < n < 2**32:
            raise ValueError("n is a number from 1 to 2**32 - 1")
        return int(lib.spk_rng_below(self._c, n))


class Box:
    """A game set up for one table: players, options, edition. It never changes."""

    _record: Any = None  # what owns the box, if it came with a record

    def __init__(self, key: Union[str, Game], players: int = 0, options: Optional[Mapping[str, Any]] = None,
                 preset: str = "ours", edition: Optional[str] = None) -> None:
        self.game = key if isinstance(key, Game) else game(key)
        if preset not in ("ours", "letter"):
            raise Refused(f"there is no preset '{preset}'; there are ours, letter")
        self._c, why = ffi.new("spk_box *"), ffi.new("spk_why *")
        words = [ffi.new("char[]", f"{name}={value}".encode()) for name, value in (options or {}).items()]
        text = edition.encode() if edition is not None else None
        keep = (ffi.new("const char *[]", words), ffi.new("char[]", text) if text is not None else ffi.NULL)
        choice = ffi.new("spk_choice *", {
            "n_seats": players, "preset": 0 if preset == "ours" else 1, "options": keep[0], "n_options": len(words),
            "edition_text": keep[1], "edition_length": len(text or b"")})
        _check(lib.spk_box_open(self._c, self.game._c, choice, why), why)
        self._c = ffi.gc(self._c, lib.spk_box_close)
        self.players = int(self._c.n_seats)
        self.edition = _text(self._c.edition_name)

    @property
    def options(self) -> dict[str, str]:
        room = ffi.new("char[32]")
        return {o.name: _text(lib.spk_box_option_text(self._c, i, room)) for i, o in enumerate(self.game.options)}

    # -- What observations consist of ---------------------------------------------------------------

    @property
    def n_slots(self) -> int:
        """Numbers in an observation; 0: the game has none."""
        return int(lib.spk_observe_slots(self._c))

    @property
    def n_features(self) -> int:
        return int(lib.spk_observe_features(self._c))

    @property
    def n_move_slots(self) -> int:
        """The same for moves; 0: the game describes none."""
        return int(lib.spk_observe_move_slots(self._c))

    @property
    def n_move_features(self) -> int:
        return int(lib.spk_observe_move_features(self._c))

    @property
    def blocks(self) -> list[Block]:
        return self._blocks(lib.spk_observe_block)

    @property
    def move_blocks(self) -> list[Block]:
        return self._blocks(lib.spk_observe_move_block)

    def _blocks(self, ask: Any) -> list[Block]:
        found: list[Block] = []
        slot = feature = 0
        while (c := ask(self._c, len(found))) != ffi.NULL:
            found.append(Block(_text(c.name), slot, c.n_slots, feature, c.size))
            slot, feature = slot + c.n_slots, feature + c.size
        return found

    # -- Moves and positions ------------------------------------------------------------------------

    def move_text(self, move: int) -> str:
        """A move's one spelling."""
        room = ffi.new("char[128]")  # what is returned lies in it
        return _text(lib.spk_move_text(self._c, move, room))

    def start(self) -> "Position":
        """The first position, before any chance."""
        position = Position(self)
        self._c.game.setup(self._c, position._c)
        return position

    def position(self, text: str) -> "Position":
        """A position from its text (Position.text)."""
        position, why = Position(self), ffi.new("spk_why *")
        _check(lib.spk_state_read(self._c, text.encode(), position._c, why), why)
        return position

    def _viewer(self, viewer: int) -> int:
        if not (0 <= viewer < self.players or viewer in (ONLOOKER, ALL_SEEING)):
            raise ValueError(f"{viewer} is no seat of this table, nor ONLOOKER or ALL_SEEING")
        return viewer

    def __repr__(self) -> str:
        return f"<speakeasy.Box {self.game.key}, {self.players} players>"


def _result(c: Any) -> Result:
    n = c.n_seats
    reason = _text(c.reason)
    winners = tuple(seat for seat in range(n) if c.winners >> seat & 1) if reason else ()
    return Result(tuple(c.score[0:n]), tuple(c.rank[0:n]), winners, reason)


class Position:
    """A state of a game, or a view of one: plain data, cheap to copy. Comparable, and a key for dictionaries."""

    __slots__ = ("box", "_c", "viewer")

    def __init__(self, box: Box, viewer: Optional[int] = None) -> None:
        self.box, self.viewer = box, viewer
        self._c = ffi.new("spk_state *")

    def copy(self) -> "Position":
        twin = Position(self.box, self.viewer)
        ffi.memmove(twin._c, self._c, self.box.game._c.state_size)
        return twin

    def _bytes(self) -> bytes:
        return bytes(ffi.buffer(self._c, self.box.game._c.state_size))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other.box is self.box and other._bytes() == self._bytes()

    def __hash__(self) -> int:
        return hash(self._bytes())

    # -- Who, what ----------------------------------------------------------------------------------

    @property
    def actors(self) -> list[int]:
        """The seats that may act, or [CHANCE]; []: the game is over."""
        return _seats(self.box._c.game.actors(self.box._c, self._c))

    @property
    def is_over(self) -> bool:
        return not self.box._c.game.actors(self.box._c, self._c)

    def _actor(self, seat: Optional[int]) -> int:
        actors = self.actors
        if seat is None and actors:
            return actors[0]
        if seat is None or seat not in actors:
            raise Refused(f"seat {seat} is not to act" if actors else "the game is over")
        return seat

    def moves(self, seat: Optional[int] = None) -> list[int]:
        """The legal moves of a seat (by default the first that may act); of CHANCE, all outcomes."""
        seat = self._actor(seat)
        if seat == CHANCE:
            return [move for move, _ in self.chance()]
        room = ffi.new("spk_move[]", self.box.game.max_moves)
        n = self.box._c.game.moves(self.box._c, self._c, seat, room)
        return ffi.unpack(room, n)  # type: ignore[no-any-return]

    def chance(self) -> list[tuple[int, int]]:
        """The outcomes of the chance event that is due, with exact weights."""
        if self.actors != [CHANCE]:
            raise Refused("chance is not to act")
        if self.viewer is not None and self.box.game.has_secrets:
            raise Refused("a view does not know what chance can bring: resample it first")
        room = ffi.new("spk_outcome[]", lib.SPK_MAX_OUTCOMES)
        n = self.box._c.game.chance(self.box._c, self._c, room)
        return [(room[i].move, room[i].weight) for i in range(n)]

    def apply(self, move: Move, seat: Optional[int] = None) -> None:
        """Make a move of a seat (by default the first that may act), given as a number or as text."""
        if self.viewer is not None and self.box.game.has_secrets:
            raise Refused("a view cannot be played on: resample it first")
        seat, why = self._actor(seat), ffi.new("spk_why *")
        if isinstance(move, str):
            room = ffi.new("spk_move *")
            _check(lib.spk_move_read(self.box._c, self._c, seat, move.encode(), room, why), why)
            move = room[0]
        _check(lib.spk_apply(self.box._c, self._c, seat, move, why), why)

    def deal(self, rng: Rng) -> None:
        """Let chance act until a seat is asked or the game is over."""
        while self.actors == [CHANCE]:
            move = lib.spk_chance_draw(self.box._c, self._c, rng._c)
            self.apply(int(move), CHANCE)

    def safe(self, seat: Optional[int] = None) -> int:
        """What is played for an absent player."""
        seat = self._actor(seat)
        if seat == CHANCE:
            raise Refused("chance is never absent")
        return int(lib.spk_safe(self.box._c, self._c, seat))

    def result(self) -> Result:
        room = ffi.new("spk_result *")
        self.box._c.game.result(self.box._c, self._c, room)
        return _result(room)

    # -- Secrets ------------------------------------------------------------------------------------

    def view(self, viewer: int) -> "Position":
        """What a seat (or ONLOOKER) may know."""
        seen = self.copy()
        lib.spk_redact(self.box._c, seen._c, self.box._viewer(viewer))
        seen.viewer = viewer
        return seen

    def resample(self, rng: Rng) -> "Position":
        """Of a view: a whole position, drawn from the exact distribution of those that look like it."""
        if self.viewer is None:
            raise Refused("only a view can be resampled")
        world = self.copy()
        lib.spk_resample(self.box._c, world._c, self.viewer, rng._c)
        world.viewer = None
        return world

    # -- Words and numbers --------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """One line that Box.position reads."""
        out = _Text()
        self.box._c.game.print_state(self.box._c, self._c, out.buf)
        return out.take()

    def json(self) -> Any:
        """The fields of docs/games/<game>.md, for the viewer; of a whole position, everything."""
        out = _Text()
        viewer = ALL_SEEING if self.viewer is None else self.viewer
        self.box._c.game.json(self.box._c, self._c, viewer, ffi.new("spk_json *", {"out": out.buf}))
        return json.loads(out.take())

    def board(self) -> str:
        """The table as lines of text, for the viewer."""
        out = _Text()
        viewer = ALL_SEEING if self.viewer is None else self.viewer
        self.box._c.game.board(self.box._c, self._c, viewer, out.buf)
        return out.take()

    def _seen_by(self, seat: int) -> Any:
        if self.is_over or self.actors == [CHANCE]:
            raise Refused("an observation needs a position in which a seat is to act")
        if not 0 <= seat < self.box.players:
            raise ValueError(f"{seat} is no seat of this table")
        if self.viewer is not None and self.viewer != seat and self.box.game.has_secrets:
            raise Refused(f"this is the view of {self.viewer}, not of seat {seat}")
        return self.view(seat)._c

    def observe(self, seat: Optional[int] = None) -> Rows:
        """The seat's observation, made from its view: Box.n_slots numbers (Box.blocks)."""
        seat = self._actor(None) if seat is None else seat
        row = np.empty(self.box.n_slots, np.uint16)
        view = self._seen_by(seat)
        if row.size:
            lib.spk_observe(self.box._c, view, seat, ffi.from_buffer("uint16_t[]", row))
        return row

    def observe_moves(self, seat: Optional[int] = None) -> Rows:
        """The rows of the seat's legal moves, in the order of moves(): Box.n_move_slots numbers each."""
        seat = self._actor(seat)
        moves, view = self.moves(seat), self._seen_by(seat)
        rows = np.empty((len(moves), self.box.n_move_slots), np.uint16)
        if rows.size:
            lib.spk_observe_moves(self.box._c, view, seat, moves, len(moves), ffi.from_buffer("uint16_t[]", rows))
        return rows

    def __repr__(self) -> str:
        return f"<speakeasy.Position {self.text}>"


class Match:
    """A game being played, with a log: what people play. Chance acts by itself, from the match's seed; with
    seed None the caller plays it too (play(move, CHANCE))."""

    def __init__(self, box: Union[Box, str], seed: Optional[int] = 1) -> None:
        self.box = box if isinstance(box, Box) else Box(box)
        self._c = _owned(lib.spk_match_new(self.box._c), lib.spk_match_free, self.box._c)
        self._keep: Any = None
        self._rng = None if seed is None else Rng(seed)
        self._deal()

    @classmethod
    def load(cls, record: str, seed: Optional[int] = None) -> "Match":
        """A match from the text of a .play file. It may be played on."""
        c, why = ffi.new("spk_record *"), ffi.new("spk_why *")
        text = record.encode()
        _check(lib.spk_record_load(c, text, len(text), ffi.addressof(lib, "spk_game_find"), ffi.NULL, why), why)
        match = cls.__new__(cls)
        match._keep = ffi.gc(c, lib.spk_record_release)
        match._c = c.match  # freed with the record
        match.box = Box.__new__(Box)
        match.box._c, match.box.game = ffi.addressof(c, "box"), Game(c.box.game)
        match.box.players, match.box.edition = c.box.n_seats, _text(c.box.edition_name)
        match.box._record = match._keep
        match._rng = None if seed is None else Rng(seed)
        match._deal()
        return match

    def save(self) -> str:
        """The record: a .play file."""
        out = _Text()
        lib.spk_record_save(self._c, out.buf)
        return out.take()

    def _deal(self) -> None:
        if self._rng is not None:
            lib.spk_match_deal(self._c, self._rng._c)

    def _try(self, err: int, why: Any) -> None:
        _check(err, why)
        self._deal()

    # -- Playing ------------------------------------------------------------------------------------

    @property
    def actors(self) -> list[int]:
        return _seats(lib.spk_match_actors(self._c))

    @property
    def is_over(self) -> bool:
        return not lib.spk_match_actors(self._c)

    def _actor(self, seat: Optional[int]) -> int:
        actors = self.actors
        if seat is None and not actors:
            raise Refused("the game is over")
        seat = actors[0] if seat is None else seat
        if not (0 <= seat < self.box.players or seat == CHANCE):
            raise ValueError(f"{seat} is no seat of this table")
        return seat

    def moves(self, seat: Optional[int] = None) -> list[int]:
        """The legal moves of a seat as numbers; none, if it is not to act."""
        seat = self._actor(seat)
        if seat == CHANCE:
            return self.position().moves()
        room = ffi.new("spk_move[]", lib.SPK_MAX_MOVES)
        return ffi.unpack(room, lib.spk_match_moves(self._c, seat, room))  # type: ignore[no-any-return]

    def legal(self, seat: Optional[int] = None) -> list[str]:
        """The same as text."""
        return [self.box.move_text(move) for move in self.moves(seat)]

    def play(self, move: Move, seat: Optional[int] = None) -> None:
        """A seat's move (by default of the first that may act), by its text or number."""
        seat, why = self._actor(seat), ffi.new("spk_why *")
        if isinstance(move, str):
            self._try(lib.spk_match_play(self._c, seat, move.encode(), why), why)
        else:
            self._try(lib.spk_match_move(self._c, seat, move, why), why)

    def play_safe(self, seat: Optional[int] = None) -> None:
        """The game's safe default, for an absent player."""
        why = ffi.new("spk_why *")
        self._try(lib.spk_match_play_safe(self._c, self._actor(seat), why), why)

    def undo(self, seat: int) -> None:
        """Take back the seat's last move, if that is allowed."""
        why = ffi.new("spk_why *")
        self._try(lib.spk_match_undo(self._c, self._actor(seat), why), why)

    @property
    def speakers(self) -> list[int]:
        """The seats that may say something, in a game in which talk is part of play."""
        return _seats(lib.spk_match_speakers(self._c))

    def talk(self, text: str, seat: int) -> None:
        why = ffi.new("spk_why *")
        self._try(lib.spk_match_talk(self._c, self._actor(seat), text.encode(), why), why)

    # -- Looking ------------------------------------------------------------------------------------

    def position(self, after: Optional[int] = None) -> Position:
        """The whole position now, or after the first so many entries of the log: never for a player."""
        here, n = Position(self.box), len(self)
        if after is not None and not 0 <= after <= n:
            raise ValueError(f"the log has {n} entries")
        if after is None:
            ffi.memmove(here._c, lib.spk_match_state(self._c), self.box.game._c.state_size)
        else:
            lib.spk_match_state_at(self._c, after, here._c)
        return here

    def view(self, viewer: int) -> Position:
        """What a seat (or ONLOOKER) may know: this is what a bot is given."""
        return self.position().view(viewer)

    def board(self, viewer: int = ONLOOKER) -> str:
        out = _Text()
        lib.spk_match_board(self._c, self.box._viewer(viewer), out.buf)
        return out.take()

    def json(self, viewer: int = ONLOOKER) -> Any:
        out = _Text()
        lib.spk_match_json(self._c, self.box._viewer(viewer), ffi.new("spk_json *", {"out": out.buf}))
        return json.loads(out.take())

    def history(self, viewer: int = ONLOOKER, first: int = 1) -> list[str]:
        """What the viewer has heard, from that number of their own count on."""
        out = _Text()
        lib.spk_match_history(self._c, self.box._viewer(viewer), max(1, first), out.buf)
        return out.take().splitlines()

    def result(self) -> Result:
        room = ffi.new("spk_result *")
        lib.spk_match_result(self._c, room)
        return _result(room)

    def __len__(self) -> int:
        """Entries of the log, chance's own among them."""
        return int(lib.spk_match_n_entries(self._c))

    def entries(self) -> Iterator[tuple[int, str]]:
        """The log: who, and what."""
        for i in range(len(self)):
            entry = lib.spk_match_entry(self._c, i)
            yield int(entry.seat), _text(entry.text)

    def __repr__(self) -> str:
        return f"<speakeasy.Match {self.box.game.key}, {len(self)} entries>"


class Bot:
    """A computer player in one seat. It is given views and answers with moves."""

    def __init__(self, kind: str, box: Box, seat: int, seed: int = 1) -> None:
        if not 0 <= seat < box.players:
            raise ValueError(f"{seat} is no seat of this table")
        self.box, self.seat, rng = box, seat, Rng(seed, 1 + seat)
        script = lib.spk_script_find(box.game._c, kind.encode())
        found = lib.spk_bot_find(kind.encode())
        if script != ffi.NULL:
            self._c = lib.spk_bot_new_script(script, box._c, seat, rng._c)
        elif found != ffi.NULL:
            self._c = lib.spk_bot_new(found, box._c, seat, rng._c)
        else:
            raise Refused(f"there is no bot '{kind}'; there are {', '.join([*bots(), *box.game.scripts])}")
        self._c = _owned(self._c, lib.spk_bot_free, box._c)

    def choose(self, view: Union[Position, Match], iterations: int = 1000) -> int:
        """Its move. 'iterations' is how long it thinks, where the kind sets no limit of its own."""
        seen = view.view(self.seat) if view is not None and getattr(view, "viewer", None) != self.seat else view
        assert isinstance(seen, Position)
        if self.seat not in seen.actors:
            raise Refused(f"seat {self.seat} is not to act")
        if seen.box.game.key != self.box.game.key or seen.box.players != self.box.players:
            raise Refused("the bot plays at another table")
        return int(lib.spk_bot_choose(self._c, seen._c, iterations))

    def lines(self, most: int = 10) -> list[Line]:
        """What it found about its last decision, most visited first; none, if it does not search."""
        room = ffi.new("spk_line[]", most)
        n = lib.spk_bot_lines(self._c, room, most)
        return [Line(room[i].move, self.box.move_text(room[i].move), room[i].visits, room[i].value / lib.SPK_WIN)
                for i in range(n)]


def analyse(match: Match, bot: str = "hard", iterations: int = 1000, seed: int = 1) -> Any:
    """What every move of a match cost and what chance did, as docs/analysis.md lists it."""
    kind = lib.spk_bot_find(bot.encode())
    if kind == ffi.NULL or not lib.py_searches(kind):
        raise Refused(f"'{bot}' is no bot that searches")
    analysis = _owned(lib.spk_analysis_new(match._c, kind, seed), lib.spk_analysis_free, match._c)
    while lib.spk_analysis_step(analysis, iterations):
        pass
    out = _Text()
    sheet = ffi.new("spk_json *", {"out": out.buf})
    lib.spk_json_open(sheet, b"{")
    lib.spk_analysis_print(analysis, sheet)
    lib.spk_json_close(sheet, b"}")
    return json.loads(out.take())
