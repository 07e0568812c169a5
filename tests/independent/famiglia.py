#!/usr/bin/env python3
"""A second opinion on the rules of Famiglia.

    speakeasy trace famiglia --seed 7 --views | python3 tests/independent/famiglia.py
    python3 tests/independent/famiglia.py evening.trace morning.trace

Reads traces (docs/trace.md; several may follow one another in one stream) and plays every game again
with a model of its own, written from the rules (src/games/famiglia/README.md) and the fields of the
state (docs/games/famiglia.md) alone. Numbers such as FA-3.8 are those of the rules.

Every step is computed from nothing but the state printed on the line before and the options in the
first line. So if anything that matters were missing in the state, it would show.

At the first disagreement both sides are printed, and the exit code is 1; it is 2 if there was nothing
to check. Games with another edition: --edition FILE.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Iterable, NoReturn, Optional

Card = str  # "F3": family and printed rank
Json = dict[str, Any]

# ---------------------------------------------------------------------------------------------------
# Cards
# ---------------------------------------------------------------------------------------------------

FAMILIES = ["F", "A", "B", "M"]  # La Famiglia, Accountants, Brutes, Mercenaries
RANKS = [0, 1, 2, 3, 4]
TYPES: list[Card] = [f"{family}{rank}" for family in FAMILIES for rank in RANKS]
PLACE: dict[Card, int] = {card: place for place, card in enumerate(TYPES)}  # in type order
COPIES = [5, 4, 3, 2, 1]  # of each family, by rank
STREET_SIZE = 6  # FA-1.7, FA-4.1
SEATS = [0, 1]  # FA-1.1

CHANCE = "chance"


def family_of(card: Card) -> str:
    return card[0]


def rank_of(card: Card) -> int:
    """The printed rank."""
    return int(card[1])


def in_order(cards: Counter[Card]) -> list[Card]:
    """The cards of a zone as they are printed: in type order."""
    return sorted(cards.elements(), key=PLACE.__getitem__)


def how_many(cards: Counter[Card]) -> int:
    return sum(cards.values())


# ---------------------------------------------------------------------------------------------------
# What is chosen before the deal
# ---------------------------------------------------------------------------------------------------

OPTIONS = {
    "start_player": ["random", "seat_1", "seat_2"],  # FA-R1
    "end_on_refill_after_second": ["extra_round", "end_now"],  # FA-R24
    "joker_only_if_needed": ["off", "on"],  # FA-R43
    "tie_break": ["draw", "descending"],  # FA-R50
    "show_hands": ["on", "off"],  # FA-R51
}


@dataclass
class Edition:
    """What the rulebook does not print: points and starter sets (FA-R2)."""

    name: str
    points: dict[str, list[int]]
    starters: list[list[Card]]

    def points_of(self, card: Card) -> int:
        return self.points[family_of(card)][rank_of(card)]


DEFAULT_EDITION = Edition(
    name="default",
    points={
        "F": [1, 3, 6, 10, 15],
        "A": [0, 1, 3, 6, 10],
        "B": [0, 1, 3, 6, 10],
        "M": [0, 1, 3, 6, 10],
    },
    starters=[["F0", "A0", "B0", "M0"], ["F0", "A0", "B0", "M0"]],
)


def read_edition(path: str) -> Edition:
    """An edition file: one fact a line; # begins a comment."""
    families = {"la_famiglia": "F", "accountants": "A", "brutes": "B", "mercenaries": "M"}
    gangsters = {"la_famiglia_0": "F0", "accountant_0": "A0", "brute_0": "B0", "mercenary_0": "M0"}
    edition = Edition("", {}, [[], []])
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split("#")[0].split()
            if not words:
                continue
            if words[0] == "edition":
                edition.name = " ".join(words[1:])
            elif words[0] == "points":
                edition.points[families[words[1]]] = [int(word) for word in words[2:]]
            elif words[0] == "starter":
                edition.starters[int(words[1]) - 1] = [gangsters[word] for word in words[2:]]
    return edition


@dataclass
class Table:
    """The options of one game and its edition."""

    options: dict[str, str]
    edition: Edition

    def has(self, option: str, value: str) -> bool:
        return self.options[option] == value


