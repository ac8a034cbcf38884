"""A seat's view as an array of whole numbers, always of the same length and order in a room.

Built from the view alone, so it cannot tell more. Seats are told from the one that looks on, so that a player
learns the same wherever it sits. What was passed before is told only by what may be done now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from phzdsl.cards import KINDS, Kind
from phzdsl.game.rules import Game
from phzdsl.game.state import Phase, Source
from phzdsl.game.view import SeenSeat, View

__all__ = ["Array", "Sight"]

Array = np.ndarray[tuple[int], np.dtype[np.int32]]

_MOST = 2_000_000_000
_PHASES = tuple(phase.value for phase in Phase)
_SOURCES = tuple(source.value for source in Source)


class Sight:
    """How the seats of a room see.

    Attributes:
        parts: what the array holds, in order: names, and how many numbers each has.
        least, most: bounds of each number.
    """

    def __init__(self, game: Game) -> None:
        self._melds = (*(meld.id for meld in game.ruleset.melds if meld.on_table), "chi")
        total = game.total
        per_seat = [("held", 1), ("declared", 1), ("paid", 1), ("discards", KINDS), ("unused", KINDS)]
        # Cards of a meld by kind, and how many of them lie face down.
        per_seat += [(meld, KINDS + 1) for meld in self._melds]
        own = [
            ("hand", KINDS), ("stock", 1), ("dealer", total), ("turn", total), ("phase", len(_PHASES)),
            ("giver", total), ("source", len(_SOURCES)), ("offer", KINDS), ("shown", KINDS), ("indicator", KINDS),
        ]  # fmt: skip
        self.parts = (*own, *((f"{name} {at}", size) for at in range(total) for name, size in per_seat))
        self.least = np.concatenate(
            [np.full(size, -_MOST if _signed(name) else 0, np.int32) for name, size in self.parts]
        )
        cards = sum(game.copies)
        self.most = np.concatenate(
            [np.full(size, _MOST if _signed(name) else cards, np.int32) for name, size in self.parts]
        )

    def array(self, view: View) -> Array:
        """Return what a seat sees."""
        return np.fromiter(self._numbers(view), np.int32, len(self.least))

    def _numbers(self, view: View) -> Iterator[int]:
        total = len(view.seats)
        offer = view.offer
        yield from view.seats[view.seat].hand or bytes(KINDS)
        yield view.stock
        yield from _place(view.dealer, view.seat, total)
        yield from _place(view.turn, view.seat, total)
        yield from _one_of(_PHASES, view.phase)
        yield from _place(None if offer is None else offer.giver, view.seat, total)
        yield from _one_of(_SOURCES, None if offer is None else offer.source)
        for card in (None if offer is None else offer.card, view.shown, view.indicator):
            yield from (int(kind == card) for kind in range(KINDS))
        for step in range(total):
            at = (view.seat + step) % total
            yield from self._seat(view.seats[at], view.paid[at])

    def _seat(self, seat: SeenSeat, paid: int) -> Iterator[int]:
        yield seat.held
        yield int(seat.declared)
        yield max(-_MOST, min(_MOST, paid))
        yield from _counts(seat.discards)
        yield from _counts(seat.unused)
        for meld in self._melds:
            cards = [card for laid in seat.melds if laid.meld == meld for card in laid.cards]
            yield from _counts([card for card in cards if card is not None])
            yield cards.count(None)


def _signed(name: str) -> bool:
    return name.startswith("paid")


def _counts(cards: Sequence[Kind]) -> Iterator[int]:
    return (cards.count(kind) for kind in range(KINDS))


def _one_of(words: tuple[str, ...], word: str | None) -> Iterator[int]:
    return (int(one == word) for one in words)


def _place(at: int | None, seat: int, total: int) -> Iterator[int]:
    """Yield a seat as a one among noughts, the one that looks on first."""
    return (int(at is not None and (at - seat) % total == step) for step in range(total))
