"""Every division of loose cards into melds, point by point.

All counts stand in one integer, four bits a kind, the lowest point first and small before big; the top bit
of each four shows when more is taken than there is. What melds that begin at a point can take of just so
many of its cards is worked out once and remembered: a *cover*. A search over covers, one point after the
other, finds each division once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from phzdsl.cards import KINDS, POINTS, Kind, is_big
from phzdsl.errors import TooManyReadingsError
from phzdsl.syntax.limits import Limits
from phzdsl.text.diagnostics import Bilingual

__all__ = ["Divider", "Group", "too_many"]

_FIELD = 4
_POINT = 2 * _FIELD
_HERE = (1 << _POINT) - 1
_GUARD = 0x88
_MOST = 7
_GUARDS = tuple(sum(_GUARD << _POINT * place for place in range(POINTS - point)) for point in range(POINTS + 1))


@attrs.frozen(cache_hash=True)
class Group:
    """A meld of a reading.

    Attributes:
        meld: id of the meld.
        cards: its cards, ascending by point.
        xi: its worth in 息.
        wins: the winning card stands in it.
        loose: it was made of loose cards of the hand.
    """

    meld: str
    cards: tuple[Kind, ...]
    xi: int
    wins: bool = False
    loose: bool = False


Cover = tuple[tuple[Group, ...], int]


class Divider:
    """Divides loose cards into some melds."""

    def __init__(self, groups: Iterable[Group], limits: Limits | None = None) -> None:
        """Take every meld that loose cards can make; ``limits`` bound how long one hand is looked at."""
        self._limits = limits or Limits()
        self._left = 0
        self._openers: list[list[Cover]] = [[] for _ in range(POINTS)]
        for group in sorted(groups, key=lambda one: (is_big(one.cards[0]), one.meld, one.cards)):
            point = min(kind % POINTS for kind in group.cards)
            self._openers[point].append(((group,), _packed(group.cards) >> _POINT * point))
        self._covers: list[dict[int, list[Cover]]] = [{} for _ in range(POINTS)]

    def divisions(self, counts: Sequence[int]) -> list[tuple[Group, ...]]:
        """Return every division of all the cards, each group where its lowest card stands; [] when there is none.

        Args:
            counts: copies of each of the twenty kinds, 0 to 4.

        Raises:
            TooManyReadingsError: there are more divisions than the limits allow.
        """
        self._left = self._limits.tries
        left = _guarded(counts)
        found: list[tuple[Group, ...]] = []
        self._search(0, left, (), found)
        return found

    def fewest_left(self, counts: Sequence[int]) -> int:
        """Return how few of the cards can be left over when the others make melds.

        Raises:
            TooManyReadingsError: finding out takes more steps than the limits allow.
        """
        self._left = self._limits.tries
        return self._fewest(0, _guarded(counts), {})

    def left_over(self, counts: Sequence[int]) -> tuple[Kind, ...]:
        """Return the cards that one division with the fewest left over leaves, the lowest kinds first.

        Raises:
            TooManyReadingsError: as ``fewest_left``.
        """
        left, found = list(counts), list[Kind]()
        fewest = self.fewest_left(left)
        for kind in range(KINDS):
            # A card that can be left over is one fewer left over when it is taken away.
            while fewest and left[kind]:
                left[kind] -= 1
                if self.fewest_left(left) >= fewest:
                    left[kind] += 1
                    break
                found.append(kind)
                fewest -= 1
        return tuple(found)

    def _try(self) -> None:
        """Count a step."""
        self._left -= 1
        if self._left < 0:
            raise too_many()

    def _fewest(self, point: int, left: int, known: dict[int, int]) -> int:
        here = left & _HERE
        while here == _GUARD:
            point += 1
            left >>= _POINT
            here = left & _HERE
        if point == POINTS:
            return 0
        # The guards of the points that follow tell the point.
        if left not in known:
            small, big = here & _MOST, here >> _FIELD & _MOST
            ways = [(leave + also, leave + (also << _FIELD)) for leave in range(small + 1) for also in range(big + 1)]
            fewest = small + big + self._fewest(point + 1, left >> _POINT, known)
            for cards, dropped in sorted(ways):
                if cards >= fewest:
                    break
                self._try()
                for _, taken in self._covers_of(point, here - dropped):
                    rest = left - dropped - taken
                    if rest & _GUARDS[point] == _GUARDS[point]:
                        fewest = min(fewest, cards + self._fewest(point + 1, rest >> _POINT, known))
            known[left] = fewest
        return known[left]

    def _covers_of(self, point: int, here: int) -> list[Cover]:
        """Return the sets of melds that begin at a point and take just the cards that are there."""
        covers = self._covers[point].get(here)
        if covers is None:
            covers = self._covers[point][here] = list(self._find_covers(point, here - _GUARD, 0))
        return covers

    def _search(self, point: int, left: int, made: tuple[Group, ...], found: list[tuple[Group, ...]]) -> None:
        """Divide what is left from a point on."""
        here = left & _HERE
        while here == _GUARD:
            point += 1
            left >>= _POINT
            here = left & _HERE
        self._left -= 1
        if point == POINTS:
            found.append(made)
            if len(found) > self._limits.readings:
                raise too_many()
            return
        if self._left < 0:
            raise too_many()
        guards = _GUARDS[point]
        covers = self._covers[point]
        for groups, taken in covers[here] if here in covers else self._covers_of(point, here):
            rest = left - taken
            # A field from which too much is taken borrows its guard.
            if rest & guards == guards:
                self._search(point + 1, rest >> _POINT, made + groups, found)

    def _find_covers(self, point: int, here: int, first: int) -> Iterator[Cover]:
        """Yield the sets of melds that begin at a point and take just so many cards of it."""
        if not here:
            yield (), 0
            return
        openers = self._openers[point]
        for at in range(first, len(openers)):
            self._try()
            groups, taken = openers[at]
            rest = here + _GUARD - (taken & _HERE)
            if rest & _GUARD != _GUARD:
                continue
            for more, also in self._find_covers(point, rest - _GUARD, at):
                yield groups + more, taken + also


_PLACES = tuple(_POINT * (kind % POINTS) + _FIELD * is_big(kind) for kind in range(KINDS))


_UNITS = tuple(1 << place for place in _PLACES)


def too_many() -> TooManyReadingsError:
    """Return what says that a hand has more readings than are looked at."""
    words = Bilingual("这手牌的分法太多，一一算不过来", "this hand can be divided in too many ways to look at each")
    return TooManyReadingsError(words.en, code="D936", words=words)


def _guarded(counts: Sequence[int]) -> int:
    """Return counts of the twenty kinds as one integer with its guards."""
    # Small kinds are the low half of each byte, big ones the high half.
    small, big = bytes(counts[:POINTS]), bytes(counts[POINTS:])
    return int.from_bytes(small, "little") + (int.from_bytes(big, "little") << _FIELD) + _GUARDS[0]


def _packed(cards: Iterable[Kind]) -> int:
    return sum(_UNITS[kind] for kind in cards)