# ---------------------------------------------------------------------------------------------------
# A position
# ---------------------------------------------------------------------------------------------------


@dataclass
class StreetCard:
    card: Card
    new: bool = False  # laid out by a refresh in this turn (FA-3.5, FA-R6)
    reduction: int = 0  # by a Brute in this turn (FA-7.2)

    def effective_rank(self) -> int:
        return rank_of(self.card) - self.reduction

    def with_new(self) -> str:
        """As moves of the actions 1 and 3 name it."""
        return self.card + ("*" if self.new else "")

    def with_marks(self) -> str:
        """As moves of action 4 name it."""
        return self.with_new() + (f"-{self.reduction}" if self.reduction else "")


@dataclass
class Player:
    hand: Counter[Card]
    display: Counter[Card]
    recruited: int = 0

    def owned(self) -> Counter[Card]:
        return self.hand + self.display


@dataclass
class Position:
    """Everything that lies on the table, and whose turn it is to do what."""

    table: Table
    players: list[Player]
    phase: str = "start"
    turns: int = 0
    active: int = 0
    start: int = 0
    deck_pass: str = "first"
    last_turn_was_pass: bool = False
    second_pass_refreshes: int = 0
    due: int = 0
    due_new: bool = False
    accountant: int = 0
    taken: list[Card] = field(default_factory=list)
    to_give: int = 0
    floor: Optional[Card] = None
    brute: int = 0
    double_pass: bool = False
    street: list[StreetCard] = field(default_factory=list)
    pile: Counter[Card] = field(default_factory=Counter)  # shuffled, without an order
    under: list[Card] = field(default_factory=list)  # put under it, the next to be drawn first
    discard: Counter[Card] = field(default_factory=Counter)

    @staticmethod
    def first(table: Table) -> Position:
        """Before anything has happened (FA-1)."""
        # FA-1.2, FA-1.3, FA-1.5: a starter set each; display and discard pile are empty
        players = [Player(Counter(starter), Counter()) for starter in table.edition.starters]
        position = Position(table, players)
        # FA-1.4: the pile is all cards that are in no starter set
        position.pile = Counter({card: COPIES[rank_of(card)] for card in TYPES})
        for player in players:
            position.pile -= player.hand
        position.due = STREET_SIZE  # FA-1.7
        # FA-1.6, FA-R1: chance is asked for the start player only if it is to be random
        if not table.has("start_player", "random"):
            position.start = {"seat_1": 0, "seat_2": 1}[table.options["start_player"]]
            position.active = position.start
            position.lay_out_what_is_due()
        return position

    # --- printed and read ---

    def to_json(self) -> Json:
        return {
            "phase": self.phase,
            "turns": self.turns,
            "active": self.active,
            "start": self.start,
            "deck_pass": self.deck_pass,
            "end_triggered": self.end_triggered(),
            "last_turn_was_pass": self.last_turn_was_pass,
            "second_pass_refreshes": self.second_pass_refreshes,
            "due": self.due,
            "due_new": self.due_new,
            "accountant": self.accountant,
            "taken": in_order(Counter(self.taken)),
            "to_give": self.to_give,
            "floor": self.floor,
            "brute": self.brute,
            "double_pass": self.double_pass,
            "players": [
                {
                    "hand": in_order(player.hand),
                    "hand_size": how_many(player.hand),
                    "display": in_order(player.display),
                    "score": self.score(player),
                    "recruited": player.recruited,
                }
                for player in self.players
            ],
            "street": [
                {"card": lying.card, "new": lying.new, "reduction": lying.reduction}
                for lying in sorted(
                    self.street, key=lambda lying: (lying.new, PLACE[lying.card], lying.reduction)
                )
            ],
            "pile_size": self.pile_size(),
            "pile": in_order(self.pile),
            "under": list(self.under),
            "discard": in_order(self.discard),
        }

    @staticmethod
    def from_json(table: Table, state: Json) -> Position:
        players = [
            Player(Counter(player["hand"]), Counter(player["display"]), player["recruited"])
            for player in state["players"]
        ]
        position = Position(table, players)
        position.phase = state["phase"]
        position.turns = state["turns"]
        position.active = state["active"]
        position.start = state["start"]
        position.deck_pass = state["deck_pass"]
        position.last_turn_was_pass = state["last_turn_was_pass"]
        position.second_pass_refreshes = state["second_pass_refreshes"]
        position.due = state["due"]
        position.due_new = state["due_new"]
        position.accountant = state["accountant"]
        position.taken = list(state["taken"])
        position.to_give = state["to_give"]
        position.floor = state["floor"]
        position.brute = state["brute"]
        position.double_pass = state["double_pass"]
        position.street = [
            StreetCard(lying["card"], lying["new"], lying["reduction"]) for lying in state["street"]
        ]
        position.pile = Counter(state["pile"])
        position.under = list(state["under"])
        position.discard = Counter(state["discard"])
        return position

    # --- looking ---

    def me(self) -> Player:
        return self.players[self.active]

    def actor(self) -> Any:
        """Who acts next: chance, a seat, or nobody (None)."""
        if self.phase == "over":
            return None
        return CHANCE if self.phase in ("start", "draw") else self.active

    def pile_size(self) -> int:
        return how_many(self.pile) + len(self.under)

    def end_triggered(self) -> bool:
        """FA-10.1, FA-10.3: no card is face down any more, and there will be no reshuffle."""
        return self.deck_pass == "second" and self.pile_size() == 0

    def score(self, player: Player) -> int:
        """FA-11.1, FA-11.2"""
        owned = player.owned()
        return sum(self.table.edition.points_of(card) * owned[card] for card in owned)

    # --- what may be done ---

    def outcomes(self) -> dict[str, int]:
        """What chance may do, with the weights."""
        if self.phase == "start":
            return {"start 0": 1, "start 1": 1}  # FA-R1: uniformly random
        # Each card of the shuffled pile is as likely to be on top as any other.
        return {f"draw {card}": self.pile[card] for card in TYPES if self.pile[card] > 0}

    def moves(self) -> set[str]:
        """What the active seat may do."""
        if self.phase == "refresh":
            return self.refreshes() | {"end_refresh"}  # FA-2.3, FA-R5
        if self.phase == "exchange":
            return self.accountants() | {"skip_exchange"}  # FA-2.3
        if self.phase == "exchange_take":
            return self.takes() | ({"stop"} if self.taken else set())  # FA-6.2, FA-R30, FA-R33
        if self.phase == "exchange_give":
            return self.gives()
        if self.phase == "intimidate":
            return self.brutes() | {"skip_intimidate"}  # FA-2.3
        if self.phase == "recruit":
            return self.recruits() | {"pass"}  # FA-9.1
        return set()

    def refreshes(self) -> set[str]:
        """Action 1 (FA-3, FA-5)."""
        # FA-3.1, FA-3.6, FA-5.1: no 0 in the street
        if any(rank_of(lying.card) == 0 for lying in self.street):
            return set()
        # FA-R18: there is something to draw
        if self.pile_size() == 0:
            return set()
        # FA-5.2, FA-4.6: in the second pass once
        if self.deck_pass == "second" and self.second_pass_refreshes > 0:
            return set()
        # FA-3.7, FA-R7, FA-R8: any card, old or new
        return {f"refresh {lying.with_new()}" for lying in self.street}

    def accountants(self) -> set[str]:
        """Action 2 (FA-6): the Accountants that can be played."""
        moves = set()
        for rank in [1, 2, 3, 4]:  # FA-2.7: not the 0
            accountant = f"A{rank}"
            if self.me().hand[accountant] == 0:
                continue
            hand_after = self.me().hand - Counter([accountant])
            # FA-R30, FA-R32: some exchange must be possible; if any is, then one of a single card.
            if any(can_exchange(hand_after, [card]) for card in self.me().display):
                moves.add(f"play_accountant {accountant}")
        return moves

    def takes(self) -> set[str]:
        """Cards that may come back from the display, one by one, in type order."""
        if len(self.taken) == self.accountant:  # FA-6.2
            return set()
        # FA-6.4, FA-R31: not the card just played, but an equal one that lay there before
        display_before = self.me().display - Counter([f"A{self.accountant}"])
        hand_before = self.me().hand - Counter(self.taken)
        return {
            f"take {card}"
            for card in display_before
            if PLACE[card] >= PLACE[self.floor] and can_exchange(hand_before, self.taken + [card])
        }

    def gives(self) -> set[str]:
        """Cards that may be laid down in return, one by one, in type order (FA-6.3)."""
        can_go = [card for card in in_order(self.me().hand) if card not in self.taken]  # FA-R32
        moves = set()
        for card in can_go:
            left = [other for other in can_go if PLACE[other] >= PLACE[card]]
            if PLACE[card] >= PLACE[self.floor] and len(left) >= self.to_give:
                moves.add(f"give {card}")
        return moves

    def brutes(self) -> set[str]:
        """Action 3 (FA-7)."""
        moves = set()
        for rank in [1, 2, 3, 4]:  # FA-2.7: not the 0
            if self.me().hand[f"B{rank}"] == 0:
                continue
            for lying in self.street:  # FA-R36: old or new; FA-R35: a 0 gives an empty range
                for amount in range(1, min(rank, rank_of(lying.card)) + 1):  # FA-7.2, 7.3, R34
                    moves.add(f"play_brute B{rank} {lying.with_new()} {amount}")
        return moves

    def recruits(self) -> set[str]:
        """Action 4 (FA-8)."""
        hand = self.me().hand
        moves = set()
        only_new = any(lying.new for lying in self.street)  # FA-3.8, FA-8.9
        for lying in self.street:
            if only_new and not lying.new:
                continue
            rank = lying.effective_rank()  # FA-7.4, FA-R38
            name = lying.with_marks()
            if rank == 0:
                moves.add(f"recruit {name}")  # FA-8.1
                continue
            natural = f"{family_of(lying.card)}{rank - 1}"  # FA-8.2
            jokers = [f"M{n}" for n in [1, 2, 3, 4] if n >= rank and hand[f"M{n}"] > 0]  # FA-8.6
            if hand[natural] == 0:
                continue  # FA-8.7
            # Two natural cards (FA-8.2)
            if hand[natural] >= 2:
                moves.add(f"recruit {name} exhaust {natural}")
            # One natural card and a joker (FA-8.5); either may be exhausted (FA-8.8)
            if hand[natural] == 1 or self.table.has("joker_only_if_needed", "off"):  # FA-R43
                for joker in jokers:
                    moves.add(f"recruit {name} exhaust {natural}")
                    moves.add(f"recruit {name} exhaust {joker}")
        return moves

    # --- what it does ---

    def do(self, text: str) -> None:
        """A move or outcome that is legal here, and all that follows by itself."""
        word, *more = text.split(" ")
        me = self.me()

        if word == "start":
            self.start = self.active = int(more[0])  # FA-2.1
            self.lay_out_what_is_due()

        elif word == "draw":
            self.pile -= Counter([more[0]])
            self.lay_out(more[0])
            self.lay_out_what_is_due()

        elif word == "refresh":
            lying = self.pick_up(more[0])
            if self.deck_pass == "first":
                self.discard[lying.card] += 1  # FA-3.3
            else:
                self.under.append(lying.card)  # FA-5.3
                self.second_pass_refreshes += 1  # FA-5.2
            self.due = rank_of(lying.card)  # FA-3.4, FA-5.4, FA-R64
            self.due_new = True  # FA-3.5
            self.lay_out_what_is_due()

        elif word == "end_refresh":
            self.go_on_with("exchange")

        elif word == "play_accountant":
            accountant = more[0]
            me.hand -= Counter([accountant])  # FA-6.1
            me.display[accountant] += 1
            self.accountant = rank_of(accountant)
            self.phase = "exchange_take"
            self.floor = TYPES[0]

        elif word == "skip_exchange":
            self.go_on_with("intimidate")

        elif word == "take":
            card = more[0]
            me.display -= Counter([card])
            me.hand[card] += 1  # FA-6.5
            self.taken.append(card)
            self.floor = card
            if not self.takes():
                self.begin_to_give()

        elif word == "stop":
            self.begin_to_give()

        elif word == "give":
            card = more[0]
            me.hand -= Counter([card])
            me.display[card] += 1
            self.to_give -= 1
            self.floor = card
            if self.to_give == 0:
                self.taken = []
                self.floor = None
                self.go_on_with("intimidate")

        elif word == "play_brute":
            brute, target, amount = more
            me.hand -= Counter([brute])  # FA-7.1
            me.display[brute] += 1
            self.brute = rank_of(brute)
            for lying in self.street:
                if lying.with_new() == target:
                    lying.reduction = int(amount)  # FA-7.2
                    break
            self.phase = "recruit"

        elif word == "skip_intimidate":
            self.phase = "recruit"

        elif word == "recruit":
            lying = self.pick_up(more[0])
            me.hand[lying.card] += 1  # FA-8.1, FA-8.4
            me.recruited += 1
            if len(more) > 1:
                exhausted = more[2]  # more[1] is the word "exhaust"
                me.hand -= Counter([exhausted])  # FA-8.4; the other shown card stays in hand
                me.display[exhausted] += 1
            self.end_turn(passed=False)

        elif word == "pass":
            self.end_turn(passed=True)

        else:
            raise ValueError(text)

    def pick_up(self, name: str) -> StreetCard:
        """Takes the card of that name, with its marks, out of the street."""
        for lying in self.street:
            if lying.with_marks() == name:
                self.street.remove(lying)
                return lying
        raise ValueError(name)

    def begin_to_give(self) -> None:
        self.phase = "exchange_give"
        self.to_give = len(self.taken)  # FA-6.3
        self.floor = TYPES[0]

    def lay_out(self, card: Card) -> None:
        """One card that has left the draw pile comes into the street."""
        self.street.append(StreetCard(card, new=self.due_new))  # FA-3.5, FA-R21
        self.due -= 1
        # FA-4.3, FA-R11, FA-R15: the moment the draw pile is empty for the first time. The discard
        # pile may be empty too (FA-R16).
        if self.deck_pass == "first" and self.pile_size() == 0:
            self.deck_pass = "second"
            self.pile = self.discard
            self.discard = Counter()

    def lay_out_what_is_due(self) -> None:
        """Up to where chance has to say which card is next, or to the end; then the game goes on."""
        while self.due > 0 and self.pile_size() > 0:
            if how_many(self.pile) > 0:
                self.phase = "draw"
                return
            self.lay_out(self.under.pop(0))  # first in, first out: no chance in it
        by_refresh = self.due_new
        self.due = 0  # FA-5.4, FA-R13, FA-R14: what does not exist is not laid out
        self.due_new = False
        # FA-R24: this was a refill after the second player's turn
        if (
            not by_refresh
            and self.table.has("end_on_refill_after_second", "end_now")
            and self.end_triggered()
            and self.active == self.start
        ):
            self.phase = "over"
            return
        # FA-3.6, FA-4.6: a refresh may be followed by another one. A refill begins a turn.
        self.go_on_with("refresh")

    def go_on_with(self, first: str) -> None:
        """The first phase from there on in which there is something to do (FA-2.2)."""
        if first == "refresh" and self.refreshes():
            self.phase = "refresh"
        elif first in ("refresh", "exchange") and self.accountants():
            self.phase = "exchange"
        elif self.brutes():
            self.phase = "intimidate"
        else:
            self.phase = "recruit"

    def end_turn(self, passed: bool) -> None:
        for lying in self.street:
            lying.new = False  # FA-R22
            lying.reduction = 0  # FA-R37, FA-R38
        self.accountant = 0
        self.brute = 0
        self.second_pass_refreshes = 0  # FA-R17
        self.turns += 1
        # FA-10.4, FA-R26; FA-R27: only before the end is triggered
        if passed and self.last_turn_was_pass and not self.end_triggered():
            self.double_pass = True
            self.phase = "over"
            return
        self.last_turn_was_pass = passed
        # FA-10.2, FA-R62: the second player's turn is the last; no refill after it
        if self.end_triggered() and self.active != self.start:
            self.phase = "over"
            return
        self.active = 1 - self.active  # FA-2.8
        if not self.street and self.pile_size() > 0:
            self.due = STREET_SIZE  # FA-4.1
            self.lay_out_what_is_due()
        else:
            self.go_on_with("refresh")  # FA-4.2

    # --- the end ---

    def result(self) -> Json:
        scores = [self.score(player) for player in self.players]
        # What is compared, the weightiest first (FA-11.3, FA-11.4, FA-R50)
        claims: list[list[int]] = []
        longest = max(how_many(player.owned()) for player in self.players)
        for player, score in zip(self.players, scores):
            singles = sorted(
                (self.table.edition.points_of(card) for card in player.owned().elements()),
                reverse=True,
            )
            singles += [0] * (longest - len(singles))  # a missing card counts 0
            if self.table.has("tie_break", "draw"):
                singles = singles[:1]  # only the best single card
            claims.append([score] + singles)
        ranks = [1 if claims[seat] == max(claims) else 2 for seat in SEATS]
        return {
            "scores": scores,
            "ranks": ranks,
            "winners": [seat for seat in SEATS if ranks[seat] == 1],
        }

    def reason(self) -> Optional[str]:
        if self.phase != "over":
            return None  # a replay that was cut short
        return "double_pass" if self.double_pass else "end_trigger"


