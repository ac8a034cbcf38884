"""How far a seat is from a win, told from the rules alone: groups done and begun, 息 within reach, cards waited for.

An estimate for players, of what a seat may see and nothing more. Whether a hand wins is ``wins.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from phzdsl.cards import KINDS, Kind
from phzdsl.game.counts import Counts, kinds_of
from phzdsl.game.packing import Packer, Weights
from phzdsl.game.rules import Game
from phzdsl.ruleset.expressions import evaluate
from phzdsl.scoring.hand import By, Hand, TableMeld

__all__ = ["Melds", "Prospect", "Prospects", "set_worths"]

Melds = tuple[TableMeld, ...]

_PAIR, _TRIPLET, _QUAD = 2, 3, 4
_GREATEST_XI = 100
_MOST_KEPT = 30_000
# 息 weigh more while the minimum is not reached; beyond it they still bring points. The weights, and the two
# below, were found by playing: what beat random players by the most.
_WANTING = Weights(24, 8, 3)
_ENOUGH = Weights(24, 8, 1)
_CARD = 100
_XI = 12


class _Zero(dict[str, int]):
    """Values of which those that are not stated are 0."""

    def __missing__(self, key: str) -> int:
        return 0


@attrs.frozen
class Prospect:
    """How cards that rest stand: those a seat holds when no card is on the way.

    Attributes:
        distance: cards that are missing for all groups; 1 where the right one would be the last.
        short: 息 that would be missing although all that is begun were done.
        worth: the greater, the better the cards stand; a card of distance is 100.
    """

    distance: int
    short: int
    worth: int


class Prospects:
    """Judges hands under one room's rules; keep one for many hands."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._forms = set_worths(game)
        self._packers = {weights: Packer(self._forms, weights) for weights in (_WANTING, _ENOUGH)}
        reached = [xi for xi in range(_GREATEST_XI) if _reaches(game, xi)]
        # Where no 息 at all win and a few do not, such a win is too rare to aim at.
        self._reached = reached if reached[:2] == [0, 1] else [xi for xi in reached if xi]
        self._whole = {meld.same: meld for meld in game.ruleset.melds if meld.in_hand and meld.whole}
        self._pairs = [
            meld.exactly
            for meld in game.ruleset.melds
            if meld.in_hand and meld.same == _PAIR and meld.exactly is not None
        ]
        self._known: dict[tuple[Counts, Melds], Prospect] = {}

    # ------------------------------------------------------------ cards that rest

    def rests(self, hand: Counts, melds: Melds) -> bool:
        """Tell whether cards rest, or a discard follows: with one card more they would fill the groups."""
        inside = hand.count(_QUAD)
        groups = _TRIPLET * (self.game.groups - len(melds)) + inside
        return sum(hand) < groups - self._pairs_due(inside + _quads(melds))

    def of(self, hand: Counts, melds: Melds) -> Prospect:
        """Judge cards that rest: concealed ones by kind, beside melds on the table."""
        found = self._known.get((hand, melds))
        if found is None:
            if len(self._known) > _MOST_KEPT:
                self._known.clear()
            found = self._known[hand, melds] = self._judged(hand, melds)
        return found

    def _judged(self, hand: Counts, melds: Melds) -> Prospect:
        free = bytearray(hand)
        groups, quads = self.game.groups - len(melds), _quads(melds)
        xi = sum(self._xi_of(meld) for meld in melds)
        for kind, count in enumerate(hand):
            whole = self._whole.get(count) if count >= _TRIPLET else None
            if whole is not None:
                free[kind] = 0
                groups -= 1
                quads += count == _QUAD
                xi += whole.value.of((kind,) * count, self.game.red)
        # What lies, or stays whole, weighs as groups done do, or laying one would seem a loss.
        fixed = _ENOUGH.done * (self.game.groups - groups) + _ENOUGH.xi * xi
        packed = self._packers[_WANTING if self._aim(xi) > xi else _ENOUGH].pack(free)
        pairs = min(self._pairs_due(quads), max(groups, 0))
        paired = min(pairs, packed.pairs)
        done = min(packed.done, groups - pairs)
        begun = min(packed.begun - paired, groups - pairs - done)
        distance = 2 * (groups - pairs - done) - begun + pairs - paired
        reach = xi + packed.xi
        short = self._aim(reach) - reach
        worth = packed.weight + fixed - _CARD * distance - _XI * short
        return Prospect(distance, short, worth)

    def _aim(self, xi: int) -> int:
        """Return the least 息, of those not below what is had, with which a hand may win."""
        return next((one for one in self._reached if one >= xi), xi)

    def _xi_of(self, meld: TableMeld) -> int:
        known = self.game.melds.get(meld.meld)
        if known is not None and meld.cards in known.forms:
            return known.value.of(meld.cards, self.game.red)
        return self._forms.get(tuple(sorted(meld.cards)), 0)

    def _pairs_due(self, quads: int) -> int:
        """Return how many groups must be pairs in a hand with so many quads."""
        values = _Zero({"fact:quads": quads})
        return sum(evaluate(exactly, values) for exactly in self._pairs)

    # ------------------------------------------------------------ cards waited for

    def waits(
        self, hand: Counts, melds: Melds, unseen: Sequence[int], facts: tuple[tuple[str, int], ...] = ()
    ) -> dict[Kind, int]:
        """Return the kinds whose draw by another would win, with the points of that win.

        Args:
            hand: concealed cards that rest, by kind.
            melds: the melds on the table.
            unseen: by kind, cards that may still come.
            facts: facts of play, as ``Hand`` has them.
        """
        game, concealed = self.game, kinds_of(hand)
        laid = {meld.cards[0] for meld in melds}
        found: dict[Kind, int] = {}
        for kind in range(KINDS):
            if unseen[kind] > 0 and game.glance.completes(hand, kind, lies=kind in laid):
                outcome = game.fast.outcome(Hand(melds, concealed, kind, By.DRAW, facts))
                if outcome is not None and outcome.valid:
                    found[kind] = outcome.points
        return found


def _quads(melds: Melds) -> int:
    return sum(len(meld.cards) == _QUAD for meld in melds)


def set_worths(game: Game) -> Mapping[tuple[Kind, ...], int]:
    """Return the sets of three that make a group, with their 息 as the first meld that they make.

    So a pair counts towards what it makes with another's card, which is the least.
    """
    found: dict[tuple[Kind, ...], int] = {}
    for meld in game.ruleset.melds:
        for form in meld.forms:
            if len(form) == _TRIPLET:
                found.setdefault(tuple(sorted(form)), meld.value.of(form, game.red))
    return found


def _reaches(game: Game, meld_xi: int) -> bool:
    """Tell whether melds of so many 息 reach the minimum, whatever else it asks for being 0."""
    minimum = game.ruleset.win.minimum
    if minimum is None:
        return True
    values = _Zero({"fact:meld-xi": meld_xi})
    for step in game.ruleset.count.steps:
        values[f"step:{step.id}"] = evaluate(step.formula, values)
    return bool(evaluate(minimum.value, values))
