"""A quick look at a hand: what may be eaten with it, and could a card complete it.

Most hands are far from a win, and this says so without weighing one. First each kind must have cards beside it to
make a meld with, then all the cards must fall into melds. What passes may still be nothing: melds on the table, the
number of groups, the least 息 and conditions are for the score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import attrs

from phzdsl.cards import KINDS, Kind
from phzdsl.game.counts import GUARD, Counts, counts_of, packed
from phzdsl.ruleset.expressions import Expr, evaluate, refs
from phzdsl.ruleset.model import Meld, Ruleset

__all__ = ["Glance", "Look"]

_PAIR, _TRIPLET, _QUAD = 2, 3, 4
_MOST_SEEN = 50_000
_MOST_QUADS = 8
_UNBOUNDED = 20
_ALL = (1 << KINDS) - 1


@attrs.frozen
class Look:
    """What is seen of a hand.

    Attributes:
        free: the cards that a chi may use, packed and guarded.
        alone: some kind makes no meld with the others.
        helps: the kinds that could be beside all of those, a bit each; every kind where no groups are due.
    """

    free: int
    alone: bool
    helps: int


@attrs.frozen
class _Form:
    """Cards that make a meld, packed.

    Attributes:
        bounded: 1 where the number of such melds is bounded (将).
    """

    need: int
    bounded: int


class Glance:
    """Looks at concealed hands, by kind; remembers those it has seen."""

    def __init__(self, ruleset: Ruleset, loose: bytes, *, due: bool) -> None:
        """Prepare to look.

        Args:
            ruleset: the bound ruleset.
            loose: by copies held, how many a chi may use, as ``bytes.translate`` takes it.
            due: a win on a card needs groups.
        """
        self._free, self._due = loose, due
        melds = [meld for meld in ruleset.melds if meld.in_hand]
        forms = {form for meld in melds for form in meld.forms}
        by_kind = [[form for form in forms if kind in form] for kind in range(KINDS)]
        self._needs = tuple(map(_least, by_kind))
        # A card of a kind that no meld has beside another one helps that one in no way.
        self._near = tuple(
            sum(1 << other for other in {kind, *(other for form in found for other in form)})
            for kind, found in enumerate(by_kind)
        )
        self._whole = {
            (form[0], meld.same)
            for meld in melds
            if meld.whole and meld.same in {_TRIPLET, _QUAD}
            for form in meld.forms
        }
        self._joins = tuple(sorted({_PAIR} | {meld.same for meld in melds if meld.same}))
        split = [meld for meld in melds if not (meld.whole and meld.same in {_TRIPLET, _QUAD})]
        self._lowest = _by_lowest(split)
        self._most = _most_by_rest(split)
        self._seen: dict[Counts, Look] = {}

    def look(self, hand: Counts) -> Look:
        """Return what is seen of a hand."""
        seen = self._seen.get(hand)
        if seen is None:
            if len(self._seen) >= _MOST_SEEN:
                self._seen.clear()
            alone, helps = self._alone(hand)
            free = packed(hand.translate(self._free)) + GUARD
            seen = self._seen[hand] = Look(free, alone, helps if self._due else _ALL)
        return seen

    def _alone(self, hand: Counts) -> tuple[bool, int]:
        """Tell whether some kind makes no meld, and which kinds could be beside all such."""
        alone, helps, cards = False, _ALL, packed(hand) + GUARD
        for kind, count in enumerate(hand):
            if count:
                for need in self._needs[kind]:
                    if (cards - need) & GUARD == GUARD:
                        break
                else:
                    alone = True
                    helps &= self._near[kind]
                    if not helps:
                        break
        return alone, helps

    def complete(self, hand: Counts) -> bool:
        """Tell whether a hand falls into melds as it is."""
        return not self.look(hand).alone and self._divides(self._loose(hand, 0, 0))

    def completes(self, hand: Counts, card: Kind, *, lies: bool) -> bool:
        """Tell whether a card may complete a hand: both fall into melds, the card beside the others or with its like.

        Where no groups are due, any card may.

        Args:
            hand: concealed copies by kind.
            card: the card.
            lies: a meld of that card lies on the table, which may take it.
        """
        if not self._due:
            return True
        if not self.look(hand).helps >> card & 1:
            return False
        loose = self._loose(hand, card, 0)
        if lies and self._divides(loose):
            return True
        held = hand[card]
        if any(self._divides(self._loose(hand, card, used)) for used in self._joins if used <= held):
            return True
        loose[card] += 1
        return self._divides(loose)

    def _loose(self, hand: Counts, card: Kind, used: int) -> bytearray:
        """Return a hand without some copies of a card and without what may not be split."""
        loose = bytearray(hand)
        loose[card] -= used
        for kind, count in enumerate(loose):
            if count >= _TRIPLET and (kind, count) in self._whole:
                loose[kind] = 0
        return loose

    def _divides(self, loose: bytearray) -> bool:
        return self._falls(packed(loose) + GUARD, self._most[sum(loose) % _TRIPLET])

    def _falls(self, left: int, bounded: int) -> bool:
        """Tell whether packed cards fall into melds, with so many of the bounded one at most."""
        cards = left - GUARD
        if not cards:
            return True
        for form in self._lowest[(cards & -cards).bit_length() - 1 >> 3]:
            rest = left - form.need
            if rest & GUARD == GUARD and form.bounded <= bounded and self._falls(rest, bounded - form.bounded):
                return True
        return False


def _least(forms: list[tuple[Kind, ...]]) -> tuple[int, ...]:
    """Return forms packed, those left out that hold a whole other one, sets of different cards first."""
    counted = [Counter(form) for form in sorted(forms, key=lambda form: (-len(set(form)), form))]
    least = [one for one in counted if not any(other < one for other in counted)]
    return tuple(dict.fromkeys(packed(counts_of(tuple(one.elements()))) for one in least))


def _by_lowest(melds: Iterable[Meld]) -> tuple[tuple[_Form, ...], ...]:
    """Return by kind the forms of which it is the lowest, those of bounded melds last."""
    forms: dict[tuple[Kind, ...], bool] = {}
    for meld in melds:
        for form in meld.forms:
            forms[form] = bool(_bounds(meld)) and forms.get(form, True)
    ordered = sorted(forms, key=lambda form: (forms[form], form))
    return tuple(
        tuple(_Form(packed(counts_of(form)), int(forms[form])) for form in ordered if min(form) == kind)
        for kind in range(KINDS)
    )


def _bounds(meld: Meld) -> tuple[Expr, ...]:
    return tuple(bound for bound in (meld.exactly, meld.at_most) if bound is not None)


def _most_by_rest(melds: list[Meld]) -> tuple[int, ...]:
    """Return how many bounded melds there may be at most, by the cards that threes leave over; -1 for no division.

    Where the bounded meld is a pair and all the others have three cards, the number of cards tells that of pairs.
    """
    most = _most_bounded(melds)
    sizes = {(bool(_bounds(meld)), len(form)) for meld in melds for form in meld.forms}
    if sizes != {(False, _TRIPLET), (True, _PAIR)}:
        return (most,) * _TRIPLET
    fitting = [[pairs for pairs in range(most + 1) if (rest - 2 * pairs) % 3 == 0] for rest in range(_TRIPLET)]
    return tuple(max(found, default=-1) for found in fitting)


def _most_bounded(melds: Iterable[Meld]) -> int:
    """Return how many bounded melds a hand may have at most, whatever its number of quads."""
    most = 0
    for bounds in filter(None, map(_bounds, melds)):
        known = [bound for bound in bounds if {ref.key for ref in refs(bound)} <= {"fact:quads"}]
        most += min((max(_by_quads(bound)) for bound in known), default=_UNBOUNDED)
    return min(most, _UNBOUNDED)


def _by_quads(bound: Expr) -> list[int]:
    return [evaluate(bound, {"fact:quads": quads}) for quads in range(_MOST_QUADS + 1)]