def can_exchange(hand: Counter[Card], taken: list[Card]) -> bool:
    """Whether a hand (without the Accountant that was played, and without what it takes) can lay down
    as many cards as it takes, none of a type that it takes (FA-6.3, FA-R30, FA-R32)."""
    return sum(hand[card] for card in hand if card not in taken) >= len(taken)


def views_of(table: Table, state: Json) -> list[Json]:
    """What each seat sees, and last the onlooker (FA-R51, FA-R54)."""
    views = []
    for viewer in [0, 1, None]:
        view = dict(state)
        if table.has("show_hands", "off"):
            del view["pile"]  # or a hidden hand could be told from what lies nowhere else
            view["players"] = [
                {
                    name: value
                    for name, value in player.items()
                    if seat == viewer or name not in ("hand", "score")
                }
                for seat, player in enumerate(state["players"])
            ]
        views.append(view)
    return views


# ---------------------------------------------------------------------------------------------------
# Comparing
# ---------------------------------------------------------------------------------------------------

# Where to look when they disagree.
RULES_OF_PHASE = {
    "start": "FA-1.6, FA-R1",
    "draw": "FA-1.4, FA-1.7, FA-3.4, FA-4, FA-5.4",
    "refresh": "FA-3, FA-4.6, FA-5, FA-R18",
    "exchange": "FA-6, FA-R30 to FA-R32",
    "exchange_take": "FA-6.2, FA-6.4, FA-R30 to FA-R33",
    "exchange_give": "FA-6.3, FA-R32",
    "intimidate": "FA-7, FA-R34 to FA-R36",
    "recruit": "FA-3.8, FA-8, FA-9.1, FA-R38 to FA-R43",
    "over": "FA-10, FA-I19",
}
RULES_OF_FIELD = {
    "phase": "FA-2.2, FA-10",
    "turns": "FA-2.4",
    "active": "FA-2.1, FA-2.8, FA-10.2",
    "start": "FA-1.6",
    "deck_pass": "FA-4.3",
    "end_triggered": "FA-10.1, FA-R16",
    "last_turn_was_pass": "FA-9, FA-10.4",
    "second_pass_refreshes": "FA-4.6, FA-5.2",
    "due": "FA-1.7, FA-3.4, FA-4.1, FA-5.4",
    "due_new": "FA-3.5, FA-R21",
    "accountant": "FA-6.1",
    "taken": "FA-6.2",
    "to_give": "FA-6.3",
    "floor": "FA-6, docs/games/famiglia.md, An exchange",
    "brute": "FA-7.1",
    "double_pass": "FA-10.4, FA-R26, FA-R27",
    "players": "FA-6 to FA-8, FA-11",
    "street": "FA-3 to FA-5, FA-7, FA-R22, FA-R38",
    "pile_size": "FA-3.4, FA-4.3, FA-5.3, FA-5.4",
    "pile": "FA-1.4, FA-4.3",
    "under": "FA-5.3",
    "discard": "FA-3.3, FA-4.3",
}
FIELDS_OF_LINE = {
    "start": ["type", "game", "players", "options", "edition", "state"],
    "step": ["type", "n", "actor", "move", "legal", "state"],
    "undo": ["type", "n", "actor", "state"],
    "talk": ["type", "n", "actor", "text", "state"],
    "end": ["type", "result", "reason"],
}
SKIPPING = ["end_refresh", "skip_exchange", "skip_intimidate", "pass"]
FORM = "docs/trace.md"
SPELLING = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


