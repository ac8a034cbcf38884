"""A hand in the order in which a player holds it: whole quads and triplets, sets, pairs, single cards.

For showing hands. The sets chosen are as many as can be, and of these the ones with the most 息; how a win is
divided is the score's business.
"""

from __future__ import annotations

from functools import cache

import attrs

from phzdsl.cards import KINDS, POINTS, Kind
from phzdsl.game.counts import Counts
from phzdsl.game.rules import Game
from phzdsl.ruleset.parts import Meld

__all__ = ["Group", "grouped"]

_PAIR, _TRIPLET = 2, 3


@attrs.frozen
class Group:
    """Cards that are held together.

    Attributes:
        meld: id of the meld that they make in hand; ``pair``, or empty for single cards.
        cards: the cards, by point.
    """

    meld: str
    cards: tuple[Kind, ...]


_Best = tuple[int, int, int, tuple[Group, ...]]


def grouped(game: Game, hand: Counts) -> tuple[Group, ...]:
    """Return concealed cards, by kind, in groups; the single ones are the last group, where there are any."""
    melds = [meld for meld in game.ruleset.melds if meld.in_hand and meld.forms]
    left = bytearray(hand)
    groups: list[Group] = []
    for meld in sorted((one for one in melds if one.same >= _TRIPLET), key=lambda one: -one.same):
        for kind in _by_point(range(KINDS)):
            if left[kind] == meld.same:
                groups.append(Group(meld.id, (kind,) * meld.same))
                left[kind] = 0
    sets = _sets(game, melds, bytes(left))
    for group in sets:
        for kind in group.cards:
            left[kind] -= 1
    groups += sorted(sets, key=lambda one: [meld.id for meld in melds].index(one.meld))
    for kind in _by_point(range(KINDS)):
        if left[kind] == _PAIR:
            groups.append(Group("pair", (kind, kind)))
            left[kind] = 0
    rest = tuple(kind for kind in _by_point(range(KINDS)) for _ in range(left[kind]))
    return tuple(groups) + ((Group("", rest),) if rest else ())


def _by_point(kinds: range) -> list[Kind]:
    return sorted(kinds, key=lambda kind: (kind % POINTS, kind))


def _sets(game: Game, melds: list[Meld], hand: Counts) -> tuple[Group, ...]:
    """Return the sets of different cards to hold together."""
    forms = [(meld, form) for meld in melds if not meld.same for form in meld.forms]

    @cache
    def best(left: Counts) -> _Best:
        """Return sets, their 息, the pairs left over, and the sets themselves, for cards that are left."""
        kind = next((kind for kind, count in enumerate(left) if count), None)
        if kind is None:
            return 0, 0, 0, ()
        alone = bytearray(left)
        pairs = int(left[kind] == _PAIR)
        alone[kind] = 0 if pairs else left[kind] - 1
        sets, xi, more, chosen = best(bytes(alone))
        found = [(sets, xi, more + pairs, chosen)]
        if pairs:
            alone[kind] = 1
            found.append(best(bytes(alone)))
        for meld, form in forms:
            if kind in form and all(left[one] >= form.count(one) for one in form):
                rest = bytearray(left)
                for one in form:
                    rest[one] -= 1
                sets, xi, more, chosen = best(bytes(rest))
                worth = meld.value.of(form, game.red)
                found.append((sets + 1, xi + worth, more, (Group(meld.id, form), *chosen)))
        return max(found, key=lambda one: one[:3])

    return best(hand)[3]
