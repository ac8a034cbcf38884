"""Complete closed hands drawn by lot, each as likely as any other, to hold the exact comparison of two variants against.

A hand is drawn by walking the table of complete hands with the number of hands that each step leaves. What it is worth on an
occasion says the batch, with a winning card marked; which rows are responsible is found by exchanging them one by one in
rulesets made for it. Of each class as many hands must be found as its share says, but for chance; a hand of a class that
the comparison does not have is an error whatever the number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.analysis.changes import changes
from phzdsl.analysis.compare import Comparison, compare
from phzdsl.analysis.massed import truths
from phzdsl.analysis.mixing import parts_of
from phzdsl.analysis.occasions import Occasion, occasions, stretches
from phzdsl.ruleset.model import Ruleset, constant
from phzdsl.scoring.batch import BatchScorer
from phzdsl.scoring.hand import By
from phzdsl.tables.arrays import Step, to_arrays
from phzdsl.tables.automaton import DEAD, START_STATE
from phzdsl.tables.division import accepted
from phzdsl.tables.eager import compile_automaton
from phzdsl.tables.features import named_ranges
from phzdsl.tables.plan import Plan
from phzdsl.tables.symbols import COUNTS, SYMBOLS
from tests.analysis.mixture import mixture

__all__ = ["STRAY", "Drawn", "drawn_hands"]

Ints = NDArray[np.int64]
Hands = NDArray[np.uint8]

STRAY = 5.0
"""So many standard deviations may a share stray: by chance alone one in 1.7 million does."""
_KEPT, _TOGETHER = 60, 50_000


def drawn_hands(ruleset: Ruleset, number: int, seed: int) -> Hands:
    """Draw complete closed hands, uint8 [number, 20], all equally likely."""
    plan = Plan.of(ruleset)
    assert plan is not None
    automaton = compile_automaton(plan.shape)
    steps = to_arrays(automaton)
    radix = plan.shape.groups + 1
    # By step how many hands are completed from a state with groups and quads.
    after = np.zeros((len(automaton.finals), radix, radix), np.int64)
    for final, ended in enumerate(automaton.finals):
        for groups in range(radix):
            for quads in range(groups + 1):
                after[final, groups, quads] = bool(accepted(plan.shape, ended, groups, quads))
    left = [after]
    for step in reversed(steps):
        now = np.zeros((step.next.shape[0], radix, radix), np.int64)
        for symbol in range(SYMBOLS):
            groups, quads = int(step.groups[symbol]), int(step.quads[symbol])
            if groups < radix and quads < radix:
                more = left[0][step.next[:, symbol], groups:, quads:]
                alive = (step.next[:, symbol] != DEAD)[:, None, None]
                now[:, : radix - groups, : radix - quads] += np.where(alive, more, 0)
        left.insert(0, now)
    random = np.random.default_rng(seed)
    sizes = [min(_TOGETHER, number - done) for done in range(0, number, _TOGETHER)]
    return np.concatenate([_walked(steps, left, size, random) for size in sizes])


def _walked(steps: Sequence[Step], left: Sequence[Ints], number: int, random: np.random.Generator) -> Hands:
    """Walk so many times, at each step to one of the hands that are left, all alike."""
    radix = left[0].shape[1]
    state, groups, quads = np.full(number, START_STATE), np.zeros(number, np.int64), np.zeros(number, np.int64)
    hands = np.zeros((number, 20), np.uint8)
    rows = np.arange(number)
    for point, step in enumerate(steps):
        more_groups, more_quads = groups[:, None] + step.groups, quads[:, None] + step.quads
        nexts = step.next[state]
        fits = (more_groups < radix) & (more_quads < radix) & (nexts != DEAD)
        ways = np.where(fits, left[point + 1][nexts, more_groups * fits, more_quads * fits], 0)
        sums = np.cumsum(ways, axis=1)
        symbol = (sums <= random.integers(0, sums[:, -1])[:, None]).sum(axis=1)
        hands[:, point], hands[:, point + 10] = np.divmod(symbol, COUNTS)
        state, groups, quads = nexts[rows, symbol], more_groups[rows, symbol], more_quads[rows, symbol]
    return hands


@attrs.frozen
class Drawn:
    """What was found of hands drawn by lot.

    Attributes:
        classes: rows responsible, hands found, hands due, and by how many standard deviations these differ.
        wrong: what cannot be, in words.
    """

    classes: tuple[tuple[tuple[str, ...], int, float, float], ...]
    wrong: tuple[str, ...]

    @classmethod
    def of(cls, a: Ruleset, b: Ruleset, hands: Hands, found: Comparison | None = None) -> Drawn:
        """Sort hands into the classes of a comparison."""
        found = compare(a, b, changes(a, b)) if found is None else found
        assert found.complete is not None
        # Hands are drawn among those of one side.
        assert not found.complete.only_a
        assert not found.complete.only_b
        known = {one.rules: one for one in found.classes}
        most: dict[tuple[str, ...], Ints] = {}
        for rules, rows, differences in _Sorting(a, b, hands).classes():
            held = most.setdefault(rules, np.zeros(len(hands), np.int64))
            held[rows] = np.maximum(held[rows], differences)
        told, wrong = [], []
        for rules, greatest in sorted(most.items()):
            number = int((greatest > 0).sum())
            if rules not in known:
                wrong.append(f"{number} hands are of no class that was told: {', '.join(rules)}")
            elif greatest.max() > known[rules].largest:
                wrong.append(f"{', '.join(rules)}: a hand differs by {greatest.max()}, which is more than the most")
        for rules, one in known.items():
            number, share = int((most[rules] > 0).sum()) if rules in most else 0, float(one.share)
            due = share * len(hands)
            stray = (number - due) / sqrt(max(due * (1 - share), 1.0))
            told.append((rules, number, due, stray))
            if abs(stray) > STRAY:
                wrong.append(f"{', '.join(rules)}: {number} hands, and {due:.1f} are due")
        return cls(tuple(told), tuple(wrong))


class _Sorting:
    """Finds the rows responsible for the differences of hands, plainly."""

    def __init__(self, a: Ruleset, b: Ruleset, hands: Hands) -> None:
        self._a, self._b, self._hands = a, b, hands
        parts = parts_of(a, b, changes(a, b))
        assert not parts.shape
        assert not parts.gate
        self._swaps = {swap.id: swap for swap in parts.rows}
        self._every = frozenset(self._swaps)
        self._scorers: dict[frozenset[str], BatchScorer] = {}
        loose = (hands > 0) & (hands < 3)
        # The last kind of which there are one or two.
        self._cards = np.where(loose.any(axis=1), 19 - loose[:, ::-1].argmax(axis=1), -1)

    def classes(self) -> Iterator[tuple[tuple[str, ...], Ints, Ints]]:
        """Yield rows responsible, the hands that differ by them on an occasion, and by how much."""
        ranges = (named_ranges(self._a), named_ranges(self._b))
        named = {
            key: (max(one.get(key, (0, 0))[0] for one in ranges), min(one[key][1] for one in ranges if key in one))
            for key in ranges[0].keys() | ranges[1].keys()
        }
        every, _ = occasions(stretches(named, frozenset()))
        for occasion in every:
            rows = np.flatnonzero(self._may_come(occasion))
            first, second = (self._points(one, occasion, rows) for one in (frozenset[str](), self._every))
            differ = np.flatnonzero(first != second)
            for kept, places in self._kept(occasion, rows[differ], first[differ], second[differ]):
                at = differ[places]
                yield tuple(sorted(kept)), rows[at], np.abs(np.maximum(first[at], 0) - np.maximum(second[at], 0))

    def _may_come(self, occasion: Occasion) -> NDArray[np.bool_]:
        if occasion.by is not By.DEAL:
            return np.asarray(self._cards >= 0)
        sizes, held = self._hands.sum(axis=1), np.ones(len(self._hands), np.bool_)
        for ruleset in (self._a, self._b):
            seats = ruleset.seats
            assert seats.dealer_cards is not None
            assert seats.other_cards is not None
            dealer, other = constant(seats.dealer_cards), constant(seats.other_cards)
            dealt = {True: [dealer], False: [other], None: [dealer, other]}[occasion.dealer]
            held &= np.isin(sizes, dealt)
            # A way that waives the groups is worth what no division says.
            columns = {"fact:deal-win": np.ones(len(sizes), np.int64)}
            columns |= {f"fact:{name}": np.full(len(sizes), value) for name, value in occasion.facts}
            columns |= {"count:kan": (self._hands == 3).sum(axis=1), "count:ti": (self._hands == 4).sum(axis=1)}
            for way in ruleset.win.ways:
                if "groups" in way.waives:
                    held &= ~truths(way.when, columns, len(sizes))
        return held

    def _points(self, taken: frozenset[str], occasion: Occasion, rows: Ints) -> Ints:
        """Return what hands are worth with some rows of the second side; -1 where they are no win."""
        scorer = self._scorers.pop(taken, None)
        if scorer is None:
            scorer = BatchScorer(mixture(self._a, self._b, [self._swaps[one] for one in sorted(taken)]))
        self._scorers[taken] = scorer
        while len(self._scorers) > _KEPT:
            del self._scorers[next(iter(self._scorers))]
        card = None if occasion.by is By.DEAL else self._cards[rows]
        found = scorer.score(self._hands[rows], card=card, by=occasion.by, facts=dict(occasion.facts))
        return np.where(found.win, found.points.astype(np.int64), -1)

    def _kept(self, occasion: Occasion, rows: Ints, first: Ints, second: Ints) -> Iterator[tuple[frozenset[str], Ints]]:
        """Drop from all rows one after the other that can be missed, the last first; yield what is kept, by places."""
        sets: Sequence[tuple[frozenset[str], Ints]] = [(self._every, np.arange(len(rows)))]
        for one in sorted(self._swaps, reverse=True):
            split: list[tuple[frozenset[str], Ints]] = []
            for kept, places in sets:
                less = kept - {one}
                forth = self._points(less, occasion, rows[places]) == second[places]
                back = self._points(self._every - less, occasion, rows[places]) == first[places]
                split += [(less, places[forth & back]), (kept, places[~(forth & back)])]
            sets = [(kept, places) for kept, places in split if len(places)]
        return iter(sets)
