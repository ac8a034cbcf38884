"""Every way to eat a card (吃), with the further copies that must be laid (比).

Only cards are looked at: whether the chi may be made at all is ``claims.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from phzdsl.cards import Kind
from phzdsl.game.glance import bits_of

__all__ = ["Eaten", "Sets", "chis"]

Sets = tuple[tuple[Kind, ...], ...]


@attrs.frozen
class Eaten:
    """A set that eats a card.

    Attributes:
        made: its cards, the eaten one among them.
        uses: the others, which come from the hand.
        needs: these by kind, with how many.
        copies: how many cards of the eaten kind are in it.
        bits: the cards that it uses, as ``glance.py`` sees them.
    """

    made: tuple[Kind, ...]
    uses: tuple[Kind, ...]
    needs: tuple[tuple[Kind, int], ...]
    copies: int
    bits: int

    @classmethod
    def of(cls, made: tuple[Kind, ...], card: Kind) -> Eaten:
        """Take a set apart for a card in it."""
        uses = list(made)
        uses.remove(card)
        return cls(made, tuple(uses), tuple(Counter(uses).items()), made.count(card), bits_of(tuple(uses)))


def chis(
    hand: Sequence[int], card: Kind, sets: Sequence[Eaten], loose: tuple[int, ...], loose_bi: tuple[int, ...] | None
) -> Iterator[tuple[Eaten, Sets | None]]:
    """Yield every set that eats a card, with each choice of further sets that lays all other copies of it.

    Args:
        hand: concealed copies by kind, the eaten card not among them.
        card: the card to eat.
        sets: the sets that it may make.
        loose: by copies held, how many a chi may use.
        loose_bi: likewise for a bi; None where no bi is due.

    Yields:
        The set eaten, and the further sets ascending; None for these where the bi that is due cannot be laid.
    """
    for eaten in sets:
        for kind, number in eaten.needs:
            if loose[hand[kind]] < number:
                break
        else:
            left = hand[card] - eaten.copies + 1
            if loose_bi is None or not left:
                yield eaten, ()
                continue
            free = [loose_bi[count] for count in hand]
            for kind in eaten.uses:
                free[kind] -= 1
            found = set(_bis(free, card, left, sets))
            if not found:
                yield eaten, None
            for further in sorted(found):
                yield eaten, further


def _bis(free: list[int], card: Kind, left: int, sets: Sequence[Eaten]) -> Iterator[Sets]:
    """Yield the ways to lay ``left`` copies of a card, each set of ways in ascending order."""
    if not left:
        yield ()
        return
    for eaten in sets:
        made = eaten.made
        if eaten.copies <= left and all(free[kind] >= made.count(kind) for kind in made):
            rest = list(free)
            for kind in made:
                rest[kind] -= 1
            for further in _bis(rest, card, left - eaten.copies, sets):
                yield tuple(sorted((made, *further)))