class Disagreement(Exception):
    def __init__(self, what: str, rule: str, ours: Any, theirs: Any) -> None:
        super().__init__(what)
        self.what = what
        self.rule = rule
        self.ours = ours
        self.theirs = theirs


def sorted_fields(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: sorted_fields(value[name]) for name in sorted(value)}
    if isinstance(value, list):
        return [sorted_fields(part) for part in value]
    return value


def same(one: Any, other: Any) -> bool:
    """Compared as text, for true is not 1. Mostly the fields have the same order, though they need not."""
    return repr(one) == repr(other) or repr(sorted_fields(one)) == repr(sorted_fields(other))


def agree(what: str, rule: str, ours: Any, theirs: Any) -> None:
    if not same(ours, theirs):
        raise Disagreement(what, rule, ours, theirs)


def agree_on_state(what: str, ours: Json, theirs: Any) -> None:
    """Field by field."""
    if same(ours, theirs):
        return
    if not isinstance(theirs, dict):
        raise Disagreement(what, FORM, "an object", theirs)
    agree(f"the fields of {what}", "docs/games/famiglia.md", sorted(ours), sorted(theirs))
    for name, value in ours.items():
        agree(f"{name} in {what}", RULES_OF_FIELD[name], value, theirs[name])


def agree_on_legal(what: str, rule: str, ours: dict[str, int], theirs: dict[str, int]) -> None:
    """The same moves, with the same weights; shows only where they differ."""
    if ours != theirs:
        raise Disagreement(
            what,
            rule,
            {move: weight for move, weight in ours.items() if theirs.get(move) != weight},
            {move: weight for move, weight in theirs.items() if ours.get(move) != weight},
        )


