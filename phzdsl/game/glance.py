"""A quick look at a hand: could a card be eaten, could the cards be divided at all.

Most cards on offer concern a seat in no way, and most hands are far from a win; this says so from bits. What
passes the look may still be nothing: ``chi.py`` and the score decide.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from phzdsl.cards import KINDS, Kind
from phzdsl.ruleset.parts import Meld

__all__ = ["Glance", "bits_of"]

_PAIR = 2
_MOST = 50_000
_ALL = (1 << KINDS) - 1
# By copies held: one bit for the first, twenty places on one for the second, and so on.
_COLUMNS = (0, 1, 1 | 1 << 20, 1 | 1 << 20 | 1 << 40, 1 | 1 << 20 | 1 << 40 | 1 << 60)


def bits_of(cards: tuple[Kind, ...]) -> int:
    """Return cards as bits: one for each copy of a kind."""
    return sum(_COLUMNS[cards.count(kind)] << kind for kind in set(cards))


@attrs.frozen
class Look:
    """What is seen of a hand.

    Attributes:
        bits: its cards.
        alone: the kinds that make no meld with the others, a bit each.
    """

    bits: int
    alone: int


class Glance:
    """Looks at concealed hands, by kind; remembers those it has seen."""

    def __init__(self, melds: Iterable[Meld]) -> None:
        forms = {form for meld in melds if meld.in_hand for form in meld.forms}
        self._needs = tuple(tuple({bits_of(form) for form in forms if kind in form}) for kind in range(KINDS))
        # By kind, those that no meld has beside it: a card of that kind helps none of them.
        self._far = tuple(
            _ALL & ~sum(1 << other for other in {other for form in forms if kind in form for other in form})
            for kind in range(KINDS)
        )
        self._seen: dict[bytes, Look] = {}

    def look(self, hand: bytes) -> Look:
        """Return what is seen of a hand."""
        seen = self._seen.get(hand)
        if seen is None:
            bits = 0
            for kind, count in enumerate(hand):
                bits |= _COLUMNS[count] << kind
            held = sum([1 << kind for kind, count in enumerate(hand) if count])
            if len(self._seen) >= _MOST:
                self._seen.clear()
            seen = self._seen[hand] = Look(bits, self._alone(held, bits))
        return seen

    def _alone(self, kinds: int, bits: int) -> int:
        """Return those of some kinds, a bit each, that make no meld of cards."""
        alone = 0
        for kind, needs in enumerate(self._needs):
            if kinds >> kind & 1:
                for need in needs:
                    if need & bits == need:
                        break
                else:
                    alone |= 1 << kind
        return alone

    def divisible(self, hand: bytes, card: Kind) -> bool:
        """Tell whether every kind of a hand has cards to make a meld with, the card on offer among them.

        A pair of that card is left alone, since a claim may lay it.
        """
        seen = self.look(hand)
        alone = seen.alone
        if hand[card] >= _PAIR:
            alone &= ~(1 << card)
        if not alone or alone & self._far[card]:
            return not alone
        return not self._alone(alone, seen.bits | 1 << card + KINDS * hand[card])
