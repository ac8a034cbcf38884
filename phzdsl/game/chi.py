"""Every way to eat a card (吃), with the further copies that must be laid (比).

Only cards are looked at: whether the chi may be made at all is ``claims.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from phzdsl.cards import Kind
from phzdsl.game.counts import GUARD, Counts, counts_of, packed

__all__ = ["Eaten", "Sets", "chis"]

Sets = tuple[tuple[Kind, ...], ...]


@attrs.frozen
class Eaten:
    """A set that eats a card.

    Attributes:
        made: its cards, the eaten one among them.
        uses: the others, which come from the hand.
        copies: how many cards of the eaten kind are in it.
        need, whole: the cards that it uses, and all its cards, packed.
    """

    made: tuple[Kind, ...]
    uses: tuple[Kind, ...]
    copies: int
    need: int
    whole: int

    @classmethod
    def of(cls, made: tuple[Kind, ...], card: Kind) -> Eaten:
        """Take a set apart for a card in it."""
        uses = list(made)
        uses.remove(card)
        need, whole = (packed(counts_of(tuple(cards))) for cards in (uses, made))
        return cls(made, tuple(uses), made.count(card), need, whole)


def chis(
    hand: Counts, card: Kind, sets: Sequence[Eaten], loose: bytes, loose_bi: bytes | None
) -> Iterator[tuple[Eaten, Sets | None]]:
    """Yield every set that eats a card, with each choice of further sets that lays all other copies of it.

    Args:
        hand: concealed copies by kind, the eaten card not among them.
        card: the card to eat.
        sets: the sets that it may make.
        loose: by copies held, how many a chi may use, as ``bytes.translate`` takes it.
        loose_bi: likewise for a bi; None where no bi is due.

    Yields:
        The set eaten, and the further sets ascending; None for these where the bi that is due cannot be laid.
    """
    free = packed(hand.translate(loose)) + GUARD
    for eaten in sets:
        if (free - eaten.need) & GUARD == GUARD:
            left = hand[card] - eaten.copies + 1
            if loose_bi is None or not left:
                yield eaten, ()
                continue
            found = _further(hand.translate(loose_bi), eaten, card, left, sets)
            if not found:
                yield eaten, None
            for further in found:
                yield eaten, further


def _further(loose: bytes, eaten: Eaten, card: Kind, left: int, sets: Sequence[Eaten]) -> list[Sets]:
    """Return the ways to lay ``left`` copies of a card beside a set that has eaten one, ascending."""
    free = bytearray(loose)
    for kind in eaten.uses:
        # A chi may use what no bi may.
        free[kind] -= free[kind] > 0
    return sorted(set(_bis(packed(free) + GUARD, card, left, sets)))


def _bis(free: int, card: Kind, left: int, sets: Sequence[Eaten]) -> Iterator[Sets]:
    """Yield the ways to lay ``left`` copies of a card, each set of ways in ascending order."""
    if not left:
        yield ()
        return
    for eaten in sets:
        rest = free - eaten.whole
        if eaten.copies <= left and rest & GUARD == GUARD:
            for further in _bis(rest, card, left - eaten.copies, sets):
                yield tuple(sorted((eaten.made, *further)))