class Check:
    """One game, line by line."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.n = 0
        self.steps = 0
        self.about = ""
        self.with_views = False
        self.table: Table
        self.state: Json
        self.before: list[tuple[Any, Json]] = []  # steps that still stand: actor, position before

    def line(self, text: str) -> bool:
        """Checks one line; true if it is the last one of its trace."""
        try:
            line = json.loads(text)
        except ValueError:
            raise Disagreement("the line", FORM, "a JSON object", text) from None
        kind = line.get("type") if isinstance(line, dict) else None
        if kind not in FIELDS_OF_LINE or (kind == "start") != (self.about == ""):
            raise Disagreement("the kind of line", FORM, "start, step (undo, talk), end", kind)
        fields = FIELDS_OF_LINE[kind]
        if kind == "start":
            self.with_views = "views" in line
        if self.with_views and kind in ("start", "step"):
            fields = fields + ["views"]
        agree("the fields of the line", FORM, fields, list(line))
        # No blanks, and no field twice
        agree("the spelling of the line", FORM, SPELLING.encode(line), text)

        if kind == "start":
            self.check_start(line)
            return False
        if kind == "end":
            self.check_end(line)
            return True
        self.n += 1
        agree("n", FORM, self.n, line["n"])
        if kind == "step":
            self.check_step(line)
        elif kind == "undo":
            self.check_undo(line)
        else:
            agree_on_state("the state after talk", self.state, line["state"])
        return False

    def check_start(self, line: Json) -> None:
        agree("the game", FORM, "famiglia", line["game"])
        agree("the number of players", "FA-1.1", 2, line["players"])
        options = line["options"]
        agree("the options", "docs/games/famiglia.md", sorted(OPTIONS), sorted(options))
        for name, value in options.items():
            if value not in OPTIONS[name]:
                raise Disagreement(f"option {name}", "docs/games/famiglia.md", OPTIONS[name], value)
        agree("the edition", FORM, self.edition.name, line["edition"])
        self.table = Table(options, self.edition)
        self.about = " ".join(f"{name}={value}" for name, value in options.items())
        self.state = Position.first(self.table).to_json()
        agree_on_state("the first state", self.state, line["state"])
        self.check_views(line)

    def check_step(self, line: Json) -> None:
        position = Position.from_json(self.table, self.state)
        rule = RULES_OF_PHASE[position.phase]
        move = line["move"]
        agree("the actor", "FA-2.1, FA-10, FA-I19", position.actor(), line["actor"])

        what = f"legal in phase {position.phase}"
        if position.actor() == CHANCE:
            for outcome in line["legal"]:
                if list(outcome) != ["move", "weight"] or type(outcome["weight"]) is not int:
                    raise Disagreement(what, FORM, '{"move": text, "weight": number}', outcome)
            listed = [outcome["move"] for outcome in line["legal"]]
            theirs = {outcome["move"]: outcome["weight"] for outcome in line["legal"]}
            agree_on_legal(what, rule, position.outcomes(), theirs)
        else:
            listed = line["legal"]
            ours = {text: 1 for text in sorted(position.moves())}
            agree_on_legal(what, rule, ours, {text: 1 for text in listed})
            for text in listed[:-1]:
                if text in SKIPPING:
                    raise Disagreement("the order of legal", FORM, f"{text} is last", listed)
        if len(set(listed)) != len(listed):
            raise Disagreement(what, FORM, "nothing twice", listed)
        if move not in listed:
            raise Disagreement("the move", FORM, "one of legal", move)

        self.before.append((line["actor"], self.state))
        position.do(move)
        self.state = position.to_json()
        agree_on_state(f"the state after {move}", self.state, line["state"])
        self.check_views(line)
        self.steps += 1

    def check_undo(self, line: Json) -> None:
        if not self.before:
            raise Disagreement("undo", FORM, "nothing to take back", line["actor"])
        actor, self.state = self.before.pop()
        agree("who takes back", FORM, actor, line["actor"])
        agree_on_state("the state after undo", self.state, line["state"])

    def check_views(self, line: Json) -> None:
        if not self.with_views:
            return
        ours = views_of(self.table, self.state)
        agree("the number of views", FORM, len(ours), len(line["views"]))
        for seat, view, theirs in zip(["seat 0", "seat 1", "the onlooker"], ours, line["views"]):
            agree_on_state(f"the view of {seat}", view, theirs)

    def check_end(self, line: Json) -> None:
        position = Position.from_json(self.table, self.state)
        agree("the reason", "FA-10.2, FA-10.4, FA-R24, FA-R27", position.reason(), line["reason"])
        agree("the result", "FA-11, FA-R50", position.result(), line["result"])


# ---------------------------------------------------------------------------------------------------
# Reading
# ---------------------------------------------------------------------------------------------------


@dataclass
class Totals:
    traces: int = 0
    steps: int = 0


def complain(place: str, check: Check, problem: Disagreement) -> NoReturn:
    print(f"DISAGREEMENT in {place}, step {check.n}: {problem.what}")
    print(f"  rule:    {problem.rule}")
    print(f"  checker: {SPELLING.encode(problem.ours)}")
    print(f"  trace:   {SPELLING.encode(problem.theirs)}")
    print(f"  table:   {check.about or '-'}")
    sys.exit(1)


def check_stream(name: str, lines: Iterable[str], edition: Edition, totals: Totals) -> None:
    check: Optional[Check] = None
    traces = 0
    number = 0
    for number, text in enumerate(lines, start=1):
        if check is None:
            check = Check(edition)
            traces += 1
        place = f"{name}, trace {traces}, line {number}"
        try:
            is_last = check.line(text.rstrip("\n"))
        except Disagreement as problem:
            complain(place, check, problem)
        if is_last:
            totals.traces += 1
            totals.steps += check.steps
            check = None
    if check is not None:
        problem = Disagreement("the trace breaks off", FORM, "a line of type end", None)
        complain(f"{name}, trace {traces}, line {number}", check, problem)


def main() -> None:
    parser = argparse.ArgumentParser(description="Checks traces of Famiglia against the rules.")
    parser.add_argument("files", nargs="*", metavar="FILE", help="traces; else standard input")
    parser.add_argument("--edition", metavar="FILE", help="the edition that was played with")
    arguments = parser.parse_args()
    edition = read_edition(arguments.edition) if arguments.edition else DEFAULT_EDITION
    totals = Totals()
    if not arguments.files:
        sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        check_stream("standard input", sys.stdin, edition, totals)
    for path in arguments.files:
        with open(path, encoding="utf-8") as file:
            check_stream(path, file, edition, totals)
    print(f"{totals.traces} traces, {totals.steps} steps checked")
    if totals.traces == 0:
        sys.exit(2)


if __name__ == "__main__":
    main()
